//! A self-test: whether the laws of scoring hold on somebody's own trees.

use std::fmt::Write as _;

use serde::Serialize;

use super::json::in_memory;
use super::number::{count, counted};
use super::style::{Style, display_width, visible, wrap};
use crate::read::InputFacts;
use crate::values::choice;

/// The schema of a self-test in JSON.
const SCHEMA: &str = "treescore.selftest/1";

choice! {
    /// A law of scoring.
    Law {
        /// Gold against itself is perfect.
        Identity = "identity",
        /// Swapped sides swap recall and precision, and keep F1.
        SidesSwapped = "sides swapped",
        /// The number of threads and the size of blocks change nothing.
        ThreadsAndBlocks = "threads and blocks",
        /// Pairs, two halves and classes of length sum to the total.
        PartsAddUp = "parts add up",
        /// The verdicts on single items sum to the counts.
        MatchesFold = "matches fold to counts",
        /// Trees that are written and read back are the same.
        ReadBack = "written and read back",
    }
}

/// What became of a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It holds wherever it was checked.
    Holds,
    /// It fails at least once.
    Fails,
    /// It does not apply, or there was nothing to check it on.
    NotChecked,
}

impl Outcome {
    /// The name for people.
    fn as_str(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Fails => "fails",
            Self::NotChecked => "not checked",
        }
    }
}

/// Where something was found, and what it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FoundAt {
    /// The file of the gold tree; `null` if it is about all pairs.
    pub file: Option<String>,
    /// The line on which the gold tree begins, from 1; `null` if it is about all pairs.
    pub line: Option<u64>,
    /// What was found.
    pub what: String,
}

impl FoundAt {
    /// Something about all pairs together.
    pub fn everywhere(what: impl Into<String>) -> Self {
        Self { file: None, line: None, what: what.into() }
    }

    fn text(&self) -> String {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => format!("{file}:{line}: {}", self.what),
            (Some(file), None) => format!("{file}: {}", self.what),
            _ => self.what.clone(),
        }
    }
}

/// One law, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LawCheck {
    /// The law.
    pub law: Law,
    /// The measure; `None` for a law about trees.
    pub measure: Option<&'static str>,
    /// The number of pairs or trees it was checked on.
    pub checked: u64,
    /// The number of pairs that were refused, or of trees that could not be read or written.
    pub refused: u64,
    /// The first of these.
    pub first_refused: Option<FoundAt>,
    /// How often it failed.
    pub failed: u64,
    /// The first failure.
    pub first: Option<FoundAt>,
    /// What to know about the check: why it does not apply, or how it was done.
    pub note: Option<String>,
}

impl LawCheck {
    /// A law that was not checked on anything yet.
    pub fn new(law: Law, measure: Option<&'static str>) -> Self {
        let (first, first_refused, note) = (None, None, None);
        Self { law, measure, checked: 0, refused: 0, first_refused, failed: 0, first, note }
    }

    /// What became of it.
    pub fn outcome(&self) -> Outcome {
        match (self.failed, self.checked) {
            (0, 0) => Outcome::NotChecked,
            (0, _) => Outcome::Holds,
            _ => Outcome::Fails,
        }
    }

    /// Counts a check, and the failure if there is one.
    pub fn check(&mut self, failure: Option<FoundAt>) {
        self.checked += 1;
        self.fail(failure);
    }

    /// Counts a failure of what was checked, if there is one.
    pub fn fail(&mut self, failure: Option<FoundAt>) {
        self.failed += u64::from(failure.is_some());
        if let Some(failure) = failure {
            self.first.get_or_insert(failure);
        }
    }

    /// Counts a pair or tree that it could not be checked on.
    pub fn refuse(&mut self, why: impl FnOnce() -> FoundAt) {
        self.refused += 1;
        self.first_refused.get_or_insert_with(why);
    }

    /// The noun of what it is checked on.
    fn noun(&self) -> &'static str {
        if self.law == Law::ReadBack { "tree" } else { "pair" }
    }
}

