//! The instruction set.
//!
//! An instruction is a few bytes: an operation and its operands. Integers live in registers (`r3`), site sets in set registers
//! (`s2`); constants are registers that the machine fills once. There is no recursion between blocks, so every register has one
//! place for good (see [`super::Program`]). Coarse instructions say in their documentation the loop of finer ones they stand for.

use std::fmt;

/// An integer register.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reg(pub u16);
/// A set register.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SetReg(pub u16);
/// A place in the code: inside its block while the program is built, absolute afterwards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Label(pub u32);
/// A block: by number while the program is built, the place of its first instruction afterwards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BlockId(pub u32);
/// A field of the state: an array of integers; see [`super::layout::Field`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FieldId(pub u16);
/// A derived index of the state: a family of site sets; see [`super::layout::Index`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct IndexId(pub u16);
/// A constant table of integers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TableId(pub u16);
/// A constant table of site sets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SetTableId(pub u16);
/// A partial map from sites to sites, one to one: a step in one direction; see [`super::StepMap`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MapId(pub u16);
/// A table of lines through each site; see [`super::Lines`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LinesId(pub u16);
/// A table of blocks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BlockTableId(pub u16);
/// A rule: what kind of move, its choices, its effects; see [`super::Rule`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RuleId(pub u16);
/// A message for a run that cannot go on; see [`super::Program::faults`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FaultId(pub u16);
/// Something told to who follows a run; see [`super::Program::notes`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NoteId(pub u32);
/// A word of the state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Word(pub u32);
/// A small number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Small(pub u16);

/// An operation on two integers. Sums and products wrap; division by zero gives 0, as does its remainder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bin {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient, towards zero.
    Div,
    /// Remainder, with the sign of the dividend.
    Rem,
    /// The smaller.
    Min,
    /// The larger.
    Max,
    /// Power; a negative exponent gives 0.
    Pow,
    /// Bitwise and; of truth values, conjunction.
    And,
    /// Bitwise or; of truth values, disjunction.
    Or,
    /// Bitwise exclusive or.
    Xor,
}

impl Bin {
    /// The result; `None` if it does not fit in 32 bits. What is divided by 0 is 0.
    #[must_use]
    #[inline(always)]
    pub fn apply(self, a: i32, b: i32) -> Option<i32> {
        match self {
            Bin::Add => a.checked_add(b),
            Bin::Sub => a.checked_sub(b),
            Bin::Mul => a.checked_mul(b),
            Bin::Div if b == 0 => Some(0),
            Bin::Div => a.checked_div(b),
            Bin::Rem => Some(a.checked_rem(b).unwrap_or(0)),
            Bin::Min => Some(a.min(b)),
            Bin::Max => Some(a.max(b)),
            Bin::Pow => u32::try_from(b).map_or(Some(0), |b| a.checked_pow(b)),
            Bin::And => Some(a & b),
            Bin::Or => Some(a | b),
            Bin::Xor => Some(a ^ b),
        }
    }
}

/// A comparison of two integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cmp {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
    /// Greater.
    Gt,
    /// Greater or equal.
    Ge,
}

impl Cmp {
    /// The comparison of the second with the first.
    #[must_use]
    pub fn swapped(self) -> Cmp {
        match self {
            Cmp::Eq | Cmp::Ne => self,
            Cmp::Lt => Cmp::Gt,
            Cmp::Le => Cmp::Ge,
            Cmp::Gt => Cmp::Lt,
            Cmp::Ge => Cmp::Le,
        }
    }

    /// The result.
    #[must_use]
    #[inline(always)]
    pub fn apply(self, a: i32, b: i32) -> bool {
        match self {
            Cmp::Eq => a == b,
            Cmp::Ne => a != b,
            Cmp::Lt => a < b,
            Cmp::Le => a <= b,
            Cmp::Gt => a > b,
            Cmp::Ge => a >= b,
        }
    }

    /// The comparison that holds exactly when this one does not.
    #[must_use]
    pub fn negated(self) -> Cmp {
        match self {
            Cmp::Eq => Cmp::Ne,
            Cmp::Ne => Cmp::Eq,
            Cmp::Lt => Cmp::Ge,
            Cmp::Le => Cmp::Gt,
            Cmp::Gt => Cmp::Le,
            Cmp::Ge => Cmp::Lt,
        }
    }
}

