//! What every measure obeys, and PARSEVAL against its naive twin.

#![allow(clippy::float_cmp, reason = "perfect is exactly one, and nothing is exactly zero")]
#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

mod support;

use std::fmt::Debug;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use support::files::Files;
use support::kept::{self, Kept, Run};
use support::recipes::recipe;
use support::sketch::{Sketch, Step, check, pair};
use support::twin;
use treescore::measure::dependency::Pairing;
use treescore::measure::struct_iou::Terminals;
use treescore::measure::{
    Attachment, BracketTally, ConceptAccuracy, DependencyMeasure, DependencyTally, FigureKind, IouTally,
    Measure, Names, Parseval, StructIou, Tally, TreeNode, WordAccuracy,
};
use treescore::prepare::{Cut, Punctuation, Recipe, Root};
use treescore::read::Unit;
use treescore::run::{Bins, GroupBy, Job, Rows, score};

/// The laws of a measure. A law that one does not obey is left out of its line, with the reason beside it.
macro_rules! laws {
    ($($measure:ident: $value:expr, [$($law:ident),+ $(,)?];)+) => {
        $(mod $measure {
            use super::*;
            $(#[test] fn $law() { super::$law(&$value); })+
        })+
    };
}

laws! {
    parseval: Parseval, [identity_is_perfect, scores_stay_in_bounds, swapping_sides_swaps_recall_and_precision, tallies_add_up,
        threads_and_blocks_do_not_matter, a_refused_pair_is_never_right];
    dependency: DependencyMeasure::default(), [identity_is_perfect, scores_stay_in_bounds, swapping_sides_swaps_recall_and_precision,
        tallies_add_up, threads_and_blocks_do_not_matter, a_refused_pair_is_never_right, labels_share_the_dependencies];
    open_class: DependencyMeasure::open_class(), [identity_is_perfect, scores_stay_in_bounds, swapping_sides_swaps_recall_and_precision,
        tallies_add_up, threads_and_blocks_do_not_matter, a_refused_pair_is_never_right, labels_share_the_dependencies];
    attachment: Attachment::default(), [identity_is_perfect, scores_stay_in_bounds, swapping_sides_swaps_recall_and_precision,
        tallies_add_up, threads_and_blocks_do_not_matter, a_refused_pair_is_never_right];
    // No pair is refused for its words.
    dependency_in_order: in_order(DependencyMeasure::default()), [identity_is_perfect, scores_stay_in_bounds,
        swapping_sides_swaps_recall_and_precision, tallies_add_up, threads_and_blocks_do_not_matter, labels_share_the_dependencies];
    open_class_in_order: in_order(DependencyMeasure::open_class()), [identity_is_perfect, scores_stay_in_bounds,
        swapping_sides_swaps_recall_and_precision, tallies_add_up, threads_and_blocks_do_not_matter, labels_share_the_dependencies];
    // No pair is refused for its words; swapping sides changes nothing at all.
    struct_iou: StructIou::default(), [identity_is_perfect, scores_stay_in_bounds, swapping_sides_changes_nothing, tallies_add_up,
        threads_and_blocks_do_not_matter, labels_share_the_overlap];
    strict_struct_iou: strict(), [identity_is_perfect, scores_stay_in_bounds, swapping_sides_changes_nothing];
    // Accuracy may be negative, errors may be more than all of gold, and without errors most figures are 0: tests/accuracy.rs
    // has laws for that.
    tree_node: TreeNode::default(), [tallies_add_up, threads_and_blocks_do_not_matter];
    word_accuracy: WordAccuracy::default(), [tallies_add_up, threads_and_blocks_do_not_matter];
    concept_accuracy: ConceptAccuracy::default(), [tallies_add_up, threads_and_blocks_do_not_matter];
}

/// Dependencies that match in order, whatever the words.
fn in_order(measure: DependencyMeasure) -> DependencyMeasure {
    DependencyMeasure { pairing: Pairing::Order, ..measure }
}

fn strict() -> StructIou {
    StructIou { terminals: Terminals::Strict, ..StructIou::default() }
}

fn identity_is_perfect<M: Measure>(measure: &M) {
    check(200, (vec(pair(), 1..6), recipe()), |(pairs, recipe)| {
        let same: Vec<_> = pairs.into_iter().map(|(gold, _)| (gold.clone(), gold)).collect();
        let scored = run(measure, &files(&same), recipe).scored;
        prop_assert_eq!(scored.totals.refused, 0, "{:?}", scored.kinds);
        // How much overlaps says how large the trees are, too.
        let figures = measure.figures().iter().zip(scored.totals.scored.corpus());
        for (figure, value) in figures.filter(|(figure, _)| figure.key != "overlap") {
            let perfect = if figure.kind == FigureKind::PerPair { 0.0 } else { 1.0 };
            prop_assert!(value.is_none_or(|value| value == perfect), "{} is {value:?}", figure.key);
        }
        Ok(())
    });
}

fn scores_stay_in_bounds<M: Measure>(measure: &M) {
    check(200, (vec(pair(), 1..6), recipe()), |(pairs, recipe)| {
        let totals = run(measure, &files(&pairs), recipe).scored.totals;
        let mut all = totals.scored.clone();
        all += totals.missed;
        for tally in [totals.scored, totals.within_cutoff, all] {
            for (figure, value) in measure.figures().iter().zip(tally.corpus()) {
                let high = if figure.kind == FigureKind::PerPair { f64::MAX } else { 1.0 };
                prop_assert!(
                    value.is_none_or(|value| (0.0..=high).contains(&value)),
                    "{} is {value:?}",
                    figure.key
                );
            }
            for value in tally.sentence_mean() {
                prop_assert!(value.is_none_or(|value| (0.0..=1.0).contains(&value)), "a mean is {value:?}");
            }
        }
        Ok(())
    });
}

/// Where one side decides for both (gold's punctuation; greedy matching of labels that are equal to several others), the sides are
/// not alike and the law does not hold.
fn swapping_sides_swaps_recall_and_precision<M: Measure>(measure: &M) {
    check(200, (vec(pair(), 1..6), recipe()), |(pairs, recipe)| {
        let equal_labels = if twin::overlap(&recipe) { Vec::new() } else { recipe.equal_labels.clone() };
        let recipe = Recipe { punctuation: Punctuation::OwnTags, equal_labels, ..recipe };
        let swapped: Vec<_> = pairs.iter().map(|(gold, system)| (system.clone(), gold.clone())).collect();
        let values = |pairs: &[(Sketch, Sketch)]| {
            run(measure, &files(pairs), recipe.clone()).scored.totals.scored.corpus()
        };
        let (straight, swapped) = (values(&pairs), values(&swapped));
        let place = |key: &str| measure.figures().iter().position(|figure| figure.key == key);
        let (recall, precision) = (place("recall").unwrap(), place("precision").unwrap());
        prop_assert_eq!(straight[recall], swapped[precision]);
        prop_assert_eq!(straight[precision], swapped[recall]);
        for at in
            ["f1", "unlabeled_f1", "las", "uas", "labels", "exact", "tags"].into_iter().filter_map(place)
        {
            prop_assert_eq!(straight[at], swapped[at], "{}", measure.figures()[at].key);
        }
        Ok(())
    });
}

/// Gold's punctuation is the one thing in which the sides are not alike.
fn swapping_sides_changes_nothing<M: Measure>(measure: &M) {
    check(200, (vec(pair(), 1..6), recipe()), |(pairs, recipe)| {
        let recipe = Recipe { punctuation: Punctuation::OwnTags, ..recipe };
        let swapped: Vec<_> = pairs.iter().map(|(gold, system)| (system.clone(), gold.clone())).collect();
        let values = |pairs: &[(Sketch, Sketch)]| {
            let tally = run(measure, &files(pairs), recipe.clone()).scored.totals.scored;
            (tally.corpus(), tally.sentence_mean())
        };
        prop_assert_eq!(values(&pairs), values(&swapped));
        Ok(())
    });
}

fn labels_share_the_overlap(measure: &StructIou) {
    check(100, (vec(pair(), 1..6), recipe()), |(pairs, recipe)| {
        let files = files(&pairs);
        let job = Job { by: Some(GroupBy::Names(Names::Labels)), ..files.job(recipe) };
        let totals = score(&job, measure, &mut ()).unwrap().totals;
        let mut sum = IouTally::default();
        for tally in totals.names.tallies.values() {
            sum += tally.clone();
        }
        let all = totals.scored;
        prop_assert_eq!((sum.gold, sum.system, sum.mapped), (all.gold, all.system, all.mapped));
        prop_assert!((sum.asked.weight.total() - all.asked.weight.total()).abs() < 1e-9);
        Ok(())
    });
}

fn labels_share_the_dependencies(measure: &DependencyMeasure) {
    check(100, (vec(pair(), 1..6), recipe()), |(pairs, recipe)| {
        let files = files(&pairs);
        let job = Job { by: Some(GroupBy::Names(Names::Labels)), ..files.job(recipe) };
        let totals = score(&job, measure, &mut ()).unwrap().totals;
        let mut sum = DependencyTally::default();
        for tally in totals.names.tallies.values() {
            prop_assert!(tally.corpus().iter().all(|value| value.is_none_or(|value| value <= 1.0)));
            sum += tally.clone();
        }
        let all = totals.scored;
        prop_assert_eq!((sum.gold, sum.system, sum.matched), (all.gold, all.system, all.matched));
        prop_assert!(sum.unlabeled <= all.unlabeled && all.matched <= all.unlabeled);
        Ok(())
    });
}

fn tallies_add_up<M: Measure>(measure: &M) {
    check(150, (corpus(), recipe(), any::<prop::sample::Index>()), |(mut lines, recipe, cut)| {
        for (gold, system) in &mut lines {
            (*gold, *system) = (gold.replace('\n', " "), system.replace('\n', " "));
        }
        let (left, right) = lines.split_at(cut.index(lines.len() + 1));
        let count = |lines: &[(String, String)]| {
            let files = written(lines);
            let by = Some(GroupBy::Length(Bins(vec![2, 4])));
            let job = Job { unit: Unit::Line, by, ..files.job(recipe.clone()) };
            score(&job, measure, &mut ()).unwrap().totals
        };
        let (mut sum, right, all) = (count(left), count(right), count(&lines));
        sum += right;
        prop_assert_eq!(sum.scored.counts(), all.scored.counts());
        prop_assert_eq!(sum.within_cutoff.counts(), all.within_cutoff.counts());
        prop_assert_eq!(sum.missed.counts(), all.missed.counts());
        prop_assert_eq!(M::Tally::of_counts(&all.scored.counts()).counts(), all.scored.counts());
        let groups = |totals: &treescore::run::Totals<M::Tally>| -> Vec<_> {
            totals.groups.iter().map(|(key, tally)| (*key, tally.0.counts())).collect()
        };
        prop_assert_eq!(groups(&sum), groups(&all));
        prop_assert_eq!(
            (sum.pairs, sum.refused, sum.beyond_cutoff),
            (all.pairs, all.refused, all.beyond_cutoff)
        );
        Ok(())
    });
}

fn threads_and_blocks_do_not_matter<M: Measure>(measure: &M)
where
    M::Tally: Debug,
{
    let by = select(vec![
        None,
        Some(GroupBy::Names(Names::Labels)),
        Some(GroupBy::File),
        Some(GroupBy::Length(Bins(vec![1, 3]))),
    ]);
    let how = (select(vec![1usize, 2, 3, 8]), select(vec![1usize, 2, 7, 64, 300, 5000]), any::<bool>());
    check(150, (corpus(), recipe(), by, how), |(lines, recipe, by, (threads, block, is_line))| {
        let files = written(&lines);
        let mut job = files.job(recipe);
        job.unit = if is_line { Unit::Line } else { Unit::Tree };
        (job.by, job.sentences, job.keep_refused) = (by, Rows::All, true);
        let outcome = |job: &Job| {
            let mut rows = Kept(Vec::new());
            let outcome = score(job, measure, &mut rows);
            format!("{outcome:?} {:?}", rows.0)
        };
        let expected = outcome(&job);
        (job.threads, job.block) = (threads, Some(block));
        prop_assert_eq!(outcome(&job), expected);
        Ok(())
    });
}

fn a_refused_pair_is_never_right<M: Measure>(measure: &M) {
    check(100, pair(), |(gold, _)| {
        let mut other = gold.clone();
        other.steps[0].word += "x";
        let totals = run(measure, &files(&[(gold, other)]), Recipe::named("raw").unwrap()).scored.totals;
        prop_assert_eq!((totals.pairs, totals.refused), (0, 1));
        let (headline, mean) = (totals.missed.corpus()[0], totals.missed.sentence_mean()[0]);
        prop_assert!(headline.is_none_or(|value| value == 0.0) && mean.is_none_or(|value| value == 0.0));
        Ok(())
    });
}

#[test]
fn parseval_counts_what_its_twin_counts() {
    check(1500, (vec(pair(), 1..8), recipe()), |(pairs, recipe)| {
        let rows = run(&Parseval, &files(&pairs), recipe.clone()).rows;
        prop_assert_eq!(rows.len(), pairs.len());
        for ((gold, system), row) in pairs.iter().zip(rows) {
            let expected =
                twin::counts(gold, system, &recipe).map(|counts| BracketTally::of(counts, recipe.empty));
            prop_assert_eq!(row.tally.ok(), expected, "\n{}\n{}", gold.text(), system.text());
        }
        Ok(())
    });
}

#[test]
fn labels_add_up_to_the_whole() {
    check(150, (vec(pair(), 1..6), recipe()), |(pairs, recipe)| {
        let files = files(&pairs);
        let job = Job { by: Some(GroupBy::Names(Names::Labels)), ..files.job(recipe) };
        let totals = score(&job, &Parseval, &mut ()).unwrap().totals;
        let labels = totals.names.tallies.values();
        let sum =
            labels.fold((0, 0, 0), |sum, one| (sum.0 + one.gold, sum.1 + one.system, sum.2 + one.matched));
        prop_assert_eq!((sum.0, sum.1), (totals.scored.gold, totals.scored.system));
        prop_assert_eq!(sum.2, totals.scored.matched);
        Ok(())
    });
}

#[test]
fn function_tags_do_not_count_where_labels_are_cut() {
    check(150, (pair(), recipe()), |((gold, system), recipe)| {
        // Whether a root is only there to hold the tree depends on its label as it is written.
        let root = if recipe.root == Root::Dummy { Root::Count } else { recipe.root };
        let mut recipe = Recipe { labels: Cut::Penn, root, ..recipe };
        recipe.empties.retain(|name| !name.starts_with(b"-")); // such names are taken whole
        let mut tagged = system.clone();
        for label in tagged.steps.iter_mut().flat_map(|step| &mut step.opens).chain([&mut tagged.root]) {
            *label += "-TMP=3";
        }
        prop_assert_eq!(
            tally(&gold.text(), &system.text(), &recipe),
            tally(&gold.text(), &tagged.text(), &recipe)
        );
        Ok(())
    });
}

#[test]
fn no_byte_of_a_label_stands_between_types_and_names() {
    let tally = tally("(S (x\x1fNP (N a)) (V b))", "(S (NP (N a)) (V b))", &Recipe::named("raw").unwrap());
    assert_eq!(tally.unwrap().f1(), Some(0.5));
}

#[test]
fn folded_words_are_the_same_words() {
    let folded = Recipe::named("speech").unwrap();
    for (gold, system, is_scored) in [
        ("(S (N Uh) (N cat))", "(S (N um) (N CAT))", true),
        ("(S (N mm-hmm))", "(S (N Uh-huh))", true),
        ("(S (N cat))", "(S (N cats))", false),
    ] {
        assert_eq!(tally(gold, system, &folded).is_some(), is_scored, "{gold} {system}");
        assert!(tally(gold, system, &Recipe::default()).is_none(), "{gold} {system}");
    }
}

#[test]
fn a_deleted_root_does_not_count() {
    check(150, pair(), |(gold, system)| {
        let (gold, system) = (gold.text(), system.text());
        let wrapped = format!("(TOP {gold})");
        prop_assert_eq!(
            tally(&gold, &system, &Recipe::default()),
            tally(&wrapped, &system, &Recipe::default())
        );
        Ok(())
    });
}

#[test]
fn traces_do_not_count_where_they_are_deleted() {
    check(150, (pair(), any::<prop::sample::Index>()), |((gold, system), at)| {
        let mut traced = gold.clone();
        let trace = Step {
            opens: vec!["NP".to_owned()],
            tag: "-NONE-".to_owned(),
            word: "*T*-1".to_owned(),
            closes: 1,
        };
        traced.steps.insert(at.index(gold.steps.len()), trace);
        let (gold, traced, system) = (gold.text(), traced.text(), system.text());
        prop_assert_eq!(
            tally(&gold, &system, &Recipe::default()),
            tally(&traced, &system, &Recipe::default())
        );
        Ok(())
    });
}

fn run<M: Measure>(measure: &M, files: &Files, recipe: Recipe) -> Run<M::Tally> {
    kept::run(&Job { sentences: Rows::All, ..files.job(recipe) }, measure).unwrap()
}

/// The tally of one pair, if it is not refused.
fn tally(gold: &str, system: &str, recipe: &Recipe) -> Option<BracketTally> {
    let mut rows = run(&Parseval, &written(&[(gold.to_owned(), system.to_owned())]), recipe.clone()).rows;
    rows.pop().and_then(|row| row.tally.ok())
}

fn files(pairs: &[(Sketch, Sketch)]) -> Files {
    let lines: Vec<_> = pairs.iter().map(|(gold, system)| (gold.text(), system.text())).collect();
    written(&lines)
}

fn written(lines: &[(String, String)]) -> Files {
    let side = |side: fn(&(String, String)) -> &String| {
        lines.iter().map(|line| side(line).clone() + "\n").collect::<String>().into_bytes()
    };
    Files::new(&side(|line| &line.0), &side(|line| &line.1))
}

/// Lines of both sides: mostly pairs of trees, and some of everything that is refused.
fn corpus() -> impl Strategy<Value = Vec<(String, String)>> {
    let odd = select(
        &["", "(())", "(S (N a)", "(S (N a)))", "a", "(S\n  (N a))", "(S (N a)) (S (N b))", "(S (N a) b)"][..],
    );
    let line = (pair(), odd, 0..8u8).prop_map(|((gold, system), odd, how)| match how {
        0 => (gold.text(), odd.to_owned()),
        1 => (odd.to_owned(), system.text()),
        2 => (gold.text(), system.text().replace("(N ", "(N x")),
        _ => (gold.text(), system.text()),
    });
    vec(line, 0..12)
}
