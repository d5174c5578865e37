//! From typed rules to a program.
//!
//! Every generator is lowered for each node (phase) and mover, so that directions, owners and regions of the mover are
//! constants there. In a program that explains each is lowered twice: with set-wise shortcuts, and plainly. Registers of loop
//! variables are the same in both, so that they share the rules' effects.

mod compile;
mod conditions;
mod effects;
mod equipment;
mod hands;
mod moves;
mod notes;
mod numbers;
mod puzzles;
mod regions;
mod routines;
mod turns;
mod unasked;
mod usage;

pub use compile::{Compiled, Expression, ExpressionValue, Seat, compile, compile_to_explain, compile_with};
pub use equipment::attributes::Attribute;
pub use equipment::notation::Field;
pub use equipment::paths::Path;
pub use equipment::shapes::Shape;
pub use equipment::values::Values;
pub use equipment::{Component, Container, Die, Equipment, PlayerInfo};
pub use hands::secrets::{Audience, Facet};
pub use hands::zones::Zone;
pub(crate) use puzzles::MARKS;
pub use puzzles::hints::Hint;
pub(crate) use regions::sets::PENDING;

use crate::program::builder::Builder;
use crate::program::layout::{Stacks, Wellknown};
use crate::program::op::{Bin, Cmp, FieldId, IndexId, Label, Op, Reg, RuleId, SetReg, TableId};
use crate::program::{FaultInfo, Role};
use parlour_grammar::catalogue::{Prim, Type};
use parlour_grammar::diagnostic::{Diagnostic, Dialect, codes};
use parlour_grammar::rules::{Call, Term, TermKind};
use parlour_grammar::span::Origin;
use std::collections::BTreeMap;
use std::rc::Rc;
use usage::Usage;

/// The log of positions of each turn.
const WITHIN_TURNS: u16 = 2;

/// Most words that one table of a program takes: 128 MiB.
const MOST_TABLE_WORDS: usize = 1 << 24;

/// What is being lowered for: constants of this copy of the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Copy_ {
    node: usize,
    mover: u32,
}

/// What becomes of the transitions of a generator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// A player chooses one.
    Choose,
    /// All are performed.
    Perform,
    /// It only matters whether (or how many) there are.
    Ask,
}

