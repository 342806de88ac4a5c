//! Any bytes as chunks in columns or in JSON (chosen by the first byte): chunks that cover every word once, or
//! an error with a line of the file; a second reading gives the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treescore::read::chunks::{BioColumn, BioReader, ChunkedSentence, ChunksError};
use treescore_phrase::{Gold, PhraseFileError};

fuzz_target!(|data: &[u8]| {
    let Some((&choices, text)) = data.split_first() else { return };
    if choices % 4 == 3 {
        assert_eq!(json(text), json(text));
        return;
    }
    let column = [BioColumn::Last, BioColumn::Gold, BioColumn::System][usize::from(choices % 4)];
    assert_eq!(columns(text, column), columns(text, column));
});

fn lines(text: &[u8]) -> u64 {
    let newline = if text.contains(&b'\n') { b'\n' } else { b'\r' };
    text.split(|&byte| byte == newline).count() as u64
}

/// The sentences of a file in columns, and why it was not read to its end.
fn columns(text: &[u8], column: BioColumn) -> (Vec<ChunkedSentence>, Option<String>) {
    let mut reader = BioReader::new(Box::new(std::io::Cursor::new(text.to_vec())), column);
    let (mut found, mut sentence) = (Vec::new(), ChunkedSentence::default());
    loop {
        match reader.next(&mut sentence) {
            Ok(true) => check(&sentence, text),
            Ok(false) => return (found, None),
            Err(ChunksError::Fault(fault)) => {
                assert!(fault.at.line > 0 && fault.at.line <= lines(text) && !fault.message.is_empty());
                return (found, Some(fault.message));
            }
            Err(error) => panic!("memory can be read: {error}"),
        }
        found.push(sentence.clone());
    }
}

fn check(sentence: &ChunkedSentence, text: &[u8]) {
    assert!(!sentence.is_empty() && sentence.words().all(|word| !word.is_empty()));
    assert!(sentence.line > 0 && sentence.line <= lines(text));
    let mut end = 0;
    for chunk in &sentence.chunks {
        assert!(chunk.start == end && chunk.end > end && !chunk.category.is_empty());
        end = chunk.end;
    }
    assert_eq!(end as usize, sentence.len());
}

/// How many sentences a file in JSON has, or why it is not read.
fn json(text: &[u8]) -> Result<usize, String> {
    let mut gold = Gold::new("gold");
    match gold.read("gold", text) {
        Ok(()) => Ok(gold.len()),
        Err(PhraseFileError::Line(error)) => {
            assert!(error.line <= text.split(|&byte| byte == b'\n').count() as u64);
            Err(error.to_string())
        }
        Err(error) => panic!("memory can be read: {error}"),
    }
}
