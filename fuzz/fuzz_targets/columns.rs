//! A word alignment and the words of two sides, any bytes: columns or an error with its place, then cells
//! with every word or an error with its reason. The words of the alignment itself always fit.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treescore::align::ColumnAligner;
use treescore::read::columns::{ColumnsError, WordColumns};
use treescore_fuzz::parts;

fuzz_target!(|data: &[u8]| {
    let [text, gold, system] = parts(data);
    let lines = text.iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
    let columns = match WordColumns::from_bytes("x", text) {
        Ok(columns) => columns,
        Err(ColumnsError::Fault { position, fault, .. }) => {
            assert!(position.line > 0 && position.line <= lines && position.column > 0);
            return assert!(!fault.to_string().is_empty());
        }
        Err(error) => panic!("nothing is opened: {error}"),
    };
    assert!(columns.iter().all(|column| column.line > 0 && column.line <= lines));
    let words = |text| <[u8]>::split(text, |&byte: &u8| byte == b' ').filter(|word| !word.is_empty());
    let mut cells = Vec::new();
    let mut aligner = ColumnAligner::default();
    match aligner.cells(&columns, words(gold), words(system), |gold, system| gold == system, &mut cells) {
        Ok(()) => {
            let counts = [words(gold), words(system)].map(|words| words.count() as u32);
            let held: [u32; 2] =
                [cells.iter().map(|cell| cell.gold).sum(), cells.iter().map(|cell| cell.system).sum()];
            assert_eq!(held, counts);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    let (gold, system) =
        (|| columns.iter().filter_map(|it| it.gold), || columns.iter().filter_map(|it| it.system));
    let fits = aligner.cells(&columns, gold(), system(), |_, _| false, &mut cells);
    assert_eq!(fits, Ok(()), "its own words");
    assert!(cells.iter().all(|cell| cell.gold <= 1 && cell.system <= 1), "one column, one cell");
});
