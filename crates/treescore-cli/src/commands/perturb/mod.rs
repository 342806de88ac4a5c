//! `treescore perturb TREES`: trees and times made wrong on purpose.

mod options;
mod times;
mod work;

use std::io::{self, Write};
use std::process::ExitCode;

use treescore::perturb::Perturbation;
use treescore::read::{OpenError, Trees};
use treescore::report::diagnostic;

use crate::advice::advised;
use crate::output::{CreateError, HalfError, Output};
use crate::timing::TimingError;
use crate::watch::say;
use crate::{interrupt, terminal};
pub(crate) use options::PerturbArgs;
use options::{OptionError, Plan};
use times::Clock;
use work::Work;

/// Stands for a tree that could not be perturbed, so that trees and lines keep their numbers.
const MARK: &[u8] = b"(())";

/// Said whenever words are merged.
const NOT_THE_PAPERS: &str = "words are merged in the tree that is there; the Struct-IoU paper parses the merged sentence again, \
so results are not comparable with its Delete curve";

/// Why nothing was perturbed.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Options(#[from] OptionError),
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Clock(#[from] TimingError),
    #[error(transparent)]
    Create(#[from] CreateError),
    #[error("{0} holds no trees")]
    NoTrees(String),
    #[error(transparent)]
    Write(#[from] HalfError),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        HalfError::from(error).into()
    }
}

/// Runs the command.
pub(crate) fn run(args: &PerturbArgs) -> ExitCode {
    match perturb(args) {
        Ok(status) => status,
        // A reader that has seen enough, such as `head`, is no failure.
        Err(Failure::Write(HalfError::Neither(error))) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(_) if interrupt::asked() => ExitCode::from(130),
        Err(error) => {
            let advice = if let Failure::Clock(error) = &error { error.advice() } else { None };
            say(&diagnostic::error(&advised(&error, advice), &[], &[], &terminal::plain()));
            say("treescore: could not perturb\n");
            ExitCode::from(2)
        }
    }
}

fn perturb(args: &PerturbArgs) -> Result<ExitCode, Failure> {
    let plan = Plan::new(args)?;
    let style = terminal::plain();
    if plan.perturbation == Perturbation::Delete {
        say(&diagnostic::warning(NOT_THE_PAPERS, &style));
    }
    interrupt::watch();
    let mut trees_out = Output::open(Some(plan.trees_out))?;
    let mut times_out = Output::open(Some(plan.times_out))?;
    let mut notes = Vec::new();
    let clock = Clock::new(&plan, &mut notes)?;
    for note in &notes {
        say(&diagnostic::warning(note, &style));
    }
    let mut work = Work::new(plan.perturber, &plan.trees, clock, style);
    for unit in Trees::new(plan.trees.clone())? {
        let sentence = work.next(&unit?);
        if interrupt::asked() {
            return Ok(ExitCode::from(130)); // dropped unfinished: no half-written files
        }
        let brackets = sentence.as_ref().map(|(tree, _)| tree.to_brackets());
        trees_out.write_all(brackets.as_deref().unwrap_or(MARK))?;
        trees_out.write_all(b"\n")?;
        times::write(&mut times_out, plan.format, &work.id(), sentence.as_ref())?;
    }
    if work.seen() == 0 {
        return Err(Failure::NoTrees(plan.trees.name().to_owned()));
    }
    Output::finish_both(trees_out, times_out)?;
    Ok(ExitCode::from(u8::from(work.finish() > 0)))
}
