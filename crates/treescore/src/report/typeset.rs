//! Tables for a page or a paper: each with sentences below it, and signatures at the end.

use super::model::Report;
use super::style::Style;
use super::table::Table;
use super::{Format, baselines, caption, cite, latex, markdown, replies, text};

/// What Markdown and LaTeX are made from.
#[derive(Default)]
pub(super) struct Typeset {
    /// Tables with the sentences of their captions.
    pub(super) tables: Vec<(Table, Vec<String>)>,
    /// Signatures, each with the name of what it is the signature of, if there are several.
    pub(super) signatures: Vec<(Option<String>, String)>,
    /// The papers that say what was computed.
    pub(super) papers: Vec<&'static str>,
}

impl Typeset {
    /// The table of scores with all its columns, baselines and breakdowns.
    pub(super) fn of_report(report: &Report, style: &Style) -> Self {
        let style = style.typeset();
        let names = report.short_names(&style);
        let sentences =
            |notes: &[String]| notes.iter().map(|note| caption::sentence(note, &names)).collect::<Vec<_>>();
        let scores = text::scores_table(report, &style);
        let scores = scores.map(|table| (table, caption::of_scores(report, &style)));
        let baselines = baselines::table(report, &style);
        let baselines = baselines.map(|table| (table, sentences(&baselines::notes(report, &style))));
        let replies = replies::table(report, &style);
        let breakdowns = text::breakdowns(report, &style);
        let breakdowns = breakdowns.map(|(table, captions)| (table, sentences(&captions)));
        Self {
            tables: scores.into_iter().chain(replies).chain(baselines).chain(breakdowns).collect(),
            signatures: text::signatures(report, &style),
            papers: cite::papers(report, &style),
        }
    }

    /// The tables as LaTeX, if that is the format; otherwise as Markdown.
    pub(super) fn write(&self, format: Format) -> String {
        if format == Format::Latex { latex::write(self) } else { markdown::write(self) }
    }
}
