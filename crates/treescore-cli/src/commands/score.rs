//! `treescore GOLD SYSTEM…`: scoring.

use std::collections::BTreeSet;
use std::io::{self, Write};

use treescore::findings::{self, Severity};
use treescore::front::PairNames;
use treescore::report::model::{Breakdown, Report, SystemReport, SystemScores};
use treescore::report::number::{count, counted};
use treescore::report::rows::RowWriter;
use treescore::report::{self, FindingReport, Format, LabelRows, Style, TableCosts, build, diagnostic};
use treescore::run::{self, FolderNote, Matches, Plan, Rows, RunError, Scored, TimedError};
use treescore::setup::{Setup, Signature};
use treescore::values::Advice;

use super::{baselines, effects, tables};
use crate::advice;
use crate::args::ScoreArgs;
use crate::args::input::InputError;
use crate::job::{Job, JobError};
use crate::messages::{Messages, say};
use crate::output::{CreateError, Output};
use crate::refusals::Refusals;
use crate::statistics::{self, StatisticsError};
use crate::status::Status;
use crate::watch::{self, Watch};
use crate::{interrupt, terminal};

/// Why nothing was scored.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ScoreError {
    #[error(transparent)]
    Job(#[from] JobError),
    #[error(transparent)]
    Run(#[from] RunError),
    /// Gold and the only system have different numbers of units.
    #[error("{}", .0.message)]
    Uneven(Box<FindingReport>),
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
    #[error(transparent)]
    Statistics(#[from] StatisticsError),
}

impl ScoreError {
    /// Returns true if the reader closed the pipe, which is not an error.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Write(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Renders the error.
    pub(crate) fn render(&self, style: &Style) -> String {
        match self {
            Self::Uneven(finding) => finding.render(None, style) + diagnostic::NOT_SCORED,
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

/// Scores every system by every measure and writes the report.
pub(crate) fn run(args: &ScoreArgs) -> Result<Status, ScoreError> {
    let job = Job::new(args)?;
    let messages = Messages::new(&args.look);
    messages.warn_all(&job.notes);
    interrupt::watch();
    if job.is_parquet {
        return tables::run(args, &job, &messages);
    }
    let Job { format, plan, columns, folders, published, names, .. } = job;
    let output = Output::open(args.output.as_deref())?;
    let labels = if args.all { LabelRows::All } else { LabelRows::Pooled };
    let style = terminal::result_style(&args.look, args.output.is_some());
    let digits = args.digits.map_or(style.digits, usize::from);
    let results = Style { labels, wide: args.wide, digits, columns, spreadsheet: args.spreadsheet, ..style };
    // Only tables have colours; in other formats they would be those of the input.
    let is_coloured = results.colour && format == Format::Table;
    let mut output = output.in_style(&Style { colour: is_coloured, ..Style::default() });
    baselines::keep_gold(args, &plan)?;
    let mut waiting = may_be_refused(args, &plan, format).then(Output::held).transpose()?;
    let rows = waiting.as_mut().unwrap_or(&mut output);
    let refusals = args.refused.then(Refusals::default);
    let Shown { scored, writer, head, refusals } =
        score((&plan, &names), (format, &results), &messages, (rows, refusals))?;
    let (mut report, checked) = judge(args, &plan, &scored, &folders, &messages)?;
    if args.output.is_none() && waiting.is_none() {
        output.flush()?;
        if plan.ask.statistics.is_some() && !scored.interrupted && checked.is_ok() {
            report = prepare_to_end(report, (&head, writer.as_ref()), (format, &results))?;
        }
    }
    build::add_statistics(&mut report, &plan, &scored);
    baselines::add(&mut report, args, &plan, &messages)?;
    *interrupt::ending() = None; // from here on the writer completes the output
    report.refused = refusals.map(|refusals| refusals.list(left_out(&scored)));
    if let Err(error) = checked {
        end_early(writer.as_ref(), format, &report, &mut output)?;
        return Err(error);
    }
    if let Some(waiting) = waiting {
        waiting.release(&mut output)?;
    }
    output.write_all(head.as_bytes())?;
    match writer {
        Some(writer) => writer.write_end(&report, &mut output)?,
        None if args.cite => output.write_all(report::cite::render(&report, &results).as_bytes())?,
        None => report::write(&report, format, &results, &mut output)?,
    }
    warn(&plan, &scored, &report, (published.as_ref(), format), &messages);
    // Files of these formats have no place for it.
    if let Some(interruption) =
        report.interruption().filter(|_| matches!(format, Format::Csv | Format::Latex))
    {
        messages.warn(&interruption);
    }
    if report.interrupted && args.output.is_some() {
        return Ok(Status::from(130)); // the unfinished file is removed
    }
    output.finish()?;
    Ok(Status::from(status(args, &report, &scored)))
}

/// Says what is printed if Ctrl-C ends the program while intervals and tests are computed: all pairs are scored then.
/// Returns the report as it was.
fn prepare_to_end(
    report: Report,
    (head, writer): (&str, Option<&RowWriter>),
    (format, results): (Format, &Style),
) -> Result<Report, ScoreError> {
    let report = Report { interrupted: true, ..report };
    let mut ending = head.as_bytes().to_vec();
    match writer {
        Some(writer) => writer.write_end(&report, &mut ending)?,
        None => report::write(&report, format, results, &mut ending)?,
    }
    *interrupt::ending() = Some(String::from_utf8_lossy(&ending).into_owned());
    Ok(Report { interrupted: false, ..report })
}

/// Warns about what the report does not show.
pub(super) fn warn(
    plan: &Plan,
    scored: &Scored,
    report: &Report,
    (published, format): (Option<&Signature>, Format),
    messages: &Messages,
) {
    for leftover in &scored.leftovers {
        messages.warn(&leftover.to_string());
    }
    warn_of_signature(report, published, messages);
    warn_of_texts(report, messages);
    effects::warn_of_formats(plan, scored, messages);
    warn_of_readings(plan, scored, messages);
    suggest_alignment(report, format, messages);
}

/// Makes the report of a run without statistics, and shows its findings. Says, too, why its numbers would mean nothing, if so.
pub(super) fn judge(
    args: &ScoreArgs,
    plan: &Plan,
    scored: &Scored,
    folders: &[FolderNote],
    messages: &Messages,
) -> Result<(Report, Result<(), ScoreError>), ScoreError> {
    if let Some(warning) = statistics::check_keys(plan, scored)? {
        messages.warn(&warning);
    }
    let mut found = findings::find(plan, scored);
    found.extend(findings::of_folders(folders));
    args.findings.apply(&mut found);
    let mut report = build::report_without_statistics(plan, scored);
    report.costs = costs_of(plan);
    report.findings = found.iter().map(|finding| FindingReport::new(finding, advice::render)).collect();
    show_findings(&report, messages);
    note_others(&report, messages);
    let checked = check(plan, scored).and_then(|()| effects::check(args, plan, scored));
    let checked = checked.and_then(|()| check_findings(&report, scored));
    Ok((report, checked))
}

/// The exit status of a run that failed, after saying why.
pub(crate) fn fail(error: &ScoreError, args: &ScoreArgs) -> Status {
    // A reader that closes the pipe, such as `head`, is not an error.
    if error.is_broken_pipe() {
        return Status::SUCCESS;
    }
    // Ctrl-C may have ended the input, too, which then seems too short.
    if interrupt::is_requested() {
        return Status::from(130);
    }
    say(&error.render(&terminal::message_style(&args.look)));
    Status::from(2)
}

/// True if rows have to wait for the end of the run, because a finding may then say that no number means anything:
/// times on other clocks, frames of two kinds, or what `--deny` names. Machine formats are completed instead.
fn may_be_refused(args: &ScoreArgs, plan: &Plan, format: Format) -> bool {
    let may_be = |setup: &Setup| setup.times.is_some() || setup.measure.demands().syntax.is_by_line();
    let has_rows = plan.ask.rows != Rows::None && format == Format::Table;
    has_rows && (args.findings.denies() || plan.setups.iter().any(may_be))
}

/// The systems without scores, whose units do not fit gold's.
fn left_out(scored: &Scored) -> BTreeSet<usize> {
    let systems = scored.systems.iter().enumerate();
    systems.filter(|(_, system)| system.uneven.is_some()).map(|(at, _)| at).collect()
}

/// A plan carried out, and what is left to show of it.
pub(super) struct Shown {
    pub(super) scored: Scored,
    /// The writer of rows, which writes the end.
    writer: Option<RowWriter>,
    /// The header of the rows, if it is not written yet.
    head: String,
    /// The list of refused pairs, if it is shown.
    refusals: Option<Refusals>,
}

/// Runs the plan, writes rows meanwhile, and lists refused pairs if there is a list.
pub(super) fn score(
    (plan, names): (&Plan, &PairNames),
    (format, results): (Format, &Style),
    messages: &Messages,
    (output, refusals): (&mut Output, Option<Refusals>),
) -> Result<Shown, ScoreError> {
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
    (watch.head, watch.refusals, watch.names) = (head, refusals, names.clone());
    let scored = run_watched(plan, &mut watch);
    if let Err(error @ ScoreError::Write(_)) = scored {
        return Err(error);
    }
    match (scored, watch.rows) {
        (Ok(scored), writer) => Ok(Shown {
            scored,
            writer: writer.map(|(writer, _)| writer),
            head: watch.head,
            refusals: watch.refusals,
        }),
        (Err(error), None) => Err(error),
        (Err(error), Some((writer, output))) => {
            let report = Report { interrupted: true, ..Report::default() };
            end_early(Some(&writer), format, &report, output)?;
            Err(error)
        }
    }
}

/// Runs the plan under an observer.
pub(super) fn run_watched(plan: &Plan, watch: &mut Watch<'_>) -> Result<Scored, ScoreError> {
    let scored = run::score(plan, watch);
    watch.finish();
    interrupt::run_ended();
    if let Some(error) = watch.failed.take() {
        return Err(error.into());
    }
    scored.map_err(|error| match &error {
        RunError::Strict(refused) => {
            let advice = refused.refusal.advice();
            ScoreError::Strict { text: watch::describe_refused(refused, plan), advice }
        }
        RunError::Uneven(sides) => {
            let finding = findings::count_differs(plan, sides);
            ScoreError::Uneven(Box::new(FindingReport::new(&finding, advice::render)))
        }
        _ => error.into(),
    })
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
    let writer = if pairing.words().is_some() { writer.with_word_errors() } else { writer };
    Some(match costs_of(plan) {
        Some(costs) => writer.with_tables(costs),
        None => writer,
    })
}

/// The costs of word errors, if alignments are shown as tables.
fn costs_of(plan: &Plan) -> Option<TableCosts> {
    plan.setups.first().filter(|_| plan.ask.matches == Matches::Table).map(table_costs)
}

/// The costs of word errors by a setup.
fn table_costs(setup: &Setup) -> TableCosts {
    let settings = setup.measure.settings();
    let cost = |key: &str| {
        let value = settings.iter().find(|(name, _)| *name == key);
        let cost: Option<f64> = value.and_then(|(_, value)| value.parse().ok());
        cost.map_or(0, |cost| (cost * 1e6).round() as u64)
    };
    TableCosts { substitute: cost("cost-sub"), insert: cost("cost-ins"), delete: cost("cost-del") }
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

/// Says how many labels or types are not listed one by one.
fn note_others(report: &Report, messages: &Messages) {
    let cells = report.measures.iter().flat_map(|measure| &measure.cells);
    let others = cells.filter_map(|cell| cell.breakdown.as_ref()).map(|breakdown| breakdown.others).max();
    if let Some(others) = others.filter(|&others| others > 0) {
        let (listed, name) = (count(Breakdown::LISTED_MAX as u64), Breakdown::OTHERS);
        let others = count(others);
        messages
            .note(&format!("the {listed} most frequent are listed; {others} more are summed up as {name}"));
    }
}

/// Shows the findings: those of each system under its name, if there are several.
fn show_findings(report: &Report, messages: &Messages) {
    for finding in &report.findings {
        let system = finding.system.filter(|_| report.systems.len() > 1);
        let name = system.and_then(|system| report.systems.get(system)).map(|system| system.name.as_str());
        messages.show(|style| finding.render(name, style));
    }
}

/// Refuses to score if some finding says that no number would mean anything. A system that has no scores because
/// its units do not fit gold's does not stop the others.
fn check_findings(report: &Report, scored: &Scored) -> Result<(), ScoreError> {
    let is_left_out = |system: Option<usize>| system.is_some_and(|at| scored.systems[at].uneven.is_some());
    let refusals = report.findings.iter().filter(|finding| finding.severity == Severity::Refusal);
    let refusals = refusals.filter(|finding| !is_left_out(finding.system));
    let mut ids: Vec<&str> = refusals.map(|finding| finding.id.as_str()).collect();
    ids.dedup();
    if ids.is_empty() { Ok(()) } else { Err(ScoreError::Finding(ids.join(", "))) }
}

/// The exit status of a report.
pub(super) fn status(args: &ScoreArgs, report: &Report, scored: &Scored) -> u8 {
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
pub(super) fn warn_of_signature(report: &Report, published: Option<&Signature>, messages: &Messages) {
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
