//! The set-up.

use crate::lower::effects::change::Traits;
use crate::lower::{Env, Lower};
use crate::program::op::{Op, Reg, SetReg};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::diagnostic::{Diagnostic, Dialect, codes, did_you_mean};
use parlour_grammar::rules::{Call, Term, TermKind};
use parlour_grammar::span::Origin;
use std::collections::{BTreeMap, BTreeSet};

/// Most values that a rule of the start runs through.
const MOST_VALUES: i64 = 10_000;

/// What has been put where so far, as far as it is known before play.
#[derive(Default)]
pub(in crate::lower) struct Placed {
    /// By site: the component and where it was put.
    pieces: BTreeMap<u32, (i32, Origin)>,
    /// All pieces; `None` once some number is not known.
    pub total: Option<u32>,
    /// By component, the sites where it begins; `None` once they are not all known.
    pub starts: Option<BTreeMap<u32, BTreeSet<u32>>>,
}

impl<'t> Lower<'t> {
    /// Code that sets the game up. Returns how many pieces it places, if that is known.
    pub(in crate::lower) fn start_rules(&mut self) -> Option<u32> {
        let mut placed = Placed { total: Some(0), starts: Some(BTreeMap::new()), ..Placed::default() };
        if let Some(rules) = self.rules.get("start").and_then(Term::call).and_then(|s| s.get("rules")) {
            for rule in rules.members() {
                self.start_rule(rule, &Env::default(), &mut placed);
            }
        }
        self.starts = placed.starts;
        placed.total
    }

