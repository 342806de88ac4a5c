//! The scores of one system by one measure, as JSON.

use serde::Serialize;

use super::maps::FigureMap;
use super::statistics::IntervalJson;
use crate::measure::{CountMap, MeanMap, MeasureInfo};
use crate::report::model::{
    By, Coverage, Group, HeadlineOver, LabelPair, MeasureReport, Relabelled, Report, Scores, SystemScores,
};
use crate::report::speech::WordReport;
use crate::report::statistics::IntervalReport;
use crate::setup::StatSettings;

/// Fields of a system's scores, without the names of system and measure.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ScoresOfSystem<'r> {
    /// How the numbers were made, with the number of pairs and the gold trees.
    signature: &'r str,
    /// What was read, scored and refused.
    coverage: &'r Coverage,
    /// The field with the scores to quote: `scored`, or `all_pairs` if more than a tenth of the pairs is refused;
    /// `null` if no pair was scored.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    headline: Option<HeadlineOver>,
    /// Over the scored pairs.
    scored: ScoresJson<'r>,
    /// Over the scored pairs that are not longer than the cutoff; `null` without a cutoff or if no pair is
    /// longer.
    within_cutoff: Option<WithinCutoffJson<'r>>,
    /// Over all pairs. Refused pairs count as if the system had found nothing. Groups and sides without an answer count as
    /// they were scored; the `values` of `comparisons`, of which a difference is one, count them as refused.
    all_pairs: ScoresJson<'r>,
    /// How sure the figures are, unless that was not asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    intervals: Vec<IntervalJson>,
    /// The scores of groups, if requested.
    breakdown: Option<BreakdownJson<'r>>,
    /// The scores of some of the replies, if the system is a language model. `all_pairs` are the scores of all.
    #[serde(skip_serializing_if = "Option::is_none")]
    replies: Option<ReplyScoresJson<'r>>,
}

impl<'r> ScoresOfSystem<'r> {
    pub(crate) fn new(report: &Report, measure: &MeasureReport, cell: &'r SystemScores) -> Self {
        let settings = report.statistics.as_ref().map(|statistics| statistics.settings).unwrap_or_default();
        let scores = |scores: &'r Scores| ScoresJson::new(measure.info, scores);
        let breakdown = cell.breakdown.as_ref().map(|breakdown| BreakdownJson {
            by: breakdown.by,
            groups: breakdown
                .groups
                .iter()
                .map(|group| GroupJson::new(measure.info, group, &settings))
                .collect(),
            others: breakdown.others,
        });
        Self {
            signature: &cell.signature,
            coverage: &cell.coverage,
            headline: cell.coverage.headline(),
            scored: scores(&cell.scored),
            within_cutoff: cell
                .within_cutoff
                .as_ref()
                .map(|within| WithinCutoffJson { words: within.words, scores: scores(&within.scores) }),
            all_pairs: scores(&cell.all_pairs),
            intervals: cell
                .intervals
                .iter()
                .map(|found| IntervalJson::new(measure, found, &settings))
                .collect(),
            breakdown,
            replies: cell.replies.as_ref().map(|replies| ReplyScoresJson {
                on_valid: scores(&replies.on_valid),
                on_balanced: scores(&replies.on_balanced),
                samples: replies.samples.as_ref().map(|samples| SampleScoresJson {
                    sentences: samples.sentences,
                    samples: samples.samples,
                    best: scores(&samples.best),
                    mean: scores(&samples.mean),
                    majority: scores(&samples.majority),
                }),
            }),
        }
    }
}

/// The scores of some replies.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ReplyScores"))]
struct ReplyScoresJson<'r> {
    /// Over the scored pairs whose reply is one plain tree.
    on_valid: ScoresJson<'r>,
    /// Over the scored pairs whose tree is balanced.
    on_balanced: ScoresJson<'r>,
    /// Over samples, if there are several replies for a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    samples: Option<SampleScoresJson<'r>>,
}

/// The scores of samples. One without a tree counts as if the system had found nothing.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SampleScores"))]
struct SampleScoresJson<'r> {
    /// The number of sentences.
    sentences: u64,
    /// The number of samples.
    samples: u64,
    /// Over the best sample of each sentence, by the headline figure.
    best: ScoresJson<'r>,
    /// Over all samples.
    mean: ScoresJson<'r>,
    /// Over the sample of each sentence that agrees most with its others, by the mean of the headline figure.
    majority: ScoresJson<'r>,
}

/// Figures, and the integers they are computed from.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Scores"))]
struct ScoresJson<'r> {
    /// Figures of the summed counts; `null` is undefined.
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, Option<f64>>"))]
    corpus: FigureMap<'r>,
    /// Means of the pairs' figures, for the figures that have one; `null` is undefined.
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, Option<f64>>"))]
    sentence_mean: FigureMap<'r>,
    /// The summed counts: numbers, or decimal strings where the kind of the count says so.
    #[cfg_attr(
        feature = "schema",
        schemars(with = "std::collections::BTreeMap<String, super::maps::CountValue>")
    )]
    counts: CountMap<'r>,
    /// The sums behind the means.
    #[cfg_attr(
        feature = "schema",
        schemars(with = "std::collections::BTreeMap<String, crate::measure::Mean>")
    )]
    means: MeanMap<'r>,
}

impl<'r> ScoresJson<'r> {
    fn new(info: &'static MeasureInfo, scores: &'r Scores) -> Self {
        Self {
            corpus: FigureMap { info, values: &scores.corpus, is_of_means: false },
            sentence_mean: FigureMap { info, values: &scores.sentence_mean, is_of_means: true },
            counts: CountMap { info, counts: &scores.counts },
            means: MeanMap { info, means: &scores.means },
        }
    }
}

/// The scores of pairs up to a length.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "WithinCutoff"))]
struct WithinCutoffJson<'r> {
    /// The greatest number of words.
    words: u32,
    #[serde(flatten)]
    scores: ScoresJson<'r>,
}

/// The scores of groups.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Breakdown"))]
struct BreakdownJson<'r> {
    /// The facet of the groups.
    by: By,
    /// The groups.
    groups: Vec<GroupJson<'r>>,
    /// By label or type: how many of the rarest are summed up in the last group, `(others)`.
    #[serde(skip_serializing_if = "is_zero")]
    others: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// One group.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Group"))]
struct GroupJson<'r> {
    /// The name of the group: `11–20`, `NP`, `wsj_0001.mrg`.
    name: &'r str,
    #[serde(flatten)]
    scores: ScoresJson<'r>,
    /// By label or type: the labels or types the system gave to these gold items instead, most frequent
    /// first.
    #[serde(skip_serializing_if = "<[Relabelled]>::is_empty")]
    relabelled: &'r [Relabelled],
    /// By pairs of labels: the two labels, how often they meet, and the shares of both.
    #[serde(skip_serializing_if = "Option::is_none")]
    labels: Option<&'r LabelPair>,
    /// Word errors, if the words are those of speech.
    #[serde(skip_serializing_if = "Option::is_none")]
    speech: Option<WordReport>,
    /// How sure the headline figure is, unless that was not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    interval: Option<IntervalReport>,
}

impl<'r> GroupJson<'r> {
    fn new(info: &'static MeasureInfo, group: &'r Group, settings: &StatSettings) -> Self {
        Self {
            name: &group.name,
            scores: ScoresJson::new(info, &group.scores),
            relabelled: &group.relabelled,
            labels: group.pair.as_ref(),
            speech: group.speech.as_ref().map(WordReport::from),
            interval: group.interval.as_ref().map(|interval| IntervalReport::new(interval, settings)),
        }
    }
}
