//! Equipment: players, board, other containers, pieces; where each site has its number.

pub(in crate::lower) mod attributes;
pub(in crate::lower) mod graphs;
pub(in crate::lower) mod notation;
pub(in crate::lower) mod paths;
pub(in crate::lower) mod shapes;
pub(in crate::lower) mod values;

use crate::board::{Board, BoardErrorKind, Direction, Limits, SiteType, Track};
use crate::lower::equipment::attributes::Attribute;
use crate::lower::equipment::notation::Field;
use crate::lower::equipment::paths::Path;
use crate::lower::equipment::shapes::Shape;
use crate::lower::equipment::values::Values;
use crate::lower::hands::dominoes;
use crate::lower::hands::secrets::Audience;
use crate::lower::hands::zones::{self, Zone};
use crate::lower::puzzles::hints::Hint;
use crate::program::Program;
use parlour_grammar::catalogue::{Prim, Type};
use parlour_grammar::diagnostic::{Diagnostic, Dialect};
use parlour_grammar::rules::{Call, MOST_PLAYERS, Term, TermKind};
use parlour_grammar::span::Origin;

/// Board, pieces, players: everything of a game that does not change in play.
///
/// Sites of the whole game are numbered in one row: those of the board's usual kind first, as published, then those of hands
/// and other containers, then those of other kinds of site of the board that the rules speak of.
#[derive(Clone, Debug)]
pub struct Equipment {
    /// The players, the first being player 1.
    pub players: Vec<PlayerInfo>,
    /// The board.
    pub board: Board,
    /// The board and all other containers, in the order of their sites.
    pub containers: Vec<Container>,
    /// The components; number 1 is the first. The bodies of pieces that cover several sites come last.
    pub components: Vec<Component>,
    /// The shapes of pieces that cover several sites.
    pub shapes: Vec<Shape>,
    /// For each kind of site (cell, vertex, edge) the number of its first site, if the game uses the kind.
    pub first_of_kind: [Option<u32>; 3],
    /// Sites of all kinds and containers.
    pub sites: u32,
    /// Words of a set of sites.
    pub width: usize,
    /// Tracks by name and owner.
    pub tracks: Vec<NamedTrack>,
    /// The attributes that components have.
    pub attributes: Vec<Attribute>,
    /// The zones, in the order of their rows.
    pub zones: Vec<Zone>,
    /// Whether something of what is on sites may be hidden from a player.
    pub board_secrets: bool,
    /// The phases in which what may be played can depend on zones that not all players see.
    pub private_phases: Vec<usize>,
    /// The dice of all containers of dice, in the order of their sites.
    pub dice: Vec<Die>,
    /// How positions are written, field by field; empty if nothing is said.
    pub notation: Vec<Field>,
    /// Pieces that the set-up puts into play, if that is known before.
    pub pieces_at_start: Option<u32>,
    /// What may be assigned to sites, in a puzzle.
    pub values: Option<Values>,
    /// The hints of a puzzle.
    pub hints: Vec<Hint>,
    /// The sites of a puzzle whose values are to be found.
    pub variables: Vec<u32>,
}

/// A player.
#[derive(Clone, Debug)]
pub struct PlayerInfo {
    /// Which way the player's pieces face, if they face any way.
    pub facing: Option<Direction>,
    /// The team of the player; 0 for none.
    pub team: u32,
}

/// A board, a hand …: sites.
#[derive(Clone, Debug)]
pub struct Container {
    /// Its name: `Board`, `Hand1` …
    pub name: String,
    /// Its first site.
    pub first: u32,
    /// Number of sites.
    pub sites: u32,
    /// The player it belongs to; 0 for none.
    pub owner: u32,
}

