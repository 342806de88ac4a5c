//! Options about the formats and encodings of input files.

use treescore::read::{Corpus, Encoding, FormatOptions, OpenError, ReadOptions};
use treescore::setup::GivenFormat;

const INPUT: &str = "Input files";

/// How input files are read.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = INPUT)]
pub(crate) struct InputArgs {
    /// Format of all files, if their content does not tell: brackets, bare, untagged, export, json … (list:
    /// treescore formats)
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    pub(crate) input: Option<GivenFormat>,

    /// Format of the gold files
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    pub(crate) gold_input: Option<GivenFormat>,

    /// Format of the system files; once for all systems, or once for each
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    pub(crate) system_input: Vec<GivenFormat>,

    /// Encoding of all files: windows-1252, gb18030, euc-jp … (default: UTF-8 and UTF-16 are recognised, other
    /// bytes are compared as they are)
    #[arg(long, value_name = "ENCODING")]
    pub(crate) encoding: Option<Encoding>,

    /// Encoding of the gold files
    #[arg(long, value_name = "ENCODING")]
    pub(crate) gold_encoding: Option<Encoding>,

    /// Encoding of the system files; once for all systems, or once for each
    #[arg(long, value_name = "ENCODING")]
    pub(crate) system_encoding: Vec<Encoding>,

    /// Which tree of an n-best list: the first (default), or the best by its score
    #[arg(long, value_name = "WHICH", value_parser = clap::builder::PossibleValuesParser::new(treescore::read::Nbest::VALUES))]
    pub(crate) nbest: Option<String>,

    /// Leave out trees whose root has one of these labels, for example CODE
    #[arg(long, value_name = "LABELS", value_delimiter = ',')]
    pub(crate) skip: Vec<String>,

    /// Of folders, read only the files whose names match, for example '*.mrg'
    #[arg(long, value_name = "GLOB")]
    pub(crate) only: Option<String>,
}

/// Parses the name of a format.
pub(crate) fn format(name: &str) -> Result<GivenFormat, String> {
    let given = name.parse().ok().filter(|given: &GivenFormat| given.also.is_empty());
    given.ok_or_else(|| {
        let names: Vec<String> =
            treescore::read::Format::VALUES.iter().map(|&name| name.to_owned()).collect();
        match crate::help::nearest(name, &names) {
            Some(meant) => format!("no format is called `{name}`; did you mean {meant}?"),
            None => "no format has this name; treescore formats lists them".to_owned(),
        }
    })
}

/// Input options that do not fit the number of systems or the inputs.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InputError {
    #[error("{option} is given {given} times for {systems}: give it once for all of them, or once for each")]
    Number { option: &'static str, given: usize, systems: String },
    #[error("--only needs a folder")]
    Only,
    #[error(transparent)]
    Open(#[from] OpenError),
}

impl InputArgs {
    /// Checks that options for systems are given once, or once for each.
    pub(crate) fn check(&self, systems: usize) -> Result<(), InputError> {
        for (option, given) in
            [("--system-input", self.system_input.len()), ("--system-encoding", self.system_encoding.len())]
        {
            if given > 1 && given != systems {
                let systems = treescore::report::number::counted(systems as u64, "system");
                return Err(InputError::Number { option, given, systems });
            }
        }
        Ok(())
    }

    /// The format of gold, or (with a number) of a system.
    pub(crate) fn format(&self, system: Option<usize>) -> Option<&GivenFormat> {
        let own = match system {
            None => self.gold_input.as_ref(),
            Some(at) => each(&self.system_input, at),
        };
        own.or(self.input.as_ref())
    }

    /// How the files of gold, or (with a number) of a system, are read.
    pub(crate) fn options(&self, system: Option<usize>) -> ReadOptions {
        let own = match system {
            None => self.gold_encoding,
            Some(at) => each(&self.system_encoding, at).copied(),
        };
        let given = self.format(system);
        let field = given.and_then(|given| given.field.as_ref()).map(|field| field.as_bytes().to_vec());
        ReadOptions {
            format: given.map(|given| given.format),
            encoding: own.or(self.encoding),
            details: FormatOptions { field, ..FormatOptions::default() },
            ..ReadOptions::default()
        }
    }

    /// Chooses the files of folders by `--only`.
    pub(crate) fn choose_files(&self, corpora: Vec<&mut Corpus>) -> Result<(), InputError> {
        let Some(pattern) = &self.only else { return Ok(()) };
        if !corpora.iter().any(|corpus| corpus.is_folder()) {
            return Err(InputError::Only);
        }
        for corpus in corpora {
            *corpus = corpus.clone().only_matching(pattern)?;
        }
        Ok(())
    }
}

/// What is given for one of several: once for all, or once for each.
fn each<T>(given: &[T], at: usize) -> Option<&T> {
    if given.len() == 1 { given.first() } else { given.get(at) }
}
