//! `parlour check`: everything that is wrong with rule files.

use super::lint;
use crate::args::{Choices, Format};
use crate::console::Console;
use crate::failure::{FAULT, Failure, WRONG};
use crate::load::{self, NotLoaded};
use crate::players::Random;
use parlour_grammar::diagnostic::{Diagnostic, codes};
use parlour_grammar::expand::{OptionKind, Selection};
use parlour_grammar::span::{Origin, Span, Trace, Traces};
use parlour_interpreter::play::{Fault, Game, LoadError, Rng};
use parlour_interpreter::testing::Suite;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Random games played, and plies of each at most.
const GAMES: u64 = 3;
const PLIES: u32 = 200;
/// How often in each of them secrets are drawn anew.
const DRAWS: u32 = 24;

/// What was found in a file.
struct Finding {
    file: String,
    game: Option<String>,
    /// Why it could not even be read.
    unreadable: Option<String>,
    /// Diagnostics of the file, and of play.
    found: Vec<LoadError>,
    /// What the exit code says of it.
    code: u8,
}

/// Runs the command.
pub fn run(files: &[PathBuf], choices: &Choices, format: Format, console: &Console) -> Result<(), Failure> {
    let findings: Vec<Finding> = files.iter().map(|file| check(file, choices)).collect();
    let mut out = io::stdout().lock();
    match format {
        Format::Json => {
            let files: Vec<Value> = findings.iter().map(Finding::json).collect();
            let ok = findings.iter().all(|finding| finding.code == 0);
            writeln!(out, "{:#}", json!({ "ok": ok, "files": files }))?;
        }
        Format::Text => {
            for finding in &findings {
                for found in &finding.found {
                    out.write_all(found.render(console.output()).as_bytes())?;
                }
                writeln!(out, "{}: {}", finding.file, finding.verdict())?;
            }
        }
    }
    // A file that is wrong counts for more than one that goes wrong.
    let codes = || findings.iter().map(|finding| finding.code);
    match codes().find(|code| *code == WRONG).or_else(|| codes().find(|code| *code != 0)) {
        Some(code) => Err(Failure::said(code)),
        None => Ok(()),
    }
}

fn check(path: &Path, choices: &Choices) -> Finding {
    let file = path.display().to_string();
    let mut finding = Finding { file, game: None, unreadable: None, found: Vec::new(), code: 0 };
    let tests_alone = path.extension().is_some_and(|ending| ending == "test");
    if let Ok(bytes) = load::read(path) {
        let mut suite = Suite::read(&path.to_string_lossy(), &bytes);
        // What is wrong with the rest of a rule file is found when it is loaded.
        suite.diagnostics.retain(|found| tests_alone || codes::TESTS.iter().any(|row| row.code == found.code));
        if suite.has_errors() {
            finding.code = WRONG;
        }
        let Suite { diagnostics, sources, of, .. } = suite;
        finding.found.push(LoadError { diagnostics, sources, traces: Traces::default() });
        if tests_alone {
            finding.game = of;
            return finding;
        }
    }
    match load::load(path, &choices.selection()) {
        Ok(game) => {
            finding.game = Some(game.name().to_owned());
            finding.found.push(game.warnings());
            let again = |selection: &Selection| load::load(path, selection).ok();
            let idle = lint::idle_choices(&game, again);
            finding.found.extend(idle.into_iter().map(|found| game.finding(found)));
            let others = other_choices(&game, path);
            if !others.is_empty() {
                finding.code = WRONG;
                finding.found.extend(others);
            }
            match play(&game).and_then(|tells| Ok((tells, lint::of_play(&game)?))) {
                Ok((tells, odd)) => {
                    finding.found.extend(tells.into_iter().chain(odd).map(|found| game.finding(found)));
                }
                Err(fault) => {
                    finding.found.push(game.fault(&fault));
                    finding.code = FAULT;
                }
            }
        }
        Err(NotLoaded::Unreadable(why)) => {
            finding.unreadable = Some(why);
            finding.code = WRONG;
        }
        Err(NotLoaded::Wrong(error)) => {
            finding.found.push(*error);
            finding.code = WRONG;
        }
    }
    finding
}

