//! Trees in any of the formats that are written: brackets, discbracket, NEGRA export, JSON and CoNLL-U.
//!
//! What is written is read back as the same tree: words, tags, labels, brackets and ids. A tree that a format
//! cannot hold is refused with the reason, so that nothing is changed silently. Two things are not written,
//! because no reader keeps them: brackets without words, and an outermost bracket that has no label and holds
//! one bracket only.

mod brackets;
mod chosen;
mod export;
mod headed;
mod json;
mod outline;
mod same;
#[cfg(test)]
mod tests;
mod unwritable;

use crate::measure::dependency::Heads;
use crate::prepare::Recipe;
use crate::read::Format;
use crate::tree::Tree;
use crate::values::choice;
use crate::write::conllu::ConlluWriter;

use self::chosen::Chooser;
use self::outline::{Kind, Outline};
pub use self::same::first_difference;
pub use self::unwritable::{Part, Unwritable};

choice! {
    /// A format in which trees are written.
    ///
    /// ```
    /// use treescore::write::trees::TreeFormat;
    /// assert_eq!("export".parse(), Ok(TreeFormat::Export));
    /// ```
    TreeFormat {
        /// Trees in brackets, one on a line, with labels and tags or without.
        Brackets = "brackets",
        /// Trees in brackets whose words have positions; they may be discontinuous.
        Discbracket = "discbracket",
        /// The NEGRA export format, version 4.
        Export = "export",
        /// A line of JSON for each tree.
        Json = "json",
        /// Words and dependencies, found with a head table.
        Conllu = "conllu",
    }
}

/// The words and brackets of a tree that count by a recipe, as a tree. If these are not one tree, the outermost bracket stays.
///
/// # Errors
/// If nothing counts.
pub fn choose(recipe: &Recipe, tree: &Tree) -> Result<Tree, Unwritable> {
    Chooser::new(recipe.clone()).choose(tree)
}

/// Writes trees one by one.
///
/// ```
/// use treescore::read;
/// use treescore::write::trees::{TreeFormat, TreeWriter};
/// let tree = read::one("(S (NP (D the) (N cat)) (VP (V sat)))")?;
/// let mut out = Vec::new();
/// TreeWriter::new(TreeFormat::Discbracket).write(1, Some(b"a1"), &tree, &mut out)?;
/// assert_eq!(
///     String::from_utf8(out)?,
///     "# sent_id = a1\n(S (NP (D 0=the) (N 1=cat)) (VP (V 2=sat)))\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TreeWriter {
    format: TreeFormat,
    chooser: Option<Chooser>,
    conllu: ConlluWriter,
    /// What the words of the file have in brackets: tags, labels around them, or neither.
    kind: Option<Kind>,
    /// True if a tree without words has labels, which would be words in a file without labels.
    has_labels: bool,
    has_begun: bool,
}

impl TreeWriter {
    /// Creates a writer of whole trees. For CoNLL-U, heads are found with the usual table.
    pub fn new(format: TreeFormat) -> Self {
        Self::with(format, None, Heads::default())
    }

    /// Creates a writer. Of each tree it writes what counts by the recipe, if there is one; `heads` is for
    /// CoNLL-U.
    pub fn with(format: TreeFormat, recipe: Option<Recipe>, heads: Heads) -> Self {
        let conllu = ConlluWriter::new(recipe.clone().unwrap_or_else(ConlluWriter::recipe), heads);
        Self {
            format,
            chooser: recipe.map(Chooser::new),
            conllu,
            kind: None,
            has_labels: false,
            has_begun: false,
        }
    }

    /// Appends a tree. `number` stands for the id in formats that need one.
    ///
    /// # Errors
    /// If the format cannot hold the tree. Nothing is written then.
    pub fn write(
        &mut self,
        number: u64,
        id: Option<&[u8]>,
        tree: &Tree,
        out: &mut Vec<u8>,
    ) -> Result<(), Unwritable> {
        let before = out.len();
        let written = self.write_unit(number, id, tree, out);
        match &written {
            Ok(()) => self.has_begun = true,
            Err(_) => out.truncate(before),
        }
        written
    }