/// The laws, checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selftest {
    /// The name of the gold side.
    pub gold: String,
    /// The name of the system; `None` if its trees were made from gold's.
    pub system: Option<String>,
    /// The laws, measure by measure.
    pub laws: Vec<LawCheck>,
    /// What is known about the files.
    pub inputs: Vec<InputFacts>,
}

impl Selftest {
    /// True if no law fails.
    pub fn holds(&self) -> bool {
        self.laws.iter().all(|law| law.outcome() != Outcome::Fails)
    }

    /// True if some law was checked on something.
    pub fn is_checked(&self) -> bool {
        self.laws.iter().any(|law| law.outcome() != Outcome::NotChecked)
    }
}

/// A self-test in JSON.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Selftest"))]
pub(super) struct SelftestJson<'s> {
    /// The name and version of this schema: `treescore.selftest/1`.
    schema: &'s str,
    /// The version of treescore.
    treescore: &'s str,
    /// The name of the gold side.
    gold: &'s str,
    /// The name of the system; `null` if its trees were made from gold's, with some brackets left out and relabelled.
    system: Option<&'s str>,
    /// True if no law fails.
    holds: bool,
    /// The laws, measure by measure.
    laws: Vec<LawJson<'s>>,
}

/// A law in JSON.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Law"))]
struct LawJson<'s> {
    /// The name of the law.
    law: &'s str,
    /// The measure; `null` for a law about trees.
    measure: Option<&'s str>,
    /// What became of it.
    outcome: Outcome,
    /// What it was checked on: `pair` or `tree`.
    unit: &'s str,
    /// The number of pairs or trees it was checked on.
    checked: u64,
    /// The number of pairs that were refused, or of trees that could not be read or written.
    refused: u64,
    /// The first of these.
    first_refused: Option<&'s FoundAt>,
    /// How often it failed.
    failed: u64,
    /// The first failure.
    first: Option<&'s FoundAt>,
    /// Why it does not apply, or how it was checked.
    note: Option<&'s str>,
}

impl<'s> From<&'s LawCheck> for LawJson<'s> {
    fn from(law: &'s LawCheck) -> Self {
        Self {
            law: law.law.as_str(),
            measure: law.measure,
            outcome: law.outcome(),
            unit: law.noun(),
            checked: law.checked,
            refused: law.refused,
            first_refused: law.first_refused.as_ref(),
            failed: law.failed,
            first: law.first.as_ref(),
            note: law.note.as_deref(),
        }
    }
}

/// Renders a self-test as JSON.
///
/// ```
/// use treescore::report::selftest::{Selftest, render_json};
/// assert!(render_json(&Selftest::default()).contains("\"holds\": true"));
/// ```
pub fn render_json(selftest: &Selftest) -> String {
    let json = SelftestJson {
        schema: SCHEMA,
        treescore: env!("CARGO_PKG_VERSION"),
        gold: &selftest.gold,
        system: selftest.system.as_deref(),
        holds: selftest.holds(),
        laws: selftest.laws.iter().map(LawJson::from).collect(),
    };
    in_memory(serde_json::to_string_pretty(&json)) + "\n"
}

/// Renders a self-test for people: a line for each law.
pub fn render_text(selftest: &Selftest, style: &Style) -> String {
    let made = || format!("{}, with some brackets left out and relabelled", selftest.gold);
    let system = selftest.system.clone().unwrap_or_else(made);
    let mut text = String::new();
    for line in [format!("gold: {}", selftest.gold), format!("system: {system}")] {
        push(&mut text, &line, 2, style);
    }
    text += "\n";
    let heads: Vec<[String; 4]> = selftest.laws.iter().map(head).collect();
    let widths: [usize; 4] =
        std::array::from_fn(|at| heads.iter().map(|head| display_width(&head[at])).max().unwrap_or(0));
    let indent = widths.iter().sum::<usize>() + 2 * widths.len();
    for (law, head) in selftest.laws.iter().zip(&heads) {
        let cells = head.iter().zip(widths).enumerate().map(|(at, (cell, width))| {
            let gap = " ".repeat(width - display_width(cell));
            if at == 2 { gap + cell } else { cell.clone() + &gap }
        });
        let cells: Vec<String> = cells.chain([remark(law)]).collect();
        push(&mut text, cells.join("  ").trim_end(), indent.min(style.width / 2), style);
    }
    text + "\n" + &verdict(selftest)
}

