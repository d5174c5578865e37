//! What a file of recorded play says, and how it is read.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Read;

use flate2::read::GzDecoder;
use serde::Deserialize;

use super::notation::{Action, Actions, RecordedMove, SiteContent, parse_board};

/// What another system did with one game.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The name of the game.
    pub game: String,
    /// Its rule file, relative to the folder of all rule files.
    pub file: String,
    /// The number of players.
    pub players: u32,
    /// Whether sites hold stacks.
    pub stacking: bool,
    /// Whether chance plays a part.
    pub chance: bool,
    /// Whether anything is hidden from a player.
    pub hidden: bool,
    /// The components, by name and owner. A board's component `n` is the item `n - 1`; owner 0 is neutral.
    pub components: Vec<(String, u32)>,
    /// The board, then hands and dice.
    pub containers: Vec<Container>,
    /// The kind of site that boards list. Sites of other kinds are not recorded.
    pub site_kind: SiteKind,
    /// The sites of the board, of that kind.
    pub sites: Vec<Site>,
    /// The recorded trials.
    pub trials: Vec<RecordedTrial>,
}

/// A container: the board, a hand, or dice.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Container {
    /// Its name.
    pub name: String,
    /// The number of its first site.
    pub first: u32,
    /// How many sites it has.
    pub sites: u32,
    /// The player who owns it; 0 for nobody.
    pub owner: u32,
}

/// The kinds of site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum SiteKind {
    /// A cell.
    Cell,
    /// A vertex.
    Vertex,
    /// An edge.
    Edge,
}

/// A site of the board.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(from = "(String, f64, f64, Vec<u32>)")]
pub struct Site {
    /// Its label.
    pub label: String,
    /// Where it lies, rightwards.
    pub x: f64,
    /// Where it lies, upwards.
    pub y: f64,
    /// The sites adjacent to it.
    pub adjacent: Vec<u32>,
}

/// One recorded trial.
#[derive(Clone, Debug)]
pub struct RecordedTrial {
    /// Every ply, and the position after the last.
    pub plies: Vec<RecordedPly>,
    /// How the game ended; `None` if the trial was cut off before.
    pub outcome: Option<Outcome>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The winner; 0 for none, or a draw.
    pub winner: u32,
    /// The rank of each player, the first player first. Empty if nobody knows it.
    pub ranking: Vec<f64>,
}

/// A position of a trial and what happened in it.
#[derive(Clone, Debug)]
pub struct RecordedPly {
    /// Who is to move.
    pub mover: u32,
    /// The sites that hold something, in the order of their numbers.
    pub board: Vec<SiteContent>,
    /// The score of each player, the first player first; `None` in a game without scores.
    pub scores: Option<Vec<i64>>,
    /// The choice made here; `None` after the last ply.
    pub decision: Option<RecordedDecision>,
}

/// The choice made in a position.
#[derive(Clone, Debug)]
pub struct RecordedDecision {
    /// How many legal moves the other system listed. It may list a move more than once.
    pub count: usize,
    /// The legal moves; `None` if they were too many to be recorded.
    pub moves: Option<Vec<RecordedMove>>,
    /// The move that was chosen.
    pub chosen: RecordedMove,
    /// Every action that was applied, consequences and chance results included.
    pub did: Actions,
}

/// Why a file of recorded play cannot be read.
#[derive(Debug)]
pub enum ReadError {
    /// The compression is damaged.
    Compression(std::io::Error),
    /// It is not the JSON that was expected.
    Json(serde_json::Error),
    /// A board, a move or an action cannot be read.
    Notation {
        /// The index of the trial.
        trial: usize,
        /// The index of the ply.
        ply: usize,
        /// What was read.
        text: String,
        /// What is wrong with it.
        reason: &'static str,
    },
}

impl RecordedDecision {
    /// The dice that were rolled before this decision: the site of each and the face it shows, 0 for the first one.
    #[must_use]
    pub fn rolls(&self) -> Vec<(u32, u32)> {
        rolled(self.did.flat().into_iter().take_while(|action| !action.is_decision()))
    }

    /// The same for the dice that were rolled after it, as its consequence.
    #[must_use]
    pub fn rolls_after(&self) -> Vec<(u32, u32)> {
        rolled(self.did.flat().into_iter().skip_while(|action| !action.is_decision()))
    }
}

fn rolled<'a>(actions: impl Iterator<Item = Action<'a>>) -> Vec<(u32, u32)> {
    let number = |action: &Action, name| action.fact(name)?.parse().ok();
    actions
        .filter(|action| action.kind == "SetStateAndUpdateDice")
        .filter_map(|action| Some((number(&action, "site")?, number(&action, "state")?)))
        .collect()
}

impl Recording {
    /// Reads a file compressed with gzip.
    pub fn from_gzip(bytes: &[u8]) -> Result<Self, ReadError> {
        let mut text = Vec::new();
        GzDecoder::new(bytes).read_to_end(&mut text).map_err(ReadError::Compression)?;
        Self::from_json(&text)
    }

