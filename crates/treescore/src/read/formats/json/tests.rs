//! JSON of the pack, and what it does not have.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{ArrayReading, Frames, JsonOptions, JsonTrees, shape_of_sample};
use crate::read::blocks::Block;
use crate::read::formats::{FormatError, FormatReader};
use crate::read::tape::{Tape, TapeBuffer, TapeCounts, read};
use crate::tree::{Arena, Event, Label, Labels, TYPE_END};

/// A unit, in the words of the pack.
#[derive(Debug, Default)]
struct Found {
    id: Option<String>,
    at: String,
    words: Vec<String>,
    tree: Option<String>,
    fault: Option<String>,
}

/// What a reader finds: units and counts, or finding, place and message.
type Outcome = Result<(Vec<Found>, TapeCounts), (String, String, String)>;

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn read_all(mut reader: impl FormatReader) -> Outcome {
    let mut tape = Tape::default();
    loop {
        match reader.next(&mut tape) {
            Ok(true) => {}
            Ok(false) => break,
            Err(FormatError::Fault(fault)) => {
                let place = format!("{}:{}", fault.at.line, fault.at.column);
                return Err((fault.finding.to_owned(), place, fault.message));
            }
            Err(FormatError::Io(error)) => panic!("{error}"),
        }
    }
    let counts = tape.counts.clone();
    let (mut block, mut labels, mut arena) = (Block::default(), Labels::new(), Arena::default());
    let mut buffer = TapeBuffer::default();
    let count = tape.units();
    tape.take(count, &mut block);
    let units = (0..block.extents().len()).map(|at| {
        let facts = block.facts(at).unwrap().clone();
        let place = facts.position.unwrap();
        let mut found = Found {
            id: facts.id.as_deref().map(lossy),
            at: format!("{}:{}", place.line, place.column),
            fault: facts.fault.as_ref().map(|fault| fault.title()),
            ..Found::default()
        };
        if read(&block, at, &mut labels, &mut buffer, &mut arena).is_ok() {
            found.words = arena.words().iter().map(|word| lossy(word.bytes(block.text()))).collect();
            found.tree = Some(notation(&arena, &labels));
        }
        found
    });
    Ok((units.collect(), counts))
}

/// A tree in the notation of the pack: words are positions, a tag is a bracket over one of them.
fn notation(arena: &Arena, labels: &Labels) -> String {
    let (mut text, mut position) = (String::new(), 0);
    for event in arena.walk() {
        if !matches!(event, Event::Close) && !text.is_empty() && !text.ends_with('(') {
            text.push(' ');
        }
        match event {
            Event::Open(node) => text.extend(["(", &lossy(labels.name(node.label))]),
            Event::Close => text.push(')'),
            Event::Word(word) => {
                let tag = lossy(labels.name(word.tag));
                let number = position.to_string();
                if word.tag == Label::BARE {
                    text += &number;
                } else {
                    text.extend(["(", &tag, " ", &number, ")"]);
                }
                position += 1;
            }
        }
    }
    text
}

fn stream(text: &[u8]) -> Box<dyn std::io::Read + Send> {
    Box::new(std::io::Cursor::new(text.to_vec()))
}

fn trees(text: &[u8], options: JsonOptions) -> Outcome {
    read_all(JsonTrees::new(stream(text), options))
}

fn frames(text: &[u8]) -> Outcome {
    read_all(Frames::new(stream(text)))
}

/// Compares what the pack says about a file with what was found.
fn compare(name: &str, expected: &Value, outcome: &Outcome) -> Vec<String> {
    let mut differences = Vec::new();
    let mut check = |what: &str, expected: &Value, found: Value| {
        if *expected != found {
            differences.push(format!("{name}: {what}: expected {expected}, found {found}"));
        }
    };
    match outcome {
        Err((finding, place, message)) => {
            let refused = &expected["refused"];
            check("finding", &refused["finding"], Value::from(finding.as_str()));
            if finding != "not-json" {
                check("place", &refused["at"], Value::from(place.as_str()));
                check("message", &refused["message"], Value::from(message.as_str()));
            }
        }
        Ok((found, _)) => {
            let units = expected["units"].as_array().cloned().unwrap_or_default();
            check("number of units", &Value::from(units.len()), Value::from(found.len()));
            for (unit, found) in units.iter().zip(found) {
                check("id", &unit["id"], found.id.clone().into());
                check("words", &unit["words"], found.words.clone().into());
                check("tree", &unit["tree"], found.tree.clone().into());
                check("fault", &unit["fault"], found.fault.clone().into());
                if !unit["at"].is_null() {
                    check("place", &unit["at"], Value::from(found.at.as_str()));
                }
            }
        }
    }
    differences
}