/// What is wanted of a generator, where the program itself runs one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want {
    /// Whether there is a transition.
    Exists,
    /// How many there are.
    Count,
    /// All, to be performed.
    List,
    /// All, kept as sets, one of which a playout picks.
    Segments,
}

/// How a player comes out of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The best rank still free.
    Win,
    /// The worst rank still free.
    Loss,
    /// All who are still in share the ranks still free.
    Draw,
}

/// Whether an instruction reads or writes a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Reads.
    Read,
    /// Writes.
    Write,
    /// Reads, then writes.
    Both,
}

/// A walk over the operands of an instruction, which may change them.
pub trait Visitor {
    /// An integer register.
    fn reg(&mut self, _: &mut Reg, _: Access) {}
    /// A set register.
    fn set(&mut self, _: &mut SetReg, _: Access) {}
    /// A jump's target.
    fn label(&mut self, _: &mut Label) {}
    /// A block.
    fn block(&mut self, _: &mut BlockId) {}
    /// A field.
    fn field(&mut self, _: FieldId) {}
    /// A word of the state.
    fn word(&mut self, _: Word) {}
    /// An index.
    fn index(&mut self, _: IndexId) {}
    /// A table.
    fn table(&mut self, _: TableId) {}
    /// A table of sets.
    fn set_table(&mut self, _: SetTableId) {}
    /// A map.
    fn map(&mut self, _: MapId) {}
    /// A table of lines.
    fn lines(&mut self, _: LinesId) {}
    /// A table of blocks.
    fn block_table(&mut self, _: BlockTableId) {}
    /// A rule.
    fn rule(&mut self, _: RuleId) {}
    /// A fault.
    fn fault(&mut self, _: FaultId) {}
}

trait Operand: fmt::Display {
    fn visit(&mut self, access: Access, visitor: &mut dyn Visitor);
}

macro_rules! operands {
    ($($ty:ident $form:literal |$this:ident, $access:ident, $v:ident| $body:expr;)*) => {$(
        impl fmt::Display for $ty {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, $form, self.0)
            }
        }
        impl Operand for $ty {
            fn visit(&mut self, $access: Access, $v: &mut dyn Visitor) {
                let ($this, _) = (self, $access);
                $body
            }
        }
    )*};
}

/// Answers kept of a block; see [`super::Memo`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MemoId(pub u16);

operands! {
    MemoId "memo{}" |it, a, v| { let _ = (it, v); };
    Reg "r{}" |it, a, v| v.reg(it, a);
    SetReg "s{}" |it, a, v| v.set(it, a);
    Label "@{}" |it, a, v| v.label(it);
    BlockId "@{}" |it, a, v| v.block(it);
    FieldId "f{}" |it, a, v| v.field(*it);
    IndexId "x{}" |it, a, v| v.index(*it);
    TableId "t{}" |it, a, v| v.table(*it);
    SetTableId "st{}" |it, a, v| v.set_table(*it);
    MapId "m{}" |it, a, v| v.map(*it);
    LinesId "l{}" |it, a, v| v.lines(*it);
    BlockTableId "bt{}" |it, a, v| v.block_table(*it);
    RuleId "rule{}" |it, a, v| v.rule(*it);
    FaultId "fault{}" |it, a, v| v.fault(*it);
    Word "w{}" |it, a, v| v.word(*it);
    NoteId "note{}" |it, a, v| { let _ = (it, v); };
    Small "{}" |it, a, v| { let _ = (it, v); };
}

macro_rules! word_operands {
    ($($ty:ident)*) => {$(
        impl fmt::Display for $ty {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&format!("{self:?}").to_lowercase())
            }
        }
        impl Operand for $ty {
            fn visit(&mut self, _: Access, _: &mut dyn Visitor) {}
        }
    )*};
}

word_operands! { Bin Cmp Want Verdict }

macro_rules! access {
    (i) => {
        Access::Read
    };
    (o) => {
        Access::Write
    };
    (x) => {
        Access::Both
    };
}

