//! Tracks: sites in an order of their own.

use crate::board::Track;
use crate::lower::moves::Emission;
use crate::lower::moves::travel::Clauses;
use crate::lower::numbers::{END, OFF};
use crate::lower::regions::directions::RayTables;
use crate::lower::{Env, Lower};
use crate::program::op::{Bin, Cmp, Op, Reg, SetReg, TableId};
use parlour_grammar::diagnostic::{Diagnostic, Dialect};
use parlour_grammar::rules::{Call, Term};

impl<'t> Lower<'t> {
    /// The track that a ludeme names for a player: the player's own of this name, else any of this name; without a name the player's
    /// first, else the first that is everybody's.
    fn track_of(&self, name: Option<&str>, owner: u32) -> Option<usize> {
        let tracks = &self.eq.tracks;
        match name {
            Some(name) => {
                let named = |t: &&crate::lower::equipment::NamedTrack| t.name.contains(name);
                tracks
                    .iter()
                    .position(|t| named(&t) && t.owner == owner)
                    .or_else(|| tracks.iter().position(|t| named(&t)))
            }
            None => tracks.iter().position(|t| t.owner == owner).or_else(|| tracks.iter().position(|t| t.owner == 0)),
        }
    }

    /// The track at hand in a loop over tracks, for a ludeme that names neither a track nor a player. In files of Ludii it is that of
    /// `(sites Track …)` alone, whatever that names.
    fn track_at_hand(&self, call: &Call, env: &Env<'t>) -> Option<usize> {
        let named = call.get("track").is_some() || call.get("role").is_some();
        env.track.filter(|_| !named || self.dialect == Dialect::Ludii)
    }

    /// What is said where the board has no track that is asked for.
    pub(in crate::lower) fn no_track(&self, term: &Term, label: &str) -> Diagnostic {
        Diagnostic::error("E0414", "the board has no track", term.origin, label.to_owned())
            .help("describe one with the board: `(track \"Track\" \"1,E,N,W\" loop:True)`")
    }

    /// The tracks of all players, for a ludeme with a name and a role; the mover's where no role is given. One track where all are the
    /// same or the player is known.
    fn tracks_in(&mut self, call: &'t Call, term: &Term, env: &Env<'t>) -> Option<(Vec<usize>, Option<Reg>)> {
        let name = call.get("track").and_then(Term::text);
        if let Some(track) = self.track_at_hand(call, env).filter(|_| self.dialect == Dialect::Parlour) {
            return Some((vec![track], None));
        }
        let who = match call.get("role") {
            Some(role) => self.player_or_int(role, env),
            None => self.mover(),
        };
        let owners: Vec<u32> = match self.const_of(who) {
            Some(k) => vec![k.max(0) as u32],
            None => (0..=self.players()).collect(),
        };
        let tracks: Option<Vec<usize>> = owners.iter().map(|p| self.track_of(name, *p)).collect();
        let Some(tracks) = tracks else {
            self.report(
                Diagnostic::error("E0414", "the board has no such track", term.origin, "no track of the board matches")
                    .help("describe one with the board: `(track \"Track\" \"1,E,N,W\" loop:True)`"),
            );
            return None;
        };
        Some((tracks, self.const_of(who).is_none().then_some(who)))
    }

    /// The site so many steps on from the place on the track where the piece is; from the first place of its site if none is there.
    pub(in crate::lower) fn track_move(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        let Some((tracks, who)) = self.tracks_in(call, term, env) else { return self.c(OFF) };
        let from = match call.get("from") {
            Some(from) => self.int(from, env),
            None => match env.from.or(env.site) {
                Some(from) => from,
                None => self.load(self.fields.last_from.expect("every game has it")),
            },
        };
        let steps = self.int(call.get("steps").expect("checked"), env);
        let zero = self.c(0);
        let steps = self.bin(Bin::Max, steps, zero);
        self.by_track(&tracks, who, |l, index, track| {
            let len = track.sites.len() as i32;
            let sites: Vec<i32> = track.sites.iter().map(|s| s.map_or(END, |s| s as i32)).collect();
            let mut place_of = vec![OFF; l.eq.sites as usize];
            for (i, site) in sites.iter().enumerate().rev() {
                if let Some(place) = usize::try_from(*site).ok().and_then(|s| place_of.get_mut(s)) {
                    *place = i as i32;
                }
            }
            let (n, zero, off) = (l.c(len), l.c(0), l.c(OFF));
            let place = l.table(place_of, from);
            let d = l.b.reg();
            let end = l.b.label();
            l.op(Op::Move { d, a: off });
            let place = if track.looped {
                // What is not on a looped track, or nowhere, enters it at its first site.
                l.bin(Bin::Max, place, zero)
            } else {
                l.op(Op::JumpCmp { cmp: Cmp::Lt, a: place, b: zero, to: end });
                l.place_on_track(index, from, place)
            };
            let mut at = l.bin(Bin::Add, place, steps);
            if track.looped {
                at = l.bin(Bin::Rem, at, n);
            }
            let site = l.table(sites, at);
            l.op(Op::Move { d, a: site });
            l.b.place(end);
            d
        })
    }

