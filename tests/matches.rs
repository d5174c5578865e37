//! Matches of rounds: who sits where, who begins, what is kept, how it ends.

use parlour_grammar::expand::{Files, Selection};
use parlour_interpreter::machine::Rng;
use parlour_interpreter::play::{
    ApplyError, Game, LoadError, Playouts, Question, Setup, Source, State, Trial, Unit, Value, perft, playouts,
};
use std::sync::atomic::{AtomicBool, AtomicU64};

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

/// The texts of games, each by the name of its file.
struct Beside(Vec<(&'static str, String)>);

impl Files for Beside {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let found = self.0.iter().find(|(name, _)| path == format!("{name}.game"));
        found.map(|(_, text)| text.clone().into_bytes()).ok_or_else(|| "there is none".to_owned())
    }

    fn beside(&self, _: &str) -> Vec<String> {
        self.0.iter().map(|(name, _)| format!("{name}.game")).collect()
    }
}

/// A match of games that have nothing in common: who is named wins on one cell; stacks of counted pieces grow; a card is dealt.
fn several(games: &str, end: &str) -> Result<Game, LoadError> {
    let say = r#"(game "Say" (players 2)
        (equipment { (board (square 1)) })
        (rules
            (play (turn { (choose "Who" {"me" "you" "nobody" "on"}) }))
            (end {
                (if (= 0 (chosen "Who")) (result Mover Win))
                (if (= 1 (chosen "Who")) (result Next Win))
                (if (= 2 (chosen "Who")) (result Mover Draw))
            })))"#;
    let grow = r#"(game "Tower of Stones" (players 2)
        (equipment { (board (square 3)) (piece "Stone" Each) })
        (rules
            (start (place "Stone1" coord:"B2"))
            (play (move Add (to (sites Occupied by:All)) (then (addScore Mover 1))))
            (end (if (= 4 (size Stack at:(last To))) (result Mover Win)))))"#;
    let deal = r#"(game "Deal" (players 2)
        (equipment { (board (square 1)) (piece "Card" Shared attributes:(attribute "rank" 1..3)) (zone "Pack" seenBy:Nobody) (zone "Hand" Each seenBy:Owner) })
        (rules
            (start { (place "Card" "Pack") (forEach Player (draw (zone "Pack") (zone "Hand" Player))) })
            (play (turn { (choose "Who" {"on"}) }))
            (end (if True (byScore { (score P1 (sum "rank" (zone "Hand" P1))) (score P2 (sum "rank" (zone "Hand" P2))) })))))"#;
    let files = Beside(vec![("say", say.to_owned()), ("grow", grow.to_owned()), ("deal", deal.to_owned())]);
    let text = format!("(match \"Three\" (players 2) (games {{ {games} }}) (end {{ {end} }}))");
    Game::load(&Source { name: "three.game", bytes: text.as_bytes(), files: &files }, &Selection::default())
}

const UNTIL_FIVE: &str = "(if (>= (matchScore P1) 5) (result P1 Win)) (if (>= (matchScore P2) 5) (result P2 Win))";

fn three() -> Game {
    let games = r#"(subgame "say") (subgame "grow" result:(score Mover)) (subgame "deal" next:(if (won P1) 0 1))"#;
    several(games, UNTIL_FIVE).unwrap_or_else(|e| panic!("{e}"))
}

/// The names of the games, as `state` comes to them, and what the players have of the match.
fn stands(state: &State) -> (String, Vec<i32>) {
    (state.game().title().unwrap_or_default().to_owned(), state.records()[0].sums.clone())
}

