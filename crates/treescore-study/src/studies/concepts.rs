//! Tree matching, table 1: accuracies of the same output with fewer and fewer concepts.

use std::collections::BTreeMap;
use std::sync::Arc;

use treescore::prepare::{Average, NodeKind, Root, TypeRule, TypeRules};
use treescore::read::{Corpus, Units, read_table};
use treescore::run::{Ask as Wanted, Input, Plan, Scored, score};
use treescore::setup::Setup;

use crate::ask::{Ask, wrong};
use crate::checksum::Signing;
use crate::error::StudyError;
use crate::load::{set, setup, types_value};
use crate::outside::Outside;
use crate::paper;
use crate::result::{Curve, Digits, Item, Marks, Plot, PlotAxis, Statement, Study, Xvalue};

const STEPS: [usize; 6] = [0, 5, 10, 15, 27, 47];
/// The measures: name in the report, measure, key of the paper's row.
const MEASURES: [(&str, &str, &str); 3] =
    [("word", "word", "word"), ("concept", "concept", "concept"), ("tree node", "tree-node", "node")];
const PERCENT: Digits = Digits::percent(1);
const COUNTS: [&str; 4] = ["correct", "substituted", "deleted", "inserted"];
/// A corpus that was made up for this study: 233 utterances with 47 concepts in three levels.
const GOLD: &str = include_str!("../../data/concepts.gold");
const SYSTEM: &str = include_str!("../../data/concepts.system");
/// The concepts that it was made with; some of them occur on no side.
const MADE_UP: usize = 47;
const TYPES: &str = include_str!("../../data/concepts.types");

/// Both sides, and which labels are concepts.
struct Material {
    gold: Source,
    system: Source,
    /// The table of types; without one, tags are classes and phrases concepts.
    types: Option<String>,
}

/// Trees that can be read again.
enum Source {
    Files(Corpus),
    Memory(Arc<Units>),
}

/// The accuracies with so many concepts.
struct Step {
    concepts: usize,
    accuracies: [Option<f64>; 3],
    counts: [[i128; 4]; 3],
}

impl Source {
    fn input(&self) -> Input {
        match self {
            Self::Files(corpus) => corpus.clone().into(),
            Self::Memory(units) => Arc::clone(units).into(),
        }
    }
}

impl Material {
    fn new(ask: &Ask) -> Result<Self, StudyError> {
        let types = ask.value("types").map(|path| text_of("types", path)).transpose()?;
        if let [gold, system] = &ask.files[..] {
            let file = |path: &std::path::Path| Ok::<_, StudyError>(Source::Files(Corpus::find(path)?));
            return Ok(Self { gold: file(gold)?, system: file(system)?, types });
        }
        if !ask.files.is_empty() {
            return Err(StudyError::Together(
                "the study concepts takes gold and a system, or no files".to_owned(),
            ));
        }
        if types.is_some() {
            let why = "--types is for files of yours: the made-up corpus has types of its own";
            return Err(StudyError::Together(why.to_owned()));
        }
        let units = |name: &str, text: &str| {
            let mut units = Units::new(name);
            text.lines().for_each(|line| units.push(line.as_bytes()));
            Source::Memory(Arc::new(units))
        };
        Ok(Self { gold: units("gold", GOLD), system: units("system", SYSTEM), types: Some(TYPES.to_owned()) })
    }

    /// Carries out a run.
    fn score(
        &self,
        setups: Vec<Setup>,
        wanted: Wanted,
        threads: usize,
    ) -> Result<(Plan, Scored), StudyError> {
        let plan = Plan {
            ask: wanted,
            threads: threads.max(1),
            ..Plan::new(self.gold.input(), vec![self.system.input()], setups)
        };
        let scored = score(&plan, &mut ())?;
        Ok((plan, scored))
    }

