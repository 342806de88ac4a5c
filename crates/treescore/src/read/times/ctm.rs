//! CTM: one line per word, `recording channel start duration word [confidence [type [speaker]]]`.

use super::build::Builder;
use super::fault::shorten;
use super::records::{numbered_lines, time_of};
use super::suspect::{self, Suspects};
use crate::read::FileFault;
use crate::read::lines::{fields, is_space};

/// The types of records that are no words.
const SOUNDS: [&[u8]; 3] = [b"non-lex", b"misc", b"noise"];

/// What field 4 is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fourth {
    Duration,
    End,
}

/// A record: its first eight fields. Missing ones are empty.
struct Record<'t> {
    fields: [&'t [u8]; 8],
    line: u64,
}

/// Where the reader is in an alternation: only the first alternative is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Alternation {
    Outside,
    First,
    Others,
}

/// Reads a file. A record that is none shows that the file is no CTM.
pub(super) fn read(text: &[u8], fourth: Fourth, builder: &mut Builder<'_>) -> Result<(), FileFault> {
    let (mut alternation, mut suspects) = (Alternation::Outside, Suspects::default());
    let mut begun = 0;
    for (number, line) in numbered_lines(text) {
        let start = line.iter().take_while(|&&byte| is_space(byte)).count();
        if line.get(start..).is_some_and(|line| line.starts_with(b";;")) {
            continue;
        }
        let record = Record::new(line, number)?;
        let [_, _, _, _, word, _, kind, _] = record.fields;
        match (word, alternation) {
            (b"<ALT_BEGIN>", _) => {
                builder.counts().alternations += 1;
                (alternation, begun) = (Alternation::First, number);
            }
            (b"<ALT>", Alternation::First | Alternation::Others) => alternation = Alternation::Others,
            (b"<ALT_END>", Alternation::First | Alternation::Others) => alternation = Alternation::Outside,
            (_, Alternation::Others) => {}
            _ if SOUNDS.contains(&kind) => builder.counts().sounds += 1,
            _ => record.add(fourth, builder, &mut suspects)?,
        }
    }
    if alternation != Alternation::Outside {
        let message = "<ALT_BEGIN> without <ALT_END>: the records behind it would be left out";
        return Err(FileFault::on_line("not-a-record", message.to_owned(), begun));
    }
    // Who names the format says what field 4 is.
    let is_recognised = builder.options().format.is_none();
    builder.file.end_column = suspects.end_column().filter(|_| is_recognised);
    builder.file.has_only_numbers = suspects.are_numbers();
    Ok(())
}

impl<'t> Record<'t> {
    fn new(text: &'t [u8], line: u64) -> Result<Self, FileFault> {
        let (mut places, mut found) = ([&b""[..]; 8], 0_usize);
        for field in fields(text) {
            if let Some(place) = places.get_mut(found) {
                *place = field;
            }
            found += 1;
        }
        let message = match found {
            5..=8 => return Ok(Self { fields: places, line }),
            0..5 => {
                let columns = if found == 1 { "column" } else { "columns" };
                format!("{found} {columns}; CTM has at least 5: recording, channel, start, duration, word")
            }
            _ => format!("{found} columns; CTM has at most 8"),
        };
        Err(FileFault::on_line("not-a-record", message, line))
    }

    fn add(
        &self,
        fourth: Fourth,
        builder: &mut Builder<'_>,
        suspects: &mut Suspects,
    ) -> Result<(), FileFault> {
        let [recording, channel, start, length, word, ..] = self.fields;
        let written = [shorten(start), shorten(length)];
        let (start, length) = (time_of(start, self.line)?, time_of(length, self.line)?);
        let end = if fourth == Fourth::End { length } else { start + length };
        let utterance = builder.utterance_of(recording, channel, self.line);
        let unit = builder.options().unit;
        let times = (unit.seconds(start), unit.seconds(length));
        suspects.see(utterance, suspect::Record { line: self.line, times, written }, word);
        builder.word_or_silence(utterance, self.line, word, (start, end));
        Ok(())
    }
}
