//! Nothing is lost and nothing counted twice, however it is divided; a file against itself is perfect; the sides are alike.

#![allow(clippy::float_cmp, reason = "perfect is exactly one, and nothing is exactly zero")]

use std::fmt::Debug;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use treescore::align::WordCounts;
use treescore::measure::{FigureKind, Measure, Names, Parseval, StructIou, Tally, TreeNode, WordAccuracy};
use treescore::prepare::{Punctuation, Recipe, Repeats, Trivial};
use treescore::read::Corpus;
use treescore::run::{Alignment, Bins, GroupBy, Job, Totals};

use crate::listed::listed;
use crate::made::{Change, Side, changed, changes, distinct, files, repetitive, text};
use crate::support::files::{Files, write};
use crate::support::kept::Run;
use crate::support::recipes::recipe;
use crate::support::sketch::check;
use crate::support::twin::overlap;
use crate::{job, run};

/// Words of the trees that are in groups, and how many such trees there are.
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
        let (ours, our_trees) = words(&gold);
        let (theirs, their_trees) = words(&system);
        prop_assert_eq!(cells().flat_map(|cell| cell.gold.clone()).collect::<Vec<_>>(), ours.clone());
        prop_assert_eq!(cells().flat_map(|cell| cell.system.clone()).collect::<Vec<_>>(), theirs.clone());
        let numbers = |side: fn(&treescore::run::ListedGroup) -> &Vec<u64>| {
            groups.iter().flat_map(side).copied().collect::<Vec<_>>()
        };
        for (numbers, side) in
            [(numbers(|group| &group.gold), &gold), (numbers(|group| &group.system), &system)]
        {
            let with_words = (1..).zip(side).filter(|(_, tree)| words(&vec![(*tree).clone()]).1 > 0);
            prop_assert_eq!(numbers, with_words.map(|(number, _)| number).collect::<Vec<u64>>());
        }
        prop_assert_eq!((sums.text.gold_trees, sums.text.system_trees), (our_trees, their_trees));
        prop_assert_eq!(
            (sums.text.gold_words, sums.text.system_words),
            (ours.len() as u64, theirs.len() as u64)
        );
        let without = [gold.len() as u64 - our_trees, system.len() as u64 - their_trees];
        prop_assert_eq!((sums.without_words, sums.not_trees), (without, [0, 0]));
        prop_assert!(groups.iter().all(|group| group.gold.len() + group.system.len() > 0));
        Ok(())
    });
}

/// Brackets that are one because they are over the same words, or that are left out because they are over all of them, depend on what
/// the other side has; so do words that gold's punctuation takes away.
#[test]
fn every_bracket_and_word_is_counted() {
    check(400, (repetitive(), recipe()), |((gold, system), recipe)| {
        let punctuation = Punctuation::OwnTags;
        let recipe = Recipe { punctuation, repeats: Repeats::Each, trivial: Trivial::Count, ..recipe };
        let alone = |side: &Side| {
            let files = files(side, side);
            let plain = Job { alignment: None, ..job(&files, recipe.clone()) };
            let totals = run(&plain, &Parseval).scored.totals;
            assert_eq!(totals.refused, 0);
            (totals.scored.gold, totals.scored.words)
        };
        let files = files(&gold, &system);
        let totals = run(&job(&files, recipe.clone()), &Parseval).scored.totals;
        prop_assert_eq!((totals.scored.gold, totals.scored.words), alone(&gold));
        prop_assert_eq!((totals.scored.system, totals.scored.system_words), alone(&system));
        prop_assert_eq!(totals.refused, 0);
        Ok(())
    });
}

#[test]
fn threads_and_blocks_do_not_matter() {
    fn outcome<M: Measure>(job: &Job, measure: &M) -> String
    where
        M::Tally: Debug,
    {
        format!("{:?}", run(job, measure))
    }
    let how = (1..9usize, select(vec![1usize, 2, 7, 64, 300, 5000]), 0..4u8, 0..3u8);
    check(300, (repetitive(), recipe(), how), |((gold, system), recipe, (threads, block, measure, by))| {
        let files = files(&gold, &system);
        let by = match by {
            0 => Some(GroupBy::Length(Bins(vec![1, 3]))),
            1 => Some(GroupBy::File),
            _ => Some(GroupBy::Names(Names::Labels)).filter(|_| measure < 2),
        };
        let one = Job { by, ..job(&files, recipe) };
        let several = Job { threads, block: Some(block), ..one.clone() };
        let outcome = |job: &Job| match measure {
            0 => outcome(job, &Parseval),
            1 => outcome(job, &StructIou::default()),
            2 => outcome(job, &TreeNode::default()),
            _ => outcome(job, &WordAccuracy::default()),
        };
        prop_assert_eq!(outcome(&several), outcome(&one));
        Ok(())
    });
}

