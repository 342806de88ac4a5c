//! `treescore study NAME`: tables and figures of the papers, run again.

mod options;
mod outside;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use treescore::report::Style;
use treescore_study::{Ask, STUDIES, Study, StudyError, render, run as run_study};

use crate::args::Look;
use crate::job::JobError;
use crate::messages::Messages;
use crate::output::{AllError, CreateError, Output, is_read};
use crate::status::Status;
use crate::{interrupt, recipes, terminal, threads};
use options::StudyOptions;
use outside::Around;

/// The arguments of `treescore study`.
#[derive(Debug, clap::Args)]
#[command(
    before_help = "\
Examples:
  treescore study                      the studies, and what each needs
  treescore study attachment           a study that needs nothing
  treescore study correlation gold.trees heron.trees --runs 20
  treescore study averages gold.trees heron.trees --out results",
    after_help = "\
Words: same (equal as far as the paper prints), holds (the paper's statement is true of these data), differs, needs (not run, and \
what for).
Exit status: 0 run, 1 run but some pairs were refused, 2 could not run."
)]
pub(crate) struct StudyCommand {
    /// The study; without it, all studies are listed
    #[arg(value_name = "NAME")]
    name: Option<String>,

    /// The files of the study: each is a file, a folder or @LIST
    #[arg(value_name = "FILE", value_parser = crate::args::input())]
    files: Vec<PathBuf>,

    #[command(flatten)]
    options: StudyOptions,

    /// Output format: table (default), json, csv or markdown
    #[arg(short, long, value_name = "FORMAT", value_parser = ["table", "json", "csv", "markdown"])]
    format: Option<String>,

    /// Also write NAME.csv, NAME.json and, if the study has plots, NAME.svg to this folder, which is made if need be
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Number of threads (default: all cores); the numbers do not depend on it
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads::parse)]
    threads: Option<u16>,

    #[command(flatten)]
    look: Look,
}

/// Why a study was not run.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Study(#[from] StudyError),
    #[error(transparent)]
    Recipe(#[from] JobError),
    #[error(transparent)]
    Create(#[from] CreateError),
    #[error("--out {}: cannot make this folder: {source}", folder.display())]
    NoFolder { folder: PathBuf, source: io::Error },
    #[error("--{0} needs the name of a study: `treescore study` lists them")]
    NoName(String),
    #[error(transparent)]
    Write(#[from] AllError),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        AllError::from(error).into()
    }
}

/// Runs the command.
pub(crate) fn run(args: &StudyCommand) -> Status {
    match study(args) {
        Ok(status) => status,
        Err(_) if interrupt::is_requested() => Status::from(130),
        Err(Failure::Write(AllError::None(error))) if error.kind() == io::ErrorKind::BrokenPipe => {
            Status::SUCCESS
        }
        Err(error) => {
            Messages::plain(args.look.quiet).fail(&error, "run the study");
            Status::from(2)
        }
    }
}

fn study(args: &StudyCommand) -> Result<Status, Failure> {
    let style = terminal::result_style(&args.look, false);
    let Some(name) = &args.name else { return list(args, &style) };
    let is_known = STUDIES.iter().any(|info| info.name == name);
    if let Some(folder) = args.out.as_ref().filter(|_| is_known) {
        let failed = |source| Failure::NoFolder { folder: folder.clone(), source };
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    interrupt::watch();
    let messages = Messages::new(&args.look);
    let mut notes = Vec::new();
    let options = args.options.given();
    let recipe = options.get("recipe").map(|name| recipes::find(name, &mut notes)).transpose()?;
    messages.warn_all(&notes);
    let threads = threads::choose(args.threads.map(usize::from), u64::MAX, None);
    let mut around = Around::new(options.get("parser").cloned());
    let ask = Ask { files: args.files.clone(), options, recipe, threads };
    let study = run_study(name, &ask, &mut around)?;
    if interrupt::is_requested() {
        return Ok(Status::from(130));
    }
    let mut outputs = Vec::new();
    for (ending, text) in args.out.iter().flat_map(|_| files(&study)) {
        let folder = args.out.as_deref().unwrap_or(Path::new("."));
        let path = folder.join(format!("{name}{ending}"));
        // Options may name files, too.
        let given = args.files.iter().map(PathBuf::as_path).chain(ask.options.values().map(Path::new));
        if given.into_iter().any(|given| is_read(given, &path)) {
            return Err(JobError::OutputIsInput(path).into());
        }
        let mut output = Output::open(Some(&path))?;
        output.write_all(text.as_bytes())?;
        outputs.push(output);
    }
    let mut shown = Output::standard();
    shown.write_all(text(&study, args.format.as_deref(), &style).as_bytes())?;
    // The files are whole even if nobody reads the table to its end.
    Output::finish_all(outputs)?;
    shown.flush()?;
    if study.refused > 0 {
        messages.warn(&format!("{} of the pairs refused; they are in no number", study.refused));
    }
    Ok(Status::from(u8::from(study.refused > 0)))
}

/// Lists the studies.
fn list(args: &StudyCommand, style: &Style) -> Result<Status, Failure> {
    let is_other = |format: &str| format != "table";
    let given = args.options.given().into_keys().next();
    let given = given.or(args.out.is_some().then(|| "out".to_owned()));
    let given = given.or(args.format.as_deref().is_some_and(is_other).then(|| "format".to_owned()));
    let given = given.or(args.threads.is_some().then(|| "threads".to_owned()));
    if let Some(option) = given {
        return Err(Failure::NoName(option));
    }
    let mut shown = Output::standard();
    shown.write_all(render::list(STUDIES, style).as_bytes())?;
    shown.flush()?;
    Ok(Status::SUCCESS)
}

fn text(study: &Study, format: Option<&str>, style: &Style) -> String {
    match format {
        Some("json") => render::json(study),
        Some("csv") => render::csv(study, style),
        Some("markdown") => render::markdown(study),
        _ => render::table(study, style),
    }
}

/// The files of `--out`, by what comes behind the name of the study.
fn files(study: &Study) -> Vec<(String, String)> {
    let mut files = vec![
        (".csv".to_owned(), render::csv(study, &Style::default())),
        (".json".to_owned(), render::json(study)),
    ];
    files.extend(render::svg(study).map(|svg| (".svg".to_owned(), svg)));
    files.extend(study.beside.iter().map(|(name, text)| (format!("-{name}"), text.clone())));
    files
}
