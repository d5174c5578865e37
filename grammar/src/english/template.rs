//! Templates of phrases: text with places for the arguments of a ludeme.
//!
//! `{slot}` is the phrase of an argument, by its type; `{slot.form}` another form of it; `{slot?words}` says what stands there
//! when the argument is missing, where `square` is what sites are called. `{}` is what sites are called. What stands in `[…]` is left out if an argument in it is missing.

use crate::rules::Call;

use super::teller::Teller;
use super::words;

impl Teller<'_> {
    /// The template with the arguments of `call` in it.
    pub(super) fn fill(&self, template: &str, call: &Call) -> String {
        self.fill_all(template, call).unwrap_or_default()
    }

    /// The same; nothing if an argument without a substitute is missing.
    fn fill_all(&self, template: &str, call: &Call) -> Option<String> {
        let mut out = String::new();
        let mut rest = template;
        while let Some(at) = rest.find(['{', '[']) {
            out.push_str(&rest[..at]);
            let close = if rest[at..].starts_with('{') { '}' } else { ']' };
            let Some(end) = rest[at..].find(close) else { break };
            let inner = &rest[at + 1..at + end];
            rest = &rest[at + end + 1..];
            if close == ']' {
                out.push_str(&self.fill_all(inner, call).unwrap_or_default());
            } else {
                out.push_str(&self.slot(inner, call)?);
            }
        }
        out.push_str(rest);
        Some(out)
    }

    fn slot(&self, text: &str, call: &Call) -> Option<String> {
        let (text, substitute) = text.split_once('?').map_or((text, None), |(text, words)| (text, Some(words)));
        let (slot, form) = text.split_once('.').unwrap_or((text, ""));
        if slot.is_empty() {
            return Some(self.facts.site.to_owned());
        }
        match call.get(slot) {
            Some(term) => Some(self.form(term, form)),
            None => substitute.map(|words| words.replace("square", self.facts.site)),
        }
    }

    /// A term in a form: `one`, `any` or `all` of a region, `poss` of a player, `not` of a condition, `by thing` of a number.
    pub(super) fn form(&self, term: &crate::rules::Term, form: &str) -> String {
        match form {
            "one" => self.places(term).one(),
            "any" => self.places(term).any(),
            "all" => self.places(term).all(),
            "poss" => self.whose(term),
            "who" => self.who(term),
            "of" => match self.who(term).as_str() {
                "you" => "of yours".to_owned(),
                who => format!("of {who}"),
            },
            "the" => self.the(term),
            "not" => self.condition(term, false),
            "if" => self.condition(term, true),
            "site" => self.site(term),
            "on" => self.on(term),
            "times" => term.int().map_or_else(|| format!("{} times", self.number(term)), |n| words::times(n.into())),
            _ => match form.strip_prefix("by ") {
                Some(thing) => self.counted(term, thing),
                None => self.any_phrase(term),
            },
        }
    }
}
