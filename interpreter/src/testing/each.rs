//! `(each …)`: a test that is run with one choice of options after another.

use crate::play::Game;
use parlour_grammar::expand::{OptionInfo, OptionKind, Selection};

/// The choices that a row of texts names: `option=value` is one, `option` is one for each of its values, and without any text
/// there is one for each value of each option and one for each ruleset.
///
/// # Errors
/// A text that names no option.
pub(super) fn selections<'t>(texts: &[&'t str], game: &Game) -> Result<Vec<Selection>, &'t str> {
    let one = |name: &str, value: String| Selection { options: vec![(name.to_owned(), value)], ..Selection::default() };
    let all = |option: &OptionInfo| -> Vec<Selection> {
        values(&option.kind).into_iter().map(|value| one(&option.label, value)).collect()
    };
    let mut out = Vec::new();
    for text in texts {
        match text.split_once('=') {
            Some((name, value)) => out.push(one(name.trim(), value.trim().to_owned())),
            None => out.extend(all(game.options().iter().find(|option| is_called(option, text)).ok_or(*text)?)),
        }
    }
    if texts.is_empty() {
        out.push(Selection::default());
        out.extend(game.options().iter().flat_map(all));
        let named = |name: &String| Selection { ruleset: Some(name.clone()), ..Selection::default() };
        out.extend(game.rulesets().iter().map(|ruleset| named(&ruleset.name)));
    }
    Ok(out)
}

/// Every item; of a number, the default and the ends.
fn values(kind: &OptionKind) -> Vec<String> {
    match kind {
        OptionKind::Items(items) => items.iter().map(|item| item.name.clone()).collect(),
        OptionKind::Number { min, max, default } => {
            let mut values = vec![*min, *default, *max];
            values.dedup();
            values.iter().map(i64::to_string).collect()
        }
    }
}

/// Names of options are the same whatever their case, blanks and signs.
fn is_called(option: &OptionInfo, name: &str) -> bool {
    let plain =
        |name: &str| -> String { name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect() };
    let names = [Some(&option.label), Some(&option.tag), option.short.as_ref()];
    names.into_iter().flatten().any(|known| plain(known) == plain(name))
}

/// `size=3`, or `ruleset Club`.
pub(super) fn text(selection: &Selection) -> String {
    let options = selection.options.iter().map(|(name, value)| format!("{name}={value}"));
    let ruleset = selection.ruleset.iter().map(|name| format!("ruleset {name}"));
    let all: Vec<String> = ruleset.chain(options).collect();
    if all.is_empty() { "the file's own choices".to_owned() } else { all.join(" ") }
}
