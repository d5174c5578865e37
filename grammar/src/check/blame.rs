//! What is wrong, in words: the signature that comes nearest, and the smallest node at fault.

use super::kinds::{Candidate, Kinds, candidates};
use super::place::{Misfit, Problem, place};
use crate::catalogue::{Alternative, COLLECTIONS, Catalogue, Row, Signature, Slot, SlotKind, SlotType, Type};
use crate::diagnostic::{Diagnostic, codes, did_you_mean, nearest, suggestion};
use crate::tree::{Node, NodeKind};

/// Nothing is asked of the node but that it denote something; or it denotes something else than is asked.
pub fn whole(kinds: &Kinds, node: &Node, asked: Option<&SlotType>) -> Diagnostic {
    let Some(asked) = asked else {
        return Diagnostic::error(codes::WRONG_KIND, "this means nothing here", node.origin, described(kinds, node));
    };
    wrong(kinds, node, asked)
}

/// A tree that nests too deeply.
pub fn too_deep(node: &Node) -> Diagnostic {
    let message = format!("ludemes nest deeper than {} levels", super::DEPTH_LIMIT);
    Diagnostic::error(codes::NESTING, message, node.origin, "one level too many")
        .help("give parts of the expression names with `(define \"Name\" …)`, and see whether definitions pile up")
}

/// A number that is too large.
pub fn too_large(node: &Node) -> Diagnostic {
    let message = format!("numbers go from {} to {}", i32::MIN, i32::MAX);
    Diagnostic::error(codes::LARGE_NUMBER, message, node.origin, "beyond that")
}

/// Something that belongs in definitions only.
pub fn unexpanded(node: &Node) -> Diagnostic {
    Diagnostic::error(
        codes::UNEXPANDED,
        "parameters belong in definitions, and options must be declared",
        node.origin,
        "stands for nothing here",
    )
}

/// A call that no row of the catalogue allows, in a place that may ask for `wanted`.
pub fn call(kinds: &Kinds, node: &Node, items: &[Node], wanted: &[Type]) -> Diagnostic {
    let Some(head) = items.first() else {
        return Diagnostic::error(codes::NO_LUDEME, "a ludeme is missing", node.origin, "these brackets are empty");
    };
    let NodeKind::Symbol(word) = &head.kind else {
        let found = described(kinds, head);
        let finding =
            Diagnostic::error(codes::NO_LUDEME, "an expression begins with the name of a ludeme", head.origin, found);
        return match head.kind {
            NodeKind::Text(_) => finding.help("there is no definition of this name"),
            NodeKind::Int(_) | NodeKind::Symbol(_) | NodeKind::Call(_) => finding.help("a collection is written `{…}`"),
            _ => finding,
        };
    };
    let mut found = candidates(items);
    if found.is_empty() {
        return unknown_name(kinds, word, items);
    }
    // Of namesakes those are meant that could stand here.
    if found.iter().any(|candidate| is_wanted(candidate.row.ty, wanted)) {
        found.retain(|candidate| is_wanted(candidate.row.ty, wanted));
    }
    if let Some(finding) = label_without_colon(items, &found)
        .or_else(|| misspelt_label(word, items, &found))
        .or_else(|| misspelt_definition(kinds, items, &found))
    {
        return finding;
    }
    let nearest = found
        .iter()
        .flat_map(|candidate| candidate.row.signatures.iter().map(move |signature| (candidate, signature)))
        .filter_map(|(candidate, signature)| {
            let misfit = place(kinds, &items[candidate.name_length..], signature).err()?;
            Some((candidate, signature, misfit))
        })
        // The first of the best.
        .rev_max_by_key(|(candidate, _, misfit)| (candidate.name_length + misfit.matched, misfit.likeliness()));
    let Some((candidate, signature, misfit)) = nearest else {
        return unknown_name(kinds, word, items);
    };
    // `(count Peices …)`: the word is none of those that may follow, rather than an argument.
    if candidate.name_length == 1
        && let Some(Node { kind: NodeKind::Symbol(kind), .. }) = items.get(1)
    {
        let words = following_words(word);
        let first_is_wrong = matches!(misfit.problem, Problem::Wrong(0, _));
        let near = || did_you_mean(kind, words.iter().copied()).is_some();
        if !words.is_empty() && (misfit.matched == 0 || first_is_wrong && near()) {
            return unknown_name(kinds, word, items);
        }
    }
    misfitting(kinds, node, items, candidate, signature, &misfit)
}