    /// `(sites Start (piece …))`: where pieces of a kind stood when play began. Where the set-up leaves no doubt it is a table;
    /// else what stood on each site is kept.
    pub(in crate::lower) fn sites_start(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> SetReg {
        let what = self.piece_named(call.get("piece"), None, term, env);
        let kinds = self.eq.components.len() as u32 + 1;
        if let Some(starts) = &self.starts {
            let rows = (0..kinds).map(|id| starts.get(&id).into_iter().flatten().copied().collect()).collect();
            return self.row_of(rows, what);
        }
        let sites = self.eq.sites;
        let field = self.array(|f| &mut f.stood, "stood at the start", sites, 0);
        let index = self.b.index("stood at the start", field, None, kinds);
        let d = self.b.set();
        self.op(Op::LoadSetAt { d, index, i: what });
        let (none, some) = (self.b.set_constant([]), self.b.label());
        self.op(Op::JumpIf { c: what, to: some });
        self.op(Op::SetMove { d, a: none });
        self.b.place(some);
        d
    }

    /// Keeps what stands where as play begins, if a rule asks for it.
    pub(in crate::lower) fn keep_starts(&mut self) {
        let Some(field) = self.fields.stood else { return };
        let (site, zero, last) = (self.b.reg(), self.c(0), self.c(self.eq.sites as i32 - 1));
        self.count_up(site, zero, last, |l| {
            let what = l.load_at(l.known.what, site);
            l.op(Op::StoreAt { field, i: site, a: what });
        });
    }

    fn start_rule(&mut self, rule: &'t Term, env: &Env<'t>, placed: &mut Placed) {
        if self.b.is_overfull() {
            // It will not link: values within values could go on for long.
            return;
        }
        let Some(call) = rule.call() else { return self.unsupported(rule) };
        let at = std::ptr::from_ref(rule) as usize;
        self.within(at, |l| l.at_origin(rule.origin, |l| l.start_call(call, rule, env, placed)));
    }

    fn start_call(&mut self, call: &'t Call, rule: &'t Term, env: &Env<'t>, placed: &mut Placed) {
        let get = |slot: &str| call.get(slot);
        let word = get("word").and_then(Term::symbol).unwrap_or_default();
        let leads = matches!(
            call.prim,
            Prim::StartForEach | Prim::StartForEachValue | Prim::StartForEachPlayer | Prim::StartForEachOf
        );
        if !leads && self.is_chancy(rule) {
            if env.running {
                return self.report(
                    Diagnostic::error(
                        "E0557",
                        "chance decides in a loop",
                        rule.origin,
                        "how often is not known before play",
                    )
                    .help("run through a region that is fixed, or let chance decide before the loop"),
                );
            }
            if !matches!(call.prim, Prim::StartSetNextPlayer | Prim::PlaceRandom) {
                self.draw_values(rule, env);
            }
        }
        match call.prim {
            Prim::Place | Prim::PlaceStack => self.place_rule(call, rule, env, placed),
            Prim::StartSetPuzzle => self.set_givens(call, rule),
            Prim::StartOwner => {
                let who = self.player(get("role").expect("checked"), env);
                let Some(who) = self.const_of(who) else { return self.unsupported(rule) };
                // The piece of this owner; of a player, the one of the player's number.
                let of_player = (1..=self.players() as i32).contains(&who);
                let first = self.eq.components.iter().position(|c| c.owner as i32 == who).map(|i| i as i32 + 1);
                let what =
                    if of_player { Some(who).filter(|w| *w as usize <= self.eq.components.len()) } else { first };
                let Some(what) = what else { return self.no_such_piece("", rule) };
                let sites = self.placement_sites(call, rule, env);
                let what = self.c(what);
                self.put_everywhere(sites, what, None, Traits::default(), rule.origin, placed);
                // What stands there belongs to the ground: pieces may be placed over it.
                placed.pieces.clear();
            }
            Prim::PlaceRandom => {
                placed.total = None;
                placed.starts = None;
                self.place_at_random(call, rule, env);
            }
            Prim::StartSetSite if matches!(word, "Cost" | "Phase") => {
                let value = self.int(get("value").expect("checked"), env);
                let Some(sites) = self.sites_set(call, env) else { return self.unsupported(rule) };
                let (Some(value), Some(sites)) = (self.const_of(value), self.b.set_constant_of(sites)) else {
                    return self.unsupported(rule);
                };
                for site in sites {
                    match word {
                        "Cost" => self.costs[site as usize] = value,
                        _ => drop(self.site_phases.insert(site, value)),
                    }
                }
            }
            Prim::StartForEachOf => {
                let players = get("players").expect("checked");
                let Some(of) = players.call() else { return self.unsupported(players) };
                for p in 1..=self.players() {
                    let (player, skip) = (self.c(p as i32), self.b.label());
                    let inner = Env { player: Some(player), ..env.clone() };
                    if self.skip_unless_among(p, of, players, env, skip) {
                        self.within(p as usize, |l| l.start_rule(get("rule").expect("checked"), &inner, placed));
                    }
                    self.b.place(skip);
                }
            }
            Prim::StartSetSite if word == "Count" => {
                let value = self.int(get("value").expect("checked"), env);
                let Some(sites) = self.sites_set(call, env) else { return self.unsupported(rule) };
                // Counted pieces are of the one kind that all share, or else of the first kind there is.
                let shared = self.players() + 1;
                let Some(what) = self.eq.components.iter().position(|c| c.owner == shared).or((!self
                    .eq
                    .components
                    .is_empty())
                .then_some(0)) else {
                    return self.no_such_piece("", rule);
                };
                let what = self.c(what as i32 + 1);
                self.put_everywhere(sites, what, Some(value), Traits::default(), rule.origin, placed);
            }
            Prim::StartHidden => {
                let change = self.prepare_hidden(call, None, env);
                change(self);
            }
            Prim::StartDeal => {
                placed.total = None;
                placed.starts = None;
                self.deal(call, rule);
            }
            Prim::Split => self.cards_lie_in_zones(rule),
            Prim::StartDraw => {
                if call.look("sites").is_some() {
                    // They may come to stand in a stack.
                    placed.total = None;
                    placed.starts = None;
                }
                self.draw_pieces(call, rule, env);
            }
            // Teams are known before play.
            Prim::StartSetTeam => {}
            Prim::StartRememberValue => self.remember_at_start(call, env),
            Prim::StartSetVar => {
                let field = self.variable(get("name").and_then(Term::text));
                let value = self.int(get("value").expect("checked"), env);
                self.op(Op::Store { field, a: value });
            }
            Prim::StartSetPlayer => {
                let value = self.int(get("value").expect("checked"), env);
                let score = if word == "Score" { self.score_field() } else { self.amount_field() };
                match get("role").filter(|r| !matches!(r.symbol(), Some("Each" | "All"))) {
                    Some(role) => {
                        let who = self.player(role, env);
                        self.op(Op::StoreAt { field: score, i: who, a: value });
                    }
                    None => {
                        for p in 1..=self.players() {
                            let who = self.c(p as i32);
                            self.op(Op::StoreAt { field: score, i: who, a: value });
                        }
                    }
                }
            }
            Prim::StartSetNextPlayer => {
                self.unless_starter_said(|l| {
                    l.draw_values(rule, env);
                    let player = get("player").expect("checked");
                    let who = l.player(player, env);
                    l.must_play(who, player.origin);
                    let after = l.b.reg();
                    l.op(Op::Store { field: l.known.mover, a: who });
                    l.op(Op::NextActive { d: after, p: who });
                    l.op(Op::Store { field: l.known.next, a: after });
                });
            }
            Prim::StartForEach => {
                let region = get("region").expect("checked");
                self.draw_values(region, env);
                let set = self.region(region, env);
                let set = match get("if") {
                    Some(condition) => {
                        self.filtered(set, condition, crate::lower::conditions::predicates::Var::Site, rule, env)
                    }
                    None => set,
                };
                let inner_rule = get("rule").expect("checked");
                match self.b.set_constant_of(set) {
                    Some(sites) => {
                        for site in sites {
                            let here = self.c(site as i32);
                            let inner = Env { site: Some(here), ..env.clone() };
                            self.within(site as usize, |l| l.start_rule(inner_rule, &inner, placed));
                        }
                    }
                    None => {
                        placed.total = None;
                        let site = self.b.reg();
                        let inner = Env { site: Some(site), running: true, ..env.clone() };
                        self.each(set, site, |l| l.start_rule(inner_rule, &inner, placed));
                    }
                }
            }
            Prim::StartForEachValue => {
                let bounds = (self.int(get("min").expect("checked"), env), self.int(get("max").expect("checked"), env));
                let inner_rule = get("rule").expect("checked");
                let (Some(min), Some(max)) = (self.const_of(bounds.0), self.const_of(bounds.1)) else {
                    // How high a stack is depends on what chance has put there.
                    placed.total = None;
                    let value = self.b.reg();
                    let inner = Env { value: Some(value), running: true, ..env.clone() };
                    return self.count_up(value, bounds.0, bounds.1, |l| l.start_rule(inner_rule, &inner, placed));
                };
                if i64::from(max) - i64::from(min) > MOST_VALUES {
                    return self.error(
                        "E0513",
                        "a set-up runs through too many values",
                        rule.origin,
                        format!("at most {MOST_VALUES} are run through before play"),
                    );
                }
                for value in min..=max {
                    let here = self.c(value);
                    let inner = Env { value: Some(here), ..env.clone() };
                    self.within(value as usize, |l| l.start_rule(inner_rule, &inner, placed));
                }
            }
            Prim::StartForEachPlayer if word == "Team" => {
                for team in 1..=self.teams.iter().copied().max().unwrap_or(0) {
                    let inner = Env { team: Some(team), ..env.clone() };
                    self.within(team as usize, |l| l.start_rule(get("rule").expect("checked"), &inner, placed));
                }
            }
            Prim::StartForEachPlayer => {
                for p in 1..=self.players() {
                    let player = self.c(p as i32);
                    let inner = Env { player: Some(player), ..env.clone() };
                    self.within(p as usize, |l| l.start_rule(get("rule").expect("checked"), &inner, placed));
                }
            }
            _ => self.unsupported(rule),
        }
    }

    /// `(place "Disc1" …)`, `(place "Disc" "Hand" count:9)`, `(place Stack …)`.
    fn place_rule(&mut self, call: &'t Call, rule: &'t Term, env: &Env<'t>, placed: &mut Placed) {
        let names: Vec<&'t str> = match (call.get("item"), call.get("items")) {
            (Some(item), _) => item.text().into_iter().collect(),
            (None, Some(items)) => items.members().iter().filter_map(Term::text).collect(),
            _ => Vec::new(),
        };
        let count = call.get("count").map(|c| self.int(c, env));
        if let (Some(term), Some(n)) = (call.get("count"), count.and_then(|c| self.const_of(c)))
            && n < 1
        {
            let found =
                Diagnostic::error("E0430", format!("{n} pieces are to be placed"), term.origin, "expected 1 or more");
            self.report(found.help("leave the rule out where there is nothing to place"));
        }
        let said = |l: &mut Self, slot: &str| call.get(slot).map(|fact| l.int(fact, env));
        let traits = Traits {
            state: said(self, "state"),
            rotation: said(self, "rotation"),
            value: said(self, "value"),
            kept: false,
            yields: self.dialect == Dialect::Ludii,
        };
        let counts = match (call.get("counts"), names.len()) {
            (None, _) => None,
            // How many of each item.
            (Some(counts), n) if counts.members().len() == n => Some(counts.members()),
            // Ludii lets the first count for all sites, where the pieces are no stack.
            (Some(counts), 1) if self.dialect == Dialect::Ludii && call.prim == Prim::Place => {
                Some(&counts.members()[..counts.members().len().min(1)])
            }
            // How many of the one item on each site.
            (Some(counts), 1) => return self.place_by_site(names[0], counts, traits, call, rule, env, placed),
            (Some(counts), n) => return self.counts_do_not_fit(counts, n, "item"),
        };
        let container = call.get("container").and_then(Term::text);
        if let Some(zone) = container
            && let Some(n) = self.place_all_in_zone(&names, zone, counts, count, rule, env)
        {
            // They may come into play later.
            let base = self.eq.zones.iter().find(|z| z.base == zone || z.name == zone).map(|z| z.base.clone());
            if base.is_some_and(|base| crate::lower::usage::Usage::zones_in_play(self.game).contains(&base.as_str())) {
                placed.total = placed.total.zip(n).and_then(|(total, n)| total.checked_add(n));
            }
            return;
        }
        let unknown = |container: &str| {
            let bare = |name: &str| container == name.trim_end_matches(|c: char| c.is_ascii_digit());
            !self.eq.containers.iter().any(|c| c.name == container || bare(&c.name))
        };
        if let (Some(name), Some(at)) = (container.filter(|name| unknown(name)), call.get("container")) {
            return self.no_such_container(name, at);
        }
        for (at, name) in names.into_iter().enumerate() {
            let count = counts.and_then(|counts| counts.get(at)).map(|n| self.int(n, env)).or(count);
            let kinds: Vec<usize> = match self.eq.component(name) {
                Some(id) => vec![id],
                None => {
                    // For each player it is that player's own.
                    let player = env.player.and_then(|p| self.const_of(p)).and_then(|p| u32::try_from(p).ok());
                    let players = player.map_or(1..=self.players(), |p| p..=p);
                    players.filter_map(|p| self.eq.component_of(name, p)).collect()
                }
            };
            if kinds.is_empty() {
                self.no_such_piece(name, call.get("item").or(call.get("items")).unwrap_or(rule));
                placed.total = None;
                continue;
            }
            for id in kinds {
                let owner = self.eq.components[id - 1].owner;
                let sites = match container {
                    Some(container) => {
                        // The first site of a hand that is free.
                        let free = |c: &crate::lower::Container| {
                            let mut sites = c.first..c.first + c.sites;
                            sites.find(|site| !placed.pieces.contains_key(site)).unwrap_or(c.first)
                        };
                        let found: Vec<u32> = (self.eq.containers.iter())
                            .filter(|c| c.name == container || c.name == format!("{container}{owner}"))
                            .map(free)
                            .collect();
                        if found.is_empty() {
                            self.no_such_container(container, call.get("container").unwrap_or(rule));
                        }
                        self.b.set_constant(found)
                    }
                    None => self.placement_sites(call, rule, env),
                };
                let what = self.c(id as i32);
                self.put_everywhere(sites, what, count, traits, rule.origin, placed);
            }
        }
    }

