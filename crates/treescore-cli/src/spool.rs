//! Rows of several passes on disk. Passes come one after the other, but rows are shown pair by pair, and there may be
//! many times as many bytes of rows as of input.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

/// The order of a row: by pair, then by system, then by measure.
pub(crate) type RowKey = [u64; 3];

/// The rows of each pass, in their order, in files without names: nothing is left if the program is killed.
#[derive(Default)]
pub(crate) struct Spool {
    passes: Vec<BufWriter<File>>,
}

impl Spool {
    /// Adds the text of a row.
    pub(crate) fn push(&mut self, pass: usize, key: RowKey, text: &str) -> io::Result<()> {
        while self.passes.len() <= pass {
            self.passes.push(BufWriter::new(tempfile::tempfile()?));
        }
        let file = &mut self.passes[pass];
        for number in key.into_iter().chain([text.len() as u64]) {
            file.write_all(&number.to_le_bytes())?;
        }
        file.write_all(text.as_bytes())
    }

    /// Calls `each` with the texts of all rows, in the order of their keys. Rows with the same key stay in the order
    /// of their passes.
    pub(crate) fn merge(self, mut each: impl FnMut(&str) -> io::Result<()>) -> io::Result<()> {
        let mut runs = self.passes.into_iter().map(Run::new).collect::<io::Result<Vec<_>>>()?;
        let first = |runs: &[Run]| {
            let keys = runs.iter().enumerate().filter_map(|(at, run)| Some((run.key?, at)));
            keys.min().map(|(_, at)| at)
        };
        while let Some(at) = first(&runs) {
            each(&runs[at].take_text()?)?;
            runs[at].read_key()?;
        }
        Ok(())
    }
}

/// The rows of one pass, read again.
struct Run {
    file: BufReader<File>,
    /// The key of the next row; `None` at the end.
    key: Option<RowKey>,
    length: u64,
}

impl Run {
    fn new(file: BufWriter<File>) -> io::Result<Self> {
        let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        let mut run = Self { file: BufReader::new(file), key: None, length: 0 };
        run.read_key()?;
        Ok(run)
    }

    fn read_key(&mut self) -> io::Result<()> {
        let mut bytes = [0; 32];
        match self.file.read_exact(&mut bytes) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => self.key = None,
            Err(error) => return Err(error),
            Ok(()) => {
                let (numbers, _) = bytes.as_chunks::<8>();
                let [pair, system, measure, length] =
                    std::array::from_fn(|at| u64::from_le_bytes(numbers[at]));
                (self.key, self.length) = (Some([pair, system, measure]), length);
            }
        }
        Ok(())
    }

    fn take_text(&mut self) -> io::Result<String> {
        let mut text = String::new();
        self.file.by_ref().take(self.length).read_to_string(&mut text)?;
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_all_passes_come_in_order() {
        let mut spool = Spool::default();
        for (pass, key, text) in [
            (0, [1, 0, 0], "1a"),
            (0, [1, 1, 0], "1b"),
            (0, [3, 0, 0], "3a"),
            (0, [3, 0, 0], "tree after 3"),
            (2, [1, 0, 1], "1a by the second measure"),
            (2, [2, 0, 1], ""),
            (2, [3, 0, 0], "3a of a later pass"),
        ] {
            spool.push(pass, key, text).unwrap();
        }
        let mut texts = Vec::new();
        spool
            .merge(|text| {
                texts.push(text.to_owned());
                Ok(())
            })
            .unwrap();
        let expected =
            ["1a", "1a by the second measure", "1b", "", "3a", "tree after 3", "3a of a later pass"];
        assert_eq!(texts, expected);
    }
}
