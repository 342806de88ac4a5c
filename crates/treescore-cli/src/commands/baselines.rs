//! `--baselines` and `--gold2`: rows beside those of the systems.

use std::path::PathBuf;

use treescore::front::{self, BaselineAsk};
use treescore::read::Corpus;
use treescore::report::Report;
use treescore::run::{Input, Plan, RunError};
use treescore::setup::StatSettings;

use super::score::ScoreError;
use crate::args::ScoreArgs;
use crate::interrupt;
use crate::messages::Messages;
use crate::watch::Follow;

/// Keeps gold in memory if baselines are made of it after the run.
pub(super) fn keep_gold(args: &ScoreArgs, plan: &Plan) -> Result<(), ScoreError> {
    match args.baseline_option() {
        Some(_) => Ok(front::keep_gold(&plan.gold).map_err(RunError::from)?),
        None => Ok(()),
    }
}

/// Adds the baselines that are asked for, unless the run was interrupted.
pub(super) fn add(
    report: &mut Report,
    args: &ScoreArgs,
    plan: &Plan,
    messages: &Messages,
) -> Result<(), ScoreError> {
    if args.baseline_option().is_none() || report.interrupted {
        return Ok(());
    }
    let find = |path: &PathBuf| Corpus::find(path).map_err(RunError::from);
    let second = args.gold2.as_ref().map(find).transpose()?;
    let second = second.map(|corpus| Input::from(corpus.with_options(args.files.options(None))));
    let seed = plan.ask.statistics.as_ref().map(|asked| asked.settings.seed).or(args.statistics.seed);
    let seed = seed.unwrap_or(StatSettings::default().seed);
    let ask = BaselineAsk { made: args.baselines, second, seed, threads: plan.threads };
    let mut follow = Follow::new(messages.progress(None));
    let found = front::baselines(&plan.gold, &ask, &plan.setups, &mut follow);
    follow.finish();
    let found = found?;
    report.interrupted = interrupt::is_requested();
    report.baselines = (!report.interrupted).then_some(found);
    Ok(())
}
