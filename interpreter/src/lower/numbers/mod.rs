//! Numbers: sites, levels, players, counts, arithmetic.

pub(in crate::lower) mod at_hand;
pub(in crate::lower) mod fractions;
pub(in crate::lower) mod laps;
pub(in crate::lower) mod lists;
pub(in crate::lower) mod maps;
pub(in crate::lower) mod pieces;

use crate::board::{Direction, Region, SiteType};
use crate::lower::regions::directions::speaks_of_last;
use crate::lower::{Env, Lower};
use crate::program::op::{Bin, Cmp, Op, Reg};
use parlour_grammar::catalogue::{Prim, Type};
use parlour_grammar::diagnostic::{Diagnostic, Dialect};
use parlour_grammar::rules::{Call, Term, TermKind};

/// No site.
pub(in crate::lower) const OFF: i32 = -1;
/// Where a track ends, as a number of a site.
pub(in crate::lower) const END: i32 = -2;
/// More than anything.
pub(in crate::lower) const INFINITY: i32 = 1_000_000_000;

impl<'t> Lower<'t> {
    /// The value of a number.
    pub(in crate::lower) fn int(&mut self, term: &'t Term, env: &Env<'t>) -> Reg {
        match &term.kind {
            TermKind::Int(n) => self.c(*n),
            TermKind::Bool(b) => self.c(i32::from(*b)),
            TermKind::Real(x) => self.c(*x as i32),
            TermKind::Text(text) => self.int_of_text(text, term),
            TermKind::Symbol(word) => self.int_of_word(word, term, env),
            TermKind::Call(call) => {
                let value = self.at_origin(term.origin, |l| l.int_of_call(call, term, env));
                self.note_value(term, value);
                value
            }
            TermKind::List(members) if members.len() == 1 => self.int(&members[0], env),
            TermKind::List(_) | TermKind::Range(_) => {
                self.error("E0503", "one number is needed here", term.origin, "these are several");
                self.c(0)
            }
        }
    }

    /// The value of a number, or `default` where it is left out.
    pub(in crate::lower) fn int_or(&mut self, term: Option<&'t Term>, default: i32, env: &Env<'t>) -> Reg {
        match term {
            Some(term) => self.int(term, env),
            None => self.c(default),
        }
    }

    fn int_of_text(&mut self, text: &str, term: &Term) -> Reg {
        if let Some(site) = self.eq.site(text) {
            return self.c(site as i32);
        }
        if let Some(component) = self.eq.component(text) {
            return self.c(component as i32);
        }
        self.report(
            Diagnostic::error("E0410", format!("no site or piece is called `{text}`"), term.origin, "unknown here")
                .help(self.site_help()),
        );
        self.c(OFF)
    }

    /// What sites may be called.
    pub(in crate::lower) fn site_help(&self) -> String {
        let last = self.eq.board_sites().saturating_sub(1);
        format!("the sites of this board are called `{}` to `{}`", self.eq.label(0), self.eq.label(last))
    }

    fn int_of_word(&mut self, word: &str, term: &'t Term, env: &Env<'t>) -> Reg {
        match word {
            "Off" | "Undefined" => self.c(OFF),
            "End" => self.c(END),
            "Infinity" => self.c(INFINITY),
            _ => self.player(term, env),
        }
    }

    /// The player (0 for neutral, players + 1 for all) that a role, or a number, stands for.
    pub(in crate::lower) fn player(&mut self, term: &'t Term, env: &Env<'t>) -> Reg {
        let n = self.players() as i32;
        let Some(word) = term.symbol() else { return self.int(term, env) };
        match word {
            "Mover" | "Friend" | "Ally" | "TeamMover" => self.mover(),
            "Next" => self.next_player(),
            // Against one opponent these are the opponent.
            "Enemy" | "NonMover" if n == 2 => self.c(3 - self.copy.mover as i32),
            "Prev" => self.previous_player(),
            "Neutral" => self.c(0),
            "Shared" | "All" | "Each" => self.c(n + 1),
            "Player" => match env.player {
                Some(player) => player,
                None => {
                    self.error(
                        "E0505",
                        "no player is being run through here",
                        term.origin,
                        "`Player` needs a `(forEach Player …)` around it",
                    );
                    self.c(0)
                }
            },
            _ => match word.strip_prefix('P').and_then(|k| k.parse::<i32>().ok()) {
                Some(k) if (1..=n).contains(&k) => self.c(k),
                Some(k) => {
                    self.no_such_player(k, term);
                    self.c(k)
                }
                None => {
                    self.unsupported(term);
                    self.c(1)
                }
            },
        }
    }

    fn no_such_player(&mut self, k: i32, term: &Term) {
        let n = self.players();
        let numbered = if n == 1 { "1 player".to_owned() } else { format!("{n} players") };
        self.report(
            Diagnostic::error("E0506", format!("there is no player {k}"), term.origin, "this player does not play")
                .help(format!("the game has {numbered}: name one of them, or raise the number in `(players …)`")),
        );
    }

