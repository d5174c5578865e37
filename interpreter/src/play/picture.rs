//! Pictures of states: the board with what stands on it, long stacks, hands, scores.
//!
//! Pieces are shown by marks of a letter or two. With two players, the first has capital letters and the second small ones; with
//! more, the letter is followed by the player's number if others have such pieces too. Where all pieces are of one kind, the players' marks are `X` and `o`, or
//! their numbers. Pieces of no one have signs, or are counted where there is only one kind.

use super::{Game, SeenPiece, SiteView, State};
use crate::board::{Point, RelationType, Site, SiteType};
use crate::lower::{Component, Container, Equipment};
use crate::picture::{self, Content, Look, Panel, Scene, Stroke, Tint, Token};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Stacks of more pieces than this are shown by their height and their top pieces.
const TALL: usize = 4;
/// So many of them.
const TOP: usize = 2;
/// Marks of pieces that are no one's.
const NEUTRAL: [&str; 8] = ["#", "%", "&", "@", "$", "+", "=", "?"];

/// How text is written: with signs beyond ASCII or without, and how wide.
pub use crate::picture::Style;
/// A position as a picture, and several as one: side by side, or one after the other.
pub use crate::picture::{Page, film, strip};

/// The state as text: board, tall stacks in full, other containers, scores.
#[must_use]
pub fn text(state: &State, style: Style) -> String {
    text_as(state, None, style)
}

/// The same as a player sees it.
#[must_use]
pub fn text_as(state: &State, seat: Option<u32>, style: Style) -> String {
    draw(state, seat, style, View::new(state, seat, Marks::text(state.game(), style.unicode), style.unicode, TALL))
}

/// The same with a `*` behind each of these sites, and no other.
#[must_use]
pub fn text_marking(state: &State, seat: Option<u32>, style: Style, sites: &[u32]) -> String {
    let marks = Marks::text(state.game(), style.unicode);
    draw(
        state,
        seat,
        style,
        View { starred: Some(sites.to_vec()), ..View::new(state, seat, marks, style.unicode, TALL) },
    )
}

fn draw(state: &State, seat: Option<u32>, style: Style, view: View<'_>) -> String {
    let equipment = state.game().equipment();
    let mut out = picture::text(&equipment.board, &view, style);
    for site in 0..equipment.sites {
        let tokens = view.stack(site);
        if tokens.len() > TALL {
            let whole: String = tokens.iter().map(|token| token.text.as_str()).collect();
            _ = writeln!(out, "{} ({}): {whole}", equipment.label(site), tokens.len());
        }
    }
    for container in beside(equipment) {
        _ = writeln!(out, "{}: {}", container.name.to_lowercase(), view.container(container));
    }
    out.extend(hints(equipment).into_iter().map(|line| line + "\n"));
    out.push_str(&state.zones_text(seat));
    out.push_str(&standings(state, seat));
    out
}

/// What lies beside the board, the sites of dice aside: what these show is told by itself.
fn beside(equipment: &Equipment) -> impl Iterator<Item = &Container> {
    let dice = |container: &Container| equipment.dice.iter().any(|die| die.site == container.first);
    equipment.containers[1..].iter().filter(move |container| !dice(container))
}

/// The hint of a site of a kind that no value stands on: it is written there.
fn hint_on(equipment: &Equipment, site: u32) -> Option<String> {
    let found = equipment.hints.iter().find(|hint| hint.sites == [site])?;
    found.number.map(|number| number.to_string())
}

/// The other hints of a puzzle, in lines: their sites, and their number.
fn hints(equipment: &Equipment) -> Vec<String> {
    /// Characters of a line.
    const WIDE: usize = 72;
    let mut lines: Vec<String> = Vec::new();
    for hint in &equipment.hints {
        if hint.kind != equipment.kind() && hint.sites.len() == 1 {
            continue;
        }
        let sites: Vec<String> = hint.sites.iter().map(|site| equipment.label(*site)).collect();
        let text = match hint.number {
            Some(number) => format!("{}({number})", sites.join("+")),
            None => sites.join(":"),
        };
        match lines.last_mut() {
            Some(line) if line.len() + text.len() < WIDE => _ = write!(line, " {text}"),
            Some(_) => lines.push(format!("       {text}")),
            None => lines.push(format!("hints: {text}")),
        }
    }
    lines
}

