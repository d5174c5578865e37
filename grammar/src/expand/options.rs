//! Reads `(option …)` and `(rulesets …)`.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, codes};
use crate::parse::{Lexeme, Token, tokenize};
use crate::span::{Origin, Span};
use crate::tree::{Named, Node, NodeKind};

use super::choose::{Choice, ChosenBy};
use super::load::{Loaded, Role};

/// What a game can be asked to be.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionInfo {
    /// The name for people: `Board Size`.
    pub label: String,
    /// The name in the rules: `Size`, for `<Size>`.
    pub tag: String,
    /// A name for the command line, if one is given with `short:`.
    pub short: Option<String>,
    /// What it is about.
    pub doc: String,
    /// What it can be.
    pub kind: OptionKind,
    /// What it is now: an item or a number.
    pub choice: Choice,
    /// Who said so.
    pub chosen_by: ChosenBy,
    /// Where it is written.
    pub span: Span,
}

/// What an option can be.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionKind {
    /// One of several.
    Items(Vec<ItemInfo>),
    /// A number of a range, ends included.
    Number {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
        /// What it is when nobody says.
        default: i64,
    },
}

/// One of the things that an option can be.
#[derive(Clone, Debug, PartialEq)]
pub struct ItemInfo {
    /// The name for people: `8x8`.
    pub name: String,
    /// A name for the command line, if one is given with `short:`.
    pub short: Option<String>,
    /// What it means.
    pub doc: String,
    /// Whether it is what the option is when nobody says.
    pub default: bool,
    /// Where it is written.
    pub span: Span,
}

/// A named set of choices.
#[derive(Clone, Debug, PartialEq)]
pub struct RulesetInfo {
    /// Its name, without `Ruleset/`.
    pub name: String,
    /// The options it sets, by label or tag, and their values.
    pub settings: Vec<(String, String)>,
    /// Whether it counts when nobody says.
    pub default: bool,
    /// Whether it counts now.
    pub chosen: bool,
    /// Where it is written.
    pub span: Span,
}

impl OptionInfo {
    /// Whether a selection that says `name` means this option.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        let names: Vec<&str> =
            [self.label.as_str(), self.tag.as_str()].into_iter().chain(self.short.as_deref()).collect();
        super::choose::find(name, &[names]).is_some()
    }

    /// The name of what is chosen.
    #[must_use]
    pub fn value(&self) -> String {
        match (self.choice, &self.kind) {
            (Choice::Item(item), OptionKind::Items(items)) => {
                items.get(item).map(|item| item.name.clone()).unwrap_or_default()
            }
            (Choice::Item(_), OptionKind::Number { .. }) => String::new(),
            (Choice::Number(number), _) => number.to_string(),
        }
    }
}

/// The options and rulesets of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Options {
    pub(super) options: Vec<OptionForm>,
    pub(super) rulesets: Vec<RulesetForm>,
    /// The options of each tag. Files of Ludii give one tag to several options, with arguments of different names.
    tags: BTreeMap<String, Vec<usize>>,
}

#[derive(Clone, Debug)]
pub(super) struct OptionForm {
    pub(super) info: OptionInfo,
    pub(super) role: Role,
    pub(super) origin: Origin,
    /// The names of its arguments, in order.
    pub(super) args: Vec<String>,
    /// What each item stands for, by argument.
    pub(super) items: Vec<Vec<Fragment>>,
}

/// What an item stands for.
#[derive(Clone, Debug)]
pub(super) struct Fragment {
    pub(super) text: String,
    pub(super) tokens: Vec<Token>,
    span: Span,
}

#[derive(Clone, Debug)]
pub(super) struct RulesetForm {
    pub(super) info: RulesetInfo,
    /// Where each of the settings is written.
    pub(super) origins: Vec<Origin>,
}

impl Options {
    /// The option of this tag; of several, the first that has the argument.
    pub(super) fn by_tag(&self, tag: &str, arg: Option<&str>) -> Option<usize> {
        let options = self.tags.get(tag)?;
        let with_arg = options.iter().find(|&&option| self.options[option].argument(arg).is_some());
        with_arg.or(options.first()).copied()
    }
}

