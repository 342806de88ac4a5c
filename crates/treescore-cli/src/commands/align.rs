//! `treescore align GOLD SYSTEM`: which sentences and words correspond.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use treescore::findings::{self, Finding};
use treescore::measure::{Index, Parseval};
use treescore::prepare::Recipe;
use treescore::read::{Corpus, OpenError, ReadError};
use treescore::report::aligned::TextReport;
use treescore::report::alignment::{AlignmentFormat, AlignmentWriter};
use treescore::report::model::{BothSides, UnpairedTrees};
use treescore::report::{FindingReport, build};
use treescore::run::{
    FoundInputs, Listed, ListedCell, ListedGroup, Listing, Plan, RunError, TreePlace, list, pair_folders,
};
use treescore::setup::{Pairing, TextAlignment};
use treescore::write::columns::three_columns;
use treescore::{Setup, Which};

use super::align_words::{self, WordArgs};
use crate::aligning::{self, AlignError};
use crate::args::align::TextArgs;
use crate::args::findings::Refused;
use crate::args::input::{FileArgs, InputArgs, InputError};
use crate::args::{FindingArgs, Look, input};
use crate::job::JobError;
use crate::messages::Messages;
use crate::output::{CreateError, Output, is_same_file};
use crate::progress::Progress;
use crate::speaking::SpeechError;
use crate::status::Status;
use crate::watch::{SHOWN, describe_unreadable};
use crate::{interrupt, terminal};

/// The formats of a listing ([`AlignmentFormat`]), and the columns that SParseval reads.
const FORMATS: [&str; 4] = ["text", "json", "jsonl", "sparseval"];

/// The arguments of `treescore align`.
#[derive(Debug, clap::Args)]
#[command(
    before_help = "\
Examples:
  treescore align gold.trees system.trees               where the texts differ
  treescore align gold.trees system.trees --show all    all sentences
  treescore align gold.trees system.trees -f sparseval  for sparseval -a
  treescore align gold.trees asr.trees --side           aligned words of speech",
    after_help = "Exit status: 0 all trees aligned, 1 some input is not a tree, 2 could not align."
)]
pub(crate) struct AlignCommand {
    /// Gold trees: a file, a folder, @LIST (a file that lists files) or - for standard input
    #[arg(value_name = "GOLD", value_parser = input())]
    gold: PathBuf,

    /// System trees
    #[arg(value_name = "SYSTEM", value_parser = input())]
    system: PathBuf,

    /// Pairs to show: all, merged (several trees, or one side only), or differ (default; all in machine formats)
    #[arg(long, value_enum, value_name = "WHICH")]
    pub(super) show: Option<Shown>,

    /// Output format; sparseval has lines of gold word, system word and 000, 001, 100 or 010
    #[arg(short, long, value_name = "FORMAT", default_value = "text", value_parser = PossibleValuesParser::new(FORMATS))]
    pub(super) format: String,

    /// Write to a file, complete or not at all
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,

    /// Treat traces (-NONE-) as words
    #[arg(long, conflicts_with_all = ["side", "utterances"])]
    keep_empty: bool,

    #[command(flatten)]
    pub(super) words: WordArgs,

    #[command(flatten)]
    pub(super) files: InputArgs,

    #[command(flatten)]
    pub(super) text: TextArgs,

    #[command(flatten)]
    pub(super) findings: FindingArgs,

    #[command(flatten)]
    pub(super) look: Look,
}

/// Which pairs are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Shown {
    All,
    Merged,
    Differ,
}

impl Shown {
    fn includes(self, group: &ListedGroup) -> bool {
        match self {
            Self::All => true,
            Self::Merged => group.gold.len() != 1 || group.system.len() != 1,
            Self::Differ => group.cells.iter().any(|cell| cell.kind.differs()),
        }
    }
}

