//! Turns as code that stops and goes on.
//!
//! A turn is one block for each phase and mover. Where it needs a decision, or chance, it says at which node and returns; the
//! resolution of that node enters it again behind the place where it stopped. The node says where, so nothing else need be kept:
//! what later steps read lies in slots of the state, which are zeroed once the turn is over.

use crate::lower::{Copy_, Env, Lower, Purpose};
use crate::program::op::{Bin, BlockId, Cmp, FieldId, Label, Op, Reg, Want};
use crate::program::{Node, NodeKind};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::rules::{Term, TermKind};
use parlour_grammar::span::Origin;
use std::collections::BTreeMap;

/// What the code says that the turn is over with.
const OVER: i32 = -1;
/// Most nodes of a program.
const MOST_NODES: usize = 4096;

/// What the lowering of turns knows.
#[derive(Default)]
pub(in crate::lower) struct Turns<'t> {
    /// Nodes within turns.
    pub nodes: Vec<Node>,
    keys: BTreeMap<(usize, Vec<usize>), usize>,
    blocks: BTreeMap<(usize, u32), (BlockId, BlockId)>,
    bodies: BTreeMap<Copy_, BlockId>,
    /// Where the code of a turn goes on: 0 at its beginning, else a node.
    entry: Option<Reg>,
    /// 1 when another turn begins.
    again: Option<Reg>,
    /// The code of the set-up, where chance decides in it, and its nodes.
    set_up: Option<BlockId>,
    set_up_nodes: Vec<usize>,
    /// The turn being lowered, or the set-up.
    pub script: Option<Script<'t>>,
    /// What is kept under names until the turn ends.
    pub slots: BTreeMap<String, FieldId>,
    /// Other fields that are zeroed when a turn ends.
    pub counters: Vec<FieldId>,
    /// Which step was begun by a choice among several.
    pub picked: Option<FieldId>,
    /// What moves being generated note of the step they begin.
    pub picking: Option<i32>,
    /// Whether anything was decided in this turn.
    acted: Option<FieldId>,
    /// What is to be left: a step, a turn.
    pub finish: Option<FieldId>,
    /// The player who is asked.
    pub decider: Option<FieldId>,
    /// Sealed decisions so far.
    pub sealed: u16,
    /// What is chosen in sealed decisions.
    pub secrets: Vec<FieldId>,
    /// Pairs of pieces that are remembered, by name.
    pub pairs: BTreeMap<String, FieldId>,
    /// How many pieces have a mark.
    pub marked: Option<FieldId>,
    /// Conditions settled before a decision, by their form.
    pub settled: BTreeMap<usize, FieldId>,
    /// Whether chance decides among the effects of any move; found out when first asked for.
    pub has_aftermath: std::cell::OnceCell<bool>,
    /// The nodes of chance there.
    pub aftermath: crate::lower::effects::aftermath::Aftermath,
    /// The node whose moves are being lowered, where it is one within a turn.
    pub waiting: Option<usize>,
    /// Moves that are chosen at once.
    pub simultaneous: crate::lower::turns::simultaneous::Simultaneous,
    /// The turn around, while the effects of one of its moves are being lowered as a script of their own.
    pub around: Option<Script<'t>>,
}

impl Turns<'_> {
    /// Whether it is the set-up that is being lowered.
    pub fn set_up_is_open(&self) -> bool {
        self.script.as_ref().is_some_and(|script| script.sets_up)
    }

    /// Whether a register says where the code of a turn goes on.
    pub fn enters_by(&self, reg: Reg) -> bool {
        self.entry == Some(reg) || self.again == Some(reg)
    }
}

