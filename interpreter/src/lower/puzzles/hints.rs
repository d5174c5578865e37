//! The hints of a puzzle, and the regions that its constraints are about: all of it known before play.

use crate::board::{Corner, Direction, Region, SiteType};
use crate::lower::numbers::OFF;
use crate::lower::{Env, Lower};
use crate::program::op::Reg;
use parlour_grammar::catalogue::{Prim, Type};
use parlour_grammar::diagnostic::{Diagnostic, Dialect, codes, did_you_mean};
use parlour_grammar::rules::{Call, Term, TermKind};
use parlour_grammar::span::Origin;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A hint: sites, in the order in which they are written, and a number.
#[derive(Clone, Debug)]
pub struct Hint {
    /// What it is called, if it has a name.
    pub label: Option<String>,
    /// The kind of its sites.
    pub kind: SiteType,
    /// Its sites, as numbered in the whole game.
    pub sites: Vec<u32>,
    /// Its number; a hint that only relates sites has none.
    pub number: Option<i32>,
    /// Where it is written.
    pub origin: Origin,
}

/// A region that constraints are about.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Part {
    /// Its sites.
    pub sites: Vec<u32>,
    /// The hint that belongs to it.
    pub hint: Option<i32>,
    /// The site that sees all others, of a region that is about one: it counts while that site has a value other than 0.
    pub centre: Option<u32>,
    /// The family it belongs to; regions that are listed belong to none.
    pub family: Option<usize>,
}

impl Part {
    fn listed(sites: Vec<u32>) -> Part {
        Part { sites, hint: None, centre: None, family: None }
    }
}

impl<'t> Lower<'t> {
    /// All hints of the equipment.
    pub(in crate::lower) fn hints(&mut self) -> Rc<Vec<Hint>> {
        if let Some(hints) = &self.hints {
            return hints.clone();
        }
        let mut hints: Vec<Hint> = Vec::new();
        for item in self.items() {
            let Some(call) = item.call().filter(|c| c.prim == Prim::Hints) else { continue };
            let kind = self.kind_in(call, "siteType");
            let label = call.get("label").and_then(Term::text);
            for hint in call.get("hints").map(Term::members).unwrap_or_default() {
                let Some(parts) = hint.call() else { continue };
                let sites = self.sites_of_hint(parts.get("sites").expect("checked"), kind);
                let number = parts.get("hint").map(|number| self.int(number, &Env::default()));
                let number = number.and_then(|n| self.const_of(n));
                let hint = Hint { label: label.map(str::to_owned), kind, sites, number, origin: hint.origin };
                let same = hints.iter().find(|other| {
                    other.kind == kind
                        && other.label == hint.label
                        && hint.sites.len() == 1
                        && other.sites == hint.sites
                });
                if let (Some(same), Dialect::Parlour) = (same, self.dialect) {
                    let message = format!("{} has a hint already", self.eq.label(hint.sites[0]));
                    let found = Diagnostic::error(codes::BAD_HINT, message, hint.origin, "the second hint")
                        .also(same.origin, "the first");
                    self.report(found.help("take one of the two out"));
                    continue;
                }
                hints.push(hint);
            }
        }
        let hints = Rc::new(hints);
        self.hints = Some(hints.clone());
        self.eq.hints.clone_from(&*hints);
        hints
    }

