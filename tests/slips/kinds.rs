//! The kinds of slip. Each knows where it cuts.

use super::book::{Book, Bytes, Call, Item, Kind, Typed, bytes, rows};
use super::common::Dice;
use super::slip::Slip;
use parlour_grammar::catalogue::{Alternative, Catalogue, SlotKind, SlotType, Type};
use parlour_grammar::expand::Parameters;
use parlour_grammar::parse::{Lexeme, Token};
use parlour_grammar::tree::{Node, NodeKind};

/// Makes a slip of a kind in a rule file, if the file has a place for it.
pub type Cut = fn(&Book, &mut Dice) -> Option<Slip>;

/// Every kind.
pub const KINDS: &[(&str, Cut)] = &[
    ("misspelt ludeme", ludeme),
    ("misspelt label", label),
    ("misspelt word", word),
    ("wrong case", case),
    ("misspelt name of a piece", piece),
    ("misspelt name of a zone, region, phase", place_name),
    ("misspelt name of something kept", kept),
    ("misspelt definition", definition),
    ("misspelt option", option),
    ("wrong choice in a ruleset", ruleset),
    ("wrong default", default),
    ("missing closing bracket", no_closer),
    ("missing opening bracket", no_opener),
    ("extra closing bracket", closer),
    ("extra opening bracket", opener),
    ("bracket of the wrong kind", other_bracket),
    ("lost quote", quote),
    ("lost colon", colon),
    ("lost label", no_label),
    ("lost head", no_head),
    ("ludeme without brackets", bare),
    ("argument of another type", wrong_type),
    ("arguments swapped", swapped),
    ("missing argument", missing),
    ("missing equipment", equipment),
    ("unknown site", site),
    ("wrong player", player),
    ("impossible end", end),
    ("misplaced then", then),
    ("too many arguments for a definition", surplus),
    ("too few arguments for a definition", scarce),
    ("given twice", twice),
];

/// A misspelling of `word` that is none of those known.
fn misspelt(word: &str, dice: &mut Dice, known: impl Fn(&str) -> bool) -> Option<String> {
    let chars: Vec<char> = word.chars().collect();
    if chars.len() < 4 || !word.is_ascii() {
        return None;
    }
    for _ in 0..8 {
        let mut new = chars.clone();
        let at = 1 + dice.below(chars.len() - 2);
        match dice.below(4) {
            0 => new.swap(at, at + 1),
            1 => drop(new.remove(at)),
            2 => new.insert(at, chars[at]),
            _ => new[at] = char::from(b'a' + dice.below(26) as u8),
        }
        let new: String = new.into_iter().collect();
        let blank = |c: char| c.is_whitespace() || "/<>#:\"".contains(c);
        if new != word && !known(&new) && !blank(chars[at]) && !new.contains("  ") {
            return Some(new);
        }
    }
    None
}

fn one<T>(mut of: Vec<T>, dice: &mut Dice) -> Option<T> {
    (!of.is_empty()).then(|| of.swap_remove(dice.below(of.len())))
}

fn is_head(word: &str) -> bool {
    Catalogue::get().with_head(word).next().is_some()
}

fn is_word(word: &str) -> bool {
    Type::ALL.iter().any(|ty| ty.has_word(word))
}

/// The words that belong to a ludeme's name in a call of it.
fn name_words(call: &Call) -> &[Item] {
    let Some(Item { kind: Kind::Symbol(head), .. }) = call.items.first() else { return &[] };
    let follows = |item: &Item| match &item.kind {
        Kind::Symbol(word) => rows(head).iter().flat_map(|row| &row.spellings).any(|spelling| {
            spelling.head == head && spelling.words.first().is_some_and(|choice| choice.contains(&word.as_str()))
        }),
        _ => false,
    };
    match call.items.get(1) {
        Some(item) if follows(item) => &call.items[1..2],
        _ => &[],
    }
}

