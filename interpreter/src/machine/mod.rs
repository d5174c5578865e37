//! Runs a program.
//!
//! A [`Machine`] is scratch space: registers, the stack of calls, the transitions being generated. All that a game is
//! lies in a [`State`] and its [`Log`], which are given to each run, so one machine serves any number of positions of its program.

mod explain;
mod log;
mod memo;
mod outcome;
mod rng;
mod run;
mod sets;
mod stacks;
mod state;
mod transitions;

pub use explain::{Asked, Explanation, Near, Step, Told, Wanted};
pub use log::Log;
pub use rng::Rng;
pub use run::Fault;
pub use state::State;

use crate::program::op::{BlockId, BlockTableId, Want};
use crate::program::{LAST_REG, Program, SET_REGS};
use smallvec::SmallVec;
use std::sync::Arc;

/// A move: a rule of the program, and the values of its choices.
///
/// Moves of a program are compared and hashed by these; how one is written for a reader is the game's business.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// The rule, an index into [`Program::rules`].
    pub rule: u16,
    /// The values of the rule's choices, in its order.
    pub values: SmallVec<[i32; 6]>,
}

/// What the host wants of a generator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    Exists,
    Count,
    List,
    Segments,
    /// The same, before conditions are asked that each transition must meet once it has happened: see `Rule::test`.
    Untested,
    /// Stop at transition number `.0`, counted from 0, with its choices loaded.
    Nth(u32),
    /// Whether [`Core::target`] is among them.
    Contains,
}

impl From<Want> for Mode {
    fn from(want: Want) -> Self {
        match want {
            Want::Exists => Mode::Exists,
            Want::Count => Mode::Count,
            Want::List => Mode::List,
            Want::Segments => Mode::Segments,
        }
    }
}

/// A generator's run under way, or (once it has ended) a list being performed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub mode: Mode,
    pub count: u32,
    /// Where to go on once enough is known.
    pub end: u32,
    /// Height of the stack of calls.
    pub calls: u32,
    /// Marks of speculations that were begun before it: leaving it takes back those begun since.
    pub marks: u32,
    /// Where its transitions begin in the arena.
    pub start: u32,
    /// While its list is performed: the next transition and the end of the list. In random play: the number of the transition picked.
    pub cursor: u32,
    pub limit: u32,
    /// The rule found by `Nth`, or 1 where `Contains` has found its target.
    pub found: Option<u16>,
}

#[derive(Clone, Copy, Debug)]
struct SpeculationMark {
    journal: u32,
    log: u32,
}

/// Everything but the set registers, whose type depends on the program's width.
#[derive(Clone, Debug)]
pub(crate) struct Core {
    pub calls: Vec<u32>,
    /// The block that runs after the one a run begins with.
    pub then: Option<u32>,
    pub frames: Vec<Frame>,
    /// Transitions listed so far, up to `top`; what lies beyond is room.
    pub arena: Vec<i32>,
    pub top: usize,
    pub journal: Vec<(u32, u64)>,
    marks: Vec<SpeculationMark>,
    saved: Vec<i32>,
    /// The stream of agents' choices.
    pub rng: Rng,
    /// The stream of chance.
    pub chance: Rng,
    /// The weights of the outcomes generated last, if chance decides.
    pub weights: Vec<i32>,
    pub fuel: u64,
    /// The fuel that the next ply begins with: less after each outcome of chance, so that chance alone cannot go on for ever.
    pub next_fuel: u64,
    /// Answers kept.
    pub memo: memo::Memos,
    pub target: Option<Move>,
    pub tracer: Option<Box<explain::Tracer>>,
}

/// Scratch space to run a program in.
#[derive(Clone, Debug)]
pub struct Machine {
    program: Arc<Program>,
    pub(crate) core: Core,
    regs: Box<[i32; 1 << 16]>,
    sets: sets::SetFile,
    loops: u64,
}

/// The game of a match that follows a state, counted from 0: where that of the state's program is over, and the match is not.
#[must_use]
pub fn next_game(program: &Program, state: &State) -> Option<usize> {
    let onward = program.wellknown.rounds.as_ref()?.onward?;
    usize::try_from(state.get(program, onward, 0) - 1).ok()
}

