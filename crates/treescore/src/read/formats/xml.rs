//! The elements of an XML file, with their positions. The only place that knows the XML library.

use std::io::{self, BufRead, BufReader, Read};

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::FormatError;
use crate::read::file_fault::FileFault;
use crate::read::window::{Position, characters};

/// Reads the elements of an XML file one after the other.
pub(super) struct XmlReader {
    reader: Reader<Counted>,
    buffer: Vec<u8>,
    /// The number of open elements.
    depth: usize,
    /// The name of an element without content, whose end comes next.
    empty: Option<String>,
}

/// An element begins or ends.
pub(super) enum Element {
    Begin {
        name: String,
        attributes: Vec<(String, String)>,
        at: Position,
        /// The tag as it stands in the file.
        text: String,
    },
    End {
        name: String,
    },
}

impl XmlReader {
    pub(super) fn new(stream: Box<dyn Read + Send>) -> Self {
        let stream = BufReader::with_capacity(64 * 1024, stream);
        let first = Position { line: 1, column: 1 };
        let reader = Reader::from_reader(Counted { stream, next: first });
        Self { reader, buffer: Vec::new(), depth: 0, empty: None }
    }

    /// The next tag. Text, comments and declarations are passed over.
    pub(super) fn next(&mut self) -> Result<Option<Element>, FormatError> {
        if let Some(name) = self.empty.take() {
            return Ok(Some(Element::End { name }));
        }
        loop {
            let at = self.reader.get_ref().next;
            self.buffer.clear();
            match self.reader.read_event_into(&mut self.buffer) {
                Ok(Event::Start(tag)) => {
                    self.depth += 1;
                    return begin(&tag, at).map(Some);
                }
                Ok(Event::Empty(tag)) => {
                    let element = begin(&tag, at)?;
                    self.empty = Some(tag.name().as_ref().to_owned());
                    return Ok(Some(element));
                }
                Ok(Event::End(tag)) => {
                    self.depth = self.depth.saturating_sub(1);
                    return Ok(Some(Element::End { name: tag.name().as_ref().to_owned() }));
                }
                Ok(Event::Eof) if self.depth > 0 => {
                    let open = if self.depth == 1 { "element is" } else { "elements are" };
                    let message = format!("{} {open} never closed", self.depth);
                    return Err(broken(&message, self.reader.get_ref().next));
                }
                Ok(Event::Eof) => return Ok(None),
                Ok(_) => {}
                Err(quick_xml::Error::Io(error)) => {
                    return Err(FormatError::Io(io::Error::new(error.kind(), error.to_string())));
                }
                Err(error) => return Err(broken(&error.to_string(), at)),
            }
        }
    }
}

fn broken(message: &str, at: Position) -> FormatError {
    FileFault::at("not-a-record", format!("XML breaks off: {message}"), at).into()
}

fn begin(tag: &BytesStart<'_>, at: Position) -> Result<Element, FormatError> {
    let mut attributes = Vec::new();
    for attribute in tag.attributes() {
        let attribute = attribute.map_err(|error| broken(&error.to_string(), at))?;
        let value = attribute
            .normalized_value(XmlVersion::Implicit1_0)
            .map_err(|error| broken(&error.to_string(), at))?;
        attributes.push((attribute.key.as_ref().to_owned(), value.into_owned()));
    }
    let name = tag.name().as_ref().to_owned();
    Ok(Element::Begin { name, attributes, at, text: format!("<{}>", &**tag) })
}

/// A stream that knows the position of its next byte.
struct Counted {
    stream: BufReader<Box<dyn Read + Send>>,
    next: Position,
}

impl Read for Counted {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let available = self.fill_buf()?;
        let length = available.len().min(out.len());
        out[..length].copy_from_slice(&available[..length]);
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for Counted {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.stream.fill_buf()
    }

    fn consume(&mut self, length: usize) {
        let buffer = self.stream.buffer();
        let passed = &buffer[..length.min(buffer.len())];
        match memchr::memrchr(b'\n', passed) {
            Some(newline) => {
                self.next.line += memchr::memchr_iter(b'\n', passed).count() as u64;
                self.next.column = 1 + characters(&passed[newline + 1..]);
            }
            None => self.next.column += characters(passed),
        }
        self.stream.consume(length);
    }
}
