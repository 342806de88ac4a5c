//! What the laws demand of rows and sums: each function says what is wrong, or nothing.

use std::collections::BTreeMap;

use crate::measure::{Better, Denominator, FigureUnit, MeasureInfo, Sum, Verdict};
use crate::run::PairRow;

/// The first figure of a tree against itself that is not perfect.
pub(super) fn imperfection(info: &MeasureInfo, counts: &[i128]) -> Option<String> {
    let values = (info.derive)(counts);
    let mut figures = info.figures.iter().zip(values.iter());
    figures.find_map(|(figure, value)| {
        let perfect = match (figure.better, figure.unit) {
            (Better::Lower, _) => 0.0,
            // Such an amount depends on the size of the trees.
            (Better::Higher, FigureUnit::PerPair) => return None,
            (Better::Higher, FigureUnit::Percent | FigureUnit::Fraction) => 1.0,
        };
        let value = value.filter(|&value| !is_same(Some(value), Some(perfect)))?;
        Some(format!("{} is {value}, it should be {perfect}", figure.key))
    })
}

/// The first figure that swapping the sides changes, although it should not.
pub(super) fn asymmetry(info: &MeasureInfo, straight: &[i128], swapped: &[i128]) -> Option<String> {
    let (straight, swapped) = ((info.derive)(straight), (info.derive)(swapped));
    info.figures.iter().enumerate().find_map(|(at, figure)| {
        let mirrored = match figure.denominator {
            Denominator::Both => at,
            Denominator::Gold if figure.key.contains("recall") => {
                info.figure(&figure.key.replace("recall", "precision"))?
            }
            Denominator::System if figure.key.contains("precision") => {
                info.figure(&figure.key.replace("precision", "recall"))?
            }
            // What is relative to gold, or about brackets of one side that cross, has no counterpart.
            Denominator::Pairs if figure.key == "exact" => at,
            Denominator::Gold | Denominator::System | Denominator::Pairs => return None,
        };
        let (one, other) = (straight[at], swapped[mirrored]);
        let other_key = info.figures[mirrored].key;
        let what =
            || format!("{} is {}, {other_key} of swapped sides is {}", figure.key, shown(one), shown(other));
        (!is_same(one, other)).then(what)
    })
}

/// How two rows of the same pair differ.
pub(super) fn row_difference(info: &MeasureInfo, one: &PairRow, other: &PairRow) -> Option<String> {
    if one.id != other.id {
        return Some(format!("{} stands where {} should", other.id, one.id));
    }
    let refusal = |row: &PairRow| row.refusal.as_ref().map(ToString::to_string);
    let (first, second) = (refusal(one), refusal(other));
    if first != second {
        let shown = |refusal: Option<String>| refusal.unwrap_or_else(|| "scored".to_owned());
        return Some(format!("{} in one run, {} in the other", shown(first), shown(second)));
    }
    count_difference(info, &one.counts, &other.counts)
}

/// The first count that differs.
fn count_difference(info: &MeasureInfo, one: &[i128], other: &[i128]) -> Option<String> {
    let mut counts = info.fields.iter().zip(one.iter().zip(other));
    let (field, (one, other)) = counts.find(|(_, (one, other))| one != other)?;
    Some(format!("{} is {one} in one run, {other} in the other", field.name))
}

/// How the sum of parts differs from the whole: in a count, or in a mean over pairs.
pub(super) fn sum_difference(whole: &Sum, parts: &Sum) -> Option<String> {
    let info = whole.info();
    let mut counts = info.fields.iter().zip(whole.counts().iter().zip(parts.counts()));
    if let Some((field, (whole, parts))) = counts.find(|(_, (whole, parts))| whole != parts) {
        return Some(format!("{} is {whole}, the parts sum to {parts}", field.name));
    }
    let mut means = info.figures.iter().zip(whole.means().iter().zip(parts.means()));
    let (figure, _) = means.find(|(_, (whole, parts))| whole != parts)?;
    Some(format!("the mean of {} is not that of the parts", figure.key))
}

/// The first count that is not the number of items with its verdicts. Where labels are not compared (`is_blind`), matched
/// items may have different ones.
pub(super) fn misfold(
    (info, counts): (&MeasureInfo, &[i128]),
    is_blind: bool,
    verdicts: impl Iterator<Item = Verdict>,
) -> Option<String> {
    use Verdict::{Crossing, Extra, Matched, Missing, Relabelled};
    let mut items: BTreeMap<Verdict, i128> = BTreeMap::new();
    verdicts.for_each(|verdict| *items.entry(verdict).or_default() += 1);
    let fold = |of: &[Verdict]| of.iter().filter_map(|verdict| items.get(verdict)).sum::<i128>();
    let count = |name: &str| info.field(name).and_then(|at| counts.get(at)).copied();
    let rules: [(&str, &[Verdict]); 9] = [
        ("gold", &[Matched, Relabelled, Missing]),
        ("system", &[Matched, Relabelled, Crossing, Extra]),
        ("matched", &[Matched]),
        ("correct", &[Matched]),
        ("same_label", if is_blind { &[] } else { &[Matched] }),
        ("substituted", &[Relabelled]),
        ("mapped", &[Matched, Relabelled]),
        ("deleted", &[Missing]),
        ("inserted", &[Extra]),
    ];
    rules.into_iter().filter(|(_, of)| !of.is_empty()).find_map(|(name, of)| {
        let (count, items) = (count(name)?, fold(of));
        (count != items).then(|| format!("{name} is {count}, its items are {items}"))
    })
}

