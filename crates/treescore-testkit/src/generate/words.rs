//! An invented vocabulary: words of syllables, with the uneven frequencies of real words (Zipf).

use super::labels::{LABELS, Label, PHRASES};
use super::rng::Rng;

/// The words of each tag.
#[derive(Debug)]
pub(super) struct Lexicon {
    by_tag: Vec<Entry>,
}

/// Fixed words (function words, symbols) with probability `fixed_per_mille` / 1000, otherwise invented ones.
#[derive(Debug)]
struct Entry {
    fixed_per_mille: u32,
    fixed: Zipf,
    invented: Zipf,
    numbers: bool,
}

/// One line of the lexicon: tag, share of the fixed words per mille, the fixed words (most frequent first),
/// and the shape of invented words.
type Row = (&'static str, u32, &'static str, Shape);

/// The shape of the invented words of a tag. Tags with the same `stems` inflect the same stems, as verbs do.
#[derive(Clone, Copy)]
struct Shape {
    stems: u64,
    count: u32,
    suffix: &'static str,
    case: Case,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Case {
    Lower,
    Capital,
}

const fn invented(stems: u64, count: u32, suffix: &'static str, case: Case) -> Shape {
    Shape { stems, count, suffix, case }
}

const NONE: Shape = invented(0, 0, "", Case::Lower);

/// Tags missing here have one word: the tag itself, as punctuation does.
#[rustfmt::skip] // a table
const ROWS: &[Row] = &[
    ("CC", 1000, "and but or & nor yet plus", NONE),
    ("CD", 350, "million billion one two three five 10 four 1 six 30 50 20", NONE),
    ("DT", 1000, "the a The an this that some all no these any those every each another both", NONE),
    ("EX", 1000, "there", NONE),
    ("FW", 1000, "de facto vice versa pro forma per se", NONE),
    ("IN", 1000, "of in for that on at by with from as about than because after if into over while under since between through", NONE),
    ("JJ", 120, "new last other first such many next same big more high few", invented(4, 3000, "", Case::Lower)),
    ("JJR", 700, "more higher lower less better larger", invented(4, 300, "er", Case::Lower)),
    ("JJS", 700, "most largest least latest best", invented(4, 300, "est", Case::Lower)),
    ("LS", 1000, "1 2 3 a b", NONE),
    ("MD", 1000, "will would could may can should might must wo ca", NONE),
    ("NN", 150, "% company year market share stock trading sale", invented(1, 4000, "", Case::Lower)),
    ("NNS", 80, "shares years sales people funds", invented(1, 3000, "s", Case::Lower)),
    ("NNP", 150, "Mr. Corp. Inc. Co. U.S. Nov. Oct. Ms.", invented(2, 5000, "", Case::Capital)),
    ("NNPS", 0, "", invented(2, 300, "s", Case::Capital)),
    ("PDT", 1000, "all such half both", NONE),
    ("POS", 1000, "'s '", NONE),
    ("PRP", 1000, "it he they I we you she them him us itself me", NONE),
    ("PRP$", 1000, "its his their our her my your", NONE),
    ("RB", 600, "n't not also only now as even still about ago too just well so then never", invented(4, 900, "ly", Case::Lower)),
    ("RBR", 1000, "more earlier less later further", NONE),
    ("RBS", 1000, "most least best", NONE),
    ("RP", 1000, "up out off down in on away", NONE),
    ("SYM", 1000, "* ** @", NONE),
    ("TO", 1000, "to", NONE),
    ("UH", 1000, "well yes no oh", NONE),
    ("VB", 250, "be have make sell buy take", invented(3, 1500, "", Case::Lower)),
    ("VBD", 400, "said was were had did rose fell", invented(3, 1500, "ed", Case::Lower)),
    ("VBG", 80, "being having", invented(3, 1200, "ing", Case::Lower)),
    ("VBN", 150, "been made had", invented(3, 1500, "ed", Case::Lower)),
    ("VBP", 500, "are have say do 're 've", invented(3, 1000, "", Case::Lower)),
    ("VBZ", 600, "is has says does 's", invented(3, 1200, "s", Case::Lower)),
    ("WDT", 1000, "which that what whatever", NONE),
    ("WP", 1000, "who what whom", NONE),
    ("WP$", 1000, "whose", NONE),
    ("WRB", 1000, "when how where why", NONE),
    (".", 1000, ". . . . . . ? !", NONE),
    (":", 1000, "-- ; : ...", NONE),
];

impl Lexicon {
    /// Creates the vocabulary, which is always the same.
    pub(super) fn new() -> Self {
        Self { by_tag: LABELS[PHRASES..].iter().map(|tag| Entry::new(tag)).collect() }
    }

