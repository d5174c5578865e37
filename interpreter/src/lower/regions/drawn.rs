//! Regions of the equipment that chance draws: once when the game, or a round of it, is set up, before anything is placed.

use crate::lower::{Env, Lower};
use crate::program::op::{FieldId, Op, SetReg};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::diagnostic::{Diagnostic, codes};
use parlour_grammar::rules::{Call, Term};
use std::collections::BTreeMap;

/// The regions that chance draws.
#[derive(Default)]
pub(in crate::lower) struct DrawnRegions {
    /// Where each is kept, by its term.
    known: BTreeMap<usize, FieldId>,
    /// Whether they are being drawn.
    open: bool,
}

impl<'t> Lower<'t> {
    /// Whether chance draws a region of the equipment.
    pub(in crate::lower) fn draws_regions(&self) -> bool {
        self.regions_of_equipment().any(|term| self.is_chancy(term))
    }

    fn regions_of_equipment(&self) -> impl Iterator<Item = &'t Term> + use<'t> {
        let calls = self.items().iter().filter_map(Term::call).filter(|call| call.prim == Prim::Regions);
        calls.filter_map(|call: &'t Call| call.look("sites")).flat_map(Term::members)
    }

    /// Draws them in the order of the equipment, so that one may speak of those before it.
    pub(in crate::lower) fn draw_regions(&mut self) {
        let terms: Vec<&'t Term> = self.regions_of_equipment().filter(|term| self.is_chancy(term)).collect();
        let env = Env::default();
        self.drawn_regions.open = true;
        for term in terms {
            let at = std::ptr::from_ref(term) as usize;
            self.within(at, |l| {
                l.at_origin(term.origin, |l| {
                    l.draw_values(term, &env);
                    let set = l.region(term, &env);
                    let field = l.b.field("region drawn", l.eq.sites, 3, 0, false);
                    let (site, one) = (l.b.reg(), l.c(1));
                    l.each(set, site, |l| l.op(Op::StoreAt { field, i: site, a: one }));
                    l.drawn_regions.known.insert(at, field);
                });
            });
        }
        self.drawn_regions.open = false;
    }

    /// One region of the equipment: as it was drawn, if chance decides what it is.
    pub(in crate::lower) fn region_of_equipment(&mut self, term: &'t Term, env: &Env<'t>) -> SetReg {
        if !self.is_chancy(term) {
            return self.region(term, env);
        }
        let at = std::ptr::from_ref(term) as usize;
        if let Some(field) = self.drawn_regions.known.get(&at) {
            return self.drawn_set(*field);
        }
        if self.drawn_regions.open {
            let found = Diagnostic::error(
                codes::REGION_TOO_EARLY,
                "a region is asked for before chance draws it",
                term.origin,
                "this is drawn later",
            );
            self.report(found.help("chance draws regions in the order of the equipment: list this one earlier"));
        } else {
            self.unsupported(term);
        }
        self.b.set_constant([])
    }
}
