//! Which item of each option counts.
//!
//! What the user says counts most, option by option; then the ruleset the user names; then the options and the ruleset of the
//! variant that is opened, and of the variants it is made of; then the default ruleset; then the default items.

use crate::diagnostic::{Diagnostic, Dialect, Label, Severity, codes, suggestion};
use crate::span::Origin;

use super::Selection;
use super::load::Loaded;
use super::options::{OptionKind, Options};

/// What is chosen for an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// An item, by index.
    Item(usize),
    /// A number.
    Number(i64),
}

/// Who chose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChosenBy {
    /// Nobody.
    Default,
    /// The ruleset of this name.
    Ruleset(String),
    /// The variant of this name, which may be empty.
    Variant(String),
    /// The user.
    User,
}

pub(super) fn choose(
    options: &mut Options,
    selection: &Selection,
    loaded: &Loaded,
    dialect: Dialect,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut chooser = Chooser { options, diagnostics };
    chooser.check_rulesets();
    // In Ludii a ruleset counts only where one is named.
    if dialect == Dialect::Ludii {
        chooser.options.rulesets.iter_mut().for_each(|ruleset| ruleset.info.default = false);
    }
    // From what counts least to what counts most.
    if let Some(ruleset) = chooser.options.rulesets.iter().position(|ruleset| ruleset.info.default) {
        chooser.ruleset(ruleset);
    }
    for variant in loaded.variants.iter().rev() {
        if let Some((name, origin)) = &variant.ruleset
            && let Some(ruleset) = chooser.find_ruleset(name, Some(*origin))
        {
            chooser.ruleset(ruleset);
        }
        let settings: Vec<Setting> = variant
            .options
            .iter()
            .map(|(text, origin)| {
                let (option, value) = text.split_once('/').unwrap_or((text, ""));
                Setting { option: option.to_owned(), value: value.to_owned(), origin: Some(*origin) }
            })
            .collect();
        chooser.settings(&settings, &ChosenBy::Variant(variant.name.clone().unwrap_or_default()));
    }
    if let Some(name) = &selection.ruleset
        && let Some(ruleset) = chooser.find_ruleset(name, None)
    {
        chooser.ruleset(ruleset);
    }
    let settings: Vec<Setting> = selection
        .options
        .iter()
        .map(|(option, value)| Setting { option: option.clone(), value: value.clone(), origin: None })
        .collect();
    chooser.settings(&settings, &ChosenBy::User);
}

struct Setting {
    option: String,
    value: String,
    /// Where it is written; `None` for what the user says.
    origin: Option<Origin>,
}