/// Something that is done with each transition before it counts as one.
#[derive(Clone)]
enum Sink<'t> {
    /// Kept if the condition holds once its effects have been applied: for the mover where it is asked, not where the moves are made.
    Afterwards(&'t Term, Rc<Env<'t>>, Rc<std::cell::OnceCell<moves::sinks::Afterwards>>, (Copy_, Option<Copy_>), usize),
    /// The register is raised to the value of the transition.
    Greatest(Reg, Measure<'t>),
    /// Kept if its value is that of the register.
    Equal(Reg, Measure<'t>),
    /// Kept if the position after it has not occurred: in the log of this number.
    Fresh(&'t Term),
    /// Kept if its mover has not lost after it, by the ends.
    Unlost(&'t Term),
    /// Kept if it does not lead to the position that is remembered.
    Stored,
    /// Its destination (or origin) is put into the set. Where there is a goal, only what leads there counts.
    Collect(SetReg, Role, Option<SetReg>),
    /// Kept if the constraints hold once the site has its value.
    Constraints(puzzles::Asked, Reg, Rc<puzzles::Puzzle<'t>>),
    /// Its destination is put into the first set, or into the second if it is in the first already.
    Tally(SetReg, SetReg),
    /// Kept if its destination is in the set.
    Only(SetReg),
}

/// What counts of the pieces that a transition takes off.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Taken {
    /// How many they are.
    Pieces,
    /// The sum of their values.
    Values,
}

/// What `max` compares: the transition and those of its turn that can follow it.
#[derive(Clone)]
struct Measure<'t> {
    /// The place of each site on a track, where what counts is how far a transition leads along it.
    places: Option<Rc<[i32]>>,
    /// What each counts, where that is not one.
    value: Option<&'t Term>,
    /// Where each counts what it takes off.
    taken: Option<Taken>,
    /// Whether it counts by itself, whatever can follow.
    alone: bool,
    /// The moves that follow within a step, which is repeated; elsewhere those of a turn that goes on.
    step: Option<(&'t Term, Rc<Env<'t>>)>,
}

/// What words like `(to)` and `(site)` stand for, and what follows each transition.
#[derive(Clone, Default)]
struct Env<'t> {
    from: Option<Reg>,
    to: Option<Reg>,
    between: Option<Reg>,
    site: Option<Reg>,
    level: Option<Reg>,
    /// The levels of the pieces that a move is from and to, where it runs through levels.
    level_from: Option<Reg>,
    level_to: Option<Reg>,
    value: Option<Reg>,
    player: Option<Reg>,
    /// Whether a loop of the set-up runs, of which it is not known before play how often.
    running: bool,
    /// The kind of piece at hand.
    kind: Option<Reg>,
    /// The number of the hint at hand.
    hint: Option<Reg>,
    /// The sites of the hint at hand.
    hint_sites: Option<SetReg>,
    /// Whether it is asked if the turn can go on after the last move.
    going_on: bool,
    /// What the dice at hand count.
    pips: Option<Reg>,
    /// The dice that each move uses.
    used: Vec<usize>,
    /// The first of them, as a choice of each move.
    die: Option<Reg>,
    /// Whether the dice show a double that is to be played again, and where that is kept.
    double: Option<(Reg, FieldId)>,
    /// The sites of the group at hand.
    group: Option<SetReg>,
    /// The family that the group belongs to, and which of it that is: for the names of moves.
    family: Option<(&'t str, usize)>,
    /// The sites that `(from)` runs through, where a form may take them all at once.
    from_set: Option<SetReg>,
    /// The team at hand in a loop over teams.
    team: Option<u32>,
    /// The track at hand in a loop over tracks.
    track: Option<usize>,
    /// The component whose moves are generated.
    component: Option<usize>,
    /// What enclosing forms do before each move, outermost first.
    firsts: Vec<First<'t>>,
    /// Consequences that enclosing forms add, innermost first.
    thens: Vec<(&'t Term, Rc<Env<'t>>)>,
}

/// What a `(do …)` does before the moves that come next.
#[derive(Clone)]
struct First<'t> {
    moves: &'t Term,
    env: Rc<Env<'t>>,
    /// Where all that comes next happens, and not one of it that is chosen: whether an earlier part has begun with it.
    done: Option<Reg>,
}

impl Env<'_> {
    /// The same words, for a generator of its own: nothing that enclosing forms add to their moves belongs to its.
    fn bare(&self) -> Self {
        Env {
            firsts: Vec::new(),
            thens: Vec::new(),
            from_set: None,
            used: Vec::new(),
            die: None,
            double: None,
            ..self.clone()
        }
    }
}

