//! Long work: how far it is, and stopping it.

use crate::console::Console;
use crate::failure::INTERRUPTED;
use indicatif::{ProgressBar, ProgressStyle};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C sets the flag that is returned; a second one ends the process.
pub fn interruptible() -> &'static AtomicBool {
    STOP.store(false, Ordering::Relaxed);
    // Where a handler cannot be set, Ctrl-C does what it does; where one was set before, it is this.
    _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(INTERRUPTED));
        }
    });
    &STOP
}

/// Whether Ctrl-C was pressed since.
pub fn was_interrupted() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// As many threads as there are cores.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Does `work`, showing on a terminal how far it is: `far` says that, of `total`, and in words.
pub fn shown<T>(
    console: &Console,
    total: u64,
    far: &(dyn Fn() -> (u64, String) + Sync),
    work: impl FnOnce() -> T,
) -> T {
    if !console.shows_progress() {
        return work();
    }
    let finished = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| watch(total, far, &finished));
        let result = work();
        finished.store(true, Ordering::Relaxed);
        result
    })
}

fn watch(total: u64, far: &dyn Fn() -> (u64, String), finished: &AtomicBool) {
    let bar = ProgressBar::new(total);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {msg}") {
        bar.set_style(style);
    }
    while !finished.load(Ordering::Relaxed) {
        let (position, message) = far();
        bar.set_position(position);
        bar.set_message(message);
        std::thread::sleep(Duration::from_millis(50));
    }
    bar.finish_and_clear();
}
