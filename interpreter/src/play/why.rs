//! Why a move is legal, or not; why the game is over, or not; and what the last move did: told by a program of the same rules
//! that is compiled to explain.

mod change;
mod question;
mod reason;

use super::notation::ParseMoveError;
use super::{Fault, Game, State};
use crate::board::{Direction, RelationType};
use crate::machine::{Asked, Explanation, Near, Wanted};
use crate::program::{MoveKind, NodeKind, NoteKind, Part, Program, Role};
use parlour_grammar::span::Origin;
use std::fmt;

pub use question::Question;
pub use reason::{Place, Reason};

/// Reasons of one kind that are told at most.
const MOST: usize = 3;
/// Moves that are told at most.
const MOST_MOVES: usize = 8;

/// What the answer comes down to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The move is legal.
    Legal,
    /// It is not.
    Illegal,
    /// The game is over.
    Over,
    /// It is not.
    GoesOn,
    /// This is what the last move did.
    Done,
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Why {
    /// What the answer comes down to.
    pub verdict: Verdict,
    /// The answer in one line.
    pub answer: String,
    /// What is so in the position that the question is about.
    pub facts: Vec<String>,
    /// The rules and conditions that make it so.
    pub reasons: Vec<Reason>,
    /// Legal moves like the one asked about.
    pub near: Vec<String>,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WhyError {
    /// The question cannot be read.
    Unreadable(String),
    /// There is nothing to explain yet.
    NothingYet,
    /// The rules are too large to be explained.
    TooLarge,
    /// The rules cannot say.
    Fault(Fault),
}

impl fmt::Display for WhyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WhyError::Unreadable(why) => f.write_str(why),
            WhyError::NothingYet => {
                f.write_str("no move has been made yet: ends are judged, and effects happen, with a move")
            }
            WhyError::TooLarge => f.write_str("these rules are too large to be explained"),
            WhyError::Fault(fault) => write!(f, "the rules cannot say: {fault}"),
        }
    }
}

impl std::error::Error for WhyError {}

impl From<Fault> for WhyError {
    fn from(fault: Fault) -> WhyError {
        WhyError::Fault(fault)
    }
}

impl State {
    /// Answers a question about this position.
    ///
    /// # Errors
    /// Why there is no answer.
    pub fn why(&mut self, question: &Question) -> Result<Why, WhyError> {
        // Where another game of the match has just begun, what has happened is how the one before it was over.
        let over = self.earlier().filter(|_| self.history_here().next().is_none());
        match question {
            Question::Move(text) => self.why_move(text),
            Question::End if let Some(over) = over => over.why_end(),
            Question::Last if let Some(over) = over => over.why_last(),
            Question::End => self.why_end(),
            Question::Last => self.why_last(),
        }
    }

