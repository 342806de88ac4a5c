//! Pairs in a Parquet file: the arguments that name it, and what they exclude.

#![expect(clippy::disallowed_methods, reason = "the library opens text only")]

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use treescore::front::PairNames;
use treescore::read::{Corpus, Units};
use treescore::setup::{Pairing, Setup};

use super::{ParquetError, check_built, files};
use crate::args::{ByArg, ScoreArgs};

/// The first four bytes of a Parquet file.
const MAGIC: &[u8; 4] = b"PAR1";

/// A Parquet file with pairs.
pub(crate) struct PairFile {
    path: PathBuf,
    pub(super) gold: String,
    pub(super) systems: Vec<String>,
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "read with the feature only"))]
    pub(super) id: Option<String>,
    pub(super) doc: Option<String>,
}

/// The pairs of a file.
pub(crate) struct Pairs {
    pub(crate) gold: Units,
    pub(crate) systems: Vec<Units>,
    pub(crate) names: PairNames,
}

impl PairFile {
    /// The file that the arguments name; `None` if they name none.
    pub(crate) fn find(args: &ScoreArgs) -> Result<Option<Self>, ParquetError> {
        let Some(option) = args.columns.first_given() else {
            return given(args.gold.iter().chain(&args.systems)).map_or(Ok(None), Err);
        };
        check_built(option)?;
        let Some(path) = args.gold.clone() else { return Ok(None) };
        if let Some(other) = args.systems.first() {
            return Err(ParquetError::Others { option, other: other.clone() });
        }
        if !begins_as_parquet(&path)? {
            return Err(ParquetError::NotParquet { option, path });
        }
        let columns = args.columns.clone();
        let systems = columns.system_column;
        let is_twice = |at: &usize| systems[..*at].contains(&systems[*at]);
        if let Some(at) = (1..systems.len()).find(is_twice) {
            return Err(ParquetError::SystemTwice(systems[at].clone()));
        }
        let file = Self {
            path,
            gold: columns.gold_column.unwrap_or_else(|| "gold".to_owned()),
            systems: if systems.is_empty() { vec!["system".to_owned()] } else { systems },
            id: columns.id_column,
            doc: columns.doc_column,
        };
        file.check_options(args)?;
        Ok(Some(file))
    }

    /// Refuses options about files and pairing, which would be ignored.
    fn check_options(&self, args: &ScoreArgs) -> Result<(), ParquetError> {
        let (files, speech) = (&args.files, &args.speech);
        let options = [
            ("--align", args.align.align),
            ("--side", speech.side),
            ("--utterances", speech.utterances),
            ("--word-alignment", !speech.word_alignment.is_empty()),
            ("--pair-by", args.pair_by.is_some()),
            ("--gold-times", args.times.gold_times.is_some()),
            ("--system-times", !args.times.system_times.is_empty()),
            ("--nbest", files.all.nbest.is_some()),
            ("--skip", !files.all.skip.is_empty()),
            ("--only", files.all.only.is_some()),
        ];
        let given = options.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option);
        if let Some(option) = given.or_else(|| files.first_given()) {
            return Err(ParquetError::Input(option));
        }
        let by_document = [
            ("--by file", args.by == Some(ByArg::File)),
            ("--resample-by file", args.statistics.resample_by.as_deref() == Some("file")),
        ];
        match by_document.into_iter().find(|(_, is_given)| *is_given && self.doc.is_none()) {
            Some((option, _)) => Err(ParquetError::NoDocuments(option)),
            None => Ok(()),
        }
    }

    /// Refuses setups that read files in their own way.
    pub(crate) fn check_setups(setups: &[Setup]) -> Result<(), ParquetError> {
        let is_by_file = |setup: &Setup| !matches!(setup.pairing, Pairing::InOrder) || setup.times.is_some();
        let refused = [
            ("a signature with aligned words or word times", setups.iter().any(is_by_file)),
            ("pairing by id", setups.iter().any(|setup| setup.by_id)),
            (
                "a recipe or signature that leaves out trees",
                setups.iter().any(|setup| !setup.input.skip.is_empty()),
            ),
        ];
        match refused.into_iter().find(|(_, is_given)| *is_given) {
            Some((what, _)) => Err(ParquetError::Input(what)),
            None => Ok(()),
        }
    }

    /// Stand-ins for the sides, which have their names and hold nothing.
    pub(crate) fn sides(&self) -> (Corpus, Vec<Corpus>) {
        let side = |name: &String| Corpus::held(name, b"");
        (side(&self.gold), self.systems.iter().map(side).collect())
    }

    /// Reads the pairs.
    pub(crate) fn read(&self) -> Result<Pairs, ParquetError> {
        let file = File::open(&self.path).map_err(|error| self.failed(&error))?;
        files::read(file, self).map_err(|why| self.failed(&why))
    }

    fn failed(&self, why: &dyn std::fmt::Display) -> ParquetError {
        ParquetError::Read { path: self.path.clone(), why: why.to_string() }
    }
}

/// A Parquet file that is given as if it held trees of one side, and what to do with it.
pub(crate) fn given<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Option<ParquetError> {
    let path = paths.into_iter().find(|path| is_whole(path.as_ref()))?.as_ref().to_owned();
    Some(match check_built(&path.display().to_string()) {
        Ok(()) => ParquetError::Alone(path),
        Err(not_built) => not_built,
    })
}

/// True if a file begins with Parquet's four letters.
fn begins_as_parquet(path: &Path) -> Result<bool, ParquetError> {
    let failed = |error: std::io::Error| {
        let why = match error.kind() {
            std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
            _ => error.to_string(),
        };
        ParquetError::Read { path: path.to_owned(), why }
    };
    if !path.metadata().map_err(failed)?.is_file() {
        return Ok(false);
    }
    let mut first = Vec::new();
    File::open(path).and_then(|file| file.take(4).read_to_end(&mut first)).map_err(failed)?;
    Ok(first == MAGIC)
}

/// True if a file that is given as trees is Parquet: it begins and ends with the four letters, as text may not.
fn is_whole(path: &Path) -> bool {
    begins_as_parquet(path).unwrap_or(false) && ends_as_parquet(path).unwrap_or(false)
}

fn ends_as_parquet(path: &Path) -> std::io::Result<bool> {
    use std::io::{Seek, SeekFrom};
    let mut file = File::open(path)?;
    if file.metadata()?.len() < 12 {
        return Ok(false);
    }
    file.seek(SeekFrom::End(-4))?;
    let mut last = Vec::new();
    file.take(4).read_to_end(&mut last)?;
    Ok(last == MAGIC)
}
