//! Reads `(define …)`.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::diagnostic::{Diagnostic, codes};
use crate::span::{Origin, Sources, Span};
use crate::tree::{Node, NodeKind};

use super::load::{Role, Unit};

/// A definition, as manuals and completion show it.
#[derive(Clone, Debug)]
pub struct DefinitionInfo {
    /// Its name.
    pub name: String,
    /// What it does: its own text, or the comment above it.
    pub doc: String,
    /// What it is called with.
    pub parameters: Parameters,
    /// Whether it comes from the library.
    pub library: bool,
    /// Where it is written.
    pub span: Span,
}

/// What a definition is called with.
#[derive(Clone, Debug)]
pub enum Parameters {
    /// `#1` to `#n`, each of which may be left out.
    Numbered(usize),
    /// By name, or by position in this order.
    Named(Vec<ParamInfo>),
}

/// `(param "name" Type "what it is" default:… optional:True)`.
#[derive(Clone, Debug)]
pub struct ParamInfo {
    /// Its name: `from`, for `#from`.
    pub name: String,
    /// Its type, which the checker looks up.
    pub type_name: Option<(String, Origin)>,
    /// What it is.
    pub doc: String,
    /// What it is when a call leaves it out.
    pub default: Option<Node>,
    /// Whether a call may leave it out without there being a default; the parameter then disappears from the body.
    pub optional: bool,
    /// Where it is written.
    pub origin: Origin,
}

#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub(super) info: DefinitionInfo,
    pub(super) role: Role,
    pub(super) origin: Origin,
    pub(super) body: Vec<Node>,
}

/// Takes the definitions out of a form; an option may put them there.
pub(super) fn extract(node: &mut Node, out: &mut Vec<Node>) {
    match &mut node.kind {
        NodeKind::Call(items) | NodeKind::List(items) => {
            if items.iter().any(|item| item.head() == Some("define")) {
                for item in std::mem::take(items) {
                    if item.head() == Some("define") { out.push(item) } else { items.push(item) }
                }
            }
            for item in items {
                extract(item, out);
            }
        }
        NodeKind::Named(named) => extract(&mut named.value, out),
        _ => {}
    }
}

/// Reads one definition of `unit` into `own`.
pub(super) fn read(
    node: &Node,
    unit: &Unit,
    sources: &Sources,
    own: &mut BTreeMap<String, Definition>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some([_, Node { kind: NodeKind::Text(name), origin: name_origin }, rest @ ..]) = node.call() else {
        diagnostics.push(bad(node.origin, "its name, in quotes, is missing"));
        return;
    };
    let (doc, parameters, body) = match rest {
        [Node { kind: NodeKind::Text(doc), .. }, params, body @ ..] if params.head() == Some("params") => {
            (Some(doc.clone()), named(params, body, diagnostics), body)
        }
        [params, body @ ..] if params.head() == Some("params") => (None, named(params, body, diagnostics), body),
        body => (None, Parameters::Numbered(highest(body)), body),
    };
    let info = DefinitionInfo {
        name: name.clone(),
        doc: doc.unwrap_or_else(|| comment_above(node.origin.span, unit, sources)),
        parameters,
        library: unit.role == Role::Library,
        span: node.origin.span,
    };
    let definition = Definition { info, role: unit.role, origin: *name_origin, body: body.to_vec() };
    match own.entry(name.clone()) {
        Entry::Vacant(entry) => {
            entry.insert(definition);
        }
        Entry::Occupied(earlier) => {
            let earlier = earlier.get();
            let message = format!("the definition \"{name}\" is given twice");
            let diagnostic =
                Diagnostic::warning(codes::DUPLICATE_DEFINITION, message, *name_origin, "this one does not count");
            diagnostics.push(diagnostic.also(earlier.origin, "the first is here"));
        }
    }
}

/// Adds the definitions of one file to those of the files it imports, which it overrides.
pub(super) fn merge(
    all: &mut BTreeMap<String, Definition>,
    own: BTreeMap<String, Definition>,
    role: Role,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for (name, definition) in own {
        if role == Role::Import
            && let Some(earlier) = all.get(&name)
            && earlier.role == Role::Import
        {
            let message = format!("two imported files define \"{name}\"");
            diagnostics.push(
                Diagnostic::warning(codes::AMBIGUOUS, message, definition.origin, "this one counts")
                    .also(earlier.origin, "and not this one"),
            );
        }
        all.insert(name, definition);
    }
}

