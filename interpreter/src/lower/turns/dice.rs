//! The dice of the equipment: what they show, which are used.

use crate::lower::{Env, Lower};
use crate::program::op::{Bin, Cmp, FieldId, Op, Reg};
use parlour_grammar::diagnostic::Diagnostic;
use parlour_grammar::rules::{Call, Term};

/// What the state keeps of dice.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct DiceFields {
    /// What each die counts: 0 once it is used.
    value: FieldId,
    /// The face each die shows, used or not.
    face: FieldId,
    /// The sum of the last roll, by container of dice.
    pips: FieldId,
    /// Whether all dice of the last roll showed the same.
    equal: FieldId,
    /// The value that a double brings again, by `replayDouble:`.
    double: FieldId,
}

impl<'t> Lower<'t> {
    pub(in crate::lower) fn dice_fields(&mut self) -> DiceFields {
        if let Some(fields) = self.dice {
            return fields;
        }
        let n = self.eq.dice.len() as u32;
        let fields = DiceFields {
            value: self.b.field("die value", n, 5, 0, false),
            face: self.b.field("die face", n, 5, 0, false),
            pips: self.b.field("pips", n, 5, 0, false),
            equal: self.b.field("dice equal", 1, 3, 0, false),
            double: self.b.field("double", 1, 5, 0, false),
        };
        self.dice = Some(fields);
        fields
    }

    /// Where the interface finds what each die shows.
    pub(in crate::lower) fn faces_field(&self) -> Option<FieldId> {
        self.dice.map(|fields| fields.face)
    }

    /// The dice show what was rolled.
    pub(in crate::lower) fn dice_show(&mut self, shown: &[Reg]) {
        let fields = self.dice_fields();
        let dice = self.eq.dice.clone();
        let containers = dice.iter().map(|d| d.container + 1).max().unwrap_or(0);
        let zero = self.c(0);
        let mut sums = vec![zero; containers];
        for (i, (die, value)) in dice.iter().zip(shown).enumerate() {
            let at = self.c(i as i32);
            self.op(Op::StoreAt { field: fields.value, i: at, a: *value });
            self.op(Op::StoreAt { field: fields.face, i: at, a: *value });
            sums[die.container] = self.bin(Bin::Add, sums[die.container], *value);
        }
        for (k, sum) in sums.into_iter().enumerate() {
            let at = self.c(k as i32);
            self.op(Op::StoreAt { field: fields.pips, i: at, a: sum });
        }
        let mut equal = self.c(1);
        for pair in shown.windows(2) {
            let same = self.cmp(Cmp::Eq, pair[0], pair[1]);
            equal = self.bin(Bin::And, equal, same);
        }
        self.op(Op::Store { field: fields.equal, a: equal });
    }

    /// What the dice show before the first roll: their first faces.
    pub(in crate::lower) fn dice_at_start(&mut self) {
        if self.dice.is_none() {
            return;
        }
        let shown: Vec<i32> = self.eq.dice.iter().map(|d| d.faces[0]).collect();
        let shown: Vec<Reg> = shown.into_iter().map(|f| self.c(f)).collect();
        let fields = self.dice_fields();
        self.dice_show(&shown);
        let zero = self.c(0);
        self.op(Op::Store { field: fields.equal, a: zero });
    }

    fn no_dice(&mut self, term: &Term) -> bool {
        if self.eq.dice.is_empty() {
            self.report(
                Diagnostic::error("E0529", "there are no dice", term.origin, "the equipment has none")
                    .help("add some to the equipment, such as `(dice d:6 num:2)`"),
            );
        }
        self.eq.dice.is_empty()
    }

    /// The sum of the last roll of the dice that all share, or of a player's.
    pub(in crate::lower) fn count_pips(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        if self.no_dice(term) {
            return self.c(0);
        }
        let pips = self.dice_fields().pips;
        let shared = self.players() + 1;
        let who = match call.get("role").or(call.get("of")) {
            Some(who) => self.player_or_int(who, env),
            None => self.c(shared as i32),
        };
        let mut owners = vec![-1; self.players() as usize + 2];
        for die in self.eq.dice.iter().rev() {
            owners[die.owner as usize] = die.container as i32;
        }
        let container = self.table(owners, who);
        self.load_at(pips, container)
    }

    pub(in crate::lower) fn all_dice_equal(&mut self, term: &Term) -> Reg {
        if self.no_dice(term) {
            return self.c(0);
        }
        let equal = self.dice_fields().equal;
        self.load(equal)
    }

    pub(in crate::lower) fn all_dice_used(&mut self, term: &Term) -> Reg {
        if self.no_dice(term) {
            return self.c(0);
        }
        let value = self.dice_fields().value;
        let mut any = self.c(0);
        for i in 0..self.eq.dice.len() {
            let at = self.c(i as i32);
            let left = self.load_at(value, at);
            any = self.bin(Bin::Or, any, left);
        }
        self.not(any)
    }

    /// Whether a die of the first dice shows a number, and is not used.
    pub(in crate::lower) fn is_any_die(&mut self, wanted: Reg, term: &Term) -> Reg {
        if self.no_dice(term) {
            return self.c(0);
        }
        let value = self.dice_fields().value;
        let mut any = self.c(0);
        for (i, die) in self.eq.dice.clone().iter().enumerate() {
            if die.container == 0 {
                let at = self.c(i as i32);
                let left = self.load_at(value, at);
                let same = self.cmp(Cmp::Eq, left, wanted);
                any = self.bin(Bin::Or, any, same);
            }
        }
        any
    }

