//! Set-ups as text: a row of entries.

use super::{Game, Setup, SetupError, SetupPiece};
use super::{game_called, no_such_entry, only, unknown_component, variable_of, word};
use crate::lower::Facet;
use std::collections::BTreeSet;
use std::fmt;

impl Setup {
    /// Reads a set-up of a game.
    ///
    /// # Errors
    /// What is wrong with the text; whether the position is possible is found out by [`crate::play::State::from_setup`].
    pub fn parse(game: &Game, text: &str) -> Result<Setup, SetupError> {
        let said = text.split_whitespace().find_map(|entry| entry.strip_prefix("game="));
        let game = &game_called(game, said)?;
        if !text.contains('=') && !game.equipment().notation.is_empty() {
            return crate::play::position::read(game, text);
        }
        let mut setup = Setup::default();
        let mut said = BTreeSet::new();
        for entry in text.split_whitespace() {
            let bad = |why| SetupError::Entry { entry: entry.to_owned(), why };
            let (key, value) =
                entry.split_once('=').ok_or_else(|| bad("an entry is a site and its pieces, such as `a1=White`"))?;
            if !said.insert(key) {
                return Err(bad("this is said twice"));
            }
            match key {
                "mover" => {
                    let number = value.trim_start_matches(['P', 'p']).parse();
                    setup.mover = Some(number.map_err(|_| bad("the mover is the number of a player"))?);
                }
                "phase" => {
                    let program = game.program();
                    let named = program.nodes[..program.phases].iter().find(|node| word(&node.name) == word(value));
                    setup.phase = Some(named.map_or(value, |node| &node.name).to_owned());
                }
                _ if key.starts_with("var:") => {
                    let named = game.program().fields.iter().filter_map(|field| variable_of(&field.name));
                    let name = named.into_iter().find(|name| word(name) == word(&key[4..])).unwrap_or(&key[4..]);
                    let number = value.parse().map_err(|_| bad("a variable holds a whole number"))?;
                    setup.variables.push((name.to_owned(), number));
                }
                "game" => setup.rounds.get_or_insert_default().game = Some(value.to_owned()),
                "round" | "starter" => {
                    let number = value.parse().map_err(|_| bad("this is a number, from 1"))?;
                    let rounds = setup.rounds.get_or_insert_default();
                    *(if key == "round" { &mut rounds.round } else { &mut rounds.starter }) = Some(number);
                }
                "seats" => {
                    let seats: Result<_, _> = value.split(',').map(str::parse).collect();
                    let seats = seats.map_err(|_| bad("the seat of each side is a number, separated by commas"))?;
                    setup.rounds.get_or_insert_default().seats = Some(seats);
                }
                _ if key.starts_with("record:") || key == "wins" => {
                    let values: Result<_, _> = value.split(',').map(str::parse).collect();
                    let values: Vec<i32> =
                        values.map_err(|_| bad("a whole number for each seat, separated by commas"))?;
                    let rounds = setup.rounds.get_or_insert_default();
                    let known = game.program().wellknown.rounds.iter().flat_map(|rounds| &rounds.records);
                    let called = |name: &str| {
                        known
                            .clone()
                            .find(|(known, _)| word(known) == word(name))
                            .map_or(name.to_owned(), |(k, _)| k.clone())
                    };
                    match key.strip_prefix("record:").map(|name| name.split_once('/').unwrap_or((name, ""))) {
                        None => rounds.wins = Some(values),
                        Some((name, "")) => rounds.records.push((called(name), None, values)),
                        Some((name, round)) => {
                            let round = round.parse().map_err(|_| bad("what follows `/` is the number of a round"))?;
                            rounds.records.push((called(name), Some(round), values));
                        }
                    }
                }
                "pending" => setup.pending = value.split(',').map(str::to_owned).collect(),
                "counter" => {
                    setup.counter = Some(value.parse().map_err(|_| bad("the counter is a whole number"))?);
                }
                "plies" => setup.plies = value.parse().map_err(|_| bad("plies are counted from 0"))?,
                "amount" => {
                    let amounts: Result<_, _> = value.split(',').map(str::parse).collect();
                    setup.amounts = Some(amounts.map_err(|_| bad("amounts are whole numbers, separated by commas"))?);
                }
                "pot" => setup.pot = Some(value.parse().map_err(|_| bad("the pot is a whole number"))?),
                _ if key.starts_with("not:") => {
                    let values: Result<_, _> = value.split(',').map(str::parse).collect();
                    let values = values.map_err(|_| bad("values are whole numbers, separated by commas"))?;
                    setup.excluded.push((key[4..].to_owned(), values));
                }
                "score" => {
                    let scores: Result<_, _> = value.split(',').map(str::parse).collect();
                    setup.scores = Some(scores.map_err(|_| bad("scores are whole numbers, separated by commas"))?);
                }
                _ => {
                    // Sites have more than one name: they are compared when the position is made.
                    said.remove(key);
                    let equipment = game.equipment();
                    let zone = equipment.zones.iter().any(|z| z.name.eq_ignore_ascii_case(key));
                    if !zone && equipment.site(key).is_none() {
                        return Err(no_such_entry(game, key));
                    }
                    let mut pieces = Vec::new();
                    for part in value.split(',').filter(|part| !part.is_empty()) {
                        parse_pieces(game, part, &mut pieces)
                            .map_err(|e| e.unwrap_or_else(|| bad("a number is missing here")))?;
                    }
                    pieces.reverse();
                    let list = if zone { &mut setup.zones } else { &mut setup.sites };
                    list.push((key.to_owned(), pieces));
                }
            }
        }
        Ok(setup)
    }
}