    /// `(count StepsOnTrack …)`: how many steps along a track lead from one site to another; −1 if none do.
    pub(in crate::lower) fn steps_on_track(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        let Some((tracks, who)) = self.tracks_in(call, term, env) else { return self.c(OFF) };
        let (Some(from), Some(to)) = (call.get("site1"), call.get("site2")) else {
            self.unsupported(term);
            return self.c(OFF);
        };
        let (from, to) = (self.int(from, env), self.int(to, env));
        self.by_track(&tracks, who, |l, _, track| {
            let sites: Vec<i32> = track.sites.iter().map(|s| s.map_or(END, |s| s as i32)).collect();
            let len = sites.len() as i32;
            let place_of = l.first_places(&sites);
            let place = l.table(place_of, from);
            let (d, k, end) = (l.b.reg(), l.b.reg(), l.b.label());
            let (off, zero, n, last) = (l.c(OFF), l.c(0), l.c(len), l.c(len - 1));
            l.op(Op::Move { d, a: off });
            l.op(Op::JumpCmp { cmp: Cmp::Lt, a: place, b: zero, to: end });
            l.count_up(k, zero, last, |l| {
                let mut at = l.bin(Bin::Add, place, k);
                if track.looped {
                    at = l.bin(Bin::Rem, at, n);
                }
                let (site, other) = (l.table(sites, at), l.b.label());
                l.op(Op::JumpCmp { cmp: Cmp::Ne, a: site, b: to, to: other });
                l.op(Op::Move { d, a: k });
                l.op(Op::Jump { to: end });
                l.b.place(other);
            });
            l.b.place(end);
            d
        })
    }

    /// The first place of each site on a track; −1 for those that are not on it.
    fn first_places(&self, sites: &[i32]) -> Vec<i32> {
        let mut place_of = vec![OFF; self.eq.sites as usize];
        for (i, site) in sites.iter().enumerate().rev() {
            if let Some(place) = usize::try_from(*site).ok().and_then(|s| place_of.get_mut(s)) {
                *place = i as i32;
            }
        }
        place_of
    }