/// A turn being lowered.
pub(in crate::lower) struct Script<'t> {
    /// The nodes at which it waits, and where it goes on behind each.
    pub stops: Vec<(usize, Label)>,
    /// The blocks that are run at these nodes.
    pub asks: Vec<BlockId>,
    /// Whether it may wait in the midst of what it does.
    pub resumable: Option<crate::lower::effects::aftermath::Resumable>,
    /// Whether it is the set-up.
    pub sets_up: bool,
    /// Where the turn ends.
    pub end: Label,
    /// Where the steps around end, outermost first.
    pub step_ends: Vec<Label>,
    /// The names of the steps around, outermost first.
    pub steps: Vec<String>,
    /// Whether it is a `(turn …)`, or a play whose dice are rolled first.
    pub whole: bool,
    /// Who decides, where that is not the mover.
    pub asked: Option<Asked<'t>>,
    /// The sealed decision it is within.
    pub sealed: Option<u16>,
}

/// Who is asked.
#[derive(Clone)]
pub(in crate::lower) enum Asked<'t> {
    /// Whoever this is.
    By(&'t Term, Box<Env<'t>>),
    /// The player of this number.
    Player(u32),
}

impl Script<'_> {
    pub fn new(end: Label, whole: bool) -> Self {
        Script {
            stops: Vec::new(),
            asks: Vec::new(),
            resumable: None,
            sets_up: false,
            end,
            step_ends: Vec::new(),
            steps: Vec::new(),
            whole,
            asked: None,
            sealed: None,
        }
    }
}

/// Whether a term, or one below it, is one of these.
pub(in crate::lower) fn speaks(term: &Term, prims: &[Prim]) -> bool {
    let mut found = false;
    crate::lower::usage::visit(term, &mut |t| found |= t.call().is_some_and(|c| prims.contains(&c.prim)));
    found
}

/// Whether chance is spoken of before a move of this term is chosen.
pub(in crate::lower) fn speaks_before(term: &Term) -> bool {
    let mut found = false;
    crate::lower::effects::aftermath::visit_before(term, &mut |t| {
        found |= t.call().is_some_and(|c| CHANCE.contains(&c.prim))
    });
    found
}

/// The ludemes that chance decides.
pub(in crate::lower) const CHANCE: &[Prim] = &[
    Prim::Roll,
    Prim::Random,
    Prim::ValueRandom,
    Prim::SitesRandom,
    Prim::DirectionsRandom,
    Prim::StartDraw,
    Prim::StartDeal,
    Prim::PlaceRandom,
];

