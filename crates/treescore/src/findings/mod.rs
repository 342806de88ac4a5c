//! Findings: what treescore notices about its input, beside the scores.
//!
//! A run [surveys](crate::run::survey) the trees that it scores. [`find`] reads findings off that, as figures
//! are read off sums: each has a stable id, how often it holds and where first, and what helps. A finding never
//! changes a number. `--ignore` silences one, `--deny` makes a warning end the run.

mod files;
mod id;
mod measures;
mod pairs;
mod refused;
mod slots;
mod times;
mod times_files;
mod times_words;
mod trees;
mod uneven;
mod word_errors;
mod words;
mod worth;

use std::cmp::Ordering;

pub use files::{of_encoding, of_facts, of_files, of_folders};
pub use id::FindingId;
pub use times::compare_times;
pub use uneven::count_differs;
pub(crate) use words::{remedy, short_cause};
pub use worth::Remedies;

use crate::prepare::Average;
use crate::read::{FileFault, Format, OpenError};
use crate::run::survey::Spot;
use crate::run::{Input, Plan, Scored, is_main};
use crate::setup::Pairing;
use crate::tree::Which;
use crate::values::{Advice, choice};

choice! {
    /// How serious a finding is.
    Severity {
        /// How something was read, or what was left out: no number is in doubt.
        Note = "note",
        /// The numbers are as asked, but probably not what is meant.
        Warning = "warning",
        /// No number would mean anything, or two readings are possible: nothing is scored.
        Refusal = "refusal",
    }
}

/// Something noticed about the input.
///
/// ```
/// use treescore::findings::{FindingId, find};
/// use treescore::read::Units;
/// use treescore::run::{Ask, Plan, score};
/// let gold: Units = ["(TOP (S (N a) (V b)))"].into_iter().collect();
/// let system: Units = ["(ROOT (S (N a) (V b)))"].into_iter().collect();
/// let setups = vec![treescore::Setup::named("parseval")?];
/// let mut plan = Plan::new(gold.into(), vec![system.into()], setups);
/// plan.ask = Ask { survey: true, ..Ask::default() };
/// let found = find(&plan, &score(&plan, &mut ())?);
/// assert_eq!(found[0].id, FindingId::RootDiffers);
/// assert_eq!(found[0].message, "roots differ: gold TOP 1; system ROOT 1; ROOT counts as a bracket");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Its stable name.
    pub id: FindingId,
    /// How serious it is.
    pub severity: Severity,
    /// The side it is about, if it is about one.
    pub side: Option<Which>,
    /// The number of the system it is about, if it is about one.
    pub system: Option<usize>,
    /// The number of the setup whose recipe it is about, if it is not the one that findings go by.
    pub setup: Option<usize>,
    /// How often it holds.
    pub count: Option<u64>,
    /// Of how many.
    pub of: Option<u64>,
    /// What is counted: `pair`, `bracket`, `word`.
    pub noun: &'static str,
    /// The first place, as `file:line:column`.
    pub first: Option<String>,
    /// One sentence: the cause, counts, an example.
    pub message: String,
    /// What the first help is worth, if that is known.
    pub figure: Option<FindingFigure>,
    /// What helps; the first is the likely remedy.
    pub help: Vec<Advice>,
}

/// What a remedy is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FindingFigure {
    /// The name of the figure: `f1` is F1 over all pairs.
    pub name: &'static str,
    /// Its value now.
    pub now: f64,
    /// Its value with the first help.
    pub then: f64,
}

impl Finding {
    // For the crates of this workspace; not part of the interface.
    #[doc(hidden)]
    pub fn new(id: FindingId, severity: Severity, message: String) -> Self {
        Self {
            id,
            severity,
            side: None,
            system: None,
            setup: None,
            count: None,
            of: None,
            noun: "pair",
            first: None,
            message: shorten(message),
            figure: None,
            help: Vec::new(),
        }
    }

    fn warning(id: FindingId, message: String) -> Self {
        Self::new(id, Severity::Warning, message)
    }

