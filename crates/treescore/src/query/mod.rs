//! The search language: which pairs are shown.
//!
//! | term | pairs |
//! |---|---|
//! | `maps` | with a word that contains it; letter case does not matter |
//! | `"old maps"` | with these words one after the other; letter case does not matter |
//! | `label:PP`, `gold:PP`, `sys:PP` | with a bracket of this label on either side, in gold, in the system's tree |
//! | `mark:missing` | with a bracket of this mark: `missing`, `relabel`, `extra`, `cross` |
//! | `relabel:ADJP>VP` | in which gold's ADJP became a VP |
//! | `f1<80`, `words>30` | by a figure of the measure, as it is printed, or by length; `f1` is the first figure of a measure that has no other F1 |
//! | `doc:harbour-03` | of gold documents whose names contain it |
//! | `refused` | that were not scored |
//!
//! `-` before a term negates it. A pair must fit all terms.

mod parse;
mod term;

use crate::measure::{FigureUnit, MeasureInfo, Sketch};
pub use parse::{Query, QueryError};
use term::{Comparison, MarkName, Number, Term, Which};

/// What a query looks at.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'f> {
    /// The measure.
    pub info: &'static MeasureInfo,
    /// The counts of the pair; `None` if it was refused.
    pub counts: Option<&'f [i128]>,
    /// The length of the gold sentence.
    pub words: Option<u32>,
    /// Both trees.
    pub sketch: Option<&'f Sketch>,
    /// The name of the gold document.
    pub document: &'f str,
}

impl Query {
    /// True if a pair fits all terms.
    pub fn fits(&self, facts: &Facts<'_>) -> bool {
        self.terms.iter().all(|(is_wanted, term)| fits(term, facts) == *is_wanted)
    }
}

fn fits(term: &Term, facts: &Facts<'_>) -> bool {
    let sketch = facts.sketch;
    match term {
        Term::Refused => facts.counts.is_none(),
        Term::Document(name) => facts.document.to_lowercase().contains(&name.to_lowercase()),
        Term::Word(word) => sketch.is_some_and(|sketch| {
            [&sketch.gold, &sketch.system].iter().any(|tree| {
                (0..tree.words()).any(|number| tree.word(number).to_lowercase().contains(word.as_str()))
            })
        }),
        Term::Phrase(words) => sketch.is_some_and(|sketch| {
            [&sketch.gold, &sketch.system].iter().any(|tree| {
                let starts = (tree.words() + 1).saturating_sub(words.len());
                (0..starts).any(|start| {
                    words.iter().enumerate().all(|(at, word)| tree.word(start + at).to_lowercase() == *word)
                })
            })
        }),
        Term::Label(which, label) => sketch.is_some_and(|sketch| {
            let has =
                |tree: &crate::measure::SketchTree| (0..tree.nodes()).any(|node| tree.label(node) == label);
            (*which != Which::System && has(&sketch.gold)) || (*which != Which::Gold && has(&sketch.system))
        }),
        Term::Mark(mark) => sketch.is_some_and(|sketch| has_mark(sketch, *mark)),
        Term::Relabel(gold, system) => sketch.is_some_and(|sketch| is_relabelled(sketch, gold, system)),
        Term::Number(number, comparison, limit) => {
            value(*number, facts).is_some_and(|value| comparison.holds(value, *limit))
        }
    }
}

fn has_mark(sketch: &Sketch, mark: MarkName) -> bool {
    let trees = [&sketch.gold, &sketch.system];
    trees.iter().any(|tree| {
        let fates = (0..tree.nodes()).filter_map(|node| tree.fate(node));
        fates.into_iter().any(|fate| fate.verdict == mark.verdict())
    })
}

fn is_relabelled(sketch: &Sketch, from: &str, to: &str) -> bool {
    use crate::measure::{Place, Verdict};
    (0..sketch.gold.nodes()).filter(|&node| sketch.gold.label(node) == from).any(|node| {
        let fate = sketch.gold.fate(node).filter(|fate| fate.verdict == Verdict::Relabelled);
        match fate.and_then(|fate| fate.partner) {
            Some(Place::Node(other)) => sketch.system.label(other as usize) == to,
            _ => false,
        }
    })
}

/// A number as it is printed: per cent with two decimals, fractions with four, amounts with two.
fn value(number: Number, facts: &Facts<'_>) -> Option<f64> {
    match number {
        Number::Words => facts.words.map(f64::from),
        Number::Figure(at) => {
            let value = (facts.info.derive)(facts.counts?).get(at).copied().flatten()?;
            Some(match facts.info.figures[at].unit {
                FigureUnit::Percent => (value * 10_000.0).round() / 100.0,
                FigureUnit::Fraction => (value * 10_000.0).round() / 10_000.0,
                FigureUnit::PerPair => (value * 100.0).round() / 100.0,
            })
        }
    }
}

impl Comparison {
    fn holds(self, value: f64, limit: f64) -> bool {
        match self {
            Self::Less => value < limit,
            Self::AtMost => value <= limit,
            // Rounded values are as near to what is typed as two numbers can be.
            Self::Equal => (value - limit).abs() < 1e-9,
            Self::AtLeast => value >= limit,
            Self::More => value > limit,
        }
    }
}

#[cfg(test)]
mod tests;
