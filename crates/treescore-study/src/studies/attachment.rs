//! Struct-IoU, table 1: a gold tree of `N (P N)*` against random trees, and against all other plausible ones.

use treescore::Scorer;
use treescore::perturb::Draws;
use treescore::prepare::Recipe;
use treescore::stats::{deviation, mean};
use treescore::tree::Tree;

use super::plausible::{Plausible, expected_f1, random};
use crate::ask::{Ask, wrong};
use crate::checksum::Signing;
use crate::error::StudyError;
use crate::load::{set, setup};
use crate::outside::Outside;
use crate::paper;
use crate::result::{Curve, Digits, Item, Marks, Plot, PlotAxis, Statement, Study, Xvalue};
use crate::work;

const PERCENT: Digits = Digits::percent(1);
/// What a score may differ by through rounding.
const ROUNDING: f64 = 1e-9;

/// Both measures, labels ignored.
struct Scorers {
    f1: Scorer,
    struct_iou: Scorer,
}

/// The two scores of a tree.
#[derive(Clone, Copy, Debug)]
struct Both {
    f1: f64,
    struct_iou: f64,
}

/// What a gold tree comes to.
struct Against {
    name: String,
    random: Vec<Both>,
    plausible: Vec<Both>,
    expected_f1: f64,
}

impl Scorers {
    fn new() -> Result<Self, StudyError> {
        let f1 = set(setup("parseval")?.with_recipe(Recipe::raw()), "match", "spans")?;
        Ok(Self {
            f1: Scorer::new(f1),
            struct_iou: Scorer::new(set(setup("struct-iou")?, "match", "spans")?),
        })
    }

    fn set_gold(&mut self, gold: &Tree) -> Result<(), StudyError> {
        let refused = |refusal: treescore::Refusal| StudyError::data(refusal.to_string());
        self.f1.set_gold(gold).map_err(refused)?;
        self.struct_iou.set_gold(gold).map_err(refused)
    }

    fn score(&mut self, system: &Tree) -> Result<Both, StudyError> {
        let figure = |scorer: &mut Scorer, key: &str| {
            let pair =
                scorer.score_system(system).map_err(|refusal| StudyError::data(refusal.to_string()))?;
            Ok::<f64, StudyError>(pair.figure(key).unwrap_or(0.0))
        };
        Ok(Both { f1: figure(&mut self.f1, "f1")?, struct_iou: figure(&mut self.struct_iou, "struct_iou")? })
    }
}

/// Runs the study.
pub(crate) fn run(ask: &Ask, outside: &mut dyn Outside) -> Result<Study, StudyError> {
    let size = ask.number("n", 8, (1, 10))?;
    let count = ask.number("random", 100, (1, 1_000_000))?;
    let seed = ask.seed()?;
    let plausible = Plausible::new(size);
    let mut draws = Draws::new(seed);
    let index = draws.below(plausible.count());
    let joined: Vec<Tree> = (0..count).map(|_| random(size, &mut draws)).collect();
    let trees: Vec<Tree> = (0..plausible.count()).map(|number| plausible.tree(number)).collect();
    let mut scorers = Scorers::new()?;
    let mut golds: Vec<Against> = Vec::new();
    for (name, number) in golds_of(ask, index, trees.len())? {
        if outside.is_interrupted() {
            return Err(StudyError::Interrupted);
        }
        golds.push(compare(name, number, (&trees, &joined), &mut scorers)?);
    }
    let all = ask.has("all").then(|| least_of_all(&trees, ask.threads)).transpose()?;
    let signing = Signing::new("attachment").with("seed", seed).with("n", size).with("random", count);
    let signing = signing.with("gold", ask.value("gold").unwrap_or("drawn")).switch("all", ask);
    let measures = [&scorers.f1, &scorers.struct_iou].map(|scorer| scorer.signature().to_string());
    Ok(Study {
        items: items(size, &golds, &trees, all),
        remarks: remarks(size, &golds),
        plots: vec![plot(size, &golds)],
        signature: signing.finish(),
        measures: measures.to_vec(),
        ..Study::default()
    })
}