    fn note(id: FindingId, message: String) -> Self {
        Self::new(id, Severity::Note, message)
    }

    fn on(self, side: Which) -> Self {
        Self { side: Some(side), ..self }
    }

    fn count(self, count: u64, noun: &'static str) -> Self {
        Self { count: Some(count), noun, ..self }
    }

    fn of(self, of: u64) -> Self {
        Self { of: Some(of), ..self }
    }

    fn first(self, first: Option<String>) -> Self {
        Self { first, ..self }
    }

    fn help(mut self, advice: Advice) -> Self {
        self.help.push(advice);
        self
    }

    fn figure(self, figure: Option<FindingFigure>) -> Self {
        Self { figure, ..self }
    }

    /// The order in which findings are told: refusals, warnings, notes; then what is worth most; then as in the
    /// manual.
    fn order(&self, other: &Self) -> Ordering {
        let worth = |finding: &Self| finding.figure.map_or(0.0, |figure| (figure.then - figure.now).abs());
        (other.severity as u8)
            .cmp(&(self.severity as u8))
            .then_with(|| worth(other).total_cmp(&worth(self)))
            .then_with(|| self.id.place().cmp(&other.id.place()))
    }
}

/// Messages are at most this long; examples are cut in the middle.
const LONGEST: usize = 400;

/// Cuts a message that is too long in its middle.
fn shorten(message: String) -> String {
    let length = message.chars().count();
    if length <= LONGEST {
        return message;
    }
    let (head, tail) = (LONGEST / 2, LONGEST - LONGEST / 2 - 1);
    let end: String = message.chars().skip(length - tail).collect();
    message.chars().take(head).chain(['…']).chain(end.chars()).collect()
}

/// Finds everything that a run has to tell, in the order in which it is told.
pub fn find(plan: &Plan, scored: &Scored) -> Vec<Finding> {
    let mut found = files::find(plan, scored);
    found.extend(times_files::of_gold(scored));
    for system in (0..plan.systems.len()).filter(|&at| scored.systems[at].uneven.is_none()) {
        let look = Look::new(plan, scored, system);
        let of_trees = match look.compares_trees() {
            true => trees::find(&look),
            false if look.reads_trees => Vec::new(),
            false => trees::find_in_lines(&look),
        };
        let of_words = if look.reads_trees { words::find(&look) } else { Vec::new() };
        let about_others: [fn(&Look<'_>) -> Vec<Finding>; 6] =
            [pairs::find, word_errors::find, times::find, times_words::find, times_files::find, slots::find];
        let all =
            of_trees.into_iter().chain(of_words).chain(about_others.iter().flat_map(|find| find(&look)));
        let all = all.chain(files::encoding_differs(plan, &scored.inputs, system)).collect();
        let all = measures::join(&look, all, |other| {
            if other.compares_trees() {
                trees::find(other).into_iter().chain(pairs::refused_many(other)).collect()
            } else {
                trees::find_in_lines(other)
            }
        });
        found.extend(all.into_iter().map(|finding| Finding { system: Some(system), ..finding }));
    }
    // What is wrong with gold alone is said once, not for every system.
    let is_about_gold = |finding: &Finding| {
        use FindingId::{CutOff, Metadata, SpeakerCodes, SpeechMarks, TraceWords};
        let ids = [CutOff, Metadata, SpeakerCodes, SpeechMarks, TraceWords];
        finding.side == Some(Which::Gold) && ids.contains(&finding.id)
    };
    if plan.systems.len() > 1 {
        let (about_gold, others): (Vec<_>, Vec<_>) = found.into_iter().partition(is_about_gold);
        found = others;
        for finding in about_gold {
            let finding = Finding { system: None, ..finding };
            if !found.contains(&finding) {
                found.push(finding);
            }
        }
    }
    let uneven = scored.systems.iter().filter_map(|system| system.uneven.as_deref());
    found.extend(uneven.map(|sides| count_differs(plan, sides)));
    // Bytes that are compared as they are deserve a note only if the other side is in the same code.
    if found.iter().any(|finding| finding.id == FindingId::EncodingDiffers) {
        found.retain(|finding| finding.id != FindingId::Encoding8bit);
    }
    sort(&mut found);
    found
}

/// Finds, for a check, what is not told with a score: pairs that cannot be read or compared, which a score names one by
/// one, and what the recipe takes care of.
///
/// ```
/// use treescore::findings::{FindingId, Severity, find_more};
/// use treescore::read::Units;
/// use treescore::run::{Ask, Plan, score};
/// let units = |text: &str| -> Units { [text].into_iter().collect() };
/// let [gold, system] = ["(S (NP-SBJ (N a)) (V b))", "(S (NP (N a)) (V b))"].map(units);
/// let mut plan = Plan::new(gold.into(), vec![system.into()], vec![treescore::Setup::named("parseval")?]);
/// plan.ask = Ask { survey: true, ..Ask::default() };
/// let found = find_more(&plan, &score(&plan, &mut ())?);
/// assert_eq!((found[0].id, found[0].severity), (FindingId::FunctionTags, Severity::Note));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find_more(plan: &Plan, scored: &Scored) -> Vec<Finding> {
    let mut found = Vec::new();
    for system in (0..plan.systems.len()).filter(|&at| scored.systems[at].uneven.is_none()) {
        let look = Look::new(plan, scored, system);
        let of_one = |look: &Look<'_>| {
            let mended = if look.compares_trees() { trees::find_mended(look) } else { Vec::new() };
            mended.into_iter().chain(refused::find(look)).collect::<Vec<_>>()
        };
        let all = measures::join(&look, of_one(&look), of_one);
        found.extend(all.into_iter().map(|finding| Finding { system: Some(system), ..finding }));
    }
    found
}