/// Whether a place that asks for one of some types takes this one, alone or as a member.
fn is_wanted(ty: Type, wanted: &[Type]) -> bool {
    let member_of = |whole: Type| COLLECTIONS.iter().any(|(member, all)| *all == whole && ty.fits(*member));
    wanted.iter().any(|asked| ty.fits(*asked) || member_of(*asked))
}

/// The maximum, the first of several.
trait RevMaxByKey: Iterator + Sized {
    fn rev_max_by_key<K: Ord>(self, key: impl Fn(&Self::Item) -> K) -> Option<Self::Item> {
        self.fold(None, |best: Option<Self::Item>, item| match best {
            Some(best) if key(&best) >= key(&item) => Some(best),
            _ => Some(item),
        })
    }
}

impl<I: Iterator> RevMaxByKey for I {}

impl Misfit<'_> {
    /// The higher, the more likely this signature is meant: it asks for what is not there, rather than not for what is.
    fn likeliness(&self) -> u8 {
        match self.problem {
            Problem::Missing(_) => 3,
            Problem::Wrong(..) | Problem::Twice(_) => 2,
            Problem::UnknownName(_) => 1,
            Problem::TooMany(_) => 0,
        }
    }
}

/// The words that may follow `head`.
fn following_words(head: &str) -> Vec<&'static str> {
    let mut words = Vec::new();
    for (_, spelling) in Catalogue::get().with_head(head) {
        words.extend(spelling.words.first().into_iter().flatten().copied());
    }
    words.sort_unstable();
    words.dedup();
    words
}

/// `(to if (is Empty (to)))`: the label of an argument without its colon.
fn label_without_colon(items: &[Node], found: &[Candidate]) -> Option<Diagnostic> {
    let signatures = || found.iter().flat_map(|candidate| &candidate.row.signatures);
    let label = |node: &&Node| {
        let word = node.symbol().filter(|word| !word.starts_with(char::is_uppercase));
        word.is_some_and(|word| signatures().any(|signature| signature.named(word).is_some()))
    };
    let node = items[1..].iter().find(label)?;
    let word = node.symbol()?;
    let message = format!("`{word}` lacks its colon");
    let finding = Diagnostic::error(codes::UNKNOWN_SYMBOL, message, node.origin, "the label of an argument");
    Some(finding.help(format!("write `{word}:` and the value right behind it")))
}

/// A label that no signature has, and that is nearly one.
fn misspelt_label(head: &str, items: &[Node], found: &[Candidate]) -> Option<Diagnostic> {
    let labels = || found.iter().flat_map(|c| &c.row.signatures).flat_map(Signature::keywords);
    items[1..].iter().find_map(|item| {
        let NodeKind::Named(named) = &item.kind else { return None };
        if labels().any(|label| label == named.name) {
            return None;
        }
        let near = did_you_mean(&named.name, labels())?;
        let message = format!("`{head}` has no argument called `{}`", named.name);
        let finding = Diagnostic::error(codes::UNKNOWN_KEYWORD, message, named.name_origin, "unknown here");
        Some(finding.help(format!("did you mean `{near}:`?")))
    })
}

/// A text among arguments that cannot be texts, and that is nearly the name of a definition.
fn misspelt_definition(kinds: &Kinds, items: &[Node], found: &[Candidate]) -> Option<Diagnostic> {
    let mut slots = found.iter().flat_map(|c| &c.row.signatures).flat_map(|s| &s.slots);
    if slots.any(|slot| member_types(&slot.ty).into_iter().chain([slot.ty.clone()]).any(|ty| asks_for_text(&ty))) {
        return None;
    }
    let members = items[1..].iter().flat_map(|item| match &item.kind {
        NodeKind::List(members) => members.iter().collect(),
        NodeKind::Named(named) => vec![&named.value],
        _ => vec![item],
    });
    members.into_iter().find_map(|member| {
        let text = member.text()?;
        let near = did_you_mean(text, kinds.definitions.iter().copied())?;
        let message = format!("there is no definition \"{text}\"");
        let finding = Diagnostic::error(codes::UNKNOWN_DEFINITION, message, member.origin, "called here");
        Some(finding.help(format!("did you mean \"{near}\"?")))
    })
}

