//! `parlour explain`: the rules of a game in plain English, or what the code of a diagnostic means.

use crate::args::{Explain, ProseFormat};
use crate::console::Console;
use crate::failure::{Failure, WRONG};
use crate::load;
use parlour_grammar::diagnostic::{codes, explain, suggestion};
use parlour_grammar::english;
use parlour_interpreter::play::Game;
use parlour_interpreter::play::picture::{self, Style};
use std::io::{self, Write};
use std::path::Path;

/// How long a line of plain text is, in characters.
const WIDTH: usize = 100;

/// How many lines a drawing of the board may have: larger boards are told in words only.
const MOST_LINES: usize = 24;

/// Runs the command.
pub fn run(args: &Explain, console: &Console) -> Result<(), Failure> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    match args.subject.as_deref() {
        None => {
            for row in codes::all() {
                writeln!(out, "{}  {}", row.code, row.title)?;
            }
        }
        Some(code) if is_code(code) => {
            out.write_all(text(code).map_err(|why| Failure::new(WRONG, format!("error: {why}")))?.as_bytes())?;
        }
        Some(file) => {
            let game = load::game(Path::new(file), &args.choices.selection(), console)?;
            out.write_all(rules(&game, args.format).as_bytes())?;
        }
    }
    Ok(out.flush()?)
}

/// Whether an argument is a code: a letter and a number. Nothing else is; a file of such a name is `./E1`.
fn is_code(text: &str) -> bool {
    let digits = text.strip_prefix(|c: char| c.is_ascii_alphabetic());
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

/// The rules of a game in English.
fn rules(game: &Game, format: ProseFormat) -> String {
    let games: Vec<Game> = game.games().collect();
    let told = match games.len() {
        1 => match game.title() {
            Some(title) => english::explain_match_of_one(title, game.rules(), game.expanded(), game.sources()),
            None => english::explain(game.rules(), game.expanded(), game.sources()),
        },
        _ => {
            let each = |game: &'_ Game| game.title().unwrap_or_default().to_owned();
            let games: Vec<_> = games.iter().map(|game| (each(game), game.rules(), game.expanded())).collect();
            english::explain_match(&games, game.sources())
        }
    };
    let board = board(game).filter(|_| games.len() == 1);
    match format {
        ProseFormat::Text => english::text(&told, board.as_deref(), WIDTH),
        ProseFormat::Markdown => english::markdown(&told, board.as_deref()),
        ProseFormat::Json => format!("{:#}\n", serde_json::to_value(&told).unwrap_or_default()),
    }
}

/// The board as it is set up, unless chance takes part in that, or it is large, or only a place to play at.
fn board(game: &Game) -> Option<String> {
    let state = game.begin().ok().filter(|state| !state.is_chance())?;
    if game.equipment().board.count(game.equipment().kind()) < 4 {
        return None;
    }
    let text = picture::text(&state, Style { unicode: true, ..Style::default() });
    (text.lines().count() <= MOST_LINES).then_some(text)
}

/// The explanation of a code, or why there is none.
pub fn text(code: &str) -> Result<String, String> {
    let Some(row) = explain(code) else {
        let advice = suggestion(&code.to_uppercase(), codes::all().map(|row| row.code));
        let advice = advice.unwrap_or_else(|| "`parlour explain` lists all codes".to_owned());
        return Err(format!("there is no code `{code}`; {advice}"));
    };
    Ok(format!("{}: {}\n\n{}\n", row.code, row.title, fold(row.explanation, 100)))
}

/// The text in lines of at most `width` characters.
pub fn fold(text: &str, width: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
    }
    lines.join("\n")
}
