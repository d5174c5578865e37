//! Texts in the usual layout. What an author has decided stays: which forms share a line, blank lines, comments. What follows from
//! that is set: indentation, blanks between words, lines that are too long.
//!
//! A text is a row of pieces (brackets, words, comments) with line breaks between some of them. Every line is indented by its
//! brackets alone, and a line that is too long gets more breaks. So a text in the usual layout gets no new ones and stays as it is.

use crate::diagnostic::{Diagnostic, codes};
use crate::parse::{Lexeme, Token, parse, tokenize};
use crate::span::{FileId, Sources, Span};

/// How wide lines may be, unless a word or a comment alone is wider.
pub const WIDTH: usize = 110;

const INDENT: usize = 4;

/// Why a text has not been laid out.
#[derive(Debug)]
pub enum Unformatted {
    /// It does not parse: what is wrong with it.
    Wrong(Vec<Diagnostic>),
    /// The new text would not say the same as the old one. This is a fault of the formatter; the text is best left as it is.
    Changed,
}

/// The file `file` in the usual layout. Comments and the words of the text stay as they are written.
///
/// # Errors
/// If the file does not parse.
pub fn format(sources: &Sources, file: FileId) -> Result<String, Unformatted> {
    let pieces = pieces(sources, file)?;
    let text = Layout::new(&pieces).run();
    let mut again = Sources::default();
    let copy = again.add("", text.as_str());
    let kept = self::pieces(&again, copy).is_ok_and(|again| {
        again.len() == pieces.len()
            && std::iter::zip(&again, &pieces).all(|(a, b)| a.kind == b.kind && a.text == b.text)
    });
    if kept { Ok(text) } else { Err(Unformatted::Changed) }
}

/// Part of a text that is not divided.
struct Piece<'a> {
    kind: Kind,
    text: &'a str,
    /// How many lines end between the piece before and this one.
    lines: usize,
    /// Whether anything, a blank or the end of a line, stands between the piece before and this one.
    apart: bool,
    /// For comments: how far from the beginning of its line it stands.
    column: usize,
    /// For brackets: the piece that is the other one of the pair.
    partner: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Open,
    Close,
    Word,
    /// `name:`, which holds to what follows.
    Name,
    /// `..`, which holds to both sides.
    Dots,
    /// `*` behind a bracket, which holds to it.
    Star,
    /// `>` behind a reference to an option, which holds to it.
    Surplus,
    Comment,
}

/// Takes a text apart.
fn pieces(sources: &Sources, file: FileId) -> Result<Vec<Piece<'_>>, Unformatted> {
    let parsed = parse(sources, file);
    if parsed.diagnostics.iter().any(Diagnostic::is_error) {
        return Err(Unformatted::Wrong(parsed.diagnostics));
    }
    let text: &str = &sources.get(file).text;
    let mut found = Vec::with_capacity(parsed.tokens.len() + parsed.comments.len());
    for token in &parsed.tokens {
        take(token, &mut found);
    }
    // Files of Ludii have `<b>>` here and there: the surplus sign is no token, but it is kept.
    for surplus in parsed.diagnostics.iter().filter(|found| found.code == codes::SURPLUS) {
        found.extend(surplus.span().map(|span| (Kind::Surplus, span)));
    }
    found.extend(parsed.comments.iter().map(|span| (Kind::Comment, *span)));
    found.sort_by_key(|(_, span)| (span.start, span.end));

    let mut out: Vec<Piece> = Vec::with_capacity(found.len());
    let mut open = Vec::new();
    let mut end = 0;
    for (kind, span) in found {
        let (start, stop) = (span.start as usize, span.end as usize);
        let between = &text[end..start];
        let lines = between.matches('\n').count() + between.replace("\r\n", "").matches('\r').count();
        let after_bracket = out.last().is_some_and(|piece| piece.kind == Kind::Close);
        let said = &text[start..stop];
        let kind = if after_bracket && said.bytes().all(|b| b == b'*') { Kind::Star } else { kind };
        let at = out.len();
        let mut partner = at;
        match kind {
            Kind::Open => open.push(at),
            Kind::Close => {
                partner = open.pop().ok_or(Unformatted::Changed)?;
                out[partner].partner = at;
            }
            _ => {}
        }
        let said = if kind == Kind::Comment { said.trim_end() } else { said };
        let line = text[..start].rfind(['\n', '\r']).map_or(0, |at| at + 1);
        let column = if kind == Kind::Comment { text[line..start].chars().count() } else { 0 };
        out.push(Piece { kind, text: said, lines, apart: !between.is_empty(), column, partner });
        end = stop;
    }
    Ok(out)
}