    /// The face that the die on a site shows.
    pub(in crate::lower) fn face_at(&mut self, site: Reg, term: &Term) -> Reg {
        if self.no_dice(term) {
            return self.c(0);
        }
        let face = self.dice_fields().face;
        let die = self.die_at(site);
        self.load_at(face, die)
    }

    fn die_at(&mut self, site: Reg) -> Reg {
        let mut dice = vec![-1; self.eq.sites as usize];
        for (i, die) in self.eq.dice.iter().enumerate() {
            dice[die.site as usize] = i as i32;
        }
        self.table(dice, site)
    }

    /// A die, by its site, is used.
    pub(in crate::lower) fn use_die_at(&mut self, site: Reg) {
        let value = self.dice_fields().value;
        let (die, zero) = (self.die_at(site), self.c(0));
        self.op(Op::StoreAt { field: value, i: die, a: zero });
    }

    /// The dice that a move uses up.
    pub(in crate::lower) fn use_dice(&mut self, dice: &[usize]) {
        let (value, zero) = (self.dice_fields().value, self.c(0));
        for die in dice {
            let at = self.c(*die as i32);
            self.op(Op::StoreAt { field: value, i: at, a: zero });
        }
    }

    /// `(forEach Die …)`: moves for what each die counts, and for sums where dice are combined; making one uses the die.
    pub(in crate::lower) fn for_each_die(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        if self.no_dice(term) {
            return;
        }
        let container = match call.get("dice").map(|dice| (dice, crate::lower::equipment::graphs::whole(dice))) {
            None => 0,
            Some((_, Some(number))) => number as usize,
            Some((dice, None)) => return self.unsupported(dice),
        };
        let fields = self.dice_fields();
        let dice: Vec<usize> =
            self.eq.dice.iter().enumerate().filter(|(_, d)| d.container == container).map(|(i, _)| i).collect();
        let zero = self.c(0);
        let replay = call.get("replayDouble");
        let double = (replay.is_some() || self.usage.replays_doubles).then(|| {
            // Whether all dice count the same, before any move. A double that is under way is played by all moves with dice.
            let mut equal = replay.map_or(zero, |replay| self.bool(replay, env));
            if self.const_of(equal) == Some(0) {
                return equal;
            }
            let values: Vec<Reg> = dice
                .iter()
                .map(|die| {
                    let at = self.c(*die as i32);
                    self.load_at(fields.value, at)
                })
                .collect();
            for value in &values[1..] {
                let same = self.cmp(Cmp::Eq, values[0], *value);
                equal = self.bin(Bin::And, equal, same);
            }
            equal
        });
        let mut groups: Vec<Vec<usize>> = dice.iter().map(|die| vec![*die]).collect();
        if call.flag("combined") {
            match dice[..] {
                [a, b] => groups.push(vec![a, b]),
                [a, b, c] => groups.extend([vec![a, b, c], vec![a, b], vec![a, c], vec![b, c]]),
                _ => {}
            }
        }
        for (k, group) in groups.into_iter().enumerate() {
            let pips = self.within(k + 1, |l| l.var(term, "pips"));
            let skip = self.b.label();
            let mut sum = zero;
            for die in &group {
                let at = self.c(*die as i32);
                let value = self.load_at(fields.value, at);
                if group.len() > 1 {
                    self.op(Op::JumpCmp { cmp: Cmp::Eq, a: value, b: zero, to: skip });
                }
                sum = self.bin(Bin::Add, sum, value);
            }
            self.op(Op::Move { d: pips, a: sum });
            let single = group.len() == 1;
            let (die, first) = (self.within(k + 1, |l| l.var(term, "die")), self.c(group[0] as i32));
            self.op(Op::Move { d: die, a: first });
            let inner = Env {
                pips: Some(pips),
                used: group,
                die: Some(die),
                double: double.filter(|_| single).map(|equal| (equal, fields.double)),
                ..env.clone()
            };
            if let Some(condition) = call.get("if") {
                self.unless(condition, &inner, skip);
            }
            self.within(k + 1, |l| l.generate(call.get("moves").expect("checked"), &inner));
            self.b.place(skip);
        }
    }

    /// A double is played twice: the second use of it brings the dice back.
    pub(in crate::lower) fn replay_double(&mut self, equal: Reg, double: FieldId, pips: Reg) {
        let (zero, end) = (self.c(0), self.b.label());
        let (second, third) = (self.b.label(), self.b.label());
        let kept = self.load(double);
        self.op(Op::JumpUnless { c: equal, to: third });
        self.op(Op::JumpIf { c: kept, to: second });
        self.op(Op::Store { field: double, a: pips });
        self.op(Op::Jump { to: end });
        self.b.place(second);
        self.op(Op::Store { field: double, a: zero });
        self.op(Op::Jump { to: end });
        self.b.place(third);
        self.op(Op::JumpUnless { c: kept, to: end });
        let fields = self.dice_fields();
        for i in 0..self.eq.dice.len() {
            let at = self.c(i as i32);
            self.op(Op::StoreAt { field: fields.value, i: at, a: kept });
            self.op(Op::StoreAt { field: fields.face, i: at, a: kept });
        }
        self.b.place(end);
    }
}
