//! The construction of [`Times`]: words arrive in file order and are stored by utterance.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::fault::{BadTimes, TimesProblem, shorten};
use super::options::{Overlaps, TimesOptions};
use super::store::{Flaw, Times, Utterance};

/// In seconds: shorter words can never be matched, and words may overlap by this much.
const TOLERANCE: f64 = 1e-6;

/// Collects utterances and their words, and checks each word against the one before.
#[derive(Debug)]
pub(super) struct Builder<'o> {
    options: &'o TimesOptions,
    file: Arc<str>,
    utterances: Vec<Open>,
    by_id: FxHashMap<Arc<str>, u32>,
    /// The utterance of each word.
    owners: Vec<u32>,
    times: Times,
    readable: u64,
}

/// An utterance that may still get words.
#[derive(Debug)]
struct Open {
    id: Arc<str>,
    file: Arc<str>,
    words: u32,
    /// The start of the first word with times, and the end of the last.
    first_start: Option<f64>,
    last_end: f64,
}

/// A state of reading, for comparison with a later one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    readable: u64,
    flaws: usize,
}

impl<'o> Builder<'o> {
    pub(super) fn new(options: &'o TimesOptions) -> Self {
        Self {
            options,
            file: Arc::from(""),
            utterances: Vec::new(),
            by_id: FxHashMap::default(),
            owners: Vec::new(),
            times: Times::default(),
            readable: 0,
        }
    }