/// The gold trees: the one that was asked for or drawn, and those that branch to one side.
fn golds_of(ask: &Ask, index: usize, count: usize) -> Result<Vec<(String, usize)>, StudyError> {
    let sides = [("right-branching", 0), ("left-branching", count - 1)];
    let chosen = match ask.value("gold") {
        None => Some((format!("drawn gold tree {index}"), index)),
        Some("right" | "left") => None,
        Some(text) => {
            let why = || format!("must be left, right or a number from 0 to {}", count - 1);
            let number = text.parse().ok().filter(|&number| number < count);
            Some((format!("gold tree {text}"), number.ok_or_else(|| wrong("gold", text.to_owned(), why()))?))
        }
    };
    let is_wanted =
        |name: &str| ask.value("gold").is_none_or(|gold| chosen.is_some() || name.starts_with(gold));
    let sides = sides.into_iter().filter(|(name, _)| is_wanted(name));
    Ok(chosen.iter().cloned().chain(sides.map(|(name, number)| (name.to_owned(), number))).collect())
}

fn compare(
    name: String,
    number: usize,
    (trees, random): (&[Tree], &[Tree]),
    scorers: &mut Scorers,
) -> Result<Against, StudyError> {
    let gold = &trees[number];
    scorers.set_gold(gold)?;
    let others = trees.iter().enumerate().filter(|&(other, _)| other != number);
    let plausible = others.map(|(_, tree)| scorers.score(tree)).collect::<Result<_, _>>()?;
    let random = random.iter().map(|tree| scorers.score(tree)).collect::<Result<_, _>>()?;
    Ok(Against { name, random, plausible, expected_f1: expected_f1(gold) })
}

/// The least scores over all pairs of plausible trees.
fn least_of_all(trees: &[Tree], threads: usize) -> Result<Both, StudyError> {
    let numbers: Vec<usize> = (0..trees.len()).collect();
    let rows = work::each(&numbers, threads, |&number| {
        let mut scorers = Scorers::new()?;
        scorers.set_gold(&trees[number])?;
        trees[number + 1..].iter().map(|tree| scorers.score(tree)).collect::<Result<Vec<Both>, StudyError>>()
    });
    let all = rows.into_iter().collect::<Result<Vec<_>, _>>()?.concat();
    Ok(Both {
        f1: least(&all, |both| both.f1).unwrap_or(1.0),
        struct_iou: least(&all, |both| both.struct_iou).unwrap_or(1.0),
    })
}

fn least(scores: &[Both], value: fn(&Both) -> f64) -> Option<f64> {
    scores.iter().map(value).min_by(f64::total_cmp)
}

fn values(scores: &[Both], value: fn(&Both) -> f64) -> Vec<f64> {
    scores.iter().map(value).collect()
}

/// The number of the paper, which is for eight prepositional phrases.
fn published(size: usize, key: &str) -> Option<f64> {
    paper::share(&format!("/struct-iou/table 1/{key}")).filter(|_| size == 8)
}

/// Nodes of a tree, and its words.
fn nodes_and_words(size: usize) -> (f64, f64) {
    ((4 * size + 1) as f64, (2 * size + 1) as f64)
}

/// The least Struct-IoU of a tree with this F1: words and equal brackets are always a mapping.
fn bound(size: usize, f1: f64) -> f64 {
    let (nodes, words) = nodes_and_words(size);
    (words + 2.0 * size as f64 * f1) / nodes
}

