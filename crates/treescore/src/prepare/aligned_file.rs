//! Parameter files of alignment-based PARSEVAL: several labels may be on a line, and comments are allowed.

use super::chains::Chains;
use super::recipe::{Name, Recipe};
use crate::values::hash::{HashMap, HashSet};

impl Recipe {
    /// The rules of alignment-based PARSEVAL with the labels of a parameter file. Labels that a chain of
    /// `EQ_LABEL` lines connects are all equal. Other keywords have no effect: aligned texts need no quote
    /// repair.
    ///
    /// ```
    /// use treescore::prepare::Recipe;
    /// let text = b"DELETE_LABEL . ,  # punctuation\nDELETE_LABEL #  # pound sign\n";
    /// let recipe = Recipe::of_aligned_file(text);
    /// assert_eq!(recipe.delete, [&b"-NONE-"[..], b".", b",", b"#"]);
    /// ```
    pub fn of_aligned_file(bytes: &[u8]) -> Self {
        let mut recipe = Self::aligned_rules();
        let (mut equal, mut delete, mut uncounted) = (Vec::new(), Vec::new(), Vec::new());
        for line in bytes.split(|byte| matches!(byte, b'\n' | b'\r')) {
            let mut fields = line.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty());
            let keyword = fields.next().unwrap_or_default();
            let values = fields.enumerate().take_while(|(at, value)| *at == 0 || !value.starts_with(b"#"));
            let values = values.map(|(_, value)| value.to_vec());
            match keyword {
                b"DELETE_LABEL" => delete.extend(values),
                b"DELETE_LABEL_FOR_LENGTH" => uncounted.extend(values),
                b"EQ_LABEL" => equal.push(values.collect()),
                _ => {}
            }
        }
        add_labels(&mut recipe.delete, delete);
        add_labels(&mut recipe.uncounted, uncounted);
        for class in classes(&equal) {
            for (at, first) in class.iter().enumerate() {
                let later = class[at + 1..].iter();
                recipe.equal_labels.extend(later.map(|second| (first.clone(), second.clone())));
            }
        }
        recipe
    }
}

/// Adds labels that are not in the list yet, so that the same settings have the same signature.
fn add_labels(labels: &mut Vec<Name>, more: Vec<Name>) {
    let mut known: HashSet<Name> = labels.iter().cloned().collect();
    labels.extend(more.into_iter().filter(|label| known.insert(label.clone())));
}

/// The classes of lines of equal labels: lines that share a label are one class. Each is sorted, and they are in
/// the order of their last lines.
fn classes(lines: &[Vec<Name>]) -> Vec<Vec<Name>> {
    let neighbours = lines.iter().flat_map(|line| line.windows(2));
    let pairs: Vec<(Name, Name)> = neighbours.map(|two| (two[0].clone(), two[1].clone())).collect();
    let chains = Chains::new(&pairs);
    let mut by_name: HashMap<&[u8], (usize, Vec<Name>)> = HashMap::default();
    for (number, line) in lines.iter().enumerate() {
        for label in line {
            let (last, class) = by_name.entry(chains.class_of(label)).or_default();
            *last = number;
            class.push(label.clone());
        }
    }
    let mut classes: Vec<(usize, Vec<Name>)> = by_name.into_values().collect();
    classes.sort_unstable_by_key(|(last, _)| *last);
    let sorted = |mut class: Vec<Name>| {
        class.sort_unstable();
        class.dedup();
        class
    };
    classes.into_iter().map(|(_, class)| sorted(class)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_labels_of_a_file() {
        let pair = |a: &str, b: &str| (a.as_bytes().to_vec(), b.as_bytes().to_vec());
        for (file, equal, why) in [
            ("EQ_LABEL ADVP PRT", vec![pair("ADVP", "PRT")], "two"),
            ("EQ_LABEL X", vec![], "one label equals nothing"),
            ("EQ_LABEL C B A", vec![pair("A", "B"), pair("A", "C"), pair("B", "C")], "three"),
            (
                "EQ_LABEL A B\nEQ_LABEL D C\nEQ_LABEL B C",
                vec![
                    pair("A", "B"),
                    pair("A", "C"),
                    pair("A", "D"),
                    pair("B", "C"),
                    pair("B", "D"),
                    pair("C", "D"),
                ],
                "a chain",
            ),
            ("EQ_LABEL A B # C", vec![pair("A", "B")], "a comment"),
            ("# EQ_LABEL A B\nLABELED 0\nCUTOFF_LEN 1", vec![], "other keywords"),
        ] {
            assert_eq!(Recipe::of_aligned_file(file.as_bytes()).equal_labels, equal, "{why}");
        }
        assert_eq!(Recipe::of_aligned_file(b"LABELED 0\r\nDEBUG 2\r\n"), Recipe::aligned_rules());
    }
}
