//! What a player sees, for programs: the same observation that the board and the lists are made of.

use crate::players;
use parlour_interpreter::play::{Fault, Observation, SeenPiece, SiteView, State, Trial};
use serde_json::{Map, Value, json};

/// An observation with all that the player may know, and nothing else.
pub fn observation(state: &State, seat: Option<u32>) -> Value {
    let game = state.game();
    let seen: Observation = state.seen_by(seat);
    let components = &game.equipment().components;
    let name = |component: u32| components.get(component as usize - 1).map_or("?", |c| c.name.as_str());
    let zones: Map<String, Value> = seen
        .zones
        .iter()
        .map(|zone| {
            let each = |(kind, n): &(u32, u32)| (name(*kind).to_owned(), json!(n));
            let pieces = zone.pieces.as_ref().map(|pieces| pieces.iter().map(each).collect::<Map<String, Value>>());
            (zone.name.to_lowercase(), json!({ "count": zone.count, "pieces": pieces }))
        })
        .collect();
    let piece = |piece: &SeenPiece| {
        json!({
            "piece": piece.component.map(name),
            "kind": piece.kind,
            "owner": piece.owner,
            "state": piece.state,
            "rotation": piece.rotation,
            "value": piece.value,
        })
    };
    let site = |view: &SiteView| {
        let pieces: Vec<Value> = view.pieces.iter().map(piece).collect();
        let mut site = json!({ "pieces": pieces });
        if let Some(count) = view.count {
            site["count"] = json!(count);
        }
        (game.equipment().label(view.site), site)
    };
    json!({
        "game": game.name(),
        "as": seen.seat,
        "ply": seen.ply,
        "phase": seen.phase,
        "decision": seen.node,
        "mover": seen.mover,
        "decider": seen.decider,
        "sites": seen.sites.iter().map(site).collect::<Map<String, Value>>(),
        "zones": zones,
        "scores": seen.scores,
        "amounts": seen.amounts,
        "pot": seen.pot,
        "ranks": seen.outcome.map(|outcome| outcome.ranks),
        "history": seen.history,
    })
}

/// The legal moves as a player knows them; with probabilities where chance decides and all is seen.
pub fn moves(state: &mut State, seat: Option<u32>) -> Result<Vec<(String, Option<f64>)>, Fault> {
    match seat {
        Some(seat) => Ok(state.moves_seen_by(seat)?.into_iter().map(|text| (text, None)).collect()),
        None if state.is_chance() => {
            Ok(state.outcomes()?.into_iter().map(|o| (o.notation, Some(o.probability))).collect())
        }
        None => Ok(state.notated_moves()?.into_iter().map(|(_, text)| (text, None)).collect()),
    }
}

/// The same for programs.
pub fn moves_json(state: &State, seat: Option<u32>, moves: &[(String, Option<f64>)]) -> Value {
    let one = |(text, probability): &(String, Option<f64>)| match probability {
        Some(probability) => json!({ "move": text, "probability": probability }),
        None => json!({ "move": text }),
    };
    json!({
        "game": state.game().name(),
        "as": seat,
        "ply": state.ply(),
        "decider": state.decider(),
        "moves": moves.iter().map(one).collect::<Vec<_>>(),
    })
}

/// A trial for programs.
pub fn trial_json(trial: &Trial, state: &State) -> Value {
    json!({
        "game": trial.game,
        "file": trial.file,
        "rules": trial.rules.map(|rules| format!("{rules:016x}")),
        "ruleset": trial.ruleset,
        "options": trial.options.iter().map(|(name, value)| (name.clone(), json!(value))).collect::<Map<_, _>>(),
        "changes": trial.changes,
        "setup": trial.setup,
        "as": trial.seat,
        "seed": trial.seat.is_none().then_some(trial.seed),
        "moves": trial.moves,
        "ranks": trial.result,
        "status": players::status(state),
    })
}