fn items(size: usize, golds: &[Against], trees: &[Tree], all: Option<Both>) -> Vec<Item> {
    let mut items = vec![
        random_item("F1 of random trees", (size, "random f1"), golds, |both| both.f1),
        random_item("Struct-IoU of random trees", (size, "random struct-iou"), golds, |both| both.struct_iou),
        least_item("least F1 of plausible trees", (size, "lowest plausible f1"), golds, |both| both.f1),
        least_item(
            "least Struct-IoU of plausible trees",
            (size, "lowest plausible struct-iou"),
            golds,
            |both| both.struct_iou,
        ),
        expected_item(golds, trees),
    ];
    items[0].state(within_reach(size, trees));
    items[1].state(bound_of_paper(size));
    items[2].state(below("F1", golds, |both| both.f1));
    items[3].state(below("Struct-IoU", golds, |both| both.struct_iou));
    if let (Some(paper), Some(gold)) = (published(size, "lowest plausible struct-iou"), golds.first()) {
        let ours = least(&gold.plausible, |both| both.struct_iou).unwrap_or(1.0);
        let text = format!("no plausible tree is below {}", PERCENT.show(paper));
        items[3].state(Statement::test(
            text,
            ours > paper - 0.0005,
            "it is not known where the paper's number comes from",
        ));
    }
    if let Some(all) = all {
        let mut item = Item::new("all pairs of plausible trees", "");
        item.add("least F1", Xvalue::None, (Some(all.f1), None), PERCENT);
        item.add("least Struct-IoU", Xvalue::None, (Some(all.struct_iou), None), PERCENT);
        items.push(item);
    }
    items.into_iter().map(Item::worded).collect()
}

/// The mean over random trees, for each gold tree.
fn random_item(title: &str, (size, key): (usize, &str), golds: &[Against], value: fn(&Both) -> f64) -> Item {
    let mut item = Item::new(title, "");
    for gold in golds {
        let scores = values(&gold.random, value);
        item.add(&gold.name, Xvalue::None, (mean(&scores), published(size, key)), PERCENT);
        item.deviates(deviation(&scores));
    }
    item
}

fn least_item(title: &str, (size, key): (usize, &str), golds: &[Against], value: fn(&Both) -> f64) -> Item {
    let mut item = Item::new(title, "");
    for gold in golds {
        item.add(&gold.name, Xvalue::None, (least(&gold.plausible, value), published(size, key)), PERCENT);
    }
    item
}

/// The F1 of random trees in closed form.
fn expected_item(golds: &[Against], trees: &[Tree]) -> Item {
    let mut item = Item::new("expected F1 of random trees, without sampling", "");
    for gold in golds {
        item.add(&gold.name, Xvalue::None, (Some(gold.expected_f1), None), PERCENT);
    }
    let all: Vec<f64> = trees.iter().map(expected_f1).collect();
    let lowest = all.iter().copied().min_by(f64::total_cmp);
    let highest = all.iter().copied().max_by(f64::total_cmp);
    for (name, value) in [("all plausible trees, mean", mean(&all)), ("lowest", lowest), ("highest", highest)]
    {
        item.add(name, Xvalue::None, (value, None), PERCENT);
    }
    item
}

/// Whether the paper's mean F1 of random trees can be that of some gold tree.
fn within_reach(size: usize, trees: &[Tree]) -> Statement {
    let text = "the paper's mean is between the lowest and the highest expected F1 of a gold tree";
    let Some(paper) = published(size, "random f1") else {
        return Statement::needs(text, "--n 8, the paper's number");
    };
    let all: Vec<f64> = trees.iter().map(expected_f1).collect();
    let is_within = all.iter().any(|&f1| f1 <= paper) && all.iter().any(|&f1| f1 >= paper);
    Statement::test(text, is_within, "no gold tree expects it")
}

