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
    /// `<…>` in an option's item: what a reference to the option stands for, as written. Its brackets need not match.
    Fragment(String),
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
    /// Whether both say the same, wherever they are written.
    #[must_use]
    pub fn same(&self, other: &Node) -> bool {
        use NodeKind as K;
        let all = |a: &[Node], b: &[Node]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b));
        match (&self.kind, &other.kind) {
            (K::Call(a), K::Call(b)) | (K::List(a), K::List(b)) => all(a, b),
            (K::Named(a), K::Named(b)) => a.name == b.name && a.value.same(&b.value),
            (K::Range(a), K::Range(b)) => a.0.same(&b.0) && a.1.same(&b.1),
            (K::Int(a), K::Int(b)) => a == b,
            (K::Real(a), K::Real(b)) => a.to_bits() == b.to_bits(),
            (K::Bool(a), K::Bool(b)) => a == b,
            (K::Text(a), K::Text(b))
            | (K::Symbol(a), K::Symbol(b))
            | (K::Param(a), K::Param(b))
            | (K::Fragment(a), K::Fragment(b)) => a == b,
            (K::Hole, K::Hole) => true,
            (K::OptionRef { option: a, arg: x }, K::OptionRef { option: b, arg: y }) => a == b && x == y,
            _ => false,
        }
    }

    /// The parts of a node, in the order of the text.
    pub fn children(&self) -> impl DoubleEndedIterator<Item = &Node> {
        let (items, pair): (&[Node], [Option<&Node>; 2]) = match &self.kind {
            NodeKind::Call(items) | NodeKind::List(items) => (items, [None, None]),
            NodeKind::Named(named) => (&[], [Some(&named.value), None]),
            NodeKind::Range(ends) => (&[], [Some(&ends.0), Some(&ends.1)]),
            _ => (&[], [None, None]),
        };
        items.iter().chain(pair.into_iter().flatten())
    }

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
