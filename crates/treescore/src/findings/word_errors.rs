//! Findings about word errors that are not errors of a recogniser: case, punctuation, marks.

use std::collections::BTreeMap;

use super::{Finding, FindingFigure, FindingId, Look, text};
use crate::measure::{Counts, WordFormCounts, trim};
use crate::prepare::WordForm;
use crate::run::Totals;
use crate::tree::Which;
use crate::values::{Advice, counted};

/// A difference of error rates that is worth a warning.
const POINT: f64 = 0.01;

/// All findings about the words of a system by word accuracy.
pub(super) fn find(look: &Look<'_>) -> Vec<Finding> {
    let Some(totals) = &look.scored.systems[look.system].word_forms else { return Vec::new() };
    let counts = totals.all_scored().typed::<WordFormCounts>();
    let [now, without_case, without_punctuation] = counts.rates();
    let has_case = look
        .plan
        .setups
        .iter()
        .any(|setup| setup.measure.info().name == "word" && setup.recipe.word_form == WordForm::Exact);
    let case = rates(now, without_case).filter(|_| has_case).map(|figure| {
        let is_case = |a: &[u8], b: &[u8]| text(a).to_lowercase() == text(b).to_lowercase();
        let message = format!("{} of WER are case{}", points(figure), example(totals, is_case));
        Finding::warning(FindingId::CaseErrors, message)
            .figure(Some(figure))
            .help(Advice::Set("forms", "folded"))
    });
    let punctuation = rates(now, without_punctuation).map(|figure| {
        let is_edge = |a: &[u8], b: &[u8]| trim(a) == trim(b) && !trim(a).is_empty();
        let message = format!("{} of WER are punctuation{}", points(figure), example(totals, is_edge));
        let found = Finding::warning(FindingId::PunctuationErrors, message).figure(Some(figure));
        found.help(Advice::Do("take it off both sides"))
    });
    case.into_iter().chain(punctuation).chain(marks(totals)).collect()
}

/// Two error rates, if the second is lower by a point or more.
fn rates(now: Option<f64>, then: Option<f64>) -> Option<FindingFigure> {
    let (now, then) = (now?, then?);
    // Rates that differ by a point differ by it after rounding, too.
    (now - then >= POINT - 1e-12).then_some(FindingFigure { name: "wer", now, then })
}

fn points(figure: FindingFigure) -> String {
    let points = format!("{:.1}", 100.0 * (figure.now - figure.then));
    if points == "1.0" { "1.0 point".to_owned() } else { format!("{points} points") }
}

/// The most frequent pair of words of a kind, as an example.
fn example(totals: &Totals, is_of_kind: impl Fn(&[u8], &[u8]) -> bool) -> String {
    let pairs = totals.facet.confusions();
    let mut best: Option<(&[u8], &[u8], u64)> = None;
    for (gold, system, count) in pairs.filter(|(gold, system, _)| is_of_kind(gold, system)) {
        if best.is_none_or(|(_, _, most)| count > most) {
            best = Some((gold, system, count));
        }
    }
    best.map(|(gold, system, _)| format!(": \"{}\" / \"{}\"", text(gold), text(system))).unwrap_or_default()
}

/// Marks that only one side has.
fn marks(totals: &Totals) -> Vec<Finding> {
    let of_side = |which: Which| {
        let mut found: BTreeMap<&[u8], u64> = BTreeMap::new();
        for (mark, row) in totals.facet.rows() {
            let counts = WordFormCounts::read(&row);
            let (own, other) = match which {
                Which::Gold => (counts.gold_marks, counts.system_marks),
                Which::System => (counts.system_marks, counts.gold_marks),
            };
            if own > 0 && other == 0 {
                found.insert(mark, own);
            }
        }
        let all: u64 = found.values().sum();
        let (mark, _) = found.iter().max_by_key(|&(mark, count)| (count, std::cmp::Reverse(mark)))?;
        let (words, verb) = (
            counted(all, &format!("{} word", which.as_str())),
            if all == 1 { "is a mark" } else { "are marks" },
        );
        let such = if all == 1 { "" } else { ", such as" };
        let separator = if all == 1 { ":" } else { "" };
        let message = format!("{words} {verb}{such}{separator} {}", text(mark));
        let finding = Finding::note(FindingId::MarkupWords, message).on(which).count(all, "word");
        Some(finding.help(Advice::Do("take them off both sides")))
    };
    [Which::Gold, Which::System].into_iter().filter_map(of_side).collect()
}
