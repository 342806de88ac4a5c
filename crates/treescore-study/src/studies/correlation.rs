//! Struct-IoU, figures 3 and 7: F1 and Struct-IoU of random groups of sentences.

use treescore::measure::Sum;
use treescore::perturb::Draws;
use treescore::prepare::{Average, Recipe};
use treescore::stats::{Coefficient, Correlation, StatSettings, correlate, deviation, mean};

use crate::ask::{Ask, wrong};
use crate::checksum::Signing;
use crate::error::StudyError;
use crate::load::{Pairs, score_files, setup};
use crate::outside::Outside;
use crate::paper;
use crate::result::{Curve, Digits, Item, Marks, Plot, PlotAxis, Statement, Study, Xvalue};

/// The setups, by place.
const F1: usize = 0;
const STRUCT_IOU: usize = 1;
/// Of fewer groups a coefficient says nothing.
const FEWEST: usize = 10;

/// F1 and Struct-IoU of each group of a shuffle, and how they correlate.
struct Shuffle {
    dots: Vec<(f64, f64)>,
    found: Correlation,
}

/// Runs the study.
pub(crate) fn run(ask: &Ask, _: &mut dyn Outside) -> Result<Study, StudyError> {
    let (size, runs) = (ask.number("group", 10, (1, 1_000_000))?, ask.number("runs", 200, (1, 1_000_000))?);
    let seed = ask.seed()?;
    let figure = match ask.value("figure") {
        Some("3") => "figure 3",
        Some("7") => "figure 7",
        Some(other) => return Err(wrong("figure", other.to_owned(), "must be 3 or 7")),
        None if ask.has("gold-times") => "figure 3",
        None => "figure 7",
    };
    let recipe = ask.recipe.clone().unwrap_or_else(Recipe::evalb);
    let setups = vec![setup("parseval")?.with_recipe(recipe), setup("struct-iou")?];
    let pairs = score_files(ask, setups, STRUCT_IOU)?;
    let scored = scored_pairs(&pairs);
    let shuffles: Vec<Shuffle> =
        (0..runs as u64).map(|run| shuffle(&pairs, &scored, (seed.wrapping_add(run), size))).collect();
    let Some(first) = shuffles.first().filter(|first| first.dots.len() > 2) else {
        let why = format!("{} scored pairs make too few groups of {size}: set --group lower", scored.len());
        return Err(StudyError::data(why));
    };
    let mut signing = Signing::new("correlation").with("seed", seed).with("runs", runs).with("group", size);
    signing =
        signing.with("figure", &figure[7..]).file("gold", ask.file(0)?)?.file("system", ask.file(1)?)?;
    signing = signing.files(&["gold-times", "system-times"], ask)?;
    let items = vec![groups_item(&shuffles, first, figure), whole_item(&pairs, &scored, figure)];
    Ok(Study {
        items: items.into_iter().map(Item::worded).collect(),
        remarks: vec![
            "the coefficient depends on how much the lengths in a group differ: Struct-IoU is a mean of sentences, F1 a sum of brackets".to_owned(),
            format!("the paper's numbers are those of {figure}, {} (--figure 3 or 7)", if figure == "figure 3" { "conversations with times" } else { "newspaper text" }),
        ],
        plots: vec![plot(first, size)],
        signature: signing.finish(),
        measures: pairs.signatures.clone(),
        refused: pairs.refused,
        ..Study::default()
    })
}

/// The pairs that both measures scored.
fn scored_pairs(pairs: &Pairs) -> Vec<usize> {
    let count = pairs.tables.iter().map(treescore::run::PairTable::len).min().unwrap_or(0);
    let is_scored = |&pair: &usize| pairs.tables.iter().all(|table| table.refused(pair).is_none());
    (0..count).filter(is_scored).collect()
}

fn shuffle(pairs: &Pairs, scored: &[usize], (seed, size): (u64, usize)) -> Shuffle {
    let mut order = scored.to_vec();
    Draws::new(seed).shuffle(&mut order);
    let dots: Vec<(f64, f64)> = order
        .chunks_exact(size)
        .filter_map(|group| {
            let sum = |setup: usize| sum_of(pairs, setup, group);
            let f1 = sum(F1)?.figures(Average::Corpus).iter().next().copied().flatten();
            let struct_iou = sum(STRUCT_IOU)?.figures(Average::Sentence).iter().next().copied().flatten();
            f1.zip(struct_iou)
        })
        .collect();
    let found = spearman(&dots);
    Shuffle { dots, found }
}

