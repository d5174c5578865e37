//! Every primitive has words, and none of them shows how it is written.

use super::teller::Teller;
use super::{explain, markdown};
use crate::catalogue::{Catalogue, Type};
use crate::check::{check, check_expression};
use crate::expand::{Expanded, NoFiles, Selection, expand};
use crate::span::Sources;
use crate::tree::Node;

/// The types whose rows are told by what stands around them, and say nothing alone.
const PARTS: &[Type] = &[
    Type::Game,
    Type::Players,
    Type::PlayerSpec,
    Type::Mode,
    Type::Equipment,
    Type::Item,
    Type::Track,
    Type::Values,
    Type::Flips,
    Type::Pair,
    Type::CardSpec,
    Type::Hint,
    Type::Path,
    Type::Attribute,
    Type::Graph,
    Type::Poly,
    Type::Rules,
    Type::Meta,
    Type::MetaRule,
    Type::Start,
    Type::StartRule,
    Type::ItemCount,
    Type::Play,
    Type::Phase,
    Type::NextPhase,
    Type::End,
    Type::EndRule,
    Type::Result,
    Type::FinalScore,
    Type::Payoff,
    Type::Rounds,
    Type::Record,
    Type::Games,
    Type::Subgame,
    Type::Field,
    Type::From,
    Type::To,
    Type::Between,
    Type::Then,
    Type::Apply,
];

fn read(text: &str) -> (Sources, Expanded, Node) {
    let mut sources = Sources::default();
    let file = sources.add("example", format!("(game {text})"));
    let expanded = expand(&mut sources, file, &Selection::default(), &[], &NoFiles);
    let node = expanded.game.clone().expect("a form");
    let inner = node.call().and_then(|items| items.get(1)).cloned().expect("the example");
    (sources, expanded, inner)
}

