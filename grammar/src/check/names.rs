//! Names: of pieces, regions, tracks, maps, phases and players.

use crate::diagnostic::Diagnostic;
use crate::rules::Rules;

/// Looks at every name in the rules.
pub fn check(rules: &Rules) -> Vec<Diagnostic> {
    let _ = rules;
    Vec::new()
}