#[test]
fn a_file_against_itself_is_perfect() {
    fn figures<M: Measure>(job: &Job, measure: &M) -> Result<(), TestCaseError> {
        let Run { scored, rows } = run(job, measure);
        let totals = scored.totals;
        prop_assert_eq!((totals.refused, totals.pairs), (0, rows.len() as u64));
        // How much overlaps says how large the trees are, too.
        let figures = measure.figures().iter().zip(totals.scored.corpus());
        for (figure, value) in figures.filter(|(figure, _)| figure.key != "overlap") {
            let perfect = if figure.kind == FigureKind::PerPair { 0.0 } else { 1.0 };
            prop_assert!(value.is_none_or(|value| value == perfect), "{} is {value:?}", figure.key);
        }
        let text = totals.text.text;
        prop_assert_eq!(&text.cells[1..], &[0; 5]);
        let shares = [text.coverage(), text.word_f1(), text.break_f1()];
        prop_assert!(shares.iter().all(|share| share.is_none_or(|share| share == 1.0)), "{shares:?}");
        prop_assert_eq!((text.merged, text.gold_only, text.system_only, text.places), (0, 0, 0, 0));
        prop_assert!(totals.text.first.is_none());
        Ok(())
    }
    let bare = vec(any::<bool>(), 1..9);
    check(300, (repetitive(), recipe(), bare, any::<bool>()), |((gold, _), recipe, bare, has_bare)| {
        // A word without a bracket has the tag of the bracket it is in.
        let is_bare = |at: usize| has_bare && bare[at % bare.len()];
        let text: String = gold.iter().map(|tree| tree.text_where(is_bare) + "\n").collect();
        let files = Files::new(text.as_bytes(), text.as_bytes());
        let job = job(&files, recipe);
        figures(&job, &Parseval)?;
        figures(&job, &StructIou::default())
    });
}

/// Where one side decides for both, they are not alike; and only where nothing repeats are there no ties, which gold decides.
#[test]
fn swapping_sides_swaps_recall_and_precision() {
    let both = [changes(&Change::ALL), changes(&Change::ALL)];
    check(500, (distinct(), both, recipe()), |((gold, system), [ours, theirs], recipe)| {
        let equal_labels = if overlap(&recipe) { Vec::new() } else { recipe.equal_labels.clone() };
        let recipe = Recipe { punctuation: Punctuation::OwnTags, equal_labels, ..recipe };
        let (gold, system) = (changed(&gold, 0, &ours), changed(&system, 2, &theirs));
        let tally = |gold: &Side, system: &Side| {
            let files = files(gold, system);
            let totals = run(&job(&files, recipe.clone()), &Parseval).scored.totals;
            (totals.scored, totals.text.text)
        };
        let ((there, text), (back, back_text)) = (tally(&gold, &system), tally(&system, &gold));
        prop_assert_eq!((there.matched, there.gold, there.system), (back.matched, back.system, back.gold));
        prop_assert_eq!((there.recall(), there.precision()), (back.precision(), back.recall()));
        prop_assert_eq!((there.words, there.system_words), (back.system_words, back.words));
        prop_assert_eq!((there.tags, there.exact), (back.tags, back.exact));
        let [same, retok, equiv, diff, gold, system] = back_text.cells;
        prop_assert_eq!(text.cells, [same, retok, equiv, diff, system, gold]);
        prop_assert_eq!(text.equal_characters, back_text.equal_characters);
        Ok(())
    });
}

/// One pair of files cannot spoil the next, however much it has lost.
#[test]
fn paired_files_are_aligned_each_with_its_own() {
    check(200, (vec(repetitive(), 2..5), 1..4usize, 1..200usize), |(pairs, threads, block)| {
        let folders = tempfile::tempdir().unwrap();
        let mut expected = Totals::default();
        for (at, (gold, system)) in pairs.iter().enumerate() {
            for (side, trees) in [("gold", gold), ("system", system)] {
                let folder = folders.path().join(side);
                std::fs::create_dir_all(&folder).unwrap();
                write(&folder.join(format!("{at}.trees")), text(trees).as_bytes());
            }
            let files = files(gold, system);
            let mut totals = run(&job(&files, Recipe::aligned_rules()), &Parseval).scored.totals;
            if totals.pairs > 0 {
                totals.groups.insert(at as u64, (totals.scored.clone(), WordCounts::default()));
            }
            expected += totals;
        }
        let corpus = |side: &str| Corpus::find(&folders.path().join(side)).unwrap();
        let whole = Job::new(corpus("gold"), corpus("system"), Recipe::aligned_rules());
        let (alignment, by) = (Some(Alignment::default()), Some(GroupBy::File));
        let whole = Job { alignment, by, threads, block: Some(block), ..whole };
        let mut found = run(&whole, &Parseval).scored.totals;
        // Trees are numbered through all files.
        (found.text.first, expected.text.first) = (None, None);
        prop_assert_eq!(format!("{found:?}"), format!("{expected:?}"));
        Ok(())
    });
}
