//! A compiled game: instructions, constant tables, and the layout of its states.
//!
//! A program runs until it needs a decision: then it stops at a *node*, and the state says which one and whose. For each node and
//! mover there is a generator (`decide`), and what follows once a move is chosen (`resolve`); in a program compiled to explain, its
//! plain form without set-wise shortcuts (`explain`), too.
//!
//! Blocks never recurse, so registers are static: a block that another calls has registers of its own. Where a whole node's
//! generator may be asked while it is running, the caller keeps the registers aside (`save-regs`).

pub mod builder;
mod jumps;
pub mod layout;
mod memo;
pub mod op;
mod passes;
mod share;
mod text;
mod verify;

use layout::{Field, Index, Stacks, Wellknown};
use op::{BlockId, BlockTableId, Op, Reg, RuleId, TableId};
use parlour_grammar::span::Origin;

pub use verify::VerifyError;

/// Constants are held by the last registers: constant `k` by register `LAST_REG − k`.
pub const LAST_REG: u16 = u16::MAX;
/// Number of set registers; constants are held by the last ones.
pub const SET_REGS: usize = 4096;
/// The numbers of 64-bit words a site set may have.
pub const WIDTHS: [usize; 5] = [1, 2, 4, 16, 64];

/// A compiled game.
#[derive(Clone, Debug)]
pub struct Program {
    /// The instructions of all blocks.
    pub code: Vec<Slot>,
    /// For each instruction, the place in the rules it stands for.
    pub origins: Vec<Origin>,
    /// What the notes are about; none but in a program compiled to explain.
    pub notes: Vec<Note>,
    /// The blocks.
    pub blocks: Vec<Block>,
    /// Constant `k` is in register [`LAST_REG`]` − k`.
    pub constants: Vec<i32>,
    /// Constant set `k` is in set register [`SET_REGS`]` − 1 − k`.
    pub set_constants: Vec<Vec<u64>>,
    /// Integer registers in use, constants aside.
    pub registers: u16,
    /// Set registers in use, constants aside.
    pub set_registers: u16,
    /// Tables of integers.
    pub tables: Vec<Vec<i32>>,
    /// Tables of site sets.
    pub set_tables: Vec<SetTable>,
    /// Steps.
    pub maps: Vec<StepMap>,
    /// Lines.
    pub lines: Vec<Lines>,
    /// Tables of blocks.
    pub block_tables: Vec<Vec<BlockId>>,
    /// What a player can choose, and what happens then.
    pub rules: Vec<Rule>,
    /// The blocks whose answers are kept.
    pub memos: Vec<Memo>,
    /// What a run can fail with.
    pub faults: Vec<FaultInfo>,
    /// The fields of the state.
    pub fields: Vec<Field>,
    /// The derived indexes of the state.
    pub indexes: Vec<Index>,
    /// Words of a state.
    pub words: u32,
    /// Words of a site set: one of [`WIDTHS`].
    pub width: usize,
    /// Sites of all kinds and containers.
    pub sites: u32,
    /// Number of players; none where the game goes on by itself.
    pub players: u32,
    /// Logs of occurrences.
    pub logs: u32,
    /// The fields with a fixed meaning.
    pub wellknown: Wellknown,
    /// The stacks, in a game that has them.
    pub stacks: Option<Stacks>,
    /// The nodes: the phases first, then those within turns.
    pub nodes: Vec<Node>,
    /// Number of phases.
    pub phases: usize,
    /// Number of nodes at which chance sets the game up: they follow the phases.
    pub set_up_nodes: usize,
    /// The set-up, up to the first decision.
    pub start: BlockId,
    /// What is noted when a position is reached: for set-ups by hand, since moves note it as they are made.
    pub enter: BlockId,
    /// Generators, at [`Program::place`].
    pub decide: BlockTableId,
    /// Generators without set-wise shortcuts, in a program compiled to explain.
    pub explain: Option<BlockTableId>,
    /// What follows a choice, up to the next decision; the rule is in [`Program::chosen`].
    pub resolve: BlockTableId,
    /// Random play from a decision to the end of the game.
    pub playout: BlockId,
    /// The register that holds the chosen rule when a move is resolved.
    pub chosen: Reg,
    /// The register that holds the greatest number of plies of a playout.
    pub playout_limit: Reg,
    /// Whether states keep the hash of their position up to date.
    pub keeps_hash: bool,
}

