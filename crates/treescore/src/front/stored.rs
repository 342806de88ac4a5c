//! Scores as bytes, to be stored or sent to another process, and back.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::pair_rows::{PairNames, PairRows, RefusedPair};
use super::system_score::SystemScore;
use crate::measure::Sum;
use crate::report::model::{Coverage, Reason};
use crate::run::{Answer, StatRows, Totals};
use crate::setup::{Setup, SignatureError};
use crate::values::counts::Integer;

/// The number of the form of stored scores. It changes when older programs could not read them.
const FORMAT: u32 = 1;

/// Why bytes are not a score.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoredError {
    /// Not the bytes of a score.
    #[error("not a stored score: {0}")]
    Form(#[from] serde_json::Error),
    /// The bytes of a newer version.
    #[error("the score was stored by a newer treescore (form {0}; this one, {version}, reads up to {FORMAT})", version = env!("CARGO_PKG_VERSION"))]
    Newer(u32),
    /// Its setup is not known here.
    #[error(transparent)]
    Signature(#[from] SignatureError),
}

#[derive(Serialize, Deserialize)]
struct Head {
    format: u32,
}

#[derive(Serialize, Deserialize)]
struct StoredScore {
    format: u32,
    name: String,
    setup: String,
    totals: StoredTotals,
    agreement: Option<StoredTotals>,
    coverage: StoredCoverage,
    gold: Option<String>,
    facet: Option<String>,
    files: Vec<String>,
    rows: Option<StoredRows>,
}

#[derive(Serialize, Deserialize)]
struct StoredTotals {
    within: Sum,
    beyond: Sum,
    missed: Sum,
    /// Scored, empty, scored beyond the cutoff, refused, refused beyond the cutoff.
    pairs: [u64; 5],
    labels: Vec<(Vec<u8>, Vec<Integer>)>,
    instead: Vec<(Vec<u8>, Vec<Instead>)>,
}

/// A label that a system gave instead, and how often.
type Instead = (Vec<u8>, u64);

#[derive(Serialize, Deserialize)]
struct StoredCoverage {
    reasons: Vec<StoredReason>,
    notes: Vec<StoredReason>,
}

#[derive(Serialize, Deserialize)]
struct StoredReason {
    why: String,
    pairs: u64,
    first: String,
    note: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct StoredRows {
    names: PairNames,
    lengths: Vec<Option<u32>>,
    /// The gold trees of each row, unless row n is about tree n.
    gold: Option<Vec<(u64, u64)>>,
    /// The first row of each run of rows of one file, and the file.
    files: Vec<(usize, u64)>,
    /// `s` scored, `m` without an answer, `r` refused.
    answers: String,
    width: usize,
    counts: Vec<Integer>,
    refused: BTreeMap<usize, RefusedPair>,
}

impl SystemScore {
    /// The score as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let stored = StoredScore {
            format: FORMAT,
            name: self.name.clone(),
            setup: self.setup.signature().to_string(),
            totals: StoredTotals::new(&self.totals),
            agreement: self.agreement.as_ref().map(StoredTotals::new),
            coverage: StoredCoverage {
                reasons: self.coverage.reasons.iter().map(StoredReason::new).collect(),
                notes: self.coverage.notes.iter().map(StoredReason::new).collect(),
            },
            gold: self.gold.map(|hash| hash.to_string()),
            facet: self.facet.as_ref().map(|facet| facet.name().to_owned()),
            files: self.files.clone(),
            rows: self.rows.as_ref().map(StoredRows::new),
        };
        // Names and numbers are JSON: this cannot fail.
        serde_json::to_vec(&stored).unwrap_or_default()
    }

    /// The score of bytes that [`to_bytes`](Self::to_bytes) made.
    ///
    /// # Errors
    /// If they are not such bytes, or those of a newer version.
    ///
    /// ```
    /// use treescore::Setup;
    /// use treescore::front::SystemScore;
    /// let score = SystemScore::empty(Setup::named("parseval")?, "heron");
    /// assert_eq!(SystemScore::from_bytes(&score.to_bytes())?.name, "heron");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, StoredError> {
        let Head { format } = serde_json::from_slice(bytes)?;
        if format > FORMAT {
            return Err(StoredError::Newer(format));
        }
        let stored: StoredScore = serde_json::from_slice(bytes)?;
        let mut score = Self::empty(stored.setup.parse::<Setup>()?, stored.name);
        score.totals = stored.totals.restore();
        score.agreement = stored.agreement.map(StoredTotals::restore);
        score.gold = stored.gold.and_then(|hash| hash.parse().ok());
        score.facet = match stored.facet.as_deref() {
            Some("label") => Some(crate::measure::Facet::Label),
            Some("label-pairs") => Some(crate::measure::Facet::LabelPairs),
            Some("type") => Some(crate::measure::Facet::Type),
            _ => None,
        };
        score.files = stored.files;
        let reasons = |all: Vec<StoredReason>| all.into_iter().map(StoredReason::restore).collect();
        score.coverage = Coverage {
            reasons: reasons(stored.coverage.reasons),
            notes: reasons(stored.coverage.notes),
            ..score.coverage
        };
        score.coverage.count(&score.totals);
        score.rows = stored.rows.map(StoredRows::restore);
        Ok(score)
    }
}

