//! Ctrl-C: the run ends at the next block and reports what it has; if it cannot, the program ends a little later, and leaves no
//! half-written file either way.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

static ASKED: AtomicBool = AtomicBool::new(false);
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
/// What ends the text on standard output if the program has to be ended. Whoever writes there holds the lock, so that the text ends between
/// two rows.
static ENDING: Mutex<Option<String>> = Mutex::new(None);

/// How long the run has to end by itself.
const PATIENCE: Duration = Duration::from_secs(1);

/// From now on Ctrl-C is asked for politely.
pub(crate) fn watch() {
    // Without a handler the signal simply kills the program, which is what would happen anyway.
    let _ = ctrlc::set_handler(|| {
        ASKED.store(true, Ordering::Relaxed);
        std::thread::sleep(PATIENCE);
        for path in temporary().drain(..) {
            let _ = std::fs::remove_file(path);
        }
        end_output();
        std::process::exit(130);
    });
}

/// Ends what is on standard output. A writer that waits for a slow reader is not waited for.
fn end_output() {
    for _ in 0..10 {
        if let Ok(mut ending) = ENDING.try_lock() {
            if let Some(text) = ending.take() {
                // Nobody is left to be told if this fails.
                let _ = std::io::stdout().write_all(text.as_bytes()).and_then(|()| std::io::stdout().flush());
            }
            return;
        }
        std::thread::sleep(PATIENCE / 20);
    }
}

/// The text that ends standard output if the program has to be ended. While the lock is held, it is not ended.
pub(crate) fn ending() -> MutexGuard<'static, Option<String>> {
    ENDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Has anyone asked to stop?
pub(crate) fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// The files to remove if the program has to be ended.
fn temporary() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes this file if the program has to be ended.
pub(crate) fn remove_if_killed(path: &Path) {
    temporary().push(path.to_owned());
}

/// This file is complete and stays.
pub(crate) fn keep(path: &Path) {
    temporary().retain(|temporary| temporary != path);
}
