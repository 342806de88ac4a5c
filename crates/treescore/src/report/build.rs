//! From the outcome of a run to the report that says it.

use super::aligned::TextReport;
use super::model::{
    Breakdown, By, Column, Coverage, Group, Reason, RefusedPair, Relabelled, Scores, SystemReport, Unit,
    WithinCutoff,
};
use super::speech::{SpeechReport, WordReport};
use crate::align::WordCounts;
use crate::measure::{Fact, Figure, FigureKind, Measure, NamedTallies, Names, Tally};
use crate::read::Corpus;
use crate::align::Refusal;
use crate::run::{Alignment, Bins, GroupBy, Job, Note, RefusedAt, Scored, Totals};
use crate::tree::Which;

/// The columns of a measure.
pub fn columns(figures: &[Figure]) -> Vec<Column> {
    let unit = |kind| match kind {
        FigureKind::Percent => Unit::Percent,
        FigureKind::Fraction => Unit::Fraction,
        FigureKind::PerPair => Unit::PerPair,
    };
    figures
        .iter()
        .map(|figure| Column {
            key: figure.key,
            title: figure.title,
            unit: unit(figure.kind),
            rank: figure.rank,
        })
        .collect()
}

/// Everything a report says about one system.
pub fn system_report<M: Measure>(measure: &M, job: &Job, scored: &Scored<M::Tally>) -> SystemReport {
    let Totals { scored: sum, within_cutoff, missed, beyond_cutoff, .. } = &scored.totals;
    let figures = measure.figures();
    let mut all = sum.clone();
    all += missed.clone();
    let cutoff = job.recipe.cutoff.filter(|_| *beyond_cutoff > 0);
    let sums = &scored.totals.text;
    let (text, speech) = match &job.alignment {
        Some(Alignment::Text(_)) => (Some(TextReport::of(sums, [&job.gold, &job.system])), None),
        Some(Alignment::Words(words)) => (None, Some(SpeechReport::of(sums, words.chunk))),
        None => (None, None),
    };
    SystemReport {
        name: job.system.short_name(),
        corpus: corpus(figures, sum),
        within_cutoff: cutoff.map(|words| WithinCutoff {
            words,
            scores: corpus(figures, within_cutoff),
            sentence_mean: mean(figures, within_cutoff),
        }),
        sentence_mean: mean(figures, sum),
        all_pairs: corpus(figures, &all),
        all_pairs_sentence_mean: mean(figures, &all),
        facts: facts(sum, text.as_ref(), speech.as_ref()),
        coverage: coverage(job, scored),
        text,
        speech,
        breakdown: job.by.as_ref().map(|by| breakdown(by, job, figures, &scored.totals)),
        refused: job.keep_refused.then(|| scored.refused.iter().map(refused_pair).collect()),
        sentences: None,
    }
}

/// What the measure tells, and what there is to tell about the text.
fn facts<T: Tally>(sum: &T, text: Option<&TextReport>, speech: Option<&SpeechReport>) -> Vec<Fact> {
    let text = text.map(TextReport::facts).unwrap_or_default();
    let speech = speech.map(SpeechReport::facts).unwrap_or_default();
    sum.facts().into_iter().chain(text).chain(speech).collect()
}

fn corpus<T: Tally>(figures: &[Figure], tally: &T) -> Scores {
    scores(figures, tally.corpus(), tally)
}

fn mean<T: Tally>(figures: &[Figure], tally: &T) -> Scores {
    scores(figures, tally.sentence_mean(), tally)
}

fn scores<T: Tally>(figures: &[Figure], values: Vec<Option<f64>>, tally: &T) -> Scores {
    Scores { values: figures.iter().map(|figure| figure.key).zip(values).collect(), tally: tally.counts() }
}

fn coverage<T>(job: &Job, scored: &Scored<T>) -> Coverage {
    let Totals { pairs, refused, refused_beyond_cutoff, .. } = scored.totals;
    let mut reasons: Vec<Reason> = scored
        .kinds
        .iter()
        .map(|(&why, (pairs, first))| Reason {
            why: why.to_owned(),
            pairs: *pairs,
            first: place(first, job),
            note: match &first.refusal {
                Refusal::WordDiffers { .. } | Refusal::WordCountDiffers { .. } => {
                    scored.shift.map(|shift| shift.note())
                }
                // Neither a file nor its line says these.
                refusal @ (Refusal::Times(..)
                | Refusal::OtherAlignment(_)
                | Refusal::TooLarge(_)
                | Refusal::TooLong(_)
                | Refusal::NoHead { .. }) => Some(refusal.to_string()),
                _ => None,
            },
        })
        .collect();
    reasons.sort_by_key(|reason| std::cmp::Reverse(reason.pairs)); // stable: equal counts stay in the order of their names
    let notes = scored.totals.notes.iter().map(|(&note, &(pairs, first))| Reason {
        why: note_text(note).to_owned(),
        pairs,
        first: format!("pair {first}"),
        note: None,
    });
    let notes = notes.collect();
    Coverage { read: pairs + refused, scored: pairs, refused, refused_beyond_cutoff, reasons, notes }
}

