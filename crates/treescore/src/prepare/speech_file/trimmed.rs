//! Parameter files for speech, read tolerantly: blanks around values have no meaning, and skipped lines are
//! noted.

use super::{FILLED_PAUSE, FilledPause, SpeechFile, SpeechNote};

impl SpeechFile {
    /// Parses the bytes of a file. Unlike with [`parse`](Self::parse), a line may be indented, have any
    /// blanks between its values, and end with blanks or a carriage return. Every line without effect that is
    /// not a comment (`#`) is noted.
    ///
    /// ```
    /// use treescore::prepare::speech_file::SpeechFile;
    /// let (file, notes) = SpeechFile::parse_trimmed(b"EDIT_LABEL\tEDITED \r\nEQ_WORDS mrs.mrs\r\n");
    /// assert_eq!(file.edit_label, [b"EDITED"]);
    /// assert_eq!(notes[0].to_string(), "2: EQ_WORDS needs two values and was ignored");
    /// ```
    pub fn parse_trimmed(bytes: &[u8]) -> (Self, Vec<SpeechNote>) {
        let mut file = Self::default();
        let lines = (1..).zip(bytes.split(|&byte| byte == b'\n'));
        let notes = lines.filter_map(|(number, line)| file.read_values(number, line.trim_ascii())).collect();
        (file, notes)
    }

    fn read_values(&mut self, line: u64, text: &[u8]) -> Option<SpeechNote> {
        let mut values = text.split(u8::is_ascii_whitespace).filter(|value| !value.is_empty());
        let keyword = values.next().filter(|keyword| !keyword.starts_with(b"#"))?;
        let (first, second, third) = (values.next(), values.next(), values.next());
        let one = first.filter(|_| second.is_none());
        let two = first.zip(second).filter(|_| third.is_none());
        let wrong = |keyword, values| Some(SpeechNote::WrongValues { line, keyword, values });
        if let Some(group) = keyword.strip_prefix(FILLED_PAUSE) {
            let (&[group], Some(word)) = (group, one) else {
                return Some(SpeechNote::BareFilledPause { line });
            };
            self.filled_pause.push(FilledPause { group, word: word.to_vec() });
            return None;
        }
        let pairs = [("EQ_LABEL", &mut self.eq_label), ("EQ_WORDS", &mut self.eq_words)];
        if let Some((name, list)) = pairs.into_iter().find(|(name, _)| name.as_bytes() == keyword) {
            let Some((a, b)) = two else { return wrong(name, "two values") };
            list.push((a.to_vec(), b.to_vec()));
            return None;
        }
        let Some((name, list)) = self.lists().into_iter().find(|(name, _)| name.as_bytes() == keyword) else {
            return Some(SpeechNote::UnknownKeyword { line, text: text.to_vec() });
        };
        let Some(value) = one else { return wrong(name, "one value") };
        list.push(value.to_vec());
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::speech_file::SPEECH_FILES;
    use proptest::prelude::*;

    #[test]
    fn skipped_lines_are_noted() {
        for (line, note) in [
            ("", ""),
            ("# DELETE_LABEL", ""),
            ("  \t\r\n", ""),
            ("DELETE_LABEL TOP\r\n", ""),
            ("\tDELETE_LABEL\t TOP ", ""),
            ("FILLED_PAUSE1  uh ", ""),
            ("EQ_WORDS a \t b", ""),
            ("DELETE_LABEL", "1: DELETE_LABEL needs one value and was ignored"),
            ("EMPTY_NODE A B", "1: EMPTY_NODE needs one value and was ignored"),
            ("EQ_LABEL A", "1: EQ_LABEL needs two values and was ignored"),
            ("\nEQ_WORDS a b # c", "2: EQ_WORDS needs two values and was ignored"),
            ("delete_label TOP", "1: `delete_label TOP` is not a keyword and was ignored"),
            ("EQ_WORD a b\n", "1: `EQ_WORD a b` is not a keyword and was ignored"),
            ("FILLED_PAUSE uh", "1: FILLED_PAUSE needs a group and a word, for example FILLED_PAUSE1 uh"),
            ("FILLED_PAUSE10 uh", "1: FILLED_PAUSE needs a group and a word, for example FILLED_PAUSE1 uh"),
        ] {
            let (_, notes) = SpeechFile::parse_trimmed(line.as_bytes());
            let shown: Vec<String> = notes.iter().map(SpeechNote::to_string).collect();
            assert_eq!(shown.concat(), note, "{line:?}");
        }
    }

    #[test]
    fn both_parsers_agree_on_files_without_faults() {
        for file in &SPEECH_FILES {
            let (mut read, _) = SpeechFile::parse(file.text.as_bytes());
            read.eq_words.retain(|(_, second)| !second.is_empty());
            let with_returns = file.text.replace('\n', " \r\n");
            let (trimmed, notes) = SpeechFile::parse_trimmed(with_returns.as_bytes());
            assert_eq!(trimmed, read, "{}", file.name);
            assert_eq!(notes.len(), usize::from(file.name != "speech-fixed"), "{}", file.name);
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_file(bytes in any::<Vec<u8>>()) {
            SpeechFile::parse_trimmed(&bytes);
        }
    }
}