    fn why_move(&mut self, text: &str) -> Result<Why, WhyError> {
        let plain =
            |verdict, answer: String, near| Why { verdict, answer, facts: Vec::new(), reasons: Vec::new(), near };
        if self.is_over() {
            let answer = "the game is over: no move is legal (`why end` tells why it ended)".to_owned();
            return Ok(plain(Verdict::Illegal, answer, Vec::new()));
        }
        let parsed = self.parse_move(text);
        let moves = self.notated_moves()?;
        // `a1` begins `a1-b2`, but not `a10`, where it is a move of its own.
        let begins = |full: &str| match full.get(text.len()..).and_then(|rest| rest.chars().next()) {
            Some(next) => !next.is_alphanumeric(),
            None => true,
        };
        let parsed = match parsed {
            Ok(chosen) if moves.iter().any(|(legal, full)| *legal == chosen && !begins(full)) => {
                Err(ParseMoveError::Unknown { text: text.to_owned(), near: Vec::new() })
            }
            Err(ParseMoveError::Ambiguous { text, matches }) if !matches.iter().any(|full| begins(full)) => {
                Err(ParseMoveError::Unknown { text, near: Vec::new() })
            }
            parsed => parsed,
        };
        if self.is_chance() {
            let all: Vec<String> = moves.into_iter().map(|(_, text)| text).take(MOST_MOVES).collect();
            let (verdict, what) = match parsed {
                Ok(_) => (Verdict::Legal, "can come"),
                Err(_) => (Verdict::Illegal, "cannot come"),
            };
            let answer = format!("here chance decides ({}), no player: `{text}` {what}", self.node_name());
            return Ok(plain(verdict, answer, all));
        }
        let explained = self.game().explained().ok_or(WhyError::TooLarge)?;
        match parsed {
            Ok(chosen) => {
                let written = self.notation(&chosen)?;
                let wanted = question::exactly(self.game(), &chosen);
                let explanation = self.played_on(&explained)?.explain(&wanted)?;
                let reasons = reasons_for(&explained, &explanation);
                let answer = format!("`{written}` is legal");
                Ok(Why { reasons, ..plain(Verdict::Legal, answer, Vec::new()) })
            }
            Err(ParseMoveError::Ambiguous { matches, .. }) => {
                let answer = format!("`{text}` is the beginning of several legal moves");
                Ok(plain(Verdict::Legal, answer, matches))
            }
            Err(_) => {
                let written: Vec<String> = moves.into_iter().map(|(_, text)| text).collect();
                let questions = question::read(self.game(), text, &written).map_err(WhyError::Unreadable)?;
                let mut state = self.played_on(&explained)?;
                let mut best: Option<(Wanted, Explanation)> = None;
                for wanted in questions {
                    let explanation = state.explain(&wanted)?;
                    let rank = |e: &Explanation| {
                        let failed = e.asked.iter().find(|asked| asked.holds != asked.wanted).map(|a| a.agreed + 1);
                        (!e.made_by.is_empty(), failed.max(e.generators.first().map(|near| near.agreed + 1)))
                    };
                    if best.as_ref().is_none_or(|(_, best)| rank(&explanation) > rank(best)) {
                        best = Some((wanted, explanation));
                    }
                }
                let (wanted, explanation) = best.expect("a text that can be read asks something");
                let (reasons, facts) = (reasons_against(&explained, &wanted, &explanation), self.what_stands(&wanted));
                let only_forced = reasons.is_empty() && wanted.kinds == [MoveKind::Pass];
                let why = match only_forced {
                    true => format!(
                        ": no rule lets a player pass, but where no other move is legal; there are {}",
                        written.len()
                    ),
                    false if reasons.is_empty() => ": no rule of this game makes such a move".to_owned(),
                    false => String::new(),
                };
                let answer = format!("`{text}` is not legal here{why}");
                let near = question::near(self.game(), &wanted, &written, MOST_MOVES);
                Ok(Why { verdict: Verdict::Illegal, answer, facts, reasons, near })
            }
        }
    }

    /// What is asked where no move is refused: the last ply once more.
    fn last_ply(&self) -> Result<(State, Explanation, State), WhyError> {
        let explained = self.game().explained().ok_or(WhyError::TooLarge)?;
        let plies = self.history_here().count().checked_sub(1).ok_or(WhyError::NothingYet)?;
        let before = self.played_up_to(plies, &explained)?;
        let mut after = before.clone();
        let chosen = self.past_at(plies).ok_or(WhyError::NothingYet)?.chosen.clone();
        let explanation = after.resolve_explained(&chosen)?;
        Ok((before, explanation, after))
    }

    fn why_end(&self) -> Result<Why, WhyError> {
        let (before, explanation, _) = self.last_ply()?;
        let of_end = |asked: &&Asked| asked.part.is_some_and(|(part, _)| part == Part::End);
        let reasons: Vec<Reason> = explanation
            .asked
            .iter()
            .filter(of_end)
            .map(|asked| Reason::of_condition("end", before.game(), asked))
            .collect();
        let (verdict, mut answer) = match self.is_over() {
            true => (Verdict::Over, "the game is over".to_owned()),
            false => (Verdict::GoesOn, "the game goes on: no end applies".to_owned()),
        };
        if reasons.is_empty() {
            answer += "; no end was judged with the last move";
        }
        Ok(Why { verdict, answer, facts: Vec::new(), reasons, near: Vec::new() })
    }

