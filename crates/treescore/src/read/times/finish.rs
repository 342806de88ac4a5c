//! What can be decided only when all files have been read: names of channels, order, words without times.

use std::sync::Arc;

use crate::values::hash::HashMap;

use super::build::{Builder, Open};
use super::fault::{TimesError, TimesProblem};
use super::format::TimesFormat;
use super::options::MissingTimes;
use super::store::{Flaw, Interval, Times, Utterance};

impl Builder<'_> {
    /// Returns all words, by utterance.
    ///
    /// # Errors
    /// If an utterance has no segment, although segments are given.
    pub(super) fn finish(mut self, name: &str) -> Result<Times, TimesError> {
        self.end_file();
        if let (Some(utterance), Some(segments)) = (&self.unplaced, &self.options().segments) {
            let (utterance, name) = (utterance.to_string(), segments.name().to_owned());
            return Err(TimesError::NoSegment { utterance, name });
        }
        self.name_channels();
        let missing = self.options().missing;
        let Self { utterances, owners, times, .. } = self;
        let mut times = if owners.is_sorted() { times } else { sort_by_utterance(times, &owners) };
        name.clone_into(&mut times.name);
        let (mut first, mut limits) = (0, Vec::with_capacity(utterances.len()));
        for Open { id, file, line, recording, named, words, limits: of_utterance, .. } in utterances {
            let range = first..first + words as usize;
            first = range.end;
            times.utterances.push(Utterance { id, file, line, recording, channel: named, words: range });
            limits.push(of_utterance);
        }
        // Faults of words come first: after a fault without a word, words are missing.
        times.flaws.sort_by_key(|flaw| (flaw.utterance, flaw.fault.word.unwrap_or(u32::MAX)));
        if missing == MissingTimes::Spread {
            times.spread_untimed(&limits);
        }
        Ok(times)
    }

    /// Adds the channel to the id of an utterance if its recording has several.
    fn name_channels(&mut self) {
        let mut channels: HashMap<(Arc<str>, Arc<str>), u32> = HashMap::default();
        let key = |open: &Open| {
            // In a format with one recording per file, another file may have a recording of the same name.
            let file = if open.format == TimesFormat::MfaCsv { Arc::clone(&open.file) } else { "".into() };
            (file, Arc::clone(&open.id))
        };
        for open in self.utterances.iter().filter(|open| !open.channel.is_empty()) {
            *channels.entry(key(open)).or_default() += 1;
        }
        channels.retain(|_, count| *count > 1);
        if channels.is_empty() {
            return;
        }
        for open in self.utterances.iter_mut().filter(|open| !open.channel.is_empty()) {
            if let Some(count) = channels.get_mut(&key(open)) {
                let is_first = *count > 0;
                *count = 0;
                open.named = Some((Arc::clone(&open.id), Arc::clone(&open.channel)));
                open.id = format!("{}-{}", open.id, open.channel).into();
                let file = self.times.files.iter_mut().find(|file| file.name == open.file);
                if let Some(file) = file.filter(|_| open.format != TimesFormat::MfaCsv) {
                    file.counts.channels += u64::from(is_first);
                    file.channels.push(Arc::clone(&open.id));
                }
            }
        }
        for Flaw { utterance, fault } in &mut self.times.flaws {
            if let Some(open) = self.utterances.get(*utterance as usize) {
                fault.utterance = Arc::clone(&open.id);
            }
        }
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
    let Times { flaws, short, files, .. } = times;
    Times { flaws, short, files, ..sorted }
}

impl Times {
    /// Gives words without times an equal share of the gap between their neighbours, or between a neighbour
    /// and the limit of the utterance. Where a neighbour is missing or faulty, or there is no gap, they stay
    /// faults.
    fn spread_untimed(&mut self, limits: &[Option<Interval>]) {
        let is_untimed = |flaw: &Flaw| matches!(flaw.fault.problem, TimesProblem::Untimed { .. });
        let mut at = 0;
        let mut is_solved = vec![false; self.flaws.len()];
        while let Some(flaw) = self.flaws.get(at) {
            let (utterance, Some(word)) = (flaw.utterance, flaw.fault.word.filter(|_| is_untimed(flaw)))
            else {
                at += 1;
                continue;
            };
            // The flaws of a run of untimed words follow each other.
            let follows = |(offset, next): &(u32, &Flaw)| {
                next.utterance == utterance && next.fault.word == Some(word + offset) && is_untimed(next)
            };
            let run = (0..).zip(&self.flaws[at..]).take_while(follows).count();
            if self.spread(utterance as usize, word as usize - 1, run, limits) {
                is_solved[at..at + run].fill(true);
            }
            at += run;
        }
        let mut solved = is_solved.into_iter();
        self.flaws.retain(|_| !solved.next().unwrap_or(false));
    }

    /// Spreads the words `first..first + run` of an utterance. Returns false if there is no gap for them.
    fn spread(&mut self, utterance: usize, first: usize, run: usize, limits: &[Option<Interval>]) -> bool {
        let of_utterance = self.utterances[utterance].words.clone();
        let limits = limits.get(utterance).copied().flatten();
        let is_good = |word: usize| {
            let flaws = self.flaws_of(utterance).iter();
            flaws.filter(|flaw| flaw.index() == Some(word)).all(|flaw| flaw.fault.problem.is_overlap())
        };
        let start = match first.checked_sub(1) {
            Some(before) if is_good(before) => Some(self.intervals[of_utterance.start + before].1),
            Some(_) => None,
            None => limits.map(|(start, _)| start),
        };
        let after = first + run;
        let end = match after < of_utterance.len() {
            true if is_good(after) => Some(self.intervals[of_utterance.start + after].0),
            true => None,
            false => limits.map(|(_, end)| end),
        };
        let Some((start, end)) = start.zip(end).filter(|(start, end)| end > start) else { return false };
        let boundary = |at: usize| start + (end - start) * (at as f64 / run as f64);
        for at in 0..run {
            self.intervals[of_utterance.start + first + at] = (boundary(at), boundary(at + 1));
        }
        true
    }
}
