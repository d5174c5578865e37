//! The short strings of recorded play: boards, moves and actions.

use std::collections::BTreeMap;

use super::recording::SiteKind;

/// A site that holds something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteContent {
    /// The number of the site.
    pub site: u32,
    /// What is on it, bottom to top. One item where sites don't hold stacks.
    pub pieces: Vec<SitePiece>,
}

/// A piece, or several that are alike, on one level of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SitePiece {
    /// The component: 1 for the first one of the recording.
    pub component: u32,
    /// How many.
    pub count: i64,
    /// The state.
    pub state: i64,
    /// The rotation.
    pub rotation: i64,
    /// The value.
    pub value: i64,
}

impl SitePiece {
    /// One piece of a component, with nothing particular about it.
    #[must_use]
    pub fn new(component: u32) -> Self {
        Self { component, count: 1, state: 0, rotation: 0, value: 0 }
    }
}

/// A recorded move: where it goes, and the actions it had before its consequences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// Where it goes.
    pub place: Place,
    /// The lowest and highest level of the stack that moves, where it isn't the bottom alone. Not every move of a piece higher up says
    /// so: the action may say it instead.
    pub levels: Option<(i64, i64)>,
    /// The state that was chosen with the move.
    pub state: Option<i64>,
    /// Its actions. None are recorded for a pass.
    pub actions: Actions,
    /// The face that the first die shows which it uses, if it is known: dice that show the same are one to a player.
    pub face: Option<i64>,
}

/// Where a move goes. Most moves of a position differ in this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// A pass.
    Pass,
    /// From a site to a site.
    Sites {
        /// The site that is left, or the one that is chosen; -1 for none.
        from: i64,
        /// The site that is reached; -1 for none.
        to: i64,
    },
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Pass => f.write_str("pass"),
            Self::Sites { from, to } => write!(f, "{from}>{to}"),
        }
    }
}

/// A list of actions. Brackets and kinds were checked when it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Actions(String);

/// An atomic change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action<'a> {
    /// Its kind: `Move`, `Add`, `Remove`, `SetState`, …
    pub kind: &'a str,
    /// What is said about it, in the order in which it is written.
    pub facts: Vec<(&'a str, &'a str)>,
    /// For a `Move` that groups others: those.
    pub actions: Vec<Self>,
}

impl<'a> Action<'a> {
    /// What is said under a name.
    #[must_use]
    pub fn fact(&self, name: &str) -> Option<&'a str> {
        self.facts.iter().find(|(key, _)| *key == name).map(|(_, value)| *value)
    }

    /// A number that is said under a name.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<i64> {
        self.fact(name)?.parse().ok()
    }

    /// Whether this is what the player decided, not what followed from it.
    #[must_use]
    pub fn is_decision(&self) -> bool {
        self.fact("decision") == Some("true")
    }

    fn flatten(self, into: &mut Vec<Self>) {
        let is_group = self.kind == "Move" && self.fact("mover").is_some();
        if is_group {
            self.actions.into_iter().for_each(|action| action.flatten(into));
        } else {
            into.push(self);
        }
    }
}

impl Actions {
    /// The actions, as they are grouped.
    #[must_use]
    pub fn grouped(&self) -> Vec<Action<'_>> {
        parse_actions(&self.0).unwrap_or_default()
    }

    /// The actions without their groups, in the order in which they were applied.
    #[must_use]
    pub fn flat(&self) -> Vec<Action<'_>> {
        let mut flat = Vec::new();
        self.grouped().into_iter().for_each(|action| action.flatten(&mut flat));
        flat
    }

    /// The actions as they are written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub(super) fn read(text: String) -> Result<Self, (String, &'static str)> {
        match parse_actions(&text) {
            Ok(_) => Ok(Self(text)),
            Err(reason) => Err((text, reason)),
        }
    }
}

