//! Tree matching, figures 1, 2, 4 and 7: the table of least costs of two sequences, and the example of two trees.

use treescore::tree::{Tree, TreeBuilder};
use treescore::{Scorer, Setup};

use crate::ask::Ask;
use crate::checksum::Signing;
use crate::error::StudyError;
use crate::load::{set, setup, types_value};
use crate::outside::Outside;
use crate::paper;
use crate::result::{Digits, Item, Statement, Study, Xvalue};

const GOLD: &str = "d_i drei sieben drei von hamburg";
const SYSTEM: &str = "drei zwei sieben drei nach hamburg";
/// The trees of figure 4.
const GOLD_TREES: &str = "(AFlightCode (AAirlineCode d_i) (AFlightNumber (ADigit drei) (ADigit sieben) (ADigit drei))) (AOrigin von (APlace hamburg))";
const SYSTEM_TREES: &str = "(AFlightNumber (ADigit drei) (ADigit zwei) (ADigit sieben) (ADigit drei)) (ADestination nach (APlace hamburg))";
/// The labels of the example that are word classes.
const CLASSES: [&str; 3] = ["AAirlineCode", "ADigit", "APlace"];
/// The longest sequence that has a table.
const LONGEST: usize = 200;
const WHOLE: Digits = Digits::plain(0);

/// A table of least costs: a row for each beginning of the system's words, a column for each of gold's.
struct Costs {
    cells: Vec<Vec<u64>>,
    /// Costs of a deletion and of an insertion.
    deletion: u64,
    insertion: u64,
    substitution: u64,
    /// Correct, substituted, deleted, inserted words and accuracy of the whole.
    counts: [f64; 4],
    accuracy: Option<f64>,
}

/// Runs the study.
pub(crate) fn run(ask: &Ask, _: &mut dyn Outside) -> Result<Study, StudyError> {
    let words = |option: &'static str, default| -> Result<Vec<String>, StudyError> {
        let words: Vec<String> =
            ask.value(option).unwrap_or(default).split_whitespace().map(str::to_owned).collect();
        let is_fine = (1..=LONGEST).contains(&words.len());
        let why = format!("must be 1 to {LONGEST} words with blanks between them");
        if is_fine { Ok(words) } else { Err(crate::ask::wrong(option, words.join(" "), why)) }
    };
    if ask.has("gold") != ask.has("system") {
        let why = "--gold and --system go together: words of yours are not compared with the paper's";
        return Err(StudyError::Together(why.to_owned()));
    }
    let (gold, system) = (words("gold", GOLD)?, words("system", SYSTEM)?);
    let is_papers = gold.join(" ") == GOLD && system.join(" ") == SYSTEM;
    let costs = Costs::new(setup("word")?, &gold, &system)?;
    let mut items =
        vec![table(&costs, (&gold, &system), is_papers), totals(&costs, (&gold, &system), is_papers)];
    let mut measures = vec![setup("word")?.signature().to_string()];
    if is_papers {
        let (item, signatures) = example()?;
        items.push(item);
        measures.extend(signatures);
    }
    let signing =
        Signing::new("sequence-table").with("gold", gold.join(" ")).with("system", system.join(" "));
    Ok(Study {
        items: items.into_iter().map(Item::worded).collect(),
        signature: signing.finish(),
        measures,
        ..Study::default()
    })
}

impl Costs {
    /// The costs of all beginnings, by the measure of word accuracy.
    fn new(setup: Setup, gold: &[String], system: &[String]) -> Result<Self, StudyError> {
        let mut scorer = Scorer::new(setup);
        let mut cost = |gold: &[String], system: &[String]| -> Result<([f64; 4], Option<f64>), StudyError> {
            let (gold, system) = (forest(gold), forest(system));
            let refused = |refusal: treescore::Refusal| StudyError::data(refusal.to_string());
            let pair = scorer.score(&gold, &system).map_err(refused)?;
            let count = |name: &str| pair.count(name).unwrap_or(0) as f64;
            Ok((["correct", "substituted", "deleted", "inserted"].map(count), pair.figure("accuracy")))
        };
        let (substitution, insertion, deletion) = (4, 3, 3);
        let (counts, accuracy) = cost(gold, system)?;
        let mut table = Self { cells: Vec::new(), deletion, insertion, substitution, counts, accuracy };
        for heard in 0..=system.len() {
            let mut row = Vec::with_capacity(gold.len() + 1);
            for said in 0..=gold.len() {
                // A side without words is no pair, but its cost is plain.
                row.push(match (said, heard) {
                    (said, 0) => said as u64 * deletion,
                    (0, heard) => heard as u64 * insertion,
                    _ => table.cost(cost(&gold[..said], &system[..heard])?.0),
                });
            }
            table.cells.push(row);
        }
        Ok(table)
    }

    fn cost(&self, [_, substituted, deleted, inserted]: [f64; 4]) -> u64 {
        substituted as u64 * self.substitution
            + deleted as u64 * self.deletion
            + inserted as u64 * self.insertion
    }

    /// The steps into a cell that cost least: whence, and how.
    fn steps(
        &self,
        (row, column): (usize, usize),
        (gold, system): (&[String], &[String]),
    ) -> Vec<(usize, usize)> {
        let here = self.cells[row][column];
        let mut steps = Vec::new();
        if let (Some(above), Some(before)) = (row.checked_sub(1), column.checked_sub(1)) {
            let step = if gold[before] == system[above] { 0 } else { self.substitution };
            steps.push((above, before, step));
        }
        steps.extend(column.checked_sub(1).map(|before| (row, before, self.deletion)));
        steps.extend(row.checked_sub(1).map(|above| (above, column, self.insertion)));
        let is_least = |&(row, column, step): &(usize, usize, u64)| self.cells[row][column] + step == here;
        steps.into_iter().filter(is_least).map(|(row, column, _)| (row, column)).collect()
    }

