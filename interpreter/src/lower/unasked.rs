//! Arguments that nobody asked for: what an author writes, and no lowering gives a meaning.
//!
//! A call remembers which of its arguments it was asked for. Once the whole game is lowered, for every mover and every phase, what is left
//! of a call that was met says nothing here; the arguments of a call that was not met are of rules that no play comes to.

use super::{Lower, usage};
use crate::board::SiteType;
use parlour_grammar::catalogue::{Prim, SlotKind, Type};
use parlour_grammar::diagnostic::{Diagnostic, codes};
use parlour_grammar::rules::{Call, Term, TermKind};

/// Counts all of a term as asked for: what is only asked about is never made, so its effects need no meaning.
pub(super) fn excuse(term: &Term) {
    usage::visit(term, &mut |t| {
        if let Some(call) = t.call() {
            call.excuse();
        }
    });
}

/// Whether an argument names the kind of a site that is said beside it, and repeats what that site is: one that the rules compute, or a
/// number of the usual kind. With another kind, a number that is written out would mean another site.
fn repeats(call: &Call, arg: &Term, usual: SiteType) -> bool {
    let named = |slot: &str| matches!(slot, "at" | "site" | "sites" | "region" | "in" | "of" | "from" | "to" | "start");
    let places = || call.args.iter().filter(|(slot, _)| named(slot)).map(|(_, place)| place);
    let is_number =
        |term: &Term| term.members().iter().any(|m| matches!(m.kind, TermKind::Int(_) | TermKind::Range(_)));
    let is_place = |term: &Term| matches!(term.ty, Type::Int | Type::Region);
    arg.ty == Type::SiteType
        && (matches!(call.prim, Prim::From | Prim::To) || places().any(is_place))
        && (arg.symbol() == Some(usual.name()) || !places().any(|place| is_place(place) && is_number(place)))
}

impl<'t> Lower<'t> {
    /// Says which arguments nobody asked for: of the game and, if one was lowered along, of an expression. Where something else is wrong,
    /// lowering may not have come to ask.
    pub(in crate::lower) fn tell_unasked(&mut self, expression: Option<&'t Term>) {
        if self.diags.iter().any(Diagnostic::is_error) {
            return;
        }
        let (mut found, usual) = (Vec::new(), self.eq.kind());
        for term in [Some(self.game), expression].into_iter().flatten() {
            usage::visit(term, &mut |t| {
                if let Some(call) = t.call() {
                    found.extend(
                        call.unasked()
                            .filter(|(_, arg)| !repeats(call, arg, usual))
                            .map(|(slot, arg)| idle(call, slot, arg)),
                    );
                }
            });
        }
        found.into_iter().for_each(|d| self.report(d));
    }
}

/// An argument that says nothing where it stands.
fn idle(call: &Call, slot: &str, arg: &Term) -> Diagnostic {
    if call.prim == Prim::To && slot == "region" {
        let message = "the region of this `(to …)` says nothing here";
        return Diagnostic::error(codes::IDLE_REGION, message, arg.origin, "where it leads follows from the form")
            .help("say it as a condition: `(to if:(is In (to) (sites Top)))`");
    }
    let row = call.prim.row();
    let named = row.signatures[call.signature].slots.iter().any(|s| s.name == slot && s.kind == SlotKind::Named);
    // Of a name with a choice of words, the one that is written.
    let chosen = call.look("word").and_then(Term::symbol);
    let name = row.name();
    let spoken = |part: &str| chosen.filter(|word| part.split('|').any(|w| w == *word)).unwrap_or(part).to_owned();
    let name = name.split(' ').map(spoken).collect::<Vec<_>>().join(" ");
    let what = if named { format!("`{slot}:`") } else { "this argument".to_owned() };
    let message = format!("{what} of `({name} …)` says nothing here");
    Diagnostic::warning(codes::IDLE_ARGUMENT, message, arg.origin, "nothing depends on this")
        .help("leave it out, or say what is meant with another ludeme: the game would be the same without it")
}
