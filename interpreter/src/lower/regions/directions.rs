//! Directions, and the tables of steps, rays, neighbours and lines made from them.

use crate::board::{Direction, Edges, RelationType, Relative, SiteType};
use crate::lower::{Env, Lower};
use crate::program::op::{Cmp, LinesId, MapId, Op, Reg, SetTableId, TableId};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::diagnostic::Diagnostic;
use parlour_grammar::rules::{Call, Term, TermKind};
use std::rc::Rc;

/// What has been found out of directions, so that it is found once: each by what it follows from.
#[derive(Default)]
pub(in crate::lower) struct Known {
    near: Found<Dirs, SetTableId>,
    lists: Found<Dirs, (TableId, TableId)>,
    maps: Found<Dirs, Option<Vec<MapId>>>,
    rays: Found<Dirs, RayTables>,
    overlap: Found<Dirs, bool>,
    /// The site so many steps and one ahead; what lies ahead of the edges.
    pub(in crate::lower) ahead: Found<(Dirs, Option<usize>), TableId>,
    pub(in crate::lower) at_edges: Found<(Vec<Direction>, Option<Edges>), TableId>,
}

/// Answers by questions.
pub(in crate::lower) struct Found<Q, A>(Vec<(Q, A)>);

impl<Q, A> Default for Found<Q, A> {
    fn default() -> Self {
        Found(Vec::new())
    }
}

impl<Q: PartialEq, A: Clone> Found<Q, A> {
    pub(in crate::lower) fn get(&self, question: &Q) -> Option<A> {
        self.0.iter().find(|(known, _)| known == question).map(|(_, answer)| answer.clone())
    }

    pub(in crate::lower) fn put(&mut self, question: Q, answer: A) -> A {
        self.0.push((question, answer.clone()));
        answer
    }
}

/// One or more directions, as single ones or groups, in order; and of those that do not count everywhere, at which sites they do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::lower) struct Dirs(pub Vec<Direction>, Vec<(Direction, Rc<[bool]>)>);

/// What the code being lowered is for, mostly of what directions hang on in play. Nothing else is lowered with it: effects see another last
/// move, and blocks are called from elsewhere.
#[derive(Default)]
pub(in crate::lower) struct Decided {
    /// The direction that the last move had; it may have had none.
    pub(in crate::lower) last: Option<Option<Direction>>,
    /// The direction from one site to another, by the form that asks for it; there may be none.
    between: Vec<(usize, Option<Direction>)>,
    /// The direction of the step at hand, which the relative directions of the next loop over directions are relative to.
    pub(in crate::lower) along: Option<Option<Direction>>,
    /// The directions in which one site can lie from another that a loop over directions has come to.
    pub(in crate::lower) led: Option<(Reg, Reg, Vec<Direction>)>,
    /// The direction that relative ones are relative to, where it is not that of the piece.
    pub(in crate::lower) facing: Option<Direction>,
    /// The directions that chance has drawn, by the form that draws them.
    pub(in crate::lower) drawn: Vec<(usize, Vec<Direction>)>,
    /// Which conditions hold, by their form.
    conditions: Vec<(usize, bool)>,
    /// Whether anything was pending when the move at hand was chosen: what it does at once asks for that.
    pub(in crate::lower) was_pending: Option<Reg>,
}

impl Dirs {
    pub fn new(directions: Vec<Direction>) -> Dirs {
        Dirs(directions, Vec::new())
    }

    pub fn of_relation(relation: RelationType) -> Dirs {
        Dirs::new(vec![relation.direction()])
    }

    /// Adds a direction that counts everywhere.
    fn add(&mut self, direction: Direction) {
        self.1.retain(|(other, _)| *other != direction);
        if !self.0.contains(&direction) {
            self.0.push(direction);
        }
    }

    /// Adds a direction that counts at some sites.
    fn add_at(&mut self, direction: Direction, sites: Vec<bool>) {
        if let Some((_, known)) = self.1.iter_mut().find(|(other, _)| *other == direction) {
            *known = known.iter().zip(&sites).map(|(a, b)| *a || *b).collect();
        } else if !self.0.contains(&direction) {
            self.0.push(direction);
            self.1.push((direction, sites.into()));
        }
    }

    /// Whether a direction counts at a site.
    fn counts(&self, direction: Direction, site: u32) -> bool {
        let sites = self.1.iter().find(|(other, _)| *other == direction);
        sites.is_none_or(|(_, sites)| sites.get(site as usize).is_some_and(|counts| *counts))
    }