/// The heads that `word` may be a misspelling of: of those equally near, the one that takes these arguments comes first.
fn likely_head(kinds: &Kinds, word: &str, items: &[Node]) -> Option<&'static str> {
    let heads: Vec<&'static str> = Catalogue::get().heads().collect();
    let mut near: Vec<&str> = nearest(word, heads.iter().copied());
    near.truncate(6);
    let takes = |head: &&str| {
        Catalogue::get().with_head(head).any(|(row, spelling)| {
            let says = |(i, choice): (usize, &Vec<&str>)| {
                items.get(i + 1).and_then(Node::symbol).is_some_and(|word| choice.contains(&word))
            };
            let args = items.get(1 + spelling.words.len()..).unwrap_or_default();
            spelling.words.iter().enumerate().all(says) && row.signatures.iter().any(|s| place(kinds, args, s).is_ok())
        })
    };
    let fitting = near.iter().copied().find(takes);
    let best = fitting.or_else(|| near.first().copied())?;
    heads.into_iter().find(|head| *head == best)
}

/// A head that is no ludeme, or with a word after it that is none of its words.
fn unknown_name(kinds: &Kinds, head: &str, items: &[Node]) -> Diagnostic {
    let catalogue = Catalogue::get();
    if catalogue.with_head(head).next().is_none() {
        let finding = Diagnostic::error(
            codes::UNKNOWN_LUDEME,
            format!("there is no ludeme `{head}`"),
            items[0].origin,
            "unknown",
        );
        let near = likely_head(kinds, head, items).map(|near| format!("did you mean `{near}`?"));
        return finding.help_if(is_a_following_word(kinds, head, items).or(near));
    }
    let words = following_words(head);
    let all = || {
        format!("after `{head}` comes one of {}", words.iter().map(|w| format!("`{w}`")).collect::<Vec<_>>().join(", "))
    };
    match items.get(1) {
        Some(Node { kind: NodeKind::Symbol(word), origin }) => {
            let message = format!("`{head}` has no kind called `{word}`");
            let near = did_you_mean(word, words.iter().copied()).map(|near| format!("did you mean `{near}`?"));
            Diagnostic::error(codes::UNKNOWN_WORD, message, *origin, "unknown here").help(near.unwrap_or_else(all))
        }
        _ => {
            let message = format!("`{head}` needs a word that says which kind");
            let kind = items.get(1).and_then(Node::text).filter(|_| head == "is");
            let of_piece =
                kind.map(|name| format!("of a piece it is asked as `(= (what at:…) (id \"{name}\" Mover))`"));
            let help = of_piece.into_iter().chain([all()]).collect::<Vec<_>>().join("\n");
            Diagnostic::error(codes::UNKNOWN_WORD, message, items[0].origin, "a word should follow").help(help)
        }
    }
}

/// `(Line 3)` for `(is Line 3)`: of several heads, the one that takes these arguments.
fn is_a_following_word(kinds: &Kinds, word: &str, items: &[Node]) -> Option<String> {
    let rows = &Catalogue::get().rows;
    let spellings = || {
        let all = rows.iter().flat_map(|row| row.spellings.iter().map(move |spelling| (row, spelling)));
        all.filter(|(_, spelling)| spelling.words.first().is_some_and(|choice| choice.contains(&word)))
    };
    let fitting = spellings().find(|(row, _)| row.signatures.iter().any(|s| place(kinds, &items[1..], s).is_ok()));
    let (_, spelling) = fitting.or_else(|| spellings().next())?;
    Some(format!("write `({} {word} …)`", spelling.head))
}

