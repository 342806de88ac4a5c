//! Nothing is lost and nothing is counted twice, however the input is divided. A file against itself is
//! perfect, and swapping the sides swaps the counts.

#![allow(clippy::float_cmp, reason = "perfect is exactly one, and nothing is exactly zero")]

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use treescore::align::text::{Kind, TextCounts};
use treescore::measure::{
    Bins, BracketCounts, Facet, FigureUnit, Measure, Parseval, StructIou, Sum, TreeNode, WordAccuracy,
};
use treescore::prepare::{Average, Punctuation, Recipe, Repeats, Trivial};
use treescore::read::Corpus;
use treescore::report::aligned::TextReport;
use treescore::run::list;
use treescore::setup::{Pairing, TextAlignment};

use crate::aligned::listed::listed;
use crate::aligned::made::{Change, Side, changed, changes, distinct, files, repetitive, text};
use crate::aligned::{job, of_words};
use crate::support::files::{Files, write};
use crate::support::job::{Job, Run};
use crate::support::recipes::{matching_itself, recipe};
use crate::support::sketch::check;
use crate::support::twin::overlap;

/// The number of cells of each kind.
fn cells(text: &TextCounts) -> [u64; Kind::ALL.len()] {
    Kind::ALL.map(|kind| text.cells(kind))
}

/// The words of the trees that are in groups, and the number of these trees.
fn words(side: &Side) -> (Vec<Vec<u8>>, u64) {
    let kept = |tree: &crate::support::sketch::Sketch| -> Vec<Vec<u8>> {
        let real = tree.steps.iter().filter(|step| step.tag != "-NONE-");
        real.map(|step| step.word.clone().into_bytes()).collect()
    };
    let trees: Vec<_> = side.iter().map(kept).filter(|words| !words.is_empty()).collect();
    (trees.concat(), trees.len() as u64)
}

#[test]
fn every_word_and_tree_is_in_one_group() {
    check(600, repetitive(), |(gold, system)| {
        let (groups, sums) = listed(&files(&gold, &system), &Recipe::aligned_rules());
        let cells = || groups.iter().flat_map(|group| &group.cells);
        let (gold_words, gold_trees) = words(&gold);
        let (system_words, system_trees) = words(&system);
        prop_assert_eq!(cells().flat_map(|cell| cell.gold.clone()).collect::<Vec<_>>(), gold_words.clone());
        prop_assert_eq!(
            cells().flat_map(|cell| cell.system.clone()).collect::<Vec<_>>(),
            system_words.clone()
        );
        let numbers = |side: fn(&treescore::run::ListedGroup) -> &Vec<u64>| {
            groups.iter().flat_map(side).copied().collect::<Vec<_>>()
        };
        for (numbers, side) in
            [(numbers(|group| &group.gold), &gold), (numbers(|group| &group.system), &system)]
        {
            let with_words = (1..).zip(side).filter(|(_, tree)| words(&vec![(*tree).clone()]).1 > 0);
            prop_assert_eq!(numbers, with_words.map(|(number, _)| number).collect::<Vec<u64>>());
        }
        prop_assert_eq!((sums.text.gold_trees, sums.text.system_trees), (gold_trees, system_trees));
        prop_assert_eq!(
            (sums.text.gold_words, sums.text.system_words),
            (gold_words.len() as u64, system_words.len() as u64)
        );
        let without = [gold.len() as u64 - gold_trees, system.len() as u64 - system_trees];
        prop_assert_eq!((sums.without_words, sums.unreadable), (without, [0, 0]));
        prop_assert!(groups.iter().all(|group| group.gold.len() + group.system.len() > 0));
        Ok(())
    });
}

/// Duplicate brackets over the same words, brackets over all words, and words deleted by gold's punctuation
/// are left out, because they depend on the other side.
#[test]
fn every_bracket_and_word_is_counted() {
    check(400, (repetitive(), recipe()), |((gold, system), recipe)| {
        let punctuation = Punctuation::OwnTags;
        let recipe = Recipe { punctuation, repeats: Repeats::Each, trivial: Trivial::Count, ..recipe };
        let alone = |side: &Side| {
            let files = files(side, side);
            let plain = Job { pairing: Pairing::InOrder, ..job(&files, recipe.clone()) };
            let run = plain.run(&Parseval);
            assert_eq!(run.totals().refused, 0);
            let counts: BracketCounts = run.counts();
            (counts.gold, counts.words)
        };
        let files = files(&gold, &system);
        let run = job(&files, recipe.clone()).run(&Parseval);
        let counts: BracketCounts = run.counts();
        prop_assert_eq!((counts.gold, counts.words), alone(&gold));
        prop_assert_eq!((counts.system, counts.system_words), alone(&system));
        prop_assert_eq!(run.totals().refused, 0);
        Ok(())
    });
}