#[expect(clippy::disallowed_methods, reason = "the pack is files")]
fn pack(folder: &str, recognised_elsewhere: &[&str], reader: impl Fn(&[u8], &Value) -> Outcome) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/formats").join(folder);
    let expected: Value = serde_json::from_slice(&fs::read(folder.join("expected.json")).unwrap()).unwrap();
    let files = expected["files"].as_object().unwrap();
    let mut differences = Vec::new();
    for (name, expected) in files.iter().filter(|(name, _)| !recognised_elsewhere.contains(&name.as_str())) {
        let outcome = reader(&fs::read(folder.join(name)).unwrap(), &expected["options"]);
        differences.extend(compare(name, expected, &outcome));
    }
    assert_eq!(differences, [""; 0]);
    assert!(files.len() > 5);
}

#[test]
fn trees_of_the_pack() {
    pack("json", &[], |text, options| {
        let field = options["key"].as_str().map(|key| key.as_bytes().to_vec());
        trees(text, JsonOptions { field, ..JsonOptions::default() })
    });
}

#[test]
fn frames_of_the_pack() {
    pack("frames", &[], |text, _| frames(text));
}

/// Trees and faults of all units, or the message of a refusal.
fn summary(outcome: Outcome) -> Vec<String> {
    match outcome {
        Err((finding, place, message)) => vec![format!("{finding} {place} {message}")],
        Ok((units, _)) => units.into_iter().map(|unit| unit.tree.or(unit.fault).unwrap()).collect(),
    }
}

const WRONG: &str = "a value is missing, or of another type than this format has";

