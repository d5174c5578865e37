//! Players and equipment.

use crate::catalogue::Prim;
use crate::rules::{Call, Term, TermKind};

use super::Said;
use super::people::agree;
use super::teller::Teller;
use super::words;

impl Teller<'_> {
    /// Who plays.
    pub(super) fn players(&self, game: &Call) -> Vec<Said> {
        let players = game.get("players").and_then(Term::call);
        let n = self.facts.players;
        let mut out = vec![Said::new(match n {
            0 => "nobody plays: the game goes on by itself".to_owned(),
            1 => "one player, alone".to_owned(),
            _ => format!("{}, who take turns", words::counted(n.into(), "player")),
        })];
        if self.facts.at_once {
            out[0] = Said::new(format!("{}, who move at the same time", words::counted(n.into(), "player")));
        }
        for (i, player) in players.and_then(|p| p.get("list")).map_or(&[][..], Term::members).iter().enumerate() {
            if let Some(facing) = player.call().and_then(|player| player.get("facing")) {
                out.push(Said::new(format!("player {} plays towards the {}", i + 1, self.compass(facing))));
            }
        }
        if n > 1 && self.facts.at_once {
            out.push(Said::new("“You” is each of the players".to_owned()));
        } else if n > 1 {
            let starter = self.starter(game);
            let first = starter.as_deref().unwrap_or("player 1");
            out.push(Said::new(match first.starts_with("chance") {
                true => first.to_owned(),
                false => format!("{first} begins. “You” is the player to move"),
            }));
        }
        out
    }

    fn starter(&self, game: &Call) -> Option<String> {
        let start = game.get("rules")?.call()?.get("start")?.call()?;
        let set = start.get("rules")?.members().iter().find_map(|rule| rule.as_prim(Prim::StartSetNextPlayer))?;
        let player = set.get("player")?;
        let random =
            player.call().and_then(|call| call.get("index")).is_some_and(|i| i.as_prim(Prim::ValueRandom).is_some());
        Some(if random {
            "chance decides who begins. “You” is the player to move".to_owned()
        } else {
            self.who(player)
        })
    }

    /// The items of equipment.
    pub(super) fn items<'g>(&self, game: &'g Call) -> &'g [Term] {
        let items = game.get("equipment").and_then(Term::call).and_then(|equipment| equipment.get("items"));
        items.map_or(&[][..], Term::members)
    }

    /// What is played with.
    pub(super) fn equipment(&self, game: &Call) -> Vec<Said> {
        let items = self.items(game);
        let mut out: Vec<Said> = Vec::new();
        let mut before = None;
        for item in items {
            let spoken = self.spoken_by(item);
            if spoken.is_some() && spoken == before {
                continue;
            }
            before = spoken;
            let told = self
                .said(item)
                .map_or_else(|| self.inside(item, |call| self.item(call)).flatten(), |said| Some(Said::new(said)));
            out.extend(told.filter(|said| !said.is_empty()));
        }
        out
    }

    fn item(&self, call: &Call) -> Option<Said> {
        let name = call.get("name").and_then(Term::text).unwrap_or_default();
        Some(match call.prim {
            Prim::Board | Prim::MancalaBoard | Prim::SurakartaBoard | Prim::Boardless => return self.board(call),
            Prim::PieceKind | Prim::Tile | Prim::Die | Prim::Card | Prim::Domino => self.piece(call, name),
            Prim::ZoneSpec => self.zone_item(call, name),
            Prim::Hand => {
                let who = call.word("role").map(|role| self.role(role)).unwrap_or_default();
                Said::new(format!("{who} {} a hand, beside the board", agree(&who, "has", "have")))
            }
            Prim::Dice => {
                let n = call.get("num").and_then(Term::int).unwrap_or(1);
                let each = if n == 1 { "" } else { " each" };
                let die = match (call.get("d"), call.get("faces").or(call.get("facesByDie"))) {
                    (Some(d), _) => format!("{} with {} faces{each}", words::counted(n.into(), "die"), self.number(d)),
                    (_, Some(faces)) => {
                        format!("{} with the faces {}", words::counted(n.into(), "die"), self.number(faces))
                    }
                    _ => words::counted(n.into(), "die"),
                };
                let from =
                    call.get("from").map(|from| format!(", numbered from {}", self.number(from))).unwrap_or_default();
                Said::new(format!("{die}{from}{}", self.chances(call)))
            }
            Prim::Deck => {
                let suits = call.get("suits").map_or("four".to_owned(), |suits| self.number(suits));
                let cards = call.get("cardsBySuit").map_or("thirteen".to_owned(), |cards| self.number(cards));
                Said::new(format!("a deck of cards: {suits} suits of {cards} cards each"))
            }
            Prim::Dominoes => {
                let most = call.get("upTo").map_or("six".to_owned(), |most| self.number(most));
                Said::new(format!("a set of dominoes up to double {most}"))
            }
            Prim::Regions => return self.regions(call),
            Prim::Map => return self.map(call),
            Prim::Hints => Said::new(self.hints(call)),
            _ => return None,
        })
    }

    fn piece(&self, call: &Call, name: &str) -> Said {
        let thing = self.thing(name);
        let many = words::plural(&thing);
        // A tile of no one in particular is everybody's.
        let usual = if call.prim == Prim::Tile { "Shared" } else { "Each" };
        let role = call.word("role").unwrap_or(usual);
        let mut text = match role {
            "Each" => format!("each player has {many}"),
            "Shared" | "All" => format!("{many} that belong to nobody"),
            "Neutral" => format!("neutral {many}"),
            role => {
                let who = self.role(role);
                let what = if self.facts.single.contains(name) { &thing } else { &many };
                format!("{who} {} the {what}", agree(&who, "has", "have"))
            }
        };
        if let Some(dice) = call.get("numFaces") {
            text = format!("{text}, dice with {} faces", self.number(dice));
        }
        if let Some(walk) = call.get("walk") {
            text.push_str(&self.shape(walk));
        }
        if let Some(paths) = call.get("paths") {
            let paths: Vec<String> = paths.members().iter().filter_map(Term::call).map(|p| self.path(p)).collect();
            text.push_str(&format!(", with paths across: {}", words::list(&paths, "and")));
        }
        let list = call.get("attributes").map_or(&[][..], Term::members);
        let attributes: Vec<String> =
            list.iter().filter_map(Term::call).map(|attribute| self.attribute(attribute)).collect();
        let several = list.iter().filter_map(Term::call).filter(|attribute| attribute.get("values").is_some()).count();
        if !attributes.is_empty() {
            text = format!("{text}, with {}", words::list(&attributes, "and"));
            if several > 1 {
                text.push_str(", one kind for each combination");
            }
        }
        let who = |slot: &str| call.word(slot).filter(|who| *who != "Everyone").map(audience);
        if let Some(seen) = who("seenBy") {
            text = format!("{text}. {} where they stand", capital_sees(seen));
        }
        if let Some(known) = who("knownBy") {
            text = format!("{text}. All see where they stand, but {known} sees of what kind they are");
        }
        Said::new(text)
    }

    /// What a large piece covers: on squares as a drawing, row by row from the top, as it lies if its walk begins upwards.
    fn shape(&self, walk: &Term) -> String {
        let steps = |walk: &Term| -> Vec<String> {
            walk.members().iter().filter_map(Term::symbol).map(str::to_owned).collect()
        };
        let one = walk.members().iter().all(|step| step.symbol().is_some());
        let walks = if one { vec![steps(walk)] } else { walk.members().iter().map(steps).collect() };
        let shapes: Vec<String> = walks.iter().map(|walk| self.drawn(walk)).collect();
        let (site, shapes) = (words::plural(self.facts.site), words::list(&shapes, "or"));
        if self.facts.squares {
            return format!(", each of which covers these {site}, row by row, turned as you like: {shapes}");
        }
        format!(", each of which covers the {site} along a walk: {shapes}")
    }

    fn drawn(&self, walk: &[String]) -> String {
        if !self.facts.squares {
            let told = |step: &String| match step.as_str() {
                "R" => "turn right",
                "L" => "turn left",
                _ => "ahead",
            };
            return walk.iter().map(told).collect::<Vec<_>>().join(", ");
        }
        let (mut at, mut ahead) = ((0_i32, 0_i32), (0, 1));
        let mut covered = vec![at];
        for step in walk {
            match step.as_str() {
                "R" => ahead = (ahead.1, -ahead.0),
                "L" => ahead = (-ahead.1, ahead.0),
                _ => {
                    at = (at.0 + ahead.0, at.1 + ahead.1);
                    covered.push(at);
                }
            }
        }
        let (xs, ys) = (covered.iter().map(|c| c.0), covered.iter().map(|c| c.1));
        let (left, right) = (xs.clone().min().unwrap_or(0), xs.max().unwrap_or(0));
        let (bottom, top) = (ys.clone().min().unwrap_or(0), ys.max().unwrap_or(0));
        let row =
            |y: i32| -> String { (left..=right).map(|x| if covered.contains(&(x, y)) { 'X' } else { '-' }).collect() };
        format!("`{}`", (bottom..=top).rev().map(row).collect::<Vec<_>>().join("/"))
    }

    /// A path across a tile: whose it is, and which sides it joins.
    fn path(&self, call: &Call) -> String {
        let colour = call.get("colour").and_then(Term::int).unwrap_or(0);
        let whose = match (1..=self.facts.players).contains(&colour) {
            true => format!("player {colour}"),
            false => format!("colour {colour}"),
        };
        let side = |slot: &str| match call.get(slot) {
            Some(side) if self.facts.squares => match side.int() {
                Some(0) => "the top".to_owned(),
                Some(1) => "the right".to_owned(),
                Some(2) => "the bottom".to_owned(),
                Some(3) => "the left".to_owned(),
                _ => format!("side {}", self.number(side)),
            },
            Some(side) => format!("side {}", side.int().map_or_else(|| self.number(side), |n| n.to_string())),
            None => String::new(),
        };
        format!("of {whose} from {} to {}", side("from"), side("to"))
    }

    fn attribute(&self, call: &Call) -> String {
        let name = call.get("name").map(|name| self.name_of(name)).unwrap_or_default();
        let value = call.get("values").or(call.get("value"));
        let values = match value.map(|value| &value.kind) {
            Some(TermKind::Range(ends)) => format!("from {} to {}", self.number(&ends.0), self.number(&ends.1)),
            Some(TermKind::List(members)) => {
                words::list(&members.iter().map(|member| self.value_of("", member)).collect::<Vec<_>>(), "or")
            }
            Some(_) => value.map(|value| self.value_of("", value)).unwrap_or_default(),
            None => String::new(),
        };
        format!("the {name} {values}")
    }

    fn zone_item(&self, call: &Call, name: &str) -> Said {
        let name = words::spaced(name);
        let seen = match call.word("seenBy") {
            Some("Owner") => "; only its owner sees what is in it",
            Some("Others") => "; all but its owner see what is in it",
            Some("Nobody") => "; nobody sees what is in it",
            _ => "",
        };
        Said::new(match (call.get("number"), call.word("role")) {
            (Some(n), _) => match n.int() {
                Some(n) => format!("{} of the kind “{name}”{seen}", words::counted(n.into(), "place")),
                None => format!("places of the kind “{name}”, {} of them{seen}", self.number(n)),
            },
            (_, Some("Each")) => format!("each player has {}{seen}", place_for(&name)),
            (_, Some(role)) if role.starts_with('P') => {
                let who = self.role(role);
                format!("{who} {} {}{seen}", agree(&who, "has", "have"), place_for(&name))
            }
            _ => format!("{}{seen}", place_for(&name)),
        })
    }

    /// A table with a name, where it is one of players and sites.
    fn map(&self, call: &Call) -> Option<Said> {
        let name = self.name_of(call.get("name")?);
        let pairs: Option<Vec<String>> = call
            .get("pairs")?
            .members()
            .iter()
            .map(|pair| {
                let pair = pair.call()?;
                let key = pair.get("key").filter(|key| key.symbol().is_some_and(|word| word.starts_with('P')))?;
                let value = pair.get("value")?;
                let site = match value.symbol() {
                    Some(word) => format!("the {}", words::spaced(word)).replace("site", self.facts.site),
                    None => self.site(value),
                };
                Some(format!("{site} for {}", self.who(key)))
            })
            .collect();
        Some(Said::new(format!("the {name} is {}", words::list(&pairs?, "and"))))
    }

    fn regions(&self, call: &Call) -> Option<Said> {
        let sites = call.get("sites")?;
        let all: Vec<String> = sites
            .members()
            .iter()
            .map(|region| match region.symbol() {
                Some(word) => format!("the {}", words::spaced(word)),
                None => self.places(region).all(),
            })
            .collect();
        let drawn = if sites.is_chancy() { "; chance decides this when the game is set up" } else { "" };
        let all = format!("{}{drawn}", words::list(&all, "and"));
        let role = call.word("role").map(|role| self.role(role));
        let name = call.get("name").and_then(Term::text).map(words::spaced);
        Some(Said::new(match (role, name) {
            (Some(role), Some(name)) => format!("the {name} of {role}: {all}"),
            (Some(role), None) => format!("the regions of {role}: {all}"),
            (None, Some(name)) => format!("the {name}: {all}"),
            (None, None) => return None,
        }))
    }
}

/// A zone as a thing: `a hand`, `a place for cards`.
fn place_for(name: &str) -> String {
    let article = words::a(name);
    let article = article.split(' ').next().unwrap_or("a");
    if words::is_participle(name) {
        return format!("a pile *{name}*");
    }
    if name.ends_with('s') { format!("a place for *{name}*") } else { format!("{article} *{name}*") }
}

/// Who sees, as the beginning of a clause.
fn audience(word: &str) -> &'static str {
    match word {
        "Owner" => "only their owner",
        "Others" => "nobody but the other players",
        "Nobody" => "nobody",
        _ => "everybody",
    }
}

fn capital_sees(who: &str) -> String {
    format!("{} sees", words::capital(who))
}
