//! Regions: sets of sites.

use super::directions::Dirs;
use super::{Env, Lower};
use crate::board::{Corner, Direction, EdgeKind, Region, RelationType, SiteType};
use crate::program::op::{Bin, Cmp, Op, Reg, SetReg, Small};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::diagnostic::Diagnostic;
use parlour_grammar::rules::{Call, Term, TermKind};

impl<'t> Lower<'t> {
    /// The sites of a region.
    pub(super) fn region(&mut self, term: &'t Term, env: &Env<'t>) -> SetReg {
        match &term.kind {
            TermKind::List(members) => {
                let mut constants = Vec::new();
                let mut all: Option<SetReg> = None;
                for member in members {
                    match &member.kind {
                        TermKind::Int(n) => constants.extend(self.site_number(*n, member)),
                        TermKind::Range(ends) => {
                            if let (Some(a), Some(b)) = (super::graphs::whole(&ends.0), super::graphs::whole(&ends.1)) {
                                // The first site beyond the last is found not to be there: that is said once.
                                let numbers = a.max(0)..=b.min(self.eq.sites as i32);
                                constants.extend(numbers.filter_map(|n| self.site_number(n, member)));
                            }
                        }
                        _ => {
                            let set = self.region(member, env);
                            all = Some(all.map_or(set, |a| self.set_or(a, set)));
                        }
                    }
                }
                let constant = self.b.set_constant(constants);
                all.map_or(constant, |a| self.set_or(a, constant))
            }
            TermKind::Call(call) if call.prim == Prim::ValuesRemembered => {
                let field = self.remembered(call);
                self.remembered_sites(field)
            }
            TermKind::Text(text) => self.region_of_text(text, term, env),
            TermKind::Int(n) => {
                let site = self.site_number(*n, term);
                self.b.set_constant(site)
            }
            TermKind::Call(call) if term.ty == parlour_grammar::catalogue::Type::Region => {
                self.at_origin(term.origin, |l| l.region_of_call(call, term, env))
            }
            _ => {
                let site = self.int(term, env);
                self.single(site)
            }
        }
    }

    fn region_or_none(&mut self, term: Option<&'t Term>, env: &Env<'t>) -> SetReg {
        match term {
            Some(term) => self.region(term, env),
            None => self.b.set_constant([]),
        }
    }

    pub(super) fn site_number(&mut self, n: i32, term: &Term) -> Option<u32> {
        if n < 0 {
            return None;
        }
        if n as u32 >= self.eq.sites {
            self.report(
                Diagnostic::error("E0410", format!("there is no site {n}"), term.origin, "off the board")
                    .help(format!("sites are numbered from 0 to {}", self.eq.sites - 1)),
            );
            return None;
        }
        Some(n as u32)
    }

    fn region_of_text(&mut self, text: &str, term: &Term, env: &Env<'t>) -> SetReg {
        if let Some(site) = self.eq.site(text) {
            return self.b.set_constant([site]);
        }
        if let Some(set) = self.named_region(text, None, env) {
            return set;
        }
        let containers: Vec<u32> = self
            .eq
            .containers
            .iter()
            .filter(|c| c.name == *text || (c.name.starts_with(text) && c.name[text.len()..].parse::<u32>().is_ok()))
            .flat_map(|c| c.first..c.first + c.sites)
            .collect();
        if !containers.is_empty() {
            return self.b.set_constant(containers);
        }
        self.report(
            Diagnostic::error("E0410", format!("no site or region is called `{text}`"), term.origin, "unknown here")
                .help(self.site_help()),
        );
        self.b.set_constant([])
    }

