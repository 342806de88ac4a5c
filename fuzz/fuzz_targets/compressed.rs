//! Compressed input: what was compressed is read as it is without compression; bytes that begin like a compressed
//! file and go on otherwise are an error that says so.
#![no_main]

use std::io::{Read, Write};

use libfuzzer_sys::fuzz_target;
use treescore::read::{Corpus, Syntax};
use treescore_fuzz::formats::wanted;
use treescore_fuzz::support::side::read_side;

// Input: a byte of choices, then the bytes.
fuzz_target!(|data: &[u8]| {
    let Some((&choices, text)) = data.split_first() else { return };
    match choices % 4 {
        0 => check_same(text, &gzip(text)),
        1 => check_same(text, &[gzip(&text[..text.len() / 2]), gzip(&text[text.len() / 2..])].concat()),
        2 => check_same(text, &zstd::encode_all(text, 1).expect("memory")),
        // As it is: perhaps damaged, perhaps not compressed at all.
        _ => check_raw(text),
    }
    let packed = gzip(text);
    let cut = usize::from(choices) * packed.len() / 256;
    check_raw(&packed[..cut]);
});

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

fn check_same(plain: &[u8], packed: &[u8]) {
    // What is compressed twice is unpacked once.
    if plain.starts_with(&[0x1F, 0x8B]) || plain.starts_with(&[0x28, 0xB5, 0x2F, 0xFD]) {
        return;
    }
    let read = |bytes: &[u8]| {
        let side = read_side(&Corpus::held("x", bytes), &wanted(Syntax::Trees), None);
        (side.units, side.error.map(|error| error.to_string()))
    };
    assert_eq!(read(plain), read(packed));
}

/// Reads the text, or says what is wrong with the file.
fn check_raw(bytes: &[u8]) {
    let corpus = Corpus::held("x", bytes);
    let document = &corpus.documents()[0];
    if let Ok(stream) = document.open() {
        let mut text = Vec::new();
        // A small file may unpack to a thousand times its size.
        if let Err(error) = stream.take(1 << 24).read_to_end(&mut text) {
            assert!(!error.to_string().is_empty());
        }
    }
}
