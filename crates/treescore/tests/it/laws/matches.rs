//! Matches: every item of both sides is in exactly one, and matches agree with counts.

use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::prelude::*;
use treescore::measure::dependency::MatchBy;
use treescore::measure::{
    AnyMeasure, CommonIndex, DependencyMeasure, Facet, Field, Index, ItemId, Match, Pair, Side, Sum, Verdict,
    registry,
};
use treescore::prepare::{Compare, Prepared, Recipe, Rules};
use treescore::read::{Buffer, Syntax};
use treescore::run::{Ask, Matches, PairRow, Rows};
use treescore::tree::{Arena, Labels};

use crate::laws::corpora::{Folder, lines, manner};
use crate::support::job::run;
use crate::support::recipes::recipe;
use crate::support::sketch::{check, pair};

/// Every measure of the registry, and those with two ways of comparing.
fn measures() -> Vec<Box<dyn AnyMeasure>> {
    let in_order = |measure| DependencyMeasure { match_by: MatchBy::Order, ..measure };
    let more: [Box<dyn AnyMeasure>; 2] = [
        Box::new(in_order(DependencyMeasure::default())),
        Box::new(in_order(DependencyMeasure::open_class())),
    ];
    registry::MEASURES.iter().map(|entry| (entry.make)()).chain(more).collect()
}

/// Counts the matches with some verdicts.
fn verdicts(found: impl Iterator<Item = Verdict>) -> impl Fn(&[Verdict]) -> i128 {
    let mut counts = BTreeMap::new();
    found.for_each(|verdict| *counts.entry(verdict).or_insert(0) += 1);
    move |of| of.iter().filter_map(|verdict| counts.get(verdict)).sum()
}

/// A count of a row, by name.
fn count(fields: &[Field], row: &[i128], name: &str) -> Option<i128> {
    fields.iter().position(|field| field.name == name).map(|at| row[at])
}

/// Checks that the verdicts of a pair add up to its counts. Where labels are not compared, matched items may
/// have different ones.
fn check_verdicts(
    fields: &[Field],
    row: &[i128],
    is_blind: bool,
    of: impl Fn(&[Verdict]) -> i128,
) -> Result<(), TestCaseError> {
    use Verdict::{Crossing, Extra, Matched, Missing, Relabelled};
    let count = |name: &str| count(fields, row, name);
    prop_assert_eq!(count("gold"), Some(of(&[Matched, Relabelled, Missing])));
    prop_assert_eq!(count("system"), Some(of(&[Matched, Relabelled, Crossing, Extra])));
    for (name, sum) in [
        ("matched", of(&[Matched])),
        ("correct", of(&[Matched])),
        ("same_label", of(&[Matched])),
        ("substituted", of(&[Relabelled])),
        ("mapped", of(&[Matched, Relabelled])),
        ("deleted", of(&[Missing])),
        ("inserted", of(&[Extra])),
    ] {
        let is_known = !(is_blind && name == "same_label");
        prop_assert!(count(name).is_none_or(|count| count == sum || !is_known), "{name}: {row:?}, {sum}");
    }
    let crossing = of(&[Crossing]);
    prop_assert!(crossing <= count("crossing").unwrap_or(0), "{crossing} of {row:?} are crossing");
    Ok(())
}

/// A pair of trees over the same words.
struct Trees {
    text: [String; 2],
    arenas: [Arena; 2],
    labels: Labels,
    rules: Rules,
    prepared: [Prepared; 2],
}

impl Trees {
    fn new(text: [String; 2], recipe: Recipe, syntax: &Syntax) -> Self {
        let (mut labels, mut buffer) = (Labels::new(), Buffer::default());
        let arenas = [0, 1].map(|side: usize| {
            let (mut arena, line) = (Arena::default(), text[side].as_bytes());
            syntax.read(line, (0, line.len()), &mut labels, &mut buffer, &mut arena).unwrap();
            arena
        });
        let mut rules = Rules::new(recipe);
        rules.update(&labels);
        let prepared = [0, 1].map(|side: usize| {
            let mut prepared = Prepared::default();
            prepared.prepare(&arenas[side], &rules);
            prepared
        });
        Self { text, arenas, labels, rules, prepared }
    }

    /// The pair, if a measure with this index accepts it.
    fn pair(&self, index: Index) -> Option<Pair<'_>> {
        let side = |at: usize| Side {
            arena: &self.arenas[at],
            text: self.text[at].as_bytes(),
            prepared: &self.prepared[at],
        };
        let is_same = self.prepared[0].kept().len() == self.prepared[1].kept().len();
        (index != Index::Words || is_same).then(|| Pair {
            gold: side(0),
            system: side(1),
            rules: &self.rules,
            labels: &self.labels,
            index: if index == Index::Words { CommonIndex::Words } else { CommonIndex::Free },
            alignment: None,
        })
    }
}