/// A loop variable, by the form that binds it and the way that led there: the same in both lowerings of a generator.
type VarKey = (Copy_, Vec<usize>, &'static str);

struct Lower<'t> {
    game: &'t Term,
    call: &'t Call,
    rules: &'t Call,
    dialect: Dialect,
    eq: Equipment,
    usage: Usage,
    b: Builder,
    diags: Vec<Diagnostic>,
    drawn_regions: regions::drawn::DrawnRegions,
    known: Wellknown,
    stacks: Option<Stacks>,
    fields: Fields,
    copy: Copy_,
    purpose: Purpose,
    /// Whether set-wise shortcuts are avoided.
    plain: bool,
    sinks: Vec<Sink<'t>>,
    path: Vec<usize>,
    vars: BTreeMap<VarKey, Reg>,
    rule_ids: BTreeMap<VarKey, RuleId>,
    variables: BTreeMap<String, FieldId>,
    /// What is remembered, by name.
    memories: BTreeMap<String, effects::remember::Memory>,
    events: Vec<String>,
    propositions: Vec<String>,
    /// Definitions of the equipment's named regions being lowered: they must not need themselves.
    regions_open: Vec<usize>,
    /// What directions hang on in play, as far as the code being lowered is for one case of it.
    decided: regions::directions::Decided,
    /// What follows from directions alone.
    ways_known: regions::directions::Known,
    /// By component, the sites where it begins, if the set-up leaves no doubt.
    starts: Option<BTreeMap<u32, std::collections::BTreeSet<u32>>>,
    chosen: Reg,
    playout_limit: Reg,
    /// Whether the transition that was tested last is kept.
    kept: Reg,
    /// Whether what comes first of the transition that is called next has been done.
    tried: Reg,
    /// Whether what is generated hangs on how many transitions there are already, or leads to that: then each must be one.
    counted: bool,
    logs: Logs<'t>,
    /// For each node and mover, the block of its generator without the forced pass: what `no Moves` asks.
    move_blocks: BTreeMap<(Copy_, bool), crate::program::op::BlockId>,
    /// Whether the code being lowered looks for moves because it is asked whether there are any.
    stalemating: bool,
    /// The sites between two, by the directions in which they are.
    between: Vec<(regions::directions::Dirs, regions::around::BetweenLines)>,
    /// Whether sites are hidden whatever stands there, as Ludii has it: where a rule asks which are.
    hides_sites: bool,
    /// How large pieces can lie.
    ways: Option<Rc<effects::large::Ways>>,
    /// For each node and mover, the block that finds the sites its moves lead to, where it leaves them, and where it takes those from
    /// that count.
    reach_blocks: BTreeMap<Copy_, (crate::program::op::BlockId, SetReg, SetReg)>,
    /// The team of each player; 0 for none.
    teams: Vec<u32>,
    /// What each site costs: nothing where the start does not say.
    costs: Vec<i32>,
    /// The phases of sites that the start says, where they are not those of the board.
    site_phases: BTreeMap<u32, i32>,
    /// Who shares the better ranks of a team's result.
    team_ranks: Option<FieldId>,
    /// For each node and mover, and each step that is measured, the block that measures the longest turn, and its result.
    longest: BTreeMap<moves::longest::Asked, (crate::program::op::BlockId, Reg)>,
    /// Whether the code being lowered measures turns.
    measuring: bool,
    /// Whether it looks for threats: then nothing asks for threats in turn, as in Ludii.
    threatening: bool,
    /// Who comes next, while threats are looked for among moves that are said.
    answering: Option<Reg>,
    /// Who is to move in truth, while moves are generated as if another were.
    posing: Option<Copy_>,
    /// The places of pieces on tracks, where they are kept; found out when first asked for.
    laps: Option<Option<Rc<numbers::laps::Laps>>>,
    /// Registers that hold kinds of piece which effects put down.
    kinds: std::collections::BTreeSet<Reg>,
    phases: Vec<PhaseTerm<'t>>,
    /// Consequences that many moves share.
    routines: routines::Routines,
    /// The turns of several nodes.
    turns: turns::script::Turns<'t>,
    /// The rounds of a match.
    rounds: turns::rounds::Rounds<'t>,
    /// For each mover, the block of what follows when a round is over; none where the game is no match.
    round_over: Vec<crate::program::op::BlockId>,
    /// What is kept of dice.
    dice: Option<turns::dice::DiceFields>,
    /// For each phase and mover, the block that judges the ends.
    ends: BTreeMap<Copy_, crate::program::op::BlockId>,
    depth: u32,
    /// Whether the program is to tell what it finds.
    explaining: bool,
    /// The hints of a puzzle, once they have been read.
    hints: Option<Rc<Vec<Hint>>>,
    /// What a puzzle gives: the value of a site, and where that is written.
    givens: BTreeMap<u32, (i32, Origin)>,
    /// How many constraints those of the puzzle have come to so far.
    constraints: usize,
    /// The puzzle, once it has been asked for.
    puzzle: Option<Option<Rc<puzzles::Puzzle<'t>>>>,
}

/// A phase of the game: a node of the program.
#[derive(Clone)]
struct PhaseTerm<'t> {
    name: String,
    role: Option<&'t Term>,
    play: Option<&'t Term>,
    end: Option<&'t Term>,
    next: Vec<&'t Term>,
    mode: Option<&'t Term>,
    /// Its moves, if they are a turn of several nodes; found out when first asked for.
    script: std::cell::OnceCell<Option<&'t Term>>,
}

