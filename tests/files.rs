//! What the command may read, and what it does when nobody listens.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const IMPORTS: &str = r#"
(import "parts/play.game")
(game "Line of Three"
    (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules (play ("Place")) (end (if (is Line 3) (result Mover Win)))))
"#;
const PLACE: &str = r#"(define "Place" (move Add (to (sites Empty))))"#;

/// A folder of its own for a test, deleted afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("parlour-{name}-{}", std::process::id()));
        fs::create_dir_all(path.join("rules")).expect("there is room for a folder");
        fs::write(path.join("rules/line.game"), IMPORTS).expect("it can be written");
        Folder(path)
    }

    fn check(&self) -> Output {
        parlour().arg("check").arg(self.0.join("rules/line.game")).output().expect("the command runs")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

fn parlour() -> Command {
    Command::new(env!("CARGO_BIN_EXE_parlour"))
}

#[test]
fn imports_are_read_from_the_folder_of_the_file() {
    let folder = Folder::new("imports");
    fs::create_dir(folder.0.join("rules/parts")).expect("it is a new folder");
    fs::write(folder.0.join("rules/parts/play.game"), PLACE).expect("it can be written");
    let output = folder.check();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn an_import_that_is_not_there_names_the_nearest_beside_it() {
    let folder = Folder::new("near");
    fs::create_dir(folder.0.join("rules/parts")).expect("it is a new folder");
    fs::write(folder.0.join("rules/parts/plays.game"), PLACE).expect("it can be written");
    fs::write(folder.0.join("rules/parts/players.game"), PLACE).expect("it can be written");
    let output = folder.check();
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("E0221") && said.contains("did you mean \"parts/plays.game\"?"), "{said}");
}

#[cfg(unix)]
#[test]
fn links_do_not_lead_out_of_it() {
    let folder = Folder::new("links");
    fs::create_dir(folder.0.join("elsewhere")).expect("it is a new folder");
    fs::write(folder.0.join("elsewhere/play.game"), PLACE).expect("it can be written");
    std::os::unix::fs::symlink(folder.0.join("elsewhere"), folder.0.join("rules/parts")).expect("links can be made");
    let output = folder.check();
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("leads out of the folder"), "{said}");
}

#[cfg(unix)]
#[test]
fn what_never_ends_is_not_imported() {
    let folder = Folder::new("pipes");
    fs::create_dir(folder.0.join("rules/parts")).expect("it is a new folder");
    let _socket = std::os::unix::net::UnixListener::bind(folder.0.join("rules/parts/play.game")).expect("it is made");
    let output = folder.check();
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("a pipe or a device"), "{said}");
}

#[test]
fn of_many_findings_the_errors_come_first() {
    let folder = Folder::new("many");
    let unused: String = (0..150).map(|i| format!("(define \"Unused{i}\" (sites Empty))\n")).collect();
    let file = folder.0.join("many.game");
    let game =
        IMPORTS.replace("(import \"parts/play.game\")", "").replace("(\"Place\")", "(move Add (to (sites Emtpy)))");
    fs::write(&file, unused + &game).expect("it can be written");
    let check = |format: &str| {
        let output = parlour().arg("check").arg(&file).args(["--format", format]).output().expect("the command runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let text = check("text");
    assert!(text.starts_with("E0302"), "{text}");
    assert_eq!(text.matches("is never used").count(), 99);
    assert!(text.contains("… and 51 more;"), "{text}");
    assert_eq!(check("json").matches("\"code\": \"W0201\"").count(), 150);
}

#[test]
fn what_is_wrong_with_a_choice_that_is_not_made_is_told() {
    let folder = Folder::new("choices");
    let file = folder.0.join("choices.game");
    let game = IMPORTS.replace("(import \"parts/play.game\")", "").replace("(\"Place\")", "<Play>")
        + "(option \"Play\" <Play> args:{ <rule> } {
            (item \"Anywhere\" <(move Add (to (sites Empty)))> \"on any square\")*
            (item \"Nowhere\" <(move Add (to (sites Emtpy)))> \"a slip\")
        })";
    fs::write(&file, game).expect("it can be written");
    let check = |arguments: &[&str]| {
        let output = parlour().arg("check").arg(&file).args(arguments).output().expect("the command runs");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (code, said) = check(&[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("E0302") && said.contains("if `Nowhere` is chosen here"), "{said}");
    assert_eq!(said.matches("E0302").count(), 1, "{said}");
    assert!(parlour().arg("moves").arg(&file).output().expect("the command runs").status.success());
    let (code, said) = check(&["--option", "play=Nowhere"]);
    assert_eq!(code, Some(1));
    assert!(!said.contains("is chosen here"), "{said}");
}

#[test]
fn random_players_alone_stop_by_themselves() {
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/games/stacks/death-stacks.game");
    let play = ["play", game, "--auto", "--seed", "1", "--limit", "5"];
    let output = parlour().args(play).output().expect("the command runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("stopped after 5 plies"), "{said}");
    let deep = parlour().args(["perft", game, "1000000000"]).output().expect("the command runs");
    assert_eq!(deep.status.code(), Some(2), "{}", String::from_utf8_lossy(&deep.stderr));
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/games/line/tic-tac-toe.game");
    for arguments in [&["show", game, "--program"][..], &["moves", game], &["explain"], &["play", game, "--auto"]] {
        let mut child = parlour()
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}: {output:?}");
    }
}

#[test]
fn a_playout_reports_in_json() {
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/games/line/tic-tac-toe.game");
    let output = parlour()
        .args(["playout", game, "--count", "200", "--threads", "2", "--seed", "1", "--format", "json"])
        .output()
        .expect("the command runs");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(report["playouts"], 200);
    for key in ["playouts_per_second", "plies_per_second", "mean_plies", "mean_branching", "draws"] {
        assert!(report[key].as_f64().is_some(), "{key} is missing: {report}");
    }
    for key in ["wins", "mean_scores"] {
        assert_eq!(report[key].as_array().map(Vec::len), Some(2), "{key} is missing: {report}");
    }
}