/// Finds what can be said about one file. The plan has the file on both sides, and as the only system.
pub fn find_in_one(plan: &Plan, scored: &Scored) -> Vec<Finding> {
    let mut found = find(plan, scored);
    found.retain(|finding| finding.side == Some(Which::Gold));
    if !plan.systems.is_empty() {
        found.extend(refused::unreadable(&Look::new(plan, scored, 0)));
    }
    sort(&mut found);
    found.into_iter().map(|finding| Finding { side: None, system: None, ..finding }).collect()
}

/// A file that cannot be read, as a finding.
///
/// ```
/// use treescore::findings::{FindingId, of_fault};
/// use treescore::read::{Corpus, OpenError, Trees};
/// let empty = Trees::new(Corpus::held("gold.trees", b" ")).err();
/// if let Some(OpenError::Format { name, fault }) = empty {
///     assert_eq!(of_fault(&name, &fault).unwrap().id, FindingId::EmptyFile);
/// }
/// ```
pub fn of_fault(name: &str, fault: &FileFault) -> Option<Finding> {
    let id = fault.finding.parse().ok()?;
    let mut finding = Finding::new(id, Severity::Refusal, fault.about(name));
    match &fault.advice {
        // Two ways, each as it is typed.
        Some(Advice::CompareSpans) => {
            finding.help = vec![Advice::TakeRecipe("unsupervised-sentence"), Advice::CompareSpansByGold];
        }
        advice => finding.help.extend(advice.clone()),
    }
    // Brackets without labels begin where the file does.
    let is_placed = (fault.at.line, fault.at.column) != (1, 1) || id == FindingId::NoLabels;
    Some(finding.first(is_placed.then(|| format!("{name}:{}:{}", fault.at.line, fault.at.column))))
}

impl Finding {
    /// The same finding about a file of this side.
    // For the crates of this workspace; not part of the interface.
    #[doc(hidden)]
    #[must_use]
    pub fn of_side(self, side: Which) -> Self {
        let message = match self.id {
            FindingId::NoLabels if side == Which::System => {
                "the system's brackets have no labels: compare spans".to_owned()
            }
            FindingId::NoLabels => "gold's brackets have no labels: compare spans".to_owned(),
            _ => self.message.clone(),
        };
        Self { message, ..self }.on(side)
    }
}

