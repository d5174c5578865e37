//! `parlour explain`: what the code of a diagnostic means.

use crate::failure::{Failure, WRONG};
use parlour_grammar::diagnostic::{codes, explain, suggestion};
use std::io::{self, Write};

/// Runs the command.
pub fn run(code: Option<&str>) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let Some(code) = code else {
        for row in codes::all() {
            writeln!(out, "{}  {}", row.code, row.title)?;
        }
        return Ok(());
    };
    out.write_all(text(code).map_err(|why| Failure::new(WRONG, format!("error: {why}")))?.as_bytes())?;
    Ok(())
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