fn named(params: &Node, body: &[Node], diagnostics: &mut Vec<Diagnostic>) -> Parameters {
    let list = match params.call() {
        Some([_, Node { kind: NodeKind::List(list), .. }]) => list.as_slice(),
        _ => {
            diagnostics.push(bad(params.origin, "expected `(params { (param \"name\" …) … })`"));
            &[]
        }
    };
    let mut out: Vec<ParamInfo> = Vec::new();
    for node in list {
        match param(node) {
            Ok(param) if out.iter().any(|other| other.name == param.name) => {
                diagnostics.push(bad(node.origin, "a second parameter of this name"));
            }
            Ok(param) => out.push(param),
            Err((origin, label)) => diagnostics.push(bad(origin, label)),
        }
    }
    for param in &out {
        if !body.iter().any(|node| mentions(node, &param.name)) {
            let message = format!("the parameter `{}` is never used", param.name);
            diagnostics.push(Diagnostic::warning(codes::UNUSED_PARAMETER, message, param.origin, "here"));
        }
    }
    Parameters::Named(out)
}

fn param(node: &Node) -> Result<ParamInfo, (Origin, &'static str)> {
    let expected = (node.origin, "expected `(param \"name\" Type \"what it is\" default:…)`");
    if node.head() != Some("param") {
        return Err(expected);
    }
    let Some([_, Node { kind: NodeKind::Text(name), .. }, rest @ ..]) = node.call() else { return Err(expected) };
    let mut out = ParamInfo {
        name: name.clone(),
        type_name: None,
        doc: String::new(),
        default: None,
        optional: false,
        origin: node.origin,
    };
    for part in rest {
        match &part.kind {
            NodeKind::Symbol(word) => out.type_name = Some((word.clone(), part.origin)),
            NodeKind::Text(doc) => out.doc.clone_from(doc),
            NodeKind::Named(named) => match (named.name.as_str(), &named.value.kind) {
                ("default", _) => out.default = Some(named.value.clone()),
                ("optional", NodeKind::Bool(optional)) => out.optional = *optional,
                _ => return Err((part.origin, "expected `default:…` or `optional:True`")),
            },
            _ => return Err((part.origin, "not part of a parameter")),
        }
    }
    Ok(out)
}

fn bad(origin: Origin, label: &str) -> Diagnostic {
    Diagnostic::error(codes::BAD_DEFINITION, "this definition cannot be read", origin, label)
        .help("a definition reads `(define \"Name\" body…)`, or `(define \"Name\" \"what it does\" (params { (param \"from\" Site default:(to)) }) body…)`")
}

/// The highest number among the parameters of a body.
fn highest(body: &[Node]) -> usize {
    let of = |node: &Node| match &node.kind {
        NodeKind::Param(name) => name.parse().unwrap_or(0),
        NodeKind::Text(text) | NodeKind::Symbol(text) => {
            params_in(text).filter_map(|(_, name)| name.parse().ok()).max().unwrap_or(0)
        }
        _ => 0,
    };
    body.iter()
        .map(|node| of(node).max(node.children().map(|child| highest(std::slice::from_ref(child))).max().unwrap_or(0)))
        .max()
        .unwrap_or(0)
}

fn mentions(node: &Node, param: &str) -> bool {
    match &node.kind {
        NodeKind::Param(name) => name == param,
        NodeKind::Text(text) | NodeKind::Symbol(text) => params_in(text).any(|(_, name)| name == param),
        _ => node.children().any(|child| mentions(child, param)),
    }
}

/// The parameters inside a string or a word, such as `"Board#1"`, with the byte where each begins. `#` begins one if a number
/// below 100 or a name follows, up to the end of the word: `#fff8dc` in a colour is taken for one only where a definition has a
/// parameter of that name.
pub(super) fn params_in(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.match_indices('#').filter_map(|(at, _)| {
        let rest = &text[at + 1..];
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let name = &rest[..end];
        let numbered = !name.starts_with('0') && name.len() <= 2 && name.bytes().all(|b| b.is_ascii_digit());
        let named = name.starts_with(|c: char| c.is_ascii_alphabetic());
        (!name.is_empty() && (numbered || named)).then_some((at, name))
    })
}

/// The comment that stands directly above `span`, without slashes and rules.
fn comment_above(span: Span, unit: &Unit, sources: &Sources) -> String {
    let text = &sources.get(span.file).text;
    let mut lines = Vec::new();
    let mut below = span.start as usize;
    let before = unit.comments.partition_point(|comment| comment.end <= span.start);
    for comment in unit.comments[..before].iter().rev() {
        if comment.file != span.file {
            break;
        }
        let gap = &text[comment.end as usize..below];
        let line = text[comment.start as usize..comment.end as usize].trim_start_matches('/').trim();
        let rule = line.chars().all(|c| c == '-' || c == '=');
        if !gap.trim().is_empty() || gap.matches('\n').count() > 2 || rule && !line.is_empty() {
            break;
        }
        lines.push(line);
        below = comment.start as usize;
    }
    lines.reverse();
    lines.join("\n").trim().to_owned()
}
