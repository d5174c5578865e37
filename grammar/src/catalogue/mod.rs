//! The catalogue: one table of all primitive ludemes. The checker, completion, the manual and "did you mean" read it.
//!
//! A row says everything there is to say about a primitive:
//!
//! ```text
//! /// A piece steps to a neighbouring site.                                  the line of the manual
//! MoveStep: Moves = "move Step, step"                                        its name in Rust, its type, how it is written
//!     { "[from:From] [directions:Direction] to:To [stack=Flag] [then:Then]" }  its signatures
//!     "(move Step Forward (to if:(is Empty (to))))";                         an example, which is checked
//! ```
//!
//! - A name may have several spellings, separated by commas. A spelling is a head word and perhaps further words; one of
//!   these may be a choice `Odd|Even`, and the word chosen is then the argument in slot `word`.
//! - A signature is a list of slots: `slot:Type` is positional, `slot=Type` is written `slot:…` in any place, and either is
//!   optional in `[…]`. A type is a name of [`Type`], a collection `{Type}`, or a choice of them `Int|{Int}`. `Type…` takes
//!   any number of arguments, or one collection of them.
//! - Where several signatures or rows match, the first counts.

pub mod manual;
mod signature;
mod types;

#[macro_use]
mod equipment;
#[macro_use]
mod graphs;
#[macro_use]
mod rules;
#[macro_use]
mod moves;
#[macro_use]
mod effects;
#[macro_use]
mod booleans;
#[macro_use]
mod ints;
#[macro_use]
mod regions;

use std::collections::BTreeMap;
use std::sync::LazyLock;

pub use signature::{Alternative, Signature, Slot, SlotKind, SlotType};
pub use types::{COLLECTIONS, Type};

/// Makes [`Prim`] and the table of rows out of all families.
macro_rules! catalogue {
    ([] $($(#[doc = $doc:literal])+ $prim:ident: $ty:ident = $name:literal { $($signature:literal)+ } $example:literal;)*) => {
        /// A primitive ludeme: its row in the catalogue.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Prim {
            $($(#[doc = $doc])+ $prim,)*
        }

        const ROWS: &[Text] = &[
            $(Text {
                prim: Prim::$prim,
                ty: Type::$ty,
                name: $name,
                signatures: &[$($signature),+],
                doc: concat!($($doc),+),
                example: $example,
            },)*
        ];
    };
}

equipment_rows!([graph_rows rule_rows move_rows effect_rows boolean_rows int_rows region_rows catalogue]);

/// A row as it is written.
struct Text {
    prim: Prim,
    ty: Type,
    name: &'static str,
    signatures: &'static [&'static str],
    doc: &'static str,
    example: &'static str,
}

/// A row of the catalogue.
#[derive(Debug)]
pub struct Row {
    /// The primitive.
    pub prim: Prim,
    /// What it denotes.
    pub ty: Type,
    /// How it may be written, the usual way first.
    pub spellings: Vec<Spelling>,
    /// Its signatures; the first that matches counts.
    pub signatures: Vec<Signature>,
    /// What it means, for the manual.
    pub doc: &'static str,
    /// How it is used.
    pub example: &'static str,
}

/// A way to write a ludeme: its head and the words that must follow it.
#[derive(Debug)]
pub struct Spelling {
    /// The head.
    pub head: &'static str,
    /// The words after it, each a choice of one or more.
    pub words: Vec<Vec<&'static str>>,
}

impl Spelling {
    fn parse(text: &'static str) -> Spelling {
        let mut parts = text.split_whitespace();
        let head = parts.next().expect("a name has a head");
        Spelling { head, words: parts.map(|choice| choice.split('|').collect()).collect() }
    }
}

impl std::fmt::Display for Spelling {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(self.head)?;
        self.words.iter().try_for_each(|choice| write!(f, " {}", choice.join("|")))
    }
}

impl Row {
    fn parse(text: &Text) -> Row {
        Row {
            prim: text.prim,
            ty: text.ty,
            spellings: text.name.split(',').map(Spelling::parse).collect(),
            signatures: text
                .signatures
                .iter()
                .map(|s| Signature::parse(s).unwrap_or_else(|e| panic!("row {:?}, signature `{s}`: {e}", text.prim)))
                .collect(),
            doc: text.doc.trim(),
            example: text.example,
        }
    }

    /// The labels of its arguments, in the order of its signatures, each once.
    #[must_use]
    pub fn labels(&self) -> Vec<&'static str> {
        let slots = self.signatures.iter().flat_map(|signature| &signature.slots);
        let mut labels = Vec::new();
        for slot in slots.filter(|slot| slot.kind == SlotKind::Named) {
            if !labels.contains(&slot.name) {
                labels.push(slot.name);
            }
        }
        labels
    }

    /// The usual spelling, such as `move Step`.
    #[must_use]
    pub fn name(&self) -> String {
        self.spellings[0].to_string()
    }
}

/// The catalogue, ready for use.
#[derive(Debug)]
pub struct Catalogue {
    /// Every row, by family.
    pub rows: Vec<Row>,
    by_head: BTreeMap<&'static str, Vec<(usize, usize)>>,
}

impl Catalogue {
    /// The one catalogue there is.
    pub fn get() -> &'static Catalogue {
        static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
            let rows: Vec<Row> = ROWS.iter().map(Row::parse).collect();
            let mut by_head: BTreeMap<_, Vec<_>> = BTreeMap::new();
            for (r, row) in rows.iter().enumerate() {
                for (s, spelling) in row.spellings.iter().enumerate() {
                    by_head.entry(spelling.head).or_default().push((r, s));
                }
            }
            Catalogue { rows, by_head }
        });
        &CATALOGUE
    }

    /// The rows that may begin with `head`, each with the spelling that does, in the order of the table.
    pub fn with_head(&self, head: &str) -> impl Iterator<Item = (&Row, &Spelling)> {
        let found = self.by_head.get(head).map_or(&[][..], Vec::as_slice);
        found.iter().map(|&(r, s)| (&self.rows[r], &self.rows[r].spellings[s]))
    }

    /// Every head word, sorted.
    pub fn heads(&self) -> impl Iterator<Item = &'static str> {
        self.by_head.keys().copied()
    }
}

impl Prim {
    /// Its row.
    #[must_use]
    pub fn row(self) -> &'static Row {
        &Catalogue::get().rows[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_reads() {
        for row in &Catalogue::get().rows {
            assert_eq!(row.prim.row().prim, row.prim);
            assert!(row.doc.ends_with('.'), "the line of {:?} is no sentence", row.prim);
        }
    }
}
