//! The rules of a recipe for each label, computed once per label.
//!
//! Preparing a tree then only looks up tables: no string is touched per bracket or word.

use super::chains::Chains;
use super::forms::{Words, write_plain};
use super::lists::Lists;
use super::recipe::{Compare, Equate, Name, Recipe, Repeats, Root, WordForm};
use crate::read::Syntax;
use crate::tree::{Label, Labels, split_type};
use crate::values::hash::HashMap;

/// The rules for one label.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent answers to independent questions")]
pub struct LabelRule {
    /// The class of a bracket with this label. Brackets match if their classes match.
    pub(crate) bracket: u32,
    /// The class of a word with this tag.
    pub tag: u32,
    /// True if a bracket with this label counts.
    pub(crate) keep_bracket: bool,
    /// True if a word with this tag counts.
    pub(crate) keep_word: bool,
    /// True if a word with this tag counts for the length.
    pub(crate) in_length: bool,
    /// True if a word with this tag is an empty element, deleted whichever side's tags decide about
    /// punctuation.
    pub(crate) is_trace: bool,
    /// True if a word with this tag is left out when texts are aligned.
    pub(crate) is_unaligned: bool,
    /// True if a root with this label is a dummy.
    pub(crate) is_dummy: bool,
    /// True if a quote with this tag may be put back.
    pub(crate) is_quote: bool,
    /// True if a bracket with this label is a speech repair.
    pub(crate) is_edit: bool,
    /// True if a word with this tag is a speech repair.
    pub(crate) is_edit_tag: bool,
    /// True if a word with this tag is of closed class.
    pub(crate) is_closed: bool,
    /// True if a bracket with this label is removed with everything below it. Words with such tags are
    /// traces.
    pub(crate) is_emptied: bool,
}

/// A recipe applied to one table of labels.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts about a recipe")]
pub struct Rules {
    recipe: Recipe,
    by_label: Vec<LabelRule>,
    classes: Labels,
    /// Different classes that count as equal, for equality that is not transitive and cannot be a class.
    related: HashMap<u32, Vec<u32>>,
    overlaps: bool,
    /// True if trees may be compared by how they differ.
    allows_differences: bool,
    /// Equal labels for users that need transitive equality.
    label_chains: Chains,
    words: Words,
    lists: Lists,
    has_types_in_names: bool,
    aligns_traces: bool,
}

impl Rules {
    /// Creates the rules of `recipe`, for no label yet.
    pub fn new(recipe: Recipe) -> Self {
        let overlaps = has_overlaps(&recipe.equal_labels);
        let allows_differences =
            !overlaps && recipe.repeats != Repeats::MatchOnce && recipe.allows_differences();
        let mut classes = Labels::new();
        let related = if overlaps { related(&recipe.equal_labels, &mut classes) } else { HashMap::default() };
        let (label_chains, words) = (Chains::new(&recipe.equal_labels), Words::new(&recipe));
        let lists = Lists::new(&recipe, &label_chains);
        Self {
            recipe,
            by_label: Vec::new(),
            classes,
            related,
            overlaps,
            allows_differences,
            label_chains,
            words,
            lists,
            has_types_in_names: false,
            aligns_traces: false,
        }
    }

    /// Creates the rules of `recipe` for trees in this notation: names in JSON may carry a type.
    pub(crate) fn for_syntax(recipe: Recipe, syntax: &Syntax) -> Self {
        let rules = Self::new(recipe);
        if *syntax == Syntax::Json { rules.with_types_in_names() } else { rules }
    }

    /// Aligns traces like words, even if they do not count.
    #[must_use]
    pub(crate) fn with_aligned_traces(self) -> Self {
        Self { aligns_traces: true, by_label: Vec::new(), ..self }
    }

    /// Splits types from names, which the JSON reader joins. In other notations
    /// `TYPE_END` is an ordinary byte.
    #[must_use]
    pub(crate) fn with_types_in_names(self) -> Self {
        Self { has_types_in_names: true, by_label: Vec::new(), ..self }
    }

