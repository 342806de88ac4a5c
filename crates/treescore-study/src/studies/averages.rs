//! Struct-IoU, figure 6: the mean of sentences and the corpus level, over sentences of at most so many words.

use treescore::measure::Sum;
use treescore::prepare::{Average, Empty};

use crate::ask::Ask;
use crate::checksum::Signing;
use crate::error::StudyError;
use crate::load::{Pairs, score_files, setup};
use crate::outside::Outside;
use crate::result::{Curve, Digits, Item, Marks, Plot, PlotAxis, Statement, Study, Xvalue};

/// Sentences of at most this length are short.
const SHORT: u32 = 10;
const DIGITS: Digits = Digits::plain(4);

/// Both averages over the sentences of at most so many words.
struct UpTo {
    words: u32,
    sentences: u64,
    mean: f64,
    corpus: f64,
}

/// Runs the study.
pub(crate) fn run(ask: &Ask, _: &mut dyn Outside) -> Result<Study, StudyError> {
    let pairs = score_files(ask, vec![setup("struct-iou")?], 0)?;
    let all = by_greatest_length(&pairs);
    let mut signing = Signing::new("averages").file("gold", ask.file(0)?)?.file("system", ask.file(1)?)?;
    signing = signing.files(&["gold-times", "system-times"], ask)?;
    Ok(Study {
        items: vec![item(&all).worded()],
        remarks: vec!["the paper's values are plotted, not printed".to_owned()],
        plots: vec![plot(&all)],
        signature: signing.finish(),
        measures: pairs.signatures.clone(),
        refused: pairs.refused,
        ..Study::default()
    })
}

/// Both averages for each length that occurs, over all sentences up to it.
fn by_greatest_length(pairs: &Pairs) -> Vec<UpTo> {
    let Some(table) = pairs.tables.first() else { return Vec::new() };
    let scored = (0..table.len()).filter(|&pair| table.refused(pair).is_none());
    let mut order: Vec<(u32, usize)> = scored.filter_map(|pair| Some((table.length(pair)?, pair))).collect();
    order.sort_unstable();
    let (mut sum, mut sentences, mut found) = (Sum::new(table.info()), 0, Vec::new());
    for same in order.chunk_by(|a, b| a.0 == b.0) {
        for &(_, pair) in same {
            sum.add_pair(table.counts(pair), Empty::Skip);
            sentences += 1;
        }
        let figure = |average| sum.figures(average).iter().next().copied().flatten();
        if let (Some(mean), Some(corpus)) = (figure(Average::Sentence), figure(Average::Corpus)) {
            found.push(UpTo { words: same[0].0, sentences, mean, corpus });
        }
    }
    found
}

fn item(all: &[UpTo]) -> Item {
    let mut item = Item::new("Struct-IoU of the sentences of at most so many words", "words");
    for up_to in all {
        let x = || Xvalue::Number(f64::from(up_to.words));
        item.add("sentences", x(), (Some(up_to.sentences as f64), None), Digits::plain(0));
        item.add("sentence mean", x(), (Some(up_to.mean), None), DIGITS);
        item.add("corpus", x(), (Some(up_to.corpus), None), DIGITS);
        item.add("difference", x(), (Some(up_to.mean - up_to.corpus), None), DIGITS);
    }
    let differences = |at: &UpTo| at.mean - at.corpus;
    let whole = all.last().map(differences);
    let short = all.iter().rev().find(|up_to| up_to.words <= SHORT).map(differences);
    let has_long = all.last().is_some_and(|up_to| up_to.words > SHORT);
    let text = "with all sentences the corpus level is below the mean of sentences";
    item.state(match whole {
        None => Statement::needs(text, "a scored sentence"),
        Some(whole) => Statement::test(text, whole > 0.0, "it is not in these data"),
    });
    let text = "the difference is greater with all sentences than with those of at most ten words";
    item.state(match short.zip(whole).filter(|_| has_long) {
        None => Statement::needs(text, "sentences of at most ten words, and longer ones"),
        Some((short, whole)) => Statement::test(text, whole > short, "it is not in these data"),
    });
    item
}

fn plot(all: &[UpTo]) -> Plot {
    let line = |name: &str, value: fn(&UpTo) -> f64| {
        Curve::new(name, Marks::Line, all.iter().map(|up_to| (f64::from(up_to.words), value(up_to))))
    };
    Plot {
        x: PlotAxis::new("words at most"),
        y: PlotAxis::new("Struct-IoU"),
        curves: vec![line("sentence mean", |up_to| up_to.mean), line("corpus", |up_to| up_to.corpus)],
        ..Plot::default()
    }
}
