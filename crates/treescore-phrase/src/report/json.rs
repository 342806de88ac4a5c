//! The report in full precision, for programs. Infinity is the string `"inf"`, undefined is `null`.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use treescore::report::FindingReport;

use super::model::{ModelReport, ModelScores, PhraseReport, RuleRow, SequenceScores};
use crate::models::{EvaluatedSentence, Evaluation};
use crate::{CalibrationBin, CategoryScores, Chunk, ChunkCounts, Inventory, Offender, PhraseScores};

/// Renders the report as one JSON object.
pub fn json(report: &PhraseReport, inventory: &Inventory) -> String {
    let settings = report.settings.iter().map(|(key, value)| ((*key).to_owned(), Node::from(value.as_str())));
    let models = report.models.iter().map(|model| self::model(model, report, inventory));
    let rules =
        report.rules.iter().map(|(name, rows)| (name.clone(), Node::List(rows.iter().map(rule).collect())));
    let mut root = vec![
        field("measure", "phrase"),
        field("signature", report.signature().as_str()),
        field("settings", Node::Object(settings.collect())),
        field("categories", Node::List(report.categories.iter().map(|name| name.as_str().into()).collect())),
        field("sentences", report.sentences),
        field("findings", findings(report, None)),
        field("models", Node::List(models.collect())),
        field("refused", Node::List(report.refused.iter().map(|system| refused(system, report)).collect())),
    ];
    if !report.rules.is_empty() {
        root.push(field("rules", Node::Object(rules.collect())));
    }
    // Strings and numbers always have a JSON form.
    serde_json::to_string_pretty(&Node::Object(root)).unwrap_or_default() + "\n"
}

/// A value whose fields keep their order.
enum Node {
    Null,
    Count(u64),
    Real(f64),
    Text(String),
    List(Vec<Node>),
    Object(Vec<(String, Node)>),
    Finding(Box<FindingReport>),
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_none(),
            Self::Count(count) => serializer.serialize_u64(*count),
            Self::Real(real) if real.is_infinite() => serializer.serialize_str("inf"),
            Self::Real(real) => serializer.serialize_f64(*real),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(list) => list.serialize(serializer),
            Self::Finding(finding) => finding.serialize(serializer),
            Self::Object(fields) => {
                let mut map = serializer.serialize_map(Some(fields.len()))?;
                fields.iter().try_for_each(|(name, value)| map.serialize_entry(name, value))?;
                map.end()
            }
        }
    }
}

impl From<u64> for Node {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<f64> for Node {
    fn from(real: f64) -> Self {
        Self::Real(real)
    }
}

impl From<&str> for Node {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl<T: Into<Node>> From<Option<T>> for Node {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, T::into)
    }
}

fn field(name: &str, value: impl Into<Node>) -> (String, Node) {
    (name.to_owned(), value.into())
}

fn rule(row: &RuleRow) -> Node {
    let tags = row.tags.iter().map(|tag| tag.as_str().into());
    Node::Object(vec![
        field("cat", row.category.as_str()),
        field("tags", Node::List(tags.collect())),
        field("bits", row.bits),
        field("n", row.found),
        field("t", row.true_ones),
        field("p", row.probability),
    ])
}

fn model(model: &ModelReport, report: &PhraseReport, inventory: &Inventory) -> Node {
    let scores = match &model.scores {
        ModelScores::Phrases(scores) => field("phrase", phrase(scores, inventory)),
        ModelScores::Sequences(scores) => field("sequence", sequence(scores)),
        ModelScores::Chunks(scores) => field("chunks", chunks(scores)),
    };
    Node::Object(vec![
        field("model", model.name.as_str()),
        field("findings", findings(report, Some(&model.name))),
        scores,
    ])
}

/// What was noticed about a model, or about gold.
fn findings(report: &PhraseReport, model: Option<&str>) -> Node {
    let own = report.findings.iter().filter(|(name, _)| name.as_deref() == model);
    Node::List(own.map(|(_, finding)| Node::Finding(Box::new(finding.clone()))).collect())
}

/// A system without scores, or without some of them.
fn refused((name, reason): &(String, String), report: &PhraseReport) -> Node {
    let found = findings(report, Some(name));
    Node::Object(vec![
        field("model", name.as_str()),
        field("reason", reason.as_str()),
        field("findings", found),
    ])
}

fn phrase(scores: &PhraseScores, inventory: &Inventory) -> Node {
    let lengths = scores.by_length.iter().map(|(length, bits)| (length.to_string(), Node::Real(*bits)));
    let categories =
        scores.by_category.iter().map(|category| (category.name.to_string(), self::category(category)));
    let offenders = scores.offenders.iter().map(|one| offender(one, inventory));
    let calibration = &scores.calibration;
    Node::Object(vec![
        field("sentences", scores.sentences),
        field("tokens", scores.tokens),
        field("candidates", scores.candidates),
        field("candidates_per_sentence", scores.candidates_per_sentence()),
        field("true_chunks", scores.true_chunks),
        field("bits", scores.bits),
        field("bits_per_candidate", scores.bits_per_candidate()),
        field("bits_per_sentence", scores.bits_per_sentence()),
        field("log10_parses_per_sentence", scores.log10_parses_per_sentence()),
        field("expected_yes", scores.expected_yes),
        field("expected_true_yes", scores.expected_true_yes),
        field("expected_precision", scores.expected_precision()),
        field("expected_recall", scores.expected_recall()),
        field("infinite_candidates", scores.infinite_candidates),
        field("sentences_without_records", scores.sentences_without_records),
        field("floor", scores.floor),
        field("by_category", Node::Object(categories.collect())),
        field("by_length", Node::Object(lengths.collect())),
        field(
            "by_event",
            Node::Object(vec![
                field("true", scores.by_event.of_true),
                field("false", scores.by_event.of_false),
            ]),
        ),
        field(
            "coverage",
            Node::Object(vec![
                field("true", scores.coverage.true_chunks),
                field("candidates", scores.coverage.candidates),
                field("bits", scores.coverage.bits),
            ]),
        ),
        field("brier", calibration.brier),
        field("calibration_error", calibration.error),
        field("calibration", Node::List(calibration.bins.iter().map(bin).collect())),
        field("offenders", Node::List(offenders.collect())),
    ])
}