    fn why_last(&self) -> Result<Why, WhyError> {
        let (before, explanation, _) = self.last_ply()?;
        let reasons = change::reasons(&before, &explanation.steps);
        let (texts, waits) = self.last_choices();
        let texts = texts.join(", ");
        let answer = match reasons.is_empty() {
            _ if waits => format!("{texts}: nothing is done before all have chosen"),
            true => format!("{texts} changed nothing but whose turn it is"),
            false => format!("{texts} did this"),
        };
        Ok(Why { verdict: Verdict::Done, answer, facts: Vec::new(), reasons, near: Vec::new() })
    }

    /// The move made last, with those that were made at once with it; and whether others are still to choose theirs.
    fn last_choices(&self) -> (Vec<String>, bool) {
        let nodes = &self.game().program().nodes;
        let node_of = |i: usize| self.past_at(i).map_or(0, |past| past.node);
        let sealed = |node: usize| match nodes.get(node).map(|node| node.kind) {
            Some(NodeKind::Sealed(number)) => Some(number),
            _ => None,
        };
        let texts: Vec<String> = self.history_here().map(|(_, text)| format!("`{text}`")).collect();
        let Some(last) = texts.len().checked_sub(1) else { return (texts, false) };
        let (number, mut first) = (sealed(node_of(last)), last);
        while number.is_some()
            && first > 0
            && sealed(node_of(first - 1)) == number
            && node_of(first - 1) < node_of(first)
        {
            first -= 1;
        }
        let now = self.field(self.game().program().wellknown.node, 0) as usize;
        let waits = number.is_some() && !self.is_over() && sealed(now) == number && now > node_of(last);
        (texts[first..].to_vec(), waits)
    }

    /// What stands on the sites asked about.
    fn what_stands(&self, wanted: &Wanted) -> Vec<String> {
        let mut facts = Vec::new();
        let mover = self.mover();
        for (_, site) in wanted.choices.iter().filter(|(role, _)| matches!(role, Role::From | Role::To)) {
            let fact = change::stands(self, *site as u32);
            if !facts.contains(&fact) {
                facts.push(fact);
            }
        }
        facts.extend(self.way(wanted));
        facts.push(match self.decider() {
            Some(decider) if decider != mover => format!("player {decider} is asked; it is player {mover}'s turn"),
            _ if mover == 0 => "nobody plays: it goes on by itself".to_owned(),
            _ => format!("player {mover} is to move"),
        });
        let program = self.game().program();
        let at = self.field(program.wellknown.node, 0) as usize;
        let node = program.nodes.get(at).filter(|node| program.nodes.len() > 1 && node.kind != NodeKind::Chance);
        facts.extend(node.map(|node| match at < program.phases {
            true => format!("the phase is {}", node.name),
            false => format!("what is decided is {}", node.name),
        }));
        facts
    }
}

impl State {
    /// How the second of the two sites asked about lies from the first, and what stands first on the straight line between them.
    fn way(&self, wanted: &Wanted) -> Option<String> {
        let site = |role: Role| wanted.choices.iter().find(|(r, _)| *r == role).map(|(_, site)| *site as u32);
        let board = &self.game().equipment().board;
        let kind = board.kind();
        let on_board = |site: &u32| (*site as usize) < board.positions(kind).len();
        let (from, to) = (site(Role::From).filter(on_board)?, site(Role::To).filter(on_board)?);
        if from == to {
            return None;
        }
        let name = |site: u32| self.game().equipment().label(site);
        let rays = |d: &Direction| board.rays(kind, from, *d).map(|ray| (*d, ray)).collect::<Vec<_>>();
        let ways: Vec<_> = (board.directions(kind, RelationType::All).iter().flat_map(rays))
            .filter_map(|(d, ray)| ray.iter().position(|site| *site == to).map(|at| (d, &ray[..at])))
            .collect();
        let Some((direction, between)) = ways.first() else {
            return Some(format!("no straight line leads from {} to {}", name(from), name(to)));
        };
        let stands = ways.iter().flat_map(|(_, between)| *between).find(|site| !self.pieces(**site).is_empty());
        Some(match (stands, between.len()) {
            (Some(first), _) => format!("between them {}", change::stands(self, *first)),
            (None, 0) => format!("{} is 1 step {} of {}", name(to), direction.name(), name(from)),
            (None, n) => format!("{} is {} steps {} of {}", name(to), n + 1, direction.name(), name(from)),
        })
    }
}

