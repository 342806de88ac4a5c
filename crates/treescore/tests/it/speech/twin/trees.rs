//! Trees: deletion of nodes; flattening, raising and merging of speech repairs.

use treescore::prepare::{Compare, Cut, Recipe, Repeats, Root, Trivial};

/// A word of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) tag: String,
    pub(crate) text: String,
    /// Its number among the counted words of the side.
    pub(crate) number: usize,
}

/// Part of a tree.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    Word(Word),
    Phrase {
        label: String,
        parts: Vec<Node>,
        is_root: bool,
    },
    /// A speech repair.
    Edit {
        label: String,
        words: Vec<Word>,
        kind: Edit,
    },
}

/// The kind of a repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edit {
    Root,
    Phrase,
    Tag,
}

/// A label over counted words, as a half-open range.
pub(crate) type Bracket = (String, usize, usize);

/// Parses a tree from a line.
pub(super) fn parse(line: &str) -> Node {
    let (node, rest) = parse_node(line, true);
    assert!(rest.trim().is_empty(), "{line}");
    node
}

fn parse_node(text: &str, is_root: bool) -> (Node, &str) {
    let text = text.trim_start().strip_prefix('(').unwrap();
    let (label, mut rest) = text.split_once(' ').unwrap();
    if !rest.trim_start().starts_with('(') {
        let (word, rest) = rest.split_once(')').unwrap();
        let word = Word { tag: label.to_owned(), text: word.trim().to_owned(), number: 0 };
        return (Node::Word(word), rest);
    }
    let mut parts = Vec::new();
    loop {
        rest = rest.trim_start();
        if let Some(rest) = rest.strip_prefix(')') {
            return (Node::Phrase { label: label.to_owned(), parts, is_root }, rest);
        }
        let (part, behind) = parse_node(rest, false);
        parts.push(part);
        rest = behind;
    }
}

/// Cuts a label.
pub(super) fn cut(how: Cut, label: &str) -> String {
    let first = match how {
        Cut::Penn => 0,
        Cut::Inner => 1,
        _ => label.len(),
    };
    let end = label.char_indices().find(|&(at, letter)| at >= first && matches!(letter, '-' | '='));
    label[..end.map_or(label.len(), |(at, _)| at)].to_owned()
}

/// The class of a label: the first of two equal labels.
pub(super) fn class(recipe: &Recipe, label: String) -> String {
    let pair = recipe.equal_labels.iter().find(|(_, second)| *second == label.as_bytes());
    pair.map_or(label, |(first, _)| String::from_utf8(first.clone()).unwrap())
}

fn has(list: &[Vec<u8>], name: &str) -> bool {
    list.iter().any(|one| one == name.as_bytes())
}

/// True if the list has the cut name, or the whole name if it begins with a hyphen.
fn is_listed(list: &[Vec<u8>], how: Cut, name: &str) -> bool {
    has(list, &cut(how, name)) || (name.starts_with('-') && has(list, name))
}

/// Prepares a tree, and returns the nodes that remain under its top. Counted words get their numbers and are
/// added to those of the side.
pub(super) fn prepare(tree: Node, recipe: &Recipe, words: &mut Vec<Word>) -> Vec<Node> {
    let mut parts = deleted(vanished(tree, recipe).into_iter().collect(), recipe);
    for part in &mut parts {
        number(part, words);
    }
    let flat = parts.into_iter().map(|part| flattened(part, recipe)).collect();
    merged(moved_up(flat))
}

/// Removes a node with everything below it, if the recipe says so.
fn vanished(node: Node, recipe: &Recipe) -> Option<Node> {
    match node {
        Node::Phrase { label, parts, is_root } if !is_listed(&recipe.empties, recipe.labels, &label) => {
            let parts: Vec<Node> = parts.into_iter().filter_map(|part| vanished(part, recipe)).collect();
            (!parts.is_empty()).then_some(Node::Phrase { label, parts, is_root })
        }
        Node::Word(word) if !is_listed(&recipe.empties, recipe.tags, &word.tag) => Some(Node::Word(word)),
        _ => None,
    }
}

/// Deletes words by their whole tags, brackets by their cut labels, and brackets without words.
fn deleted(nodes: Vec<Node>, recipe: &Recipe) -> Vec<Node> {
    let one = |node| match node {
        Node::Word(word) if has(&recipe.delete, &word.tag) => Vec::new(),
        Node::Phrase { label, parts, is_root } => {
            let parts = deleted(parts, recipe);
            if parts.is_empty() || has(&recipe.delete, &cut(recipe.labels, &label)) {
                return parts;
            }
            vec![Node::Phrase { label, parts, is_root }]
        }
        other => vec![other],
    };
    nodes.into_iter().flat_map(one).collect()
}

fn number(node: &mut Node, words: &mut Vec<Word>) {
    match node {
        Node::Word(word) => {
            word.number = words.len();
            words.push(word.clone());
        }
        Node::Phrase { parts, .. } => parts.iter_mut().for_each(|part| number(part, words)),
        Node::Edit { .. } => {}
    }
}

