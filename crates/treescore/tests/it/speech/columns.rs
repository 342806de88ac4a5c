//! The built-in word alignment, written in another program's format and read back, changes no number but word
//! errors: those are the errors of the alignment that is read, which need not be the cheapest.

use std::cell::Cell;

use proptest::prelude::*;
use treescore::align::WordCounts;
use treescore::align::sequence::Costs;
use treescore::prepare::{Recipe, WordForm};
use treescore::read::columns::WordColumns;
use treescore::setup::{AlignedBy, Pairing, WordAlignment};

use crate::speech::made::{SPEECH, manner, recipe, sides, text};
use crate::speech::runs::{Folders, Numbers, numbers};
use crate::speech::twin::Side;
use crate::support::job::Job;
use crate::support::sketch::check;

/// An alignment as three columns.
pub(crate) fn three_columns(gold: &str, system: &str, recipe: &Recipe, costs: Costs) -> String {
    let (gold, system) = (Side::read(gold, recipe), Side::read(system, recipe));
    let line = |cell: &(Option<usize>, Option<usize>)| match cell {
        (Some(gold_word), Some(system_word)) => {
            let code = if gold.is_equal(*gold_word, &system, *system_word) { "000" } else { "001" };
            format!("{}\t{}\t{code}\n", gold.words[*gold_word].text, system.words[*system_word].text)
        }
        (Some(gold_word), None) => format!("{}\t100\n", gold.words[*gold_word].text),
        (None, Some(system_word)) => format!("\t{}\t010\n", system.words[*system_word].text),
        (None, None) => String::new(),
    };
    gold.align(&system, costs).iter().map(line).collect()
}

#[test]
fn an_alignment_that_is_read_back() {
    let folders = Folders::new::<&str>(&[]);
    let wrong = Cell::new(0);
    check(700, (sides(SPEECH, 16), recipe(), manner()), |((gold, system), recipe, (costs, one_sided))| {
        // Columns ignore case and hyphens.
        let recipe = Recipe { word_form: WordForm::Folded, ..recipe };
        let (gold, system) = (text(&gold), text(&system));
        folders.rewrite(0, &gold, &system);
        let built_in = WordAlignment { costs, one_sided, ..WordAlignment::default() };
        let written = three_columns(&gold, &system, &recipe, costs);
        let columns = WordColumns::from_bytes("columns", written.as_bytes()).unwrap();
        let read = WordAlignment { by: AlignedBy::File, ..built_in.clone() };
        let [built_in, read] =
            [built_in, read].map(|alignment| folders.job(&recipe, Pairing::Sides(alignment)));
        let expected = numbers(&built_in);
        let found = numbers(&Job { columns: Some([columns].into()), ..read });
        wrong.set(wrong.get() + u32::from(expected.errors.correct < expected.errors.gold));
        let errors = |of: &WordCounts| of.substituted + of.deleted + of.inserted;
        let cost = |of: &WordCounts| {
            of.substituted * u64::from(costs.substitute)
                + of.deleted * u64::from(costs.delete)
                + of.inserted * u64::from(costs.insert)
        };
        prop_assert!(cost(&found.errors) >= cost(&expected.errors), "the plain alignment is the cheapest");
        prop_assert!(found.errors.errors_equal_words <= errors(&found.errors));
        let without_errors = |of: Numbers| {
            let WordCounts { pairs, gold, gold_breaks, system_breaks, break_matches, .. } = of.errors;
            let errors = WordCounts {
                pairs,
                gold,
                gold_breaks,
                system_breaks,
                break_matches,
                ..WordCounts::default()
            };
            Numbers { errors, ..of }
        };
        let (expected, found) = (without_errors(expected), without_errors(found));
        prop_assert_eq!(expected, found, "\n{}\n{}\n{}", gold, system, written);
        Ok(())
    });
    assert!(wrong.get() > 300, "{}", wrong.get());
}
