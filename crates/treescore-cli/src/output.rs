//! The destination of results: standard output, or a file that appears only when it is complete.

use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use treescore::read::Corpus;
use treescore::report::Style;

use crate::interrupt;
use crate::screen::Screen;
use crate::streams;
use crate::timing::first_read;

/// The destination of results.
pub(crate) enum Output {
    /// Standard output.
    Standard(BufWriter<Screen<streams::Stdout>>),
    /// A file that gets its name when it is complete.
    Whole(BufWriter<NamedTempFile>, PathBuf),
    /// A pipe or device, which is written directly.
    Direct(BufWriter<File>),
}

/// A file that cannot be written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CreateError {
    #[error("{} is a folder: give the name of a file", .0.display())]
    Folder(PathBuf),
    #[error("cannot write {}: {reason}", path.display())]
    Other { path: PathBuf, reason: String },
}

impl Output {
    /// Opens a file, or standard output for `None` and `-`.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, CreateError> {
        match path.filter(|path| *path != Path::new("-")) {
            Some(path) => Self::file(path).map_err(|source| {
                let path = path.to_owned();
                match source.kind() {
                    io::ErrorKind::IsADirectory => CreateError::Folder(path),
                    io::ErrorKind::NotFound => {
                        CreateError::Other { path, reason: "the folder does not exist".to_owned() }
                    }
                    // The error itself names the temporary file.
                    kind => CreateError::Other { path, reason: kind.to_string() },
                }
            }),
            None => Ok(Self::standard()),
        }
    }

    /// Standard output.
    pub(crate) fn standard() -> Self {
        Self::Standard(BufWriter::new(Screen::new(streams::stdout(), streams::stdout().is_terminal())))
    }

    /// The same, for results in this style: colours on a terminal are the program's own, if it has any.
    pub(crate) fn in_style(mut self, style: &Style) -> Self {
        if let (Self::Standard(output), true) = (&mut self, style.colour) {
            output.get_mut().let_colours_through();
        }
        self
    }

    fn file(path: &Path) -> io::Result<Self> {
        // A link is kept: the file it points to is replaced, or made.
        // A pipe has a link, but no path (`/dev/fd/63`).
        let target = path
            .canonicalize()
            .unwrap_or_else(|_| if path.exists() { path.to_owned() } else { follow_links(path) });
        match target.metadata() {
            Ok(found) if found.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory)),
            Ok(found) if !found.is_file() => {
                Ok(Self::Direct(BufWriter::new(File::options().write(true).open(&target)?)))
            }
            _ => {
                interrupt::watch();
                let temporary = interrupt::removed_if_killed(|| temporary_beside(&target))?;
                // A file that nobody else may read stays so.
                if let Ok(found) = target.metadata() {
                    temporary.as_file().set_permissions(found.permissions())?;
                }
                Ok(Self::Whole(BufWriter::new(temporary), target))
            }
        }
    }

    /// A place on disk for results that are perhaps never shown.
    pub(crate) fn held() -> io::Result<Self> {
        Ok(Self::Direct(BufWriter::new(tempfile::tempfile()?)))
    }

    /// Shows held results.
    pub(crate) fn release(self, output: &mut Self) -> io::Result<()> {
        let Self::Direct(held) = self else { return Ok(()) };
        let mut file = held.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        io::copy(&mut file, output).map(drop)
    }

    /// Returns true for standard output.
    pub(crate) fn is_standard(&self) -> bool {
        matches!(self, Self::Standard(_))
    }

    /// Gives the complete file its name.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.sync()?;
        self.appear().map(drop)
    }

    /// Writes a text, whole, where the exit status of the command says what was found. It says so, too, if nobody reads the
    /// text to its end.
    pub(crate) fn answer(mut self, text: &str) -> io::Result<()> {
        match self.write_all(text.as_bytes()).and_then(|()| self.finish()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            written => written,
        }
    }

    /// Gives both complete files their names. If that fails, neither exists, or the error says which does.
    pub(crate) fn finish_both(mut first: Self, mut second: Self) -> Result<(), HalfError> {
        // The usual error, a full disk, occurs here.
        first.sync()?;
        second.sync()?;
        let appeared = first.appear()?;
        second.appear().map(drop).map_err(|source| match appeared {
            Appeared::New(path) if std::fs::remove_file(&path).is_ok() => HalfError::Neither(source),
            Appeared::New(path) | Appeared::Replaced(path) => HalfError::One { path, source },
            Appeared::Elsewhere => HalfError::Neither(source),
        })
    }

    /// Gives all complete files their names. If that fails, none exists, or the error says which do.
    pub(crate) fn finish_all(mut all: Vec<Self>) -> Result<(), AllError> {
        // The usual error, a full disk, occurs here.
        all.iter_mut().try_for_each(Self::sync)?;
        let mut appeared = Vec::new();
        for output in all {
            match output.appear() {
                Ok(one) => appeared.push(one),
                Err(source) => {
                    let written: Vec<PathBuf> = appeared.into_iter().filter_map(Appeared::stays).collect();
                    return Err(AllError::new(&written, source));
                }
            }
        }
        Ok(())
    }

    /// Writes everything to disk, still under the temporary name.
    fn sync(&mut self) -> io::Result<()> {
        self.flush()?;
        if let Self::Whole(file, _) = self { file.get_ref().as_file().sync_data() } else { Ok(()) }
    }

    /// Renames the temporary file.
    fn appear(self) -> io::Result<Appeared> {
        let Self::Whole(file, target) = self else { return Ok(Appeared::Elsewhere) };
        let temporary = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        let name = temporary.path().to_owned();
        let is_new = !target.exists();
        temporary.persist(&target)?;
        interrupt::keep(&name);
        Ok(if is_new { Appeared::New(target) } else { Appeared::Replaced(target) })
    }
}

