//! The output of `eval` and `score`.

use std::io::Write;
use std::path::{Path, PathBuf};

use treescore::read::Corpus;
use treescore::report::Style;
use treescore_phrase::Inventory;
use treescore_phrase::report::{Blame, ModelReport, ModelScores, PhraseReport, csv, json, reliability, text};

use super::Failure;
use super::reading::check_output;
use crate::args::Look;
use crate::output::Output;
use crate::terminal;

/// The options of the output.
#[derive(Debug, clap::Args)]
pub(super) struct Results {
    /// Output format
    #[arg(short, long, value_enum, value_name = "FORMAT", default_value_t = FormatArg::Table)]
    format: FormatArg,

    /// Put an apostrophe before cells of CSV that a spreadsheet takes for formulas
    #[arg(hide_short_help = true, long)]
    spreadsheet: bool,

    /// Write to a file, complete or not at all
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Also write all figures in full precision to this file, as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Write a reliability diagram (of the base model) to this SVG file
    #[arg(long, value_name = "FILE")]
    pub(super) reliability: Option<PathBuf>,

    #[command(flatten)]
    pub(super) look: Look,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum FormatArg {
    Table,
    Json,
    Csv,
}

/// The tables of `--blame`. `rule` has a table of its own; `none` has no table.
pub(super) fn blame_tables(names: &[String]) -> Vec<Blame> {
    let blame = names.iter().filter_map(|name| match name.as_str() {
        "category" => Some(Blame::Category),
        "length" => Some(Blame::Length),
        "event" => Some(Blame::Event),
        "coverage" => Some(Blame::Coverage),
        _ => None,
    });
    blame.collect()
}

impl Results {
    /// Checks that no output is an input or another output.
    pub(super) fn check(&self, rows: Option<&Path>, inputs: &[&Corpus]) -> Result<(), Failure> {
        if self.spreadsheet && self.format != FormatArg::Csv {
            return Err(Failure::Spreadsheet);
        }
        let standard = Path::new("-");
        let outputs = [
            ("--output", Some(self.output.as_deref().unwrap_or(standard))),
            ("--json", self.json.as_deref()),
            ("--per-sentence", rows),
            ("--reliability", self.reliability.as_deref()),
        ];
        let mut seen: Vec<(&'static str, PathBuf)> = Vec::new();
        for (option, path) in outputs {
            check_output(option, path, inputs)?;
            // Devices, such as /dev/null, can be shared.
            let Some(path) = path.filter(|path| path.is_file() || !path.exists()) else { continue };
            let place = place(path);
            if let Some((first, _)) = seen.iter().find(|(_, known)| *known == place) {
                return Err(Failure::SameOutput { first, second: option, path: path.to_owned() });
            }
            seen.push((option, place));
        }
        Ok(())
    }

    /// Writes the report, and the diagram of the model `drawn`.
    pub(super) fn write(
        &self,
        report: &PhraseReport,
        inventory: &Inventory,
        blame: &[Blame],
        drawn: Option<&str>,
    ) -> Result<(), Failure> {
        let style = terminal::result_style(&self.look, self.output.is_some());
        let style = Style { spreadsheet: self.spreadsheet, ..style };
        let results = match self.format {
            FormatArg::Table => text(report, inventory, blame, &style),
            FormatArg::Json => json(report, inventory),
            FormatArg::Csv => csv(report, &style),
        };
        let mut outputs = vec![(Output::open(self.output.as_deref())?.in_style(&style), results)];
        if let Some(path) = &self.json {
            outputs.push((Output::open(Some(path))?, json(report, inventory)));
        }
        let drawn = report.models.iter().find(|model| Some(model.name.as_str()) == drawn);
        if let (Some(path), Some(ModelReport { name, scores: ModelScores::Phrases(scores) })) =
            (&self.reliability, drawn)
        {
            outputs.push((Output::open(Some(path))?, reliability(name, scores)));
        }
        for (output, text) in &mut outputs {
            output.write_all(text.as_bytes())?;
        }
        outputs.into_iter().try_for_each(|(output, _)| output.finish())?;
        Ok(())
    }
}

/// The canonical path of a file, which need not exist yet.
fn place(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let whole = path.canonicalize().ok();
    let parts = || Some(folder.canonicalize().ok()?.join(path.file_name()?));
    if path == Path::new("-") { path.to_owned() } else { whole.or_else(parts).unwrap_or(path.to_owned()) }
}
