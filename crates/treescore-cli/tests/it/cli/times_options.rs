//! Options of word times: formats, clocks, and how words and times meet.

use crate::cli::{Place, Ran};

const TREES: &[u8] = b"(S (N a) (V b))\n(S (N c) (V d))\n";
const CTM: &str = "u1 A 0 1 a\nu1 A 1 1 b\nu2 A 5 1 c\nu2 A 6 1 d\n";
const FILES: &str = "t t -m struct-iou --gold-times gold.ctm --system-times";

fn place() -> Place {
    let late = "u1 A 1000 1000 a\nu1 A 2000 1000 b\nu2 A 6000 1000 c\nu2 A 7000 1000 d\n";
    let fine = CTM.replace("u2 A 6 1 d", "u2 A 6 0.5 d\nu2 A 6.5 0.5 d");
    let word = |text: &str, times: &str| format!("{{\"word\": \" {text}\"{times}}}");
    let whisper = format!(
        "{{\"segments\": [{{\"start\": 0, \"end\": 2, \"words\": [{}, {}]}}, {{\"words\": [{}]}}]}}",
        word("a", ", \"start\": 0, \"end\": 1"),
        word("b", ""),
        word("cd", ", \"start\": 5, \"end\": 7")
    );
    Place::with(&[
        ("t", TREES),
        ("gold.ctm", CTM.as_bytes()),
        ("late.ctm", late.as_bytes()),
        ("local.ctm", CTM.replace("A 5", "A 0").replace("A 6", "A 1").as_bytes()),
        ("fine.ctm", fine.as_bytes()),
        ("two.trees", b"(S (N a) (V b))\n(S (N c) (V dd))\n"),
        ("asr.json", whisper.as_bytes()),
        ("segments", b"u1 tape 0 2\nu2 tape 5 7\n"),
        ("one", b"u1 tape 0 2\n"),
    ])
}

fn signature(ran: &Ran) -> String {
    let start = ran.stdout.find("treescore:").unwrap_or_else(|| panic!("{}{}", ran.stdout, ran.stderr));
    ran.stdout[start..].split_whitespace().collect()
}

/// Each option makes the times of both sides the same, and its signature does it again.
#[test]
fn options_put_both_sides_on_one_clock() {
    let place = place();
    for (options, setting) in [
        ("late.ctm --system-times-unit ms --system-shift -1", "|unit:s/ms|shift:0/-1|"),
        ("late.ctm --system-times-unit samples:1000 --gold-shift 1", "|unit:s/samples:1000|shift:1/0|"),
        ("local.ctm --system-segments segments", ""),
        (
            "asr.json --system-times-format whisper --missing-times spread --times-words split",
            "|times-words:split|missing-times:spread|",
        ),
    ] {
        let ran = place.run(&format!("{FILES} {options}"));
        assert_eq!(ran.status, Some(0), "{options}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stdout.contains("1.0000"), "{options}: {}", ran.stdout);
        let signature = signature(&ran);
        assert!(signature.contains(setting), "{options}: {signature}");
        let files = options
            .split(" --")
            .filter(|part| !part.starts_with("system-times-unit") && !part.contains("shift"));
        let files: Vec<&str> =
            files.filter(|part| !part.starts_with("times-words") && !part.starts_with("missing")).collect();
        let line =
            format!("t t --gold-times gold.ctm --system-times {} --signature {signature}", files.join(" --"));
        let again = place.run(&line);
        assert_eq!((again.stdout, again.stderr), (ran.stdout, ran.stderr), "{options}");
    }
}

#[test]
fn words_cut_differently_are_joined_or_refused() {
    let place = place();
    let ran = place.run(
        "two.trees two.trees -m struct-iou --gold-times fine.ctm --system-times fine.ctm --ignore same-file",
    );
    assert_eq!(ran.status, Some(0), "{}{}", ran.stdout, ran.stderr);
    let joined = |side: &str| format!("note: 1 {side} word has the times of its parts (dd: d, d)\n");
    assert_eq!(ran.stderr, joined("gold") + &joined("system"));
    let ran = place.run(&format!("{FILES} asr.json --system-times-format whisper --width 200"));
    for said in [
        "words without times",
        "1 word of utterance asr-1 has no time: `b`; let them share the gap: --missing-times spread",
        "`cd` covers 2 words of the tree; share its time: --times-words split",
    ] {
        assert!(ran.stdout.contains(said), "{said}: {}", ran.stdout);
    }
}

#[test]
fn options_without_effect_are_refused() {
    let place = place();
    for (line, said) in [
        ("t t -m struct-iou --system-times-unit ms", "--system-times-unit needs --gold-times"),
        ("t t -m struct-iou --times-words split", "--times-words needs --gold-times"),
        (&format!("{FILES} late.ctm --missing-times spread"), "all words have times"),
        (&format!("{FILES} late.ctm --tier words"), "no file of times has tiers"),
        (&format!("{FILES} local.ctm --system-segments one"), "one has no segment for utterance u2"),
        (&format!("{FILES} late.ctm --gold-shift inf"), "must be a number of seconds"),
        (&format!("{FILES} late.ctm --gold-times-unit min"), "unknown unit of time `min`"),
        (
            &format!("{FILES} late.ctm --system-segments one --system-segments one"),
            "--system-segments is given 2 times for 1 system: give it once for all of them, or once for each",
        ),
    ] {
        let ran = place.run(line);
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{line}: {}", ran.stderr);
        assert!(
            ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ").contains(said),
            "{line}: {}",
            ran.stderr
        );
    }
}
