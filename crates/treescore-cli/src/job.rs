//! From arguments to a plan. Everything is checked once, here.

mod check;
pub(crate) mod setups;

use std::path::{Path, PathBuf};

use treescore::front::PairNames;
use treescore::measure::{Bins, Facet};
use treescore::prepare::{PRESETS, SettingError};
use treescore::read::{Corpus, OpenError, Units};
use treescore::report::{Format, ScoreColumn, UnknownColumn};
use treescore::run::{
    Ask, FolderNote, Input, InputTimes, KeptFigures, Matches, Plan, Rows, Statistics, pair_folders,
};
use treescore::setup::{ResampleBy, Setup, SetupError, Signature, SignatureError, UnknownMeasure};

use crate::args::input::InputError;
use crate::args::own::TableError;
use crate::args::{BinsArg, ByArg, DetailArg, ScoreArgs};
use crate::output::is_same_file;
use crate::parquet::input::{PairFile, Pairs};
use crate::parquet::{self, ParquetError};
use crate::statistics::{self, StatisticsError};
use crate::{aligning, speaking, terminal, timing};
use setups::Source;

/// The environment variable with the usual format.
const FORMAT: &str = "TREESCORE_FORMAT";

/// Why arguments cannot be run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JobError {
    #[error(transparent)]
    Measure(#[from] UnknownMeasure),
    #[error("--measure names {0} twice")]
    Repeated(&'static str),
    #[error("there is no recipe `{0}`; recipes are {all}; the name of a parameter file must end in .prm", all = join_names(PRESETS.iter().map(|preset| preset.name)))]
    Recipe(String),
    #[error("there is no file or recipe `{name}`; did you mean {meant}: -r {meant}")]
    RecipeMeant { name: String, meant: &'static str },
    #[error("{0} is about replies of language models: add --input replies, or --system-input replies")]
    NoReplies(&'static str),
    #[error("--set {0}: write KEY=VALUE, for example --set root=drop")]
    Set(String),
    #[error("{option} and --set {key}=… say the same in two ways; give one of them")]
    SetTwice { option: &'static str, key: String },
    #[error(transparent)]
    Setting(#[from] SettingError),
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Signature(#[from] SignatureError),
    #[error(transparent)]
    Format(#[from] treescore::report::UnknownFormat),
    #[error("{FORMAT}: {0}")]
    FormatVariable(treescore::report::UnknownFormat),
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("cannot read {}: {source}", name.display())]
    ParamFile { name: PathBuf, source: std::io::Error },
    #[error("standard input can be read only once, but `-` is given {0} times")]
    Stdin(usize),
    #[error(transparent)]
    Column(#[from] UnknownColumn),
    #[error("--columns: {0} needs several systems")]
    ColumnOfSeveral(String),
    #[error("--seed draws nothing with --no-tests: remove one of them, or add --baselines")]
    Seed,
    #[error("--columns: {0} needs intervals and tests: remove --no-tests")]
    ColumnOfTests(String),
    #[error("--cite prints rows of the table of scores: remove {0}")]
    Cite(&'static str),
    #[error("--bins needs --by length or --by max-length")]
    BinsWithoutLength,
    #[error("--all needs --by label")]
    AllWithoutLabel,
    #[error("--delete needs labels, for example --delete S1,ROOT")]
    DeleteNothing,
    #[error("{measure} cannot be broken down by {what}: choose another --by or measure")]
    NoBreakdown { measure: &'static str, what: &'static str },
    #[error("{option} is not an option of {measures}: remove it, or choose another measure with -m")]
    Option { option: &'static str, measures: String },
    #[error("--detail=table shows one measure, word: remove the others from -m")]
    TableOfSeveral,
    #[error("--gold-times and --system-times need -m struct-iou, --side or --utterances")]
    TimesUnused,
    #[error("{0} needs --gold-times and --system-times")]
    TimesOption(&'static str),
    #[error("this signature was made with word times: add --gold-times and --system-times")]
    SignatureTimes,
    #[error("this signature was made without word times: remove --gold-times and --system-times")]
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
        "--pair-by tree cannot be used with {measure}, which reads one utterance per line; if each utterance is one tree, use --input trees"
    )]
    PairByTree { measure: &'static str },
    #[error("--pair needs --per-sentence or --detail")]
    PairWithoutRows,
    #[error("{option} cannot be shown in --format {format}: use {usable}")]
    NotInFormat { option: &'static str, format: Format, usable: &'static str },
    #[error(
        "--measure contains an empty name: give names separated by single commas, for example parseval,word"
    )]
    EmptyMeasure,
    #[error("--one-sided needs --align, --side or --utterances")]
    OneSided,
    #[error("--spreadsheet needs --format csv")]
    Spreadsheet,
    #[error("--wide needs several measures (-m) and --format table")]
    Wide,
    #[error("--output {} would overwrite an input file: choose another name", .0.display())]
    OutputIsInput(PathBuf),
    #[error(transparent)]
    Input(#[from] InputError),
    #[error(transparent)]
    Statistics(#[from] StatisticsError),
    #[error(transparent)]
    Parquet(#[from] ParquetError),
}

fn join_names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// A run: the plan, and what is done with the results.
pub(crate) struct Job {
    /// The format of text. A Parquet file is checked as CSV is: it holds the same.
    pub(crate) format: Format,
    /// Whether results are written to a Parquet file.
    pub(crate) is_parquet: bool,
    /// What the pairs are called.
    pub(crate) names: PairNames,
    pub(crate) plan: Plan,
    /// The columns of the table of scores, if they were chosen.
    pub(crate) columns: Vec<ScoreColumn>,
    /// Warnings about a parameter file.
    pub(crate) notes: Vec<String>,
    /// Notes about folders.
    pub(crate) folders: Vec<FolderNote>,
    /// The signature of `--signature`.
    pub(crate) published: Option<Signature>,
}

impl Job {
    pub(crate) fn new(args: &ScoreArgs) -> Result<Self, JobError> {
        let chosen = choose_format(args)?;
        let rows = check::rows(args, chosen.text())?;
        Self::with(args, Way { chosen, rows, ..Way::of_options(args)? })
    }

    /// A run by the setups of published scores, one for each measure.
    pub(crate) fn of_signatures(args: &ScoreArgs, signatures: Vec<Signature>) -> Result<Self, JobError> {
        Self::of_source(args, Source { recipe: None, signatures })
    }

    /// A run over one file, which is gold and system.
    pub(crate) fn of_one(args: &ScoreArgs) -> Result<Self, JobError> {
        Self::with(args, Way { find: find_one, ..Way::of_options(args)? })
    }

    /// A run whose setups do not come from the usual options.
    pub(crate) fn of_source(args: &ScoreArgs, source: Source<'_>) -> Result<Self, JobError> {
        let (chosen, rows, find) = (choose_format(args)?, Rows::None, find_corpora as FindCorpora);
        Self::with(args, Way { chosen, rows, find, source })
    }

    /// A run for a command that has its own formats and chooses pairs itself.
    pub(crate) fn for_rows(args: &ScoreArgs, rows: Rows) -> Result<Self, JobError> {
        Self::with(args, Way { rows, ..Way::of_options(args)? })
    }

    fn with(args: &ScoreArgs, way: Way<'_>) -> Result<Self, JobError> {
        let Way { chosen, rows, find, source } = way;
        let mut notes = Vec::new();
        let (format, is_parquet) = (chosen.text(), chosen == Chosen::Parquet);
        let file = PairFile::find(args)?;
        let mut corpora = match &file {
            Some(file) => Corpora::of_columns(file),
            None => find(args)?,
        };
        // Columns have names, but are no files.
        check::output(args, file.is_none().then_some(&corpora))?;
        let setups::Configured { mut setups, published } = setups::configure(args, source, &mut notes)?;
        let columns = ScoreColumn::choose(args.shown_columns.iter().map(String::as_str), &mut setups)?;
        order_replies(&mut corpora, args, &setups);
        let folders = pair_folders(&mut corpora.gold, corpora.systems.iter_mut().collect(), &setups)?;
        check::setups(args, format, &corpora, &setups)?;
        if is_parquet {
            parquet::check_setups(&setups)?;
        }
        let facet = choose_facet(args, &setups)?;
        let Corpora { gold, systems } = corpora;
        let asked = (format, rows, is_parquet);
        if args.statistics.no_tests && args.statistics.seed.is_some() && !args.baselines {
            return Err(JobError::Seed);
        }
        let statistics = choose_statistics(args, asked, (&systems, &setups), published.as_ref())?;
        check::columns(args, &columns, (systems.len(), statistics.is_some()))?;
        if let Some(file) = file {
            PairFile::check_setups(&setups)?;
            let pairs = file.read()?;
            let ask = Ask { statistics, ..ask(args, rows, facet) };
            let (plan, names) = plan_of_pairs(args, pairs, setups, ask);
            return Ok(Self { format, is_parquet, names, plan, columns, notes, folders, published });
        }
        let threads = choose_threads(args, &gold, &systems, &setups);
        let times = timing::inputs(&args.times, &gold, &systems)?;
        let (gold_times, system_times) =
            times.map_or((None, None), |(gold, systems)| (Some(gold), Some(systems)));
        let mut system_times = system_times.unwrap_or_default().into_iter();
        let input = |at: usize, corpus: Corpus, times: Option<InputTimes>| -> Result<Input, JobError> {
            let columns = speaking::read_columns(args.speech.word_alignment.get(at), &gold)?;
            Ok(Input { times, columns, ..Input::from(corpus) })
        };
        let systems = systems.into_iter().enumerate();
        let systems = systems.map(|(at, corpus)| input(at, corpus, system_times.next()));
        let systems = systems.collect::<Result<Vec<_>, _>>()?;
        let gold = Input { times: gold_times, ..Input::from(gold) };
        let plan = Plan {
            ask: Ask { statistics, ..ask(args, rows, facet) },
            threads,
            ..Plan::new(gold, systems, setups)
        };
        Ok(Self { format, is_parquet, names: PairNames::InOrder, plan, columns, notes, folders, published })
    }
}

/// Finds the files of both sides.
type FindCorpora = fn(&ScoreArgs) -> Result<Corpora, JobError>;

/// What a command decides about a run, beside its arguments.
struct Way<'a> {
    chosen: Chosen,
    rows: Rows,
    find: FindCorpora,
    source: Source<'a>,
}

impl<'a> Way<'a> {
    /// A table without rows, by the setups that options name.
    fn of_options(args: &'a ScoreArgs) -> Result<Self, JobError> {
        let (chosen, rows) = (Chosen::Text(Format::Table), Rows::None);
        Ok(Self { chosen, rows, find: find_corpora, source: Source::of(args)? })
    }
}

/// The plan for pairs that were read from a table, and what they are called. Pairs with names are drawn by them.
fn plan_of_pairs(
    args: &ScoreArgs,
    Pairs { gold, systems, names }: Pairs,
    setups: Vec<Setup>,
    mut ask: Ask,
) -> (Plan, PairNames) {
    let bytes = systems.iter().chain([&gold]).map(Units::bytes).sum();
    let threads = threads_for(args, bytes, &setups);
    if let Some(asked) = &mut ask.statistics
        && names != PairNames::InOrder
        && asked.settings.resample_by == ResampleBy::Pair
    {
        asked.settings.resample_by = ResampleBy::Keys;
        asked.keys = Some((0..gold.len()).map(|row| names.key(row)).collect());
    }
    let systems = systems.into_iter().map(Input::from).collect();
    (Plan { ask, threads, ..Plan::new(gold.into(), systems, setups) }, names)
}

/// True if a path names a file that the run reads or writes.
pub(crate) fn is_file_of_run(args: &ScoreArgs, plan: &Plan, path: &Path) -> bool {
    let inputs = plan.systems.iter().chain([&plan.gold]);
    let mut others = check::other_inputs(args).chain(args.output.as_deref());
    inputs.filter_map(Input::corpus).any(|corpus| corpus.holds(path))
        || others.any(|other| is_same_file(other, path))
}

/// Gold and system trees.
pub(crate) struct Corpora {
    pub(crate) gold: Corpus,
    pub(crate) systems: Vec<Corpus>,
}

impl Corpora {
    /// Sides with the names of columns.
    fn of_columns(file: &PairFile) -> Self {
        let (gold, systems) = file.sides();
        Self { gold, systems }
    }
}

fn ask(args: &ScoreArgs, rows: Rows, facet: Option<Facet>) -> Ask {
    Ask {
        second_facet: None,
        sketches: false,
        facet,
        rows,
        matches: match args.detail {
            None => Matches::None,
            Some(DetailArg::Differences) => Matches::Differences,
            Some(DetailArg::All) => Matches::All,
            Some(DetailArg::Table) => Matches::Table,
        },
        worst: args.worst.unwrap_or(0),
        refused: false, // the face lists them itself, because there may be very many
        tables: false,
        tables_of: None,
        statistics: None,
        strict: args.strict,
        cells: false,
        survey: true,
    }
}

/// The intervals and tests that the format shows. Rows in CSV and JSON Lines have none beside them.
fn choose_statistics(
    args: &ScoreArgs,
    (format, rows, is_parquet): (Format, Rows, bool),
    scored: (&[Corpus], &[Setup]),
    published: Option<&Signature>,
) -> Result<Option<Statistics>, JobError> {
    let is_for_people = matches!(format, Format::Table | Format::Markdown | Format::Latex);
    if is_parquet {
        return Ok(None);
    }
    if rows != Rows::None && matches!(format, Format::Csv | Format::Jsonl) {
        return match args.statistics.first_given() {
            Some(option) => Err(StatisticsError::Rows { option, format: format.to_string() }.into()),
            None => Ok(None),
        };
    }
    let figures = if is_for_people { KeptFigures::Headline } else { KeptFigures::All };
    Ok(statistics::asked(&args.statistics, scored, published, figures)?)
}

/// The format that results are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chosen {
    /// A format of text.
    Text(Format),
    /// A table in a Parquet file.
    Parquet,
}

impl Chosen {
    const PARQUET: &str = "parquet";

    /// The name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Text(format) => format.name(),
            Self::Parquet => Self::PARQUET,
        }
    }

    /// The format of text that holds the same.
    fn text(self) -> Format {
        match self {
            Self::Text(format) => format,
            Self::Parquet => Format::Csv,
        }
    }
}

/// The format of the option, else of the name of the output if it says Parquet, else of `TREESCORE_FORMAT`, else a table.
pub(crate) fn choose_format(args: &ScoreArgs) -> Result<Chosen, JobError> {
    let named = args.output.as_deref().filter(|path| parquet::is_name(path));
    let parquet = |what: String| -> Result<Chosen, JobError> {
        parquet::check_built(&what)?;
        parquet::check_output(args)?;
        Ok(Chosen::Parquet)
    };
    match (&args.format, named, terminal::variable(FORMAT)) {
        (Some(given), ..) if given == Chosen::PARQUET => parquet("--format parquet".to_owned()),
        (Some(given), Some(path), _) => {
            let (path, format) = (path.to_owned(), given.parse::<Format>()?.to_string());
            Err(ParquetError::Name { path, format }.into())
        }
        (Some(given), None, _) => Ok(Chosen::Text(given.parse()?)),
        (None, Some(path), _) => parquet(format!("--output {}", path.display())),
        (None, None, Some(value)) if value == Chosen::PARQUET => parquet(format!("{FORMAT}=parquet")),
        (None, None, Some(value)) => Ok(Chosen::Text(value.parse().map_err(JobError::FormatVariable)?)),
        (None, None, None) => Ok(Chosen::Text(Format::Table)),
    }
}

fn choose_threads(args: &ScoreArgs, gold: &Corpus, systems: &[Corpus], setups: &[Setup]) -> usize {
    let bytes = systems.iter().chain([gold]).map(Corpus::bytes);
    threads_for(args, bytes.sum::<Option<u64>>().unwrap_or(u64::MAX), setups)
}

fn threads_for(args: &ScoreArgs, bytes: u64, setups: &[Setup]) -> usize {
    let block = setups.iter().filter_map(|setup| setup.measure.demands().block_hint).min();
    crate::threads::choose(args.threads.map(usize::from), bytes, block)
}

/// The file of GOLD as both sides. Copies of a corpus share a stream that can be read only once.
fn find_one(args: &ScoreArgs) -> Result<Corpora, JobError> {
    let file = Corpus::find(args.gold.as_deref().unwrap_or(Path::new("-")))?;
    args.files.check(1)?;
    let mut gold = file.with_options(args.files.options(None));
    args.files.all.choose_files(vec![&mut gold])?;
    let systems = vec![gold.clone()];
    Ok(Corpora { gold, systems })
}

/// The number of threads for a plan with many setups, each of which looks at all bytes.
pub(crate) fn threads_for_setups(args: &ScoreArgs, plan: &Plan) -> usize {
    let bytes = plan.systems.iter().chain([&plan.gold]).map(Input::bytes).sum::<Option<u64>>();
    let work = bytes.unwrap_or(u64::MAX).saturating_mul(plan.setups.len() as u64);
    threads_for(args, work, &plan.setups)
}

/// The files that are given: those of both sides, or the only one.
pub(crate) fn find(args: &ScoreArgs, is_one: bool) -> Result<Corpora, JobError> {
    if is_one { find_one(args) } else { find_corpora(args) }
}

fn find_corpora(args: &ScoreArgs) -> Result<Corpora, JobError> {
    let gold = Corpus::find(args.gold.as_deref().unwrap_or(Path::new("-")))?;
    let mut systems: Vec<Corpus> =
        args.systems.iter().map(|path| Corpus::find(path)).collect::<Result<_, _>>()?;
    Corpus::tell_apart(&mut systems);
    let stdin = systems.iter().chain([&gold]).filter(|corpus| corpus.is_stdin()).count();
    if stdin > 1 {
        return Err(JobError::Stdin(stdin));
    }
    let mut gold = gold.with_options(args.files.options(None));
    args.files.check(systems.len())?;
    let systems = systems.into_iter().enumerate();
    let mut systems: Vec<Corpus> =
        systems.map(|(at, corpus)| corpus.with_options(args.files.options(Some(at)))).collect();
    args.files.all.choose_files(std::iter::once(&mut gold).chain(&mut systems).collect())?;
    Ok(Corpora { gold, systems })
}

/// Puts replies, one in each file of a folder, in natural order: 10 comes after 9. (If gold is a folder, too, files are
/// partners by name.)
fn order_replies(corpora: &mut Corpora, args: &ScoreArgs, setups: &[Setup]) {
    let is_signed = setups.iter().any(|setup| setup.input.has_replies());
    for (at, corpus) in corpora.systems.iter_mut().enumerate() {
        if is_signed || args.files.has_replies(at) {
            *corpus = corpus.clone().in_natural_order();
        }
    }
}

fn choose_facet(args: &ScoreArgs, setups: &[Setup]) -> Result<Option<Facet>, JobError> {
    if args.all && args.by != Some(ByArg::Label) {
        return Err(JobError::AllWithoutLabel);
    }
    let has_classes = matches!(args.by, Some(ByArg::Length | ByArg::MaxLength));
    if args.bins.is_some() && !has_classes {
        return Err(JobError::BinsWithoutLength);
    }
    let bins = args.bins.clone().unwrap_or_else(|| BinsArg::Lengths(Bins::default()));
    let facet = args.by.map(|by| match by {
        ByArg::Length => bins.facet(false),
        ByArg::MaxLength => bins.facet(true),
        ByArg::Label => Facet::Label,
        ByArg::LabelPairs => Facet::LabelPairs,
        ByArg::Type => Facet::Type,
        ByArg::File => Facet::File,
    });
    if let Some(facet) = facet.as_ref().filter(|facet| facet.is_item_facet()) {
        let lacks = |setup: &&Setup| !setup.measure.info().facets.contains(facet);
        if let Some(setup) = setups.iter().find(lacks) {
            return Err(JobError::NoBreakdown { measure: setup.measure.info().name, what: facet.name() });
        }
    }
    Ok(facet)
}
