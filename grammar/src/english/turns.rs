//! Turns: phases, steps, choices, rolls, and decisions by others.

use crate::catalogue::{Prim, Type};
use crate::check::each_term;
use crate::rules::{Call, Term, TermKind};

use super::Said;
use super::deeds::IN_ORDER;
use super::teller::Teller;
use super::words;

impl Teller<'_> {
    /// How a turn goes, phase by phase if there are several.
    pub(super) fn play(&self, rules: &Call) -> Vec<Said> {
        let mut out = Vec::new();
        let common = rules.get("play");
        let phases = rules.get("phases").map_or(&[][..], Term::members);
        match (phases, common) {
            ([], Some(play)) => out.extend(self.turn_of(play)),
            _ => {
                for phase in phases {
                    out.extend(self.inside(phase, |call| self.phase(call, common)));
                }
                // A single phase is the whole game.
                if let [only] = &mut out[..] {
                    out = std::mem::take(&mut only.items);
                }
            }
        }
        for rule in
            rules.get("meta").and_then(Term::call).and_then(|meta| meta.get("rules")).map_or(&[][..], Term::members)
        {
            out.extend(rule.call().and_then(|rule| self.meta(rule)));
        }
        if let Some(says) = self.passing(rules) {
            out.push(Said::new(words::sentence(&says)));
        }
        out.retain(|said| !said.is_empty());
        out
    }

    fn turn_of(&self, play: &Term) -> Vec<Said> {
        if self.facts.players == 0 {
            let happens = |call: &Call| call.get("moves").map(|moves| self.effect(moves));
            let said = self.inside(play, happens).flatten().unwrap_or_default();
            let lead = "at each tick, all at once, as it stood before";
            return match (said.text.as_str(), said.items.is_empty()) {
                ("", true) => Vec::new(),
                ("", false) => vec![Said { text: lead.to_owned(), ..said }],
                (text, _) => vec![Said { text: format!("{lead}: {text}"), ..said }],
            };
        }
        let deed =
            self.inside(play, |call| call.get("moves").map(|moves| self.deed(moves))).flatten().unwrap_or_default();
        // Where all move at once, a turn is everybody's.
        let turn =
            if self.facts.at_once { "in each turn, without seeing what the others choose" } else { "in your turn" };
        match (deed.text.as_str(), deed.items.is_empty()) {
            (_, true) => vec![Said::new(format!("{turn}, {}", deed.text))],
            ("", false) => vec![Said { text: turn.to_owned(), ..deed }],
            (text, false) => vec![Said { text: format!("{turn}, {text}"), ..deed }],
        }
    }

    fn phase(&self, phase: &Call, common: Option<&Term>) -> Said {
        let name = phase.get("name").and_then(Term::text).map(words::spaced).unwrap_or_default();
        let whose = phase.get("role").and_then(Term::symbol).filter(|role| *role != "Shared");
        let whose = whose.map(|role| format!(", for {}", self.role(role))).unwrap_or_default();
        let mut items = phase.get("play").or(common).map(|play| self.turn_of(play)).unwrap_or_default();
        for next in phase.get("next").map_or(&[][..], Term::members) {
            let Some(call) = next.call() else { continue };
            let to = call
                .get("phase")
                .map_or("the phase that follows".to_owned(), |phase| format!("the phase *{}*", self.name_of(phase)));
            let who = call.get("role").map(|role| self.who(role)).filter(|who| who != "each player");
            let who = who.map(|who| format!(" for {who}")).unwrap_or_default();
            items.push(Said::new(match call.get("condition") {
                Some(condition) => format!("once {}, {to} begins{who}", self.condition(condition, true)),
                None => format!("then {to} begins{who}"),
            }));
        }
        Said::of(format!("Phase *{name}*{whose}"), false, items)
    }

    fn meta(&self, rule: &Call) -> Option<Said> {
        Some(Said::new(match rule.prim {
            Prim::MetaSwap => "after the first move, the second player may take it over instead of moving",
            Prim::Automove => "moves that are forced are made without asking",
            Prim::Gravity => "after every move, pieces fall to free places below them until none can",
            Prim::Pin => "a piece on which two others rest may not be removed",
            Prim::MetaNoRepeat => "no move may bring back a position that has occurred before",
            Prim::MetaNoSuicide => "no move may leave its player lost",
            _ => return None,
        }))
    }

    /// What happens to a player who cannot do anything.
    fn passing(&self, rules: &Call) -> Option<String> {
        let meta =
            rules.get("meta").and_then(Term::call).and_then(|meta| meta.get("rules")).map_or(&[][..], Term::members);
        let ends = meta
            .iter()
            .filter_map(Term::call)
            .filter(|rule| rule.prim == Prim::PassEnd)
            .find_map(|rule| rule.word("type"));
        if self.facts.players == 0 {
            return Some("once nothing would change any more, the game is over".to_owned());
        }
        if self.facts.players < 2 {
            return None;
        }
        // Where the ends say what happens when nobody can move, that is said there.
        let ended = rules.get("end").into_iter().chain(
            rules.get("phases").map_or(&[][..], Term::members).iter().filter_map(|phase| phase.call()?.get("end")),
        );
        let ended: Vec<&Term> = ended.collect();
        let mut told = false;
        ended
            .iter()
            .for_each(|end| each_term(end, &mut |term| told |= term.call().is_some_and(|c| c.prim == Prim::NoMoves)));
        let always_ends = |prim: Prim, word: Option<&str>| {
            ended.iter().flat_map(|end| end.call()?.get("rules").map(Term::members)).flatten().any(|rule| {
                let call = rule.call();
                let sub = call.and_then(|rule| rule.get("sub")).map_or(&[][..], Term::members);
                let last = sub.iter().any(|rule| {
                    rule.call().and_then(|rule| rule.get("condition")).and_then(Term::settled) == Some(true)
                });
                let condition =
                    call.filter(|rule| last || rule.get("result").is_some()).and_then(|rule| rule.get("condition"));
                condition.is_some_and(|condition| holds_if(condition, prim, word))
            })
        };
        // Nobody comes to pass where the game is over before that.
        if always_ends(Prim::NoMoves, None) {
            return None;
        }
        let plays = rules.get("play").into_iter().chain(
            rules.get("phases").map_or(&[][..], Term::members).iter().filter_map(|phase| phase.call()?.get("play")),
        );
        let possible = |may: fn(&Term) -> bool| {
            plays.clone().next().is_some()
                && plays.clone().all(|play| play.call().and_then(|play| play.get("moves")).is_some_and(may))
        };
        if always_ends(Prim::IsSimple, Some("Full")) && possible(fills) {
            return None;
        }
        if ends != Some("NoEnd") && !told && possible(fills) {
            return Some("if the board is full and nobody has won, the game is a draw".to_owned());
        }
        if ends != Some("NoEnd") && possible(may_pass) {
            return Some("if all players pass one after the other, the game is a draw".to_owned());
        }
        // A turn in which chance has decided something is no pass.
        if possible(rolls_first) {
            return Some("a player who can do nothing after the roll is passed over".to_owned());
        }
        Some(match ends {
            _ if told => "a player who can do nothing while the game goes on passes".to_owned(),
            Some("NoEnd") => "a player who can do nothing passes; the game goes on".to_owned(),
            _ => "a player who can do nothing passes; if all players pass one after the other, the game is a draw"
                .to_owned(),
        })
    }

    /// The forms of a turn.
    pub(super) fn turn_form(&self, call: &Call) -> Said {
        let list = || call.get("list").map_or(&[][..], Term::members);
        match call.prim {
            Prim::Turn => {
                let mut items = Vec::new();
                if let Some(begin) = call.get("begin") {
                    items.push(self.effect(begin));
                }
                items.extend(self.deeds_of(list()));
                if let Some(end) = call.get("end") {
                    let said = self.effect(end);
                    if !said.is_empty() {
                        items.push(Said { text: format!("however the turn ends, {}", said.text), ..said });
                    }
                }
                items.retain(|item| !item.is_empty());
                if items.len() == 1 {
                    items.remove(0)
                } else {
                    Said::of(IN_ORDER, true, items.into_iter().flat_map(Said::parts).collect())
                }
            }
            Prim::TurnStep => self.turn_step(call, list()),
            Prim::AnyOrder => Said::of(self.act("do these in any order"), false, self.deeds_of(list())),
            Prim::Choose => self.choose(call),
            Prim::Ask => {
                let who = call.get("player").map(|player| self.who(player)).unwrap_or_default();
                self.within(|scope| scope.actor = who, || self.row(list()))
            }
            Prim::Sealed => {
                let lead = "at the same time, and without seeing what the others choose";
                Said::of(lead, false, self.deeds_of(list()))
            }
            Prim::Finish => {
                let what = words::spaced(call.word("word").unwrap_or("Turn"));
                Said::new(format!("the {what} ends here"))
            }
            Prim::Let => {
                let name = call.get("name").map(|name| self.name_of(name)).unwrap_or_default();
                let value = call.get("value").map(|value| self.number(value)).unwrap_or_default();
                Said::new(self.act(&format!("note {value} as the {name}")))
            }
            _ => self.roll(call),
        }
    }

    fn turn_step(&self, call: &Call, list: &[Term]) -> Said {
        let name = call.get("name").and_then(Term::text).map(words::spaced).unwrap_or_default();
        let mut how = Vec::new();
        if call.flag("optional") {
            how.push("if you like".to_owned());
        }
        match call.get("repeat").map(|repeat| &repeat.kind) {
            Some(TermKind::Symbol(_)) if call.flag("optional") => how.push("as often as you like".to_owned()),
            Some(TermKind::Symbol(_)) => how.push("again and again, as long as it is possible".to_owned()),
            Some(TermKind::Int(1)) | None => {}
            Some(_) => {
                let times = call.get("repeat").map(|repeat| self.form(repeat, "times")).unwrap_or_default();
                how.push(format!("up to {times}"));
            }
        }
        if call.flag("anytime") {
            how.push("at any time in the turn".to_owned());
        }
        let when = call.get("if").filter(|condition| condition.settled().is_none());
        if let Some(condition) = when {
            how.push(format!("only if {}", self.condition(condition, true)));
        }
        let how = if how.is_empty() { String::new() } else { format!(" ({})", how.join(", ")) };
        let parts = self.deeds_of(list);
        let lead = format!("*{}*{how}", words::capital(&name));
        match <[Said; 1]>::try_from(parts) {
            Ok([only]) if only.text.is_empty() || only.text == IN_ORDER => Said { text: lead, ..only },
            Ok([only]) => Said { text: format!("{lead}: {}", only.text), ..only },
            Err(parts) => Said::of(lead, true, parts.into_iter().flat_map(Said::parts).collect()),
        }
    }

    fn choose(&self, call: &Call) -> Said {
        let name = call.get("name").map(|name| self.name_of(name)).unwrap_or_default();
        let secret = match call.word("seenBy") {
            Some("Mover") => " in secret",
            _ => "",
        };
        let site = self.facts.site;
        let such = |that: &str, change: fn(&mut super::teller::Scope, String)| {
            call.get("if").filter(|condition| condition.settled().is_none()).map(|condition| {
                let that = that.to_owned();
                format!(" such that {}", self.within(|scope| change(scope, that), || self.condition(condition, true)))
            })
        };
        let what = if let Some(words) = call.get("words") {
            let words: Vec<String> =
                words.members().iter().filter_map(|w| w.text().map(|w| format!("“{w}”"))).collect();
            return Said::new(self.act(&format!("choose{secret} {}", words::list(&words, "or"))));
        } else if let Some(values) = call.get("values") {
            let such = such("that number", |scope, that| scope.value = that).unwrap_or_default();
            let range = self.number(values);
            let range = if values.as_prim(Prim::Range).is_some() { range } else { format!("of {range}") };
            let range = match &values.kind {
                TermKind::Range(ends) => format!("from {} to {}", self.number(&ends.0), self.number(&ends.1)),
                TermKind::List(_) => self.number(values).replace(" and ", " or "),
                _ => range,
            };
            let number = if matches!(values.kind, TermKind::List(_)) { String::new() } else { "a number ".to_owned() };
            format!("{number}{range}{such}")
        } else if let Some(way) = call.get("directions") {
            let such = such("that direction", |scope, that| scope.value = that).unwrap_or_default();
            let way = match self.direction(way).as_str() {
                "in any direction" => "any direction".to_owned(),
                way => format!("a direction, {way}"),
            };
            format!("{way}{such}")
        } else if let Some(zone) = call.get("zone") {
            let such =
                call.get("if").map(|condition| format!(" such that {}", self.of_kind(condition))).unwrap_or_default();
            format!("{} from {}{such}", words::a(self.thing_of(Some(zone))), self.zone(zone))
        } else {
            let places = call.get("region").map(|region| self.places(region));
            let such = call.get("if").map(|condition| self.described(Prim::Site, condition)).unwrap_or_default();
            places.map_or_else(|| words::a(site), |places| places.with(such.0, such.1).one())
        };
        Said::new(self.act(&format!("choose{secret} {what} (the {name})")))
    }

    fn roll(&self, call: &Call) -> Said {
        let Some(name) = call.get("name") else { return Said::new(self.act("roll the dice")) };
        let name = self.name_of(name);
        let die = match (call.get("d"), call.get("faces")) {
            (Some(d), _) => match d.constant() {
                Some(n) => format!("a die with {}", words::counted(n, "face")),
                None => format!("a die with as many faces as {}", self.number(d)),
            },
            (_, Some(faces)) => format!("a die with the faces {}", self.number(faces)),
            _ => "a die".to_owned(),
        };
        let die = format!("{die}{}", self.chances(call));
        let secret = match call.word("seenBy") {
            Some("Mover") => " in secret",
            Some("Nobody") => " unseen",
            _ => "",
        };
        Said::new(self.act(&format!("roll {die}{secret} (the {name} roll)")))
    }

    /// How likely each face is, where they differ.
    pub(super) fn chances(&self, call: &Call) -> String {
        match call.get("biased") {
            Some(biased) => format!(", whose chances are to each other as {}", self.number(biased)),
            None => String::new(),
        }
    }

    /// The ways of the pieces that have some of their own.
    pub(super) fn movements(&self, game: &Call) -> Vec<Said> {
        let mut out = Vec::new();
        for item in self.items(game) {
            let Some(call) = item.call().filter(|call| call.get("moves").is_some()) else { continue };
            let (Some(name), Some(moves)) = (call.get("name").and_then(Term::text), call.get("moves")) else {
                continue;
            };
            let site = self.facts.site;
            let said = self.within(
                |scope| {
                    scope.trace = item.origin.trace;
                    scope.piece = Some("it".to_owned());
                    scope.from = format!("its {site}");
                },
                || match rolled_first(moves) {
                    Some((first, next)) => (Some(self.deed(first).text), self.deed(next)),
                    None => (None, self.deed(moves)),
                },
            );
            let (before, said) = said;
            let before = before.map(|deed| format!("before you choose a move, {deed}; then ")).unwrap_or_default();
            let role = call.get("role").filter(|role| role.ty == Type::Role).and_then(Term::symbol);
            let whose = role
                .filter(|role| role.starts_with('P') && self.facts.players > 1)
                .map(|role| format!(" of {}", self.role(role)));
            let thing = words::capital(&words::a(&format!("{}{}", self.thing(name), whose.unwrap_or_default())));
            let text = if said.text.starts_with("if ") || said.text.is_empty() || !before.is_empty() {
                format!("{thing}: {before}{}", said.text)
            } else {
                format!("{thing} may {}", said.text)
            };
            out.push(Said { text, ..said });
        }
        out
    }
}

