//! Findings: the pack of input formats, as the program tells them in JSON; each remedy is typed, too, and must be
//! worth what the finding says.

use serde_json::{Map, Value};

use crate::cli::{Place, Ran};

/// The pack of the library.
const PACK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../treescore/tests/conformance/formats");

/// A case of two files of trees.
struct Case {
    name: String,
    expected: Value,
    place: Place,
}

impl Case {
    /// The cases of this kind, in folders whose names begin with `check-`.
    fn all(kind: &str) -> Vec<Self> {
        let mut names: Vec<String> = std::fs::read_dir(PACK)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name.starts_with("check-"))
            .collect();
        names.sort();
        let read = |name: String| {
            let folder = std::path::Path::new(PACK).join(&name);
            let expected: Value =
                serde_json::from_slice(&std::fs::read(folder.join("expected.json")).unwrap()).unwrap();
            let files: Vec<(String, Vec<u8>)> = std::fs::read_dir(&folder)
                .unwrap()
                .map(|entry| entry.unwrap())
                .filter(|entry| entry.file_name() != "expected.json" && entry.path().is_file())
                .map(|entry| (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap()))
                .collect();
            let files: Vec<(&str, &[u8])> =
                files.iter().map(|(name, bytes)| (&name[..], &bytes[..])).collect();
            Self { name, expected, place: Place::with(&files) }
        };
        names.into_iter().map(read).filter(|case| case.expected["kind"] == kind).collect()
    }

    /// The options that the case asks for.
    fn options(&self, more: &[&str]) -> Vec<String> {
        let mut options = match self.expected["recipe"].as_str() {
            None | Some("collins") => Vec::new(),
            Some("unsupervised") => vec!["-r".to_owned(), "unsupervised-corpus".to_owned()],
            Some(other) => vec!["-r".to_owned(), other.to_owned()],
        };
        for (key, value) in self.expected["settings"].as_object().unwrap_or(&Map::new()) {
            match (key.as_str(), value) {
                // The remedy replaces the setting.
                ("labels", _) if more.first() == Some(&"--labels") => {}
                ("del", Value::Array(labels)) => {
                    let labels: Vec<&str> = labels.iter().map(|label| label.as_str().unwrap()).collect();
                    options.extend(["--delete".to_owned(), labels.join(",")]);
                }
                (key, value) => {
                    options.extend(["--set".to_owned(), format!("{key}={}", value.as_str().unwrap())]);
                }
            }
        }
        for side in ["gold", "system"] {
            if let Some(format) = self.expected[format!("{side}_input")].as_str() {
                options.extend([format!("--{side}-input"), format.to_owned()]);
            }
        }
        options
    }

    fn run(&self, more: &[&str]) -> Ran {
        self.run_command(&[], more)
    }

    fn run_command(&self, command: &[&str], more: &[&str]) -> Ran {
        let file = |side: &str| self.expected[side].as_str().unwrap().to_owned();
        let mut args: Vec<String> = command.iter().map(|&word| word.to_owned()).collect();
        args.extend([file("gold"), file("system"), "-f".to_owned(), "json".to_owned()]);
        args.extend(self.options(more));
        args.extend(more.iter().map(|arg| (*arg).to_owned()));
        Ran::of(&self.place.command(&args).output().unwrap())
    }
}

/// The findings of the only system, and those about none, by id and side.
fn findings(report: &Value) -> Vec<Value> {
    let of = |value: &Value| value["findings"].as_array().cloned().unwrap_or_default();
    let mut found = [of(report), of(&report["systems"][0])].concat();
    // How files were read is the subject of other cases.
    found.retain(|finding| finding["id"] != "format");
    sort(&mut found);
    found
}

fn sort(findings: &mut [Value]) {
    findings.sort_by_key(|finding| (finding["id"].to_string(), finding["side"].to_string()));
}

/// Compares a finding; a figure that needs a second pass is not computed with a score.
fn compare(case: &Case, expected: &Value, found: &Value) {
    let (mut expected, mut found) = (expected.clone(), found.clone());
    let figures = (expected["figure"].take(), found["figure"].take());
    assert_eq!(found, expected, "{}", case.name);
    if let (Value::Array(expected), Value::Array(found)) = figures {
        for (expected, found) in expected.iter().zip(&found) {
            match (expected.as_f64(), found.as_f64()) {
                (Some(expected), Some(found)) => {
                    assert!((expected - found).abs() < 1e-6, "{}: {found} is not {expected}", case.name);
                }
                _ => assert_eq!(expected, found, "{}", case.name),
            }
        }
    }
}

/// F1 over all pairs.
fn f1(report: &Value) -> f64 {
    report["measures"][0]["scores"][0]["all_pairs"]["corpus"]["f1"].as_f64().unwrap_or(0.0)
}