    /// The directions that count at a site.
    pub fn at(&self, site: u32) -> impl Iterator<Item = Direction> {
        self.0.iter().copied().filter(move |direction| self.counts(*direction, site))
    }
}

/// Whether a word means the direction of the last move, or its opposite.
fn is_of_last(word: &str) -> bool {
    matches!(word, "SameDirection" | "OppositeDirection")
}

/// Whether directions, or a clause, hang on the direction of the last move. What lies `(ahead …)` in the same direction hangs on that of
/// the move at hand.
pub(in crate::lower) fn speaks_of_last(term: &Term) -> bool {
    match &term.kind {
        TermKind::Symbol(word) => is_of_last(word),
        TermKind::List(members) => members.iter().any(speaks_of_last),
        TermKind::Call(call) => call.prim != Prim::Ahead && call.args.iter().any(|(_, arg)| speaks_of_last(arg)),
        _ => false,
    }
}

/// Whether a direction is told from which way something faces.
fn is_relative(directions: &Term) -> bool {
    let mut found = false;
    crate::lower::usage::visit(directions, &mut |t| {
        found |= t.symbol().is_some_and(|w| Relative::from_name(w).is_some())
    });
    found
}

/// The relation of this name.
pub(in crate::lower) fn relation(word: &str) -> Option<RelationType> {
    Some(match word {
        "Orthogonal" => RelationType::Orthogonal,
        "Diagonal" => RelationType::Diagonal,
        "OffDiagonal" => RelationType::OffDiagonal,
        "Adjacent" => RelationType::Adjacent,
        "All" => RelationType::All,
        _ => return None,
    })
}

/// Rays as tables of integers: for each site a range of rays, for each ray where its sites begin; −1 ends each.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct RayTables {
    /// By site, and one more: the first ray.
    pub starts: TableId,
    /// By ray: where its sites begin.
    pub rays: TableId,
    /// The sites of all rays.
    pub sites: TableId,
}

impl<'t> Lower<'t> {
    /// The directions a term stands for, for the piece or the mover at hand.
    pub(in crate::lower) fn directions(&mut self, term: &'t Term, env: &Env<'t>) -> Dirs {
        let mut found = Dirs::default();
        self.collect_directions(term, (RelationType::Adjacent, false), env, &mut found);
        found
    }

    /// A form whose directions hang on play: what they hang on is asked, then `body` lowers the form for each case. Whether that was
    /// done.
    pub(in crate::lower) fn branch_on_directions(
        &mut self,
        call: &'t Call,
        term: &'t Term,
        env: &Env<'t>,
        body: &mut dyn FnMut(&mut Self),
    ) -> bool {
        if call.prim == Prim::Directional && call.look("directions").is_none() && self.decided.last.is_none() {
            self.branch_on_last_direction(term, body);
            return true;
        }
        let leads = matches!(call.prim, Prim::FromTo | Prim::Add | Prim::Select);
        if leads
            && self.decided.last.is_none()
            && let Some(clause) = ["from", "to"].iter().filter_map(|slot| call.get(slot)).find(|c| speaks_of_last(c))
        {
            self.branch_on_last_direction(clause, body);
            return true;
        }
        let Some(directions) = call.get("directions").or(call.get("direction")) else { return false };
        if self.decided.last.is_none() && speaks_of_last(directions) {
            self.branch_on_last_direction(directions, body);
            return true;
        }
        if call.prim == Prim::ForEachDirection
            && self.decided.along.is_none()
            && let (Some(from), Some(to)) = (env.from, env.to)
            && is_relative(directions)
        {
            let led = self.decided.led.clone().filter(|led| (led.0, led.1) == (from, to)).map(|led| led.2);
            self.branch_on_direction_between(
                (from, to, led.as_deref()),
                directions,
                body,
                &mut |l, direction| l.decided.along = Some(direction),
                &mut |l| l.decided.along = None,
            );
            return true;
        }
        if self.turns_with_piece(call, directions)
            && let Some(from) = env.from
        {
            let among = directions.call().and_then(|c| c.get("of")).and_then(Term::symbol).and_then(relation);
            self.branch_on_rotation(from, among.unwrap_or(RelationType::Adjacent), env, body);
            return true;
        }
        let Some(open) = self.undecided_in(directions, env) else { return false };
        let at = std::ptr::from_ref(open) as usize;
        let asked = open.call().expect("only calls hang on play");
        if asked.prim == Prim::Directions {
            let (from, to) = (asked.get("from").expect("asked above"), asked.get("to").expect("checked"));
            let (from, to) = (self.int(from, env), self.int(to, env));
            self.branch_on_direction_between(
                (from, to, None),
                directions,
                body,
                &mut |l, direction| {
                    l.decided.between.push((at, direction));
                },
                &mut |l| _ = l.decided.between.pop(),
            );
            return true;
        }
        if asked.prim == Prim::DirectionsRandom {
            self.branch_on_drawn_directions(asked, open, env, body);
            return true;
        }
        let c = self.bool(asked.get("condition").expect("checked"), env);
        let (otherwise, end) = (self.b.label(), self.b.label());
        self.op(Op::JumpUnless { c, to: otherwise });
        for yes in [true, false] {
            self.decided.conditions.push((at, yes));
            self.within(usize::from(yes), |l| body(l));
            self.decided.conditions.pop();
            if yes {
                self.op(Op::Jump { to: end });
                self.b.place(otherwise);
            }
        }
        self.b.place(end);
        true
    }