impl<'t> PhaseTerm<'t> {
    /// The whole game, where it has no phases.
    fn only(play: Option<&'t Term>) -> Self {
        PhaseTerm {
            name: "play".into(),
            role: None,
            play,
            end: None,
            next: Vec::new(),
            mode: None,
            script: std::cell::OnceCell::new(),
        }
    }
}

/// Fields that exist once a rule reads them.
#[derive(Clone, Copy, Default, Debug)]
struct Fields {
    last_from: Option<FieldId>,
    last_to: Option<FieldId>,
    last_level: Option<FieldId>,
    last_action_from: Option<FieldId>,
    acting_from: Option<FieldId>,
    left_out: Option<FieldId>,
    last_action: Option<FieldId>,
    acting: Option<FieldId>,
    noted: Option<FieldId>,
    passes: Option<FieldId>,
    pass_ply: Option<FieldId>,
    /// The suit that has been chosen to be the trump suit.
    trump: Option<FieldId>,
    turns: Option<FieldId>,
    turn_moves: Option<FieldId>,
    counter: Option<FieldId>,
    pending: Option<FieldId>,
    came: Option<FieldId>,
    doomed: Option<FieldId>,
    /// Who had the turn before this one.
    turn_before: Option<FieldId>,
    triggered: Option<FieldId>,
    proposed: Option<FieldId>,
    decided: Option<FieldId>,
    phase_of: Option<FieldId>,
    value_of: Option<FieldId>,
    swapped: Option<FieldId>,
    visited: Option<FieldId>,
    tally: Option<FieldId>,
    votes: Option<FieldId>,
    stalemated: Option<FieldId>,
    standing: Option<FieldId>,
    lost: Option<FieldId>,
    stored: Option<FieldId>,
    leaving: Option<FieldId>,
    /// What stood on each site when play began.
    stood: Option<FieldId>,
}

/// The logs of occurrences that rules ask.
#[derive(Clone, Copy, Default, Debug)]
struct Logs<'t> {
    /// The log of positions with the mover.
    situational: Option<u16>,
    /// The log of positions without.
    positional: Option<u16>,
    /// Whether positions are noted by turn.
    in_turn: bool,
    /// Whether rules remember positions.
    stored: bool,
    /// Whether occurrences have been counted, and what must be equal beside the position.
    asked: bool,
    with: Option<&'t Term>,
}

impl<'t> Lower<'t> {
    fn new(game: &'t Term, call: &'t Call, dialect: Dialect, eq: Equipment) -> Self {
        let usage = Usage::of(game);
        let rules = call.get("rules").and_then(Term::call).expect("the checker has seen to it");
        let (sites, players) = (eq.sites, eq.players.len());
        let mut b = Builder::new(eq.width, sites, game.origin);
        let known = layout_fields(&mut b, &eq, &usage);
        let chosen = b.reg();
        let playout_limit = b.reg();
        let kept = b.reg();
        let tried = b.reg();
        let mut lower = Lower {
            game,
            call,
            rules,
            dialect,
            eq,
            usage,
            b,
            diags: Vec::new(),
            drawn_regions: regions::drawn::DrawnRegions::default(),
            known: known.0,
            stacks: known.1,
            fields: Fields::default(),
            copy: Copy_ { node: 0, mover: players.min(1) as u32 },
            purpose: Purpose::Choose,
            plain: false,
            sinks: Vec::new(),
            path: Vec::new(),
            vars: BTreeMap::new(),
            rule_ids: BTreeMap::new(),
            variables: BTreeMap::new(),
            memories: BTreeMap::new(),
            events: Vec::new(),
            propositions: Vec::new(),
            regions_open: Vec::new(),
            starts: None,
            decided: regions::directions::Decided::default(),
            ways_known: regions::directions::Known::default(),
            chosen,
            playout_limit,
            kept,
            tried,
            hints: None,
            givens: BTreeMap::new(),
            constraints: 0,
            puzzle: None,
            counted: false,
            between: Vec::new(),
            ways: None,
            hides_sites: dialect == Dialect::Ludii && turns::script::speaks(game, &[Prim::SitesHidden]),
            logs: Logs::default(),
            move_blocks: BTreeMap::new(),
            stalemating: false,
            reach_blocks: BTreeMap::new(),
            teams: vec![0; players + 1],
            costs: vec![0; sites as usize],
            site_phases: BTreeMap::new(),
            team_ranks: None,
            longest: BTreeMap::new(),
            measuring: false,
            threatening: false,
            answering: None,
            posing: None,
            laps: None,
            kinds: std::collections::BTreeSet::new(),
            phases: Vec::new(),
            routines: routines::Routines::default(),
            turns: turns::script::Turns::default(),
            rounds: turns::rounds::Rounds::default(),
            round_over: Vec::new(),
            dice: None,
            ends: BTreeMap::new(),
            depth: 0,
            explaining: false,
        };
        lower.eq.board_secrets = lower.has_board_secrets();
        lower
    }

