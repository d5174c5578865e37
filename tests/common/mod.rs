//! What the drivers share: rule files and where they lie.
#![allow(dead_code, reason = "each driver uses its part")]

use parlour_grammar::expand::{Files, OptionInfo, OptionKind, Selection};
use parlour_interpreter::play::{Game, LoadError, Source};
use std::path::{Path, PathBuf};

/// The folder of the project.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

struct Folder(PathBuf);

impl Files for Folder {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        std::fs::read(self.0.join(path)).map_err(|_| "no such file".to_owned())
    }
}

/// The files beside a rule file, for what it imports.
pub fn beside(path: &str) -> impl Files {
    Folder(root().join(path).parent().expect("a folder").to_owned())
}

/// Loads a rule file, given by its path within the project.
pub fn try_load(path: &str, selection: &Selection) -> Result<Game, LoadError> {
    let full = root().join(path);
    let bytes = std::fs::read(&full).unwrap_or_else(|e| panic!("{path}: {e}"));
    let files = Folder(full.parent().expect("a folder").to_owned());
    Game::load(&Source { name: path, bytes: &bytes, files: &files }, selection)
}

/// Loads a rule file with choices such as `Edges=Wrap` and `@Torus`.
pub fn load(path: &str, choices: &[&str]) -> Game {
    let mut selection = Selection::default();
    for choice in choices {
        match choice.split_once('=') {
            Some((name, value)) => selection.options.push((name.into(), value.into())),
            None => selection.ruleset = Some(choice.trim_start_matches('@').replace('_', " ")),
        }
    }
    try_load(path, &selection).unwrap_or_else(|e| panic!("{path} {choices:?}:\n{e}"))
}

/// The files below a folder whose names end so, sorted, as paths within the project.
pub fn files_below(folder: &str, ending: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![root().join(folder)];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())).flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.to_string_lossy().ends_with(ending) {
                found.push(path.strip_prefix(root()).expect("below the root").to_string_lossy().into_owned());
            }
        }
    }
    found.sort();
    found
}

/// Every rule file of the project.
pub fn games() -> Vec<String> {
    files_below("games", ".game")
}

/// A game as it is, with each single change of an option, and with each ruleset.
pub fn all_selections(game: &Game) -> Vec<Selection> {
    let mut selections = vec![Selection::default()];
    let with =
        |name: &str, value: String| Selection { options: vec![(name.to_owned(), value)], ..Selection::default() };
    for OptionInfo { label, kind, .. } in game.options() {
        match kind {
            OptionKind::Items(items) => {
                selections.extend(items.iter().filter(|i| !i.default).map(|i| with(label, i.name.clone())));
            }
            OptionKind::Number { min, max, default } => {
                // The ends, as far as they are no burden, and the neighbours of the default.
                let values = [*min, default - 1, default + 1, (*max).min(default + 8)];
                let mut values: Vec<i64> =
                    values.into_iter().filter(|v| (min..=max).contains(&v) && v != default).collect();
                values.sort_unstable();
                values.dedup();
                selections.extend(values.into_iter().map(|v| with(label, v.to_string())));
            }
        }
    }
    selections
        .extend(game.rulesets().iter().map(|r| Selection { ruleset: Some(r.name.clone()), ..Selection::default() }));
    selections
}

/// Random numbers of a seed, the same every time: the finaliser of splitmix64 (Steele, Lea and Flood, 2014).
pub struct Dice(pub u64);

impl Dice {
    /// A number below `n`; 0 if that is 0.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n.max(1) as u64) as usize
    }

    /// One of these.
    pub fn of<'a, T: ?Sized>(&mut self, of: &'a [&'a T]) -> &'a T {
        of[self.below(of.len())]
    }
}