/// Whether the paper's random row can be of one set of trees.
fn bound_of_paper(size: usize) -> Statement {
    let text = "the paper's means obey Struct-IoU >= (17 + 16 F1) / 33, as every pair of trees does";
    let (f1, struct_iou) = (published(size, "random f1"), published(size, "random struct-iou"));
    let Some((f1, struct_iou)) = f1.zip(struct_iou) else {
        return Statement::needs(text, "--n 8, the paper's number");
    };
    let least = bound(size, f1);
    let why = format!(
        "an F1 of {} needs a Struct-IoU of at least {}, so the two means are not of the same trees",
        PERCENT.show(f1),
        // A bound is rounded down.
        PERCENT.show((1000.0 * least).floor() / 1000.0)
    );
    Statement::test(text, struct_iou >= least - 0.0005, why)
}

/// Whether the least plausible tree is worse than random ones are on average.
fn below(name: &str, golds: &[Against], value: fn(&Both) -> f64) -> Statement {
    let both = |gold: &Against| least(&gold.plausible, value).zip(mean(&values(&gold.random, value)));
    let text = format!("the least {name} of a plausible tree is below the mean of random trees");
    match golds.iter().map(both).collect::<Option<Vec<_>>>() {
        None => Statement::needs(text, "--n 2 or more: with fewer phrases there is one plausible tree"),
        Some(all) => {
            let is_below = all.iter().all(|(least, mean)| least < mean);
            Statement::test(text, is_below, "it is not for every gold tree here")
        }
    }
}

fn remarks(size: usize, golds: &[Against]) -> Vec<String> {
    let mut remarks = Vec::new();
    let (nodes, _) = nodes_and_words(size);
    let floor = (2 * size + 3) as f64 / nodes;
    let is_floor = |gold: &Against| {
        least(&gold.plausible, |both| both.struct_iou).is_some_and(|least| (least - floor).abs() < ROUNDING)
    };
    if golds.iter().all(is_floor) {
        remarks.push(format!(
            "the lowest plausible Struct-IoU is {}/{nodes} for every gold tree shown: two plausible trees always share the words, the root and the last PP",
            2 * size + 3
        ));
    }
    let random = golds.iter().flat_map(|gold| &gold.random);
    let obeys = random.clone().filter(|both| both.struct_iou >= bound(size, both.f1) - ROUNDING).count();
    remarks.push(format!(
        "{obeys} of {} random pairs obey Struct-IoU >= (words + matched brackets) / nodes",
        random.count()
    ));
    if let Some(gold) = golds.first() {
        let gap =
            |value: fn(&Both) -> f64| mean(&values(&gold.random, value)).zip(least(&gold.plausible, value));
        if let (Some(f1), Some(iou)) = (gap(|both| both.f1), gap(|both| both.struct_iou)) {
            remarks.push(format!(
                "{}: from the mean of random trees to the least plausible one are {} points of F1 and {} of Struct-IoU",
                gold.name,
                PERCENT.show(f1.0 - f1.1),
                PERCENT.show(iou.0 - iou.1)
            ));
        }
    }
    remarks
}

fn plot(size: usize, golds: &[Against]) -> Plot {
    let points = |scores: &[Both]| scores.iter().map(|both| (both.f1, both.struct_iou)).collect::<Vec<_>>();
    let mut curves = Vec::new();
    if let Some(gold) = golds.first() {
        curves.push(Curve::new("plausible", Marks::Dots, points(&gold.plausible)));
        curves.push(Curve::new("random", Marks::Dots, points(&gold.random)));
    }
    let line = [0.0, 1.0].map(|f1| (f1, bound(size, f1)));
    curves.push(Curve::new("least possible", Marks::Line, line));
    let of_paper =
        [("random f1", "random struct-iou"), ("lowest plausible f1", "lowest plausible struct-iou")];
    let of_paper = of_paper.iter().filter_map(|(x, y)| published(size, x).zip(published(size, y)));
    curves.push(Curve::new("paper", Marks::Dots, of_paper.collect::<Vec<_>>()));
    Plot {
        title: golds.first().map(|gold| gold.name.clone()).unwrap_or_default(),
        x: PlotAxis::new("F1"),
        y: PlotAxis::new("Struct-IoU"),
        curves,
        ..Plot::default()
    }
}
