//! `treescore phrase …`: chunks of a treebank, and what models of them know. One file per command.

mod chunk;
mod eval;
mod export;
mod over;
mod reading;
mod results;
mod score;
mod train;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use treescore::read::OpenError;
use treescore::report::diagnostic;
use treescore_phrase::models::{ModelFileError, NoSecondCorpus, SettingError, TrainError};
use treescore_phrase::{InventoryError, NotAPartition, PhraseFileError};

use crate::output::CreateError;
use crate::watch::say;
use crate::{interrupt, terminal};

/// The commands.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum PhraseCommand {
    /// Print the chunks of trees: every word is in exactly one
    Chunk(chunk::ChunkCommand),
    /// Train models of phrases on trees
    Train(train::TrainCommand),
    /// Say what trained models know about trees: bits, expected precision and recall, blame
    Eval(eval::EvalCommand),
    /// Score the probabilities of any phrase model: bits, expected precision and recall, calibration
    Score(score::ScoreCommand),
    /// Write the probabilities of a trained model for trees, for score and for other programs
    Export(export::ExportCommand),
}

/// Why a command did nothing.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Create(#[from] CreateError),
    #[error("{option} {} would overwrite what is read", path.display())]
    OutputIsInput { option: &'static str, path: PathBuf },
    #[error("{first} and {second} both write to {}", path.display())]
    SameOutput { first: &'static str, second: &'static str, path: PathBuf },
    #[error("the range {0} selects nothing: {1} has {2} with words, counted from 0")]
    NothingInRange(String, String, String),
    #[error(
        "{0} holds JSON and no trees: phrase chunk, train, eval and export take trees; chunks are for phrase score"
    )]
    ChunksForTrees(String),
    #[error("{0} holds no sentences")]
    NoSentences(String),
    /// A gold chunk's category is not in the inventory.
    #[error(
        "{file}:{line}: gold-category: sentence {number}: {reason}; phrase train --categories says what is in it"
    )]
    Category { file: String, line: u64, number: u64, reason: String },
    #[error(transparent)]
    File(#[from] PhraseFileError),
    #[error("standard input can be read only once, and `-` is given twice")]
    Stdin,
    #[error("{0} is more than one file: give the probabilities of a model as one")]
    SeveralFiles(String),
    #[error("--range counts trees, and {0} is a file of chunks")]
    RangeOfChunks(String),
    #[error("--pp says how chunks are made of trees, and {0} is a file of chunks")]
    PpOfChunks(String),
    #[error("--blame and --reliability are about the base model, {0}: add it to --models")]
    BaseNotMeasured(&'static str),
    #[error("--blame rule and coverage are about rules, and model {0} has none: choose G or C with --base")]
    NoRules(&'static str),
    #[error("{option}: {error}")]
    Setting { option: &'static str, error: SettingError },
    #[error("{0} is empty, and no model: the order is MODEL TREES")]
    EmptyModel(String),
    #[error("{name} is no model ({error}): the order is MODEL TREES")]
    NoModel { name: String, error: ModelFileError },
    #[error("{0} is more than one file: give a model as one")]
    SeveralModels(String),
    #[error("{name}: {error}")]
    Model { name: String, error: ModelFileError },
    #[error("{0}; train it with --second, or ask for models 0, 1 and XK only")]
    NoSecond(#[from] NoSecondCorpus),
    #[error(transparent)]
    Train(#[from] TrainError),
    #[error("--categories: {0}")]
    Categories(InventoryError),
    #[error("{0} is read more than once in training: give a file instead of standard input")]
    ReadTwice(String),
    #[error(transparent)]
    NotAPartition(#[from] NotAPartition),
    #[error("cannot write the results: {0}")]
    Write(#[from] io::Error),
}

/// Runs a command.
pub(crate) fn run(command: &PhraseCommand) -> ExitCode {
    let (done, doing) = match command {
        PhraseCommand::Chunk(args) => (chunk::run(args), "find chunks"),
        PhraseCommand::Train(args) => (train::run(args), "train"),
        PhraseCommand::Eval(args) => (eval::run(args), "evaluate"),
        PhraseCommand::Score(args) => (score::run(args), "score"),
        PhraseCommand::Export(args) => (export::run(args), "export"),
    };
    match done {
        // Dropped unfinished: no half-written files.
        _ if interrupt::asked() => ExitCode::from(130),
        Ok(status) => status,
        // A reader that has seen enough, such as `head`, is no failure.
        Err(Failure::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            say(&diagnostic::error(&error.to_string(), &[], &[], &terminal::plain()));
            say(&format!("treescore: could not {doing}\n"));
            ExitCode::from(2)
        }
    }
}