/// What is wrong where one option, or the ruleset, is chosen otherwise: each mistake once, with the choice that brings it about.
fn other_choices(game: &Game, path: &Path) -> Vec<LoadError> {
    let options = game.options().iter().flat_map(|option| {
        lint::others(option).into_iter().map(|value| {
            let mut selection = game.selection().clone();
            let name = option.short.as_ref().unwrap_or(&option.tag);
            selection.options.retain(|(chosen, _)| !option.is_called(chosen));
            selection.options.push((name.clone(), value.clone()));
            let item = match &option.kind {
                OptionKind::Items(items) => items.iter().find(|item| item.name == value).map(|item| item.span),
                OptionKind::Number { .. } => None,
            };
            (selection, item.unwrap_or(option.span), format!("if `{value}` is chosen here"))
        })
    });
    let rulesets = game.rulesets().iter().filter(|ruleset| !ruleset.chosen).map(|ruleset| {
        let selection = Selection { ruleset: Some(ruleset.name.clone()), ..game.selection().clone() };
        (selection, ruleset.span, "if this is chosen".to_owned())
    });
    let mut told: Vec<(&str, Option<Span>)> = Vec::new();
    let mut found = Vec::new();
    for (selection, span, label) in options.chain(rulesets) {
        let Err(NotLoaded::Wrong(mut error)) = load::load(path, &selection) else { continue };
        error.diagnostics.retain(|mistake| {
            let place = (mistake.code, mistake.labels.first().map(|label| label.origin.span));
            let is_new = mistake.is_error() && !told.contains(&place);
            told.push(place);
            is_new
        });
        for mistake in &mut error.diagnostics {
            *mistake = mistake.clone().also(Origin { span, trace: Trace::NONE }, &label);
        }
        if !error.diagnostics.is_empty() {
            found.push(*error);
        }
    }
    found
}

/// Plays a little; finds a decision that tells who decides what that player does not see.
fn play(game: &Game) -> Result<Option<Diagnostic>, Fault> {
    let mut tells = None;
    for seed in 0..GAMES {
        let mut state = game.start(seed)?;
        let mut players = Random::new(seed);
        if !state.has_secrets() {
            players.play(&mut state, PLIES)?;
            continue;
        }
        let mut rng = Rng::stream(seed, "secrets drawn anew");
        let mut draws = 0;
        for ply in 0..PLIES {
            if draws < DRAWS && ply % 5 < 2 && tells.is_none() && !state.is_over() {
                draws += 1;
                tells = state.told_by_moves(&mut rng)?;
            }
            if players.play(&mut state, 1)? == 0 {
                break;
            }
        }
    }
    Ok(tells)
}

impl Finding {
    fn diagnostics(&self) -> usize {
        self.found.iter().map(|found| found.diagnostics.len()).sum()
    }

    fn verdict(&self) -> String {
        let all = self.found.iter().flat_map(|found| &found.diagnostics);
        let errors = all.filter(|diagnostic| diagnostic.is_error()).count();
        let warnings = self.diagnostics() - errors;
        let number = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        match (&self.unreadable, &self.game, errors, warnings) {
            (Some(why), ..) => format!("error: {why}"),
            (None, Some(game), 0, 0) => format!("ok ({game})"),
            (None, Some(game), 0, n) => format!("ok ({game}), {}", number(n, "warning")),
            (None, _, n, 0) => number(n, "error"),
            (None, _, n, m) => format!("{}, {}", number(n, "error"), number(m, "warning")),
        }
    }

    fn json(&self) -> Value {
        let lists = self.found.iter().map(LoadError::json);
        let diagnostics: Vec<Value> =
            lists.flat_map(|list| if let Value::Array(list) = list { list } else { Vec::new() }).collect();
        let mut value = json!({
            "file": self.file,
            "ok": self.code == 0,
            "game": self.game,
            "diagnostics": diagnostics,
        });
        if let Some(why) = &self.unreadable {
            value["error"] = json!(why);
        }
        value
    }
}
