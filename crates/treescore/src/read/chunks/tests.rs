//! Tables of columns and their chunks, and the samples of the pack.

use serde_json::{Value, json};

use super::*;

fn units(text: Vec<u8>, column: BioColumn) -> Result<Vec<Value>, ChunksError> {
    let mut reader = BioReader::new(Box::new(io::Cursor::new(text)), column);
    let (mut sentence, mut units) = (ChunkedSentence::default(), Vec::new());
    while reader.next(&mut sentence)? {
        let words: Vec<_> = sentence.words().map(|word| String::from_utf8_lossy(word).into_owned()).collect();
        let chunks: Vec<_> = sentence.chunks.iter().map(|c| json!([c.category, c.start, c.end])).collect();
        let at = format!("{}:1", sentence.line);
        units.push(json!({"id": null, "at": at, "words": words, "chunks": chunks}));
    }
    Ok(units)
}

#[test]
fn every_sample_of_chunks() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/formats/bio");
    let expected: Value = serde_json::from_slice(&bytes(&folder.join("expected.json"))).unwrap();
    let mut cases = 0;
    for (name, case) in expected["files"].as_object().unwrap() {
        let column = case.pointer("/options/form").map_or("bio", |form| form.as_str().unwrap());
        let found = units(bytes(&folder.join(name)), column.parse().unwrap());
        match (case.get("refused"), found) {
            (Some(refused), Err(ChunksError::Fault(fault))) => {
                let at = format!("{}:{}", fault.at.line, fault.at.column);
                let mut found = json!({"finding": fault.finding, "at": at, "message": fault.message});
                if let Some(advice) = &fault.advice {
                    found["advice"] = json!(advice.to_string());
                }
                assert_eq!(&found, refused, "{name}");
            }
            (None, Ok(found)) => assert_eq!(Value::from(found), case["units"], "{name}"),
            (_, found) => panic!("{name}: {found:?}"),
        }
        cases += 1;
    }
    assert_eq!(cases, 9);
}

#[test]
fn tags_begin_and_end_chunks() {
    for (tags, expected, why) in [
        ("I-A I-A O I-A", "A0-2 Null2-3 A3-4", "IOB1"),
        ("I-A B-A I-A I-B", "A0-1 A1-3 B3-4", "IOB1: B only between neighbours"),
        ("B-A M-A E-A S-A", "A0-3 A3-4", "BMES"),
        ("B-A L-A I-A U-B", "A0-2 A2-3 B3-4", "inside after the last is a new chunk"),
        ("E-A E-A I-A", "A0-1 A1-2 A2-3", "ends without beginnings"),
        ("S-A I-A", "A0-1 A1-2", "single, then inside"),
        ("O O", "Null0-1 Null1-2", "outside"),
        ("B-x-y I-x-y I-x", "x-y0-2 x2-3", "hyphens in types"),
        ("B-Null I-Null", "Null0-2", "a type of that name"),
    ] {
        let text: String = tags.split(' ').flat_map(|tag| ["w ", tag, "\n"]).collect();
        let units = units(text.into(), BioColumn::Last).unwrap();
        let show = |chunk: &Value| format!("{}{}-{}", chunk[0].as_str().unwrap(), chunk[1], chunk[2]);
        let found: Vec<_> = units[0]["chunks"].as_array().unwrap().iter().map(show).collect();
        assert_eq!(found.join(" "), expected, "{why}");
    }
}

#[test]
fn files_that_are_no_columns_are_refused() {
    for (text, column, expected) in [
        ("a B-X\nb\n", BioColumn::Last, Err("1 column; the lines before have 2")),
        ("a b\n", BioColumn::Last, Err("`b` is no chunk tag")),
        ("a B-\n", BioColumn::Last, Err("`B-` is no chunk tag")),
        ("a B-X\n", BioColumn::Gold, Err("`a` is no chunk tag")),
        ("B-X\n", BioColumn::Gold, Err("`` is no chunk tag")),
        ("a B-X B-X\n\nb O B-Y\n", BioColumn::Last, Ok(2)),
        ("a B-X B-X\n\nb B-Y O\nc O B-Y\n", BioColumn::Last, Err("the last two columns are both chunk tags")),
        ("a B-X B-X\n", BioColumn::System, Ok(1)),
        ("O O\n", BioColumn::Last, Ok(1)),
        ("\u{feff}a O\r\n\r\n\r\n-DOCSTART- x y z\r\nb O", BioColumn::Last, Ok(2)),
        ("\n \n", BioColumn::Last, Ok(0)),
    ] {
        let found = units(text.into(), column).map(|units| units.len()).map_err(|error| error.to_string());
        match (found, expected) {
            (Err(found), Err(expected)) => assert!(found.starts_with(expected), "{text:?}: {found}"),
            (found, expected) => assert_eq!(found, expected.map_err(str::to_owned), "{text:?}"),
        }
    }
}

fn bytes(path: &std::path::Path) -> Vec<u8> {
    crate::read::Corpus::find(path).unwrap().documents()[0].read_whole().unwrap()
}