    /// Splits a label or word into its type, if any, and the rest.
    pub(crate) fn split_type<'n>(&self, name: &'n [u8]) -> (Option<&'n [u8]>, &'n [u8]) {
        if self.has_types_in_names { split_type(name) } else { (None, name) }
    }

    /// The recipe.
    pub(crate) fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// Computes the rules of labels that are new since the last call.
    #[inline]
    pub fn update(&mut self, labels: &Labels) {
        if self.by_label.len() < labels.len() {
            self.learn(labels);
        }
    }

    #[cold]
    fn learn(&mut self, labels: &Labels) {
        for index in self.by_label.len()..labels.len() {
            let label = Label::from_index(index);
            // The type is not part of the name: a recipe treats `NP` alike with any type.
            let rule = self.make_rule(self.split_type(labels.name(label)).1);
            // A bare word has no tag, which is not the same as an empty tag: no rule applies to it.
            let is_bare = label == Label::BARE;
            self.by_label.push(LabelRule {
                keep_word: is_bare || rule.keep_word,
                in_length: is_bare || rule.in_length,
                is_trace: !is_bare && rule.is_trace,
                is_unaligned: !is_bare && rule.is_unaligned,
                is_quote: !is_bare && rule.is_quote,
                is_edit_tag: !is_bare && rule.is_edit_tag,
                is_closed: !is_bare && rule.is_closed,
                ..rule
            });
        }
    }

    /// The rule of a label that need not be in a table.
    pub(crate) fn rule_of(&mut self, label: &[u8]) -> LabelRule {
        self.make_rule(self.split_type(label).1)
    }

    /// The rules of all known labels, by number.
    #[inline]
    pub fn by_label(&self) -> &[LabelRule] {
        &self.by_label
    }

    /// The name of a class: the cut label, or the first of two equal ones.
    pub(crate) fn class_name(&self, class: u32) -> &[u8] {
        self.classes.name(Label::from_index(class as usize))
    }

    /// True if brackets (or tags) of these classes match.
    #[inline]
    pub fn same_class(&self, a: u32, b: u32) -> bool {
        a == b || (self.overlaps && self.are_related(a, b))
    }

    /// True if labels of these classes match although the classes differ. Apart, so that comparing equal classes
    /// is a comparison of numbers.
    #[inline(never)]
    fn are_related(&self, a: u32, b: u32) -> bool {
        self.classes_related_to(a).any(|other| other == b)
    }

    /// True if tags of these classes match.
    #[inline]
    pub fn same_tag(&self, a: u32, b: u32) -> bool {
        a == b || (self.equates_everything() && self.same_class(a, b))
    }

    fn equates_everything(&self) -> bool {
        self.recipe.equate == Equate::Everything
    }

    /// True if labels of different classes may match.
    pub(crate) fn has_related_labels(&self) -> bool {
        self.overlaps
    }

    /// True if what is the same in two trees counts and matches whatever else is in them.
    #[inline]
    pub(super) fn allows_differences(&self) -> bool {
        self.allows_differences
    }

    /// True if tags of different classes may match.
    pub(crate) fn has_related_tags(&self) -> bool {
        self.overlaps && self.equates_everything()
    }

    /// The other classes that match this one, where equality is not transitive.
    pub(crate) fn classes_related_to(&self, class: u32) -> impl Iterator<Item = u32> + '_ {
        self.related.get(&class).into_iter().flatten().copied()
    }

    /// True if brackets with the same span match regardless of their labels.
    #[inline]
    pub(crate) fn spans_only(&self) -> bool {
        self.recipe.compare == Compare::Spans
    }

    /// True if of brackets that are the same only one can match.
    #[inline]
    pub(crate) fn matches_once(&self) -> bool {
        self.recipe.repeats == Repeats::MatchOnce
    }

    /// True if these words count as equal although their bytes differ: their forms are equal, or one of the
    /// recipe's pairs. Chains of pairs do not count, as in EVALB and SParseval.
    pub(crate) fn equal_words(&self, a: &[u8], b: &[u8]) -> bool {
        self.words.are_equal(a, b)
    }

    /// Writes a word in the form in which words are compared.
    pub(crate) fn word_form(&self, word: &[u8], buffer: &mut Vec<u8>) {
        self.words.write_form(word, buffer);
    }

    /// The forms that equal a form by a pair of the recipe.
    pub(crate) fn word_partners(&self, form: &[u8]) -> impl Iterator<Item = &[u8]> {
        self.words.partners(form)
    }

    /// Writes the form of a word in which word errors compare it: equal words of the recipe are not equal there,
    /// and folding ignores case only.
    pub(crate) fn plain_word(&self, word: &[u8], buffer: &mut Vec<u8>) {
        match self.recipe.word_form {
            WordForm::Folded => write_plain(word, buffer),
            _ => self.words.write_form(word, buffer),
        }
    }

    /// The class name of a word: its form in comparisons, or the first of the words that a chain of equal
    /// words connects it with. `buffer` holds forms that are not in the text.
    pub(crate) fn chained_word<'w>(&'w self, word: &'w [u8], buffer: &'w mut Vec<u8>) -> &'w [u8] {
        self.words.class_of(word, buffer)
    }

    /// Writes the class name of a word to `buffer`. Words that count as equal, directly or through others,
    /// have the same class name.
    pub(crate) fn word_class(&self, word: &[u8], buffer: &mut Vec<u8>) {
        self.words.write_class(word, buffer);
    }

    /// True if this word is of closed class with any tag.
    pub(crate) fn is_closed_word(&self, word: &[u8]) -> bool {
        self.words.is_closed(word)
    }

    /// True if words may be edited or removed with a bracket around them.
    #[inline]
    pub(super) fn may_have_marks(&self) -> bool {
        !self.recipe.edits.is_empty() || !self.recipe.empties.is_empty()
    }

    /// The class name of a label by chains. [`same_class`](Self::same_class) ignores chains.
    pub(crate) fn chained_label<'l>(&'l self, label: &'l [u8]) -> &'l [u8] {
        self.label_chains.class_of(label)
    }

    fn make_rule(&mut self, name: &[u8]) -> LabelRule {
        let bracket = self.recipe.labels.apply(name);
        let tag = self.recipe.tags.apply(name);
        let (lists, chains) = (&self.lists, &self.label_chains);
        let is_deleted_word = lists.deleted_tags.contains(name);
        let is_emptied = lists.empties.has(name, bracket, chains);
        let is_emptied_word = lists.empties.has(name, tag, chains);
        let is_trace = is_emptied_word || (is_deleted_word && name == b"-NONE-");
        let keep_bracket = !is_emptied && !lists.deleted_brackets.contains(bracket);
        LabelRule {
            keep_bracket,
            keep_word: !is_emptied_word && !is_deleted_word,
            in_length: !is_emptied_word && !lists.uncounted.contains(name),
            is_trace,
            is_unaligned: is_trace && !self.aligns_traces,
            is_edit: keep_bracket && lists.edits.has(name, bracket, chains),
            is_edit_tag: lists.edits.has(name, tag, chains),
            is_closed: lists.closed.has(name, tag, chains),
            is_emptied,
            is_dummy: Root::DUMMIES.iter().any(|dummy| dummy.as_bytes() == name),
            is_quote: lists.quotes.contains(name),
            bracket: self.class_of(bracket),
            tag: if self.equates_everything() {
                self.class_of(tag)
            } else {
                self.classes.intern(tag).index() as u32
            },
        }
    }

    fn class_of(&mut self, cut: &[u8]) -> u32 {
        let shared = if self.overlaps { None } else { self.lists.class_names.get(cut) };
        self.classes.intern(shared.map_or(cut, Vec::as_slice)).index() as u32
    }
}