    /// Reads a file that is not compressed.
    pub fn from_json(bytes: &[u8]) -> Result<Self, ReadError> {
        let raw: raw::Recording = serde_json::from_slice(bytes).map_err(ReadError::Json)?;
        let trials = raw.trials.into_iter().enumerate().map(|(index, trial)| read_trial(trial, index));
        Ok(Self {
            trials: trials.collect::<Result<_, _>>()?,
            components: raw.components.iter().map(|name| split_owner(name)).collect(),
            game: raw.game,
            file: raw.file,
            players: raw.players,
            stacking: raw.stacking,
            chance: raw.chance,
            hidden: raw.hidden,
            containers: raw.containers,
            site_kind: raw.site_type,
            sites: raw.sites,
        })
    }

    /// Whether a site shows a die. The recorded face is that of the roll before, so it says nothing about the position.
    #[must_use]
    pub fn is_die(&self, site: u32) -> bool {
        self.containers.iter().any(|c| c.name.starts_with("Dice") && (c.first..c.first + c.sites).contains(&site))
    }
}

fn read_trial(raw: raw::Trial, trial: usize) -> Result<RecordedTrial, ReadError> {
    let outcome = raw.over.then(|| Outcome {
        winner: raw.winner.try_into().unwrap_or(0),
        ranking: raw.ranking.unwrap_or_default().into_iter().skip(1).collect(),
    });
    let plies = raw.plies.into_iter().enumerate().map(|(index, ply)| {
        read_ply(ply).map_err(|(text, reason)| ReadError::Notation { trial, ply: index, text, reason })
    });
    Ok(RecordedTrial { plies: plies.collect::<Result<_, _>>()?, outcome })
}

/// A text that cannot be read, and why.
type Unreadable = (String, &'static str);

fn read_ply(raw: raw::Ply) -> Result<RecordedPly, Unreadable> {
    let board = parse_board(&raw.board).map_err(|reason| (raw.board.clone(), reason))?;
    let decision = match (raw.r#move, raw.did) {
        (Some(chosen), Some(did)) => {
            let mut decision = RecordedDecision {
                count: raw.n,
                moves: (raw.legal.len() == raw.n)
                    .then(|| raw.legal.into_iter().map(read_move).collect::<Result<_, _>>())
                    .transpose()?,
                chosen: read_move(chosen)?,
                did: Actions::read(did)?,
            };
            show_faces(&mut decision, &board);
            Some(decision)
        }
        _ => None,
    };
    Ok(RecordedPly { mover: raw.mover, board, scores: raw.score, decision })
}

/// Notes for each move what the die shows that it uses: it was rolled before the decision, or lay there.
fn show_faces(decision: &mut RecordedDecision, board: &[SiteContent]) {
    let mut faces: BTreeMap<u32, i64> = BTreeMap::new();
    for content in board {
        faces.extend(content.pieces.first().map(|die| (content.site, die.state)));
    }
    faces.extend(decision.rolls().into_iter().map(|(site, face)| (site, i64::from(face))));
    for recorded in decision.moves.iter_mut().flatten().chain([&mut decision.chosen]) {
        recorded.face = recorded.die().and_then(|site| faces.get(&site).copied());
    }
}

fn read_move(text: String) -> Result<RecordedMove, Unreadable> {
    RecordedMove::parse(&text).map_err(|reason| (text, reason))
}

fn split_owner(text: &str) -> (String, u32) {
    match text.rsplit_once('/').map(|(name, owner)| (name, owner.parse())) {
        Some((name, Ok(owner))) => (name.to_owned(), owner),
        _ => (text.to_owned(), 0),
    }
}

impl From<(String, f64, f64, Vec<u32>)> for Site {
    fn from((label, x, y, adjacent): (String, f64, f64, Vec<u32>)) -> Self {
        Self { label, x, y, adjacent }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Compression(error) => write!(f, "the compression is damaged: {error}"),
            Self::Json(error) => write!(f, "not a file of recorded play: {error}"),
            Self::Notation { trial, ply, text, reason } => {
                write!(f, "trial {trial}, ply {ply}: {reason} in `{text}`")
            }
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Compression(error) => Some(error),
            Self::Json(error) => Some(error),
            Self::Notation { .. } => None,
        }
    }
}

/// The JSON as it is written.
mod raw {
    use serde::Deserialize;

    use super::{Container, Site, SiteKind};

    #[derive(Deserialize)]
    pub struct Recording {
        pub game: String,
        pub file: String,
        pub players: u32,
        pub stacking: bool,
        pub chance: bool,
        pub hidden: bool,
        pub components: Vec<String>,
        pub containers: Vec<Container>,
        pub site_type: SiteKind,
        pub sites: Vec<Site>,
        pub trials: Vec<Trial>,
    }

    #[derive(Deserialize)]
    pub struct Trial {
        pub plies: Vec<Ply>,
        pub over: bool,
        pub winner: i64,
        pub ranking: Option<Vec<f64>>,
    }

    #[derive(Deserialize)]
    pub struct Ply {
        pub mover: u32,
        pub board: String,
        pub score: Option<Vec<i64>>,
        #[serde(default)]
        pub n: usize,
        #[serde(default)]
        pub legal: Vec<String>,
        pub r#move: Option<String>,
        pub did: Option<String>,
    }
}