    fn region_of_call(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> SetReg {
        let get = |slot: &str| call.get(slot);
        let word = get("word").and_then(Term::symbol).unwrap_or_default();
        let kind = self.kind_in(call, "siteType");
        match call.prim {
            Prim::Sites => self.sites(call, term, env),
            Prim::SitesSimple => match word {
                "Pending" => {
                    let field = self.pending_field();
                    let mut classes = vec![-1; 2];
                    classes[1] = 0;
                    let table = self.b.table(classes);
                    let index = self.b.index("pending", field, Some(table), 1);
                    self.class(index, 0)
                }
                "ToClear" => {
                    let field = self.doomed_field();
                    let table = self.b.table(vec![-1, 0]);
                    let index = self.b.index("doomed", field, Some(table), 1);
                    self.class(index, 0)
                }
                "LastTo" | "LastFrom" => {
                    let field = if word == "LastTo" { self.fields.last_to } else { self.fields.last_from };
                    let site = self.load(field.expect("every game has it"));
                    self.single(site)
                }
                _ => {
                    let region = match word {
                        "Board" => Region::Board,
                        "Top" => Region::Top,
                        "Bottom" => Region::Bottom,
                        "Left" => Region::Left,
                        "Right" => Region::Right,
                        "Inner" => Region::Inner,
                        "Outer" => Region::Outer,
                        "Perimeter" => Region::Perimeter,
                        "Corners" => Region::Corners(Corner::Any),
                        "ConvexCorners" => Region::Corners(Corner::Convex),
                        "ConcaveCorners" => Region::Corners(Corner::Concave),
                        "Major" => Region::Major,
                        "Minor" => Region::Minor,
                        "Centre" => Region::Centre,
                        _ => {
                            self.unsupported(term);
                            return self.b.set_constant([]);
                        }
                    };
                    self.part(kind, region)
                }
            },
            Prim::SitesEmpty => self.empty_sites(kind),
            Prim::SitesIndex => self.sites_index(word, call, term, env),
            Prim::SitesOccupied => self.sites_occupied(call, env),
            Prim::SitesControlled => self.owned_by(get("by").expect("checked"), env),
            Prim::SitesSide => {
                if let Some(direction) = get("direction").and_then(Term::symbol).and_then(Direction::from_name) {
                    return self.part(kind, Region::Side(direction));
                }
                self.unsupported(term);
                self.b.set_constant([])
            }
            Prim::SitesHand if word == "Hand" => {
                let who = match get("role") {
                    Some(role) => self.player(role, env),
                    None => self.c(self.copy.mover as i32),
                };
                let rows: Vec<Vec<u32>> = (0..self.players() + 2)
                    .map(|p| {
                        let hands =
                            self.eq.containers[1..].iter().filter(|c| c.owner == p || p > self.eq.players.len() as u32);
                        hands.flat_map(|c| c.first..c.first + c.sites).collect()
                    })
                    .collect();
                self.row_of(rows, who)
            }
            Prim::SitesTrack => {
                let name = get("track").and_then(Term::text);
                let mut sites = Vec::new();
                for track in &self.eq.tracks {
                    if name.is_none_or(|n| track.name.starts_with(n)) {
                        sites.extend(track.track.sites.iter().copied().flatten());
                    }
                }
                if self.eq.tracks.is_empty() {
                    self.error("E0414", "the board has no track", term.origin, "there is no track to take sites from");
                }
                self.b.set_constant(sites)
            }
            Prim::SitesAround => self.sites_around(call, term, env),
            Prim::SitesDirection => self.sites_direction(call, term, env),
            Prim::SitesLineOfSight => self.sites_in_sight(call, env),
            Prim::SitesIncident => self.sites_incident(call, env),
            Prim::SitesMoves => {
                let moves = get("moves").expect("checked");
                let role = if word == "From" { crate::program::Role::From } else { crate::program::Role::To };
                self.collect(moves, role, env)
            }
            Prim::SitesGroup => {
                let dirs = match get("directions") {
                    Some(d) => self.directions(d, env),
                    None => Dirs::of_relation(RelationType::Adjacent),
                };
                let seed = match (get("at"), get("from")) {
                    (Some(at), _) => {
                        let site = self.int(at, env);
                        self.single(site)
                    }
                    (None, Some(from)) => self.region(from, env),
                    _ => self.board_set(),
                };
                let within = match get("if") {
                    Some(condition) => self.filtered_board(condition, term, env),
                    None => {
                        let site = self.b.reg();
                        self.op(Op::SetMin { d: site, s: seed });
                        let what = self.load_at(self.known.what, site);
                        let who = self.owner_of(what);
                        self.owned_by_player(who)
                    }
                };
                let near = self.near_table(&dirs);
                let d = self.b.set();
                self.op(Op::Flood { d, seed, within, near });
                d
            }
            Prim::SitesEdges => {
                let way = match word {
                    "Axial" => EdgeKind::Axial,
                    "Horizontal" => EdgeKind::Horizontal,
                    "Vertical" => EdgeKind::Vertical,
                    "Slash" => EdgeKind::Slash,
                    "Slosh" => EdgeKind::Slosh,
                    _ => EdgeKind::Angled,
                };
                self.part(SiteType::Edge, Region::Edges(way))
            }
            Prim::SitesBetween if get("from").is_some() => self.sites_between(call, term, env),

            Prim::Union | Prim::Intersection => {
                let mut members = get("list").expect("checked").members().iter();
                let Some(first) = members.next() else { return self.b.set_constant([]) };
                let mut all = self.region(first, env);
                for member in members {
                    let set = self.region(member, env);
                    all = if call.prim == Prim::Union { self.set_or(all, set) } else { self.set_and(all, set) };
                }
                all
            }
            Prim::Difference => {
                let (a, b) = (
                    self.region(get("source").expect("checked"), env),
                    self.region(get("remove").expect("checked"), env),
                );
                self.set_diff(a, b)
            }
            Prim::Expand => self.expand(call, env),
            Prim::IfRegion => {
                let c = self.bool(get("condition").expect("checked"), env);
                match self.const_of(c) {
                    Some(0) => return self.region_or_none(get("no"), env),
                    Some(_) => return self.region(get("yes").expect("checked"), env),
                    None => {}
                }
                let d = self.b.set();
                let (no, end) = (self.b.label(), self.b.label());
                self.op(Op::JumpUnless { c, to: no });
                let yes = self.region(get("yes").expect("checked"), env);
                self.op(Op::SetMove { d, a: yes });
                self.op(Op::Jump { to: end });
                self.b.place(no);
                let other = self.region_or_none(get("no"), env);
                self.op(Op::SetMove { d, a: other });
                self.b.place(end);
                d
            }
            Prim::First => {
                // The first of the regions that has a site.
                let d = self.b.set();
                let end = self.b.label();
                let members = get("list").expect("checked").members();
                for (i, member) in members.iter().enumerate() {
                    let set = self.region(member, env);
                    self.op(Op::SetMove { d, a: set });
                    if i + 1 < members.len() {
                        let next = self.b.label();
                        self.op(Op::JumpEmpty { s: d, to: next });
                        self.op(Op::Jump { to: end });
                        self.b.place(next);
                    }
                }
                self.b.place(end);
                d
            }
            Prim::ForEachRegion => self.for_each_region(call, term, env),
            _ => {
                self.unsupported(term);
                self.b.set_constant([])
            }
        }
    }

    // Parts of the board.

    /// A part of the board that its shape defines.
    pub(super) fn part(&mut self, kind: SiteType, region: Region) -> SetReg {
        let first = self.first(kind);
        let sites = self.eq.board.region(kind, region).into_iter().map(|s| s + first);
        self.b.set_constant(sites)
    }

    /// All sites of the board's usual kind.
    pub(super) fn board_set(&mut self) -> SetReg {
        let n = self.eq.board_sites();
        self.b.set_constant(0..n)
    }

    fn whole_board(&self, kind: SiteType) -> bool {
        kind == self.eq.kind() && self.eq.board_sites() == self.eq.sites
    }

    pub(super) fn empty_sites(&mut self, kind: SiteType) -> SetReg {
        let index = self.empty_index();
        let empty = self.class(index, 0);
        if self.whole_board(kind) {
            return empty;
        }
        let board = self.part(kind, Region::Board);
        self.set_and(empty, board)
    }

    pub(super) fn occupied(&mut self) -> SetReg {
        let empty = self.empty_index();
        let empty = self.class(empty, 0);
        let all = self.b.set_constant(0..self.eq.sites);
        self.set_diff(all, empty)
    }

    pub(super) fn class(&mut self, index: crate::program::op::IndexId, class: u32) -> SetReg {
        let d = self.b.set();
        self.op(Op::LoadSet { d, index, class: Small(class as u16) });
        d
    }

    /// Row `i` of a table of sets.
    fn row_of(&mut self, rows: Vec<Vec<u32>>, i: Reg) -> SetReg {
        if let Some(k) = self.const_of(i) {
            let row = usize::try_from(k).ok().and_then(|k| rows.get(k).cloned()).unwrap_or_default();
            return self.b.set_constant(row);
        }
        let table = self.b.set_table(rows);
        let d = self.b.set();
        self.op(Op::SetTable { d, table, i });
        d
    }

    fn sites(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> SetReg {
        if let Some(list) = call.get("list") {
            return self.region(list, env);
        }
        if let Some(coords) = call.get("coords") {
            let mut sites = Vec::new();
            for label in coords.members() {
                match label.text().map(|text| (text, self.eq.site(text))) {
                    Some((_, Some(site))) => sites.push(site),
                    Some((text, None)) => {
                        let message = format!("no site is called `{text}`");
                        let help = self.site_help();
                        self.report(Diagnostic::error("E0410", message, label.origin, "unknown site").help(help));
                    }
                    None => self.unsupported(label),
                }
            }
            return self.b.set_constant(sites);
        }
        if let Some(role) = call.get("role") {
            return match call.get("name").and_then(Term::text) {
                Some(name) => {
                    let name = name.to_owned();
                    let who = self.player(role, env);
                    self.region_of_player(Some(&name), who, term, env)
                }
                None => {
                    let who = self.player(role, env);
                    self.region_of_player(None, who, term, env)
                }
            };
        }
        if let Some(name) = call.get("name").and_then(Term::text) {
            return self.region_of_text(name, term, env);
        }
        match env.group {
            Some(group) => group,
            None => {
                self.unsupported(term);
                self.b.set_constant([])
            }
        }
    }

    /// The regions of the equipment with this name, of one player or of all.
    fn named_region(&mut self, name: &str, owner: Option<u32>, env: &Env<'t>) -> Option<SetReg> {
        let items = self.items();
        let mut all: Option<SetReg> = None;
        for (i, item) in items.iter().enumerate() {
            let Some(call) = item.call().filter(|c| c.prim == Prim::Regions) else { continue };
            if call.get("name").and_then(Term::text) != Some(name) {
                continue;
            }
            let of = region_owner(call);
            if owner.is_some() && of.is_some() && of != owner {
                continue;
            }
            let set = self.region_item(i, call, item, env);
            all = Some(all.map_or(set, |a| self.set_or(a, set)));
        }
        all
    }

    fn region_item(&mut self, i: usize, call: &'t Call, item: &'t Term, env: &Env<'t>) -> SetReg {
        if self.regions_open.contains(&i) {
            self.error("E0415", "a region is defined by itself", item.origin, "this region needs itself");
            return self.b.set_constant([]);
        }
        self.regions_open.push(i);
        let set = self.region(call.get("sites").expect("checked"), env);
        self.regions_open.pop();
        set
    }

    /// The regions of a player, each by itself.
    pub(super) fn regions_of_role(&mut self, role: &'t Term, env: &Env<'t>) -> Vec<SetReg> {
        let who = self.player(role, env);
        let Some(who) = self.const_of(who) else {
            // Known only in play: all regions of that player as one row each of the same length.
            let counts: Vec<usize> = (1..=self.players()).map(|p| self.region_terms(p).len()).collect();
            let n = counts.iter().copied().max().unwrap_or(0);
            let mut regions = Vec::new();
            for k in 0..n {
                let rows: Vec<Vec<u32>> = (0..=self.players())
                    .map(|p| {
                        let term = self.region_terms(p).get(k).copied();
                        term.map(|t| self.region(t, env)).and_then(|s| self.b.set_constant_of(s)).unwrap_or_default()
                    })
                    .collect();
                regions.push(self.row_of(rows, who));
            }
            return regions;
        };
        self.region_terms(who as u32).into_iter().map(|t| self.region(t, env)).collect()
    }

    fn region_terms(&self, owner: u32) -> Vec<&'t Term> {
        let mut terms = Vec::new();
        for item in self.items() {
            let Some(call) = item.call().filter(|c| c.prim == Prim::Regions) else { continue };
            if region_owner(call) == Some(owner)
                && let Some(sites) = call.get("sites")
            {
                terms.extend(sites.members());
            }
        }
        terms
    }

    fn region_of_player(&mut self, name: Option<&str>, who: Reg, term: &Term, env: &Env<'t>) -> SetReg {
        let players = self.players();
        let of = |l: &mut Self, p: u32| -> Option<SetReg> {
            if let Some(name) = name {
                return l.named_region(name, Some(p), env);
            }
            let mut all: Option<SetReg> = None;
            for (i, item) in l.items().iter().enumerate() {
                let Some(call) = item.call().filter(|c| c.prim == Prim::Regions) else { continue };
                if region_owner(call) == Some(p) {
                    let set = l.region_item(i, call, item, env);
                    all = Some(all.map_or(set, |a| l.set_or(a, set)));
                }
            }
            all
        };
        if let Some(k) = self.const_of(who) {
            if let Some(set) = of(self, k as u32) {
                return set;
            }
            self.no_region(term);
            return self.b.set_constant([]);
        }
        let mut rows = vec![Vec::new()];
        let mut any = false;
        for p in 1..=players {
            let set = of(self, p);
            any |= set.is_some();
            let members = set.map(|s| self.b.set_constant_of(s));
            match members {
                Some(None) => {
                    self.error(
                        "E0509",
                        "a region that changes in play cannot be asked for by player here",
                        term.origin,
                        "whose region this is depends on play",
                    );
                    rows.push(Vec::new());
                }
                Some(Some(members)) => rows.push(members),
                None => rows.push(Vec::new()),
            }
        }
        if !any {
            self.no_region(term);
        }
        self.row_of(rows, who)
    }

    fn no_region(&mut self, term: &Term) {
        self.report(
            Diagnostic::error(
                "E0413",
                "the player has no such region",
                term.origin,
                "no region of the equipment matches",
            )
            .help("add one to the equipment, such as `(regions P1 (sites Bottom))`"),
        );
    }

    fn sites_index(&mut self, word: &str, call: &'t Call, term: &'t Term, env: &Env<'t>) -> SetReg {
        let kind = self.kind_in(call, "siteType");
        let i = match call.get("index") {
            Some(index) => self.int(index, env),
            None => self.c(0),
        };
        let first = self.first(kind);
        let board = &self.eq.board;
        let count = match word {
            "Row" => board.rows(kind),
            "Column" => board.columns(kind),
            "Layer" => board.layers(kind),
            "Phase" => 8,
            "State" => {
                let Some(field) = self.known.state else { return self.b.set_constant([]) };
                if self.stacks.is_some() {
                    self.unsupported(term);
                    return self.b.set_constant([]);
                }
                let most = self.most_state();
                let index = self.b.index("state", field, None, most + 1);
                let d = self.b.set();
                self.op(Op::LoadSetAt { d, index, i });
                let occupied = self.occupied();
                return self.set_and(d, occupied);
            }
            _ => {
                self.unsupported(term);
                return self.b.set_constant([]);
            }
        };
        let rows = (0..count)
            .map(|k| {
                let region = match word {
                    "Row" => Region::Row(k),
                    "Column" => Region::Column(k),
                    "Layer" => Region::Layer(k),
                    _ => Region::Phase(k as u8),
                };
                board.region(kind, region).into_iter().map(|s| s + first).collect()
            })
            .collect();
        self.row_of(rows, i)
    }

    /// The greatest state that pieces are said to have; players + 1 at least.
    pub(super) fn most_state(&self) -> u32 {
        let flips = self.eq.components.iter().filter_map(|c| c.flips).map(|(a, b)| a.max(b)).max().unwrap_or(0);
        (flips as u32).max(self.players() + 1).max(15)
    }

    // Pieces.

    /// The sites whose (top) piece belongs to the players of a role.
    pub(super) fn owned_by(&mut self, role: &'t Term, env: &Env<'t>) -> SetReg {
        let n = self.players();
        match role.symbol() {
            Some("All" | "Each") => self.occupied(),
            Some("Enemy" | "NonMover") if n != 2 => {
                let index = self.owner_index();
                let mut all: Option<SetReg> = None;
                for p in self.enemies() {
                    let set = self.class(index, p);
                    all = Some(all.map_or(set, |a| self.set_or(a, set)));
                }
                all.unwrap_or_else(|| self.b.set_constant([]))
            }
            _ => {
                let who = self.player_or_int(role, env);
                self.owned_by_player(who)
            }
        }
    }

    pub(super) fn owned_by_player(&mut self, who: Reg) -> SetReg {
        let index = self.owner_index();
        if let Some(k) = self.const_of(who) {
            if k < 0 || k as u32 > self.players() + 1 {
                return self.b.set_constant([]);
            }
            return self.class(index, k as u32);
        }
        let d = self.b.set();
        self.op(Op::LoadSetAt { d, index, i: who });
        d
    }

    /// The sites with a piece of the role's players on any level.
    pub(super) fn owned_anywhere(&mut self, role: &'t Term, env: &Env<'t>) -> SetReg {
        let Some(stacks) = self.stacks.clone() else { return self.owned_by(role, env) };
        if matches!(role.symbol(), Some("All" | "Each")) {
            return self.occupied();
        }
        let who = self.player_or_int(role, env);
        let occupied = self.occupied();
        let d = self.b.set();
        let none = self.b.set_constant([]);
        self.op(Op::SetMove { d, a: none });
        let (site, level) = (self.b.reg(), self.b.reg());
        let (zero, one) = (self.c(0), self.c(1));
        self.each(occupied, site, |l| {
            let height = l.load_at(stacks.height, site);
            let last = l.bin(Bin::Sub, height, one);
            l.count_up(level, zero, last, |l| {
                let cell = l.cell_at(site, level);
                let what = l.load_at(stacks.levels, cell);
                let owner = l.owner_of(what);
                let skip = l.b.label();
                l.op(Op::JumpCmp { cmp: Cmp::Ne, a: owner, b: who, to: skip });
                l.op(Op::SetInsert { d, i: site });
                l.b.place(skip);
            });
        });
        d
    }

    /// The sites whose (top) piece has this name, with or without its owner's number.
    pub(super) fn sites_of_name(&mut self, name: &str) -> SetReg {
        let mut classes = vec![-1];
        classes.extend(self.eq.components.iter().map(|c| if c.base == name || c.name == name { 0 } else { -1 }));
        let table = self.b.table(classes);
        let index = self.b.index(name, self.known.what, Some(table), 1);
        self.class(index, 0)
    }

    pub(super) fn sites_of_component(&mut self, what: Reg) -> SetReg {
        let index = self.what_index();
        match self.const_of(what) {
            Some(k) if k >= 1 && k as usize <= self.eq.components.len() => self.class(index, k as u32),
            Some(_) => self.b.set_constant([]),
            None => {
                let d = self.b.set();
                self.op(Op::LoadSetAt { d, index, i: what });
                // Class 0 is the empty sites, which are in no line and no group of pieces.
                d
            }
        }
    }

    fn sites_occupied(&mut self, call: &'t Call, env: &Env<'t>) -> SetReg {
        let by = call.get("by").expect("checked");
        let top = !matches!(call.get("top").map(|t| &t.kind), Some(TermKind::Bool(false)));
        let mut set = if top { self.owned_by(by, env) } else { self.owned_anywhere(by, env) };
        let names: Vec<String> = call
            .get("component")
            .or(call.get("components"))
            .map(|c| c.members().iter().filter_map(Term::text).map(str::to_owned).collect())
            .unwrap_or_default();
        if let Some(first) = names.first() {
            let mut named = self.sites_of_name(first);
            for name in &names[1..] {
                let more = self.sites_of_name(name);
                named = self.set_or(named, more);
            }
            set = self.set_and(set, named);
        }
        let container = match call.get("container") {
            Some(container) => match (&container.kind, container.text()) {
                (_, Some(name)) => {
                    let name = name.to_owned();
                    self.eq.containers.iter().find(|c| c.name == name).map(|c| c.first..c.first + c.sites)
                }
                (TermKind::Int(n), _) => self.eq.containers.get(*n as usize).map(|c| c.first..c.first + c.sites),
                _ => None,
            },
            None => Some(0..self.eq.board_sites()),
        };
        let kind = self.kind_in(call, "on");
        if kind != self.eq.kind() {
            let board = self.part(kind, Region::Board);
            return self.set_and(set, board);
        }
        match container {
            Some(range) if range == (0..self.eq.sites) => set,
            Some(range) => {
                let range = self.b.set_constant(range);
                self.set_and(set, range)
            }
            None => set,
        }
    }

    // Neighbourhoods.

    fn sites_around(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> SetReg {
        let dirs = match call.get("directions") {
            Some(d) => self.directions(d, env),
            None => Dirs::of_relation(RelationType::Adjacent),
        };
        let distance = self.int_or(call.get("distance"), 1, env);
        let region = self.region(call.get("region").expect("checked"), env);
        let mut around = if self.const_of(distance) == Some(1) {
            let near = self.near_table(&dirs);
            self.image(region, near)
        } else {
            // Straight on, the sites at the distance.
            let sites = self.eq.sites as usize;
            let rays: Vec<Vec<Vec<u32>>> = (0..self.eq.sites).map(|s| self.rays_of(s, &dirs)).collect();
            let longest = rays.iter().flatten().map(Vec::len).max().unwrap_or(0);
            // Rows for the one distance, if it is known, or else for each from 0 on; beyond the last there are no sites.
            let known = self.const_of(distance).map(|k| usize::try_from(k).unwrap_or(0).min(longest + 1));
            let distances = known.map_or(0..=longest, |k| k..=k);
            if !self.has_room(distances.clone().count() * sites, term) {
                return self.b.set_constant([]);
            }
            let mut rows = Vec::new();
            for k in distances {
                let at = |ray: &Vec<u32>| ray.get(k.checked_sub(1)?).copied();
                rows.extend(rays.iter().map(|rays| rays.iter().filter_map(at).collect()));
            }
            let table = self.b.set_table(rows);
            let (n, most) = (self.c(sites as i32), self.c(longest as i32 + 1));
            let base = match known {
                Some(_) => self.c(0),
                None => {
                    let distance = self.bin(Bin::Min, distance, most);
                    self.bin(Bin::Mul, distance, n)
                }
            };
            let (all, site) = (self.b.set(), self.b.reg());
            let none = self.b.set_constant([]);
            self.op(Op::SetMove { d: all, a: none });
            self.each(region, site, |l| {
                let i = l.bin(Bin::Add, base, site);
                let row = l.b.set();
                l.op(Op::SetTable { d: row, table, i });
                l.op(Op::SetOr { d: all, a: all, b: row });
            });
            all
        };
        let keep = match call.get("type").and_then(Term::symbol) {
            Some("Empty") => Some(self.empty_sites(self.eq.kind())),
            Some("NotEmpty") => Some(self.occupied()),
            Some("Own") => Some({
                let mover = self.c(self.copy.mover as i32);
                self.owned_by_player(mover)
            }),
            Some("Enemy") => Some({
                let occupied = self.occupied();
                let mover = self.c(self.copy.mover as i32);
                let own = self.owned_by_player(mover);
                self.set_diff(occupied, own)
            }),
            _ => None,
        };
        if let Some(keep) = keep {
            around = self.set_and(around, keep);
        }
        if matches!(call.get("includeSelf").map(|t| &t.kind), Some(TermKind::Bool(true))) {
            around = self.set_or(around, region);
        }
        match call.get("if") {
            Some(condition) => self.filtered(around, condition, super::predicates::Var::To, condition, env),
            None => around,
        }
    }

    /// The union of the rows of a table for the members of a set.
    pub(super) fn image(&mut self, set: SetReg, table: crate::program::op::SetTableId) -> SetReg {
        let (all, site) = (self.b.set(), self.b.reg());
        let none = self.b.set_constant([]);
        self.op(Op::SetMove { d: all, a: none });
        self.each(set, site, |l| {
            let row = l.b.set();
            l.op(Op::SetTable { d: row, table, i: site });
            l.op(Op::SetOr { d: all, a: all, b: row });
        });
        all
    }

    fn sites_direction(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> SetReg {
        let dirs = match call.get("directions") {
            Some(d) => self.directions(d, env),
            None => Dirs::of_relation(RelationType::Adjacent),
        };
        let tables = self.ray_tables(&dirs);
        let region = self.region(call.get("from").expect("checked"), env);
        let distance = self.int_or(call.get("distance"), super::ints::INFINITY, env);
        let included = matches!(call.get("included").map(|t| &t.kind), Some(TermKind::Bool(true)));
        let stop_included = matches!(call.get("stopIncluded").map(|t| &t.kind), Some(TermKind::Bool(true)));
        let all = self.b.set();
        let none = self.b.set_constant([]);
        self.op(Op::SetMove { d: all, a: if included { region } else { none } });
        let from = self.b.reg();
        let to = self.var(term, "to");
        let one = self.c(1);
        let inner = Env { to: Some(to), site: None, from: env.from, ..env.clone() };
        self.each(region, from, |l| {
            let steps = l.b.reg();
            l.each_ray(tables, from, |l, cursor, next_ray| {
                let zero = l.c(0);
                l.op(Op::Move { d: steps, a: zero });
                let top = l.b.here();
                l.op(Op::JumpCmp { cmp: Cmp::Ge, a: steps, b: distance, to: next_ray });
                l.op(Op::Advance { d: to, p: cursor, table: tables.sites, to: next_ray });
                l.op(Op::Bin { op: Bin::Add, d: steps, a: steps, b: one });
                if let Some(stop) = call.get("stop") {
                    let c = l.bool(stop, &inner);
                    let go_on = l.b.label();
                    l.op(Op::JumpUnless { c, to: go_on });
                    if stop_included {
                        l.op(Op::SetInsert { d: all, i: to });
                    }
                    l.op(Op::Jump { to: next_ray });
                    l.b.place(go_on);
                }
                l.op(Op::SetInsert { d: all, i: to });
                l.op(Op::Loop { to: top });
            });
        });
        all
    }

    fn sites_between(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> SetReg {
        let dirs = match call.get("directions") {
            Some(d) => self.directions(d, env),
            None => Dirs::of_relation(RelationType::Adjacent),
        };
        let (from, to) =
            (self.int(call.get("from").expect("checked"), env), self.int(call.get("to").expect("checked"), env));
        let n = self.eq.sites;
        if !self.has_room((n * n) as usize, term) {
            return self.b.set_constant([]);
        }
        let mut rows = vec![Vec::new(); (n * n) as usize];
        for s in 0..n {
            for ray in self.rays_of(s, &dirs) {
                for (i, t) in ray.iter().enumerate() {
                    rows[(s * n + t) as usize].extend_from_slice(&ray[..i]);
                }
            }
        }
        let width = self.c(n as i32);
        let at = self.bin(Bin::Mul, from, width);
        let at = self.bin(Bin::Add, at, to);
        let mut set = self.row_of(rows, at);
        for (slot, site) in [("fromIncluded", from), ("toIncluded", to)] {
            if matches!(call.get(slot).map(|t| &t.kind), Some(TermKind::Bool(true))) {
                let one = self.single(site);
                set = self.set_or(set, one);
            }
        }
        match call.get("cond") {
            Some(condition) => self.filtered(set, condition, super::predicates::Var::Between, condition, env),
            None => set,
        }
    }

    fn sites_incident(&mut self, call: &'t Call, env: &Env<'t>) -> SetReg {
        let result =
            call.get("result").and_then(Term::symbol).and_then(super::graphs::site_type).unwrap_or(self.eq.kind());
        let of = call.get("of").and_then(Term::symbol).and_then(super::graphs::site_type).unwrap_or(self.eq.kind());
        let site = self.int(call.get("at").expect("checked"), env);
        let (first_result, first_of) = (self.first(result), self.first(of));
        let mut rows = vec![Vec::new(); self.eq.sites as usize];
        for s in 0..self.eq.board.count(of) as u32 {
            rows[(s + first_of) as usize] =
                self.eq.board.incident(of, s, result).iter().map(|t| t + first_result).collect();
        }
        let set = self.row_of(rows, site);
        match call.get("role").or(call.get("owner")) {
            Some(role) => {
                let owned = self.owned_by(role, env);
                self.set_and(set, owned)
            }
            None => set,
        }
    }

    fn expand(&mut self, call: &'t Call, env: &Env<'t>) -> SetReg {
        let mut set = match call.get("region") {
            Some(region) => self.region(region, env),
            None => {
                let site = self.int(call.get("origin").expect("checked"), env);
                self.single(site)
            }
        };
        let steps = self.int_or(call.get("steps"), 1, env);
        let dirs = match call.get("directions") {
            Some(d) => self.directions(d, env),
            None => Dirs::of_relation(RelationType::Adjacent),
        };
        if let (Some(k), Some(mut sites)) = (self.const_of(steps), self.b.set_constant_of(set)) {
            let mut reached = vec![false; self.eq.sites as usize];
            sites.iter().for_each(|site| reached[*site as usize] = true);
            let mut done = 0;
            for _ in 0..k.max(0) {
                let front = done..sites.len();
                if front.is_empty() {
                    break;
                }
                done = sites.len();
                for at in front {
                    for t in self.steps_of_site(sites[at], &dirs) {
                        if !std::mem::replace(&mut reached[t as usize], true) {
                            sites.push(t);
                        }
                    }
                }
            }
            return self.b.set_constant(sites);
        }
        let near = self.near_table(&dirs);
        let (d, k) = (self.b.set(), self.b.reg());
        self.op(Op::SetMove { d, a: set });
        let one = self.c(1);
        self.count_up(k, one, steps, |l| {
            set = l.image(d, near);
            l.op(Op::SetOr { d, a: d, b: set });
        });
        d
    }

    fn for_each_region(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> SetReg {
        if let Some(condition) = call.get("if") {
            let set = self.region(call.get("region").expect("checked"), env);
            return self.filtered(set, condition, super::predicates::Var::Site, term, env);
        }
        if let Some(of) = call.get("of") {
            let outer = self.region(of, env);
            let site = self.var(term, "site");
            let all = self.b.set();
            let none = self.b.set_constant([]);
            self.op(Op::SetMove { d: all, a: none });
            let inner = Env { site: Some(site), ..env.clone() };
            self.each(outer, site, |l| {
                let set = l.region(call.get("region").expect("checked"), &inner);
                l.op(Op::SetOr { d: all, a: all, b: set });
            });
            return all;
        }
        self.unsupported(term);
        self.b.set_constant([])
    }

    // Operations.

    pub(super) fn set_and(&mut self, a: SetReg, b: SetReg) -> SetReg {
        self.set_op(a, b, |x, y| x && y, |d, a, b| Op::SetAnd { d, a, b })
    }

    pub(super) fn set_or(&mut self, a: SetReg, b: SetReg) -> SetReg {
        self.set_op(a, b, |x, y| x || y, |d, a, b| Op::SetOr { d, a, b })
    }

    pub(super) fn set_diff(&mut self, a: SetReg, b: SetReg) -> SetReg {
        self.set_op(a, b, |x, y| x && !y, |d, a, b| Op::SetDiff { d, a, b })
    }

    fn set_op(
        &mut self,
        a: SetReg,
        b: SetReg,
        member: fn(bool, bool) -> bool,
        op: fn(SetReg, SetReg, SetReg) -> Op,
    ) -> SetReg {
        if let (Some(x), Some(y)) = (self.b.set_constant_of(a), self.b.set_constant_of(b)) {
            let sites = (0..self.eq.sites).filter(|s| member(x.contains(s), y.contains(s)));
            return self.b.set_constant(sites);
        }
        let d = self.b.set();
        self.op(op(d, a, b));
        d
    }

    pub(super) fn single(&mut self, site: Reg) -> SetReg {
        if let Some(k) = self.const_of(site) {
            let site = u32::try_from(k).ok().filter(|s| *s < self.eq.sites);
            return self.b.set_constant(site);
        }
        let d = self.b.set();
        let none = self.b.set_constant([]);
        self.op(Op::SetMove { d, a: none });
        self.op(Op::SetInsert { d, i: site });
        d
    }

    pub(super) fn pending_field(&mut self) -> crate::program::op::FieldId {
        let n = self.eq.sites + 1;
        if let Some(field) = self.fields.pending {
            return field;
        }
        // One place for each site, and one more: whether anything is pending.
        let field = self.b.field("pending", n, 3, 0, false);
        self.fields.pending = Some(field);
        field
    }

    pub(super) fn doomed_field(&mut self) -> crate::program::op::FieldId {
        if let Some(field) = self.fields.doomed {
            return field;
        }
        let field = self.b.field("to be removed", self.eq.sites, 3, 0, false);
        self.fields.doomed = Some(field);
        field
    }

    fn steps_of_site(&self, site: u32, dirs: &Dirs) -> Vec<u32> {
        let (kind, number) = self.eq.place_of(site);
        if number as usize >= self.eq.board.count(kind) {
            return Vec::new();
        }
        let first = self.first(kind);
        dirs.0.iter().flat_map(|d| self.eq.board.steps(kind, number, *d)).map(|t| t + first).collect()
    }
}

fn region_owner(call: &Call) -> Option<u32> {
    call.get("role").and_then(Term::symbol).and_then(|w| match w {
        "Neutral" => Some(0),
        _ => w.strip_prefix('P').and_then(|n| n.parse().ok()),
    })
}
