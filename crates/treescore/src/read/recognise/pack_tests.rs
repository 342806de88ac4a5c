//! Recognition of every file of the pack of input formats.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{Recognition, SAMPLE, recognise};
use crate::read::file_fault::FileFault;
use crate::read::format::{Format, Want};

/// Files that are refused, but only by their reader: recognition says what they are.
const LEFT_TO_READERS: [(&str, Format); 16] = [
    ("bio/two.txt", Format::Bio),
    ("conllu/narrow.conllu", Format::Conllu),
    ("export/five.export", Format::Export),
    ("frames/slot.jsonl", Format::Frames),
    ("frames/misspelt.jsonl", Format::Frames),
    ("frames/wrong.jsonl", Format::Frames),
    ("json/two.jsonl", Format::Json),
    ("json/misspelt.json", Format::Json),
    ("json/null.json", Format::Json),
    ("long/ctm", Format::Ctm),
    ("long/conllu", Format::Conllu),
    ("textgrid/broken/har-1.TextGrid", Format::TextGrid),
    ("textgrid/none/har-1.TextGrid", Format::TextGrid),
    ("textgrid/speakers/har-1.TextGrid", Format::TextGrid),
    ("trn/tenth.trn", Format::Trn),
    ("whisper/untimed/har-1.json", Format::Whisper),
];

fn pack() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/formats")
}

#[expect(clippy::disallowed_methods, reason = "the pack is files")]
fn expectations(folder: &str) -> Value {
    serde_json::from_slice(&fs::read(pack().join(folder).join("expected.json")).unwrap()).unwrap()
}

/// The text of a file as recognition gets it.
fn decoded(bytes: &[u8]) -> Vec<u8> {
    match encoding_rs::Encoding::for_bom(bytes) {
        Some((encoding, _)) => encoding.decode(bytes).0.into_owned().into_bytes(),
        None => bytes.to_vec(),
    }
}

fn recognise_text(text: &[u8], want: Want) -> Result<Recognition, FileFault> {
    let sample = &text[..text.len().min(SAMPLE)];
    recognise(sample, sample.len() == text.len(), want)
}

#[expect(clippy::disallowed_methods, reason = "the pack is files")]
fn recognise_file(path: &str, want: Want) -> Result<Recognition, FileFault> {
    recognise_text(&decoded(&fs::read(pack().join(path)).unwrap()), want)
}

/// What is expected of a file, and what was found, in the same words.
fn compare(path: &str, expected: &Value, found: &Result<Recognition, FileFault>) -> Vec<String> {
    let mut differences = Vec::new();
    let mut check = |what: &str, expected: String, found: String| {
        if expected != found {
            differences.push(format!("{path}: {what}: expected {expected}, found {found}"));
        }
    };
    if let Some((_, format)) = LEFT_TO_READERS.iter().find(|(known, _)| *known == path) {
        let actual =
            found.as_ref().map_or_else(ToString::to_string, |found| found.format.as_str().to_owned());
        check("format", format.as_str().to_owned(), actual);
        return differences;
    }
    let refused = &expected["refused"];
    match found {
        Err(fault) => {
            let text = |field: &Value| field.as_str().unwrap_or("(read)").to_owned();
            check("finding", text(&refused["finding"]), fault.finding.to_owned());
            if fault.finding == "not-json" {
                // Wording and place of JSON syntax errors are those of the reader.
                assert!(fault.message.starts_with("JSON breaks off: "), "{path}: {}", fault.message);
            } else {
                check("message", text(&refused["message"]), fault.message.clone());
                check("place", text(&refused["at"]), format!("{}:{}", fault.at.line, fault.at.column));
            }
        }
        Ok(found) => {
            check("refused", refused.to_string(), "null".to_owned());
            let name = |format: &Format| Value::from(format.as_str());
            check("format", expected["format"].to_string(), name(&found.format).to_string());
            if let Some(confidence) = expected["confidence"].as_str() {
                check("confidence", confidence.to_owned(), found.confidence.as_str().to_owned());
                let readings = expected["readings"].as_array().cloned().unwrap_or_default();
                let actual: Vec<Value> = found.readings.iter().map(name).collect();
                check("readings", format!("{readings:?}"), format!("{actual:?}"));
            }
        }
    }
    differences
}

fn want(options: &Value) -> Want {
    options["want"].as_str().map_or(Want::Trees, |want| want.parse().unwrap())
}

fn folders(kind: &str) -> Vec<String> {
    let mut found: Vec<String> = fs::read_dir(pack())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "encodings" && expectations(name)["kind"] == kind)
        .collect();
    found.sort();
    found
}

#[test]
fn files_are_recognised() {
    let (mut differences, mut count) = (Vec::new(), 0);
    for folder in folders("read") {
        for (name, expected) in expectations(&folder)["files"].as_object().unwrap() {
            let options = &expected["options"];
            if !options["form"].is_null() {
                continue;
            }
            let path = format!("{folder}/{name}");
            count += 1;
            differences.extend(compare(&path, expected, &recognise_file(&path, want(options))));
        }
    }
    assert_eq!(differences, [""; 0]);
    assert!(count > 110, "only {count} files");
}

#[test]
fn long_files_are_recognised_by_their_start() {
    let mut differences = Vec::new();
    for (name, expected) in expectations("long")["files"].as_object().unwrap() {
        let line = expected["line"].as_str().unwrap();
        let mut lines: Vec<String> = (1..=expected["lines"].as_u64().unwrap())
            .map(|n| line.replace("{n}", &n.to_string()).replace("{n:05d}", &format!("{n:05}")))
            .collect();
        if let Some(odd) = expected["odd"].as_array() {
            lines[odd[0].as_u64().unwrap() as usize - 1] = odd[1].as_str().unwrap().to_owned();
        }
        let found = recognise_text(lines.concat().as_bytes(), want(expected));
        differences.extend(compare(&format!("long/{name}"), expected, &found));
    }
    assert_eq!(differences, [""; 0]);
}

/// Without a partner; what the partner decides is left open, or differs.
#[test]
fn files_that_a_partner_decides_are_left_open() {
    use super::Confidence::{Ambiguous, Likely};
    for (name, format, confidence) in [
        ("right.trees", Format::Bare, Ambiguous),
        ("other.trees", Format::Bare, Ambiguous),
        ("lemmas.trees", Format::LemmaLeaves, Ambiguous),
        ("asr.txt", Format::Plain, Likely),
        ("right.jsonl", Format::Json, Ambiguous),
    ] {
        assert!(expectations("resolve")["files"].get(name).is_some(), "{name}");
        let found = recognise_file(&format!("resolve/{name}"), Want::Trees).unwrap();
        assert_eq!((found.format, found.confidence), (format, confidence), "{name}");
    }
    assert_eq!(expectations("resolve")["files"].as_object().unwrap().len(), 5);
}

#[test]
fn refusals_of_measures_name_the_format() {
    for (name, measures) in expectations("wrong-kind")["files"].as_object().unwrap() {
        let found = recognise_file(&format!("wrong-kind/{name}"), Want::Trees).unwrap();
        let (title, holds) = found.format.title();
        for message in measures.as_object().unwrap().values().filter_map(Value::as_str) {
            assert!(
                message.starts_with(&format!("{name} is {title}: {holds}, but ")),
                "{found:?}: {message}"
            );
        }
    }
}
