//! Rule files that cannot be played: each file in `bad/` is a mistake, its snapshot what is said about it, when the file is loaded or
//! else when it is started and played; or, for a file of tests, when it is read or its tests are run. After a change, `INSTA_UPDATE=always cargo test --test suite bad`.

use crate::common;
use parlour_grammar::diagnostic::{self, Style};
use parlour_grammar::expand::Selection;
use parlour_grammar::span::Traces;
use parlour_interpreter::play::{ApplyError, Fault, Game, Rng};
use parlour_interpreter::testing::{Games, NotLoaded, Suite};

const STYLE: Style = Style { colour: false, width: 110 };

/// What is wrong with a game that loads: what warnings say, and what happens in a few plies.
fn tried(game: &Game) -> String {
    let mut said = game.warnings().render(STYLE);
    let report = |said: &mut String, e: String| *said += &format!("in play: {e}");
    let fault_text = |fault: &Fault| game.fault(fault).render(STYLE);
    match game.start(0) {
        Err(fault) => report(&mut said, fault_text(&fault)),
        Ok(mut state) => {
            let mut rng = Rng::stream(0, "secrets drawn anew");
            for _ in 0..4 {
                if let Ok(Some(tells)) = state.told_by_moves(&mut rng) {
                    said += &game.finding(tells).render(STYLE);
                    break;
                }
                let moves = match state.legal_moves() {
                    Ok(moves) => moves,
                    Err(fault) => {
                        report(&mut said, fault_text(&fault));
                        break;
                    }
                };
                let Some(chosen) = moves.first() else { break };
                if let Err(error) = state.apply(chosen) {
                    let text = match error {
                        ApplyError::Fault(fault) => fault_text(&fault),
                        other => other.to_string(),
                    };
                    report(&mut said, text);
                    break;
                }
            }
        }
    }
    said
}

/// What is wrong with a file of tests: with the tests themselves, or else with what they expect.
fn tested(path: &str) -> String {
    struct Beside;
    impl Games for Beside {
        fn load(&self, of: Option<&str>, selection: &Selection) -> Result<Game, NotLoaded> {
            let path = format!("tests/bad/{}", of.unwrap_or_default());
            if !common::root().join(&path).is_file() {
                return Err(NotLoaded::Unreadable(format!("`{path}` does not exist")));
            }
            common::try_load(&path, selection).map_err(|error| NotLoaded::Wrong(Box::new(error)))
        }
    }
    let bytes = std::fs::read(common::root().join(path)).expect("it was listed");
    let suite = Suite::read(path, &bytes);
    if suite.has_errors() {
        let render = |found| diagnostic::render(found, &suite.sources, &Traces::default(), STYLE);
        return suite.diagnostics.iter().map(render).collect();
    }
    let failures = suite.tests.iter().flat_map(|test| suite.run(test, &Beside, true).failures);
    failures.map(|failure| failure.render(&suite.sources, STYLE)).collect()
}

#[test]
fn what_is_said_about_each_mistake() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("bad");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let _guard = settings.bind_to_scope();
    let mut silent = Vec::new();
    for path in common::files_below("tests/bad", ".test") {
        let name = path.rsplit('/').next().unwrap_or_default().trim_end_matches(".test");
        insta::assert_snapshot!(name, tested(&path));
    }
    for path in common::files_below("tests/bad", ".game") {
        let said = match common::try_load(&path, &Selection::default()) {
            Ok(game) => tried(&game),
            Err(error) => error.render(STYLE),
        };
        let name = path.rsplit('/').next().unwrap_or_default().trim_end_matches(".game");
        if said.is_empty() {
            silent.push(name.to_owned());
            continue;
        }
        insta::assert_snapshot!(name, said);
    }
    assert!(silent.is_empty(), "nothing is said about {silent:?}");
}
