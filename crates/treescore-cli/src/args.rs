//! The command line as given: commands, options and their help.

pub(crate) mod align;
pub(crate) mod bins;
pub(crate) mod columns;
pub(crate) mod findings;
pub(crate) mod input;
pub(crate) mod number;
pub(crate) mod own;
pub(crate) mod ranges;
pub(crate) mod replies;
pub(crate) mod speech;
pub(crate) mod statistics;
pub(crate) mod times;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use treescore::prepare::Cut;
use treescore::report::SchemaOf;

use crate::threads;
pub(crate) use bins::BinsArg;
pub(crate) use findings::FindingArgs;
pub(crate) use input::{EncodingArg, SideEncodings, TreeFileArgs};
use number::at_least_one;

const MEASURE: &str = "Choose what to measure";
const SHOWN: &str = "Choose what is shown";
const FORMAT: &str = "Choose the output format";
const SPEED: &str = "Speed and memory";

/// The arguments of `treescore`.
#[derive(Debug, Parser)]
#[command(
    name = "treescore",
    version,
    about = "Scores parse trees in text and speech",
    before_help = crate::help::EXAMPLES,
    after_help = crate::help::NOTES,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true,
    arg_required_else_help = true,
    max_term_width = 100
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    #[command(flatten)]
    pub(crate) score: ScoreArgs,
}

/// The arguments of scoring alone.
#[derive(Debug, Parser)]
#[command(name = "treescore")]
struct ScoreOnly {
    #[command(flatten)]
    score: ScoreArgs,
}

/// The names of all commands.
const COMMANDS: [&str; 31] = [
    "align",
    "check",
    "compare",
    "completions",
    "conllu",
    "convert",
    "correlate",
    "diff",
    "draw",
    "evalb",
    "evalb-spmrl",
    "explain",
    "formats",
    "headtrees",
    "help",
    "jp-evalb",
    "man",
    "measures",
    "nbest",
    "perturb",
    "phrase",
    "recipes",
    "report",
    "rerun",
    "schema",
    "selftest",
    "sparseval",
    "strealign",
    "study",
    "verify",
    "vote",
];

impl Args {
    /// Parses arguments. Most runs name no command, and building all commands takes longer than scoring a small file, so
    /// that they are built only where one is named, or where there is something to say about the arguments.
    pub(crate) fn read(program: &OsString, args: &[OsString]) -> Result<Self, clap::Error> {
        let all = || std::iter::once(program).chain(args).cloned();
        let is_command = |arg: &OsString| COMMANDS.iter().any(|name| arg == name);
        if !args.iter().any(is_command)
            && let Ok(ScoreOnly { score }) = ScoreOnly::try_parse_from(all())
        {
            return Ok(Self { command: None, score });
        }
        Self::try_parse_from(all())
    }
}

