//! Two files, and a run over them.

use std::io::Write;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use treescore::prepare::Recipe;
use treescore::read::{Corpus, PairReader, SideReader, SideSource, UnitKind, Unmatched};

use super::job::Job;

/// Writes a file.
pub fn write(path: &Path, content: &[u8]) {
    std::fs::File::create(path).unwrap().write_all(content).unwrap();
}

/// A gold and a system file in a temporary folder.
#[derive(Debug)]
pub struct Files {
    folder: TempDir,
}

impl Files {
    /// Creates both files.
    pub fn new(gold: &[u8], system: &[u8]) -> Self {
        let files = Self { folder: tempfile::tempdir().unwrap() };
        files.rewrite(gold, system);
        files
    }

    /// Replaces the content of both files.
    pub fn rewrite(&self, gold: &[u8], system: &[u8]) {
        for (path, content) in [(self.gold(), gold), (self.system(), system)] {
            write(&path, content);
        }
    }

    /// The path of the gold file.
    pub fn gold(&self) -> PathBuf {
        self.folder.path().join("gold")
    }

    /// The path of the system's file.
    pub fn system(&self) -> PathBuf {
        self.folder.path().join("system")
    }

    /// A job over both files: one thread, blocks of the default size, nothing extra.
    pub fn job(&self, recipe: Recipe) -> Job {
        let find = |path: &Path| Corpus::find(path).unwrap();
        Job::new(find(&self.gold()), find(&self.system()), recipe)
    }

    /// Reads both files line by line, as an original program does.
    pub fn lines(&self, block: Option<usize>) -> PairReader {
        let side = |path: &Path| {
            let reader = SideReader::new(Corpus::as_is(path.to_owned()), UnitKind::Line).unwrap();
            let reader = if let Some(bytes) = block { reader.with_block(bytes) } else { reader };
            Box::new(reader) as Box<dyn SideSource>
        };
        PairReader::new(side(&self.gold()), vec![side(&self.system())], Unmatched::HandOut)
    }
}