/// A kind of piece of one owner.
#[derive(Clone, Debug)]
pub struct Component {
    /// Its name without the owner: `Pawn`.
    pub base: String,
    /// Its name: `Pawn1`.
    pub name: String,
    /// Its owner: 0 neutral, a player, or players + 1 for all.
    pub owner: u32,
    /// Which way it faces.
    pub facing: Option<Direction>,
    /// The two states it flips between.
    pub flips: Option<(i32, i32)>,
    /// Which item of the equipment describes it.
    pub item: usize,
    /// Who sees its pieces.
    pub seen_by: Audience,
    /// Who knows, of those who see them, that they are of this kind.
    pub known_by: Audience,
    /// Its attributes, by number, and their values.
    pub attributes: Vec<(usize, i32)>,
    /// The letter by which boards as text show it, if its author says.
    pub letter: Option<String>,
    /// Which shape its pieces have, if they cover several sites.
    pub shape: Option<usize>,
    /// The paths across it, if it is a tile that has some.
    pub paths: Vec<Path>,
    /// The pips of its halves, if it is a domino.
    pub pips: Option<(i32, i32)>,
    /// In how many slots paths can end on each side.
    pub slots: u32,
    /// The component, counted from 1, whose pieces cover the sites where this one stands, if it is only that.
    pub body_of: Option<u32>,
}

/// Most sites of a game.
const MOST_SITES: usize = crate::program::WIDTHS[crate::program::WIDTHS.len() - 1] * 64;

/// A die.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Die {
    /// Which container of dice it belongs to, counted from 0.
    pub container: usize,
    /// Its site.
    pub site: u32,
    /// The player it belongs to; players + 1 for all together.
    pub owner: u32,
    /// What its faces show.
    pub faces: Vec<i32>,
    /// The weight of each face.
    pub weights: Vec<i32>,
}

/// A track with its name.
#[derive(Clone, Debug)]
pub struct NamedTrack {
    /// Its name.
    pub name: String,
    /// Its owner; 0 for all.
    pub owner: u32,
    /// Its sites.
    pub track: Track,
    /// Whether it leads one way only.
    pub directed: bool,
}

/// Reads the equipment of a game.
pub(in crate::lower) fn read(game: &Call, whole: &Term, dialect: Dialect) -> Result<Equipment, Vec<Diagnostic>> {
    let mut reader = Reader { diags: Vec::new(), dice: Vec::new() };
    let players = reader.players(game);
    let items = match game.get("equipment").and_then(Term::call).and_then(|c| c.get("items")) {
        Some(items) => items.members(),
        None => &[],
    };
    let zones = zones::read(items, players.len() as u32, &mut reader.diags);
    let board = if zones.is_empty() { reader.board(items, whole) } else { reader.board_or_table(items, whole) };
    let mut known = Vec::new();
    let mut components = reader.components(items, &players, &mut known);
    let values = (board.as_ref())
        .and_then(|(_, kind, term)| values::read(term.call()?, *kind, &mut components, dialect, &mut reader.diags));
    if components.is_empty() {
        // Games of edges and territories name no pieces: what players claim is then marked by one kind for each.
        let mark =
            |owner: u32| Component { base: "Mark".into(), name: format!("Mark{owner}"), owner, ..Component::none() };
        components.extend((1..=players.len() as u32).map(mark));
    }
    let Some((board, kind, board_term)) = board else { return Err(reader.diags) };
    let mut sites = board.count(kind) as u32;
    let mut first_of_kind = [None; 3];
    first_of_kind[kind as usize] = Some(0);
    let mut containers = vec![Container { name: "Board".into(), first: 0, sites, owner: 0 }];
    // Hands come before dice, as in Ludii, whose recorded play numbers sites so.
    let is_dice = |item: &&Term| item.call().is_some_and(|call| call.prim == Prim::Dice);
    for item in items.iter().filter(|item| !is_dice(item)).chain(items.iter().filter(is_dice)) {
        reader.container(item, &players, &mut containers, &mut sites);
    }
    let dominoes = components.iter().filter(|c| c.pips.is_some()).count() as u32;
    if dominoes > 0
        && zones.is_empty()
        && crate::lower::turns::script::speaks(whole, &[Prim::StartDeal, Prim::TakeDomino])
    {
        containers.push(Container { name: dominoes::BAG.to_owned(), first: sites, sites: dominoes, owner: 0 });
        sites += dominoes;
    }
    for other in [SiteType::Cell, SiteType::Vertex, SiteType::Edge] {
        if other != kind && speaks_of(whole, other) {
            first_of_kind[other as usize] = Some(sites);
            sites += board.count(other) as u32;
        }
    }
    let Some(width) = Program::width_for(sites as usize) else {
        reader.diags.push(
            Diagnostic::error(
                "E0401",
                format!("the game has {sites} sites"),
                board_term.origin,
                "this board is too large",
            )
            .help(format!("at most {MOST_SITES} sites can be played")),
        );
        return Err(reader.diags);
    };
    let mut tracks = Vec::new();
    if let Some(call) = board_term.call() {
        reader.tracks(call, &board, kind, &mut tracks);
        if call.prim == Prim::SurakartaBoard {
            reader.loops(call, board_term, &board, &mut tracks);
        }
    }
    let mut equipment = Equipment {
        players,
        board,
        containers,
        components,
        shapes: Vec::new(),
        first_of_kind,
        sites,
        width,
        tracks,
        attributes: known,
        zones,
        board_secrets: false,
        private_phases: Vec::new(),
        dice: reader.dice,
        notation: Vec::new(),
        pieces_at_start: None,
        values,
        hints: Vec::new(),
        variables: Vec::new(),
    };
    equipment.read_paths(items, &mut reader.diags);
    if board_term.call().is_some_and(|call| BOARDS.contains(&call.prim)) {
        equipment.read_shapes(items, &mut reader.diags);
    }
    equipment.notation = notation::read(items, &equipment, &mut reader.diags);
    if reader.diags.is_empty() { Ok(equipment) } else { Err(reader.diags) }
}

