//! Findings about pairs: refusals, failed parses, files that are cut off.

use super::{Finding, FindingId, Look};
use crate::tree::Which;
use crate::values::{count, counted};

/// All findings about the pairs of a system.
pub(super) fn find(look: &Look<'_>) -> Vec<Finding> {
    let tests: [fn(&Look<'_>) -> Option<Finding>; 2] = [failed_parses, refused_many];
    tests.iter().filter_map(|test| test(look)).collect()
}

/// System trees without words.
fn failed_parses(look: &Look<'_>) -> Option<Finding> {
    let (_, pairs) = look.scored.survey.systems.get(look.system)?;
    let (failed, all) = (pairs.failed, look.totals().read());
    if failed.count == 0 {
        return None;
    }
    let message = format!("{} without words: no parse", counted(failed.count, "system tree"));
    let finding = if failed.count * 100 > all {
        Finding::warning(FindingId::FailedParses, message)
    } else {
        Finding::note(FindingId::FailedParses, message)
    };
    let first = look.place(Which::System, failed.first);
    Some(finding.on(Which::System).count(failed.count, "tree").of(all).first(first))
}

/// More than a tenth of the pairs is refused.
fn refused_many(look: &Look<'_>) -> Option<Finding> {
    let (_, pairs) = look.scored.survey.systems.get(look.system)?;
    let (refused, all) = (look.totals().refused, look.totals().read());
    if refused * 10 <= all {
        return None;
    }
    let message =
        format!("{} of {} refused: the headline is over all pairs", count(refused), counted(all, "pair"));
    let finding = Finding::warning(FindingId::RefusedMany, message).count(refused, "pair").of(all);
    Some(finding.first(look.place(Which::System, pairs.refused.first)))
}
