//! The signature of a study: its settings, and which files it read.

use std::fmt::Write as _;
use std::path::Path;

use sha2::{Digest, Sha256};
use treescore::read::Corpus;

use crate::ask::Ask;
use crate::error::StudyError;

/// A signature under construction.
pub(crate) struct Signing(String);

impl Signing {
    /// The signature of a study without settings.
    pub(crate) fn new(study: &str) -> Self {
        Self(format!("treescore|v:{}|study:{study}", env!("CARGO_PKG_VERSION")))
    }

    /// Adds a setting.
    pub(crate) fn with(mut self, key: &str, value: impl std::fmt::Display) -> Self {
        // Writing to a string cannot fail.
        let _ = write!(self.0, "|{key}:{}", value.to_string().replace(['|', '\n'], "_"));
        self
    }

    /// Adds a list of values.
    pub(crate) fn list(self, key: &str, values: &[impl std::fmt::Display]) -> Self {
        self.with(key, values.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
    }

    /// Adds a switch, if it was given.
    pub(crate) fn switch(self, key: &str, ask: &Ask) -> Self {
        if ask.has(key) { self.with(key, "on") } else { self }
    }

    /// Adds the checksums of those of these options that were given, whose values are files.
    pub(crate) fn files(self, keys: &[&str], ask: &Ask) -> Result<Self, StudyError> {
        let given = keys.iter().filter_map(|key| Some((key, ask.value(key)?)));
        given.into_iter().try_fold(self, |signing, (key, path)| signing.file(key, path.as_ref()))
    }

    /// Adds the checksum of a file, folder or list of files, whatever its name.
    pub(crate) fn file(self, key: &str, path: &Path) -> Result<Self, StudyError> {
        let sum = of_file(path)?;
        Ok(self.with(key, sum))
    }

    /// The signature.
    pub(crate) fn finish(self) -> String {
        self.0
    }
}

/// The beginning of the checksum (SHA-256) of the content of files.
fn of_file(path: &Path) -> Result<String, StudyError> {
    let mut hash = Sha256::new();
    for document in Corpus::find(path)?.documents() {
        let content = document.read_all()?;
        hash.update((content.len() as u64).to_le_bytes());
        hash.update(&content);
    }
    let digits: Vec<String> = hash.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    Ok(digits.concat())
}