    /// Pieces are to be placed in what is neither a zone nor a hand nor the board.
    fn no_such_container(&mut self, name: &str, at: &Term) {
        let mut names: Vec<&str> = self.eq.zones.iter().map(|z| z.base.as_str()).collect();
        names.extend(self.eq.containers.iter().map(|c| c.name.as_str()));
        names.dedup();
        let help = match did_you_mean(name, names.iter().copied()) {
            _ if self.eq.site(name).is_some() => {
                format!("it is the name of a site: write `coord:\"{name}\"`, or `(sites {{\"{name}\"}})`")
            }
            Some(near) => format!("did you mean \"{near}\"?"),
            None => {
                let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
                format!("pieces can be placed on sites, in regions, or in {}", names.join(", "))
            }
        };
        let message = format!("nothing that holds pieces is called \"{name}\"");
        self.report(Diagnostic::error("E0410", message, at.origin, "no such place").help(help));
    }

    /// Pieces are placed in a zone: so many of each, or so many of all. Returns how many in all, where that is known; nothing if it is no
    /// zone.
    fn place_all_in_zone(
        &mut self,
        names: &[&str],
        zone: &str,
        counts: Option<&'t [Term]>,
        count: Option<Reg>,
        rule: &Term,
        env: &Env<'t>,
    ) -> Option<Option<u32>> {
        let Some(counts) = counts else { return self.place_in_zone(names, zone, count, rule) };
        let mut total = Some(0u32);
        for (name, count) in names.iter().zip(counts) {
            let count = self.int(count, env);
            let placed = self.place_in_zone(&[name], zone, Some(count), rule)?;
            total = total.zip(placed).and_then(|(total, n)| total.checked_add(n));
        }
        Some(total)
    }

