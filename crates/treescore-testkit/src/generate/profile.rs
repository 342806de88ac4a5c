//! What kind of treebank to generate.

use super::rng::Rng;

/// The shape of a synthetic treebank. Rates are per mille.
///
/// ```
/// use treescore_testkit::generate::{Profile, pairs};
///
/// let profile = Profile { failures: 1000, ..Profile::newspaper() };
/// assert!(pairs(1, 5, &profile).all(|pair| pair.system == "(())"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The lengths of sentences, in words.
    pub lengths: Lengths,
    /// Brackets nested between the root and the sentence, in addition to the sentence's own.
    pub depth: u32,
    /// Labels and tags of up to 20 bytes, as in treebanks with morphology.
    pub long_labels: bool,
    /// Pairs of two equal trees, at a sentence length of about 20. Shorter sentences are equal more often,
    /// longer ones less often.
    pub equal: u32,
    /// Words with a wrong tag in system trees that are not equal.
    pub wrong_tags: u32,
    /// Sentences for which the system has only the mark of failure, `(())`.
    pub failures: u32,
    /// Sentences in which the system has another word, or one word fewer.
    pub mismatches: u32,
}

/// The lengths of sentences: a minimum plus three uniform draws, and for some a long tail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// The shortest sentence; at least 1.
    pub least: u32,
    /// Each adds a number from 0 to itself.
    pub spreads: [u32; 3],
    /// Sentences per thousand that get the tail.
    pub tailed: u32,
    /// The tail adds a number from 0 to this.
    pub tail: u32,
}

impl Lengths {
    pub(super) fn draw(&self, rng: &mut Rng) -> u32 {
        let body: u32 = self.spreads.iter().map(|&spread| rng.below(spread + 1)).sum();
        let tail = if rng.chance(self.tailed) { rng.below(self.tail + 1) } else { 0 };
        self.least.max(1) + body + tail
    }
}

impl Profile {
    /// The names that [`Profile::named`] knows.
    pub const NAMES: [&str; 6] =
        ["newspaper", "deep", "long-labels", "long-sentences", "failures", "mismatches"];

    /// Newspaper text and a good parser: about 23 words, 20 brackets and 349 bytes a line, a quarter of the
    /// pairs equal, F1 near 90. No pair is an error, and none exceeds the limits of the original EVALB.
    pub fn newspaper() -> Self {
        Self {
            lengths: Lengths { least: 2, spreads: [20, 12, 6], tailed: 100, tail: 40 },
            depth: 0,
            long_labels: false,
            equal: 310,
            wrong_tags: 45,
            failures: 0,
            mismatches: 0,
        }
    }

    /// Newspaper text nested two thousand brackets deep.
    pub fn deep() -> Self {
        Self { depth: 2000, ..Self::newspaper() }
    }

    /// Newspaper text whose labels and tags carry morphology.
    pub fn long_labels() -> Self {
        Self { long_labels: true, ..Self::newspaper() }
    }

    /// Sentences of 200 to 2000 words.
    pub fn long_sentences() -> Self {
        let lengths = Lengths { least: 200, spreads: [900, 600, 300], tailed: 0, tail: 0 };
        Self { lengths, ..Self::newspaper() }
    }

    /// Newspaper text; the system has no tree for one sentence in fifty.
    pub fn failures() -> Self {
        Self { failures: 20, ..Self::newspaper() }
    }

    /// Newspaper text; the words differ in one sentence in fifty.
    pub fn mismatches() -> Self {
        Self { mismatches: 20, ..Self::newspaper() }
    }

    /// Returns the profile with this name, one of [`Profile::NAMES`].
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "newspaper" => Some(Self::newspaper()),
            "deep" => Some(Self::deep()),
            "long-labels" => Some(Self::long_labels()),
            "long-sentences" => Some(Self::long_sentences()),
            "failures" => Some(Self::failures()),
            "mismatches" => Some(Self::mismatches()),
            _ => None,
        }
    }
}

impl Default for Profile {
    fn default() -> Self {
        Self::newspaper()
    }
}

#[cfg(test)]
mod tests {
    use super::Profile;

    #[test]
    fn every_name_is_a_profile() {
        assert!(Profile::NAMES.iter().all(|name| Profile::named(name).is_some()));
        assert_eq!(Profile::named("novel"), None);
    }
}
