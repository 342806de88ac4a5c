//! `treescore align --side` and `--utterances`: the word alignment that speech scoring uses.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use treescore::Setup;
use treescore::align::OneSided;
use treescore::align::sequence::Costs;
use treescore::align::text::Kind;
use treescore::findings::{self, Finding, FindingId};
use treescore::read::Corpus;
use treescore::report::alignment::AlignmentFormat;
use treescore::report::word_alignment::WordAlignmentWriter;
use treescore::report::{FindingReport, build};
use treescore::run::{self, Ask, Input, ListedCell, Observer, PairRow, Plan, RefusedAt, Rows, RunError};
use treescore::setup::{AlignedBy, Pairing, WordAlignment};
use treescore::write::columns::three_columns;

use super::align::{AlignCommand, Failure, Shown, check, waiting};
use crate::args::PairBy;
use crate::job::{JobError, setups};
use crate::messages::Messages;
use crate::output::Output;
use crate::status::Status;
use crate::watch::describe_refused;
use crate::{advice, interrupt, recipes, speaking, terminal};

/// Options about the words of speech.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Speech")]
pub(crate) struct WordArgs {
    /// Align the words of each file as one conversation side
    #[arg(long, conflicts_with = "utterances")]
    side: bool,

    /// Pair trees in order and align their words
    #[arg(long)]
    utterances: bool,

    /// Measure whose units are read: parseval (trees), or word (lines of words) (default: parseval)
    #[arg(hide_short_help = true, short, long, value_name = "NAME")]
    measure: Option<String>,

    /// Recipe that says which words count, and which are equal (default: as for scores)
    #[arg(hide_short_help = true, short, long, value_name = "NAME")]
    recipe: Option<String>,

    /// Change one setting, as for scores; may be repeated
    #[arg(hide_short_help = true, long, value_name = "KEY=VALUE")]
    set: Vec<String>,

    /// Pair trees by number, by line or by id, as for scores
    #[arg(hide_short_help = true, long, value_enum, value_name = "UNIT", requires = "utterances")]
    pair_by: Option<PairBy>,

    /// Word alignment by another program, as for scores
    #[arg(hide_short_help = true, long, value_name = "FILE", conflicts_with_all = ["utterances", "word_costs"])]
    word_alignment: Option<PathBuf>,

    /// Alignment costs of a substituted, an inserted and a deleted word (default: 4,3,3)
    #[arg(hide_short_help = true, long, value_name = "SUB,INS,DEL", value_parser = speaking::parse_costs)]
    word_costs: Option<Costs>,
}

impl WordArgs {
    /// True if words of speech are aligned.
    pub(super) fn are_aligned(&self) -> bool {
        self.side || self.utterances
    }

    /// The first given option that needs `--side` or `--utterances`.
    pub(super) fn first_given(&self) -> Option<&'static str> {
        let all = [
            ("--measure", self.measure.is_some()),
            ("--recipe", self.recipe.is_some()),
            ("--set", !self.set.is_empty()),
            ("--word-alignment", self.word_alignment.is_some()),
            ("--word-costs", self.word_costs.is_some()),
        ];
        all.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }

    /// The files that are read beside the trees.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        let recipe = self.recipe.as_deref().map(recipes::file);
        self.word_alignment.as_deref().into_iter().chain(recipe)
    }

    /// The setup of a score with these options.
    pub(super) fn setup(&self, notes: &mut Vec<String>) -> Result<Setup, JobError> {
        let usual = WordAlignment::default();
        let words = WordAlignment {
            by: if self.word_alignment.is_some() { AlignedBy::File } else { AlignedBy::Costs },
            costs: self.word_costs.unwrap_or(usual.costs),
            one_sided: OneSided::Skip,
            ..usual
        };
        let pairing = if self.side { Pairing::Sides(words) } else { Pairing::Utterances(words) };
        let mut setup = Setup::named(self.measure.as_deref().unwrap_or("parseval"))?.with_pairing(pairing);
        if let Some(name) = &self.recipe {
            setup = setup.with_recipe(recipes::find(name, notes)?);
        }
        for setting in &self.set {
            let (key, value) = setting.split_once('=').ok_or_else(|| JobError::Set(setting.clone()))?;
            setup.set(key, value)?;
        }
        recipes::add_skipped(self.recipe.as_deref(), &mut setup.input.skip);
        if let Some(by) = self.pair_by {
            if by == PairBy::Tree && setup.measure.demands().syntax.is_by_line() {
                return Err(JobError::PairByTree { measure: setup.measure.info().name });
            }
            setups::pair_by(by, &mut setup);
        }
        // A recipe that is set becomes that of the pairing, too. Labels are not compared.
        let recipe = setup.recipe.clone().unlabeled();
        Ok(setup.with_recipe(recipe))
    }
}

