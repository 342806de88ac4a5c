//! Options about the columns of a Parquet file.

const INPUT: &str = "Input files";

/// The columns of a table of pairs.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = INPUT)]
#[expect(clippy::struct_field_names, reason = "they are the names of the options")]
pub(crate) struct ColumnArgs {
    /// Column of a Parquet file with the gold trees (default: gold); the file is given in place of GOLD and SYSTEM
    #[arg(long, value_name = "NAME")]
    pub(crate) gold_column: Option<String>,

    /// Column of a Parquet file with the trees of a system (default: system); may be repeated
    #[arg(long, value_name = "NAME")]
    pub(crate) system_column: Vec<String>,

    /// Column of a Parquet file with a name or number for each pair (default: pairs are numbered)
    #[arg(long, value_name = "NAME")]
    pub(crate) id_column: Option<String>,

    /// Column of a Parquet file with the document of each pair, where pairs are taken by file
    #[arg(long, value_name = "NAME")]
    pub(crate) doc_column: Option<String>,
}

impl ColumnArgs {
    /// The first given option.
    pub(crate) fn first_given(&self) -> Option<&'static str> {
        let all = [
            ("--gold-column", self.gold_column.is_some()),
            ("--system-column", !self.system_column.is_empty()),
            ("--id-column", self.id_column.is_some()),
            ("--doc-column", self.doc_column.is_some()),
        ];
        all.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }
}
