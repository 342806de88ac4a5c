//! The word alignments of Switchboard (MS98): one line per word, `utterance start end word`.

use super::build::Builder;
use super::records::{numbered_lines, time_of};
use crate::read::FileFault;
use crate::read::lines::fields;

/// Reads a file.
pub(super) fn read(text: &[u8], builder: &mut Builder<'_>) -> Result<(), FileFault> {
    for (number, line) in numbered_lines(text) {
        let mut fields = fields(line);
        let record = (fields.next(), fields.next(), fields.next(), fields.next(), fields.next());
        let wrong = || FileFault::on_line("not-a-record", "a line is: utterance, start, end, word", number);
        let (Some(utterance), Some(start), Some(end), Some(word), None) = record else { return Err(wrong()) };
        let times =
            (time_of(start, number).map_err(|_| wrong())?, time_of(end, number).map_err(|_| wrong())?);
        let utterance = builder.utterance_of(utterance, b"", number);
        builder.word_or_silence(utterance, number, word, times);
    }
    Ok(())
}