/// Figures come from integers by the same steps, so that equal ones have the same digits.
fn is_same(one: Option<f64>, other: Option<f64>) -> bool {
    one.map(f64::to_bits) == other.map(f64::to_bits)
}

fn shown(value: Option<f64>) -> String {
    value.map_or_else(|| "undefined".to_owned(), |value| value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{BracketCounts, Counts as _, registry};
    use crate::prepare::Empty;

    fn info() -> &'static MeasureInfo {
        registry::info("parseval").unwrap()
    }

    fn row(matched: u64, gold: u64, system: u64) -> Vec<i128> {
        let exact = u64::from(matched == gold && gold == system);
        let counts = BracketCounts { pairs: 1, matched, gold, system, exact, ..BracketCounts::default() };
        let mut row = vec![0; info().fields.len()];
        counts.write(&mut row);
        row
    }

    #[test]
    fn a_tree_that_does_not_match_itself_is_noticed() {
        let mut perfect = row(3, 3, 3);
        for name in ["no_crossing", "two_or_fewer_crossing"] {
            perfect[info().field(name).unwrap()] = 1;
        }
        assert_eq!(imperfection(info(), &perfect), None);
        assert_eq!(imperfection(info(), &row(0, 0, 0)).as_deref(), Some("no_crossing is 0, it should be 1"));
        assert_eq!(imperfection(info(), &row(1, 2, 2)).as_deref(), Some("f1 is 0.5, it should be 1"));
        perfect[info().field("crossing").unwrap()] = 1;
        assert_eq!(imperfection(info(), &perfect).as_deref(), Some("crossing is 1, it should be 0"));
    }

    #[test]
    fn sides_that_are_not_alike_are_noticed() {
        assert_eq!(asymmetry(info(), &row(1, 2, 4), &row(1, 4, 2)), None);
        for (swapped, what) in [
            (row(2, 4, 2), "f1 is 0.3333333333333333, f1 of swapped sides is 0.6666666666666666"),
            (row(1, 2, 4), "recall is 0.5, precision of swapped sides is 0.25"),
            (row(0, 0, 0), "f1 is 0.3333333333333333, f1 of swapped sides is undefined"),
        ] {
            assert_eq!(asymmetry(info(), &row(1, 2, 4), &swapped).as_deref(), Some(what));
        }
    }

    #[test]
    fn a_sum_that_lost_a_pair_is_noticed() {
        let sum = |rows: &[Vec<i128>]| {
            let mut sum = Sum::new(info());
            for row in rows {
                sum.add_pair(row, Empty::Skip);
            }
            sum
        };
        let (one, other) = (row(1, 2, 4), row(3, 3, 3));
        let whole = sum(&[one.clone(), other.clone()]);
        let (one, other) = ([one], [other]);
        assert_eq!(sum_difference(&whole, &sum(&other).and(&sum(&one))), None);
        let lost = sum_difference(&whole, &sum(&one));
        assert_eq!(lost.as_deref(), Some("pairs is 2, the parts sum to 1"));
        // The same counts as one pair have other means.
        let mut added = Sum::new(info());
        added.add_pair(whole.counts(), Empty::Skip);
        assert_eq!(
            sum_difference(&whole, &added).as_deref(),
            Some("the mean of f1 is not that of the parts")
        );
    }

    #[test]
    fn an_item_without_a_verdict_is_noticed() {
        use Verdict::{Crossing, Extra, Matched, Missing};
        let counts = row(1, 2, 3);
        let fold = |verdicts: &[Verdict]| misfold((info(), &counts), false, verdicts.iter().copied());
        assert_eq!(fold(&[Matched, Missing, Extra, Crossing]), None);
        assert_eq!(fold(&[Matched, Extra, Crossing]).as_deref(), Some("gold is 2, its items are 1"));
        assert_eq!(fold(&[Matched, Missing, Extra]).as_deref(), Some("system is 3, its items are 2"));
    }

    #[test]
    fn rows_that_differ_are_noticed() {
        let first = PairRow { counts: row(1, 2, 3), ..blank() };
        assert_eq!(row_difference(info(), &first, &first.clone()), None);
        let second = PairRow { counts: row(2, 2, 3), ..blank() };
        let what = "matched is 1 in one run, 2 in the other";
        assert_eq!(row_difference(info(), &first, &second).as_deref(), Some(what));
        let refusal = Some(crate::align::Refusal::NoTree(crate::tree::Which::System));
        let refused = PairRow { refusal, ..first.clone() };
        assert!(row_difference(info(), &first, &refused).unwrap().starts_with("scored in one run, "));
    }

    fn blank() -> PairRow {
        PairRow {
            id: crate::run::RowId::default(),
            system: 0,
            setup: 0,
            length: None,
            counts: Vec::new(),
            refusal: None,
            cause: None,
            matches: None,
            sketch: None,
            utterance: None,
            trees: None,
            alignment: None,
            cells: None,
            reply: None,
        }
    }
}
