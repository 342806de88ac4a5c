//! What the command line says, as given.

pub(crate) mod align;
pub(crate) mod own;
pub(crate) mod speech;

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use treescore::prepare::Cut;

/// The arguments of `treescore`.
#[derive(Debug, Parser)]
#[command(
    name = "treescore",
    version,
    about = "Scores parse trees in text and speech",
    help_template = crate::help::TEMPLATE,
    before_help = crate::help::OVERVIEW,
    after_help = crate::help::MORE,
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

/// Everything but scoring.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the measures
    Measures,
    /// List the recipes, or show one whole
    Recipes {
        /// A recipe: a name or a .prm file
        recipe: Option<String>,
    },
    /// Align the texts of two files of trees, and show what meets what
    Align(Box<crate::commands::align::AlignCommand>),
    /// Write trees as dependencies (CoNLL-U), by a head table
    Conllu(Box<crate::commands::conllu::ConlluCommand>),
    /// Make trees and word times wrong on purpose: see what a measure notices
    Perturb(Box<crate::commands::perturb::PerturbArgs>),
    /// Phrase recognition: chunks of a treebank, and what models of them know
    #[command(subcommand)]
    Phrase(Box<crate::commands::phrase::PhraseCommand>),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page, for example: treescore man > treescore.1
    Man,
    /// Print the JSON Schema of --format json
    Schema,
    /// EVALB, byte for byte: its switches, its output, its exit status
    #[command(disable_help_flag = true)]
    Evalb {
        /// EVALB's own arguments
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<std::ffi::OsString>,
    },
    /// The SPMRL variant of EVALB, byte for byte
    #[command(disable_help_flag = true)]
    EvalbSpmrl {
        /// Its own arguments
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<std::ffi::OsString>,
    },
    /// jp-evalb, byte for byte: sentences and words may be divided in different ways
    #[command(disable_help_flag = true)]
    JpEvalb {
        /// Its own arguments
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<std::ffi::OsString>,
    },
    /// SParseval, byte for byte: brackets and head dependencies of speech
    #[command(disable_help_flag = true)]
    Sparseval {
        /// Its own arguments
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<std::ffi::OsString>,
    },
    /// Print trees with the head word of every phrase, as SParseval's program does
    #[command(disable_help_flag = true)]
    Headtrees {
        /// Its own arguments
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<std::ffi::OsString>,
    },
    /// Make a recogniser's alignment fit the words of trees, as SParseval's program does
    #[command(disable_help_flag = true)]
    Strealign {
        /// Its own arguments
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<std::ffi::OsString>,
    },
}

/// Scoring.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "switches of a command line are")]
pub(crate) struct ScoreArgs {
    /// Gold trees: a file, a folder, @LIST (a file that names files) or - for standard input
    #[arg(value_name = "GOLD", required = true)]
    pub(crate) gold: Option<PathBuf>,

    /// System trees, one row of scores for each
    #[arg(value_name = "SYSTEM", required = true)]
    pub(crate) systems: Vec<PathBuf>,