fn category(scores: &CategoryScores) -> Node {
    Node::Object(vec![
        field("bits", scores.bits),
        field("share", scores.share),
        field("true", scores.true_chunks),
        field("true_share", scores.true_share),
        field("candidate_share", scores.candidate_share),
        field("expected_share", scores.expected_share),
        field("excess", scores.excess()),
    ])
}

fn bin(bin: &CalibrationBin) -> Node {
    Node::Object(vec![
        field("from", bin.from),
        field("to", bin.to),
        field("candidates", bin.candidates),
        field("true", bin.true_chunks),
        field("mean_probability", bin.mean()),
        field("observed", bin.observed()),
    ])
}

fn offender(offender: &Offender, inventory: &Inventory) -> Node {
    Node::Object(vec![
        field("sent", offender.sentence.as_str()),
        field("cat", inventory.name(offender.chunk.category)),
        field("start", u64::from(offender.chunk.start)),
        field("end", u64::from(offender.chunk.end)),
        field("p", offender.probability),
    ])
}

fn counts(counts: &ChunkCounts) -> Vec<(String, Node)> {
    vec![
        field("correct", counts.correct),
        field("guessed", counts.guessed),
        field("true_chunks", counts.true_chunks),
        field("precision", counts.precision()),
        field("recall", counts.recall()),
    ]
}

fn with_f1(all: &ChunkCounts) -> Vec<(String, Node)> {
    let mut fields = counts(all);
    fields.push(field("f1", all.f1()));
    fields
}

fn sequence(scores: &SequenceScores) -> Node {
    let tally = &scores.tally;
    let mut fields = vec![
        field("sentences", tally.sentences),
        field("bits", tally.total_bits()),
        field("bits_per_sentence", tally.bits_per_sentence()),
        field("log10_parses_per_sentence", tally.log10_parses_per_sentence()),
    ];
    fields.extend(counts(&tally.chunks()));
    fields.extend([
        field("exact", tally.exact_share()),
        field("no_parse", tally.no_parse),
        field("infinite_sentences", tally.infinite_sentences),
    ]);
    fields.extend(without_null(scores));
    Node::Object(fields)
}

/// The figures of a system that has no probabilities.
fn chunks(scores: &SequenceScores) -> Node {
    let tally = &scores.tally;
    let mut fields = vec![field("sentences", tally.sentences), field("tokens", tally.tokens)];
    fields.extend(counts(&tally.chunks()));
    fields.push(field("exact", tally.exact_share()));
    fields.extend(without_null(scores));
    Node::Object(fields)
}

/// Chunks as shared tasks count them, and by category.
fn without_null(scores: &SequenceScores) -> [(String, Node); 2] {
    let by_category = scores.by_category.iter().filter(|(_, counts)| counts.guessed + counts.true_chunks > 0);
    let by_category = by_category.map(|(name, counts)| (name.to_string(), Node::Object(with_f1(counts))));
    let mut conll = vec![field("accuracy", scores.tally.accuracy())];
    conll.extend(with_f1(&scores.phrases));
    [field("conll", Node::Object(conll)), field("by_category", Node::Object(by_category.collect()))]
}

/// Renders the results for one sentence as a line of JSON.
pub fn sentence(evaluated: &EvaluatedSentence, plan: &Evaluation<'_>, inventory: &Inventory) -> String {
    let chunk = |chunk: &Chunk| {
        Node::List(vec![
            inventory.name(chunk.category).into(),
            u64::from(chunk.start).into(),
            u64::from(chunk.end).into(),
        ])
    };
    let chunks = |chunks: &[Chunk]| Node::List(chunks.iter().map(chunk).collect());
    let kinds = plan.kinds().iter().map(|kind| kind.as_str().to_owned());
    let bits = kinds.zip(evaluated.bits.iter().map(|bits| Node::Real(*bits)));
    let mut root = vec![
        field("sent", evaluated.id.as_str()),
        field("n", u64::from(evaluated.length)),
        field("chunks", chunks(&evaluated.true_chunks)),
        field("bits", Node::Object(bits.collect())),
    ];
    if let Some(bits) = evaluated.sequence_bits {
        root.push(field("sequence_bits", bits));
        root.push(field("best", evaluated.best.as_deref().map(chunks)));
    }
    serde_json::to_string(&Node::Object(root)).unwrap_or_default() + "\n"
}
