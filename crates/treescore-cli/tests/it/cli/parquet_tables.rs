//! Pairs in Parquet files, and tables written to them. Needs the feature `parquet`.

use std::fs::File;
use std::sync::Arc;

use serde_json::Value;
use treescore::Setup;
use treescore::front::SystemScore;
use treescore_arrow::arrow_array::cast::AsArray;
use treescore_arrow::arrow_array::types::{Float64Type, Int64Type};
use treescore_arrow::arrow_array::{Array, ArrayRef, Int64Array, RecordBatch, StringArray};
use treescore_arrow::parquet::{TableWriter, read_table};
use treescore_arrow::total;

use super::Place;

/// Gold and two systems; `None` is a missing tree, which is a blank line in a file.
const TREES: [[Option<&str>; 3]; 7] = [
    [
        Some("(S (NP (D the) (N cat)) (VP (V sat) (ADV down)))"),
        Some("(S (NP (D the) (N cat)) (VP (V sat) (ADV down)))"),
        Some("(S (NP (D the) (N cat) (V sat)) (ADV down))"),
    ],
    [
        Some("(S (NP (N it)) (VP (V rained)))"),
        Some("(S (N it) (VP (V rained)))"),
        Some("(S (N it) (V rained))"),
    ],
    [Some("(S (NP (N Mara)) (VP (V left)))"), None, Some("(S (NP (N Mara)) (VP (V left)))")],
    [Some("(S (NP (N é)) (VP (V b)))"), Some("(S (NP (N é)) (VP (V b)"), Some("(S (NP (N é)) (V b))")],
    [
        Some("(S (NP (N a) (N b)) (V c))"),
        Some("(S (NP (N a) (N b)) (V c))"),
        Some("(S (N a) (VP (N b) (V c)))"),
    ],
    [Some("(S (N a) (V b))"), Some("(S (N a) (V x))"), None],
    [
        Some("(S (NP (N you)) (VP (V see) (NP (N me))))"),
        Some("(S (NP (N you)) (VP (V see) (NP (N me))))"),
        Some("(S (NP (N you)) (V see) (NP (N me)))"),
    ],
];
const IDS: [&str; 7] = ["u1", "u2", "u3", "u4", "u5", "u6", "u7"];
const COLUMNS: &str = "pairs.parquet --gold-column gold --system-column heron --system-column plover";

fn column(at: usize) -> ArrayRef {
    Arc::new(TREES.iter().map(|row| row[at]).collect::<StringArray>())
}

fn write(place: &Place, name: &str, columns: Vec<(&str, ArrayRef)>) {
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let file = File::create(place.path(name)).unwrap();
    let mut writer = TableWriter::new(file, batch.schema(), &[]).unwrap();
    writer.write(&batch).unwrap();
    writer.finish([]).unwrap();
}

/// The trees as text files, one tree a line, and as `pairs.parquet`.
fn place() -> Place {
    let text = |at: usize| -> String {
        TREES.iter().map(|row| row[at].unwrap_or_default().to_owned() + "\n").collect()
    };
    let texts = [0, 1, 2].map(text);
    let place = Place::with(&[
        ("gold", texts[0].as_bytes()),
        ("heron", texts[1].as_bytes()),
        ("plover", texts[2].as_bytes()),
    ]);
    let docs: ArrayRef = Arc::new(StringArray::from(vec!["a", "a", "b", "b", "b", "c", "c"]));
    let ids: ArrayRef = Arc::new(StringArray::from(IDS.to_vec()));
    let numbers: ArrayRef = Arc::new(Int64Array::from_iter_values([70, 60, 50, 40, 30, 20, 10]));
    let columns = vec![
        ("id", ids),
        ("plover", column(2)),
        ("gold", column(0)),
        ("n", numbers),
        ("heron", column(1)),
        ("doc", docs),
    ];
    write(&place, "pairs.parquet", columns);
    place
}

fn read(place: &Place, name: &str) -> Vec<RecordBatch> {
    read_table(File::open(place.path(name)).unwrap()).unwrap()
}

/// All numbers of a report: figures, counts and sums of each system, intervals and tests. How pairs were found is in the
/// signature, and is not compared.
fn numbers(report: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    for measure in report["measures"].as_array().unwrap() {
        all.push(measure["comparisons"].clone());
        for score in measure["scores"].as_array().unwrap() {
            let parts = ["system", "scored", "within_cutoff", "all_pairs", "intervals", "headline"];
            all.extend(parts.map(|part| score[part].clone()));
            all.extend(["read", "scored", "refused", "empty"].map(|part| score["coverage"][part].clone()));
        }
    }
    assert!(all.len() > 20 && all.iter().filter(|part| !part.is_null()).count() > 14, "{all:?}");
    all
}