impl Equipment {
    /// The usual kind of site of the board.
    #[must_use]
    pub fn kind(&self) -> SiteType {
        self.board.kind()
    }

    /// Number of sites of the board's usual kind.
    #[must_use]
    pub fn board_sites(&self) -> u32 {
        self.containers[0].sites
    }

    /// The kind of a site and its published number: its place among the sites of its kind.
    #[must_use]
    pub fn place_of(&self, site: u32) -> (SiteType, u32) {
        for kind in [SiteType::Cell, SiteType::Vertex, SiteType::Edge] {
            if kind != self.kind()
                && let Some(first) = self.first_of_kind[kind as usize]
                && site >= first
                && site < first + self.board.count(kind) as u32
            {
                return (kind, site - first);
            }
        }
        (self.kind(), site)
    }

    /// The container a site belongs to; the board for sites of its other kinds.
    #[must_use]
    pub fn container_of(&self, site: u32) -> &Container {
        self.containers.iter().find(|c| (c.first..c.first + c.sites).contains(&site)).unwrap_or(&self.containers[0])
    }

    /// How a site is written: its label, or the name of the hand and the place in it.
    #[must_use]
    pub fn label(&self, site: u32) -> String {
        let (kind, number) = self.place_of(site);
        if kind != self.kind() || number < self.board_sites() {
            let label = self.board.label(kind, number).to_lowercase();
            if kind == self.kind() { label } else { format!("{}:{label}", kind.name().to_lowercase()) }
        } else {
            let container = self.container_of(site);
            let name = container.name.to_lowercase();
            if container.sites == 1 { name } else { format!("{name}.{}", site - container.first + 1) }
        }
    }

    /// The site written so.
    #[must_use]
    pub fn site(&self, label: &str) -> Option<u32> {
        let label = label.trim();
        if let Some((kind, rest)) = label.split_once(':') {
            let kind = [SiteType::Cell, SiteType::Vertex, SiteType::Edge]
                .into_iter()
                .find(|k| k.name().eq_ignore_ascii_case(kind))?;
            return Some(self.board.site(kind, &rest.to_uppercase())? + self.first_of_kind[kind as usize]?);
        }
        if let Some(site) = self.board.site(self.kind(), &label.to_uppercase()) {
            return Some(site);
        }
        self.containers[1..].iter().find_map(|c| {
            let rest = label.to_lowercase().strip_prefix(&c.name.to_lowercase())?.to_owned();
            let place: u32 = if rest.is_empty() { 1 } else { rest.strip_prefix('.')?.parse().ok()? };
            (1..=c.sites).contains(&place).then(|| c.first + place - 1)
        })
    }

    /// The component of this full name, counted from 1.
    #[must_use]
    pub fn component(&self, name: &str) -> Option<usize> {
        self.components.iter().position(|c| c.name == name).map(|i| i + 1)
    }

    /// The component of this name without owner that belongs to `owner`, counted from 1.
    #[must_use]
    pub fn component_of(&self, base: &str, owner: u32) -> Option<usize> {
        self.components.iter().position(|c| c.base == base && c.owner == owner).map(|i| i + 1)
    }
}

