//! Every sample of trees, forests, words and dependencies, read as a side of the fitting measure.

use serde_json::Value;
use treescore::Setup;
use treescore::read::{Corpus, Format, Holds, InputFacts, Position, ReadOptions};
use treescore::run::Scored;

use super::{expected, options, refusal, run, sample, wanted};
use crate::support::side::{Bracket, Side, SideUnit, read_side};

/// Formats that are no side of a run; they have tests beside their readers.
const ELSEWHERE: [&str; 9] =
    ["bio", "ctm", "mfa", "ms98", "phrase", "sclite", "sparseval", "textgrid", "times-json"];

/// The measure that takes a file of this folder.
fn measure(folder: &str, expected: &Value) -> &'static str {
    match (expected["options"]["want"].as_str(), expected["format"].as_str()) {
        (Some("words"), _) => "word",
        (Some("forests"), _) => "tree-node",
        (_, Some(format)) => match format.parse::<Format>().unwrap().holds() {
            Holds::Words => "word",
            Holds::Forests => "tree-node",
            Holds::Dependencies => "attachment",
            _ => "parseval",
        },
        (_, None) => match folder {
            "frames" | "top" => "tree-node",
            "conllu" => "attachment",
            "trn" => "word",
            _ => "parseval",
        },
    }
}

fn options_of(expected: &Value) -> ReadOptions {
    let given = &expected["options"];
    options(|options| {
        options.format = given["form"].as_str().map(|name| name.parse().unwrap());
        options.encoding = given["encoding"].as_str().map(|name| name.parse().unwrap());
        options.details.field = given["key"].as_str().map(|key| key.as_bytes().to_vec());
        options.details.nbest =
            given["pick"].as_str().map_or_else(Default::default, |pick| pick.parse().unwrap());
    })
}

/// Text that was not decoded is shown byte by byte.
fn shown(bytes: &[u8], facts: &InputFacts) -> String {
    match facts.encoding.name().as_str() {
        "8-bit" => bytes.iter().map(|&byte| char::from(byte)).collect(),
        _ => String::from_utf8(bytes.to_vec()).unwrap(),
    }
}

fn place(at: Position) -> String {
    format!("{}:{}", at.line, at.column)
}

/// An utterance in which `(X)` is a leaf; in the pack it is a word.
fn with_leaves(unit: &SideUnit) -> SideUnit {
    let is_leaf =
        |bracket: &Bracket| bracket.1.is_none() && bracket.2.iter().all(|(start, end)| start == end);
    let mut unit = unit.clone();
    while let Some(at) = unit.brackets.iter().position(is_leaf) {
        let (label, _, stretches) = unit.brackets.remove(at);
        let place = stretches.first().map_or(unit.words.len(), |stretch| stretch.0 as usize);
        assert!(place == unit.words.len(), "no sample has words behind such a leaf");
        unit.words.push(label);
        unit.tags.push(None);
    }
    unit
}

/// The differences between a unit and what is expected of it.
fn compare(unit: &SideUnit, facts: &InputFacts, expected: &Value, differences: &mut Vec<String>) {
    let show = |bytes: &[u8]| Value::from(shown(bytes, facts));
    for (field, expected) in expected.as_object().unwrap() {
        let found: Value = match field.as_str() {
            "id" => unit.id.as_deref().map(show).into(),
            "at" => unit.at.map(place).into(),
            "words" => unit.words.iter().map(|word| show(word)).collect::<Vec<_>>().into(),
            "tree" if expected.is_null() && (unit.words.is_empty() || unit.brackets.is_empty()) => {
                Value::Null
            }
            "tree" => unit.notation().into(),
            "heads" => unit.heads.iter().map(|head| head.0).collect::<Vec<_>>().into(),
            "relations" => unit.heads.iter().map(|head| show(&head.1)).collect::<Vec<_>>().into(),
            "fault" if expected == "no words" && unit.fault.is_none() && unit.words.is_empty() => continue,
            "fault" if expected == "brackets are never closed" => {
                let told = unit.fault.as_ref().is_some_and(|fault| fault.0.ends_with("never closed"));
                if told {
                    continue;
                }
                format!("{:?}", unit.fault).into()
            }
            "fault" => unit.fault.as_ref().map(|fault| fault.0.clone()).into(),
            "fault_at" => unit.fault.as_ref().map(|fault| place(fault.1)).into(),
            // Counted for the file, or not kept because nothing needs it.
            "candidates" | "first_is_best" | "loose" | "alternations" | "optional" | "recording"
            | "channel" | "speaker" | "start" | "end" | "ignored" | "forms" => continue,
            _ => panic!("{field} is not compared"),
        };
        if &found != expected {
            differences.push(format!("{field}: {found}, expected {expected}"));
        }
    }
}

