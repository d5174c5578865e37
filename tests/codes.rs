//! The table of diagnostic codes is complete: every code that is said is explained, and every code explained is said.

use crate::common;
use parlour_grammar::diagnostic::codes;
use std::collections::BTreeSet;

/// The table, and the files that it is continued in.
const TABLE: &str = "grammar/src/diagnostic/codes";

/// The quoted codes of a text, such as `"E0104"`.
fn codes_in(text: &str) -> BTreeSet<String> {
    let is_code =
        |word: &&str| word.len() == 5 && word.starts_with(['E', 'W']) && word[1..].bytes().all(|b| b.is_ascii_digit());
    text.split('"').filter(is_code).map(str::to_owned).collect()
}

#[test]
fn every_code_is_explained_and_every_explained_code_is_used() {
    let read = |path: &str| std::fs::read_to_string(common::root().join(path)).expect("sources are text");
    let sources: Vec<String> = ["grammar/src", "interpreter/src", "src"]
        .iter()
        .flat_map(|folder| common::files_below(folder, ".rs"))
        .filter(|path| !path.starts_with(TABLE))
        .map(|path| read(&path))
        .collect();
    let tables =
        common::files_below("grammar/src/diagnostic", ".rs").into_iter().filter(|path| path.starts_with(TABLE));
    let table: String = tables.map(|path| read(&path)).collect();
    // Constants by which the table's codes go: `pub const NAME: &str = "E0101";`.
    let names: Vec<(&str, &str)> = table
        .lines()
        .filter_map(|line| line.strip_prefix("pub const ")?.split_once(": &str = \""))
        .map(|(name, code)| (name, code.trim_end_matches("\";")))
        .collect();
    let mut used: BTreeSet<String> = sources.iter().flat_map(|text| codes_in(text)).collect();
    for (name, code) in names {
        let is_name = |word: &str| word == name;
        if sources.iter().any(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(is_name)) {
            used.insert(code.to_owned());
        }
    }
    let explained: BTreeSet<String> = codes::all().map(|row| row.code.to_owned()).collect();
    let unexplained: Vec<_> = used.difference(&explained).collect();
    let unused: Vec<_> = explained.difference(&used).collect();
    assert!(unexplained.is_empty(), "codes that {TABLE} does not explain: {unexplained:?}");
    assert!(unused.is_empty(), "codes that nothing says: {unused:?}");
}
