//! Scores as values: they add up, are stored and restored, and make the reports of runs.

use std::collections::BTreeMap;

use super::{NotAdded, PairNames, PairRows, SystemScore};
use crate::measure::registry::MEASURES;
use crate::read::Units;
use crate::report::build;
use crate::run::{Ask, KeptFigures, Observer, PairRow, Plan, Rows, Statistics, score};
use crate::setup::Setup;
use crate::stats::StatSettings;

/// Pairs of all kinds: right, wrong, refused, without a tree, without counted words, long.
const PAIRS: [[&str; 2]; 7] = [
    ["(S (NP (D the) (N cat)) (VP (V sat)))", "(S (NP (D the) (N cat)) (VP (V sat)))"],
    ["(S (NP (D a) (N b)) (VP (V c) (NP (N d))))", "(S (D a) (VP (N b) (V c) (NP (N d))))"],
    ["(S (NP (N a)) (VP (V b)))", "(S (NP (N a)) (VP (V x)))"],
    ["(S (NP (N a)) (VP (V b)))", ""],
    ["(S (NP (N a)) (VP (V b)))", "(S (NP (N a)) (VP (V b))"],
    ["(S (. .))", "(S (. .))"],
    [
        "(S (NP (N a) (N b) (N c)) (VP (V d) (NP (N e) (N f))))",
        "(S (X (N a) (N b) (N c)) (VP (V d) (N e) (N f)))",
    ],
];

struct Keeper(PairRows);

impl Observer for Keeper {
    fn row(&mut self, row: PairRow) {
        self.0.push(&row);
    }
}

fn plan(setup: &Setup, pairs: &[usize]) -> Plan {
    let side = |at: usize| -> Units { pairs.iter().map(|&pair| PAIRS[pair][at]).collect() };
    let mut plan = Plan::new(side(0).into(), vec![side(1).into()], vec![setup.clone()]);
    plan.ask = Ask { rows: Rows::All, ..Ask::default() };
    plan
}

fn score_of(setup: &Setup, pairs: &[usize]) -> SystemScore {
    let plan = plan(setup, pairs);
    let mut keeper = Keeper(PairRows::new(setup.measure.info()));
    let scored = score(&plan, &mut keeper).unwrap();
    let mut score = SystemScore::collect(&plan, &scored).remove(0);
    score.rows = Some(keeper.0);
    score
}

fn setups() -> impl Iterator<Item = Setup> {
    MEASURES.iter().map(|entry| {
        let mut setup = Setup::new((entry.make)());
        setup.recipe.cutoff = Some(4);
        setup
    })
}

#[test]
fn parts_add_up_to_the_whole() {
    for setup in setups() {
        let whole = score_of(&setup, &[0, 1, 2, 3, 4, 5, 6]);
        for cut in 0..=7 {
            let all: Vec<usize> = (0..7).collect();
            let mut sum = score_of(&setup, &all[..cut]);
            sum.merge(&score_of(&setup, &all[cut..])).unwrap();
            assert!(sum.is_same(&whole), "{} cut at {cut}", setup.measure.info().name);
            assert_eq!(sum.to_row(), whole.to_row());
            assert_eq!(sum.coverage.reasons.len(), whole.coverage.reasons.len());
            let refused = |score: &SystemScore| {
                score.rows.as_ref().unwrap().refused.keys().copied().collect::<Vec<_>>()
            };
            assert_eq!(refused(&sum), refused(&whole));
        }
    }
}

#[test]
fn the_place_of_the_first_refusal_moves_behind_other_pairs() {
    let setup = Setup::named("parseval").unwrap();
    let mut sum = score_of(&setup, &[0, 1]);
    sum.merge(&score_of(&setup, &[0, 2])).unwrap();
    assert_eq!(sum.coverage.reasons[0].first, "pair 4");
}

#[test]
fn what_is_stored_is_restored() {
    for setup in setups() {
        let score = score_of(&setup, &[0, 1, 2, 3, 4, 5, 6]);
        let again = SystemScore::from_bytes(&score.to_bytes()).unwrap();
        assert!(again.is_same(&score));
        let (kept, found) = (score.rows.unwrap(), again.rows.unwrap());
        assert_eq!(
            (&kept.names, &kept.lengths, &kept.refused),
            (&found.names, &found.lengths, &found.refused)
        );
        for row in 0..kept.len() {
            assert_eq!(kept.counts(row), found.counts(row));
            assert_eq!(kept.rows.answer(row), found.rows.answer(row));
        }
    }
    let newer = br#"{"format": 99}"#;
    let error = SystemScore::from_bytes(newer).unwrap_err().to_string();
    assert!(error.contains("form 99"), "{error}");
    assert!(SystemScore::from_bytes(b"no").is_err());
}

