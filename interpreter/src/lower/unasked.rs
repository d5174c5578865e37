//! Arguments that nobody asked for: what an author writes, and no lowering gives a meaning.
//!
//! A call remembers which of its arguments it was asked for. Once the whole game is lowered, for every mover and every phase, what is left
//! of a call that was met says nothing here; the arguments of a call that was not met are of rules that no play comes to.

use super::{Lower, usage};
use parlour_grammar::catalogue::SlotKind;
use parlour_grammar::diagnostic::{Diagnostic, codes};
use parlour_grammar::rules::{Call, Term};

/// Forgets what has been asked of a term and all within.
pub(super) fn forget(term: &Term) {
    usage::visit(term, &mut |t| {
        if let Some(call) = t.call() {
            call.forget();
        }
    });
}

impl<'t> Lower<'t> {
    /// Says which arguments nobody asked for: of the game and, if one was lowered along, of an expression. Where something else is wrong,
    /// lowering may not have come to ask.
    pub(in crate::lower) fn tell_unasked(&mut self, expression: Option<&'t Term>) {
        if self.diags.iter().any(Diagnostic::is_error) {
            return;
        }
        let mut found = Vec::new();
        for term in [Some(self.game), expression].into_iter().flatten() {
            usage::visit(term, &mut |t| {
                if let Some(call) = t.call() {
                    found.extend(call.unasked().map(|(slot, arg)| idle(call, slot, arg)));
                }
            });
        }
        found.into_iter().for_each(|d| self.report(d));
    }
}

/// An argument that says nothing where it stands.
fn idle(call: &Call, slot: &str, arg: &Term) -> Diagnostic {
    let row = call.prim.row();
    let named = row.signatures[call.signature].slots.iter().any(|s| s.name == slot && s.kind == SlotKind::Named);
    let (name, what) = (row.name(), if named { format!("`{slot}:`") } else { "this argument".to_owned() });
    let message = format!("{what} of `({name} …)` says nothing here");
    Diagnostic::error(codes::IDLE_ARGUMENT, message, arg.origin, "nothing depends on this")
        .help("leave it out, or say what is meant with another ludeme: the game would be the same without it")
}
