//! Parameter files (`.prm`) of EVALB and related programs.
//!
//! A file is a list of `KEYWORD value` lines. Each keyword is a field of [`ParamFile`]; scalars are optional,
//! so that [`ParamFile::merge`] can lay several files over each other. Each problem is a [`ParamNote`]. A
//! faulty line is skipped and reading goes on, because published scores were computed that way.

use super::recipe::{Compare, Recipe};

/// The longest piece of a physical line that is read as one line. The rest is a line of its own.
const PIECE: usize = 499;

/// The content of one or several parameter files. A scalar is `None` if no file sets it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParamFile {
    /// `DEBUG`: 1 or more prints listings.
    pub debug: Option<i32>,
    /// `MAX_ERROR`: the number of tolerated errors, less one.
    pub max_error: Option<i32>,
    /// `CUTOFF_LEN`: the longest sentence of the second summary.
    pub cutoff_len: Option<i32>,
    /// `LABELED`: 0 compares only spans.
    pub labeled: Option<i32>,
    /// `DELETE_LABEL`: brackets and words that do not count.
    pub delete_label: Vec<Vec<u8>>,
    /// `DELETE_LABEL_FOR_LENGTH`: tags of words that do not count for the length of a sentence.
    pub delete_label_for_length: Vec<Vec<u8>>,
    /// `QUOTE_LABEL`: tags that quotation marks and apostrophes may have.
    pub quote_label: Vec<Vec<u8>>,
    /// `EQ_LABEL`: pairs of labels that count as equal.
    pub eq_label: Vec<(Vec<u8>, Vec<u8>)>,
    /// `EQ_WORD`: pairs of words that count as equal.
    pub eq_word: Vec<(Vec<u8>, Vec<u8>)>,
}

/// A problem of a parameter file. The line has no effect.
///
/// ```
/// use treescore::prepare::param_file::{ParamFile, ParamNote};
/// let (_, notes) = ParamFile::parse(b"DELETE_LABLE TOP\n");
/// assert!(matches!(notes[..], [ParamNote::UnknownKeyword { line: 1, .. }]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParamNote {
    /// The keyword is unknown.
    UnknownKeyword {
        /// The physical line, from 1.
        line: u64,
        /// The line without its trailing white space.
        text: Vec<u8>,
    },
    /// `EQ_LABEL` or `EQ_WORD` with one value, or more than two.
    TwoValuesNeeded {
        /// The physical line, from 1.
        line: u64,
        /// The keyword.
        keyword: &'static str,
    },
    /// A keyword without a value.
    NoValue {
        /// The physical line, from 1.
        line: u64,
        /// The keyword.
        keyword: &'static str,
    },
}

/// A keyword of the format.
#[derive(Clone, Copy)]
enum Keyword {
    Debug,
    MaxError,
    CutoffLen,
    Labeled,
    DeleteLabel,
    DeleteLabelForLength,
    QuoteLabel,
    EqLabel,
    EqWord,
}

const KEYWORDS: [(&str, Keyword); 9] = [
    ("DEBUG", Keyword::Debug),
    ("MAX_ERROR", Keyword::MaxError),
    ("CUTOFF_LEN", Keyword::CutoffLen),
    ("LABELED", Keyword::Labeled),
    ("DELETE_LABEL", Keyword::DeleteLabel),
    ("DELETE_LABEL_FOR_LENGTH", Keyword::DeleteLabelForLength),
    ("QUOTE_LABEL", Keyword::QuoteLabel),
    ("EQ_LABEL", Keyword::EqLabel),
    ("EQ_WORD", Keyword::EqWord),
];

