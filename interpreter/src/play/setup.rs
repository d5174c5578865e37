//! Set-ups: positions as somebody describes them, and the states they become once they are found to be possible.

mod text;

use super::{Fault, Game, Piece, State};
use crate::lower::Facet;
use crate::machine::{self, Log};
use crate::program::Program;
use crate::program::op::FieldId;
use parlour_grammar::diagnostic::did_you_mean;
use std::collections::BTreeMap;
use std::fmt;

/// A position as described, not yet validated: [`State::from_setup`] makes a state of it.
///
/// As text it is a row of entries: sites with their pieces from top to bottom, and what else is to be said.
/// ```text
/// a6=bbwwbww c5=White d4=Seed*4/2 mover=2 phase=Movement plies=40 score=3,5 amount=7,10 pot=5
/// ```
/// Pieces are the names of components, separated by commas; or a word made of the first letters of names (or of a player's number,
/// where the player has one kind of piece). `var:Lead=2` is a variable of the rules. After a name, `*4` is how many, `/2` the state, `@1` the rotation and `:5` the value; `?k2` says
/// for which players (one bit each) the kind is hidden, or seen, other than the piece's kind has it: `?p` is its presence, `?o` its owner.
/// `pending=e3` are the sites that are pending, and `counter=7` is the counter. `not:a1=2,3` are values that are excluded on a site of a puzzle.
///
/// Where the equipment declares a `(notation …)`, a text without `=` is a position in it: `8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// The pieces of each occupied site, by its label, bottom to top.
    pub sites: Vec<(String, Vec<SetupPiece>)>,
    /// The pieces of zones, by name; those not named are as at the start of the game.
    pub zones: Vec<(String, Vec<SetupPiece>)>,
    /// The player to move; who moves first in the game if nothing is said.
    pub mover: Option<u32>,
    /// The phase that all players are in; the first if nothing is said.
    pub phase: Option<String>,
    /// What the rules' variables hold, by name; those not named are as at the start of the game.
    pub variables: Vec<(String, i32)>,
    /// The sites that are pending, by label.
    pub pending: Vec<String>,
    /// The counter; as at the start of the game if nothing is said.
    pub counter: Option<i32>,
    /// Plies played before in this round; none if nothing is said.
    pub plies: u32,
    /// What is said of the match, where the game is one.
    pub rounds: Option<RoundSetup>,
    /// The score of each player, the first being player 1's; as at the start of the game if nothing is said.
    pub scores: Option<Vec<i32>>,
    /// What each player has to stake, the first being player 1's; as at the start of the game if nothing is said.
    pub amounts: Option<Vec<i32>>,
    /// The pot; as at the start of the game if nothing is said.
    pub pot: Option<i32>,
    /// The values that are excluded on open sites of a puzzle, by label.
    pub excluded: Vec<(String, Vec<i32>)>,
}

/// Where a match stands, in a set-up: as text, `round=2 starter=1 seats=2,1 record:Points=8,0 record:Points/1=8,0`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RoundSetup {
    /// The game that is played, in a match of several: its name, or its number from 1; the first if nothing is said.
    pub game: Option<String>,
    /// The number of the round, from 1; the first if nothing is said.
    pub round: Option<u32>,
    /// The side that began it; who begins the game if nothing is said.
    pub starter: Option<u32>,
    /// The seat of each side; each its own if nothing is said.
    pub seats: Option<Vec<u32>>,
    /// Records by name: sums, or what one round left, for each seat; those not named are 0.
    pub records: Vec<(String, Option<u32>, Vec<i32>)>,
    /// Rounds won by each seat, in a match that counts them.
    pub wins: Option<Vec<i32>>,
}

/// Pieces of a kind in a set-up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupPiece {
    /// The name of the component: `White`, `Pawn2`.
    pub component: String,
    /// How many.
    pub count: u32,
    /// Their state.
    pub state: i32,
    /// Their rotation.
    pub rotation: i32,
    /// Their value.
    pub value: i32,
    /// Who sees what of them, where that is not as their kind says: facets, and one bit for each player.
    pub hidden: Vec<(Facet, u32)>,
}

impl SetupPiece {
    /// One piece without state, rotation or value.
    #[must_use]
    pub fn one(component: impl Into<String>) -> SetupPiece {
        SetupPiece { component: component.into(), count: 1, state: 0, rotation: 0, value: 0, hidden: Vec::new() }
    }
}

