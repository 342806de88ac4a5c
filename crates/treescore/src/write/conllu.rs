//! Trees as CoNLL-U dependencies, found with a head table.

use std::io::Write;
use std::sync::Arc;

use crate::align::Refusal;
use crate::measure::dependency::{Dependency, DependencyFinder, Heads, NoHead, Source};
use crate::prepare::{Cut, Prepared, Recipe, Root, Rules};
use crate::tree::{Arena, Label, Labels, Tree, Which};

/// Writes sentences in CoNLL-U: one line of ten columns for each word that counts. The columns ID, FORM,
/// XPOS, HEAD and DEPREL are filled. A relation is the label of the dependent phrase, a slash, and the label
/// of the phrase around it. A word that depends on the top has HEAD 0 and the relation `root`; a tree may
/// have several. Words in a speech repair have HEAD 0 and the relation `edited`.
///
/// ```
/// use treescore::measure::dependency::Heads;
/// use treescore::{read, write::conllu::ConlluWriter};
/// let mut writer = ConlluWriter::new(ConlluWriter::recipe(), Heads::default());
/// let mut out = Vec::new();
/// writer.sentence(1, &read::one("(S (NP-SBJ (PRP it)) (VP (VBD rained)))")?, &mut out)?;
/// let lines = [
///     "# sent_id = 1",
///     "# text = it rained",
///     "1\tit\t_\t_\tPRP\t_\t2\tNP/S\t_\t_",
///     "2\trained\t_\t_\tVBD\t_\t0\troot\t_\t_\n\n",
/// ];
/// assert_eq!(String::from_utf8(out)?, lines.join("\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ConlluWriter {
    heads: Heads,
    finder: DependencyFinder,
    rules: Rules,
    labels: Labels,
    arena: Arena,
    prepared: Prepared,
    /// The labels of the current tree, as numbers in `labels`.
    relabelled: Vec<Label>,
    found: Vec<Dependency>,
}

impl ConlluWriter {
    /// Creates a writer. The recipe decides which words count.
    pub fn new(recipe: Recipe, heads: Heads) -> Self {
        Self {
            finder: DependencyFinder::new(Arc::clone(heads.table())),
            heads,
            rules: Rules::new(recipe),
            labels: Labels::new(),
            arena: Arena::default(),
            prepared: Prepared::default(),
            relabelled: Vec::new(),
            found: Vec::new(),
        }
    }

    /// The default recipe: all words but traces, labels without function tags, and no dummy root.
    ///
    /// ```
    /// use treescore::write::conllu::ConlluWriter;
    /// assert_eq!(ConlluWriter::recipe().delete, [b"-NONE-"]);
    /// ```
    pub fn recipe() -> Recipe {
        let delete = vec![b"-NONE-".to_vec()];
        Recipe { labels: Cut::Inner, delete, root: Root::Dummy, ..Recipe::raw() }
    }

    /// Appends a sentence whose id is a number.
    ///
    /// # Errors
    /// If no word counts, or the head table has no head for a phrase. Nothing is written then.
    pub fn sentence(&mut self, id: u64, tree: &Tree, out: &mut Vec<u8>) -> Result<(), Refusal> {
        self.sentence_named(id.to_string().as_bytes(), tree, out)
    }

    /// Appends a sentence.
    ///
    /// # Errors
    /// As [`sentence`](Self::sentence).
    pub fn sentence_named(&mut self, id: &[u8], tree: &Tree, out: &mut Vec<u8>) -> Result<(), Refusal> {
        self.load(tree);
        if self.prepared.kept().is_empty() {
            return Err(Refusal::NoTree(Which::System));
        }
        let Self { finder, arena, prepared, rules, found, .. } = self;
        let source = Source { arena, text: tree.text(), prepared, rules };
        finder.find(source, found).map_err(|NoHead { class }| Refusal::NoHead {
            which: Which::System,
            table: self.heads.name(),
            label: self.rules.class_name(class).to_vec(),
        })?;
        self.write(id, tree, out);
        Ok(())
    }

    fn load(&mut self, tree: &Tree) {
        let Self { labels, relabelled, arena, .. } = self;
        relabelled.clear();
        relabelled.extend(tree.labels().map(|name| labels.intern(name)));
        arena.copy_relabelled(tree.arena(), |label| {
            relabelled.get(label.index()).copied().unwrap_or(Label::EMPTY)
        });
        self.rules.update(labels);
        self.prepared.prepare(arena, &self.rules);
    }

