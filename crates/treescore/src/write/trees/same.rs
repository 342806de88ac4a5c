//! Whether two trees are the same to formats: words, tags, labels, brackets and heads.

use super::outline::Outline;
use crate::tree::{Step, Tree};

/// The first difference between a tree and another, which was read from what was written; `None` if they are the same. What
/// no reader keeps is no difference: brackets without words, and an outermost bracket without a label around one bracket.
///
/// ```
/// use treescore::read;
/// use treescore::write::trees::first_difference;
/// let [one, other] = ["(S (N a) (V b))", "(S (N a) (V c))"].map(|text| read::one(text).unwrap());
/// assert_eq!(first_difference(&one, &one), None);
/// assert_eq!(first_difference(&one, &other).as_deref(), Some("word 2 is b, it comes back as c"));
/// ```
pub fn first_difference(tree: &Tree, other: &Tree) -> Option<String> {
    let words = first(("word", tree.words()), other.words());
    words
        .or_else(|| first(("the tag of word", tree.tags()), other.tags()))
        .or_else(|| first(("bracket", brackets(tree).iter()), brackets(other).iter()))
        .or_else(|| first(("the head of word", heads(tree).iter()), heads(other).iter()))
}

/// The first of some items that is another one.
fn first<'t, T: AsRef<[u8]>>(
    (noun, items): (&str, impl Iterator<Item = T> + 't),
    mut others: impl Iterator<Item = T> + 't,
) -> Option<String> {
    let shown = |item: &Option<T>| {
        item.as_ref()
            .map_or_else(|| "nothing".to_owned(), |item| String::from_utf8_lossy(item.as_ref()).into_owned())
    };
    let mut items = items.fuse();
    for number in 1_u64.. {
        let (item, other) = (items.next(), others.next());
        match (&item, &other) {
            (None, None) => return None,
            (Some(one), Some(same)) if one.as_ref() == same.as_ref() => {}
            _ => {
                return Some(format!(
                    "{noun} {number} is {}, it comes back as {}",
                    shown(&item),
                    shown(&other)
                ));
            }
        }
    }
    None
}

/// The brackets that are written, opened and closed in their order among the words.
fn brackets(tree: &Tree) -> Vec<Vec<u8>> {
    let Ok(outline) = Outline::of(tree) else { return Vec::new() };
    let steps = outline.steps.iter().map(|step| match *step {
        Step::Open(node) => [b"(", outline.phrases[node].label].concat(),
        Step::Word(at) => at.to_string().into_bytes(),
        Step::Close(_) => b")".to_vec(),
    });
    steps.collect()
}

/// The heads of words, with their relations.
fn heads(tree: &Tree) -> Vec<Vec<u8>> {
    let heads = tree.arena().heads().iter();
    heads.map(|given| [format!("{:?} ", given.head).as_bytes(), tree.name(given.relation)].concat()).collect()
}
