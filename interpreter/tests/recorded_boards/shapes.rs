//! From the text of a board to its shape.

use parlour_interpreter::board::{
    ConcentricShape, CurvedEdge, Diagonals, HexShape, Outline, Pick, Point, Polygon, Shape, SiteType, SquareShape,
    Stores, Tiling,
};

use super::text::Node;

type Found<T> = Result<T, String>;

/// The shape of a board and the kind of site its pieces stand on.
pub fn board(node: &Node) -> Found<(Shape, SiteType)> {
    let kind = match node.named("use").and_then(Node::word) {
        Some("Vertex") => SiteType::Vertex,
        Some("Edge") => SiteType::Edge,
        _ => SiteType::Cell,
    };
    let first = || node.plain().next().ok_or_else(|| "an empty board".to_string());
    match node.head() {
        Some("board") => Ok((shape(first()?)?, kind)),
        Some("surakartaBoard") => Ok((shape(first()?)?, SiteType::Vertex)),
        Some("mancalaBoard") => {
            let sizes = node.plain().take(2).map(whole).collect::<Found<Vec<_>>>()?;
            let [rows, columns] = sizes[..] else { return Err("mancala sizes".into()) };
            let stores = match node.named("store").and_then(Node::word) {
                Some("None") => Stores::None,
                Some("Inner") => return Err("inner stores".into()),
                _ => Stores::Outer,
            };
            Ok((Shape::Mancala { rows, columns, stores }, SiteType::Vertex))
        }
        Some("boardless") => {
            let shape = match first()?.word() {
                Some("Square") => Shape::square(41),
                Some("Hexagonal") => Shape::hex(21),
                _ => return Err("boardless".into()),
            };
            Ok((shape, kind))
        }
        _ => Err("not a board".into()),
    }
}

