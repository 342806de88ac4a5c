//! Encodings: what is certain is decoded, other bytes stay as they are.

use std::borrow::Cow;
use std::io::{self, Cursor, Read};

use super::file_fault::FileFault;
use super::recognise::SAMPLE;
use super::window::{Position, characters};
use crate::values::{Advice, WORD_MAX, shorten};

/// An encoding by a label of the WHATWG Encoding Standard, as `--encoding` takes it.
///
/// ```
/// use treescore::read::Encoding;
/// let encoding: Encoding = "latin1".parse()?;
/// assert_eq!(encoding.name(), "windows-1252");
/// assert!("klingon".parse::<Encoding>().is_err());
/// # Ok::<(), treescore::read::UnknownEncoding>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding(&'static encoding_rs::Encoding);

/// An error: no encoding has this label.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no encoding is called `{0}`; common ones are utf-8, windows-1252, iso-8859-2, gb18030, big5, euc-jp, shift_jis and euc-kr"
)]
pub struct UnknownEncoding(String);

impl Encoding {
    /// The name in lower case.
    pub fn name(self) -> String {
        self.0.name().to_ascii_lowercase()
    }

    /// Decodes a text without a byte-order mark; `None` if it has bytes that the code does not have.
    ///
    /// ```
    /// use treescore::read::Encoding;
    /// let encoding: Encoding = "windows-1252".parse()?;
    /// assert_eq!(encoding.decode(b"caf\xe9").as_deref(), Some("café"));
    /// assert_eq!("utf-8".parse::<Encoding>()?.decode(b"caf\xe9"), None);
    /// # Ok::<(), treescore::read::UnknownEncoding>(())
    /// ```
    pub fn decode(self, text: &[u8]) -> Option<Cow<'_, str>> {
        self.0.decode_without_bom_handling_and_without_replacement(text)
    }
}

impl std::str::FromStr for Encoding {
    type Err = UnknownEncoding;

    fn from_str(label: &str) -> Result<Self, UnknownEncoding> {
        let found = encoding_rs::Encoding::for_label_no_replacement(label.as_bytes());
        found.map(Self).ok_or_else(|| UnknownEncoding(label.to_owned()))
    }
}

/// The encoding of a file, as it was found or given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextEncoding {
    /// UTF-8, as far as the first 64 KiB show.
    #[default]
    Utf8,
    /// Some other code, whose bytes stay as they are.
    EightBit,
    /// UTF-32, little-endian or (true) big-endian.
    Utf32(bool),
    /// ISO-8859-1, which a file declares; decoded as windows-1252, as everywhere on the web.
    Latin1,
    /// Another encoding, which was decoded.
    Decoded(Encoding),
}

impl TextEncoding {
    /// The encoding that was given by name.
    pub(super) fn of(given: Encoding) -> Self {
        Self::Decoded(given)
    }

    /// True if a file that marks itself as this may be said to have that encoding. `utf-16`, which says nothing
    /// about the order of bytes, is a name of UTF-16LE.
    pub(super) fn may_be(self, given: Encoding) -> bool {
        match self {
            Self::Utf8 => given.0 == encoding_rs::UTF_8,
            Self::Decoded(marked) => given == marked || given.0 == encoding_rs::UTF_16LE,
            Self::EightBit | Self::Utf32(_) | Self::Latin1 => false,
        }
    }

    /// The name in reports.
    pub fn name(self) -> String {
        match self {
            Self::Utf8 => "utf-8".to_owned(),
            Self::EightBit => "8-bit".to_owned(),
            Self::Utf32(false) => "utf-32le".to_owned(),
            Self::Utf32(true) => "utf-32be".to_owned(),
            Self::Latin1 => "iso-8859-1".to_owned(),
            Self::Decoded(encoding) => encoding.name(),
        }
    }

    /// The id of the finding about it, if there is one.
    pub fn finding(self) -> Option<&'static str> {
        match self {
            Self::Utf8 | Self::Latin1 => None,
            Self::EightBit => Some("encoding-8bit"),
            Self::Utf32(_) => Some("encoding-utf16"),
            Self::Decoded(Encoding(code)) => {
                let is_utf16 = code == encoding_rs::UTF_16LE || code == encoding_rs::UTF_16BE;
                is_utf16.then_some("encoding-utf16")
            }
        }
    }
}

