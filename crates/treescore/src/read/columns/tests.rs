//! Tables of alignment files and their columns.

use super::*;

/// Shows columns as `line:gold/system`, or the error.
fn show(text: &str) -> String {
    let word = |word: Option<&[u8]>| word.map_or("-".to_owned(), |word| String::from_utf8_lossy(word).into());
    match WordColumns::from_bytes("x", text.as_bytes()) {
        Ok(columns) => {
            let columns: Vec<String> = columns
                .iter()
                .map(|column| format!("{}:{}/{}", column.line, word(column.gold), word(column.system)))
                .collect();
            columns.join(" ")
        }
        Err(error) => error.to_string(),
    }
}

#[test]
fn three_columns() {
    for (text, expected, why) in [
        ("a\ta\t000\nb\tc\t001\n\td\t010\ne\t100\n", "1:a/a 2:b/c 3:-/d 4:e/-", "the four kinds"),
        ("a a 000\n   d   010\ne  100", "1:a/a 2:-/d 3:e/-", "blanks, and no newline at the end"),
        (
            "e\t\t100\n\t\td\t\t010\nab\t\tab\t\t000",
            "1:e/- 2:-/d 3:ab/ab",
            "tabs to fill up, as strealign writes",
        ),
        ("e\t\t\t\t100 ", "1:e/-", "blanks after the code"),
        ("a\ta\t000\r\n\r\nb\t100\r\n", "1:a/a 3:b/-", "Windows line ends"),
        ("\u{feff}a a 000", "1:a/a", "a byte-order mark"),
        ("\n  \n\t\r\n", "", "empty lines only"),
        ("a a 001\na b 000", "1:a/a 2:a/b", "codes need not tell whether words differ"),
        ("a 100 001\n100 100\n 100 010", "1:a/100 2:100/- 3:-/100", "a code may be a word"),
        ("  100\na a 000", "1:-/- 2:a/a", "a column without words"),
        ("a a 000 // as is\na 100 // gone\n a 010 //\na a 000// x", "1:a/a 2:a/- 3:-/a 4:a/a", "comments"),
        ("// three words\n//\n//x y\na a 000", "4:a/a", "lines that are comments"),
        ("// // 000\na // 001\n\t// 010", "1:///// 2:a/// 3:-///", "the word //"),
        ("# # 000\n#x 100", "1:#/# 2:#x/-", "# is a word"),
        ("<unk> <unk> 000\n<path> x 001", "1:<unk>/<unk> 2:<path>/x", "words that look like tags"),
        ("é É 000", "1:é/É", "not ASCII"),
    ] {
        assert_eq!(show(text), expected, "{why}: {text:?}");
    }
}

#[test]
fn three_columns_with_faults() {
    let codes = "000 or 001 (both words), 100 (gold only) or 010 (system only)";
    for (text, expected) in [
        ("a\n", format!("x:1:2: no code; a line ends with {codes}")),
        ("a a 000\nb c", format!("x:2:3: `c` is not a code; a line ends with {codes}")),
        ("é c 2", format!("x:1:5: `2` is not a code; a line ends with {codes}")),
        ("a b 0000", format!("x:1:5: `0000` is not a code; a line ends with {codes}")),
        ("a b 011", format!("x:1:5: `011` is not a code; a line ends with {codes}")),
        ("a b 100", "x:1:5: code 100 means a gold word only, but the line has a system word, too".into()),
        ("a b 010", "x:1:5: code 010 means a system word only, but the line has a gold word, too".into()),
        ("a 010", "x:1:3: code 010 means a system word only, but the line has only a gold word".into()),
        ("a 000", "x:1:3: code 000 means two words, but the line has only a gold word".into()),
        ("\ta 001", "x:1:4: code 001 means two words, but the line has only a system word".into()),
        ("\ta 100", "x:1:4: code 100 means a gold word only, but the line has only a system word".into()),
        ("\t010", "x:1:2: code 010 means a system word only, but the line has no word".into()),
        ("# a comment", format!("x:1:5: `comment` is not a code; a line ends with {codes}")),
        (
            "a b 001 c",
            "x:1:9: unexpected `c`; only a comment that starts with `//` may follow the code".into(),
        ),
        (
            " a 000 000",
            "x:1:8: unexpected `000`; only a comment that starts with `//` may follow the code \
             (this line starts with a blank, so it has no gold word)"
                .into(),
        ),
    ] {
        assert_eq!(show(text), expected, "{text:?}");
    }
}

