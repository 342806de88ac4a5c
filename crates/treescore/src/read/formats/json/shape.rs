//! What kind of JSON a file is, by the fields of its first unit and the strings of all.

use crate::values::hash::HashMap;

use super::arrays::{ArrayReading, ArraysTally};
use super::dom::{At, Dom, Kind, ROOT};
use super::fields::{names, near};
use super::text::{Items, TOP, items};
use crate::read::file_fault::FileFault;
use crate::read::lines::{end_lines_with_lf, is_space};
use crate::read::recognise::Confidence;
use crate::read::window::Landmark;

/// Fields that hold trees.
pub(super) const TREES: [&str; 7] =
    ["tree", "trees", "parse", "constituency", "pred", "prediction", "output"];

/// Fields of nodes.
pub(super) const NODE: [&str; 3] = ["label", "children", "type"];

/// What JSON holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Objects with labels and children.
    Nodes,
    /// Nested lists.
    Arrays(ArrayReading, Confidence),
    /// Strings of brackets.
    Strings,
    /// What `CoreNLP` writes.
    CoreNlp,
    /// Intents and slots.
    Frames,
    /// Times.
    Times,
    /// Times of the Montreal Forced Aligner.
    Mfa,
    /// Times of Whisper.
    Whisper,
    /// Gold chunks.
    Chunks,
    /// Candidates of a phrase model.
    Probabilities,
}

/// The shape of a text, of which only the first part may be there.
pub(crate) fn shape_of_sample(text: &[u8], is_whole: bool) -> Result<Shape, FileFault> {
    let mut text = std::borrow::Cow::Borrowed(text);
    if memchr::memchr(b'\n', &text).is_none() {
        end_lines_with_lf(text.to_mut()); // so that the places of faults are right
    }
    let text = &*text;
    let items = items(text, is_whole)?;
    let facts = Facts::of(text, &items, None)?;
    facts.shape().ok_or_else(|| facts.unknown_shape(text, &items))
}

/// What is known about the units of a file.
#[derive(Default)]
pub(super) struct Facts {
    /// The first unit.
    first: Dom,
    units: usize,
    /// True if the end of the text cuts the only unit.
    is_cut: bool,
    /// Units that are strings of brackets.
    trees: usize,
    arrays: ArraysTally,
    /// By field, the number of units in which it holds a tree; in the order of the text.
    fields: Vec<(Box<[u8]>, usize)>,
}

impl Facts {
    /// Looks at all units. `field` is the one that holds the tree, if that is given.
    pub(super) fn of(text: &[u8], items: &Items, field: Option<&str>) -> Result<Self, FileFault> {
        let mut facts = Self { is_cut: items.is_cut, ..Self::default() };
        let mut by_name = HashMap::default();
        let mut dom = Dom::default();
        for (number, &extent) in items.extents.iter().enumerate() {
            dom.read(text, extent, items.is_cut).map_err(|fault| {
                let place = Landmark::first(TOP).position(text, fault.at);
                FileFault::at("not-json", format!("JSON breaks off: {}", fault.kind.title()), place)
            })?;
            facts.add(&dom, field, &mut by_name);
            if number == 0 {
                facts.first = dom.clone();
            }
        }
        Ok(facts)
    }

    fn add(&mut self, dom: &Dom, field: Option<&str>, by_name: &mut HashMap<Box<[u8]>, usize>) {
        self.units += 1;
        self.trees += usize::from(dom.string(ROOT).is_some_and(holds_tree));
        if let Some(tree) = array_tree(dom, field) {
            self.arrays.add(&dom.tally(tree));
        }
        if !dom.is_object(ROOT) {
            return;
        }
        for member in dom.members(ROOT) {
            let Some(text) = dom.string(member) else { continue };
            let next = self.fields.len();
            let at = *by_name.entry(dom.key(member).into()).or_insert(next);
            if at == next {
                self.fields.push((dom.key(member).into(), 0));
            }
            if let Some((_, count)) = self.fields.get_mut(at) {
                *count += usize::from(holds_tree(text));
            }
        }
    }

    /// The fields that hold trees in half of the units or more.
    pub(super) fn tree_fields(&self) -> impl Iterator<Item = &[u8]> {
        self.fields.iter().filter(|(_, count)| count * 2 >= self.units).map(|(name, _)| &name[..])
    }

    /// The first unit.
    pub(super) fn first(&self) -> &Dom {
        &self.first
    }

    /// The shape, if it is known.
    pub(super) fn shape(&self) -> Option<Shape> {
        match self.first.kind(ROOT) {
            _ if self.units == 0 => None,
            Kind::String => (self.trees * 2 >= self.units).then_some(Shape::Strings),
            Kind::List => Some(self.list_shape()),
            Kind::Object => self.object_shape(),
            _ => None,
        }
    }

    /// How lists are read.
    pub(super) fn array_reading(&self) -> ArrayReading {
        self.arrays.reading().0
    }

