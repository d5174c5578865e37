//! Names: of pieces, regions, tracks, maps and phases, and the number of players. Only what needs no board.

use std::collections::BTreeSet;

use crate::catalogue::{Prim, Type};
use crate::diagnostic::{Diagnostic, codes, did_you_mean, suggestion};
use crate::rules::{Call, MOST_PLAYERS, Rules, Term, TermKind};
use crate::span::Origin;

/// Looks at every name in the rules.
pub fn check(rules: &Rules) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    if let Some(game) = rules.game.call().filter(|call| call.prim == Prim::Game) {
        let declared = Declared::of(&rules.game, game);
        declared.complete(&rules.game, game, &mut diagnostics);
        each_call(&rules.game, &mut |call| declared.uses(call, &mut diagnostics));
    }
    diagnostics
}

/// Calls `see` with every call in `term`, outermost first.
fn each_call<'t>(term: &'t Term, see: &mut impl FnMut(&'t Call)) {
    each_term(term, &mut |term| {
        if let Some(call) = term.call() {
            see(call);
        }
    });
}

/// Calls `see` with every term in `term`, outermost first.
pub fn each_term<'t>(term: &'t Term, see: &mut impl FnMut(&'t Term)) {
    see(term);
    match &term.kind {
        TermKind::Call(call) => call.args.iter().for_each(|(_, arg)| each_term(arg, see)),
        TermKind::List(members) => members.iter().for_each(|member| each_term(member, see)),
        TermKind::Range(ends) => {
            each_term(&ends.0, see);
            each_term(&ends.1, see);
        }
        _ => {}
    }
}

/// What the rules may refer to.
#[derive(Debug, Default)]
struct Declared {
    players: Option<usize>,
    pieces: BTreeSet<String>,
    /// Those that have attributes, and so may have several kinds.
    several: BTreeSet<String>,
    regions: BTreeSet<String>,
    tracks: BTreeSet<String>,
    maps: BTreeSet<String>,
    phases: BTreeSet<String>,
    zones: BTreeSet<String>,
    proposals: BTreeSet<String>,
    votes: BTreeSet<String>,
    /// What is set or read from a position, at any time.
    variables: BTreeSet<String>,
    /// The names under which values are remembered, at any time.
    remembered: BTreeSet<String>,
    /// Whether there are pieces whose names only the board or the set they come in tells.
    more_pieces: bool,
    /// Whether the board brings tracks of its own.
    more_tracks: bool,
}

/// What all tracks together are called.
const ALL_TRACKS: &str = "AllTracks";

/// A family of names.
struct Family<'a> {
    code: &'static str,
    called: &'static str,
    names: &'a BTreeSet<String>,
    /// What has kinds by its attributes: `Card` the kind `Card-hearts-14`. Whether there is such a kind is known once they are made.
    several: Option<&'a BTreeSet<String>>,
    /// Whether a part of a name names all that have it: `Home` the regions `HomeP1` and `HomeP2`.
    partial: bool,
}

impl Declared {
    fn of(term: &Term, game: &Call) -> Declared {
        let players = players(game);
        // Without players nobody has pieces: that is what is wrong then, and not their names.
        let mut declared = Declared { players, more_pieces: players.is_none_or(|n| n == 0), ..Declared::default() };
        each_call(term, &mut |call| declared.declare(call));
        declared
    }

    fn declare(&mut self, call: &Call) {
        let texts =
            |slot| call.get(slot).into_iter().flat_map(Term::members).filter_map(|t| t.text().map(str::to_owned));
        match call.prim {
            Prim::Propose => self.proposals.extend(texts("proposition")),
            Prim::Vote => self.votes.extend(texts("vote")),
            _ => {}
        }
        let Some(name) = call.get("name").and_then(Term::text) else {
            self.more_pieces |= matches!(call.prim, Prim::Dominoes | Prim::Deck | Prim::Dice);
            self.more_tracks |= call.prim == Prim::SurakartaBoard;
            return;
        };
        match call.prim {
            Prim::PieceKind | Prim::Tile | Prim::Domino | Prim::Die | Prim::Card => {
                let usual = if call.prim == Prim::Tile { "Shared" } else { "Each" };
                let role = call.get("role").and_then(Term::symbol).unwrap_or(usual);
                self.piece(name, role);
                if call.get("attributes").is_some() {
                    self.several.insert(name.to_owned());
                }
            }
            Prim::Regions => _ = self.regions.insert(name.to_owned()),
            Prim::Track => _ = self.tracks.insert(name.to_owned()),
            Prim::Map => _ = self.maps.insert(name.to_owned()),
            Prim::Phase => _ = self.phases.insert(name.to_owned()),
            Prim::SetVar | Prim::StartSetVar | Prim::FieldVar => _ = self.variables.insert(name.to_owned()),
            Prim::RememberValue | Prim::StartRememberValue => _ = self.remembered.insert(name.to_owned()),
            Prim::ZoneSpec => _ = self.zones.insert(name.to_owned()),
            _ => {}
        }
    }

