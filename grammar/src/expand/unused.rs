//! Definitions and options that nothing uses, under no choice of options.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{Diagnostic, codes};
use crate::parse::{Lexeme, Token};
use crate::tree::{Node, NodeKind};

use super::definitions::{Definition, params_in};
use super::load::{Loaded, Role};
use super::options::Options;

pub(super) fn report(
    loaded: &Loaded,
    options: &Options,
    definitions: &BTreeMap<String, Definition>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut used = Used { definitions, names: BTreeSet::new(), todo: Vec::new() };
    let mut tags = BTreeSet::new();
    for unit in &loaded.units {
        outside_definitions(&unit.rest, |token| used.token(token));
        unit.tests.iter().for_each(|token| used.token(token));
        unit.rest.iter().for_each(|token| collect_tags(token, &mut tags));
    }
    for fragment in options.options.iter().flat_map(|option| option.items.iter().flatten()) {
        fragment.tokens.iter().for_each(|token| {
            used.token(token);
            collect_tags(token, &mut tags);
        });
    }
    used.follow();
    let game = has_game(loaded);

    for definition in definitions.values() {
        if matches!(definition.role, Role::Root | Role::Import) && !used.names.contains(&definition.info.name) {
            // A file of definitions, to be imported, is no game: nothing in it need be used.
            if definition.role == Role::Root && !game {
                continue;
            }
            let message = format!("the definition \"{}\" is never used", definition.info.name);
            diagnostics.push(Diagnostic::warning(codes::UNUSED_DEFINITION, message, definition.origin, "here"));
        }
    }
    for option in &options.options {
        if option.role == Role::Root && game && !tags.contains(&option.info.tag) && !option.args.is_empty() {
            let message = format!("the option \"{}\" is never used", option.info.label);
            diagnostics.push(
                Diagnostic::warning(codes::UNUSED_OPTION, message, option.origin, "here")
                    .help(format!("nothing refers to `<{}>`", option.info.tag)),
            );
        }
    }
}

fn has_game(loaded: &Loaded) -> bool {
    loaded.units.iter().filter(|unit| unit.role.is_game()).any(|unit| {
        unit.variant.is_some()
            || unit.rest.windows(2).any(|pair| match pair {
                [Token { lexeme: Lexeme::Open, .. }, Token { lexeme: Lexeme::Symbol(head), .. }] => {
                    head == "game" || head == "match"
                }
                _ => false,
            })
    })
}

struct Used<'a> {
    definitions: &'a BTreeMap<String, Definition>,
    names: BTreeSet<String>,
    todo: Vec<&'a Definition>,
}

impl<'a> Used<'a> {
    fn token(&mut self, token: &Token) {
        if let Lexeme::Text(text) = &token.lexeme {
            self.text(text);
        }
    }

    /// A string may name a definition; with an option or a parameter in it, it may name any that fits around it.
    fn text(&mut self, text: &str) {
        if let Some((name, definition)) = self.definitions.get_key_value(text) {
            self.add(name, definition);
        }
        let glued = text.contains('<') || params_in(text).next().is_some();
        if glued {
            let start = text.find(['<', '#']).unwrap_or(text.len());
            let end = text.rfind(['>', '#']).map_or(0, |at| at + 1);
            let rest = text[end..].trim_start_matches(|c: char| c.is_ascii_alphanumeric());
            let (prefix, suffix) = (&text[..start], if text.ends_with('>') { "" } else { rest });
            let fits: Vec<_> = self
                .definitions
                .iter()
                .filter(|(name, _)| {
                    name.starts_with(prefix) && name.ends_with(suffix) && !(prefix.is_empty() && suffix.is_empty())
                })
                .collect();
            for (name, definition) in fits {
                self.add(name, definition);
            }
        }
    }

    fn add(&mut self, name: &str, definition: &'a Definition) {
        if self.names.insert(name.to_owned()) {
            self.todo.push(definition);
        }
    }

    /// What the used definitions use is used.
    fn follow(&mut self) {
        while let Some(definition) = self.todo.pop() {
            for node in &definition.body {
                self.node(node);
            }
        }
    }

    fn node(&mut self, node: &Node) {
        if let NodeKind::Text(text) = &node.kind {
            self.text(text);
        }
        for child in node.children() {
            self.node(child);
        }
    }
}

/// Visits the tokens that stand in no `(define …)`.
fn outside_definitions(tokens: &[Token], mut visit: impl FnMut(&Token)) {
    let mut depth = 0_usize;
    let mut skip = None;
    for (i, token) in tokens.iter().enumerate() {
        match &token.lexeme {
            Lexeme::Open | Lexeme::ListOpen => {
                depth += 1;
                let define =
                    matches!(tokens.get(i + 1), Some(Token { lexeme: Lexeme::Symbol(head), .. }) if head == "define");
                if define && skip.is_none() {
                    skip = Some(depth);
                }
            }
            Lexeme::Close | Lexeme::ListClose => {
                if skip == Some(depth) {
                    skip = None;
                }
                depth = depth.saturating_sub(1);
            }
            _ if skip.is_none() => visit(token),
            _ => {}
        }
    }
}

fn collect_tags(token: &Token, tags: &mut BTreeSet<String>) {
    match &token.lexeme {
        Lexeme::OptionRef(tag, _) => {
            tags.insert(tag.clone());
        }
        Lexeme::Text(text) if text.contains('<') => {
            tags.extend(text.split('<').skip(1).map(|rest| {
                let end = rest.find([':', '>']).unwrap_or(rest.len());
                rest[..end].to_owned()
            }));
        }
        _ => {}
    }
}
