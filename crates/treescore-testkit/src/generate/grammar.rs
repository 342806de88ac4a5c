//! A small weighted grammar of newspaper English that derives a tree for any number of words.
//!
//! A symbol is a label, or a label with a variant (`NP/base`), which steers the derivation and is not
//! printed. Each symbol has limits on the number of words it can cover. A production can be chosen if the
//! number of words lies between the sums of its parts' limits, so a derivation never runs into a dead end.

use super::labels::Label;
use super::rng::Rng;
use super::rules::{PHRASE_RULES, PhraseRule};

/// A symbol of the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symbol {
    /// A word with this tag.
    Tag(Label),
    /// A phrase, by its place in the grammar.
    Phrase(usize),
}

#[derive(Debug)]
struct Phrase {
    label: Label,
    limits: Limits,
    appetite: u32,
    productions: Vec<Production>,
}

#[derive(Debug)]
struct Production {
    weight: u32,
    parts: Vec<Symbol>,
    limits: Limits,
}

#[derive(Clone, Copy, Debug)]
struct Limits {
    least: u32,
    most: u32,
}

impl Limits {
    fn admit(self, words: u32) -> bool {
        (self.least..=self.most).contains(&words)
    }
}

/// The compiled grammar.
#[derive(Debug)]
pub(super) struct Grammar {
    phrases: Vec<Phrase>,
}

impl Grammar {
    /// Compiles the rule table.
    pub(super) fn new() -> Self {
        let phrases = PHRASE_RULES.iter().map(Phrase::new).collect();
        let mut grammar = Self { phrases };
        for place in 0..grammar.phrases.len() {
            for at in 0..grammar.phrases[place].productions.len() {
                let limits = grammar.sum_of_limits(&grammar.phrases[place].productions[at].parts);
                grammar.phrases[place].productions[at].limits = limits;
            }
        }
        grammar
    }

    /// Returns the symbol of the root.
    pub(super) const fn root() -> Symbol {
        Symbol::Phrase(0)
    }

    pub(super) fn label(&self, symbol: Symbol) -> Label {
        match symbol {
            Symbol::Tag(label) => label,
            Symbol::Phrase(place) => self.phrases[place].label,
        }
    }

    /// Chooses the parts of a phrase over `words` words and the number of words of each part; `parts` is
    /// overwritten.
    pub(super) fn choose(&self, place: usize, words: u32, rng: &mut Rng, parts: &mut Vec<(Symbol, u32)>) {
        let fitting = || self.phrases[place].productions.iter().filter(|one| one.limits.admit(words));
        let mut drawn = rng.below(fitting().map(|one| one.weight).sum());
        let production = fitting().find(|one| {
            let found = drawn < one.weight;
            drawn = drawn.saturating_sub(one.weight);
            found
        });
        parts.clear();
        if let Some(production) = production {
            parts.extend(production.parts.iter().map(|&part| (part, self.limits(part).least)));
            self.share_out(words - production.limits.least, rng, parts);
        }
    }

    /// Distributes the `spare` words among the parts by appetite, each up to what it can cover.
    fn share_out(&self, mut spare: u32, rng: &mut Rng, parts: &mut [(Symbol, u32)]) {
        while spare > 0 {
            let room = |part: &(Symbol, u32)| self.limits(part.0).most - part.1;
            let hungry = |part: &(Symbol, u32)| if room(part) > 0 { self.appetite(part.0) } else { 0 };
            let mut drawn = rng.below(parts.iter().map(hungry).sum());
            let Some(part) = parts.iter_mut().find(|part| {
                let found = drawn < hungry(part);
                drawn = drawn.saturating_sub(hungry(part));
                found
            }) else {
                return;
            };
            let portion = (1 + rng.below(spare)).min(room(part));
            part.1 += portion;
            spare -= portion;
        }
    }

    fn sum_of_limits(&self, parts: &[Symbol]) -> Limits {
        parts.iter().fold(Limits { least: 0, most: 0 }, |sum, &part| {
            let limits = self.limits(part);
            Limits { least: sum.least + limits.least, most: sum.most.saturating_add(limits.most) }
        })
    }

    fn limits(&self, symbol: Symbol) -> Limits {
        match symbol {
            Symbol::Tag(_) => Limits { least: 1, most: 1 },
            Symbol::Phrase(place) => self.phrases[place].limits,
        }
    }

    fn appetite(&self, symbol: Symbol) -> u32 {
        match symbol {
            Symbol::Tag(_) => 0,
            Symbol::Phrase(place) => self.phrases[place].appetite,
        }
    }
}

impl Phrase {
    fn new(rule: &PhraseRule) -> Self {
        let label = label_of(rule.name);
        let limits = Limits { least: rule.least, most: rule.most };
        let productions = rule.productions.iter().map(|&(weight, parts)| Production {
            weight,
            parts: parts.split_ascii_whitespace().map(symbol).collect(),
            limits,
        });
        Self { label, limits, appetite: rule.appetite, productions: productions.collect() }
    }
}

fn label_of(name: &str) -> Label {
    let name = name.split_once('/').map_or(name, |(label, _)| label);
    Label::named(name).expect("the rule table uses known labels only, which its test checks")
}

fn symbol(name: &str) -> Symbol {
    let place = PHRASE_RULES.iter().position(|rule| rule.name == name);
    place.map_or_else(|| Symbol::Tag(label_of(name)), Symbol::Phrase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_phrase_covers_every_length_it_promises() {
        let grammar = Grammar::new();
        for (phrase, rule) in grammar.phrases.iter().zip(PHRASE_RULES) {
            for words in phrase.limits.least..=phrase.limits.most.min(300) {
                let fits = phrase.productions.iter().any(|one| one.limits.admit(words));
                assert!(fits, "{} over {words} words", rule.name);
            }
        }
    }

    #[test]
    fn tags_are_never_phrases() {
        for phrase in &Grammar::new().phrases {
            for part in phrase.productions.iter().flat_map(|one| &one.parts) {
                assert!(!matches!(part, Symbol::Tag(label) if label.is_phrase()), "{part:?} has no rule");
            }
        }
    }

    #[test]
    fn words_are_shared_out_exactly() {
        let (grammar, mut rng, mut parts) = (Grammar::new(), Rng::at(5, 5), Vec::new());
        for words in 1..400 {
            grammar.choose(0, words, &mut rng, &mut parts);
            assert_eq!(parts.iter().map(|part| part.1).sum::<u32>(), words);
        }
    }
}