impl RecordedMove {
    /// Reads a move.
    pub(super) fn parse(text: &str) -> Result<Self, &'static str> {
        let (head, actions) = text.split_once(' ').unwrap_or((text, ""));
        let actions = Actions::read(actions.to_owned()).map_err(|(_, reason)| reason)?;
        let (place, levels, state) = parse_head(head)?;
        Ok(Self { place, levels, state, actions, face: None })
    }

    /// What tells this move from others of the same place: what stands beside the place, facts of the action that was decided, and of
    /// those that say what else was chosen with it. Names are `levels` (lowest and highest, as `0-1`), `state`, `act` (the kind of the
    /// action, as it is written), `from`, `to` (kinds of site), `what`, `level`, `pieces` (of a stack), `count`, `rotation`, `die`,
    /// `player`, `bet`, `say`, `value`, and `set NAME` for variables.
    #[must_use]
    pub fn marks(&self) -> BTreeMap<String, String> {
        let mut marks = BTreeMap::new();
        if let Some((low, high)) = self.levels {
            marks.insert("levels".to_owned(), format!("{low}-{high}"));
        }
        // Some recordings name the state that is none, others do not.
        if let Some(state) = self.state.filter(|state| *state != 0) {
            marks.insert("state".to_owned(), state.to_string());
        }
        for action in self.actions.flat() {
            for (mark, value) in marks_of(&action) {
                marks.entry(mark).or_insert_with(|| value.to_owned());
            }
        }
        if let (Some(face), Some(die)) = (self.face, marks.get_mut("die")) {
            *die = format!("face {face}");
        }
        marks
    }

    /// The site of the first die that it uses.
    #[must_use]
    pub fn die(&self) -> Option<u32> {
        self.actions.flat().into_iter().find(|action| action.kind == "UseDie")?.fact("site")?.parse().ok()
    }
}

fn marks_of<'a>(action: &Action<'a>) -> Vec<(String, &'a str)> {
    let table: &[(&str, &str)] = match action.kind {
        "UseDie" => &[("indexDie", "die")],
        "SetRotation" => &[("rotation", "rotation")],
        "SetVar" | "RememberValue" | "ForgetValue" => {
            let name = action.fact("name").unwrap_or_default();
            return action.fact("value").map(|value| (format!("set {name}"), value)).into_iter().collect();
        }
        "SetTemp" => &[("temp", "set")],
        "Set" | "Toggle" => &[("value", "value")],
        _ if action.is_decision() => &[
            ("typeFrom", "from"),
            ("typeTo", "to"),
            ("type", "to"),
            ("what", "what"),
            ("level", "level"),
            ("levelFrom", "level"),
            ("numLevel", "pieces"),
            ("count", "count"),
            ("player", "player"),
            ("bet", "bet"),
            ("proposition", "say"),
            ("vote", "say"),
        ],
        _ => return Vec::new(),
    };
    let facts = table.iter().filter_map(|(fact, mark)| Some(((*mark).to_owned(), action.fact(fact)?)));
    let act = action.is_decision().then(|| ("act".to_owned(), action.kind));
    act.into_iter().chain(facts).collect()
}

impl SiteKind {
    /// The kind, as actions name it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Cell => "Cell",
            Self::Vertex => "Vertex",
            Self::Edge => "Edge",
        }
    }
}

/// Reads a board: `site:component…` separated by blanks.
pub(super) fn parse_board(text: &str) -> Result<Vec<SiteContent>, &'static str> {
    text.split_whitespace()
        .map(|item| {
            let (site, pieces) = item.split_once(':').ok_or("a site without `:`")?;
            Ok(SiteContent {
                site: site.parse().map_err(|_| "a site that is not a number")?,
                pieces: pieces.split('/').map(parse_piece).collect::<Result<_, _>>()?,
            })
        })
        .collect()
}

