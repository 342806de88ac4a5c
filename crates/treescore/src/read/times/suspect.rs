//! What makes a CTM suspect: ends in the place of durations, numbers in the place of words.

use crate::values::hash::HashMap;

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
    channels: HashMap<u32, Channel>,
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
    /// The first two records that overlap as durations, and whether they are without a pause as ends: with one
    /// they show more.
    shown: Option<(bool, EndColumn)>,
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

    /// Ends in the place of durations, if the channels of three records or more have them: nine of ten may be
    /// ends, and half of them cannot be durations. The first two records that show it.
    pub(super) fn end_column(&self) -> Option<EndColumn> {
        let long = || self.channels.values().filter(|channel| channel.pairs >= 2);
        let sum = |count: fn(&Channel) -> u64| -> u64 { long().map(count).sum() };
        let (pairs, ends) = (sum(|channel| channel.pairs), sum(|channel| channel.ends));
        let is_it = 10 * ends >= 9 * pairs && 2 * sum(|channel| channel.overlaps) >= pairs;
        let shown = || long().filter_map(|channel| channel.shown.as_ref());
        shown()
            .min_by_key(|(is_close, shown)| (*is_close, shown.line))
            .map(|(_, shown)| shown.clone())
            .filter(|_| is_it)
    }

    /// True if all words are whole numbers.
    pub(super) fn are_numbers(&self) -> bool {
        self.words > 0 && self.numbers == self.words
    }
}

impl Channel {
    fn new(record: Record) -> Self {
        Self { last: record, pairs: 0, ends: 0, overlaps: 0, shown: None }
    }

    fn see(&mut self, next: Record) {
        let ((start, fourth), (after, _)) = (self.last.times, next.times);
        let is_end = fourth >= start && fourth <= after + TOLERANCE;
        let overlaps = start + fourth > after + TOLERANCE;
        self.pairs += 1;
        self.ends += u64::from(is_end);
        self.overlaps += u64::from(overlaps);
        let is_close = fourth >= after - TOLERANCE;
        if is_end && overlaps && self.shown.as_ref().is_none_or(|(was_close, _)| *was_close && !is_close) {
            let [a, b] = self.last.written.clone();
            let [c, d] = next.written.clone();
            self.shown = Some((is_close, EndColumn { line: self.last.line, fields: [a, b, c, d] }));
        }
        self.last = next;
    }
}

#[cfg(test)]
mod tests {
    use crate::read::times::{Times, TimesFormat, TimesOptions};

    fn end_column(text: &str, format: Option<TimesFormat>) -> Option<String> {
        let options = TimesOptions { format, ..TimesOptions::default() };
        let times = Times::from_bytes("x.ctm", text.into(), &options).unwrap();
        times.files()[0]
            .end_column
            .as_ref()
            .map(|found| format!("{}: {}", found.line, found.fields.join(" ")))
    }

    #[test]
    fn ends_are_noticed() {
        let ends = "u A 0.2 0.4 a\nu A 0.4 0.9 b\nu A 1.1 1.6 c\n";
        assert_eq!(end_column(ends, None).as_deref(), Some("2: 0.4 0.9 1.1 1.6"), "with a pause");
        assert_eq!(end_column(ends, Some(TimesFormat::Ctm)), None, "who says so means durations");
        assert_eq!(end_column(ends, Some(TimesFormat::CtmEnds)), None);
        assert_eq!(end_column("u A 0.2 0.4 a\nu A 0.4 0.9 b\n", None), None, "two records");
        // A word that overlaps the next in one utterance of many.
        let one = "u A 0.20 0.20 a\nu A 0.35 0.50 b\nu A 1.1 0.5 c\n";
        let others = "v A 3 .2 a\nv A 4 .2 b\nv A 5 .2 c\n";
        assert_eq!(end_column(&format!("{one}{others}"), None), None);
    }
}