impl ParamFile {
    /// Parses the bytes of a file. The notes are in line order.
    ///
    /// ```
    /// use treescore::prepare::param_file::ParamFile;
    ///
    /// let (file, notes) = ParamFile::parse(b"LABELED 1\nDELETE_LABEL TOP\nEQ_LABEL ADVP PRT\n");
    /// assert_eq!(file.labeled, Some(1));
    /// assert_eq!(file.delete_label, [b"TOP"]);
    /// assert!(notes.is_empty());
    /// ```
    pub fn parse(bytes: &[u8]) -> (Self, Vec<ParamNote>) {
        let (mut file, mut notes) = (Self::default(), Vec::new());
        for (number, physical) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
            for piece in physical.chunks(PIECE) {
                notes.extend(file.read_line(number, trim_end(piece)));
            }
        }
        (file, notes)
    }

    /// Lays a later file over this one: lists grow, scalars are replaced.
    ///
    /// ```
    /// use treescore::prepare::param_file::ParamFile;
    /// let (mut file, _) = ParamFile::parse(b"CUTOFF_LEN 40\nDELETE_LABEL TOP\n");
    /// file.merge(ParamFile::parse(b"CUTOFF_LEN 70\nDELETE_LABEL S1\n").0);
    /// assert_eq!((file.cutoff_len, file.delete_label.len()), (Some(70), 2));
    /// ```
    pub fn merge(&mut self, later: Self) {
        let Self { debug, max_error, cutoff_len, labeled, .. } = later;
        self.debug = debug.or(self.debug);
        self.max_error = max_error.or(self.max_error);
        self.cutoff_len = cutoff_len.or(self.cutoff_len);
        self.labeled = labeled.or(self.labeled);
        let Self { delete_label, delete_label_for_length, quote_label, eq_label, eq_word, .. } = later;
        self.delete_label.extend(delete_label);
        self.delete_label_for_length.extend(delete_label_for_length);
        self.quote_label.extend(quote_label);
        self.eq_label.extend(eq_label);
        self.eq_word.extend(eq_word);
    }

    fn read_line(&mut self, line: u64, text: &[u8]) -> Option<ParamNote> {
        if text.len() < 3 || text.starts_with(b"#") {
            return None;
        }
        let end = text.iter().position(|&byte| is_space(byte)).unwrap_or(text.len());
        let (keyword, rest) = text.split_at(end);
        let Some(&(name, keyword)) = KEYWORDS.iter().find(|(name, _)| name.as_bytes() == keyword) else {
            return Some(ParamNote::UnknownKeyword { line, text: text.to_vec() });
        };
        let value = trim_start(rest);
        if value.is_empty() {
            return Some(ParamNote::NoValue { line, keyword: name });
        }
        (!self.set(keyword, value)).then_some(ParamNote::TwoValuesNeeded { line, keyword: name })
    }

    /// Sets a value. Returns false if the keyword needs a pair and the value is not one.
    fn set(&mut self, keyword: Keyword, value: &[u8]) -> bool {
        match keyword {
            Keyword::Debug => self.debug = Some(integer(value)),
            Keyword::MaxError => self.max_error = Some(integer(value)),
            Keyword::CutoffLen => self.cutoff_len = Some(integer(value)),
            Keyword::Labeled => self.labeled = Some(integer(value)),
            Keyword::DeleteLabel => self.delete_label.push(value.to_vec()),
            Keyword::DeleteLabelForLength => self.delete_label_for_length.push(value.to_vec()),
            Keyword::QuoteLabel => self.quote_label.push(value.to_vec()),
            Keyword::EqLabel => return push_pair(&mut self.eq_label, value),
            Keyword::EqWord => return push_pair(&mut self.eq_word, value),
        }
        true
    }
}

fn push_pair(pairs: &mut Vec<(Vec<u8>, Vec<u8>)>, value: &[u8]) -> bool {
    let mut items = value.split(|&byte| is_space(byte)).filter(|item| !item.is_empty());
    let (Some(left), Some(right), None) = (items.next(), items.next(), items.next()) else {
        return false;
    };
    pairs.push((left.to_vec(), right.to_vec()));
    true
}

/// Parses the integer at the start of `text`, after optional white space and sign. 0 without a digit; clamped
/// to 32 bits.
///
/// ```
/// use treescore::prepare::param_file::integer;
///
/// assert_eq!(integer(b" +3abc"), 3);
/// assert_eq!(integer(b"abc"), 0);
/// assert_eq!(integer(b"-99999999999"), i32::MIN);
/// ```
pub fn integer(text: &[u8]) -> i32 {
    let text = trim_start(text);
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let magnitude = digits.iter().take_while(|byte| byte.is_ascii_digit()).fold(0_i64, |sum, byte| {
        // The value is clamped to 32 bits anyway; stopping here prevents an overflow of the sum.
        (sum * 10 + i64::from(byte - b'0')).min(1 << 40)
    });
    let value = if negative { -magnitude } else { magnitude };
    value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// True for the six white space bytes of these files, in any locale. No Unicode.
///
/// ```
/// use treescore::prepare::param_file::is_space;
/// assert!(is_space(b'\t') && !is_space(0xA0));
/// ```
pub fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | 0x0B | 0x0C | b'\r')
}

