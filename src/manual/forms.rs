//! The forms of rule files that stand around ludemes and are no ludemes themselves.

/// A form: how it is written, what it means, an example.
pub struct Form {
    /// The word it begins with.
    pub name: &'static str,
    /// How it is written, a line each way.
    pub usage: &'static [&'static str],
    /// What it means.
    pub doc: &'static str,
    /// One that can stand in a file.
    pub example: &'static str,
}

/// Every form, in the order in which an author meets them.
pub const FORMS: &[Form] = &[
    Form {
        name: "define",
        usage: &[r#"(define "Name" <body> …)"#, r#"(define "Name" ["doc"] (params { (param …) … }) <body> …)"#],
        doc: "Gives a part of the rules a name: `\"Name\"`, or `(\"Name\" argument …)`. In the body `#1`, `#2` … stand for the \
              arguments, or `#name` for those of `params`; `~` in a call leaves one out. A comment right above it is its page here, \
              and a line `says:` in that comment is how `explain` words it.",
        example: r#"(define "StepTo" (move Step #1 (to if:#2)))"#,
    },
    Form {
        name: "param",
        usage: &[r#"(param "name" [<Type>] ["doc"] [default:<value>] [optional:<Bool>])"#],
        doc: "A parameter of a definition, by name; `#name` stands for what is given.",
        example: r#"(define "Reach" (params { (param "from" Site) (param "distance" Int default:1) }) (sites Around #from distance:#distance))"#,
    },
    Form {
        name: "option",
        usage: &[
            r#"(option "Label" <Tag> args:{ <name> … } [short:<word>] { (item "Name" <value> … ["doc"])* … })"#,
            r#"(option "Label" <Tag> range:<least>..<greatest> default:<number> ["doc"])"#,
        ],
        doc: "What may be chosen before play: one of several items, or a number. `<Tag>`, or `<Tag:name>` for one argument, stands for \
              what is chosen wherever it is written. The star marks the default.",
        example: r#"(option "Board Size" <Size> args:{ <side> } short:size { (item "Small" <3>)* (item "Large" <10>) })"#,
    },
    Form {
        name: "item",
        usage: &[r#"(item "Name" [short:<word>] <value> … ["doc"])"#],
        doc: "What an option may be: a value in `<…>` for each of its `args`. A star behind it marks the default.",
        example: r#"(option "Edges" <Edges> args:{ <walls> } { (item "Mirror" <Mirror>)* (item "Wrap" <Wrap>) })"#,
    },
    Form {
        name: "ruleset",
        usage: &[r#"(ruleset "Ruleset/Name" { "Label/Item" … })"#],
        doc: "A choice of options under one name, chosen with `--ruleset Name`. It stands in `(rulesets { … })`.",
        example: r#"(rulesets { (ruleset "Ruleset/Club" { "Board Size/Small" })* })"#,
    },
    Form {
        name: "rulesets",
        usage: &[r#"(rulesets { (ruleset "Ruleset/Name" { … })* … })"#],
        doc: "The rulesets of a file; the star marks the default.",
        example: r#"(rulesets { (ruleset "Ruleset/Club" { "Board Size/Small" })* })"#,
    },
    Form {
        name: "import",
        usage: &[r#"(import "path.game")"#],
        doc: "Brings the definitions and options of another file, whose path is seen from this one.",
        example: r#"(import "pieces/hoppers.game")"#,
    },
    Form {
        name: "variant",
        usage: &[r#"(variant ["Name"] of:"path.game" [ruleset:"Name"] [options:{ "Label/Item" … }])"#],
        doc: "The whole game of another file with other choices and with the definitions of this one.",
        example: r#"(variant "Torus" of:"death-stacks.game" options:{ "Edges/Wrap" })"#,
    },
    Form {
        name: "metadata",
        usage: &["(metadata (info { … }) …)"],
        doc: "What is told about a game: author, date, source. It does not change the rules.",
        example: r#"(metadata (info { (author "Unknown") (date "1880") }))"#,
    },
    Form {
        name: "useFor",
        usage: &[r#"(useFor { "Label/Item" … } …)"#],
        doc: "A part of the metadata that counts only where all the options that it names are chosen.",
        example: r#"(metadata (useFor { "Board Size/Small" } (info (description "The small game."))))"#,
    },
    Form {
        name: "test",
        usage: &[
            r#"(test "Name" [of:"path.game"] (with "option=value") (setup "…") (play "move" …) (result P1 Win) …)"#,
        ],
        doc: "A test of the rules: steps that set up and play, and steps that say what must then be so; `parlour test` runs it. The steps \
              are with, each, setup, play, chance; and moves, legal, illegal, only, board, score, ranks, result, mover, node, round, \
              seats, record, sees, knows, history, check, error, warning: docs/testing.md says what each expects.",
        example: r#"(test "three in a row" (play "a1" "b1" "a2" "b2" "a3") (result P1 Win))"#,
    },
    Form {
        name: "tests",
        usage: &[r#"(tests of:"path.game")"#],
        doc: "Begins a file of tests for the rules of another file.",
        example: r#"(tests of:"death-stacks.game")"#,
    },
    Form {
        name: "trial",
        usage: &[
            r#"(trial "Game" [(file "…")] [(option "…" "…")] [(seed <n>)] [(setup "…")] (moves …) [(result <rank> …)])"#,
        ],
        doc: "A recorded game, a file of its own: `parlour trial FILE` plays it again, and `parlour test` sees that it still fits.",
        example: r#"(trial "Tic-Tac-Toe" (file "tic-tac-toe.game") (moves b2 a1 c3))"#,
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_grammar::parse;
    use parlour_grammar::span::Sources;

    #[test]
    fn examples_are_forms_of_their_names() {
        for form in FORMS {
            let mut sources = Sources::default();
            let file = sources.add("example", form.example);
            let read = parse::read(&sources, file);
            assert!(read.diagnostics.is_empty(), "{}: {:?}", form.name, read.diagnostics);
            assert!(form.example.contains(&format!("({} ", form.name)), "{} is not in its example", form.name);
        }
    }

    #[test]
    fn every_word_that_begins_a_form_has_a_page() {
        let own_page = ["game", "match"];
        for word in parse::TOP_LEVEL.iter().filter(|word| !own_page.contains(word)) {
            assert!(FORMS.iter().any(|form| form.name == *word), "{word} has no page");
        }
    }
}