impl StoredTotals {
    fn new(totals: &Totals) -> Self {
        let Totals { scored, empty, scored_beyond, refused, refused_beyond, .. } = *totals;
        let integers = |row: Vec<i128>| {
            let length = row.iter().rposition(|&count| count != 0).map_or(0, |last| last + 1);
            row[..length].iter().map(|&count| Integer(count)).collect()
        };
        let labels = totals.facet.rows().map(|(name, row)| (name.to_vec(), integers(row)));
        let mut instead: Vec<(Vec<u8>, Vec<Instead>)> = Vec::new();
        for (gold, system, times) in totals.facet.confusions() {
            let other = (system.to_vec(), times);
            match instead.last_mut() {
                Some((last, others)) if last == gold => others.push(other),
                _ => instead.push((gold.to_vec(), vec![other])),
            }
        }
        Self {
            within: totals.within.clone(),
            beyond: totals.beyond.clone(),
            missed: totals.missed.clone(),
            pairs: [scored, empty, scored_beyond, refused, refused_beyond],
            labels: labels.collect(),
            instead,
        }
    }

    fn restore(self) -> Totals {
        let mut totals = Totals::new(self.within.info());
        let [scored, empty, scored_beyond, refused, refused_beyond] = self.pairs;
        (totals.within, totals.beyond, totals.missed) = (self.within, self.beyond, self.missed);
        (totals.scored, totals.empty, totals.scored_beyond) = (scored, empty, scored_beyond);
        (totals.refused, totals.refused_beyond) = (refused, refused_beyond);
        for (name, counts) in self.labels {
            let row: Vec<i128> = counts.into_iter().map(|count| count.0).collect();
            totals.facet.add_row(&name, &row);
        }
        for (gold, others) in self.instead {
            for (system, times) in others {
                totals.facet.add_confusions(&gold, &system, times);
            }
        }
        totals
    }
}

impl StoredReason {
    fn new(reason: &Reason) -> Self {
        let Reason { why, pairs, first, note, .. } = reason;
        Self { why: why.clone(), pairs: *pairs, first: first.clone(), note: note.clone() }
    }

    fn restore(self) -> Reason {
        Reason { note: self.note, ..Reason::new(self.why, self.pairs, self.first) }
    }
}

impl StoredRows {
    fn new(rows: &PairRows) -> Self {
        let table = &rows.rows;
        let all = 0..table.len();
        let gold = (!table.are_in_order())
            .then(|| all.clone().map(|row| (table.gold(row).start, table.gold(row).end)).collect());
        let mut files: Vec<(usize, u64)> = Vec::new();
        for row in all.clone() {
            if files.last().is_none_or(|&(_, file)| file != table.cluster(row)) {
                files.push((row, table.cluster(row)));
            }
        }
        let answer = |row| match table.answer(row) {
            Answer::Scored => 's',
            Answer::Missing => 'm',
            Answer::Refused => 'r',
        };
        let counts =
            all.clone().flat_map(|row| (0..table.width()).map(move |at| Integer(table.count(row, at))));
        Self {
            names: rows.names.clone(),
            lengths: rows.lengths.clone(),
            gold,
            files,
            answers: all.clone().map(answer).collect(),
            width: table.width(),
            counts: counts.collect(),
            refused: rows.refused.clone(),
        }
    }

    fn restore(self) -> PairRows {
        let mut rows = StatRows::new(self.width);
        let counts: Vec<i128> = self.counts.into_iter().map(|count| count.0).collect();
        for (row, answer) in self.answers.chars().enumerate() {
            let gold = self.gold.as_ref().and_then(|gold| gold.get(row)).map(|&(start, end)| start..end);
            let run = self.files.partition_point(|&(first, _)| first <= row).saturating_sub(1);
            let answer = match answer {
                'r' => Answer::Refused,
                'm' => Answer::Missing,
                _ => Answer::Scored,
            };
            let own = counts.get(row * self.width..(row + 1) * self.width).unwrap_or_default();
            let file = self.files.get(run).map_or(0, |&(_, file)| file);
            rows.push(gold.unwrap_or(row as u64..row as u64 + 1), file, answer, own);
        }
        PairRows::restored(self.names, self.lengths, rows, self.refused)
    }
}