    /// One item, so many of it on each site: in the order in which the sites are listed, or else of their numbers.
    #[expect(clippy::too_many_arguments, reason = "the parts of one rule of the start")]
    fn place_by_site(
        &mut self,
        name: &str,
        counts: &'t Term,
        traits: Traits,
        call: &'t Call,
        rule: &'t Term,
        env: &Env<'t>,
        placed: &mut Placed,
    ) {
        let Some(sites) = self.ordered_sites(call, rule, env) else {
            let at = call.get("region").unwrap_or(rule);
            let found = Diagnostic::error(
                "E0409",
                "sites known before play are needed here",
                at.origin,
                "which sites these are depends on play",
            );
            return self.report(found.help("list the sites, or give one count for all of them: `count:2`"));
        };
        if sites.len() != counts.members().len() {
            return self.counts_do_not_fit(counts, sites.len(), "site");
        }
        let Some(id) = self.eq.component(name) else {
            self.no_such_piece(name, call.get("item").unwrap_or(rule));
            placed.total = None;
            return;
        };
        let what = self.c(id as i32);
        for (site, count) in sites.into_iter().zip(counts.members()) {
            let (site, count) = (self.b.set_constant([site]), self.int(count, env));
            self.put_everywhere(site, what, Some(count), traits, rule.origin, placed);
        }
    }

