//! Why two numbers differ: what each rule of a recipe is worth.
//!
//! Two setups of one measure differ in some [rules](rules()). A [`Lattice`] has the setups between them, each with some of
//! the rules switched, for [one run](crate::run::score). Its [`Explanation`] has what each rule is worth if rules are switched
//! one after the other, and what it is worth whatever the order (its Shapley value). Both add up to the whole difference, to
//! the last digit.
//!
//! ```
//! use treescore::explain::{End, Lattice};
//! use treescore::prepare::Recipe;
//! use treescore::read::Units;
//! use treescore::run::{Plan, score};
//! use treescore::Setup;
//! let end = |name| -> Result<End, Box<dyn std::error::Error>> {
//!     let recipe = Recipe::named(name).ok_or("no such recipe")?;
//!     Ok(End::new(name, Setup::named("parseval")?.with_recipe(recipe)))
//! };
//! let lattice = Lattice::new(end("raw")?, end("collins")?, &[], 12345)?;
//! let gold: Units = ["(TOP (S (NP (D a) (N b)) (V c) (. .)))"].into_iter().collect();
//! let system: Units = ["(TOP (S (NP (D a) (N b)) (VP (V c) (. .))))"].into_iter().collect();
//! let mut plan = Plan::new(gold.into(), vec![system.into()], Vec::new());
//! lattice.ask(&mut plan);
//! let explanation = lattice.explain(&score(&plan, &mut ())?, 0)?;
//! let steps = explanation.steps.iter().map(|step| step.points);
//! assert_eq!(steps.sum::<treescore::explain::Points>(), explanation.difference());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod examples;
mod lattice;
mod names;
mod points;
mod rules;
mod shares;

pub use examples::{Example, PairState};
pub use lattice::Lattice;
pub use points::Points;
pub use rules::{Effect, Rule, SettingChange, rules};

use crate::measure::{Figure, MeasureInfo};
use crate::prepare::{Average, SettingError};
use crate::run::RowKind;
use crate::setup::Setup;
use crate::values::choice;

/// One of the two numbers: how it is made.
#[derive(Clone, Debug)]
pub struct End {
    /// What it is called.
    pub name: String,
    /// The setup.
    pub setup: Setup,
    /// The pairs that its figure is over.
    pub pairs: Pairs,
}

impl End {
    /// A number over all scored pairs, as most scorers print it.
    pub fn new(name: impl Into<String>, setup: Setup) -> Self {
        Self { name: name.into(), setup, pairs: Pairs::Scored }
    }

    /// What a number is called that was asked for by a recipe, file or signature, and changes `KEY=VALUE`.
    ///
    /// ```
    /// use treescore::explain::End;
    /// assert_eq!(End::name_of("treescore:0.1.0|m:parseval|r:0d4ee5b9", &[]), "r:0d4ee5b9");
    /// assert_eq!(End::name_of("raw", &["avg=sentence".to_owned()]), "raw, avg=sentence");
    /// ```
    pub fn name_of(given: &str, settings: &[String]) -> String {
        let name = match given.rsplit_once("|r:") {
            Some((_, hash)) if given.starts_with("treescore:") => format!("r:{hash}"),
            _ => given.to_owned(),
        };
        if settings.is_empty() { name } else { format!("{name}, {}", settings.join(", ")) }
    }
}

choice! {
    /// The pairs that a figure is over.
    Pairs {
        /// Those that were scored.
        Scored = "scored",
        /// All: refused pairs count as if nothing was found.
        All = "all",
        /// Those that were scored and are not longer than the cutoff.
        Within = "within",
    }
}

/// What each rule is worth.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The measure.
    pub info: &'static MeasureInfo,
    /// What pairs are.
    pub kind: RowKind,
    /// The first number.
    pub from: Number,
    /// The second number.
    pub to: Number,
    /// The rules, in the order in which they were switched.
    pub steps: Vec<Step>,
    /// How many orders the shares are means over; `None`: all orders.
    pub orders: Option<usize>,
    /// The seed of drawn orders.
    pub seed: u64,
}

impl Explanation {
    /// The figure that is explained.
    pub fn figure(&self) -> &'static Figure {
        &self.info.figures[0]
    }

    /// The whole difference.
    pub fn difference(&self) -> Points {
        self.to.points - self.from.points
    }
}

/// A number that is explained.
#[derive(Clone, Debug)]
pub struct Number {
    /// What it is called.
    pub name: String,
    /// The figure; `None` if it is undefined.
    pub value: Option<f64>,
    /// The figure on the grid of differences; undefined is zero.
    pub points: Points,
    /// The average.
    pub average: Average,
    /// The pairs that it is over.
    pub pairs: Pairs,
    /// How many pairs were scored.
    pub scored: u64,
    /// How many were refused.
    pub refused: u64,
    /// How it was made.
    pub signature: String,
}

/// A rule, and what it is worth.
#[derive(Clone, Debug)]
pub struct Step {
    /// The rule.
    pub rule: Rule,
    /// What it is worth after the rules before it.
    pub points: Points,
    /// The figure with the rules up to this one.
    pub value: Option<f64>,
    /// What it is worth whatever the order.
    pub share: Points,
    /// How many pairs change; `None` if trees were paired otherwise before.
    pub pairs: Option<u64>,
    /// How many pairs were refused before it, and after it.
    pub refused: (u64, u64),
    /// Pairs that change, those that change most first.
    pub examples: Vec<Example>,
}

impl Step {
    /// Whether the rule is worth an example: a tenth of a point.
    pub fn is_notable(&self) -> bool {
        self.points.value().abs() >= 0.001
    }
}

/// Why a difference cannot be explained.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExplainError {
    /// The measures differ.
    #[error("{from} and {to} are different measures, whose numbers are not comparable: choose one measure")]
    Measures {
        /// The first.
        from: &'static str,
        /// The second.
        to: &'static str,
    },
    /// Files are read, or trees paired, in different ways.
    #[error(
        "the two numbers do not read the same trees ({what}: {from}, and {to}), which is not a rule to switch: read them alike"
    )]
    Reading {
        /// What differs.
        what: &'static str,
        /// How it was.
        from: String,
        /// How it is.
        to: String,
    },
    /// Sentences up to a cutoff that there is not.
    #[error("{name} has no cutoff, so that it has no sentences within it: set one")]
    NoCutoff {
        /// The end.
        name: String,
    },
    /// No rule has this name.
    #[error("there is no rule `{id}`; the rules are {}", Rule::IDS.join(", "))]
    Unknown {
        /// The name.
        id: String,
    },
    /// The rule is the same in both.
    #[error("`{id}` is not a rule in which the two differ; those are {}", differ.join(", "))]
    Same {
        /// The rule.
        id: String,
        /// The rules that differ.
        differ: Vec<&'static str>,
    },
    /// The rule comes twice.
    #[error("the rule `{id}` is in the order twice")]
    Twice {
        /// The rule.
        id: String,
    },
    /// The figure is undefined at one end.
    #[error(
        "there is no difference to explain: {figure} of {name} is undefined, because nothing was scored that counts"
    )]
    Undefined {
        /// The figure.
        figure: &'static str,
        /// The end.
        name: String,
    },
    /// The run has not what the lattice asked for.
    #[error("the run is not that of the lattice: {0} has to be asked for")]
    OtherRun(&'static str),
    /// A setting cannot be switched.
    #[error(transparent)]
    Setting(#[from] SettingError),
}