/// What dice show, scores, stakes, and how a match stands, a line each.
fn standings(state: &State, seat: Option<u32>) -> String {
    let mut out = String::new();
    let rolled = state.rolled(seat);
    if !rolled.is_empty() {
        _ = writeln!(out, "rolled: {}", rolled.join(" "));
    }
    let dice: Vec<String> = state.dice().iter().map(i32::to_string).collect();
    if !dice.is_empty() && state.history().next().is_some() {
        _ = writeln!(out, "dice: {}", dice.join(" "));
    }
    for (what, numbers) in [("scores", state.scores()), ("amounts", state.amounts())] {
        if let Some(numbers) = numbers {
            let list: Vec<String> =
                numbers.iter().enumerate().map(|(i, number)| format!("player {}: {number}", i + 1)).collect();
            _ = writeln!(out, "{what}: {}", list.join(", "));
        }
    }
    if let Some(pot) = state.pot() {
        _ = writeln!(out, "pot: {pot}");
    }
    out + &state.rounds_text()
}

/// The state as an SVG document: the board, hands and zones, scores, the last move.
#[must_use]
pub fn svg(state: &State) -> String {
    svg_as(state, None)
}

/// The same as a player sees it.
#[must_use]
pub fn svg_as(state: &State, seat: Option<u32>) -> String {
    page(state, seat, None).document()
}

/// The same as a page of a film or a strip, perhaps with a line of text below it.
#[must_use]
pub fn page(state: &State, seat: Option<u32>, caption: Option<String>) -> Page {
    let game = state.game();
    let view = View::new(state, seat, Marks::drawn(game), true, usize::MAX);
    let containers = beside(game.equipment()).map(|container| Panel {
        title: container.name.to_lowercase(),
        piles: piles((container.first..container.first + container.sites).flat_map(|site| view.stack(site))),
    });
    let zones = state.zones_seen_by(seat).into_iter().map(|zone| Panel {
        title: zone.name.to_lowercase(),
        piles: match zone.pieces {
            Some(pieces) => pieces.iter().map(|(kind, n)| (view.component(*kind), *n)).collect(),
            None if zone.count == 0 => Vec::new(),
            None => vec![(Token { look: Look::Back, ..Token::new("", 0) }, zone.count)],
        },
    });
    let mut notes: Vec<String> = standings(state, seat).lines().map(str::to_owned).collect();
    notes.extend(hints(game.equipment()));
    notes.extend(state.last_move_seen_by(seat).map(|last| format!("last move: {last}")));
    notes.extend(caption);
    let panels = containers.chain(zones).collect();
    picture::page(&Scene { board: &game.equipment().board, content: &view, panels, notes })
}

/// Equal tokens that follow each other, with their number.
fn piles(tokens: impl Iterator<Item = Token>) -> Vec<(Token, u32)> {
    let mut piles: Vec<(Token, u32)> = Vec::new();
    for token in tokens {
        match piles.last_mut() {
            Some((last, count)) if *last == token => *count += 1,
            _ => piles.push((token, 1)),
        }
    }
    piles
}

