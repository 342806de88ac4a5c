//! The labels that meet: how often gold has one label where the system has another, as a breakdown.

use std::collections::BTreeMap;

use super::build::shown_label;
use super::model::{Breakdown, By, Group, LabelPair, Scores};
use crate::measure::{FacetSums, LabelNames, MeasureInfo};
use crate::values::ratio;

/// The labels that meet, the most frequent first, then by name. Figures are about whole labels, and so undefined.
pub(super) fn breakdown(info: &'static MeasureInfo, sums: &FacetSums) -> Breakdown {
    let (mut pairs, rows): (Vec<LabelPair>, Vec<Vec<i128>>) =
        sums.rows().filter_map(|(name, row)| Some((pair(info, name, &row)?, row))).unzip();
    add_shares(&mut pairs);
    let mut groups: Vec<Group> =
        pairs.into_iter().zip(rows).map(|(pair, row)| group(info, pair, row)).collect();
    groups.sort_by(|one, other| key(one).cmp(&key(other)));
    Breakdown { by: By::LabelPairs, groups, others: 0 }
}

/// The most frequent first; where one side has no label last.
fn key(group: &Group) -> impl Ord + use<'_> {
    let pair = group.pair.as_ref();
    let side = |label: fn(&LabelPair) -> &Option<String>| {
        pair.map(|pair| (label(pair).is_none(), label(pair).as_deref().unwrap_or_default()))
    };
    (std::cmp::Reverse(pair.map(|pair| pair.count)), side(|pair| &pair.gold), side(|pair| &pair.system))
}

/// Two labels that meet, by the name and the counts of their sum; without shares.
fn pair(info: &MeasureInfo, name: &[u8], row: &[i128]) -> Option<LabelPair> {
    let LabelNames { gold, system } = LabelNames::read(name)?;
    let count = |name: &str| row.get(info.field(name)?).copied();
    let count = count("gold").max(count("system")).unwrap_or_default();
    let [gold, system] = [gold, system].map(|label| label.map(shown_label));
    Some(LabelPair { gold, system, count: u64::try_from(count).ok()?, of_gold: None, of_system: None })
}

fn group(info: &'static MeasureInfo, pair: LabelPair, mut counts: Vec<i128>) -> Group {
    counts.resize(info.fields.len(), 0);
    let shown = |label: &Option<String>| label.clone().unwrap_or_else(|| "–".to_owned());
    Group {
        name: format!("{} → {}", shown(&pair.gold), shown(&pair.system)),
        scores: Scores { corpus: vec![None; info.figures.len()], counts, ..Scores::default() },
        pair: Some(pair),
        ..Group::default()
    }
}

/// Adds the shares that pairs of labels have of each label.
fn add_shares(pairs: &mut [LabelPair]) {
    let (mut gold, mut system): (BTreeMap<String, u64>, BTreeMap<String, u64>) = Default::default();
    for pair in pairs.iter() {
        let sides = [(&pair.gold, &mut gold), (&pair.system, &mut system)];
        for (label, sums) in sides {
            if let Some(label) = label {
                *sums.entry(label.clone()).or_default() += pair.count;
            }
        }
    }
    let share = |sums: &BTreeMap<String, u64>, label: &Option<String>, count| {
        ratio(count, sums.get(label.as_ref()?).copied()?)
    };
    for pair in pairs {
        pair.of_gold = share(&gold, &pair.gold, pair.count);
        pair.of_system = share(&system, &pair.system, pair.count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_those_of_each_label() {
        let pair = |gold: Option<&str>, system: Option<&str>, count| LabelPair {
            gold: gold.map(str::to_owned),
            system: system.map(str::to_owned),
            count,
            of_gold: None,
            of_system: None,
        };
        let mut pairs = [
            pair(Some("NP"), Some("NP"), 6),
            pair(Some("NP"), Some("PP"), 1),
            pair(Some("NP"), None, 1),
            pair(None, Some("PP"), 3),
        ];
        add_shares(&mut pairs);
        let shares = pairs.map(|pair| (pair.of_gold, pair.of_system));
        let expected =
            [(Some(0.75), Some(1.0)), (Some(0.125), Some(0.25)), (Some(0.125), None), (None, Some(0.75))];
        assert_eq!(shares, expected);
    }
}
