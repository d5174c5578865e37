//! As much of the rule language as it takes to find a board: options, definitions, nesting.

/// A piece of a rule file.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// `(word members…)`; the first member is the word.
    Call(Vec<Node>),
    /// `{members…}`.
    List(Vec<Node>),
    /// `name:value`.
    Named(String, Box<Node>),
    /// A text in quotes.
    Text(String),
    /// A word or a number.
    Word(String),
}

impl Node {
    pub fn word(&self) -> Option<&str> {
        match self {
            Node::Word(word) => Some(word),
            _ => None,
        }
    }

    pub fn head(&self) -> Option<&str> {
        match self {
            Node::Call(members) => members.first().and_then(Node::word),
            _ => None,
        }
    }

    /// The members after the word, or those of a list.
    pub fn members(&self) -> &[Node] {
        match self {
            Node::Call(members) => members.get(1..).unwrap_or(&[]),
            Node::List(members) => members,
            _ => &[],
        }
    }

    pub fn named(&self, name: &str) -> Option<&Node> {
        self.members().iter().find_map(|member| match member {
            Node::Named(own, value) if own == name => Some(&**value),
            _ => None,
        })
    }

    pub fn plain(&self) -> impl Iterator<Item = &Node> {
        self.members().iter().filter(|member| !matches!(member, Node::Named(..)))
    }
}

/// Boards that rule files take from a library, as far as they are plain.
const LIBRARY: &[(&str, &str)] = &[
    ("AlquerqueBoard", "(board (rectangle #1 #2 diagonals:Alternating) use:Vertex)"),
    ("NineMensMorrisBoard", "(board (concentric Square rings:3) use:Vertex)"),
    ("ThreeMensMorrisBoard", "(board (square 3 diagonals:Alternating) use:Vertex)"),
    ("BackgammonBoard", "(board (rectangle 2 13) use:Vertex)"),
    (
        "TableBoard",
        "(board (merge { (rectangle 1 6) (shift 7 0 (rectangle 1 6)) (shift 0 6 (rectangle 1 6)) (shift 7 6 (rectangle 1 6)) }) use:Vertex)",
    ),
    ("StarBoard", "(board (hex Star #1))"),
    (
        "CrossBoard",
        "(board (merge (shift 0 (/ (- #2 #1) 2) (rectangle #1 #2 #4)) (shift (/ (- #2 #1) 2) 0 (rectangle #2 #1 #4))) #3)",
    ),
    ("FortyStonesWithFourGapsBoard", "(board (rectangle 1 44))"),
];

/// Games whose board comes from a library definition that also brings their pieces.
const BY_GAME: &[(&str, &str)] = &[
    ("English Draughts", "(board (square 8))"),
    ("International Draughts", "(board (square 10))"),
    ("Shashki", "(board (square 8))"),
    ("Dama (Italy)", "(board (square 8))"),
];

/// The board of a rule file, under its default options.
pub fn board_of(source: &str) -> Result<Node, String> {
    let source = choose_options(&without_comments(source));
    let mut definitions = Vec::new();
    let mut rest = source.as_str();
    while let Some(at) = rest.find("(define ") {
        let body = balanced(&rest[at..]).ok_or("an open definition")?;
        let inside = &body["(define ".len()..body.len() - 1];
        let name = inside.trim_start().trim_start_matches('"');
        let (name, value) = name.split_once('"').ok_or("a definition without a name")?;
        definitions.push((name.to_string(), value.trim().to_string()));
        rest = &rest[at + body.len()..];
    }
    for (name, value) in LIBRARY {
        if !definitions.iter().any(|(own, _)| own == name) {
            definitions.push(((*name).to_string(), (*value).to_string()));
        }
    }
    let game = source.find("(game ").unwrap_or(0);
    let equipment = source[game..].find("(equipment").map_or(game, |at| game + at);
    let equipment = expand(balanced(&source[equipment..]).ok_or("open equipment")?, &definitions)?;
    let name = source[game..].split('"').nth(1).unwrap_or("");
    if let Some((_, board)) = BY_GAME.iter().find(|(own, _)| *own == name) {
        return parse(&mut board.chars().peekable()).ok_or_else(|| "an open board".into());
    }
    let heads = ["(board", "(mancalaBoard", "(boardless", "(surakartaBoard"];
    let starts = |head: &str| {
        let found = equipment.match_indices(head).map(|(at, _)| at);
        let whole = |&at: &usize| equipment[at + head.len()..].starts_with(char::is_whitespace);
        found.filter(whole).min()
    };
    let at = heads.iter().filter_map(|head| starts(head)).min().ok_or("no board")?;
    let expanded = balanced(&equipment[at..]).ok_or("an open board")?;
    let mut chars = expanded.chars().peekable();
    parse(&mut chars).ok_or_else(|| "an open board".into())
}

fn without_comments(source: &str) -> String {
    source.lines().map(|line| line.split_once("//").map_or(line, |(code, _)| code)).collect::<Vec<_>>().join("\n")
}

/// The text up to the bracket that closes the first.
fn balanced(text: &str) -> Option<&str> {
    let (mut depth, mut quoted) = (0, false);
    for (i, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '(' | '{' if !quoted => depth += 1,
            ')' | '}' if !quoted => {
                depth -= 1;
                if depth == 0 {
                    return Some(&text[..=i]);
                }
            }
            _ => {}
        }
    }
    None
}

