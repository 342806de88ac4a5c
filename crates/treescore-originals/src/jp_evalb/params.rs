//! Parameters: the program's modes, and its way of reading `.prm` files.

use super::python;

/// How the program was called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// With two files and nothing else.
    Default,
    /// With a parameter file.
    Prm,
    /// With `-evalb`.
    Evalb,
}

/// The parameters of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// How the program was called.
    pub mode: Mode,
    /// Labels of the subtrees to remove, words included.
    pub delete: Vec<String>,
    /// Labels of removed subtrees that do not count for the length.
    pub delete_for_length: Vec<String>,
    /// Labels of words that are removed if they are quotation marks.
    pub quote: Vec<String>,
    /// Sets of equal labels.
    pub equal: Vec<Vec<String>>,
}

impl Parameters {
    /// Creates parameters that remove nothing and equate nothing.
    pub fn none() -> Self {
        Self {
            mode: Mode::Default,
            delete: Vec::new(),
            delete_for_length: Vec::new(),
            quote: Vec::new(),
            equal: Vec::new(),
        }
    }

    /// Creates the parameters of `-evalb` without a file. Removed traces count for the length: the program
    /// treats the letters of `-NONE-`, not the label, as the labels that do not.
    pub fn evalb() -> Self {
        let labels = |all: &[&str]| all.iter().map(|&label| label.to_owned()).collect();
        Self {
            mode: Mode::Evalb,
            delete: labels(&["TOP", "-NONE-", ",", ":", "``", "''", "."]),
            delete_for_length: labels(&["-", "N", "O", "E"]),
            equal: vec![labels(&["ADVP", "PRT"])],
            ..Self::none()
        }
    }

    /// Parses a parameter file. Comments after values are not supported: more than one value is a list, and a
    /// list is not a label.
    ///
    /// ```
    /// use treescore_originals::jp_evalb::{Mode, Parameters};
    /// let parameters = Parameters::parse("DELETE_LABEL TOP\nEQ_LABEL ADVP PRT\n", Mode::Prm);
    /// assert_eq!(parameters.delete, ["TOP"]);
    /// assert_eq!(parameters.equal, [["ADVP", "PRT"]]);
    /// ```
    pub fn parse(text: &str, mode: Mode) -> Self {
        let mut parameters = Self { mode, ..Self::none() };
        let mut has_length = false;
        for line in python::lines(text).map(|line| line.trim_matches(python::is_space)) {
            if line.starts_with('#') {
                continue;
            }
            let mut words = line.split(python::is_space).filter(|word| !word.is_empty());
            let (key, values) = (words.next(), words.map(str::to_owned).collect::<Vec<_>>());
            match key {
                Some("DELETE_LABEL") => parameters.delete.extend(single(values)),
                Some("DELETE_LABEL_FOR_LENGTH") => {
                    has_length = true;
                    parameters.delete_for_length.extend(single(values));
                }
                Some("QUOTE_LABEL") => parameters.quote.extend(single(values)),
                Some("EQ_LABEL") => parameters.equal.push(set(values)),
                _ => {}
            }
        }
        if !has_length {
            parameters.delete_for_length.push("-NONE-".to_owned());
        }
        parameters
    }
}

/// Returns the value if there is exactly one.
fn single(mut values: Vec<String>) -> Option<String> {
    if values.len() == 1 { values.pop() } else { None }
}

/// Returns the labels of a line; a single word stands for its letters.
fn set(mut values: Vec<String>) -> Vec<String> {
    if let [one] = &values[..] {
        values = one.chars().map(String::from).collect();
    }
    values.sort();
    values.dedup();
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_as_the_program_reads_it() {
        for (text, delete, length, quote, equal, why) in [
            ("", "", "-NONE-", "", "", "no line"),
            ("DELETE_LABEL TOP\nDELETE_LABEL\t.\n", "TOP .", "-NONE-", "", "", "keys accumulate"),
            ("  DELETE_LABEL  X  \r\n\n#DELETE_LABEL Y", "X", "-NONE-", "", "", "lines are stripped"),
            ("DELETE_LABEL . # stop", "", "-NONE-", "", "", "a list is no label"),
            ("DELETE_LABEL", "", "-NONE-", "", "", "nor is an empty one"),
            ("DELETE_LABEL_FOR_LENGTH X", "", "X", "", "", "the file's own"),
            ("DELETE_LABEL_FOR_LENGTH X Y", "", "", "", "", "a list, but it is there"),
            ("QUOTE_LABEL ``", "", "-NONE-", "``", "", "quotes"),
            ("EQ_LABEL B A\nEQ_LABEL C D C", "", "-NONE-", "", "A B|C D", "a set per line"),
            ("EQ_LABEL PRT", "", "-NONE-", "", "P R T", "one word is a set of letters"),
            ("DELETE_LABEL\u{A0}X\u{3000}", "X", "-NONE-", "", "", "white space of Unicode"),
            ("LABELED 0\nCUTOFF_LEN 10\nX Y\nEQ_WORD a b", "", "-NONE-", "", "", "the rest is ignored"),
        ] {
            let found = Parameters::parse(text, Mode::Prm);
            let sets: Vec<String> = found.equal.iter().map(|set| set.join(" ")).collect();
            let lists = [&found.delete, &found.delete_for_length, &found.quote].map(|list| list.join(" "));
            assert_eq!(
                (lists, sets.join("|").as_str()),
                ([delete, length, quote].map(str::to_owned), equal),
                "{why}"
            );
        }
    }

    #[test]
    fn traces_count_for_the_length_without_a_file() {
        assert!(!Parameters::evalb().delete_for_length.contains(&"-NONE-".to_owned()));
        assert!(Parameters::parse("", Mode::Evalb).delete_for_length.contains(&"-NONE-".to_owned()));
        assert_eq!(Parameters::none().delete_for_length, Vec::<String>::new());
    }
}