    /// The number of cheapest mappings. Deletions and insertions between the same words come in one order only: ways that
    /// differ in it let the same words correspond.
    fn mappings(&self, words: (&[String], &[String])) -> u64 {
        // The ways to each cell that end with an insertion, and that do not.
        let mut ways = vec![vec![(0_u64, 0_u64); words.0.len() + 1]; self.cells.len()];
        ways[0][0] = (0, 1);
        for row in 0..self.cells.len() {
            for column in 0..=words.0.len() {
                for from in self.steps((row, column), words) {
                    let (inserting, other) = ways[from.0][from.1];
                    let here = &mut ways[row][column];
                    match (from.0 < row, from.1 < column) {
                        (true, false) => here.0 = here.0.saturating_add(inserting.saturating_add(other)),
                        (false, _) => here.1 = here.1.saturating_add(other),
                        (true, true) => here.1 = here.1.saturating_add(inserting.saturating_add(other)),
                    }
                }
            }
        }
        let last = ways.last().and_then(|row| row.last());
        last.map_or(0, |(inserting, other)| inserting.saturating_add(*other))
    }

    /// The cells of one cheapest mapping.
    fn path(&self, words: (&[String], &[String])) -> Vec<(usize, usize)> {
        let mut at = (self.cells.len() - 1, words.0.len());
        let mut path = vec![at];
        while let Some(&before) = self.steps(at, words).first() {
            path.push(before);
            at = before;
        }
        path
    }
}

/// Bare words side by side.
fn forest(words: &[String]) -> Tree {
    let mut builder = TreeBuilder::new();
    for word in words {
        builder.bare_word(word);
    }
    builder.finish()
}

fn table(costs: &Costs, words: (&[String], &[String]), is_papers: bool) -> Item {
    let (gold, system) = words;
    let mut item =
        Item::new("least costs of beginnings: gold across, system down; * is on the path", "system");
    let path = costs.path(words);
    let name = |words: &[String], at: usize| match at.checked_sub(1) {
        None => "-".to_owned(),
        Some(before) => format!("{at} {}", words[before]),
    };
    for (row, cells) in costs.cells.iter().enumerate() {
        for (column, &cell) in cells.iter().enumerate() {
            let x = Xvalue::Name(name(system, row));
            let paper =
                is_papers.then(|| paper::number(&format!("/tree matching/figure 2/table/{row}/{column}")));
            item.add(&name(gold, column), x, (Some(cell as f64), paper.flatten()), WHOLE);
            if let Some(added) = item.rows.last_mut() {
                added.marked = path.contains(&(row, column));
            }
        }
    }
    if is_papers {
        let is_equal = item.rows.iter().all(|row| row.ours == row.paper);
        item.state(Statement::equal("every cell of figure 2", is_equal, "some cells are others"));
        let tie = costs.steps((2, 1), words).len();
        item.state(Statement::equal(
            "two cheapest ways to (d_i, zwei), 4 + 3 and 3 + 4",
            tie == 2,
            format!("there are {tie}"),
        ));
    }
    item
}

fn totals(costs: &Costs, words: (&[String], &[String]), is_papers: bool) -> Item {
    let mut item = Item::new(format!("{} / {}", words.0.join(" "), words.1.join(" ")), "");
    let of_paper = |key: &str| paper::number(&format!("/tree matching/figure 2/{key}")).filter(|_| is_papers);
    item.add("distance", Xvalue::None, (Some(costs.cost(costs.counts) as f64), of_paper("distance")), WHOLE);
    let mappings = costs.mappings(words) as f64;
    item.add("cheapest mappings", Xvalue::None, (Some(mappings), of_paper("mappings")), WHOLE);
    for (name, count) in ["correct", "substituted", "deleted", "inserted"].iter().zip(costs.counts) {
        item.add(name, Xvalue::None, (Some(count), None), WHOLE);
    }
    item.add("accuracy", Xvalue::None, (costs.accuracy, None), Digits::percent(1));
    item
}

/// The trees of figure 4, by the three accuracies.
fn example() -> Result<(Item, Vec<String>), StudyError> {
    let mut item = Item::new("the trees of figures 4 and 7", "");
    let classes: Vec<String> = CLASSES.iter().map(|class| format!("{class}\tclass\n")).collect();
    let types = types_value(&(classes.concat() + "node:A*\tconcept\n"))?;
    let mut signatures = Vec::new();
    for (name, measure) in [("word", "word"), ("concept", "concept"), ("tree node", "tree-node")] {
        let untyped = setup(measure)?;
        let setup = if measure == "tree-node" { set(untyped, "types", &types)? } else { untyped };
        let mut scorer = Scorer::new(setup);
        signatures.push(scorer.signature().to_string());
        let refused = |refusal: treescore::Refusal| StudyError::data(refusal.to_string());
        let pair = scorer.score(GOLD_TREES, SYSTEM_TREES).map_err(refused)?;
        let paper = paper::share(&format!("/tree matching/example/{name} accuracy"));
        item.add(
            &format!("{name} accuracy"),
            Xvalue::None,
            (pair.figure("accuracy"), paper),
            Digits::percent(0),
        );
        if measure == "tree-node" {
            let distance = pair.count("distance_millionths").map(|cost| cost as f64 / 1e6);
            item.add("tree node distance", Xvalue::None, (distance, None), WHOLE);
        }
    }
    let is_equal = item.rows.iter().all(|row| row.paper.is_none() || row.ours == row.paper);
    item.state(Statement::equal(
        "concept accuracy -100 %, tree node accuracy 50 %",
        is_equal,
        "the figures are others",
    ));
    Ok((item, signatures))
}
