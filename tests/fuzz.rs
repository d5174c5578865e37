//! Damaged rule files, moves, trials and expressions: whatever is read, nothing panics or hangs. A run of a few seconds by default; of
//! `PARLOUR_FUZZ_SECONDS` if that is set, each time from `PARLOUR_FUZZ_SEED` on. A failure names the seed that makes it again.

use crate::common;
use crate::common::Dice;
use parlour_grammar::catalogue::{Catalogue, Type};
use parlour_grammar::expand::{NoFiles, Selection};
use parlour_interpreter::play::{Game, Question, Setup, Source, Trial};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// No input may take longer than this: hangs are failures too. Generous, for debug builds on busy machines.
const SLOW: Duration = Duration::from_secs(10);
/// Plies that a damaged game is played for.
const PLIES: usize = 200;
/// What it may play altogether.
const PLAY: Duration = Duration::from_secs(2);

/// What rule files are made of: words, numbers, strings, brackets, and the blanks between.
fn tokens(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let mut token = c.to_string();
        if c == '"' {
            for c in chars.by_ref() {
                token.push(c);
                if c == '"' {
                    break;
                }
            }
        } else if c == '/' && chars.peek() == Some(&'/') {
            while chars.peek().is_some_and(|c| *c != '\n') {
                chars.next();
            }
            continue;
        } else if c.is_alphanumeric() {
            while let Some(c) = chars.next_if(|c| c.is_alphanumeric()) {
                token.push(c);
            }
        } else if c.is_whitespace() {
            while chars.next_if(|c| c.is_whitespace()).is_some() {}
            token = " ".into();
        }
        found.push(token);
    }
    found
}

/// Numbers at which something ends.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "5",
    "8",
    "17",
    "60",
    "64",
    "100",
    "255",
    "256",
    "1000",
    "4096",
    "65535",
    "65536",
    "100000",
    "1000000",
    "2147483647",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "-1",
    "-2",
    "-2147483648",
];

/// The words of the language.
fn words() -> Vec<&'static str> {
    let mut words: Vec<&str> = Catalogue::get().heads().collect();
    words.extend(Type::ALL.iter().flat_map(|ty| ty.words()));
    words
}

/// Whole ludemes: the catalogue's own examples, and some that ask for much.
fn forms() -> Vec<&'static str> {
    let mut forms: Vec<&str> = Catalogue::get().rows.iter().map(|row| row.example).filter(|e| !e.is_empty()).collect();
    forms.extend([
        "(board (square 60))",
        "(hand Each size:4000)",
        "(place Stack \"Disc1\" 0 count:100000)",
        "(forEach Value min:0 max:2147483647 (move Pass))",
        "(sites {2147483647})",
        "(is Line 2147483647)",
        "(% -2147483648 -1)",
        "(/ -2147483648 -1)",
        "(abs -2147483648)",
        "(^ 3 2147483647)",
        "(move Walk (from (site)) steps:2147483647)",
        "(move Hop (between before:100 range:0..100 after:100) (to if:(is Empty (to))))",
        "(sites Between from:0 to:8)",
        "(set Score Mover -2147483648)",
        "(set Value at:0 65536)",
        "(moveAgain)",
        "(while True (set Counter))",
    ]);
    forms
}

