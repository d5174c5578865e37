//! Board descriptions: from terms to shapes.

use crate::board::{
    BoardError, ConcentricShape, Diagonals, Direction, HexShape, Outline, Pick, Point, Polygon, Shape, SiteType,
    SquareShape, Stores, Tiling, Track, TrackStep,
};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::diagnostic::Diagnostic;
use parlour_grammar::rules::{Call, Term, TermKind};

/// Sites along the side of an open plane of squares or triangles, and of hexagons.
const OPEN_SIDE: i32 = 41;
const OPEN_HEXAGON: i32 = 21;

/// More sites than any board has.
const MOST_SITES: i32 = 100_000;

type Found<T> = Result<T, Diagnostic>;

/// A whole number known before play.
pub(in crate::lower) fn whole(term: &Term) -> Option<i32> {
    match &term.kind {
        TermKind::Int(n) => Some(*n),
        TermKind::Real(x) if x.fract() == 0.0 => Some(*x as i32),
        TermKind::Call(call) => {
            let numbers = || -> Option<Vec<i32>> {
                let list = call.get("list").or(call.get("array"));
                match list {
                    Some(list) => list.members().iter().map(whole).collect(),
                    None => ["a", "b", "value"].iter().filter_map(|slot| call.get(slot)).map(whole).collect(),
                }
            };
            match call.prim {
                Prim::Plus => numbers()?.into_iter().try_fold(0i32, i32::checked_add),
                Prim::Times => numbers()?.into_iter().try_fold(1i32, i32::checked_mul),
                Prim::Minus => match numbers()?[..] {
                    [a, b] => a.checked_sub(b),
                    [a] => a.checked_neg(),
                    _ => None,
                },
                Prim::Divide => match numbers()?[..] {
                    [a, b] => a.checked_div(b),
                    _ => None,
                },
                Prim::Power => match numbers()?[..] {
                    [a, b] => a.checked_pow(u32::try_from(b).ok()?),
                    _ => None,
                },
                Prim::Abs => match numbers()?[..] {
                    [a] => a.checked_abs(),
                    _ => None,
                },
                Prim::Max => numbers()?.into_iter().max(),
                Prim::Min => numbers()?.into_iter().min(),
                Prim::Modulo => match numbers()?[..] {
                    [a, b] => a.checked_rem(b),
                    _ => None,
                },
                _ => None,
            }
        }
        _ => None,
    }
}

/// A number known before play.
pub(in crate::lower) fn real(term: &Term) -> Option<f64> {
    let TermKind::Call(call) = &term.kind else {
        return match &term.kind {
            TermKind::Real(x) => Some(*x),
            _ => whole(term).map(f64::from),
        };
    };
    let members: Vec<&Term> = match call.get("list").or(call.get("array")) {
        Some(list) => list.members().iter().collect(),
        None => [call.get("a"), call.get("b"), call.get("value")].into_iter().flatten().collect(),
    };
    let numbers: Vec<f64> = members.into_iter().map(real).collect::<Option<_>>()?;
    // Where fractions may stand, they stay.
    match (call.prim.row().spellings[0].head, &numbers[..]) {
        ("+", all) => Some(all.iter().sum()),
        ("*", all) => Some(all.iter().product()),
        ("-", [a, b]) => Some(a - b),
        ("-", [a]) => Some(-a),
        ("/", [a, b]) if *b != 0.0 => Some(a / b),
        ("^", [a, b]) => Some(a.powf(*b)),
        ("max", all) => all.iter().copied().reduce(f64::max),
        ("min", all) => all.iter().copied().reduce(f64::min),
        ("toFloat", [a]) => Some(*a),
        ("abs", [a]) => Some(a.abs()),
        ("sqrt", [a]) => Some(a.sqrt()),
        ("exp", [a]) => Some(a.exp()),
        ("log", [a]) => Some(a.ln()),
        ("log10", [a]) => Some(a.log10()),
        ("sin", [a]) => Some(a.sin()),
        ("cos", [a]) => Some(a.cos()),
        ("tan", [a]) => Some(a.tan()),
        _ => None,
    }
    .filter(|x: &f64| x.is_finite())
}

/// The kind of site of this name.
pub(in crate::lower) fn site_type(word: &str) -> Option<SiteType> {
    [SiteType::Cell, SiteType::Vertex, SiteType::Edge].into_iter().find(|k| k.name() == word)
}

