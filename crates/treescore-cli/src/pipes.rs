//! Pipes among the arguments. Each can be read only once: whoever opens it again waits forever.

use std::ffi::OsString;

/// A pipe that is given more than once.
#[derive(Debug, thiserror::Error)]
#[error("{name} is a pipe and can be read only once, but is given {times} times: write it to a file first")]
pub(crate) struct PipeError {
    name: String,
    times: usize,
}

/// Refuses arguments that name the same pipe twice, also under two names.
#[cfg(unix)]
pub(crate) fn check(args: &[OsString]) -> Result<(), PipeError> {
    use std::collections::BTreeMap;
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    use std::path::Path;

    let mut pipes: BTreeMap<(u64, u64), PipeError> = BTreeMap::new();
    for arg in args {
        let text = arg.to_string_lossy();
        let path = match text.split_once('=').filter(|(option, _)| option.starts_with("--")) {
            Some((_, value)) => Path::new(value),
            None => Path::new(arg),
        };
        let Ok(found) = path.metadata() else { continue };
        if found.file_type().is_fifo() {
            let name = || path.display().to_string();
            let pipe = pipes.entry((found.dev(), found.ino()));
            pipe.or_insert_with(|| PipeError { name: name(), times: 0 }).times += 1;
        }
    }
    pipes.into_values().find(|pipe| pipe.times > 1).map_or(Ok(()), Err)
}

/// Pipes have no paths here.
#[cfg(not(unix))]
pub(crate) fn check(_: &[OsString]) -> Result<(), PipeError> {
    Ok(())
}
