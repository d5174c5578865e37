//! The table of codes. A code, once given, keeps its meaning.
//!
//! `E01` text and syntax, `E02` definitions, options and imports, `E03` names and types, `E04` equipment and boards, `E05` rules,
//! `E06` play, `E07` moves and trials; warnings (`W…`) have the same families. Each family is a table of its own.

/// What a code means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Code {
    /// The code, such as `E0104`.
    pub code: &'static str,
    /// The mistake in a few words.
    pub title: &'static str,
    /// What is wrong and what to do, for somebody who meets it for the first time.
    pub explanation: &'static str,
}

/// Every family.
const FAMILIES: &[&[Code]] = &[TEXT, DEFINITIONS];

/// Every code, in order of the families.
pub fn all() -> impl Iterator<Item = &'static Code> {
    FAMILIES.iter().copied().flatten()
}

/// What `code` means; upper and lower case make no difference.
#[must_use]
pub fn explain(code: &str) -> Option<&'static Code> {
    all().find(|row| row.code.eq_ignore_ascii_case(code.trim()))
}

/// Text is not UTF-8.
pub const UTF8: &str = "E0101";
/// A string is not closed.
pub const STRING: &str = "E0102";
/// A character that means nothing here.
pub const STRAY: &str = "E0103";
/// A bracket is not closed.
pub const NOT_CLOSED: &str = "E0104";
/// A bracket closes nothing.
pub const CLOSES_NOTHING: &str = "E0105";
/// A bracket is closed by one of the other kind.
pub const WRONG_BRACKET: &str = "E0106";
/// Brackets nest too deeply.
pub const DEPTH: &str = "E0107";
/// A named argument without a value.
pub const NAME: &str = "E0108";
/// A range lacks an end.
pub const RANGE: &str = "E0109";
/// A number is too large.
pub const NUMBER: &str = "E0110";
/// Empty brackets.
pub const EMPTY: &str = "E0111";
/// Text outside of any form.
pub const OUTSIDE: &str = "E0112";
/// `<…>` outside of an option's item.
pub const FRAGMENT: &str = "E0113";
/// A file is too large.
pub const FILE_SIZE: &str = "E0114";
/// An unknown definition.
pub const UNKNOWN_DEFINITION: &str = "E0201";
/// A definition is malformed.
pub const BAD_DEFINITION: &str = "E0203";
/// An argument that the definition does not have.
pub const UNKNOWN_ARGUMENT: &str = "E0204";
/// An argument is missing.
pub const MISSING_ARGUMENT: &str = "E0205";
/// Too many arguments.
pub const TOO_MANY_ARGUMENTS: &str = "E0206";
/// A definition uses itself.
pub const RECURSION: &str = "E0207";
/// An expansion grows too large.
pub const TOO_LARGE: &str = "E0208";
/// An expansion nests too deeply.
pub const TOO_DEEP: &str = "E0209";
/// A parameter outside of its definition.
pub const PARAMETER_OUTSIDE: &str = "E0210";
/// `~` outside of a definition's call.
pub const HOLE_OUTSIDE: &str = "E0211";
/// A reference to an unknown option.
pub const UNKNOWN_OPTION: &str = "E0212";
/// An option has no such argument.
pub const UNKNOWN_OPTION_ARGUMENT: &str = "E0213";
/// An option is malformed.
pub const BAD_OPTION: &str = "E0214";
/// The selection names an unknown option.
pub const NO_SUCH_OPTION: &str = "E0215";
/// The selection names an unknown item.
pub const NO_SUCH_ITEM: &str = "E0216";
/// The selection names an unknown ruleset.
pub const NO_SUCH_RULESET: &str = "E0217";
/// A number outside of an option's range.
pub const OUT_OF_RANGE: &str = "E0218";
/// An option is selected twice.
pub const CONFLICT: &str = "E0219";
/// A ruleset is malformed.
pub const BAD_RULESET: &str = "E0220";
/// A file cannot be imported.
pub const IMPORT_NOT_FOUND: &str = "E0221";
/// Files import each other.
pub const IMPORT_CYCLE: &str = "E0222";
/// An import leaves the folder.
pub const IMPORT_ESCAPES: &str = "E0223";
/// More than one game.
pub const TWO_GAMES: &str = "E0224";
/// An import or a variant is malformed.
pub const BAD_IMPORT: &str = "E0225";
/// An argument is given twice.
pub const ARGUMENT_TWICE: &str = "E0226";
/// One value is needed here.
pub const NOT_ONE: &str = "E0227";
/// An unknown top-level form.
pub const UNKNOWN_FORM: &str = "E0228";
/// A definition is never used.
pub const UNUSED_DEFINITION: &str = "W0201";
/// An option is never used.
pub const UNUSED_OPTION: &str = "W0202";
/// An argument is never used.
pub const UNUSED_ARGUMENT: &str = "W0203";
/// Two imports define the same name.
pub const AMBIGUOUS: &str = "W0204";
/// A parameter is never used.
pub const UNUSED_PARAMETER: &str = "W0205";
/// Text outside of any form.
pub const IGNORED_TEXT: &str = "W0101";
/// A surplus `>`.
pub const SURPLUS: &str = "W0102";
/// A definition is given twice.
pub const DUPLICATE_DEFINITION: &str = "W0206";