/// Why a set-up is no position of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// An entry of the text cannot be read.
    Entry {
        /// The entry.
        entry: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// There is no such site.
    Site(String),
    /// A site is described twice.
    Twice(String),
    /// There is no such component.
    Component {
        /// The name.
        name: String,
        /// Those there are.
        known: Vec<String>,
    },
    /// A site cannot hold so many pieces, or pieces of several kinds.
    TooMany {
        /// The site.
        site: String,
        /// How many it can hold.
        most: u32,
    },
    /// A large piece does not fit where it is to be.
    Fit {
        /// The piece.
        piece: String,
        /// The site.
        site: String,
    },
    /// A large piece cannot lie in this way.
    Way {
        /// The piece.
        piece: String,
        /// The number of the way.
        way: i32,
        /// How many there are.
        ways: u32,
    },
    /// A large piece would cover a site where another stands.
    Overlap {
        /// The piece.
        piece: String,
        /// Where it has its place.
        site: String,
        /// The site that it would cover.
        covered: String,
        /// What stands there.
        other: String,
    },
    /// Pieces of this game have no such property, or not with such a value.
    Property {
        /// The property: state, rotation or value.
        property: &'static str,
        /// Its value.
        value: i32,
    },
    /// There is no such player.
    Player(u32),
    /// There is no such phase.
    Phase {
        /// The name.
        name: String,
        /// Those there are.
        known: Vec<String>,
    },
    /// The rules have no variable of this name.
    Variable(String),
    /// The rules never make a site pending.
    Pending,
    /// The game is no match, or not one of which this could be said.
    Rounds(&'static str),
    /// The match has no game that is called so.
    Game {
        /// The name.
        name: String,
        /// Those there are.
        known: Vec<String>,
    },
    /// The match has no record of this name, or none of this round.
    Record {
        /// The name, and the round.
        name: String,
        /// Those there are.
        known: Vec<String>,
    },
    /// The game has no scores, or not so many.
    Scores {
        /// How many it has.
        needed: usize,
        /// How many were given.
        given: usize,
    },
    /// The game has no amounts, or not so many.
    Amounts {
        /// How many it has.
        needed: usize,
        /// How many were given.
        given: usize,
    },
    /// The rules know no pot.
    Pot,
    /// Nothing can be excluded on this site, or not this value.
    Excluded(String, &'static str),
    /// An entry whose name is that of nothing.
    Key {
        /// The name.
        name: String,
        /// A name that may be meant.
        meant: Option<String>,
        /// What an entry may begin with in this game, apart from sites.
        known: Vec<String>,
    },
    /// The rules cannot begin here.
    Fault(Fault),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Entry { entry, why } => write!(f, "`{entry}`: {why}"),
            SetupError::Site(site) => write!(f, "there is no site `{site}`"),
            SetupError::Twice(site) => write!(f, "the site `{site}` is described twice"),
            SetupError::Component { name, known } => {
                write!(f, "there is no piece `{name}`; the pieces are {}", known.join(", "))
            }
            SetupError::TooMany { site, most: 1 } => write!(f, "`{site}` can hold only one piece"),
            SetupError::TooMany { site, most } => write!(f, "`{site}` can hold no more than {most} pieces of a kind"),
            SetupError::Fit { piece, site } => write!(f, "`{piece}` does not fit on the board at `{site}`, lying so"),
            SetupError::Way { piece, way, ways } => {
                write!(f, "`{piece}` does not lie in a way numbered {way}: its {ways} ways are `/0` to `/{}`", ways - 1)
            }
            SetupError::Overlap { piece, site, covered, other } if site == covered => {
                write!(f, "`{piece}` is to stand on `{site}`, which `{other}` covers")
            }
            SetupError::Overlap { piece, site, covered, other } => {
                write!(f, "`{piece}` on `{site}` covers `{covered}` too, where `{other}` is")
            }
            SetupError::Property { property, value } => {
                write!(f, "no piece of this game can have the {property} {value}")
            }
            SetupError::Player(player) => write!(f, "there is no player {player}"),
            SetupError::Phase { name, known } => {
                write!(f, "there is no phase `{name}`; the phases are {}", known.join(", "))
            }
            SetupError::Variable(name) => write!(f, "the rules have no variable called `{name}`"),
            SetupError::Pending => f.write_str("nothing is ever pending in this game"),
            SetupError::Rounds(why) => f.write_str(why),
            SetupError::Game { known, .. } if known.is_empty() => f.write_str("this is no match of several games"),
            SetupError::Game { name, known } => {
                write!(f, "no game of the match is called `{name}`; its games are {}", known.join(", "))
            }
            SetupError::Record { name, known } if known.is_empty() => write!(f, "nothing is recorded as `{name}`"),
            SetupError::Record { name, known } => {
                write!(f, "nothing is recorded as `{name}`; the records are {}", known.join(", "))
            }
            SetupError::Scores { needed: 0, .. } => f.write_str("the game has no scores"),
            SetupError::Scores { needed, given } => write!(f, "{needed} scores are needed, not {given}"),
            SetupError::Amounts { needed: 0, .. } => f.write_str("the game has no amounts to stake"),
            SetupError::Amounts { needed, given } => write!(f, "{needed} amounts are needed, not {given}"),
            SetupError::Pot => f.write_str("the game has no pot"),
            SetupError::Excluded(site, why) => write!(f, "`not:{site}`: {why}"),
            SetupError::Key { name, meant, known } => {
                let known = known.join(", ");
                match meant {
                    Some(meant) => {
                        write!(f, "nothing is called `{name}`; did you mean `{meant}`? Besides sites there are {known}")
                    }
                    None => write!(f, "there is no site `{name}`; besides sites there are {known}"),
                }
            }
            SetupError::Fault(fault) => write!(f, "the rules cannot begin here: {fault}"),
        }
    }
}

