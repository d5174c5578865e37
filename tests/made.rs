//! What the command makes: games from templates, the manual as pages, pictures.

use crate::common;
use parlour_grammar::catalogue::Catalogue;
use parlour_stdlib::templates::TEMPLATES;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// A folder of its own for a test, deleted afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("parlour-made-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("there is room for a folder");
        Folder(path)
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_parlour")).args(arguments).current_dir(&self.0).output().expect("it runs")
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.0.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

fn game(path: &str) -> String {
    common::root().join("games").join(path).to_string_lossy().into_owned()
}

#[test]
fn every_template_passes_its_tests_under_another_name() {
    let folder = Folder::new("new");
    for template in TEMPLATES {
        let name = format!("A Game of {}!", template.name);
        let made = folder.run(&["new", &name, "deep/er", "--template", template.name]);
        let rules = format!("deep/er/a-game-of-{}.game", template.name);
        let tests = rules.replace(".game", ".test");
        let told = String::from_utf8_lossy(&made.stdout).into_owned();
        assert!(made.status.success() && told.contains(&format!("parlour test {tests}")), "{made:?}");
        assert!(folder.read(&rules).contains(&format!("(game \"{name}\"")));
        let passed = folder.run(&["test", &tests]);
        assert!(passed.status.success(), "{}", String::from_utf8_lossy(&passed.stdout));
        let checked = folder.run(&["check", &rules]);
        let said = String::from_utf8_lossy(&checked.stdout).into_owned();
        assert!(checked.status.success() && !said.contains("warning"), "{said}");
    }
    let first = "deep/er/a-game-of-board.game";
    fs::write(folder.0.join(first), "mine").expect("it can be written");
    let again = folder.run(&["new", "A game of board", "deep/er"]);
    assert_eq!(again.status.code(), Some(1), "{again:?}");
    assert_eq!(folder.read(first), "mine");
}

#[test]
fn every_link_of_the_manual_leads_somewhere_and_every_ludeme_is_there() {
    let folder = Folder::new("manual");
    assert!(folder.run(&["doc", "--html", "manual"]).status.success());
    let files = ["index.html", "forms.html", "ludemes.html", "types.html", "library.html"];
    let between = |text: &str, before: &str| -> Vec<String> {
        text.split(before).skip(1).filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())).collect()
    };
    let pages: Vec<String> = files.iter().map(|file| folder.read(&format!("manual/{file}"))).collect();
    let mut places: BTreeSet<String> = files.iter().map(|file| (*file).to_owned()).collect();
    for (file, page) in files.iter().zip(&pages) {
        places.extend(between(page, "id=\"").iter().map(|id| format!("{file}#{id}")));
    }
    let mut links = 0;
    for (file, page) in files.iter().zip(&pages) {
        for link in between(page, "href=\"") {
            links += 1;
            assert!(places.contains(&link), "{file}: {link} leads nowhere");
        }
    }
    assert!(links > 1000, "{links} links");
    for row in &Catalogue::get().rows {
        assert!(places.contains(&format!("ludemes.html#{:?}", row.prim)), "{:?} is missing", row.prim);
        assert!(!row.signatures.is_empty() && !row.doc.is_empty() && !row.example.is_empty(), "{:?}", row.prim);
    }
}

#[test]
fn pictures_of_games() {
    let folder = Folder::new("pictures");
    let whist = game("cards/whist.game");
    let shown = folder.run(&["show", &whist, "--as", "1", "--svg", "hand.svg", "--png", "hand.png"]);
    assert!(shown.status.success() && shown.stdout.is_empty(), "{shown:?}");
    let svg = folder.read("hand.svg");
    assert!(svg.contains("hand1 (13)") && svg.contains(">Q</text>") && svg.contains("\u{d7}13"), "{svg}");
    let png = fs::read(folder.0.join("hand.png")).expect("it was written");
    assert!(png.starts_with(b"\x89PNG") && png.len() > 5000, "{} bytes", png.len());
    let stacks = game("stacks/death-stacks.game");
    for (wish, of, parts) in [("--animate", "<animate ", 7), ("--strip", "<g transform=", 7)] {
        let args = ["trial", "--random", &stacks, "--limit", "12", "--every", "2", "--svg", "film.svg", wish];
        let drawn = folder.run(&args);
        assert!(drawn.status.success(), "{drawn:?}");
        assert_eq!(folder.read("film.svg").matches(of).count(), parts, "{wish}");
    }
    let nowhere = folder.run(&["show", &whist, "--svg", "no/such/folder.svg"]);
    assert_eq!(nowhere.status.code(), Some(1), "{nowhere:?}");
}
