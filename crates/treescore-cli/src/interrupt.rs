//! Ctrl-C: the run stops at the next block and reports what it has. If it cannot, the program exits a second
//! later. Neither leaves a partial file.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

static REQUESTED: AtomicBool = AtomicBool::new(false);
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
/// Text that completes standard output if the program has to exit. Writers hold the lock, so that it follows
/// a whole row.
static ENDING: Mutex<Option<String>> = Mutex::new(None);

/// Time that the run has to stop by itself.
const GRACE: Duration = Duration::from_secs(1);

/// Installs the handler of Ctrl-C.
pub(crate) fn watch() {
    // Without the handler the signal kills the program at once, which is acceptable.
    let _ = ctrlc::set_handler(|| {
        REQUESTED.store(true, Ordering::Relaxed);
        std::thread::sleep(GRACE);
        for path in temporary().drain(..) {
            let _ = std::fs::remove_file(path);
        }
        complete_output();
        std::process::exit(130);
    });
}

/// Completes standard output, unless a writer is blocked by a slow reader.
fn complete_output() {
    for _ in 0..10 {
        if let Ok(mut ending) = ENDING.try_lock() {
            if let Some(text) = ending.take() {
                // The program exits; an error cannot be reported.
                let _ = std::io::stdout().write_all(text.as_bytes()).and_then(|()| std::io::stdout().flush());
            }
            return;
        }
        std::thread::sleep(GRACE / 20);
    }
}

/// Locks the text that completes standard output. While the lock is held, the program does not exit.
pub(crate) fn ending() -> MutexGuard<'static, Option<String>> {
    ENDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns true if Ctrl-C was pressed.
pub(crate) fn is_requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}

/// Locks the list of files to remove if the program has to exit.
fn temporary() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Marks a file to be removed if the program has to exit.
pub(crate) fn remove_if_killed(path: &Path) {
    temporary().push(path.to_owned());
}

/// Unmarks a file, which is complete.
pub(crate) fn keep(path: &Path) {
    temporary().retain(|temporary| temporary != path);
}
