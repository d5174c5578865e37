//! The set-up: where pieces stand, what is dealt, what players begin with.

use crate::catalogue::Prim;
use crate::rules::{Call, Term};

use super::Said;
use super::teller::Teller;
use super::words;

impl Teller<'_> {
    /// How the game is set up.
    pub(super) fn set_up(&self, rules: &Call) -> Vec<Said> {
        let list =
            rules.get("start").and_then(Term::call).and_then(|start| start.get("rules")).map_or(&[][..], Term::members);
        let mut out: Vec<(String, String)> = Vec::new();
        let mut before = None;
        for rule in list {
            let spoken = self.spoken_by(rule);
            if spoken.is_some() && spoken == before {
                continue;
            }
            before = spoken;
            // What goes to one place is told in one sentence.
            let (place, what) = match self.said(rule) {
                Some(said) => (said, String::new()),
                None => self.inside(rule, |call| self.start_rule(call)).unwrap_or_default(),
            };
            match out.last_mut().filter(|(last, what_last)| *last == place && !what_last.is_empty() && !what.is_empty())
            {
                Some((_, all)) => {
                    all.push('\n');
                    all.push_str(&what);
                }
                None if place.is_empty() => {}
                None => out.push((place, what)),
            }
        }
        let unset = self.facts.from_minus_one.iter().map(|name| (self.of_variable(name), String::new()));
        out.extend(unset);
        if out.is_empty() {
            return if self.facts.board { vec![Said::new("the board is empty")] } else { Vec::new() };
        }
        out.into_iter()
            .map(|(place, what)| match what.as_str() {
                "" => Said::new(place),
                what => {
                    let all: Vec<String> = what.lines().map(str::to_owned).collect();
                    Said::new(format!("{place}: {}", words::list(&all, "and")))
                }
            })
            .collect()
    }

    /// What a variable holds that is counted on from what nothing has set.
    fn of_variable(&self, name: &str) -> String {
        match name {
            "" => "the number kept is minus one".to_owned(),
            name => format!("the current {} is minus one", words::shown(name)),
        }
    }

    /// A rule of the start: a sentence, or a place with what is put there.
    fn start_rule(&self, call: &Call) -> (String, String) {
        let get = |slot: &str| call.get(slot);
        let plain = |text: String| (text, String::new());
        match call.prim {
            Prim::Place | Prim::PlaceStack => self.place(call),
            Prim::PlaceRandom => {
                let items = get("items").or(get("counts")).map_or(&[][..], Term::members);
                let names: Vec<String> = items.iter().map(|item| self.item_count(item)).collect();
                let place = get("region")
                    .map(|region| self.places(region).all())
                    .or_else(|| get("where").map(|at| self.site(at)));
                let count = get("count").map(|count| format!("{} of each: ", self.number(count))).unwrap_or_default();
                plain(format!(
                    "at random on {}: {count}{}",
                    place.unwrap_or_else(|| format!("the empty {}", words::plural(self.facts.site))),
                    words::list(&names, "and")
                ))
            }
            Prim::StartSetNextPlayer => (String::new(), String::new()),
            Prim::StartSetTeam => {
                let roles = get("roles").map(|roles| self.who(roles)).unwrap_or_default();
                plain(format!(
                    "{roles} are partners (team {})",
                    get("team").map(|team| self.number(team)).unwrap_or_default()
                ))
            }
            Prim::StartSetVar => {
                let value = get("value").map(|value| self.number(value)).unwrap_or_default();
                plain(match get("name") {
                    Some(name) => format!("the current {} is {value}", self.name_of(name)),
                    None => format!("the number kept is {value}"),
                })
            }
            Prim::StartSetPlayer => {
                let what = call.word("word").map(words::spaced).unwrap_or_default();
                let who = get("role").map_or("each player".to_owned(), |role| self.who(role));
                plain(format!(
                    "{who} begins with {} of {}",
                    words::a(&what),
                    get("value").map(|v| self.number(v)).unwrap_or_default()
                ))
            }
            Prim::StartSetSite => {
                let place = get("to")
                    .map(|to| self.places(to).all())
                    .or_else(|| get("at").map(|at| self.site(at)))
                    .unwrap_or_default();
                let value = get("value").map(|value| self.number(value)).unwrap_or_default();
                plain(match call.word("word") {
                    Some("Count") => {
                        let on = if self.facts.pits { "in" } else { "on" };
                        let things = get("value").map(|value| self.counted(value, &self.facts.thing));
                        let each = if get("to").is_some_and(|to| !super::facts::is_site(to)) { "each of " } else { "" };
                        format!("{} {on} {each}{place}", things.unwrap_or_default())
                    }
                    word => format!("the {} of {place} is {value}", words::spaced(word.unwrap_or("value"))),
                })
            }
            Prim::StartDraw => {
                let from = get("from").map(|zone| self.zone(zone)).unwrap_or_default();
                let thing = self.thing_of(get("from"));
                plain(match get("sites") {
                    Some(sites) => {
                        format!("{} from {from} is drawn onto each of {}", words::a(thing), self.places(sites).all())
                    }
                    None => {
                        let count = get("count").map_or(words::a(thing), |count| self.counted(count, thing));
                        let to = get("to").map(|to| self.zone(to)).unwrap_or_default();
                        let one = get("count").is_none_or(|count| count.int() == Some(1));
                        format!("{count} from {from} {} drawn into {to}", if one { "is" } else { "are" })
                    }
                })
            }
            Prim::StartDeal => {
                let what = get("type").map(|what| self.name_of(what)).unwrap_or_default();
                let count = get("count").map_or("one".to_owned(), |count| self.number(count));
                plain(format!("{count} {what} are dealt to each player"))
            }
            Prim::Split => plain("the deck is split among the players".to_owned()),
            Prim::StartForEach => {
                let places = get("region").map(|region| self.places(region));
                let such = get("if").map(|condition| self.described(Prim::Site, condition)).unwrap_or_default();
                let all = places.map(|places| places.with(such.0, such.1).all()).unwrap_or_default();
                self.each_rule(&format!("for each of {all}"), call)
            }
            Prim::StartForEachValue => {
                let (min, max) = (get("min").map(|n| self.number(n)), get("max").map(|n| self.number(n)));
                let each = format!("for each number from {} to {}", min.unwrap_or_default(), max.unwrap_or_default());
                let (place, what) =
                    self.within(|scope| scope.value = "that number".to_owned(), || self.each_rule("", call));
                let place = place.trim_start_matches(", ");
                // What does not depend on the number is done so many times.
                let often = get("max")
                    .and_then(Term::constant)
                    .zip(get("min").and_then(Term::constant))
                    .map(|(max, min)| max - min + 1);
                match often.filter(|_| !place.contains("that number") && !what.contains("that number")) {
                    Some(1) => (place.to_owned(), what),
                    Some(n) => (format!("{}, {place}", words::times(n)), what),
                    None => (format!("{each}, {place}"), what),
                }
            }
            Prim::StartForEachPlayer | Prim::StartForEachOf => {
                let each = if call.word("word") == Some("Team") { "for each team" } else { "for each player" };
                self.within(|scope| scope.player = "that player".to_owned(), || self.each_rule(each, call))
            }
            Prim::StartHidden => {
                let place = get("region").map(|r| self.places(r).all()).or_else(|| get("at").map(|at| self.site(at)));
                let to = get("to").map(|to| self.who(to)).unwrap_or_default();
                plain(format!("what stands on {} is hidden from {to}", place.unwrap_or_default()))
            }
            Prim::StartOwner => {
                let who = get("role").map(|role| self.who(role)).unwrap_or_default();
                let place = get("region").or(get("coords")).or(get("coord")).map(|place| self.places(place).all());
                plain(format!("{} belong to {who}", place.unwrap_or_else(|| "all sites".to_owned())))
            }
            Prim::StartRememberValue => plain(format!(
                "{} is remembered",
                get("value")
                    .map(|v| self.number(v))
                    .or_else(|| get("region").map(|r| self.places(r).all()))
                    .unwrap_or_default()
            )),
            Prim::StartSetPuzzle => plain(self.givens(call)),
            _ => (String::new(), String::new()),
        }
    }

    fn each_rule(&self, each: &str, call: &Call) -> (String, String) {
        let inner = call.get("rule").and_then(|rule| match self.said(rule) {
            Some(said) => Some((said, String::new())),
            None => self.inside(rule, |call| self.start_rule(call)),
        });
        match inner {
            Some((place, what)) if what.is_empty() => (format!("{each}, {place}"), String::new()),
            Some((place, what)) => (format!("{each}, {place}"), what),
            None => (String::new(), String::new()),
        }
    }

    fn item_count(&self, item: &Term) -> String {
        match item.call() {
            Some(call) => {
                let name = call.get("item").map(|item| self.kind_name(item)).unwrap_or_default();
                call.get("count").map_or(name.clone(), |count| self.counted(count, &name))
            }
            None => self.kind_name(item),
        }
    }

    fn place(&self, call: &Call) -> (String, String) {
        let get = |slot: &str| call.get(slot);
        let item = get("item").and_then(Term::text).unwrap_or_default();
        let (base, owner) = self.facts.piece_and_owner(item);
        let role = self.facts.pieces.get(base).map(String::as_str).unwrap_or("Each");
        let whole = role == "Shared" && self.facts.attributed.contains(base) && !item.contains('-');
        let thing = self.thing(base);
        let many = match (get("count"), get("items")) {
            (_, Some(items)) => {
                let names: Vec<String> = items.members().iter().map(|item| words::a(&self.kind_name(item))).collect();
                format!("from the bottom up {}", words::list(&names, "and"))
            }
            (Some(count), _) => self.counted(count, &thing),
            (None, _) => words::counted(1, &thing),
        };
        let many = match (whole, get("count")) {
            (true, None) => format!("one {thing} of each kind"),
            (true, Some(count)) => format!("{} of each kind", self.counted(count, &thing)),
            _ => many,
        };
        let zone = get("container").and_then(Term::text);
        let places = get("region").map(|region| {
            let all: Vec<String> = region.members().iter().map(|part| self.places(part).all()).collect();
            words::list(&all, "and")
        });
        let coords = get("coords").or(get("coord")).map(|coords| {
            let all: Vec<String> = coords.members().iter().map(|coord| self.site(coord)).collect();
            words::list(&all, "and")
        });
        if let Some(zone) = zone {
            let base = zone.trim_end_matches(|c: char| c.is_ascii_digit());
            let number = zone[base.len()..].parse::<u32>().ok().filter(|_| !self.facts.zones.contains(zone));
            let name = words::spaced(if number.is_some() { base } else { zone });
            let each = self.facts.owned_zones.contains(zone) || zone == "Hand";
            let place = match (number, owner.or_else(|| role.strip_prefix('P').and_then(|n| n.parse().ok()))) {
                (Some(n), _) => format!("in the {name} of {}", self.role(&format!("P{n}"))),
                (None, Some(n)) if each => format!("in the {name} of {}", self.role(&format!("P{n}"))),
                (None, None) if each => format!("in the {name} of each player"),
                _ => format!("in the {name}"),
            };
            return (place, many);
        }
        let whose = match owner {
            Some(n) if n > 0 && self.facts.players > 1 => {
                format!("{} of {}", words::plural(&thing), self.role(&format!("P{n}")))
            }
            _ => words::plural(&thing),
        };
        let at = match (places, coords) {
            (Some(places), None) => places,
            (_, Some(coords)) => coords,
            _ => return (whose, many),
        };
        let stack = call.prim == Prim::PlaceStack;
        let count = match (get("count").map(|count| (count.int(), self.number(count))), stack, get("items")) {
            (_, _, Some(_)) => return (format!("on {at}, {many}"), String::new()),
            (Some((n, count)), true, _) if n != Some(1) => format!(" ({count} in a stack)"),
            (Some((n, count)), false, _) if n != Some(1) => format!(" ({count})"),
            _ => String::new(),
        };
        if self.facts.alone.contains(item) && !stack {
            let of = match owner {
                Some(n) if n > 0 && self.facts.players > 1 && !self.facts.single.contains(base) => {
                    format!(" of {}", self.role(&format!("P{n}")))
                }
                _ => String::new(),
            };
            return (format!("the {thing}{of} stands on {at}"), String::new());
        }
        (format!("the {whose} stand here"), format!("{at}{count}"))
    }
}
