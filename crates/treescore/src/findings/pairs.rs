//! Findings about pairs: refusals, failed parses, files that are cut off.

use super::{Finding, FindingId, Look, text};
use crate::read::{Format, name_in_message};
use crate::run::survey::IdAt;
use crate::tree::Which;
use crate::values::{Advice, count, counted};

/// All findings about the pairs of a system.
pub(super) fn find(look: &Look<'_>) -> Vec<Finding> {
    let tests: [fn(&Look<'_>) -> Option<Finding>; 6] =
        [failed_parses, refused_many, same_file, ids, ids_of_replies, cut_off_gold];
    tests.iter().filter_map(|test| test(look)).chain(cut_off(look, Which::System)).collect()
}

/// Both sides are the same text.
fn same_file(look: &Look<'_>) -> Option<Finding> {
    let corpora = [Which::Gold, Which::System].map(|which| look.input(which).corpus());
    let [Some(gold), Some(system)] = corpora else { return None };
    // Reading is worth it only if all trees are equal.
    let totals = look.totals();
    let exact = totals.all_scored().count("exact").and_then(|exact| u64::try_from(exact).ok());
    let may_be = totals.read() > 0
        && totals.refused == 0
        && exact.is_none_or(|exact| exact + totals.empty == totals.scored);
    (may_be && gold.has_same_text(system)).then(Finding::same_file)
}

impl Finding {
    /// Both sides are the same text.
    // For the crates of this workspace; not part of the interface.
    #[doc(hidden)]
    pub fn same_file() -> Self {
        Self::note(FindingId::SameFile, "gold and system are the same, byte for byte".to_owned())
    }
}

/// The same ids in another order, or ids of one side only.
fn ids(look: &Look<'_>) -> Option<Finding> {
    let survey = &look.scored.survey;
    let (gold, system) = (survey.gold.ids.all()?, survey.systems.get(look.system)?.0.ids.all()?);
    if look.plan.setups[look.setup].by_id
        || gold.iter().map(|unit| id(unit)).eq(system.iter().map(|unit| id(unit)))
    {
        return None;
    }
    let only = |here: &[&IdAt], there: &[&IdAt]| -> Vec<String> {
        let known: std::collections::HashSet<&[u8]> = there.iter().map(|unit| id(unit)).collect();
        here.iter().map(|unit| id(unit)).filter(|id| !known.contains(id)).map(text).collect()
    };
    let (only_gold, only_system) = (only(&gold, &system), only(&system, &gold));
    if only_gold.len() == gold.len() {
        return None; // two ways to name sentences: nothing to compare
    }
    if only_gold.is_empty() && only_system.is_empty() {
        let differing = || gold.iter().zip(&system).filter(|(gold, system)| id(gold) != id(system));
        let (first_gold, first) = differing().next()?;
        let message = format!(
            "the same {} in another order: {} / {}",
            counted(gold.len() as u64, "sentence"),
            text(id(first_gold)),
            text(id(first))
        );
        let finding = Finding::warning(FindingId::OrderDiffers, message);
        let finding = finding.count(differing().count() as u64, "sentence").of(gold.len() as u64);
        return Some(finding.first(look.place(Which::System, Some(first.1))).help(Advice::PairById));
    }
    let example = |only: &[String]| only.first().map(|id| format!(" ({id})")).unwrap_or_default();
    let message = format!(
        "sentences of one side only: {} of gold{}, {} of the system{}",
        count(only_gold.len() as u64),
        example(&only_gold),
        count(only_system.len() as u64),
        example(&only_system)
    );
    let found = (only_gold.len() + only_system.len()) as u64;
    Some(Finding::warning(FindingId::IdsDiffer, message).count(found, "sentence").help(Advice::PairById))
}

/// Replies with ids that are not paired by them, although the order may be another: an id comes twice, or numbers do not
/// rise. Gold, which has no ids, cannot tell.
fn ids_of_replies(look: &Look<'_>) -> Option<Finding> {
    let survey = &look.scored.survey;
    let facts = look.scored.inputs.systems.get(look.system)?;
    let is_of_replies = facts.iter().any(|facts| facts.format == Format::Replies);
    if !is_of_replies || look.plan.setups[look.setup].by_id {
        return None;
    }
    let units = survey.systems.get(look.system)?.0.ids.units();
    let in_order = "replies are paired in the order of the file";
    let mut seen = std::collections::HashSet::new();
    let repeated: Vec<&&IdAt> = units.iter().filter(|unit| !seen.insert(id(unit))).collect();
    if let Some(first) = repeated.first() {
        let with = counted(repeated.len() as u64, "sentence");
        let message = format!("{with} with the id of another ({}): {in_order}", text(id(first)));
        let finding = Finding::warning(FindingId::IdsDiffer, message).on(Which::System);
        let finding = finding.count(repeated.len() as u64, "sentence").of(units.len() as u64);
        return Some(finding.first(look.place(Which::System, Some(first.1))));
    }
    if survey.gold.ids.all().is_some() {
        return None; // both are compared
    }
    let number = |unit: &IdAt| std::str::from_utf8(id(unit)).ok()?.parse::<u64>().ok();
    let numbers: Vec<u64> = units.iter().map(|unit| number(unit)).collect::<Option<_>>()?;
    let at = numbers.windows(2).position(|two| two[1] < two[0])?;
    let message = format!(
        "the ids of replies do not rise ({}, then {}), and gold has none: {in_order}",
        numbers[at],
        numbers[at + 1]
    );
    let finding = Finding::warning(FindingId::OrderDiffers, message).on(Which::System);
    let first = look.place(Which::System, units.get(at + 1).map(|unit| unit.1));
    Some(finding.first(first).help(Advice::Do("sort the replies by their ids")))
}

fn id(unit: &IdAt) -> &[u8] {
    &unit.0
}

fn cut_off_gold(look: &Look<'_>) -> Option<Finding> {
    cut_off(look, Which::Gold)
}

/// Trees that are never closed are the last ones of their files.
fn cut_off(look: &Look<'_>, which: Which) -> Option<Finding> {
    let (_, pairs) = look.scored.survey.systems.get(look.system)?;
    let unclosed = pairs.unclosed[usize::from(which == Which::System)];
    let files = unclosed.seen.count;
    let is_last_of_all = files == 1 && look.unit() == "pair" && unclosed.last == look.totals().read();
    if files == 0 || files != unclosed.at_ends && !is_last_of_all {
        return None;
    }
    let input = look.input(which);
    let name = unclosed.seen.first().and_then(|spot| input.document_name(spot.document));
    let name = name.unwrap_or_else(|| input.short_name());
    let name = name_in_message(&name);
    let message = if files == 1 {
        format!("{name} ends inside its last tree: the file seems to be cut off")
    } else {
        let others = counted(files - 1, "other file");
        format!("{name} and {others} end inside their last trees: the files seem to be cut off")
    };
    let finding = Finding::warning(FindingId::CutOff, message).on(which);
    Some(finding.first(look.place(which, unclosed.seen.first())))
}

/// System trees without words.
fn failed_parses(look: &Look<'_>) -> Option<Finding> {
    let (_, pairs) = look.scored.survey.systems.get(look.system)?;
    // Such trees are in no group.
    let is_in_pairs = look.unit() == "pair";
    let all = look.totals().read() + if is_in_pairs { 0 } else { pairs.failed.count };
    let failed = pairs.failed;
    if failed.count == 0 || !look.reads_trees {
        return None;
    }
    let message = format!("{} without words: no parse", counted(failed.count, "system tree"));
    let finding = if failed.count * 100 > all {
        Finding::warning(FindingId::FailedParses, message)
    } else {
        Finding::note(FindingId::FailedParses, message)
    };
    let first = look.place(Which::System, failed.first());
    let finding = finding.on(Which::System).count(failed.count, "tree").first(first);
    Some(if is_in_pairs { finding.of(all) } else { finding })
}

/// More than a tenth of the pairs is refused.
pub(super) fn refused_many(look: &Look<'_>) -> Option<Finding> {
    let (_, pairs) = look.scored.survey.systems.get(look.system)?;
    let (refused, all) = (look.totals().refused, look.totals().read());
    if refused * 10 <= all {
        return None;
    }
    let message =
        format!("{} of {} refused: the headline is over all pairs", count(refused), counted(all, "pair"));
    let finding = Finding::warning(FindingId::RefusedMany, message).count(refused, "pair").of(all);
    Some(finding.first(look.place(Which::System, pairs.refused.first())))
}
