//! Each file in `errors/` is a mistake; its snapshot holds what is said about it. Comments at the head of a file select options:
//! `// option: NAME=VALUE`, `// ruleset: NAME`. After a change, `INSTA_UPDATE=always cargo test -p parlour-grammar --test errors`.

use std::path::{Path, PathBuf};

use parlour_grammar::diagnostic::{Style, explain, json, render};
use parlour_grammar::expand::{Expanded, Files, Selection, expand};
use parlour_grammar::span::Sources;

struct Folder(PathBuf);

impl Files for Folder {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        std::fs::read(self.0.join(path)).map_err(|_| "no such file".to_owned())
    }
}

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors");
    let mut cases: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of cases")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "game"))
        .collect();
    cases.sort();
    cases
}

fn load(case: &Path) -> (Sources, Expanded) {
    let text = std::fs::read_to_string(case).expect("a case in UTF-8");
    let mut selection = Selection::default();
    for line in text.lines() {
        if let Some((name, value)) = line.strip_prefix("// option: ").and_then(|rest| rest.split_once('=')) {
            selection.options.push((name.to_owned(), value.to_owned()));
        } else if let Some(name) = line.strip_prefix("// ruleset: ") {
            selection.ruleset = Some(name.to_owned());
        }
    }
    let mut sources = Sources::default();
    let file = sources.add(case.file_name().expect("a file").to_string_lossy(), text);
    let folder = Folder(case.parent().expect("a folder").to_owned());
    let expanded = expand(&mut sources, file, &selection, &[], &folder);
    (sources, expanded)
}

#[test]
fn what_is_said_about_each_mistake() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("errors");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let _guard = settings.bind_to_scope();
    for case in cases() {
        let (sources, expanded) = load(&case);
        let mut said = String::new();
        for diagnostic in &expanded.diagnostics {
            assert!(explain(diagnostic.code).is_some(), "{} is not in the table", diagnostic.code);
            said += &render(diagnostic, &sources, &expanded.traces, Style { colour: false, width: 90 });
        }
        assert!(!said.is_empty(), "nothing is said about {}", case.display());
        insta::assert_snapshot!(case.file_stem().expect("a name").to_string_lossy().into_owned(), said);
    }
}

#[test]
fn every_finding_is_data_too() {
    for case in cases() {
        let (sources, expanded) = load(&case);
        let data = json(&expanded.diagnostics, &sources, &expanded.traces);
        let list = data.as_array().expect("an array");
        assert_eq!(list.len(), expanded.diagnostics.len());
        for entry in list {
            for label in entry["labels"].as_array().expect("an array") {
                assert!(label["line"].as_u64() >= Some(1), "{entry}");
            }
        }
    }
}
