//! Regions: which sites are meant.

use crate::catalogue::{Prim, Type};
use crate::rules::{Call, Term, TermKind};

use super::Said;
use super::ideas::Sort;
use super::phrases::{Phrase, phrase};
use super::teller::Teller;
use super::words;

/// A region as one speaks of it.
#[derive(Clone, Debug)]
pub(super) enum Places {
    /// Sites of a kind: `empty`, `square`, `of the top row`.
    Kind { before: Vec<String>, noun: String, after: Vec<String> },
    /// A single site.
    Site(String),
    /// Anything else: one of them, any of them, all of them.
    Fixed { one: String, any: String, all: String },
}

impl Places {
    pub fn kind(before: &str, noun: &str, after: &str) -> Places {
        let some = |text: &str| if text.is_empty() { Vec::new() } else { vec![text.to_owned()] };
        Places::Kind { before: some(before), noun: noun.to_owned(), after: some(after) }
    }

    /// A region with a name of its own, such as `the home squares` or `your camp`.
    pub fn named(all: &str) -> Places {
        for article in ["a ", "an ", "any "] {
            if let Some(thing) = all.strip_prefix(article) {
                return Places::Kind { before: Vec::new(), noun: thing.to_owned(), after: Vec::new() };
            }
        }
        Places::Fixed { one: format!("one of {all}"), any: format!("any of {all}"), all: all.to_owned() }
    }

    /// The sites as a noun without an article.
    pub fn noun(&self) -> Option<String> {
        let Places::Kind { before, noun, after } = self else { return None };
        Some(joined(before, noun, after))
    }

    /// One of them: `an empty square`.
    pub fn one(&self) -> String {
        match self {
            Places::Kind { .. } => words::a(&self.noun().unwrap_or_default()),
            Places::Site(site) => site.clone(),
            Places::Fixed { one, .. } => one.clone(),
        }
    }

    /// Any of them: `any empty square`.
    pub fn any(&self) -> String {
        match self {
            Places::Kind { .. } => format!("any {}", self.noun().unwrap_or_default()),
            Places::Site(site) => site.clone(),
            Places::Fixed { any, .. } => any.clone(),
        }
    }

    /// All of them: `the empty squares`.
    pub fn all(&self) -> String {
        match self {
            Places::Kind { before, noun, after } => {
                format!("the {}", joined(before, &words::plural(noun), after))
            }
            Places::Site(site) => site.clone(),
            Places::Fixed { all, .. } => all.clone(),
        }
    }

    /// How many there are: `there are no empty squares`.
    pub fn plural(&self) -> Option<String> {
        let Places::Kind { before, noun, after } = self else { return None };
        Some(joined(before, &words::plural(noun), after))
    }

    /// The same sites, described further.
    pub fn with(self, before: Vec<String>, after: Vec<String>) -> Places {
        match self {
            Places::Kind { before: b, noun, after: a } => {
                let before = before.into_iter().filter(|word| !b.contains(word)).chain(b.clone()).collect();
                // `a square with an enemy piece next to …`, not the other way round.
                let short = |text: &String| {
                    text.starts_with("with ") || text.starts_with("without ") || text.starts_with("other than ")
                };
                let near = |text: &String| text.contains(" next to ") || text.starts_with("next to ");
                let after = match (a.first().is_some_and(near), after.first().is_some_and(short)) {
                    (true, true) => after[..1].iter().cloned().chain(a).chain(after[1..].iter().cloned()).collect(),
                    _ => a.into_iter().chain(after).collect(),
                };
                Places::Kind { before, noun, after }
            }
            _ if before.is_empty() && after.is_empty() => self,
            _ => {
                let words: Vec<String> =
                    before.iter().map(|word| format!("that {word}", word = be(word))).chain(after).collect();
                let tell = |text: String| format!("{text} {}", words.join(" and "));
                Places::Fixed { one: tell(self.one()), any: tell(self.any()), all: tell(self.all()) }
            }
        }
    }

    fn joined(parts: &[Places], link: &str) -> Places {
        let each = |form: fn(&Places) -> String| parts.iter().map(form).collect::<Vec<_>>();
        Places::Fixed {
            one: words::list(&each(Places::one), "or"),
            any: words::list(&each(Places::any), "or"),
            all: words::list(&each(Places::all), link),
        }
    }

    /// Each form put together from those of two regions.
    fn combined(&self, other: &Places, tell: impl Fn(&str, &str) -> String) -> Places {
        Places::Fixed {
            one: tell(&self.one(), &other.one()),
            any: tell(&self.any(), &other.any()),
            all: tell(&self.all(), &other.all()),
        }
    }
}

