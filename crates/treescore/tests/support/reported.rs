//! A report of whatever a run gave, with every part of the model filled in.

use treescore::measure::{
    BracketTally, Figure, FigureKind, LabelTallies, LabelTally, Measure, Parseval, Tally, ratio,
};
use treescore::prepare::{self, Recipe};
use treescore::report::model::{
    Average, Breakdown, By, Column, Coverage, Group, Reason, RefusedPair, Relabelled, Report, Scores,
    SystemReport, Unit, WithinCutoff,
};
use treescore::run::{RefusedAt, Scored, Signature};

/// The report of one run of PARSEVAL.
pub fn report(scored: &Scored<BracketTally>, recipe: &Recipe) -> Report {
    let pairs = scored.totals.pairs + scored.totals.refused;
    let signature =
        Signature { measure: Parseval.name().to_owned(), recipe: recipe.clone(), pairs: Some(pairs) };
    Report {
        treescore: "0".to_owned(),
        measure: Parseval.name().to_owned(),
        columns: Parseval.figures().iter().map(column).collect(),
        average: match recipe.average {
            prepare::Average::Corpus => Average::Corpus,
            prepare::Average::Sentence => Average::Sentence,
        },
        systems: vec![system(scored, recipe)],
        signature: signature.to_string(),
        interrupted: scored.interrupted,
    }
}

fn column(figure: &Figure) -> Column {
    let unit = match figure.kind {
        FigureKind::Percent => Unit::Percent,
        FigureKind::PerPair => Unit::PerPair,
    };
    Column { key: figure.key, title: figure.title, unit, rank: figure.rank }
}

fn system(scored: &Scored<BracketTally>, recipe: &Recipe) -> SystemReport {
    let totals = &scored.totals;
    let mut all_pairs = totals.scored.clone();
    all_pairs += totals.missed.clone();
    SystemReport {
        name: "system".to_owned(),
        corpus: scores(&totals.scored, totals.scored.corpus()),
        within_cutoff: recipe.cutoff.map(|words| WithinCutoff {
            words,
            scores: scores(&totals.within_cutoff, totals.within_cutoff.corpus()),
        }),
        sentence_mean: scores(&totals.scored, totals.scored.sentence_mean()),
        all_pairs: scores(&all_pairs, all_pairs.corpus()),
        all_pairs_sentence_mean: scores(&all_pairs, all_pairs.sentence_mean()),
        coverage: coverage(scored),
        breakdown: breakdown(scored),
        refused: Some(scored.refused.iter().map(refused).collect()),
    }
}

fn scores(tally: &BracketTally, values: Vec<Option<f64>>) -> Scores {
    let keys = Parseval.figures().iter().map(|figure| figure.key);
    Scores { values: keys.zip(values).collect(), tally: tally.counts() }
}

fn coverage(scored: &Scored<BracketTally>) -> Coverage {
    let totals = &scored.totals;
    let reason = |(why, (pairs, first)): (&&'static str, &(u64, RefusedAt))| Reason {
        why: (*why).to_owned(),
        pairs: *pairs,
        first: format!("pair {}", first.pair),
        note: scored.shift.map(|shift| shift.note()),
    };
    Coverage {
        read: totals.pairs + totals.refused,
        scored: totals.pairs,
        refused: totals.refused,
        refused_beyond_cutoff: totals.refused_beyond_cutoff,
        reasons: scored.kinds.iter().map(reason).collect(),
    }
}

fn refused(refused: &RefusedAt) -> RefusedPair {
    let line = |place: Option<(usize, u64)>| place.map(|(_, line)| line);
    RefusedPair {
        pair: refused.pair,
        gold_line: line(refused.gold),
        system_line: line(refused.system),
        why: refused.refusal.to_string(),
    }
}

fn breakdown(scored: &Scored<BracketTally>) -> Option<Breakdown> {
    let groups = &scored.totals.groups;
    if !scored.totals.labels.labels.is_empty() {
        return Some(Breakdown { by: By::Label, groups: labels(&scored.totals.labels) });
    }
    let group = |(key, tally): (&u64, &BracketTally)| Group {
        name: key.to_string(),
        scores: scores(tally, tally.corpus()),
        relabelled: Vec::new(),
    };
    (!groups.is_empty()).then(|| Breakdown { by: By::Length, groups: groups.iter().map(group).collect() })
}

/// By label there are three figures and three counts.
fn labels(labels: &LabelTallies) -> Vec<Group> {
    let text = |name: &[u8]| String::from_utf8_lossy(name).into_owned();
    let group = |(name, tally): (&Vec<u8>, &LabelTally)| {
        let LabelTally { matched, gold, system, relabelled } = tally;
        let values = [
            ("f1", 2 * matched, gold + system),
            ("recall", *matched, *gold),
            ("precision", *matched, *system),
        ];
        let counts = [("matched", matched), ("gold", gold), ("system", system)];
        let scores = Scores {
            values: values.into_iter().map(|(key, part, whole)| (key, ratio(part, whole))).collect(),
            tally: counts.into_iter().map(|(key, &count)| (key, count.into())).collect(),
        };
        let relabelled =
            relabelled.iter().map(|(label, &brackets)| Relabelled { label: text(label), brackets });
        Group { name: text(name), scores, relabelled: relabelled.collect() }
    };
    labels.labels.iter().map(group).collect()
}
