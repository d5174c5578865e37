//! The values of a deduction puzzle: a kind of piece for each, so that the value of a site is the piece that stands there. A site
//! whose value is open is empty.

use crate::board::SiteType;
use crate::lower::Lower;
use crate::lower::equipment::Component;
use crate::lower::equipment::graphs;
use crate::program::op::{Bin, Cmp, Op, Reg, SetReg};
use parlour_grammar::diagnostic::{Diagnostic, Dialect, codes};
use parlour_grammar::rules::{Call, Term};
use parlour_grammar::span::Origin;

/// Most values that a site may have to choose from.
const MOST_VALUES: i64 = 1000;

/// What may be assigned to the sites of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Values {
    /// The least value.
    pub least: i32,
    /// The greatest.
    pub most: i32,
    /// The value that component 1 stands for: as a rule the least.
    pub first: i32,
    /// Where they are written.
    pub origin: Origin,
}

impl Values {
    /// How many kinds of piece stand for values.
    #[must_use]
    pub fn kinds(&self) -> u32 {
        (self.most - self.first + 1) as u32
    }

    /// The component that stands for a value, counted from 1.
    #[must_use]
    pub fn component(&self, value: i32) -> i32 {
        value - self.first + 1
    }

    /// The value of each component; of none it is `none`.
    pub(in crate::lower) fn by_component(&self, none: i32) -> Vec<i32> {
        std::iter::once(none).chain(self.first..=self.most).collect()
    }
}

/// Reads the values of a board, and makes the pieces that stand for them.
pub(in crate::lower) fn read(
    board: &Call,
    kind: SiteType,
    pieces: &mut Vec<Component>,
    dialect: Dialect,
    diags: &mut Vec<Diagnostic>,
) -> Option<Values> {
    let list = board.get("values")?.members();
    let of = |term: &Term| term.call()?.get("siteType")?.symbol().and_then(graphs::site_type);
    let Some(term) = list.iter().find(|term| of(term) == Some(kind)) else {
        let (term, name) = (&list[0], kind.name().to_lowercase());
        let message = format!("the board is played on its {}", plural(kind));
        let help =
            format!("give values to the {name}s, `(values {} …)`, or say what is played on with `use:`", kind.name());
        diags.push(
            Diagnostic::error(codes::NO_BOARD_VALUES, message, term.origin, "these values are for others").help(help),
        );
        return None;
    };
    let ends = |range: &Term| -> Option<(i32, i32)> {
        if let parlour_grammar::rules::TermKind::Range(ends) = &range.kind {
            return Some((graphs::whole(&ends.0)?, graphs::whole(&ends.1)?));
        }
        let call = range.call()?;
        let from = graphs::whole(call.get("min")?)?;
        Some((from, call.get("max").map_or(Some(from), graphs::whole)?))
    };
    let range = term.call()?.get("range")?;
    let (least, most) = match ends(range) {
        Some((least, most)) if least <= most && i64::from(most) - i64::from(least) < MOST_VALUES => (least, most),
        found => {
            let message = match found {
                None => "the values are not known before play".to_owned(),
                Some((least, most)) if least > most => "there is no value".to_owned(),
                Some(_) => "there are too many values".to_owned(),
            };
            let help =
                format!("two whole numbers are needed, the lower first, such as `1..9`: at most {MOST_VALUES} values");
            diags.push(Diagnostic::error(codes::BAD_VALUES, message, range.origin, "of this range").help(help));
            return None;
        }
    };
    if let (Some(piece), Dialect::Parlour) = (pieces.first(), dialect) {
        let message = format!("a puzzle has no piece `{}`", piece.base);
        let help = "its sites hold values: take either the pieces or the `(values …)` out";
        diags.push(Diagnostic::error(codes::PIECES_IN_PUZZLE, message, term.origin, "the sites hold these").help(help));
    }
    // In Ludii's dialect the numbers from nought are there to be excluded, whatever the least is that can be assigned.
    let first = if dialect == Dialect::Ludii { least.min(0) } else { least };
    let values = Values { least, most, first, origin: term.origin };
    pieces.clear();
    pieces.extend((first..=most).map(|value| Component {
        base: value.to_string(),
        name: value.to_string(),
        ..Component::none()
    }));
    Some(values)
}

fn plural(kind: SiteType) -> &'static str {
    match kind {
        SiteType::Cell => "cells",
        SiteType::Vertex => "vertices",
        SiteType::Edge => "edges",
    }
}

