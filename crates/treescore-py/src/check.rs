//! `check`: what would spoil a score, before it is made.

use pyo3::prelude::*;
use treescore::findings::{Finding, count_differs, of_open, sort};
use treescore::front::{CheckPass, CheckedSides, check};
use treescore::report::FindingReport;
use treescore::report::check::{Checked, render, render_json};
use treescore::run::{Plan, RunError, score};

use crate::call::{Systems, systems as read_systems};
use crate::question::{Answer, Options, measure};
use crate::run::interruptible;
use crate::score::style;
use crate::{advice, error};

/// Everything that is found about gold and systems, or about gold alone if there is no system.
#[pyfunction]
pub(crate) fn ask_check<'py>(
    py: Python<'py>,
    gold: &Bound<'py, PyAny>,
    systems: &Bound<'py, PyAny>,
    options: Options<'py>,
) -> PyResult<Answer> {
    let is_one = systems.is_empty()?;
    let systems = if is_one { Systems::new() } else { read_systems(systems, options.system_times.as_ref())? };
    let mut plan = options.plan(gold, &systems, (&[measure(py, &options)], options.changes()))?;
    plan.ask.survey = true;
    let sides = if is_one { CheckedSides::OneFile } else { CheckedSides::Sides };
    let checked = interruptible(py, move || look(plan, sides))?.map_err(|e| error::of_run(py, &e))?;
    Ok((render(&checked, &style()), render_json(&checked)))
}

/// Goes over the files. Files that cannot be paired are a finding themselves, and then the only one.
fn look(mut plan: Plan, sides: CheckedSides) -> Result<Checked, RunError> {
    if sides == CheckedSides::OneFile {
        plan.systems = plan.gold.again().into_iter().collect();
    }
    let mut uneven = None;
    let run = &mut |plan: &Plan, pass| match score(plan, &mut ()) {
        Err(_) if pass == CheckPass::Remedies => Ok(None),
        Err(RunError::Uneven(sides)) => {
            uneven = Some(count_differs(plan, &sides));
            Err(RunError::Uneven(sides))
        }
        scored => scored.map(Some),
    };
    let folders = plan.pair_folders().map_err(RunError::from);
    let found = folders.and_then(|folders| check(plan, (sides, &folders), |found| sort(found), run));
    match found {
        Ok((checked, found)) => Ok(Checked { findings: found.iter().map(worded).collect(), ..checked }),
        Err(error) => {
            let only = match &error {
                RunError::Open(open) => of_open(open),
                _ => uneven,
            };
            let only = only.ok_or(error)?;
            Ok(Checked { findings: vec![worded(&only)], ..Checked::default() })
        }
    }
}

fn worded(finding: &Finding) -> FindingReport {
    FindingReport::new(finding, advice::render)
}