#[test]
fn threads_and_blocks_do_not_matter() {
    let how = (1..9usize, select(vec![1usize, 2, 7, 64, 300, 5000]), 0..4u8, 0..3u8);
    check(300, (repetitive(), recipe(), how), |((gold, system), recipe, (threads, block, measure, by))| {
        let files = files(&gold, &system);
        let by = match by {
            0 => Some(Facet::Length(Bins(vec![1, 3]))),
            1 => Some(Facet::File),
            _ => Some(Facet::Label).filter(|_| measure < 2),
        };
        let one = job(&files, recipe).by(by);
        let several = Job { threads, block: Some(block), ..one.clone() };
        let run = |job: &Job| match measure {
            0 => job.run(&Parseval),
            1 => job.run(&StructIou::default()),
            2 => job.run(&TreeNode::default()),
            _ => job.run(&WordAccuracy::default()),
        };
        let outcome = |job: &Job| format!("{:?}", run(job));
        prop_assert_eq!(outcome(&several), outcome(&one));
        Ok(())
    });
}

#[test]
fn a_file_against_itself_is_perfect() {
    fn figures<M: Measure>(job: &Job, measure: &M) -> Result<(), TestCaseError> {
        let run = job.run(measure);
        let totals = run.totals();
        prop_assert_eq!((totals.refused, totals.scored), (0, run.rows.len() as u64));
        // The overlap also depends on the sizes of the trees.
        let values = totals.all_scored().figures(Average::Corpus);
        let figures = measure.info().figures.iter().zip(values.iter());
        for (figure, value) in figures.filter(|(figure, _)| figure.key != "overlap") {
            let perfect = if figure.unit == FigureUnit::PerPair { 0.0 } else { 1.0 };
            prop_assert!(value.is_none_or(|value| value == perfect), "{} is {value:?}", figure.key);
        }
        let text = run.text();
        prop_assert_eq!(&cells(&text)[1..], &[0; 5]);
        let report = TextReport::of(&text, None);
        let shares = [report.coverage, report.words.f1, report.breaks.f1];
        prop_assert!(shares.iter().all(|share| share.is_none_or(|share| share == 1.0)), "{shares:?}");
        prop_assert_eq!((text.merged, text.gold_only, text.system_only, text.places), (0, 0, 0, 0));
        prop_assert!(run.scored.systems[0].difference.is_none());
        Ok(())
    }
    let bare = vec(any::<bool>(), 1..9);
    check(300, (repetitive(), recipe(), bare, any::<bool>()), |((gold, _), recipe, bare, has_bare)| {
        let recipe = matching_itself(recipe);
        // A word without a bracket has the tag of the bracket around it.
        let is_bare = |at: usize| has_bare && bare[at % bare.len()];
        let text: String = gold.iter().map(|tree| tree.text_where(is_bare) + "\n").collect();
        let files = Files::new(text.as_bytes(), text.as_bytes());
        let job = job(&files, recipe);
        figures(&job, &Parseval)?;
        figures(&job, &StructIou::default())
    });
}

/// Settings in which one side decides for both are left out, and words do not repeat, because gold breaks
/// ties.
#[test]
fn swapping_sides_swaps_recall_and_precision() {
    let both = [changes(&Change::ALL), changes(&Change::ALL)];
    check(500, (distinct(), both, recipe()), |((gold, system), [gold_changes, system_changes], recipe)| {
        let equal_labels = if overlap(&recipe) { Vec::new() } else { recipe.equal_labels.clone() };
        let recipe = Recipe { punctuation: Punctuation::OwnTags, equal_labels, ..recipe };
        let (gold, system) = (changed(&gold, 0, &gold_changes), changed(&system, 2, &system_changes));
        let tally = |gold: &Side, system: &Side| {
            let files = files(gold, system);
            let run = job(&files, recipe.clone()).run(&Parseval);
            (run.counts::<BracketCounts>(), run.text())
        };
        let ((there, text), (back, back_text)) = (tally(&gold, &system), tally(&system, &gold));
        prop_assert_eq!((there.matched, there.gold, there.system), (back.matched, back.system, back.gold));
        prop_assert_eq!((there.recall(), there.precision()), (back.precision(), back.recall()));
        prop_assert_eq!((there.words, there.system_words), (back.system_words, back.words));
        prop_assert_eq!((there.tags, there.exact), (back.tags, back.exact));
        let [same, retok, equiv, diff, gold, system] = cells(&back_text);
        prop_assert_eq!(cells(&text), [same, retok, equiv, diff, system, gold]);
        prop_assert_eq!(text.equal_characters, back_text.equal_characters);
        Ok(())
    });
}

