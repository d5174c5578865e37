//! Every rule file of `games/` loads without an error, and plays.

use parlour_grammar::expand::{Files, Selection};
use parlour_interpreter::play::{Game, Playouts, Source, playouts};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64};

/// The folder of a rule file.
struct Folder(PathBuf);

impl Files for Folder {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        fs::read(self.0.join(path)).map_err(|error| error.to_string())
    }
}

#[test]
fn every_game_loads_and_plays() {
    let mut played = 0;
    for path in games(&Path::new(env!("CARGO_MANIFEST_DIR")).join("games")) {
        let bytes = fs::read(&path).expect("the file was listed");
        let folder = Folder(path.parent().expect("files have folders").to_owned());
        let name = path.to_string_lossy();
        let load = |selection: &Selection| {
            let source = Source { name: &name, bytes: &bytes, files: &folder };
            Game::load(&source, selection).unwrap_or_else(|error| panic!("{name} with {selection:?}:\n{error}"))
        };
        let game = load(&Selection::default());
        let rulesets = game
            .rulesets()
            .iter()
            .map(|ruleset| load(&Selection { ruleset: Some(ruleset.name.clone()), ..Selection::default() }));
        for game in [game.clone()].into_iter().chain(rulesets) {
            assert!(game.warnings().diagnostics.is_empty(), "{}", game.warnings());
            let settings = Playouts { count: Some(3), limit: 300, ..Playouts::default() };
            let report = playouts(&game, &settings, &AtomicBool::new(false), &AtomicU64::new(0));
            report.unwrap_or_else(|fault| panic!("{name}:\n{}", game.fault(&fault)));
            played += 1;
        }
    }
    assert!(played > 0);
}

fn games(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(games(&path));
        } else if path.extension().is_some_and(|extension| extension == "game") {
            found.push(path);
        }
    }
    found.sort();
    found
}