#[test]
fn rows_of_sums_are_scores_again() {
    for setup in setups() {
        let score = score_of(&setup, &[0, 1, 2, 3, 4, 5, 6]);
        let names = SystemScore::row_columns(&setup).into_iter().map(|(name, _)| name);
        let row: BTreeMap<String, i128> = names.zip(score.to_row()).collect();
        let again = SystemScore::of_row(setup.clone(), "", &row);
        assert!(again.is_same(&score), "{}", setup.measure.info().name);
        assert_eq!(again.to_row(), score.to_row());
    }
}

#[test]
fn counts_pair_by_pair_are_the_score() {
    for setup in setups() {
        let score = score_of(&setup, &[0, 1, 2, 3, 4, 5, 6]);
        let rows = score.rows.as_ref().unwrap();
        let mut again = SystemScore::empty(setup.clone(), "");
        for row in 0..rows.len() {
            let refused = rows.refused.get(&row).map(|refused| refused.kind.as_str());
            again.add_counts(&rows.counts(row), rows.lengths[row], refused);
        }
        assert_eq!(again.to_row(), score.to_row(), "{}", setup.measure.info().name);
    }
}

/// Intervals from kept rows are those of a run that kept figures itself.
#[test]
fn reports_of_scores_are_reports_of_runs() {
    let setup = Setup::named("parseval").unwrap();
    let pairs: Vec<usize> = (0..40).map(|at| [0, 1, 6, 2, 1][at % 5]).collect();
    for figures in [KeptFigures::Headline, KeptFigures::All] {
        let settings = StatSettings { replicates: 50, ..StatSettings::default() };
        let asked = Statistics { settings, figures, ..Statistics::default() };
        let mut plan = plan(&setup, &pairs);
        plan.ask = Ask { statistics: Some(asked.clone()), ..Ask::default() };
        let of_run = build::report(&plan, &score(&plan, &mut ()).unwrap());
        let kept = score_of(&setup, &pairs);
        let of_score = SystemScore::report(&[&kept], 1, Some(&asked));
        assert_eq!(of_score.measures, of_run.measures);
    }
}

#[test]
fn names_tell_pairs_apart() {
    let setup = Setup::named("parseval").unwrap();
    let named = |pairs: &[usize], names: PairNames| {
        let mut score = score_of(&setup, pairs);
        if let Some(rows) = &mut score.rows {
            rows.names = names;
        }
        score
    };
    let mut sum = named(&[0, 1], PairNames::Integers(vec![7, -1]));
    sum.merge(&named(&[2], PairNames::Integers(vec![3]))).unwrap();
    assert_eq!(sum.rows.as_ref().unwrap().names, PairNames::Integers(vec![7, -1, 3]));
    let before = sum.to_row();
    let twice = sum.merge(&named(&[0, 1], PairNames::Integers(vec![5, 3]))).unwrap_err();
    assert_eq!(twice, NotAdded::Twice("3".to_owned()));
    assert_eq!(sum.merge(&score_of(&setup, &[0])).unwrap_err(), NotAdded::Names);
    assert_eq!(sum.to_row(), before, "nothing has changed");
    let mut chosen = named(&[3, 4], PairNames::Numbers(vec![4, 5]));
    chosen.merge(&named(&[0], PairNames::Numbers(vec![1]))).unwrap();
    assert_eq!(chosen.rows.as_ref().unwrap().names, PairNames::Numbers(vec![4, 5, 1]));
    let rows = sum.rows.as_ref().unwrap();
    let arranged = rows.in_order_of(&PairNames::Integers(vec![3, 7, -1]), 3).unwrap();
    assert_eq!(arranged.counts(1), rows.counts(0));
    assert!(rows.in_order_of(&PairNames::Integers(vec![3, 7, 8]), 3).is_none());
}

#[test]
fn scores_of_different_setups_do_not_add_up() {
    let (one, other) = (Setup::named("parseval").unwrap(), Setup::named("word").unwrap());
    let error = score_of(&one, &[0]).merge(&score_of(&other, &[0])).unwrap_err();
    assert!(matches!(error, NotAdded::Setups(..)));
}