    /// Appends a word with this tag to `text`.
    pub(super) fn append(&self, tag: Label, rng: &mut Rng, text: &mut String) {
        let entry = &self.by_tag[tag.index() - PHRASES];
        if rng.chance(entry.fixed_per_mille) {
            text.push_str(entry.fixed.draw(rng));
        } else if entry.numbers {
            append_number(rng, text);
        } else {
            text.push_str(entry.invented.draw(rng));
        }
    }
}

impl Entry {
    fn new(tag: &str) -> Self {
        let &(_, fixed_per_mille, fixed, shape) =
            ROWS.iter().find(|row| row.0 == tag).unwrap_or(&("", 1000, "", NONE));
        let fixed = if fixed.is_empty() { tag } else { fixed };
        Self {
            fixed_per_mille,
            fixed: Zipf::new(fixed.split(' ').map(str::to_owned).collect()),
            invented: Zipf::new((0..shape.count).map(|rank| shape.word(rank)).collect()),
            numbers: tag == "CD",
        }
    }
}

/// Words whose frequency falls with their rank.
#[derive(Debug)]
struct Zipf {
    words: Vec<String>,
    /// Sums of the weights up to and including each word.
    sums: Vec<u64>,
}

impl Zipf {
    fn new(words: Vec<String>) -> Self {
        let weights = (2..).map(|rank: u64| (1 << 32) / rank);
        let sums = weights.take(words.len()).scan(0, |sum, weight| {
            *sum += weight;
            Some(*sum)
        });
        Self { sums: sums.collect(), words }
    }

    fn draw(&self, rng: &mut Rng) -> &str {
        let Some(&total) = self.sums.last() else { return "" };
        let drawn = rng.below_wide(total);
        &self.words[self.sums.partition_point(|&sum| sum <= drawn)]
    }
}

impl Shape {
    /// Returns the word of this rank: the rarer, the longer; one in seventeen has a hyphen.
    fn word(self, rank: u32) -> String {
        let mut rng = Rng::at(self.stems, u64::from(rank));
        let mut word = stem(rank, &mut rng);
        if rank % 17 == 16 {
            word.push('-');
            word.push_str(&stem(0, &mut rng));
        }
        word.push_str(self.suffix);
        if self.case == Case::Capital {
            capitalise(&mut word, 0);
        }
        word
    }
}

/// Capitalises the byte at `start` if it is a lower-case letter.
pub(super) fn capitalise(text: &mut str, start: usize) {
    if let Some(first) = text.get_mut(start..=start) {
        first.make_ascii_uppercase();
    }
}

const ONSETS: [&str; 28] = [
    "b", "br", "c", "ch", "d", "f", "g", "h", "j", "k", "l", "m", "n", "p", "pl", "qu", "r", "s", "sh", "st",
    "str", "t", "tr", "v", "w", "", "", "gl",
];
const NUCLEI: [&str; 10] = ["a", "e", "i", "o", "u", "a", "e", "o", "ai", "ea"];
const CODAS: [&str; 16] = ["", "", "", "n", "r", "l", "s", "t", "d", "m", "nd", "nt", "ck", "st", "g", "p"];

fn stem(rank: u32, rng: &mut Rng) -> String {
    let syllables = match rank {
        0..40 => 1 + rng.below(2),
        40..300 => 1 + rng.below(3).min(1),
        300..1500 => 2,
        _ => 2 + rng.below(2),
    };
    let mut word = String::new();
    for _ in 0..syllables {
        word.push_str(ONSETS[rng.place(ONSETS.len())]);
        word.push_str(NUCLEI[rng.place(NUCLEI.len())]);
        word.push_str(CODAS[rng.place(CODAS.len())]);
    }
    word
}

/// Appends a year, amount, percentage or fraction.
fn append_number(rng: &mut Rng, text: &mut String) {
    let number = match rng.below(6) {
        0 => (1950 + rng.below(50)).to_string(),
        1 => format!("{}.{}", rng.below(100), rng.below(10)),
        2 => format!("{},{:03}", 1 + rng.below(400), rng.below(1000)),
        3 => format!("{}\\/{}", 1 + rng.below(7), 2 << rng.below(3)),
        _ => (1 + rng.below(100)).to_string(),
    };
    text.push_str(&number);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tag_has_words_and_none_has_a_bracket_or_blank() {
        let (lexicon, mut rng) = (Lexicon::new(), Rng::at(1, 1));
        for tag in LABELS[PHRASES..].iter().filter_map(|name| Label::named(name)) {
            for _ in 0..200 {
                let mut word = String::new();
                lexicon.append(tag, &mut rng, &mut word);
                assert!(!word.is_empty() && !word.contains(['(', ')', ' ']), "{}: {word:?}", tag.name());
            }
        }
    }

    #[test]
    fn rows_name_tags() {
        assert!(ROWS.iter().all(|row| Label::named(row.0).is_some_and(|label| !label.is_phrase())));
    }
}