/// Kinds of files that are no text, by their first bytes.
const NO_TEXT: [(&[u8], &str); 14] = [
    (b"PK\x03\x04", "a zip archive (also .docx, .xlsx, .odt), not text"),
    (b"\xfd7zXZ", "compressed with xz, not text; unpack it first, or use gzip or zstd"),
    (b"BZh", "compressed with bzip2, not text; unpack it first, or use gzip or zstd"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-zip archive, not text; unpack it first"),
    (b"\x04\x22\x4d\x18", "compressed with lz4, not text; unpack it first, or use gzip or zstd"),
    (b"%PDF-", "a PDF file, not text"),
    (b"RIFF", "a WAV file (sound), not text"),
    (b"fLaC", "a FLAC file (sound), not text"),
    (b"OggS", "an Ogg file (sound), not text"),
    (b"ID3", "an MP3 file (sound), not text"),
    (b"ooBinaryFile", "a binary TextGrid of Praat, not text; in Praat: Save as text file"),
    (b"PAR1", "a Parquet file, not text"),
    (b"SQLite format 3\x00", "an SQLite database, not text"),
    (b"\x80\x04\x95", "a Python pickle, not text"),
];

/// Finds the encoding of a file by its first bytes, at most [`SAMPLE`] of them. Returns it and the length of
/// the byte-order mark.
///
/// # Errors
/// If the file is no text.
pub(super) fn detect(first: &[u8], is_whole: bool) -> Result<(TextEncoding, usize), FileFault> {
    if let Some((magic, what)) = NO_TEXT.iter().find(|(magic, _)| first.starts_with(magic)) {
        // Three letters may begin a text; a sound file or archive goes on with bytes that no text has.
        let is_letters = magic.is_ascii() && magic.len() < 5 && first.len() > 16;
        let is_text = is_letters && std::str::from_utf8(first).is_ok() && memchr::memchr(0, first).is_none();
        if !is_text {
            return Err(FileFault::no_text(format!("is {what}")));
        }
    }
    let marks: [(&[u8], TextEncoding); 5] = [
        (b"\xef\xbb\xbf", TextEncoding::Utf8),
        (b"\xff\xfe\x00\x00", TextEncoding::Utf32(false)),
        (b"\x00\x00\xfe\xff", TextEncoding::Utf32(true)),
        (b"\xff\xfe", TextEncoding::Decoded(Encoding(encoding_rs::UTF_16LE))),
        (b"\xfe\xff", TextEncoding::Decoded(Encoding(encoding_rs::UTF_16BE))),
    ];
    if let Some((mark, encoding)) = marks.into_iter().find(|(mark, _)| first.starts_with(mark)) {
        let is_utf8 = encoding == TextEncoding::Utf8;
        let encoding = if is_utf8 { of_bytes(&first[mark.len()..], is_whole) } else { encoding };
        return Ok((encoding, mark.len()));
    }
    if let Some(offset) = memchr::memchr(0, first) {
        return match utf16_without_mark(first, is_whole) {
            Some(encoding) => Ok((TextEncoding::Decoded(encoding), 0)),
            None => Err(FileFault::no_text(format!("holds a NUL byte at offset {offset}: not text"))),
        };
    }
    Ok((declared(first)?.unwrap_or_else(|| of_bytes(first, is_whole)), 0))
}

/// UTF-8, if the bytes are; a character that is cut at their end is left out.
fn of_bytes(first: &[u8], is_whole: bool) -> TextEncoding {
    match std::str::from_utf8(first) {
        Ok(_) => TextEncoding::Utf8,
        Err(error) if error.error_len().is_none() && !is_whole => TextEncoding::Utf8,
        Err(_) => TextEncoding::EightBit,
    }
}

fn utf16_without_mark(first: &[u8], is_whole: bool) -> Option<Encoding> {
    let head = &first[..first.len().min(4096)];
    let zeros = |parity: usize| head.iter().skip(parity).step_by(2).filter(|&&byte| byte == 0).count();
    let code = match (zeros(0), zeros(1)) {
        (0, odd) if odd > 0 => encoding_rs::UTF_16LE,
        (even, 0) if even > 0 => encoding_rs::UTF_16BE,
        _ => return None,
    };
    let mut out = String::with_capacity(first.len() * 2);
    let (result, _) = code
        .new_decoder_without_bom_handling()
        .decode_to_string_without_replacement(first, &mut out, is_whole);
    (result == encoding_rs::DecoderResult::InputEmpty).then_some(Encoding(code))
}

/// The encoding of an XML declaration, if it is not UTF-8.
///
/// # Errors
/// If nobody knows it.
fn declared(first: &[u8]) -> Result<Option<TextEncoding>, FileFault> {
    let Some(label) = declared_label(first) else { return Ok(None) };
    let Some(found) = encoding_rs::Encoding::for_label_no_replacement(label.as_bytes()) else {
        let label = shorten(label, WORD_MAX);
        let fault =
            FileFault::new("wrong-kind", format!("says that its encoding is `{label}`, which is unknown"));
        return Err(fault.with_advice(Advice::NameEncoding(None)));
    };
    if label.eq_ignore_ascii_case("iso-8859-1") {
        return Ok(Some(TextEncoding::Latin1));
    }
    let is_utf8 = found == encoding_rs::UTF_8 || label.eq_ignore_ascii_case("us-ascii");
    Ok((!is_utf8).then_some(TextEncoding::Decoded(Encoding(found))))
}

/// What an XML declaration says of the encoding.
fn declared_label(first: &[u8]) -> Option<String> {
    let head = first[..first.len().min(200)].trim_ascii_start();
    let head = head.strip_prefix(b"<?xml")?;
    let head = String::from_utf8_lossy(&head[..memchr::memchr(b'>', head)?]).into_owned();
    let value = head.split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|mark| matches!(mark, '"' | '\''))?;
    value[1..].split(quote).next().map(str::to_owned)
}

