//! The table of codes. A code, once given, keeps its meaning.
//!
//! `E01` text and syntax, `E02` definitions, options and imports, `E03` names and types, `E04` equipment and boards, `E05` rules,
//! `E06` play, `E07` moves and trials, `E08` tests and changes at the REPL, and from `E0830`, `W0601` and `W0701` on what makes no
//! sense although it is well formed; warnings (`W…`) have the same families. Each family is a table of its own.

mod given;
mod puzzles;
mod sense;
mod testing;
mod tiles;

pub use given::*;
pub use puzzles::*;
pub use sense::*;
pub use testing::*;
pub use tiles::*;

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

/// Findings of names, and words for what is at hand, that stand for nothing.
pub const NAMES_NOTHING: &[&str] = &[
    UNKNOWN_PIECE,
    UNKNOWN_REGION,
    UNKNOWN_MAP,
    UNKNOWN_PROPOSAL,
    UNKNOWN_VARIABLE,
    FLAG_IN_PLAY,
    IDLE_REGION,
    BELOW_ZERO,
    BY_ZERO,
    NAMELESS,
    "E0410",
    "E0411",
    "E0412",
    "E0413",
    "E0416",
    "E0417",
    "E0505",
    "E0506",
    "E0532",
];

/// Every family.
const FAMILIES: &[&[Code]] =
    &[TEXT, DEFINITIONS, NAMES, EQUIPMENT, GIVEN, RULES, TILES, PLAY, MOVES, TESTS, SENSE, PUZZLES];

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
/// A match of games cannot be put together.
pub const BAD_MATCH: &str = "E0229";
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
    Code {
        code: UTF8,
        title: "text is not UTF-8",
        explanation: "Rule files are text in UTF-8. The place shown is the first byte that does not fit; save the file again as UTF-8.",
    },
    Code {
        code: STRING,
        title: "a string is not closed",
        explanation: "A string begins and ends with `\"` and may span lines, but not past a line that begins with `(`: such a line begins a new top-level form, so the quote must be missing before it. A quotation mark inside a string is written `\\\"`.",
    },
    Code {
        code: STRAY,
        title: "a character that means nothing here",
        explanation: "Outside strings and comments a rule file consists of brackets, words, numbers, ranges, named arguments, parameters (`#1`) and references to options (`<Tag>`). A comparison stands first in its brackets: `(< a b)`. Characters that command a terminal, and those that turn the direction of writing, have no place in strings either.",
    },
    Code {
        code: NOT_CLOSED,
        title: "a bracket is not closed",
        explanation: "Every `(` needs a `)` and every `{` a `}`. The second place shown is where the bracket is most likely missing, judged by the indentation; a line that begins with `(` in its first column is taken to begin a new top-level form.",
    },
    Code {
        code: CLOSES_NOTHING,
        title: "a bracket closes nothing",
        explanation: "There are more closing than opening brackets. Where the indentation and the brackets disagree, the place is shown.",
    },
    Code {
        code: WRONG_BRACKET,
        title: "a bracket is closed by one of the other kind",
        explanation: "`(` is closed by `)` and `{` by `}`.",
    },
    Code {
        code: DEPTH,
        title: "brackets nest too deeply",
        explanation: "Brackets may nest 256 levels deep. Give parts of the form names with `(define \"Name\" …)`.",
    },
    Code {
        code: NAME,
        title: "a named argument without a value",
        explanation: "`name:` is followed by its value: `count:2`, `if:(is Empty (to))`.",
    },
    Code { code: RANGE, title: "a range lacks an end", explanation: "A range reads `0..5`; both ends are included." },
    Code { code: NUMBER, title: "a number is too large", explanation: "Whole numbers fit in 64 bits." },
    Code {
        code: EMPTY,
        title: "empty brackets",
        explanation: "A ludeme reads `(name arguments…)`. An empty collection is `{}`.",
    },
    Code {
        code: OUTSIDE,
        title: "text outside of any form",
        explanation: "A rule file is a sequence of forms: `(game …)`, `(define …)`, `(option …)`, `(rulesets …)`, `(metadata …)`, `(import …)`. Anything else at the top level is most likely left over from a form that was closed too early.",
    },
    Code {
        code: FRAGMENT,
        title: "`<…>` outside of an option's item",
        explanation: "`<…>` gives what an option's item stands for: `(item \"Large\" <10> \"…\")`. A reference to an option is written without blanks: `<Tag>` or `<Tag:argument>`.",
    },
    Code { code: FILE_SIZE, title: "a file is too large", explanation: "Files of up to 64 MiB are read." },
    Code {
        code: IGNORED_TEXT,
        title: "text outside of any form",
        explanation: "A rule file is a sequence of forms. Words outside of them are left out; most likely they were meant as a comment, `// …`.",
    },
    Code {
        code: SURPLUS,
        title: "a surplus `>`",
        explanation: "A reference to an option, `<Tag>`, is followed by another `>`, which is left out.",
    },
];

