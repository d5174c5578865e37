//! Trials: recorded games as short texts that replay exactly.

use super::{ApplyError, Fault, Game, ParseMoveError, Setup, SetupError, State};
use parlour_grammar::span::commands_terminal;
use std::fmt;

/// A recorded game.
///
/// ```text
/// (trial "Line of Three"
///     (file "line.game")
///     (rules 9f3c2a7be1d00457)
///     (ruleset "Large")
///     (option "size" "3")
///     (change "(define \"Length\" 4)")
///     (seed 7)
///     (setup "a1=Disc1 b2=Disc2 mover=1")
///     (moves a1 b2 c3)
///     (result 1 2))
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Trial {
    /// The game's name.
    pub game: String,
    /// The rule file, relative to the folder of the trial.
    pub file: Option<String>,
    /// The fingerprint of its rules.
    pub rules: Option<u64>,
    /// The ruleset chosen.
    pub ruleset: Option<String>,
    /// The options chosen.
    pub options: Vec<(String, String)>,
    /// Definitions and options that stood in the place of those of the file, as they were typed.
    pub changes: Vec<String>,
    /// The player who knows no more than this of it; `None` for the whole game. A part does not replay: even its seed is left out,
    /// which would tell what chance did.
    pub seat: Option<u32>,
    /// The seed.
    pub seed: u64,
    /// The set-up that it begins from, where that is not the one of the rules.
    pub setup: Option<String>,
    /// The moves, as they are written.
    pub moves: Vec<String>,
    /// The ranks of the players, if the game was over.
    pub result: Option<Vec<f64>>,
}

/// Why a trial does not replay.
#[derive(Clone, PartialEq, Debug)]
pub enum TrialError {
    /// The text is not a trial.
    Syntax {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// It was recorded with another game.
    OtherGame {
        /// The game it names.
        recorded: String,
        /// The game at hand.
        present: String,
    },
    /// A move does not fit: the rules have changed.
    Move {
        /// The ply, counted from 1.
        ply: usize,
        /// Why not.
        why: ParseMoveError,
        /// Whether the rules are those it was recorded with.
        same_rules: bool,
    },
    /// A move could not be made.
    Apply {
        /// The ply, counted from 1.
        ply: usize,
        /// Why not.
        why: ApplyError,
    },
    /// The game ended otherwise.
    Result {
        /// The ranks recorded.
        recorded: Vec<f64>,
        /// The ranks now; `None` if it is not over.
        present: Option<Vec<f64>>,
    },
    /// It begins from what is no position of the game.
    Setup(SetupError),
    /// It is what one player knows of a game.
    Part {
        /// The player.
        seat: u32,
    },
    /// The rules have a fault.
    Fault(Fault),
}

impl fmt::Display for TrialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrialError::Syntax { line, what } => write!(f, "line {line}: {what}"),
            TrialError::OtherGame { recorded, present } => {
                write!(f, "the trial was recorded with `{recorded}`, but the game is `{present}`")
            }
            TrialError::Move { ply, why, same_rules } => {
                write!(f, "ply {ply}: {why}")?;
                if !same_rules {
                    f.write_str(" (the rules have changed since the trial was recorded)")?;
                }
                Ok(())
            }
            TrialError::Apply { ply, why } => write!(f, "ply {ply}: {why}"),
            TrialError::Result { recorded, present: Some(present) } => {
                write!(f, "the game ends with ranks {present:?}; the trial says {recorded:?}")
            }
            TrialError::Result { recorded, present: None } => {
                write!(f, "the game is not over after the last move; the trial says it ends with ranks {recorded:?}")
            }
            TrialError::Part { seat } => {
                write!(f, "it is only what player {seat} knows of the game; the whole trial is needed to replay it")
            }
            TrialError::Setup(error) => write!(f, "its set-up is no position of the game: {error}"),
            TrialError::Fault(fault) => write!(f, "the rules cannot go on: {fault}"),
        }
    }
}

impl std::error::Error for TrialError {}

impl Trial {
    /// The game played so far.
    #[must_use]
    pub fn of(state: &State) -> Trial {
        Trial::known_to(state, None)
    }

