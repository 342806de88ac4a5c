//! The nodes of one side as Struct-IoU sees them: brackets and tags in preorder, each over an interval.

use super::Gaps;
use crate::align::times::close_gaps;
use crate::measure::Pair;
use crate::tree::{Span, Which};

/// The nodes of a tree. Buffers are reused from pair to pair.
#[derive(Clone, Debug, Default)]
pub(super) struct Nodes {
    /// One past the last node of each subtree.
    pub(super) ends: Vec<u32>,
    /// Start and end of each node.
    pub(super) times: Vec<(f64, f64)>,
    /// Class of each node's label.
    pub(super) classes: Vec<u32>,
    /// True for nodes directly over a word.
    pub(super) is_tag: Vec<bool>,
    /// The words under each node, as numbers among the counted words.
    pub(super) words: Vec<Span>,
    /// True if a root was added over several trees. It is not a node: it has no partner and is not counted.
    pub(super) has_dummy: bool,
    /// Times of the counted words.
    word_times: Vec<(f64, f64)>,
    open: Vec<(u32, u32)>,
}

/// The class of a root that was added over several trees: no label has it.
const DUMMY: u32 = u32::MAX;

impl Nodes {
    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.ends.len() - usize::from(self.has_dummy)
    }

    /// The time from the start of the first word to the end of the last.
    pub(super) fn duration(&self) -> f64 {
        match (self.word_times.first(), self.word_times.last()) {
            (Some(first), Some(last)) => last.1 - first.0,
            _ => 0.0,
        }
    }

    /// Reads the nodes of a tree: the counted brackets, and the tags of the counted words.
    pub(super) fn read(&mut self, pair: &Pair<'_>, which: Which, gaps: Gaps) {
        let (side, rules) = (pair.side(which), pair.rules);
        let words = side.prepared.kept();
        self.set_word_times(pair, which, gaps);
        self.clear();
        let spans = side.prepared.spans();
        self.has_dummy = !is_one_tree(spans, words.len());
        if self.has_dummy {
            self.push(DUMMY, Span::new(0, words.len() as u32).unwrap_or_default(), false);
            self.open.push((0, words.len() as u32));
        }
        let mut brackets = spans.iter().map(|&key| Span::of_key(key)).zip(side.prepared.classes()).peekable();
        for (place, &word) in words.iter().enumerate() {
            let place = place as u32;
            self.close(place);
            while let Some((span, &class)) = brackets.next_if(|(span, _)| span.start() == place) {
                self.open.push((self.ends.len() as u32, span.end()));
                self.push(class, span, false);
            }
            let tag = side.arena.words()[word as usize].tag;
            self.push(
                rules.by_label()[tag.index()].tag,
                Span::new(place, place + 1).unwrap_or_default(),
                true,
            );
        }
        self.close(words.len() as u32);
    }

    fn clear(&mut self) {
        self.ends.clear();
        self.times.clear();
        self.classes.clear();
        self.is_tag.clear();
        self.words.clear();
        self.open.clear();
    }

    fn push(&mut self, class: u32, span: Span, is_tag: bool) {
        let first = self.word_times.get(span.start() as usize).map_or(0.0, |time| time.0);
        let last = self.word_times.get(span.end() as usize - 1).map_or(first, |time| time.1);
        self.ends.push(self.ends.len() as u32 + 1);
        self.times.push((first, last));
        self.classes.push(class);
        self.is_tag.push(is_tag);
        self.words.push(span);
    }

    /// Closes the brackets that end at or before this word.
    fn close(&mut self, place: u32) {
        while let Some(&(node, end)) = self.open.last() {
            if end > place {
                break;
            }
            self.ends[node as usize] = self.ends.len() as u32;
            self.open.pop();
        }
    }

    /// Sets the intervals of the words: their times, their positions in an aligned text, or one unit each.
    fn set_word_times(&mut self, pair: &Pair<'_>, which: Which, gaps: Gaps) {
        self.word_times.clear();
        if let Some(intervals) = pair.index.intervals(which) {
            self.word_times.extend_from_slice(intervals);
            if pair.index.is_time() && gaps == Gaps::Close {
                close_gaps(&mut self.word_times);
            }
        } else {
            let words = 0..pair.side(which).prepared.kept().len();
            self.word_times.extend(words.map(|word| (word as f64, word as f64 + 1.0)));
        }
    }

    /// True if every node is long enough to overlap with itself.
    pub(super) fn all_overlap_themselves(&self) -> bool {
        use crate::align::mapping::intervals::iou;
        self.word_times.iter().all(|&time| iou(time, time) > 0.0)
    }

    /// The nodes in the order in which their brackets close.
    pub(super) fn postorder(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (usize::from(self.has_dummy)..self.ends.len()).collect();
        order.sort_by_key(|&node| (self.ends[node], std::cmp::Reverse(node)));
        order
    }
}

/// True if one bracket covers everything, or if there is at most one word.
fn is_one_tree(spans: &[u64], words: usize) -> bool {
    let covers = |&key: &u64| Span::of_key(key).width() as usize == words;
    words <= 1 || spans.first().is_some_and(covers)
}
