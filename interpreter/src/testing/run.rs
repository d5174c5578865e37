//! Runs a test, step by step.

use super::expect::{self, Unmet};
use super::steps::{Kind, Step, Word};
use super::{Suite, Test, each};
use crate::play::{ApplyError, Game, LoadError, ParseMoveError, Rng, Setup, State};
use parlour_grammar::diagnostic::{self, Diagnostic, Style, codes};
use parlour_grammar::expand::Selection;
use parlour_grammar::span::{Origin, Sources, Traces};

/// Where the rule files of tests come from.
pub trait Games {
    /// The rule file `of`, seen from the file of the tests; `None` for the file of the tests itself.
    ///
    /// # Errors
    /// Why it cannot be played.
    fn load(&self, of: Option<&str>, selection: &Selection) -> Result<Game, NotLoaded>;
}

/// Why a rule file cannot be played.
#[derive(Clone, Debug)]
pub enum NotLoaded {
    /// It cannot be read.
    Unreadable(String),
    /// It is wrong.
    Wrong(Box<LoadError>),
}

/// What came of a test.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// How many expectations were looked at. Moves that are made count too, since they must be legal.
    pub expectations: usize,
    /// What is not as it should be, in the order of the text; nothing if the test passes.
    pub failures: Vec<Failure>,
}

/// Something that is not as it should be.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What, and where in the test.
    pub diagnostic: Diagnostic,
    /// More of it, in several lines: differences, or what is wrong with a rule file.
    pub detail: String,
}

impl Failure {
    /// As text.
    #[must_use]
    pub fn render(&self, sources: &Sources, style: Style) -> String {
        let mut out = diagnostic::render(&self.diagnostic, sources, &Traces::default(), style);
        for line in self.detail.lines() {
            out += format!("    {line}").trim_end();
            out.push('\n');
        }
        out
    }
}

/// Outcomes of chance without a decision between them, after which a test is given up.
const MOST_OUTCOMES: u32 = 100_000;

impl Suite {
    /// Runs a test: up to the first step that cannot be done, or to the end, whatever is expected on the way. If it is to be
    /// `thorough`, each way of generating moves is compared with the others, and each set-up with that of its position.
    #[must_use]
    pub fn run(&self, test: &Test, games: &dyn Games, thorough: bool) -> Verdict {
        let mut run = Run {
            suite: self,
            of: test.of.as_deref().or(self.of.as_deref()),
            games,
            thorough,
            base: Selection::default(),
            selection: Selection::default(),
            game: None,
            state: None,
            verdict: Verdict::default(),
        };
        match &test.steps[..] {
            [Step { kind: Kind::Each(choices), origin }, steps @ ..] => run.each(choices, *origin, steps),
            steps => run.steps(steps),
        }
        run.verdict
    }
}

struct Run<'a> {
    suite: &'a Suite,
    of: Option<&'a str>,
    games: &'a dyn Games,
    thorough: bool,
    /// The choices of the whole test; `with` adds to them.
    base: Selection,
    selection: Selection,
    game: Option<Game>,
    state: Option<State>,
    verdict: Verdict,
}

type Done = Result<(), Box<Failure>>;

fn fail(code: &'static str, message: impl Into<String>, at: Origin, detail: impl Into<String>) -> Box<Failure> {
    Box::new(Failure { diagnostic: Diagnostic::error(code, message, at, "here"), detail: detail.into() })
}

