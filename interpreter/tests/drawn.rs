//! What edges draw, and directions that play decides.

use parlour_interpreter::Game;

/// After how many plies, each on the first site that is free, a condition ends a game on edges.
fn plies_until(board: &str, condition: &str) -> Option<u32> {
    let text = format!(
        r#"(game "Edges"
            (players 1)
            (equipment {{ (board {board} use:Edge) (piece "Line" Each) }})
            (rules (play (move Add (to (sites Empty)))) (end (if {condition} (result Mover Win)))))"#
    );
    let game = Game::from_text(&text).unwrap_or_else(|e| panic!("{e}"));
    let mut state = game.start(0).expect("the game starts");
    // Once all edges are drawn, all that is left is to pass.
    for ply in 1..=8 {
        let moves = state.notated_moves().expect("the rules hold");
        let (first, _) = moves.first().filter(|(_, text)| text != "pass")?.clone();
        state.apply(&first).expect("it is legal");
        if state.outcome().is_some() {
            return Some(ply);
        }
    }
    None
}

#[test]
fn four_edges_around_a_square() {
    let square = "(square 2)";
    assert_eq!(plies_until(square, "(is Path Edge Mover length:(exact 4) closed:True)"), Some(4));
    assert_eq!(plies_until(square, "(is Path Edge Mover length:(exact 3))"), Some(3));
    assert_eq!(plies_until(square, "(is SpanningTree Mover)"), Some(3));
    assert_eq!(plies_until(square, "(is CaterpillarTree Mover)"), Some(3));
    assert_eq!(plies_until(square, "(not (is Tree Mover))"), Some(4));
    assert_eq!(plies_until(square, "(is RegularGraph Mover k:2)"), Some(4));
    assert_eq!(plies_until(square, "(and (is RegularGraph Mover even:True) (not (is Tree Mover)))"), Some(4));
    assert_eq!(plies_until(square, "(and (is RegularGraph Mover odd:True) (not (is Tree Mover)))"), None);
}

#[test]
fn a_star_is_a_caterpillar_and_three_long_legs_are_none() {
    // Three legs of two edges each from the middle: the inner edges meet there.
    let legs = "(graph vertices:{ {0 0} {1 0} {2 0} {-1 1} {-2 2} {-1 -1} {-2 -2} } edges:{ {0 1} {0 3} {0 5} {1 2} {3 4} {5 6} })";
    assert_eq!(plies_until(legs, "(is SpanningTree Mover)"), Some(6));
    assert_eq!(plies_until(legs, "(is CaterpillarTree Mover)"), None);
    let star = "(graph vertices:{ {0 0} {1 0} {-1 1} {-1 -1} } edges:{ {0 1} {0 2} {0 3} })";
    assert_eq!(plies_until(star, "(is CaterpillarTree Mover)"), Some(3));
}

#[test]
fn edges_cross_where_they_have_no_point_in_common() {
    let cross = "(graph vertices:{ {0 0} {1 0} {1 1} {0 1} } edges:{ {0 1} {0 2} {1 3} {2 3} })";
    let crossed = "(= 1 (count Sites in:(sites Crossing at:(last To) All)))";
    assert_eq!(plies_until(cross, crossed), Some(3));
    assert_eq!(plies_until("(square 2)", crossed), None);
}

#[test]
fn the_direction_from_one_site_to_another_is_found_in_play() {
    let game = Game::from_text(
        r#"(game "Edge of the World"
            (players 2)
            (equipment { (board (rectangle 1 5)) (piece "Disc" Each) })
            (rules
                (start { (place "Disc1" (sites {"C1"})) })
                (play (move Step (from (sites Occupied by:P1)) (to if:(is Empty (to)))))
                (end
                    (if (= (last To) (ahead (last To) (directions Cell from:(last From) to:(last To))))
                        (result P1 Win)))))"#,
    )
    .unwrap_or_else(|e| panic!("{e}"));
    for (moves, over) in [("c1-d1 d1-e1", true), ("c1-b1 b1-a1", true), ("c1-d1 d1-c1", false)] {
        let mut state = game.start(0).expect("the game starts");
        for text in moves.split(' ') {
            assert!(!state.is_over(), "{moves}");
            let step = state.parse_move(text).unwrap_or_else(|e| panic!("{text}: {e}"));
            state.apply(&step).expect("it is legal");
        }
        assert_eq!(state.is_over(), over, "{moves}");
    }
}

