//! What can be typed next: commands, moves, files; in expressions ludemes, the labels and words that fit there, definitions, sites.

use parlour_grammar::catalogue::{Alternative, Catalogue, Row, SlotKind, SlotType, Spelling, Type, manual};

/// Something that can be typed, and what it is, in one line.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Candidate {
    /// The text.
    pub text: String,
    /// What it is; nothing for what speaks for itself.
    pub doc: String,
}

impl Candidate {
    /// With what it is.
    pub fn new(text: impl Into<String>, doc: impl Into<String>) -> Candidate {
        let doc: String = doc.into();
        // The beginning is enough for a list.
        let line = doc.lines().next().unwrap_or_default();
        let short: String = line.chars().take(LONGEST).collect();
        let more = if short.len() < line.len() { "…" } else { "" };
        Candidate { text: text.into(), doc: short + more }
    }

    /// What speaks for itself.
    pub fn plain(text: impl Into<String>) -> Candidate {
        Candidate::new(text, "")
    }
}

/// The longest line shown of what something is.
const LONGEST: usize = 70;

/// What can be completed.
#[derive(Default)]
pub struct Words {
    /// What a line can begin with.
    pub first: Vec<Candidate>,
    /// First words after which a file follows.
    pub before_files: Vec<String>,
    /// What can follow other first words.
    pub after: Vec<(String, Vec<Candidate>)>,
    /// What expressions can name; none where there are no expressions.
    pub forms: Option<Forms>,
}

/// What expressions can name beside ludemes.
#[derive(Default)]
pub struct Forms {
    /// The definitions.
    pub definitions: Vec<Candidate>,
    /// Other names in quotes: sites, pieces.
    pub names: Vec<Candidate>,
}

/// Where the word at the end of a text begins, and what it can become; `None` if it is a file.
pub fn complete(words: &Words, before: &str) -> Option<(usize, Vec<Candidate>)> {
    let trimmed = before.trim_start();
    let head = trimmed.split_whitespace().next().unwrap_or_default();
    if let Some(forms) = &words.forms
        && (trimmed.starts_with(['(', '{']) || head == "eval" && trimmed.len() > head.len())
    {
        return Some(in_form(forms, before));
    }
    let start = before.rfind(char::is_whitespace).map_or(0, |i| i + 1);
    let list = if before[..start].trim().is_empty() {
        &words.first[..]
    } else if words.before_files.iter().any(|word| word == head) {
        return None;
    } else {
        words.after.iter().find(|(word, _)| word == head).map_or(&[][..], |(_, list)| list)
    };
    Some((start, fitting(list.iter().cloned(), &before[start..])))
}

/// Those that begin so, whatever the case, each once.
fn fitting(list: impl IntoIterator<Item = Candidate>, typed: &str) -> Vec<Candidate> {
    let typed = typed.to_lowercase();
    let mut found: Vec<Candidate> =
        list.into_iter().filter(|candidate| candidate.text.to_lowercase().starts_with(&typed)).collect();
    let mut seen = std::collections::BTreeSet::new();
    found.retain(|candidate| seen.insert(candidate.text.clone()));
    found
}

/// A form that is open at the end of a text: its words so far.
#[derive(Default)]
struct Open<'a> {
    is_call: bool,
    words: Vec<&'a str>,
}

fn in_form(forms: &Forms, before: &str) -> (usize, Vec<Candidate>) {
    let mut open: Vec<Open<'_>> = Vec::new();
    let (mut quote, mut word): (Option<usize>, Option<usize>) = (None, None);
    let mut previous = ' ';
    let mut call_of_text = false;
    for (at, c) in before.char_indices() {
        if quote.is_some() {
            if c == '"' && previous != '\\' {
                quote = None;
            }
            previous = c;
            continue;
        }
        let breaks = c.is_whitespace() || "(){}\"".contains(c);
        if breaks
            && let Some(start) = word.take()
            && let Some(form) = open.last_mut()
        {
            // A word that was given as the value of a label belongs to it.
            form.words.push(&before[start..at]);
        }
        match c {
            '"' => {
                quote = Some(at);
                call_of_text = previous == '(';
            }
            '(' => open.push(Open { is_call: true, words: Vec::new() }),
            '{' => open.push(Open::default()),
            ')' | '}' => _ = open.pop(),
            c if c.is_whitespace() => {}
            _ => _ = word.get_or_insert(at),
        }
        previous = c;
    }
    if let Some(quote) = quote {
        let closed = |candidate: &Candidate| Candidate { text: format!("{}\"", candidate.text), ..candidate.clone() };
        let others = if call_of_text { &[][..] } else { &forms.names[..] };
        let list = forms.definitions.iter().chain(others).map(closed);
        return (quote + 1, fitting(list, &before[quote + 1..]));
    }
    let start = word.unwrap_or(before.len());
    let typed = &before[start..];
    let form = open.last();
    let is_head = form.is_some_and(|form| form.is_call && form.words.is_empty()) && before[..start].ends_with('(');
    if is_head {
        return (start, fitting(heads(), typed));
    }
    // In a collection, what fits is what the form around it asks for.
    let Some(call) = open.iter().rev().find(|form| form.is_call) else { return (start, Vec::new()) };
    match typed.split_once(':') {
        Some((label, rest)) => (start + label.len() + 1, fitting(values(call, label), rest)),
        None => (start, fitting(arguments(call), typed)),
    }
}

