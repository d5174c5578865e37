//! Pictures of states: the board with what stands on it, long stacks, hands, scores.
//!
//! Pieces are shown by marks of a letter or two. With two players, the first has capital letters and the second small ones; with
//! more, the letter is followed by the player's number if others have such pieces too. Where all pieces are of one kind, the players' marks are `X` and `o`, or
//! their numbers. Pieces of no one have signs, or are counted where there is only one kind.

use super::{Game, SeenPiece, SiteView, State};
use crate::board::{Site, SiteType};
use crate::lower::{Component, Container};
use crate::picture::{self, Content, Token};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Stacks of more pieces than this are shown by their height and their top pieces.
const TALL: usize = 4;
/// So many of them.
const TOP: usize = 2;
/// Marks of pieces that are no one's.
const NEUTRAL: [&str; 8] = ["#", "%", "&", "@", "$", "+", "=", "?"];

/// The state as text: board, tall stacks in full, other containers, scores. `unicode` allows signs beyond ASCII.
#[must_use]
pub fn text(state: &State, unicode: bool) -> String {
    text_as(state, None, unicode)
}

/// The same as a player sees it.
#[must_use]
pub fn text_as(state: &State, seat: Option<u32>, unicode: bool) -> String {
    draw(state, seat, unicode, View::new(state, seat, unicode, TALL))
}

/// The same with a `*` behind each of these sites, and no other.
#[must_use]
pub fn text_marking(state: &State, seat: Option<u32>, unicode: bool, sites: &[u32]) -> String {
    draw(state, seat, unicode, View { starred: sites.to_vec(), ..View::new(state, seat, unicode, TALL) })
}

fn draw(state: &State, seat: Option<u32>, unicode: bool, view: View<'_>) -> String {
    let equipment = state.game().equipment();
    let mut out = picture::text(&equipment.board, &view, unicode);
    for site in 0..equipment.sites {
        let tokens = view.stack(site);
        if tokens.len() > TALL {
            let whole: String = tokens.iter().map(|token| token.text.as_str()).collect();
            _ = writeln!(out, "{} ({}): {whole}", equipment.label(site), tokens.len());
        }
    }
    for container in &equipment.containers[1..] {
        _ = writeln!(out, "{}: {}", container.name.to_lowercase(), view.container(container));
    }
    out.push_str(&state.zones_text(seat));
    if let Some(scores) = state.scores() {
        let list: Vec<String> =
            scores.iter().enumerate().map(|(i, score)| format!("player {}: {score}", i + 1)).collect();
        _ = writeln!(out, "scores: {}", list.join(", "));
    }
    out.push_str(&state.rounds_text());
    out
}

/// The board as an SVG document.
#[must_use]
pub fn svg(state: &State) -> String {
    svg_as(state, None)
}

/// The same as a player sees it.
#[must_use]
pub fn svg_as(state: &State, seat: Option<u32>) -> String {
    picture::svg(&state.game().equipment().board, &View::new(state, seat, true, usize::MAX))
}

/// What each mark means, by component; number 1 is the first.
#[must_use]
pub fn marks(game: &Game) -> Vec<String> {
    let components = &game.equipment().components;
    let bases = bases(components);
    let letters = letters(&bases);
    let mut neutrals = NEUTRAL.iter();
    let players = game.players();
    let one_kind = bases.len() == 1;
    let attributed = by_attributes(game);
    let mark = |(i, component): (usize, &Component)| {
        let owner = component.owner;
        if owner == 0 || owner > players {
            if let Some(mark) = &attributed[i] {
                return mark.clone();
            }
            return neutrals.next().map_or_else(|| "!".to_owned(), |sign| (*sign).to_owned());
        }
        let letter = bases.iter().position(|base| *base == component.base).map_or("?", |i| letters[i].as_str());
        match (players, owner) {
            (1 | 2, 1) => {
                if one_kind {
                    "X".to_owned()
                } else {
                    letter.to_uppercase()
                }
            }
            (2, _) => {
                if one_kind {
                    "o".to_owned()
                } else {
                    letter.to_lowercase()
                }
            }
            _ => {
                let shared = components.iter().any(|other| other.base == component.base && other.owner != owner);
                match (one_kind, shared) {
                    (true, _) => owner.to_string(),
                    (false, true) => format!("{}{owner}", letter.to_uppercase()),
                    // Nobody else has such pieces.
                    (false, false) => letter.to_uppercase(),
                }
            }
        }
    };
    components.iter().enumerate().map(mark).collect()
}

/// Marks of the pieces that belong to no player by what they are: the first letter of each word and each number, as `h13` for the
/// king of hearts; none for pieces that could not be told apart so.
fn by_attributes(game: &Game) -> Vec<Option<String>> {
    let equipment = game.equipment();
    let mark = |component: &Component| {
        let none = (1..=game.players()).contains(&component.owner) || component.attributes.is_empty();
        let value = |(attribute, value): &(usize, i32)| {
            let text = equipment.attributes[*attribute].text(*value);
            let number = text.trim_start_matches('-').chars().all(|c| c.is_ascii_digit());
            if number { text } else { text.chars().take(1).collect() }
        };
        (!none).then(|| component.attributes.iter().map(value).collect::<String>())
    };
    let marks: Vec<Option<String>> = equipment.components.iter().map(mark).collect();
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    marks.iter().flatten().for_each(|mark| *uses.entry(mark).or_default() += 1);
    marks.iter().map(|mark| mark.clone().filter(|mark| uses[mark.as_str()] == 1)).collect()
}