/// Text and syntax.
pub const TEXT: &[Code] = &[
    Code { code: UTF8, title: "text is not UTF-8", explanation: "Rule files are text in UTF-8. The place shown is the first byte that does not fit; save the file again as UTF-8." },
    Code { code: STRING, title: "a string is not closed", explanation: "A string begins and ends with `\"` and may span lines, but not past a line that begins with `(`: such a line begins a new top-level form, so the quote must be missing before it. A quotation mark inside a string is written `\\\"`." },
    Code { code: STRAY, title: "a character that means nothing here", explanation: "Outside strings and comments a rule file consists of brackets, words, numbers, ranges, named arguments, parameters (`#1`) and references to options (`<Tag>`). A comparison stands first in its brackets: `(< a b)`." },
    Code { code: NOT_CLOSED, title: "a bracket is not closed", explanation: "Every `(` needs a `)` and every `{` a `}`. The second place shown is where the bracket is most likely missing, judged by the indentation; a line that begins with `(` in its first column is taken to begin a new top-level form." },
    Code { code: CLOSES_NOTHING, title: "a bracket closes nothing", explanation: "There are more closing than opening brackets. Where the indentation and the brackets disagree, the place is shown." },
    Code { code: WRONG_BRACKET, title: "a bracket is closed by one of the other kind", explanation: "`(` is closed by `)` and `{` by `}`." },
    Code { code: DEPTH, title: "brackets nest too deeply", explanation: "Brackets may nest 256 levels deep. Give parts of the form names with `(define \"Name\" …)`." },
    Code { code: NAME, title: "a named argument without a value", explanation: "`name:` is followed by its value: `count:2`, `if:(is Empty (to))`." },
    Code { code: RANGE, title: "a range lacks an end", explanation: "A range reads `0..5`; both ends are included." },
    Code { code: NUMBER, title: "a number is too large", explanation: "Whole numbers fit in 64 bits." },
    Code { code: EMPTY, title: "empty brackets", explanation: "A ludeme reads `(name arguments…)`. An empty collection is `{}`." },
    Code { code: OUTSIDE, title: "text outside of any form", explanation: "A rule file is a sequence of forms: `(game …)`, `(define …)`, `(option …)`, `(rulesets …)`, `(metadata …)`, `(import …)`. Anything else at the top level is most likely left over from a form that was closed too early." },
    Code { code: FRAGMENT, title: "`<…>` outside of an option's item", explanation: "`<…>` gives what an option's item stands for: `(item \"Large\" <10> \"…\")`. A reference to an option is written without blanks: `<Tag>` or `<Tag:argument>`." },
    Code { code: FILE_SIZE, title: "a file is too large", explanation: "Files of up to 64 MiB are read." },
    Code { code: IGNORED_TEXT, title: "text outside of any form", explanation: "A rule file is a sequence of forms. Words outside of them are left out; most likely they were meant as a comment, `// …`." },
    Code { code: SURPLUS, title: "a surplus `>`", explanation: "A reference to an option, `<Tag>`, is followed by another `>`, which is left out." },
];

