//! The probabilities of a word's tags: from the word itself, and from its shape and ending if it is rare or
//! new.

use treescore::values::hash::HashMap;

use super::counts::{Tag, TaggerCounts};

/// Smoothing weight and pruning threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TaggerSettings {
    /// Weight of the shorter ending against the longer one.
    pub theta: f64,
    /// Weight of shape and ending against the word itself.
    pub mu: f64,
    /// Tags whose probability is below this share of the most probable one's are ignored.
    pub eps: f64,
}

impl Default for TaggerSettings {
    fn default() -> Self {
        Self { theta: 2.0, mu: 0.5, eps: 0.001 }
    }
}

/// Tag counts of one word or signature: their range, and their sum.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    start: u32,
    end: u32,
    sum: f64,
}

/// Probabilities of tags given words.
#[derive(Clone, Debug, Default)]
pub struct WordModel {
    settings: TaggerSettings,
    /// By tag, how often it occurred.
    tags: Vec<f64>,
    /// How many words there were.
    tokens: f64,
    /// By tag, its probability for a word about which nothing is known.
    open: Vec<f64>,
    words: HashMap<Box<str>, Counted>,
    signatures: HashMap<Box<str>, Counted>,
    counts: Vec<(Tag, f64)>,
}

/// Buffers that are reused from word to word.
#[derive(Clone, Debug, Default)]
pub(super) struct WordScratch {
    lower: String,
    signature: String,
    probabilities: Vec<f64>,
}

impl WordModel {
    /// Computes the probabilities from counts.
    pub(super) fn new(counts: &TaggerCounts, settings: TaggerSettings) -> Self {
        let mut model = Self { settings, tags: vec![0.0; counts.tags.len()], ..Self::default() };
        for &(_, tag, count) in &counts.emitted {
            model.tags[tag as usize] += count as f64;
        }
        model.tokens = model.tags.iter().sum();
        let mut by_signature: HashMap<Box<str>, Vec<Tag>> = HashMap::default();
        let mut hapaxes = vec![0.0; model.tags.len()];
        let mut scratch = WordScratch::default();
        for list in counts.emitted.chunk_by(|one, other| one.0 == other.0) {
            let word = &counts.words[list[0].0 as usize];
            let counted = model.store_counts(list.iter().map(|&(_, tag, count)| (tag, count as f64)));
            model.words.insert(word.clone(), counted);
            if let [(_, tag, 1)] = *list {
                hapaxes[tag as usize] += 1.0;
                lower_into(word, &mut scratch.lower);
                for ending in endings(&scratch.lower) {
                    by_signature.entry(format!("{}{ending}", shape(word)).into()).or_default().push(tag);
                }
            }
        }
        let all: f64 = hapaxes.iter().sum();
        let share = |(&hapaxes, &tag): (&f64, &f64)| (hapaxes + tag / model.tokens) / (all + 1.0);
        model.open = hapaxes.iter().zip(&model.tags).map(share).collect();
        let mut by_signature: Vec<_> = by_signature.into_iter().collect();
        by_signature.sort_unstable();
        for (signature, mut tags) in by_signature {
            tags.sort_unstable();
            let counted =
                model.store_counts(tags.chunk_by(PartialEq::eq).map(|equal| (equal[0], equal.len() as f64)));
            model.signatures.insert(signature, counted);
        }
        model
    }

    fn store_counts(&mut self, list: impl Iterator<Item = (Tag, f64)>) -> Counted {
        let start = self.counts.len();
        self.counts.extend(list);
        let sum = self.counts[start..].iter().map(|&(_, count)| count).sum();
        Counted { start: start as u32, end: self.counts.len() as u32, sum }
    }

