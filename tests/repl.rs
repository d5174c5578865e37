//! The REPL, driven as a person would: what a script of lines cannot show.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, SystemTime};

const GAME: &str = r#"
(game "Line of Three"
    (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))))
"#;

/// A REPL with its input and output.
struct Repl {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Repl {
    fn start(folder: &std::path::Path) -> Repl {
        let mut child = Command::new(env!("CARGO_BIN_EXE_parlour"))
            .arg("repl")
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let output = BufReader::new(child.stdout.take().expect("its output is ours"));
        Repl { child, output }
    }

    /// Gives a line and returns what is said, up to the line that contains `last`.
    fn ask(&mut self, line: &str, last: &str) -> String {
        let input = self.child.stdin.as_mut().expect("its input is ours");
        writeln!(input, "{line}").expect("it listens");
        let mut said = String::new();
        while !said.lines().any(|line| line.contains(last)) {
            let read = self.output.read_line(&mut said).expect("it speaks");
            assert!(read > 0, "it ended without saying `{last}`, but:\n{said}");
        }
        said
    }
}

#[test]
fn a_file_that_changes_is_read_again() {
    let folder = std::env::temp_dir().join(format!("parlour-repl-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("there is room for a folder");
    let file = folder.join("line.game");
    let write = |text: &str, age: u64| {
        fs::write(&file, text).expect("it can be written");
        let time = SystemTime::now() - Duration::from_secs(age);
        fs::File::options().write(true).open(&file).and_then(|f| f.set_modified(time)).expect("times can be set");
    };
    write(GAME, 60);
    let mut repl = Repl::start(&folder);
    repl.ask("load line.game", "to move");
    repl.ask("a1", "to move");
    repl.ask("c3", "to move");

    // The moves are played again on the new rules.
    write(&GAME.replace("(square 3)", "(square 4)"), 40);
    let said = repl.ask("board", "ply 3: player 1 (X) to move");
    assert!(said.contains("the file has changed") && said.contains("A B C D"), "{said}");
    assert!(!said.contains("does not fit"), "{said}");

    // As far as they fit.
    write(&GAME.replace("(square 3)", "(square 2)"), 30);
    let said = repl.ask("moves", "ply 2: player 2 (o) to move");
    assert!(said.contains("ply 2, `c3`, does not fit"), "{said}");

    // A broken file leaves the game as it was.
    write("(game", 20);
    let said = repl.ask("board", "ply 2: player 2 (o) to move");
    assert!(said.contains("E0104"), "{said}");

    // What did not fit is not lost: once the rules allow it, it can be made again.
    write(GAME, 10);
    let said = repl.ask("redo", "ply 3: player 1 (X) to move");
    assert!(said.contains("the file has changed") && said.contains("3 . . o*"), "{said}");

    drop(repl.child.stdin.take());
    assert!(repl.child.wait().expect("it ends").success());
    fs::remove_dir_all(&folder).expect("the folder is ours");
}
