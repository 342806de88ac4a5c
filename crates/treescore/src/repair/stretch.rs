//! The tokens of a stretch of text that may be a tree.

use super::gold::Notation;
use super::lexer::{Kind, element, raw_bracket};
use super::lines::Lines;

/// A bracket or an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) start: usize,
    pub(super) end: usize,
    /// A list or quotation mark stands before it, at the beginning of its line.
    pub(super) is_marked: bool,
}

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Open,
    Close,
    Atom,
    /// A bracket that is a word, with the treebank's word for it.
    Bracket(&'static str),
}

impl Token {
    fn new(kind: TokenKind, (start, end): (usize, usize)) -> Self {
        Self { kind, start, end, is_marked: false }
    }

    /// True for what is not a bracket of the tree.
    pub(super) fn is_atom(&self) -> bool {
        matches!(self.kind, TokenKind::Atom | TokenKind::Bracket(_))
    }
}

/// The depth after a token, which is never negative.
pub(super) fn depth_after(depth: usize, kind: TokenKind) -> usize {
    match kind {
        TokenKind::Open => depth + 1,
        TokenKind::Close => depth.saturating_sub(1),
        TokenKind::Atom | TokenKind::Bracket(_) => depth,
    }
}

/// The tokens from `start`, an opening bracket, as long as they may belong together.
pub(super) fn stretch(text: &str, start: usize, lines: &Lines, notation: &Notation) -> Vec<Token> {
    let indent = lines.at(start).column;
    let mark = text[..start].chars().next_back().filter(|mark| matches!(mark, '`' | '"' | '\'' | '*'));
    let (mut tokens, mut depth, mut at, mut is_marked) = (Vec::new(), 0, start, false);
    while let Some((kind, end)) = element(text, at, notation) {
        let token = match kind {
            Kind::Blank => {
                at = end;
                continue;
            }
            Kind::Newline => {
                let line = lines.at(end);
                let follows = match text.as_bytes().get(line.text) {
                    None | Some(b'\n') => false,
                    Some(b')') => true,
                    first => {
                        let is_deeper = first == Some(&b'(') && line.column > indent;
                        is_deeper || (depth > 0 && line.lowest + depth as i64 <= 0)
                    }
                };
                if !follows {
                    break;
                }
                is_marked = line.is_marked;
                at = if is_marked { line.text } else { end };
                continue;
            }
            Kind::Open => {
                if let Some(raw) = raw_bracket(text, at, notation) {
                    tokens.push(Token::new(TokenKind::Open, (at, at + 1)));
                    tokens.push(Token::new(TokenKind::Atom, raw.label));
                    tokens.push(Token::new(TokenKind::Bracket(raw.word), raw.bracket));
                    tokens.push(Token::new(TokenKind::Close, (raw.end - 1, raw.end)));
                    at = raw.end;
                    continue;
                }
                TokenKind::Open
            }
            Kind::Close => TokenKind::Close,
            Kind::Atom if depth == 0 || closes_wrapping(&text[at..end], at, tokens.last(), mark) => break,
            Kind::Atom => TokenKind::Atom,
        };
        tokens.push(Token { is_marked, ..Token::new(token, (at, end)) });
        is_marked = false;
        depth = depth_after(depth, token);
        at = end;
    }
    tokens
}

/// True for an atom after a closing bracket that closes a fence, an element, a turn, or the quotation marks around
/// a tree that lacks a bracket.
fn closes_wrapping(atom: &str, at: usize, before: Option<&Token>, mark: Option<char>) -> bool {
    let Some(before) = before.filter(|token| token.kind == TokenKind::Close) else { return false };
    ["```", "~~~", "</", "<|"].iter().any(|closing| atom.starts_with(closing))
        || (before.end == at && mark.is_some_and(|mark| atom.starts_with(mark)))
}