/// One to four changes of a text.
fn damaged(text: &str, others: &[&str], words: &[&str], forms: &[&str], dice: &mut Dice) -> Vec<u8> {
    let mut tokens = tokens(text);
    let other = self::tokens(dice.of(others));
    for _ in 0..=dice.below(4) {
        if tokens.is_empty() {
            break;
        }
        let at = dice.below(tokens.len());
        let of_kind = |tokens: &[String], wanted: fn(&str) -> bool, from: usize| {
            (0..tokens.len()).map(|k| (from + k) % tokens.len()).find(|k| wanted(&tokens[*k]))
        };
        let number = |t: &str| t.bytes().all(|b| b.is_ascii_digit());
        let word = |t: &str| t.starts_with(char::is_alphabetic);
        let open = |t: &str| t == "(";
        match dice.below(14) {
            0 => drop(tokens.remove(at)),
            1 => tokens.insert(at, tokens[at].clone()),
            2 => {
                let with = dice.below(tokens.len());
                tokens.swap(at, with);
            }
            3..=5 => {
                if let Some(at) = of_kind(&tokens, number, at) {
                    tokens[at] = dice.of(NUMBERS).to_owned();
                }
            }
            6..=7 => {
                if let Some(at) = of_kind(&tokens, word, at) {
                    tokens[at] = dice.of(words).to_owned();
                }
            }
            8..=10 => {
                // A form in round brackets becomes another one, of this file, of another, or of the catalogue.
                if let Some((begin, end)) = of_kind(&tokens, open, at).and_then(|b| Some((b, closing(&tokens, b)?))) {
                    let new = match dice.below(3) {
                        0 => vec![dice.of(forms).to_owned()],
                        1 => piece(&tokens, dice),
                        _ => piece(&other, dice),
                    };
                    tokens.splice(begin..end, new);
                }
            }
            11 => {
                tokens.insert(at, dice.of(&["(", ")", "{", "}", "<", ">", "\"", "#1", "~", ":", "..", "//"]).to_owned())
            }
            12 => {
                // Deep nesting.
                let deep = [3, 40, 300, 5000][dice.below(4)];
                let (begin, end) = dice.of(&[
                    &("(not ", ")"),
                    &("(then ", ")"),
                    &("(or (move Pass) ", ")"),
                    &("{", "}"),
                    &("(if True ", ")"),
                ]);
                if let Some((b, e)) = of_kind(&tokens, open, at).and_then(|b| Some((b, closing(&tokens, b)?))) {
                    tokens.insert(e, end.repeat(deep));
                    tokens.insert(b, begin.repeat(deep));
                }
            }
            _ => {
                if dice.below(6) == 0 {
                    tokens.truncate(at);
                } else {
                    tokens.insert(at, dice.of(forms).to_owned());
                }
            }
        }
    }
    let mut bytes = tokens.concat().into_bytes();
    if dice.below(20) == 0 {
        for _ in 0..=dice.below(4) {
            let at = dice.below(bytes.len());
            if let Some(byte) = bytes.get_mut(at) {
                *byte = dice.below(256) as u8;
            }
        }
    }
    bytes
}

/// One past the bracket that closes the one at `begin`.
fn closing(tokens: &[String], begin: usize) -> Option<usize> {
    let mut depth = 0;
    for (k, token) in tokens.iter().enumerate().skip(begin) {
        match token.as_str() {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(k + 1);
        }
    }
    None
}

/// Some form of a file.
fn piece(tokens: &[String], dice: &mut Dice) -> Vec<String> {
    let opening: Vec<usize> = (0..tokens.len()).filter(|k| tokens[*k] == "(").collect();
    match opening.get(dice.below(opening.len())).and_then(|b| Some((*b, closing(tokens, *b)?))) {
        Some((begin, end)) => tokens[begin..end].to_vec(),
        None => Vec::new(),
    }
}

/// Any text at all.
fn noise(dice: &mut Dice) -> String {
    let alphabet: Vec<char> = "ab1290-xX:,.()[]{}@#+=/ \"\\éß€\u{0}\n".chars().collect();
    (0..dice.below(24)).map(|_| alphabet[dice.below(alphabet.len())]).collect()
}

/// A change of a short text.
fn scratched(text: &str, dice: &mut Dice) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=dice.below(3) {
        let at = dice.below(chars.len() + 1);
        match dice.below(4) {
            0 if at < chars.len() => drop(chars.remove(at)),
            1 => chars.truncate(at),
            2 => {
                let new: Vec<char> = dice.of(NUMBERS).chars().collect();
                chars.splice(at..at, new);
            }
            _ => {
                let new: Vec<char> = noise(dice).chars().collect();
                chars.splice(at..at, new);
            }
        }
    }
    chars.into_iter().collect()
}

/// Loads a text, which gives a game or at least one error with a code; plays the game. Returns what happened.
fn try_rules(text: &[u8], dice: &mut Dice) -> &'static str {
    let game = match Game::load(&Source { name: "damaged", bytes: text, files: &NoFiles }, &Selection::default()) {
        Ok(game) => game,
        Err(error) => {
            assert!(!error.diagnostics.is_empty(), "refused without a reason");
            let explained = |code| parlour_grammar::diagnostic::codes::explain(code).is_some();
            assert!(error.diagnostics.iter().all(|d| explained(d.code)), "a code that is not explained");
            assert!(!error.to_string().is_empty());
            return "refused";
        }
    };
    let _ = game.warnings().to_string();
    let Ok(mut state) = game.start(dice.below(1000) as u64) else { return "fault" };
    let begun = Instant::now();
    for _ in 0..PLIES {
        let Ok(moves) = state.legal_moves() else { return "fault" };
        if moves.is_empty() || begun.elapsed() > PLAY {
            break;
        }
        if state.apply(&moves[dice.below(moves.len())]).is_err() {
            return "fault";
        }
    }
    let unicode = parlour_interpreter::play::picture::Style { unicode: true, width: 80 };
    let _ = parlour_interpreter::play::picture::text(&state, unicode);
    let _ = state.setup().to_string();
    "played"
}