    /// The player to move next: known before play where two players move in turns.
    pub(in crate::lower) fn next_player(&mut self) -> Reg {
        if let Some(real) = self.posing.filter(|real| real.mover != self.copy.mover) {
            // Moves made up for another are as if the mover were to answer them.
            return self.c(real.mover as i32);
        }
        if let Some(next) = self.answering {
            return next;
        }
        if self.alternates() { self.c(3 - self.copy.mover as i32) } else { self.load(self.known.next) }
    }

    /// The player who moved last.
    fn previous_player(&mut self) -> Reg {
        match self.posing.filter(|real| real.mover != self.copy.mover) {
            Some(real) => self.c(real.mover as i32),
            None => self.load(self.known.prev),
        }
    }

    /// A player given as a role or as a number.
    pub(in crate::lower) fn player_or_int(&mut self, term: &'t Term, env: &Env<'t>) -> Reg {
        if term.symbol().is_some() { self.player(term, env) } else { self.int(term, env) }
    }

    fn int_of_call(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        let get = |slot: &str| call.get(slot);
        let word = get("word").and_then(Term::symbol).unwrap_or_default();
        if let Some(directions) = get("directions").filter(|d| call.prim == Prim::Ahead && speaks_of_last(d)) {
            return self.ahead_in_line(directions, call, env);
        }
        if self.is_undecided(call, env) {
            let d = self.b.reg();
            self.branch_on_directions(call, term, env, &mut |l| {
                let value = l.int_of_call(call, term, env);
                l.op(Op::Move { d, a: value });
            });
            return d;
        }
        match call.prim {
            Prim::FromSite => self.bound(env.from.or(env.site), "from", term),
            Prim::ToSite => {
                let passed =
                    env.between.map(|_| "where the move leads is not known yet; what it passes is `(between)`");
                self.bound_or(env.to.or(env.site), "to", term, passed)
            }
            Prim::BetweenSite => self.bound(env.between, "between", term),
            Prim::Site => self.bound(env.site.or(env.to), "site", term),
            Prim::EdgeSite => self.edge_between(call, term, env),
            Prim::Pips => self.bound(env.pips, "pips", term),
            Prim::Chosen => self.chosen_value(call, term, env),
            Prim::Decider => self.decider(),
            Prim::Recorded => self.recorded(call, term, env),
            Prim::Round => self.round_number(),
            Prim::Starter => self.round_starter(term),
            Prim::Placing => self.placing(get("player").expect("checked"), "placing", term, env),
            Prim::SeatOf => {
                let side = self.player_or_int(get("player").expect("checked"), env);
                self.seat_of(side)
            }
            Prim::CountPips => self.count_pips(call, term, env),
            Prim::Face => {
                let site = self.int(get("site").expect("checked"), env);
                self.face_at(site, term)
            }
            Prim::ValueRandom => self.random_number(call, term, env),
            Prim::Level => self.bound(env.level, "level", term),
            Prim::LevelOf => match word {
                "From" => self.bound(env.level_from, "level From", term),
                _ => self.bound(env.level_to, "level To", term),
            },
            Prim::CountPlayers | Prim::GreatestPlayer => self.over_players(call, env),
            Prim::Value => self.bound(env.value, "value", term),
            Prim::TrackIndex => self.number_of_track(term, env),
            Prim::PlayerIndex => self.bound(env.player, "player", term),
            Prim::PlayerBy => self.player_by(word == "Most", call, env),
            Prim::PlayerOf => {
                let (index, n) = (get("index").expect("checked"), self.players() as i32);
                let player = self.int(index, env);
                if let Some(k) = self.const_of(player).filter(|k| !(0..=n + 1).contains(k)) {
                    self.no_such_player(k, term);
                    return self.c(1);
                }
                player
            }
            Prim::Mover => self.mover(),
            Prim::Next => self.next_player(),
            Prim::Prev if get("type").and_then(Term::symbol) == Some("MoverLastTurn") => self.mover_of_last_turn(),
            Prim::Prev => self.previous_player(),
            Prim::Last => {
                let after = call.flag("afterConsequence");
                let field = match word {
                    "To" if after => self.fields.last_action,
                    "From" if after => self.fields.last_action_from,
                    "From" => self.fields.last_from,
                    "LevelFrom" | "LevelTo" => self.fields.last_level,
                    _ => self.fields.last_to,
                };
                self.load(field.expect("every game has it"))
            }

            // In a puzzle what is on a site is its value.
            Prim::What if self.eq.values.is_some() => {
                let site = self.site_in(call, "at", env);
                self.assigned(site, 0)
            }
            Prim::What => {
                let site = self.site_in(call, "at", env);
                match self.stacks.clone().filter(|_| call.look("level").is_none() && self.reads_bottoms()) {
                    Some(stacks) => {
                        let zero = self.c(0);
                        let cell = self.cell_at(site, zero);
                        self.load_at(stacks.levels, cell)
                    }
                    None => self.what_at(site, get("level"), env),
                }
            }
            Prim::Who => {
                let site = self.site_in(call, "at", env);
                let what = self.what_at(site, get("level"), env);
                self.owner_of(what)
            }
            Prim::AttributeOf => self.attribute_read(call, term, env),
            Prim::CardTrumpSuit => {
                let field = self.trump_suit();
                self.load(field)
            }
            Prim::CardSite => {
                let site = self.site_in(call, "at", env);
                let kind = self.what_at(site, get("level"), env);
                let mut name = word.to_owned();
                if let Some(first) = name.get_mut(..1) {
                    first.make_ascii_lowercase();
                }
                self.attribute_of(&name, kind, term)
            }
            Prim::Kind => self.bound(env.kind, "kind", term),
            Prim::CountZone => self.count_zone(call, env),
            Prim::SumAttribute => self.sum_attribute(call, term, env),
            Prim::ValueSimple if call.get("word").and_then(Term::symbol) == Some("Pending") => self.pending_value(),
            // What other systems stop at; no rule can meet them here.
            Prim::ValueSimple => self.c(if word == "MoveLimit" { 10_000 } else { 1_250 }),
            Prim::ValuePiece if self.eq.values.is_some() => {
                let site = self.site_in(call, "at", env);
                self.assigned(site, 0)
            }
            Prim::HintValue => self.hint_value(call, term, env),
            Prim::State | Prim::Rotation | Prim::ValuePiece => {
                let field = match call.prim {
                    Prim::State => self.known.state,
                    Prim::Rotation => self.known.rotation,
                    _ => self.known.value,
                };
                let site = self.site_in(call, "at", env);
                match field {
                    // Each half of a domino has its own.
                    Some(field) if call.prim == Prim::ValuePiece && self.eq.has_dominoes() => self.load_at(field, site),
                    Some(field) => {
                        let cell = self.cell(site, get("level"), env);
                        self.load_at(field, cell)
                    }
                    None => self.c(0),
                }
            }
            Prim::CountAt => self.count_at(call, env),
            Prim::PathExtent => self.path_extent(call, term, env),
            Prim::SizeLargePiece => self.size_of_pieces(call, env),
            Prim::SizeStack => {
                if let Some(region) = get("in") {
                    let set = self.sites_said(call, region, env);
                    return self.sum_over(set, Self::height_at);
                }
                let site = self.site_in(call, "at", env);
                self.height_at(site)
            }
            Prim::TopLevel => {
                let site = self.site_in(call, "at", env);
                let height = self.height_at(site);
                let one = self.c(1);
                let top = self.bin(Bin::Sub, height, one);
                let zero = self.c(0);
                self.bin(Bin::Max, top, zero)
            }
            Prim::Score => {
                let who = self.player_or_int(get("role").expect("checked"), env);
                let field = self.score_field();
                self.load_at(field, who)
            }
            Prim::ValuePlayer => {
                let who = self.player_or_int(get("role").expect("checked"), env);
                let n = self.players() + 1;
                let field = self.array(|f| &mut f.value_of, "value of player", n, OFF);
                self.load_at(field, who)
            }
            Prim::Amount => {
                let who = self.player_or_int(get("role").expect("checked"), env);
                let field = self.amount_field();
                self.load_at(field, who)
            }
            Prim::Pot => {
                let field = self.pot_field();
                self.load(field)
            }
            Prim::Counter => {
                let field = self.counter_field();
                self.load(field)
            }
            Prim::Var => {
                let field = self.variable(get("name").and_then(Term::text));
                self.load(field)
            }

            // Without a name, the number of a player.
            Prim::Id if call.look("name").is_none() => self.player_or_int(get("role").expect("checked"), env),
            Prim::Id => {
                let name = get("name").and_then(Term::text);
                self.component_id(name, get("role"), term, env)
            }
            Prim::Where if get("role").is_some_and(crate::lower::turns::teams::is_team) => {
                self.where_of_team(call, term, env)
            }
            Prim::Where => {
                let what = match get("what") {
                    Some(what) => self.int(what, env),
                    None => {
                        let who = self.player_or_int(get("role").expect("checked"), env);
                        let name = get("name").and_then(Term::text).unwrap_or_default().to_owned();
                        self.component_by_owner(&name, who, term)
                    }
                };
                let state = get("state").map(|state| self.int(state, env));
                self.where_is(what, state)
            }
            Prim::Ahead => self.ahead_of(call, env),
            Prim::CentrePoint => {
                let kind = self.kind_in(call, "siteType");
                let centre = self.eq.board.region(kind, Region::Centre);
                let site = centre.first().map_or(OFF, |s| *s as i32 + self.first(kind) as i32);
                self.c(site)
            }
            Prim::Column | Prim::RowOf | Prim::Layer | Prim::PhaseOf => {
                let site = self.site_in(call, "of", env);
                let mut values = self.by_site(|board, kind, s| match call.prim {
                    Prim::Column => board.column(kind, s) as i32,
                    Prim::RowOf => board.row(kind, s) as i32,
                    Prim::Layer => board.layer(kind, s) as i32,
                    _ => i32::from(board.phase(kind, s)),
                });
                if call.prim == Prim::PhaseOf {
                    self.site_phases.iter().for_each(|(site, phase)| values[*site as usize] = *phase);
                }
                self.table(values, site)
            }
            Prim::Coord => match get("coordinate").and_then(Term::text) {
                Some(label) => self.int_of_text(label, term),
                None => {
                    let (row, column) =
                        (self.int(get("row").expect("checked"), env), self.int(get("column").expect("checked"), env));
                    let kind = self.kind_in(call, "siteType");
                    let (rows, columns) = (self.eq.board.rows(kind), self.eq.board.columns(kind));
                    let mut grid = vec![OFF; (rows * columns) as usize];
                    for s in 0..self.eq.board.count(kind) as u32 {
                        let at = self.eq.board.row(kind, s) * columns + self.eq.board.column(kind, s);
                        grid[at as usize] = (s + self.first(kind)) as i32;
                    }
                    let width = self.c(columns as i32);
                    let at = self.bin(Bin::Mul, row, width);
                    let at = self.bin(Bin::Add, at, column);
                    self.table(grid, at)
                }
            },
            Prim::HandSite => {
                let who = self.player_or_int(get("role").expect("checked"), env);
                let index = self.int_or(get("index"), 0, env);
                let shared = self.players() as usize + 1;
                let mut firsts = vec![OFF; shared + 1];
                for container in self.eq.containers[1..].iter().rev() {
                    let owner = if container.name == "Hand" { shared } else { container.owner as usize };
                    firsts[owner] = container.first as i32;
                }
                let first = self.table(firsts, who);
                self.bin(Bin::Add, first, index)
            }
            Prim::TrackSiteMove => self.track_move(call, term, env),
            Prim::TrackSiteFirst => self.track_first(call, term, env),
            Prim::TrackSiteEnd => self.track_end(call, term, env),
            Prim::MapEntry => self.map_entry(get("name").and_then(Term::text), get("key").expect("checked"), term, env),
            Prim::RegionSite => {
                let set = self.region(get("region").expect("checked"), env);
                let index = self.int(get("index").expect("checked"), env);
                self.member(set, index)
            }

            Prim::CountSimple if word == "Trials" => self.rounds_over(term),
            Prim::CountSimple => self.count_simple(word, call, term),
            Prim::MatchScore => self.match_score(call, term, env),
            Prim::CountOccurrences => {
                let ignore = call.flag("ignoreMover");
                self.occurrences(ignore, get("with"))
            }
            Prim::CountSites => match word {
                "Sites" => match get("in") {
                    Some(region) => {
                        let set = self.sites_said(call, region, env);
                        self.size_of(set)
                    }
                    None => match get("name").and_then(Term::text) {
                        Some(name) => self.sites_of_container_named(name, term),
                        None => self.count_at(call, env),
                    },
                },
                _ => {
                    let relation = match word {
                        "Orthogonal" => Direction::Orthogonal,
                        "Diagonal" => Direction::Diagonal,
                        "Off" => Direction::OffDiagonal,
                        "Neighbours" => Direction::All,
                        _ => Direction::Adjacent,
                    };
                    let site = self.site_in(call, "at", env);
                    let values = self.by_site(|board, kind, s| board.steps(kind, s, relation).len() as i32);
                    self.table(values, site)
                }
            },
            Prim::CountPieces => self.count_pieces(call, env),
            Prim::CountGroups | Prim::SizeGroup | Prim::CountLiberties => self.groups(call, term, env),
            Prim::CountSteps if call.look("step").is_some() => self.count_steps_by(call, term, env),
            Prim::CountSteps => {
                let from = self.int(get("site").expect("checked"), env);
                let relation = get("relation")
                    .and_then(Term::symbol)
                    .and_then(crate::lower::regions::directions::relation)
                    .unwrap_or(crate::board::RelationType::Adjacent);
                let to = self.region(get("region").expect("checked"), env);
                let n = self.eq.sites as usize;
                let mut table = vec![OFF; n * n];
                let kind = self.eq.kind();
                for s in 0..self.eq.board.count(kind) as u32 {
                    for (t, distance) in self.eq.board.distances(kind, &[s], relation).into_iter().enumerate() {
                        table[s as usize * n + t] = distance.map_or(OFF, |d| d as i32);
                    }
                }
                let (best, site) = (self.b.reg(), self.b.reg());
                let infinity = self.c(INFINITY);
                let width = self.c(n as i32);
                let row = self.bin(Bin::Mul, from, width);
                self.op(Op::Move { d: best, a: infinity });
                self.each(to, site, |l| {
                    let at = l.bin(Bin::Add, row, site);
                    let steps = l.table(table, at);
                    let skip = l.b.label();
                    let zero = l.c(0);
                    l.op(Op::JumpCmp { cmp: Cmp::Lt, a: steps, b: zero, to: skip });
                    l.op(Op::Bin { op: Bin::Min, d: best, a: best, b: steps });
                    l.b.place(skip);
                });
                best
            }

            Prim::Plus | Prim::Times => {
                let op = if call.prim == Prim::Plus { Bin::Add } else { Bin::Mul };
                let list = get("list").or(get("array")).expect("checked");
                if get("array").is_some_and(|a| a.call().is_some()) || list.members().iter().any(crate::lower::is_list)
                {
                    return self.fold_list(op, list, env);
                }
                let mut total = self.c(if op == Bin::Add { 0 } else { 1 });
                for member in list.members() {
                    let value = self.int(member, env);
                    total = self.bin(op, total, value);
                }
                total
            }
            Prim::Minus | Prim::Divide | Prim::Modulo | Prim::Power => {
                let op = match call.prim {
                    Prim::Minus => Bin::Sub,
                    Prim::Divide => Bin::Div,
                    Prim::Modulo => Bin::Rem,
                    _ => Bin::Pow,
                };
                let b = self.int(get("b").expect("checked"), env);
                let a = self.int_or(get("a"), 0, env);
                self.bin(op, a, b)
            }
            Prim::Max | Prim::Min => {
                let op = if call.prim == Prim::Max { Bin::Max } else { Bin::Min };
                if let Some(list) = get("array").filter(|list| list.members().iter().any(crate::lower::is_list)) {
                    return self.fold_list(op, list, env);
                }
                let members: Vec<&'t Term> = match get("array") {
                    Some(array) => array.members().iter().collect(),
                    None => [get("a"), get("b")].into_iter().flatten().collect(),
                };
                let mut values = members.into_iter();
                let Some(first) = values.next() else { return self.c(0) };
                let mut best = self.int(first, env);
                for member in values {
                    let value = self.int(member, env);
                    best = self.bin(op, best, value);
                }
                best
            }
            Prim::Abs => {
                let a = self.int(get("value").expect("checked"), env);
                let zero = self.c(0);
                let negative = self.bin(Bin::Sub, zero, a);
                self.bin(Bin::Max, a, negative)
            }
            Prim::IfInt => {
                let c = self.bool(get("condition").expect("checked"), env);
                let (yes, no) = (get("yes").expect("checked"), get("no").expect("checked"));
                match self.const_of(c) {
                    Some(0) => return self.int(no, env),
                    Some(_) => return self.int(yes, env),
                    None => {}
                }
                let d = self.b.reg();
                let yes = |l: &mut Self| {
                    let a = l.int(yes, env);
                    l.op(Op::Move { d, a });
                };
                self.branch(c, yes, |l| {
                    let a = l.int(no, env);
                    l.op(Op::Move { d, a });
                });
                d
            }
            Prim::ToInt => match get("value").expect("checked") {
                value if value.ty == Type::Bool => self.bool(value, env),
                value => self.whole_part(value, env),
            },
            Prim::SizeArray => match get("array").and_then(|array| self.as_remembered(array)) {
                Some(memory) => self.count_remembered(memory),
                None => self.count_list(get("array").expect("checked"), None, env),
            },
            Prim::CountValue => {
                let value = self.int(get("of").expect("checked"), env);
                self.count_list(get("in").expect("checked"), Some(value), env)
            }
            Prim::ArrayValue => {
                let index = self.int(get("index").expect("checked"), env);
                self.list_at(get("array").expect("checked"), index, env)
            }
            Prim::SizeTerritory => self.size_of_territory(call, env),
            Prim::WhereLevel => self.where_level(call, term, env),
            Prim::CountStepsOnTrack => self.steps_on_track(call, term, env),
            Prim::Cost => {
                let costs = self.costs.clone();
                match get("in") {
                    Some(region) => {
                        let set = self.sites_said(call, region, env);
                        self.sum_over(set, |l, site| l.table(costs, site))
                    }
                    None => {
                        let site = self.site_in(call, "at", env);
                        self.table(costs, site)
                    }
                }
            }
            Prim::CountStack => self.count_stack(call, env),
            _ => {
                self.unsupported(term);
                self.c(0)
            }
        }
    }

    /// The site in a slot of a ludeme; where it is left out, the site at hand.
    pub(in crate::lower) fn site_in(&mut self, call: &'t Call, slot: &str, env: &Env<'t>) -> Reg {
        match call.get(slot) {
            Some(term) => self.site_said(call, term, env),
            None => match env.site.or(env.to).or(env.from) {
                Some(site) => site,
                None => self.load(self.fields.last_to.expect("every game has it")),
            },
        }
    }

    /// A number written out, where another kind of site is named, counts the sites of that kind. So does any other number in files of
    /// Ludii, which knows of no site what kind it is of.
    pub(in crate::lower) fn at_kind(&mut self, site: Reg, term: &Term, kind: SiteType) -> Reg {
        if let TermKind::Int(n) = term.kind {
            let usual = kind == self.eq.kind();
            self.number_among(n, if usual { self.eq.sites } else { self.eq.board.count(kind) as u32 }, term);
        }
        if kind == self.eq.kind() {
            return site;
        }
        let (first, count) = (self.first(kind), self.eq.board.count(kind) as u32);
        if matches!(term.kind, TermKind::Int(_)) {
            let first = self.c(first as i32);
            return self.bin(Bin::Add, site, first);
        }
        if self.dialect != Dialect::Ludii {
            return site;
        }
        let meant = |number: u32| match number {
            n if n >= self.eq.board_sites() => n as i32,
            n if n < count => (n + first) as i32,
            _ => OFF,
        };
        let meant = (0..self.eq.sites).map(meant).collect();
        self.table(meant, site)
    }

    /// Who moved last before the turn of the mover.
    fn mover_of_last_turn(&mut self) -> Reg {
        let field = self.scalar(|f| &mut f.turn_before, "mover of the last turn", OFF);
        self.load(field)
    }

    /// The kind of site a ludeme names; the board's usual one where it names none.
    pub(in crate::lower) fn kind_in(&self, call: &Call, slot: &str) -> SiteType {
        call.get(slot)
            .and_then(Term::symbol)
            .and_then(crate::lower::equipment::graphs::site_type)
            .unwrap_or(self.eq.kind())
    }

    /// The number of the first site of a kind.
    pub(in crate::lower) fn first(&self, kind: SiteType) -> u32 {
        self.eq.first_of_kind[kind as usize].unwrap_or(0)
    }

    /// A table over all sites; −1 for those of containers other than the board.
    pub(in crate::lower) fn by_site(&self, f: impl Fn(&crate::board::Board, SiteType, u32) -> i32) -> Vec<i32> {
        let mut values = vec![OFF; self.eq.sites as usize];
        for kind in [SiteType::Cell, SiteType::Vertex, SiteType::Edge] {
            if let Some(first) = self.eq.first_of_kind[kind as usize] {
                for s in 0..self.eq.board.count(kind) as u32 {
                    values[(first + s) as usize] = f(&self.eq.board, kind, s);
                }
            }
        }
        values
    }

    /// Whether `(what …)` without a level is about the lowest piece of a stack, as in Ludii: all else is about the one on top.
    pub(in crate::lower) fn reads_bottoms(&self) -> bool {
        self.stacks.is_some() && self.dialect == Dialect::Ludii
    }

    /// The component at a site: at a level, or on top.
    pub(in crate::lower) fn what_at(&mut self, site: Reg, level: Option<&'t Term>, env: &Env<'t>) -> Reg {
        match (level, self.stacks.clone()) {
            (Some(_), Some(stacks)) => {
                let cell = self.cell(site, level, env);
                self.load_at(stacks.levels, cell)
            }
            _ => self.kind_at(site),
        }
    }

    /// Where the facts of the piece at a site are: `site × height + level` in a game with stacks, the top where no level is named.
    pub(in crate::lower) fn cell(&mut self, site: Reg, level: Option<&'t Term>, env: &Env<'t>) -> Reg {
        let Some(stacks) = self.stacks.clone() else { return self.anchor_of(site) };
        let said = level.map(|level| self.int(level, env));
        // A level that is none, as where no level is at hand, stands for the top.
        let level = match said.filter(|level| self.const_of(*level).is_none_or(|k| k >= 0)) {
            Some(level) => level,
            None => {
                let height = self.load_at(stacks.height, site);
                let one = self.c(1);
                let top = self.bin(Bin::Sub, height, one);
                let zero = self.c(0);
                self.bin(Bin::Max, top, zero)
            }
        };
        self.cell_at(site, level)
    }

    /// `site × height + level`.
    pub(in crate::lower) fn cell_at(&mut self, site: Reg, level: Reg) -> Reg {
        let Some(stacks) = self.stacks.clone() else { return site };
        let max = self.c(stacks.max as i32);
        let base = self.bin(Bin::Mul, site, max);
        self.bin(Bin::Add, base, level)
    }

    pub(in crate::lower) fn owner_of(&mut self, what: Reg) -> Reg {
        // An empty site belongs to no one: 0, as neutral pieces do.
        let owners = self.owner_table().into_iter().map(|o| o.max(0)).collect();
        self.table(owners, what)
    }

    /// Counts of groups: sites joined by steps, that satisfy a condition or hold something.
    fn groups(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        let dirs = match call.get("directions") {
            Some(d) => self.directions(d, env),
            None => crate::lower::regions::directions::Dirs::of_relation(crate::board::RelationType::Adjacent),
        };
        let near = self.near_table(&dirs);
        if call.prim == Prim::CountGroups {
            let mut rest = match call.get("if") {
                Some(condition) => self.filtered_board(condition, term, env),
                None if self.is_ludii_puzzle() => self.with_some_value(),
                None => {
                    let (board, occupied) = (self.part(self.eq.kind(), crate::board::Region::Board), self.occupied());
                    self.set_and(occupied, board)
                }
            };
            if call.look("siteType").is_some() {
                let of_kind = self.part(self.kind_in(call, "siteType"), Region::Board);
                rest = self.set_and(rest, of_kind);
            }
            let least = self.int_or(call.get("min"), 0, env);
            let all = self.b.set();
            self.op(Op::SetMove { d: all, a: rest });
            rest = all;
            let (n, site, size) = (self.b.reg(), self.b.reg(), self.b.reg());
            let (zero, one) = (self.c(0), self.c(1));
            self.op(Op::Move { d: n, a: zero });
            let exit = self.b.label();
            let top = self.b.here();
            self.op(Op::SetMin { d: site, s: rest });
            self.op(Op::JumpCmp { cmp: Cmp::Lt, a: site, b: zero, to: exit });
            let seed = self.single(site);
            let group = self.b.set();
            self.op(Op::Flood { d: group, seed, within: rest, near });
            self.op(Op::SetInsert { d: group, i: site });
            self.op(Op::SetDiff { d: rest, a: rest, b: group });
            self.op(Op::SetCount { d: size, s: group });
            let skip = self.b.label();
            self.op(Op::JumpCmp { cmp: Cmp::Lt, a: size, b: least, to: skip });
            self.op(Op::Bin { op: Bin::Add, d: n, a: n, b: one });
            self.b.place(skip);
            self.op(Op::Loop { to: top });
            self.b.place(exit);
            return n;
        }
        let site = self.site_in(call, "at", env);
        let seed = self.single(site);
        let within = match call.get("if") {
            Some(condition) => self.filtered_board(condition, term, env),
            None => {
                let what = self.kind_at(site);
                self.sites_of_component(what)
            }
        };
        let group = self.b.set();
        self.op(Op::Flood { d: group, seed, within, near });
        let counted = if call.prim == Prim::CountLiberties {
            let around = self.image(group, near);
            let empty = self.empty_sites(self.eq.kind());
            self.set_and(around, empty)
        } else {
            group
        };
        let d = self.b.reg();
        self.op(Op::SetCount { d, s: counted });
        d
    }

    fn count_simple(&mut self, word: &str, call: &Call, term: &Term) -> Reg {
        let board = &self.eq.board;
        let fixed = match word {
            "Rows" | "Columns" => {
                let kind = self.kind_in(call, "siteType");
                let (rows, columns) = match board.layers(kind) > 1 {
                    true => board.ground_size(kind),
                    false => (board.rows(kind), board.columns(kind)),
                };
                Some(if word == "Rows" { rows } else { columns } as i32)
            }
            "Cells" => Some(board.count(SiteType::Cell) as i32),
            "Vertices" => Some(board.count(SiteType::Vertex) as i32),
            "Edges" => Some(board.count(SiteType::Edge) as i32),
            "Players" => Some(self.players() as i32),
            "Phases" => Some(self.phases.len().max(1) as i32),
            _ => None,
        };
        if let Some(n) = fixed {
            return self.c(n);
        }
        match word {
            "Moves" => self.plies_of_round(),
            "Turns" => {
                let field = self.scalar(|f| &mut f.turns, "turns", 1);
                self.load(field)
            }
            "Active" => {
                let mut n = self.c(0);
                for p in 1..=self.players() {
                    let who = self.c(p as i32);
                    let rank = self.load_at(self.known.rank, who);
                    let within = self.not(rank);
                    n = self.bin(Bin::Add, n, within);
                }
                n
            }
            "MovesThisTurn" => {
                let field = self.scalar(|f| &mut f.turn_moves, "moves this turn", 0);
                self.load(field)
            }
            _ => {
                self.unsupported(term);
                self.c(0)
            }
        }
    }

    /// How often the present position has occurred, this time included.
    fn occurrences(&mut self, ignore_mover: bool, with: Option<&'t Term>) -> Reg {
        let first = !std::mem::replace(&mut self.logs.asked, true);
        match (with, self.logs.with) {
            (Some(with), None) if first => self.logs.with = Some(with),
            (with, known) if with.map(|w| w.origin.span) != known.map(|w| w.origin.span) => {
                let at = with.or(known).map_or(self.game.origin, |term| term.origin);
                self.report(
                    Diagnostic::error(
                        "E0558",
                        "positions are told apart in two ways",
                        at,
                        "elsewhere they are not told apart so",
                    )
                    .help("say the same `with:` wherever occurrences are counted: in a definition, for instance"),
                );
            }
            _ => {}
        }
        let log = if ignore_mover { self.positional_log() } else { self.situational_log() };
        // Where a decision waits, its position is noted already, for its mover; while a move is being made it is not yet.
        let noted = self.scalar(|f| &mut f.noted, "ply of the last note", -1);
        let (noted, plies) = (self.load(noted), self.load(self.known.plies));
        let waits = self.cmp(Cmp::Eq, noted, plies);
        let who = self.b.reg();
        if ignore_mover {
            let nobody = self.c(0);
            self.op(Op::Move { d: who, a: nobody });
        } else {
            let (next, mover, skip) = (self.load(self.known.next), self.load(self.known.mover), self.b.label());
            self.op(Op::Move { d: who, a: next });
            self.op(Op::JumpUnless { c: waits, to: skip });
            self.op(Op::Move { d: who, a: mover });
            self.b.place(skip);
        }
        let (d, who) = (self.b.reg(), self.who_in_round(who));
        self.op(Op::Occurrences { d, log: crate::program::op::Small(log), who });
        let this = self.not(waits);
        self.bin(Bin::Add, d, this)
    }

    /// How often the position has been noted that a `(no Repeat …)` or `(is Repeat …)` speaks of, while a move is being made.
    pub(in crate::lower) fn times_before(&mut self, term: &Term) -> Reg {
        let word = term.call().and_then(|c| c.get("repetition")).and_then(Term::symbol);
        let (log, who) = match word {
            Some("Situational") => {
                let next = self.load(self.known.next);
                (self.situational_log(), self.who_in_round(next))
            }
            Some("SituationalInTurn" | "PositionalInTurn") => {
                self.logs.in_turn = true;
                let turns = self.scalar(|f| &mut f.turns, "turns", 1);
                (crate::lower::WITHIN_TURNS, self.load(turns))
            }
            _ => {
                let nobody = self.c(0);
                (self.positional_log(), self.who_in_round(nobody))
            }
        };
        let d = self.b.reg();
        self.op(Op::Occurrences { d, log: crate::program::op::Small(log), who });
        d
    }

    pub(in crate::lower) fn situational_log(&mut self) -> u16 {
        *self.logs.situational.get_or_insert(0)
    }

    pub(in crate::lower) fn positional_log(&mut self) -> u16 {
        *self.logs.positional.get_or_insert(1)
    }

    pub(in crate::lower) fn variable(&mut self, name: Option<&str>) -> crate::program::op::FieldId {
        let name = name.unwrap_or("");
        if let Some(field) = self.variables.get(name) {
            return *field;
        }
        let field = self.b.field(&format!("var {name}"), 1, 5, OFF, false);
        self.variables.insert(name.to_owned(), field);
        field
    }

    /// The component named, for a role.
    fn component_id(&mut self, name: Option<&str>, role: Option<&'t Term>, term: &'t Term, env: &Env<'t>) -> Reg {
        let Some(name) = name.map(str::to_owned) else {
            self.unsupported(term);
            return self.c(0);
        };
        match role {
            Some(role) => {
                let who = self.player(role, env);
                // That of the player comes before one that is called so by itself.
                let Some(other) = self.eq.component(&name) else { return self.component_by_owner(&name, who, term) };
                let of = |owner| self.eq.component_of(&name, owner).unwrap_or(other) as i32;
                let ids = (0..self.players() + 2).map(of).collect();
                self.table(ids, who)
            }
            None => match self.eq.component(&name) {
                Some(id) => self.c(id as i32),
                None => {
                    let mover = self.mover();
                    self.component_by_owner(&name, mover, term)
                }
            },
        }
    }

    /// The component of this name that belongs to the player in a register.
    pub(in crate::lower) fn component_by_owner(&mut self, name: &str, who: Reg, term: &Term) -> Reg {
        // Where a name is that of several pieces, one of them everybody's, the owner tells which is meant.
        let several = self.eq.components.iter().filter(|c| c.base == name).count() > 1;
        if let Some(id) = self.eq.component(name).filter(|_| !several) {
            return self.c(id as i32);
        }
        let owners = self.players() + 2;
        let ids: Vec<i32> = (0..owners).map(|o| self.eq.component_of(name, o).map_or(0, |id| id as i32)).collect();
        if ids.iter().all(|id| *id == 0) {
            self.no_such_piece(name, term);
        }
        self.table(ids, who)
    }

    pub(in crate::lower) fn no_such_piece(&mut self, name: &str, term: &Term) {
        let mut names: Vec<&str> = self.eq.components.iter().flat_map(|c| [c.name.as_str(), c.base.as_str()]).collect();
        names.sort_unstable();
        names.dedup();
        let help = if names.is_empty() {
            "the equipment has no pieces: add one, such as `(piece \"Disc\" Each)`".to_owned()
        } else {
            format!("the pieces are called {}", names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", "))
        };
        self.report(
            Diagnostic::error("E0411", format!("no piece is called `{name}`"), term.origin, "unknown piece").help(help),
        );
    }

    /// Member number `index` of a set, in ascending order; −1 beyond.
    fn member(&mut self, set: crate::program::op::SetReg, index: Reg) -> Reg {
        let (found, at, site) = (self.b.reg(), self.b.reg(), self.b.reg());
        let (off, zero, one) = (self.c(OFF), self.c(0), self.c(1));
        self.op(Op::Move { d: found, a: off });
        self.op(Op::Move { d: at, a: zero });
        self.each(set, site, |l| {
            let skip = l.b.label();
            l.op(Op::JumpCmp { cmp: Cmp::Ne, a: at, b: index, to: skip });
            l.op(Op::Move { d: found, a: site });
            l.b.place(skip);
            l.op(Op::Bin { op: Bin::Add, d: at, a: at, b: one });
        });
        found
    }

    /// The items of the equipment.
    pub(in crate::lower) fn items(&self) -> &'t [Term] {
        match self.call.get("equipment").and_then(Term::call).and_then(|c| c.get("items")) {
            Some(items) => items.members(),
            None => &[],
        }
    }
}
