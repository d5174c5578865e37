//! Deduction puzzles in words: values, hints, givens, constraints.

use crate::catalogue::Prim;
use crate::rules::{Call, Term, TermKind};

use super::teller::Teller;
use super::words;

/// The hints of a puzzle, as far as the text speaks of them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hints {
    /// How many there are.
    count: usize,
    /// Most sites of one.
    most: usize,
    /// Whether they have numbers.
    numbered: bool,
}

impl Hints {
    /// Those of an item of the equipment.
    pub fn of(call: &Call) -> Hints {
        let hints = call.get("hints").map(Term::members).unwrap_or_default();
        let sites =
            |hint: &Term| hint.call().and_then(|hint| hint.get("sites")).map_or(1, |sites| sites.members().len());
        Hints {
            count: hints.len(),
            most: hints.iter().map(sites).max().unwrap_or(1),
            numbered: hints.iter().any(|hint| hint.call().is_some_and(|hint| hint.get("hint").is_some())),
        }
    }
}

impl Teller<'_> {
    /// What the sites of a board may hold.
    pub(super) fn values(&self, board: &Call) -> Option<String> {
        let values = board.get("values")?.members().first()?.call()?;
        let (least, most) = match &values.get("range")?.kind {
            TermKind::Range(ends) => (ends.0.clone(), ends.1.clone()),
            TermKind::Call(range) => (range.get("min")?.clone(), range.get("max").or(range.get("min"))?.clone()),
            _ => return None,
        };
        let site = match values.word("siteType") {
            Some("Vertex") => "point",
            Some("Edge") => "line",
            _ => self.facts.site,
        };
        let choice = match (least.int(), most.int()) {
            (Some(0), Some(1)) => "0 or 1".to_owned(),
            _ => format!("a number from {} to {}", self.number(&least), self.number(&most)),
        };
        Some(format!("each {site} is to get {choice}"))
    }

    /// The hints of the equipment.
    pub(super) fn hints(&self, call: &Call) -> String {
        let Hints { count, most, numbered } = Hints::of(call);
        let site = match call.word("siteType") {
            Some("Vertex") => "point",
            Some("Edge") => "line",
            Some("Cell") if self.facts.site == "edge" => "square",
            Some("Cell") if !self.facts.squares => "cell",
            _ => self.facts.site,
        };
        match (most, numbered) {
            (1, true) => format!("hints: numbers on {}", words::counted(count as i64, site)),
            (_, true) => {
                format!("hints: numbers for {} of {}", words::counted(count as i64, "group"), words::plural(site))
            }
            (2, false) => {
                format!("hints: signs between {} of {}", words::counted(count as i64, "pair"), words::plural(site))
            }
            (_, false) => format!("hints: {} of {}", words::counted(count as i64, "group"), words::plural(site)),
        }
    }

    /// What the set-up gives.
    pub(super) fn givens(&self, call: &Call) -> String {
        let figures = |rows: &Term| -> usize {
            let texts = rows.members().iter().filter_map(Term::text);
            texts.map(|row| row.chars().filter(char::is_ascii_digit).count()).sum()
        };
        let count = match (call.get("rows"), call.get("pairs")) {
            (Some(rows), _) => figures(rows),
            (None, Some(pairs)) => pairs.members().len(),
            (None, None) => 0,
        };
        let verb = if count == 1 { "is" } else { "are" };
        format!("{} {verb} given", words::counted(count as i64, "number"))
    }

    /// A constraint as a clause.
    pub(super) fn constraint(&self, call: &Call, yes: bool) -> String {
        let region = call.get("region");
        match call.prim {
            Prim::AllDifferent => {
                let except = call.get("except").or(call.get("excepts")).map(Term::members).unwrap_or_default();
                let but = match except {
                    [] => String::new(),
                    list => {
                        let list: Vec<String> = list.iter().map(|value| self.number(value)).collect();
                        format!(" but {}", list.join(" and "))
                    }
                };
                let place = region.map_or_else(
                    || format!("in {} {}", if yes { "any" } else { "some" }, self.families()),
                    |region| self.on_all(region),
                );
                format!("{} number{but} occurs twice {place}", if yes { "no" } else { "some" })
            }
            Prim::IsUnique => {
                let two = if yes { "no two" } else { "two" };
                format!("{two} of the {} hold the same", plurals(&self.facts.families))
            }
            Prim::IsCount => {
                let result = call.get("result");
                let hint = result.is_some_and(|result| result.as_prim(Prim::HintValue).is_some());
                let named = call.get("name").and_then(Term::text);
                let place = match (region, named) {
                    (Some(region), _) => self.on_all(region),
                    (None, Some(name)) => format!("in each {}", self.family_called(name)),
                    (None, None) => format!("in each {}", self.families()),
                };
                if call.word("word") == Some("Sum") {
                    let sum = if hint {
                        "its hint".to_owned()
                    } else {
                        result.map(|sum| self.number(sum)).unwrap_or_default()
                    };
                    let verb = if yes { "add up to" } else { "do not add up to" };
                    return format!("the numbers {place} {verb} {sum}");
                }
                let value = call.get("of").map_or_else(|| "1".to_owned(), |of| self.number(of));
                let often = match result {
                    Some(_) if hint => "as often as the hint says".to_owned(),
                    Some(result) if result.int() == Some(0) => "never".to_owned(),
                    Some(result) => self.form(result, "times"),
                    None => String::new(),
                };
                match (yes, often.as_str()) {
                    (true, "never") => format!("{value} does not occur {place}"),
                    (true, _) => format!("{value} occurs {often} {place}"),
                    (false, "never") => format!("{value} occurs {place}"),
                    (false, _) => format!("it is not so that {value} occurs {often} {place}"),
                }
            }
            _ => {
                let Some(constraint) = call.get("constraint") else { return String::new() };
                let (each, from, to) = match call.word("element") {
                    Some("Hint") => ("hint", "the first site of the hint", "its second"),
                    Some("Vertex") => ("point", "that point", ""),
                    Some("Edge") => ("edge", "that edge", ""),
                    _ => ("cell", "that cell", ""),
                };
                let clause = self.within(
                    |scope| {
                        from.clone_into(&mut scope.from);
                        to.clone_into(&mut scope.to);
                    },
                    || self.condition(constraint, yes),
                );
                format!("for {} {each}, {clause}", if yes { "every" } else { "some" })
            }
        }
    }

    /// The regions that constraints are about: `row, column or sub-grid`.
    fn families(&self) -> String {
        of_families(&self.facts.families)
    }

    /// The regions of a name: what their families are called, or a family by its own word.
    fn family_called(&self, name: &str) -> String {
        match self.facts.named_regions.get(name) {
            Some(families) if families.iter().all(String::is_empty) => format!("of the regions \u{201c}{name}\u{201d}"),
            Some(families) => of_families(families),
            None => singular(name),
        }
    }
}

fn of_families(families: &[String]) -> String {
    let names: Vec<String> = families.iter().map(|family| singular(family)).collect();
    if names.is_empty() { "region".to_owned() } else { words::list(&names, "or") }
}

/// What one region of a family is called.
fn singular(family: &str) -> String {
    match family {
        "Rows" => "row",
        "Columns" => "column",
        "SubGrids" => "sub-grid",
        "Diagonals" => "diagonal",
        "Layers" => "layer",
        "Sides" | "SidesNoCorners" => "side",
        "Touching" => "pair of neighbours",
        "HintRegions" => "group with a hint",
        "AllDirections" => "set of what a site sees",
        _ => "region",
    }
    .to_owned()
}

fn plurals(families: &[String]) -> String {
    let names: Vec<String> = families.iter().map(|family| words::plural(&singular(family))).collect();
    if names.is_empty() { "regions".to_owned() } else { words::list(&names, "and") }
}