impl std::error::Error for SetupError {}

impl State {
    /// The state that a set-up describes: a game that begins there.
    ///
    /// ```
    /// use parlour_interpreter::Game;
    /// use parlour_interpreter::play::{Setup, State};
    /// let game = Game::from_text(r#"
    ///     (game "Line of Three"
    ///         (players 2)
    ///         (equipment { (board (square 3)) (piece "Nought" P1) (piece "Cross" P2) })
    ///         (rules
    ///             (play (move Add (to (sites Empty))))
    ///             (end (if (is Line 3) (result Mover Win)))))
    /// "#)?;
    /// let setup = Setup::parse(&game, "a1=n b1=n a2=c mover=2")?;
    /// let mut state = State::from_setup(&game, &setup)?;
    /// assert_eq!(state.legal_moves()?.len(), 6);
    /// assert!(Setup::parse(&game, "a1=nn").and_then(|two| State::from_setup(&game, &two)).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Why it is no position of the game.
    pub fn from_setup(game: &Game, setup: &Setup) -> Result<State, SetupError> {
        let said = setup.rounds.as_ref().and_then(|rounds| rounds.game.as_deref());
        let game = &game_called(game, said)?;
        let mut start = State::set_up(game, 0, true).map_err(SetupError::Fault)?;
        let mut writer = Writer { game, words: start.words().clone() };
        writer.clear();
        let mut seen = BTreeMap::new();
        for (label, pieces) in &setup.sites {
            let site = game.equipment().site(label).ok_or_else(|| no_such_entry(game, label))?;
            if seen.insert(site, ()).is_some() {
                return Err(SetupError::Twice(label.clone()));
            }
            writer.site(site, label, pieces)?;
        }
        for (name, pieces) in &setup.zones {
            writer.zone(name, pieces)?;
        }
        writer.frame(setup)?;
        let mut words = writer.words;
        words.derive(game.program());
        let mut log = Log::default();
        game.with_machine(|m| m.enter(&mut words, &mut log)).map_err(SetupError::Fault)?;
        start.replace(words, log, &setup.to_string());
        start.go_onward().map_err(SetupError::Fault)?;
        Ok(start)
    }

    /// What the rules' variables hold.
    fn variables(&self) -> Vec<(String, i32)> {
        let program = self.game().program();
        let values = program.fields.iter().enumerate().filter_map(|(i, field)| {
            Some((variable_of(&field.name)?.to_owned(), self.words().get(program, FieldId(i as u16), 0)))
        });
        values.collect()
    }

    /// The sites that are pending.
    fn pending(&self) -> Vec<String> {
        let Some(field) = field_called(self.game().program(), "pending") else { return Vec::new() };
        let sites = (0..self.game().equipment().sites).filter(|site| self.field(field, *site) == 1);
        sites.map(|site| self.game().equipment().label(site)).collect()
    }

