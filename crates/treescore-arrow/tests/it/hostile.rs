//! Files that are damaged, or hold something else: each is an error, none is a panic.

use std::io::Write;
use std::sync::Arc;

use arrow_array::{ArrayRef, BinaryArray, Int64Array, ListArray, RecordBatch, types::Int64Type};
use arrow_schema::Schema;
use treescore_arrow::parquet::{Columns, read_pairs, read_table};

use super::parquet::{columns, file_of, read};
use super::{batch, strings};

fn read_bytes(bytes: &[u8]) -> Result<usize, String> {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    let read = |file: std::fs::File| read_pairs(file, &columns()).map(|pairs| pairs.gold.len());
    let _ = read_table(file.reopen().unwrap());
    read(file.reopen().unwrap()).map_err(|error| error.to_string())
}

#[test]
fn a_truncated_file_is_an_error() {
    let bytes = std::fs::read(file_of(&batch()).path()).unwrap();
    assert_eq!(read_bytes(&bytes), Ok(8));
    for length in 0..bytes.len() {
        assert!(read_bytes(&bytes[..length]).is_err(), "{length} of {} bytes", bytes.len());
    }
}

#[test]
fn a_changed_byte_is_no_panic() {
    let bytes = std::fs::read(file_of(&batch()).path()).unwrap();
    for at in 0..bytes.len() {
        for change in [0x01, 0x80, 0xff] {
            let mut bytes = bytes.clone();
            bytes[at] ^= change;
            let _ = read_bytes(&bytes);
        }
    }
}

#[test]
fn a_text_that_begins_like_parquet_is_an_error() {
    for text in ["PAR1", "PAR1PAR1", "PAR1 (S (N a))\nPAR1", "PAR1\0\0\0\0PAR1", "PAR1\u{7f}\0\0\0PAR1", ""] {
        assert!(read_bytes(text.as_bytes()).is_err(), "{text:?}");
    }
}

#[test]
fn wrong_types_are_named() {
    let numbers: ArrayRef = Arc::new(Int64Array::from(vec![1, 2]));
    let bytes: ArrayRef = Arc::new(BinaryArray::from_vec(vec![b"(N a)", b"(N b)"]));
    let lists: ArrayRef =
        Arc::new(ListArray::from_iter_primitive::<Int64Type, _, _>([Some([Some(1)]), Some([Some(2)])]));
    for (column, found) in [(numbers, "Int64"), (bytes, "Binary"), (lists, "List")] {
        let trees = strings([Some("(N a)"), Some("(N b)")]);
        let batch = RecordBatch::try_from_iter([("gold", trees), ("system", column)]).unwrap();
        let error = read(&batch, &columns()).unwrap_err().to_string();
        assert!(error.starts_with(&format!("column `system` holds {found}")), "{error}");
        assert!(error.ends_with("the columns are gold, system"), "{error}");
        let error = read(&batch.slice(0, 0), &columns()).unwrap_err().to_string();
        assert!(error.starts_with(&format!("column `system` holds {found}")), "without rows: {error}");
    }
}

#[test]
fn no_rows_are_no_pairs_and_no_columns_are_an_error() {
    let pairs = read(&batch().slice(0, 0), &columns()).unwrap();
    assert_eq!((pairs.gold.len(), pairs.systems[0].len()), (0, 0));
    let none = RecordBatch::new_empty(Arc::new(Schema::empty()));
    let error = read(&none, &columns()).unwrap_err().to_string();
    assert_eq!(error, "there is no column `gold`; the table has no columns");
}

#[test]
fn missing_columns_and_repeated_names() {
    let wrong = Columns { id: Some("nr".to_owned()), ..columns() };
    let error = read(&batch(), &wrong).unwrap_err().to_string();
    assert_eq!(error, "there is no column `nr`; the columns are gold, system");
    let twice = Columns { id: Some("system".to_owned()), ..columns() };
    let error = read(&batch().slice(0, 2), &twice);
    assert!(error.is_ok(), "two different texts are names");
    let ids: ArrayRef = Arc::new(Int64Array::from(vec![5, 5]));
    let tree = strings([Some("(N a)"), Some("(N b)")]);
    let all = [("gold", Arc::clone(&tree)), ("system", tree), ("nr", ids)];
    let error = read(&RecordBatch::try_from_iter(all).unwrap(), &wrong).unwrap_err().to_string();
    assert_eq!(error, "column `nr` holds 5 twice: every pair needs its own name");
}
