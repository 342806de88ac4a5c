//! Where results go: standard output, or a file that is written whole or not at all.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::interrupt;

/// Takes the results.
pub(crate) enum Output {
    /// Standard output.
    Standard(BufWriter<io::Stdout>),
    /// A file that takes its name when it is complete.
    Whole(BufWriter<NamedTempFile>, PathBuf),
    /// Something that is not a file (a pipe, a device): it is written as it is.
    Direct(BufWriter<File>),
}

/// A file that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {reason}", path.display())]
pub(crate) struct CreateError {
    path: PathBuf,
    reason: String,
}

impl Output {
    /// Standard output for `None` and `-`.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, CreateError> {
        match path.filter(|path| *path != Path::new("-")) {
            Some(path) => Self::file(path).map_err(|source| {
                let reason = match source.kind() {
                    io::ErrorKind::NotFound => "its folder does not exist".to_owned(),
                    kind => kind.to_string(), // without the name of the temporary file, which nobody asked for
                };
                CreateError { path: path.to_owned(), reason }
            }),
            None => Ok(Self::Standard(BufWriter::new(io::stdout()))),
        }
    }

    fn file(path: &Path) -> io::Result<Self> {
        // Through a link, the file it points to is replaced, not the link.
        let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        match target.metadata() {
            Ok(found) if found.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory)),
            Ok(found) if !found.is_file() => {
                Ok(Self::Direct(BufWriter::new(File::options().write(true).open(&target)?)))
            }
            _ => {
                let temporary = temporary_beside(&target)?;
                interrupt::remove_if_killed(temporary.path());
                Ok(Self::Whole(BufWriter::new(temporary), target))
            }
        }
    }

    /// Makes what was written final.
    pub(crate) fn finish(self) -> io::Result<()> {
        match self {
            Self::Standard(mut stdout) => stdout.flush(),
            Self::Direct(mut file) => file.flush(),
            Self::Whole(file, target) => {
                let temporary = file.into_inner().map_err(io::IntoInnerError::into_error)?;
                temporary.as_file().sync_data()?;
                let name = temporary.path().to_owned();
                temporary.persist(target)?;
                interrupt::keep(&name);
                Ok(())
            }
        }
    }
}

/// Are these two names of one file, even if it does not exist yet?
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    whole(one).is_some_and(|one| whole(other) == Some(one))
}

/// The one path that a file has among all its names.
fn whole(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok().or_else(|| Some(folder_of(path).canonicalize().ok()?.join(path.file_name()?)))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn temporary_beside(target: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".treescore-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // less what the umask takes away
    builder.tempfile_in(folder_of(target))
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Standard(stdout) => stdout.write(bytes),
            Self::Whole(file, _) => file.write(bytes),
            Self::Direct(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Standard(stdout) => stdout.flush(),
            Self::Whole(file, _) => file.flush(),
            Self::Direct(file) => file.flush(),
        }
    }
}
