//! Facts of a game: how many play, what its sites and pieces are called, what is chosen and rolled.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalogue::Prim;
use crate::rules::{Call, Term, TermKind};

/// What the whole game says, needed everywhere.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    /// How many play.
    pub players: i32,
    /// Whether they move at the same time.
    pub at_once: bool,
    /// What a site is called: `square`, `point` ….
    pub site: &'static str,
    /// Columns of a board of squares, to name its sites.
    pub columns: Option<i32>,
    /// Whether the board is one of squares, with rows and columns.
    pub squares: bool,
    /// Kinds of piece, with the role that owns them.
    pub pieces: BTreeMap<String, String>,
    /// What a piece is called: by its kind, if all are of one that nobody owns.
    pub thing: String,
    /// What the things in a zone are called, where all are of one kind that nobody owns; nothing where they are not.
    pub contents: BTreeMap<String, Option<String>>,
    /// Whether there is a board to play on.
    pub board: bool,
    /// Names of regions, and the empty one where a region has none.
    pub regions: BTreeSet<String>,
    /// The families of regions that constraints of a puzzle are about; a region that is listed has no name here.
    pub families: Vec<String>,
    /// The same for each name of regions.
    pub named_regions: BTreeMap<String, Vec<String>>,
    /// Kinds of piece with attributes.
    pub attributed: BTreeSet<String>,
    /// Zones of which each player has one.
    pub owned_zones: BTreeSet<String>,
    /// Zones.
    pub zones: BTreeSet<String>,
    /// Words to choose from, by the name of the choice.
    pub words: BTreeMap<String, Vec<String>>,
    /// Names under which something is rolled.
    pub rolled: BTreeSet<String>,
    /// Names under which something is chosen.
    pub chosen: BTreeSet<String>,
    /// Words of attributes, by name.
    pub attributes: BTreeMap<String, Vec<String>>,
    /// Whether sites are pits, of which one chooses one and not what lies in it.
    pub pits: bool,
    /// The kind of diagonals drawn on the board, if any are.
    pub diagonals: Option<String>,
    /// Whether the board is a single row.
    pub row: bool,
    /// What begins the count of moves anew: `a capture`; nothing where that cannot be told in a few words.
    pub counted: Option<BTreeSet<String>>,
    /// Pieces as the set-up names them that it puts on one site only.
    pub alone: BTreeSet<String>,
    /// Kinds of piece of one player of which there is but one.
    pub single: BTreeSet<String>,
    /// Variables that are counted on from what they hold, and that the set-up does not set.
    pub from_minus_one: BTreeSet<String>,
    /// Whether sites are to get values, as in a deduction puzzle.
    pub puzzle: bool,
}

impl Facts {
    pub fn of(game: &Term) -> Facts {
        let mut facts = Facts { players: 2, site: "site", ..Facts::default() };
        each(game, &mut |call| facts.note(call));
        let mut kinds = facts.pieces.iter();
        facts.thing = match (kinds.next(), kinds.next()) {
            (Some((name, role)), None) if role == "Shared" => super::words::spaced(name),
            _ => "piece".to_owned(),
        };
        let mut begun = Some(BTreeSet::new());
        begins_count(game, None, &[], &mut begun);
        facts.counted = begun;
        facts.find_single(game);
        facts.find_unset(game);
        // What is put into a zone goes on to those that are filled from it.
        for _ in 0..facts.zones.len() {
            each(game, &mut |call| facts.fill(call));
        }
        facts
    }

    fn fill(&mut self, call: &Call) {
        let zone = |slot: &str| call.get(slot)?.as_prim(Prim::ZoneRef)?.get("name")?.text().map(str::to_owned);
        match call.prim {
            Prim::Place => {
                let (Some(item), Some(into)) =
                    (call.get("item").and_then(Term::text), call.get("container").and_then(Term::text))
                else {
                    return;
                };
                let base = into.trim_end_matches(|c: char| c.is_ascii_digit());
                let into = if self.zones.contains(into) { into } else { base };
                let kind = item.split('-').next().unwrap_or(item);
                let shared = self.pieces.get(kind).is_some_and(|role| role == "Shared");
                let thing = shared.then(|| super::words::spaced(kind));
                let before = self.contents.entry(into.to_owned()).or_insert_with(|| thing.clone());
                if *before != thing {
                    *before = None;
                }
            }
            Prim::StartDraw | Prim::Draw | Prim::ZoneMove | Prim::MoveAll => {
                if let (Some(from), Some(to)) = (zone("from"), zone("to"))
                    && let Some(thing) = self.contents.get(&from).cloned()
                {
                    self.contents.entry(to).or_insert(thing);
                }
            }
            _ => {}
        }
    }

