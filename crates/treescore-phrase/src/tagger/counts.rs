//! What the tagger counts: words with their tags, and tags in threes.

use rustc_hash::FxHashMap;

/// Stands before the first word of a sentence.
pub const BEGIN: &str = "<s>";
/// Stands behind the last word of a sentence.
pub const END: &str = "</s>";

/// Number of a tag: its place among all tags in the order of their code points. The two boundaries come behind the tags.
pub type Tag = u32;
/// The number of a tag that was not in the training data.
pub const UNKNOWN: Tag = u32::MAX;

/// Names with numbers in the order in which they were seen.
#[derive(Clone, Debug, Default)]
struct Names {
    numbers: FxHashMap<Box<str>, u32>,
    names: Vec<Box<str>>,
}

impl Names {
    fn intern(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len() as u32;
        self.numbers.insert(name.into(), number);
        self.names.push(name.into());
        number
    }

    /// The numbers that all names of another table have here.
    fn adopt(&mut self, other: &Self) -> Vec<u32> {
        other.names.iter().map(|name| self.intern(name)).collect()
    }

    /// The names in the order of their code points, and the new number of each old one.
    fn sorted(self) -> (Vec<Box<str>>, Vec<u32>) {
        let mut order: Vec<u32> = (0..self.names.len() as u32).collect();
        order.sort_unstable_by(|&one, &other| self.names[one as usize].cmp(&self.names[other as usize]));
        let mut moved = vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            moved[old as usize] = new as u32;
        }
        let mut names = self.names;
        names.sort_unstable();
        (names, moved)
    }
}

/// Which tags there are, each with a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TagSet {
    names: Vec<Box<str>>,
    numbers: FxHashMap<Box<str>, Tag>,
}

impl TagSet {
    /// The tags with these names, in any order; names that occur twice count once.
    pub fn new(names: impl IntoIterator<Item = Box<str>>) -> Self {
        let mut names: Vec<Box<str>> = names.into_iter().collect();
        names.sort_unstable();
        names.dedup();
        let numbers = names.iter().zip(0..).map(|(name, number)| (name.clone(), number)).collect();
        Self { names, numbers }
    }

    /// How many tags there are, without the boundaries.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Is there no tag?
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The number of a tag, [`UNKNOWN`] if there is no such tag. The boundaries are not tags.
    pub fn number(&self, name: &str) -> Tag {
        self.numbers.get(name).copied().unwrap_or(UNKNOWN)
    }

    /// The number of what stands before a sentence.
    pub fn begin(&self) -> Tag {
        self.names.len() as Tag
    }

    /// The number of what stands behind a sentence.
    pub fn end(&self) -> Tag {
        self.begin() + 1
    }

    /// The number of a tag or boundary, [`UNKNOWN`] if there is no such tag.
    pub fn number_or_boundary(&self, name: &str) -> Tag {
        match name {
            BEGIN => self.begin(),
            END => self.end(),
            _ => self.number(name),
        }
    }

    /// The name of a tag or boundary; empty if it is unknown.
    pub fn name(&self, tag: Tag) -> &str {
        match self.names.get(tag as usize) {
            Some(name) => name,
            None if tag == self.begin() => BEGIN,
            None if tag == self.end() => END,
            None => "",
        }
    }
}

/// Counts while they grow. Counts of parts of a corpus add up with [`merge`](Self::merge), in any order.
#[derive(Clone, Debug, Default)]
pub struct TagCounts {
    tags: Names,
    words: Names,
    emitted: FxHashMap<(u32, u32), u64>,
    /// Tags are counted from 2 here: 0 and 1 are the boundaries.
    trigrams: FxHashMap<[u32; 3], u64>,
}

const BEGIN_HERE: u32 = 0;
const END_HERE: u32 = 1;

impl TagCounts {
    /// Counts the tags, and nothing else, of one sentence: what is needed where tags are certain.
    pub fn add_tags(&mut self, tags: impl Iterator<Item: AsRef<str>>) {
        tags.for_each(|tag| {
            self.tags.intern(tag.as_ref());
        });
    }

    /// Counts one sentence of words with their tags.
    pub fn add<S: AsRef<str>>(&mut self, sentence: impl Iterator<Item = (S, S)>) {
        let mut context = [BEGIN_HERE; 2];
        for (word, tag) in sentence {
            let (word, tag) = (self.words.intern(word.as_ref()), self.tags.intern(tag.as_ref()));
            *self.emitted.entry((word, tag)).or_default() += 1;
            *self.trigrams.entry([context[0], context[1], tag + 2]).or_default() += 1;
            context = [context[1], tag + 2];
        }
        *self.trigrams.entry([context[0], context[1], END_HERE]).or_default() += 1;
    }

    /// Adds the counts of another part of the corpus.
    pub fn merge(&mut self, other: &Self) {
        let (tags, words) = (self.tags.adopt(&other.tags), self.words.adopt(&other.words));
        // Whole numbers: the order in which a hash table gives them makes no difference.
        other.emitted.iter().for_each(|(&(word, tag), &count)| {
            *self.emitted.entry((words[word as usize], tags[tag as usize])).or_default() += count;
        });
        let renamed = |tag: u32| tag.checked_sub(2).map_or(tag, |tag| tags[tag as usize] + 2);
        other.trigrams.iter().for_each(|(trigram, &count)| {
            *self.trigrams.entry(trigram.map(renamed)).or_default() += count;
        });
    }

    /// Ends counting: everything gets its place in the order of code points.
    ///
    /// # Errors
    /// If a tag has the name of a boundary.
    pub fn freeze(self) -> Result<TaggerCounts, ReservedTag> {
        if let Some(name) = [BEGIN, END].into_iter().find(|&name| self.tags.numbers.contains_key(name)) {
            return Err(ReservedTag(name));
        }
        let (tag_names, tags) = self.tags.sorted();
        let (words, moved) = self.words.sorted();
        let tag_set = TagSet::new(tag_names);
        let boundaries = [tag_set.begin(), tag_set.end()];
        let renamed = |tag: u32| match tag.checked_sub(2) {
            Some(tag) => tags[tag as usize],
            None => boundaries[tag as usize],
        };
        let mut emitted: Vec<_> = self
            .emitted
            .into_iter()
            .map(|((word, tag), count)| (moved[word as usize], tags[tag as usize], count))
            .collect();
        emitted.sort_unstable();
        let mut trigrams: Vec<_> =
            self.trigrams.into_iter().map(|(trigram, count)| (trigram.map(renamed), count)).collect();
        trigrams.sort_unstable();
        Ok(TaggerCounts { tags: tag_set, words, emitted, trigrams })
    }
}

/// A tag has the name that boundaries of sentences have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` stands for the boundary of a sentence and cannot be a tag: rename it")]
pub struct ReservedTag(pub &'static str);

/// All that a tagger is made of: counts, in the order of their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TaggerCounts {
    /// The tags.
    pub tags: TagSet,
    /// The words, sorted.
    pub words: Vec<Box<str>>,
    /// How often each word had each tag, sorted: number of the word, tag, count.
    pub emitted: Vec<(u32, Tag, u64)>,
    /// How often tags or boundaries stood in this order, sorted.
    pub trigrams: Vec<([Tag; 3], u64)>,
}
