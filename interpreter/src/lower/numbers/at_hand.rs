//! Numbers that the forms around one set.

use crate::lower::numbers::OFF;
use crate::lower::{Env, Lower};
use crate::program::op::Reg;
use parlour_grammar::diagnostic::Diagnostic;
use parlour_grammar::rules::Term;

impl<'t> Lower<'t> {
    /// What is at hand, which something around has to set.
    pub(in crate::lower) fn bound(&mut self, reg: Option<Reg>, what: &str, term: &Term) -> Reg {
        self.bound_or(reg, what, term, None)
    }

    /// The same, with what else is to be done where nothing sets it.
    pub(in crate::lower) fn bound_or(&mut self, reg: Option<Reg>, what: &str, term: &Term, help: Option<&str>) -> Reg {
        match reg {
            Some(reg) => reg,
            None => {
                let usual = || match what {
                    "to" | "from" => {
                        let (first, rest) = what.split_at(1);
                        let last = first.to_uppercase() + rest;
                        format!("`({what})` is set within a move; once it is made, write `(last {last})`")
                    }
                    "track" => "`(track)` is set by `(forEach Track if:… (result …))` among the ends".to_owned(),
                    _ => format!(
                        "`({what})` is set by the forms that run through sites, pieces or values, such as `(forEach Site …)` or `(move Step …)`"
                    ),
                };
                let help = help.map_or_else(usual, str::to_owned);
                let found = Diagnostic::error(
                    "E0505",
                    format!("`({what})` means nothing here"),
                    term.origin,
                    "nothing around it runs through such values",
                );
                self.report(found.help(help));
                self.c(OFF)
            }
        }
    }

    /// `(track)`: the number of the track at hand.
    pub(in crate::lower) fn number_of_track(&mut self, term: &Term, env: &Env<'t>) -> Reg {
        let track = env.track.map(|track| self.c(track as i32));
        self.bound(track, "track", term)
    }
}
