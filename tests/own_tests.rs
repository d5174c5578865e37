//! The project's own tests in the language: every `.test` file and every rule file with tests, thoroughly, and every snapshot.
//! `parlour test games tests/worked stdlib/templates` runs the same. After a change of the rules: `parlour test --review games`.

use crate::common;
use parlour_grammar::diagnostic::Style;
use parlour_grammar::expand::Selection;
use parlour_interpreter::play::{Game, LoadError};
use parlour_interpreter::testing::{self, Games, NotLoaded, Suite, Test};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};

const STYLE: Style = Style { colour: false, width: 110 };

type Loaded = Arc<OnceLock<Result<Game, LoadError>>>;

/// Games that were loaded, by their paths and what is chosen.
#[derive(Default)]
struct Cache(Mutex<BTreeMap<(String, String), Loaded>>);

struct Rules<'a> {
    file: &'a str,
    cache: &'a Cache,
}

impl Games for Rules<'_> {
    fn load(&self, of: Option<&str>, selection: &Selection) -> Result<Game, NotLoaded> {
        let folder = self.file.rsplit_once('/').map_or("", |(folder, _)| folder);
        let path = of.map_or_else(|| self.file.to_owned(), |of| format!("{folder}/{of}"));
        let key = (path.clone(), format!("{selection:?}"));
        let place = Arc::clone(self.cache.0.lock().expect("a lock").entry(key).or_default());
        let loaded = place.get_or_init(|| common::try_load(&path, selection));
        loaded.clone().map_err(|error| NotLoaded::Wrong(Box::new(error)))
    }
}

fn suites() -> Vec<(String, Suite)> {
    let mut suites = Vec::new();
    for folder in ["games", "tests/worked", "stdlib/templates"] {
        for path in common::files_below(folder, ".test").into_iter().chain(common::files_below(folder, ".game")) {
            let bytes = std::fs::read(common::root().join(&path)).expect("it was listed");
            let suite = Suite::read(&path, &bytes);
            if path.ends_with(".test") || !suite.tests.is_empty() {
                suites.push((path, suite));
            }
        }
    }
    suites
}

#[test]
fn the_games_are_as_their_tests_say() {
    let (suites, cache) = (suites(), Cache::default());
    for (path, suite) in &suites {
        assert!(suite.diagnostics.is_empty(), "{path}: {:?}", suite.diagnostics);
        assert!(!suite.tests.is_empty(), "{path} holds no test");
    }
    let jobs: Vec<(&str, &Suite, &Test)> = suites
        .iter()
        .flat_map(|(path, suite)| suite.tests.iter().map(move |test| (path.as_str(), suite, test)))
        .collect();
    let verdicts = testing::parallel(&jobs, 2, |_, (file, suite, test)| {
        Some(suite.run(test, &Rules { file, cache: &cache }, true))
    });
    let mut said = String::new();
    for ((path, suite, test), verdict) in jobs.iter().zip(verdicts) {
        let verdict = verdict.expect("nothing stops it");
        assert!(verdict.expectations > 0, "{path}: \"{}\" expects nothing", test.name);
        for failure in verdict.failures {
            said += &format!("{path}:{}: {}\n{}", test.line(suite), test.name, failure.render(&suite.sources, STYLE));
        }
    }
    assert!(said.is_empty(), "\n{said}");
}

#[test]
fn the_games_are_as_their_snapshots_say() {
    for path in common::files_below("games", ".snapshot") {
        let rules = path.replace(".snapshot", ".game");
        let game = common::load(&rules, &[]);
        let now = testing::snapshot(&game).unwrap_or_else(|fault| panic!("{}", game.fault(&fault)));
        let before = std::fs::read_to_string(common::root().join(&path)).expect("it was listed");
        assert!(before == now, "{path}: see `parlour test --review {rules}`\n{}", testing::diff(&before, &now));
    }
}
