//! The syntax tree: what a file says, before anything is known of its words.

use crate::span::Origin;

/// A piece of syntax and where it came from.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Where it is written and how it came here.
    pub origin: Origin,
}

/// The kinds of syntax.
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// `(head arg …)`: a ludeme. `(= a b)` has the symbol `=` as its head; `("Name" a b)` a string.
    Call(Vec<Node>),
    /// `{ … }`: a collection.
    List(Vec<Node>),
    /// `name:value`.
    Named(Box<Named>),
    /// A whole number.
    Int(i64),
    /// A number with a fraction.
    Real(f64),
    /// `True` or `False`.
    Bool(bool),
    /// `"…"`, without the quotes, escapes resolved.
    Text(String),
    /// A bare word: a ludeme's name, `Each`, `P1`, `Orthogonal`, an operator.
    Symbol(String),
    /// `a..b`, both ends included.
    Range(Box<(Node, Node)>),
    /// `#1`, `#name`: a parameter. Only inside definitions, gone after expansion.
    Param(String),
    /// `~`: an argument left out. Only in calls of definitions, gone after expansion.
    Hole,
    /// `<Option:arg>` or `<Option>`: a reference to an option. Gone after expansion.
    OptionRef {
        /// The tag between `<` and `:`.
        option: String,
        /// The argument after `:`; `None` for an option's only argument.
        arg: Option<String>,
    },
}

/// `name:value`.
#[derive(Clone, Debug)]
pub struct Named {
    /// The name before the colon.
    pub name: String,
    /// Where the name stands.
    pub name_origin: Origin,
    /// The value.
    pub value: Node,
}

impl Node {
    /// The items of a call, head first.
    #[must_use]
    pub fn call(&self) -> Option<&[Node]> {
        match &self.kind {
            NodeKind::Call(items) => Some(items),
            _ => None,
        }
    }

    /// The word of a symbol.
    #[must_use]
    pub fn symbol(&self) -> Option<&str> {
        match &self.kind {
            NodeKind::Symbol(word) => Some(word),
            _ => None,
        }
    }

    /// The text of a string.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match &self.kind {
            NodeKind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The head word of a call whose head is a symbol.
    #[must_use]
    pub fn head(&self) -> Option<&str> {
        self.call()?.first()?.symbol()
    }
}