fn shape(node: &Node) -> Found<Shape> {
    let head = node.head().ok_or_else(|| format!("not a shape: {node:?}"))?;
    let word = node.plain().find_map(|m| m.word().filter(|w| w.starts_with(|c: char| c.is_ascii_uppercase())));
    let shapes = || -> Found<Vec<Shape>> {
        let listed = node.plain().find(|m| matches!(m, Node::List(_)));
        match listed {
            Some(list) => list.members().iter().map(shape).collect(),
            None => node.plain().map(shape).collect(),
        }
    };
    let inner = || -> Found<Box<Shape>> {
        let last = node.plain().filter(|m| m.head().is_some_and(is_shape)).last().ok_or("no shape inside")?;
        Ok(Box::new(shape(last)?))
    };
    let number = |i: usize| node.plain().filter(|m| m.word() != word || word.is_none()).nth(i);
    let size = |i: usize| number(i).ok_or_else(|| format!("{head} without size")).and_then(whole);
    let flag = |name: &str, default: bool| node.named(name).and_then(Node::word).map_or(default, |w| w == "True");
    let outline = || -> Found<Option<Outline>> {
        match node.plain().next() {
            Some(list @ Node::List(_)) => {
                Ok(Some(Outline::Sides(list.members().iter().map(whole).collect::<Found<_>>()?)))
            }
            Some(poly) if poly.head() == Some("poly") => Ok(Some(Outline::Polygon(polygon(poly)?))),
            _ => Ok(None),
        }
    };
    Ok(match head {
        "square" => match outline()? {
            Some(Outline::Sides(sides)) => Shape::SquareSides { sides, diagonals: diagonals(node)? },
            Some(Outline::Polygon(outline)) => Shape::SquarePolygon { outline, diagonals: diagonals(node)? },
            None => Shape::Square {
                shape: match word {
                    Some("Diamond") => SquareShape::Diamond,
                    Some("Limping") => SquareShape::Limping,
                    _ => SquareShape::Square,
                },
                size: size(0)?,
                diagonals: diagonals(node)?,
                pyramidal: flag("pyramidal", false),
            },
        },
        "rectangle" => {
            let rows = size(0)?;
            let columns = number(1).map_or(Ok(rows), whole)?;
            Shape::Rectangle { rows, columns, diagonals: diagonals(node)? }
        }
        "hex" | "tri" => {
            let hex = head == "hex";
            if let Some(outline) = outline()? {
                return Ok(if hex { Shape::HexOutline(outline) } else { Shape::TriOutline(outline) });
            }
            let shape = match word {
                Some("Hexagon") => HexShape::Hexagon,
                Some("Diamond") => HexShape::Diamond,
                Some("Prism") => HexShape::Prism,
                Some("Triangle") => HexShape::Triangle,
                Some("Rectangle") => HexShape::Rectangle,
                Some("Square") => HexShape::Square,
                Some("Star") => HexShape::Star,
                Some("Limping") => HexShape::Limping,
                _ if hex => HexShape::Hexagon,
                _ => HexShape::Triangle,
            };
            let other = number(1).map(whole).transpose()?;
            let size = size(0)?;
            if hex { Shape::Hex { shape, size, other } } else { Shape::Tri { shape, size, other } }
        }
        "concentric" => concentric(node, word)?,
        "tiling" => Shape::Tiling {
            tiling: match word {
                Some("T33336") => Tiling::T33336,
                Some("T33344") => Tiling::T33344,
                Some("T33434") => Tiling::T33434,
                Some("T3464") => Tiling::T3464,
                Some("T3636") => Tiling::T3636,
                Some("T488") => Tiling::T488,
                _ => return Err(format!("tiling {word:?}")),
            },
            size: size(0)?,
            other: number(1).map(whole).transpose()?,
        },
        "regular" => Shape::Regular { sides: size(0)?, star: word == Some("Star") },
        "wedge" => Shape::Wedge { rows: size(0)?, columns: number(1).map_or(Ok(3), whole)? },
        "spiral" => Shape::Spiral {
            turns: whole(node.named("turns").ok_or("no turns")?)?,
            sites: whole(node.named("sites").ok_or("no sites")?)?,
            clockwise: flag("clockwise", true),
        },
        "repeat" => {
            let steps = points(node.named("step").ok_or("no step")?)?;
            let [a, b] = steps[..] else { return Err("two steps".into()) };
            let polygons = node
                .plain()
                .flat_map(|m| if let Node::List(all) = m { all.as_slice() } else { std::slice::from_ref(m) })
                .filter(|m| m.head() == Some("poly"))
                .map(polygon)
                .collect::<Found<_>>()?;
            Shape::Repeat { rows: size(0)?, columns: size(1)?, steps: [(a.x, a.y), (b.x, b.y)], polygons }
        }
        "graph" => Shape::Explicit {
            vertices: points(node.named("vertices").ok_or("no vertices")?)?,
            edges: node
                .named("edges")
                .map_or(&[][..], Node::members)
                .iter()
                .map(|pair| Ok((whole(&pair.members()[0])? as u32, whole(&pair.members()[1])? as u32)))
                .collect::<Found<_>>()?,
        },
        "add" => Shape::Add {
            shape: inner().ok(),
            vertices: node.named("vertices").map_or(Ok(vec![]), points)?,
            edges: pairs(node.named("edges"))?,
            curved: node.named("edgesCurved").map_or(&[][..], Node::members).iter().map(curve).collect::<Found<_>>()?,
            cells: node
                .named("cells")
                .map_or(&[][..], Node::members)
                .iter()
                .map(|cell| cell.members().iter().map(pick).collect())
                .collect::<Found<_>>()?,
            connect: flag("connect", false),
        },
        "remove" => {
            let cells = node.named("cells").map_or(&[][..], Node::members);
            let by_index = cells.first().is_some_and(|c| c.word().is_some());
            Shape::Remove {
                shape: inner()?,
                cells: if by_index { indices(cells)? } else { vec![] },
                cells_at: if by_index { vec![] } else { cells.iter().map(points).collect::<Found<_>>()? },
                edges: pairs(node.named("edges"))?,
                vertices: picks(node.named("vertices").map_or(&[][..], Node::members))?,
                polygon: poly_of(node).transpose()?,
                trim_edges: flag("trimEdges", true),
            }
        }
        "merge" => Shape::Merge { shapes: shapes()?, connect: flag("connect", false) },
        "union" => Shape::Union { shapes: shapes()?, connect: flag("connect", false) },
        "intersect" => Shape::Intersect(shapes()?),
        "shift" | "scale" | "rotate" | "skew" => {
            let numbers: Vec<f64> =
                node.plain().filter(|m| !m.head().is_some_and(is_shape)).map(real).collect::<Found<_>>()?;
            let at = |i: usize, default: f64| numbers.get(i).copied().unwrap_or(default);
            match head {
                "shift" => Shape::Shift(at(0, 0.0), at(1, 0.0), at(2, 0.0), inner()?),
                "scale" => Shape::Scale(at(0, 1.0), at(1, at(0, 1.0)), at(2, 1.0), inner()?),
                "rotate" => Shape::Rotate(at(0, 0.0), inner()?),
                _ => Shape::Skew(at(0, 0.0), inner()?),
            }
        }
        "dual" => Shape::Dual(inner()?),
        "subdivide" => Shape::Subdivide(node.named("min").map_or(Ok(1), whole)?, inner()?),
        "keep" => Shape::Keep(poly_of(node).ok_or("no polygon")??, inner()?),
        "clip" => Shape::Clip(poly_of(node).ok_or("no polygon")??, inner()?),
        "hole" => Shape::Hole(poly_of(node).ok_or("no polygon")??, inner()?),
        "complete" => Shape::Complete { shape: inner()?, each_cell: flag("eachCell", false) },
        "splitCrossings" => Shape::SplitCrossings(inner()?),
        "makeFaces" => Shape::MakeFaces(inner()?),
        "trim" => Shape::Trim(inner()?),
        "renumber" => Shape::Renumber(vec![], inner()?),
        "layers" => Shape::Layers(size(0)?, inner()?),
        other => return Err(format!("{other} {}", word.unwrap_or(""))),
    })
}

fn is_shape(head: &str) -> bool {
    !["poly", "+", "-", "*", "/", "^"].contains(&head)
}