fn note_text(note: Note) -> &'static str {
    match note {
        Note::LengthsDiffer => "scored by word numbers though the numbers of words differ",
        Note::OtherGoldWords => "scored though the gold times are those of other words",
        Note::OtherSystemWords => "scored though the system's times are those of other words",
    }
}

/// Where a refused pair is: the file and line of what cannot be read, or the number of the pair.
fn place(refused: &RefusedAt, job: &Job) -> String {
    let in_file = |corpus: &Corpus, at: Option<(usize, u64)>| {
        at.and_then(|(document, line)| Some((corpus.documents().get(document)?.short_name(), line)))
    };
    match &refused.refusal {
        Refusal::NotATree(which, error) => {
            let (corpus, at) = match which {
                Which::Gold => (&job.gold, refused.gold),
                Which::System => (&job.system, refused.system),
            };
            let name = in_file(corpus, at).map(|(name, _)| name).unwrap_or_default();
            format!("{name}:{}:{}", error.position.line, error.position.column)
        }
        _ => format!("pair {}", refused.pair),
    }
}

fn refused_pair(refused: &RefusedAt) -> RefusedPair {
    RefusedPair {
        pair: refused.pair,
        gold_line: refused.gold.map(|(_, line)| line),
        system_line: refused.system.map(|(_, line)| line),
        why: refused.refusal.to_string(),
    }
}

/// What is summed in a group.
type Summed<T> = (T, WordCounts);

fn breakdown<T: Tally>(by: &GroupBy, job: &Job, figures: &[Figure], totals: &Totals<T>) -> Breakdown {
    let is_speech = matches!(job.alignment, Some(Alignment::Words(_)));
    let group = |name: String, (tally, words): &Summed<T>| Group {
        name,
        scores: corpus(figures, tally),
        sentence_mean: Some(mean(figures, tally)),
        relabelled: Vec::new(),
        speech: is_speech.then(|| WordReport::from(*words)),
    };
    let of = |key: u64| totals.groups.get(&key).cloned().unwrap_or_default();
    let classes = |bins: &Bins| 0..=bins.0.len();
    match by {
        GroupBy::Length(bins) => {
            let groups = classes(bins).map(|class| group(bins.name(class), &of(class as u64)));
            Breakdown { by: By::Length, groups: groups.collect() }
        }
        GroupBy::MaxLength(bins) => {
            let mut sum = Summed::<T>::default();
            let groups = classes(bins).map(|class| {
                let (tally, words) = of(class as u64);
                sum.0 += tally;
                sum.1 += words;
                group(bins.name_up_to(class), &sum)
            });
            Breakdown { by: By::MaxLength, groups: groups.collect() }
        }
        GroupBy::File => {
            let files = job.gold.documents().iter().enumerate();
            let groups = files.map(|(number, document)| group(document.name.clone(), &of(number as u64)));
            Breakdown { by: By::File, groups: groups.collect() }
        }
        GroupBy::Names(Names::Labels) => {
            Breakdown { by: By::Label, groups: named_groups(figures, &totals.names) }
        }
        GroupBy::Names(Names::Types) => {
            Breakdown { by: By::Type, groups: named_groups(figures, &totals.names) }
        }
    }
}

/// The most frequent in gold first, then by name.
fn named_groups<T: Tally>(figures: &[Figure], names: &NamedTallies<T>) -> Vec<Group> {
    let each = names.tallies.iter().map(|(name, tally)| named_group(figures, name, tally, names));
    let mut groups: Vec<Group> = each.collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.scores.count("gold").unwrap_or(0)));
    groups
}

fn named_group<T: Tally>(figures: &[Figure], name: &[u8], tally: &T, names: &NamedTallies<T>) -> Group {
    let instead = names.instead.get(name).into_iter().flatten();
    let mut relabelled: Vec<Relabelled> = instead
        .map(|(label, &brackets)| Relabelled { label: String::from_utf8_lossy(label).into_owned(), brackets })
        .collect();
    relabelled.sort_by_key(|other| std::cmp::Reverse(other.brackets));
    Group {
        name: if name.is_empty() { "(none)".to_owned() } else { String::from_utf8_lossy(name).into_owned() },
        scores: corpus(figures, tally),
        sentence_mean: None,
        relabelled,
        speech: None,
    }
}
