//! Moves of pieces: what moves, where to, past what, and what that does.

use crate::catalogue::Prim;
use crate::rules::{Call, Term, TermKind};

use super::Said;
use super::places::Places;
use super::teller::Teller;
use super::words;

impl Teller<'_> {
    pub(super) fn movement(&self, call: &Call) -> Said {
        match call.prim {
            Prim::FromTo => self.carried(call),
            Prim::ZoneMove => self.zone_move(call),
            Prim::Draw => self.draw(call),
            Prim::Add | Prim::Claim => self.add(call),
            Prim::Step => self.step(call),
            Prim::Slide => self.slide(call),
            Prim::Hop => self.hop(call),
            Prim::Leap => {
                let walk = call.get("walk").map(walk).unwrap_or_default();
                let forward = if call.flag("forward") { ", only forward," } else { "" };
                self.ended(format!("{}{walk}{forward}", self.verb(call, "leap", "move")), call, "to")
            }
            Prim::Walk => self.walk(call),
            Prim::Shoot => {
                let piece = call.get("piece").map(|piece| self.piece_ref(piece)).unwrap_or_default();
                self.ended(format!("shoot {piece}{}", self.way(call)), call, "onto")
            }
            Prim::Select => self.select(call),
            Prim::Remove => self.remove(call),
            Prim::TakeControl => {
                let by = call.get("by").map(|by| self.who(by)).unwrap_or_default();
                let place = match (call.get("at"), call.get("to")) {
                    (Some(at), _) => self.on(at),
                    (_, Some(region)) => format!("on {}", self.places(region).all()),
                    _ => String::new(),
                };
                let text = match by.as_str() {
                    "you" => format!("=what stands {place} becomes yours"),
                    by => format!("=what stands {place} goes over to {by}"),
                };
                Said::new(self.act(&text))
            }
            Prim::Sow => self.sow(call),
            Prim::Push => {
                let way = call.get("directions").map(|way| self.direction(way)).unwrap_or_default();
                Said::new(
                    self.act(&format!(
                        "push the pieces from {} one step {way}, each pushing the next",
                        self.start(call)
                    )),
                )
            }
            Prim::Attract => Said::new(self.act(&format!(
                "draw the nearest piece in each line{} up to {}",
                self.way(call),
                self.start(call)
            ))),
            _ => self.flank(call),
        }
    }

    /// Where a move starts, as a site.
    fn start(&self, call: &Call) -> String {
        let start = call
            .get("from")
            .and_then(|from| self.inside(from, |from| from.get("region").map(|at| self.places(at).all())));
        start.flatten().unwrap_or_else(|| format!("the {} just moved to", self.facts.site))
    }

    fn way(&self, call: &Call) -> String {
        call.get("directions").map(|way| format!(" {}", self.direction(way))).unwrap_or_default()
    }

    /// In which directions, with a blank before it; nothing if it may be any.
    fn way_if_told(&self, call: &Call) -> String {
        let way = call.get("directions").map(|way| self.direction(way)).filter(|way| way != "in any direction");
        way.map(|way| format!(" {way}")).unwrap_or_default()
    }

    /// The beginning of a move: `step`, where it is clear what moves, or `move one of your pieces`.
    fn verb(&self, call: &Call, alone: &str, with: &str) -> String {
        let verb = self.verb_of_one(call, alone, with);
        if call.flag("stack") { format!("{verb} with its whole stack") } else { verb }
    }

    fn verb_of_one(&self, call: &Call, alone: &str, with: &str) -> String {
        match (call.get("from"), self.scope(|scope| scope.piece.clone())) {
            (Some(from), piece) => match self.moved(from) {
                Some(moved) => format!("{with} {moved}"),
                None => piece.map_or_else(|| alone.to_owned(), |piece| self.with_piece(&piece, alone, with)),
            },
            (None, Some(piece)) => self.with_piece(&piece, alone, with),
            (None, None) => format!("{with} one of your {}", words::plural(&self.facts.thing)),
        }
    }

    #[allow(clippy::unused_self, reason = "it belongs to the verb")]
    fn with_piece(&self, piece: &str, alone: &str, with: &str) -> String {
        if piece == "it" { alone.to_owned() } else { format!("{with} {piece}") }
    }

    /// What moves, from its clause.
    fn moved(&self, from: &Term) -> Option<String> {
        if let Some(said) = self.said(from) {
            return Some(said);
        }
        self.inside(from, |call| self.moved_piece(call)).flatten()
    }

    fn moved_piece(&self, call: &Call) -> Option<String> {
        let region = call.get("region")?;
        let (before, after) = call.get("if").map(|c| self.described(Prim::FromSite, c)).unwrap_or_default();
        if let Some(occupied) =
            region.as_prim(Prim::SitesOccupied).filter(|_| !self.speaks(region) && before.is_empty())
        {
            let thing = occupied.get("component").map_or(self.facts.thing.clone(), |kind| self.kind_name(kind));
            let piece = occupied.get("by").map_or(thing.clone(), |by| self.piece_of(by, &thing));
            let own = format!("with {}", words::a(&piece));
            let such = after.into_iter().filter(|part| *part != own).collect::<Vec<_>>().join(" ");
            let tail = if such.is_empty() { String::new() } else { format!(" on a {} {such}", self.facts.site) };
            let any = if call.word("level") == Some("Any") { " at any height" } else { "" };
            return Some(format!("{}{any}{tail}", words::a(&piece)));
        }
        if let Some(hand) = region.as_prim(Prim::HandSite) {
            let whose = hand.get("role").map_or("your".to_owned(), |role| self.whose(role));
            return Some(format!("a {} from {whose} hand", self.facts.thing));
        }
        if region.as_prim(Prim::FromSite).is_some() && self.scope(|scope| scope.piece.is_some()) {
            return None;
        }
        let place = self.places(region).with(before, after).one();
        if let Some(top) = call.get("top") {
            return Some(match top.int() {
                Some(1) => format!("the top piece of {place}"),
                Some(n) => format!("the top {} pieces of {place}", words::number(n.into())),
                None => match self.number(top) {
                    that if that == "that number" => format!("that many pieces from the top of {place}"),
                    number => format!("pieces from the top of {place}, as many as {number},"),
                },
            });
        }
        match call.get("level") {
            Some(level) if call.word("level") != Some("Any") => {
                Some(format!("the piece at {} on {place}", level_of(&self.number(level))))
            }
            _ => Some(format!("the {} on {place}", self.facts.thing)),
        }
    }

    /// Where a move ends, and what it does there.
    fn target(&self, call: &Call) -> (Option<Places>, Said) {
        let Some(to) = call.get("to") else { return (None, Said::default()) };
        if let Some(said) = self.said(to) {
            return (Some(Places::named(&said)), Said::default());
        }
        let site = self.facts.site;
        let told = self.inside(to, |to| {
            // Where it may end on nothing but what it passes, nothing need be said.
            if to.get("if").and_then(Term::settled) == Some(false) {
                return (None, Said::default());
            }
            let described = to.get("if").map(|condition| self.described(Prim::ToSite, condition));
            let places = match to.get("region") {
                Some(region) => Some(self.places(region)),
                None => described.is_some().then(|| Places::kind("", site, "")),
            };
            let (before, after) = described.unwrap_or_default();
            let places = places.map(|places| places.with(before, after));
            let effect = to.get("apply").map(|apply| self.applied(apply, |scope| scope.to = format!("that {site}")));
            (places, effect.unwrap_or_default())
        });
        told.unwrap_or_default()
    }

    /// What an `apply` does.
    fn applied(&self, apply: &Term, change: impl FnOnce(&mut super::teller::Scope)) -> Said {
        if let Some(said) = self.spoken_deed(apply) {
            return said;
        }
        let told = self.inside(apply, |apply| {
            self.within(change, || {
                let said = apply.get("moves").map(|moves| self.effect(moves)).unwrap_or_default();
                match apply.get("if") {
                    Some(condition) if !said.is_empty() => {
                        Said { text: format!("if {}, {}", self.condition(condition, true), said.text), ..said }
                    }
                    _ => said,
                }
            })
        });
        told.unwrap_or_default()
    }

    /// A move with its end, and what it does there.
    fn ended(&self, text: String, call: &Call, link: &str) -> Said {
        let (places, effect) = self.target(call);
        let text = match places {
            Some(places) => format!("{text} {link} {}", places.one()),
            None => text,
        };
        Said::new(self.act(&text)).then(effect, " and ")
    }

    fn carried(&self, call: &Call) -> Said {
        let moved =
            call.get("from").and_then(|from| self.moved(from)).or_else(|| self.scope(|scope| scope.piece.clone()));
        let moved = moved.unwrap_or_else(|| format!("the {}", self.facts.thing));
        let moved = if call.flag("stack") { format!("{moved}, with all above it,") } else { moved };
        let count = match call.get("count") {
            Some(count) => format!(" ({} of them)", self.number(count)),
            None => String::new(),
        };
        let verb = if call.flag("copy") { "put a copy of" } else { "move" };
        // What moves has been said.
        let object = match (verb, moved.as_str(), self.scope(|scope| scope.performed)) {
            ("move", "it", false) => verb.to_owned(),
            _ => format!("{verb} {moved}"),
        };
        let (places, effect) = self.target(call);
        let to = places.map_or("elsewhere".to_owned(), |places| match places {
            Places::Site(site) if site.ends_with("hand") => site,
            places => places.one(),
        });
        Said::new(self.act(&format!("{object}{count} to {to}{}", self.only(call)))).then(effect, " and ")
    }

    /// Whose move it is, where all move at once.
    fn only(&self, call: &Call) -> String {
        call.get("role").map(|role| format!(" (only {})", self.who(role))).unwrap_or_default()
    }

    /// What the things in a zone are called.
    pub(super) fn thing_of(&self, zone: Option<&Term>) -> &str {
        let name =
            zone.and_then(|zone| zone.as_prim(Prim::ZoneRef)).and_then(|zone| zone.get("name")).and_then(Term::text);
        name.map_or(&self.facts.thing, |name| self.facts.thing_in(name))
    }

    fn zone_move(&self, call: &Call) -> Said {
        let thing = self.thing_of(call.get("from"));
        if let Some(site) = call.get("site") {
            let to = call.get("to").map(|zone| self.zone(zone)).unwrap_or_default();
            let from = self.places(site).one();
            let level =
                call.get("level").map(|level| format!(" at {}", level_of(&self.number(level)))).unwrap_or_default();
            let article = if matches!(self.places(site), Places::Site(_)) { "the" } else { "a" };
            return Said::new(self.act(&format!("move {article} {thing}{level} from {from} to {to}")));
        }
        let from = call.get("from").map(|zone| self.zone(zone)).unwrap_or_default();
        let which = call.get("if").map(|condition| {
            let clause = self.within(|scope| scope.kind = "it".to_owned(), || self.condition(condition, true));
            format!(", provided that {clause}")
        });
        let to = call.get("to").map(|to| match to.as_prim(Prim::ZoneRef) {
            Some(_) => self.zone(to),
            None => self.places(to).one(),
        });
        let text =
            format!("move {} from {from} to {}{}", words::a(thing), to.unwrap_or_default(), which.unwrap_or_default());
        Said::new(self.act(&text))
    }

    fn draw(&self, call: &Call) -> Said {
        let thing = self.thing_of(call.get("from"));
        let from = call.get("from").map(|zone| self.zone(zone)).unwrap_or_default();
        let text = match call.get("sites") {
            Some(sites) => format!("draw {} from {from} onto each of {}", words::a(thing), self.places(sites).all()),
            None => {
                let count = call.get("count").map_or(words::a(thing), |count| self.counted(count, thing));
                let to = call.get("to").map(|zone| self.zone(zone)).unwrap_or_default();
                format!("draw {count} from {from} into {to}")
            }
        };
        let refill =
            call.get("refill").map(|zone| format!("; where it runs out, {} is shuffled first", self.zone(zone)));
        Said::new(format!("{}{}", self.act(&text), refill.unwrap_or_default()))
    }

    fn add(&self, call: &Call) -> Said {
        let own = |facts: &super::facts::Facts| {
            let mut own = facts.pieces.iter().filter(|(_, role)| *role == "Each");
            match (own.next(), own.next()) {
                (Some((name, _)), None) => format!("one of your {}", words::plural(&self.thing(name))),
                _ => "one of your pieces".to_owned(),
            }
        };
        let piece = call.get("piece").map_or_else(|| own(&self.facts), |piece| self.piece_ref(piece));
        let piece = match call.get("count") {
            Some(count) => format!("{piece} ({} of them)", self.number(count)),
            None => piece,
        };
        let performed = self.scope(|scope| scope.performed);
        let (places, effect) = self.target(call);
        let to = places.map_or("the board".to_owned(), |places| match (performed, &places) {
            (true, Places::Kind { .. } | Places::Fixed { .. }) => format!("each of {}", places.all()),
            _ => places.one(),
        });
        let verb = if call.prim == Prim::Claim { "claim" } else { "put" };
        let text = if verb == "claim" { format!("claim {to}") } else { format!("put {piece} on {to}") };
        let text = if call.flag("stack") { format!("{text}, on top of what is there") } else { text };
        Said::new(self.act(&text)).then(effect, " and ")
    }

    fn step(&self, call: &Call) -> Said {
        let way = self.way_if_told(call);
        let verb = self.verb(call, "step", "move");
        let one = if verb.starts_with("step") { "" } else { " one step" };
        self.ended(format!("{verb}{one}{way}"), call, "to")
    }

    fn slide(&self, call: &Call) -> Said {
        let way = self.way(call);
        let way = if way.is_empty() { " in a straight line".to_owned() } else { way };
        let track = call.get("track").map(|_| " along the track").unwrap_or_default();
        let far = call
            .get("between")
            .and_then(|between| self.inside(between, |between| self.span(between)))
            .unwrap_or_default();
        let text = format!(
            "{}{track}{way} over empty {}{far}",
            self.verb(call, "slide", "slide"),
            words::plural(self.facts.site)
        );
        let (places, effect) = self.target(call);
        let said = Said::new(self.act(&text));
        let Some(places) = places else { return said.then(effect, ", and ") };
        let condition = call.get("to").and_then(Term::call).and_then(|to| to.get("if"));
        // Where it may hold on an empty site, it says where the way ends.
        if condition.is_some_and(|condition| condition.settled().is_none() && !condition.asks_for_a_piece()) {
            let one = places.one();
            let first = one.strip_prefix("a ").or(one.strip_prefix("an ")).unwrap_or(&one);
            let ends = Said::new(format!("it ends on the first {first}, if it comes to one")).then(effect, "; then ");
            return said.then(ends, "; ");
        }
        if effect.is_empty() {
            return said.then(Said::new(format!("ending on {}", places.one())), ", ");
        }
        let last = if matches!(places, Places::Kind { .. }) { places.one() } else { places.any() };
        said.then(Said::new(format!("it may also end on {last}")).then(effect, "; then "), "; ")
    }

    /// How far, and past what, a slide goes.
    fn span(&self, between: &Call) -> String {
        let range =
            between.get("range").map(|range| match range.as_prim(Prim::Exact).and_then(|call| call.get("value")) {
                Some(exact) => format!(", exactly {} far", self.counted(exact, "step")),
                None => format!(", {} steps far", self.number(range)),
            });
        let desc = between.get("if").map(|condition| self.described(Prim::BetweenSite, condition)).unwrap_or_default();
        let over = match desc {
            (before, after) if after.is_empty() && (before.is_empty() || before == ["empty"]) => String::new(),
            (before, after) => {
                let places = Places::Kind { before, noun: self.facts.site.to_owned(), after };
                format!(", passing only {}", places.plural().unwrap_or_default())
            }
        };
        format!("{}{over}", range.unwrap_or_default())
    }

    fn hop(&self, call: &Call) -> Said {
        let site = self.facts.site;
        let way = self.way_if_told(call);
        let between = call.get("between").and_then(|between| {
            self.inside(between, |between| {
                let (before, after) =
                    between.get("if").map(|c| self.described(Prim::BetweenSite, c)).unwrap_or_default();
                let over = Places::Kind { before, noun: site.to_owned(), after };
                let range = between.get("range").map(|range| format!("{} ", self.number(range))).unwrap_or_default();
                let over = match range.as_str() {
                    "" => over.one(),
                    range => format!("{range}{}", over.plural().unwrap_or_default()),
                };
                // How many empty sites may lie before what is jumped over, and behind it.
                let far = match between.get("before").map(Term::constant) {
                    None | Some(Some(0)) => String::new(),
                    Some(Some(n)) if n < 100 => format!(", with up to {} empty {site}s before it,", words::number(n)),
                    Some(_) => ", with empty ones before it if need be,".to_owned(),
                };
                let free = match between.get("after").map(Term::constant) {
                    None | Some(Some(0)) => String::new(),
                    Some(Some(n)) if n < 100 => format!(" with up to {} empty {site}s behind", words::number(n)),
                    Some(_) => " at any distance behind".to_owned(),
                };
                let that = format!("that {site}");
                let effect = between.get("apply").map(|apply| self.applied(apply, |scope| scope.between = that));
                (format!(" over {over}{far}"), free, effect.unwrap_or_default())
            })
        });
        let (over, free, passed) = between.unwrap_or_default();
        let (places, effect) = self.target(call);
        let to = places.map(|places| format!(" to {}{free}", places.one())).unwrap_or_default();
        let text = format!("{}{way}{over}{to}", self.verb(call, "jump", "jump with"));
        Said::new(self.act(&text)).then(passed, ", and ").then(effect, ", and ")
    }

    fn walk(&self, call: &Call) -> Said {
        let steps = call.get("steps").map(|steps| match self.number(steps) {
            that if that == "that number" => "that many steps".to_owned(),
            _ => self.counted(steps, "step"),
        });
        let way = call.get("directions").map(|way| self.direction(way)).unwrap_or("in any direction".to_owned());
        let edge = match call.word("edges") {
            Some("Reflect") => {
                format!("; at the edge the way turns back, the {} on the edge counting once", self.facts.site)
            }
            Some("Bounce") => {
                format!("; at the edge the way turns back, the {} on the edge counting twice", self.facts.site)
            }
            Some("Wrap") => "; beyond the edge the way goes on at the opposite edge".to_owned(),
            Some("Fall") => "; who goes beyond the edge is lost".to_owned(),
            Some("Block") => "; the way may not lead beyond the edge".to_owned(),
            _ => String::new(),
        };
        let verb = self.verb(call, "move", "move");
        let text = format!("{verb} exactly {} straight {way}{edge}", steps.unwrap_or_default())
            .replace("straight straight", "straight");
        let (places, effect) = self.target(call);
        let said = Said::new(self.act(&text));
        let said = match places {
            Some(places) => said.then(Said::new(format!("the move must end on {}", places.one())), "; "),
            None => said,
        };
        said.then(effect, ", and ")
    }

    fn select(&self, call: &Call) -> Said {
        let from = call.get("from").and_then(|from| {
            self.pit(from)
                .or_else(|| self.moved(from))
                .or_else(|| self.scope(|scope| scope.piece.clone().map(|_| String::new())))
        });
        let (places, effect) = self.target(call);
        let level = call.get("to").and_then(Term::call).is_some_and(|to| to.word("level") == Some("Any"));
        let to = places.map(|places| {
            let place = places.one();
            if level { format!("a piece on {place}") } else { place }
        });
        let text = match (from.as_deref(), to) {
            // What is chosen has been said by the loop around it.
            (Some(""), Some(to)) if to == self.scope(|scope| scope.site.clone()) => return effect,
            (Some(""), Some(to)) => format!("choose {to}"),
            (Some(""), None) => "choose it".to_owned(),
            (Some(from), Some(to)) => format!("choose {from}, and {to}"),
            (Some(from), None) => format!("choose {from}"),
            (None, to) => format!("choose {}", to.unwrap_or_default()),
        };
        Said::new(self.act(&(text + &self.only(call)))).then(effect, ", and ")
    }

    /// Where the sites are pits, or there are no pieces, one of them is chosen and not what lies in it.
    fn pit(&self, from: &Term) -> Option<String> {
        if !(self.facts.pits || self.facts.pieces.is_empty()) || self.speaks(from) {
            return None;
        }
        let places = self.inside(from, |from| {
            let (before, after) = from.get("if").map(|c| self.described(Prim::FromSite, c)).unwrap_or_default();
            Some(self.places(from.get("region")?).with(before, after).one())
        });
        places.flatten()
    }

    fn remove(&self, call: &Call) -> Said {
        let Some(region) = call.get("region") else { return Said::default() };
        let places = self.places(region);
        let performed = self.scope(|scope| scope.performed);
        let count = call.get("count").map(|count| format!("as many pieces as {} from the top of ", self.number(count)));
        let what = match (&places, performed, count) {
            (Places::Site(site), _, Some(count)) => format!("{count}{site}"),
            (Places::Site(site), ..) => match call.get("level") {
                Some(level) => format!("the piece at {} on {site}", level_of(&self.number(level))),
                None => format!("what stands on {site}"),
            },
            (_, true, _) => format!("what stands on {}", places.all()),
            (_, false, _) => format!("what stands on {}", places.one()),
        };
        let when = if call.word("at") == Some("EndOfTurn") { " when the turn ends" } else { "" };
        Said::new(self.act(&format!("remove {what}{when}")))
    }

    /// Effects on lines and groups: custodial capture and the like.
    fn flank(&self, call: &Call) -> Said {
        let site = self.facts.site;
        let from = self.start(call);
        let way = self.way_if_told(call);
        let between = call.get("between").and_then(|between| {
            self.inside(between, |between| {
                let (before, after) =
                    between.get("if").map(|c| self.described(Prim::BetweenSite, c)).unwrap_or_default();
                let places = Places::Kind { before, noun: site.to_owned(), after };
                let range = between.get("range").map(|range| self.number(range));
                let one = range.as_deref() == Some("exactly one");
                let many = if one { places.one() } else { places.plural().unwrap_or_default() };
                let range = range.filter(|_| !one).map(|range| format!(" ({range} of them)")).unwrap_or_default();
                let that = if one { format!("that {site}") } else { "each of these".to_owned() };
                let effect = between.get("apply").map(|apply| self.applied(apply, |scope| scope.between = that));
                (format!("{many}{range}"), effect.unwrap_or_default())
            })
        });
        let (over, passed) = between.unwrap_or_else(|| (format!("other {}", words::plural(site)), Said::default()));
        let passes = format!("the {site} between");
        let (places, effect) = self.within(|scope| scope.between = passes, || self.target(call));
        let to = places.map_or("another".to_owned(), |places| places.one());
        let effect = passed.then(effect, ", and ");
        let where_ = match call.prim {
            Prim::Custodial => format!("{over} in a straight line{way} between {from} and {to}"),
            Prim::Intervene => format!("{to} on both sides of {from}{way}"),
            Prim::Directional => format!("{to} next to {from}{way}"),
            Prim::ForEachDirection => match call.get("moves") {
                Some(moves) => {
                    let that = format!("the {site} there");
                    let said = self.within(|scope| scope.to = that, || self.deed(moves));
                    return Said { text: format!("in each direction{way} from {from}: {}", said.text), ..said };
                }
                None => format!("{to} next to {from}{way}"),
            },
            Prim::Enclose => format!("a group of connected {over} next to {from}{way} without any empty neighbour"),
            _ => format!("{over} next to {from}{way}, surrounded on all sides by {}", to.replacen("a ", "", 1)),
        };
        if effect.is_empty() {
            return Said::new(self.act(&format!("flank {where_}")));
        }
        Said { text: format!("wherever there is {}, {}", with_article(&where_), effect.text), ..effect }
    }

    fn sow(&self, call: &Call) -> Said {
        let seeds = words::plural(&self.facts.thing);
        let seeds = match call.get("start") {
            Some(start) if start.as_prim(Prim::Last).is_none() => format!("the {seeds} of {}", self.site(start)),
            _ => format!("its {seeds}"),
        };
        let each = call.get("numPerHole").map_or("one".to_owned(), |n| self.number(n));
        let skip = if call.get("includeSelf").and_then(Term::truth) == Some(false) {
            format!(", passing over the {} they come from", self.facts.site)
        } else {
            String::new()
        };
        let first = if call.flag("origin") { ", beginning with it" } else { "" };
        let said = Said::new(self.act(&format!("sow {seeds} along the track, {each} at a time{first}{skip}")));
        let effect = call.get("apply").map(|apply| self.effect(apply)).unwrap_or_default();
        match call.get("if") {
            Some(condition) if !effect.is_empty() => {
                let back =
                    if call.flag("backtracking") { ", and so on backwards for as long as that holds" } else { "" };
                let text = format!("if at the last one {}, {}{back}", self.condition(condition, true), effect.text);
                said.then(Said { text, ..effect }, "; ")
            }
            _ => said.then(effect, ", then "),
        }
    }
}

