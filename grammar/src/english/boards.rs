//! Boards in words.

use crate::catalogue::Prim;
use crate::rules::{Call, Term, TermKind};

use super::Said;
use super::teller::Teller;
use super::words;

impl Teller<'_> {
    /// The board as a statement; nothing where there is only a place to play at.
    pub(super) fn board(&self, call: &Call) -> Option<Said> {
        let (site, many) = (self.facts.site, words::plural(self.facts.site));
        if !self.facts.board {
            return None;
        }
        let shape = match call.prim {
            Prim::MancalaBoard => {
                let number = |slot: &str| call.get(slot).map(|part| self.number(part)).unwrap_or_default();
                let store = if call.word("store") == Some("None") { "" } else { ", with a store at each end" };
                format!("a board of {} rows of {} pits{store}", number("rows"), number("columns"))
            }
            Prim::SurakartaBoard => {
                let graph = call.get("graph").map(|graph| self.graph(graph)).unwrap_or_default();
                format!("{graph}, with loops around its corners")
            }
            Prim::Boardless => {
                let tiling = call.get("tiling").map(|tiling| self.name_of(tiling)).unwrap_or_default();
                format!("no board: pieces are laid side by side on the table, as on a {tiling} tiling")
            }
            _ => {
                let graph = call.get("graph")?;
                self.graph(graph)
            }
        };
        let mut text = shape;
        match call.word("use") {
            Some("Vertex") if call.get("values").is_some() => text.push_str("; its points are where the lines meet"),
            Some("Vertex") => text.push_str("; pieces stand on the points where the lines meet"),
            Some("Edge") => text.push_str("; play is on the lines between neighbouring points"),
            _ => {}
        }
        let drawn = self.facts.diagonals.as_deref().map(diagonals);
        if let Some(drawn) = drawn.filter(|_| self.facts.squares && call.word("use") == Some("Vertex")) {
            text = format!(
                "{text}. Lines run along the rows and columns, and diagonally {drawn}: two {many} are next to each other if a line joins them"
            );
        } else if self.facts.row || call.word("use") == Some("Edge") {
            // Neighbours are plain to see.
        } else if self.facts.squares && call.word("use") == Some("Vertex") {
            text = format!(
                "{text}. Two {many} are next to each other orthogonally if a line joins them, and diagonally if they are opposite corners of a square"
            );
        } else if self.facts.squares {
            text = format!(
                "{text}. Two {many} are next to each other if they touch: orthogonally along a side, diagonally only at a corner"
            );
        } else if call.prim == Prim::Board {
            text =
                format!("{text}. Two {many} are next to each other if they touch, orthogonally if they share a side");
        }
        if call.word("labels") == Some("Polar") {
            text = format!("{text}. Each {site} is named by its ring, from the middle out, and its segment, clockwise");
        }
        if let Some(values) = self.values(call) {
            text = format!("{text}. {}", words::capital(&values));
        }
        for track in call.get("track").map_or(&[][..], Term::members) {
            if let Some(track) = self.inside(track, |track| self.track(track)) {
                text = format!("{text}. {}", words::capital(&track));
            }
        }
        Some(Said::new(text))
    }

    /// The way of a track.
    fn track(&self, call: &Call) -> String {
        let name = call.get("name").map(|name| self.name_of(name)).unwrap_or_default();
        let name = if name.starts_with("track") { name } else { format!("track “{name}”") };
        let whose = match call.get("owner").map(|owner| self.who(owner)) {
            Some(who) => format!("the track of {who}"),
            None => format!("the {name}"),
        };
        let around = if call.flag("loop") { ", and so on, round and round" } else { "" };
        let Some(path) = call.get("path") else { return whose };
        let mut stretches: Vec<String> = Vec::new();
        let mut off = false;
        match path.text() {
            Some(text) => {
                for step in text.split(',').map(str::trim) {
                    match step.parse::<i32>() {
                        Ok(site) => stretches.push(format!("through {}", self.numbered(site))),
                        Err(_) if step.eq_ignore_ascii_case("End") => off = true,
                        Err(_) => {
                            let word = step.trim_end_matches(|c: char| c.is_ascii_digit());
                            let n = step[word.len()..].parse::<i64>().ok();
                            let far = n.map(|n| format!("{} ", words::counted(n, "step"))).unwrap_or_default();
                            stretches.push(format!("{far}{}", super::directions::adverb(word)));
                        }
                    }
                }
            }
            None => {
                for step in path.members() {
                    match &step.kind {
                        TermKind::Int(n) => stretches.push(format!("through {}", self.numbered(*n))),
                        TermKind::Range(ends) => match (ends.0.int(), ends.1.int()) {
                            (Some(a), Some(b)) => {
                                stretches.push(format!("from {} to {}", self.numbered(a), self.numbered(b)));
                            }
                            _ => stretches.push(self.any_phrase(step)),
                        },
                        TermKind::Symbol(word) if word == "End" => off = true,
                        TermKind::Symbol(word) => stretches.push(super::directions::adverb(word)),
                        _ => stretches.push(self.any_phrase(step)),
                    }
                }
            }
        }
        let off = if off { ", and then off the board" } else { "" };
        format!("{whose} runs {}{off}{around}", stretches.join(", then "))
    }

    /// A site by its number.
    fn numbered(&self, site: i32) -> String {
        self.facts.label(site).unwrap_or_else(|| format!("{} {site}", self.facts.site))
    }

    fn graph(&self, term: &Term) -> String {
        if let Some(said) = self.said(term) {
            return said;
        }
        self.inside(term, |call| self.plain_graph(call)).unwrap_or_else(|| "a board".to_owned())
    }

    fn plain_graph(&self, call: &Call) -> String {
        let number = |slot: &str| call.get(slot).map(|part| self.number(part));
        let inner = || call.get("graph").map(|graph| self.graph(graph)).unwrap_or_else(|| "a board".to_owned());
        let site = self.facts.site;
        // Where play is on the lines, the size of a board is that of its points.
        let many = words::plural(match site {
            "site" => "cell",
            "edge" => "point",
            site => site,
        });
        let dim = number("dim").unwrap_or_default();
        let shape = call.word("shape").map(words::spaced);
        match call.prim {
            Prim::Square => match (shape.as_deref(), call.get("outline")) {
                (None | Some("no shape" | "square"), None) => format!("a square board of {dim} by {dim} {many}"),
                (Some(shape), _) => {
                    format!("a board of {many} in the shape of {}, {dim} on each side", words::a(shape))
                }
                _ => format!("a board of {many}"),
            },
            Prim::Rectangle => match (call.get("rows").and_then(Term::int), number("rows"), number("columns")) {
                (Some(1), _, Some(columns)) => format!("a board of {columns} {many} in a row"),
                (_, Some(rows), Some(columns)) => format!("a board of {rows} rows and {columns} columns of {many}"),
                (_, Some(rows), None) => format!("a square board of {rows} by {rows} {many}"),
                _ => format!("a board of {many}"),
            },
            Prim::Hex | Prim::Tri | Prim::Brick => {
                let of = match call.prim {
                    Prim::Hex => "hexagons",
                    Prim::Tri => "triangles",
                    _ => "bricks",
                };
                let shape = match shape.as_deref() {
                    Some("diamond") => "a rhombus".to_owned(),
                    Some("no shape") | None => if call.prim == Prim::Hex { "a hexagon" } else { "a block" }.to_owned(),
                    Some(shape) => words::a(shape),
                };
                match number("dim2") {
                    Some(dim2) => format!("{shape} of {of}, {dim} by {dim2}"),
                    None if dim.is_empty() => format!("a board of {of}"),
                    None => format!("{shape} of {of}, {dim} along each side"),
                }
            }
            Prim::Concentric => match call.get("cells").map(|cells| cells.members()) {
                Some(cells) => {
                    let rings: Vec<i32> = cells.iter().filter_map(Term::int).filter(|n| *n > 0).collect();
                    let same = rings.windows(2).all(|pair| pair[0] == pair[1]);
                    let first = rings.first().copied().unwrap_or(0);
                    let n = words::counted(rings.len() as i64, "ring");
                    if same {
                        format!("a round board of {n} of {}", words::counted(first.into(), "cell"))
                    } else {
                        let numbers: Vec<String> = rings.iter().map(|n| words::number((*n).into())).collect();
                        format!("a round board of {n}, from the middle out of {} cells", words::list(&numbers, "and"))
                    }
                }
                None => {
                    let shape = shape.map_or_else(
                        || number("sides").map_or("round shapes".to_owned(), |n| format!("polygons of {n} sides")),
                        |shape| words::plural(&shape),
                    );
                    let rings = number("rings").unwrap_or("three".to_owned());
                    format!("a board of {rings} {shape}, one within the other")
                }
            },
            Prim::Merge | Prim::GraphUnion => {
                let parts: Vec<String> =
                    call.get("graphs").map_or(&[][..], Term::members).iter().map(|g| self.graph(g)).collect();
                let same = parts.windows(2).all(|pair| pair[0] == pair[1]);
                match (same, parts.first()) {
                    (true, Some(part)) if parts.len() > 1 => {
                        let one = part.strip_prefix("a ").unwrap_or(part);
                        let (board, rest) = one.split_once(" of ").unwrap_or((one, ""));
                        let rest = if rest.is_empty() { String::new() } else { format!(" of {rest}") };
                        format!("{}{rest}, put together", words::counted(parts.len() as i64, board))
                    }
                    _ => format!("a board put together from {}", words::list(&parts, "and")),
                }
            }
            Prim::GraphRemove => {
                let cells = call.get("cells").or(call.get("vertices")).or(call.get("edges"));
                let corners = self.facts_of_corners(call);
                match (corners, cells.map(|cells| cells.members().len())) {
                    (true, _) => format!("{} without its corner {many}", inner()),
                    (_, Some(n)) => format!("{}, with {} left out", inner(), words::counted(n as i64, site)),
                    _ => format!("{}, with a part left out", inner()),
                }
            }
            Prim::Hole => format!("{}, with a hole in it", inner()),
            Prim::Keep | Prim::Clip => format!("a part of {}", inner()),
            Prim::Layers => format!("{}, in {} layers", inner(), number("layers").unwrap_or_default()),
            Prim::GraphAdd => format!("{}, with more lines and {many}", inner()),
            Prim::Tiling => format!("a board on a tiling of regular polygons, {dim} on each side"),
            Prim::Celtic => match number("rows") {
                Some(rows) => {
                    let columns = number("columns").unwrap_or_else(|| rows.clone());
                    format!(
                        "a board like knotwork, of {rows} by {columns} squares on their corners, rounded along the rim"
                    )
                }
                None => "a board like knotwork, of squares on their corners, rounded along the rim".to_owned(),
            },
            Prim::Quadhex => {
                format!("a hexagonal board of quadrilaterals in {} layers", number("layers").unwrap_or_default())
            }
            Prim::Regular => format!("a regular figure with {} sides", number("sides").unwrap_or_default()),
            Prim::Repeat => {
                let (rows, columns) = (number("rows").unwrap_or_default(), number("columns").unwrap_or_default());
                format!("a board of a figure repeated in {rows} rows and {columns} columns")
            }
            Prim::Spiral => {
                let (turns, sites) = (number("turns").unwrap_or_default(), number("sites").unwrap_or_default());
                format!("a spiral of {sites} {many} in {turns} turns")
            }
            Prim::Wedge => format!("a triangle that widens downwards, of {} rows", number("rows").unwrap_or_default()),
            Prim::GraphExplicit => {
                let points = call.get("vertices").map_or(0, |points| points.members().len());
                format!("a board of {}", words::counted(points as i64, "point"))
            }
            Prim::Intersect => "a board of what several shapes share".to_owned(),
            _ => inner(),
        }
    }

    /// Whether exactly the corners of a board of squares are removed.
    #[allow(clippy::unused_self, reason = "read beside the other questions")]
    fn facts_of_corners(&self, call: &Call) -> bool {
        let dims = call.get("graph").and_then(Term::call).map(|graph| {
            let int = |slot: &str| graph.get(slot).and_then(Term::int);
            match graph.prim {
                Prim::Square if graph.get("shape").is_none() => (int("dim"), int("dim")),
                Prim::Rectangle => (int("columns").or(int("rows")), int("rows")),
                _ => (None, None),
            }
        });
        let (Some((Some(columns), Some(rows))), Some(cells)) = (dims, call.get("cells")) else { return false };
        let TermKind::List(cells) = &cells.kind else { return false };
        let mut cells: Vec<i32> = cells.iter().filter_map(Term::int).collect();
        cells.sort_unstable();
        cells == [0, columns - 1, columns * (rows - 1), columns * rows - 1]
    }
}

/// Where the diagonals of a board are drawn.
fn diagonals(word: &str) -> &'static str {
    match word {
        "Alternating" => "through every second point",
        "Concentric" => "around the middle",
        "Radiating" => "from the middle outwards",
        _ => "across every square",
    }
}