fn heads(book: &Book) -> Vec<(&Call, &Item, &str)> {
    let head = |call: &'_ Call| matches!(call.items.first(), Some(Item { kind: Kind::Symbol(_), span }) if span.start == call.span.start + 1);
    book.calls
        .iter()
        .filter(|call| head(call))
        .filter_map(|call| match &call.items[0] {
            item @ Item { kind: Kind::Symbol(word), .. } => Some((call, item, word.as_str())),
            _ => None,
        })
        .collect()
}

/// The words of the file that are no heads: kinds of ludemes and values of enumerations.
fn words(book: &Book) -> Vec<(&Call, &Item, &str)> {
    let of = |call: &'_ Call| -> usize {
        usize::from(matches!(call.items.first(), Some(i) if i.span.start == call.span.start + 1))
    };
    let mut found = Vec::new();
    for call in &book.calls {
        for item in call.items.iter().skip(of(call)) {
            if let Kind::Symbol(word) = &item.kind {
                found.push((call, item, word.as_str()));
            }
        }
    }
    found
}

fn ludeme(book: &Book, dice: &mut Dice) -> Option<Slip> {
    let (call, item, word) = one(heads(book), dice)?;
    let new = misspelt(word, dice, is_head)?;
    Some(Slip::within(book, &item.span, &new, &call.span).fix(word).read_with(call.selection))
}

fn label(book: &Book, dice: &mut Dice) -> Option<Slip> {
    let of = |call: &'_ Call| call.items.iter().any(|item| matches!(item.kind, Kind::Named(..)));
    let call = one(book.calls.iter().filter(|call| of(call)).collect(), dice)?;
    let named = call.items.iter().filter_map(|item| match &item.kind {
        Kind::Named(name, place) => Some((name, place)),
        _ => None,
    });
    let (name, place) = one(named.collect(), dice)?;
    let head = call.items.first().map_or("", |item| book.at(&item.span));
    let known = |new: &str| rows(head).iter().flat_map(|row| &row.signatures).any(|s| s.named(new).is_some());
    let new = misspelt(name, dice, known).or_else(|| (name == "if").then(|| "fi".to_owned()))?;
    Some(Slip::within(book, place, &format!("{new}:"), &call.span).fix(name).read_with(call.selection))
}

fn word(book: &Book, dice: &mut Dice) -> Option<Slip> {
    let (call, item, word) = one(words(book), dice)?;
    let new = misspelt(word, dice, |new| is_word(new) || is_head(new))?;
    Some(Slip::within(book, &item.span, &new, &call.span).fix(word).read_with(call.selection))
}

fn case(book: &Book, dice: &mut Dice) -> Option<Slip> {
    let all = words(book).into_iter().chain(heads(book)).collect();
    let (call, item, word) = one(all, dice)?;
    let first = word.chars().next().filter(char::is_ascii_alphabetic)?;
    let other = if first.is_ascii_uppercase() { first.to_ascii_lowercase() } else { first.to_ascii_uppercase() };
    let new = format!("{other}{}", &word[1..]);
    if is_head(&new) || is_word(&new) {
        return None;
    }
    Some(Slip::within(book, &item.span, &new, &call.span).fix(word).read_with(call.selection))
}

/// A misspelling of a string that the rules use, other than where it is declared.
fn name(book: &Book, dice: &mut Dice, wanted: impl Fn(&Call, &str) -> bool) -> Option<Slip> {
    let mut found = Vec::new();
    for call in &book.calls {
        for item in &call.items {
            if let Kind::Text(text) = &item.kind
                && wanted(call, text)
            {
                found.push((call, &item.span, text.as_str()));
            }
        }
    }
    let (call, span, text) = one(found, dice)?;
    let partial = |new: &str| {
        book.equipment.iter().any(|name| name.contains(new)) || book.definitions.iter().any(|d| d.name == new)
    };
    let new = misspelt(text, dice, partial)?;
    Some(Slip::within(book, span, &format!("\"{new}\""), &call.span).fix(text).read_with(call.selection))
}

fn head_of(call: &Call) -> &str {
    match call.items.first() {
        Some(Item { kind: Kind::Symbol(head), .. }) => head,
        _ => "",
    }
}