/// Adds a token, or what it is made of.
fn take(token: &Token, out: &mut Vec<(Kind, Span)>) {
    let span = token.origin.span;
    match &token.lexeme {
        Lexeme::Open | Lexeme::ListOpen => out.push((Kind::Open, span)),
        Lexeme::Close | Lexeme::ListClose => out.push((Kind::Close, span)),
        Lexeme::Name(_) => out.push((Kind::Name, span)),
        Lexeme::Dots => out.push((Kind::Dots, span)),
        Lexeme::Fragment(inner) => match within(span, inner) {
            Some(inside) => {
                out.push((Kind::Open, Span { end: span.start + 1, ..span }));
                out.extend(inside);
                out.push((Kind::Close, Span { start: span.end - 1, ..span }));
            }
            None => out.push((Kind::Word, span)),
        },
        _ => out.push((Kind::Word, span)),
    }
}

/// What a fragment is made of, if its brackets match; the others stay as they are written, as do those of a word or two, since
/// `< a >` would read otherwise without its blanks.
fn within(span: Span, inner: &str) -> Option<Vec<(Kind, Span)>> {
    let tokens = tokenize(span.file, inner, span.start as usize + 1);
    if !tokens.diagnostics.is_empty() || tokens.tokens.len() + tokens.comments.len() <= 2 {
        return None;
    }
    let mut open = Vec::new();
    let mut out = Vec::new();
    for token in &tokens.tokens {
        match token.lexeme {
            Lexeme::Open => open.push(Lexeme::Close),
            Lexeme::ListOpen => open.push(Lexeme::ListClose),
            Lexeme::Close | Lexeme::ListClose if open.pop().as_ref() != Some(&token.lexeme) => return None,
            Lexeme::Fragment(_) => return None,
            _ => {}
        }
        let kind = match token.lexeme {
            Lexeme::Open | Lexeme::ListOpen => Kind::Open,
            Lexeme::Close | Lexeme::ListClose => Kind::Close,
            Lexeme::Name(_) => Kind::Name,
            Lexeme::Dots => Kind::Dots,
            _ => Kind::Word,
        };
        out.push((kind, token.origin.span));
    }
    out.extend(tokens.comments.iter().map(|comment| (Kind::Comment, *comment)));
    open.is_empty().then_some(out)
}

/// A line that is finished.
struct Line {
    text: String,
    /// The width of the text before the comment at its end.
    code: usize,
    /// The comment at its end, and how far from the beginning of the line the author had it.
    comment: Option<(String, usize)>,
    blank_before: bool,
}

struct Layout<'a> {
    pieces: &'a [Piece<'a>],
    /// Before which pieces a line ends.
    breaks: Vec<bool>,
    /// The bracket around each piece.
    around: Vec<Option<usize>>,
    /// The indentation of the line of each piece that was written.
    indents: Vec<usize>,
}