/// Wraps a stream that begins after its byte-order mark, so that it gives UTF-8 (or the bytes as they are).
pub(super) fn decoded(stream: Box<dyn Read + Send>, encoding: TextEncoding) -> Box<dyn Read + Send> {
    match encoding {
        TextEncoding::Utf8 | TextEncoding::EightBit => stream,
        TextEncoding::Utf32(is_big) => Box::new(Decoding::new(stream, Decoder::Utf32 { is_big })),
        TextEncoding::Latin1 => decoded(stream, TextEncoding::Decoded(Encoding(encoding_rs::WINDOWS_1252))),
        TextEncoding::Decoded(Encoding(code)) => {
            let decoder = Decoder::Standard(code.new_decoder_without_bom_handling());
            Box::new(Decoding::new(stream, decoder))
        }
    }
}

/// The text of a whole file in memory: decoded, as far as the encoding is certain, and without its mark.
///
/// # Errors
/// If the file is no text, or breaks off.
pub(super) fn decode(mut bytes: Vec<u8>) -> Result<Vec<u8>, FileFault> {
    let (encoding, mark) = detect(&bytes[..bytes.len().min(SAMPLE)], bytes.len() <= SAMPLE)?;
    bytes.drain(..mark);
    if matches!(encoding, TextEncoding::Utf8 | TextEncoding::EightBit) {
        return Ok(bytes);
    }
    let mut text = Vec::new();
    let read = decoded(Box::new(Cursor::new(bytes)), encoding).read_to_end(&mut text);
    read.map(|_| text).map_err(|error| {
        let fault = error.get_ref().and_then(|inner| inner.downcast_ref::<FileFault>()).cloned();
        fault.unwrap_or_else(|| FileFault::new("wrong-kind", error.to_string()))
    })
}

enum Decoder {
    Standard(encoding_rs::Decoder),
    Utf32 { is_big: bool },
}

/// A stream in UTF-8, of a stream in another encoding.
struct Decoding {
    stream: Box<dyn Read + Send>,
    decoder: Decoder,
    /// Bytes that are read and not yet decoded.
    raw: Vec<u8>,
    /// Text that is decoded and not yet returned: `text[given..]`.
    text: Vec<u8>,
    given: usize,
    is_over: bool,
    /// The position of the next character, for messages.
    position: Position,
}

impl Decoding {
    fn new(stream: Box<dyn Read + Send>, decoder: Decoder) -> Self {
        let position = Position { line: 1, column: 1 };
        Self { stream, decoder, raw: Vec::new(), text: Vec::new(), given: 0, is_over: false, position }
    }

    fn decode_more(&mut self) -> io::Result<()> {
        (self.given, self.text) = (0, Vec::new());
        let kept = self.raw.len();
        self.raw.resize(kept + SAMPLE, 0);
        let read = match self.stream.read(&mut self.raw[kept..]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => 0,
            Err(error) => return Err(error),
            Ok(0) => {
                self.is_over = true;
                0
            }
            Ok(more) => more,
        };
        self.raw.truncate(kept + read);
        let is_good = match &mut self.decoder {
            Decoder::Standard(decoder) => {
                let mut out = String::with_capacity(self.raw.len() * 3 + 16);
                let (result, _) =
                    decoder.decode_to_string_without_replacement(&self.raw, &mut out, self.is_over);
                self.raw.clear();
                self.text = out.into_bytes();
                result == encoding_rs::DecoderResult::InputEmpty
            }
            Decoder::Utf32 { is_big } => decode_utf32(&mut self.raw, *is_big, self.is_over, &mut self.text),
        };
        let lines = memchr::memchr_iter(b'\n', &self.text).count() as u64;
        match memchr::memrchr(b'\n', &self.text) {
            Some(newline) => {
                let column = 1 + characters(&self.text[newline + 1..]);
                self.position = Position { line: self.position.line + lines, column };
            }
            None => self.position.column += characters(&self.text),
        }
        if is_good { Ok(()) } else { Err(self.fault()) }
    }

