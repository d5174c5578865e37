//! Tests of parser and printer.
