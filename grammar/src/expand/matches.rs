//! Matches of other games: each game is read from its own file, and becomes one whose rounds are those of the match.
//!
//! `(match "Name" (players 2) (games { (subgame "A" next:1) … }) (end …))` says no more than rounds do: what a game leaves is a record,
//! and the ends of the match are judged when it is over. Where there are several games, each says which one comes next.

use super::load::resolve;
use super::{Expanded, Files, Selection, expand_after, rename};
use crate::diagnostic::{Diagnostic, Label, codes, did_you_mean};
use crate::parse::add_bytes;
use crate::span::{FileId, Origin, Sources, Trace, Traces};
use crate::tree::{Named, Node, NodeKind};

/// The record in which the score of a match is kept: what `(matchScore …)` reads.
const MATCH_SCORE: &str = "Match";

/// Most games of a match.
const MOST_GAMES: usize = 64;

/// A game of a match.
pub struct GameOfMatch {
    /// Its own name.
    pub name: String,
    /// The game, with the rounds of the match.
    pub game: Expanded,
}

/// The games of a match.
#[derive(Default)]
pub struct Games {
    /// How many the match has.
    pub count: usize,
    /// Those that could be read. Their traces are one table.
    pub games: Vec<GameOfMatch>,
    /// What is wrong with the match, or a game of it.
    pub diagnostics: Vec<Diagnostic>,
    /// The expansions of the match and all its games.
    pub traces: Traces,
}

/// Reads the games of a match, each as a game with rounds of its own; `loaded` is the file of the match, which `root` is. What is wrong is
/// told of all of them.
pub fn games_of_match(
    sources: &mut Sources,
    root: FileId,
    loaded: &Expanded,
    library: &[(&str, &str)],
    files: &dyn Files,
) -> Games {
    let mut all = Games { traces: loaded.traces.clone(), ..Games::default() };
    let Some(node) = loaded.game.as_ref().filter(|node| node.head() == Some("match")) else { return all };
    let form = match Form::of(node) {
        Ok(form) => form,
        Err(found) => {
            all.diagnostics.push(found);
            return all;
        }
    };
    all.count = form.subgames.len();
    for number in 0..all.count {
        match form.read(number, sources, root, library, files, &mut all.traces) {
            Ok(mut read) => {
                read.game.metadata.clone_from(&loaded.metadata);
                read.game.options.clone_from(&loaded.options);
                read.game.rulesets.clone_from(&loaded.rulesets);
                all.games.push(read);
            }
            Err(found) => all.diagnostics.extend(found),
        }
    }
    for read in &mut all.games {
        read.game.traces.clone_from(&all.traces);
    }
    all
}

/// A `(match …)`.
struct Form<'a> {
    name: &'a str,
    players: Option<i64>,
    subgames: Vec<&'a Node>,
    end: &'a Node,
}

impl<'a> Form<'a> {
    fn of(node: &'a Node) -> Result<Self, Diagnostic> {
        let items = node.call().unwrap_or_default();
        let named = |head: &str| items.iter().find(|item| item.head() == Some(head));
        let wrong = |what: String, at: &Node, label: String, help: &str| {
            Diagnostic::error(codes::BAD_MATCH, what, at.origin, label).help(help)
        };
        let (Some(games), Some(end)) = (named("games"), named("end")) else {
            let help = "write `(match \"Name\" (players 2) (games { (subgame \"Game\") … }) (end …))`";
            return Err(wrong("a match needs games and an end".to_owned(), node, "of this match".to_owned(), help));
        };
        let subgames: Vec<&Node> = match games.call().and_then(|items| items.get(1)) {
            Some(Node { kind: NodeKind::List(list), .. }) => list.iter().collect(),
            Some(one) => vec![one],
            None => Vec::new(),
        };
        if subgames.is_empty() || subgames.len() > MOST_GAMES {
            let (what, label) =
                (format!("a match has 1 to {MOST_GAMES} games"), format!("these are {}", subgames.len()));
            return Err(wrong(what, games, label, "write `(games { (subgame \"Game\") … })`"));
        }
        let name = items.get(1).and_then(Node::text).unwrap_or("Match");
        Ok(Form { name, players: players_of(node), subgames, end })
    }

