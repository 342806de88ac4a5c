//! `treescore GOLD SYSTEM…`: the main job.

use std::io::{self, Write};
use std::process::ExitCode;

use treescore::read::Uneven;
use treescore::registry::Outcome;
use treescore::report::aligned::{BothSides, TextReport};
use treescore::report::model::{Report, SystemReport};
use treescore::report::number::{count, counted};
use treescore::report::sentences::Sentences;
use treescore::report::{self, Format, Labels, Style, build, diagnostic};
use treescore::run::{Alignment, Chunk, Job, Rows, RunError, Shift};

use crate::args::ScoreArgs;
use crate::job::{JobError, Jobs, Run};
use crate::output::{CreateError, Output};
use crate::progress::Progress;
use crate::watch::{SentenceSink, Watch};
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
            Self::Run(RunError::Uneven {
                uneven,
                is_by_words,
                is_by_line,
                shift,
                first_difference,
                first_unread,
            }) => {
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
                        "score by aligned text: --align; speech, whose words were recognised: --side"
                            .to_owned(),
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
            other => diagnostic::fatal(&other.to_string(), &[], &[], style),
        }
    }
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

/// Scores every system by every measure and writes the reports.
pub(crate) fn run(args: &ScoreArgs) -> Result<ExitCode, ScoreError> {
    let jobs = Jobs::new(args)?;
    let messages = terminal::messages(&args.look);
    for note in &jobs.notes {
        let _ = io::stderr().write_all(diagnostic::warning(note, &messages).as_bytes());
    }
    interrupt::watch();
    let mut output = Output::open(args.output.as_deref())?;
    let labels = if args.all { Labels::All } else { Labels::Pooled };
    let results = Style { labels, ..terminal::results(&args.look, args.output.is_some()) };
    let mut reports = Vec::new();
    for run in &jobs.runs {
        let is_first = reports.is_empty();
        let face =
            Face { format: jobs.format, results: &results, messages: &messages, measures: jobs.runs.len() };
        let report = face.report(run, is_first, &mut output)?;
        let is_over = report.interrupted;
        reports.push(report);
        if is_over {
            break;
        }
    }
    let has_lines = jobs.runs.iter().flat_map(|run| &run.each).any(|job| job.sentences != Rows::None);
    match (jobs.format, has_lines) {
        (Format::Csv, true) => {} // it has only one kind of line: there the pairs are all
        (Format::Table, true) if !args.detail => {
            output.write_all(b"\n")?;
            write_reports(&reports, jobs.format, &results, &mut output)?;
        }
        _ => write_reports(&reports, jobs.format, &results, &mut output)?,
    }
    warn_of_texts(&reports, &messages);
    hint_at_alignment(&reports, jobs.format, &messages);
    let interrupted = reports.iter().any(|report| report.interrupted);
    if interrupted && args.output.is_some() {
        return Ok(ExitCode::from(130)); // dropped unfinished: no half-written file
    }
    output.finish()?;
    let mut systems = reports.iter().flat_map(|report| &report.systems);
    let differs = |system: &SystemReport| system.text.as_ref().is_some_and(|text| !text.is_same_text());
    let status = if args.align.require_same_text && systems.clone().any(differs) {
        3
    } else {
        u8::from(systems.any(|system| system.coverage.refused > 0))
    };
    Ok(ExitCode::from(if interrupted { 130 } else { status }))
}

/// How results and messages are to look.
struct Face<'f> {
    format: Format,
    results: &'f Style,
    messages: &'f Style,
    /// How many measures there are.
    measures: usize,
}