/// Replaces `<Option:argument>` by what the preferred items say.
fn choose_options(source: &str) -> String {
    let mut chosen = source.to_string();
    let mut rest = source;
    while let Some(at) = rest.find("(option ") {
        let Some(body) = balanced(&rest[at..]) else { break };
        rest = &rest[at + body.len()..];
        let Some((_, after)) = body.split_once('<') else { continue };
        let Some((tag, after)) = after.split_once('>') else { continue };
        let names: Vec<String> = match after.split_once('{') {
            Some((_, names)) => angled(names.split('}').next().unwrap_or("")),
            None => continue,
        };
        let mut best: Option<(i32, Vec<String>)> = None;
        let mut items = after;
        while let Some(at) = items.find("(item ") {
            let Some(item) = balanced(&items[at..]) else { break };
            items = &items[at + item.len()..];
            let stars = items.chars().take_while(|&c| c == '*').count() as i32;
            if best.as_ref().is_none_or(|(most, _)| stars > *most) {
                let arguments = item.split_once('"').and_then(|(_, l)| l.split_once('"')).map_or("", |(_, l)| l);
                best = Some((stars, angled(arguments)));
            }
        }
        let Some((_, values)) = best else { continue };
        for (i, value) in values.iter().enumerate() {
            if let Some(name) = names.get(i) {
                chosen = chosen.replace(&format!("<{tag}:{name}>"), value);
            }
            if i == 0 {
                chosen = chosen.replace(&format!("<{tag}>"), value);
            }
        }
    }
    chosen
}

/// The parts in angle brackets, which may hold brackets of their own.
fn angled(text: &str) -> Vec<String> {
    let (mut found, mut depth, mut part, mut round) = (Vec::new(), 0, String::new(), 0);
    let mut before = ' ';
    for c in text.chars() {
        match c {
            '(' | '{' => round += 1,
            ')' | '}' => round -= 1,
            _ => {}
        }
        let opens = c == '<' && !(round > 0 && before == '(');
        let closes = c == '>' && depth > 0 && !(round > 0 && before == '(');
        match c {
            _ if opens => {
                depth += 1;
                if depth > 1 {
                    part.push(c);
                }
            }
            _ if closes => {
                depth -= 1;
                if depth == 0 {
                    found.push(std::mem::take(&mut part));
                } else {
                    part.push(c);
                }
            }
            _ if depth > 0 => part.push(c),
            _ => {}
        }
        before = c;
    }
    found
}

/// Replaces defined names by what they stand for.
fn expand(body: &str, definitions: &[(String, String)]) -> Result<String, String> {
    let mut body = body.to_string();
    'again: for _ in 0..3000 {
        for (name, value) in definitions {
            if let Some(at) = body.find(&format!("(\"{name}\"")) {
                let call = balanced(&body[at..]).ok_or("an open call")?;
                let inside = &call[name.len() + 3..call.len() - 1];
                let mut filled = value.clone();
                for (i, argument) in split(inside).iter().enumerate().rev() {
                    filled = filled.replace(&format!("#{}", i + 1), argument);
                }
                for i in 1..10 {
                    filled = filled.replace(&format!("#{i}"), "");
                }
                body = format!("{}{filled}{}", &body[..at], &body[at + call.len()..]);
                continue 'again;
            }
            if let Some(at) = body.find(&format!("\"{name}\"")) {
                body = format!("{}{value}{}", &body[..at], &body[at + name.len() + 2..]);
                continue 'again;
            }
        }
        return Ok(body);
    }
    Err("definitions too deep".into())
}

/// The arguments of a call, as texts.
fn split(text: &str) -> Vec<String> {
    let (mut parts, mut part, mut depth, mut quoted) = (Vec::new(), String::new(), 0, false);
    for c in text.chars() {
        match c {
            '"' => quoted = !quoted,
            '(' | '{' if !quoted => depth += 1,
            ')' | '}' if !quoted => depth -= 1,
            _ => {}
        }
        if c.is_whitespace() && depth == 0 && !quoted {
            if !part.is_empty() {
                parts.push(std::mem::take(&mut part));
            }
        } else {
            part.push(c);
        }
    }
    if !part.is_empty() {
        parts.push(part);
    }
    parts
}

fn parse(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Option<Node> {
    while chars.peek()?.is_whitespace() {
        chars.next();
    }
    match *chars.peek()? {
        open @ ('(' | '{') => {
            chars.next();
            let close = if open == '(' { ')' } else { '}' };
            let mut members = Vec::new();
            loop {
                while chars.peek()?.is_whitespace() {
                    chars.next();
                }
                if *chars.peek()? == close {
                    chars.next();
                    return Some(if open == '(' { Node::Call(members) } else { Node::List(members) });
                }
                members.push(parse(chars)?);
            }
        }
        '"' => {
            chars.next();
            let text = chars.by_ref().take_while(|&c| c != '"').collect();
            Some(Node::Text(text))
        }
        _ => {
            let mut word = String::new();
            while let Some(&c) = chars.peek() {
                if c.is_whitespace() || "(){}\"".contains(c) {
                    break;
                }
                chars.next();
                if c == ':' {
                    return Some(Node::Named(word, Box::new(parse(chars)?)));
                }
                word.push(c);
            }
            if word.is_empty() { None } else { Some(Node::Word(word)) }
        }
    }
}
