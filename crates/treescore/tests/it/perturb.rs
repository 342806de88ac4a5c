//! The laws of every perturbation, and published results that must never change.

#![allow(clippy::float_cmp, reason = "unchanged times are exactly equal")]
use crate::support::sketch::{config, sketch};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use treescore::perturb::{InsertStyle, PerturbError, Perturbation, Perturber};
use treescore::read;
use treescore::tree::Tree;

const ALL: [Perturbation; 4] = [
    Perturbation::Noise,
    Perturbation::Insert(InsertStyle::Nested),
    Perturbation::Insert(InsertStyle::Flat),
    Perturbation::Delete,
];

type Times = Vec<(f64, f64)>;

/// A tree and the times of its words, without gaps.
fn sentence() -> impl Strategy<Value = (String, Times)> {
    (1..9usize).prop_flat_map(|words| (sketch(words), vec(0.0..2.0, words), -5.0..5.0)).prop_map(
        |(tree, durations, start)| {
            let ends = durations.iter().scan(start, |end, duration| {
                let from = *end;
                *end += duration;
                Some((from, *end))
            });
            (tree.text(), ends.collect())
        },
    )
}

/// Perturbs sentences, one after another.
fn perturb(perturber: &mut Perturber, sentences: &[(String, Times)]) -> Vec<(String, Times)> {
    let one = |(tree, times): &(String, Times)| {
        let (tree, times) = perturber.apply(&read::one(tree).unwrap(), times).unwrap();
        let text = tree.to_string();
        let again = read::one(&text).unwrap();
        assert_eq!(again.words().count(), times.len(), "{text} is a tree, with a time for each word");
        (text, times)
    };
    sentences.iter().map(one).collect()
}

fn span(times: &Times) -> (f64, f64) {
    (times.first().unwrap().0, times.last().unwrap().1)
}

fn ends(times: &Times) -> Vec<f64> {
    times.iter().map(|&(_, end)| end).collect()
}

/// True if each word starts where the one before ends, and no word ends before it starts.
fn is_gap_free(times: &Times) -> bool {
    times.is_sorted_by(|a, b| a.1 == b.0) && times.iter().all(|(start, end)| start <= end)
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn nothing_changes_with_delta_zero(sentences in vec(sentence(), 1..5), seed: u64, what in select(&ALL[..])) {
        let found = perturb(&mut Perturber::new(what, 0.0, seed).unwrap(), &sentences);
        prop_assert_eq!(found, sentences);
    }

    #[test]
    fn the_whole_span_stays(sentences in vec(sentence(), 1..5), seed: u64, delta in 0.0..=1.0, what in select(&ALL[..])) {
        for (before, after) in sentences.iter().zip(perturb(&mut Perturber::new(what, delta, seed).unwrap(), &sentences)) {
            prop_assert_eq!(span(&after.1), span(&before.1));
            prop_assert!(is_gap_free(&after.1), "{:?}", after.1);
        }
    }

    #[test]
    fn noise_keeps_the_tree_and_moves_no_boundary_past_another((tree, times) in sentence(), seed: u64, delta in 0.0..=1.0) {
        let mut perturber = Perturber::new(Perturbation::Noise, delta, seed).unwrap();
        let found = perturb(&mut perturber, &[(tree.clone(), times.clone())]).remove(0);
        prop_assert_eq!(found.0, tree);
        prop_assert_eq!(found.1.len(), times.len());
        for (old, new) in times.array_windows().zip(found.1.array_windows()) {
            let [(_, here), (_, after)] = *old;
            let [(before, moved), _] = *new; // the boundary before has moved already, the one after has not
            prop_assert!(here - moved <= delta * (here - before) + 1e-9, "{here} moved to {moved}, towards {before}");
            prop_assert!(moved - here <= delta * (after - here) + 1e-9, "{here} moved to {moved}, towards {after}");
        }
    }

    #[test]
    fn a_larger_delta_cuts_and_merges_the_same_words_and_more(
        sentences in vec(sentence(), 1..5), seed: u64, small in 0.0..=1.0, large in 0.0..=1.0, what in select(&ALL[1..]),
    ) {
        let (small, large) = if small <= large { (small, large) } else { (large, small) };
        let run = |delta| perturb(&mut Perturber::new(what, delta, seed).unwrap(), &sentences);
        for (less, more) in run(small).iter().zip(run(large)) {
            let (few, many) = if what == Perturbation::Delete { (&more.1, &less.1) } else { (&less.1, &more.1) };
            let many = ends(many);
            prop_assert!(ends(few).iter().all(|end| many.contains(end)), "{few:?} is not in {many:?}");
            prop_assert!(few.len() <= many.len());
        }
    }

    #[test]
    fn insert_and_delete_change_as_many_words_as_are_drawn((tree, times) in sentence(), seed: u64) {
        let words = times.len();
        for what in ALL {
            let (tree, after) = perturb(&mut Perturber::new(what, 1.0, seed).unwrap(), &[(tree.clone(), times.clone())]).remove(0);
            let expected = match what {
                Perturbation::Noise => words,
                Perturbation::Insert(_) => 2 * words,
                Perturbation::Delete => 1,
            };
            prop_assert_eq!(after.len(), expected, "{:?}: {}", what, tree);
        }
    }

    #[test]
    fn batches_do_not_matter(
        sentences in vec(sentence(), 1..8), cut in 0..8usize, seed: u64, delta in 0.0..=1.0, what in select(&ALL[..]),
    ) {
        let new = || Perturber::new(what, delta, seed).unwrap();
        let (first, second) = sentences.split_at(cut.min(sentences.len()));
        let mut perturber = new();
        let mut found = perturb(&mut perturber, first);
        // A sentence that cannot be perturbed has no effect.
        let _ = perturber.apply(&read::one("(S (N a) (N b))").unwrap(), &[(1.0, 0.0), (0.0, 1.0)]).unwrap_err();
        found.extend(perturb(&mut perturber, second));
        prop_assert_eq!(found, perturb(&mut new(), &sentences));
    }
}