fn concentric(node: &Node, word: Option<&str>) -> Found<Shape> {
    let flag = |name: &str, default: bool| node.named(name).and_then(Node::word).map_or(default, |w| w == "True");
    if let Some(list @ Node::List(_)) = node.plain().next() {
        let cells = list.members().iter().map(whole).collect::<Found<_>>()?;
        return Ok(Shape::Concentric(ConcentricShape::Rings { cells, stagger: flag("stagger", false) }));
    }
    let rings = whole(node.named("rings").ok_or("no rings")?)?;
    let sides = match word {
        Some("Triangle") => 3,
        Some("Square") => 4,
        Some("Hexagon") => 6,
        Some("Target") => return Ok(Shape::Concentric(ConcentricShape::Target { rings })),
        _ => whole(node.named("sides").ok_or("no sides")?)?,
    };
    Ok(Shape::Concentric(ConcentricShape::Polygons {
        sides,
        rings,
        midpoints: flag("midpoints", true),
        join_midpoints: flag("joinMidpoints", true),
        join_corners: flag("joinCorners", false),
    }))
}

fn diagonals(node: &Node) -> Found<Option<Diagonals>> {
    Ok(match node.named("diagonals").and_then(Node::word) {
        None => None,
        Some("Alternating") => Some(Diagonals::Alternating),
        Some("Solid") => Some(Diagonals::Solid),
        Some("SolidNoSplit") => Some(Diagonals::SolidNoSplit),
        Some("Concentric") => Some(Diagonals::Concentric),
        Some("Radiating") => Some(Diagonals::Radiating),
        Some("Implied") => None,
        Some(other) => return Err(format!("diagonals {other}")),
    })
}

fn poly_of(node: &Node) -> Option<Found<Polygon>> {
    node.plain().find(|m| m.head() == Some("poly")).map(polygon)
}

fn polygon(node: &Node) -> Found<Polygon> {
    let list = node.plain().next().ok_or("an empty polygon")?;
    Ok(Polygon { points: points(list)? })
}

fn points(list: &Node) -> Found<Vec<Point>> {
    list.members().iter().map(point).collect()
}

fn point(node: &Node) -> Found<Point> {
    let numbers = node.members().iter().map(real).collect::<Found<Vec<_>>>()?;
    match numbers[..] {
        [x, y] => Ok(Point::new(x, y)),
        [x, y, z] => Ok(Point { x, y, z }),
        _ => Err("a point has two or three numbers".into()),
    }
}

fn pick(node: &Node) -> Found<Pick> {
    match node {
        Node::List(_) => point(node).map(Pick::At),
        _ => Ok(Pick::Index(whole(node)? as u32)),
    }
}

/// Numbers and ranges of numbers.
fn indices(list: &[Node]) -> Found<Vec<u32>> {
    let mut found = Vec::new();
    for node in list {
        match node.word().and_then(|word| word.split_once("..")) {
            Some((from, to)) => {
                let number = |text: &str| text.parse::<u32>().map_err(|_| format!("not a range: {text}"));
                found.extend(number(from)?..=number(to)?);
            }
            None => found.push(whole(node)? as u32),
        }
    }
    Ok(found)
}

fn picks(list: &[Node]) -> Found<Vec<Pick>> {
    match list.first() {
        Some(Node::List(_)) => list.iter().map(pick).collect(),
        _ => Ok(indices(list)?.into_iter().map(Pick::Index).collect()),
    }
}

fn pairs(list: Option<&Node>) -> Found<Vec<(Pick, Pick)>> {
    let pair = |pair: &Node| match pair.members() {
        [a, b] => Ok((pick(a)?, pick(b)?)),
        _ => Err("an edge has two ends".to_string()),
    };
    list.map_or(&[][..], Node::members).iter().map(pair).collect()
}

fn curve(node: &Node) -> Found<CurvedEdge> {
    let points = points(node)?;
    let [a, b, c, d] = points[..] else { return Err("a curve has four points".into()) };
    Ok(CurvedEdge { ends: [a, b], tangents: [[c.x, c.y], [d.x, d.y]] })
}

fn whole(node: &Node) -> Found<i32> {
    real(node).map(|value| value as i32)
}

fn real(node: &Node) -> Found<f64> {
    match node {
        Node::Word(word) => word.parse().map_err(|_| format!("not a number: {word}")),
        Node::Call(_) => {
            let values = node.members().iter().map(real).collect::<Found<Vec<_>>>()?;
            let first = *values.first().ok_or("no numbers")?;
            let rest = values[1..].iter();
            match node.head() {
                Some("+") => Ok(values.iter().sum()),
                Some("-") => Ok(rest.fold(first, |a, b| a - b)),
                Some("*") => Ok(values.iter().product()),
                Some("^") => Ok(rest.fold(first, |a, b| a.powf(*b))),
                Some("/") => Ok(rest.fold(first, |a, b| (a / b).floor())),
                _ => Err(format!("not a number: {:?}", node.head())),
            }
        }
        _ => Err(format!("not a number: {node:?}")),
    }
}
