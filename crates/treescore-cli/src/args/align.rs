//! Options for texts that are to be aligned.

use std::path::Path;

use clap::builder::PossibleValuesParser;
use treescore::align::OneSided;

const ALIGN: &str = "Where words or sentence breaks differ";

/// How texts are aligned.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = ALIGN)]
pub(crate) struct TextArgs {
    /// Language: its exceptions instead of the English ones (de, en, es, fr, it, pt); ko takes Korean syllables apart
    #[arg(long, value_name = "CODE")]
    pub(crate) lang: Option<String>,

    /// What is the same character: a file of replacements, standard,FILE for the usual ones as well, or none to take text as it is
    /// written
    #[arg(long, value_name = "FILE|none", visible_alias = "normalize")]
    pub(crate) normalise: Option<String>,

    /// What is the same word: languages and files of equal wordings with commas between, or none
    #[arg(long, value_name = "NAMES|none", value_delimiter = ',')]
    pub(crate) exceptions: Option<Vec<String>>,
}

/// Whether texts are aligned, and what follows.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = ALIGN)]
pub(crate) struct AlignArgs {
    /// Align the texts: words and sentence breaks may differ, and trees are scored in groups that cover the same text
    #[arg(long)]
    pub(crate) align: bool,

    #[command(flatten)]
    pub(crate) text: TextArgs,

    /// Words that only one side has: skip them, or let them spoil the brackets that begin or end with them
    #[arg(long, value_name = "HOW", value_parser = PossibleValuesParser::new(OneSided::VALUES))]
    pub(crate) one_sided: Option<String>,

    /// Align traces (-NONE-) like words
    #[arg(long)]
    pub(crate) keep_empty: bool,

    /// Exit with status 3 if the texts differ
    #[arg(long)]
    pub(crate) require_same_text: bool,
}

impl TextArgs {
    /// What may be files that are read.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        let names = self.normalise.iter().chain(self.exceptions.iter().flatten());
        names.map(|name| Path::new(name.strip_prefix("standard,").unwrap_or(name)))
    }
}

impl AlignArgs {
    /// The first option that means nothing unless texts are aligned.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let TextArgs { lang, normalise, exceptions } = &self.text;
        let all = [
            ("--lang", lang.is_some()),
            ("--normalise", normalise.is_some()),
            ("--exceptions", exceptions.is_some()),
            ("--keep-empty", self.keep_empty),
            ("--require-same-text", self.require_same_text),
        ];
        all.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }
}
