//! Numbers, pieces and zones: noun phrases.

use crate::catalogue::{Prim, Type};
use crate::rules::{Call, Term, TermKind};

use super::Said;
use super::ideas::Sort;
use super::people::agree;
use super::phrases::{Phrase, phrase};
use super::teller::Teller;
use super::words;

/// Things that are counted.
pub(super) struct Things {
    /// One, without an article.
    pub thing: String,
    /// More than one.
    pub many: String,
    /// That there is none.
    pub none: String,
    /// That there is one.
    pub some: String,
    /// More than one, as what a number is of.
    pub counted: String,
    /// Who has them, as a subject.
    pub owner: Option<String>,
}

impl Teller<'_> {
    /// A number as a noun.
    pub fn number(&self, term: &Term) -> String {
        if term.int().is_none()
            && let Some(said) = self.said(term)
        {
            return said;
        }
        if let Some(n) = term.constant() {
            return words::number(n);
        }
        self.telling(term, Sort::Noun, || Said::new(self.plain_number(term))).text
    }

    fn plain_number(&self, term: &Term) -> String {
        match &term.kind {
            TermKind::Int(n) => words::number((*n).into()),
            TermKind::Real(x) => x.to_string(),
            TermKind::Bool(truth) => if *truth { "yes" } else { "no" }.to_owned(),
            TermKind::Text(text) => words::spaced(text),
            TermKind::Symbol(word) => match (term.ty, word.as_str()) {
                (Type::Role | Type::Player, word) => self.role(word),
                (_, "Infinity") => "any number".to_owned(),
                (_, "Off") => "a place beyond the edge".to_owned(),
                (_, "End") => "the end of the track".to_owned(),
                (_, word) => words::spaced(word),
            },
            TermKind::List(members) => {
                words::list(&members.iter().map(|member| self.number(member)).collect::<Vec<_>>(), "and")
            }
            TermKind::Range(ends) => format!("{} to {}", self.number(&ends.0), self.number(&ends.1)),
            TermKind::Call(call) => self.number_call(call, term),
        }
    }

    fn number_call(&self, call: &Call, term: &Term) -> String {
        let get = |slot: &str| call.get(slot);
        let number = |slot: &str| get(slot).map(|part| self.number(part)).unwrap_or_default();
        let operand = |slot: &str| get(slot).map(|part| self.operand(part)).unwrap_or_default();
        match call.prim {
            Prim::FromSite => self.scope(|scope| scope.from.clone()),
            Prim::ToSite => self.scope(|scope| scope.to.clone()),
            Prim::BetweenSite => self.scope(|scope| scope.between.clone()),
            Prim::Site => self.scope(|scope| scope.site.clone()),
            Prim::Level => self.scope(|scope| scope.level.clone()),
            Prim::LevelOf => match call.word("word") {
                Some("From") => "the level it comes from".to_owned(),
                _ => "the level it goes to".to_owned(),
            },
            Prim::Value => self.scope(|scope| scope.value.clone()),
            Prim::Kind => self.scope(|scope| scope.kind.clone()),
            Prim::Mover
            | Prim::Next
            | Prim::Prev
            | Prim::PlayerIndex
            | Prim::PlayerOf
            | Prim::SeatOf
            | Prim::Decider => self.who(term),
            Prim::PlayerBy => {
                let most = if call.word("word") == Some("Least") { "least" } else { "most" };
                let value = self.within(|scope| scope.player = "that player".to_owned(), || number("value"));
                let among = get("if").map(|condition| {
                    let who = "that player".to_owned();
                    format!(
                        ", of those for whom {}",
                        self.within(|s| s.player = who, || self.condition(condition, true))
                    )
                });
                format!("the player for whom {value} is {most}{}", among.unwrap_or_default())
            }
            Prim::Last => {
                let site = self.facts.site;
                if self.facts.pits && call.word("word") == Some("To") {
                    return match call.flag("afterConsequence") {
                        true => format!("the {site} of the last {}", self.facts.thing),
                        false => format!("the {site} just chosen"),
                    };
                }
                match call.word("word") {
                    Some("From") => format!("the {site} just left"),
                    Some("To") => format!("the {site} just moved to"),
                    Some("LevelFrom") => "the level just left".to_owned(),
                    _ => "the level just moved to".to_owned(),
                }
            }
            Prim::Chosen => self.chosen(call),
            Prim::Recorded => {
                let name = get("name").map(|name| self.name_of(name)).unwrap_or_default();
                let of = get("player").map(|player| self.whose(player)).unwrap_or_default();
                match get("round") {
                    Some(round) => format!("{of} “{name}” of round {}", self.number(round)),
                    None => format!("{of} “{name}” of all rounds together"),
                }
            }
            Prim::AttributeOf => {
                let name = get("name").map(|name| self.name_of(name)).unwrap_or_default();
                match (get("at"), get("of")) {
                    (Some(_), _) => format!("the {name} of the piece {}", self.at(call)),
                    (_, Some(of)) => format!("the {name} of {}", self.number(of)),
                    _ => format!("the {name} of {}", self.scope(|scope| scope.kind.clone())),
                }
            }
            Prim::ValueSimple => match call.word("word") {
                Some("Pending") => "the number kept in mind".to_owned(),
                Some("MoveLimit") => "the limit of moves".to_owned(),
                _ => "the limit of turns".to_owned(),
            },
            Prim::Var => match get("name") {
                Some(name) => format!("the current {}", self.name_of(name)),
                None => "the number kept".to_owned(),
            },
            Prim::Id => {
                let name = get("name").map(|name| self.kind_name(name)).unwrap_or_default();
                match get("role") {
                    Some(role) => self.piece_of(role, &name),
                    None => name,
                }
            }
            Prim::Where => match (get("name"), get("role"), get("what")) {
                (Some(name), Some(role), _) => {
                    format!("the place of {} {}", self.whose(role), self.kind_name(name))
                }
                (.., what) => format!("the place of {}", what.map(|what| self.the(what)).unwrap_or_default()),
            },
            Prim::Ahead => {
                let from = get("site").map(|site| self.site(site)).unwrap_or_default();
                let steps = get("steps").map_or("one step".to_owned(), |steps| self.counted(steps, "step"));
                let way = get("directions").map(|way| format!(" {}", self.direction(way))).unwrap_or_default();
                let edge = match call.word("edges") {
                    Some("Wrap") => ", going on at the opposite edge",
                    _ => "",
                };
                format!("the {} {steps}{way} from {from}{edge}", self.facts.site)
            }
            Prim::Coord => match (get("coordinate"), get("row"), get("column")) {
                (Some(name), ..) => self.site(name),
                (_, Some(_), Some(_)) => format!("the site in row {} and column {}", number("row"), number("column")),
                _ => "a site".to_owned(),
            },
            Prim::RegionSite => {
                let of = get("region").map(|region| self.places(region).all()).unwrap_or_default();
                match get("index").and_then(Term::int) {
                    Some(n) => format!("number {} of {of}", words::number(i64::from(n) + 1)),
                    None => format!("number {} (counted from zero) of {of}", number("index")),
                }
            }
            Prim::CountStack => {
                let at = self.at(call);
                let such = get("if").map(|condition| {
                    let level = "that level".to_owned();
                    format!(" such that {}", self.within(|s| s.level = level, || self.condition(condition, true)))
                });
                format!("the number of pieces in the stack {at}{}", such.unwrap_or_default())
            }
            Prim::CountSimple => match call.word("word") {
                Some("Moves") => "the number of moves made so far".to_owned(),
                Some("Turns") => "the number of turns taken so far".to_owned(),
                Some("MovesThisTurn") => "the number of moves made in this turn".to_owned(),
                Some("Active") => "the number of players still in".to_owned(),
                Some("LegalMoves") => "the number of moves that are possible".to_owned(),
                Some("Trials") => "the number of games played".to_owned(),
                Some("Players") => words::number(self.facts.players.into()),
                word => format!("the number of {}", words::spaced(word.unwrap_or("things"))),
            },
            Prim::CountPlayers => match self.things(call) {
                Some(things) => format!("the number of {}", things.counted),
                None => "the number of players".to_owned(),
            },
            Prim::GreatestPlayer => {
                let value = self.within(|scope| scope.player = "a player".to_owned(), || number("value"));
                format!("the most that any player has of this: {value}")
            }
            Prim::CountOccurrences => {
                format!("the number of times this position has occurred{}", self.same_position(call))
            }
            Prim::CountSites | Prim::CountAt | Prim::CountZone | Prim::CountPieces => match self.things(call) {
                Some(things) => format!("the number of {}", things.counted),
                None => "the number of pieces".to_owned(),
            },
            Prim::SumAttribute => {
                let name = get("name").map(|name| self.name_of(name)).unwrap_or_default();
                let what = match (get("zone"), get("in")) {
                    (Some(zone), _) => match get("if") {
                        Some(condition) => {
                            let many = words::plural(self.thing_of(Some(zone)));
                            format!("the {many} in {} of which {}", self.zone(zone), self.of_kind(condition))
                        }
                        None => format!("everything in {}", self.zone(zone)),
                    },
                    (_, Some(region)) => format!("the pieces on {}", self.places(region).all()),
                    _ => "all pieces".to_owned(),
                };
                format!("the sum of the {name} of {what}")
            }
            Prim::CountGroups => {
                let way = get("directions").map(|way| self.direction(way)).filter(|way| way != "in any direction");
                let such = get("if").map(|condition| {
                    let site = "a site of theirs".to_owned();
                    format!(" such that {}", self.within(|s| s.to = site, || self.condition(condition, true)))
                });
                let way = way.map(|way| format!(" {way}")).unwrap_or_default();
                format!("the number of groups of pieces connected{way}{}", such.unwrap_or_default())
            }
            Prim::SizeStack => {
                let on = match (get("at"), get("in")) {
                    (Some(_), _) => self.at(call),
                    (_, Some(region)) => format!("on {}", self.places(region).all()),
                    _ => String::new(),
                };
                format!("the height of the stack {on}")
            }
            Prim::Plus => self.sum(call.get("list").or(call.get("array"))),
            Prim::Minus => match get("a") {
                Some(a) if a.int() == Some(0) => format!("minus {}", operand("b")),
                Some(_) => format!("{} minus {}", number("a"), operand("b")),
                None => match number("b") {
                    long if long.contains(" if ") || long.starts_with("minus") => {
                        format!("minus the following: {long}")
                    }
                    short => format!("minus {short}"),
                },
            },
            Prim::Times => {
                let members = get("list").or(get("array")).map_or(&[][..], Term::members);
                match members {
                    [n, thing] | [thing, n] if n.constant() == Some(1) => self.number(thing),
                    [n, thing] | [thing, n] if n.int().is_some() => {
                        format!("{} {}", words::times(n.int().unwrap_or(1).into()), self.operand(thing))
                    }
                    _ => {
                        let parts: Vec<String> = members.iter().map(|member| self.operand(member)).collect();
                        format!("the product of {}", words::list(&parts, "and"))
                    }
                }
            }
            Prim::Divide => match get("b").and_then(Term::int) {
                Some(2) => format!("half of {}, rounded down", operand("a")),
                _ => format!("{} divided by {}, rounded down", operand("a"), operand("b")),
            },
            Prim::Max | Prim::Min => {
                let most = call.prim == Prim::Max;
                match get("array") {
                    Some(array) => format!("the {} of {}", if most { "greatest" } else { "least" }, self.number(array)),
                    None => {
                        let word = if most { "greater" } else { "lesser" };
                        format!("the {word} of {} and {}", number("a"), number("b"))
                    }
                }
            }
            Prim::IfInt if get("condition").is_some_and(|condition| condition.settled().is_some()) => {
                number(if get("condition").and_then(Term::settled) == Some(true) { "yes" } else { "no" })
            }
            Prim::IfInt => {
                let (yes, no) = (number("yes"), number("no"));
                get("condition").map(|condition| self.one_or_other(condition, &yes, &no)).unwrap_or_default()
            }
            Prim::MapEntry => {
                let key = get("key").map(|key| self.whose(key)).unwrap_or_default();
                match get("name") {
                    Some(name) => format!("{key} {}", self.name_of(name)),
                    None => format!("{key} entry in the table"),
                }
            }
            Prim::ToInt => match get("value") {
                Some(value) if value.ty == Type::Bool => {
                    format!("one if {}, otherwise zero", self.condition(value, true))
                }
                Some(value) => self.number(value),
                None => String::new(),
            },
            Prim::Range | Prim::Exact | Prim::RangeMax | Prim::RangeMin => self.range(call),
            Prim::PlayersOf => match call.word("word") {
                Some("All") => "all players".to_owned(),
                Some("NonMover") => "the other players".to_owned(),
                Some("Enemy") => "all opponents".to_owned(),
                Some("Ally") => "your partners".to_owned(),
                _ => "you and your partners".to_owned(),
            },
            Prim::Has => self.condition(term, true),
            prim => match phrase(prim) {
                Phrase::Noun(template) => self.fill(template, call),
                _ => self.any_phrase_of(term),
            },
        }
    }

    fn any_phrase_of(&self, term: &Term) -> String {
        match term.ty {
            Type::Region => self.places(term).all(),
            Type::Bool => self.condition(term, true),
            Type::Zone => self.zone(term),
            _ => "a number".to_owned(),
        }
    }

    fn range(&self, call: &Call) -> String {
        let number = |slot: &str| call.get(slot).map(|part| self.number(part));
        match (call.prim, number("min"), number("max"), number("value")) {
            (Prim::Range, Some(min), Some(max), _) => format!("from {min} to {max}"),
            (_, Some(min), ..) => format!("at least {min}"),
            (_, _, Some(max), _) => format!("at most {max}"),
            (.., value) => format!("exactly {}", value.unwrap_or_default()),
        }
    }

    /// A number that something is done with: in brackets where it is itself made of several, so that it is clear what is done with what.
    fn operand(&self, term: &Term) -> String {
        let text = self.number(term);
        let several =
            term.call().is_some_and(|call| matches!(call.prim, Prim::Plus | Prim::Minus | Prim::Divide | Prim::IfInt));
        let spoken = [" plus ", " minus ", " divided by ", " if ", "the sum of ", "half of "];
        match several && spoken.iter().any(|word| text.contains(word)) {
            true => format!("({text})"),
            false => text,
        }
    }

    fn sum(&self, list: Option<&Term>) -> String {
        let Some(list) = list else { return String::new() };
        if !matches!(list.kind, TermKind::List(_)) {
            return format!("the sum of {}", self.number(list));
        }
        let members = list.members().iter().filter(|member| member.constant() != Some(0) && !is_nothing(member));
        let parts: Vec<String> = members.map(|member| self.number(member)).collect();
        match &parts[..] {
            [only] => only.clone(),
            [a, b] if a.len() + b.len() < 60 => format!("{a} plus {b}"),
            _ => format!("the sum of {}", words::list(&parts, "and")),
        }
    }

    /// What was chosen, rolled or noted under a name.
    fn chosen(&self, call: &Call) -> String {
        let name = call.get("name").and_then(Term::text).unwrap_or_default();
        let thing = words::spaced(name);
        let owner = call.get("of").map(|of| self.whose(of));
        match (self.facts.rolled.contains(name), self.facts.chosen.contains(name)) {
            (true, _) => format!("{} {thing} roll", owner.unwrap_or("the".to_owned())),
            (false, true) => match owner {
                Some(owner) => format!("{owner} {thing}"),
                None => format!("the chosen {thing}"),
            },
            _ => match owner {
                Some(owner) => format!("{owner} {thing}"),
                None => format!("the {thing} noted"),
            },
        }
    }

    /// What is counted by a ludeme.
    pub fn things(&self, call: &Call) -> Option<Things> {
        let get = |slot: &str| call.get(slot);
        match call.prim {
            Prim::CountSites => {
                let places = self.places(get("in")?);
                let (thing, many) = match (places.noun(), places.plural()) {
                    (Some(thing), Some(many)) => (thing, many),
                    _ => (
                        format!("{} of {}", self.facts.site, places.all()),
                        format!("{} of {}", words::plural(self.facts.site), places.all()),
                    ),
                };
                Some(things(&thing, &many))
            }
            Prim::CountAt => {
                let on = match (get("at"), get("in")) {
                    (Some(_), _) => self.at(call),
                    (_, Some(region)) => format!("on {}", self.places(region).all()),
                    _ => String::new(),
                };
                let hand = get("at").is_some_and(|at| at.as_prim(Prim::HandSite).is_some());
                let thing = &self.facts.thing;
                let mut found = things(&format!("{thing} {on}"), &format!("{} {on}", words::plural(thing)));
                if hand {
                    let hand = on.trim_start_matches("in ");
                    (found.none, found.some) = (format!("{hand} is empty"), format!("{hand} is not empty"));
                }
                Some(found)
            }
            Prim::CountZone => {
                let zone = self.zone(get("zone")?);
                let be = if zone.ends_with('s') { "are" } else { "is" };
                let thing = self.thing_of(get("zone"));
                match get("if") {
                    Some(condition) => {
                        let kind = self.of_kind(condition);
                        let thing = format!("{thing} in {zone} of which {kind}");
                        let many = format!("{} in {zone} of which {kind}", words::plural(self.thing_of(get("zone"))));
                        Some(things(&thing, &many))
                    }
                    None => Some(Things {
                        thing: format!("{thing} in {zone}"),
                        many: format!("{} in {zone}", words::plural(thing)),
                        counted: format!("{} in {zone}", words::plural(thing)),
                        none: format!("{zone} {be} empty"),
                        some: format!("{zone} {be} not empty"),
                        owner: None,
                    }),
                }
            }
            // What is no kind of piece is what dominoes are drawn from.
            Prim::CountPieces
                if get("name")
                    .and_then(Term::text)
                    .is_some_and(|name| name == "Bag" && !self.facts.pieces.contains_key(name)) =>
            {
                Some(things("domino left in the bag", "dominoes left in the bag"))
            }
            Prim::CountPieces => {
                let thing = get("name").map_or("piece".to_owned(), |name| self.kind_name(name));
                let within = get("in").map(|within| format!(" {}", self.on_all(within))).unwrap_or_default();
                let such = get("if").map(|condition| format!(" {}", self.such(Prim::Site, condition, true)));
                let within = within + &such.unwrap_or_default();
                let owner = match get("role").or(get("of")) {
                    Some(owner) => Some(self.who(owner)).filter(|who| who != "everybody"),
                    None => None,
                };
                let many = words::plural(&thing);
                let Some(owner) = owner else {
                    let on = if within.is_empty() { " on the board".to_owned() } else { within };
                    return Some(things(&format!("{thing}{on}"), &format!("{many}{on}")));
                };
                let have = agree(&owner, "has", "have");
                Some(Things {
                    none: format!("{owner} {have} no {many}{within}"),
                    some: format!("{owner} {have} {}{within}", words::a(&thing)),
                    counted: format!("{many} that {owner} {have}{within}"),
                    many: format!("{many}{within}"),
                    thing: format!("{thing}{within}"),
                    owner: Some(owner),
                })
            }
            Prim::CountPlayers => {
                let condition = get("if")?;
                let player = "that player".to_owned();
                let clause = self.within(|scope| scope.player = player, || self.condition(condition, true));
                let (thing, many) = (format!("player for whom {clause}"), format!("players for whom {clause}"));
                Some(things(&thing, &many))
            }
            Prim::SizeStack => {
                let at = self.at(call);
                Some(things(&format!("piece in the stack {at}"), &format!("pieces in the stack {at}")))
            }
            _ => None,
        }
    }

    /// What a condition says of a kind of piece.
    pub fn of_kind(&self, condition: &Term) -> String {
        self.within(|scope| scope.kind = "it".to_owned(), || self.condition(condition, true)).replace(" of it ", " ")
    }

    /// A value of an attribute: `hearts`, `king`, seven.
    pub fn value_of(&self, _attribute: &str, value: &Term) -> String {
        match value.text() {
            Some(text) => words::shown(text),
            None => self.number(value),
        }
    }

    /// A piece as one that is known: `your King`.
    pub fn the(&self, term: &Term) -> String {
        match term.as_prim(Prim::Id).map(|id| (id.get("role"), id.get("name"))) {
            Some((Some(role), Some(name))) if !self.speaks(term) => {
                format!("{} {}", self.whose(role), self.kind_name(name))
            }
            _ => self.number(term),
        }
    }

    /// The name of a kind of piece: `Disc`, or `Disc of player 1` for `Disc1`.
    pub fn kind_name(&self, term: &Term) -> String {
        let Some(text) = term.text() else { return self.number(term) };
        self.kind_by_name(text)
    }

    /// The same, by name.
    pub fn kind_by_name(&self, text: &str) -> String {
        let (base, owner) = self.facts.piece_and_owner(text);
        let thing = self.thing(base);
        match owner {
            Some(0) | None => thing,
            Some(n) => format!("{thing} of {}", self.role(&format!("P{n}"))),
        }
    }

    /// A kind of piece as a noun: pieces that only one player has go by a name that may be no noun.
    pub fn thing(&self, base: &str) -> String {
        if let Some((kind, rest)) = base.split_once('-') {
            return format!("{kind} ({})", rest.split('-').map(words::shown).collect::<Vec<_>>().join(", "));
        }
        let shown = capitalised(base);
        let single =
            |role: &String| self.facts.players > 1 && role.starts_with('P') && role[1..].parse::<u32>().is_ok();
        if self.facts.pieces.get(base).is_some_and(single) && !self.facts.single.contains(base) {
            format!("{shown} piece")
        } else {
            shown
        }
    }

    /// A reference to pieces: `a Disc`, `a Queen or a Rook`.
    pub fn piece_ref(&self, term: &Term) -> String {
        let Some(piece) = term.call().and_then(|call| call.get("piece")) else { return "a piece".to_owned() };
        let names: Vec<String> = piece
            .members()
            .iter()
            .map(|kind| match kind.text() {
                Some(text) => words::a(&self.kind_by_name(text)),
                None => match kind.as_prim(Prim::Id) {
                    Some(_) => words::a(&self.number(kind)),
                    None => self.number(kind),
                },
            })
            .collect();
        words::list(&names, "or")
    }

    /// A zone: `your hand`, `the pile`.
    pub fn zone(&self, term: &Term) -> String {
        if let Some(said) = self.said(term) {
            return said;
        }
        let Some(call) = term.as_prim(Prim::ZoneRef) else { return self.name_of(term) };
        let name = call.get("name").map(|name| self.name_of(name)).unwrap_or_default();
        let name = if words::is_participle(&name) { format!("pile “{name}”") } else { name };
        match call.get("of") {
            Some(of) if of.ty == Type::Int && of.int().is_none() && !self.is_person(of) && !self.speaks(of) => {
                format!("the {name} with the number {}", self.number(of))
            }
            Some(of) => format!("{} {name}", self.whose(of)),
            None => format!("the {name}"),
        }
    }

    /// Whether a number stands for a player.
    fn is_person(&self, term: &Term) -> bool {
        term.call().is_some_and(|call| {
            matches!(
                call.prim,
                Prim::Mover | Prim::Next | Prim::Prev | Prim::PlayerIndex | Prim::Decider | Prim::PlayerOf
            )
        })
    }
}

fn things(thing: &str, many: &str) -> Things {
    Things {
        thing: thing.to_owned(),
        many: many.to_owned(),
        counted: many.to_owned(),
        none: format!("there are no {many}"),
        some: format!("there is {}", words::a(thing)),
        owner: None,
    }
}

/// A name of the rule file as it is shown: its words, the first with a capital; what is all capitals stays so.
fn capitalised(name: &str) -> String {
    words::capital(&words::shown(name))
}

/// Whether a number is a product with zero.
fn is_nothing(term: &Term) -> bool {
    let list = term.as_prim(Prim::Times).and_then(|call| call.get("list"));
    list.is_some_and(|list| list.members().iter().any(|member| member.constant() == Some(0)))
}