/// The commands other than scoring.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the measures
    #[command(before_help = crate::help::MEASURES)]
    Measures,
    /// List the recipes, or show the settings of one
    #[command(before_help = crate::help::RECIPES)]
    Recipes {
        /// Recipe to show: a name or a .prm file
        recipe: Option<String>,

        #[command(flatten)]
        quiet: Quiet,
    },
    /// Align the texts of two files of trees: which sentences and words correspond
    Align(Box<crate::commands::align::AlignCommand>),
    /// Check files before scoring: what would spoil the numbers, what it is worth, and what helps
    Check(Box<crate::commands::check::CheckCommand>),
    /// Compare systems: which differences are real, and where they are
    Compare(Box<crate::commands::compare::CompareCommand>),
    /// Repeat a published score from its signature, and say what differs
    Rerun(Box<crate::commands::rerun::RerunCommand>),
    /// Verify results in JSON: score again, and compare every number
    Verify(Box<crate::commands::verify::VerifyCommand>),
    /// Test the laws of scoring on your own trees: identity, swapped sides, threads, sums, matches, files
    Selftest(Box<crate::commands::selftest::SelftestCommand>),
    /// Run tables and figures of the papers again, with the paper's numbers beside ours
    Study(Box<crate::commands::study::StudyCommand>),
    /// Write an HTML report: scores, charts, and every sentence with its trees
    Report(Box<crate::commands::report::ReportCommand>),
    /// Convert trees to dependencies (CoNLL-U) with a head table
    Conllu(Box<crate::commands::conllu::ConlluCommand>),
    /// Convert trees to another format: brackets, discbracket, export, JSON or CoNLL-U
    Convert(Box<crate::commands::convert::ConvertCommand>),
    /// Correlate measures: how far they agree, and on which sentences they do not
    Correlate(Box<crate::commands::correlate::CorrelateCommand>),
    /// Explain why two numbers differ: what each rule of a recipe is worth
    Explain(Box<crate::commands::explain::ExplainCommand>),
    /// Draw what is missing, extra, relabelled or crossing in a pair of trees
    Diff(Box<crate::commands::diff::DiffCommand>),
    /// Draw trees: in the terminal, as SVG, PNG or LaTeX
    Draw(Box<crate::commands::draw::DrawCommand>),
    /// List the formats of files, or say which formats given files have
    Formats(Box<crate::commands::formats::FormatsCommand>),
    /// Score n-best lists: the first tree, the best one, and the one that agrees best with the others
    Nbest(Box<crate::commands::nbest::NbestCommand>),
    /// Perturb trees and word times, to test what a measure notices
    Perturb(Box<crate::commands::perturb::PerturbArgs>),
    /// Find chunks in trees; train, evaluate and score phrase models
    #[command(subcommand, before_help = crate::help::PHRASE, disable_help_subcommand = true)]
    Phrase(Box<crate::commands::phrase::PhraseCommand>),
    /// Choose among the trees of several systems those that agree best with the others
    Vote(Box<crate::commands::vote::VoteCommand>),
    /// Explain a command or a topic
    #[command(before_help = crate::help::HELP)]
    Help {
        /// A command, such as align or phrase chunk, or a topic: recipes, signature
        #[arg(value_name = "TOPIC")]
        topic: Vec<String>,
    },
    /// Print a completion script for a shell
    #[command(before_help = crate::help::COMPLETIONS)]
    Completions {
        /// Shell that reads the script
        shell: Shell,
    },
    /// Print the manual page
    #[command(before_help = crate::help::MAN)]
    Man {
        /// Command whose page to print, such as align or phrase chunk (default: one page with all commands)
        command: Vec<String>,
    },
    /// Print the JSON Schema of --format json
    #[command(before_help = crate::help::SCHEMA)]
    Schema {
        /// Whose JSON: that of scores (report) or of a command, such as compare
        #[arg(value_name = "OF", default_value = "report", value_parser = PossibleValuesParser::new(SchemaOf::VALUES))]
        of: String,
    },
    // One exception: if the file of `-p` is missing, a second line says what to give instead.
    /// EVALB, byte for byte: the same switches, output and exit status
    #[command(disable_help_flag = true)]
    Evalb {
        /// Arguments as the original program takes them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<std::ffi::OsString>,
    },
    /// The SPMRL variant of EVALB, byte for byte
    #[command(disable_help_flag = true)]
    EvalbSpmrl {
        /// Arguments as the original program takes them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<std::ffi::OsString>,
    },
    /// jp-evalb, byte for byte: for different sentence and word boundaries
    #[command(disable_help_flag = true)]
    JpEvalb {
        /// Arguments as the original program takes them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<std::ffi::OsString>,
    },
    /// SParseval, byte for byte: brackets and head dependencies of speech
    #[command(disable_help_flag = true)]
    Sparseval {
        /// Arguments as the original program takes them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<std::ffi::OsString>,
    },
    /// SParseval's headtrees: print trees with the head word of every phrase
    #[command(disable_help_flag = true)]
    Headtrees {
        /// Arguments as the original program takes them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<std::ffi::OsString>,
    },
    /// SParseval's strealign: fit an alignment of recognised words to the words of trees
    #[command(disable_help_flag = true)]
    Strealign {
        /// Arguments as the original program takes them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<std::ffi::OsString>,
    },
}