/// What begins each number after the name of a piece.
const SIGNS: [char; 5] = ['*', '/', '@', ':', '?'];

/// The letter of a facet after `?`.
fn letter(facet: Facet) -> char {
    match facet {
        Facet::Presence => 'p',
        Facet::What => 'k',
        Facet::Who => 'o',
        Facet::State => 's',
        Facet::Count => 'c',
        Facet::Rotation => 'r',
        Facet::Value => 'v',
    }
}

/// Reads a name with what follows it, or a word of first letters. `None` as an error: a number cannot be read.
fn parse_pieces(game: &Game, part: &str, pieces: &mut Vec<SetupPiece>) -> Result<(), Option<SetupError>> {
    let components: Vec<_> = game.equipment().components.iter().filter(|c| c.body_of.is_none()).collect();
    let components = || components.iter().copied();
    let end = part.find(SIGNS).unwrap_or(part.len());
    let (name, mut rest) = part.split_at(end);
    let mut found = Vec::new();
    // Without its owner's number a name will do where only one kind is called so.
    let named = components().find(|c| c.name.eq_ignore_ascii_case(name));
    match named.or_else(|| only(components().filter(|c| c.base.eq_ignore_ascii_case(name)))) {
        Some(component) => found.push(component.name.clone()),
        None => {
            for letter in name.chars() {
                let one = letter.to_digit(10).map_or_else(
                    || {
                        only(
                            components()
                                .filter(|c| c.name.chars().next().is_some_and(|n| n.eq_ignore_ascii_case(&letter))),
                        )
                    },
                    |player| only(components().filter(|c| c.owner == player && player <= game.players())),
                );
                found.push(one.ok_or_else(|| Some(unknown_component(game, name)))?.name.clone());
            }
        }
    }
    let mut each = SetupPiece::one("");
    while let Some(sign) = rest.chars().next() {
        let mut digits = &rest[1..];
        let mut facet = None;
        if sign == '?' {
            facet = Facet::ALL.into_iter().find(|facet| digits.starts_with(letter(*facet)));
            digits = digits.get(1..).filter(|_| facet.is_some()).ok_or(None)?;
        }
        let end = digits.find(SIGNS).unwrap_or(digits.len());
        if let Some(facet) = facet {
            each.hidden.push((facet, digits[..end].parse().map_err(|_| None)?));
            rest = &digits[end..];
            continue;
        }
        let number: u16 = digits[..end].parse().map_err(|_| None)?;
        match sign {
            '*' => each.count = number.into(),
            '/' => each.state = number.into(),
            '@' => each.rotation = number.into(),
            _ => each.value = number.into(),
        }
        rest = &digits[end..];
    }
    pieces.extend(found.into_iter().map(|component| SetupPiece { component, ..each.clone() }));
    Ok(())
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut entries = Vec::new();
        for (label, pieces) in &self.sites {
            let pieces: Vec<String> = pieces.iter().rev().map(SetupPiece::to_string).collect();
            entries.push(format!("{label}={}", pieces.join(",")));
        }
        for (name, pieces) in &self.zones {
            let pieces: Vec<String> = pieces.iter().rev().map(SetupPiece::to_string).collect();
            entries.push(format!("{name}={}", pieces.join(",")));
        }
        entries.extend(self.mover.map(|mover| format!("mover={mover}")));
        entries.extend(self.phase.as_ref().map(|phase| format!("phase={}", word(phase))));
        entries.extend(self.variables.iter().map(|(name, value)| format!("var:{}={value}", word(name))));
        entries.extend((!self.pending.is_empty()).then(|| format!("pending={}", self.pending.join(","))));
        entries.extend(self.counter.filter(|n| *n != 0).map(|counter| format!("counter={counter}")));
        entries.extend((self.plies > 0).then(|| format!("plies={}", self.plies)));
        let list = |scores: &Vec<i32>| scores.iter().map(i32::to_string).collect::<Vec<_>>().join(",");
        if let Some(rounds) = &self.rounds {
            entries.extend(rounds.game.as_ref().map(|game| format!("game={}", word(game))));
            entries.extend(rounds.round.map(|round| format!("round={round}")));
            entries.extend(rounds.starter.map(|starter| format!("starter={starter}")));
            let seats = rounds.seats.as_ref().map(|s| s.iter().map(u32::to_string).collect::<Vec<_>>().join(","));
            entries.extend(seats.map(|seats| format!("seats={seats}")));
            entries.extend(rounds.wins.as_ref().map(|wins| format!("wins={}", list(wins))));
            for (name, round, values) in &rounds.records {
                let round = round.map_or_else(String::new, |round| format!("/{round}"));
                entries.push(format!("record:{}{round}={}", word(name), list(values)));
            }
        }
        entries.extend(self.scores.as_ref().map(|scores| format!("score={}", list(scores))));
        entries.extend(self.amounts.as_ref().map(|amounts| format!("amount={}", list(amounts))));
        entries.extend(self.pot.map(|pot| format!("pot={pot}")));
        entries.extend(self.excluded.iter().map(|(label, values)| format!("not:{label}={}", list(values))));
        f.write_str(&entries.join(" "))
    }
}

impl fmt::Display for SetupPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.component)?;
        if self.count != 1 {
            write!(f, "*{}", self.count)?;
        }
        for (sign, value) in [('/', self.state), ('@', self.rotation), (':', self.value)] {
            if value != 0 {
                write!(f, "{sign}{value}")?;
            }
        }
        self.hidden.iter().try_for_each(|(facet, players)| write!(f, "?{}{players}", letter(*facet)))
    }
}