    /// The sites where a rule places something, in the order in which it lists them, or else of their numbers; nothing if that hangs on
    /// play.
    fn ordered_sites(&mut self, call: &'t Call, rule: &'t Term, env: &Env<'t>) -> Option<Vec<u32>> {
        let sites = self.placement_sites(call, rule, env);
        let sites = self.b.set_constant_of(sites)?;
        let list = call.get("region").map(|region| region.call().and_then(|c| c.get("list")).unwrap_or(region));
        // Ludii takes all regions in the order of the numbers.
        let Some(list) = list.or(call.get("coords")).filter(|_| self.dialect == Dialect::Parlour) else {
            return Some(sites);
        };
        let mut listed = Vec::new();
        for member in list.members() {
            let inner = match &member.kind {
                TermKind::Range(ends) => {
                    let ends = (self.int(&ends.0, env), self.int(&ends.1, env));
                    let (a, b) = self.const_of(ends.0).zip(self.const_of(ends.1))?;
                    if a <= b { (a..=b).collect() } else { (b..=a).rev().collect::<Vec<_>>() }
                }
                TermKind::Int(n) => vec![*n],
                TermKind::Text(label) => vec![self.eq.site(label)? as i32],
                _ => return Some(sites),
            };
            listed.extend(inner.into_iter().filter_map(|n| u32::try_from(n).ok()));
        }
        let is_the_same = listed.len() == sites.len() && sites.iter().all(|site| listed.contains(site));
        Some(if is_the_same { listed } else { sites })
    }

