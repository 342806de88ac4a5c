//! Reads trees from text: brackets decide, not lines (C.3).

use std::fmt;

use super::normalise::Normaliser;

/// A root with one of these labels is not a bracket.
const ROOTS: [&str; 5] = ["TOP", "ROOT", "S1", "@S", ""];

/// Why a file is not a sequence of trees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// There is a surplus closing bracket.
    Unopened,
    /// The file ends inside a tree.
    Unclosed,
    /// A word is outside all trees.
    Outside(String),
}

impl fmt::Display for ReadError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unopened => write!(out, "`)` without `(`"),
            Self::Unclosed => write!(out, "the file ends inside a tree"),
            Self::Outside(word) => write!(out, "`{word}` is outside all trees"),
        }
    }
}

impl std::error::Error for ReadError {}

/// A word with its tag.
#[derive(Debug)]
pub(super) struct Token {
    pub(super) tag: String,
    /// The normalised word.
    pub(super) word: Vec<char>,
}

/// A bracket over the tokens `first..end`.
#[derive(Debug)]
pub(super) struct Phrase {
    /// Without function tags.
    pub(super) label: String,
    pub(super) first: usize,
    pub(super) end: usize,
}

/// A tree that has tokens.
#[derive(Debug)]
pub(super) struct Tree {
    /// From 1; trees without tokens are counted, too.
    pub(super) number: usize,
    pub(super) first: usize,
    pub(super) end: usize,
}

/// One of the two files.
#[derive(Debug, Default)]
pub(super) struct Side {
    pub(super) tokens: Vec<Token>,
    pub(super) phrases: Vec<Phrase>,
    pub(super) trees: Vec<Tree>,
}

/// A node that is not closed yet.
struct Open {
    /// `None` until the first item of the node is read.
    label: Option<String>,
    first: usize,
    words: usize,
    nodes: usize,
}

/// Reads one file.
pub(super) fn side(text: &str, normaliser: &Normaliser) -> Result<Side, ReadError> {
    let mut side = Side::default();
    let mut open: Vec<Open> = Vec::new();
    let mut number = 0;
    for piece in pieces(text.strip_prefix('\u{FEFF}').unwrap_or(text)) {
        match piece {
            "(" => {
                if let Some(parent) = open.last_mut() {
                    parent.label.get_or_insert_default();
                    parent.nodes += 1;
                }
                open.push(Open { label: None, first: side.tokens.len(), words: 0, nodes: 0 });
            }
            ")" => {
                let node = open.pop().ok_or(ReadError::Unopened)?;
                number += usize::from(open.is_empty());
                side.close(node, open.is_empty().then_some(number));
            }
            word => {
                let parent = open.last_mut().ok_or_else(|| ReadError::Outside(word.to_owned()))?;
                if let Some(tag) = &parent.label {
                    parent.words += 1;
                    if tag != "-NONE-" {
                        side.tokens.push(Token { tag: tag.clone(), word: normaliser.word(word) });
                    }
                } else {
                    parent.label = Some(word.to_owned());
                }
            }
        }
    }
    if open.is_empty() { Ok(side) } else { Err(ReadError::Unclosed) }
}

impl Side {
    /// Closes a node; `root` is the tree's number if the node is its root.
    fn close(&mut self, node: Open, root: Option<usize>) {
        let (first, end) = (node.first, self.tokens.len());
        if first == end {
            return;
        }
        if let Some(number) = root {
            self.trees.push(Tree { number, first, end });
        }
        let label = node.label.unwrap_or_default();
        let is_preterminal = node.words == 1 && node.nodes == 0;
        let is_bare_root = root.is_some() && ROOTS.contains(&label.as_str());
        if !is_preterminal && !is_bare_root {
            self.phrases.push(Phrase { label: cut(&label).to_owned(), first, end });
        }
    }
}

/// Cuts a label at its first `-` or `=`, except in first place.
fn cut(label: &str) -> &str {
    let end = label.char_indices().skip(1).find(|(_, letter)| matches!(letter, '-' | '='));
    &label[..end.map_or(label.len(), |(at, _)| at)]
}

/// Splits a text into brackets, and the text between brackets and white space.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let is_space = |letter: char| matches!(letter, ' ' | '\t' | '\n' | '\r' | '\u{B}' | '\u{C}');
    text.split_inclusive(['(', ')'])
        .flat_map(|piece| {
            let (words, bracket) = match piece.strip_suffix(['(', ')']) {
                Some(words) => (words, &piece[words.len()..]),
                None => (piece, ""),
            };
            [words, bracket]
        })
        .flat_map(move |piece| piece.split(is_space))
        .filter(|piece| !piece.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_read_as_the_text_says() {
        for (text, tokens, phrases, trees) in [
            ("(S (N a) (V b))", "N/a V/b", "S:0-2", "1:0-2"),
            ("\u{FEFF}( (S-X\n(N a)))\n\n", "N/a", "S:0-1", "1:0-1"),
            ("(NP the (N b)) (N c)", "NP/the N/b N/c", "NP:0-2", "1:0-2 2:2-3"),
            ("(S (NP (-NONE- *)) (N b))", "N/b", "S:0-1", "1:0-1"),
            ("(S) (-NONE- x) () (TOP (TOP (N a)))", "N/a", "TOP:0-1", "4:0-1"),
            (
                "(-X-Y (N a)) (=X=Y (N a)) (N\u{A0}P (N a))",
                "N/a N/a N/a",
                "-X:0-1 =X:1-2 N\u{A0}P:2-3",
                "1:0-1 2:1-2 3:2-3",
            ),
            ("( S a b)", "S/a S/b", "S:0-2", "1:0-2"),
            ("", "", "", ""),
        ] {
            let side = side(text, &Normaliser::new("")).unwrap();
            let word = |token: &Token| format!("{}/{}", token.tag, token.word.iter().collect::<String>());
            let shown: Vec<String> = side.tokens.iter().map(word).collect();
            assert_eq!(shown.join(" "), tokens, "{text}");
            let shown: Vec<String> =
                side.phrases.iter().map(|it| format!("{}:{}-{}", it.label, it.first, it.end)).collect();
            assert_eq!(shown.join(" "), phrases, "{text}");
            let shown: Vec<String> =
                side.trees.iter().map(|it| format!("{}:{}-{}", it.number, it.first, it.end)).collect();
            assert_eq!(shown.join(" "), trees, "{text}");
        }
    }

    #[test]
    fn malformed_files_are_errors() {
        for (text, error) in [
            ("(S (N a)", ReadError::Unclosed),
            ("(S (N a)))", ReadError::Unopened),
            ("(S (N a)) b", ReadError::Outside("b".to_owned())),
        ] {
            assert_eq!(side(text, &Normaliser::new("")).unwrap_err(), error, "{text}");
        }
    }
}
