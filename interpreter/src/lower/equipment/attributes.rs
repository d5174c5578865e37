//! Attributes of kinds of pieces: what the equipment says of them, and how rules read them.

use crate::lower::{Env, Lower};
use crate::program::op::{Bin, Cmp, Op, Reg};
use parlour_grammar::catalogue::Prim;
use parlour_grammar::diagnostic::Diagnostic;
use parlour_grammar::rules::{Call, Term, TermKind};

/// Most kinds of piece that one description may make.
const MOST_KINDS: usize = 10_000;

/// An attribute that kinds of pieces may have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attribute {
    /// Its name.
    pub name: String,
    /// The words it may be, the first standing for 1; empty where it is a number.
    pub words: Vec<String>,
}

impl Attribute {
    /// How a value is written: as its word, if it has one.
    #[must_use]
    pub fn text(&self, value: i32) -> String {
        let word = usize::try_from(value).ok().and_then(|v| self.words.get(v.wrapping_sub(1)));
        word.cloned().unwrap_or_else(|| value.to_string())
    }
}

/// The values of attributes: which attribute, and its value.
pub(in crate::lower) type Values = Vec<(usize, i32)>;

/// The number of an attribute, known or new.
fn attribute(known: &mut Vec<Attribute>, name: &str) -> usize {
    known.iter().position(|a| a.name == name).unwrap_or_else(|| {
        known.push(Attribute { name: name.to_owned(), words: Vec::new() });
        known.len() - 1
    })
}

/// The values of the attribute `at` that a term says: numbers, or words that are numbered as they come.
fn values(known: &mut [Attribute], at: usize, term: &Term) -> Option<Vec<i32>> {
    match &term.kind {
        TermKind::Text(word) => {
            let words = &mut known[at].words;
            let number = words.iter().position(|w| w == word).unwrap_or_else(|| {
                words.push(word.clone());
                words.len() - 1
            });
            Some(vec![number as i32 + 1])
        }
        TermKind::Range(ends) => {
            let (low, high) =
                (crate::lower::equipment::graphs::whole(&ends.0)?, crate::lower::equipment::graphs::whole(&ends.1)?);
            (i64::from(high) - i64::from(low) < MOST_KINDS as i64).then(|| (low..=high).collect())
        }
        TermKind::List(members) => {
            let all: Option<Vec<Vec<i32>>> = members.iter().map(|m| values(known, at, m)).collect();
            all.map(|all| all.concat())
        }
        _ => crate::lower::equipment::graphs::whole(term).map(|n| vec![n]),
    }
}

/// The kinds that a description makes: for each combination of its attributes' values, the values and what is added to the name.
pub(in crate::lower) fn combinations(
    known: &mut Vec<Attribute>,
    given: Option<&Term>,
    diags: &mut Vec<Diagnostic>,
) -> Vec<(Values, String)> {
    let mut kinds: Vec<(Values, String)> = vec![(Vec::new(), String::new())];
    let Some(given) = given else { return kinds };
    let list = match &given.kind {
        TermKind::List(members) => &members[..],
        _ => std::slice::from_ref(given),
    };
    for term in list {
        let Some(call) = term.call().filter(|c| c.prim == Prim::AttributeSpec) else { continue };
        let at = attribute(known, call.get("name").and_then(Term::text).unwrap_or_default());
        let said = call.get("value").or(call.get("values"));
        let found = said.and_then(|said| values(known, at, said)).unwrap_or_default();
        if found.is_empty() || found.len().saturating_mul(kinds.len()) > MOST_KINDS {
            let (what, label, help) = if found.is_empty() {
                let help = "give a number, a word, a range such as `2..14`, or a list of them".to_owned();
                ("an attribute without values", "no kind of piece comes of this", help)
            } else {
                let help = format!("there is a kind for each combination of values: at most {MOST_KINDS} in all");
                ("too many kinds of piece", "with each of these values", help)
            };
            diags.push(Diagnostic::error("E0421", what, term.origin, label).help(help));
            return Vec::new();
        }
        let one = found.len() == 1;
        kinds = found
            .iter()
            .flat_map(|value| {
                let text = known[at].text(*value);
                kinds.iter().map(move |(values, name)| {
                    let values = values.iter().copied().chain([(at, *value)]).collect();
                    (values, if one { name.clone() } else { format!("{name}-{text}") })
                })
            })
            .collect();
    }
    kinds
}

