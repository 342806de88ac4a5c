//! From arguments as given to a plan that can be run: everything is checked once, here.

mod check;
mod setups;

use std::path::{Path, PathBuf};

use treescore::measure::{Bins, Facet};
use treescore::prepare::{PRESETS, SettingError};
use treescore::read::{Corpus, OpenError};
use treescore::report::Format;
use treescore::run::{Ask, Input, InputTimes, Matches, Plan, Rows};
use treescore::setup::{Setup, Signature, SignatureError, UnknownMeasure};

use crate::args::own::TableError;
use crate::args::{ByArg, DetailArg, ScoreArgs};
use crate::{aligning, speaking, timing};

pub(crate) use check::same_files;

/// Why the arguments make no plan.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JobError {
    #[error(transparent)]
    Measure(#[from] UnknownMeasure),
    #[error("{0} is given twice in --measure")]
    Repeated(&'static str),
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
    #[error("--bins must grow, for example --bins 5,10,20")]
    Bins,
    #[error("--bins goes with --by length or --by max-length")]
    BinsWithoutLength,
    #[error("{measure} has no scores by {what}")]
    NoNames { measure: &'static str, what: &'static str },
    #[error("{option} is not an option of {measures}")]
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
    #[error("--per-sentence has no lines in --format {0}: use table, csv, jsonl or json")]
    PerSentence(Format),
    #[error("--wide is for tables of several measures: give several with -m, and --format table")]
    Wide,
    #[error("--output {} would overwrite a file that is read", .0.display())]
    OutputIsInput(PathBuf),
    #[error("{gold} and {system} are folders with other files: {missing} has no partner")]
    Folders { gold: String, system: String, missing: String },
}

fn names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// Everything to be done.
pub(crate) struct Job {
    pub(crate) format: Format,
    pub(crate) plan: Plan,
    /// Notes on a parameter file, to be shown.
    pub(crate) notes: Vec<String>,
    /// The signature whose settings are repeated.
    pub(crate) published: Option<Signature>,
}

impl Job {
    pub(crate) fn new(args: &ScoreArgs) -> Result<Self, JobError> {
        let mut notes = Vec::new();
        let format: Format = args.format.parse()?;
        let rows = check::rows(args, format)?;
        let corpora = corpora(args)?;
        check::output(args, &corpora)?;
        let setups::Configured { setups, published } = setups::configured(args, &mut notes)?;
        check::setups(args, &corpora, &setups)?;
        let facet = facet(args, &setups)?;
        let Corpora { gold, systems } = corpora;
        let threads = threads(args, &gold, &systems, &setups);
        let sides = gold.documents().len();
        let times = timing::inputs(&args.times, &gold, &systems)?;
        let (gold_times, system_times) =
            times.map_or((None, None), |(gold, systems)| (Some(gold), Some(systems)));
        let mut system_times = system_times.unwrap_or_default().into_iter();
        let input = |at: usize, corpus: Corpus, times: Option<InputTimes>| -> Result<Input, JobError> {
            let columns = speaking::columns(args.speech.word_alignment.get(at), sides)?;
            Ok(Input { times, columns, ..Input::from(corpus) })
        };
        let systems = systems.into_iter().enumerate();
        let systems = systems.map(|(at, corpus)| input(at, corpus, system_times.next()));
        let systems = systems.collect::<Result<Vec<_>, _>>()?;
        let gold = Input { times: gold_times, ..Input::from(gold) };
        let plan = Plan { ask: ask(args, rows, facet), threads, ..Plan::new(gold, systems, setups) };
        Ok(Self { format, plan, notes, published })
    }
}

/// The trees.
struct Corpora {
    gold: Corpus,
    systems: Vec<Corpus>,
}

fn ask(args: &ScoreArgs, rows: Rows, facet: Option<Facet>) -> Ask {
    Ask {
        facet,
        rows,
        matches: match args.detail {
            None => Matches::None,
            Some(DetailArg::Differences) => Matches::Differences,
            Some(DetailArg::All) => Matches::All,
        },
        worst: args.worst.unwrap_or(0),
        refused: args.refused,
        tables: false,
        strict: args.strict,
    }
}

fn threads(args: &ScoreArgs, gold: &Corpus, systems: &[Corpus], setups: &[Setup]) -> usize {
    let bytes = systems.iter().chain([gold]).map(Corpus::bytes);
    let bytes = bytes.sum::<Option<u64>>().unwrap_or(u64::MAX);
    let block = setups.iter().filter_map(|setup| setup.measure.demands().block_hint).min();
    crate::threads::useful(args.threads.map(usize::from), bytes, block)
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
    for system in &systems {
        same_files(&gold, system)?;
    }
    Ok(Corpora { gold, systems })
}

fn facet(args: &ScoreArgs, setups: &[Setup]) -> Result<Option<Facet>, JobError> {
    let has_classes = matches!(args.by, Some(ByArg::Length | ByArg::MaxLength));
    let bins = match &args.bins {
        Some(_) if !has_classes => return Err(JobError::BinsWithoutLength),
        Some(lengths) if !lengths.is_sorted_by(|a, b| a < b) || lengths.first() == Some(&0) => {
            return Err(JobError::Bins);
        }
        Some(lengths) => Bins(lengths.clone()),
        None => Bins::default(),
    };
    let facet = args.by.map(|by| match by {
        ByArg::Length => Facet::Length(bins),
        ByArg::MaxLength => Facet::MaxLength(bins),
        ByArg::Label => Facet::Label,
        ByArg::Type => Facet::Type,
        ByArg::File => Facet::File,
    });
    if let Some(facet) = facet.as_ref().filter(|facet| facet.is_of_items()) {
        let lacks = |setup: &&Setup| !setup.measure.info().facets.contains(facet);
        if let Some(setup) = setups.iter().find(lacks) {
            return Err(JobError::NoNames { measure: setup.measure.info().name, what: facet.name() });
        }
    }
    Ok(facet)
}
