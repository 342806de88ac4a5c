//! `treescore GOLD SYSTEM…`: scoring.

use std::io::{self, Write};
use std::process::ExitCode;

use treescore::findings::{self, Severity};
use treescore::read::Uneven;
use treescore::report::model::{Report, SystemReport, SystemScores};
use treescore::report::number::{count, counted};
use treescore::report::rows::RowWriter;
use treescore::report::{self, FindingReport, Format, LabelRows, Style, build, diagnostic};
use treescore::run::{self, Plan, Rows, RunError, Scored, Shift, TimedError, UnevenSides};
use treescore::setup::Signature;
use treescore::values::Advice;

use super::effects;
use crate::advice;
use crate::args::ScoreArgs;
use crate::args::input::InputError;
use crate::job::{Job, JobError};
use crate::messages::Messages;
use crate::output::{CreateError, Output};
use crate::watch::{self, Watch};
use crate::{interrupt, terminal};

/// Why nothing was scored.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ScoreError {
    #[error(transparent)]
    Job(#[from] JobError),
    #[error(transparent)]
    Run(#[from] RunError),
    /// With `--strict`: a refused pair, and where it is.
    #[error("{text}")]
    Strict { text: String, advice: Option<Advice> },
    #[error("{gold} and {system} hold no trees")]
    NoPairs { gold: String, system: String, advice: Option<Advice> },
    #[error("there is no pair {pair}: the last pair is {read}")]
    NoPair { pair: u64, read: u64 },
    #[error(transparent)]
    Input(#[from] InputError),
    #[error(
        "--set punct=own cannot be used with {0}, whose words have no tags: gold's tags decide what is punctuation; remove the setting"
    )]
    NoOwnTags(String),
    /// A finding that ends the run; it was shown before.
    #[error("there are no scores because of {0}")]
    Finding(String),
    #[error("cannot write the results: {0}")]
    Write(#[from] io::Error),
    #[error(transparent)]
    Create(#[from] CreateError),
}

impl ScoreError {
    /// Returns true if the reader closed the pipe, which is not an error.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Write(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Renders the error.
    pub(crate) fn render(&self, style: &Style) -> String {
        match self {
            Self::Run(RunError::Uneven(sides)) => render_uneven(sides, diagnostic::fatal, style),
            Self::Run(RunError::Times(TimedError::Times(error))) => {
                diagnostic::fatal(&advice::append(error, error.advice()), &[], &[], style)
            }
            Self::Strict { text, advice } => {
                diagnostic::fatal(&advice::append(text, advice.clone()), &[], &[], style)
            }
            Self::NoPairs { advice, .. } => {
                diagnostic::fatal(&advice::append(self, advice.clone()), &[], &[], style)
            }
            other => diagnostic::fatal(&advice::explain(other), &[], &[], style),
        }
    }
}

/// Renders the error of unequal numbers of trees: where the files diverge, and what to do. The system has no
/// scores; others may have.
fn render_uneven(sides: &UnevenSides, render: Render, style: &Style) -> String {
    let UnevenSides { uneven, is_by_words, is_by_line, shift, first_difference, first_unread } = sides;
    let title = format!(
        "{} has {}, {} has {}",
        side_name(&uneven.gold_name),
        report::number::counted(uneven.gold, if *is_by_line { "line" } else { "tree" }),
        side_name(&uneven.system_name),
        count(uneven.system)
    );
    let help = if uneven.gold.min(uneven.system) == 0 {
        vec!["check that the file is complete".to_owned()]
    } else if *is_by_line {
        vec!["write an utterance without words as an empty line, on both sides".to_owned()]
    } else {
        vec![
            "to align the texts: --align; for recognised speech: --side".to_owned(),
            "if a blank line is a missing tree: --pair-by line".to_owned(),
            "write (()) for a sentence that the parser failed on".to_owned(),
        ]
    };
    let divergence = is_by_words.then(|| Divergence {
        uneven,
        shift: *shift,
        first_difference: *first_difference,
        first_unread: *first_unread,
    });
    let notes = divergence.map_or_else(
        || vec!["trees are paired in order; their words are not compared".to_owned()],
        |divergence| vec![divergence.describe()],
    );
    render(&title, &notes, &help, style)
}

/// Renders an error: its title, notes, and what helps.
type Render = fn(&str, &[String], &[String], &Style) -> String;

/// The name of a side in a message.
fn side_name(name: &str) -> &str {
    if name == "-" { "standard input" } else { name }
}

/// Where two files diverge. Pairs are numbered from the beginning of these two files.
struct Divergence<'u> {
    uneven: &'u Uneven,
    shift: Option<Shift>,
    first_difference: Option<u64>,
    first_unread: Option<u64>,
}

impl Divergence<'_> {
    fn describe(&self) -> String {
        let here = |pair: u64| pair.checked_sub(self.uneven.pairs_before).filter(|&pair| pair > 0);
        if self.uneven.gold.min(self.uneven.system) == 0 {
            return "one side has no trees".to_owned();
        }
        let shift = self.shift.and_then(|shift| Some((here(shift.first)?, shift)));
        match (shift, self.first_difference.and_then(here)) {
            (Some((first, shift)), _) => {
                let words = if shift.missing > 0 { "a later gold tree" } else { "an earlier gold tree" };
                format!(
                    "{}from pair {} on, each system tree has the words of {words}: {} {}",
                    self.same_before(first),
                    count(first),
                    shift.note(),
                    if first == 1 {
                        "at the beginning".to_owned()
                    } else {
                        format!("after pair {}", count(first - 1))
                    }
                )
            }
            (None, Some(first)) => {
                format!(
                    "{}words first differ in pair {}: look for the missing tree there",
                    self.same_before(first),
                    count(first)
                )
            }
            (None, None) => {
                let Uneven { gold, system, .. } = *self.uneven;
                let shift = Shift { first: 0, last: 0, missing: gold as i64 - system as i64 };
                format!("{}{} at the end", self.same_before(gold.min(system) + 1), shift.note())
            }
        }
    }

    /// Describes the pairs before this one.
    fn same_before(&self, pair: u64) -> String {
        let unread = self.first_unread.is_some_and(|unread| unread < self.uneven.pairs_before + pair);
        // The only pair could not be compared.
        if pair == 2 && unread {
            return String::new();
        }
        let limit = if unread { " where both are trees" } else { "" };
        match pair {
            1 => String::new(),
            2 => format!("pair 1 has the same words{limit}; "),
            _ => format!("pairs 1 to {} have the same words{limit}; ", count(pair - 1)),
        }
    }
}