/// Definitions, options and imports.
pub const DEFINITIONS: &[Code] = &[
    Code {
        code: UNKNOWN_DEFINITION,
        title: "an unknown definition",
        explanation: "`(\"Name\" …)` calls a definition, and none of that name is in this file, its imports or the library.",
    },
    Code {
        code: BAD_DEFINITION,
        title: "a definition is malformed",
        explanation: "A definition reads `(define \"Name\" body…)`, with parameters `#1`, `#2` …; or `(define \"Name\" \"what it does\" (params { (param \"from\" Site \"where from\" default:(to)) … }) body…)`, with parameters `#from`.",
    },
    Code {
        code: UNKNOWN_ARGUMENT,
        title: "an argument that the definition does not have",
        explanation: "The definition has no parameter of that name.",
    },
    Code {
        code: MISSING_ARGUMENT,
        title: "an argument is missing",
        explanation: "The parameter has no default and is not optional, so every call must give it.",
    },
    Code {
        code: TOO_MANY_ARGUMENTS,
        title: "too many arguments",
        explanation: "The definition has fewer parameters than the call has arguments.",
    },
    Code {
        code: RECURSION,
        title: "a definition uses itself",
        explanation: "Definitions are expanded before play, so they cannot recurse, neither directly nor through others. The same holds for options whose text refers to themselves. Repetition at play is said with `forEach`, `while` or `(then …)`.",
    },
    Code {
        code: TOO_LARGE,
        title: "an expansion grows too large",
        explanation: "What the file expands to exceeds the bound on its size; the definition named is the one at work when the bound was met. Arguments that are used several times in definitions that call each other multiply.",
    },
    Code {
        code: TOO_DEEP,
        title: "an expansion nests too deeply",
        explanation: "Definitions that call definitions, with their brackets, nest beyond the bound.",
    },
    Code {
        code: PARAMETER_OUTSIDE,
        title: "a parameter outside of its definition",
        explanation: "`#1` and `#name` stand for arguments and mean something only inside a definition that has such a parameter.",
    },
    Code {
        code: HOLE_OUTSIDE,
        title: "`~` outside of a definition's call",
        explanation: "`~` leaves out an argument in the call of a definition: `(\"Name\" ~ Orthogonal)`.",
    },
    Code {
        code: UNKNOWN_OPTION,
        title: "a reference to an unknown option",
        explanation: "`<Tag>` and `<Tag:argument>` refer to an option `(option \"Label\" <Tag> …)` of this file or of an imported one.",
    },
    Code {
        code: UNKNOWN_OPTION_ARGUMENT,
        title: "an option has no such argument",
        explanation: "`<Tag:argument>` names one of the arguments in the option's `args:{ … }`.",
    },
    Code {
        code: BAD_OPTION,
        title: "an option is malformed",
        explanation: "An option reads `(option \"Label\" <Tag> args:{ <a> <b> } { (item \"Name\" <…> <…> \"what it does\")* … })`, with one `<…>` an argument and stars after the default; or, for a number, `(option \"Label\" <Tag> range:0..1000 default:500 \"what it does\")`.",
    },
    Code {
        code: NO_SUCH_OPTION,
        title: "the selection names an unknown option",
        explanation: "Options are selected by label or tag; upper and lower case, blanks and hyphens make no difference.",
    },
    Code {
        code: NO_SUCH_ITEM,
        title: "the selection names an unknown item",
        explanation: "The option has no such item.",
    },
    Code {
        code: NO_SUCH_RULESET,
        title: "the selection names an unknown ruleset",
        explanation: "Rulesets are selected by their names, without `Ruleset/`; upper and lower case, blanks and hyphens make no difference.",
    },
    Code {
        code: OUT_OF_RANGE,
        title: "a number outside of an option's range",
        explanation: "The option takes whole numbers in its range.",
    },
    Code {
        code: CONFLICT,
        title: "an option is selected twice",
        explanation: "One selection gives an option two different values.",
    },
    Code {
        code: BAD_RULESET,
        title: "a ruleset is malformed",
        explanation: "Rulesets read `(rulesets { (ruleset \"Ruleset/Name\" { \"Option/Item\" … })* … })`; a star marks the default.",
    },
    Code { code: IMPORT_NOT_FOUND, title: "a file cannot be imported", explanation: "The file could not be read." },
    Code {
        code: IMPORT_CYCLE,
        title: "files import each other",
        explanation: "Imports may not lead back to a file that is being read.",
    },
    Code {
        code: IMPORT_ESCAPES,
        title: "an import leaves the folder",
        explanation: "Imports are relative paths with `/` that stay in the folder of the file that was opened.",
    },
    Code {
        code: BAD_MATCH,
        title: "a match that cannot be put together",
        explanation: "`(match \"Name\" (players 2) (games { (subgame \"Game\") … }) (end …))` plays other games, one after the other. Each goes by the name of its rule file, which lies beside the file of the match, is a `(game …)` without rounds of its own, and has as many players as the match. `next:` is the number of the game that comes after it, counted from 0.",
    },
    Code {
        code: TWO_GAMES,
        title: "more than one game",
        explanation: "A file holds one `(game …)`, one `(match …)` or one `(variant …)`.",
    },
    Code {
        code: BAD_IMPORT,
        title: "an import or a variant is malformed",
        explanation: "An import reads `(import \"path\")`. A variant reads `(variant \"Name\" of:\"path\" ruleset:\"Name\" options:{ \"Option/Item\" … })`; definitions beside it override those of the game it is a variant of.",
    },
    Code {
        code: ARGUMENT_TWICE,
        title: "an argument is given twice",
        explanation: "A parameter takes one argument, by position or by name.",
    },
    Code {
        code: NOT_ONE,
        title: "one value is needed here",
        explanation: "A definition that stands for several things, or for none, is used where exactly one fits: at an end of a range, after `name:` with a name of its own, or inside a string.",
    },
    Code {
        code: UNKNOWN_FORM,
        title: "an unknown top-level form",
        explanation: "The top level of a file holds `(game …)`, `(match …)`, `(variant …)`, `(define …)`, `(option …)`, `(rulesets …)`, `(metadata …)`, `(import …)`, `(tests …)` and `(test …)`.",
    },
    Code {
        code: UNUSED_DEFINITION,
        title: "a definition is never used",
        explanation: "Nothing in the game, its metadata or its tests calls it, under any option.",
    },
    Code {
        code: UNUSED_OPTION,
        title: "an option is never used",
        explanation: "Nothing refers to the option's tag, so selecting an item changes nothing.",
    },
    Code {
        code: UNUSED_ARGUMENT,
        title: "an argument is never used",
        explanation: "The definition's body has fewer parameters than the call has arguments; what is superfluous is left out.",
    },
    Code {
        code: AMBIGUOUS,
        title: "two imports define the same name",
        explanation: "Two imported files have a definition, or an option, of the same name; the one imported later counts.",
    },
    Code {
        code: UNUSED_PARAMETER,
        title: "a parameter is never used",
        explanation: "The definition's body does not mention the parameter.",
    },
    Code {
        code: DUPLICATE_DEFINITION,
        title: "a definition is given twice",
        explanation: "Two definitions of one file have the same name; the first counts, as in Ludii. Rename one, or let one go. (A definition of the library or of an imported file may be overridden.)",
    },
];

