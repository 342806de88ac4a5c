//! The JSON of Whisper and `WhisperX`: segments of words, some of which may lack their times.

use serde::Deserialize;
use serde_json::Value;

use super::build::Builder;
use super::format::stem;
use super::json::{number_of, parse_file};
use super::records::not_a_time;
use crate::read::FileFault;

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    segments: Vec<Segment>,
    #[serde(default)]
    word_segments: Option<Vec<Word>>,
}

#[derive(Deserialize)]
struct Segment {
    start: Option<Value>,
    end: Option<Value>,
    words: Option<Vec<Word>>,
}

#[derive(Deserialize)]
struct Word {
    #[serde(rename = "word")]
    text: String,
    start: Option<Value>,
    end: Option<Value>,
}

/// Reads a file. Each segment is an utterance; without words in segments, all words are one.
pub(super) fn read(text: &[u8], name: &str, builder: &mut Builder<'_>) -> Result<(), FileFault> {
    let File { mut segments, word_segments } = parse_file(text)?;
    let has_words = |segments: &[Segment]| segments.iter().any(|segment| segment.words.is_some());
    if let Some(words) = word_segments.filter(|words| !words.is_empty() && !has_words(&segments)) {
        segments = vec![Segment { start: None, end: None, words: Some(words) }];
    }
    if !has_words(&segments) {
        let message = "segments without `words`: times of segments, not of words; align them first (whisperx, or --word_timestamps True)";
        return Err(FileFault::new("wrong-kind", message));
    }
    let recording = stem(name);
    for (Segment { start, end, words }, number) in segments.iter().zip(1_u64..) {
        let utterance = builder.new_utterance_of(&recording, &format!("{recording}-{number}"), 1);
        if let Some(limits) = time(start.as_ref())?.zip(time(end.as_ref())?) {
            builder.set_limits(utterance, limits);
        }
        for word in words.iter().flatten() {
            let text = word.text.trim().as_bytes();
            match time(word.start.as_ref())?.zip(time(word.end.as_ref())?) {
                Some(times) => builder.word_or_silence(utterance, 1, text, times),
                None => builder.untimed_word(utterance, 1, text),
            }
        }
    }
    Ok(())
}

/// A time, if there is one.
fn time(value: Option<&Value>) -> Result<Option<f64>, FileFault> {
    let value = value.filter(|value| !value.is_null());
    value.map(|value| number_of(value).map_err(|found| not_a_time(found.as_bytes(), 1))).transpose()
}
