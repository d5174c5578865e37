//! Reads the opened file and what it imports.

use crate::diagnostic::{Diagnostic, codes, did_you_mean};
use crate::parse::{self, Token, build};
use crate::span::{FileId, Origin, Sources, Span};
use crate::tree::{Node, NodeKind};

use super::Files;

/// What a file is to the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// Part of the library.
    Library,
    /// Imported: its definitions and options count.
    Import,
    /// The game that a variant is made of: everything counts.
    Base,
    /// The file that was opened.
    Root,
}

impl Role {
    /// Whether a game and its metadata are taken from the file.
    pub(super) fn is_game(self) -> bool {
        matches!(self, Role::Base | Role::Root)
    }
}

/// One file, divided by what its top-level forms are.
#[derive(Debug)]
pub(super) struct Unit {
    pub(super) role: Role,
    pub(super) comments: Vec<Span>,
    /// `(option …)` forms.
    pub(super) options: Vec<Node>,
    /// `(rulesets …)` and `(ruleset …)` forms.
    pub(super) rulesets: Vec<Node>,
    /// Where the file says that it is a variant.
    pub(super) variant: Option<Origin>,
    /// `(test …)` and `(tests …)` forms, which may call definitions.
    pub(super) tests: Vec<Token>,
    /// All other forms; options are still to be replaced in them.
    pub(super) rest: Vec<Token>,
}

impl Unit {
    fn empty(role: Role) -> Unit {
        Unit {
            role,
            comments: Vec::new(),
            options: Vec::new(),
            rulesets: Vec::new(),
            variant: None,
            tests: Vec::new(),
            rest: Vec::new(),
        }
    }
}

/// `(variant "Name" of:"path" ruleset:"Name" options:{ … })`.
#[derive(Debug)]
pub(super) struct Variant {
    /// Its name; without one it goes by that of the game it is a variant of.
    pub(super) name: Option<String>,
    pub(super) ruleset: Option<(String, Origin)>,
    pub(super) options: Vec<(String, Origin)>,
}

/// All files of a game, imported ones before those that import them.
#[derive(Debug, Default)]
pub(super) struct Loaded {
    pub(super) units: Vec<Unit>,
    /// The variants, the opened file's own first.
    pub(super) variants: Vec<Variant>,
}

pub(super) fn load(
    sources: &mut Sources,
    root: FileId,
    library: &[(&str, &str)],
    files: &dyn Files,
    diagnostics: &mut Vec<Diagnostic>,
) -> Loaded {
    let name = sources.get(root).name.clone();
    let (folder, own) = name.rsplit_once('/').map_or(("", name.as_str()), |(folder, own)| (folder, own));
    let mut loader = Loader {
        sources,
        files,
        diagnostics,
        folder: if folder.is_empty() { String::new() } else { format!("{folder}/") },
        open: vec![own.to_owned()],
        done: Vec::new(),
        loaded: Loaded::default(),
    };
    for (name, text) in library {
        let file = loader.sources.add(format!("<library>/{name}"), *text);
        loader.unit(file, Role::Library);
    }
    loader.unit(root, Role::Root);
    loader.loaded
}

/// Puts forms in the place of those of the same name. They are read like a last file, whose definitions override all others.
pub(super) fn change(
    loaded: &mut Loaded,
    sources: &mut Sources,
    changes: &[String],
    diagnostics: &mut Vec<Diagnostic>,
) {
    for change in changes {
        let file = sources.add("<typed>", change.as_str());
        let read = parse::read(sources, file);
        diagnostics.extend(read.diagnostics);
        let mut unit = Unit { comments: read.comments, ..Unit::empty(Role::Root) };
        for form in parse::top_level(&read.tokens) {
            match parse::head(form) {
                "define" => unit.rest.extend_from_slice(form),
                "option" => unit.options.extend(build(form, diagnostics)),
                _ => diagnostics.extend(form.first().map(|token| {
                    let message = "only definitions and options can be changed";
                    Diagnostic::error(codes::NO_CHANGE, message, token.origin, "this is something else")
                        .help("write `(define \"Name\" …)` or `(option \"Name\" …)`")
                })),
            }
        }
        for option in &unit.options {
            loaded.units.iter_mut().for_each(|unit| unit.options.retain(|other| !is_same(other, option)));
        }
        loaded.units.push(unit);
    }
}

