//! Phrase recognition, sections 4.1 to 4.5: models of phrases and their entropy.

use std::collections::BTreeMap;

use treescore_phrase::PhraseScores;
use treescore_phrase::models::ModelKind;
use treescore_phrase::report::SequenceScores;

use super::phrase_training::{Evaluated, Training};
use crate::ask::Ask;
use crate::checksum::Signing;
use crate::error::StudyError;
use crate::outside::Outside;
use crate::paper;
use crate::result::{Curve, Digits, Item, Marks, Plot, PlotAxis, Statement, Study, Xvalue};

const PERCENT: Digits = Digits::percent(1);
/// Categories that the paper names, and its names of them.
const NAMED: [(&str, &str); 5] =
    [("NP", "NP"), ("PP", "PP"), ("VP", "VP"), ("Null", "Null"), ("ADJP", "AdjP")];
const OTHER: &str = "other (23)";

/// Runs the study.
pub(crate) fn run(ask: &Ask, outside: &mut dyn Outside) -> Result<Study, StudyError> {
    let training = Training::new(ask)?;
    let found = training.run(ask, outside)?;
    let mut items = vec![material(&found), entropy(&found), precision(&found)];
    if let Some(scores) = found.scores(ModelKind::G) {
        items.extend([blame(scores), uncovered_candidates(scores), uncovered(scores)]);
    }
    let mut signing = Signing::new("phrase-models").file("trees", ask.file(0)?)?;
    for (key, range) in training.ranges() {
        signing = signing.with(key, range);
    }
    for (key, value) in training.settings() {
        signing = signing.with(key, value);
    }
    Ok(Study {
        items: items.into_iter().map(Item::worded).collect(),
        remarks: vec![
            "expected share: true chunks cost the same in every category, and so do candidates that are none".to_owned(),
            "models 0, 1 and XK differ as sentence lengths do; G and C depend on treebank release, tagger and second corpus, which cannot be separated".to_owned(),
        ],
        plots: vec![plot(&found)],
        signature: signing.finish(),
        ..Study::default()
    })
}

fn of_paper(table: &str, key: &str) -> Option<f64> {
    paper::number(&format!("/phrase recognition/{table}/{key}"))
}

fn material(found: &Evaluated) -> Item {
    let mut item = Item::new("test trees", "");
    let Some((_, scores)) = found.models.first() else { return item };
    for (name, value) in [
        ("sentences", scores.sentences),
        ("true chunks", scores.true_chunks),
        ("candidates", scores.candidates),
    ] {
        item.add(name, Xvalue::None, (Some(value as f64), of_paper("test", name)), Digits::plain(0));
    }
    item.state(Statement::test(
        "of all candidates less than one in a hundred is a true chunk",
        100 * scores.true_chunks < scores.candidates,
        "there are more here",
    ));
    item
}

/// Section 4.1 and 4.2: what sentences cost by each model.
fn entropy(found: &Evaluated) -> Item {
    let mut item = Item::new("entropy by model", "model");
    let mut costs = Vec::new();
    for (kind, scores) in &found.models {
        let key = kind.as_str();
        let x = || Xvalue::Name(key.to_owned());
        item.add(
            "bits per candidate",
            x(),
            (Some(scores.bits_per_candidate()), of_paper("bits per candidate", key)),
            Digits::plain(5),
        );
        item.add(
            "log10 parses",
            x(),
            (Some(scores.log10_parses_per_sentence()), of_paper("log10 parses", key)),
            Digits::plain(0),
        );
        item.add(
            "bits per sentence",
            x(),
            (Some(scores.bits_per_sentence()), of_paper("bits per sentence", key)),
            Digits::plain(1),
        );
        costs.push(scores.bits_per_sentence());
    }
    if let Some(sequences) = &found.sequences {
        let x = || Xvalue::Name("S on G".to_owned());
        let tally = &sequences.tally;
        item.add(
            "log10 parses",
            x(),
            (Some(tally.log10_parses_per_sentence()), of_paper("log10 parses", "S")),
            Digits::plain(0),
        );
        item.add(
            "bits per sentence",
            x(),
            (Some(tally.bits_per_sentence()), of_paper("bits per sentence", "S")),
            Digits::plain(1),
        );
        costs.push(tally.bits_per_sentence());
    }
    let falls = costs.array_windows().all(|[before, after]| before > after);
    item.state(Statement::test(
        "each model costs less than the one before: 0, 1, XK, G, C, S",
        falls,
        "one does not here",
    ));
    item
}

/// Sections 4.3 and 4.5: precision and recall, expected and found.
fn precision(found: &Evaluated) -> Item {
    let mut item = Item::new("precision and recall by model, expected; of S, found", "model");
    let share = |table: &str, key: &str| of_paper(table, key).map(|percent| percent / 100.0);
    let mut precisions = Vec::new();
    for (kind, scores) in &found.models {
        let key = kind.as_str();
        let x = || Xvalue::Name(key.to_owned());
        item.add(
            "precision",
            x(),
            (Some(scores.expected_precision()), share("expected precision", key)),
            PERCENT,
        );
        item.add("recall", x(), (Some(scores.expected_recall()), share("expected recall", key)), PERCENT);
        precisions.push(scores.expected_precision());
    }
    if let Some(sequences) = &found.sequences {
        let x = || Xvalue::Name("S on G".to_owned());
        item.add("precision", x(), (Some(sequences.phrases.precision()), share("S", "precision")), PERCENT);
        item.add("recall", x(), (Some(sequences.phrases.recall()), share("S", "recall")), PERCENT);
        precisions.push(sequences.phrases.precision());
    }
    // Models 0 and 1 say the same of every candidate, up to rounding.
    let rises = precisions.array_windows().all(|[before, after]| *after > before * (1.0 - 1e-9));
    item.state(Statement::test("precision rises from model to model", rises, "it does not here"));
    item
}

