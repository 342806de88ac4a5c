//! Parquet: which arguments ask for it, and what they exclude. Files are read and written by the feature `parquet`.

#[cfg(not(feature = "parquet"))]
#[path = "parquet/absent.rs"]
mod files;
#[cfg(feature = "parquet")]
#[path = "parquet/files.rs"]
mod files;
pub(crate) mod input;

use std::path::{Path, PathBuf};

use treescore::setup::{Pairing, Setup};

use crate::args::ScoreArgs;
pub(crate) use files::{CountsFile, write_samples, write_totals};

/// What to do without the feature.
const WITHOUT: &str = "this treescore was built without Parquet; build it with cargo install --path crates/treescore-cli --features parquet, or use text files, CSV or JSON Lines";

/// Why Parquet is not read or written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ParquetError {
    #[error("{0}: {WITHOUT}")]
    NotBuilt(String),
    #[error("{option} needs a Parquet file, but {} is not one", path.display())]
    NotParquet { option: &'static str, path: PathBuf },
    #[error(
        "{} is a Parquet file, which has gold and systems in its columns: give it alone, with --gold-column and --system-column", .0.display()
    )]
    Alone(PathBuf),
    #[error("{option} needs one Parquet file, but {} is given, too: remove it", other.display())]
    Others { option: &'static str, other: PathBuf },
    #[error("--system-column names {0} twice")]
    SystemTwice(String),
    #[error("{0} cannot be used with trees in a Parquet file: remove it")]
    Input(&'static str),
    #[error("{0} needs a column with the document of each pair: --doc-column")]
    NoDocuments(&'static str),
    #[error("cannot read {}: {why}", path.display())]
    Read { path: PathBuf, why: String },
    #[error("--format parquet needs a file: -o FILE.parquet")]
    NoOutput,
    #[error("--output {}: the name says Parquet, but the format is {format}: change one of them", path.display())]
    Name { path: PathBuf, format: String },
    #[error("{0} cannot be shown in --format parquet: use json or jsonl")]
    NotInTable(&'static str),
    #[error("a Parquet file holds one measure, but there are {0}: choose one with -m")]
    Measures(usize),
    #[error(
        "the systems were read in different formats, but a Parquet file has one signature: write a file for each system"
    )]
    Signatures,
}

/// Refuses what needs Parquet, if it is not built in.
pub(crate) fn check_built(what: &str) -> Result<(), ParquetError> {
    if files::IS_BUILT { Ok(()) } else { Err(ParquetError::NotBuilt(what.to_owned())) }
}

/// True if the name of a file says Parquet.
pub(crate) fn is_name(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("parquet"))
}

/// Checks that results can be written to Parquet as the options say.
pub(crate) fn check_output(args: &ScoreArgs) -> Result<(), ParquetError> {
    if args.output.as_deref().is_none_or(|path| path == Path::new("-")) {
        return Err(ParquetError::NoOutput);
    }
    let options = [
        ("--detail", args.detail.is_some()),
        ("--worst", args.worst.is_some()),
        ("--refused", args.refused),
        ("--by", args.by.is_some()),
        ("--wide", args.wide),
        ("--baselines", args.baselines),
        ("--gold2", args.gold2.is_some()),
        ("--spreadsheet", args.spreadsheet),
    ];
    let given = options.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option);
    match given.or_else(|| args.statistics.first_given()) {
        Some(option) => Err(ParquetError::NotInTable(option)),
        None => Ok(()),
    }
}

/// Checks that results of these setups can be written to Parquet.
pub(crate) fn check_setups(setups: &[Setup]) -> Result<(), ParquetError> {
    if setups.len() > 1 {
        return Err(ParquetError::Measures(setups.len()));
    }
    match setups.first().map(|setup| &setup.pairing) {
        Some(Pairing::Text(_)) => Err(ParquetError::NotInTable("--align")),
        Some(Pairing::Sides(_)) => Err(ParquetError::NotInTable("--side")),
        Some(Pairing::Utterances(_)) => Err(ParquetError::NotInTable("--utterances")),
        Some(Pairing::InOrder) | None => Ok(()),
    }
}
