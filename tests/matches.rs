//! Matches of rounds: who sits where, who begins, what is kept, how it ends.

use parlour_interpreter::play::{Game, Setup, State, Value};

/// A game in which player 1 or 2 wins the round by saying so, or nobody does.
fn say(rounds: &str) -> Game {
    load(&format!(
        r#"(game "Say" (players 2)
            (equipment {{ (board (square 1)) }})
            (rules
                (play (turn {{ (choose "Who" {{"me" "you" "nobody" "on"}}) }}))
                (end {{
                    (if (= 0 (chosen "Who")) (result Mover Win))
                    (if (= 1 (chosen "Who")) (result Next Win))
                    (if (= 2 (chosen "Who")) (result Mover Draw))
                }})
                {rounds}))"#
    ))
}

fn load(text: &str) -> Game {
    Game::from_text(text).unwrap_or_else(|e| panic!("{e}"))
}

fn play(state: &mut State, moves: &[&str]) {
    for text in moves {
        let chosen = state.parse_move(text).unwrap_or_else(|e| {
            let legal = state.notated_moves().unwrap_or_default();
            panic!("{text}: {e}: {:?}", legal.into_iter().map(|(_, text)| text).collect::<Vec<_>>())
        });
        state.apply(&chosen).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
}

fn ranks(state: &State) -> Vec<f64> {
    state.outcome().map(|o| o.ranks).unwrap_or_default()
}

#[test]
fn most_rounds_won_is_what_counts_if_nothing_is_said() {
    let game = say("(rounds 3)");
    let mut state = game.start(0).expect("it starts");
    play(&mut state, &["on", "on", "me"]);
    assert_eq!((state.round(), state.rounds_won(), state.is_over()), (Some(2), Some(vec![1, 0]), false));
    play(&mut state, &["you", "nobody"]);
    assert_eq!(state.rounds_won(), Some(vec![1, 1]));
    assert_eq!(ranks(&state), [1.5, 1.5]);
    // Rounds are taken back like any moves.
    state.undo();
    state.undo();
    assert_eq!((state.round(), state.rounds_won(), state.is_over()), (Some(2), Some(vec![1, 0]), false));
    play(&mut state, &["me", "nobody"]);
    assert_eq!(ranks(&state), [1.0, 2.0]);
}

#[test]
fn who_begins() {
    // In round 1 player 1 begins, passes the turn on, and player 2 wins.
    for (starter, begins) in [
        ("", 1),
        ("starter:Keep", 1),
        ("starter:Rotate", 2),
        ("starter:Winner", 2),
        ("starter:Loser", 1),
        ("starter:P2", 2),
    ] {
        let game = say(&format!("(rounds 2 {starter})"));
        let mut state = game.start(0).expect("it starts");
        play(&mut state, &["on", "me"]);
        assert_eq!(state.mover(), begins, "{starter}");
    }
}

#[test]
fn seats_rotate_and_the_result_is_theirs() {
    let game = say("(rounds 2 seats:Rotate starter:Keep keep:(record \"Side\" (if (won Player) Player 0)))");
    let mut state = game.start(0).expect("it starts");
    play(&mut state, &["me"]);
    assert_eq!([state.seat_of(1), state.seat_of(2)], [2, 1]);
    assert_eq!([state.side_of(1), state.side_of(2)], [2, 1]);
    // Seat 1 began and begins again: now as side 2.
    assert_eq!(state.mover(), 2);
    assert_eq!(state.eval("(seat Mover)").ok(), Some(Value::Int(1)));
    play(&mut state, &["me"]);
    assert_eq!(ranks(&state), [1.0, 2.0]);
    let record = &state.records()[0];
    assert_eq!((&record.sums[..], &record.rounds[..]), (&[3, 0][..], &[vec![1, 0], vec![2, 0]][..]));
}

#[test]
fn three_seats_move_on() {
    let game = load(
        r#"(game "Three" (players 3)
            (equipment { (board (square 2)) (piece "Disc" Each) })
            (rules
                (play (move Add (to (sites Empty))))
                (end (if (>= (count Moves) 2) (result Mover Win)))
                (rounds (count Players) seats:Rotate starter:Rotate)))"#,
    );
    let mut state = game.start(0).expect("it starts");
    let mut seen = Vec::new();
    while !state.is_over() {
        seen.push((state.mover(), state.seat_of(state.mover())));
        // One wins with the second move, the next with the third.
        play(&mut state, &["a1", "b1", "a2"]);
    }
    // Seat 2 begins the second round as side 3, seat 3 the third as side 2: each has what the rotation gives.
    assert_eq!(seen, [(1, 1), (3, 2), (2, 3)]);
    assert_eq!(state.rounds_won().map(|w| w.iter().sum::<i32>()), Some(3));
}

#[test]
fn a_match_ends_when_its_condition_holds() {
    let game = say(
        "(rounds 9 until:(= 2 (max (recorded \"Won\" P1) (recorded \"Won\" P2))) keep:(record \"Won\" (if (won Player) 1 0)))",
    );
    let mut state = game.start(0).expect("it starts");
    play(&mut state, &["me", "nobody", "you"]);
    assert!(!state.is_over());
    play(&mut state, &["me"]);
    assert_eq!(ranks(&state), [1.0, 2.0]);
}