/// An unknown ludeme.
pub const UNKNOWN_LUDEME: &str = "E0301";
/// An unknown word after the head of a ludeme.
pub const UNKNOWN_WORD: &str = "E0302";
/// Something of another kind than is asked.
pub const WRONG_KIND: &str = "E0303";
/// An argument is missing.
pub const MISSING: &str = "E0304";
/// Too many arguments.
pub const TOO_MANY: &str = "E0305";
/// An unknown named argument.
pub const UNKNOWN_KEYWORD: &str = "E0306";
/// An unknown word.
pub const UNKNOWN_SYMBOL: &str = "E0307";
/// A named argument given twice.
pub const TWICE: &str = "E0308";
/// Ludemes nest too deeply.
pub const NESTING: &str = "E0309";
/// A number is too large.
pub const LARGE_NUMBER: &str = "E0310";
/// A parameter or option that was not expanded.
pub const UNEXPANDED: &str = "E0311";
/// No ludeme where one must be.
pub const NO_LUDEME: &str = "E0312";
/// A ludeme without its brackets.
pub const BARE_LUDEME: &str = "E0313";
/// No such piece.
pub const UNKNOWN_PIECE: &str = "E0320";
/// No such region.
pub const UNKNOWN_REGION: &str = "E0321";
/// No such track.
pub const UNKNOWN_TRACK: &str = "E0322";
/// No such map.
pub const UNKNOWN_MAP: &str = "E0323";
/// No such phase.
pub const UNKNOWN_PHASE: &str = "E0324";
/// Nothing of this name is proposed, or voted for.
pub const UNKNOWN_PROPOSAL: &str = "E0326";
/// Nothing sets a variable of this name, or remembers values under it.
pub const UNKNOWN_VARIABLE: &str = "E0327";
/// No such zone.
pub const UNKNOWN_ZONE: &str = "E0419";
/// Something the game cannot do without is missing.
pub const INCOMPLETE: &str = "E0325";
/// No such player.
pub const NO_SUCH_PLAYER: &str = "W0301";
/// Brackets that name no ludeme.
pub const ODD_BRACKETS: &str = "W0302";