    /// The position as a set-up, from which an equal one can be made.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let program = self.game().program();
        let equipment = self.game().equipment();
        let mut sites = Vec::new();
        for site in 0..equipment.sites {
            let mut pieces: Vec<SetupPiece> = Vec::new();
            let sight = self.sight();
            for (cell, Piece { component, state, rotation, value }) in sight.cells(site) {
                let component = equipment.components[component as usize - 1].name.clone();
                let changed = Facet::ALL.map(|facet| (facet, sight.changed(facet, cell)));
                let hidden = changed.into_iter().filter(|(_, players)| *players != 0).collect();
                pieces.push(SetupPiece { component, count: 1, state, rotation, value, hidden });
            }
            if self.game().program().stacks.is_none()
                && let [piece] = &mut pieces[..]
            {
                piece.count = self.count(site);
            }
            if !pieces.is_empty() {
                sites.push((equipment.label(site), pieces));
            }
        }
        let phase = (self.game().program().phases > 1).then(|| self.phase().to_owned());
        let zones = self.zones_seen_by(None).into_iter().map(|zone| {
            let piece = |(kind, count): &(u32, u32)| {
                let name = equipment.components[*kind as usize - 1].name.clone();
                SetupPiece { count: *count, ..SetupPiece::one(name) }
            };
            (zone.name.to_lowercase(), zone.pieces.iter().flatten().map(piece).collect())
        });
        let zones = zones.collect();
        Setup {
            sites,
            zones,
            mover: Some(self.mover()).filter(|mover| *mover > 0),
            phase,
            variables: self.variables(),
            pending: self.pending(),
            counter: field_called(program, "counter").map(|field| self.field(field, 0)).filter(|n| *n != 0),
            plies: self.ply() - self.plies_of_earlier_rounds(),
            rounds: self.round_setup(),
            scores: self.scores(),
            amounts: self.amounts(),
            pot: self.pot(),
            excluded: self.excluded(),
        }
    }

    /// The values that are excluded on open sites, by label.
    fn excluded(&self) -> Vec<(String, Vec<i32>)> {
        let equipment = self.game().equipment();
        let Some((field, values)) = marks_of(self.game()) else { return Vec::new() };
        let mut excluded = Vec::new();
        for site in equipment.variables.iter().copied().filter(|site| self.pieces(*site).is_empty()) {
            let row = site * values.kinds();
            let out = (0..values.kinds()).filter(|kind| self.field(field, row + kind) == 0);
            let out: Vec<i32> = out.map(|kind| values.first + kind as i32).collect();
            if !out.is_empty() {
                excluded.push((equipment.label(site), out));
            }
        }
        excluded
    }

    fn plies_of_earlier_rounds(&self) -> u32 {
        let rounds = self.game().program().wellknown.rounds.as_ref();
        rounds.map_or(0, |rounds| self.field(rounds.began, 0) as u32)
    }

    fn round_setup(&self) -> Option<RoundSetup> {
        let fields = self.game().program().wellknown.rounds.as_ref()?;
        let mut records = Vec::new();
        for record in self.records() {
            let rounds = record.rounds.into_iter().enumerate().map(|(i, row)| (Some(i as u32 + 1), row));
            let rows = std::iter::once((None, record.sums)).chain(rounds);
            let said = rows.filter(|(_, row)| row.iter().any(|value| *value != 0));
            records.extend(said.map(|(round, row)| (record.name.clone(), round, row)));
        }
        Some(RoundSetup {
            game: (self.game().count() > 1).then(|| name_in_match(self.game())),
            round: self.round(),
            starter: Some(self.field(fields.starter, 0) as u32),
            seats: fields.seats.map(|_| (1..=self.game().players()).map(|side| self.seat_of(side)).collect()),
            records,
            wins: self.rounds_won(),
        })
    }
}

/// Writes a set-up into the words of a state.
struct Writer<'a> {
    game: &'a Game,
    words: machine::State,
}

