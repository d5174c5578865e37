//! Matches of several games: each game is read from its own file, and becomes one whose rounds are those of the match.
//!
//! `(match "Name" (players 2) (games { (subgame "A" next:1) … }) (end …))` says no more than rounds do: what a game leaves is a record,
//! and the ends of the match are judged when it is over.

use super::{Expanded, Files, Selection, expand, rename};
use crate::diagnostic::{Diagnostic, codes};
use crate::parse::add_bytes;
use crate::span::{FileId, Origin, Sources, Trace};
use crate::tree::{Named, Node, NodeKind};

/// The record in which the score of a match is kept.
pub const MATCH_SCORE: &str = "Match";

/// Most games of a match.
const MOST_GAMES: usize = 64;

/// Reads the games of a match, each as a game with rounds of its own; `loaded` is the file of the match, which `root` is. Without a match,
/// nothing.
///
/// # Errors
/// What is wrong with the match or a game of it: the texts are in `sources`.
pub fn games_of_match(
    sources: &mut Sources,
    root: FileId,
    loaded: &Expanded,
    library: &[(&str, &str)],
    files: &dyn Files,
) -> Result<Option<Vec<Expanded>>, Vec<Diagnostic>> {
    let Some(node) = loaded.game.as_ref().filter(|node| node.head() == Some("match")) else { return Ok(None) };
    let items = node.call().unwrap_or_default();
    let named = |head: &str| items.iter().find(|item| item.head() == Some(head));
    let name = items.get(1).and_then(Node::text).unwrap_or("Match");
    let (Some(games), Some(end)) = (named("games"), named("end")) else {
        let help = "write `(match \"Name\" (players 2) (games { (subgame \"Game\") … }) (end …))`";
        return Err(vec![
            Diagnostic::error(codes::BAD_MATCH, "a match needs games and an end", node.origin, "of this match")
                .help(help),
        ]);
    };
    let subgames: Vec<&Node> = match games.call().and_then(|items| items.get(1)) {
        Some(Node { kind: NodeKind::List(list), .. }) => list.iter().collect(),
        Some(one) => vec![one],
        None => Vec::new(),
    };
    if subgames.is_empty() || subgames.len() > MOST_GAMES {
        let label = format!("these are {}", subgames.len());
        return Err(vec![
            Diagnostic::error(codes::BAD_MATCH, format!("a match has 1 to {MOST_GAMES} games"), games.origin, label)
                .help("write `(games { (subgame \"Game\") … })`"),
        ]);
    }
    let players = named("players").and_then(|players| players.call()).and_then(|items| match items.get(1)?.kind {
        NodeKind::Int(n) => Some(n),
        NodeKind::List(ref list) => i64::try_from(list.len()).ok(),
        _ => None,
    });
    let own = sources.get(root).name.clone();
    let mut made = Vec::new();
    for subgame in &subgames {
        let Some(said) = Said::of(subgame) else {
            return Err(vec![
                Diagnostic::error(codes::BAD_MATCH, "a match consists of subgames", subgame.origin, "this is none")
                    .help("write `(subgame \"Game\")`, with the name of its file"),
            ]);
        };
        if let Some(next) = said.next
            && let NodeKind::Int(number) = next.kind
            && !(0..subgames.len() as i64).contains(&number)
        {
            let message = format!("there is no game {number} in this match");
            return Err(vec![
                Diagnostic::error(codes::BAD_MATCH, message, next.origin, "out of range")
                    .help(format!("its games are counted from 0 to {}", subgames.len() - 1)),
            ]);
        }
        let mut game = said.read(sources, &own, library, files)?;
        let Some(tree) = game.game.as_mut() else {
            return Err(vec![bad_file(&said, "has no game", "a subgame is a game of its own")]);
        };
        if tree.head() != Some("game") {
            return Err(vec![bad_file(&said, "is no game", "a match cannot be played within another")]);
        }
        let theirs = players_of(tree);
        if let (Some(ours), Some(theirs)) = (players, theirs)
            && ours != theirs
        {
            let message = format!("`{}` is a game of {theirs}, the match one of {ours}", said.name);
            return Err(vec![
                Diagnostic::error(codes::BAD_MATCH, message, said.origin, "this game")
                    .help("let all games of a match have as many players as it has"),
            ]);
        }
        rename(tree, name);
        let rounds = said.rounds(end, theirs.unwrap_or(2), node.origin);
        if !push_rounds(tree, rounds) {
            return Err(vec![bad_file(&said, "has rounds of its own", "leave them out: the match has its own")]);
        }
        game.metadata.clone_from(&loaded.metadata);
        game.options.clone_from(&loaded.options);
        game.rulesets.clone_from(&loaded.rulesets);
        let mut found = loaded.diagnostics.clone();
        found.append(&mut game.diagnostics);
        game.diagnostics = found;
        made.push(game);
    }
    Ok(Some(made))
}

fn bad_file(said: &Said<'_>, what: &str, help: &str) -> Diagnostic {
    Diagnostic::error(codes::BAD_MATCH, format!("`{}` {what}", said.name), said.origin, "this game").help(help)
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
    option: Option<&'a str>,
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
        let option = texts.next().map(|(text, _)| text);
        Some(Said { name, origin, option, next: value("next"), result: value("result") })
    }

    /// The file of the game, expanded with the option that is said.
    fn read(
        &self,
        sources: &mut Sources,
        own: &str,
        library: &[(&str, &str)],
        files: &dyn Files,
    ) -> Result<Expanded, Vec<Diagnostic>> {
        let ending = own.rsplit_once('.').map_or("game", |(_, ending)| ending);
        let folder = own.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        let beside = [format!("{}.{ending}", self.name), format!("{}.game", self.name), format!("{}.lud", self.name)];
        let found = beside
            .into_iter()
            .find_map(|path| files.read(&path).ok().map(|bytes| (path, bytes)))
            .or_else(|| files.named(self.name));
        let Some((path, bytes)) = found else {
            let message = format!("no game is called `{}` here", self.name);
            let label = format!("there is no `{}.{ending}` beside this file", self.name);
            return Err(vec![
                Diagnostic::error(codes::BAD_MATCH, message, self.origin, label)
                    .help("a subgame goes by the name of its file, which lies beside that of the match"),
            ]);
        };
        let (file, broken) = add_bytes(sources, &format!("{folder}{path}"), &bytes);
        if let Some(found) = broken {
            return Err(vec![found]);
        }
        let options = self.option.and_then(|option| option.split_once('/'));
        let options = options.map(|(option, item)| (option.to_owned(), item.to_owned())).into_iter().collect();
        let selection = Selection { options, ..Selection::default() };
        let expanded = expand(sources, file, &selection, library, files);
        if expanded.has_errors() { Err(expanded.diagnostics) } else { Ok(expanded) }
    }

    /// The rounds of the match, as this game goes into it.
    fn rounds(&self, end: &Node, players: i64, origin: Origin) -> Node {
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
        items.push(stripped(end));
        call(items)
    }
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
