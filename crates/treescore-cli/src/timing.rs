//! Word times: from options to files of times that are assigned to trees.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use treescore::align::times::TimedSide;
use treescore::prepare::Recipe;
use treescore::read::times::{Overlaps, Segments, Times, TimesError, TimesOptions};
use treescore::read::{Corpus, OpenError, Syntax, UnitKind, read_table};
use treescore::run::{InputTimes, TimedError, TimesMatching, TimesNote, timed_side};
use treescore::setup::{BothSides, CtmColumn, TimesSettings};
use treescore::values::Advice;

use crate::args::input::{InputError, check_number, each};
use crate::args::times::{AssignArg, TimesArgs, TimesHow, TimesSides};

/// Why times cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TimingError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Times(#[from] TimesError),
    #[error(transparent)]
    TimesMatching(#[from] TimedError),
    #[error("--system-times must be given once per system; systems: {systems}, times: {times}")]
    Number { systems: usize, times: usize },
    #[error("cannot read {}: {source}", name.display())]
    Ids { name: PathBuf, source: std::io::Error },
    #[error("line {line} of {} is blank: give one id per tree", name.display())]
    BlankId { name: PathBuf, line: usize },
    #[error("standard input can be read only once: give the other times as files")]
    StdinTwice,
    #[error("standard input cannot hold both trees and times: give one of them as a file")]
    Stdin,
    #[error(transparent)]
    PerSystem(#[from] InputError),
}

impl TimingError {
    /// What to do about it, if known.
    pub(crate) fn advice(&self) -> Option<Advice> {
        match self {
            Self::Times(error) | Self::TimesMatching(TimedError::Times(error)) => error.advice(),
            _ => None,
        }
    }
}

/// How trees are read, which decides which words they have.
#[derive(Clone, Copy)]
pub(crate) struct Reading<'r> {
    pub(crate) unit: UnitKind,
    pub(crate) syntax: &'r Syntax,
    pub(crate) recipe: &'r Recipe,
    pub(crate) options: &'r TimesOptions,
}

/// The times of gold and of each system, which the run reads. `None` if no times are given.
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
    let matching = matching(&args.how)?;
    let given = &args.sides;
    check_numbers(given, systems.len())?;
    let side = |path: &Path, trees: &Corpus, format, segments: Option<&PathBuf>| {
        let corpus = Corpus::find(path)?;
        if corpus.is_stdin() && trees.is_stdin() {
            return Err(TimingError::Stdin);
        }
        let segments = segments.map(|path| read_segments(path)).transpose()?;
        let format = args.how.times_format.or(format);
        Ok(InputTimes { segments, matching: matching.clone(), ..InputTimes::new(corpus, format) })
    };
    let of_systems = args.system_times.iter().zip(systems).enumerate().map(|(at, (path, trees))| {
        let format = each(&given.system_times_format, at).copied();
        let times = side(path, trees, format, each(&given.system_segments, at))?;
        // What is the same for all systems is in the settings.
        let unit = given.system_times_unit.get(at).filter(|_| given.system_times_unit.len() > 1);
        let shift = given.system_shift.get(at).filter(|_| given.system_shift.len() > 1);
        Ok(InputTimes { unit: unit.copied(), shift: shift.copied(), ..times })
    });
    let of_systems = of_systems.collect::<Result<Vec<_>, TimingError>>()?;
    let of_gold = side(gold_times, gold, given.gold_times_format, given.gold_segments.as_ref())?;
    Ok(Some((of_gold, of_systems)))
}

/// Checks that options for systems are given once for all, once for each, or not at all.
fn check_numbers(given: &TimesSides, systems: usize) -> Result<(), InputError> {
    for (option, given) in [
        ("--system-times-format", given.system_times_format.len()),
        ("--system-times-unit", given.system_times_unit.len()),
        ("--system-shift", given.system_shift.len()),
        ("--system-segments", given.system_segments.len()),
    ] {
        check_number(option, given, systems)?;
    }
    Ok(())
}

fn read_segments(path: &Path) -> Result<Arc<Segments>, TimingError> {
    Ok(Arc::new(Segments::read(&Corpus::find(path)?)?))
}

