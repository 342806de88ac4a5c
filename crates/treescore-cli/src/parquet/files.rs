//! Parquet files: pairs are read from them; counts, sums and samples are written to them.

use std::fs::File;
use std::io;

use treescore::front::{PairNames, SystemScore};
use treescore::report::Report;
use treescore::report::compare::each_sample;
use treescore::run::{Input, PairRow, Plan, Scored};
use treescore::setup::Setup;
use treescore_arrow::parquet::{Columns, CountsWriter, SampleWriter, TableWriter, read_pairs};
use treescore_arrow::{CountsRow, NameType, SYSTEM_NAME, TableError, totals};

use super::input::{PairFile, Pairs};
use crate::output::Output;

/// Whether Parquet is built in.
pub(super) const IS_BUILT: bool = true;

/// Reads pairs.
pub(super) fn read(file: File, from: &PairFile) -> Result<Pairs, TableError> {
    let columns = Columns {
        gold: from.gold.clone(),
        systems: from.systems.clone(),
        id: from.id.clone(),
        doc: from.doc.clone(),
    };
    let treescore_arrow::parquet::Pairs { gold, systems, names } = read_pairs(file, &columns)?;
    Ok(Pairs { gold, systems, names })
}

/// Writes all samples of a comparison.
pub(crate) fn write_samples(
    report: &Report,
    plan: &Plan,
    scored: &Scored,
    output: Output,
) -> io::Result<Output> {
    let mut writer = SampleWriter::new(output).map_err(io::Error::other)?;
    each_sample(report, plan, scored, &mut |line| writer.push(line).map_err(io::Error::other))?;
    writer.finish().map_err(io::Error::other)
}

/// Writes the sums of each system.
pub(crate) fn write_totals(setup: &Setup, scores: &[&SystemScore], output: Output) -> io::Result<Output> {
    let write = || {
        let batch = totals(setup, scores)?;
        let mut writer = TableWriter::new(output, batch.schema(), &[SYSTEM_NAME])?;
        writer.write(&batch)?;
        writer.finish([])
    };
    write().map_err(|error: TableError| io::Error::other(error))
}

/// A file of counts, written while pairs are scored.
pub(crate) struct CountsFile {
    writer: CountsWriter<Output>,
    systems: Vec<String>,
    names: PairNames,
}

impl CountsFile {
    /// Begins the file. All rows are by the first setup of the plan.
    pub(crate) fn new(output: Output, plan: &Plan, names: PairNames) -> io::Result<Self> {
        let Some(setup) = plan.setups.first() else { return Err(io::Error::other("nothing is measured")) };
        let kind = if matches!(names, PairNames::Texts(_)) { NameType::Text } else { NameType::Number };
        let writer = CountsWriter::new(output, setup, kind).map_err(io::Error::other)?;
        Ok(Self { writer, systems: plan.systems.iter().map(Input::short_name).collect(), names })
    }

    /// Adds a row.
    pub(crate) fn push(&mut self, row: &PairRow) -> io::Result<()> {
        let at = usize::try_from(row.id.pair.saturating_sub(1)).unwrap_or(usize::MAX);
        let refused = row.refusal.as_ref().map(|refusal| (refusal.kind(), refusal.to_string()));
        let row_of_table = CountsRow {
            name: &self.names.get(at),
            key: self.names.key(at),
            words: row.length,
            refused: refused.as_ref().map(|(kind, why)| (*kind, why.as_str())),
            counts: &row.counts,
        };
        let system = self.systems.get(row.system).map_or("", String::as_str);
        self.writer.push(system, row_of_table).map_err(io::Error::other)
    }

    /// Ends the file. `setup` is that of the scores, with the formats that were read.
    pub(crate) fn finish(self, setup: &Setup) -> io::Result<Output> {
        self.writer.finish(setup).map_err(io::Error::other)
    }
}
