//! What a recipe says about each label, worked out once per label.
//!
//! Preparing a tree is then table look-ups: no string is touched per bracket or word.

use super::chains::Chains;
use super::forms::Words;
use super::recipe::{Compare, Cut, DeletedWords, Equate, Name, Recipe, Root, WordForm};
use crate::read::Syntax;
use crate::tree::{Label, Labels, split_type};

/// What the recipe says about one label.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent answers to independent questions")]
pub struct LabelRule {
    /// Class of a bracket with this label: brackets match if their classes do.
    pub bracket: u32,
    /// Class of a word with this tag.
    pub tag: u32,
    /// Does a bracket with this label count?
    pub keep_bracket: bool,
    /// Does a word with this tag count?
    pub keep_word: bool,
    /// Does a word with this tag count for the length?
    pub in_length: bool,
    /// Is a word with this tag an empty element that is deleted, whosever tags decide about punctuation?
    pub is_trace: bool,
    /// Is a word with this tag left out when texts are aligned?
    pub is_unaligned: bool,
    /// Is a root with this label only there to hold the tree?
    pub is_dummy: bool,
    /// May a quote with this tag be put back (see [`quotes`](super::quotes))?
    pub quote: bool,
    /// Is a bracket with this label a speech repair?
    pub is_edit: bool,
    /// Is a word with this tag a speech repair?
    pub is_edit_tag: bool,
    /// Is a word with this tag of closed class?
    pub is_closed: bool,
    /// Does a bracket with this label vanish with everything below it? Words whose tags do are traces.
    pub is_emptied: bool,
}

/// A recipe made ready for one table of labels.
#[derive(Clone, Debug)]
pub struct Rules {
    recipe: Recipe,
    by_label: Vec<LabelRule>,
    classes: Labels,
    /// Unequal classes that count as equal, where equality is not transitive and cannot be a class.
    related: Vec<(u32, u32)>,
    overlapping: bool,
    /// Equal labels for whoever needs equality to be transitive.
    label_chains: Chains,
    words: Words,
    delete_cut: Vec<Name>,
    has_types_in_names: bool,
    aligns_traces: bool,
}

impl Rules {
    /// The rules of `recipe`, for no label yet.
    pub fn new(recipe: Recipe) -> Self {
        let overlapping = is_overlapping(&recipe.equal_labels);
        let mut classes = Labels::new();
        let related = if overlapping {
            let number = |name: &Name, classes: &mut Labels| classes.intern(name).index() as u32;
            recipe
                .equal_labels
                .iter()
                .map(|(a, b)| (number(a, &mut classes), number(b, &mut classes)))
                .collect()
        } else {
            Vec::new()
        };
        // The SPMRL variant of EVALB cuts the deleted labels too, so that `-NONE-` there deletes brackets without label.
        let delete_cut = match recipe.labels {
            Cut::Spmrl => recipe.delete.iter().map(|name| Cut::Spmrl.apply(name).to_vec()).collect(),
            _ => recipe.delete.clone(),
        };
        let (label_chains, words) = (Chains::new(&recipe.equal_labels), Words::new(&recipe));
        Self {
            recipe,
            by_label: Vec::new(),
            classes,
            related,
            overlapping,
            label_chains,
            words,
            delete_cut,
            has_types_in_names: false,
            aligns_traces: false,
        }
    }

    /// The rules of `recipe` for trees that are written like this: names in JSON may carry a type.
    pub fn of(recipe: Recipe, syntax: &Syntax) -> Self {
        let rules = Self::new(recipe);
        if *syntax == Syntax::Json { rules.with_types_in_names() } else { rules }
    }

    /// The same where traces are aligned like words, though they may not count.
    #[must_use]
    pub fn aligning_traces(self) -> Self {
        Self { aligns_traces: true, by_label: Vec::new(), ..self }
    }

    /// The same for names that may carry a type, as the JSON reader writes them. To any other reader, [`TYPE_END`](crate::tree::TYPE_END) is
    /// a byte like any other.
    ///
    /// ```
    /// use treescore::prepare::{Recipe, Rules};
    /// let rules = Rules::new(Recipe::default());
    /// assert_eq!(rules.split_type(b"class\x1fADigit"), (None, &b"class\x1fADigit"[..]));
    /// assert_eq!(rules.with_types_in_names().split_type(b"class\x1fADigit"), (Some(&b"class"[..]), &b"ADigit"[..]));
    /// ```
    #[must_use]
    pub fn with_types_in_names(self) -> Self {
        Self { has_types_in_names: true, by_label: Vec::new(), ..self }
    }

