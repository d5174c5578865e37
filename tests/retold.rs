//! Games that are told here in other words than in Ludii's library, held against its recorded play ply for ply: who moves, which moves
//! are legal, what stands where. Sites are matched by where they lie, pieces by whose they are, and moves by what they do: a pawn
//! comes to a site, or the pieces of a ring go on around the middle.
//!
//! The recordings lie outside the project: in `$PARLOUR_SHARED`, or in `shared` beside the workspace. Without them the test says how
//! many were not run.

use crate::common;
use parlour_interpreter::conform::{Place, RecordedMove, Recording};
use parlour_interpreter::play::{Game, State};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The rule file, its ruleset, and the recorded game; the recorded one is played in two rounds, with the sides swapped in the second.
const RETOLD: [(&str, &str, &str); 1] = [("games/pattern/azteka.game", "@Ludii", "board/space/pattern/Azteka.json.gz")];

/// A place: on the board by distance, in thousandths, and angle, in tenths of a degree; or the hand of a side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Spot {
    Board { radius: i64, angle: i64 },
    Hand(u32),
}

/// The owner and number of the pieces on each spot that has any.
type Position = BTreeMap<Spot, (u32, i64)>;

/// What a move does.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Deed {
    Pass,
    Placed(Spot),
    Turned(Position),
}

/// Spots of points, the farthest from the middle being at distance 1000.
fn spots(points: &[(f64, f64)]) -> Vec<Spot> {
    let n = points.len() as f64;
    let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), p| (x + p.0 / n, y + p.1 / n));
    let far = points.iter().map(|p| (p.0 - x).hypot(p.1 - y)).fold(0.0, f64::max);
    let spot = |p: &(f64, f64)| {
        let turns = (p.0 - x).atan2(p.1 - y).rem_euclid(std::f64::consts::TAU) / std::f64::consts::TAU;
        let radius = (1000.0 * (p.0 - x).hypot(p.1 - y) / far).round() as i64;
        Spot::Board { radius, angle: (3600.0 * turns).round() as i64 % 3600 }
    };
    points.iter().map(spot).collect()
}

/// The position after the pieces of a ring have gone on by one place, clockwise.
fn turned(position: &Position, all: &[Spot], ring: i64) -> Position {
    let mut sites: Vec<Spot> =
        all.iter().copied().filter(|s| matches!(s, Spot::Board { radius, .. } if *radius == ring)).collect();
    sites.sort();
    let mut after: Position = position.iter().filter(|(s, _)| !sites.contains(s)).map(|(s, c)| (*s, *c)).collect();
    for (i, site) in sites.iter().enumerate() {
        if let Some(content) = position.get(site) {
            after.insert(sites[(i + 1) % sites.len()], *content);
        }
    }
    after
}

/// The recorded game, as far as it is compared.
struct Theirs<'a> {
    recording: &'a Recording,
    spots: Vec<Spot>,
    /// Whether player 2 has the first side now.
    swapped: bool,
}

impl Theirs<'_> {
    fn side(&self, player: u32) -> u32 {
        if self.swapped { 3 - player } else { player }
    }

    fn spot(&self, site: u32) -> Spot {
        let hand = self.recording.containers[1..].iter().find(|c| (c.first..c.first + c.sites).contains(&site));
        hand.map_or_else(|| self.spots[site as usize], |hand| Spot::Hand(self.side(hand.owner)))
    }

    fn position(&self, trial: usize, ply: usize) -> Position {
        let contents = self.recording.trials[trial].plies[ply].board.iter();
        let owner = |component: u32| self.side(self.recording.components[component as usize - 1].1);
        contents.map(|c| (self.spot(c.site), (owner(c.pieces[0].component), c.pieces[0].count))).collect()
    }

    fn deed(&self, chosen: &RecordedMove, position: &Position) -> Deed {
        let Place::Sites { to, .. } = chosen.place else { return Deed::Pass };
        let to = self.spot(to as u32);
        match (chosen.actions.flat()[0].kind, to) {
            ("Move", _) => Deed::Placed(to),
            ("Select", Spot::Board { radius, .. }) => Deed::Turned(turned(position, &self.spots, radius)),
            other => panic!("{other:?} is nothing that was expected"),
        }
    }
}

/// Our game.
struct Ours {
    game: Game,
    state: State,
    spots: Vec<Spot>,
}

impl Ours {
    fn new(game: Game) -> Ours {
        let equipment = game.equipment();
        let places = equipment.board.positions(equipment.kind());
        let mut spots = spots(&places.iter().map(|p| (p.x, p.y)).collect::<Vec<_>>());
        spots.extend(equipment.containers[1..].iter().map(|hand| Spot::Hand(hand.owner)));
        Ours { state: game.start(0).expect("the game starts"), spots, game }
    }