/// Whether two forms go by one name.
fn is_same(a: &Node, b: &Node) -> bool {
    let name = |node: &Node| match node.call() {
        Some([_, Node { kind: NodeKind::Text(name), .. }, ..]) => Some(name.clone()),
        _ => None,
    };
    name(a).is_some() && name(a) == name(b)
}

struct Loader<'a> {
    sources: &'a mut Sources,
    files: &'a dyn Files,
    diagnostics: &'a mut Vec<Diagnostic>,
    /// The folder of the opened file, as messages show it; empty or ending in `/`.
    folder: String,
    /// The paths of the files that are being read, the opened one first.
    open: Vec<String>,
    /// The paths of the files that were read.
    done: Vec<(String, Role)>,
    loaded: Loaded,
}

/// How many files may import each other in a row.
const MAX_CHAIN: usize = 64;

impl Loader<'_> {
    fn unit(&mut self, file: FileId, role: Role) {
        let read = parse::read(self.sources, file);
        self.diagnostics.extend(read.diagnostics);
        let mut unit = Unit { comments: read.comments, ..Unit::empty(role) };
        for form in parse::top_level(&read.tokens) {
            let head = parse::head(form);
            // Tests are no part of the game: they are read where they are run.
            if matches!(head, "test" | "tests") {
                unit.tests.extend_from_slice(form);
                continue;
            }
            if !matches!(head, "option" | "rulesets" | "ruleset" | "import" | "variant") {
                unit.rest.extend_from_slice(form);
                continue;
            }
            let Some(node) = build(form, self.diagnostics).into_iter().next() else { continue };
            match head {
                "option" => unit.options.push(node),
                "import" => self.import(&node),
                "variant" => {
                    if let Some(earlier) = unit.variant {
                        self.diagnostics.push(
                            Diagnostic::error(codes::TWO_GAMES, "more than one game", node.origin, "this is another")
                                .also(earlier, "the first is here"),
                        );
                    } else {
                        unit.variant = Some(node.origin);
                        self.variant(&node, role);
                    }
                }
                _ => unit.rulesets.push(node),
            }
        }
        self.loaded.units.push(unit);
    }

    fn import(&mut self, node: &Node) {
        match node.call() {
            Some([_, Node { kind: NodeKind::Text(path), origin }]) => self.file(path, *origin, Role::Import),
            _ => self.diagnostics.push(
                Diagnostic::error(codes::BAD_IMPORT, "an import names one file", node.origin, "here")
                    .help("write `(import \"path/to/file.game\")`"),
            ),
        }
    }

    fn variant(&mut self, node: &Node, role: Role) {
        let (name, items) = match node.call() {
            Some([_, Node { kind: NodeKind::Text(name), .. }, items @ ..]) => (Some(name.clone()), items),
            Some([_, items @ ..]) => (None, items),
            _ => return,
        };
        let mut variant = Variant { name, ruleset: None, options: Vec::new() };
        let mut base = None;
        for item in items {
            match &item.kind {
                NodeKind::Named(named) => match (named.name.as_str(), &named.value.kind) {
                    ("of", NodeKind::Text(path)) => base = Some((path.clone(), named.value.origin)),
                    ("ruleset", NodeKind::Text(name)) => variant.ruleset = Some((name.clone(), named.value.origin)),
                    ("options", NodeKind::List(items)) => {
                        for item in items {
                            match &item.kind {
                                NodeKind::Text(setting) => variant.options.push((setting.clone(), item.origin)),
                                _ => self.bad_variant(item.origin, "expected `\"Option/Item\"`"),
                            }
                        }
                    }
                    _ => self.bad_variant(item.origin, "expected `of:\"path\"`, `ruleset:\"Name\"` or `options:{ … }`"),
                },
                _ => self.bad_variant(item.origin, "definitions and other forms stand beside the variant, not in it"),
            }
        }
        // Of a file that is only imported, the game does not count, and so neither does what it is a variant of.
        if role.is_game() {
            self.loaded.variants.push(variant);
        }
        match base {
            Some((path, origin)) => self.file(&path, origin, if role.is_game() { Role::Base } else { Role::Import }),
            None => self.bad_variant(node.origin, "`of:\"path\"` is missing"),
        }
    }

    fn bad_variant(&mut self, origin: Origin, label: &str) {
        self.diagnostics.push(
            Diagnostic::error(codes::BAD_IMPORT, "this variant cannot be read", origin, label).help(
                "a variant reads `(variant \"Name\" of:\"path\" ruleset:\"Name\" options:{ \"Option/Item\" … })`",
            ),
        );
    }

    /// Reads the file at `path`, relative to the file that is being read.
    fn file(&mut self, path: &str, origin: Origin, role: Role) {
        let importer = self.open.last().map_or("", String::as_str);
        let resolved = match resolve(importer, path) {
            Ok(resolved) => resolved,
            Err(why) => {
                self.diagnostics.push(
                    Diagnostic::error(codes::IMPORT_ESCAPES, format!("`{path}` cannot be imported"), origin, why).help(
                        "imports are relative paths with `/`, and stay in the folder of the file that was opened",
                    ),
                );
                return;
            }
        };
        if let Some(at) = self.open.iter().position(|open| *open == resolved) {
            let message = if at + 1 == self.open.len() {
                format!("`{resolved}` imports itself")
            } else {
                let chain: Vec<String> = self.open[at..].iter().map(|path| format!("`{path}`")).collect();
                format!("files import each other: {}, `{resolved}`", chain.join(", "))
            };
            self.diagnostics.push(Diagnostic::error(codes::IMPORT_CYCLE, message, origin, "leads back"));
            return;
        }
        if self.done.contains(&(resolved.clone(), role)) {
            return;
        }
        if self.open.len() > MAX_CHAIN {
            let message = format!("more than {MAX_CHAIN} files import each other in a row");
            self.diagnostics.push(Diagnostic::error(codes::IMPORT_CYCLE, message, origin, "one too many"));
            return;
        }
        match self.files.read(&resolved) {
            Ok(bytes) => {
                let (file, diagnostic) = parse::add_bytes(self.sources, &format!("{}{resolved}", self.folder), &bytes);
                self.done.push((resolved.clone(), role));
                if let Some(diagnostic) = diagnostic {
                    self.diagnostics.push(diagnostic);
                    return;
                }
                self.open.push(resolved);
                self.unit(file, role);
                self.open.pop();
            }
            Err(why) => {
                let message = format!("`{resolved}` cannot be read");
                let paths = self.files.beside(&resolved);
                let near = did_you_mean(&resolved, paths.iter().map(String::as_str));
                let finding = Diagnostic::error(codes::IMPORT_NOT_FOUND, message, origin, why);
                self.diagnostics.push(finding.help_if(near.map(|near| format!("did you mean \"{near}\"?"))));
            }
        }
    }
}

/// The path of `path` as written in `importer`, both relative to the folder of the opened file.
pub(super) fn resolve(importer: &str, path: &str) -> Result<String, &'static str> {
    if path.starts_with('/') || path.contains(['\\', ':', '\0']) {
        return Err("not a relative path");
    }
    let mut parts: Vec<&str> = importer.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                if parts.pop().is_none() {
                    return Err("leaves the folder of the file that was opened");
                }
            }
            part => parts.push(part),
        }
    }
    if parts.is_empty() || path.ends_with('/') { Err("names no file") } else { Ok(parts.join("/")) }
}

#[cfg(test)]
mod tests {
    use super::resolve;

    #[test]
    fn paths_stay_inside() {
        assert_eq!(resolve("a.game", "b.game").as_deref(), Ok("b.game"));
        assert_eq!(resolve("x/a.game", "../b.game").as_deref(), Ok("b.game"));
        assert_eq!(resolve("x/a.game", "./y//b.game").as_deref(), Ok("x/y/b.game"));
        for bad in ["../b.game", "/etc/passwd", "x/../../b", "C:b", "a\\b", "", ".", "x/"] {
            assert!(resolve("a.game", bad).is_err(), "{bad}");
        }
    }
}
