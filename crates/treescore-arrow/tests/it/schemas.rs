//! The schemas as `arrow.md` has them. If one of these tests fails, readers of old tables break: a column that is renamed,
//! removed or means something else needs a new number.

use arrow_schema::Schema;
use treescore_arrow::{NameType, counts_schema, totals_schema};

use super::setup;

fn columns(schema: &Schema) -> Vec<String> {
    let null = |is_nullable: bool| if is_nullable { "" } else { " not null" };
    let fields = schema.fields().iter();
    fields
        .map(|field| format!("{} {}{}", field.name(), field.data_type(), null(field.is_nullable())))
        .collect()
}

const FIRST: [&str; 5] =
    ["pair Int64 not null", "bucket Int32 not null", "words Int32", "refused Utf8", "why Utf8"];

#[test]
fn counts_of_parseval() {
    let mut all = FIRST.map(str::to_owned).to_vec();
    let figures =
        "f1 recall precision exact crossing tags no_crossing two_or_fewer_crossing discontinuous_f1";
    all.extend(figures.split(' ').map(|name| format!("{name} Float64")));
    let counts = "pairs matched gold system crossing words system_words tags exact no_crossing two_or_fewer_crossing discontinuous gapped_matched gapped_gold gapped_system untagged";
    all.extend(counts.split(' ').map(|name| format!("tally_{name} Int64 not null")));
    assert_eq!(columns(&counts_schema(&setup("parseval"), NameType::Number)), all);
    all[0] = "pair Utf8 not null".to_owned();
    assert_eq!(columns(&counts_schema(&setup("parseval"), NameType::Text)), all);
}

#[test]
fn fixed_point_counts_are_decimals() {
    let columns = columns(&counts_schema(&setup("struct-iou"), NameType::Number));
    assert!(columns.starts_with(&FIRST.map(str::to_owned)), "{columns:?}");
    assert!(columns.contains(&"tally_overlap Decimal128(38, 0) not null".to_owned()), "{columns:?}");
    assert!(columns.contains(&"tally_pairs Int64 not null".to_owned()), "{columns:?}");
}

#[test]
fn totals_of_parseval() {
    let kinds = "not_a_tree no_tree no_partner words_differ too_large too_much_work no_head no_heads discontinuous no_word_alignment alignment_of_other_words no_times wrong_times number_of_times_differs other";
    let counts = "pairs matched gold system crossing words system_words tags exact no_crossing two_or_fewer_crossing discontinuous gapped_matched gapped_gold gapped_system untagged";
    let means = "f1 recall precision";
    let first = "read scored refused empty scored_beyond refused_beyond";
    let mut all: Vec<String> = first.split(' ').map(|name| format!("{name} Int64")).collect();
    all.extend(kinds.split(' ').map(|kind| format!("refused_{kind} Int64")));
    for sum in ["scored", "missed", "within"] {
        all.extend(counts.split(' ').map(|count| format!("{sum}_{count} Int64")));
    }
    for sum in ["scored", "missed", "within"] {
        for figure in means.split(' ') {
            all.push(format!("{sum}_{figure}_sum Decimal128(38, 0)"));
            all.push(format!("{sum}_{figure}_pairs Int64"));
        }
    }
    assert_eq!(columns(&totals_schema(&setup("parseval"))), all);
}

#[test]
fn metadata_names_kind_version_measure_and_signature() {
    let setup = setup("parseval");
    for (schema, kind) in
        [(counts_schema(&setup, NameType::Number), "counts/1"), (totals_schema(&setup), "totals/1")]
    {
        let mut metadata: Vec<(&str, &str)> =
            schema.metadata().iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        metadata.sort_unstable();
        let signature = setup.signature().to_string();
        let expected = [
            ("treescore.measure", "parseval"),
            ("treescore.schema", kind),
            ("treescore.signature", signature.as_str()),
            ("treescore.version", env!("CARGO_PKG_VERSION")),
        ];
        assert_eq!(metadata, expected);
        assert!(!signature.contains("|n:") && !signature.contains("|gold:"), "{signature}");
    }
}