    fn position(&self, state: &State) -> Position {
        let of = |(site, spot): (usize, &Spot)| {
            let piece = *state.pieces(site as u32).first()?;
            let owner = self.game.equipment().components[piece.component as usize - 1].owner;
            Some((*spot, (owner, i64::from(state.count(site as u32)))))
        };
        self.spots.iter().enumerate().filter_map(of).collect()
    }

    /// The legal moves, each with what it does and the state it leads to.
    fn deeds(&mut self) -> Vec<(Deed, State)> {
        let hand = |position: &Position, side| position.get(&Spot::Hand(side)).map_or(0, |c| c.1);
        let (mover, before) = (self.state.mover(), self.position(&self.state));
        let moves = self.state.notated_moves().expect("moves");
        let deed = |(chosen, text): (parlour_interpreter::play::Move, String)| {
            let mut after = self.state.clone();
            after.apply(&chosen).unwrap_or_else(|e| panic!("{text}: {e}"));
            let position = self.position(&after);
            let deed = match &text[..] {
                "pass" => Deed::Pass,
                _ if hand(&position, mover) < hand(&before, mover) => {
                    let to = after.last_sites().into_iter().last().expect("a pawn is placed somewhere");
                    Deed::Placed(self.spots[to as usize])
                }
                _ => Deed::Turned(position),
            };
            (deed, after)
        };
        moves.into_iter().map(deed).collect()
    }
}

#[test]
fn what_was_recorded_is_played_here_too() {
    let shared = std::env::var_os("PARLOUR_SHARED").map_or_else(|| common::root().join("../shared"), PathBuf::from);
    for (file, ruleset, recorded) in RETOLD {
        let path = shared.join("ludii-trials/trials").join(recorded);
        if !path.is_file() {
            eprintln!("skipped: 1 of {} recordings is not at {}", RETOLD.len(), path.display());
            continue;
        }
        let (mut plies, mut rounds) = (0, 0);
        let recording = read(&path);
        for trial in 0..recording.trials.len() {
            let (p, r) = follow(common::load(file, &[ruleset]), &recording, trial);
            (plies, rounds) = (plies + p, rounds + r);
        }
        println!("{recorded}: {} trials, {rounds} rounds, {plies} plies", recording.trials.len());
        assert!(plies > 0 && rounds > 0);
    }
}

fn read(path: &Path) -> Recording {
    Recording::from_gzip(&std::fs::read(path).expect("a file")).expect("a recording")
}

/// Plays a recorded trial; says how many plies and finished rounds it had.
fn follow(game: Game, recording: &Recording, trial: usize) -> (usize, usize) {
    let points: Vec<(f64, f64)> = recording.sites.iter().map(|s| (s.x, s.y)).collect();
    let mut theirs = Theirs { recording, spots: spots(&points), swapped: false };
    let mut ours = Ours::new(game);
    let mut rounds = 0;
    let plies = &recording.trials[trial].plies;
    for (n, ply) in plies.iter().enumerate() {
        let place = format!("{}, trial {trial}, ply {n}", recording.game);
        if ours.state.is_over() {
            rounds += 1;
            let winner = ours.state.outcome().and_then(|o| o.winner()).unwrap_or_else(|| panic!("{place}: who won?"));
            if n + 1 == plies.len() {
                assert!(recording.trials[trial].outcome.is_some(), "{place}: only ours is over");
                assert_eq!(ours.position(&ours.state), theirs.position(trial, n), "{place}: the last board");
                break;
            }
            // What the winner of a round has on the board is its score.
            let pawns = ours
                .position(&ours.state)
                .iter()
                .filter(|(s, c)| matches!(s, Spot::Board { .. }) && c.0 == winner)
                .count();
            let scores = ply.scores.as_ref().expect("scores");
            assert_eq!(scores[theirs.side(winner) as usize - 1], pawns as i64, "{place}: the score of the round");
            theirs.swapped = !theirs.swapped;
            ours.state = ours.game.start(0).expect("the game starts");
        }
        assert_eq!(ours.state.mover(), theirs.side(ply.mover), "{place}: the mover");
        let position = theirs.position(trial, n);
        assert_eq!(ours.position(&ours.state), position, "{place}: the board");
        let Some(decision) = &ply.decision else { break };
        let mut deeds = ours.deeds();
        if let Some(moves) = &decision.moves {
            let mut listed: Vec<Deed> = moves.iter().map(|m| theirs.deed(m, &position)).collect();
            let mut found: Vec<Deed> = deeds.iter().map(|d| d.0.clone()).collect();
            listed.sort();
            found.sort();
            assert_eq!(found, listed, "{place}: the legal moves");
        }
        let chosen = theirs.deed(&decision.chosen, &position);
        let made = deeds.iter().position(|d| d.0 == chosen).unwrap_or_else(|| panic!("{place}: {chosen:?}"));
        ours.state = deeds.swap_remove(made).1;
    }
    (plies.len(), rounds)
}