/// Describes a note about times.
pub(crate) fn describe(note: &TimesNote) -> String {
    match note {
        TimesNote::ShortWords { name, words } => format!(
            "{name}: {} shorter than a microsecond; they cannot be mapped",
            plural(*words, "word is", "words are")
        ),
        TimesNote::Running { name, utterances } => format!(
            "{name}: {}, not one per tree; times are assigned word by word, as with --times-by running",
            plural(*utterances, "utterance", "utterances")
        ),
        _ => String::new(),
    }
}

/// Reads the times of one side and assigns them to its trees.
pub(crate) fn read_side(
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
    let matching = matching(how)?;
    // Folders of times and of trees must be in the same order.
    let corpus = if trees.is_folder() { corpus } else { corpus.in_natural_order() };
    let times = Times::read(&corpus, options)?;
    if times.short_words() > 0 {
        let (name, words) = (times.name().to_owned(), times.short_words());
        notes.push(describe(&TimesNote::ShortWords { name, words }));
    }
    Ok(timed_side(times, matching, trees, (unit, syntax, recipe))?)
}

/// The file that is opened first: for `@LIST`, the list.
pub(crate) fn first_read(given: &Path) -> &Path {
    given.to_str().and_then(|name| name.strip_prefix('@')).map_or(given, Path::new)
}

fn plural(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Applies options to the settings of times.
pub(crate) fn settings(how: &TimesHow, allow_overlaps: bool, before: TimesSettings) -> TimesSettings {
    let texts = |texts: &Vec<String>| -> Vec<Vec<u8>> {
        // `none` alone is the empty list.
        let texts = texts.iter().filter(|text| texts.len() > 1 || *text != "none");
        texts.map(|text| text.as_bytes().to_vec()).collect()
    };
    let ctm = how.times_format.map(CtmColumn::of).map(|column| BothSides { gold: column, system: column });
    TimesSettings {
        ctm: ctm.unwrap_or(before.ctm),
        overlaps: if allow_overlaps { Overlaps::Allow } else { before.overlaps },
        tier: how.tier.as_ref().map(|tier| tier.as_bytes().to_vec()).or(before.tier),
        silences: how.silence.as_ref().map(texts).or(before.silences),
        ..before
    }
}

/// Applies the options of single sides to the settings of times.
pub(crate) fn settings_of_sides(given: &TimesSides, before: TimesSettings) -> TimesSettings {
    /// What is given once for all systems.
    fn only<T: Copy>(given: &[T]) -> Option<T> {
        given.first().filter(|_| given.len() == 1).copied()
    }
    let choice = |given: &Option<String>| given.clone().unwrap_or_default();
    TimesSettings {
        unit: BothSides {
            gold: given.gold_times_unit.unwrap_or(before.unit.gold),
            system: only(&given.system_times_unit).unwrap_or(before.unit.system),
        },
        shift: BothSides {
            gold: given.gold_shift.unwrap_or(before.shift.gold),
            system: only(&given.system_shift).unwrap_or(before.shift.system),
        },
        ctm: BothSides {
            gold: given.gold_times_format.map_or(before.ctm.gold, CtmColumn::of),
            system: given
                .system_times_format
                .iter()
                .copied()
                .map(CtmColumn::of)
                .max()
                .unwrap_or(before.ctm.system),
        },
        words: choice(&given.times_words).parse().unwrap_or(before.words),
        missing: choice(&given.missing_times).parse().unwrap_or(before.missing),
        ..before
    }
}

/// How times are assigned to trees.
fn matching(how: &TimesHow) -> Result<TimesMatching, TimingError> {
    let Some(name) = &how.ids else {
        return Ok(match how.times_by {
            None | Some(AssignArg::Auto) => TimesMatching::Auto,
            Some(AssignArg::Utterance) => TimesMatching::Utterance,
            Some(AssignArg::Running) => TimesMatching::Running,
        });
    };
    let text = read_table(name).map_err(|source| TimingError::Ids { name: name.clone(), source })?;
    let text = String::from_utf8_lossy(&text);
    let ids =
        text.trim_start_matches('\u{FEFF}').trim_end().lines().zip(1..).map(|(line, number)| {
            match line.trim() {
                "" => Err(TimingError::BlankId { name: name.clone(), line: number }),
                id => Ok(id.to_owned()),
            }
        });
    ids.collect::<Result<_, _>>().map(TimesMatching::Ids)
}