/// Loops that a run may make before it reaches the next decision.
pub const FUEL: u64 = 20_000_000;

impl Machine {
    /// A machine for `program`, which must have passed [`Program::verify`].
    #[must_use]
    pub fn new(program: Arc<Program>) -> Self {
        let mut regs: Box<[i32; 1 << 16]> =
            vec![0; 1 << 16].into_boxed_slice().try_into().expect("the length is right");
        for (k, constant) in program.constants.iter().enumerate() {
            regs[LAST_REG as usize - k] = *constant;
        }
        let mut sets = sets::SetFile::new(program.width);
        for (k, set) in program.set_constants.iter().enumerate() {
            sets.put(SET_REGS - 1 - k, set);
        }
        let core = Core {
            calls: Vec::with_capacity(64),
            then: None,
            frames: Vec::with_capacity(16),
            arena: vec![0; 4096],
            top: 0,
            journal: Vec::with_capacity(256),
            marks: Vec::with_capacity(8),
            saved: Vec::new(),
            rng: Rng::new(0),
            chance: Rng::stream(0, "chance"),
            weights: Vec::new(),
            fuel: FUEL,
            next_fuel: FUEL,
            memo: memo::Memos::new(&program),
            target: None,
            tracer: None,
        };
        Machine { program, core, regs, sets, loops: 0 }
    }

    /// The program it runs.
    #[must_use]
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Seeds the streams that random play and chance draw from: one seed, two streams that do not depend on each other.
    pub fn seed(&mut self, seed: u64) {
        self.core.rng = Rng::new(seed);
        self.core.chance = Rng::stream(seed, "chance");
    }

    /// Draws one of the outcomes listed last, from the stream of chance: its index.
    pub(crate) fn draw_listed(&mut self) -> u32 {
        drawn(&self.core.weights, &mut self.core.chance)
    }

    /// The weights of the outcomes listed last, in their order; none where a player decides.
    #[must_use]
    pub fn weights(&self) -> &[i32] {
        &self.core.weights
    }