fn declares(call: &Call) -> bool {
    matches!(
        head_of(call),
        "regions" | "track" | "map" | "phase" | "game" | "step" | "record" | "let" | "choose" | "roll"
    )
}

fn piece(book: &Book, dice: &mut Dice) -> Option<Slip> {
    let bare = |text: &str| text.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
    name(book, dice, |call, text| {
        let kind = call.term.as_ref().is_some_and(|t| t.prim.row().ty == Type::Item);
        !kind && !declares(call) && head_of(call) != "zone" && book.equipment.contains(&bare(text))
    })
}

fn place_name(book: &Book, dice: &mut Dice) -> Option<Slip> {
    name(book, dice, |call, text| {
        let kind = call.term.as_ref().is_some_and(|t| t.prim.row().ty == Type::Item);
        let where_to = matches!(head_of(call), "zone" | "sites" | "nextPhase" | "place" | "is");
        !kind
            && where_to
            && book.equipment.contains(text)
            && (head_of(call) != "place"
                || call.items.iter().skip(2).any(|i| matches!(&i.kind, Kind::Text(t) if t == text)))
    })
}

fn kept(book: &Book, dice: &mut Dice) -> Option<Slip> {
    name(book, dice, |call, _| {
        let declares = call.term.as_ref().is_none_or(|term| term.prim.row().ty == Type::Attribute);
        !declares && matches!(head_of(call), "chosen" | "rolled" | "attribute" | "recorded")
    })
}

/// The calls of definitions: the form or the string, and the name.
fn called(book: &Book) -> Vec<(Bytes, Bytes, String)> {
    fn walk(node: &Node, book: &Book, into: &mut Vec<(Bytes, Bytes, String)>) {
        let span = bytes(node.origin.span);
        let used = || book.used.contains(&(span.start, span.end));
        match &node.kind {
            NodeKind::Call(items) => {
                if let Some(Node { kind: NodeKind::Text(name), origin }) = items.first()
                    && used()
                {
                    into.push((span, bytes(origin.span), name.clone()));
                }
            }
            NodeKind::Text(name) if used() => into.push((span.clone(), span, name.clone())),
            _ => {}
        }
        node.children().for_each(|child| walk(child, book, into));
    }
    let mut found = Vec::new();
    book.nodes.iter().for_each(|node| walk(node, book, &mut found));
    found.retain(|(_, _, name)| book.definitions.iter().any(|d| d.name == *name));
    found
}

fn definition(book: &Book, dice: &mut Dice) -> Option<Slip> {
    let (_, place, name) = one(called(book), dice)?;
    let new = misspelt(&name, dice, |new| book.definitions.iter().any(|d| d.name == new))?;
    Some(Slip::replaced(book, &place, &format!("\"{new}\"")).fix(name))
}

fn tokens(book: &Book, wanted: impl Fn(&Lexeme) -> bool) -> Vec<(usize, &Token)> {
    book.tokens.iter().enumerate().filter(|(_, token)| wanted(&token.lexeme)).collect()
}

fn option(book: &Book, dice: &mut Dice) -> Option<Slip> {
    // In the items of options such words are fragments, and are no references.
    let options: Vec<Bytes> =
        book.nodes.iter().filter(|node| node.head() == Some("option")).map(|node| bytes(node.origin.span)).collect();
    let in_option = |token: &Token| options.iter().any(|option| option.contains(&(token.origin.span.start as usize)));
    let refs = tokens(book, |lexeme| matches!(lexeme, Lexeme::OptionRef(..)));
    let refs = refs.into_iter().filter(|(_, token)| !in_option(token)).map(|(_, token)| token);
    let token = one(refs.collect(), dice)?;
    let Lexeme::OptionRef(tag, arg) = &token.lexeme else { return None };
    let place = bytes(token.origin.span);
    match arg {
        Some(arg) if dice.below(2) == 0 => {
            let new = misspelt(arg, dice, |_| false)?;
            Some(Slip::replaced(book, &place, &format!("<{tag}:{new}>")).fix(arg))
        }
        _ => {
            let new = misspelt(tag, dice, |_| false)?;
            let rest = arg.as_ref().map(|arg| format!(":{arg}")).unwrap_or_default();
            Some(Slip::replaced(book, &place, &format!("<{new}{rest}>")).fix(tag))
        }
    }
}

