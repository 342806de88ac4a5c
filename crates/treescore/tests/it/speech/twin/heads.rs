//! Dependencies by a head table.

use treescore::prepare::Recipe;
use treescore::prepare::heads::HEAD_TABLES;

use super::trees::{Node, Word, class, cut, drops_root};

/// A head table: labels, each with its classes, prefixed by `l` or `r`.
pub(super) struct Heads(Vec<(String, Vec<Vec<String>>)>);

impl Heads {
    /// A built-in table.
    pub(super) fn named(name: &str) -> Self {
        let text = HEAD_TABLES.iter().find(|table| table.name == name).unwrap().text;
        let rule = |line: &str| {
            let (label, classes) = line.split_once(' ').unwrap();
            let classes = classes.split('(').skip(1).map(|class| class.trim_end().trim_end_matches(')'));
            let names = classes.map(|class| class.split(' ').map(str::to_owned).collect());
            (label.to_owned(), names.collect())
        };
        Self(text.lines().map(rule).collect())
    }

    /// The number of the head among children with these labels.
    fn find(&self, label: &str, children: &[&str]) -> usize {
        let rules = [label, "*default*"].into_iter();
        let rules = rules.filter_map(|name| self.0.iter().find(|(label, _)| label == name));
        for names in rules.flat_map(|(_, classes)| classes) {
            let is_member = |child: &&str| names.len() == 1 || names[1..].iter().any(|name| name == child);
            let found = match &names[0][..] {
                "l" => children.iter().position(is_member),
                _ => children.iter().rposition(is_member),
            };
            if let Some(at) = found {
                return at;
            }
        }
        panic!("no head in {label}: {children:?}")
    }
}

/// A word and its governor.
#[derive(Clone, Debug)]
pub(super) struct Dependency {
    pub(super) word: usize,
    pub(super) label: String,
    /// The head and the label of the phrase; `None` at the top.
    pub(super) governor: Option<(usize, String)>,
    pub(super) is_open: bool,
}

/// The head word of a labelled part.
struct Part<'t> {
    word: &'t Word,
    label: String,
}

/// The dependencies of a tree.
pub(super) fn dependencies(
    tree: &[Node],
    heads: &Heads,
    recipe: &Recipe,
    is_open: &impl Fn(&Word) -> bool,
) -> Vec<Dependency> {
    let mut found = Vec::new();
    let mut add = |part: &Part<'_>, governor: Option<(&Word, &str)>| {
        found.push(Dependency {
            word: part.word.number,
            label: part.label.clone(),
            governor: governor.map(|(head, label)| (head.number, label.to_owned())),
            is_open: is_open(part.word) && governor.is_none_or(|(head, _)| is_open(head)),
        });
    };
    for part in tree.iter().flat_map(|node| parts(node, heads, recipe, &mut add)).collect::<Vec<_>>() {
        add(&part, None);
    }
    found
}

/// The parts that a node contributes to its parent: one, or those inside it if it does not count.
fn parts<'t>(
    node: &'t Node,
    heads: &Heads,
    recipe: &Recipe,
    add: &mut impl FnMut(&Part<'_>, Option<(&Word, &str)>),
) -> Vec<Part<'t>> {
    let (label, children, is_root) = match node {
        Node::Word(word) => return vec![Part { word, label: class(recipe, cut(recipe.tags, &word.tag)) }],
        Node::Edit { .. } => return Vec::new(),
        Node::Phrase { label, parts, is_root } => (label, parts, *is_root),
    };
    let mut inside: Vec<Part<'t>> = Vec::new();
    for child in children {
        inside.extend(parts(child, heads, recipe, add));
    }
    if inside.is_empty() || (is_root && drops_root(recipe, label)) {
        return inside;
    }
    let label = class(recipe, cut(recipe.labels, label));
    let labels: Vec<&str> = inside.iter().map(|part| &part.label[..]).collect();
    let head = inside.remove(heads.find(&label, &labels)).word;
    for part in &inside {
        add(part, Some((head, &label)));
    }
    vec![Part { word: head, label }]
}
