//! Parameter files for speech: SParseval's parameters as a value.
//!
//! A file is a list of `KEYWORD value` lines. Other lines are skipped, because published scores were computed
//! that way.

mod trimmed;

/// A filled pause. Words of one group count as equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilledPause {
    /// The group. A group above 7F hex has no effect.
    pub group: u8,
    /// The word.
    pub word: Vec<u8>,
}

/// The content of a parameter file for speech, in line order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpeechFile {
    /// `DELETE_LABEL`: brackets and words that do not count.
    pub delete_label: Vec<Vec<u8>>,
    /// `EMPTY_NODE`: nodes that are removed with everything below them.
    pub empty_node: Vec<Vec<u8>>,
    /// `EQ_LABEL`: the first label is read as the second. Of several lines for one label, the last counts.
    pub eq_label: Vec<(Vec<u8>, Vec<u8>)>,
    /// `EQ_WORDS`: pairs of words that count as equal.
    pub eq_words: Vec<(Vec<u8>, Vec<u8>)>,
    /// `FILLED_PAUSE`: of several lines for one word, the last counts.
    pub filled_pause: Vec<FilledPause>,
    /// `CLOSED_CLASS`: tags whose words are of closed class.
    pub closed_class: Vec<Vec<u8>>,
    /// `EDIT_LABEL`: speech repairs.
    pub edit_label: Vec<Vec<u8>>,
}

/// A line that was ignored. The message goes after the file name and a colon.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpeechNote {
    /// `FILLED_PAUSE` without a group and a word.
    #[error("{line}: FILLED_PAUSE needs a group and a word, for example FILLED_PAUSE1 uh")]
    BareFilledPause {
        /// The line, from 1.
        line: u64,
    },
    /// The line is neither a comment nor starts with a keyword.
    #[error("{line}: `{}` is not a keyword and was ignored", String::from_utf8_lossy(text))]
    UnknownKeyword {
        /// The line, from 1.
        line: u64,
        /// The line without surrounding blanks.
        text: Vec<u8>,
    },
    /// The keyword has the wrong number of values.
    #[error("{line}: {keyword} needs {values} and was ignored")]
    WrongValues {
        /// The line, from 1.
        line: u64,
        /// The keyword.
        keyword: &'static str,
        /// The values it needs.
        values: &'static str,
    },
}

/// A parameter file that comes with treescore.
#[derive(Debug)]
pub struct NamedSpeechFile {
    /// The name.
    pub name: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// The file.
    pub text: &'static str,
}

/// All named parameter files.
pub const SPEECH_FILES: [NamedSpeechFile; 3] = [
    NamedSpeechFile {
        name: "speech",
        about: "SParseval's sample, with its one malformed pair of words",
        text: include_str!("data/speech.prm"),
    },
    NamedSpeechFile {
        name: "speech-fixed",
        about: "SParseval's sample with the pair corrected",
        text: FIXED,
    },
    NamedSpeechFile {
        name: "speech-noedit",
        about: "SParseval's sample without speech repairs",
        text: include_str!("data/speech-noedit.prm"),
    },
];

/// The text of `speech-fixed`.
const FIXED: &str = include_str!("data/speech-fixed.prm");

const FILLED_PAUSE: &[u8] = b"FILLED_PAUSE";