    /// The format in which what was written so far must be read, if it is in brackets.
    pub fn brackets_kind(&self) -> Option<Format> {
        match (self.format, self.kind) {
            (TreeFormat::Brackets, Some(Kind::Untagged)) => Some(Format::Untagged),
            (TreeFormat::Brackets, Some(Kind::Bare)) => Some(Format::Bare),
            _ => None,
        }
    }

    /// The format in which what was written so far must be read.
    pub fn read_as(&self) -> Format {
        match self.format {
            TreeFormat::Brackets => self.brackets_kind().unwrap_or(Format::Brackets),
            TreeFormat::Discbracket => Format::Discbracket,
            TreeFormat::Export => Format::Export,
            TreeFormat::Json => Format::Json,
            TreeFormat::Conllu => Format::Conllu,
        }
    }

    fn write_unit(
        &mut self,
        number: u64,
        id: Option<&[u8]>,
        tree: &Tree,
        out: &mut Vec<u8>,
    ) -> Result<(), Unwritable> {
        if self.format == TreeFormat::Conllu {
            return self.write_conllu(number, id, tree, out);
        }
        let chosen = self.chooser.as_mut().map(|chooser| chooser.choose(tree)).transpose()?;
        let tree = chosen.as_ref().unwrap_or(tree);
        let outline = Outline::of(tree)?;
        match self.format {
            TreeFormat::Brackets => {
                self.agree(&outline)?;
                brackets::comment(id, self.format, out)?;
                brackets::write(&outline, tree, out)
            }
            TreeFormat::Discbracket => {
                brackets::comment(id, self.format, out)?;
                brackets::write_placed(&outline, out)
            }
            TreeFormat::Export => {
                if !self.has_begun {
                    out.extend_from_slice(b"#FORMAT 4\n");
                }
                export::write(number, id, &outline, out)
            }
            TreeFormat::Json | TreeFormat::Conllu => json::write(id, &outline, tree, out),
        }
    }

    /// Refuses a tree in brackets of another kind than those before it: a file is read in one way.
    fn agree(&mut self, outline: &Outline<'_>) -> Result<(), Unwritable> {
        let has_labels = outline.kind().is_none() && outline.phrases().any(|phrase| !phrase.label.is_empty());
        self.has_labels |= has_labels && self.kind != Some(Kind::Bare);
        match (outline.kind(), self.kind) {
            (Some(kind @ Kind::Bare), None) if self.has_labels => {
                Err(Unwritable::OtherKind { kind, before: Kind::Untagged })
            }
            (None, Some(before @ Kind::Bare)) if has_labels => {
                Err(Unwritable::OtherKind { kind: Kind::Untagged, before })
            }
            (None, _) => Ok(()),
            (Some(Kind::Mixed), _) => Err(Unwritable::MixedTags),
            (Some(kind), Some(before)) if kind != before => Err(Unwritable::OtherKind { kind, before }),
            (kind, _) => {
                self.kind = kind;
                Ok(())
            }
        }
    }

    fn write_conllu(
        &mut self,
        number: u64,
        id: Option<&[u8]>,
        tree: &Tree,
        out: &mut Vec<u8>,
    ) -> Result<(), Unwritable> {
        headed::check(id, tree)?;
        let own = number.to_string();
        if !tree.arena().heads().is_empty() {
            if self.chooser.is_some() {
                return Err(Unwritable::HeadsAndRecipe);
            }
            return headed::write(id, tree, out);
        }
        if tree.arena().is_discontinuous() {
            return Err(Unwritable::Discontinuous(self.format));
        }
        if tree.arena().nodes().is_empty() && tree.arena().words().len() != 1 {
            return Err(Unwritable::NotOneTree);
        }
        let id = id.unwrap_or(own.as_bytes());
        self.conllu
            .sentence_named(id, tree, out)
            .map_err(|refusal| Unwritable::NoDependencies(Box::new(refusal)))
    }
}
