//! What a player is not to see cannot be told: every rule file is played, everything outside a player's audience is drawn anew in a way
//! that fits the history, and all that the player is shown stays the same.
//!
//! What is drawn anew is found from the declarations of the rules alone, not from what the observation makes of them.

use crate::common;
use crate::common::Dice;
use parlour_interpreter::lower::Audience;
use parlour_interpreter::play::{Game, Rng, Setup, SetupPiece, State, Trial, picture};
use std::fmt::Write as _;
use std::process::Command;

/// What a player may type, legal or not: the notation of all sites and pieces, and of moves that were or could be made.
fn typed(state: &mut State) -> Vec<String> {
    let game = state.game().clone();
    let mut texts: Vec<String> = ["", "?", "pass", "1", "17", "x9", "a1-", "no such move"].map(str::to_owned).into();
    texts.extend((0..game.equipment().sites.min(16)).map(|site| game.equipment().label(site)));
    texts.extend(game.equipment().components.iter().take(16).map(|component| component.name.clone()));
    texts.extend(state.notated_moves().expect("moves").into_iter().take(8).map(|(_, text)| text));
    texts.extend(state.history().take(8).map(|(_, text)| text.to_owned()));
    texts
}

/// All that a player is shown: every channel of the library, error texts included.
fn shown(state: &mut State, seat: u32, typed: &[String]) -> String {
    let mut all = String::new();
    for unicode in [true, false] {
        all += &picture::text_as(state, Some(seat), picture::Style { unicode, ..picture::Style::default() });
    }
    all += &picture::svg_as(state, Some(seat));
    _ = writeln!(all, "{:?}", state.observation(seat));
    _ = writeln!(all, "{:?}", state.moves_seen_by(seat).expect("moves"));
    _ = writeln!(all, "{}", Trial::known_to(state, Some(seat)));
    for text in typed {
        let answer = state.parse_move_of(seat, text).map_err(|error| error.to_string());
        _ = writeln!(all, "{text}: {answer:?}");
    }
    all
}

fn random_move(state: &mut State, dice: &mut Dice) -> bool {
    let moves = state.legal_moves().expect("moves");
    let Some(chosen) = moves.get(dice.below(moves.len())) else { return false };
    state.apply(chosen).expect("a legal move");
    true
}

/// Plays a game and, at some of its plies, draws anew for each player what that player does not know: `compare` is given both states.
/// How often something came out otherwise.
fn over_a_game(game: &Game, seed: u64, mut compare: impl FnMut(&mut State, &mut State, u32)) -> u32 {
    let (mut dice, mut rng) = (Dice(seed), Rng::stream(seed, "secrets drawn anew"));
    let mut state = game.start(seed).expect("a start");
    let mut redrawn = 0;
    for ply in 0..64 {
        if ply < 8 || ply % 9 == 0 {
            for seat in 1..=game.players() {
                if let Some(mut other) = state.redrawn(seat, &mut rng, 16).expect("a course") {
                    redrawn += 1;
                    compare(&mut state.clone(), &mut other, seat);
                }
            }
        }
        if !random_move(&mut state, &mut dice) {
            break;
        }
    }
    redrawn
}

/// Whether all that is hidden follows from what is shown: it lies together in one pile, and everything else is seen.
fn follows(game: &Game) -> bool {
    let equipment = game.equipment();
    let unseen = equipment.zones.iter().filter(|zone| zone.seen_by != Audience::Everyone);
    unseen.count() == 1 && !equipment.board_secrets
}

/// Rule files that hide something.
fn games_with_secrets() -> Vec<(String, Game)> {
    let games = common::games().into_iter().map(|path| {
        let game = common::load(&path, &[]);
        (path, game)
    });
    games.filter(|(_, game)| game.start(0).is_ok_and(|state| state.has_secrets())).collect()
}

#[test]
fn what_a_player_does_not_know_makes_no_difference_to_what_is_shown() {
    let games = games_with_secrets();
    assert!(games.len() >= 8, "{}", games.len());
    for (path, game) in games {
        let mut redrawn = 0;
        for seed in 1..=2 {
            redrawn += over_a_game(&game, seed, |here, there, seat| {
                let mut texts = typed(here);
                texts.extend(typed(there));
                let (a, b) = (shown(here, seat, &texts), shown(there, seat, &texts));
                if let Some((a, b)) = a.lines().zip(b.lines()).find(|(a, b)| a != b) {
                    let (ours, theirs) = (Trial::of(here), Trial::of(there));
                    panic!("{path}, player {seat}:\n{a}\n{b}\n{ours}{theirs}{}{}", here.setup(), there.setup());
                }
                assert_eq!(a.len(), b.len(), "{path}, player {seat}");
            });
        }
        assert!(redrawn > 0 || follows(&game), "{path}: nothing that is hidden came out otherwise");
    }
}

