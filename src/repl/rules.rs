//! The rules of the session, as they are changed while they are played.

use super::session::{NO_GAME, Session};
use crate::input::Candidate;
use crate::load;
use parlour_grammar::expand::{OptionInfo, OptionKind, Selection};
use parlour_grammar::parse;
use parlour_grammar::span::{FileId, Sources};
use parlour_interpreter::play::{Game, State};
use std::collections::BTreeSet;
use std::path::Path;

impl Session {
    // Options.

    /// Sets an option, and plays the moves again.
    pub fn set_option(&mut self, name: String, value: String) -> Result<String, String> {
        let mut selection = self.selection.clone();
        self.set_in(&mut selection, &name, value);
        self.select(selection)
    }

    /// Sets an option among choices, by whatever name.
    fn set_in(&self, selection: &mut Selection, name: &str, value: String) {
        let options = self.game().map(Game::options).unwrap_or_default();
        let option = options.iter().find(|option| is_called(option, name));
        selection
            .options
            .retain(|(other, _)| plain(other) != plain(name) && option.is_none_or(|option| !is_called(option, other)));
        selection.options.push((name.to_owned(), value));
    }

    /// Chooses a ruleset, and plays the moves again.
    pub fn set_ruleset(&mut self, name: &str) -> Result<String, String> {
        // Options would count for more than the ruleset: what is asked for now is the ruleset.
        let changes = self.selection.changes.clone();
        self.select(Selection { ruleset: Some(name.to_owned()), options: Vec::new(), changes })
    }

    fn select(&mut self, selection: Selection) -> Result<String, String> {
        let file = self.file.clone().filter(|_| self.state.is_some()).ok_or_else(|| NO_GAME.to_owned())?;
        self.open(&file, selection, &self.begun(), &self.line())
    }

    /// The options and rulesets, with what is chosen.
    pub fn options(&self) -> Result<String, String> {
        let game = self.game().ok_or(NO_GAME)?;
        let mut out = String::new();
        for option in game.options() {
            let names = match &option.kind {
                OptionKind::Items(items) => items.iter().map(|item| item.name.as_str()).collect::<Vec<_>>().join(" | "),
                OptionKind::Number { min, max, .. } => format!("{min} to {max}"),
            };
            let called = option.short.as_deref().unwrap_or(&option.tag);
            out.push_str(&format!("{called}={}   {} ({names})\n", option.value(), option.label));
        }
        for ruleset in game.rulesets() {
            out.push_str(&format!("ruleset {}{}\n", ruleset.name, if ruleset.chosen { "   (chosen)" } else { "" }));
        }
        Ok(if out.is_empty() { "the file has no options\n".to_owned() } else { out })
    }

    /// Everything that `option` can be given.
    pub fn option_values(&self) -> Vec<Candidate> {
        let options = self.game().map(Game::options).unwrap_or_default();
        let each = options.iter().flat_map(|option| {
            let called = option.short.as_ref().unwrap_or(&option.tag);
            match &option.kind {
                OptionKind::Items(items) => {
                    let word =
                        |item: &parlour_grammar::expand::ItemInfo| item.short.clone().unwrap_or(item.name.clone());
                    items.iter().map(|item| Candidate::new(format!("{called}={}", word(item)), &item.doc)).collect()
                }
                OptionKind::Number { .. } => vec![Candidate::new(format!("{called}="), &option.label)],
            }
        });
        each.collect()
    }

    /// The names of the rulesets.
    pub fn ruleset_names(&self) -> Vec<String> {
        self.game().map(Game::rulesets).unwrap_or_default().iter().map(|ruleset| ruleset.name.clone()).collect()
    }

    // Definitions.

    /// Puts definitions and options that were typed in the place of those of the file, and plays the moves again.
    pub fn change(&mut self, text: &str) -> Result<String, String> {
        // Rules can be made to ask for anything.
        self.all_seen("a definition")?;
        let mut selection = self.selection.clone();
        for (name, form) in named_forms(text) {
            selection.changes.retain(|other| named_forms(other).iter().all(|(known, _)| *known != name));
            selection.changes.push(form);
        }
        self.select(selection)
    }

    /// Takes back what was changed: by its name, or everything, options and rulesets included.
    pub fn take_back(&mut self, name: Option<&str>) -> Result<String, String> {
        if name.is_none() && self.selection != Selection::default() {
            return self.select(Selection::default());
        }
        let mut selection = self.selection.clone();
        let wanted = |known: &str| name.is_none_or(|name| plain(known) == plain(name.trim_matches('"')));
        selection.changes.retain(|change| !named_forms(change).iter().any(|((_, known), _)| wanted(known)));
        if selection.changes.len() == self.selection.changes.len() {
            return Err(match name {
                Some(name) => format!("nothing called `{name}` was changed; `changes` lists what was"),
                None => "nothing was changed".to_owned(),
            });
        }
        self.select(selection)
    }

    /// What was changed since the file was read.
    pub fn changes(&self) -> String {
        let mut out: String = self.selection.changes.iter().map(|change| format!("{}\n", change.trim())).collect();
        out.extend(self.selection.ruleset.iter().map(|name| format!("ruleset {name}\n")));
        out.extend(self.selection.options.iter().map(|(name, value)| format!("option {name}={value}\n")));
        if out.is_empty() { "nothing was changed: the rules are those of the file\n".to_owned() } else { out }
    }

    /// The names of what was changed.
    pub fn changed_names(&self) -> Vec<String> {
        self.selection.changes.iter().flat_map(|change| named_forms(change)).map(|((_, name), _)| name).collect()
    }

    // Other rules.