/// The mark of a player whose pieces all have the same, for a legend.
#[must_use]
pub fn player_mark(game: &Game, player: u32) -> Option<String> {
    let components = game.equipment().components.iter().zip(marks(game));
    let mut own = components.filter(|(component, _)| component.owner == player).map(|(_, mark)| mark);
    let first = own.next()?;
    own.next().is_none().then_some(first)
}

/// The names of the owned components, without their owners, each once.
fn bases(components: &[Component]) -> Vec<&str> {
    let mut bases: Vec<&str> = Vec::new();
    for component in components.iter().filter(|component| component.owner > 0) {
        if !bases.contains(&component.base.as_str()) {
            bases.push(&component.base);
        }
    }
    bases
}

/// A letter for each name, of its own as far as possible; short names choose first, so that the king is `K` and the knight `N`.
fn letters(names: &[&str]) -> Vec<String> {
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by_key(|i| names[*i].chars().count());
    let mut letters = vec![String::new(); names.len()];
    let mut taken: Vec<char> = Vec::new();
    for i in order {
        if names[i].chars().count() <= 2 {
            // As short as a mark: its author has thought of that.
            letters[i] = names[i].to_lowercase();
            taken.extend(letters[i].chars().next().filter(|_| letters[i].len() == 1));
            continue;
        }
        let own = names[i].chars().map(|c| c.to_ascii_lowercase()).chain('a'..='z');
        let free = own.filter(char::is_ascii_alphabetic).find(|c| !taken.contains(c));
        match free {
            Some(letter) => {
                taken.push(letter);
                letters[i] = letter.to_string();
            }
            // More than 26 kinds: a letter and a number.
            None => letters[i] = format!("x{i}"),
        }
    }
    letters
}

/// What stands where, in marks.
struct View<'a> {
    state: &'a State,
    sites: Vec<SiteView>,
    marks: Vec<String>,
    /// The sites with a mark: that of the last move.
    starred: Vec<u32>,
    unicode: bool,
    tall: usize,
}

impl<'a> View<'a> {
    fn new(state: &'a State, seat: Option<u32>, unicode: bool, tall: usize) -> Self {
        let starred = state.last_sites_seen_by(seat).last().copied().into_iter().collect();
        View { state, sites: state.views(seat), marks: marks(state.game()), starred, unicode, tall }
    }

    /// The tokens of a site of the game, from the bottom up.
    fn stack(&self, site: u32) -> Vec<Token> {
        let game = self.state.game();
        let components = &game.equipment().components;
        let Some(view) = self.sites.get(site as usize) else { return Vec::new() };
        let token = |piece: &SeenPiece| {
            let owner = piece.owner.map_or(0, |owner| if owner > game.players() { 0 } else { owner });
            let mark = match (piece.component, &piece.kind) {
                (Some(component), _) => self.marks.get(component as usize - 1).map_or("?", String::as_str).to_owned(),
                // Of what kind it is, but not whose: as the first player's, whose marks are the plain ones.
                (None, Some(kind)) => {
                    let first = components.iter().position(|component| component.base == *kind);
                    format!("{}?", first.and_then(|i| self.marks.get(i)).map_or("", String::as_str))
                }
                (None, None) if owner > 0 => format!("?{owner}"),
                (None, None) => "?".to_owned(),
            };
            Token::new(mark, owner as u8)
        };
        match &view.pieces[..] {
            // Where a game only counts pieces, the number says it all.
            [piece] if self.counts() => {
                let mark = token(piece);
                let text = if components.len() == 1 { String::new() } else { mark.text };
                let count = view.count.map_or_else(|| "?".to_owned(), |count| count.to_string());
                if !text.is_empty() && view.count == Some(1) {
                    return vec![Token::new(text, mark.owner)];
                }
                let times = match (text.ends_with(|c: char| c.is_ascii_digit()), self.unicode) {
                    (false, _) => "",
                    (true, true) => "×",
                    (true, false) => "x",
                };
                vec![Token::new(format!("{text}{times}{count}"), mark.owner)]
            }
            pieces => pieces.iter().map(token).collect(),
        }
    }

    /// Whether sites hold numbers of pieces rather than single ones.
    fn counts(&self) -> bool {
        let program = self.state.game().program();
        program.wellknown.count.is_some() && program.stacks.is_none()
    }

    /// A hand, or another container beside the board, in one line.
    fn container(&self, container: &Container) -> String {
        let sites = container.first..container.first + container.sites;
        let shown: Vec<String> = sites
            .filter_map(|site| {
                let tokens = self.stack(site);
                let first = tokens.first()?;
                Some(if tokens.len() > 1 && tokens.iter().all(|token| token == first) {
                    format!("{}×{}", first.text, tokens.len()).replace('×', if self.unicode { "×" } else { "x" })
                } else {
                    tokens.iter().map(|token| token.text.as_str()).collect()
                })
            })
            .collect();
        if shown.is_empty() { "empty".to_owned() } else { shown.join(" ") }
    }

    /// The site of the game that a site of the board is.
    fn site(&self, kind: SiteType, site: Site) -> Option<u32> {
        Some(self.state.game().equipment().first_of_kind[kind as usize]? + site)
    }
}

impl Content for View<'_> {
    fn tokens(&self, kind: SiteType, site: Site) -> Vec<Token> {
        let Some(site) = self.site(kind, site) else { return Vec::new() };
        let mut tokens = self.stack(site);
        if tokens.len() > self.tall {
            let height = tokens.len();
            let mut shown = vec![Token::new(format!("{height}{}", if self.unicode { '…' } else { '~' }), 0)];
            shown.extend(tokens.drain(height - TOP..));
            return shown;
        }
        tokens
    }

    fn is_last(&self, kind: SiteType, site: Site) -> bool {
        self.site(kind, site).is_some_and(|site| self.starred.contains(&site))
    }
}
