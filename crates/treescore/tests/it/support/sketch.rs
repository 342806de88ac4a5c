//! Made-up trees as lists of steps, never as recursive values, so that any depth is possible.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestRunner};

/// Labels that the tests' recipes delete, equate and cut; one contains a byte that is special only in JSON.
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

/// A configuration with the same cases each time, and no files of failures.
pub fn config(cases: u32) -> Config {
    Config { cases, failure_persistence: None, rng_seed: RngSeed::Fixed(20_261_115), ..Config::default() }
}

/// Checks a property with the same cases each time.
pub fn check<S: Strategy>(cases: u32, strategy: S, property: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    TestRunner::new(config(cases)).run(&strategy, property).unwrap_or_else(|error| panic!("{error}"));
}

/// One word, with the brackets that open before it and the number that close after it.
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

    /// The tree in brackets; the words with these numbers have no tags.
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

    /// The label, first word and end of every bracket, in opening order.
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

/// Two trees over the same words; sometimes the system has gold's tags.
pub fn pair() -> impl Strategy<Value = (Sketch, Sketch)> {
    let sides = (1..9usize).prop_flat_map(|words| (sketch(words), sketch(words)));
    (sides, any::<[bool; 2]>()).prop_map(|((gold, mut system), [same_tags, same_brackets])| {
        for (system_step, gold_step) in system.steps.iter_mut().zip(&gold.steps) {
            system_step.word.clone_from(&gold_step.word);
            if same_tags {
                system_step.tag.clone_from(&gold_step.tag);
            }
            if same_brackets {
                (system_step.opens, system_step.closes) = (gold_step.opens.clone(), gold_step.closes);
            }
        }
        (gold, system)
    })
}