    /// Sets a game up and runs it to its first decision.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn start(&mut self, state: &mut State, log: &mut Log) -> Result<(), Fault> {
        state.reset(&self.program);
        log.clear();
        let block = self.program.start;
        self.run(state, log, block)
    }

    /// Begins a game of a match after another one, of program `from`, which is over in `before`: what outlasts rounds is taken over from
    /// there. The log goes on.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn carry_on(&mut self, from: &Program, before: &State, state: &mut State, log: &mut Log) -> Result<(), Fault> {
        state.reset(&self.program);
        state.take_over(&self.program, from, before);
        let block = self.program.start;
        self.run(state, log, block)
    }

    /// The streams that random play and chance draw from, as they are.
    pub(crate) fn streams(&self) -> (Rng, Rng) {
        (self.core.rng.clone(), self.core.chance.clone())
    }

    /// Draws from these streams from here on.
    pub(crate) fn take_streams(&mut self, (rng, chance): (Rng, Rng)) {
        (self.core.rng, self.core.chance) = (rng, chance);
    }

    /// Makes a position set up by hand the one that the game goes on from. What is derived must have been derived.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn enter(&mut self, state: &mut State, log: &mut Log) -> Result<(), Fault> {
        let block = self.program.enter;
        self.run(state, log, block)
    }

    /// Counts the transitions of the generator at a node.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn count(&mut self, state: &mut State, log: &mut Log) -> Result<u32, Fault> {
        Ok(self.generate(Mode::Count, state, log, self.program.decide)?.count)
    }

    /// Whether there is a transition.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn exists(&mut self, state: &mut State, log: &mut Log) -> Result<bool, Fault> {
        Ok(self.generate(Mode::Exists, state, log, self.program.decide)?.count > 0)
    }

    /// The transition number `k` in canonical order, counted from 0.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn nth(&mut self, k: u32, state: &mut State, log: &mut Log) -> Result<Option<Move>, Fault> {
        let frame = self.generate(Mode::Nth(k), state, log, self.program.decide)?;
        Ok(frame.found.map(|rule| self.loaded(rule)))
    }

    /// Whether `wanted` is among the transitions.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn contains(&mut self, wanted: &Move, state: &mut State, log: &mut Log) -> Result<bool, Fault> {
        self.core.target = Some(wanted.clone());
        let frame = self.generate(Mode::Contains, state, log, self.program.decide)?;
        Ok(frame.found.is_some())
    }

    /// Hands every transition to `each`, in canonical order.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn list(&mut self, state: &mut State, log: &mut Log, each: impl FnMut(Move)) -> Result<(), Fault> {
        self.list_of(self.program.decide, state, log, each)
    }

    /// The same by the plain form of the generator, without set-wise shortcuts. The program must have been compiled to explain.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn list_plainly(&mut self, state: &mut State, log: &mut Log, each: impl FnMut(Move)) -> Result<(), Fault> {
        let blocks = self.program.explain.ok_or(Fault::NoSuchNode)?;
        self.list_of(blocks, state, log, each)
    }

    /// The same for the transitions that a block makes, such as that of an expression.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn list_block(
        &mut self,
        block: BlockId,
        state: &mut State,
        log: &mut Log,
        each: impl FnMut(Move),
    ) -> Result<(), Fault> {
        self.generate_in(Mode::List, state, log, block)?;
        self.hand_over(each);
        Ok(())
    }

    fn list_of(
        &mut self,
        blocks: BlockTableId,
        state: &mut State,
        log: &mut Log,
        each: impl FnMut(Move),
    ) -> Result<(), Fault> {
        self.generate(Mode::List, state, log, blocks)?;
        self.hand_over(each);
        Ok(())
    }

    /// The transitions listed last.
    fn hand_over(&mut self, mut each: impl FnMut(Move)) {
        let mut at = 0;
        while at < self.core.top {
            let rule = self.core.arena[at] as u16;
            let n = self.program.rules[rule as usize].choices.len();
            each(Move { rule, values: SmallVec::from_slice(&self.core.arena[at + 1..at + 1 + n]) });
            at += 1 + n;
        }
        self.core.top = 0;
    }

    /// Why `wanted` is, or is not, among the transitions. The program must have been compiled to explain.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn explain(&mut self, wanted: &Wanted, state: &mut State, log: &mut Log) -> Result<Explanation, Fault> {
        self.core.tracer = Some(Box::new(explain::Tracer::new(wanted.clone(), state, 1)));
        let blocks = self.program.explain.ok_or(Fault::NoSuchNode)?;
        let run = self.generate(Mode::Count, state, log, blocks);
        let tracer = self.core.tracer.take().expect("it was put there above");
        run.map(|_| tracer.finish())
    }

    /// The same as [`Machine::resolve`]; it is told what each form did, and what was asked.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn resolve_explained(&mut self, chosen: &Move, state: &mut State, log: &mut Log) -> Result<Explanation, Fault> {
        self.core.tracer = Some(Box::new(explain::Tracer::new(Wanted::default(), state, 0)));
        let run = self.resolve(chosen, state, log);
        let tracer = self.core.tracer.take().expect("it was put there above");
        run.map(|()| tracer.finish())
    }

    /// Applies a transition that the generator has given for this state, and runs to the next decision. It is not checked
    /// again: see [`Machine::contains`].
    ///
    /// # Errors
    /// A fault of the rules. The state is then as it was left: keep a copy if it matters.
    pub fn resolve(&mut self, chosen: &Move, state: &mut State, log: &mut Log) -> Result<(), Fault> {
        let program = Arc::clone(&self.program);
        for ((_, reg), value) in program.rules[chosen.rule as usize].choices.iter().zip(&chosen.values) {
            self.regs[reg.0 as usize] = *value;
        }
        self.regs[program.chosen.0 as usize] = i32::from(chosen.rule);
        let (node, mover) =
            (state.get(&program, program.wellknown.node, 0), state.get(&program, program.wellknown.mover, 0));
        let block = program.block_at(program.resolve, node, mover).ok_or(Fault::NoSuchNode)?;
        // The effects of the rule, and then what follows.
        self.core.reset();
        self.core.then = Some(block.0);
        let effects = program.rules[chosen.rule as usize].effects;
        let run = self.sets.run(&program, &mut self.core, &mut self.regs, state, log, effects.0);
        self.loops += FUEL.saturating_sub(self.core.fuel);
        run?;
        #[cfg(debug_assertions)]
        state.check_derived(&program);
        Ok(())
    }

    /// Plays at random from a decision to the end of the game, at most to ply number `limit`.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn playout(&mut self, limit: i32, state: &mut State, log: &mut Log) -> Result<(), Fault> {
        let program = &self.program;
        let (block, reg) = (program.playout, program.playout_limit);
        self.regs[reg.0 as usize] = limit;
        self.run(state, log, block)
    }

    /// Runs any block of the program that ends in `ret` or `stop`, such as an expression compiled for this position.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn run(&mut self, state: &mut State, log: &mut Log, block: BlockId) -> Result<(), Fault> {
        self.core.reset();
        self.sets.run(&self.program, &mut self.core, &mut self.regs, state, log, block.0)?;
        #[cfg(debug_assertions)]
        state.check_derived(&self.program);
        Ok(())
    }

    fn generate(&mut self, mode: Mode, state: &mut State, log: &mut Log, blocks: BlockTableId) -> Result<Frame, Fault> {
        let program = &self.program;
        let (node, mover) =
            (state.get(program, program.wellknown.node, 0), state.get(program, program.wellknown.mover, 0));
        let block = program.block_at(blocks, node, mover).ok_or(Fault::NoSuchNode)?;
        self.generate_in(mode, state, log, block)
    }

    fn generate_in(&mut self, mode: Mode, state: &mut State, log: &mut Log, block: BlockId) -> Result<Frame, Fault> {
        self.core.reset();
        self.core.frames.push(Frame {
            mode,
            count: 0,
            end: 0,
            calls: 0,
            marks: 0,
            start: 0,
            cursor: 0,
            limit: 0,
            found: None,
        });
        let run = self.sets.run(&self.program, &mut self.core, &mut self.regs, state, log, block.0);
        self.loops += FUEL.saturating_sub(self.core.fuel);
        run?;
        Ok(self.core.frames.pop().expect("the run keeps the host's frame"))
    }

    fn loaded(&self, rule: u16) -> Move {
        let choices = &self.program.rules[rule as usize].choices;
        Move { rule, values: choices.iter().map(|(_, reg)| self.regs[reg.0 as usize]).collect() }
    }

    /// How many loops it took to generate and to make moves one by one so far; random play to the end is not counted. A measure of work
    /// that does not hang on the clock.
    #[must_use]
    pub fn loops(&self) -> u64 {
        self.loops
    }

    /// The value of an integer register after a run.
    #[must_use]
    pub fn register(&self, reg: crate::program::op::Reg) -> i32 {
        self.regs[reg.0 as usize]
    }

    /// The members of a set register after a run.
    #[must_use]
    pub fn set_register(&self, set: crate::program::op::SetReg) -> Vec<u32> {
        self.sets.members(set.0 as usize)
    }
}

