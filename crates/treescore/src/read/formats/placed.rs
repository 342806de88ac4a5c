//! Trees whose words have positions, as discbracket has them: `(S (VP (V 0=is) (A 2=rich)) (NP 1=John))`.

use crate::values::hash::HashSet;

use super::bracket_text::TreeReading;
use super::tree_writer::{Fate, Item, TreeWriter};
use crate::read::error::ReadError;
use crate::read::hang::{Hanging, HangingWord, TOP};
use crate::read::tape::Tape;
use crate::read::window::{Landmark, Position};

/// Writes the tree whose text was gone through.
pub(super) fn write(
    tree: &TreeWriter,
    text: &[u8],
    first: Position,
    tape: &mut Tape,
) -> Result<(), Box<ReadError>> {
    let fault = |message: String, at: usize| {
        Box::new(ReadError::told(message, Landmark::first(first).position(text, at), text, at))
    };
    let leaves = leaves(tree, text).map_err(|(message, at)| fault(message, at))?;
    let mut words: Vec<Option<HangingWord>> = Vec::new();
    words.resize_with(leaves.len(), || None);
    let numbers = nodes(tree);
    let label = |bracket: usize| {
        tree.brackets[bracket].label.clone().map_or(Vec::new(), |label| text[label].to_vec())
    };
    for Leaf { position, word, bracket } in leaves {
        if let Some(place) = words.get_mut(position) {
            let is_tag = tree.fate(bracket, TreeReading::Placed) == Fate::Tag;
            let tag = is_tag.then(|| label(bracket));
            let parent = numbers[bracket];
            *place = Some(HangingWord { tag, word: word.to_vec(), parent });
        }
    }
    if let Some(missing) = words.iter().position(Option::is_none) {
        return Err(fault(format!("no word has position {missing}"), 0));
    }
    let is_node = |&bracket: &usize| tree.fate(bracket, TreeReading::Placed) == Fate::Kept;
    let nodes = (0..tree.brackets.len()).filter(is_node).map(|bracket| {
        let parent = tree.brackets[bracket].parent;
        (label(bracket), if parent == bracket { TOP } else { numbers[parent] })
    });
    let hanging = Hanging { words: words.into_iter().flatten().collect(), nodes: nodes.collect() };
    hanging.write(None, tape).map_err(|_| fault("some nodes hang in a circle".to_owned(), 0))
}

/// A word with a position.
struct Leaf<'t> {
    position: usize,
    word: &'t [u8],
    bracket: usize,
}

/// The words with their positions, in the order of the text; or what is wrong with one, and its byte.
fn leaves<'t>(tree: &TreeWriter, text: &'t [u8]) -> Result<Vec<Leaf<'t>>, (String, usize)> {
    let mut seen = HashSet::default();
    let mut leaves = Vec::new();
    for item in &tree.items {
        let Item::Word { bracket, text: range } = item else { continue };
        let atom = &text[range.clone()];
        let Some((position, word)) = split(atom) else {
            let atom = String::from_utf8_lossy(atom);
            return Err((format!("`{atom}` is no word with a position; write 0=word"), range.start));
        };
        if !seen.insert(position) {
            return Err((format!("position {position} stands twice"), range.start));
        }
        leaves.push(Leaf { position, word, bracket: *bracket });
    }
    Ok(leaves)
}

/// Splits `0=word`. A number beyond all bounds counts as the largest one: it is wrong in any tree.
fn split(atom: &[u8]) -> Option<(usize, &[u8])> {
    let digits = atom.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (number, rest) = atom.split_at(digits);
    let word = rest.strip_prefix(b"=").filter(|word| !word.is_empty() && digits > 0)?;
    let number = number
        .iter()
        .fold(0usize, |number, digit| number.saturating_mul(10).saturating_add(usize::from(digit - b'0')));
    Some((number, word))
}

/// For each bracket the number of its node: its own if it is kept, else that of the bracket around it.
fn nodes(tree: &TreeWriter) -> Vec<usize> {
    let mut numbers: Vec<usize> = Vec::with_capacity(tree.brackets.len());
    let mut next = 0;
    for (at, bracket) in tree.brackets.iter().enumerate() {
        if tree.fate(at, TreeReading::Placed) == Fate::Kept {
            numbers.push(next);
            next += 1;
        } else {
            numbers.push(numbers.get(bracket.parent).copied().unwrap_or(TOP));
        }
    }
    numbers
}
