//! Slips of the pen: rule files of the project, each with one mistake that is known, and whether what is said about it points at the
//! mistake and names what would mend it. `cargo test --test suite slips -- --nocapture` prints the table; with `PARLOUR_SLIPS` set to the
//! beginning of a kind's name (to nothing for all kinds), what is missed of it. After a change, `INSTA_UPDATE=always cargo test --test suite slips`.

mod book;
mod kinds;
mod slip;

use self::book::Book;
use self::kinds::{Cut, KINDS};
use self::slip::{Slip, judge};
use crate::common;
use crate::common::Dice;
use parlour_grammar::expand::Selection;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Slips of each kind.
const EACH: usize = 50;
/// How often a slip is drawn anew that has no place in a file, or may be right.
const DRAWS: usize = 40;
/// Choices of options of each game beside the default.
const CHOICES: usize = 1;
/// Games of each folder that are read: the shortest, as every slip is a file to be loaded.
const OF_A_FAMILY: usize = 2;
const SEED: u64 = 20_051;

/// Of a hundred slips: those whose place must be shown, overall and of each kind, and those whose mending must be named.
const SHOWN: usize = 95;
const SHOWN_OF_A_KIND: usize = 80;
const NAMED: usize = 60;

/// The games whose slips are kept as snapshots, and how many of each kind.
const KEPT_GAMES: &[&str] = &[
    "games/line/tic-tac-toe.game",
    "games/stacks/death-stacks.game",
    "games/cards/whist.game",
    "games/race/backgammon.game",
    "games/hidden/skirmish.game",
    "games/territory/othello.game",
    "games/combat/simple-life-or-death.game",
    "games/cards/golf.game",
    "games/dice/liars-dice.game",
    "games/race/breakthrough.game",
];
const KEPT: usize = 2;

/// What was said about the slips of a kind.
#[derive(Clone, Copy, Default)]
struct Tally {
    slips: usize,
    first: usize,
    any: usize,
    fixes: usize,
    named: usize,
    findings: usize,
    silent: usize,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.slips += other.slips;
        self.first += other.first;
        self.any += other.any;
        self.fixes += other.fixes;
        self.named += other.named;
        self.findings += other.findings;
        self.silent += other.silent;
    }
}

fn percent(part: usize, of: usize) -> usize {
    (part * 100).checked_div(of).unwrap_or(100)
}

fn read(path: &str, dice: &mut Dice) -> Book {
    let game = common::load(path, &[]);
    let all = common::all_selections(&game);
    let others = (0..CHOICES.min(all.len() - 1)).map(|_| all[1 + dice.below(all.len() - 1)].clone());
    let choices = std::iter::once(Selection::default()).chain(others).collect();
    Book::read(path, &game, choices)
}

/// The shortest games of every folder.
fn sample() -> Vec<String> {
    let length = |path: &str| std::fs::metadata(common::root().join(path)).map_or(0, |found| found.len());
    let mut paths = common::games();
    paths.sort_by_key(|path| (length(path), path.clone()));
    let mut taken = BTreeMap::new();
    paths.retain(|path| {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let count = taken.entry(folder.to_owned()).or_insert(0);
        *count += 1;
        *count <= OF_A_FAMILY
    });
    paths
}

/// Runs `task` with each number below `count` on two threads; the results in order.
fn shared<T: Send>(count: usize, task: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    if i >= count {
                        break;
                    }
                    let result = task(i);
                    done.lock().expect("no thread panics").push((i, result));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no thread panics");
    done.sort_by_key(|(i, _)| *i);
    done.into_iter().map(|(_, result)| result).collect()
}