    // Findings.

    fn error(&mut self, code: &'static str, message: impl Into<String>, origin: Origin, label: impl Into<String>) {
        let found = Diagnostic::error(code, message, origin, label);
        self.report(found);
    }

    fn report(&mut self, found: Diagnostic) {
        let found = found.in_dialect(self.dialect);
        // Copies of the program for several movers find the same thing several times.
        let same = |d: &Diagnostic| d.code == found.code && d.message == found.message && d.span() == found.span();
        if !self.diags.iter().any(same) {
            self.diags.push(found);
        }
    }

    fn fits(&self, sets: usize) -> bool {
        sets.saturating_mul(self.eq.width) <= MOST_TABLE_WORDS
    }

    /// Whether a table of that many site sets has room in a program; if not, that is said.
    fn has_room(&mut self, sets: usize, term: &Term) -> bool {
        let fits = self.fits(sets);
        if !fits {
            self.report(
                Diagnostic::error("E0513", "the rules are too large", term.origin, "too much to know before play")
                    .help("what this says depends on the size of the board: make the board smaller"),
            );
        }
        fits
    }

    /// A ludeme of the catalogue that cannot be lowered where it stands.
    fn unsupported(&mut self, term: &Term) {
        if term.call().is_some_and(|call| call.prim == Prim::Deal) {
            return self.dealt_in_play(term);
        }
        if term.call().is_some_and(|c| turns::script::CHANCE.contains(&c.prim)) {
            let found = Diagnostic::error("E0577", "chance cannot decide here", term.origin, "nothing is drawn here");
            return self.report(found.help(
                "draw in the play or in a consequence, and keep it: `(then (set Var \"Weather\" (value Random (range 1 6))))`",
            ));
        }
        let what = match &term.kind {
            TermKind::Call(call) => format!("`({} …)`", call.prim.row().name()),
            TermKind::Symbol(word) => format!("`{word}`"),
            _ => "this".to_owned(),
        };
        self.report(
            Diagnostic::error(
                "E0502",
                format!("{what} cannot be played yet"),
                term.origin,
                "the interpreter has no meaning for it here",
            )
            .help("say it with other ludemes; `parlour doc` lists those that can be played"),
        );
    }

    // Registers and code.

    fn c(&mut self, value: i32) -> Reg {
        self.b.constant(value)
    }

    fn const_of(&self, reg: Reg) -> Option<i32> {
        self.b.constant_of(reg)
    }

    fn op(&mut self, op: Op) {
        self.b.push(op);
    }

    /// The register of a loop variable of `term`.
    fn var(&mut self, term: &Term, which: &'static str) -> Reg {
        let key = self.key(term, which);
        if let Some(reg) = self.vars.get(&key) {
            return *reg;
        }
        let reg = self.b.reg();
        self.vars.insert(key, reg);
        reg
    }

    fn key(&self, term: &Term, which: &'static str) -> VarKey {
        let mut path = self.path.clone();
        path.push(std::ptr::from_ref(term) as usize);
        path.push(self.purpose as usize);
        // Moves of another player's pieces are followed by what the mover does.
        path.extend(self.posing.map(|copy| copy.mover as usize));
        (self.copy, path, which)
    }

