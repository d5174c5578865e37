//! What can be wrong with a file, a move or a trial: a stable code, the place, what was expected, and what to do.

pub mod codes;
mod json;
mod render;
mod suggest;

pub use codes::{Code, explain};
pub use json::json;
pub use render::{Style, render};
pub use suggest::{did_you_mean, nearest, suggestion};

use crate::span::{Origin, Span};

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Worth a look; play is possible.
    Warning,
    /// Play is not possible.
    Error,
}

/// How a rule file is read.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Dialect {
    /// A name that is nowhere is a mistake.
    #[default]
    Parlour,
    /// A name that is nowhere is nothing, as Ludii has it.
    Ludii,
}

impl Dialect {
    /// That of a file with this name: rule files of Ludii end in `.lud`.
    #[must_use]
    pub fn of_file(name: &str) -> Dialect {
        if name.ends_with(".lud") { Dialect::Ludii } else { Dialect::Parlour }
    }
}

/// A place with a remark. The first label of a diagnostic is its primary place.
#[derive(Clone, Debug)]
pub struct Label {
    /// The place and the expansions it came through.
    pub origin: Origin,
    /// The remark: lowercase, no full stop.
    pub text: String,
}

/// One finding.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The stable code, such as `E0301`.
    pub code: &'static str,
    /// Error or warning.
    pub severity: Severity,
    /// One line, lowercase, no full stop; names of the language in backticks.
    pub message: String,
    /// Where; the primary place first. Empty only when no file is at hand.
    pub labels: Vec<Label>,
    /// What to do.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at `origin`.
    #[must_use]
    pub fn error(code: &'static str, message: impl Into<String>, origin: Origin, label: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity: Severity::Error,
            message: message.into(),
            labels: vec![Label { origin, text: label.into() }],
            help: None,
        }
    }

    /// A warning at `origin`.
    #[must_use]
    pub fn warning(code: &'static str, message: impl Into<String>, origin: Origin, label: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Self::error(code, message, origin, label) }
    }

    /// The same with one more place.
    #[must_use]
    pub fn also(mut self, origin: Origin, label: impl Into<String>) -> Self {
        self.labels.push(Label { origin, text: label.into() });
        self
    }

    /// The same with advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same with what to do, where that is known.
    #[must_use]
    pub fn help_if(self, help: Option<String>) -> Self {
        match help {
            Some(help) => self.help(help),
            None => self,
        }
    }

    /// The same, as it counts in a dialect: in Ludii's, what a name stands for that is nowhere is nothing.
    #[must_use]
    pub fn in_dialect(mut self, dialect: Dialect) -> Self {
        if dialect == Dialect::Ludii && self.is_error() && codes::NAMES_NOTHING.contains(&self.code) {
            self.severity = Severity::Warning;
            self.help = Some("rule files of Ludii are read as Ludii reads them: this is nothing".to_owned());
        }
        self
    }

    /// Whether play is not possible.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The primary place.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|l| l.origin.span)
    }
}