    /// The type that a label or word carries, if it does, and the rest of it.
    pub fn split_type<'n>(&self, name: &'n [u8]) -> (Option<&'n [u8]>, &'n [u8]) {
        if self.has_types_in_names { split_type(name) } else { (None, name) }
    }

    /// The recipe these rules follow.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// Works out the rules of labels that are new since the last call.
    #[inline]
    pub fn update(&mut self, labels: &Labels) {
        if self.by_label.len() < labels.len() {
            self.learn(labels);
        }
    }

    #[cold]
    fn learn(&mut self, labels: &Labels) {
        for index in self.by_label.len()..labels.len() {
            let label = Label::of_index(index);
            // A type is no part of the name: a recipe says the same of `NP`, whatever its type.
            let rule = self.rule(self.split_type(labels.name(label)).1);
            // A word without a tag is not a word whose tag has no name: nothing is said about it.
            let is_bare = label == Label::BARE;
            self.by_label.push(LabelRule {
                keep_word: is_bare || rule.keep_word,
                in_length: is_bare || rule.in_length,
                is_trace: !is_bare && rule.is_trace,
                is_unaligned: !is_bare && rule.is_unaligned,
                quote: !is_bare && rule.quote,
                is_edit_tag: !is_bare && rule.is_edit_tag,
                is_closed: !is_bare && rule.is_closed,
                ..rule
            });
        }
    }

    /// The rules of all labels known so far, by number.
    #[inline]
    pub fn by_label(&self) -> &[LabelRule] {
        &self.by_label
    }

    /// The name of a class: the cut label, or the first of two equal ones.
    pub fn class_name(&self, class: u32) -> &[u8] {
        self.classes.name(Label::of_index(class as usize))
    }

    /// Do brackets (or tags) of these classes match?
    #[inline]
    pub fn same_class(&self, a: u32, b: u32) -> bool {
        a == b || (self.overlapping && self.related.iter().any(|&pair| pair == (a, b) || pair == (b, a)))
    }

    /// Do tags of these classes match?
    #[inline]
    pub fn same_tag(&self, a: u32, b: u32) -> bool {
        a == b || (self.equates_everything() && self.same_class(a, b))
    }

    fn equates_everything(&self) -> bool {
        self.recipe.equate == Equate::Everything
    }

    /// Are there labels that match though their classes differ?
    pub(crate) fn has_related_labels(&self) -> bool {
        self.overlapping
    }

    /// Are there tags that match though their classes differ?
    pub(crate) fn has_related_tags(&self) -> bool {
        self.overlapping && self.equates_everything()
    }

    /// The other classes that match this one, where equality is not a matter of classes.
    pub fn classes_related_to(&self, class: u32) -> impl Iterator<Item = u32> + '_ {
        self.related.iter().filter_map(move |&(a, b)| match class {
            _ if class == a => Some(b),
            _ if class == b => Some(a),
            _ => None,
        })
    }

    /// Do brackets of equal span match whatever their labels?
    #[inline]
    pub fn spans_only(&self) -> bool {
        self.recipe.compare == Compare::Spans
    }

    /// Do these words count as equal though their bytes differ?
    ///
    /// Words that are compared as written are equal if they are a pair of the recipe's; chains mean nothing, as in EVALB. Folded words
    /// are equal if their [classes](Self::word_class) are.
    pub fn equal_words(&self, a: &[u8], b: &[u8]) -> bool {
        match self.recipe.word_form {
            WordForm::Exact => {
                self.recipe.equal_words.iter().any(|(x, y)| (x == a && y == b) || (x == b && y == a))
            }
            WordForm::Folded => self.words.are_equal(a, b),
        }
    }

    /// The word in the form in which it is compared, or the first of those that a chain of equal words connects it with: for comparing
    /// words by name. The buffer is for forms that are not written in the text.
    pub fn chained_word<'w>(&'w self, word: &'w [u8], buffer: &'w mut Vec<u8>) -> &'w [u8] {
        self.words.class_of(word, buffer)
    }

    /// Leaves in `buffer` the name of the class of a word: words that count as equal, be it through others, have the same.
    ///
    /// ```
    /// use treescore::prepare::{Recipe, Rules};
    /// let rules = Rules::new(Recipe::named("speech").unwrap());
    /// let (mut one, mut other) = (Vec::new(), Vec::new());
    /// rules.word_class(b"Uh-huh", &mut one);
    /// rules.word_class(b"mhm", &mut other);
    /// assert_eq!(one, other);
    /// ```
    pub fn word_class(&self, word: &[u8], buffer: &mut Vec<u8>) {
        self.words.write_class(word, buffer);
    }

    /// Is this word, whatever its tag, of closed class?
    pub fn is_closed_word(&self, word: &[u8]) -> bool {
        self.words.is_closed(word)
    }

    /// May words be edited, or vanish with a bracket around them?
    #[inline]
    pub(super) fn has_marks(&self) -> bool {
        !self.recipe.edits.is_empty() || !self.recipe.empties.is_empty()
    }

    /// The same for the name of a class. To [`same_class`](Self::same_class) chains mean nothing.
    pub fn chained_label<'l>(&'l self, label: &'l [u8]) -> &'l [u8] {
        self.label_chains.class_of(label)
    }

    fn rule(&mut self, name: &[u8]) -> LabelRule {
        let bracket = self.recipe.labels.apply(name);
        let tag = self.recipe.tags.apply(name);
        let is_deleted_word =
            self.recipe.deleted_words == DeletedWords::Drop && contains(&self.recipe.delete, name);
        let recipe = &self.recipe;
        let is_emptied = self.is_listed(&recipe.empties, name, bracket);
        let is_emptied_word = self.is_listed(&recipe.empties, name, tag);
        let is_trace = is_emptied_word || (is_deleted_word && name == b"-NONE-");
        let keep_bracket = !is_emptied && !self.is_deleted_bracket(bracket);
        LabelRule {
            keep_bracket,
            keep_word: !is_emptied_word && !is_deleted_word,
            in_length: !is_emptied_word && !contains(&self.recipe.uncounted, name),
            is_trace,
            is_unaligned: is_trace && !self.aligns_traces,
            is_edit: keep_bracket && self.is_listed(&recipe.edits, name, bracket),
            is_edit_tag: self.is_listed(&recipe.edits, name, tag),
            is_closed: self.is_listed(&recipe.closed, name, tag),
            is_emptied,
            is_dummy: Root::DUMMIES.iter().any(|dummy| dummy.as_bytes() == name),
            quote: contains(&self.recipe.quotes, name),
            bracket: self.class(bracket),
            tag: if self.equates_everything() {
                self.class(tag)
            } else {
                self.classes.intern(tag).index() as u32
            },
        }
    }

    /// Is a label in a list, cut or by a label that a chain of equal ones connects it with?
    fn is_listed(&self, list: &[Name], name: &[u8], cut: &[u8]) -> bool {
        // To cut what begins with a hyphen leaves nothing, or a part of a name such as `-NONE-`.
        let is_whole = |one: &[u8]| name.starts_with(b"-") && one == name;
        let is_equal =
            |one: &[u8]| self.equates_everything() && self.chained_label(one) == self.chained_label(cut);
        list.iter().any(|one| one == cut || is_whole(one) || is_equal(one))
    }

    /// A bracket is deleted by its cut label, or by a label that counts as equal to it.
    fn is_deleted_bracket(&self, cut: &[u8]) -> bool {
        let equal = |(a, b): &(Name, Name)| {
            (a == cut && contains(&self.delete_cut, b)) || (b == cut && contains(&self.delete_cut, a))
        };
        contains(&self.delete_cut, cut)
            || (self.equates_everything() && self.recipe.equal_labels.iter().any(equal))
    }

    fn class(&mut self, cut: &[u8]) -> u32 {
        let mut pairs = self.recipe.equal_labels.iter().filter(|(a, b)| a != b);
        let shared = if self.overlapping { None } else { pairs.find(|(_, b)| b == cut) };
        self.classes.intern(shared.map_or(cut, |(a, _)| a)).index() as u32
    }
}

fn contains(names: &[Name], name: &[u8]) -> bool {
    names.iter().any(|one| one == name)
}

/// Does any label occur in two pairs, so that the pairs are not simply classes?
fn is_overlapping(pairs: &[(Name, Name)]) -> bool {
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
            "cut to nothing, it is not deleted as a bracket"
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
        assert!(
            a.keep_bracket && !b.keep_bracket && !c.keep_bracket,
            "deleting C deletes B with it, but not A"
        );
    }

    #[test]
    fn a_label_that_equals_itself_may_also_equal_another() {
        let pair = |a: &str, b: &str| (a.as_bytes().to_vec(), b.as_bytes().to_vec());
        let recipe = Recipe { equal_labels: vec![pair("A", "A"), pair("B", "A")], ..Recipe::evalb() };
        let (rules, found) = rules(Rules::new(recipe), &["A", "B"]);
        assert!(rules.same_class(found[0].bracket, found[1].bracket));
    }

    #[test]
    fn types_are_no_part_of_a_name_and_bare_words_have_none() {
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
        assert!(!x.keep_bracket, "cut to nothing, like -NONE-");
        assert!(trace.keep_word && !trace.in_length && !root.keep_bracket);
    }
}
