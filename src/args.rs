//! The arguments of the command.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use parlour_grammar::expand::Selection;
use parlour_stdlib::templates::TEMPLATES;
use std::path::PathBuf;

/// What `--help` says last.
const EXITS: &str = "\
Exit codes:
  0    all is well
  1    the file, trial or move is wrong
  2    wrong usage
  3    a fault of the rules in play
  130  interrupted";

/// A general game system: games are text, one interpreter plays them all. Without a command it opens the REPL.
#[derive(Parser, Debug)]
#[command(name = "parlour", version, after_help = EXITS, disable_help_subcommand = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// With which signs boards are drawn; Unicode on a terminal that shows it, ASCII otherwise.
    #[arg(long, global = true, value_enum, value_name = "SIGNS")]
    pub style: Option<Signs>,
    /// When to use colours; `auto` means on a terminal, unless NO_COLOR is set.
    #[arg(long, visible_alias = "color", global = true, value_enum, default_value_t = Colour::Auto, value_name = "WHEN")]
    pub colour: Colour,
}

/// The signs that boards are drawn with.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signs {
    /// Those of every keyboard.
    Ascii,
    /// Others as well, such as the signs of suits.
    Unicode,
}

/// When to use colours.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// How results are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
}

/// What the options of a rule file shall be.
#[derive(Args, Clone, Debug, Default)]
pub struct Choices {
    /// Sets an option of the rule file (repeatable).
    #[arg(long = "option", short = 'o', value_name = "NAME=VALUE", value_parser = setting)]
    pub options: Vec<(String, String)>,
    /// Chooses a ruleset of the rule file.
    #[arg(long, value_name = "NAME")]
    pub ruleset: Option<String>,
}

impl Choices {
    /// As the library takes it.
    pub fn selection(&self) -> Selection {
        Selection { ruleset: self.ruleset.clone(), options: self.options.clone(), changes: Vec::new() }
    }
}

/// Reads `NAME=VALUE`.
pub fn setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().to_owned(), value.trim().to_owned())),
        _ => Err("an option is set by NAME=VALUE".to_owned()),
    }
}

/// The position that a command is about; the start of the game if nothing is said.
#[derive(Args, Clone, Debug, Default)]
pub struct At {
    /// After the moves of this trial.
    #[arg(long, value_name = "TRIAL", conflicts_with = "setup")]
    pub trial: Option<PathBuf>,
    /// In this position, such as `a1=White c5=Black,White mover=2`.
    #[arg(long, value_name = "TEXT")]
    pub setup: Option<String>,
}