/// A place where the program waits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// What is decided there: the phase's name, or that of the step or choice.
    pub name: String,
    /// The phase it belongs to.
    pub phase: usize,
    /// Who or what decides.
    pub kind: NodeKind,
    /// Whether it lies among the effects of a move.
    pub follows: bool,
    /// Where the rules ask for it.
    pub origin: Origin,
}

/// Who or what decides at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeKind {
    /// One player.
    Decision,
    /// One of several players who do not see each other's choices; nodes of one number belong together.
    Sealed(u16),
    /// Chance.
    Chance,
}

/// An instruction in its place: sixteen bytes, so that the machine finds the next one by a shift.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(16))]
pub struct Slot(pub Op);

/// Something that is told to who follows a run of a program compiled to explain.
#[derive(Clone, Debug)]
pub struct Note {
    /// What is told.
    pub kind: NoteKind,
    /// The place in the rules.
    pub origin: Origin,
    /// The choices settled there; without a role, a site that may become either.
    pub settled: Vec<(Option<Role>, Reg)>,
    /// The sites still ahead on a line: a list that −1 ends, and the place in it.
    pub ahead: Option<(TableId, Reg)>,
    /// The forms around it, outermost first: what is asked there is asked of all that they make.
    pub scope: Vec<usize>,
}

/// What a note tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoteKind {
    /// Nothing any more.
    Nothing,
    /// The value of a term.
    Value {
        /// Whether it is a truth value.
        truth: bool,
    },
    /// A condition is about to be asked: what was told before is not of it.
    Ask,
    /// A condition has been asked; what depends on it happens only if it has this truth value.
    Condition(bool),
    /// The sites that a choice, or a site at hand, runs through.
    Within(Option<Role>),
    /// The least number that a loop runs through.
    Least,
    /// The greatest.
    Most,
    /// A form is about to make moves.
    Generator,
    /// A transition of a rule.
    Emit(RuleId),
    /// A part of a ply begins.
    Begin(Part),
    /// It is over.
    Done(Part),
}

/// A part of a ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// An effect, or a consequence.
    Effect,
    /// A rule that may end the game.
    End,
    /// A change of phase.
    Phase,
}

/// A stretch of code that is run from its start and ends in `ret` or `stop`.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its name in the text form.
    pub name: String,
    /// Its first instruction.
    pub start: u32,
    /// One past its last.
    pub end: u32,
}

/// A table of site sets, row by row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetTable {
    /// Number of rows.
    pub rows: u32,
    /// `rows × width` words.
    pub words: Vec<u64>,
}

/// A step in one direction, as a partial map from sites to sites that is one to one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepMap {
    /// Its direction's name.
    pub name: String,
    /// Where each site leads, or −1.
    pub forward: Vec<i32>,
    /// Where each site is led from, or −1.
    pub back: Vec<i32>,
    /// The same as shifts: the sites of each mask move by the distance (to higher sites if positive). Empty when there would be
    /// more groups than are worth it; then the map is followed site by site.
    pub groups: Vec<(i32, Vec<u64>)>,
}

/// Lines through sites.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lines {
    /// For each site, its lines from `starts[site]` to `starts[site + 1]`.
    pub starts: Vec<u32>,
    /// Two sets for each line: the sites it needs, and those it must not have (where a longer line does not count).
    pub words: Vec<u64>,
}

/// A block whose answer is kept, because it may be asked again: on the other ways that lead to the same state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Memo {
    /// The block.
    pub block: BlockId,
    /// Where the words of the state lie that the answer depends on, from the first up to before the last; nothing is kept if there are
    /// none.
    pub words: Vec<(u32, u32)>,
}

