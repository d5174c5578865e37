//! From checked rules to a program: where the rest of this folder is entered.

use super::usage::Usage;
use crate::lower::{Equipment, Lower, equipment};
use crate::program::Program;
use crate::program::op::{Reg, SetReg};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::diagnostic::{Diagnostic, Dialect};
use parlour_grammar::rules::Term;

/// A game ready to be played, and what its interface needs to know of it.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The program.
    pub program: Program,
    /// Board, pieces, players.
    pub equipment: Equipment,
    /// The game's name.
    pub name: String,
    /// The value of the expression that was compiled along, if one was.
    pub expression: Option<Expression>,
    /// What is worth a look.
    pub warnings: Vec<Diagnostic>,
}

/// An expression compiled along with a game: a block, and where it leaves its value.
#[derive(Clone, Debug)]
pub struct Expression {
    /// The block that computes it.
    pub block: crate::program::op::BlockId,
    /// What it gives.
    pub value: ExpressionValue,
}

/// Where an expression leaves its value.
#[derive(Clone, Debug)]
pub enum ExpressionValue {
    /// A whole number.
    Int(Reg),
    /// A truth value.
    Bool(Reg),
    /// A set of sites.
    Region(SetReg),
    /// Directions, which are known before play.
    Directions(Vec<String>),
    /// Moves: the transitions that the block makes.
    Moves,
}

/// Compiles a game: the only one, or one of so many `games` of a match.
///
/// # Errors
/// Every reason found why it cannot be played.
pub fn compile(game: &Term, dialect: Dialect, games: usize) -> Result<Compiled, Vec<Diagnostic>> {
    compile_with(game, dialect, games, None)
}

/// Compiles a game, and an expression in the context of its present mover.
///
/// # Errors
/// Every reason found why it cannot be played, or the expression not computed.
pub fn compile_with(
    game: &Term,
    dialect: Dialect,
    games: usize,
    expression: Option<(&Term, Seat)>,
) -> Result<Compiled, Vec<Diagnostic>> {
    // Copies of its own: they remember what has been asked of them.
    let (game, expression) = (&game.clone(), expression.map(|(term, seat)| (term.clone(), seat)));
    let expression = expression.as_ref().map(|(term, seat)| (term, *seat));
    let Some(call) = game.call().filter(|c| c.prim == Prim::Game) else {
        return Err(vec![Diagnostic::error(
            "E0501",
            "only a `(game …)` can be played",
            game.origin,
            "this is something else",
        )]);
    };
    let equipment = equipment::read(call, game, dialect)?;
    sized(|shared| {
        let mut lower = Lower::new(game, call, dialect, equipment.clone());
        lower.routines.wanted = shared;
        lower.rounds.games = games;
        lower.read_teams();
        if let Some((term, _)) = expression {
            // What is noted of each move depends on what is asked; the game is played again for an expression.
            lower.usage.asks_for_last_action |= Usage::of(term).asks_for_last_action;
        }
        lower.run(expression)
    })
}

/// Compiles; where that makes too large a program, once more with consequences that moves share.
fn sized(compile: impl Fn(bool) -> Result<Compiled, Vec<Diagnostic>>) -> Result<Compiled, Vec<Diagnostic>> {
    let too_large = |found: &Vec<Diagnostic>| found.iter().any(|d| d.code == "E0513");
    match compile(false) {
        Err(found) if too_large(&found) => compile(true),
        made => made,
    }
}

/// Compiles a game to a program that does the same and tells what it finds on the way: the values of terms, the conditions that
/// hold and fail, what each form does.
///
/// # Errors
/// Every reason found why it cannot be played.
pub fn compile_to_explain(game: &Term, dialect: Dialect, games: usize) -> Result<Compiled, Vec<Diagnostic>> {
    let game = &game.clone();
    let Some(call) = game.call().filter(|c| c.prim == Prim::Game) else { return Err(Vec::new()) };
    let equipment = equipment::read(call, game, dialect)?;
    sized(|shared| {
        let mut lower = Lower::new(game, call, dialect, equipment.clone());
        lower.explaining = true;
        lower.routines.wanted = shared;
        lower.rounds.games = games;
        lower.read_teams();
        lower.run(None)
    })
}

/// For whom an expression is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seat {
    /// The node.
    pub node: usize,
    /// The player to move.
    pub mover: u32,
}