/// Names and types.
pub const NAMES: &[Code] = &[
    Code {
        code: UNKNOWN_LUDEME,
        title: "an unknown ludeme",
        explanation: "The first word in brackets names a ludeme, and there is none of this name. A definition is called by its name in quotes: `(\"Name\" …)`.",
    },
    Code {
        code: UNKNOWN_WORD,
        title: "an unknown kind of a ludeme",
        explanation: "Some ludemes come in kinds, named by the word that follows: `(is Empty …)`, `(sites Top)`, `(move Step …)`. This one has no kind of that name, or its word is missing.",
    },
    Code {
        code: WRONG_KIND,
        title: "something of another kind than is asked",
        explanation: "Each place in a ludeme asks for something of some kind: a number, a region, moves, a direction … What stands here is of another kind. A site may stand for a region, a role such as `Mover` for the number of the player, and a collection of numbers for a region.",
    },
    Code {
        code: MISSING,
        title: "an argument is missing",
        explanation: "The ludeme cannot do without this argument. Arguments in square brackets may be left out, all others may not.",
    },
    Code {
        code: TOO_MANY,
        title: "too many arguments",
        explanation: "The ludeme has no place left for this argument. Arguments without a name stand in the order of the signature.",
    },
    Code {
        code: UNKNOWN_KEYWORD,
        title: "an unknown named argument",
        explanation: "The ludeme has no argument of this name. Named arguments, `name:value`, may stand in any order.",
    },
    Code {
        code: UNKNOWN_SYMBOL,
        title: "an unknown word",
        explanation: "A word without brackets is one of a fixed list, such as the directions, the roles or the kinds of site, and this one is in none.",
    },
    Code { code: TWICE, title: "a named argument given twice", explanation: "Each named argument may be given once." },
    Code {
        code: NESTING,
        title: "ludemes nest too deeply",
        explanation: "After expansion, ludemes and collections may nest only so deeply. Most likely definitions pile up on each other.",
    },
    Code { code: LARGE_NUMBER, title: "a number is too large", explanation: "The numbers of rules fit in 32 bits." },
    Code {
        code: UNEXPANDED,
        title: "a parameter or option that stands for nothing",
        explanation: "`#1` means something in a definition only, and `<Tag>` only where an option declares the tag.",
    },
    Code {
        code: NO_LUDEME,
        title: "no ludeme where one must be",
        explanation: "An expression in round brackets begins with the name of a ludeme, or with the name of a definition in quotes. A collection is written in curly brackets.",
    },
    Code {
        code: BARE_LUDEME,
        title: "a ludeme without its brackets",
        explanation: "Ludemes are written in brackets, even without arguments: `(to)`, `(mover)`.",
    },
    Code {
        code: UNKNOWN_PIECE,
        title: "an unknown piece",
        explanation: "No piece of the equipment has this name. The piece `\"Disc\"` of player 1 is called `\"Disc1\"`; a shared piece goes by its bare name.",
    },
    Code { code: UNKNOWN_REGION, title: "an unknown region", explanation: "No region of the equipment has this name." },
    Code { code: UNKNOWN_TRACK, title: "an unknown track", explanation: "No track of the board has this name." },
    Code { code: UNKNOWN_MAP, title: "an unknown map", explanation: "No map of the equipment has this name." },
    Code {
        code: UNKNOWN_PROPOSAL,
        title: "an unknown proposal",
        explanation: "`(is Proposed \"End\")` asks whether a `(move Propose \"End\")` has been made, and `(is Decided \"End\")` whether a majority has chosen `(move Vote \"End\")`. Nothing in the rules proposes this, or votes for it.",
    },
    Code {
        code: UNKNOWN_VARIABLE,
        title: "a variable that nothing sets",
        explanation: "`(var \"Lives\")` is what `(set Var \"Lives\" 3)` has set, in the start or in play, and `(values Remembered \"Seen\")` holds what `(remember Value \"Seen\" …)` has put there. Nothing in the rules does so under this name.",
    },
    Code { code: UNKNOWN_PHASE, title: "an unknown phase", explanation: "No phase of the rules has this name." },
    Code {
        code: NO_SUCH_PLAYER,
        title: "no such player",
        explanation: "The game has fewer players than this, so nothing ever belongs to this one. Rules that serve several numbers of players may mean it so.",
    },
    Code {
        code: ODD_BRACKETS,
        title: "brackets that name no ludeme",
        explanation: "Round brackets begin with the name of a ludeme or of a definition. Brackets around a single value, or around both sides of a comparison, are passed over, as is a colon behind the name, and several ludemes in round brackets count as a collection, which is written `{…}`.",
    },
    Code {
        code: INCOMPLETE,
        title: "the game is incomplete",
        explanation: "A game needs players, a board or another place for pieces, and something that may be played.",
    },
];