impl Writer<'_> {
    fn put(&mut self, field: FieldId, i: u32, value: i32) {
        self.words.put(self.game.program(), field, i, value);
    }

    /// Whether a field can hold a value.
    fn fits(&self, field: FieldId, value: i32) -> bool {
        let field = &self.game.program().fields[field.0 as usize];
        (field.min()..=field.max()).contains(&value)
    }

    /// Takes all pieces away.
    fn clear(&mut self) {
        let program = self.game.program();
        let known = &program.wellknown;
        let mut fields = vec![known.what];
        fields
            .extend([known.count, known.state, known.rotation, known.value].into_iter().chain(known.hidden).flatten());
        fields.extend(known.anchor);
        fields.extend(program.stacks.iter().flat_map(|s| [s.levels, s.height]));
        for field in fields {
            for i in 0..program.fields[field.0 as usize].len {
                self.put(field, i, 0);
            }
        }
    }

    fn site(&mut self, site: u32, label: &str, pieces: &[SetupPiece]) -> Result<(), SetupError> {
        let program = self.game.program();
        let known = &program.wellknown;
        let too_many = |most: u32| SetupError::TooMany { site: label.to_owned(), most };
        let mut height = 0;
        for piece in pieces {
            let component = self.component(&piece.component)?;
            match &program.stacks {
                Some(stacks) => {
                    for _ in 0..piece.count {
                        if height >= stacks.max {
                            return Err(too_many(stacks.max));
                        }
                        let cell = site * stacks.max + height;
                        self.put(stacks.levels, cell, component);
                        self.facts(cell, piece)?;
                        height += 1;
                        self.put(stacks.height, site, height as i32);
                        self.put(stacks.top, site, component);
                    }
                }
                None => {
                    let most = known.count.map_or(1, |c| program.fields[c.0 as usize].max() as u32);
                    if height > 0 || piece.count > most {
                        return Err(too_many(most));
                    }
                    if piece.count == 0 {
                        continue;
                    }
                    height = piece.count;
                    if known.anchor.is_some_and(|anchor| self.words.get(program, anchor, site) != 0) {
                        // A large piece that was laid before covers it.
                        return Err(self.overlap(component as u32, site, site));
                    }
                    self.way(component as u32, piece.state)?;
                    self.put(known.what, site, component);
                    if let Some(count) = known.count {
                        self.put(count, site, height as i32);
                    }
                    self.facts(site, piece)?;
                    self.body(site, label, component as u32, piece.state)?;
                }
            }
        }
        Ok(())
    }

    /// Whether a piece can lie in a way, if it is a large one.
    fn way(&self, component: u32, way: i32) -> Result<(), SetupError> {
        let equipment = self.game.equipment();
        let Some(ways) = equipment.shape_of(component).map(crate::lower::Shape::ways) else { return Ok(()) };
        if u32::try_from(way).is_ok_and(|way| way < ways) {
            return Ok(());
        }
        let piece = equipment.components[component as usize - 1].name.clone();
        Err(SetupError::Way { piece, way, ways })
    }

    /// What is said where a piece with its place on a site would cover what stands on a site.
    fn overlap(&self, component: u32, site: u32, covered: u32) -> SetupError {
        let equipment = self.game.equipment();
        let there = self.words.get(self.game.program(), self.game.program().wellknown.what, covered) as u32;
        let name = |component: u32| {
            let whole = equipment.body_of(component).unwrap_or(component);
            equipment.components.get((whole as usize).wrapping_sub(1)).map_or_else(String::new, |c| c.name.clone())
        };
        let (piece, other) = (name(component), name(there));
        SetupError::Overlap { piece, site: equipment.label(site), covered: equipment.label(covered), other }
    }

    /// Lays a large piece over the other sites that it covers.
    fn body(&mut self, site: u32, label: &str, component: u32, state: i32) -> Result<(), SetupError> {
        let equipment = self.game.equipment();
        let known = &self.game.program().wellknown;
        let Some((anchor, body)) = known.anchor.zip(equipment.body(component)) else { return Ok(()) };
        let covered = equipment.covered(component, state, site);
        if site >= equipment.board_sites() {
            return Ok(());
        }
        if covered.is_empty() {
            return Err(SetupError::Fit {
                piece: equipment.components[component as usize - 1].name.clone(),
                site: label.to_owned(),
            });
        }
        for other in covered.iter().copied() {
            let is_free = other == site || self.words.get(self.game.program(), known.what, other) == 0;
            if !is_free {
                return Err(self.overlap(component, site, other));
            }
            if other != site {
                self.put(known.what, other, body as i32);
                known.count.into_iter().for_each(|count| self.put(count, other, 1));
            }
            self.put(anchor, other, site as i32 + 1);
            if let Some((field, pips)) = known.value.zip(equipment.pips_at(component, &covered, other)) {
                self.put(field, other, pips);
            }
        }
        Ok(())
    }

    /// Gives a zone these pieces and no others.
    fn zone(&mut self, name: &str, pieces: &[SetupPiece]) -> Result<(), SetupError> {
        let equipment = self.game.equipment();
        let row = equipment.zones.iter().position(|z| z.name.eq_ignore_ascii_case(name));
        let (Some(row), Some(field)) = (row, self.game.program().wellknown.zones) else {
            return Err(SetupError::Site(name.to_owned()));
        };
        let kinds = equipment.components.len() as u32;
        let row = row as u32 * (kinds + 1);
        (0..=kinds).for_each(|kind| self.put(field, row + kind, 0));
        let mut total = 0_u32;
        for piece in pieces {
            let kind = self.component(&piece.component)? as u32;
            total = total.saturating_add(piece.count);
            if !self.fits(field, total.try_into().unwrap_or(i32::MAX)) {
                return Err(SetupError::TooMany { site: name.to_owned(), most: u32::from(u16::MAX) });
            }
            let there = self.words.get(self.game.program(), field, row + kind);
            self.put(field, row + kind, there + piece.count as i32);
        }
        self.put(field, row, total as i32);
        Ok(())
    }

    fn component(&self, name: &str) -> Result<i32, SetupError> {
        let components = &self.game.equipment().components;
        let found = components.iter().position(|c| c.name.eq_ignore_ascii_case(name));
        found.map(|i| i as i32 + 1).ok_or_else(|| unknown_component(self.game, name))
    }

    fn facts(&mut self, cell: u32, piece: &SetupPiece) -> Result<(), SetupError> {
        let known = &self.game.program().wellknown;
        let facts = [
            ("state", known.state, piece.state),
            ("rotation", known.rotation, piece.rotation),
            ("value", known.value, piece.value),
        ];
        for (property, field, value) in facts {
            match field {
                Some(field) if self.fits(field, value) => self.put(field, cell, value),
                None if value == 0 => {}
                _ => return Err(SetupError::Property { property, value }),
            }
        }
        for (facet, players) in &piece.hidden {
            let value = i32::try_from(*players).unwrap_or(i32::MAX);
            match known.hidden[*facet as usize] {
                Some(field) if value < 1 << self.game.players() => self.put(field, cell, value),
                _ => return Err(SetupError::Property { property: "audience", value }),
            }
        }
        Ok(())
    }

    /// Who moves, phase and scores.
    fn frame(&mut self, setup: &Setup) -> Result<(), SetupError> {
        let program = self.game.program();
        let known = &program.wellknown;
        let players = program.players;
        if let Some(mover) = setup.mover {
            if !(1..=players).contains(&mover) {
                return Err(SetupError::Player(mover));
            }
            self.put(known.mover, 0, mover as i32);
            self.put(known.next, 0, (mover % players + 1) as i32);
        }
        if let Some(name) = &setup.phase {
            let found = program.nodes[..program.phases].iter().position(|node| word(&node.name) == word(name));
            let node = found.ok_or_else(|| SetupError::Phase {
                name: name.clone(),
                known: program.nodes[..program.phases].iter().map(|node| node.name.clone()).collect(),
            })?;
            self.put(known.node, 0, node as i32);
            if let Some(phase_of) = known.phase_of {
                (1..=players).for_each(|player| self.put(phase_of, player, node as i32));
            }
        }
        for (name, value) in &setup.variables {
            let found =
                program.fields.iter().position(|field| variable_of(&field.name).is_some_and(|v| word(v) == word(name)));
            let field = found.ok_or_else(|| SetupError::Variable(name.clone()))?;
            self.put(FieldId(field as u16), 0, *value);
        }
        if !setup.pending.is_empty() {
            let field = field_called(program, "pending").ok_or(SetupError::Pending)?;
            for label in &setup.pending {
                let site = self.game.equipment().site(label).ok_or_else(|| SetupError::Site(label.clone()))?;
                self.put(field, site, 1);
            }
            self.put(field, self.game.equipment().sites, crate::lower::PENDING);
        }
        if let Some(counter) = setup.counter {
            // Where no rule reads the counter there is none, and what it says does not matter.
            if let Some(field) = field_called(program, "counter") {
                self.put(field, 0, counter);
            }
        }
        if let Ok(plies @ 1..) = i32::try_from(setup.plies) {
            self.put(known.plies, 0, plies);
        }
        if let Some(rounds) = &setup.rounds {
            self.rounds(rounds)?;
        }
        if let Some(scores) = &setup.scores {
            let needed = if known.score.is_some() { players as usize } else { 0 };
            let Some(field) = known.score.filter(|_| scores.len() == needed) else {
                return Err(SetupError::Scores { needed, given: scores.len() });
            };
            for (i, score) in scores.iter().enumerate() {
                self.put(field, i as u32 + 1, *score);
            }
        }
        if let Some(amounts) = &setup.amounts {
            let needed = if known.amount.is_some() { players as usize } else { 0 };
            let Some(field) = known.amount.filter(|_| amounts.len() == needed) else {
                return Err(SetupError::Amounts { needed, given: amounts.len() });
            };
            for (i, amount) in amounts.iter().enumerate() {
                self.put(field, i as u32 + 1, *amount);
            }
        }
        if let Some(pot) = setup.pot {
            self.put(known.pot.ok_or(SetupError::Pot)?, 0, pot);
        }
        setup.excluded.iter().try_for_each(|(label, values)| self.exclude(label, values))
    }

    /// Excludes values on a site of a puzzle.
    fn exclude(&mut self, label: &str, excluded: &[i32]) -> Result<(), SetupError> {
        let wrong = |why| SetupError::Excluded(label.to_owned(), why);
        let (field, values) = marks_of(self.game).ok_or_else(|| wrong("this game does not keep excluded values"))?;
        let equipment = self.game.equipment();
        let site = equipment.site(label).ok_or_else(|| SetupError::Site(label.to_owned()))?;
        if !equipment.variables.contains(&site) {
            return Err(wrong("the value of this site is not to be found"));
        }
        for value in excluded {
            if !(values.first..=values.most).contains(value) {
                return Err(wrong("this is none of the values"));
            }
            self.put(field, site * values.kinds() + (value - values.first) as u32, 0);
        }
        // The only one that is left is the value of the site.
        let program = self.game.program();
        let row = site * values.kinds();
        let mut left = (0..values.kinds()).filter(|kind| self.words.get(program, field, row + kind) != 0);
        if let (Some(only), None) = (left.next(), left.next()) {
            self.put(program.wellknown.what, site, only as i32 + 1);
        }
        Ok(())
    }

    /// Where the match stands.
    fn rounds(&mut self, setup: &RoundSetup) -> Result<(), SetupError> {
        let program = self.game.program();
        let players = program.players;
        let Some(known) = &program.wellknown.rounds else { return Err(SetupError::Rounds("the game is no match")) };
        let player = |side: u32| (1..=players).contains(&side).then_some(side as i32).ok_or(SetupError::Player(side));
        if let Some(round) = setup.round {
            let number = i32::try_from(round).ok().filter(|n| *n > 0);
            self.put(known.round, 0, number.ok_or(SetupError::Rounds("rounds are counted from 1"))?);
        }
        if let Some(starter) = setup.starter {
            self.put(known.starter, 0, player(starter)?);
        }
        if let Some(seats) = &setup.seats {
            let mut sorted = seats.clone();
            sorted.sort_unstable();
            let Some(field) = known.seats.filter(|_| sorted.iter().copied().eq(1..=players)) else {
                return Err(SetupError::Rounds("the seats of this match are not so: each side has one of its own"));
            };
            for (side, seat) in (1..=players).zip(seats) {
                self.put(field, side, *seat as i32);
            }
        }
        let row = |field: FieldId, row: u32, values: &[i32], writer: &mut Self| {
            if values.len() != players as usize {
                return Err(SetupError::Scores { needed: players as usize, given: values.len() });
            }
            for (seat, value) in (1..=players).zip(values) {
                writer.put(field, row * (players + 1) + seat, *value);
            }
            Ok(())
        };
        if let Some(wins) = &setup.wins {
            let field = known.wins.ok_or(SetupError::Rounds("this match does not count the rounds won"))?;
            row(field, 0, wins, self)?;
        }
        for (name, round, values) in &setup.records {
            let found = known.records.iter().find(|(known, _)| word(known) == word(name)).map(|(_, field)| *field);
            let kept = |field: &FieldId| program.fields[field.0 as usize].len / (players + 1);
            let field = found.filter(|field| round.is_none_or(|round| (1..kept(field)).contains(&round)));
            let field = field.ok_or_else(|| SetupError::Record {
                name: round.map_or(name.clone(), |round| format!("{name}/{round}")),
                known: known.records.iter().map(|(name, _)| format!("`{name}`")).collect(),
            })?;
            row(field, round.unwrap_or(0), values, self)?;
        }
        Ok(())
    }
}

