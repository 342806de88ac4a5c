//! Phrase recognition, sections 4.1 to 4.5: models of phrases and their entropy.

use treescore_phrase::models::ModelKind;
use treescore_phrase::report::SequenceScores;
use treescore_phrase::{CategoryScores, PhraseScores};

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
    "other trees, or another release of the treebank, than the paper's".clone_into(&mut item.others);
    item
}

/// What sentences cost by each model: 0 and 1 of section 4.1, XK of 4.2, G and C of 4.3, S of 4.5.
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

/// The other two columns of the same sections: precision and recall, expected by the models, found by S.
fn precision(found: &Evaluated) -> Item {
    let mut item = Item::new("precision and recall by model, expected; of S, found", "model");
    let share = |table: &str, key: &str| of_paper(table, key).map(|percent| percent / 100.0);
    let (mut precisions, mut recalls) = (Vec::new(), Vec::new());
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
        recalls.push(scores.expected_recall());
    }
    if let Some(sequences) = &found.sequences {
        // With `Null`, as the paper's and those of the models above.
        let (chunks, x) = (sequences.tally.chunks(), || Xvalue::Name("S on G".to_owned()));
        item.add("precision", x(), (Some(chunks.precision()), share("S", "precision")), PERCENT);
        item.add("recall", x(), (Some(chunks.recall()), share("S", "recall")), PERCENT);
        precisions.push(chunks.precision());
        recalls.push(chunks.recall());
    }
    // Models 0 and 1 say the same of every candidate, up to rounding.
    let rises = precisions.array_windows().all(|[before, after]| *after > before * (1.0 - 1e-9));
    let rising = Statement::test("precision rises from model to model", rises, "it does not here");
    item.state(rising.about(&["precision"]));
    let rises = recalls.iter().skip(1).is_sorted_by(|before, after| *after > *before);
    let rising = Statement::test("recall rises from model 1 on", rises, "it does not here");
    item.state(rising.about(&["recall"]));
    item
}

/// Section 4.4: which categories the bits are due to.
fn blame(scores: &PhraseScores) -> Item {
    let mut item = Item::new("bits of model G by category", "category");
    // The share in the bits, and the share that was to be expected.
    let both = |category: &CategoryScores| (category.share, category.expected_share);
    let of = |name: &str| scores.by_category.iter().find(|category| *category.name == *name);
    let is_other = |category: &&CategoryScores| NAMED.iter().all(|(known, _)| *category.name != **known);
    let sum = |value: fn(&CategoryScores) -> Option<f64>| {
        scores.by_category.iter().filter(is_other).map(value).sum::<Option<f64>>()
    };
    let others = (sum(|category| category.share), sum(|category| category.expected_share));
    let named = NAMED.iter().filter_map(|(name, key)| Some((*name, *key, both(of(name)?))));
    let share =
        |table: &str, key: &str| of_paper(&format!("blame/{table}"), key).map(|percent| percent / 100.0);
    let mut signs = Vec::new();
    for (name, key, (bits, expected)) in named.chain([("other", OTHER, others)]) {
        let x = || Xvalue::Name(name.to_owned());
        let excess = bits.zip(expected).map(|(bits, expected)| bits - expected);
        let of_paper = share("share less expected", key);
        item.add("%H", x(), (bits, share("share", key)), PERCENT);
        item.add("E(%H)", x(), (expected, share("expected, by difference", key)), PERCENT);
        item.add("%H - E(%H)", x(), (excess, of_paper), PERCENT);
        let is_other = |paper: &f64| excess.is_some_and(|excess| (*paper > 0.0) != (excess > 0.0));
        signs.extend(of_paper.filter(is_other).map(|_| name));
    }
    let text = "the signs of the excess are the paper's";
    let statement = if item.rows.iter().any(|row| row.ours.is_none()) {
        Statement::needs(text, "bits that are finite")
    } else {
        Statement::test(text, signs.is_empty(), format!("they are not for {}", signs.join(", ")))
    };
    item.state(statement.about(&["%H - E(%H)"]));
    "treebank release, tagger and second corpus are others than the paper's".clone_into(&mut item.others);
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
