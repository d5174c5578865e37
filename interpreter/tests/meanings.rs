//! What words of Ludii mean where its manual leaves it open, and how its files are read.

use parlour_grammar::expand::{NoFiles, Selection};
use parlour_interpreter::Game;
use parlour_interpreter::play::Source;

const GAME: &str = r#"(game "Meanings"
    (players 2)
    (equipment {
        (board (square 3))
        (piece "Disc" Each)
        (tile "Token")
        (map "Turned" { (pair 1 2) })
    })
    (rules
        (start { (place "Disc1" (sites {0 1})) (place "Disc2" (sites {2})) })
        (play (move Add (to (sites Empty))))
        (end (if (is Full) (byScore { (score P1 2) (score P2 1) } misere:True)))))"#;

fn load(name: &str, text: &str) -> Result<Game, String> {
    Game::load(&Source { name, bytes: text.as_bytes(), files: &NoFiles }, &Selection::default())
        .map_err(|e| e.to_string())
}

#[test]
fn expressions() {
    let game = load("meanings.game", GAME).unwrap_or_else(|e| panic!("{e}"));
    let state = game.start(0).expect("the game starts");
    for (text, value) in [
        // What a map says nothing of stands for itself.
        ("(= 2 (mapEntry \"Turned\" 1))", true),
        ("(= 7 (mapEntry \"Turned\" 7))", true),
        ("(= 6 (mapEntry \"Turned\" (count Sites in:(sites Empty))))", true),
        // Where the board does not go on so far, nothing lies ahead but the site itself.
        ("(= 6 (ahead 0 steps:2 N))", true),
        ("(= 0 (ahead 0 steps:3 N))", true),
        ("(all Different (sites {0 2 3}) if:True)", true),
        ("(all Different (sites {0 1}) if:True)", false),
        ("(all Different (sites {3 4}) if:True)", false),
        ("(= 2 (count Active))", true),
        ("(= 3 (id \"Token\" Shared))", true),
        // `All` names directions where it might be a role, which is a number.
        ("(= 4 (count Sites in:(expand origin:0 All)))", true),
        ("(is Connected All {(sites {0}) (sites {1})} at:0)", true),
        // Within a condition on all sites the words around it keep their meaning.
        ("(= 1 (count Sites in:(sites Around 4 if:(all Sites (sites {1}) if:(= (to) (site))))))", true),
    ] {
        let found = state.eval(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(format!("{found:?}"), format!("Bool({value})"), "{text}");
    }
}

#[test]
fn the_lowest_score_is_best_where_it_is_said() {
    let game = load("meanings.game", GAME).unwrap_or_else(|e| panic!("{e}"));
    let mut state = game.start(0).expect("the game starts");
    while !state.is_over() {
        let first = state.legal_moves().expect("the rules hold")[0].clone();
        state.apply(&first).expect("it is legal");
    }
    assert_eq!(state.outcome().expect("it is over").ranks, [2.0, 1.0]);
}

#[test]
fn a_name_that_is_nowhere_is_a_mistake_but_in_files_of_ludii() {
    let text = GAME.replace("(start {", "(start { (place \"Dusc\" (sites {5}))");
    let error = load("slip.game", &text).expect_err("a slip");
    assert!(error.contains("E0320") && error.contains("Dusc"), "{error}");
    let game = load("slip.lud", &text).unwrap_or_else(|e| panic!("{e}"));
    assert!(game.warnings().to_string().contains("this is nothing"), "{}", game.warnings());
    assert!(game.start(0).expect("the game starts").pieces(5).is_empty());
}