fn ruleset(book: &Book, dice: &mut Dice) -> Option<Slip> {
    let settings: Vec<(&str, Bytes)> =
        book.strings().filter(|(text, _)| text.contains('/') && !text.starts_with("Ruleset/")).collect();
    let (text, place) = one(settings, dice)?;
    let (name, value) = text.split_once('/')?;
    let (new, fix) = match dice.below(2) {
        0 => (format!("{}/{value}", misspelt(name, dice, |_| false)?), name.to_owned()),
        _ if value.bytes().all(|b| b.is_ascii_digit()) => {
            return Some(Slip::replaced(book, &place, &format!("\"{name}/999999999\"")));
        }
        _ => (format!("{name}/{}", misspelt(value, dice, |_| false)?), value.to_owned()),
    };
    Some(Slip::replaced(book, &place, &format!("\"{new}\"")).fix(fix))
}

fn default(book: &Book, dice: &mut Dice) -> Option<Slip> {
    let values = tokens(book, |lexeme| matches!(lexeme, Lexeme::Int(_)));
    let of_default =
        |at: usize| at > 0 && matches!(&book.tokens[at - 1].lexeme, Lexeme::Name(name) if name == "default");
    let (_, token) = one(values.into_iter().filter(|(at, _)| of_default(*at)).collect(), dice)?;
    Some(Slip::replaced(book, &bytes(token.origin.span), ["-1", "123456789"][dice.below(2)]))
}

fn is_closer(lexeme: &Lexeme) -> bool {
    matches!(lexeme, Lexeme::Close | Lexeme::ListClose)
}

fn is_opener(lexeme: &Lexeme) -> bool {
    matches!(lexeme, Lexeme::Open | Lexeme::ListOpen)
}

fn no_closer(book: &Book, dice: &mut Dice) -> Option<Slip> {
    let (at, token) = one(tokens(book, is_closer), dice)?;
    let fix = if token.lexeme == Lexeme::Close { ")" } else { "}" };
    let place = bytes(token.origin.span);
    let mut slip = Slip::in_line(book, &place, "").fix(fix);
    // A closer at the head of a line, or of several: it may be missing at the end of the line before as well.
    let before = bytes(book.tokens[at.checked_sub(1)?].origin.span);
    if book.text[before.end..place.start].contains('\n') {
        slip.spots[0].0.start = before.start;
        slip.spots[0].1.start = before.start;
    }
    Some(slip)
}

fn no_opener(book: &Book, dice: &mut Dice) -> Option<Slip> {
    let (_, token) = one(tokens(book, is_opener), dice)?;
    let fix = if token.lexeme == Lexeme::Open { "(" } else { "{" };
    Some(Slip::in_line(book, &bytes(token.origin.span), "").fix(fix))
}

fn closer(book: &Book, dice: &mut Dice) -> Option<Slip> {
    let (_, token) = one(tokens(book, is_closer), dice)?;
    let place = bytes(token.origin.span);
    let twice = book.at(&place).repeat(2);
    Some(Slip::in_line(book, &place, &twice))
}

fn opener(book: &Book, dice: &mut Dice) -> Option<Slip> {
    let (_, token) = one(tokens(book, is_opener), dice)?;
    let place = bytes(token.origin.span);
    let twice = book.at(&place).repeat(2);
    Some(Slip::in_line(book, &place, &twice))
}

fn other_bracket(book: &Book, dice: &mut Dice) -> Option<Slip> {
    let form = one(book.forms.iter().filter(|form| form.len() < 200).collect(), dice)?;
    let (open, close) = (form.start..form.start + 1, form.end - 1..form.end);
    let (other_open, other_close) = if book.at(&open) == "(" { ("{", "}") } else { ("(", ")") };
    match dice.below(3) {
        0 => Some(Slip::in_line(book, &open, other_open).fix(book.at(&open))),
        1 => Some(Slip::in_line(book, &close, other_close).fix(book.at(&close))),
        _ => {
            let inside = form.start + 1..form.end - 1;
            let call = book.call(form);
            let new = format!("{other_open}{}{other_close}", book.at(&inside));
            let around = book.form(form);
            let slip = Slip::within(book, form, &new, &around).read_with(call.map_or(0, |call| call.selection));
            Some(slip.fix(book.at(&open)).unsure())
        }
    }
}

