//! `treescore GOLD SYSTEM… -o FILE.parquet`: scores as a table in a Parquet file.

use treescore::front::SystemScore;
use treescore::report::{Format, build};
use treescore::run::{Input, PairRow, Rows};

use super::score::{self, ScoreError};
use crate::args::ScoreArgs;
use crate::interrupt;
use crate::job::{Job, JobError};
use crate::messages::Messages;
use crate::output::Output;
use crate::parquet::{CountsFile, ParquetError, write_totals};
use crate::status::Status;
use crate::watch::Watch;

/// Scores every system, and writes a table: the counts of each pair with `--per-sentence`, else the sums of each system.
pub(super) fn run(args: &ScoreArgs, job: &Job, messages: &Messages) -> Result<Status, ScoreError> {
    let Job { plan, folders, published, .. } = job;
    let output = Output::open(args.output.as_deref())?;
    let mut target = match plan.ask.rows {
        Rows::None => Target::Totals(output),
        Rows::All | Rows::One(_) => {
            Target::Counts(Box::new(CountsFile::new(output, plan, job.names.clone())?))
        }
    };
    let progress = messages.progress(plan.systems.iter().chain([&plan.gold]).map(Input::bytes).sum());
    let mut sink = |row: PairRow| match &mut target {
        Target::Counts(file) => file.push(&row),
        Target::Totals(_) => Ok(()),
    };
    let mut watch = Watch::new(plan, messages, progress, None);
    watch.sink = Some(&mut sink);
    let scored = score::run_watched(plan, &mut watch)?;
    let (mut report, checked) = score::judge(args, plan, &scored, folders, messages)?;
    build::add_statistics(&mut report, plan, &scored);
    checked?;
    score::warn(plan, &scored, &report, (published.as_ref(), Format::Csv), messages);
    if report.interrupted {
        return Ok(Status::from(130)); // the unfinished file is removed
    }
    *interrupt::ending() = None; // from here on the writer completes the output
    let all = SystemScore::collect(plan, &scored);
    let complete: Vec<&SystemScore> = all
        .iter()
        .zip(&scored.systems)
        .filter_map(|(score, system)| system.uneven.is_none().then_some(score))
        .collect();
    let first = complete.first().map_or(&plan.setups[0], |score| &score.setup);
    if complete.iter().any(|score| score.setup.signature() != first.signature()) {
        return Err(JobError::Parquet(ParquetError::Signatures).into());
    }
    let output = match target {
        Target::Counts(file) => file.finish(first)?,
        Target::Totals(output) => write_totals(first, &complete, output)?,
    };
    output.finish()?;
    Ok(Status::from(score::status(args, &report, &scored)))
}

/// What is written.
enum Target {
    Counts(Box<CountsFile>),
    Totals(Output),
}
