//! Definitions, options, rulesets and imports: from the files an author wrote to the forms that the checker reads.
//!
//! The order is: load the file and what it imports ([`load`](self)); read the options and choose ([`options`](self)); replace
//! references to options, token by token, and build trees; collect the definitions and expand their calls. Every node keeps
//! where it is written and the [`Traces`] of calls that brought it where it is.

mod calls;
mod choose;
mod definitions;
mod load;
mod matches;
mod metadata;
mod options;
mod substitute;
#[cfg(test)]
mod tests;
mod unused;

use std::collections::{BTreeMap, BTreeSet};

pub use calls::{MAX_EXPANDED_DEPTH, MAX_NODES};
pub use choose::{Choice, ChosenBy};
pub use definitions::{DefinitionInfo, ParamInfo, Parameters};
pub use matches::{GameOfMatch, Games, games_of_match};
pub use options::{ItemInfo, OptionInfo, OptionKind, RulesetInfo};

use crate::diagnostic::{Diagnostic, Dialect, codes, suggestion};
use crate::parse::{TOP_LEVEL, Token, build};
use crate::span::{FileId, Sources, Traces};
use crate::tree::{Node, NodeKind};
use calls::Expander;
use definitions::Definition;
use load::Unit;
use substitute::Substitution;

/// Reads imported files. The path is relative to the folder of the file that was opened, has no `..` and uses `/`.
pub trait Files {
    /// The content of the file at `path`, or why it cannot be read.
    ///
    /// # Errors
    /// When there is no such file, or it cannot be read; the text is shown to the user.
    fn read(&self, path: &str) -> Result<Vec<u8>, String>;

    /// The rule file of a game of this name elsewhere in a library: its path, and its content.
    fn named(&self, name: &str) -> Option<(String, Vec<u8>)> {
        let _ = name;
        None
    }

    /// The paths of the rule files and libraries in the folder of `path`, in the order of their letters, as far as they can be told:
    /// what a path that is not found may have meant.
    fn beside(&self, path: &str) -> Vec<String> {
        let _ = path;
        Vec::new()
    }
}

/// No files: for texts that import nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str) -> Result<Vec<u8>, String> {
        Err("there are no files beside this text".to_owned())
    }
}

/// What the user chose, by names: an option's label, tag or short name, and an item's name, short name, or a number.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Selection {
    /// The ruleset, without `Ruleset/`.
    pub ruleset: Option<String>,
    /// Options and their values; they count for more than the ruleset.
    pub options: Vec<(String, String)>,
    /// Definitions and options, each the text of a form, that count instead of those of the same name in the files.
    pub changes: Vec<String>,
}

/// A rule file with everything in it expanded.
#[derive(Clone, Debug, Default)]
pub struct Expanded {
    /// `(game …)` or `(match …)`.
    pub game: Option<Node>,
    /// What the `(metadata …)` forms say.
    pub metadata: Vec<Node>,
    /// The options, in the order of the text.
    pub options: Vec<OptionInfo>,
    /// The rulesets, in the order of the text.
    pub rulesets: Vec<RulesetInfo>,
    /// The definitions that can be called, by name.
    pub definitions: Vec<DefinitionInfo>,
    /// The calls that brought each node where it is.
    pub traces: Traces,
    /// What is wrong, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    scope: Scope,
}

