//! Formats in columns, by the first 200 lines: nine of ten must fit, the first among them.

use super::super::file_fault::FileFault;
use super::super::format::Format;
use super::super::lines::{Line, fields};
use super::pattern::{characters, is_digits, is_word_character, nine_of_ten, number};
use super::sample::{Sample, trim};
use super::{Recognition, Verdict};

/// How many lines are looked at.
const LINES: usize = 200;

/// A line and its fields.
struct Row<'a> {
    line: &'a [u8],
    fields: Vec<&'a [u8]>,
}

impl<'a> Row<'a> {
    fn new(line: Line<'a>) -> Self {
        Self { line: line.bytes, fields: fields(line.bytes).collect() }
    }

    fn len(&self) -> usize {
        self.fields.len()
    }

    fn field(&self, at: usize) -> &'a [u8] {
        self.fields.get(at).copied().unwrap_or_default()
    }

    fn last(&self) -> &'a [u8] {
        self.fields.last().copied().unwrap_or_default()
    }

    fn number(&self, at: usize) -> Option<f64> {
        number(self.field(at))
    }

    fn is_number(&self, at: usize) -> bool {
        self.number(at).is_some()
    }

    /// True if two fields are a start and an end.
    fn is_stretch(&self, start: usize, end: usize) -> bool {
        matches!((self.number(start), self.number(end)), (Some(start), Some(end)) if start <= end)
    }

    fn is_comment(&self) -> bool {
        self.field(0).starts_with(b"#")
    }
}

/// The rows of a sample, with and without `#` comments.
struct Table<'a> {
    rows: Vec<Row<'a>>,
    has_blanks: bool,
}

impl Table<'_> {
    /// True if the test holds for the first of these rows, and for nine of ten.
    fn most(&self, is_among: impl Fn(&Row<'_>) -> bool, test: impl Fn(&Row<'_>) -> bool) -> bool {
        let mut among = self.rows.iter().filter(|row| is_among(row)).map(test).peekable();
        if among.peek() != Some(&true) {
            return false;
        }
        let (mut count, mut total) = (0, 0);
        for fits in among {
            total += 1;
            count += usize::from(fits);
        }
        nine_of_ten(count, total)
    }

    fn most_rows(&self, test: impl Fn(&Row<'_>) -> bool) -> bool {
        self.most(|_| true, test)
    }

    fn most_records(&self, test: impl Fn(&Row<'_>) -> bool) -> bool {
        self.most(|row| !row.is_comment(), test)
    }
}

/// What tells a format.
type Test = fn(&Table<'_>) -> bool;

/// The formats in their order, and what tells them.
const FORMATS: [(Format, Test); 6] = [
    (Format::Conllu, is_conllu),
    (Format::ConllParse, is_conll_parse),
    (Format::Stm, is_stm),
    (Format::Probabilities, is_probabilities),
    (Format::Ctm, is_ctm),
    (Format::Ms98, is_ms98),
];

/// Records in columns.
pub(super) fn columns(sample: &Sample<'_>) -> Verdict {
    let rows: Vec<Row<'_>> = sample.data().take(LINES).map(Row::new).collect();
    if rows.is_empty() {
        return Err(FileFault::new("empty-file", "holds comments only"));
    }
    let table = Table { rows, has_blanks: sample.lines().any(|line| line.is_blank()) };
    if let Some((format, _)) = FORMATS.iter().find(|(_, is_format)| is_format(&table)) {
        return Ok(Some(Recognition::certain(*format)));
    }
    if has_times_of_utterances(&table) {
        return Err(FileFault::new(
            "wrong-kind",
            "has begin and end of utterances, not of words; give the file of words (-word.text)",
        ));
    }
    if table.most_rows(is_alignment) {
        return Ok(Some(Recognition::certain(Format::Sparseval)));
    }
    Ok(is_bio(&table).then(|| Recognition::certain(Format::Bio)))
}

/// Ten columns with tabs between, the first a number, a range or a decimal.
fn is_conllu(table: &Table<'_>) -> bool {
    let is_word = |row: &Row<'_>| {
        let mut columns = row.line.split(|&byte| byte == b'\t');
        let first = columns.next().unwrap_or_default();
        let mut parts = first.split(|byte| matches!(byte, b'-' | b'.'));
        columns.count() == 9 && parts.clone().count() <= 2 && parts.all(is_digits)
    };
    table.most(|row| !row.line.starts_with(b"#"), is_word)
}

/// Three columns, the third a parse bit, or eleven and more with the bit in the sixth.
fn is_conll_parse(table: &Table<'_>) -> bool {
    fn bit<'a>(row: &Row<'a>) -> &'a [u8] {
        match row.len() {
            3 => row.field(2),
            11.. => row.field(5),
            _ => b"",
        }
    }
    table.most_records(|row| is_parse_bit(bit(row)))
        && table.rows.iter().any(|row| !row.is_comment() && bit(row).contains(&b'('))
}

