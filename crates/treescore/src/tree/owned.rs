//! A tree that owns its text and labels.

use std::io::Write;

use super::steps::Step;
use super::{Arena, Event, Label, Labels, Word};

/// A tree that owns its text and labels, as [`read::one`](crate::read::one) returns it.
///
/// ```
/// let tree = treescore::read::one("(S (NP (D the) (N cat)) (VP (V sat)))")?;
/// assert_eq!(tree.words().collect::<Vec<_>>(), [&b"the"[..], b"cat", b"sat"]);
/// assert_eq!(tree.to_string(), "(S (NP (D the) (N cat)) (VP (V sat)))");
/// # Ok::<(), treescore::read::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tree {
    text: Box<[u8]>,
    arena: Arena,
    names: Vec<Box<[u8]>>,
}

/// Trees are equal if they are written alike, whatever text they were read from.
impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        self.to_brackets() == other.to_brackets()
    }
}

impl Eq for Tree {}

impl Tree {
    pub(crate) fn new(text: Box<[u8]>, arena: Arena, labels: &Labels) -> Self {
        let names = (0..labels.len()).map(|i| labels.name(Label::from_index(i)).into()).collect();
        Self { text, arena, names }
    }

    /// Copies a tree out of a text that holds others, too, with only the labels that it has.
    pub(crate) fn copied(arena: &Arena, text: &[u8], labels: &Labels) -> Self {
        let (mut own, mut copy, mut names) = (Vec::new(), Arena::default(), Labels::new());
        copy.copy_relabelled(arena, |label| names.intern(labels.name(label)));
        copy.map_words(|word| {
            let start = own.len();
            own.extend_from_slice(word.bytes(text));
            Word::from_range(&own, (start, own.len()), word.tag)
        });
        Self::new(own.into(), copy, &names)
    }

    /// The words, in order.
    pub fn words(&self) -> impl Iterator<Item = &[u8]> {
        self.arena.words().iter().map(|word| word.bytes(&self.text))
    }

    /// The tags of the words, in order.
    pub fn tags(&self) -> impl Iterator<Item = &[u8]> {
        self.arena.words().iter().map(|word| self.name(word.tag))
    }

    /// The brackets and words as flat arrays.
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// The name of a label of this tree.
    pub fn name(&self, label: Label) -> &[u8] {
        self.names.get(label.index()).map_or(&[], |name| name)
    }

    /// The names of all labels of this tree, in numerical order.
    pub fn labels(&self) -> impl Iterator<Item = &[u8]> {
        self.names.iter().map(|name| &name[..])
    }

    /// The text that contains the words.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    fn write_word(&self, out: &mut Vec<u8>, word: &Word) {
        if word.tag == Label::BARE {
            out.extend_from_slice(word.bytes(&self.text));
            return;
        }
        out.push(b'(');
        out.extend_from_slice(self.name(word.tag));
        out.push(b' ');
        out.extend_from_slice(word.bytes(&self.text));
        out.push(b')');
    }

    /// Returns the tree in brackets on one line, as bytes. The words of a discontinuous tree have their positions
    /// before them, as in discbracket: `(VP (V 0=is) (A 2=rich))`.
    pub fn to_brackets(&self) -> Vec<u8> {
        if self.arena.is_discontinuous() {
            return self.to_discbracket();
        }
        let mut out = Vec::with_capacity(self.text.len());
        for event in self.arena.walk() {
            match event {
                Event::Open(node) => {
                    separate(&mut out);
                    out.push(b'(');
                    out.extend_from_slice(self.name(node.label));
                }
                Event::Word(word) => {
                    separate(&mut out);
                    self.write_word(&mut out, word);
                }
                Event::Close => out.push(b')'),
            }
        }
        out
    }

    fn to_discbracket(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.text.len());
        for step in self.arena.steps() {
            match step {
                Step::Open(node) => {
                    separate(&mut out);
                    out.push(b'(');
                    out.extend_from_slice(self.name(self.arena.nodes()[node].label));
                }
                Step::Word(number) => {
                    separate(&mut out);
                    let word = &self.arena.words()[number];
                    let is_tagged = word.tag != Label::BARE;
                    if is_tagged {
                        out.push(b'(');
                        out.extend_from_slice(self.name(word.tag));
                        out.push(b' ');
                    }
                    let _ = write!(out, "{number}="); // writing to a vector never fails
                    out.extend_from_slice(word.bytes(&self.text));
                    out.extend_from_slice(if is_tagged { b")" } else { b"" });
                }
                Step::Close(_) => out.push(b')'),
            }
        }
        out
    }
}

fn separate(out: &mut Vec<u8>) {
    if out.last().is_some_and(|&byte| byte != b'(') {
        out.push(b' ');
    }
}

impl std::fmt::Display for Tree {
    /// Writes the tree in brackets on one line; bytes that are not UTF-8 are replaced.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.to_brackets()))
    }
}
