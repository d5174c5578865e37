//! What lies off the board, and what is not seen by all.

pub(in crate::lower) mod dominoes;
pub(in crate::lower) mod secrets;
pub(in crate::lower) mod zones;
