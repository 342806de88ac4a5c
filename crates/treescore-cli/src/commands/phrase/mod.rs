//! `treescore phrase …`: chunks of a treebank, and models of them. One file per command.

mod chunk;
mod eval;
mod export;
mod gold;
mod inputs;
mod over;
mod reading;
mod results;
mod score;
mod scoring;
mod train;

use std::io;
use std::path::PathBuf;

use treescore::read::OpenError;
use treescore::report::{Style, diagnostic};
use treescore::values::Advice;
use treescore_phrase::models::{ModelFileError, NoSecondCorpus, SettingError, TrainError};
use treescore_phrase::{InventoryError, NotAPartition, PhraseFileError};

use crate::advice;
use crate::args::Quiet;
use crate::args::findings::Refused;
use crate::args::input::InputError;
use crate::interrupt;
use crate::messages::Messages;
use crate::output::CreateError;
use crate::status::Status;

/// The commands.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum PhraseCommand {
    /// Find the chunks of trees; every word is in exactly one chunk
    Chunk(chunk::ChunkCommand),
    /// Train phrase models on trees
    Train(train::TrainCommand),
    /// Evaluate trained models on trees: bits, expected precision and recall, blame
    Eval(eval::EvalCommand),
    /// Score the probabilities of any phrase model, and the chunks of any chunker
    Score(score::ScoreCommand),
    /// Write the probabilities of a trained model, for phrase score or other programs
    Export(export::ExportCommand),
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Create(#[from] CreateError),
    #[error("{option} {} would overwrite an input file: choose another name", path.display())]
    OutputIsInput { option: &'static str, path: PathBuf },
    #[error("{first} and {second} both write to {}: choose two names", path.display())]
    SameOutput { first: &'static str, second: &'static str, path: PathBuf },
    #[error("--spreadsheet needs --format csv")]
    Spreadsheet,
    #[error("the range {0} selects no trees: {1} has {2} with words, counted from 0")]
    NothingInRange(String, String, String),
    #[error(
        "{0} holds JSON, not trees; phrase chunk, train, eval and export need trees; only phrase score reads chunks"
    )]
    ChunksForTrees(String),
    #[error(
        "{name} is not UTF-8 (sentence {sentence}), and JSON must be: name its encoding with --encoding, or write columns"
    )]
    NotUtf8 { name: String, sentence: String },
    #[error("{0} contains no sentences")]
    NoSentences(String),
    /// A gold chunk's category is not in the inventory.
    #[error("{file}:{line}: sentence {number}: {reason}; set the categories with phrase train --categories")]
    Category { file: String, line: u64, number: u64, reason: String },
    #[error(transparent)]
    File(#[from] PhraseFileError),
    #[error("standard input can be read only once, but `-` is given 2 times")]
    Stdin,
    #[error("{0} is more than one file: give the probabilities of a model as one file")]
    SeveralFiles(String),
    #[error("{0} holds probabilities, not gold: the order of arguments is GOLD SYSTEM...")]
    GoldProbabilities(String),
    #[error(
        "{0} holds trees; a system of phrase score has probabilities or chunks: use phrase chunk first, or name the format: --system-input bio"
    )]
    TreesAsSystem(String),
    #[error("{name} holds {holds}; phrase score reads trees, chunks and probabilities")]
    OtherKind { name: String, holds: &'static str },
    #[error(transparent)]
    Input(#[from] InputError),
    /// A finding that ends the run; it was shown before.
    #[error("there are no scores because of {0}")]
    Denied(String),
    #[error(transparent)]
    Refused(#[from] Refused),
    #[error("{0} needs probabilities, but all systems are files of chunks: remove {0}, or add --floor")]
    NeedsProbabilities(&'static str),
    #[error("{other} has other categories than {first}: score them one by one")]
    OtherCategories { first: String, other: String },
    #[error("--range selects trees, but {0} is a file of chunks: remove --range")]
    RangeOfChunks(String),
    #[error("--pp needs trees, but {0} is a file of chunks: remove --pp")]
    PpOfChunks(String),
    #[error("--blame and --reliability describe the base model, {0}: add it to --models")]
    BaseNotMeasured(&'static str),
    #[error("--blame rule and coverage need rules, but model {0} has none: choose G or C with --base")]
    NoRules(&'static str),
    #[error("{option}: {error}")]
    Setting { option: &'static str, error: SettingError },
    #[error("{0} is empty; check that the file is complete")]
    EmptyFile(String),
    #[error("{0} is empty, not a model: the order of arguments is MODEL TREES")]
    EmptyModel(String),
    #[error("{name} is not a model ({error}): the order of arguments is MODEL TREES")]
    NoModel { name: String, error: ModelFileError },
    #[error("{0} is more than one file: give a model as one file")]
    SeveralModels(String),
    #[error("{name}: {error}")]
    Model { name: String, error: ModelFileError },
    #[error("{0}; train it with --second, or use models 0, 1 and XK only")]
    NoSecond(#[from] NoSecondCorpus),
    #[error(transparent)]
    Train(#[from] TrainError),
    #[error("--categories: {0}")]
    Categories(InventoryError),
    #[error("{0} is read more than once in training: give a file, not standard input")]
    ReadTwice(String),
    #[error(transparent)]
    NotAPartition(#[from] NotAPartition),
    #[error("cannot write the results: {0}")]
    Write(#[from] io::Error),
}

/// Describes an error of `phrase score`, which names the formats of its sides.
fn explain(error: &Failure) -> String {
    match (error, advice::about_file(error)) {
        (Failure::File(PhraseFileError::Differs(finding)), _) => finding.message.clone(),
        (_, Some(Advice::NameFormat(_, names))) => {
            format!("{error}; choose {}: --gold-input, --system-input", names.join(" or "))
        }
        _ => advice::explain(error),
    }
}

/// Renders an error of `phrase score`, with its place and consequence.
fn render(error: &Failure, consequence: Option<String>, style: &Style) -> String {
    let (mut notes, mut help) = (Vec::new(), Vec::new());
    if let Failure::File(PhraseFileError::Differs(finding)) = error {
        notes.extend(finding.first.as_ref().map(|place| format!("first: {place}")));
        help.extend(finding.help.iter().map(advice::render));
    }
    notes.extend(consequence);
    diagnostic::error(&explain(error), &notes, &help, style)
}

/// Runs a command.
pub(crate) fn run(command: &PhraseCommand) -> Status {
    let (result, task) = match command {
        PhraseCommand::Chunk(args) => (chunk::run(args), "find chunks"),
        PhraseCommand::Train(args) => (train::run(args), "train"),
        PhraseCommand::Eval(args) => (eval::run(args), "evaluate"),
        PhraseCommand::Score(args) => (score::run(args), "score"),
        PhraseCommand::Export(args) => (export::run(args), "export"),
    };
    match result {
        // Unfinished files are removed.
        _ if interrupt::is_requested() => Status::from(130),
        Ok(status) => status,
        // A reader that closes the pipe, such as `head`, is not an error.
        Err(Failure::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => Status::SUCCESS,
        Err(error) => {
            let messages = Messages::plain(Quiet::default());
            match command {
                PhraseCommand::Score(_) => messages.fail_as(|style| render(&error, None, style), task),
                _ => messages.fail(&error, task),
            }
            Status::from(2)
        }
    }
}