macro_rules! ops {
    ($($(#[$doc:meta])* $name:ident $text:literal { $($acc:ident $field:ident: $ty:ident),* $(,)? })*) => {
        /// One instruction. In the listing, `i` operands are read, `o` written, `x` both.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[expect(missing_docs, reason = "operands are named in the documentation of their instruction")]
        pub enum Op {
            $($(#[$doc])* $name { $($field: $ty),* },)*
        }

        impl Op {
            /// Shows every operand to `visitor`.
            pub fn visit(&mut self, visitor: &mut dyn Visitor) {
                match self {
                    $(Op::$name { $($field),* } => { let _ = &visitor; $($field.visit(access!($acc), visitor);)* })*
                }
            }
        }

        impl fmt::Display for Op {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Op::$name { $($field),* } => {
                        f.write_str($text)?;
                        $(write!(f, " {}", $field)?;)*
                        Ok(())
                    })*
                }
            }
        }
    };
}

ops! {
    // Control.
    /// Goes on at `to`.
    Jump "jump" { i to: Label }
    /// Goes on at `to` if `c` is not 0.
    JumpIf "jump-if" { i c: Reg, i to: Label }
    /// Goes on at `to` if `c` is 0.
    JumpUnless "jump-unless" { i c: Reg, i to: Label }
    /// Goes on at `to` if the comparison of `a` with `b` holds.
    JumpCmp "jump" { i cmp: Cmp, i a: Reg, i b: Reg, i to: Label }
    /// Goes on at `to` if the comparison of a word of the state with `b` holds: `load-word`, then `jump`
    JumpWord "jump-word" { i cmp: Cmp, i word: Word, i b: Reg, i to: Label }
    /// Goes on at `to` if the present run has had a transition: `emitted`, then `jump-if`
    JumpEmitted "jump-emitted" { i to: Label }
    /// Goes on at `to` if `s` has a member: `count`, `not`, then `jump-unless`
    JumpSome "jump-some" { i s: SetReg, i to: Label }
    /// Goes on at `to` if `i` is not a member of `s`: `has`, then `jump-unless`
    JumpOutside "jump-outside" { i s: SetReg, i i: Reg, i to: Label }
    /// Goes on at `to` if no line of the table through site `i` lies within `s`: `line`, then `jump-unless`
    JumpNoLine "jump-no-line" { i s: SetReg, i i: Reg, i lines: LinesId, i to: Label }
    /// The same for the class of an index that site `i` belongs to: `load-like`, then `jump-no-line`
    JumpNoLineLike "jump-no-line-like" { i index: IndexId, i field: FieldId, i i: Reg, i lines: LinesId, i to: Label }
    /// Goes on at `to` if a class of an index has a member: `load-set`, then `jump-some`
    JumpClass "jump-class" { i index: IndexId, i class: Small, i to: Label }
    /// Goes on at `to` if the present run is random play's that has each move it picks tested: see [`Op::Decide`]
    JumpUntested "jump-untested" { i to: Label }
    /// Goes on at `to` if what is done now will be taken back: between `mark` and `rollback`
    JumpTried "jump-tried" { i to: Label }
    /// Ends the block if the present run has had a transition: `jump-emitted` to a `ret`
    RetEmitted "ret-emitted" { }
    /// Goes on at `to` if `s` is empty.
    JumpEmpty "jump-empty" { i s: SetReg, i to: Label }
    /// Goes back to `to` and burns fuel: the only way back, besides the loops over finite things.
    Loop "loop" { i to: Label }
    /// Runs a block, then goes on.
    Call "call" { i block: BlockId }
    /// Runs the block at place `i` of a table, then goes on.
    CallAt "call-at" { i blocks: BlockTableId, i i: Reg }
    /// Ends a block.
    Ret "ret" { }
    /// Ends the run: the game waits for a decision, or is over.
    Stop "stop" { }
    /// Ends the run with a fault.
    Fault "fault" { i fault: FaultId }

    // Integers.
    /// `d = a`
    Move "move" { o d: Reg, i a: Reg }
    /// `d = a op b`
    Bin "int" { i op: Bin, o d: Reg, i a: Reg, i b: Reg }
    /// `d = (a cmp b)`, 1 or 0
    Cmp "cmp" { i cmp: Cmp, o d: Reg, i a: Reg, i b: Reg }
    /// `d = 1` if `a` is 0, else 0
    Not "not" { o d: Reg, i a: Reg }
    /// `d = table[i]`, −1 outside
    Table "table" { o d: Reg, i table: TableId, i i: Reg }
    /// `lo = table[i]`, `hi = table[i + 1]`; both 0 outside
    Range "range" { o lo: Reg, o hi: Reg, i table: TableId, i i: Reg }
    /// `d = table[p]; p += 1`; if `d` is negative goes on at `to`: the next member of a list that −1 ends
    Advance "advance" { o d: Reg, x p: Reg, i table: TableId, i to: Label }

    // The state.
    /// `d = field[0]`
    Load "load" { o d: Reg, i field: FieldId }
    /// `d =` a word of the state that is a number: `load` of a field that is one
    LoadWord "load-word" { o d: Reg, i word: Word }
    /// The same for `store`
    StoreWord "store-word" { i word: Word, i a: Reg }
    /// A word of the state that is a number grows by `a`: `load-word`, `int add`, `store-word`
    AddWord "add-word" { i word: Word, i a: Reg }
    /// `store-word`, twice
    StoreWords "store-words" { i word: Word, i a: Reg, i second: Word, i b: Reg }
    /// `store-words`, then `ret`
    StoreWordsRet "store-words-ret" { i word: Word, i a: Reg, i second: Word, i b: Reg }
    /// `store-add`, then `ret`
    StoreAddRet "store-add-ret" { i word: Word, i a: Reg, i second: Word, i b: Reg }
    /// `store-word`, then `add-word`
    StoreAdd "store-add" { i word: Word, i a: Reg, i second: Word, i b: Reg }
    /// `d = field[i]`, 0 outside
    LoadAt "load-at" { o d: Reg, i field: FieldId, i i: Reg }
    /// `k =` the next number after it, up to `last`, for which `field[row + k]` is not 0; if there is none goes on at `to`
    Seek "seek" { x k: Reg, i field: FieldId, i row: Reg, i last: Reg, i to: Label }
    /// `field[0] = a`
    Store "store" { i field: FieldId, i a: Reg }
    /// `field[i] = a` and every index and hash derived from it; outside the field nothing happens. The one mutation primitive.
    StoreAt "store-at" { i field: FieldId, i i: Reg, i a: Reg }
    /// Values change by a table: for each `i` of `s`, `load-at`, `table`, and unless that is negative `store-at`
    Remap "remap" { i field: FieldId, i s: SetReg, i table: TableId }
    /// `field[i] = a` for all `i`, as `StoreAt`
    Fill "fill" { i field: FieldId, i a: Reg }

    // Site sets.
    /// `d = a`
    SetMove "set" { o d: SetReg, i a: SetReg }
    /// `d = a ∩ b`
    SetAnd "and" { o d: SetReg, i a: SetReg, i b: SetReg }
    /// `d = a ∪ b`
    SetOr "or" { o d: SetReg, i a: SetReg, i b: SetReg }
    /// `d = a ∖ b`
    SetDiff "diff" { o d: SetReg, i a: SetReg, i b: SetReg }
    /// `d = (a ∖ b) ∪ (b ∖ a)`
    SetXor "xor" { o d: SetReg, i a: SetReg, i b: SetReg }
    /// `d = { s ∈ a : s ≥ lo, s < hi }`
    SetBetween "between" { o d: SetReg, i a: SetReg, i lo: Reg, i hi: Reg }
    /// `d = {i}`, empty for a site outside the board: `set` of the empty set, then `insert`
    Single "single" { o d: SetReg, i i: Reg }
    /// `d = d ∪ {i}`; a site outside the board is left out
    SetInsert "insert" { x d: SetReg, i i: Reg }
    /// `d = d ∖ {i}`
    SetRemove "remove" { x d: SetReg, i i: Reg }
    /// `d = (i ∈ s)`
    SetHas "has" { o d: Reg, i s: SetReg, i i: Reg }
    /// `d = |s|`
    SetCount "count" { o d: Reg, i s: SetReg }
    /// `d = 1` if `a ⊆ b`
    SetWithin "within" { o d: Reg, i a: SetReg, i b: SetReg }
    /// `d = 1` if `a ∩ b` has a member
    SetMeets "meets" { o d: Reg, i a: SetReg, i b: SetReg }
    /// `d =` the lowest member, or −1
    SetMin "min" { o d: Reg, i s: SetReg }
    /// `d =` the highest member, or −1
    SetMax "max" { o d: Reg, i s: SetReg }
    /// Takes the lowest member of `s` into `d`; if there is none goes on at `to`
    Each "each" { x s: SetReg, o d: Reg, i to: Label }
    /// `d =` class `class` of a derived index
    LoadSet "load-set" { o d: SetReg, i index: IndexId, i class: Small }
    /// `d =` class `i` of a derived index, empty outside
    LoadSetAt "load-set-at" { o d: SetReg, i index: IndexId, i i: Reg }
    /// `d =` class `field[i]` of a derived index: `load-at`, then `load-set-at`
    LoadLike "load-like" { o d: SetReg, i index: IndexId, i field: FieldId, i i: Reg }
    /// `d = table[i]`, empty outside
    SetTable "set-table" { o d: SetReg, i table: SetTableId, i i: Reg }
    /// `d =` the members `k` of `c` for which row `i + k` of the table has a member and lies within `s`: for each of them `int add`,
    /// `set-table`, `within`
    Fits "fits" { o d: SetReg, i table: SetTableId, i i: Reg, i c: SetReg, i s: SetReg }
    /// `d = { map(s) : s ∈ a }`
    Shift "shift" { o d: SetReg, i a: SetReg, i map: MapId }
    /// All sites that steps of `map` from `seed` reach through sites of `through` alone: `d = ∅`, then `d = d ∪ (shift(seed ∪ d) ∩ through)`
    /// until nothing changes
    Run "run" { o d: SetReg, i seed: SetReg, i through: SetReg, i map: MapId }
    /// One step beyond all runs of some directions: `d = ∅`, then for each map of the list `maps`: `run`, `shift` of that, `or`
    Beyond "beyond" { o d: SetReg, i seed: SetReg, i through: SetReg, i maps: TableId }
    /// The runs of some directions that end before a site of `goal`: `d = ∅`, then for each map of the list `maps`: `run`, and where
    /// its `shift` `meets` the goal, `or`
    Enclosed "enclosed" { o d: SetReg, i seed: SetReg, i through: SetReg, i goal: SetReg, i maps: TableId }
    /// The sites of `within` that a path inside `within` joins to `seed ∩ within`: `d = seed ∩ within`, then `d = d ∪ (near[s], s ∈ d) ∩ within`
    /// until nothing changes
    Flood "flood" { o d: SetReg, i seed: SetReg, i within: SetReg, i near: SetTableId }
    /// `d = 1` if a line of the table through site `i` lies within `s` (and, where the table says so, does not go on in `s`)
    Line "line" { o d: Reg, i s: SetReg, i i: Reg, i lines: LinesId }

    // Generators.
    /// Begins a generator's run; its code follows, up to `end`
    Begin "begin" { i want: Want, i end: Label }
    /// Ends a generator's run: `d =` the number of transitions (0 or 1 where only existence was wanted)
    End "end" { o d: Reg }
    /// `d =` the number of transitions of the present run so far
    Emitted "emitted" { o d: Reg }
    /// A transition of `rule`; its choices are in the rule's registers
    Emit "emit" { i rule: RuleId }
    /// An outcome of chance: a transition of `rule` whose probability is `weight` by the sum of all weights; none if it is not positive
    EmitChance "emit-chance" { i rule: RuleId, i weight: Reg }
    /// One transition of `rule` for each member of `s`, in the rule's set choice, sites ascending
    EmitSet "emit-set" { i rule: RuleId, i s: SetReg }
    /// One transition for each member of a class of an index: `load-set`, then `emit-set`
    EmitClass "emit-class" { i rule: RuleId, i index: IndexId, i class: Small }
    /// The same as `emit-set`; the rule's derived choice is looked up in a table by the set choice
    EmitBack "emit-back" { i rule: RuleId, i s: SetReg, i back: TableId }
    /// The list just generated is performed: each transition's choices are loaded and its effects run, in order; then goes on at `to`
    Perform "perform" { i to: Label }
    /// Hands the list just generated on to the run around it, each transition once
    Distinct "distinct" { }
    /// Runs the effects of `rule`; its choices are in the rule's registers
    CallRule "call-rule" { i rule: RuleId }

    // Speculation.
    /// From here on effects are journalled
    Mark "mark" { }
    /// Takes back every effect since the last mark
    Rollback "rollback" { }
    /// Keeps the registers, for a block that may be running already
    SaveRegs "save-regs" { }
    /// Restores the registers kept last, but for `d`
    RestoreRegs "restore-regs" { x d: Reg }

    // Answers that are kept.
    /// If the answer for a state like this is kept, `d =` it, and goes on at `to`
    Recall "recall" { i memo: MemoId, o d: Reg, i to: Label }
    /// Keeps `a` as the answer for states like this
    Remember "remember" { i memo: MemoId, i a: Reg }

    // Stacks: `levels[site × height + level]`.
    /// Puts a piece on top of the stack at `site`
    Push "push" { i site: Reg, i what: Reg }
    /// Takes the piece at `level` off the stack at `site`; those above come down
    Pull "pull" { i site: Reg, i level: Reg }
    /// Takes `n` pieces from level `lo` of the stack at `from`, in order, and puts them on top of the stack at `to`
    Shove "shove" { i from: Reg, i to: Reg, i lo: Reg, i n: Reg }

    // Explanations: only in programs compiled to explain.
    /// Tells who follows the run that it has come here
    Note "note" { i note: NoteId }
    /// The same, with the value of `a`
    NoteInt "note-int" { i note: NoteId, i a: Reg }
    /// The same, with the members of `s`
    NoteSet "note-set" { i note: NoteId, i s: SetReg }

    // Chance.
    /// A ply of random play begins: if the game is over, or has had `limit` plies, goes on at `to`. Else the fuel is that of a new
    /// ply, a run for untested segments begins that ends at the next instruction, and the block of the node and mover runs
    Decide "decide" { i blocks: BlockTableId, i limit: Reg, i to: Label }
    /// The ply goes on: of the transitions of the run just ended, each equally likely, one has its choices loaded and `rule =` its
    /// rule; then, if its rule has a test, that runs, up to the next instruction; else its effects run, then the block of the node and
    /// mover, which comes back to the instruction before
    Resolve "resolve" { i blocks: BlockTableId, o rule: Reg }
    /// The transition picked by the `resolve` before it has been tested. If `kept` is not 0, its effects run, then the block of the node
    /// and mover, as there. Else it is taken out, and another is picked; when none is left, all are generated again, tested
    Settle "settle" { i decide: BlockTableId, i resolve: BlockTableId, i rule: Reg, i kept: Reg }

    // The record and the outcome.
    /// Notes that the present position has occurred, `who` to move (0 where the mover does not matter)
    LogPosition "log" { i log: Small, i who: Reg }
    /// `d =` how often the present position has been noted with `who` to move
    Occurrences "occurrences" { o d: Reg, i log: Small, i who: Reg }
    /// `d = 1` if the last notes of a log are the same `len` three times over
    Cycle "cycle" { o d: Reg, i log: Small, i len: Small }
    /// Gives `who` a verdict; the game is over once at most one player is left in it
    Result "result" { i who: Reg, i verdict: Verdict }
    /// Everything is as at the start but for what outlasts the rounds of a match
    NewRound "new-round" { }
    /// Ranks all players still in by `scores[player]`, highest first, ties sharing ranks; the game is over
    Rank "rank" { i scores: FieldId }
    /// Those still in whose `leaving[player]` is not 0 get the worst ranks still free, by `scores` as `rank` gives them; the game is over
    /// once at most one player is left in it
    Leave "leave" { i scores: FieldId, i leaving: FieldId }
    /// `d =` the first player after `p`, in order, who is still in; `p` if there is no other
    NextActive "next-active" { o d: Reg, i p: Reg }
}

impl Op {
    /// The label this instruction may jump to.
    #[must_use]
    pub fn target(mut self) -> Option<Label> {
        struct Target(Option<Label>);
        impl Visitor for Target {
            fn label(&mut self, label: &mut Label) {
                self.0 = Some(*label);
            }
        }
        let mut target = Target(None);
        self.visit(&mut target);
        target.0
    }
}
