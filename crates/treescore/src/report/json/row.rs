//! Rows and refusals in JSON.

use std::io;

use serde::ser::{Error, SerializeSeq};
use serde::{Serialize, Serializer};

use super::maps::FigureMap;
use crate::measure::{CountMap, MeasureInfo, ShownMatch};
use crate::report::aligned::Cells;
use crate::report::model::{Refused, RefusedRow, Report, Row, RowKind, RowPlace};
use crate::report::refusals::RefusedRows;
use crate::report::speech::WordReport;
use crate::run::ReplyNote;

/// One pair of one system by one measure.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Row"))]
pub(crate) struct RowJson<'r> {
    /// Name of the system.
    system: &'r str,
    /// Name of the measure.
    measure: &'r str,
    #[serde(flatten)]
    place: PlaceJson<'r>,
    /// Length of the gold sentence as the recipe counts it; `null` if gold cannot be read.
    words: Option<u32>,
    /// Its figures; `null` is undefined. Absent for a refused pair.
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, Option<f64>>"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    figures: Option<FigureMap<'r>>,
    /// Its counts; for a refused pair, what it missed.
    #[cfg_attr(
        feature = "schema",
        schemars(with = "std::collections::BTreeMap<String, super::maps::CountValue>")
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<CountMap<'r>>,
    /// Why it was refused; `null` if it was scored.
    refused: &'r Option<Refused>,
    /// The verdict on each bracket, node, word or dependency, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    matches: Option<&'r [ShownMatch]>,
    /// How the words of both sides were aligned, if texts were aligned.
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Cells>,
    /// Word errors, if the words are those of speech.
    #[serde(skip_serializing_if = "Option::is_none")]
    speech: Option<WordReport>,
    /// What became of the reply, if the system is a language model.
    #[serde(skip_serializing_if = "Option::is_none")]
    reply: Option<ReplyJson>,
}

/// What became of one reply.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Reply"))]
struct ReplyJson {
    /// The reply is one plain tree.
    valid: bool,
    /// The brackets of its tree match.
    balanced: bool,
    /// Its words are those of gold.
    faithful: bool,
    /// The repairs that were needed, in their order.
    steps: Vec<&'static str>,
    /// What else was changed or found.
    remarks: Vec<&'static str>,
}

impl From<&ReplyNote> for ReplyJson {
    fn from(note: &ReplyNote) -> Self {
        Self {
            valid: note.is_valid,
            balanced: note.is_balanced,
            faithful: note.is_faithful,
            steps: note.steps.iter().map(|step| step.as_str()).collect(),
            remarks: note.remarks.iter().map(|remark| remark.as_str()).collect(),
        }
    }
}

impl<'r> RowJson<'r> {
    /// A row, with the names of the systems and the measures by position.
    pub(crate) fn new(
        row: &'r Row,
        system: impl Fn(usize) -> Option<&'r String>,
        measure: impl Fn(usize) -> Option<&'static MeasureInfo>,
    ) -> Self {
        let info = measure(row.measure);
        Self {
            system: system(row.system).map_or("", String::as_str),
            measure: info.map_or("", |info| info.name),
            place: PlaceJson::new(&row.place),
            words: row.words,
            figures: info.filter(|_| row.refused.is_none()).map(|info| FigureMap {
                info,
                values: &row.figures,
                is_of_means: false,
            }),
            counts: info.map(|info| CountMap { info, counts: &row.counts }),
            refused: &row.refused,
            matches: row.matches.as_deref(),
            cells: row.cells,
            speech: row.speech.as_ref().map(WordReport::from),
            reply: row.reply.as_ref().map(ReplyJson::from),
        }
    }

    /// A row of a report.
    pub(crate) fn of_report(report: &'r Report, row: &'r Row) -> Self {
        Self::new(
            row,
            |at| report.systems.get(at).map(|system| &system.name),
            |at| report.measures.get(at).map(|measure| measure.info),
        )
    }
}

/// The number and position of a row.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Place"))]
struct PlaceJson<'r> {
    /// What the row describes.
    kind: RowKind,
    /// Number of the pair, group or side, from 1; `null` for a tree in no pair.
    pair: Option<u64>,
    /// Numbers of the gold trees, from 1. Absent for a pair, which has one tree of each side.
    #[serde(skip_serializing_if = "Option::is_none")]
    gold_trees: Option<&'r [u64]>,
    /// Numbers of the system's trees, from 1. Absent for a pair.
    #[serde(skip_serializing_if = "Option::is_none")]
    system_trees: Option<&'r [u64]>,
    /// The file, without the given folder.
    file: Option<&'r str>,
    /// Line of the first gold tree.
    gold_line: Option<u64>,
    /// Line of the first system tree.
    system_line: Option<u64>,
    /// Name of the utterance, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    utterance: Option<&'r str>,
}

impl<'r> PlaceJson<'r> {
    fn new(place: &'r RowPlace) -> Self {
        let has_trees = place.kind != RowKind::Pair;
        Self {
            kind: place.kind,
            pair: place.pair,
            gold_trees: has_trees.then_some(&place.gold_trees),
            system_trees: has_trees.then_some(&place.system_trees),
            file: place.file.as_deref(),
            gold_line: place.gold_line,
            system_line: place.system_line,
            utterance: place.utterance.as_deref(),
        }
    }
}

/// Refused pairs, each made when it is written: there may be as many as there are pairs.
pub(crate) struct RefusedList<'r> {
    pub(crate) report: &'r Report,
    pub(crate) rows: &'r RefusedRows,
    /// The position of the only system and measure.
    pub(crate) only: Option<(usize, usize)>,
}

impl Serialize for RefusedList<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_here = |row: &RefusedRow| {
            self.only.is_none_or(|(system, measure)| row.system == system && row.measures.contains(&measure))
        };
        let mut list = serializer.serialize_seq(None)?;
        let mut failed = None;
        let read = self.rows.each(&mut |row| {
            let written = if is_here(row) {
                list.serialize_element(&RefusedJson::new(self.report, row))
            } else {
                Ok(())
            };
            // The error of the writer is the one to report, with its kind.
            written.map_err(|error| {
                failed = Some(error);
                io::Error::from(io::ErrorKind::Other)
            })
        });
        match failed {
            Some(error) => Err(error),
            None => read.map_err(S::Error::custom).and_then(|()| list.end()),
        }
    }
}

/// A refused pair of one system.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RefusedPair"))]
pub(crate) struct RefusedJson<'r> {
    /// Name of the system.
    system: &'r str,
    /// Names of the measures that refused it.
    measures: Vec<&'r str>,
    #[serde(flatten)]
    place: PlaceJson<'r>,
    /// The reason.
    refused: &'r Refused,
}

impl<'r> RefusedJson<'r> {
    pub(crate) fn new(report: &'r Report, row: &'r RefusedRow) -> Self {
        let measures = row.measures.iter().filter_map(|&at| report.measures.get(at));
        Self {
            system: report.systems.get(row.system).map_or("", |system| &system.name),
            measures: measures.map(|measure| measure.info.name).collect(),
            place: PlaceJson::new(&row.place),
            refused: &row.refused,
        }
    }
}
