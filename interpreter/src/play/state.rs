//! States of a game in play.

use super::game::Game;
use super::notation::{self, ParseMoveError};
use super::value::Value;
use super::{Fault, Move};
use crate::lower::{ExpressionValue, Seat};
use crate::machine::{self, Explanation, Log, Wanted};
use crate::program::{NodeKind, Role};
use std::fmt;
use std::sync::Arc;

/// A state of a game, and the way that led there: moves can be taken back.
#[derive(Clone)]
pub struct State {
    game: Game,
    words: machine::State,
    log: Log,
    /// The moves of the game at hand.
    past: Vec<Past>,
    /// In a match of several games: how the one before this was over.
    earlier: Option<Arc<State>>,
    seed: u64,
    /// The set-up that the game began from, if it was one by hand.
    set_up: Option<Arc<str>>,
}

#[derive(Clone)]
struct Past {
    words: machine::State,
    log: usize,
    chosen: Move,
    notation: String,
}

/// Games of a match that may follow each other without a decision.
pub(super) const MOST_GAMES_IN_A_ROW: u32 = 1_000;

/// A position to come back to.
#[derive(Clone)]
pub(crate) struct Kept {
    game: Game,
    words: machine::State,
    log: usize,
}

/// A move of the game at hand.
pub(super) struct PastMove<'a> {
    pub chosen: &'a Move,
    /// How it is written for who made it.
    pub text: &'a str,
    pub before: &'a machine::State,
    pub after: &'a machine::State,
    /// Whose turn it was.
    pub mover: u32,
    /// The node at which it was chosen.
    pub node: usize,
    /// Who made it; `None` for chance.
    pub decider: Option<u32>,
}

/// One piece on the board or elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Which component, counted from 1; see [`crate::lower::Equipment::components`].
    pub component: u32,
    /// Its state.
    pub state: i32,
    /// Its rotation.
    pub rotation: i32,
    /// Its value.
    pub value: i32,
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The rank of each player, the first being player 1's: 1 is best, those who tie share the mean of their ranks.
    pub ranks: Vec<f64>,
}

impl Outcome {
    /// The only player of rank 1, if there is one.
    #[must_use]
    pub fn winner(&self) -> Option<u32> {
        let first = |r: &f64| (*r - 1.0).abs() < 1e-9;
        // Where all are first, nobody is.
        let shared = self.ranks.len() > 1 && self.ranks.iter().all(first);
        self.ranks.iter().position(first).filter(|_| !shared).map(|i| i as u32 + 1)
    }

    /// What a player gets of the game: 1 for the best rank, 0 for the worst, evenly between.
    #[must_use]
    pub fn score(&self, player: u32) -> f64 {
        let n = self.ranks.len() as f64;
        let rank = self.ranks.get((player as usize).wrapping_sub(1)).copied().unwrap_or(n);
        if n > 1.0 { (n - rank) / (n - 1.0) } else { f64::from(u8::from(rank <= 1.0)) }
    }
}

/// Why a move was not made. Nothing has changed.
#[derive(Clone, PartialEq, Debug)]
pub enum ApplyError {
    /// The game is over.
    Over,
    /// It is not among the legal moves.
    Illegal,
    /// The rules cannot go on from it.
    Fault(Fault),
}

impl fmt::Display for ApplyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ApplyError::Over => f.write_str("the game is over"),
            ApplyError::Illegal => f.write_str("this move is not legal here"),
            ApplyError::Fault(fault) => write!(f, "the rules cannot go on: {fault}"),
        }
    }
}

impl std::error::Error for ApplyError {}

impl State {
    /// The game at its start. If chance is to `settle` what it decides in the set-up, the state is at the first decision, or roll of play.
    pub(super) fn start(game: &Game, seed: u64, settle: bool) -> Result<State, Fault> {
        let mut state = State::set_up(game, seed, settle)?;
        state.go_onward()?;
        Ok(state)
    }