fn with_article(text: &str) -> String {
    if text.starts_with("a ") || text.starts_with("an ") { text.to_owned() } else { format!("a run of {text}") }
}

/// A level as it is spoken of.
fn level_of(text: &str) -> String {
    if text.starts_with("that ") || text.starts_with("the ") || text.starts_with("its ") {
        text.to_owned()
    } else {
        format!("level {text}")
    }
}

/// A leap: a knight's, or step by step.
fn walk(term: &Term) -> String {
    let members = term.members();
    let first = members.first().map_or(&[][..], |first| match first.kind {
        TermKind::List(_) => first.members(),
        _ => members,
    });
    let steps: Vec<&str> = first.iter().filter_map(Term::symbol).collect();
    let straight = steps.iter().take_while(|step| **step == "F").count();
    let rest = &steps[straight..];
    let aside = rest.iter().skip(1).filter(|step| **step == "F").count();
    match (rest.first(), rest.len() == aside + 1) {
        (Some(_), true) => format!(
            " {} straight and {} to the side",
            words::counted(straight as i64, "step"),
            words::counted(aside as i64, "step")
        ),
        (None, _) => format!(" {} straight", words::counted(straight as i64, "step")),
        _ => {
            let words: Vec<String> = steps
                .iter()
                .map(|step| match *step {
                    "F" => "forward".to_owned(),
                    "L" => "left turn".to_owned(),
                    _ => "right turn".to_owned(),
                })
                .collect();
            format!(" by this way: {}", words::list(&words, "and"))
        }
    }
}
