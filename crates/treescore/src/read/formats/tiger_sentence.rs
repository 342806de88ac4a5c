//! A sentence of `TigerXML`: words, nodes, and edges to them.

use crate::values::hash::HashMap;

use crate::read::error::ReadError;
use crate::read::hang::{Hanging, HangingWord, TOP};
use crate::read::tape::Tape;
use crate::read::window::Position;

/// A sentence that is being read.
pub(super) struct TigerSentence {
    id: Option<String>,
    first: Position,
    /// Its first tag, for messages.
    tag: String,
    /// The id of the root.
    root: Option<String>,
    hanging: Hanging,
    /// What has an id.
    places: HashMap<String, Place>,
    /// Edges from a node: its number, the id of what it leads to, and the label to append there.
    edges: Vec<(usize, String, Option<String>)>,
    /// What is wrong with it.
    fault: Option<String>,
}

/// The number of a word or node.
#[derive(Clone, Copy)]
enum Place {
    Word(usize),
    Node(usize),
}

impl TigerSentence {
    pub(super) fn new(id: Option<&str>, first: Position, tag: String) -> Self {
        Self {
            id: id.map(str::to_owned),
            first,
            tag,
            root: None,
            hanging: Hanging::default(),
            places: HashMap::default(),
            edges: Vec::new(),
            fault: None,
        }
    }

    /// Adds an element in the sentence.
    pub(super) fn element<'a>(
        &mut self,
        name: &str,
        attribute: impl Fn(&str) -> Option<&'a str>,
        functions: bool,
    ) {
        let bytes = |name: &str| attribute(name).unwrap_or_default().as_bytes().to_vec();
        let place = match name {
            "graph" => {
                self.root = attribute("root").map(str::to_owned);
                return;
            }
            "t" => {
                let tag = attribute("pos").map(|tag| tag.as_bytes().to_vec());
                if attribute("word").is_none_or(str::is_empty) {
                    let id = attribute("id").unwrap_or_default();
                    self.fault.get_or_insert_with(|| format!("`{id}` has no `word`"));
                }
                self.hanging.words.push(HangingWord { tag, word: bytes("word"), parent: TOP });
                Place::Word(self.hanging.words.len() - 1)
            }
            "nt" => {
                self.hanging.nodes.push((bytes("cat"), TOP));
                Place::Node(self.hanging.nodes.len() - 1)
            }
            "edge" => {
                if let (Some(node), Some(target)) =
                    (self.hanging.nodes.len().checked_sub(1), attribute("idref"))
                {
                    let label = attribute("label").filter(|label| functions && *label != "--");
                    self.edges.push((node, target.to_owned(), label.map(str::to_owned)));
                }
                return;
            }
            _ => return,
        };
        if let Some(id) = attribute("id")
            && self.places.insert(id.to_owned(), place).is_some()
        {
            self.fault.get_or_insert_with(|| format!("`{id}` stands twice"));
        }
    }

    /// Writes the sentence on the tape.
    pub(super) fn write(mut self, tape: &mut Tape) {
        tape.begin(self.first);
        if let Some(id) = &self.id {
            tape.id(id.as_bytes());
        }
        let hung = self.fault.take().map_or_else(|| self.hang(), Err);
        let written = hung.and_then(|loose| {
            let circle = |_| "some nodes hang in a circle".to_owned();
            self.hanging.write(Some(b"VROOT"), tape).map(|()| loose).map_err(circle)
        });
        match written {
            Ok(loose) => {
                tape.counts.add("loose", loose);
                tape.end();
            }
            Err(message) => {
                tape.refuse(Box::new(ReadError::told(message, self.first, self.tag.as_bytes(), 0)));
            }
        }
    }

    /// Hangs everything from what an edge comes from. Returns how many words no edge leads to.
    fn hang(&mut self) -> Result<u64, String> {
        let mut word_is_led_to = vec![false; self.hanging.words.len()];
        let mut node_is_led_to = vec![false; self.hanging.nodes.len()];
        for (from, target, label) in &self.edges {
            let (is_led_to, parent) = match self.places.get(target) {
                Some(&Place::Word(word)) => (&mut word_is_led_to[word], &mut self.hanging.words[word].parent),
                Some(&Place::Node(node)) => {
                    let (name, parent) = &mut self.hanging.nodes[node];
                    if let Some(label) = label {
                        name.extend_from_slice(b"-");
                        name.extend_from_slice(label.as_bytes());
                    }
                    (&mut node_is_led_to[node], parent)
                }
                None => return Err(format!("edge to `{target}`, which is nowhere")),
            };
            if std::mem::replace(is_led_to, true) {
                return Err(format!("`{target}` has two parents"));
            }
            *parent = *from;
        }
        let root = self.root.as_ref().and_then(|root| self.places.get(root));
        let root = if let Some(&Place::Word(word)) = root { Some(word) } else { None };
        let loose = word_is_led_to.iter().enumerate().filter(|(word, led)| !**led && Some(*word) != root);
        Ok(loose.count() as u64)
    }
}
