//! The samples of the pack: every file of times is read as its `expected.json` says.

use std::path::PathBuf;

use serde_json::{Map, Value};

use super::*;

fn folder(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests/conformance/formats", name].iter().collect()
}

fn read_sample(folder: &std::path::Path, name: &str, case: &Value) -> Result<Times, TimesError> {
    let format = case.pointer("/options/form").or(case.get("format")).and_then(Value::as_str);
    let options = TimesOptions {
        format: format.map(|format| format.parse().unwrap()),
        tier: case.pointer("/options/tier").and_then(Value::as_str).map(str::to_owned),
        ..TimesOptions::default()
    };
    Times::from_bytes(name, bytes(&folder.join(name)), &options)
}

/// The units as the pack shows them.
fn units(times: &Times) -> Vec<Value> {
    let word = |at: usize, word: usize, text: &[u8]| {
        let text = Some(String::from_utf8_lossy(text)).filter(|text| !text.is_empty());
        let rounded = |time: f64| (time * 1e6).round() / 1e6;
        let interval = times.part(at, word..word + 1).map(|words| words.intervals()[0]);
        match interval {
            Ok((start, end)) => serde_json::json!([text, rounded(start), rounded(end)]),
            Err(fault) if fault.is_untimed() => serde_json::json!([text, null, null]),
            Err(fault) => panic!("{fault}"),
        }
    };
    let unit = |(at, id): (usize, &str)| {
        let range = times.utterances[at].words.clone();
        let words = range.clone().map(|number| word(at, number - range.start, times.text(number)));
        let line = times.line_of(at).unwrap();
        serde_json::json!({"id": id, "at": format!("{line}:1"), "times": words.collect::<Vec<_>>()})
    };
    times.ids().enumerate().map(unit).collect()
}

fn counts(file: &TimesFile) -> Value {
    let tier = file.tier.iter().map(|tier| ("tier".to_owned(), Value::from(&**tier)));
    let counts = file.counts.entries().map(|(name, count)| (name.to_owned(), Value::from(count)));
    Value::Object(tier.chain(counts).collect::<Map<_, _>>())
}

/// The refusals that are decided when a file is recognised, before it is read.
const RECOGNISED: [&str; 1] = ["sw0001A-trans.text"];

fn check_case(folder: &std::path::Path, name: &str, case: &Value) {
    let read = read_sample(folder, name, case);
    if let Some(refused) = case.get("refused") {
        let Err(TimesError::File { fault, .. }) = read else {
            panic!("{name}: {read:?}");
        };
        let found = (fault.finding, fault.message.as_str(), format!("{}:{}", fault.at.line, fault.at.column));
        let advice = fault.advice.as_ref().map(ToString::to_string);
        assert_eq!(advice.as_deref(), refused["advice"].as_str(), "{refused}");
        let expected = ["finding", "message", "at"].map(|field| refused[field].as_str().unwrap());
        assert_eq!([found.0, found.1, &found.2], expected, "{name}");
        return;
    }
    let times = read.unwrap_or_else(|error| panic!("{name}: {error}"));
    let (found, expected) = (units(&times), case["units"].as_array().unwrap());
    assert_eq!(found.len(), expected.len(), "{name}");
    for (found, expected) in found.iter().zip(expected) {
        for (field, value) in expected.as_object().unwrap() {
            assert_eq!(&found[field], value, "{name}: {field}");
        }
    }
    let [file] = times.files() else { panic!("{name}: one file") };
    assert_eq!(file.format.as_str(), case["format"].as_str().unwrap(), "{name}");
    if let Some(expected) = case.get("counts") {
        assert_eq!(&counts(file), expected, "{name}");
    }
}

#[test]
fn every_sample_of_times() {
    let mut cases = 0;
    for name in ["ctm", "mfa", "ms98", "textgrid", "whisper", "times-json"] {
        let folder = folder(name);
        let text = bytes(&folder.join("expected.json"));
        let expected: Value = serde_json::from_slice(&text).unwrap();
        for (name, case) in expected["files"].as_object().unwrap() {
            if RECOGNISED.contains(&name.as_str()) {
                continue;
            }
            let mut case = case.clone();
            if case.get("format").is_none() && case.get("options").is_none() {
                let format =
                    expected["files"].as_object().unwrap().values().find_map(|case| case.get("format"));
                case["options"] = serde_json::json!({"form": format.unwrap()});
            }
            check_case(&folder, name, &case);
            cases += 1;
        }
    }
    assert_eq!(cases, 25);
}

/// The samples with ends in the place of durations are suspect, and can be read as such.
#[test]
fn ends_in_the_place_of_durations() {
    for (name, expected) in
        [("ends.ctm", Some("ctm-ends")), ("durations.ctm", None), ("channels.ctm", Some("ctm-ends"))]
    {
        let format = Some(expected.unwrap_or("ctm").parse().unwrap());
        let options = TimesOptions { format, ..TimesOptions::default() };
        let bytes = bytes(&folder("check-end-column").join(name));
        let times = Times::from_bytes(name, bytes.clone(), &options).unwrap();
        assert_eq!(times.faults().count(), 0, "{name}");
        let times = Times::from_bytes(name, bytes, &TimesOptions::default()).unwrap();
        assert_eq!(times.files()[0].end_column.is_some(), expected.is_some(), "{name}");
        assert_eq!(times.faults().count() > 0, expected.is_some(), "{name}: as durations, words overlap");
    }
}

fn bytes(path: &std::path::Path) -> Vec<u8> {
    crate::read::Corpus::find(path).unwrap().documents()[0].read_whole().unwrap()
}