/// The game of a match that is called so, or has this number, from 1; the first if nothing is said.
fn game_called(game: &Game, said: Option<&str>) -> Result<Game, SetupError> {
    let Some(said) = said else { return game.game(0).ok_or(SetupError::Fault(Fault::NoSuchNode)) };
    let number = said.parse().ok().and_then(|number: usize| game.game(number.checked_sub(1)?));
    let named = || only(game.games().filter(|game| game.title().is_some_and(|title| word(title) == word(said))));
    number.filter(|_| game.count() > 1).or_else(named).ok_or_else(|| SetupError::Game {
        name: said.to_owned(),
        known: game.games().filter(|game| game.title().is_some()).map(|game| name_in_match(&game)).collect(),
    })
}

/// The name of a game of a match in set-ups: its number, where another one is called the same.
fn name_in_match(game: &Game) -> String {
    let name = |game: &Game| game.title().map(word).unwrap_or_default();
    match only(game.games().filter(|other| name(other) == name(game))) {
        Some(_) => name(game),
        None => (game.index() + 1).to_string(),
    }
}

/// The field of the state that is called so.
fn field_called(program: &Program, name: &str) -> Option<FieldId> {
    program.fields.iter().position(|field| field.name == name).map(|at| FieldId(at as u16))
}

/// The field that keeps which values are left on the sites of a puzzle, a row for each site; and the values.
fn marks_of(game: &Game) -> Option<(FieldId, crate::lower::Values)> {
    field_called(game.program(), crate::lower::MARKS).zip(game.equipment().values)
}

