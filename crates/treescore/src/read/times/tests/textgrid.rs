//! TextGrid files.

use super::*;

#[test]
fn textgrids() {
    let long = "File type = \"ooTextFile\"\nObject class = \"TextGrid\"\n\nxmin = 0 \nxmax = 2 \ntiers? <exists> \nsize = 2 \n\
                item []: \n    item [1]:\n        class = \"TextTier\" \n        name = \"words\" \n        xmin = 0 \n\
                        xmax = 2 \n        points: size = 1 \n        points [1]:\n            number = 1 \n            mark = \"7\" \n\
                    item [2]:\n        class = \"IntervalTier\" \n        name = \"Words\" \n        xmin = 0 \n        xmax = 2 \n\
                        intervals: size = 3 \n        intervals [1]:\n            xmin = 0 \n            xmax = 0.5 \n            text = \"the\" \n\
                        intervals [2]:\n            xmin = 0.5 \n            xmax = 1 \n            text = \"\" \n\
                        intervals [3]:\n            xmin = 1 \n            xmax = 2 \n            text = \"cat\" \n";
    let two = |first: &str, second: &str| {
        format!(
            "\"ooTextFile\" \"TextGrid\" 0 1 <exists> 2 \"IntervalTier\" \"{first}\" 0 1 1 0 1 \"first\" \
             \"IntervalTier\" \"{second}\" 0 1 1 0 1 \"second\""
        )
    };
    let silences =
        [("0", "1", "sil"), ("1", "2", " a "), ("2", "3", "SIL"), ("3", "4", "Sil"), ("4", "5", "<eps>")];
    check(&[
        ("d/x.1.TextGrid", long, "x.1: 0-0.5 the, 1-2 cat", "long form; point tiers are skipped"),
        ("x.textgrid.zst", &long.replace('\n', "\r\n"), "x: 0-0.5 the, 1-2 cat", "CRLF"),
        ("x.TextGrid", &long.replace(" = ", "="), "x: 0-0.5 the, 1-2 cat", "no blanks"),
        (
            "x.TextGrid",
            &grid("word", &[("0", "1e-1", "a"), ("+.1", "2", "b")]),
            "x: 0-0.1 a, 0.1-2 b",
            "short form",
        ),
        ("x.TextGrid", &format!("\u{FEFF}{}", grid("words", &[])), "x: ", "byte-order mark; no intervals"),
        (
            "x.TextGrid",
            &grid("words", &[("0", "1", "say \"\"no\"\"")]),
            "x: 0-1 say \"no\"",
            "doubled quotes",
        ),
        ("x.TextGrid", &grid("words", &[("0", "1", "\"\"")]), "x: 0-1 \"", "only a quote"),
        ("x.TextGrid", &grid("words", &[("0 ! \"1\" 2", "1", "a ! b")]), "x: 0-1 a ! b", "comments"),
        ("x.TextGrid", &grid("words", &silences), "x: 1-2 a, 3-4 Sil", "silences"),
        ("x.TextGrid", &two("word", "WORDS"), "x: 0-1 second", "`words` is better than `word`"),
        ("x.TextGrid", &two("words", "words"), "x: 0-1 first", "the first of two"),
        ("x.TextGrid", &two("phones", "word"), "x: 0-1 second", "`word` is accepted"),
    ]);
}

#[test]
fn textgrids_with_faults() {
    let broken = "error: x.TextGrid:1:1: the TextGrid breaks off, or has other sizes than it says";
    let good = grid("words", &[("0", "1", "a"), ("1", "2", "b")]);
    let cut = |from: &str| good[..good.rfind(from).unwrap()].to_owned();
    check(&[
        (
            "x.TextGrid",
            &good.replace("1\n2\n", "1.2.3\n2\n"),
            "x.TextGrid:16: utterance x, word 2 `b`: start `1.2.3` is not a finite number",
            "not a number",
        ),
        (
            "x.TextGrid",
            &good.replace("1\n2\n", "3\n2\n"),
            "x.TextGrid:16: utterance x, word 2 `b`: ends at 2, before its start at 3",
            "end before start",
        ),
        ("x.TextGrid", &cut("\"b\""), broken, "cut before a text"),
        ("x.TextGrid", &cut("\"\n"), broken, "cut in a text"),
        ("x.TextGrid", &good.replace("\n2\n0\n1", "\n1\n0\n1"), broken, "more intervals"),
        (
            "x.TextGrid",
            &good.replace("1\n2\n", "nan\n2\n"),
            "x.TextGrid:16: utterance x, word 2 `b`: start `nan` is not a finite number",
            "not a finite number",
        ),
        (
            "x.TextGrid",
            &good.replace("1\n2\n", "xmin = 1\nxmax = -Inf\n").replace("0\n9\n<", "0\nxmax = nan\n<"),
            "x.TextGrid:16: utterance x, word 2 `b`: end `-Inf` is not a finite number",
            "not a finite number; the header is ignored",
        ),
        ("x.TextGrid", &good.replace("1\n2\n", "soon\n2\n"), broken, "a word instead of a number"),
        (
            "x.TextGrid",
            &good.replace("\n2\n0\n1", "\n18446744073709551615\n0\n1"),
            broken,
            "a huge number of intervals",
        ),
    ]);
}

