//! The steps of tests: what each is, and how it is written.

use crate::play::Audience;
use parlour_grammar::expand::Selection;
use parlour_grammar::span::Origin;

/// A step, and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub kind: Kind,
    pub origin: Origin,
}

/// A text, and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub text: String,
    pub origin: Origin,
}

/// What a step does or expects.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// The game begins anew with these choices.
    With(Selection),
    /// All that follows is done with each of these choices in turn; it stands first.
    Each(Vec<Word>),
    /// The game stands at a position.
    Setup(String),
    /// Moves, or outcomes of chance, are made: all of them, so many times.
    Play(Vec<Word>, u16),
    /// Chance decides, by a seed, until a player does.
    Chance(u64),
    /// So many moves are legal, or so many that begin so.
    Moves(usize, Option<String>),
    /// These are legal.
    Legal(Vec<Word>),
    /// These are not.
    Illegal(Vec<Word>),
    /// These are legal and no others.
    Only(Vec<Word>),
    /// What stands on some sites and in some zones.
    Board(String),
    /// The score of each player.
    Score(Vec<i64>),
    /// What the rounds so far have left each player.
    Record(String, Vec<i64>),
    /// The number of the round.
    Round(i64),
    /// Who plays each side.
    Seats(Vec<i64>),
    /// Whose turn it is.
    Mover(u32),
    /// Who decides, and what.
    Node(Decider, String),
    /// Who may know each move of the history.
    History(Vec<Audience>),
    /// Lines of what a player is shown.
    Sees(u32, Vec<Word>),
    /// The legal moves as a player knows them.
    Knows(u32, Vec<Word>),
    /// The rank of each player.
    Ranks(Vec<f64>),
    /// How the game stands.
    Result(Standing),
    /// The expression that stands there is true.
    Check(Origin),
    /// The game does not load, or a move does not end, without this finding.
    Finding(String, Option<Word>),
}

/// Who decides something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Decider {
    Player(u32),
    Chance,
    /// The game goes on by itself.
    Nobody,
}

/// How a game stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Standing {
    /// It goes on.
    Ongoing,
    /// All share the first rank.
    Draw,
    /// A player alone has lost.
    Loss,
    /// These share the first rank.
    Win(Vec<u32>),
}

/// The head of each step, and how it is written.
pub(super) const USAGE: &[(&str, &str)] = &[
    ("with", "(with \"option=value\" … ruleset:\"Name\")"),
    ("each", "(each \"option\" …), (each \"option=value\" …) or (each), as the first step"),
    ("setup", "(setup \"a1=White b2=Black mover=1\")"),
    ("play", "(play \"a1-a2\" …), or (play \"tick\" times:4)"),
    ("chance", "(chance), or (chance seed:7)"),
    ("moves", "(moves 20), or (moves 4 \"a1-\") for moves that begin so"),
    ("legal", "(legal \"a1-a2\" …)"),
    ("illegal", "(illegal \"a1-a2\" …)"),
    ("only", "(only \"a1-a2\" …)"),
    ("board", "(board \"a1=White b2=\")"),
    ("score", "(score 3 5), a number for each player"),
    ("record", "(record \"Name\" 3 5)"),
    ("round", "(round 2)"),
    ("seats", "(seats 2 1), a player for each side"),
    ("mover", "(mover P1)"),
    ("node", "(node P1 \"Name\"), (node Chance \"Name\") or (node Nobody \"Name\")"),
    ("history", "(history All P1 Nobody …)"),
    ("sees", "(sees P1 \"line\" …)"),
    ("knows", "(knows P1 \"move\" …)"),
    ("ranks", "(ranks 1 2.5 2.5), a rank for each player"),
    ("result", "(result P1 Win), (result P1 P3 Win), (result Draw), (result Loss) or (result Ongoing)"),
    ("check", "(check (= 3 (count Pieces P1)))"),
    (
        "error",
        "(error \"E0301\"), or (error \"E0602\" \"a1-a2\") for what a move leads to; `parlour explain` knows the codes",
    ),
    ("warning", "(warning \"W0201\"); `parlour explain` knows the codes"),
];