/// The shape that an item of the equipment describes.
pub(in crate::lower) fn shape_of_board(call: &Call) -> Found<Shape> {
    if call.prim == Prim::MancalaBoard {
        let rows = need(call, "rows")?;
        let columns = need(call, "columns")?;
        let stores = match call.get("store").and_then(Term::symbol) {
            Some("None") => Stores::None,
            _ => Stores::Outer,
        };
        return Ok(Shape::Mancala { rows, columns, stores });
    }
    if call.prim == Prim::Boardless {
        // An open plane is as large a board as a game will need, as Ludii has it.
        let tiling = call.get("tiling").and_then(Term::symbol);
        let usual = if tiling == Some("Hexagonal") { OPEN_HEXAGON } else { OPEN_SIDE };
        let size = match call.get("dim") {
            Some(_) => need(call, "dim")?,
            None => usual,
        };
        return Ok(match tiling {
            Some("Hexagonal") => Shape::hex(size),
            Some("Triangular") => Shape::Tri { shape: HexShape::Triangle, size, other: None },
            _ => Shape::square(size),
        });
    }
    let graph = call.get("graph").expect("the checker has seen to it");
    shape(graph)
}

/// The steps of a track that is given as a list.
pub(in crate::lower) fn track_steps(path: &Term) -> Result<Vec<TrackStep>, BoardError> {
    let mut steps = Vec::new();
    for term in path.members() {
        match &term.kind {
            TermKind::Int(n) if *n >= 0 => steps.push(TrackStep::Site(*n as u32)),
            TermKind::Int(_) => steps.push(TrackStep::End),
            TermKind::Range(ends) => {
                if let (Some(a), Some(b)) = (whole(&ends.0), whole(&ends.1)) {
                    // The first number beyond every board is found to be off it: more of them need not be listed.
                    let [a, b] = [a, b].map(|end| end.clamp(-1, MOST_SITES));
                    let numbers: Vec<i32> = if a <= b { (a..=b).collect() } else { (b..=a).rev().collect() };
                    steps.extend(numbers.into_iter().filter(|n| *n >= 0).map(|n| TrackStep::Site(n as u32)));
                }
            }
            TermKind::Symbol(word) if word == "End" || word == "Off" => steps.push(TrackStep::End),
            TermKind::Symbol(word) => match Direction::from_name(word) {
                Some(direction) => steps.push(TrackStep::Walk(direction, None)),
                None => return Track::parse(word),
            },
            _ => {}
        }
    }
    Ok(steps)
}

fn need(call: &Call, slot: &str) -> Found<i32> {
    let term = call.get(slot).expect("the checker has seen to it");
    whole(term).ok_or_else(|| unknown(term, "a whole number"))
}

fn unknown(term: &Term, what: &str) -> Diagnostic {
    Diagnostic::error(
        "E0409",
        format!("{what} known before play is needed here"),
        term.origin,
        "this depends on play, or is something else",
    )
}

fn inner(call: &Call) -> Found<Box<Shape>> {
    shape(call.get("graph").expect("the checker has seen to it")).map(Box::new)
}

fn shapes(call: &Call) -> Found<Vec<Shape>> {
    call.get("graphs").expect("the checker has seen to it").members().iter().map(shape).collect()
}