    fn note(&mut self, call: &Call) {
        if let Some(word) = call.word("diagonals").filter(|word| *word != "Implied") {
            self.diagonals = Some(word.to_owned());
        }
        let name = call.get("name").and_then(Term::text).map(str::to_owned);
        match call.prim {
            Prim::Mode => self.at_once |= call.word("mode") == Some("Simultaneous"),
            Prim::Players => {
                self.players = match (call.get("count").and_then(Term::int), call.get("list")) {
                    (Some(n), _) => n,
                    (_, Some(list)) => i32::try_from(list.members().len()).unwrap_or(i32::MAX),
                    _ => 2,
                };
            }
            Prim::Board => {
                self.puzzle |= call.get("values").is_some();
                let graph = call.get("graph");
                (self.site, self.squares) = match call.word("use") {
                    Some("Vertex") => ("point", graph.is_some_and(on_squares)),
                    Some("Edge") => ("edge", false),
                    _ if graph.is_some_and(on_squares) => ("square", true),
                    _ => ("cell", false),
                };
                self.columns = graph.and_then(columns);
                self.row = graph.and_then(Term::call).and_then(|call| call.get("rows")).and_then(Term::int) == Some(1);
                self.board = graph.and_then(Term::call).and_then(|call| call.get("dim")).and_then(Term::int) != Some(1);
            }
            Prim::MancalaBoard => (self.site, self.board, self.pits) = ("pit", true, true),
            Prim::SurakartaBoard => (self.site, self.board) = ("point", true),
            Prim::Boardless => (self.site, self.board) = ("cell", true),
            Prim::PieceKind | Prim::Tile | Prim::Die | Prim::Card | Prim::Domino => {
                let usual = if call.prim == Prim::Tile { "Shared" } else { "Each" };
                let role = call.word("role").unwrap_or(usual).to_owned();
                if call.get("attributes").is_some() {
                    self.attributed.extend(name.clone());
                }
                _ = name.map(|name| self.pieces.insert(name, role));
            }
            Prim::Regions => {
                let name = name.unwrap_or_default();
                _ = self.regions.insert(name.clone());
                for member in call.get("sites").map(Term::members).unwrap_or_default() {
                    let family = member.symbol().unwrap_or_default().to_owned();
                    self.named_regions.entry(name.clone()).or_default().push(family.clone());
                    if !self.families.contains(&family) {
                        self.families.push(family);
                    }
                }
            }
            Prim::ZoneSpec => {
                let Some(name) = name else { return };
                if call.get("role").is_some() {
                    self.owned_zones.insert(name.clone());
                }
                self.zones.insert(name);
            }
            Prim::Choose => {
                let Some(name) = name else { return };
                if let Some(list) = call.get("words") {
                    let words = list.members().iter().filter_map(|word| word.text().map(str::to_owned)).collect();
                    self.words.insert(name.clone(), words);
                }
                self.chosen.insert(name);
            }
            Prim::Roll => _ = name.map(|name| self.rolled.insert(name)),
            Prim::AttributeSpec => {
                let values = call.get("values").or(call.get("value"));
                let texts: Vec<String> = values
                    .map_or(&[][..], Term::members)
                    .iter()
                    .filter_map(|value| value.text().map(str::to_owned))
                    .collect();
                if let Some(name) = name.filter(|_| !texts.is_empty()) {
                    self.attributes.entry(name).or_insert(texts);
                }
            }
            _ => {}
        }
    }