#[test]
fn the_middle_of_a_tree_has_no_branch_with_more_than_half_of_it() {
    let game = |edges: &str| {
        format!(
            r#"(game "Middle"
                (players 1)
                (equipment {{
                    (board (graph vertices:{{ {{0 0}} {{1 0}} {{2 0}} {{3 0}} {{2 1}} {{2 2}} }} edges:{{ {edges} }}) use:Vertex)
                    (piece "Disc" P1)
                    (piece "Line" Shared)
                }})
                (rules
                    (start (set Shared Edge (sites Board Edge)))
                    (play (move Add (piece "Disc1") (to (sites Empty)) (then (if (is TreeCentre Shared) (addScore P1 1)))))
                    (end (if (is Full) (byScore)))))"#
        )
    };
    // A path of four points with a branch of two, one without the second of these, and one that is closed.
    for (edges, middles) in
        [("{0 1} {1 2} {2 3} {2 4} {4 5}", "2"), ("{0 1} {1 2} {2 3} {3 5}", "2"), ("{0 1} {1 2} {2 3} {3 1}", "")]
    {
        let game = Game::from_text(&game(edges)).unwrap_or_else(|e| panic!("{e}"));
        let mut found = String::new();
        for site in 0..6 {
            let mut state = game.start(0).expect("the game starts");
            let (add, _) = state.notated_moves().expect("the rules hold")[site].clone();
            state.apply(&add).expect("it is legal");
            if state.scores() == Some(vec![1]) {
                found += &site.to_string();
            }
        }
        assert_eq!(found, middles, "{edges}");
    }
}

/// After which plies, each on a site that is named, a condition holds.
fn holds_after(board: &str, kind: &str, sites: &str, condition: &str) -> Vec<usize> {
    let text = format!(
        r#"(game "Points"
            (players 1)
            (equipment {{ (board {board} use:{kind}) (piece "Disc" Each) }})
            (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"#
    );
    let game = Game::from_text(&text).unwrap_or_else(|e| panic!("{e}"));
    let mut state = game.start(0).expect("the game starts");
    let mut held = Vec::new();
    for (ply, site) in (1..).zip(sites.split(' ')) {
        let add = state.parse_move(site).unwrap_or_else(|e| panic!("{site}: {e}"));
        state.apply(&add).expect("it is legal");
        if format!("{:?}", state.eval(condition).expect("it is a condition")) == "Bool(true)" {
            held.push(ply);
        }
    }
    held
}

#[test]
fn points_form_a_path_as_edges_do() {
    let path = |n: &str| format!("(is Path Vertex P1 length:{n})");
    // Around a square: the fourth closes it.
    assert_eq!(holds_after("(square 3)", "Vertex", "a1 b1 b2 a2", &path("(exact 3)")), [3]);
    assert_eq!(holds_after("(square 3)", "Vertex", "a1 b1 b2 a2", &path("(range 1 4)")), [1, 2, 3]);
    assert_eq!(
        holds_after("(square 3)", "Vertex", "a1 b1 b2 a2", "(is Path Vertex P1 length:(exact 4) closed:True)"),
        [4]
    );
    // A point joined to three others is on no path, nor are those that hang together with it.
    assert_eq!(holds_after("(square 3)", "Vertex", "b1 b2 b3 a2", &path("(min 1)")), [1, 2, 3]);
    // Cells touch at corners, too.
    assert_eq!(holds_after("(square 3)", "Cell", "a1 b2 c3", "(is Path Cell P1 length:(exact 3))"), [3]);
}
