//! Options, and what the author says of the game.

use crate::expand::{Choice, Expanded, OptionInfo, OptionKind};
use crate::span::Sources;

use super::words;
use super::{Said, Section};

/// The options of a file, each with what it can be and what it is; then the rulesets.
pub(super) fn section(expanded: &Expanded) -> Option<Section> {
    let mut items: Vec<Said> = expanded.options.iter().map(option).collect();
    if !expanded.rulesets.is_empty() {
        let sets = expanded.rulesets.iter().map(|ruleset| {
            let settings: Vec<String> =
                ruleset.settings.iter().map(|(name, value)| format!("{name} is {value}")).collect();
            let what = if settings.is_empty() {
                "every option as it is by default".to_owned()
            } else {
                words::list(&settings, "and")
            };
            let chosen = if ruleset.chosen { " (in effect)" } else { "" };
            Said::new(format!("*{}*{chosen}: {what}", ruleset.name))
        });
        items.push(Said::of("Rulesets set several options at once", false, sets.collect()));
    }
    (!items.is_empty()).then(|| Section { title: super::OPTIONS.to_owned(), items })
}

fn option(option: &OptionInfo) -> Said {
    let doc = if option.doc.is_empty() { String::new() } else { format!(": {}", option.doc) };
    match &option.kind {
        OptionKind::Number { min, max, default } => {
            let now = option.value();
            let default = if now == default.to_string() { String::new() } else { format!(", by default {default}") };
            Said::new(format!("*{}*{doc}. It is {now}; from {min} to {max} is possible{default}", option.label))
        }
        OptionKind::Items(items) => {
            let items = items.iter().enumerate().map(|(n, item)| {
                let now = if option.choice == Choice::Item(n) { " (in effect)" } else { "" };
                let doc = if item.doc.is_empty() { String::new() } else { format!(": {}", item.doc) };
                Said::new(format!("*{}*{now}{doc}", item.name))
            });
            Said::of(format!("*{}*{doc}", option.label), false, items.collect())
        }
    }
}

/// What an option is now, as part of a sentence: a number, or what its item says of itself.
pub(super) fn value(option: &OptionInfo) -> String {
    match (&option.kind, option.choice) {
        (_, Choice::Number(n)) => words::number(n),
        (OptionKind::Items(items), Choice::Item(n)) => items.get(n).map(|item| item.doc.clone()).unwrap_or_default(),
        _ => String::new(),
    }
}

/// What the author says of the game: the comment at the top of the file that was opened.
pub(super) fn about(_: &Expanded, sources: &Sources) -> Option<String> {
    let (_, source) = sources.iter().next()?;
    let lines = source.text.lines().map(str::trim).skip_while(|line| line.is_empty());
    let lines: Vec<&str> =
        lines.take_while(|line| line.starts_with("//")).map(|line| line.trim_start_matches('/').trim()).collect();
    let text = lines.join(" ");
    (!text.is_empty()).then(|| text.replace(crate::span::commands_terminal, "?"))
}