    /// Which variables are counted on from the value that they have where nothing has set them.
    fn find_unset(&mut self, game: &Term) {
        let name = |call: &Call| call.get("name").and_then(Term::text).unwrap_or_default().to_owned();
        let mut set = BTreeSet::new();
        each(game, &mut |call| match call.prim {
            Prim::SetVar => {
                let Some(value) = call.get("value") else { return };
                let mut counted_on = false;
                each(value, &mut |inner| counted_on |= inner.prim == Prim::Var && name(inner) == name(call));
                if counted_on {
                    self.from_minus_one.insert(name(call));
                }
            }
            Prim::StartSetVar => _ = set.insert(name(call)),
            _ => {}
        });
        self.from_minus_one.retain(|name| !set.contains(name));
    }

    /// Which pieces the set-up puts on one site only, and which kinds come into play in no other way.
    fn find_single(&mut self, game: &Term) {
        let mut put: BTreeMap<String, usize> = BTreeMap::new();
        let mut more = BTreeSet::new();
        each(game, &mut |call| match call.prim {
            Prim::Place => {
                let sites = call.get("coord").or(call.get("coords")).or(call.get("region"));
                let one = sites.is_some_and(is_site)
                    && call.get("count").is_none_or(|count| count.constant() == Some(1))
                    && call.get("container").is_none();
                if let Some(item) = call.get("item").and_then(Term::text) {
                    *put.entry(item.to_owned()).or_default() += if one { 1 } else { 2 };
                }
            }
            Prim::PieceRef | Prim::PlaceStack | Prim::PlaceRandom => {
                call.args.iter().for_each(|(_, arg)| texts(arg, &mut |text| _ = more.insert(text.to_owned())));
            }
            Prim::StartForEach | Prim::StartForEachPlayer | Prim::StartForEachValue | Prim::StartForEachOf => {
                call.args
                    .iter()
                    .for_each(|(_, arg)| texts(arg, &mut |text| *put.entry(text.to_owned()).or_default() += 2));
            }
            _ => {}
        });
        let kind = |item: &str| self.piece_and_owner(item).0.to_owned();
        let more: BTreeSet<String> = more.iter().map(|item| kind(item)).collect();
        let single = put.iter().filter(|(item, n)| {
            let base = kind(item);
            let others = put.keys().any(|other| other != *item && kind(other) == base);
            let owned = self.pieces.get(&base).is_some_and(|role| role.starts_with('P'));
            **n == 1 && owned && !others && !more.contains(&base)
        });
        let single = single.map(|(item, _)| kind(item)).collect();
        self.alone = put.into_iter().filter(|(_, n)| *n == 1).map(|(item, _)| item).collect();
        self.single = single;
    }

    /// The name of a site of a board of squares, as moves have it.
    pub fn label(&self, site: i32) -> Option<String> {
        let columns = self.columns.filter(|columns| (1..=26).contains(columns) && site >= 0)?;
        let letter = char::from(b'a' + u8::try_from(site % columns).ok()?);
        Some(format!("{letter}{}", site / columns + 1))
    }

    /// The kind of piece of a player who has only one, which nobody else has.
    pub fn only_kind(&self, role: &str) -> Option<&str> {
        role.strip_prefix('P').filter(|n| n.parse::<u32>().is_ok())?;
        let mut kinds = self.pieces.iter().filter(|(_, owner)| *owner == role || *owner == "Each");
        match (kinds.next(), kinds.next()) {
            (Some((kind, owner)), None) if owner == role => Some(kind),
            _ => None,
        }
    }

    /// What the things in a zone are called.
    pub fn thing_in(&self, zone: &str) -> &str {
        self.contents.get(zone).and_then(Option::as_deref).unwrap_or(&self.thing)
    }

    /// A kind of piece and the number of its owner: `Disc1` is a disc of player 1.
    pub fn piece_and_owner<'n>(&self, name: &'n str) -> (&'n str, Option<u32>) {
        let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
        if !self.pieces.contains_key(name) && self.pieces.contains_key(base) {
            return (base, name[base.len()..].parse().ok());
        }
        (name, None)
    }
}