/// Equipment and boards. Most are said in one place each, with their text.
pub const EQUIPMENT: &[Code] = &[
    Code {
        code: "E0401",
        title: "too many sites",
        explanation: "A game has at most 4,096 sites, those of hands included. Make the board or the hands smaller.",
    },
    Code {
        code: "E0402",
        title: "the number of players is out of range",
        explanation: "A game has 1 to 16 players, given before play as `(players 2)` or as a list of players. A simulation that goes on by itself has `(players 0)`.",
    },
    Code {
        code: "E0403",
        title: "the game has no board",
        explanation: "The equipment needs a board, such as `(board (square 8))`, `(mancalaBoard 2 6)` or one made with `(graph …)`.",
    },
    Code {
        code: "E0404",
        title: "the game has two boards",
        explanation: "A game has one board. Two graphs are made into one with `(union { … })` or `(merge { … })`.",
    },
    Code {
        code: "E0405",
        title: "a board that cannot be built",
        explanation: "The sizes of the shape are out of range, its parts do not fit together, or nothing is left of it. The message says which; the limits are those of the shape's signature.",
    },
    Code {
        code: "E0406",
        title: "the size of a hand is out of range",
        explanation: "A hand has 1 to 4,096 sites, known before play: `(hand Each size:5)`.",
    },
    Code {
        code: "E0407",
        title: "a piece is described twice",
        explanation: "Two pieces of the equipment have the same name and owner. Rename one, or take one out.",
    },
    Code {
        code: "E0408",
        title: "a track that cannot be followed",
        explanation: "The steps of a track lead off the board, to a site that does not exist, or go in a direction the board does not have there. Sites are numbered from 0.",
    },
    Code {
        code: "E0409",
        title: "a value must be known before play",
        explanation: "Boards, tracks and other equipment are built when the file is loaded, so their sizes and parts may be numbers, options and arithmetic, but nothing that depends on play.",
    },
    Code {
        code: "E0410",
        title: "an unknown site",
        explanation: "No site, region or container has this name or number. Sites are numbered from 0, or named by their coordinates, such as `A1`; a container is named as in the equipment, a hand after its owner.",
    },
    Code {
        code: "E0411",
        title: "an unknown piece in the rules",
        explanation: "No piece of the equipment has this name, or the mover has none. The piece `\"Disc\"` of player 1 is called `\"Disc1\"`; a shared piece goes by its bare name.",
    },
    Code {
        code: "E0412",
        title: "an unknown map",
        explanation: "The equipment has no map that could be asked here. Add one: `(map { (pair P1 0) (pair P2 63) })`.",
    },
    Code {
        code: "E0413",
        title: "a player has no such region",
        explanation: "The equipment gives this player no region of this name. Regions are given with `(regions \"Name\" P1 (sites Bottom))`.",
    },
    Code {
        code: "E0414",
        title: "an unknown track",
        explanation: "The board has no track that matches the name and the player. Tracks are described with the board: `(board (square 3) (track \"Track\" \"0,E,N,W\" loop:True))`.",
    },
    Code {
        code: "E0415",
        title: "a region is defined by itself",
        explanation: "What a region consists of is asked for while it is being found. Say it without the region itself.",
    },
    Code {
        code: "E0416",
        title: "set-ups overlap",
        explanation: "Two rules of the start put different pieces on one site. Take the site out of one of them, or let pieces stack with `(place Stack …)`.",
    },
    Code {
        code: "E0417",
        title: "a set-up without a place",
        explanation: "A rule of the start must say where the pieces go: a site, a region, a zone or a container.",
    },
    Code {
        code: "E0422",
        title: "no piece has such an attribute",
        explanation: "A rule reads an attribute that no kind of piece of the equipment has, or asks whether it is a word that it never is. Attributes are given with the pieces: `(piece \"Disc\" Each attributes:{ (attribute \"pips\" 3) })`.",
    },
    Code {
        code: "E0423",
        title: "a secret that is nobody's",
        explanation: "A piece is to be seen or known by its owner, or by the others, and belongs to nobody. Say whose it is, `(piece \"Scout\" Each knownBy:Owner)`, or who else sees it.",
    },
    Code {
        code: UNKNOWN_ZONE,
        title: "no zone is called so",
        explanation: "A rule speaks of a zone that the equipment does not have. Zones are declared there: `(zone \"Hand\" Each seenBy:Owner)`.",
    },
    Code {
        code: "E0420",
        title: "it is not clear which zone is meant",
        explanation: "A zone that there is for each player, or several times, is named with the player or its number, `(zone \"Hand\" Mover)`; one that there is once is named without.",
    },
    Code {
        code: "E0421",
        title: "attributes that make too many kinds of piece, or none",
        explanation: "Where an attribute has several values there is a kind of piece for each combination of them: at least one, and at most ten thousand in all.",
    },
    Code {
        code: "E0418",
        title: "the number of dice is out of range",
        explanation: "A container of dice holds 1 to 64 of them.",
    },
    Code {
        code: "E0430",
        title: "fewer than one piece is placed",
        explanation: "A rule of the start places at least one piece on each of its sites. Leave the rule out where there is nothing to place.",
    },
];