/// The differences between what was found out about a file and what is expected of it.
fn compare_facts(facts: &InputFacts, expected: &Value, differences: &mut Vec<String>) {
    let names = |formats: &[Format]| formats.iter().map(|format| format.as_str()).collect::<Vec<_>>();
    let mut check = |field: &str, found: Value| {
        if expected.get(field).is_some_and(|expected| *expected != found) {
            differences.push(format!("{field}: {found}, expected {}", expected[field]));
        }
    };
    check("format", facts.format.as_str().into());
    check("encoding", facts.encoding.name().into());
    if expected["confidence"] != "ambiguous" && expected["options"]["form"].is_null() {
        check("confidence", facts.confidence.as_str().into());
        check("readings", names(&facts.readings).into());
    }
    let mut notes: Vec<&str> = facts.encoding.finding().into_iter().collect();
    if facts.counts.get("raw_brackets") > 0 {
        notes.push("raw-bracket");
    }
    check("notes", notes.into());
    for (name, count) in expected["counts"].as_object().into_iter().flatten() {
        if count.as_u64() != Some(facts.counts.get(name)) {
            differences.push(format!("{name}: {}, expected {count}", facts.counts.get(name)));
        }
    }
    let total = |field: &str| -> u64 {
        let units = expected["units"].as_array().into_iter().flatten();
        units.filter_map(|unit| unit[field].as_u64()).sum()
    };
    for field in ["loose", "alternations", "optional", "ignored"] {
        if facts.counts.get(field) != total(field) && expected["counts"].is_null() {
            differences.push(format!("{field}: {}, expected {}", facts.counts.get(field), total(field)));
        }
    }
}

/// Checks a file that is refused.
fn compare_refusal(side: &Side, refused: &Value, differences: &mut Vec<String>) {
    let Some(error) = &side.error else {
        // A silent side is an empty file. Recognition refuses it, and so does a run whose other side is not
        // empty; reading it gives no units.
        if refused["finding"] != "empty-file" || !side.units.is_empty() {
            differences.push("not refused".to_owned());
        }
        return;
    };
    let (finding, at, message) = refusal(error);
    let is_json = finding == "not-json"; // the place and the words behind the colon are those of the reader
    let advice = error.advice().map(|advice| advice.to_string());
    if refused.get("advice").is_some_and(|expected| expected.as_str() != advice.as_deref()) {
        differences.push(format!("advice {advice:?}, expected {refused}"));
    }
    if refused["finding"] != finding {
        differences.push(format!("{finding} ({message}), expected {refused}"));
    } else if !is_json && (refused["message"] != message || refused["at"] != at) {
        differences.push(format!("{at}: {message}, expected {refused}"));
    }
}

/// Checks that a run of the file against itself refuses just the units that are expected to be faulty.
fn compare_run(scored: &Scored, expected: &Value, differences: &mut Vec<String>) {
    let units = expected["units"].as_array().unwrap();
    let faulty: Vec<u64> =
        (1..).zip(units).filter(|(_, unit)| unit.get("fault").is_some()).map(|(pair, _)| pair).collect();
    let is_fault = |kind: &str| matches!(kind, "not a tree" | "no tree");
    let refused: Vec<u64> = scored
        .refused
        .iter()
        .filter(|refused| is_fault(refused.refusal.kind()))
        .map(|refused| refused.id.pair)
        .collect();
    if refused != faulty {
        differences.push(format!("refused pairs {refused:?}, expected {faulty:?}"));
    }
    let facts = &scored.inputs.gold[0];
    if facts.units != units.len() as u64 || scored.inputs.systems[0] != scored.inputs.gold {
        differences.push(format!("{} units in a run, expected {}", facts.units, units.len()));
    }
}

