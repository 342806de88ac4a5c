//! Reading the rows that EVALB printed, so that published runs can be compared.

use super::Figures;

/// Why a text is not the output of EVALB.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowsError {
    /// There is no table.
    #[error(
        "there is no table of EVALB in it: a line of ===, then a row of twelve numbers for each sentence"
    )]
    NoTable,
    /// The table has no end.
    #[error(
        "it is cut short: there is no line of === below the rows, and the last row is that of sentence {rows}"
    )]
    CutShort {
        /// The number of rows.
        rows: usize,
    },
    /// A line of the table is no row.
    #[error("line {line} is not a row of EVALB: twelve numbers are expected")]
    Row {
        /// The number of the line, from 1.
        line: usize,
    },
    /// More brackets are matched than there are.
    #[error(
        "line {line} is impossible: {matched} brackets are matched, but gold has {gold} and the system {test}"
    )]
    Matched {
        /// The number of the line, from 1.
        line: usize,
        /// The matched brackets.
        matched: u64,
        /// The brackets of gold.
        gold: u64,
        /// The brackets of the system.
        test: u64,
    },
    /// Rows are not numbered one after the other.
    #[error(
        "line {line} is the row of sentence {found}, but {expected} is expected: rows are missing or mixed up"
    )]
    Order {
        /// The number of the line, from 1.
        line: usize,
        /// The number of the sentence in it.
        found: u64,
        /// The number that comes next.
        expected: u64,
    },
}

/// Reads the rows of EVALB's output, one for each sentence, in order. Percentages are not read: the counts are exact.
///
/// # Errors
/// If there is no table, or a line of it is no row.
///
/// ```
/// use treescore_originals::evalb::read_rows;
/// let text = "\
///  ID  Len.  Stat. Recal  Prec.  Bracket gold test Bracket Words  Tags Accracy
/// ============================================================================
///    1    8    0   80.00  66.67     4      5    6      1      8     7    87.50
/// ============================================================================
/// ";
/// let rows = read_rows(text)?;
/// assert_eq!((rows[0].matched, rows[0].gold, rows[0].test), (4, 5, 6));
/// # Ok::<(), treescore_originals::evalb::RowsError>(())
/// ```
pub fn read_rows(text: &str) -> Result<Vec<Figures>, RowsError> {
    let mut lines = text.lines().enumerate();
    lines.find(|(_, line)| line.starts_with("====")).ok_or(RowsError::NoTable)?;
    let mut rows = Vec::new();
    for (at, line) in lines {
        if line.starts_with("====") {
            return Ok(rows);
        }
        // Messages about sentences may stand between the rows, if both streams went into one file.
        if line.trim().is_empty() || line.contains(" : ") {
            continue;
        }
        let Some((number, figures)) = read_row(line) else {
            // The last line may have been written in part.
            let is_last = text.lines().nth(at + 1).is_none();
            let rows = rows.len();
            return Err(if is_last { RowsError::CutShort { rows } } else { RowsError::Row { line: at + 1 } });
        };
        let expected = rows.len() as u64 + 1;
        if number != expected {
            return Err(RowsError::Order { line: at + 1, found: number, expected });
        }
        let Figures { matched, gold, test, .. } = figures;
        if matched > gold.min(test) {
            return Err(RowsError::Matched { line: at + 1, matched, gold, test });
        }
        rows.push(figures);
    }
    Err(RowsError::CutShort { rows: rows.len() })
}

fn read_row(line: &str) -> Option<(u64, Figures)> {
    let fields: Vec<&str> = line.split_ascii_whitespace().collect();
    let [number, length, status, _recall, _precision, matched, gold, test, crossing, words, tags, _accuracy] =
        fields[..]
    else {
        return None;
    };
    let count = |text: &str| text.parse::<u64>().ok();
    let figures = Figures {
        length: count(length)?,
        status: status.parse().ok()?,
        matched: count(matched)?,
        gold: count(gold)?,
        test: count(test)?,
        crossing: count(crossing)?,
        words: count(words)?,
        tags: count(tags)?,
    };
    Some((count(number)?, figures))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evalb::row::{write_header, write_row};

    /// What we write can be read, whatever the size of the numbers.
    #[test]
    fn rows_are_read_as_written() {
        let mut text = Vec::new();
        write_header(&mut text);
        let all: Vec<Figures> = (0..1_200)
            .map(|at| Figures {
                length: at,
                status: (at % 3) as u8,
                matched: at / 2,
                gold: at,
                test: at * 7,
                crossing: at % 5,
                words: at * 11,
                tags: at,
            })
            .collect();
        for (at, figures) in all.iter().enumerate() {
            write_row(&mut text, at as u64 + 1, figures);
        }
        let cut = String::from_utf8(text.clone()).unwrap();
        assert_eq!(read_rows(&cut), Err(RowsError::CutShort { rows: 1_200 }), "cut off");
        assert_eq!(
            read_rows(&cut[..cut.len() - 20]),
            Err(RowsError::CutShort { rows: 1_199 }),
            "within a row"
        );
        text.extend_from_slice(super::super::row::SEPARATOR.as_bytes());
        assert_eq!(read_rows(std::str::from_utf8(&text).unwrap()), Ok(all));
    }

    #[test]
    fn other_texts_are_refused() {
        let row = "   2    8    0   80.00  66.67     4      5    6      1      8     7    87.50";
        for (text, expected) in [
            (String::new(), RowsError::NoTable),
            ("(S (N a))\n".to_owned(), RowsError::NoTable),
            (format!("====\n{row}\n====\n"), RowsError::Order { line: 2, found: 2, expected: 1 }),
            ("====\n1 2 3\n====\n".to_owned(), RowsError::Row { line: 2 }),
            ("====\n1 8 0 1 1 -4 5 6 1 8 7 1\n====\n".to_owned(), RowsError::Row { line: 2 }),
            (
                "====\n1 8 0 1 1 6 5 6 1 8 7 1\n====\n".to_owned(),
                RowsError::Matched { line: 2, matched: 6, gold: 5, test: 6 },
            ),
            (
                "====\n1 8 0 1 1 4 5 3 1 8 7 1\n====\n".to_owned(),
                RowsError::Matched { line: 2, matched: 4, gold: 5, test: 3 },
            ),
        ] {
            assert_eq!(read_rows(&text), Err(expected), "{text}");
        }
    }
}
