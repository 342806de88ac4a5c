//! Options for speech: which go together, which are refused, and what signatures repeat.

use crate::cli::Place;
use crate::cli::align::{message, signature};
use crate::cli::speech::{BOAT, TALK};

/// Everything that the options below name.
fn place() -> Place {
    let other = String::from_utf8_lossy(TALK[2].1).replace("drove", "rode");
    let cut = String::from_utf8_lossy(TALK[2].1).lines().take(4).collect::<Vec<_>>().join("\n") + "\n";
    Place::with(&[
        TALK[0],
        TALK[1],
        TALK[2],
        BOAT[0],
        BOAT[1],
        ("other.align", other.as_bytes()),
        ("cut.align", cut.as_bytes()),
        ("code.align", b"we\twe\t000\nlake\tlake\t111\n"),
        ("golds/a.gold", TALK[0].1),
        ("golds/b.gold", BOAT[0].1),
        ("asrs/a.asr", TALK[1].1),
        ("asrs/c.asr", BOAT[1].1),
        ("gold.list", b"gold\nboat.gold\n"),
        ("asr.list", b"asr\nboat.asr\n"),
        ("short.list", b"asr\n"),
        (
            "boat.gold.ctm",
            b"a A 0 1 we\na A 1 1 had\na A 2 1 a\na A 3 1 small\na A 4 1 boat\na A 5 1 it\na A 6 1 leaked\n",
        ),
        (
            "boat.asr.ctm",
            b"a A 0 1 we\na A 1 1 had\na A 2 1 the\na A 4 1 boat\na A 5 1 it\na A 6 1 leaked\na A 7 1 too\n",
        ),
    ])
}

const TIMES: &str = "--gold-times boat.gold.ctm --system-times boat.asr.ctm --times-by running";

/// Nothing is scored, and the message says why.
fn assert_refused(place: &Place, line: &str, expected: &str) {
    let ran = place.run(line);
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{line}");
    assert!(message(&ran).contains(expected), "{line}: {}", ran.stderr);
}

#[test]
fn what_cannot_be_had_together_is_refused() {
    let place = place();
    for (line, expected) in [
        ("gold asr --side --align", "'--side' cannot be used with '--align'"),
        ("gold asr --utterances --align", "'--utterances' cannot be used with '--align'"),
        ("gold asr --side --utterances", "'--side' cannot be used with '--utterances'"),
        ("gold asr --side --pair-by tree", "--pair-by cannot be used with --side"),
        ("gold asr --side --pair-by line", "--pair-by cannot be used with --side"),
        ("gold asr --side --lang en", "--lang needs --align"),
        ("-m struct-iou gold asr --side --one-sided skip", "--one-sided is not an option of struct-iou"),
        ("gold asr --side --keep-empty", "--keep-empty needs --align"),
        ("gold asr --side --require-same-text", "--require-same-text needs --align"),
        ("gold asr --word-alignment align", "--word-alignment needs --side"),
        ("gold asr --utterances --word-alignment align", "cannot be used with '--word-alignment <FILE>'"),
        ("gold asr --side --word-alignment align --word-costs 1,1,1", "cannot be used with '--word-costs"),
        (
            &format!("boat.gold boat.asr --side --word-alignment align {TIMES}"),
            "cannot be used with '--gold-times",
        ),
        ("gold asr --word-costs 1,1,1", "--word-costs needs --side or --utterances"),
        ("gold asr --side --word-costs 1,1", "give three whole numbers separated by commas"),
        ("gold asr --side --word-costs 1,1,1,1", "give three whole numbers separated by commas"),
        ("gold asr --side --word-costs 1,1,x", "give three whole numbers separated by commas"),
        ("gold asr --side --word-costs 1,1,1,x", "give three whole numbers separated by commas"),
        ("gold asr --side --word-costs=-1,1,1", "give three whole numbers separated by commas"),
        ("gold asr --time-slack 1", "--time-slack needs --side or --utterances"),
        ("gold asr --side --time-slack 1", "--time-slack needs --gold-times and --system-times"),
        (
            &format!("boat.gold boat.asr --side {TIMES} --time-slack=-1"),
            "--time-slack must be a number of seconds",
        ),
        (
            &format!("boat.gold boat.asr --side {TIMES} --time-slack NaN"),
            "--time-slack must be a number of seconds",
        ),
        (&format!("boat.gold boat.asr {TIMES}"), "need -m struct-iou, --side or --utterances"),
        ("gold asr --side --set pairing=order", "unknown setting `pairing`"),
        ("-m dependency gold asr --side --set pairing=never", "`never` is not a valid value"),
        ("-m dependency gold asr --side --heads nowhere", "`nowhere` is neither a head table nor a file"),
        ("gold asr --side --word-alignment align -o align", "would overwrite an input file"),
    ] {
        assert_refused(&place, line, expected);
    }
    assert_eq!(std::fs::read(place.path("align")).unwrap(), TALK[2].1);
}

