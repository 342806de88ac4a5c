//! Transcripts of segments of recordings.

use super::line_reader::{LineFormat, begin};
use super::transcribe::transcribe;
use crate::read::file_fault::FileFault;
use crate::read::lines::{Line, fields};
use crate::read::tape::Tape;

/// Recording, channel, speaker, start, end, perhaps labels in angle brackets, words.
pub(super) struct Stm;

impl LineFormat for Stm {
    fn line(&mut self, line: Line<'_>, number: u64, tape: &mut Tape) -> Result<(), FileFault> {
        if line.is_blank() || line.bytes.starts_with(b";;") {
            return Ok(());
        }
        let mut all = fields(line.bytes);
        let head = [all.next(), all.next(), all.next(), all.next(), all.next()];
        let [Some(recording), Some(channel), _, Some(start), Some(end)] = head else {
            return Err(no_times(line));
        };
        match (seconds(start), seconds(end)) {
            (Some(start), Some(end)) if start <= end => {}
            _ => return Err(no_times(line)),
        }
        let is_labels = |word: &[u8]| match word {
            [b'<', inner @ .., b'>'] => !inner.iter().any(|byte| matches!(byte, b'<' | b'>')),
            _ => false,
        };
        let mut words = all.peekable();
        words.next_if(|word| is_labels(word));
        let words: Vec<&[u8]> = words.collect();
        if words == [b"IGNORE_TIME_SEGMENT_IN_SCORING"] {
            tape.counts.add("ignored", 1);
            return Ok(());
        }
        begin(line, tape);
        let number = (number + 1).to_string();
        tape.id(&[recording, channel, number.as_bytes()].join(&b'-'));
        tape.recording(recording, channel);
        transcribe(words.into_iter(), tape);
        tape.end();
        Ok(())
    }
}

fn no_times(line: Line<'_>) -> FileFault {
    let message = "columns 4 and 5 must be the begin and the end of the segment";
    FileFault::on_line("not-a-record", message, line.number)
}

/// A decimal number.
fn seconds(text: &[u8]) -> Option<f64> {
    let is_decimal = text.iter().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(byte));
    std::str::from_utf8(text).ok().filter(|_| is_decimal)?.parse().ok()
}