impl<'a> Layout<'a> {
    fn new(pieces: &'a [Piece<'a>]) -> Self {
        let mut open: Vec<usize> = Vec::new();
        let mut around = Vec::with_capacity(pieces.len());
        let mut breaks = Vec::with_capacity(pieces.len());
        for (i, piece) in pieces.iter().enumerate() {
            if piece.kind == Kind::Close {
                open.pop();
            }
            around.push(open.last().copied());
            let top_form = piece.kind == Kind::Open && open.is_empty() && i > 0;
            breaks.push(may_break(pieces, i) && (piece.lines > 0 || top_form) || must_break(pieces, i));
            if piece.kind == Kind::Open {
                open.push(i);
            }
        }
        Layout { pieces, breaks, around, indents: vec![0; pieces.len()] }
    }

    fn run(mut self) -> String {
        let mut lines: Vec<Line> = Vec::new();
        let mut start = 0;
        while start < self.pieces.len() {
            let indent = self.indent(start);
            let mut end = self.end_of_line(start);
            while self.width(start, end) + indent > WIDTH && self.divide(start, end, indent) {
                end = self.end_of_line(start);
            }
            self.indents[start..end].fill(indent);
            lines.push(self.line(start, end, indent));
            start = end;
        }
        join(&lines)
    }

    /// The piece behind the line that begins with `start`.
    fn end_of_line(&self, start: usize) -> usize {
        (start + 1..self.pieces.len()).find(|i| self.breaks[*i]).unwrap_or(self.pieces.len())
    }

    /// One step further in than the line where the bracket around it opens; a closing bracket as far in as that line.
    fn indent(&self, first: usize) -> usize {
        let piece = &self.pieces[first];
        if piece.kind == Kind::Close {
            return self.indents[piece.partner];
        }
        self.around[first].map_or(0, |bracket| self.indents[bracket] + INDENT)
    }

    /// Whether a blank stands before a piece that does not begin its line.
    fn blank(&self, i: usize) -> bool {
        let (before, piece) = (&self.pieces[i - 1], &self.pieces[i]);
        if piece.kind == Kind::Comment {
            return true;
        }
        if holds(self.pieces, i) {
            return matches!(piece.kind, Kind::Dots) && before.text.ends_with('.')
                || before.kind == Kind::Dots && piece.text.starts_with('.');
        }
        match (before.kind, piece.kind) {
            (Kind::Open, Kind::Close) => false,
            (Kind::Open, _) => before.text == "{" && piece.apart,
            (_, Kind::Close) if piece.text == "}" => {
                let first = piece.partner + 1;
                if self.breaks[first] { piece.apart } else { self.blank(first) }
            }
            (_, Kind::Close) => false,
            _ => true,
        }
    }

    /// How wide the pieces are in one line, without a comment at the end.
    fn width(&self, start: usize, end: usize) -> usize {
        (start..end).filter(|i| self.pieces[*i].kind != Kind::Comment || *i == start).fold(0, |width, i| {
            let blank = usize::from(i > start && self.blank(i));
            match self.pieces[i].text.rsplit_once('\n') {
                // A text over several lines: what counts is its last.
                Some((_, last)) => last.chars().count(),
                None => width + blank + self.pieces[i].text.chars().count(),
            }
        })
    }

    fn line(&self, start: usize, end: usize, indent: usize) -> Line {
        let mut text = " ".repeat(indent);
        let mut comment = None;
        for i in start..end {
            let piece = &self.pieces[i];
            if piece.kind == Kind::Comment && i > start {
                comment = Some((piece.text.to_owned(), piece.column));
                break;
            }
            if i > start && self.blank(i) {
                text.push(' ');
            }
            text.push_str(piece.text);
        }
        let code = text.rsplit('\n').next().unwrap_or_default().chars().count();
        let opens = start > 0 && self.pieces[start - 1].kind == Kind::Open;
        let blank_before =
            start > 0 && self.pieces[start].lines > 1 && !opens && self.pieces[start].kind != Kind::Close;
        Line { text, code, comment, blank_before }
    }

    /// Ends lines within a line that is too long; whether that was possible.
    fn divide(&mut self, start: usize, end: usize, indent: usize) -> bool {
        let gaps: Vec<usize> = (start + 1..end).filter(|i| may_break(self.pieces, *i)).collect();
        // Where the line is divided most loosely: between forms, rather than within one of them.
        let depth = |i: usize| std::iter::successors(self.around[i], |bracket| self.around[*bracket]).count();
        let between = |i: &usize| self.pieces[*i].kind != Kind::Close && !self.opens_list(*i);
        let Some(least) = gaps.iter().filter(|i| between(i)).map(|i| depth(*i)).min() else { return false };
        let loose: Vec<usize> = gaps.iter().copied().filter(|i| between(i) && depth(*i) == least).collect();
        let bracket = self.around[loose[0]].filter(|bracket| *bracket >= start);
        let Some(bracket) = bracket else { return self.fill(start, &loose, indent) };
        if self.pieces[bracket].text == "(" {
            if let Some(list) = self.last_list(bracket, end)
                && indent + self.width(start, list + 1) <= WIDTH
            {
                return self.divide_list(list, start, end, indent);
            }
            // A list at the end stays with the argument before it.
            let list = self.last_list(bracket, end).filter(|_| loose.len() > 1);
            let loose: Vec<usize> = loose.into_iter().filter(|gap| Some(*gap) != list).collect();
            return self.divide_call(&loose, start, end, indent);
        }
        if self.pieces[bracket].text == "{" {
            return self.divide_list(bracket, start, end, indent);
        }
        self.fill(start, &loose, indent)
    }

    /// Whether the piece is the first of a list.
    fn opens_list(&self, i: usize) -> bool {
        self.pieces[i - 1].kind == Kind::Open
    }

    /// The list that is the last argument of a call, if it has items and begins before `end`.
    fn last_list(&self, call: usize, end: usize) -> Option<usize> {
        let close = self.pieces[call].partner;
        let last = close - 1;
        let list = (self.pieces[last].kind == Kind::Close && self.pieces[last].text == "}")
            .then(|| self.pieces[last].partner)?;
        (list < end && list + 1 < last && self.around[list] == Some(call)).then_some(list)
    }

    /// A list has each of its items on a line of its own; as many on a line as fit if they are words, or lists of words.
    fn divide_list(&mut self, list: usize, start: usize, end: usize, indent: usize) -> bool {
        let close = self.pieces[list].partner;
        let items: Vec<usize> = (list + 1..close.min(end))
            .filter(|i| self.around[*i] == Some(list) && self.pieces[*i].kind != Kind::Close)
            .filter(|i| may_break(self.pieces, *i))
            .collect();
        let plain = self.pieces[list + 1..close].iter().all(|piece| piece.text != "(" && piece.text != "<");
        let mut chosen: Vec<usize> = items.iter().copied().take(if plain { 1 } else { usize::MAX }).collect();
        if close < end {
            chosen.push(close);
        }
        chosen.retain(|i| *i > start && !self.breaks[*i]);
        chosen.iter().for_each(|i| self.breaks[*i] = true);
        !chosen.is_empty() || self.fill(start, &items, indent)
    }

    /// A call keeps with its name the words behind it and the first form, as far as they fit; every further argument has a line.
    fn divide_call(&mut self, loose: &[usize], start: usize, end: usize, indent: usize) -> bool {
        let mut forms = 0;
        let mut kept = 0;
        for (n, gap) in loose.iter().enumerate() {
            let next = loose.get(n + 1).copied().unwrap_or(end);
            let is_form = (*gap..next).any(|i| self.pieces[i].kind == Kind::Open);
            forms += usize::from(is_form);
            if forms > 1 || forms == 1 && !is_form || indent + self.width(start, next) > WIDTH {
                break;
            }
            kept = n + 1;
        }
        let rest = &loose[kept.min(loose.len() - 1)..];
        rest.iter().for_each(|i| self.breaks[*i] = true);
        true
    }

    /// Ends the line at the last of the gaps before which it is not too long.
    fn fill(&mut self, start: usize, gaps: &[usize], indent: usize) -> bool {
        let fits = gaps.iter().rev().find(|gap| **gap > start && indent + self.width(start, **gap) <= WIDTH);
        let Some(gap) = fits.or_else(|| gaps.iter().find(|gap| **gap > start)) else { return false };
        !std::mem::replace(&mut self.breaks[*gap], true)
    }
}