    /// The game played so far as a player knows it, or as it was.
    #[must_use]
    pub fn known_to(state: &State, seat: Option<u32>) -> Trial {
        let game = state.game();
        Trial {
            game: game.name().to_owned(),
            file: None,
            rules: Some(game.fingerprint()),
            ruleset: game.selection().ruleset.clone(),
            options: game.selection().options.clone(),
            changes: game.selection().changes.clone(),
            seat,
            seed: if seat.is_none() { state.seed() } else { 0 },
            // A set-up tells everything there is.
            setup: state.begun_from().filter(|_| seat.is_none()).map(str::to_owned),
            moves: state.history_seen_by(seat),
            result: state.outcome().map(|o| o.ranks),
        }
    }

    /// Reads a trial.
    ///
    /// # Errors
    /// Where the text is not one.
    pub fn parse(text: &str) -> Result<Trial, TrialError> {
        Reader { text, at: 0 }.trial()
    }

    /// Plays it again. Every move must be legal, and the end as recorded.
    ///
    /// # Errors
    /// The first thing that differs.
    pub fn replay(&self, game: &Game) -> Result<State, TrialError> {
        if self.game != game.name() {
            return Err(TrialError::OtherGame { recorded: self.game.clone(), present: game.name().to_owned() });
        }
        if let Some(seat) = self.seat {
            return Err(TrialError::Part { seat });
        }
        let same_rules = self.rules.is_none_or(|r| r == game.fingerprint());
        let mut state = match &self.setup {
            Some(text) => {
                let setup = Setup::parse(game, text).map_err(TrialError::Setup)?;
                State::from_setup(game, &setup).map_err(TrialError::Setup)?
            }
            None => game.start(self.seed).map_err(TrialError::Fault)?,
        };
        for (i, text) in self.moves.iter().enumerate() {
            let ply = i + 1;
            let chosen = state.parse_move(text).map_err(|why| TrialError::Move { ply, why, same_rules })?;
            state.apply(&chosen).map_err(|why| TrialError::Apply { ply, why })?;
        }
        if let Some(recorded) = &self.result {
            let present = state.outcome().map(|o| o.ranks);
            if present.as_ref() != Some(recorded) {
                return Err(TrialError::Result { recorded: recorded.clone(), present });
            }
        }
        Ok(state)
    }
}

impl fmt::Display for Trial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(trial {}", quoted(&self.game))?;
        if let Some(file) = &self.file {
            write!(f, "\n    (file {})", quoted(file))?;
        }
        if let Some(rules) = self.rules {
            write!(f, "\n    (rules {rules:016x})")?;
        }
        if let Some(ruleset) = &self.ruleset {
            write!(f, "\n    (ruleset {})", quoted(ruleset))?;
        }
        for (name, value) in &self.options {
            write!(f, "\n    (option {} {})", quoted(name), quoted(value))?;
        }
        for change in &self.changes {
            write!(f, "\n    (change {})", quoted(change))?;
        }
        match self.seat {
            Some(seat) => write!(f, "\n    (as {seat})")?,
            None => write!(f, "\n    (seed {})", self.seed)?,
        }
        if let Some(setup) = &self.setup {
            write!(f, "\n    (setup {})", quoted(setup))?;
        }
        write!(f, "\n    (moves")?;
        let mut column = 110;
        for text in &self.moves {
            let text = if text.contains([' ', '"']) { quoted(text) } else { text.clone() };
            if column + text.len() >= 100 {
                write!(f, "\n        {text}")?;
                column = 8 + text.len();
            } else {
                write!(f, " {text}")?;
                column += 1 + text.len();
            }
        }
        write!(f, ")")?;
        if let Some(result) = &self.result {
            write!(f, "\n    (result")?;
            for rank in result {
                write!(f, " {rank}")?;
            }
            write!(f, ")")?;
        }
        writeln!(f, ")")
    }
}