impl SpeechFile {
    /// Parses the bytes of a file as SParseval does. The notes are in line order.
    ///
    /// A keyword is at the start of its line, followed by one space; the value is the rest of the line,
    /// unchanged. The first blank separates the two values of a pair. The group of a filled pause is the byte
    /// after the keyword; the word starts two bytes later. A line ends at a newline, NUL or FF hex.
    ///
    /// ```
    /// use treescore::prepare::speech_file::SpeechFile;
    /// let text = b"EDIT_LABEL EDITED\nEQ_WORDS not n't\nFILLED_PAUSE1 uh\n# a comment\n";
    /// let (file, notes) = SpeechFile::parse(text);
    /// assert_eq!(file.edit_label, [b"EDITED"]);
    /// assert_eq!(file.eq_words, [(b"not".to_vec(), b"n't".to_vec())]);
    /// assert_eq!((file.filled_pause[0].group, &file.filled_pause[0].word[..]), (b'1', &b"uh"[..]));
    /// assert!(notes.is_empty());
    /// ```
    pub fn parse(bytes: &[u8]) -> (Self, Vec<SpeechNote>) {
        let (mut file, mut notes) = (Self::default(), Vec::new());
        for (number, physical) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
            let line = physical.split(|byte| matches!(byte, b'\n' | 0 | 0xFF)).next().unwrap_or_default();
            notes.extend(file.read_line(number, line));
        }
        (file, notes)
    }

    /// Returns the file with this name, or `None`.
    ///
    /// ```
    /// use treescore::prepare::speech_file::{SPEECH_FILES, SpeechFile};
    /// assert!(SPEECH_FILES.iter().all(|file| SpeechFile::named(file.name).is_some()));
    /// assert_eq!(SpeechFile::named("speech").unwrap().edit_label, [b"EDITED"]);
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        let found = SPEECH_FILES.iter().find(|file| file.name == name)?;
        Some(Self::parse(found.text.as_bytes()).0)
    }

    /// The lists of labels, with their keywords.
    fn lists(&mut self) -> [(&'static str, &mut Vec<Vec<u8>>); 4] {
        [
            ("DELETE_LABEL", &mut self.delete_label),
            ("EMPTY_NODE", &mut self.empty_node),
            ("EDIT_LABEL", &mut self.edit_label),
            ("CLOSED_CLASS", &mut self.closed_class),
        ]
    }

    /// `speech-fixed`.
    pub(super) fn fixed() -> Self {
        Self::parse(FIXED.as_bytes()).0
    }

    fn read_line(&mut self, line: u64, text: &[u8]) -> Option<SpeechNote> {
        if let Some(rest) = text.strip_prefix(FILLED_PAUSE) {
            let [group, _, word @ ..] = rest else { return Some(SpeechNote::BareFilledPause { line }) };
            self.filled_pause.push(FilledPause { group: *group, word: word.to_vec() });
        } else if let Some(value) = text.strip_prefix(b"EQ_LABEL ") {
            self.eq_label.push(split_pair(value));
        } else if let Some(value) = text.strip_prefix(b"EQ_WORDS ") {
            self.eq_words.push(split_pair(value));
        } else {
            for (keyword, list) in self.lists() {
                let rest = text.strip_prefix(keyword.as_bytes()).and_then(|rest| rest.strip_prefix(b" "));
                list.extend(rest.map(<[u8]>::to_vec));
            }
        }
        None
    }
}

/// The parts before and after the first blank.
fn split_pair(value: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let mut parts = value.splitn(2, |byte| matches!(byte, b' ' | b'\t'));
    let mut part = || parts.next().unwrap_or_default().to_vec();
    (part(), part())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lines() {
        let owned = |text: &str| text.as_bytes().to_vec();
        let label = |text: &str| SpeechFile { delete_label: vec![owned(text)], ..SpeechFile::default() };
        let words = |one: &str, other: &str| SpeechFile {
            eq_words: vec![(owned(one), owned(other))],
            ..SpeechFile::default()
        };
        let pause = |group, word: &str| SpeechFile {
            filled_pause: vec![FilledPause { group, word: owned(word) }],
            ..SpeechFile::default()
        };
        for (line, expected) in [
            ("DELETE_LABEL TOP", label("TOP")),
            ("DELETE_LABEL  TOP \r\n", label(" TOP \r")),
            ("DELETE_LABEL TOP\0X", label("TOP")),
            ("DELETE_LABEL ", label("")),
            ("DELETE_LABEL\tTOP", SpeechFile::default()),
            (" DELETE_LABEL TOP", SpeechFile::default()),
            ("delete_label TOP", SpeechFile::default()),
            ("EQ_WORDS a b", words("a", "b")),
            ("EQ_WORDS a\tb c", words("a", "b c")),
            ("EQ_WORDS a", words("a", "")),
            ("EQ_WORDS  a", words("", "a")),
            ("FILLED_PAUSE1 uh", pause(b'1', "uh")),
            ("FILLED_PAUSE huh", pause(b' ', "uh")),
            ("FILLED_PAUSE10 uh", pause(b'1', " uh")),
            ("FILLED_PAUSE1 ", pause(b'1', "")),
        ] {
            assert_eq!(SpeechFile::parse(line.as_bytes()), (expected, vec![]), "{line:?}");
        }
    }

    #[test]
    fn a_filled_pause_without_a_word_is_noted() {
        let (file, notes) = SpeechFile::parse(b"#\nFILLED_PAUSE\nFILLED_PAUSE1\n");
        assert_eq!(file, SpeechFile::default());
        assert_eq!(notes, [2, 3].map(|line| SpeechNote::BareFilledPause { line }));
    }

    #[test]
    fn named_files() {
        let named = |name| SpeechFile::named(name).unwrap();
        let (speech, fixed, noedit) = (named("speech"), named("speech-fixed"), named("speech-noedit"));
        assert_eq!(speech.delete_label.len(), 10);
        assert_eq!(speech.filled_pause.len(), 35);
        assert_eq!(speech.eq_words[2], (b"mrs.mrs".to_vec(), vec![]));
        assert_eq!(fixed.eq_words[2], (b"mrs.".to_vec(), b"mrs".to_vec()));
        assert_eq!(SpeechFile { edit_label: vec![], ..speech }, noedit);
        assert_eq!(SpeechFile::named("evalb"), None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_file(bytes in any::<Vec<u8>>()) {
            SpeechFile::parse(&bytes);
        }
    }
}
