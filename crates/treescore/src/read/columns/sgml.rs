//! The output of `sclite -o sgml`: paths of steps, one path for each utterance.
//!
//! ```text
//! <SYSTEM title="asr" ref_fname="ref.trn" hyp_fname="asr.trn" …>
//! <LABEL id="O" title="Overall" desc="Overall Scores">
//! </LABEL>
//! <SPEAKER id="a">
//! <PATH id="(a-1)" word_cnt="4" labels="<o,na>" sequence="0">
//! C,"it","it":S,"cold","gold":D,"was",:I,,"not"
//! </PATH>
//! </SPEAKER>
//! </SYSTEM>
//! ```
//!
//! A path is a list of steps, separated by `:`. A step is a letter, the word of the reference (gold) and the
//! word of the hypothesis (system), separated by `,`: C is correct, S substituted, D deleted (no second
//! word), I inserted (no first word). Words are in double quotes, in which `\"` is a quote and `\\` a
//! backslash; XML entities are decoded, and any other `&` is literal. Further fields, such as times
//! (`C,"it","it",0.10+0.25`), are skipped, and so are all other tags; attribute values may contain `<` and
//! `>`. Unless sclite keeps case (`-s`), its
//! words are in lower case.
//!
//! Other steps, such as those for split or merged words (`-S`), are faults, and so is text outside tags and
//! paths. A quote in a word ends it only before `,`, `:` or the end of the path or line.
//!
//! A path belongs to the side that its attributes `file` and `channel` name, or to its speaker.

use super::WordColumns;
use super::fault::{ColumnsFault, Fault};
use super::sides::{Path, attribute};
use crate::read::times::shorten;

/// The tags that may start such a file; all have attributes.
const FIRST_TAGS: [&[u8]; 5] = [b"SYSTEM", b"LABEL", b"CATEGORY", b"SPEAKER", b"PATH"];

/// True if a file starts like sclite's SGML. (In a file of three columns, a word may start with `<`, too.)
pub(super) fn is_sgml(text: &[u8]) -> bool {
    let Some(text) = text.trim_ascii_start().strip_prefix(b"<") else { return false };
    let is_first = |name: &&[u8]| {
        let head = text.split_at_checked(name.len());
        head.is_some_and(|(head, rest)| {
            head.eq_ignore_ascii_case(name) && rest.first().is_some_and(u8::is_ascii_whitespace)
        })
    };
    text.starts_with(b"!") || text.starts_with(b"?") || FIRST_TAGS.iter().any(is_first)
}

/// Reads a file.
pub(super) fn read(text: &[u8], columns: &mut WordColumns) -> Result<(), Fault> {
    let mut reader = Reader { text, at: 0, line: 1, gold: Vec::new(), system: Vec::new() };
    let mut speaker = String::new();
    loop {
        reader.skip_blanks();
        match reader.peek() {
            None => return Ok(()),
            Some(b'<') => {
                let start = reader.at;
                let name = reader.tag()?;
                let tag = text.get(start..reader.at).unwrap_or_default();
                if name.eq_ignore_ascii_case(b"SPEAKER") {
                    let id = attribute(tag, "id").unwrap_or_default();
                    speaker = String::from_utf8_lossy(id).into_owned();
                } else if name.eq_ignore_ascii_case(b"PATH") {
                    let first = columns.len();
                    reader.path(start, columns)?;
                    let number = columns.paths.len() as u64;
                    columns.paths.push(Path::new(tag, &speaker, number, first..columns.len()));
                }
            }
            Some(_) => return Err(reader.expected_fault("a tag")),
        }
    }
}

/// Reads sclite SGML; buffers are reused.
struct Reader<'t> {
    text: &'t [u8],
    at: usize,
    line: u64,
    gold: Vec<u8>,
    system: Vec<u8>,
}

