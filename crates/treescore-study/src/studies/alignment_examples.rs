//! Alignment-based PARSEVAL, section 3.2: three pairs of trees whose words or sentences differ.

use treescore::align::text::Kind;
use treescore::measure::{Sketch, SketchCell, SketchTree};
use treescore::prepare::Recipe;
use treescore::read::Units;
use treescore::run::{Ask as Wanted, Observer, PairRow, Plan, Rows, score};
use treescore::setup::{Pairing, Setup, TextAlignment};

use crate::ask::Ask;
use crate::checksum::Signing;
use crate::error::StudyError;
use crate::load::setup;
use crate::outside::Outside;
use crate::result::{Digits, Item, Statement, Study, Xvalue};

/// An example: name, trees of gold and of the system, and what the paper prints: precision and recall as matched brackets
/// over all.
struct Example {
    name: &'static str,
    gold: &'static [&'static str],
    system: &'static [&'static str],
    precision: (u32, u32),
    recall: (u32, u32),
}

const EXAMPLES: [Example; 3] = [
    Example {
        name: "This can't be right",
        gold: &["(S (NP (DT This)) (VP (MD ca) (RB n't) (VP (VB be) (ADJP (JJ right)))))"],
        system: &["(S (NP (DT this)) (VP (MD can) (RB not) (VP (VB be) (ADJP (JJ right)))))"],
        precision: (5, 5),
        recall: (5, 5),
    },
    Example {
        name: "B H CL FL HM H NEIM",
        gold: &[
            "(PP (IN B) (NP (NP (NP (DEF H) (NN CL)) (PP (POSS FL) (PRN HM))) (ADJP (DEF H) (JJ NEIM))))",
        ],
        system: &["(PP (IN B) (NP (NP (NN CL) (PP (POSS FL) (PRN HM))) (JJ HNEIM)))"],
        precision: (4, 4),
        recall: (4, 6),
    },
    Example {
        name: "Click here To view it",
        gold: &["(S (VP (VB Click) (ADVP (RB here)) (S (VP (TO To) (VP (VB view) (NP (PRP it)))))) (. .))"],
        system: &[
            "(S (VP (VB Click) (ADVP (RB here))))",
            "(S (S (VP (TO To) (VP (VB view) (NP (PRP it))))) (. .))",
        ],
        precision: (5, 8),
        recall: (5, 7),
    },
];

/// PARSEVAL after alignment, with the recipe of the authors' program.
pub(super) fn aligned() -> Result<Setup, StudyError> {
    Ok(setup("parseval")?
        .with_pairing(Pairing::Text(TextAlignment::default()))
        .with_recipe(Recipe::aligned_rules()))
}

/// Runs the study.
pub(crate) fn run(_: &Ask, _: &mut dyn Outside) -> Result<Study, StudyError> {
    let setup = aligned()?;
    let mut items = Vec::new();
    for example in &EXAMPLES {
        items.push(item(example, &setup)?.worded());
    }
    Ok(Study {
        items,
        remarks: vec![
            "the authors' program stops with an index error at the second and third pair unless equal sentences follow; then it gives the same numbers".to_owned(),
        ],
        signature: Signing::new("alignment-examples").finish(),
        measures: vec![setup.signature().to_string()],
        ..Study::default()
    })
}

fn item(example: &Example, setup: &Setup) -> Result<Item, StudyError> {
    let units = |trees: &[&str]| trees.iter().copied().collect::<Units>();
    let plan = Plan::new(units(example.gold).into(), vec![units(example.system).into()], vec![setup.clone()]);
    let plan = Plan { ask: Wanted { rows: Rows::All, sketches: true, ..Wanted::default() }, ..plan };
    let mut found = Sketches::default();
    let scored = score(&plan, &mut found)?;
    let system = scored.systems.first().ok_or_else(|| StudyError::data("nothing was scored"))?;
    let sum = system.setups[0].totals.all_scored();
    let mut item = Item::new(example.name, "");
    let (matched, gold) = example.recall;
    let expected = [("matched", matched), ("gold", gold), ("system", example.precision.1)];
    for (name, expected) in expected {
        let found = sum.count(name).map(|count| count as f64);
        item.add(name, Xvalue::None, (found, Some(f64::from(expected))), Digits::plain(0));
    }
    let share = |(part, whole): (u32, u32)| Some(f64::from(part) / f64::from(whole));
    for (name, expected) in [("recall", example.recall), ("precision", example.precision)] {
        let found = sum.figure(name, treescore::prepare::Average::Corpus);
        item.add(name, Xvalue::None, (found, share(expected)), Digits::percent(2));
    }
    item.notes = found.0.iter().flat_map(steps).collect();
    let is_equal = item.rows.iter().all(|row| row.paper.is_none() || row.ours == row.paper);
    let (precision, recall) = (example.precision, example.recall);
    let text = format!("precision {}/{}, recall {}/{}", precision.0, precision.1, recall.0, recall.1);
    item.state(Statement::equal(text, is_equal, "the counts are others"));
    Ok(item)
}

/// The pairs of a run with their alignments.
#[derive(Default)]
struct Sketches(Vec<Sketch>);

impl Observer for Sketches {
    fn row(&mut self, row: PairRow) {
        self.0.extend(row.sketch.map(|sketch| *sketch));
    }
}

/// The steps of an alignment: the words that are one cell, and why.
fn steps(sketch: &Sketch) -> Vec<String> {
    let (mut gold, mut system) = (0, 0);
    let take = |tree: &SketchTree, place: &mut usize, count: u32| -> String {
        let from = std::mem::replace(place, *place + count as usize);
        let words: Vec<&str> = (from..*place).map(|word| tree.word(word)).collect();
        if words.is_empty() { "-".to_owned() } else { words.join(" ") }
    };
    let step = |cell: &SketchCell| {
        let words = take(&sketch.gold, &mut gold, cell.gold);
        let heard = take(&sketch.system, &mut system, cell.system);
        format!("{words} / {heard}: {}", why(cell.kind))
    };
    sketch.cells.iter().flatten().map(step).collect()
}

fn why(kind: Kind) -> &'static str {
    match kind {
        Kind::Same => "the same word",
        Kind::Retok => "the same text, split differently",
        Kind::Equiv => "spelled differently, known to be the same",
        Kind::Diff => "different text",
        Kind::Gold => "in gold only",
        Kind::System => "in the system only",
    }
}