/// What a board can be.
const BOARDS: [Prim; 4] = [Prim::Board, Prim::MancalaBoard, Prim::SurakartaBoard, Prim::Boardless];

impl Component {
    /// One without name or anything particular about it.
    pub(in crate::lower) fn none() -> Component {
        Component {
            base: String::new(),
            name: String::new(),
            owner: 0,
            facing: None,
            flips: None,
            item: usize::MAX,
            seen_by: Audience::Everyone,
            known_by: Audience::Everyone,
            attributes: Vec::new(),
            letter: None,
            shape: None,
            paths: Vec::new(),
            slots: 1,
            pips: None,
            body_of: None,
        }
    }
}

struct Reader {
    diags: Vec<Diagnostic>,
    dice: Vec<Die>,
}

impl Reader {
    fn error(&mut self, code: &'static str, message: impl Into<String>, origin: Origin, label: &str) {
        self.diags.push(Diagnostic::error(code, message, origin, label));
    }

    fn players(&mut self, game: &Call) -> Vec<PlayerInfo> {
        let none = PlayerInfo { facing: None, team: 0 };
        let Some(term) = game.get("players") else { return vec![none; 2] };
        let Some(call) = term.call() else { return vec![none; 2] };
        if let Some(list) = call.get("list") {
            let facing =
                |t: &Term| t.call().and_then(|c| c.get("facing")).and_then(Term::symbol).and_then(Direction::from_name);
            if (1..=MOST_PLAYERS as usize).contains(&list.members().len()) {
                return list.members().iter().map(|p| PlayerInfo { facing: facing(p), team: 0 }).collect();
            }
        }
        let count = match call.get("list") {
            Some(list) => i32::try_from(list.members().len()).ok(),
            None => call.get("count").map_or(Some(2), graphs::whole),
        };
        match count {
            Some(n) if (0..=MOST_PLAYERS).contains(&n) && (n > 0 || call.look("list").is_none()) => {
                vec![none; n as usize]
            }
            _ => {
                self.diags.push(
                    Diagnostic::error("E0402", "the number of players is out of range", term.origin, "this number")
                        .help(format!(
                            "a game has 1 to {MOST_PLAYERS} players; one that goes on by itself has `(players 0)`"
                        )),
                );
                vec![none; 2]
            }
        }
    }

