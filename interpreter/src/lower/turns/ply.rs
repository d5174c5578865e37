//! The order of a ply, phases, ends, and the program as a whole.

use crate::lower::moves::Emission;
use crate::lower::{Compiled, Copy_, Env, Expression, ExpressionValue, Lower, PhaseTerm, Purpose, Seat, Sink};
use crate::program::builder::Entries;
use crate::program::layout::Field;
use crate::program::op::{Bin, BlockId, BlockTableId, Cmp, Label, Op, Reg, Small, Verdict};
use crate::program::{Node, NodeKind, Part};
use parlour_grammar::catalogue::{Prim, Type};
use parlour_grammar::diagnostic::{Diagnostic, Severity};
use parlour_grammar::rules::{Call, Term};

/// The mark of a game that is drawn unless an end comes first: all players have passed.
pub(in crate::lower) const DRAWN_UNLESS_ENDED: i32 = 2;

/// Copies of the program for each phase and player beyond which a game is refused.
const MOST_COPIES: usize = 256;

impl<'t> Lower<'t> {
    /// Lowers the whole game.
    pub(in crate::lower) fn run(mut self, expression: Option<(&'t Term, Seat)>) -> Result<Compiled, Vec<Diagnostic>> {
        self.read_phases();
        self.check_large();
        self.check_unplayed();
        if self.diags.iter().any(Diagnostic::is_error) {
            return Err(self.diags);
        }
        let expression_term = expression.map(|(term, _)| term);
        let players = self.players();
        if self.phases.len() * players as usize > MOST_COPIES {
            self.error(
                "E0512",
                "the game has too many phases for its players",
                self.game.origin,
                "phases times players is limited",
            );
            return Err(self.diags);
        }
        // Every game keeps what its last move was.
        self.scalar(|f| &mut f.last_from, "last from", -1);
        self.scalar(|f| &mut f.last_to, "last to", -1);
        self.scalar(|f| &mut f.last_level, "last level", 0);
        if self.usage.asks_for_last_action {
            self.scalar(|f| &mut f.last_action, "last action", -1);
            self.scalar(|f| &mut f.acting, "action at hand", -1);
        }
        if self.usage.asks_for_last_from {
            self.scalar(|f| &mut f.last_action_from, "origin of the last action", -1);
            self.scalar(|f| &mut f.acting_from, "origin of the action at hand", -1);
        }
        if self.usage.asks_where_it_came || self.forces_moves() {
            self.fields.came = Some(self.b.field("came to", self.eq.sites, 3, 0, false));
        }
        self.scalar(|f| &mut f.passes, "passes", 0);
        self.scalar(|f| &mut f.pass_ply, "ply of the last pass", -1);
        if self.usage.stalemates {
            self.array(|f| &mut f.stalemated, "no moves on the last turn", players + 1, 0);
        }
        if self.phases.len() > 1 {
            self.array(|f| &mut f.phase_of, "phase of player", players + 1, 0);
        }

        self.hints();
        self.read_rounds();
        let (mut set_up, placed) = self.set_up_block();
        self.eq.pieces_at_start = placed;
        if self.settle_stack_height() && self.turns.nodes.is_empty() {
            // How high stacks can be is known from the set-up, and where the facts of their pieces lie from that.
            (set_up, _) = self.set_up_block();
        }

        let copies: Vec<Copy_> =
            (0..self.phases.len()).flat_map(|node| self.movers().map(move |mover| Copy_ { node, mover })).collect();
        self.lower_turns();
        let mut decide: Vec<BlockId> = copies.iter().map(|copy| self.decide_block(*copy, false)).collect();
        let explained: &[Copy_] = if self.explaining { &copies } else { &[] };
        let mut explain: Vec<BlockId> = explained.iter().map(|copy| self.decide_block(*copy, true)).collect();
        let ends: Vec<BlockId> = copies.iter().map(|copy| self.ends_of(*copy)).collect();
        let nexts: Vec<Option<BlockId>> = copies.iter().map(|copy| self.phases_block(*copy)).collect();
        let judges = self.judge_round_blocks();
        let expression = expression.map(|(term, seat)| self.expression(term, seat));
        // Last, since by now it is known what the rules read.
        let advance = self.advance_block();
        let begin = self.start_block(set_up);
        self.round_over = judges.into_iter().map(|judge| self.round_over_block(judge, begin)).collect();
        let mut resolve: Vec<BlockId> = copies
            .iter()
            .zip(ends)
            .zip(nexts)
            .map(|((copy, ends), next)| self.resolve_block(*copy, ends, next, advance))
            .collect();
        let go_on = self.go_on_block();
        let (decide_nodes, explain_nodes, resolve_nodes) = self.node_blocks(&mut resolve, go_on);
        decide.extend(decide_nodes);
        explain.extend(explain_nodes);
        resolve.extend(resolve_nodes);
        let (decide, resolve) = (self.b.block_table(decide), self.b.block_table(resolve));
        let explain = self.explaining.then(|| self.b.block_table(explain));
        let playout = self.playout_block(decide, resolve);
        let enter = self.enter_block(go_on);
        let start = self.first_block(begin, go_on);
        self.known.dice = self.faces_field();
        self.known.decider = self.turns.decider;
        self.known.sealed = self.turns.secrets.clone();
        self.known.phase_of = self.fields.phase_of;
        self.known.rounds = self.rounds_known();
        let name = self.call.get("name").and_then(Term::text).unwrap_or_default().to_owned();
        self.tell_unasked(expression_term);

        if self.diags.iter().any(|d| d.severity == Severity::Error) {
            return Err(self.diags);
        }
        let (nodes, set_up_nodes) = (self.nodes(), self.set_up_nodes());
        let entries = Entries {
            players,
            logs: if self.logs.stored { 4 } else { 3 },
            wellknown: self.known,
            stacks: self.stacks,
            nodes,
            phases: self.phases.len(),
            set_up_nodes,
            start,
            enter,
            decide,
            explain,
            resolve,
            playout,
            chosen: self.chosen,
            playout_limit: self.playout_limit,
        };
        let place = expression.as_ref().map(|e| e.block);
        let (mut keep, mut keep_sets) = (Vec::new(), Vec::new());
        match expression.as_ref().map(|e| &e.value) {
            Some(ExpressionValue::Int(r) | ExpressionValue::Bool(r)) => keep.push(*r),
            Some(ExpressionValue::Region(s)) => keep_sets.push(*s),
            Some(ExpressionValue::Moves | ExpressionValue::Directions(_)) | None => {}
        }
        let logs = &self.logs;
        self.b.keeps_hash = logs.situational.is_some() || logs.positional.is_some() || logs.in_turn || logs.stored;
        let (program, expression_block) = match self.b.link(entries, place, &keep, &mut keep_sets) {
            Ok(linked) => linked,
            Err(_) => {
                return Err(vec![
                    Diagnostic::error(
                        "E0513",
                        "the rules are too large",
                        self.game.origin,
                        "this game does not fit a program",
                    )
                    .help("fewer phases, players or alternatives make it smaller"),
                ]);
            }
        };
        if let Err(flaw) = program.verify() {
            // A flaw of ours, not of the rule file: said as such, rather than run.
            return Err(vec![Diagnostic::error(
                "E0514",
                format!("the compiler made a program that does not verify: {flaw}"),
                self.game.origin,
                "please report this game",
            )]);
        }
        let expression = expression.zip(expression_block).map(|(e, block)| Expression {
            block,
            value: match (e.value, keep_sets.first()) {
                (ExpressionValue::Region(_), Some(set)) => ExpressionValue::Region(*set),
                (value, _) => value,
            },
        });
        Ok(Compiled { program, equipment: self.eq, name, expression, warnings: self.diags })
    }

    /// The phases, then the nodes within turns.
    fn nodes(&self) -> Vec<Node> {
        let phase = |(phase, p): (usize, &PhaseTerm<'t>)| Node {
            name: p.name.clone(),
            phase,
            kind: NodeKind::Decision,
            follows: false,
            origin: p.play.unwrap_or(self.game).origin,
        };
        self.phases.iter().enumerate().map(phase).chain(self.turns.nodes.iter().cloned()).collect()
    }

    /// The block that judges the ends after a ply of a phase and mover.
    pub(in crate::lower) fn ends_of(&mut self, copy: Copy_) -> BlockId {
        if let Some(block) = self.ends.get(&copy) {
            return *block;
        }
        let outer = self.copy;
        let block = self.ends_block(copy);
        self.copy = outer;
        self.ends.insert(copy, block);
        block
    }

    pub(in crate::lower) fn ends_here(&mut self) -> BlockId {
        self.ends_of(self.copy)
    }

    fn read_phases(&mut self) {
        let play = self.rules.get("play");
        let Some(list) = self.rules.get("phases") else {
            self.phases = vec![PhaseTerm::only(play)];
            return;
        };
        for term in list.members() {
            let Some(call) = term.call().filter(|c| c.prim == Prim::Phase) else {
                self.unsupported(term);
                continue;
            };
            self.phases.push(PhaseTerm {
                name: call.get("name").and_then(Term::text).unwrap_or_default().to_owned(),
                role: call.get("role"),
                play: call.get("play").or(play),
                end: call.get("end"),
                next: call.get("next").map(|n| n.members().iter().collect()).unwrap_or_default(),
                mode: call.get("mode"),
                script: std::cell::OnceCell::new(),
            });
        }
        if self.phases.is_empty() {
            self.error("E0515", "the game has no phases", list.origin, "this list is empty");
            self.phases.push(PhaseTerm::only(play));
        }
    }

    /// Stacks are as high as all pieces together, where no piece comes into play later.
    fn settle_stack_height(&mut self) -> bool {
        let Some(stacks) = &mut self.stacks else { return false };
        let max = self.usage.stack_height(&self.eq);
        let changed = max != stacks.max;
        stacks.max = max;
        let cells = self.eq.sites * max;
        let lane = self.b.field_info(stacks.levels).lane;
        self.b.resize_field(stacks.levels, cells, lane);
        self.b.resize_field(stacks.height, self.eq.sites, Field::lane_for(max as i32));
        for fact in &stacks.facts {
            let lane = self.b.field_info(*fact).lane;
            self.b.resize_field(*fact, cells, lane);
        }
        changed
    }

    // Decisions.

    /// The generator of a node and mover: its moves, the swap where it is offered, a forced pass where there is nothing else.
    fn decide_block(&mut self, copy: Copy_, plain: bool) -> BlockId {
        let name = format!(
            "{} of {} in {}",
            if plain { "explain" } else { "decide" },
            copy.mover,
            self.phases[copy.node].name
        );
        // The moves of a turn are at nodes of their own; here it is passed where there are none.
        let turn = self.is_turn(copy.node);
        let asked = self.asked_of_all();
        if self.meta_rule(Prim::MetaNoSuicide).is_some() {
            // It must not be lowered in the midst of the moves.
            self.ends_of(copy);
        }
        let moves = if plain || turn || !asked.is_empty() { None } else { Some(self.moves_block(copy, false)) };
        let block = self.b.begin_block(&name);
        self.copy = copy;
        self.purpose = Purpose::Choose;
        match moves {
            Some(block) => self.op(Op::Call { block }),
            None if turn => {}
            None => {
                self.plain = plain;
                self.sinks.extend(asked);
                self.generate_play(copy.node);
                self.sinks.clear();
                self.plain = false;
            }
        }
        for rule in self.meta_rules() {
            match rule.call().map(|c| c.prim) {
                Some(Prim::MetaSwap) => {
                    let skip = self.b.label();
                    let plies = self.plies_of_round();
                    let turn = self.c(self.players() as i32 - 1);
                    self.op(Op::JumpCmp { cmp: Cmp::Ne, a: plies, b: turn, to: skip });
                    self.two_players_swap(rule);
                    self.emit(rule, &Env::default(), Emission::word("Swap"), |l, _| l.swap_players());
                    self.b.place(skip);
                }
                Some(
                    Prim::PassEnd
                    | Prim::MetaNoRepeat
                    | Prim::MetaNoSuicide
                    | Prim::Automove
                    | Prim::Gravity
                    | Prim::Pin,
                ) => {}
                _ => self.unsupported(rule),
            }
        }
        let some = self.b.label();
        self.op(Op::JumpEmitted { to: some });
        self.emit(self.game, &Env::default(), Emission::pass(), |l, _| {
            if let Some(field) = l.fields.stalemated {
                let (who, one) = (l.c(copy.mover as i32), l.c(1));
                l.op(Op::StoreAt { field, i: who, a: one });
            }
        });
        self.b.place(some);
        self.op(Op::Ret {});
        self.b.end_block();
        block
    }

    /// What the rules above the rules ask of every move.
    pub(in crate::lower) fn asked_of_all(&self) -> Vec<Sink<'t>> {
        let fresh = self.meta_rule(Prim::MetaNoRepeat).map(Sink::Fresh);
        let unlost = self.meta_rule(Prim::MetaNoSuicide).map(Sink::Unlost);
        fresh.into_iter().chain(unlost).collect()
    }

