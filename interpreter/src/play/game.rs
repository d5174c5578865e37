//! Games: rule files, checked and compiled.

use super::notation;
use super::state::State;
use super::value::Meaning;
use crate::lower::{self, Compiled, Equipment};
use crate::machine::{self, Machine};
use crate::program::Program;
use parlour_grammar::check::{check_as, check_expression};
use parlour_grammar::diagnostic::{self, Diagnostic, Dialect, Label, Severity, Style, codes};
use parlour_grammar::expand::{
    Expanded, Files, GameOfMatch, NoFiles, OptionInfo, RulesetInfo, Selection, expand, expand_expression,
    games_of_match,
};
use parlour_grammar::parse::add_bytes;
use parlour_grammar::rules::Term;
use parlour_grammar::span::{FileId, Origin, Sources, Span, Trace, Traces};
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
///
/// A match of several games is such a value for each of them, which knows the others: what is asked of it (its board, its pieces)
/// is asked of the one at hand. See [`super::State::game`].
#[derive(Clone)]
pub struct Game {
    /// The games of the match, or the only one.
    parts: Arc<[Arc<Part>]>,
    /// The one at hand.
    at: usize,
}

/// One compiled game.
pub(super) struct Part {
    /// Its own name, if it is a game of a match.
    title: Option<String>,
    compiled: Compiled,
    program: Arc<Program>,
    term: Term,
    dialect: Dialect,
    expanded: Expanded,
    sources: Sources,
    selection: Selection,
    warnings: Vec<Diagnostic>,
    machines: Mutex<Vec<Machine>>,
    /// The same game, compiled to explain what it does; made when it is first asked for.
    explained: OnceLock<Option<Arc<Part>>>,
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
        let expanded = expand(&mut sources, root, selection, library, source.files);
        let dialect = Dialect::of_file(source.name);
        let matched = expanded.game.as_ref().filter(|node| node.head() == Some("match") && !expanded.has_errors());
        let Some(matched) = matched else {
            let game = GameOfMatch { name: String::new(), game: expanded };
            let part = Part::compile(game, root, None, &sources, selection, dialect)?;
            return Ok(Game { parts: Arc::new([Arc::new(part)]), at: 0 });
        };
        let all = games_of_match(&mut sources, root, &expanded, library, source.files);
        let several = (all.count > 1).then_some(all.count);
        let (mut parts, mut diagnostics) = (Vec::new(), expanded.diagnostics.clone());
        let of_match = check_as(dialect, matched, &callable(&expanded)).1;
        let broken = of_match.iter().any(Diagnostic::is_error);
        diagnostics.extend(of_match);
        diagnostics.extend(all.diagnostics);
        for game in all.games {
            match Part::compile(game, root, several, &sources, selection, dialect) {
                Ok(part) => parts.push(part),
                // What is wrong with the match is told of its form: in its games it would only be told again, less well.
                Err(found) => diagnostics.extend(
                    found
                        .diagnostics
                        .into_iter()
                        .filter(|found| !broken || found.span().is_none_or(|span| span.file != root)),
                ),
            }
        }
        tidy(&mut diagnostics, &all.traces, &sources);
        if parts.is_empty() || diagnostics.iter().any(Diagnostic::is_error) {
            return Err(LoadError { diagnostics, sources, traces: all.traces });
        }
        parts[0].warnings.splice(0..0, diagnostics);
        Ok(Game { parts: parts.into_iter().map(Arc::new).collect(), at: 0 })
    }

    /// The game at hand.
    fn part(&self) -> &Part {
        &self.parts[self.at]
    }

    /// The games of a match of several, in the order of its file; otherwise this game alone.
    pub fn games(&self) -> impl Iterator<Item = Game> {
        (0..self.parts.len()).map(|at| Game { parts: Arc::clone(&self.parts), at })
    }

    /// The name of this game, if it is one of a match of games: [`Game::name`] is that of the match.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.part().title.as_deref()
    }

    /// Which game of the match it is, counted from 0.
    pub(super) fn index(&self) -> usize {
        self.at
    }

    /// How many games the match has.
    pub(super) fn count(&self) -> usize {
        self.parts.len()
    }

    /// The game of the match that follows in a state of this one that is over, counted from 0; `None` where the match is over, or there is
    /// no other game.
    pub(super) fn next_in(&self, state: &machine::State) -> Option<usize> {
        machine::next_game(&self.part().program, state)
    }

    /// The game of the match with this number, from 0.
    pub(super) fn game(&self, at: usize) -> Option<Game> {
        (at < self.parts.len()).then(|| Game { parts: Arc::clone(&self.parts), at })
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.part().compiled.name
    }

    /// Its rules, checked and typed: a call of `game`.
    #[must_use]
    pub fn rules(&self) -> &Term {
        &self.part().term
    }

    /// Number of players; none where the game goes on by itself.
    #[must_use]
    pub fn players(&self) -> u32 {
        self.part().program.players
    }

    /// Whether some rule could write a move so, in some position: a text of which this is not true is mistyped.
    #[must_use]
    pub fn could_write(&self, text: &str) -> bool {
        self.games().any(|game| notation::is_possible(&game, text))
    }

    /// Whether a move could begin so, in some position.
    #[must_use]
    pub fn could_begin(&self, start: &str) -> bool {
        self.games().any(|game| notation::may_begin(&game, start))
    }

    /// Board, pieces, players.
    #[must_use]
    pub fn equipment(&self) -> &Equipment {
        &self.part().compiled.equipment
    }

    /// The compiled rules.
    #[must_use]
    pub fn program(&self) -> &Arc<Program> {
        &self.part().program
    }

    /// The options of its file, with what is chosen.
    #[must_use]
    pub fn options(&self) -> &[OptionInfo] {
        &self.part().expanded.options
    }

    /// The rulesets of its file.
    #[must_use]
    pub fn rulesets(&self) -> &[RulesetInfo] {
        &self.part().expanded.rulesets
    }

    /// What was chosen when it was loaded.
    #[must_use]
    pub fn selection(&self) -> &Selection {
        &self.part().selection
    }

    /// The texts it was loaded from.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.part().sources
    }

    /// Its definitions, options and other forms, expanded.
    #[must_use]
    pub fn expanded(&self) -> &Expanded {
        &self.part().expanded
    }

    /// Warnings about its file.
    #[must_use]
    pub fn warnings(&self) -> LoadError {
        let mut diagnostics = self.parts.iter().flat_map(|part| part.warnings.iter().cloned()).collect();
        said_once(&mut diagnostics);
        LoadError { diagnostics, ..self.finding_nothing() }
    }

    /// A finding about its rules that came up in play.
    #[must_use]
    pub fn finding(&self, found: Diagnostic) -> LoadError {
        LoadError { diagnostics: vec![found], ..self.finding_nothing() }
    }

    fn finding_nothing(&self) -> LoadError {
        let part = self.part();
        LoadError { diagnostics: Vec::new(), sources: part.sources.clone(), traces: part.expanded.traces.clone() }
    }

    /// A number that differs, as good as surely, between games with different rules: that of a trial must be the game's.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        // FNV-1a over the expanded rules: what is played, not how it is written or compiled.
        let texts = self.parts.iter().filter_map(|part| part.expanded.game.as_ref()).map(ToString::to_string);
        texts.fold(0xCBF2_9CE4_8422_2325, |h: u64, text| {
            text.bytes().fold(h, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01B3))
        })
    }

    /// The game set up, at its first decision: what chance decides before it, as who is dealt what, the seed has decided.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn start(&self, seed: u64) -> Result<State, super::Fault> {
        State::start(&Game { at: 0, ..self.clone() }, seed, true)
    }

    /// The game at its very first node, which is one of chance where the set-up deals or rolls: for those who go through every deal.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn begin(&self) -> Result<State, super::Fault> {
        State::start(&Game { at: 0, ..self.clone() }, 0, false)
    }

    /// Lends a machine to `f`.
    pub(super) fn with_machine<T>(&self, f: impl FnOnce(&mut Machine) -> T) -> T {
        let lent = self.part().machines.lock().ok().and_then(|mut machines| machines.pop());
        let mut machine = lent.unwrap_or_else(|| Machine::new(Arc::clone(&self.part().program)));
        let result = f(&mut machine);
        if let Ok(mut machines) = self.part().machines.lock() {
            machines.push(machine);
        }
        result
    }

    /// How many loops it took to generate and to make moves of this game one by one so far: a measure of work that does not hang on the
    /// clock. Random play to the end is not counted.
    #[must_use]
    pub fn loops(&self) -> u64 {
        let of =
            |part: &Arc<Part>| part.machines.lock().map_or(0, |machines| machines.iter().map(Machine::loops).sum());
        self.parts.iter().map(of).sum()
    }

    /// The same rules as another program plays them.
    fn with_program(&self, compiled: Compiled) -> Game {
        self.with_part(Arc::new(self.part().with_program(compiled)))
    }

    /// The same match with another in the place of the game at hand.
    fn with_part(&self, part: Arc<Part>) -> Game {
        let mut parts = self.parts.to_vec();
        parts[self.at] = part;
        Game { parts: parts.into(), at: self.at }
    }

    /// The same game, compiled to explain what it does; `None` if that is too large for a program.
    pub(super) fn explained(&self) -> Option<Game> {
        let part = self.part();
        let compile = || {
            let compiled = lower::compile_to_explain(&part.term, part.dialect, self.count());
            compiled.ok().map(|compiled| Arc::new(part.with_program(compiled)))
        };
        part.explained.get_or_init(compile).clone().map(|part| self.with_part(part))
    }

    /// The typed rules.
    pub(super) fn term(&self) -> &Term {
        &self.part().term
    }

    /// The game compiled along with an expression; what the expression gives, and what a number that it gives stands for.
    pub(super) fn compile_expression(
        &self,
        text: &str,
        seat: lower::Seat,
    ) -> Result<(Game, lower::Expression, Meaning), LoadError> {
        let part = self.part();
        let mut sources = part.sources.clone();
        let file = sources.add("expression", text);
        let expression = expand_expression(&sources, file, &part.expanded);
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
        let (term, found) = check_expression(node, None, &callable(&part.expanded));
        diagnostics.extend(found);
        let Some(term) = term.filter(|_| !broken(&diagnostics)) else { return fail(diagnostics, sources) };
        match lower::compile_with(&part.term, part.dialect, self.count(), Some((&term, seat))) {
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

impl Part {
    /// Checks and compiles a game, one of so many of a match if there are several. `root` is the file that is loaded.
    fn compile(
        game: GameOfMatch,
        root: FileId,
        several: Option<usize>,
        sources: &Sources,
        selection: &Selection,
        dialect: Dialect,
    ) -> Result<Part, LoadError> {
        let GameOfMatch { name, game: expanded } = game;
        let mut diagnostics = expanded.diagnostics.clone();
        let fail = |mut diagnostics: Vec<Diagnostic>| {
            tidy(&mut diagnostics, &expanded.traces, sources);
            LoadError { diagnostics, sources: sources.clone(), traces: expanded.traces.clone() }
        };
        let broken = |d: &[Diagnostic]| d.iter().any(Diagnostic::is_error);
        let Some(node) = expanded.game.as_ref().filter(|_| !broken(&diagnostics)) else {
            if !broken(&diagnostics) {
                let origin = Origin { span: Span::new(root, 0, 0), trace: Trace::NONE };
                diagnostics.push(
                    Diagnostic::error("E0500", "the file has no game", origin, "there is no `(game …)` here")
                        .help("begin with `(game \"Name\" (players 2) (equipment { … }) (rules …))`"),
                );
            }
            return Err(fail(diagnostics));
        };
        let (rules, found) = check_as(dialect, node, &callable(&expanded));
        diagnostics.extend(found);
        let Some(rules) = rules.filter(|_| !broken(&diagnostics)) else { return Err(fail(diagnostics)) };
        match lower::compile(&rules.game, dialect, several.unwrap_or(1)) {
            Ok(compiled) => {
                diagnostics.extend(compiled.warnings.iter().cloned());
                Ok(Part {
                    title: Some(name).filter(|name| !name.is_empty()),
                    program: Arc::new(compiled.program.clone()),
                    compiled,
                    term: rules.game,
                    dialect,
                    warnings: diagnostics,
                    expanded,
                    sources: sources.clone(),
                    selection: selection.clone(),
                    machines: Mutex::new(Vec::new()),
                    explained: OnceLock::new(),
                })
            }
            Err(found) => {
                diagnostics.extend(found);
                Err(fail(diagnostics))
            }
        }
    }

    /// The same rules as another program plays them.
    fn with_program(&self, compiled: Compiled) -> Part {
        Part {
            title: self.title.clone(),
            program: Arc::new(compiled.program.clone()),
            compiled,
            term: self.term.clone(),
            dialect: self.dialect,
            expanded: self.expanded.clone(),
            sources: self.sources.clone(),
            selection: self.selection.clone(),
            warnings: Vec::new(),
            machines: Mutex::new(Vec::new()),
            explained: OnceLock::new(),
        }
    }
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
    said_once(diagnostics);
}

/// Leaves one of the copies of a mistake, such as one in a definition that is called several times.
fn said_once(diagnostics: &mut Vec<Diagnostic>) {
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