    /// The first part of directions that hangs on play and is not decided where the code is lowered.
    fn undecided_in(&mut self, directions: &'t Term, env: &Env<'t>) -> Option<&'t Term> {
        let at = std::ptr::from_ref(directions) as usize;
        match &directions.kind {
            TermKind::List(members) => members.iter().find_map(|m| self.undecided_in(m, env)),
            TermKind::Call(call) => match call.prim {
                Prim::Directions if call.look("from").is_some() => {
                    self.decided.between.iter().all(|(other, _)| *other != at).then_some(directions)
                }
                Prim::DirectionsRandom => {
                    self.decided.drawn.iter().all(|(other, _)| *other != at).then_some(directions)
                }
                Prim::IfDirections => {
                    let decided = self.decided.conditions.iter().find(|(other, _)| *other == at).map(|(_, yes)| *yes);
                    let holds = decided.or_else(|| self.known_before_play(call.get("condition")?, env));
                    match holds {
                        None => Some(directions),
                        Some(yes) => self.undecided_in(call.get(if yes { "yes" } else { "no" })?, env),
                    }
                }
                Prim::Directions | Prim::UnionDirections | Prim::DifferenceDirections => {
                    call.args.iter().find_map(|(_, arg)| self.undecided_in(arg, env))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether a condition holds, if that is known before play. What is lowered to see that is thrown away.
    fn known_before_play(&mut self, condition: &'t Term, env: &Env<'t>) -> Option<bool> {
        let scratch = self.b.begin_block("scratch");
        let c = self.bool(condition, env);
        let known = self.const_of(c).map(|k| k != 0);
        self.b.drop_block(scratch);
        known
    }

    /// Whether the directions of a form hang on play in a way that is not decided where the code is lowered.
    pub(in crate::lower) fn is_undecided(&mut self, call: &'t Call, env: &Env<'t>) -> bool {
        let Some(directions) = call.get("directions").or(call.get("direction")) else { return false };
        self.decided.last.is_none() && speaks_of_last(directions)
            || self.turns_with_piece(call, directions)
            || self.undecided_in(directions, env).is_some()
    }

    /// Whether the directions of a move are told from the way that a piece faces, which its rotation turns.
    fn turns_with_piece(&self, call: &Call, directions: &Term) -> bool {
        self.known.rotation.is_some()
            && self.decided.facing.is_none()
            && matches!(call.prim, Prim::Step | Prim::Slide | Prim::Hop | Prim::Leap)
            && is_relative(directions)
    }

    /// Moves that are generated for each way that the piece may face: its own, turned clockwise as often as its rotation says, from one
    /// of the directions of a relation to the next.
    fn branch_on_rotation(&mut self, from: Reg, among: RelationType, env: &Env<'t>, body: &mut dyn FnMut(&mut Self)) {
        let (kind, mut facing) = (self.eq.kind(), self.facing(env));
        let cell = self.cell(from, None, env);
        let rotation = self.load_at(self.known.rotation.expect("asked above"), cell);
        let end = self.b.label();
        for turns in 0..self.eq.board.directions(kind, RelationType::All).len() {
            let (other, here) = (self.b.label(), self.c(turns as i32));
            self.op(Op::JumpCmp { cmp: Cmp::Ne, a: rotation, b: here, to: other });
            self.decided.facing = Some(facing);
            self.within(turns + 1, |l| body(l));
            self.decided.facing = None;
            self.op(Op::Jump { to: end });
            self.b.place(other);
            let next = Relative::from_name("FR");
            match next.and_then(|fr| self.eq.board.relative(kind, facing, fr, among).first().copied()) {
                Some(turned) => facing = turned,
                None => break,
            }
        }
        self.b.place(end);
    }

    /// Moves whose directions hang on that of the last move: they are generated for each that it may have had, and for none.
    fn branch_on_last_direction(&mut self, directions: &'t Term, body: &mut dyn FnMut(&mut Self)) {
        let from = self.load(self.fields.last_from.expect("every game has it"));
        let to = self.load(self.fields.last_to.expect("every game has it"));
        self.branch_on_direction_between(
            (from, to, None),
            directions,
            body,
            &mut |l, direction| l.decided.last = Some(direction),
            &mut |l| l.decided.last = None,
        );
    }

    /// What lies ahead in the direction that the move at hand has, or the last one where none is at hand; or in the opposite one.
    pub(in crate::lower) fn ahead_in_line(&mut self, directions: &'t Term, call: &'t Call, env: &Env<'t>) -> Reg {
        let from = env.from.unwrap_or_else(|| self.load(self.fields.last_from.expect("every game has it")));
        let to = env.to.unwrap_or_else(|| self.load(self.fields.last_to.expect("every game has it")));
        let (d, outer) = (self.b.reg(), self.decided.last.take());
        self.branch_on_direction_between(
            (from, to, None),
            directions,
            &mut |l| {
                let value = l.ahead_of(call, env);
                l.op(Op::Move { d, a: value });
            },
            &mut |l, direction| l.decided.last = Some(direction),
            &mut |l| l.decided.last = None,
        );
        self.decided.last = outer;
        d
    }

    /// The directions in which a site on one of these ways can lie from where the way begins, in the order of the board's.
    pub(in crate::lower) fn directions_along(&self, dirs: &Dirs) -> Vec<Direction> {
        let (board, kind, ways) = (&self.eq.board, self.eq.kind(), self.singles(dirs));
        let along =
            |site: u32, direction: Direction| board.rays(kind, site, direction).flat_map(|ray| ray.iter().copied());
        let leads_there = |direction: Direction| {
            ways.contains(&direction)
                || (0..board.count(kind) as u32).any(|site| {
                    let there: Vec<u32> = ways.iter().flat_map(|way| along(site, *way)).collect();
                    along(site, direction).any(|to| there.contains(&to))
                })
        };
        let all = board.directions(kind, RelationType::All);
        all.iter().copied().filter(|direction| leads_there(*direction)).collect()
    }

    /// Moves whose directions hang on where one site lies from another: they are generated for each direction, and for none, unless it is
    /// known among which it is.
    fn branch_on_direction_between(
        &mut self,
        (from, to, among): (Reg, Reg, Option<&[Direction]>),
        directions: &'t Term,
        body: &mut dyn FnMut(&mut Self),
        decide: &mut dyn FnMut(&mut Self, Option<Direction>),
        forget: &mut dyn FnMut(&mut Self),
    ) {
        let kind = self.eq.kind();
        let (first, count) = (self.first(kind), self.eq.board.count(kind) as u32);
        let all = self.eq.board.directions(kind, RelationType::All).to_vec();
        if !self.has_room(all.len() * self.eq.sites as usize, directions) {
            return;
        }
        if let Some(&[only]) = among {
            decide(self, Some(only));
            body(self);
            return forget(self);
        }
        let end = self.b.label();
        for (k, direction) in all.into_iter().enumerate() {
            if among.is_some_and(|among| !among.contains(&direction)) {
                continue;
            }
            let mut rows = vec![Vec::new(); self.eq.sites as usize];
            for site in 0..count {
                let rays = self.eq.board.rays(kind, site, direction);
                rows[(first + site) as usize] = rays.flat_map(|ray| ray.iter().map(|s| s + first)).collect();
            }
            let ahead = self.row_of(rows, from);
            let (there, other) = (self.b.reg(), self.b.label());
            self.op(Op::SetHas { d: there, s: ahead, i: to });
            self.op(Op::JumpUnless { c: there, to: other });
            decide(self, Some(direction));
            self.within(k + 1, |l| body(l));
            forget(self);
            self.op(Op::Jump { to: end });
            self.b.place(other);
        }
        if among.is_none() {
            decide(self, None);
            self.within(0, |l| body(l));
            forget(self);
        }
        self.b.place(end);
    }

    /// Relative directions are among those of a relation: of the whole board, or of each site.
    fn collect_directions(&mut self, term: &'t Term, among: (RelationType, bool), env: &Env<'t>, found: &mut Dirs) {
        match &term.kind {
            TermKind::List(members) => members.iter().for_each(|m| self.collect_directions(m, among, env, found)),
            TermKind::Symbol(word) => {
                if let Some(direction) = Direction::from_name(word) {
                    found.add(direction);
                } else if let (Some(last), true) = (self.decided.last, is_of_last(word)) {
                    let last = if word == "OppositeDirection" { last.and_then(Direction::opposite) } else { last };
                    last.into_iter().for_each(|d| found.add(d));
                } else if let Some(relative) = Relative::from_name(word) {
                    let (facing, (relation, by_site)) = (self.facing(env), among);
                    if by_site {
                        let group = Dirs::of_relation(relation);
                        self.add_by_site(found, |l, site| relative.resolve(facing, |d| l.is_among(d, &group, site)));
                    } else {
                        let new = self.eq.board.relative(self.eq.kind(), facing, relative, relation);
                        new.into_iter().for_each(|d| found.add(d));
                    }
                } else {
                    self.unsupported(term);
                }
            }
            TermKind::Call(call) => match call.prim {
                Prim::Directions if call.look("from").is_some() => {
                    let at = std::ptr::from_ref(term) as usize;
                    match self.decided.between.iter().find(|(other, _)| *other == at) {
                        Some((_, direction)) => direction.iter().for_each(|d| found.add(*d)),
                        None => self.unsupported(term),
                    }
                }
                Prim::Directions => {
                    let by_site = call.flag("bySite");
                    let relation = call.get("of").and_then(Term::symbol).and_then(relation).unwrap_or(among.0);
                    let among = (relation, by_site || among.1);
                    match call.get("directions") {
                        Some(inner) => self.collect_directions(inner, among, env, found),
                        None => self.unsupported(term),
                    }
                }
                Prim::DirectionsRandom => {
                    let at = std::ptr::from_ref(term) as usize;
                    match self.decided.drawn.iter().find(|(other, _)| *other == at) {
                        Some((_, drawn)) => drawn.iter().for_each(|d| found.add(*d)),
                        None => self.unsupported(term),
                    }
                }
                Prim::IfDirections
                    if self.decided.conditions.iter().any(|(at, _)| *at == std::ptr::from_ref(term) as usize) =>
                {
                    let at = std::ptr::from_ref(term) as usize;
                    let yes = self.decided.conditions.iter().any(|(other, yes)| *other == at && *yes);
                    let chosen = call.get(if yes { "yes" } else { "no" }).expect("checked");
                    self.collect_directions(chosen, among, env, found);
                }
                Prim::IfDirections => {
                    let c = self.bool(call.get("condition").expect("checked"), env);
                    let (yes, no) = (call.get("yes").expect("checked"), call.get("no").expect("checked"));
                    match self.const_of(c) {
                        Some(0) => self.collect_directions(no, among, env, found),
                        Some(_) => self.collect_directions(yes, among, env, found),
                        None => self.unsupported(term),
                    }
                }
                Prim::UnionDirections => {
                    for member in call.get("list").expect("checked").members() {
                        self.collect_directions(member, among, env, found);
                    }
                }
                Prim::DifferenceDirections => {
                    let (mut all, mut without) = (Dirs::default(), Dirs::default());
                    self.collect_directions(call.get("source").expect("checked"), among, env, &mut all);
                    self.collect_directions(call.get("remove").expect("checked"), among, env, &mut without);
                    let singles = self.singles(&all);
                    self.add_by_site(found, |l, site| {
                        let left = |d: &Direction| l.is_among(*d, &all, site) && !l.is_among(*d, &without, site);
                        singles.iter().copied().filter(left).collect()
                    });
                }
                _ => self.unsupported(term),
            },
            _ => self.unsupported(term),
        }
    }

    /// Whether a direction is one of some, or at a site one of the directions of a group.
    fn is_among(&self, direction: Direction, dirs: &Dirs, site: u32) -> bool {
        let kind = self.eq.kind();
        let steps = self.eq.board.steps(kind, site, direction);
        dirs.at(site).any(|other| {
            let within = || {
                let of_group = self.eq.board.steps(kind, site, other);
                !steps.is_empty() && steps.iter().all(|to| of_group.contains(to))
            };
            direction == other || !other.is_single() && within()
        })
    }

    /// Adds directions that are found for each site. One that leads nowhere from a site may as well count there.
    fn add_by_site(&self, found: &mut Dirs, of_site: impl Fn(&Self, u32) -> Vec<Direction>) {
        let (kind, count) = (self.eq.kind(), self.eq.board.count(self.eq.kind()) as u32);
        let by_site: Vec<Vec<Direction>> = (0..count).map(|site| of_site(self, site)).collect();
        let mut directions: Vec<Direction> = Vec::new();
        for direction in by_site.iter().flatten() {
            if !directions.contains(direction) {
                directions.push(*direction);
            }
        }
        for direction in &directions {
            let nowhere = |site| self.eq.board.rays(kind, site, *direction).all(<[u32]>::is_empty);
            let counts = (0..).zip(&by_site).map(|(site, here)| here.contains(direction) || nowhere(site));
            let counts: Vec<bool> = counts.collect();
            if counts.iter().all(|c| *c) {
                found.add(*direction);
            } else {
                found.add_at(*direction, counts);
            }
        }
    }

    /// Which way the piece at hand, or else the mover, faces; north if nothing says.
    pub(in crate::lower) fn facing(&self, env: &Env<'t>) -> Direction {
        self.faced(env).or_else(|| self.common_facing()).unwrap_or(Direction::N)
    }

    /// Which way the piece at hand, or else the mover, is said to face.
    pub(in crate::lower) fn faced(&self, env: &Env<'t>) -> Option<Direction> {
        (self.decided.facing)
            .or_else(|| env.component.and_then(|c| self.eq.components[c - 1].facing))
            .or_else(|| self.eq.players.get((self.copy.mover as usize).checked_sub(1)?)?.facing)
    }

    /// The direction that all pieces of the mover face which face any.
    fn common_facing(&self) -> Option<Direction> {
        let own = self.eq.components.iter().filter(|component| component.owner == self.copy.mover);
        let mut facings = own.filter_map(|component| component.facing);
        let first = facings.next()?;
        facings.all(|other| other == first).then_some(first)
    }

    /// The single directions of which directions and groups consist on this board.
    pub(in crate::lower) fn singles(&self, dirs: &Dirs) -> Vec<Direction> {
        let kind = self.eq.kind();
        let mut singles = Vec::new();
        for direction in &dirs.0 {
            if direction.is_single() {
                singles.push(*direction);
                continue;
            }
            let reached: Vec<Vec<u32>> = (0..self.eq.board.count(kind) as u32)
                .map(|s| self.eq.board.steps(kind, s, *direction).to_vec())
                .collect();
            for single in self.eq.board.directions(kind, RelationType::All) {
                let within = (0..reached.len()).any(|s| {
                    let steps = self.eq.board.steps(kind, s as u32, *single);
                    !steps.is_empty() && steps.iter().all(|t| reached[s].contains(t))
                });
                if within && !singles.contains(single) {
                    singles.push(*single);
                }
            }
        }
        singles
    }

    /// The sites a step away, over all kinds of site.
    fn steps_of(&self, site: u32, dirs: &Dirs) -> Vec<u32> {
        let (kind, number) = self.eq.place_of(site);
        let mut all: Vec<u32> = Vec::new();
        if number as usize >= self.eq.board.count(kind) {
            return all;
        }
        let first = self.first(kind);
        for direction in dirs.at(number) {
            for to in self.eq.board.steps(kind, number, direction) {
                if !all.contains(&(to + first)) {
                    all.push(to + first);
                }
            }
        }
        all
    }

    /// The sites around each site.
    pub(in crate::lower) fn near_table(&mut self, dirs: &Dirs) -> SetTableId {
        if let Some(known) = self.ways_known.near.get(dirs) {
            return known;
        }
        let rows: Vec<Vec<u32>> = (0..self.eq.sites).map(|s| self.steps_of(s, dirs)).collect();
        let table = self.b.set_table(rows);
        self.ways_known.near.put(dirs.clone(), table)
    }

    /// The sites a step away, as a table of sets, where steps go on at the opposite edge.
    pub(in crate::lower) fn near_table_around_edges(&mut self, dirs: &Dirs) -> SetTableId {
        let singles = self.singles(dirs);
        let kind = self.eq.kind();
        let ways: Vec<_> = singles.iter().map(|d| self.eq.board.way(kind, *d)).collect();
        let board_sites = self.eq.board_sites();
        let row = |s: u32| {
            let ends = ways.iter().filter_map(|way| way.walk(s, 1, crate::board::Edges::Wrap).ok());
            let mut row: Vec<u32> =
                ends.filter_map(|end| if let crate::board::WalkEnd::At(to) = end { Some(to) } else { None }).collect();
            row.sort_unstable();
            row.dedup();
            row
        };
        let rows: Vec<_> = (0..self.eq.sites).map(|s| if s < board_sites { row(s) } else { Vec::new() }).collect();
        self.b.set_table(rows)
    }

    /// The sites around each site, as lists that −1 ends: where each begins, and all of them.
    pub(in crate::lower) fn step_lists(&mut self, dirs: &Dirs) -> (TableId, TableId) {
        if let Some(known) = self.ways_known.lists.get(dirs) {
            return known;
        }
        let (mut starts, mut sites) = (Vec::new(), Vec::new());
        for s in 0..self.eq.sites {
            starts.push(sites.len() as i32);
            sites.extend(self.steps_of(s, dirs).into_iter().map(|t| t as i32));
            sites.push(-1);
        }
        let lists = (self.b.table(starts), self.b.table(sites));
        self.ways_known.lists.put(dirs.clone(), lists)
    }

    /// Steps as maps that are one to one, if the directions can be split so: each a shift of a whole set.
    pub(in crate::lower) fn step_maps(&mut self, dirs: &Dirs) -> Option<Vec<MapId>> {
        if let Some(known) = self.ways_known.maps.get(dirs) {
            return known;
        }
        let maps = self.make_step_maps(dirs);
        self.ways_known.maps.put(dirs.clone(), maps)
    }

    fn make_step_maps(&mut self, dirs: &Dirs) -> Option<Vec<MapId>> {
        let kind = self.eq.kind();
        let n = self.eq.board.count(kind);
        let singles = self.singles(dirs);
        let mut forwards = Vec::new();
        for direction in &singles {
            let mut forward = vec![-1; self.eq.sites as usize];
            let mut taken = vec![false; n];
            for (s, to) in self.eq.board.single_steps(kind, *direction)?.into_iter().enumerate() {
                if to >= 0 && dirs.counts(*direction, s as u32) {
                    if std::mem::replace(&mut taken[to as usize], true) {
                        return None;
                    }
                    forward[s] = to;
                }
            }
            forwards.push((*direction, forward));
        }
        // Together they must be the steps asked for, none of them twice.
        for s in 0..n {
            let mut by_maps: Vec<i32> = forwards.iter().map(|(_, f)| f[s]).filter(|t| *t >= 0).collect();
            let mut wanted: Vec<i32> = self.steps_of(s as u32, dirs).into_iter().map(|t| t as i32).collect();
            by_maps.sort_unstable();
            wanted.sort_unstable();
            if by_maps != wanted {
                return None;
            }
        }
        Some(forwards.into_iter().map(|(d, f)| self.b.map(d.name(), f)).collect())
    }

    /// Steps by maps whose rays go straight on along them: the maps of directions along which whole lines can be shifted.
    pub(in crate::lower) fn ray_maps(&mut self, dirs: &Dirs) -> Option<Vec<MapId>> {
        let kind = self.eq.kind();
        if !dirs.1.is_empty() {
            return None;
        }
        for direction in self.singles(dirs) {
            let steps = self.eq.board.single_steps(kind, direction)?;
            for s in 0..steps.len() as u32 {
                let mut rays = self.eq.board.rays(kind, s, direction);
                let mut straight = Vec::new();
                let mut at = steps[s as usize];
                while at >= 0 && at as u32 != s && straight.len() <= steps.len() {
                    straight.push(at as u32);
                    at = steps[at as usize];
                }
                if at >= 0 {
                    return None;
                }
                let ray: &[u32] = rays.next().unwrap_or(&[]);
                if ray != straight.as_slice() || rays.next().is_some() {
                    return None;
                }
            }
        }
        self.step_maps(dirs)
    }

    /// The rays from each site, over all kinds of site; equal ones from a site once.
    pub(in crate::lower) fn rays_of(&self, site: u32, dirs: &Dirs) -> Vec<Vec<u32>> {
        let (kind, number) = self.eq.place_of(site);
        let mut all: Vec<Vec<u32>> = Vec::new();
        if number as usize >= self.eq.board.count(kind) {
            return all;
        }
        let first = self.first(kind);
        for direction in dirs.at(number) {
            for ray in self.eq.board.rays(kind, number, direction) {
                let ray: Vec<u32> = ray.iter().map(|s| s + first).collect();
                if !ray.is_empty() && !all.contains(&ray) {
                    all.push(ray);
                }
            }
        }
        all
    }

    /// The rays from each site as tables.
    pub(in crate::lower) fn ray_tables(&mut self, dirs: &Dirs) -> RayTables {
        if let Some(known) = self.ways_known.rays.get(dirs) {
            return known;
        }
        let (mut starts, mut rays, mut sites) = (Vec::new(), Vec::new(), Vec::new());
        for s in 0..self.eq.sites {
            starts.push(rays.len() as i32);
            for ray in self.rays_of(s, dirs) {
                rays.push(sites.len() as i32);
                sites.extend(ray.into_iter().map(|t| t as i32));
                sites.push(-1);
            }
        }
        starts.push(rays.len() as i32);
        let tables = RayTables { starts: self.b.table(starts), rays: self.b.table(rays), sites: self.b.table(sites) };
        self.ways_known.rays.put(dirs.clone(), tables)
    }

    /// Whether some site is reached from one site along two rays: then moves along rays may come twice.
    pub(in crate::lower) fn rays_overlap(&mut self, dirs: &Dirs) -> bool {
        if let Some(known) = self.ways_known.overlap.get(dirs) {
            return known;
        }
        let overlap = (0..self.eq.sites).any(|s| {
            let mut seen = vec![false; self.eq.sites as usize];
            self.rays_of(s, dirs).into_iter().flatten().any(|t| std::mem::replace(&mut seen[t as usize], true))
        });
        self.ways_known.overlap.put(dirs.clone(), overlap)
    }

    /// The lines of `length` sites through each site; with `exact`, those that go on are excluded where the line is tested.
    pub(in crate::lower) fn line_table(&mut self, length: u32, exact: bool, dirs: &Dirs, term: &Term) -> LinesId {
        let length = length as usize;
        let mut by_site = vec![Vec::new(); self.eq.sites as usize];
        for kind in [SiteType::Cell, SiteType::Vertex, SiteType::Edge] {
            let Some(first) = self.eq.first_of_kind[kind as usize] else { continue };
            for s in 0..self.eq.board.count(kind) as u32 {
                let mut found: Vec<(Vec<u32>, Vec<u32>)> = Vec::new();
                if length == 1 {
                    found.push((vec![s + first], Vec::new()));
                }
                for direction in dirs.at(s) {
                    for line in self.eq.board.lines(kind, s, direction) {
                        let sites: Vec<u32> =
                            line.behind.iter().rev().chain([&s]).chain(line.ahead.iter()).map(|t| t + first).collect();
                        let at = line.behind.len();
                        for begin in (at + 1).saturating_sub(length)..=at {
                            let Some(window) = sites.get(begin..begin + length) else { continue };
                            let mut needed = window.to_vec();
                            needed.sort_unstable();
                            let mut forbidden = Vec::new();
                            if exact {
                                forbidden.extend(begin.checked_sub(1).map(|k| sites[k]));
                                forbidden.extend(sites.get(begin + length).copied());
                                forbidden.sort_unstable();
                            }
                            if !found.iter().any(|(n, f)| *n == needed && *f == forbidden) {
                                found.push((needed, forbidden));
                            }
                        }
                    }
                }
                by_site[(s + first) as usize] = found;
            }
        }
        if by_site.iter().all(Vec::is_empty) {
            let message = format!("no line of this board has {length} sites");
            self.report(
                Diagnostic::warning("W0605", message, term.origin, "there is never such a line")
                    .help("make the line shorter, or the board larger"),
            );
        }
        self.b.lines(&by_site)
    }
}
