//! What is done: moves and effects, as verbs with what belongs to them.

use crate::catalogue::Prim;
use crate::rules::{Call, Term, TermKind};

use super::Said;
use super::ideas::Sort;
use super::phrases::{Phrase, phrase};
use super::places::Places;
use super::teller::Teller;
use super::words;

/// What begins deeds that are done one after the other.
pub(super) const IN_ORDER: &str = "do this in order";

/// How long a sentence may become by joining, in characters.
const LINE: usize = 150;

impl Said {
    /// A statement without parts.
    pub(super) fn new(text: impl Into<String>) -> Said {
        Said { text: text.into(), ..Said::default() }
    }

    /// A statement with parts.
    pub(super) fn of(text: impl Into<String>, ordered: bool, items: Vec<Said>) -> Said {
        Said { text: text.into(), ordered, items, ..Said::default() }
    }

    /// What is done one after the other, if it is only that.
    pub(super) fn parts(self) -> Vec<Said> {
        if self.text == IN_ORDER { self.items } else { vec![self] }
    }

    /// Whether it says nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty() && self.items.is_empty()
    }

    /// All of it in one clause.
    pub(super) fn inline(&self) -> String {
        let parts: Vec<String> = self.items.iter().map(Said::inline).collect();
        match (&self.text[..], parts.is_empty()) {
            (text, true) => text.to_owned(),
            ("", false) => parts.join("; "),
            (text, false) => format!("{text}: {}", parts.join("; ")),
        }
    }

    /// All of it, to be compared.
    pub(super) fn wording(&self) -> String {
        self.inline()
    }

    /// One after the other: `…, then …`.
    pub(super) fn then(self, next: Said, link: &str) -> Said {
        if self.is_empty() {
            return next;
        }
        if next.is_empty() {
            return self;
        }
        // A clause with a subject of its own does not go on with the same verb.
        let own = next.clause || next.text.starts_with("if ");
        if self.items.is_empty() && next.items.is_empty() {
            let link = match link {
                ", then " if own => "; then ",
                " and " | ", and " if own => "; ",
                link => link,
            };
            let apart = next.text.starts_with("if ") && link == "; then ";
            let short = !apart && self.text.len() + next.text.len() < LINE && !self.text.contains(". ");
            let text = if short {
                format!("{}{link}{}", self.text, next.text)
            } else {
                format!("{}. {}", self.text.trim_end_matches('.'), words::capital(&after_then(&next.text, link)))
            };
            return Said { clause: self.clause, ..Said::new(text) };
        }
        if self.items.is_empty() {
            let next_text = if next.text.is_empty() { "then".to_owned() } else { after_then(&next.text, link) };
            let text = format!("{}. {}", self.text.trim_end_matches('.'), words::capital(&next_text));
            return Said { text, ..next };
        }
        Said::of(IN_ORDER, true, [self, next].into_iter().flat_map(Said::parts).collect())
    }
}

fn after_then(next: &str, link: &str) -> String {
    match next {
        _ if !link.contains("then") || next == IN_ORDER => next.to_owned(),
        _ if next.starts_with("if ") => format!("then, {next}"),
        _ => format!("then {next}"),
    }
}

