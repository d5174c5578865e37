//! Worked examples: each file in `worked/` is a row of cases, in which positions are set up and moves tried.
//!
//! ```text
//! game games/stacks/death-stacks.game      the rule file of what follows
//! case moving over a corner                begins a case, at the start of the game
//! with null=nullMoveAllowed @Torus         … with options or a ruleset
//! setup f6=ww a1=bb mover=1                … or at a position, as `Setup` reads it
//! moves 48 [beginning]                     so many moves are legal, or so many whose notation begins so
//! legal f6-2-d4 …                          these are legal
//! illegal f6-2-f6 …                        these are not
//! only f6-2-d4 …                           these are legal and no others
//! play f6-2-d4 …                           they are made
//! board f6= d4=ww                          what stands on these sites now
//! node 2 Sign                              who decides (or `chance`), and what
//! hidden all 1                             who may know each move of the history
//! known 2 ? done                           the legal moves as this player knows them
//! mover 2                                  whose turn it is
//! score 13,12,11                           the score of each player
//! deal                                     chance decides what is left of the set-up
//! round 2                                  which round of a match it is
//! record Total 13,12,11                    what the rounds so far have left each player, in all
//! seats 2,1                                who plays each side
//! sees 2 hand1 (3): ?                      a line of what a player is shown
//! ranks 1 2.5 2.5                          the rank of each player, once the game is over
//! result going on | draw | player 1 wins | players 1 3 win   how the game stands; `lost` where nobody else plays
//! ```

mod common;

use parlour_interpreter::play::{Audience, Game, Rng, Setup, SetupPiece, State, picture};

struct Case<'a> {
    state: Option<State>,
    game: Game,
    place: String,
    title: &'a str,
}