/// A noun with what stands around it; descriptions that were put together from several need their `and` once.
fn joined(before: &[String], noun: &str, after: &[String]) -> String {
    let after = after.join(" ").replace(" and and ", " and ");
    let after = after.strip_prefix("and ").unwrap_or(&after);
    let before = before.iter().map(String::as_str);
    before.chain([noun]).chain(Some(after).filter(|text| !text.is_empty())).collect::<Vec<_>>().join(" ")
}

fn be(word: &str) -> String {
    format!("is {word}")
}

impl Teller<'_> {
    /// A region.
    pub fn places(&self, term: &Term) -> Places {
        if let Some(said) = self.said(term) {
            return Places::named(&said);
        }
        let plain = self.within(|scope| scope.trace = term.origin.trace, || self.plain_places(term));
        let all = plain.all();
        let told = self.telling(term, Sort::Noun, || Said::new(all.clone()));
        if told.text == all { plain } else { Places::named(&told.text) }
    }

    fn plain_places(&self, term: &Term) -> Places {
        match &term.kind {
            TermKind::List(members) if members.is_empty() => Places::Fixed {
                one: "nowhere".to_owned(),
                any: "nowhere".to_owned(),
                all: "no place at all".to_owned(),
            },
            TermKind::List(members) => {
                let parts: Vec<Places> = members.iter().map(|member| self.places(member)).collect();
                Places::joined(&parts, "and")
            }
            TermKind::Text(text) => Places::Site(text.to_lowercase()),
            TermKind::Call(call) if term.ty == Type::Region => self.region(call),
            _ => Places::Site(self.site(term)),
        }
    }

    /// A single site.
    pub fn site(&self, term: &Term) -> String {
        match &term.kind {
            TermKind::Int(n) => self.facts.label(*n).unwrap_or_else(|| format!("{} {n}", self.facts.site)),
            TermKind::Text(text) => text.to_lowercase(),
            TermKind::Range(ends) => format!("{} to {}", self.site(&ends.0), self.site(&ends.1)),
            TermKind::Call(call) if call.prim == Prim::IfInt => {
                if let Some(said) = self.said(term) {
                    return said;
                }
                let part = |slot: &str| call.get(slot).map(|part| self.site(part)).unwrap_or_default();
                let (yes, no) = (part("yes"), part("no"));
                call.get("condition").map(|condition| self.one_or_other(condition, &yes, &no)).unwrap_or_default()
            }
            _ if term.ty == Type::Region => self.places(term).all(),
            _ => self.number(term),
        }
    }

    /// Where something is: `on that square`, `in your hand`.
    pub fn on(&self, term: &Term) -> String {
        let site = self.site(term);
        if term.as_prim(Prim::HandSite).is_some() { format!("in {site}") } else { format!("on {site}") }
    }

    /// Where something is, by the slot `at` of a ludeme.
    pub fn at(&self, call: &Call) -> String {
        let on = call.get("at").map_or_else(|| format!("on {}", self.scope(|s| s.site.clone())), |at| self.on(at));
        match call.get("level").map(|level| self.number(level)) {
            Some(level) if call.get("level").and_then(Term::int).is_some() => format!("{on} at level {level}"),
            Some(level) if level.starts_with("that ") => format!("at {level} {on}"),
            Some(level) => format!("{on} at {level}"),
            None => on,
        }
    }

    /// Where something is, by a region.
    pub fn on_all(&self, region: &Term) -> String {
        let board = region.as_prim(Prim::SitesSimple).is_some_and(|call| call.word("word") == Some("Board"));
        if board && !self.speaks(region) {
            return "on the board".to_owned();
        }
        format!("on {}", self.places(region).all())
    }

    /// The condition in a slot.
    pub fn when(&self, call: &Call, slot: &str) -> String {
        call.get(slot).map(|condition| self.condition(condition, true)).unwrap_or_default()
    }

    /// What a region of several sites calls each of them.
    pub fn each_of(&self, places: &Places) -> String {
        match places {
            Places::Kind { noun, .. } => format!("that {}", noun.split(' ').next().unwrap_or_default()),
            Places::Site(site) => site.clone(),
            Places::Fixed { .. } => format!("that {}", self.facts.site),
        }
    }

    fn region(&self, call: &Call) -> Places {
        let site = self.facts.site;
        let get = |slot: &str| call.get(slot);
        let list = || get("list").map_or(&[][..], Term::members);
        match call.prim {
            Prim::Sites => self.listed(call),
            Prim::SitesSimple => self.simple(call.word("word").unwrap_or_default()),
            Prim::SitesIndex => self.indexed(call),
            Prim::SitesOccupied => self.occupied(call),
            Prim::SitesControlled => match get("by").map(|by| self.who(by)).unwrap_or_default() {
                who if who == "you" => Places::kind("", "stack", "that you control"),
                who => Places::kind("", "stack", &format!("that {who} controls")),
            },
            Prim::SitesSide => match (get("direction"), get("role")) {
                (Some(direction), _) => Places::kind("", site, &format!("on the {} side", self.compass(direction))),
                (None, Some(role)) => Places::kind("", site, &format!("on {} side", self.whose(role))),
                _ => Places::kind("", site, "on a side of the board"),
            },
            Prim::SitesHand if call.word("word") == Some("Winning") => {
                Places::kind("", site, "from which one could win")
            }
            Prim::SitesHand => {
                Places::Site(format!("{} hand", get("role").map_or("your".to_owned(), |role| self.whose(role))))
            }
            Prim::SitesTrack => {
                let this = if self.scope(|scope| scope.track) { "that" } else { "the" };
                let whose = get("role").map_or(this.to_owned(), |role| self.whose(role));
                let from = get("from").map(|from| format!(" from {}", self.site(from))).unwrap_or_default();
                let to = get("to").map(|to| format!(" up to {}", self.site(to))).unwrap_or_default();
                Places::kind("", site, &format!("of {whose} track{from}{to}"))
            }
            Prim::SitesAround => self.around(call),
            Prim::SitesDirection => self.in_direction(call),
            Prim::SitesBetween => self.between(call),
            Prim::SitesLineOfSight => self.in_sight(call),
            Prim::Union => {
                let parts: Vec<Places> = list().iter().map(|part| self.places(part)).collect();
                Places::joined(&parts, "and")
            }
            Prim::Intersection => self.shared(list()),
            Prim::Difference => self.without(call),
            Prim::Expand => {
                let of = get("region").or(get("origin")).map(|of| self.places(of).all()).unwrap_or_default();
                let steps = get("steps").map_or("one step".to_owned(), |steps| self.counted(steps, "step"));
                let way = get("directions").map(|way| format!(" {}", self.direction(way))).unwrap_or_default();
                // `in or within one step of the bottom row`
                let of = of.strip_prefix(&format!("the {} of ", words::plural(site))).unwrap_or(&of).to_owned();
                let single = get("region").or(get("origin")).is_some_and(|of| of.ty != Type::Region);
                let within = if single { "within" } else { "in or within" };
                Places::kind("", site, &format!("{within} {steps}{way} of {of}"))
            }
            Prim::IfRegion if get("condition").is_some_and(|condition| condition.settled().is_some()) => {
                let slot = if get("condition").and_then(Term::settled) == Some(true) { "yes" } else { "no" };
                get(slot).map_or_else(|| Places::named("nothing"), |part| self.places(part))
            }
            Prim::IfRegion => {
                let condition = self.when(call, "condition");
                let yes = get("yes").map(|yes| self.places(yes));
                let no = get("no").map(|no| self.places(no));
                match (yes, no) {
                    (Some(yes), Some(no)) => match get("condition") {
                        Some(condition) => yes.combined(&no, |a, b| self.one_or_other(condition, a, b)),
                        None => yes,
                    },
                    (Some(yes), None) => yes.combined(&yes, |a, _| match condition.contains(['(', ')']) {
                        true => format!("{a}, but only if {condition}"),
                        false => format!("{a} (only if {condition})"),
                    }),
                    _ => Places::named("nothing"),
                }
            }
            Prim::LimitRegion => {
                let of = get("region").map(|of| self.places(of));
                let most = get("count").map(|count| self.number(count)).unwrap_or_default();
                let all = of.map(|of| of.all()).unwrap_or_default();
                Places::named(
                    &format!("{all} (at most as many as {most})").replace("as many as the number of", "the number of"),
                )
            }
            Prim::First => {
                let parts: Vec<Places> = list().iter().map(|part| self.places(part)).collect();
                let mut parts = parts.into_iter();
                let first = parts.next().unwrap_or_else(|| Places::named("nothing"));
                parts.fold(first, |a, b| a.combined(&b, |a, b| format!("{a} or, if there is none, {b}")))
            }
            Prim::ForEachRegion => self.chosen_sites(call),
            _ => match phrase(call.prim) {
                Phrase::Place(before, noun, after) => {
                    let noun = if noun == "{}" { site.to_owned() } else { self.fill(noun, call) };
                    Places::kind(&self.fill(before, call), &noun, &self.fill(after, call))
                }
                _ => Places::named("sites"),
            },
        }
    }

    /// Sites by number, coordinate or name, or the group at hand.
    fn listed(&self, call: &Call) -> Places {
        let site = self.facts.site;
        if let Some(list) = call.get("list").or(call.get("coords")) {
            return self.places(list);
        }
        if call.get("walk").is_some() {
            return Places::kind("", site, "at the end of that walk");
        }
        let role = call.get("role").map(|role| self.whose(role));
        let name = call.get("name").and_then(Term::text).map(words::spaced);
        match (role, name) {
            (Some(role), Some(name)) => Places::kind("", site, &format!("of {role} {name}")),
            (Some(role), None) if self.facts.regions.is_empty() => {
                Places::kind("", site, &format!("with {role} pieces"))
            }
            (Some(role), None) => Places::kind("", site, &format!("of {role} region")),
            (None, Some(name)) => Places::kind("", site, &format!("of the {name}")),
            (None, None) => {
                let all = self.scope(|scope| scope.sites.clone());
                Places::Fixed { one: format!("a {site} of {all}"), any: format!("any {site} of {all}"), all }
            }
        }
    }

    fn simple(&self, word: &str) -> Places {
        let site = self.facts.site;
        let row = |side: &str, row: &str| {
            if self.facts.squares {
                Places::kind("", site, &format!("of the {row}"))
            } else {
                Places::kind("", site, &format!("on the {side} of the board"))
            }
        };
        match word {
            "Board" | "Playable" => Places::kind("", site, "of the board"),
            "Top" => row("top", "top row"),
            "Bottom" => row("bottom", "bottom row"),
            "Left" => row("left side", "left column"),
            "Right" => row("right side", "right column"),
            "Outer" | "Perimeter" => Places::kind("", site, "on the edge of the board"),
            "Inner" => Places::kind("inner", site, ""),
            "Corners" | "ConvexCorners" => Places::kind("corner", site, ""),
            "ConcaveCorners" => Places::kind("inward corner", site, ""),
            "Major" | "Minor" => Places::kind(&words::spaced(word), site, ""),
            "Centre" => Places::kind("central", site, ""),
            "Hint" => Places::kind("", site, "of the hint"),
            "ToClear" => Places::kind("", site, "whose piece will be removed when the turn ends"),
            "LineOfPlay" => Places::kind("", site, "on the line of play"),
            "Pending" => Places::kind("", site, "kept in mind from the last move"),
            "LastTo" => Places::Site(format!("the {site} just moved to")),
            _ => Places::Site(format!("the {site} just left")),
        }
    }

    fn indexed(&self, call: &Call) -> Places {
        let site = self.facts.site;
        let index = call.get("index");
        let nth = |what: &str| match index {
            Some(index) => match index.int() {
                Some(n) => format!("of {what} {}", n + 1),
                None => format!("of {what} {} (counted from zero)", self.number(index)),
            },
            None => format!("of the {what}"),
        };
        match (call.word("word").unwrap_or_default(), index.and_then(Term::int)) {
            ("Row", _) => Places::kind("", site, &nth("row")),
            ("Column", Some(n @ 0..26)) => {
                let letter = char::from(b'a' + u8::try_from(n).unwrap_or(0));
                Places::kind("", site, &format!("of column {letter}"))
            }
            ("Phase", Some(0)) if self.facts.squares => Places::kind("dark", site, ""),
            ("Phase", Some(1)) if self.facts.squares => Places::kind("light", site, ""),
            ("Phase", _) => Places::kind("", site, &nth("colour")),
            ("State", _) => Places::kind("", site, &nth("state").replace("of state", "in state")),
            (word, _) => Places::kind("", site, &nth(&words::spaced(word))),
        }
    }

    fn occupied(&self, call: &Call) -> Places {
        let site = self.facts.site;
        let kinds = call.get("component").or(call.get("components"));
        let thing = kinds.map_or("piece".to_owned(), |kinds| {
            let names: Vec<String> = kinds.members().iter().map(|kind| self.kind_name(kind)).collect();
            words::list(&names, "or")
        });
        let by = call.get("by");
        if kinds.is_none() && by.and_then(Term::symbol) == Some("All") {
            return Places::kind("occupied", site, "");
        }
        let piece = by.map_or(thing.clone(), |by| self.piece_of(by, &thing));
        let buried = call.get("top").and_then(Term::truth) == Some(false);
        let how = if buried { " at any height" } else { "" };
        let hand = call.get("container").filter(|container| container.text() != Some("Board"));
        match hand {
            Some(container) => {
                Places::kind("", site, &format!("of the {} with {}", self.name_of(container), words::a(&piece)))
            }
            None => Places::kind("", site, &format!("with {}{how}", words::a(&piece))),
        }
    }

    fn around(&self, call: &Call) -> Places {
        let site = self.facts.site;
        let of = call.get("region").map(|of| self.places(of));
        let beside =
            of.as_ref().map(|of| if matches!(of, Places::Site(_)) { of.all() } else { of.any() }).unwrap_or_default();
        let near = match call.get("distance") {
            Some(distance) => format!("within {} of {beside}", self.counted(distance, "step")),
            None => format!("{} {beside}", self.next_to(call.get("directions"))),
        };
        let near = match call.word("edges") {
            Some("Wrap") => format!("{near} (opposite edges touch)"),
            _ => near,
        };
        let itself = if call.flag("includeSelf") { ", itself included" } else { "" };
        let (mut before, mut after) = match call.get("if") {
            Some(condition) => self.described(Prim::ToSite, condition),
            None => (Vec::new(), Vec::new()),
        };
        match call.word("type") {
            Some("Empty") => before.push("empty".to_owned()),
            Some("NotEmpty") => before.push("occupied".to_owned()),
            Some("Own") => after.push("with a piece of yours".to_owned()),
            Some("NotOwn") => after.push("without a piece of yours".to_owned()),
            Some("Enemy") => after.push("with an enemy piece".to_owned()),
            Some("NotEnemy") => after.push("without an enemy piece".to_owned()),
            _ => {}
        }
        // What needs a clause of its own stays last.
        let at = after.iter().position(|part| part.contains("such that ")).unwrap_or(after.len());
        after.insert(at, format!("{near}{itself}"));
        Places::Kind { before, noun: site.to_owned(), after }
    }

    fn shared(&self, parts: &[Term]) -> Places {
        let parts: Vec<Places> = parts.iter().map(|part| self.places(part)).collect();
        let mut parts = parts.into_iter();
        let Some(first) = parts.next() else { return Places::named("nothing") };
        parts.fold(first, |a, b| match (&a, b) {
            (Places::Kind { noun, .. }, Places::Kind { before, noun: other, after }) if *noun == other => {
                let after = if after.is_empty() || !matches!(&a, Places::Kind { after, .. } if !after.is_empty()) {
                    after
                } else {
                    std::iter::once("and".to_owned()).chain(after).collect()
                };
                a.with(before, vec![after.join(" ")].into_iter().filter(|text| !text.is_empty()).collect())
            }
            (Places::Fixed { .. }, b @ Places::Kind { .. }) => {
                let among = format!("among {}", a.all());
                b.with(Vec::new(), vec![among])
            }
            (_, b) => {
                let all = b.all();
                let among = if all.starts_with("that ") { format!("in {all}") } else { format!("among {all}") };
                a.with(Vec::new(), vec![among])
            }
        })
    }

    fn without(&self, call: &Call) -> Places {
        let (Some(source), Some(remove)) = (call.get("source"), call.get("remove")) else {
            return Places::named("nothing");
        };
        let source = self.places(source);
        match self.places(remove) {
            Places::Kind { before, after, .. } if before == ["occupied"] && after.is_empty() => {
                source.with(vec!["empty".to_owned()], Vec::new())
            }
            Places::Kind { before, after, .. }
                if before.is_empty() && after.len() == 1 && after[0].starts_with("with ") =>
            {
                source.with(Vec::new(), vec![after[0].replacen("with ", "without ", 1)])
            }
            remove => {
                let except = remove.all();
                source.combined(&source, |a, _| format!("{a} except {except}"))
            }
        }
    }

    fn chosen_sites(&self, call: &Call) -> Places {
        let Some(region) = call.get("region") else { return Places::named("nothing") };
        if let Some(condition) = call.get("if") {
            let places = self.places(region);
            let (before, after) = self.described(Prim::Site, condition);
            return places.with(before, after);
        }
        match (call.get("of"), call.get("players")) {
            (Some(of), _) => {
                let of = self.places(of);
                let that = self.each_of(&of);
                let inner = self.within(|scope| scope.site = that, || self.places(region));
                inner.combined(&inner, |a, _| format!("{a}, for each of {}", of.all()))
            }
            _ => self.within(|scope| scope.player = "any of the players".to_owned(), || self.places(region)),
        }
    }
}