impl Teller<'_> {
    /// A deed of the one who acts: `move …`, or `player 1 moves …`.
    pub fn act(&self, deed: &str) -> String {
        let actor = self.scope(|scope| scope.actor.clone());
        if let Some(clause) = deed.strip_prefix('=') {
            return clause.to_owned();
        }
        if actor == "you" {
            return deed.to_owned();
        }
        let (verb, rest) = deed.split_once(' ').unwrap_or((deed, ""));
        format!("{actor} {} {rest}", words::third(verb)).trim_end().to_owned()
    }

    /// Moves.
    pub fn deed(&self, term: &Term) -> Said {
        match self.spoken_deed(term) {
            Some(said) => term.call().map_or(said.clone(), |call| self.followed_from_outside(said, term, call)),
            None => self.telling(term, Sort::Deed, || self.plain_deed(term)),
        }
    }

    /// What is done, in the words of the definition that speaks for it.
    pub(super) fn spoken_deed(&self, term: &Term) -> Option<Said> {
        let said = self.said_deed(term)?;
        Some(Said { clause: said.starts_with('='), ..Said::new(self.act(&said)) })
    }

    /// What follows a deed of which a definition speaks, where that was given to the definition and its words do not tell it.
    fn followed_from_outside(&self, said: Said, term: &Term, call: &Call) -> Said {
        match call.get("then") {
            Some(then) if self.leaves_out(term, then) => self.followed(said, call),
            _ => said,
        }
    }

    /// Moves that are made without being chosen.
    pub fn effect(&self, term: &Term) -> Said {
        self.within(|scope| scope.performed = true, || self.deed(term))
    }

    fn plain_deed(&self, term: &Term) -> Said {
        match &term.kind {
            TermKind::List(members) => self.row(members),
            TermKind::Call(call) => self.followed(self.deed_call(call), call),
            _ => Said::new(self.any_phrase(term)),
        }
    }

    /// A deed with what follows it.
    fn followed(&self, said: Said, call: &Call) -> Said {
        let Some(then) = call.get("then") else { return said };
        if let Some(next) = self.within(|scope| scope.performed = true, || self.spoken_deed(then)) {
            return said.then(next, ", then ");
        }
        let next = self.inside(then, |then| {
            let site = self.facts.site;
            self.within(
                |scope| {
                    scope.to = format!("the {site} moved to");
                    scope.from = format!("the {site} left");
                },
                || then.get("moves").map(|moves| self.effect(moves)),
            )
        });
        said.then(next.flatten().unwrap_or_default(), ", then ")
    }

    /// Deeds one after the other; those that one definition speaks for are told once.
    pub fn row(&self, members: &[Term]) -> Said {
        let parts = self.deeds_of(members);
        if parts.iter().all(|part| part.items.is_empty()) {
            let text: usize = parts.iter().map(|part| part.text.len()).sum();
            if parts.len() < 4 && text < LINE {
                return parts.into_iter().fold(Said::default(), |a, b| a.then(b, ", then "));
            }
        }
        match parts.len() {
            1 => parts.into_iter().next().unwrap_or_default(),
            _ => Said::of(IN_ORDER, true, parts.into_iter().flat_map(Said::parts).collect()),
        }
    }

    /// Several deeds, without those that say nothing.
    pub fn deeds_of(&self, members: &[Term]) -> Vec<Said> {
        let mut out: Vec<Said> = Vec::new();
        let mut before = None;
        for member in members {
            let spoken = self.spoken_by(member);
            // The parts of a definition that stand side by side have one phrase.
            if spoken.is_some() && spoken == before {
                continue;
            }
            before = spoken;
            out.push(self.deed(member));
        }
        out.retain(|part| !part.is_empty());
        out
    }

    fn deed_call(&self, call: &Call) -> Said {
        let get = |slot: &str| call.get(slot);
        let list = || get("list").map_or(&[][..], Term::members);
        let performed = self.scope(|scope| scope.performed);
        let act = |text: String| Said::new(self.act(&text));
        match call.prim {
            Prim::FromTo
            | Prim::ZoneMove
            | Prim::Add
            | Prim::Claim
            | Prim::Step
            | Prim::Slide
            | Prim::Shoot
            | Prim::Hop
            | Prim::Leap
            | Prim::Walk
            | Prim::Select
            | Prim::Draw
            | Prim::Remove
            | Prim::Custodial
            | Prim::Intervene
            | Prim::Directional
            | Prim::Enclose
            | Prim::Surround
            | Prim::Push
            | Prim::Attract
            | Prim::Sow
            | Prim::ForEachDirection
            | Prim::TakeControl => self.movement(call),
            Prim::Turn
            | Prim::TurnStep
            | Prim::AnyOrder
            | Prim::Choose
            | Prim::Ask
            | Prim::Sealed
            | Prim::Finish
            | Prim::Let
            | Prim::Roll => self.turn_form(call),
            Prim::Or if performed => self.row(list()),
            Prim::Or => self.either(self.deeds_of(list()), "do one of these", "either", "or"),
            Prim::Priority => {
                let mut said = self.either(
                    self.deeds_of(list()),
                    "do the first of these that is possible",
                    "",
                    "or, if that is impossible,",
                );
                said.ordered = true;
                said
            }
            Prim::And | Prim::Seq => self.within(|scope| scope.performed = true, || self.row(list())),
            Prim::Append => get("moves").map(|moves| self.effect(moves)).unwrap_or_default(),
            Prim::AllCombinations => {
                let parts: Vec<Said> =
                    ["list1", "list2"].into_iter().filter_map(get).map(|part| self.deed(part)).collect();
                parts.into_iter().fold(Said::default(), |a, b| a.then(b, ", and "))
            }
            Prim::If => self.if_deed(call),
            Prim::Do => {
                let first = get("moves").map(|moves| self.deed(moves)).unwrap_or_default();
                let said = match get("next") {
                    Some(next) => first.then(self.deed(next), ", then "),
                    None => first,
                };
                match get("ifAfterwards") {
                    Some(condition) => {
                        let after = format!("this is only allowed if afterwards {}", self.condition(condition, true));
                        if said.items.is_empty() {
                            Said::new(format!("{}; {after}", said.text))
                        } else {
                            Said { text: format!("{} ({after})", said.text), ..said }
                        }
                    }
                    None => said,
                }
            }
            Prim::MaxMoves => {
                let most = match (get("value"), call.word("word")) {
                    (Some(value), _) => {
                        format!(
                            "as much as possible must be played, counted by {}: no other choice of moves may come to more",
                            self.number(value)
                        )
                    }
                    (None, Some("Captures")) => {
                        "the move must be one that allows the most captures in the turn".to_owned()
                    }
                    _ => "the move must be one that allows the most moves in the turn".to_owned(),
                };
                let said = get("moves").map(|moves| self.deed(moves)).unwrap_or_default();
                if said.items.is_empty() {
                    said.then(Said::new(most), "; ")
                } else {
                    Said { text: format!("{} ({most})", said.text), ..said }
                }
            }
            Prim::ForEachPiece => self.each_piece(call),
            Prim::ForEachSite => self.each_site(call),
            Prim::ForEachValue => self.each_value(call),
            Prim::ForEachPlayer | Prim::ForEachOf | Prim::ForEachTeam => {
                let who = match get("players") {
                    Some(players) => format!("each of {}", self.number(players)),
                    None if call.prim == Prim::ForEachTeam => "each team".to_owned(),
                    None => "each player".to_owned(),
                };
                self.for_each(&who, call, |scope| scope.player = "that player".to_owned())
            }
            Prim::ForEachLevel => {
                let site = get("site").map(|site| self.site(site)).unwrap_or_default();
                let way = if call.word("stackDirection") == Some("FromTop") {
                    ", from the top down"
                } else {
                    ", from the bottom up"
                };
                self.for_each(&format!("each piece of the stack on {site}{way}"), call, |scope| {
                    scope.level = "its level".to_owned();
                })
            }
            Prim::ForEachGroup => {
                let such = get("if").map(|condition| {
                    let site = "a site of it".to_owned();
                    format!(" such that {}", self.within(|scope| scope.to = site, || self.condition(condition, true)))
                });
                self.for_each(&format!("each group of connected pieces{}", such.unwrap_or_default()), call, |scope| {
                    scope.sites = "that group".to_owned();
                })
            }
            Prim::ForEachFamily => {
                let one = words::spaced(call.word("word").unwrap_or("part"));
                if performed {
                    return self.for_each(&format!("each {one}"), call, |scope| scope.sites = format!("that {one}"));
                }
                let moves =
                    get("moves").map(|moves| self.within(|scope| scope.sites = words::a(&one), || self.deed(moves)));
                moves.unwrap_or_default()
            }
            Prim::ForEachDie => {
                let combined = if call.flag("combined") { " or of several together" } else { "" };
                let doubles = if call.flag("replayDouble") { "; doubles give another turn" } else { "" };
                let moves = get("moves").map(|moves| self.deed(moves)).unwrap_or_default();
                Said::new(self.act(&format!("use the number of one of the dice{combined}{doubles}")))
                    .then(moves, ", and ")
            }
            Prim::Random => self.random(call),
            Prim::AddScore => self.add_score(call),
            Prim::SetVar => {
                let value = get("value").map(|value| self.number(value)).unwrap_or_default();
                match get("name") {
                    Some(name) => Said::new(format!("the current {} becomes {value}", self.name_of(name))),
                    None => Said::new(format!("the number kept becomes {value}")),
                }
            }
            Prim::SetValue => {
                // What begins the count of moves anew is told where the count matters.
                if call.word("word") != Some("Pot") && get("value").is_none() {
                    return Said::default();
                }
                let what = if call.word("word") == Some("Pot") { "the pot" } else { "the count of moves" };
                match get("value") {
                    Some(value) => Said::new(format!("{what} becomes {}", self.number(value))),
                    None => Said::new(format!("{what} begins anew")),
                }
            }
            Prim::SetHidden | Prim::Hide | Prim::Reveal => self.sight(call),
            Prim::Revolve => {
                let sites = get("region").map(|region| self.places(region).all()).unwrap_or_default();
                let (by, way) = match get("by").and_then(Term::int) {
                    Some(n) if n < 0 => (words::counted(i64::from(-n), "place"), "anticlockwise"),
                    Some(n) => (words::counted(n.into(), "place"), "clockwise"),
                    None => match get("by") {
                        Some(by) => (self.counted(by, "place"), "clockwise"),
                        None => ("one place".to_owned(), "clockwise"),
                    },
                };
                act(format!("turn {sites} by {by} {way}, with everything on it"))
            }
            prim => match phrase(prim) {
                Phrase::Do(template) => act(self.fill(template, call)),
                _ => Said::new(self.part(call)),
            },
        }
    }

    /// One of several deeds.
    fn either(&self, parts: Vec<Said>, lead: &str, first: &str, link: &str) -> Said {
        let length: usize = parts.iter().map(|part| part.text.len()).sum();
        let short = parts.iter().all(|part| part.items.is_empty() && !part.text.contains(". ")) && length < LINE - 30;
        match parts.len() {
            0 | 1 => parts.into_iter().next().unwrap_or_default(),
            2 if short => Said::new(format!("{first} {} {link} {}", parts[0].text, parts[1].text).trim().to_owned()),
            _ => Said::of(self.act(lead), false, parts),
        }
    }

    fn if_deed(&self, call: &Call) -> Said {
        let (Some(condition), Some(yes)) = (call.get("condition"), call.get("yes")) else { return Said::default() };
        let no = call.get("no");
        match condition.settled() {
            Some(true) => return self.deed(yes),
            Some(false) => return no.map(|no| self.deed(no)).unwrap_or_default(),
            None => {}
        }
        let when = self.condition(condition, true);
        let (yes, no) = (self.deed(yes), no.map(|no| self.deed(no)).unwrap_or_default());
        let whole = yes.clone();
        if yes.is_empty() {
            if no.is_empty() {
                return no;
            }
            return Said { text: format!("if {}, {}", self.condition(condition, false), no.text), ..no };
        }
        let lead = |clause: String, said: &Said| {
            if said.text.is_empty() { clause } else { format!("{clause}, {}", said.text) }
        };
        let first = if yes.text.starts_with("if ") && !no.is_empty() {
            Said::of(format!("if {when}"), false, vec![yes])
        } else {
            Said { text: lead(format!("if {when}"), &yes), ..yes }
        };
        if no.is_empty() {
            return first;
        }
        let both = |first: &Said, last: Said| {
            let text = match last.text.as_str() {
                "" => format!("{}; otherwise", first.text),
                text => format!("{}; otherwise, {text}", first.text),
            };
            Said { text, ..last }
        };
        // What is told in one sentence comes first.
        let leaf = |said: &Said| said.items.is_empty() && !said.text.contains(". ");
        if leaf(&first) {
            return both(&first, no);
        }
        if leaf(&no) && !no.text.starts_with("if ") {
            let no = Said { text: lead(format!("if {}", self.condition(condition, false)), &no), ..no };
            return both(&no, whole);
        }
        let other = Said { text: lead("otherwise".to_owned(), &no), ..no };
        Said::of("", false, vec![first, other])
    }

    fn for_each(&self, each: &str, call: &Call, change: impl FnOnce(&mut super::teller::Scope)) -> Said {
        let moves = call.get("moves").map(|moves| self.within(change, || self.deed(moves))).unwrap_or_default();
        if moves.is_empty() {
            return moves;
        }
        if moves.text.is_empty() {
            return Said { text: format!("for {each}"), ..moves };
        }
        Said { text: format!("for {each}, {}", moves.text), ..moves }
    }

    fn each_piece(&self, call: &Call) -> Said {
        let kinds = call.get("items").map(|items| {
            let names: Vec<String> = items.members().iter().map(|kind| words::plural(&self.kind_name(kind))).collect();
            words::list(&names, "and")
        });
        let whose = call.get("role").map_or("your".to_owned(), |role| self.whose(role));
        let pieces = format!("{whose} {}", kinds.unwrap_or_else(|| words::plural(&self.facts.thing)));
        match call.get("moves") {
            Some(moves) => {
                let site = self.facts.site;
                self.within(
                    |scope| {
                        scope.piece = Some(format!("one of {pieces}"));
                        scope.from = format!("its {site}");
                        scope.site = format!("its {site}");
                    },
                    || self.deed(moves),
                )
            }
            None => Said::new(self.act(&format!("move one of {pieces}, as told under “How the pieces move”"))),
        }
    }

    fn each_site(&self, call: &Call) -> Said {
        let (Some(region), Some(moves)) = (call.get("region"), call.get("moves")) else { return Said::default() };
        let places = self.places(region);
        let that = self.each_of(&places);
        let inner = self.within(|scope| scope.site.clone_from(&that), || self.deed(moves));
        let none = call.get("noMoveYet").map(|moves| self.deed(moves));
        let said = match (&places, self.scope(|scope| scope.performed)) {
            (Places::Site(_), _) => inner,
            (_, true) if inner.text.is_empty() => Said { text: format!("for each of {}", places.all()), ..inner },
            (_, true) => Said { text: format!("for each of {}, {}", places.all(), inner.text), ..inner },
            (_, false) => Said::new(self.act(&format!("choose {}", places.one()))).then(inner, ", and "),
        };
        match none {
            Some(none) => said.then(none, "; if no such move is possible, "),
            None => said,
        }
    }

    fn each_value(&self, call: &Call) -> Said {
        let Some(moves) = call.get("moves") else { return Said::default() };
        let range = match (call.get("values"), call.get("min"), call.get("max")) {
            (Some(values), ..) if values.members().iter().any(|value| value.as_prim(Prim::Id).is_some()) => {
                let kinds: Vec<String> = values.members().iter().map(|value| words::a(&self.number(value))).collect();
                let inner = self.within(|scope| scope.value = "that kind".to_owned(), || self.deed(moves));
                return Said::new(self.act(&format!("choose {}", words::list(&kinds, "or")))).then(inner, ", and ");
            }
            (Some(values), ..) => self.number(values),
            (_, Some(min), Some(max)) => format!("from {} to {}", self.number(min), self.number(max)),
            _ => String::new(),
        };
        if self.picks_dice(moves) {
            let inner = self.within(|scope| scope.value = "that die".to_owned(), || self.deed(moves));
            return Said::new(self.act("choose one of the dice")).then(inner, ", and ");
        }
        let inner = self.within(|scope| scope.value = "that number".to_owned(), || self.deed(moves));
        if self.scope(|scope| scope.performed) {
            return Said { text: format!("for each number {range}, {}", inner.text), ..inner };
        }
        Said::new(self.act(&format!("choose a number {range}"))).then(inner, ", and ")
    }

    /// Whether the number of a loop says which of several dice is meant.
    fn picks_dice(&self, moves: &Term) -> bool {
        let mut found = false;
        super::facts::each(moves, &mut |call| {
            let by_value = call.prim == Prim::IfInt
                && call.get("condition").and_then(Term::call).is_some_and(|condition| {
                    condition.prim == Prim::Equals
                        && ["a", "b"]
                            .iter()
                            .any(|slot| condition.get(slot).is_some_and(|n| n.as_prim(Prim::Value).is_some()))
                });
            let rolled = call.get("yes").and_then(|yes| yes.as_prim(Prim::Chosen)?.get("name")?.text());
            found |= by_value && rolled.is_some_and(|name| self.facts.rolled.contains(name));
        });
        found
    }

    fn random(&self, call: &Call) -> Said {
        let Some(moves) = call.get("moves") else { return Said::default() };
        match call.get("probabilities") {
            Some(weights) => {
                let items = moves.members().iter().zip(weights.members()).map(|(deed, weight)| {
                    let said = self.deed(deed);
                    let text = if said.is_empty() { "nothing happens".to_owned() } else { said.text };
                    Said { text: format!("with a weight of {}, {text}", self.number(weight)), ..said }
                });
                Said::of("chance decides which of these happens", false, items.collect())
            }
            None => {
                let n = call.get("num").map(|n| self.number(n)).unwrap_or_default();
                Said::new(format!("chance picks {n} of these moves")).then(self.deed(moves), ": ")
            }
        }
    }

    fn add_score(&self, call: &Call) -> Said {
        if let (Some(roles), Some(scores)) = (call.get("roles"), call.get("scores")) {
            let parts: Vec<String> =
                roles.members().iter().zip(scores.members()).map(|(r, s)| self.gain(r, s)).collect();
            return Said::new(words::list(&parts, "and"));
        }
        match (call.get("role"), call.get("score")) {
            (Some(role), Some(score)) => Said::new(self.gain(role, score)),
            _ => Said::default(),
        }
    }

    fn gain(&self, role: &Term, score: &Term) -> String {
        let who = self.who(role);
        let points = match score.int() {
            Some(n) => words::counted(n.into(), "point"),
            None => format!("{} (in points)", self.number(score)),
        };
        if who == "you" { format!("score {points}") } else { format!("{who} scores {points}") }
    }

    fn sight(&self, call: &Call) -> Said {
        let where_ = match (call.get("at"), call.get("region")) {
            (Some(at), _) => self.site(at),
            (_, Some(region)) => self.places(region).all(),
            _ => "the board".to_owned(),
        };
        let facts = call.get("data").map(|data| {
            let words: Vec<String> =
                data.members().iter().map(|word| seen(word.symbol().unwrap_or_default()).to_owned()).collect();
            words::list(&words, "and")
        });
        let what = facts.unwrap_or_else(|| "what stands".to_owned());
        let to = call.get("to").or(call.get("from")).map_or("everybody".to_owned(), |who| self.who(who));
        let hidden = call.prim == Prim::Hide
            || call.prim == Prim::SetHidden && call.get("value").and_then(Term::truth) != Some(false);
        Said::new(format!("{what} on {where_} is {} {to}", if hidden { "now hidden from" } else { "shown to" }))
    }
}

/// A fact of a site that may be hidden.
pub(super) fn seen(word: &str) -> &'static str {
    match word {
        "Who" => "whose the piece is",
        "State" => "the state of the piece",
        "Count" => "how many there are",
        "Rotation" => "the direction of the piece",
        "Value" => "the value of the piece",
        _ => "what the piece is",
    }
}