/// By class, the other classes that it equals, in the order of the pairs.
fn related(pairs: &[(Name, Name)], classes: &mut Labels) -> HashMap<u32, Vec<u32>> {
    let mut related: HashMap<u32, Vec<u32>> = HashMap::default();
    for (a, b) in pairs {
        let [a, b] = [a, b].map(|name| classes.intern(name).index() as u32);
        related.entry(a).or_default().push(b);
        if a != b {
            related.entry(b).or_default().push(a);
        }
    }
    related
}

/// True if a label is in two pairs, so that the pairs are not simply classes.
fn has_overlaps(pairs: &[(Name, Name)]) -> bool {
    let mut all: Vec<&Name> = pairs.iter().filter(|(a, b)| a != b).flat_map(|(a, b)| [a, b]).collect();
    all.sort();
    all.windows(2).any(|two| two[0] == two[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(mut rules: Rules, names: &[&str]) -> (Rules, Vec<LabelRule>) {
        let mut labels = Labels::new();
        let numbers: Vec<Label> = names.iter().map(|name| labels.intern(name.as_bytes())).collect();
        rules.update(&labels);
        let found = numbers.iter().map(|label| rules.by_label()[label.index()]).collect();
        (rules, found)
    }

    #[test]
    fn brackets_are_cut_and_tags_are_not() {
        let (rules, found) = rules(
            Rules::new(Recipe::default()),
            &["NP-SBJ", "NP", "NP=2", "ADVP", "PRT", "-NONE-", "TOP", "X"],
        );
        let [subject, np, gap, advp, prt, trace, top, _x] = found[..] else { panic!() };
        assert!(rules.same_class(subject.bracket, np.bracket) && rules.same_class(np.bracket, gap.bracket));
        assert!(!rules.same_class(subject.tag, np.tag));
        assert!(rules.same_class(advp.bracket, prt.bracket) && rules.same_class(advp.tag, prt.tag));
        assert!(
            !trace.keep_word && trace.keep_bracket && !trace.in_length,
            "cut to an empty label, so it is not deleted as a bracket"
        );
        assert!(!top.keep_bracket && !top.keep_word);
    }

    #[test]
    fn equality_is_not_transitive() {
        let pair = |a: &str, b: &str| (a.as_bytes().to_vec(), b.as_bytes().to_vec());
        let recipe = Recipe {
            equal_labels: vec![pair("A", "B"), pair("B", "C")],
            delete: vec![b"C".to_vec()],
            ..Recipe::named("evalb-default").unwrap()
        };
        let (rules, found) = rules(Rules::new(recipe), &["A", "B", "C"]);
        let [a, b, c] = found[..] else { panic!() };
        assert!(rules.same_class(a.bracket, b.bracket) && rules.same_class(c.bracket, b.bracket));
        assert!(!rules.same_class(a.bracket, c.bracket));
        assert!(a.keep_bracket && !b.keep_bracket && !c.keep_bracket, "deleting C also deletes B, but not A");
    }

    #[test]
    fn a_label_that_equals_itself_may_also_equal_another() {
        let pair = |a: &str, b: &str| (a.as_bytes().to_vec(), b.as_bytes().to_vec());
        let recipe = Recipe { equal_labels: vec![pair("A", "A"), pair("B", "A")], ..Recipe::evalb() };
        let (rules, found) = rules(Rules::new(recipe), &["A", "B"]);
        assert!(rules.same_class(found[0].bracket, found[1].bracket));
    }

    #[test]
    fn types_are_not_part_of_names_and_bare_words_have_no_rules() {
        let recipe = Recipe { delete: vec![b"NP".to_vec(), b"".to_vec()], ..Recipe::default() };
        let names = ["a-type\x1fVP-1", "VP", "other\x1fNP", ""];
        let (untyped, found) = rules(Rules::new(recipe.clone()), &names);
        assert!(!untyped.same_class(found[0].bracket, found[1].bracket) && found[2].keep_bracket);
        let (rules, found) = rules(Rules::new(recipe).with_types_in_names(), &names);
        let [typed, plain, deleted, empty] = found[..] else { panic!() };
        assert!(rules.same_class(typed.bracket, plain.bracket) && !deleted.keep_bracket);
        assert!(!empty.keep_word && rules.by_label()[Label::BARE.index()].keep_word);
    }

    #[test]
    fn spmrl_cuts_tags_and_deleted_labels() {
        let (rules, found) =
            rules(Rules::new(Recipe::named("spmrl").unwrap()), &["NN#x", "NN-1", "-X", "-NONE-", "VROOT"]);
        let [a, b, x, trace, root] = found[..] else { panic!() };
        assert!(rules.same_class(a.tag, b.tag));
        assert!(!x.keep_bracket, "cut to an empty label, like -NONE-");
        assert!(trace.keep_word && !trace.in_length && !root.keep_bracket);
    }
}
