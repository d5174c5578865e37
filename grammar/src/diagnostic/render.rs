//! Diagnostics as text for people.

use std::fmt;

use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan,
    SpanContents,
};

use super::{Diagnostic, Severity};
use crate::span::{FileId, Frame, Sources, Span, Traces};

/// How diagnostics look.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Whether to use colours, as escape sequences of a terminal.
    pub colour: bool,
    /// How wide lines may get.
    pub width: usize,
}

impl Default for Style {
    fn default() -> Self {
        Style { colour: false, width: 100 }
    }
}

/// The longest line that is drawn, in bytes.
const LONGEST_LINE: usize = 10_000;

/// How far apart two lines may be to be drawn in one excerpt: each has one line around it.
const LINES_SHARED: usize = 3;

/// How many calls a trace shows at most; the ones in the middle are left out.
const MAX_TRACE: usize = 6;

/// `diagnostic` with the lines it points at, and the calls that led there.
#[must_use]
pub fn render(diagnostic: &Diagnostic, sources: &Sources, traces: &Traces, style: Style) -> String {
    let theme = if style.colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler =
        GraphicalReportHandler::new_themed(theme).with_width(style.width).with_links(false).with_context_lines(1);
    let mut out = String::new();
    if handler.render_report(&mut out, &Report::new(diagnostic, sources, traces)).is_err() {
        out = format!("{}: {}\n", diagnostic.code, diagnostic.message);
    }
    let lines: Vec<&str> = out.lines().map(str::trim_end).collect();
    lines.join("\n") + "\n"
}

/// A text without what would command a terminal, as long as it is in bytes.
fn visible(text: &str) -> String {
    let commands = crate::span::commands_terminal;
    if !text.contains(commands) {
        return text.to_owned();
    }
    text.chars().map(|c| if commands(c) { "?".repeat(c.len_utf8()) } else { c.to_string() }).collect()
}

/// One block of a report: a message over an excerpt of one file. What lies in other files follows as related blocks.
#[derive(Debug)]
struct Report {
    code: Option<&'static str>,
    severity: miette::Severity,
    message: String,
    help: Option<String>,
    source: Option<Excerpts>,
    labels: Vec<LabeledSpan>,
    related: Vec<Report>,
}

impl Report {
    fn new(diagnostic: &Diagnostic, sources: &Sources, traces: &Traces) -> Self {
        let mut remarks: Vec<(Span, String)> =
            diagnostic.labels.iter().map(|label| (label.origin.span, label.text.clone())).collect();
        if let Some(label) = diagnostic.labels.first() {
            let frames: Vec<&Frame> = traces.frames(label.origin.trace).collect();
            let left_out = frames.len().saturating_sub(MAX_TRACE);
            for (i, frame) in frames.iter().enumerate() {
                if left_out > 0 && (MAX_TRACE / 2..MAX_TRACE / 2 + left_out).contains(&i) {
                    continue;
                }
                remarks.push((frame.call.span, format!("in {}, called here", frame.what)));
            }
        }
        let mut report = Report {
            code: Some(diagnostic.code),
            severity: match diagnostic.severity {
                Severity::Warning => miette::Severity::Warning,
                Severity::Error => miette::Severity::Error,
            },
            message: visible(&diagnostic.message),
            help: diagnostic.help.as_deref().map(visible),
            source: None,
            labels: Vec::new(),
            related: Vec::new(),
        };
        let Some(&(primary, _)) = remarks.first() else { return report };
        // What lies far above comes behind: the first place that is shown is the one at fault.
        let begins = line_number(primary, sources);
        let near = |span: Span| span.file == primary.file && line_number(span, sources) + LINES_SHARED >= begins;
        let (here, elsewhere): (Vec<_>, Vec<_>) = remarks.into_iter().partition(|(span, _)| near(*span));
        report.show(primary.file, &here, sources);
        report.related =
            elsewhere.chunk_by(|a, b| a.0.file == b.0.file).map(|group| Report::elsewhere(group, sources)).collect();
        report
    }

    fn elsewhere(remarks: &[(Span, String)], sources: &Sources) -> Self {
        let file = remarks[0].0.file;
        let mut report = Report {
            code: None,
            severity: miette::Severity::Advice,
            message: format!("and in {}", sources.get(file).name),
            help: None,
            source: None,
            labels: Vec::new(),
            related: Vec::new(),
        };
        report.show(file, remarks, sources);
        report
    }

    fn show(&mut self, file: FileId, remarks: &[(Span, String)], sources: &Sources) {
        let source = sources.get(file);
        if let Some((span, remark)) = remarks.iter().find(|(span, _)| line_of(*span, &source.text) > LONGEST_LINE) {
            // Such lines cannot be drawn.
            let before = before(*span, &source.text);
            let line = line_number(*span, sources);
            let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
            self.message += &format!(" ({}, line {line}, byte {column}: {})", source.name, visible(remark));
            return;
        }
        self.source = Some(Excerpts { name: visible(&source.name), text: visible(&source.text) });
        self.labels = remarks
            .iter()
            .enumerate()
            .map(|(i, (span, text))| {
                let span = shown(*span, &source.text);
                if i == 0 {
                    LabeledSpan::new_primary_with_span(Some(text.clone()), span)
                } else {
                    LabeledSpan::new_with_span(Some(text.clone()), span)
                }
            })
            .collect();
    }
}

/// The text above and before a span.
fn before(span: Span, text: &str) -> &str {
    &text[..text.floor_char_boundary((span.start as usize).min(text.len()))]
}

/// The line on which a span begins, counted from 1.
fn line_number(span: Span, sources: &Sources) -> usize {
    before(span, &sources.get(span.file).text).matches('\n').count() + 1
}

/// The length of the line on which a span begins.
fn line_of(span: Span, text: &str) -> usize {
    let at = text.floor_char_boundary((span.start as usize).min(text.len()));
    let begin = text[..at].rfind('\n').map_or(0, |at| at + 1);
    text[begin..].find('\n').unwrap_or(text.len() - begin)
}

/// The part of `span` that is drawn: of a form over several lines only the first, so that the excerpt stays small.
fn shown(span: Span, text: &str) -> (usize, usize) {
    let start = text.floor_char_boundary((span.start as usize).min(text.len()));
    let end = text.floor_char_boundary((span.end as usize).clamp(start, text.len()));
    let line = text[start..end].find(['\n', '\r']).unwrap_or(end - start);
    (start, line)
}

/// A text of which small parts are shown. Two of them are drawn as one where they touch: miette takes the lines of an excerpt to be all
/// those above it too, and would draw what lies between two that are far apart.
#[derive(Debug)]
struct Excerpts {
    name: String,
    text: String,
}

impl SourceCode for Excerpts {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let read = self.text.read_span(span, lines_before, lines_after)?;
        let lines = read.data().split_inclusive(|byte| *byte == b'\n').count();
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            read.data(),
            *read.span(),
            read.line(),
            read.column(),
            lines,
        )))
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Report {}

impl miette::Diagnostic for Report {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.code.map(|code| Box::new(code) as _)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(self.severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as _)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as _)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        (!self.labels.is_empty()).then(|| Box::new(self.labels.iter().cloned()) as _)
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        if self.related.is_empty() {
            return None;
        }
        Some(Box::new(self.related.iter().map(|report| report as &dyn miette::Diagnostic)))
    }
}
