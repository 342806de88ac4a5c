//! Pairs for the page: an index of all of them, and the trees of those that are looked at, packed.

mod bytes;
mod index;
mod names;
mod record;

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use treescore::measure::MeasureInfo;
use treescore::read::ReadError;
use treescore::run::{PairRow, Plan};
use treescore::setup::Pairing;
use treescore::{Refusal, Which};

use bytes::Streams;
pub(crate) use bytes::{picture, shown};
pub(crate) use index::{Entry, Marks, SystemEntry};
use names::Names;
use record::{Answer, Shared};

use crate::Sentences;

/// The number of pairs that are packed together.
pub(crate) const CHUNK: usize = 256;

/// How many bytes of a line that could not be read are shown.
const SOURCE_MAX: usize = 200;

/// Collects the pairs of a run, as they are scored. Trees wait in a temporary file.
///
/// Rows come in the order of the input: all systems of a pair one after the other. Where each system has groups of its
/// own, all groups of one system come before those of the next, and each is a pair of its own; in the page they are in the order
/// of gold.
pub struct Collector {
    setup: usize,
    systems: usize,
    info: &'static MeasureInfo,
    pub(crate) shared: Shared,
    pub(crate) refusals: Names,
    pub(crate) entries: Vec<Entry>,
    /// Where the record of each pair is in the file, and how long its two streams are.
    places: Vec<(u64, u32, u32)>,
    file: BufWriter<File>,
    end: u64,
    /// The rows of the current pair.
    rows: Vec<PairRow>,
    keeps_trees: bool,
}

impl Collector {
    /// Collects the pairs of a plan whose trees are compared by the setup at this position.
    ///
    /// # Errors
    /// If there is no room for a temporary file.
    pub fn new(plan: &Plan, setup: usize, sentences: Sentences) -> io::Result<Self> {
        let info = plan.setups[setup].measure.info();
        let shared = Shared {
            has_times: plan.setups[setup].times.is_some(),
            has_cells: !matches!(plan.setups[setup].pairing, Pairing::InOrder),
            has_word_fates: info.name != "parseval",
            has_worth: info.worth.is_some(),
            ..Shared::default()
        };
        Ok(Self {
            setup,
            systems: plan.systems.len(),
            info,
            shared,
            refusals: Names::default(),
            entries: Vec::new(),
            places: Vec::new(),
            file: BufWriter::new(tempfile::tempfile()?),
            end: 0,
            rows: Vec::new(),
            keeps_trees: sentences != Sentences::None,
        })
    }

    /// The position of the setup whose items are shown.
    pub(crate) fn setup(&self) -> usize {
        self.setup
    }

    /// Takes the row of a pair by one system and one setup.
    ///
    /// # Errors
    /// If the temporary file cannot be written.
    pub fn take(&mut self, plan: &Plan, row: PairRow) -> io::Result<()> {
        // A tree in no pair has no number.
        if row.setup != self.setup || row.id.pair == 0 {
            return Ok(());
        }
        let is_other = |last: &PairRow| last.id.pair != row.id.pair || last.system >= row.system;
        if self.rows.last().is_some_and(is_other) {
            self.close(plan)?;
        }
        self.rows.push(row);
        Ok(())
    }

    /// Ends the current pair.
    fn close(&mut self, plan: &Plan) -> io::Result<()> {
        let rows = std::mem::take(&mut self.rows);
        let Some(first) = rows.first() else { return Ok(()) };
        let mut systems = vec![SystemEntry::default(); self.systems];
        let mut answers: Vec<Answer<'_>> =
            (0..self.systems).map(|_| Answer { sketch: None, refused: None }).collect();
        for row in &rows {
            let sketch = row.sketch.as_deref();
            let marks = sketch.map(|sketch| Marks::of(sketch, self.shared.has_word_fates));
            let refused = row.refusal.as_ref();
            systems[row.system] = SystemEntry {
                value: (self.info.derive)(&row.counts)[0].filter(|_| refused.is_none()),
                marks: marks.unwrap_or_default(),
                refusal: refused.map_or(0, |refusal| self.refusals.number(refusal.kind()) + 1),
            };
            answers[row.system] = Answer { sketch, refused: refused.map(|_| describe(plan, row)) };
        }
        let words = rows.iter().find_map(|row| row.length);
        let gold = (first.id.gold.start, first.id.gold.end);
        self.entries.push(Entry { words, document: first.id.document as u32, gold, systems });
        if self.keeps_trees {
            let mut streams = Streams::default();
            let id = first.utterance.as_deref().unwrap_or_default();
            self.shared.record(id, &answers, &mut streams);
            self.file.write_all(&streams.numbers)?;
            self.file.write_all(&streams.texts)?;
            let (numbers, texts) = (streams.numbers.len() as u32, streams.texts.len() as u32);
            self.places.push((self.end, numbers, texts));
            self.end += u64::from(numbers) + u64::from(texts);
        }
        Ok(())
    }