/// An error in one pair of files never affects the next.
#[test]
fn paired_files_are_aligned_each_with_its_own() {
    check(200, (vec(repetitive(), 2..5), 1..4usize, 1..200usize), |(pairs, threads, block)| {
        let folders = tempfile::tempdir().unwrap();
        let mut expected: Option<Added> = None;
        for (at, (gold, system)) in pairs.iter().enumerate() {
            for (side, trees) in [("gold", gold), ("system", system)] {
                let folder = folders.path().join(side);
                std::fs::create_dir_all(&folder).unwrap();
                write(&folder.join(format!("{at}.trees")), text(trees).as_bytes());
            }
            let files = files(gold, system);
            let run = job(&files, Recipe::aligned_rules()).run(&Parseval);
            let one = Added::from_run(&run, at as u64);
            expected = Some(match expected {
                None => one,
                Some(sum) => sum.and(one),
            });
        }
        let corpus = |side: &str| Corpus::find(&folders.path().join(side)).unwrap();
        let whole = Job::new(corpus("gold"), corpus("system"), Recipe::aligned_rules());
        let pairing = Pairing::Text(TextAlignment::default());
        let whole = Job { pairing, threads, block: Some(block), ..whole }.by(Some(Facet::File));
        let found = whole.run(&Parseval);
        let groups = found.totals().groups.clone();
        prop_assert_eq!(Some(Added { groups, ..Added::from_run(&found, 0) }), expected);
        Ok(())
    });
}

/// All parts of a result that add up from file to file. The first difference does not, because trees are
/// numbered through all files.
#[derive(Debug, PartialEq)]
struct Added {
    sums: [Sum; 3],
    pairs: [u64; 5],
    text: TextCounts,
    trees: [[u64; 2]; 2],
    groups: BTreeMap<u64, Sum>,
}

impl Added {
    /// The result of a run over one file.
    fn from_run(run: &Run, file: u64) -> Self {
        let totals = run.totals();
        let system = &run.scored.systems[0];
        Self {
            sums: [totals.within.clone(), totals.beyond.clone(), totals.missed.clone()],
            pairs: [totals.scored, totals.empty, totals.scored_beyond, totals.refused, totals.refused_beyond],
            text: run.text(),
            trees: [system.unreadable, system.without_words],
            groups: (totals.scored > 0).then(|| (file, totals.all_scored())).into_iter().collect(),
        }
    }

    fn and(mut self, other: Self) -> Self {
        self.sums.iter_mut().zip(&other.sums).for_each(|(sum, more)| sum.merge(more));
        self.pairs.iter_mut().zip(other.pairs).for_each(|(sum, more)| *sum += more);
        self.text += other.text;
        self.trees
            .as_flattened_mut()
            .iter_mut()
            .zip(other.trees.as_flattened())
            .for_each(|(sum, more)| *sum += more);
        self.groups.extend(other.groups);
        self
    }
}

/// A listing has the same groups as a run, by trees and by lines.
#[test]
fn a_listing_has_the_units_of_the_run() {
    let files = Files::new(b"(S (N a) (N b)) (S (N c))\n(S (N d))\n", b"(S (N a) (N b))\n(S (N d))\n");
    for (job, unreadable) in [
        (job(&files, Recipe::aligned_rules()), [0, 0]),
        (job(&files, Recipe::aligned_rules()).by_line(), [1, 0]),
    ] {
        let run = job.run(&Parseval);
        let setup = job.setup(&Parseval);
        let sums = list((&job.gold, &job.system), &setup, &mut |_, _| ControlFlow::Continue(())).unwrap();
        assert_eq!((sums.text, sums.unreadable), (of_words(run.text()), run.scored.systems[0].unreadable));
        assert_eq!(sums.unreadable, unreadable, "two trees on a line are no tree");
    }
}
