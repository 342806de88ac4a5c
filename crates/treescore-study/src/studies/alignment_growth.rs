//! Alignment-based PARSEVAL, complexity: how processor time grows with the number of trees.

use std::time::Duration;

use treescore::perturb::Draws;
use treescore::read::Units;
use treescore::run::{Plan, score};

use super::alignment_examples::aligned;
use crate::ask::{Ask, wrong};
use crate::checksum::Signing;
use crate::error::StudyError;
use crate::outside::Outside;
use crate::result::{Curve, Digits, Item, Marks, Plot, PlotAxis, Statement, Study, Xvalue};

/// The kinds of differences between gold and system.
const KINDS: [&str; 4] = ["equal", "typo", "words", "breaks"];
/// Runs of which the fastest counts.
const RUNS: usize = 3;
/// The greatest exponent of what still counts as linear, on a machine that does other things, too.
const LINEAR: f64 = 1.15;
/// Processor time that a measurement takes at least, and how often a run is repeated at most for that.
const LEAST: Duration = Duration::from_millis(100);
const MOST: u32 = 100;
/// Words in a made-up sentence.
const WORDS: usize = 10;

/// Runs the study.
pub(crate) fn run(ask: &Ask, outside: &mut dyn Outside) -> Result<Study, StudyError> {
    let is_size = |size: f64| (0.01..=10_000.0).contains(&size);
    let why = "must be thousands of trees, from 0.01 to 10000, with commas between them";
    let sizes: Vec<f64> = ask.list("sizes", &[4.0, 16.0, 64.0], (is_size, why))?;
    let kinds = kinds(ask)?;
    let mut found = Vec::new();
    for &kind in &kinds {
        for &size in &sizes {
            let trees = (1000.0 * size).round().max(1.0) as usize;
            found.push((kind, trees, seconds(kind, trees, outside)?));
        }
    }
    Ok(Study {
        items: vec![item(&found).worded()],
        remarks: vec![
            "processor time of one thread, the best of three; the claim of the paper is true of the method".to_owned(),
            "the published program compares the whole run of differing sentences again for each of them: its exponent is above 2".to_owned(),
        ],
        plots: vec![plot(&found)],
        signature: Signing::new("alignment-growth").list("sizes", &sizes).list("kinds", &kinds).finish(),
        measures: vec![aligned()?.signature().to_string()],
        ..Study::default()
    })
}

fn kinds(ask: &Ask) -> Result<Vec<&'static str>, StudyError> {
    let Some(text) = ask.value("kinds") else { return Ok(KINDS.to_vec()) };
    let known = |name: &str| KINDS.into_iter().find(|kind| *kind == name.trim());
    let kinds: Option<Vec<&'static str>> = text.split(',').map(known).collect();
    kinds.ok_or_else(|| wrong("kinds", text.to_owned(), format!("must be of: {}", KINDS.join(", "))))
}

/// The least processor time of scoring after alignment.
fn seconds(kind: &str, trees: usize, outside: &mut dyn Outside) -> Result<f64, StudyError> {
    let (gold, system) = made_up(kind, trees);
    let (gold, system) = (std::sync::Arc::new(gold), std::sync::Arc::new(system));
    let mut best = Duration::MAX;
    for _ in 0..RUNS {
        let (before, mut times) = (outside.processor_time(), 0_u32);
        // The clock may be coarse, so that short runs are repeated.
        let taken = loop {
            if outside.is_interrupted() {
                return Err(StudyError::Interrupted);
            }
            let plan = Plan::new(gold.clone().into(), vec![system.clone().into()], vec![aligned()?]);
            score(&plan, &mut ())?;
            times += 1;
            let taken = outside.processor_time().saturating_sub(before);
            if taken >= LEAST || times >= MOST {
                break taken;
            }
        };
        best = best.min(taken / times);
    }
    Ok(best.as_secs_f64())
}