/// What each mark means, by component; number 1 is the first.
#[must_use]
pub fn marks(game: &Game) -> Vec<String> {
    let components = &game.equipment().components;
    let bases = bases(components);
    let letters = letters(&bases);
    let one_kind = bases.len() == 1 && components.iter().all(|component| component.letter.is_none());
    let mut neutrals = NEUTRAL.iter();
    if game.equipment().values.is_some() {
        return components.iter().map(|component| component.name.clone()).collect();
    }
    let players = game.players();
    let attributed = by_attributes(game);
    let mark = |(i, component): (usize, &Component)| {
        let owner = component.owner;
        if let Some((one, other)) = component.pips {
            return format!("{one}:{other}");
        }
        if owner == 0 || owner > players {
            if let Some(mark) = &attributed[i] {
                return mark.clone();
            }
            // As short as a mark: its author has thought of that.
            if component.shape.is_some() && component.base.chars().count() <= 2 {
                return component.base.clone();
            }
            return neutrals.next().map_or_else(|| "!".to_owned(), |sign| (*sign).to_owned());
        }
        let found = bases.iter().position(|base| *base == component.base).map(|i| letters[i].as_str());
        let letter = component.letter.as_deref().or(found).unwrap_or("?");
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
    let own = components.filter(|(component, _)| component.owner == player && component.body_of.is_none());
    let mut own = own.map(|(_, mark)| mark);
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

/// How each component is shown: its mark, and how it is drawn.
struct Marks(Vec<(String, Look)>);

impl Marks {
    /// As text: where signs beyond ASCII may be used, cards have the signs of their suits.
    fn text(game: &Game, unicode: bool) -> Marks {
        let plain = marks(game).into_iter().zip(&game.equipment().components);
        let mark = |(mark, component): (String, &Component)| {
            let card = if unicode { card(game, component) } else { None };
            (card.unwrap_or(mark), plain_look(game))
        };
        Marks(plain.map(mark).collect())
    }

    /// As a picture: cards as cards, pieces in their own colours.
    fn drawn(game: &Game) -> Marks {
        let plain = marks(game).into_iter().zip(&game.equipment().components);
        let mark = |(mark, component): (String, &Component)| {
            let of_no_one = component.owner == 0 || component.owner > game.players();
            if of_no_one && is_card(game, component) {
                // What follows the word it is called by is what it is: `Card-7` is a 7.
                let own = component.name.trim_start_matches(component.base.as_str()).trim_start_matches('-');
                let short = if own.is_empty() || own.chars().count() > 3 { mark } else { own.to_owned() };
                return (card(game, component).unwrap_or(short), Look::Card);
            }
            let tint = word(game, component, &["colour", "color"]).and_then(|word| Tint::named(&word));
            (mark, tint.map_or(plain_look(game), Look::Tinted))
        };
        Marks(plain.map(mark).collect())
    }
}

/// Values are written, pieces are drawn.
fn plain_look(game: &Game) -> Look {
    if game.equipment().values.is_some() { Look::Written } else { Look::Piece }
}

/// The value of the first of these attributes that a component has.
fn word(game: &Game, component: &Component, names: &[&str]) -> Option<String> {
    let attributes = &game.equipment().attributes;
    let found =
        component.attributes.iter().find(|(i, _)| names.iter().any(|n| attributes[*i].name.eq_ignore_ascii_case(n)));
    found.map(|(i, value)| attributes[*i].text(*value))
}

/// Whether pieces of no one are cards: they are called so, or have a suit.
fn is_card(game: &Game, component: &Component) -> bool {
    component.base.to_ascii_lowercase().starts_with("card") || word(game, component, &["suit"]).is_some()
}

/// A card of one of the four common suits as it is printed: `10♣`, `K♥`.
fn card(game: &Game, component: &Component) -> Option<String> {
    let sign = match word(game, component, &["suit"])?.to_ascii_lowercase().as_str() {
        "spades" => '\u{2660}',
        "hearts" => '\u{2665}',
        "diamonds" => '\u{2666}',
        "clubs" => '\u{2663}',
        _ => return None,
    };
    let rank = word(game, component, &["rank", "value"])?;
    let printed = match rank.as_str() {
        "1" | "14" => "A",
        "11" => "J",
        "12" => "Q",
        "13" => "K",
        other => other,
    };
    Some(format!("{printed}{sign}"))
}

/// What stands where, in marks.
struct View<'a> {
    state: &'a State,
    sites: Vec<SiteView>,
    marks: Vec<(String, Look)>,
    /// The sites of the last move, in its order.
    last: Vec<u32>,
    /// The sites that text marks, where they are not those of the last move.
    starred: Option<Vec<u32>>,
    unicode: bool,
    tall: usize,
}

impl<'a> View<'a> {
    fn new(state: &'a State, seat: Option<u32>, marks: Marks, unicode: bool, tall: usize) -> Self {
        let last = state.last_sites_seen_by(seat);
        View { state, sites: state.views(seat), marks: marks.0, last, starred: None, unicode, tall }
    }

    /// The token of a component, counted from 1.
    fn component(&self, component: u32) -> Token {
        let game = self.state.game();
        let owner = game.equipment().components.get(component as usize - 1).map_or(0, |found| found.owner);
        let owner = if owner > game.players() { 0 } else { owner };
        let (text, look) = self.marks.get(component as usize - 1).cloned().unwrap_or(("?".to_owned(), Look::Piece));
        Token { text, owner: owner as u8, look }
    }

    /// The tokens of a site of the game, from the bottom up.
    fn stack(&self, site: u32) -> Vec<Token> {
        let game = self.state.game();
        let components = &game.equipment().components;
        let Some(view) = self.sites.get(site as usize) else { return Vec::new() };
        if let Some(pips) = self.pips(view) {
            return vec![pips];
        }
        if let Some(anchor) = view.covered_from {
            return self.stack(anchor);
        }
        let token = |piece: &SeenPiece| {
            let owner = piece.owner.map_or(0, |owner| if owner > game.players() { 0 } else { owner });
            let mark = match (piece.component, &piece.kind) {
                (Some(component), _) => {
                    let mut token = Token { owner: owner as u8, ..self.component(component) };
                    if !components[component as usize - 1].paths.is_empty() {
                        // By how many sides the tile is turned.
                        let turn = piece.rotation.unwrap_or(0) as u32 / game.equipment().turn_of_a_side();
                        token.text.push_str(&turn.to_string());
                    }
                    return token;
                }
                // Of what kind it is, but not whose: as the first player's, whose marks are the plain ones.
                (None, Some(kind)) => {
                    let first = components.iter().position(|component| component.base == *kind);
                    format!("{}?", first.and_then(|i| self.marks.get(i)).map_or("", |mark| &mark.0))
                }
                // A card that lies face down.
                (None, None) if owner == 0 && self.marks.iter().any(|mark| mark.1 == Look::Card) => {
                    return Token { look: Look::Back, ..Token::new("", 0) };
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
                let text = if components.len() == 1 { String::new() } else { mark.text.clone() };
                let count = view.count.map_or_else(|| "?".to_owned(), |count| count.to_string());
                if !text.is_empty() && view.count == Some(1) {
                    return vec![Token { text, ..mark }];
                }
                let times = match (text.ends_with(|c: char| c.is_ascii_digit()), self.unicode) {
                    (false, _) => "",
                    (true, true) => "×",
                    (true, false) => "x",
                };
                vec![Token { text: format!("{text}{times}{count}"), ..mark }]
            }
            pieces => pieces.iter().map(token).collect(),
        }
    }

    /// On a site of the board that a domino covers, the pips of its half.
    fn pips(&self, view: &SiteView) -> Option<Token> {
        let equipment = self.state.game().equipment();
        let anchor = view.covered_from.unwrap_or(view.site);
        let [piece] = &self.sites.get(anchor as usize)?.pieces[..] else { return None };
        let component = piece.component.filter(|_| anchor < equipment.board_sites())?;
        equipment.shape_of(component)?;
        let covered = equipment.covered(component, piece.state.unwrap_or(0), anchor);
        let pips = equipment.pips_at(component, &covered, view.site)?;
        Some(Token { text: pips.to_string(), ..self.component(component) })
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

    /// The site of the board that a site of the game is.
    fn on_board(&self, site: u32) -> Option<(SiteType, Site)> {
        let equipment = self.state.game().equipment();
        SiteType::ALL.into_iter().find_map(|kind| {
            let first = equipment.first_of_kind[kind as usize]?;
            let found = site.checked_sub(first)?;
            ((found as usize) < equipment.board.count(kind)).then_some((kind, found))
        })
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
        let equipment = self.state.game().equipment();
        if tokens.is_empty() && kind != equipment.kind() {
            tokens.extend(hint_on(equipment, site).map(|text| Token { look: Look::Written, ..Token::new(text, 0) }));
        }
        if tokens.len() > self.tall {
            let height = tokens.len();
            let mut shown = vec![Token::new(format!("{height}{}", if self.unicode { '…' } else { '~' }), 0)];
            shown.extend(tokens.drain(height - TOP..));
            return shown;
        }
        tokens
    }

    fn blank(&self, kind: SiteType) -> bool {
        let equipment = self.state.game().equipment();
        equipment.values.is_some() && (kind == SiteType::Edge || kind != equipment.kind())
    }

    fn joined(&self, kind: SiteType) -> Vec<(Site, Site)> {
        let board = &self.state.game().equipment().board;
        let piece = |site: Site| {
            let view = self.sites.get(self.site(kind, site)? as usize)?;
            view.covered_from.or((!view.pieces.is_empty()).then_some(view.site))
        };
        let covered = self.sites.iter().filter(|view| view.covered_from.is_some());
        let sites = covered.filter_map(|view| self.on_board(view.site)).filter(|(of, _)| *of == kind);
        let pairs = sites.flat_map(|(_, site)| {
            let near = board.steps(kind, site, RelationType::Orthogonal.direction()).to_vec();
            near.into_iter().filter(move |other| piece(*other) == piece(site)).map(move |other| (site, other))
        });
        pairs.collect()
    }

    fn paths(&self, kind: SiteType, site: Site) -> Vec<Stroke> {
        let equipment = self.state.game().equipment();
        let Some(view) = self.site(kind, site).and_then(|site| self.sites.get(site as usize)) else {
            return Vec::new();
        };
        let [piece] = &view.pieces[..] else { return Vec::new() };
        let Some(tile) = piece.component.and_then(|c| equipment.components.get(c as usize - 1)) else {
            return Vec::new();
        };
        let board = &equipment.board;
        let ways = board.directions(kind, RelationType::Orthogonal);
        let turn = piece.rotation.unwrap_or(0) as usize / equipment.turn_of_a_side() as usize;
        let middle = board.position(kind, site);
        let end = |(side, slot): (u32, u32)| {
            let way = (side as usize + turn) % ways.len().max(1);
            // Halfway to the neighbour, or where that would be.
            let towards = |way: usize| {
                let next = *board.steps(kind, site, *ways.get(way)?).first()?;
                let there = board.position(kind, next);
                Some(((there.x - middle.x) / 2.0, (there.y - middle.y) / 2.0))
            };
            let across = || towards((way + ways.len() / 2) % ways.len().max(1)).map(|(x, y)| (-x, -y));
            let (x, y) = towards(way).or_else(across).unwrap_or((0.0, 0.0));
            // Slots lie clockwise along the side.
            let aside = (f64::from(slot) + 0.5) / f64::from(tile.slots.max(1)) - 0.5;
            Point { x: middle.x + x + aside * y, y: middle.y + y - aside * x, ..middle }
        };
        let owner = |colour: i32| u8::try_from(colour).unwrap_or(0);
        tile.paths.iter().map(|p| Stroke { from: end(p.ends[0]), to: end(p.ends[1]), owner: owner(p.colour) }).collect()
    }

    fn last(&self) -> Vec<(SiteType, Site)> {
        self.last.iter().filter_map(|site| self.on_board(*site)).collect()
    }

    fn starred(&self) -> Vec<(SiteType, Site)> {
        let sites = self.starred.as_deref().unwrap_or(self.last.last().map_or(&[], std::slice::from_ref));
        sites.iter().filter_map(|site| self.on_board(*site)).collect()
    }
}