    fn fault(&self) -> io::Error {
        let fault = |message: String| FileFault::at("wrong-kind", message, self.position);
        let fault = match &self.decoder {
            Decoder::Standard(decoder) => {
                let name = decoder.encoding().name();
                let is_utf16 = name.starts_with("UTF-16");
                if is_utf16 {
                    fault(format!("is {name}, but breaks off: half a character"))
                } else {
                    fault(format!("is not {name}: a byte that this encoding does not have"))
                        .with_advice(Advice::NameEncoding(None))
                }
            }
            Decoder::Utf32 { .. } => {
                fault("is UTF-32, but breaks off: no character has this number".to_owned())
            }
        };
        io::Error::new(io::ErrorKind::InvalidData, fault)
    }
}

/// Decodes whole characters. Returns false at the first number that is no character.
fn decode_utf32(raw: &mut Vec<u8>, is_big: bool, is_over: bool, text: &mut Vec<u8>) -> bool {
    let whole = raw.len() / 4 * 4;
    let mut buffer = [0; 4];
    for bytes in raw[..whole].chunks_exact(4) {
        let bytes = [bytes[0], bytes[1], bytes[2], bytes[3]];
        let number = if is_big { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) };
        let Some(character) = char::from_u32(number) else { return false };
        text.extend_from_slice(character.encode_utf8(&mut buffer).as_bytes());
    }
    raw.drain(..whole);
    !is_over || raw.is_empty()
}

impl Read for Decoding {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.given == self.text.len() {
            if self.is_over || out.is_empty() {
                return Ok(0);
            }
            self.decode_more()?;
        }
        let count = out.len().min(self.text.len() - self.given);
        out[..count].copy_from_slice(&self.text[self.given..self.given + count]);
        self.given += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(bytes: &[u8]) -> String {
        match detect(bytes, true) {
            Ok((encoding, mark)) => format!("{} {mark}", encoding.name()),
            Err(fault) => fault.message,
        }
    }

    #[test]
    fn encodings_are_found() {
        for (bytes, expected) in [
            (&b"(S a)"[..], "utf-8 0"),
            (b"\xef\xbb\xbf(S a)", "utf-8 3"),
            (b"\xef\xbb\xbf(S J\xf6rg)", "8-bit 3"),
            (b"(S J\xf6rg)", "8-bit 0"),
            (b"(\0S\0 \0", "utf-16le 0"),
            (b"\0(\0S\0 ", "utf-16be 0"),
            (b"\xff\xfe(\0", "utf-16le 2"),
            (b"\xff\xfe\0\0(\0\0\0", "utf-32le 4"),
            (b"(S\0 ab)", "holds a NUL byte at offset 2: not text"),
            (b"RIFF\x24\x08\0\0WAVE", "is a WAV file (sound), not text"),
            (b"ID3 is a word of this text, which goes on", "utf-8 0"),
            (b"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a/>", "iso-8859-1 0"),
            (b"<?xml version='1.0' encoding='utf-8'?><a/>", "utf-8 0"),
        ] {
            assert_eq!(found(bytes), expected, "{}", String::from_utf8_lossy(bytes));
        }
        assert_eq!(detect("é".as_bytes().split_last().unwrap().1, false).unwrap().0, TextEncoding::Utf8);
        assert_eq!(detect("é".as_bytes().split_last().unwrap().1, true).unwrap().0, TextEncoding::EightBit);
    }

    #[test]
    fn text_is_decoded_and_faults_have_places() {
        let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        let utf32 = |text: &str| text.chars().flat_map(|c| (c as u32).to_be_bytes()).collect::<Vec<u8>>();
        let code = TextEncoding::Decoded(Encoding(encoding_rs::UTF_16LE));
        let long = "Jörg lief 🌊\n".repeat(20_000);
        for (bytes, encoding) in [(utf16(&long), code), (utf32(&long), TextEncoding::Utf32(true))] {
            let mut text = String::new();
            decoded(Box::new(io::Cursor::new(bytes)), encoding).read_to_string(&mut text).unwrap();
            assert!(text == long);
        }
        let mut bytes = utf16("a\nbc");
        bytes.extend_from_slice(&[0, 0xD8]);
        let error = decoded(Box::new(io::Cursor::new(bytes)), code).read_to_end(&mut Vec::new()).unwrap_err();
        let fault = error.get_ref().and_then(|inner| inner.downcast_ref::<FileFault>()).unwrap();
        assert_eq!((fault.at.line, fault.at.column), (2, 3), "{fault}");
    }
}