/// Whether a condition holds wherever one of this kind does.
fn holds_if(condition: &Term, prim: Prim, word: Option<&str>) -> bool {
    let Some(call) = condition.call() else { return false };
    if call.prim == Prim::OrBool {
        return call.get("list").map_or(&[][..], Term::members).iter().any(|part| holds_if(part, prim, word));
    }
    call.prim == prim && (word.is_none() || call.word("word") == word)
}

/// What chance decides before a move, and the move.
fn rolled_first(moves: &Term) -> Option<(&Term, &Term)> {
    let call = moves.as_prim(Prim::Do)?;
    call.get("moves").filter(|first| first.is_chancy()).zip(call.get("next"))
}

/// Whether a move is possible as long as a site is empty.
fn fills(moves: &Term) -> bool {
    let Some(call) = moves.call() else { return false };
    match call.prim {
        Prim::Or | Prim::Priority => call.get("list").map_or(&[][..], Term::members).iter().any(fills),
        Prim::Add | Prim::Claim => call.get("to").and_then(Term::call).is_some_and(|to| {
            let anywhere = to.get("region").is_some_and(|region| region.as_prim(Prim::SitesEmpty).is_some());
            anywhere && to.get("if").is_none()
        }),
        _ => false,
    }
}

/// Whether play is a turn that begins with a roll.
fn rolls_first(moves: &Term) -> bool {
    let Some(turn) = moves.as_prim(Prim::Turn) else { return false };
    let first = turn.get("begin").into_iter().chain(turn.get("list").map_or(&[][..], Term::members)).next();
    first.is_some_and(|first| first.as_prim(Prim::Roll).is_some())
}

/// Whether one may always pass.
fn may_pass(moves: &Term) -> bool {
    let Some(call) = moves.call() else { return false };
    match call.prim {
        Prim::Or => call.get("list").map_or(&[][..], Term::members).iter().any(may_pass),
        prim => prim == Prim::Pass,
    }
}