#[test]
fn pairs_in_parquet_score_as_the_same_trees_in_files() {
    let place = place();
    for measure in ["parseval", "struct-iou", "leaf-ancestor", "parseval,leaf-ancestor"] {
        let files = place.run(&format!("gold heron plover --pair-by line -m {measure} -f json"));
        let table = place.run(&format!("{COLUMNS} -m {measure} -f json"));
        assert_eq!((table.status, files.status), (Some(1), Some(1)), "{}{}", table.stderr, files.stderr);
        assert_eq!(numbers(&table.report()), numbers(&files.report()), "{measure}");
    }
}

/// Rows, too: every figure and count of every pair, as CSV prints them.
#[test]
fn rows_in_csv_are_those_of_files() {
    let place = place();
    let files = place.run("gold heron plover --pair-by line --per-sentence -f csv");
    let table = place.run(&format!("{COLUMNS} --per-sentence -f csv"));
    let rows = |text: &str| -> Vec<String> {
        let rows = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
        // Column 4 is the name of the file.
        rows.map(|row| [&row[..4], &row[5..]].concat().join(",")).collect()
    };
    assert_eq!(rows(&table.stdout), rows(&files.stdout));
    assert_eq!(table.stdout.lines().count(), 15);
}

#[test]
fn names_of_pairs_are_in_rows() {
    let place = place();
    let ran = place.run(&format!("{COLUMNS} --id-column id --per-sentence -f csv"));
    let line = ran.stdout.lines().nth(3).unwrap();
    assert!(line.starts_with("heron,parseval,pair,2,") && line.contains(",u2,"), "{line}");
}

#[test]
fn counts_are_written_read_back_and_summed() {
    let place = place();
    let ran = place.run(&format!("{COLUMNS} --per-sentence -o x.parquet"));
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(1), ""), "{}", ran.stderr);
    let batches = read(&place, "x.parquet");
    let rows: usize = batches.iter().map(RecordBatch::num_rows).sum();
    assert_eq!(rows, 14);
    let report = place.run(&format!("{COLUMNS} -f json")).report();
    for (at, system) in ["heron", "plover"].into_iter().enumerate() {
        let chosen: Vec<RecordBatch> = batches.iter().flat_map(|batch| rows_of(batch, system)).collect();
        let score = total(&chosen, Setup::named("parseval").unwrap(), system).unwrap();
        let told = &report["measures"][0]["scores"][at];
        let f1 = figure(&score, "f1");
        assert_eq!(Some(f1), told["scored"]["corpus"]["f1"].as_f64(), "{told}");
        assert_eq!(Some(score.totals.refused), told["coverage"]["refused"].as_u64(), "{told}");
    }
}

fn rows_of(batch: &RecordBatch, system: &str) -> Vec<RecordBatch> {
    let names = batch.column_by_name("system_name").unwrap().as_string::<i32>();
    (0..batch.num_rows()).filter(|&row| names.value(row) == system).map(|row| batch.slice(row, 1)).collect()
}

fn figure(score: &SystemScore, key: &str) -> f64 {
    let sum = score.totals.all_scored();
    let at = score.info().figure(key).unwrap();
    (score.info().derive)(sum.counts())[at].unwrap()
}

/// From text files, with the format by option or by name; and the sums of a run without `--per-sentence`.
#[test]
fn text_files_are_written_as_tables_too() {
    let place = place();
    let first = place.run("gold heron --pair-by line --per-sentence -f parquet -o a");
    let second = place.run("gold heron --pair-by line --per-sentence -o a.PARQUET");
    assert_eq!((first.status, second.status), (Some(1), Some(1)), "{}", first.stderr);
    assert_eq!(
        place.bytes("a"),
        place.bytes("a.PARQUET"),
        "nothing in the file depends on its name or the time"
    );
    let batch = read(&place, "a").remove(0);
    assert_eq!(
        batch.column_by_name("pair").unwrap().as_primitive::<Int64Type>().values().to_vec(),
        [1, 2, 3, 4, 5, 6, 7]
    );
    let signature = batch.schema().metadata()["treescore.signature"].clone();
    assert!(!signature.contains("|n:") && !signature.contains("|gold:"), "{signature}");
    let setup = signature
        .parse::<treescore::setup::Signature>()
        .unwrap()
        .setup(&treescore::setup::Given::default())
        .unwrap();
    let counted = total([&batch], setup.clone(), "heron").unwrap();
    let ran = place.run("gold heron --pair-by line -o t.parquet");
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    let batch = read(&place, "t.parquet").remove(0);
    assert_eq!(batch.schema().metadata()["treescore.schema"], "totals/1");
    assert!(total([&batch], setup, "heron").unwrap().is_same(&counted));
}