/// Arguments that do not match the signature that comes nearest.
fn misfitting(
    kinds: &Kinds,
    node: &Node,
    items: &[Node],
    candidate: &Candidate,
    signature: &Signature,
    misfit: &Misfit,
) -> Diagnostic {
    let args = &items[candidate.name_length..];
    let name = written_name(items, candidate);
    let help = format!("it is written `{}`", signature.usage(&name));
    match &misfit.problem {
        Problem::Missing(slot) => {
            let message = format!("`{name}` lacks {}", slot_described(slot));
            let label = args.iter().find_map(|arg| match &arg.kind {
                NodeKind::Named(named) if named.name == slot.name => Some(named),
                _ => None,
            });
            if let Some(label) = label {
                let found = Diagnostic::error(codes::MISSING, message, label.name_origin, "this is a label");
                return found.help(format!("write `({} …)` in place of `{0}:`\n{help}", slot.name));
            }
            let found = Diagnostic::error(codes::MISSING, message, node.origin, "nothing fills its place");
            // `(to (sites Empty) (if …))`
            found.help(match name.as_str() {
                "if" if args.len() == 1 && matches!(candidate.row.ty, Type::Int | Type::Region) => {
                    format!("a condition within `(to …)` and the like is written `if:…`\n{help}")
                }
                _ => help,
            })
        }
        Problem::TooMany(i) => {
            let message = format!("`{name}` takes no further argument");
            let found = Diagnostic::error(codes::TOO_MANY, message, args[*i].origin, "one too many");
            let then = |arg: &Node| arg.head() == Some("then");
            found.help(match args[..*i].iter().any(then) && then(&args[*i]) {
                true => format!("one `(then …)` holds several consequences: `(then (and … …))`\n{help}"),
                false => help,
            })
        }
        Problem::UnknownName(i) => {
            let NodeKind::Named(named) = &args[*i].kind else { unreachable!("only named arguments have names") };
            let message = format!("`{name}` has no argument called `{}`", named.name);
            // Another signature of the ludeme may have it.
            let all = candidate.row.signatures.iter().flat_map(Signature::keywords);
            let near = did_you_mean(&named.name, all).map(|near| format!("did you mean `{near}:`?"));
            let help = match near.or_else(|| suggestion(&named.name, signature.keywords())) {
                Some(near) => format!("{near}\n{help}"),
                None => help,
            };
            Diagnostic::error(codes::UNKNOWN_KEYWORD, message, named.name_origin, "unknown here").help(help)
        }
        Problem::Twice(i) => {
            let NodeKind::Named(named) = &args[*i].kind else { unreachable!("only named arguments have names") };
            let message = format!("`{name}` has `{}:` twice", named.name);
            Diagnostic::error(codes::TWICE, message, named.name_origin, "again").help(help)
        }
        Problem::Wrong(i, slots) => {
            if let Some(finding) = out_of_place(kinds, args, *i, slots, signature, &name) {
                return finding.help(help);
            }
            let arg = match &args[*i].kind {
                NodeKind::Named(named) => &named.value,
                _ => &args[*i],
            };
            if arg.head() == Some("then") {
                let message = format!("`{name}` takes no `(then …)`");
                let outside =
                    format!("what follows belongs to the whole move: write it behind the `)` of `({name} …)`");
                return Diagnostic::error(codes::WRONG_KIND, message, arg.origin, "this is `(then …)`")
                    .help(format!("{outside}\n{help}"));
            }
            let asked = SlotType(slots.iter().flat_map(|slot| rest_too(slot)).collect());
            let mut found = wrong(kinds, arg, &asked);
            if let Some(other) = taken_by(kinds, args, candidate) {
                // What the word resembles is beside the point then.
                found.help = Some(format!("`({other} …)` takes what is written here"));
            } else if !matches!(arg.kind, NodeKind::List(_)) {
                let lists = asked.0.iter().filter_map(|one| match one {
                    Alternative::List(inner) => Some(inner),
                    Alternative::One(_) => None,
                });
                if lists.into_iter().any(|inner| kinds.fits_member(arg, inner)) {
                    found.help = Some("a collection stands in braces, one of a single member too: `{…}`".to_owned());
                }
            }
            let by_name = by_name(kinds, args, &args[*i], signature)
                .map(|slot| format!("is `{}:` missing before it?", slot.name));
            let lines = [
                by_name.or_else(|| clause_around(kinds, arg, &asked)),
                found.help.clone(),
                Some(format!("`{name}` is written `{}`", signature.usage(&name))),
            ];
            found.help(lines.into_iter().flatten().collect::<Vec<_>>().join("\n"))
        }
    }
}

