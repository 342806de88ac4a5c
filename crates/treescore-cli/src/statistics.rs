//! Intervals and tests: from options, the environment and a signature to what a run is asked for.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use treescore::measure::{Measure, MeasureInfo, Parseval};
use treescore::prepare::Average;
use treescore::read::{Corpus, read_table};
use treescore::report::number::{count, counted};
use treescore::run::{KeptFigures, Plan, Scored, Statistics};
use treescore::setup::{ResampleBy, Setup, Signature, SignedStatistics, TestMethod};
use treescore::stats::key_of_bytes;

use crate::args::statistics::StatisticsArgs;
use crate::terminal;

/// The environment variable with the usual seed.
const SEED: &str = "TREESCORE_SEED";

/// Why intervals and tests cannot be made as asked for.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StatisticsError {
    #[error("{0} needs several systems, which are compared with each other")]
    OneSystem(&'static str),
    #[error("{option} cannot be shown beside rows in --format {format}: remove it, or use table or json")]
    Rows { option: &'static str, format: String },
    #[error("--shuffles needs --test randomisation")]
    Shuffles,
    #[error("--reference {name}: there is no such system; the systems are {systems}")]
    Reference { name: String, systems: String },
    #[error("--reference {name} is ambiguous: {systems} have this name; give the path of one of them")]
    Ambiguous { name: String, systems: String },
    #[error("--resample-by side needs --side or --utterances; for whole files: --resample-by file")]
    NoSides,
    #[error("this signature was made with a file of keys: add --resample-by FILE")]
    KeysWanted,
    #[error("{SEED}: `{0}` is not a whole number from 0 to 18,446,744,073,709,551,615")]
    Seed(String),
    #[error("cannot read {}: {source}", name.display())]
    Keys { name: PathBuf, source: io::Error },
    #[error(
        "--resample-by: the file has {keys} keys, but there are {trees} gold trees: give one line for each"
    )]
    KeyCount { keys: usize, trees: u64 },
    #[error(
        "--resample-by: gold trees {} to {} are one {kind}, but have different keys: a {kind} is drawn as one, so give all its trees the same key",
        .trees.start + 1, .trees.end
    )]
    MixedKeys { kind: &'static str, trees: Range<u64> },
    #[error(
        "so many replicates would take {} GB of memory, and at most {} GB are taken: use a smaller --resamples",
        count(*.0), count(MOST_BYTES / GIGABYTE)
    )]
    Replicates(u64),
    #[error(
        "so many samples would take {} GB of memory, and at most {} GB are taken: use smaller --resamples and --shuffles, or no --samples",
        count(*.0), count(MOST_BYTES / GIGABYTE)
    )]
    Samples(u64),
}

/// The most memory that replicates and shuffles may take together.
const MOST_BYTES: u64 = 4 * GIGABYTE;
const GIGABYTE: u64 = 1_000_000_000;

/// Bytes of a replicate in each figure: its value, and its place in their order.
const REPLICATE: u64 = 24;
/// Bytes of a replicate in each figure if samples are kept: its sums, too.
const SAMPLE: u64 = 128;
/// Bytes of a shuffle in each figure if samples are kept.
const SHUFFLE: u64 = 16;

/// Refuses more replicates than there is memory for. A test needs no values of its shuffles, an interval has to put
/// those of its replicates in order.
pub(crate) fn check_memory<'i>(
    asked: &Statistics,
    measures: impl Iterator<Item = (&'i MeasureInfo, Average)>,
    systems: usize,
) -> Result<(), StatisticsError> {
    // Over the scored pairs, and over all.
    let figures = measures.map(|(info, average)| 2 * asked.figures.of(info, average).len() as u64);
    let (settings, figures) = (&asked.settings, figures.max().unwrap_or(0));
    let compared = if asked.pairwise { systems * systems } else { systems } as u64;
    let bytes = if settings.samples {
        let each = settings.replicates.saturating_mul(SAMPLE);
        let each = each.saturating_add(settings.shuffles.saturating_mul(SHUFFLE));
        each.saturating_mul(compared)
    } else {
        settings.replicates.saturating_mul(REPLICATE)
    };
    let bytes = bytes.saturating_mul(figures);
    let size = bytes.div_ceil(GIGABYTE);
    match (bytes > MOST_BYTES, settings.samples) {
        (false, _) => Ok(()),
        (true, false) => Err(StatisticsError::Replicates(size)),
        (true, true) => Err(StatisticsError::Samples(size)),
    }
}

/// What a run is asked for. `figures` are those that the output format shows.
pub(crate) fn asked(
    args: &StatisticsArgs,
    (systems, setups): (&[Corpus], &[Setup]),
    published: Option<&Signature>,
    figures: KeptFigures,
) -> Result<Option<Statistics>, StatisticsError> {
    if args.no_tests {
        return Ok(None);
    }
    let names: Vec<Name> =
        systems.iter().map(|corpus| [corpus.name().to_owned(), corpus.short_name()]).collect();
    let asked = of_options(args, &names, published.and_then(Signature::statistics))?;
    let has_sides = setups.iter().all(|setup| setup.pairing.words().is_some());
    if asked.settings.resample_by == ResampleBy::Side && !has_sides {
        return Err(StatisticsError::NoSides);
    }
    let asked = Statistics { figures, ..asked };
    check_memory(&asked, measures_of(setups), systems.len())?;
    Ok(Some(asked))
}

/// The measures of setups, with the averages of their headlines.
pub(crate) fn measures_of(setups: &[Setup]) -> impl Iterator<Item = (&MeasureInfo, Average)> {
    setups.iter().map(|setup| (setup.measure.info(), setup.recipe.average))
}