#[test]
fn names_are_in_tables_and_decide_intervals() {
    let place = place();
    for (id, name) in [("id", "u3"), ("n", "50")] {
        place.run(&format!("{COLUMNS} --id-column {id} --per-sentence -o x.parquet"));
        let batch = read(&place, "x.parquet").remove(0);
        let pairs = batch.column_by_name("pair").unwrap();
        let third = match pairs.as_string_opt::<i32>() {
            Some(texts) => texts.value(4).to_owned(),
            None => pairs.as_primitive::<Int64Type>().value(4).to_string(),
        };
        assert_eq!(third, name);
    }
    let plain = place.run(&format!("{COLUMNS} -f json")).report();
    let named = place.run(&format!("{COLUMNS} --id-column id -f json")).report();
    let text = |report: &Value| report["measures"][0]["scores"][0]["signature"].to_string();
    assert_ne!(text(&plain), text(&named), "draws by name are in the signature");
}

#[test]
fn documents_are_files() {
    let place = place();
    let ran = place.run(&format!("{COLUMNS} --doc-column doc --by file -f csv"));
    for document in ["a", "b", "c"] {
        assert!(ran.stdout.contains(&format!(",file,{document},")), "{}{}", ran.stdout, ran.stderr);
    }
}

#[test]
fn samples_are_those_of_csv() {
    let place = place();
    let ask = "--resamples 20 --shuffles 20 -q";
    let ran = place.run(&format!("compare {COLUMNS} {ask} --samples s.parquet"));
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    place.run(&format!("compare {COLUMNS} {ask} --samples s.csv"));
    let csv = String::from_utf8(place.bytes("s.csv")).unwrap();
    let mut lines = csv.lines();
    let batches = read(&place, "s.parquet");
    let schema = batches[0].schema();
    let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
    assert_eq!(lines.next(), Some(names.join(",").as_str()));
    for batch in &batches {
        for row in 0..batch.num_rows() {
            let cells = batch.columns().iter().map(|column| cell(column, row)).collect::<Vec<_>>();
            assert_eq!(lines.next(), Some(cells.join(",").as_str()));
        }
    }
    assert_eq!(lines.next(), None);
}

fn cell(column: &ArrayRef, row: usize) -> String {
    if column.is_null(row) {
        return String::new();
    }
    match (column.as_string_opt::<i32>(), column.as_primitive_opt::<Int64Type>()) {
        (Some(texts), _) => texts.value(row).to_owned(),
        (None, Some(numbers)) => numbers.value(row).to_string(),
        (None, None) => column.as_primitive::<Float64Type>().value(row).to_string(),
    }
}

#[test]
fn options_are_honoured_or_refused() {
    let place = place();
    for (line, told) in [
        ("gold heron --per-sentence -f parquet", "--format parquet needs a file: -o FILE.parquet"),
        ("gold heron --per-sentence -f parquet -o -", "--format parquet needs a file: -o FILE.parquet"),
        ("gold heron --detail -o x.parquet", "--detail cannot be shown in --format parquet"),
        ("gold heron --by label -o x.parquet", "--by cannot be shown in --format parquet"),
        ("gold heron --worst 2 -o x.parquet", "--worst cannot be shown in --format parquet"),
        ("gold heron --refused -o x.parquet", "--refused cannot be shown in --format parquet"),
        ("gold heron --level 99 -o x.parquet", "--level cannot be shown in --format parquet"),
        ("gold heron --align -o x.parquet", "--align cannot be shown in --format parquet"),
        ("gold heron -m parseval,word -o x.parquet", "a Parquet file holds one measure, but there are 2"),
        ("compare gold heron plover -o x.parquet", "--format parquet cannot show a comparison"),
        ("correlate gold heron -m parseval,word -o x.parquet", "--format parquet cannot show"),
        ("pairs.parquet heron", "is a Parquet file, which has gold and systems in its columns"),
        ("pairs.parquet", "is a Parquet file, which has gold and systems in its columns"),
        ("gold pairs.parquet", "is a Parquet file, which has gold and systems in its columns"),
        ("gold --system-column heron", "--system-column needs a Parquet file, but gold is not one"),
        ("none --system-column heron", "cannot read none: there is no such file"),
        ("pairs.parquet heron --gold-column gold", "needs one Parquet file, but heron is given, too"),
        ("pairs.parquet --system-column a --system-column a", "--system-column names a twice"),
        (
            "pairs.parquet --system-column wren",
            "there is no column `wren`; the columns are id, plover, gold, n, heron, doc",
        ),
        ("pairs.parquet --system-column n", "column `n` holds Int64, not text"),
        ("pairs.parquet --gold-column gold", "there is no column `system`"),
        ("pairs.parquet --system-column heron --id-column doc", "column `doc` holds a twice"),
        (
            "pairs.parquet --system-column heron --align",
            "--align cannot be used with trees in a Parquet file",
        ),
        (
            "pairs.parquet --system-column heron --pair-by id",
            "--pair-by cannot be used with trees in a Parquet",
        ),
        ("pairs.parquet --system-column heron --encoding latin1", "--encoding cannot be used with trees in"),
        ("pairs.parquet --system-column heron --input brackets", "--input cannot be used with trees in"),
        (
            "pairs.parquet --system-column heron --skip X",
            "--skip cannot be used with trees in a Parquet file",
        ),
        ("pairs.parquet --system-column heron --by file", "--by file needs a column with the document"),
        ("pairs.parquet --system-column heron --resample-by file", "--resample-by file needs a column"),
        ("pairs.parquet --system-column heron -o pairs.parquet", "would overwrite an input file"),
        ("compare --evalb pairs.parquet --system-column heron", "cannot be used with"),
    ] {
        let ran = place.run(line);
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{line}: {}", ran.stderr);
        // Messages are broken into lines.
        let message = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(message.contains(told), "{line}: {message}");
        assert!(!place.path("x.parquet").exists(), "{line}");
    }
}

