//! CTM: one line per word, `utterance channel start duration word [confidence …]`.

use super::build::Builder;
use super::fault::{TimesProblem, shorten};

/// How many fields a line may have: the five that are required, confidence, type and speaker.
const FIELDS: std::ops::RangeInclusive<usize> = 5..=8;

/// Reads a file. An invalid line is a word without times.
pub(super) fn read(text: &[u8], builder: &mut Builder<'_>) {
    for (line, number) in text.split(|&byte| byte == b'\n').zip(1..) {
        let line = line.trim_ascii();
        if !line.is_empty() && !line.starts_with(b";;") {
            read_word(line, number, builder);
        }
    }
}

fn read_word(line: &[u8], number: u64, builder: &mut Builder<'_>) {
    let mut fields = [&b""[..]; 5];
    let mut found = 0;
    for field in line.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty()) {
        if let Some(place) = fields.get_mut(found) {
            *place = field;
        }
        found += 1;
    }
    let [utterance, _channel, start, duration, text] = fields;
    let utterance = builder.utterance_of_id(&String::from_utf8_lossy(utterance));
    if !FIELDS.contains(&found) {
        return builder.bad_word(utterance, number, text, TimesProblem::Fields { found });
    }
    match (parse_time(start, "start"), parse_time(duration, "duration")) {
        (Ok(start), Ok(duration)) => builder.word(utterance, number, text, (start, start + duration)),
        (Err(problem), _) | (_, Err(problem)) => builder.bad_word(utterance, number, text, problem),
    }
}

/// Parses a time. `what` names it in the error.
pub(super) fn parse_time(text: &[u8], what: &'static str) -> Result<f64, TimesProblem> {
    let value = std::str::from_utf8(text).ok().and_then(|text| text.parse().ok());
    value
        .filter(|value: &f64| value.is_finite())
        .ok_or_else(|| TimesProblem::NotANumber { what, found: shorten(text) })
}
