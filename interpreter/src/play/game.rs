//! Games: rule files, checked and compiled.

use super::notation;
use super::state::State;
use super::value::Meaning;
use crate::lower::{self, Compiled, Equipment};
use crate::machine::Machine;
use crate::program::Program;
use parlour_grammar::check::{check_as, check_expression};
use parlour_grammar::diagnostic::{self, Diagnostic, Dialect, Label, Severity, Style, codes};
use parlour_grammar::expand::{
    Expanded, Files, NoFiles, OptionInfo, RulesetInfo, Selection, expand, expand_expression, games_of_match,
};
use parlour_grammar::parse::add_bytes;
use parlour_grammar::rules::Term;
use parlour_grammar::span::{Sources, Span, Traces};
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock};

/// A rule file to load.
pub struct Source<'a> {
    /// How it is called in messages: its path.
    pub name: &'a str,
    /// Its content.
    pub bytes: &'a [u8],
    /// Where its imports are read from.
    pub files: &'a dyn Files,
}

/// A game, ready to be played. Cloning it is cheap.
#[derive(Clone)]
pub struct Game(pub(super) Arc<Inner>);

pub(super) struct Inner {
    pub compiled: Compiled,
    pub program: Arc<Program>,
    pub term: Term,
    pub dialect: Dialect,
    pub expanded: Expanded,
    pub sources: Sources,
    pub selection: Selection,
    pub warnings: Vec<Diagnostic>,
    pub machines: Mutex<Vec<Machine>>,
    /// The same game, compiled to explain what it does; made when it is first asked for.
    pub explained: OnceLock<Option<Game>>,
}

/// Most findings that are rendered as text: each is drawn within its file, which takes its time, and nobody reads on.
const MOST_SHOWN: usize = 100;

/// Why a rule file cannot be played, or an expression not be computed: diagnostics, and the texts they point into.
#[derive(Clone, Debug)]
pub struct LoadError {
    /// What is wrong, errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts.
    pub sources: Sources,
    /// The expansions.
    pub traces: Traces,
}

impl LoadError {
    /// All of it as text: the first hundred findings, errors before warnings where there are more.
    #[must_use]
    pub fn render(&self, style: Style) -> String {
        let mut shown: Vec<&Diagnostic> = self.diagnostics.iter().collect();
        let more = shown.len().saturating_sub(MOST_SHOWN);
        if more > 0 {
            // No error may be left out for a warning.
            shown.sort_by_key(|found| found.severity != Severity::Error);
            shown.truncate(MOST_SHOWN);
        }
        let mut text: String =
            shown.iter().map(|d| diagnostic::render(d, &self.sources, &self.traces, style)).collect();
        if more > 0 {
            text += &format!("… and {more} more; as data (`--format json`) all of them are told\n");
        }
        text
    }

    /// All of it as data.
    #[must_use]
    pub fn json(&self) -> serde_json::Value {
        diagnostic::json(&self.diagnostics, &self.sources, &self.traces)
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(Style { colour: false, width: 110 }))
    }
}

impl std::error::Error for LoadError {}

impl Game {
    /// Loads a game from a text that imports nothing.
    ///
    /// ```
    /// use parlour_interpreter::Game;
    /// let game = Game::from_text(r#"
    ///     (game "Line of Three"
    ///         (players 2)
    ///         (equipment { (board (square 3)) (piece "Disc" Each) })
    ///         (rules
    ///             (play (move Add (to (sites Empty))))
    ///             (end (if (is Line 3) (result Mover Win)))))
    /// "#)?;
    /// let mut state = game.start(0)?;
    /// assert_eq!(state.legal_moves()?.len(), 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Everything that is wrong with the text.
    pub fn from_text(text: &str) -> Result<Game, LoadError> {
        Game::load(&Source { name: "game", bytes: text.as_bytes(), files: &NoFiles }, &Selection::default())
    }