    /// A piece goes by its bare name, and by its name with the number of its owner.
    fn piece(&mut self, name: &str, role: &str) {
        self.pieces.insert(name.to_owned());
        let numbers = match role {
            "Each" => 1..self.players.unwrap_or(0) + 1,
            "Shared" | "Neutral" => 0..1,
            _ => match role.strip_prefix('P').and_then(|n| n.parse::<usize>().ok()) {
                Some(n) => n..n + 1,
                None => 0..self.players.unwrap_or(0) + 1,
            },
        };
        self.pieces.extend(numbers.map(|n| format!("{name}{n}")));
    }

    /// What a game cannot do without.
    fn complete(&self, term: &Term, game: &Call, diagnostics: &mut Vec<Diagnostic>) {
        let lacks =
            |origin: Origin, message: &str, label: &str| Diagnostic::error(codes::INCOMPLETE, message, origin, label);
        if let Some(equipment) = game.get("equipment")
            && equipment.call().and_then(|call| call.get("items")).is_none_or(|items| items.members().is_empty())
        {
            diagnostics.push(
                lacks(equipment.origin, "the equipment is empty", "no board and no pieces")
                    .help("a game needs at least a board: `(equipment { (board (square 8)) (piece \"Disc\" Each) })`"),
            );
        }
        let rules = game.get("rules").and_then(Term::call);
        if let Some(rules) = rules
            && rules.get("play").is_none()
        {
            let phases = rules.get("phases").map_or(&[][..], Term::members);
            if phases.is_empty() {
                diagnostics.push(lacks(term.origin, "nothing may be played", "no `(play …)` and no phase"));
            }
            for phase in phases {
                if phase.call().is_some_and(|call| call.get("play").is_none()) {
                    diagnostics.push(
                        lacks(phase.origin, "nothing may be played in this phase", "no `(play …)`")
                            .help("give the phase a `(play …)`, or the rules one for all phases that have none"),
                    );
                }
            }
        }
    }

    /// Looks at the names a ludeme uses.
    fn uses(&self, call: &Call, diagnostics: &mut Vec<Diagnostic>) {
        for (slot, arg) in &call.args {
            if let Some(family) = self.family(call, slot) {
                for name in arg.members() {
                    diagnostics.extend(name.text().and_then(|text| family.misses(text, name.origin)));
                }
            }
            for role in arg.members() {
                diagnostics.extend(self.too_many_players(call, role));
            }
        }
    }

    /// The family of names asked for in a slot.
    fn family(&self, call: &Call, slot: &str) -> Option<Family<'_>> {
        let (code, called, names) = match (call.prim, slot) {
            (Prim::Place | Prim::PlaceStack, "item" | "items")
            | (Prim::PlaceRandom, "items")
            | (Prim::ItemCount, "item")
            | (Prim::PieceRef, "piece")
            | (Prim::Id | Prim::Where | Prim::WhereLevel | Prim::CountPieces | Prim::NoPieces, "name")
            | (Prim::ForEachPiece, "items")
            | (Prim::SitesOccupied, "component" | "components") => {
                if self.more_pieces {
                    return None;
                }
                (codes::UNKNOWN_PIECE, "piece", &self.pieces)
            }
            (Prim::Sites, "name") if !is_coordinate(call.get("name")) => {
                (codes::UNKNOWN_REGION, "region", &self.regions)
            }
            (Prim::ZoneRef, "name") => (codes::UNKNOWN_ZONE, "zone", &self.zones),
            (Prim::MapEntry, "name") => (codes::UNKNOWN_MAP, "map", &self.maps),
            (Prim::IsProposed, "proposition") if call.get("word").and_then(Term::symbol) == Some("Decided") => {
                (codes::UNKNOWN_PROPOSAL, "vote", &self.votes)
            }
            (Prim::IsProposed, "proposition") => (codes::UNKNOWN_PROPOSAL, "proposal", &self.proposals),
            (Prim::Var, "name") => (codes::UNKNOWN_VARIABLE, "variable", &self.variables),
            (Prim::ValuesRemembered | Prim::ForgetValue, "name") => {
                (codes::UNKNOWN_VARIABLE, "list of values", &self.remembered)
            }
            (Prim::NextPhase, "phase") => (codes::UNKNOWN_PHASE, "phase", &self.phases),
            (_, "track") if !self.more_tracks && call.get(slot).and_then(Term::text) != Some(ALL_TRACKS) => {
                (codes::UNKNOWN_TRACK, "track", &self.tracks)
            }
            _ => return None,
        };
        let partial = matches!(called, "piece" | "region" | "track");
        let several = (called == "piece").then_some(&self.several);
        Some(Family { code, called, names, several, partial })
    }

    /// A player beyond those that the game has: by name, or as `(player 3)`.
    fn too_many_players(&self, call: &Call, role: &Term) -> Option<Diagnostic> {
        let players = self.players?;
        let number = match (role.symbol().filter(|_| role.ty == Type::Role), &role.kind) {
            (Some(word), _) => word.strip_prefix('P')?.parse().ok()?,
            (None, TermKind::Int(number)) if call.prim == Prim::PlayerOf => usize::try_from(*number).ok()?,
            _ => return None,
        };
        (number > players).then(|| {
            let message = format!("there is no player {number}");
            let label = format!("the game has {players} player{}", if players == 1 { "" } else { "s" });
            let found = Diagnostic::warning(codes::NO_SUCH_PLAYER, message, role.origin, label);
            match call.get("name").filter(|name| call.prim == Prim::PieceKind && name.text().is_some()) {
                Some(name) => found
                    .also(name.origin, "so nobody has this piece")
                    .help(format!("give it to one of `P1` to `P{players}`, to `Each`, or to nobody: `Neutral`")),
                None => found,
            }
        })
    }
}