    /// The sites of a hint, in their order: it may say which is which.
    fn sites_of_hint(&mut self, term: &'t Term, kind: SiteType) -> Vec<u32> {
        let (first, count) = (self.first(kind), self.eq.board.count(kind) as u32);
        let mut sites = Vec::new();
        for member in term.members() {
            let found: Vec<u32> = match &member.kind {
                TermKind::Int(n) => u32::try_from(*n).ok().map(|n| first + n).into_iter().collect(),
                TermKind::Range(ends) => match (
                    crate::lower::equipment::graphs::whole(&ends.0),
                    crate::lower::equipment::graphs::whole(&ends.1),
                ) {
                    (Some(a), Some(b)) => {
                        (a.min(b).max(0)..=a.max(b).min(count as i32)).map(|n| first + n as u32).collect()
                    }
                    _ => Vec::new(),
                },
                _ => {
                    let said = self.diags.len();
                    let set = self.region(member, &Env::default());
                    if self.diags.len() > said {
                        // What is wrong has been said.
                        continue;
                    }
                    self.b.set_constant_of(set).unwrap_or_default()
                }
            };
            let wrong = found.iter().find(|site| !(first..first + count).contains(site));
            if found.is_empty() || wrong.is_some() {
                let message = format!("there is no such {}", kind.name().to_lowercase());
                let help =
                    format!("the hint is about {} sites, of which there are {count}", kind.name().to_lowercase());
                self.report(Diagnostic::error(codes::BAD_HINT, message, member.origin, "not there").help(help));
                continue;
            }
            for site in found {
                if sites.contains(&site) {
                    let message = format!("the hint names {} twice", self.eq.label(site));
                    let found = Diagnostic::error(codes::BAD_HINT, message, member.origin, "named again");
                    self.report(found.help("each site counts once: take it out, or name the one that is meant"));
                } else {
                    sites.push(site);
                }
            }
        }
        sites
    }

    /// `(hint …)`: the number of the hint at hand, or of the hint of a site; −1 where the site has none.
    pub(in crate::lower) fn hint_value(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        if let Some(at) = call.get("at") {
            let kind = self.kind_in(call, "siteType");
            let site = self.site_in(call, "at", env);
            let _ = at;
            let mut numbers = vec![OFF; self.eq.sites as usize];
            for hint in self.hints().iter().rev().filter(|hint| hint.kind == kind) {
                if let Some(first) = hint.sites.first() {
                    numbers[*first as usize] = hint.number.unwrap_or(0);
                }
            }
            return self.table(numbers, site);
        }
        match env.hint {
            Some(hint) => hint,
            None => {
                self.no_hint_at_hand(term, "say whose it is, `(hint at:(from))`, or ask within `(forAll Hint …)`");
                self.c(0)
            }
        }
    }

    pub(in crate::lower) fn no_hint_at_hand(&mut self, term: &Term, help: &str) {
        self.report(
            Diagnostic::error(codes::NO_HINT, "there is no hint at hand", term.origin, "asked here").help(help),
        );
    }

    /// Whether a number is the hint at hand, of whatever region that is.
    pub(in crate::lower) fn is_hint_at_hand(term: &Term) -> bool {
        term.call().is_some_and(|call| call.prim == Prim::HintValue && call.look("at").is_none())
    }

