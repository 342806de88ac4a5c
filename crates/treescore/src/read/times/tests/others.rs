//! The other formats, and what applies to all of them: units, shifts, segments, missing times.

use super::*;

fn read_as(format: &str, name: &str, text: &str, change: impl Fn(&mut TimesOptions)) -> String {
    let mut options = TimesOptions { format: Some(format.parse().unwrap()), ..TimesOptions::default() };
    change(&mut options);
    read(name, text.as_bytes(), &options)
}

#[test]
fn columns_of_other_programs() {
    let header = "Begin,End,Label,Type,Speaker";
    let not_csv = "error: a/har.csv:1:1: the first line is not Begin,End,Label,Type,Speaker";
    for (format, text, expected, why) in [
        ("mfa-csv", format!("{header}\r\n0,1,\"a,\"\"b\",words,x\r\n"), "har: 0-1 a,\"b", "quoted, CRLF"),
        ("mfa-csv", format!("{header}\n0,1,a,words,x"), "har: 0-1 a", "no newline at the end"),
        ("mfa-csv", format!("{header}\n0,1,,words,x\n1,2,b,words,x\n"), "har: 1-2 b", "silence"),
        ("mfa-csv", "0,1,a,words,x\n".to_owned(), not_csv, "no header"),
        ("mfa-csv", String::new(), not_csv, "empty"),
        (
            "mfa-csv",
            format!("{header}\n0,1,a,words\n"),
            "error: a/har.csv:2:1: 4 columns; the first line has 5",
            "a short row",
        ),
        (
            "mfa-csv",
            format!("{header}\n0,1,a,words,x,y,z\n"),
            "error: a/har.csv:2:1: more than 5 columns; the first line has 5",
            "a long row",
        ),
        (
            "mfa-csv",
            format!("{header}\n0,x,a,words,x\n"),
            "error: a/har.csv:2:1: `x` is not a time",
            "no time",
        ),
        ("ms98", "u1 0 1 a\r\n\nu2 0 1 b\nu1 1 2 c".to_owned(), "u1: 0-1 a, 1-2 c | u2: 0-1 b", "anywhere"),
        (
            "ms98",
            "u1 0 1 a b\n".to_owned(),
            "error: a/har.csv:1:1: a line is: utterance, start, end, word",
            "5",
        ),
        ("ctm-ends", "u A 0.5 0.75 a\nu A 1 2 b\n".to_owned(), "u: 0.5-0.75 a, 1-2 b", "ends"),
        ("ctm", "u A 0 1 a\ru A 1 1 b\r".to_owned(), "u: 0-1 a, 1-2 b", "lines end with CR only"),
        ("ctm", "u A * 1 a\n".to_owned(), "error: a/har.csv:1:1: `*` is not a time", "a star elsewhere"),
        ("ctm", "u A 0 1 <ALT_END>\n".to_owned(), "u: 0-1 <ALT_END>", "no alternation"),
    ] {
        assert_eq!(read_as(format, "a/har.csv", &text, |_| ()), expected, "{why}");
    }
}

#[test]
fn json_of_other_programs() {
    let deep = "[".repeat(100_000);
    let mfa = |tiers: &str| format!("{{\"start\": 0, \"tiers\": {{{tiers}}}}}");
    let tier =
        |name: &str, entries: &str| format!("\"{name}\": {{\"type\": \"interval\", \"entries\": {entries}}}");
    for (format, text, expected, why) in [
        ("mfa-json", mfa(&tier("words", "[[0, 1, \"a\"]]")), "har: 0-1 a", "plain"),
        ("mfa-json", mfa(&tier("x", "[[0, 1, \"\"]]")), "har: ", "the only tier"),
        (
            "mfa-json",
            mfa(&format!("{}, {}", tier("z", "[]"), tier("b", "[]"))),
            "error: har.json: no tier of words: tiers are `z`, `b`",
            "in the order of the file",
        ),
        (
            "mfa-json",
            mfa(&tier("words", "[[0, null, \"a\"]]")),
            "error: har.json:1:1: `null` is not a time",
            "no time",
        ),
        (
            "mfa-json",
            mfa(&tier("words", "[[0, \"a\"]]")),
            "error: har.json:1:1: an entry of a tier is: [start, end, word]",
            "no entry",
        ),
        ("mfa-json", "{}".to_owned(), "error: har.json:1:2: missing field `tiers`", "no tiers"),
        (
            "mfa-json",
            deep.clone(),
            "error: har.json:1:1: invalid type: sequence, expected an object of tiers",
            "deep",
        ),
        (
            "whisper",
            format!("{{\"x\": {deep}"),
            "error: har.json:1:100006: JSON breaks off: EOF while parsing a list",
            "deep",
        ),
        (
            "whisper",
            "{\"segments\": [], \"word_segments\": [{\"word\": \"a\", \"start\": 0, \"end\": 1}]}".to_owned(),
            "har-1: 0-1 a",
            "words outside segments",
        ),
        (
            "whisper",
            "{\"segments\": [{\"words\": [{\"word\": \"a\", \"start\": NaN, \"end\": 1}]}]}".to_owned(),
            "error: har.json:1:1: `NaN` is not a time",
            "not finite",
        ),
        (
            "whisper",
            "{\"segments\": [{\"words\": [{\"word\": \"9\"}, {\"word\": \"%\", \"start\": 1}]}]}".to_owned(),
            "2 words of utterance har-1 have no time: `9`, `%`",
            "two without times",
        ),
    ] {
        assert_eq!(read_as(format, "har.json", &text, |_| ()), expected, "{why}");
    }
}

