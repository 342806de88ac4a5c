//! Laws of n-best lists and votes, against choices written out with the scorer of single pairs.

use proptest::collection::vec;
use proptest::prelude::*;
use treescore::front::{Depth, NbestAsk, NbestLists, Vote};
use treescore::read::{Corpus, Format, ReadOptions};
use treescore::report::nbest::{NbestChoice, NbestMeasure, NbestPoint};
use treescore::{Scorer, Setup};

use crate::support::sketch::{Sketch, check, sketch};

/// A gold tree and other trees with its words and tags, each with a score.
#[derive(Clone, Debug)]
struct List {
    gold: Sketch,
    trees: Vec<(Sketch, f64)>,
}

fn list() -> impl Strategy<Value = List> {
    let trees = |words| (sketch(words), vec((sketch(words), -9.0..0.0f64), 1..6));
    (1..7usize).prop_flat_map(trees).prop_map(|(gold, mut trees)| {
        for (tree, _) in &mut trees {
            for (step, gold) in tree.steps.iter_mut().zip(&gold.steps) {
                step.word.clone_from(&gold.word);
                step.tag.clone_from(&gold.tag);
            }
        }
        List { gold, trees }
    })
}

fn gold_text(lists: &[List]) -> String {
    lists.iter().map(|list| list.gold.text() + "\n").collect()
}

fn lists_text(lists: &[List]) -> String {
    let line = |(tree, score): &(Sketch, f64)| format!("{score:?}\t{}\n", tree.text());
    let list = |list: &List| list.trees.iter().map(line).collect::<Vec<_>>().concat();
    lists.iter().map(list).collect::<Vec<_>>().join("\n")
}

/// Trees in brackets, however few they are.
fn brackets(name: &str, text: &str) -> Corpus {
    let options = ReadOptions { format: Some(Format::Brackets), ..ReadOptions::default() };
    Corpus::held(name, text.as_bytes()).with_options(options)
}

fn score(measure: &str, lists: &[List], ask: &NbestAsk) -> NbestMeasure {
    let gold = brackets("gold", &gold_text(lists));
    let text = Corpus::held("lists", lists_text(lists).as_bytes());
    let lists = NbestLists::read(&gold, &text, vec![Setup::named(measure).unwrap()]).unwrap();
    lists.score(ask, &mut ()).unwrap().measures.remove(0)
}

/// The headline of a choice. Nothing to find and nothing found is perfect.
fn headline(point: &NbestPoint, choice: NbestChoice) -> f64 {
    let found = point.choices.iter().find(|found| found.choice == choice).unwrap();
    found.scores.corpus[0].unwrap_or(1.0)
}

const MEASURES: [&str; 3] = ["parseval", "struct-iou", "tree-node"];

fn each_tree() -> NbestAsk {
    NbestAsk { depths: (1..=6).map(Depth::First).collect(), ..NbestAsk::default() }
}

#[test]
fn the_best_tree_is_no_worse_than_the_first_and_than_fewer_trees_have() {
    for measure in MEASURES {
        check(100, list(), |list| {
            let found = score(measure, std::slice::from_ref(&list), &each_tree());
            prop_assert_eq!(found.faulty(), 0);
            for point in &found.points {
                for choice in [NbestChoice::First, NbestChoice::Mbr] {
                    let (oracle, other) = (headline(point, NbestChoice::Oracle), headline(point, choice));
                    prop_assert!(oracle >= other - 1e-9, "{:?}: {} {}", choice, oracle, other);
                }
                prop_assert_eq!(
                    headline(point, NbestChoice::First),
                    headline(&found.points[0], NbestChoice::First)
                );
            }
            for two in found.points.windows(2) {
                let best = |point| headline(point, NbestChoice::Oracle);
                prop_assert!(best(&two[1]) >= best(&two[0]) - 1e-9, "{} {}", best(&two[0]), best(&two[1]));
            }
            Ok(())
        });
    }
}

#[test]
fn of_one_tree_all_choices_are_equal() {
    for measure in MEASURES {
        check(60, vec(list(), 1..5), |lists| {
            let found = score(measure, &lists, &each_tree());
            let point = &found.points[0];
            for choice in [NbestChoice::Oracle, NbestChoice::Expected, NbestChoice::Mbr] {
                let (first, other) = (headline(point, NbestChoice::First), headline(point, choice));
                prop_assert!((first - other).abs() < 1e-12, "{:?}: {} {}", choice, first, other);
            }
            Ok(())
        });
    }
}

/// How trees agree with each other: for each as gold, the headline of each as system.
fn agreement(trees: &[String]) -> Vec<Vec<f64>> {
    let mut scorer = Scorer::of("parseval").unwrap();
    let mut of_gold = |gold: &String| -> Vec<f64> {
        let f1 = |system: &String| {
            scorer.score(gold.as_str(), system.as_str()).unwrap().figure("f1").unwrap_or(1.0)
        };
        trees.iter().map(f1).collect()
    };
    trees.iter().map(&mut of_gold).collect()
}

fn expected(agreement: &[Vec<f64>], weights: &[f64], system: usize) -> f64 {
    agreement.iter().zip(weights).map(|(row, weight)| row[system] * weight).sum()
}

#[test]
fn the_tree_of_least_risk_agrees_best_with_the_others() {
    check(150, vec(list(), 1..4), |lists| {
        let found = score("parseval", &lists, &NbestAsk { rows: true, threads: 2, ..NbestAsk::default() });
        for (list, row) in lists.iter().zip(found.rows.as_ref().unwrap()) {
            let trees: Vec<String> = list.trees.iter().map(|(tree, _)| tree.text()).collect();
            let whole: f64 = list.trees.iter().map(|(_, score)| score.exp()).sum();
            let weights: Vec<f64> = list.trees.iter().map(|(_, score)| score.exp() / whole).collect();
            let agreement = agreement(&trees);
            let best = (0..trees.len()).map(|tree| expected(&agreement, &weights, tree)).fold(0.0, f64::max);
            let chosen = expected(&agreement, &weights, row.mbr.unwrap());
            prop_assert!(chosen > best - 1e-6, "{} {} {:?}", chosen, best, row);
            for (candidate, weight) in row.candidates.iter().zip(&weights) {
                prop_assert!((candidate.weight - weight).abs() < 1e-6, "{} {}", candidate.weight, weight);
            }
        }
        Ok(())
    });
}

fn vote(systems: &[String]) -> Vec<Option<usize>> {
    let systems: Vec<Corpus> = systems.iter().map(|text| brackets("system", text)).collect();
    Vote::read(&systems, Setup::named("parseval").unwrap()).unwrap().choose(2, &mut ()).unwrap().chosen
}

#[test]
fn equal_systems_give_the_first() {
    check(60, (vec(list(), 1..5), 1..5usize), |(lists, systems)| {
        let chosen = vote(&vec![gold_text(&lists); systems]);
        prop_assert_eq!(chosen, vec![Some(0); lists.len()]);
        Ok(())
    });
}

#[test]
fn a_vote_goes_to_the_tree_with_the_highest_mean_agreement() {
    check(150, list(), |list| {
        let trees: Vec<String> = list.trees.iter().map(|(tree, _)| tree.text()).collect();
        let (agreement, weights) = (agreement(&trees), vec![1.0; trees.len()]);
        let best = (0..trees.len()).map(|tree| expected(&agreement, &weights, tree)).fold(0.0, f64::max);
        let first = (0..trees.len()).find(|&tree| expected(&agreement, &weights, tree) > best - 1e-9);
        prop_assert_eq!(vote(&trees), vec![first]);
        Ok(())
    });
}
