//! Options for speech that was recognised.

use std::path::PathBuf;

use treescore::align::sequence::Costs;

use crate::speaking;

const SPEECH: &str = "Speech";

/// How the words of speech are aligned.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = SPEECH)]
pub(crate) struct SpeechArgs {
    /// Score each file as one conversation side: words may be wrong, and utterances may end in other places
    #[arg(long, conflicts_with_all = ["align", "utterances"])]
    pub(crate) side: bool,

    /// Pair trees one by one and align their words, some of which may be wrong
    #[arg(long, conflicts_with = "align")]
    pub(crate) utterances: bool,

    /// Word alignments that another program made, one for each system: a file, a folder or @LIST, with three columns or as
    /// sclite -o sgml writes them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["utterances", "word_costs", "gold_times"])]
    pub(crate) word_alignment: Vec<PathBuf>,

    /// What a substituted, an inserted and a deleted word cost in the alignment (default: 4,3,3)
    #[arg(long, value_name = "SUB,INS,DEL", value_parser = speaking::costs_of_option)]
    pub(crate) word_costs: Option<Costs>,

    /// Seconds that may be between two words that meet, if there are word times (default: 0.5)
    #[arg(long, value_name = "SECONDS")]
    pub(crate) time_slack: Option<f64>,
}

impl SpeechArgs {
    /// Are words aligned?
    pub(crate) fn is_asked(&self) -> bool {
        self.side || self.utterances
    }

    /// The first option that means nothing unless words are aligned.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let all = [("--word-costs", self.word_costs.is_some()), ("--time-slack", self.time_slack.is_some())];
        all.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }
}
