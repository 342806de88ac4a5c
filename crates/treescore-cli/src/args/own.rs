//! Options that only some measures have.

use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use treescore::measure::dependency::Heads;
use treescore::measure::struct_iou::{Gaps, Terminals};
use treescore::prepare::heads::{HEAD_TABLES, HeadSyntax, HeadTable, HeadTableError};
use treescore::prepare::{TypeRule, TypeRules, TypeTableError};
use treescore::read::Syntax;
use treescore::read::times::TimesFormat;

const IOU: &str = "Only for struct-iou";
const EDIT: &str = "Only for tree-node, word and concept";
const HEADS: &str = "Only for dependency, open-class and attachment";
const TIMES: &str = "Word times, for struct-iou and speech";

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

    /// How utterances are written: forest (trees and bare words in a line), plain (words only), json, or trees (one
    /// tree, over several lines if need be)
    #[arg(long, value_name = "SYNTAX", value_parser = PossibleValuesParser::new(Syntax::NAMES), help_heading = EDIT)]
    pub(crate) input: Option<String>,

    /// What a substitution costs (default: 4)
    #[arg(long, value_name = "COST", help_heading = EDIT)]
    pub(crate) cost_sub: Option<String>,

    /// What an insertion costs (default: 3)
    #[arg(long, value_name = "COST", help_heading = EDIT)]
    pub(crate) cost_ins: Option<String>,

    /// What a deletion costs (default: 3)
    #[arg(long, value_name = "COST", help_heading = EDIT)]
    pub(crate) cost_del: Option<String>,

    /// Types of nodes, for tree-node: a file with lines of a label or pattern, a tab and a type
    #[arg(long, value_name = "FILE", conflicts_with = "untyped", help_heading = EDIT)]
    pub(crate) types: Option<PathBuf>,

    /// What stands between type and label, as the colon in class:ADigit; not for word
    #[arg(long, value_name = "CHARACTER", help_heading = EDIT)]
    pub(crate) type_separator: Option<String>,

    /// Let any node be substituted for any other, for tree-node
    #[arg(long, help_heading = EDIT)]
    pub(crate) untyped: bool,

    /// Take off a single outer bracket with this label, such as ROOT; % stands for the empty label
    #[arg(long, value_name = "LABEL", help_heading = EDIT)]
    pub(crate) root: Option<String>,

    /// Take brackets with these labels off what is in them
    #[arg(long, value_name = "LABELS", allow_hyphen_values = true, help_heading = EDIT)]
    pub(crate) remove_labels: Option<String>,

    /// Leave out words outside all brackets, for concept
    #[arg(long, help_heading = EDIT)]
    pub(crate) drop_empty_slots: bool,

    /// Which child is the head: charniak, charniak2000, collins, or a file of rules (default: charniak)
    #[arg(long, value_name = "TABLE", help_heading = HEADS)]
    pub(crate) heads: Option<String>,

    /// Score utterances whose words overlap in time instead of refusing them
    #[arg(long, requires = "gold_times", help_heading = TIMES)]
    pub(crate) allow_overlaps: bool,

    /// Memory one pair may take, for example 2G (default: 200 MB)
    #[arg(long, value_name = "BYTES", help_heading = "For all of these")]
    pub(crate) memory: Option<String>,
}

/// A table of types or of heads that cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TableError {
    #[error("cannot read {}: {source}", name.display())]
    Read { name: PathBuf, source: std::io::Error },
    #[error("{}, {source}", name.display())]
    Types { name: PathBuf, source: TypeTableError },
    #[error("{}, {source}", name.display())]
    Heads { name: PathBuf, source: HeadTableError },
    #[error("no head table and no file is called `{name}`; there are the tables {}", HEAD_TABLES.each_ref().map(|table| table.name).join(", "))]
    NoHeads { name: String },
}

