//! A tree as the list of its brackets and leaves in the order of the text, which is easy to cut.

use crate::generate::rng::Rng;

/// A range of a tree's text.
pub(super) type Part = (usize, usize);

/// An item of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A phrase begins.
    Open(Part),
    /// A word with its tag.
    Leaf { tag: Part, word: Part },
    /// The innermost phrase ends.
    Close,
}

/// A tree whose root is a phrase.
#[derive(Clone, Debug, Default)]
pub(super) struct Flat {
    pub(super) items: Vec<Item>,
    text: String,
}

impl Flat {
    /// Reads one tree whose words all have tags; `None` if the line is anything else.
    pub(super) fn read(line: &str) -> Option<Self> {
        let line = line.trim_ascii();
        let (mut items, mut depth, mut at) = (Vec::with_capacity(line.len() / 6), 0usize, 0);
        while at < line.len() {
            at = skip_space(line, at);
            match line.as_bytes().get(at)? {
                b'(' => {
                    let label = run(line, skip_space(line, at + 1));
                    let word = run(line, skip_space(line, label.1));
                    if word.0 == word.1 {
                        items.push(Item::Open(label));
                        (depth, at) = (depth + 1, word.0);
                    } else {
                        at = skip_space(line, word.1);
                        (line.as_bytes().get(at) == Some(&b')') && depth > 0).then_some(())?;
                        items.push(Item::Leaf { tag: label, word });
                        at += 1;
                    }
                }
                b')' => {
                    items.push(Item::Close);
                    (depth, at) = (depth.checked_sub(1)?, at + 1);
                    (depth > 0 || at == line.len()).then_some(())?;
                }
                _ => return None,
            }
        }
        (depth == 0 && !items.is_empty()).then(|| Self { items, text: line.to_owned() })
    }

    /// Appends the tree and a line end.
    pub(super) fn write(&self, out: &mut String) {
        for (place, item) in self.items.iter().enumerate() {
            if place > 0 && *item != Item::Close {
                out.push(' ');
            }
            match *item {
                Item::Open(label) => {
                    out.push('(');
                    out.push_str(self.part(label));
                }
                Item::Leaf { tag, word } => {
                    out.push('(');
                    out.push_str(self.part(tag));
                    out.push(' ');
                    out.push_str(self.part(word));
                    out.push(')');
                }
                Item::Close => out.push(')'),
            }
        }
        out.push('\n');
    }

    pub(super) fn part(&self, part: Part) -> &str {
        &self.text[part.0..part.1]
    }

    /// Returns the word at `place`, if there is a leaf.
    pub(super) fn word(&self, place: usize) -> Option<&str> {
        match self.items.get(place) {
            Some(Item::Leaf { word, .. }) => Some(self.part(*word)),
            _ => None,
        }
    }

    /// Replaces the word of the leaf at `place`.
    pub(super) fn set_word(&mut self, place: usize, new: &str) {
        let start = self.text.len();
        if let Some(Item::Leaf { word, .. }) = self.items.get_mut(place) {
            self.text.push_str(new);
            *word = (start, self.text.len());
        }
    }

    /// Returns the place of the first leaf at or after `place`.
    pub(super) fn leaf_from(&self, place: usize) -> Option<usize> {
        (place..self.items.len()).find(|&at| matches!(self.items[at], Item::Leaf { .. }))
    }

    /// Removes phrases without words.
    pub(super) fn prune(&mut self) {
        let mut kept: Vec<Item> = Vec::with_capacity(self.items.len());
        for item in self.items.drain(..) {
            if item == Item::Close && matches!(kept.last(), Some(Item::Open(_))) {
                kept.pop();
            } else {
                kept.push(item);
            }
        }
        self.items = kept;
    }

    /// Cuts the tree between two words; every phrase around the cut is in both parts. `None` if the tree has
    /// only one word.
    pub(super) fn split_off(&mut self, rng: &mut Rng) -> Option<Self> {
        let is_leaf = |item: &Item| matches!(item, Item::Leaf { .. });
        let leaves: Vec<usize> = (0..self.items.len()).filter(|&at| is_leaf(&self.items[at])).collect();
        let cut = *leaves.get(1 + rng.place(leaves.len().checked_sub(1).filter(|&more| more > 0)?))?;
        let keep = |wanted: &dyn Fn(usize) -> bool| {
            let items = self.items.iter().enumerate().filter(|(at, item)| !is_leaf(item) || wanted(*at));
            let mut part = Self { items: items.map(|(_, item)| *item).collect(), text: self.text.clone() };
            part.prune();
            part
        };
        let (first, rest) = (keep(&|at| at < cut), keep(&|at| at >= cut));
        *self = first;
        Some(rest)
    }

    /// Appends the children of another tree's root to those of this root.
    pub(super) fn append(&mut self, other: &Self) {
        let moved = self.text.len();
        let shift = |(start, end): Part| (start + moved, end + moved);
        self.text.push_str(&other.text);
        self.items.pop();
        self.items.extend(other.items.iter().skip(1).map(|item| match *item {
            Item::Open(label) => Item::Open(shift(label)),
            Item::Leaf { tag, word } => Item::Leaf { tag: shift(tag), word: shift(word) },
            Item::Close => Item::Close,
        }));
    }
}

fn skip_space(line: &str, at: usize) -> usize {
    at + line.as_bytes().iter().skip(at).take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// Returns the range from `at` to the next bracket or white space.
fn run(line: &str, at: usize) -> Part {
    let is_inside = |byte: &&u8| !byte.is_ascii_whitespace() && !matches!(byte, b'(' | b')');
    (at, at + line.as_bytes().iter().skip(at).take_while(is_inside).count())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(tree: &Flat) -> String {
        let mut line = String::new();
        tree.write(&mut line);
        line
    }

    #[test]
    fn trees_are_read_and_written() {
        for (text, written) in [
            ("(TOP (NP (DT a) (NN b)) (V c))", Some("(TOP (NP (DT a) (NN b)) (V c))\n")),
            (" ( (S (N  ä ) )) ", Some("( (S (N ä)))\n")),
            ("(NN a)", None),
            ("(S (N a)", None),
            ("(S (N a)) (S (N b))", None),
            ("(S (N a b))", None),
            ("(S a (N b))", None),
            ("S", None),
            ("", None),
        ] {
            assert_eq!(Flat::read(text).map(|tree| line(&tree)).as_deref(), written, "{text}");
        }
    }

    #[test]
    fn trees_are_cut_and_joined() {
        let mut tree = Flat::read("(TOP (S (NP (D a)) (V b)))").unwrap();
        let rest = tree.split_off(&mut Rng::at(1, 1)).unwrap();
        assert_eq!(
            (line(&tree).as_str(), line(&rest).as_str()),
            ("(TOP (S (NP (D a))))\n", "(TOP (S (V b)))\n")
        );
        tree.append(&rest);
        assert_eq!(line(&tree), "(TOP (S (NP (D a))) (S (V b)))\n");
        assert!(Flat::read("(TOP (V b))").unwrap().split_off(&mut Rng::at(1, 1)).is_none());
    }
}
