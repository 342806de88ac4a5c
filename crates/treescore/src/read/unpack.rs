//! Compressed files, which are recognised by their content.

use std::io::{self, Cursor, Read};

use super::error::OpenError;
#[cfg(any(feature = "gzip", feature = "zstd"))]
use super::file_fault::FileFault;

/// True if a file begins as compressed ones do.
pub(super) fn is_compressed(head: &[u8]) -> bool {
    head.starts_with(&[0x1F, 0x8B]) || head.starts_with(&[0x28, 0xB5, 0x2F, 0xFD])
}

/// Decompresses a stream, if it is compressed. With `as_is`, a compression that this build does not know is left
/// as it is.
#[cfg_attr(
    all(feature = "gzip", feature = "zstd"),
    expect(unused_variables, reason = "every compression is known")
)]
pub(super) fn unpack(
    name: &str,
    as_is: bool,
    mut raw: impl Read + Send + 'static,
) -> Result<Box<dyn Read + Send>, OpenError> {
    let mut magic = [0; 4];
    let mut known = 0;
    while known < magic.len() {
        match raw.read(&mut magic[known..]) {
            Ok(0) => break,
            Ok(more) => known += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(OpenError::of_io(name, error)),
        }
    }
    let magic = magic[..known].to_vec();
    let content = Cursor::new(magic.clone()).chain(raw);
    match magic[..] {
        #[cfg(feature = "gzip")]
        [0x1F, 0x8B, ..] => {
            Ok(Box::new(Unpacked { stream: flate2::read::MultiGzDecoder::new(content), format: "gzip" }))
        }
        #[cfg(feature = "zstd")]
        [0x28, 0xB5, 0x2F, 0xFD] => {
            let stream = zstd::stream::read::Decoder::new(content);
            let stream = stream.map_err(|error| OpenError::of_io(name, error))?;
            Ok(Box::new(Unpacked { stream, format: "zstd" }))
        }
        #[cfg(not(feature = "gzip"))]
        [0x1F, 0x8B, ..] if !as_is => Err(OpenError::Compression { name: name.to_owned(), format: "gzip" }),
        #[cfg(not(feature = "zstd"))]
        [0x28, 0xB5, 0x2F, 0xFD] if !as_is => {
            Err(OpenError::Compression { name: name.to_owned(), format: "zstd" })
        }
        _ => Ok(Box::new(content)),
    }
}

/// A stream that is decompressed. Its faults say that the file breaks off or is damaged.
#[cfg(any(feature = "gzip", feature = "zstd"))]
struct Unpacked<R> {
    stream: R,
    format: &'static str,
}

#[cfg(any(feature = "gzip", feature = "zstd"))]
impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.stream.read(out).map_err(|error| {
            // An error of the system is about the file or the device, not about what was compressed.
            if error.raw_os_error().is_some() || error.kind() == io::ErrorKind::Interrupted {
                return error;
            }
            let format = self.format;
            let message = match error.kind() {
                io::ErrorKind::UnexpectedEof => {
                    format!("is a {format} file that breaks off: make or copy it once more")
                }
                _ => format!("is a damaged {format} file ({error}): make or copy it once more"),
            };
            io::Error::new(error.kind(), FileFault::new("wrong-kind", message))
        })
    }
}

#[cfg(all(test, feature = "gzip"))]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn files_that_break_off_or_are_damaged_say_so() {
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        packed.write_all(&b"(S (N a))\n".repeat(1000)).unwrap();
        let whole = packed.finish().unwrap();
        let mut damaged = whole.clone();
        let last = damaged.len() - 6; // in the checksum
        damaged[last] ^= 0xFF;
        for (bytes, said) in [
            (whole[..whole.len() - 1].to_vec(), "is a gzip file that breaks off"),
            (whole[..whole.len() / 2].to_vec(), "is a gzip file that breaks off"),
            (damaged, "is a damaged gzip file"),
        ] {
            let mut stream = unpack("x", false, Cursor::new(bytes)).unwrap();
            let error = stream.read_to_end(&mut Vec::new()).unwrap_err();
            assert!(error.to_string().starts_with(said), "{error}");
        }
        let mut text = Vec::new();
        unpack("x", false, Cursor::new(whole)).unwrap().read_to_end(&mut text).unwrap();
        assert_eq!(text.len(), 10_000);
    }
}
