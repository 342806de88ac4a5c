//! Text alignment: the kernel and the runner against their naive twin, and laws for any two files.

mod accounts;
mod bytes;
mod listed;
mod local;
mod made;
mod plain;
mod positions;
mod twin;

use crate::support::files::Files;
use crate::support::job::Job;
use treescore::align::text::TextCounts;
use treescore::prepare::Recipe;
use treescore::setup::{Pairing, TextAlignment};

/// A job that aligns the texts and keeps every group.
fn job(files: &Files, recipe: Recipe) -> Job {
    Job { pairing: Pairing::Text(TextAlignment::default()), ..files.job(recipe) }.keeping_all()
}

/// The counts that the alignment of words decides alone. Listings know no brackets.
fn of_words(text: TextCounts) -> TextCounts {
    TextCounts { same_text: 0, same_text_gold: 0, same_text_system: 0, same_characters: 0, ..text }
}