#[test]
fn paths_of_sclite() {
    let whole = "<SYSTEM title=\"asr\" format=\"2.4\">\n<LABEL id=\"O\" title=\"Overall\">\n</LABEL>\n<SPEAKER id=\"a\">\n\
                 <PATH id=\"(a-1)\" word_cnt=\"3\" labels=\"<o,na>\" sequence=\"0\">\n\
                 C,\"it\",\"it\":S,\"cold\",\"gold\":D,\"was\",\n</PATH>\n\
                 <PATH id=\"(a-2)\" word_aux=\"h_t1+t2\">\nI,,\"not\",0.1+0.2:D,\"b\",,:C,\"c\",\"c\",0.1+0.2,0.5\n</PATH>\n\
                 </SPEAKER>\n</SYSTEM>\n";
    for (text, expected, why) in [
        (whole, "6:it/it 6:cold/gold 6:was/- 9:-/not 9:b/- 9:c/c", "a whole file"),
        ("<path id=\"1\">C,\"a\",\"a\"</path>", "1:a/a", "lower case, one line"),
        ("<PATH id=\"1\">\r\nC,\"a\",\"a\" :\r\nD,\"b\",\r\n</PATH>\r\n", "2:a/a 3:b/-", "steps on lines"),
        ("<PATH id=\"1\">\n</PATH>", "", "a path without steps"),
        ("<SYSTEM title=\"x\"></SYSTEM>", "", "no path"),
        (
            "<PATH id=\"1\">C,\"a:b,c\",\"<a>\":C,\"\\\"\",\"a\\\\\":C,\"1\\/2\",\"x\"</PATH>",
            "1:a:b,c/<a> 1:\"/a\\ 1:1\\/2/x",
            "quoted text",
        ),
        (
            "<PATH id=\"1\">C,\"a&amp;b\",\"at&t\":C,\"&#233;&#xe9;&quot;\",\"&x;&#+1;&#99999999;&\"</PATH>",
            "1:a&b/at&t 1:éé\"/&x;&#+1;&#99999999;&",
            "entities",
        ),
        (
            "<PATH id=\"1\">C,\"6\"x\",\"\"\"\":S,\"a\" b\",\"c\",1</PATH>",
            "1:6\"x/\"\" 1:a\" b/c",
            "quotes in words",
        ),
        (
            "<?xml version=\"1.0\"?>\n<!-- x -->\n<PATH id=\"1\">I,,\"a\",\"k,:\"z,1</PATH>",
            "3:-/a",
            "text before the path",
        ),
    ] {
        assert_eq!(show(text), expected, "{why}");
    }
}

#[test]
fn paths_of_sclite_with_faults() {
    let step = "is not a step; the steps are C (correct), S (substituted), D (deleted) and I (inserted)";
    for (steps, expected) in [
        ("C,\"a\",\"a\"", "x:1:1: this path never ends".to_owned()),
        ("C,\"a\",\"a\"<PATH>", "x:2:10: expected `</PATH>`".into()),
        ("C,\"a\",\"a\"</PATH", "x:2:10: this tag never ends".into()),
        ("C,\"a\",\"a\",1 \"b\",\"b\"</PATH>", "x:2:13: expected `:` or `</PATH>`".into()),
        ("C,\"a\",\"a\":</PATH>", format!("x:2:11: `` {step}")),
        ("M,\"a\",\"a\"</PATH>", format!("x:2:1: `M` {step}")),
        ("C,\"é\",\"a\":Cor,\"a\"</PATH>", format!("x:2:11: `Cor` {step}")),
        ("C,a,\"a\"</PATH>", "x:2:3: expected `,` after the first word".into()),
        ("C,\"a\"</PATH>", "x:2:6: expected `,` after the first word".into()),
        ("C,\"a\",a</PATH>", "x:2:1: step C needs two words".into()),
        ("C,\"a\",\"a</PATH>", "x:2:7: this word never ends".into()),
        ("C,\"a\",\"a\n\"</PATH>", "x:2:7: this word never ends".into()),
        ("C,\"a\",</PATH>", "x:2:1: step C needs two words".into()),
        ("S,\"a\",\"\"</PATH>", "x:2:1: step S needs two words".into()),
        ("D,\"a\",\"b\"</PATH>", "x:2:1: step D needs a first word and no second".into()),
        ("I,\"a\",</PATH>", "x:2:1: step I needs a second word and no first".into()),
        ("C,\"a\",\"a\"</PATH>text", "x:2:17: expected a tag".into()),
    ] {
        assert_eq!(show(&format!("<PATH id=\"1\">\n{steps}")), expected, "{steps:?}");
    }
}

