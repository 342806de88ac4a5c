//! `--side` and `--utterances`: speech whose words were recognised. What is scored, and how it is reported.

use std::io::Write as _;
use std::process::Stdio;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json as value};

use crate::cli::{Place, Ran};
use crate::json;

pub(crate) const TALK: [(&str, &[u8]); 3] = [
    ("gold", include_bytes!("../../../../../examples/talk.gold")),
    ("asr", include_bytes!("../../../../../examples/talk.asr")),
    ("align", include_bytes!("../../../../../examples/talk.align")),
];
pub(crate) const BOAT: [(&str, &[u8]); 2] = [
    ("boat.gold", include_bytes!("../../../../../examples/boat.gold")),
    ("boat.asr", include_bytes!("../../../../../examples/boat.asr")),
];

/// Two sides: as files, as folders, and as lists.
fn sides() -> Place {
    Place::with(&[
        TALK[0],
        TALK[1],
        ("golds/side1.gold", TALK[0].1),
        ("golds/side2.gold", BOAT[0].1),
        ("asrs/side1.asr", TALK[1].1),
        ("asrs/side2.asr", BOAT[1].1),
        ("gold.list", b"golds/side1.gold\ngolds/side2.gold\n"),
        ("asr.list", b"asrs/side1.asr\nasrs/side2.asr\n"),
    ])
}

/// The numbers of a line such as `words  WER 9.09   gold 11`, without their names.
fn numbers(ran: &Ran, about: &str) -> Vec<String> {
    let is_number = |word: &String| !word.starts_with(|first: char| first.is_ascii_alphabetic());
    ran.row(about).into_iter().filter(is_number).collect()
}

/// All of a report but the name of the system.
fn unnamed(ran: &Ran) -> Vec<&str> {
    ran.stdout.lines().skip(1).collect()
}

/// Matches, and what there is of gold and of the system: see docs/speech.md, where they are counted by hand.
#[test]
fn counts_by_hand() {
    let place = Place::with(&[TALK[0], TALK[1], TALK[2], BOAT[0], BOAT[1]]);
    for (line, expected, why) in [
        ("gold asr --side", [7, 11, 13], "brackets over the places of words"),
        ("gold asr --side --word-alignment align", [7, 11, 13], "the same places, from a file"),
        ("gold asr --side -m dependency", [7, 10, 10], "the repaired word depends on nothing"),
        ("gold asr --side -m dependency --set pairing=order", [7, 10, 10], "in order"),
        ("gold asr --side -m open-class", [5, 8, 8], "without `to`, and what depends on it"),
        ("gold asr --side -m attachment", [8, 10, 10], "heads by place: cold and gold are one"),
        ("gold asr --side -m brackets", [7, 11, 13], "a second name"),
        ("gold asr --side --unlabeled", [7, 11, 13], "the system has (7,11) twice, gold once"),
        ("boat.gold boat.asr --side", [5, 7, 8], "`too` spoils S and VP"),
        ("boat.gold boat.asr --side --one-sided skip", [7, 7, 8], "`too` and `small` have no place"),
        ("boat.gold boat.asr --side -m dependencies", [6, 7, 7], "`a` is `the`; `small` and `too` are alone"),
        ("boat.gold boat.asr --utterances", [5, 7, 8], "the same words meet tree by tree"),
        ("boat.asr boat.gold --side", [5, 8, 7], "sides swapped"),
        ("gold gold --side", [11, 11, 11], "identity"),
        ("gold gold --side -m dependency", [10, 10, 10], "identity"),
    ] {
        let ran = place.run(&format!("{line} -f json"));
        assert_eq!(ran.status, Some(0), "{line}: {}", ran.stderr);
        let report = ran.report();
        let found = json::numbers(json::counts(&report), ["matched", "gold", "system"]);
        assert_eq!(found, expected, "{line} ({why})");
    }
}

