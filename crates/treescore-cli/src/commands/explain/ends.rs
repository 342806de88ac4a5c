//! The two numbers that are explained, from the command line.

use treescore::explain::{End, Pairs};
use treescore::prepare::SettingError;
use treescore::setup::Setup;

use super::{ExplainCommand, ExplainError};
use crate::args::ScoreArgs;
use crate::job::setups::{self, Source};
use crate::job::{Job, JobError};
use crate::recipes;

/// The two numbers.
pub(super) struct Ends {
    pub(super) from: End,
    pub(super) to: End,
}

impl Ends {
    /// Finds the setups of both numbers, and the job of the first.
    pub(super) fn find(args: &ExplainCommand) -> Result<(Self, Job), ExplainError> {
        let scoring = &args.score;
        // Beside a signature, the other number has its measure, too.
        let main = if is_signature(&args.to) && !is_signature(&args.from) { &args.to } else { &args.from };
        let mut job = Job::of_source(scoring, source(main)?)?;
        let first = job.plan.setups.first().cloned();
        let first = first.ok_or(ExplainError::Measures(0))?;
        let mut make = |given: &String| match (given == main, is_signature(main)) {
            (true, _) => Ok(first.clone()),
            (false, true) if !is_signature(given) => {
                Ok::<Setup, JobError>(first.clone().with_recipe(recipes::find(given, &mut job.notes)?))
            }
            _ => setup(scoring, source(given)?, &mut job.notes),
        };
        let (from, to) = (make(&args.from)?, make(&args.to)?);
        let from = change(from, &args.from, ("from-set", &args.from_set))?;
        let to = change(to, &args.to, ("to-set", &args.to_set))?;
        Ok((Self { from, to }, job))
    }
}

fn is_signature(given: &str) -> bool {
    given.starts_with("treescore:")
}

/// What a number is made from.
fn source(given: &str) -> Result<Source<'_>, JobError> {
    let is_signature = is_signature(given);
    let signatures = is_signature.then(|| given.parse()).transpose()?.into_iter().collect();
    Ok(Source { recipe: (!is_signature).then_some(given), signatures })
}

fn setup(args: &ScoreArgs, source: Source<'_>, notes: &mut Vec<String>) -> Result<Setup, JobError> {
    let configured = setups::configure(args, source, notes)?;
    configured.setups.into_iter().next().ok_or(JobError::EmptyMeasure)
}

/// Changes settings of one of the numbers.
fn change(
    mut setup: Setup,
    name: &str,
    (option, settings): (&'static str, &[String]),
) -> Result<End, ExplainError> {
    let mut pairs = Pairs::Scored;
    for setting in settings {
        let wrong = |error: SettingError| ExplainError::Setting { option, setting: setting.clone(), error };
        match setting.split_once('=') {
            Some(("pairs", value)) => {
                let takes = Pairs::VALUES.join(", ");
                let unknown =
                    || SettingError::Value { key: "pairs".to_owned(), value: value.to_owned(), takes };
                pairs = value.parse().map_err(|()| wrong(unknown()))?;
            }
            Some((key, value)) => setup.set(key, value).map_err(wrong)?,
            None => return Err(ExplainError::NoSetting { option, setting: setting.clone() }),
        }
    }
    // The recipe is fitted to the pairing again.
    let recipe = setup.recipe.clone();
    let setup = setup.with_recipe(recipe);
    setup.check().and_then(|()| setup.check_average()).map_err(JobError::from)?;
    Ok(End { pairs, ..End::new(End::name_of(name, settings), setup) })
}
