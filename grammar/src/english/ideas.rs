//! Definitions as ideas: those that say themselves what they mean, and those that are named because they come up again.

use crate::expand::DefinitionInfo;
use crate::rules::{Term, TermKind};
use crate::span::{Frame, Origin, Trace};

use super::Said;
use super::teller::Teller;
use super::words;

/// What begins the line of a documentation with the words for a definition.
const SAYS: &str = "says:";

/// How long a wording must be to be named, in characters.
const LONG: usize = 100;

/// The words of a definition: the line `says: …` of its documentation. `#1` or `#name` stands for an argument, `<Tag>` for what an
/// option is now.
#[derive(Clone, Debug)]
pub(super) struct Saying {
    words: String,
    /// The names of the parameters, if they have names.
    parameters: Vec<String>,
}

impl Saying {
    /// The name of a definition as frames have it, with its words, if it has any.
    pub fn of(definition: &DefinitionInfo) -> Option<(String, Saying)> {
        let mut lines = definition.doc.lines().map(str::trim).skip_while(|line| !line.starts_with(SAYS));
        let mut text = lines.next()?[SAYS.len()..].trim().to_owned();
        // It may go on over several lines, up to the next that is about something else.
        for line in lines.take_while(|line| !line.is_empty() && !line.starts_with('#') && !line.starts_with("e.g.")) {
            text.push(' ');
            text.push_str(line);
        }
        let parameters = match &definition.parameters {
            crate::expand::Parameters::Numbered(count) => (1..=*count).map(|n| n.to_string()).collect(),
            crate::expand::Parameters::Named(params) => params.iter().map(|param| param.name.clone()).collect(),
        };
        Some((format!("\"{}\"", definition.name), Saying { words: text, parameters }))
    }
}

/// A definition that came up, with what it says.
#[derive(Clone, Debug)]
pub(super) struct Idea {
    /// How often it was told.
    pub uses: usize,
    /// Whether it is told among the terms.
    pub named: bool,
    /// What it says there.
    pub told: Said,
}

/// How an idea is told among the terms, and referred to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sort {
    Condition,
    Noun,
    Deed,
}