    /// What is otherwise here under other rules: those of another file, of a ruleset, or with other options.
    pub fn compare(&mut self, target: &str) -> Result<String, String> {
        let here = self.all_seen("a comparison")?.clone();
        let file = self.file.clone().ok_or_else(|| NO_GAME.to_owned())?;
        let path = Path::new(target);
        if !path.is_file() && (target.contains('/') || path.extension().is_some_and(|ending| ending == "game")) {
            return Err(format!("there is no file `{target}`"));
        }
        let mut selection = self.selection.clone();
        let (file, told) = if path.is_file() {
            selection = Selection::default();
            (path.to_owned(), format!("in {target}"))
        } else if target == "file" {
            selection = Selection::default();
            (file, "in the file as it is".to_owned())
        } else if target.contains('=') {
            for setting in target.split_whitespace() {
                let (name, value) = crate::args::setting(setting)?;
                self.set_in(&mut selection, &name, value);
            }
            (file, format!("with {target}"))
        } else {
            (selection.ruleset, selection.options) = (Some(target.to_owned()), Vec::new());
            (file, format!("in the ruleset {target}"))
        };
        let other = load::load(&file, &selection).map_err(|error| error.render(self.console.output()))?;
        let made: Vec<String> = here.history().map(|(_, text)| text.to_owned()).collect();
        let mut there = self.begin(&other, &self.begun()).map_err(|why| format!("{told}: {why}"))?;
        if let Err(misfit) = self.replay(&mut there, &made) {
            return Ok(format!("{told}: {misfit}"));
        }
        differences(here, there, &told).map_err(|fault| self.fault(&fault))
    }
}

/// What differs between two positions of one game under two sets of rules.
fn differences(mut here: State, mut there: State, told: &str) -> Result<String, parlour_interpreter::play::Fault> {
    let (ours, theirs) = (here.notated_moves()?, there.notated_moves()?);
    let names = |moves: &[(_, String)]| moves.iter().map(|(_, text)| text.clone()).collect::<BTreeSet<String>>();
    let (our_names, their_names) = (names(&ours), names(&theirs));
    let mut out = String::new();
    let (now, then) = (crate::players::status(&here), crate::players::status(&there));
    if now != then {
        out += &format!("here: {now}\n{told}: {then}\n");
    }
    let entries = |state: &State| -> BTreeSet<String> {
        state.setup().to_string().split_whitespace().map(str::to_owned).collect()
    };
    let unlike = |here: &State, there: &State| {
        let (a, b) = (entries(here), entries(there));
        let list = |a: &BTreeSet<String>, b: &BTreeSet<String>| a.difference(b).cloned().collect::<Vec<_>>().join(" ");
        (a != b).then(|| format!("here {}; there {}", list(&a, &b), list(&b, &a)))
    };
    // Where the positions differ, so does every effect: that is told once.
    let same = unlike(&here, &there).is_none();
    if let Some(unlike) = unlike(&here, &there) {
        out += &format!("the position itself: {unlike}\n");
    }
    let list = |names: Vec<&String>, what: &str| match names.len() {
        0 => String::new(),
        n => {
            let shown: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
            format!("{n} only {what}: {}\n", shown.join(" "))
        }
    };
    out += &list(our_names.difference(&their_names).collect(), "here");
    out += &list(their_names.difference(&our_names).collect(), "there");
    let mut effects = String::new();
    for (chosen, text) in ours.iter().filter(|_| same) {
        let Some((same, _)) = theirs.iter().find(|(_, other)| other == text) else { continue };
        let made = (here.apply(chosen), there.apply(same));
        let difference = match &made {
            (Ok(()), Ok(())) => match unlike(&here, &there) {
                None if here.outcome() != there.outcome() => {
                    Some(format!("here {}; there {}", crate::players::status(&here), crate::players::status(&there)))
                }
                other => other,
            },
            (Err(error), Ok(())) => Some(format!("here {error}")),
            (Ok(()), Err(error)) => Some(format!("there {error}")),
            (Err(_), Err(_)) => None,
        };
        if made.0.is_ok() {
            here.undo();
        }
        if made.1.is_ok() {
            there.undo();
        }
        effects.extend(difference.map(|difference| format!("  {text}: {difference}\n")));
    }
    if !effects.is_empty() {
        out += &format!("with another effect:\n{effects}");
    }
    let both = our_names.intersection(&their_names).count();
    Ok(match out.is_empty() {
        true => format!("{told}: the same {both} moves, with the same effects\n"),
        false => format!("{told}: {both} moves are in both\n{out}"),
    })
}

/// The definitions and options of a text: what each is and is called, and its form. What cannot be read goes by its whole text,
/// and is found to be wrong when it is loaded.
fn named_forms(text: &str) -> Vec<((String, String), String)> {
    let mut sources = Sources::default();
    let file: FileId = sources.add("<typed>", text);
    let read = parse::read(&sources, file);
    if !read.diagnostics.is_empty() {
        return vec![((text.to_owned(), String::new()), text.to_owned())];
    }
    let form = |tokens: &[parse::Token]| {
        let (first, last) = (tokens.first()?.origin.span, tokens.last()?.origin.span);
        let name = tokens.get(2).map(|token| sources.slice(token.origin.span).trim_matches('"').to_owned());
        let whole = text[first.start as usize..last.end as usize].to_owned();
        Some(((parse::head(tokens).to_owned(), name.unwrap_or_default()), whole))
    };
    parse::top_level(&read.tokens).filter_map(form).collect()
}

/// Names of options are the same whatever their case, blanks and signs.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn is_called(option: &OptionInfo, name: &str) -> bool {
    let names = [Some(&option.label), Some(&option.tag), option.short.as_ref()];
    names.into_iter().flatten().any(|known| plain(known) == plain(name))
}
