//! Expands the calls of definitions.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{Diagnostic, codes, did_you_mean, suggestion};
use crate::span::{Frame, Origin, Trace, Traces};
use crate::tree::{Named, Node, NodeKind};

use super::definitions::{Definition, Parameters, params_in};
use super::metadata;
use super::options::Options;

/// How many nodes a file may expand to.
pub const MAX_NODES: usize = 500_000;
/// How deep an expanded tree may be. Later stages walk trees recursively and rely on it.
pub const MAX_EXPANDED_DEPTH: usize = 512;

pub(super) struct Expander<'a> {
    definitions: &'a BTreeMap<String, Definition>,
    traces: &'a mut Traces,
    diagnostics: &'a mut Vec<Diagnostic>,
    /// The definitions that are being expanded, outermost first.
    open: Vec<&'a Definition>,
    /// Option traces inside bodies, seen from a call of the definition.
    rebased: BTreeMap<(Trace, Trace), Trace>,
    nodes_left: usize,
    /// In metadata: the choices that count. Definitions of the library cannot be called there, as in Ludii.
    metadata: Option<BTreeSet<String>>,
    /// Inside `(info …)`, where strings are texts.
    describes: bool,
}

/// The call of a definition, seen from inside its body.
struct Env<'a> {
    definition: &'a Definition,
    args: Vec<Option<Arg>>,
    trace: Trace,
}

struct Arg {
    /// As written, for use inside strings and as the name of a definition.
    raw: Node,
    nodes: Vec<Node>,
    size: usize,
    depth: usize,
}

impl<'a> Expander<'a> {
    pub(super) fn new(
        definitions: &'a BTreeMap<String, Definition>,
        traces: &'a mut Traces,
        diagnostics: &'a mut Vec<Diagnostic>,
    ) -> Self {
        Expander {
            definitions,
            traces,
            diagnostics,
            open: Vec::new(),
            rebased: BTreeMap::new(),
            nodes_left: MAX_NODES,
            metadata: None,
            describes: false,
        }
    }

    pub(super) fn enter_metadata(&mut self, options: &Options) {
        self.metadata = Some(metadata::active(options));
    }

    pub(super) fn forms(&mut self, nodes: &[Node]) -> Vec<Node> {
        let mut out = Vec::new();
        self.items(nodes, None, 0, &mut out);
        out
    }

    fn items(&mut self, nodes: &[Node], env: Option<&Env<'a>>, depth: usize, out: &mut Vec<Node>) {
        for node in nodes {
            self.item(node, env, depth, out);
        }
    }

    /// Appends what `node` expands to: usually one node, but a definition may stand for several, or for none.
    fn item(&mut self, node: &Node, env: Option<&Env<'a>>, depth: usize, out: &mut Vec<Node>) {
        let origin = self.origin(node.origin, env);
        if !self.spend(1, origin) || !self.within(depth, origin) {
            return;
        }
        match &node.kind {
            NodeKind::Call(items) => self.call(items, origin, env, depth, out),
            NodeKind::List(items) => {
                let mut inner = Vec::with_capacity(items.len());
                self.items(items, env, depth + 1, &mut inner);
                out.push(Node { kind: NodeKind::List(inner), origin });
            }
            NodeKind::Named(named) => self.named(named, origin, env, depth, out),
            NodeKind::Range(ends) => {
                let from = self.exactly_one(&ends.0, origin, env, depth);
                let to = self.exactly_one(&ends.1, origin, env, depth);
                if let (Some(from), Some(to)) = (from, to) {
                    out.push(Node { kind: NodeKind::Range(Box::new((from, to))), origin });
                }
            }
            NodeKind::Text(text) => self.text(text, origin, env, depth, out),
            NodeKind::Symbol(word) if word.contains('#') => {
                let word = self.glued(word, origin, env);
                out.push(Node { kind: NodeKind::Symbol(word), origin });
            }
            NodeKind::Param(name) => self.parameter(name, origin, env, depth, out),
            NodeKind::Hole => self.diagnostics.push(
                Diagnostic::error(codes::HOLE_OUTSIDE, "`~` outside of a definition's call", origin, "here")
                    .help("`~` leaves out an argument, as in `(\"Name\" ~ Orthogonal)`"),
            ),
            NodeKind::Fragment(_) => self.diagnostics.push(
                Diagnostic::error(codes::FRAGMENT, "`<…>` outside of an option's item", origin, "here")
                    .help("a reference to an option reads `<Tag>` or `<Tag:argument>`"),
            ),
            // Options were replaced; a reference that is left was reported.
            NodeKind::OptionRef { .. } => {}
            NodeKind::Int(_) | NodeKind::Real(_) | NodeKind::Bool(_) | NodeKind::Symbol(_) => {
                out.push(Node { kind: node.kind.clone(), origin });
            }
        }
    }