    fn within<T>(&mut self, at: usize, f: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(at);
        let result = f(self);
        self.path.pop();
        result
    }

    fn at_origin<T>(&mut self, origin: Origin, f: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.b.origin, origin);
        let result = f(self);
        self.b.origin = before;
        result
    }

    fn bin(&mut self, op: Bin, a: Reg, b: Reg) -> Reg {
        if let (Some(x), Some(y)) = (self.const_of(a), self.const_of(b)) {
            let Some(result) = op.apply(x, y) else {
                self.report(
                    Diagnostic::error(codes::LARGE_RESULT, "a number grows too large", self.b.origin, "beyond 32 bits")
                        .help(format!("numbers go from {} to {}", i32::MIN, i32::MAX)),
                );
                return self.c(0);
            };
            return self.c(result);
        }
        match (op, self.const_of(a), self.const_of(b)) {
            (Bin::Add, Some(0), _) | (Bin::Mul, Some(1), _) => return b,
            (Bin::Add | Bin::Sub, _, Some(0)) | (Bin::Mul | Bin::Div, _, Some(1)) => return a,
            _ => {}
        }
        let d = self.b.reg();
        self.op(Op::Bin { op, d, a, b });
        d
    }

    fn cmp(&mut self, cmp: Cmp, a: Reg, b: Reg) -> Reg {
        if let (Some(x), Some(y)) = (self.const_of(a), self.const_of(b)) {
            return self.c(i32::from(cmp.apply(x, y)));
        }
        let d = self.b.reg();
        self.op(Op::Cmp { cmp, d, a, b });
        d
    }

    fn not(&mut self, a: Reg) -> Reg {
        if let Some(x) = self.const_of(a) {
            return self.c(i32::from(x == 0));
        }
        let d = self.b.reg();
        self.op(Op::Not { d, a });
        d
    }

    fn load(&mut self, field: FieldId) -> Reg {
        let d = self.b.reg();
        self.op(Op::Load { d, field });
        d
    }

    fn load_at(&mut self, field: FieldId, i: Reg) -> Reg {
        let d = self.b.reg();
        self.op(Op::LoadAt { d, field, i });
        d
    }

    fn table(&mut self, values: Vec<i32>, i: Reg) -> Reg {
        if let Some(k) = self.const_of(i) {
            let value = usize::try_from(k).ok().and_then(|k| values.get(k).copied()).unwrap_or(-1);
            return self.c(value);
        }
        let table = self.b.table(values);
        self.table_at(table, i)
    }

    /// The same of a table that is there already.
    fn table_at(&mut self, table: TableId, i: Reg) -> Reg {
        if let Some(k) = self.const_of(i) {
            let value = self.b.table_value(table, k);
            return self.c(value);
        }
        let d = self.b.reg();
        self.op(Op::Table { d, table, i });
        d
    }

    /// Runs `body` for each member of a set, the member in `var`.
    fn each(&mut self, set: SetReg, var: Reg, body: impl FnOnce(&mut Self)) {
        let rest = self.b.set();
        self.op(Op::SetMove { d: rest, a: set });
        let exit = self.b.label();
        let top = self.b.here();
        self.op(Op::Each { s: rest, d: var, to: exit });
        body(self);
        self.op(Op::Loop { to: top });
        self.b.place(exit);
    }

    /// Runs `body` for each number from `lo` to `hi`, both included, the number in `var`.
    fn count_up(&mut self, var: Reg, lo: Reg, hi: Reg, body: impl FnOnce(&mut Self)) {
        self.op(Op::Move { d: var, a: lo });
        let exit = self.b.label();
        let top = self.b.here();
        self.op(Op::JumpCmp { cmp: Cmp::Gt, a: var, b: hi, to: exit });
        body(self);
        let one = self.c(1);
        self.op(Op::Bin { op: Bin::Add, d: var, a: var, b: one });
        self.op(Op::Loop { to: top });
        self.b.place(exit);
    }

    /// Runs through all levels of the stacks on some sites: `body` gets the cell of each.
    fn each_level(&mut self, sites: SetReg, (site, level): (Reg, Reg), body: impl FnOnce(&mut Self, Reg)) {
        let height = self.stacks.as_ref().expect("pieces stand in stacks").height;
        let (zero, one) = (self.c(0), self.c(1));
        self.each(sites, site, |l| {
            let height = l.load_at(height, site);
            let last = l.bin(Bin::Sub, height, one);
            l.count_up(level, zero, last, |l| {
                let cell = l.cell_at(site, level);
                body(l, cell);
            });
        });
    }

    /// Runs `yes` if `c` is not 0, else `no`.
    fn branch(&mut self, c: Reg, yes: impl FnOnce(&mut Self), no: impl FnOnce(&mut Self)) {
        let (otherwise, end) = (self.b.label(), self.b.label());
        self.op(Op::JumpUnless { c, to: otherwise });
        yes(self);
        self.op(Op::Jump { to: end });
        self.b.place(otherwise);
        no(self);
        self.b.place(end);
    }

    /// Goes on at `to` unless the condition holds; it shows in explanations.
    fn unless(&mut self, condition: &'t Term, env: &Env<'t>, to: Label) {
        // Each member of a conjunction is a condition of its own: the first that fails is the reason.
        if let Some(call) = condition.call()
            && call.prim == Prim::AndBool
            && let Some(list) = call.get("list")
        {
            for member in list.members() {
                self.unless(member, env, to);
            }
            return;
        }
        self.note_ask();
        let c = self.bool(condition, env);
        self.note_condition(condition.origin, c, env);
        match self.const_of(c) {
            Some(0) => self.op(Op::Jump { to }),
            Some(_) => {}
            None => self.at_origin(condition.origin, |l| l.op(Op::JumpUnless { c, to })),
        }
    }

    fn fault(&mut self, code: &'static str, message: impl Into<String>, help: impl Into<String>, origin: Origin) {
        let fault = self.b.fault(FaultInfo { code, message: message.into(), origin, help: help.into() });
        self.op(Op::Fault { fault });
    }

    // State that exists once a rule asks for it.

    fn scalar(&mut self, which: fn(&mut Fields) -> &mut Option<FieldId>, name: &str, initial: i32) -> FieldId {
        self.array(which, name, 1, initial)
    }

    fn array(&mut self, which: fn(&mut Fields) -> &mut Option<FieldId>, name: &str, len: u32, initial: i32) -> FieldId {
        if let Some(field) = *which(&mut self.fields) {
            return field;
        }
        let field = self.b.field(name, len, 5, initial, false);
        *which(&mut self.fields) = Some(field);
        field
    }

    /// The counter of plies. Ludii begins it where `(set Counter)` sets it: before 0.
    fn counter_field(&mut self) -> FieldId {
        let first = if self.dialect == Dialect::Ludii { -1 } else { 0 };
        self.scalar(|f| &mut f.counter, "counter", first)
    }

    fn score_field(&mut self) -> FieldId {
        if let Some(field) = self.known.score {
            return field;
        }
        let field = self.b.field("score", self.eq.players.len() as u32 + 1, 5, 0, false);
        self.known.score = Some(field);
        field
    }

    /// Empty sites are class 0.
    fn empty_index(&mut self) -> IndexId {
        let mut classes = vec![-1; self.eq.components.len() + 1];
        classes[0] = 0;
        let table = self.b.table(classes);
        self.b.index("empty", self.known.what, Some(table), 1)
    }

    /// Sites by owner of their (top) piece: class `players + 1` is shared, class 0 neutral.
    fn owner_index(&mut self) -> IndexId {
        let table = self.owner_table();
        let table = self.b.table(table);
        self.b.index("owner", self.known.what, Some(table), self.eq.players.len() as u32 + 2)
    }

    /// Sites by component of their (top) piece; a site that a large piece covers has that piece.
    fn what_index(&mut self) -> IndexId {
        let classes = self.whole_kinds().map(|kinds| self.b.table(kinds));
        self.b.index("component", self.known.what, classes, self.eq.components.len() as u32 + 1)
    }

    /// Owner by component; −1 for none at all.
    fn owner_table(&self) -> Vec<i32> {
        std::iter::once(-1).chain(self.eq.components.iter().map(|c| c.owner as i32)).collect()
    }

    /// The players the mover plays against.
    fn enemies(&self) -> Vec<u32> {
        let friends = self.partners(self.copy.mover);
        (1..=self.players()).filter(|p| !friends.contains(p)).collect()
    }
}

