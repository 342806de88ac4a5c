//! `treescore perturb TREES`: perturbs trees and word times.

mod options;
mod times;
mod work;

use std::io::{self, Write};

use treescore::perturb::Perturbation;
use treescore::read::{OpenError, Trees};

use crate::advice;
use crate::interrupt;
use crate::messages::Messages;
use crate::output::{CreateError, HalfError, Output};
use crate::status::Status;
use crate::timing::TimingError;
pub(crate) use options::PerturbArgs;
use options::{OptionError, Plan};
use times::Clock;
use work::Work;

/// Written for a tree that could not be perturbed, so that trees keep their numbers.
const MARK: &[u8] = b"(())";

/// The warning of `--delete`.
const NOT_THE_PAPERS: &str = "words are merged in the given tree, but the Struct-IoU paper parses the merged sentence again: \
the results are not comparable with its Delete curve";

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
    #[error("{0} contains no trees")]
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
pub(crate) fn run(args: &PerturbArgs) -> Status {
    match perturb(args) {
        Ok(status) => status,
        // One of the two results is a file, which is then not written.
        Err(Failure::Write(HalfError::Neither(error))) if error.kind() == io::ErrorKind::BrokenPipe => {
            let message = "standard output was closed before the end, so the other file was not written";
            Messages::plain(args.quiet()).fail_with(message, "perturb");
            Status::from(2)
        }
        Err(_) if interrupt::is_requested() => Status::from(130),
        Err(error) => {
            let advice = if let Failure::Clock(error) = &error { error.advice() } else { None };
            Messages::plain(args.quiet()).fail_with(&advice::append(&error, advice), "perturb");
            Status::from(2)
        }
    }
}

fn perturb(args: &PerturbArgs) -> Result<Status, Failure> {
    let plan = Plan::new(args)?;
    let messages = Messages::plain(args.quiet());
    if plan.perturbation == Perturbation::Delete {
        messages.warn(NOT_THE_PAPERS);
    }
    messages.note_left_out(&plan.trees);
    interrupt::watch();
    let mut trees_out = Output::open(Some(plan.trees_out))?;
    let mut times_out = Output::open(Some(plan.times_out))?;
    let mut notes = Vec::new();
    let clock = Clock::new(&plan, &mut notes)?;
    messages.warn_all(&notes);
    let mut work = Work::new(plan.perturber, &plan.trees, clock, messages);
    for unit in Trees::new(plan.trees.clone())? {
        let sentence = work.perturb(&unit?);
        if interrupt::is_requested() {
            return Ok(Status::from(130)); // the unfinished files are removed
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
    Ok(Status::from(u8::from(work.finish() > 0)))
}
