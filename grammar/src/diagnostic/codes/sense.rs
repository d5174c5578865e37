//! Codes of what is well formed and makes no sense: `E083…` where it cannot be played, `W06…` by the text, `W07…` by random play.

use super::Code;

/// A choice, or an attribute, without values.
pub const NO_VALUES: &str = "E0832";
/// A word to choose that cannot be written as a move.
pub const BAD_CHOICE_WORD: &str = "E0833";
/// Two choices of one word.
pub const WORD_TWICE: &str = "E0834";
/// Two steps of one name, in any order.
pub const STEP_TWICE: &str = "E0835";
/// A ranking without criteria.
pub const NO_CRITERIA: &str = "E0836";
/// A piece with an attribute twice.
pub const ATTRIBUTE_TWICE: &str = "E0837";
/// Something that cannot be done in turns in which all move at once.
pub const AT_ONCE: &str = "E0588";
/// A condition that does not depend on anything.
pub const CONSTANT: &str = "W0601";
/// A turn that begins or ends with its own end.
pub const IDLE: &str = "W0602";
/// A piece that no rule speaks of.
pub const UNUSED_PIECE: &str = "W0603";
/// An option that makes no difference under the other choices.
pub const IDLE_OPTION: &str = "W0607";
/// Somebody's pieces are asked about, and all belong to nobody.
pub const NOBODYS_PIECES: &str = "W0608";
/// No random game comes to an end.
pub const NEVER_ENDS: &str = "W0701";
/// Somebody wins no random game.
pub const NEVER_WINS: &str = "W0702";
/// Somebody never decides anything.
pub const NEVER_MOVES: &str = "W0703";
/// Two rules make the same move.
pub const MADE_TWICE: &str = "W0704";
/// How many pieces are drawn is not known, or more than there can be.
pub const BAD_COUNT: &str = "E0831";
/// A number is too large for what is computed with it.
pub const LARGE_RESULT: &str = "E0830";
/// A flag that is left to play.
pub const FLAG_IN_PLAY: &str = "E0840";
/// A region that restricts nothing.
pub const IDLE_REGION: &str = "E0841";
/// A count below zero.
pub const BELOW_ZERO: &str = "E0842";
/// A division by zero.
pub const BY_ZERO: &str = "E0843";
/// A name of blanks only.
pub const NAMELESS: &str = "E0844";
/// An argument to which no rule gives a meaning where it stands.
pub const IDLE_ARGUMENT: &str = "W0609";

