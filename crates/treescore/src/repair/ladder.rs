//! The ladder from a reply to a tree.

use std::borrow::Cow;
use std::rc::Rc;

use super::Repaired;
use super::brackets::{Piece, balance};
use super::candidate::{Candidate, Found, candidates, token_text};
use super::escapes::{clean, clean_label};
use super::fences::inline_code;
use super::fit::fit;
use super::gold::Gold;
use super::lexer::is_plain_tree;
use super::nodes::{Event, build, prepare};
use super::search::Search;
use super::step::{Notes, Remark, Step};
use super::stretch::TokenKind;
use super::words::{Aligner, TooLarge};
use crate::tree::{Tree, TreeBuilder};

/// How much work one reply may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepairLimits {
    /// Steps that comparing its words with those of gold may take, all candidates together: about a second.
    pub effort: u64,
    /// Entries of the largest table, of four bytes each.
    pub memory: u64,
}

impl Default for RepairLimits {
    fn default() -> Self {
        Self { effort: 1_000_000_000, memory: 20_000_000 }
    }
}

/// Turns a reply into a tree over the given words, which are those of gold, or into nothing.
///
/// Two promises hold for every reply: the words of the tree are exactly the given words; and the tree as a reply, if
/// these words have no white space or brackets in them, is valid and gives the same tree, with no steps.
///
/// ```
/// use treescore::repair::{Step, repair};
///
/// let reply = "Sure! `(ROOT (S (NP (DT The) (NN dog)) (VP (VBZ barks)))`";
/// let repaired = repair(reply, &["The", "dog", "barks", "."]);
/// assert_eq!(repaired.tree.unwrap().to_string(), "(S (NP (DT The) (NN dog)) (VP (VBZ barks)) (. .))");
/// let steps = [Step::StripProse, Step::StripFence, Step::CloseBrackets, Step::UnwrapRoot, Step::RestoreWords];
/// assert_eq!(repaired.steps, steps);
/// assert!(!repaired.is_balanced && !repaired.is_faithful);
/// ```
pub fn repair<W: AsRef<[u8]>>(reply: impl AsRef<[u8]>, words: &[W]) -> Repaired {
    repair_within(reply, words, RepairLimits::default())
}

/// As [`repair`], with limits of its own.
pub fn repair_within<W: AsRef<[u8]>>(reply: impl AsRef<[u8]>, words: &[W], limits: RepairLimits) -> Repaired {
    let gold = Gold::new(words);
    let text = String::from_utf8_lossy(reply.as_ref());
    let text = without_returns(text.trim_start_matches('\u{feff}'));
    let text = gold.notation.trim(&text);
    let mut repaired = Repaired {
        tree: None,
        steps: Vec::new(),
        remarks: Vec::new(),
        is_valid: is_plain_tree(text, &gold.notation),
        is_balanced: false,
        is_faithful: false,
        too_large: None,
    };
    let mut aligner = Aligner::new(limits.effort, limits.memory);
    if let Err(TooLarge { cells }) = climb(text, &gold, &mut aligner, &mut repaired) {
        repaired.too_large = Some(cells);
    }
    repaired
}

/// CR LF and CR become LF.
fn without_returns(text: &str) -> Cow<'_, str> {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n").into() } else { text.into() }
}

fn climb(
    text: &str,
    gold: &Gold<'_>,
    aligner: &mut Aligner,
    repaired: &mut Repaired,
) -> Result<(), TooLarge> {
    let Some((candidate, equals)) = choose(text, gold, aligner, repaired.is_valid)? else { return Ok(()) };
    repaired.is_balanced = candidate.is_balanced;
    if candidate.covered == 0 {
        return Ok(());
    }
    let mut notes = candidate.notes;
    if equals > 1 {
        notes.remark(Remark::SeveralTrees);
    }
    look_around(&candidate, gold, &mut notes);
    let mut pieces = clean_tokens(&candidate, gold, &mut notes);
    if !candidate.is_balanced {
        pieces = balance(pieces, &mut notes);
    }
    let events = build(pieces, &mut notes).and_then(|events| prepare(events, &mut notes));
    let Some(events) = events else { return Ok(()) };
    if let Some((events, is_faithful)) = fit(events, gold, aligner, &mut notes)? {
        repaired.is_faithful = is_faithful;
        repaired.steps = notes.steps();
        repaired.remarks = notes.remarks();
        repaired.tree = Some(tree(&events, gold));
    }
    Ok(())
}

/// The candidate that is repaired, and how many cover as many words of gold.
///
/// A plain tree over gold's words is taken as it stands, whatever notation its words look like.
fn choose(
    text: &str,
    gold: &Gold<'_>,
    aligner: &mut Aligner,
    is_valid: bool,
) -> Result<Option<(Candidate, usize)>, TooLarge> {
    let mut found = Found::default();
    if is_valid {
        let whole = candidates(&Rc::from(text), gold, Notes::default(), aligner)?;
        let is_all = |best: &Candidate| best.covered == gold.words.len() && best.extent == (0, text.len());
        if whole.best.as_ref().is_some_and(is_all) {
            found = whole;
        }
    }
    if found.best.is_none() {
        found = Search { gold, aligner }.reply(text, is_valid)?;
    }
    Ok(found.best.map(|best| (best, found.equals)))
}

/// Notes what is around the chosen tree, and its line breaks.
fn look_around(candidate: &Candidate, gold: &Gold<'_>, notes: &mut Notes) {
    let (start, end) = candidate.extent;
    let (mut before, mut after) = (&candidate.text[..start], &candidate.text[end..]);
    if let Some(outer) = inline_code(before, after, |character| gold.notation.is_space(character)) {
        notes.add(Step::StripFence);
        (before, after) = outer;
    }
    let is_prose = !gold.notation.is_blank(before) || !gold.notation.is_blank(after);
    notes.add_if(Step::StripProse, is_prose || candidate.tokens.iter().any(|token| token.is_marked));
    notes.add_if(Step::JoinLines, candidate.text[start..end].contains('\n'));
}

/// The tokens with their final texts.
fn clean_tokens<'c>(candidate: &'c Candidate, gold: &Gold<'_>, notes: &mut Notes) -> Vec<Piece<'c>> {
    let mut is_unescaped = candidate.is_freed;
    let mut is_label = false;
    let mut pieces = Vec::with_capacity(candidate.tokens.len());
    for token in &candidate.tokens {
        let text = token_text(&candidate.text, token);
        pieces.push(match token.kind {
            TokenKind::Open => Piece::Open,
            TokenKind::Close => Piece::Close,
            TokenKind::Bracket(_) => {
                is_unescaped |= !gold.has_bracket(&candidate.text[token.start..token.end]);
                Piece::Atom(Cow::Borrowed(text))
            }
            TokenKind::Atom => {
                let cleaned =
                    if is_label { clean_label(text, &gold.notation) } else { clean(text, &gold.notation) };
                is_unescaped |= cleaned != text;
                Piece::Atom(cleaned)
            }
        });
        is_label = token.kind == TokenKind::Open;
    }
    notes.add_if(Step::Unescape, is_unescaped);
    pieces
}

/// The finished tree.
fn tree(events: &[Event<'_>], gold: &Gold<'_>) -> Tree {
    let mut builder = TreeBuilder::new();
    for event in events {
        match event {
            Event::Open(label) => builder.open(&**label),
            Event::Close => builder.close(),
            Event::Gold(tag, word) => builder.word(&**tag, gold.words[*word]),
            Event::Word(word) | Event::Leaf(_, word) => builder.bare_word(&**word),
        };
    }
    builder.finish()
}
