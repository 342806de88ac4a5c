//! Model files: JSON with the counts of a model, never its probabilities, so that reading a model back gives
//! the same model.

mod check;
mod layout;

use std::io;

use super::PhraseModel;
use layout::{FileModel, Header};

/// The value of the first field of a model file.
const FORMAT: &str = "treescore-phrase-model";
/// The version of the layout that is written, and the only one that is read.
const VERSION: u64 = 1;

/// Why a text is not a model file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelFileError {
    /// It is not JSON, or a field is missing or of the wrong type.
    #[error("{line}:{column}: {problem}")]
    Json {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What is wrong there.
        problem: String,
    },
    /// It is a JSON file of another format.
    #[error("not a phrase model: `format` is {found:?} instead of {FORMAT:?}")]
    Format {
        /// The format it names.
        found: String,
    },
    /// It was written by another version.
    #[error("model file version {0} is not supported; only version {VERSION} is")]
    Version(u64),
    /// Its parts are inconsistent.
    #[error("{place}: {problem}")]
    Content {
        /// The field.
        place: String,
        /// What is wrong with it.
        problem: String,
    },
}

impl From<serde_json::Error> for ModelFileError {
    fn from(error: serde_json::Error) -> Self {
        let problem = error.to_string();
        // The message ends with the position, which is put in front here.
        let end = problem.rfind(" at line ").unwrap_or(problem.len());
        Self::Json { line: error.line(), column: error.column(), problem: problem[..end].to_owned() }
    }
}

impl PhraseModel {
    /// Reads a model file. [`PhraseModel`] has an example.
    ///
    /// # Errors
    /// If the text is not JSON, is of another format or version, or is inconsistent.
    pub fn load(text: &[u8]) -> Result<Self, ModelFileError> {
        let header: Header = serde_json::from_slice(text)?;
        if header.format != FORMAT {
            return Err(ModelFileError::Format { found: header.format });
        }
        if header.version != VERSION {
            return Err(ModelFileError::Version(header.version));
        }
        let file: FileModel = serde_json::from_slice(text)?;
        Ok(Self::new(check::counts(file)?))
    }

    /// Writes a model file. The same model gives the same bytes.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, mut out: impl io::Write) -> io::Result<()> {
        serde_json::to_writer(&mut out, &FileModel::new(&self.counts))?;
        out.write_all(b"\n")
    }
}

#[cfg(test)]
#[path = "../file_tests.rs"]
mod tests;