    fn call(&mut self, items: &[Node], origin: Origin, env: Option<&Env<'a>>, depth: usize, out: &mut Vec<Node>) {
        let Some(head) = items.first() else { return };
        let callee = matches!(head.kind, NodeKind::Text(_) | NodeKind::Param(_)).then(|| self.raw(head, env));
        if let Some(Node { kind: NodeKind::Text(name), .. }) = &callee {
            if let Some(definition) = self.definition(name) {
                return self.expand(definition, &items[1..], origin, env, depth, out);
            }
            self.unknown(name, head, env);
            // Goes on with the arguments, whose own mistakes are worth knowing.
            let mut inner = vec![self.raw(head, env)];
            for item in items[1..].iter().filter(|item| !matches!(item.kind, NodeKind::Hole)) {
                self.item(item, env, depth + 1, &mut inner);
            }
            out.push(Node { kind: NodeKind::Call(inner), origin });
            return;
        }
        if head.symbol() == Some("useFor")
            && let Some(active) = &self.metadata
        {
            if let Some(rest) = metadata::used_for(items, active) {
                self.items(rest, env, depth, out);
            }
            return;
        }
        let mut inner = Vec::with_capacity(items.len());
        let (verbatim, rest) = match head.symbol() {
            // A game's own name is never a definition.
            Some("game" | "match" | "instance" | "subgame") => items.split_at(items.len().min(2)),
            _ => (&[][..], items),
        };
        for item in verbatim {
            match item.kind {
                NodeKind::Text(_) => {
                    inner.push(Node { kind: item.kind.clone(), origin: self.origin(item.origin, env) })
                }
                _ => self.item(item, env, depth + 1, &mut inner),
            }
        }
        // Nor is any text that describes a game.
        let before = self.describes;
        self.describes |= self.metadata.is_some() && head.symbol() == Some("info");
        self.items(rest, env, depth + 1, &mut inner);
        self.describes = before;
        match inner.as_slice() {
            // All of it was parameters that were left out.
            [] => {}
            // `(#1)`, with a form for the parameter, is that form.
            [only] if only.call().is_some() => out.append(&mut inner),
            _ => out.push(Node { kind: NodeKind::Call(inner), origin }),
        }
    }

    fn named(&mut self, named: &Named, origin: Origin, env: Option<&Env<'a>>, depth: usize, out: &mut Vec<Node>) {
        let mut values = Vec::new();
        self.item(&named.value, env, depth + 1, &mut values);
        let mut values = values.into_iter();
        // Without a value, as when an argument is left out, the name goes too.
        let Some(value) = values.next() else { return };
        if let NodeKind::Named(inner) = &value.kind {
            let message = format!("`{}:` is given the named argument `{}:`", named.name, inner.name);
            self.diagnostics.push(
                Diagnostic::error(codes::NOT_ONE, message, origin, "one value is needed here")
                    .also(value.origin, "this has a name of its own"),
            );
            return;
        }
        let name_origin = self.origin(named.name_origin, env);
        let kind = NodeKind::Named(Box::new(Named { name: named.name.clone(), name_origin, value }));
        out.push(Node { kind, origin });
        out.extend(values);
    }

    fn exactly_one(&mut self, node: &Node, place: Origin, env: Option<&Env<'a>>, depth: usize) -> Option<Node> {
        let mut out = Vec::new();
        let before = self.diagnostics.len();
        self.item(node, env, depth + 1, &mut out);
        if out.len() == 1 {
            return out.pop();
        }
        if self.diagnostics.len() == before {
            let message = format!("`{node}` stands for {} values", out.len());
            self.diagnostics.push(
                Diagnostic::error(codes::NOT_ONE, message, place, "one value is needed here").also(node.origin, "this"),
            );
        }
        None
    }

