//! `treescore jp-evalb`: the command line and report of jp-evalb.

mod options;
mod stamp;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

pub(crate) use options::USAGE;
use options::{NoRun, Options, Repairs, ReportFile};
use treescore::prepare::Recipe;
use treescore::read::{Corpus, Document, OpenError};
use treescore::report::aligned::TextReport;
use treescore::report::build;
use treescore::report::model::{BothSides, UnpairedTrees};
use treescore::run::{RefusedAt, RunError};
use treescore::{Refusal, Which};
use treescore_originals::jp_evalb::{
    About, Aligned, File, InputError, Mode, Outcome, Parameters, Repair, aligned_recipe, count_by_kind, json,
    score, score_aligned, write_report,
};

use crate::args::Quiet;
use crate::interrupt;
use crate::messages::{Messages, say};
use crate::output::{CreateError, HalfError, Output, is_same_file};
use crate::status::Status;
use crate::streams;

/// The file that the original writes its report to.
const REPORT_FILE: &str = "jp-evalb.txt";

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("treescore: {0}\n\n{USAGE}")]
    Usage(String),
    #[error("treescore: {0}\n")]
    Open(#[from] OpenError),
    #[error("treescore: {0}\n")]
    Run(#[from] RunError),
    #[error("{0}\n")]
    Input(#[from] InputError),
    #[error("treescore: {0}; the original program ends here with an exception\n")]
    Repair(Repair),
    #[error("treescore: {} is an input file and would be overwritten\n", .0.display())]
    OutputIsInput(PathBuf),
    #[error("treescore: the report and --json are both written to {}: choose another name\n", .0.display())]
    SameOutput(PathBuf),
    #[error("treescore: {0}\n")]
    Create(#[from] CreateError),
    #[error("treescore: cannot write {REPORT_FILE}: it is a folder: rename it, or add --no-file\n")]
    ReportIsFolder,
    #[error("treescore: {0}\n")]
    Write(#[from] HalfError),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        HalfError::from(error).into()
    }
}

impl Failure {
    fn status(&self) -> Status {
        match self {
            // A reader that closes the pipe, such as `head`, is not an error.
            Self::Write(HalfError::Neither(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
                Status::SUCCESS
            }
            Self::Repair(_) => Status::from(3),
            _ => Status::from(2),
        }
    }
}

/// Runs the command with the arguments after its name.
pub(crate) fn run(args: impl Iterator<Item = OsString>) -> Status {
    let options = options::parse(args).map_err(|why| match why {
        NoRun::Help => None,
        NoRun::Usage(what) => Some(Failure::Usage(what)),
    });
    let ended = match options {
        Ok(options) => start(&options),
        Err(None) => {
            streams::stdout().write_all(USAGE.as_bytes()).map(|()| Status::SUCCESS).map_err(Failure::from)
        }
        Err(Some(failure)) => Err(failure),
    };
    let failure = match ended {
        Ok(status) => return status,
        Err(failure) => failure,
    };
    let status = failure.status();
    if status != Status::SUCCESS {
        say(&failure.to_string());
    }
    status
}

fn start(options: &Options) -> Result<Status, Failure> {
    let began = SystemTime::now();
    let sides = [corpus(&options.gold)?, corpus(&options.test)?];
    let prm = options.parameters.as_deref().map(corpus).transpose()?;
    for side in &sides {
        Messages::plain(Quiet::default()).note_left_out(side);
    }
    let report_path = (options.report_file == ReportFile::Written).then_some(Path::new(REPORT_FILE));
    check_outputs(report_path, options.json.as_deref(), &sides.iter().chain(&prm).collect::<Vec<_>>())?;
    if report_path.is_some_and(Path::is_dir) {
        return Err(Failure::ReportIsFolder);
    }
    interrupt::watch();
    let mut report_file = report_path.map(|path| Output::open(Some(path))).transpose()?;
    let mut json_file = options.json.as_deref().map(|path| Output::open(Some(path))).transpose()?;
    let [gold, test] = &sides;
    if options.aligned {
        let (outcome, status) = score_natively(options, gold, test, prm.as_ref())?;
        let report = report(began, &outcome);
        if let Some(mut file) = report_file {
            file.write_all(&report)?;
            file.finish()?;
        }
        show(&report)?;
        return Ok(status);
    }
    let parameters = parameters(options, prm.as_ref())?;
    let outcome = score(&read_files(gold)?, &read_files(test)?, &parameters)?;
    let fatal = outcome.repairs.iter().find(|repair| repair.kind.is_fatal());
    if let Some(repair) = fatal.filter(|_| options.repairs == Repairs::Refused) {
        return Err(Failure::Repair(*repair));
    }
    let report = report(began, &outcome);
    if let Some(file) = &mut report_file {
        file.write_all(&report)?;
    }
    if let Some(file) = &mut json_file {
        let about = About {
            gold: gold.name(),
            test: test.name(),
            parameters: prm.as_ref().map(Corpus::name),
            mode: options.mode,
        };
        file.write_all(json(&about, &outcome).as_bytes())?;
    }
    let is_json_shown = matches!(json_file, Some(Output::Standard(_)));
    finish(report_file, json_file)?;
    show_repairs(&outcome.repairs);
    if !is_json_shown {
        show(&report)?;
    }
    Ok(Status::SUCCESS)
}

/// Prints the report and a newline, as the original does.
fn show(report: &[u8]) -> io::Result<()> {
    let mut stdout = streams::stdout();
    stdout.write_all(report)?;
    stdout.write_all(b"\n")?;
    stdout.flush()
}

/// Scores with native alignment. Also returns the exit status: 1 if some input is not a tree.
fn score_natively(
    options: &Options,
    gold: &Corpus,
    test: &Corpus,
    prm: Option<&Corpus>,
) -> Result<(Outcome, Status), Failure> {
    let recipe = match prm {
        None => aligned_recipe(options.mode == Mode::Evalb),
        Some(prm) => {
            let files = read_files(prm)?;
            Recipe::of_aligned_file(&files.into_iter().flat_map(|file| file.bytes).collect::<Vec<u8>>())
        }
    };
    let Aligned { outcome, text, unreadable: [gold_trees, test_trees], difference, refused } =
        score_aligned(gold, test, recipe)?;
    for tree in refused.iter().filter_map(|tree| describe_fault(tree, [gold, test])) {
        say(&tree);
    }
    let first = difference.map(|found| build::first_place([Some(gold), Some(test)], &found));
    let unreadable = BothSides { gold: gold_trees, system: test_trees };
    let unpaired = UnpairedTrees { unreadable, ..UnpairedTrees::default() };
    for warning in TextReport::of(&text, first).warnings(&unpaired) {
        say(&format!("treescore: {warning}\n"));
    }
    Ok((outcome, Status::from(u8::from(!refused.is_empty()))))
}

/// Describes a faulty tree: `FILE:LINE:COLUMN: TITLE`.
fn describe_fault(refused: &RefusedAt, [gold, test]: [&Corpus; 2]) -> Option<String> {
    let Refusal::NotATree(which, error) = &refused.refusal else { return None };
    let (corpus, place) = match which {
        Which::Gold => (gold, refused.id.gold_line),
        Which::System => (test, refused.id.system_line),
    };
    let document = place.and_then(|place| corpus.documents().get(place.document))?;
    let position = error.position;
    Some(format!("{}:{}:{}: {}\n", document.name, position.line, position.column, error.title()))
}

/// Checks that no output is an input or the other output.
fn check_outputs(report: Option<&Path>, json: Option<&Path>, inputs: &[&Corpus]) -> Result<(), Failure> {
    if let (Some(report), Some(json)) = (report, json)
        && is_same_file(report, json)
    {
        return Err(Failure::SameOutput(json.to_owned()));
    }
    for output in [report, json].into_iter().flatten() {
        if output.is_file() && inputs.iter().any(|input| input.holds(output)) {
            return Err(Failure::OutputIsInput(output.to_owned()));
        }
    }
    Ok(())
}

/// A file as the original reads it, but decompressed. Standard input, folders and lists are read as
/// elsewhere.
fn corpus(path: &Path) -> Result<Corpus, OpenError> {
    if path != Path::new("-") && path.exists() && !path.is_dir() {
        Ok(Corpus::as_is(path.to_owned()))
    } else {
        Corpus::find(path)
    }
}

/// Reads all files: how sentences are aligned may depend on the last one.
fn read_files(corpus: &Corpus) -> Result<Vec<File>, OpenError> {
    let read = |document: &Document| Ok(File { name: document.name.clone(), bytes: document.read_all()? });
    corpus.documents().iter().map(read).collect()
}

fn parameters(options: &Options, prm: Option<&Corpus>) -> Result<Parameters, Failure> {
    let Some(prm) = prm else {
        return Ok(match options.mode {
            Mode::Evalb => Parameters::evalb(),
            _ => Parameters::none(),
        });
    };
    let mut text = String::new();
    for file in read_files(prm)? {
        text += file.text()?;
    }
    Ok(Parameters::parse(&text, options.mode))
}

/// The report between the times of its beginning and end.
fn report(began: SystemTime, outcome: &Outcome) -> Vec<u8> {
    let mut report = stamp::line(began).into_bytes();
    write_report(&mut report, outcome);
    report.extend_from_slice(stamp::line(SystemTime::now()).as_bytes());
    report
}

/// Gives the complete files their names: both or none.
fn finish(report: Option<Output>, json: Option<Output>) -> Result<(), HalfError> {
    match (report, json) {
        (Some(report), Some(json)) => Output::finish_both(report, json),
        (report, json) => report.or(json).map_or(Ok(()), |one| one.finish().map_err(HalfError::from)),
    }
}

/// Shows one line about the repairs.
fn show_repairs(repairs: &[Repair]) {
    if repairs.is_empty() {
        return;
    }
    let counts = count_by_kind(repairs);
    let list: Vec<String> = counts.iter().map(|(kind, count)| format!("{} {count}", kind.name())).collect();
    let what = if counts.iter().any(|(kind, _)| kind.is_fatal()) {
        "the original program ends here with an exception; repaired"
    } else {
        "as in the original program"
    };
    say(&format!("treescore: {what}: {} (--json FILE lists them)\n", list.join(", ")));
}