    /// The same, even where the game is over at once, and another one of the match would follow.
    pub(super) fn set_up(game: &Game, seed: u64, settle: bool) -> Result<State, Fault> {
        let (mut words, mut log) = (machine::State::default(), Log::default());
        game.with_machine(|machine| {
            machine.seed(seed);
            machine.start(&mut words, &mut log)?;
            let program = game.program();
            while settle && program.sets_up(words.get(program, program.wellknown.node, 0)) {
                let mut outcomes = Vec::new();
                machine.list(&mut words, &mut log, |outcome| outcomes.push(outcome))?;
                let drawn = machine.draw_listed() as usize;
                machine.resolve(outcomes.get(drawn).ok_or(Fault::NoSuchNode)?, &mut words, &mut log)?;
            }
            Ok(())
        })?;
        Ok(State { game: game.clone(), words, log, past: Vec::new(), earlier: None, seed, set_up: None })
    }

    /// Where the game at hand is over and another game of the match follows, begins that one.
    pub(super) fn go_onward(&mut self) -> Result<(), Fault> {
        for _ in 0..MOST_GAMES_IN_A_ROW {
            let Some(next) = self.game.next_in(&self.words) else { return Ok(()) };
            let game = self.game.game(next).ok_or(Fault::NoSuchNode)?;
            let (mut words, mut log) = (machine::State::default(), self.log.clone());
            game.with_machine(|m| m.carry_on(self.game.program(), &self.words, &mut words, &mut log))?;
            let begun = State { game, words, log, past: Vec::new(), earlier: None, seed: self.seed, set_up: None };
            self.earlier = Some(Arc::new(std::mem::replace(self, begun)));
        }
        Err(Fault::Fuel(self.game.rules().origin))
    }

    /// The game: in a match of several, the one that is being played.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The seed it was begun with.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The text of the set-up that it began from, if that was not the one of the rules.
    #[must_use]
    pub fn begun_from(&self) -> Option<&str> {
        match &self.earlier {
            Some(earlier) => earlier.begun_from(),
            None => self.set_up.as_deref(),
        }
    }

    /// Its words, as the program lays them out.
    #[must_use]
    pub fn words(&self) -> &machine::State {
        &self.words
    }

    pub(super) fn field(&self, id: crate::program::op::FieldId, i: u32) -> i32 {
        self.words.get(self.game.program(), id, i)
    }

    /// The player to move; 0 where nobody plays.
    #[must_use]
    pub fn mover(&self) -> u32 {
        self.field(self.game.program().wellknown.mover, 0) as u32
    }

