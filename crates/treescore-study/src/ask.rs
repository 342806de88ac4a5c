//! What is asked of a study: files, and options by name.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::str::FromStr;

use treescore::prepare::Recipe;

use crate::error::StudyError;

/// The options of all studies: name, value, and what it says. Each study has some of them. Options without a value are
/// switches.
pub const OPTIONS: [(&str, &str, &str); 31] = [
    ("seed", "N", "Seed of random numbers (default: 12345)"),
    ("runs", "N", "Number of repetitions, where there is chance"),
    ("n", "N", "attachment: number of prepositional phrases (default: 8)"),
    ("random", "N", "attachment: number of random trees (default: 100)"),
    ("all", "", "attachment: also compare all plausible trees with each other (minutes)"),
    ("gold", "WHICH", "attachment: gold tree, by number, or left or right; sequence-table: gold words"),
    ("system", "WORDS|SIDES", "sequence-table: system words; su-threshold: parses of gold's own utterances"),
    ("group", "N", "correlation: number of sentences in a group (default: 10)"),
    ("recipe", "NAME|FILE", "correlation: recipe of F1 (default: evalb)"),
    ("figure", "3|7", "correlation: figure of the paper that is compared (default: 3 with times, 7 without)"),
    ("gold-times", "FILE", "correlation, averages: word times of gold"),
    ("system-times", "FILE", "correlation, averages: word times of the system"),
    ("times", "FILE", "perturbation: word times of both sides (default: one unit per word)"),
    ("deltas", "LIST", "perturbation: amounts of change, from 0 to 1 (default: 0.1 to 1.0)"),
    ("by-length", "", "perturbation: also by number of words"),
    ("types", "FILE", "concepts: types of labels, as for tree-node"),
    ("steps", "LIST", "concepts: numbers of concepts (default: 0,5,10,15,27,47)"),
    ("order", "FILE", "concepts: labels, the most important first, one per line"),
    ("first", "A:B", "phrase-models: trees that rules are taken from (default: 0:1706)"),
    ("second", "A:B", "phrase-models: trees that probabilities are taken from (default: 1706:2365)"),
    ("test", "A:B", "phrase-models: trees that are scored (default: 2365:)"),
    ("tags", "tagger|gold", "phrase-models: tags by a tagger (default) or those of the trees"),
    (
        "pp",
        "full|bare",
        "phrase-models: whether chunks of prepositions hold their noun phrase (default: full)",
    ),
    ("sizes", "LIST", "alignment-growth: thousands of trees (default: 4,16,64)"),
    ("kinds", "LIST", "alignment-growth: kinds of differences (default: all)"),
    ("words", "", "su-threshold: the words of POSTERIORS are recognised ones, not gold's"),
    (
        "parsed",
        "DIR",
        "su-threshold: parses of what each threshold gives: DIR/THRESHOLD has a file for each side",
    ),
    (
        "heads",
        "NAME|FILE",
        "peers, su-threshold: head table of dependencies (default: charniak); speech-factors: one or more, with commas between them",
    ),
    ("scores", "FILE", "speech-factors: scores of any program, instead of a design"),
    ("thresholds", "LIST", "su-threshold: thresholds (default: 0.05,0.1,0.2 and so on to 0.9,0.95)"),
    (
        "parser",
        "CMD",
        "perturbation, su-threshold: command that reads a sentence per line and writes a tree per line",
    ),
];

/// What is asked of a study.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    /// The files.
    pub files: Vec<PathBuf>,
    /// The options that were given, by name; switches have an empty value.
    pub options: BTreeMap<String, String>,
    /// The recipe of `--recipe`, if it was given.
    pub recipe: Option<Recipe>,
    /// The number of threads; 0 counts as one.
    pub threads: usize,
}

impl Ask {
    /// The value of an option, if it was given.
    pub(crate) fn value(&self, option: &str) -> Option<&str> {
        self.options.get(option).map(String::as_str)
    }

    /// True if an option was given.
    pub(crate) fn has(&self, option: &str) -> bool {
        self.options.contains_key(option)
    }

    /// The seed.
    pub(crate) fn seed(&self) -> Result<u64, StudyError> {
        self.parse("seed", 12345, "must be a whole number of at least 0")
    }

    /// A value, or a default.
    fn parse<T: FromStr>(&self, option: &'static str, default: T, why: &str) -> Result<T, StudyError> {
        self.value(option).map_or(Ok(default), |text| parse_one(option, text, why))
    }

    /// A whole number from `least` to `most`, or a default.
    pub(crate) fn number(
        &self,
        option: &'static str,
        default: usize,
        (least, most): (usize, usize),
    ) -> Result<usize, StudyError> {
        let why = format!("must be a whole number from {least} to {most}");
        let number = self.parse(option, default, &why)?;
        if (least..=most).contains(&number) {
            Ok(number)
        } else {
            Err(wrong(option, number.to_string(), why))
        }
    }

    /// A list of values between commas, ascending and without repetition; or a default.
    pub(crate) fn list<T: FromStr + PartialOrd + Copy>(
        &self,
        option: &'static str,
        default: &[T],
        (is_fine, why): (fn(T) -> bool, &str),
    ) -> Result<Vec<T>, StudyError> {
        let Some(text) = self.value(option) else { return Ok(default.to_vec()) };
        let parts = text.split(',').map(|part| parse_one(option, part.trim(), why));
        let values: Vec<T> = parts.collect::<Result<_, _>>()?;
        let is_ordered = values.array_windows().all(|[a, b]| a < b);
        if !is_ordered || !values.iter().all(|&value| is_fine(value)) {
            return Err(wrong(option, text.to_owned(), format!("{why}, each greater than the one before")));
        }
        Ok(values)
    }

    /// A file by its place among the files.
    pub(crate) fn file(&self, at: usize) -> Result<&PathBuf, StudyError> {
        self.files.get(at).ok_or_else(|| StudyError::data("a file is missing"))
    }
}

fn parse_one<T: FromStr>(option: &'static str, text: &str, why: &str) -> Result<T, StudyError> {
    text.parse().map_err(|_| wrong(option, text.to_owned(), why.to_owned()))
}

/// An error: a value that an option cannot have.
pub(crate) fn wrong(option: &'static str, value: String, why: impl Into<String>) -> StudyError {
    StudyError::Value { option, value, why: why.into() }
}
