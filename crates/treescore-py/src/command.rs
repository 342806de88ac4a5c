//! The command line, as a program and inside Python.

use std::ffi::OsString;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use pyo3::prelude::*;
use treescore_cli::Sink;

/// The command line on the real streams, with its own signal handling: for `python -m treescore` and the console script.
#[pyfunction]
pub(crate) fn command(py: Python<'_>, args: Vec<OsString>, program: OsString) -> u8 {
    py.detach(|| treescore_cli::run(&program, args))
}

/// The streams of Python, which a notebook shows.
struct PythonStreams;

impl PythonStreams {
    fn write(stream: &str, bytes: &[u8]) -> io::Result<()> {
        Python::attach(|py| -> PyResult<()> {
            let stream = py.import("sys")?.getattr(stream)?;
            if stream.is_none() {
                return Ok(());
            }
            stream.call_method1("write", (String::from_utf8_lossy(bytes),))?;
            stream.call_method0("flush").map(drop)
        })
        .map_err(io::Error::other)
    }
}

impl Sink for PythonStreams {
    fn out(&self, bytes: &[u8]) -> io::Result<()> {
        Self::write("stdout", bytes)
    }

    fn err(&self, bytes: &[u8]) -> io::Result<()> {
        Self::write("stderr", bytes)
    }
}

/// The command line inside Python: it writes to `sys.stdout` and `sys.stderr`, and leaves signals alone.
#[pyfunction]
pub(crate) fn main(py: Python<'_>, args: Vec<OsString>) -> PyResult<u8> {
    // The command runs on a thread of its own, because Python handles signals on this one.
    let worker = std::thread::Builder::new()
        .name("treescore".to_owned())
        .spawn(move || treescore_cli::run_inside(args, Arc::new(PythonStreams)))?;
    let mut interrupted = None;
    let mut wait = Duration::from_micros(200);
    while !worker.is_finished() {
        py.detach(|| std::thread::sleep(wait));
        wait = (wait * 2).min(Duration::from_millis(20));
        if interrupted.is_none()
            && let Err(error) = py.check_signals()
        {
            treescore_cli::stop();
            interrupted = Some(error);
        }
    }
    let ended = py.detach(|| worker.join());
    if let Some(error) = interrupted {
        return Err(error);
    }
    match ended {
        Ok(status) => Ok(status),
        Err(panic) => std::panic::resume_unwind(panic),
    }
}
