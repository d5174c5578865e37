//! Places in files, what texts may hold, and traces: the definitions a place came through.

use std::sync::Arc;

/// A source file, as an index into [`Sources`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FileId(pub u32);

/// A stretch of one source file, in bytes: `start..end`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The stretch from `start` to `end` of `file`, in bytes.
    #[must_use]
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        Span { file, start: start as u32, end: end as u32 }
    }

    /// The smallest stretch that covers both; `other` is ignored when it lies in another file.
    #[must_use]
    pub fn to(self, other: Span) -> Self {
        if other.file == self.file {
            Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
        } else {
            self
        }
    }
}

/// One source text with the name it is shown under.
#[derive(Clone, Debug)]
pub struct Source {
    /// How the file is called in messages: its path as the user gave it, or `<library>/…`.
    pub name: String,
    /// The text.
    pub text: Arc<str>,
}

/// All source files of one load.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<Source>,
}

impl Sources {
    /// Adds a file.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> FileId {
        self.files.push(Source { name: name.into(), text: text.into() });
        FileId(self.files.len() as u32 - 1)
    }

    /// The file `id`.
    #[must_use]
    pub fn get(&self, id: FileId) -> &Source {
        &self.files[id.0 as usize]
    }

    /// The file `id`, if it is one of these.
    #[must_use]
    pub fn find(&self, id: FileId) -> Option<&Source> {
        self.files.get(id.0 as usize)
    }

    /// The text under `span`.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        &self.get(span.file).text[span.start as usize..span.end as usize]
    }

    /// Every file with its id, in the order of addition.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &Source)> {
        self.files.iter().enumerate().map(|(i, s)| (FileId(i as u32), s))
    }
}

/// The way a piece of syntax came through definitions and options: an index into [`Traces`]; [`Trace::NONE`] for text that
/// stands where it was written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Trace(pub u32);

impl Trace {
    /// Not expanded from anything.
    pub const NONE: Trace = Trace(0);
}

/// Where a node is written, and through which expansions it came.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Origin {
    /// Where the text stands.
    pub span: Span,
    /// The calls of definitions (and references to options) that brought it here.
    pub trace: Trace,
}

/// One expansion step: the call of a definition, or the reference to an option.
#[derive(Clone, Debug)]
pub struct Frame {
    /// What was expanded, as messages name it: `"HopCapture"`, or `option "Board Size"`.
    pub what: String,
    /// Where the definition is written.
    pub definition: Span,
    /// The call, itself perhaps inside another expansion.
    pub call: Origin,
    /// Where what is given for each parameter of the definition stands; nothing for what is left out.
    pub arguments: Vec<Option<Origin>>,
    /// If the call gives fewer arguments than the definition speaks of: how many it gives, and how many there are.
    pub lacks: Option<(usize, usize)>,
}

/// All expansion steps of one load.
#[derive(Clone, Debug, Default)]
pub struct Traces {
    frames: Vec<Frame>,
}

impl Traces {
    /// Records an expansion step.
    pub fn push(&mut self, frame: Frame) -> Trace {
        self.frames.push(frame);
        Trace(self.frames.len() as u32)
    }

    /// The frame of `trace`; `None` for [`Trace::NONE`].
    #[must_use]
    pub fn get(&self, trace: Trace) -> Option<&Frame> {
        self.frames.get((trace.0 as usize).checked_sub(1)?)
    }

    /// The frames of `trace`, innermost first.
    pub fn frames(&self, trace: Trace) -> impl Iterator<Item = &Frame> {
        std::iter::successors(self.get(trace), |f| self.get(f.call.trace))
    }
}

/// Whether a character commands a terminal, or turns the direction of writing, where it should be shown.
#[must_use]
pub fn commands_terminal(c: char) -> bool {
    let turns = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || c.is_control() && !matches!(c, '\n' | '\r' | '\t')
}
