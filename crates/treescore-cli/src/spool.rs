//! Records that are written in one order and read in another, on disk where they are many: rows of several passes,
//! and refused pairs. There may be many times as many bytes of them as of input.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;

/// The place of a record in the order: numbers, then text.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    pub(crate) numbers: [u64; 4],
    pub(crate) text: String,
}

/// Bytes of records in memory. More of them are sorted and go to disk.
const BATCH: usize = 4 << 20;

/// What a record takes in memory beside its texts.
const RECORD: usize = 128;

/// Sorts records by their keys; those with the same key stay in the order in which they came. The file has no name:
/// nothing is left if the program is killed.
#[derive(Debug)]
pub(crate) struct Spool {
    file: Option<File>,
    /// The parts of the file that are sorted.
    runs: Vec<Range<u64>>,
    /// The last key on disk.
    last: Key,
    batch: Vec<(Key, Vec<u8>)>,
    bytes: usize,
    limit: usize,
}

impl Default for Spool {
    fn default() -> Self {
        Self::with_batches(BATCH)
    }
}

impl Spool {
    /// A spool that keeps this many bytes in memory.
    fn with_batches(limit: usize) -> Self {
        Self { file: None, runs: Vec::new(), last: Key::default(), batch: Vec::new(), bytes: 0, limit }
    }

    /// Adds a record.
    pub(crate) fn push(&mut self, key: Key, content: Vec<u8>) -> io::Result<()> {
        self.bytes += RECORD + key.text.len() + content.len();
        self.batch.push((key, content));
        if self.bytes < self.limit { Ok(()) } else { self.write_batch() }
    }

    /// Writes the records in memory as a new run, or at the end of the last one if they belong there: passes come in
    /// order, so that there are mostly as many runs as passes.
    fn write_batch(&mut self) -> io::Result<()> {
        self.batch.sort_by(|(one, _), (other, _)| one.cmp(other));
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(tempfile::tempfile()?),
        };
        let begin = file.seek(SeekFrom::End(0))?;
        let mut out = io::BufWriter::new(&mut *file);
        for (key, content) in &self.batch {
            write_record(key, content, &mut out)?;
        }
        out.flush()?;
        drop(out);
        let end = file.stream_position()?;
        match (self.runs.last_mut(), self.batch.first()) {
            (Some(run), Some((first, _))) if *first >= self.last => run.end = end,
            _ => self.runs.push(begin..end),
        }
        self.last = self.batch.last().map(|(key, _)| key.clone()).unwrap_or_default();
        (self.batch, self.bytes) = (Vec::new(), 0);
        Ok(())
    }

    /// The records in their order, to be read as often as needed.
    pub(crate) fn sort(mut self) -> Sorted {
        self.batch.sort_by(|(one, _), (other, _)| one.cmp(other));
        Sorted { file: self.file, runs: self.runs, batch: self.batch }
    }
}

/// Records in the order of their keys.
#[derive(Debug)]
pub(crate) struct Sorted {
    file: Option<File>,
    runs: Vec<Range<u64>>,
    /// The records that came last and are still in memory.
    batch: Vec<(Key, Vec<u8>)>,
}

/// Bytes of buffers for reading, over all runs.
const BUFFERS: usize = 1 << 20;

/// The smallest buffer.
const BUFFER: usize = 1 << 12;

impl Sorted {
    /// Calls `visit` with the content of all records, in their order.
    pub(crate) fn each(&self, visit: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        let room = (BUFFERS / self.runs.len().max(1)).max(BUFFER);
        let of_run = |(file, run): (_, &Range<u64>)| {
            Run::OnDisk(BufReader::with_capacity(room, Section { file, range: run.clone() }))
        };
        let on_disk =
            self.file.iter().flat_map(|file| self.runs.iter().map(move |run| (file, run))).map(of_run);
        let mut runs: Vec<Run<'_>> = on_disk.chain([Run::InMemory(self.batch.iter())]).collect();
        let mut next = BinaryHeap::new();
        for (at, run) in runs.iter_mut().enumerate() {
            next.extend(run.next()?.map(|(key, content)| Reverse((key, at, content))));
        }
        while let Some(Reverse((_, at, content))) = next.pop() {
            visit(&content)?;
            next.extend(runs[at].next()?.map(|(key, content)| Reverse((key, at, content))));
        }
        Ok(())
    }
}

