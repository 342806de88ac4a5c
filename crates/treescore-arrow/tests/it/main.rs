//! All tests of tables, in one: they are built and linked once.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests read and write files, and stop at the first surprise"
)]

mod batches;
#[cfg(feature = "parquet")]
mod hostile;
#[cfg(feature = "parquet")]
mod parquet;
mod schemas;
mod sums;

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use treescore::Setup;
use treescore::front::SystemScore;
use treescore::read::Units;
use treescore::run::{Plan, score};

/// Pairs of every kind: equal, different, refused for many reasons.
pub(crate) const PAIRS: [(Option<&str>, Option<&str>); 8] = [
    (Some("(S (NP (D the) (N cat)) (VP (V sat)))"), Some("(S (NP (D the) (N cat)) (VP (V sat)))")),
    (Some("(S (NP (D a) (N b)) (V c))"), Some("(S (D a) (VP (N b) (V c)))")),
    (Some("(S (N a) (V b))"), None),
    (None, Some("(S (N a) (V b))")),
    (Some("(S (N a) (V b))"), Some("(S (N a) (V b)")),
    (Some("(S (N a) (V b))"), Some("(S (N a) (V c))")),
    (Some("(S (N a) (V b))"), Some("")),
    (Some("(S (NP (N é)) (VP (V b)))"), Some("(S (NP (N é)) (V b))")),
];

pub(crate) fn strings<'t>(texts: impl IntoIterator<Item = Option<&'t str>>) -> ArrayRef {
    Arc::new(texts.into_iter().collect::<StringArray>())
}

/// The pairs as a batch with columns `gold` and `system`.
pub(crate) fn batch() -> RecordBatch {
    let (gold, system) = (PAIRS.map(|(gold, _)| gold), PAIRS.map(|(_, system)| system));
    RecordBatch::try_from_iter([("gold", strings(gold)), ("system", strings(system))]).unwrap()
}

pub(crate) fn setup(measure: &str) -> Setup {
    Setup::named(measure).unwrap()
}

/// The score of the pairs, without tables.
pub(crate) fn expected(measure: &str) -> SystemScore {
    let (gold, system) = (PAIRS.map(|(gold, _)| gold), PAIRS.map(|(_, system)| system));
    let side = |trees: [Option<&str>; 8]| -> Units { trees.map(Option::unwrap_or_default).iter().collect() };
    let (gold, system) = (side(gold), side(system));
    let plan = Plan::new(gold.into(), vec![system.into()], vec![setup(measure)]);
    SystemScore::collect(&plan, &score(&plan, &mut ()).unwrap()).remove(0)
}