impl Expanded {
    /// Whether anything found is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// What expressions can refer to.
#[derive(Clone, Debug, Default)]
struct Scope {
    definitions: BTreeMap<String, Definition>,
    options: options::Options,
}

/// An expression with everything in it expanded.
#[derive(Clone, Debug, Default)]
pub struct Expression {
    /// The forms, usually one.
    pub nodes: Vec<Node>,
    /// The traces of the file it is read against, and its own.
    pub traces: Traces,
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
}

/// Expands the file `root` with what it imports. `library` is pairs of name and text whose definitions every file may use.
pub fn expand(
    sources: &mut Sources,
    root: FileId,
    selection: &Selection,
    library: &[(&str, &str)],
    files: &dyn Files,
) -> Expanded {
    expand_after(Traces::default(), sources, root, selection, library, files)
}

/// The same as [`expand`], where what was expanded before is to be told with it: `before` are its traces.
fn expand_after(
    before: Traces,
    sources: &mut Sources,
    root: FileId,
    selection: &Selection,
    library: &[(&str, &str)],
    files: &dyn Files,
) -> Expanded {
    let mut out = Expanded { traces: before, ..Expanded::default() };
    let mut loaded = load::load(sources, root, library, files, &mut out.diagnostics);
    load::change(&mut loaded, sources, &selection.changes, &mut out.diagnostics);
    // Where a quote is missing, words and texts have changed places: nothing else can be said with reason.
    if out.diagnostics.iter().any(|found| found.code == codes::STRING) {
        tidy(&mut out.diagnostics);
        return out;
    }
    let mut options = options::read(&loaded, &mut out.diagnostics);
    let dialect = Dialect::of_file(&sources.get(root).name);
    choose::choose(&mut options, selection, &loaded, dialect, &mut out.diagnostics);

    let mut forms = Forms::default();
    for unit in &mut loaded.units {
        forms.take(unit, &mut options, sources, &mut out.traces, &mut out.diagnostics);
    }

    let mut expander = Expander::new(&forms.definitions, &mut out.traces, &mut out.diagnostics);
    let mut game = expander.forms(&forms.games);
    expander.enter_metadata(&options);
    out.metadata = expander.forms(&forms.metadata);
    let name = loaded.variants.iter().find_map(|variant| variant.name.as_deref());
    if let (Some(game), Some(name)) = (game.first_mut(), name) {
        rename(game, name);
    }
    out.game = game.into_iter().next();

    // A misspelt call is one mistake, and not also a definition that nothing uses.
    if !out.has_errors() {
        unused::report(&loaded, &options, &forms.definitions, &mut out.diagnostics);
    }

    out.definitions = forms.definitions.values().map(|definition| definition.info.clone()).collect();
    out.options = options.options.iter().map(|option| option.info.clone()).collect();
    out.rulesets = options.rulesets.iter().map(|ruleset| ruleset.info.clone()).collect();
    out.scope = Scope { definitions: forms.definitions, options };
    tidy(&mut out.diagnostics);
    out
}

/// Expands the text of `file` as an expression that may call the definitions of `loaded` and refer to its options.
#[must_use]
pub fn expand_expression(sources: &Sources, file: FileId, loaded: &Expanded) -> Expression {
    let mut out = Expression { traces: loaded.traces.clone(), ..Expression::default() };
    let read = crate::parse::read(sources, file);
    out.diagnostics.extend(read.diagnostics);
    let mut options = loaded.scope.options.clone();
    let tokens = Substitution::new(&mut options, &mut out.traces, &mut out.diagnostics).run(&read.tokens);
    let nodes = build(&tokens, &mut out.diagnostics);
    let mut expander = Expander::new(&loaded.scope.definitions, &mut out.traces, &mut out.diagnostics);
    out.nodes = expander.forms(&nodes);
    tidy(&mut out.diagnostics);
    out
}

/// The forms of all files, sorted by what they are.
#[derive(Default)]
struct Forms {
    games: Vec<Node>,
    metadata: Vec<Node>,
    definitions: BTreeMap<String, Definition>,
}

impl Forms {
    fn take(
        &mut self,
        unit: &mut Unit,
        options: &mut options::Options,
        sources: &Sources,
        traces: &mut Traces,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let tokens: Vec<Token> = Substitution::new(options, traces, diagnostics).run(&unit.rest);
        let mut own = BTreeMap::new();
        for mut node in build(&tokens, diagnostics) {
            // A reference that is left was reported.
            if matches!(node.kind, NodeKind::OptionRef { .. }) {
                continue;
            }
            let head = node.head().unwrap_or_default().to_owned();
            if head != "define" {
                let mut nested = Vec::new();
                definitions::extract(&mut node, &mut nested);
                for define in nested {
                    definitions::read(&define, unit, sources, &mut own, diagnostics);
                }
            }
            match head.as_str() {
                "define" => definitions::read(&node, unit, sources, &mut own, diagnostics),
                "game" | "match" => self.game(node, unit, diagnostics),
                "metadata" if unit.role.is_game() => self.metadata.push(node),
                "metadata" => {}
                _ => diagnostics.push(unknown_form(&node, &head)),
            }
        }
        definitions::merge(&mut self.definitions, own, unit.role, diagnostics);
    }

    fn game(&mut self, node: Node, unit: &Unit, diagnostics: &mut Vec<Diagnostic>) {
        if !unit.role.is_game() {
            return;
        }
        let earlier = self.games.first().map(|game| game.origin).or(unit.variant);
        match earlier {
            Some(earlier) => diagnostics.push(
                Diagnostic::error(codes::TWO_GAMES, "more than one game", node.origin, "this is another")
                    .also(earlier, "the first is here"),
            ),
            None => self.games.push(node),
        }
    }
}

fn unknown_form(node: &Node, head: &str) -> Diagnostic {
    if node.symbol().is_some() {
        return Diagnostic::warning(codes::IGNORED_TEXT, "text outside of any form", node.origin, "left out")
            .help("a comment begins with `//`");
    }
    if head.is_empty() {
        return Diagnostic::error(codes::OUTSIDE, "text outside of any form", node.origin, "here")
            .help("a form that was meant to hold this was probably closed too early");
    }
    Diagnostic::error(codes::UNKNOWN_FORM, format!("`{head}` is not a top-level form"), node.origin, "here")
        .help_if(suggestion(head, TOP_LEVEL.iter().copied()))
}

/// Gives the game the name of its variant.
fn rename(game: &mut Node, name: &str) {
    if let NodeKind::Call(items) = &mut game.kind
        && let Some(Node { kind: NodeKind::Text(text), .. }) = items.get_mut(1)
    {
        name.clone_into(text);
    }
}

/// Puts the findings in the order of the text and drops those said before, such as a mistake in a definition called twice.
fn tidy(diagnostics: &mut Vec<Diagnostic>) {
    let mut seen = BTreeSet::new();
    diagnostics.retain(|d| seen.insert((d.code, d.span(), d.message.clone())));
    diagnostics.sort_by_key(Diagnostic::span);
}
