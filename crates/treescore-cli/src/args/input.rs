//! Options about the formats and encodings of input files.

use std::path::Path;

use treescore::prepare::unescape;
use treescore::read::{Corpus, Encoding, Format, FormatOptions, InputFacts, Nbest, OpenError, ReadOptions};
use treescore::setup::GivenFormat;

use crate::recipes;

const INPUT: &str = "Input files";

/// How input files are read, on whichever side they are.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = INPUT)]
pub(crate) struct FileArgs {
    /// Format of all files, if their content does not tell: brackets, bare, untagged, export, json … (list:
    /// treescore formats)
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    pub(crate) input: Option<GivenFormat>,

    #[command(flatten)]
    pub(crate) encoding: EncodingArg,

    /// Which tree of an n-best list: the first (default), or the best by its score
    #[arg(long, value_name = "WHICH", value_parser = clap::builder::PossibleValuesParser::new(Nbest::VALUES))]
    pub(crate) nbest: Option<String>,

    /// Leave out trees whose root has one of these labels, for example CODE
    #[arg(long, value_name = "LABELS", value_delimiter = ',')]
    pub(crate) skip: Vec<String>,

    /// Of folders, read only the files whose names match, for example '*.mrg'
    #[arg(long, value_name = "GLOB")]
    pub(crate) only: Option<String>,
}

/// The encoding of all files.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct EncodingArg {
    /// Encoding of all files: windows-1252, gb18030, euc-jp … (default: UTF-8 and UTF-16 are recognised, other
    /// bytes are compared as they are)
    #[arg(long, value_name = "ENCODING")]
    encoding: Option<Encoding>,
}

/// The format and the encoding of trees, for commands that read nothing else.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct TreeFileArgs {
    /// Format of the trees, if their content does not tell: brackets, bare, untagged, export, json … (list:
    /// treescore formats)
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    input: Option<GivenFormat>,

    #[command(flatten)]
    encoding: EncodingArg,
}

/// The encodings of gold and of systems.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct SideEncodings {
    /// Encoding of the gold files
    #[arg(long, value_name = "ENCODING")]
    gold_encoding: Option<Encoding>,

    /// Encoding of the system files; once for all systems, or once for each
    #[arg(long, value_name = "ENCODING")]
    system_encoding: Vec<Encoding>,
}

/// How the input files of gold and systems are read.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = INPUT)]
pub(crate) struct InputArgs {
    #[command(flatten)]
    pub(crate) all: FileArgs,

    /// Format of the gold files
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    pub(crate) gold_input: Option<GivenFormat>,

    /// Format of the system files; once for all systems, or once for each
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    pub(crate) system_input: Vec<GivenFormat>,

    #[command(flatten)]
    pub(crate) encodings: SideEncodings,
}

