//! Cases of a pack: a folder each, with the inputs, the arguments and what was printed.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use flate2::read::GzDecoder;
use tempfile::TempDir;

/// A folder of a pack. Files over 64 KiB are kept compressed.
pub(crate) struct Case {
    folder: PathBuf,
}

/// What a run of the program gave.
pub(crate) struct Run {
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
    pub(crate) status: i32,
    /// What the SPMRL variant writes to a file named `status`.
    pub(crate) status_file: Option<Vec<u8>>,
}

/// The cases of a pack whose name is wanted, in order; a pack without any is an error.
pub(crate) fn cases(pack: &str, wanted: impl Fn(&str) -> bool) -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance").join(pack);
    let mut cases: Vec<Case> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| Case { folder: entry.unwrap().path() })
        .filter(|case| case.folder.is_dir() && wanted(&case.name()))
        .collect();
    cases.sort_by_key(Case::name);
    assert!(!cases.is_empty(), "no case in {}", folder.display());
    cases
}

impl Case {
    pub(crate) fn name(&self) -> String {
        self.folder.file_name().unwrap().to_str().unwrap().to_owned()
    }

    /// A file of the case, unpacked; `None` if it has no such file.
    pub(crate) fn file(&self, name: &str) -> Option<Vec<u8>> {
        fs::read(self.folder.join(name)).ok().or_else(|| unpack(&self.folder.join(format!("{name}.gz"))))
    }

    /// The arguments: split at spaces, no quoting.
    pub(crate) fn arguments(&self) -> Vec<String> {
        let line = String::from_utf8(self.file("cmd").expect("a file `cmd`")).unwrap();
        line.split_whitespace().map(str::to_owned).collect()
    }

    /// Runs the built program in a copy of the folder.
    pub(crate) fn run(&self, before: &[&str]) -> Run {
        self.run_program(Path::new(env!("CARGO_BIN_EXE_treescore")), before)
    }

    /// Runs a program in a copy of the folder, with `before` in front of the case's arguments.
    pub(crate) fn run_program(&self, program: &Path, before: &[&str]) -> Run {
        let copy = self.copy();
        let output = self.command(program, before, copy.path()).output().unwrap();
        Run {
            stdout: output.stdout,
            stderr: output.stderr,
            status: output.status.code().unwrap_or(-1),
            status_file: fs::read(copy.path().join("status")).ok(),
        }
    }

    /// The command of the case, to be run in `folder`.
    pub(crate) fn command(&self, program: &Path, before: &[&str], folder: &Path) -> Command {
        let mut command = Command::new(program);
        command.args(before).args(self.arguments()).current_dir(folder).stdin(Stdio::null());
        command.env("TREESCORE_SPMRL_STATUS_FILE", "status");
        command
    }

    /// The folder's files in a temporary folder, unpacked.
    pub(crate) fn copy(&self) -> TempDir {
        let copy = tempfile::tempdir().unwrap();
        self.copy_to(copy.path());
        copy
    }

    /// The folder's files in another folder, unpacked.
    pub(crate) fn copy_to(&self, copy: &Path) {
        for entry in fs::read_dir(&self.folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "gz") {
                fs::write(copy.join(path.file_stem().unwrap()), unpack(&path).unwrap()).unwrap();
            } else {
                fs::copy(&path, copy.join(path.file_name().unwrap())).unwrap();
            }
        }
    }
}

fn unpack(path: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    GzDecoder::new(fs::File::open(path).ok()?).read_to_end(&mut bytes).unwrap();
    Some(bytes)
}

/// The first line in which two texts differ, for people.
pub(crate) fn first_difference(expected: &[u8], got: &[u8]) -> Option<String> {
    if expected == got {
        return None;
    }
    let lines = |text: &[u8]| -> Vec<String> {
        text.split_inclusive(|&byte| byte == b'\n').map(|line| line.escape_ascii().to_string()).collect()
    };
    let (expected, got) = (lines(expected), lines(got));
    let at = expected.iter().zip(&got).take_while(|(expected, got)| expected == got).count();
    let show = |lines: &[String]| lines.get(at).map_or("the end".to_owned(), |line| format!("`{line}`"));
    Some(format!("line {}:\n  expected {}\n  got      {}\n", at + 1, show(&expected), show(&got)))
}
