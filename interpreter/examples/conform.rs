//! Replays a folder of recorded play: `cargo run --release --example conform -- FOLDER [NAME] [CHECK_EVERY]`. The folder has `trials/` and
//! `lud/`; with a name only the games whose path contains it, in detail.
use parlour_interpreter::conform::{Case, Cases, Settings, Summary, run};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

struct Folder {
    root: PathBuf,
    files: Vec<PathBuf>,
}

impl Cases for Folder {
    fn len(&self) -> usize {
        self.files.len()
    }

    fn recording(&self, index: usize) -> Result<Case, String> {
        let path = &self.files[index];
        let recording = std::fs::read(path).map_err(|e| e.to_string())?;
        Ok(Case { name: path.display().to_string(), recording })
    }

    fn rules(&self, file: &str) -> Result<Vec<u8>, String> {
        std::fs::read(self.root.join("lud").join(file)).map_err(|e| format!("{file}: {e}"))
    }
}

fn collect(folder: &Path, name: &str, into: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|e| e.path()) {
        if path.is_dir() {
            collect(&path, name, into);
        } else if path.to_string_lossy().contains(name) {
            into.push(path);
        }
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let root = PathBuf::from(args.next().unwrap_or_default());
    let name = args.next().unwrap_or_default();
    let check_every = args.next().and_then(|n| n.parse().ok()).unwrap_or(0);
    let mut files = Vec::new();
    collect(&root.join("trials"), &name, &mut files);
    files.sort();
    let settings = Settings { check_every, ..Settings::default() };
    let whole = Mutex::new(Summary::default());
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            let one = Folder { root: root.clone(), files: vec![file.clone()] };
            for report in run(&one, &settings, &AtomicBool::new(false), &AtomicUsize::new(0)).reports {
                let mut summary = Summary::default();
                summary.add(&report);
                whole.lock().expect("no thread panics").add(&report);
                match summary.causes.iter().next() {
                    _ if !name.is_empty() => println!("{report}"),
                    Some((cause, games)) => {
                        let game = &games[0];
                        println!("{cause:?}\t{}\t{}/{}\t{}", game.file, game.agreed, game.recorded, game.what);
                    }
                    None => println!("Replayed\t{}", report.file),
                }
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    let whole = whole.into_inner().expect("no thread panics");
    println!("{} games, {} replayed", whole.games, whole.replayed);
    for (cause, games) in &whole.causes {
        println!("{:5} {cause:?}", games.len());
    }
}
