//! The parser that pest derives from `parlour.pest`.

#![allow(missing_docs, reason = "the items are derived; the grammar documents them")]

#[derive(pest_derive::Parser)]
#[grammar = "parlour.pest"]
pub(super) struct Grammar;