/// `(move Add (sites Empty))`: a clause that would take what stands here.
fn clause_around(kinds: &Kinds, arg: &Node, asked: &SlotType) -> Option<String> {
    let takes = |row: &&Row| {
        let is_asked = asked.0.iter().any(|one| matches!(one, Alternative::One(ty) if *ty == row.ty));
        let alone = |signature: &Signature| place(kinds, std::slice::from_ref(arg), signature).is_ok();
        CLAUSES.contains(&row.ty) && is_asked && row.signatures.iter().any(alone)
    };
    let row = Catalogue::get().rows.iter().find(takes)?;
    Some(format!("is `({} …)` missing around it?", row.name()))
}

/// What stands in a clause of its own.
const CLAUSES: [Type; 4] = [Type::From, Type::To, Type::Between, Type::Then];

/// The name of another ludeme of the kind that would take these arguments as they are, where there is just one.
fn taken_by(kinds: &Kinds, args: &[Node], candidate: &Candidate) -> Option<String> {
    let takes = |row: &&&Row| {
        row.ty == candidate.row.ty
            && !std::ptr::eq(**row, candidate.row)
            && row.signatures.iter().any(|signature| place(kinds, args, signature).is_ok())
    };
    let rows: Vec<&Row> = Catalogue::get().rows.iter().collect();
    let mut fitting = rows.iter().filter(takes);
    let only = fitting.next().filter(|_| args.len() > 1)?;
    fitting.next().is_none().then(|| only.name().to_owned())
}

/// An argument that would be right in another place: one before it is missing, or comes behind it, or it is there already.
fn out_of_place(
    kinds: &Kinds,
    args: &[Node],
    i: usize,
    wanted: &[&Slot],
    signature: &Signature,
    name: &str,
) -> Option<Diagnostic> {
    let arg = &args[i];
    if matches!(arg.kind, NodeKind::Named(_)) {
        return None;
    }
    let fits = |node: &Node, slot: &Slot| kinds.fits(node, &SlotType(rest_too(slot)));
    let positional: Vec<&Slot> = signature.slots.iter().filter(|slot| slot.kind != SlotKind::Named).collect();
    let place = |slot: &Slot| positional.iter().position(|other| std::ptr::eq(*other, slot));
    let first = wanted.iter().filter_map(|slot| place(slot)).min()?;
    if let Some(required) = wanted.iter().find(|slot| !slot.optional)
        && let Some(after) = place(required)
        && positional[after + 1..].iter().any(|slot| fits(arg, slot))
    {
        let found = described(kinds, arg);
        let next = args[i + 1..].iter().find(|other| !matches!(other.kind, NodeKind::Named(_)));
        return Some(match next.filter(|next| fits(next, required)) {
            Some(next) => {
                let message = format!("`{name}` has its arguments in another order");
                Diagnostic::error(codes::WRONG_KIND, message, arg.origin, "this one comes behind the next")
                    .also(next.origin, format!("{} comes first", slot_described(required)))
            }
            None => {
                let message = format!("`{name}` lacks {}", slot_described(required));
                Diagnostic::error(codes::MISSING, message, arg.origin, format!("it comes before this, {found}"))
            }
        });
    }
    let twice = positional[..first].iter().rev().find(|slot| slot.kind != SlotKind::Rest && fits(arg, slot));
    let already = twice.filter(|slot| args[..i].iter().any(|other| fits(other, slot)))?;
    let message = format!("`{name}` has its `{}` already", already.name);
    Some(Diagnostic::error(codes::TWICE, message, arg.origin, "a second one"))
}

/// The named slot that the positional argument `arg` was perhaps meant for.
fn by_name<'a>(kinds: &Kinds, args: &[Node], arg: &Node, signature: &'a Signature) -> Option<&'a Slot> {
    let given = |slot: &Slot| args.iter().any(|other| matches!(&other.kind, NodeKind::Named(n) if n.name == slot.name));
    let open = |slot: &&Slot| slot.kind == SlotKind::Named && !given(slot) && kinds.fits(arg, &slot.ty);
    signature.slots.iter().filter(open).min_by_key(|slot| slot.optional)
}