impl Case<'_> {
    fn state(&mut self) -> &mut State {
        self.state.get_or_insert_with(|| self.game.start(0).expect("the game starts"))
    }

    fn legal(&mut self) -> Vec<String> {
        self.state().notated_moves().expect("moves").into_iter().map(|(_, text)| text).collect()
    }

    fn line(&mut self, verb: &str, rest: &str) {
        let place = format!("{} ({})", self.place, self.title);
        let words = rest.split_whitespace();
        match verb {
            "setup" => {
                let setup = Setup::parse(&self.game, rest).unwrap_or_else(|e| panic!("{place}: {e}"));
                self.state = Some(State::from_setup(&self.game, &setup).unwrap_or_else(|e| panic!("{place}: {e}")));
                let again = self.state().setup();
                let again =
                    State::from_setup(&self.game, &again).unwrap_or_else(|e| panic!("{place}: set up again: {e}"));
                assert_eq!(again.setup(), self.state().setup(), "{place}: a position set up again is another");
            }
            "moves" => {
                let mut words = words;
                let wanted: usize =
                    words.next().and_then(|n| n.parse().ok()).unwrap_or_else(|| panic!("{place}: a number"));
                let beginning = words.next().unwrap_or_default();
                let legal = self.legal();
                let found: Vec<&String> = legal.iter().filter(|m| m.starts_with(beginning)).collect();
                assert_eq!(found.len(), wanted, "{place}: {found:?}");
            }
            "legal" | "illegal" => {
                let legal = self.legal();
                for word in words {
                    assert_eq!(legal.iter().any(|m| m == word), verb == "legal", "{place}: {word} among {legal:?}");
                }
            }
            "only" => {
                let (mut wanted, mut legal): (Vec<String>, _) = (words.map(str::to_owned).collect(), self.legal());
                wanted.sort();
                legal.sort();
                assert_eq!(legal, wanted, "{place}");
            }
            "play" => {
                for word in words {
                    let chosen = self.state().parse_move(word).unwrap_or_else(|e| panic!("{place}: {e}"));
                    self.state().check_modes().unwrap_or_else(|e| panic!("{place}: {e}"));
                    self.state().apply(&chosen).unwrap_or_else(|e| panic!("{place}: {e}"));
                }
            }
            "board" => {
                let wanted = Setup::parse(&self.game, rest).unwrap_or_else(|e| panic!("{place}: {e}"));
                let sites = self.state().setup().sites;
                let zones = self.state().setup().zones;
                for (zone, pieces) in wanted.zones {
                    // A zone has no order.
                    let sorted = |pieces: &[SetupPiece]| {
                        let mut all: Vec<String> = pieces.iter().map(ToString::to_string).collect();
                        all.sort();
                        all
                    };
                    let there = zones.iter().find(|(name, _)| *name == zone.to_lowercase());
                    assert_eq!(there.map(|(_, there)| sorted(there)), Some(sorted(&pieces)), "{place}: {zone}");
                }
                for (site, pieces) in wanted.sites {
                    let there = sites.iter().find(|(label, _)| *label == site).map(|(_, pieces)| pieces.clone());
                    assert_eq!(there.unwrap_or_default(), pieces, "{place}: {site}, from bottom to top");
                }
            }
            "node" => {
                let state = self.state();
                let who = state.decider().map_or("chance".to_owned(), |player| player.to_string());
                assert_eq!(format!("{who} {}", state.node_name()), rest, "{place}");
            }
            "hidden" => {
                let state = self.state();
                let audience = |a: Audience| match a {
                    Audience::All => "all".to_owned(),
                    Audience::Only(player) => player.to_string(),
                    Audience::Nobody => "nobody".to_owned(),
                };
                let audiences = state.history_audiences();
                for seat in 1..=state.game().players() {
                    let told = state.observation(seat).history;
                    let all = told.iter().zip(&audiences).all(|(text, who)| who.includes(seat) || text == "?");
                    assert!(all, "{place}: player {seat} is told {told:?}");
                }
                let history: Vec<String> = audiences.into_iter().map(audience).collect();
                assert_eq!(history.join(" "), rest, "{place}");
            }
            "score" => {
                let scores = self.state().scores().unwrap_or_else(|| panic!("{place}: the game has no scores"));
                let scores: Vec<String> = scores.iter().map(i32::to_string).collect();
                assert_eq!(scores.join(","), rest, "{place}");
            }
            "deal" => {
                let mut chance = Rng::stream(0, "deal");
                while let Some(outcome) = self.state().draw(&mut chance).unwrap_or_else(|e| panic!("{place}: {e}")) {
                    self.state().apply(&outcome).unwrap_or_else(|e| panic!("{place}: {e}"));
                }
            }
            "round" => {
                let round = self.state().round().unwrap_or_else(|| panic!("{place}: the game has no rounds"));
                assert_eq!(round.to_string(), rest, "{place}");
            }
            "seats" => {
                let seats: Vec<u32> = (1..=self.game.players()).map(|side| self.state().seat_of(side)).collect();
                assert_eq!(seats.iter().map(u32::to_string).collect::<Vec<_>>().join(","), rest, "{place}");
            }
            "record" => {
                let (name, wanted) = rest.split_once(' ').unwrap_or_else(|| panic!("{place}: a name and values"));
                let records = self.state().records();
                let record = records.iter().find(|record| record.name.eq_ignore_ascii_case(name));
                let sums = record.unwrap_or_else(|| panic!("{place}: no record is called {name}")).sums.clone();
                assert_eq!(sums.iter().map(i32::to_string).collect::<Vec<_>>().join(","), wanted, "{place}");
            }
            "sees" => {
                let (seat, line) = rest.split_once(' ').unwrap_or_else(|| panic!("{place}: a player and a line"));
                let seat = seat.parse().unwrap_or_else(|_| panic!("{place}: a player"));
                let text = picture::text_as(self.state(), Some(seat), false);
                assert!(text.lines().any(|l| l == line), "{place}: {line} in\n{text}");
            }
            "known" => {
                let (seat, moves) = rest.split_once(' ').unwrap_or_else(|| panic!("{place}: a player and moves"));
                let seat = seat.parse().unwrap_or_else(|_| panic!("{place}: a player"));
                assert_eq!(self.state().moves_seen_by(seat).expect("moves").join(" "), moves, "{place}");
            }
            "mover" => assert_eq!(self.state().mover().to_string(), rest, "{place}"),
            "ranks" => {
                let outcome = self.state().outcome().unwrap_or_else(|| panic!("{place}: the game goes on"));
                let ranks: Vec<String> = outcome.ranks.iter().map(f64::to_string).collect();
                assert_eq!(ranks.join(" "), rest, "{place}");
            }
            "result" => {
                let now = match self.state().outcome() {
                    None => "going on".to_owned(),
                    Some(outcome) if outcome.ranks.len() == 1 && outcome.winner().is_none() => "lost".to_owned(),
                    Some(outcome) => winners(&outcome.ranks),
                };
                assert_eq!(now, rest, "{place}");
            }
            _ => panic!("{place}: `{verb}` is nothing that can be tried"),
        }
    }
}

/// Who has the best rank: one player, several but not all, or nobody.
fn winners(ranks: &[f64]) -> String {
    let best = ranks.iter().copied().fold(f64::MAX, f64::min);
    let first: Vec<String> = (0..ranks.len()).filter(|i| ranks[*i] <= best).map(|i| (i + 1).to_string()).collect();
    match first.len() {
        1 => format!("player {} wins", first[0]),
        n if n == ranks.len() => "draw".to_owned(),
        _ => format!("players {} win", first.join(" ")),
    }
}

#[test]
fn worked_examples() {
    for file in common::files_below("tests/worked", ".txt") {
        let text = std::fs::read_to_string(common::root().join(&file)).expect("a text");
        let mut path = "";
        let mut case: Option<Case> = None;
        let mut cases = 0;
        for (n, line) in text.lines().enumerate() {
            let line = line.split("//").next().unwrap_or_default().trim();
            let (verb, rest) = line.split_once(' ').map_or((line, ""), |(verb, rest)| (verb, rest.trim()));
            let place = format!("{file}:{}", n + 1);
            match verb {
                "" => {}
                "game" => path = rest,
                "case" => {
                    cases += 1;
                    case = Some(Case { state: None, game: common::load(path, &[]), place, title: rest });
                }
                _ => {
                    let case = case.as_mut().unwrap_or_else(|| panic!("{place}: a case begins with `case`"));
                    case.place = place;
                    if verb == "with" {
                        case.game = common::load(path, &rest.split_whitespace().collect::<Vec<_>>());
                        case.state = None;
                    } else {
                        case.line(verb, rest);
                    }
                }
            }
        }
        assert!(cases > 0, "{file} holds no case");
    }
}
