//! The language of Parlour: from text to checked, typed rules.
//!
//! Pure: no input or output, no randomness, no state of any game. The stages, each a module that knows only those above it:
//!
//! - [`span`]: places in source files, and the trace of the definitions a place came through;
//! - [`diagnostic`]: what can be wrong, with a stable code, and its rendering;
//! - [`tree`]: the syntax tree of a file;
//! - [`parse`]: from text to syntax trees, and [`mod@print`] from trees to text;
//! - [`mod@format`]: texts in the usual layout;
//! - [`expand`]: definitions, options, rulesets, imports;
//! - [`catalogue`]: the primitive ludemes;
//! - [`rules`]: typed rules;
//! - [`check`]: from syntax trees to typed rules;
//! - [`english`]: from typed rules to rules in plain English.
pub mod catalogue;
pub mod check;
pub mod diagnostic;
pub mod english;
pub mod expand;
pub mod format;
pub mod parse;
pub mod print;
pub mod rules;
pub mod span;
pub mod tree;