impl<'t> Lower<'t> {
    /// The moves of a phase, if they are a turn of several nodes.
    pub(in crate::lower) fn script_of(&self, phase: usize) -> Option<&'t Term> {
        *self.phases[phase].script.get_or_init(|| {
            // What goes on by itself is a consequence of nothing: there are no decisions for chance to come before.
            let play = self.phases[phase].play.or_else(|| self.rules.get("play")).filter(|_| !self.is_unplayed());
            let moves = play.and_then(Term::call).and_then(|p| p.get("moves"))?;
            (speaks(moves, &[Prim::Turn]) || self.is_simultaneous(phase) || self.draws_before(moves)).then_some(moves)
        })
    }

    /// Whether a phase is a `(turn …)`, or one in which all move at once: all of its decisions are nodes of their own.
    pub(in crate::lower) fn is_turn(&self, phase: usize) -> bool {
        self.script_of(phase).is_some_and(|moves| self.is_simultaneous(phase) || speaks(moves, &[Prim::Turn]))
    }

    pub(in crate::lower) fn has_scripts(&self) -> bool {
        self.set_up_is_chancy()
            || self.has_aftermath()
            || (0..self.phases.len()).any(|phase| self.script_of(phase).is_some())
    }

    /// Whether chance decides in the set-up.
    fn set_up_is_chancy(&self) -> bool {
        self.rules.get("start").is_some_and(|start| speaks(start, CHANCE)) || self.draws_regions()
    }

    pub(in crate::lower) fn entry(&mut self) -> Reg {
        if self.turns.entry.is_none() {
            (self.turns.entry, self.turns.again) = (Some(self.b.reg()), Some(self.b.reg()));
            self.turns.acted = Some(self.b.field("acted", 1, 3, 0, false));
            self.turns.picked = Some(self.b.field("picked", 1, 5, 0, false));
        }
        self.turns.entry.expect("it was made above")
    }

    /// The code of every turn, before anything is asked of its nodes.
    pub(in crate::lower) fn lower_turns(&mut self) {
        if !self.has_scripts() {
            return;
        }
        self.entry();
        let whole = self.rules;
        let mut asks = (0..self.phases.len()).any(|phase| self.is_simultaneous(phase));
        for (_, arg) in &whole.args {
            asks |= speaks(arg, &[Prim::Ask]);
            if speaks(arg, &[Prim::Finish]) && self.turns.finish.is_none() {
                self.turns.finish = Some(self.b.field("finish", 1, 3, 0, false));
            }
        }
        if asks {
            self.turns.decider = Some(self.b.field("decider", 1, 3, 0, false));
        }
        for phase in 0..self.phases.len() {
            for mover in self.movers() {
                if let Some(moves) = self.script_of(phase) {
                    let copy = Copy_ { node: phase, mover };
                    let body = self.body(copy, moves);
                    self.turns.bodies.insert(copy, body);
                }
            }
        }
    }

    /// The code that sets the game up, for each round; where chance decides in it, it stops and goes on like a turn. Returns how many
    /// pieces it places, if that is known.
    pub(in crate::lower) fn set_up_block(&mut self) -> (BlockId, Option<u32>) {
        let chancy = self.set_up_is_chancy();
        let entry = chancy.then(|| self.entry());
        let block = self.b.begin_block("set up");
        self.path = vec![5];
        let (again, end) = (self.b.label(), self.b.label());
        if let Some(entry) = entry {
            self.op(Op::JumpIf { c: entry, to: again });
            let mut script = Script::new(end, false);
            (script.sets_up, script.resumable) = (true, Some(self.resumable(block)));
            self.turns.script = Some(script);
        }
        self.draw_regions();
        let placed = self.start_rules();
        self.b.place(end);
        if let Some(entry) = entry {
            self.end_script(entry, again);
            self.turns.set_up = Some(block);
            self.turns.set_up_nodes = (0..self.turns.nodes.len()).collect();
        }
        self.op(Op::Ret {});
        self.b.end_block();
        self.path.clear();
        (block, placed)
    }

    /// How many nodes the set-up has: they are the first within turns.
    pub(in crate::lower) fn set_up_nodes(&self) -> usize {
        self.turns.set_up_nodes.len()
    }

    /// The end of the code of a script, and how it is entered again. Returns the nodes at which it waits, counted from the first within
    /// turns.
    pub(in crate::lower) fn end_script(&mut self, entry: Reg, again: Label) -> Vec<usize> {
        let over = self.c(OVER);
        self.op(Op::Move { d: entry, a: over });
        self.op(Op::Ret {});
        self.b.place(again);
        let script = self.resume(entry);
        self.settle_kept(&script);
        script.stops.iter().map(|(node, _)| node - self.phases.len()).collect()
    }

    /// Goes on behind the node at which the code of a turn has stopped.
    fn resume(&mut self, entry: Reg) -> Script<'t> {
        let zero = self.c(0);
        let script = self.turns.script.take().expect("it was put there by the caller");
        for &(node, label) in &script.stops {
            let other = self.b.label();
            let here = self.c(node as i32);
            self.op(Op::JumpCmp { cmp: Cmp::Ne, a: entry, b: here, to: other });
            self.op(Op::Loop { to: label });
            self.b.place(other);
        }
        self.op(Op::Move { d: entry, a: zero });
        script
    }

    /// The game is set up, or the next round of it, as far as chance allows; then the first turn is announced.
    pub(in crate::lower) fn start_block(&mut self, set_up: BlockId) -> BlockId {
        let block = self.b.begin_block("start");
        self.phases_at_start();
        self.dice_at_start();
        let waits = self.b.label();
        if let Some((entry, again)) = self.turns.entry.zip(self.turns.again) {
            let zero = self.c(0);
            self.op(Op::Move { d: again, a: zero });
            self.op(Op::Move { d: entry, a: zero });
        }
        self.op(Op::Call { block: set_up });
        if let Some(entry) = self.turns.entry.filter(|_| self.turns.set_up.is_some()) {
            self.op(Op::JumpUnless { c: entry, to: waits });
        }
        self.begin_play();
        self.b.place(waits);
        self.op(Op::Ret {});
        self.b.end_block();
        block
    }

    fn body(&mut self, copy: Copy_, moves: &'t Term) -> BlockId {
        let block = self.b.begin_block(&format!("turn of {} in {}", copy.mover, self.phases[copy.node].name));
        let entry = self.entry();
        let (zero, node) = (self.c(0), self.c(copy.node as i32));
        let whole = self.is_turn(copy.node);
        (self.copy, self.purpose) = (copy, Purpose::Choose);
        self.path = vec![3];
        let (again, end) = (self.b.label(), self.b.label());
        self.op(Op::JumpIf { c: entry, to: again });
        self.turns.script = Some(Script::new(end, whole));
        if self.is_simultaneous(copy.node) {
            self.beforehand(moves, &Env::default());
            self.simultaneous(moves);
        } else if whole {
            self.statement(moves, &Env::default());
        } else {
            self.beforehand(moves, &Env::default());
        }
        self.b.place(end);
        if whole {
            let acted = self.turns.acted.expect("made with the entry");
            let done = self.b.label();
            let any = self.load(acted);
            self.op(Op::JumpIf { c: any, to: done });
            // Nothing could be decided: that is a forced pass.
            self.op(Op::Store { field: self.known.node, a: node });
            self.op(Op::Move { d: entry, a: zero });
            self.op(Op::Ret {});
            self.b.place(done);
            let over = self.c(OVER);
            self.op(Op::Move { d: entry, a: over });
        } else {
            self.op(Op::Store { field: self.known.node, a: node });
            self.op(Op::Move { d: entry, a: zero });
        }
        self.op(Op::Ret {});
        self.b.place(again);
        self.resume(entry);
        self.op(Op::Ret {});
        self.b.end_block();
        self.path.clear();
        block
    }

    /// Waits at a node whose generator is `generate`, which is run with and without a way to decline (if there is one). Where there
    /// is nothing to choose, goes on at `none`.
    pub(in crate::lower) fn wait(
        &mut self,
        name: &str,
        kind: NodeKind,
        none: Option<Label>,
        generate: &dyn Fn(&mut Self, bool),
    ) {
        if self.b.is_overfull() {
            return;
        }
        let phases = self.phases.len();
        // Of moves that are generated as another player's, the effects are the mover's.
        let copy = self.posing.unwrap_or(self.copy);
        let (count, phase) = (self.turns.nodes.len(), copy.node);
        let key = (phase, self.path.clone());
        let node = *self.turns.keys.entry(key).or_insert(count);
        if node == count {
            let follows = self.turns.script.as_ref().is_some_and(|s| s.resumable.is_some() && !s.sets_up);
            self.turns.nodes.push(Node { name: name.to_owned(), phase, kind, follows, origin: self.b.origin });
            if count > MOST_NODES {
                return self.error("E0513", "the rules are too large", self.game.origin, "too many nodes");
            }
        }
        let purpose = if kind == NodeKind::Chance { Purpose::Perform } else { Purpose::Choose };
        let outer = (
            std::mem::replace(&mut self.purpose, purpose),
            std::mem::take(&mut self.sinks),
            std::mem::replace(&mut self.plain, false),
        );
        let mover = copy.mover;
        let resumable = self.turns.script.as_ref().and_then(|script| script.resumable);
        let waiting = (kind != NodeKind::Chance).then_some(phases + node);
        let waiting = std::mem::replace(&mut self.turns.waiting, waiting);
        let block = |l: &mut Self, what: &str, plain: bool, decline: bool| {
            let block = l.b.begin_block(&format!("{what} {name} of {mover}"));
            l.plain = plain;
            if let Some(resumable) = resumable {
                l.op(Op::Call { block: resumable.restore });
            }
            generate(l, decline);
            l.plain = false;
            l.op(Op::Ret {});
            l.b.end_block();
            block
        };
        let moves = none.map(|_| block(self, "moves of", false, false));
        let decide = block(self, "decide", false, true);
        // As with phases, only what explains is generated plainly, too.
        let explain = if self.explaining { block(self, "explain", true, true) } else { decide };
        (self.purpose, self.sinks, self.plain) = outer;
        self.turns.waiting = waiting;
        self.turns.blocks.insert((node, mover), (decide, explain));
        let (entry, one, zero) = (self.entry(), self.c(1), self.c(0));
        // Who decides is known before it is asked what there is to decide. A roll belongs to who is asked to make it.
        let decider = self.turns.decider.filter(|_| resumable.is_none());
        if let Some(field) = decider {
            let asked = self.turns.script.as_ref().and_then(|s| s.asked.clone());
            let who = match asked {
                Some(asked) => self.asked(&asked),
                None => zero,
            };
            self.op(Op::Store { field, a: who });
        }
        if let (Some(none), Some(moves)) = (none, moves) {
            let (end, any, some) = (self.b.label(), self.b.reg(), self.b.label());
            self.op(Op::Begin { want: Want::Exists, end });
            if let Some(resumable) = resumable {
                self.op(Op::Call { block: resumable.keep });
            }
            self.op(Op::Call { block: moves });
            self.b.place(end);
            self.op(Op::End { d: any });
            self.op(Op::JumpIf { c: any, to: some });
            if let Some(field) = decider {
                self.op(Op::Store { field, a: zero });
            }
            self.op(Op::Jump { to: none });
            self.b.place(some);
        }
        let number = self.c((phases + node) as i32);
        self.op(Op::Store { field: self.turns.acted.expect("made with the entry"), a: one });
        self.op(Op::Store { field: self.known.node, a: number });
        if let Some(resumable) = resumable {
            self.op(Op::Call { block: resumable.keep });
        }
        self.op(Op::Move { d: entry, a: zero });
        self.op(Op::Ret {});
        let label = self.b.here();
        if let Some(resumable) = resumable {
            self.op(Op::Call { block: resumable.restore });
        }
        let script = self.turns.script.as_mut().expect("a node belongs to a turn");
        script.stops.push((phases + node, label));
        script.asks.extend([decide].into_iter().chain((explain != decide).then_some(explain)).chain(moves));
        let whole = script.whole;
        let (end, step_end) = (script.end, script.step_ends.last().copied());
        if let Some(field) = decider {
            self.op(Op::Store { field, a: zero });
        }
        if whole && let Some(field) = self.turns.finish {
            let level = self.load(field);
            self.op(Op::JumpCmp { cmp: Cmp::Gt, a: level, b: one, to: end });
            if let Some(step_end) = step_end {
                self.op(Op::JumpCmp { cmp: Cmp::Eq, a: level, b: one, to: step_end });
            }
        }
    }

    /// A player who is asked: there must be one.
    pub(in crate::lower) fn asked(&mut self, asked: &Asked<'t>) -> Reg {
        match asked {
            Asked::By(player, env) => {
                let who = self.player_or_int(player, env);
                self.must_play(who, player.origin);
                who
            }
            Asked::Player(player) => self.c(*player as i32),
        }
    }

    /// Whoever is to decide something must be a player.
    pub(in crate::lower) fn must_play(&mut self, who: Reg, origin: Origin) {
        let (one, n) = (self.c(1), self.c(self.players() as i32));
        let (bad, good) = (self.b.label(), self.b.label());
        if self.const_of(who).is_some_and(|k| (1..=self.players() as i32).contains(&k)) {
            return;
        }
        self.op(Op::JumpCmp { cmp: Cmp::Lt, a: who, b: one, to: bad });
        self.op(Op::JumpCmp { cmp: Cmp::Le, a: who, b: n, to: good });
        self.b.place(bad);
        self.fault(
            "E0606",
            "somebody is to decide who does not play",
            "name a player, such as `Next` or the owner of a piece that is there",
            origin,
        );
        self.b.place(good);
    }

    /// A field that belongs to the turn: zeroed when it ends.
    pub(in crate::lower) fn counter(&mut self, name: &str) -> FieldId {
        let field = self.b.field(name, 1, 5, 0, false);
        self.turns.counters.push(field);
        field
    }

    /// The field of a name: its last value, then the last by each player who decided.
    pub(in crate::lower) fn slot(&mut self, name: &str) -> FieldId {
        if let Some(field) = self.turns.slots.get(name) {
            return *field;
        }
        let field = self.b.field(&format!("chosen {name}"), self.players() + 1, 5, 0, false);
        self.turns.slots.insert(name.to_owned(), field);
        field
    }

    /// What players decide: the one who is asked, or else the mover.
    pub(in crate::lower) fn decider(&mut self) -> Reg {
        let mover = self.c(self.copy.mover as i32);
        let Some(field) = self.turns.decider else { return mover };
        let (asked, d, some) = (self.load(field), self.b.reg(), self.b.label());
        self.op(Op::Move { d, a: asked });
        self.op(Op::JumpIf { c: asked, to: some });
        self.op(Op::Move { d, a: mover });
        self.b.place(some);
        d
    }

    /// That a turn begins is noted; it begins once the ply is over.
    pub(in crate::lower) fn announce_turn(&mut self) {
        if let Some(again) = self.turns.again {
            let one = self.c(1);
            self.op(Op::Move { d: again, a: one });
        }
    }

    /// Begins the turns that are to begin, up to the next node.
    pub(in crate::lower) fn go_on_block(&mut self) -> Option<BlockId> {
        let (entry, again) = self.turns.entry.zip(self.turns.again)?;
        let first = *self.movers().start();
        let nothing = self.b.begin_block("no turn");
        self.op(Op::Ret {});
        self.b.end_block();
        let copies = (0..self.phases.len()).flat_map(|node| self.movers().map(move |mover| Copy_ { node, mover }));
        let bodies: Vec<BlockId> =
            copies.map(|copy| self.turns.bodies.get(&copy).copied().unwrap_or(nothing)).collect();
        let bodies = self.b.block_table(bodies);
        let overs = (!self.round_over.is_empty()).then(|| self.b.block_table(self.round_over.clone()));
        let block = self.b.begin_block("go on");
        let done = self.b.label();
        let top = self.b.here();
        let (zero, first, n) = (self.c(0), self.c(first as i32), self.c(self.movers().count() as i32));
        self.op(Op::JumpUnless { c: again, to: done });
        self.op(Op::Move { d: again, a: zero });
        self.op(Op::Move { d: entry, a: zero });
        self.clear_turn();
        self.forget_pairs();
        let (node, mover) = (self.load(self.known.node), self.load(self.known.mover));
        let at = self.bin(Bin::Mul, node, n);
        let at = self.bin(Bin::Add, at, mover);
        let at = self.bin(Bin::Sub, at, first);
        self.op(Op::CallAt { blocks: bodies, i: at });
        if let Some(overs) = overs {
            // A round that a checkpoint ended before anything was decided in the turn; the next may begin at once.
            let over = self.load(self.known.over);
            self.op(Op::JumpUnless { c: over, to: done });
            let mover = self.load(self.known.mover);
            let at = self.bin(Bin::Sub, mover, first);
            self.op(Op::CallAt { blocks: overs, i: at });
            let origin = self.rules.get("rounds").map_or(self.game.origin, |rounds| rounds.origin);
            self.at_origin(origin, |l| l.op(Op::Loop { to: top }));
        }
        self.b.place(done);
        self.op(Op::Ret {});
        self.b.end_block();
        Some(block)
    }

    /// What belonged to the turn is forgotten.
    fn clear_turn(&mut self) {
        let zero = self.c(0);
        let mut fields: Vec<FieldId> = self.turns.slots.values().copied().collect();
        fields.extend(&self.turns.counters);
        fields
            .extend([self.turns.acted, self.turns.picked, self.turns.finish, self.turns.decider].into_iter().flatten());
        for field in fields {
            if self.b.field_info(field).len > 1 {
                self.op(Op::Fill { field, a: zero });
            } else {
                self.op(Op::Store { field, a: zero });
            }
        }
    }

    /// The blocks of the nodes within turns, by node and mover, to follow those of the phases: generators, plain ones, what follows.
    /// `finish` holds, for each phase and mover, what ends a ply; it becomes what follows a decision of the phase.
    pub(in crate::lower) fn node_blocks(
        &mut self,
        finish: &mut [BlockId],
        go_on: Option<BlockId>,
    ) -> (Vec<BlockId>, Vec<BlockId>, Vec<BlockId>) {
        let (mut decide, mut explain, mut resolve) = (Vec::new(), Vec::new(), Vec::new());
        let Some(((entry, again), go_on)) = self.turns.entry.zip(self.turns.again).zip(go_on) else {
            return (decide, explain, resolve);
        };
        let movers: Vec<u32> = self.movers().collect();
        let ends = finish.to_vec();
        let zero = self.c(0);
        for (at, end) in finish.iter_mut().enumerate() {
            let block = self.b.begin_block("resolve");
            self.unless_chance_follows(at / movers.len(), movers[at % movers.len()]);
            self.op(Op::Move { d: again, a: zero });
            self.op(Op::Call { block: *end });
            self.op(Op::Call { block: go_on });
            self.op(Op::Ret {});
            self.b.end_block();
            *end = block;
        }
        let nothing = self.b.begin_block("nothing");
        self.op(Op::Ret {});
        self.b.end_block();
        for node in 0..self.turns.nodes.len() {
            let phase = self.turns.nodes[node].phase;
            for mover in movers.iter().copied() {
                let sets_up = self.turns.set_up_nodes.contains(&node);
                // The set-up is the same whoever begins.
                let whose = if sets_up { movers[0] } else { mover };
                let (d, e) = self.turns.blocks.get(&(node, whose)).copied().unwrap_or((nothing, nothing));
                decide.push(d);
                explain.push(e);
                let body = match self.turns.set_up.filter(|_| sets_up) {
                    Some(set_up) => set_up,
                    None => self.turns.bodies.get(&Copy_ { node: phase, mover }).copied().unwrap_or(nothing),
                };
                let block = self.b.begin_block(&format!("resolve {} of {mover}", self.turns.nodes[node].name));
                let number = self.c((self.phases.len() + node) as i32);
                let (over, skip) = (self.c(OVER), self.b.label());
                if let Some((effects, chosen_at)) = self.turns.aftermath.goes_on.get(&(node, mover)).copied() {
                    // The effects of a move go on; when they are over, so is its ply.
                    let back = self.c(chosen_at as i32);
                    let resolved = match chosen_at.checked_sub(self.phases.len()) {
                        Some(node) => resolve[self.place_of(node, mover)],
                        None => finish[self.place_of(chosen_at, mover)],
                    };
                    self.op(Op::Move { d: entry, a: number });
                    self.op(Op::Call { block: effects });
                    self.op(Op::JumpCmp { cmp: Cmp::Ne, a: entry, b: over, to: skip });
                    self.op(Op::Store { field: self.known.node, a: back });
                    self.op(Op::Call { block: resolved });
                    self.b.place(skip);
                    self.op(Op::Ret {});
                    self.b.end_block();
                    resolve.push(block);
                    continue;
                }
                self.unless_chance_follows(self.phases.len() + node, mover);
                self.op(Op::Move { d: again, a: zero });
                self.op(Op::Move { d: entry, a: number });
                self.op(Op::Call { block: body });
                let goes_on = self.b.label();
                if let Some(round_over) = self.round_over.get(self.place_of(0, mover)).copied() {
                    // A checkpoint may have ended the round within the turn.
                    let (not, ended) = (self.b.label(), self.load(self.known.over));
                    self.op(Op::JumpUnless { c: ended, to: not });
                    self.op(Op::Call { block: round_over });
                    self.op(Op::Jump { to: goes_on });
                    self.b.place(not);
                }
                self.op(Op::JumpCmp { cmp: Cmp::Ne, a: entry, b: over, to: skip });
                if sets_up {
                    self.begin_play();
                } else {
                    self.op(Op::Call { block: ends[self.place_of(phase, mover)] });
                }
                self.b.place(goes_on);
                self.op(Op::Call { block: go_on });
                self.b.place(skip);
                self.op(Op::Ret {});
                self.b.end_block();
                resolve.push(block);
            }
        }
        (decide, explain, resolve)
    }

    /// Ends the block where the effects of the move that was chosen at a node wait for chance.
    fn unless_chance_follows(&mut self, chosen_at: usize, mover: u32) {
        let waits = |((_, who), (_, at)): (&(usize, u32), &(BlockId, usize))| *who == mover && *at == chosen_at;
        if !self.turns.aftermath.goes_on.iter().any(waits) {
            return;
        }
        let (here, own, through) = (self.load(self.known.node), self.c(chosen_at as i32), self.b.label());
        self.op(Op::JumpCmp { cmp: Cmp::Eq, a: here, b: own, to: through });
        self.op(Op::Ret {});
        self.b.place(through);
    }

    /// What chance decides before a decision: the rolls and draws that its moves begin with.
    pub(in crate::lower) fn beforehand(&mut self, term: &'t Term, env: &Env<'t>) {
        if !self.draws_before(term) {
            return;
        }
        let at = std::ptr::from_ref(term) as usize;
        self.within(at, |l| l.at_origin(term.origin, |l| l.beforehand_here(term, env)));
    }

    fn beforehand_here(&mut self, term: &'t Term, env: &Env<'t>) {
        let call = match &term.kind {
            TermKind::List(members) => return members.iter().for_each(|m| self.beforehand(m, env)),
            TermKind::Call(call) => call,
            _ => return,
        };
        let get = |slot: &str| call.get(slot);
        match call.prim {
            Prim::Do => {
                let moves = get("moves").expect("checked");
                match get("next") {
                    Some(next) => {
                        if speaks(moves, CHANCE) {
                            self.statement(moves, env);
                        }
                        self.beforehand(next, env);
                    }
                    None => self.beforehand(moves, env),
                }
            }
            Prim::If => {
                let condition = get("condition").expect("checked");
                let slot = self.settled_slot(condition);
                let (one, two) = (self.c(1), self.c(2));
                let (otherwise, end) = (self.b.label(), self.b.label());
                let c = self.bool(condition, env);
                let value = self.bin(Bin::Add, c, one);
                self.op(Op::Store { field: slot, a: value });
                self.op(Op::JumpCmp { cmp: Cmp::Ne, a: value, b: two, to: otherwise });
                self.beforehand(get("yes").expect("checked"), env);
                self.op(Op::Jump { to: end });
                self.b.place(otherwise);
                if let Some(no) = get("no") {
                    self.beforehand(no, env);
                }
                self.b.place(end);
            }
            Prim::Or | Prim::And | Prim::Priority => {
                get("list").expect("checked").members().iter().for_each(|m| self.beforehand(m, env));
            }
            Prim::MaxMoves | Prim::MaxDistance => self.beforehand(get("moves").expect("checked"), env),
            Prim::Random if call.look("probabilities").is_some() => {
                self.random_choice(call, term);
                // Which was drawn is known now; what it asks of chance comes after.
                let field = self.settled_slot(term);
                for (i, moves) in get("moves").expect("checked").members().iter().enumerate() {
                    let skip = self.b.label();
                    let (drawn, here) = (self.load(field), self.c(i as i32 + 1));
                    self.op(Op::JumpCmp { cmp: Cmp::Ne, a: drawn, b: here, to: skip });
                    self.beforehand(moves, env);
                    self.b.place(skip);
                }
            }
            _ => self.draw_values(term, env),
        }
    }

    /// What was settled of a form before the decision: 0 for nothing.
    pub(in crate::lower) fn settled_slot(&mut self, term: &Term) -> FieldId {
        let at = std::ptr::from_ref(term) as usize;
        if let Some(field) = self.turns.settled.get(&at) {
            return *field;
        }
        let field = self.counter("settled");
        self.turns.settled.insert(at, field);
        field
    }
}

impl Lower<'_> {
    /// Whether chance decides something in a term.
    pub(in crate::lower) fn is_chancy(&self, term: &Term) -> bool {
        speaks(term, CHANCE)
    }
}