/// What a slot takes as a single argument.
fn rest_too(slot: &Slot) -> Vec<Alternative> {
    let mut alternatives = slot.ty.0.clone();
    if slot.kind == SlotKind::Rest {
        alternatives.push(Alternative::List(slot.ty.clone()));
    }
    alternatives
}

/// `node` is not what is asked.
fn wrong(kinds: &Kinds, node: &Node, asked: &SlotType) -> Diagnostic {
    // The smallest node at fault: a member of a collection rather than the collection.
    if let NodeKind::List(members) = &node.kind {
        let nearest = member_types(asked)
            .into_iter()
            .filter_map(|inner| Some((members.iter().position(|m| !kinds.fits_member(m, &inner))?, inner)))
            .rev_max_by_key(|(fitting, _)| *fitting);
        if let Some((at, inner)) = nearest {
            return wrong(kinds, &members[at], &inner);
        }
    }
    if let Some(finding) = nearly(kinds, node, asked) {
        return finding;
    }
    let expected = asked_described(asked);
    let is_number = || kinds.fits(node, &SlotType::one(Type::Int));
    if asked.0 == [Alternative::One(Type::Bool)] && is_number() {
        let found = described(kinds, node);
        let message = format!("expected {expected}, found {found}");
        return Diagnostic::error(codes::WRONG_KIND, message, node.origin, format!("this is {found}"))
            .help("compare it, as in `(> … 0)`");
    }
    let NodeKind::Symbol(word) = &node.kind else {
        let found = described(kinds, node);
        let message = format!("expected {expected}, found {found}");
        let finding = Diagnostic::error(codes::WRONG_KIND, message, node.origin, format!("this is {found}"));
        return match &node.kind {
            NodeKind::Text(text) if !asks_for_text(asked) => {
                let near = did_you_mean(text, kinds.definitions.iter().copied());
                let none = || format!("if \"{text}\" is meant to be a definition, there is none of this name");
                finding.help(near.map_or_else(none, |near| format!("did you mean the definition \"{near}\"?")))
            }
            _ => finding,
        };
    };
    let is_truth = |asked: &Alternative| matches!(asked, Alternative::One(Type::Bool | Type::Flag));
    let truth: &[&str] = if asked.0.iter().any(is_truth) { &["True", "False"] } else { &[] };
    let words = || enumerated(asked).into_iter().flat_map(|ty| ty.words().iter()).chain(truth).copied();
    // `mover` for `Mover`: the word that is asked for, although there is a ludeme of the name too.
    let other_case = words().find(|known| known.eq_ignore_ascii_case(word) && known != word);
    if other_case.is_none() && Catalogue::get().with_head(word).next().is_some() {
        let message = format!("expected {expected}, found the word `{word}`");
        return Diagnostic::error(codes::BARE_LUDEME, message, node.origin, "a ludeme without its brackets")
            .help(format!("write `({word})`"));
    }
    let enumerations: Vec<Type> = Type::ALL.iter().copied().filter(|ty| ty.has_word(word)).collect();
    if let Some(known) = enumerations.first() {
        let message = format!("expected {expected}, found `{word}`");
        let finding =
            Diagnostic::error(codes::WRONG_KIND, message, node.origin, format!("`{word}` is {}", known.called()));
        return finding.help_if(suggestion(word, words()));
    }
    let finding = Diagnostic::error(
        codes::UNKNOWN_SYMBOL,
        format!("there is no word `{word}`"),
        node.origin,
        format!("expected {expected}"),
    );
    let head = || Some(format!("did you mean `({})`?", did_you_mean(word, Catalogue::get().heads())?));
    let near = did_you_mean(word, words()).map(|near| format!("did you mean `{near}`?"));
    finding.help_if(near.or_else(head).or_else(|| suggestion(word, words())))
}