impl OwnArgs {
    /// The options given, each with the setting it changes and the value.
    pub(crate) fn settings(&self) -> Result<Vec<(&'static str, &'static str, String)>, TableError> {
        let types = self.types.as_deref().map(types).transpose()?;
        let separator =
            self.type_separator.as_ref().map(|one| if one == "%" { "%25" } else { one }.to_owned());
        let heads = self.heads.as_deref().map(heads).transpose()?.map(|heads| heads.value());
        let if_set = |is_set: bool, value: &str| is_set.then(|| value.to_owned());
        let all = [
            ("--terminals", "terminals", self.terminals.clone()),
            ("--iou-threshold", "iou", self.iou_threshold.clone()),
            ("--gaps", "gaps", self.gaps.clone()),
            ("--wrap-words", "wrap", self.wrap_words.clone()),
            ("--input", "input", self.input.clone()),
            ("--cost-sub", "cost-sub", self.cost_sub.clone()),
            ("--cost-ins", "cost-ins", self.cost_ins.clone()),
            ("--cost-del", "cost-del", self.cost_del.clone()),
            ("--types", "types", types),
            ("--type-separator", "type-separator", separator),
            ("--untyped", "types", if_set(self.untyped, "off")),
            ("--root", "root-label", self.root.clone()),
            ("--remove-labels", "remove", self.remove_labels.clone()),
            ("--drop-empty-slots", "empty-slots", if_set(self.drop_empty_slots, "drop")),
            ("--heads", "heads", heads),
            ("--memory", "memory", self.memory.clone()),
        ];
        Ok(all.into_iter().filter_map(|(option, key, value)| Some((option, key, value?))).collect())
    }
}

/// The head table of this name, or the one in this file.
pub(crate) fn heads(name: &str) -> Result<Heads, TableError> {
    if let Some(table) = HeadTable::named(name) {
        return Ok(Heads::of(table));
    }
    let file = PathBuf::from(name);
    if !file.exists() {
        return Err(TableError::NoHeads { name: name.to_owned() });
    }
    let table = HeadTable::parse(&bytes_of(&file)?, HeadSyntax::Careful);
    table.map(Heads::of).map_err(|source| TableError::Heads { name: file, source })
}

/// A table of types as the value of a setting.
fn types(name: &Path) -> Result<String, TableError> {
    let table = TypeRule::table(&bytes_of(name)?)
        .map_err(|source| TableError::Types { name: name.to_owned(), source })?;
    Ok(TypeRules { table, ..TypeRules::default() }.value())
}

fn bytes_of(name: &Path) -> Result<Vec<u8>, TableError> {
    #[expect(clippy::disallowed_methods, reason = "a face opens the files it was given")]
    std::fs::read(name).map_err(|source| TableError::Read { name: name.to_owned(), source })
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

    #[command(flatten, next_help_heading = TIMES)]
    pub(crate) how: TimesHow,
}

/// How times are read, and how they find their trees.
#[derive(Debug, clap::Args)]
pub(crate) struct TimesHow {
    /// ctm, textgrid or json (default: by the name of the file)
    #[arg(long, value_name = "FORMAT")]
    pub(crate) times_format: Option<TimesFormat>,

    /// How times find their trees: the k-th utterance for the k-th tree, word after word through recordings of
    /// many trees, or whichever fits (default: auto)
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) times_by: Option<MeetArg>,

    /// A file with the utterance of each tree, one id per line
    #[arg(long, value_name = "FILE", conflicts_with = "times_by")]
    pub(crate) ids: Option<PathBuf>,

    /// Tier of the words in TextGrids (default: words, or else word)
    #[arg(long, value_name = "NAME")]
    pub(crate) tier: Option<String>,

    /// Texts in TextGrids that are silence, not words (default: sp, sil, `<eps>` and SIL)
    #[arg(long, value_name = "TEXTS", value_delimiter = ',')]
    pub(crate) silence: Option<Vec<String>>,
}

impl TimesHow {
    /// The first option that is given, if any is: without times it would be ignored.
    pub(crate) fn given(&self) -> Option<&'static str> {
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

/// How times find their trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum MeetArg {
    Auto,
    Utterance,
    Running,
}