    /// The track that a form about moves means, for a player known before play: the first of all if none is named.
    fn named_track(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Option<Vec<i32>> {
        let name = call.get("track").and_then(Term::text);
        let owner = call.get("role").map(|role| self.player_or_int(role, env)).and_then(|who| self.const_of(who));
        let meant = |t: &&crate::lower::equipment::NamedTrack| match (name, owner) {
            (None, _) => true,
            (Some(name), None) => t.name == name,
            (Some(name), Some(owner)) => t.name.contains(name) && t.owner as i32 == owner,
        };
        let track = self.eq.tracks.iter().find(meant).map(|t| t.track.clone());
        if track.is_none() {
            self.report(
                Diagnostic::error("E0414", "the board has no such track", term.origin, "no track of the board matches")
                    .help("describe one with the board: `(track \"Track\" {0..5} P1 directed:True)`"),
            );
        }
        Some(track?.sites.iter().map(|s| s.map_or(END, |s| s as i32)).collect())
    }

    /// `(firstMoveOnTrack …)`: the moves for the first site along a track, as `(site)`, for which there are any.
    pub(in crate::lower) fn first_move_on_track(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let Some(sites) = self.named_track(call, term, env) else { return };
        let site = self.var(term, "site");
        let moves = call.get("moves").expect("checked");
        let (before, after, k, end) = (self.b.reg(), self.b.reg(), self.b.reg(), self.b.label());
        let (zero, last) = (self.c(0), self.c(sites.len() as i32 - 1));
        self.op(Op::Emitted { d: before });
        let inner = Env { site: Some(site), from_set: None, ..env.clone() };
        self.count_up(k, zero, last, |l| {
            let next = l.b.label();
            let at = l.table(sites, k);
            l.op(Op::Move { d: site, a: at });
            l.op(Op::JumpCmp { cmp: Cmp::Lt, a: site, b: zero, to: next });
            l.counting(|l| l.generate(moves, &inner));
            l.op(Op::Emitted { d: after });
            l.op(Op::JumpCmp { cmp: Cmp::Ne, a: before, b: after, to: end });
            l.b.place(next);
        });
        self.b.place(end);
    }

    /// A slide along the tracks of a name, or along all of them for `AllTracks`: then what it reaches counts only once it has passed
    /// one of their bumps. A destination that satisfies the condition of `(to …)` is met, with all that is done there, and ends the
    /// slide; any other is merely reached, if what is done there would be.
    pub(in crate::lower) fn generate_slide_along(
        &mut self,
        name: &str,
        clauses: &Clauses<'t>,
        term: &'t Term,
        env: &Env<'t>,
    ) {
        let all = name == "AllTracks";
        let tracks: Vec<Track> =
            self.eq.tracks.iter().filter(|t| all || t.name == name).map(|t| t.track.clone()).collect();
        if tracks.is_empty() {
            return self.report(
                Diagnostic::error("E0414", "the board has no such track", term.origin, "no track of the board matches")
                    .help("describe one with the board: `(track \"Track\" \"1,E,N,W\" loop:True)`"),
            );
        }
        let (tables, bumped) = self.ways_along(&tracks);
        let (lo, hi) = self.length_range(clauses.between, env);
        let to = self.var(term, "to");
        let apply = Clauses::apply(clauses.to);
        let (met, allowed) = (Clauses::condition(clauses.to), apply.and_then(|a| a.get("if")));
        self.distinct(true, |l| {
            l.each_from(clauses, term, env, |l, from, env| {
                let (steps, zero, one) = (l.b.reg(), l.c(0), l.c(1));
                l.each_ray(tables, from, |l, cursor, next| {
                    l.op(Op::Move { d: steps, a: zero });
                    let (top, go_on) = (l.b.here(), l.b.label());
                    let flag = all.then(|| {
                        let d = l.b.reg();
                        l.op(Op::Table { d, table: bumped, i: cursor });
                        d
                    });
                    l.op(Op::Advance { d: to, p: cursor, table: tables.sites, to: next });
                    l.op(Op::Bin { op: Bin::Add, d: steps, a: steps, b: one });
                    l.op(Op::JumpCmp { cmp: Cmp::Gt, a: steps, b: hi, to: next });
                    if let Some(c) = flag {
                        l.op(Op::JumpUnless { c, to: go_on });
                    }
                    l.op(Op::JumpCmp { cmp: Cmp::Lt, a: steps, b: lo, to: go_on });
                    let inner = Env { from: Some(from), to: Some(to), between: Some(to), ..env.clone() };
                    let bare = Env { between: None, ..inner.clone() };
                    if let Some(condition) = met {
                        let not_met = l.b.label();
                        l.unless(condition, &inner, not_met);
                        l.within(1, |l| {
                            l.emit(term, &bare, Emission::travel(from, to), |l, e| {
                                if let Some(moves) = apply.and_then(|a| a.get("moves")) {
                                    l.perform(moves, &e.bare());
                                }
                                l.move_piece(from, to, e.level);
                            });
                        });
                        l.op(Op::Jump { to: next });
                        l.b.place(not_met);
                    }
                    let refused = l.b.label();
                    if let Some(condition) = allowed {
                        l.unless(condition, &inner, refused);
                    }
                    l.emit(term, &bare, Emission::travel(from, to), |l, e| l.move_piece(from, to, e.level));
                    l.b.place(refused);
                    l.b.place(go_on);
                    match Clauses::condition(clauses.between) {
                        Some(condition) => l.unless(condition, &inner, next),
                        None => {
                            let what = l.kind_at(to);
                            l.op(Op::JumpIf { c: what, to: next });
                        }
                    }
                    l.op(Op::Loop { to: top });
                });
            });
        });
    }

    /// The ways along tracks from each site, once around at most, as rays; and for each step of them whether a bump lies behind it.
    fn ways_along(&mut self, tracks: &[Track]) -> (RayTables, TableId) {
        let (mut starts, mut rays, mut sites, mut bumped) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for site in 0..self.eq.sites {
            starts.push(rays.len() as i32);
            for track in tracks {
                for place in track.places(site) {
                    rays.push(sites.len() as i32);
                    let mut bumps = track.bumps[place];
                    for count in 1..track.sites.len() {
                        let Some(at) = track.onward(place, count) else { break };
                        let Some(to) = track.sites[at] else { break };
                        sites.push(to as i32);
                        bumped.push(i32::from(bumps > 0));
                        bumps += track.bumps[at];
                    }
                    sites.push(OFF);
                    bumped.push(0);
                }
            }
        }
        starts.push(rays.len() as i32);
        let tables = RayTables { starts: self.b.table(starts), rays: self.b.table(rays), sites: self.b.table(sites) };
        (tables, self.b.table(bumped))
    }

    /// `(max Distance …)`: the moves that lead furthest along a track.
    pub(in crate::lower) fn generate_furthest(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) {
        let Some(sites) = self.named_track(call, term, env) else { return };
        let places = self.first_places(&sites);
        let measure =
            crate::lower::Measure { value: None, taken: None, alone: true, step: None, places: Some(places.into()) };
        self.generate_best(call.get("moves").expect("checked"), measure, env);
    }

    /// The first site, from one on, that satisfies a condition on `(to)`: once around the track.
    pub(in crate::lower) fn track_first(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        let name = call.get("track").and_then(Term::text);
        let owner = call.get("role").map(|role| self.player_or_int(role, env));
        let owner = owner.map_or(Some(0), |who| self.const_of(who));
        let (Some(owner), Some(condition)) = (owner, call.get("if")) else {
            self.unsupported(term);
            return self.c(OFF);
        };
        let named = |t: &&crate::lower::equipment::NamedTrack| match name {
            Some(name) => t.name.contains(name) && (owner == 0 || t.owner as i32 == owner),
            None => t.owner as i32 == owner || t.owner == 0,
        };
        let at_hand = self.track_at_hand(call, env).filter(|_| self.dialect == Dialect::Parlour);
        let track = match at_hand {
            Some(track) => self.eq.tracks.get(track),
            None => self.eq.tracks.iter().find(named).or(self.eq.tracks.first()),
        };
        let track = track.map(|t| t.track.clone());
        let Some(track) = track else { return self.c(OFF) };
        // Twice around, so that each start has all sites before it.
        let mut sites: Vec<i32> = track.sites.iter().map(|s| s.map_or(OFF, |s| s as i32)).collect();
        let len = sites.len() as i32;
        let mut place_of = vec![OFF; self.eq.sites as usize];
        for (i, site) in sites.iter().enumerate().rev() {
            if let Some(place) = usize::try_from(*site).ok().and_then(|s| place_of.get_mut(s)) {
                *place = i as i32;
            }
        }
        sites.extend_from_within(..);
        let start = match call.get("from") {
            Some(from) => {
                let from = self.int(from, env);
                self.table(place_of, from)
            }
            None => self.c(0),
        };
        let (found, at, k, to) = (self.b.reg(), self.b.reg(), self.b.reg(), self.b.reg());
        let (off, zero, one, last) = (self.c(OFF), self.c(0), self.c(1), self.c(len - 1));
        let end = self.b.label();
        self.op(Op::Move { d: found, a: off });
        self.op(Op::JumpCmp { cmp: Cmp::Lt, a: start, b: zero, to: end });
        self.op(Op::Move { d: at, a: start });
        let inner = Env { to: Some(to), ..env.clone() };
        self.count_up(k, zero, last, |l| {
            let (site, next) = (l.table(sites, at), l.b.label());
            l.op(Op::Move { d: to, a: site });
            l.op(Op::Bin { op: Bin::Add, d: at, a: at, b: one });
            let c = l.bool(condition, &inner);
            l.op(Op::JumpUnless { c, to: next });
            l.op(Op::Move { d: found, a: to });
            l.op(Op::Jump { to: end });
            l.b.place(next);
        });
        self.b.place(end);
        found
    }

    /// `(sites Track …)`: the sites of a track, or those from one site on, as far as another, around the track at most once.
    pub(in crate::lower) fn sites_of_track(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> SetReg {
        if self.eq.tracks.is_empty() {
            self.report(self.no_track(term, "there is no track to take sites from"));
            return self.b.set_constant([]);
        }
        let at_hand = self.track_at_hand(call, env).map(|track| self.eq.tracks[track].track.clone());
        let owner = match call.get("role") {
            Some(role) => {
                let who = self.player_or_int(role, env);
                match self.const_of(who) {
                    Some(who) => who,
                    None => {
                        self.unsupported(role);
                        0
                    }
                }
            }
            None => 0,
        };
        let name = call.get("track").and_then(Term::text);
        let whose = |t: &crate::lower::equipment::NamedTrack| t.owner as i32 == owner || t.owner == 0;
        let meant = |t: &&crate::lower::equipment::NamedTrack| match name {
            Some(name) => t.name == name || t.name.contains(name) && whose(t),
            None => whose(t),
        };
        let named = || self.eq.tracks.iter().find(meant).map(|t| t.track.clone());
        let Some(track) = at_hand.or_else(named) else {
            call.excuse();
            return self.b.set_constant([]);
        };
        if call.look("from").is_none() && call.look("to").is_none() {
            return self.b.set_constant(track.sites.iter().copied().flatten());
        }
        let sites: Vec<i32> = track.sites.iter().map(|s| s.map_or(END, |s| s as i32)).collect();
        let mut place_of = vec![OFF; self.eq.sites as usize];
        for (i, site) in sites.iter().enumerate().rev() {
            if let Some(place) = usize::try_from(*site).ok().and_then(|s| place_of.get_mut(s)) {
                *place = i as i32;
            }
        }
        let (d, none, end) = (self.b.set(), self.b.set_constant([]), self.b.label());
        let (zero, len, last) = (self.c(0), self.c(sites.len() as i32), self.c(sites.len() as i32 - 1));
        self.op(Op::SetMove { d, a: none });
        let until = self.int_or(call.get("to"), OFF, env);
        let start = match call.get("from") {
            Some(from) => {
                let from = self.int(from, env);
                self.table(place_of, from)
            }
            None => zero,
        };
        self.op(Op::JumpCmp { cmp: Cmp::Lt, a: start, b: zero, to: end });
        let k = self.b.reg();
        self.count_up(k, zero, last, |l| {
            let at = l.bin(Bin::Add, start, k);
            let at = l.bin(Bin::Rem, at, len);
            let (site, off) = (l.table(sites, at), l.b.label());
            l.op(Op::JumpCmp { cmp: Cmp::Lt, a: site, b: zero, to: off });
            l.op(Op::SetInsert { d, i: site });
            l.b.place(off);
            l.op(Op::JumpCmp { cmp: Cmp::Eq, a: site, b: until, to: end });
        });
        self.b.place(end);
        d
    }

    /// The last site.
    pub(in crate::lower) fn track_end(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        let Some((tracks, who)) = self.tracks_in(call, term, env) else { return self.c(OFF) };
        self.by_track(&tracks, who, |l, _, track| l.c(track.sites.last().copied().flatten().map_or(END, |s| s as i32)))
    }

    /// The value for the track of the player in `who`, or for the only one.
    fn by_track(&mut self, tracks: &[usize], who: Option<Reg>, value: impl Fn(&mut Self, usize, &Track) -> Reg) -> Reg {
        let value = |l: &mut Self, track: usize| {
            let sites = l.eq.tracks[track].track.clone();
            value(l, track, &sites)
        };
        let Some(who) = who else { return value(self, tracks[0]) };
        let (d, end, off) = (self.b.reg(), self.b.label(), self.c(OFF));
        self.op(Op::Move { d, a: off });
        for (p, track) in tracks.iter().enumerate() {
            let (other, p) = (self.b.label(), self.c(p as i32));
            self.op(Op::JumpCmp { cmp: Cmp::Ne, a: who, b: p, to: other });
            let site = value(self, *track);
            self.op(Op::Move { d, a: site });
            self.op(Op::Jump { to: end });
            self.b.place(other);
        }
        self.b.place(end);
        d
    }
}