#[test]
fn word_errors_by_hand() {
    let words = "(TOP (S (UH uh) (A had) (B a) (C b) (D c)))";
    for (system, expected, why) in [
        (words, ["0.00", "5", "0", "0", "0"], "the same"),
        (
            "(TOP (S (UH Um) (A would) (B the) (C B) (D c)))",
            ["60.00", "5", "3", "0", "0"],
            "equal words are errors, case is not",
        ),
        ("(TOP (S (UH uh) (A had) (B a) (C x) (D c)))", ["20.00", "5", "1", "0", "0"], "one substituted"),
        ("(TOP (S (UH uh) (A had) (B a) (D c)))", ["20.00", "5", "0", "1", "0"], "one lost"),
        (
            "(TOP (S (UH uh) (A had) (B a) (C b) (D c) (. .) (E e)))",
            ["20.00", "5", "0", "0", "1"],
            "one too many",
        ),
        (
            "(TOP (S (EDITED (UH uh)) (A had) (B a) (C b) (D c)))",
            ["0.00", "5", "0", "0", "0"],
            "repaired words are words",
        ),
        ("(TOP (S (X y)))", ["100.00", "5", "1", "4", "0"], "all wrong"),
    ] {
        let place = Place::with(&[("gold", words.as_bytes()), ("asr", system.as_bytes())]);
        for how in ["--side", "--utterances"] {
            let ran = place.run(&format!("gold asr {how}"));
            assert_eq!(numbers(&ran, "words"), expected, "{why}, {how}: {}{}", ran.stdout, ran.stderr);
            let line = ran.stdout.lines().find(|line| line.contains("with equal words")).map(str::trim);
            let has_equal_words = expected[0] == "60.00";
            let equal = "0.00 with equal words of the recipe (a = the, uh = um, had = would)";
            assert_eq!(line, has_equal_words.then_some(equal), "{why}, {how}");
        }
    }
}

/// Two words that are far apart in time do not meet, though they are the same.
#[test]
fn times_decide_which_words_meet() {
    let place = Place::with(&[
        ("gold", b"(TOP (S (NP (NN rain)) (VP (VBD fell))))\n(TOP (S (NP (NN snow)) (VP (VBD fell))))\n"),
        ("asr", b"(TOP (S (NP (NN rain)) (VP (VBD fell))))\n"),
        ("gold.ctm", b"a A 0.0 0.5 rain\na A 0.5 0.5 fell\na A 20.0 0.5 snow\na A 20.5 0.5 fell\n"),
        ("early.ctm", b"a A 0.1 0.5 rain\na A 0.6 0.5 fell\n"),
        ("late.ctm", b"a A 20.1 0.5 rain\na A 20.6 0.5 fell\n"),
        // 0.3 s behind the end of the first `fell`, 18.2 s before `snow`.
        ("behind.ctm", b"a A 0.8 0.5 rain\na A 1.3 0.5 fell\n"),
    ]);
    let timed = |file: &str, rest: &str| {
        format!("--gold-times gold.ctm --system-times {file} --times-by running {rest}")
    };
    for (options, [wer, f1], why) in [
        (String::new(), ["50.00", "66.67"], "without times, rain meets rain"),
        (timed("early.ctm", ""), ["50.00", "66.67"], "in the beginning it does, too"),
        (timed("late.ctm", ""), ["75.00", "33.33"], "at the end it is taken for snow; only fell is right"),
        (timed("late.ctm", "--time-slack 19.5"), ["75.00", "33.33"], "19.6 s are between the two rains"),
        (timed("late.ctm", "--time-slack 19.7"), ["50.00", "66.67"], "now they may meet"),
        (timed("behind.ctm", ""), ["50.00", "66.67"], "0.3 s are near enough"),
        (
            timed("behind.ctm", "--time-slack 0.2"),
            ["125.00", "0.00"],
            "0.3 s are too far: rain is taken for fell",
        ),
    ] {
        let ran = place.run(&format!("-m dependency gold asr --side {options}"));
        assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""), "{why}");
        let found = (numbers(&ran, "words")[0].clone(), ran.row("corpus")[0].clone());
        assert_eq!(found, (wer.to_owned(), f1.to_owned()), "{why}: {}", ran.stdout);
    }
}

#[test]
fn times_of_utterances_leave_nothing_over() {
    let place = Place::with(&[
        ("gold", b"(S (A a))\n(S (B b))\n"),
        ("gold.ctm", b"u1 A 0.0 0.5 a\nu2 A 1.0 0.5 b\n"),
    ]);
    for how in ["--side", "--utterances"] {
        let times = "--gold-times gold.ctm --system-times gold.ctm --ignore same-file,format";
        let ran = place.run(&format!("gold gold {how} {times}"));
        assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""), "{how}");
    }
}

