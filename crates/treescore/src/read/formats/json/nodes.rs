//! Trees as objects: `{"label": …, "children": […], "type": …}`.

use super::dom::{At, Dom, Kind};
use super::fields::{Schema, wrong_value};
use super::shape::NODE;
use super::tree::{OneWord, TreeDraft};
use crate::read::file_fault::FileFault;
use crate::read::tape::TapeCounts;
use crate::read::window::Position;
use crate::tree::TYPE_END;

const SCHEMA: Schema = Schema { known: &NODE, required: "label", expected: &["children"] };

/// The tree of an object, in the making.
pub(super) struct NodeReader<'a> {
    pub(super) dom: &'a Dom,
    pub(super) place: Position,
    pub(super) draft: &'a mut TreeDraft,
    /// What becomes of a bracket over one word.
    pub(super) one_word: OneWord,
    /// Fields that were passed over.
    pub(super) unknown: &'a mut TapeCounts,
    /// Whether types are passed over.
    pub(super) ignores_types: bool,
    /// True if a label, type or word holds the byte that separates types and labels.
    pub(super) has_type_end: bool,
}

impl NodeReader<'_> {
    /// Reads a node and all in it.
    pub(super) fn read(&mut self, root: At) -> Result<(), FileFault> {
        self.draft.clear();
        // Children that are still to be read: the next, and where they end.
        let mut rows: Vec<(At, At)> = Vec::new();
        match self.enter(root)? {
            Ok(children) => rows.push(children),
            Err(name) => self.draft.word(Some(&name), &name),
        }
        while let Some((next, end)) = rows.last_mut() {
            if next == end {
                rows.pop();
                self.draft.close(self.one_word);
                continue;
            }
            let child = std::mem::replace(next, self.dom.after(*next));
            match self.dom.kind(child) {
                Kind::String => self.word(child),
                Kind::Object => match self.enter(child)? {
                    Ok(children) => rows.push(children),
                    Err(name) => self.draft.word(None, &name),
                },
                _ => return Err(wrong_value(self.place)),
            }
        }
        Ok(())
    }

    fn word(&mut self, at: At) {
        let word = self.dom.text(at);
        self.has_type_end |= word.contains(&TYPE_END);
        self.draft.word(None, word);
    }

    /// Opens the bracket of an object and returns its children; or the name of a leaf.
    fn enter(&mut self, node: At) -> Result<Result<(At, At), Vec<u8>>, FileFault> {
        SCHEMA.check(self.dom, node, self.place, self.unknown)?;
        let name = self.name(node)?;
        match self.dom.get(node, "children") {
            Some(children) if !self.dom.is_list(children) => Err(wrong_value(self.place)),
            Some(children) if self.dom.after(children) > children + 1 => {
                self.draft.open(&name);
                Ok(Ok((children + 1, self.dom.after(children))))
            }
            _ => Ok(Err(name)),
        }
    }

    /// The label; with a type, type, [`TYPE_END`] and label.
    fn name(&mut self, node: At) -> Result<Vec<u8>, FileFault> {
        let label = self.dom.get(node, "label").and_then(|label| self.dom.string(label));
        let label = label.ok_or_else(|| wrong_value(self.place))?;
        self.has_type_end |= label.contains(&TYPE_END);
        let Some(kind) = self.dom.get(node, "type").filter(|&kind| self.dom.kind(kind) != Kind::Null) else {
            return Ok(label.to_vec());
        };
        let kind = self.dom.string(kind).ok_or_else(|| wrong_value(self.place))?;
        self.has_type_end |= kind.contains(&TYPE_END);
        if self.ignores_types {
            self.unknown.add("types", 1);
            return Ok(label.to_vec());
        }
        Ok([kind, &[TYPE_END], label].concat())
    }
}
