//! Who plays, and how it is told.

use parlour_interpreter::machine::Rng;
use parlour_interpreter::play::{ApplyError, Fault, Game, Move, Outcome, State, picture};

/// A player that chooses each legal move equally often.
/// Chance has a stream of its own.
pub struct Random(Rng, Rng);

impl Random {
    /// The random player of a seed.
    pub fn new(seed: u64) -> Random {
        Random(Rng::stream(seed, "random players"), Rng::stream(seed, "chance"))
    }

    /// What chance brings; `None` where a player decides.
    pub fn draw(&mut self, state: &mut State) -> Result<Option<Move>, Fault> {
        state.draw(&mut self.1)
    }

    /// A legal move, or what chance brings; `None` if there is none.
    pub fn choose(&mut self, state: &mut State) -> Result<Option<Move>, Fault> {
        if state.is_chance() {
            return self.draw(state);
        }
        let moves = state.legal_moves()?;
        let k = self.0.below(moves.len() as u32);
        Ok(moves.into_iter().nth(k as usize))
    }

    /// Makes up to `plies` moves; returns how many it made.
    pub fn play(&mut self, state: &mut State, plies: u32) -> Result<u32, Fault> {
        for made in 0..plies {
            let Some(chosen) = self.choose(state)? else { return Ok(made) };
            match state.apply(&chosen) {
                Ok(()) => {}
                Err(ApplyError::Fault(fault)) => return Err(fault),
                // Unreachable for a move that was listed as legal.
                Err(ApplyError::Over | ApplyError::Illegal) => return Ok(made),
            }
        }
        Ok(plies)
    }
}

/// `player 1 (X)`: who plays a side, and its mark.
pub fn name(state: &State, side: u32) -> String {
    let player = state.seat_of(side);
    match picture::player_mark(state.game(), side) {
        Some(mark) => format!("player {player} ({mark})"),
        None => format!("player {player}"),
    }
}

/// A player of the whole game: without a mark where sides change between rounds.
fn person(game: &Game, player: u32) -> String {
    let fixed = game.program().wellknown.rounds.as_ref().is_none_or(|rounds| rounds.seats.is_none());
    match picture::player_mark(game, player).filter(|_| fixed) {
        Some(mark) => format!("player {player} ({mark})"),
        None => format!("player {player}"),
    }
}

/// Who makes the next move, as it is told before the move: a player, chance, or nobody.
pub fn maker(state: &State) -> String {
    match state.decider() {
        Some(side) => format!("{} plays", name(state, side)),
        None if state.goes_on_by_itself() => "by itself:".to_owned(),
        None => "chance:".to_owned(),
    }
}

/// Who is to move, or how the game ended.
pub fn status(state: &State) -> String {
    let game = state.game();
    match state.outcome() {
        Some(outcome) => format!("game over after {} plies: {}", state.ply(), result(game, &outcome)),
        None => match state.decider() {
            None if state.goes_on_by_itself() => format!("ply {}: the game goes on by itself", state.ply() + 1),
            None => format!("ply {}: chance: {}", state.ply() + 1, state.node_name()),
            Some(decider) if state.is_at_once() => {
                format!("ply {}: {} chooses, unseen by the others", state.ply() + 1, name(state, decider))
            }
            Some(decider) if decider != state.mover() => {
                let (asked, mover) = (name(state, decider), name(state, state.mover()));
                format!("ply {}: {asked} is asked: {} ({mover} to move)", state.ply() + 1, state.node_name())
            }
            Some(decider) if state.node_name() != state.phase() => {
                format!("ply {}: {} to move: {}", state.ply() + 1, name(state, decider), state.node_name())
            }
            Some(decider) => format!("ply {}: {} to move", state.ply() + 1, name(state, decider)),
        },
    }
}

/// Who won.
pub fn result(game: &Game, outcome: &Outcome) -> String {
    let players = outcome.ranks.len();
    let mean = (players as f64 + 1.0) / 2.0;
    let equal = outcome.ranks.iter().all(|rank| (rank - mean).abs() < 1e-9);
    match outcome.winner() {
        Some(winner) if players > 2 => format!("{} wins ({})", person(game, winner), ranks(outcome)),
        Some(winner) => format!("{} wins", person(game, winner)),
        None if players == 0 => "nobody wins".to_owned(),
        None if players == 1 => "lost".to_owned(),
        None if equal => "a draw".to_owned(),
        None => ranks(outcome),
    }
}

fn ranks(outcome: &Outcome) -> String {
    let each = outcome.ranks.iter().enumerate();
    let list: Vec<String> = each.map(|(i, rank)| format!("player {}: rank {rank}", i + 1)).collect();
    list.join(", ")
}

/// Moves as a numbered list in columns.
pub fn list(moves: &[(Move, String)]) -> String {
    let number = moves.len().to_string().len();
    let text = moves.iter().map(|(_, text)| text.chars().count()).max().unwrap_or(0);
    let columns = (100 / (number + text + 4)).max(1);
    let mut out = String::new();
    for (row, chunk) in moves.chunks(columns).enumerate() {
        let cells = chunk
            .iter()
            .enumerate()
            .map(|(i, (_, notation))| format!("{:>number$}. {notation:<text$}", row * columns + i + 1));
        out.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        out.push('\n');
    }
    out
}

/// The legal move that a text names: by its notation, its number in the list, or the beginning of its notation; or what to say.
pub fn parse(state: &mut State, text: &str) -> Result<Move, String> {
    let text = text.trim();
    let moves = state.notated_moves().map_err(|fault| fault.to_string())?;
    if let Some((chosen, _)) = moves.iter().find(|(_, notation)| notation.eq_ignore_ascii_case(text)) {
        return Ok(chosen.clone());
    }
    if let Ok(number) = text.parse::<usize>() {
        let listed = number.checked_sub(1).and_then(|i| moves.get(i));
        return listed.map(|(chosen, _)| chosen.clone()).ok_or_else(|| match moves.len() {
            0 => "there are no legal moves".to_owned(),
            n => format!("there is no move {number}: they are numbered from 1 to {n}"),
        });
    }
    state.parse_move(text).map_err(|error| error.to_string())
}
