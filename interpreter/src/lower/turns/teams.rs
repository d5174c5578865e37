//! Teams: who plays with whom, as the start says once and for all, and results that a team shares.

use crate::lower::numbers::OFF;
use crate::lower::{Env, Lower};
use crate::program::op::{Cmp, Op, Reg, Verdict};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::diagnostic::Diagnostic;
use parlour_grammar::rules::{Call, Term};

impl<'t> Lower<'t> {
    /// Reads the teams that the start names.
    pub(in crate::lower) fn read_teams(&mut self) {
        self.teams = vec![0; self.players() as usize + 1];
        let mut rules = Vec::new();
        crate::lower::usage::visit(self.game, &mut |t| {
            if t.call().is_some_and(|c| c.prim == Prim::StartSetTeam) {
                rules.push(t);
            }
        });
        for term in rules {
            let Some(call) = term.call() else { continue };
            let Some(team) = call.get("team").and_then(crate::lower::equipment::graphs::whole).filter(|n| *n >= 1)
            else {
                self.error("E0540", "the number of a team is not known before play", term.origin, "1, 2 and so on");
                continue;
            };
            for role in call.get("roles").map(Term::members).unwrap_or_default() {
                let player = role.symbol().and_then(|w| w.strip_prefix('P')).and_then(|n| n.parse::<usize>().ok());
                match player.filter(|p| (1..self.teams.len()).contains(p)) {
                    Some(player) if [0, team as u32].contains(&self.teams[player]) => {
                        self.teams[player] = team as u32;
                        self.eq.players[player - 1].team = team as u32;
                    }
                    Some(player) => self.report(
                        Diagnostic::error(
                            "E0540",
                            format!("player {player} is in two teams"),
                            role.origin,
                            "again here",
                        )
                        .help("name each player in one team only"),
                    ),
                    None => self.report(
                        Diagnostic::error("E0540", "this is no player of the game", role.origin, "who is meant?")
                            .help("teams are made of players: `(set Team 1 {P1 P3})`"),
                    ),
                }
            }
        }
    }

    /// Whether players form teams.
    pub(in crate::lower) fn has_teams(&self) -> bool {
        self.teams.iter().any(|team| *team > 0)
    }

    /// The player and all who play with that player.
    pub(in crate::lower) fn partners(&self, player: u32) -> Vec<u32> {
        let team = self.teams[player as usize];
        (1..=self.players()).filter(|p| *p == player || team > 0 && self.teams[*p as usize] == team).collect()
    }

    /// The players of a role that may stand for several, seen by the mover; nothing for a role of one.
    pub(in crate::lower) fn several(&self, word: &str) -> Option<Vec<u32>> {
        let mover = self.copy.mover;
        let all = 1..=self.players();
        match word {
            "NonMover" => Some(all.filter(|p| *p != mover).collect()),
            "Enemy" => Some(self.enemies()),
            "Friend" | "TeamMover" if self.has_teams() => Some(self.partners(mover)),
            "Ally" if self.has_teams() => Some(self.partners(mover).into_iter().filter(|p| *p != mover).collect()),
            _ => {
                let team: u32 = word.strip_prefix("Team")?.parse().ok()?;
                Some(all.filter(|p| self.teams[*p as usize] == team).collect())
            }
        }
    }

    /// Every player that a role stands for, or the one of a number.
    pub(in crate::lower) fn each_of(&mut self, role: &'t Term, env: &Env<'t>) -> Vec<Reg> {
        let several = match role.symbol() {
            Some("All" | "Each") => Some((1..=self.players()).collect()),
            Some(word) => self.several(word),
            None => None,
        };
        match several {
            Some(players) => players.into_iter().map(|p| self.c(p as i32)).collect(),
            None => vec![self.player_or_int(role, env)],
        }
    }

    /// `(where "Piece" Team1)`: the first site of a piece of this name that belongs to any of the team.
    pub(in crate::lower) fn where_of_team(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        let members = call.get("role").and_then(Term::symbol).and_then(|word| self.several(word)).unwrap_or_default();
        let name = call.get("name").and_then(Term::text).unwrap_or_default().to_owned();
        let (set, d, index) = (self.b.set(), self.b.reg(), self.what_index());
        let none = self.b.set_constant([]);
        self.op(Op::SetMove { d: set, a: none });
        let owned: Vec<usize> = members.into_iter().filter_map(|p| self.eq.component_of(&name, p)).collect();
        if owned.is_empty() {
            self.no_such_piece(&name, term);
        }
        for id in owned {
            let (one, i) = (self.b.set(), self.c(id as i32));
            self.op(Op::LoadSetAt { d: one, index, i });
            self.op(Op::SetOr { d: set, a: set, b: one });
        }
        let Some(state) = call.get("state").map(|state| self.int(state, env)) else {
            self.op(Op::SetMin { d, s: set });
            return d;
        };
        let (site, found, off) = (self.b.reg(), self.b.label(), self.c(OFF));
        self.op(Op::Move { d, a: off });
        self.each(set, site, |l| {
            let (other, here) = (l.b.label(), l.state_at(site));
            l.op(Op::JumpCmp { cmp: Cmp::Ne, a: here, b: state, to: other });
            l.op(Op::Move { d, a: site });
            l.op(Op::Jump { to: found });
            l.b.place(other);
        });
        self.b.place(found);
        d
    }

    /// A team wins, or loses, and with that the game is over: its players share their ranks, and so do all others.
    pub(in crate::lower) fn team_result(&mut self, members: &[u32], verdict: Verdict, term: &'t Term) {
        if members.is_empty() || verdict == Verdict::Draw {
            return self.unsupported(term);
        }
        let field = match self.team_ranks {
            Some(field) => field,
            None => {
                let field = self.b.field("team result", self.players() + 1, 3, 0, false);
                *self.team_ranks.insert(field)
            }
        };
        for p in 1..=self.players() {
            let first = members.contains(&p) == (verdict == Verdict::Win);
            let (who, value) = (self.c(p as i32), self.c(i32::from(first)));
            self.op(Op::StoreAt { field, i: who, a: value });
        }
        self.op(Op::Rank { scores: field });
    }

    /// Whether a player is one of these.
    pub(in crate::lower) fn is_one_of(&mut self, who: Reg, players: &[u32]) -> Reg {
        let table = (0..=self.players() + 1).map(|p| i32::from(players.contains(&p))).collect();
        self.table(table, who)
    }
}

/// Whether a role names a team.
pub(in crate::lower) fn is_team(role: &Term) -> bool {
    role.symbol().is_some_and(|word| word.starts_with("Team"))
}