/// Whether the piece holds to the one before it.
fn holds(pieces: &[Piece], i: usize) -> bool {
    let (before, piece) = (&pieces[i - 1], &pieces[i]);
    piece.kind != Kind::Comment && matches!(before.kind, Kind::Name | Kind::Dots)
        || matches!(piece.kind, Kind::Star | Kind::Surplus | Kind::Dots) && before.kind != Kind::Comment
}

/// Whether a line may end before the piece.
fn may_break(pieces: &[Piece], i: usize) -> bool {
    if i == 0 || holds(pieces, i) {
        return false;
    }
    if pieces[i].kind == Kind::Comment {
        return pieces[i].lines > 0;
    }
    // A call begins with its name, and nothing stands in empty brackets.
    let (before, piece) = (&pieces[i - 1], &pieces[i]);
    !(before.kind == Kind::Open && (before.text == "(" || piece.kind == Kind::Close))
}

/// Whether a line must end before the piece: nothing can follow a comment.
fn must_break(pieces: &[Piece], i: usize) -> bool {
    i > 0 && pieces[i - 1].kind == Kind::Comment
}

/// The lines as a text. Comments at the end of lines that follow each other are aligned if the author has aligned them.
fn join(lines: &[Line]) -> String {
    let mut out = String::new();
    let mut rest = lines;
    while let Some(line) = rest.first() {
        let run = 1 + rest[1..].iter().take_while(|next| next.comment.is_some() && !next.blank_before).count();
        let run = if line.comment.is_some() { run } else { 1 };
        let (group, after) = rest.split_at(run);
        let columns = || group.iter().filter_map(|line| line.comment.as_ref()).map(|(_, column)| *column);
        let aligned = columns().max() == columns().min();
        let widest = group.iter().map(|line| line.code).max().unwrap_or_default();
        for line in group {
            if line.blank_before {
                out.push('\n');
            }
            out.push_str(&line.text);
            if let Some((comment, _)) = &line.comment {
                out.push_str(&" ".repeat(if aligned { widest - line.code + 1 } else { 1 }));
                out.push_str(comment);
            }
            out.push('\n');
        }
        rest = after;
    }
    out
}
