//! The chunks of a system, compared with gold.

use treescore::findings::Finding;

use super::pairing::{Pairs, compare_words, pairs};
use super::{FileError, FileFault, Gold, PhraseFileError, default};
use crate::{
    Category, Chunk, Defaults, Inventory, ListedCandidate, PhraseProbabilities, Sentence, SequenceTally,
};

/// The chunks that a system found in the sentences of gold. Sentences are paired by their ids, or in order if
/// no id is known to both sides.
///
/// As a model, a chunk of the system has probability 1 and any other candidate 0; a
/// [`Floor`](crate::Floor) makes that less certain.
///
/// ```
/// use treescore_phrase::{ChunkSystem, Gold};
/// let mut gold = Gold::new("gold.txt");
/// gold.read_columns("gold.txt", Box::new(&b"the B-NP\ngull I-NP\nslept B-VP\n"[..]), Default::default())?;
/// let mut system = Gold::new("system.txt");
/// system.read_columns("system.txt", Box::new(&b"the B-NP\ngull B-NP\nslept B-VP\n"[..]), Default::default())?;
/// let system = ChunkSystem::new(system, &gold)?;
/// let tally = system.tally()?;
/// assert_eq!((tally.chunks().correct, tally.accuracy()), (1, 2.0 / 3.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ChunkSystem<'g> {
    gold: &'g Gold,
    system: Gold,
    inventory: Inventory,
    defaults: Defaults,
    /// The category of the inventory for each category of gold, and of the system.
    of_gold: Vec<Category>,
    of_system: Vec<Category>,
    /// The system's sentence for each of gold.
    partners: Vec<usize>,
    notes: Vec<Finding>,
}

impl<'g> ChunkSystem<'g> {
    /// Pairs the sentences.
    ///
    /// # Errors
    /// If the system has other sentences than gold.
    pub fn new(system: Gold, gold: &'g Gold) -> Result<Self, PhraseFileError> {
        let Pairs { partners, mut notes } = pairs(gold, &system)?;
        notes.extend(compare_words(gold, &system, &partners)?);
        let mut inventory = gold.inventory().clone();
        let names = system.inventory().names();
        let too_many = || FileFault::GoldCategory.with("there are too many categories").at(system.name(), 0);
        let of_system = names
            .map(|name| inventory.find(name.as_bytes()).or_else(|| inventory.add(name)).ok_or_else(too_many))
            .collect::<Result<Vec<_>, _>>()?;
        let of_gold = gold.inventory().categories().collect();
        let defaults = default::constant(&inventory, 0.0);
        Ok(Self { gold, system, inventory, defaults, of_gold, of_system, partners, notes })
    }

    /// How the sentences were paired, and what was left out or not compared.
    pub fn notes(&self) -> &[Finding] {
        &self.notes
    }

    /// Writes gold sentence `at`, from 0, with the categories of this inventory.
    pub fn gold_sentence(&self, at: usize, sentence: &mut Sentence) {
        self.gold.fill(at, sentence);
        translate(&mut sentence.chunks, &self.of_gold);
    }

    fn system_sentence(&self, at: usize, sentence: &mut Sentence) {
        self.system.fill(self.partners.get(at).copied().unwrap_or(at), sentence);
        translate(&mut sentence.chunks, &self.of_system);
    }

    /// Chunk types of the system that gold never has, as a finding.
    ///
    /// ```
    /// use treescore_phrase::{ChunkSystem, Gold};
    /// let read = |name: &str, text: &'static str| {
    ///     let mut chunks = Gold::new(name);
    ///     chunks.read_columns(name, Box::new(text.as_bytes()), Default::default()).map(|()| chunks)
    /// };
    /// let gold = read("gold.txt", "the B-NP\ngull I-NP\nslept B-VP\n")?;
    /// let system = ChunkSystem::new(read("system.txt", "the B-NX\ngull I-NX\nslept B-VP\n")?, &gold)?;
    /// let found = system.categories_differ().unwrap();
    /// assert_eq!(found.message, "1 system chunk with a type that gold never has: NX 1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn categories_differ(&self) -> Option<Finding> {
        let (mut counts, mut sentence) = (vec![[0_u64; 2]; self.inventory.len()], Sentence::default());
        for at in 0..self.gold.len() {
            self.gold_sentence(at, &mut sentence);
            sentence.chunks.iter().for_each(|chunk| counts[chunk.category.index()][0] += 1);
            self.system_sentence(at, &mut sentence);
            sentence.chunks.iter().for_each(|chunk| counts[chunk.category.index()][1] += 1);
        }
        let named = self.inventory.names().zip(counts).filter(|(name, _)| *name != Inventory::NULL);
        let (mut all, mut unknown) = (0, Vec::new());
        for (name, [gold, system]) in named {
            all += system;
            unknown.extend((gold == 0 && system > 0).then(|| (name.to_owned(), system)));
        }
        Finding::categories_differ(&unknown, all)
    }

    /// Counts the chunks and tags of both sides, and those that are the same.
    ///
    /// # Errors
    /// If the chunks of a sentence overlap or leave a gap.
    pub fn tally(&self) -> Result<SequenceTally, FileError> {
        let (mut gold, mut system) = (Sentence::default(), Sentence::default());
        let mut tally = SequenceTally::default();
        for at in 0..self.gold.len() {
            self.gold_sentence(at, &mut gold);
            self.system_sentence(at, &mut system);
            tally.add_chunks(&gold, &system, &self.inventory).map_err(|error| {
                if gold.is_partition() { &self.system } else { self.gold }.not_a_partition(&error)
            })?;
        }
        Ok(tally)
    }
}

fn translate(chunks: &mut [Chunk], categories: &[Category]) {
    for chunk in chunks {
        chunk.category = categories.get(chunk.category.index()).copied().unwrap_or(chunk.category);
    }
}

impl PhraseProbabilities for ChunkSystem<'_> {
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
        let Some(at) = self.gold.find(&sentence.id) else { return };
        let mut system = Sentence::default();
        self.system_sentence(at as usize, &mut system);
        out.extend(system.chunks.iter().map(|&Chunk { category, start, end }| ListedCandidate {
            category,
            start,
            end,
            probability: 1.0,
            covered: 0.0,
        }));
    }
}

#[cfg(test)]
#[path = "system_tests.rs"]
mod tests;