/// Rules.
pub const RULES: &[Code] = &[
    Code {
        code: "E0500",
        title: "the file has no game",
        explanation: "Something to be played begins `(game \"Name\" (players 2) (equipment { … }) (rules …))`. A file of definitions alone is imported by others.",
    },
    Code {
        code: "E0501",
        title: "only a game can be played",
        explanation: "What the file describes is not a `(game …)`, so there are no rules to follow.",
    },
    Code {
        code: "E0502",
        title: "a ludeme that cannot be played yet",
        explanation: "The language has this ludeme, and the rules are well formed, but the interpreter has no meaning for it, or none in this place. Say the rule in another way.",
    },
    Code {
        code: "E0503",
        title: "one number is needed here",
        explanation: "A collection or a range stands where one number is asked for.",
    },
    Code {
        code: "E0505",
        title: "a word that means nothing here",
        explanation: "`(to)`, `(site)`, `(value)`, `Player` and the like stand for what an enclosing form runs through, and nothing around them runs through such values.",
    },
    Code {
        code: "E0506",
        title: "there is no such player",
        explanation: "The rules ask for a player that the game does not have. Players are numbered from 1.",
    },
    Code {
        code: "E0507",
        title: "a condition is needed here",
        explanation: "Something that is neither true nor false stands where a condition is asked for.",
    },
    Code {
        code: "E0508",
        title: "a line of no sites",
        explanation: "A line has at least one site. Say how long it is, or compute it in play from what is greater than 0.",
    },
    Code {
        code: "E0510",
        title: "rules within rules go too deep",
        explanation: "The rules of moves within moves, or conditions within conditions, nest beyond the bound. Most likely definitions pile up on each other.",
    },
    Code {
        code: "E0511",
        title: "a walk that cannot be laid out",
        explanation: "The steps of the walk, their number or their turns do not fit the board. The message says what does not.",
    },
    Code {
        code: "E0512",
        title: "too many phases for the players",
        explanation: "The program has a copy of the rules for every phase and player, and their number is limited. Use fewer phases.",
    },
    Code {
        code: "E0513",
        title: "the rules are too large",
        explanation: "The program of this game does not fit: it has too many values, conditions or constants. Make the board smaller or the rules shorter; definitions used in many places multiply.",
    },
    Code {
        code: "E0514",
        title: "a flaw of the compiler",
        explanation: "The program made from these rules is inconsistent. This is no mistake of the rule file; please report the game.",
    },
    Code {
        code: "E0515",
        title: "the game has no phases",
        explanation: "The list of phases is empty. Give the game a `(play …)`, or at least one `(phase \"Name\" (play …))`.",
    },
    Code {
        code: "E0516",
        title: "an unknown phase",
        explanation: "No phase of the rules has the name that `nextPhase` gives.",
    },
    Code {
        code: "E0517",
        title: "one expression is needed",
        explanation: "A single expression is evaluated, such as `(count Pieces P1)`. Nothing, or several, were given.",
    },
    Code {
        code: "E0518",
        title: "a value that cannot be remembered",
        explanation: "Remembered values are kept as a set of small numbers, and this one is negative or too large. Remember sites, or numbers below the number of sites.",
    },
    Code {
        code: "W0501",
        title: "legal moves that tell a secret",
        explanation: "Which moves a player has depends on pieces in a zone that this player does not see: to be told the moves is to be told the secret. Read zones that the mover sees, or declare that the mover sees this one.",
    },
    Code {
        code: "W0502",
        title: "a decision that tells a secret",
        explanation: "Two courses of the game that the player who decides cannot tell apart were found by random play, and the player has other moves in the one than in the other: to be told the moves is to be told the secret. Offer all that may be possible as far as the player knows, and let the rules answer: `(choose \"Try\" … seenBy:Mover)` in a turn, then `(if (is Empty (chosen \"Try\")) … (reveal …))`.",
    },
    Code {
        code: "E0519",
        title: "a pile runs out",
        explanation: "Pieces are to be drawn from a zone that has none left. Say what happens then: `refill:` names the zone that is turned over, or a condition on `(count (zone …))` stands before the draw.",
    },
    Code {
        code: "E0520",
        title: "not a step",
        explanation: "Only steps can be taken in any order, since each is begun by its own choice. Give the form a name with `(step \"Name\" …)`.",
    },
    Code {
        code: "E0521",
        title: "a step can repeat for ever",
        explanation: "The step is to be repeated any number of times, and neither a player nor chance decides anything in it, so nothing would end it. Say how often with `repeat:3`, or how long with `if:…`.",
    },
    Code {
        code: "E0522",
        title: "nothing is kept under this name",
        explanation: "`(chosen \"Name\")` and `(rolled \"Name\")` read what `(choose …)`, `(roll …)` or `(let …)` has kept under the name in this turn. None of them does.",
    },
    Code {
        code: "E0523",
        title: "a sealed choice is read too early",
        explanation: "While a sealed decision goes on nobody may know what the others have chosen, so nothing within it may depend on that. Read the choices after the `(sealed …)`.",
    },
    Code {
        code: "E0524",
        title: "a sealed decision that does more than choose",
        explanation: "Players choose at the same time in a sealed decision, so nothing may happen within it that the others would see. Let things happen after it.",
    },
    Code {
        code: "E0525",
        title: "nothing to finish",
        explanation: "`(finish Step)` leaves the step around it and `(finish Turn)` the turn; there is none around this one.",
    },
    Code {
        code: "E0526",
        title: "a form that belongs into a turn",
        explanation: "Steps, choices by name, questions and sealed decisions are nodes of their own, so they stand in a `(turn …)` and not among the moves of one decision.",
    },
    Code {
        code: "E0527",
        title: "a die without faces",
        explanation: "A die needs at least one face. Say how many it has, as in `d:6`, or what each shows, as in `faces:{1 2 4}`.",
    },
    Code {
        code: "E0528",
        title: "weights that do not fit their outcomes",
        explanation: "There must be one weight for each outcome, none of them negative, and not all of them 0.",
    },
    Code {
        code: "E0529",
        title: "no dice",
        explanation: "The rules roll or read dice, and the equipment has none. Add some, such as `(dice d:6 num:2)`, or roll one where you need it: `(roll \"Steps\" d:6)`.",
    },
    Code {
        code: "E0530",
        title: "a roll with too many outcomes",
        explanation: "All dice of the equipment are rolled at once, and together they can fall in more ways than can be listed. Roll fewer at once.",
    },
    Code {
        code: "E0531",
        title: "sites that cannot revolve",
        explanation: "`(revolve …)` needs two or more sites of the board that are known before play and lie in different directions from its middle, such as the sites of a ring; and families such as rings need a board that has them.",
    },
    Code {
        code: "E0532",
        title: "nobody plays this game",
        explanation: "A game with `(players 0)` goes on by itself: each ply carries out all that its play makes. Nobody moves in it, decides, owns a piece or wins, so words such as `Mover`, `Next` and `P1` mean nothing. Say `All` or `Neutral`, make the pieces `Shared` or `Neutral`, and end the game with `(result All Draw)`.",
    },
    Code {
        code: "E0540",
        title: "teams that make no sense",
        explanation: "`(set Team 1 {P1 P3})` in the start makes a team of players of the game, each in one team at most.",
    },
    Code {
        code: "E0550",
        title: "a match without rounds",
        explanation: "`(rounds …)` says how many rounds the match has, at least one. A game that is played once needs no rounds.",
    },
    Code {
        code: "E0551",
        title: "two records of one name",
        explanation: "Each `(record \"Name\" …)` of a match keeps something else of a round, under a name of its own.",
    },
    Code {
        code: "E0552",
        title: "rounds where there are none",
        explanation: "What is recorded of rounds, and who began one, can only be asked in a game with `(rounds …)`.",
    },
    Code {
        code: "E0553",
        title: "an unknown record",
        explanation: "`(recorded \"Name\" …)` reads what a `(record \"Name\" …)` of the rounds keeps.",
    },
    Code {
        code: "E0554",
        title: "rounds that are not kept one by one",
        explanation: "What single rounds have left is kept in matches of a fixed number of rounds, at most 64. In others only the sums are.",
    },
    Code {
        code: "E0555",
        title: "the outcome of a round before its end",
        explanation: "Who has won a round, and which place each player has, is known once it is over: in the records, the `until:`, the `starter:` and the result of `(rounds …)`.",
    },
    Code {
        code: "E0556",
        title: "rounds that never end",
        explanation: "The condition that is to end the match can never hold. Say how many rounds there are, or until when they are played.",
    },
    Code {
        code: "E0558",
        title: "positions told apart in two ways",
        explanation: "A game notes its positions once. If `(count Occurrences with:…)` tells positions apart by a number, all that count occurrences must say the same `with:`.",
    },
    Code {
        code: "E0590",
        title: "a field of a notation that does not fit the game",
        explanation: "`(notation { … })` says field by field how positions are written. `(field Mover …)` has one word for each player, `(field State …)` pairs of a sign and the coordinate of a site, and `(field Hands)` needs zones of players. A game has one notation.",
    },
    Code {
        code: "E0591",
        title: "a letter that cannot stand for a piece",
        explanation: "`(piece … letter:\"N\")` is how boards as text and positions in the game's notation show a kind of piece: a letter, or a few signs such as `+P`. It has no blank, digit, `/`, bracket or `-`, and no other kind of the same player has it.",
    },
    Code {
        code: "E0577",
        title: "chance where it cannot decide",
        explanation: "What chance decides is a node of its own: before the moves of a play, or among the effects of a move, where it is reached. In the moves of a piece, in the ends of a game and where moves are only looked at, nothing can be drawn: draw in the play, or in a consequence, and keep it, as in `(then (set Var \"Weather\" (value Random (range 1 6))))`.",
    },
    Code {
        code: "E0557",
        title: "chance in a loop of the set-up",
        explanation: "Each thing that chance decides in the set-up is a node of its own, which must be known before play. A loop over sites that are only known when the game is set up cannot hold one.",
    },
];