    fn text(&mut self, text: &str, origin: Origin, env: Option<&Env<'a>>, depth: usize, out: &mut Vec<Node>) {
        let text = if text.contains('#') { self.glued(text, origin, env) } else { text.to_owned() };
        match self.definition(&text).filter(|_| !self.describes) {
            Some(definition) => self.expand(definition, &[], origin, env, depth, out),
            None => out.push(Node { kind: NodeKind::Text(text), origin }),
        }
    }

    fn parameter(&mut self, name: &str, origin: Origin, env: Option<&Env<'a>>, depth: usize, out: &mut Vec<Node>) {
        let Some(env) = env else {
            let message = format!("`#{name}` outside of a definition");
            self.diagnostics.push(Diagnostic::error(codes::PARAMETER_OUTSIDE, message, origin, "here"));
            return;
        };
        let Some(place) = env.place(name) else {
            let message = format!("the definition \"{}\" has no parameter `{name}`", env.definition.info.name);
            self.diagnostics.push(
                Diagnostic::error(codes::PARAMETER_OUTSIDE, message, origin, "here")
                    .also(env.definition.origin, "the definition is here"),
            );
            return;
        };
        if let Some(arg) = env.args.get(place).and_then(Option::as_ref)
            && self.spend(arg.size, origin)
            && self.within(depth + arg.depth, origin)
        {
            out.extend_from_slice(&arg.nodes);
        }
    }

