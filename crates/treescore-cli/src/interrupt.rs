//! Ctrl-C: the run stops at the next block and reports what it has. If it cannot, the program exits a second
//! later. A request to terminate, and a terminal that hangs up, end it at once. None of them leaves a partial
//! file.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::Duration;

static REQUESTED: AtomicBool = AtomicBool::new(false);
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
/// Text that completes standard output if the program has to exit. Writers hold the lock, so that it follows
/// a whole row.
static ENDING: Mutex<Option<String>> = Mutex::new(None);

/// Time that the run has to stop by itself.
const GRACE: Duration = Duration::from_secs(1);

/// Installs the handler of Ctrl-C and of requests to terminate, once.
pub(crate) fn watch() {
    static WATCHED: Once = Once::new();
    // Without the handler a signal kills the program at once, which is acceptable.
    WATCHED.call_once(|| {
        let _ = install();
    });
}

/// The run may stop by itself; if it does not, the program exits.
fn stop_soon() -> ! {
    REQUESTED.store(true, Ordering::Relaxed);
    std::thread::sleep(GRACE);
    remove_temporary();
    complete_output();
    std::process::exit(130)
}

fn remove_temporary() {
    for path in temporary().drain(..) {
        let _ = std::fs::remove_file(path);
    }
}

#[cfg(unix)]
fn install() -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    // A signal that is ignored stays ignored, so that `nohup` works.
    let signals = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| !is_ignored(signal));
    let mut signals = signal_hook::iterator::Signals::new(signals.collect::<Vec<_>>())?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || match signals.forever().next() {
        Some(SIGINT) => stop_soon(),
        Some(signal) => {
            remove_temporary();
            std::process::exit(128 + signal);
        }
        None => {}
    })?;
    Ok(())
}

/// Returns true if the program was started with this signal ignored, as far as the system tells.
#[cfg(unix)]
#[expect(clippy::disallowed_methods, reason = "a face asks the system about its own process")]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & (1 << (signal - 1)) != 0)
}

#[cfg(not(unix))]
fn install() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| stop_soon())
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