#[test]
fn files_folders_lists_streams_and_packed_files() {
    let place = sides();
    let folders = place.run("golds asrs --side");
    assert_eq!(folders.row("corpus")[..3], ["61.54", "66.67", "57.14"], "{}", folders.stderr);
    assert!(folders.stdout.contains("2 sides: all scored"), "{}", folders.stdout);
    let lists = place.run("@gold.list @asr.list --side");
    assert_eq!((unnamed(&lists), lists.status), (unnamed(&folders), Some(0)), "{}", lists.stderr);

    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(TALK[1].1).unwrap();
    std::fs::write(place.path("asr.gz"), packed.finish().unwrap()).unwrap();
    let plain = place.run("gold asr --side");
    let gz = place.run("gold asr.gz --side");
    assert_eq!((unnamed(&gz), gz.status), (unnamed(&plain), Some(0)), "{}", gz.stderr);
    for (args, text) in [(["gold", "-", "--side"], TALK[1].1), (["-", "asr", "--side"], TALK[0].1)] {
        let mut command = place.command(&args);
        let streams = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = streams.spawn().unwrap();
        child.stdin.take().unwrap().write_all(text).unwrap();
        let piped = Ran::of(&child.wait_with_output().unwrap());
        assert_eq!((unnamed(&piped), piped.status), (unnamed(&plain), Some(0)), "{}", piped.stderr);
    }
}

#[test]
fn threads_change_no_byte() {
    let files: Vec<(String, Vec<u8>)> = (0..24)
        .flat_map(|at| {
            let [gold, asr] = if at % 3 == 0 { [BOAT[0].1, BOAT[1].1] } else { [TALK[0].1, TALK[1].1] };
            [(format!("g/{at:02}.gold"), gold.repeat(at + 1)), (format!("a/{at:02}.asr"), asr.repeat(at + 1))]
        })
        .collect();
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (&name[..], &text[..])).collect();
    let place = Place::with(&files);
    for options in ["--per-sentence -f jsonl", "--by side", "-m dependency --set pairing=order -f csv"] {
        let run = |threads: u32| {
            let ran = place.run(&format!("g a --side {options} --threads {threads}"));
            assert_eq!(ran.status, Some(0), "{}", ran.stderr);
            (ran.stdout, ran.stderr)
        };
        let one = run(1);
        assert!(one.0.lines().count() > 4, "{}", one.0);
        assert!(run(2) == one && run(5) == one, "{options}");
    }
}

#[test]
fn sides_without_trees() {
    let wordless: &[u8] = b"(())\n(S (. .))\n";
    let place = Place::with(&[
        (TALK[0].0, TALK[0].1),
        (TALK[1].0, TALK[1].1),
        ("empty", b""),
        ("wordless", wordless),
        // A silent speaker beside one who says nothing that counts.
        ("one/a", TALK[0].1),
        ("one/b", wordless),
        ("two/a", b""),
        ("two/b", wordless),
    ]);
    for (line, scores, words) in [
        ("one two", ["0.00", "0.00", "–"], ["100.00", "11", "0", "11", "0"]),
        ("two one", ["0.00", "–", "0.00"], ["–", "0", "0", "0", "11"]),
        ("gold wordless", ["0.00", "0.00", "–"], ["100.00", "11", "0", "11", "0"]),
    ] {
        let ran = place.run(&format!("{line} --side"));
        assert_eq!(ran.status, Some(0), "{line}: {}", ran.stderr);
        assert_eq!(ran.row("corpus")[..3], scores, "{line}: {}", ran.stdout);
        assert_eq!(numbers(&ran, "words"), words, "{line}: {}", ran.stdout);
        let is_warned = ran.stderr.contains(" file a is empty");
        assert_eq!(is_warned, line.contains("two"), "{line}: {}", ran.stderr);
    }
    for line in ["gold empty", "empty asr", "empty empty"] {
        let refused = place.run(&format!("{line} --side"));
        assert_eq!((refused.status, refused.stdout.as_str()), (Some(2), ""), "{line}");
        assert!(refused.stderr.contains("empty is empty"), "{line}: {}", refused.stderr);
    }
}

#[test]
fn what_is_no_tree_is_told_and_in_no_pair() {
    let broken = [BOAT[1].1, b"(TOP (S (NP (PRP it))\n"].concat();
    let place = Place::with(&[BOAT[0], BOAT[1], ("broken", &broken)]);
    let whole = place.run("boat.gold boat.asr --side");
    for (line, file) in [("boat.gold broken --side", "broken:3:"), ("broken boat.asr --side", "broken:3:")] {
        let ran = place.run(line);
        assert_eq!(ran.status, Some(1), "{line}");
        assert!(ran.stderr.contains(&format!("─ {file}")), "{line}: {}", ran.stderr);
        assert!(ran.stdout.contains("1 side: all scored; 1 tree cannot be read"), "{line}: {}", ran.stdout);
        assert!(ran.stdout.contains("|n:1|"), "{line}: {}", ran.stdout);
        let strict = place.run(&format!("{line} --strict"));
        assert_eq!((strict.status, strict.stdout.as_str()), (Some(2), ""), "{line}");
    }
    // What cannot be read has no words: the rest is scored as if it were not there.
    assert_eq!(place.run("boat.gold broken --side").row("corpus"), whole.row("corpus"));
}

