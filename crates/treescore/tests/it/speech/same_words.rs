//! Where words and sentences are the same, a conversation side is the sum of its sentences.

use std::cell::Cell;

use proptest::prelude::*;
use treescore::align::WordCounts;
use treescore::measure::{Attachment, DependencyCounts, DependencyMeasure, Measure, Parseval};
use treescore::prepare::Recipe;
use treescore::setup::{Pairing, WordAlignment};

use crate::speech::made::{SPEECH, recipe, same_words, text};
use crate::speech::runs::{self, Folders};
use crate::support::job::Job;
use crate::support::recipes::named;
use crate::support::sketch::check;

/// The counts of a measure by side and by sentence, and the word errors of the side; `None` if sentences were
/// refused.
type Counts = (Vec<u64>, Vec<u64>, WordCounts);

fn counts<M: Measure, const N: usize>(
    (sides, plain): (&Job, &Job),
    measure: &M,
    of: fn(&M::Counts) -> [u64; N],
) -> Option<Counts> {
    let plain = plain.run(measure);
    if plain.totals().refused > 0 {
        return None;
    }
    let whole = runs::scored(sides, measure);
    Some((of(&whole.counts()).to_vec(), of(&plain.counts()).to_vec(), whole.words()))
}

fn any_recipe() -> impl Strategy<Value = Recipe> {
    // A sentence may be too short where the side of many sentences is not.
    let named = named().prop_map(|recipe| Recipe { shortest: 1, ..recipe });
    prop_oneof![named, recipe()]
}

#[test]
fn a_side_is_the_sum_of_its_sentences() {
    let folders = Folders::new::<&str>(&[]);
    let compared = Cell::new(0);
    check(1500, (same_words(SPEECH, 24), any_recipe(), 0..4u8), |((gold, system), recipe, which)| {
        folders.rewrite(0, &text(&gold), &text(&system));
        let sides = folders.job(&recipe, Pairing::Sides(WordAlignment::default()));
        let plain = folders.job(&recipe, Pairing::InOrder);
        let jobs = (&sides, &plain);
        let found = match which {
            0 => counts(jobs, &Parseval, runs::brackets),
            1 => counts(jobs, &DependencyMeasure::default(), runs::dependencies),
            2 => counts(jobs, &DependencyMeasure::open_class(), runs::dependencies),
            _ => counts(jobs, &Attachment::default(), runs::attachment),
        };
        let Some((by_side, by_sentence, words)) = found else { return Ok(()) };
        compared.set(compared.get() + 1);
        prop_assert_eq!(by_side, by_sentence, "\n{}\n{}", text(&gold), text(&system));
        prop_assert_eq!(words.correct, words.gold);
        prop_assert_eq!(words.substituted + words.deleted + words.inserted, 0);
        prop_assert_eq!([words.gold_breaks, words.system_breaks], [words.break_matches; 2]);
        Ok(())
    });
    assert!(compared.get() > 800, "{}", compared.get());
}

/// In order, everything that matches by sentence still matches by side, and more may match.
#[test]
fn in_order_a_side_has_at_least_what_its_sentences_have() {
    let folders = Folders::new::<&str>(&[]);
    let more = Cell::new(0);
    let mut measure = DependencyMeasure::default();
    measure.set("pairing", "order").unwrap();
    check(300, same_words(SPEECH, 24), |(gold, system)| {
        folders.rewrite(0, &text(&gold), &text(&system));
        let recipe = Recipe::named("speech").unwrap();
        let whole = runs::scored(&folders.job(&recipe, Pairing::Sides(WordAlignment::default())), &measure);
        let plain = runs::scored(&folders.job(&recipe, Pairing::InOrder), &measure);
        let (whole, plain): (DependencyCounts, DependencyCounts) = (whole.counts(), plain.counts());
        prop_assert_eq!((whole.gold, whole.system), (plain.gold, plain.system));
        prop_assert!(whole.matched >= plain.matched && whole.unlabeled >= plain.unlabeled);
        more.set(more.get() + u32::from(whole.matched > plain.matched));
        Ok(())
    });
    assert!(more.get() > 0);
}