    /// The board; where there is none, a table: games of zones need no place.
    fn board_or_table<'t>(&mut self, items: &'t [Term], whole: &'t Term) -> Option<(Board, SiteType, &'t Term)> {
        if items.iter().any(|t| BOARDS.iter().any(|b| is(t, *b))) {
            return self.board(items, whole);
        }
        let shape = crate::board::Shape::Square {
            size: 1,
            shape: crate::board::SquareShape::Square,
            diagonals: None,
            pyramidal: false,
        };
        let made = Board::with_limits(&shape, SiteType::Cell, &Limits::default());
        made.ok().map(|board| (board, SiteType::Cell, whole))
    }

    fn board<'t>(&mut self, items: &'t [Term], whole: &'t Term) -> Option<(Board, SiteType, &'t Term)> {
        let is_board = |t: &&Term| BOARDS.iter().any(|b| is(t, *b));
        let mut boards = items.iter().filter(is_board);
        let Some(term) = boards.next() else {
            self.diags.push(
                Diagnostic::error("E0403", "the game has no board", whole.origin, "its equipment has none")
                    .help("add one to the equipment, such as `(board (square 8))`"),
            );
            return None;
        };
        if let Some(second) = boards.next() {
            self.diags.push(
                Diagnostic::error("E0404", "the game has two boards", second.origin, "the second board")
                    .also(term.origin, "the first board")
                    .help("join them into one with `(union { … })` or `(merge { … })`"),
            );
        }
        let call = term.call()?;
        let uses = call.get("use").and_then(Term::symbol).and_then(graphs::site_type);
        let shape = match graphs::shape_of_board(call) {
            Ok(shape) => shape,
            Err(found) => {
                self.diags.push(found);
                return None;
            }
        };
        let on_points = matches!(call.prim, Prim::MancalaBoard | Prim::SurakartaBoard);
        let default = if on_points { SiteType::Vertex } else { SiteType::Cell };
        let mut kind = uses.unwrap_or(default);
        // Boards have up to three times as many edges as cells or vertices: what has more cannot be played in any way.
        let limits = Limits { elements: 4 * MOST_SITES, ..Limits::default() };
        let mut made = Board::with_limits(&shape, kind, &limits);
        if uses.is_none() && made.as_ref().is_ok_and(|b| b.count(SiteType::Cell) == 0 && b.count(SiteType::Vertex) > 0)
        {
            // Lines without areas: pieces stand on the points.
            kind = SiteType::Vertex;
            made = Board::with_limits(&shape, kind, &limits);
        }
        match made {
            Ok(board) if board.count(kind) == 0 => {
                self.error("E0405", "the board has no sites", term.origin, "there is nothing to stand on");
                None
            }
            Ok(board) => {
                let polar = call.get("labels").and_then(Term::symbol) == Some("Polar");
                Some((if polar { board.with_polar_labels() } else { board }, kind, term))
            }
            Err(e) => {
                let at = call.get("graph").unwrap_or(term).origin;
                let found = Diagnostic::error("E0405", e.to_string(), at, "this board cannot be built");
                self.diags.push(match e.kind {
                    BoardErrorKind::TooLarge => {
                        found.help(format!("make it smaller: at most {MOST_SITES} sites can be played"))
                    }
                    _ => found,
                });
                None
            }
        }
    }

    fn container(&mut self, item: &Term, players: &[PlayerInfo], containers: &mut Vec<Container>, sites: &mut u32) {
        let Some(call) = item.call() else { return };
        match call.prim {
            Prim::Hand => {
                let size = call.get("size").map_or(Some(1), graphs::whole);
                let Some(size) = size.filter(|n| (1..=4096).contains(n)) else {
                    self.error("E0406", "the size of the hand is out of range", item.origin, "1 to 4096 sites");
                    return;
                };
                for owner in owners(call.get("role").and_then(Term::symbol), players.len() as u32) {
                    let name = if owner > players.len() as u32 { "Hand".to_owned() } else { format!("Hand{owner}") };
                    let owner_of = if owner > players.len() as u32 { 0 } else { owner };
                    containers.push(Container { name, first: *sites, sites: size as u32, owner: owner_of });
                    *sites += size as u32;
                }
            }
            Prim::Dice => self.dice(call, item, players.len() as u32, containers, sites),
            _ => {}
        }
    }

    /// Dice that are rolled together, each on a site of its own.
    fn dice(&mut self, call: &Call, item: &Term, players: u32, containers: &mut Vec<Container>, sites: &mut u32) {
        let whole = |slot: &str, default: i32| call.get(slot).map_or(Some(default), graphs::whole);
        let numbers = |list: &Term| list.members().iter().map(graphs::whole).collect::<Option<Vec<i32>>>();
        let (Some(n), Some(d), Some(from)) = (whole("num", 1), whole("d", 6), whole("from", 1)) else {
            return self.error("E0503", "a whole number is needed here", item.origin, "this is not known before play");
        };
        if !(1..=64).contains(&n) {
            return self.error("E0418", "the number of dice is out of range", item.origin, "1 to 64 dice");
        }
        let faces: Option<Vec<Vec<i32>>> = match (call.get("facesByDie"), call.get("faces")) {
            (Some(each), _) => each.members().iter().map(numbers).collect(),
            (None, Some(faces)) => numbers(faces).map(|faces| vec![faces; n as usize]),
            (None, None) if (1..=1000).contains(&d) => {
                Some(vec![(0..d).map(|i| from.saturating_add(i)).collect(); n as usize])
            }
            _ => Some(Vec::new()),
        };
        let biased = call.get("biased").map(|list| numbers(list).unwrap_or_default());
        let faces = faces.unwrap_or_default();
        if faces.len() < n as usize || faces.iter().any(Vec::is_empty) {
            self.diags.push(
                Diagnostic::error("E0527", "a die needs at least one face", item.origin, "these dice lack some")
                    .help("say how many faces they have, as in `(dice d:6 num:2)`, or what each shows, with `faces:` or `facesByDie:`"),
            );
            return;
        }
        let owner = match call.get("role").and_then(Term::symbol) {
            None | Some("Shared" | "All" | "Each") => players + 1,
            role => owners(role, players).first().copied().unwrap_or(players + 1),
        };
        let container = self.dice.iter().map(|d| d.container + 1).max().unwrap_or(0);
        let first = *sites;
        for (i, faces) in faces.into_iter().take(n as usize).enumerate() {
            let weights = biased.clone().unwrap_or_else(|| vec![1; faces.len()]);
            let good = weights.len() == faces.len() && weights.iter().all(|w| (0..=1000).contains(w));
            if !good || weights.iter().all(|w| *w == 0) {
                self.diags.push(
                    Diagnostic::error("E0528", "these are not the weights of the faces", item.origin, "of these dice")
                        .help(format!("give {} weights from 0 to 1000, not all of them 0", faces.len())),
                );
                return;
            }
            self.dice.push(Die { container, site: first + i as u32, owner, faces, weights });
        }
        containers.push(Container { name: "Dice".to_owned(), first, sites: n as u32, owner: 0 });
        *sites += n as u32;
    }

    fn components(&mut self, items: &[Term], players: &[PlayerInfo], known: &mut Vec<Attribute>) -> Vec<Component> {
        let mut components: Vec<Component> = Vec::new();
        for (at, item) in items.iter().enumerate() {
            let Some(call) = item.call() else { continue };
            if matches!(call.prim, Prim::Deck | Prim::Dominoes | Prim::Domino | Prim::Card) {
                let n = players.len() as u32;
                let owner = owners(call.get("role").and_then(Term::symbol).or(Some("Shared")), n);
                let domino = matches!(call.prim, Prim::Dominoes | Prim::Domino);
                for (name, attributes) in zones::family(call, known) {
                    components.push(Component {
                        base: if domino { "Domino".to_owned() } else { "Card".to_owned() },
                        pips: domino.then(|| (attributes[0].1, attributes[1].1)),
                        name,
                        owner: owner.first().copied().unwrap_or(n + 1),
                        item: at,
                        attributes,
                        ..Component::none()
                    });
                }
                continue;
            }
            if !matches!(call.prim, Prim::PieceKind | Prim::Tile | Prim::Die) {
                continue;
            }
            let Some(base) = call.get("name").and_then(Term::text) else { continue };
            let facing = call.get("facing").and_then(Term::symbol).and_then(Direction::from_name);
            let flips = call
                .get("flips")
                .and_then(Term::call)
                .and_then(|f| Some((f.get("a").and_then(graphs::whole)?, f.get("b").and_then(graphs::whole)?)));
            let n = players.len() as u32;
            let kinds = attributes::combinations(known, call.get("attributes"), &mut self.diags);
            // A tile of no one in particular is everybody's.
            let usual = (call.prim == Prim::Tile).then_some("Shared");
            let every = owners(call.get("role").and_then(Term::symbol).or(usual), n);
            let (seen_by, known_by) = (Audience::of(call.get("seenBy")), Audience::of(call.get("knownBy")));
            let by_owner = |audience| matches!(audience, Audience::Owner | Audience::Others);
            if (by_owner(seen_by) || by_owner(known_by)) && every.iter().any(|owner| *owner == 0 || *owner > n) {
                let found = Diagnostic::error(
                    "E0423",
                    format!("the piece `{base}` has no owner"),
                    item.origin,
                    "who sees it depends on whose it is",
                );
                let help = format!("say whose it is, `(piece \"{base}\" Each seenBy:Owner)`, or who else sees it");
                self.diags.push(found.help(help));
            }
            for (owner, (attributes, suffix)) in every.iter().flat_map(|o| kinds.iter().map(move |kind| (*o, kind))) {
                let name = if owner > n { format!("{base}{suffix}") } else { format!("{base}{owner}{suffix}") };
                if components.iter().any(|c| c.name == name) {
                    self.error(
                        "E0407",
                        format!("the piece `{name}` is described twice"),
                        item.origin,
                        "the second description",
                    );
                    continue;
                }
                let facing = facing.or_else(|| players.get(owner.wrapping_sub(1) as usize).and_then(|p| p.facing));
                let attributes = attributes.clone();
                components.push(Component {
                    base: base.to_owned(),
                    name,
                    owner,
                    facing,
                    flips,
                    item: at,
                    seen_by,
                    known_by,
                    attributes,
                    letter: call.get("letter").and_then(Term::text).map(str::to_owned),
                    ..Component::none()
                });
            }
        }
        components
    }

    /// The loops around the corners of a board, each forth and back.
    fn loops(&mut self, call: &Call, board_term: &Term, board: &Board, tracks: &mut Vec<NamedTrack>) {
        let rows = board.rows(SiteType::Vertex);
        let columns = board.columns(SiteType::Vertex);
        let triangle = call.get("graph").is_some_and(|graph| is(graph, Prim::Tri));
        let usual = if triangle { rows.saturating_sub(1) / 2 } else { rows.min(columns).saturating_sub(2) / 2 };
        let number = |slot: &str, default: u32| match call.get(slot) {
            Some(term) => graphs::whole(term).and_then(|n| u32::try_from(n).ok()).filter(|n| *n > 0),
            None => Some(default),
        };
        let (Some(count), Some(first)) = (number("loops", usual), number("from", 1)) else {
            return self.error("E0503", "a whole number from 1 is needed here", board_term.origin, "of these loops");
        };
        let wide = triangle && board.count(SiteType::Vertex) as u32 == rows * (rows + 1) / 2;
        let made = match (triangle, board.count(SiteType::Vertex) as u32 == rows * columns) {
            (true, _) if wide => Track::surakarta_triangle(rows, count, first),
            (false, true) => Track::surakarta(rows, columns, count, first),
            _ => {
                let found = Diagnostic::error("E0405", "this board has no loops", board_term.origin, "described here");
                let help = "loops lie around the corners of a square, a rectangle or a triangle of points";
                return self.diags.push(found.help(help));
            }
        };
        for (k, track) in made.into_iter().enumerate() {
            let name = format!("Track{}{}", first + k as u32 / 2, if k % 2 == 0 { "F" } else { "B" });
            tracks.push(NamedTrack { name, owner: 0, track, directed: false });
        }
    }

    fn tracks(&mut self, board_call: &Call, board: &Board, kind: SiteType, tracks: &mut Vec<NamedTrack>) {
        let Some(list) = board_call.get("track") else { return };
        for term in list.members() {
            let Some(call) = term.call() else { continue };
            let name = call.get("name").and_then(Term::text).unwrap_or_default().to_owned();
            let (looped, directed) = (call.flag("loop"), call.flag("directed"));
            let owner = call.get("owner").map_or(0, |o| match &o.kind {
                TermKind::Int(n) => *n as u32,
                TermKind::Symbol(w) => w.strip_prefix('P').and_then(|n| n.parse().ok()).unwrap_or(0),
                _ => 0,
            });
            let Some(path) = call.get("path") else { continue };
            let parts = match path.text() {
                Some(text) => Track::parse(text),
                None => graphs::track_steps(path),
            };
            match parts.and_then(|parts| Track::new(board, kind, &parts, looped)) {
                Ok(track) => tracks.push(NamedTrack { name, owner, track, directed }),
                Err(e) => self.error("E0408", e.to_string(), path.origin, "this track cannot be followed"),
            }
        }
    }
}

fn is(term: &Term, prim: Prim) -> bool {
    term.call().is_some_and(|c| c.prim == prim)
}

/// The owners that a role in the equipment stands for; players + 1 is all of them together. Where nobody plays, all is shared.
pub(in crate::lower) fn owners(role: Option<&str>, players: u32) -> Vec<u32> {
    match role {
        None if players == 0 => vec![1],
        Some("Each") | None => (1..=players).collect(),
        Some("Neutral") => vec![0],
        Some("Shared" | "All") => vec![players + 1],
        Some(word) => word
            .strip_prefix('P')
            .and_then(|n| n.parse().ok())
            .filter(|n| (1..=players).contains(n))
            .into_iter()
            .collect(),
    }
}

/// Whether the rules name a kind of site.
fn speaks_of(whole: &Term, kind: SiteType) -> bool {
    let mut found = false;
    crate::lower::usage::visit(whole, &mut |term| {
        found |= matches!(term.ty, Type::SiteType | Type::PuzzleElement) && term.symbol() == Some(kind.name());
        // An edge is told by its ends.
        found |= kind != SiteType::Cell && is(term, Prim::EdgeSite);
    });
    found
}