/// The arguments of scoring.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct ScoreArgs {
    /// Gold trees: a file, a folder, @LIST (a file that lists files) or - for standard input
    #[arg(value_name = "GOLD", required = true, value_parser = input())]
    pub(crate) gold: Option<PathBuf>,

    /// System trees; each system gets a row of scores
    #[arg(
        value_name = "SYSTEM",
        required_unless_present_any = ["gold_column", "system_column", "id_column", "doc_column"],
        value_parser = input()
    )]
    pub(crate) systems: Vec<PathBuf>,

    /// Measures, separated by commas (list: treescore measures)
    #[arg(
        short,
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        default_value = "parseval",
        conflicts_with = "signature",
        help_heading = MEASURE
    )]
    pub(crate) measure: Vec<String>,

    /// Which brackets and words count: a recipe (list: treescore recipes), FILE.prm, spmrl:FILE.prm,
    /// aligned:FILE.prm or speech:FILE.prm (default: collins; speech with --side or --utterances); --align also
    /// ignores dummy roots (root=dummy)
    #[arg(short, long, value_name = "NAME", help_heading = MEASURE, conflicts_with = "signature")]
    pub(crate) recipe: Option<String>,

    /// Repeat the settings of a published score (explained in: treescore help signature)
    #[arg(long, value_name = "TEXT", help_heading = MEASURE)]
    pub(crate) signature: Option<String>,

    /// Change one setting, for example --set root=drop; may be repeated (all settings: treescore recipes
    /// collins)
    #[arg(long, value_name = "KEY=VALUE", help_heading = MEASURE)]
    pub(crate) set: Vec<String>,

    /// Also delete brackets and words with these labels, for example S1,ROOT
    #[arg(long, value_name = "LABELS", help_heading = MEASURE, allow_hyphen_values = true)]
    pub(crate) delete: Vec<String>,

    /// Keep labels whole, or cut them at - and =
    #[arg(long, value_name = "HOW", value_parser = PossibleValuesParser::new(Cut::VALUES), help_heading = MEASURE)]
    pub(crate) labels: Option<String>,

    /// Compare spans only, not labels
    #[arg(long, alias = "unlabelled", help_heading = MEASURE)]
    pub(crate) unlabeled: bool,

    /// Add a row of scores for sentences of at most N words, or none
    #[arg(long, value_name = "N|none", allow_negative_numbers = true, help_heading = MEASURE)]
    pub(crate) cutoff: Option<String>,

    /// Pair trees by number, by line or by id; by line, a blank line is a missing tree; by id, the order does
    /// not matter (default: what the measure needs)
    #[arg(long, value_enum, value_name = "UNIT", help_heading = MEASURE)]
    pub(crate) pair_by: Option<PairBy>,

    /// Stop at the first pair that cannot be scored
    #[arg(long, help_heading = MEASURE)]
    pub(crate) strict: bool,

    #[command(flatten)]
    pub(crate) findings: FindingArgs,

    /// Break the scores down by sentence length, label, pairs of labels that meet, node type or file
    #[arg(long, value_enum, value_name = "WHAT", help_heading = SHOWN)]
    pub(crate) by: Option<ByArg>,

    /// Classes of --by length or max-length: the longest sentence of each, for example 5,10,20, or quantile:N for N
    /// classes with equally many sentences
    #[arg(long, value_name = "LENGTHS", allow_negative_numbers = true, value_parser = bins::parse, help_heading = SHOWN)]
    pub(crate) bins: Option<BinsArg>,

    /// Show each rare label of --by label on its own line
    #[arg(long, help_heading = SHOWN)]
    pub(crate) all: bool,

    /// Show one line per pair
    #[arg(long, help_heading = SHOWN)]
    pub(crate) per_sentence: bool,

    /// Show what is missing, extra, relabelled or crossing in every pair; --detail=all also shows what
    /// matched, and --detail=table the table of costs (word)
    #[arg(
        long,
        value_enum,
        value_name = "all",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "differences",
        help_heading = SHOWN
    )]
    pub(crate) detail: Option<DetailArg>,

    /// Show the N pairs with the lowest scores in detail, refused pairs first
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = at_least_one::<usize>, help_heading = SHOWN)]
    pub(crate) worst: Option<usize>,

    /// Show only this pair in --per-sentence and --detail; the totals still cover all pairs
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = at_least_one::<u64>, help_heading = SHOWN)]
    pub(crate) pair: Option<u64>,

    /// List the pairs that were not scored, with reasons
    #[arg(long, help_heading = SHOWN)]
    pub(crate) refused: bool,

    /// Add baselines: gold against itself and, with --unlabeled, left and right branching, random and best possible
    /// binary trees
    #[arg(long, help_heading = SHOWN)]
    pub(crate) baselines: bool,

    /// Add the trees of a second annotator to the baselines
    #[arg(long, value_name = "FILE", value_parser = input(), help_heading = SHOWN)]
    pub(crate) gold2: Option<PathBuf>,

    /// Show a table with all figures for each of several measures
    #[arg(long, help_heading = SHOWN)]
    pub(crate) wide: bool,

    /// Columns of the table, for example f1,interval,exact: figures of the measures, mean, interval, all-pairs, delta, p;
    /// unlabeled.f1 compares spans only
    #[arg(
        id = "shown_columns",
        long = "columns",
        value_name = "NAMES",
        value_delimiter = ',',
        conflicts_with_all = ["wide", "cutoff"],
        help_heading = SHOWN
    )]
    pub(crate) shown_columns: Vec<String>,

    /// Decimals of percentages in tables (default: 2); fractions have two more
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=12), help_heading = SHOWN)]
    pub(crate) digits: Option<u8>,

    /// Print what a paper needs: rows in LaTeX, a footnote with the signature, BibTeX of what was used
    #[arg(long, help_heading = SHOWN)]
    pub(crate) cite: bool,

    /// Output format: table (default), json, jsonl, csv, markdown, latex or parquet
    #[arg(
        short,
        long,
        value_name = "FORMAT",
        help_heading = FORMAT
    )]
    pub(crate) format: Option<String>,

    /// Put an apostrophe before cells of CSV that a spreadsheet takes for formulas, as -LRB-
    #[arg(long, help_heading = FORMAT)]
    pub(crate) spreadsheet: bool,

    /// Write to a file, complete or not at all
    #[arg(short, long, value_name = "FILE", help_heading = FORMAT)]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) look: Look,

    #[command(flatten)]
    pub(crate) files: input::InputArgs,

    #[command(flatten)]
    pub(crate) replies: replies::ReplyArgs,

    #[command(flatten)]
    pub(crate) columns: columns::ColumnArgs,

    #[command(flatten)]
    pub(crate) align: align::AlignArgs,

    #[command(flatten)]
    pub(crate) speech: speech::SpeechArgs,

    #[command(flatten)]
    pub(crate) times: times::TimesArgs,

    #[command(flatten)]
    pub(crate) statistics: statistics::StatisticsArgs,

    #[command(flatten)]
    pub(crate) own: own::OwnArgs,

    /// Number of threads (default: all cores); the scores do not depend on it
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = threads::parse,
        help_heading = SPEED
    )]
    pub(crate) threads: Option<u16>,
}

