//! Ctrl-C: a run that has a meter stops in the middle of a block and reports what it has, however long that takes;
//! other commands have a second to stop at their next block. Ctrl-C again, a request to terminate, and a terminal
//! that hangs up end the program at once. None of them leaves a partial file.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::Duration;

use tempfile::NamedTempFile;
use treescore::run::Meter;

static REQUESTED: AtomicBool = AtomicBool::new(false);
/// True if this is a program of its own, which signals may end.
static IS_PROGRAM: AtomicBool = AtomicBool::new(false);
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
/// Text that completes standard output if the program has to exit. Writers hold the lock, so that it follows
/// a whole row.
static ENDING: Mutex<Option<String>> = Mutex::new(None);

/// The meter of the run, if it stops by itself.
static METER: Mutex<Option<Meter>> = Mutex::new(None);

/// Time that a command without a meter has to stop by itself.
const GRACE: Duration = Duration::from_secs(1);

/// Lets signals end the process, which is a program of its own.
pub(crate) fn allow() {
    IS_PROGRAM.store(true, Ordering::Relaxed);
}

/// Begins a command inside another program: nobody has asked it to stop yet.
pub(crate) fn begin() {
    REQUESTED.store(false, Ordering::Relaxed);
    run_ended();
    *ending() = None;
}

/// Asks a command inside another program to stop.
pub(crate) fn request() {
    REQUESTED.store(true, Ordering::Relaxed);
    stop_run();
}

/// Installs the handler of Ctrl-C and of requests to terminate, once, unless the command runs inside another program.
pub(crate) fn watch() {
    static WATCHED: Once = Once::new();
    if !IS_PROGRAM.load(Ordering::Relaxed) {
        return;
    }
    // Without the handler a signal kills the program at once, which is acceptable.
    WATCHED.call_once(|| {
        let _ = install();
    });
}

/// Lets Ctrl-C stop a run by its meter.
pub(crate) fn stop_by(meter: Meter) {
    let mut stopped = METER.lock().unwrap_or_else(PoisonError::into_inner);
    if is_requested() {
        meter.stop();
    }
    *stopped = Some(meter);
}

/// Says that a run has ended, so that nothing listens to its meter any longer: what follows, such as millions of
/// shuffles, has a second when Ctrl-C is pressed.
pub(crate) fn run_ended() {
    *METER.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

/// Ctrl-C was pressed.
fn stop() {
    if REQUESTED.swap(true, Ordering::Relaxed) {
        end();
    }
    if stop_run() {
        return;
    }
    std::thread::spawn(|| {
        std::thread::sleep(GRACE);
        // A run that has begun in the meantime knows that it has to stop, and reports what it has.
        if !stop_run() {
            end();
        }
    });
}

/// Asks the run to stop, if there is one that stops by itself.
fn stop_run() -> bool {
    let meter = METER.lock().unwrap_or_else(PoisonError::into_inner);
    meter.as_ref().inspect(|meter| meter.stop()).is_some()
}

/// Ends the program, whatever it does.
fn end() -> ! {
    remove_temporary();
    complete_output();
    std::process::exit(130)
}

/// Removes unfinished files, and lets no further ones be made: the program ends.
fn remove_temporary() {
    let mut temporary = temporary();
    for path in temporary.drain(..) {
        let _ = std::fs::remove_file(path);
    }
    std::mem::forget(temporary);
}

#[cfg(unix)]
fn install() -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    // A signal that is ignored stays ignored, so that `nohup` works.
    let signals = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| !is_ignored(signal));
    let mut signals = signal_hook::iterator::Signals::new(signals.collect::<Vec<_>>())?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            if signal == SIGINT {
                stop();
            } else {
                remove_temporary();
                std::process::exit(128 + signal);
            }
        }
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
    ctrlc::set_handler(stop)
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

/// Makes a file that is removed if the program has to exit. Until it is on the list of such files, the program does not exit.
pub(crate) fn removed_if_killed(
    make: impl FnOnce() -> io::Result<NamedTempFile>,
) -> io::Result<NamedTempFile> {
    let mut temporary = temporary();
    let file = make()?;
    temporary.push(file.path().to_owned());
    Ok(file)
}

/// Unmarks a file, which is complete.
pub(crate) fn keep(path: &Path) {
    temporary().retain(|temporary| temporary != path);
}
