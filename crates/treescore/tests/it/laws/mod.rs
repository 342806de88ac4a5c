//! Laws of every measure, and PARSEVAL against its naive twin.

#![allow(clippy::float_cmp, reason = "perfect is exactly one, and nothing is exactly zero")]
mod baselines;
mod corpora;
mod explain;
mod json;
mod matches;
mod nbest;
mod one_pass;
mod sources;
mod unsupervised;

use crate::support::files::Files;
use crate::support::job::{Job, Run};
use crate::support::recipes::{matching_itself, recipe};
use crate::support::sketch::{Sketch, Step, check, pair};
use crate::support::twin;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use treescore::measure::dependency::MatchBy;
use treescore::measure::struct_iou::Terminals;
use treescore::measure::{
    Attachment, Bins, BracketCounts, ConceptAccuracy, Counts, Denominator, DependencyCounts,
    DependencyMeasure, Facet, FigureUnit, FigureValues, Figures, Fixed, IouCounts, Measure, Parseval,
    StructIou, Ted, TedCounts, TreeNode, WordAccuracy,
};
use treescore::prepare::{Average, Compare, Cut, Punctuation, Recipe, Root};
use treescore::read;
use treescore::run::Totals;

/// The laws of a measure. A law that does not hold for a measure is left out of its line, with the reason
/// beside it.
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
    // No pair is refused for its words.
    ted: Ted::default(), [identity_is_perfect, scores_stay_in_bounds, swapping_sides_swaps_recall_and_precision, tallies_add_up,
        threads_and_blocks_do_not_matter, labels_share_what_is_kept];
    // Accuracy may be negative, errors may exceed the number of gold items, and without errors most figures
    // are 0: tests/accuracy.rs has laws for that.
    tree_node: TreeNode::default(), [tallies_add_up, threads_and_blocks_do_not_matter];
    word_accuracy: WordAccuracy::default(), [tallies_add_up, threads_and_blocks_do_not_matter];
    concept_accuracy: ConceptAccuracy::default(), [tallies_add_up, threads_and_blocks_do_not_matter];
}

/// Dependencies that match in order, regardless of the words.
fn in_order(measure: DependencyMeasure) -> DependencyMeasure {
    DependencyMeasure { match_by: MatchBy::Order, ..measure }
}

fn strict() -> StructIou {
    StructIou { terminals: Terminals::Strict, ..StructIou::default() }
}

fn identity_is_perfect<M: Measure>(measure: &M) {
    check(200, (vec(pair(), 1..6), recipe()), |(pairs, recipe)| {
        let same: Vec<_> = pairs.into_iter().map(|(gold, _)| (gold.clone(), gold)).collect();
        let run = run(measure, &files(&same), matching_itself(recipe));
        prop_assert_eq!(run.totals().refused, 0, "{:?}", run.first().kinds);
        // The sum of overlaps depends on the size of the trees.
        let values = corpus_figures(&run);
        let figures = measure.info().figures.iter().zip(values.iter());
        for (figure, value) in figures.filter(|(figure, _)| figure.key != "overlap") {
            let perfect = if figure.unit == FigureUnit::PerPair { 0.0 } else { 1.0 };
            prop_assert!(value.is_none_or(|value| value == perfect), "{} is {value:?}", figure.key);
        }
        Ok(())
    });
}

fn scores_stay_in_bounds<M: Measure>(measure: &M) {
    check(200, (vec(pair(), 1..6), recipe()), |(pairs, recipe)| {
        let run = run(measure, &files(&pairs), recipe);
        let totals = run.totals();
        for sum in [totals.all_scored(), totals.within.clone(), totals.all_pairs()] {
            for (figure, value) in measure.info().figures.iter().zip(sum.figures(Average::Corpus).iter()) {
                let high = if figure.unit == FigureUnit::PerPair { f64::MAX } else { 1.0 };
                prop_assert!(
                    value.is_none_or(|value| (0.0..=high).contains(&value)),
                    "{} is {value:?}",
                    figure.key
                );
            }
            for value in sum.figures(Average::Sentence).iter() {
                prop_assert!(value.is_none_or(|value| (0.0..=1.0).contains(&value)), "a mean is {value:?}");
            }
        }
        Ok(())
    });
}

