//! Finds the tests of a file, and what is wrong with them.

use super::steps::{Kind, Step, USAGE};
use super::{Suite, Test, args};
use parlour_grammar::diagnostic::{Diagnostic, codes, suggestion};
use parlour_grammar::parse::{self, build};
use parlour_grammar::span::{Origin, Sources, Span, Trace};
use parlour_grammar::tree::{Node, NodeKind};

impl Suite {
    /// The tests of a file. Of the rest of it nothing is looked at but its brackets.
    #[must_use]
    pub fn read(name: &str, bytes: &[u8]) -> Suite {
        let mut sources = Sources::default();
        let (file, broken) = parse::add_bytes(&mut sources, name, bytes);
        let mut reader = Reader { suite: Suite::default(), of: None, game: None, other: None };
        reader.suite.diagnostics.extend(broken);
        let read = parse::read(&sources, file);
        reader.suite.diagnostics.extend(read.diagnostics);
        for form in parse::top_level(&read.tokens) {
            let head = parse::head(form);
            let span = form.iter().map(|token| token.origin.span).reduce(Span::to);
            let origin = Origin { span: span.unwrap_or(Span::new(file, 0, 0)), trace: Trace::NONE };
            match head {
                "test" | "tests" => {
                    for node in build(form, &mut reader.suite.diagnostics) {
                        if head == "test" { reader.test(&node) } else { reader.tests(&node) }
                    }
                }
                "game" | "match" | "variant" => _ = reader.game.get_or_insert(origin),
                _ => _ = reader.other.get_or_insert(origin),
            }
        }
        reader.whose();
        let mut suite = reader.suite;
        suite.sources = sources;
        suite.diagnostics.sort_by_key(Diagnostic::span);
        suite
    }

    /// Whether something is wrong with the file, or with some of its tests.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// The tests that can be run: those that no error lies in, and none if one lies elsewhere.
    #[must_use]
    pub fn readable(&self) -> Vec<&Test> {
        let errors: Vec<Span> = self.diagnostics.iter().filter(|d| d.is_error()).filter_map(Diagnostic::span).collect();
        let holds = |test: &Test, span: &Span| {
            let whole = test.origin.span;
            whole.file == span.file && whole.start <= span.start && span.end <= whole.end
        };
        if errors.iter().any(|span| !self.tests.iter().any(|test| holds(test, span))) {
            return Vec::new();
        }
        self.tests.iter().filter(|test| !errors.iter().any(|span| holds(test, span))).collect()
    }
}

struct Reader {
    suite: Suite,
    /// Where the file names the game that is tested.
    of: Option<Origin>,
    /// Where it has a game of its own.
    game: Option<Origin>,
    /// The first form that is no test.
    other: Option<Origin>,
}

impl Reader {
    fn say(&mut self, code: &'static str, message: impl Into<String>, at: Origin, label: &str, help: &str) {
        self.suite.diagnostics.push(Diagnostic::error(code, message, at, label).help(help));
    }

    /// `(tests of:"path")`.
    fn tests(&mut self, node: &Node) {
        let path = match node.call() {
            Some([_, item]) => of(item),
            _ => None,
        };
        let Some(path) = path else {
            let help = "write `(tests of:\"line.game\")`; the tests stand below it, each at the top level";
            return self.say(codes::BAD_TEST, "this does not say what is tested", node.origin, "here", help);
        };
        if let Some(earlier) = self.of.replace(node.origin) {
            let found = Diagnostic::error(codes::TEST_OF_NOTHING, "two games are tested", node.origin, "the second")
                .also(earlier, "the first is named here")
                .help("a file tests one game; a single test may name another: `(test \"Name\" of:\"line.game\" …)`");
            self.suite.diagnostics.push(found);
        }
        self.suite.of = Some(path);
    }