    /// The concepts of gold, the most frequent first; ties by name.
    fn concepts(&self, threads: usize) -> Result<Vec<String>, StudyError> {
        let rules = self.types.as_deref().map(rules).transpose()?;
        // Without a table, brackets over single words are classes, as tags are.
        let is_concept = |label: &[u8], is_tag: bool| match &rules {
            Some(rules) => rules.in_table(label, NodeKind::Inner) == Some(&b"concept"[..]),
            None => !is_tag && !is_dummy(label),
        };
        let wanted = Wanted { survey: true, ..Wanted::default() };
        let (_, scored) = self.score(vec![setup("tree-node")?], wanted, threads)?;
        let mut counts: BTreeMap<String, u64> = BTreeMap::new();
        let name = |label: &[u8]| String::from_utf8_lossy(label).into_owned();
        for (label, seen) in scored.survey.gold.labels.iter() {
            let of = |is_tag, count| if is_concept(label, is_tag) { count } else { 0 };
            let count = of(false, seen.brackets) + of(true, seen.words);
            if count > 0 && !label.is_empty() {
                *counts.entry(name(label)).or_default() += count;
            }
        }
        // Concepts of the system alone come last.
        for (label, seen) in scored.survey.systems.iter().flat_map(|(side, _)| side.labels.iter()) {
            let is_bracket = is_concept(label, false) && seen.brackets > 0;
            if !label.is_empty() && (is_bracket || is_concept(label, true) && seen.words > 0) {
                counts.entry(name(label)).or_default();
            }
        }
        let mut order: Vec<(String, u64)> = counts.into_iter().collect();
        order.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        Ok(order.into_iter().map(|(label, _)| label).collect())
    }
}

/// True for the labels of roots that are above every tree of a treebank, and say nothing about it.
fn is_dummy(label: &[u8]) -> bool {
    Root::DUMMIES.iter().any(|dummy| dummy.as_bytes() == label)
}

fn rules(table: &str) -> Result<TypeRules, StudyError> {
    let rules =
        TypeRule::table(table.as_bytes()).map_err(|error| StudyError::data(format!("--types: {error}")))?;
    Ok(TypeRules { table: rules.into(), ..TypeRules::default() })
}

