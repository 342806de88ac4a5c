//! `TigerXML`: a graph of words and nodes for each sentence.

use std::io::Read;

use super::tiger_sentence::TigerSentence;
use super::xml::{Element, XmlReader};
use super::{FormatError, FormatReader};
use crate::read::tape::Tape;

/// Reads `TigerXML`.
pub(super) struct TigerXmlReader {
    xml: XmlReader,
    /// True if the labels of edges are appended to those of nodes.
    functions: bool,
    sentence: Option<TigerSentence>,
}

impl TigerXmlReader {
    pub(super) fn new(stream: Box<dyn Read + Send>, functions: bool) -> Self {
        Self { xml: XmlReader::new(stream), functions, sentence: None }
    }
}

impl FormatReader for TigerXmlReader {
    fn next(&mut self, tape: &mut Tape) -> Result<bool, FormatError> {
        let before = tape.units();
        while tape.units() == before {
            match self.xml.next()? {
                None => return Ok(false),
                Some(Element::Begin { name, attributes, at, text }) => {
                    let attribute = |wanted: &str| {
                        let found = attributes.iter().find(|(name, _)| name == wanted);
                        found.map(|(_, value)| value.as_str())
                    };
                    if name == "s" {
                        self.sentence = Some(TigerSentence::new(attribute("id"), at, text));
                    } else if let Some(sentence) = &mut self.sentence {
                        sentence.element(&name, attribute, self.functions);
                    }
                }
                Some(Element::End { name }) if name == "s" => {
                    if let Some(sentence) = self.sentence.take() {
                        sentence.write(tape);
                    }
                }
                Some(Element::End { .. }) => {}
            }
        }
        Ok(true)
    }
}