/// The property can fail: what the whole game looks like is told apart in every rule file that hides something.
#[test]
fn a_leak_would_be_found() {
    for (path, game) in games_with_secrets() {
        let mut found = 0;
        for seed in 1..=2 {
            over_a_game(&game, seed, |here, there, _| {
                let leak = |state: &State| format!("{}{}", state.setup(), Trial::of(state));
                found += u32::from(leak(here) != leak(there));
            });
        }
        assert!(found > 0 || follows(&game), "{path}");
    }
}

/// The position with all that the seat does not see in zones dealt anew: the hidden pieces are put together, shuffled, and each hidden
/// zone gets as many as it had. Whether that fits the history is not asked, so that it reaches further than the history does.
fn dealt_anew(game: &Game, setup: &Setup, seat: u32, dice: &mut Dice) -> Setup {
    let hidden = |i: usize| match game.equipment().zones[i].seen_by {
        Audience::Everyone => false,
        Audience::Owner => game.equipment().zones[i].owner != seat,
        Audience::Others => game.equipment().zones[i].owner == seat,
        Audience::Nobody => true,
    };
    let mut setup = setup.clone();
    let mut pool = Vec::new();
    let zones = setup.zones.iter_mut().enumerate().filter(|(i, _)| hidden(*i));
    let sizes: Vec<(usize, usize)> = zones
        .map(|(i, (_, pieces))| {
            let each = pieces.drain(..).flat_map(|p| (0..p.count).map(move |_| p.component.clone()));
            let before = pool.len();
            pool.extend(each);
            (i, pool.len() - before)
        })
        .collect();
    for (i, size) in sizes {
        for _ in 0..size {
            let component = pool.swap_remove(dice.below(pool.len()));
            setup.zones[i].1.push(SetupPiece::one(component));
        }
    }
    setup
}

#[test]
fn what_lies_in_hidden_zones_makes_no_difference_to_what_is_shown() {
    let (mut compared, mut differed) = (0, 0);
    for path in common::games() {
        for selection in common::all_selections(&common::load(&path, &[])) {
            let game = common::try_load(&path, &selection).unwrap_or_else(|e| panic!("{path}:\n{e}"));
            if game.equipment().zones.is_empty() {
                continue;
            }
            let mut dice = Dice(7);
            let mut state = game.start(3).expect("a start");
            for _ in 0..12 {
                if state.is_over() {
                    break;
                }
                let setup = state.setup();
                if State::from_setup(&game, &setup).is_err() {
                    // In the middle of a turn that could not begin here.
                    random_move(&mut state, &mut dice);
                    continue;
                }
                for seat in 1..=game.players() {
                    let other = dealt_anew(&game, &setup, seat, &mut dice);
                    differed += u32::from(other != setup);
                    let mut here = State::from_setup(&game, &setup)
                        .unwrap_or_else(|e| panic!("{path} {selection:?}: {e}: {setup}"));
                    let mut there = State::from_setup(&game, &other)
                        .unwrap_or_else(|e| panic!("{path} {selection:?}: {e}: {other}"));
                    let texts = ["a1".to_owned(), "pass".to_owned(), String::new()];
                    let (a, b) = (shown(&mut here, seat, &texts), shown(&mut there, seat, &texts));
                    assert_eq!(a, b, "{path} {selection:?}, player {seat}");
                    compared += 1;
                }
                if !random_move(&mut state, &mut dice) {
                    break;
                }
            }
        }
    }
    assert!(compared > 0 && differed > 0);
}

/// What the command says with these arguments: output, errors and exit code.
fn said(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_parlour")).current_dir(common::root()).args(args).output();
    let output = output.expect("the command runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    format!("{:?}\n{}{}", output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// The command goes through the observation wherever a player is named.
#[test]
fn the_command_tells_a_player_no_more() {
    let folder = std::env::temp_dir().join(format!("parlour-secrets-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut compared = 0;
    for (path, game) in games_with_secrets() {
        let mut left = 2;
        over_a_game(&game, 3, |here, there, seat| {
            // A trial says how the game begins by its seed alone: here courses differ by what was done.
            let mut start = there.clone();
            while start.undo().is_some() {}
            if left == 0 || start.setup() != game.start(3).expect("a start").setup() || here.history().count() < 6 {
                return;
            }
            left -= 1;
            let file = folder.join("one.trial");
            let file = file.to_str().expect("a path");
            let seat = seat.to_string();
            let tell = |state: &State| {
                std::fs::write(file, Trial::of(state).to_string()).expect("a file");
                let mut all = String::new();
                for format in ["text", "json"] {
                    for command in ["show", "moves"] {
                        all += &said(&[command, &path, "--trial", file, "--as", &seat, "--format", format]);
                    }
                    all += &said(&["trial", file, &path, "--as", &seat, "--format", format]);
                }
                all += &said(&["show", &path, "--trial", file, "--as", &seat, "--svg", "-"]);
                all
            };
            assert_eq!(tell(here), tell(there), "{path}, player {seat}");
            compared += 1;
        });
    }
    std::fs::remove_dir_all(&folder).expect("it was made here");
    assert!(compared >= 4, "{compared}");
}
