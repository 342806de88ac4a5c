//! From arguments as given to jobs that can be run: everything is checked once, here.

mod check;

use std::path::{Path, PathBuf};

use treescore::measure::{Index, Names};
use treescore::prepare::{self, PRESETS, Recipe, SettingError, unescape};
use treescore::read::times::{Overlaps, TimesOptions};
use treescore::read::{Corpus, OpenError, Unit};
use treescore::registry::{self, AnyMeasure};
use treescore::report::Format;
use treescore::run::{
    Alignment, Bins, Chunk, GroupBy, Job, Rows, Signature, SignatureError, TimedPair, WordAlignment,
};

use crate::args::own::TableError;
use crate::args::{ByArg, PairBy, ScoreArgs};
use crate::recipes::recipe;
use crate::{aligning, speaking, timing};

pub(crate) use check::same_files;

/// Why the arguments make no job.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JobError {
    #[error("no measure is called `{0}`; there are: {all}", all = names(registry::MEASURES.iter().map(|entry| entry.name)))]
    Measure(String),
    #[error("no recipe is called `{0}`; there are: {all}; a file of EVALB parameters ends in .prm", all = names(PRESETS.iter().map(|preset| preset.name)))]
    Recipe(String),
    #[error("--set {0}: write KEY=VALUE, for example --set root=drop")]
    Set(String),
    #[error(transparent)]
    Setting(#[from] SettingError),
    #[error(transparent)]
    Signature(#[from] SignatureError),
    #[error(transparent)]
    Format(#[from] treescore::report::UnknownFormat),
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("cannot read {}: {source}", name.display())]
    ParamFile { name: PathBuf, source: std::io::Error },
    #[error("standard input can be read only once, and `-` is given {0} times")]
    Stdin(usize),
    #[error("gold is standard input, which can be read only once: give one system, or gold as a file")]
    StdinGold,
    #[error("--bins must grow, for example --bins 5,10,20")]
    Bins,
    #[error("--bins goes with --by length or --by max-length")]
    BinsWithoutLength,
    #[error(
        "--detail shows what was mapped to what, which {measure} does not do; try -m struct-iou or -m tree-node"
    )]
    NoMapping { measure: &'static str },
    #[error("{measure} has no scores by {what}")]
    NoNames { measure: &'static str, what: &'static str },
    #[error("standard input can be read only once: measure one thing at a time, or save it to a file first")]
    StdinMeasures,
    #[error("{option} is no option of {measures}")]
    Option { option: &'static str, measures: String },
    #[error("--gold-times and --system-times go with -m struct-iou, or with --side or --utterances")]
    TimesUnused,
    #[error("{0} goes with --gold-times and --system-times")]
    TimesOption(&'static str),
    #[error("this signature was made with word times: give --gold-times and --system-times")]
    SignatureTimes,
    #[error("this signature was made without word times: leave out --gold-times and --system-times")]
    SignatureNoTimes,
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Timing(#[from] timing::TimingError),
    #[error(transparent)]
    Align(#[from] aligning::AlignError),
    #[error(transparent)]
    Speech(#[from] speaking::SpeechError),
    #[error(
        "{measure} reads one utterance per line, which --pair-by tree would cut; for one tree each, --input trees"
    )]
    PairByTree { measure: &'static str },
    #[error("--pair goes with --per-sentence or --detail")]
    PairWithoutRows,
    #[error("{option} has no place in --format {format}: use table, jsonl or json")]
    NoPlace { option: &'static str, format: Format },
    #[error("--detail does not fit into CSV: use table, jsonl or json")]
    Detail,
    #[error(
        "several measures have different columns: for --per-sentence use table, jsonl or json, or one measure at a time"
    )]
    PerSentenceCsv,
    #[error("--per-sentence has no lines in --format {0}: use table, csv, jsonl or json")]
    PerSentence(Format),
    #[error("--output {} would overwrite a file that is read", .0.display())]
    OutputIsInput(PathBuf),
    #[error("{gold} and {system} are folders with other files: {missing} has no partner")]
    Folders { gold: String, system: String, missing: String },
}

fn names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// Everything to be done.
pub(crate) struct Jobs {
    pub(crate) format: Format,
    /// One per measure.
    pub(crate) runs: Vec<Run>,
    /// Notes on a parameter file, to be shown.
    pub(crate) notes: Vec<String>,
}

/// One measure over all systems.
pub(crate) struct Run {
    pub(crate) measure: Box<dyn AnyMeasure>,
    pub(crate) recipe: Recipe,
    /// What the two sides have in common.
    pub(crate) index: &'static str,
    /// How texts are aligned, if they are.
    pub(crate) alignment: Option<Alignment>,
    /// One per system.
    pub(crate) each: Vec<Job>,
}

impl Run {
    /// The signature of its report.
    pub(crate) fn signature(&self, pairs: Option<u64>) -> Signature {
        let index = self.measure.index();
        let aligned = self.alignment.iter().flat_map(|alignment| alignment.settings(index));
        let settings = aligned.chain(self.measure.settings()).map(|(key, value)| (key.to_owned(), value));
        Signature {
            measure: self.measure.name().to_owned(),
            recipe: self.recipe.clone(),
            index: self.index.to_owned(),
            settings: settings.collect(),
            pairs,
        }
    }
}

impl Jobs {
    pub(crate) fn new(args: &ScoreArgs) -> Result<Self, JobError> {
        let mut notes = Vec::new();
        let format: Format = args.format.parse()?;
        let rows = check::rows(args, format)?;
        let corpora = corpora(args)?;
        check::output(args, &corpora)?;
        let Configuration { each, alignment } = configured(args, &mut notes)?;
        let memory = args.own.memory.as_deref().map(|value| prepare::bytes("memory", value)).transpose()?;
        let configuration = Configuration { each, alignment: speaking::with_memory(alignment, memory) };
        check::configuration(args, &corpora, &configuration)?;
        let alignments = (0..corpora.systems.len()).map(|at| {
            let files = args.speech.word_alignment.get(at);
            let sides = corpora.gold.documents().len();
            speaking::of_system(configuration.alignment.as_ref(), files, sides)
        });
        let common = Common { rows, alignments: alignments.collect::<Result<_, _>>()? };
        let runs = configuration.each.into_iter();
        let runs = runs.map(|configured| run(args, &corpora, &common, configured, &mut notes));
        Ok(Self { format, runs: runs.collect::<Result<_, _>>()?, notes })
    }
}

/// What all measures share.
struct Common {
    rows: Rows,
    /// How each system is aligned with gold, if it is.
    alignments: Vec<Option<Alignment>>,
}

/// One measure over all systems.
fn run(
    args: &ScoreArgs,
    corpora: &Corpora,
    common: &Common,
    (measure, recipe): Configured,
    notes: &mut Vec<String>,
) -> Result<Run, JobError> {
    let Corpora { gold, systems } = corpora;
    let by = group_by(args, &*measure)?;
    let unit = unit(args, &*measure);
    let alignment = common.alignments.first().cloned().flatten();
    let needs_times = matches!(alignment, Some(Alignment::Words(_))) || measure.index() == Index::Intervals;
    let times = if needs_times { times(args, &*measure, &recipe, corpora, notes)? } else { None };
    let job = |(at, system): (usize, &Corpus)| Job {
        threads: threads(args, gold, system, measure.block()),
        unit,
        times: times.as_ref().map(|times| times[at].clone()),
        alignment: common.alignments[at].clone(),
        by: by.clone(),
        sentences: common.rows,
        detail: args.detail,
        keep_refused: args.refused,
        strict: args.strict,
        ..Job::new(gold.clone(), system.clone(), recipe.clone())
    };
    let each = systems.iter().enumerate().map(job).collect();
    let index = match &alignment {
        Some(alignment) => alignment.index(),
        None => measure.index().as_str(times.is_some()),
    };
    Ok(Run { measure, recipe, index, alignment, each })
}

/// A measure and its recipe with all settings made.
type Configured = (Box<dyn AnyMeasure>, Recipe);

/// The trees.
struct Corpora {
    gold: Corpus,
    systems: Vec<Corpus>,
}

/// The measures that are asked for, and whether texts are aligned.
struct Configuration {
    each: Vec<Configured>,
    alignment: Option<Alignment>,
}

fn configured(args: &ScoreArgs, notes: &mut Vec<String>) -> Result<Configuration, JobError> {
    if let Some(text) = &args.signature {
        let signature: Signature = text.parse()?;
        check::options(args, std::slice::from_ref(&signature.measure))?;
        let mut measure = make(&signature.measure)?;
        let needs_times = speaking::needs_times(&signature);
        let may_need = measure.index() == Index::Intervals || signature.index.parse::<Chunk>().is_ok();
        if needs_times != args.times.gold_times.is_some() && may_need {
            return Err(if needs_times { JobError::SignatureTimes } else { JobError::SignatureNoTimes });
        }
        let alignment = aligning::alignment(&args.align, Some(&signature))?.map_or_else(
            || speaking::of_signature(&args.speech, args.align.one_sided.as_deref(), &signature),
            |text| Ok(Some(text)),
        )?;
        let index = measure.index();
        let of_alignment = alignment.iter().flat_map(|alignment| alignment.settings(index));
        // Whoever aligned the words is known by the files that are given.
        let of_alignment: Vec<&str> = of_alignment.map(|(key, _)| key).chain([WordAlignment::BY]).collect();
        let mut recipe = signature.recipe;
        for (key, value) in signature.settings.iter().filter(|(key, _)| !of_alignment.contains(&&key[..])) {
            registry::set(&mut *measure, &mut recipe, key, value)?;
        }
        return Ok(Configuration { each: vec![adjusted(measure, recipe, args)?], alignment });
    }
    check::options(args, &args.measure)?;
    let asked = args.recipe.as_ref().map(|name| recipe(name, notes)).transpose()?;
    let has_times = args.times.gold_times.is_some();
    let alignment = match aligning::alignment(&args.align, None)? {
        Some(text) => Some(text),
        None => speaking::alignment(&args.speech, args.align.one_sided.as_deref(), has_times)?,
    };
    let each = args.measure.iter().map(|name| {
        let measure = make(name)?;
        let usual = || match &alignment {
            Some(Alignment::Text(_)) => aligning::usual_recipe(&*measure),
            Some(Alignment::Words(_)) => speaking::usual_recipe(),
            None => measure.recipe(),
        };
        let recipe = asked.clone().unwrap_or_else(usual);
        let (measure, recipe) = adjusted(measure, recipe, args)?;
        Ok(match &alignment {
            Some(alignment) => (measure, aligning::without_traces(recipe, alignment)),
            None => (measure, recipe),
        })
    });
    let each = each.collect::<Result<_, JobError>>()?;
    Ok(Configuration { each, alignment })
}

fn make(name: &str) -> Result<Box<dyn AnyMeasure>, JobError> {
    let entry = registry::measure(name).ok_or_else(|| JobError::Measure(name.to_owned()))?;
    Ok((entry.make)())
}

/// What a pair is made of.
fn unit(args: &ScoreArgs, measure: &dyn AnyMeasure) -> Unit {
    let by_line = args.pair_by.map_or(measure.syntax().is_by_line(), |by| by == PairBy::Line);
    if by_line { Unit::Line } else { Unit::Tree }
}

/// How times are read: as the settings of the measure say, which stand in its signature.
fn times_options(args: &ScoreArgs, measure: &dyn AnyMeasure) -> TimesOptions {
    let settings = measure.settings();
    let setting =
        |key: &str| settings.iter().find(|(other, _)| *other == key).map(|(_, value)| value.as_str());
    let text = |value: &str| String::from_utf8_lossy(&unescape(value)).into_owned();
    let overlaps = setting("overlaps").and_then(|value| value.parse().ok()).unwrap_or(Overlaps::Refuse);
    let silences = setting("silence").map(|texts| texts.split(',').map(text).collect());
    TimesOptions {
        format: args.times.how.times_format,
        tier: setting("tier").map(text).or_else(|| args.times.how.tier.clone()),
        silences: silences.unwrap_or_else(|| TimesOptions::default().silences),
        overlaps,
    }
}

/// The times of each system and its gold, for a measure that asks for them.
fn times(
    args: &ScoreArgs,
    measure: &dyn AnyMeasure,
    recipe: &Recipe,
    Corpora { gold, systems }: &Corpora,
    notes: &mut Vec<String>,
) -> Result<Option<Vec<TimedPair>>, JobError> {
    let options = times_options(args, measure);
    let syntax = &measure.syntax();
    let reading = timing::Reading { unit: unit(args, measure), syntax, recipe, options: &options };
    Ok(timing::timed(&args.times, gold, systems, reading, notes)?)
}

fn threads(args: &ScoreArgs, gold: &Corpus, system: &Corpus, block: Option<usize>) -> usize {
    let bytes =
        gold.bytes().zip(system.bytes()).map_or(u64::MAX, |(gold, system)| gold.saturating_add(system));
    crate::threads::useful(args.threads.map(usize::from), bytes, block)
}

/// The measure and the recipe with the options that change them.
fn adjusted(
    mut measure: Box<dyn AnyMeasure>,
    mut recipe: Recipe,
    args: &ScoreArgs,
) -> Result<Configured, JobError> {
    if let Some(labels) = &args.labels {
        recipe.set("labels", labels)?;
    }
    for labels in &args.delete {
        recipe
            .delete
            .extend(labels.split(',').filter(|label| !label.is_empty()).map(treescore::prepare::unescape));
    }
    if args.unlabeled {
        recipe = recipe.unlabeled();
    }
    if let Some(cutoff) = &args.cutoff {
        recipe.set("cutoff", cutoff)?;
    }
    for (_, key, value) in args.own.settings()? {
        measure.set(key, &value)?;
    }
    if let Some(tier) = &args.times.how.tier {
        measure.set("tier", tier)?;
    }
    if let Some(silence) = &args.times.how.silence {
        measure.set("silence", &silence.join(","))?;
    }
    for setting in &args.set {
        let (key, value) = setting.split_once('=').ok_or_else(|| JobError::Set(setting.clone()))?;
        registry::set(&mut *measure, &mut recipe, key, value)?;
    }
    Ok((measure, recipe))
}

fn corpora(args: &ScoreArgs) -> Result<Corpora, JobError> {
    let gold = Corpus::find(args.gold.as_deref().unwrap_or(Path::new("-")))?;
    let mut systems: Vec<Corpus> =
        args.systems.iter().map(|path| Corpus::find(path)).collect::<Result<_, _>>()?;
    Corpus::tell_apart(&mut systems);
    let stdin = systems.iter().chain([&gold]).filter(|corpus| corpus.is_stdin()).count();
    if stdin > 1 {
        return Err(JobError::Stdin(stdin));
    }
    if gold.is_stdin() && systems.len() > 1 {
        return Err(JobError::StdinGold);
    }
    for system in &systems {
        same_files(&gold, system)?;
    }
    Ok(Corpora { gold, systems })
}

fn group_by(args: &ScoreArgs, measure: &dyn AnyMeasure) -> Result<Option<GroupBy>, JobError> {
    let has_classes = matches!(args.by, Some(ByArg::Length | ByArg::MaxLength));
    let bins = match &args.bins {
        Some(_) if !has_classes => return Err(JobError::BinsWithoutLength),
        Some(lengths) if !lengths.is_sorted_by(|a, b| a < b) || lengths.first() == Some(&0) => {
            return Err(JobError::Bins);
        }
        Some(lengths) => Bins(lengths.clone()),
        None => Bins::default(),
    };
    let by = args.by.map(|by| match by {
        ByArg::Length => GroupBy::Length(bins),
        ByArg::MaxLength => GroupBy::MaxLength(bins),
        ByArg::Label => GroupBy::Names(Names::Labels),
        ByArg::Type => GroupBy::Names(Names::Types),
        ByArg::File => GroupBy::File,
    });
    match by {
        Some(GroupBy::Names(names)) if !measure.names().contains(&names) => {
            let what = if names == Names::Labels { "label" } else { "type" };
            Err(JobError::NoNames { measure: measure.name(), what })
        }
        by => Ok(by),
    }
}