    pub(in crate::lower) fn meta_rule(&self, prim: Prim) -> Option<&'t Term> {
        self.meta_rules().iter().find(|rule| rule.call().is_some_and(|c| c.prim == prim))
    }

    pub(in crate::lower) fn meta_rules(&self) -> &'t [Term] {
        let meta = self.rules.get("meta").and_then(Term::call).and_then(|m| m.get("rules"));
        meta.map(Term::members).unwrap_or_default()
    }

    // What follows.

    fn ends_block(&mut self, copy: Copy_) -> BlockId {
        let block = self.b.begin_block(&format!("ends after {} in {}", copy.mover, self.phases[copy.node].name));
        self.copy = copy;
        let ends = [self.phases[copy.node].end, self.rules.get("end")];
        let (for_all, over) = (self.ends_for_all(copy.node), self.b.label());
        for end in ends.into_iter().flatten() {
            if let Some(rules) = end.call().and_then(|e| e.get("rules")) {
                for rule in rules.members() {
                    match for_all {
                        true => self.end_rule_for_all(rule, over),
                        false => self.end_rule(rule, None, &Env::default()),
                    }
                }
            }
        }
        self.b.place(over);
        self.op(Op::Ret {});
        self.b.end_block();
        block
    }

    /// Code for one end; where its condition holds, play goes on at `held` once its result is known.
    pub(in crate::lower) fn end_rule(&mut self, rule: &'t Term, held: Option<Label>, env: &Env<'t>) {
        let Some(call) = rule.call() else { return self.unsupported(rule) };
        let get = |slot: &str| call.get(slot);
        self.note_begin(Part::End, rule.origin);
        self.at_origin(rule.origin, |l| match call.prim {
            Prim::EndIf => {
                let skip = l.b.label();
                l.unless(get("condition").expect("checked"), env, skip);
                // The first of the ends within that holds is the one; the result of the whole is for where none does.
                let within = l.b.label();
                if let Some(sub) = get("sub") {
                    sub.members().iter().for_each(|r| l.end_rule(r, Some(within), env));
                }
                if let Some(result) = get("result") {
                    l.result(result, env);
                }
                l.b.place(within);
                if let Some(held) = held {
                    l.op(Op::Jump { to: held });
                }
                l.b.place(skip);
            }
            Prim::EndForEach if get("word").and_then(Term::symbol) == Some("Track") => l.end_by_tracks(call, rule, env),
            Prim::EndForEach => {
                let players: Vec<u32> = match get("word").and_then(Term::symbol) {
                    Some("Mover" | "Friend" | "Ally") => vec![l.copy.mover],
                    Some("NonMover" | "Enemy") => (1..=l.players()).filter(|p| *p != l.copy.mover).collect(),
                    Some("Player" | "All") => (1..=l.players()).collect(),
                    _ => return l.unsupported(rule),
                };
                let result = get("result").expect("checked").call();
                if let Some(ranking) = result.filter(|r| r.prim == Prim::Ranking) {
                    return l.ranking_of_leavers(&players, get("if").expect("checked"), ranking, env);
                }
                let loses = result.is_some_and(|r| r.get("outcome").and_then(Term::symbol) == Some("Loss"));
                if loses && l.players() > 2 {
                    return l.losses(&players, get("if").expect("checked"), get("result").expect("checked"), env);
                }
                for p in players {
                    let player = l.c(p as i32);
                    let inner = Env { player: Some(player), ..env.clone() };
                    let skip = l.b.label();
                    l.unless(get("if").expect("checked"), &inner, skip);
                    l.result(get("result").expect("checked"), &inner);
                    l.b.place(skip);
                }
            }
            _ => l.unsupported(rule),
        });
        self.note_done(Part::End, rule.origin);
    }

    /// `(forEach Track if:… (result …))`: the first track for which the condition holds ends the game. A result names players, so it
    /// would be the same for the others.
    fn end_by_tracks(&mut self, call: &'t Call, rule: &'t Term, env: &Env<'t>) {
        if self.eq.tracks.is_empty() {
            return self.report(self.no_track(rule, "no track to ask it of"));
        }
        let (condition, result) = (call.get("if").expect("checked"), call.get("result").expect("checked"));
        let end = self.b.label();
        for track in 0..self.eq.tracks.len() {
            let inner = Env { track: Some(track), ..env.clone() };
            let skip = self.b.label();
            self.unless(condition, &inner, skip);
            self.result(result, &inner);
            self.op(Op::Jump { to: end });
            self.b.place(skip);
        }
        self.b.place(end);
    }

    pub(in crate::lower) fn result(&mut self, term: &'t Term, env: &Env<'t>) {
        let Some(call) = term.call() else { return self.unsupported(term) };
        match call.prim {
            Prim::Result => {
                let verdict = match call.get("outcome").and_then(Term::symbol) {
                    Some("Win") => Verdict::Win,
                    Some("Loss") => Verdict::Loss,
                    // What is abandoned nobody wins.
                    Some("Draw" | "Tie" | "Abandon" | "Crash") => Verdict::Draw,
                    _ => return self.unsupported(term),
                };
                let role = call.get("role").expect("checked");
                if verdict != Verdict::Draw {
                    self.needs_players();
                }
                if crate::lower::turns::teams::is_team(role) {
                    let members = role.symbol().and_then(|word| self.several(word)).unwrap_or_default();
                    return self.team_result(&members, verdict, role);
                }
                let several: Option<Vec<u32>> = match role.symbol() {
                    Some("Enemy" | "NonMover") if self.players() != 2 => {
                        Some((1..=self.players()).filter(|p| *p != self.copy.mover).collect())
                    }
                    _ => None,
                };
                match several {
                    Some(players) => {
                        for p in players {
                            let who = self.c(p as i32);
                            self.verdict(who, verdict);
                        }
                    }
                    None => {
                        let who = self.player(role, env);
                        self.verdict(who, verdict);
                    }
                }
            }
            Prim::ByScore => {
                // What the games of a match have given is the score of its end, where no other is said.
                let of_match = call.look("scores").is_none().then(|| self.match_scores()).flatten();
                let scores = of_match.unwrap_or_else(|| self.score_field());
                // All final scores are computed before any is set.
                let mut settled: Vec<(Reg, Reg)> = Vec::new();
                if let Some(list) = call.get("scores") {
                    for score in list.members() {
                        let Some(score) = score.call() else { continue };
                        let who = self.player(score.get("role").expect("checked"), env);
                        settled.push((who, self.int(score.get("score").expect("checked"), env)));
                    }
                }
                for (who, value) in settled {
                    self.op(Op::StoreAt { field: scores, i: who, a: value });
                }
                let misere = match call.get("misere") {
                    Some(misere) => self.bool(misere, env),
                    None => self.c(0),
                };
                if self.const_of(misere) == Some(0) {
                    return self.op(Op::Rank { scores });
                }
                // Where the lowest score is best, the scores are ranked the other way round.
                let players = self.players();
                let ranked = self.b.field("ranked scores", players + 1, 5, 0, false);
                let (one, two) = (self.c(1), self.c(2));
                let twice = self.bin(Bin::Mul, misere, two);
                let sign = self.bin(Bin::Sub, one, twice);
                for p in 1..=players {
                    let who = self.c(p as i32);
                    let score = self.load_at(scores, who);
                    let score = self.bin(Bin::Mul, score, sign);
                    self.op(Op::StoreAt { field: ranked, i: who, a: score });
                }
                self.op(Op::Rank { scores: ranked });
            }
            Prim::Ranking => self.ranking(call, env),
            Prim::Payoffs => self.payoffs(call, env),
            _ => self.unsupported(term),
        }
    }

    /// Phase changes, judged for every player.
    fn phases_block(&mut self, copy: Copy_) -> Option<BlockId> {
        if self.phases.len() < 2 {
            return None;
        }
        let field = self.fields.phase_of.expect("a game with phases has it");
        let block = self.b.begin_block(&format!("next phases after {} in {}", copy.mover, self.phases[copy.node].name));
        self.copy = copy;
        for player in self.movers() {
            let done = self.b.label();
            let who = self.c(player as i32);
            let now = self.load_at(field, who);
            for (at, phase) in self.phases.clone().into_iter().enumerate() {
                if phase.next.is_empty() {
                    continue;
                }
                let other = self.b.label();
                let here = self.c(at as i32);
                self.op(Op::JumpCmp { cmp: Cmp::Ne, a: now, b: here, to: other });
                for next in &phase.next {
                    self.next_phase(next, at, player, field, done);
                }
                self.op(Op::Jump { to: done });
                self.b.place(other);
            }
            self.b.place(done);
        }
        self.op(Op::Ret {});
        self.b.end_block();
        Some(block)
    }

    fn next_phase(
        &mut self,
        next: &'t Term,
        at: usize,
        player: u32,
        field: crate::program::op::FieldId,
        done: crate::program::op::Label,
    ) {
        let Some(call) = next.call() else { return self.unsupported(next) };
        let env = Env::default();
        let skip = self.b.label();
        let everyone = self.c(self.players() as i32 + 1);
        let whose = call.get("role").map_or(everyone, |r| self.player_or_int(r, &env));
        let this = self.c(player as i32);
        match self.const_of(whose) {
            Some(p) if p != player as i32 && p != self.players() as i32 + 1 => return self.b.place(skip),
            Some(_) => {}
            None => self.op(Op::JumpCmp { cmp: Cmp::Ne, a: whose, b: this, to: skip }),
        }
        if let Some(condition) = call.get("condition") {
            self.note_begin(Part::Phase, next.origin);
            self.unless(condition, &env, skip);
        }
        let to = match call.get("phase").and_then(Term::text) {
            Some(name) => match self.phases.iter().position(|p| p.name == name) {
                Some(to) => to,
                None => {
                    let names: Vec<String> = self.phases.iter().map(|p| format!("`{}`", p.name)).collect();
                    self.report(
                        Diagnostic::error(
                            "E0516",
                            format!("no phase is called `{name}`"),
                            next.origin,
                            "unknown phase",
                        )
                        .help(format!("the phases are {}", names.join(", "))),
                    );
                    0
                }
            },
            None => (at + 1) % self.phases.len(),
        };
        let to = self.c(to as i32);
        self.op(Op::StoreAt { field, i: this, a: to });
        self.note_done(Part::Phase, next.origin);
        self.op(Op::Jump { to: done });
        self.b.place(skip);
        self.note_done(Part::Phase, next.origin);
    }

    pub(in crate::lower) fn phase_of_player(&mut self, who: Reg) -> Option<Reg> {
        let field = self.fields.phase_of?;
        Some(self.load_at(field, who))
    }

    /// What a turn has visited so far, if a rule asks for it: noted once its consequences are over, forgotten when the turn passes.
    fn note_visited(&mut self, mover: Reg) {
        let Some(field) = self.fields.visited else { return };
        let (same, done) = (self.b.label(), self.b.label());
        let (next, zero, one) = (self.load(self.known.next), self.c(0), self.c(1));
        self.op(Op::JumpCmp { cmp: Cmp::Eq, a: next, b: mover, to: same });
        self.op(Op::Fill { field, a: zero });
        self.op(Op::Jump { to: done });
        self.b.place(same);
        for last in [self.fields.last_from, self.fields.last_to] {
            let (site, nowhere) = (self.load(last.expect("every game has it")), self.b.label());
            self.op(Op::JumpCmp { cmp: Cmp::Lt, a: site, b: zero, to: nowhere });
            self.op(Op::StoreAt { field, i: site, a: one });
            self.b.place(nowhere);
        }
        self.b.place(done);
    }

    fn resolve_block(&mut self, copy: Copy_, ends: BlockId, phases: Option<BlockId>, advance: BlockId) -> BlockId {
        let block = self.b.begin_block(&format!("resolve {} in {}", copy.mover, self.phases[copy.node].name));
        self.copy = copy;
        let known = self.known.clone();
        let (zero, one) = (self.c(0), self.c(1));
        let mover = self.c(copy.mover as i32);
        self.make_forced_moves(copy);
        if let Some(doomed) = self.fields.doomed {
            // What was captured on the way goes once the turn passes.
            let same = self.b.label();
            let next = self.load(known.next);
            self.op(Op::JumpCmp { cmp: Cmp::Eq, a: next, b: mover, to: same });
            let sites = self.doomed_sites();
            let site = self.b.reg();
            self.each(sites, site, |l| {
                l.clear_site(site);
                l.op(Op::StoreAt { field: doomed, i: site, a: zero });
            });
            self.b.place(same);
        }
        self.drop_pieces();
        let over = self.b.label();
        self.op(Op::Call { block: ends });
        // Only a result can have ended the game.
        let ended = self.load(known.over);
        self.op(Op::JumpIf { c: ended, to: over });
        if let Some(phases) = phases {
            self.op(Op::Call { block: phases });
        }
        self.unless_nothing_goes_on(over);
        if let Some(counter) = self.fields.counter {
            let n = self.load(counter);
            let n = self.bin(Bin::Add, n, one);
            self.op(Op::Store { field: counter, a: n });
        }
        self.note_visited(mover);
        if let Some(before) = self.fields.turn_before {
            let same = self.b.label();
            let next = self.load(known.next);
            self.op(Op::JumpCmp { cmp: Cmp::Eq, a: next, b: mover, to: same });
            self.op(Op::Store { field: before, a: mover });
            self.b.place(same);
        }
        if self.fields.turns.is_some() || self.fields.turn_moves.is_some() {
            let (same, done) = (self.b.label(), self.b.label());
            let next = self.load(known.next);
            self.op(Op::JumpCmp { cmp: Cmp::Eq, a: next, b: mover, to: same });
            if let Some(turns) = self.fields.turns {
                let n = self.load(turns);
                let n = self.bin(Bin::Add, n, one);
                self.op(Op::Store { field: turns, a: n });
            }
            if let Some(moves) = self.fields.turn_moves {
                self.op(Op::Store { field: moves, a: zero });
            }
            self.op(Op::Jump { to: done });
            self.b.place(same);
            if let Some(moves) = self.fields.turn_moves {
                let n = self.load(moves);
                let n = self.bin(Bin::Add, n, one);
                self.op(Op::Store { field: moves, a: n });
            }
            self.b.place(done);
        }
        self.op(Op::Store { field: known.prev, a: mover });
        if self.alternates() {
            // The turn always passes: what `advance` does is known here.
            let other = self.c(3 - copy.mover as i32);
            self.op(Op::Store { field: known.mover, a: other });
            self.op(Op::Store { field: known.next, a: mover });
            self.enter(other);
        } else {
            self.op(Op::Call { block: advance });
        }
        self.op(Op::Ret {});
        self.b.place(over);
        self.op(Op::Store { field: known.prev, a: mover });
        if self.ends_by_passes() {
            let settled = self.b.label();
            let drawn = self.c(DRAWN_UNLESS_ENDED);
            let ended = self.load(known.over);
            self.op(Op::JumpCmp { cmp: Cmp::Ne, a: ended, b: drawn, to: settled });
            let all = self.c(0);
            // Alone, nothing is reached by that.
            let verdict = if self.players() == 1 { Verdict::Loss } else { Verdict::Draw };
            self.op(Op::Result { who: all, verdict });
            self.b.place(settled);
        }
        if let Some(round_over) = self.round_over.get(self.place_of(0, copy.mover)).copied() {
            self.op(Op::Call { block: round_over });
        }
        self.op(Op::Ret {});
        self.b.end_block();
        block
    }

    /// Whether the game is over when all have passed in turn. Who plays alone and may choose to pass gives nothing up by that.
    pub(in crate::lower) fn ends_by_passes(&self) -> bool {
        !self.usage.asks_for_passes && (self.players() != 1 || !self.usage.offers_passes)
    }

    /// Whether two players move in turns, whatever happens.
    pub(in crate::lower) fn alternates(&self) -> bool {
        self.players() == 2 && !self.usage.moves_again && !self.offers_swap()
    }

    fn offers_swap(&self) -> bool {
        let meta = self.rules.get("meta").and_then(Term::call).and_then(|m| m.get("rules"));
        meta.is_some_and(|rules| rules.members().iter().any(|r| r.call().is_some_and(|c| c.prim == Prim::MetaSwap)))
            || self.usage.swaps
    }

    /// The turn passes to `next`: mover, the one after, the node, the log of positions.
    fn advance_block(&mut self) -> BlockId {
        let block = self.b.begin_block("advance");
        let known = self.known.clone();
        let mover = self.load(known.next);
        self.op(Op::Store { field: known.mover, a: mover });
        let next = self.next_active(mover);
        self.op(Op::Store { field: known.next, a: next });
        self.enter(mover);
        self.op(Op::Ret {});
        self.b.end_block();
        block
    }

    /// The player after one, among those still in.
    pub(in crate::lower) fn next_active(&mut self, p: Reg) -> Reg {
        match self.players() {
            0 | 1 => p,
            // Of two, both are in as long as the game goes on.
            2 => {
                let three = self.c(3);
                self.bin(Bin::Sub, three, p)
            }
            _ => {
                let d = self.b.reg();
                self.op(Op::NextActive { d, p });
                d
            }
        }
    }

    /// The node of the player to move, and the note that the position has occurred.
    fn enter(&mut self, mover: Reg) {
        if let Some(phase) = self.phase_of_player(mover) {
            self.op(Op::Store { field: self.known.node, a: phase });
        } else if self.has_scripts() {
            let first = self.c(0);
            self.op(Op::Store { field: self.known.node, a: first });
        }
        if let Some(noted) = self.fields.noted {
            let plies = self.load(self.known.plies);
            self.op(Op::Store { field: noted, a: plies });
        }
        self.announce_turn();
        if let Some(log) = self.logs.situational {
            let who = self.who_in_round(mover);
            self.op(Op::LogPosition { log: Small(log), who });
        }
        if self.logs.in_turn {
            let turns = self.scalar(|f| &mut f.turns, "turns", 1);
            let turns = self.load(turns);
            self.op(Op::LogPosition { log: Small(crate::lower::WITHIN_TURNS), who: turns });
        }
        if let Some(log) = self.logs.positional {
            let nobody = self.c(0);
            let who = self.who_in_round(nobody);
            self.op(Op::LogPosition { log: Small(log), who });
        }
    }

    /// The position as it stands is where the game goes on.
    fn enter_block(&mut self, go_on: Option<BlockId>) -> BlockId {
        let block = self.b.begin_block("enter");
        self.settle_marks();
        let mover = self.load(self.known.mover);
        self.enter(mover);
        if let Some(block) = go_on {
            self.op(Op::Call { block });
        }
        self.op(Op::Ret {});
        self.b.end_block();
        block
    }

    /// The phase that each player begins in.
    pub(in crate::lower) fn phases_at_start(&mut self) {
        let Some(field) = self.fields.phase_of else { return };
        // A phase that is one player's own is where that player begins.
        for player in self.movers() {
            let own = |p: &PhaseTerm<'t>| match p.role.and_then(Term::symbol) {
                None | Some("Shared" | "All" | "Each") => true,
                Some(word) => word == format!("P{player}"),
            };
            let first = self.phases.iter().position(own).unwrap_or(0);
            let (who, first) = (self.c(player as i32), self.c(first as i32));
            self.op(Op::StoreAt { field, i: who, a: first });
        }
    }

    /// The game, or a round of it, is set up: the first turn begins.
    pub(in crate::lower) fn begin_play(&mut self) {
        self.keep_starts();
        self.keep_beginnings();
        self.settle_marks();
        self.round_begins();
        let mover = self.load(self.known.mover);
        self.enter(mover);
    }

    /// The whole game begins.
    fn first_block(&mut self, begin: BlockId, go_on: Option<BlockId>) -> BlockId {
        let block = self.b.begin_block("first");
        self.seats_at_start();
        self.op(Op::Call { block: begin });
        if let Some(block) = go_on {
            self.op(Op::Call { block });
        }
        self.op(Op::Ret {});
        self.b.end_block();
        block
    }

    /// Random play: generate, pick, resolve, until the game is over or long enough.
    fn playout_block(&mut self, decide: BlockTableId, resolve: BlockTableId) -> BlockId {
        let block = self.b.begin_block("playout");
        let exit = self.b.label();
        self.op(Op::Decide { blocks: decide, limit: self.playout_limit, to: exit });
        self.op(Op::Resolve { blocks: resolve, rule: self.chosen });
        self.op(Op::Settle { decide, resolve, rule: self.chosen, kept: self.kept });
        self.b.place(exit);
        self.op(Op::Ret {});
        self.b.end_block();
        block
    }

    fn expression(&mut self, term: &'t Term, seat: Seat) -> Expression {
        let block = self.b.begin_block("expression");
        self.copy = Copy_ {
            node: seat.node.min(self.phases.len() - 1),
            mover: seat.mover.clamp(*self.movers().start(), self.players()),
        };
        self.purpose = Purpose::Ask;
        let env = Env::default();
        let value = match term.ty {
            Type::Bool => ExpressionValue::Bool(self.bool(term, &env)),
            Type::Region | Type::Ints => ExpressionValue::Region(self.region(term, &env)),
            Type::Moves => {
                // The host lists them.
                self.purpose = Purpose::Perform;
                self.generate(term, &env);
                ExpressionValue::Moves
            }
            Type::Direction => {
                let directions = self.directions(term, &env);
                let singles = self.singles(&directions);
                ExpressionValue::Directions(singles.iter().map(|direction| direction.name().to_owned()).collect())
            }
            _ if crate::lower::is_int(term) => ExpressionValue::Int(self.int(term, &env)),
            _ => {
                self.unsupported(term);
                ExpressionValue::Int(self.c(0))
            }
        };
        self.op(Op::Ret {});
        self.b.end_block();
        Expression { block, value }
    }
}
