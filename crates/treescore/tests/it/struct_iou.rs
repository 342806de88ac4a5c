//! The recorded Struct-IoU scores (`conformance/struct-iou`), to 1e-9.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};

use serde::Deserialize;
use treescore::measure::struct_iou::{Detail, Terminals, Threshold};
use treescore::measure::{Counts, Fixed, IouCounts, Measure, StructIou, Sum};
use treescore::prepare::{Average, Empty};
use treescore::{Scorer, Setup, TreeInput, read};

#[derive(Deserialize)]
struct Case {
    id: String,
    gold: String,
    pred: String,
    gold_times: Option<Vec<(f64, f64)>>,
    pred_times: Option<Vec<(f64, f64)>>,
    labeled: bool,
    flexible: bool,
    threshold: f64,
    n_gold: u64,
    n_pred: u64,
    weight: f64,
    score: f64,
}

#[derive(Deserialize)]
struct Set {
    name: String,
    ids: Vec<String>,
    sentence_average: f64,
    corpus_level: f64,
}

fn cases() -> Vec<Case> {
    let packed: &[u8] = include_bytes!("../conformance/struct-iou/pairs.jsonl.gz");
    let lines = BufReader::new(flate2::read::GzDecoder::new(packed)).lines();
    let cases: Vec<Case> = lines.map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect();
    assert_eq!(cases.len(), 587);
    cases
}

impl Case {
    fn measure(&self, detail: Detail) -> StructIou {
        let terminals = if self.flexible { Terminals::Flexible } else { Terminals::Strict };
        let threshold = Threshold::new(self.threshold).unwrap();
        StructIou { terminals, threshold, detail, ..StructIou::default() }
    }

    fn counts(&self, detail: Detail) -> IouCounts {
        let measure = self.measure(detail);
        let recipe = if self.labeled { measure.recipe() } else { measure.recipe().unlabeled() };
        let (gold, system) = (read::one(&self.gold).unwrap(), read::one(&self.pred).unwrap());
        let mut scorer = Scorer::new(Setup::of(measure).with_recipe(recipe));
        let gold =
            self.gold_times.as_ref().map_or(TreeInput::Tree(&gold), |times| TreeInput::Timed(&gold, times));
        let system = self
            .pred_times
            .as_ref()
            .map_or(TreeInput::Tree(&system), |times| TreeInput::Timed(&system, times));
        scorer.score(gold, system).unwrap().counts()
    }
}

fn near(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() < 1e-9, "{what}: {found} instead of {expected}");
}

#[test]
fn every_pair_has_its_score() {
    for case in cases() {
        for detail in [Detail::Everything, Detail::Score] {
            let tally = case.counts(detail);
            assert_eq!((tally.gold, tally.system), (case.n_gold, case.n_pred), "{}", case.id);
            near(Fixed::real(tally.overlap), case.weight, &case.id);
            near(tally.struct_iou().unwrap(), case.score, &case.id);
            let sum = Sum::from_pairs(&case.measure(detail), &[tally], Empty::Skip);
            near(sum.figure("struct_iou", Average::Sentence).unwrap(), case.score, &case.id);
        }
    }
}

/// Everything except how labels are compared.
fn key(case: &Case) -> String {
    let Case { gold, pred, gold_times, pred_times, threshold, .. } = case;
    format!("{gold} {pred} {gold_times:?} {pred_times:?} {threshold}")
}

#[test]
fn the_other_ways_of_comparing_labels_come_along() {
    let cases = cases();
    let all: HashMap<_, _> =
        cases.iter().map(|case| ((key(case), case.labeled, case.flexible), case)).collect();
    let mut found = [0, 0];
    for case in cases.iter().filter(|case| case.labeled && case.flexible) {
        let tally = case.counts(Detail::Everything);
        let others = [((true, false), tally.strict_overlap), ((false, true), tally.unlabeled_overlap)];
        for (at, ((labeled, flexible), variant)) in others.into_iter().enumerate() {
            if let Some(other) = all.get(&(key(case), labeled, flexible)) {
                near(Fixed::real(variant), other.weight, &other.id);
                found[at] += 1;
            }
        }
    }
    assert_eq!(found, [41, 44]);
}

#[test]
fn tallies_add_up_to_both_averages() {
    let cases: HashMap<String, Case> = cases().into_iter().map(|case| (case.id.clone(), case)).collect();
    let lines = include_str!("../conformance/struct-iou/corpus.jsonl").lines();
    let mut sets = 0;
    for line in lines {
        let corpus: Set = serde_json::from_str(line).unwrap();
        let counts: Vec<_> = corpus.ids.iter().map(|id| cases[id].counts(Detail::Everything)).collect();
        let sum = Sum::from_pairs(&StructIou::default(), &counts, Empty::Skip);
        near(sum.figure("struct_iou", Average::Sentence).unwrap(), corpus.sentence_average, &corpus.name);
        let all: IouCounts = sum.typed();
        near(all.struct_iou().unwrap(), corpus.corpus_level, &corpus.name);
        let mut row = vec![0; IouCounts::FIELDS.len()];
        all.write(&mut row);
        assert_eq!(IouCounts::read(&row), all);
        sets += 1;
    }
    assert!(sets > 0);
}