#[expect(clippy::too_many_lines, reason = "one file, from recognition to scores")]
fn check(folder: &str, file: &str, expected: &Value) -> Vec<String> {
    let mut differences = Vec::new();
    let measure = measure(folder, expected);
    let wanted = wanted(measure);
    let mut options = options_of(expected);
    let corpus = Corpus::find(&sample(folder, file)).unwrap();
    if expected["confidence"] == "ambiguous" {
        // Nothing is read unless somebody says how.
        let side = read_side(&corpus, &wanted, None);
        let ways: Vec<&str> =
            expected["readings"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
        let advice = format!("name the format: {} or {}", ways[0], ways[1]);
        let message = "can be read in two ways, with other words";
        let refused = serde_json::json!({"finding": "format-ambiguous", "at": "1:1", "message": message, "advice": advice});
        compare_refusal(&side, &refused, &mut differences);
        options.format = Some(ways[0].parse().unwrap());
    }
    let is_plain = expected["format"] == "plain" && expected["options"].is_null();
    if is_plain {
        // That is what it is where trees are wanted; a measure of words may see brackets in it.
        let side = read_side(&corpus, &super::wanted("parseval"), None);
        let message = "is plain text: words, but parseval needs trees";
        let refused = serde_json::json!({"finding": "wrong-kind", "at": "1:1", "message": message});
        compare_refusal(&side, &refused, &mut differences);
        options.format = Some(Format::Plain);
    }
    let corpus = corpus.with_options(options);
    for block in [None, Some(1), Some(100)] {
        let side = read_side(&corpus, &wanted, block);
        if let Some(refused) = expected.get("refused") {
            compare_refusal(&side, refused, &mut differences);
            continue;
        }
        if let Some(error) = &side.error {
            differences.push(format!("refused: {error}"));
            continue;
        }
        let mut wanted_facts = expected.clone();
        if expected["confidence"] == "ambiguous" {
            wanted_facts["format"] = expected["readings"][0].clone();
        }
        if is_plain {
            wanted_facts = serde_json::json!({"format": "plain", "encoding": expected["encoding"]});
        }
        compare_facts(&side.facts[0], &wanted_facts, &mut differences);
        let units = expected["units"].as_array().unwrap();
        if units.len() != side.units.len() {
            differences.push(format!("{} units, expected {}", side.units.len(), units.len()));
        }
        for (number, (unit, expected)) in side.units.iter().zip(units).enumerate() {
            let before = differences.len();
            let unit = if side.facts[0].format == Format::Forest { &with_leaves(unit) } else { unit };
            compare(unit, &side.facts[0], expected, &mut differences);
            for difference in &mut differences[before..] {
                *difference = format!("unit {}: {difference}", number + 1);
            }
        }
    }
    if expected.get("refused").is_none() && differences.is_empty() {
        let mut setup = Setup::named(measure).unwrap();
        if measure == "parseval" {
            setup.set("match", "spans").unwrap();
        }
        match run(&corpus, &corpus, setup) {
            Ok(scored) => compare_run(&scored, expected, &mut differences),
            Err(error) => differences.push(format!("not scored: {error}")),
        }
    }
    differences.dedup();
    differences
}

#[test]
fn files_are_read_as_expected_in_a_run() {
    let root = sample("", "");
    let mut folders: Vec<String> = std::fs::read_dir(root)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| sample(name, "expected.json").exists())
        .collect();
    folders.sort();
    let (mut files, mut wrong) = (0, Vec::new());
    for folder in
        folders.iter().filter(|folder| !ELSEWHERE.contains(&folder.as_str()) && *folder != "whisper")
    {
        let all = expected(folder);
        if all["kind"] != "read" {
            continue;
        }
        for (file, expected) in all["files"].as_object().unwrap() {
            files += 1;
            for difference in check(folder, file, expected) {
                wrong.push(format!("{folder}/{file}: {difference}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{files} files\n{}", wrong.join("\n"));
    assert_eq!(files, 137);
}
