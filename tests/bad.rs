//! Rule files that cannot be played: each file in `bad/` is a mistake, its snapshot what is said about it, when the file is loaded or
//! else when it is started and played. After a change, `INSTA_UPDATE=always cargo test --test bad`.

mod common;

use parlour_grammar::diagnostic::Style;
use parlour_grammar::expand::Selection;
use parlour_interpreter::play::{ApplyError, Fault, Game, Rng};

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

#[test]
fn what_is_said_about_each_mistake() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("bad");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let _guard = settings.bind_to_scope();
    let mut silent = Vec::new();
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
