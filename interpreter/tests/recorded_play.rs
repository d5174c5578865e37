//! Recorded play is read, an echo of it agrees with it, and every small change is found.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use parlour_interpreter::conform::{
    Cause, DifferenceKind, Failure, MoveKey, Outcome, Place, RecordedDecision, RecordedMove, RecordedPly,
    RecordedTrial, Recording, Refusal, Replica, Report, SiteContent, SitePiece, Summary, replay,
};

/// A game that never was: two players on three cells with a hand and a die. Two moves of ply 1 share their place, and one is listed twice.
const TINY: &str = r#"{
    "game": "Tiny", "file": "tiny.lud", "players": 2, "stacking": true, "chance": true, "hidden": false,
    "components": ["Disc1/1", "Disc2/2", "Stone/0"],
    "containers": [
        {"name": "Board", "first": 0, "sites": 3, "owner": 0},
        {"name": "Hand1", "first": 3, "sites": 1, "owner": 1},
        {"name": "Dice1", "first": 4, "sites": 1, "owner": 3}
    ],
    "site_type": "Cell",
    "sites": [["A1", 0.5, 0.5, [1]], ["B1", 1.5, 0.5, [0, 2]], ["A2", 0.5, 1.5, [1]]],
    "trials": [
        {"plies": [
            {"mover": 1, "board": "3:1x2 4:3s1", "score": [0, 0], "n": 2,
             "legal": ["3>0 [Move:typeFrom=Cell,from=3,typeTo=Cell,to=0,decision=true]",
                       "3>1 [Move:typeFrom=Cell,from=3,typeTo=Cell,to=1,decision=true]"],
             "move": "3>1 [Move:typeFrom=Cell,from=3,typeTo=Cell,to=1,decision=true]",
             "did": "[Move:typeFrom=Cell,from=3,typeTo=Cell,to=1,decision=true] [SetScore:player=1,score=5,add=true]"},
            {"mover": 2, "board": "1:1 3:1 4:3s1", "score": [5, 0], "n": 4,
             "legal": ["1>1 [Add:type=Cell,to=1,what=2,decision=true]", "1>1 [Add:type=Cell,to=1,what=3,decision=true]",
                       "1>1 [Add:type=Cell,to=1,what=3,decision=true]", "pass"],
             "move": "1>1 [Add:type=Cell,to=1,what=3,decision=true]",
             "did": "[Add:type=Cell,to=1,what=3,decision=true]"},
            {"mover": 1, "board": "1:1/3s2 3:1 4:3s1", "score": [5, 0], "n": 400, "legal": [], "move": "pass", "did": "[Pass:decision=true]"},
            {"mover": 2, "board": "1:1/3s2 3:1 4:3s1", "score": [5, 0]}
        ], "over": true, "winner": 1, "ranking": [0.0, 1.0, 2.0]},
        {"plies": [{"mover": 1, "board": "3:1x2 4:3s1", "score": [0, 0]}], "over": false, "winner": -1, "ranking": null}
    ]
}"#;

/// One thing an [`Echo`] does otherwise.
#[derive(Clone, Copy, PartialEq)]
enum Twist {
    None,
    Board(usize),
    Die,
    Mover(usize),
    Score(usize),
    MoveMissing(usize),
    MoveTooMany(usize),
    TwoWays(usize),
    MovesBeyondCount(usize),
    WrongMark(usize),
    EndsAt(usize),
    OtherWinner,
    GoesOn,
    CannotApply(usize),
}

/// Says what was recorded, up to a twist.
#[derive(Clone)]
struct Echo<'a> {
    trial: &'a RecordedTrial,
    ply: usize,
    twist: Twist,
    listed: Vec<MoveKey>,
}