impl OptionForm {
    /// The place of the argument `name` among the arguments; without a name, of the first.
    pub(super) fn argument(&self, name: Option<&str>) -> Option<usize> {
        match (name, &self.info.kind) {
            (None, _) => Some(0),
            (Some(name), OptionKind::Items(_)) => self.args.iter().position(|arg| arg == name),
            (Some(_), OptionKind::Number { .. }) => None,
        }
    }

    /// What the argument at `place` stands for now, and where that is written.
    pub(super) fn chosen_tokens(&self, place: usize) -> (Vec<Token>, Span) {
        match self.info.choice {
            Choice::Item(item) => match self.items.get(item).and_then(|item| item.get(place)) {
                Some(fragment) => (fragment.tokens.clone(), fragment.span),
                None => (Vec::new(), self.info.span),
            },
            Choice::Number(number) => {
                (vec![Token { lexeme: Lexeme::Int(number), origin: self.origin }], self.info.span)
            }
        }
    }

    /// The same as text.
    pub(super) fn chosen_text(&self, place: usize) -> String {
        match self.info.choice {
            Choice::Item(item) => {
                let fragment = self.items.get(item).and_then(|item| item.get(place));
                fragment.map(|fragment| fragment.text.trim().to_owned()).unwrap_or_default()
            }
            Choice::Number(number) => number.to_string(),
        }
    }
}

pub(super) fn read(loaded: &Loaded, diagnostics: &mut Vec<Diagnostic>) -> Options {
    let mut reader = Reader { diagnostics, out: Options::default() };
    for unit in &loaded.units {
        let first = reader.out.options.len();
        for node in &unit.options {
            if let Some(option) = reader.option(node, unit.role) {
                reader.add(option, first);
            }
        }
        for node in &unit.rulesets {
            if unit.role.is_game() {
                reader.rulesets(node);
            }
        }
    }
    reader.out
}

struct Reader<'a> {
    diagnostics: &'a mut Vec<Diagnostic>,
    out: Options,
}