fn quote(book: &Book, dice: &mut Dice) -> Option<Slip> {
    let (_, place) = one(book.strings().collect(), dice)?;
    let cut = if dice.below(2) == 0 { place.start..place.start + 1 } else { place.end - 1..place.end };
    Some(Slip::in_line(book, &cut, "").fix("\""))
}

fn named(book: &Book, dice: &mut Dice) -> Option<(usize, Bytes, Bytes, Bytes, String)> {
    let mut found = Vec::new();
    for call in &book.calls {
        for item in &call.items {
            if let Kind::Named(name, place) = &item.kind {
                found.push((call.selection, call.span.clone(), item.span.clone(), place.clone(), name.clone()));
            }
        }
    }
    one(found, dice)
}

fn colon(book: &Book, dice: &mut Dice) -> Option<Slip> {
    let (selection, call, item, place, name) = named(book, dice)?;
    let new = format!("{name} {}", &book.text[place.end..item.end]);
    Some(Slip::within(book, &item, &new, &call).fix(format!("{name}:")).read_with(selection).unsure())
}

fn no_label(book: &Book, dice: &mut Dice) -> Option<Slip> {
    let (selection, call, item, place, name) = named(book, dice)?;
    let new = book.text[place.end..item.end].to_owned();
    Some(Slip::within(book, &item, &new, &call).fix(format!("{name}:")).read_with(selection).unsure())
}

fn no_head(book: &Book, dice: &mut Dice) -> Option<Slip> {
    let calls = book.calls.iter().filter(|call| !name_words(call).is_empty()).collect();
    let call: &Call = one(calls, dice)?;
    let word = book.at(&call.items[1].span);
    if is_head(word) {
        return None;
    }
    let cut = call.items[0].span.start..call.items[1].span.start;
    let mut slip = Slip::within(book, &cut, "", &call.span);
    slip.spots[0].0.end += word.len();
    Some(slip.fix(format!("{} {word}", head_of(call))).read_with(call.selection))
}

fn bare(book: &Book, dice: &mut Dice) -> Option<Slip> {
    let calls = book.calls.iter().filter(|call| call.items.len() == 1 && call.parent.is_some()).collect();
    let call: &Call = one(calls, dice)?;
    let word = book.at(&call.items[0].span);
    if is_word(word) || word.starts_with('"') || call.span.len() != word.len() + 2 {
        return None;
    }
    Some(Slip::replaced(book, &call.span, word).fix(format!("({word})")).read_with(call.selection))
}

fn takes(asked: &SlotType, ty: Type) -> bool {
    asked.0.iter().any(|alternative| match alternative {
        Alternative::One(wanted) => ty.fits(*wanted),
        Alternative::List(inner) => takes(inner, ty),
    })
}

/// Whether any ludeme of this head could take such an argument without a label.
fn could_take(call: &Call, ty: Type) -> bool {
    let slots = rows(head_of(call)).into_iter().flat_map(|row| &row.signatures).flat_map(|s| &s.slots);
    slots.filter(|slot| slot.kind != SlotKind::Named).any(|slot| takes(&slot.ty, ty))
}

const OTHERS: &[(&str, Type)] = &[
    ("\"Qwerty\"", Type::Text),
    ("(sites Board)", Type::Region),
    ("(count Moves)", Type::Int),
    ("17", Type::Int),
    ("(is Full)", Type::Bool),
    ("True", Type::Bool),
    ("(move Pass)", Type::Moves),
    ("Orthogonal", Type::Direction),
];

/// The arguments of ludemes that have a type.
fn arguments(book: &Book) -> Vec<(&Call, &Typed, usize)> {
    let typed = book.calls.iter().filter_map(|call| Some((call, call.term.as_ref()?)));
    typed.flat_map(|(call, term)| (0..term.args.len()).map(move |arg| (call, term, arg))).collect()
}