impl Replica for Echo<'_> {
    fn mover(&self) -> u32 {
        self.trial.plies[self.ply].mover + u32::from(self.twist == Twist::Mover(self.ply))
    }

    fn board(&self) -> Vec<SiteContent> {
        let mut board = self.trial.plies[self.ply].board.clone();
        board.reverse();
        if self.twist == Twist::Board(self.ply) {
            board.last_mut().unwrap().pieces[0].state += 1;
        }
        if self.twist == Twist::Die {
            board[0].pieces[0] = SitePiece::new(1);
        }
        board
    }

    fn scores(&self) -> Option<Vec<i64>> {
        let mut scores = self.trial.plies[self.ply].scores.clone()?;
        scores[0] += i64::from(self.twist == Twist::Score(self.ply));
        Some(scores)
    }

    fn outcome(&self) -> Option<Outcome> {
        let early = Outcome { winner: 2, ranking: Vec::new() };
        if self.twist == Twist::EndsAt(self.ply) {
            return Some(early);
        }
        let outcome = self.trial.outcome.clone().filter(|_| self.ply + 1 == self.trial.plies.len())?;
        match self.twist {
            Twist::GoesOn => None,
            Twist::OtherWinner => Some(early),
            _ => Some(outcome),
        }
    }

    fn legal(&mut self) -> Result<Vec<MoveKey>, String> {
        let decision = self.trial.plies[self.ply].decision.as_ref().unwrap();
        let listed = decision.moves.clone().unwrap_or_else(|| vec![decision.chosen.clone()]);
        let mut keys = keys(&listed);
        keys.reverse();
        match self.twist {
            Twist::MoveMissing(ply) if ply == self.ply => drop(keys.remove(0)),
            Twist::MoveTooMany(ply) if ply == self.ply => keys.push(Place::Sites { from: 2, to: 2 }.into()),
            Twist::TwoWays(ply) if ply == self.ply => {
                let mut other = keys[0].clone();
                other.marks.insert("level".to_owned(), "1".to_owned());
                keys.push(other);
            }
            Twist::MovesBeyondCount(ply) if ply == self.ply => {
                keys.extend((0..400).map(|n| Place::Sites { from: n, to: n }.into()))
            }
            Twist::WrongMark(ply) if ply == self.ply => {
                keys[1].marks.insert("what".to_owned(), "1".to_owned());
                keys[2].marks.insert("what".to_owned(), "1".to_owned());
            }
            _ => {}
        }
        self.listed = keys.clone();
        Ok(keys)
    }

    fn apply(&mut self, index: usize, decision: &RecordedDecision, _: &RecordedPly) -> Result<(), String> {
        if self.twist == Twist::CannotApply(self.ply) {
            return Err("twisted".to_owned());
        }
        let key = &self.listed[index];
        assert_eq!(key.place, decision.chosen.place);
        assert!(key.marks.is_empty() || key.marks == decision.chosen.marks());
        self.ply += 1;
        Ok(())
    }
}

/// Moves with marks where they share their place.
fn keys(moves: &[RecordedMove]) -> Vec<MoveKey> {
    let mut at: BTreeMap<Place, usize> = BTreeMap::new();
    moves.iter().for_each(|recorded| *at.entry(recorded.place).or_default() += 1);
    let key = |recorded: &RecordedMove| MoveKey {
        place: recorded.place,
        marks: if at[&recorded.place] > 1 { recorded.marks() } else { BTreeMap::new() },
    };
    moves.iter().map(key).collect()
}

fn echo(recording: &Recording, twist: Twist) -> Report {
    // The twist is in the first trial: only its plies are that many.
    replay(recording, |_, trial| -> Result<_, Refusal> {
        let twist = if trial.plies.len() > 1 { twist } else { Twist::None };
        Ok(Echo { trial, ply: 0, twist, listed: Vec::new() })
    })
}

fn tiny() -> Recording {
    Recording::from_json(TINY.as_bytes()).unwrap()
}

#[test]
fn an_echo_agrees() {
    let report = echo(&tiny(), Twist::None);
    assert!(report.failure.is_none(), "{report}");
    assert_eq!((report.agreed, report.recorded), (5, 5));
    assert!(echo(&tiny(), Twist::Die).failure.is_none());
}

#[test]
fn every_twist_is_found() {
    let cases = [
        (Twist::Board(0), DifferenceKind::Board, 0),
        (Twist::Board(2), DifferenceKind::Board, 2),
        (Twist::Mover(1), DifferenceKind::Mover, 1),
        (Twist::Score(1), DifferenceKind::Score, 1),
        (Twist::MoveMissing(0), DifferenceKind::Moves, 0),
        (Twist::MoveMissing(1), DifferenceKind::Moves, 1),
        (Twist::MoveMissing(2), DifferenceKind::Illegal, 2),
        (Twist::MoveTooMany(0), DifferenceKind::Moves, 0),
        (Twist::TwoWays(0), DifferenceKind::Moves, 0),
        (Twist::MovesBeyondCount(2), DifferenceKind::Moves, 2),
        (Twist::WrongMark(1), DifferenceKind::Moves, 1),
        (Twist::EndsAt(1), DifferenceKind::End, 1),
        (Twist::OtherWinner, DifferenceKind::End, 3),
        (Twist::GoesOn, DifferenceKind::End, 3),
        (Twist::CannotApply(1), DifferenceKind::Illegal, 1),
    ];
    for (twist, kind, ply) in cases {
        let report = echo(&tiny(), twist);
        let Some(Failure::Differs(difference)) = &report.failure else { panic!("{kind:?} at {ply} was not found") };
        assert_eq!((difference.kind, difference.trial, difference.ply), (kind, 0, ply), "{report}");
        assert_eq!(report.agreed, ply + 1, "the second trial agrees");
    }
}

