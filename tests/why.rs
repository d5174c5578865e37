//! Explanations agree with play: what is legal is made by a rule, what is not is told against, and every change has its form.

use crate::common;
use parlour_interpreter::play::{Question, Rng, Verdict};

/// Games that use most of what can be told: stacks, captures, lines, chance, turns of several decisions, zones.
const GAMES: [&str; 9] = [
    "games/stacks/death-stacks.game",
    "games/territory/othello.game",
    "games/capture/leech.game",
    "games/pattern/azteka.game",
    "games/combat/simple-life-or-death.game",
    "games/connection/hex.game",
    "games/race/backgammon.game",
    "games/line/tic-tac-toe.game",
    "games/turns/errands.game",
];

#[test]
fn legal_moves_are_made_by_rules_and_no_others_are() {
    for path in GAMES {
        let game = common::load(path, &[]);
        let mut state = game.start(1).expect("it starts");
        let mut rng = Rng::stream(1, "explanations");
        for ply in 0..6 {
            let moves = state.notated_moves().expect("moves");
            if moves.is_empty() {
                break;
            }
            if !state.is_chance() {
                let (_, text) = &moves[rng.below(moves.len() as u32) as usize];
                let why = state.why(&Question::Move(text.clone())).expect("it can be told");
                assert_eq!(why.verdict, Verdict::Legal, "{path}, ply {ply}: {text}");
                assert!(why.reasons.iter().any(|r| r.role == "made by"), "{path}, ply {ply}: {text}: {why:?}");
                assert!(
                    why.reasons.iter().filter(|r| r.role == "condition").all(|r| r.holds.is_some()),
                    "{path}, ply {ply}: {why:?}"
                );
                // Two sites that no legal move joins.
                let labels = [0, 1].map(|_| {
                    let sites = game.equipment().sites;
                    game.equipment().label(rng.below(sites))
                });
                let text = labels.join("-");
                if state.parse_move(&text).is_err() && !moves.iter().any(|(_, legal)| legal.starts_with(&text)) {
                    let why = state.why(&Question::Move(text.clone())).expect("it can be told");
                    assert_eq!(why.verdict, Verdict::Illegal, "{path}, ply {ply}: {text}");
                    let told = !why.reasons.is_empty() || why.answer.contains("no rule of this game");
                    assert!(told && !why.facts.is_empty(), "{path}, ply {ply}: {text}: {why:?}");
                }
            }
            let (chosen, _) = moves[rng.below(moves.len() as u32) as usize].clone();
            let before = state.setup();
            state.apply(&chosen).expect("it is legal");
            let end = state.why(&Question::End).expect("it can be told");
            assert_eq!(end.verdict == Verdict::Over, state.is_over(), "{path}, ply {ply}");
            let last = state.why(&Question::Last).expect("it can be told");
            if before.sites != state.setup().sites {
                assert!(last.reasons.iter().any(|r| r.role == "effect"), "{path}, ply {ply}: {last:?}");
            }
        }
    }
}

#[test]
fn conditions_come_with_values_and_the_way_they_came() {
    let text = r#"
        (define "Tall" (< (size Stack at:(to)) 2))
        (game "Piles"
            (players 2)
            (equipment { (board (square 3)) (piece "Disc" Each) })
            (rules
                (start { (place Stack "Disc1" 0 count:2) (place "Disc2" 4) })
                (play (move Add (to (sites Board) if:"Tall")))
                (end (if (= (count Pieces Mover) 3) (result Mover Win)))))
    "#;
    let game = parlour_interpreter::Game::from_text(text).unwrap_or_else(|e| panic!("{e}"));
    let mut state = game.start(0).expect("it starts");
    let why = state.why(&Question::Move("a1".into())).expect("it can be told");
    assert_eq!(why.verdict, Verdict::Illegal);
    let condition = why.reasons.iter().find(|r| r.role == "condition").expect("one stands against it");
    assert_eq!((condition.holds, condition.says.as_deref()), (Some(false), Some("2 < 2 is false")), "{why:?}");
    assert_eq!(condition.through.len(), 1, "{why:?}");
    assert_eq!((condition.place.line, condition.through[0].1.line), (2, 8), "{why:?}");
    assert!(condition.values.contains(&("(to)".into(), "a1".into())), "{why:?}");

    let chosen = state.parse_move("c3").expect("it is legal");
    state.apply(&chosen).expect("it is legal");
    let end = state.why(&Question::End).expect("it can be told");
    assert_eq!((end.verdict, end.reasons[0].says.as_deref()), (Verdict::Over, Some("3 = 3 is true")), "{end:?}");
    let last = state.why(&Question::Last).expect("it can be told");
    assert!(last.reasons[0].says.as_deref().is_some_and(|says| says.contains("c3: empty → Disc1")), "{last:?}");
}
