//! Parameter files (C.7).

use std::collections::{BTreeMap, BTreeSet};

/// The parameters of a file that matter here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Params {
    /// Tags whose tokens, and phrase labels whose brackets, do not count.
    pub delete: BTreeSet<String>,
    /// Tags whose tokens do not count in the length of a block.
    pub delete_for_length: BTreeSet<String>,
    /// Equal labels, one set per line.
    pub equal: Vec<Vec<String>>,
}

impl Params {
    /// Creates the built-in parameters named after EVALB.
    pub fn evalb() -> Self {
        Self::parse(
            "DELETE_LABEL TOP\nDELETE_LABEL -NONE-\nDELETE_LABEL ,\nDELETE_LABEL :\nDELETE_LABEL ``\n\
             DELETE_LABEL ''\nDELETE_LABEL .\nDELETE_LABEL_FOR_LENGTH -NONE-\nEQ_LABEL ADVP PRT\n",
        )
    }

    /// Parses the content of a file. Keys without a meaning here are ignored.
    pub fn parse(text: &str) -> Self {
        let mut params = Self::default();
        for line in text.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
            let mut words = line.split_whitespace();
            let key = words.next();
            // `#` is a tag, too: as the first value it is one.
            let values = words.enumerate().take_while(|(at, word)| *at == 0 || !word.starts_with('#'));
            let values = values.map(|(_, word)| word.to_owned());
            match key {
                Some("DELETE_LABEL") => params.delete.extend(values),
                Some("DELETE_LABEL_FOR_LENGTH") => params.delete_for_length.extend(values),
                Some("EQ_LABEL") => params.equal.push(values.collect()),
                _ => {}
            }
        }
        params
    }

    /// Returns the representative of each label with equals: the smallest label of its class.
    pub(super) fn names(&self) -> BTreeMap<&str, &str> {
        let mut classes: Vec<BTreeSet<&str>> = Vec::new();
        for line in &self.equal {
            let mut class: BTreeSet<&str> = line.iter().map(String::as_str).collect();
            let (touched, apart): (Vec<_>, Vec<_>) =
                classes.into_iter().partition(|other| !other.is_disjoint(&class));
            class.extend(touched.into_iter().flatten());
            classes = apart;
            classes.push(class);
        }
        let mut names = BTreeMap::new();
        for class in &classes {
            for label in class {
                names.extend(class.first().map(|name| (*label, *name)));
            }
        }
        names
    }
}

#[cfg(test)]
mod tests {
    use super::Params;

    #[test]
    fn comments_and_classes() {
        let params = Params::parse(
            " # nothing\n\nDELETE_LABEL # . # more\nDELETE_LABEL TOP X#Y #no\nEQ_LABEL C D\nEQ_LABEL A B\nEQ_LABEL B C\nEQ_LABEL Z\nLABELED 1\n",
        );
        assert!(params.delete.iter().eq(["#", ".", "TOP", "X#Y"]), "{params:?}");
        let names: Vec<_> = params.names().into_iter().collect();
        assert_eq!(names, [("A", "A"), ("B", "A"), ("C", "A"), ("D", "A"), ("Z", "Z")]);
    }
}