/// Definitions, options and imports.
pub const DEFINITIONS: &[Code] = &[
    Code { code: UNKNOWN_DEFINITION, title: "an unknown definition", explanation: "`(\"Name\" …)` calls a definition, and none of that name is in this file, its imports or the library." },
    Code { code: BAD_DEFINITION, title: "a definition is malformed", explanation: "A definition reads `(define \"Name\" body…)`, with parameters `#1`, `#2` …; or `(define \"Name\" \"what it does\" (params { (param \"from\" Site \"where from\" default:(to)) … }) body…)`, with parameters `#from`." },
    Code { code: UNKNOWN_ARGUMENT, title: "an argument that the definition does not have", explanation: "The definition has no parameter of that name." },
    Code { code: MISSING_ARGUMENT, title: "an argument is missing", explanation: "The parameter has no default and is not optional, so every call must give it." },
    Code { code: TOO_MANY_ARGUMENTS, title: "too many arguments", explanation: "The definition has fewer parameters than the call has arguments." },
    Code { code: RECURSION, title: "a definition uses itself", explanation: "Definitions are expanded before play, so they cannot recurse, neither directly nor through others. The same holds for options whose text refers to themselves. Repetition at play is said with `forEach`, `while` or `(then …)`." },
    Code { code: TOO_LARGE, title: "an expansion grows too large", explanation: "What the file expands to exceeds the bound on its size; the definition named is the one at work when the bound was met. Arguments that are used several times in definitions that call each other multiply." },
    Code { code: TOO_DEEP, title: "an expansion nests too deeply", explanation: "Definitions that call definitions, with their brackets, nest beyond the bound." },
    Code { code: PARAMETER_OUTSIDE, title: "a parameter outside of its definition", explanation: "`#1` and `#name` stand for arguments and mean something only inside a definition that has such a parameter." },
    Code { code: HOLE_OUTSIDE, title: "`~` outside of a definition's call", explanation: "`~` leaves out an argument in the call of a definition: `(\"Name\" ~ Orthogonal)`." },
    Code { code: UNKNOWN_OPTION, title: "a reference to an unknown option", explanation: "`<Tag>` and `<Tag:argument>` refer to an option `(option \"Label\" <Tag> …)` of this file or of an imported one." },
    Code { code: UNKNOWN_OPTION_ARGUMENT, title: "an option has no such argument", explanation: "`<Tag:argument>` names one of the arguments in the option's `args:{ … }`." },
    Code { code: BAD_OPTION, title: "an option is malformed", explanation: "An option reads `(option \"Label\" <Tag> args:{ <a> <b> } { (item \"Name\" <…> <…> \"what it does\")* … })`, with one `<…>` an argument and stars after the default; or, for a number, `(option \"Label\" <Tag> range:0..1000 default:500 \"what it does\")`." },
    Code { code: NO_SUCH_OPTION, title: "the selection names an unknown option", explanation: "Options are selected by label or tag; upper and lower case, blanks and hyphens make no difference." },
    Code { code: NO_SUCH_ITEM, title: "the selection names an unknown item", explanation: "The option has no such item." },
    Code { code: NO_SUCH_RULESET, title: "the selection names an unknown ruleset", explanation: "Rulesets are selected by their names, without `Ruleset/`; upper and lower case, blanks and hyphens make no difference." },
    Code { code: OUT_OF_RANGE, title: "a number outside of an option's range", explanation: "The option takes whole numbers in its range." },
    Code { code: CONFLICT, title: "an option is selected twice", explanation: "One selection gives an option two different values." },
    Code { code: BAD_RULESET, title: "a ruleset is malformed", explanation: "Rulesets read `(rulesets { (ruleset \"Ruleset/Name\" { \"Option/Item\" … })* … })`; a star marks the default." },
    Code { code: IMPORT_NOT_FOUND, title: "a file cannot be imported", explanation: "The file could not be read." },
    Code { code: IMPORT_CYCLE, title: "files import each other", explanation: "Imports may not lead back to a file that is being read." },
    Code { code: IMPORT_ESCAPES, title: "an import leaves the folder", explanation: "Imports are relative paths with `/` that stay in the folder of the file that was opened." },
    Code { code: TWO_GAMES, title: "more than one game", explanation: "A file holds one `(game …)`, one `(match …)` or one `(variant …)`." },
    Code { code: BAD_IMPORT, title: "an import or a variant is malformed", explanation: "An import reads `(import \"path\")`. A variant reads `(variant \"Name\" of:\"path\" ruleset:\"Name\" options:{ \"Option/Item\" … })`; definitions beside it override those of the game it is a variant of." },
    Code { code: ARGUMENT_TWICE, title: "an argument is given twice", explanation: "A parameter takes one argument, by position or by name." },
    Code { code: NOT_ONE, title: "one value is needed here", explanation: "A definition that stands for several things, or for none, is used where exactly one fits: at an end of a range, after `name:` with a name of its own, or inside a string." },
    Code { code: UNKNOWN_FORM, title: "an unknown top-level form", explanation: "The top level of a file holds `(game …)`, `(match …)`, `(variant …)`, `(define …)`, `(option …)`, `(rulesets …)`, `(metadata …)`, `(import …)` and `(test …)`." },
    Code { code: UNUSED_DEFINITION, title: "a definition is never used", explanation: "Nothing in the game, its metadata or its tests calls it, under any option." },
    Code { code: UNUSED_OPTION, title: "an option is never used", explanation: "Nothing refers to the option's tag, so selecting an item changes nothing." },
    Code { code: UNUSED_ARGUMENT, title: "an argument is never used", explanation: "The definition's body has fewer parameters than the call has arguments; what is superfluous is left out." },
    Code { code: AMBIGUOUS, title: "two imports define the same name", explanation: "Two imported files have a definition, or an option, of the same name; the one imported later counts." },
    Code { code: UNUSED_PARAMETER, title: "a parameter is never used", explanation: "The definition's body does not mention the parameter." },
    Code { code: DUPLICATE_DEFINITION, title: "a definition is given twice", explanation: "Two definitions of one file have the same name; the first counts, as in Ludii. Rename one, or let one go. (A definition of the library or of an imported file may be overridden.)" },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_well_formed() {
        let mut seen = std::collections::BTreeSet::new();
        for row in all() {
            assert!(seen.insert(row.code), "{} is given twice", row.code);
            assert!(row.code.len() == 5 && (row.code.starts_with('E') || row.code.starts_with('W')), "{}", row.code);
            assert!(!row.title.is_empty() && row.explanation.ends_with(['.', ')']), "{}", row.code);
        }
        assert_eq!(explain("e0104").map(|row| row.title), Some("a bracket is not closed"));
    }
}
