//! An explanation of a difference: what each rule is worth, and pairs that show it.

mod axis;
mod json;
mod text;

use crate::explain::{Example, Explanation};

#[cfg(feature = "schema")]
pub(super) use json::ExplainJson;
pub use json::{render_csv, render_json};
pub use text::{render, render_typeset};

/// An explanation, and the examples that are shown.
#[derive(Clone, Debug)]
pub struct Explained {
    /// The explanation.
    pub explanation: Explanation,
    /// The examples of each rule, in the order of the rules.
    pub examples: Vec<Vec<ShownExample>>,
    /// The name of the system, for captions.
    pub system: Option<String>,
}

/// A pair that a rule changes, with its trees.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownExample {
    /// The pair.
    pub example: Example,
    /// The gold tree in brackets, without tags, if it can be read again.
    pub gold: Option<String>,
    /// The system's tree.
    pub system: Option<String>,
    /// What differed between them before, and what differs after.
    pub differences: [Vec<String>; 2],
}

impl Explained {
    /// The explanation with some examples of each rule that is worth one, without trees.
    pub fn new(explanation: Explanation, most: usize) -> Self {
        let shown = |example: &Example| ShownExample {
            example: example.clone(),
            gold: None,
            system: None,
            differences: Default::default(),
        };
        let examples = explanation.steps.iter().map(|step| {
            let most = if step.is_notable() { most } else { 0 };
            step.examples.iter().take(most).map(shown).collect()
        });
        Self { examples: examples.collect(), explanation, system: None }
    }
}