impl Family<'_> {
    fn misses(&self, name: &str, origin: Origin) -> Option<Diagnostic> {
        if self.names.contains(name) || self.partial && self.names.iter().any(|n| n.contains(name)) {
            return None;
        }
        let kind_of = |base: &String| name.strip_prefix(base.as_str()).is_some_and(|rest| rest.starts_with('-'));
        if self.several.is_some_and(|several| several.iter().any(kind_of)) {
            return None;
        }
        let Family { code, called, names, .. } = self;
        let finding = Diagnostic::error(code, format!("there is no {called} called \"{name}\""), origin, "unknown");
        let candidates = || names.iter().map(String::as_str);
        if did_you_mean(name, candidates()).is_some() {
            return Some(finding.help(suggestion(name, candidates()).unwrap_or_default()));
        }
        // Nothing is near: it is missing rather than misspelt.
        let mut help = self.declaration(name);
        match suggestion(name, candidates()) {
            Some(list) => help += &format!("; {list}"),
            None if names.is_empty() => help += &format!("; the game has no {called} with a name"),
            None => {}
        }
        Some(finding.help(help))
    }

    /// How what is missing would be declared.
    fn declaration(&self, name: &str) -> String {
        let (form, place) = match self.called {
            "piece" => {
                let bare = name.trim_end_matches(|c: char| c.is_ascii_digit());
                let owner = match &name[bare.len()..] {
                    "" => "Each".to_owned(),
                    "0" => "Neutral".to_owned(),
                    number => format!("P{number}"),
                };
                (format!("(piece \"{bare}\" {owner})"), "equipment")
            }
            "region" => (format!("(regions \"{name}\" {{…}})"), "equipment"),
            "proposal" => (format!("(move Propose \"{name}\")"), "moves"),
            "vote" => (format!("(move Vote \"{name}\")"), "moves"),
            "variable" => (format!("(set Var \"{name}\" 0)"), "rules of the start"),
            "list of values" => (format!("(remember Value \"{name}\" …)"), "effects"),
            "phase" => (format!("(phase \"{name}\" (play …))"), "phases"),
            called => (format!("({called} \"{name}\" …)"), "equipment"),
        };
        format!("`{form}` among the {place} would declare it")
    }
}

/// Whether a text is a coordinate, such as `E4`.
fn is_coordinate(text: Option<&Term>) -> bool {
    let text = text.and_then(Term::text).unwrap_or_default();
    let digits = text.trim_start_matches(|c: char| c.is_ascii_uppercase());
    digits.len() < text.len() && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// How many players there are.
fn players(game: &Call) -> Option<usize> {
    let players = game.get("players")?.call()?;
    match (players.get("count").map(|count| &count.kind), players.get("list")) {
        // More players than there can be are an error of the equipment; here their names only take room.
        (Some(TermKind::Int(count)), _) => usize::try_from((*count).min(MOST_PLAYERS)).ok(),
        (_, Some(list)) => Some(list.members().len()),
        _ => None,
    }
}