impl ScoreArgs {
    /// The first given option about baselines.
    pub(crate) fn baseline_option(&self) -> Option<&'static str> {
        let all = [("--baselines", self.baselines), ("--gold2", self.gold2.is_some())];
        all.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }
}

/// How text looks, and which messages are shown.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = FORMAT)]
pub(crate) struct Look {
    /// Line width in columns (default: the width of the terminal, at most 120; elsewhere 80)
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = at_least_one::<usize>)]
    pub(crate) width: Option<usize>,

    /// When to use colour
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(crate) color: Color,

    /// Use ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,

    #[command(flatten)]
    pub(crate) quiet: Quiet,
}

/// Which messages are shown.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct Quiet {
    /// Show no warnings or progress, only fatal errors
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// What a pair consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PairBy {
    Tree,
    Line,
    Id,
}

/// Which items of a pair are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DetailArg {
    #[value(hide = true)]
    Differences,
    All,
    Table,
}

/// Parses the name of an input: `@` needs a name behind it.
pub(crate) fn input() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new()
        .try_map(|path| if path.as_os_str() == "@" { Err("@ needs the name of a list") } else { Ok(path) })
}

/// What scores are broken down by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ByArg {
    Length,
    MaxLength,
    Label,
    LabelPairs,
    Type,
    #[value(alias = "side")]
    File,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn all_commands_are_known_by_name() {
        let command = Args::command();
        let mut names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        names.sort_unstable();
        assert_eq!(names, COMMANDS);
    }
}
