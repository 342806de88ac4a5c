//! Ctrl-C: the run ends at the next block and reports what it has; if it cannot, the program ends a little later, and leaves no
//! half-written file either way.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

static ASKED: AtomicBool = AtomicBool::new(false);
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

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
        std::process::exit(130);
    });
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