/// A rule goes on without end.
pub const ENDLESS: &str = "E0601";
/// A value or a stack outgrows its place.
pub const OVERFLOW: &str = "E0602";
/// Moves within moves go too deep.
pub const MOVES_TOO_DEEP: &str = "E0603";
/// A state of another game.
pub const FOREIGN_STATE: &str = "E0604";
/// A move that is not legal.
pub const ILLEGAL_MOVE: &str = "E0701";

/// Codes of play.
pub const PLAY: &[Code] = &[
    Code {
        code: ENDLESS,
        title: "a rule goes on without end",
        explanation: "Between two decisions the rules may take only so many steps, far more than any game needs, and this rule took them all. Look for a loop that nothing ends, such as a `while` whose condition stays true.",
    },
    Code {
        code: OVERFLOW,
        title: "a value or a stack outgrows its place",
        explanation: "The state keeps a place of fixed size for every value and every stack, computed from the game. What the rule writes does not fit. If the game needs more, say so where the value or the stack is declared.",
    },
    Code {
        code: MOVES_TOO_DEEP,
        title: "moves within moves go too deep",
        explanation: "A rule that looks at moves, such as `(can Move …)` or `do … next:…`, looks at moves that look at moves in turn, too many levels deep.",
    },
    Code {
        code: FOREIGN_STATE,
        title: "a state of another game",
        explanation: "The state was made by another game, or by the same file with other options.",
    },
    Code {
        code: "E0606",
        title: "somebody is to decide who does not play",
        explanation: "An `(ask …)`, a `(set NextPlayer …)` or the `starter:` of a match names nobody who plays: perhaps the owner of a piece that is not there, or a number that is no player's. Ask only where there is somebody to ask.",
    },
    Code {
        code: "E0607",
        title: "a die without faces is rolled",
        explanation: "The number of faces of the die is computed, and was less than 1 when the die was rolled.",
    },
    Code {
        code: "E0608",
        title: "too many pieces are remembered in one turn",
        explanation: "`(remember Pair)` knows at most 255 pieces apart within one turn, or as many as there are pieces.",
    },
    Code {
        code: "E0609",
        title: "a zone that there is not",
        explanation: "Whose zone is meant, or which, is computed, and there is none: `(zone \"Hand\" (who at:(to)))` has no meaning where `(to)` is empty.",
    },
];

/// Codes of moves and trials.
pub const MOVES: &[Code] = &[Code {
    code: ILLEGAL_MOVE,
    title: "a move that is not legal",
    explanation: "No rule makes this move in this position. What is shown is the form that would make it, the conditions that were asked about it, as far as it was named, and stood against it, and the values of the terms in them; the ones that came closest come first. Where no condition stood against it, the forms shown are those that came nearest to making it.",
}];

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