#[test]
fn nodes() {
    let wrong = format!("unknown-field 1:1 {WRONG}");
    for (text, expected) in [
        (r#"{"label": "S", "children": [{"label": "a"}, {"label": "b", "children": []}]}"#, "(S 0 1)"),
        (r#"{"children": ["a", {"children": ["b"], "label": "X"}], "label": "S"}"#, "(S 0 (X 1))"),
        (r#"{"label": "a"}"#, "(a 0)"),
        (r#"{"label": "S", "type": null, "children": ["a", "b"]}"#, "(S 0 1)"),
        (r#"{"label": 1}"#, &wrong),
        (r#"{"label": "S", "children": ["a", null]}"#, &wrong),
        (r#"{"label": "S", "children": ["a", ["b"]]}"#, &wrong),
        (r#"{"label": "S", "children": "a"}"#, &wrong),
        (r#"{"label": "S", "type": 1}"#, &wrong),
        (r#"{"tree": {}}"#, "unknown-field 1:1 no field `label`; fields here: none"),
        (
            r#"{"name": "S", "children": []}"#,
            "unknown-field 1:1 no field `label`; fields here: `name`, `children`",
        ),
        (
            r#"{"label": "S", "childern": ["a"]}"#,
            "unknown-field 1:1 unknown field `childern`; did you mean `children`?",
        ),
    ] {
        assert_eq!(summary(trees(text.as_bytes(), JsonOptions::default())), [expected], "{text}");
    }
}

#[test]
fn a_slip_in_the_field_that_must_be_there_is_told_first() {
    let text = br#"{"childern": ["a"], "lable": "S"}"#;
    let expected = "unknown-field 1:1 unknown field `lable`; did you mean `label`?";
    assert_eq!(summary(trees(text, JsonOptions::default())), [expected]);
}

/// Lines may end with CR alone; then they are lines all the same.
#[test]
fn places_are_right_whatever_ends_the_lines() {
    let lines = ["[\"S\", [\"A\", \"a\"]]", "[\"S\", [\"B\", \"b\"]]", "  [\"S\", [\"C\", \"c\"]]"];
    for newline in ["\n", "\r\n", "\r"] {
        let (units, _) = trees(lines.join(newline).as_bytes(), JsonOptions::default()).unwrap();
        let places: Vec<&str> = units.iter().map(|unit| &unit.at[..]).collect();
        assert_eq!(places, ["1:1", "2:1", "3:3"], "{newline:?}");
        let broken = format!("{}{newline}{{\"a\": }}", lines[0]);
        let said = summary(trees(broken.as_bytes(), JsonOptions::default()));
        assert!(said[0].starts_with("not-json 2:"), "{newline:?}: {said:?}");
        let sample = shape_of_sample(broken.as_bytes(), true).unwrap_err();
        assert_eq!(sample.at.line, 2, "{newline:?}: {sample}");
    }
}

#[test]
fn types_are_part_of_labels_and_leaves() {
    let text =
        r#"{"label": "S", "type": "t", "children": [{"label": "a", "type": "u"}, "b"], "x": 1, "y": 2}"#;
    let (units, counts) = trees(text.as_bytes(), JsonOptions::default()).unwrap();
    let end = char::from(TYPE_END);
    assert_eq!(units[0].tree, Some(format!("(t{end}S 0 1)")));
    assert_eq!(units[0].words, [format!("u{end}a"), "b".to_owned()]);
    assert_eq!(counts.get("unknown_fields"), 2);
    for text in [
        r#"{"label": "S\u001F", "children": ["a"]}"#,
        r#"{"label": "S", "type": "\u001Ft", "children": ["a"]}"#,
        r#"{"label": "S", "children": ["a\u001Fb"]}"#,
        r#"["S\u001FX", ["A", "a"], ["B", "b"]]"#,
        r#"["S", ["A", "a\u001Fb"], ["B", "b"]]"#,
        r#"{"tree": "(t\u001FS (A a) (B b))"}"#,
        r#""(S (A a\u001Fb) (B b))""#,
    ] {
        let said = summary(trees(text.as_bytes(), JsonOptions::default()));
        assert!(said[0].starts_with("U+001F"), "{text}: {said:?}");
    }
}

#[test]
fn lists() {
    let wrong = format!("unknown-field 1:1 {WRONG}");
    let (bare, labelled) = (Some(ArrayReading::Bare), Some(ArrayReading::Labelled));
    for (text, arrays, expected) in [
        (r#"["S", ["NP", "a"]]"#, None, "(S (NP 0))"),
        (r#"["S", ["NP", "a"]]"#, bare, "(0 (1 2))"),
        (r#"["the", ["old", "gull"]]"#, None, "(0 (1 2))"),
        (r#"["the", ["old", "gull"]]"#, labelled, "(the (old 0))"),
        (r#"["S", ["NP", "a", "b"], ["X"], "c"]"#, None, "(S (NP 0 1) 2)"),
        (r#"{"tree": ["a", []]}"#, bare, "(0)"),
        (r#"{"tree": [[]]}"#, bare, "no words"),
        (r#"{"tree": [["a"], "b"]}"#, labelled, &wrong),
        (r#"{"tree": ["a", null]}"#, None, &wrong),
    ] {
        assert_eq!(
            summary(trees(text.as_bytes(), JsonOptions { arrays, ..JsonOptions::default() })),
            [expected],
            "{text}"
        );
    }
}

#[test]
fn strings() {
    for (text, expected) in [
        (r#"["( (S (A a)) )", "((A a) (B b))"]"#, vec!["(S (A 0))", "((A 0) (B 1))"]),
        (r#"["(S (A a) () (B (C)))", "(S (A a)"]"#, vec!["(S (A 0))", "1 bracket is never closed"]),
        (r#"["(S (A a))", "(S (A a)) b"]"#, vec!["(S (A 0))", "text outside brackets"]),
        (r#"["(S (A a))", "(())", "(S (A a))", ""]"#, vec!["(S (A 0))", "(())", "(S (A 0))", ""]),
    ] {
        assert_eq!(summary(trees(text.as_bytes(), JsonOptions::default())), expected, "{text}");
    }
}

#[test]
fn fields_with_trees_are_listed_in_the_order_of_the_file() {
    let text = b"{\"a\": \"(S (A a)\", \"b\": \"(S (A a))\"}\n{\"a\": \"(S (A a))\"}\n";
    let expected = "format-ambiguous 1:1 2 fields hold trees: `a`, `b`";
    assert_eq!(summary(trees(text, JsonOptions::default())), [expected]);
}

#[test]
fn fields_that_are_named() {
    let options = |field: &str| JsonOptions { field: Some(field.into()), ..JsonOptions::default() };
    let text =
        br#"{"a": ["S", "x", "y"], "b": {"label": "S", "children": ["x", "y"]}, "c": "(S x y)", "d": "x"}"#;
    for (field, expected) in [
        ("a", "(S 0 1)"),
        ("b", "(S 0 1)"),
        ("c", "(S 0 1)"),
        ("d", "format-unknown 1:1 field `d` holds no trees"),
        ("e", "unknown-field 1:1 no field `e`; fields here: `a`, `b`, `c`, `d`"),
    ] {
        assert_eq!(summary(trees(text, options(field))), [expected], "{field}");
    }
}

#[test]
fn documents_of_corenlp() {
    let text = br#"{"sentences": [{"parse": "(S (A a))"}, {"index": 7, "parse": "(S (A a)"}]}"#;
    let (units, _) = trees(text, JsonOptions::default()).unwrap();
    assert_eq!(units[0].id.as_deref(), Some("0"));
    assert_eq!(units[1].id.as_deref(), Some("7"));
    let text = br#"{"sentences": [{"index": 0}]}"#;
    let expected = "unknown-field 1:1 CoreNLP's JSON has no `parse`: run it with the annotator parse";
    assert_eq!(summary(trees(text, JsonOptions::default())), [expected]);
}

#[test]
fn later_lines_that_are_no_json_refuse_the_file() {
    let text = b"{\"label\": \"S\"}\n{\"label\" \"S\"}\n";
    assert_eq!(summary(trees(text, JsonOptions::default())), ["not-json 2:10 no JSON: expected `:`"]);
}

#[test]
fn frames_that_the_pack_does_not_have() {
    let wrong = format!("unknown-field 1:1 {WRONG}");
    for (text, expected) in [
        (r#"{"intent": "a", "text": "x", "slots": [{"name": "n", "value": 5}]}"#, "(a (n 0))"),
        (r#"{"intent": "a", "slots": {"n": "x  y", "m": [true]}}"#, "(a (m 0) (n 1 2))"),
        (r#"{"intent": "a", "slots": null}"#, &wrong),
        (r#"{"intent": null}"#, &wrong),
        (r#"{"intent": "a", "slots": [null]}"#, &wrong),
        (r#"{"intent": "a", "slots": {"n": null}}"#, &wrong),
        ("1", &wrong),
        (
            r#"{"intent": "a", "text": "é bé c", "slots": [{"slot": "n", "value": "bé", "start": 2, "end": 4}]}"#,
            "(a 0 (n 1) 2)",
        ),
        (
            r#"{"intent": "a", "text": "b", "slots": [{"slot": "n", "value": "b", "start": 5, "end": 1}]}"#,
            "not-a-record 1:1 slot `n`: the text from 5 to 1 is ``, not `b`",
        ),
        (r#"{"intent": "a", "slts": []}"#, "unknown-field 1:1 unknown field `slts`; did you mean `slots`?"),
        (r#"{"slots": []}"#, "unknown-field 1:1 no field `intent`; fields here: `slots`"),
    ] {
        assert_eq!(summary(frames(text.as_bytes())), [expected], "{text}");
    }
}

#[test]
fn deep_trees_need_no_stack() {
    const DEPTH: usize = 200_000;
    let lists = format!("{}\"S\", \"a\"{}", "[\"S\", ".repeat(DEPTH), "]".repeat(DEPTH));
    let nodes = r#"{"label": "S", "children": ["#;
    let nodes = format!("{}\"a\", \"b\"{}", nodes.repeat(DEPTH), "]}".repeat(DEPTH));
    let string = format!("\"{}a b{}\"", "(S ".repeat(DEPTH), ")".repeat(DEPTH));
    for text in [lists, nodes, format!("[{string}]")] {
        let mut reader = JsonTrees::new(stream(text.as_bytes()), JsonOptions::default());
        let mut tape = Tape::default();
        assert!(reader.next(&mut tape).unwrap());
        assert!(tape.len() > DEPTH);
        assert!(!reader.next(&mut tape).unwrap());
    }
}
