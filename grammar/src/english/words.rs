//! Words: numbers, articles, plurals, verbs, lists, sentences.

/// A whole number: in words up to twelve.
pub fn number(n: i64) -> String {
    const WORDS: [&str; 13] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    match usize::try_from(n.unsigned_abs()).ok().and_then(|n| WORDS.get(n)) {
        Some(word) if n < 0 => format!("minus {word}"),
        Some(word) => (*word).to_owned(),
        None => n.to_string(),
    }
}

/// So many of a thing: `three discs`, `one disc`, `no discs`.
pub fn counted(n: i64, thing: &str) -> String {
    match n {
        0 => format!("no {}", plural(thing)),
        1 => format!("one {thing}"),
        _ => format!("{} {}", number(n), plural(thing)),
    }
}

/// Which one of several: `third`.
pub fn ordinal(n: i64) -> String {
    const WORDS: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
        "twelfth",
    ];
    let ending = match (n % 10, n % 100) {
        (1, hundred) if hundred != 11 => "st",
        (2, hundred) if hundred != 12 => "nd",
        (3, hundred) if hundred != 13 => "rd",
        _ => "th",
    };
    let word = usize::try_from(n - 1).ok().and_then(|n| WORDS.get(n));
    word.map_or_else(|| format!("{n}{ending}"), |word| (*word).to_owned())
}

/// Whether a name says what has become of things, and is no noun: `played`.
pub fn is_participle(name: &str) -> bool {
    let last = name.rsplit(' ').next().unwrap_or(name);
    let noun = ["eed", "bed", "shed", "king", "ring", "wing", "thing"].iter().any(|ending| last.ends_with(ending));
    ["laid", "taken", "won", "drawn", "thrown", "given"].contains(&last)
        || !noun && (last.ends_with("ed") || last.ends_with("ing"))
}

/// How often: `once`, `twice`, `three times`.
pub fn times(n: i64) -> String {
    match n {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        _ => format!("{} times", number(n)),
    }
}

/// A thing with its indefinite article.
pub fn a(thing: &str) -> String {
    let lower = thing.to_lowercase();
    let vowel = lower.starts_with(['a', 'e', 'i', 'o', 'u']) && !lower.starts_with("one") && !lower.starts_with("uni");
    format!("{} {thing}", if vowel { "an" } else { "a" })
}

/// More than one of a thing; what belongs to it by `of`, `with`, `that` … stays as it is.
pub fn plural(thing: &str) -> String {
    if let Some((head, rest)) = thing.split_once(" (") {
        return format!("{} ({rest}", plural(head));
    }
    for link in [" of ", " with ", " that ", " from ", " on ", " in "] {
        if let Some((head, rest)) = thing.split_once(link) {
            return format!("{}{link}{rest}", plural(head));
        }
    }
    let lower = thing.to_lowercase();
    let cut = |n: usize| &thing[..thing.len() - n];
    let ends = |endings: &[&str]| endings.iter().any(|ending| lower.ends_with(ending));
    let after_vowel = ends(&["ay", "ey", "oy", "uy"]);
    match lower.as_str() {
        "die" => format!("{}ce", cut(1)),
        "foot" => format!("{}eet", cut(3)),
        "sheep" | "dice" | "fish" => thing.to_owned(),
        _ if ends(&["man"]) => format!("{}en", cut(2)),
        _ if ends(&["vertex"]) => format!("{}ices", cut(2)),
        _ if ends(&["mouse"]) => format!("{}ice", cut(4)),
        _ if ends(&["wolf", "thief", "elf", "calf"]) => format!("{}ves", cut(1)),
        _ if ends(&["s", "x", "ch", "sh", "z"]) => format!("{thing}es"),
        _ if ends(&["y"]) && !after_vowel => format!("{}ies", cut(1)),
        _ => format!("{thing}s"),
    }
}

/// The third person of a verb: `goes`, `has`, `passes`.
pub fn third(verb: &str) -> String {
    match verb {
        "be" => return "is".to_owned(),
        "have" => return "has".to_owned(),
        "may" | "must" | "can" | "cannot" => return verb.to_owned(),
        _ => {}
    }
    let after_vowel = ["ay", "ey", "oy", "uy"].iter().any(|ending| verb.ends_with(ending));
    match verb.strip_suffix('y') {
        Some(stem) if !after_vowel => format!("{stem}ies"),
        _ if ["s", "x", "ch", "sh", "o"].iter().any(|ending| verb.ends_with(ending)) => format!("{verb}es"),
        _ => format!("{verb}s"),
    }
}

/// Whose: `your`, `player 1's`.
pub fn possessive(who: &str) -> String {
    match who {
        "you" => "your".to_owned(),
        "it" => "its".to_owned(),
        _ if who.ends_with("players") || who.ends_with("opponents") => format!("{who}'"),
        _ => format!("{who}'s"),
    }
}

/// Several things in a row: `a, b and c`.
pub fn list(items: &[String], link: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        // A comma keeps apart what has links of its own.
        [a, b] if a.contains(" and ") || a.contains(" or ") => format!("{a}, {link} {b}"),
        [rest @ .., last] => {
            let nested = items.iter().any(|item| item.contains(" and ") || item.contains(" or "));
            format!("{}{} {link} {last}", rest.join(", "), if nested { "," } else { "" })
        }
    }
}

