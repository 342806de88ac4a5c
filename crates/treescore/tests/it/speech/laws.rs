//! Laws over several conversation sides: threads and blocks change nothing, sides add up, and one tree is one
//! utterance.

use std::cell::Cell;

use proptest::collection::vec;
use proptest::prelude::*;
use treescore::measure::{Attachment, DependencyMeasure, Facet, Measure, Parseval, StructIou, WordAccuracy};
use treescore::prepare::Recipe;
use treescore::setup::{Pairing, WordAlignment};
use treescore_testkit::disturb::{Manner, Rates, disturb_lines};
use treescore_testkit::generate::{Lengths, Profile, pairs};

use crate::speech::made::{SPEECH, manner, recipe, sides, text};
use crate::speech::runs::{Folders, numbers, scored};
use crate::support::job::Job;
use crate::support::sketch::check;

/// Made-up conversation sides of many utterances, with errors at these rates.
fn conversation(seed: u64, sides: u64, rates: &Rates) -> Vec<(String, String)> {
    let lengths = Lengths { least: 1, spreads: [3, 5, 5], tailed: 0, tail: 0 };
    let profile = Profile { lengths, failures: 0, ..Profile::newspaper() };
    let one = |number: u64| {
        let made: Vec<_> = pairs(seed + number, 1 + number % 13, &profile).collect();
        let gold = made.iter().map(|pair| pair.gold.clone() + "\n").collect();
        let manner = Manner::ByRates(rates.clone().touching(1000));
        (gold, disturb_lines(made.iter().map(|pair| &pair.system[..]), seed + number, &manner))
    };
    (0..sides).map(one).collect()
}

fn shown<M: Measure>(job: &Job, measure: &M) -> String {
    let run = job.run(measure);
    format!("{:?} {:?}", run.scored, run.rows)
}

fn changes_nothing<M: Measure>(measure: &M) {
    let words = Rates { split_tokens: 100, merged_tokens: 100, changed_letters: 100, ..Rates::none() };
    let divided = Rates { split_sentences: 100, merged_sentences: 100, ..words.clone() };
    let alignment = WordAlignment::default;
    for (pairing, rates) in
        [(Pairing::Sides(alignment()), divided), (Pairing::Utterances(alignment()), words)]
    {
        let folders = Folders::new(&conversation(7, 24, &rates));
        let recipe = Recipe::named("speech").unwrap();
        let job = folders.job(&recipe, pairing).by(Some(Facet::File));
        assert!(scored(&job, measure).words().substituted > 100);
        let expected = shown(&job, measure);
        for (threads, block) in [(1, Some(1)), (2, None), (3, Some(100)), (8, Some(7)), (4, Some(1 << 20))] {
            let found = shown(&Job { threads, block, ..job.clone() }, measure);
            assert!(found == expected, "{} {threads} {block:?}", measure.info().name);
        }
    }
}

#[test]
fn threads_and_blocks_change_nothing() {
    changes_nothing(&Parseval);
    changes_nothing(&DependencyMeasure::default());
    changes_nothing(&Attachment::default());
    changes_nothing(&WordAccuracy::default());
    changes_nothing(&StructIou::default());
}

#[test]
fn sides_add_up() {
    let strategy = (vec(sides(SPEECH, 8), 1..6), recipe(), manner());
    check(100, strategy, |(sides, recipe, (costs, one_sided))| {
        let texts: Vec<_> = sides.iter().map(|(gold, system)| (text(gold), text(system))).collect();
        let alignment = WordAlignment { costs, one_sided, ..WordAlignment::default() };
        let job = |sides: &[(String, String)]| {
            let folders = Folders::new(sides);
            let job = folders.job(&recipe, Pairing::Sides(alignment.clone()));
            let (brackets, words) = (scored(&job, &Parseval), scored(&job, &Attachment::default()));
            (brackets.totals().all_scored(), brackets.words(), words.totals().all_scored(), words.words())
        };
        let (mut brackets, mut errors, mut attached, mut other_errors) = job(&texts[..1]);
        for side in texts[1..].chunks(1) {
            let one = job(side);
            brackets.merge(&one.0);
            errors += one.1;
            attached.merge(&one.2);
            other_errors += one.3;
        }
        prop_assert_eq!(job(&texts), (brackets, errors, attached, other_errors));
        Ok(())
    });
}

#[test]
fn a_tree_is_an_utterance_and_a_side() {
    let tree = sides(SPEECH, 8)
        .prop_filter("both have one", |(gold, system)| !gold.is_empty() && !system.is_empty());
    let strategy = (vec(tree, 1..5), recipe(), manner());
    check(150, strategy, |(sides, recipe, (costs, one_sided))| {
        let texts: Vec<_> =
            sides.iter().map(|(gold, system)| (text(&gold[..1]), text(&system[..1]))).collect();
        let folders = Folders::new(&texts);
        let alignment = WordAlignment { costs, one_sided, ..WordAlignment::default() };
        let [by_side, by_utterance] = [Pairing::Sides(alignment.clone()), Pairing::Utterances(alignment)]
            .map(|pairing| {
                let job = folders.job(&recipe, pairing);
                let means = [
                    scored(&job, &Parseval).totals().all_scored(),
                    scored(&job, &DependencyMeasure::default()).totals().all_scored(),
                ];
                (numbers(&job), means)
            });
        prop_assert_eq!(by_side, by_utterance, "\n{:?}", texts);
        Ok(())
    });
}

/// Aligned words are in the same order on both sides, so a match by place is also a match in order. That does
/// not hold for open classes alone: all dependencies take part in the order, and the longest chain may leave
/// out open ones.
#[test]
fn in_order_at_least_as_many_match_as_by_place() {
    let folders = Folders::new::<&str>(&[]);
    let more = Cell::new(0);
    check(500, (sides(SPEECH, 20), recipe()), |((gold, system), recipe)| {
        folders.rewrite(0, &text(&gold), &text(&system));
        let found = folders.by_side(&recipe);
        prop_assert!(found.in_order[0] >= found.dependency[0] && found.in_order[1] >= found.dependency[1]);
        prop_assert_eq!(&found.in_order[2..], &found.dependency[2..]);
        more.set(more.get() + u32::from(found.in_order[0] > found.dependency[0]));
        Ok(())
    });
    assert!(more.get() > 20, "{}", more.get());
}
