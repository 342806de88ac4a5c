//! The tokens of a TextGrid in text form.
//!
//! Praat's rule makes the long and the short form one format: only free-standing numbers, quoted strings and
//! `<flags>` count, in their order. Everything else, such as `xmin =` or `intervals [3]:`, is decoration, and
//! `!` starts a comment.

/// One token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// A number, as written.
    Number(&'t [u8]),
    /// A quoted string without its outer quotes. Quotes in it are still doubled.
    Text(&'t [u8]),
    /// A quoted string that never ends.
    Unclosed,
    /// A flag, without `<` and `>`.
    Flag(&'t [u8]),
}

/// The tokens of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tokens<'t> {
    rest: &'t [u8],
    /// The line of the next byte.
    line: u64,
}

impl<'t> Tokens<'t> {
    pub(super) fn new(text: &'t [u8]) -> Self {
        Self { rest: text, line: 1 }
    }

    /// The next token and its line.
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
                    if !is_not_finite(word) {
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

    /// Reads a flag. It ends at `>`, or where its word ends.
    fn flag(&mut self) -> &'t [u8] {
        let word = self.take(|byte| !byte.is_ascii_whitespace() && byte != b'>');
        self.take(|byte| byte == b'>');
        &word[1..]
    }
}

/// True for `nan` and `inf`. Praat would skip them as decoration, but their authors meant numbers; if they
/// were skipped, all later numbers would shift.
fn is_not_finite(word: &[u8]) -> bool {
    std::str::from_utf8(word).is_ok_and(|word| word.parse::<f64>().is_ok())
}
