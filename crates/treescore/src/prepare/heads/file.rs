//! Head tables as files: one rule per line, `LABEL (r A B) (l C) (r)`.

use crate::values::hash::HashSet;

use super::{DEFAULT_RULE, Direction, HeadClass, HeadRule, HeadTable};

/// How strictly a file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeadSyntax {
    /// Strictly: blank lines are skipped and carriage returns dropped; a direction is `l` or `r`, followed by
    /// a blank or `)`; a label has one rule.
    Careful,
    /// Like SParseval: any byte but `l` means from the right, text directly after it is a label, a blank line
    /// is a rule for the empty label, NUL and FF hex end a line, and of several rules for a label the first
    /// counts.
    Original,
}

/// A faulty head table: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct HeadTableError {
    /// The line, from 1.
    pub line: u64,
    /// The column in bytes, from 1.
    pub column: u64,
    /// What is wrong.
    pub fault: HeadFault,
}

/// The faults of a line of a head table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HeadFault {
    /// Something else is where a class should start.
    #[error("a class starts with `(`, for example (r NN NNS)")]
    NoClass,
    /// The line ends inside a class.
    #[error("a class is not closed; write `)` after its last label")]
    Unclosed,
    /// Neither `l` nor `r` follows `(`.
    #[error("a class starts with `l` (the leftmost member is the head) or `r` (the rightmost), and a blank")]
    Direction,
    /// The label already has a rule.
    #[error("this label already has a rule; merge the two")]
    SecondRule,
}

impl HeadTable {
    /// Parses the bytes of a file.
    ///
    /// # Errors
    /// If a line is not a rule.
    ///
    /// ```
    /// use treescore::prepare::heads::{HeadSyntax, HeadTable};
    /// let table = HeadTable::parse(b"*default* (r)\nPP (l IN TO)\n", HeadSyntax::Careful)?;
    /// assert_eq!((table.rules.len(), table.default.len()), (1, 1));
    /// let error = HeadTable::parse(b"*default* (r)\nPP IN TO\n", HeadSyntax::Careful).unwrap_err();
    /// assert_eq!((error.line, error.column), (2, 4));
    /// # Ok::<(), treescore::prepare::heads::HeadTableError>(())
    /// ```
    pub fn parse(bytes: &[u8], syntax: HeadSyntax) -> Result<Self, HeadTableError> {
        let (mut table, mut has_default, mut known) = (Self::default(), false, HashSet::default());
        for (number, physical) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
            let mut line = Line { text: strip_end(physical, syntax), at: 0, syntax };
            let fail = |(at, fault): (usize, HeadFault)| HeadTableError {
                line: number,
                column: at as u64 + 1,
                fault,
            };
            if syntax == HeadSyntax::Careful && line.skip_blanks().is_none() {
                continue;
            }
            let rule = line.read_rule().map_err(fail)?;
            let is_default = rule.label == DEFAULT_RULE;
            if is_default && !has_default {
                (has_default, table.default) = (true, rule.classes);
                continue;
            }
            let is_new = known.insert(rule.label.clone());
            if syntax == HeadSyntax::Careful && (is_default || !is_new) {
                return Err(fail((0, HeadFault::SecondRule)));
            }
            if is_new {
                table.rules.push(rule);
            }
        }
        Ok(table)
    }

    /// Returns the table as text, from which [`parse`](Self::parse) reads the same table.
    pub(crate) fn to_text(&self) -> Vec<u8> {
        let mut text = Vec::new();
        if !self.default.is_empty() {
            write_rule(DEFAULT_RULE, &self.default, &mut text);
        }
        self.rules.iter().for_each(|rule| write_rule(&rule.label, &rule.classes, &mut text));
        text
    }
}

fn write_rule(label: &[u8], classes: &[HeadClass], text: &mut Vec<u8>) {
    text.extend_from_slice(label);
    for class in classes {
        text.extend_from_slice(if class.direction == Direction::Left { b" (l" } else { b" (r" });
        for member in &class.labels {
            text.push(b' ');
            text.extend_from_slice(member);
        }
        text.push(b')');
    }
    text.push(b'\n');
}

/// The line without its end.
fn strip_end(physical: &[u8], syntax: HeadSyntax) -> &[u8] {
    let ends = |&byte: &u8| match syntax {
        HeadSyntax::Careful => matches!(byte, b'\n' | b'\r'),
        HeadSyntax::Original => matches!(byte, b'\n' | 0 | 0xFF),
    };
    physical.split(|byte| ends(byte)).next().unwrap_or_default()
}

/// A line during reading.
struct Line<'a> {
    text: &'a [u8],
    at: usize,
    syntax: HeadSyntax,
}

/// The byte offset of a fault, and the fault.
type Wrong = (usize, HeadFault);

impl<'a> Line<'a> {
    /// Skips blanks and returns the next byte.
    fn skip_blanks(&mut self) -> Option<u8> {
        while self.text.get(self.at).is_some_and(|&byte| is_blank(byte)) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    /// Reads up to a blank, the end, or a byte for which `ends` holds.
    fn field(&mut self, ends: impl Fn(u8) -> bool) -> &'a [u8] {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let length = rest.iter().position(|&byte| is_blank(byte) || ends(byte)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn read_rule(&mut self) -> Result<HeadRule, Wrong> {
        self.skip_blanks();
        let label = self.field(|_| false).to_vec();
        let mut classes = Vec::new();
        while let Some(byte) = self.skip_blanks() {
            if byte != b'(' {
                return Err((self.at, HeadFault::NoClass));
            }
            self.at += 1;
            classes.push(self.read_class()?);
        }
        if classes.is_empty() {
            classes.push(HeadClass { direction: Direction::Right, labels: Vec::new() });
        }
        Ok(HeadRule { label, classes })
    }

    /// Reads the part between `(` and `)`.
    fn read_class(&mut self) -> Result<HeadClass, Wrong> {
        let byte = self.skip_blanks().ok_or((self.at, HeadFault::Unclosed))?;
        let next = self.text.get(self.at + 1).copied();
        let is_alone = next.is_none_or(|byte| is_blank(byte) || byte == b')');
        if self.syntax == HeadSyntax::Careful && !(matches!(byte, b'l' | b'r') && is_alone) {
            return Err((self.at, HeadFault::Direction));
        }
        let direction = if byte == b'l' { Direction::Left } else { Direction::Right };
        self.at += 1;
        let mut labels = Vec::new();
        loop {
            match self.skip_blanks() {
                None => return Err((self.at, HeadFault::Unclosed)),
                Some(b')') => break,
                Some(_) => labels.push(self.field(|byte| byte == b')').to_vec()),
            }
        }
        self.at += 1;
        Ok(HeadClass { direction, labels })
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}