/// Where one side decides for both (gold's punctuation; greedy matching of labels that equal several others),
/// the sides are not symmetric and the law does not hold.
fn swapping_sides_swaps_recall_and_precision<M: Measure>(measure: &M) {
    check(200, (vec(pair(), 1..6), recipe()), |(pairs, recipe)| {
        let equal_labels = if twin::overlap(&recipe) { Vec::new() } else { recipe.equal_labels.clone() };
        let recipe = Recipe { punctuation: Punctuation::OwnTags, equal_labels, ..recipe };
        let swapped: Vec<_> = pairs.iter().map(|(gold, system)| (system.clone(), gold.clone())).collect();
        let values =
            |pairs: &[(Sketch, Sketch)]| corpus_figures(&run(measure, &files(pairs), recipe.clone()));
        let (straight, swapped) = (values(&pairs), values(&swapped));
        let place = |key: &str| measure.info().figure(key);
        let (recall, precision) = (place("recall").unwrap(), place("precision").unwrap());
        prop_assert_eq!(straight[recall], swapped[precision]);
        prop_assert_eq!(straight[precision], swapped[recall]);
        for at in ["f1", "ted", "unlabeled_f1", "las", "uas", "labels", "exact", "tags"]
            .into_iter()
            .filter_map(place)
        {
            prop_assert_eq!(straight[at], swapped[at], "{}", measure.info().figures[at].key);
        }
        Ok(())
    });
}

/// Gold's punctuation is the only asymmetry between the sides.
fn swapping_sides_changes_nothing<M: Measure>(measure: &M) {
    check(200, (vec(pair(), 1..6), recipe()), |(pairs, recipe)| {
        let recipe = Recipe { punctuation: Punctuation::OwnTags, ..recipe };
        let swapped: Vec<_> = pairs.iter().map(|(gold, system)| (system.clone(), gold.clone())).collect();
        let values = |pairs: &[(Sketch, Sketch)]| {
            let sum = run(measure, &files(pairs), recipe.clone()).totals().all_scored();
            (sum.figures(Average::Corpus), sum.figures(Average::Sentence))
        };
        prop_assert_eq!(values(&pairs), values(&swapped));
        Ok(())
    });
}

fn labels_share_the_overlap(measure: &StructIou) {
    check(100, (vec(pair(), 1..6), recipe()), |(pairs, recipe)| {
        let (all, labels) = by_label::<_, IouCounts>(measure, &files(&pairs), recipe);
        let mut sum = IouCounts::default();
        for one in labels {
            sum += one;
        }
        prop_assert_eq!((sum.gold, sum.system, sum.mapped), (all.gold, all.system, all.mapped));
        prop_assert!((Fixed::real(sum.overlap) - Fixed::real(all.overlap)).abs() < 1e-9);
        Ok(())
    });
}

fn labels_share_what_is_kept(measure: &Ted) {
    check(100, (vec(pair(), 1..6), recipe()), |(pairs, recipe)| {
        // Where labels are not compared, system labels are not counted.
        let spans = recipe.compare == Compare::Spans;
        let (all, labels) = by_label::<_, TedCounts>(measure, &files(&pairs), recipe);
        let mut sum = TedCounts::default();
        for one in labels {
            sum += one;
        }
        prop_assert_eq!((sum.gold, sum.matched), (all.gold, all.matched));
        prop_assert_eq!(sum.system, if spans { 0 } else { all.system });
        Ok(())
    });
}

/// Words and brackets that both sides have can always be mapped, each onto itself.
#[test]
fn struct_iou_is_at_least_what_words_and_brackets_share() {
    check(300, (vec(pair(), 1..6), recipe()), |(pairs, recipe)| {
        let recipe = Recipe { compare: Compare::Spans, ..recipe };
        let files = files(&pairs);
        let overlaps = run(&StructIou::default(), &files, recipe.clone()).rows;
        let brackets = run(&Parseval, &files, recipe).rows;
        for (overlap, bracket) in overlaps.iter().zip(&brackets).filter(|(_, row)| row.refusal.is_none()) {
            let (overlap, bracket) = (IouCounts::read(&overlap.counts), BracketCounts::read(&bracket.counts));
            let least = (bracket.words + bracket.matched) as f64;
            prop_assert!(Fixed::real(overlap.overlap) >= least - 1e-9, "{overlap:?} {bracket:?}");
            prop_assert_eq!(overlap.gold + overlap.system, 2 * bracket.words + bracket.gold + bracket.system);
        }
        Ok(())
    });
}