struct Chooser<'a> {
    options: &'a mut Options,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Chooser<'_> {
    /// Reports what is wrong in any ruleset, chosen or not.
    fn check_rulesets(&mut self) {
        for ruleset in 0..self.options.rulesets.len() {
            for setting in self.settings_of(ruleset) {
                self.resolve(&setting);
            }
        }
    }

    fn ruleset(&mut self, chosen: usize) {
        for (i, ruleset) in self.options.rulesets.iter_mut().enumerate() {
            ruleset.info.chosen = i == chosen;
        }
        let by = ChosenBy::Ruleset(self.options.rulesets[chosen].info.name.clone());
        self.settings(&self.settings_of(chosen), &by);
    }

    fn settings_of(&self, ruleset: usize) -> Vec<Setting> {
        let ruleset = &self.options.rulesets[ruleset];
        std::iter::zip(&ruleset.info.settings, &ruleset.origins)
            .map(|((option, value), origin)| Setting {
                option: option.clone(),
                value: value.clone(),
                origin: Some(*origin),
            })
            .collect()
    }

    fn find_ruleset(&mut self, name: &str, origin: Option<Origin>) -> Option<usize> {
        let name = name.strip_prefix("Ruleset/").unwrap_or(name);
        let names: Vec<&str> = self.options.rulesets.iter().map(|ruleset| ruleset.info.name.as_str()).collect();
        let found = find(name, &names.iter().map(|name| vec![*name]).collect::<Vec<_>>());
        if found.is_none() {
            let message = if names.is_empty() {
                format!("there is no ruleset `{name}`: the game has none")
            } else {
                format!("there is no ruleset `{name}`")
            };
            let help = suggestion(name, names);
            self.report(codes::NO_SUCH_RULESET, message, origin, help);
        }
        found
    }

    fn settings(&mut self, settings: &[Setting], by: &ChosenBy) {
        let mut set: Vec<(usize, Choice)> = Vec::new();
        for setting in settings {
            let Some((option, choice)) = self.resolve(setting) else { continue };
            match set.iter().find(|(other, _)| *other == option) {
                Some((_, other)) if *other != choice => {
                    let message =
                        format!("the option \"{}\" is selected twice", self.options.options[option].info.label);
                    self.report(codes::CONFLICT, message, setting.origin, None);
                }
                _ => set.push((option, choice)),
            }
            let info = &mut self.options.options[option].info;
            info.choice = choice;
            info.chosen_by = by.clone();
        }
    }

    fn resolve(&mut self, setting: &Setting) -> Option<(usize, Choice)> {
        let options = &self.options.options;
        let names: Vec<Vec<&str>> = options
            .iter()
            .map(|option| {
                let info = &option.info;
                [Some(info.label.as_str()), Some(info.tag.as_str()), info.short.as_deref()]
                    .into_iter()
                    .flatten()
                    .collect()
            })
            .collect();
        let Some(option) = find(&setting.option, &names) else {
            let message = format!("there is no option `{}`", setting.option);
            let help = suggestion(&setting.option, options.iter().map(|option| option.info.label.as_str()));
            self.report(codes::NO_SUCH_OPTION, message, setting.origin, help);
            return None;
        };
        let info = &options[option].info;
        match &info.kind {
            OptionKind::Items(items) => {
                let names: Vec<Vec<&str>> = items
                    .iter()
                    .map(|item| [Some(item.name.as_str()), item.short.as_deref()].into_iter().flatten().collect())
                    .collect();
                if let Some(item) = find(&setting.value, &names) {
                    return Some((option, Choice::Item(item)));
                }
                let message = format!("the option \"{}\" has no item `{}`", info.label, setting.value);
                let help = suggestion(&setting.value, items.iter().map(|item| item.name.as_str()));
                self.report(codes::NO_SUCH_ITEM, message, setting.origin, help);
            }
            OptionKind::Number { min, max, .. } => {
                let (min, max) = (*min, *max);
                match setting.value.trim().parse::<i64>() {
                    Ok(number) if (min..=max).contains(&number) => return Some((option, Choice::Number(number))),
                    _ => {
                        let message = format!("the option \"{}\" cannot be `{}`", info.label, setting.value);
                        let help = format!("it is a whole number from {min} to {max}");
                        self.report(codes::OUT_OF_RANGE, message, setting.origin, Some(help));
                    }
                }
            }
        }
        None
    }

    /// What is wrong in the file has a place; what the user says has none.
    fn report(&mut self, code: &'static str, message: String, origin: Option<Origin>, help: Option<String>) {
        let labels = origin.map(|origin| Label { origin, text: "selected here".to_owned() }).into_iter().collect();
        self.diagnostics.push(Diagnostic { code, severity: Severity::Error, message, labels, help });
    }
}

/// The first whose name is `word`; exactly, or else but for case, blanks and signs.
pub(super) fn find(word: &str, names: &[Vec<&str>]) -> Option<usize> {
    let exact = names.iter().position(|names| names.contains(&word));
    exact.or_else(|| {
        let plain = plain(word);
        names.iter().position(|names| !plain.is_empty() && names.iter().any(|name| self::plain(name) == plain))
    })
}

fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