/// Trees of both sides. Words come from a list of two thousand, so that sentences differ.
fn made_up(kind: &str, trees: usize) -> (Units, Units) {
    let mut draws = Draws::new(1);
    let (mut gold, mut system) = (Units::new("gold"), Units::new("system"));
    let mut carried: Vec<String> = Vec::new();
    for number in 0..trees {
        let words: Vec<String> = (0..WORDS).map(|_| format!("w{}", draws.below(2000))).collect();
        gold.push(tree(&words).as_bytes());
        let mut heard = words;
        match kind {
            "typo" => heard[number % WORDS].push('x'),
            "words" => {
                let whole = heard.remove(3);
                let (left, right) = whole.split_at(whole.len() / 2);
                heard.splice(
                    3..3,
                    [left.to_owned(), right.to_owned()].into_iter().filter(|word| !word.is_empty()),
                );
            }
            "breaks" => {
                let kept = if number + 1 == trees { Vec::new() } else { heard.split_off(WORDS - number % 3) };
                heard.splice(0..0, std::mem::replace(&mut carried, kept));
            }
            _ => {}
        }
        system.push(tree(&heard).as_bytes());
    }
    (gold, system)
}

/// A tree with a bracket over each half of its words.
fn tree(words: &[String]) -> String {
    let tagged =
        |words: &[String]| words.iter().map(|word| format!("(T {word})")).collect::<Vec<_>>().join(" ");
    let (left, right) = words.split_at(words.len() / 2);
    format!("(S (A {}) (B {}))", tagged(left), tagged(right))
}

/// The slope of the logarithms of times over those of sizes, by least squares.
fn exponent(points: &[(usize, f64)]) -> Option<f64> {
    let logarithms: Vec<(f64, f64)> = points
        .iter()
        .filter(|&&(trees, seconds)| trees > 0 && seconds > 0.0)
        .map(|&(trees, seconds)| ((trees as f64).ln(), seconds.ln()))
        .collect();
    let count = logarithms.len() as f64;
    let middle = |value: fn(&(f64, f64)) -> f64| logarithms.iter().map(value).sum::<f64>() / count;
    let (x, y) = (middle(|point| point.0), middle(|point| point.1));
    let spread: f64 = logarithms.iter().map(|point| (point.0 - x) * (point.0 - x)).sum();
    let common: f64 = logarithms.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    (spread > 0.0).then(|| common / spread)
}

fn points_of(found: &[(&'static str, usize, f64)], kind: &str) -> Vec<(usize, f64)> {
    found.iter().filter(|one| one.0 == kind).map(|one| (one.1, one.2)).collect()
}

fn kinds_of(found: &[(&'static str, usize, f64)]) -> Vec<&'static str> {
    let mut kinds: Vec<&'static str> = found.iter().map(|one| one.0).collect();
    kinds.dedup();
    kinds
}

fn item(found: &[(&'static str, usize, f64)]) -> Item {
    let mut item = Item::new("processor seconds by number of trees", "");
    for &(kind, trees, seconds) in found {
        item.add(kind, Xvalue::Number(trees as f64), (Some(seconds), None), Digits::plain(3));
    }
    let mut exponents = Vec::new();
    for kind in kinds_of(found) {
        let exponent = exponent(&points_of(found, kind));
        item.add(kind, Xvalue::Name("exponent".to_owned()), (exponent, Some(1.0)), Digits::plain(1));
        exponents.push(exponent);
    }
    let text = format!("time grows linearly: no exponent is above {LINEAR}");
    let why = "times on a busy machine, or of few trees, do not say much";
    item.state(match exponents.into_iter().collect::<Option<Vec<f64>>>() {
        None => Statement::needs(text, "--sizes with two numbers or more"),
        Some(all) => Statement::test(text, all.iter().all(|&exponent| exponent <= LINEAR), why),
    });
    item
}

fn plot(found: &[(&'static str, usize, f64)]) -> Plot {
    let curve = |kind| {
        Curve::new(
            kind,
            Marks::Line,
            points_of(found, kind).into_iter().map(|(trees, seconds)| (trees as f64, seconds)),
        )
    };
    Plot {
        x: PlotAxis::logarithmic("trees"),
        y: PlotAxis::logarithmic("processor seconds"),
        curves: kinds_of(found).into_iter().map(curve).collect(),
        ..Plot::default()
    }
}