impl<'t> Reader<'t> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        self.line += u64::from(byte == b'\n');
        Some(byte)
    }

    /// Skips the next byte if it is this one.
    fn take(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.next();
        }
    }

    fn expected_fault(&self, expected: &'static str) -> Fault {
        Fault { at: self.at, fault: ColumnsFault::Expected { expected } }
    }

    /// Skips a tag and returns its name.
    fn tag(&mut self) -> Result<&'t [u8], Fault> {
        let start = self.at;
        let name = self.text.get(start + 1..).unwrap_or_default();
        let name = name.split(|&byte| byte.is_ascii_whitespace() || byte == b'>').next().unwrap_or_default();
        let mut is_quoted = false;
        while let Some(byte) = self.next() {
            match byte {
                b'"' => is_quoted = !is_quoted,
                b'>' if !is_quoted => return Ok(name),
                _ => {}
            }
        }
        Err(Fault { at: start, fault: ColumnsFault::Unclosed { what: "tag" } })
    }

    /// Reads the steps of a path, whose tag starts at `start`, and the tag that ends it.
    fn path(&mut self, start: usize, columns: &mut WordColumns) -> Result<(), Fault> {
        let mut has_steps = false;
        loop {
            self.skip_blanks();
            match self.peek() {
                None => return Err(Fault { at: start, fault: ColumnsFault::Unclosed { what: "path" } }),
                Some(b'<') => break,
                Some(_) if has_steps && !self.take(b':') => {
                    return Err(self.expected_fault("`:` or `</PATH>`"));
                }
                Some(_) => {}
            }
            self.skip_blanks();
            self.step(columns)?;
            has_steps = true;
        }
        let end = self.at;
        if self.tag()?.eq_ignore_ascii_case(b"/PATH") {
            return Ok(());
        }
        self.at = end;
        Err(self.expected_fault("`</PATH>`"))
    }

    /// Reads a step: letter, gold word, system word, and further fields, which are skipped.
    fn step(&mut self, columns: &mut WordColumns) -> Result<(), Fault> {
        let (start, line) = (self.at, self.line);
        let letter = self.next().unwrap_or_default();
        if !self.take(b',') || !matches!(letter, b'C' | b'S' | b'D' | b'I') {
            let rest = self.text.get(start..).unwrap_or_default();
            let end = rest.iter().position(|byte| b",:<\n\r".contains(byte));
            let found = shorten(rest.get(..end.unwrap_or(rest.len())).unwrap_or_default());
            return Err(Fault { at: start, fault: ColumnsFault::Step { found } });
        }
        let (mut gold, mut system) = (std::mem::take(&mut self.gold), std::mem::take(&mut self.system));
        let has_gold = self.word(&mut gold)?;
        if !self.take(b',') {
            return Err(self.expected_fault("`,` after the first word"));
        }
        let has_system = self.word(&mut system)?;
        self.skip_fields()?;
        let (needed, is_right) = match letter {
            b'D' => ("a first word and no second", has_gold && !has_system),
            b'I' => ("a second word and no first", !has_gold && has_system),
            _ => ("two words", has_gold && has_system),
        };
        if !is_right {
            let step = char::from(letter);
            return Err(Fault { at: start, fault: ColumnsFault::Words { step, needed } });
        }
        columns.push(has_gold.then_some(&gold), has_system.then_some(&system), line);
        (self.gold, self.system) = (gold, system);
        Ok(())
    }

    /// Reads a quoted word, if there is one. An empty word counts as missing.
    fn word(&mut self, word: &mut Vec<u8>) -> Result<bool, Fault> {
        word.clear();
        let start = self.at;
        if !self.take(b'"') {
            return Ok(false);
        }
        while let Some(byte) = self.next() {
            match byte {
                b'"' if self.is_word_over() => return Ok(!word.is_empty()),
                b'\n' => break,
                b'\\' if matches!(self.peek(), Some(b'"' | b'\\')) => word.extend(self.next()),
                b'&' => self.entity(word),
                _ => word.push(byte),
            }
        }
        Err(Fault { at: start, fault: ColumnsFault::Unclosed { what: "word" } })
    }

    /// True if the quote before this ended a word, and is not part of it.
    fn is_word_over(&self) -> bool {
        let mut rest = self.text.get(self.at..).unwrap_or_default().iter();
        rest.find(|&&byte| byte != b' ' && byte != b'\t').is_none_or(|byte| b",:<\n\r".contains(byte))
    }

    /// Reads the rest of an entity after its `&`, or nothing.
    fn entity(&mut self, word: &mut Vec<u8>) {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let name =
            rest.iter().take(ENTITY_MAX).position(|&byte| byte == b';').and_then(|end| rest.get(..end));
        match name.and_then(decode_entity) {
            Some(character) => {
                word.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                self.at += name.map_or(0, <[u8]>::len) + 1;
            }
            None => word.push(b'&'),
        }
    }

    /// Skips the fields after the words.
    fn skip_fields(&mut self) -> Result<(), Fault> {
        while self.take(b',') {
            self.skip_quoted()?;
            while self.peek().is_some_and(|byte| !b",:<\n\"".contains(&byte)) {
                self.next();
            }
        }
        Ok(())
    }
}

impl Reader<'_> {
    /// Skips a quoted text that is no word.
    fn skip_quoted(&mut self) -> Result<(), Fault> {
        let start = self.at;
        if !self.take(b'"') {
            return Ok(());
        }
        while let Some(byte) = self.next() {
            match byte {
                b'"' => return Ok(()),
                b'\n' => break,
                b'\\' => _ = self.next(),
                _ => {}
            }
        }
        Err(Fault { at: start, fault: ColumnsFault::Unclosed { what: "word" } })
    }
}

/// The maximal length of an entity name in bytes.
const ENTITY_MAX: usize = 12;

/// The character of an entity: one of XML's five, or a number.
fn decode_entity(name: &[u8]) -> Option<char> {
    match name {
        b"amp" => Some('&'),
        b"lt" => Some('<'),
        b"gt" => Some('>'),
        b"quot" => Some('"'),
        b"apos" => Some('\''),
        _ => {
            let number = std::str::from_utf8(name).ok()?.strip_prefix('#')?;
            let (digits, radix) = number.strip_prefix(['x', 'X']).map_or((number, 10), |digits| (digits, 16));
            // A number must not start with a sign.
            let is_number = digits.chars().all(|digit| digit.is_digit(radix));
            u32::from_str_radix(digits, radix).ok().filter(|_| is_number).and_then(char::from_u32)
        }
    }
}
