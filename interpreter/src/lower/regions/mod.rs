//! Regions: what a term says as a set of sites.

pub(in crate::lower) mod ahead;
pub(in crate::lower) mod around;
pub(in crate::lower) mod directions;
pub(in crate::lower) mod drawn;
pub(in crate::lower) mod sets;
pub(in crate::lower) mod tracks;
pub(in crate::lower) mod ways;

use crate::board::{Corner, Direction, EdgeKind, Region, RelationType, SiteType};
use crate::lower::regions::directions::Dirs;
use crate::lower::{Env, Lower};
use crate::program::op::{Bin, Cmp, FieldId, Op, Reg, SetReg};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::diagnostic::{Diagnostic, Dialect};
use parlour_grammar::rules::{Call, Term, TermKind};

impl<'t> Lower<'t> {
    /// The sites of a region.
    pub(in crate::lower) fn region(&mut self, term: &'t Term, env: &Env<'t>) -> SetReg {
        match &term.kind {
            TermKind::List(members) => {
                let mut constants = Vec::new();
                let mut all: Option<SetReg> = None;
                for member in members {
                    match &member.kind {
                        TermKind::Int(n) => constants.extend(self.site_number(*n, member)),
                        TermKind::Range(ends) => {
                            if let (Some(a), Some(b)) = (
                                crate::lower::equipment::graphs::whole(&ends.0),
                                crate::lower::equipment::graphs::whole(&ends.1),
                            ) {
                                // The first site beyond the last is found not to be there: that is said once.
                                let numbers = a.min(b).max(0)..=a.max(b).min(self.eq.sites as i32);
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
                let memory = self.remembered(call);
                self.remembered_sites(memory)
            }
            TermKind::Call(_) if crate::lower::is_list(term) => self.sites_in_list(term, env),
            TermKind::Text(text) => self.region_of_text(text, term, env),
            TermKind::Int(n) => {
                let site = self.site_number(*n, term);
                self.b.set_constant(site)
            }
            TermKind::Call(call) if term.ty == parlour_grammar::catalogue::Type::Region => {
                let set = self.at_origin(term.origin, |l| l.region_of_call(call, term, env));
                self.note_set(term, set);
                set
            }
            _ => {
                let site = self.int(term, env);
                self.single(site)
            }
        }
    }

    pub(in crate::lower) fn region_or_none(&mut self, term: Option<&'t Term>, env: &Env<'t>) -> SetReg {
        match term {
            Some(term) => self.region(term, env),
            None => self.b.set_constant([]),
        }
    }

    /// The region in a ludeme that may name a kind of site. Mere numbers in it are those of that kind.
    pub(in crate::lower) fn sites_said(&mut self, call: &'t Call, region: &'t Term, env: &Env<'t>) -> SetReg {
        let kind = self.kind_in(call, "siteType");
        if kind == self.eq.kind() { self.region(region, env) } else { self.sites_numbered(region, kind, env) }
    }

    fn sites_numbered(&mut self, region: &'t Term, kind: SiteType, env: &Env<'t>) -> SetReg {
        let members = match &region.kind {
            TermKind::List(members) => members,
            TermKind::Call(call) if call.prim == Prim::Union => call.get("list").map_or(&[][..], Term::members),
            TermKind::Call(call) if call.prim == Prim::Sites && call.look("list").is_some() => {
                return self.sites_numbered(call.get("list").expect("it has one"), kind, env);
            }
            TermKind::Range(ends) => {
                let (TermKind::Int(from), TermKind::Int(to)) = (&ends.0.kind, &ends.1.kind) else {
                    return self.region(region, env);
                };
                let first = self.first(kind) as i32;
                let outer = self.number_among(*from.max(to), self.eq.board.count(kind) as u32, region);
                let sites = outer.map(|_| (*from.min(to)..=*from.max(to)).map(|n| (n + first) as u32));
                return self.b.set_constant(sites.into_iter().flatten());
            }
            _ if crate::lower::is_int(region) => {
                let site = self.int(region, env);
                let site = self.at_kind(site, region, kind);
                return self.single(site);
            }
            _ => return self.region(region, env),
        };
        let mut all = self.b.set_constant([]);
        for member in members {
            let member = self.sites_numbered(member, kind, env);
            all = self.set_or(all, member);
        }
        all
    }

    /// The same of one site.
    pub(in crate::lower) fn site_said(&mut self, call: &'t Call, site: &'t Term, env: &Env<'t>) -> Reg {
        let (value, kind) = (self.int(site, env), self.kind_in(call, "siteType"));
        self.at_kind(value, site, kind)
    }

    pub(in crate::lower) fn site_number(&mut self, n: i32, term: &Term) -> Option<u32> {
        self.number_among(n, self.eq.sites, term)
    }

    /// A number as one of so many sites.
    pub(in crate::lower) fn number_among(&mut self, n: i32, count: u32, term: &Term) -> Option<u32> {
        let site = u32::try_from(n).ok()?;
        if site >= count {
            let found = Diagnostic::error("E0410", format!("there is no site {n}"), term.origin, "off the board");
            self.report(match count {
                0 => found.help("the board has no sites of this kind"),
                _ => found.help(format!("sites are numbered from 0 to {}", count - 1)),
            });
            return None;
        }
        Some(site)
    }

    pub(in crate::lower) fn region_of_text(&mut self, text: &str, term: &Term, env: &Env<'t>) -> SetReg {
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

    pub(in crate::lower) fn region_of_call(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> SetReg {
        let get = |slot: &str| call.get(slot);
        let word = get("word").and_then(Term::symbol).unwrap_or_default();
        if self.is_undecided(call, env) {
            let d = self.b.set();
            self.branch_on_directions(call, term, env, &mut |l| {
                let value = l.region_of_call(call, term, env);
                l.op(Op::SetMove { d, a: value });
            });
            return d;
        }
        match call.prim {
            Prim::SitesCrossing => self.crossing_edges(call, env),
            Prim::SitesRandom => self.random_sites(call, term, env),
            Prim::Sites => self.sites(call, term, env),
            Prim::SitesHidden => self.sites_hidden(call, env),
            Prim::SitesSimple => match word {
                "Pending" => self.pending_sites(),
                "Playable" => self.playable_sites(self.kind_in(call, "siteType")),
                "ToClear" => self.doomed_sites(),
                "LastTo" => self.came_to(),
                "LineOfPlay" => self.line_of_play(term),
                "Hint" => env.hint_sites.unwrap_or_else(|| {
                    self.no_hint_at_hand(term, "ask within `(forAll Hint …)`");
                    self.b.set_constant([])
                }),
                "LastFrom" => {
                    let site = self.load(self.fields.last_from.expect("every game has it"));
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
                    self.part(self.kind_in(call, "siteType"), region)
                }
            },
            Prim::SitesEmpty => match get("container") {
                Some(container) => {
                    let number = self.int(container, env);
                    let (there, empty) = (self.sites_of_container(number), self.empty_index());
                    let empty = self.class(empty, 0);
                    self.set_and(there, empty)
                }
                None => self.empty_sites(self.kind_in(call, "siteType")),
            },
            Prim::SitesIndex => self.sites_index(word, call, term, env),
            Prim::SitesOccupied => self.sites_occupied(call, env),
            Prim::SitesControlled => self.owned_by(get("by").expect("checked"), env),
            Prim::SitesSide => {
                if let Some(direction) = get("direction").and_then(Term::symbol).and_then(Direction::from_name) {
                    return self.part(self.kind_in(call, "siteType"), Region::Side(direction));
                }
                self.unsupported(term);
                self.b.set_constant([])
            }
            Prim::SitesHand if word == "Hand" => {
                let who = match get("role") {
                    Some(role) => self.player(role, env),
                    None => self.mover(),
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
            Prim::SitesTrack => self.sites_of_track(call, term, env),
            Prim::SitesStart => self.sites_start(call, term, env),
            Prim::SitesAround => self.sites_around(call, term, env),
            Prim::SitesDirection => self.sites_direction(call, term, env),
            Prim::SitesLineOfSight => self.sites_in_sight(call, env),
            Prim::SitesIncident => self.sites_incident(call, env),
            Prim::LastBetween => self.passed_by_last(term),
            Prim::ForEachLevelRegion => self.levels_that(call, term, env),
            Prim::SitesDistance => self.sites_at_distance(call, term, env),
            Prim::SitesPattern => {
                let (found, none) = (self.b.set(), self.b.set_constant([]));
                self.op(Op::SetMove { d: found, a: none });
                self.pattern(call, Some(found), env);
                found
            }
            Prim::SitesMoves => {
                let moves = get("moves").expect("checked");
                let role = if word == "From" { crate::program::Role::From } else { crate::program::Role::To };
                self.collect(moves, role, None, env)
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
                let near = self.near_table(&dirs);
                let d = self.b.set();
                if let Some(condition) = get("if") {
                    let within = self.filtered_board(condition, term, env);
                    self.op(Op::Flood { d, seed, within, near });
                    return d;
                }
                // Without a condition, those that hold the same as the site from which the group grows.
                let (site, group, none) = (self.b.reg(), self.b.set(), self.b.set_constant([]));
                self.op(Op::SetMove { d, a: none });
                self.each(seed, site, |l| {
                    let what = l.kind_at(site);
                    let (seed, within) = (l.single(site), l.sites_of_component(what));
                    l.op(Op::Flood { d: group, seed, within, near });
                    l.op(Op::SetOr { d, a: d, b: group });
                });
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
            Prim::SitesBetween if call.look("from").is_some() => self.sites_between(call, term, env),

            Prim::Union | Prim::Intersection => {
                let members = get("list").expect("checked").members();
                let mixed = call.prim == Prim::Intersection
                    && self.dialect == Dialect::Ludii
                    && members.iter().any(|member| self.kind_of(member) == Some(self.eq.kind()));
                let one = |l: &mut Self, member: &'t Term| {
                    let set = l.region(member, env);
                    match l.kind_of(member).filter(|kind| mixed && *kind != l.eq.kind()) {
                        Some(kind) => l.numbered_as_usual(set, kind),
                        None => set,
                    }
                };
                let mut members = members.iter();
                let Some(first) = members.next() else { return self.b.set_constant([]) };
                let mut all = one(self, first);
                for member in members {
                    let set = one(self, member);
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
            Prim::SitesLargePiece => {
                let site = self.site_in(call, "at", env);
                self.whole_piece(site)
            }
            Prim::IfRegion => {
                let c = self.bool(get("condition").expect("checked"), env);
                let (yes, no) = (get("yes").expect("checked"), get("no"));
                match self.const_of(c) {
                    Some(0) => return self.region_or_none(no, env),
                    Some(_) => return self.region(yes, env),
                    None => {}
                }
                let d = self.b.set();
                let yes = |l: &mut Self| {
                    let a = l.region(yes, env);
                    l.op(Op::SetMove { d, a });
                };
                self.branch(c, yes, |l| {
                    let a = l.region_or_none(no, env);
                    l.op(Op::SetMove { d, a });
                });
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
            Prim::LimitRegion => self.limited(call, env),
            Prim::ForEachRegion => self.for_each_region(call, term, env),
            _ => {
                self.unsupported(term);
                self.b.set_constant([])
            }
        }
    }

    pub(in crate::lower) fn sites(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> SetReg {
        if let Some(list) = call.get("list") {
            return self.region(list, env);
        }
        if let Some(coords) = call.get("coords") {
            let mut sites = Vec::new();
            for label in coords.members() {
                let Some(texts) = labels(label) else {
                    self.unsupported(label);
                    continue;
                };
                for text in texts {
                    match self.site_called(&text, call) {
                        Some(site) => sites.push(site),
                        None => {
                            let message = format!("no site is called `{text}`");
                            let help = self.site_help();
                            self.report(Diagnostic::error("E0410", message, label.origin, "unknown site").help(help));
                            break;
                        }
                    }
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
            if call.look("siteType").is_some()
                && let Some(site) = self.site_called(name, call)
            {
                return self.b.set_constant([site]);
            }
            return self.region_of_text(name, term, env);
        }
        if call.look("walk").is_some() {
            let Some(table) = self.walk_table(call, env) else {
                self.unsupported(term);
                return self.b.set_constant([]);
            };
            let origin = match call.get("origin") {
                Some(origin) => self.int(origin, env),
                None => env.to.or(env.from).or(env.site).unwrap_or_else(|| self.c(crate::lower::numbers::OFF)),
            };
            let reached = self.b.set();
            self.op(Op::SetTable { d: reached, table, i: origin });
            return reached;
        }
        match env.group {
            Some(group) => group,
            None => {
                self.unsupported(term);
                self.b.set_constant([])
            }
        }
    }

    /// The site with a label, which is one of the kind of site that a ludeme names.
    pub(in crate::lower) fn site_called(&self, label: &str, call: &Call) -> Option<u32> {
        let kind = self.kind_in(call, "siteType");
        let other = (kind != self.eq.kind()).then(|| self.eq.site(&format!("{}:{label}", kind.name())));
        other.flatten().or_else(|| self.eq.site(label))
    }

    /// The kind of site that a region consists of, where its words tell.
    fn kind_of(&self, term: &Term) -> Option<SiteType> {
        let call = term.call()?;
        match call.prim {
            Prim::SitesEmpty => Some(self.kind_in(call, "siteType")),
            Prim::SitesOccupied => Some(self.kind_in(call, "on")),
            Prim::SitesAround if call.look("siteType").is_none() => self.kind_of(call.get("region")?),
            Prim::SitesAround => Some(self.kind_in(call, "siteType")),
            Prim::SitesIncident => Some(self.kind_in(call, "result")),
            _ => None,
        }
    }

    /// The sites of the usual kind that have the numbers of these: what files of Ludii mean where they compare regions of two kinds,
    /// since there a region is nothing but numbers.
    fn numbered_as_usual(&mut self, set: SetReg, kind: SiteType) -> SetReg {
        let (d, site, first) = (self.b.set(), self.b.reg(), self.c(self.first(kind) as i32));
        let none = self.b.set_constant([]);
        self.op(Op::SetMove { d, a: none });
        self.each(set, site, |l| {
            let number = l.bin(Bin::Sub, site, first);
            l.op(Op::SetInsert { d, i: number });
        });
        let board = self.board_set();
        self.set_and(d, board)
    }

    /// The sites whose top piece has a state; an empty one has state 0.
    fn with_state_on_top(&mut self, field: FieldId, state: Reg, kind: SiteType) -> SetReg {
        let (d, site, board) = (self.b.set(), self.b.reg(), self.part(kind, Region::Board));
        let none = self.b.set_constant([]);
        self.op(Op::SetMove { d, a: none });
        self.each(board, site, |l| {
            let cell = l.cell(site, None, &Env::default());
            let (here, other) = (l.load_at(field, cell), l.b.label());
            l.op(Op::JumpCmp { cmp: Cmp::Ne, a: here, b: state, to: other });
            l.op(Op::SetInsert { d, i: site });
            l.b.place(other);
        });
        d
    }

    /// The regions of the equipment with this name, of one player or of all.
    pub(in crate::lower) fn named_region(&mut self, name: &str, owner: Option<u32>, env: &Env<'t>) -> Option<SetReg> {
        let items = self.items();
        let mut all: Option<SetReg> = None;
        for (i, item) in items.iter().enumerate() {
            let Some(call) = item.call().filter(|c| c.prim == Prim::Regions) else { continue };
            if call.look("name").and_then(Term::text) != Some(name) {
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

    /// The regions of a player whose names only contain the one asked for, such as `"PalaceP1"` for `(sites P1 "Palace")`.
    fn region_with_name_within(&mut self, name: &str, owner: u32, env: &Env<'t>) -> Option<SetReg> {
        let mut all: Option<SetReg> = None;
        for (i, item) in self.items().iter().enumerate() {
            let Some(call) = item.call().filter(|c| c.prim == Prim::Regions) else { continue };
            let within = call.look("name").and_then(Term::text).is_some_and(|n| n.contains(name));
            if within && region_owner(call) == Some(owner) {
                let set = self.region_item(i, call, item, env);
                all = Some(all.map_or(set, |a| self.set_or(a, set)));
            }
        }
        all
    }

    pub(in crate::lower) fn region_item(&mut self, i: usize, call: &'t Call, item: &'t Term, env: &Env<'t>) -> SetReg {
        if self.regions_open.contains(&i) {
            self.error("E0415", "a region is defined by itself", item.origin, "this region needs itself");
            return self.b.set_constant([]);
        }
        self.regions_open.push(i);
        heed_names(call);
        let sites = call.get("sites").expect("checked");
        let set = match self.is_chancy(sites) {
            true => {
                let parts: Vec<SetReg> = sites.members().iter().map(|s| self.region_of_equipment(s, env)).collect();
                let none = self.b.set_constant([]);
                parts.into_iter().reduce(|a, b| self.set_or(a, b)).unwrap_or(none)
            }
            false => self.region(sites, env),
        };
        self.regions_open.pop();
        set
    }

    /// The regions of a player, each by itself.
    pub(in crate::lower) fn regions_of_role(&mut self, role: &'t Term, env: &Env<'t>) -> Vec<SetReg> {
        let who = self.player(role, env);
        let Some(who) = self.const_of(who) else {
            // Known only in play: all regions of that player as one row each of the same length.
            let counts: Vec<usize> = (1..=self.players()).map(|p| self.region_terms(p).len()).collect();
            let n = counts.iter().copied().max().unwrap_or(0);
            let mut regions = Vec::new();
            for k in 0..n {
                let sets: Vec<Option<SetReg>> = (1..=self.players())
                    .map(|p| {
                        let term = self.region_terms(p).get(k).copied();
                        term.map(|t| self.region_of_equipment(t, env))
                    })
                    .collect();
                regions.push(self.set_of_player(&sets, who));
            }
            return regions;
        };
        self.region_terms(who as u32).into_iter().map(|t| self.region_of_equipment(t, env)).collect()
    }

    pub(in crate::lower) fn region_terms(&self, owner: u32) -> Vec<&'t Term> {
        let mut terms = Vec::new();
        for item in self.items() {
            let Some(call) = item.call().filter(|c| c.prim == Prim::Regions) else { continue };
            if region_owner(call) == Some(owner)
                && let Some(sites) = call.get("sites")
            {
                heed_names(call);
                terms.extend(sites.members());
            }
        }
        terms
    }

    pub(in crate::lower) fn region_of_player(
        &mut self,
        name: Option<&str>,
        who: Reg,
        term: &Term,
        env: &Env<'t>,
    ) -> SetReg {
        let players = self.players();
        let of = |l: &mut Self, p: u32| -> Option<SetReg> {
            if let Some(name) = name {
                return l.named_region(name, Some(p), env).or_else(|| l.region_with_name_within(name, p, env));
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
            // That of several players one has none is no mistake: nothing lies in it.
            if !(1..=players).any(|p| of(self, p).is_some()) {
                self.no_region(term);
            }
            return self.b.set_constant([]);
        }
        let sets: Vec<Option<SetReg>> = (1..=players).map(|p| of(self, p)).collect();
        if sets.iter().all(Option::is_none) {
            self.no_region(term);
        }
        self.set_of_player(&sets, who)
    }

    /// Of one set for each player, from the first on, that of a player who is known in play only; none where there is none.
    fn set_of_player(&mut self, sets: &[Option<SetReg>], who: Reg) -> SetReg {
        let known: Option<Vec<Vec<u32>>> = std::iter::once(Some(Vec::new()))
            .chain(sets.iter().map(|set| set.map_or(Some(Vec::new()), |set| self.b.set_constant_of(set))))
            .collect();
        if let Some(rows) = known {
            return self.row_of(rows, who);
        }
        let (d, none, end) = (self.b.set(), self.b.set_constant([]), self.b.label());
        self.op(Op::SetMove { d, a: none });
        for (p, set) in (1..).zip(sets.iter().copied()) {
            let (player, other) = (self.c(p), self.b.label());
            self.op(Op::JumpCmp { cmp: Cmp::Ne, a: who, b: player, to: other });
            self.op(Op::SetMove { d, a: set.unwrap_or(none) });
            self.op(Op::Jump { to: end });
            self.b.place(other);
        }
        self.b.place(end);
        d
    }

    pub(in crate::lower) fn no_region(&mut self, term: &Term) {
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

    pub(in crate::lower) fn sites_index(
        &mut self,
        word: &str,
        call: &'t Call,
        term: &'t Term,
        env: &Env<'t>,
    ) -> SetReg {
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
                    return self.with_state_on_top(field, i, kind);
                }
                let most = self.most_state();
                let index = self.b.index("state", field, None, most + 1);
                let d = self.b.set();
                self.op(Op::LoadSetAt { d, index, i });
                // An empty site of the board has state 0.
                let board = self.part(kind, Region::Board);
                return self.set_and(d, board);
            }
            _ => {
                self.unsupported(term);
                return self.b.set_constant([]);
            }
        };
        let known = self.const_of(i).filter(|k| !(0..count as i32).contains(k) && word != "Phase");
        if let (Some(k), Some(index)) = (known, call.get("index")) {
            let what = word.to_lowercase();
            self.report(
                Diagnostic::warning("W0604", format!("the board has no {what} {k}"), index.origin, "so this is empty")
                    .help(format!("they are numbered from 0 to {}", count.saturating_sub(1))),
            );
        }
        let board = &self.eq.board;
        let said =
            |k: u32| self.site_phases.iter().filter(move |(_, phase)| **phase == k as i32).map(|(site, _)| *site);
        let rows = (0..count)
            .map(|k| {
                let region = match word {
                    "Row" => Region::Row(k),
                    "Column" => Region::Column(k),
                    "Layer" => Region::Layer(k),
                    _ => Region::Phase(k as u8),
                };
                let sites = board.region(kind, region).into_iter().map(|s| s + first);
                match word {
                    "Phase" => sites.filter(|s| !self.site_phases.contains_key(s)).chain(said(k)).collect(),
                    _ => sites.collect(),
                }
            })
            .collect();
        self.row_of(rows, i)
    }
}

/// Regions are found by their names or their owners.
fn heed_names(call: &Call) {
    call.heed("name");
    call.heed("role");
}

fn region_owner(call: &Call) -> Option<u32> {
    call.look("role").and_then(Term::symbol).and_then(|w| match w {
        "Neutral" => Some(0),
        _ => w.strip_prefix('P').and_then(|n| n.parse().ok()),
    })
}

/// The labels of sites that a text names, or a range such as `"A1".."C2"`: each letter from the first to the last with each number.
pub(in crate::lower) fn labels(term: &Term) -> Option<Vec<String>> {
    let ends = match &term.kind {
        TermKind::Text(text) => return Some(vec![text.clone()]),
        TermKind::Range(ends) => [ends.0.text()?, ends.1.text()?],
        _ => return None,
    };
    let parts = ends.map(|text| {
        let (letters, number) = text.split_at(text.find(|c: char| c.is_ascii_digit())?);
        let [letter] = letters.as_bytes() else { return None };
        Some((letter.to_ascii_uppercase(), number.parse::<u16>().ok()?))
    });
    let [Some((letter, number)), Some((last_letter, last_number))] = parts else { return None };
    let letters = letter.min(last_letter)..=letter.max(last_letter);
    let numbers = number.min(last_number)..=number.max(last_number);
    Some(letters.flat_map(|l| numbers.clone().map(move |n| format!("{}{n}", l as char))).collect())
}
