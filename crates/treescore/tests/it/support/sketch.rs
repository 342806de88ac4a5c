//! Made-up trees: a list of steps, never a recursive value, so that any depth can be made.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestRunner};

/// Labels that recipes of the tests delete, equate and cut; one holds the byte that means something in JSON only.
pub const LABELS: [&str; 11] = [
    "S",
    "NP",
    "NP-SBJ",
    "VP=2",
    "ADVP",
    "PRT",
    "TOP",
    "X#1",
    "-NONE-",
    "x\u{1f}NP",
    "A-LABEL-OF-MORE-THAN-EIGHT-BYTES",
];
/// Tags, some of them punctuation, traces and quotes.
pub const TAGS: [&str; 8] = ["N", "N-1", "V", ",", "''", "POS", "-NONE-", "ADVP"];
/// Words; some are quotes.
pub const WORDS: [&str; 6] = ["a", "b", "'", "\"", "something-longer", "é"];

/// The same cases each time, and no files with failures.
pub fn config(cases: u32) -> Config {
    Config { cases, failure_persistence: None, rng_seed: RngSeed::Fixed(20_261_115), ..Config::default() }
}

/// Runs a property; the cases are the same each time.
pub fn check<S: Strategy>(cases: u32, strategy: S, property: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    TestRunner::new(config(cases)).run(&strategy, property).unwrap_or_else(|error| panic!("{error}"));
}

/// One word, with the brackets that open before it and how many close behind it.
#[derive(Clone, Debug)]
pub struct Step {
    pub opens: Vec<String>,
    pub tag: String,
    pub word: String,
    pub closes: usize,
}

/// A tree: its root and its words.
#[derive(Clone, Debug)]
pub struct Sketch {
    pub root: String,
    pub steps: Vec<Step>,
}

impl Sketch {
    /// The tree in brackets.
    pub fn text(&self) -> String {
        self.text_where(|_| false)
    }

    /// The tree in brackets, where words of these numbers are bare: without tags.
    pub fn text_where(&self, is_bare: impl Fn(usize) -> bool) -> String {
        let mut text = format!("({} ", self.root);
        let mut depth = 1;
        for (at, step) in self.steps.iter().enumerate() {
            for label in &step.opens {
                text.extend(["(", label, " "]);
            }
            if is_bare(at) {
                text += &step.word;
            } else {
                text.extend(["(", &step.tag, " ", &step.word, ")"]);
            }
            let closes = step.closes.min(depth + step.opens.len() - 1);
            depth = depth + step.opens.len() - closes;
            text += &")".repeat(closes);
            text += " ";
        }
        text.trim_end().to_owned() + &")".repeat(depth)
    }

    /// Label, first word and end of every bracket, in opening order.
    pub fn brackets(&self) -> Vec<(String, usize, usize)> {
        let words = self.steps.len();
        let mut brackets = vec![(self.root.clone(), 0, words)];
        let mut open = vec![0];
        for (at, step) in self.steps.iter().enumerate() {
            for label in &step.opens {
                open.push(brackets.len());
                brackets.push((label.clone(), at, words));
            }
            for _ in 0..step.closes.min(open.len() - 1) {
                brackets[open.pop().unwrap()].2 = at + 1;
            }
        }
        brackets
    }
}

fn name(names: &'static [&'static str]) -> impl Strategy<Value = String> {
    select(names).prop_map(str::to_owned)
}

fn steps(words: usize) -> impl Strategy<Value = Vec<Step>> {
    let step = (vec(name(&LABELS), 0..3), name(&TAGS), name(&WORDS), 0..4usize);
    vec(step.prop_map(|(opens, tag, word, closes)| Step { opens, tag, word, closes }), words)
}

/// A tree over this many words.
pub fn sketch(words: usize) -> impl Strategy<Value = Sketch> {
    let root = select(&["TOP", "S", "ROOT", "NP-SBJ"][..]).prop_map(str::to_owned);
    (root, steps(words)).prop_map(|(root, steps)| Sketch { root, steps })
}

/// Two trees over the same words; now and then the system's tags are gold's.
pub fn pair() -> impl Strategy<Value = (Sketch, Sketch)> {
    let sides = (1..9usize).prop_flat_map(|words| (sketch(words), sketch(words)));
    (sides, any::<[bool; 2]>()).prop_map(|((gold, mut system), [same_tags, same_brackets])| {
        for (theirs, ours) in system.steps.iter_mut().zip(&gold.steps) {
            theirs.word.clone_from(&ours.word);
            if same_tags {
                theirs.tag.clone_from(&ours.tag);
            }
            if same_brackets {
                (theirs.opens, theirs.closes) = (ours.opens.clone(), ours.closes);
            }
        }
        (gold, system)
    })
}
