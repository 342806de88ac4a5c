//! The tagger's counts: words with their tags, and trigrams of tags.

use treescore::values::hash::HashMap;

/// Precedes the first word of a sentence.
pub(crate) const BEGIN: &str = "<s>";
/// Follows the last word of a sentence.
pub(crate) const END: &str = "</s>";

/// The number of a tag: its place among all tags sorted by code point. The two boundaries follow the tags.
pub type Tag = u32;
/// The number of a tag that was not in the training data.
pub const UNKNOWN: Tag = u32::MAX;

/// Names numbered in the order of their first occurrence.
#[derive(Clone, Debug, Default)]
struct Names {
    numbers: HashMap<Box<str>, u32>,
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

    /// Adds all names of another table and returns their numbers here.
    fn adopt(&mut self, other: &Self) -> Vec<u32> {
        other.names.iter().map(|name| self.intern(name)).collect()
    }

    /// Returns the names sorted by code point, and the new number of each old one.
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

/// A set of tags with numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TagSet {
    names: Vec<Box<str>>,
    numbers: HashMap<Box<str>, Tag>,
}

impl TagSet {
    /// Creates the set of these tags, in any order; repeated names count once.
    pub(crate) fn new(names: impl IntoIterator<Item = Box<str>>) -> Self {
        let mut names: Vec<Box<str>> = names.into_iter().collect();
        names.sort_unstable();
        names.dedup();
        let numbers = names.iter().zip(0..).map(|(name, number)| (name.clone(), number)).collect();
        Self { names, numbers }
    }

    /// Returns the number of tags, without the boundaries.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// True if there are no tags.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns the number of a tag, [`UNKNOWN`] if there is no such tag. The boundaries are not tags.
    pub fn number(&self, name: &str) -> Tag {
        self.numbers.get(name).copied().unwrap_or(UNKNOWN)
    }

    /// Returns the number of the boundary before a sentence.
    pub(crate) fn begin(&self) -> Tag {
        self.names.len() as Tag
    }

    /// Returns the number of the boundary after a sentence.
    pub(crate) fn end(&self) -> Tag {
        self.begin() + 1
    }

    /// Returns the number of a tag or boundary, [`UNKNOWN`] if there is no such tag.
    pub(crate) fn number_or_boundary(&self, name: &str) -> Tag {
        match name {
            BEGIN => self.begin(),
            END => self.end(),
            _ => self.number(name),
        }
    }

    /// Returns the name of a tag or boundary; empty if it is unknown.
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
    emitted: HashMap<(u32, u32), u64>,
    /// Tags are numbered from 2 here: 0 and 1 are the boundaries.
    trigrams: HashMap<[u32; 3], u64>,
}

const BEGIN_HERE: u32 = 0;
const END_HERE: u32 = 1;

impl TagCounts {
    /// Adds the tags of one sentence without counting, for models in which tags are certain.
    pub(crate) fn add_tags(&mut self, tags: impl Iterator<Item: AsRef<str>>) {
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
        // Integer sums do not depend on the order of a hash table.
        other.emitted.iter().for_each(|(&(word, tag), &count)| {
            *self.emitted.entry((words[word as usize], tags[tag as usize])).or_default() += count;
        });
        let renamed = |tag: u32| tag.checked_sub(2).map_or(tag, |tag| tags[tag as usize] + 2);
        other.trigrams.iter().for_each(|(trigram, &count)| {
            *self.trigrams.entry(trigram.map(renamed)).or_default() += count;
        });
    }

    /// Ends counting: sorts everything by code point.
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

/// A tag has the reserved name of a sentence boundary.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the tag `{0}` is reserved for sentence boundaries: rename it in the trees")]
pub struct ReservedTag(pub &'static str);

/// The counts that a tagger is made from, sorted by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TaggerCounts {
    /// The tags.
    pub tags: TagSet,
    /// The words, sorted.
    pub words: Vec<Box<str>>,
    /// How often each word had each tag, sorted: number of the word, tag, count.
    pub emitted: Vec<(u32, Tag, u64)>,
    /// How often tags or boundaries occurred in this order, sorted.
    pub trigrams: Vec<([Tag; 3], u64)>,
}
