//! JSON, by its shape.

use super::super::format::Format;
use super::super::formats::json::{ArrayReading, Shape, shape_of_sample};
use super::super::lines::is_space;
use super::sample::Sample;
use super::{Confidence, Recognition, Verdict};

/// Text that begins like JSON.
pub(super) fn json(sample: &Sample<'_>) -> Verdict {
    if !begins_like_json(sample.start()) {
        return Ok(None);
    }
    Ok(Some(match shape_of_sample(sample.raw, sample.is_whole)? {
        Shape::Nodes | Shape::Strings | Shape::CoreNlp => Recognition::certain(Format::Json),
        Shape::Arrays(reading, confidence) => arrays(reading, confidence),
        Shape::Frames => Recognition::certain(Format::Frames),
        Shape::Times => Recognition::certain(Format::TimesJson),
        Shape::Mfa => Recognition::certain(Format::MfaJson),
        Shape::Whisper => Recognition::certain(Format::Whisper),
        Shape::Chunks => Recognition::certain(Format::ChunksJson),
        Shape::Probabilities => Recognition::certain(Format::Probabilities),
    }))
}

/// Arrays are JSON in any reading; the readings say whether they begin with labels.
fn arrays(reading: ArrayReading, confidence: Confidence) -> Recognition {
    let readings = match (confidence, reading) {
        (Confidence::Certain, _) => Vec::new(),
        (_, ArrayReading::Bare) => vec![Format::Bare, Format::Brackets],
        (_, ArrayReading::Labelled) => vec![Format::Brackets, Format::Bare],
    };
    let is_bare = reading == ArrayReading::Bare && confidence == Confidence::Certain;
    let variant = is_bare.then_some("bare");
    Recognition { format: Format::Json, confidence, readings, variant }
}

/// `{` before `"` or `}`, or `[` before `[`, `{`, `"` or `]`.
fn begins_like_json(start: &[u8]) -> bool {
    let next = start.iter().skip(1).find(|&&byte| !is_space(byte));
    match start.first() {
        Some(b'{') => matches!(next, Some(b'"' | b'}')),
        Some(b'[') => matches!(next, Some(b'[' | b'{' | b'"' | b']')),
        _ => false,
    }
}