impl Face<'_> {
    /// One measure over all systems; lines of pairs are written on the way.
    fn report(&self, run: &Run, is_first: bool, output: &mut Output) -> Result<Report, ScoreError> {
        let measure = &run.measure;
        let columns = build::columns(measure.figures());
        let sentences = run
            .each
            .iter()
            .any(|job| job.sentences != Rows::None)
            .then(|| {
                let (counts, style) = (measure.shown_counts(), self.results.clone());
                let lines = Sentences::new(measure.name(), self.format, columns.clone(), counts, style)?;
                let is_by_group = run.each.iter().any(Job::is_by_group);
                let lines = if is_by_group { lines.with_trees() } else { lines };
                let is_speech = matches!(run.alignment, Some(Alignment::Words(_)));
                Some(if is_speech { lines.with_word_errors() } else { lines })
            })
            .flatten();
        if let Some(sentences) = &sentences {
            if self.measures > 1 {
                output.write_all(sentences.heading(is_first).as_bytes())?;
            }
            output.write_all(sentences.header().as_bytes())?;
        }
        let mut systems = Vec::new();
        let mut interrupted = false;
        for (at, job) in run.each.iter().enumerate() {
            if let Some(sentences) = sentences.as_ref().filter(|_| run.each.len() > 1) {
                output.write_all(sentences.title(&job.system.short_name(), at == 0).as_bytes())?;
            }
            let outcome = self.run_one(run, job, (is_first, sentences.as_ref()), output)?;
            interrupted = outcome.interrupted;
            if !interrupted && holds_nothing(&outcome.system) {
                let (gold, system) = (job.gold.name().to_owned(), job.system.name().to_owned());
                return Err(ScoreError::NoPairs { gold, system });
            }
            systems.push(outcome.system);
            if interrupted {
                break;
            }
        }
        let pairs = systems.first().map(|system| match &system.text {
            Some(_) => system.coverage.scored, // what is not a tree is in no pair
            None => system.coverage.read - unread(system),
        });
        Ok(Report {
            measure: measure.name().to_owned(),
            papers: measure.papers().to_vec(),
            columns,
            average: run.recipe.average,
            signature: run.signature(pairs).to_string(),
            systems,
            interrupted,
            derive: measure.derive(),
            ..Report::default()
        })
    }

    fn run_one(
        &self,
        run: &Run,
        job: &Job,
        (is_first, sentences): (bool, Option<&Sentences>),
        output: &mut Output,
    ) -> Result<Outcome, ScoreError> {
        let bytes = job.gold.bytes().zip(job.system.bytes()).map(|(gold, system)| gold + system);
        let sink = match sentences {
            Some(sentences) => SentenceSink::Written(sentences, output, job.system.short_name()),
            None if job.sentences != Rows::None => SentenceSink::Kept(Vec::new()),
            None => SentenceSink::None,
        };
        let mut watch = Watch {
            job,
            style: self.messages,
            syntax: run.measure.syntax(),
            says_errors: is_first, // the next measure would only say them again
            progress: Progress::new(bytes, self.messages.unicode),
            sentences: sink,
            shown: std::collections::BTreeMap::new(),
            failed: None,
        };
        let outcome = run.measure.score(job, &mut watch);
        watch.finish();
        if let Some(error) = watch.failed {
            return Err(error.into());
        }
        let mut outcome = outcome?;
        let is_by_side =
            matches!(&job.alignment, Some(Alignment::Words(words)) if words.chunk == Chunk::Side);
        // A pair of sides has any number of trees: which utterance would be one too many is not known.
        let trees = if is_by_side { u64::MAX } else { outcome.system.coverage.read };
        for side in job.times.iter().flat_map(|times| [&times.gold, &times.system]) {
            if let Some(leftover) = side.leftover(trees).filter(|_| !outcome.interrupted) {
                let warning = diagnostic::warning(&leftover.to_string(), self.messages);
                let _ = io::stderr().write_all(warning.as_bytes());
            }
        }
        let read = outcome.system.coverage.read;
        if let Rows::One(pair) = job.sentences
            && pair > read
            && !outcome.interrupted
        {
            return Err(ScoreError::NoPair { pair, read });
        }
        if let SentenceSink::Kept(all) = watch.sentences {
            outcome.system.sentences = Some(all);
        }
        Ok(outcome)
    }
}

/// What is not a tree, and in no pair because a pair is all the trees of a file.
fn unread(system: &SystemReport) -> u64 {
    system.speech.as_ref().map_or(0, |speech| speech.not_trees.gold + speech.not_trees.system)
}

fn write_reports(reports: &[Report], format: Format, style: &Style, output: &mut Output) -> io::Result<()> {
    output.write_all(report::render_all(reports, format, style).as_bytes())
}

/// Says of each system whether its text is another, once: for another measure it is the same text again, unless the recipe differs in
/// what it takes for words.
fn warn_of_texts(reports: &[Report], messages: &Style) {
    let mut said = Vec::new();
    for report in reports {
        for system in &report.systems {
            let of_whom = if report.systems.len() > 1 { format!("{}: ", system.name) } else { String::new() };
            for warning in system.text.iter().flat_map(TextReport::warnings) {
                let warning = of_whom.clone() + &warning;
                if !said.contains(&warning) {
                    let _ = io::stderr().write_all(diagnostic::warning(&warning, messages).as_bytes());
                    said.push(warning);
                }
            }
        }
    }
}

/// Was there nothing to score in either file?
fn holds_nothing(system: &SystemReport) -> bool {
    let has_any = |sides: &BothSides| sides.gold + sides.system > 0;
    match (&system.text, &system.speech) {
        (Some(text), _) => system.coverage.read == 0 && !has_any(&text.without_words),
        (None, Some(speech)) => {
            let utterances = speech.boundaries.gold + speech.boundaries.system;
            utterances == 0 && !has_any(&speech.without_words) && system.coverage.refused == 0
        }
        (None, None) => system.coverage.read == 0,
    }
}

/// Names the option that scores pairs whose words differ, where the report itself has no place for it.
fn hint_at_alignment(reports: &[Report], format: Format, messages: &Style) {
    let says_itself = |report: &Report| format == Format::Table && report.systems.len() == 1;
    let silent = reports.iter().filter(|report| !says_itself(report));
    let refused = |system: &SystemReport| system.coverage.other_words().map_or(0, |reason| reason.pairs);
    let pairs: u64 = silent.flat_map(|report| &report.systems).map(refused).sum();
    if pairs > 0 {
        let note =
            format!("{} refused because words differ; align the texts: --align", counted(pairs, "pair"));
        let _ = io::stderr().write_all(diagnostic::warning(&note, messages).as_bytes());
    }
}
