//! The finding about sides with different numbers of units: where they diverge, and what helps.

use super::{Finding, FindingId, Severity};
use crate::read::{Uneven, name_in_message};
use crate::run::survey::Spot;
use crate::run::{Plan, Shift, UnevenSides};
use crate::tree::Which;
use crate::values::{Advice, count, counted};

/// The finding about a system whose number of units is not that of gold. It has no scores.
///
/// ```
/// use treescore::findings::{FindingId, count_differs};
/// use treescore::read::Units;
/// use treescore::run::{Plan, RunError, score};
/// let gold: Units = ["(S (N a) (V b))", "(S (N c) (V d))"].into_iter().collect();
/// let system: Units = ["(S (N a) (V b))"].into_iter().collect();
/// let plan = Plan::new(gold.into(), vec![system.into()], vec![treescore::Setup::named("parseval")?]);
/// let Err(RunError::Uneven(sides)) = score(&plan, &mut ()) else { panic!() };
/// let finding = count_differs(&plan, &sides);
/// assert_eq!((finding.id, finding.count), (FindingId::CountDiffers, Some(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_differs(plan: &Plan, sides: &UnevenSides) -> Finding {
    let Uneven { at, gold_name, gold, system_name, system, surplus, .. } = &sides.uneven;
    let unit = if sides.is_by_line { "line" } else { "tree" };
    // Partners in two folders often have the same name.
    let is_same = gold_name == system_name;
    let [of_gold, of_system] = if is_same { ["gold file ", "system file "] } else { [""; 2] };
    let title = format!(
        "{of_gold}{} has {}, {of_system}{} has {}",
        name_in_message(gold_name),
        counted(*gold, unit),
        name_in_message(system_name),
        count(*system)
    );
    let message = format!("{title}; {}", describe(sides));
    let difference = sides.first_difference.filter(|_| sides.is_by_words);
    let first = match (difference, surplus) {
        (Some((_, spot)), _) => place(plan, Which::Gold, *at, spot),
        (None, Some((which, document, position))) => {
            let spot = Spot { document: *document, line: position.line, column: position.column };
            place(plan, *which, *at, spot)
        }
        (None, None) => None,
    };
    let mut finding = Finding::new(FindingId::CountDiffers, Severity::Refusal, message)
        .count(gold.abs_diff(*system), unit)
        .first(first);
    finding.system = Some(*at);
    finding.help = help(plan, sides);
    finding
}

/// A place as people read it.
fn place(plan: &Plan, which: Which, system: usize, Spot { document, line, column }: Spot) -> Option<String> {
    let input = if which == Which::Gold { &plan.gold } else { plan.systems.get(system)? };
    let name = input.document_name(document).unwrap_or_else(|| input.short_name());
    Some(format!("{name}:{line}:{column}"))
}

fn help(plan: &Plan, sides: &UnevenSides) -> Vec<Advice> {
    if sides.uneven.gold.min(sides.uneven.system) == 0 {
        return vec![Advice::Do("check that the file is complete")];
    }
    if plan.setups.iter().any(|setup| setup.input.has_replies()) {
        return vec![Advice::Do("check that there is a reply for every sentence, or cut the file elsewhere")];
    }
    let by_id = sides.have_ids.then_some(Advice::PairById);
    if let (true, Some(by_id)) = (sides.is_by_line, &by_id) {
        return vec![by_id.clone()];
    }
    if sides.is_by_line {
        return vec![Advice::Do("write an utterance without words as an empty line, on both sides")];
    }
    let is_speech = plan.setups.iter().any(|setup| setup.pairing.words().is_some());
    let align = if is_speech { Advice::AlignSides } else { Advice::Align };
    let by_line = has_trees_on_lines(sides).then_some(Advice::PairByLine);
    by_id.into_iter().chain([align]).chain(by_line).collect()
}

/// True if each tree seems to stand on a line of its own, with perhaps a blank line for one that is missing.
fn has_trees_on_lines(sides: &UnevenSides) -> bool {
    let Uneven { gold, system, surplus, .. } = &sides.uneven;
    let is_near = |line: u64| line * 2 <= (gold.min(system) + 1) * 3;
    sides.has_brackets && surplus.is_some_and(|(_, _, position)| is_near(position.line))
}

/// Where two files diverge. Pairs are numbered from the beginning of these two files.
fn describe(sides: &UnevenSides) -> String {
    let Uneven { gold, system, pairs_before, .. } = sides.uneven;
    if !sides.is_by_words {
        let units = if sides.is_by_line { "lines" } else { "trees" };
        return format!("{units} are paired in order; their words are not compared");
    }
    if gold.min(system) == 0 {
        return "one side has no trees".to_owned();
    }
    let here = |pair: u64| pair.checked_sub(pairs_before).filter(|&pair| pair > 0);
    let shift = sides.shift.and_then(|shift| Some((here(shift.first)?, shift)));
    match (shift, sides.first_difference.and_then(|(pair, _)| here(pair))) {
        (Some((first, shift)), _) => {
            let words = if shift.missing > 0 { "a later gold tree" } else { "an earlier gold tree" };
            let from = match first {
                1 => "at the beginning".to_owned(),
                _ => format!("after pair {}", count(first - 1)),
            };
            format!(
                "{}from pair {} on, each system tree has the words of {words}: {} {from}",
                same_before(
                    sides,
                    sides
                        .first_difference
                        .and_then(|(pair, _)| here(pair))
                        .map_or(first, |pair| pair.min(first))
                ),
                count(first),
                shift.note()
            )
        }
        (None, Some(first)) => format!(
            "{}words first differ in pair {}: look for the missing tree there",
            same_before(sides, first),
            count(first)
        ),
        (None, None) => {
            let shift = Shift { first: 0, last: 0, missing: gold as i64 - system as i64 };
            format!("{}{} at the end", same_before(sides, gold.min(system) + 1), shift.note())
        }
    }
}

/// Describes the pairs before this one.
fn same_before(sides: &UnevenSides, pair: u64) -> String {
    let unread = sides.first_unread.is_some_and(|unread| unread < sides.uneven.pairs_before + pair);
    // The only pair could not be compared.
    if pair == 2 && unread {
        return String::new();
    }
    let limit = if unread { " where both are trees" } else { "" };
    match pair {
        1 => String::new(),
        2 => format!("pair 1 has the same words{limit}; "),
        _ => format!("pairs 1 to {} have the same words{limit}; ", count(pair - 1)),
    }
}
