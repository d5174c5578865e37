//! What words of Ludii mean where its manual leaves it open, and how its files are read.

#[path = "meanings/cards.rs"]
mod cards;
#[path = "meanings/drawn.rs"]
mod drawn;
#[path = "meanings/fractions.rs"]
mod fractions;
#[path = "meanings/hints.rs"]
mod hints;
#[path = "meanings/placing.rs"]
mod placing;
#[path = "meanings/tracks.rs"]
mod tracks;

use parlour_grammar::expand::{NoFiles, Selection};
use parlour_interpreter::Game;
use parlour_interpreter::play::{Source, State};

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

/// Whether expressions are true or not.
fn all_hold(state: &State, expected: &[(&str, bool)]) {
    for (text, value) in expected {
        let found = state.eval(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(format!("{found:?}"), format!("Bool({value})"), "{text}");
    }
}

/// A game of two players, by the name of its file, its equipment and its rules.
fn begin(name: &str, equipment: &str, rules: &str) -> State {
    let text = format!("(game \"Test\" (players 2) (equipment {{ {equipment} }}) (rules {rules}))");
    load(name, &text).unwrap_or_else(|e| panic!("{e}")).start(0).expect("the game starts")
}

fn moves(state: &mut State) -> Vec<String> {
    state.check_modes().unwrap_or_else(|e| panic!("{e}"));
    let moves = state.notated_moves().expect("the rules hold");
    let mut moves: Vec<String> = moves.into_iter().map(|(_, text)| text).collect();
    moves.sort();
    moves
}

fn make(state: &mut State, text: &str) {
    let chosen = state.parse_move(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    state.apply(&chosen).expect("it is legal");
}

/// The moves of the first player under a rule above the rules, on a pyramid of three layers that is full of pieces.
fn on_a_pyramid(meta: &str) -> State {
    begin(
        "pyramid.game",
        "(board (square 3 pyramidal:True) use:Vertex) (piece \"Ball\" Each)",
        &format!(
            "(meta {meta}) (start (place \"Ball1\" (sites Board))) (play (move Remove (sites Occupied by:All))) (end (if (no Pieces All) (result Mover Win)))"
        ),
    )
}

#[test]
fn a_piece_under_two_others_is_pinned() {
    // The corners of the lowest layer have one above them, as all of the second layer have, and the top none.
    assert_eq!(moves(&mut on_a_pyramid("(automove)")).len(), 14);
    assert_eq!(moves(&mut on_a_pyramid("(pin SupportMultiple)")).len(), 9);
}

#[test]
fn pieces_fall_after_a_move() {
    let mut state = on_a_pyramid("(gravity)");
    let (first, _) = state.notated_moves().expect("the rules hold")[0].clone();
    state.apply(&first).expect("it is legal");
    // A corner has gone: what rested on it comes down, and the top after it.
    all_hold(&state, &[("(= 13 (count Pieces All))", true)]);
    for (layer, full) in [(0, true), (1, true), (2, false)] {
        all_hold(&state, &[(&format!("(all Sites (sites Layer {layer}) if:(is Occupied (site)))"), full)]);
    }
}

#[test]
fn no_move_may_lose_the_game_where_that_is_forbidden() {
    let game = |meta: &str, players: u32, result: &str| {
        let text = format!(
            "(game \"Lost\" (players {players}) (equipment {{ (board (rectangle 1 4)) (piece \"Disc\" Each) }}) (rules {meta} (play (move Add (to (sites Empty)))) (end (if (is Occupied 1) (result {result})))))"
        );
        let mut state = load("lost.game", &text).unwrap_or_else(|e| panic!("{e}")).start(0).expect("the game starts");
        moves(&mut state).len()
    };
    let meta = "(meta (no Suicide))";
    assert_eq!(game("", 2, "Mover Loss"), 4);
    assert_eq!(game(meta, 2, "Mover Loss"), 3);
    assert_eq!(game(meta, 2, "Next Win"), 3);
    assert_eq!(game(meta, 2, "Mover Win"), 4);
    assert_eq!(game(meta, 3, "Mover Loss"), 3);
    assert_eq!(game(meta, 3, "Mover Win"), 4);
    assert_eq!(game(meta, 3, "Next Win"), 4);
    assert_eq!(game(meta, 2, "Mover Draw"), 4);
}

#[test]
fn the_start_may_say_the_phases_of_sites() {
    let state = begin(
        "phases.game",
        "(board (square 3)) (piece \"Disc\" Each)",
        "(start (set Phase 5 at:4)) (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))",
    );
    all_hold(&state, &[("(= 5 (phase of:4))", true), ("(= (sites Phase 5) (sites {4}))", true)]);
    all_hold(&state, &[("(is In 4 (sites Phase 0))", false), ("(= (phase of:0) (phase of:2))", true)]);
}

#[test]
fn of_what_is_remembered_already_nothing_follows() {
    let state = |then: &str| {
        let rules = format!(
            "(start (set RememberValue \"Seen\" 1)) (play (move Add (to (sites Empty)) (then (forEach Value min:1 max:3 {then})))) (end (if (is Full) (byScore)))"
        );
        let mut state = begin("remembered.game", "(board (square 3)) (piece \"Disc\" Each)", &rules);
        make(&mut state, "a1");
        state.scores().expect("they are kept")[0]
    };
    assert_eq!(state("(remember Value \"Seen\" (value) unique:True (then (addScore P1 1)))"), 2);
    assert_eq!(state("(remember Value \"Seen\" (value) unique:True) (then (addScore P1 1))"), 2);
    assert_eq!(state("(remember Value \"Seen\" (value) (then (addScore P1 1)))"), 3);
}

#[test]
fn payoffs_rank_by_their_order() {
    let ranks = |payoffs: &str| {
        let text = format!(
            "(game \"Payoffs\" (players 3) (equipment {{ (board (square 2)) (piece \"Disc\" Each) }}) (rules (start (set Score P2 4)) (play (move Add (to (sites Empty)))) (end (if (is Occupied 0) (payoffs {{ {payoffs} }})))))"
        );
        let mut state =
            load("payoffs.game", &text).unwrap_or_else(|e| panic!("{e}")).start(0).expect("the game starts");
        make(&mut state, "a1");
        format!("{:?}", state.outcome().expect("the game is over").ranks)
    };
    assert_eq!(ranks("(payoff P1 5.5) (payoff P2 1.2) (payoff P3 -0.5)"), ranks("(payoff P1 5) (payoff P2 4)"));
    assert_ne!(ranks("(payoff P1 5.5) (payoff P2 1.2)"), ranks("(payoff P1 1.2) (payoff P2 5.5)"));
    assert_eq!(ranks("(payoff P1 1) (payoff P2 (score P2))"), ranks("(payoff P1 1.5) (payoff P2 1.75)"));
}

#[test]
fn the_level_at_hand_is_that_of_the_top_piece_where_only_those_move() {
    let mut state = begin(
        "level.game",
        "(board (square 3)) (piece \"Disc\" Each (move (from (from) level:(level)) (to 4))) (hand Each)",
        "(start (place Stack \"Disc1\" (handSite P1) count:3)) (play (forEach Piece container:(mover) top:True)) (end (if (is Occupied 4) (result P1 Win)))",
    );
    let (first, _) = state.notated_moves().expect("the rules hold")[0].clone();
    state.apply(&first).expect("it is legal");
    all_hold(&state, &[("(is Occupied 4)", true), ("(= 2 (size Stack at:(handSite P1)))", true)]);
}

#[test]
fn sizes_are_computed_before_play() {
    for (size, sites) in [("(abs -3)", 9), ("(max 2 3)", 9), ("(min 2 3)", 4), ("(- (max 5 3) (abs (- 1 2)))", 16)] {
        let board = format!("(board (square {size})) (piece \"Disc\" Each)");
        let mut state = begin(
            "sizes.game",
            &board,
            "(play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Abandon)))",
        );
        assert_eq!(moves(&mut state).len(), sites, "{size}");
    }
}

#[test]
fn boards_of_other_shapes() {
    let sites = |kind: &str, graph: &str| {
        let board = format!("(board {graph} use:{kind}) (piece \"Disc\" Each)");
        let mut state = begin(
            "shapes.game",
            &board,
            "(play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))",
        );
        moves(&mut state).len()
    };
    // Each kite has as many cells along a side as there are layers, each third twice as many one way; between those lie strips and a triangle.
    assert_eq!(sites("Cell", "(quadhex 2)"), 6 * 4);
    assert_eq!(sites("Cell", "(quadhex 2 thirds:True)"), 3 * (2 * 4) + 3 + 1);
    // Sides of two motifs each: a hexagon of seven, as by size.
    assert_eq!(sites("Cell", "(tiling T3636 {2 2})"), sites("Cell", "(tiling T3636 2)"));
    // On a ring of a negative number vertices are not joined along it.
    let joined = |graph: &str| {
        let board = format!("(board {graph} use:Vertex) (piece \"Disc\" Each)");
        let state =
            begin("rings.game", &board, "(play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))");
        format!("{:?}", state.eval("(count Edges)").expect("it is a number"))
    };
    assert_eq!(
        (joined("(concentric {1 4 4})"), joined("(concentric {1 -4 4})")),
        ("Int(16)".to_owned(), "Int(12)".to_owned())
    );
}

#[test]
fn a_rule_of_the_start_runs_through_teams() {
    let text = "(game \"Teams\" (players 4) (equipment { (board (square 3)) (piece \"Disc\" Each) }) (rules (start { (set Team 1 {P1 P3}) (set Team 2 {P2 P4}) (forEach Team (forEach (team) (set Score Player 2))) }) (play (move Add (to (sites Empty)))) (end (if (is Full) (byScore)))))";
    let state = load("teams.game", text).unwrap_or_else(|e| panic!("{e}")).start(0).expect("the game starts");
    assert_eq!(state.scores(), Some(vec![2, 2, 2, 2]));
}

#[test]
fn a_die_can_be_a_piece() {
    let mut state = begin(
        "die.game",
        "(board (square 3)) (die \"Die6\" Each numFaces:6 (step Orthogonal (to if:(is Empty (to)))))",
        "(start (place \"Die61\" 4)) (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))",
    );
    assert_eq!(moves(&mut state).len(), 4);
}

#[test]
fn expressions() {
    let game = load("meanings.game", GAME).unwrap_or_else(|e| panic!("{e}"));
    let state = game.start(0).expect("the game starts");
    let expected = [
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
        ("(= 6 (count Sites in:(sites {\"A1\"..\"C2\"})))", true),
        ("(is In (coord \"B2\") (sites {\"C1\"..\"A2\"}))", true),
        // `All` names directions where it might be a role, which is a number.
        ("(= 4 (count Sites in:(expand origin:0 All)))", true),
        ("(is Connected All {(sites {0}) (sites {1})} at:0)", true),
        // Within a condition on all sites the words around it keep their meaning.
        ("(= 1 (count Sites in:(sites Around 4 if:(all Sites (sites {1}) if:(= (to) (site))))))", true),
    ];
    all_hold(&state, &expected);
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

#[test]
fn levels_of_a_stack_are_a_list() {
    let start = "(start (place Stack items:{\"Disc1\" \"Disc2\" \"Disc1\"} 0)) (play (forEach Level 0 (move Remove 0 level:(level))))";
    let state = begin(
        "test.game",
        "(board (square 2)) (piece \"Disc\" Each)",
        &format!("{start} (end (if (no Moves Next) (result P1 Win)))"),
    );
    let expected = [
        ("(= 3 (count Sites in:(forEach Level at:0)))", true),
        ("(= 0 (count Sites in:(forEach Level at:1)))", true),
        ("(= (sites {1}) (forEach Level at:0 if:(= 2 (who at:0 level:(level)))))", true),
        ("(= (sites {1 2}) (forEach Level at:0 FromBottom startAt:1))", true),
        ("(= (sites {0 1}) (forEach Level at:0 FromTop startAt:1))", true),
        // From beyond the top, all of it.
        ("(= (sites {0 1 2}) (forEach Level at:0 FromTop startAt:9))", true),
        ("(is In 2 (results from:0 to:(forEach Level at:(from)) (who at:(from) level:(to))))", true),
        ("(is In 3 (results from:0 to:(forEach Level at:(from)) (who at:(from) level:(to))))", false),
    ];
    all_hold(&state, &expected);
}

#[test]
fn what_is_done_level_by_level_begins_at_the_top() {
    let play = "(move Select (from 0) (then (forEach Level 0 (fromTo (from 0 level:(level)) (to 3)))))";
    let start = "(start (place Stack items:{\"Disc1\" \"Disc2\" \"Disc1\"} 0))";
    let rules = format!("{start} (play {play}) (end (if (no Moves Next) (result P1 Win)))");
    let mut state = begin("test.lud", "(board (square 2)) (piece \"Disc\" Each)", &rules);
    make(&mut state, "a1");
    let stack: Vec<u32> = state.pieces(3).iter().map(|piece| piece.component).collect();
    assert_eq!((stack, state.pieces(0).len()), (vec![1, 2, 1], 0));
}

#[test]
fn an_edge_is_told_by_its_ends() {
    let rules = "(play (move Add (to (sites Empty)))) (end (if (is Occupied Edge (edge (last From) (last To))) (result P1 Win)))";
    let state = begin("test.game", "(board (square 3) use:Vertex) (piece \"Disc\" Each)", rules);
    let expected = [
        ("(= (edge 0 1) (edge 1 0))", true),
        ("(= (edge 0 1) (edge 1 2))", false),
        ("(< (edge 0 3) 0)", false),
        // Where no line joins them, or where they are one.
        ("(< (edge 0 4) 0)", true),
        ("(< (edge 4 4) 0)", true),
        ("(< (edge 4 -1) 0)", true),
    ];
    all_hold(&state, &expected);
}

#[test]
fn the_moves_that_take_most_are_found_by_what_they_take() {
    let start = "(start { (place \"Disc1\" (sites {0 1 2}) value:1) (place \"Disc2\" (sites {3 4}) value:1) (place \"Disc2\" (sites {5}) value:9) })";
    let play = |max: &str| {
        let by = |from: &str, then: &str| format!("(move Select (from {from}) (then {then}))");
        let each =
            [by("0", "(remove 5)"), by("1", "(and (remove 3) (remove 4))"), by("2", "(add (piece \"Disc1\") (to 8))")];
        let rules =
            format!("{start} (play ({max} (or {{ {} }}))) (end (if (no Pieces P2) (result P1 Win)))", each.concat());
        moves(&mut begin("test.game", "(board (square 3)) (piece \"Disc\" Each)", &rules))
    };
    assert_eq!(play("max Captures"), ["b1"]);
    assert_eq!(play("max Captures withValue:True"), ["a1"]);
    // Each of them is a turn of one move.
    assert_eq!(play("max Moves"), ["a1", "b1", "c1"]);
    assert_eq!(play("max Moves withValue:True"), ["a1"]);
}

#[test]
fn leaps_lead_ahead_or_begin_one_way_where_that_is_said() {
    let leap = |said: &str| {
        let piece =
            format!("(piece \"Horse\" Each (move Leap {{{{F F R F}} {{F F L F}}}} {said} (to if:(is Empty (to)))))");
        let text = format!(
            "(game \"Test\" (players {{(player N) (player S)}}) (equipment {{ (board (square 5)) {piece} }})
            (rules (start (place \"Horse1\" 12)) (play (forEach Piece)) (end (if (no Moves Next) (result P1 Win)))))"
        );
        moves(&mut load("test.game", &text).unwrap_or_else(|e| panic!("{e}")).start(0).expect("the game starts"))
    };
    assert_eq!(leap("").len(), 8);
    assert_eq!(leap("forward:True"), ["c3-a4", "c3-b5", "c3-d5", "c3-e4"]);
    assert_eq!(leap("rotations:False"), ["c3-b5", "c3-d5"]);
}

#[test]
fn who_had_the_turn_before_is_remembered_through_turns_of_several_moves() {
    let play = "(move Add (to (sites Empty)) (then (if (is Odd (count Moves)) (moveAgain))))";
    let rules = format!("(play {play}) (end (if (= 9 (prev MoverLastTurn)) (result P1 Win)))");
    let mut state = begin("test.game", "(board (square 3)) (piece \"Disc\" Each)", &rules);
    let mut before = Vec::new();
    for site in ["a1", "b1", "c1", "a2", "b2", "c2"] {
        before.push(format!("{:?}", state.eval("(+ 0 (prev MoverLastTurn))").unwrap_or_else(|e| panic!("{e}"))));
        make(&mut state, site);
    }
    assert_eq!(before, ["Int(-1)", "Int(-1)", "Int(1)", "Int(1)", "Int(2)", "Int(2)"]);
}

#[test]
fn the_last_move_passed_what_lies_between() {
    let rules = "(start (place \"Disc1\" 0)) (play (forEach Piece (move Slide All))) (end (if (is In 99 (last Between)) (result P1 Win)))"
        .replace("(is In 99 (last Between))", "(= 9 (count Sites in:(last Between)))");
    let mut state = begin("test.game", "(board (square 4)) (piece \"Disc\" Each)", &rules);
    make(&mut state, "a1-d4");
    all_hold(&state, &[("(= (sites {5 10}) (last Between))", true)]);
}

#[test]
fn pieces_stand_on_cells_of_a_board_of_points() {
    let piece = "(piece \"Disc\" Each (move Step (from Cell) Orthogonal (to Cell if:(is Empty Cell (to)))))";
    let start = "(start { (place \"Disc1\" Cell 0) (place \"Disc1\" 0) (place \"Disc1\" 5) (place \"Disc2\" Cell 3) })";
    let rules = format!("{start} (play (forEach Piece)) (end (if (= 7 (count Cell at:(last To))) (result P1 Win)))");
    let mut state = begin("test.lud", &format!("(board (square 3) use:Vertex) {piece}"), &rules);
    assert_eq!(moves(&mut state).len(), 2);
    // A number is that of the kind of site that is named.
    all_hold(
        &state,
        &[
            ("(= 1 (count Cell at:(- 1 1)))", true),
            ("(= 0 (count Cell at:(- 2 1)))", true),
            ("(= 1 (count at:5))", true),
        ],
    );
}

#[test]
fn a_push_goes_the_way_that_play_decides() {
    let play = "(move Select (from (sites {4})) (to (sites Around (from) Orthogonal)) (then (push (from 4) (directions Cell from:(last From) to:(last To)))))";
    let rules = format!("(start (place \"Disc1\" 4)) (play {play}) (end (if (no Pieces P1) (result P1 Win)))");
    for (to, found) in [("b3", 7), ("c2", 5), ("b1", 1)] {
        let mut state = begin("test.game", "(board (square 3)) (piece \"Disc\" Each)", &rules);
        make(&mut state, &format!("b2-{to}"));
        assert_eq!((state.pieces(found).len(), state.pieces(4).len()), (1, 0), "{to}");
    }
}

#[test]
fn of_the_cells_beside_the_first_the_one_to_its_right_has_the_phase_after_its_own() {
    let rules = "(play (move Add (to (sites Empty)))) (end (if (is Full) (result P1 Win)))";
    let state = begin("test.game", "(board (hex 3)) (piece \"Disc\" Each)", rules);
    let expected = [
        ("(= 0 (phase of:0))", true),
        ("(= 1 (phase of:1))", true),
        ("(= 2 (phase of:4))", true),
        ("(= 2 (phase of:2))", true),
        ("(= 1 (phase of:3))", true),
    ];
    all_hold(&state, &expected);
}

#[test]
fn stacks_have_the_state_of_what_is_on_top() {
    let start = "(start { (place Stack items:{\"Disc1\" \"Disc2\"} 0) (place \"Disc1\" 1 state:2) })";
    let rules = format!(
        "{start} (play (forEach Level 0 (move Remove 0 level:(level)))) (end (if (no Pieces P2) (result P1 Win)))"
    );
    let state = begin("test.game", "(board (square 2)) (piece \"Disc\" Each maxState:3)", &rules);
    all_hold(&state, &[("(= (sites {1}) (sites State 2))", true), ("(= (sites {0 2 3}) (sites State 0))", true)]);
}

/// Boards of a thousand sites have no room for a table of what lies between any two.
#[test]
fn sites_between_are_the_same_on_boards_of_any_size() {
    for size in [8, 33] {
        let equipment = format!(
            "(board (square {size})) (piece \"Disc\" P2)
             (piece \"Rider\" P1 (move Hop All (between (exact 2) if:(is Enemy (who at:(between))) (apply (remove (between))))
                 (to if:(is Empty (to)))))"
        );
        let rules = "(start { (place \"Rider1\" {\"A1\"}) (place \"Disc2\" {\"B2\" \"C3\" \"B1\" \"A2\" \"A3\"}) })
            (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))";
        let mut state = begin("between.game", &equipment, rules);
        all_hold(
            &state,
            &[
                ("(= 2 (count Sites in:(sites Between from:(coord \"B2\") to:(coord \"E5\"))))", true),
                ("(is In (coord \"C3\") (sites Between from:(coord \"E5\") to:(coord \"B2\")))", true),
                ("(= 5 (count Sites in:(sites Between from:(coord \"A4\") to:(coord \"G4\"))))", true),
                ("(= 0 (count Sites in:(sites Between from:(coord \"A1\") to:(coord \"B1\"))))", true),
                ("(= 0 (count Sites in:(sites Between from:(coord \"A1\") to:(coord \"C2\"))))", true),
                ("(= 0 (count Sites in:(sites Between Orthogonal from:(coord \"A1\") to:(coord \"D4\"))))", true),
            ],
        );
        assert_eq!(moves(&mut state), ["a1-a4", "a1-d4"], "on {size}");
        make(&mut state, "a1-d4");
        all_hold(
            &state,
            &[("(= 3 (count Sites in:(sites Occupied by:P2)))", true), ("(is Empty (coord \"C3\"))", true)],
        );
    }
}

#[test]
fn directions_are_left_over_site_by_site() {
    // Lines along the diagonals lead to the corners alone; from the middle of a side the corner of the cell beside it is no neighbour.
    let board = "(board (add (square 3) edges:{{0 4} {2 4} {4 6} {4 8}}) use:Vertex) (piece \"Disc\" Each)";
    let play = |site: u32, directions: &str| {
        let rules = format!(
            "(start (place \"Disc1\" {site})) (play (forEach Piece (move Step {directions} (to if:(is Empty (to)))))) (end (if (no Pieces P1) (result P1 Win)))"
        );
        moves(&mut begin("test.game", board, &rules))
    };
    assert_eq!(play(4, "(difference Adjacent Backward)").len(), 7);
    assert_eq!(play(1, "(difference Adjacent Backward)"), ["b1-a1", "b1-b2", "b1-c1"]);
    // Relative directions are those of the board, unless they are told by the site.
    assert_eq!(play(1, "Forwards"), ["b1-a2", "b1-b2", "b1-c2"]);
    assert_eq!(play(1, "(directions Forwards bySite:True)"), ["b1-b2"]);
    assert_eq!(play(0, "(directions Forwards bySite:True)"), ["a1-a2", "a1-b2"]);
}

#[test]
fn lines_through_any_of_some_sites_are_each_of_pieces_like_the_one_there() {
    let start = "(start { (place \"Disc1\" (sites {0 1 2})) (place \"Disc2\" (sites {3 4})) })";
    let rules = format!("{start} (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result P1 Win)))");
    let mut state = begin("test.game", "(board (square 4)) (piece \"Disc\" Each)", &rules);
    make(&mut state, "b2");
    let expected = [
        ("(is Line 3)", false),
        ("(is Line 3 throughAny:(sites Occupied by:P1))", true),
        ("(is Line 3 throughAny:(sites Occupied by:P2))", false),
        ("(is Line 3 throughAny:(sites Board))", true),
        ("(is Line 3 throughAny:(sites Board) what:(id \"Disc2\"))", false),
    ];
    all_hold(&state, &expected);
}

#[test]
fn lines_with_gaps_may_hold_anything_between() {
    let start = "(start { (place \"Disc1\" (sites {0 1 3})) (place \"Disc2\" (sites {2 7})) })";
    let rules = format!("{start} (play (move Add (to (sites Empty)))) (end (if (no Pieces P1) (result P1 Win)))");
    let state = begin("test.game", "(board (square 4)) (piece \"Disc\" Each)", &rules);
    let expected = [
        ("(is Line 3 Orthogonal through:0)", false),
        ("(is Line 3 Orthogonal through:0 contiguous:False)", true),
        ("(is Line 4 Orthogonal through:0 contiguous:False)", false),
        ("(is Line 2 Orthogonal through:0 contiguous:False exact:True)", false),
        ("(is Line 2 Orthogonal throughAny:(sites {4 2 0}) contiguous:False exact:True)", false),
        ("(is Line 2 Diagonal throughAny:(sites {4 2 0}) contiguous:False exact:True)", true),
    ];
    all_hold(&state, &expected);
}

#[test]
fn what_is_asked_of_a_step_may_hang_on_where_it_begins() {
    let rules = "(play (move Add (to (sites Empty)))) (end (if (is Full) (result P1 Win)))";
    let state = begin("test.game", "(board (square 3)) (piece \"Disc\" Each)", rules);
    let expected = [
        // Uphill only: from each site to one of a higher number.
        ("(= 4 (count Steps (step Orthogonal (to if:(> (to) (from)))) 0 (sites {8})))", true),
        ("(= Infinity (count Steps (step Orthogonal (to if:(> (to) (from)))) 8 (sites {0})))", true),
        ("(= 1 (count Steps (step Orthogonal (to if:(= 3 (- (to) (from))))) 1 (sites {4})))", true),
        ("(= Infinity (count Steps (step Orthogonal (to if:(= 3 (- (to) (from))))) 1 (sites {5})))", true),
    ];
    all_hold(&state, &expected);
}

#[test]
fn a_phase_without_ends_goes_on_when_all_have_passed() {
    let over = |end: &str| {
        let first = format!(
            "(phase \"First\" (play (move Add (to (sites {{0 1}}) if:(is Empty (to))))) {end} (nextPhase (= 9 (counter)) \"Second\"))"
        );
        let second = "(phase \"Second\" (play (move Add (to (sites Empty)))) (end (if (is Full) (result P1 Win))))";
        let rules = format!("phases:{{ {first} {second} }}");
        let mut state = begin("test.game", "(board (square 3)) (piece \"Disc\" Each)", &rules);
        for site in ["a1", "b1", "pass", "pass"] {
            make(&mut state, site);
        }
        state.is_over()
    };
    assert!(!over(""));
    assert!(over("(end (if (is Full) (result P1 Win)))"));
}

#[test]
fn a_list_of_one_piece_is_that_piece() {
    let then = "(then (promote (last To) (piece {\"Queen\"}) Mover))";
    let rules = format!(
        "(play (move Add (piece (id \"Disc\" Mover)) (to (sites Empty)) {then})) (end (if (is Full) (result P1 Win)))"
    );
    let mut state = begin("test.game", "(board (square 3)) (piece \"Disc\" Each) (piece \"Queen\" Each)", &rules);
    make(&mut state, "a1");
    make(&mut state, "b1");
    all_hold(&state, &[("(= (what at:0) (id \"Queen\" P1))", true), ("(= (what at:1) (id \"Queen\" P2))", true)]);
}

#[test]
fn edges_that_are_nobodys_make_trees_too() {
    let rules = "(start (place \"Line0\" Edge (sites {0 1 2}))) (play (move Remove (sites Occupied by:Neutral on:Edge))) (end (if (no Moves Next) (result P1 Win)))";
    let board = "(board (square 2) use:Edge) (piece \"Line\" Neutral) (piece \"Disc\" Each)";
    let mut state = begin("test.game", board, rules);
    all_hold(&state, &[("(is Tree Neutral)", true), ("(is RegularGraph Neutral)", false)]);
    // What was drawn last is not asked: here it is gone. Two sides that do not meet are left.
    let first = moves(&mut state)[0].clone();
    make(&mut state, &first);
    all_hold(&state, &[("(is Tree Neutral)", true), ("(is RegularGraph Neutral)", true)]);
}

#[test]
fn a_hop_passes_as_many_sites_as_is_said_whatever_stands_there() {
    let hops = |exact: &str| {
        let piece = format!(
            "(piece \"Disc\" Each (move Hop Orthogonal (between (exact {exact}) if:True) (to if:(is Enemy (who at:(to))) (apply (remove (to))))))"
        );
        let start = "(start { (place \"Disc1\" (sites {0 1})) (place \"Disc2\" (sites {2 3 5 10})) })";
        let rules = format!("{start} (play (forEach Piece)) (end (if (no Pieces P1) (result P1 Win)))");
        moves(&mut begin("test.game", &format!("(board (square 5)) {piece}"), &rules))
    };
    assert_eq!(hops("2"), ["a1-d1"]);
    assert_eq!(hops("1"), ["a1-a3", "a1-c1", "b1-d1"]);
    // Over nothing it is a step; over less than nothing it is none.
    assert_eq!(hops("0"), ["a1-a2", "b1-c1"]);
    assert_eq!(hops("(- (count Pieces P1) 3)"), ["pass"]);
}

#[test]
fn a_piece_turns_to_what_is_listed_or_to_the_next_rotation_and_the_one_before() {
    let turns = |said: &str| {
        let rules = format!(
            "(start (place \"Disc1\" 4 rotation:1)) (play (or (move Set Rotation (to 4) {said}) (move Pass))) (end (if (= 9 (rotation at:4)) (result P1 Win)))"
        );
        let text = format!(
            "(game \"Test\" (players 2) (equipment {{ (board (square 3)) (piece \"Disc\" Each) }}) (rules {rules}))"
        );
        let game = load("test.game", &text).unwrap_or_else(|e| panic!("{e}"));
        let state = game.start(0).expect("the game starts");
        let mut found = Vec::new();
        for (chosen, _) in state.clone().notated_moves().expect("the rules hold") {
            let mut after = state.clone();
            after.apply(&chosen).expect("it is legal");
            found.push(format!("{:?}", after.eval("(+ 0 (rotation at:4))").unwrap_or_else(|e| panic!("{e}"))));
        }
        found.sort();
        found.dedup();
        // The pass leaves it.
        found.retain(|rotation| rotation != "Int(1)");
        found
    };
    assert_eq!(turns(""), ["Int(0)", "Int(2)"]);
    assert_eq!(turns("next:False"), ["Int(0)"]);
    assert_eq!(turns("previous:False"), ["Int(2)"]);
    assert_eq!(turns("{0 3}"), ["Int(0)", "Int(3)"]);
}

#[test]
fn a_piece_that_is_turned_goes_where_it_looks() {
    let goes = |rotation: u32| {
        let piece = "(piece \"Scout\" Each N (move Step (directions Forward of:Orthogonal) (to if:(is Empty (to)))))";
        let rules = format!(
            "(start (place \"Scout1\" 4 rotation:{rotation})) (play (or (forEach Piece) (if (is Mover P2) (move Set Rotation (to 4) {{0 1 2 3}})))) (end (if (no Pieces P1) (result P1 Win)))"
        );
        let text = format!("(game \"Test\" (players 2) (equipment {{ (board (square 3)) {piece} }}) (rules {rules}))");
        moves(&mut load("test.game", &text).unwrap_or_else(|e| panic!("{e}")).start(0).expect("the game starts"))
    };
    assert_eq!((goes(0), goes(1)), (vec!["b2-b3".to_owned()], vec!["b2-c2".to_owned()]));
    assert_eq!((goes(2), goes(3)), (vec!["b2-b1".to_owned()], vec!["b2-a2".to_owned()]));
}

#[test]
fn what_a_push_moved_counts_among_the_sites_that_the_last_move_came_to() {
    let play = "(move Add (to (sites {0})) (then (push (from (last To)) E)))";
    let rules = format!(
        "(start (place \"Disc1\" (sites {{1 4}}))) (play {play}) (end (if (= 9 (count Sites in:(sites LastTo))) (result P1 Win)))"
    );
    let mut state = begin("test.game", "(board (square 4)) (piece \"Disc\" Each)", &rules);
    make(&mut state, "a1");
    all_hold(
        &state,
        &[("(is In 1 (sites LastTo))", true), ("(is In 2 (sites LastTo))", true), ("(is In 4 (sites LastTo))", false)],
    );
}

#[test]
fn from_nowhere_a_looped_track_is_gone_along_from_its_first_site() {
    let rules =
        "(play (move Add (to (sites Empty)))) (end (if (= 9 (trackSite Move from:-1 steps:1)) (result P1 Win)))";
    let track = "(track \"Ring\" {2 5 8 7 6 3 0 1} loop:True)";
    let state = begin("test.game", &format!("(board (square 3) {track}) (piece \"Disc\" Each)"), rules);
    let expected = [
        ("(= 5 (trackSite Move from:-1 \"Ring\" steps:1))", true),
        ("(= 8 (trackSite Move from:-1 \"Ring\" steps:2))", true),
        // What is beside the track enters it there, too.
        ("(= 5 (trackSite Move from:4 \"Ring\" steps:1))", true),
        ("(= 5 (trackSite Move from:2 \"Ring\" steps:1))", true),
        ("(= 2 (trackSite Move from:1 \"Ring\" steps:1))", true),
        ("(= 1 (trackSite Move from:2 \"Ring\" steps:7))", true),
    ];
    all_hold(&state, &expected);
}

#[test]
fn where_the_longest_turns_begin_is_asked_of_them_alone() {
    let hop = "(forEach Piece (move Hop Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))) (then (if (can Move (hop (from (last To)) Orthogonal (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))) (moveAgain)))))";
    let start = "(start { (place \"Disc1\" (sites {0 20})) (place \"Disc2\" (sites {1 3 21 24}))})";
    let rules = format!("{start} (play (max Moves {hop})) (end (if (no Pieces P2) (result P1 Win)))");
    let mut state = begin("test.game", "(board (square 5)) (piece \"Disc\" Each)", &rules);
    assert_eq!(moves(&mut state), ["a1-c1"]);
    let from = |max: &str| format!("(= (sites {{0 20}}) (sites From ({max} {hop})))");
    all_hold(&state, &[(&from("max Moves"), false), (&from("or"), true)]);
    all_hold(&state, &[(&format!("(= (sites {{0}}) (sites From (max Moves {hop})))"), true)]);
}

#[test]
fn of_a_pattern_nought_is_where_nothing_stands() {
    let start = "(start { (place \"Disc1\" (sites {0})) (place \"Disc2\" (sites {2 8})) })";
    let rules = format!("{start} (play (move Add (to (sites Empty)))) (end (if (is Full) (result P1 Win)))");
    let state = begin("test.game", "(board (square 4)) (piece \"Disc\" Each)", &rules);
    let expected = [
        ("(is Pattern {F F} from:0 whats:{1 0 2})", true),
        ("(is Pattern {F F} from:0 whats:{1 0 0})", false),
        ("(is Pattern {F F} from:2 whats:{2 0 1})", true),
        ("(is Pattern {F R F} from:0 whats:{1 0 0})", true),
        ("(= (sites {0 1 2 4 8}) (sites Pattern {F F} from:0 whats:{1 0 2}))", true),
        // Where nothing is said the pieces are like the one there.
        ("(is Pattern {F F} from:3)", false),
    ];
    all_hold(&state, &expected);
}

#[test]
fn what_chance_decides_among_the_effects_comes_before_what_follows_it() {
    let then = "(then (do (addScore P1 (value Random (range 3 4))) next:(addScore P2 (* 2 (score P1)))))";
    let rules = format!("(play (move Add (to (sites Empty)) {then})) (end (if (is Full) (result P1 Win)))");
    let mut state = begin("test.game", "(board (square 3)) (piece \"Disc\" Each)", &rules);
    make(&mut state, "a1");
    assert!(state.is_chance());
    let mut drawn = Vec::new();
    for outcome in state.legal_moves().expect("the rules hold") {
        let mut after = state.clone();
        after.apply(&outcome).expect("it is possible");
        let score = |player: &str| format!("{:?}", after.eval(&format!("(+ 0 (score {player}))")).expect("a number"));
        drawn.push((score("P1"), score("P2")));
    }
    drawn.sort();
    let scores = |a: u32, b: u32| (format!("Int({a})"), format!("Int({b})"));
    assert_eq!(drawn, [scores(3, 6), scores(4, 8)]);
}

#[test]
fn what_becomes_no_piece_is_not_promoted() {
    let piece = "(piece \"Disc\" Each) (piece \"Queen\" Each) (map \"Promoted\" { (pair 1 3) (pair 2 4) })";
    let start = "(start { (place \"Disc1\" (sites {0})) (place \"Queen1\" (sites {1})) })";
    let promote = |site: u32| format!("(move Promote {site} (piece (mapEntry \"Promoted\" (what at:{site}))))");
    let play = format!("(play (or {{ {} {} {} (move Pass) }}))", promote(0), promote(1), promote(2));
    let rules = format!("{start} {play} (end (if (no Pieces P1) (result P1 Win)))");
    let mut state = begin("test.lud", &format!("(board (square 3)) {piece}"), &rules);
    // What the map says nothing of stands for itself.
    assert_eq!(moves(&mut state).iter().filter(|text| *text != "pass").count(), 2);
}

#[test]
fn a_number_is_pending_that_is_no_sites() {
    let play = "(move Add (to (sites Empty)) (then (set Pending (+ (last To) 8))))";
    let rules = format!("(play {play}) (end (if (is In 99 (sites Pending)) (result P1 Win)))");
    let mut state = begin("test.game", "(board (square 3)) (piece \"Disc\" Each)", &rules);
    for (site, number) in [("a1", 8), ("c3", 16), ("b1", 9)] {
        make(&mut state, site);
        for other in [8, 9, 10, 16, -1, 99] {
            all_hold(&state, &[(&format!("(is In {other} (sites Pending))"), other == number)]);
        }
        all_hold(&state, &[("(is Pending)", true)]);
    }
}

#[test]
fn around_a_site_the_one_it_is_around_is_where_things_come_from() {
    let rules = "(play (move Add (to (sites Empty)))) (end (if (is Full) (result P1 Win)))";
    let state = begin("test.game", "(board (square 3)) (piece \"Disc\" Each)", rules);
    let expected = [
        ("(= (sites {5 7}) (sites Around 4 Orthogonal if:(> (to) (from))))", true),
        // Of several sites each is one.
        ("(= (sites {5 7}) (sites Around (sites {4 8}) Orthogonal if:(!= 0 (abs (- (to) (from))))))", false),
        ("(= (sites {5 7}) (sites Around (sites {4 2}) Orthogonal if:(> (to) (from))))", true),
    ];
    all_hold(&state, &expected);
}

#[test]
fn what_lies_ahead_in_the_direction_of_a_move_hangs_on_both_its_ends() {
    let stones = "(place \"M1\" coord:\"B2\") (place \"M2\" coord:\"B1\") (place \"M2\" coord:\"C2\")";
    for (condition, legal) in [
        ("(is Occupied (ahead (from) OppositeDirection))", &["b2-a2", "b2-b3"][..]),
        ("(is Occupied (ahead (from) SameDirection))", &["b2-b1", "b2-c2"]),
        ("(and (is Empty (to)) (is Occupied (ahead (from) SameDirection)))", &["pass"]),
        (
            "(and (is Empty (to)) (is Empty (ahead (to) SameDirection)))",
            &["b2-a1", "b2-a2", "b2-a3", "b2-b3", "b2-c1", "b2-c3"],
        ),
    ] {
        for form in ["Step", "Slide Orthogonal"] {
            let equipment = format!("(board (square 5)) (piece \"M\" Each (move {form} (to if:{condition})))");
            let rules =
                format!("(start {{ {stones} }}) (play (forEach Piece)) (end (if (no Pieces Next) (result Mover Win)))");
            if form == "Step" {
                assert_eq!(moves(&mut begin("ahead.game", &equipment, &rules)), legal, "{condition}");
            } else {
                // All modes agree on it.
                moves(&mut begin("ahead.game", &equipment, &rules));
            }
        }
    }
}
