//! Reads files into sides: every line is one tree.

use super::clean::{Cleaner, Trees};
use super::names::Names;
use super::python;
use super::repairs::{Repair, RepairKind};
use super::scan::Line;
use super::texts::Texts;
use treescore::read::Position;
use treescore::tree::Which;
use treescore::values::count;

/// One side of a run: cleaned trees, and their texts before cleaning.
#[derive(Clone, Debug, Default)]
pub(super) struct SideTexts {
    pub(super) trees: Trees,
    pub(super) texts: Texts,
}

/// A file that the program does not accept: it must be strict UTF-8 with one tree per line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{}:{}: {what}", position.line, position.column)]
pub struct InputError {
    /// Name of the file.
    pub file: String,
    /// The position.
    pub position: Position,
    /// What is wrong there.
    pub what: String,
}

/// A file: its name as shown to people, and its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The name.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

impl File {
    /// Returns the content as text.
    ///
    /// # Errors
    /// The position of the first byte that is not UTF-8.
    pub fn text(&self) -> Result<&str, InputError> {
        std::str::from_utf8(&self.bytes).map_err(|error| {
            let before = self.bytes.get(..error.valid_up_to()).unwrap_or_default();
            let before = std::str::from_utf8(before).unwrap_or_default();
            // A placeholder for the bad byte keeps the line number right.
            let lines = format!("{before}?");
            let last = python::lines(&lines).enumerate().last().unwrap_or_default();
            self.error(last.0, last.1.chars().count().saturating_sub(1), "not UTF-8".to_owned())
        })
    }

    /// Creates an error at a line and column, both from 0.
    fn error(&self, line: usize, column: usize, what: String) -> InputError {
        let position = Position { line: line as u64 + 1, column: column as u64 + 1 };
        InputError { file: self.name.clone(), position, what }
    }
}

/// Letters that a sentence may have, without spaces. Two sentences of this length are compared in about ten seconds, and
/// the time grows with the square of the length.
const SENTENCE_MOST: usize = 1_500_000;

/// Bytes that a side may have: positions are kept in 32 bits.
const MOST: usize = u32::MAX as usize;

/// Reads a side. The lines of several files are read in order.
pub(super) fn side(
    which: Which,
    files: &[File],
    names: &mut Names<'_>,
    repairs: &mut Vec<Repair>,
) -> Result<SideTexts, InputError> {
    let mut side = SideTexts::default();
    let mut cleaner = Cleaner::default();
    let mut left = MOST;
    for file in files {
        let too_much = || file.error(0, 0, "more than 4 GiB of trees".to_owned());
        left = left.checked_sub(file.bytes.len()).ok_or_else(too_much)?;
        let mut line = Line::default();
        for (number, text) in python::lines(file.text()?).enumerate() {
            if text.chars().all(python::is_space) {
                repairs.push(repair_at(RepairKind::BlankLine, which, number));
                continue;
            }
            line.scan(text).map_err(|fault| {
                let before = text.get(..fault.at).unwrap_or(text);
                file.error(number, before.chars().count(), fault.kind.title())
            })?;
            side.texts.add(&line, names);
            let letters = side.texts.key_length(side.texts.len() - 1);
            if letters > SENTENCE_MOST {
                let what = format!(
                    "a sentence of {} letters; the limit is {}",
                    count(letters as u64),
                    count(SENTENCE_MOST as u64)
                );
                return Err(file.error(number, 0, what));
            }
            cleaner.clean(&line, names, &mut side.trees);
            let tree = side.texts.len() - 1;
            repairs.extend(cleaner.repairs.iter().map(|&kind| repair_at(kind, which, tree)));
        }
    }
    Ok(side)
}

/// Creates a repair at a tree or line of one side, counted from 0.
fn repair_at(kind: RepairKind, which: Which, at: usize) -> Repair {
    let place = Some(at as u64 + 1);
    match which {
        Which::Gold => Repair { kind, gold: place, test: None },
        Which::System => Repair { kind, gold: None, test: place },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jp_evalb::params::Parameters;

    fn read(bytes: &[u8]) -> Result<(usize, Vec<Repair>), String> {
        let parameters = Parameters::none();
        let file = File { name: "f".to_owned(), bytes: bytes.to_vec() };
        let mut repairs = Vec::new();
        let side = side(Which::Gold, &[file], &mut Names::new(&parameters), &mut repairs);
        side.map(|side| (side.texts.len(), repairs)).map_err(|error| error.to_string())
    }

    #[test]
    fn lines_are_trees_or_errors_with_a_place() {
        let of_letters = |letters: usize| [b"(A ", &b"a".repeat(letters)[..], b")"].concat();
        for (bytes, expected) in [
            (&b""[..], Ok(0)),
            (b"(A a)", Ok(1)),
            (b"(A a)\n(A a)\r\n  (A a)\t\r(A a)\x0c(A a)\n", Ok(5)),
            ("(A a)\u{2028}(A a)".as_bytes(), Ok(2)),
            (b"(A a)\n(S (A a)\n", Err("f:2:9: 1 bracket is never closed")),
            (b"(A a)\n (A a) (A a)\n", Err("f:2:8: a second tree on the line")),
            ("(A é) x".as_bytes(), Err("f:1:7: text outside brackets")),
            (b"(A a)\n\n)", Err("f:3:1: `)` without `(`")),
            ("\u{FEFF}(A a)".as_bytes(), Err("f:1:1: text outside brackets")),
            (b"(A a)\n(A \xC3\xA9\xFF)", Err("f:2:5: not UTF-8")),
            (b"(A a)\n\xFF", Err("f:2:1: not UTF-8")),
            (b"\xFF", Err("f:1:1: not UTF-8")),
            (&of_letters(SENTENCE_MOST), Ok(1)),
            (
                &of_letters(SENTENCE_MOST + 1),
                Err("f:1:1: a sentence of 1,500,001 letters; the limit is 1,500,000"),
            ),
        ] {
            let found = read(bytes).map(|(trees, _)| trees);
            assert_eq!(found, expected.map_err(str::to_owned), "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn blank_lines_are_skipped_and_reported() {
        let (trees, repairs) = read("(A a)\n\n(A a)\n\u{A0}\t\n".as_bytes()).unwrap();
        assert_eq!(trees, 2);
        let places: Vec<_> = repairs.iter().map(|repair| (repair.kind, repair.gold, repair.test)).collect();
        assert_eq!(places, [(RepairKind::BlankLine, Some(2), None), (RepairKind::BlankLine, Some(4), None)]);
    }
}