    /// Loads a game with options.
    ///
    /// # Errors
    /// Everything that is wrong with the file, or with the options.
    pub fn load(source: &Source<'_>, selection: &Selection) -> Result<Game, LoadError> {
        let mut sources = Sources::default();
        let (root, broken) = add_bytes(&mut sources, source.name, source.bytes);
        if let Some(found) = broken {
            return Err(LoadError { diagnostics: vec![found], sources, traces: Traces::default() });
        }
        let library = parlour_stdlib::FILES;
        let mut expanded = expand(&mut sources, root, selection, library, source.files);
        let mut diagnostics = expanded.diagnostics.clone();
        if !expanded.has_errors() {
            match games_of_match(&mut sources, root, &expanded, library, source.files) {
                Ok(None) => {}
                Ok(Some(mut games)) if games.len() == 1 => {
                    expanded = games.swap_remove(0);
                    diagnostics.clone_from(&expanded.diagnostics);
                }
                Ok(Some(_)) => diagnostics.push(several_games(&expanded)),
                Err(found) => diagnostics.extend(found),
            }
        }
        let fail = |mut diagnostics: Vec<Diagnostic>, sources| {
            tidy(&mut diagnostics, &expanded.traces, &sources);
            Err(LoadError { diagnostics, sources, traces: expanded.traces.clone() })
        };
        let broken = |d: &[Diagnostic]| d.iter().any(|d| d.severity == Severity::Error);
        let Some(node) = expanded.game.as_ref().filter(|_| !broken(&diagnostics)) else {
            if !broken(&diagnostics) {
                let origin = parlour_grammar::span::Origin {
                    span: parlour_grammar::span::Span::new(root, 0, 0),
                    trace: parlour_grammar::span::Trace::NONE,
                };
                diagnostics.push(
                    Diagnostic::error("E0500", "the file has no game", origin, "there is no `(game …)` here")
                        .help("begin with `(game \"Name\" (players 2) (equipment { … }) (rules …))`"),
                );
            }
            return fail(diagnostics, sources);
        };
        let dialect = Dialect::of_file(source.name);
        let (rules, found) = check_as(dialect, node, &callable(&expanded));
        diagnostics.extend(found);
        let Some(rules) = rules.filter(|_| !broken(&diagnostics)) else { return fail(diagnostics, sources) };
        match lower::compile(&rules.game, dialect) {
            Ok(compiled) => {
                diagnostics.extend(compiled.warnings.iter().cloned());
                let program = Arc::new(compiled.program.clone());
                Ok(Game(Arc::new(Inner {
                    compiled,
                    program,
                    term: rules.game,
                    dialect,
                    expanded,
                    sources,
                    selection: selection.clone(),
                    warnings: diagnostics,
                    machines: Mutex::new(Vec::new()),
                    explained: OnceLock::new(),
                })))
            }
            Err(found) => {
                diagnostics.extend(found);
                fail(diagnostics, sources)
            }
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.compiled.name
    }

    /// Its rules, checked and typed: a call of `game` or `match`.
    #[must_use]
    pub fn rules(&self) -> &Term {
        &self.0.term
    }

    /// Number of players; none where the game goes on by itself.
    #[must_use]
    pub fn players(&self) -> u32 {
        self.0.program.players
    }

    /// Whether some rule could write a move so, in some position: a text of which this is not true is mistyped.
    #[must_use]
    pub fn could_write(&self, text: &str) -> bool {
        notation::is_possible(self, text)
    }

    /// Whether a move could begin so, in some position.
    #[must_use]
    pub fn could_begin(&self, start: &str) -> bool {
        notation::may_begin(self, start)
    }

    /// Board, pieces, players.
    #[must_use]
    pub fn equipment(&self) -> &Equipment {
        &self.0.compiled.equipment
    }

    /// The compiled rules.
    #[must_use]
    pub fn program(&self) -> &Arc<Program> {
        &self.0.program
    }

    /// The options of its file, with what is chosen.
    #[must_use]
    pub fn options(&self) -> &[OptionInfo] {
        &self.0.expanded.options
    }

    /// The rulesets of its file.
    #[must_use]
    pub fn rulesets(&self) -> &[RulesetInfo] {
        &self.0.expanded.rulesets
    }

    /// What was chosen when it was loaded.
    #[must_use]
    pub fn selection(&self) -> &Selection {
        &self.0.selection
    }

    /// The texts it was loaded from.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.0.sources
    }

    /// Its definitions, options and other forms, expanded.
    #[must_use]
    pub fn expanded(&self) -> &Expanded {
        &self.0.expanded
    }

    /// Warnings about its file.
    #[must_use]
    pub fn warnings(&self) -> LoadError {
        LoadError {
            diagnostics: self.0.warnings.clone(),
            sources: self.0.sources.clone(),
            traces: self.0.expanded.traces.clone(),
        }
    }