/// The sum over some pairs.
fn sum_of(pairs: &Pairs, setup: usize, group: &[usize]) -> Option<Sum> {
    let table = pairs.tables.get(setup)?;
    let mut sum = Sum::new(table.info());
    for &pair in group {
        sum.add_pair(table.counts(pair), treescore::prepare::Empty::Skip);
    }
    Some(sum)
}

fn spearman(dots: &[(f64, f64)]) -> Correlation {
    let keys: Vec<u64> = (0..dots.len() as u64).collect();
    let values = |value: fn(&(f64, f64)) -> f64| dots.iter().map(|dot| Some(value(dot))).collect::<Vec<_>>();
    let settings = StatSettings { replicates: 0, ..StatSettings::default() };
    correlate(&keys, &values(|dot| dot.0), &values(|dot| dot.1), Coefficient::Spearman, &settings)
}

fn groups_item(shuffles: &[Shuffle], first: &Shuffle, figure: &str) -> Item {
    let of_paper = |key: &str| paper::number(&format!("/struct-iou/{figure}/{key}"));
    let rhos: Vec<f64> = shuffles.iter().filter_map(|shuffle| shuffle.found.interval.value).collect();
    let (rho, p) = (first.found.interval.value, first.found.p);
    let digits = Digits::plain(3);
    let mut item = Item::new("correlation of F1 and Struct-IoU over groups (Spearman's rho)", "");
    item.add("groups", Xvalue::None, (Some(first.dots.len() as f64), None), Digits::plain(0));
    item.add("rho of the first shuffle", Xvalue::None, (rho, of_paper("rho")), digits);
    item.add("its p", Xvalue::None, (p, of_paper("p")), digits);
    item.add("rho, mean of shuffles", Xvalue::None, (mean(&rhos), of_paper("rho")), digits);
    item.deviates(deviation(&rhos));
    item.add("rho, least", Xvalue::None, (rhos.iter().copied().min_by(f64::total_cmp), None), digits);
    item.add("rho, greatest", Xvalue::None, (rhos.iter().copied().max_by(f64::total_cmp), None), digits);
    let text = "F1 and Struct-IoU of groups rise together: rho > 0 with p < 0.001";
    let statement = match rho.zip(p).filter(|_| first.dots.len() >= FEWEST) {
        None => Statement::needs(text, format!("{FEWEST} groups or more whose scores differ")),
        Some((rho, p)) => Statement::test(text, rho > 0.0 && p < 0.001, "they do not in these data"),
    };
    item.state(statement.about(&["rho of the first shuffle", "rho, mean of shuffles"]));
    let in_paper = if figure == "figure 3" { "377 or 378" } else { "170" };
    item.others =
        format!("p depends on the number of groups, {} here and {in_paper} in the paper", first.dots.len());
    item
}

fn whole_item(pairs: &Pairs, scored: &[usize], figure: &str) -> Item {
    let of_paper = |key: &str| paper::number(&format!("/struct-iou/{figure}/{key}"));
    let dots: Vec<(f64, f64)> = scored
        .iter()
        .filter_map(|&pair| pairs.figure(F1, pair).zip(pairs.figure(STRUCT_IOU, pair)))
        .collect();
    let mut item = Item::new("whole file", "");
    let f1 = pairs.whole(F1, Average::Corpus);
    item.add("F1", Xvalue::None, (f1, of_paper("f1").map(|f1| f1 / 100.0)), Digits::percent(1));
    let struct_iou = pairs.whole(STRUCT_IOU, Average::Sentence);
    item.add("Struct-IoU", Xvalue::None, (struct_iou, of_paper("struct-iou")), Digits::plain(3));
    item.add("rho of sentences", Xvalue::None, (spearman(&dots).interval.value, None), Digits::plain(3));
    let text = "Struct-IoU is above F1";
    let statement = match struct_iou.zip(f1) {
        None => Statement::needs(text, "scored sentences with brackets"),
        Some((struct_iou, f1)) => Statement::test(text, struct_iou > f1, "it is not in these data"),
    };
    // The order is one thing, the numbers are another.
    item.state(statement.about(&["order"]));
    "other trees and another parser than the paper's".clone_into(&mut item.others);
    item
}

fn plot(first: &Shuffle, size: usize) -> Plot {
    Plot {
        title: format!("groups of {size} sentences"),
        x: PlotAxis::new("F1 of the group"),
        y: PlotAxis::new("mean Struct-IoU of its sentences"),
        curves: vec![Curve::new("", Marks::Dots, first.dots.iter().copied())],
        ..Plot::default()
    }
}