#[test]
fn games_of_a_match_follow_each_other_with_boards_of_their_own() {
    let game = three();
    assert_eq!(
        game.games().filter_map(|game| game.title().map(str::to_owned)).collect::<Vec<_>>(),
        ["Say", "Tower of Stones", "Deal"]
    );
    let mut state = game.start(0).expect("it starts");
    assert_eq!(stands(&state), ("Say".to_owned(), vec![0, 0]));
    play(&mut state, &["on", "me"]);
    assert_eq!(stands(&state), ("Tower of Stones".to_owned(), vec![0, 1]));
    assert_eq!((state.round(), state.ply(), state.mover(), state.game().equipment().sites), (Some(2), 2, 1, 9));
    // The last move of a game can be explained after it, and what follows has its own positions.
    assert!(state.why(&Question::Last).expect("an answer").answer.contains("me"));
    play(&mut state, &["B2", "B2", "B2"]);
    // Player 1 has put two stones on it, and wins two points.
    assert_eq!(stands(&state), ("Deal".to_owned(), vec![2, 1]));
    assert!(state.is_chance());
    play(&mut state, &["draw:Card-1", "draw:Card-3", "on"]);
    // Player 2 has won, so that the second game comes next.
    assert_eq!(stands(&state), ("Tower of Stones".to_owned(), vec![2, 2]));
    play(&mut state, &["B2", "B2", "B2"]);
    play(&mut state, &["draw:Card-3", "draw:Card-1"]);
    assert_eq!(stands(&state), ("Deal".to_owned(), vec![4, 2]));
    assert_eq!(state.eval("(matchScore P1)").expect("a value"), Value::Int(4));
    assert_eq!(state.eval("(count Trials)").expect("a value"), Value::Int(4));
    play(&mut state, &["on"]);
    assert_eq!((ranks(&state), stands(&state)), (vec![1.0, 2.0], ("Deal".to_owned(), vec![5, 2])));
    let all: Vec<String> = state.history().map(|(_, text)| text.to_owned()).collect();
    assert_eq!(all.len(), 14);

    // What was played replays, and is taken back through all games.
    let trial = Trial::parse(&Trial::of(&state).to_string()).expect("a trial");
    assert_eq!(trial.replay(&game).expect("it replays").history().count(), 14);
    for left in (0..14).rev() {
        state.undo().expect("a move");
        assert_eq!(state.history().count(), left);
        let mut again = game.start(0).expect("it starts");
        let made: Vec<&str> = all[..left].iter().map(String::as_str).collect();
        play(&mut again, &made);
        assert_eq!((again.words(), stands(&again)), (state.words(), stands(&state)), "after {left} moves");
        state.check_modes().unwrap_or_else(|e| panic!("after {left} moves: {e}"));
    }
    assert!(state.undo().is_none());
}

#[test]
fn a_match_of_several_games_can_be_set_up_within_one_of_them() {
    let game = three();
    let text =
        "b2=Stone2,Stone1,Stone1 mover=2 plies=2 game=towerofstones round=4 starter=1 record:match=2,2 score=1,1";
    let mut state = State::from_setup(&game, &Setup::parse(&game, text).expect("a set-up")).expect("a position");
    assert_eq!(state.setup().to_string(), text);
    assert!(state.undo().is_none());
    play(&mut state, &["B2"]);
    assert_eq!(stands(&state), ("Deal".to_owned(), vec![2, 4]));
    assert_eq!(state.begun_from(), Some(text));
    let by_number = text.replace("towerofstones", "2");
    let again = State::from_setup(&game, &Setup::parse(&game, &by_number).expect("a set-up")).expect("a position");
    assert_eq!(again.setup().to_string(), text);
    let found = Setup::parse(&game, "game=4").err().map(|e| e.to_string());
    assert_eq!(found.as_deref(), Some("no game of the match is called `4`; its games are say, towerofstones, deal"));
    let alone = Setup::parse(&say("(rounds 3)"), "game=1").err().map(|e| e.to_string());
    assert_eq!(alone.as_deref(), Some("this is no match of several games"));
}

#[test]
fn searches_and_random_play_go_through_all_games_of_a_match() {
    let game = three();
    let start = game.start(0).expect("it starts");
    // Four ways to go on in the first game; three of them lead to the second, where one cell can grow; after three of those come three
    // cards, then two.
    let leaves: Vec<u64> = (1..4).map(|depth| perft(&start, depth, Unit::Ply).expect("a count")).collect();
    assert_eq!(leaves, [4, 3 + 4, 3 + 3 + 4]);
    let mut second = start.clone();
    play(&mut second, &["me"]);
    let leaves: Vec<u64> = (3..6).map(|depth| perft(&second, depth, Unit::Ply).expect("a count")).collect();
    assert_eq!(leaves, [1, 3, 6]);
    let report = |seed| {
        let settings = Playouts { count: Some(300), seed, ..Playouts::default() };
        playouts(&game, &settings, &AtomicBool::new(false), &AtomicU64::new(0)).expect("no fault")
    };
    let played = report(1);
    assert_eq!((played.playouts, played.unfinished, played.draws), (300, 0, 0));
    let again = report(1);
    assert_eq!((played.plies, &played.wins), (again.plies, &again.wins));
    assert_ne!(played.plies, report(2).plies);
}

#[test]
fn what_a_player_does_not_see_stays_hidden_over_the_games_of_a_match() {
    let mut state = three().start(0).expect("it starts");
    play(&mut state, &["me", "B2", "B2", "B2", "draw:Card-1", "draw:Card-3"]);
    // What is dealt is told nobody as a move; what was played before it is open.
    assert_eq!(state.history_seen_by(Some(1)), ["me", "b2", "b2", "b2", "?", "?"]);
    let redrawn = state.redrawn(1, &mut Rng::new(1), 200).expect("no fault").expect("another course");
    let texts = |state: &State| state.history().map(|(_, text)| text.to_owned()).collect::<Vec<_>>();
    assert_eq!(texts(&redrawn)[..5], texts(&state)[..5]);
    assert_eq!(texts(&redrawn)[5], "draw:Card-2");
}