/// What cannot be opened, as a finding, if it is one.
pub fn of_open(error: &OpenError) -> Option<Finding> {
    match error {
        OpenError::Format { name, fault } | OpenError::NoPartners { name, fault } => of_fault(name, fault),
        _ => None,
    }
}

/// The number of pairs of a system in which both sides have the same words; `None` if no measure compares them.
pub fn pairs_with_same_words(plan: &Plan, scored: &Scored, system: usize) -> Option<u64> {
    refused::same_words(&Look::new(plan, scored, system))
}

/// Puts findings into the order in which they are told: refusals, warnings, notes, each system by system.
pub fn sort(findings: &mut [Finding]) {
    let severity = |finding: &Finding| std::cmp::Reverse(finding.severity as u8);
    findings.sort_by(|a, b| {
        severity(a).cmp(&severity(b)).then_with(|| a.system.cmp(&b.system)).then_with(|| a.order(b))
    });
}

/// Drops notes about what the recipe of one measure takes care of, where a warning says that that of another does not.
pub(crate) fn drop_mended(found: &mut Vec<Finding>) {
    measures::drop_notes(found);
}

/// What findings about a system look at.
struct Look<'a> {
    plan: &'a Plan,
    scored: &'a Scored,
    system: usize,
    /// The setup whose recipe decides what counts: the first that reads trees.
    setup: usize,
    reads_trees: bool,
}

impl<'a> Look<'a> {
    fn new(plan: &'a Plan, scored: &'a Scored, system: usize) -> Self {
        let reads_trees = |setup: &crate::setup::Setup| !setup.measure.demands().syntax.is_by_line();
        let is_main = |setup: &crate::setup::Setup| is_main(setup.measure.info().name);
        let setup = plan.setups.iter().position(is_main).or_else(|| plan.setups.iter().position(reads_trees));
        Self { plan, scored, system, setup: setup.unwrap_or(0), reads_trees: setup.is_some() }
    }

    /// The same system under another setup.
    fn under(&self, setup: usize) -> Self {
        let Self { plan, scored, system, .. } = *self;
        let reads_trees = !plan.setups[setup].measure.demands().syntax.is_by_line();
        Self { plan, scored, system, setup, reads_trees }
    }

    /// True if both sides have trees, not dependencies alone.
    fn compares_trees(&self) -> bool {
        let inputs = &self.scored.inputs;
        let systems = inputs.systems.get(self.system).into_iter().flatten();
        let mut files = inputs.gold.iter().chain(systems);
        self.reads_trees && !files.any(|facts| facts.format == Format::Conllu)
    }

    /// True if the recipe reports a mean over sentences, so that F1 over the corpus is not its headline.
    fn is_mean(&self) -> bool {
        self.plan.setups[self.setup].recipe.average == Average::Sentence
    }

    fn input(&self, which: Which) -> &'a Input {
        match which {
            Which::Gold => &self.plan.gold,
            Which::System => &self.plan.systems[self.system],
        }
    }

    /// A place as people read it.
    fn place(&self, which: Which, spot: Option<Spot>) -> Option<String> {
        let Spot { document, line, column } = spot?;
        let input = self.input(which);
        let name = input.document_name(document).unwrap_or_else(|| input.short_name());
        Some(format!("{name}:{line}:{column}"))
    }

    /// What a unit of scoring is called: a pair, a group of trees, or a conversation side.
    fn unit(&self) -> &'static str {
        match self.plan.setups[self.setup].pairing {
            Pairing::Text(_) => "group",
            Pairing::Sides(_) => "side",
            _ => "pair",
        }
    }

    /// F1 of summed counts of the setup, if its measure has such a figure.
    fn f1(&self, counts: &[i128]) -> Option<f64> {
        worth::f1(&self.plan.setups[self.setup], counts)
    }

    /// The sums of the setup.
    fn totals(&self) -> &'a crate::run::Totals {
        &self.scored.systems[self.system].setups[self.setup].totals
    }
}

/// A label or word as text.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
