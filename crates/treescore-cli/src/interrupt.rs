//! Ctrl-C: the run ends at the next block and reports what it has; if it cannot, the program ends a little later, and leaves no
//! half-written file either way.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

static ASKED: AtomicBool = AtomicBool::new(false);
static TEMPORARY: Mutex<Option<PathBuf>> = Mutex::new(None);

/// How long the run has to end by itself.
const PATIENCE: Duration = Duration::from_secs(1);

/// From now on Ctrl-C is asked for politely.
pub(crate) fn watch() {
    // Without a handler the signal simply kills the program, which is what would happen anyway.
    let _ = ctrlc::set_handler(|| {
        ASKED.store(true, Ordering::Relaxed);
        std::thread::sleep(PATIENCE);
        if let Some(path) = TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner).take() {
            let _ = std::fs::remove_file(path);
        }
        std::process::exit(130);
    });
}

/// Has anyone asked to stop?
pub(crate) fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// Removes this file if the program has to be ended.
pub(crate) fn remove_if_killed(path: &Path) {
    *TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner) = Some(path.to_owned());
}

/// The file is complete and stays.
pub(crate) fn keep() {
    *TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner) = None;
}
