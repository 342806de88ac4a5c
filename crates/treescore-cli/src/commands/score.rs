//! `treescore GOLD SYSTEM…`: the main job.

use std::io::{self, Write};
use std::process::ExitCode;

use treescore::read::Uneven;
use treescore::report::model::{Report, SystemReport, SystemScores};
use treescore::report::number::{count, counted};
use treescore::report::rows::RowWriter;
use treescore::report::{self, Format, LabelRows, Style, build, diagnostic};
use treescore::run::{self, Plan, Rows, RunError, Scored, Shift, TimedError, UnevenSides};
use treescore::setup::Signature;

use crate::advice::advised;
use crate::args::ScoreArgs;
use crate::job::{Job, JobError};
use crate::output::{CreateError, Output};
use crate::progress::Progress;
use crate::watch::{Watch, say};
use crate::{interrupt, terminal};

/// Why nothing was scored.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ScoreError {
    #[error(transparent)]
    Job(#[from] JobError),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error("{gold} and {system} hold no trees")]
    NoPairs { gold: String, system: String },
    #[error("there is no pair {pair}: the last is {read}")]
    NoPair { pair: u64, read: u64 },
    #[error("cannot write the results: {0}")]
    Write(#[from] io::Error),
    #[error(transparent)]
    Create(#[from] CreateError),
}

impl ScoreError {
    /// Nobody reads on: no error.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Write(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// The error as people see it.
    pub(crate) fn render(&self, style: &Style) -> String {
        match self {
            Self::Run(RunError::Uneven(sides)) => uneven(sides, style),
            Self::Run(RunError::Times(TimedError::Times(error))) => {
                diagnostic::fatal(&advised(error, error.advice()), &[], &[], style)
            }
            Self::Run(error @ RunError::Strict(refused)) => {
                diagnostic::fatal(&advised(error, refused.refusal.advice()), &[], &[], style)
            }
            other => diagnostic::fatal(&other.to_string(), &[], &[], style),
        }
    }
}

/// Files with unequal numbers of trees, where they part, and what helps.
fn uneven(sides: &UnevenSides, style: &Style) -> String {
    let UnevenSides { uneven, is_by_words, is_by_line, shift, first_difference, first_unread } = sides;
    let title = format!(
        "{} has {}, {} has {}",
        uneven.gold_name,
        report::number::counted(uneven.gold, if *is_by_line { "line" } else { "tree" }),
        uneven.system_name,
        count(uneven.system)
    );
    let help = if *is_by_line {
        vec!["an utterance without words is an empty line; both sides need one for it".to_owned()]
    } else {
        vec![
            "score by aligned text: --align; speech, whose words were recognised: --side".to_owned(),
            "if a blank line stands for a missing tree, pair by line: --pair-by line".to_owned(),
            "a parser's failure must leave a mark, such as (()), in its place".to_owned(),
        ]
    };
    let parting = is_by_words.then(|| Parting {
        uneven,
        shift: *shift,
        first_difference: *first_difference,
        first_unread: *first_unread,
    });
    let notes = parting.map_or_else(
        || vec!["pairs are made in order, one by one; words are not compared".to_owned()],
        |parting| vec![parting.text()],
    );
    diagnostic::fatal(&title, &notes, &help, style)
}

/// Where two files part. Pairs are numbered from the beginning of these two files.
struct Parting<'u> {
    uneven: &'u Uneven,
    shift: Option<Shift>,
    first_difference: Option<u64>,
    first_unread: Option<u64>,
}

impl Parting<'_> {
    fn text(&self) -> String {
        let here = |pair: u64| pair.checked_sub(self.uneven.pairs_before).filter(|&pair| pair > 0);
        if self.uneven.gold.min(self.uneven.system) == 0 {
            return "one side has no trees at all".to_owned();
        }
        let shift = self.shift.and_then(|shift| Some((here(shift.first)?, shift)));
        match (shift, self.first_difference.and_then(here)) {
            (Some((first, shift)), _) => {
                let words = if shift.missing > 0 { "a later gold tree" } else { "an earlier gold tree" };
                format!(
                    "{}from {} on each system tree has the words of {words}: {} {}",
                    self.same_before(first),
                    count(first),
                    shift.note(),
                    if first == 1 {
                        "at the beginning".to_owned()
                    } else {
                        format!("after {}", count(first - 1))
                    }
                )
            }
            (None, Some(first)) => {
                format!(
                    "{}words differ first in pair {}: look for the gap there",
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

    /// What can be said of the pairs before one.
    fn same_before(&self, pair: u64) -> String {
        let unread = self.first_unread.is_some_and(|unread| unread < self.uneven.pairs_before + pair);
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
    let Job { format, plan, notes, published } = Job::new(args)?;
    let messages = terminal::messages(&args.look);
    for note in &notes {
        say(&diagnostic::warning(note, &messages));
    }
    interrupt::watch();
    let mut output = Output::open(args.output.as_deref())?;
    let labels = if args.all { LabelRows::All } else { LabelRows::Pooled };
    let results = Style { labels, wide: args.wide, ..terminal::results(&args.look, args.output.is_some()) };
    let (scored, writer) = scored(&plan, format, &results, &messages, &mut output)?;
    let report = build::report(&plan, &scored);
    if let Err(error) = check(&plan, &scored) {
        end_early(writer.as_ref(), format, &report, &mut output)?;
        return Err(error);
    }
    let text = match writer {
        Some(writer) => writer.end(&report),
        None => report::render(&report, format, &results),
    };
    output.write_all(text.as_bytes())?;
    for leftover in &scored.leftovers {
        say(&diagnostic::warning(&leftover.to_string(), &messages));
    }
    warn_of_signature(&report, published.as_ref(), &messages);
    warn_of_texts(&report, &messages);
    warn_of_readings(&plan, &scored, &messages);
    hint_at_alignment(&report, format, &messages);
    if report.interrupted && args.output.is_some() {
        return Ok(ExitCode::from(130)); // dropped unfinished: no half-written file
    }
    output.finish()?;
    Ok(ExitCode::from(status(args, &report, &scored)))
}

/// Carries out the plan; rows are written on the way, by the writer that is given back.
fn scored(
    plan: &Plan,
    format: Format,
    results: &Style,
    messages: &Style,
    output: &mut Output,
) -> Result<(Scored, Option<RowWriter>), ScoreError> {
    let writer = row_writer(plan, format, results);
    if let Some(writer) = &writer {
        output.write_all(writer.begin().as_bytes())?;
        output.flush()?;
        if format == Format::Json && output.is_standard() {
            let interrupted = Report { interrupted: true, ..Report::default() };
            *interrupt::ending() = Some(writer.end(&interrupted));
        }
    }
    let bytes = plan.systems.iter().chain([&plan.gold]).map(run::Input::bytes).sum();
    let progress = Progress::new(bytes, messages.unicode);
    let mut watch = Watch::new(plan, messages, progress, writer.map(|writer| (writer, output)));
    let scored = run::score(plan, &mut watch);
    watch.finish();
    *interrupt::ending() = None; // from here on the end is written as usual
    if let Some(error) = watch.failed {
        return Err(error.into());
    }
    match (scored, watch.rows) {
        (Ok(scored), writer) => Ok((scored, writer.map(|(writer, _)| writer))),
        (Err(error), None) => Err(error.into()),
        (Err(error), Some((writer, output))) => {
            let report = Report { interrupted: true, ..Report::default() };
            end_early(Some(&writer), format, &report, output)?;
            Err(error.into())
        }
    }
}

/// Ends JSON whose rows were begun, so that it is valid whatever happened.
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

/// What writes rows, if there are any.
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

/// Nothing to score is an error, and so is a pair that does not exist.
fn check(plan: &Plan, scored: &Scored) -> Result<(), ScoreError> {
    if scored.interrupted {
        return Ok(());
    }
    for (input, system) in plan.systems.iter().zip(&scored.systems) {
        let read = system.setups.iter().map(|setup| setup.totals.read()).max().unwrap_or(0);
        let trees: u64 = system.unreadable.iter().chain(&system.without_words).sum();
        let utterances = system.agreement.first().map(run::Totals::all_pairs);
        let utterances =
            utterances.and_then(|sum| Some(sum.count("gold_breaks")? + sum.count("system_breaks")?));
        // A pair of sides is there for every pair of files, also if these are empty.
        let is_empty = read == 0
            || (utterances == Some(0) && system.setups.iter().all(|setup| setup.totals.refused == 0));
        if is_empty && trees == 0 {
            return Err(ScoreError::NoPairs { gold: plan.gold.name(), system: input.name() });
        }
        if let Rows::One(pair) = plan.ask.rows
            && pair > read
        {
            return Err(ScoreError::NoPair { pair, read });
        }
    }
    Ok(())
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
        u8::from(cells.any(is_refused) || report.systems.iter().any(is_unreadable))
    }
}

/// Says what differs from the score whose settings were repeated.
fn warn_of_signature(report: &Report, published: Option<&Signature>, messages: &Style) {
    let Some(published) = published else { return };
    let cells = report.measures.iter().flat_map(|measure| &measure.cells).zip(&report.systems);
    for (cell, system) in cells {
        let Ok(now) = cell.signature.parse::<Signature>() else { continue };
        let of_whom = if report.systems.len() > 1 { format!("{}: ", system.name) } else { String::new() };
        for (what, then, now) in published.differences(&now) {
            let warning = format!("{of_whom}{what}: the signature says {then}, this run has {now}");
            say(&diagnostic::warning(&warning, messages));
        }
    }
}

/// Says of each system whether its text is another.
fn warn_of_texts(report: &Report, messages: &Style) {
    for system in &report.systems {
        let of_whom = if report.systems.len() > 1 { format!("{}: ", system.name) } else { String::new() };
        let unpaired = system.unpaired.unwrap_or_default();
        for warning in system.text.iter().flat_map(|text| text.warnings(&unpaired)) {
            say(&diagnostic::warning(&(of_whom.clone() + &warning), messages));
        }
    }
}

/// Says that measures which read lines and measures which read trees see other words, if they do: the report has the words of one of them.
fn warn_of_readings(plan: &Plan, scored: &Scored, messages: &Style) {
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
            "{} read lines where the other measures read trees, and their words differ; how far words agree is shown for the trees: run them separately to see both",
            lines.join(" and ")
        );
        say(&diagnostic::warning(&note, messages));
    }
}

/// Names the option that scores pairs whose words differ, where the report itself has no place for it.
fn hint_at_alignment(report: &Report, format: Format, messages: &Style) {
    if format == Format::Table && report.systems.len() == 1 && report.measures.len() == 1 {
        return;
    }
    let of_system = |system: usize| {
        let cells = report.measures.iter().filter_map(|measure| measure.cells.get(system));
        cells.filter_map(|cell| cell.coverage.other_words()).map(|reason| reason.pairs).max().unwrap_or(0)
    };
    let pairs: u64 = (0..report.systems.len()).map(of_system).sum();
    if pairs > 0 {
        let note =
            format!("{} refused because words differ; align the texts: --align", counted(pairs, "pair"));
        say(&diagnostic::warning(&note, messages));
    }
}