/// Scores every system by every measure and writes the report.
pub(crate) fn run(args: &ScoreArgs) -> Result<ExitCode, ScoreError> {
    let Job { format, plan, notes, folders, published } = Job::new(args)?;
    let messages = Messages::new(&args.look);
    messages.warn_all(&notes);
    for note in &folders {
        messages.note(note);
    }
    interrupt::watch();
    let mut output = Output::open(args.output.as_deref())?;
    let labels = if args.all { LabelRows::All } else { LabelRows::Pooled };
    let results =
        Style { labels, wide: args.wide, ..terminal::result_style(&args.look, args.output.is_some()) };
    let (scored, writer, head) = score(&plan, format, &results, &messages, &mut output)?;
    let mut report = build::report(&plan, &scored);
    let mut found = findings::find(&plan, &scored);
    args.findings.apply(&mut found);
    report.findings = found.iter().map(|finding| FindingReport::new(finding, advice::render)).collect();
    for sides in scored.systems.iter().filter_map(|system| system.uneven.as_deref()) {
        messages.show(|style| render_uneven(sides, diagnostic::error, style));
    }
    show_findings(&report, &messages);
    let checked = check(&plan, &scored).and_then(|()| effects::check(args, &plan, &scored));
    if let Err(error) = checked.and_then(|()| check_findings(&report)) {
        end_early(writer.as_ref(), format, &report, &mut output)?;
        return Err(error);
    }
    output.write_all(head.as_bytes())?;
    let text = match writer {
        Some(writer) => writer.end(&report),
        None => report::render(&report, format, &results),
    };
    output.write_all(text.as_bytes())?;
    for leftover in &scored.leftovers {
        messages.warn(&leftover.to_string());
    }
    warn_of_signature(&report, published.as_ref(), &messages);
    warn_of_texts(&report, &messages);
    effects::warn_of_formats(&plan, &scored, &messages);
    warn_of_readings(&plan, &scored, &messages);
    suggest_alignment(&report, format, &messages);
    if report.interrupted && args.output.is_some() {
        return Ok(ExitCode::from(130)); // the unfinished file is removed
    }
    output.finish()?;
    Ok(ExitCode::from(status(args, &report, &scored)))
}