/// The samples of the pack: the paths of each side, in their order.
#[test]
fn every_sample_of_alignments() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/formats");
    let mut cases = 0;
    for name in ["sclite", "sparseval"] {
        let folder = folder.join(name);
        let text = bytes(&folder.join("expected.json"));
        let expected: serde_json::Value = serde_json::from_slice(&text).unwrap();
        for (name, case) in expected["files"].as_object().unwrap() {
            let columns = WordColumns::from_bytes(name, &bytes(&folder.join(name))).unwrap();
            let sides: Vec<WordColumns> = match columns.sides().as_slice() {
                [] => vec![columns],
                sides => sides.iter().map(|side| columns.side(side).unwrap()).collect(),
            };
            let mut found = sides.iter().flat_map(paths);
            for path in case["paths"].as_array().unwrap() {
                let (path_found, steps) = found.next().unwrap();
                for (field, value) in path.as_object().unwrap().iter().filter(|(field, _)| *field != "steps")
                {
                    assert_eq!(path_found[field], *value, "{name}: {field}");
                }
                // Whether words differ is determined later: C and S are not told apart.
                let expected = path["steps"].as_array().unwrap().iter();
                let expected = expected.map(|step| serde_json::json!([step[1], step[2]])).collect::<Vec<_>>();
                assert_eq!(steps, expected, "{name}");
            }
            assert_eq!(found.next(), None, "{name}");
            cases += 1;
        }
    }
    assert_eq!(cases, 3);
}

/// The paths of a side and their steps; columns that are no paths are one.
fn paths(side: &WordColumns) -> Vec<(serde_json::Value, Vec<serde_json::Value>)> {
    let text = |word: Option<&[u8]>| word.map(|word| String::from_utf8_lossy(word).into_owned());
    let steps: Vec<_> =
        side.iter().map(|column| serde_json::json!([text(column.gold), text(column.system)])).collect();
    if side.paths.is_empty() {
        return vec![(serde_json::json!({"id": null}), steps)];
    }
    let shown = |path: &sides::Path| {
        let facts = serde_json::json!({"id": path.id, "side": path.side.shown(), "sequence": path.sequence});
        (facts, steps[path.columns.clone()].to_vec())
    };
    side.paths.iter().map(shown).collect()
}

/// How a file of trees finds its side.
#[test]
fn sides_by_name() {
    let path =
        |attributes: &str, word: &str| format!("<PATH id=\"x\" {attributes}>C,\"{word}\",\"{word}\"</PATH>");
    let two = path("file=\"r\" channel=\"A\" sequence=\"7\"", "b")
        + &path("file=\"r\" channel=\"B\"", "c")
        + &path("file=\"r\" channel=\"A\" sequence=\"6\"", "a")
        + &path("file=\"s\" channel=\"1\"", "d");
    let speakers = format!("<SPEAKER id=\"p\">{}<SPEAKER id=\"q\">{}", path("", "e"), path("", "f"));
    for (text, stem, expected, alone) in [
        (&two, "r-A", Some("a b"), Some("a b")),
        (&two, "r_B", Some("c"), Some("c")),
        (&two, "r.B", Some("c"), Some("c")),
        (&two, "rB", Some("c"), Some("c")),
        (&two, "s", Some("d"), Some("d")),
        (&two, "r", None, None),
        (&two, "r-C", None, None),
        (&speakers, "q", Some("f"), Some("f")),
        (&speakers, "talk", None, Some("e f")),
    ] {
        let columns = WordColumns::from_bytes("x", text.as_bytes()).unwrap();
        let words = |side: Option<WordColumns>| {
            let side = side?;
            let words = side.iter().map(|column| String::from_utf8_lossy(column.gold.unwrap()).into_owned());
            Some(words.collect::<Vec<_>>().join(" "))
        };
        assert_eq!(words(columns.side(stem)).as_deref(), expected, "{stem}");
        assert_eq!(words(columns.for_file(stem)).as_deref(), alone, "{stem} alone");
    }
}

fn bytes(path: &std::path::Path) -> Vec<u8> {
    crate::read::Corpus::find(path).unwrap().documents()[0].read_whole().unwrap()
}