    /// A finding about its rules that came up in play.
    #[must_use]
    pub fn finding(&self, found: Diagnostic) -> LoadError {
        LoadError { diagnostics: vec![found], ..self.warnings() }
    }

    /// A number that differs, as good as surely, between games with different rules: that of a trial must be the game's.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        // FNV-1a over the expanded rules: what is played, not how it is written or compiled.
        let text = self.0.expanded.game.as_ref().map(ToString::to_string).unwrap_or_default();
        text.bytes().fold(0xCBF2_9CE4_8422_2325, |h: u64, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01B3))
    }

    /// The game set up, at its first decision: what chance decides before it, as who is dealt what, the seed has decided.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn start(&self, seed: u64) -> Result<State, super::Fault> {
        State::start(self, seed, true)
    }

    /// The game at its very first node, which is one of chance where the set-up deals or rolls: for those who go through every deal.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn begin(&self) -> Result<State, super::Fault> {
        State::start(self, 0, false)
    }

    /// Lends a machine to `f`.
    pub(super) fn with_machine<T>(&self, f: impl FnOnce(&mut Machine) -> T) -> T {
        let lent = self.0.machines.lock().ok().and_then(|mut machines| machines.pop());
        let mut machine = lent.unwrap_or_else(|| Machine::new(Arc::clone(&self.0.program)));
        let result = f(&mut machine);
        if let Ok(mut machines) = self.0.machines.lock() {
            machines.push(machine);
        }
        result
    }

    /// The same rules as another program plays them.
    fn with_program(&self, compiled: Compiled) -> Game {
        let inner = &self.0;
        let program = Arc::new(compiled.program.clone());
        Game(Arc::new(Inner {
            compiled,
            program,
            term: inner.term.clone(),
            dialect: inner.dialect,
            expanded: inner.expanded.clone(),
            sources: inner.sources.clone(),
            selection: inner.selection.clone(),
            warnings: Vec::new(),
            machines: Mutex::new(Vec::new()),
            explained: OnceLock::new(),
        }))
    }

    /// The same game, compiled to explain what it does; `None` if that is too large for a program.
    pub(super) fn explained(&self) -> Option<&Game> {
        let compile =
            || lower::compile_to_explain(&self.0.term, self.0.dialect).ok().map(|compiled| self.with_program(compiled));
        self.0.explained.get_or_init(compile).as_ref()
    }

    /// The typed rules.
    pub(super) fn term(&self) -> &Term {
        &self.0.term
    }

    /// The game compiled along with an expression; what the expression gives, and what a number that it gives stands for.
    pub(super) fn compile_expression(
        &self,
        text: &str,
        seat: lower::Seat,
    ) -> Result<(Game, lower::Expression, Meaning), LoadError> {
        let inner = &self.0;
        let mut sources = inner.sources.clone();
        let file = sources.add("expression", text);
        let expression = expand_expression(&sources, file, &inner.expanded);
        let mut diagnostics = expression.diagnostics;
        let traces = expression.traces;
        let fail = |diagnostics, sources| Err(LoadError { diagnostics, sources, traces: traces.clone() });
        let broken = |d: &[Diagnostic]| d.iter().any(|d| d.severity == Severity::Error);
        let [node] = &expression.nodes[..] else {
            if !broken(&diagnostics) {
                let origin = parlour_grammar::span::Origin {
                    span: parlour_grammar::span::Span::new(file, 0, text.len()),
                    trace: parlour_grammar::span::Trace::NONE,
                };
                diagnostics.push(Diagnostic::error(
                    "E0517",
                    "one expression is needed",
                    origin,
                    "this is none, or several",
                ));
            }
            return fail(diagnostics, sources);
        };
        let (term, found) = check_expression(node, None, &callable(&inner.expanded));
        diagnostics.extend(found);
        let Some(term) = term.filter(|_| !broken(&diagnostics)) else { return fail(diagnostics, sources) };
        match lower::compile_with(&inner.term, inner.dialect, Some((&term, seat))) {
            Ok(compiled) => {
                let expression = compiled.expression.clone().expect("it was compiled along");
                Ok((self.with_program(compiled), expression, Meaning::of(&term)))
            }
            Err(found) => {
                diagnostics.extend(found);
                fail(diagnostics, sources)
            }
        }
    }
}

