//! Tables add up to the score.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::Schema;
use treescore_arrow::{PairColumns, counts, total, totals};

use super::{batch, expected, setup};

#[test]
fn rows_of_counts_add_up_to_the_score() {
    for measure in ["parseval", "struct-iou", "leaf-ancestor"] {
        let rows = counts(&batch(), &setup(measure), &PairColumns::default(), 1).unwrap();
        let score = total([&rows], setup(measure), "system").unwrap();
        assert!(score.is_same(&expected(measure)), "{measure}");
        let parts: Vec<RecordBatch> = (0..8).rev().map(|row| rows.slice(row, 1)).collect();
        assert!(total(&parts, setup(measure), "system").unwrap().is_same(&expected(measure)), "{measure}");
    }
}

#[test]
fn rows_of_totals_add_up() {
    for measure in ["parseval", "struct-iou"] {
        let score = expected(measure);
        let rows = totals(&setup(measure), &[&score, &score]).unwrap();
        let mut twice = score.clone();
        twice.merge(&score).unwrap();
        assert!(total([&rows], setup(measure), "system").unwrap().is_same(&twice), "{measure}");
    }
}

fn with_metadata(rows: &RecordBatch, key: &str, value: &str) -> RecordBatch {
    let metadata = HashMap::from([(key.to_owned(), value.to_owned())]);
    let schema = Schema::new_with_metadata(rows.schema().fields().clone(), metadata);
    RecordBatch::try_new(Arc::new(schema), rows.columns().to_vec()).unwrap()
}

#[test]
fn tables_of_other_setups_and_versions_are_refused() {
    let rows = counts(&batch(), &setup("parseval"), &PairColumns::default(), 1).unwrap();
    let refused =
        |rows: &RecordBatch, measure: &str| total([rows], setup(measure), "s").unwrap_err().to_string();
    assert!(refused(&rows, "struct-iou").starts_with("tables of different setups do not add up"));
    let newer = with_metadata(&rows, "treescore.schema", "counts/2");
    assert_eq!(
        refused(&newer, "parseval"),
        "the table is treescore.counts/2, but this treescore reads up to treescore.counts/1: use a newer one"
    );
    assert!(refused(&batch(), "parseval").ends_with("its metadata says nothing"));
}