/// The shape that a graph describes.
pub(in crate::lower) fn shape(term: &Term) -> Found<Shape> {
    let Some(call) = term.call() else { return Err(unknown(term, "a graph")) };
    let size = || {
        call.get("dim")
            .map_or_else(|| Err(unknown(term, "a size")), |d| whole(d).ok_or_else(|| unknown(d, "a whole number")))
    };
    let other = |slot: &str| call.get(slot).map(|d| whole(d).ok_or_else(|| unknown(d, "a whole number"))).transpose();
    let word = || call.get("shape").and_then(Term::symbol);
    let diagonals = match call.get("diagonals").and_then(Term::symbol) {
        Some("Alternating") => Some(Diagonals::Alternating),
        Some("Solid") => Some(Diagonals::Solid),
        Some("SolidNoSplit") => Some(Diagonals::SolidNoSplit),
        Some("Concentric") => Some(Diagonals::Concentric),
        Some("Radiating") => Some(Diagonals::Radiating),
        _ => None,
    };
    Ok(match call.prim {
        Prim::Square => {
            if let Some(outline) = call.get("outline") {
                return Ok(match outline_of(outline)? {
                    Outline::Polygon(outline) => Shape::SquarePolygon { outline, diagonals },
                    Outline::Sides(sides) => Shape::SquareSides { sides, diagonals },
                });
            }
            let outline = match word() {
                Some("Diamond") => SquareShape::Diamond,
                Some("Limping") => SquareShape::Limping,
                _ => SquareShape::Square,
            };
            Shape::Square { shape: outline, size: size()?, diagonals, pyramidal: call.flag("pyramidal") }
        }
        Prim::Rectangle => {
            let rows = need(call, "rows")?;
            Shape::Rectangle { rows, columns: other("columns")?.unwrap_or(rows), diagonals }
        }
        Prim::Hex | Prim::Tri => {
            let hexagons = call.prim == Prim::Hex;
            if let Some(outline) = call.get("outline") {
                let outline = outline_of(outline)?;
                return Ok(if hexagons { Shape::HexOutline(outline) } else { Shape::TriOutline(outline) });
            }
            let outline = match word() {
                Some("Diamond") => HexShape::Diamond,
                Some("Prism") => HexShape::Prism,
                Some("Triangle") => HexShape::Triangle,
                Some("Rectangle") => HexShape::Rectangle,
                Some("Square") => HexShape::Square,
                Some("Star") => HexShape::Star,
                Some("Limping") => HexShape::Limping,
                Some("Hexagon") => HexShape::Hexagon,
                _ if hexagons => HexShape::Hexagon,
                _ => HexShape::Triangle,
            };
            let (size, other) = (size()?, other("dim2")?);
            if hexagons {
                Shape::Hex { shape: outline, size, other }
            } else {
                Shape::Tri { shape: outline, size, other }
            }
        }
        Prim::Brick => {
            let rows = size()?;
            Shape::Brick { rows, columns: other("dim2")?.unwrap_or(rows), trim: call.flag("trim") }
        }
        Prim::Tiling => {
            let tiling = match call.get("tiling").and_then(Term::symbol).unwrap_or_default() {
                "T33336" => Tiling::T33336,
                "T33344" => Tiling::T33344,
                "T33434" => Tiling::T33434,
                "T3464" => Tiling::T3464,
                "T333333_33434" => Tiling::T33333333434,
                "T3636" => Tiling::T3636,
                "T4612" => Tiling::T4612,
                "T31212" => Tiling::T31212,
                _ => Tiling::T488,
            };
            match call.get("outline") {
                Some(outline) => Shape::TilingOutline(tiling, outline_of(outline)?),
                None => Shape::Tiling { tiling, size: size()?, other: other("dim2")? },
            }
        }
        Prim::Celtic => match call.get("outline") {
            Some(outline) => Shape::CelticOutline(outline_of(outline)?),
            None => {
                let rows = need(call, "rows")?;
                Shape::Celtic { rows, columns: other("columns")?.unwrap_or(rows) }
            }
        },
        Prim::Quadhex => Shape::Quadhex { layers: need(call, "layers")?, thirds: call.flag("thirds") },
        Prim::Repeat => {
            let steps: Vec<(f64, f64)> = points(call.get("step"))?.into_iter().map(|p| (p.x, p.y)).collect();
            let polygons = match call.get("poly") {
                Some(list) => list.members().iter().map(polygon).collect::<Found<_>>()?,
                None => Vec::new(),
            };
            match steps[..] {
                [across, up] => Shape::Repeat {
                    rows: need(call, "rows")?,
                    columns: need(call, "columns")?,
                    steps: [across, up],
                    polygons,
                },
                _ => return Err(unknown(call.get("step").unwrap_or(term), "two steps")),
            }
        }
        Prim::Concentric => concentric(call)?,
        Prim::Regular => Shape::Regular { sides: need(call, "sides")?, star: call.get("star").is_some() },
        Prim::Wedge => {
            let rows = need(call, "rows")?;
            Shape::Wedge { rows, columns: other("columns")?.unwrap_or(3) }
        }
        Prim::Spiral => Shape::Spiral {
            turns: need(call, "turns")?,
            sites: need(call, "sites")?,
            clockwise: call.flag_or("clockwise", true),
        },
        Prim::GraphExplicit => {
            Shape::Explicit { vertices: points(call.get("vertices"))?, edges: pairs(call.get("edges"))? }
        }
        Prim::GraphAdd => Shape::Add {
            shape: call.get("graph").map(shape).transpose()?.map(Box::new),
            vertices: points(call.get("vertices"))?,
            edges: picks(call.get("edges"))?.into_iter().filter_map(|p| Some((*p.first()?, *p.get(1)?))).collect(),
            curved: Vec::new(),
            cells: picks(call.get("cells"))?,
            connect: call.flag("connect"),
        },
        Prim::GraphRemove => Shape::Remove {
            shape: inner(call)?,
            cells: indices(call.get("cells"))?,
            cells_at: Vec::new(),
            edges: picks(call.get("edges"))?.into_iter().filter_map(|p| Some((*p.first()?, *p.get(1)?))).collect(),
            vertices: match call.get("vertices") {
                Some(list)
                    if list.members().iter().all(|m| whole(m).is_some() || matches!(m.kind, TermKind::Range(_))) =>
                {
                    indices(Some(list))?.into_iter().map(Pick::Index).collect()
                }
                list => points(list)?.into_iter().map(Pick::At).collect(),
            },
            polygon: call.get("poly").map(polygon).transpose()?,
            trim_edges: call.flag_or("trimEdges", true),
        },
        Prim::Merge => Shape::Merge { shapes: shapes(call)?, connect: call.flag("connect") },
        Prim::GraphUnion => Shape::Union { shapes: shapes(call)?, connect: call.flag("connect") },
        Prim::Intersect => Shape::Intersect(shapes(call)?),
        Prim::Shift | Prim::Scale => {
            let number = |slot: &str, default: f64| {
                call.get(slot).map_or(Ok(default), |t| real(t).ok_or_else(|| unknown(t, "a number")))
            };
            if call.prim == Prim::Shift {
                Shape::Shift(number("x", 0.0)?, number("y", 0.0)?, number("z", 0.0)?, inner(call)?)
            } else {
                let x = number("x", 1.0)?;
                Shape::Scale(x, number("y", x)?, number("z", 1.0)?, inner(call)?)
            }
        }
        Prim::Rotate => {
            let degrees = call.get("degrees").expect("the checker has seen to it");
            Shape::Rotate(real(degrees).ok_or_else(|| unknown(degrees, "a number"))?, inner(call)?)
        }
        Prim::Skew => {
            let amount = call.get("amount").expect("the checker has seen to it");
            Shape::Skew(real(amount).ok_or_else(|| unknown(amount, "a number"))?, inner(call)?)
        }
        Prim::Dual => Shape::Dual(inner(call)?),
        Prim::Subdivide => Shape::Subdivide(other("min")?.unwrap_or(1), inner(call)?),
        Prim::Keep | Prim::Clip | Prim::Hole => {
            let poly = polygon(call.get("poly").expect("the checker has seen to it"))?;
            match call.prim {
                Prim::Keep => Shape::Keep(poly, inner(call)?),
                Prim::Clip => Shape::Clip(poly, inner(call)?),
                _ => Shape::Hole(poly, inner(call)?),
            }
        }
        Prim::Complete => Shape::Complete { shape: inner(call)?, each_cell: call.flag("eachCell") },
        Prim::SplitCrossings => Shape::SplitCrossings(inner(call)?),
        Prim::MakeFaces => Shape::MakeFaces(inner(call)?),
        Prim::Trim => Shape::Trim(inner(call)?),
        Prim::Renumber | Prim::Recoordinate => {
            let kinds = ["siteTypeA", "siteTypeB", "siteTypeC"]
                .into_iter()
                .filter_map(|slot| call.get(slot).and_then(Term::symbol).and_then(site_type))
                .collect();
            Shape::Renumber(kinds, inner(call)?)
        }
        Prim::Layers => Shape::Layers(need(call, "layers")?, inner(call)?),
        _ => {
            return Err(Diagnostic::error(
                "E0502",
                format!("`({} …)` cannot be played yet", call.prim.row().name()),
                term.origin,
                "the interpreter has no meaning for it",
            ));
        }
    })
}

