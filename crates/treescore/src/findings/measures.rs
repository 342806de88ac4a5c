//! Findings under several measures, whose recipes may differ.

use super::{Finding, FindingId, Look};

/// Adds, to what was found under the recipe that findings go by, what `find` finds under the other recipes of a plan.
///
/// A finding is told once, as serious as it is under any recipe. If it does not hold alike under all of them, its message
/// begins with the measures it holds for.
pub(super) fn join(
    main: &Look<'_>,
    found: Vec<Finding>,
    find: impl Fn(&Look<'_>) -> Vec<Finding>,
) -> Vec<Finding> {
    let looks: Vec<Look<'_>> = setups(main).into_iter().map(|setup| main.under(setup)).collect();
    if looks.len() < 2 {
        return found;
    }
    let under: Vec<Vec<Finding>> = looks.iter().map(&find).collect();
    // What does not depend on a recipe stays as it is.
    let mut joined = found;
    joined.retain(|finding| !under[0].contains(finding));
    let all = || under.iter().flatten();
    for (at, own) in under.iter().enumerate() {
        for finding in own {
            let is_most = all().all(|other| {
                !is_about_same(finding, other) || other.severity as u8 <= finding.severity as u8
            });
            let is_told = |other: &Vec<Finding>| other.iter().any(|other| is_same(finding, other));
            if !is_most || under[..at].iter().any(is_told) {
                continue;
            }
            let may_hold = |look: &Look<'_>| look.compares_trees() || finding.id == FindingId::Traces;
            let holds_always =
                looks.iter().zip(&under).all(|(look, other)| !may_hold(look) || is_told(other));
            let told = looks.iter().zip(&under).filter(|(_, other)| is_told(other));
            let names = told.map(|(look, _)| names(look)).collect::<Vec<_>>().join(", ");
            let message =
                if holds_always { finding.message.clone() } else { format!("{names}: {}", finding.message) };
            let setup = (at > 0).then_some(looks[at].setup);
            joined.push(Finding { setup, message: super::shorten(message), ..finding.clone() });
        }
    }
    joined
}

/// Drops notes about what some recipe takes care of, if a warning says that another one does not.
pub(super) fn drop_notes(found: &mut Vec<Finding>) {
    let warned: Vec<Finding> =
        found.iter().filter(|finding| finding.severity != super::Severity::Note).cloned().collect();
    found.retain(|finding| {
        let is_less = |other: &Finding| {
            other.system == finding.system
                && is_about_same(finding, other)
                && other.severity as u8 > finding.severity as u8
        };
        !warned.iter().any(is_less)
    });
}

/// True for findings of one id about the same side.
fn is_about_same(one: &Finding, other: &Finding) -> bool {
    (one.id, one.side) == (other.id, other.side)
}

/// True if two recipes come to the same finding; what its help is worth may differ.
fn is_same(one: &Finding, other: &Finding) -> bool {
    is_about_same(one, other) && (one.severity, &one.message) == (other.severity, &other.message)
}

/// The first setup of each recipe, and of measures that read lines; that of `main` comes first.
fn setups(main: &Look<'_>) -> Vec<usize> {
    let mut firsts = vec![main.setup];
    for setup in 0..main.plan.setups.len() {
        if !firsts.iter().any(|&first| is_alike(main, first, setup)) {
            firsts.push(setup);
        }
    }
    firsts
}

/// True if findings are the same under two setups.
fn is_alike(look: &Look<'_>, one: usize, other: usize) -> bool {
    let [one, other] = [one, other].map(|at| (look.under(at).reads_trees, &look.plan.setups[at].recipe));
    one == other
}

/// The measures that share the recipe of a setup.
fn names(look: &Look<'_>) -> String {
    let setups = look.plan.setups.iter().enumerate();
    let alike = setups.filter(|(at, _)| is_alike(look, look.setup, *at));
    alike.map(|(_, setup)| setup.measure.info().name).collect::<Vec<_>>().join(", ")
}