/// Arguments of `why`.
#[derive(Args, Debug)]
pub struct Why {
    /// The rule file.
    pub file: PathBuf,
    /// A move, `end` for why the game is over or not, or `last` for what did what of the last move.
    #[arg(value_name = "MOVE|end|last", allow_hyphen_values = true)]
    pub question: String,
    #[command(flatten)]
    pub at: At,
    /// How to report.
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    #[command(flatten)]
    pub choices: Choices,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Opens the REPL, perhaps with a rule file.
    Repl {
        /// The rule file.
        file: Option<PathBuf>,
        #[command(flatten)]
        choices: Choices,
    },
    /// Says everything that is wrong with rule files: loads each, sets it up, and plays a little.
    Check {
        /// The rule files.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        #[command(flatten)]
        choices: Choices,
        /// How to report.
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Plays a game at the keyboard, against random players.
    Play(Play),
    /// Shows a game: its board, a picture, its program, its statistics.
    Show(Show),
    /// Lists the legal moves, one a line.
    Moves(Moves),
    /// Counts the sequences of so many plies.
    Perft(Perft),
    /// Finds the solutions of a puzzle, or whether there is just one.
    Solve(Solve),
    /// Plays at random, and measures.
    Playout(Playout),
    /// Replays a trial, or records a random one.
    Trial(Trial),
    /// Says why a move is legal or not, why the game is over or not, or what did what of the last move.
    Why(Why),
    /// Runs the tests, trials and snapshots under a path.
    Test(Test),
    /// Replays recorded play of other systems, and shows the first difference.
    Conform {
        /// Recordings, or folders of them.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// How to report.
        #[arg(long, value_enum, default_value_t)]
        format: Format,
        /// The folder that holds the recordings' rule files.
        #[arg(long, value_name = "DIR", conflicts_with = "compile")]
        shared: Option<PathBuf>,
        /// Takes rule files instead: loads every one, plays three random games of it, and says what the others lack.
        #[arg(long)]
        compile: bool,
        /// How many random games of each rule file are played.
        #[arg(long, value_name = "N", default_value_t = 3, requires = "compile")]
        games: u64,
    },
    /// Brings rule files into the usual layout; without files, reads standard input and writes to standard output.
    Fmt {
        /// Rule files, or folders of them.
        files: Vec<PathBuf>,
        /// Changes nothing: lists the files that are not in the usual layout, and ends with 1 if there are any.
        #[arg(long)]
        check: bool,
    },
    /// The manual: what a ludeme, a definition of the library, a type or a word means; without a name, an index of all.
    Doc {
        /// The name, such as `move Step`, `HopCapture`, `EdgeRule` or `Wrap`.
        name: Vec<String>,
        /// Writes the whole manual as pages into a folder.
        #[arg(long, value_name = "DIR", conflicts_with_all = ["name", "format"])]
        html: Option<PathBuf>,
        /// The folder of rule files in which uses are looked for.
        #[arg(long, value_name = "DIR", default_value = "games")]
        games: PathBuf,
        /// How to report.
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Begins a game: writes a rule file and its tests, to be changed.
    New {
        /// What the game is called.
        name: String,
        /// The folder, which is made if need be.
        #[arg(default_value = ".")]
        folder: PathBuf,
        /// What to begin from.
        #[arg(long, short, default_value = "board", value_parser = templates())]
        template: String,
    },
    /// Prints what makes a shell complete the arguments of this command.
    Completions {
        /// The shell.
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Prints the manual page.
    Man,
    /// Says the rules of a game in plain English, or what the code of a diagnostic means; without an argument, lists all codes.
    #[command(visible_alias = "explain-code")]
    Explain(Explain),
}

/// `parlour explain`.
#[derive(Args, Debug)]
pub struct Explain {
    /// A rule file, or a code such as E0301.
    #[arg(value_name = "FILE|CODE")]
    pub subject: Option<String>,
    #[command(flatten)]
    pub choices: Choices,
    /// How the rules are written.
    #[arg(long, value_enum, default_value_t)]
    pub format: ProseFormat,
}

/// How rules in English are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ProseFormat {
    /// For people, in lines of 100 characters.
    #[default]
    Text,
    /// For pages and printing.
    Markdown,
    /// For programs.
    Json,
}

/// The names of templates, each with what it is.
fn templates() -> PossibleValuesParser {
    TEMPLATES.iter().map(|template| PossibleValue::new(template.name).help(template.about)).into()
}

/// How the results of tests are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TestFormat {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
    /// For build servers: JUnit's XML.
    Junit,
}

/// Arguments of `test`.
#[derive(Args, Debug)]
pub struct Test {
    /// Files, or folders that are searched for tests; this folder if nothing is said.
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Runs only what has this in its file's path or its name.
    #[arg(long, value_name = "NAME")]
    pub filter: Option<String>,
    /// Writes every snapshot that has changed, and begins one for each rule file that is named.
    #[arg(long, conflicts_with = "review")]
    pub accept: bool,
    /// The same, but shows each difference and asks.
    #[arg(long)]
    pub review: bool,
    /// Threads; 0 for as many as there are cores.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub threads: usize,
    /// How to report.
    #[arg(long, value_enum, default_value_t)]
    pub format: TestFormat,
}

/// Arguments of `moves`.
#[derive(Args, Debug)]
pub struct Moves {
    /// The rule file.
    pub file: PathBuf,
    #[command(flatten)]
    pub at: At,
    /// As this player knows them.
    #[arg(long = "as", value_name = "PLAYER")]
    pub seat: Option<u32>,
    /// How to report.
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    #[command(flatten)]
    pub choices: Choices,
}

/// Arguments of `play`.
#[derive(Args, Debug)]
pub struct Play {
    /// The rule file.
    pub file: PathBuf,
    /// Begins in this position, such as `a1=White c5=Black,White mover=2`.
    #[arg(long, value_name = "TEXT", conflicts_with = "seed")]
    pub setup: Option<String>,
    /// Nobody at the keyboard: all players move at random.
    #[arg(long, conflicts_with = "human")]
    pub auto: bool,
    /// Where randomness begins; from the clock if it is not given.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// The players at the keyboard; player 1 if nothing is said.
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',')]
    pub human: Option<Vec<u32>>,
    /// Shows what this player sees and no more; who is at the keyboard, if nothing else is said.
    #[arg(long = "as", value_name = "PLAYER")]
    pub seat: Option<u32>,
    /// Asks at the keyboard for what chance brings, instead of drawing it from the seed.
    #[arg(long, conflicts_with = "auto")]
    pub ask_chance: bool,
    /// Stops a game of random players alone after so many plies.
    #[arg(long, value_name = "PLIES", default_value_t = 1000)]
    pub limit: u32,
    /// A pause after each move of a random player.
    #[arg(long, value_name = "MS", default_value_t = 0)]
    pub delay: u64,
    #[command(flatten)]
    pub choices: Choices,
}

