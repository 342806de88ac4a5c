//! `--baselines` and `--gold2`.

use super::{GOLD, Place};

fn place() -> Place {
    let other = GOLD.replace("(ADVP (RB down))", "(RB down)");
    Place::with(&[("gold", GOLD.as_bytes()), ("other", other.as_bytes())])
}

const ROWS: [&str; 5] = ["left branching", "right branching", "random binary", "best binary tree", "gold"];

#[test]
fn every_format_marks_them() {
    let place = place();
    let line = "gold other --unlabeled --baselines --gold2 other -q";
    let json = place.run(&format!("{line} -f json")).report();
    let found = json["baselines"].as_array().unwrap();
    let names: Vec<&str> = found.iter().map(|row| row["baseline"].as_str().unwrap()).collect();
    let expected =
        ["left-branching", "right-branching", "random-binary", "best-binary", "gold", "second-annotator"];
    assert_eq!(names, expected);
    assert_eq!(json["systems"].as_array().unwrap().len(), 1);
    let f1 = |at: usize| found[at]["scores"][0]["corpus"]["f1"].as_f64().unwrap();
    // Gold has 3 + 2 + 2 spans of several words, of which right branching has the VP of the first sentence.
    assert_eq!((f1(4), found[5]["name"].as_str()), (1.0, Some("other")));
    assert!(f1(3) >= f1(0).max(f1(1)).max(f1(2)), "{found:?}");
    assert!(found[2]["scores"][0]["spread"].is_f64() && found[2]["seed"] == 12345, "{found:?}");
    for format in ["table", "markdown", "latex"] {
        let text = place.run(&format!("{line} -f {format}")).stdout;
        assert!(text.contains("baseline") && text.contains("second annotator (other)"), "{format}: {text}");
        for (at, row) in ROWS.into_iter().enumerate() {
            let figure = format!("{:.2}", 100.0 * f1(at));
            assert!(
                text.lines().any(|line| line.contains(row) && line.contains(&figure)),
                "{format} {row}: {text}"
            );
        }
    }
    let csv = place.run(&format!("{line} -f csv")).stdout;
    let columns = csv.lines().next().unwrap().split(',').collect::<Vec<_>>();
    assert_eq!(columns[columns.len() - 2..], ["baseline", "spread"]);
    assert!(csv.contains(&format!("parseval,left-branching,all-pairs,,,,{},", f1(0))), "{csv}");
    assert!(
        csv.lines().skip(1).all(|line| line.contains("branching")
            || line.contains("other")
            || line.contains("binary")
            || line.contains(",gold,")),
        "{csv}"
    );
}

#[test]
fn trees_without_labels_are_baselines_of_spans_only() {
    let ran = place().run("gold other --baselines");
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let said = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("they are baselines only where spans are compared"), "{said}");
    assert!(said.contains("gold 100.00") && !said.contains("left branching"), "{said}");
}

#[test]
fn where_they_have_no_place_they_are_refused() {
    let place = place();
    for (line, expected) in [
        ("gold other --baselines -f jsonl", "--baselines cannot be shown in --format jsonl"),
        ("gold other --baselines --per-sentence -f csv", "--baselines cannot be shown in --format csv"),
        ("compare gold other other --baselines", "--baselines is not an option of compare"),
        ("nbest gold other --gold2 gold", "--gold2 is not an option of nbest"),
        ("gold other --gold2 nowhere", "cannot read nowhere"),
        ("gold other --gold2 gold -o gold", "would overwrite an input file"),
    ] {
        let ran = place.run(line);
        let said = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(ran.status, Some(2), "{line}: {said}");
        assert!(said.contains(expected), "{line}: {said}");
    }
}

/// Gold from a pipe is read once, and serves both.
#[test]
fn standard_input_is_no_trouble() {
    let place = place();
    let ran = place.pipe("- other --unlabeled --baselines -q", GOLD.as_bytes());
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert_eq!(ran.stdout, place.run("gold other --unlabeled --baselines -q").stdout);
}