/// What a category costs.
#[derive(Clone, Copy, Debug, Default)]
struct Blame {
    share: f64,
    expected: f64,
}

/// The share of each category in the bits, and the share that was to be expected.
fn blames(scores: &PhraseScores) -> BTreeMap<String, Blame> {
    let mut blames: BTreeMap<String, Blame> = BTreeMap::new();
    let per_category = scores.candidates as f64 / scores.by_category.len().max(1) as f64;
    let (all_true, all_false) =
        (scores.true_chunks as f64, scores.candidates as f64 - scores.true_chunks as f64);
    let part = |bits: f64, some: f64, all: f64| if all > 0.0 { bits * some / all } else { 0.0 };
    for category in &scores.by_category {
        let of_true = part(scores.by_event.of_true, category.true_chunks as f64, all_true);
        let others = per_category - category.true_chunks as f64;
        let of_false = part(scores.by_event.of_false, others, all_false);
        let over = |bits: f64| if scores.bits > 0.0 { bits / scores.bits } else { 0.0 };
        let blame = Blame { share: over(category.bits), expected: over(of_true + of_false) };
        blames.insert(category.name.to_string(), blame);
    }
    blames
}

/// Section 4.4: which categories the bits are due to.
fn blame(scores: &PhraseScores) -> Item {
    let mut item = Item::new("bits of model G by category", "category");
    let all = blames(scores);
    let is_named = |name: &str| NAMED.iter().any(|(known, _)| *known == name);
    let others = all.iter().filter(|(name, _)| !is_named(name)).fold(Blame::default(), |sum, (_, one)| {
        Blame { share: sum.share + one.share, expected: sum.expected + one.expected }
    });
    let named = NAMED.iter().filter_map(|(name, key)| Some((*name, *key, *all.get(*name)?)));
    let share =
        |table: &str, key: &str| of_paper(&format!("blame/{table}"), key).map(|percent| percent / 100.0);
    let mut signs = Vec::new();
    for (name, key, blame) in named.chain([("other", OTHER, others)]) {
        let x = || Xvalue::Name(name.to_owned());
        let excess = blame.share - blame.expected;
        let of_paper = share("share less expected", key);
        item.add("%H", x(), (Some(blame.share), share("share", key)), PERCENT);
        item.add("E(%H)", x(), (Some(blame.expected), share("expected, by difference", key)), PERCENT);
        item.add("%H - E(%H)", x(), (Some(excess), of_paper), PERCENT);
        signs.extend(of_paper.filter(|paper| (*paper > 0.0) != (excess > 0.0)).map(|_| name));
    }
    let why = format!("they are not for {}", signs.join(", "));
    item.state(Statement::test("the signs of the excess are the paper's", signs.is_empty(), why));
    item
}

/// Candidates that no rule covers. The paper's number cannot be of all candidates.
fn uncovered_candidates(scores: &PhraseScores) -> Item {
    let mut item = Item::new("candidates not covered by a rule of model G", "");
    let share = 1.0 - scores.coverage.candidates;
    let paper = of_paper("uncovered", "candidates").map(|percent| percent / 100.0);
    item.add("candidates", Xvalue::None, (Some(share), paper), PERCENT);
    let text = "less than a tenth of the candidates is not covered";
    item.state(Statement::test(text, share < 0.1, "the paper's share is near that of true chunks, below"));
    item
}

/// What no rule covers.
fn uncovered(scores: &PhraseScores) -> Item {
    let mut item = Item::new("true chunks and bits not covered by a rule of model G", "");
    let coverage = &scores.coverage;
    let paper = of_paper("uncovered", "entropy").map(|percent| percent / 100.0);
    item.add("true chunks", Xvalue::None, (Some(1.0 - coverage.true_chunks), None), PERCENT);
    item.add("bits", Xvalue::None, (coverage.bits.map(|bits| 1.0 - bits), paper), PERCENT);
    let is_true = coverage.bits.is_some_and(|bits| 1.0 - bits > 1.0 - coverage.true_chunks);
    let text = "what is not covered has a greater share in the bits than in the true chunks";
    item.state(Statement::test(text, is_true, "it has not here"));
    item
}

fn plot(found: &Evaluated) -> Plot {
    let mut points: Vec<(String, f64, Option<f64>)> = found
        .models
        .iter()
        .map(|(kind, scores)| {
            (
                kind.as_str().to_owned(),
                scores.bits_per_sentence(),
                of_paper("bits per sentence", kind.as_str()),
            )
        })
        .collect();
    let sequence = |sequences: &SequenceScores| {
        ("S".to_owned(), sequences.tally.bits_per_sentence(), of_paper("bits per sentence", "S"))
    };
    points.extend(found.sequences.iter().map(sequence));
    let ours = points.iter().enumerate().map(|(at, point)| (at as f64, point.1));
    let papers = points.iter().enumerate().filter_map(|(at, point)| Some((at as f64, point.2?)));
    Plot {
        x: PlotAxis::new("model"),
        y: PlotAxis::logarithmic("bits per sentence"),
        curves: vec![Curve::new("ours", Marks::Line, ours), Curve::new("paper", Marks::Line, papers)],
        names: points.iter().map(|point| point.0.clone()).collect(),
        ..Plot::default()
    }
}
