//! Files of word times, made to meet the trees they belong to.

use std::path::{Path, PathBuf};

use treescore::align::times::TimedSide;
use treescore::prepare::Recipe;
use treescore::read::times::{Overlaps, Times, TimesError, TimesOptions};
use treescore::read::{Corpus, OpenError, Syntax, Unit};
use treescore::run::{InputTimes, Meet, TimedError, TimesNote, timed_side};
use treescore::values::Advice;

use crate::args::own::{MeetArg, TimesArgs, TimesHow};

/// Why there are no times.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TimingError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Times(#[from] TimesError),
    #[error(transparent)]
    Meet(#[from] TimedError),
    #[error("there are {systems} systems and {times} --system-times: give one for each system")]
    Number { systems: usize, times: usize },
    #[error("cannot read {}: {source}", name.display())]
    Ids { name: PathBuf, source: std::io::Error },
    #[error("line {line} of {} is blank: give one id per tree", name.display())]
    BlankId { name: PathBuf, line: usize },
    #[error("standard input can be read only once: give all times but one as files")]
    StdinTwice,
    #[error("standard input cannot be both trees and times")]
    Stdin,
}

impl TimingError {
    /// What to do about it, if that is known.
    pub(crate) fn advice(&self) -> Option<Advice> {
        match self {
            Self::Times(error) | Self::Meet(TimedError::Times(error)) => error.advice(),
            _ => None,
        }
    }
}

/// How trees are read, which decides how many words they have.
#[derive(Clone, Copy)]
pub(crate) struct Reading<'r> {
    pub(crate) unit: Unit,
    pub(crate) syntax: &'r Syntax,
    pub(crate) recipe: &'r Recipe,
    pub(crate) options: &'r TimesOptions,
}

/// The times of gold and of each system, to be read by the run; none if none were given.
pub(crate) fn inputs(
    args: &TimesArgs,
    gold: &Corpus,
    systems: &[Corpus],
) -> Result<Option<(InputTimes, Vec<InputTimes>)>, TimingError> {
    let Some(gold_times) = &args.gold_times else { return Ok(None) };
    if args.system_times.len() != systems.len() {
        return Err(TimingError::Number { systems: systems.len(), times: args.system_times.len() });
    }
    let is_stdin = |path: &&PathBuf| path.as_os_str() == "-";
    if args.system_times.iter().chain([gold_times]).filter(is_stdin).count() > 1 {
        return Err(TimingError::StdinTwice);
    }
    let meet = meet(&args.how)?;
    let side = |path: &Path, trees: &Corpus| -> Result<InputTimes, TimingError> {
        let corpus = Corpus::find(path)?;
        if corpus.is_stdin() && trees.is_stdin() {
            return Err(TimingError::Stdin);
        }
        Ok(InputTimes { corpus, format: args.how.times_format, meet: meet.clone() })
    };
    let pairs = args.system_times.iter().zip(systems).map(|(path, trees)| side(path, trees));
    Ok(Some((side(gold_times, gold)?, pairs.collect::<Result<_, _>>()?)))
}

/// A note about times, in words.
pub(crate) fn note(note: &TimesNote) -> String {
    match note {
        TimesNote::ShortWords { name, words } => format!(
            "{name}: {} shorter than a microsecond; nothing can be mapped to them",
            plural(*words, "word is", "words are")
        ),
        TimesNote::Running { name, utterances } => format!(
            "{name}: {}, not one for each tree; words are handed out one after the other, as by --times-by running",
            plural(*utterances, "utterance", "utterances")
        ),
        _ => String::new(),
    }
}

/// The times of one side, and how they meet its trees.
pub(crate) fn side(
    how: &TimesHow,
    corpus: Corpus,
    trees: &Corpus,
    reading: Reading<'_>,
    notes: &mut Vec<String>,
) -> Result<TimedSide, TimingError> {
    let Reading { unit, syntax, recipe, options } = reading;
    if corpus.is_stdin() && trees.is_stdin() {
        return Err(TimingError::Stdin);
    }
    let meet = meet(how)?;
    // Two folders must have one order, whichever it is.
    let corpus = if trees.is_folder() { corpus } else { corpus.in_natural_order() };
    let times = Times::read(&corpus, options)?;
    let name = times.name().to_owned();
    if times.short_words() > 0 {
        notes.push(format!(
            "{name}: {} shorter than a microsecond; nothing can be mapped to them",
            plural(times.short_words(), "word is", "words are")
        ));
    }
    let side = timed_side(times, meet, trees, (unit, syntax, recipe))?;
    Ok(side)
}

/// The file that is opened first: of a list of files (`@list`), the list.
pub(crate) fn first_read(given: &Path) -> &Path {
    given.to_str().and_then(|name| name.strip_prefix('@')).map_or(given, Path::new)
}

fn plural(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// The options as they are given.
pub(crate) fn options(how: &TimesHow, overlaps: Overlaps) -> TimesOptions {
    let usual = TimesOptions::default();
    TimesOptions {
        format: how.times_format,
        tier: how.tier.clone(),
        silences: how.silence.clone().unwrap_or(usual.silences),
        overlaps,
    }
}

fn meet(how: &TimesHow) -> Result<Meet, TimingError> {
    let Some(name) = &how.ids else {
        return Ok(match how.times_by {
            None | Some(MeetArg::Auto) => Meet::Auto,
            Some(MeetArg::Utterance) => Meet::Utterance,
            Some(MeetArg::Running) => Meet::Running,
        });
    };
    #[expect(clippy::disallowed_methods, reason = "a face opens the files it was given")]
    let text = std::fs::read(name).map_err(|source| TimingError::Ids { name: name.clone(), source })?;
    let text = String::from_utf8_lossy(&text);
    let ids =
        text.trim_start_matches('\u{FEFF}').trim_end().lines().zip(1..).map(|(line, number)| {
            match line.trim() {
                "" => Err(TimingError::BlankId { name: name.clone(), line: number }),
                id => Ok(id.to_owned()),
            }
        });
    ids.collect::<Result<_, _>>().map(Meet::Ids)
}
