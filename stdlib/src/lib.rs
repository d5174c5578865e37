//! The standard library: definitions written in the language itself, embedded as text.

/// Every library file: its path inside the library, and its text.
pub const FILES: &[(&str, &str)] = &[];