    fn counts_do_not_fit(&mut self, counts: &Term, n: usize, what: &str) {
        let given = counts.members().len();
        let message = format!("{given} counts for {n} {what}{}", if n == 1 { "" } else { "s" });
        self.report(
            Diagnostic::error(codes::COUNTS_DIFFER, message, counts.origin, format!("one for each {what} is expected"))
                .help(format!("give as many counts as there are {what}s, or one for all of them: `count:2`")),
        );
    }

    /// The sites of a `set` of the start: a region, or one site.
    fn sites_set(&mut self, call: &'t Call, env: &Env<'t>) -> Option<SetReg> {
        if let Some(region) = call.get("to") {
            return Some(self.region(region, env));
        }
        let site = self.site_in(call, "at", env);
        Some(self.single(site))
    }

    fn placement_sites(&mut self, call: &'t Call, rule: &'t Term, env: &Env<'t>) -> SetReg {
        if let Some(region) = call.get("region") {
            return self.sites_said(call, region, env);
        }
        let labels: Vec<&'t Term> = match (call.get("coords"), call.get("coord")) {
            (Some(coords), _) => coords.members().iter().collect(),
            (None, Some(coord)) => vec![coord],
            _ => Vec::new(),
        };
        if labels.is_empty() {
            self.report(
                Diagnostic::error("E0417", "it is not said where the pieces go", rule.origin, "no place is named")
                    .help("add a site, a region or a container, such as `(sites Bottom)` or `\"Hand\"`"),
            );
        }
        let mut sites = Vec::new();
        for label in labels {
            // Labels are those of the kind of site that is named.
            if let Some(site) = label.text().and_then(|text| self.site_called(text, call)) {
                sites.push(site);
                continue;
            }
            let site = self.int(label, env);
            if let Some(site) = self.const_of(site).filter(|site| *site >= 0) {
                sites.extend(self.site_number(site, label));
            }
        }
        self.b.set_constant(sites)
    }

    fn put_everywhere(
        &mut self,
        sites: SetReg,
        what: Reg,
        count: Option<Reg>,
        traits: Traits,
        origin: Origin,
        placed: &mut Placed,
    ) {
        if count.and_then(|count| self.const_of(count)) == Some(0) {
            // None of a piece is no piece.
            return;
        }
        let members = self.b.set_constant_of(sites);
        match (&members, self.const_of(what), &mut placed.starts) {
            (Some(members), Some(id), Some(starts)) => {
                starts.entry(id as u32).or_default().extend(members);
            }
            _ => placed.starts = None,
        }
        let each = count.map_or(Some(1), |c| self.const_of(c)).filter(|n| *n >= 0);
        placed.total = match (placed.total, &members, each) {
            (Some(total), Some(members), Some(each)) => {
                (members.len() as u32).checked_mul(each as u32).and_then(|more| total.checked_add(more))
            }
            _ => None,
        };
        if let (Some(members), None) = (&members, &self.stacks) {
            let id = self.const_of(what).unwrap_or(0);
            let covered: Vec<u32> =
                members.iter().flat_map(|site| self.covered_at_start(id, traits.state, *site, origin)).collect();
            for site in &covered {
                match placed.pieces.get(site) {
                    Some((other, first)) if *other != id => {
                        let name = |id: i32| self.eq.components[id as usize - 1].name.clone();
                        let found = Diagnostic::error(
                            "E0416",
                            format!(
                                "`{}` is placed where `{}` stands already, on {}",
                                name(id),
                                name(*other),
                                self.eq.label(*site)
                            ),
                            origin,
                            "this set-up overlaps",
                        )
                        .also(*first, "what stands there is placed here")
                        .help("take the site out of one of the two, or let pieces stack with `(place Stack …)`");
                        self.report(found);
                        break;
                    }
                    _ => {
                        placed.pieces.insert(*site, (id, origin));
                    }
                }
            }
        }
        let site = self.b.reg();
        self.each(sites, site, |l| l.put_piece(site, what, count, traits));
    }
}