#[test]
fn hostile_parquet_files_are_errors() {
    let place = place();
    let bytes = place.bytes("pairs.parquet");
    let broken: [(&str, &[u8]); 4] = [
        ("cut.parquet", &bytes[..bytes.len() / 2]),
        ("text.parquet", b"PAR1 (S (N a))\n"),
        ("four.parquet", b"PAR1"),
        ("ends.parquet", b"PAR1 (S (N a) (V b))PAR1"),
    ];
    for (name, bytes) in broken {
        std::fs::write(place.path(name), bytes).unwrap();
        let ran = place.run(&format!("{name} --system-column heron"));
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{name}");
        assert!(ran.stderr.contains(&format!("cannot read {name}: ")), "{}", ran.stderr);
    }
    let nothing: ArrayRef = Arc::new(StringArray::from(Vec::<&str>::new()));
    write(&place, "empty.parquet", vec![("gold", Arc::clone(&nothing)), ("system", nothing)]);
    let ran = place.run("empty.parquet --gold-column gold");
    assert_eq!(ran.status, Some(2));
    assert!(ran.stderr.contains("gold and system hold no trees"), "{}", ran.stderr);
}

/// A file appears whole or not at all.
#[test]
fn a_run_that_fails_leaves_no_parquet_file() {
    let place = place();
    let before = place.names();
    let ran = place.run(&format!("{COLUMNS} --per-sentence --strict -o x.parquet"));
    assert_eq!(ran.status, Some(2), "{}", ran.stderr);
    assert_eq!(place.names(), before);
    let ran = place.run(&format!("{COLUMNS} --per-sentence --pair 99 -o x.parquet"));
    assert_eq!(ran.status, Some(2), "{}", ran.stderr);
    assert_eq!(place.names(), before);
}

/// `examples/pairs.parquet` holds the trees of the text files beside it. `TREESCORE_BLESS=1` makes it anew.
#[test]
fn the_example_in_parquet_holds_the_trees_of_the_others() {
    let examples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let trees = |name: &str| -> ArrayRef {
        let corpus = treescore::read::Corpus::find(&examples.join(name)).unwrap();
        let reader = treescore::read::SideReader::new(corpus, treescore::read::UnitKind::Tree).unwrap();
        let units = treescore::read::Units::read(reader).unwrap();
        let text = |at: usize| String::from_utf8(units.get(at).unwrap().to_vec()).unwrap();
        Arc::new(StringArray::from_iter_values((0..units.len()).map(text)))
    };
    let columns = ["gold", "heron", "plover"].map(|name| (name, trees(&format!("{name}.trees"))));
    let ids = (1..=columns[0].1.len()).map(|number| format!("s{number}"));
    let ids: ArrayRef = Arc::new(StringArray::from_iter_values(ids));
    let all = std::iter::once(("id", ids)).chain(columns);
    let expected = RecordBatch::try_from_iter(all).unwrap();
    let path = examples.join("pairs.parquet");
    if std::env::var_os("TREESCORE_BLESS").is_some() {
        let mut writer = TableWriter::new(File::create(&path).unwrap(), expected.schema(), &[]).unwrap();
        writer.write(&expected).unwrap();
        writer.finish([]).unwrap();
    }
    let found = read_table(File::open(&path).unwrap()).unwrap().remove(0);
    assert_eq!(found.columns(), expected.columns());
}