#[test]
fn reports_have_word_errors() {
    let place = sides();
    let report = place.run("golds asrs --side --by side --per-sentence -f json").report();
    let system = json::system(&report);
    let words = |gold: u64, [substituted, deleted, inserted]: [u64; 3], equal: u64| {
        let errors = substituted + deleted + inserted;
        value!({"wer": errors as f64 / gold as f64, "wer_equal_words": (errors - equal) as f64 / gold as f64,
            "gold": gold, "correct": gold - substituted - deleted, "substituted": substituted, "deleted": deleted, "inserted": inserted})
    };
    let mut found = system["words"].clone();
    let boundaries = found.as_object_mut().unwrap().remove("boundaries").unwrap();
    assert_eq!(json::numbers(&boundaries, ["matched", "gold"]), [3, 4]);
    let interval = found.as_object_mut().unwrap().remove("wer_interval").unwrap();
    assert_eq!((&interval["units"], &interval["reason"]), (&2.into(), &"too few units".into()));
    // Equal by the recipe: *uh* and *um*, and *n't* and *not*, in the first side; *a* and *the* in the second.
    let mut expected = words(18, [4, 1, 1], 3);
    expected["chunk"] = "side".into();
    expected["equal_words"] = value!(
        [["not", "n't"], ["a", "the"], ["uh", "um"]].map(|words| value!({"words": words, "count": 1}))
    );
    assert_eq!(found, expected);
    assert_eq!(system["text"], Value::Null);
    let each = [words(11, [3, 0, 0], 2), words(7, [1, 1, 1], 1)];
    for (at, expected) in each.iter().enumerate() {
        assert_eq!(json::scores(&report, 0)["breakdown"]["groups"][at]["speech"], *expected);
        assert_eq!(json::rows(&report)[at]["speech"], *expected);
    }
    let second = &json::rows(&report)[1];
    assert_eq!([&second["gold_trees"], &second["system_trees"]], [&value!([3, 4]), &value!([2, 3])]);

    // Text that is not speech says nothing of it.
    let plain = place.run("gold gold -f json").report();
    assert_eq!(json::system(&plain)["words"], Value::Null);
}

#[test]
fn tables_have_word_errors() {
    let place = sides();
    let csv = place.run("golds asrs --side --by side -f csv");
    let mut lines = csv.stdout.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = lines.next().unwrap();
    let column = |name: &str| header.iter().position(|&field| field == name).unwrap();
    let (group, wer, boundaries) = (column("group"), column("wer"), column("boundaries_f1"));
    let rows: Vec<Vec<&str>> = lines.collect();
    let of_group = |name: &str| rows.iter().find(|row| row[group] == name).unwrap().clone();
    assert_eq!(of_group("")[wer], (6.0 / 18.0).to_string());
    assert_eq!(of_group("")[column("wer_equal_words")], (3.0 / 18.0).to_string());
    assert_eq!(of_group("")[boundaries], (6.0 / 7.0).to_string());
    assert_eq!(of_group("side1.gold")[wer], (3.0 / 11.0).to_string());
    assert_eq!(of_group("side2.gold")[wer], (3.0 / 7.0).to_string());
    assert_eq!(of_group("side2.gold")[boundaries], "");
    let plain = place.run("gold gold -f csv");
    let is_of_speech = |field: &str| ["wer", "boundaries_f1"].contains(&field);
    assert!(!plain.stdout.lines().next().unwrap().split(',').any(is_of_speech), "{}", plain.stdout);

    let lines = place.run("golds asrs --side --per-sentence -f csv");
    let firsts: Vec<String> =
        lines.stdout.lines().map(|line| line.split(',').take(11).collect::<Vec<_>>().join(",")).collect();
    assert_eq!(
        firsts[1..],
        ["asrs,parseval,side,1,1 2,1,side1.gold,1,1,,11", "asrs,parseval,side,2,3 4,2 3,side2.gold,1,1,,7"],
        "{}",
        lines.stdout
    );

    let several = place.run("gold asr gold --side");
    assert_eq!(several.stdout.lines().filter(|line| line.starts_with("words ")).count(), 1);
    assert!(
        several
            .stdout
            .contains("asr    27.27              9.09            3        0         0          66.67"),
        "{}",
        several.stdout
    );
    let sentence = "word error rate 27.27 of 11 words: 3 substituted, 0 deleted, 0 inserted";
    for format in ["markdown", "latex"] {
        let ran = place.run(&format!("gold asr --side -f {format}"));
        assert!(ran.stdout.to_lowercase().contains(sentence), "{}", ran.stdout);
        assert!(ran.stdout.contains("boundaries F1 66.67, SU error 50.00"), "{}", ran.stdout);
    }
}

