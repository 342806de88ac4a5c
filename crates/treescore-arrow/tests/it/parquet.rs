//! Parquet files, written and read back.

use std::fs::File;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, Int64Array, RecordBatch};
use parquet::basic::Compression;
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::reader::{FileReader, SerializedFileReader};
use treescore::front::{PairName, PairNames};
use treescore::read::Units;
use treescore_arrow::parquet::{Columns, CountsWriter, Pairs, TableWriter, read_pairs, read_table};
use treescore_arrow::{CountsRow, NameType, PairColumns, TableError, counts, total};

use super::{PAIRS, batch, expected, setup, strings};

/// A file that holds a batch.
pub(crate) fn file_of(batch: &RecordBatch) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    let mut writer = TableWriter::new(file.reopen().unwrap(), batch.schema(), &[]).unwrap();
    writer.write(batch).unwrap();
    writer.finish([]).unwrap();
    file
}

pub(crate) fn columns() -> Columns {
    Columns { gold: "gold".to_owned(), systems: vec!["system".to_owned()], ..Columns::default() }
}

pub(crate) fn read(batch: &RecordBatch, columns: &Columns) -> Result<Pairs, TableError> {
    read_pairs(file_of(batch).reopen().unwrap(), columns)
}

/// Writes the counts of all pairs, for two systems that are the same.
fn counts_file(measure: &str) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    let setup = setup(measure);
    let mut writer = CountsWriter::new(file.reopen().unwrap(), &setup, NameType::Number).unwrap();
    let score = expected(measure);
    let counts = vec![1; score.info().fields.len()];
    for row in 0..20_000_u64 {
        let refused = (row % 7 == 0).then_some(("no tree", "the system has no tree"));
        let name = PairName::Number(row as i64 + 1);
        let row = CountsRow { name: &name, key: row, words: Some(3), refused, counts: &counts };
        writer.push(if row.key.is_multiple_of(2) { "heron" } else { "plover" }, row).unwrap();
    }
    writer.finish(&setup).unwrap();
    file
}

#[test]
fn counts_come_back_and_add_up() {
    let rows = counts(&batch(), &setup("parseval"), &PairColumns::default(), 1).unwrap();
    let back = read_table(file_of(&rows).reopen().unwrap()).unwrap();
    assert!(total(&back, setup("parseval"), "system").unwrap().is_same(&expected("parseval")));
    for measure in ["parseval", "struct-iou"] {
        let batches = read_table(counts_file(measure).reopen().unwrap()).unwrap();
        let score = total(&batches, setup(measure), "both").unwrap();
        assert_eq!((score.totals.scored, score.totals.refused), (17_142, 2858), "{measure}");
        assert_eq!(batches[0].schema().field(0).name(), "system_name");
    }
}

#[test]
fn files_are_compressed_and_refusals_are_dictionaries() {
    let file = counts_file("parseval");
    let reader = SerializedFileReader::new(file.reopen().unwrap()).unwrap();
    let group = reader.metadata().row_group(0);
    for column in group.columns() {
        let name = column.column_path().string();
        assert!(matches!(column.compression(), Compression::ZSTD(_)), "{name}");
        let is_dictionary = column.dictionary_page_offset().is_some();
        assert_eq!(is_dictionary, ["system_name", "refused", "why"].contains(&name.as_str()), "{name}");
        assert!(column.statistics().is_some(), "{name}");
    }
    assert!(file.path().metadata().unwrap().len() < 20_000 * 12, "12 bytes a pair are enough");
}

#[test]
fn row_groups_are_cut() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let numbers: ArrayRef = Arc::new(Int64Array::from_iter_values(0..300_000));
    let batch = RecordBatch::try_from_iter([("number", numbers)]).unwrap();
    let mut writer = TableWriter::new(file.reopen().unwrap(), batch.schema(), &[]).unwrap();
    writer.write(&batch).unwrap();
    writer.finish([]).unwrap();
    let reader = SerializedFileReader::new(File::open(file.path()).unwrap()).unwrap();
    let groups: Vec<i64> = reader.metadata().row_groups().iter().map(RowGroupMetaData::num_rows).collect();
    assert_eq!(groups, [250_000, 50_000]);
}

#[test]
fn pairs_are_read_by_name() {
    let [gold, system] = [0, 1].map(|at| Arc::clone(batch().column(at)));
    let (ids, docs) = (
        strings(["a", "b", "c", "d", "e", "f", "g", "h"].map(Some)),
        strings("aaabbbcc".split("").filter(|doc| !doc.is_empty()).map(Some)),
    );
    let numbers: ArrayRef = Arc::new(Int64Array::from_iter_values(10..18));
    let all = [
        ("n", numbers),
        ("heron", system),
        ("id", ids),
        ("gold", Arc::clone(&gold)),
        ("plover", gold),
        ("doc", docs),
    ];
    let batch = RecordBatch::try_from_iter(all).unwrap();
    let columns = Columns {
        gold: "gold".to_owned(),
        systems: vec!["plover".to_owned(), "heron".to_owned()],
        id: Some("id".to_owned()),
        doc: Some("doc".to_owned()),
    };
    let pairs = read(&batch, &columns).unwrap();
    assert_eq!(pairs.systems.iter().map(Units::name).collect::<Vec<_>>(), ["plover", "heron"]);
    for (at, (gold, system)) in PAIRS.into_iter().enumerate() {
        assert_eq!(pairs.gold.get(at), Some(gold.unwrap_or_default().as_bytes()));
        assert_eq!(pairs.systems[0].get(at), Some(gold.unwrap_or_default().as_bytes()));
        assert_eq!(pairs.systems[1].get(at), Some(system.unwrap_or_default().as_bytes()));
    }
    assert_eq!(pairs.names.get(7), PairName::Text("h".to_owned()));
    assert_eq!([0, 3, 7].map(|row| pairs.gold.file(row)), [Some("a"), Some("b"), Some("c")]);
    let numbered = read(&batch, &Columns { id: Some("n".to_owned()), ..columns.clone() }).unwrap();
    assert_eq!(numbered.names, PairNames::Integers((10..18).collect()));
    let scattered = read(&batch, &Columns { doc: Some("gold".to_owned()), ..columns }).unwrap_err();
    assert!(scattered.to_string().contains("do not follow each other"), "{scattered}");
}

#[test]
fn metadata_is_in_the_file() {
    let batches = read_table(counts_file("parseval").reopen().unwrap()).unwrap();
    let schema = batches[0].schema();
    assert_eq!(schema.metadata()["treescore.schema"], "counts/1");
    assert_eq!(schema.metadata()["treescore.signature"], setup("parseval").signature().to_string());
    assert!(batches[0].column_by_name("why").unwrap().as_string::<i32>().is_valid(0));
}