impl<'t> Lower<'t> {
    /// The values of the puzzle; where the board has none, that is said.
    pub(in crate::lower) fn values(&mut self, term: &Term) -> Option<Values> {
        if self.eq.values.is_none() {
            let message = "the sites of the board have no values";
            let help = "say which there are: `(board (square 9) (values Cell 1..9))`";
            self.report(
                Diagnostic::error(codes::NO_BOARD_VALUES, message, term.origin, "this is about them").help(help),
            );
        }
        self.eq.values
    }

    /// The value of a site in a puzzle; `none` where it is open.
    pub(in crate::lower) fn assigned(&mut self, site: Reg, none: i32) -> Reg {
        let values = self.eq.values.expect("asked in puzzles only");
        let what = self.load_at(self.known.what, site);
        self.table(values.by_component(none), what)
    }

    /// The givens: values that sites have from the start. They are not to be found.
    pub(in crate::lower) fn set_givens(&mut self, call: &'t Call, rule: &'t Term) {
        let Some(values) = self.values(rule) else { return };
        let kind = self.kind_in(call, "siteType");
        let given = match call.get("rows") {
            Some(rows) => self.givens_by_rows(rows),
            None => self.givens_by_pairs(call),
        };
        for (site, value, origin) in given {
            if kind != self.eq.kind() || site >= self.eq.board_sites() {
                let found =
                    Diagnostic::error(codes::BAD_GIVEN, "this site has no value to be given", origin, "not played on");
                self.report(found.help(format!("the values are those of the board's {}", plural(self.eq.kind()))));
                return;
            }
            if !(values.least..=values.most).contains(&value) {
                let label = self.eq.label(site);
                let found =
                    Diagnostic::error(codes::BAD_GIVEN, format!("{label} cannot be {value}"), origin, "given here")
                        .also(values.origin, "the values are said here");
                self.report(found.help(format!("values go from {} to {}", values.least, values.most)));
                return;
            }
            match self.givens.insert(site, (value, origin)) {
                // A file of Ludii's may say the same twice.
                Some((before, _)) if before == value && self.dialect == Dialect::Ludii => {}
                Some((_, first)) => {
                    let message = format!("{} is given twice", self.eq.label(site));
                    let found =
                        Diagnostic::error(codes::GIVEN_TWICE, message, origin, "given again").also(first, "given here");
                    return self.report(found.help("take one of the two out"));
                }
                None => {}
            }
            let (at, what) = (self.c(site as i32), self.c(values.component(value)));
            self.op(Op::StoreAt { field: self.known.what, i: at, a: what });
        }
    }

    fn givens_by_pairs(&mut self, call: &'t Call) -> Vec<(u32, i32, Origin)> {
        let Some(pairs) = call.get("pairs") else { return Vec::new() };
        let mut given = Vec::new();
        for pair in pairs.members() {
            let [site, value] = pair.members() else {
                let found = Diagnostic::error(
                    codes::BAD_GIVEN,
                    "a given is a site and its value",
                    pair.origin,
                    "these are not two",
                );
                self.report(found.help("write each as `{site value}`, such as `{\"A1\" 5}`"));
                continue;
            };
            let env = crate::lower::Env::default();
            let at = match site.text() {
                Some(text) => self.eq.site(text),
                None => {
                    let number = self.int(site, &env);
                    self.const_of(number).and_then(|n| u32::try_from(n).ok()).filter(|n| *n < self.eq.board_sites())
                }
            };
            let number = if value.text().is_none() { Some(self.int(value, &env)) } else { None };
            match (at, number.and_then(|n| self.const_of(n))) {
                (Some(at), Some(value)) => given.push((at, value, pair.origin)),
                (None, _) => {
                    let help = self.site_help();
                    let found =
                        Diagnostic::error(codes::BAD_GIVEN, "there is no such site", site.origin, "not on this board");
                    self.report(found.help(help));
                }
                (Some(_), None) => {
                    let help = "a given is a site and a whole number, known before play";
                    let found =
                        Diagnostic::error(codes::BAD_GIVEN, "this is no value", value.origin, "a number is needed");
                    self.report(found.help(help));
                }
            }
        }
        given
    }