#[test]
fn rolls_are_read() {
    let rolled = TINY.replace(
        "\"did\": \"[Add:type=Cell,to=1,what=3",
        "\"did\": \"[SetStateAndUpdateDice:site=4,state=5] [SetDiceAllEqual:value=true] [Add:type=Cell,to=1,what=3",
    );
    let recording = Recording::from_json(rolled.as_bytes()).unwrap();
    let rolls = |ply: usize| recording.trials[0].plies[ply].decision.as_ref().unwrap().rolls();
    assert_eq!((rolls(0), rolls(1)), (vec![], vec![(4, 5)]));
}

#[test]
fn a_difference_reads_well() {
    let expected = "\
Tiny: 3 of 5 positions agree
trial 0, ply 2: the board differs — 1 (B1) recorded 1/3s2 ours 1s1/3s2
moves so far: 3>1 1>1
recorded        |  ours
.               |  .
.      1/3s2!   |  .        1s1/3s2!
Hand1: 1        |  Hand1: 1
Dice1: 3s1      |  Dice1: 3s1
";
    assert_eq!(echo(&tiny(), Twist::Board(2)).to_string(), expected);
    let moves = echo(&tiny(), Twist::WrongMark(1)).to_string();
    assert!(moves.ends_with("moves only recorded: 1>1 what=3\nmoves only ours: 1>1 what=1\n"), "{moves}");
}

#[test]
fn a_summary_sorts_by_cause() {
    let recording = tiny();
    let mut summary = Summary::default();
    for twist in
        [Twist::None, Twist::Board(0), Twist::Board(2), Twist::MoveMissing(0), Twist::CannotApply(1), Twist::GoesOn]
    {
        summary.add(&echo(&recording, twist));
    }
    let refused = replay(&recording, |_, _| Err::<Echo, _>(Refusal::WordMissing("bet".to_owned())));
    summary.add(&refused);
    assert_eq!((summary.games, summary.replayed), (7, 1));
    let counts: Vec<_> = summary.causes.iter().map(|(cause, games)| (*cause, games.len())).collect();
    let expected = [
        (Cause::WordMissing, 1),
        (Cause::SetUpDiffers, 1),
        (Cause::MovesDiffer, 2),
        (Cause::BoardDiffers, 1),
        (Cause::EndDiffers, 1),
    ];
    assert_eq!(counts, expected);
    assert!(summary.to_json().contains("\"set_up_differs\": [\n"), "{}", summary.to_json());
}

#[test]
fn damaged_files_are_errors() {
    assert!(Recording::from_gzip(b"not gzip").unwrap_err().to_string().starts_with("the compression is damaged"));
    assert!(Recording::from_json(b"{}").unwrap_err().to_string().starts_with("not a file of recorded play"));
    let damaged = TINY.replace("1:1/3s2 3:1", "1:1/3q2 3:1");
    let error = Recording::from_json(damaged.as_bytes()).unwrap_err();
    assert_eq!(error.to_string(), "trial 0, ply 2: an unknown letter after a component in `1:1/3q2 3:1 4:3s1`");
}

#[test]
fn all_recorded_play_is_read_and_echoed() {
    let Some(folder) = recorded_play() else { return };
    let mut files = Vec::new();
    collect(&folder, &mut files);
    assert!(files.len() > 800);
    let halves = files.split_at(files.len() / 2);
    std::thread::scope(|scope| {
        scope.spawn(|| read_and_echo(halves.0));
        read_and_echo(halves.1);
    });
}

fn read_and_echo(files: &[PathBuf]) {
    for file in files {
        let name = file.display();
        let recording =
            Recording::from_gzip(&std::fs::read(file).unwrap()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let report = echo(&recording, Twist::None);
        assert!(report.failure.is_none(), "{name}: {report}");
        assert_eq!(report.agreed, report.recorded, "{name}");
        let decisions = recording.trials.iter().flat_map(|trial| &trial.plies).filter_map(|ply| ply.decision.as_ref());
        for moves in decisions.filter_map(|decision| decision.moves.as_ref()) {
            let texts: BTreeSet<_> =
                moves.iter().map(|each| (each.place, each.levels, each.state, each.actions.as_str())).collect();
            let told_apart: BTreeSet<MoveKey> = keys(moves).into_iter().collect();
            // Dice that show the same are one: which of them a move uses is not told apart.
            let dice = recording.containers.iter().any(|container| container.name.starts_with("Dice"));
            let all = told_apart.len() == texts.len() || dice && told_apart.len() < texts.len();
            assert!(all, "{name}: marks do not tell all moves apart");
        }
    }
}

/// Where the recorded play is, if it is anywhere.
fn recorded_play() -> Option<PathBuf> {
    let shared = std::env::var_os("PARLOUR_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared"), PathBuf::from);
    let trials = shared.join("ludii-trials/trials");
    if trials.is_dir() {
        return Some(trials);
    }
    eprintln!("skipped: no recorded play at {}", trials.display());
    None
}

fn collect(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, into);
        } else {
            into.push(path);
        }
    }
}