/// What makes no sense.
pub const SENSE: &[Code] = &[
    Code {
        code: NO_VALUES,
        title: "nothing to choose from",
        explanation: "A choice needs at least one value, and so does an attribute. A range names its lower end first: `1..6`.",
    },
    Code {
        code: BAD_CHOICE_WORD,
        title: "a choice that cannot be written as a move",
        explanation: "Players type the words of a `(choose \"Name\" { … })`, and trials keep them, so they consist of letters, digits, blanks, hyphens and the like: no brackets, no quotes, and something at all.",
    },
    Code {
        code: WORD_TWICE,
        title: "two choices of one word",
        explanation: "Each word of a `(choose \"Name\" { … })` stands for one choice; upper and lower case make no difference in moves.",
    },
    Code {
        code: STEP_TWICE,
        title: "two steps of one name",
        explanation: "Steps in any order are begun by their names, so each has a name of its own.",
    },
    Code {
        code: NO_CRITERIA,
        title: "a ranking by nothing",
        explanation: "`(ranking { … })` lists what players are compared by, the first thing first. With an empty list nobody would be ahead of anybody: `(result Mover Draw)` says that.",
    },
    Code {
        code: ATTRIBUTE_TWICE,
        title: "a piece with an attribute twice",
        explanation: "An attribute of a kind of piece is given once. Several values of one attribute are a list: `(attribute \"rank\" 1..13)`.",
    },
    Code {
        code: AT_ONCE,
        title: "what does not go with moves made at once",
        explanation: "With `(mode Simultaneous)` each player chooses one move of the play, unseen; then all of them are made. So the moves are no `(turn …)` with steps and choices of its own, and chance cannot decide in what they do: it may decide before them, such as `(do (roll) next:…)`, or in a phase of another mode.",
    },
    Code {
        code: CONSTANT,
        title: "a condition that does not depend on anything",
        explanation: "The condition is true, or false, whatever happens, as its text alone tells: a rule applies always, or never. Conditions that options or arguments of definitions put there are not meant.",
    },
    Code {
        code: IDLE,
        title: "a turn that only finishes itself",
        explanation: "`begin:` happens before the steps of a turn and `end:` after them. `(finish Turn)` there leaves out everything else, or nothing.",
    },
    Code {
        code: UNUSED_PIECE,
        title: "a piece that no rule speaks of",
        explanation: "The equipment has the piece, but no rule places it, adds it, or names it, so it never comes into play.",
    },
    Code {
        code: IDLE_OPTION,
        title: "an option that makes no difference here",
        explanation: "An option was chosen, and with what is chosen for the other options the rules are the same whatever it is. `parlour check FILE --option NAME=VALUE` says so.",
    },
    Code {
        code: NOBODYS_PIECES,
        title: "pieces of somebody, where all belong to nobody",
        explanation: "Tiles without a role, dominoes and cards belong to nobody, wherever they lie: `(no Pieces Mover)` holds always, and `(count Pieces Mover)` is 0. What lies in a player's hand is asked by its sites: `(all Sites (sites Hand Mover) if:(is Empty (site)))`, or `(= 0 (count Pieces in:(sites Hand Mover)))`.",
    },
    Code {
        code: NEVER_ENDS,
        title: "no random game comes to an end",
        explanation: "`parlour check` plays at random, and every game had to be broken off. Some games are so; most lack an end for play that leads nowhere, such as a number of moves after which the game is a draw.",
    },
    Code {
        code: NEVER_WINS,
        title: "somebody wins no random game",
        explanation: "`parlour check` plays up to a thousand games at random, and one of the players won none of them, or nobody did. Most likely an end names the wrong player, or can never be reached; in some games winning is just too hard for chance.",
    },
    Code {
        code: NEVER_MOVES,
        title: "somebody never decides anything",
        explanation: "In random play one of the players was never asked for a move. Most likely the turn does not pass on.",
    },
    Code {
        code: MADE_TWICE,
        title: "two rules make the same move",
        explanation: "Two alternatives of the rules make a move that is written alike and does the same. In lists it stands twice, the second time with `~2`, and random play makes it twice as often.",
    },
    Code {
        code: BAD_COUNT,
        title: "how many pieces are drawn is not known",
        explanation: "Each piece that is drawn is a node of chance of its own, so the number of them must be known before play, and there cannot be more than pieces in any zone. It may be a number, an option, or arithmetic with them.",
    },
    Code {
        code: LARGE_RESULT,
        title: "a number grows too large",
        explanation: "Numbers go from -2147483648 to 2147483647, scores included, and what the rule computes lies beyond. Compute with smaller numbers, or limit them: `(min 1000 …)`.",
    },
    Code {
        code: "E0838",
        title: "moves of a turn that begins with chance",
        explanation: "`(no Moves Next)` looks at the moves that a player would have. Where the turn begins with a roll or a draw they are not known before, so the rules must say what a player needs in order to move.",
    },
    Code {
        code: "E0839",
        title: "no such round",
        explanation: "`(recorded \"Name\" … round:3)` reads what a round has left, counted from 1, and the match has fewer rounds.",
    },
    Code {
        code: "W0604",
        title: "a row, column or layer that the board does not have",
        explanation: "Rows, columns and layers are numbered from 0. The region is empty, which rules that serve several boards may mean.",
    },
    Code {
        code: "W0605",
        title: "a line longer than the board",
        explanation: "No line of the board in these directions has so many sites, so the condition never holds.",
    },
    Code {
        code: "W0606",
        title: "a match of one round",
        explanation: "The condition that ends the match always holds, so it ends after its first round.",
    },
    Code {
        code: FLAG_IN_PLAY,
        title: "a flag that is left to play",
        explanation: "Flags such as `stack:`, `copy:` or `exact:` say how a rule works, and are `True` or `False` once and for all; options may choose which. Where play is to decide, write both forms and choose between them with `(if … …)`.",
    },
    Code {
        code: IDLE_REGION,
        title: "a region that restricts nothing",
        explanation: "Steps, slides, hops, leaps and custodial captures find by themselves which sites they lead to; `(to …)` then says what must hold there. A region is asked for as a condition: `(to if:(is In (to) (sites Top)))`.",
    },
    Code {
        code: BELOW_ZERO,
        title: "a count below zero",
        explanation: "Steps, distances, numbers of pieces and the like are counted from 0 on. To go the other way, name the direction; to take away, subtract.",
    },
    Code { code: BY_ZERO, title: "a division by zero", explanation: "Neither `(/ a 0)` nor `(% a 0)` has a value." },
    Code {
        code: NAMELESS,
        title: "a name is empty",
        explanation: "Games, pieces, regions, tracks, phases and the like are spoken of by their names, in rules, in moves and on the board.",
    },
    Code {
        code: IDLE_ARGUMENT,
        title: "an argument that says nothing",
        explanation: "The ludeme takes such an argument, but where it stands, or beside the other arguments, nothing depends on it: the game would be the same without it. Leave it out, or say what is meant by another ludeme.",
    },
];
