//! Which child of a phrase is its head.

use super::kinds::{
    CC, COORDINATION, DET, Kinds, MODIFIED, MODIFIER, NOMINAL, NX, OBJECT, PREPOSITIONAL, QP, RUN, Stem,
    VERB, VERBAL,
};
use super::{Kid, Pp};

/// Finds the heads of a phrase: of all its children, and then of fewer and fewer, from the right. What is found for more
/// children is kept for fewer, so that all heads of a phrase together take one pass.
pub(super) struct Heads<'a> {
    members: &'a [Kid],
    kinds: &'a Kinds,
    stem: Stem,
    first_content: Option<usize>,
    /// The head by words further left, whatever is taken away behind it: the verb phrase behind a verb, or the object of a
    /// preposition.
    by_left: Option<usize>,
    last: Option<LastContent>,
}

/// The last content word among the children, and what comes behind it.
#[derive(Clone, Copy)]
struct LastContent {
    at: usize,
    /// The next child that is a phrase.
    phrase: usize,
    /// One past the phrases from there on that may go on with the chunk.
    run_end: usize,
}

impl<'a> Heads<'a> {
    pub(super) fn new(members: &'a [Kid], kinds: &'a Kinds, stem: Stem, pp: Pp) -> Self {
        let first_content = members.iter().position(Kid::is_content);
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

    /// Is there a content word of the phrase itself among the first `stop` children?
    pub(super) fn has_content(&self, stop: usize) -> bool {
        self.first_content.is_some_and(|first| first < stop)
    }

    /// The head among the first `stop` children. Never more of them than the last time.
    pub(super) fn of(&mut self, stop: usize) -> Option<usize> {
        let sets = self.kinds.phrase(self.stem);
        if let Some(head) = self.by_left.filter(|&head| head < stop) {
            return Some(head);
        }
        if sets.any(VERBAL) {
            return self.last_where(stop, Kid::is_verb).or_else(|| self.first_alike(stop));
        }
        if sets.any(PREPOSITIONAL) {
            let content = self.has_content(stop);
            return if content { self.last_where(stop, Kid::is_content) } else { self.first_alike(stop) };
        }
        if self.has_content(stop) { self.of_words(stop) } else { self.of_phrases(stop) }
    }

    fn last_where(&self, stop: usize, wanted: impl Fn(&Kid) -> bool) -> Option<usize> {
        self.members[..stop].iter().rposition(wanted)
    }

    /// The first child phrase with the label of its parent.
    fn first_alike(&self, stop: usize) -> Option<usize> {
        self.members[..stop].iter().position(|kid| kid.is_phrase() && kid.stem == self.stem)
    }

    /// With a content word of its own: mostly the last one.
    fn of_words(&mut self, stop: usize) -> Option<usize> {
        let last = self.last_content(stop)?;
        if !self.kinds.phrase(self.stem).any(NOMINAL) {
            return Some(last.at);
        }
        let (phrase, run_end) = (last.phrase.min(stop), last.run_end.min(stop));
        let is_next = phrase == last.at + 1;
        let goes_on = |kid: &Kid| kid.sets.any(NX) || kid.sets.any(QP) && is_next;
        if run_end > phrase && goes_on(&self.members[run_end - 1]) {
            return Some(run_end - 1);
        }
        let is_projected = |kid: &Kid| kid.is_phrase() && self.kinds.projection(kid.stem).is_some();
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
        let at = self.last_where(stop, Kid::is_content)?;
        let words = self.members[at + 1..stop].iter().take_while(|kid| !kid.is_phrase()).count();
        let phrase = at + 1 + words;
        let is_of_run = |kid: &&Kid| kid.is_phrase() && kid.sets.any(RUN);
        let run_end = phrase + self.members[phrase..stop].iter().take_while(is_of_run).count();
        self.last = Some(LastContent { at, phrase, run_end });
        self.last
    }

    /// Without a content word of its own. Only asked for all children.
    fn of_phrases(&self, stop: usize) -> Option<usize> {
        let sets = self.kinds.phrase(self.stem);
        let nominal = if sets.any(NOMINAL) { self.best_projection(stop) } else { None };
        let modifier = || {
            let is_modifier = |kid: &Kid| kid.is_phrase() && kid.sets.any(MODIFIER);
            self.members[..stop].iter().position(is_modifier).filter(|_| sets.any(MODIFIED))
        };
        nominal.or_else(|| self.first_alike(stop)).or_else(modifier)
    }

    /// The first of the best: its own label, then the projections in their order. Possessives are no heads.
    fn best_projection(&self, stop: usize) -> Option<usize> {
        let rank = |kid: &Kid| {
            let projection = self.kinds.projection(kid.stem).map(|rank| rank + 1);
            if kid.stem == self.stem { Some(0) } else { projection }
        };
        let heads =
            self.members[..stop].iter().enumerate().filter(|(_, kid)| kid.is_phrase() && !kid.ends_in_pos);
        let ranked = heads.filter_map(|(at, kid)| Some((rank(kid)?, at)));
        ranked.min().map(|(_, at)| at)
    }
}

/// The first verb phrase that goes on with a verb to its left.
fn verb_chain(members: &[Kid]) -> Option<usize> {
    let mut is_open = false;
    members.iter().position(|kid| {
        let is_found = is_open && kid.is_phrase() && kid.sets.any(VERBAL);
        if kid.is_verb() {
            is_open = true;
        } else if kid.sets.any(if kid.is_phrase() { COORDINATION } else { CC }) {
            is_open = false;
        }
        is_found
    })
}

/// The first object behind the first content word, unless something that is no modifier comes before it.
fn object(members: &[Kid], first_content: usize) -> Option<usize> {
    let phrases = members.iter().enumerate().skip(first_content + 1).filter(|(_, kid)| kid.is_phrase());
    let mut decisive = phrases.skip_while(|(_, kid)| kid.sets.any(MODIFIER) && !kid.sets.any(OBJECT));
    decisive.next().filter(|(_, kid)| kid.sets.any(OBJECT)).map(|(at, _)| at)
}

impl Kid {
    /// A word that is neither punctuation nor a conjunction.
    pub(super) fn is_content(&self) -> bool {
        !self.is_phrase() && !self.sets.any(super::kinds::LINK)
    }

    pub(super) fn is_verb(&self) -> bool {
        !self.is_phrase() && self.sets.any(VERB)
    }
}