/// What begins the count of moves anew, into `out`: nothing if some of it has no name. `outer` are the ludemes around `term`,
/// outermost first.
fn begins_count<'t>(term: &'t Term, piece: Option<&str>, outer: &[&'t Call], out: &mut Option<BTreeSet<String>>) {
    let members = match &term.kind {
        TermKind::Call(call) => {
            if call.prim == Prim::SetValue && call.word("word") != Some("Pot") {
                let name = begun_by(piece, outer).filter(|_| call.get("value").is_none());
                match (name, out.as_mut()) {
                    (Some(name), Some(known)) => _ = known.insert(name),
                    _ => *out = None,
                }
            }
            let piece = match call.prim {
                Prim::PieceKind => call.get("name").and_then(Term::text).or(piece),
                _ => piece,
            };
            let outer: Vec<&Call> = outer.iter().copied().chain([call]).collect();
            return call.args.iter().for_each(|(_, arg)| begins_count(arg, piece, &outer, out));
        }
        TermKind::List(members) => members,
        _ => return,
    };
    members.iter().for_each(|member| begins_count(member, piece, outer, out));
}

/// What it is that begins the count: a capture where something is removed beside it, or any move of a piece.
fn begun_by(piece: Option<&str>, outer: &[&Call]) -> Option<String> {
    let removes = |call: &Call| {
        let mut found = false;
        call.args.iter().for_each(|(_, arg)| each(arg, &mut |call| found |= call.prim == Prim::Remove));
        found
    };
    let capture = || Some("a capture".to_owned());
    let at = outer.iter().rposition(|call| matches!(call.prim, Prim::Then | Prim::Apply))?;
    if removes(outer[at]) {
        return capture();
    }
    // Where it belongs to all moves of a kind of piece.
    let whole = at.checked_sub(2).is_some_and(|at| outer[at].prim == Prim::PieceKind);
    if let Some(piece) = piece.filter(|_| whole) {
        let kind = super::words::capital(&super::words::spaced(piece));
        return Some(format!("a move of {}", super::words::a(&kind)));
    }
    outer[..at].last().filter(|call| removes(call)).and_then(|_| capture())
}

/// Whether a term names one site.
pub(super) fn is_site(term: &Term) -> bool {
    match &term.kind {
        TermKind::Int(_) | TermKind::Text(_) => true,
        TermKind::List(members) => members.len() == 1 && is_site(&members[0]),
        TermKind::Call(call) => match call.prim {
            Prim::CentrePoint | Prim::Coord => true,
            Prim::Sites => call.get("list").or(call.get("coords")).is_some_and(is_site),
            _ => false,
        },
        _ => false,
    }
}

fn texts(term: &Term, see: &mut impl FnMut(&str)) {
    match &term.kind {
        TermKind::Text(text) => see(text),
        TermKind::List(members) => members.iter().for_each(|member| texts(member, see)),
        TermKind::Call(call) => call.args.iter().for_each(|(_, arg)| texts(arg, see)),
        _ => {}
    }
}

/// Calls `see` with every ludeme in a term, outermost first.
pub(super) fn each<'t>(term: &'t Term, see: &mut impl FnMut(&'t Call)) {
    match &term.kind {
        TermKind::Call(call) => {
            see(call);
            call.args.iter().for_each(|(_, arg)| each(arg, see));
        }
        TermKind::List(members) => members.iter().for_each(|member| each(member, see)),
        TermKind::Range(ends) => {
            each(&ends.0, see);
            each(&ends.1, see);
        }
        _ => {}
    }
}

fn on_squares(graph: &Term) -> bool {
    let Some(call) = graph.call() else { return false };
    match call.prim {
        Prim::Square | Prim::Rectangle => true,
        Prim::Merge | Prim::GraphUnion => {
            call.get("graphs").is_some_and(|graphs| graphs.members().iter().all(on_squares))
        }
        Prim::GraphRemove | Prim::Shift | Prim::Hole | Prim::Keep | Prim::Clip | Prim::GraphAdd => {
            call.get("graph").is_some_and(on_squares)
        }
        _ => false,
    }
}

fn columns(graph: &Term) -> Option<i32> {
    let call = graph.call()?;
    match call.prim {
        Prim::Square if call.get("shape").is_none() => call.get("dim")?.int(),
        Prim::Rectangle => call.get("columns").or(call.get("rows"))?.int(),
        _ => None,
    }
}
