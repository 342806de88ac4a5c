//! Options for recognised speech.

use std::path::PathBuf;

use treescore::align::sequence::Costs;

use super::number::decimal;
use crate::speaking;

/// The heading of these options.
pub(crate) const SPEECH: &str = "Speech";

/// How recognised words are aligned with gold words.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = SPEECH)]
pub(crate) struct SpeechArgs {
    /// Score each file as one conversation side; words may differ, and utterances may end anywhere
    #[arg(long, conflicts_with_all = ["align", "utterances"])]
    pub(crate) side: bool,

    /// Pair trees in order and align their words, which may differ
    #[arg(long, conflicts_with = "align")]
    pub(crate) utterances: bool,

    /// Word alignment by another program: a file, folder or @LIST, in three columns or in the format of
    /// sclite -o sgml, which may hold all sides; give it once per system
    #[arg(long, value_name = "FILE", conflicts_with_all = ["utterances", "word_costs", "gold_times"])]
    pub(crate) word_alignment: Vec<PathBuf>,

    /// Alignment costs of a substituted, an inserted and a deleted word (default: 4,3,3)
    #[arg(long, value_name = "SUB,INS,DEL", value_parser = speaking::parse_costs)]
    pub(crate) word_costs: Option<Costs>,

    /// With word times: largest distance in seconds between two aligned words (default: 0.5)
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = decimal)]
    pub(crate) time_slack: Option<f64>,
}

impl SpeechArgs {
    /// Returns true if words are aligned.
    pub(crate) fn aligns_words(&self) -> bool {
        self.side || self.utterances
    }

    /// Returns the first given option that needs `--side` or `--utterances`.
    pub(crate) fn first_given(&self) -> Option<&'static str> {
        let all = [("--word-costs", self.word_costs.is_some()), ("--time-slack", self.time_slack.is_some())];
        all.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }
}