#[test]
fn rounds_and_matches_are_left_from_within() {
    let game = load(
        r#"(game "Leave" (players 2)
            (equipment { (board (square 2)) (piece "Disc" Each) })
            (rules
                (play (turn {
                    (checkpoint)
                    (choose "What" {"go" "round" "match"})
                    (if (= 1 (chosen "What")) (finish Round))
                    (if (= 2 (chosen "What")) (finish Match))
                    (move Add (to (sites Empty)) (then (if (is Occupied 3) (finish Round))))
                }))
                (end (if (= 3 (count Pieces Mover)) (result Mover Win)))
                (rounds 3 starter:Rotate)))"#,
    );
    let mut state = game.start(0).expect("it starts");
    play(&mut state, &["go", "a1", "round"]);
    // The board is empty again, and the other begins.
    assert_eq!((state.round(), state.mover(), state.pieces(0).len()), (Some(2), 2, 0));
    play(&mut state, &["go", "b2"]);
    assert_eq!((state.round(), state.mover(), state.pieces(3).len()), (Some(3), 1, 0));
    play(&mut state, &["match"]);
    assert_eq!(ranks(&state), [1.5, 1.5]);
}

#[test]
fn moves_and_occurrences_are_counted_within_a_round() {
    let game = load(
        r#"(game "Shuttle" (players 2)
            (equipment { (board (square 2)) (piece "Disc" Each) })
            (rules
                (start { (place "Disc1" 0) (place "Disc2" 1) })
                (play (forEach Piece (move Step N (to if:(is Empty (to)))) ))
                (end (if (or (>= (count Occurrences) 2) (= 2 (count Moves))) (result Mover Draw)))
                (rounds 2)))"#,
    );
    let mut state = game.start(0).expect("it starts");
    play(&mut state, &["a1-a2", "b1-b2"]);
    assert_eq!(state.round(), Some(2), "the second round begins as the first did, which is no repetition");
    assert_eq!(state.eval("(count Moves)").ok(), Some(Value::Int(0)));
    assert_eq!(state.eval("(count Occurrences)").ok(), Some(Value::Int(1)));
    play(&mut state, &["a1-a2", "b1-b2"]);
    assert!(state.is_over());
}

#[test]
fn every_round_is_dealt_by_chance() {
    let game = load(
        r#"(game "Deal" (players 2)
            (equipment { (board (square 1)) (piece "Card" Shared attributes:(attribute "rank" 1..3)) (zone "Pack") (zone "Hand" Each) })
            (rules
                (start {
                    (place "Card" "Pack")
                    (forEach Player (draw (zone "Pack") (zone "Hand" Player)))
                    (set NextPlayer (player (value Random (range 1 2))))
                })
                (play (turn { (choose "Who" {"on"}) }))
                (end (if True (byScore { (score P1 (sum "rank" (zone "Hand" P1))) (score P2 (sum "rank" (zone "Hand" P2))) })))
                (rounds 2 starter:Rotate keep:(record "Points" (score Player)))))"#,
    );
    // Chance may be gone through from the very beginning: three cards, then two, then who begins.
    let mut state = game.begin().expect("it begins");
    let mut counts = Vec::new();
    while state.is_chance() {
        let outcomes = state.outcomes().expect("outcomes");
        counts.push(outcomes.len());
        state.apply(&outcomes[outcomes.len() - 1].outcome).expect("chance");
    }
    assert_eq!(counts, [3, 2, 2]);
    assert_eq!(state.mover(), 2);
    play(&mut state, &["on"]);
    // The second round is dealt anew; who begins it the match says.
    assert!(state.is_chance() && state.round() == Some(2));
    play(&mut state, &["draw:Card-1", "draw:Card-3"]);
    assert_eq!((state.is_chance(), state.mover()), (false, 1));
    let sums: Vec<i32> = state.records()[0].sums.clone();
    assert_eq!(sums, [3, 2]);
    play(&mut state, &["on"]);
    assert_eq!(state.records()[0].sums, [4, 5]);
    assert!(state.is_over());
    // A seed decides what `start` leaves open.
    assert_eq!(game.start(5).expect("it starts").words(), game.start(5).expect("it starts").words());
}

#[test]
fn a_match_can_be_set_up_in_the_middle() {
    let game = say("(rounds 3 seats:Rotate keep:(record \"Won\" (if (won Player) 1 0)))");
    let text = "mover=2 round=2 starter=1 seats=2,1 wins=1,0 record:won=1,0 record:won/1=1,0";
    let state = State::from_setup(&game, &Setup::parse(&game, text).expect("a set-up")).expect("a position");
    assert_eq!(state.setup().to_string(), text);
    for (bad, why) in [
        ("round=0", "rounds are counted from 1"),
        ("seats=1,1", "the seats of this match are not so: each side has one of its own"),
        ("record:lost=1,0", "nothing is recorded as `lost`; the records are `Won`"),
        ("record:won/4=1,0", "nothing is recorded as `Won/4`; the records are `Won`"),
        ("wins=1", "2 scores are needed, not 1"),
        ("starter=3", "there is no player 3"),
    ] {
        let found = Setup::parse(&game, bad).and_then(|setup| State::from_setup(&game, &setup));
        assert_eq!(found.err().map(|e| e.to_string()).as_deref(), Some(why), "{bad}");
    }
}
