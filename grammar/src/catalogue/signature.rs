//! Signatures: the slots of a ludeme, read from their text.

use super::Type;

/// One way to give a ludeme its arguments.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The text it was read from.
    pub text: &'static str,
    /// The slots, in order.
    pub slots: Vec<Slot>,
}

/// A place for an argument.
#[derive(Clone, Debug)]
pub struct Slot {
    /// Its name; for a named slot, the keyword.
    pub name: &'static str,
    /// How it is filled.
    pub kind: SlotKind,
    /// Whether it may stay empty.
    pub optional: bool,
    /// What it asks for.
    pub ty: SlotType,
}

/// How a slot is filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlotKind {
    /// By the next argument.
    Positional,
    /// By an argument with its name.
    Named,
    /// By all following arguments that fit, or by one collection of them.
    Rest,
}

/// What a slot asks for: any of the alternatives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlotType(pub Vec<Alternative>);

/// One thing a slot may ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Alternative {
    /// An expression of this type.
    One(Type),
    /// A collection `{…}` whose members are of this type.
    List(SlotType),
}

impl SlotType {
    /// Just `ty`.
    #[must_use]
    pub fn one(ty: Type) -> SlotType {
        SlotType(vec![Alternative::One(ty)])
    }

    fn parse(text: &str) -> Result<SlotType, String> {
        let mut alternatives = Vec::new();
        for part in split_outside_braces(text) {
            alternatives.push(match part.strip_prefix('{') {
                Some(rest) => {
                    let inner = rest.strip_suffix('}').ok_or_else(|| format!("`{part}` lacks its `}}`"))?;
                    Alternative::List(SlotType::parse(inner)?)
                }
                None => Alternative::One(Type::from_name(part).ok_or_else(|| format!("there is no type `{part}`"))?),
            });
        }
        Ok(SlotType(alternatives))
    }
}

impl std::fmt::Display for SlotType {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        for (i, alternative) in self.0.iter().enumerate() {
            f.write_str(if i > 0 { "|" } else { "" })?;
            match alternative {
                Alternative::One(ty) => f.write_str(ty.name())?,
                Alternative::List(inner) => write!(f, "{{{inner}}}")?,
            }
        }
        Ok(())
    }
}

/// Splits at `|`, but not within braces.
fn split_outside_braces(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0usize);
    for (i, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            '|' if depth == 0 => {
                parts.push(&text[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

impl Signature {
    /// Reads a signature such as `[from:From] to:To [stack=Flag]`.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &'static str) -> Result<Signature, String> {
        let slots: Vec<Slot> = text.split_whitespace().map(Slot::parse).collect::<Result<_, _>>()?;
        for (i, slot) in slots.iter().enumerate() {
            if slots[..i].iter().any(|other| other.name == slot.name) {
                return Err(format!("two slots are called `{}`", slot.name));
            }
        }
        Ok(Signature { text, slots })
    }

    /// The slot with the keyword `name`.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&Slot> {
        self.slots.iter().find(|slot| slot.kind == SlotKind::Named && slot.name == name)
    }

    /// How an author would read it: `(move Step [<from>] [<directions>] <to> [stack:<Bool>] [<then>])`.
    #[must_use]
    pub fn usage(&self, name: &str) -> String {
        let mut text = format!("({name}");
        for slot in &self.slots {
            let part = match slot.kind {
                SlotKind::Positional => format!("<{}>", slot.name),
                SlotKind::Rest => format!("<{}> …", slot.name),
                SlotKind::Named => format!("{}:<{}>", slot.name, slot.ty),
            };
            text.push_str(&if slot.optional { format!(" [{part}]") } else { format!(" {part}") });
        }
        text.push(')');
        text
    }

    /// The keywords.
    pub fn keywords(&self) -> impl Iterator<Item = &'static str> {
        self.slots.iter().filter(|slot| slot.kind == SlotKind::Named).map(|slot| slot.name)
    }
}

impl Slot {
    fn parse(text: &'static str) -> Result<Slot, String> {
        let (text, optional) = match text.strip_prefix('[') {
            Some(rest) => (rest.strip_suffix(']').ok_or_else(|| format!("`{text}` lacks its `]`"))?, true),
            None => (text, false),
        };
        let at = text.find([':', '=']).ok_or_else(|| format!("`{text}` has no type"))?;
        let (name, ty) = (&text[..at], &text[at + 1..]);
        let (kind, ty) = match (text.as_bytes()[at], ty.strip_suffix('…')) {
            (b'=', None) => (SlotKind::Named, ty),
            (b':', None) => (SlotKind::Positional, ty),
            (b':', Some(ty)) => (SlotKind::Rest, ty),
            _ => return Err(format!("`{text}` cannot be both named and repeated")),
        };
        Ok(Slot { name, kind, optional, ty: SlotType::parse(ty)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_kind_of_slot() {
        let signature = Signature::parse("a:Int [b:{Int|Region}|Text] c=Bool [d=Bool] [rest:Moves…]").unwrap();
        let shown: Vec<_> =
            signature.slots.iter().map(|s| format!("{} {:?} {} {}", s.name, s.kind, s.optional, s.ty)).collect();
        assert_eq!(
            shown,
            [
                "a Positional false Int",
                "b Positional true {Int|Region}|Text",
                "c Named false Bool",
                "d Named true Bool",
                "rest Rest true Moves",
            ]
        );
    }

    #[test]
    fn says_what_is_wrong() {
        for (text, error) in [
            ("a", "`a` has no type"),
            ("a:Integer", "there is no type `Integer`"),
            ("[a:Int", "`[a:Int` lacks its `]`"),
            ("a:{Int", "`{Int` lacks its `}`"),
            ("a=Int…", "`a=Int…` cannot be both named and repeated"),
            ("a:Int a=Int", "two slots are called `a`"),
        ] {
            assert_eq!(Signature::parse(text).unwrap_err(), error);
        }
    }
}