    fn write(&self, id: &[u8], tree: &Tree, out: &mut Vec<u8>) {
        let words = || self.prepared.kept().iter().map(|&number| self.arena.words()[number as usize]);
        out.extend_from_slice(b"# sent_id = ");
        out.extend_from_slice(id);
        out.extend_from_slice(b"\n# text =");
        for word in words() {
            out.push(b' ');
            out.extend_from_slice(word.bytes(tree.text()));
        }
        out.push(b'\n');
        let mut found = self.found.iter().peekable();
        for (at, word) in (0..).zip(words()) {
            push(out, format_args!("{}\t", at + 1));
            field(out, word.bytes(tree.text()));
            out.extend_from_slice(b"\t_\t_\t");
            field(out, self.rules.split_type(self.labels.name(word.tag)).1);
            out.extend_from_slice(b"\t_\t");
            self.relation(found.next_if(|one| one.dependent == at), out);
            out.extend_from_slice(b"\t_\t_\n");
        }
        out.push(b'\n');
    }

    /// Writes HEAD and DEPREL.
    fn relation(&self, dependency: Option<&Dependency>, out: &mut Vec<u8>) {
        match dependency.map(|one| (one.label, one.governor)) {
            None => out.extend_from_slice(b"0\tedited"),
            Some((_, None)) => out.extend_from_slice(b"0\troot"),
            Some((label, Some(governor))) => {
                push(out, format_args!("{}\t", governor.word + 1));
                field(out, self.rules.class_name(label));
                out.push(b'/');
                field(out, self.rules.class_name(governor.label));
            }
        }
    }
}

/// Writes a field, which must not be empty: `_` stands for no text.
pub(super) fn field(out: &mut Vec<u8>, text: &[u8]) {
    out.extend_from_slice(if text.is_empty() { b"_" } else { text });
}

fn push(out: &mut Vec<u8>, text: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(text); // writing to a vector never fails
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of a tree without their empty columns.
    fn lines_of(text: &str, recipe: Recipe, heads: &str) -> Result<String, String> {
        let table = crate::prepare::heads::HeadTable::parse(
            heads.as_bytes(),
            crate::prepare::heads::HeadSyntax::Careful,
        );
        let mut writer = ConlluWriter::new(recipe, Heads::of(table.unwrap()));
        let mut out = b"before\n".to_vec();
        let written = writer.sentence(7, &crate::read::one(text).unwrap(), &mut out);
        let out = String::from_utf8(out).unwrap();
        match written {
            Ok(()) => Ok(out.trim_start_matches("before\n").replace("\t_", "").replace('\t', " ")),
            Err(refusal) => {
                assert_eq!(out, "before\n", "nothing may be written");
                Err(refusal.to_string())
            }
        }
    }

    #[test]
    fn words_with_their_heads() {
        let recipe = ConlluWriter::recipe;
        for (text, recipe, expected) in [
            (
                "(ROOT (S (NP-SBJ (-NONE- *)) (VP=1 (VB go) (ADVP-LOC (RB home))) (. .)))",
                recipe(),
                "# sent_id = 7\n# text = go home .\n1 go VB 3 VP/S\n2 home RB 1 ADVP/VP\n3 . . 0 root\n\n",
            ),
            (
                "(X (A a) (B b))",
                Recipe { root: Root::Drop, ..recipe() },
                "# sent_id = 7\n# text = a b\n1 a A 0 root\n2 b B 0 root\n\n",
            ),
            (
                "(S (S (-X- a) (B b)) (: --))",
                Recipe::default(),
                "# sent_id = 7\n# text = a b\n1 a -X- 2 -X-/S\n2 b B 0 root\n\n",
            ),
        ] {
            assert_eq!(lines_of(text, recipe, "*default* (r)\nVP (l)").unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn refusals_write_nothing() {
        let recipe = ConlluWriter::recipe;
        assert_eq!(lines_of("(S (-NONE- *))", recipe(), "*default* (r)").unwrap_err(), "no tree");
        let message = lines_of("(S (NN a))", recipe(), "NP (r)").unwrap_err();
        assert!(message.starts_with("the given head table has no rule for `S`"), "{message}");
    }
}