#[test]
fn pairs_of_the_pack() {
    let cases = Case::all("pair");
    assert!(cases.len() > 30, "the pack is incomplete: {}", cases.len());
    let mut wrong = Vec::new();
    for case in &cases {
        let checked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check_pair(case)));
        if checked.is_err() {
            wrong.push(&case.name);
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Compares the findings of one case.
fn check_pair(case: &Case) {
    let mut expected = case.expected["findings"].as_array().unwrap().clone();
    sort(&mut expected);
    let is_refused = expected.iter().any(|finding| finding["severity"] == "refusal");
    let ran = case.run(&[]);
    if is_refused {
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{}: {}", case.name, ran.stderr);
        let told = one_line(&ran.stderr);
        for finding in &expected {
            let text = |field: &str| finding[field].as_str().unwrap_or_default().to_owned();
            assert!(told.contains(&text("message")), "{}: {told}", case.name);
            // What is wrong with a whole file names the file.
            assert!(told.contains(text("first").trim_end_matches(":1:1")), "{}: {told}", case.name);
            for help in finding["help"].as_array().into_iter().flatten() {
                assert!(told.contains(help.as_str().unwrap()), "{}: {told}", case.name);
            }
        }
        return;
    }
    let report = ran.report();
    let found = findings(&report);
    let ids = |findings: &[Value]| -> Vec<String> {
        findings.iter().map(|finding| format!("{} {}", finding["id"], finding["side"])).collect()
    };
    assert_eq!(ids(&found), ids(&expected), "{}: {}", case.name, ran.stderr);
    for (expected, found) in expected.iter().zip(&found) {
        compare(case, expected, found);
        check_figure(case, expected, &report);
    }
}

/// A check tells the same as a score, with all figures, and what is refused pair by pair.
#[test]
fn checks_of_the_pack() {
    let mut figures = 0;
    for case in &Case::all("pair") {
        let ran = case.run_command(&["check"], &[]);
        let checked: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{}", ran.stderr));
        let mut found = checked["findings"].as_array().unwrap().clone();
        let is_told_by_scores = |finding: &Value| {
            let is_mended =
                finding["severity"] == "note" && finding["message"].to_string().contains("; the recipe ");
            finding["id"] != "format" && finding["id"] != "not-a-tree" && !is_mended
        };
        found.retain(is_told_by_scores);
        let mut expected = case.expected["findings"].as_array().unwrap().clone();
        sort(&mut found);
        sort(&mut expected);
        let worst = expected.iter().map(|finding| finding["severity"].as_str().unwrap());
        let status =
            worst.map(|severity| ["note", "warning", "refusal"].iter().position(|one| *one == severity));
        assert_eq!(
            ran.status,
            Some(status.flatten().max().unwrap_or(0) as i32),
            "{}: {}",
            case.name,
            ran.stdout
        );
        // A refusal that concerns a whole file is worded with its name.
        if ran.status == Some(2) {
            let ids =
                |findings: &[Value]| findings.iter().map(|one| one["id"].to_string()).collect::<Vec<_>>();
            assert_eq!(ids(&found), ids(&expected), "{}", case.name);
            continue;
        }
        assert_eq!(found.len(), expected.len(), "{}: {}", case.name, ran.stdout);
        for (expected, found) in expected.iter().zip(&found) {
            assert!(expected["figure"].is_null() || found["figure"].is_array(), "{}", case.name);
            figures += usize::from(expected["figure"].is_array());
            compare(case, expected, found);
        }
    }
    assert!(figures > 15, "{figures}");
}

/// Types the first help of a finding, and compares what it is worth.
fn check_figure(case: &Case, expected: &Value, report: &Value) {
    let Some([name, now, then]) = expected["figure"].as_array().map(Vec::as_slice) else { return };
    if name != "f1" {
        return;
    }
    let close = |a: f64, b: &Value| (a - b.as_f64().unwrap_or(0.0)).abs() < 1e-6;
    assert!(close(f1(report), now), "{}: {} is not {now}", case.name, f1(report));
    let help = expected["help"][0].as_str().unwrap();
    let report = case.run(&help.split(' ').collect::<Vec<_>>()).report();
    assert!(close(f1(&report), then), "{}: with {help}, {} is not {then}", case.name, f1(&report));
}

#[test]
fn encodings_of_the_pack() {
    let cases = Case::all("encodings");
    assert_eq!(cases.len(), 2);
    for case in &cases {
        let found = findings(&case.run(&[]).report());
        let found: Vec<&Value> = found.iter().filter(|one| one["id"] == "encoding-differs").collect();
        let expected = case.expected["findings"].as_array().unwrap();
        assert_eq!(found.len(), expected.len(), "{}", case.name);
        compare(case, &expected[0], found[0]);
        let help = expected[0]["help"][0].as_str().unwrap();
        let report = case.run(&help.split(' ').collect::<Vec<_>>()).report();
        assert!(findings(&report).iter().all(|one| one["id"] != "encoding-differs"), "{}", case.name);
    }
}

/// Trees over the words of a CTM, one for each utterance.
fn trees_of(ctm: &str) -> String {
    let mut trees: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in ctm.lines() {
        let fields: Vec<&str> = line.split_whitespace().collect();
        if trees.last().is_none_or(|(utterance, _)| *utterance != fields[0]) {
            trees.push((fields[0], Vec::new()));
        }
        trees.last_mut().unwrap().1.push(fields[4]);
    }
    let tree = |(_, words): (&str, Vec<&str>)| format!("(S (X {}))\n", words.join(") (X "));
    trees.into_iter().map(tree).collect::<Vec<_>>().concat()
}

/// Text without the breaks of lines that are too long.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Two files of times, under trees with the same words. The remedy is typed, too.
#[test]
fn clocks_of_the_pack() {
    let cases = Case::all("times");
    assert!(cases.len() >= 6, "the pack is incomplete: {}", cases.len());
    for case in &cases {
        let times = ["gold", "system"].map(|side| case.expected[side].as_str().unwrap());
        for (side, times) in ["gold", "system"].iter().zip(times) {
            let ctm = String::from_utf8(case.place.bytes(times)).unwrap();
            std::fs::write(case.place.path(&format!("{side}.trees")), trees_of(&ctm)).unwrap();
        }
        let line = format!(
            "gold.trees system.trees -m struct-iou --ignore same-file --gold-times {} --system-times {} -f json",
            times[0], times[1]
        );
        let ran = case.place.run(&line);
        let stderr = one_line(&ran.stderr);
        let expected = case.expected["findings"].as_array().unwrap();
        let is_refused = expected.iter().any(|finding| finding["severity"] == "refusal");
        assert_eq!(ran.status, Some(if is_refused { 2 } else { 0 }), "{}: {}", case.name, ran.stderr);
        for finding in expected {
            assert!(stderr.contains(finding["message"].as_str().unwrap()), "{}: {stderr}", case.name);
            let Some(help) = finding["help"][0].as_str() else { continue };
            assert!(stderr.contains(&format!("help: {help}")), "{}: {stderr}", case.name);
            if !help.contains("FILE") {
                let mended = case.place.run(&format!("{line} {help}"));
                assert_eq!((mended.status, &mended.stderr[..]), (Some(0), ""), "{}", case.name);
            }
        }
        if is_refused {
            assert_eq!(ran.stdout, "", "{}", case.name);
            continue;
        }
        let found = findings(&ran.report());
        assert_eq!(found.len(), expected.len(), "{}: {}", case.name, ran.stderr);
        expected.iter().zip(&found).for_each(|(expected, found)| compare(case, expected, found));
    }
}

/// Trees, and times that meet their words in different ways.
const TIMED: &[(&str, &[u8])] = &[
    ("t.trees", b"(S (NP (PRP We)) (VP (VBP do) (RB n't) (VP (VB eat))))\n(S (N rain) (V fell))\n"),
        ("same.ctm", b"u1 A 0 1 we\nu1 A 1 1 do\nu1 A 2 1 n't\nu1 A 3 1 eat\nu2 A 5 1 rain\nu2 A 6 1 fell\n"),
        ("coarse.ctm", b"u1 A 0 1 we\nu1 A 1 2 don't\nu1 A 3 1 eat\nu2 A 5 1 rain\nu2 A 6 1 fell\n"),
        ("fine.ctm", b"u1 A 0 1 we\nu1 A 1 1 do\nu1 A 2 .5 n'\nu1 A 2.5 .5 t\nu1 A 3 1 eat\nu2 A 5 1 rain\nu2 A 6 1 fell\n"),
        ("other.ctm", b"u1 A 0 1 we\nu1 A 1 1 do\nu1 A 2 1 not\nu1 A 3 1 eat\nu2 A 5 1 snow\nu2 A 6 1 fell\n"),
        ("sounds.ctm", b"u1 A 0 1 we\nu1 A 1 1 do\nu1 A 2 1 n't\nu1 A 3 1 eat\nu2 A 5 1 rain\nu2 A 6 1 fell\nu2 A 7 1 [laughter]\n"),
        ("numbers.ctm", b"u1 A 0 1 1\nu1 A 1 1 2\nu1 A 2 1 3\nu1 A 3 1 4\nu2 A 5 1 5\nu2 A 6 1 6\n"),
        ("ends.ctm", b"u1 A 0 1 we\nu1 A 1 2 do\nu1 A 2 2.5 n't\nu1 A 3 4 eat\nu2 A 5 6 rain\nu2 A 6 7 fell\n"),
        ("silent.ctm", b"u1 A 0 1 we\nu1 A 1 1 do\nu1 A 2 1 n't\nu1 A 3 1 eat\nu2 A 5 .5 sil\nu2 A 5.5 .5 rain\nu2 A 6 1 fell\nu2 A 7 1 cough NA noise\n"),
        ("channels.ctm", b"u A 0 1 we\nu A 1 1 do\nu A 2 1 n't\nu A 3 1 eat\nu B 5 1 rain\nu B 6 1 fell\n"),
        ("missing.json", br#"{"segments": [{"words": [{"word": "We", "start": 0, "end": 1}, {"word": "do", "start": 1, "end": 2}, {"word": "n't"}, {"word": "eat", "start": 3, "end": 4}]}, {"words": [{"word": "rain", "start": 5, "end": 6}, {"word": "fell", "start": 6, "end": 7}]}]}"#),
];

/// The times of the system, the exit status, and what is said.
const SAID_OF_TIMES: &[(&str, i32, &str)] = &[
    (
        "coarse.ctm",
        1,
        "warning: 1 pair refused: a time covers several words; first: pair 1, `don't` covers do n't\n   = 1 of 2 pairs\nhelp: --times-words split ",
    ),
    (
        "coarse.ctm --times-words split",
        0,
        "note: 2 system words have a share of the time of a longer one (do: don't)\n",
    ),
    ("fine.ctm", 0, "note: 1 system word has the times of its parts (n't: n', t)\n"),
    (
        "other.ctm",
        2,
        "error: in 2 of 2 pairs the system times are those of other words: tree \"n't\", times \"not\"\n   = 2 of 2 pairs; first: other.ctm:1:1\nhelp: --times-words any\n",
    ),
    (
        "other.ctm --times-words any",
        0,
        "note: in 2 of 2 pairs the system times are those of other words: tree \"n't\", times \"not\"\n",
    ),
    (
        "same.ctm --times-words any",
        2,
        "error: --times-words any needs times of other words, but there are none in the input: remove the option\n",
    ),
    (
        "sounds.ctm",
        1,
        "warning: 1 pair refused: times of sounds; first: pair 2, `[laughter]`\n   = 1 of 2 pairs\nhelp: --silence '[laughter]' ",
    ),
    ("sounds.ctm --silence [laughter]", 0, "note: sounds.ctm: left out: 1 silence\n"),
    (
        "numbers.ctm",
        2,
        "error: the words of numbers.ctm are numbers: symbols were not mapped to words\n   = first: numbers.ctm:1:1\n",
    ),
    (
        "ends.ctm",
        2,
        "error: field 4 seems to be the end, not the duration: 2 2.5 | 3 4\n   = first: ends.ctm:3:1\nhelp: --system-times-format ctm-ends\n",
    ),
    ("ends.ctm --system-times-format ctm-ends", 0, ""),
    ("silent.ctm", 0, "note: silent.ctm: left out: 1 silence, 1 sound\n"),
    ("channels.ctm", 0, "note: channels.ctm: 2 channels in 1 recording: each is an utterance, u-A, u-B\n"),
    (
        "missing.json",
        1,
        "warning: 1 pair refused: words without times; first: pair 1, `n't`\n   = 1 of 2 pairs\nhelp: --missing-times spread ",
    ),
    ("missing.json --missing-times spread", 0, ""),
];

#[test]
fn words_and_times() {
    let place = Place::with(TIMED);
    let line = "t.trees t.trees -m struct-iou --ignore same-file --gold-times same.ctm --system-times";
    assert_eq!(place.run(&format!("{line} same.ctm")).stderr, "");
    for (times, status, said) in SAID_OF_TIMES {
        let ran = place.run(&format!("{line} {times}"));
        assert!(one_line(&ran.stderr).contains(&one_line(said)), "{times}: {}", ran.stderr);
        assert_eq!(ran.status, Some(*status), "{times}: {}", ran.stderr);
        assert_eq!(said.is_empty(), ran.stderr.is_empty(), "{times}: {}", ran.stderr);
        assert_eq!(*status == 2, ran.stdout.is_empty(), "{times}: {}", ran.stdout);
    }
}

/// Times are compared wherever they are used.
#[test]
fn clocks_of_sides_and_utterances() {
    let place = Place::with(&[
        ("t", b"(S (N rain) (V fell) (R again))\n(S (N snow) (V fell))\n"),
        ("gold.ctm", b"u1 A 0 1 rain\nu1 A 1 1 fell\nu1 A 2 1 again\nu2 A 5 1 snow\nu2 A 6 1 fell\n"),
        ("late.ctm", b"u1 A 9 1 rain\nu1 A 10 1 fell\nu1 A 11 1 again\nu2 A 14 1 snow\nu2 A 15 1 fell\n"),
    ]);
    for how in ["-m struct-iou", "-m parseval --utterances", "-m dependency --side"] {
        let line = format!("t t {how} --ignore same-file --gold-times gold.ctm --system-times late.ctm");
        let ran = place.run(&line);
        let said = "error: the system's words are 9.00 s later than gold's, all alike = 5 words; first: late.ctm:1:1 \
                    = shared time 1.0000 instead of 0.0000 with the first help help: --system-shift -9.00";
        assert!(one_line(&ran.stderr).contains(said), "{how}: {}", ran.stderr);
        assert_eq!((ran.status, &ran.stdout[..]), (Some(2), ""), "{how}");
        let mended = place.run(&format!("{line} --system-shift -9.00"));
        assert_eq!((mended.status, &mended.stderr[..]), (Some(0), ""), "{how}");
    }
}

/// Cases with a measure, or with times, of their own.
#[test]
fn times_and_slots_of_the_pack() {
    let cases: Vec<Case> = ["timed-pair", "slots"].into_iter().flat_map(Case::all).collect();
    assert!(cases.len() >= 5, "the pack is incomplete: {}", cases.len());
    for case in &cases {
        let text = |key: &str| case.expected[key].as_str();
        let mut more = vec!["-m", text("measure").unwrap()];
        for (option, key) in [("--gold-times", "gold_times"), ("--system-times", "system_times")] {
            more.extend(text(key).into_iter().flat_map(|file| [option, file]));
        }
        let ran = case.run(&more);
        let expected = case.expected["findings"].as_array().unwrap();
        let is_refused = expected.iter().any(|finding| finding["severity"] == "refusal");
        for finding in expected {
            let message = finding["message"].as_str().unwrap();
            assert!(one_line(&ran.stderr).contains(message), "{}: {}", case.name, ran.stderr);
        }
        if is_refused {
            assert_eq!((ran.status, &ran.stdout[..]), (Some(2), ""), "{}: {}", case.name, ran.stderr);
            continue;
        }
        let found = findings(&ran.report());
        assert_eq!(found.len(), expected.len(), "{}: {}", case.name, ran.stderr);
        expected.iter().zip(&found).for_each(|(expected, found)| compare(case, expected, found));
    }
}

/// Word errors that are case, punctuation or marks.
#[test]
fn word_errors_of_the_pack() {
    let cases = Case::all("words");
    assert!(cases.len() >= 3, "the pack is incomplete: {}", cases.len());
    for case in &cases {
        let found = findings(&case.run(&["-m", "word"]).report());
        let expected = case.expected["findings"].as_array().unwrap();
        assert_eq!(found.len(), expected.len(), "{}: {found:?}", case.name);
        expected.iter().zip(&found).for_each(|(expected, found)| compare(case, expected, found));
    }
}

/// Plain word error rates, and those with equal words of the recipe.
#[test]
fn word_error_rates_of_the_pack() {
    let cases = Case::all("wer");
    assert!(cases.len() >= 4, "the pack is incomplete: {}", cases.len());
    for case in &cases {
        let text = |key: &str| case.expected[key].as_str();
        let pairs = case.expected["classes"].as_array().into_iter().flatten();
        let pair = |pair: &Value| format!("{}={}", pair[0].as_str().unwrap(), pair[1].as_str().unwrap());
        let pairs: Vec<String> = pairs.map(pair).collect();
        let how = if case.expected["as_one"] == true { "--side" } else { "--utterances" };
        let mut args = vec!["-m", "word", text("gold").unwrap(), text("system").unwrap(), how, "-f", "json"];
        args.extend(text("input").into_iter().flat_map(|input| ["--input", input]));
        let equal = format!("eqw={}", pairs.join(","));
        args.extend(["--set", "forms=folded"]);
        if !pairs.is_empty() {
            args.extend(["--set", &equal]);
        }
        let ran = Ran::of(&case.place.command(&args).output().unwrap());
        let words = crate::json::system(&ran.report())["words"].clone();
        let plain = &case.expected["plain"];
        let millionths = |value: &Value| (value.as_f64().unwrap() * 1e6).round() as u64;
        assert_eq!(millionths(&words["wer"]), millionths(&plain["wer"]), "{}", case.name);
        for key in ["gold", "substituted", "deleted", "inserted"] {
            assert_eq!(words[key], plain[key], "{}: {key}", case.name);
        }
        let with = &case.expected["with_classes"]["wer"];
        if with.is_number() {
            assert_eq!(millionths(&words["wer_equal_words"]), millionths(with), "{}", case.name);
        }
        // Word accuracy of folded words is plain, too.
        if how == "--utterances" {
            let figure = crate::json::corpus(&ran.report())["error_rate"].clone();
            assert_eq!(millionths(&figure), millionths(&plain["wer"]), "{}", case.name);
        }
    }
}

/// Chunk types that gold never has.
#[test]
fn chunks_of_the_pack() {
    for case in Case::all("chunks") {
        let file = |side: &str| case.expected[side].as_str().unwrap();
        let ran = case.place.run(&format!("phrase score {} {}", file("gold"), file("system")));
        assert_eq!(ran.status, Some(0), "{}: {}", case.name, ran.stderr);
        let finding = &case.expected["findings"][0];
        let (count, of) = (&finding["count"], &finding["of"]);
        let said =
            format!("warning: {}\n   = {count} of {of} chunks\n", finding["message"].as_str().unwrap());
        assert_eq!(ran.stderr, said, "{}", case.name);
        let line = format!("phrase score {} {} -f json", file("gold"), file("system"));
        let report: Value = serde_json::from_str(&case.place.run(&line).stdout).unwrap();
        compare(&case, finding, &report["models"][0]["findings"][0]);
    }
}

/// Findings are about trees, whatever pairs them.
#[test]
fn groups_and_sides_have_findings() {
    let gold = "(TOP (S (NP-SBJ (D the) (N cat)) (VP (V sat))))\n(TOP (S (NP (N dogs)) (VP (V bark))))\n";
    let system = "(ROOT (S (NP (D the) (N cat)) (VP (V sat))))\n(ROOT (S (NP (N dogs)) (XYZ (V bark))))\n";
    let joined = "(ROOT (S (NP (D the) (N cat)) (VP (V sat))) (S (NP (N dogs)) (XYZ (V bark))))\n";
    let place = Place::with(&[
        ("gold.trees", gold.as_bytes()),
        ("system.trees", system.as_bytes()),
        ("joined.trees", joined.as_bytes()),
    ]);
    for (system, pairing, roots, place_of_xyz) in [
        ("system.trees", "--align", (2, 2), "system.trees:2:24"),
        ("system.trees", "--side", (1, 1), "system.trees:2:24"),
        ("joined.trees", "--align", (1, 1), "joined.trees:1:62"),
        ("joined.trees", "--side", (1, 1), "joined.trees:1:62"),
    ] {
        for more in [&[][..], &["--threads", "1"]] {
            let args = [&["gold.trees", system, pairing, "-r", "raw", "-f", "json"], more].concat();
            let report: Value = serde_json::from_str(&place.run(&args.join(" ")).stdout).unwrap();
            let found = findings(&report);
            let ids: Vec<&str> = found.iter().map(|finding| finding["id"].as_str().unwrap()).collect();
            assert_eq!(ids, ["function-tags", "labels-unknown", "root-differs"], "{system} {pairing}");
            assert_eq!(found[0]["first"], "gold.trees:1:9", "{system} {pairing}");
            assert_eq!(found[1]["first"], place_of_xyz, "{system} {pairing}");
            assert_eq!((&found[2]["count"], &found[2]["of"]), (&roots.0.into(), &roots.1.into()));
            assert_eq!(found[2]["first"], "gold.trees:1:1", "{system} {pairing}");
        }
    }
    // What the first help is worth is told, and true.
    let args = ["gold.trees", "system.trees", "--align", "-r", "raw", "-f", "json"];
    let report: Value = serde_json::from_str(&place.run(&args.join(" ")).stdout).unwrap();
    let figure = findings(&report)[2]["figure"].clone();
    let args = [&args[..], &["--set", "root=dummy"]].concat();
    let mended: Value = serde_json::from_str(&place.run(&args.join(" ")).stdout).unwrap();
    assert!((figure[2].as_f64().unwrap() - f1(&mended)).abs() < 1e-9, "{figure}");
}

#[test]
fn groups_count_failed_parses_and_each_system_has_its_findings() {
    let gold = "(S (N a) (V b))\n(S (N c) (V d))\n";
    let place = Place::with(&[
        ("gold.trees", gold.as_bytes()),
        ("one.trees", b"(S (N a) (V b))\n(())\n"),
        ("two.trees", b"(ROOT (S (N a) (V b)))\n(ROOT (S (N c) (V d)))\n"),
    ]);
    let args = ["gold.trees", "one.trees", "two.trees", "--align", "-r", "raw", "-f", "json"];
    let report: Value = serde_json::from_str(&place.run(&args.join(" ")).stdout).unwrap();
    let of = |system: usize| report["systems"][system]["findings"].as_array().cloned().unwrap_or_default();
    let failed = of(0).into_iter().find(|finding| finding["id"] == "failed-parses").unwrap();
    assert_eq!((&failed["count"], &failed["first"]), (&1.into(), &"one.trees:2:1".into()));
    assert!(of(1).iter().any(|finding| finding["id"] == "root-differs"), "{report}");
}

/// Every finding is in the manual.
#[test]
fn all_ids_are_documented() {
    let page = include_str!("../../../../docs/findings.md");
    for id in treescore::findings::FindingId::VALUES {
        assert!(page.contains(&format!("| `{id}` | ")), "{id}");
    }
}

/// Roots of trees that are missed count in gold, so that a figure is what typing the help gives.
#[test]
fn figures_of_roots_count_failed_and_unreadable_trees() {
    let tree = "(ROOT (S (NP (D the) (N cat)) (VP (V sat))))";
    let plain = "(S (NP (D the)) (N cat) (VP (V sat)))";
    let gold = [tree; 6].join("\n");
    for (system, pairing) in [
        ([plain, plain, plain, plain, "(())", plain].join("\n"), ""),
        ([plain, plain, plain, plain, "(S (N", plain].join("\n"), ""),
        ([plain, plain, plain, plain, "(())", plain].join("\n"), "--align"),
        ([plain, plain, plain, plain, "(S (N))) x", plain].join("\n"), "--align"),
    ] {
        let place = Place::with(&[("gold", gold.as_bytes()), ("system", system.as_bytes())]);
        let line = format!("gold system {pairing} -r raw -f json");
        let report: Value = serde_json::from_str(&place.run(&line).stdout).unwrap();
        let found = findings(&report);
        let found = found.iter().find(|finding| finding["id"] == "root-differs").unwrap();
        let mended: Value =
            serde_json::from_str(&place.run(&format!("{line} --set root=dummy")).stdout).unwrap();
        let then = found["figure"][2].as_f64().unwrap();
        assert!((then - f1(&mended)).abs() < 1e-9, "{pairing}: {then} is not {}", f1(&mended));
    }
}

/// A file that is cut off is found whatever pairs its trees, and what is wrong with gold is said once.
#[test]
fn cut_off_files_of_groups_and_of_gold() {
    let place = Place::with(&[
        ("gold", b"(S (N a) (V b))\n(S (N c) (V d))\n"),
        ("cut", b"(S (N a) (V b))\n(S (N c) (V"),
        ("whole", b"(S (N a) (V b))\n(S (N c) (V d))\n"),
    ]);
    for pairing in ["", "--align", "--side", "--utterances"] {
        let told = place.run(&format!("gold cut {pairing}")).stderr;
        assert!(told.contains("cut ends inside its last tree"), "{pairing}: {told}");
    }
    let told = place.run("cut gold whole").stderr;
    assert_eq!(told.matches("cut ends inside its last tree").count(), 1, "{told}");
}

/// Measures that read lines look at ids, refused pairs and files that are cut off, as those of trees do.
#[test]
fn lines_have_findings_about_pairs() {
    let place = Place::with(&[
        ("ka", b"a_1 x y\na_2 z w\na_3 u v\n"),
        ("kb", b"a_2 z w\na_1 x y\na_3 u v\n"),
        ("one", b"(S (A a) (B b))\n(S (A c) (B d)\n"),
        ("two", b"(S (A a) (B b))\n(S (A c) (B d))\n"),
        ("g.trn", b"a b (s-1)\nc d (s-2)\n"),
        ("s.trn", b"a b (s-1)\n"),
    ]);
    for (line, status, said) in [
        ("ka kb -m word", 0, "the same 3 sentences in another order: a_1 / a_2"),
        ("ka kb -m word --utterances", 0, "the same 3 sentences in another order"),
        ("two one -m word", 1, "one ends inside its last tree"),
        ("two one -m word", 1, "1 of 2 pairs refused"),
        ("g.trn s.trn -m word", 2, "help: --pair-by id"),
        ("g.trn s.trn -m word", 2, "lines are paired in order"),
    ] {
        let ran = place.run(line);
        assert_eq!(ran.status, Some(status), "{line}: {}", ran.stderr);
        assert!(ran.stderr.contains(said), "{line}: {}", ran.stderr);
    }
    let by_id = place.run("ka kb -m word --pair-by id");
    assert_eq!((by_id.status, by_id.row("corpus")[1].as_str()), (Some(0), "0.00"), "{}", by_id.stdout);
}

/// What was left out of a CTM is told, whatever it is read for.
#[test]
fn words_of_times_keep_their_notes() {
    let ctm = "r A 0.0 0.1 <ALT_BEGIN>\nr A 0.0 0.1 um\nr A 0.0 0.1 <ALT>\nr A 0.0 0.1 uh\nr A 0.0 0.1 <ALT_END>\n\
               r A 0.2 0.1 so\nr A 0.4 0.1 <sil>\nr B 0.0 0.1 yes\n";
    let open = ctm.replace("r A 0.0 0.1 <ALT_END>\n", "");
    let place = Place::with(&[("two.ctm", ctm.as_bytes()), ("open.ctm", open.as_bytes())]);
    let ran = place.run("two.ctm two.ctm -m word");
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    for said in ["1 alternation: the first", "left out: 1 silence", "2 channels of recordings"] {
        assert!(ran.stderr.contains(said), "{said}: {}", ran.stderr);
    }
    let ran = place.run("two.ctm open.ctm -m word");
    assert_eq!(ran.status, Some(2), "{}", ran.stderr);
    assert!(ran.stderr.contains("open.ctm:1:1: <ALT_BEGIN> without <ALT_END>"), "{}", ran.stderr);
}

/// Conditions about trees look at trees only, and figures are those of the headline.
#[test]
fn nothing_is_said_that_is_not_so() {
    let deps = "1\tit\t_\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n2\trained\t_\tVERB\tVBD\t_\t0\troot\t_\t_\n\n";
    let place = Place::with(&[
        ("deps", deps.as_bytes()),
        ("trees", b"(S (NP (PRP it)) (VP (VBD rained)))\n"),
        ("gold", b"(S (NP (D the) (N cat)) (V sat))\n(S (NP (D The) (N dog)) (V lay))\n"),
        ("case", b"(S (NP (D the) (N cat)) (V sat))\n(S (NP (D the) (N dog)) (V lay))\n"),
    ]);
    for line in ["deps trees -m attachment", "trees deps -m attachment"] {
        let ran = place.run(line);
        assert_eq!(ran.status, Some(0), "{line}: {}", ran.stderr);
        assert!(!ran.stderr.contains("warning"), "{line}: {}", ran.stderr);
    }
    let mean = place.run("gold case -r unsupervised-sentence");
    assert!(mean.stderr.contains("words differ only in case"), "{}", mean.stderr);
    assert!(!mean.stderr.contains("instead of"), "{}", mean.stderr);
}

/// One empty system does not stop the others, and empty files of folders are named with their side.
#[test]
fn empty_files_are_named() {
    let tree: &[u8] = b"(S (A a) (B b))\n";
    let place = Place::with(&[
        ("gold", tree),
        ("empty", b""),
        ("g/1", tree),
        ("g/2", tree),
        ("s/1", tree),
        ("s/2", b""),
        ("e/1", b""),
        ("e/2", b""),
    ]);
    let ran = place.run("gold gold empty --ignore same-file");
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    assert!(ran.stderr.contains("gold has 1 tree, empty has 0"), "{}", ran.stderr);
    let ran = place.run("g s --align");
    assert!(ran.stderr.contains("warning: the system file 2 is empty"), "{}", ran.stderr);
    for (line, said) in [
        ("g e --align", "e has empty files only"),
        ("gold empty", "empty is empty"),
        ("phrase score gold empty", "empty is empty"),
    ] {
        let ran = place.run(line);
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{line}: {}", ran.stderr);
        assert!(ran.stderr.contains(said), "{line}: {}", ran.stderr);
    }
    let ran = place.run("convert s --to json");
    assert!(ran.stderr.contains("2 is empty"), "{}", ran.stderr);
}

/// Types of JSON are no part of labels where trees are compared by labels.
#[test]
fn types_of_nodes_are_not_labels() {
    let json = r#"{"label":"S","children":[{"label":"x","type":"A","children":["a","c"]},{"label":"B","children":["b"]}]}"#;
    let untyped = json.replace(r#""type":"A","#, "");
    let place = Place::with(&[("t.json", json.as_bytes()), ("u.json", untyped.as_bytes())]);
    let ran = place.run("t.json u.json");
    assert_eq!(
        (ran.status, ran.row("corpus")[0].as_str()),
        (Some(0), "100.00"),
        "{}{}",
        ran.stdout,
        ran.stderr
    );
    assert!(ran.stderr.contains("1 type of nodes not read"), "{}", ran.stderr);
    let ran = place.run("convert t.json --to brackets");
    assert!(ran.stderr.contains("1 type of nodes not kept"), "{}", ran.stderr);
    assert!(!ran.stdout.contains('\u{1f}'), "{:?}", ran.stdout);
    let ran = place.run("convert t.json --to json");
    assert!(ran.stdout.contains(r#""type":"A""#), "{}", ran.stdout);
}

/// A run that is refused at its end has shown no row.
#[test]
fn refused_runs_show_no_numbers() {
    let trees = b"(S (A a) (B b) (C c))\n";
    let times = |shift: u32| {
        let word = |(at, word): (usize, &str)| format!("u A {shift}.{at} 0.1 {word}\n");
        ["a", "b", "c"].into_iter().enumerate().map(word).collect::<String>()
    };
    let place = Place::with(&[
        ("g", trees),
        ("s", trees),
        ("a.ctm", times(0).as_bytes()),
        ("late.ctm", times(100).as_bytes()),
        ("root", b"(ROOT (S (A a) (B b) (C c)))\n"),
    ]);
    let clocks = "g s -m struct-iou --gold-times a.ctm --system-times late.ctm";
    for line in [
        format!("{clocks} --per-sentence"),
        format!("{clocks} --detail=all"),
        "g root --deny warnings --per-sentence".to_owned(),
    ] {
        let ran = place.run(&line);
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{line}: {}", ran.stderr);
    }
    let shown = place.run("g s -m struct-iou --gold-times a.ctm --system-times a.ctm --per-sentence");
    assert_eq!(shown.status, Some(0), "{}", shown.stderr);
    assert!(shown.stdout.contains("1.0000"), "{}", shown.stdout);
}
