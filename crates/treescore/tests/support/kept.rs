//! The rows of a run.

use treescore::run::{Observer, SentenceRow};

/// Keeps every row of a run.
#[derive(Debug)]
pub struct Kept<T>(pub Vec<SentenceRow<T>>);

impl<T: Clone + Send> Observer<T> for Kept<T> {
    fn sentence(&mut self, row: SentenceRow<T>) {
        self.0.push(row);
    }
}