/// Aligns the words of two inputs, and writes the alignment.
pub(super) fn align(
    args: &AlignCommand,
    (gold, system): (Corpus, Corpus),
    mut setup: Setup,
    (messages, folders): (&Messages, Vec<Finding>),
    (format, shown): (Option<AlignmentFormat>, Shown),
) -> Result<Status, Failure> {
    if let Some(option) = args.text.first_given() {
        return Err(Failure::Texts(option));
    }
    if shown == Shown::Merged {
        return Err(Failure::Merged);
    }
    let sides = gold.documents().len();
    if format.is_none() && args.words.side && sides > 1 {
        return Err(Failure::SeveralSides(sides));
    }
    setup.input.nbest = args.files.all.nbest();
    setup.input.skip.extend(args.files.all.skipped());
    let columns = speaking::read_columns(args.words.word_alignment.as_ref(), &gold)?;
    let mut plan = Plan::new(gold.into(), vec![Input { columns, ..Input::from(system) }], vec![setup]);
    plan.ask = Ask { rows: Rows::All, cells: true, survey: true, ..Ask::default() };
    interrupt::watch();
    let style = terminal::result_style(&args.look, args.output.is_some());
    let mut show = Show {
        plan: &plan,
        output: Output::open(args.output.as_deref())?.in_style(&style),
        waiting: waiting(args)?,
        writer: format.map(|format| WordAlignmentWriter::new(format, style)),
        shown,
        has_begun: false,
        faults: 0,
        messages,
        failed: None,
    };
    let scored = match run::score(&plan, &mut show) {
        Ok(scored) => scored,
        Err(error) => {
            show.end_early(format)?;
            return Err(explain(error, &plan));
        }
    };
    if scored.interrupted {
        return Ok(Status::from(130));
    }
    let found = findings::find(&plan, &scored).into_iter().filter(|finding| is_told(finding.id));
    let checked = check(args, &scored.inputs, found.chain(folders).collect(), messages);
    let report = build::report(&plan, &scored);
    let speech = report.systems.first().and_then(|system| system.speech.as_ref());
    show.begin();
    let footer = show.writer.as_ref().map(|writer| writer.footer(speech)).unwrap_or_default();
    show.write(footer.as_bytes());
    let Show { failed, mut output, faults, waiting, .. } = show;
    if let Some(error) = failed {
        return Err(error.into());
    }
    checked?; // an unfinished file is removed
    if let Some(waiting) = waiting {
        waiting.release(&mut output)?;
    }
    output.finish()?;
    Ok(Status::from(u8::from(faults > 0)))
}

/// True if a finding is about what was read and paired. Others are about scores.
fn is_told(id: FindingId) -> bool {
    use FindingId::{
        Alternations, Channels, Comments, CutOff, EmptyFile, Encoding8bit, EncodingDiffers, EncodingUtf16,
        Format, IdsAsWords, IdsDiffer, LeftOut, LooseWords, Nbest, OrderDiffers, RawBracket,
    };
    [
        Alternations,
        Channels,
        Comments,
        CutOff,
        EmptyFile,
        Encoding8bit,
        EncodingDiffers,
        EncodingUtf16,
        Format,
        IdsAsWords,
        IdsDiffer,
        LeftOut,
        LooseWords,
        Nbest,
        OrderDiffers,
        RawBracket,
    ]
    .contains(&id)
}

/// The failure of a run.
fn explain(error: RunError, plan: &Plan) -> Failure {
    let RunError::Uneven(sides) = error else { return Box::new(error).into() };
    let finding = findings::count_differs(plan, &sides);
    Failure::Uneven(Box::new(FindingReport::new(&finding, advice::render)))
}

/// Writes pairs as they are aligned.
struct Show<'s> {
    plan: &'s Plan,
    /// Writes a listing. `None`: three columns.
    writer: Option<WordAlignmentWriter>,
    output: Output,
    /// Where pairs wait if they may be refused.
    waiting: Option<Output>,
    shown: Shown,
    has_begun: bool,
    faults: u64,
    messages: &'s Messages,
    /// The first write error; it ends the run.
    failed: Option<io::Error>,
}

impl Show<'_> {
    fn write(&mut self, bytes: &[u8]) {
        if self.failed.is_none() {
            self.failed = self.waiting.as_mut().unwrap_or(&mut self.output).write_all(bytes).err();
        }
    }

    /// Writes the header, once.
    fn begin(&mut self) {
        if !std::mem::replace(&mut self.has_begun, true) {
            let header = self.writer.as_ref().map(WordAlignmentWriter::header).unwrap_or_default();
            self.write(header.as_bytes());
        }
    }

    /// Completes JSON after an error, so that it is valid.
    fn end_early(&mut self, format: Option<AlignmentFormat>) -> io::Result<()> {
        if self.has_begun && format == Some(AlignmentFormat::Json) {
            let footer = self.writer.as_ref().map(|writer| writer.footer(None)).unwrap_or_default();
            self.write(footer.as_bytes());
            self.output.flush()?;
        }
        Ok(())
    }

    /// True if a pair is shown. A refused one always is.
    fn includes(&self, row: &PairRow) -> bool {
        let differs = |cells: &Vec<ListedCell>| cells.iter().any(|cell| cell.kind != Kind::Same);
        self.shown == Shown::All || row.refusal.is_some() || row.cells.as_ref().is_none_or(differs)
    }
}

impl Observer for Show<'_> {
    fn refused(&mut self, refused: &RefusedAt) {
        self.messages.warn(&describe_refused(refused, self.plan));
    }

    fn row(&mut self, row: PairRow) {
        self.begin();
        let cells = row.cells.as_deref();
        let is_shown = self.includes(&row);
        self.faults += u64::from(row.refusal.is_some());
        let columns = |cell: &ListedCell| three_columns(&cell.gold, &cell.system);
        let text = if let Some(writer) = &mut self.writer {
            writer.pair(&build::row(self.plan, &row), cells, is_shown).into_bytes()
        } else {
            cells.unwrap_or_default().iter().flat_map(columns).collect()
        };
        self.write(&text);
    }

    fn progress(&mut self, _progress: run::Progress) -> ControlFlow<()> {
        if self.failed.is_some() || interrupt::is_requested() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
