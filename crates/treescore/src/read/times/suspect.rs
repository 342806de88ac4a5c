//! What makes a CTM suspect: ends in the place of durations, numbers in the place of words.

use rustc_hash::FxHashMap;

/// Ends that stand in the place of durations: two records that show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndColumn {
    /// The line of the first of the two.
    pub line: u64,
    /// Fields 3 and 4 of both, as they are written.
    pub fields: [Box<str>; 4],
}

/// Times may differ by this much, in seconds.
const TOLERANCE: f64 = 0.001;

/// Looks at the records of a file, one by one.
#[derive(Debug, Default)]
pub(super) struct Suspects {
    /// By the number of the utterance: a channel of a recording.
    channels: FxHashMap<u32, Channel>,
    words: u64,
    numbers: u64,
}

/// The records of one channel.
#[derive(Debug)]
struct Channel {
    last: Record,
    /// Records that have a next one; those whose field 4 may be an end; those that overlap the next if it is a
    /// duration.
    pairs: u64,
    ends: u64,
    overlaps: u64,
    /// The first two records that overlap as durations, and the first of those with a pause between them as ends.
    shown: Option<EndColumn>,
    is_clear: bool,
}

/// Fields 3 and 4 of a record, in seconds and as they are written.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub(super) line: u64,
    pub(super) times: (f64, f64),
    pub(super) written: [Box<str>; 2],
}

impl Suspects {
    /// Looks at a record of a channel.
    pub(super) fn see(&mut self, utterance: u32, record: Record, word: &[u8]) {
        self.words += 1;
        self.numbers += u64::from(word.iter().all(u8::is_ascii_digit));
        match self.channels.get_mut(&utterance) {
            Some(channel) => channel.see(record),
            None => drop(self.channels.insert(utterance, Channel::new(record))),
        }
    }

    /// Ends in the place of durations, if some channel has them; the first in the file.
    pub(super) fn end_column(&self) -> Option<EndColumn> {
        let found = self.channels.values().filter(|channel| channel.has_ends());
        found.filter_map(|channel| channel.shown.clone()).min_by_key(|shown| shown.line)
    }

    /// True if all words are whole numbers.
    pub(super) fn are_numbers(&self) -> bool {
        self.words > 0 && self.numbers == self.words
    }
}

impl Channel {
    fn new(record: Record) -> Self {
        Self { last: record, pairs: 0, ends: 0, overlaps: 0, shown: None, is_clear: false }
    }

    fn see(&mut self, next: Record) {
        let ((start, fourth), (after, _)) = (self.last.times, next.times);
        let is_end = fourth >= start && fourth <= after + TOLERANCE;
        let overlaps = start + fourth > after + TOLERANCE;
        self.pairs += 1;
        self.ends += u64::from(is_end);
        self.overlaps += u64::from(overlaps);
        let is_clear = fourth < after - TOLERANCE;
        if is_end && overlaps && (self.shown.is_none() || (is_clear && !self.is_clear)) {
            let [a, b] = self.last.written.clone();
            let [c, d] = next.written.clone();
            self.shown = Some(EndColumn { line: self.last.line, fields: [a, b, c, d] });
            self.is_clear = is_clear;
        }
        self.last = next;
    }

    /// True if nine of ten may be ends, and half of them cannot be durations.
    fn has_ends(&self) -> bool {
        self.pairs >= 2 && 10 * self.ends >= 9 * self.pairs && 2 * self.overlaps >= self.pairs
    }
}
