//! The construction of [`Times`]: words arrive in file order and are stored by utterance.

use std::sync::Arc;

use crate::values::hash::HashMap;

use super::counts::{TimesCounts, TimesFile};
use super::fault::{BadTimes, TimesProblem, shorten};
use super::format::TimesFormat;
use super::options::{Overlaps, TimesOptions};
use super::store::{Flaw, Interval, Times};
use crate::read::TextEncoding;

/// In seconds: shorter words can never be matched, and words may overlap by this much.
const TOLERANCE: f64 = 1e-6;

/// Collects utterances and their words, and checks each word against the one before.
#[derive(Debug)]
pub(super) struct Builder<'o> {
    options: &'o TimesOptions,
    pub(super) file: TimesFile,
    pub(super) utterances: Vec<Open>,
    /// The utterances that may go on anywhere, by recording and channel.
    by_key: HashMap<Box<[u8]>, u32>,
    key: Vec<u8>,
    /// The utterance that was looked up last: most often it is the next one, too.
    last: Option<u32>,
    /// The utterance of each word.
    pub(super) owners: Vec<u32>,
    pub(super) times: Times,
    /// The first utterance without a segment.
    pub(super) unplaced: Option<Arc<str>>,
    readable: u64,
}

/// An utterance that may still get words.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) id: Arc<str>,
    pub(super) file: Arc<str>,
    pub(super) format: TimesFormat,
    pub(super) line: u64,
    pub(super) recording: Arc<str>,
    /// The channel, or the speaker; empty if the format has none.
    pub(super) channel: Arc<str>,
    /// The id and the channel, once the id is made of both.
    pub(super) named: Option<(Arc<str>, Arc<str>)>,
    pub(super) words: u32,
    /// When the utterance began and ended as a whole, if the file says so.
    pub(super) limits: Option<Interval>,
    /// Seconds that are added to every time.
    offset: f64,
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
            file: TimesFile::default(),
            utterances: Vec::new(),
            by_key: HashMap::default(),
            key: Vec::new(),
            last: None,
            owners: Vec::new(),
            times: Times::default(),
            unplaced: None,
            readable: 0,
        }
    }

    pub(super) fn options(&self) -> &'o TimesOptions {
        self.options
    }

    /// Starts a file.
    pub(super) fn begin_file(&mut self, name: &str, format: TimesFormat, encoding: TextEncoding) {
        self.end_file();
        self.file = TimesFile { name: Arc::from(name), format, encoding, ..TimesFile::default() };
    }

    pub(super) fn end_file(&mut self) {
        let file = std::mem::take(&mut self.file);
        self.times.files.extend(Some(file).filter(|file| !file.name.is_empty()));
    }

    /// What was left out of the present file.
    pub(super) fn counts(&mut self) -> &mut TimesCounts {
        &mut self.file.counts
    }

    /// Adds an utterance, even if another has the same id.
    pub(super) fn new_utterance(&mut self, id: &str, line: u64) -> u32 {
        let id = Arc::from(id);
        self.add(Arc::clone(&id), id, Arc::from(""), line)
    }

    /// Adds an utterance of a recording.
    pub(super) fn new_utterance_of(&mut self, recording: &str, id: &str, line: u64) -> u32 {
        self.add(Arc::from(id), Arc::from(recording), Arc::from(""), line)
    }

    /// Adds an utterance with its number as its id.
    pub(super) fn new_numbered(&mut self, line: u64) -> u32 {
        let id = (self.utterances.len() + 1).to_string();
        self.new_utterance(&id, line)
    }

    /// Finds or adds the utterance of a channel of a recording, in any file. It is called `recording`, or
    /// `recording-channel` if the recording turns out to have several channels.
    pub(super) fn utterance_of(&mut self, recording: &[u8], channel: &[u8], line: u64) -> u32 {
        self.find_or_add(b"", recording, channel, line)
    }

    /// The same for a format in which a recording is a file: another file may have the same name.
    pub(super) fn utterance_of_file(&mut self, recording: &[u8], channel: &[u8], line: u64) -> u32 {
        let file = Arc::clone(&self.file.name);
        self.find_or_add(file.as_bytes(), recording, channel, line)
    }

    fn find_or_add(&mut self, file: &[u8], recording: &[u8], channel: &[u8], line: u64) -> u32 {
        let last = self.last.and_then(|last| Some((last, self.utterances.get(last as usize)?)));
        if let Some((last, open)) = last
            && file.is_empty()
            && open.id.as_bytes() == recording
            && open.channel.as_bytes() == channel
        {
            return last;
        }
        self.key.clear();
        for part in [file, recording, channel] {
            self.key.extend_from_slice(part);
            self.key.push(0);
        }
        let utterance = if let Some(&known) = self.by_key.get(self.key.as_slice()) {
            known
        } else {
            let recording: Arc<str> = String::from_utf8_lossy(recording).into();
            let channel = String::from_utf8_lossy(channel).into();
            let new = self.add(Arc::clone(&recording), recording, channel, line);
            self.by_key.insert(self.key.as_slice().into(), new);
            new
        };
        self.last = Some(utterance);
        utterance
    }

    fn add(&mut self, id: Arc<str>, recording: Arc<str>, channel: Arc<str>, line: u64) -> u32 {
        let segments = self.options.segments.as_ref();
        let segment = segments.and_then(|segments| segments.of(&id));
        if segments.is_some() && segment.is_none() {
            self.unplaced.get_or_insert_with(|| Arc::clone(&id));
        }
        let start = segment.map_or(0.0, |segment| segment.start);
        self.utterances.push(Open {
            recording: segment.map_or(recording, |segment| Arc::clone(&segment.recording)),
            id,
            file: Arc::clone(&self.file.name),
            format: self.file.format,
            line,
            channel,
            named: None,
            words: 0,
            limits: None,
            offset: self.options.shift + start,
            first_start: None,
            last_end: f64::NEG_INFINITY,
        });
        self.utterances.len() as u32 - 1
    }

    /// Records that something was readable, even if it contains no word.
    pub(super) fn add_readable(&mut self) {
        self.readable += 1;
    }

    /// Records when an utterance began and ended as a whole.
    pub(super) fn set_limits(&mut self, utterance: u32, limits: Interval) {
        self.utterances[utterance as usize].limits = Some(self.convert(utterance, limits));
    }

    /// Times in seconds of the clock of this side.
    fn convert(&self, utterance: u32, (start, end): Interval) -> Interval {
        let offset = self.utterances[utterance as usize].offset;
        let seconds = |time: f64| self.options.unit.seconds(time) + offset;
        (seconds(start), seconds(end))
    }

    /// Adds a word with its times, or counts a silence.
    pub(super) fn word_or_silence(&mut self, utterance: u32, line: u64, text: &[u8], times: Interval) {
        if text.is_empty() || self.options.is_silence(text) {
            self.readable += 1;
            self.file.counts.silence += 1;
        } else {
            self.word(utterance, line, text, times);
        }
    }

    /// Adds a word with its times. Invalid times are recorded as a fault. An overlap is kept with the word:
    /// an overlap with a word of another tree is not a fault.
    pub(super) fn word(&mut self, utterance: u32, line: u64, text: &[u8], times: Interval) {
        self.readable += 1;
        let (start, end) = self.convert(utterance, times);
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

    /// Adds a word that has no times.
    pub(super) fn untimed_word(&mut self, utterance: u32, line: u64, text: &[u8]) {
        self.readable += 1;
        self.file.counts.untimed += 1;
        let problem = TimesProblem::Untimed { words: vec![shorten(text)], count: 1 };
        self.bad_word(utterance, line, text, problem);
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
        let fault = BadTimes { file: Arc::clone(&self.file.name), line, utterance: id, word, text, problem };
        self.times.flaws.push(Flaw { utterance, fault });
    }

    fn push_word(&mut self, utterance: u32, text: &[u8], times: Interval) {
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
}