fn wrong_type(book: &Book, dice: &mut Dice) -> Option<Slip> {
    let (call, term, arg) = one(arguments(book), dice)?;
    let arg = &term.args[arg];
    let named = term.signature.slots[arg.slot].kind == SlotKind::Named;
    let unfit = |ty: Type| if named { !takes(term.slot_type(arg), ty) } else { !could_take(call, ty) };
    let (new, _) = one(OTHERS.iter().filter(|(_, ty)| unfit(*ty)).collect(), dice)?;
    Some(Slip::within(book, &arg.span, new, &call.span).read_with(call.selection))
}

fn swapped(book: &Book, dice: &mut Dice) -> Option<Slip> {
    let mut found = Vec::new();
    for (call, term, first) in arguments(book) {
        let Some(second) = term.args.get(first + 1) else { continue };
        let first = &term.args[first];
        let unnamed = |slot: usize| term.signature.slots[slot].kind != SlotKind::Named;
        let apart = first.span.end <= second.span.start;
        if apart && unnamed(first.slot) && unnamed(second.slot) && !takes(term.slot_type(second), first.ty) {
            found.push((call, first.span.clone(), second.span.clone()));
        }
    }
    let (call, first, second) = one(found, dice)?;
    let place = first.start..second.end;
    let new = [book.at(&second), &book.text[first.end..second.start], book.at(&first)].concat();
    Some(Slip::within(book, &place, &new, &call.span).read_with(call.selection).unsure())
}

fn missing(book: &Book, dice: &mut Dice) -> Option<Slip> {
    let needed = |(_, term, arg): &(&Call, &Typed, usize)| {
        let arg = &term.args[*arg];
        !term.signature.slots[arg.slot].optional && term.args.iter().filter(|other| other.slot == arg.slot).count() == 1
    };
    let (call, term, arg) = one(arguments(book).into_iter().filter(needed).collect(), dice)?;
    let arg = &term.args[arg];
    let slot = &term.signature.slots[arg.slot];
    let item = call.items.iter().find(|item| item.span.end == arg.span.end)?;
    let before = book.text[..item.span.start].trim_end().len();
    let mut slip = Slip::within(book, &(before..item.span.end), "", &call.span);
    // The whole ludeme lacks something.
    slip.spots.push((slip.spots[0].1.clone(), slip.spots[0].1.clone()));
    slip.spots.remove(0);
    Some(slip.fix(slot.name).read_with(call.selection).unsure())
}

fn equipment(book: &Book, dice: &mut Dice) -> Option<Slip> {
    let items =
        book.calls.iter().filter(|call| matches!(head_of(call), "piece" | "zone" | "regions" | "track" | "map"));
    let items = items.filter(|call| call.term.as_ref().is_some_and(|term| term.prim.row().ty == Type::Item));
    let call: &Call = one(items.collect(), dice)?;
    let name = call.items.iter().find_map(|item| match &item.kind {
        Kind::Text(name) => Some(name.clone()),
        _ => None,
    })?;
    let same = |text: &str| text.trim_end_matches(|c: char| c.is_ascii_digit()) == name;
    let before = book.text[..call.span.start].trim_end().len();
    let cut = before..call.span.end;
    let mut slip = Slip::within(book, &cut, "", &book.form(&book.form(&call.span)));
    // If another piece of equipment has the name, as a region of the other player, nothing need be wrong.
    let declared = book.calls.iter().filter(|other| {
        other.term.as_ref().is_some_and(|term| term.prim.row().ty == Type::Item)
            && other.items.iter().any(|item| matches!(&item.kind, Kind::Text(text) if *text == name))
    });
    slip.sure = declared.count() == 1;
    let mut uses = 0;
    let moved = |at: usize| if at >= cut.end { at - cut.len() } else { at };
    for (text, place) in book.strings() {
        if same(text) && !(call.span.start < place.start && place.end < call.span.end) {
            let form = book.form(&place);
            slip.spots.push((moved(place.start)..moved(place.end), moved(form.start)..moved(form.end)));
            uses += 1;
        }
    }
    (uses > 0).then(|| slip.fix(name).read_with(call.selection))
}