/// A text as [`Reader::word`] reads it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn trial(&mut self) -> Result<Trial, TrialError> {
        let mut trial = Trial::default();
        self.expect("(")?;
        let head = self.word()?;
        if head != "trial" {
            return self.fail(format!("a trial begins with `(trial \"Game\" …)`, not with `({head}`"));
        }
        trial.game = self.word()?;
        let mut parts: Vec<String> = Vec::new();
        loop {
            self.blanks();
            if self.eat(")") {
                break;
            }
            self.expect("(")?;
            let head = self.word()?;
            let mut words = Vec::new();
            loop {
                self.blanks();
                if self.eat(")") {
                    break;
                }
                if self.text[self.at..].starts_with('(') {
                    return self.fail(format!("`({head} …` is not closed before this"));
                }
                words.push(self.word()?);
            }
            if !matches!(head.as_str(), "option" | "change") && parts.contains(&head) {
                return self.fail(format!("a second `({head} …)`: a trial has one"));
            }
            parts.push(head.clone());
            match (head.as_str(), &words[..]) {
                ("rules", [hex]) => match u64::from_str_radix(hex, 16) {
                    Ok(rules) => trial.rules = Some(rules),
                    Err(_) => return self.fail(format!("`{hex}` is not a fingerprint of rules")),
                },
                ("file", [path]) => trial.file = Some(path.clone()),
                ("ruleset", [name]) => trial.ruleset = Some(name.clone()),
                ("option", [name, value]) => trial.options.push((name.clone(), value.clone())),
                ("change", [form]) => trial.changes.push(form.clone()),
                ("seed", [n]) => match n.parse() {
                    Ok(seed) => trial.seed = seed,
                    Err(_) => return self.fail(format!("`{n}` is not a seed: a whole number is needed")),
                },
                ("setup", [text]) => trial.setup = Some(text.clone()),
                ("as", [n]) => match n.parse() {
                    Ok(seat) => trial.seat = Some(seat),
                    Err(_) => return self.fail(format!("`{n}` is no player: a number is needed")),
                },
                ("moves", _) => trial.moves.extend(words),
                ("result", _) => match words.iter().map(|w| w.parse().ok()).collect() {
                    Some(ranks) => trial.result = Some(ranks),
                    None => return self.fail("a result is the rank of each player"),
                },
                _ => {
                    return self.fail(format!(
                        "`({head} …)` is no part of a trial; the parts are file, rules, ruleset, option, change, as, seed, setup, moves and result"
                    ));
                }
            }
        }
        self.blanks();
        if self.at < self.text.len() {
            return self.fail("there is something after the trial");
        }
        Ok(trial)
    }

    fn fail<T>(&self, what: impl Into<String>) -> Result<T, TrialError> {
        let line = self.text[..self.at].matches('\n').count() + 1;
        Err(TrialError::Syntax { line, what: what.into() })
    }

    fn blanks(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            if !trimmed.starts_with("//") {
                return;
            }
            self.at += trimmed.find('\n').unwrap_or(trimmed.len());
        }
    }

    fn eat(&mut self, what: &str) -> bool {
        let found = self.text[self.at..].starts_with(what);
        if found {
            self.at += what.len();
        }
        found
    }

    fn expect(&mut self, what: &str) -> Result<(), TrialError> {
        self.blanks();
        if self.eat(what) { Ok(()) } else { self.fail(format!("`{what}` is missing here")) }
    }

    fn word(&mut self) -> Result<String, TrialError> {
        let word = self.raw_word()?;
        match word.chars().find(|c| commands_terminal(*c)) {
            Some(c) => self.fail(format!("the character U+{:04X} has no place in a trial", u32::from(c))),
            None => Ok(word),
        }
    }

    fn raw_word(&mut self) -> Result<String, TrialError> {
        self.blanks();
        let rest = &self.text[self.at..];
        if rest.starts_with('"') {
            let mut word = String::new();
            let mut escaped = false;
            for (i, c) in rest.char_indices().skip(1) {
                match c {
                    _ if escaped => {
                        word.push(c);
                        escaped = false;
                    }
                    '\\' => escaped = true,
                    '"' => {
                        self.at += i + 1;
                        return Ok(word);
                    }
                    _ => word.push(c),
                }
            }
            return self.fail("a quote is not closed");
        }
        let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '(' | ')')).unwrap_or(rest.len());
        if end == 0 {
            return self.fail("a word is missing here");
        }
        self.at += end;
        Ok(rest[..end].to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_is_kept_as_it_was_typed() {
        let trial = Trial {
            game: "A \"Game\" \\ of two lines".to_owned(),
            changes: vec!["(define \"Row\"\n    \"four\\nin a row\"\n    4)".to_owned(), "(define \"Ä\" 1)".to_owned()],
            moves: vec!["a1".to_owned(), "b 2".to_owned()],
            ..Trial::default()
        };
        assert_eq!(Trial::parse(&trial.to_string()), Ok(trial));
    }
}
