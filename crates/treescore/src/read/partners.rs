//! Which files of two folders belong together, by their names.

use std::collections::BTreeMap;
use std::path::Path;

use super::corpus::{Corpus, strip_compression};
use super::error::OpenError;
use super::file_fault::FileFault;
use crate::values::Advice;

/// How names are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameStep {
    /// The path without compression suffix and last extension.
    Stem,
    /// The name up to its first dot.
    FirstDot,
    /// The stem without what all names of a side share.
    Unshared,
}

impl NameStep {
    const ALL: [Self; 3] = [Self::Stem, Self::FirstDot, Self::Unshared];

    /// The step in words.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Stem => "same stem",
            Self::FirstDot => "same up to the first dot",
            Self::Unshared => "same but for what all names share",
        }
    }

    fn keys(self, names: &[&str]) -> Vec<String> {
        match self {
            Self::Stem => names.iter().map(|name| stem(name)).collect(),
            Self::FirstDot => names.iter().map(|name| up_to_first_dot(name)).collect(),
            Self::Unshared => unshared(&names.iter().map(|name| stem(name)).collect::<Vec<_>>()),
        }
    }
}

/// The partners of two lists of names, as far as one step finds them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partners {
    /// The step.
    pub step: NameStep,
    /// Pairs of positions, of gold and of the system.
    pub pairs: Vec<(usize, usize)>,
    /// Positions of gold files without a partner.
    pub only_gold: Vec<usize>,
    /// Positions of system files without a partner.
    pub only_system: Vec<usize>,
    /// Keys that several files of a side have.
    pub twice: Vec<String>,
}

impl Partners {
    /// Finds partners by the first step at which every file has exactly one; else says what the first step
    /// leaves over.
    ///
    /// ```
    /// use treescore::read::{NameStep, Partners};
    /// let partners = Partners::find(&["gold-01.trees", "gold-10.trees"], &["heron_01.txt", "heron_10.txt"]);
    /// assert_eq!(partners.step, NameStep::Unshared);
    /// assert_eq!(partners.pairs, [(0, 0), (1, 1)]);
    /// ```
    pub fn find(gold: &[&str], system: &[&str]) -> Self {
        let all = NameStep::ALL.map(|step| Self::by(step, gold, system));
        let complete = all.iter().find(|partners| partners.is_complete());
        complete.unwrap_or(&all[0]).clone()
    }

    /// True if every file has exactly one partner.
    pub fn is_complete(&self) -> bool {
        self.only_gold.is_empty() && self.only_system.is_empty() && self.twice.is_empty()
    }

    fn by(step: NameStep, gold: &[&str], system: &[&str]) -> Self {
        let (gold_keys, system_keys) = (step.keys(gold), step.keys(system));
        let (by_gold, by_system) = (places(&gold_keys), places(&system_keys));
        let mut pairs = Vec::new();
        for (key, gold) in &by_gold {
            for &at in gold {
                pairs.extend(by_system.get(key).into_iter().flatten().map(|&other| (at, other)));
            }
        }
        pairs.sort_unstable_by_key(|&(at, other)| (gold[at], system[other]));
        let alone = |keys: &[String], others: &BTreeMap<&str, Vec<usize>>| -> Vec<usize> {
            (0..keys.len()).filter(|&at| !others.contains_key(keys[at].as_str())).collect()
        };
        let repeated = by_gold.iter().chain(&by_system).filter(|(_, places)| places.len() > 1);
        let mut twice: Vec<String> = repeated.map(|(key, _)| (*key).to_owned()).collect();
        twice.sort();
        twice.dedup();
        let (only_gold, only_system) = (alone(&gold_keys, &by_system), alone(&system_keys, &by_gold));
        Self { step, pairs, only_gold, only_system, twice }
    }
}

fn places(keys: &[String]) -> BTreeMap<&str, Vec<usize>> {
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, key) in keys.iter().enumerate() {
        places.entry(key).or_default().push(at);
    }
    places
}

fn stem(name: &str) -> String {
    strip_compression(Path::new(name)).with_extension("").to_string_lossy().into_owned()
}

