//! The documentation is true: what its pages show is run. Each page plays in a folder of its own, from top to bottom.
//!
//! | fence | what happens |
//! |---|---|
//! | `parlour game NAME` | becomes the file `NAME`, must load without a finding, and is in the usual layout |
//! | `parlour test NAME` | becomes the file `NAME`, and its tests pass |
//! | `parlour wrong NAME` | becomes the file `NAME`; what is wrong with it is shown by a command further down |
//! | `parlour` | parses |
//! | `console` | each line after `$` is run; what is printed must be what follows, where `...` stands for any lines and `[..]` for any letters; `? failed` for a command that ends otherwise than with 0; lines that begin with `>` are typed |
//!
//! | `sh` | each line is run, and must end with 0 |
//! | `text` | nothing |
//!
//! To write what commands print anew:
//! `DOCS=overwrite cargo test --test suite docs`.

use crate::common;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder with the games of the project, deleted afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(page: &str) -> Folder {
        let name = page.replace(['/', '.'], "-");
        let path = std::env::temp_dir().join(format!("parlour-docs-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("there is room for a folder");
        for file in common::files_below("games", "") {
            let to = path.join(&file);
            fs::create_dir_all(to.parent().expect("a folder")).expect("it is made");
            fs::copy(common::root().join(&file), to).expect("it is copied");
        }
        Folder(path)
    }

    /// What a command prints, and whether it ended with 0.
    fn run(&self, arguments: &[String], typed: &str) -> (String, bool) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_parlour"))
            .args(arguments)
            .current_dir(&self.0)
            .env("NO_COLOR", "1")
            .env("COLUMNS", "120")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        _ = child.stdin.take().expect("it was asked for").write_all(typed.as_bytes());
        let output = child.wait_with_output().expect("it ends");
        let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        (text, output.status.success())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_pages_are_true() {
    let mut pages = common::files_below("docs", ".md");
    pages.push("README.md".to_owned());
    let (mut wrong, mut blocks) = (String::new(), 0);
    for page in pages {
        let text = fs::read_to_string(common::root().join(&page)).expect("it was listed");
        let told = tell(&page, &text, &mut blocks);
        wrong += &told.wrong;
        if std::env::var("DOCS").is_ok_and(|wish| wish == "overwrite") && told.text != text {
            fs::write(common::root().join(&page), &told.text).expect("it can be written");
        } else if told.text != text {
            _ = writeln!(wrong, "{page}: commands print something else:\n{}", differences(&text, &told.text));
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(blocks > 60, "only {blocks} blocks were found");
}

/// A page as it should be, and what is wrong with it besides.
struct Told {
    text: String,
    wrong: String,
}

fn tell(page: &str, text: &str, blocks: &mut usize) -> Told {
    let folder = Folder::new(page);
    let mut told = Told { text: String::new(), wrong: String::new() };
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        _ = writeln!(told.text, "{line}");
        let Some(info) = line.strip_prefix("```") else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let whole = block.iter().map(|line| format!("{line}\n")).collect::<String>();
        let words: Vec<&str> = info.split_whitespace().collect();
        *blocks += 1;
        let mut body = whole.clone();
        let complaint = match words[..] {
            ["parlour", kind @ ("game" | "test" | "wrong"), name] => file(&folder, kind, name, &whole),
            ["parlour"] => {
                let (said, fine) = typed_to_fmt(&folder, &whole);
                (!fine).then_some(said)
            }
            ["console"] => {
                body = console(&folder, &block, &mut told.wrong, page);
                None
            }
            ["sh"] => block.iter().find_map(|line| succeeds(&folder, line)),
            ["text"] => None,
            _ => Some(format!("what is `{info}`?\n")),
        };
        if let Some(complaint) = complaint {
            _ = writeln!(
                told.wrong,
                "{page}: in the block that begins `{}`:\n{complaint}",
                block.first().unwrap_or(&"")
            );
        }
        _ = writeln!(told.text, "{body}```");
    }
    told
}

/// Writes a file, and says what is the matter with it.
fn file(folder: &Folder, kind: &str, name: &str, text: &str) -> Option<String> {
    fs::write(folder.0.join(name), text).expect("it can be written");
    let arguments: &[&str] = match kind {
        "game" => &["check", name],
        "test" => &["test", name],
        _ => return None,
    };
    let (said, fine) = folder.run(&owned(arguments), "");
    let (laid_out, _) = typed_to_fmt(folder, text);
    // What a few hundred random games show (`W07…`) is no mistake of a page.
    let found = said.lines().any(|line| line.starts_with(['E', 'W']) && line.len() == 5 && !line.starts_with("W07"));
    if !fine || kind == "game" && found {
        Some(said)
    } else if laid_out != text {
        Some(format!("it is not in the usual layout:\n{laid_out}"))
    } else {
        None
    }
}

fn typed_to_fmt(folder: &Folder, text: &str) -> (String, bool) {
    folder.run(&owned(&["fmt"]), text)
}

/// Runs a command, and says what it said if it failed.
fn succeeds(folder: &Folder, line: &str) -> Option<String> {
    let Some(arguments) = arguments(line) else { return Some(format!("`{line}` is no command of the project")) };
    let (said, fine) = arguments.map_or((String::new(), true), |arguments| folder.run(&arguments, ""));
    (!fine).then_some(said)
}

/// Runs the commands of a block; what it should look like.
fn console(folder: &Folder, block: &[&str], wrong: &mut String, page: &str) -> String {
    let mut out = String::new();
    let mut rest = block;
    while let Some((command, after)) = rest.split_first() {
        let Some(line) = command.strip_prefix("$ ") else {
            _ = writeln!(wrong, "{page}: a block of commands begins with `{command}`, and not with `$`");
            return out;
        };
        let length = after.iter().position(|line| line.starts_with("$ ")).unwrap_or(after.len());
        let (shown, next) = after.split_at(length);
        rest = next;
        _ = writeln!(out, "{command}");
        let fails = shown.contains(&"? failed");
        let typed: Vec<&str> = shown.iter().filter_map(|line| line.strip_prefix("> ")).collect();
        let wanted: Vec<&str> =
            shown.iter().filter(|line| !line.starts_with("> ") && **line != "? failed").copied().collect();
        let Some(arguments) = arguments(line) else {
            _ = writeln!(wrong, "{page}: `{line}` is no command of the project");
            continue;
        };
        // The toolchain itself is not run from within a test.
        let Some(arguments) = arguments else { continue };
        let (said, fine) = folder.run(&arguments, &typed.iter().map(|line| format!("{line}\n")).collect::<String>());
        if fine == fails {
            _ = writeln!(wrong, "{page}: `{line}` ends {}:\n{said}", if fine { "well" } else { "with a failure" });
        }
        let said: Vec<&str> = said.lines().map(str::trim_end).collect();
        if matches(&wanted, &said) {
            shown.iter().for_each(|line| _ = writeln!(out, "{line}"));
        } else {
            // What is typed comes first: what it led to cannot be told apart.
            shown.iter().filter(|line| line.starts_with("> ")).for_each(|line| _ = writeln!(out, "{line}"));
            if fails {
                _ = writeln!(out, "? failed");
            }
            said.iter().for_each(|line| _ = writeln!(out, "{line}"));
        }
    }
    out
}

/// The arguments of a command of the project; none inside for what only the toolchain does.
fn arguments(line: &str) -> Option<Option<Vec<String>>> {
    if ["cargo test", "cargo doc", "cargo bench", "perf record"].iter().any(|tool| line.starts_with(tool)) {
        return Some(None);
    }
    let rest = line.strip_prefix("parlour").or_else(|| line.strip_prefix("cargo run --release --"))?;
    let mut words = Vec::new();
    for (i, part) in rest.split('"').enumerate() {
        if i % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    Some(Some(words))
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// Whether lines are as they are wanted; `...` is any number of lines.
fn matches(wanted: &[&str], said: &[&str]) -> bool {
    match wanted.split_first() {
        None => said.is_empty(),
        Some((&"...", rest)) => (0..=said.len()).any(|skipped| matches(rest, &said[skipped..])),
        Some((line, rest)) => {
            said.split_first().is_some_and(|(first, others)| alike(line.trim_end(), first) && matches(rest, others))
        }
    }
}

/// Whether a line is as it is wanted; `[..]` is anything.
fn alike(wanted: &str, said: &str) -> bool {
    match wanted.split_once("[..]") {
        None => wanted == said,
        Some((before, after)) => said.strip_prefix(before).is_some_and(|rest| {
            rest.char_indices().map(|(at, _)| at).chain([rest.len()]).any(|at| alike(after, &rest[at..]))
        }),
    }
}

/// The lines that one text has and the other has not, as far as their beginnings and ends differ.
fn differences(before: &str, now: &str) -> String {
    parlour_interpreter::testing::diff(before, now)
}

#[test]
fn what_is_wanted_is_told_from_what_is_not() {
    assert!(matches(&["a", "...", "z"], &["a", "b", "c", "z"]));
    assert!(!matches(&["a", "...", "z"], &["a", "b"]));
    assert!(alike("one [..] three", "one two three") && !alike("one [..] four", "one two three"));
    let mut blocks = 0;
    let told = tell(
        "a page",
        "```console\n$ parlour fmt --check\nnothing\n```\n```parlour\n(a\n```\n```what\n```\n",
        &mut blocks,
    );
    assert!(told.text.starts_with("```console\n$ parlour fmt --check\n```\n"), "{}", told.text);
    assert!(told.wrong.contains("(a") && told.wrong.contains("what is `what`?"), "{}", told.wrong);
    assert_eq!(blocks, 3);
}

#[test]
fn links_lead_somewhere() {
    let mut pages = common::files_below("docs", ".md");
    pages.push("README.md".to_owned());
    for page in pages {
        let text = fs::read_to_string(common::root().join(&page)).expect("it was listed");
        let folder = Path::new(&page).parent().expect("a folder");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = link.split('#').next().unwrap_or_default();
            if !file.is_empty() && !file.contains("://") {
                assert!(common::root().join(folder).join(file).exists(), "{page}: {link} leads nowhere");
            }
        }
    }
}