/// The words of a name: `IsTooTall` is `is too tall`.
pub fn spaced(name: &str) -> String {
    let mut out = String::new();
    let mut before = ' ';
    let mut chars = name.chars().peekable();
    while let Some(c) = chars.next() {
        let next_is_small = chars.peek().is_some_and(|c| c.is_lowercase());
        let begins = c.is_uppercase() && (before.is_lowercase() || before.is_ascii_digit() || next_is_small)
            || c.is_ascii_digit() && before.is_alphabetic();
        if (matches!(c, '_' | '-' | ' ') || begins) && !out.is_empty() && !out.ends_with(' ') {
            out.push(' ');
        }
        if !matches!(c, '_' | '-' | ' ') && (c.is_alphanumeric() || c == '\'') {
            out.extend(c.to_lowercase());
        }
        before = c;
    }
    out.trim().to_owned()
}

/// A name as it is shown: in words, but what is all capitals stays so.
pub fn shown(name: &str) -> String {
    if name.chars().any(char::is_lowercase) { spaced(name) } else { name.to_owned() }
}

/// The text with a capital at its beginning.
pub fn capital(text: &str) -> String {
    let at = text.find(|c: char| c.is_alphanumeric()).unwrap_or(0);
    let mut rest = text[at..].chars();
    let first = rest.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{}{first}{}", &text[..at], rest.as_str())
}

/// The text as a sentence, or as several.
pub fn sentence(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = capital(text.trim_end_matches([',', ';']));
    if text.is_empty() || text.ends_with(['.', ':', '!', '?']) { text } else { format!("{text}.") }
}

/// A clause about somebody as one about `you`, where it is: `you have`, `your hand`.
pub fn to_you(clause: &str) -> String {
    let mut out = clause.to_owned();
    // `the hand of you`
    let mut from = 0;
    while let Some(at) = out[from..].find(" of you").map(|at| at + from) {
        let after = out[at + " of you".len()..].chars().next();
        let noun = out[..at].rfind(' ').map_or(0, |space| space + 1);
        if after.is_none_or(|c| !c.is_alphabetic()) && out[..noun].ends_with("the ") {
            let thing = out[noun..at].to_owned();
            out.replace_range(noun - "the ".len()..at + " of you".len(), &format!("your {thing}"));
        } else {
            from = at + 1;
        }
    }
    for (wrong, right) in
        [("you has ", "you have "), ("you is ", "you are "), ("you was ", "you were "), ("you's ", "your ")]
    {
        out = out.replace(wrong, right);
    }
    out
}

/// Whether what follows `have` is something done, and not something owned.
fn has_done(rest: &str) -> bool {
    let word = rest.split([' ', ',']).next().unwrap_or_default();
    matches!(word, "just" | "been" | "already" | "ever" | "had" | "won" | "lost" | "laid" | "made" | "taken")
        || word.ends_with("ed")
}

/// The contrary of a clause, by its first verb.
pub fn negated(clause: &str) -> String {
    if clause.contains(" nothing") || clause.contains(" neither") || clause.contains(" none") {
        return format!("it is not so that {clause}");
    }
    if clause.contains(" no ") {
        return clause.replacen(" no ", " a ", 1);
    }
    let verbs = [
        (" is ", " is not "),
        (" are ", " are not "),
        (" can ", " cannot "),
        (" has ", " does not have "),
        (" have ", " do not have "),
        (" holds ", " does not hold "),
        (" was ", " was not "),
        (" may ", " may not "),
    ];
    let found = verbs.iter().filter_map(|(verb, no)| clause.find(verb).map(|at| (at, verb, no))).min();
    match found {
        // What has been done: `you have not just jumped`.
        Some((at, verb @ (&" has " | &" have "), _)) if has_done(&clause[at + verb.len()..]) => {
            format!("{}{verb}not {}", &clause[..at], &clause[at + verb.len()..])
        }
        Some((at, verb, no)) => format!("{}{no}{}", &clause[..at], &clause[at + verb.len()..]),
        None => format!("it is not so that {clause}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_agree() {
        assert_eq!(counted(3, "Disc"), "three Discs");
        assert_eq!(counted(2, "square of the top row"), "two squares of the top row");
        assert_eq!(plural("enemy"), "enemies");
        assert_eq!(plural("Die"), "Dice");
        assert_eq!(third("pass"), "passes");
        assert_eq!(third("carry"), "carries");
        assert_eq!(a("empty square"), "an empty square");
        assert_eq!(spaced("IsTooTall"), "is too tall");
        assert_eq!(spaced("LifeCells2"), "life cells 2");
        assert_eq!(negated("the board is full"), "the board is not full");
        assert_eq!(negated("the defender has laid no card"), "the defender has laid a card");
        assert_eq!(negated("you have just jumped"), "you have not just jumped");
        assert_eq!(negated("you have a card"), "you do not have a card");
        assert_eq!([ordinal(3), ordinal(13), ordinal(22)].join(" "), "third 13th 22nd");
        assert!(
            is_participle("played") && is_participle("waiting") && !is_participle("seed") && !is_participle("king")
        );
        assert_eq!(to_you("the hand of you is empty and you has nothing"), "your hand is empty and you have nothing");
        assert_eq!(number(-2), "minus two");
        assert_eq!(list(&["a".into(), "b".into(), "c".into()], "or"), "a, b or c");
        assert_eq!(sentence("you  win"), "You win.");
    }
}