#[test]
fn options_must_not_contradict_a_signature() {
    let place = place();
    let plain = signature(&place.run("gold gold"));
    let side = signature(&place.run("gold asr --side"));
    let timed = signature(&place.run(&format!("boat.gold boat.asr --side {TIMES}")));
    let by_file = signature(&place.run("gold asr --side --word-alignment align"));
    for (line, expected) in [
        (format!("gold asr --signature {plain} --side"), "this signature was made without --side"),
        (format!("gold asr --signature {plain} --word-alignment align"), "--word-alignment needs --side"),
        (format!("gold asr --signature {side} --utterances"), "this signature was made without --utterances"),
        (format!("gold asr --signature {side} --word-alignment align"), "made without --word-alignment"),
        (
            format!("gold asr --signature {side} --word-costs 1,2,3"),
            "made with word-costs:4/3/3, but --word-costs gives 1/2/3",
        ),
        (
            format!("gold asr --signature {side} --one-sided skip"),
            "made with one-sided:strict, but --one-sided gives skip",
        ),
        (
            format!("boat.gold boat.asr --signature {side} {TIMES}"),
            "this signature was made without word times",
        ),
        (format!("boat.gold boat.asr --signature {timed}"), "this signature was made with word times"),
        (
            format!("gold asr --signature {by_file}"),
            "this signature needs word alignments by another program: add --word-alignment",
        ),
    ] {
        assert_refused(&place, &line, expected);
    }
}

/// One file of sclite may hold the alignments of all sides.
#[test]
fn one_alignment_for_all_sides() {
    let path = |attributes: &str, word: &str| {
        format!("<PATH id=\"(x)\" {attributes}>\nC,\"{word}\",\"{word}\"\n</PATH>\n")
    };
    let all = path("file=\"sw1\" channel=\"B\" sequence=\"1\"", "well")
        + &path("file=\"sw1\" channel=\"A\" sequence=\"2\"", "1/2")
        + &path("file=\"sw1\" channel=\"A\" sequence=\"0\"", "it");
    let place = Place::with(&[
        ("gold/sw1-A.trees", b"(S (N it))\n(S (N 1\\/2))\n"),
        ("gold/sw1-B.trees", b"(S (N well))\n"),
        ("asr/sw1-A.trees", b"(S (N it) (N 1/2))\n"),
        ("asr/sw1-B.trees", b"(S (N well))\n"),
        ("all.sgml", all.as_bytes()),
        ("some.sgml", all.replace("channel=\"B\"", "channel=\"C\"").as_bytes()),
    ]);
    let ran = place.run("gold asr --side --word-alignment all.sgml");
    assert_eq!(ran.status, Some(0), "{}{}", ran.stdout, ran.stderr);
    assert_refused(
        &place,
        "gold asr --side --word-alignment some.sgml",
        "no path for sw1-B.trees; sides in some.sgml: sw1-C, sw1-A",
    );
}

