//! Any bytes as a word alignment, by content or in a side of its own: columns with places inside of the file,
//! or an error with its place; a second reading gives the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treescore::read::Corpus;
use treescore::read::columns::{ColumnsError, WordColumns};

fuzz_target!(|data: &[u8]| {
    let Some((&choices, text)) = data.split_first() else { return };
    assert_eq!(read(choices, text), read(choices, text));
});

fn read(choices: u8, text: &[u8]) -> Result<WordColumns, String> {
    let newline = if text.contains(&b'\n') { b'\n' } else { b'\r' };
    let lines = text.split(|&byte| byte == newline).count() as u64;
    let is_decoded = choices % 2 == 0;
    let columns = if is_decoded {
        WordColumns::read(&Corpus::held("x", text).documents()[0])
    } else {
        WordColumns::from_bytes("x", text)
    };
    match columns {
        Ok(columns) => {
            let is_inside = |line: u64| line > 0 && (is_decoded || line <= lines);
            assert!(columns.iter().all(|column| is_inside(column.line)));
            Ok(columns)
        }
        Err(error) => {
            if let ColumnsError::Fault { position, .. } = &error {
                assert!(position.line > 0 && position.column > 0 && (is_decoded || position.line <= lines));
            }
            Err(error.to_string())
        }
    }
}
