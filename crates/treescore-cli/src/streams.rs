//! Standard output and error: those of the process, or what a program that runs commands inside itself gives instead.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// Takes what a command writes.
pub trait Sink: Send + Sync {
    /// Takes results.
    ///
    /// # Errors
    /// If they cannot be written.
    fn out(&self, bytes: &[u8]) -> io::Result<()>;

    /// Takes messages.
    ///
    /// # Errors
    /// If they cannot be written.
    fn err(&self, bytes: &[u8]) -> io::Result<()>;
}

static SINK: RwLock<Option<Arc<dyn Sink>>> = RwLock::new(None);

/// Whether the process was started without standard output.
static IS_OUTPUT_CLOSED: AtomicBool = AtomicBool::new(false);

/// Says that the process was started without standard output (`>&-`): results that go there are an error. Rust opens
/// `/dev/null` in its stead before a program begins, so only code that runs earlier can know.
pub fn close_output() {
    IS_OUTPUT_CLOSED.store(true, Ordering::Relaxed);
}

/// Where commands write from now on; `None`: to the streams of the process.
pub(crate) fn redirect(sink: Option<Arc<dyn Sink>>) {
    *SINK.write().unwrap_or_else(PoisonError::into_inner) = sink;
}

fn sink() -> Option<Arc<dyn Sink>> {
    SINK.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Standard output.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stdout;

/// Standard error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stderr;

pub(crate) fn stdout() -> Stdout {
    Stdout
}

pub(crate) fn stderr() -> Stderr {
    Stderr
}

#[expect(clippy::unused_self, reason = "called as on the streams of the process")]
impl Stdout {
    pub(crate) fn is_terminal(self) -> bool {
        sink().is_none() && io::stdout().is_terminal()
    }
}

#[expect(clippy::unused_self, reason = "called as on the streams of the process")]
impl Stderr {
    pub(crate) fn is_terminal(self) -> bool {
        sink().is_none() && io::stderr().is_terminal()
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match sink() {
            Some(sink) => sink.out(bytes).map(|()| bytes.len()),
            None if IS_OUTPUT_CLOSED.load(Ordering::Relaxed) => {
                Err(io::Error::other("standard output is closed"))
            }
            None => io::stdout().write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        if sink().is_some() { Ok(()) } else { io::stdout().flush() }
    }
}

impl Write for Stderr {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match sink() {
            Some(sink) => sink.err(bytes).map(|()| bytes.len()),
            None => io::stderr().write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        if sink().is_some() { Ok(()) } else { io::stderr().flush() }
    }
}
