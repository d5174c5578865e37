//! What came of the tests, for people and for programs.

use super::{Entry, Outcome, Wrong};
use crate::args::TestFormat;
use serde_json::{Value, json};
use std::io::{self, Write};

/// Writes the results.
pub fn write(entries: &[Entry], format: TestFormat, out: &mut impl Write) -> io::Result<()> {
    match format {
        TestFormat::Text => text(entries, out)?,
        TestFormat::Json => writeln!(out, "{:#}", json(entries))?,
        TestFormat::Junit => junit(entries, out)?,
    }
    out.flush()
}

/// The entries of each file, in order.
fn files(entries: &[Entry]) -> impl Iterator<Item = &[Entry]> {
    entries.chunk_by(|a, b| a.file == b.file)
}

fn count(entries: &[Entry], is: impl Fn(&Outcome) -> bool) -> usize {
    entries.iter().filter(|entry| is(&entry.outcome)).count()
}

fn failures(entries: &[Entry]) -> usize {
    count(entries, |outcome| matches!(outcome, Outcome::Failed(_) | Outcome::Changed { .. }))
}

fn skipped(entries: &[Entry]) -> usize {
    count(entries, |outcome| matches!(outcome, Outcome::Skipped(_)))
}

fn number(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// `3 tests, 1 trial`.
fn kinds(entries: &[Entry]) -> String {
    let of = |kind: &str| entries.iter().filter(|entry| entry.kind == kind).count();
    let each = ["test", "trial", "snapshot"].into_iter().filter(|kind| of(kind) > 0);
    each.map(|kind| number(of(kind), kind)).collect::<Vec<_>>().join(", ")
}

/// What is wrong with an entry.
fn wrongs(entry: &Entry) -> Vec<Wrong> {
    match &entry.outcome {
        Outcome::Passed | Outcome::Skipped(_) => Vec::new(),
        Outcome::Failed(wrongs) => wrongs
            .iter()
            .map(|w| Wrong { code: w.code, message: w.message.clone(), line: w.line, text: w.text.clone() })
            .collect(),
        Outcome::Changed { path, diff, .. } => {
            let message = format!("the game does other than `{}` says", path.display());
            let help = "`parlour test --review` shows the differences one by one, `--accept` takes them all";
            let text = format!("{message}\n{diff}{help}\n");
            vec![Wrong { code: "", message, line: None, text }]
        }
    }
}

fn text(entries: &[Entry], out: &mut impl Write) -> io::Result<()> {
    for file in files(entries) {
        let (bad, name) = (failures(file), &file[0].file);
        let verdict = if bad > 0 { format!("{bad} failed") } else { "ok".to_owned() };
        writeln!(out, "{name}: {}: {verdict}", kinds(file))?;
    }
    for entry in entries {
        let place = entry.line.map_or_else(|| entry.file.clone(), |line| format!("{}:{line}", entry.file));
        if let Outcome::Skipped(why) = &entry.outcome {
            writeln!(out, "\nskipped: {place}: {why}")?;
        }
        let wrongs = wrongs(entry);
        if !wrongs.is_empty() {
            writeln!(out, "\nfailed: {place}: {}", entry.name)?;
        }
        for wrong in wrongs {
            out.write_all(wrong.text.as_bytes())?;
        }
    }
    let expectations: usize = entries.iter().map(|entry| entry.expectations).sum();
    let files = number(files(entries).count(), "file");
    let (bad, left) = (failures(entries), skipped(entries));
    let passed = entries.len() - bad - left;
    let left = if left > 0 { format!(", {left} skipped") } else { String::new() };
    writeln!(
        out,
        "\n{} in {files}, {}: {passed} passed, {bad} failed{left}",
        kinds(entries),
        number(expectations, "expectation")
    )
}

fn json(entries: &[Entry]) -> Value {
    let all = entries.iter().map(|entry| {
        let outcome = match &entry.outcome {
            Outcome::Passed => "passed",
            Outcome::Skipped(_) => "skipped",
            Outcome::Failed(_) | Outcome::Changed { .. } => "failed",
        };
        let wrongs = wrongs(entry).into_iter().map(|wrong| {
            let code = (!wrong.code.is_empty()).then_some(wrong.code);
            json!({ "code": code, "message": wrong.message, "line": wrong.line, "text": wrong.text })
        });
        json!({
            "file": entry.file,
            "line": entry.line,
            "kind": entry.kind,
            "name": entry.name,
            "outcome": outcome,
            "expectations": entry.expectations,
            "failures": wrongs.collect::<Vec<_>>(),
        })
    });
    let (bad, left) = (failures(entries), skipped(entries));
    json!({
        "ok": bad == 0,
        "tests": entries.len(),
        "passed": entries.len() - bad - left,
        "failed": bad,
        "skipped": left,
        "results": all.collect::<Vec<_>>(),
    })
}

/// JUnit's XML, as build servers read it. No times: the same tests give the same text.
fn junit(entries: &[Entry], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    let counts = |entries: &[Entry]| {
        format!("tests=\"{}\" failures=\"{}\" skipped=\"{}\"", entries.len(), failures(entries), skipped(entries))
    };
    writeln!(out, "<testsuites name=\"parlour\" {}>", counts(entries))?;
    for file in files(entries) {
        writeln!(out, "  <testsuite name=\"{}\" {}>", xml(&file[0].file), counts(file))?;
        for entry in file {
            let line = entry.line.map_or_else(String::new, |line| format!(" line=\"{line}\""));
            let (name, place) = (xml(&entry.name), xml(&entry.file));
            write!(out, "    <testcase classname=\"{place}\" name=\"{name}\" file=\"{place}\"{line}")?;
            let wrongs = wrongs(entry);
            if wrongs.is_empty() && !matches!(entry.outcome, Outcome::Skipped(_)) {
                writeln!(out, "/>")?;
                continue;
            }
            writeln!(out, ">")?;
            if let Outcome::Skipped(why) = &entry.outcome {
                writeln!(out, "      <skipped message=\"{}\"/>", xml(why))?;
            }
            for wrong in wrongs {
                let (message, code, text) = (xml(&wrong.message), xml(wrong.code), xml(&wrong.text));
                writeln!(out, "      <failure message=\"{message}\" type=\"{code}\">{text}</failure>")?;
            }
            writeln!(out, "    </testcase>")?;
        }
        writeln!(out, "  </testsuite>")?;
    }
    writeln!(out, "</testsuites>")
}

/// Text as XML may hold it.
fn xml(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::xml;

    #[test]
    fn xml_is_escaped() {
        assert_eq!(xml("a < \"b\" & \u{1b}"), "a &lt; &quot;b&quot; &amp; \u{FFFD}");
    }
}