    /// What to measure (treescore measures); several with commas between
    #[arg(
        short,
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        default_value = "parseval",
        conflicts_with = "signature",
        help_heading = "What is measured"
    )]
    pub(crate) measure: Vec<String>,

    /// What counts: a name (treescore recipes), a .prm file, spmrl:, aligned: or speech:FILE.prm
    #[arg(short, long, value_name = "NAME", help_heading = "What is measured", conflicts_with = "signature")]
    pub(crate) recipe: Option<String>,

    /// Repeat the settings of a published score
    #[arg(long, value_name = "TEXT", help_heading = "What is measured")]
    pub(crate) signature: Option<String>,

    /// Change one setting of the recipe, for example --set root=drop (treescore recipes collins shows all)
    #[arg(long, value_name = "KEY=VALUE", help_heading = "What is measured")]
    pub(crate) set: Vec<String>,

    /// Also delete brackets and words with these labels, for example S1,ROOT
    #[arg(long, value_name = "LABELS", help_heading = "What is measured", allow_hyphen_values = true)]
    pub(crate) delete: Vec<String>,

    /// Cut labels at - and =, or keep them
    #[arg(long, value_name = "HOW", value_parser = PossibleValuesParser::new(Cut::VALUES), help_heading = "What is measured")]
    pub(crate) labels: Option<String>,

    /// Compare spans, not labels
    #[arg(long, help_heading = "What is measured")]
    pub(crate) unlabeled: bool,

    /// A row of scores for sentences of at most N words, or none
    #[arg(long, value_name = "N|none", help_heading = "What is measured")]
    pub(crate) cutoff: Option<String>,

    /// Pair the first tree with the first tree, or line 1 with line 1, where a blank line is a missing tree (default: as
    /// the measure needs it)
    #[arg(long, value_enum, value_name = "UNIT", help_heading = "What is measured")]
    pub(crate) pair_by: Option<PairBy>,

    /// Stop at the first pair that cannot be scored
    #[arg(long, help_heading = "What is measured")]
    pub(crate) strict: bool,

    /// Break the scores down
    #[arg(long, value_enum, value_name = "WHAT", help_heading = "What is shown")]
    pub(crate) by: Option<ByArg>,

    /// Greatest length of each class of --by length or max-length, for example 5,10,20
    #[arg(long, value_name = "LENGTHS", value_delimiter = ',', help_heading = "What is shown")]
    pub(crate) bins: Option<Vec<u32>>,

    /// Show rare labels one by one in --by label
    #[arg(long, help_heading = "What is shown")]
    pub(crate) all: bool,

    /// A line for every pair
    #[arg(long, help_heading = "What is shown")]
    pub(crate) per_sentence: bool,

    /// What is missing, extra, relabelled or crossing in every pair; --detail=all shows what matched, too
    #[arg(
        long,
        value_enum,
        value_name = "all",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "differences",
        help_heading = "What is shown"
    )]
    pub(crate) detail: Option<DetailArg>,

    /// The N pairs with the lowest scores, with their detail; refused pairs first
    #[arg(long, value_name = "N", value_parser = worst, help_heading = "What is shown")]
    pub(crate) worst: Option<usize>,

    /// Only this pair in --per-sentence and --detail; the scores are still those of all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = "What is shown")]
    pub(crate) pair: Option<u64>,

    /// List the pairs that were refused, and why
    #[arg(long, help_heading = "What is shown")]
    pub(crate) refused: bool,

    /// A block for each of several measures, with all its figures, instead of one table
    #[arg(long, help_heading = "What is shown")]
    pub(crate) wide: bool,

    /// table, json, jsonl, csv, markdown or latex
    #[arg(
        short,
        long,
        value_name = "FORMAT",
        env = "TREESCORE_FORMAT",
        default_value = "table",
        hide_env = true,
        help_heading = "How it is written"
    )]
    pub(crate) format: String,

    /// Write to a file, whole or not at all
    #[arg(short, long, value_name = "FILE", help_heading = "How it is written")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) look: Look,

    /// How many threads to use (default: all cores); the numbers do not depend on it
    #[arg(long, value_name = "N", env = "TREESCORE_THREADS", hide_env = true, value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "How it is written")]
    pub(crate) threads: Option<u16>,

    #[command(flatten)]
    pub(crate) align: align::AlignArgs,

    #[command(flatten)]
    pub(crate) speech: speech::SpeechArgs,

    #[command(flatten)]
    pub(crate) own: own::OwnArgs,

    #[command(flatten)]
    pub(crate) times: own::TimesArgs,
}

/// How text looks.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "How it is written")]
pub(crate) struct Look {
    /// Cells a line may take
    #[arg(long, value_name = "N")]
    pub(crate) width: Option<usize>,

    /// When to use colour
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(crate) color: Color,

    /// Signs from ASCII only
    #[arg(long)]
    pub(crate) ascii: bool,
}

/// What a pair is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PairBy {
    Tree,
    Line,
}

/// What is shown of single pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DetailArg {
    #[value(hide = true)]
    Differences,
    All,
}

/// The value of `--worst`.
fn worst(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("give a number of pairs, from 1".to_owned()),
        Ok(pairs) => Ok(pairs),
    }
}

/// What scores are broken down by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ByArg {
    Length,
    MaxLength,
    Label,
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
