//! Grows a gold tree from the grammar.

use super::Profile;
use super::grammar::{Grammar, Symbol};
use super::labels::{FEATURES, Label};
use super::rng::Rng;
use super::tree::{NodeId, ROOT, Tree};
use super::words::{self, Lexicon};

/// The grammar and the lexicon of all trees.
#[derive(Debug)]
pub(super) struct Source {
    grammar: Grammar,
    lexicon: Lexicon,
}

impl Source {
    pub(super) fn new() -> Self {
        Self { grammar: Grammar::new(), lexicon: Lexicon::new() }
    }

    /// Grows a tree over `words` words, nested deeper by the profile's depth.
    pub(super) fn tree(&self, words: u32, profile: &Profile, rng: &mut Rng) -> Tree {
        let mut tree = Tree::new(Label::top());
        let start = self.nest(&mut tree, profile.depth, rng);
        self.derive(&mut tree, start, words, rng);
        let (text, start) = tree.first_word();
        words::capitalise(text, start);
        if profile.long_labels {
            for node in 0..tree.made() {
                tree.set_feature(node, rng.place(FEATURES.len()));
            }
        }
        tree
    }

    /// Nests `depth` brackets below the root, every fourth with a word of its own. Returns the innermost.
    fn nest(&self, tree: &mut Tree, depth: u32, rng: &mut Rng) -> NodeId {
        let labels = ["SBAR", "S", "VP", "NP"].map(Label::named);
        let conjunction = Label::named("IN");
        let mut node = ROOT;
        for (_, label) in (0..depth).zip(labels.into_iter().flatten().cycle()) {
            node = tree.append(node, label);
            if let Some(tag) = conjunction.filter(|_| label.name() == "SBAR") {
                self.leaf(tree, node, tag, rng);
            }
        }
        node
    }

    fn derive(&self, tree: &mut Tree, start: NodeId, words: u32, rng: &mut Rng) {
        let mut parts = Vec::new();
        let mut open = vec![(start, Grammar::root(), words)];
        while let Some((node, symbol, words)) = open.pop() {
            let Symbol::Phrase(place) = symbol else { continue };
            self.grammar.choose(place, words, rng, &mut parts);
            for &(part, words) in &parts {
                match part {
                    Symbol::Tag(tag) => self.leaf(tree, node, tag, rng),
                    Symbol::Phrase(_) => {
                        let child = tree.append(node, self.grammar.label(part));
                        open.push((child, part, words));
                    }
                }
            }
        }
    }

    fn leaf(&self, tree: &mut Tree, parent: NodeId, tag: Label, rng: &mut Rng) {
        let leaf = tree.append(parent, tag);
        tree.set_word(leaf, |text| self.lexicon.append(tag, rng, text));
    }
}