    fn arrays(&self) -> Shape {
        let (reading, confidence) = self.arrays.reading();
        Shape::Arrays(reading, confidence)
    }

    fn list_shape(&self) -> Shape {
        let dom = &self.first;
        let is_number = |at: At| dom.kind(at) == Kind::Number;
        let is_times = dom.members(ROOT).any(|member| {
            is_number(member)
                || dom.is_list(member) && dom.members(member).any(is_number)
                || dom.has(member, "start")
        });
        if is_times { Shape::Times } else { self.arrays() }
    }

    fn object_shape(&self) -> Option<Shape> {
        let dom = &self.first;
        let has = |name: &str| dom.has(ROOT, name);
        let has_tree =
            |kind: Kind| TREES.iter().any(|name| dom.get(ROOT, name).is_some_and(|at| dom.kind(at) == kind));
        // What is called a tree is one, whatever is in brackets beside it.
        let tree = dom.get(ROOT, "tree").map(|at| dom.kind(at));
        let is_format =
            || dom.get(ROOT, "format").is_some_and(|at| dom.text(at) == b"treescore-phrase-probabilities");
        if has("tiers") {
            Some(Shape::Mfa)
        } else if has("segments") || has("word_segments") {
            Some(Shape::Whisper)
        } else if has("result") && has("text") {
            None // Vosk's recogniser, which has no reader
        } else if has("sentences") {
            Some(Shape::CoreNlp)
        } else if self.has_times() {
            Some(Shape::Times)
        } else if tree == Some(Kind::Object) {
            Some(Shape::Nodes)
        } else if tree == Some(Kind::List) {
            Some(self.arrays())
        } else if self.tree_fields().next().is_some() {
            Some(Shape::Strings)
        } else if has_tree(Kind::Object) {
            Some(Shape::Nodes)
        } else if has_tree(Kind::List) {
            Some(self.arrays())
        } else if has("sent") && has("chunks") {
            Some(Shape::Chunks)
        } else if has("sent") && has("cat") || is_format() {
            Some(Shape::Probabilities)
        } else if has("intent") || has("slots") || has("entities") {
            Some(Shape::Frames)
        } else if self.looks_like_node() {
            Some(Shape::Nodes)
        } else {
            // Whisper writes the whole transcript before its segments.
            (self.is_cut && has("text") && dom.members(ROOT).count() == 1).then_some(Shape::Whisper)
        }
    }

    /// A word with its times, or a list of them.
    fn has_times(&self) -> bool {
        let dom = &self.first;
        let is_word = dom.has(ROOT, "start")
            && dom.has(ROOT, "end")
            && (dom.has(ROOT, "word") || dom.members(ROOT).count() == 2);
        let first_word = dom.get(ROOT, "words").and_then(|words| dom.members(words).next());
        is_word || first_word.is_some_and(|word| dom.is_object(word) || dom.is_list(word))
    }

    fn looks_like_node(&self) -> bool {
        let dom = &self.first;
        dom.has(ROOT, "label")
            || dom.has(ROOT, "children")
            || dom.members(ROOT).any(|member| near(dom.key(member), NODE.into_iter()).is_some())
    }

    /// Why nothing is read.
    pub(super) fn unknown_shape(&self, text: &[u8], items: &Items) -> FileFault {
        let fields =
            if self.first.is_object(ROOT) { names(&self.first, ROOT) } else { "no object".to_owned() };
        let first = items.extents.first().map_or(0, |&(start, _)| start);
        let place = Landmark::first(TOP).position(text, first.min(first_value(text)));
        FileFault::at("format-unknown", format!("is JSON of no known shape; fields: {fields}"), place)
    }
}

/// Where the text begins.
fn first_value(text: &[u8]) -> usize {
    text.iter().take_while(|&&byte| is_space(byte)).count()
}

/// The list that is the tree of a unit: in this field, or in one that usually holds trees.
pub(super) fn array_tree(dom: &Dom, field: Option<&str>) -> Option<At> {
    if let Some(field) = field {
        dom.get(ROOT, field).filter(|&at| dom.is_list(at))
    } else if dom.is_object(ROOT) {
        TREES.iter().filter_map(|name| dom.get(ROOT, name)).find(|&at| dom.is_list(at))
    } else {
        dom.is_list(ROOT).then_some(ROOT)
    }
}

/// True if a string is a tree: one bracket from its first character to its last.
pub(super) fn holds_tree(text: &[u8]) -> bool {
    let end = text.len() - text.iter().rev().take_while(|&&byte| is_space(byte)).count();
    let text = text.get(first_value(text)..end).unwrap_or_default();
    if !text.starts_with(b"(") {
        return false;
    }
    let mut depth = 0usize;
    for at in memchr::memchr2_iter(b'(', b')', text) {
        depth = if text[at] == b'(' { depth + 1 } else { depth - 1 };
        if depth == 0 {
            return at + 1 == text.len();
        }
    }
    false
}