    /// Plies played.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.field(self.game.program().wellknown.plies, 0) as u32
    }

    /// The name of the phase the game is in.
    #[must_use]
    pub fn phase(&self) -> &str {
        let node = self.field(self.game.program().wellknown.node, 0);
        let program = self.game.program();
        let phase = program.nodes.get(node as usize).map_or(0, |node| node.phase);
        program.nodes.get(phase).map_or("", |node| node.name.as_str())
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.field(self.game.program().wellknown.over, 0) != 0
    }

    /// How it ended, once it is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let known = &self.game.program().wellknown;
        self.is_over().then(|| Outcome {
            ranks: (1..=self.game.players()).map(|p| f64::from(self.field(known.rank, p)) / 2.0).collect(),
        })
    }

    /// The score of each player, the first being player 1's, where the game has scores.
    #[must_use]
    pub fn scores(&self) -> Option<Vec<i32>> {
        let field = self.game.program().wellknown.score?;
        Some((1..=self.game.players()).map(|p| self.field(field, p)).collect())
    }

    /// What each player has to stake, in a game with amounts.
    #[must_use]
    pub fn amounts(&self) -> Option<Vec<i32>> {
        let field = self.game.program().wellknown.amount?;
        Some((1..=self.game.players()).map(|p| self.field(field, p)).collect())
    }

    /// What lies in the pot, in a game that has one.
    #[must_use]
    pub fn pot(&self) -> Option<i32> {
        self.game.program().wellknown.pot.map(|field| self.field(field, 0))
    }

    /// The pieces on a site, bottom to top. Where a game only counts the pieces of a site, one stands for all: see
    /// [`State::count`].
    #[must_use]
    pub fn pieces(&self, site: u32) -> Vec<Piece> {
        self.sight().cells(site).into_iter().map(|(_, piece)| piece).collect()
    }

    /// How many pieces a site holds.
    #[must_use]
    pub fn count(&self, site: u32) -> u32 {
        let known = &self.game.program().wellknown;
        match known.count {
            Some(field) if self.game.program().stacks.is_none() => self.field(field, site) as u32,
            _ => self.pieces(site).len() as u32,
        }
    }

    /// The legal moves, in canonical order; none once the game is over.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn legal_moves(&mut self) -> Result<Vec<Move>, Fault> {
        let mut moves = Vec::new();
        if !self.is_over() {
            let (words, log) = (&mut self.words, &mut self.log);
            self.game.with_machine(|machine| machine.list(words, log, |m| moves.push(m)))?;
        }
        Ok(moves)
    }

    /// How many legal moves there are.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn count_moves(&mut self) -> Result<u32, Fault> {
        if self.is_over() {
            return Ok(0);
        }
        let (words, log) = (&mut self.words, &mut self.log);
        self.game.with_machine(|machine| machine.count(words, log))
    }

    /// The weights of the outcomes, in the order of [`State::legal_moves`].
    pub(super) fn weights(&mut self) -> Result<Vec<u32>, Fault> {
        let (words, log) = (&mut self.words, &mut self.log);
        self.game.with_machine(|machine| {
            machine.list(words, log, |_| ())?;
            Ok(machine.weights().iter().map(|w| w.unsigned_abs()).collect())
        })
    }

    /// The state as it would be if its turn began here.
    pub(super) fn entered(&mut self) -> Result<machine::State, Fault> {
        let program = Arc::clone(self.game.program());
        let mut words = self.words.clone();
        let phase = program.wellknown.phase_of.map_or(0, |field| words.get(&program, field, self.mover()));
        words.put(&program, program.wellknown.node, 0, phase);
        let mut log = self.log.clone();
        self.game.with_machine(|machine| machine.enter(&mut words, &mut log))?;
        Ok(words)
    }

    /// The kind of node of each move of the game at hand, and who decided there.
    pub(super) fn past_nodes(&self) -> Vec<(i32, crate::program::NodeKind, u32)> {
        let program = self.game.program();
        let known = &program.wellknown;
        let node = |past: &Past| {
            let at = past.words.get(program, known.node, 0);
            let kind = program.nodes.get(at as usize).map_or(crate::program::NodeKind::Decision, |n| n.kind);
            let asked = known.decider.map_or(0, |field| past.words.get(program, field, 0));
            (at, kind, if asked > 0 { asked } else { past.words.get(program, known.mover, 0) } as u32)
        };
        self.past.iter().map(node).collect()
    }

    /// The legal moves with how each is written.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn notated_moves(&mut self) -> Result<Vec<(Move, String)>, Fault> {
        let moves = self.legal_moves()?;
        let texts = notation::notations(&self.game, &moves);
        Ok(moves.into_iter().zip(texts).collect())
    }

    /// How a legal move is written here.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn notation(&mut self, wanted: &Move) -> Result<String, Fault> {
        let moves = self.notated_moves()?;
        let found = moves.into_iter().find(|(m, _)| m == wanted).map(|(_, text)| text);
        Ok(found.unwrap_or_else(|| notation::bare(&self.game, wanted)))
    }

    /// The legal move written so.
    ///
    /// # Errors
    /// If none is, or the rules have a fault.
    pub fn parse_move(&mut self, text: &str) -> Result<Move, ParseMoveError> {
        let moves = self.notated_moves().map_err(ParseMoveError::Fault)?;
        notation::find(&self.game, text, &moves)
    }

    /// Whether a legal move is written so: in full, or as short as it can be told from the others.
    pub(crate) fn is_legal(&mut self, text: &str) -> Result<bool, Fault> {
        let moves = self.notated_moves()?;
        Ok(notation::written(&self.game, text, &moves).is_some())
    }

    /// Makes a legal move.
    ///
    /// # Errors
    /// If it is not one; nothing has changed then.
    pub fn apply(&mut self, chosen: &Move) -> Result<(), ApplyError> {
        if self.is_over() {
            return Err(ApplyError::Over);
        }
        let known = (chosen.rule as usize) < self.game.program().rules.len()
            && self.game.program().rules[chosen.rule as usize].choices.len() == chosen.values.len();
        let (words, log) = (&mut self.words, &mut self.log);
        let legal = known && self.game.with_machine(|m| m.contains(chosen, words, log)).map_err(ApplyError::Fault)?;
        if !legal {
            return Err(ApplyError::Illegal);
        }
        let text = self.notation(chosen).map_err(ApplyError::Fault)?;
        let past = Past { words: self.words.clone(), log: self.log.len(), chosen: chosen.clone(), notation: text };
        let (words, log) = (&mut self.words, &mut self.log);
        if let Err(fault) = self.game.with_machine(|m| m.resolve(chosen, words, log)) {
            self.words = past.words;
            self.log.truncate(past.log);
            return Err(ApplyError::Fault(fault));
        }
        let ended = self.game.next_in(&self.words).map(|_| (self.clone(), past.clone()));
        self.past.push(past);
        if let Err(fault) = self.go_onward() {
            if let Some((ended, past)) = ended {
                *self = ended;
                self.words = past.words;
                self.log.truncate(past.log);
            }
            return Err(ApplyError::Fault(fault));
        }
        Ok(())
    }

    /// Lets the dice show something else: for replays of systems whose unused rolls are not recorded.
    pub(crate) fn show_dice(&mut self, faces: &[i32]) {
        let program = Arc::clone(self.game.program());
        let Some(field) = program.wellknown.dice else { return };
        for (die, face) in faces.iter().enumerate() {
            self.words.put(&program, field, die as u32, *face);
        }
    }

    /// Makes a move known to be legal, without keeping the way back.
    pub(crate) fn resolve(&mut self, chosen: &Move) -> Result<(), Fault> {
        let (words, log) = (&mut self.words, &mut self.log);
        self.game.with_machine(|m| m.resolve(chosen, words, log))?;
        if self.game.next_in(&self.words).is_some() {
            self.go_onward()?;
        }
        Ok(())
    }

    /// Goes on from another position of the game at hand, with no way back.
    pub(super) fn replace(&mut self, words: machine::State, log: Log, set_up: &str) {
        (self.words, self.log, self.set_up) = (words, log, Some(set_up.into()));
        self.past.clear();
        self.earlier = None;
    }

    /// What [`State::restore`] needs to come back here.
    pub(crate) fn keep(&self) -> Kept {
        Kept { game: self.game.clone(), words: self.words.clone(), log: self.log.len() }
    }

    pub(crate) fn restore(&mut self, kept: Kept) {
        (self.game, self.words) = (kept.game, kept.words);
        self.log.truncate(kept.log);
    }

    /// Looks at another position of the game at hand: what it was in the midst of a move.
    pub(super) fn look_at(&mut self, words: &machine::State) {
        self.words.copy_from(words);
    }

    /// Play goes on although the game was over: for searches beyond its end.
    pub(super) fn reopen(&mut self) {
        let program = Arc::clone(self.game.program());
        let known = &program.wellknown;
        self.words.put(&program, known.over, 0, 0);
        for player in 0..=program.players {
            self.words.put(&program, known.rank, player, 0);
        }
    }

    /// Sites of a puzzle get a value, without a move.
    pub(super) fn set_values(&mut self, sites: &[u32], component: i32) {
        let program = Arc::clone(self.game.program());
        sites.iter().for_each(|site| self.words.put(&program, program.wellknown.what, *site, component));
        self.words.derive(&program);
    }

    /// The game at hand begins anew.
    pub(super) fn back_to_start(&mut self) {
        while self.undo_here().is_some() {}
    }

    /// The game at hand begins anew from these words, which are those of a start.
    pub(super) fn restart_from(&mut self, words: machine::State) {
        self.back_to_start();
        self.words = words;
    }

    /// Takes the last move back; it is returned.
    pub fn undo(&mut self) -> Option<Move> {
        while self.past.is_empty() {
            let earlier = Arc::clone(self.earlier_with_moves()?);
            *self = Arc::unwrap_or_clone(earlier);
        }
        self.undo_here()
    }

    /// How the game before this one in the match was over, if moves were made up to then.
    fn earlier_with_moves(&self) -> Option<&Arc<State>> {
        let moved = |state: &Arc<State>| !state.past.is_empty() || state.earlier_with_moves().is_some();
        self.earlier.as_ref().filter(|earlier| moved(earlier))
    }

    fn undo_here(&mut self) -> Option<Move> {
        let past = self.past.pop()?;
        self.words = past.words;
        self.log.truncate(past.log);
        Some(past.chosen)
    }

    /// The moves made so far, as they are written.
    pub fn history(&self) -> impl Iterator<Item = (&Move, &str)> {
        let mut games: Vec<&State> = std::iter::successors(Some(self), |state| state.earlier()).collect();
        games.reverse();
        games.into_iter().flat_map(State::history_here)
    }

    /// The moves of the game at hand.
    pub(super) fn history_here(&self) -> impl Iterator<Item = (&Move, &str)> {
        self.past.iter().map(|p| (&p.chosen, p.notation.as_str()))
    }

    /// How the game before this one in a match of several was over.
    pub(super) fn earlier(&self) -> Option<&State> {
        self.earlier.as_deref()
    }

    /// A move of the game at hand, counted from 0, with what was before and after it.
    pub(super) fn past_at(&self, i: usize) -> Option<PastMove<'_>> {
        let (program, past) = (self.game.program(), self.past.get(i)?);
        let known = &program.wellknown;
        let of = |field| past.words.get(program, field, 0);
        let asked = known.decider.map_or(0, of);
        let mover = of(known.mover) as u32;
        let chance = program.nodes.get(of(known.node) as usize).is_some_and(|n| n.kind == NodeKind::Chance);
        Some(PastMove {
            chosen: &past.chosen,
            text: &past.notation,
            before: &past.words,
            after: self.past.get(i + 1).map_or(&self.words, |next| &next.words),
            mover,
            node: of(known.node) as usize,
            decider: (!chance).then_some(if asked > 0 { asked as u32 } else { mover }).filter(|who| *who > 0),
        })
    }

    /// How often chance has decided since the last decision of a player.
    pub(super) fn drawn_in_a_row(&self) -> u32 {
        let by_chance = |i: &usize| self.past_at(*i).is_some_and(|past| past.decider.is_none());
        (0..self.past.len()).rev().take_while(by_chance).count() as u32
    }

    /// The sites that the last move was about: from and to, as far as it has them.
    #[must_use]
    pub fn last_sites(&self) -> Vec<u32> {
        let Some(past) = self.past.last().filter(|past| !self.is_of_earlier_round(&past.words)) else {
            return Vec::new();
        };
        let rule = &self.game.program().rules[past.chosen.rule as usize];
        let sites =
            rule.choices.iter().zip(&past.chosen.values).filter(|((role, _), _)| matches!(role, Role::From | Role::To));
        sites.filter_map(|(_, v)| u32::try_from(*v).ok()).collect()
    }

    /// The value of an expression of the language here, for the player to move.
    ///
    /// # Errors
    /// What is wrong with the expression.
    pub fn eval(&self, text: &str) -> Result<Value, super::LoadError> {
        let node = self.field(self.game.program().wellknown.node, 0) as usize;
        let (game, expression, meaning) = self.game.compile_expression(text, Seat { node, mover: self.mover() })?;
        let fault = |fault: &Fault| Value::Fault(super::fault_text_within(&self.game, &game, fault));
        let mut state = match self.played_on(&game) {
            Ok(state) => state,
            Err(found) => return Ok(fault(&found)),
        };
        let (words, log) = (&mut state.words, &mut state.log);
        let mut moves = Vec::new();
        let value = game.with_machine(|machine| -> Result<Value, Fault> {
            if let ExpressionValue::Moves = expression.value {
                machine.list_block(expression.block, words, log, |made| moves.push(made))?;
                return Ok(Value::Moves(notation::notations(&game, &moves)));
            }
            machine.run(words, log, expression.block)?;
            Ok(match &expression.value {
                ExpressionValue::Int(reg) => meaning.value(&self.game, machine.register(*reg)),
                ExpressionValue::Bool(reg) => Value::Bool(machine.register(*reg) != 0),
                ExpressionValue::Directions(names) => Value::Directions(names.clone()),
                ExpressionValue::Region(set) => {
                    let sites = machine.set_register(*set);
                    Value::Region(sites.into_iter().filter(|s| *s < self.game.equipment().sites).collect())
                }
                ExpressionValue::Moves => Value::Moves(Vec::new()),
            })
        });
        Ok(value.unwrap_or_else(|found| fault(&found)))
    }

    /// The same position in another program of the same rules: the game is played again in its layout, since what it reads may
    /// not be kept otherwise. The moves are the same, since the rules are.
    pub(super) fn played_on(&self, game: &Game) -> Result<State, Fault> {
        self.played_up_to(self.past.len(), game)
    }

    /// The same after the first so many moves of the game at hand.
    pub(super) fn played_up_to(&self, plies: usize, game: &Game) -> Result<State, Fault> {
        let (mut words, mut log) = (machine::State::default(), Log::default());
        game.with_machine(|machine| -> Result<(), Fault> {
            machine.seed(self.seed);
            if let Some(earlier) = self.earlier() {
                log = earlier.log.clone();
                machine.carry_on(earlier.game.program(), &earlier.words, &mut words, &mut log)?;
            } else {
                machine.start(&mut words, &mut log)?;
            }
            let first = self.past.first().map_or(&self.words, |p| &p.words);
            words.adapt(game.program(), self.game.program(), first);
            if self.set_up.is_some() {
                log.clear();
                machine.enter(&mut words, &mut log)?;
            }
            for past in &self.past[..plies] {
                machine.resolve(&past.chosen, &mut words, &mut log)?;
            }
            Ok(())
        })?;
        let (seed, set_up) = (self.seed, self.set_up.clone());
        Ok(State { game: game.clone(), words, log, past: Vec::new(), earlier: None, seed, set_up })
    }

    /// Why a move is legal, or not, as a program compiled to explain tells it.
    pub(super) fn explain(&mut self, wanted: &Wanted) -> Result<Explanation, Fault> {
        let (words, log) = (&mut self.words, &mut self.log);
        self.game.with_machine(|machine| machine.explain(wanted, words, log))
    }

    /// Makes a move, and tells what each form did.
    pub(super) fn resolve_explained(&mut self, chosen: &Move) -> Result<Explanation, Fault> {
        let (words, log) = (&mut self.words, &mut self.log);
        self.game.with_machine(|machine| machine.resolve_explained(chosen, words, log))
    }

    /// The modes of the generator here against each other, and against the plain generator of the program that explains, where the
    /// rules are not too large for one: for tests. Whether that one was asked.
    ///
    /// # Errors
    /// What disagrees.
    #[doc(hidden)]
    pub fn check_modes(&mut self) -> Result<bool, String> {
        let list = self.legal_moves().map_err(|f| f.to_string())?;
        if self.is_over() {
            return Ok(true);
        }
        let (words, log) = (&mut self.words, &mut self.log);
        self.game.with_machine(|m| {
            let fault = |f: Fault| f.to_string();
            let count = m.count(words, log).map_err(fault)?;
            if count as usize != list.len() {
                return Err(format!("count gives {count}, list {}", list.len()));
            }
            if m.exists(words, log).map_err(fault)? == list.is_empty() {
                return Err("exists disagrees with list".into());
            }
            for (k, expected) in list.iter().enumerate() {
                let nth = m.nth(k as u32, words, log).map_err(fault)?;
                if nth.as_ref() != Some(expected) {
                    return Err(format!("nth({k}) gives {nth:?}, list {expected:?}"));
                }
                if !m.contains(expected, words, log).map_err(fault)? {
                    return Err(format!("contains denies {expected:?}"));
                }
            }
            if m.nth(list.len() as u32, words, log).map_err(fault)?.is_some() {
                return Err("nth gives a move beyond the last".into());
            }
            let mut absent = list.first().cloned();
            if let Some(absent) = &mut absent
                && let Some(value) = absent.values.last_mut()
            {
                *value = i32::MAX;
                if m.contains(absent, words, log).map_err(fault)? {
                    return Err(format!("contains grants {absent:?}"));
                }
            }
            Ok(())
        })?;
        let Some(explained) = self.game.explained() else { return Ok(false) };
        let fault = |f: Fault| f.to_string();
        let State { game, mut words, mut log, .. } = self.played_on(&explained).map_err(fault)?;
        let mut plain = Vec::new();
        game.with_machine(|m| m.list_plainly(&mut words, &mut log, |m| plain.push(m))).map_err(fault)?;
        let mut sorted = list;
        sorted.sort();
        plain.sort();
        if plain != sorted {
            let only = |a: &[Move], b: &[Move]| a.iter().filter(|m| !b.contains(m)).cloned().collect::<Vec<_>>();
            return Err(format!(
                "set-wise only: {:?}; plainly only: {:?}",
                only(&sorted, &plain),
                only(&plain, &sorted)
            ));
        }
        Ok(true)
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "State({:?}, ply {})", self.game.name(), self.ply())
    }
}
