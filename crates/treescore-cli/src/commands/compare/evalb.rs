//! `treescore compare --evalb A.txt B.txt`: from the tables that EVALB printed.

use std::io;
use std::path::{Path, PathBuf};

use treescore::measure::{BracketCounts, Counts};
use treescore::read::{TABLE_MAX, read_limited, read_table};
use treescore::report::compare::Compared;
use treescore::report::number::counted;
use treescore::run::{KeptFigures, StatRows};
use treescore_originals::evalb::{Figures, RowsError, read_rows};

use crate::args::statistics::StatisticsArgs;
use crate::statistics::{self, StatisticsError};

/// How many sentences without counts are named.
const NAMED: usize = 5;

/// Why outputs of EVALB cannot be compared.
#[derive(Debug, thiserror::Error)]
pub(crate) enum EvalbError {
    #[error("cannot read {}: {source}", name.display())]
    Read { name: PathBuf, source: io::Error },
    #[error("{}: {error}", name.display())]
    Rows { name: PathBuf, error: RowsError },
    #[error("{} has {first} rows, {} has {second}", .names.0.display(), .names.1.display())]
    Number { names: Box<(PathBuf, PathBuf)>, first: usize, second: usize },
    #[error(
        "sentence {sentence} has {first} gold brackets in {} and {second} in {}: the runs had other gold trees or parameters",
        .names.0.display(), .names.1.display()
    )]
    Gold { names: Box<(PathBuf, PathBuf)>, sentence: usize, first: u64, second: u64 },
    #[error("two files are needed: treescore compare --evalb A.txt B.txt")]
    OneFile,
    #[error("- (standard input) is given more than once, but can be read only once: save it to a file")]
    Twice,
    #[error("no sentence was scored in two of the files that are compared")]
    Nothing,
    #[error(transparent)]
    Statistics(#[from] StatisticsError),
}

/// One output of EVALB.
struct Table {
    path: PathBuf,
    rows: Vec<Figures>,
}

/// Compares outputs of EVALB, each two of them over the sentences that both scored.
pub(super) fn compare(
    files: &[&Path],
    args: &StatisticsArgs,
    pairwise: bool,
) -> Result<Compared, EvalbError> {
    if files.iter().filter(|path| is_stdin(path)).count() > 1 {
        return Err(EvalbError::Twice);
    }
    let tables = files.iter().map(|path| read(path)).collect::<Result<Vec<Table>, _>>()?;
    let [first, _, ..] = &tables[..] else { return Err(EvalbError::OneFile) };
    for (at, table) in tables.iter().enumerate() {
        tables[at + 1..].iter().try_for_each(|other| check_same(table, other))?;
    }
    let names = names(files);
    let asked = statistics::asked_of_names(args, &names, KeptFigures::All)?;
    let asked = treescore::run::Statistics { pairwise, ..asked };
    let rows: Vec<StatRows> = tables.iter().map(stat_rows).collect();
    // Every sentence has a row, so that all systems have the same.
    let mut compared = Compared::of_rows(names, &rows, &asked).map_err(|_| EvalbError::Nothing)?;
    let all = first.rows.len() as u64;
    let mut comparisons = compared.measures.iter().flat_map(|measure| &measure.comparisons);
    if comparisons.all(|found| found.left_out == all) {
        return Err(EvalbError::Nothing);
    }
    compared.notes.splice(0..0, tables.iter().filter_map(left_out));
    Ok(compared)
}

/// Reads a file, or standard input if its name is `-`.
fn read(path: &Path) -> Result<Table, EvalbError> {
    let text = if is_stdin(path) { read_limited(io::stdin().lock(), TABLE_MAX) } else { read_table(path) };
    let text = text.map_err(|source| EvalbError::Read { name: path.to_owned(), source })?;
    let rows = read_rows(&String::from_utf8_lossy(&text));
    let rows = rows.map_err(|error| EvalbError::Rows { name: path.to_owned(), error })?;
    Ok(Table { path: path.to_owned(), rows })
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// Checks that two runs are about the same gold trees.
fn check_same(first: &Table, second: &Table) -> Result<(), EvalbError> {
    let names = || Box::new((first.path.clone(), second.path.clone()));
    if first.rows.len() != second.rows.len() {
        let (first, second, names) = (first.rows.len(), second.rows.len(), names());
        return Err(EvalbError::Number { names, first, second });
    }
    let both = first.rows.iter().zip(&second.rows).enumerate();
    let mut both = both.filter(|(_, (one, other))| one.status == 0 && other.status == 0);
    match both.find(|(_, (one, other))| one.gold != other.gold) {
        Some((at, (one, other))) => {
            Err(EvalbError::Gold { names: names(), sentence: at + 1, first: one.gold, second: other.gold })
        }
        None => Ok(()),
    }
}

/// The names of the files, without their folders unless these tell them apart.
fn names(files: &[&Path]) -> Vec<String> {
    let short = |path: &&Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
    let names: Vec<String> = files.iter().filter_map(short).collect();
    let is_unique = names.iter().enumerate().all(|(at, name)| !names[..at].contains(name));
    if is_unique && names.len() == files.len() {
        return names;
    }
    files.iter().map(|path| path.to_string_lossy().into_owned()).collect()
}

/// The counts of all sentences. Those that were not scored have none.
fn stat_rows(table: &Table) -> StatRows {
    let mut rows = StatRows::new(BracketCounts::FIELDS.len());
    let mut counts = vec![0; BracketCounts::FIELDS.len()];
    for (at, row) in table.rows.iter().enumerate() {
        let is_scored = row.status == 0;
        let is_exact = row.matched == row.gold && row.matched == row.test;
        let of_row = BracketCounts {
            pairs: 1,
            matched: row.matched,
            gold: row.gold,
            system: row.test,
            crossing: row.crossing,
            words: row.words,
            tags: row.tags,
            exact: u64::from(is_exact),
            no_crossing: u64::from(row.crossing == 0),
            two_or_fewer_crossing: u64::from(row.crossing <= 2),
            ..BracketCounts::default()
        };
        if is_scored { of_row } else { BracketCounts::default() }.write(&mut counts);
        rows.push(at as u64..at as u64 + 1, 0, !is_scored, &counts);
    }
    rows
}

/// A sentence about rows without counts: `ours.txt: 2 sentences have no counts (status 1: 3; status 2: 17)`.
fn left_out(table: &Table) -> Option<String> {
    let of = |status: u8| -> Vec<String> {
        let all = table.rows.iter().enumerate().filter(|(_, row)| row.status == status);
        all.map(|(at, _)| (at + 1).to_string()).collect()
    };
    let name = table.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut parts = Vec::new();
    let mut number = 0;
    for status in 1..=u8::MAX {
        let found = of(status);
        if found.is_empty() {
            continue;
        }
        number += found.len();
        let more =
            if found.len() > NAMED { format!(" and {} more", found.len() - NAMED) } else { String::new() };
        let named: Vec<&str> = found.iter().take(NAMED).map(String::as_str).collect();
        parts.push(format!("status {status}: {}{more}", named.join(", ")));
    }
    let (has, is) = if number == 1 { ("has", "is") } else { ("have", "are") };
    let sentences = counted(number as u64, "sentence");
    (number > 0).then(|| {
        format!(
            "{name}: {sentences} {has} no counts and {is} left out of its comparisons ({})",
            parts.join("; ")
        )
    })
}