#[test]
fn files_must_be_in_pairs() {
    let place = place();
    for (line, expected) in [
        ("@gold.list @short.list --side", "--side pairs files, but @gold.list has 2 and @short.list has 1"),
        ("golds asr --side", "--side pairs files, but golds has 2 and asr has 1"),
        ("golds asrs --side", "no partner: b.gold (1 of 2 gold files), c.asr (1 of 2 system files)"),
        ("gold asr asr --side --word-alignment align", "once per system; systems: 2, alignments: 1"),
        (
            "gold asr --side --word-alignment align --word-alignment align",
            "once per system; systems: 1, alignments: 2",
        ),
        (
            "@gold.list @asr.list --side --word-alignment align",
            "needs one file per conversation side: align has 1 for 2 sides",
        ),
        ("gold asr --side --word-alignment missing", "missing"),
        ("gold asr --side --word-alignment code.align", "code.align:2:"),
        ("gold asr --utterances", "gold has 2 trees, asr has 1"),
        ("- - --side", "`-` is given 2 times"),
    ] {
        assert_refused(&place, line, expected);
    }
    let uneven = place.run("gold asr --utterances");
    assert!(uneven.stderr.contains("--side"), "{}", uneven.stderr);
    assert!(!uneven.stderr.contains("same words"), "{}", uneven.stderr);
    // `align` says it, too, and its JSON is complete.
    for format in ["text", "json", "jsonl"] {
        let ran = place.run(&format!("align --utterances gold asr -f {format}"));
        assert_eq!(ran.status, Some(2), "{format}");
        let said = &ran.stderr;
        assert!(said.contains("first: gold:") && said.contains("help: --side"), "{format}: {said}");
        if format == "json" {
            assert!(ran.report()["pairs"].is_array(), "{}", ran.stdout);
        }
    }
}

#[test]
fn an_alignment_of_other_words_is_refused_with_its_line() {
    let place = place();
    for (file, expected) in [
        ("other.align", "other.align:4: `rode` is not word 4 of the gold trees, `drove`"),
        ("cut.align", "cut.align:4: the alignment ends before word 5 of the gold trees, `to`"),
    ] {
        let line = format!("gold asr --side --word-alignment {file} --width 200");
        let ran = place.run(&line);
        assert_eq!(ran.status, Some(1), "{line}: {}", ran.stderr);
        assert!(ran.stdout.contains(expected), "{line}: {}", ran.stdout);
        assert!(ran.stdout.contains("1 side: 0 scored, 1 refused"), "{line}: {}", ran.stdout);
        let strict = place.run(&format!("{line} --strict"));
        assert_eq!((strict.status, strict.stdout.as_str()), (Some(2), ""), "{line}");
        assert!(message(&strict).contains(expected), "{line}: {}", strict.stderr);
    }
    // The other side is scored all the same.
    std::fs::write(place.path("boat.align"), "we we 000\nhad had 000\na the 001\nsmall 100\nboat boat 000\nit it 000\nleaked leaked 000\n too 010\n").unwrap();
    std::fs::write(place.path("align.list"), "other.align\nboat.align\n").unwrap();
    let ran = place.run("@gold.list @asr.list --side --word-alignment @align.list");
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    assert!(ran.stdout.contains("2 sides: 1 scored, 1 refused"), "{}", ran.stdout);
    let scored = ran.row("scored only (1 of 2)");
    assert_eq!(scored, place.run("boat.gold boat.asr --side").row("corpus"));
}

#[test]
fn a_signature_repeats_a_score_of_speech() {
    let place = place();
    for (line, options, files) in [
        ("gold asr", "--side", ""),
        ("gold asr", "--side --word-costs 1,2,3 --one-sided skip --by label", "--by label"),
        ("gold asr", "--side --word-alignment align", "--word-alignment align"),
        ("gold asr", "--side --word-alignment align -m dependency --heads collins", "--word-alignment align"),
        ("gold asr", "--side -m open-class --set pairing=order", ""),
        ("gold asr", "--side -m attachment --set edits=none", ""),
        ("gold asr", "--side -r collins --unlabeled", ""),
        ("gold asr", "--side -m struct-iou --terminals strict", ""),
        ("gold asr", "--side -m word", ""),
        ("boat.gold boat.asr", "--utterances --per-sentence", "--per-sentence"),
        ("boat.gold boat.asr", &format!("--side {TIMES}"), TIMES),
        ("boat.gold boat.asr", &format!("--side {TIMES} --time-slack 0.25"), TIMES),
        ("boat.gold boat.asr", &format!("--utterances {TIMES} -m dependency"), TIMES),
        ("boat.gold boat.asr", &format!("--side {TIMES} -m struct-iou"), TIMES),
    ] {
        let ran = place.run(&format!("{line} {options}"));
        assert_eq!(ran.status, Some(0), "{options}: {}", ran.stderr);
        let signature = signature(&ran);
        let again = place.run(&format!("{line} --signature {signature} {files}"));
        assert_eq!((again.stdout, again.status), (ran.stdout, Some(0)), "{options}: {}", again.stderr);
    }
}