/// Brackets with one `*` for the word: `(TOP(S(NP*`, `*)`.
fn is_parse_bit(bit: &[u8]) -> bool {
    let Some(star) = memchr::memchr(b'*', bit) else { return false };
    let (opens, closes) = (bit.get(..star).unwrap_or_default(), bit.get(star + 1..).unwrap_or_default());
    (opens.is_empty() || opens.starts_with(b"(")) && closes.iter().all(|&byte| byte == b')')
}

/// Segments: times in columns 4 and 5, and something that CTM does not have.
fn is_stm(table: &Table<'_>) -> bool {
    let rows = &table.rows;
    table.most_rows(|row| row.is_stretch(3, 4))
        && (!table.most_rows(|row| row.is_number(2))
            || rows.iter().any(|row| row.len() > 8)
            || rows.iter().all(|row| row.is_number(3) && row.is_number(4))
                && rows.iter().any(|row| row.len() > 5 && !row.is_number(5) && row.field(5) != b"NA"))
}

/// Sentence, category, start, end, probability.
fn is_probabilities(table: &Table<'_>) -> bool {
    table.most_records(|row| {
        row.len() == 5
            && is_digits(row.field(2))
            && is_digits(row.field(3))
            && row.number(4).is_some_and(|p| (0.0..=1.0).contains(&p))
    })
}

/// Recording, channel, start, duration, word, and up to three columns more.
fn is_ctm(table: &Table<'_>) -> bool {
    let is_time = |row: &Row<'_>, at: usize| row.is_number(at) || row.field(at) == b"*";
    table.most_rows(|row| {
        let mut channel = characters(row.field(1));
        (5..=8).contains(&row.len())
            && is_time(row, 2)
            && is_time(row, 3)
            && channel.by_ref().take(3).all(is_word_character)
            && channel.next().is_none()
    })
}

/// Utterance, start, end, word.
fn is_ms98(table: &Table<'_>) -> bool {
    table.most_rows(|row| row.len() == 4 && row.is_stretch(1, 2))
}

/// As [`is_ms98`], with several words on a line.
fn has_times_of_utterances(table: &Table<'_>) -> bool {
    table.most_rows(|row| row.len() >= 4 && row.is_stretch(1, 2))
        && table.rows.iter().any(|row| row.len() > 4)
}

/// Two words with tabs, and what happened to them.
fn is_alignment(row: &Row<'_>) -> bool {
    let columns: Vec<&[u8]> = row.line.split(|&byte| byte == b'\t').collect();
    match columns[..] {
        [_, _, code] if matches!(trim(code), b"000" | b"001" | b"010" | b"100") => true,
        [word, .., b"100"] => row.len() == 2 && row.field(0) == word,
        _ => false,
    }
}

/// Words with chunk tags at the end of the line, and blank lines between sentences.
fn is_bio(table: &Table<'_>) -> bool {
    let is_word = |row: &Row<'_>| row.field(0) != b"-DOCSTART-";
    table.has_blanks
        && table.most(is_word, |row| row.len() > 1 && is_chunk_tag(row.last()))
        && table.rows.iter().any(|row| is_word(row) && is_chunk_tag(row.last()) && row.last() != b"O")
}

/// `O`, or one of seven letters, `-` and a type.
fn is_chunk_tag(tag: &[u8]) -> bool {
    matches!(tag, b"O" | [b'B' | b'I' | b'E' | b'S' | b'L' | b'U' | b'M', b'-', _, ..])
}
