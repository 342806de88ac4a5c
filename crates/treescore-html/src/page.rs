//! The page: the overview, the data for the script, and the script.

use std::io::{self, Write};

use askama::Template;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use sha2::{Digest, Sha256};
use treescore::measure::FigureUnit;
use treescore::report::number::counted;
use treescore::run::Plan;

use crate::overview::{Overview, Source};
use crate::pack::{CHUNK, Packed, shown};
use crate::{Contents, Sentences};

const SCRIPT: &str = include_str!("../front/dist/report.js");
const STYLE: &str = include_str!("../front/dist/report.css");

/// What the script needs to know about the data.
#[derive(Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts about the data")]
struct Meta<'a> {
    format: u32,
    corpus: &'a str,
    measure: &'a str,
    title: &'a str,
    unit: &'static str,
    noun: &'static str,
    pairs: usize,
    stored: usize,
    chunk: usize,
    systems: Vec<SystemName<'a>>,
    labels: &'a [String],
    tags: &'a [String],
    documents: Vec<String>,
    refusals: &'a [String],
    #[serde(rename = "hasTimes")]
    has_times: bool,
    #[serde(rename = "hasCells")]
    has_cells: bool,
    #[serde(rename = "hasWordFates")]
    has_word_fates: bool,
    #[serde(rename = "hasWorth")]
    has_worth: bool,
    options: String,
}

#[derive(Serialize)]
struct SystemName<'a> {
    name: &'a str,
}

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    overview: &'a Overview,
    /// What pairs are called: `pairs`, `groups`, `sides`.
    nouns: String,
    what: String,
    policy: String,
    style: &'a str,
    version: &'a str,
    interruption: Option<String>,
}

/// Writes the page.
pub(crate) fn write(
    contents: &Contents<'_>,
    setup: usize,
    packed: &Packed,
    out: &mut dyn Write,
) -> io::Result<()> {
    let &Contents { report, plan, sentences, explanations } = contents;
    let Some(source) = Source::new((report, explanations), setup, packed) else {
        return Err(io::Error::other("there is no measure to report"));
    };
    let corpus = corpus_name(plan);
    let overview = Overview::new(&source, &corpus);
    let systems = counted(source.names.len() as u64, "system");
    let page = Page {
        overview: &overview,
        nouns: format!("{}s", report.kind().as_str()),
        what: format!(
            "{corpus} · {} · {systems}",
            counted(packed.entries.len() as u64, report.kind().as_str())
        ),
        policy: policy(),
        style: STYLE,
        version: &report.treescore,
        interruption: report.interruption(),
    };
    out.write_all(page.render().map_err(io::Error::other)?.as_bytes())?;
    write_data(&source, plan, &corpus, sentences, out)?;
    write!(out, "<script>{SCRIPT}</script>\n</body>\n</html>\n")
}

/// The name of gold, without a path and without its ending.
fn corpus_name(plan: &Plan) -> String {
    let name = plan.gold.short_name();
    let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
    shown(if stem.is_empty() { &name } else { stem })
}

/// Forbids every request, and every script but that of the report.
fn policy() -> String {
    let hash = STANDARD.encode(Sha256::digest(SCRIPT.as_bytes()));
    format!(
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{hash}'; img-src data: blob:; worker-src blob:; form-action 'none'; base-uri 'none'"
    )
}

/// Writes the data. The script reads it; a browser does not run it.
fn write_data(
    source: &Source<'_>,
    plan: &Plan,
    corpus: &str,
    sentences: Sentences,
    out: &mut dyn Write,
) -> io::Result<()> {
    let packed = source.packed;
    let documents =
        (0..plan.gold.documents()).map(|at| shown(&plan.gold.document_name(at).unwrap_or_default()));
    let meta = Meta {
        format: 1,
        corpus,
        measure: packed.info.name,
        title: source.headline.title,
        unit: if source.headline.unit == FigureUnit::Percent { "percent" } else { "fraction" },
        noun: source.noun(),
        pairs: packed.entries.len(),
        stored: packed.stored,
        chunk: CHUNK,
        systems: source.names.iter().map(|name| SystemName { name }).collect(),
        labels: packed.shared.labels.list(),
        tags: packed.shared.tags.list(),
        documents: documents.collect(),
        refusals: packed.refusals.list(),
        has_times: packed.shared.has_times,
        has_cells: packed.shared.has_cells,
        has_word_fates: packed.shared.has_word_fates,
        has_worth: packed.shared.has_worth,
        options: match sentences {
            Sentences::Most(most) if packed.stored < packed.entries.len() => format!("--sentences {most}"),
            Sentences::All | Sentences::Most(_) => String::new(),
            Sentences::None => "--sentences none".to_owned(),
        },
    };
    // `</script>` would end the element.
    let meta = serde_json::to_string(&meta)?.replace('<', "\\u003c");
    writeln!(out, "<script type=\"application/json\" id=\"meta\">{meta}</script>")?;
    writeln!(out, "<script type=\"text/plain\" id=\"index\">{}</script>", packed.index)?;
    for (at, chunk) in packed.chunks.iter().enumerate() {
        writeln!(out, "<script type=\"text/plain\" id=\"c{at}\">{chunk}</script>")?;
    }
    Ok(())
}