fn up_to_first_dot(path: &str) -> String {
    let start = path.rfind('/').map_or(0, |slash| slash + 1);
    let end = path[start..].find('.').map_or(path.len(), |dot| start + dot);
    path[..end].to_owned()
}

/// What is left of names without what all of them share at both ends. A number is never cut in two.
fn unshared(stems: &[String]) -> Vec<String> {
    let Some((first, rest)) = stems.split_first().filter(|(_, rest)| !rest.is_empty()) else {
        return stems.to_vec();
    };
    let first: Vec<char> = first.chars().collect();
    let rest: Vec<Vec<char>> = rest.iter().map(|stem| stem.chars().collect()).collect();
    let shares = |at: usize| rest.iter().all(|other| other.get(at) == first.get(at));
    let mut before = (0..first.len()).take_while(|&at| shares(at)).count();
    let shares_end = |after: usize| {
        let fits = |stem: &[char]| stem.len() > before + after;
        let last = |stem: &[char]| stem[stem.len() - 1 - after];
        fits(&first) && rest.iter().all(|other| fits(other) && last(other) == last(&first))
    };
    let mut after = (0..first.len()).take_while(|&at| shares_end(at)).count();
    while before > 0 && first[before - 1].is_ascii_digit() {
        before -= 1;
    }
    while after > 0 && first[first.len() - after].is_ascii_digit() {
        after -= 1;
    }
    let cut = |stem: &[char]| stem[before..stem.len() - after].iter().collect();
    std::iter::once(cut(&first)).chain(rest.iter().map(|stem| cut(stem))).collect()
}

impl Corpus {
    /// Puts the files of a folder in the order of their partners in the folder `gold`. Returns the step that
    /// found them. Does nothing unless both are folders.
    ///
    /// # Errors
    /// If some file has no partner, or two files have one name.
    pub fn pair_with(&mut self, gold: &Self) -> Result<Option<NameStep>, OpenError> {
        if !self.is_folder() || !gold.is_folder() {
            return Ok(None);
        }
        if has_same_stems(gold, self) {
            return Ok(Some(NameStep::Stem));
        }
        let names = |corpus: &Self| -> Vec<String> {
            corpus.documents().iter().map(|document| document.name.clone()).collect()
        };
        let (gold_names, own_names) = (names(gold), names(self));
        let gold_names: Vec<&str> = gold_names.iter().map(String::as_str).collect();
        let own_names: Vec<&str> = own_names.iter().map(String::as_str).collect();
        if let ([_], [_]) = (&gold_names[..], &own_names[..]) {
            return Ok(Some(NameStep::Stem)); // one file each
        }
        let partners = Partners::find(&gold_names, &own_names);
        if !partners.is_complete() {
            let fault = Box::new(leftover(&partners, &gold_names, &own_names));
            return Err(OpenError::NoPartners { name: self.name().to_owned(), fault });
        }
        let mut order = vec![0; own_names.len()];
        for &(gold, own) in &partners.pairs {
            order[gold] = own;
        }
        self.reorder(&order);
        Ok(Some(partners.step))
    }
}

/// True if the files of two folders, in their order, have the same stems, each of them once. That is the usual
/// case, and must cost little for folders of many files.
fn has_same_stems(gold: &Corpus, own: &Corpus) -> bool {
    let stems =
        |corpus: &'_ Corpus| corpus.documents().iter().map(|one| stem_end(&one.name)).collect::<Vec<_>>();
    let (ends, own_ends) = (stems(gold), stems(own));
    let names = gold.documents().iter().zip(&ends).map(|(one, &end)| &one.name[..end]);
    let own_names = own.documents().iter().zip(&own_ends).map(|(one, &end)| &one.name[..end]);
    // Files are in the order of their stems, so that equal ones are neighbours.
    names.clone().zip(names.clone().skip(1)).all(|(a, b)| a != b) && names.eq(own_names)
}

