//! The manual as pages: ludemes by type, types, the library. No scripts, no other resources.

use super::forms::FORMS;
use super::uses::Uses;
use super::{library, meanings, takes};
use crate::output::GENERATOR;
use parlour_grammar::catalogue::{Catalogue, Row, Type, manual};
use std::fmt::Write;

const STYLE: &str = "\
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}\
pre,code{font-family:ui-monospace,monospace;font-size:.9em}pre{padding:.6rem;overflow-x:auto;border:1px solid #8886;border-radius:4px}\
a{color:light-dark(#0550ae,#79b8ff)}h2,h3{margin-top:2rem}.uses{font-size:.85em;opacity:.8}nav a{margin-right:1rem}";

/// Every page: its file's name and its text.
pub fn pages(uses: &Uses) -> Vec<(&'static str, String)> {
    vec![
        ("index.html", page("The language of Parlour", &index())),
        ("forms.html", page("Forms of rule files", &forms())),
        ("ludemes.html", page("Ludemes", &ludemes(uses))),
        ("types.html", page("Types", &types())),
        ("library.html", page("The library", &definitions(uses))),
    ]
}

fn page(title: &str, body: &str) -> String {
    let links = "<nav><a href=\"index.html\">Index</a><a href=\"forms.html\">Forms</a><a href=\"ludemes.html\">Ludemes</a>\
        <a href=\"types.html\">Types</a><a href=\"library.html\">Library</a></nav>";
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">{GENERATOR}<title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}</style></head>\n\
         <body>{links}<h1>{title}</h1>\n{body}</body></html>\n"
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn type_link(ty: Type) -> String {
    format!("<a href=\"types.html#{0}\">{0}</a>", ty.name())
}

fn row_link(row: &Row) -> String {
    format!("<a href=\"ludemes.html#{:?}\">{}</a>", row.prim, escape(&row.name()))
}

fn rows_of(ty: Type) -> impl Iterator<Item = &'static Row> {
    Catalogue::get().rows.iter().filter(move |row| row.ty == ty)
}

fn list(links: impl Iterator<Item = String>) -> String {
    links.collect::<Vec<_>>().join(", ")
}

fn index() -> String {
    let mut out = String::new();
    for ty in Type::ALL.iter().copied().filter(|ty| rows_of(*ty).next().is_some()) {
        _ = writeln!(
            out,
            "<h3>{}</h3><p>{}</p><p>{}</p>",
            type_link(ty),
            escape(ty.doc()),
            list(rows_of(ty).map(row_link))
        );
    }
    let link = |name: &str| format!("<a href=\"library.html#{0}\">{0}</a>", escape(name));
    _ = writeln!(out, "<h3>The library</h3><p>{}</p>", list(library().iter().map(|found| link(&found.name))));
    out
}

fn forms() -> String {
    let mut out = String::new();
    for form in FORMS {
        let usage = escape(&form.usage.join("\n"));
        let (doc, example) = (escape(form.doc), escape(form.example));
        _ = writeln!(out, "<h3 id=\"{0}\">{0}</h3><pre>{usage}</pre><p>{doc}</p><pre>{example}</pre>", form.name);
    }
    out
}

fn used(uses: &Uses, name: &str) -> String {
    let files = uses.get(name).map(|files| files.iter().map(|file| escape(file)).collect::<Vec<_>>().join(", "));
    files.map(|files| format!("<p class=\"uses\">In {files}</p>")).unwrap_or_default()
}

fn ludemes(uses: &Uses) -> String {
    let mut out = String::new();
    for ty in Type::ALL.iter().copied().filter(|ty| rows_of(*ty).next().is_some()) {
        _ = writeln!(out, "<h2>{}</h2><p>{}</p>", type_link(ty), escape(ty.doc()));
        for row in rows_of(ty) {
            _ = writeln!(out, "<h3 id=\"{:?}\">{}</h3>", row.prim, escape(&row.name()));
            for spelling in &row.spellings {
                for signature in &row.signatures {
                    _ = writeln!(out, "<pre>{}</pre>", escape(&signature.usage(&spelling.to_string())));
                }
            }
            let taken = Type::ALL.iter().copied().filter(|ty| takes(row, *ty)).map(type_link);
            let taken = list(taken);
            let taken = if taken.is_empty() { taken } else { format!("<p>Takes {taken}.</p>") };
            _ = writeln!(
                out,
                "<p>{}</p>{}{taken}<pre>{}</pre>{}",
                escape(row.doc),
                arguments(row),
                escape(row.example),
                used(uses, &row.name())
            );
        }
    }
    out
}

/// The labels of its arguments, with their meaning.
fn arguments(row: &Row) -> String {
    let items = row.labels().into_iter().map(|label| {
        format!("<dt><code>{label}:</code></dt><dd>{}</dd>", escape(manual::argument(row, label).unwrap_or_default()))
    });
    let items: String = items.collect();
    if items.is_empty() { items } else { format!("<dl>{items}</dl>") }
}

fn types() -> String {
    let mut out = String::new();
    for ty in Type::ALL.iter().copied() {
        _ = writeln!(out, "<h2 id=\"{0}\">{0}</h2><p>{1}</p>", ty.name(), escape(ty.doc()));
        if !ty.words().is_empty() {
            let all = ty.words().iter().map(|one| ((*one).to_owned(), manual::word(ty, one)));
            let items = meanings(all).into_iter().map(|(words, meaning)| {
                format!("<dt><code>{}</code></dt><dd>{}</dd>", words.join(" "), escape(meaning.unwrap_or_default()))
            });
            _ = writeln!(out, "<p>Its words:</p><dl>{}</dl>", items.collect::<String>());
        }
        let made = list(rows_of(ty).map(row_link));
        let taken = list(Catalogue::get().rows.iter().filter(|row| takes(row, ty)).map(row_link));
        for (what, links) in [("Made by", made), ("Taken by", taken)] {
            if !links.is_empty() {
                _ = writeln!(out, "<p>{what} {links}.</p>");
            }
        }
    }
    out
}

fn definitions(uses: &Uses) -> String {
    let mut out = String::new();
    for definition in library() {
        let mut text = String::new();
        super::define(&mut text, &definition);
        let name = escape(&definition.name);
        _ = writeln!(out, "<h2 id=\"{name}\">{name}</h2><pre>{}</pre>", escape(&text));
        out.push_str(&used(uses, &format!("\"{}\"", definition.name)));
    }
    out
}