/// Why nothing was aligned.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Align(#[from] AlignError),
    #[error(transparent)]
    Create(#[from] CreateError),
    #[error(transparent)]
    Input(#[from] InputError),
    #[error("standard input can be read only once, but `-` is given 2 times")]
    Stdin,
    #[error("--output {} would overwrite an input file: choose another name", .0.display())]
    OutputIsInput(PathBuf),
    #[error("{gold} and {system} hold no trees")]
    NoTrees { gold: String, system: String },
    #[error("-f sparseval needs all pairs: remove --show")]
    OnlySome,
    #[error(transparent)]
    Job(#[from] Box<JobError>),
    #[error(transparent)]
    Speech(#[from] SpeechError),
    #[error(transparent)]
    Run(#[from] Box<RunError>),
    /// Gold and the system have different numbers of units.
    #[error("{}", .0.message)]
    Uneven(Box<FindingReport>),
    #[error("{0} needs --side or --utterances")]
    NeedsWords(&'static str),
    #[error("{0} is about texts; it cannot be used with --side and --utterances")]
    Texts(&'static str),
    #[error("--show merged is about texts; with --side and --utterances choose all or differ")]
    Merged,
    #[error(transparent)]
    Refused(#[from] Refused),
    #[error("-f sparseval writes one conversation side, and there are {0}: align them one by one")]
    SeveralSides(usize),
    #[error("cannot write the results: {0}")]
    Write(#[from] io::Error),
}

/// Runs the command.
pub(crate) fn run(args: &AlignCommand) -> Status {
    match align(args) {
        Ok(status) => status,
        // A reader that closes the pipe, such as `head`, is not an error.
        Err(Failure::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => Status::SUCCESS,
        Err(_) if interrupt::is_requested() => Status::from(130),
        Err(Failure::Uneven(finding)) => {
            Messages::new(&args.look).fail_as(|style| finding.render(None, style), "align");
            Status::from(2)
        }
        Err(error) => {
            Messages::new(&args.look).fail(&error, "align");
            Status::from(2)
        }
    }
}

/// How texts are aligned.
fn setup(args: &AlignCommand) -> Result<Setup, AlignError> {
    let tables = aligning::read_tables(&args.text)?;
    let alignment =
        TextAlignment { tables, traces: aligning::traces(args.keep_empty), ..TextAlignment::default() };
    let pairing = Pairing::Text(alignment);
    // Labels are not compared, so that trees without labels are as good as others.
    let recipe = Recipe::aligned_rules().unlabeled();
    let mut setup = Setup { recipe, pairing, ..Setup::of(Parseval) };
    setup.input.nbest = args.files.all.nbest();
    setup.input.skip = args.files.all.skipped();
    Ok(setup)
}

/// How texts, or words of speech, are aligned.
fn choose_setup(args: &AlignCommand, messages: &Messages) -> Result<Setup, Failure> {
    if !args.words.are_aligned() {
        return Ok(setup(args)?);
    }
    let mut notes = Vec::new();
    let setup = args.words.setup(&mut notes).map_err(Box::new)?;
    messages.warn_all(&notes);
    Ok(setup)
}

/// Refuses an output file that is an input.
fn check_output(args: &AlignCommand, corpora: [&Corpus; 2]) -> Result<(), Failure> {
    let Some(output) = args.output.as_ref().filter(|path| path.is_file()) else { return Ok(()) };
    let mut files = args.text.files().chain(args.words.files());
    if corpora.iter().any(|corpus| corpus.holds(output)) || files.any(|file| is_same_file(file, output)) {
        return Err(Failure::OutputIsInput(output.clone()));
    }
    Ok(())
}

fn align(args: &AlignCommand) -> Result<Status, Failure> {
    let mut gold = Corpus::find(&args.gold)?.with_options(args.files.options(None));
    let mut system = Corpus::find(&args.system)?.with_options(args.files.options(Some(0)));
    args.files.check(1)?;
    args.files.all.choose_files(vec![&mut gold, &mut system])?;
    if gold.is_stdin() && system.is_stdin() {
        return Err(Failure::Stdin);
    }
    let messages = Messages::new(&args.look);
    let setup = choose_setup(args, &messages)?;
    let folders = pair_folders(&mut gold, vec![&mut system], std::slice::from_ref(&setup))?;
    let folders = findings::of_folders(&folders);
    check_output(args, [&gold, &system])?;
    let format: Option<AlignmentFormat> = args.format.parse().ok();
    let usual = if args.format == "text" { Shown::Differ } else { Shown::All };
    let show = args.show.unwrap_or(usual);
    if format.is_none() && show != Shown::All {
        return Err(Failure::OnlySome);
    }
    if args.words.are_aligned() {
        return align_words::align(args, (gold, system), setup, (&messages, folders), (format, show));
    }
    if let Some(option) = args.words.first_given() {
        return Err(Failure::NeedsWords(option));
    }
    interrupt::watch();
    let bytes = gold.bytes().zip(system.bytes()).map(|(gold, system)| gold + system);
    let style = terminal::result_style(&args.look, args.output.is_some());
    let mut show = Show {
        output: Output::open(args.output.as_deref())?.in_style(&style),
        waiting: waiting(args)?,
        listing: format.map(|format| AlignmentWriter::new(format, style)),
        shown: show,
        progress: messages.progress(bytes),
        messages: &messages,
        corpora: [&gold, &system],
        has_begun: false,
        units: 0,
        faults: 0,
        failed: None,
    };
    let listing = list((&gold, &system), &setup, &mut |listed, bytes| show.take(&listed, bytes))?;
    let plan = Plan::new(gold.clone().into(), vec![system.clone().into()], vec![setup.clone()]);
    let found = findings::of_files(&plan, &listing.inputs).into_iter().chain(folders).collect();
    let checked = check(args, &listing.inputs, found, &messages);
    let listing = Listing { inputs: FoundInputs::default(), ..listing };
    if show.units == 0 && listing == Listing::default() {
        return Err(Failure::NoTrees { gold: gold.name().to_owned(), system: system.name().to_owned() });
    }
    let first = listing.first.as_ref().map(|first| build::first_place([Some(&gold), Some(&system)], first));
    let report = (TextReport::of(&listing.text, first), unpaired(&listing));
    show.finish(&report, &setup.pairing.settings(Index::Free, false), checked)
}

/// A place where results wait if a finding, or an option without an effect, may refuse them.
pub(super) fn waiting(args: &AlignCommand) -> io::Result<Option<Output>> {
    let FileArgs { nbest, skip, .. } = &args.files.all;
    (args.findings.denies() || nbest.is_some() || !skip.is_empty()).then(Output::held).transpose()
}

/// Shows findings. Refuses what some of them, or options without an effect, forbid.
pub(super) fn check(
    args: &AlignCommand,
    inputs: &FoundInputs,
    found: Vec<Finding>,
    messages: &Messages,
) -> Result<(), Failure> {
    args.findings.tell(found, None, messages).1?;
    if *inputs != FoundInputs::default() {
        args.files.all.check_effects(inputs.all())?;
    }
    Ok(())
}

/// The trees in no group.
fn unpaired(listing: &Listing) -> UnpairedTrees {
    let both = |[gold, system]: [u64; 2]| BothSides { gold, system };
    UnpairedTrees { unreadable: both(listing.unreadable), without_words: both(listing.without_words) }
}

/// Writes the alignment.
struct Show<'s> {
    /// Writes a listing. `None`: three columns for SParseval, which have neither header nor footer.
    listing: Option<AlignmentWriter>,
    output: Output,
    /// Where the listing waits if it may be refused.
    waiting: Option<Output>,
    shown: Shown,
    progress: Progress,
    messages: &'s Messages,
    corpora: [&'s Corpus; 2],
    has_begun: bool,
    units: u64,
    faults: u64,
    /// The first write error; it ends the run.
    failed: Option<io::Error>,
}

impl Show<'_> {
    fn write(&mut self, bytes: &[u8]) {
        if self.failed.is_none() {
            self.failed = self.waiting.as_mut().unwrap_or(&mut self.output).write_all(bytes).err();
        }
    }

    /// Writes the header, once something was read.
    fn begin(&mut self) {
        if !std::mem::replace(&mut self.has_begun, true) {
            let header = self.listing.as_ref().map(AlignmentWriter::header).unwrap_or_default();
            self.write(header.as_bytes());
        }
    }

    fn take(&mut self, listed: &Listed, bytes: u64) -> ControlFlow<()> {
        self.begin();
        self.units += 1;
        match listed {
            Listed::Group(group) if self.shown.includes(group) => {
                let columns = |cell: &ListedCell| three_columns(&cell.gold, &cell.system);
                let text = match &mut self.listing {
                    Some(listing) => listing.group(group),
                    None => group.cells.iter().flat_map(columns).collect(),
                };
                self.write(&text);
            }
            Listed::Group(_) => {}
            Listed::NotATree(which, place, error) => self.not_a_tree(*which, *place, error),
        }
        self.progress.show(self.units, self.faults, bytes);
        if self.failed.is_some() || interrupt::is_requested() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn not_a_tree(&mut self, which: Which, place: TreePlace, error: &ReadError) {
        self.faults += 1;
        if self.faults > SHOWN {
            return;
        }
        self.progress.clear();
        let corpus = self.corpora[usize::from(which == Which::System)];
        let file = corpus.documents().get(place.document).map(|document| document.name.clone());
        let consequence = "the text on the other side has no partner".to_owned();
        let diagnostic =
            describe_unreadable(error, file.unwrap_or_default(), Some(place.number), consequence);
        self.messages.diagnose(&diagnostic);
    }

    fn finish(
        mut self,
        (report, unpaired): &(TextReport, UnpairedTrees),
        tables: &[(&'static str, String)],
        checked: Result<(), Failure>,
    ) -> Result<Status, Failure> {
        self.progress.clear();
        self.messages.count_hidden(self.faults.saturating_sub(SHOWN));
        if interrupt::is_requested() {
            return Ok(Status::from(130)); // the unfinished file is removed
        }
        self.begin();
        if let Some(listing) = &self.listing {
            let footer = listing.footer(report, unpaired, tables);
            self.write(footer.as_bytes());
        }
        if let Some(error) = self.failed {
            return Err(error.into());
        }
        checked?; // an unfinished file is removed
        if let Some(waiting) = self.waiting {
            waiting.release(&mut self.output)?;
        }
        self.output.finish()?;
        for warning in report.warnings(unpaired) {
            self.messages.warn(&warning);
        }
        Ok(Status::from(u8::from(self.faults > 0)))
    }
}