/// Where a result was written.
enum Appeared {
    New(PathBuf),
    Replaced(PathBuf),
    /// On standard output or a device, as it was written.
    Elsewhere,
}

impl Appeared {
    /// The path of a file that cannot be taken back; a new one is removed.
    fn stays(self) -> Option<PathBuf> {
        match self {
            Self::New(path) => std::fs::remove_file(&path).err().map(|_| path),
            Self::Replaced(path) => Some(path),
            Self::Elsewhere => None,
        }
    }
}

/// Why several results were not all written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AllError {
    #[error("cannot write the results: {0}")]
    None(#[from] io::Error),
    #[error("cannot write all results: {source}; {files} was written: remove it, or run again")]
    Some { files: String, source: io::Error },
}

impl AllError {
    fn new(written: &[PathBuf], source: io::Error) -> Self {
        let names: Vec<String> = written.iter().map(|path| path.display().to_string()).collect();
        if names.is_empty() { Self::None(source) } else { Self::Some { files: names.join(", "), source } }
    }
}

/// Why two results were not both written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HalfError {
    #[error("cannot write the results: {0}")]
    Neither(#[from] io::Error),
    #[error("cannot write the second of two results: {source}; the first, {}, was written: remove it, or run again", path.display())]
    One { path: PathBuf, source: io::Error },
}

/// Returns true if two paths name the same file, which need not exist yet.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    canonical(one).is_some_and(|one| canonical(other) == Some(one))
}

/// Returns true if a file would be overwritten that is read: the one that is given, one of a folder that is given, a list,
/// or a file that a list names.
pub(crate) fn is_read(given: &Path, output: &Path) -> bool {
    is_same_file(first_read(given), output)
        || output.is_file() && Corpus::find(given).is_ok_and(|corpus| corpus.holds(output))
}

/// The file that a chain of links ends at, which need not exist.
fn follow_links(path: &Path) -> PathBuf {
    let mut target = path.to_owned();
    // As many links as a system follows; what is behind them is a circle.
    for _ in 0..40 {
        let Ok(next) = target.read_link() else { break };
        target = folder_of(&target).join(next);
    }
    target
}

/// The canonical path of a file, which need not exist yet.
fn canonical(path: &Path) -> Option<PathBuf> {
    let path = &if path.exists() { path.to_owned() } else { follow_links(path) };
    path.canonicalize().ok().or_else(|| Some(folder_of(path).canonicalize().ok()?.join(path.file_name()?)))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn temporary_beside(target: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".treescore-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // the umask is applied to it
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

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests make and read files")]
mod tests {
    use super::*;

    /// The second name is taken by a folder before the results are final.
    #[test]
    fn both_results_or_none() {
        for (old, expected, said) in [
            (None, None, "cannot write the results: "),
            (Some("old"), Some("new"), "a, was written: remove it, or run again"),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let [first, second] = ["a", "b"].map(|name| folder.path().join(name));
            if let Some(old) = old {
                std::fs::write(&first, old).unwrap();
            }
            let mut outputs = [&first, &second].map(|path| Output::open(Some(path)).unwrap());
            for output in &mut outputs {
                output.write_all(b"new").unwrap();
            }
            std::fs::create_dir(&second).unwrap();
            let [one, other] = outputs;
            let error = Output::finish_both(one, other).unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
            assert_eq!(std::fs::read_to_string(&first).ok().as_deref(), expected, "{said}");
            let left = folder.path().read_dir().unwrap().count();
            assert_eq!(left, 1 + usize::from(expected.is_some()), "no temporary files: {said}");
        }
    }
}
