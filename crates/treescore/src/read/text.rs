//! A file as text: decompressed, decoded, and with its first 64 KiB at hand.

use std::io::{self, Cursor, Read};

use super::Document;
use super::encoding::{self, Encoding, TextEncoding};
use super::error::OpenError;
use super::file_fault::FileFault;
use super::format::Want;
use super::head::Head;
use super::recognise::{Recognition, SAMPLE, recognise_simple, wants_more};
use crate::values::Advice;

/// How much is looked at, at most, where the first 64 KiB do not tell the format.
const LONGEST: usize = 32 << 20;

/// An opened file. The sample is its beginning; the stream gives the rest.
pub(super) struct Text {
    /// The first 64 KiB of text, or all of it.
    pub(super) sample: Head,
    /// True if the sample is the whole text.
    pub(super) is_whole: bool,
    /// True if the text was recognised as [simple](recognise_simple) trees in brackets.
    pub(super) is_simple: bool,
    /// What comes after the sample.
    pub(super) rest: Box<dyn Read + Send>,
    /// The encoding of the file.
    pub(super) encoding: TextEncoding,
}

impl Text {
    /// Opens a document. Without a given encoding, only what is certain is decoded. The sample is read into
    /// `buffer`, whose content is lost.
    pub(super) fn open(
        document: &Document,
        given: Option<Encoding>,
        buffer: Vec<u8>,
    ) -> Result<Self, OpenError> {
        let failed = |error| OpenError::of_io(&document.name, error);
        let (first, stream) = document.open_head(buffer, SAMPLE + 1)?;
        let is_short = first.len() <= SAMPLE;
        let (found, mark) = encoding::detect(&first[..first.len().min(SAMPLE)], is_short)
            .or_else(|fault| {
                if given.is_some() && fault.message.contains("NUL") {
                    Ok((TextEncoding::EightBit, 0))
                } else {
                    Err(fault)
                }
            })
            .map_err(|fault| OpenError::Format { name: document.name.clone(), fault: Box::new(fault) })?;
        // The mark of UTF-8 before bytes that are not is a mistake of some editor.
        let is_marked = mark > 0 && found != TextEncoding::EightBit;
        let encoding = match given {
            Some(given) if is_marked && !found.may_be(given) => {
                let message = format!("is {} by its byte-order mark, not {}", found.name(), given.name());
                let fault =
                    FileFault::new("wrong-kind", message).with_advice(Advice::RecogniseEncoding(None));
                return Err(OpenError::Format { name: document.name.clone(), fault: Box::new(fault) });
            }
            Some(given) if !is_marked => TextEncoding::of(given),
            _ => found,
        };
        if matches!(encoding, TextEncoding::Utf8 | TextEncoding::EightBit) {
            let mut sample = first;
            sample.drop_first(mark);
            let rest: Box<dyn Read + Send> = if sample.len() > SAMPLE {
                Box::new(Cursor::new(sample.split_off(SAMPLE)).chain(stream))
            } else {
                stream
            };
            return Ok(Self { sample, is_whole: is_short, is_simple: false, rest, encoding });
        }
        let mut all = Cursor::new(first.into_bytes());
        all.set_position(mark as u64);
        let mut stream = encoding::decoded(Box::new(all.chain(stream)), encoding);
        let mut sample = Head::read(&mut stream, SAMPLE + 1, Vec::new()).map_err(failed)?;
        let is_whole = sample.len() <= SAMPLE;
        let after = sample.split_off(SAMPLE);
        let rest = Box::new(Cursor::new(after).chain(stream));
        Ok(Self { sample, is_whole, is_simple: false, rest, encoding })
    }

    /// Recognises the format. Where the first 64 KiB do not tell, because a header, a comment, a field of JSON
    /// or white space is longer, more of the text is looked at.
    ///
    /// # Errors
    /// If the file cannot be read, or is of no format that is known and read.
    pub(super) fn recognise(&mut self, want: Want, name: &str) -> Result<Recognition, OpenError> {
        loop {
            let (found, is_simple) = recognise_simple(&self.sample, self.is_whole, want);
            self.is_simple = is_simple;
            if self.is_whole || self.sample.len() >= LONGEST || !wants_more(&self.sample, &found) {
                let refused = |fault: FileFault| {
                    let is_longer = !self.is_whole && fault.finding == "empty-file";
                    let fault = if is_longer { FileFault::blank_start(LONGEST) } else { fault };
                    OpenError::Format { name: name.to_owned(), fault: Box::new(fault) }
                };
                return found.map_err(refused);
            }
            self.look_further().map_err(|error| OpenError::of_io(name, error))?;
        }
    }

    /// Makes the sample several times as long.
    fn look_further(&mut self) -> io::Result<()> {
        let more = Head::read(&mut self.rest, self.sample.len() * 7, Vec::new())?;
        self.is_whole = more.len() < self.sample.len() * 7;
        self.sample.extend(&more);
        Ok(())
    }

    /// True if there is nothing but white space.
    pub(super) fn is_blank(&self) -> bool {
        self.is_whole && self.sample.trim_ascii().is_empty()
    }

    /// The whole text as a stream.
    pub(super) fn into_stream(self) -> Box<dyn Read + Send> {
        Box::new(Cursor::new(self.sample.into_bytes()).chain(self.rest))
    }
}