impl Run<'_> {
    fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            if let Err(failure) = self.step(step) {
                self.verdict.failures.push(*failure);
                break;
            }
        }
    }

    /// Does all steps with each choice in turn, and says with which of them something is not as it should be.
    fn each(&mut self, choices: &[Word], at: Origin, steps: &[Step]) {
        let texts: Vec<&str> = choices.iter().map(|word| word.text.as_str()).collect();
        let selections = self.game(at).and_then(|game| {
            each::selections(&texts, game).map_err(|unknown| {
                let known: Vec<&str> = game.options().iter().map(|option| option.label.as_str()).collect();
                let message = format!("there is no option `{unknown}`");
                let mut failure = fail(codes::TEST_NOT_LOADED, message, at, "");
                failure.diagnostic.help = diagnostic::suggestion(unknown, known.iter().copied())
                    .or_else(|| Some(format!("the options are {}", known.join(", "))).filter(|_| !known.is_empty()));
                failure
            })
        });
        let selections = match selections {
            Ok(selections) => selections,
            Err(failure) => return self.verdict.failures.push(*failure),
        };
        for selection in selections {
            let before = self.verdict.failures.len();
            self.base = selection;
            self.selection = self.base.clone();
            (self.game, self.state) = (None, None);
            self.steps(steps);
            let choice = each::text(&self.base);
            for failure in &mut self.verdict.failures[before..] {
                failure.diagnostic.message += &format!(" (with {choice})");
            }
        }
    }

    /// Does a step. An expectation that is not met is noted; an error is what leaves nothing to go on with.
    fn step(&mut self, step: &Step) -> Done {
        let at = step.origin;
        match &step.kind {
            Kind::With(selection) => {
                self.selection = self.base.clone();
                self.selection.options.extend(selection.options.iter().cloned());
                if selection.ruleset.is_some() {
                    self.selection.ruleset.clone_from(&selection.ruleset);
                }
                (self.game, self.state) = (None, None);
                Ok(())
            }
            // It is seen to before the steps.
            Kind::Each(_) => Ok(()),
            Kind::Setup(text) => self.set_up(text, at),
            Kind::Play(moves, times) => {
                (0..*times).try_for_each(|_| moves.iter().try_for_each(|chosen| self.play(chosen)))
            }
            Kind::Chance(seed) => self.chance(*seed, at),
            Kind::Finding(code, None) => {
                self.verdict.expectations += 1;
                self.finding(code, at);
                Ok(())
            }
            Kind::Finding(code, Some(chosen)) => self.fault(code, chosen),
            kind => {
                let sources = &self.suite.sources;
                self.verdict.expectations += 1;
                let state = self.state(at)?;
                if let Err(Unmet { code, message, detail, origin }) = expect::look(kind, sources, state) {
                    let failure = fail(code, message, origin.unwrap_or(at), detail);
                    self.verdict.failures.push(*failure);
                }
                Ok(())
            }
        }
    }

    fn game(&mut self, at: Origin) -> Result<&Game, Box<Failure>> {
        if self.game.is_none() {
            let loaded = self.games.load(self.of, &self.selection);
            let game = loaded.map_err(|error| match error {
                NotLoaded::Unreadable(why) => fail(codes::TEST_NOT_LOADED, why, at, ""),
                NotLoaded::Wrong(error) => {
                    let help = "its options must be those of the rule file; a mistake that is meant is expected by its code: `(error \"E0301\")`";
                    let mut failure = fail(codes::TEST_NOT_LOADED, "the game does not load", at, error.to_string());
                    failure.diagnostic.help = Some(help.to_owned());
                    failure
                }
            })?;
            self.game = Some(game);
        }
        Ok(self.game.as_ref().expect("it was loaded"))
    }

    fn state(&mut self, at: Origin) -> Result<&mut State, Box<Failure>> {
        if self.state.is_none() {
            let game = self.game(at)?;
            let state = game.start(0).map_err(|fault| {
                fail(codes::TEST_NOT_LOADED, "the game cannot begin", at, game.fault(&fault).to_string())
            })?;
            self.state = Some(state);
        }
        Ok(self.state.as_mut().expect("it was begun"))
    }

    fn set_up(&mut self, text: &str, at: Origin) -> Done {
        let thorough = self.thorough;
        let game = self.game(at)?;
        let wrong = |error: &dyn ToString| fail(codes::TEST_SETUP, error.to_string(), at, "");
        let setup = Setup::parse(game, text).map_err(|error| wrong(&error))?;
        let state = State::from_setup(game, &setup).map_err(|error| wrong(&error))?;
        if thorough {
            let again = State::from_setup(game, &state.setup()).map_err(|error| wrong(&error))?;
            if again.setup() != state.setup() {
                let detail = super::diff::lines(&state.setup().to_string(), &again.setup().to_string());
                return Err(fail(codes::TEST_SETUP, "a position set up again is another", at, detail));
            }
        }
        self.state = Some(state);
        Ok(())
    }

    fn play(&mut self, chosen: &Word) -> Done {
        self.verdict.expectations += 1;
        let thorough = self.thorough;
        let state = self.state(chosen.origin)?;
        let game = state.game().clone();
        let wrong = |why: String, detail: String| fail(codes::TEST_MOVE, why, chosen.origin, detail);
        let found = state.parse_move(&chosen.text).map_err(|error| match error {
            ParseMoveError::Fault(fault) => wrong(fault.to_string(), game.fault(&fault).to_string()),
            error => wrong(error.to_string(), String::new()),
        })?;
        if thorough {
            state
                .check_modes()
                .map_err(|why| wrong(format!("moves are generated in two ways: {why}"), String::new()))?;
        }
        state.apply(&found).map_err(|error| match error {
            ApplyError::Fault(fault) => wrong(fault.to_string(), game.fault(&fault).to_string()),
            error => wrong(error.to_string(), String::new()),
        })
    }

    fn chance(&mut self, seed: u64, at: Origin) -> Done {
        let state = self.state(at)?;
        let game = state.game().clone();
        let mut chance = Rng::stream(seed, "deal");
        for _ in 0..MOST_OUTCOMES {
            let broken = |fault| fail(codes::TEST_MOVE, "chance cannot decide", at, game.fault(&fault).to_string());
            let Some(outcome) = state.draw(&mut chance).map_err(broken)? else { return Ok(()) };
            match state.apply(&outcome) {
                Ok(()) => {}
                Err(ApplyError::Fault(fault)) => return Err(broken(fault)),
                Err(error) => return Err(fail(codes::TEST_MOVE, error.to_string(), at, "")),
            }
        }
        Err(fail(codes::TEST_MOVE, "chance goes on and on: nobody is ever asked", at, ""))
    }

    /// The rule file is expected to have a finding, or to go wrong with it as soon as it is set up.
    fn finding(&mut self, code: &str, at: Origin) {
        let (all, shown) = match self.games.load(self.of, &self.selection) {
            Err(NotLoaded::Unreadable(why)) => (Vec::new(), why),
            Err(NotLoaded::Wrong(error)) => (codes_of(&error), error.to_string()),
            Ok(game) => {
                let warnings = game.warnings();
                let (mut all, mut shown) = (codes_of(&warnings), warnings.to_string());
                let begun = game.start(0).and_then(|mut state| state.legal_moves());
                if let Err(fault) = begun {
                    let fault = game.fault(&fault);
                    all.extend(codes_of(&fault));
                    shown += &fault.to_string();
                }
                (all, shown)
            }
        };
        self.expect_code(code, &all, shown, at);
    }

    /// A move is expected to lead to a fault.
    fn fault(&mut self, code: &str, chosen: &Word) -> Done {
        self.verdict.expectations += 1;
        let at = chosen.origin;
        let state = self.state(at)?;
        let game = state.game().clone();
        let fault = match state.parse_move(&chosen.text) {
            Ok(found) => match state.clone().apply(&found) {
                Err(ApplyError::Fault(fault)) => Some(fault),
                _ => None,
            },
            Err(ParseMoveError::Fault(fault)) => Some(fault),
            Err(error) => return Err(fail(codes::TEST_MOVE, error.to_string(), at, "")),
        };
        let found = fault.map(|fault| game.fault(&fault));
        let all = found.as_ref().map(codes_of).unwrap_or_default();
        self.expect_code(code, &all, found.map(|found| found.to_string()).unwrap_or_default(), at);
        Ok(())
    }

    fn expect_code(&mut self, code: &str, all: &[&str], shown: String, at: Origin) {
        if all.contains(&code) {
            return;
        }
        let message = match all {
            [] => format!("{code} was expected, but nothing is found"),
            _ => format!("{code} was expected, but what is found is {}", all.join(", ")),
        };
        self.verdict.failures.push(*fail(codes::TEST_FAILS, message, at, shown));
    }
}

fn codes_of(error: &LoadError) -> Vec<&'static str> {
    let mut all: Vec<&'static str> = error.diagnostics.iter().map(|found| found.code).collect();
    all.sort_unstable();
    all.dedup();
    all
}
