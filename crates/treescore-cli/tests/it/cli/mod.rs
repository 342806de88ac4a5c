//! The command line as people use it: streams, exit status, files, formats, trouble.

mod align;
mod align_counts;
mod align_tables;
mod baselines;
mod bones;
mod check;
mod conllu;
mod convert;
mod explain;
#[cfg(unix)]
mod faults;
mod files;
mod formats;
mod help;
mod input_options;
mod interrupts;
#[cfg(unix)]
mod losses;
mod measures;
mod nbest;
mod paper;
mod parquet;
#[cfg(feature = "parquet")]
mod parquet_tables;
mod peers;
mod perturb;
mod phrase;
mod phrase_chunks;
mod phrase_models;
mod pictures;
#[cfg(unix)]
mod pipes;
mod quiet;
mod reading;
mod repeat;
mod replies;
mod report;
mod selftest;
mod speech;
mod speech_options;
mod statistics;
mod study;
mod times_options;
mod trouble;

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// A folder with files in it, and the program run there.
pub(crate) struct Place {
    folder: tempfile::TempDir,
}

/// What a run printed and how it ended.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

pub(crate) const GOLD: &str = "\
(TOP (S (NP-SBJ (DT the) (NN cat)) (VP (VBD sat) (ADVP (RB down))) (. .)))
(TOP (S (NP (NNP Mara)) (VP (VBD left)) (. .)))
(TOP (S (NP (PRP it)) (VP (VBD rained))))
";

impl Place {
    /// A folder that holds these files.
    pub(crate) fn with(files: &[(&str, &[u8])]) -> Self {
        let place = Self { folder: tempfile::tempdir().unwrap() };
        for (name, bytes) in files {
            let path = place.path(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
        place
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// What a file holds.
    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap()
    }

    /// The program with a plain UTF-8 environment, in this folder.
    pub(crate) fn command<S: AsRef<OsStr>>(&self, args: &[S]) -> Command {
        self.command_of(env!("CARGO_BIN_EXE_treescore"), args)
    }

    /// The same, for a program that starts the program.
    pub(crate) fn command_of<S: AsRef<OsStr>>(&self, program: &str, args: &[S]) -> Command {
        let mut command = Command::new(program);
        command.args(args).current_dir(self.folder.path()).env("LC_ALL", "C.UTF-8");
        for name in ["NO_COLOR", "TREESCORE_FORMAT", "TREESCORE_SEED", "TREESCORE_THREADS"] {
            command.env_remove(name);
        }
        command
    }

    /// Runs the program with `text` as its standard input.
    pub(crate) fn pipe(&self, line: &str, text: &[u8]) -> Ran {
        let args: Vec<&str> = line.split(' ').collect();
        let mut command = self.command(&args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(text).unwrap();
        Ran::of(&child.wait_with_output().unwrap())
    }

    /// Runs `treescore` with the arguments of a line, split at blanks.
    pub(crate) fn run(&self, line: &str) -> Ran {
        let args: Vec<&str> = line.split(' ').filter(|arg| !arg.is_empty()).collect();
        Ran::of(&self.command(&args).output().unwrap())
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Ran {
    pub(crate) fn of(output: &Output) -> Self {
        Self {
            status: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Standard output as the JSON of a report.
    pub(crate) fn report(&self) -> Value {
        assert!(self.stdout.starts_with('{'), "{}{}", self.stdout, self.stderr);
        crate::json::report(&self.stdout)
    }

    /// Standard output as JSON Lines.
    pub(crate) fn lines(&self) -> Vec<Value> {
        crate::json::lines(&self.stdout)
    }

    /// The row of the table that begins with `name`, as its numbers.
    pub(crate) fn row(&self, name: &str) -> Vec<String> {
        let line = self.stdout.lines().find(|line| line.starts_with(name)).unwrap_or_default();
        line[name.len().min(line.len())..].split_whitespace().map(str::to_owned).collect()
    }
}
