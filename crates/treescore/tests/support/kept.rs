//! A run with all its rows.

use treescore::measure::Measure;
use treescore::run::{Job, Observer, RunError, Scored, SentenceRow, score};

/// What a run gave.
#[derive(Debug)]
pub struct Run<T> {
    pub scored: Scored<T>,
    pub rows: Vec<SentenceRow<T>>,
}

/// Keeps every row of a run.
#[derive(Debug)]
pub struct Kept<T>(pub Vec<SentenceRow<T>>);

impl<T: Clone + Send> Observer<T> for Kept<T> {
    fn sentence(&mut self, row: SentenceRow<T>) {
        self.0.push(row);
    }
}

/// Runs a job and keeps the rows that it asks for.
pub fn run<M: Measure>(job: &Job, measure: &M) -> Result<Run<M::Tally>, RunError> {
    let mut rows = Kept(Vec::new());
    let scored = score(job, measure, &mut rows)?;
    Ok(Run { scored, rows: rows.0 })
}