impl Teller<'_> {
    /// The expansions that begin at `term`, outermost first.
    fn entered(&self, term: &Term) -> Vec<&Frame> {
        let outer: Vec<Trace> = self.chain(self.scope(|scope| scope.trace)).collect();
        let mut out: Vec<&Frame> = self
            .chain(term.origin.trace)
            .take_while(|trace| !outer.contains(trace))
            .filter_map(|trace| self.traces.get(trace))
            .collect();
        out.reverse();
        out
    }

    fn chain(&self, trace: Trace) -> impl Iterator<Item = Trace> + '_ {
        let some = |trace: Trace| self.traces.get(trace).map(|_| trace);
        std::iter::successors(some(trace), move |trace| some(self.traces.get(*trace)?.call.trace))
    }

    /// The call that speaks for `term`, with its words: that of the outermost definition that has any.
    fn speaker(&self, term: &Term) -> Option<(&Frame, &Saying)> {
        self.entered(term).into_iter().find_map(|frame| self.sayings.get(&frame.what).map(|saying| (frame, saying)))
    }

    /// The call that speaks for `term`, if one does.
    pub fn spoken_by(&self, term: &Term) -> Option<Origin> {
        self.speaker(term).map(|(frame, _)| frame.call)
    }

    /// Whether a definition speaks for `term`.
    pub fn speaks(&self, term: &Term) -> bool {
        self.speaker(term).is_some()
    }

    /// What the definition that stands for `term` says of itself, if one does.
    pub fn said(&self, term: &Term) -> Option<String> {
        self.said_deed(term).map(|said| said.trim_start_matches('=').to_owned())
    }

    /// Whether `part` was given to the definition that speaks for `term`, and its words do not mention it.
    pub fn leaves_out(&self, term: &Term, part: &Term) -> bool {
        self.speaker(term).is_some_and(|(frame, saying)| {
            let place = frame.arguments.iter().position(|argument| *argument == Some(part.origin));
            place.and_then(|place| saying.parameters.get(place)).is_some_and(|name| {
                !saying.words.split('#').skip(1).any(|rest| {
                    rest.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').next() == Some(name.as_str())
                })
            })
        })
    }

    /// The same, with `=` in front where what is done has a subject of its own.
    pub fn said_deed(&self, term: &Term) -> Option<String> {
        let (frame, saying) = self.speaker(term)?;
        let mut out = String::new();
        let mut rest = saying.words.as_str();
        while let Some(at) = rest.find(['#', '<']) {
            out.push_str(&rest[..at]);
            rest = &rest[at..];
            let end =
                rest[1..].find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').map_or(rest.len(), |n| n + 1);
            let name = &rest[1..end];
            let place = saying.parameters.iter().position(|parameter| parameter == name);
            if rest.starts_with('#')
                && let Some(place) = place
            {
                let argument = frame.arguments.get(place).copied().flatten();
                out.push_str(&argument.map(|origin| self.argument(term, frame, origin)).unwrap_or_default());
                rest = &rest[end..];
            } else if let Some(value) = self.option_value(name)
                && rest[end..].starts_with('>')
            {
                out.push_str(&value);
                rest = &rest[end + 1..];
            } else {
                out.push_str(&rest[..1]);
                rest = &rest[1..];
            }
        }
        out.push_str(rest);
        // What is left out leaves its blanks behind.
        let told: Vec<&str> = out.split(' ').filter(|word| !word.is_empty()).collect();
        Some(words::to_you(&told.join(" ")))
    }

    /// An argument of a definition: its phrase where it is part of what the definition stands for, else as it is written.
    fn argument(&self, term: &Term, frame: &Frame, origin: Origin) -> String {
        match find(term, origin) {
            // It is told as it stands in the call.
            Some(found) => self.within(|scope| scope.trace = frame.call.trace, || self.any_phrase(found)),
            None => {
                let text = self.sources.slice(origin.span).trim_matches('"').to_owned();
                if text.contains(':') {
                    return text;
                }
                text.parse::<i64>().map_or_else(|_| words::shown(&text), words::number)
            }
        }
    }

    /// What an option is now: the number, or the words of the item.
    fn option_value(&self, tag: &str) -> Option<String> {
        let option = self.options.iter().find(|option| option.tag == tag)?;
        Some(super::options::value(option))
    }

    /// Tells `term` with `tell`: by its definition's words, by the name of an idea, or in full.
    pub fn telling(&self, term: &Term, sort: Sort, tell: impl FnOnce() -> Said) -> Said {
        if let Some(said) = self.said(term) {
            return Said::new(said);
        }
        let idea = self.entered(term).into_iter().find(|frame| frame.what.starts_with('"')).cloned();
        let told = self.within(|scope| scope.trace = term.origin.trace, tell);
        let Some(frame) = idea else { return told };
        let wording = told.wording();
        if wording.len() < LONG {
            return told;
        }
        let Some(name) = self.idea_name(&frame, term) else { return told };
        let mut ideas = self.ideas.borrow_mut();
        let idea =
            ideas.entry((name.clone(), wording)).or_insert(Idea { uses: 0, named: false, told: Said::default() });
        idea.uses += 1;
        if !idea.named {
            idea.told = about(&name, sort, &told);
            return told;
        }
        Said::new(match sort {
            Sort::Condition => format!("*{name}* holds"),
            Sort::Noun => format!("the *{name}*"),
            Sort::Deed => self.act(&format!("do as told under *{name}*")),
        })
    }

    /// The name of an idea: that of the definition, with its arguments if these are short.
    fn idea_name(&self, frame: &Frame, term: &Term) -> Option<String> {
        let name = words::spaced(&frame.what);
        let plain = |origin: &Origin| match find(term, *origin).map(|found| &found.kind) {
            Some(TermKind::Call(call)) => call.args.is_empty(),
            Some(TermKind::List(_)) => false,
            _ => true,
        };
        if !frame.arguments.iter().flatten().all(plain) {
            return None;
        }
        let arguments: Vec<String> =
            frame.arguments.iter().flatten().map(|origin| self.argument(term, frame, *origin)).collect();
        match arguments.iter().any(|argument| argument.len() > 16 || argument.contains(['(', ')', '*', '"', ':'])) {
            true => None,
            false if arguments.is_empty() => Some(name),
            false => Some(format!("{name}, {}", words::list(&arguments, "and"))),
        }
    }

    /// Names the definitions that came up more than once; says whether any is new.
    pub fn name_ideas(&self) -> bool {
        let mut ideas = self.ideas.borrow_mut();
        let keys: Vec<(String, String)> = ideas.keys().cloned().collect();
        let mut new = false;
        for key in &keys {
            // Two ideas of one name could not be told apart.
            let rivals = keys.iter().filter(|other| other.0 == key.0 && ideas[*other].uses > 1).count();
            let idea = ideas.get_mut(key).expect("it is one of them");
            if !idea.named && idea.uses > 1 && rivals == 1 {
                idea.named = true;
                new = true;
            }
        }
        new
    }

    /// The ideas that have names and come up, each told once.
    pub fn terms(&self) -> Vec<Said> {
        let ideas = self.ideas.borrow();
        ideas.values().filter(|idea| idea.named && idea.uses > 0).map(|idea| idea.told.clone()).collect()
    }
}

/// An idea as it is told among the terms.
fn about(name: &str, sort: Sort, told: &Said) -> Said {
    let text = match sort {
        Sort::Condition => format!("*{name}* holds if {}", told.text),
        Sort::Noun => format!("*{name}*: {}", told.text),
        Sort::Deed => format!("*{name}*: {}", told.text),
    };
    Said { text, ..told.clone() }
}

/// The term at `origin`, or what a definition called there stands for.
fn find(term: &Term, origin: Origin) -> Option<&Term> {
    if term.origin == origin {
        return Some(term);
    }
    match &term.kind {
        TermKind::Call(call) => call.args.iter().find_map(|(_, arg)| find(arg, origin)),
        TermKind::List(members) => members.iter().find_map(|member| find(member, origin)),
        TermKind::Range(ends) => find(&ends.0, origin).or_else(|| find(&ends.1, origin)),
        _ => None,
    }
}
