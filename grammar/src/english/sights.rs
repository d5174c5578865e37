//! Regions in lines, and what a condition says of a single site: `empty`, `with an enemy piece`.

use crate::catalogue::Prim;
use crate::rules::{Call, Term};

use super::places::Places;
use super::teller::Teller;

impl Teller<'_> {
    pub(super) fn in_direction(&self, call: &Call) -> Places {
        let from = call.get("from").map(|from| self.places(from).all()).unwrap_or_default();
        let way = call.get("directions").map_or("straight".to_owned(), |way| self.direction(way));
        let far =
            call.get("distance").map(|far| format!(", up to {} away", self.counted(far, "step"))).unwrap_or_default();
        let stop = call.get("stop").map(|stop| {
            let that = format!("that {}", self.facts.site);
            let stop = self.within(|scope| scope.to = that, || self.condition(stop, true));
            let before = if call.flag("stopIncluded") { "up to and including" } else { "up to" };
            format!(", {before} the first for which {stop}")
        });
        let included = if call.flag("included") { ", this included" } else { "" };
        Places::kind("", self.facts.site, &format!("{way} from {from}{included}{far}{}", stop.unwrap_or_default()))
    }

    pub(super) fn between(&self, call: &Call) -> Places {
        let site = self.facts.site;
        if let Some(moves) = call.get("moves") {
            return Places::kind("", site, &format!("passed by one of these moves: {}", self.deed(moves).inline()));
        }
        let end = |slot: &str| call.get(slot).map(|end| self.site(end)).unwrap_or_default();
        let included = match (call.flag("fromIncluded"), call.flag("toIncluded")) {
            (true, true) => ", both included",
            (true, false) => ", the first included",
            (false, true) => ", the second included",
            _ => "",
        };
        let places = Places::kind("", site, &format!("between {} and {}{included}", end("from"), end("to")));
        match call.get("cond") {
            Some(condition) => {
                let (before, after) = self.described(Prim::BetweenSite, condition);
                places.with(before, after)
            }
            None => places,
        }
    }

    pub(super) fn in_sight(&self, call: &Call) -> Places {
        let from = call.get("at").map(|at| self.site(at)).unwrap_or_default();
        let way = call.get("directions").map(|way| format!(" {}", self.direction(way))).unwrap_or_default();
        let site = self.facts.site;
        match call.word("type") {
            Some("Empty") => {
                Places::kind("empty", site, &format!("in sight from {from}{way}, with only empty ones between"))
            }
            Some("Farthest") => Places::kind("farthest empty", site, &format!("in sight from {from}{way}")),
            _ => Places::kind("first occupied", site, &format!("in sight from {from}{way}")),
        }
    }

    /// What a condition says of the site that `var` stands for: what comes before its noun, and what follows.
    pub(super) fn described(&self, var: Prim, condition: &Term) -> (Vec<String>, Vec<String>) {
        let mut out = (Vec::new(), Vec::new());
        self.describe(var, condition, true, &mut out);
        if out.1.iter().filter(|part| part.starts_with("such that ")).count() > 1 {
            // One `such that` for all.
            let (such, mut plain): (Vec<String>, Vec<String>) =
                std::mem::take(&mut out.1).into_iter().partition(|part| part.starts_with("such that "));
            let all: Vec<String> = such.iter().map(|part| part["such that ".len()..].to_owned()).collect();
            plain.push(format!("such that {}", super::words::list(&all, "and")));
            out.1 = plain;
        }
        // Plain descriptions first, what they need a clause for last.
        out.1.sort_by_key(|part| part.starts_with("such that "));
        if out.1.len() > 1 {
            let last = out.1.len() - 1;
            for part in &mut out.1[1..=last] {
                *part = format!("and {part}");
            }
        }
        out
    }

    fn describe(&self, var: Prim, condition: &Term, yes: bool, out: &mut (Vec<String>, Vec<String>)) {
        if condition.settled() == Some(yes) {
            return;
        }
        // A definition speaks of the site in words of its own.
        if self.speaks(condition) {
            return out.1.push(self.such(var, condition, yes));
        }
        self.within(|scope| scope.trace = condition.origin.trace, || self.describe_plain(var, condition, yes, out));
    }

    fn describe_plain(&self, var: Prim, condition: &Term, yes: bool, out: &mut (Vec<String>, Vec<String>)) {
        let is_var = |term: &Term| term.call().is_some_and(|call| call.prim == var);
        let add = |out: &mut (Vec<String>, Vec<String>), word: &str| {
            if !out.0.iter().any(|other| other == word) {
                out.0.push(word.to_owned());
            }
        };
        let Some(call) = condition.call() else { return out.1.push(self.such(var, condition, yes)) };
        let arg = |slot: &str| call.get(slot);
        let owned = |term: &Term| {
            let who = term.as_prim(Prim::Who)?;
            let level = who.get("level").is_none_or(|level| level.as_prim(Prim::Level).is_some());
            (who.get("at").is_some_and(is_var) && level).then_some(())
        };
        match call.prim {
            Prim::AndBool if yes => {
                arg("list").map_or(&[][..], Term::members).iter().for_each(|part| self.describe(var, part, true, out));
            }
            Prim::Not => _ = arg("a").map(|inner| self.describe(var, inner, !yes, out)),
            Prim::IsSite if arg("site").is_some_and(is_var) => {
                let empty = (call.word("word") == Some("Empty")) == yes;
                add(out, if empty { "empty" } else { "occupied" });
            }
            Prim::IsPlayer if arg("role").is_some_and(|role| owned(role).is_some()) => {
                let role = call.word("word").unwrap_or_default();
                out.1.push(self.held(role, yes));
            }
            Prim::Equals | Prim::NotEquals => {
                let yes = (call.prim == Prim::Equals) == yes;
                let (Some(a), Some(b)) = (arg("a"), arg("b")) else { return };
                let (var_side, other) = if owned(b).is_some() || is_var(b) { (b, a) } else { (a, b) };
                if owned(var_side).is_some() {
                    let piece = super::words::a(&self.piece_of(other, "piece"));
                    out.1.push(format!("{} {piece}", if yes { "with" } else { "without" }));
                } else if is_var(var_side) {
                    let other = self.site(other);
                    out.1.push(if yes { format!("that is {other}") } else { format!("other than {other}") });
                } else {
                    out.1.push(self.such(var, condition, yes));
                }
            }
            // A site that holds something, or nothing.
            Prim::Greater | Prim::Less | Prim::GreaterOrEqual | Prim::LessOrEqual
                if self.holding(var, call).is_some() =>
            {
                let some = self.holding(var, call) == Some(yes);
                let thing = &self.facts.thing;
                let thing = if self.facts.pits { super::words::plural(thing) } else { super::words::a(thing) };
                out.1.push(format!("{} {thing}", if some { "with" } else { "without" }));
            }
            Prim::IsIn if arg("sites").is_some_and(is_var) => match arg("region").map(|region| self.places(region)) {
                Some(Places::Kind { before, after, .. }) if yes && before.len() + after.len() == 1 => {
                    before.iter().for_each(|word| add(out, word));
                    out.1.extend(after);
                }
                Some(places) => {
                    out.1.push(format!("that is {}one of {}", if yes { "" } else { "not " }, places.all()));
                }
                None => out.1.push(self.such(var, condition, yes)),
            },
            _ => out.1.push(self.such(var, condition, yes)),
        }
    }

    /// Whether a comparison says that there is something on the site that `var` stands for, or that there is nothing.
    fn holding(&self, var: Prim, call: &Call) -> Option<bool> {
        let (a, b) = (call.get("a")?, call.get("b")?);
        let count = |term: &Term| {
            let call = term.as_prim(Prim::CountAt).filter(|_| !self.speaks(term))?;
            call.get("at")?.as_prim(var).map(|_| ())
        };
        let sign = match call.prim {
            Prim::Greater => ">",
            Prim::Less => "<",
            Prim::GreaterOrEqual => ">=",
            _ => "<=",
        };
        match (count(a), b.constant(), a.constant(), count(b), sign) {
            (Some(()), Some(0), _, _, ">") | (Some(()), Some(1), _, _, ">=") => Some(true),
            (_, _, Some(0), Some(()), "<") | (_, _, Some(1), Some(()), "<=") => Some(true),
            (Some(()), Some(0), _, _, "<=") | (Some(()), Some(1), _, _, "<") => Some(false),
            _ => None,
        }
    }

    /// A site with, or without, a piece of somebody.
    pub(super) fn held(&self, role: &str, yes: bool) -> String {
        let piece = match role {
            "Mover" | "Friend" => "a piece of yours".to_owned(),
            "Enemy" => "an enemy piece".to_owned(),
            _ => format!("a piece of {}", self.role(role)),
        };
        format!("{} {piece}", if yes { "with" } else { "without" })
    }

    pub(super) fn such(&self, var: Prim, condition: &Term, yes: bool) -> String {
        let that = format!("that {}", self.facts.site);
        let clause = self.within(
            |scope| match var {
                Prim::ToSite => scope.to = that,
                Prim::FromSite => scope.from = that,
                Prim::BetweenSite => scope.between = that,
                _ => scope.site = that,
            },
            || self.condition(condition, yes),
        );
        format!("such that {clause}")
    }
}
