//! Options of single measures.

use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use treescore::measure::dependency::Heads;
use treescore::measure::struct_iou::{Gaps, Terminals};
use treescore::prepare::heads::{HEAD_TABLES, HeadSyntax, HeadTable, HeadTableError};
use treescore::prepare::{TypeRule, TypeRules, TypeTableError};
use treescore::read::read_table;

use super::times::TIMES;

const IOU: &str = "Struct-IoU (-m struct-iou)";
const EDIT: &str = "Edit accuracies (-m tree-node, word, concept)";
const HEADS: &str = "Dependencies (-m dependency, open-class, attachment)";

/// Settings of single measures.
#[derive(Debug, clap::Args)]
pub(crate) struct OwnArgs {
    /// Whether tags may be mapped to nodes with another label: flexible (default) or strict
    #[arg(long, value_name = "HOW", value_parser = PossibleValuesParser::new(Terminals::VALUES), help_heading = IOU)]
    pub(crate) terminals: Option<String>,

    /// Map only nodes with an IoU above this
    #[arg(long, value_name = "IOU", allow_negative_numbers = true, help_heading = IOU)]
    pub(crate) iou_threshold: Option<String>,

    /// Silence between words: keep it (default), or close the gaps on both sides
    #[arg(long, value_name = "HOW", value_parser = PossibleValuesParser::new(Gaps::VALUES), help_heading = IOU)]
    pub(crate) gaps: Option<String>,

    /// Tag every word that has no bracket of its own, as in (NP the cat), with this label
    #[arg(long, value_name = "LABEL", help_heading = IOU)]
    pub(crate) wrap_words: Option<String>,

    /// Cost of a substitution (default: 4)
    #[arg(long, value_name = "COST", allow_negative_numbers = true, help_heading = EDIT)]
    pub(crate) cost_sub: Option<String>,

    /// Cost of an insertion (default: 3)
    #[arg(long, value_name = "COST", allow_negative_numbers = true, help_heading = EDIT)]
    pub(crate) cost_ins: Option<String>,

    /// Cost of a deletion (default: 3)
    #[arg(long, value_name = "COST", allow_negative_numbers = true, help_heading = EDIT)]
    pub(crate) cost_del: Option<String>,

    /// Node types for tree-node: a file with lines of a label or pattern, a tab and a type
    #[arg(long, value_name = "FILE", conflicts_with = "untyped", help_heading = EDIT)]
    pub(crate) types: Option<PathBuf>,

    /// Character between type and label, as the colon in class:ADigit (tree-node and concept)
    #[arg(long, value_name = "CHARACTER", help_heading = EDIT)]
    pub(crate) type_separator: Option<String>,

    /// Allow any node to be substituted for any other (tree-node)
    #[arg(long, help_heading = EDIT)]
    pub(crate) untyped: bool,

    /// Remove a single outer bracket with this label, such as ROOT; % is the empty label
    #[arg(long, value_name = "LABEL", help_heading = EDIT)]
    pub(crate) root: Option<String>,

    /// Remove brackets with these labels, and keep their contents
    #[arg(long, value_name = "LABELS", allow_hyphen_values = true, help_heading = EDIT)]
    pub(crate) remove_labels: Option<String>,

    /// Ignore words outside all brackets (concept)
    #[arg(long, help_heading = EDIT)]
    pub(crate) drop_empty_slots: bool,

    /// Head table: charniak (default), charniak2000, collins, or a file of rules
    #[arg(long, value_name = "TABLE", help_heading = HEADS)]
    pub(crate) heads: Option<String>,

    /// Score utterances whose words overlap in time, instead of refusing them
    #[arg(long, requires = "gold_times", help_heading = TIMES)]
    pub(crate) allow_overlaps: bool,

    /// Memory for large pairs, over all threads, for example 2G; a pair that needs more is refused (default:
    /// 200 MB); for struct-iou, tree-node, word, concept, --side and --utterances
    #[arg(long, value_name = "BYTES", help_heading = super::SPEED)]
    pub(crate) memory: Option<String>,

    /// Work for one pair, in cells of tables, for example 4e10; a pair that needs more is refused, on every
    /// machine (default: 5e9, about ten seconds); for the same as --memory
    #[arg(long, value_name = "CELLS", help_heading = super::SPEED)]
    pub(crate) effort: Option<String>,
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
    #[error("`{name}` is neither a head table nor a file; the tables are {}", HEAD_TABLES.each_ref().map(|table| table.name).join(", "))]
    NoHeads { name: String },
}

/// An option that changes a setting of a measure.
pub(crate) struct OwnSetting {
    pub(crate) option: &'static str,
    pub(crate) key: &'static str,
    pub(crate) value: String,
}

impl OwnArgs {
    /// Reads the tables that options name, and returns the settings of all given options. Call it once: a table may be a pipe.
    pub(crate) fn read_settings(&self) -> Result<Vec<OwnSetting>, TableError> {
        let types = self.types.as_deref().map(read_types).transpose()?;
        let separator =
            self.type_separator.as_ref().map(|one| if one == "%" { "%25" } else { one }.to_owned());
        let heads = self.heads.as_deref().map(read_heads).transpose()?.map(|heads| heads.value());
        let if_set = |is_set: bool, value: &str| is_set.then(|| value.to_owned());
        let all = [
            ("--terminals", "terminals", self.terminals.clone()),
            ("--iou-threshold", "iou", self.iou_threshold.clone()),
            ("--gaps", "gaps", self.gaps.clone()),
            ("--wrap-words", "wrap", self.wrap_words.clone()),
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
            ("--effort", "effort", self.effort.clone()),
        ];
        let given =
            |(option, key, value): (_, _, Option<String>)| Some(OwnSetting { option, key, value: value? });
        Ok(all.into_iter().filter_map(given).collect())
    }
}

/// Reads the head table of this name, or from this file.
pub(crate) fn read_heads(name: &str) -> Result<Heads, TableError> {
    if let Some(table) = HeadTable::named(name) {
        return Ok(Heads::of(table));
    }
    let file = PathBuf::from(name);
    if !file.exists() {
        return Err(TableError::NoHeads { name: name.to_owned() });
    }
    let table = HeadTable::parse(&read_bytes(&file)?, HeadSyntax::Careful);
    table.map(Heads::of).map_err(|source| TableError::Heads { name: file, source })
}

/// Reads a table of types, as the value of a setting.
fn read_types(name: &Path) -> Result<String, TableError> {
    let table = TypeRule::table(&read_bytes(name)?)
        .map_err(|source| TableError::Types { name: name.to_owned(), source })?;
    Ok(TypeRules { table: table.into(), ..TypeRules::default() }.value())
}

fn read_bytes(name: &Path) -> Result<Vec<u8>, TableError> {
    read_table(name).map_err(|source| TableError::Read { name: name.to_owned(), source })
}
