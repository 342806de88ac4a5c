//! Reads the raw alignment of a recogniser (specification, section 13, step 2).

use super::Stop;
use super::columns::{AlignmentColumn, NO_DATA};
use super::lines::{Line, blanks, field, lines};
use super::names::Word;
use super::put_all;
use treescore::tree::Labels;

/// The beginning of the line above the columns.
const HEADER: &[u8] = b" ref del ins sub ";
/// Where gold words and test words begin, if nothing before them is too long.
const GOLD_COLUMN: usize = 16;
const TEST_COLUMN: usize = 62;

/// Reads the lines after the header, up to an empty one.
pub(super) fn read_raw(name: &[u8], bytes: &[u8], words: &mut Labels) -> Result<Vec<AlignmentColumn>, Stop> {
    let behind_header = lines(bytes).skip_while(|line| !line.text.starts_with(HEADER)).skip(1);
    let used = behind_header.take_while(|line| !line.text.is_empty());
    let columns: Vec<AlignmentColumn> =
        used.map(|line| column(name, &line, words)).collect::<Result<_, Stop>>()?;
    if columns.is_empty() {
        return Err(Stop::Message(NO_DATA.to_vec()));
    }
    Ok(columns)
}

fn column(name: &[u8], line: &Line<'_>, words: &mut Labels) -> Result<AlignmentColumn, Stop> {
    let mut word = |from: usize, which: &str| -> Result<Word, Stop> {
        let rest = line.text.get(from..).unwrap_or_default();
        let (word, _) = field(&rest[blanks(rest)..]);
        if word.is_empty() {
            let mut message = name.to_vec();
            let what = format!(":{}:{}: missing {which} token\n", line.number, from + 1);
            put_all(&mut message, &[what.as_bytes()]);
            return Err(Stop::Message(message));
        }
        Ok(words.intern(word))
    };
    let has_gold = line.text.get(3) == Some(&b'1');
    let is_deleted = matches!(line.text.get(7), Some(b'0' | b'1'));
    let gold = has_gold.then(|| word(GOLD_COLUMN, "gold")).transpose()?;
    let test = (!is_deleted).then(|| word(TEST_COLUMN, "test")).transpose()?;
    Ok(AlignmentColumn::new(None, gold, test))
}