#[test]
fn the_game_that_comes_next_must_be_one_of_the_match() {
    let found = |games: &str| several(games, UNTIL_FIVE).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(found(r#"(subgame "say" next:2) (subgame "grow")"#).contains("there is no game 2 in this match"));
    assert!(found(r#"(subgame "say" next:(- 1)) (subgame "grow")"#).contains("there is no game -1 in this match"));
    // Mistakes in several games are told at once.
    let both = found(r#"(subgame "nowhere") (subgame "grow" result:(scor Mover)) (subgame "say" next:(cuont Trials))"#);
    for what in ["`nowhere`", "scor", "cuont"] {
        assert!(both.contains(what), "{what}: {both}");
    }
    let game = several(r#"(subgame "say" next:(count Trials)) (subgame "grow")"#, UNTIL_FIVE).expect("it loads");
    let mut state = game.start(0).expect("it starts");
    play(&mut state, &["nobody", "B2", "B2", "B2"]);
    // Three games are over once this one is: the fourth is none of the two.
    let (before, chosen) = (state.setup(), state.parse_move("nobody").expect("a move"));
    let Err(ApplyError::Fault(fault)) = state.apply(&chosen) else { panic!("there is no such game") };
    assert!(state.game().fault(&fault).to_string().contains("the game that is to come next is none of this match"));
    assert_eq!((state.setup(), stands(&state)), (before, ("Say".to_owned(), vec![2, 1])));
}

#[test]
fn games_without_decisions_do_not_follow_each_other_for_ever() {
    let files = Beside(vec![(
        "over",
        r#"(game "Over" (players 2) (equipment { (board (square 1)) (piece "Stone" Each) })
            (rules (play (turn { (finish Round) })) (end (if True (result Mover Win)))))"#
            .to_owned(),
    )]);
    let text =
        r#"(match "Never" (players 2) (games { (subgame "over") (subgame "over") }) (end (if False (result P1 Win))))"#;
    let source = Source { name: "never.game", bytes: text.as_bytes(), files: &files };
    let game = Game::load(&source, &Selection::default()).unwrap_or_else(|e| panic!("{e}"));
    let endless = game.start(0).err().map(|fault| game.fault(&fault).to_string()).unwrap_or_default();
    assert!(endless.contains("a rule goes on without end"), "{endless}");
    let settings = Playouts { count: Some(1), ..Playouts::default() };
    assert!(playouts(&game, &settings, &AtomicBool::new(false), &AtomicU64::new(0)).is_err());
}

#[test]
fn a_match_ends_by_its_score() {
    let game = several(r#"(subgame "say" result:3)"#, "(if (>= (count Trials) 2) (byScore))").expect("it loads");
    let mut state = game.start(0).expect("it starts");
    play(&mut state, &["you", "nobody"]);
    assert_eq!((state.records()[0].sums.clone(), ranks(&state)), (vec![1, 4], vec![2.0, 1.0]));
    assert_eq!(game.title(), Some("Say"));
}

#[test]
fn a_subgame_that_is_nowhere_is_told_with_the_name_that_was_meant() {
    for (name, help) in [
        ("saay", "did you mean \"say\"?"),
        ("Grow", "did you mean \"grow\"?"),
        ("deal.game", "did you mean \"deal\"?"),
        ("Tarot", "a subgame goes by the name of its file, which lies beside that of the match"),
        ("/say", "did you mean \"say\"?"),
        ("../say", "a subgame goes by the name of its file, which lies beside that of the match"),
    ] {
        let found = several(&format!("(subgame \"{name}\")"), UNTIL_FIVE).expect_err("there is none");
        let told: Vec<_> = found.diagnostics.iter().map(|one| (one.code, one.help.as_deref())).collect();
        assert_eq!(told, [("E0229", Some(help))], "{name}");
    }
}

#[test]
fn what_a_game_is_worth_is_blamed_where_it_is_said() {
    let game = several("(subgame \"say\" result:(* 100000 (* 100000 (count Trials))))", UNTIL_FIVE)
        .unwrap_or_else(|e| panic!("{e}"));
    let mut state = game.start(0).expect("it starts");
    play(&mut state, &["on"]);
    let last = state.parse_move("me").expect("a move");
    let Err(ApplyError::Fault(fault)) = state.apply(&last) else { panic!("it grows too large") };
    let found = game.fault(&fault);
    let at = found.diagnostics[0].labels[0].origin.span;
    let text = &found.sources.get(at.file).text;
    assert!(text[at.start as usize..].starts_with("(* 100000 (* 100000 (count Trials)))"), "{found}");
}