/// Reads `component`, then `x`count, `s`tate, `v`alue and `r`otation.
fn parse_piece(text: &str) -> Result<SitePiece, &'static str> {
    let mut cursor = Cursor(text);
    let component = cursor.number()?.try_into().map_err(|_| "a negative component")?;
    let mut piece = SitePiece::new(component);
    while let Some(letter) = cursor.next() {
        let fact = match letter {
            'x' => &mut piece.count,
            's' => &mut piece.state,
            'v' => &mut piece.value,
            'r' => &mut piece.rotation,
            _ => return Err("an unknown letter after a component"),
        };
        *fact = cursor.number()?;
    }
    Ok(piece)
}

/// A place, levels and a state.
type Head = (Place, Option<(i64, i64)>, Option<i64>);

/// Reads `from>to`, then `L`low`-`high for levels, then `s`state.
fn parse_head(text: &str) -> Result<Head, &'static str> {
    let (mut levels, mut state) = (None, None);
    if text == "pass" {
        return Ok((Place::Pass, levels, state));
    }
    let mut cursor = Cursor(text);
    let from = cursor.number()?;
    cursor.expect('>')?;
    let to = cursor.number()?;
    while let Some(letter) = cursor.next() {
        match letter {
            'L' => {
                let low = cursor.number()?;
                cursor.expect('-')?;
                levels = Some((low, cursor.number()?));
            }
            's' => state = Some(cursor.number()?),
            _ => return Err("an unknown letter after the sites of a move"),
        }
    }
    Ok((Place::Sites { from, to }, levels, state))
}

/// Reads `[Kind:fact=value,…]` any number of times, separated by blanks or commas.
fn parse_actions(text: &str) -> Result<Vec<Action<'_>>, &'static str> {
    let mut actions = Vec::new();
    let mut rest = text.trim_start_matches([' ', ',']);
    while !rest.is_empty() {
        let inside = rest.strip_prefix('[').ok_or("an action without `[`")?;
        let end = closing_bracket(inside).ok_or("an action without `]`")?;
        actions.push(parse_action(&inside[..end])?);
        rest = inside[end + 1..].trim_start_matches([' ', ',']);
    }
    Ok(actions)
}

fn parse_action(text: &str) -> Result<Action<'_>, &'static str> {
    let (kind, mut rest) = text.split_once(':').ok_or("an action without its kind")?;
    let mut action = Action { kind, facts: Vec::new(), actions: Vec::new() };
    while !rest.is_empty() {
        let (key, value) = rest.split_once('=').ok_or("a fact without `=`")?;
        if key == "actions" {
            action.actions = parse_actions(value)?;
            break;
        }
        let end = end_of_value(value);
        action.facts.push((key, &value[..end]));
        rest = value[end..].trim_start_matches(',');
    }
    Ok(action)
}

/// Where a value ends: at a comma that a further `name=` follows, since messages hold commas too.
fn end_of_value(text: &str) -> usize {
    let is_fact = |rest: &str| {
        rest.split_once('=')
            .is_some_and(|(name, _)| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric()))
    };
    text.match_indices(',').map(|(at, _)| at).find(|at| is_fact(&text[at + 1..])).unwrap_or(text.len())
}

fn closing_bracket(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' if depth == 0 => return Some(at),
            ']' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// What is left to read of a short string.
struct Cursor<'a>(&'a str);

