//! `(useFor { "Option/Item" "Ruleset/Name" … } …)`: metadata for some choices only.

use std::collections::BTreeSet;

use crate::tree::{Node, NodeKind};

use super::options::Options;

/// The names of the choices that count now: `Option/Item` and `Ruleset/Name`.
pub(super) fn active(options: &Options) -> BTreeSet<String> {
    let chosen = options.options.iter().map(|option| format!("{}/{}", option.info.label, option.info.value()));
    let rulesets = options.rulesets.iter().filter(|ruleset| ruleset.info.chosen);
    chosen.chain(rulesets.map(|ruleset| format!("Ruleset/{}", ruleset.info.name))).collect()
}

/// What a `(useFor …)` holds, if all that it asks for counts now.
pub(super) fn used_for<'n>(items: &'n [Node], active: &BTreeSet<String>) -> Option<&'n [Node]> {
    let (conditions, rest) = items.get(1..)?.split_first()?;
    let conditions = match &conditions.kind {
        NodeKind::List(conditions) => conditions.as_slice(),
        _ => std::slice::from_ref(conditions),
    };
    let counts = |condition: &Node| condition.text().is_some_and(|text| active.contains(text));
    conditions.iter().all(counts).then_some(rest)
}
