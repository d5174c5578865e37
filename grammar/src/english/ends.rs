//! The end: who wins when, scores and ranks; rounds and matches.

use crate::catalogue::Prim;
use crate::expand::Expanded;
use crate::rules::{Call, Term};

use super::Said;
use super::people::agree;
use super::teller::Teller;
use super::words;

impl Teller<'_> {
    /// How the game, or a round of it, ends.
    pub(super) fn ends(&self, rules: &Call) -> Vec<Said> {
        let what = if rules.get("rounds").is_some() { "round" } else { "game" };
        let mut out: Vec<Said> = rules.get("end").map(|end| self.end_rules(end, what)).unwrap_or_default();
        let phases = rules.get("phases").map_or(&[][..], Term::members);
        for phase in phases {
            let told = self.inside(phase, |call| {
                let end = call.get("end")?;
                Some((call.get("name").map(|name| self.name_of(name)), self.end_rules(end, what)))
            });
            if let Some(Some((name, ends))) = told {
                if phases.len() == 1 {
                    out.extend(ends);
                } else {
                    out.push(Said::of(format!("In the phase *{}*", name.unwrap_or_default()), false, ends));
                }
            }
        }
        if out.len() > 1 && phases.len() < 2 {
            out.push(Said::new("if several of these hold, the first counts"));
        }
        out
    }

    fn end_rules(&self, end: &Term, what: &str) -> Vec<Said> {
        let told = self.inside(end, |call| {
            let rules = call.get("rules").map_or(&[][..], Term::members);
            rules.iter().filter_map(|rule| self.end_rule(rule, what)).collect::<Vec<_>>()
        });
        told.unwrap_or_default()
    }

    fn end_rule(&self, rule: &Term, what: &str) -> Option<Said> {
        if let Some(said) = self.said(rule) {
            return Some(Said::new(said));
        }
        self.inside(rule, |call| match call.prim {
            Prim::EndForEach if call.word("word") == Some("Track") => {
                let when = self.within(|scope| scope.track = true, || Some(self.condition(call.get("if")?, true)))?;
                let result = self.result(call.get("result")?, what);
                Some(Said::of(format!("if this holds for one of the tracks: {when}, {}", result.text), false, result.items))
            }
            Prim::EndForEach => {
                let condition = call.get("if")?;
                let result = call.get("result")?;
                let that = "that player".to_owned();
                let when = self.within(|scope| scope.player = that, || self.condition(condition, true));
                let among = match call.word("word") {
                    Some("Enemy" | "NonMover") => "each opponent",
                    Some("Friend" | "Ally") => "each partner",
                    Some("Mover") => "you",
                    _ => "each player",
                };
                let result = self.within(|s| s.player = "that player".to_owned(), || self.result(result, what));
                Some(match result.as_prim_ranking() {
                    true => Said::new(format!(
                        "for {among}: once {when}, that player is out, ranked behind all who are still in{}. The {what} is over when one player is left",
                        result.tail
                    )),
                    false => Said::new(format!("for {among}: if {when}, {}", result.text)),
                })
            }
            _ => {
                let condition = call.get("condition")?;
                let when = (condition.settled() != Some(true)).then(|| self.condition(condition, true));
                if condition.settled() == Some(false) {
                    return None;
                }
                if let Some(sub) = call.get("sub") {
                    let mut items: Vec<Said> = Vec::new();
                    for rule in sub.members() {
                        let Some(said) = self.end_rule(rule, what) else { continue };
                        // What holds in any case is what is left.
                        let rest = rule.call().and_then(|rule| rule.get("condition")).and_then(Term::settled) == Some(true);
                        items.push(match rest && !items.is_empty() && !self.speaks(rule) {
                            true => Said { text: format!("otherwise, {}", said.text), ..said },
                            false => said,
                        });
                    }
                    items.extend(call.get("result").map(|result| Said::new(format!("otherwise, {}", self.result(result, what).text))));
                    return Some(Said::of(format!("if {}", when.unwrap_or_default()), false, items));
                }
                let result = self.result(call.get("result")?, what);
                let text = match when {
                    Some(when) => format!("if {when}, {}", result.text),
                    None => result.text,
                };
                Some(Said::of(text, false, result.items))
            }
        })
        .flatten()
    }

    fn result(&self, term: &Term, what: &str) -> Told {
        if let Some(said) = self.said(term) {
            return Told { text: said, ..Told::default() };
        }
        self.inside(term, |call| match call.prim {
            Prim::Result => {
                let who = call.get("role").map(|role| self.who(role)).unwrap_or_default();
                Told::plain(match call.word("outcome") {
                    Some("Win") => format!("{who} {}", agree(&who, "wins", "win")),
                    Some("Loss") => format!("{who} {}", agree(&who, "loses", "lose")),
                    Some("Draw" | "Tie") if self.facts.players == 0 => format!("the {what} is over"),
                    Some("Draw" | "Tie") => format!("the {what} is a draw"),
                    _ => format!("the {what} ends without a result"),
                })
            }
            Prim::ByScore => {
                let best = if call.flag("misere") { "lowest" } else { "highest" };
                let scores = call.get("scores").map_or(&[][..], Term::members);
                let mut before: Option<String> = None;
                let mut items: Vec<Said> = Vec::new();
                for score in scores {
                    if let Some(said) = self.said(score) {
                        items.push(Said::new(said));
                        continue;
                    }
                    let told = self.inside(score, |score| {
                        let who = score.get("role").map(|role| self.whose(role)).unwrap_or_default();
                        let value = score.get("score").map(|value| self.number(value)).unwrap_or_default();
                        // What one wins the other loses.
                        let lost = before.as_deref().is_some_and(|before| is_minus(&value, before));
                        let said = if lost {
                            format!("{who} score is as much below zero")
                        } else {
                            format!("{who} score is {value}")
                        };
                        before = Some(value);
                        Said::new(said)
                    });
                    items.extend(told);
                }
                let scores = if items.is_empty() { "" } else { ". These are the scores" };
                let text = format!("the {what} is over and the {best} score wins{scores}");
                Told { text, items, ..Told::default() }
            }
            Prim::Ranking => {
                let criteria: Vec<String> = call
                    .get("criteria")
                    .map_or(&[][..], Term::members)
                    .iter()
                    .map(|criterion| self.within(|s| s.player = "the player".to_owned(), || self.number(criterion)))
                    .collect();
                let by = match criteria.len() {
                    0 => String::new(),
                    1 => format!("by {}, more being better", criteria[0]),
                    _ => format!(
                        "by {}, more being better; what comes later counts only between equals",
                        words::list(&criteria, "and then")
                    ),
                };
                Told {
                    text: format!("the {what} is over and the players are ranked {by}"),
                    ranking: true,
                    items: Vec::new(),
                    tail: format!(" (and {by}, among those who leave together)"),
                }
            }
            Prim::Payoffs => {
                let payoffs = call.get("payoffs").map_or(&[][..], Term::members).iter().filter_map(Term::call);
                let mut before: Option<String> = None;
                let mut parts: Vec<String> = Vec::new();
                for payoff in payoffs {
                    let who = payoff.get("role").map(|role| self.who(role)).unwrap_or_default();
                    let value = payoff.get("payoff").map(|n| self.number(n)).unwrap_or_default();
                    // What one wins the other loses.
                    parts.push(match before.as_deref().is_some_and(|before| is_minus(&value, before)) {
                        true => format!("{who} {} as much", agree(&who, "loses", "lose")),
                        false => format!("{who} {} {value}", agree(&who, "gets", "get")),
                    });
                    before = Some(value);
                }
                Told::plain(words::list(&parts, "and"))
            }
            _ => Told::default(),
        })
        .unwrap_or_default()
    }

    /// Rounds and the match.
    pub(super) fn rounds(&self, rules: &Call) -> Vec<Said> {
        let Some(rounds) = rules.get("rounds") else { return Vec::new() };
        self.inside(rounds, |call| self.match_of(call)).unwrap_or_default()
    }

    fn match_of(&self, call: &Call) -> Vec<Said> {
        let mut out = Vec::new();
        let count = call.get("count").map(|count| self.counted(count, "round"));
        let until = call.get("until").map(|until| self.condition(until, true));
        out.push(Said::new(match (count, until) {
            (Some(count), Some(until)) => format!("a match of {count}, which ends earlier if {until}"),
            (Some(count), None) => format!("a match of {count}"),
            (None, Some(until)) => format!("a match of rounds until {until}"),
            (None, None) => "a match of rounds, until it is decided".to_owned(),
        }));
        out.push(Said::new("each round begins with a new set-up".to_owned()));
        if call.word("seats") == Some("Rotate") {
            out.push(Said::new(
                "from round to round the players change parts: each takes the part of the next".to_owned(),
            ));
        }
        match call.word("starter") {
            Some("Rotate") => {
                out.push(Said::new("the right to begin goes to the next player with each round".to_owned()))
            }
            Some("Winner") => out.push(Said::new("the winner of a round begins the next".to_owned())),
            Some("Loser") => out.push(Said::new("the loser of a round begins the next".to_owned())),
            Some("Keep") => out.push(Said::new("the same player begins every round".to_owned())),
            _ => {}
        }
        for record in call.get("keep").map_or(&[][..], Term::members) {
            let Some(record) = record.call() else { continue };
            let name = record.get("name").map(|name| self.name_of(name)).unwrap_or_default();
            let value = record
                .get("value")
                .map(|value| self.within(|scope| scope.player = "the player".to_owned(), || self.number(value)));
            out.push(Said::new(match record.get("value").and_then(|value| self.points_of_match(record, value)) {
                Some(points) => format!("after each round {points}"),
                None => format!(
                    "after each round this is written down for each player as “{name}”: {}",
                    value.unwrap_or_default()
                ),
            }));
        }
        if let Some(end) = call.get("end") {
            out.extend(self.end_rules(end, "match"));
            if call.get("count").is_none() {
                return out;
            }
        }
        out.push(Said::new(match call.get("result") {
            Some(result) => self
                .result(result, "match")
                .text
                .replace("the match is over and the players", "at the end of the match the players"),
            None => "whoever has won the most rounds wins the match".to_owned(),
        }));
        out
    }

    /// What a game of a match gives to whom, where that is what is recorded: to the winner what it is worth, and one to each of two who
    /// draw.
    fn points_of_match(&self, record: &Call, value: &Term) -> Option<String> {
        if record.get("name").and_then(Term::text) != Some("Match") {
            return None;
        }
        let (won, worth) = (value.as_prim(Prim::IfInt)?, "the winner".to_owned());
        won.get("condition")?.as_prim(Prim::Won)?;
        let worth = self.within(|scope| scope.player = worth, || won.get("yes").map(|yes| self.number(yes)))?;
        let drawn = if won.get("no")?.int() == Some(0) { "" } else { ", or in a draw one to each player" };
        Some(format!("this is added to the score of the match: {worth} to the winner{drawn}"))
    }

    /// The games of a match.
    pub(super) fn games(&self, games: &[(String, &Term, &Expanded)]) -> Vec<Said> {
        let names: Vec<String> = games.iter().map(|(name, ..)| name.clone()).collect();
        let mut out = vec![Said::new(format!(
            "games are played one after the other, until the match is decided: {}; {} is the first",
            words::list(&names, "and"),
            names.first().cloned().unwrap_or_default()
        ))];
        let rounds =
            |game: &'_ Term| -> Option<Call> { game.call()?.get("rules")?.call()?.get("rounds")?.call().cloned() };
        for (name, game, _) in games {
            let Some(call) = rounds(game) else { continue };
            let record = call.get("keep").and_then(|keep| keep.members().first()?.call());
            let points = record.and_then(|record| self.points_of_match(record, record.get("value")?));
            let gets = points.map(|points| format!("{points}; ")).unwrap_or_default();
            let next =
                call.get("next").map(|next| match next.int().and_then(|k| names.get(usize::try_from(k).ok()?)) {
                    Some(next) => format!("then {next} is played"),
                    None => format!("then the game with this number is played, counted from 0: {}", self.number(next)),
                });
            out.push(Said::new(format!("after {name} {gets}{}", next.unwrap_or_default())));
        }
        let end = games.first().and_then(|(_, game, _)| rounds(game)?.get("end").cloned());
        out.extend(end.map(|end| self.end_rules(&end, "match")).unwrap_or_default());
        out
    }
}

/// Whether a number is told as the negation of another.
fn is_minus(value: &str, of: &str) -> bool {
    let turned = |value: &str, of: &str| {
        value.strip_prefix("minus the following: ").or(value.strip_prefix("minus ")) == Some(of)
    };
    turned(value, of) || turned(of, value)
}

/// A result in words.
#[derive(Default)]
struct Told {
    text: String,
    ranking: bool,
    tail: String,
    items: Vec<Said>,
}

impl Told {
    fn plain(text: String) -> Told {
        Told { text, ..Told::default() }
    }

    fn as_prim_ranking(&self) -> bool {
        self.ranking
    }
}
