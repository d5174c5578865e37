//! Positions in the notation that a game declares, such as `8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -`: read as set-ups, and written.
//!
//! Pieces are written by the letters that boards as text show them by.

use super::setup::{Setup, SetupError, SetupPiece};
use super::{Game, picture};
use crate::lower::Field;

/// Reads a position. Fields that are left out at the end are as at the start of a game.
pub(super) fn read(game: &Game, text: &str) -> Result<Setup, SetupError> {
    let mut setup = Setup::default();
    let fields = &game.equipment().notation;
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.len() > fields.len() {
        return Err(wrong(words[fields.len()], "this is more than a position of this game has"));
    }
    let mut turn = None;
    for (field, word) in fields.iter().zip(words) {
        let number = || word.parse::<u32>().map_err(|_| wrong(word, "a whole number is needed here"));
        match field {
            Field::Board => board(game, word, &mut setup)?,
            Field::Hands => hands(game, word, &mut setup)?,
            Field::Pending if word == "-" => {}
            Field::Pending => setup.pending = word.split(',').map(str::to_owned).collect(),
            Field::Counter => setup.counter = Some(number()? as i32),
            Field::Turn => turn = Some(number()?),
            Field::Mover(players) => {
                let found = players.iter().position(|player| player == word);
                let found = found.ok_or_else(|| wrong(word, "the player to move is written otherwise"))?;
                setup.mover = Some(found as u32 + 1);
            }
            Field::State { state, signs } => states(game, word, *state, signs, &mut setup)?,
            Field::Variable(name) => setup.variables.push((name.clone(), number()? as i32)),
        }
    }
    if let Some(turn) = turn {
        let before = setup.mover.unwrap_or(1) - 1;
        setup.plies = turn.saturating_sub(1).saturating_mul(game.players()).saturating_add(before);
    }
    Ok(setup)
}

fn wrong(entry: &str, why: &'static str) -> SetupError {
    SetupError::Entry { entry: entry.to_owned(), why }
}

/// The sites of each row of the board from the top, each row from the left.
fn rows(game: &Game) -> Vec<Vec<u32>> {
    let equipment = game.equipment();
    let (board, kind) = (&equipment.board, equipment.kind());
    let mut sites: Vec<u32> = (0..equipment.board_sites()).collect();
    sites.sort_by_key(|site| (std::cmp::Reverse(board.row(kind, *site)), board.column(kind, *site)));
    sites.chunk_by(|a, b| board.row(kind, *a) == board.row(kind, *b)).map(<[u32]>::to_vec).collect()
}

/// Something that stands in a row: so many empty sites or pieces, or a piece.
enum Token {
    Number(u32),
    Piece(usize),
}

/// Takes a number or a letter from the front of a text.
fn token(game: &Game, rest: &mut &str) -> Result<Token, SetupError> {
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    if digits > 0 {
        let (number, after) = rest.split_at(digits);
        *rest = after;
        return number.parse().map(Token::Number).map_err(|_| wrong(number, "this number is too large"));
    }
    let marks = picture::marks(game);
    let longest = marks.iter().enumerate().filter(|(_, mark)| rest.starts_with(mark.as_str()));
    let (piece, mark) = longest.max_by_key(|(_, mark)| mark.len()).ok_or_else(|| {
        let letter = rest.chars().next().map(String::from).unwrap_or_default();
        wrong(&letter, "no piece of this game is written so")
    })?;
    *rest = &rest[mark.len()..];
    Ok(Token::Piece(piece))
}

fn board(game: &Game, word: &str, setup: &mut Setup) -> Result<(), SetupError> {
    // What is in hand may follow the board in brackets.
    let (squares, held) = word.strip_suffix(']').and_then(|word| word.split_once('[')).unwrap_or((word, ""));
    let sites = rows(game);
    let lines: Vec<&str> = squares.split('/').collect();
    if lines.len() != sites.len() {
        return Err(wrong(squares, "the board has another number of rows"));
    }
    for (mut line, row) in lines.into_iter().zip(sites) {
        let whole = line;
        let mut at = 0_usize;
        while !line.is_empty() {
            match token(game, &mut line)? {
                Token::Number(n) => at = at.saturating_add(n as usize),
                Token::Piece(piece) => {
                    let site = row.get(at).ok_or_else(|| wrong(whole, "the row is too long for the board"))?;
                    let piece = SetupPiece::one(&game.equipment().components[piece].name);
                    setup.sites.push((game.equipment().label(*site), vec![piece]));
                    at += 1;
                }
            }
        }
        if at != row.len() {
            return Err(wrong(whole, "the row has not the length of the board's"));
        }
    }
    if held.is_empty() && squares.len() == word.len() { Ok(()) } else { hands(game, held, setup) }
}

fn hands(game: &Game, word: &str, setup: &mut Setup) -> Result<(), SetupError> {
    let equipment = game.equipment();
    for zone in equipment.zones.iter().filter(|zone| zone.owner > 0) {
        setup.zones.push((zone.name.clone(), Vec::new()));
    }
    let mut rest = if word == "-" { "" } else { word };
    let mut count = None;
    while !rest.is_empty() {
        match token(game, &mut rest)? {
            Token::Number(n) => count = Some(n),
            Token::Piece(piece) => {
                let component = &equipment.components[piece];
                let owned = equipment.zones.iter().find(|zone| zone.owner == component.owner);
                let zone = owned.ok_or_else(|| wrong(word, "nobody holds such a piece"))?;
                let held = setup.zones.iter_mut().find(|(name, _)| *name == zone.name).expect("added above");
                held.1.push(SetupPiece { count: count.take().unwrap_or(1), ..SetupPiece::one(&component.name) });
            }
        }
    }
    if count.is_some() { Err(wrong(word, "a number stands before the piece it counts")) } else { Ok(()) }
}

fn states(game: &Game, word: &str, state: i32, signs: &[(String, u32)], setup: &mut Setup) -> Result<(), SetupError> {
    let mut rest = if word == "-" { "" } else { word };
    while !rest.is_empty() {
        let found = signs.iter().filter(|(sign, _)| rest.starts_with(sign.as_str())).max_by_key(|(sign, _)| sign.len());
        let (sign, site) = found.ok_or_else(|| wrong(word, "the notation of this game has no such sign"))?;
        rest = &rest[sign.len()..];
        let label = game.equipment().label(*site);
        let pieces = setup.sites.iter_mut().find(|(at, _)| *at == label);
        let piece = pieces.and_then(|(_, pieces)| pieces.last_mut());
        piece.ok_or_else(|| wrong(sign, "no piece stands on the site of this sign"))?.state = state;
    }
    Ok(())
}