    /// The game with this number, from 0, with the rounds of the match.
    fn read(
        &self,
        number: usize,
        sources: &mut Sources,
        root: FileId,
        library: &[(&str, &str)],
        files: &dyn Files,
        traces: &mut Traces,
    ) -> Result<GameOfMatch, Vec<Diagnostic>> {
        let (subgame, games) = (self.subgames[number], self.subgames.len());
        let Some(said) = Said::of(subgame) else {
            let found =
                Diagnostic::error(codes::BAD_MATCH, "a match consists of subgames", subgame.origin, "this is none");
            return Err(vec![found.help("write `(subgame \"Game\")`, with the name of its file")]);
        };
        if let Some(next) = said.next
            && let NodeKind::Int(number) = next.kind
            && !(0..games as i64).contains(&number)
        {
            let message = format!("there is no game {number} in this match");
            let found = Diagnostic::error(codes::BAD_MATCH, message, next.origin, "out of range");
            return Err(vec![found.help(format!("its games are counted from 0 to {}", games - 1))]);
        }
        let own = sources.get(root).name.clone();
        let mut game = said.read(sources, &own, library, files, traces)?;
        let bad = |what: &str, help: &str| {
            let what = format!("`{}` {what}", said.name);
            vec![Diagnostic::error(codes::BAD_MATCH, what, said.origin, "this game").help(help)]
        };
        let Some(tree) = game.game.as_mut() else {
            return Err(bad("has no game", "a subgame is a game of its own"));
        };
        if tree.head() != Some("game") {
            return Err(bad("is no game", "a match cannot be played within another"));
        }
        let theirs = players_of(tree);
        if let (Some(ours), Some(theirs)) = (self.players, theirs)
            && ours != theirs
        {
            let what = format!("is a game of {theirs}, the match one of {ours}");
            return Err(bad(&what, "let all games of a match have as many players as it has"));
        }
        let name = tree.call().and_then(|items| items.get(1)?.text()).unwrap_or(said.name).to_owned();
        rename(tree, self.name);
        // A game that does not say what comes next is followed by the one after it in the list.
        let follows = (games > 1).then(|| (number + 1) % games);
        let rounds = said.rounds(self.end, theirs.unwrap_or(2), follows);
        if !push_rounds(tree, rounds) {
            return Err(bad("has rounds of its own", "leave them out: the match has its own"));
        }
        Ok(GameOfMatch { name, game })
    }
}

/// How many play a game, where that is written as a number or a list.
fn players_of(game: &Node) -> Option<i64> {
    let players = game.call()?.iter().find(|item| item.head() == Some("players"))?;
    match &players.call()?.get(1)?.kind {
        NodeKind::Int(n) => Some(*n),
        NodeKind::List(list) => i64::try_from(list.len()).ok(),
        _ => None,
    }
}

/// A `(subgame …)`.
struct Said<'a> {
    name: &'a str,
    origin: Origin,
    /// What is chosen in its file, `Option/Item` or the name of a ruleset, and where that is said.
    choice: Option<(&'a str, Origin)>,
    next: Option<&'a Node>,
    result: Option<&'a Node>,
}

impl<'a> Said<'a> {
    fn of(node: &'a Node) -> Option<Self> {
        if node.head() != Some("subgame") {
            return None;
        }
        let items = node.call()?;
        let value = |name: &str| {
            items.iter().find_map(|item| match &item.kind {
                NodeKind::Named(named) if named.name == name => Some(&named.value),
                _ => None,
            })
        };
        let mut texts = items[1..].iter().filter_map(|item| Some((item.text()?, item.origin)));
        let (name, origin) = texts.next()?;
        let choice = texts.next();
        Some(Said { name, origin, choice, next: value("next"), result: value("result") })
    }

    /// The file of the game, expanded with the option that is said.
    fn read(
        &self,
        sources: &mut Sources,
        own: &str,
        library: &[(&str, &str)],
        files: &dyn Files,
        traces: &mut Traces,
    ) -> Result<Expanded, Vec<Diagnostic>> {
        let ending = own.rsplit_once('.').map_or("game", |(_, ending)| ending);
        let folder = own.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        let beside = [format!("{}.{ending}", self.name), format!("{}.game", self.name), format!("{}.lud", self.name)];
        let found = beside
            .into_iter()
            .filter_map(|path| resolve("", &path).ok())
            .find_map(|path| files.read(&path).ok().map(|bytes| (path, bytes)))
            .or_else(|| files.named(self.name));
        let Some((path, bytes)) = found else {
            let message = format!("no game is called `{}` here", self.name);
            let label = format!("there is no `{}.{ending}` beside this file", self.name);
            let found = Diagnostic::error(codes::BAD_MATCH, message, self.origin, label);
            return Err(vec![found.help(self.instead(files))]);
        };
        // The same game may come more than once.
        let name = format!("{folder}{path}");
        let known = sources.iter().find(|(_, source)| source.name == name).map(|(id, _)| (id, None));
        let (file, broken) = known.unwrap_or_else(|| add_bytes(sources, &name, &bytes));
        if let Some(found) = broken {
            return Err(vec![found]);
        }
        let mut selection = Selection::default();
        match self.choice.map(|(text, _)| (text, text.split_once('/'))) {
            Some((_, Some((option, item)))) => selection.options.push((option.to_owned(), item.to_owned())),
            Some((ruleset, None)) => selection.ruleset = Some(ruleset.to_owned()),
            None => {}
        }
        let mut expanded = expand_after(std::mem::take(traces), sources, file, &selection, library, files);
        traces.clone_from(&expanded.traces);
        if let Some((_, origin)) = self.choice {
            // What has no place is about what was chosen.
            for found in expanded.diagnostics.iter_mut().filter(|found| found.labels.is_empty()) {
                found.labels.push(Label { origin, text: format!("chosen of `{}` here", self.name) });
            }
        }
        if expanded.has_errors() { Err(expanded.diagnostics) } else { Ok(expanded) }
    }