/// Draws one of several outcomes by their weights: its index.
pub(crate) fn drawn(weights: &[i32], rng: &mut Rng) -> u32 {
    let total: u64 = weights.iter().map(|w| u64::from(w.unsigned_abs())).sum();
    let mut k = u64::from(rng.below(u32::try_from(total).unwrap_or(u32::MAX)));
    for (i, weight) in weights.iter().enumerate() {
        match k.checked_sub(u64::from(weight.unsigned_abs())) {
            Some(rest) => k = rest,
            None => return i as u32,
        }
    }
    0
}

impl Core {
    /// Room for `n` more numbers in the arena.
    #[inline(always)]
    fn room(&mut self, n: usize) -> &mut [i32] {
        if self.top + n > self.arena.len() {
            self.grow(n);
        }
        let at = self.top;
        self.top += n;
        &mut self.arena[at..at + n]
    }

    #[cold]
    fn grow(&mut self, n: usize) {
        let len = (self.top + n).max(2 * self.arena.len());
        self.arena.resize(len, 0);
    }

    fn reset(&mut self) {
        self.calls.clear();
        self.frames.clear();
        self.then = None;
        self.top = 0;
        self.journal.clear();
        self.marks.clear();
        self.saved.clear();
        self.weights.clear();
        self.fuel = FUEL;
        self.next_fuel = FUEL;
    }
}
