//! What is settled before play: options often leave conditions and sums of plain numbers behind.

use crate::catalogue::Prim;
use crate::rules::{Call, Term, TermKind};

impl Term {
    /// A number that does not depend on play.
    pub(super) fn constant(&self) -> Option<i64> {
        match &self.kind {
            TermKind::Int(n) => Some((*n).into()),
            TermKind::Call(call) => number(call),
            _ => None,
        }
    }

    /// A condition that does not depend on play.
    pub(super) fn settled(&self) -> Option<bool> {
        match &self.kind {
            TermKind::Bool(truth) => Some(*truth),
            TermKind::Call(call) => truth(call),
            _ => None,
        }
    }
}

fn number(call: &Call) -> Option<i64> {
    let get = |slot: &str| call.get(slot).and_then(Term::constant);
    let list = || call.get("list")?.members().iter().map(Term::constant).collect::<Option<Vec<i64>>>();
    match call.prim {
        Prim::Plus => list()?.into_iter().try_fold(0i64, i64::checked_add),
        Prim::Times => list()?.into_iter().try_fold(1i64, i64::checked_mul),
        Prim::Minus => get("a")
            .unwrap_or(0)
            .checked_sub(get("b")?)
            .filter(|_| call.get("a").is_none_or(|a| a.constant().is_some())),
        Prim::Divide => get("a")?.checked_div(get("b")?),
        Prim::Max => Some(get("a")?.max(get("b")?)),
        Prim::Min => Some(get("a")?.min(get("b")?)),
        Prim::IfInt => {
            if call.get("condition")?.settled()? {
                get("yes")
            } else {
                get("no")
            }
        }
        _ => None,
    }
}

fn truth(call: &Call) -> Option<bool> {
    let both = || Some((call.get("a")?.constant()?, call.get("b")?.constant()?));
    let list = || call.get("list").map_or(&[][..], Term::members).iter().map(Term::settled);
    match call.prim {
        Prim::Equals => both().map(|(a, b)| a == b),
        Prim::NotEquals => both().map(|(a, b)| a != b),
        Prim::Less => both().map(|(a, b)| a < b),
        Prim::LessOrEqual => both().map(|(a, b)| a <= b),
        Prim::Greater => both().map(|(a, b)| a > b),
        Prim::GreaterOrEqual => both().map(|(a, b)| a >= b),
        Prim::Not => call.get("a")?.settled().map(|truth| !truth),
        Prim::AndBool if list().any(|truth| truth == Some(false)) => Some(false),
        Prim::AndBool if list().all(|truth| truth == Some(true)) => Some(true),
        Prim::OrBool if list().any(|truth| truth == Some(true)) => Some(true),
        Prim::OrBool if list().all(|truth| truth == Some(false)) => Some(false),
        _ => None,
    }
}
