//! Finds the head child of a phrase.

use super::kinds::{
    CC, COORDINATION, DET, Kinds, MODIFIED, MODIFIER, NOMINAL, NX, OBJECT, PREPOSITIONAL, QP, RUN, Stem,
    VERB, VERBAL,
};
use super::{Child, Pp};

/// Finds the heads of a phrase: of all its children, and then of fewer and fewer, from the right. Results for
/// more children are kept for fewer, so that all heads of a phrase together take one pass.
pub(super) struct Heads<'a> {
    members: &'a [Child],
    kinds: &'a Kinds,
    stem: Stem,
    first_content: Option<usize>,
    /// The head given by words further left, even if later words are removed: the verb phrase after a verb,
    /// or the object of a preposition.
    by_left: Option<usize>,
    last: Option<LastContent>,
}

/// The last content word among the children, and what follows it.
#[derive(Clone, Copy)]
struct LastContent {
    at: usize,
    /// The next child that is a phrase.
    phrase: usize,
    /// One past the phrases from there on that may continue the chunk.
    run_end: usize,
}

impl<'a> Heads<'a> {
    pub(super) fn new(members: &'a [Child], kinds: &'a Kinds, stem: Stem, pp: Pp) -> Self {
        let first_content = members.iter().position(Child::is_content);
        let sets = kinds.phrase(stem);
        let by_left = if sets.any(VERBAL) {
            verb_chain(members)
        } else if sets.any(PREPOSITIONAL) && pp == Pp::Full {
            first_content.and_then(|first| object(members, first))
        } else {
            None
        };
        Self { members, kinds, stem, first_content, by_left, last: None }
    }

    /// True if the phrase has a content word of its own among the first `stop` children.
    pub(super) fn has_content(&self, stop: usize) -> bool {
        self.first_content.is_some_and(|first| first < stop)
    }

    /// Returns the head among the first `stop` children. `stop` must not grow from call to call.
    pub(super) fn head(&mut self, stop: usize) -> Option<usize> {
        let sets = self.kinds.phrase(self.stem);
        if let Some(head) = self.by_left.filter(|&head| head < stop) {
            return Some(head);
        }
        if sets.any(VERBAL) {
            return self.last_where(stop, Child::is_verb).or_else(|| self.first_alike(stop));
        }
        if sets.any(PREPOSITIONAL) {
            let content = self.has_content(stop);
            return if content { self.last_where(stop, Child::is_content) } else { self.first_alike(stop) };
        }
        if self.has_content(stop) { self.head_by_words(stop) } else { self.head_by_phrases(stop) }
    }

    fn last_where(&self, stop: usize, wanted: impl Fn(&Child) -> bool) -> Option<usize> {
        self.members[..stop].iter().rposition(wanted)
    }

    /// Returns the first child phrase with the label of its parent.
    fn first_alike(&self, stop: usize) -> Option<usize> {
        self.members[..stop].iter().position(|child| child.is_phrase() && child.stem == self.stem)
    }

    /// Returns the head of children with a content word: mostly the last one.
    fn head_by_words(&mut self, stop: usize) -> Option<usize> {
        let last = self.last_content(stop)?;
        if !self.kinds.phrase(self.stem).any(NOMINAL) {
            return Some(last.at);
        }
        let (phrase, run_end) = (last.phrase.min(stop), last.run_end.min(stop));
        let is_next = phrase == last.at + 1;
        let goes_on = |child: &Child| child.sets.any(NX) || child.sets.any(QP) && is_next;
        if run_end > phrase && goes_on(&self.members[run_end - 1]) {
            return Some(run_end - 1);
        }
        let is_projected = |child: &Child| child.is_phrase() && self.kinds.projection(child.stem).is_some();
        if self.members[last.at].sets.any(DET) && self.members[phrase..stop].first().is_some_and(is_projected)
        {
            return Some(phrase);
        }
        Some(last.at)
    }

    fn last_content(&mut self, stop: usize) -> Option<LastContent> {
        if let Some(last) = self.last.filter(|last| last.at < stop) {
            return Some(last);
        }
        let at = self.last_where(stop, Child::is_content)?;
        let words = self.members[at + 1..stop].iter().take_while(|child| !child.is_phrase()).count();
        let phrase = at + 1 + words;
        let is_of_run = |child: &&Child| child.is_phrase() && child.sets.any(RUN);
        let run_end = phrase + self.members[phrase..stop].iter().take_while(is_of_run).count();
        self.last = Some(LastContent { at, phrase, run_end });
        self.last
    }

    /// Returns the head of children without a content word. Only called for all children.
    fn head_by_phrases(&self, stop: usize) -> Option<usize> {
        let sets = self.kinds.phrase(self.stem);
        let nominal = if sets.any(NOMINAL) { self.best_projection(stop) } else { None };
        let modifier = || {
            let is_modifier = |child: &Child| child.is_phrase() && child.sets.any(MODIFIER);
            self.members[..stop].iter().position(is_modifier).filter(|_| sets.any(MODIFIED))
        };
        nominal.or_else(|| self.first_alike(stop)).or_else(modifier)
    }

    /// Returns the first of the best: a child with the same label, then the projections in their order.
    /// Possessives are not heads.
    fn best_projection(&self, stop: usize) -> Option<usize> {
        let rank = |child: &Child| {
            let projection = self.kinds.projection(child.stem).map(|rank| rank + 1);
            if child.stem == self.stem { Some(0) } else { projection }
        };
        let heads = self.members[..stop]
            .iter()
            .enumerate()
            .filter(|(_, child)| child.is_phrase() && !child.ends_in_pos);
        let ranked = heads.filter_map(|(at, child)| Some((rank(child)?, at)));
        ranked.min().map(|(_, at)| at)
    }
}

/// Returns the first verb phrase that continues a verb to its left.
fn verb_chain(members: &[Child]) -> Option<usize> {
    let mut is_open = false;
    members.iter().position(|child| {
        let is_found = is_open && child.is_phrase() && child.sets.any(VERBAL);
        if child.is_verb() {
            is_open = true;
        } else if child.sets.any(if child.is_phrase() { COORDINATION } else { CC }) {
            is_open = false;
        }
        is_found
    })
}

/// Returns the first object after the first content word, unless something other than a modifier comes first.
fn object(members: &[Child], first_content: usize) -> Option<usize> {
    let phrases = members.iter().enumerate().skip(first_content + 1).filter(|(_, child)| child.is_phrase());
    let mut decisive = phrases.skip_while(|(_, child)| child.sets.any(MODIFIER) && !child.sets.any(OBJECT));
    decisive.next().filter(|(_, child)| child.sets.any(OBJECT)).map(|(at, _)| at)
}

impl Child {
    /// True for a word that is neither punctuation nor a conjunction.
    pub(super) fn is_content(&self) -> bool {
        !self.is_phrase() && !self.sets.any(super::kinds::LINK)
    }

    pub(super) fn is_verb(&self) -> bool {
        !self.is_phrase() && self.sets.any(VERB)
    }
}
