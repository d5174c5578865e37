//! Finds what is to be tested.

use crate::failure::{Failure, WRONG};
use crate::load;
use parlour_interpreter::testing::Suite;
use std::fs;
use std::path::{Path, PathBuf};

/// A file that may hold something to test.
pub struct Found {
    pub path: PathBuf,
    /// Whether the user named this very file.
    pub named: bool,
    pub is_trial: bool,
    /// Its tests, if it has any.
    pub suite: Option<Suite>,
    /// Why it cannot be read.
    pub unreadable: Option<String>,
}

/// What a file of tests alone ends in.
const TESTS: &str = "test";

/// The files at and under some paths, each once, in the order of their names.
pub fn find(paths: &[PathBuf]) -> Result<Vec<Found>, Failure> {
    let mut files: Vec<(PathBuf, bool)> = Vec::new();
    for path in paths {
        let fail = |error| Failure::new(WRONG, format!("error: `{}` cannot be read: {error}", path.display()));
        if fs::metadata(path).map_err(fail)?.is_dir() {
            walk(path, &mut files).map_err(fail)?;
        } else {
            files.push((path.clone(), true));
        }
    }
    // A file that is named counts as such wherever else it is found.
    files.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1)));
    files.dedup_by(|a, b| a.0 == b.0);
    Ok(files.into_iter().map(|(path, named)| look(path, named)).collect())
}

/// Symbolic links to folders are not followed: they may lead in circles. Nor are folders that are hidden, or hold what was built.
fn walk(folder: &Path, files: &mut Vec<(PathBuf, bool)>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, name) = (entry.path(), entry.file_name());
        let kind = entry.file_type()?;
        if kind.is_dir() {
            if !name.to_string_lossy().starts_with('.') && name != "target" {
                walk(&path, files)?;
            }
        } else if path.is_file() && path.extension().is_some_and(|e| e == TESTS || e == "game" || e == "trial") {
            let plain = path.strip_prefix(".").map(Path::to_owned).unwrap_or(path);
            files.push((plain, false));
        }
    }
    Ok(())
}

fn look(path: PathBuf, named: bool) -> Found {
    let is_trial = path.extension().is_some_and(|ending| ending == "trial");
    let mut found = Found { path, named, is_trial, suite: None, unreadable: None };
    if found.is_trial {
        return found;
    }
    match load::read(&found.path) {
        Ok(bytes) => {
            let tests_alone = found.path.extension().is_some_and(|ending| ending == TESTS);
            // Most rule files have no tests, and what else may be wrong with them is `check`'s affair.
            if tests_alone || bytes.windows(5).any(|window| window == b"(test") {
                let suite = Suite::read(&found.path.to_string_lossy(), &bytes);
                found.suite = (tests_alone || !suite.tests.is_empty()).then_some(suite);
            }
        }
        Err(why) => found.unreadable = Some(format!("`{}` {why}", found.path.display())),
    }
    found
}
