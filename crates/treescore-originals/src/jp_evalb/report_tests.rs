use super::*;
use crate::jp_evalb::{RepairKind, Row};

fn outcome(figures: &[Figures]) -> Outcome {
    let mut outcome = Outcome::default();
    for (at, figures) in figures.iter().enumerate() {
        outcome.rows.push(Row { gold: at..at + 1, test: at..at + 1, figures: *figures });
        outcome.totals.all += Sums::from(figures);
    }
    outcome
}

#[test]
fn rows_are_those_of_the_c_format() {
    for (number, figures, expected) in [
        (
            1,
            Figures { length: 6, status: 0, matched: 5, gold: 7, test: 8, crossing: 1, words: 6, tags: 6 },
            "   1    6    0   71.43  62.50     5      7    8      1      6     6   100.00\n",
        ),
        (
            2,
            Figures { length: 41, status: 1, ..Figures::default() },
            "   2   41    1    0.00   0.00     0      0    0      0      0     0     0.00\n",
        ),
        (
            12_345,
            Figures {
                length: 12_345,
                status: 0,
                matched: 2,
                gold: 1,
                test: 32,
                crossing: 0,
                words: 32,
                tags: 1,
            },
            "12345 12345    0  200.00   6.25     2      1   32      0     32     1     3.12\n",
        ),
    ] {
        let mut out = Vec::new();
        write_row(&mut out, number, &figures);
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}

#[test]
fn nothing_at_all() {
    let mut out = Vec::new();
    write_report(&mut out, &outcome(&[]));
    let text = String::from_utf8(out).unwrap();
    assert!(text.contains("\n      0     0     0.00\n=== Summary ===\n\n-- All --\n"), "{text}");
    assert_eq!(text.matches("Bracketing FMeasure       =    nan\n").count(), 2);
}

#[test]
fn totals_have_fields_as_wide_as_the_program() {
    let figures =
        Figures { matched: 123_456, gold: 123_456, test: 123_456, words: 1, tags: 1, ..Figures::default() };
    let mut out = Vec::new();
    write_report(&mut out, &outcome(&[figures]));
    let text = String::from_utf8(out).unwrap();
    let line = "                100.00 100.00  123456 123456 123456      0      1     1   100.00";
    assert!(text.lines().any(|found| found == line), "{text}");
}

#[test]
fn json_has_everything() {
    let mut outcome = outcome(&[Figures {
        length: 2,
        matched: 1,
        gold: 2,
        test: 1,
        words: 2,
        tags: 1,
        ..Figures::default()
    }]);
    outcome.rows[0].test = 0..2;
    outcome.repairs.push(Repair { kind: RepairKind::LeftOver, gold: None, test: Some(2) });
    let about = About { gold: "g", test: "t", parameters: Some("p.prm"), mode: Mode::Evalb };
    let sums = |n: [u64; 10]| {
        serde_json::json!({
            "blocks": n[0], "errors": 0, "matched": n[1], "gold_brackets": n[2], "test_brackets": n[3], "crossing": n[4],
            "words": n[5], "tags": n[6], "complete": n[7], "no_crossing": n[8], "two_or_less_crossing": n[9],
        })
    };
    let expected = serde_json::json!({
        "program": "jp-evalb", "mode": "evalb", "gold": "g", "test": "t", "parameters": "p.prm",
        "blocks": [{
            "gold": [1], "test": [1, 2], "length": 2, "status": 0, "matched": 1, "gold_brackets": 2, "test_brackets": 1,
            "crossing": 0, "words": 2, "tags": 1,
        }],
        "summary": {"all": sums([1, 1, 2, 1, 0, 2, 1, 0, 1, 1]), "within_40": sums([0; 10])},
        "repairs": [{"kind": "left-over", "gold": null, "test": 2}],
    });
    assert_eq!(serde_json::from_str::<serde_json::Value>(&json(&about, &outcome)).unwrap(), expected);
}