/// The heads of ludemes, and of what can be changed.
fn heads() -> Vec<Candidate> {
    let catalogue = Catalogue::get();
    let of = |head: &'static str| {
        let doc = catalogue.with_head(head).next().map_or("", |(row, _)| row.doc);
        Candidate::new(head, doc)
    };
    let more = [
        Candidate::new("define", "A definition: it counts instead of that of the same name."),
        Candidate::new("option", "An option: it counts instead of that of the same name."),
    ];
    let mut heads: Vec<Candidate> = catalogue.heads().map(of).chain(more).collect();
    heads.sort();
    heads
}

/// The rows that a call may still become.
fn rows(call: &Open<'_>) -> Vec<(&'static Row, &'static Spelling)> {
    let Some(head) = call.words.first() else { return Vec::new() };
    let fits = |spelling: &Spelling| {
        let given = call.words[1..].iter().copied();
        spelling.words.iter().zip(given).all(|(choices, word)| choices.contains(&word))
    };
    Catalogue::get().with_head(head).filter(|(_, spelling)| fits(spelling)).collect()
}

/// Labels and words that fit into a call.
fn arguments(call: &Open<'_>) -> Vec<Candidate> {
    let mut found = Vec::new();
    let given = call.words.len().saturating_sub(1);
    for (row, spelling) in rows(call) {
        if let Some(choices) = spelling.words.get(given) {
            found.extend(choices.iter().map(|word| Candidate::new(*word, row.doc)));
            continue;
        }
        for slot in row.signatures.iter().flat_map(|signature| &signature.slots) {
            let is_given =
                call.words.iter().any(|word| word.strip_prefix(slot.name).is_some_and(|w| w.starts_with(':')));
            match slot.kind {
                SlotKind::Named if is_given => {}
                SlotKind::Named => {
                    let meaning = manual::argument(row, slot.name).map_or_else(|| slot.ty.to_string(), str::to_owned);
                    found.push(Candidate::new(format!("{}:", slot.name), meaning));
                }
                _ => words_of(&slot.ty, &mut found),
            }
        }
    }
    found
}

/// Words that fit behind a label.
fn values(call: &Open<'_>, label: &str) -> Vec<Candidate> {
    let mut found = Vec::new();
    for (row, _) in rows(call) {
        for slot in row.signatures.iter().flat_map(|signature| &signature.slots).filter(|slot| slot.name == label) {
            words_of(&slot.ty, &mut found);
        }
    }
    found
}

fn words_of(ty: &SlotType, found: &mut Vec<Candidate>) {
    for alternative in &ty.0 {
        match alternative {
            Alternative::One(truth @ (Type::Bool | Type::Flag)) => {
                found.extend(["True", "False"].map(|word| Candidate::new(word, truth.called())));
            }
            Alternative::One(one) => found.extend(
                one.words().iter().map(|word| Candidate::new(*word, manual::word(*one, word).unwrap_or(one.called()))),
            ),
            Alternative::List(inner) => words_of(inner, found),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Candidate, Forms, Words, complete};

    fn words() -> Words {
        let plain = |list: &[&str]| list.iter().map(|text| Candidate::plain(*text)).collect::<Vec<_>>();
        Words {
            first: plain(&["moves", "move", "b2"]),
            before_files: vec!["load".into()],
            after: vec![("why".into(), plain(&["b2", "b3"]))],
            forms: Some(Forms {
                definitions: vec![Candidate::new("Height", "How tall."), Candidate::plain("Home")],
                names: plain(&["a1", "a2"]),
            }),
        }
    }

    fn found(before: &str) -> (usize, Vec<String>) {
        let (start, found) = complete(&words(), before).expect("no file");
        (start, found.into_iter().map(|candidate| candidate.text).collect())
    }

    #[test]
    fn lines_begin_with_commands_and_moves() {
        assert_eq!(found("mo"), (0, vec!["moves".into(), "move".into()]));
        assert_eq!(found("why B"), (4, vec!["b2".into(), "b3".into()]));
        assert!(complete(&words(), "load ga").is_none());
        assert_eq!(found("moves x").1, Vec::<String>::new());
    }

    #[test]
    fn ludemes_come_with_what_they_are() {
        let (start, found) = complete(&words(), "(count (sit").expect("no file");
        assert_eq!(start, 8);
        assert!(found.iter().any(|c| c.text == "sites" && !c.doc.is_empty()), "{found:?}");
        assert!(!found.iter().any(|c| c.text == "count"));
    }

    #[test]
    fn labels_and_words_are_those_allowed_there() {
        let (start, texts) = found("(sites Emp");
        assert_eq!((start, texts), (7, vec!["Empty".to_owned()]));
        let (_, texts) = found("(move Step ");
        assert!(texts.iter().any(|t| t == "Forward"), "{texts:?}");
        assert!(texts.iter().any(|t| t == "stack:"), "{texts:?}");
        assert!(!texts.iter().any(|t| t == "Slide"), "{texts:?}");
        let (_, texts) = found("(move Step stack:True st");
        assert!(!texts.iter().any(|t| t == "stack:"), "{texts:?}");
        let (start, texts) = found("(move Step stack:T");
        assert_eq!((start, texts), (17, vec!["True".to_owned()]));
        assert!(found("(no such ").1.is_empty());
    }

    #[test]
    fn names_stand_in_quotes() {
        assert_eq!(found("(\"He"), (2, vec!["Height\"".into()]));
        assert_eq!(found("(= \"a"), (4, vec!["a1\"".into(), "a2\"".into()]));
        assert!(found("(\"a").1.is_empty());
        assert_eq!(found("eval (\"Ho"), (7, vec!["Home\"".into()]));
    }
}