#[test]
fn unreadable_textgrids() {
    let good = grid("words", &[("0", "1", "a"), ("1", "2", "b")]);
    let broken = "error: x.TextGrid:1:1: the TextGrid breaks off, or has other sizes than it says";
    let refused = |message: &str| format!("error: x.TextGrid: {message}");
    let not_text = refused("not a TextGrid in text form; save it in Praat as a text file or short text file");
    check(&[
        ("x.TextGrid", &good.replace("\n2\n0\n1", "\n2.5\n0\n1"), broken, "half an interval"),
        ("x.TextGrid", "", &not_text, "empty"),
        (
            "x.TextGrid",
            "ooBinaryFile\u{8}TextGrid",
            "error: x.TextGrid is a binary TextGrid of Praat, not text; in Praat: Save as text file",
            "binary",
        ),
        (
            "x.TextGrid",
            "\"ooTextFile\" \"TextGrid\" 0 1 <exists> 2 \"IntervalTier\" \"Mots\" 0 1 0 \"IntervalTier\" \"mots dits\" 0 1 0",
            &refused("no tier of words: tiers are `Mots`, `mots dits`"),
            "two other tiers",
        ),
        (
            "x.TextGrid",
            "\"ooTextFile\" \"TextGrid\" 0 1 <absent>",
            &refused("no tier of words: the file has no interval tier"),
            "no tiers",
        ),
    ]);
}

#[test]
fn utf16_is_decoded() {
    let text = grid("words", &[("0", "1", "häuser"), ("1", "2", "家")]);
    let units: Vec<u16> = text.encode_utf16().collect();
    for (mark, bytes) in [
        ([0xFF, 0xFE], units.iter().flat_map(|unit| unit.to_le_bytes()).collect::<Vec<u8>>()),
        ([0xFE, 0xFF], units.iter().flat_map(|unit| unit.to_be_bytes()).collect()),
    ] {
        let bytes = [&mark[..], &bytes].concat();
        assert_eq!(read("x.TextGrid", &bytes, &TimesOptions::default()), "x: 0-1 häuser, 1-2 家");
        let half = Times::from_bytes("x", [&bytes[..], b"x"].concat(), &TimesOptions::default()).unwrap_err();
        assert!(half.to_string().contains("but breaks off: half a character"), "{half}");
    }
    let surrogate = b"\xFF\xFE\x00\xD8a\x00".to_vec();
    assert!(Times::from_bytes("x", surrogate, &TimesOptions::default()).is_err(), "half a surrogate pair");
}

#[test]
fn options_of_textgrids() {
    let text = grid("Mots", &[("0", "1", "sp"), ("1", "2", "pause"), ("2", "3", "bonjour")]);
    let options = |tier: Option<&str>, silences: &[&str]| TimesOptions {
        tier: tier.map(str::to_owned),
        silences: silences.iter().map(ToString::to_string).collect(),
        ..TimesOptions::default()
    };
    for (options, expected, why) in [
        (options(Some("mots"), &["pause"]), "x: 0-1 sp, 2-3 bonjour", "other silences"),
        (options(Some("MOTS"), &[]), "x: 0-1 sp, 1-2 pause, 2-3 bonjour", "no silences"),
        (options(Some("w"), &[]), "error: x.TextGrid: no interval tier `w`; tiers: `Mots`", "another tier"),
    ] {
        assert_eq!(read("x.TextGrid", text.as_bytes(), &options), expected, "{why}");
    }
}
