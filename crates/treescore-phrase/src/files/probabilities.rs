//! A model as a file: the probabilities of its candidates, one per line.

use std::io::BufRead;
use std::path::Path;

use super::{FileFault, Gold, LineFault, PhraseFileError, ReadFault, default, jsonl, lines, shorten, tsv};
use crate::{Category, Chunk, Defaults, Inventory, ListedCandidate, PhraseProbabilities, Sentence};

/// The format of a probability file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProbabilityFormat {
    /// A JSON object per line.
    JsonLines,
    /// Five columns separated by tabs.
    Tsv,
}

impl ProbabilityFormat {
    /// Returns the format for a file name, or else for the first byte that is not blank.
    ///
    /// ```
    /// use treescore_phrase::ProbabilityFormat;
    /// assert_eq!(ProbabilityFormat::of("g.tsv.gz", b'{'), ProbabilityFormat::Tsv);
    /// assert_eq!(ProbabilityFormat::of("-", b'{'), ProbabilityFormat::JsonLines);
    /// ```
    pub fn of(name: &str, first: u8) -> Self {
        let path = Path::new(name);
        let is_packed =
            path.extension().is_some_and(|packed| ["gz", "zst", "zstd"].iter().any(|p| packed == *p));
        let path = if is_packed { path.with_extension("") } else { path.to_owned() };
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("jsonl" | "json" | "ndjson") => Self::JsonLines,
            Some("tsv" | "txt") => Self::Tsv,
            _ if first == b'{' => Self::JsonLines,
            _ => Self::Tsv,
        }
    }
}

/// The probabilities of a file, for the sentences of gold.
///
/// ```
/// use treescore_phrase::{FileModel, Floor, Gold, PhraseScorer, ProbabilityFormat, Sentence};
/// let mut gold = Gold::new("gold.jsonl");
/// gold.read("gold.jsonl", &br#"{"sent":"s1","n":2,"chunks":[["NP",0,2]]}"#[..])?;
/// let text = &b"# default=0.01\ns1\tNP\t0\t2\t0.5\n"[..];
/// let model = FileModel::read("model.tsv", ProbabilityFormat::Tsv, text, &gold)?;
/// let mut sentence = Sentence::default();
/// model.gold_sentence(0, &mut sentence);
/// let mut scorer = PhraseScorer::new(model, Floor::NONE);
/// scorer.add(&sentence)?;
/// assert_eq!(scorer.scores().by_event.of_true, 1.0); // one bit for a true chunk of probability 0.5
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FileModel<'g> {
    gold: &'g Gold,
    inventory: Inventory,
    defaults: Defaults,
    /// By sentence, then span.
    listed: Vec<ListedCandidate>,
    /// One past the last candidate of each sentence.
    ends: Vec<usize>,
    /// The category of this inventory for each category of gold.
    categories: Vec<Category>,
    left_out: u64,
}

/// A candidate of the file, and its line.
#[derive(Clone, Copy, Debug)]
struct Record {
    sentence: u32,
    listed: ListedCandidate,
    line: u64,
}

impl Record {
    fn key(&self) -> (u32, u32, u32, Category) {
        (self.sentence, self.listed.start, self.listed.end, self.listed.category)
    }
}

/// A line as read, before it is compared with gold.
pub(super) struct Row<'a> {
    pub(super) sentence: &'a [u8],
    pub(super) category: &'a [u8],
    /// `None` if it cannot be a span of the sentence.
    pub(super) span: Option<(u64, u64)>,
    pub(super) probability: Result<f64, LineFault>,
}

/// The state of reading a file.
pub(super) struct Reading<'g> {
    gold: &'g Gold,
    pub(super) inventory: Inventory,
    pub(super) defaults: Defaults,
    records: Vec<Record>,
    /// The sentence of the last record, which is usually that of the next, too.
    last: Option<u32>,
    /// Candidates of trees that gold does not use.
    left_out: u64,
}

impl<'g> FileModel<'g> {
    /// Reads the probability file `name`.
    ///
    /// # Errors
    /// The first line with a fault, or a fault of gold.
    pub fn read(
        name: &str,
        format: ProbabilityFormat,
        input: impl BufRead,
        gold: &'g Gold,
    ) -> Result<Self, PhraseFileError> {
        let inventory = Inventory::default();
        let defaults = default::constant(&inventory, 0.0);
        let mut reading = Reading { gold, inventory, defaults, records: Vec::new(), last: None, left_out: 0 };
        let read = match format {
            ProbabilityFormat::JsonLines => {
                let mut state = jsonl::State::default();
                lines(input, |line, text| {
                    jsonl::line(&mut reading, &mut state, line, text)
                        .map_err(|fault| ReadFault::Line(line, fault))
                })
            }
            ProbabilityFormat::Tsv => {
                let mut state = tsv::State::default();
                lines(input, |line, text| {
                    tsv::line(&mut reading, &mut state, line, text)
                        .map_err(|fault| ReadFault::Line(line, fault))
                })
            }
        };
        reading.sort();
        // A repeated line came before the line that ended the reading.
        if let Some((line, before)) = reading.repeated() {
            let text = format!("this candidate is already listed in line {before}");
            return Err(FileFault::DuplicateCandidate.with(text).at(name, line).into());
        }
        read.map_err(|fault| fault.with_file(name))?;
        reading.finish()
    }

