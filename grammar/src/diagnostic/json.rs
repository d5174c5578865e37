//! Diagnostics as data.

use serde::Serialize;
use serde_json::Value;

use super::{Diagnostic, Severity, explain};
use crate::span::{Origin, Sources, Span, Traces};

/// The diagnostics as a JSON array. Lines and columns count from 1, columns in characters; `start` and `end` are bytes.
#[must_use]
pub fn json(diagnostics: &[Diagnostic], sources: &Sources, traces: &Traces) -> Value {
    let list: Vec<Entry<'_>> = diagnostics.iter().map(|d| Entry::new(d, sources, traces)).collect();
    serde_json::to_value(list).unwrap_or(Value::Null)
}

#[derive(Serialize)]
struct Entry<'a> {
    code: &'a str,
    severity: &'static str,
    title: &'static str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    labels: Vec<Label<'a>>,
}

#[derive(Serialize)]
struct Label<'a> {
    text: &'a str,
    #[serde(flatten)]
    place: Place<'a>,
    /// The expansions the place came through, innermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trace: Vec<Step<'a>>,
}

#[derive(Serialize)]
struct Step<'a> {
    what: &'a str,
    #[serde(flatten)]
    call: Place<'a>,
    definition: Place<'a>,
}

#[derive(Serialize)]
struct Place<'a> {
    file: &'a str,
    start: u32,
    end: u32,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

impl<'a> Entry<'a> {
    fn new(diagnostic: &'a Diagnostic, sources: &'a Sources, traces: &'a Traces) -> Self {
        let label = |label: &'a super::Label| Label {
            text: &label.text,
            place: Place::new(label.origin.span, sources),
            trace: steps(label.origin, sources, traces),
        };
        Entry {
            code: diagnostic.code,
            severity: match diagnostic.severity {
                Severity::Warning => "warning",
                Severity::Error => "error",
            },
            title: explain(diagnostic.code).map_or("", |code| code.title),
            message: &diagnostic.message,
            help: diagnostic.help.as_deref(),
            labels: diagnostic.labels.iter().map(label).collect(),
        }
    }
}

fn steps<'a>(origin: Origin, sources: &'a Sources, traces: &'a Traces) -> Vec<Step<'a>> {
    traces
        .frames(origin.trace)
        .map(|frame| Step {
            what: &frame.what,
            call: Place::new(frame.call.span, sources),
            definition: Place::new(frame.definition, sources),
        })
        .collect()
}

impl<'a> Place<'a> {
    fn new(span: Span, sources: &'a Sources) -> Self {
        let source = sources.get(span.file);
        let (line, column) = line_column(&source.text, span.start as usize);
        let (end_line, end_column) = line_column(&source.text, span.end as usize);
        Place { file: &source.name, start: span.start, end: span.end, line, column, end_line, end_column }
    }
}

/// The line and the column of byte `at`, both from 1.
#[must_use]
pub fn line_column(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..text.floor_char_boundary(at)];
    let start = before.rfind('\n').map_or(0, |i| i + 1);
    (before.matches('\n').count() + 1, before[start..].chars().count() + 1)
}