/// The fields every game has, and those its usage shows that it needs.
fn layout_fields(b: &mut Builder, eq: &Equipment, usage: &Usage) -> (Wellknown, Option<Stacks>) {
    let players = eq.players.len() as u32;
    let sites = eq.sites;
    let component_lane = crate::program::layout::Field::lane_for(eq.components.len() as i32);
    let node = b.field("node", 1, 3, 0, false);
    let mover = b.field("mover", 1, 3, players.min(1) as i32, false);
    let next = b.field("next", 1, 3, players.min(2) as i32, false);
    let prev = b.field("prev", 1, 3, 0, false);
    let plies = b.field("plies", 1, 5, 0, false);
    let over = b.field("over", 1, 3, 0, false);
    let rank = b.field("rank", players + 1, 3, 0, false);
    let log_len = b.field("occurrences", 1, 5, 0, false);
    let what = b.field("what", sites, component_lane, 0, !usage.stacks);
    let max = usage.stack_height(eq);
    let cells = if usage.stacks { sites * max } else { sites };
    let fact = |b: &mut Builder, used: bool, name: &str| used.then(|| b.field(name, cells, 4, 0, true));
    let state = fact(b, usage.state, "state");
    let rotation = fact(b, usage.rotation, "rotation");
    // Values may be below nought.
    let value = usage.value.then(|| b.field("value", cells, 5, 0, true));
    let mark = usage.pairs.then(|| b.field("mark", cells, 3, 0, false));
    let anchor = eq
        .has_large()
        .then(|| b.field("anchor", sites, crate::program::layout::Field::lane_for(sites as i32), 0, false));
    let count = (usage.count && !usage.stacks).then(|| b.field("count", sites, 4, 0, true));
    // One bit for each of at most sixteen players.
    let mask_lane = crate::program::layout::Field::lane_for((1 << players) - 1);
    let hidden = Facet::ALL.map(|facet| {
        usage
            .hides(facet)
            .then(|| b.field(&facet.field(), if usage.stacks { cells } else { sites }, mask_lane, 0, true))
    });
    let stacks = usage.stacks.then(|| {
        let height_lane = crate::program::layout::Field::lane_for(max as i32);
        Stacks {
            levels: b.field("levels", cells, component_lane, 0, true),
            height: b.field("height", sites, height_lane, 0, false),
            top: what,
            max,
            facts: [state, rotation, value, mark].into_iter().chain(hidden).flatten().collect(),
        }
    });
    let known = Wellknown {
        node,
        mover,
        next,
        prev,
        plies,
        over,
        rank,
        log_len,
        what,
        count,
        state,
        rotation,
        value,
        hidden,
        mark,
        anchor,
        score: None,
        amount: None,
        pot: None,
        phase_of: None,
        dice: None,
        zones: (!eq.zones.is_empty()).then(|| {
            let width = eq.components.len() as u32 + 1;
            b.field("zones", eq.zones.len() as u32 * width, 4, 0, true)
        }),
        decider: None,
        rounds: None,
        sealed: Vec::new(),
    };
    (known, stacks)
}

/// Whether a term is a list of numbers that is computed.
fn is_list(term: &Term) -> bool {
    term.ty == Type::Ints && term.call().is_some()
}

/// Whether a term's type is a number (sites and players included).
fn is_int(term: &Term) -> bool {
    matches!(term.ty, Type::Int | Type::Role | Type::Player | Type::IntWord) || matches!(term.kind, TermKind::Int(_))
}

/// Whether a term asks for the destination of a move.
fn asks_of_destination(term: &Term) -> bool {
    let mut found = false;
    usage::visit(term, &mut |t| found |= t.call().is_some_and(|call| call.prim == Prim::ToSite));
    found
}