    /// Returns the candidates listed for sentence `at` of gold, counted from 0.
    pub fn candidates(&self, at: usize) -> &[ListedCandidate] {
        let end = |at: usize| self.ends.get(at).copied().unwrap_or(0);
        let start = at.checked_sub(1).map_or(0, end);
        self.listed.get(start..end(at)).unwrap_or_default()
    }

    /// The number of candidates of trees that gold [does not use](Gold::of_trees).
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Fills `sentence` with sentence `at` of gold, in the categories of this file.
    pub fn gold_sentence(&self, at: usize, sentence: &mut Sentence) {
        self.gold.fill(at, sentence);
        for chunk in &mut sentence.chunks {
            // Every gold category was looked up when the file was read.
            chunk.category = self.categories.get(chunk.category.index()).copied().unwrap_or(chunk.category);
        }
    }
}

impl PhraseProbabilities for FileModel<'_> {
    fn inventory(&self) -> &Inventory {
        &self.inventory
    }

    fn longest(&self) -> u32 {
        self.defaults.longest()
    }

    fn default(&self, category: Category, length: u32) -> f64 {
        self.defaults.get(category, length)
    }

    fn list_candidates(&mut self, sentence: &Sentence, out: &mut Vec<ListedCandidate>) {
        if let Some(at) = self.gold.find(&sentence.id) {
            out.extend_from_slice(self.candidates(at as usize));
        }
    }
}

impl<'g> Reading<'g> {
    /// True once a record has been read.
    pub(super) fn has_begun(&self) -> bool {
        !self.records.is_empty() || self.left_out > 0
    }

    /// Changes the categories and resets the default.
    pub(super) fn set_inventory<N: AsRef<str>>(
        &mut self,
        names: impl IntoIterator<Item = N>,
    ) -> Result<(), LineFault> {
        let inventory =
            Inventory::new(names).map_err(|error| FileFault::BadHeader.with(error.to_string()))?;
        self.defaults = default::constant(&inventory, 0.0);
        self.inventory = inventory;
        Ok(())
    }

    /// Adds a candidate.
    pub(super) fn add(&mut self, line: u64, row: Row<'_>) -> Result<(), LineFault> {
        let Some(sentence) = self.sentence(row.sentence) else {
            if std::str::from_utf8(row.sentence).is_ok_and(|id| self.gold.leaves_out(id)) {
                self.left_out += 1;
                return Ok(());
            }
            let text = format!("gold has no sentence {}", shorten(row.sentence));
            return Err(FileFault::UnknownSentence.with(text));
        };
        let category = self.inventory.find(row.category).ok_or_else(|| {
            FileFault::UnknownCategory
                .with(format!("category {} is not in the inventory", shorten(row.category)))
        })?;
        let length = self.gold.length(sentence as usize);
        let inside = |(start, end): (u64, u64)| {
            let (start, end) = (u32::try_from(start).ok()?, u32::try_from(end).ok()?);
            (start < end && end <= length).then_some(Chunk { category, start, end })
        };
        let Chunk { start, end, .. } = row.span.and_then(inside).ok_or_else(|| {
            FileFault::BadSpan
                .with(format!("start and end must be integers with 0 <= start < end <= {length}"))
        })?;
        let probability = row.probability.and_then(default::check_probability)?;
        let listed = ListedCandidate { category, start, end, probability, covered: 0.0 };
        self.records.push(Record { sentence, listed, line });
        Ok(())
    }

    fn sentence(&mut self, id: &[u8]) -> Option<u32> {
        if let Some(last) = self.last.filter(|&last| self.gold.id(last as usize).as_bytes() == id) {
            return Some(last);
        }
        self.last = std::str::from_utf8(id).ok().and_then(|id| self.gold.find(id));
        self.last
    }

    fn sort(&mut self) {
        self.records.sort_unstable_by_key(|record| (record.key(), record.line));
    }

    /// Returns the first line that repeats another, and the other line; the records must be sorted.
    fn repeated(&self) -> Option<(u64, u64)> {
        let pairs = self.records.windows(2).filter(|pair| pair[0].key() == pair[1].key());
        pairs.map(|pair| (pair[1].line, pair[0].line)).min()
    }

    fn finish(self) -> Result<FileModel<'g>, PhraseFileError> {
        let Self { gold, inventory, defaults, records, left_out, .. } = self;
        let categories = gold.categories_in(&inventory)?;
        let mut ends = Vec::with_capacity(gold.len());
        for at in 0..gold.len() {
            let start = ends.last().copied().unwrap_or(0);
            ends.push(start + records[start..].partition_point(|record| record.sentence as usize <= at));
        }
        let listed = records.into_iter().map(|record| record.listed).collect();
        Ok(FileModel { gold, inventory, defaults, listed, ends, categories, left_out })
    }
}