    /// Computes `P(t|w)` of all tags, in `scratch`.
    fn estimate(&self, word: &str, scratch: &mut WordScratch) {
        let WordScratch { lower, signature, probabilities } = scratch;
        lower_into(word, lower);
        probabilities.clone_from(&self.open);
        signature.clear();
        signature.push(shape(word));
        for ending in endings(lower) {
            signature.truncate(1);
            signature.push_str(ending);
            if let Some(counted) = self.signatures.get(signature.as_str()) {
                self.blend(counted, self.settings.theta, probabilities);
            }
        }
        if let Some(counted) = self.words.get(word).or_else(|| self.words.get(lower.as_str())) {
            self.blend(counted, self.settings.mu, probabilities);
        }
    }

    /// Updates `p(t) <- (count(t) + weight p(t)) / (sum + weight)`.
    fn blend(&self, counted: &Counted, weight: f64, probabilities: &mut [f64]) {
        let mut list = self.counts[counted.start as usize..counted.end as usize].iter().peekable();
        let all = counted.sum + weight;
        for (tag, probability) in (0..).zip(probabilities) {
            let count = list.next_if(|(found, _)| *found == tag).map_or(0.0, |&(_, count)| count);
            *probability = (count + weight * *probability) / all;
        }
    }

    /// Adds the possible tags of a word to `tags`, in order, and `P(t|w) / P(t)` of each to `emissions`.
    pub(super) fn emissions(
        &self,
        word: &str,
        scratch: &mut WordScratch,
        tags: &mut Vec<Tag>,
        emissions: &mut Vec<f64>,
    ) {
        self.estimate(word, scratch);
        let most = scratch.probabilities.iter().copied().fold(0.0, f64::max);
        let least = self.settings.eps * most;
        for ((tag, &probability), count) in (0..).zip(&scratch.probabilities).zip(&self.tags) {
            if probability >= least {
                tags.push(tag);
                emissions.push(probability * self.tokens / count);
            }
        }
    }

    /// Returns `P(t|w)` of every tag, in the order of the tags.
    pub fn tags_of(&self, word: &str) -> Vec<f64> {
        let mut scratch = WordScratch::default();
        self.estimate(word, &mut scratch);
        scratch.probabilities
    }
}

/// Returns the shape of a word: with digits, capitalised, with a hyphen, or none of these.
fn shape(word: &str) -> char {
    if word.bytes().any(|byte| byte.is_ascii_digit()) {
        'D'
    } else if word.chars().next().is_some_and(char::is_uppercase) {
        'C'
    } else if word.contains('-') {
        'H'
    } else {
        'L'
    }
}

/// Returns the last 0, 1, 2 and 3 characters of a word, as far as it has them.
fn endings(word: &str) -> impl Iterator<Item = &str> {
    let last = word.char_indices().rev().map(|(at, _)| at).take(3);
    std::iter::once(word.len()).chain(last).map(|at| &word[at..])
}

fn lower_into(word: &str, lower: &mut String) {
    lower.clear();
    if word.is_ascii() {
        lower.push_str(word);
        lower.make_ascii_lowercase();
    } else {
        // Allocates, but handles letters whose lower case depends on their context.
        lower.push_str(&word.to_lowercase());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_and_endings() {
        for (word, expected) in [
            ("walking", 'L'),
            ("Walking", 'C'),
            ("well-known", 'H'),
            ("Well-known", 'C'),
            ("B-52", 'D'),
            ("٣", 'L'), // digits are those of ASCII
            ("Élan", 'C'),
            ("ǅ", 'L'), // title case is not upper case
            ("", 'L'),
        ] {
            assert_eq!(shape(word), expected, "{word}");
        }
        assert_eq!(endings("walking").collect::<Vec<_>>(), ["", "g", "ng", "ing"]);
        assert_eq!(endings("né").collect::<Vec<_>>(), ["", "é", "né"]);
        assert_eq!(endings("").collect::<Vec<_>>(), [""]);
    }

    #[test]
    fn small_letters_are_those_of_unicode() {
        let mut lower = String::new();
        for (word, expected) in [("The", "the"), ("ΟΔΟΣ", "οδος"), ("İ", "i\u{307}"), ("", "")] {
            lower_into(word, &mut lower);
            assert_eq!(lower, expected);
        }
    }
}