    /// The definition `name`, if it can be called here.
    fn definition(&self, name: &str) -> Option<&'a Definition> {
        let definition = self.definitions.get(name)?;
        (self.metadata.is_none() || !definition.info.library).then_some(definition)
    }

    fn expand(
        &mut self,
        definition: &'a Definition,
        args: &[Node],
        call: Origin,
        env: Option<&Env<'a>>,
        depth: usize,
        out: &mut Vec<Node>,
    ) {
        let args = self.bind(definition, args, call, env, depth);
        if let Some(at) = self.open.iter().position(|open| open.info.name == definition.info.name) {
            let mut names: Vec<String> = self.open[at..].iter().map(|open| format!("\"{}\"", open.info.name)).collect();
            names.push(format!("\"{}\"", definition.info.name));
            let message = format!("the definition \"{}\" uses itself", definition.info.name);
            self.diagnostics.push(
                Diagnostic::error(codes::RECURSION, message, call, names.join(" → "))
                    .also(definition.origin, "the definition is here"),
            );
            return;
        }
        let what = format!("\"{}\"", definition.info.name);
        let origin =
            |arg: &Option<Arg>| arg.as_ref().map(|arg| arg.nodes.first().map_or(arg.raw.origin, |node| node.origin));
        let arguments = args.iter().map(origin).collect();
        let lacks = match definition.info.parameters {
            Parameters::Numbered(count) => Some((args.len(), count)).filter(|(given, count)| given < count),
            Parameters::Named(_) => None,
        };
        let trace = self.traces.push(Frame { what, definition: definition.info.span, call, arguments, lacks });
        let inner = Env { definition, args, trace };
        self.open.push(definition);
        for node in &definition.body {
            self.item(node, Some(&inner), depth + 1, out);
        }
        self.open.pop();
    }

    /// Assigns the arguments of a call to the definition's parameters.
    fn bind(
        &mut self,
        definition: &'a Definition,
        args: &[Node],
        call: Origin,
        env: Option<&Env<'a>>,
        depth: usize,
    ) -> Vec<Option<Arg>> {
        let Parameters::Named(params) = &definition.info.parameters else {
            let Parameters::Numbered(count) = definition.info.parameters else { unreachable!("the other kind") };
            let out: Vec<Option<Arg>> = args.iter().map(|arg| self.arg(arg, env, depth)).collect();
            if let Some(extra) = args.get(count).filter(|arg| !matches!(arg.kind, NodeKind::Hole)) {
                let origin = self.origin(extra.origin, env);
                let message = format!("\"{}\" does not use this argument", definition.info.name);
                self.diagnostics.push(
                    Diagnostic::warning(codes::UNUSED_ARGUMENT, message, origin, "left out")
                        .also(definition.origin, format!("takes {}", counted(count, "argument"))),
                );
            }
            return out;
        };
        let mut out: Vec<Option<Arg>> = params.iter().map(|_| None).collect();
        let mut given = vec![false; params.len()];
        let mut next = 0;
        for node in args {
            let origin = self.origin(node.origin, env);
            let (place, value) = match &node.kind {
                NodeKind::Named(named) => match params.iter().position(|param| param.name == named.name) {
                    Some(place) => (place, &named.value),
                    None => {
                        let message = format!("\"{}\" has no parameter `{}`", definition.info.name, named.name);
                        let diagnostic = Diagnostic::error(codes::UNKNOWN_ARGUMENT, message, origin, "here")
                            .also(definition.origin, "the definition is here");
                        let names = params.iter().map(|param| param.name.as_str());
                        self.diagnostics.push(diagnostic.help_if(suggestion(&named.name, names)));
                        continue;
                    }
                },
                _ => {
                    while given.get(next) == Some(&true) {
                        next += 1;
                    }
                    (next, node)
                }
            };
            let Some(was_given) = given.get_mut(place) else {
                let message = format!("too many arguments for \"{}\"", definition.info.name);
                self.diagnostics.push(
                    Diagnostic::error(codes::TOO_MANY_ARGUMENTS, message, origin, "this one is too many")
                        .also(definition.origin, format!("takes {}", counted(params.len(), "argument"))),
                );
                break;
            };
            if std::mem::replace(was_given, true) {
                let message = format!("the argument `{}` is given twice", params[place].name);
                self.diagnostics.push(Diagnostic::error(codes::ARGUMENT_TWICE, message, origin, "this is the second"));
                continue;
            }
            out[place] = self.arg(value, env, depth);
        }
        for (place, param) in params.iter().enumerate() {
            if out[place].is_some() {
                continue;
            }
            match &param.default {
                Some(default) => out[place] = self.arg(default, None, depth),
                None if param.optional => {}
                None => {
                    let message = format!("the argument `{}` of \"{}\" is missing", param.name, definition.info.name);
                    self.diagnostics.push(
                        Diagnostic::error(codes::MISSING_ARGUMENT, message, call, "in this call")
                            .also(param.origin, "the parameter is here"),
                    );
                }
            }
        }
        out
    }

    /// An argument, expanded where the call stands; `None` if it is left out.
    fn arg(&mut self, node: &Node, env: Option<&Env<'a>>, depth: usize) -> Option<Arg> {
        if matches!(node.kind, NodeKind::Hole) {
            return None;
        }
        let raw = self.raw(node, env);
        let mut nodes = Vec::new();
        self.item(node, env, depth + 1, &mut nodes);
        if nodes.is_empty() && matches!(node.kind, NodeKind::Param(_)) {
            return None;
        }
        let (size, depth) = nodes.iter().map(measure).fold((0, 0), |(n, d), (m, e)| (n + m, d.max(e)));
        Some(Arg { raw, nodes, size, depth })
    }

    /// `node` with parameters replaced, but with definitions left as names.
    fn raw(&mut self, node: &Node, env: Option<&Env<'a>>) -> Node {
        match &node.kind {
            NodeKind::Param(name) => {
                let arg = env.and_then(|env| env.args.get(env.place(name)?)?.as_ref());
                arg.map_or_else(|| node.clone(), |arg| arg.raw.clone())
            }
            NodeKind::Text(text) if text.contains('#') => {
                Node { kind: NodeKind::Text(self.glued(text, node.origin, env)), origin: node.origin }
            }
            // Only a name or a number is ever asked for; whole forms need not be copied.
            NodeKind::Call(_) | NodeKind::List(_) => Node { kind: NodeKind::Hole, origin: node.origin },
            _ => node.clone(),
        }
    }

    /// `text` with the parameters inside it replaced.
    fn glued(&mut self, text: &str, origin: Origin, env: Option<&Env<'a>>) -> String {
        let Some(env) = env else { return text.to_owned() };
        let mut out = String::with_capacity(text.len());
        let mut done = 0;
        for (at, name) in params_in(text) {
            let Some(place) = env.place(name) else { continue };
            out.push_str(&text[done..at]);
            done = at + 1 + name.len();
            let Some(arg) = env.args.get(place).and_then(Option::as_ref) else { continue };
            match &arg.raw.kind {
                NodeKind::Text(part) | NodeKind::Symbol(part) => out.push_str(part),
                NodeKind::Int(_) | NodeKind::Real(_) | NodeKind::Bool(_) => out.push_str(&arg.raw.to_string()),
                _ => self.diagnostics.push(
                    Diagnostic::error(
                        codes::NOT_ONE,
                        format!("`#{name}` in a word or a string is a form"),
                        origin,
                        "here",
                    )
                    .also(arg.raw.origin, "a word, a string or a number is needed here"),
                ),
            }
        }
        out + &text[done..]
    }

    fn unknown(&mut self, name: &str, head: &Node, env: Option<&Env<'a>>) {
        let origin = self.origin(head.origin, env);
        let diagnostic = Diagnostic::error(
            codes::UNKNOWN_DEFINITION,
            format!("there is no definition \"{name}\""),
            origin,
            "called here",
        );
        let near = did_you_mean(name, self.definitions.keys().map(String::as_str));
        self.diagnostics.push(diagnostic.help_if(near.map(|near| format!("did you mean \"{near}\"?"))));
    }

    /// The origin of a node of a body, seen from the call.
    fn origin(&mut self, origin: Origin, env: Option<&Env<'a>>) -> Origin {
        match env {
            None => origin,
            Some(env) => Origin { span: origin.span, trace: self.rebase(origin.trace, env.trace) },
        }
    }

    /// The steps of `trace`, then those of `under`.
    fn rebase(&mut self, trace: Trace, under: Trace) -> Trace {
        let Some(frame) = self.traces.get(trace) else { return under };
        if let Some(done) = self.rebased.get(&(trace, under)) {
            return *done;
        }
        let mut frame = frame.clone();
        frame.call.trace = self.rebase(frame.call.trace, under);
        let rebased = self.traces.push(frame);
        self.rebased.insert((trace, under), rebased);
        rebased
    }

    fn spend(&mut self, nodes: usize, origin: Origin) -> bool {
        if self.nodes_left == 0 {
            return false;
        }
        self.nodes_left = self.nodes_left.saturating_sub(nodes);
        if self.nodes_left == 0 {
            let (message, at) = match self.open.first() {
                Some(definition) => {
                    (format!("\"{}\" expands to more than {MAX_NODES} words", definition.info.name), definition.origin)
                }
                None => (format!("the file expands to more than {MAX_NODES} words"), origin),
            };
            self.diagnostics.push(
                Diagnostic::error(codes::TOO_LARGE, message, origin, "the bound is met here")
                    .also(at, "which began here"),
            );
        }
        self.nodes_left > 0
    }

    fn within(&mut self, depth: usize, origin: Origin) -> bool {
        let fits = depth <= MAX_EXPANDED_DEPTH;
        if !fits {
            let message = match self.open.last() {
                Some(definition) => format!("the expansion of \"{}\" nests too deeply", definition.info.name),
                None => "the expansion nests too deeply".to_owned(),
            };
            self.diagnostics.push(Diagnostic::error(codes::TOO_DEEP, message, origin, "one level too many"));
        }
        fits
    }
}

impl Env<'_> {
    /// The place of the parameter `name` among the arguments.
    fn place(&self, name: &str) -> Option<usize> {
        match &self.definition.info.parameters {
            Parameters::Numbered(count) => {
                name.parse::<usize>().ok().filter(|n| (1..=*count).contains(n)).map(|n| n - 1)
            }
            Parameters::Named(params) => params.iter().position(|param| param.name == name),
        }
    }
}

/// The number of nodes and the depth of a tree.
fn measure(node: &Node) -> (usize, usize) {
    let (size, depth) = node.children().map(measure).fold((0, 0), |(n, d), (m, e)| (n + m, d.max(e)));
    (size + 1, depth + 1)
}

fn counted(count: usize, thing: &str) -> String {
    match count {
        0 => format!("no {thing}s"),
        1 => format!("one {thing}"),
        _ => format!("{count} {thing}s"),
    }
}
