//! Units as bytes, to be stored or sent to another process, and back.

use super::error::ReadError;
use super::memory::Units;
use super::tape::UnitFacts;
use super::window::Position;

/// The first bytes: the number of the form.
const FORM: &[u8; 8] = b"tsunits1";

/// What a unit is.
const TEXT: u8 = 0;
const TAPE: u8 = 1;
const FAULT: u8 = 2;

impl Units {
    /// The units as bytes, with their names, places and ids.
    ///
    /// ```
    /// use treescore::read::Units;
    /// let units: Units = ["(N a)", "(N b)"].into_iter().collect();
    /// let again = Units::from_bytes(&units.to_bytes())?;
    /// assert_eq!((again.len(), again.get(1)), (2, Some(&b"(N b)"[..])));
    /// # Ok::<(), String>(())
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = FORM.to_vec();
        put(&mut out, self.name().as_bytes());
        let documents: Vec<(&str, usize)> = self.documents().collect();
        out.extend_from_slice(&(documents.len() as u64).to_le_bytes());
        for (name, first) in documents {
            put(&mut out, name.as_bytes());
            out.extend_from_slice(&(first as u64).to_le_bytes());
        }
        for at in 0..self.len() {
            let unit = self.get(at).unwrap_or_default();
            let facts = self.facts(at);
            let fault = facts.and_then(|facts| facts.fault.as_ref()).map(|error| error.title());
            match (&fault, facts.is_some_and(|facts| !facts.is_text)) {
                (Some(_), _) => out.push(FAULT),
                (None, true) => out.push(TAPE),
                (None, false) => out.push(TEXT),
            }
            put(&mut out, fault.as_ref().map_or(unit, |title| title.as_bytes()));
            let position = self.position(at).or_else(|| facts?.position);
            for number in position.map_or([0, 0], |at| [at.line, at.column]) {
                out.extend_from_slice(&number.to_le_bytes());
            }
            let id = facts.and_then(|facts| facts.id.as_deref());
            out.push(u8::from(id.is_some()));
            put(&mut out, id.unwrap_or_default());
        }
        out
    }

    /// The units of bytes that [`to_bytes`](Self::to_bytes) made.
    ///
    /// # Errors
    /// If they are not such bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let rest = bytes.strip_prefix(FORM).ok_or("not stored units, or those of a newer treescore")?;
        let mut from = Bytes(rest);
        from.units().ok_or_else(|| "stored units are cut off".to_owned())
    }
}

fn put(out: &mut Vec<u8>, text: &[u8]) {
    out.extend_from_slice(&(text.len() as u64).to_le_bytes());
    out.extend_from_slice(text);
}

/// Bytes that are left to be read.
struct Bytes<'b>(&'b [u8]);

impl<'b> Bytes<'b> {
    fn number(&mut self) -> Option<u64> {
        let (number, rest) = self.0.split_first_chunk::<8>()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*number))
    }

    fn text(&mut self) -> Option<&'b [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(text)
    }

    fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(byte)
    }

    fn units(&mut self) -> Option<Units> {
        let mut units = Units::new(String::from_utf8_lossy(self.text()?).into_owned());
        for _ in 0..self.number()? {
            let name = String::from_utf8_lossy(self.text()?).into_owned();
            let first = usize::try_from(self.number()?).ok()?;
            units.push_document(name, first);
        }
        while !self.0.is_empty() {
            let (kind, text) = (self.byte()?, self.text()?);
            let (line, column) = (self.number()?, self.number()?);
            let (has_id, id) = (self.byte()? == 1, self.text()?);
            let position = (line > 0).then_some(Position { line, column });
            let at = position.unwrap_or(Position { line: 1, column: 1 });
            let facts = UnitFacts {
                position,
                id: has_id.then(|| id.into()),
                is_text: kind == TEXT,
                fault: (kind == FAULT).then(|| {
                    Box::new(ReadError::told(String::from_utf8_lossy(text).into_owned(), at, b"", 0))
                }),
                ..UnitFacts::default()
            };
            let unit = if kind == FAULT { &b""[..] } else { text };
            units.restore(unit, facts, position);
        }
        Some(units)
    }
}
