//! The tokens of a TextGrid in text form.
//!
//! Praat's rule makes the long and the short form one format: what counts is free-standing numbers, quoted strings and `<flags>`, in
//! their order; everything else, such as `xmin =` or `intervals [3]:`, is for the eye, and `!` begins a comment.

/// One token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// A number, as it is written.
    Number(&'t [u8]),
    /// A quoted string without its outer quotes; quotes in it are still doubled.
    Text(&'t [u8]),
    /// A quoted string that never ends.
    Unclosed,
    /// A flag, without `<` and `>`.
    Flag(&'t [u8]),
}

/// Hands out the tokens of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tokens<'t> {
    rest: &'t [u8],
    /// Where the next byte stands.
    line: u64,
}

impl<'t> Tokens<'t> {
    pub(super) fn new(text: &'t [u8]) -> Self {
        Self { rest: text, line: 1 }
    }

    /// The line up to which the text has been read.
    pub(super) fn line(&self) -> u64 {
        self.line
    }

    /// The next token with its line.
    pub(super) fn next(&mut self) -> Option<(Token<'t>, u64)> {
        loop {
            self.take(|byte| byte.is_ascii_whitespace() || byte == b'=');
            let line = self.line;
            let token = match *self.rest {
                [] => return None,
                [b'"', ..] => self.text(),
                [b'!', ..] => {
                    self.take(|byte| byte != b'\n' && byte != b'\r');
                    continue;
                }
                [b'<', ..] => Token::Flag(self.flag()),
                [b'0'..=b'9', ..]
                | [b'+' | b'-' | b'.', b'0'..=b'9', ..]
                | [b'+' | b'-', b'.', b'0'..=b'9', ..] => {
                    Token::Number(self.take(|byte| !byte.is_ascii_whitespace()))
                }
                _ => {
                    // Programs other than Praat write `text="a"`.
                    let word = self.take(|byte| !byte.is_ascii_whitespace() && byte != b'"' && byte != b'=');
                    if !is_infinity(word) {
                        continue;
                    }
                    Token::Number(word)
                }
            };
            return Some((token, line));
        }
    }

    /// Takes the bytes for which `belongs` holds, and counts lines.
    fn take(&mut self, belongs: impl Fn(u8) -> bool) -> &'t [u8] {
        let end = self.rest.iter().position(|&byte| !belongs(byte)).unwrap_or(self.rest.len());
        self.advance(end)
    }

    fn advance(&mut self, end: usize) -> &'t [u8] {
        let (taken, rest) = self.rest.split_at(end.min(self.rest.len()));
        self.rest = rest;
        self.line += memchr::memchr_iter(b'\n', taken).count() as u64;
        taken
    }

    fn text(&mut self) -> Token<'t> {
        let mut end = 1;
        loop {
            let Some(quote) = memchr::memchr(b'"', &self.rest[end..]) else {
                self.advance(self.rest.len());
                return Token::Unclosed;
            };
            end += quote + 1;
            if self.rest.get(end) != Some(&b'"') {
                break;
            }
            end += 1;
        }
        let quoted = self.advance(end);
        Token::Text(&quoted[1..end - 1])
    }

    /// A flag ends at `>`, or where its word does.
    fn flag(&mut self) -> &'t [u8] {
        let word = self.take(|byte| !byte.is_ascii_whitespace() && byte != b'>');
        self.take(|byte| byte == b'>');
        &word[1..]
    }
}

/// Is this `nan` or `inf`? Praat would take them for decoration, but whoever wrote them meant numbers; without them, all numbers behind
/// would be others.
fn is_infinity(word: &[u8]) -> bool {
    std::str::from_utf8(word).is_ok_and(|word| word.parse::<f64>().is_ok())
}