impl<'t> Lower<'t> {
    /// The piece that a ludeme reads an attribute of: on a site, a kind that is named, or the kind at hand.
    fn kind_read(&mut self, call: &'t Call, env: &Env<'t>) -> Reg {
        if let Some(of) = call.get("of") {
            return self.int(of, env);
        }
        match (call.get("at"), env.kind) {
            (None, Some(kind)) => kind,
            _ => {
                let site = self.site_in(call, "at", env);
                self.what_at(site, call.get("level"), env)
            }
        }
    }

    /// `(attribute "pips" at:(to))`
    pub(in crate::lower) fn attribute_read(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        let kind = self.kind_read(call, env);
        let name = call.get("name").and_then(Term::text).unwrap_or_default();
        self.attribute_of(name, kind, term)
    }

    /// An attribute of a kind; 0 for no piece, and for kinds without it.
    pub(in crate::lower) fn attribute_of(&mut self, name: &str, kind: Reg, term: &Term) -> Reg {
        let Some(at) = self.attribute_number(name, term) else { return self.c(0) };
        let value = |c: &crate::lower::Component| c.attributes.iter().find(|(a, _)| *a == at).map_or(0, |(_, v)| *v);
        let values = std::iter::once(0).chain(self.eq.components.iter().map(value)).collect();
        self.table(values, kind)
    }

    /// `(has "suit" "hearts" at:(to))`
    pub(in crate::lower) fn has_attribute(&mut self, call: &'t Call, term: &'t Term, env: &Env<'t>) -> Reg {
        let name = call.get("name").and_then(Term::text).unwrap_or_default();
        let Some(at) = self.attribute_number(name, term) else { return self.c(0) };
        let said = call.get("value").expect("checked");
        let wanted = match said.text() {
            Some(word) => match self.eq.attributes[at].words.iter().position(|w| w == word) {
                Some(number) => self.c(number as i32 + 1),
                None => {
                    let words = quoted(&self.eq.attributes[at].words);
                    let found = Diagnostic::error(
                        "E0422",
                        format!("no piece has the {name} `{word}`"),
                        said.origin,
                        "no piece is so",
                    );
                    let help =
                        if words.is_empty() { format!("{name} is a number") } else { format!("it may be {words}") };
                    self.report(found.help(help));
                    return self.c(0);
                }
            },
            None => self.int(said, env),
        };
        let kind = self.kind_read(call, env);
        let value = self.attribute_of(name, kind, term);
        // A piece without the attribute is not one whose attribute is 0.
        let zero = self.c(0);
        let same = self.cmp(Cmp::Eq, value, wanted);
        let some = self.cmp(Cmp::Ne, kind, zero);
        self.bin(Bin::And, same, some)
    }

    fn attribute_number(&mut self, name: &str, term: &Term) -> Option<usize> {
        let found = self.eq.attributes.iter().position(|a| a.name == name);
        if found.is_none() {
            let names: Vec<String> = self.eq.attributes.iter().map(|a| a.name.clone()).collect();
            let missing =
                Diagnostic::error("E0422", format!("no piece has a `{name}`"), term.origin, "unknown attribute");
            self.report(if names.is_empty() {
                missing.help(format!(
                    "give it to pieces in the equipment: `(piece \"Disc\" Each attributes:{{ (attribute \"{name}\" 3) }})`"
                ))
            } else {
                missing.help(format!("the attributes of pieces are {}", quoted(&names)))
            });
        }
        found
    }

    /// `(sum "pips" in:(sites Occupied by:Mover))`: of the top pieces.
    pub(in crate::lower) fn sum_over_sites(
        &mut self,
        name: &str,
        region: &'t Term,
        term: &'t Term,
        env: &Env<'t>,
    ) -> Reg {
        let set = self.region(region, env);
        let (sum, site) = (self.b.reg(), self.b.reg());
        let zero = self.c(0);
        self.op(Op::Move { d: sum, a: zero });
        let set = self.without_bodies(set);
        self.each(set, site, |l| {
            let kind = l.kind_at(site);
            let value = l.attribute_of(name, kind, term);
            l.op(Op::Bin { op: Bin::Add, d: sum, a: sum, b: value });
        });
        sum
    }
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ")
}