    /// The regions of the equipment that constraints are about: all, or those of a name; perhaps only those that the board defines.
    pub(in crate::lower) fn parts(&mut self, name: Option<&str>, listed_too: bool, term: &Term) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut families = 0;
        for (i, item) in self.items().iter().enumerate() {
            let Some(call) = item.call().filter(|c| c.prim == Prim::Regions) else { continue };
            let own = call.look("name").and_then(Term::text).unwrap_or_default();
            let fits = name.is_none_or(|name| own == name || self.dialect == Dialect::Ludii && own.contains(name));
            let sites = call.look("sites").expect("checked");
            // A family may be named by its own word, too.
            let called = |word: &&Term| self.dialect == Dialect::Parlour && word.symbol() == name;
            if !fits && !sites.members().iter().any(|word| called(&word)) {
                continue;
            }
            call.excuse();
            if sites.members().iter().any(|member| member.symbol().is_some()) {
                let meant: Vec<&'t Term> = sites.members().iter().filter(|word| fits || called(word)).collect();
                for word in meant {
                    let found = self.family_of_board(word, call);
                    parts.extend(found.into_iter().map(|part| Part { family: Some(families), ..part }));
                    families += 1;
                }
            } else if listed_too {
                parts.extend(self.listed_parts(i, call, item));
            }
        }
        if parts.is_empty() && self.dialect == Dialect::Parlour {
            let message = match name {
                Some(name) => format!("the equipment has no regions \"{name}\""),
                None => "the equipment has no regions".to_owned(),
            };
            let help = match name {
                Some(name) => self.help_on_regions(name),
                None => {
                    "say which they are, `(regions {Columns Rows})` in the equipment, or name one here, `(sites Board)`"
                        .to_owned()
                }
            };
            self.report(Diagnostic::error(codes::NO_REGIONS, message, term.origin, "it is about them").help(help));
        }
        parts
    }

    /// What to write instead of a name that no regions have.
    fn help_on_regions(&self, name: &str) -> String {
        let mut known: Vec<&str> = Vec::new();
        for item in self.items() {
            let Some(call) = item.call().filter(|call| call.prim == Prim::Regions) else { continue };
            known.extend(call.look("name").and_then(Term::text));
            known.extend(call.look("sites").map_or(&[][..], Term::members).iter().filter_map(Term::symbol));
        }
        known.dedup();
        if let Some(meant) = did_you_mean(name, known.iter().copied()) {
            return format!("did you mean \"{meant}\"?");
        }
        let families = Type::RegionFamily.words();
        let family = families.iter().find(|family| **family == name);
        if let Some(family) = family.copied().or_else(|| did_you_mean(name, families.iter().copied())) {
            return format!("let the equipment have them: `(regions {family})`");
        }
        let there: Vec<String> = known.iter().map(|name| format!("\"{name}\"")).collect();
        let there = if there.is_empty() { "none".to_owned() } else { there.join(", ") };
        format!("the regions of the equipment: {there}; others get a name with `(regions \"{name}\" …)`")
    }

    /// The regions that an item lists: one, where it lists sites.
    fn listed_parts(&mut self, i: usize, call: &'t Call, item: &'t Term) -> Vec<Part> {
        let sites = call.get("sites").expect("checked");
        let plain = |member: &Term| matches!(member.kind, TermKind::Int(_) | TermKind::Range(_) | TermKind::Text(_));
        let one = !matches!(sites.kind, TermKind::List(_)) || sites.members().iter().all(plain);
        let mut found = Vec::new();
        if one {
            let scratch = self.b.begin_block("scratch");
            let set = self.region_item(i, call, item, &Env::default());
            found.push((self.b.set_at_load(scratch, set), sites.origin));
            self.b.drop_block(scratch);
        } else {
            for member in sites.members() {
                found.push((self.fixed_sites(member, &Env::default()), member.origin));
            }
        }
        let mut parts = Vec::new();
        for (fixed, origin) in found {
            match fixed {
                Some(sites) => parts.push(Part::listed(sites)),
                None => {
                    let help = "name a region that does not change in play";
                    let found = Diagnostic::error(
                        codes::NO_REGIONS,
                        "this region is not known before play",
                        origin,
                        "depends on play",
                    );
                    self.report(found.help(help));
                }
            }
        }
        parts
    }

    fn family_of_board(&mut self, word: &'t Term, call: &'t Call) -> Vec<Part> {
        let kind = self.eq.kind();
        let n = self.eq.board_sites();
        let board = &self.eq.board;
        let by = |key: &dyn Fn(u32) -> u32| -> Vec<Part> {
            let mut parts: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
            (0..n).for_each(|site| parts.entry(key(site)).or_default().push(site));
            parts.into_values().map(Part::listed).collect()
        };
        let sides = || -> Vec<Vec<u32>> {
            let all = Direction::ALL.iter().map(|d| board.region(kind, Region::Side(*d)));
            let all: BTreeSet<Vec<u32>> = all.filter(|side| !side.is_empty()).collect();
            all.into_iter().collect()
        };
        let corners = board.region(kind, Region::Corners(Corner::Any));
        match word.symbol().unwrap_or_default() {
            "Rows" => by(&|site| board.row(kind, site)),
            "Columns" => by(&|site| board.column(kind, site)),
            "Layers" => by(&|site| board.layer(kind, site)),
            "AllSites" => vec![Part::listed((0..n).collect())],
            "Corners" => corners.into_iter().map(|site| Part::listed(vec![site])).collect(),
            "Sides" => sides().into_iter().map(Part::listed).collect(),
            "SidesNoCorners" => {
                let without = |side: Vec<u32>| side.into_iter().filter(|site| !corners.contains(site)).collect();
                sides().into_iter().map(|side| Part::listed(without(side))).collect()
            }
            "Touching" => {
                let mut pairs = BTreeSet::new();
                for site in 0..n {
                    let near = board.steps(kind, site, Direction::Adjacent);
                    pairs.extend(near.iter().map(|other| (site.min(*other), site.max(*other))));
                }
                pairs.into_iter().map(|(a, b)| Part::listed(vec![a, b])).collect()
            }
            // Ludii never finds any.
            "Diagonals" if self.dialect == Dialect::Ludii => Vec::new(),
            "Diagonals" => {
                let mut lines = BTreeSet::new();
                for site in 0..n {
                    for line in board.lines(kind, site, Direction::Diagonal) {
                        let mut sites: Vec<u32> = line.ahead.iter().chain(line.behind).copied().chain([site]).collect();
                        sites.sort_unstable();
                        sites.dedup();
                        lines.insert(sites);
                    }
                }
                lines.into_iter().filter(|line| line.len() > 1).map(Part::listed).collect()
            }
            "AllDirections" => (0..n)
                .map(|site| {
                    let seen: BTreeSet<u32> =
                        board.rays(kind, site, Direction::All).flatten().copied().chain([site]).collect();
                    Part { centre: Some(site), ..Part::listed(seen.into_iter().collect()) }
                })
                .collect(),
            "SubGrids" => self.sub_grids(word),
            "HintRegions" => {
                let label = call.get("hint").and_then(Term::text);
                let hints = self.hints();
                let of_label = |hint: &&Hint| label.is_some() && hint.label.as_deref() == label;
                let named = hints.iter().any(|hint| of_label(&hint));
                let chosen = hints.iter().filter(|hint| if named { of_label(hint) } else { hint.kind == kind });
                let part = |hint: &Hint| Part { hint: hint.number, ..Part::listed(hint.sites.clone()) };
                let parts: Vec<Part> = chosen.map(part).collect();
                if parts.is_empty() && self.dialect == Dialect::Parlour {
                    let help = "give them: `(hints { (hint {\"A1\" \"B1\"} 3) })` in the equipment";
                    let found =
                        Diagnostic::error(codes::NO_HINT, "there are no hints", word.origin, "their regions are meant");
                    self.report(found.help(help));
                }
                parts
            }
            _ => {
                self.unsupported(word);
                Vec::new()
            }
        }
    }

    /// Squares of a board whose size is a square number.
    fn sub_grids(&mut self, word: &'t Term) -> Vec<Part> {
        let kind = self.eq.kind();
        let n = self.eq.board_sites();
        let size = (1..).take_while(|size: &u32| size.pow(4) <= n).last().unwrap_or(0);
        let board = &self.eq.board;
        let (rows, columns) = (board.rows(kind), board.columns(kind));
        if self.dialect == Dialect::Parlour && (size < 2 || size.pow(4) != n || rows != columns) {
            let message = format!("a board of {rows} rows and {columns} columns has no sub-grids");
            let help = "the size of the board must be a square number, such as 4, 9, 16: else list the regions";
            let found = Diagnostic::error(codes::NO_REGIONS, message, word.origin, "not on this board");
            self.report(found.help(help));
            return Vec::new();
        }
        let mut parts = vec![Vec::new(); (size * size) as usize];
        for site in 0..n {
            let (row, column) = (board.row(kind, site) / size.max(1), board.column(kind, site) / size.max(1));
            if row < size && column < size {
                parts[(row * size + column) as usize].push(site);
            }
        }
        parts.into_iter().map(Part::listed).collect()
    }
}
