//! Options of text alignment.

use std::path::Path;

use clap::builder::PossibleValuesParser;
use treescore::align::OneSided;

/// The heading of these options.
pub(crate) const ALIGN: &str = "When words or sentence breaks differ";

/// How texts are aligned.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = ALIGN)]
pub(crate) struct TextArgs {
    /// Language of the text: de, en (default), es, fr, it or pt for its equal spellings, ko to split Korean
    /// syllables
    #[arg(long, value_name = "CODE")]
    pub(crate) lang: Option<String>,

    /// Equal characters: a file of replacements, standard,FILE to add it to the built-in ones, or none to
    /// compare text as written
    #[arg(long, value_name = "FILE|none", visible_alias = "normalize")]
    pub(crate) normalise: Option<String>,

    /// Equal spellings: languages and files, separated by commas, or none
    #[arg(long, value_name = "NAMES|none", value_delimiter = ',')]
    pub(crate) exceptions: Option<Vec<String>>,
}

/// Whether and how texts are aligned.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = ALIGN)]
pub(crate) struct AlignArgs {
    /// Align the texts, and score groups of trees that cover the same text
    #[arg(long)]
    pub(crate) align: bool,

    #[command(flatten)]
    pub(crate) text: TextArgs,

    /// Words that only one side has: skip them, or count brackets that begin or end with one as wrong
    #[arg(long, value_name = "HOW", value_parser = PossibleValuesParser::new(OneSided::VALUES))]
    pub(crate) one_sided: Option<String>,

    /// Treat traces (-NONE-) as words
    #[arg(long)]
    pub(crate) keep_empty: bool,

    /// Exit with status 3 if the texts differ
    #[arg(long)]
    pub(crate) require_same_text: bool,
}

impl TextArgs {
    /// Returns the arguments that may name input files.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        let names = self.normalise.iter().chain(self.exceptions.iter().flatten());
        names.map(|name| Path::new(name.strip_prefix("standard,").unwrap_or(name)))
    }

    /// Returns the first given option.
    pub(crate) fn first_given(&self) -> Option<&'static str> {
        let all = [
            ("--lang", self.lang.is_some()),
            ("--normalise", self.normalise.is_some()),
            ("--exceptions", self.exceptions.is_some()),
        ];
        all.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }
}

impl AlignArgs {
    /// Returns the first given option that needs `--align`.
    pub(crate) fn first_given(&self) -> Option<&'static str> {
        let all = [("--keep-empty", self.keep_empty), ("--require-same-text", self.require_same_text)];
        let own = || all.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option);
        self.text.first_given().or_else(own)
    }
}
