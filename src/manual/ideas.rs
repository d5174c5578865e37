//! Ideas that have no ludeme of their own name, and where they are to be found.

/// An idea of games, and what in the language is about it.
pub struct Idea {
    /// The words that an author may look for.
    pub names: &'static [&'static str],
    /// What there is to know.
    pub doc: &'static str,
    /// The ludemes that are about it.
    pub ludemes: &'static [&'static str],
    /// Where more is said.
    pub page: &'static str,
}

/// Those there are.
pub const IDEAS: &[Idea] = &[Idea {
    names: &["stakes", "stake", "chips", "chip", "betting"],
    doc: "Stakes are two kinds of number: what each player has, and what lies in the pot. Both are set by effects; nothing is paid by \
          itself, and a bet becomes what the player has.",
    ludemes: &["amount", "pot", "set Amount", "set Pot", "move Bet"],
    page: "docs/turns.md, \"Stakes\"",
}];

/// The idea of a name.
pub fn called(name: &str) -> Option<&'static Idea> {
    IDEAS.iter().find(|idea| idea.names.iter().any(|known| known.eq_ignore_ascii_case(name)))
}

#[cfg(test)]
mod tests {
    use super::IDEAS;

    #[test]
    fn what_they_name_is_there() {
        for idea in IDEAS {
            for ludeme in idea.ludemes {
                assert!(!crate::manual::rows(ludeme).is_empty(), "{ludeme}");
            }
            let file = idea.page.split(',').next().unwrap_or_default();
            let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/").to_owned() + file);
            let heading = idea.page.split('"').nth(1).expect("a page and its section");
            assert!(text.is_ok_and(|text| text.contains(&format!("\n## {heading}\n"))), "{}", idea.page);
        }
    }
}