/// A tree and the ends of its words.
type Published = (&'static str, &'static [f64]);

/// The same sentence twice, perturbed with a delta of 0.5 and the seed 12345. The numbers were computed by
/// another program, which has its own `ChaCha8`.
const PUBLISHED: [(Perturbation, [Published; 2]); 4] = [
    (
        Perturbation::Noise,
        [
            (
                SENTENCE,
                &[
                    1.102_743_917_769_43,
                    2.440_233_015_995_947_8,
                    2.734_710_748_844_044,
                    4.209_916_673_426_569,
                    5.0,
                ],
            ),
            (
                SENTENCE,
                &[
                    0.788_725_265_580_879_9,
                    1.557_858_710_497_937,
                    3.476_281_907_207_116_3,
                    3.819_027_770_060_986_7,
                    5.0,
                ],
            ),
        ],
    ),
    (
        Perturbation::Insert(InsertStyle::Nested),
        [
            (
                "(S (NP (D the) (N (N cat) (N cat))) (VP (V (V sat) (V sat)) (ADV down)) (P (P .) (P .)))",
                CUT[0],
            ),
            ("(S (NP (D the) (N (N cat) (N cat))) (VP (V sat) (ADV (ADV down) (ADV down))) (P .))", CUT[1]),
        ],
    ),
    (
        Perturbation::Insert(InsertStyle::Flat),
        [
            ("(S (NP (D the) (N cat) (N cat)) (VP (V sat) (V sat) (ADV down)) (P .) (P .))", CUT[0]),
            ("(S (NP (D the) (N cat) (N cat)) (VP (V sat) (ADV down) (ADV down)) (P .))", CUT[1]),
        ],
    ),
    (
        Perturbation::Delete,
        [
            ("(S (NP (D the) (N cat)) (VP (V sat_down)) (P .))", &[1.0, 2.0, 4.0, 5.0]),
            ("(S (NP (D the_cat_sat)) (VP (ADV down_.)))", &[3.0, 5.0]),
        ],
    ),
];
const SENTENCE: &str = "(S (NP (D the) (N cat)) (VP (V sat) (ADV down)) (P .))";
/// Both styles cut at the same points.
const CUT: [&[f64]; 2] = [
    &[1.0, 1.709_916_673_426_569, 2.0, 2.134_978_525_566_211_3, 3.0, 4.0, 4.744_925_284_709_373, 5.0],
    &[1.0, 1.360_404_028_850_108_5, 2.0, 3.0, 3.788_726_669_326_722, 4.0, 5.0],
];

#[test]
fn published_perturbations_never_change() {
    let times: Times = (0..5_u8).map(|word| (f64::from(word), f64::from(word) + 1.0)).collect();
    let twice = [(SENTENCE.to_owned(), times.clone()), (SENTENCE.to_owned(), times)];
    for (what, expected) in PUBLISHED {
        let found = perturb(&mut Perturber::new(what, 0.5, 12345).unwrap(), &twice);
        for ((tree, times), (published, published_ends)) in found.iter().zip(expected) {
            assert_eq!((tree.as_str(), &ends(times)[..]), (published, published_ends), "{what:?}");
        }
    }
}

#[test]
fn errors_name_the_cause() {
    for (delta, message) in [
        (-0.1, "delta is -0.1; it must be a number from 0 to 1"),
        (1.5, "delta is 1.5; it must be a number from 0 to 1"),
        (f64::NAN, "delta is NaN; it must be a number from 0 to 1"),
    ] {
        assert_eq!(Perturber::new(Perturbation::Noise, delta, 1).unwrap_err().to_string(), message);
    }
    let tree: Tree = read::one("(S (N a) (N b))").unwrap();
    let mut perturber = Perturber::new(Perturbation::Delete, 1.0, 1).unwrap();
    for times in [&[][..], &[(0.0, 1.0)], &[(0.0, 1.0), (1.0, 2.0), (2.0, 3.0)]] {
        let error = perturber.apply(&tree, times).unwrap_err();
        assert_eq!(error, PerturbError::Counts { words: 2, times: times.len() });
        assert_eq!(error.to_string(), format!("2 words, {} times; each word needs one time", times.len()));
    }
    let error = perturber.apply(&tree, &[(0.0, 1.0), (3.0, 2.5)]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "word 2 lasts from 3 to 2.5; times must be finite, and a word must not end before it starts"
    );
}
