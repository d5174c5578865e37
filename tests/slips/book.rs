//! A rule file taken apart: its tokens, its forms, and what the checker knows of each ludeme, all by where they stand.

use parlour_grammar::catalogue::{Catalogue, Prim, Row, Signature, SlotType, Type};
use parlour_grammar::check::check;
use parlour_grammar::expand::{DefinitionInfo, Expanded, Selection, expand};
use parlour_grammar::parse::{Lexeme, Token, parse};
use parlour_grammar::rules::{Term, TermKind};
use parlour_grammar::span::{FileId, Origin, Sources, Span, Trace};
use parlour_grammar::tree::{Node, NodeKind};
use parlour_interpreter::play::Game;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Bytes of a text.
pub type Bytes = Range<usize>;

/// A rule file taken apart.
pub struct Book {
    pub path: String,
    pub text: String,
    /// The tokens that stand in no item of an option.
    pub tokens: Vec<Token>,
    /// The forms in brackets of those tokens.
    pub forms: Vec<Bytes>,
    /// The forms as they are written.
    pub nodes: Vec<Node>,
    /// The ludemes that are read under some choice of options.
    pub calls: Vec<Call>,
    /// The choices of options, the default first.
    pub selections: Vec<Selection>,
    /// How many players there are, by choice of options.
    pub players: Vec<u32>,
    /// The names of the equipment: pieces, zones, regions, tracks, maps.
    pub equipment: BTreeSet<String>,
    pub definitions: Vec<DefinitionInfo>,
    /// The calls of definitions that are read under the default choice.
    pub used: BTreeSet<(usize, usize)>,
}

/// A ludeme, as it is written in one place.
pub struct Call {
    pub span: Bytes,
    pub items: Vec<Item>,
    /// The choice of options under which it is read.
    pub selection: usize,
    /// The ludeme around it.
    pub parent: Option<Bytes>,
    pub term: Option<Typed>,
}

/// A part of a ludeme, written within it.
pub struct Item {
    pub span: Bytes,
    pub kind: Kind,
}

pub enum Kind {
    Symbol(String),
    Text(String),
    Call,
    /// The label with its colon.
    Named(String, Bytes),
    Other,
}

/// What the checker makes of a ludeme.
#[derive(Clone)]
pub struct Typed {
    pub prim: Prim,
    pub signature: &'static Signature,
    pub args: Vec<Arg>,
}

/// An argument in its slot.
#[derive(Clone)]
pub struct Arg {
    pub slot: usize,
    pub span: Bytes,
    pub ty: Type,
}

impl Typed {
    pub fn slot_type(&self, arg: &Arg) -> &'static SlotType {
        &self.signature.slots[arg.slot].ty
    }
}

pub fn bytes(span: Span) -> Bytes {
    span.start as usize..span.end as usize
}

impl Book {
    /// Reads a rule file; of its options, the default and `most` other choices.
    pub fn read(path: &str, game: &Game, choices: Vec<Selection>) -> Book {
        let text = std::fs::read_to_string(super::common::root().join(path)).expect("rule files are text");
        let mut sources = Sources::default();
        let file = sources.add(path, text.as_str());
        let parsed = parse(&sources, file);
        let mut book = Book {
            path: path.to_owned(),
            forms: forms(&parsed.tokens),
            tokens: parsed.tokens,
            nodes: parsed.nodes,
            text,
            calls: Vec::new(),
            selections: Vec::new(),
            players: Vec::new(),
            equipment: BTreeSet::new(),
            definitions: game.expanded().definitions.iter().filter(|d| !d.library).cloned().collect(),
            used: used(game.expanded(), file),
        };
        let mut seen = BTreeSet::new();
        for selection in choices {
            let mut sources = Sources::default();
            let root = sources.add(path, book.text.as_str());
            let expanded = expand(&mut sources, root, &selection, parlour_stdlib::FILES, &super::common::beside(path));
            let game = expanded.game.unwrap_or_else(|| panic!("{path}: no game"));
            let rules = check(&game, &[]).0.unwrap_or_else(|| panic!("{path}: {selection:?}"));
            let mut typed = BTreeMap::new();
            types(&rules.game, root, &mut typed);
            book.calls(&game, root, None, &typed, &mut seen);
            book.players.push(players(&rules.game));
            names(&rules.game, &mut book.equipment);
            book.selections.push(selection);
        }
        book
    }

    fn calls(
        &mut self,
        node: &Node,
        root: FileId,
        parent: Option<&Origin>,
        typed: &BTreeMap<(usize, usize), Typed>,
        seen: &mut BTreeSet<(usize, usize)>,
    ) {
        let mut inner = parent;
        if let NodeKind::Call(items) = &node.kind
            && node.origin.span.file == root
        {
            inner = Some(&node.origin);
            let span = bytes(node.origin.span);
            let key = (span.start, span.end);
            if seen.insert(key) {
                let here = |item: &&Node| {
                    let place = item.origin.span;
                    item.origin.trace == node.origin.trace
                        && place.file == root
                        && node.origin.span.start < place.start
                        && place.end < node.origin.span.end
                };
                let around = parent.filter(|p| {
                    p.trace == node.origin.trace
                        && p.span.start < node.origin.span.start
                        && node.origin.span.end < p.span.end
                });
                self.calls.push(Call {
                    span,
                    items: items.iter().filter(here).map(item).collect(),
                    selection: self.selections.len(),
                    parent: around.map(|p| bytes(p.span)),
                    term: typed.get(&key).cloned(),
                });
            }
        }
        for child in node.children() {
            self.calls(child, root, inner, typed, seen);
        }
    }

