//! Finds the candidates of a sentence that the rules of a model match.

use super::walk::{Match, Walk};
use super::{PhraseModel, Ruled};
use crate::tagger::Lattice;
use crate::{Category, Sentence};

/// A candidate that rules match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// Its category.
    pub category: Category,
    /// Its first word.
    pub start: u32,
    /// One past its last word.
    pub end: u32,
    /// How much of it the rules cover, from 0 to 1.
    pub covered: f64,
    /// The rules' part of its probability in model G.
    pub by_rule: f64,
    /// The rules' part of its probability in model C.
    pub by_context: f64,
}

/// A rule that matches a candidate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hit {
    /// Number of the rule.
    pub(crate) rule: u32,
    /// Number of the candidate among those found.
    pub(crate) found: u32,
    /// Probability that the words of the candidate have the tags of the rule.
    pub(crate) probability: f64,
}

/// Matches rules, sentence by sentence; its memory is reused.
#[derive(Clone, Debug, Default)]
pub struct Matcher {
    lattice: Lattice,
    walk: Walk,
    /// The matches from one start.
    here: Vec<Here>,
    found: Vec<Found>,
    hits: Vec<Hit>,
}

#[derive(Clone, Copy, Debug)]
struct Here {
    end: u32,
    category: Category,
    rule: u32,
    probability: f64,
    by_context: f64,
}

impl Matcher {
    /// Finds the candidates of a sentence. There are none if its words (or its tags, where tags are certain)
    /// are unknown.
    pub fn fill(&mut self, model: &PhraseModel, sentence: &Sentence) {
        let ruled = model.estimates.ruled.as_ref();
        self.scan(model, sentence, |_, rule, found| {
            ruled.map_or(0.0, |ruled| in_context(ruled, rule, found))
        });
    }

    /// Finds the candidates of a sentence. `part` is called with the start of every match and its rule, and
    /// returns what the match adds to the probability in model C.
    pub(super) fn scan(
        &mut self,
        model: &PhraseModel,
        sentence: &Sentence,
        mut part: impl FnMut(u32, u32, &Match<'_>) -> f64,
    ) {
        self.found.clear();
        self.hits.clear();
        model.fill_lattice(sentence, &mut self.lattice);
        let (trie, counts) = (&model.trie, &model.counts);
        let (least, end_tag) = (counts.settings.tau, counts.tags.end());
        for start in 0..self.lattice.len() {
            let Self { lattice, walk, here, .. } = self;
            here.clear();
            walk.matches(lattice, trie, start, least, end_tag, |found| {
                here.extend(trie.rules(found.node).iter().map(|&rule| Here {
                    end: found.end as u32,
                    category: counts.rules[rule as usize].category,
                    rule,
                    probability: found.probability,
                    by_context: part(start as u32, rule, &found),
                }));
            });
            self.gather(start as u32, model.estimates.ruled.as_ref());
        }
    }

    /// Turns the matches from one start into candidates.
    fn gather(&mut self, start: u32, ruled: Option<&Ruled>) {
        // Stable: matches of one candidate keep their order, and sums their digits.
        self.here.sort_by_key(|here| (here.end, here.category));
        for same in self.here.chunk_by(|one, other| (one.end, one.category) == (other.end, other.category)) {
            let mut sum = Found {
                category: same[0].category,
                start,
                end: same[0].end,
                covered: 0.0,
                by_rule: 0.0,
                by_context: 0.0,
            };
            for here in same {
                sum.covered += here.probability;
                sum.by_rule += ruled.map_or(0.0, |ruled| here.probability * ruled.rules[here.rule as usize]);
                sum.by_context += here.by_context;
                let found = self.found.len() as u32;
                self.hits.push(Hit { rule: here.rule, found, probability: here.probability });
            }
            sum.covered = sum.covered.min(1.0);
            self.found.push(sum);
        }
    }

    /// Returns the candidates, by start, then end, then category.
    pub fn found(&self) -> &[Found] {
        &self.found
    }

    /// Returns which rules match which candidates.
    pub(crate) fn hits(&self) -> &[Hit] {
        &self.hits
    }
}

/// Returns the part of a candidate's probability in model C that one tag sequence contributes.
fn in_context(ruled: &Ruled, rule: u32, found: &Match<'_>) -> f64 {
    found.followers.iter().map(|&(tag, probability)| probability * ruled.before(rule as usize, tag)).sum()
}
