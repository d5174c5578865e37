//! Tests of expansion.