fn labels_share_the_dependencies(measure: &DependencyMeasure) {
    check(100, (vec(pair(), 1..6), recipe()), |(pairs, recipe)| {
        // Where labels are not compared, system labels are not counted, and recall is the only figure.
        let spans = recipe.compare == Compare::Spans;
        let (all, labels) = by_label::<_, DependencyCounts>(measure, &files(&pairs), recipe);
        let mut sum = DependencyCounts::default();
        for one in labels {
            let figures = measure.info().figures.iter().zip(one.figures().to_vec());
            for (figure, value) in
                figures.filter(|(figure, _)| !spans || figure.denominator == Denominator::Gold)
            {
                prop_assert!(value.is_none_or(|value| value <= 1.0), "{} is {value:?}", figure.key);
            }
            sum += one;
        }
        let system = if spans { 0 } else { all.system };
        prop_assert_eq!((sum.gold, sum.system, sum.matched), (all.gold, system, all.matched));
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
            let job = files.job(recipe.clone()).by_line().by(Some(Facet::Length(Bins(vec![2, 4]))));
            job.run(measure).totals().clone()
        };
        let (left, right, all) = (count(left), count(right), count(&lines));
        for sum in [
            |totals: &Totals| totals.within.clone(),
            |totals: &Totals| totals.beyond.clone(),
            |totals: &Totals| totals.missed.clone(),
        ] {
            prop_assert_eq!(sum(&left).and(&sum(&right)), sum(&all));
        }
        let mut groups = left.groups.clone();
        for (key, sum) in &right.groups {
            groups.entry(*key).and_modify(|group| group.merge(sum)).or_insert_with(|| sum.clone());
        }
        prop_assert_eq!(groups, all.groups.clone());
        let numbers = |totals: &Totals| {
            [totals.scored, totals.empty, totals.scored_beyond, totals.refused, totals.refused_beyond]
        };
        let [left, right] = [numbers(&left), numbers(&right)];
        let sum: [u64; 5] = std::array::from_fn(|at| left[at] + right[at]);
        prop_assert_eq!(sum, numbers(&all));
        Ok(())
    });
}

fn threads_and_blocks_do_not_matter<M: Measure>(measure: &M) {
    let by = select(vec![None, Some(Facet::Label), Some(Facet::File), Some(Facet::Length(Bins(vec![1, 3])))]);
    let how = (select(vec![1usize, 2, 3, 8]), select(vec![1usize, 2, 7, 64, 300, 5000]), any::<bool>());
    check(150, (corpus(), recipe(), by, how), |(lines, recipe, by, (threads, block, is_line))| {
        let files = written(&lines);
        let mut job = files.job(recipe).by(by).keeping_all();
        job.unit = if is_line { read::UnitKind::Line } else { read::UnitKind::Tree };
        (job.ask.worst, job.ask.tables) = (3, true);
        let outcome = |job: &Job| format!("{:?}", job.try_run(measure));
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
        let run = run(measure, &files(&[(gold, other)]), Recipe::named("raw").unwrap());
        let totals = run.totals();
        prop_assert_eq!((totals.scored, totals.refused), (0, 1));
        let (headline, mean) =
            (totals.missed.figures(Average::Corpus)[0], totals.missed.figures(Average::Sentence)[0]);
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
            let found = row.refusal.is_none().then(|| BracketCounts::read(&row.counts));
            prop_assert_eq!(
                found,
                twin::counts(gold, system, &recipe),
                "\n{}\n{}",
                gold.text(),
                system.text()
            );
        }
        Ok(())
    });
}

#[test]
fn labels_add_up_to_the_whole() {
    check(150, (vec(pair(), 1..6), recipe()), |(pairs, recipe)| {
        // Where labels are not compared, system labels are not counted.
        let spans = recipe.compare == Compare::Spans;
        let (all, labels) = by_label::<_, BracketCounts>(&Parseval, &files(&pairs), recipe);
        let mut sum = BracketCounts::default();
        for one in labels {
            sum += one;
        }
        prop_assert_eq!((sum.gold, sum.matched), (all.gold, all.matched));
        prop_assert_eq!(sum.system, if spans { 0 } else { all.system });
        Ok(())
    });
}

#[test]
fn function_tags_do_not_count_where_labels_are_cut() {
    check(150, (pair(), recipe()), |((gold, system), recipe)| {
        // Whether a root only holds the tree depends on its label as written.
        let root = if recipe.root == Root::Dummy { Root::Count } else { recipe.root };
        let mut recipe = Recipe { labels: Cut::Penn, root, ..recipe };
        recipe.empties.retain(|name| !name.starts_with(b"-")); // such names match as a whole
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

fn run<M: Measure>(measure: &M, files: &Files, recipe: Recipe) -> Run {
    files.job(recipe).keeping_all().run(measure)
}

fn corpus_figures(run: &Run) -> FigureValues {
    run.totals().all_scored().figures(Average::Corpus)
}

/// The counts of all pairs, and those of each label.
fn by_label<M: Measure, C: Counts>(measure: &M, files: &Files, recipe: Recipe) -> (C, Vec<C>) {
    let run = files.job(recipe).by(Some(Facet::Label)).run(measure);
    (run.counts(), run.totals().facet.rows().map(|(_, row)| C::read(&row)).collect())
}

/// The counts of one pair, unless it is refused.
fn tally(gold: &str, system: &str, recipe: &Recipe) -> Option<BracketCounts> {
    let mut rows = run(&Parseval, &written(&[(gold.to_owned(), system.to_owned())]), recipe.clone()).rows;
    rows.pop().filter(|row| row.refusal.is_none()).map(|row| BracketCounts::read(&row.counts))
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