    /// Ends the last pair, and packs the pairs that are shown.
    pub(crate) fn finish(mut self, plan: &Plan, sentences: Sentences) -> io::Result<Packed> {
        self.close(plan)?;
        if self.shared.has_cells {
            self.sort_by_gold();
        }
        let chosen = self.choose(sentences);
        let mut slots = vec![None; self.entries.len()];
        for (slot, &pair) in chosen.iter().enumerate() {
            slots[pair] = Some(slot as u32);
        }
        let mut file = BufReader::new(self.file.into_inner().map_err(io::IntoInnerError::into_error)?);
        let mut chunks = Vec::new();
        let (mut numbers, mut texts) = (Vec::new(), Vec::new());
        for pairs in chosen.chunks(CHUNK) {
            let mut streams = Streams::default();
            for &pair in pairs {
                let (start, numbers_length, texts_length) = self.places[pair];
                numbers.resize(numbers_length as usize, 0);
                texts.resize(texts_length as usize, 0);
                // Most pairs follow each other, and a relative step keeps the buffer.
                let here = file.stream_position()?;
                file.seek_relative(start as i64 - here as i64)?;
                file.read_exact(&mut numbers)?;
                file.read_exact(&mut texts)?;
                streams.number(pair as u64 + 1);
                streams.numbers.extend_from_slice(&numbers);
                streams.texts.extend_from_slice(&texts);
            }
            let mut chunk = (streams.numbers.len() as u32).to_le_bytes().to_vec();
            chunk.extend_from_slice(&streams.numbers);
            chunk.extend_from_slice(&streams.texts);
            chunks.push(pack(&chunk)?);
        }
        let index = pack(&index::columns(&self.entries, &slots, self.systems))?;
        Ok(Packed {
            info: self.info,
            shared: self.shared,
            refusals: self.refusals,
            entries: self.entries,
            stored: chosen.len(),
            index,
            chunks,
        })
    }

    /// Brings groups of several systems into the order of gold; those of the same trees are in the order of the systems.
    fn sort_by_gold(&mut self) {
        let mut order: Vec<usize> = (0..self.entries.len()).collect();
        order.sort_by_key(|&at| self.entries[at].gold);
        self.entries = order.iter().map(|&at| self.entries[at].clone()).collect();
        if self.keeps_trees {
            self.places = order.iter().map(|&at| self.places[at]).collect();
        }
    }

    /// The pairs whose trees go into the file, in the order of the input: all that are refused, then those in which
    /// systems differ most, then those with the lowest figures.
    fn choose(&self, sentences: Sentences) -> Vec<usize> {
        let all = 0..self.places.len();
        let most = match sentences {
            Sentences::All => usize::MAX,
            Sentences::Most(most) => most,
            Sentences::None => 0,
        };
        if self.places.len() <= most {
            return all.collect();
        }
        let mut ranked: Vec<(bool, f64, f64, usize)> = all.map(|at| rank(&self.entries[at], at)).collect();
        ranked.sort_by(|a, b| {
            b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)).then(a.2.total_cmp(&b.2)).then(a.3.cmp(&b.3))
        });
        let mut chosen: Vec<usize> = ranked.into_iter().take(most).map(|(.., at)| at).collect();
        chosen.sort_unstable();
        chosen
    }
}

/// Whether a pair was refused, how far systems differ in it, its lowest figure, and its place.
fn rank(entry: &Entry, at: usize) -> (bool, f64, f64, usize) {
    let is_refused = entry.systems.iter().any(|system| system.refusal > 0);
    let values = || entry.systems.iter().filter_map(|system| system.value);
    let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    (is_refused, if low <= high { high - low } else { 0.0 }, low, at)
}

/// Why a pair was refused, where, and the line.
fn describe(plan: &Plan, row: &PairRow) -> [String; 3] {
    let shown = treescore::report::build::row(plan, row);
    let why = shown.refused.map(|refused| refused.why).unwrap_or_default();
    let (side, line) = match &row.refusal {
        Some(Refusal::NotATree(Which::Gold, _)) => (&plan.gold, row.id.gold_line),
        _ => (&plan.systems[row.system], row.id.system_line),
    };
    let document = line.and_then(|line| side.document_name(line.document));
    let name = document.unwrap_or_else(|| side.short_name());
    let (place, source) = match &row.refusal {
        Some(Refusal::NotATree(_, error)) => {
            (format!("{name}:{}:{}", error.position.line, error.position.column), source(error))
        }
        _ => (line.map_or(name.clone(), |line| format!("{name}:{}", line.line)), String::new()),
    };
    [why, place, source]
}

/// The text around a fault.
fn source(error: &ReadError) -> String {
    let text = String::from_utf8_lossy(&error.window.bytes);
    text.chars().take(SOURCE_MAX).collect()
}

/// Compresses bytes, as text.
fn pack(bytes: &[u8]) -> io::Result<String> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes)?;
    Ok(STANDARD.encode(encoder.finish()?))
}

/// The pairs of a report, packed.
pub(crate) struct Packed {
    pub(crate) info: &'static MeasureInfo,
    pub(crate) shared: Shared,
    pub(crate) refusals: Names,
    pub(crate) entries: Vec<Entry>,
    pub(crate) stored: usize,
    pub(crate) index: String,
    pub(crate) chunks: Vec<String>,
}