/// The slips of a kind that were drawn, and what was said about them.
fn tally(kind: usize, books: &[Book], told: Option<&str>) -> Tally {
    let (name, cut) = KINDS[kind];
    let mut dice = Dice(SEED + kind as u64 * 1_000);
    let mut tally = Tally::default();
    for _ in 0..EACH {
        let mut found = None;
        for _ in 0..DRAWS {
            let book = &books[dice.below(books.len())];
            found = drawn(book, cut, &mut dice);
            if found.is_some() {
                break;
            }
        }
        let Some((book, slip, judged)) = found else { continue };
        tally.slips += 1;
        tally.findings += judged.findings;
        tally.first += usize::from(judged.first);
        tally.any += usize::from(judged.any);
        tally.silent += usize::from(judged.findings == 0);
        tally.fixes += usize::from(judged.named.is_some());
        tally.named += usize::from(judged.named == Some(true));
        if told.is_some_and(|told| name.starts_with(told)) && (!judged.any || judged.named == Some(false)) {
            println!("--- {name}: {} {:?}, missed: {}\n{}", book.path, slip.fix, !judged.any, line_of(&slip));
            println!("{}", judged.error);
        }
    }
    tally
}

fn drawn<'b>(book: &'b Book, cut: Cut, dice: &mut Dice) -> Option<(&'b Book, Slip, slip::Judged)> {
    let slip = cut(book, dice)?;
    let judged = judge(book, &slip)?;
    Some((book, slip, judged))
}

fn line_of(slip: &Slip) -> String {
    let line = Book::line(&slip.text, &slip.spots[0].0);
    let number = slip.text[..line.start].matches('\n').count() + 1;
    format!("{number}: {}", &slip.text[line])
}

#[test]
fn slips_are_shown_where_they_are() {
    let begun = std::time::Instant::now();
    let paths = sample();
    let books = shared(paths.len(), |i| read(&paths[i], &mut Dice(SEED + i as u64)));
    println!("read in {:?}", begun.elapsed());
    let told = std::env::var("PARLOUR_SLIPS").ok();
    let tallies = shared(KINDS.len(), |kind| tally(kind, &books, told.as_deref()));
    let mut all = Tally::default();
    println!("{:<42} slips  first  shown  named  findings  silent", "kind");
    let print = |name: &str, t: &Tally| {
        let named = if t.fixes == 0 { "    -".to_owned() } else { format!("{:>4}%", percent(t.named, t.fixes)) };
        let each = t.findings as f64 / t.slips.max(1) as f64;
        let (first, shown) = (percent(t.first, t.slips), percent(t.any, t.slips));
        println!("{name:<42} {:>5}  {first:>4}%  {shown:>4}%  {named}  {each:>8.1}  {:>6}", t.slips, t.silent);
    };
    for ((name, _), tally) in KINDS.iter().zip(&tallies) {
        print(name, tally);
        all.add(tally);
    }
    print("all", &all);
    println!("in {:?}", begun.elapsed());
    assert!(all.slips >= 1_500, "only {} slips", all.slips);
    for ((name, _), tally) in KINDS.iter().zip(&tallies) {
        let shown = percent(tally.any, tally.slips);
        assert!(shown >= SHOWN_OF_A_KIND, "{name}: only {shown} % are shown where they are");
    }
    assert!(percent(all.any, all.slips) >= SHOWN, "only {} % are shown where they are", percent(all.any, all.slips));
    assert!(percent(all.named, all.fixes) >= NAMED, "of only {} % the mending is named", percent(all.named, all.fixes));
}

/// What is said about some slips of each kind: the line of the slip, and the findings as an author sees them.
#[test]
fn what_is_said_about_some_slips() {
    let books = shared(KEPT_GAMES.len(), |i| read(KEPT_GAMES[i], &mut Dice(SEED + i as u64)));
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("slips/snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let _guard = settings.bind_to_scope();
    let mut kept = 0;
    for (kind, (name, cut)) in KINDS.iter().enumerate() {
        let mut shown = Vec::new();
        for i in 0..books.len() {
            let book = &books[(3 * kind + i) % books.len()];
            let mut dice = Dice(SEED + kind as u64);
            let found = (0..DRAWS).find_map(|_| drawn(book, *cut, &mut dice));
            if let Some((_, slip, judged)) = found.filter(|_| shown.len() < KEPT) {
                let said = judged.error.to_string();
                shown.push(format!("{}, line {}\n\n{said}", book.path, line_of(&slip)));
            }
        }
        kept += shown.len();
        insta::assert_snapshot!(name.replace(' ', "_").replace(',', ""), shown.join(&format!("{}\n", "=".repeat(80))));
    }
    assert!(kept >= 60, "only {kept} slips are kept");
}