impl Cursor<'_> {
    fn next(&mut self) -> Option<char> {
        let mut chars = self.0.chars();
        let c = chars.next()?;
        self.0 = chars.as_str();
        Some(c)
    }

    fn expect(&mut self, wanted: char) -> Result<(), &'static str> {
        if self.next() == Some(wanted) { Ok(()) } else { Err("something is missing between two numbers") }
    }

    fn number(&mut self) -> Result<i64, &'static str> {
        let sign = usize::from(self.0.starts_with('-'));
        let digits = self.0[sign..].find(|c: char| !c.is_ascii_digit()).map_or(self.0.len(), |n| n + sign);
        let (number, rest) = self.0.split_at(digits);
        self.0 = rest;
        number.parse().map_err(|_| "a number was expected")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_hold_counts_states_values_rotations_and_stacks() {
        let board = parse_board("0:6 42:3x2 7:43s8v100 403:14s3r2 12:1/2/1s3").unwrap();
        assert_eq!(board[1].pieces, [SitePiece { count: 2, ..SitePiece::new(3) }]);
        assert_eq!(board[2].pieces, [SitePiece { state: 8, value: 100, ..SitePiece::new(43) }]);
        assert_eq!(board[3].pieces, [SitePiece { state: 3, rotation: 2, ..SitePiece::new(14) }]);
        assert_eq!(board[4].pieces.len(), 3);
        assert_eq!(board[4].pieces[2], SitePiece { state: 3, ..SitePiece::new(1) });
        assert!(parse_board("1:2q3").is_err());
        assert!(parse_board("1").is_err());
        assert!(parse_board("").unwrap().is_empty());
    }

    #[test]
    fn moves_hold_places_levels_states_and_grouped_actions() {
        let text = "26>10L0-1 [Move:mover=2,from=18,to=10,actions=[Move:typeFrom=Cell,from=18,typeTo=Cell,to=10]] \
                    [Move:mover=0,from=26,to=10,actions=[Move:typeFrom=Cell,from=26,typeTo=Cell,to=10,stack=true,decision=true]]";
        let read = RecordedMove::parse(text).unwrap();
        assert_eq!(read.place, Place::Sites { from: 26, to: 10 });
        assert_eq!((read.levels, read.state), (Some((0, 1)), None));
        assert_eq!(read.marks()["levels"], "0-1");
        let flat = read.actions.flat();
        assert_eq!(flat.len(), 2);
        assert!(!flat[0].is_decision() && flat[1].is_decision());
        assert_eq!(flat[1].number("from"), Some(26));
        assert_eq!(read.actions.grouped()[0].fact("mover"), Some("2"));
    }

    #[test]
    fn odd_moves_are_read() {
        assert_eq!(RecordedMove::parse("pass").unwrap().place, Place::Pass);
        let swap =
            RecordedMove::parse("-1>-1 [Swap:player1=2,player2=1,decision=true] [SetNextPlayer:player=2]").unwrap();
        assert_eq!(swap.place.to_string(), "-1>-1");
        assert_eq!(swap.marks()["act"], "Swap");
        let state =
            RecordedMove::parse("200>101s1 [Move:typeFrom=Cell,from=200,typeTo=Cell,to=101,state=1,decision=true]");
        assert_eq!(state.unwrap().state, Some(1));
        let levels = RecordedMove::parse("86>81L-1--1 [Remove:type=Cell,to=88,level=0,decision=true]").unwrap();
        assert_eq!((levels.place, levels.levels), (Place::Sites { from: 86, to: 81 }, Some((-1, -1))));
        assert_eq!(levels.marks()["level"], "0");
        assert!(RecordedMove::parse("1>2 [Move:from=1").is_err());
        assert!(RecordedMove::parse("1-2").is_err());
    }

    #[test]
    fn messages_may_hold_commas() {
        let actions = Actions::read("[Note:message=P1, pays 3, into the pot,to=1]".to_owned()).unwrap();
        assert_eq!(actions.flat()[0].fact("message"), Some("P1, pays 3, into the pot"));
        assert_eq!(actions.flat()[0].number("to"), Some(1));
    }

    #[test]
    fn marks_tell_moves_of_one_place_apart() {
        let promote = RecordedMove::parse("3>3 [Promote:type=Cell,to=3,what=10,decision=true]").unwrap();
        assert_eq!(promote.marks()["what"], "10");
        let die =
            RecordedMove::parse("24>20 [Move:from=24,to=20,decision=true] [UseDie:indexHandDice=0,indexDie=1,site=50]")
                .unwrap();
        assert_eq!(die.marks()["die"], "1");
        let sown =
            RecordedMove::parse("17>15 [SetVar:name=NumToSow,value=2] [Move:from=17,to=15,count=2,decision=true]")
                .unwrap();
        assert_eq!(sown.marks()["set NumToSow"], "2");
        assert_eq!(sown.marks()["count"], "2");
    }
}
