//! Batch in, batch out.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int8Type, Int32Type, Int64Type};
use arrow_array::{
    Array, ArrayRef, DictionaryArray, Int32Array, Int64Array, LargeStringArray, RecordBatch, StringArray,
    StringViewArray,
};
use treescore_arrow::{PairColumns, counts};

use super::{PAIRS, batch, setup, strings};

fn texts<'b>(batch: &'b RecordBatch, name: &str) -> Vec<Option<&'b str>> {
    batch.column_by_name(name).unwrap().as_string::<i32>().iter().collect()
}

fn numbers(batch: &RecordBatch, name: &str) -> Vec<i64> {
    batch.column_by_name(name).unwrap().as_primitive::<Int64Type>().values().to_vec()
}

#[test]
fn one_row_for_each_pair_in_order() {
    let rows = counts(&batch(), &setup("parseval"), &PairColumns::default(), 1).unwrap();
    assert_eq!(numbers(&rows, "pair"), [1, 2, 3, 4, 5, 6, 7, 8]);
    let refused = texts(&rows, "refused");
    let (no, broken) = (Some("no tree"), Some("not a tree"));
    assert_eq!(refused, [None, None, no, no, broken, Some("words differ"), no, None]);
    assert!(texts(&rows, "why").iter().zip(&refused).all(|(why, kind)| why.is_some() == kind.is_some()));
    assert_eq!(numbers(&rows, "tally_matched"), [3, 1, 0, 0, 0, 0, 0, 2]);
    let f1 = rows.column_by_name("f1").unwrap().as_primitive::<Float64Type>();
    assert_eq!((f1.value(0), f1.value(1), f1.is_null(2)), (1.0, 0.5, true));
    let words = rows.column_by_name("words").unwrap().as_primitive::<Int32Type>();
    assert_eq!((words.value(0), words.value(2)), (3, 2));
    let buckets = rows.column_by_name("bucket").unwrap().as_primitive::<Int32Type>();
    assert!(buckets.values().iter().all(|bucket| (0..65_536).contains(bucket)));
}

#[test]
fn the_cut_into_batches_changes_nothing() {
    let (whole, setup) = (batch(), setup("parseval"));
    let all = counts(&whole, &setup, &PairColumns::default(), 1).unwrap();
    for cut in 0..=PAIRS.len() {
        let [first, second] = [whole.slice(0, cut), whole.slice(cut, PAIRS.len() - cut)];
        let first = counts(&first, &setup, &PairColumns::default(), 1).unwrap();
        let second = counts(&second, &setup, &PairColumns::default(), cut as u64 + 1).unwrap();
        assert_eq!((first, second), (all.slice(0, cut), all.slice(cut, PAIRS.len() - cut)), "cut at {cut}");
    }
}

/// Makes a column of some type.
type Make = fn(&[Option<&str>]) -> ArrayRef;

#[test]
fn every_type_of_text_is_read() {
    let (gold, system) = (PAIRS.map(|(gold, _)| gold), PAIRS.map(|(_, system)| system));
    let plain = counts(&batch(), &setup("parseval"), &PairColumns::default(), 1).unwrap();
    let kinds: [Make; 3] = [
        |texts| Arc::new(texts.iter().copied().collect::<LargeStringArray>()),
        |texts| Arc::new(texts.iter().copied().collect::<StringViewArray>()),
        |texts| Arc::new(texts.iter().copied().collect::<DictionaryArray<Int8Type>>()),
    ];
    for kind in kinds {
        let columns = [("gold", kind(&gold)), ("system", kind(&system))];
        let batch = RecordBatch::try_from_iter(columns).unwrap();
        assert_eq!(counts(&batch, &setup("parseval"), &PairColumns::default(), 1).unwrap(), plain);
    }
    let nothing: ArrayRef = Arc::new([None::<&str>; 8].into_iter().collect::<DictionaryArray<Int8Type>>());
    let batch = RecordBatch::try_from_iter([("gold", strings(gold)), ("system", nothing)]).unwrap();
    let rows = counts(&batch, &setup("parseval"), &PairColumns::default(), 1).unwrap();
    assert!(texts(&rows, "refused").iter().all(Option::is_some));
}

#[test]
fn names_and_kept_columns() {
    let with = |ids: ArrayRef| {
        let all = batch();
        let columns = [
            ("gold", &all.columns()[0]),
            ("system", &all.columns()[1]),
            ("id", &ids),
            ("doc", &all.columns()[0]),
        ];
        RecordBatch::try_from_iter(columns.map(|(name, column)| (name, Arc::clone(column)))).unwrap()
    };
    let columns = PairColumns {
        id: Some("id".to_owned()),
        keep: vec!["doc".to_owned(), "id".to_owned()],
        ..PairColumns::default()
    };
    let run = |ids: ArrayRef| counts(&with(ids), &setup("parseval"), &columns, 1);
    let rows = run(strings("abcdefgh".split("").filter(|id| !id.is_empty()).map(Some))).unwrap();
    let schema = rows.schema();
    let names: Vec<&str> = schema.fields()[..3].iter().map(|field| field.name().as_str()).collect();
    assert_eq!(names, ["doc", "id", "pair"]);
    assert_eq!(texts(&rows, "pair")[7], Some("h"));
    let rows = run(Arc::new(Int32Array::from_iter_values((0..8).map(|id| id - 4)))).unwrap();
    assert_eq!(numbers(&rows, "pair"), [-4, -3, -2, -1, 0, 1, 2, 3]);
    let twice = run(Arc::new(Int64Array::from(vec![7; 8]))).unwrap_err();
    assert_eq!(twice.to_string(), "column `id` holds 7 twice: every pair needs its own name");
    let missing = run(strings([Some("a"), None].into_iter().cycle().take(8))).unwrap_err();
    assert_eq!(missing.to_string(), "column `id` has no value in row 2: every pair needs its own name");
}

#[test]
fn wrong_columns_are_named_with_those_that_are_there() {
    let of =
        |columns: &PairColumns| counts(&batch(), &setup("parseval"), columns, 1).unwrap_err().to_string();
    let columns = PairColumns { gold: "tree".to_owned(), ..PairColumns::default() };
    assert_eq!(of(&columns), "there is no column `tree`; the columns are gold, system");
    let columns = PairColumns { keep: vec!["doc".to_owned()], ..PairColumns::default() };
    assert_eq!(of(&columns), "there is no column `doc`; the columns are gold, system");
    let numbers: ArrayRef = Arc::new(Int64Array::from(vec![1]));
    let batch = RecordBatch::try_from_iter([("gold", numbers)]).unwrap();
    let error = counts(&batch, &setup("parseval"), &PairColumns::default(), 1).unwrap_err();
    assert_eq!(error.to_string(), "column `gold` holds Int64, not text; the only column is gold");
    let none = RecordBatch::new_empty(Arc::new(arrow_schema::Schema::empty()));
    let error = counts(&none, &setup("parseval"), &PairColumns::default(), 1).unwrap_err();
    assert_eq!(error.to_string(), "there is no column `gold`; the table has no columns");
}

#[test]
fn a_kept_column_must_not_hide_a_count() {
    let tree: ArrayRef = Arc::new(StringArray::from(vec!["(N a)"]));
    let columns = ["gold", "system", "f1"].map(|name| (name, Arc::clone(&tree)));
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let columns = PairColumns { keep: vec!["f1".to_owned()], ..PairColumns::default() };
    let error = counts(&batch, &setup("parseval"), &columns, 1).unwrap_err();
    assert!(error.to_string().starts_with("column `f1` cannot be kept"), "{error}");
}