/// What is asked for about systems with these names, which are not read from trees.
pub(crate) fn asked_of_names(
    args: &StatisticsArgs,
    names: &[String],
    figures: KeptFigures,
) -> Result<Statistics, StatisticsError> {
    let names: Vec<Name> = names.iter().map(|name| [name.clone(), name.clone()]).collect();
    let asked = Statistics { figures, ..of_options(args, &names, None)? };
    check_memory(&asked, std::iter::once((Parseval.info(), Average::Corpus)), names.len())?;
    Ok(asked)
}

/// A system as it was given, and its name in tables.
type Name = [String; 2];

fn of_options(
    args: &StatisticsArgs,
    systems: &[Name],
    signed: Option<SignedStatistics>,
) -> Result<Statistics, StatisticsError> {
    if let Some(option) = args.first_of_tests().filter(|_| systems.len() < 2) {
        return Err(StatisticsError::OneSystem(option));
    }
    let mut asked = Statistics::default();
    if let Some(signed) = signed {
        asked.settings = signed.settings;
        asked.test = signed.test.unwrap_or(asked.test);
    }
    let settings = &mut asked.settings;
    settings.samples = false;
    settings.level = args.level.unwrap_or(settings.level);
    settings.replicates = args.resamples.unwrap_or(settings.replicates);
    settings.shuffles = args.shuffles.unwrap_or(settings.shuffles);
    settings.method = args.ci.as_ref().and_then(|how| how.parse().ok()).unwrap_or(settings.method);
    asked.test = args.test.as_ref().and_then(|how| how.parse().ok()).unwrap_or(asked.test);
    settings.seed = match (args.seed, signed, terminal::variable(SEED)) {
        (Some(seed), ..) => seed,
        (None, None, Some(text)) => text.parse().map_err(|_| StatisticsError::Seed(text))?,
        _ => settings.seed,
    };
    if args.shuffles.is_some() && asked.test != TestMethod::Randomisation {
        return Err(StatisticsError::Shuffles);
    }
    match args.resample_by.as_deref() {
        Some("file") => settings.resample_by = ResampleBy::File,
        Some("side") => settings.resample_by = ResampleBy::Side,
        Some(file) => {
            settings.resample_by = ResampleBy::Keys;
            asked.keys = Some(read_keys(Path::new(file))?);
        }
        None if settings.resample_by == ResampleBy::Keys => return Err(StatisticsError::KeysWanted),
        None => {}
    }
    asked.reference = args.reference.as_ref().map_or(Ok(0), |name| find_system(name, systems))?;
    Ok(asked)
}

/// The position of a system, by its path or by its name in tables, with or without extension.
fn find_system(name: &str, systems: &[Name]) -> Result<usize, StatisticsError> {
    let stem = |name: &str| name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned();
    let ways: [&dyn Fn(&Name) -> bool; 3] =
        [&|[given, _]| given == name, &|[_, short]| short == name, &|[_, short]| stem(short) == name];
    for is_named in ways {
        let found: Vec<usize> =
            systems.iter().enumerate().filter(|(_, system)| is_named(system)).map(|(at, _)| at).collect();
        match found[..] {
            [] => {}
            [at] => return Ok(at),
            _ => {
                let paths: Vec<&str> = found.iter().map(|&at| systems[at][0].as_str()).collect();
                return Err(StatisticsError::Ambiguous { name: name.to_owned(), systems: paths.join(", ") });
            }
        }
    }
    let systems: Vec<&str> = systems.iter().map(|[_, short]| short.as_str()).collect();
    Err(StatisticsError::Reference { name: name.to_owned(), systems: systems.join(", ") })
}

/// Reads a key for each gold tree, a line each.
fn read_keys(path: &Path) -> Result<Arc<[u64]>, StatisticsError> {
    let text = read_table(path).map_err(|source| StatisticsError::Keys { name: path.to_owned(), source })?;
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&text);
    // As bytes, so that keys in another encoding stay different.
    let lines = text.split_inclusive(|&byte| byte == b'\n').map(|line| {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        line.strip_suffix(b"\r").unwrap_or(line)
    });
    Ok(lines.map(key_of_bytes).collect())
}

/// Checks that there is a key for each gold tree, and one for each conversation side. Returns a warning about groups of
/// aligned trees with several keys: which trees make a group depends on the system, so that no file of keys can avoid it.
pub(crate) fn check_keys(plan: &Plan, scored: &Scored) -> Result<Option<String>, StatisticsError> {
    let asked = plan.ask.statistics.as_ref().filter(|_| !scored.interrupted);
    let Some(keys) = asked.and_then(|asked| asked.keys.as_ref()) else { return Ok(None) };
    let setups =
        scored.systems.iter().filter(|system| system.uneven.is_none()).flat_map(|system| &system.setups);
    let kept = || setups.clone().filter_map(|setup| setup.kept.as_ref());
    if let Some(trees) = kept().map(|kept| kept.rows.trees()).max().filter(|&all| all != keys.len() as u64) {
        return Err(StatisticsError::KeyCount { keys: keys.len(), trees });
    }
    let Some((rows, trees)) = kept().filter_map(|kept| kept.mixed_keys(keys)).max_by_key(|(rows, _)| *rows)
    else {
        return Ok(None);
    };
    if plan.setups.iter().any(|setup| setup.pairing.words().is_some()) {
        return Err(StatisticsError::MixedKeys { kind: "side", trees });
    }
    let (groups, of) = (counted(rows, "group"), if rows == 1 { "has" } else { "have" });
    Ok(Some(format!(
        "--resample-by: {groups} of aligned trees {of} gold trees with different keys (first: trees {} to {}); the key of the first tree counts",
        trees.start + 1,
        trees.end
    )))
}
