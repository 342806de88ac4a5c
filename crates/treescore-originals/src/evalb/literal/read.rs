//! Reads a line.

use super::super::output::{Output, Weight};
use super::super::put;
use super::super::settings::{Dialect, Settings, contains};
use super::sentence::{Bracket, Outcome, QuoteWord, Sentence, Slice, Word};
use super::{End, Origin};
use treescore::prepare::param_file::is_space;

/// Input for which EVALB's behaviour is undefined.
struct Undefined {
    /// Offset of the offending byte.
    at: usize,
    why: &'static str,
}

const NUL: &str = "NUL byte; the rest of the line is not read";

impl Sentence {
    /// Reads a line (with its newline, if any) into the sentence. Appends messages and, in debug mode 2, the
    /// trace.
    pub(super) fn read(
        &mut self,
        settings: &Settings,
        origin: Origin<'_>,
        line: &[u8],
        out: &mut Output,
    ) -> End {
        self.reset(line);
        let mut at = 0;
        while let Some(&byte) = line.get(at) {
            match byte {
                b'(' => match self.open(settings, origin, line, at, out) {
                    Ok(next) => at = next,
                    Err(undefined) => return report(&undefined, origin, out),
                },
                b')' => {
                    self.close(at, origin, out);
                    at += 1;
                }
                0 => return report(&Undefined { at, why: NUL }, origin, out),
                _ if is_space(byte) => at += 1,
                _ => {
                    out.report_stuck(origin.line);
                    return End::Stuck;
                }
            }
        }
        if self.depth != 0 {
            out.error(origin.line, &[b"Bracketing is unbalanced (too many open bracket)"]);
        }
        End::Complete
    }

    /// Reads from the `(` at `open` and returns the offset to continue at.
    fn open(
        &mut self,
        settings: &Settings,
        origin: Origin<'_>,
        line: &[u8],
        open: usize,
        out: &mut Output,
    ) -> Result<usize, Undefined> {
        let label = token(line, open + 1);
        let delimiter = delimiter(line, label.end, open, "the line ends inside a label")?;
        if is_space(delimiter) {
            let blanks = line[label.end..].iter().take_while(|&&byte| is_space(byte)).count();
            let word = token(line, label.end + blanks);
            let why = if word.start == word.end {
                "the line ends after a label"
            } else {
                "the line ends inside a word"
            };
            let delimiter = self::delimiter(line, word.end, open, why)?;
            if settings.debug >= 2 {
                self.trace(label, word, &mut out.stdout);
            }
            if delimiter == b')' {
                self.add_word(settings, label, word);
                return Ok(word.end + 1);
            }
            if is_space(delimiter) {
                report_more_than_two(settings, origin, &line[word.end..], out);
            }
        }
        self.add_bracket(label);
        Ok(label.end)
    }

    fn trace(&self, label: Slice, word: Slice, stdout: &mut Vec<u8>) {
        stdout.extend_from_slice(&[b"label=", self.text(label), b", word=", self.text(word)].concat());
        put!(stdout, ", wid={}\n", self.words.len());
    }

    fn add_word(&mut self, settings: &Settings, tag: Slice, text: Slice) {
        let label = self.text(tag);
        let (measured, kept) =
            (!contains(&settings.delete_label_for_length, label), !settings.deletes_word(label));
        let is_quote =
            contains(&settings.quote_label, label) && matches!(self.text(text), b"'" | b"\"" | b"/");
        self.length += u64::from(measured);
        if is_quote {
            self.quotes.push(QuoteWord {
                tag,
                text,
                index: self.words.len(),
                brackets: self.brackets.len(),
                innermost: self.stack.last().copied(),
                depth: self.stack.len(),
            });
        }
        if kept {
            self.words.push(Word { tag, text, outcome: Outcome::NotEvaluated });
        }
    }

    fn add_bracket(&mut self, label: Slice) {
        let number = self.brackets.len();
        self.brackets.push(Bracket {
            label,
            start: self.words.len() as i64,
            end: -1,
            outcome: Outcome::NotEvaluated,
            inside: Slice { start: label.end, end: without_line_end(&self.line) },
            parent: self.stack.last().copied(),
        });
        // Below depth 0 EVALB writes outside its stack; here such a bracket stays open.
        if self.depth >= 0 {
            self.stack.push(number);
        }
        self.depth += 1;
    }

    fn close(&mut self, at: usize, origin: Origin<'_>, out: &mut Output) {
        if self.depth < 0 {
            out.error(origin.line, &[b"Bracketing unbalance (too many close bracket)"]);
        }
        self.depth -= 1;
        let words = self.words.len() as i64;
        if let Some(number) = self.stack.pop() {
            self.brackets[number].end = words;
            self.brackets[number].inside.end = at;
        } else if let Some(first) = self.brackets.first_mut() {
            // EVALB finds a 0 below its stack.
            first.end = words;
        }
    }
}

/// Returns the bytes from `start` up to a delimiter or NUL.
fn token(line: &[u8], start: usize) -> Slice {
    let ends = |byte: &u8| matches!(byte, b'(' | b')' | 0) || is_space(*byte);
    let rest = line.get(start..).unwrap_or_default();
    Slice { start, end: start + rest.iter().position(ends).unwrap_or(rest.len()) }
}

/// Returns the delimiter that ended a token.
fn delimiter(line: &[u8], at: usize, open: usize, why: &'static str) -> Result<u8, Undefined> {
    match line.get(at) {
        None => Err(Undefined { at: open, why }),
        Some(0) => Err(Undefined { at, why: NUL }),
        Some(&byte) => Ok(byte),
    }
}

fn without_line_end(line: &[u8]) -> usize {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line).len()
}

fn report_more_than_two(settings: &Settings, origin: Origin<'_>, rest: &[u8], out: &mut Output) {
    if settings.dialect == Dialect::Spmrl {
        let rest = rest.split(|&byte| byte == 0).next().unwrap_or_default();
        out.message(Weight::NotCounted, [b"debug djam: q= ", rest, b"\n"].concat());
    }
    out.error(origin.line, &[b"More than two elements in a bracket"]);
}

fn report(undefined: &Undefined, origin: Origin<'_>, out: &mut Output) -> End {
    let place = format!(":{}:{}: error: {}\n", origin.line, undefined.at + 1, undefined.why);
    out.message(Weight::Counted, [origin.file, place.as_bytes()].concat());
    End::Undefined
}