fn site(book: &Book, dice: &mut Dice) -> Option<Slip> {
    if !book.calls.iter().any(|call| head_of(call) == "board") {
        return None;
    }
    let coordinates = || {
        let names = tokens(book, |lexeme| matches!(lexeme, Lexeme::Text(_)));
        let coord = |at: usize| at > 0 && matches!(&book.tokens[at - 1].lexeme, Lexeme::Name(name) if name == "coord");
        names.into_iter().filter(|(at, _)| coord(*at)).map(|(_, token)| bytes(token.origin.span)).collect::<Vec<_>>()
    };
    if dice.below(2) == 0
        && let Some(place) = one(coordinates(), dice)
    {
        return Some(Slip::replaced(book, &place, ["\"Z99\"", "\"A0\"", "\"Q1234\""][dice.below(3)]));
    }
    let regions = arguments(book).into_iter().filter(|(call, term, arg)| {
        let arg = &term.args[*arg];
        let of_play = !matches!(term.prim.row().ty, Type::Item | Type::Graph);
        of_play && arg.ty == Type::Region && takes(term.slot_type(arg), Type::Int) && head_of(call) != "zone"
    });
    let (call, term, arg) = one(regions.collect(), dice)?;
    Some(Slip::within(book, &term.args[arg].span, "4000", &call.span).read_with(call.selection))
}

/// A role that is nobody's, instead of one that is somebody's.
fn nobody(book: &Book, dice: &mut Dice, at_the_end: bool) -> Option<Slip> {
    let ends: Vec<&Bytes> = book.calls.iter().filter(|call| head_of(call) == "end").map(|call| &call.span).collect();
    let roles = arguments(book).into_iter().filter(|(_, term, arg)| {
        let arg = &term.args[*arg];
        let within = ends.iter().any(|end| end.start < arg.span.start && arg.span.end < end.end);
        let single = book.at(&arg.span) != "Each" && book.at(&arg.span) != "Shared" && book.at(&arg.span) != "Neutral";
        arg.ty == Type::Role && single && within == at_the_end
    });
    let (call, term, arg) = one(roles.collect(), dice)?;
    let arg = &term.args[arg];
    let number = book.players[call.selection] as usize + 1 + dice.below(4);
    let by_number = takes(term.slot_type(arg), Type::Player) && dice.below(2) == 0;
    let new = if by_number { format!("(player {number})") } else { format!("P{number}") };
    Some(Slip::within(book, &arg.span, &new, &call.span).read_with(call.selection))
}

fn player(book: &Book, dice: &mut Dice) -> Option<Slip> {
    nobody(book, dice, false)
}

fn end(book: &Book, dice: &mut Dice) -> Option<Slip> {
    let lines = book.calls.iter().filter(|call| {
        head_of(call) == "is" && name_words(call).first().is_some_and(|item| book.at(&item.span) == "Line")
    });
    match one(lines.collect(), dice) {
        Some(call) if dice.below(2) == 0 => {
            let length = call.items.get(2)?;
            Some(Slip::within(book, &length.span, "99", &call.span).read_with(call.selection))
        }
        _ => nobody(book, dice, true),
    }
}