#[test]
fn every_primitive_has_words() {
    let mut wrong = Vec::new();
    for row in &Catalogue::get().rows {
        if PARTS.contains(&row.ty) {
            continue;
        }
        let (sources, expanded, node) = read(row.example);
        let (term, found) = check_expression(&node, Some(row.ty), &[]);
        let Some(term) = term else {
            wrong.push(format!("{}: {found:?}", row.example));
            continue;
        };
        let teller = Teller::new(&term, &expanded, &sources);
        teller.begin();
        let text = teller.any_phrase(&term);
        if text.trim().is_empty() || text == "a number" || leak(&text).is_some() {
            wrong.push(format!("{}: {} says “{text}”", row.name(), row.example));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What of the language shows in a text, if anything does.
fn leak(text: &str) -> Option<String> {
    text.split(|c: char| c.is_whitespace() || "“”.,;:'*".contains(c))
        .find(|word| {
            let inner = word.chars().skip(1).any(char::is_uppercase) && word.chars().any(char::is_lowercase);
            inner || word.contains(['{', '}', '#', '<', '>'])
        })
        .map(str::to_owned)
}

#[test]
fn definitions_speak_for_themselves() {
    let text = r#"
        // Where one may go.
        //   says: an empty square within <Reach> of #1
        (define "Near" (intersection (sites Empty) (expand #1 steps:<Reach>)))
        (option "Reach" <Reach> range:1..9 default:3)
        (game "Walk"
            (players 2)
            (equipment { (board (square 5)) (piece "Disc" Each) })
            (rules
                (play (move Add (to ("Near" (sites Centre)))))
                (end (if (is Full) (result Mover Draw)))))
    "#;
    let mut sources = Sources::default();
    let file = sources.add("walk", text);
    let expanded = expand(&mut sources, file, &Selection::default(), &[], &NoFiles);
    let (rules, found) = check(expanded.game.as_ref().expect("a game"), &[]);
    let rules = rules.unwrap_or_else(|| panic!("{found:?}"));
    let told = markdown(&explain(&rules.game, &expanded, &sources), None);
    assert!(told.contains("put one of your Discs on an empty square within three of the central squares."), "{told}");
}

/// The rules of a game of two players, given its parts.
fn told(before: &str, equipment: &str, rules: &str) -> String {
    let text = format!("{before} (game \"Test\" (players 2) (equipment {{ {equipment} }}) (rules {rules}))");
    let mut sources = Sources::default();
    let file = sources.add("test", text.as_str());
    let expanded = expand(&mut sources, file, &Selection::default(), &[], &NoFiles);
    let (rules, found) = check(expanded.game.as_ref().expect("a game"), &[]);
    let rules = rules.unwrap_or_else(|| panic!("{found:?} in {text}"));
    markdown(&explain(&rules.game, &expanded, &sources), None)
}

const DISCS: &str = r#"(board (square 5)) (piece "Disc" Each)"#;
const STEP: &str = "(forEach Piece (move Step (to if:(is Empty (to)))))";

fn says(told: &str, parts: &[&str]) {
    for part in parts {
        assert!(told.contains(part), "“{part}” is not in:\n{told}");
    }
}

#[test]
fn passing_is_told_where_it_can_happen() {
    let passes = "A player who can do nothing";
    let add = "(play (move Add (to (sites Empty))))";
    let full = told("", DISCS, &format!("{add} (end (if (is Full) (result Mover Draw)))"));
    assert!(!full.contains(passes), "{full}");
    let stuck = told("", DISCS, &format!("(play {STEP}) (end (if (no Moves Next) (result Mover Win)))"));
    assert!(!stuck.contains(passes), "{stuck}");
    let both = told("", DISCS, &format!("(play {STEP}) (end (if (and (is Full) (no Moves Next)) (result Mover Win)))"));
    says(&both, &["A player who can do nothing while the game goes on passes."]);
    let open = told("", DISCS, &format!("(play {STEP}) (end (if (is Line 3) (result Mover Win)))"));
    says(&open, &[passes, "If there is a line of three of your pieces, you win."]);
    let free = told("", DISCS, &format!("(play (or {STEP} (move Pass))) (end (if (is Line 3) (result Mover Win)))"));
    says(&free, &["If all players pass one after the other, the game is a draw."]);
}

#[test]
fn repetition_and_quiet_moves_are_counted() {
    let end = "(end (if (or (>= (count Occurrences) 3) (>= (+ 1 (counter)) 50)) (result Mover Draw)))";
    let capture = r#"(forEach Piece (move Step (to if:(not (is Mover (who at:(to))))
        (apply (if (is Enemy (who at:(to))) (and (remove (to)) (set Counter)))))))"#;
    let text = told("", DISCS, &format!("(play {capture}) {end}"));
    says(
        &text,
        &[
            "If this position occurs for the third time with the same player to move or 50 moves have been made in a row without a capture, the game is a draw.",
        ],
    );
    assert!(!text.contains("anew"), "{text}");
}

#[test]
fn what_is_said_of_effects_is_kept() {
    let before = r#"
        // says: =the enemy piece there is taken
        (define "Take" (apply (remove (to))))
        // says: =the disc is crowned
        (define "Crown" (then (set State at:(last To) 1)))
        // says: step to a free square
        (define "StepFree" (move Step (to if:(is Empty (to))) #1))
    "#;
    let play = r#"(play (forEach Piece (or
        (move Step (to if:(is Enemy (who at:(to))) "Take"))
        ("StepFree" "Crown"))))"#;
    let text = told(before, DISCS, &format!("{play} (end (if (is Full) (result Mover Win)))"));
    says(
        &text,
        &["with an enemy piece; the enemy piece there is taken", "tep to a free square; then the disc is crowned"],
    );
}

#[test]
fn moves_say_how_far_and_whither() {
    let hop = "(move Hop (between before:0 after:0 if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))";
    let leap = "(move Leap {{F F R F} {F F L F}} forward:True (to if:(is Empty (to))))";
    let end = "(end (if (is Full) (result Mover Draw)))";
    let text = told("", DISCS, &format!("(play (forEach Piece (or {hop} {leap}))) {end}"));
    says(&text, &["one step to the side, only forward, to an empty square"]);
    assert!(!text.contains("at any distance") && !text.contains("before it"), "{text}");
}

#[test]
fn boards_tell_their_lines_and_tracks() {
    let board = r#"(board (square 5 diagonals:Alternating) (track "Way" {0..4 9 End} P1 directed:True) use:Vertex)"#;
    let end = "(end (if (is Full) (result Mover Draw)))";
    let text = told("", &format!(r#"{board} (piece "Disc" Each)"#), &format!("(play {STEP}) {end}"));
    says(
        &text,
        &[
            "diagonally through every second point",
            "The track of player 1 runs from a1 to e1, then through e2, and then off the board.",
        ],
    );
    let row = told("", r#"(board (rectangle 1 9) use:Vertex) (piece "Disc" Each)"#, &format!("(play {STEP}) {end}"));
    assert!(!row.contains("next to each other"), "{row}");
}

#[test]
fn pieces_that_stand_alone_are_single() {
    let text = told(
        "",
        r#"(board (square 5)) (piece "King" P1 (move Step (to if:(is Empty (to))))) (piece "Pawn" P2)"#,
        &format!(
            r#"(start {{ (place "King1" coord:"C3") (place "Pawn2" (sites Top)) }}) (play {STEP})
               (end (if (is Full) (result Mover Draw)))"#
        ),
    );
    says(&text, &["Player 1 has the King.", "The King stands on c3.", "Player 2 has the Pawn pieces."]);
}

#[test]
fn seeds_are_sown() {
    let text = told(
        "",
        r#"(mancalaBoard 2 6 store:None (track "Track" "0,E,N,W" loop:True)) (piece "Seed" Shared) (regions P1 (sites Bottom))"#,
        r#"(start (set Count 4 to:(sites Track)))
           (play (move Select (from (sites P1) if:(> (count at:(from)) 0)) (then (sow includeSelf:False))))
           (end (if (is Full) (result Mover Draw)))"#,
    );
    says(
        &text,
        &[
            "Four seeds in each of the pits",
            "with seeds, then sow its seeds along the track, one at a time, passing over the pit they come from",
        ],
    );
}

#[test]
fn ends_say_what_is_otherwise_and_what_is_lost() {
    let end = r#"(end {
        (if (is Full) { (if (is Line 3) (result Mover Win)) (if True (result Mover Loss)) })
        (if (= 1 (count Groups if:(is Mover (who at:(to))))) (byScore { (score P1 (count Pieces P1)) (score P2 (- (count Pieces P1))) }))
    })"#;
    let text = told("", DISCS, &format!("(play {STEP}) {end}"));
    says(
        &text,
        &["Otherwise, you lose.", "If all your pieces are connected,", "Player 2's score is as much below zero."],
    );
}

#[test]
fn values_of_the_two_players_are_told_apart() {
    let play = "(play (move Add (to (if (is Mover P1) (sites Top) (sites Bottom)))))";
    let text = told("", DISCS, &format!("{play} (end (if (is Full) (result Mover Draw)))"));
    says(&text, &["a square of the top row for player 1 and a square of the bottom row for player 2"]);
}