#[test]
fn what_changes_a_score_is_in_the_signature() {
    let place = place();
    for (options, expected) in [
        ("--side", "|base:speech|index:side|word-costs:4/3/3|one-sided:strict|"),
        ("--utterances", "|index:utterance|"),
        ("--side --word-costs 1,2,3", "|word-costs:1/2/3|"),
        ("--side --one-sided skip", "|one-sided:skip|"),
        (&format!("--side {TIMES} --time-slack 2"), "|slack:2|"),
        ("--side -m dependency --set pairing=order", "|heads:charniak|pairing:order|"),
    ] {
        let ran = place.run(&format!("boat.gold boat.asr {options}"));
        assert!(signature(&ran).contains(expected), "{options}: {}{}", ran.stdout, ran.stderr);
    }
}

/// What the words of speech are aligned from is told as with scores.
#[test]
fn alignments_have_findings() {
    let place = Place::with(&[
        ("gold", "(S (N café) (V opens))\n(S (N rain))\n".as_bytes()),
        ("latin", b"(S (N caf\xe9) (V opens))\n(S (N rain))\n"),
        ("marked", b"\xef\xbb\xbf(S (N caf\xe9) (V opens))\n(S (N rain))\n"),
        ("bare", "((café) (opens))\n((rain))\n".as_bytes()),
        ("kaldi", b"u1 the gull slept\nu2 rain fell\nu3 so it goes\n"),
        ("moved", b"u2 rain fell\nu1 the gull slept\nu3 so it went\n"),
        ("broken", b"(S (N rain\n(S (N rain))\n"),
    ]);
    for (line, status, said) in [
        ("gold gold", 0, ""),
        ("gold latin", 0, "latin is not UTF-8, the other side is"),
        ("gold latin --utterances", 0, "help: --system-encoding windows-1252"),
        ("gold latin --utterances --ignore encoding-differs", 0, ""),
        ("gold latin --side --deny warnings", 2, "no results because of encoding-differs"),
        ("gold latin --deny encoding-differs -o out", 2, "no results because of encoding-differs"),
        ("gold latin --utterances --system-encoding latin1", 0, ""),
        ("gold marked --utterances --system-encoding latin1", 0, ""),
        ("latin marked --side", 0, "not UTF-8; bytes are compared as they are"),
        ("gold bare --utterances", 0, "bare: "),
        ("kaldi moved -m word --utterances", 0, "kaldi: 3 ids before the words are not words"),
        ("kaldi moved -m word --utterances", 0, "in another order"),
        ("kaldi moved -m word --utterances --pair-by id", 0, "WER 12.50"),
        ("gold gold --pair-by id", 2, "--utterances"),
        ("gold gold --utterances --lang de", 2, "--lang is about texts"),
        ("gold gold --side --show merged", 2, "--show merged is about texts"),
        ("gold gold --side --nbest best -f json", 2, "--nbest needs an n-best list"),
        ("gold gold --nbest best -f json", 2, "--nbest needs an n-best list"),
        ("gold broken --utterances", 1, "broken:1:4: pair 1 is refused"),
        ("gold broken --utterances", 1, "pair 1"),
    ] {
        let ran = place.run(&format!("align {line}"));
        let text = format!("{}{}", ran.stdout, ran.stderr);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(ran.status, Some(status), "{line}: {text}");
        assert!(if said.is_empty() { ran.stderr.is_empty() } else { text.contains(said) }, "{line}: {text}");
        assert!(status != 2 || ran.stdout.is_empty(), "{line}: {}", ran.stdout);
    }
    assert!(!place.path("out").exists());
}