fn text_of(option: &str, path: &str) -> Result<String, StudyError> {
    let bytes =
        read_table(path.as_ref()).map_err(|error| StudyError::data(format!("--{option} {path}: {error}")))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Runs the study.
pub(crate) fn run(ask: &Ask, _: &mut dyn Outside) -> Result<Study, StudyError> {
    let material = Material::new(ask)?;
    let order = match ask.value("order") {
        Some(path) => text_of("order", path)?
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .map(str::to_owned)
            .collect(),
        None => material.concepts(ask.threads)?,
    };
    let all = if ask.files.is_empty() { order.len().max(MADE_UP) } else { order.len() };
    let steps = steps_of(ask, all)?;
    let setups = setups(&steps, &order, material.types.as_deref())?;
    let (plan, scored) = material.score(setups, Wanted::default(), ask.threads)?;
    let system = scored.systems.first().ok_or_else(|| StudyError::data("nothing was scored"))?;
    let found: Vec<Step> = steps
        .iter()
        .zip(system.setups.chunks(MEASURES.len()))
        .map(|(&concepts, of_step)| {
            let sum = |at: usize| of_step[at].totals.all_scored();
            let accuracy = |at: usize| sum(at).figure("accuracy", Average::Corpus);
            let counts = |at: usize| COUNTS.map(|name| sum(at).count(name).unwrap_or(0));
            Step { concepts, accuracies: [0, 1, 2].map(accuracy), counts: [0, 1, 2].map(counts) }
        })
        .collect();
    let mut signing = Signing::new("concepts").list("steps", &steps);
    for (key, path) in ["gold", "system"].iter().zip(&ask.files) {
        signing = signing.file(key, path)?;
    }
    signing = signing.files(&["types", "order"], ask)?;
    Ok(Study {
        items: vec![accuracies(&found).worded(), counts(&found)],
        remarks: vec![
            format!("{all} concepts in all; tree-node accuracy counts words, classes and concepts"),
            "the paper trained a model for each column, so its words differ; here the same output is scored with labels taken away".to_owned(),
        ],
        plots: vec![plot(&found)],
        signature: signing.finish(),
        measures: plan.setups.iter().take(MEASURES.len()).map(|setup| setup.signature().to_string()).collect(),
        refused: system.setups.iter().map(|setup| setup.totals.refused).max().unwrap_or(0),
        ..Study::default()
    })
}

/// The numbers of concepts. Of the paper's, those above the number that there are become that number.
fn steps_of(ask: &Ask, all: usize) -> Result<Vec<usize>, StudyError> {
    let why = "must be whole numbers with commas between them";
    let mut steps: Vec<usize> = ask.list("steps", &STEPS, (|_| true, why))?;
    if let Some(text) = ask.value("steps")
        && steps.iter().any(|&step| step > all)
    {
        return Err(wrong("steps", text.to_owned(), format!("there are {all} concepts")));
    }
    for step in &mut steps {
        *step = all.min(*step);
    }
    steps.dedup();
    Ok(steps)
}

/// The three measures for each number of concepts; the other labels are removed on both sides.
fn setups(steps: &[usize], order: &[String], types: Option<&str>) -> Result<Vec<Setup>, StudyError> {
    let types = types.map(types_value).transpose()?;
    let mut setups = Vec::new();
    for &step in steps {
        // Without a table every phrase is a concept, so roots that say nothing are taken off.
        let is_in = |label: &str| order.iter().any(|concept| concept == label);
        let dummies = Root::DUMMIES.into_iter().filter(|label| types.is_none() && !is_in(label));
        let without = order[step.min(order.len())..].iter().map(String::as_str);
        let escape = |label: &str| label.replace('%', "%25").replace(',', "%2C");
        let removed: Vec<String> = without.chain(dummies).map(escape).collect();
        for (_, measure, _) in MEASURES {
            let mut made = setup(measure)?;
            if !removed.is_empty() && measure != "word" {
                made = set(made, "remove", &removed.join(","))?;
            }
            if let Some(types) = types.as_deref().filter(|_| measure == "tree-node") {
                made = set(made, "types", types)?;
            }
            setups.push(made);
        }
    }
    Ok(setups)
}

fn gap(step: &Step) -> Option<f64> {
    Some(step.accuracies[2]? - step.accuracies[1]?)
}

fn accuracies(found: &[Step]) -> Item {
    let mut item = Item::new("accuracies with the most frequent concepts", "concepts");
    let columns = paper::numbers("/tree matching/table 1/concepts");
    let of_paper = |key: &str, concepts: usize| {
        let at = columns.iter().position(|&column| column as usize == concepts)?;
        Some(paper::numbers(&format!("/tree matching/table 1/{key}")).get(at)? / 100.0)
    };
    for step in found {
        let x = || Xvalue::Number(step.concepts as f64);
        for (at, (name, _, key)) in MEASURES.into_iter().enumerate() {
            item.add(name, x(), (step.accuracies[at], of_paper(key, step.concepts)), PERCENT);
        }
        item.add("gap", x(), (gap(step), of_paper("node less concept", step.concepts)), PERCENT);
    }
    let gaps: Vec<f64> = found.iter().filter_map(gap).collect();
    let grows = gaps.array_windows().all(|[before, after]| before < after);
    let text = "tree node less concept accuracy grows with the number of concepts";
    let statement = match gaps.len() {
        0 | 1 => Statement::needs(text, "two numbers of concepts with accuracies"),
        _ => Statement::test(text, grows, "it does not at every step of these data"),
    };
    item.state(statement.about(&["gap"]));
    "another corpus and other models than the paper's".clone_into(&mut item.others);
    item
}

fn counts(found: &[Step]) -> Item {
    let mut item = Item::new("counts", "concepts");
    for step in found {
        for ((name, ..), counts) in MEASURES.iter().zip(&step.counts) {
            for (count, value) in COUNTS.iter().zip(counts) {
                let x = Xvalue::Number(step.concepts as f64);
                item.add(&format!("{name} {count}"), x, (Some(*value as f64), None), Digits::plain(0));
            }
        }
    }
    item
}

fn plot(found: &[Step]) -> Plot {
    let line = |name: &str, value: &dyn Fn(&Step) -> Option<f64>| {
        let points: Vec<(f64, f64)> =
            found.iter().filter_map(|step| Some((step.concepts as f64, value(step)?))).collect();
        Curve::new(name, Marks::Line, points)
    };
    let mut curves: Vec<Curve> =
        MEASURES.iter().enumerate().map(|(at, (name, ..))| line(name, &|step| step.accuracies[at])).collect();
    curves.push(line("gap", &gap));
    Plot { x: PlotAxis::new("concepts"), y: PlotAxis::new("accuracy"), curves, ..Plot::default() }
}