#[test]
fn refused_utterances_are_deletions() {
    let place = Place::with(&[
        ("gold", b"(S (NN a) (NN b))\n(S (NN c) (NN d))\n"),
        ("system", b"(S (NN a) (NN x))\n(S (NN c) (NN d)\n"),
    ]);
    let report =
        place.run("gold system --utterances --pair-by line --by file --per-sentence -f json").report();
    let words = &json::system(&report)["words"];
    assert_eq!(json::numbers(words, ["gold", "substituted", "deleted", "inserted"]), [4, 1, 2, 0]);
    assert_eq!(words["wer"], 0.75);
    let group = &json::scores(&report, 0)["breakdown"]["groups"][0]["speech"];
    assert_eq!(json::numbers(group, ["gold", "deleted"]), [4, 2], "in groups, too");
    let row = &json::rows(&report)[1]["speech"];
    assert_eq!(json::numbers(row, ["gold", "deleted"]), [2, 2], "and in rows");
}

#[test]
fn the_alignment_that_scoring_uses() {
    let place = sides();
    for (options, status, expected) in [
        ("--side", 0, "WER 27.27"),
        ("--side --show all -f jsonl", 0, "\"kind\":\"equiv\",\"gold\":[\"uh\"]"),
        ("--side -f sparseval", 0, "cold\tgold\t001\n"),
        ("--side -f sparseval --show differ", 2, "remove --show"),
        ("-r speech", 2, "--recipe needs --side or --utterances"),
        ("--side --set forms", 2, "write KEY=VALUE"),
        ("--side --utterances", 2, "cannot be used with"),
    ] {
        let ran = place.run(&format!("align gold asr {options}"));
        assert_eq!(ran.status, Some(status), "{options}: {}", ran.stderr);
        assert!((ran.stdout.clone() + &ran.stderr).contains(expected), "{options}: {}", ran.stdout);
    }
    let several = place.run("align golds asrs --side -f sparseval");
    assert_eq!(several.status, Some(2), "{}", several.stderr);
    // What is written can be read back, and gives the same scores.
    std::fs::write(place.path("columns"), place.run("align gold asr --side -f sparseval").stdout).unwrap();
    let [own, read] = ["", " --word-alignment columns"]
        .map(|more| place.run(&format!("gold asr --side{more}")).row("corpus"));
    assert_eq!(own, read);
}

/// The alignment to look at is that of the score: the same recipe, the same trees left out, failed utterances as
/// deletions.
#[test]
fn alignments_are_those_of_scores() {
    let place = Place::with(&[
        ("sw.mrg", include_bytes!("../../../../../examples/sw.mrg")),
        ("sw.parsed", include_bytes!("../../../../../examples/sw.parsed")),
        ("gold", b"(S (N a) (V b))\n(S (N c) (V d))\n"),
        ("failed", b"(S (N a) (V b))\n(())\n"),
    ]);
    for line in [
        "sw.mrg sw.parsed --side -r switchboard",
        "sw.mrg sw.parsed --utterances -r switchboard",
        "gold failed --utterances",
    ] {
        let score = place.run(&format!("{line} -f json")).report()["systems"][0]["words"].clone();
        let listed = place.run(&format!("align {line} -f json")).report();
        assert_eq!(listed["words"]["wer"], score["wer"], "{line}");
        let pairs = listed["pairs"].as_array().unwrap();
        let steps = pairs.iter().flat_map(|pair| pair["steps"].as_array().unwrap());
        let gold: usize = steps.filter(|step| !step["gold"].is_null() && step["gold"] != "").count();
        assert_eq!(gold as u64, score["gold"].as_u64().unwrap(), "{line}: {listed}");
    }
}

/// Word errors make no words equal, however words are compared.
#[test]
fn word_errors_are_plain_in_every_form() {
    let place = Place::with(&[("gold", b"(S (N uh) (V Had))\n"), ("system", b"(S (N um) (V would))\n")]);
    for (form, wer) in [("exact", 100.0), ("folded", 100.0), ("normal", 100.0)] {
        let report = place.run(&format!("-m word gold system --side --set forms={form} -f json")).report();
        let found = report["measures"][0]["scores"][0]["scored"]["corpus"]["error_rate"].as_f64().unwrap();
        assert!((100.0 * found - wer).abs() < 1e-9, "{form}: {found}");
    }
}
