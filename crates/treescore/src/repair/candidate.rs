//! Candidates: stretches of brackets that may be the tree.

use std::rc::Rc;

use super::escapes::clean;
use super::gold::Gold;
use super::lines::Lines;
use super::normal::Form;
use super::places::next_place;
use super::step::Notes;
use super::stretch::{Token, TokenKind, depth_after, stretch};
use super::words::{Aligner, TooLarge};

/// What may be the tree of a reply.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// The text it was found in.
    pub(super) text: Rc<str>,
    pub(super) tokens: Vec<Token>,
    /// Its first byte, and one past the last.
    pub(super) extent: (usize, usize),
    /// Brackets around single words were removed.
    pub(super) is_freed: bool,
    /// The words of gold that it covers.
    pub(super) covered: usize,
    pub(super) is_balanced: bool,
    /// What was done to get to the text.
    pub(super) notes: Notes,
}

/// The best of some candidates, and how many are as good.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) best: Option<Candidate>,
    pub(super) equals: usize,
}

impl Found {
    /// True if this covers more words of gold than the other. Something covers more than nothing.
    pub(super) fn covers_more(&self, other: &Self) -> bool {
        let covered = |found: &Self| found.best.as_ref().map(|candidate| candidate.covered);
        covered(self) > covered(other)
    }

    /// Adds what was found later: of candidates that cover as much, a balanced one is better, then the last.
    pub(super) fn append(&mut self, later: Self) {
        let Some(candidate) = later.best else { return };
        let Some(best) = &self.best else {
            *self = Self { best: Some(candidate), equals: later.equals };
            return;
        };
        if candidate.covered > best.covered {
            *self = Self { best: Some(candidate), equals: later.equals };
        } else if candidate.covered == best.covered {
            self.equals += later.equals;
            if candidate.is_balanced >= best.is_balanced {
                self.best = Some(candidate);
            }
        }
    }
}

/// The candidates of a text, which took `notes` to get.
pub(super) fn candidates(
    text: &Rc<str>,
    gold: &Gold<'_>,
    notes: Notes,
    aligner: &mut Aligner,
) -> Result<Found, TooLarge> {
    let mut found = Found::default();
    let mut finder = Finder { text, gold, notes, aligner };
    let mut from = 0;
    let mut lines = None;
    while let Some(start) = next_place(text, from, &gold.notation) {
        let lines = lines.get_or_insert_with(|| Lines::new(text, &gold.notation));
        let tokens = stretch(text, start, lines, &gold.notation);
        from = tokens.last().map_or(start + 1, |last| last.end);
        found.append(finder.of_stretch(tokens)?);
    }
    Ok(found)
}

struct Finder<'f, 'g> {
    text: &'f Rc<str>,
    gold: &'f Gold<'g>,
    notes: Notes,
    aligner: &'f mut Aligner,
}

impl Finder<'_, '_> {
    /// A stretch is one candidate if its groups together cover more than the best alone: a bracket was closed too
    /// early. Otherwise each group is one.
    fn of_stretch(&mut self, tokens: Vec<Token>) -> Result<Found, TooLarge> {
        let groups = groups(&tokens);
        let mut found = Found::default();
        for &(start, end) in &groups {
            let single = self.candidate(tokens[start..end].to_vec())?;
            found.append(single);
        }
        if groups.len() > 1 {
            let whole = self.candidate(tokens)?;
            if whole.covers_more(&found) {
                return Ok(whole);
            }
        }
        Ok(found)
    }

    fn candidate(&mut self, tokens: Vec<Token>) -> Result<Found, TooLarge> {
        let extent = match (tokens.first(), tokens.last()) {
            (Some(first), Some(last)) => (first.start, last.end),
            _ => return Ok(Found::default()),
        };
        let length = tokens.len();
        let tokens = free_words(tokens);
        let words =
            words(&tokens).map(|token| Form::new(&clean(token_text(self.text, token), &self.gold.notation)));
        let covered = self.aligner.covered(&words.collect::<Vec<_>>(), &self.gold.forms)?;
        let candidate = Candidate {
            text: Rc::clone(self.text),
            extent,
            is_freed: tokens.len() < length,
            covered,
            is_balanced: is_balanced(&tokens),
            tokens,
            notes: self.notes,
        };
        Ok(Found { best: Some(candidate), equals: 1 })
    }
}

/// The text of a token.
pub(super) fn token_text<'t>(text: &'t str, token: &Token) -> &'t str {
    match token.kind {
        TokenKind::Bracket(word) => word,
        _ => &text[token.start..token.end],
    }
}

/// The groups of a stretch: each ends with the bracket that closes its first one. Stray closing brackets belong to
/// the group before.
fn groups(tokens: &[Token]) -> Vec<(usize, usize)> {
    let (mut groups, mut depth): (Vec<(usize, usize)>, usize) = (Vec::new(), 0);
    for (at, token) in tokens.iter().enumerate() {
        if depth == 0 && token.kind == TokenKind::Open {
            groups.push((at, at));
        }
        if let Some(group) = groups.last_mut() {
            group.1 = at + 1;
        }
        depth = depth_after(depth, token.kind);
    }
    groups
}

/// The atoms that do not directly follow an opening bracket.
fn words(tokens: &[Token]) -> impl Iterator<Item = &Token> {
    let before = std::iter::once(None).chain(tokens.iter().map(|token| Some(token.kind)));
    let is_word =
        |(token, before): (&Token, Option<TokenKind>)| token.is_atom() && before != Some(TokenKind::Open);
    tokens.iter().zip(before).filter(move |&pair| is_word(pair)).map(|(token, _)| token)
}

/// The tokens without the brackets around lone atoms, if nothing else could be a word: `(NP (PRP (She)))`.
fn free_words(tokens: Vec<Token>) -> Vec<Token> {
    if words(&tokens).next().is_some() {
        return tokens;
    }
    let is_lone = |at: usize| {
        let kinds = |kind: TokenKind, offset: usize| tokens[at + offset].kind == kind;
        at > 0
            && at + 3 <= tokens.len()
            && kinds(TokenKind::Open, 0)
            && tokens[at + 1].is_atom()
            && kinds(TokenKind::Close, 2)
    };
    let is_removed = |at: usize| is_lone(at) || (at >= 2 && is_lone(at - 2));
    (0..tokens.len()).filter(|&at| !is_removed(at)).map(|at| tokens[at]).collect()
}

/// True for one group in which every bracket has its partner.
fn is_balanced(tokens: &[Token]) -> bool {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate() {
        if at > 0 && depth == 0 {
            return false;
        }
        depth = depth_after(depth, token.kind);
    }
    depth == 0
}
