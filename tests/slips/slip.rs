//! A slip: a rule file with one mistake in it, where the mistake is, and what would mend it.

use super::book::{Book, Bytes};
use parlour_grammar::expand::Selection;
use parlour_interpreter::play::{ApplyError, Game, LoadError, Source};

/// A rule file with one mistake.
pub struct Slip {
    /// The file with the mistake.
    pub text: String,
    /// Where an author must look: a place, and the form that a mark must not go beyond.
    pub spots: Vec<(Bytes, Bytes)>,
    /// What the help should name.
    pub fix: Option<String>,
    /// Whether the file cannot be right any more. If not, one that nothing is said about counts as right.
    pub sure: bool,
    /// The choice of options under which the place is read.
    pub selection: usize,
}

impl Slip {
    /// `place` replaced by `new`; a mark lies on it if it lies on what is new, within the smallest form around it.
    pub fn replaced(book: &Book, place: &Bytes, new: &str) -> Slip {
        Slip::within(book, place, new, &book.form(place))
    }

    /// The same within a form that is known.
    pub fn within(book: &Book, place: &Bytes, new: &str, form: &Bytes) -> Slip {
        let text = [&book.text[..place.start], new, &book.text[place.end..]].concat();
        let spot = place.start..place.start + new.len();
        let form = form.start..form.end + new.len() - place.len();
        Slip { text, spots: vec![(spot, form)], fix: None, sure: true, selection: 0 }
    }

    /// The same, where the line is what counts: brackets and quotes.
    pub fn in_line(book: &Book, place: &Bytes, new: &str) -> Slip {
        let mut slip = Slip::replaced(book, place, new);
        let line = Book::line(&slip.text, &slip.spots[0].0);
        slip.spots = vec![(line.clone(), line)];
        slip
    }

    pub fn fix(mut self, fix: impl Into<String>) -> Slip {
        self.fix = Some(fix.into());
        self
    }

    pub fn read_with(mut self, selection: usize) -> Slip {
        self.selection = selection;
        self
    }

    /// It may be right after all.
    pub fn unsure(mut self) -> Slip {
        self.sure = false;
        self
    }
}

/// What is said about a slip.
pub struct Judged {
    pub error: LoadError,
    /// Whether the first finding lies on the slip.
    pub first: bool,
    /// Whether any does.
    pub any: bool,
    /// Whether a finding that lies on the slip names what would mend it; `None` if nothing single does.
    pub named: Option<bool>,
    /// How many findings there are.
    pub findings: usize,
}

/// Most plies that are played for a fault.
const PLIES: usize = 40;

/// What is said about a slip; `None` if nothing is and it may be right.
pub fn judge(book: &Book, slip: &Slip) -> Option<Judged> {
    let error = said(&book.path, &slip.text, &book.selections[slip.selection]);
    let root = error.sources.iter().find(|(_, source)| source.name == book.path).map(|(id, _)| id);
    if error.diagnostics.is_empty() && !slip.sure {
        return None;
    }
    // Errors hide warnings.
    let errors = error.diagnostics.iter().any(|found| found.is_error());
    let found: Vec<_> = error.diagnostics.iter().filter(|found| found.is_error() || !errors).collect();
    let lies = |found: &&parlour_grammar::diagnostic::Diagnostic| {
        let Some(span) = found.span().filter(|span| Some(span.file) == root) else { return false };
        let (start, end) = (span.start as usize, span.end as usize);
        slip.spots
            .iter()
            .any(|(spot, form)| start <= spot.end && spot.start <= end && form.start <= start && end <= form.end)
    };
    let on: Vec<_> = found.iter().copied().filter(|found| lies(found)).collect();
    let named =
        slip.fix.as_ref().map(|fix| on.iter().any(|found| found.help.as_ref().is_some_and(|help| names(help, fix))));
    Some(Judged { first: found.first().is_some_and(lies), any: !on.is_empty(), named, findings: found.len(), error })
}

/// Whether `fix` stands in `help` as a word of its own.
fn names(help: &str, fix: &str) -> bool {
    let part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric());
    let word = fix.starts_with(char::is_alphanumeric);
    help.match_indices(fix)
        .any(|(at, _)| !word || !part(help[..at].chars().next_back()) && !part(help[at + fix.len()..].chars().next()))
}

/// What is said when the file is loaded, or else in a few plies of play.
fn said(path: &str, text: &str, selection: &Selection) -> LoadError {
    let source = Source { name: path, bytes: text.as_bytes(), files: &super::common::beside(path) };
    let game = match Game::load(&source, selection) {
        Ok(game) => game,
        Err(error) => return error,
    };
    let warnings = game.warnings();
    if !warnings.diagnostics.is_empty() {
        return warnings;
    }
    let play = || {
        let mut state = game.start(1)?;
        let mut dice = super::common::Dice(1);
        for _ in 0..PLIES {
            let moves = state.legal_moves()?;
            let Some(chosen) = moves.get(dice.below(moves.len())) else { break };
            match state.apply(chosen) {
                Err(ApplyError::Fault(fault)) => return Err(fault),
                Err(other) => panic!("{path}: a legal move is refused: {other}"),
                Ok(()) => {}
            }
        }
        Ok(())
    };
    match play() {
        Ok(()) => warnings,
        Err(fault) => game.fault(&fault),
    }
}