impl Reader<'_> {
    /// Adds an option; `first` is the first of the options of the same file, which override those of imported files.
    fn add(&mut self, option: OptionForm, first: usize) {
        let index = self.out.options.len();
        let same = self.out.tags.entry(option.info.tag.clone()).or_default();
        if let Some(&earlier) = same.first() {
            let earlier_form = &self.out.options[earlier];
            let (message, own) = (format!("two options have the tag `<{}>`", option.info.tag), earlier >= first);
            if own || option.role == Role::Import && earlier_form.role == Role::Import {
                let label =
                    if own { "this one counts only for arguments that the other lacks" } else { "this one counts" };
                self.diagnostics.push(
                    Diagnostic::warning(codes::AMBIGUOUS, message, option.origin, label)
                        .also(earlier_form.origin, "the other is here"),
                );
            }
            if !own {
                same.clear();
            }
        }
        same.push(index);
        self.out.options.push(option);
    }

    fn option(&mut self, node: &Node, role: Role) -> Option<OptionForm> {
        let items = node.call()?;
        let [_, Node { kind: NodeKind::Text(label), .. }, tag, rest @ ..] = items else {
            self.bad(node.origin, "expected a label and a tag");
            return None;
        };
        let NodeKind::OptionRef { option: tag, arg: None } = &tag.kind else {
            self.bad(tag.origin, "expected the option's tag, `<Tag>`");
            return None;
        };
        let mut form = OptionForm {
            info: OptionInfo {
                label: label.clone(),
                tag: tag.clone(),
                short: None,
                doc: String::new(),
                kind: OptionKind::Items(Vec::new()),
                choice: Choice::Item(0),
                chosen_by: ChosenBy::Default,
                span: node.origin.span,
            },
            role,
            origin: node.origin,
            args: Vec::new(),
            items: Vec::new(),
        };
        let mut range = None;
        let mut default = None;
        for item in rest {
            match &item.kind {
                NodeKind::Text(doc) => form.info.doc.clone_from(doc),
                NodeKind::List(_) if !form.items.is_empty() => self.bad(item.origin, "the items are given twice"),
                NodeKind::List(items) => self.items(items, &mut form),
                NodeKind::Named(named) => match (named.name.as_str(), &named.value.kind) {
                    ("args", NodeKind::List(args)) => self.args(args, &mut form),
                    ("range", NodeKind::Range(ends)) => range = ends_of(ends),
                    ("default", NodeKind::Int(value)) => default = Some((*value, item.origin)),
                    ("short", _) => form.info.short = self.short(named),
                    _ => self.bad(item.origin, "not part of an option"),
                },
                _ => self.bad(item.origin, "not part of an option"),
            }
        }
        if let Some((min, max)) = range {
            if !form.items.is_empty() {
                self.bad(node.origin, "it has both items and a range");
                form.items.clear();
            }
            let (default, at) = default.unwrap_or((min, node.origin));
            if min > max || !(min..=max).contains(&default) {
                self.bad(at, "the default lies outside of the range");
            }
            form.info.kind = OptionKind::Number { min, max, default };
            form.info.choice = Choice::Number(default);
        } else if form.items.is_empty() {
            self.bad(node.origin, "it has neither items nor a range");
            return None;
        }
        for index in 0..form.items.len() {
            self.check_item(&form, index);
        }
        Some(form)
    }

    fn args(&mut self, args: &[Node], form: &mut OptionForm) {
        for arg in args {
            match angle(arg) {
                Some((name, _)) => form.args.push(name.trim().to_owned()),
                None => self.bad(arg.origin, "expected the name of an argument, `<name>`"),
            }
        }
    }

    fn items(&mut self, nodes: &[Node], form: &mut OptionForm) {
        let mut infos: Vec<ItemInfo> = Vec::new();
        let mut stars = Vec::new();
        for node in nodes {
            if let Some(count) = stars_of(node) {
                match stars.last_mut() {
                    Some(stars) => *stars += count,
                    None => self.bad(node.origin, "a star follows the item that it marks"),
                }
                continue;
            }
            if let Some((info, fragments)) = self.item(node) {
                infos.push(info);
                stars.push(0);
                form.items.push(fragments);
            }
        }
        let default = most_stars(&stars);
        if let Some(info) = infos.get_mut(default) {
            info.default = true;
        }
        form.info.choice = Choice::Item(default);
        form.info.kind = OptionKind::Items(infos);
    }

    fn item(&mut self, node: &Node) -> Option<(ItemInfo, Vec<Fragment>)> {
        let (Some("item"), Some([_, Node { kind: NodeKind::Text(name), .. }, rest @ ..])) = (node.head(), node.call())
        else {
            self.bad(node.origin, "expected `(item \"Name\" <…> \"what it does\")`");
            return None;
        };
        let mut info =
            ItemInfo { name: name.clone(), short: None, doc: String::new(), default: false, span: node.origin.span };
        let mut fragments = Vec::new();
        for part in rest {
            if let Some((text, span)) = angle(part) {
                let read = tokenize(span.file, &text, span.start as usize);
                self.diagnostics.extend(read.diagnostics);
                fragments.push(Fragment { text, tokens: read.tokens, span: part.origin.span });
                continue;
            }
            match &part.kind {
                NodeKind::Text(doc) => info.doc.clone_from(doc),
                NodeKind::Named(named) if named.name == "short" => info.short = self.short(named),
                _ => self.bad(part.origin, "not part of an item"),
            }
        }
        Some((info, fragments))
    }

    fn check_item(&mut self, form: &OptionForm, index: usize) {
        let (found, wanted) = (form.items[index].len(), form.args.len());
        let OptionKind::Items(infos) = &form.info.kind else { return };
        if found == wanted || form.args.is_empty() && found == 1 {
            return;
        }
        let message =
            format!("the item \"{}\" has {found} `<…>`, but the option has {wanted} arguments", infos[index].name);
        let origin = Origin { span: infos[index].span, ..form.origin };
        self.diagnostics.push(
            Diagnostic::error(codes::BAD_OPTION, message, origin, "one `<…>` for each argument")
                .also(form.origin, "the arguments are named here"),
        );
    }

    fn short(&mut self, named: &Named) -> Option<String> {
        match &named.value.kind {
            NodeKind::Text(word) | NodeKind::Symbol(word) => Some(word.clone()),
            NodeKind::Int(number) => Some(number.to_string()),
            _ => {
                self.bad(named.value.origin, "a short name is one word");
                None
            }
        }
    }

    fn rulesets(&mut self, node: &Node) {
        // `(rulesets { (ruleset …)* … })`, or one `(ruleset …)` on its own.
        if node.head() == Some("ruleset") {
            self.rulesets_of(std::slice::from_ref(node));
            return;
        }
        match node.call() {
            Some([_, Node { kind: NodeKind::List(items), .. }]) => self.rulesets_of(items),
            _ => self.bad_ruleset(node.origin, "expected one collection of rulesets"),
        }
    }

    fn rulesets_of(&mut self, nodes: &[Node]) {
        let first = self.out.rulesets.len();
        let mut stars = Vec::new();
        for node in nodes {
            if let Some(count) = stars_of(node) {
                match stars.last_mut() {
                    Some(stars) => *stars += count,
                    None => self.bad_ruleset(node.origin, "a star follows the ruleset that it marks"),
                }
                continue;
            }
            if let Some(ruleset) = self.ruleset(node) {
                self.out.rulesets.push(ruleset);
                stars.push(0);
            }
        }
        if stars.iter().any(|stars| *stars > 0) {
            for ruleset in &mut self.out.rulesets {
                ruleset.info.default = false;
            }
            self.out.rulesets[first + most_stars(&stars)].info.default = true;
        }
    }

    fn ruleset(&mut self, node: &Node) -> Option<RulesetForm> {
        let (Some("ruleset"), Some([_, Node { kind: NodeKind::Text(name), .. }, rest @ ..])) =
            (node.head(), node.call())
        else {
            self.bad_ruleset(node.origin, "expected `(ruleset \"Ruleset/Name\" { \"Option/Item\" … })`");
            return None;
        };
        let name = name.strip_prefix("Ruleset/").unwrap_or(name).to_owned();
        let info = RulesetInfo { name, settings: Vec::new(), default: false, chosen: false, span: node.origin.span };
        let mut form = RulesetForm { info, origins: Vec::new() };
        for part in rest {
            match &part.kind {
                NodeKind::List(settings) => {
                    for setting in settings {
                        let split = setting.text().and_then(|text| text.split_once('/'));
                        match split {
                            Some((option, item)) => {
                                form.info.settings.push((option.to_owned(), item.to_owned()));
                                form.origins.push(setting.origin);
                            }
                            None => self.bad_ruleset(setting.origin, "expected `\"Option/Item\"`"),
                        }
                    }
                }
                // Ludii's `variations:{…}` lists the options that may vary in the ruleset, and texts describe it.
                NodeKind::Named(named) if named.name == "variations" => {}
                NodeKind::Text(_) => {}
                _ => self.bad_ruleset(part.origin, "not part of a ruleset"),
            }
        }
        Some(form)
    }

    fn bad(&mut self, origin: Origin, label: &str) {
        self.diagnostics.push(
            Diagnostic::error(codes::BAD_OPTION, "this option cannot be read", origin, label)
                .help("an option reads `(option \"Label\" <Tag> args:{ <a> } { (item \"Name\" <…> \"what it does\")* … })`, or `(option \"Label\" <Tag> range:0..9 default:5)`"),
        );
    }

    fn bad_ruleset(&mut self, origin: Origin, label: &str) {
        self.diagnostics.push(
            Diagnostic::error(codes::BAD_RULESET, "this ruleset cannot be read", origin, label)
                .help("rulesets read `(rulesets { (ruleset \"Ruleset/Name\" { \"Option/Item\" … })* … })`"),
        );
    }
}

/// The text between angles, and where it stands.
fn angle(node: &Node) -> Option<(String, Span)> {
    let text = match &node.kind {
        NodeKind::Fragment(text) => text.clone(),
        NodeKind::OptionRef { option, arg: None } => option.clone(),
        NodeKind::OptionRef { option, arg: Some(arg) } => format!("{option}:{arg}"),
        _ => return None,
    };
    let span = node.origin.span;
    Some((text, Span { start: span.start + 1, end: span.end - 1, ..span }))
}

fn stars_of(node: &Node) -> Option<usize> {
    let word = node.symbol()?;
    word.bytes().all(|byte| byte == b'*').then_some(word.len())
}

/// The first of those with the most stars.
fn most_stars(stars: &[usize]) -> usize {
    let most = stars.iter().max();
    stars.iter().position(|count| Some(count) == most).unwrap_or(0)
}

fn ends_of(ends: &(Node, Node)) -> Option<(i64, i64)> {
    match (&ends.0.kind, &ends.1.kind) {
        (NodeKind::Int(min), NodeKind::Int(max)) => Some((*min, *max)),
        _ => None,
    }
}