    /// The text there.
    pub fn at(&self, bytes: &Bytes) -> &str {
        &self.text[bytes.clone()]
    }

    /// The smallest form around a place.
    pub fn form(&self, place: &Bytes) -> Bytes {
        let around = self.forms.iter().filter(|form| form.start < place.start && place.end < form.end);
        around.min_by_key(|form| form.len()).cloned().unwrap_or(place.clone())
    }

    /// The lines of a place.
    pub fn line(text: &str, place: &Bytes) -> Bytes {
        let start = text[..place.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[place.end..].find('\n').map_or(text.len(), |at| place.end + at);
        start..end
    }

    /// The strings of the tokens, with where they stand.
    pub fn strings(&self) -> impl Iterator<Item = (&str, Bytes)> {
        self.tokens.iter().filter_map(|token| match &token.lexeme {
            Lexeme::Text(text) => Some((text.as_str(), bytes(token.origin.span))),
            _ => None,
        })
    }

    /// The call of a ludeme there.
    pub fn call(&self, span: &Bytes) -> Option<&Call> {
        self.calls.iter().find(|call| call.span == *span)
    }
}

fn item(node: &Node) -> Item {
    let kind = match &node.kind {
        NodeKind::Symbol(word) => Kind::Symbol(word.clone()),
        NodeKind::Text(text) => Kind::Text(text.clone()),
        NodeKind::Call(_) => Kind::Call,
        NodeKind::Named(named) => Kind::Named(named.name.clone(), bytes(named.name_origin.span)),
        _ => Kind::Other,
    };
    Item { span: bytes(node.origin.span), kind }
}

fn forms(tokens: &[Token]) -> Vec<Bytes> {
    let (mut open, mut forms) = (Vec::new(), Vec::new());
    for token in tokens {
        let span = bytes(token.origin.span);
        match token.lexeme {
            Lexeme::Open | Lexeme::ListOpen => open.push(span.start),
            Lexeme::Close | Lexeme::ListClose => forms.extend(open.pop().map(|start| start..span.end)),
            _ => {}
        }
    }
    forms
}

/// The calls of definitions in `file`.
fn used(expanded: &Expanded, file: FileId) -> BTreeSet<(usize, usize)> {
    let frames = (1..).map_while(|i| expanded.traces.get(Trace(i)));
    let calls = frames.map(|frame| frame.call.span).filter(|span| span.file == file);
    calls.map(|span| (span.start as usize, span.end as usize)).collect()
}

/// The ludemes of a term, by where they stand.
fn types(term: &Term, root: FileId, into: &mut BTreeMap<(usize, usize), Typed>) {
    match &term.kind {
        TermKind::Call(call) => {
            let (span, trace) = (term.origin.span, term.origin.trace);
            if span.file == root {
                let signature = &call.prim.row().signatures[call.signature];
                let mut args = Vec::new();
                for (name, arg) in &call.args {
                    let Some(slot) = signature.slots.iter().position(|slot| slot.name == *name) else { continue };
                    let whole = arg.origin.span == span;
                    for part in if whole { arg.members() } else { std::slice::from_ref(arg) } {
                        let place = part.origin.span;
                        let within = place.start > span.start && place.end < span.end;
                        if part.origin.trace == trace && place.file == root && within {
                            args.push(Arg { slot, span: bytes(place), ty: part.ty });
                        }
                    }
                }
                let typed = Typed { prim: call.prim, signature, args };
                into.entry((span.start as usize, span.end as usize)).or_insert(typed);
            }
            call.args.iter().for_each(|(_, arg)| types(arg, root, into));
        }
        TermKind::List(members) => members.iter().for_each(|member| types(member, root, into)),
        TermKind::Range(ends) => {
            types(&ends.0, root, into);
            types(&ends.1, root, into);
        }
        _ => {}
    }
}

/// The names of the equipment.
fn names(term: &Term, into: &mut BTreeSet<String>) {
    match &term.kind {
        TermKind::Call(call) => {
            let named = matches!(
                call.prim,
                Prim::PieceKind | Prim::Regions | Prim::Track | Prim::Map | Prim::Phase | Prim::ZoneSpec
            );
            if named && let Some(name) = call.get("name").and_then(Term::text) {
                into.insert(name.to_owned());
            }
            call.args.iter().for_each(|(_, arg)| names(arg, into));
        }
        TermKind::List(members) => members.iter().for_each(|member| names(member, into)),
        _ => {}
    }
}

fn players(game: &Term) -> u32 {
    let players = game.call().and_then(|game| game.get("players")).and_then(Term::call);
    let number =
        players.and_then(|players| match (players.get("count").map(|count| &count.kind), players.get("list")) {
            (Some(TermKind::Int(count)), _) => u32::try_from(*count).ok(),
            (_, Some(list)) => u32::try_from(list.members().len()).ok(),
            _ => None,
        });
    number.unwrap_or(2)
}

/// The rows whose ludemes begin with a word.
pub fn rows(head: &str) -> Vec<&'static Row> {
    Catalogue::get().with_head(head).map(|(row, _)| row).collect()
}