    /// `(test "Name" of:"path" (step …) …)`.
    fn test(&mut self, node: &Node) {
        let items = node.call().unwrap_or_default();
        let Some((Node { kind: NodeKind::Text(name), origin }, mut rest)) = items.get(1..).and_then(<[_]>::split_first)
        else {
            let help = "write `(test \"Name\" (step …) …)`";
            return self.say(codes::BAD_TEST, "this test has no name", node.origin, "here", help);
        };
        if let Some(earlier) = self.suite.tests.iter().find(|test| test.name == *name) {
            let found =
                Diagnostic::error(codes::TEST_TWICE, format!("two tests are called \"{name}\""), *origin, "here")
                    .also(earlier.origin, "the first is here")
                    .help("give it another name");
            self.suite.diagnostics.push(found);
        }
        let mut path = None;
        if let Some((first, others)) = rest.split_first()
            && let Some(named) = of(first)
        {
            (path, rest) = (Some(named), others);
        }
        let steps: Vec<Step> = rest.iter().filter_map(|item| self.step(item)).collect();
        let late = steps.iter().skip(1).find(|step| matches!(step.kind, Kind::Each(_))).map(|step| step.origin);
        if let Some(late) = late {
            let help = "what it says counts for the whole test: put it first";
            self.say(codes::BAD_TEST, "`each` is not the first step", late, "here", help);
        }
        if rest.is_empty() {
            let help = "say what is done and what is expected, such as `(moves 20)`";
            self.say(codes::BAD_TEST, "this test has no steps", node.origin, "nothing is tried here", help);
        }
        self.suite.tests.push(Test { name: name.clone(), of: path, origin: node.origin, steps });
    }

    fn step(&mut self, node: &Node) -> Option<Step> {
        let Some((head, items)) = node.head().zip(node.call().and_then(|items| items.get(1..))) else {
            let help = "a step is a form such as `(play \"a1-a2\")` or `(moves 20)`";
            self.say(codes::BAD_TEST, "this is no step of a test", node.origin, "here", help);
            return None;
        };
        let Some((_, usage)) = USAGE.iter().find(|(known, _)| *known == head) else {
            let known = USAGE.iter().map(|(known, _)| *known);
            let all = || format!("the steps are {}", known.clone().collect::<Vec<_>>().join(", "));
            let help = suggestion(head, known.clone()).unwrap_or_else(all);
            let message = format!("`{head}` is no step of a test");
            self.say(codes::BAD_TEST, message, node.origin, "here", &help);
            return None;
        };
        match args::step(head, items) {
            Some(kind) => Some(Step { kind, origin: node.origin }),
            None => {
                let message = format!("this `{head}` cannot be read");
                self.say(codes::BAD_TEST, message, node.origin, "here", &format!("write {usage}"));
                None
            }
        }
    }

    /// Which game is tested: each test must have one, and only one.
    fn whose(&mut self) {
        match (self.of, self.game, self.other) {
            (Some(of), Some(game), _) => {
                let found =
                    Diagnostic::error(codes::TEST_OF_NOTHING, "two games are tested", of, "another is named here")
                        .also(game, "the file has a game of its own")
                        .help("leave out one of them");
                self.suite.diagnostics.push(found);
            }
            (Some(_), None, Some(other)) => {
                let help = "a file of tests holds `(tests of:\"path\")` and tests, and nothing else";
                self.say(codes::BAD_TEST, "this does not belong among tests", other, "here", help);
            }
            (None, None, _) => {
                if let Some(test) = self.suite.tests.iter().find(|test| test.of.is_none()) {
                    let help = "name it above the tests: `(tests of:\"line.game\")`";
                    let at = test.origin;
                    self.say(codes::TEST_OF_NOTHING, "it is not said which game is tested", at, "by this", help);
                }
            }
            _ => {}
        }
    }
}

/// The path of `of:"path"`.
fn of(node: &Node) -> Option<String> {
    match &node.kind {
        NodeKind::Named(named) if named.name == "of" => Some(named.value.text()?.to_owned()),
        _ => None,
    }
}
