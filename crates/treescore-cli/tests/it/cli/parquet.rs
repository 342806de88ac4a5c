//! Parquet on the command line: refused by its name without the feature, read and written with it.

use super::{GOLD, Place};

#[cfg(not(feature = "parquet"))]
#[test]
fn without_the_feature_parquet_is_refused_by_its_name() {
    let table = b"PAR1\x15\x04\x15\x10PAR1";
    let place = Place::with(&[("gold", GOLD.as_bytes()), ("p.parquet", table), ("p", table)]);
    for (line, named) in [
        ("p.parquet --gold-column gold", "--gold-column"),
        ("p.parquet --system-column heron", "--system-column"),
        ("p.parquet --id-column id", "--id-column"),
        ("p.parquet --doc-column doc", "--doc-column"),
        ("p.parquet gold", "p.parquet"),
        ("p.parquet", "p.parquet"),
        ("gold p", "p"),
        ("gold gold -f parquet -o x", "--format parquet"),
        ("gold gold -f parquet", "--format parquet"),
        ("gold gold -o x.parquet", "--output x.parquet"),
        ("gold gold --per-sentence -o x.parquet", "--output x.parquet"),
        ("compare gold gold gold --samples x.parquet", "--samples x.parquet"),
        ("compare p.parquet --system-column a --system-column b", "--system-column"),
        ("correlate p.parquet --system-column a -m parseval,word", "--system-column"),
    ] {
        let ran = place.run(line);
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{line}");
        let expected = format!("{named}: this treescore was built without Parquet; build it with");
        // Messages are broken into lines.
        let message = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(message.contains(&expected), "{line}: {message}");
        assert!(!place.path("x.parquet").exists() && !place.path("x").exists(), "{line}");
    }
    let ran = Place::with(&[("gold", GOLD.as_bytes())])
        .command(&["gold", "gold"])
        .env("TREESCORE_FORMAT", "parquet")
        .output()
        .unwrap();
    let message = String::from_utf8_lossy(&ran.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(message.contains("TREESCORE_FORMAT=parquet: this treescore was built"), "{message}");
}

/// A name for Parquet and another format contradict each other, with and without the feature.
#[test]
fn a_parquet_name_with_another_format_is_refused() {
    let place = Place::with(&[("gold", GOLD.as_bytes())]);
    let ran = place.run("gold gold -f csv -o x.parquet");
    assert_eq!(ran.status, Some(2));
    assert!(ran.stderr.contains("the name says Parquet, but the format is csv"), "{}", ran.stderr);
    assert_eq!(place.names(), ["gold"]);
}

/// A text may begin with the four letters.
#[test]
fn a_text_that_begins_like_parquet_is_text() {
    let text = "PAR1 (S (N a) (V b))\n";
    let place = Place::with(&[("gold", b"(S (N a) (V b))\n"), ("system", text.as_bytes())]);
    let ran = place.run("gold system");
    assert!(!ran.stderr.contains("Parquet"), "{}", ran.stderr);
}
