//! The program `treescore`.

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(unix)]
    if closed::was_output_closed() {
        treescore_cli::close_output();
    }
    let mut args = std::env::args_os();
    let program = args.next().unwrap_or_default();
    ExitCode::from(treescore_cli::run(&program, args.collect()))
}

/// Looks at standard output before Rust's runtime does. The runtime opens `/dev/null` for descriptors that are closed, and
/// nobody can tell that from a `/dev/null` that was given, as Python's `subprocess.DEVNULL` is.
#[cfg(unix)]
mod closed {
    use std::os::fd::AsFd;
    use std::sync::atomic::{AtomicBool, Ordering};

    static WAS_OUTPUT_CLOSED: AtomicBool = AtomicBool::new(false);

    pub(super) fn was_output_closed() -> bool {
        WAS_OUTPUT_CLOSED.load(Ordering::Relaxed)
    }

    /// Runs before `main` and before the runtime: it must not panic, and starts no thread.
    #[ctor::ctor]
    fn look() {
        /// "Bad file descriptor", on every Unix. Other errors (too many open files) say nothing about standard output.
        const EBADF: i32 = 9;
        let copy = std::io::stdout().as_fd().try_clone_to_owned();
        let is_closed = copy.is_err_and(|error| error.raw_os_error() == Some(EBADF));
        WAS_OUTPUT_CLOSED.store(is_closed, Ordering::Relaxed);
    }
}