/// Adds a line, wrapped.
fn push(text: &mut String, line: &str, indent: usize, style: &Style) {
    *text += &(wrap(&visible(line, style), style.width, indent).join("\n") + "\n");
}

/// Measure, law, number, outcome.
fn head(law: &LawCheck) -> [String; 4] {
    [
        law.measure.unwrap_or("trees").to_owned(),
        law.law.as_str().to_owned(),
        counted(law.checked, law.noun()),
        law.outcome().as_str().to_owned(),
    ]
}

/// What is said behind the outcome.
fn remark(law: &LawCheck) -> String {
    let mut remark = law.first.as_ref().map(FoundAt::text).unwrap_or_default();
    let mut add = |part: String| {
        let gap = if remark.is_empty() { "" } else { "; " };
        let _ = write!(remark, "{gap}{part}"); // a string takes everything
    };
    if law.failed > 1 {
        add(format!("and {} more", count(law.failed - 1)));
    }
    if let Some(note) = &law.note {
        add(note.clone());
    }
    if let Some(first) = &law.first_refused {
        add(format!("{} not checked, first {}", counted(law.refused, law.noun()), first.text()));
    }
    remark
}

/// The last line.
fn verdict(selftest: &Selftest) -> String {
    let of = |outcome| selftest.laws.iter().filter(|law| law.outcome() == outcome).count();
    let (failing, unchecked) = (of(Outcome::Fails), of(Outcome::NotChecked));
    let checked = selftest.laws.len() - unchecked;
    let mut text = match failing {
        _ if checked == 0 => "nothing was checked".to_owned(),
        0 => format!("holds: all {checked} laws"),
        some => format!("fails: {some} of {checked} laws"),
    };
    if checked > 0 && unchecked > 0 {
        let _ = write!(text, "; {unchecked} not checked");
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selftest() -> Selftest {
        let mut identity = LawCheck::new(Law::Identity, Some("parseval"));
        (0..3).for_each(|_| identity.check(None));
        let place = |line, what: &str| FoundAt {
            file: Some("gold.trees".to_owned()),
            line: Some(line),
            what: what.to_owned(),
        };
        identity.refuse(|| place(4, "not a tree"));
        let mut folds = LawCheck::new(Law::MatchesFold, Some("parseval"));
        folds.check(Some(place(2, "matched is 3, but 2 items matched")));
        folds.check(Some(place(3, "another")));
        let mut swapped = LawCheck::new(Law::SidesSwapped, Some("parseval"));
        swapped.note = Some("does not apply".to_owned());
        let laws = vec![identity, swapped, folds];
        Selftest { gold: "gold.trees".to_owned(), laws, ..Selftest::default() }
    }

    #[test]
    fn a_line_for_each_law() {
        let style = Style { width: 120, ..Style::default() };
        insta::assert_snapshot!(render_text(&selftest(), &style), @r"
        gold: gold.trees
        system: gold.trees, with some brackets left out and relabelled

        parseval  identity                3 pairs  holds        1 pair not checked, first gold.trees:4: not a tree
        parseval  sides swapped           0 pairs  not checked  does not apply
        parseval  matches fold to counts  2 pairs  fails        gold.trees:2: matched is 3, but 2 items matched; and 1 more

        fails: 1 of 2 laws; 1 not checked
        ");
    }

    #[test]
    fn what_holds() {
        let mut selftest = selftest();
        assert!(!selftest.holds() && selftest.is_checked());
        selftest.laws.truncate(2);
        assert!(selftest.holds() && selftest.is_checked());
        assert!(render_text(&selftest, &Style::default()).ends_with("holds: all 1 laws; 1 not checked\n"));
        selftest.laws.remove(0);
        assert!(selftest.holds() && !selftest.is_checked());
    }
}