#[test]
fn every_item_is_in_one_match() {
    check(300, (vec(pair(), 1..4), recipe()), |(pairs, recipe)| {
        for measure in measures() {
            let is_blind = recipe.compare == Compare::Spans;
            let (demands, fields) = (measure.demands(), measure.info().fields);
            let (mut counter, mut row, mut found) = (measure.counter(), vec![0; fields.len()], Vec::new());
            for (gold, system) in &pairs {
                let trees = Trees::new([gold.text(), system.text()], recipe.clone(), &demands.syntax);
                let Some(pair) = trees.pair(demands.index) else { continue };
                if counter.count(&pair, &mut row).is_err() {
                    continue;
                }
                counter.compare(&pair, &mut found).unwrap();
                check_verdicts(fields, &row, is_blind, verdicts(found.iter().map(|one| one.verdict)))?;
                let items = |side: fn(&Match) -> Option<ItemId>| {
                    let mut items: Vec<u32> = found.iter().filter_map(side).map(|item| item.0).collect();
                    items.sort_unstable();
                    items
                };
                for (items, name) in [(items(|one| one.gold), "gold"), (items(|one| one.system), "system")] {
                    let all = count(fields, &row, name).unwrap();
                    prop_assert_eq!(items.len() as i128, all, "{} of {}", name, measure.info().name);
                    prop_assert!(
                        items.is_sorted_by(|a, b| a < b),
                        "{name} of {}: {items:?}",
                        measure.info().name
                    );
                }
            }
        }
        Ok(())
    });
}

/// In every pairing, for every scored pair.
#[test]
fn matches_add_up_to_the_counts() {
    check(150, (lines(7), manner(), prop::option::of(recipe())), |(lines, manner, recipe)| {
        let setups: Vec<_> =
            measures().into_iter().map(|measure| manner.setup(measure, recipe.clone())).collect();
        let infos: Vec<_> = setups.iter().map(|setup| setup.measure.info()).collect();
        let is_blind: Vec<_> = setups.iter().map(treescore::Setup::ignores_labels).collect();
        let ask = Ask { rows: Rows::All, matches: Matches::All, ..Ask::default() };
        let folder = Folder::new(&lines);
        let run = run(&folder.plan(0..folder.systems, setups, &ask)).unwrap();
        for row in run.rows.iter().filter(|row: &&PairRow| row.refusal.is_none()) {
            let matches = row.matches.as_ref().unwrap();
            let fields = infos[row.setup].fields;
            check_verdicts(
                fields,
                &row.counts,
                is_blind[row.setup],
                verdicts(matches.iter().map(|one| one.verdict)),
            )?;
            for one in matches {
                let sides = (one.gold.is_some(), one.system.is_some());
                let expected = match one.verdict {
                    Verdict::Matched | Verdict::Relabelled => (true, true),
                    Verdict::Missing => (true, false),
                    Verdict::Extra | Verdict::Crossing => (false, true),
                };
                prop_assert_eq!(sides, expected, "{}", one);
            }
        }
        Ok(())
    });
}

/// Differences are all matches that are not matched.
#[test]
fn differences_are_what_did_not_match() {
    check(60, (lines(7), manner()), |(lines, manner)| {
        let folder = Folder::new(&lines);
        let rows = |matches: Matches| {
            let setups = measures().into_iter().map(|measure| manner.setup(measure, None)).collect();
            let ask = Ask { rows: Rows::All, matches, ..Ask::default() };
            run(&folder.plan(0..folder.systems, setups, &ask)).unwrap().rows
        };
        for (all, differences) in rows(Matches::All).into_iter().zip(rows(Matches::Differences)) {
            let rest = all.matches.map(|mut matches| {
                matches.retain(|one| one.verdict != Verdict::Matched);
                matches
            });
            prop_assert_eq!(rest, differences.matches);
        }
        Ok(())
    });
}

/// The sums of a breakdown by label equal the total, in every pairing.
#[test]
fn labels_add_up_to_the_whole_in_every_pairing() {
    check(200, (lines(7), manner(), prop::option::of(recipe())), |(lines, manner, recipe)| {
        let setups: Vec<_> = (measures().into_iter())
            .filter(|measure| measure.info().facets.contains(&Facet::Label))
            .map(|measure| manner.setup(measure, recipe.clone()))
            .collect();
        let ask = Ask { facet: Some(Facet::Label), ..Ask::default() };
        let folder = Folder::new(&lines);
        let run = run(&folder.plan(0..folder.systems, setups.clone(), &ask)).unwrap();
        for system in &run.scored.systems {
            for (setup, found) in setups.iter().zip(&system.setups) {
                let (info, all) = (setup.measure.info(), found.totals.all_scored());
                // Where labels are not compared, brackets and dependencies of the system have none.
                let has_system_labels =
                    !setup.ignores_labels() || info.field("mapped").or(info.field("correct")).is_some();
                for name in
                    ["gold", "system", "matched", "mapped", "correct", "substituted", "deleted", "inserted"]
                {
                    let Some(at) = info.field(name) else { continue };
                    let rows = found.totals.facet.rows();
                    let sum: i128 = rows.map(|(_, row)| row.get(at).copied().unwrap_or(0)).sum();
                    let expected = if !has_system_labels && name == "system" { 0 } else { whole(&all, name) };
                    prop_assert_eq!(sum, expected, "{} of {}", name, setup.signature());
                }
            }
        }
        Ok(())
    });
}

fn whole(sum: &Sum, name: &str) -> i128 {
    sum.count(name).unwrap()
}