    /// What to write where no game of this name was found.
    fn instead(&self, files: &dyn Files) -> String {
        let paths = files.beside(self.name);
        let games = || paths.iter().filter_map(|path| game_of(path));
        let near = game_of(self.name).filter(|bare| games().any(|name| name == *bare));
        match near.or_else(|| did_you_mean(self.name, games())) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => "a subgame goes by the name of its file, which lies beside that of the match".to_owned(),
        }
    }

    /// The rounds of the match, as this game goes into it; `follows` is the game after it, where there are several.
    fn rounds(&self, end: &Node, players: i64, follows: Option<usize>) -> Node {
        let origin = self.result.map_or(self.origin, |result| result.origin);
        let node = |kind: NodeKind| Node { kind, origin: bare(origin) };
        let symbol = |word: &str| node(NodeKind::Symbol(word.to_owned()));
        let call = |items: Vec<Node>| node(NodeKind::Call(items));
        let named = |name: &str, value: Node| {
            node(NodeKind::Named(Box::new(Named { name: name.to_owned(), name_origin: bare(origin), value })))
        };
        let won = || call(vec![symbol("won"), symbol("Player")]);
        // Who has won gets what the game is worth; of two who draw, each gets one.
        let worth = self.result.map_or_else(|| node(NodeKind::Int(1)), stripped);
        let else_worth = if players == 2 {
            let placing = call(vec![symbol("placing"), symbol("Player")]);
            call(vec![symbol("-"), node(NodeKind::Int(2)), placing])
        } else {
            node(NodeKind::Int(0))
        };
        let points = call(vec![symbol("if"), won(), worth, else_worth]);
        let record = call(vec![symbol("record"), node(NodeKind::Text(MATCH_SCORE.to_owned())), points]);
        let mut items = vec![symbol("rounds"), named("keep", record)];
        if let Some(follows) = follows {
            let next = self.next.map_or_else(|| node(NodeKind::Int(follows as i64)), stripped);
            items.push(named("next", next));
        }
        items.push(stripped(end));
        call(items)
    }
}

/// The name of the game whose rule file this is.
fn game_of(path: &str) -> Option<&str> {
    path.strip_suffix(".game").or_else(|| path.strip_suffix(".lud"))
}

/// Puts the rounds into the rules of a game. Returns whether it had none.
fn push_rounds(game: &mut Node, rounds: Node) -> bool {
    let NodeKind::Call(items) = &mut game.kind else { return false };
    let Some(rules) = items.iter_mut().find(|item| item.head() == Some("rules")) else { return true };
    let NodeKind::Call(rules) = &mut rules.kind else { return false };
    if rules.iter().any(|rule| rule.head() == Some("rounds")) {
        return false;
    }
    rules.push(rounds);
    true
}

/// The place alone: the calls that led there are those of another file.
fn bare(origin: Origin) -> Origin {
    Origin { trace: Trace::NONE, ..origin }
}

fn stripped(node: &Node) -> Node {
    let all = |items: &[Node]| items.iter().map(stripped).collect();
    let kind = match &node.kind {
        NodeKind::Call(items) => NodeKind::Call(all(items)),
        NodeKind::List(items) => NodeKind::List(all(items)),
        NodeKind::Named(named) => NodeKind::Named(Box::new(Named {
            name: named.name.clone(),
            name_origin: bare(named.name_origin),
            value: stripped(&named.value),
        })),
        NodeKind::Range(ends) => NodeKind::Range(Box::new((stripped(&ends.0), stripped(&ends.1)))),
        other => other.clone(),
    };
    Node { kind, origin: bare(node.origin) }
}