/// Runs a case; a panic, or a case that takes too long, is told with what made it.
fn survives(seed: u64, input: &[u8], case: impl FnOnce() -> &'static str) -> Result<&'static str, String> {
    let begun = Instant::now();
    let tell = |what: String| format!("seed {seed}: {what}\n{}", String::from_utf8_lossy(input));
    match catch_unwind(AssertUnwindSafe(case)) {
        Ok(_) if begun.elapsed() > SLOW => Err(tell(format!("took {:?}", begun.elapsed()))),
        Ok(happened) => Ok(happened),
        Err(panic) => {
            let said = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
            Err(tell(format!("panicked: {}", said.unwrap_or("?"))))
        }
    }
}

fn number_in_environment(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// Runs cases from the first seed on until the time, or the number of cases of a default run, is over.
fn run(cases: u64, mut case: impl FnMut(u64) -> Result<&'static str, String>) {
    let first = number_in_environment("PARLOUR_FUZZ_SEED", 0);
    let seconds = number_in_environment("PARLOUR_FUZZ_SECONDS", 0);
    let begun = Instant::now();
    let mut tally = std::collections::BTreeMap::new();
    let mut failures = Vec::new();
    // The time bounds a default run too, on machines that are slow.
    let most = Duration::from_secs(if seconds > 0 { seconds } else { 12 });
    for seed in first.. {
        if begun.elapsed() >= most || seconds == 0 && seed - first >= cases {
            break;
        }
        match case(seed) {
            Ok(happened) => *tally.entry(happened).or_insert(0u64) += 1,
            Err(told) => failures.push(told),
        }
        if failures.len() >= 20 {
            break;
        }
    }
    println!("{tally:?} in {:?}", begun.elapsed());
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn damaged_rules_are_refused_or_played() {
    let paths: Vec<String> = common::games().into_iter().chain(common::files_below("tests/bad", ".game")).collect();
    let texts: Vec<String> =
        paths.iter().filter_map(|path| std::fs::read_to_string(common::root().join(path)).ok()).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let games = common::games().len();
    let (words, forms) = (words(), forms());
    run(1200, |seed| {
        let mut dice = Dice(seed);
        let text = if dice.below(5) > 0 { texts[dice.below(games)] } else { dice.of(&texts) };
        let text = damaged(text, &texts, &words, &forms, &mut dice);
        if std::env::var_os("PARLOUR_FUZZ_SHOW").is_some() {
            // For inputs that end the process: the last one shown did it.
            eprintln!("seed {seed}\n{}", String::from_utf8_lossy(&text));
        }
        survives(seed, &text, || try_rules(&text, &mut dice))
    });
}

#[test]
fn damaged_moves_trials_and_expressions_are_refused() {
    let games: Vec<Game> = common::games().iter().map(|path| common::load(path, &[])).collect();
    let (words, forms) = (words(), forms());
    run(1500, |seed| {
        let mut dice = Dice(seed);
        let game = &games[dice.below(games.len())];
        let mut state = game.start(0).expect("it starts");
        let mut texts = Vec::new();
        for _ in 0..dice.below(12) {
            let moves = state.notated_moves().expect("moves");
            let Some((chosen, text)) = moves.get(dice.below(moves.len())) else { break };
            texts.push(text.clone());
            state.apply(chosen).expect("a legal move");
        }
        match dice.below(4) {
            0 => {
                let text = match texts.first() {
                    Some(text) if dice.below(3) > 0 => scratched(text, &mut dice),
                    _ => noise(&mut dice),
                };
                survives(seed, text.as_bytes(), || {
                    let _ = state.parse_move(&text).map_err(|e| e.to_string());
                    let _ = state.why(&Question::parse(&text));
                    "move"
                })
            }
            1 => {
                let text = scratched(&Trial::of(&state).to_string(), &mut dice);
                survives(seed, text.as_bytes(), || {
                    let replayed = Trial::parse(&text).and_then(|trial| trial.replay(game));
                    let _ = replayed.map_err(|e| e.to_string());
                    "trial"
                })
            }
            2 => {
                let text = scratched(&state.setup().to_string(), &mut dice);
                survives(seed, text.as_bytes(), || {
                    let setup = Setup::parse(game, &text)
                        .and_then(|setup| parlour_interpreter::play::State::from_setup(game, &setup));
                    match setup {
                        Ok(mut state) => drop(state.legal_moves()),
                        Err(e) => drop(e.to_string()),
                    }
                    "set-up"
                })
            }
            _ => {
                let base = dice.of(&forms).to_owned();
                let text = damaged(&base, &forms, &words, &forms, &mut dice);
                let text = String::from_utf8_lossy(&text).into_owned();
                survives(seed, text.as_bytes(), || {
                    match state.eval(&text) {
                        Ok(value) => drop(value.show(game)),
                        Err(e) => drop(e.to_string()),
                    }
                    "expression"
                })
            }
        }
    });
}