/// The rules that make a move, each after the conditions that hold for it.
fn reasons_for(game: &Game, explanation: &Explanation) -> Vec<Reason> {
    let mut reasons = Vec::new();
    for (rule, held) in &explanation.made_by {
        let origin = game.program().rules[*rule as usize].origin;
        // Where nothing else can be done the game itself lets the turn pass.
        if is_whole(game, origin) {
            reasons.push(Reason {
                says: Some("no other move is legal".to_owned()),
                ..Reason::of("made by", game, origin)
            });
        } else {
            reasons.push(Reason::of("made by", game, origin));
        }
        reasons.extend(held.iter().map(|asked| Reason::of_condition("condition", game, asked)));
    }
    Reason::told_once(reasons)
}

/// What stands against a move: the conditions that came closest, and the forms that would make it.
fn reasons_against(game: &Game, wanted: &Wanted, explanation: &Explanation) -> Vec<Reason> {
    let program = game.program();
    let failed: Vec<&Asked> = explanation
        .asked
        .iter()
        .filter(|asked| asked.holds != asked.wanted && makers(program, wanted, asked).next().is_some())
        .collect();
    let nearest = explanation.generators.iter().filter(|near| {
        (0..program.rules.len()).any(|r| program.rules[r].origin == near.origin && wanted.may_be_of(program, r as u16))
    });
    let nearest: Vec<&Near> = nearest.collect();
    let (closest, near) = (failed.iter().map(|a| a.agreed).max(), nearest.first().map(|near| near.agreed));
    let mut reasons = Vec::new();
    if closest.is_some() && closest >= near {
        let mut shown: Vec<Origin> = Vec::new();
        for asked in failed.iter().filter(|asked| Some(asked.agreed) == closest) {
            if shown.contains(&asked.origin) || shown.len() == MOST {
                continue;
            }
            shown.push(asked.origin);
            // Where the form is its own condition, one line says all.
            if makers(program, wanted, asked).next() == Some(asked.origin) {
                let says = Some("makes no such move here".to_owned());
                reasons.push(Reason { says, ..Reason::of("nearest", game, asked.origin) });
                continue;
            }
            for maker in makers(program, wanted, asked).take(1) {
                let maker = Reason::of("would be made by", game, maker);
                if !reasons.contains(&maker) {
                    reasons.push(maker);
                }
            }
            reasons.push(Reason::of_condition("condition", game, asked));
        }
    } else {
        reasons.extend(nearest.iter().filter(|n| Some(n.agreed) == near).take(MOST).map(|n| Reason::of_near(game, n)));
    }
    let possible = (0..program.rules.len())
        .any(|rule| wanted.may_be_of(program, rule as u16) && !is_whole(game, program.rules[rule].origin));
    if reasons.is_empty() && possible {
        let mut rules: Vec<Origin> = Vec::new();
        for rule in &program.rules {
            let written = !is_whole(game, rule.origin) && !matches!(rule.kind, MoveKind::Effect | MoveKind::Chance);
            if written && !rules.contains(&rule.origin) {
                rules.push(rule.origin);
            }
        }
        let says = "does not come to it here";
        let all = rules.into_iter().take(2 * MOST);
        reasons.extend(all.map(|origin| Reason { says: Some(says.to_owned()), ..Reason::of("nearest", game, origin) }));
    }
    reasons
}

/// Where the rules are written that depend on a condition and could make the move.
fn makers<'a>(program: &'a Program, wanted: &'a Wanted, asked: &'a Asked) -> impl Iterator<Item = Origin> + 'a {
    let scope = &program.notes[asked.note.0 as usize].scope;
    program.notes.iter().filter_map(move |note| match note.kind {
        NoteKind::Emit(rule) if note.scope.starts_with(scope) && wanted.may_be_of(program, rule.0) => Some(note.origin),
        _ => None,
    })
}

/// Whether a place is the game as a whole.
fn is_whole(game: &Game, origin: Origin) -> bool {
    game.expanded().game.as_ref().is_some_and(|whole| whole.origin == origin)
}