/// Runs the plan and writes rows meanwhile. Returns their writer, which writes the end, and the header of the
/// rows, if it is not written yet.
fn score(
    plan: &Plan,
    format: Format,
    results: &Style,
    messages: &Messages,
    output: &mut Output,
) -> Result<(Scored, Option<RowWriter>, String), ScoreError> {
    let writer = row_writer(plan, format, results);
    let mut head = String::new();
    // The pair of --pair may not exist; then nothing is written.
    if let (Some(writer), Rows::One(_), true) = (&writer, plan.ask.rows, format != Format::Json) {
        head = writer.begin();
    } else if let Some(writer) = &writer {
        output.write_all(writer.begin().as_bytes())?;
        output.flush()?;
        if format == Format::Json && output.is_standard() {
            let interrupted = Report { interrupted: true, ..Report::default() };
            *interrupt::ending() = Some(writer.end(&interrupted));
        }
    }
    let bytes = plan.systems.iter().chain([&plan.gold]).map(run::Input::bytes).sum();
    let progress = messages.progress(bytes);
    let mut watch = Watch::new(plan, messages, progress, writer.map(|writer| (writer, output)));
    watch.head = head;
    let scored = run::score(plan, &mut watch);
    watch.finish();
    *interrupt::ending() = None; // from here on the writer completes the output
    if let Some(error) = watch.failed {
        return Err(error.into());
    }
    let scored = scored.map_err(|error| match &error {
        RunError::Strict(refused) => {
            let advice = refused.refusal.advice();
            ScoreError::Strict { text: watch::describe_refused(refused, plan), advice }
        }
        _ => error.into(),
    });
    match (scored, watch.rows) {
        (Ok(scored), writer) => Ok((scored, writer.map(|(writer, _)| writer), watch.head)),
        (Err(error), None) => Err(error),
        (Err(error), Some((writer, output))) => {
            let report = Report { interrupted: true, ..Report::default() };
            end_early(Some(&writer), format, &report, output)?;
            Err(error)
        }
    }
}

/// Completes JSON after an error, so that it is valid.
fn end_early(
    writer: Option<&RowWriter>,
    format: Format,
    report: &Report,
    output: &mut Output,
) -> io::Result<()> {
    match writer {
        Some(writer) if format == Format::Json => output.write_all(writer.end(report).as_bytes()),
        _ => Ok(()),
    }
}

/// The writer of rows, if rows are shown.
fn row_writer(plan: &Plan, format: Format, style: &Style) -> Option<RowWriter> {
    if plan.ask.rows == Rows::None {
        return None;
    }
    let systems = plan.systems.iter().map(run::Input::short_name).collect();
    let measures = plan.setups.iter().map(|setup| setup.measure.info()).collect();
    let writer = RowWriter::new(format, systems, measures, style.clone())?;
    let pairing = plan.setups.first().map(|setup| &setup.pairing)?;
    let writer = writer.of_kind(build::kind_of(pairing));
    Some(if pairing.words().is_some() { writer.with_word_errors() } else { writer })
}

/// Refuses an empty corpus, and a `--pair` that does not exist.
fn check(plan: &Plan, scored: &Scored) -> Result<(), ScoreError> {
    if scored.interrupted {
        return Ok(());
    }
    for (input, system) in plan.systems.iter().zip(&scored.systems) {
        if system.uneven.is_some() {
            continue;
        }
        let read = system.setups.iter().map(|setup| setup.totals.read()).max().unwrap_or(0);
        let trees: u64 = system.unreadable.iter().chain(&system.without_words).sum();
        let utterances = system.agreement.first().map(run::Totals::all_pairs);
        let utterances =
            utterances.and_then(|sum| Some(sum.count("gold_breaks")? + sum.count("system_breaks")?));
        // With --side, empty files make a pair, too.
        let is_empty = read == 0
            || (utterances == Some(0) && system.setups.iter().all(|setup| setup.totals.refused == 0));
        if is_empty && trees == 0 {
            let (gold, system) = (plan.gold.name(), input.name());
            return Err(ScoreError::NoPairs {
                gold,
                system,
                advice: effects::given_format(scored.inputs.all()),
            });
        }
        if let Rows::One(pair) = plan.ask.rows
            && pair > read
        {
            return Err(ScoreError::NoPair { pair, read });
        }
    }
    Ok(())
}

/// Shows the findings: those of each system under its name, if there are several.
fn show_findings(report: &Report, messages: &Messages) {
    for finding in &report.findings {
        let system = finding.system.filter(|_| report.systems.len() > 1);
        let name = system.and_then(|system| report.systems.get(system)).map(|system| system.name.as_str());
        messages.show(|style| finding.render(name, style));
    }
}

