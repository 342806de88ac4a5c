//! A check: all findings about some files, and what remedies are worth, in one pass over the files or two.

use crate::findings::{self, Finding, Remedies, find, find_in_one, find_more, of_folders};
use crate::report::check::Checked;
use crate::run::{Ask, FolderNote, Plan, Scored};

/// What is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckedSides {
    /// Gold and systems.
    Sides,
    /// One file, which the plan has on both sides.
    OneFile,
}

/// Why a check goes over its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckPass {
    /// To find what there is to find.
    Findings,
    /// To see what remedies are worth. A remedy may be none (ids that are not there, texts too large to align), so that
    /// this run may fail: then there is no worth.
    Remedies,
}

/// Carries out the plans of a check: `None` where a remedy cannot be tried.
pub type RunPlan<'r, E> = dyn FnMut(&Plan, CheckPass) -> Result<Option<Scored>, E> + 'r;

/// Goes over the files of a plan, and a second time if some remedy's worth is not known by then. Findings are not in what is
/// returned: they come beside it, for the face to word them.
///
/// `adjust` is what is ignored or denied; `run` carries out a plan, and gives `None` where a remedy cannot be tried. Streams
/// must be [held](Plan::hold_streams) before.
///
/// # Errors
/// If the first run fails.
///
/// ```
/// use treescore::Setup;
/// use treescore::front::{CheckedSides, check};
/// use treescore::read::Units;
/// use treescore::run::{Plan, RunError, score};
/// let gold: Units = ["(S (NP (D a) (N b)) (V c))"].into_iter().collect();
/// let system: Units = ["(S (NP (D a) (N b)) (V d))"].into_iter().collect();
/// let mut plan = Plan::new(gold.into(), vec![system.into()], vec![Setup::named("parseval")?]);
/// plan.ask.survey = true;
/// let run = &mut |plan: &Plan, _| score(plan, &mut ()).map(Some);
/// let (checked, _findings) = check::<RunError>(plan, (CheckedSides::Sides, &[]), |_| (), run)?;
/// assert_eq!(checked.systems[0].refused, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check<E>(
    plan: Plan,
    (sides, folders): (CheckedSides, &[FolderNote]),
    adjust: impl FnOnce(&mut Vec<Finding>),
    run: &mut RunPlan<'_, E>,
) -> Result<(Checked, Vec<Finding>), E> {
    let Some(scored) = run(&plan, CheckPass::Findings)? else { return Ok(Default::default()) };
    let mut found = match sides {
        CheckedSides::OneFile => find_in_one(&plan, &scored),
        CheckedSides::Sides => {
            let mut found = find(&plan, &scored);
            found.extend(find_more(&plan, &scored));
            findings::drop_mended(&mut found);
            found
        }
    };
    found.extend(of_folders(folders));
    adjust(&mut found);
    let checked = match sides {
        CheckedSides::OneFile => Checked::of_one(&plan, &scored),
        CheckedSides::Sides => {
            let checked = Checked::new(&plan, &scored);
            price(plan, &scored, &mut found, run)?;
            checked
        }
    };
    Ok((checked, found))
}

/// Adds what remedies are worth.
fn price<E>(plan: Plan, scored: &Scored, found: &mut [Finding], run: &mut RunPlan<'_, E>) -> Result<(), E> {
    let remedies = Remedies::new(&plan, scored, found);
    let scored = if remedies.setups().is_empty() {
        None
    } else {
        let again = Plan { setups: remedies.setups().to_vec(), ask: Ask::default(), ..plan };
        run(&again, CheckPass::Remedies)?
    };
    match scored {
        Some(scored) => remedies.tell(&scored, found),
        None => findings::sort(found),
    }
    Ok(())
}
