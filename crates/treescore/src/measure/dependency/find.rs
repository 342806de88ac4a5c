//! The dependencies of one side: every word and its governor, by a head table.

use std::sync::Arc;

use crate::measure::Side;
use crate::prepare::heads::{HeadChild, HeadFinder, HeadTable};
use crate::prepare::{Prepared, Root, Rules};
use crate::tree::{Arena, Event, Label, Labels, Node, Word};

/// A word and its governor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dependency {
    /// The word: its number among the counted words.
    pub(crate) dependent: u32,
    /// Class of the label of the largest phrase whose head the word is, or of its tag if there is none.
    pub(crate) label: u32,
    /// The governor; `None` at the top.
    pub(crate) governor: Option<Governor>,
    /// True if both words are of an open class.
    pub(crate) is_open: bool,
}

/// The word and phrase that a word depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Governor {
    /// The head: its number among the counted words.
    pub(crate) word: u32,
    /// Class of the label of the smallest phrase that contains both.
    pub(crate) label: u32,
}

/// One side, as input of [`DependencyFinder::find`].
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    /// The trees.
    pub(crate) arena: &'a Arena,
    /// The text that the words are slices of.
    pub(crate) text: &'a [u8],
    /// The trees as the recipe prepares them.
    pub(crate) prepared: &'a Prepared,
    /// The recipe's rules for labels.
    pub(crate) rules: &'a Rules,
}

impl<'a> Source<'a> {
    /// Creates a source from one side of a pair.
    pub(crate) fn new(side: &Side<'a>, rules: &'a Rules) -> Self {
        Self { arena: side.arena, text: side.text, prepared: side.prepared, rules }
    }
}

/// A phrase for which a head table has no head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoHead {
    /// The class of its label.
    pub(crate) class: u32,
}

/// Finds dependencies by one head table. Buffers are reused; nothing is allocated once they are warm.
///
/// Brackets that the recipe deletes are skipped: their contents belong to the bracket around them. Words that
/// do not count or that are part of a speech repair are skipped, too, and so are brackets that contain
/// nothing else. Phrases and words that are then in no other phrase depend on the top, and so does everything
/// directly in a root that does not count.
///
/// Class numbers are those of one [`Rules`]; another one needs another finder.
#[derive(Clone, Debug)]
pub(crate) struct DependencyFinder {
    table: Arc<HeadTable>,
    heads: HeadFinder,
    labels: Labels,
    /// For each class, the label of its name in `labels`; filled on first use.
    by_class: Vec<Option<Label>>,
    open: Vec<Phrase>,
    /// The parts of the open phrases that are in no closed phrase.
    parts: Vec<Part>,
    /// The same parts, as input of the head table.
    children: Vec<HeadChild>,
}

/// A phrase that is not closed yet.
#[derive(Clone, Copy, Debug)]
struct Phrase {
    /// Number of parts before its first.
    before: usize,
    /// The class of its label; `None` if the recipe deletes it.
    class: Option<u32>,
}

/// A word or a phrase.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// Index of its head in the dependencies.
    head: usize,
    /// The class of its label or tag.
    class: u32,
}

impl DependencyFinder {
    /// Creates a finder for this table.
    pub(crate) fn new(table: Arc<HeadTable>) -> Self {
        let mut labels = Labels::new();
        Self {
            heads: HeadFinder::new(&table, &mut labels),
            table,
            labels,
            by_class: Vec::new(),
            open: Vec::new(),
            parts: Vec::new(),
            children: Vec::new(),
        }
    }

    /// True if the finder is for this very table.
    pub(crate) fn is_for(&self, table: &Arc<HeadTable>) -> bool {
        Arc::ptr_eq(&self.table, table)
    }

    /// Finds the dependencies, in the order of their dependents.
    ///
    /// # Errors
    /// If the table has no head for a phrase. `found` then still has one dependency per word, but governors
    /// may be missing.
    pub(crate) fn find(&mut self, source: Source<'_>, found: &mut Vec<Dependency>) -> Result<(), NoHead> {
        let Source { text, prepared, rules, .. } = source;
        if !source.arena.heads().is_empty() {
            find_given(source, found);
            return Ok(());
        }
        let is_edited = |number| prepared.is_edited(number);
        let is_closed = |word: &Word| {
            rules.by_label()[word.tag.index()].is_closed || rules.is_closed_word(word.bytes(text))
        };
        self.find_where(source, is_edited, is_closed, found)
    }