/// Sorted records that are read one after the other.
enum Run<'s> {
    OnDisk(BufReader<Section<'s>>),
    InMemory(std::slice::Iter<'s, (Key, Vec<u8>)>),
}

impl Run<'_> {
    fn next(&mut self) -> io::Result<Option<(Key, Vec<u8>)>> {
        match self {
            Self::OnDisk(file) => read_record(file),
            Self::InMemory(records) => Ok(records.next().cloned()),
        }
    }
}

/// A part of a file that several runs share.
struct Section<'s> {
    file: &'s File,
    range: Range<u64>,
}

impl Read for Section<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.file.seek(SeekFrom::Start(self.range.start))?;
        let left = self.range.end - self.range.start;
        let read = self.file.take(left).read(buffer)?;
        self.range.start += read as u64;
        Ok(read)
    }
}

fn write_record(key: &Key, content: &[u8], out: &mut impl Write) -> io::Result<()> {
    for number in key.numbers.into_iter().chain([key.text.len() as u64, content.len() as u64]) {
        out.write_all(&number.to_le_bytes())?;
    }
    out.write_all(key.text.as_bytes())?;
    out.write_all(content)
}

/// Reads a record; `None` at the end.
fn read_record(file: &mut impl io::BufRead) -> io::Result<Option<(Key, Vec<u8>)>> {
    if file.fill_buf()?.is_empty() {
        return Ok(None);
    }
    let mut bytes = [0; 48];
    file.read_exact(&mut bytes)?;
    let (numbers, _) = bytes.as_chunks::<8>();
    let [first, second, third, fourth, text_length, length] =
        std::array::from_fn(|at| u64::from_le_bytes(numbers[at]));
    let (mut text, mut content) = (String::new(), Vec::new());
    file.take(text_length).read_to_string(&mut text)?;
    file.take(length).read_to_end(&mut content)?;
    Ok(Some((Key { numbers: [first, second, third, fourth], text }, content)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(pair: u64, system: u64, text: &str) -> Key {
        Key { numbers: [pair, system, 0, 0], text: text.to_owned() }
    }

    fn contents(spool: Spool) -> Vec<String> {
        let sorted = spool.sort();
        let read = || {
            let mut texts = Vec::new();
            let each = sorted.each(&mut |content| {
                texts.push(String::from_utf8(content.to_vec()).unwrap());
                Ok(())
            });
            each.map(|()| texts).unwrap()
        };
        let texts = read();
        assert_eq!(read(), texts, "they can be read again");
        texts
    }

    #[test]
    fn records_come_in_order_from_memory_and_disk() {
        for limit in [1, 2 * RECORD, 3 * RECORD + 20, usize::MAX] {
            let mut spool = Spool::with_batches(limit);
            for (key, content) in [
                (key(1, 0, ""), "1a"),
                (key(1, 1, ""), "1b"),
                (key(3, 0, "later"), "3a, by its text"),
                (key(3, 0, ""), "3a"),
                (key(3, 0, ""), "tree after 3"),
                (key(1, 0, ""), "1a of the second pass"),
                (key(2, 0, ""), ""),
                (key(3, 0, ""), "3a of the second pass"),
            ] {
                spool.push(key, content.into()).unwrap();
            }
            let expected = [
                "1a",
                "1a of the second pass",
                "1b",
                "",
                "3a",
                "tree after 3",
                "3a of the second pass",
                "3a, by its text",
            ];
            assert_eq!(contents(spool), expected, "{limit}");
        }
    }

    #[test]
    fn records_that_come_in_order_are_one_run() {
        let mut spool = Spool::with_batches(4 * RECORD);
        for pass in [0, 1] {
            for pair in 0..100 {
                spool.push(key(pair, pass, ""), vec![]).unwrap();
            }
        }
        assert_eq!(spool.runs.len(), 2);
    }
}