/// Where pictures are written.
#[derive(Args, Debug)]
pub struct Pictures {
    /// Writes a picture as SVG to a file, or to standard output for `-`.
    #[arg(long, value_name = "OUT")]
    pub svg: Option<PathBuf>,
    /// Writes it as PNG.
    #[arg(long, value_name = "OUT")]
    pub png: Option<PathBuf>,
}

/// Arguments of `show`.
#[derive(Args, Debug)]
pub struct Show {
    /// The rule file.
    pub file: PathBuf,
    #[command(flatten)]
    pub pictures: Pictures,
    /// Prints the compiled program.
    #[arg(long)]
    pub program: bool,
    /// Prints statistics: sites, pieces, rules, instructions, bytes of a state.
    #[arg(long)]
    pub stats: bool,
    #[command(flatten)]
    pub at: At,
    /// Shows what this player sees.
    #[arg(long = "as", value_name = "PLAYER")]
    pub seat: Option<u32>,
    /// How to report the state; a board for people, or an observation for programs.
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    #[command(flatten)]
    pub choices: Choices,
}

/// Deeper than any count that ends; positions on the way down are kept.
pub const MAX_DEPTH: u32 = 10_000;

/// Arguments of `perft`.
#[derive(Args, Debug)]
pub struct Perft {
    /// The rule file.
    pub file: PathBuf,
    /// How deep.
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_DEPTH)))]
    pub depth: u32,
    /// Counts whole turns instead of plies.
    #[arg(long)]
    pub turns: bool,
    /// Counts whole turns, those of several plies that come to the same position once.
    #[arg(long, conflicts_with = "turns")]
    pub results: bool,
    /// Counts decisions alone: what chance may bring is gone through on the way.
    #[arg(long, conflicts_with_all = ["turns", "results"])]
    pub decisions: bool,
    /// Says for each first move how many sequences begin with it.
    #[arg(long)]
    pub divide: bool,
    #[command(flatten)]
    pub at: At,
    /// How to report.
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    #[command(flatten)]
    pub choices: Choices,
}

/// Arguments of `solve`.
#[derive(Args, Debug)]
pub struct Solve {
    /// The rule file.
    pub file: PathBuf,
    /// Ends with so many solutions.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..))]
    pub most: u64,
    /// Only says how many there are, however many.
    #[arg(long, conflicts_with = "most")]
    pub count: bool,
    /// Gives up after so many positions.
    #[arg(long, value_name = "POSITIONS", default_value_t = 10_000_000)]
    pub limit: u64,
    #[command(flatten)]
    pub at: At,
    /// How to report.
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    #[command(flatten)]
    pub choices: Choices,
}

/// Arguments of `playout`.
#[derive(Args, Debug)]
pub struct Playout {
    /// The rule file.
    pub file: PathBuf,
    /// Plays for so long; 1 second if nothing else is said.
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub seconds: Option<f64>,
    /// Plays so many games.
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    pub count: Option<u64>,
    /// Threads; 0 for as many as there are cores.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub threads: usize,
    /// Where randomness begins.
    #[arg(long, value_name = "K", default_value_t = 0)]
    pub seed: u64,
    /// Breaks games off after so many plies.
    #[arg(long, value_name = "PLIES", default_value_t = 10_000)]
    pub limit: u32,
    /// How to report.
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    #[command(flatten)]
    pub choices: Choices,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=1e9).contains(&seconds) => Ok(seconds),
        _ => Err("a number of seconds is needed".to_owned()),
    }
}

/// Arguments of `trial`.
#[derive(Args, Debug)]
pub struct Trial {
    /// The trial.
    #[arg(required_unless_present = "random")]
    pub trial: Option<PathBuf>,
    /// The rule file; without it, the one that the trial names.
    pub game: Option<PathBuf>,
    /// Prints a random trial of this rule file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["trial", "game"])]
    pub random: Option<PathBuf>,
    /// Where the randomness of a random trial begins.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Breaks a random trial off after so many plies.
    #[arg(long, value_name = "PLIES", default_value_t = 1000)]
    pub limit: u32,
    /// Prints, or draws, what this player knows of the trial.
    #[arg(long = "as", value_name = "PLAYER")]
    pub seat: Option<u32>,
    #[command(flatten)]
    pub pictures: Pictures,
    /// The picture shows the positions one after the other; without this or `--strip`, the last one.
    #[arg(long, requires = "svg", conflicts_with_all = ["strip", "png"])]
    pub animate: bool,
    /// The picture shows the positions side by side.
    #[arg(long)]
    pub strip: bool,
    /// Shows every so manieth position, and the last.
    #[arg(long, value_name = "PLIES", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub every: u32,
    /// How long each position is shown.
    #[arg(long, value_name = "MS", default_value_t = 800, value_parser = clap::value_parser!(u32).range(1..))]
    pub delay: u32,
    /// How to print it.
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    #[command(flatten)]
    pub choices: Choices,
}