/// All words below a node.
fn leaves(node: &Node) -> Vec<Word> {
    match node {
        Node::Word(word) => vec![word.clone()],
        Node::Phrase { parts, .. } => parts.iter().flat_map(leaves).collect(),
        Node::Edit { words, .. } => words.clone(),
    }
}

/// Turns repairs into lists of words.
fn flattened(node: Node, recipe: &Recipe) -> Node {
    match node {
        Node::Phrase { ref label, is_root, .. } if is_listed(&recipe.edits, recipe.labels, label) => {
            let kind = if is_root { Edit::Root } else { Edit::Phrase };
            Node::Edit { label: label.clone(), words: leaves(&node), kind }
        }
        Node::Phrase { label, parts, is_root } => {
            let parts = parts.into_iter().map(|part| flattened(part, recipe)).collect();
            Node::Phrase { label, parts, is_root }
        }
        Node::Word(word) if is_listed(&recipe.edits, recipe.tags, &word.tag) => {
            Node::Edit { label: word.tag.clone(), words: vec![word], kind: Edit::Tag }
        }
        other => other,
    }
}

/// Moves repairs at the edges of phrases out of them; a phrase with nothing else disappears.
fn moved_up(nodes: Vec<Node>) -> Vec<Node> {
    let is_edit = |node: &Node| matches!(node, Node::Edit { .. });
    let one = |node| {
        let Node::Phrase { label, parts, is_root } = node else { return vec![node] };
        let mut before = moved_up(parts);
        let Some(first) = before.iter().position(|part| !is_edit(part)) else { return before };
        let mut inside = before.split_off(first);
        let last = inside.iter().rposition(|part| !is_edit(part)).unwrap();
        let behind = inside.split_off(last + 1);
        before.push(Node::Phrase { label, parts: inside, is_root });
        before.extend(behind);
        before
    };
    nodes.into_iter().flat_map(one).collect()
}

/// Merges adjacent repairs, with the label of the first.
fn merged(nodes: Vec<Node>) -> Vec<Node> {
    let mut all: Vec<Node> = Vec::new();
    for node in nodes {
        match (all.last_mut(), node) {
            (Some(Node::Edit { words, kind, .. }), Node::Edit { words: more, .. }) => {
                words.extend(more);
                *kind = Edit::Phrase;
            }
            (_, Node::Phrase { label, parts, is_root }) => {
                all.push(Node::Phrase { label, parts: merged(parts), is_root });
            }
            (_, node) => all.push(node),
        }
    }
    all
}

/// True if the outermost bracket does not count with this label.
pub(super) fn drops_root(recipe: &Recipe, label: &str) -> bool {
    match recipe.root {
        Root::Count => false,
        Root::Drop => true,
        Root::Dummy => ["TOP", "ROOT", "S1", "@S", ""].contains(&label),
    }
}

/// The counted brackets of a tree.
pub(super) fn brackets(tree: &[Node], recipe: &Recipe) -> Vec<Bracket> {
    let span = |words: &[Word]| {
        (words.iter().map(|word| word.number).min(), words.iter().map(|word| word.number).max())
    };
    let mut said: Vec<Word> = tree.iter().flat_map(unedited).collect();
    if said.is_empty() {
        said = tree.iter().flat_map(leaves).collect();
    }
    let sentence = span(&said);
    let mut all: Vec<Bracket> = Vec::new();
    collect(tree, recipe, &mut |label, words| {
        let (Some(start), Some(last)) = span(words) else { return };
        let (is_word, is_sentence) = (start == last, (Some(start), Some(last)) == sentence);
        let is_trivial = match recipe.trivial {
            Trivial::Count => false,
            Trivial::DropWords => is_word,
            Trivial::DropSentence => is_sentence,
            Trivial::DropBoth => is_word || is_sentence,
        };
        let bracket = (class(recipe, cut(recipe.labels, label)), start, last + 1);
        let is_same = |other: &Bracket| {
            (other.1, other.2) == (bracket.1, bracket.2)
                && (recipe.compare == Compare::Spans || other.0 == bracket.0)
        };
        if !is_trivial && (recipe.repeats == Repeats::Each || !all.iter().any(is_same)) {
            all.push(bracket);
        }
    });
    all
}

fn unedited(node: &Node) -> Vec<Word> {
    match node {
        Node::Word(word) => vec![word.clone()],
        Node::Phrase { parts, .. } => parts.iter().flat_map(unedited).collect(),
        Node::Edit { .. } => Vec::new(),
    }
}

fn collect(nodes: &[Node], recipe: &Recipe, found: &mut impl FnMut(&str, &[Word])) {
    for node in nodes {
        match node {
            Node::Word(_) | Node::Edit { kind: Edit::Tag, .. } => {}
            Node::Phrase { label, parts, is_root } => {
                if !(*is_root && drops_root(recipe, label)) {
                    found(label, &leaves(node));
                }
                collect(parts, recipe, found);
            }
            Node::Edit { label, words, kind } => {
                if !(*kind == Edit::Root && drops_root(recipe, label)) {
                    found(label, words);
                }
            }
        }
    }
}
