//! Conditions: clauses, and their contraries.

use crate::catalogue::{Prim, Type};
use crate::rules::{Call, Term, TermKind};

use super::Said;
use super::ideas::Sort;
use super::people::agree;
use super::phrases::{Phrase, phrase};
use super::places::Places;
use super::teller::Teller;
use super::words;

impl Teller<'_> {
    /// A condition, or its contrary.
    pub fn condition(&self, term: &Term, yes: bool) -> String {
        if let Some(truth) = term.settled() {
            return if truth == yes { "in any case".to_owned() } else { "never".to_owned() };
        }
        if let Some(said) = self.said(term) {
            return if yes { said } else { words::negated(&said) };
        }
        // Of two negations nothing is left.
        if !yes && let Some(inner) = term.as_prim(Prim::Not).and_then(|call| call.get("a")) {
            return self.within(|scope| scope.trace = term.origin.trace, || self.condition(inner, true));
        }
        let tell = |yes: bool| self.within(|scope| scope.trace = term.origin.trace, || self.plain_condition(term, yes));
        let plain = tell(true);
        let told = self.telling(term, Sort::Condition, || Said::new(plain.clone())).text;
        match (told == plain, yes) {
            (true, true) => plain,
            (true, false) => tell(false),
            (false, true) => told,
            (false, false) => words::negated(&told),
        }
    }

    fn plain_condition(&self, term: &Term, yes: bool) -> String {
        let Some(call) = term.call() else { return self.number(term) };
        match call.prim {
            Prim::AndBool | Prim::OrBool => {
                let and = (call.prim == Prim::AndBool) == yes;
                // What always holds says nothing in a conjunction; what never does settles it. In a disjunction it is the other way.
                let neutral = call.prim == Prim::AndBool;
                let members = call.get("list").map_or(&[][..], Term::members);
                if members.iter().any(|part| part.settled() == Some(!neutral)) {
                    return if and { "never".to_owned() } else { "in any case".to_owned() };
                }
                let parts = members.iter().filter(|part| part.settled().is_none());
                let parts: Vec<String> = parts.map(|part| self.condition(part, yes)).collect();
                if parts.is_empty() {
                    return if and { "in any case".to_owned() } else { "never".to_owned() };
                }
                words::list(&parts, if and { "and" } else { "or" })
            }
            Prim::Not => call.get("a").map(|inner| self.condition(inner, !yes)).unwrap_or_default(),
            Prim::IfBool if call.get("condition").is_some_and(|condition| condition.settled().is_some()) => {
                let slot = if call.get("condition").and_then(Term::settled) == Some(true) { "yes" } else { "no" };
                let neither = if yes { "in no case" } else { "in any case" };
                call.get(slot).map_or_else(|| neither.to_owned(), |part| self.condition(part, yes))
            }
            Prim::IfBool => {
                let condition = call.get("condition");
                let part = |slot: &str| call.get(slot).map(|part| self.condition(part, yes));
                let when = condition.map(|condition| self.condition(condition, true)).unwrap_or_default();
                if let (Some((a, b)), Some(yes), Some(no)) =
                    (condition.and_then(|condition| self.by_player(condition)), part("yes"), part("no"))
                {
                    return format!("for {a} {yes}, and for {b} {no}");
                }
                let first = format!("{} in the case that {when}", part("yes").unwrap_or_default());
                match part("no") {
                    Some(other) => format!("{first}, and {other} otherwise"),
                    None => first,
                }
            }
            Prim::Equals | Prim::NotEquals => {
                self.compared(call, if call.prim == Prim::Equals { "=" } else { "!=" }, yes)
            }
            Prim::Less => self.compared(call, "<", yes),
            Prim::LessOrEqual => self.compared(call, "<=", yes),
            Prim::Greater => self.compared(call, ">", yes),
            Prim::GreaterOrEqual => self.compared(call, ">=", yes),
            Prim::IsPlayer => self.is_player(call, yes),
            Prim::Has => self.has(call, yes),
            Prim::IsSite => {
                let (word, site) = (call.word("word") == Some("Empty"), call.get("site"));
                let empty = if word == yes { "empty" } else { "occupied" };
                let subject = site.map(|site| self.site(site)).unwrap_or_default();
                format!("{subject} is {empty}")
            }
            Prim::IsIn => self.is_in(call, yes),
            Prim::IsLine => self.is_line(call, yes),
            Prim::IsConnected => self.is_connected(call, yes),
            Prim::IsPath => {
                let what = if call.word("siteType") == Some("Edge") { "edges" } else { "pieces" };
                let closed = call.get("closed").and_then(Term::settled) == Some(true);
                let way = if closed { "cycle" } else { "path" };
                let of = call.get("role").map(|role| self.who(role)).unwrap_or_default();
                let length = call.get("length").map(|range| self.number(range)).unwrap_or_default();
                format!("the {what} of {of} form {} {way} of length {length}", if yes { "a" } else { "no" })
            }
            Prim::IsTree if call.word("word") == Some("TreeCentre") => {
                let of = call.get("role").map(|role| self.who(role)).unwrap_or_default();
                let went = if yes { "went" } else { "did not go" };
                format!("the last move {went} to the middle of a tree of the edges of {of}")
            }
            Prim::IsTree => {
                let what = words::a(&words::spaced(call.word("word").unwrap_or("Tree")));
                let of = call.get("role").map(|role| self.who(role)).unwrap_or_default();
                format!("the edges of {of} {} {what}", if yes { "form" } else { "do not form" })
            }
            Prim::IsSimple => match (call.word("word"), yes) {
                (Some("Cycle"), true) => "everybody has had a turn".to_owned(),
                (Some("Cycle"), false) => "somebody has not had a turn yet".to_owned(),
                (Some("Pending"), true) => "something is kept in mind from the last move".to_owned(),
                (Some("Pending"), false) => "nothing is kept in mind from the last move".to_owned(),
                (_, yes) => format!("the board {} full", if yes { "is" } else { "is not" }),
            },
            Prim::IsInteger => self.is_integer(call, yes),
            Prim::AllDifferent | Prim::IsCount | Prim::IsUnique | Prim::ForAll => self.constraint(call, yes),
            Prim::AllGroups | Prim::AllFamily | Prim::SomeFamily | Prim::AllValues | Prim::AllSites => {
                self.all_or_some(call, yes)
            }
            Prim::AllSimple => match (call.word("word"), yes) {
                (Some("DiceUsed"), true) => "all dice are used".to_owned(),
                (Some("DiceUsed"), false) => "dice are left".to_owned(),
                (Some("DiceEqual"), true) => "all dice show the same".to_owned(),
                (Some("DiceEqual"), false) => "the dice differ".to_owned(),
                (_, true) => "everybody has passed".to_owned(),
                (_, false) => "somebody has not passed".to_owned(),
            },
            Prim::CanMove => {
                let moves = call.get("moves").map(|moves| self.deed(moves).inline()).unwrap_or_default();
                // Whether it is possible does not depend on what follows it.
                let moves = moves.split(". ").next().unwrap_or_default();
                format!("it {} possible to {moves}", if yes { "is" } else { "is not" })
            }
            Prim::NoPieces => {
                let name = call.get("name").map_or("piece".to_owned(), |name| self.kind_name(name));
                let within = call.get("in").map(|within| format!(" {}", self.on_all(within))).unwrap_or_default();
                let who =
                    call.get("role").or(call.get("of")).map(|role| self.who(role)).unwrap_or("anybody".to_owned());
                let none = format!("no {} left{within}", words::plural(&name));
                let some = format!("{} left{within}", words::a(&name));
                format!("{who} {} {}", agree(&who, "has", "have"), if yes { none } else { some })
            }
            Prim::IsLoop if call.flag("path") => {
                let of = call.get("colour").map(|colour| format!(" {}", self.form(colour, "of"))).unwrap_or_default();
                format!("{} path{of} comes back to where it began", if yes { "a" } else { "no" })
            }
            Prim::IsAngle => {
                let ends = ["condition", "condition2"].map(|slot| {
                    let (before, after) = call.get(slot).map(|c| self.described(Prim::Site, c)).unwrap_or_default();
                    Places::Kind { before, noun: self.facts.site.to_owned(), after }
                });
                let [first, second] = [&ends[0], &ends[1]].map(Places::one);
                let to = match ends[0].plural().filter(|_| first == second) {
                    Some(alike) => format!("two {alike}"),
                    None => format!("{first} and {second}"),
                };
                let at = call.get("at").map(|at| self.site(at)).unwrap_or_default();
                let angle = words::a(&format!("{} angle", call.word("word").unwrap_or("Right").to_lowercase()));
                format!("{}lines from {at} to {to} meet in {angle}", if yes { "" } else { "no " })
            }
            Prim::NoMoves => {
                let who = call.get("role").map(|role| self.who(role)).unwrap_or_default();
                format!("{who} {} move", if yes { "cannot" } else { "can" })
            }
            Prim::NoStacks => {
                let who = call.get("role").map(|role| self.who(role)).unwrap_or_default();
                let stacks = if yes { "no stack" } else { "a stack" };
                format!("{who} {} {stacks}", agree(&who, "controls", "control"))
            }
            prim => match phrase(prim) {
                Phrase::If(positive, negative) => self.fill(if yes { positive } else { negative }, call),
                _ => format!("{} {} not zero", self.number(term), if yes { "is" } else { "is no longer" }),
            },
        }
    }

    /// Two numbers or regions compared.
    fn compared(&self, call: &Call, sign: &str, yes: bool) -> String {
        let (Some(a), Some(b)) = (call.get("a"), call.get("b")) else { return String::new() };
        let sign = match (sign, yes) {
            (sign, true) => sign,
            ("=", _) => "!=",
            ("!=", _) => "=",
            ("<", _) => ">=",
            (">=", _) => "<",
            (">", _) => "<=",
            (_, _) => ">",
        };
        // What is written out goes last.
        let plain = |term: &Term| !matches!(term.kind, TermKind::Call(_));
        if plain(a) && !plain(b) {
            let turned = match sign {
                "<" => ">",
                ">" => "<",
                "<=" => ">=",
                ">=" => "<=",
                same => same,
            };
            return self.related(b, a, turned);
        }
        self.related(a, b, sign)
    }

    fn related(&self, a: &Term, b: &Term, sign: &str) -> String {
        if let Some(clause) =
            self.special(a, b, sign).or_else(|| same_or_not(sign).then(|| self.special(b, a, sign)).flatten())
        {
            return clause;
        }
        let sites = a.names_site() || b.names_site();
        let (left, right) = if sites {
            (self.site(a), self.site(b))
        } else if a.ty == Type::Region {
            (self.places(a).all(), self.places(b).all())
        } else {
            (self.number(a), self.number(b))
        };
        let verb = agree(&left, "is", "are");
        if sites && !same_or_not(sign) {
            let before = if matches!(sign, "<" | "<=") { "before" } else { "behind" };
            let or = if sign.ends_with('=') { format!("{left} {verb} {right}, or ") } else { String::new() };
            return format!("{or}{left} comes {before} {right}, row by row from the bottom left");
        }
        match sign {
            "=" => format!("{left} {verb} {right}"),
            "!=" => format!("{left} {verb} not {right}"),
            "<" => format!("{left} {verb} less than {right}"),
            "<=" => format!("{left} {verb} at most {right}"),
            ">" => format!("{left} {verb} more than {right}"),
            _ => format!("{left} {verb} at least {right}"),
        }
    }

    /// Comparisons that have words of their own: owners, kinds, counts, answers.
    fn special(&self, a: &Term, b: &Term, sign: &str) -> Option<String> {
        let call = a.call()?;
        let n = b.int();
        let yes = sign == "=";
        if b.symbol() == Some("Off") && same_or_not(sign) {
            let site = self.site(a);
            return Some(format!("{site} is {} the board", if yes { "beyond the edge of" } else { "still on" }));
        }
        if let Some(clause) = self.quiet(a, b, sign) {
            return Some(clause);
        }
        match call.prim {
            Prim::CountOccurrences => {
                let n = b.constant().filter(|n| *n >= 0)?;
                let same = match self.said(a) {
                    Some(said) => said.strip_prefix("the number of times this position has occurred")?.to_owned(),
                    None => self.same_position(call),
                };
                Some(match sign {
                    "=" | ">=" => format!("this position occurs for the {} time{same}", words::ordinal(n)),
                    ">" => format!("this position occurs for the {} time{same}", words::ordinal(n + 1)),
                    "<" => format!("this position has occurred fewer than {}{same}", words::times(n)),
                    _ => return None,
                })
            }
            Prim::CountGroups if n == Some(1) && matches!(sign, "=" | "!=" | "<=" | ">") => {
                let pieces = match call.get("if").map(|condition| self.described(Prim::ToSite, condition)) {
                    None => "pieces".to_owned(),
                    Some((before, after)) if before.is_empty() => match &after[..] {
                        [one] if one == "with a piece of yours" => "your pieces".to_owned(),
                        [one] => format!(
                            "{}s",
                            one.strip_prefix("with an ").filter(|rest| !rest.contains(' ') || *rest == "enemy piece")?
                        ),
                        _ => return None,
                    },
                    Some(_) => return None,
                };
                let way = call.get("directions").map(|way| self.direction(way)).filter(|way| way != "in any direction");
                let way = way.map(|way| format!(" {way}")).unwrap_or_default();
                let all = if matches!(sign, "=" | "<=") { "all" } else { "not all" };
                Some(format!("{all} {pieces} are connected{way}"))
            }
            Prim::Who if same_or_not(sign) => {
                let piece = words::a(&self.piece_of(b, "piece"));
                Some(format!("{} {} {piece}", self.there(call), if yes { "is" } else { "is not" }))
            }
            Prim::What if same_or_not(sign) => {
                let piece = words::a(&self.number(b));
                let piece = if piece.starts_with("a the ") { piece[2..].to_owned() } else { piece };
                Some(format!("{} {} {piece}", self.there(call), if yes { "is" } else { "is not" }))
            }
            Prim::Mover | Prim::Next | Prim::PlayerOf | Prim::Decider if same_or_not(sign) => {
                let who = self.who(a);
                Some(format!("{who} {} {}{}", agree(&who, "is", "are"), if yes { "" } else { "not " }, self.who(b)))
            }
            Prim::Chosen if same_or_not(sign) => {
                let words = self.facts.words.get(call.get("name")?.text()?)?;
                let word = words.get(usize::try_from(n?).ok()?)?;
                Some(format!("{} {} “{word}”", self.number(a), if yes { "is" } else { "is not" }))
            }
            Prim::PhaseOf if n == Some(0) || n == Some(1) => {
                let dark = (n == Some(0)) == yes;
                let site = call.get("of").map(|of| self.site(of)).unwrap_or_default();
                Some(format!("{site} is {}", if dark { "dark" } else { "light" }))
            }
            Prim::CountSites
            | Prim::CountAt
            | Prim::CountPieces
            | Prim::CountZone
            | Prim::CountPlayers
            | Prim::SizeStack
                if !self.speaks(a) =>
            {
                self.how_many(call, b, sign)
            }
            _ => None,
        }
    }

    /// For how many moves nothing has begun the count of moves anew, compared with a number.
    fn quiet(&self, a: &Term, b: &Term, sign: &str) -> Option<String> {
        let is_count = |term: &Term| term.as_prim(Prim::Counter).is_some();
        let before = if is_count(a) {
            0
        } else {
            let members = a.as_prim(Prim::Plus)?.get("list")?.members();
            members.iter().find(|member| is_count(member))?;
            members.iter().filter(|member| !is_count(member)).map(Term::constant).sum::<Option<i64>>()?
        };
        // The move that is just made is counted after the ends are judged.
        let n = b.constant()? - before + 1;
        let (n, fewer) = match sign {
            ">=" | "=" => (n, ""),
            ">" => (n + 1, ""),
            "<" => (n, "fewer than "),
            _ => return None,
        };
        let since = match &self.facts.counted {
            Some(names) if names.is_empty() => String::new(),
            Some(names) => {
                let names: Vec<String> = names.iter().cloned().collect();
                format!(" in a row without {}", words::list(&names, "or"))
            }
            None => " since the count of moves began anew".to_owned(),
        };
        let be = if n == 1 { "has" } else { "have" };
        Some(format!("{fewer}{} {be} been made{since}", words::counted(n, "move")))
    }

    /// What makes two positions the same.
    pub(super) fn same_position(&self, call: &Call) -> String {
        match (call.get("with"), call.flag("ignoreMover")) {
            (Some(with), _) if with.int().is_none() => format!(" with the same value of {}", self.number(with)),
            (_, true) => ", whoever is to move".to_owned(),
            _ => " with the same player to move".to_owned(),
        }
    }

    /// What is on a site, as a subject: `the piece on that square`.
    fn there(&self, call: &Call) -> String {
        format!("what stands {}", self.at(call))
    }

    /// How many there are of something, compared with a number.
    fn how_many(&self, call: &Call, other: &Term, sign: &str) -> Option<String> {
        let things = self.things(call)?;
        let n = other.int();
        let none = match (sign, n) {
            ("=" | "<=", Some(0)) | ("<", Some(1)) => Some(true),
            (">" | "!=", Some(0)) | (">=", Some(1)) => Some(false),
            _ => None,
        };
        if let Some(none) = none {
            return Some(if none { things.none } else { things.some });
        }
        let number = self.number(other);
        let amount = match sign {
            "=" => format!("exactly {number}"),
            "!=" => format!("any number but {number}"),
            "<" => format!("fewer than {number}"),
            "<=" => format!("at most {number}"),
            ">" => format!("more than {number}"),
            _ => format!("at least {number}"),
        };
        let thing = if n == Some(1) { things.thing.clone() } else { things.many.clone() };
        match (n.is_some(), things.owner) {
            (true, Some(owner)) => Some(format!("{owner} {} {amount} {thing}", agree(&owner, "has", "have"))),
            (true, None) => Some(format!("there {} {amount} {thing}", if n == Some(1) { "is" } else { "are" })),
            _ => None,
        }
    }

    fn is_player(&self, call: &Call, yes: bool) -> String {
        let word = call.word("word").unwrap_or_default();
        let Some(of) = call.get("role") else { return String::new() };
        if let Some(who) = of.as_prim(Prim::Who) {
            if word == "Active" {
                return format!("the owner of {} {} still in", self.there(who), if yes { "is" } else { "is not" });
            }
            let piece = match word {
                "Mover" | "Friend" => "a piece of yours".to_owned(),
                "Enemy" => "an enemy piece".to_owned(),
                _ => format!("a piece of {}", self.role(word)),
            };
            return format!("{} {} {piece}", self.there(who), if yes { "is" } else { "is not" });
        }
        let subject = self.who(of);
        if word == "Mover" {
            return format!("you are {}{subject}", if yes { "" } else { "not " });
        }
        if word == "Active" {
            return format!("{subject} {} still in", if yes { "is" } else { "is not" });
        }
        if word == "Prev" {
            return format!("the move before was {}made by {subject}", if yes { "" } else { "not " });
        }
        format!("{subject} {} {}{}", agree(&subject, "is", "are"), if yes { "" } else { "not " }, self.role(word))
    }

    fn has(&self, call: &Call, yes: bool) -> String {
        let name = call.get("name").and_then(Term::text).unwrap_or_default();
        let of = match (call.get("at"), call.get("of")) {
            (Some(_), _) => format!("the piece {}", self.at(call)),
            (_, Some(of)) => self.number(of),
            _ => self.scope(|scope| scope.kind.clone()),
        };
        let value = call.get("value").map(|value| self.value_of(name, value)).unwrap_or_default();
        format!("the {} of {of} {} {value}", words::spaced(name), if yes { "is" } else { "is not" })
    }

    fn is_in(&self, call: &Call, yes: bool) -> String {
        let site = call.get("sites").map_or_else(|| self.scope(|s| s.site.clone()), |site| self.site(site));
        let not = if yes { "" } else { "not " };
        match (call.get("region"), call.get("array")) {
            (Some(region), _) => match self.places(region) {
                Places::Kind { before, noun, after } if yes => {
                    let parts: Vec<String> = before.into_iter().chain([noun]).chain(after).collect();
                    format!("{site} is {}", words::a(&parts.join(" ")))
                }
                places => format!("{site} is {not}one of {}", places.all()),
            },
            (_, Some(array)) => format!("{site} is {not}one of {}", self.number(array)),
            _ => site,
        }
    }

    fn is_line(&self, call: &Call, yes: bool) -> String {
        let n = call.get("length").map(|length| self.number(length)).unwrap_or_default();
        let n = if call.flag("exact") { format!("exactly {n}") } else { n };
        let way = call.get("directions").map(|way| self.direction(way)).filter(|way| way != "in any direction");
        let way = way.map(|way| format!(", {way}")).unwrap_or_default();
        let values = call.get("what").or(call.get("whats")).map_or(&[][..], Term::members);
        let values: Vec<String> = values.iter().map(|value| self.number(value)).collect();
        let whose = match call.get("who").map(|who| self.who(who)) {
            // In a puzzle numbers stand in a line.
            None if self.facts.puzzle && values.is_empty() => " equal numbers".to_owned(),
            None if self.facts.puzzle => format!(" numbers that are {}", words::list(&values, "or")),
            Some(who) if who == "everybody" => " pieces".to_owned(),
            Some(who) if who != "you" => format!(" pieces of {who}"),
            _ if call.get("what").is_some() || call.get("whats").is_some() => " pieces of that kind".to_owned(),
            _ => " of your pieces".to_owned(),
        };
        let through = match (call.get("through"), call.get("throughAny")) {
            (Some(site), _) => format!(" through {}", self.site(site)),
            (_, Some(region)) => format!(" through one of {}", self.places(region).all()),
            _ => String::new(),
        };
        let such = call
            .get("if")
            .map(|condition| format!(", such that {}", self.condition(condition, true)))
            .unwrap_or_default();
        format!("there is {} line of {n}{whose}{through}{way}{such}", if yes { "a" } else { "no" })
    }

    fn is_connected(&self, call: &Call, yes: bool) -> String {
        let blocked = call.word("word") == Some("Blocked");
        let way =
            call.get("directions").map(|way| format!(" (pieces connect {})", self.direction(way))).unwrap_or_default();
        let whose = match call.get("role").map(|role| self.whose(role)) {
            Some(whose) => format!("{whose} regions"),
            None => match call.get("regions") {
                Some(regions) => {
                    let parts: Vec<String> = regions.members().iter().map(|region| self.places(region).all()).collect();
                    words::list(&parts, "and")
                }
                None => call.get("family").map(|family| format!("the {}", self.name_of(family))).unwrap_or_default(),
            },
        };
        let pieces = match call.get("role").map(|role| self.who(role)) {
            Some(who) if who != "you" => format!("pieces of {who}"),
            _ => "your pieces".to_owned(),
        };
        let number = call.get("number").map(|n| format!("{} of ", self.number(n))).unwrap_or_default();
        match (blocked, yes) {
            (false, true) => format!("an unbroken chain of {pieces} connects {number}{whose}{way}"),
            (false, false) => format!("no unbroken chain of {pieces} connects {number}{whose}{way}"),
            (true, true) => format!("{number}{whose} can no longer be connected{way}"),
            (true, false) => format!("{number}{whose} can still be connected{way}"),
        }
    }

    fn is_integer(&self, call: &Call, yes: bool) -> String {
        let value = call.get("value").map_or("it".to_owned(), |value| self.number(value));
        let be = if yes { "is" } else { "is not" };
        match call.word("word").unwrap_or_default() {
            "Odd" => format!("{value} {be} odd"),
            "Even" => format!("{value} {be} even"),
            "Visited" => format!("{} {} visited in this turn", value, if yes { "was" } else { "was not" }),
            "SidesMatch" => {
                format!("the sides of the tile {} those beside it", if yes { "match" } else { "do not match" })
            }
            "PipsMatch" => format!("the pips {}", if yes { "match" } else { "do not match" }),
            "Flat" => format!("{value} {be} on the lowest layer"),
            _ => format!("{} die shows {value}", if yes { "a" } else { "no" }),
        }
    }

    /// A condition on all, or some, of several.
    fn all_or_some(&self, call: &Call, yes: bool) -> String {
        let Some(condition) = call.get("if") else { return String::new() };
        let family = call.word("word").unwrap_or_default();
        let site = self.facts.site;
        let (each, that) = match call.prim {
            Prim::AllGroups => ("group of connected pieces".to_owned(), "it".to_owned()),
            Prim::AllValues => (
                format!("number of {}", call.get("array").map(|array| self.number(array)).unwrap_or_default()),
                "it".to_owned(),
            ),
            Prim::AllSites => {
                let places = call.get("region").map(|region| self.places(region));
                let noun = places.as_ref().and_then(Places::noun);
                let each = noun
                    .unwrap_or_else(|| format!("{site} of {}", places.map(|places| places.all()).unwrap_or_default()));
                (each, format!("that {site}"))
            }
            _ => {
                let one = words::spaced(family.strip_suffix('s').unwrap_or(family));
                (one.clone(), format!("that {one}"))
            }
        };
        if family == "Different" {
            return format!("no two of {each} are alike");
        }
        let some = call.prim == Prim::SomeFamily;
        let (word, inner) = match (some, yes) {
            (false, true) => ("for every", true),
            (false, false) => ("for some", false),
            (true, true) => ("for some", true),
            (true, false) => ("for no", true),
        };
        let clause = self.within(
            |scope| match call.prim {
                Prim::AllValues => scope.value.clone_from(&that),
                Prim::AllSites => scope.site.clone_from(&that),
                _ => scope.sites.clone_from(&that),
            },
            || self.condition(condition, inner),
        );
        format!("{word} {each}, {clause}")
    }
}

fn same_or_not(sign: &str) -> bool {
    matches!(sign, "=" | "!=")
}