/// What kind of move a rule makes: it tells how the move is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveKind {
    /// From a site to a site.
    Travel,
    /// On one site.
    Place,
    /// A value for a site.
    Assign,
    /// A value that a site may have is excluded, or let in again.
    Mark,
    /// A pass.
    Pass,
    /// A proposal, a vote, a swap: a word.
    Word,
    /// Not a player's choice: something that happens.
    Effect,
    /// What chance brings: the values of its choices.
    Chance,
    /// A number.
    Number,
}

/// What a choice of a move is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The site it starts from.
    From,
    /// The site it leads to, or is about.
    To,
    /// The level of the piece it is from, where it may be any.
    LevelFrom,
    /// The level of the piece it leads to, or is about.
    LevelTo,
    /// The lowest level that moves.
    LevelMin,
    /// The highest level that moves.
    LevelMax,
    /// How many pieces move.
    Count,
    /// The component that is placed.
    What,
    /// The state that is set.
    State,
    /// The rotation that is set.
    Rotation,
    /// The first of the dice that it uses.
    Die,
    /// Any other value its effects depend on.
    Other,
}

/// What a player can choose, and what happens then. A move is a rule and the values of its choices.
#[derive(Clone, Debug)]
pub struct Rule {
    /// How the move is written.
    pub kind: MoveKind,
    /// Its choices, in the order in which a move lists them.
    pub choices: Vec<(Role, Reg)>,
    /// The choice that `emit-set` runs through.
    pub set_choice: Option<usize>,
    /// The choice that `emit-back` looks up by the set choice.
    pub derived: Option<usize>,
    /// What happens.
    pub effects: BlockId,
    /// For random play, which generates moves untested: the block that tells whether this one is among the legal ones. None where
    /// all that are generated are.
    pub test: Option<BlockId>,
    /// The word of a [`MoveKind::Word`].
    pub word: String,
    /// Who may know what of a move of it.
    pub secrecy: Secrecy,
    /// The kind of piece that it puts down, where that is known before play.
    pub piece: Option<u32>,
    /// Where it is written.
    pub origin: Origin,
}

/// Who may know what of a move. Who makes it knows all of it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Secrecy {
    /// Everybody.
    #[default]
    Open,
    /// Everybody knows the choice as such, whatever is seen of the sites that it names.
    Announced,
    /// Of the sites it is about, who sees that something changes there.
    OnBoard,
    /// Which piece it is about: until the move has been made, only who makes it.
    UntilMade,
    /// Which piece it is about: only who makes it.
    Kept,
    /// Which piece it is about: nobody, since who gets the piece sees it where it lies.
    Hidden,
    /// All of it: only who makes it, or the mover if chance does.
    Private,
    /// All of it: nobody but who makes it, whose turn it may be.
    Untold,
}

/// Why a run could not go on.
#[derive(Clone, Debug)]
pub struct FaultInfo {
    /// The stable code.
    pub code: &'static str,
    /// What went wrong.
    pub message: String,
    /// The rule.
    pub origin: Origin,
    /// What to do.
    pub help: String,
}

impl Program {
    /// The width for `sites` sites, if there is one.
    #[must_use]
    pub fn width_for(sites: usize) -> Option<usize> {
        WIDTHS.into_iter().find(|w| w * 64 >= sites)
    }

    /// Whether it is at a node that chance sets the game up.
    #[must_use]
    pub fn sets_up(&self, node: i32) -> bool {
        usize::try_from(node).is_ok_and(|node| (self.phases..self.phases + self.set_up_nodes).contains(&node))
    }

    /// How many may be to move: the players, or nobody (0) where nobody plays.
    #[must_use]
    pub fn movers(&self) -> u32 {
        self.players.max(1)
    }

    /// The place of `node` and `mover` in a table of blocks.
    #[inline(always)]
    #[must_use]
    pub fn place(&self, node: i32, mover: i32) -> i32 {
        node * self.movers() as i32 + mover - self.players.min(1) as i32
    }

    /// The block at `node` and `mover` of a table of blocks.
    #[must_use]
    pub fn block_at(&self, table: BlockTableId, node: i32, mover: i32) -> Option<BlockId> {
        let place = self.place(node, mover);
        self.block_tables[table.0 as usize].get(usize::try_from(place).ok()?).copied()
    }
}