/// What an entry may begin with, apart from sites.
fn keys(game: &Game) -> Vec<String> {
    let program = game.program();
    let known = &program.wellknown;
    let mut keys: Vec<String> = game.equipment().zones.iter().map(|zone| zone.name.to_lowercase()).collect();
    keys.push("mover".to_owned());
    let said = [
        ("phase", program.phases > 1),
        ("pending", field_called(program, "pending").is_some()),
        ("counter", field_called(program, "counter").is_some()),
        ("plies", true),
        ("score", known.score.is_some()),
        ("amount", known.amount.is_some()),
        ("pot", known.pot.is_some()),
        ("not:SITE", marks_of(game).is_some()),
        ("game", game.count() > 1),
        ("round", known.rounds.is_some()),
        ("starter", known.rounds.is_some()),
        ("seats", known.rounds.as_ref().is_some_and(|rounds| rounds.seats.is_some())),
        ("wins", known.rounds.as_ref().is_some_and(|rounds| rounds.wins.is_some())),
    ];
    keys.extend(said.into_iter().filter(|(_, there)| *there).map(|(key, _)| key.to_owned()));
    let variables = program.fields.iter().filter_map(|field| variable_of(&field.name));
    keys.extend(variables.map(|name| format!("var:{}", word(name))));
    let records = known.rounds.iter().flat_map(|rounds| &rounds.records);
    keys.extend(records.map(|(name, _)| format!("record:{}", word(name))));
    keys
}

/// An entry begins with what is neither a site nor anything else of this game.
fn no_such_entry(game: &Game, name: &str) -> SetupError {
    let known = keys(game);
    let meant = did_you_mean(name, known.iter().map(String::as_str)).map(str::to_owned);
    let known = known.iter().map(|key| format!("`{key}=`")).collect();
    SetupError::Key { name: name.to_owned(), meant, known }
}

/// The name of the variable of the rules that a field holds.
fn variable_of(field: &str) -> Option<&str> {
    field.strip_prefix("var ")
}

/// A name as one word, however it is written.
fn word(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn unknown_component(game: &Game, name: &str) -> SetupError {
    let kinds = game.equipment().components.iter().filter(|c| c.body_of.is_none());
    let known = kinds.map(|c| c.name.clone()).collect();
    SetupError::Component { name: name.to_owned(), known }
}

/// The only member of an iterator.
fn only<T>(mut members: impl Iterator<Item = T>) -> Option<T> {
    let first = members.next();
    first.filter(|_| members.next().is_none())
}