fn concentric(call: &Call) -> Found<Shape> {
    let number = |slot: &str, default: i32| {
        call.get(slot).map_or(Ok(default), |t| whole(t).ok_or_else(|| unknown(t, "a whole number")))
    };
    if let Some(cells) = call.get("cells") {
        let count = |term: &Term| whole(term).ok_or_else(|| unknown(term, "a whole number"));
        let cells = cells.members().iter().map(count).collect::<Found<_>>()?;
        return Ok(Shape::Concentric(ConcentricShape::Rings { cells, stagger: call.flag("stagger") }));
    }
    let sides = match call.get("shape").and_then(Term::symbol) {
        Some("Target") => return Ok(Shape::Concentric(ConcentricShape::Target { rings: number("rings", 3)? })),
        Some("Triangle") => 3,
        Some("Hexagon") => 6,
        Some(_) => 4,
        None => number("sides", 4)?,
    };
    Ok(Shape::Concentric(ConcentricShape::Polygons {
        sides,
        rings: number("rings", 3)?,
        midpoints: call.flag_or("midpoints", true),
        join_midpoints: call.flag_or("joinMidpoints", true),
        join_corners: call.flag("joinCorners"),
    }))
}

fn outline_of(term: &Term) -> Found<Outline> {
    if term.call().is_some() {
        return polygon(term).map(Outline::Polygon);
    }
    let sides =
        term.members().iter().map(|m| whole(m).ok_or_else(|| unknown(m, "a whole number"))).collect::<Found<_>>()?;
    Ok(Outline::Sides(sides))
}