#[test]
fn missing_times_are_spread() {
    let word = |text: &str, times: &str| format!("{{\"word\": \"{text}\"{times}}}");
    let (a, b) = (word("a", ", \"start\": 1, \"end\": 2"), word("b", ", \"start\": 4, \"end\": 5"));
    let (x, y) = (word("x", ""), word("y", ""));
    for (limits, words, expected, why) in [
        ("", [&a, &x, &y, &b], "har-1: 1-2 a, 2-3 x, 3-4 y, 4-5 b", "between neighbours"),
        (
            "\"start\": 0, \"end\": 7, ",
            [&x, &a, &b, &y],
            "har-1: 0-1 x, 1-2 a, 4-5 b, 5-7 y",
            "the limits of the segment",
        ),
        ("", [&x, &a, &b, &a], "1 word of utterance har-1 has no time: `x`", "no limits"),
        (
            "\"start\": 1, \"end\": 7, ",
            [&x, &a, &b, &b],
            "1 word of utterance har-1 has no time: `x`",
            "no gap",
        ),
    ] {
        let words = words.map(String::as_str).join(", ");
        let text = format!("{{\"segments\": [{{{limits}\"words\": [{words}]}}]}}");
        let spread = |options: &mut TimesOptions| {
            (options.missing, options.overlaps) = (MissingTimes::Spread, Overlaps::Allow);
        };
        assert_eq!(read_as("whisper", "har.json", &text, spread), expected, "{why}");
    }
}

#[test]
fn units_shifts_and_segments() {
    let text = "u1 A 500 1500 a\nu2 A 2500 500 b\n";
    for (unit, shift, expected) in [
        ("ms", 0.0, "u1: 0.5-2 a | u2: 2.5-3 b"),
        ("ms", -100.0, "u1: -99.5--98 a | u2: -97.5--97 b"),
        ("cs", 0.5, "u1: 5.5-20.5 a | u2: 25.5-30.5 b"),
        ("htk", 0.0, "u1: 0.00005-0.0002 a | u2: 0.00025-0.0003 b"),
        ("samples:1000", 0.0, "u1: 0.5-2 a | u2: 2.5-3 b"),
    ] {
        let change =
            |options: &mut TimesOptions| (options.unit, options.shift) = (unit.parse().unwrap(), shift);
        assert_eq!(read_as("ctm", "a.ctm", text, change), expected, "{unit}, {shift}");
    }
    for unit in ["", "S", "samples:", "samples:0", "samples:-1", "min"] {
        assert!(unit.parse::<TimeUnit>().is_err(), "{unit}");
    }
    for (segments, expected) in [
        ("u1 tape 10 20\nu2 tape 30 40\n", "u1: 510-2010 a | u2: 2530-3030 b"),
        ("u1 tape 10 20\n", "error: segments has no segment for utterance u2"),
    ] {
        let segments = std::sync::Arc::new(Segments::from_bytes("segments", segments.as_bytes()).unwrap());
        let found = read_as("ctm", "a.ctm", text, |options| options.segments = Some(segments.clone()));
        assert_eq!(found, expected);
    }
    for (segments, expected) in [
        ("u1 tape 10\n", "segments:1:1: a line of segments is: utterance, recording, start, end"),
        ("u1 tape x 10\n", "segments:1:1: `x` is not a time"),
    ] {
        let error = Segments::from_bytes("segments", segments.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
}

/// Channels of one recording are several utterances, wherever their records stand; what is wrong with one has
/// its name.
#[test]
fn channels() {
    let text = "r A 0 1 a\ns 1 0 1 x\nr B 0 1 b\nr A 0.5 1 c\n";
    let times = Times::from_bytes("a.ctm", text.into(), &TimesOptions::default()).unwrap();
    let fault = "a.ctm:4: utterance r-A, word 2 `c`: starts at 0.5, before the previous word ends, at 1";
    assert_eq!(sketch(&times), format!("{fault} | s: 0-1 x | r-B: 0-1 b"));
    assert_eq!([0, 1, 2].map(|at| times.recording_of(at).unwrap()), ["r", "s", "r"]);
    assert_eq!(times.files()[0].counts, TimesCounts { channels: 1, ..TimesCounts::default() });
}

/// One list of silences for all formats; a word of JSON without a text is a word.
#[test]
fn silence_is_no_word_in_any_format() {
    for (format, text, expected) in [
        ("ctm", "u A 0 1 <s>\nu A 1 1 a\n", "u: 1-2 a"),
        ("ms98", "u 0 1 !SIL\nu 1 2 a\n", "u: 1-2 a"),
        ("times-json", "[[\"sp\", 0, 1], [1, 2]]", "1: 1-2"),
        (
            "whisper",
            "{\"segments\": [{\"words\": [{\"word\": \" sil\", \"start\": 0, \"end\": 1}]}]}",
            "x-1: ",
        ),
    ] {
        assert_eq!(read_as(format, "x", text, |_| ()), expected, "{format}");
    }
    let none = |options: &mut TimesOptions| options.silences.clear();
    assert_eq!(read_as("ctm", "x", "u A 0 1 sp\n", none), "u: 0-1 sp");
}