/// Where the [`stem`] of a name ends, for names that begin like it.
pub(super) fn stem_end(name: &str) -> usize {
    let without = |name: &str| {
        let start = name.rfind(std::path::MAIN_SEPARATOR).map_or(0, |slash| slash + 1);
        name[start..].rfind('.').filter(|&dot| dot > 0).map_or(name.len(), |dot| start + dot)
    };
    let end = without(name);
    if matches!(&name[end..], ".gz" | ".zst" | ".zstd") { without(&name[..end]) } else { end }
}

/// What has no partner, in words.
fn leftover(partners: &Partners, gold: &[&str], system: &[&str]) -> FileFault {
    if let Some(key) = partners.twice.first() {
        let same = |names: &[&str]| -> Vec<String> {
            names.iter().filter(|name| stem(name) == *key).map(|&name| name.to_owned()).collect()
        };
        let (gold, system) = (same(gold), same(system));
        let both = if gold.len() > 1 { gold } else { system };
        let message = format!("{} have one name without their extensions", both.join(" and "));
        return FileFault::new("stems-collide", message).with_advice(Advice::ChooseFiles(None));
    }
    let list = |alone: &[usize], names: &[&str], side: &str| {
        let shown: Vec<&str> = alone.iter().take(5).map(|&at| names[at]).collect();
        let more = if alone.len() > shown.len() { ", …" } else { "" };
        let files = if names.len() == 1 { "file" } else { "files" };
        format!("{}{more} ({} of {} {side} {files})", shown.join(", "), alone.len(), names.len())
    };
    let mut parts = Vec::new();
    if !partners.only_gold.is_empty() {
        parts.push(list(&partners.only_gold, gold, "gold"));
    }
    if !partners.only_system.is_empty() {
        parts.push(list(&partners.only_system, system, "system"));
    }
    FileFault::new("no-partner", format!("no partner: {}", parts.join(", ")))
        .with_advice(Advice::ChooseFiles(None))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pack of formats, folder `check-names`.
    #[test]
    #[expect(clippy::disallowed_methods, reason = "a test reads the pack")]
    fn partners_of_the_pack() {
        let path =
            concat!(env!("CARGO_MANIFEST_DIR"), "/tests/conformance/formats/check-names/expected.json");
        let pack: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let matches = pack["matches"].as_array().unwrap();
        assert!(matches.len() >= 6);
        for case in matches {
            let names = |key: &str| -> Vec<&str> {
                case[key].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect()
            };
            let (gold, system) = (names("gold"), names("system"));
            let found = Partners::find(&gold, &system);
            let pairs: Vec<Vec<&str>> = found.pairs.iter().map(|&(a, b)| vec![gold[a], system[b]]).collect();
            let alone = |positions: &[usize], names: &[&str]| -> Vec<String> {
                positions.iter().map(|&at| names[at].to_owned()).collect()
            };
            let actual = serde_json::json!({
                "gold": gold, "system": system, "step": found.step.as_str(), "pairs": pairs, "twice": found.twice,
                "only_gold": alone(&found.only_gold, &gold), "only_system": alone(&found.only_system, &system),
            });
            assert_eq!(&actual, case);
        }
    }

    #[test]
    fn stems_end_where_paths_say() {
        for name in [
            "a",
            "a.mrg",
            "a.mrg.gz",
            "a.gz",
            "x.y/a",
            "x.y/a.b.c",
            "x/.gz",
            "a.",
            "a.zst.zst",
            "é.trees.zstd",
        ] {
            assert_eq!(&name[..stem_end(name)], stem(name), "{name}");
        }
    }

    #[test]
    fn numbers_are_not_cut() {
        let cut = |stems: &[&str]| unshared(&stems.iter().map(|&stem| stem.to_owned()).collect::<Vec<_>>());
        assert_eq!(cut(&["gold-01", "gold-10"]), ["01", "10"]);
        assert_eq!(cut(&["a1x", "a12x"]), ["1", "12"]);
        assert_eq!(cut(&["x10y20", "x11y20"]), ["10", "11"]);
        assert_eq!(cut(&["x1y20", "x1y120"]), ["20", "120"]);
        assert_eq!(cut(&["same", "same"]), ["", ""]);
        assert_eq!(cut(&["one"]), ["one"]);
    }
}