/// Parses the name of a format.
pub(crate) fn format(name: &str) -> Result<GivenFormat, String> {
    let given = name.parse().ok().filter(|given: &GivenFormat| given.also.is_empty());
    given.ok_or_else(|| {
        let names: Vec<String> = Format::VALUES.iter().map(|&name| name.to_owned()).collect();
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
    #[error("{option} has no effect, because {gold} and {system} are given, too: remove one of them")]
    Overridden { option: &'static str, gold: &'static str, system: &'static str },
    #[error("{option} needs {needs}, but there are none in the input: remove the option")]
    NoEffect { option: &'static str, needs: &'static str },
    #[error(transparent)]
    Open(#[from] OpenError),
}

/// Checks that an option for systems is given once for all, once for each, or not at all.
pub(crate) fn check_number(option: &'static str, given: usize, systems: usize) -> Result<(), InputError> {
    if given > 1 && given != systems {
        let systems = treescore::report::number::counted(systems as u64, "system");
        return Err(InputError::Number { option, given, systems });
    }
    Ok(())
}

/// What is given for one of several: once for all, or once for each.
pub(crate) fn each<T>(given: &[T], at: usize) -> Option<&T> {
    if given.len() == 1 { given.first() } else { given.get(at) }
}

impl EncodingArg {
    /// Finds files that are in this encoding, and in the format that is given, if any.
    pub(crate) fn find(self, path: &Path, format: Option<&GivenFormat>) -> Result<Corpus, OpenError> {
        Ok(Corpus::find(path)?.with_options(read_options(format, self)))
    }
}

impl TreeFileArgs {
    /// Finds files of trees.
    pub(crate) fn find(&self, path: &Path) -> Result<Corpus, OpenError> {
        self.encoding.find(path, self.input.as_ref())
    }
}

impl SideEncodings {
    /// The first given option.
    pub(crate) fn first_given(&self) -> Option<&'static str> {
        let all = [
            ("--gold-encoding", self.gold_encoding.is_some()),
            ("--system-encoding", !self.system_encoding.is_empty()),
        ];
        all.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }

    /// Checks that the encoding of systems is given once, or once for each, and that the encoding of all files
    /// is not overridden for all of them.
    pub(crate) fn check(&self, all: EncodingArg, systems: usize) -> Result<(), InputError> {
        check_number("--system-encoding", self.system_encoding.len(), systems)?;
        if all.encoding.is_some() && self.gold_encoding.is_some() && !self.system_encoding.is_empty() {
            let (gold, system) = ("--gold-encoding", "--system-encoding");
            return Err(InputError::Overridden { option: "--encoding", gold, system });
        }
        Ok(())
    }

    /// The encoding of gold, or (with a number) of a system.
    pub(crate) fn side(&self, system: Option<usize>, all: EncodingArg) -> EncodingArg {
        let own = match system {
            None => self.gold_encoding,
            Some(at) => each(&self.system_encoding, at).copied(),
        };
        EncodingArg { encoding: own.or(all.encoding) }
    }
}

impl FileArgs {
    /// Which tree of an n-best list is read.
    pub(crate) fn nbest(&self) -> Nbest {
        self.nbest.as_deref().and_then(|name| name.parse().ok()).unwrap_or_default()
    }

    /// The labels of roots whose trees are left out.
    pub(crate) fn skipped(&self) -> Vec<Vec<u8>> {
        self.skip.iter().map(|label| unescape(label)).collect()
    }

    /// Finds the files of the only side. A named recipe may leave out trees.
    pub(crate) fn find(&self, path: &Path, recipe: Option<&str>) -> Result<Corpus, InputError> {
        let options = read_options(self.input.as_ref(), self.encoding);
        let details = FormatOptions { nbest: self.nbest(), ..options.details };
        let mut skip = self.skipped();
        recipes::add_skipped(recipe, &mut skip);
        let options = ReadOptions { details, skip, ..options };
        let mut corpus = Corpus::find(path)?.with_options(options);
        self.choose_files(vec![&mut corpus])?;
        Ok(corpus)
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

    /// Refuses an option that had no effect on any of the files that were read.
    pub(crate) fn check_effects<'f>(
        &self,
        mut facts: impl Iterator<Item = &'f InputFacts> + Clone,
    ) -> Result<(), InputError> {
        let no_effect = |option, needs| Err(InputError::NoEffect { option, needs });
        if self.nbest.is_some() && facts.clone().all(|facts| facts.format != Format::Nbest) {
            return no_effect("--nbest", "an n-best list");
        }
        if !self.skip.is_empty() && facts.all(|facts| facts.counts.get("skipped") == 0) {
            return no_effect("--skip", "trees with these root labels");
        }
        Ok(())
    }
}

impl InputArgs {
    /// Checks that options for systems are given once, or once for each, and that no option for all files is
    /// overridden for all of them.
    pub(crate) fn check(&self, systems: usize) -> Result<(), InputError> {
        check_number("--system-input", self.system_input.len(), systems)?;
        let has_inputs = self.gold_input.is_some() && !self.system_input.is_empty();
        if self.all.input.is_some() && has_inputs {
            let (gold, system) = ("--gold-input", "--system-input");
            return Err(InputError::Overridden { option: "--input", gold, system });
        }
        self.encodings.check(self.all.encoding, systems)
    }

    /// The first given option about formats and encodings.
    pub(crate) fn first_given(&self) -> Option<&'static str> {
        let all = [
            ("--input", self.all.input.is_some()),
            ("--gold-input", self.gold_input.is_some()),
            ("--system-input", !self.system_input.is_empty()),
            ("--encoding", self.all.encoding.encoding.is_some()),
        ];
        let given = all.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option);
        given.or_else(|| self.encodings.first_given())
    }

    /// The format of gold, or (with a number) of a system.
    pub(crate) fn format(&self, system: Option<usize>) -> Option<&GivenFormat> {
        match system {
            // Only systems reply.
            None => self.gold_input.as_ref().or(self.all.input.as_ref().filter(|given| !is_replies(given))),
            Some(at) => each(&self.system_input, at).or(self.all.input.as_ref()),
        }
    }

    /// True if a system is a language model, by its number.
    pub(crate) fn has_replies(&self, system: usize) -> bool {
        self.format(Some(system)).is_some_and(is_replies)
    }

    /// How the files of gold, or (with a number) of a system, are read. What the setup says is not in it.
    pub(crate) fn options(&self, system: Option<usize>) -> ReadOptions {
        read_options(self.format(system), self.encodings.side(system, self.all.encoding))
    }
}

fn is_replies(given: &GivenFormat) -> bool {
    given.format == Format::Replies
}

fn read_options(given: Option<&GivenFormat>, EncodingArg { encoding }: EncodingArg) -> ReadOptions {
    let field = given.and_then(|given| given.field.as_ref()).map(|field| field.as_bytes().to_vec());
    ReadOptions {
        format: given.map(|given| given.format),
        encoding,
        details: FormatOptions { field, ..FormatOptions::default() },
        ..ReadOptions::default()
    }
}