/// A ludeme that means something else, but would be what is asked if it did not lack an argument: `(piece P1)` in the equipment.
fn nearly(kinds: &Kinds, node: &Node, asked: &SlotType) -> Option<Diagnostic> {
    let NodeKind::Call(items) = &node.kind else { return None };
    let wanted =
        |ty: Type| asked.0.iter().any(|alternative| matches!(alternative, Alternative::One(one) if ty.fits(*one)));
    let found = candidates(items);
    found.iter().filter(|candidate| wanted(candidate.row.ty)).find_map(|candidate| {
        let args = &items[candidate.name_length..];
        candidate.row.signatures.iter().find_map(|signature| {
            let misfit = place(kinds, args, signature).err()?;
            let finding = misfitting(kinds, node, items, candidate, signature, &misfit);
            (finding.code == codes::MISSING).then_some(finding)
        })
    })
}

/// What the members of a collection would have to be.
fn member_types(asked: &SlotType) -> Vec<SlotType> {
    let of = |alternative: &Alternative| match alternative {
        Alternative::List(inner) => vec![inner.clone()],
        Alternative::One(ty) => {
            let wholes = COLLECTIONS.iter().filter(|(_, whole)| whole.fits(*ty));
            wholes.map(|(member, _)| SlotType::one(*member)).collect()
        }
    };
    asked.0.iter().flat_map(of).collect()
}

fn asks_for_text(asked: &SlotType) -> bool {
    asked.0.contains(&Alternative::One(Type::Text))
}

/// The enumerations whose words may stand for what is asked.
fn enumerated(asked: &SlotType) -> Vec<Type> {
    let types = asked.0.iter().filter_map(|a| match a {
        Alternative::One(ty) => Some(*ty),
        Alternative::List(_) => None,
    });
    let mut found: Vec<Type> = types
        .flat_map(|asked| Type::ALL.iter().copied().filter(move |ty| ty.fits(asked) && !ty.words().is_empty()))
        .collect();
    found.dedup();
    found
}

/// How messages call what is asked.
fn asked_described(asked: &SlotType) -> String {
    let mut parts: Vec<String> = Vec::new();
    for alternative in &asked.0 {
        let part = match alternative {
            Alternative::One(ty) => ty.called().to_owned(),
            Alternative::List(inner) => format!("a collection of {}", asked_described(inner)),
        };
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    match parts.split_last() {
        Some((last, first)) if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        Some((last, _)) => last.clone(),
        None => "nothing".to_owned(),
    }
}

fn slot_described(slot: &Slot) -> String {
    let what = asked_described(&slot.ty);
    match slot.kind {
        SlotKind::Named => format!("`{}:`, {what}", slot.name),
        // `(to …)` for the slot `to` needs no second name.
        _ if what.contains(&format!("({} ", slot.name)) => what,
        _ => format!("its `{}`, {what}", slot.name),
    }
}

/// How messages call what is there.
fn described(kinds: &Kinds, node: &Node) -> String {
    match &node.kind {
        NodeKind::Call(_) => {
            let mut called: Vec<&str> = kinds.matches(node).iter().map(|m| m.row.ty.called()).collect();
            called.dedup();
            called.truncate(3);
            called.join(" or ")
        }
        NodeKind::List(members) if members.is_empty() => "an empty collection".to_owned(),
        NodeKind::List(_) => "a collection".to_owned(),
        NodeKind::Named(named) => format!("an argument called `{}`", named.name),
        NodeKind::Int(_) => "a number".to_owned(),
        NodeKind::Real(_) => "a number with a fraction".to_owned(),
        NodeKind::Bool(_) => "a condition".to_owned(),
        NodeKind::Text(_) => "a text".to_owned(),
        NodeKind::Symbol(word) => format!("the word `{word}`"),
        NodeKind::Range(_) => "a range".to_owned(),
        NodeKind::Param(_) | NodeKind::Hole | NodeKind::OptionRef { .. } | NodeKind::Fragment(_) => {
            "something not expanded".to_owned()
        }
    }
}

/// The name as it is written in this call: `is Odd`.
fn written_name(items: &[Node], candidate: &Candidate) -> String {
    let words: Vec<&str> = items[..candidate.name_length].iter().filter_map(Node::symbol).collect();
    words.join(" ")
}