    /// As [`find`](Self::find), with functions that tell which words (by their numbers in the trees) are
    /// edited and which are of a closed class.
    fn find_where(
        &mut self,
        source: Source<'_>,
        is_edited: impl Fn(usize) -> bool,
        is_closed: impl Fn(&Word) -> bool,
        found: &mut Vec<Dependency>,
    ) -> Result<(), NoHead> {
        self.open.clear();
        self.parts.clear();
        self.children.clear();
        found.clear();
        let (rules, kept) = (source.rules, source.prepared.kept());
        let (mut passed, mut counted, mut failed) = (0, 0, Ok(()));
        for event in source.arena.walk() {
            match event {
                Event::Open(node) => {
                    self.open.push(Phrase { before: self.parts.len(), class: class_of(node, rules) });
                }
                Event::Word(word) => {
                    let number = passed;
                    passed += 1;
                    if kept.get(counted) != Some(&(number as u32)) {
                        continue;
                    }
                    let dependent = counted as u32;
                    counted += 1;
                    if !is_edited(number) {
                        let label = rules.by_label()[word.tag.index()].tag;
                        self.push(Part { head: found.len(), class: label }, rules);
                        found.push(Dependency {
                            dependent,
                            label,
                            governor: None,
                            is_open: !is_closed(word),
                        });
                    }
                }
                Event::Close => failed = failed.and(self.close(rules, found)),
            }
        }
        for part in self.parts.drain(..) {
            found[part.head].label = part.class;
        }
        failed
    }

    /// Closes the innermost open phrase: replaces its parts with one.
    fn close(&mut self, rules: &Rules, found: &mut [Dependency]) -> Result<(), NoHead> {
        let Some(Phrase { before, class: Some(class) }) = self.open.pop() else { return Ok(()) };
        let parts = &self.parts[before..];
        if parts.is_empty() {
            return Ok(());
        }
        let label = label_of(class, rules, &mut self.labels, &mut self.by_class);
        let place = self.heads.find(label, &self.children[before..]).ok_or(NoHead { class })?;
        let head = parts[place].head;
        let Dependency { dependent: word, is_open, .. } = found[head]; // not assigned yet: `is_open` is that of the word alone
        for (at, part) in parts.iter().enumerate() {
            if at != place {
                let one = &mut found[part.head];
                (one.label, one.governor) = (part.class, Some(Governor { word, label: class }));
                one.is_open &= is_open;
            }
        }
        self.parts.truncate(before);
        self.children.truncate(before);
        self.push(Part { head, class }, rules);
        Ok(())
    }

    fn push(&mut self, part: Part, rules: &Rules) {
        let label = label_of(part.class, rules, &mut self.labels, &mut self.by_class);
        self.children.push(HeadChild::plain(label));
        self.parts.push(part);
    }
}

/// The class of a phrase; `None` if the recipe deletes it, or if it is a root that only holds the tree.
/// Takes the dependencies that the file gives. The head of a word that does not count is replaced by the head
/// of that head, and so on.
fn find_given(source: Source<'_>, found: &mut Vec<Dependency>) {
    let Source { arena, text, prepared, rules } = source;
    let (heads, kept, by_label) = (arena.heads(), prepared.kept(), rules.by_label());
    let is_open = |number: u32| {
        arena.words().get(number as usize).is_some_and(|word| {
            !by_label[word.tag.index()].is_closed && !rules.is_closed_word(word.bytes(text))
        })
    };
    found.clear();
    for (dependent, &number) in (0..).zip(kept) {
        let given = heads.get(number as usize);
        let mut head = given.and_then(|given| given.head);
        let mut governor = None;
        // No more steps than words: heads may run in a circle.
        for _ in 0..=heads.len() {
            let Some(above) = head.and_then(|head| head.checked_sub(1)) else { break };
            if let Ok(place) = kept.binary_search(&above) {
                governor = Some((above, place as u32));
                break;
            }
            head = heads.get(above as usize).and_then(|given| given.head);
        }
        let class = |label: Option<Label>| label.map_or(0, |label| by_label[label.index()].bracket);
        let outer = class(given.map(|given| given.outer));
        found.push(Dependency {
            dependent,
            label: class(given.map(|given| given.relation)),
            governor: governor.map(|(_, word)| Governor { word, label: outer }),
            is_open: is_open(number) && governor.is_none_or(|(above, _)| is_open(above)),
        });
    }
}

fn class_of(node: &Node, rules: &Rules) -> Option<u32> {
    let rule = &rules.by_label()[node.label.index()];
    let is_top = match rules.recipe().root {
        Root::Count => false,
        Root::Drop => node.parent().is_none(),
        Root::Dummy => node.parent().is_none() && rule.is_dummy,
    };
    (rule.keep_bracket && !is_top).then_some(rule.bracket)
}

/// The head table's label for a class.
fn label_of(class: u32, rules: &Rules, labels: &mut Labels, by_class: &mut Vec<Option<Label>>) -> Label {
    let at = class as usize;
    if by_class.len() <= at {
        by_class.resize(at + 1, None);
    }
    *by_class[at].get_or_insert_with(|| labels.intern(rules.class_name(class)))
}

#[cfg(test)]
#[path = "find_tests.rs"]
mod tests;
