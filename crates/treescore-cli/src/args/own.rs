//! Options that only some measures have.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use treescore::measure::struct_iou::{Gaps, Terminals};
use treescore::read::times::TimesFormat;

const IOU: &str = "Only for struct-iou";
const TIMES: &str = "Word times, for struct-iou";

/// Settings of single measures.
#[derive(Debug, clap::Args)]
pub(crate) struct OwnArgs {
    /// May a tag be mapped to a node with another label?
    #[arg(long, value_name = "HOW", value_parser = PossibleValuesParser::new(Terminals::VALUES), help_heading = IOU)]
    pub(crate) terminals: Option<String>,

    /// Map only nodes whose IoU is greater than this
    #[arg(long, value_name = "IOU", help_heading = IOU)]
    pub(crate) iou_threshold: Option<String>,

    /// Silence between words: keep it, or close the gaps on both sides
    #[arg(long, value_name = "HOW", value_parser = PossibleValuesParser::new(Gaps::VALUES), help_heading = IOU)]
    pub(crate) gaps: Option<String>,

    /// Put a bracket with this label over every word that has none of its own, as in (NP the cat)
    #[arg(long, value_name = "LABEL", help_heading = IOU)]
    pub(crate) wrap_words: Option<String>,

    /// Memory one pair of trees may take, for example 2G (default: 200 MB)
    #[arg(long, value_name = "BYTES", help_heading = "Only for struct-iou and tree-node")]
    pub(crate) memory: Option<String>,
}

impl OwnArgs {
    /// The options given, each with the setting it changes and the value.
    pub(crate) fn settings(&self) -> Vec<(&'static str, &'static str, &str)> {
        let all = [
            ("--terminals", "terminals", &self.terminals),
            ("--iou-threshold", "iou", &self.iou_threshold),
            ("--gaps", "gaps", &self.gaps),
            ("--wrap-words", "wrap", &self.wrap_words),
            ("--memory", "memory", &self.memory),
        ];
        all.into_iter().filter_map(|(option, key, value)| Some((option, key, value.as_deref()?))).collect()
    }
}

/// When words were spoken.
#[derive(Debug, clap::Args)]
pub(crate) struct TimesArgs {
    /// Times of the gold words: a CTM, TextGrid or JSON file, a folder or @LIST of TextGrids
    #[arg(long, value_name = "FILE", requires = "system_times", help_heading = TIMES)]
    pub(crate) gold_times: Option<PathBuf>,

    /// Times of the system's words; give it once for each system, in their order
    #[arg(long, value_name = "FILE", requires = "gold_times", alias = "times", help_heading = TIMES)]
    pub(crate) system_times: Vec<PathBuf>,

    /// ctm, textgrid or json (default: by the name of the file)
    #[arg(long, value_name = "FORMAT", requires = "gold_times", help_heading = TIMES)]
    pub(crate) times_format: Option<TimesFormat>,

    /// How times find their trees: the k-th utterance for the k-th tree, word after word through recordings of
    /// many trees, or whichever fits
    #[arg(long, value_enum, default_value_t = MeetArg::Auto, value_name = "HOW", requires = "gold_times", help_heading = TIMES)]
    pub(crate) times_by: MeetArg,

    /// A file with the utterance of each tree, one id per line
    #[arg(long, value_name = "FILE", requires = "gold_times", conflicts_with = "times_by", help_heading = TIMES)]
    pub(crate) ids: Option<PathBuf>,

    /// Tier of the words in TextGrids (default: words, or else word)
    #[arg(long, value_name = "NAME", requires = "gold_times", help_heading = TIMES)]
    pub(crate) tier: Option<String>,

    /// Texts in TextGrids that are silence, not words (default: sp,sil,<eps>,SIL)
    #[arg(long, value_name = "TEXTS", value_delimiter = ',', requires = "gold_times", help_heading = TIMES)]
    pub(crate) silence: Option<Vec<String>>,

    /// Score utterances whose words overlap in time instead of refusing them
    #[arg(long, requires = "gold_times", help_heading = TIMES)]
    pub(crate) allow_overlaps: bool,
}

/// How times find their trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum MeetArg {
    Auto,
    Utterance,
    Running,
}