    /// The rows of the board from the top: a figure for each site, and a full stop where none is given.
    fn givens_by_rows(&mut self, rows: &'t Term) -> Vec<(u32, i32, Origin)> {
        let kind = self.eq.kind();
        let mut lines: std::collections::BTreeMap<u32, Vec<u32>> = std::collections::BTreeMap::new();
        for site in 0..self.eq.board_sites() {
            lines.entry(self.eq.board.row(kind, site)).or_default().push(site);
        }
        let mut given = Vec::new();
        let said = rows.members();
        let wrong = |origin: Origin, message: String, help: String| {
            Diagnostic::error(codes::BAD_GIVEN, message, origin, "these rows do not fit").help(help)
        };
        if said.len() != lines.len() {
            let message = format!("the board has {} rows, here are {}", lines.len(), said.len());
            self.report(wrong(rows.origin, message, "give each row of the board as a text, from the top".to_owned()));
            return given;
        }
        for (row, sites) in said.iter().zip(lines.into_values().rev()) {
            let mut sites = sites;
            sites.sort_by_key(|site| self.eq.board.column(kind, *site));
            let figures: Vec<char> = row.text().unwrap_or_default().chars().filter(|c| !c.is_whitespace()).collect();
            let strange = figures.iter().find(|c| **c != '.' && !c.is_ascii_digit());
            if let Some(strange) = strange {
                let help = "each site has a figure, or a full stop where none is given".to_owned();
                self.report(wrong(row.origin, format!("`{strange}` is no value"), help));
                return given;
            }
            if figures.len() != sites.len() {
                let message = format!("this row has {} sites, here are {}", sites.len(), figures.len());
                let help = "each site has a figure, or a full stop where none is given; blanks do not count".to_owned();
                self.report(wrong(row.origin, message, help));
                return given;
            }
            let values = figures.iter().map(|figure| figure.to_digit(10));
            given.extend(sites.into_iter().zip(values).filter_map(|(site, v)| Some((site, v? as i32, row.origin))));
        }
        given
    }

    /// In Ludii's dialect `<` and the like compare, in a puzzle, the values of two sites; while one is open, they hold.
    pub(in crate::lower) fn compare_sites(&mut self, cmp: Cmp, a: Reg, b: Reg) -> Reg {
        let (d, end, one) = (self.b.reg(), self.b.label(), self.c(1));
        self.op(Op::Move { d, a: one });
        for site in [a, b] {
            let what = self.load_at(self.known.what, site);
            self.op(Op::JumpUnless { c: what, to: end });
        }
        let (a, b) = (self.assigned(a, 0), self.assigned(b, 0));
        let holds = self.cmp(cmp, a, b);
        self.op(Op::Move { d, a: holds });
        self.b.place(end);
        d
    }

    /// The sites that have a value, which must be one of those that there are.
    pub(in crate::lower) fn sites_of_value(&mut self, term: &'t Term, env: &crate::lower::Env<'t>) -> SetReg {
        let values = self.eq.values.expect("asked in puzzles only");
        let value = self.int(term, env);
        if let Some(value) = self.const_of(value) {
            if !(values.least..=values.most).contains(&value) {
                let message = format!("no site is ever {value}");
                let found = Diagnostic::error(codes::BAD_VALUES, message, term.origin, "this is none of the values")
                    .also(values.origin, "the values are said here");
                self.report(found.help(format!("values go from {} to {}", values.least, values.most)));
                return self.b.set_constant([]);
            }
            let component = self.c(values.component(value));
            return self.sites_of_component(component);
        }
        // What is none of the values no site has.
        let (d, none, end) = (self.b.set(), self.b.set_constant([]), self.b.label());
        let (least, most, before) = (self.c(values.least), self.c(values.most), self.c(values.first - 1));
        self.op(Op::SetMove { d, a: none });
        self.op(Op::JumpCmp { cmp: Cmp::Lt, a: value, b: least, to: end });
        self.op(Op::JumpCmp { cmp: Cmp::Gt, a: value, b: most, to: end });
        let component = self.bin(Bin::Sub, value, before);
        let with = self.sites_of_component(component);
        self.op(Op::SetMove { d, a: with });
        self.b.place(end);
        d
    }

    /// The sites that have a value other than 0.
    pub(in crate::lower) fn with_some_value(&mut self) -> SetReg {
        let values = self.eq.values.expect("asked in puzzles only");
        let classes = values.by_component(0).into_iter().map(|value| if value == 0 { -1 } else { 0 }).collect();
        let table = self.b.table(classes);
        let index = self.b.index("with some value", self.known.what, Some(table), 1);
        self.class(index, 0)
    }

    /// Whether the rules are a puzzle's in Ludii's dialect, where some words mean something else than elsewhere.
    pub(in crate::lower) fn is_ludii_puzzle(&self) -> bool {
        self.dialect == Dialect::Ludii && self.eq.values.is_some()
    }
}