fn polygon(term: &Term) -> Found<Polygon> {
    let Some(call) = term.call().filter(|c| c.prim == Prim::Poly) else { return Err(unknown(term, "a polygon")) };
    let corners: Vec<(f64, f64)> = points(call.get("points"))?.into_iter().map(|p| (p.x, p.y)).collect();
    let polygon = Polygon::new(&corners);
    Ok(match call.get("rotns").and_then(whole) {
        Some(copies) if copies > 1 => polygon.turned(copies as usize),
        _ => polygon,
    })
}

fn point(term: &Term) -> Found<Point> {
    let numbers: Vec<f64> =
        term.members().iter().map(|m| real(m).ok_or_else(|| unknown(m, "a number"))).collect::<Found<_>>()?;
    match numbers[..] {
        [x, y] => Ok(Point { x, y, z: 0.0 }),
        [x, y, z] => Ok(Point { x, y, z }),
        _ => Err(unknown(term, "a point of two or three numbers")),
    }
}

fn points(list: Option<&Term>) -> Found<Vec<Point>> {
    list.map_or(Ok(Vec::new()), |list| list.members().iter().map(point).collect())
}

fn indices(list: Option<&Term>) -> Found<Vec<u32>> {
    let Some(list) = list else { return Ok(Vec::new()) };
    let mut all = Vec::new();
    for member in list.members() {
        match &member.kind {
            TermKind::Range(ends) => match (whole(&ends.0), whole(&ends.1)) {
                (Some(a), Some(b)) if a >= 0 && b >= 0 => all.extend(a as u32..=b as u32),
                _ => return Err(unknown(member, "a range of whole numbers")),
            },
            _ => match whole(member) {
                Some(n) if n >= 0 => all.push(n as u32),
                _ => return Err(unknown(member, "a whole number")),
            },
        }
    }
    Ok(all)
}

fn pairs(list: Option<&Term>) -> Found<Vec<(u32, u32)>> {
    let Some(list) = list else { return Ok(Vec::new()) };
    list.members()
        .iter()
        .map(|pair| match indices(Some(pair))?[..] {
            [a, b] => Ok((a, b)),
            _ => Err(unknown(pair, "a pair of vertices")),
        })
        .collect()
}

/// Lists of vertices, each by number or by place.
fn picks(list: Option<&Term>) -> Found<Vec<Vec<Pick>>> {
    let Some(list) = list else { return Ok(Vec::new()) };
    list.members()
        .iter()
        .map(|row| {
            row.members()
                .iter()
                .map(|m| match whole(m) {
                    Some(n) if n >= 0 => Ok(Pick::Index(n as u32)),
                    _ => point(m).map(Pick::At),
                })
                .collect()
        })
        .collect()
}