fn then(book: &Book, dice: &mut Dice) -> Option<Slip> {
    let mut found = Vec::new();
    for (call, term, arg) in arguments(book) {
        let arg = &term.args[arg];
        if arg.ty != Type::Then {
            continue;
        }
        // Into what stands before it, or behind the ludeme that it belongs to.
        let around = call.parent.as_ref().and_then(|parent| book.call(parent));
        let inner =
            call.items.iter().rev().find(|item| matches!(item.kind, Kind::Call) && item.span.end < arg.span.start);
        let inner = inner.and_then(|item| book.call(&item.span));
        for other in around.into_iter().chain(inner) {
            if !could_take(other, Type::Then) && !head_of(other).is_empty() {
                found.push((call, arg.span.clone(), other));
            }
        }
    }
    let (call, arg, other) = one(found, dice)?;
    let before = book.text[..arg.start].trim_end().len();
    let (cut, moved) = (before..arg.end, format!(" {}", book.at(&arg)));
    let to = other.span.end - 1;
    let (text, at) = if to >= cut.end {
        let text = [&book.text[..cut.start], &book.text[cut.end..to], &moved, &book.text[to..]].concat();
        (text, to - cut.len())
    } else {
        let text = [&book.text[..to], &moved, &book.text[to..cut.start], &book.text[cut.end..]].concat();
        (text, to)
    };
    let spot = at + 1..at + moved.len();
    let form = other.span.start.min(call.span.start)..at + moved.len() + 1;
    Some(Slip { text, spots: vec![(spot, form)], fix: None, sure: true, selection: call.selection }.unsure())
}

fn numbered(book: &Book, name: &str) -> Option<usize> {
    book.definitions.iter().find(|d| d.name == name).and_then(|d| match d.parameters {
        Parameters::Numbered(count) => Some(count),
        Parameters::Named(_) => None,
    })
}

fn surplus(book: &Book, dice: &mut Dice) -> Option<Slip> {
    let (span, _, name) = one(called(book), dice)?;
    let count = numbered(book, &name)?;
    let given = (0..count).map(|_| "1".to_owned());
    if book.at(&span).starts_with('(') {
        let end = span.end - 1..span.end - 1;
        return Some(Slip::within(book, &end, " 7", &span));
    }
    let args: Vec<String> = given.chain(["7".to_owned()]).collect();
    let new = format!("(\"{name}\" {})", args.join(" "));
    (count == 0).then(|| Slip::replaced(book, &span, &new))
}

fn scarce(book: &Book, dice: &mut Dice) -> Option<Slip> {
    let calls = called(book).into_iter().filter(|(span, place, _)| span != place);
    let (span, place, name) = one(calls.collect(), dice)?;
    numbered(book, &name).filter(|count| *count > 0)?;
    let items: Vec<&Bytes> = book.forms.iter().filter(|form| book.form(form) == span).collect();
    let last = match items.iter().map(|form| form.end).max() {
        // The last argument ends with the call, or is a word before it.
        Some(end) if end == span.end - 1 => items.iter().find(|form| form.end == end).map(|form| form.start)?,
        _ => book.text[..span.end - 1].rfind([' ', '\n'])? + 1,
    };
    if last < place.end {
        return None;
    }
    let before = book.text[..last].trim_end().len();
    let mut slip = Slip::within(book, &(before..span.end - 1), "", &span);
    slip.spots[0].0.start = span.start;
    Some(slip.unsure())
}

fn twice(book: &Book, dice: &mut Dice) -> Option<Slip> {
    let once = ["players", "equipment", "rules", "board", "start", "play", "end", "nextPhase"];
    let calls = book.calls.iter().filter(|call| {
        let whole = call.parent.as_ref().and_then(|parent| book.call(parent)).map_or("", head_of);
        once.contains(&head_of(call)) && matches!(whole, "game" | "rules" | "phase" | "equipment")
    });
    let mut places: Vec<(Bytes, usize)> = calls.map(|call| (call.span.clone(), call.selection)).collect();
    for node in &book.nodes {
        if matches!(node.head(), Some("game" | "define")) {
            places.push((bytes(node.origin.span), 0));
        }
    }
    for call in &book.calls {
        for item in &call.items {
            if let Kind::Named(..) = item.kind {
                places.push((item.span.clone(), call.selection));
            }
        }
    }
    let (place, selection) = one(places, dice)?;
    let again = format!(" {}", book.at(&place));
    let end = place.end..place.end;
    let mut slip = Slip::within(book, &end, &again, &book.form(&place));
    slip.spots[0].0.start = place.start;
    if slip.spots[0].1.is_empty() || slip.spots[0].1 == (end.start..end.end + again.len()) {
        slip.spots[0].1 = slip.spots[0].0.clone();
    }
    Some(slip.read_with(selection))
}