fn trim_start(text: &[u8]) -> &[u8] {
    let blanks = text.iter().take_while(|&&byte| is_space(byte)).count();
    &text[blanks..]
}

fn trim_end(text: &[u8]) -> &[u8] {
    let blanks = text.iter().rev().take_while(|&&byte| is_space(byte)).count();
    &text[..text.len() - blanks]
}

impl ParamFile {
    /// Returns the recipe that scores like a program with these rules and this parameter file.
    ///
    /// ```
    /// use treescore::prepare::{Recipe, param_file::ParamFile};
    /// let (params, notes) = ParamFile::parse(b"DELETE_LABEL TOP\nLABELED 0\n");
    /// assert!(notes.is_empty());
    /// assert_eq!(params.recipe(&Recipe::evalb()).delete, [b"TOP"]);
    /// ```
    pub fn recipe(&self, rules: &Recipe) -> Recipe {
        Recipe {
            delete: self.delete_label.clone(),
            uncounted: self.delete_label_for_length.clone(),
            quotes: self.quote_label.clone(),
            equal_labels: self.eq_label.clone(),
            equal_words: self.eq_word.clone(),
            compare: if self.labeled == Some(0) { Compare::Spans } else { Compare::Labels },
            // A negative cutoff excludes every sentence.
            cutoff: self.cutoff_len.map_or(rules.cutoff, |words| Some(u32::try_from(words).unwrap_or(0))),
            ..rules.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn integers_are_leading_and_clamped() {
        for (text, value) in [
            ("", 0),
            ("abc", 0),
            ("3abc", 3),
            ("+3", 3),
            (" \t-7x", -7),
            ("1e3", 1),
            ("- 3", 0),
            ("--3", 0),
            ("2147483648", i32::MAX),
            ("-2147483649", i32::MIN),
            ("99999999999999999999999999999999", i32::MAX),
        ] {
            assert_eq!(integer(text.as_bytes()), value, "{text:?}");
        }
    }

    #[test]
    fn lines_are_independent() {
        let unknown = |line, text: &str| ParamNote::UnknownKeyword { line, text: text.into() };
        for (text, notes, why) in [
            ("DEBUG 1\r\n# DEBUG\nab\n\n", vec![], "CRLF, comments and short lines"),
            ("debug 1", vec![unknown(1, "debug 1")], "case matters"),
            ("\n DEBUG 1 \n", vec![unknown(2, " DEBUG 1")], "an indented line has an empty keyword"),
            ("FOO\n", vec![unknown(1, "FOO")], "unknown without a value"),
            ("DEBUG\t\n", vec![ParamNote::NoValue { line: 1, keyword: "DEBUG" }], "known without a value"),
            ("EQ_WORD a", vec![ParamNote::TwoValuesNeeded { line: 1, keyword: "EQ_WORD" }], "one value"),
            (
                "EQ_LABEL a b c",
                vec![ParamNote::TwoValuesNeeded { line: 1, keyword: "EQ_LABEL" }],
                "three values",
            ),
        ] {
            assert_eq!(ParamFile::parse(text.as_bytes()).1, notes, "{why}");
        }
    }

    #[test]
    fn values_keep_their_inner_spaces() {
        let (file, notes) = ParamFile::parse(b"DELETE_LABEL  TOP # x \nEQ_WORD a \t b\nLABELED 0 # x\n");
        assert!(notes.is_empty());
        assert_eq!(file.delete_label, [b"TOP # x"]);
        assert_eq!(file.eq_word, [(b"a".to_vec(), b"b".to_vec())]);
        assert_eq!(file.labeled, Some(0));
    }

    #[test]
    fn a_long_line_continues_as_another_line() {
        let mut text = vec![b'#'; PIECE];
        text.extend(b"LABELED 0\nFOO");
        let (file, notes) = ParamFile::parse(&text);
        assert_eq!(file.labeled, Some(0));
        assert_eq!(notes, [ParamNote::UnknownKeyword { line: 2, text: b"FOO".to_vec() }]);
    }

    #[test]
    fn later_files_add_to_lists_and_replace_scalars() {
        let (mut file, _) = ParamFile::parse(b"DEBUG 1\nMAX_ERROR 3\nDELETE_LABEL A");
        file.merge(ParamFile::parse(b"DEBUG 2\nDELETE_LABEL B").0);
        assert_eq!((file.debug, file.max_error), (Some(2), Some(3)));
        assert_eq!(file.delete_label, [b"A", b"B"]);
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_file(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
            ParamFile::parse(&bytes);
        }
    }
}