/// Games of one match may differ in board and pieces: that is no single program.
fn several_games(expanded: &Expanded) -> Diagnostic {
    let origin = expanded.game.as_ref().map_or_else(
        || parlour_grammar::span::Origin {
            span: Span::new(parlour_grammar::span::FileId(0), 0, 0),
            trace: parlour_grammar::span::Trace::NONE,
        },
        |node| node.origin,
    );
    Diagnostic::error("E0502", "a match of several games cannot be played yet", origin, "this plays more than one")
        .help("a match plays one game again and again; its games can be played one by one")
}

/// The names of the definitions that can be called.
fn callable(expanded: &Expanded) -> Vec<&str> {
    expanded.definitions.iter().map(|definition| definition.name.as_str()).collect()
}

/// Most parameters that are listed one by one.
const MOST_LISTED: usize = 5;

/// Leaves each mistake said once and where it was made: no warning about a place that an error is about; what goes wrong in a
/// definition for want of an argument is said of the call, and what goes wrong for want of a piece where it is given to nobody.
fn tidy(diagnostics: &mut Vec<Diagnostic>, traces: &Traces, sources: &Sources) {
    let errors: Vec<_> =
        diagnostics.iter().filter(|d| d.is_error()).filter_map(|d| Some((d.span()?, d.message.clone()))).collect();
    let told = |d: &Diagnostic, span: Span| {
        let holds = |outer: &Span| outer.file == span.file && outer.start <= span.start && span.end <= outer.end;
        errors.iter().any(|(error, message)| *error == span || holds(error) && *message == d.message)
    };
    diagnostics.retain(|d| d.is_error() || d.span().is_none_or(|span| !told(d, span)));
    for found in diagnostics.iter_mut().filter(|d| d.is_error()) {
        let Some(origin) = found.labels.first().map(|label| label.origin) else { continue };
        let Some(frame) = traces.frames(origin.trace).find(|frame| frame.lacks.is_some()) else { continue };
        // Where nothing is said of a parameter, the call need not be to blame.
        let wants = found.code == codes::MISSING || found.code == codes::WRONG_KIND;
        if !wants && !sources.slice(origin.span).contains('#') {
            continue;
        }
        let (given, taken) = frame.lacks.unwrap_or_default();
        let label = format!("{} takes {taken} arguments, and this gives {given}", frame.what);
        found.labels.insert(0, Label { origin: frame.call, text: label });
        // A parameter may have any number, such as `#2000000000`.
        let lacking = match taken.saturating_sub(given) {
            0..=MOST_LISTED => (given + 1..=taken).map(|k| format!("`#{k}`")).collect::<Vec<_>>().join(", "),
            _ => format!("`#{}` to `#{taken}`", given + 1),
        };
        let help = format!("the definition speaks of {lacking}: give it, or `~` where it may be left out");
        found.help = Some(found.help.take().map_or(help.clone(), |other| format!("{help}\n{other}")));
    }
    given_to_nobody(diagnostics, sources);
    // Copies of one mistake in a definition that is called several times.
    let mut seen = std::collections::BTreeSet::new();
    diagnostics.retain(|d| seen.insert((d.code, d.span(), d.message.clone())));
}

/// A piece that is given to a player whom the game does not have is no more than odd, until something lacks it.
fn given_to_nobody(diagnostics: &mut Vec<Diagnostic>, sources: &Sources) {
    let (odd, mut others): (Vec<_>, Vec<_>) =
        diagnostics.drain(..).partition(|d| d.code == codes::NO_SUCH_PLAYER && d.labels.len() > 1);
    for given in odd {
        let name = sources.slice(given.labels[1].origin.span).trim_matches('"');
        let lacks = |d: &&mut Diagnostic| {
            let nameless = d.code == "E0411" && !d.message.contains('`');
            d.is_error() && (nameless || ['"', '`'].iter().any(|quote| d.message.contains(&format!("{quote}{name}"))))
        };
        let mut lacking = others.iter_mut().filter(lacks).peekable();
        if lacking.peek().is_none() {
            others.push(given);
            continue;
        }
        for error in lacking {
            error.labels.insert(0, given.labels[0].clone());
            error.help.clone_from(&given.help);
        }
    }
    *diagnostics = others;
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Game({:?})", self.name())
    }
}