/// Refuses to score if some finding says that no number would mean anything.
fn check_findings(report: &Report) -> Result<(), ScoreError> {
    let refusals = report.findings.iter().filter(|finding| finding.severity == Severity::Refusal);
    let mut ids: Vec<&str> = refusals.map(|finding| finding.id.as_str()).collect();
    ids.dedup();
    if ids.is_empty() { Ok(()) } else { Err(ScoreError::Finding(ids.join(", "))) }
}

/// The exit status of a report.
fn status(args: &ScoreArgs, report: &Report, scored: &Scored) -> u8 {
    let differs = |totals: &run::Totals| totals.all_scored().count("places").is_some_and(|places| places > 0);
    let mut readings = scored.systems.iter().flat_map(|system| &system.agreement);
    let is_unreadable = |system: &SystemReport| {
        system.unpaired.is_some_and(|trees| trees.unreadable.gold + trees.unreadable.system > 0)
    };
    let mut cells = report.measures.iter().flat_map(|measure| &measure.cells);
    if report.interrupted {
        130
    } else if args.align.require_same_text && readings.any(differs) {
        3
    } else {
        let is_refused = |cell: &SystemScores| cell.coverage.refused > 0;
        let is_left_out = scored.systems.iter().any(|system| system.uneven.is_some());
        u8::from(is_left_out || cells.any(is_refused) || report.systems.iter().any(is_unreadable))
    }
}

/// Warns about differences to the score of `--signature`.
fn warn_of_signature(report: &Report, published: Option<&Signature>, messages: &Messages) {
    let Some(published) = published else { return };
    let cells = report.measures.iter().flat_map(|measure| &measure.cells).zip(&report.systems);
    for (cell, system) in cells {
        let Ok(now) = cell.signature.parse::<Signature>() else { continue };
        let prefix = if report.systems.len() > 1 { format!("{}: ", system.name) } else { String::new() };
        for (what, then, now) in published.differences(&now) {
            let warning = format!("{prefix}{what}: the signature says {then}, this run has {now}");
            messages.warn(&warning);
        }
    }
}

/// Warns about systems whose text differs from gold.
fn warn_of_texts(report: &Report, messages: &Messages) {
    for system in &report.systems {
        let prefix = if report.systems.len() > 1 { format!("{}: ", system.name) } else { String::new() };
        let unpaired = system.unpaired.unwrap_or_default();
        for warning in system.text.iter().flat_map(|text| text.warnings(&unpaired)) {
            messages.warn(&(prefix.clone() + &warning));
        }
    }
}

/// Warns if measures that read lines and measures that read trees find different words: the report shows one
/// reading.
fn warn_of_readings(plan: &Plan, scored: &Scored, messages: &Messages) {
    let differ = |system: &run::SystemScored| {
        let mut sums = system.agreement.iter().map(|totals| totals.all_scored().counts().to_vec());
        let first = sums.next();
        sums.any(|sum| Some(sum) != first)
    };
    if scored.systems.iter().any(differ) {
        let by_line = |setup: &&treescore::Setup| setup.measure.demands().syntax.is_by_line();
        let lines: Vec<&str> =
            plan.setups.iter().filter(by_line).map(|setup| setup.measure.info().name).collect();
        let note = format!(
            "{} read lines, the other measures read trees, and their words differ; word agreement is shown for the trees only: run the measures separately to see both",
            lines.join(" and ")
        );
        messages.warn(&note);
    }
}

/// Suggests `--align` if words differ and the report does not suggest it.
fn suggest_alignment(report: &Report, format: Format, messages: &Messages) {
    if format == Format::Table && report.systems.len() == 1 && report.measures.len() == 1 {
        return;
    }
    let of_system = |system: usize| {
        let cells = report.measures.iter().filter_map(|measure| measure.cells.get(system));
        // Where causes are known, findings say what helps.
        let reasons = cells.filter_map(|cell| cell.coverage.other_words());
        reasons.filter(|reason| reason.causes.is_empty()).map(|reason| reason.pairs).max().unwrap_or(0)
    };
    let pairs: u64 = (0..report.systems.len()).map(of_system).sum();
    if pairs > 0 {
        let note =
            format!("{} refused because words differ; align the texts: --align", counted(pairs, "pair"));
        messages.warn(&note);
    }
}
