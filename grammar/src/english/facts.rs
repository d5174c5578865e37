//! Facts of a game: how many play, what its sites and pieces are called, what is chosen and rolled.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalogue::Prim;
use crate::rules::{Call, Term, TermKind};

/// What the whole game says, needed everywhere.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    /// How many play.
    pub players: i32,
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
        let name = call.get("name").and_then(Term::text).map(str::to_owned);
        match call.prim {
            Prim::Players => {
                self.players = match (call.get("count").and_then(Term::int), call.get("list")) {
                    (Some(n), _) => n,
                    (_, Some(list)) => i32::try_from(list.members().len()).unwrap_or(i32::MAX),
                    _ => 2,
                };
            }
            Prim::Board => {
                let graph = call.get("graph");
                (self.site, self.squares) = match call.word("use") {
                    Some("Vertex") => ("point", graph.is_some_and(on_squares)),
                    Some("Edge") => ("edge", false),
                    _ if graph.is_some_and(on_squares) => ("square", true),
                    _ => ("cell", false),
                };
                self.columns = graph.and_then(columns);
                self.board = graph.and_then(Term::call).and_then(|call| call.get("dim")).and_then(Term::int) != Some(1);
            }
            Prim::MancalaBoard => (self.site, self.board) = ("pit", true),
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
            Prim::Regions => _ = self.regions.insert(name.unwrap_or_default()),
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
