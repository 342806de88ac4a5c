//! Options of word times.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use treescore::align::times::TimesWords;
use treescore::read::times::{MissingTimes, TimeUnit, TimesFormat};

/// The heading of these options.
pub(crate) const TIMES: &str = "Word times (for struct-iou and speech)";

/// The times of words.
#[derive(Debug, clap::Args)]
pub(crate) struct TimesArgs {
    /// Times of the gold words: a file, folder or @LIST of CTM, TextGrid, Whisper, MFA or JSON files
    #[arg(long, value_name = "FILE", requires = "system_times", help_heading = TIMES)]
    pub(crate) gold_times: Option<PathBuf>,

    /// Times of the system's words; give it once per system, in the same order
    #[arg(long, value_name = "FILE", requires = "gold_times", alias = "times", help_heading = TIMES)]
    pub(crate) system_times: Vec<PathBuf>,

    #[command(flatten, next_help_heading = TIMES)]
    pub(crate) how: TimesHow,

    #[command(flatten, next_help_heading = TIMES)]
    pub(crate) sides: TimesSides,
}

/// How times are read and assigned to trees.
#[derive(Debug, clap::Args)]
pub(crate) struct TimesHow {
    /// Format of the times: ctm, ctm-ends (ends instead of durations), textgrid, mfa-json, mfa-csv, whisper,
    /// ms98 or times-json (default: recognised)
    #[arg(long, value_name = "FORMAT")]
    pub(crate) times_format: Option<TimesFormat>,

    /// How times are assigned to trees: utterance k to tree k (utterance), word by word through recordings of
    /// many trees (running), or whichever fits (default: auto)
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) times_by: Option<AssignArg>,

    /// File with the utterance id of each tree, one per line
    #[arg(long, value_name = "FILE", conflicts_with = "times_by")]
    pub(crate) ids: Option<PathBuf>,

    /// Tier of the words in TextGrids and MFA's JSON (default: words, word, ORT-MAU or ORT)
    #[arg(long, value_name = "NAME")]
    pub(crate) tier: Option<String>,

    /// Texts that are silence, not words (default: sp, sil, SIL, `<sil>`, `<eps>`, `<p>`, `[silence]` and so on)
    #[arg(long, value_name = "TEXTS", value_delimiter = ',')]
    pub(crate) silence: Option<Vec<String>>,
}

/// What may differ between the sides, and how words and times meet.
#[derive(Debug, clap::Args)]
pub(crate) struct TimesSides {
    /// Format of the gold times, if not that of the system's
    #[arg(long, value_name = "FORMAT", conflicts_with = "times_format")]
    pub(crate) gold_times_format: Option<TimesFormat>,

    /// Format of the system's times; once for all systems, or once for each
    #[arg(long, value_name = "FORMAT", conflicts_with = "times_format")]
    pub(crate) system_times_format: Vec<TimesFormat>,

    /// Unit of the gold times: s (default), ms, cs, htk (100 ns) or samples:16000
    #[arg(long, value_name = "UNIT")]
    pub(crate) gold_times_unit: Option<TimeUnit>,

    /// Unit of the systems' times: s (default), ms, cs, htk (100 ns) or samples:16000; once for all systems, or
    /// once for each
    #[arg(long, value_name = "UNIT")]
    pub(crate) system_times_unit: Vec<TimeUnit>,

    /// Seconds added to every gold time
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    pub(crate) gold_shift: Option<f64>,

    /// Seconds added to every time of the systems; once for all systems, or once for each
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    pub(crate) system_shift: Vec<f64>,

    /// Kaldi's segments of the gold utterances: their starts are added to the times
    #[arg(long, value_name = "FILE")]
    pub(crate) gold_segments: Option<PathBuf>,

    /// Kaldi's segments of the systems' utterances; once for all systems, or once for each
    #[arg(long, value_name = "FILE")]
    pub(crate) system_segments: Vec<PathBuf>,

    /// If the words of the times are not those of the tree: refuse the tree where one time covers several
    /// words, and the run where most times are those of other words (same, the default); share a time among
    /// the words that it covers (split); take equally many times whatever their words (any)
    #[arg(long, value_name = "HOW", value_parser = PossibleValuesParser::new(TimesWords::VALUES))]
    pub(crate) times_words: Option<String>,

    /// If words have no times: refuse the tree (refuse, the default), or let them share the gap between their
    /// neighbours (spread)
    #[arg(long, value_name = "HOW", value_parser = PossibleValuesParser::new(MissingTimes::VALUES))]
    pub(crate) missing_times: Option<String>,
}

impl TimesArgs {
    /// Returns the first given option; without times it would be ignored.
    pub(crate) fn first_given(&self) -> Option<&'static str> {
        let sides = &self.sides;
        let all = [
            ("--gold-times-format", sides.gold_times_format.is_some()),
            ("--system-times-format", !sides.system_times_format.is_empty()),
            ("--gold-times-unit", sides.gold_times_unit.is_some()),
            ("--system-times-unit", !sides.system_times_unit.is_empty()),
            ("--gold-shift", sides.gold_shift.is_some()),
            ("--system-shift", !sides.system_shift.is_empty()),
            ("--gold-segments", sides.gold_segments.is_some()),
            ("--system-segments", !sides.system_segments.is_empty()),
            ("--times-words", sides.times_words.is_some()),
            ("--missing-times", sides.missing_times.is_some()),
        ];
        let given = all.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option);
        self.how.first_given().or(given)
    }

    /// All files that are read.
    pub(crate) fn files(&self) -> impl Iterator<Item = &PathBuf> {
        let times = self.gold_times.iter().chain(&self.system_times).chain(&self.how.ids);
        times.chain(&self.sides.gold_segments).chain(&self.sides.system_segments)
    }
}

impl TimesHow {
    /// Returns the first given option; without times it would be ignored.
    pub(crate) fn first_given(&self) -> Option<&'static str> {
        let Self { times_format, times_by, ids, tier, silence } = self;
        let all = [
            ("--times-format", times_format.is_some()),
            ("--times-by", times_by.is_some()),
            ("--ids", ids.is_some()),
            ("--tier", tier.is_some()),
            ("--silence", silence.is_some()),
        ];
        all.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }
}

/// How times are assigned to trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum AssignArg {
    Auto,
    Utterance,
    Running,
}

/// Parses a number of seconds.
fn seconds(text: &str) -> Result<f64, &'static str> {
    // No recording is longer than a century.
    let seconds = text.parse().ok().filter(|seconds: &f64| seconds.abs() < 4e9);
    seconds.ok_or("must be a number of seconds below 4e9, for example -0.5")
}
