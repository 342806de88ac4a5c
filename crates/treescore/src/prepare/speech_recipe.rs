//! Recipes from parameter files for speech.

use std::collections::{BTreeMap, BTreeSet};

use super::chains::Chains;
use super::forms::fold;
use super::recipe::{Cut, Name, Recipe, Root, WordForm};
use super::speech_file::{FilledPause, SpeechFile};

/// Pairs of names that count as equal.
type Pairs = Vec<(Name, Name)>;

impl Recipe {
    /// Creates the recipe that scores by a parameter file for speech.
    ///
    /// It differs from SParseval in these points: where a word needs a key (dependencies), chains of equal
    /// words make one class; labels that are folded into one another are all equal, under the name they are
    /// folded into; of several lines for one label or one filled pause, the last counts; a pair with an empty
    /// side has no effect.
    ///
    /// ```
    /// use treescore::prepare::{Recipe, speech_file::SpeechFile};
    /// let (file, _) = SpeechFile::parse_trimmed(b"EDIT_LABEL EDITED\nEQ_LABEL ADVP PRT\n");
    /// let recipe = Recipe::of_speech_file(&file);
    /// assert_eq!(recipe.edits, [b"EDITED"]);
    /// assert_eq!(recipe.equal_labels, [(b"PRT".to_vec(), b"ADVP".to_vec())]);
    /// ```
    pub fn of_speech_file(file: &SpeechFile) -> Self {
        let mut equal_words: Pairs = file.eq_words.iter().filter(|pair| is_whole(pair)).cloned().collect();
        equal_words.extend(equal_pauses(&file.filled_pause));
        Self {
            labels: Cut::Inner,
            tags: Cut::Inner,
            delete: file.delete_label.clone(),
            empties: file.empty_node.clone(),
            uncounted: file.delete_label.clone(),
            equal_labels: equal_labels(&file.eq_label),
            equal_words,
            word_form: WordForm::Folded,
            edits: file.edit_label.clone(),
            closed: file.closed_class.clone(),
            root: Root::Dummy,
            cutoff: None,
            ..Self::evalb()
        }
    }
}

fn is_whole((a, b): &(Name, Name)) -> bool {
    !a.is_empty() && !b.is_empty()
}

/// Returns every pair of labels that are folded into one, with the target first: head tables know it by that
/// name.
fn equal_labels(lines: &[(Name, Name)]) -> Pairs {
    // Later lines replace earlier ones for the same label.
    let becomes: BTreeMap<&Name, &Name> =
        lines.iter().filter(|pair| is_whole(pair)).map(|(from, to)| (from, to)).collect();
    let folds: Pairs = becomes.iter().map(|(&from, &to)| (to.clone(), from.clone())).collect();
    let chains = Chains::new(&folds);
    let mut classes: BTreeMap<&[u8], BTreeSet<(bool, &Name)>> = BTreeMap::new();
    for label in folds.iter().flat_map(|(to, from)| [to, from]) {
        // At most one label of a class is not folded into another.
        let is_folded = becomes.contains_key(label);
        classes.entry(chains.class_of(label)).or_default().insert((is_folded, label));
    }
    let mut pairs = Vec::new();
    for class in classes.values() {
        for (at, (_, first)) in class.iter().enumerate() {
            let later = class.iter().skip(at + 1);
            pairs.extend(later.map(|&(_, second)| ((*first).clone(), second.clone())));
        }
    }
    pairs
}

/// Returns every pair of words of one group.
fn equal_pauses(lines: &[FilledPause]) -> Pairs {
    // From the last line back: of several lines for one word, in any spelling, the last counts.
    let mut forms = BTreeSet::new();
    let lines = lines.iter().rev().filter(|line| !line.word.is_empty());
    let mut pauses: Vec<&FilledPause> = lines.filter(|line| forms.insert(fold(&line.word))).collect();
    pauses.reverse();
    let mut groups: BTreeMap<u8, Vec<&Name>> = BTreeMap::new();
    let mut pairs = Vec::new();
    for pause in pauses.into_iter().filter(|pause| pause.group.is_ascii()) {
        let group = groups.entry(pause.group).or_default();
        pairs.extend(group.iter().map(|&earlier| (earlier.clone(), pause.word.clone())));
        group.push(&pause.word);
    }
    pairs
}

#[cfg(test)]
#[path = "speech_recipe_tests.rs"]
mod tests;