    pub(super) fn options(&self) -> &'o TimesOptions {
        self.options
    }

    /// Starts a file.
    pub(super) fn begin_file(&mut self, name: &str) {
        self.file = Arc::from(name);
    }

    /// Adds an utterance, even if another has the same id.
    pub(super) fn new_utterance(&mut self, id: &str) -> u32 {
        self.add(Arc::from(id))
    }

    /// Adds an utterance with its number as its id.
    pub(super) fn new_numbered(&mut self) -> u32 {
        self.add((self.utterances.len() + 1).to_string().into())
    }

    /// Finds or adds the utterance with this id.
    pub(super) fn utterance_of_id(&mut self, id: &str) -> u32 {
        // Most often the word before had the same id.
        if let Some(last) =
            self.utterances.len().checked_sub(1).filter(|&last| *self.utterances[last].id == *id)
        {
            return last as u32;
        }
        if let Some(&known) = self.by_id.get(id) {
            return known;
        }
        let id: Arc<str> = Arc::from(id);
        let utterance = self.add(Arc::clone(&id));
        self.by_id.insert(id, utterance);
        utterance
    }

    fn add(&mut self, id: Arc<str>) -> u32 {
        let file = Arc::clone(&self.file);
        self.utterances.push(Open { id, file, words: 0, first_start: None, last_end: f64::NEG_INFINITY });
        self.utterances.len() as u32 - 1
    }

    /// Records that something was readable, even if it contains no word.
    pub(super) fn add_readable(&mut self) {
        self.readable += 1;
    }

    /// Adds a word with its times. Invalid times are recorded as a fault. An overlap is kept with the word:
    /// an overlap with a word of another tree is not a fault.
    pub(super) fn word(&mut self, utterance: u32, line: u64, text: &[u8], (start, end): (f64, f64)) {
        self.readable += 1;
        let overlap = match self.find_problem(utterance, start, end) {
            Some(problem) if !problem.is_overlap() => return self.bad_word(utterance, line, text, problem),
            overlap => overlap,
        };
        self.times.short += u64::from(end - start < TOLERANCE);
        let open = &mut self.utterances[utterance as usize];
        open.first_start.get_or_insert(start);
        open.last_end = end;
        self.push_word(utterance, text, (start, end));
        if let Some(problem) = overlap {
            self.add_flaw_of_last(utterance, line, text, problem);
        }
    }

    fn find_problem(&mut self, utterance: u32, start: f64, end: f64) -> Option<TimesProblem> {
        let written = |value: f64| shorten(value.to_string().as_bytes());
        let Open { first_start, last_end: before, .. } = self.utterances[utterance as usize];
        let first = first_start.unwrap_or(start);
        if let Some((what, value)) =
            [("start", start), ("end", end)].into_iter().find(|(_, v)| !v.is_finite())
        {
            Some(TimesProblem::NotANumber { what, found: written(value) })
        } else if end < start {
            Some(TimesProblem::EndBeforeStart { start: written(start), end: written(end) })
        } else if let Some((what, value)) =
            [("duration", end - start), ("time since the first word", end - first)]
                .into_iter()
                .find(|(_, length)| length.is_infinite())
        {
            Some(TimesProblem::NotANumber { what, found: written(value) })
        } else if start >= before - TOLERANCE || self.options.overlaps == Overlaps::Allow {
            None
        } else {
            Some(TimesProblem::Overlap { start: written(start), before: written(before) })
        }
    }

    /// Adds a word without times. It keeps its place, so that later words keep theirs.
    pub(super) fn bad_word(&mut self, utterance: u32, line: u64, text: &[u8], problem: TimesProblem) {
        self.push_word(utterance, text, (0.0, 0.0));
        self.add_flaw_of_last(utterance, line, text, problem);
    }

    /// Records a fault of the last word.
    fn add_flaw_of_last(&mut self, utterance: u32, line: u64, text: &[u8], problem: TimesProblem) {
        let word = self.utterances[utterance as usize].words;
        self.add_flaw(utterance, line, Some(word), shorten(text), problem);
    }

    /// Records that the rest of the utterance is unreadable.
    pub(super) fn bad_rest(&mut self, utterance: u32, line: u64, problem: TimesProblem) {
        self.add_flaw(utterance, line, None, "".into(), problem);
    }

    fn add_flaw(
        &mut self,
        utterance: u32,
        line: u64,
        word: Option<u32>,
        text: Box<str>,
        problem: TimesProblem,
    ) {
        let id = Arc::clone(&self.utterances[utterance as usize].id);
        let fault = BadTimes { file: Arc::clone(&self.file), line, utterance: id, word, text, problem };
        self.times.flaws.push(Flaw { utterance, fault });
    }

    fn push_word(&mut self, utterance: u32, text: &[u8], times: (f64, f64)) {
        self.utterances[utterance as usize].words += 1;
        self.owners.push(utterance);
        self.times.intervals.push(times);
        self.times.texts.extend_from_slice(text);
        self.times.text_ends.push(self.times.texts.len());
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { readable: self.readable, flaws: self.times.flaws.len() }
    }

    /// The first fault since the mark, if nothing was readable since then.
    pub(super) fn unreadable_since(&self, mark: Mark) -> Option<BadTimes> {
        let flaw = self.times.flaws.get(mark.flaws).filter(|_| self.readable == mark.readable)?;
        Some(flaw.fault.clone())
    }

    /// Returns all words, by utterance.
    pub(super) fn finish(self, name: &str) -> Times {
        let Self { utterances, owners, times, .. } = self;
        let mut times = if owners.is_sorted() { times } else { sort_by_utterance(times, &owners) };
        name.clone_into(&mut times.name);
        let mut first = 0;
        times.utterances = utterances
            .into_iter()
            .map(|Open { id, file, words, .. }| {
                let range = first..first + words as usize;
                first = range.end;
                Utterance { id, file, words: range }
            })
            .collect();
        // Faults of words come first: after a fault without a word, words are missing.
        times.flaws.sort_by_key(|flaw| (flaw.utterance, flaw.fault.word.unwrap_or(u32::MAX)));
        times
    }
}

/// Sorts the words by utterance, keeping their order within each.
fn sort_by_utterance(times: Times, owners: &[u32]) -> Times {
    let mut order: Vec<usize> = (0..owners.len()).collect();
    order.sort_by_key(|&word| owners[word]);
    let mut sorted = Times {
        intervals: order.iter().map(|&word| times.intervals[word]).collect(),
        texts: Vec::with_capacity(times.texts.len()),
        text_ends: Vec::with_capacity(times.text_ends.len()),
        ..Times::default()
    };
    for word in order {
        sorted.texts.extend_from_slice(times.text(word));
        sorted.text_ends.push(sorted.texts.len());
    }
    let Times { flaws, short, .. } = times;
    Times { flaws, short, ..sorted }
}
