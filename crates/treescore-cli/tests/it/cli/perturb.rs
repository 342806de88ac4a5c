//! `treescore perturb`.

use crate::cli::{GOLD, Place, Ran};

const TO: &str = "--trees-out out.trees --times-out out.jsonl";

impl Place {
    fn perturb(&self, what: &str) -> Ran {
        self.run(&format!("perturb gold {what} {TO}"))
    }

    /// The words of every sentence of a file of JSON lines, with their times.
    fn words(&self, name: &str) -> Vec<Vec<(String, f64, f64)>> {
        let words = |line: &str| {
            let mut sentence: serde_json::Value = serde_json::from_str(line).unwrap();
            serde_json::from_value(sentence["words"].take()).unwrap()
        };
        self.read(name).lines().map(words).collect()
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }
}

fn gold() -> Place {
    Place::with(&[("gold", GOLD.as_bytes())])
}

#[test]
fn nothing_is_changed_with_zero() {
    for what in ["--noise 0", "--insert 0", "--insert 0 --insert-style flat", "--insert 0 --seed 7"] {
        let place = gold();
        let ran = place.perturb(what);
        assert_eq!((ran.status, ran.stdout.as_str(), ran.stderr.as_str()), (Some(0), "", ""), "{what}");
        assert_eq!(place.read("out.trees"), GOLD, "{what}");
        let last = place.read("out.jsonl").lines().last().unwrap_or_default().to_owned();
        assert_eq!(last, r#"{"id":"3","words":[["it",0.0,1.0],["rained",1.0,2.0]]}"#, "{what}");
    }
}

#[test]
fn everything_is_changed_with_one() {
    for (what, last, times) in [
        ("--insert 1", "(TOP (S (NP (PRP (PRP it) (PRP it))) (VP (VBD (VBD rained) (VBD rained)))))", 4),
        (
            "--insert 1 --insert-style flat",
            "(TOP (S (NP (PRP it) (PRP it)) (VP (VBD rained) (VBD rained))))",
            4,
        ),
        ("--delete 1", "(TOP (S (NP (PRP it_rained))))", 1),
        ("--noise 1", "(TOP (S (NP (PRP it)) (VP (VBD rained))))", 2),
    ] {
        let place = gold();
        assert_eq!(place.perturb(what).status, Some(0), "{what}");
        assert_eq!(place.read("out.trees").lines().last(), Some(last), "{what}");
        assert_eq!(place.read("out.trees").lines().count(), 3, "{what}");
        let line = &place.words("out.jsonl")[2];
        assert_eq!((line.len(), line[0].1, line[times - 1].2), (times, 0.0, 2.0), "{what}");
    }
}

#[test]
fn merging_says_what_it_is_not() {
    let ran = gold().perturb("--delete 0");
    assert_eq!(ran.status, Some(0));
    assert!(ran.stderr.starts_with("warning: "), "{}", ran.stderr);
    assert!(ran.stderr.contains("not comparable with its Delete curve"), "{}", ran.stderr);
}

#[test]
fn the_seed_decides() {
    let place = gold();
    let mut seen = Vec::new();
    for seed in ["", "--seed 12345", "--seed 1", "--seed 18446744073709551615"] {
        place.perturb(&format!("--noise 0.5 {seed}"));
        seen.push(place.read("out.jsonl"));
    }
    assert_eq!(seen[0], seen[1], "the default seed");
    assert!(seen[1] != seen[2] && seen[2] != seen[3]);
}

#[test]
fn an_unreadable_tree_leaves_a_mark() {
    let place = Place::with(&[("gold", GOLD.replace("(NNP Mara)", "(NNP Mara))").as_bytes())]);
    let ran = place.perturb("--insert 0");
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(1), ""));
    assert!(ran.stderr.contains("gold:2:"), "{}", ran.stderr);
    assert!(ran.stderr.contains("(()) is written for tree 2"), "{}", ran.stderr);
    assert!(ran.stderr.contains("1 of 3 trees not perturbed; (()) was written for each"), "{}", ran.stderr);
    let lines: Vec<&str> = GOLD.lines().collect();
    assert_eq!(place.read("out.trees"), format!("{}\n(())\n{}\n", lines[0], lines[2]));
    assert_eq!(place.read("out.jsonl").lines().nth(1), Some(r#"{"id":"2","words":[]}"#));
}

#[test]
fn only_the_first_unreadable_trees_are_shown() {
    let place = Place::with(&[("gold", GOLD.replace('\n', ")\n").repeat(4).as_bytes())]);
    let ran = place.perturb("--insert 0");
    assert_eq!(ran.status, Some(1));
    assert_eq!(ran.stderr.matches("error:").count(), 5, "{}", ran.stderr);
    assert!(ran.stderr.contains("12 of 12 trees not perturbed"), "{}", ran.stderr);
    assert_eq!(place.read("out.trees"), "(())\n".repeat(12));
}

/// Three utterances of one, two and two words; the second has a gap.
const TREES: &str = "(N yes)\n(S (N rain) (V fell))\n(S (N it) (V stopped))\n";
const CTM: &str = "\
a A 1.5 0.5 yes
b A 3 1 rain
b A 5 0.25 fell
c A 7 1 it
c A 8 1 stopped
";

/// Times without gaps, utterance by utterance or running on in one recording; what is written is read again in the same way.
#[test]
fn times_are_closed_perturbed_and_written() {
    let running = CTM.replace(['b', 'c'], "a");
    for (ctm, ids) in [(CTM, ["a", "b", "c"]), (&running, ["a", "a", "a"])] {
        let place = Place::with(&[("gold", TREES.as_bytes()), ("gold.ctm", ctm.as_bytes())]);
        for out in ["out.jsonl", "out.ctm"] {
            let to = format!("--trees-out out.trees --times-out {out}");
            let ran = place.run(&format!("perturb gold --times gold.ctm --insert 0 {to}"));
            assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""), "{ids:?} {out}");
            assert_eq!(place.read("out.trees"), TREES);
            let again = format!(
                "perturb out.trees --times {out} --noise 0 --trees-out again.trees --times-out again.jsonl"
            );
            let ran = place.run(&again);
            assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""), "{ids:?} {out}");
            let ends: Vec<Vec<f64>> = place
                .words("again.jsonl")
                .iter()
                .map(|words| words.iter().map(|word| word.2).collect())
                .collect();
            assert_eq!(ends, [vec![2.0], vec![4.0, 4.25], vec![8.0, 9.0]], "{ids:?} {out}");
            for (line, id) in place.read("again.jsonl").lines().zip(ids) {
                assert!(line.starts_with(&format!(r#"{{"id":"{id}","words""#)), "{line}");
            }
        }
        let cut = "perturb gold --times gold.ctm --insert 1 --trees-out out.trees --times-out out.ctm";
        assert_eq!(place.run(cut).status, Some(0));
        let back =
            place.run("perturb out.trees --times out.ctm --delete 1 --trees-out - --times-out back.jsonl");
        assert_eq!(back.stdout.lines().next(), Some("(N (N yes_yes))"), "{}", back.stderr);
        let spans: Vec<(f64, f64)> =
            place.words("back.jsonl").iter().map(|words| (words[0].1, words[0].2)).collect();
        assert_eq!(spans, [(1.5, 2.0), (3.0, 4.25), (7.0, 9.0)], "{ids:?}");
    }
}

#[test]
fn times_that_do_not_fit_cost_one_tree() {
    for (ctm, said, why) in [
        (CTM.replace("b A 5 0.25 fell\n", ""), "2 words, 1 time in gold.ctm (utterance b)", "one is missing"),
        (
            CTM.replace("5 0.25", "5 -1"),
            "gold.ctm:3: utterance b, word 2 `fell`: ends at 4, before its start at 5",
            "no time",
        ),
        (
            CTM.replace("A 5", "A 3.5"),
            "gold.ctm:3: utterance b, word 2 `fell`: starts at 3.5, before",
            "an overlap",
        ),
    ] {
        let place = Place::with(&[("gold", TREES.as_bytes()), ("gold.ctm", ctm.as_bytes())]);
        let ran = place.perturb("--times gold.ctm --insert 0");
        let flat = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(ran.status, Some(1), "{why}: {flat}");
        assert!(flat.contains("error: gold, tree 2: "), "{why}: {flat}");
        assert!(flat.contains(said), "{why}: {flat}");
        assert!(flat.contains("1 of 3 trees not perturbed"), "{why}: {flat}");
        assert_eq!(place.read("out.trees"), TREES.replace("(S (N rain) (V fell))", "(())"), "{why}");
        let counts: Vec<usize> = place.words("out.jsonl").iter().map(Vec::len).collect();
        assert_eq!(counts, [1, 0, 2], "{why}");
    }
}

/// The options of times do here what they do in scoring.
#[test]
fn times_are_read_as_in_scoring() {
    let grid = "\"ooTextFile\" \"TextGrid\" 0 9 <exists> 1 \"IntervalTier\" \"Mots\" 0 9 6 0 1 \"yes\" 1 2 \"<p>\" \
                2 3 \"rain\" 3 4 \"fell\" 4 5 \"it\" 5 6 \"stopped\"";
    let mixed = CTM.replace('b', "x").replace('c', "b").replace('x', "c");
    let surplus = "2 ids are left over, from `a`";
    for (times, options, files, status, said, why) in [
        (CTM, "--times-format ctm", &[][..], 0, "", "a format"),
        (grid, "--times-format textgrid --tier mots --silence <p>", &[], 0, "", "a tier and silence"),
        (grid, "--times-format textgrid", &[], 0, "", "the only tier, and silence by default"),
        (grid, "--times-format textgrid --tier words", &[], 2, "tiers: `Mots`", "another tier"),
        (CTM, "--times-format ctm --times-by running", &[], 0, "", "running on in spite of the numbers"),
        (&mixed, "--times-format ctm --ids ids", &[("ids", "\u{FEFF}a\r\nc\r\nb\r\n\r\n")], 0, "", "ids"),
        (
            CTM,
            "--times-format ctm --ids ids",
            &[("ids", "a\n\nb\nc\n")],
            2,
            "line 2 of ids is blank",
            "no id",
        ),
        (CTM, "--times-format ctm --ids ids", &[("ids", "a\nb\nc\na\nb\n")], 0, surplus, "too many ids"),
        (CTM, "--times-format ctm --ids ids", &[("ids", "a\nb\n")], 1, "no id for tree 3", "too few ids"),
        (CTM, "--times-format ctm --ids ids --times-by running", &[("ids", "")], 2, "cannot be used", "both"),
        (&CTM.replace("A 5", "A 3.5"), "--times-format ctm --allow-overlaps", &[], 0, "", "overlaps"),
        (
            &CTM.replace("A 5", "A 3.5"),
            "--times-format ctm",
            &[],
            1,
            "overlaps: --allow-overlaps",
            "overlaps",
        ),
        (&CTM.replace("0.25", "0"), "--times-format ctm", &[], 0, "1 word is shorter than", "short words"),
    ] {
        let mut all = vec![("gold", TREES.as_bytes()), ("times", times.as_bytes())];
        all.extend(files.iter().map(|(name, text)| (*name, text.as_bytes())));
        let place = Place::with(&all);
        let ran = place.perturb(&format!("--times times {options} --noise 0"));
        let flat = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(ran.status, Some(status), "{why}: {flat}");
        assert!(flat.contains(said) && said.is_empty() == flat.is_empty(), "{why}: {flat}");
        if status == 0 {
            let words: Vec<Vec<String>> = place
                .words("out.jsonl")
                .into_iter()
                .map(|words| words.into_iter().map(|(word, ..)| word).collect())
                .collect();
            assert_eq!(words.concat().join(" "), "yes rain fell it stopped", "{why}");
        }
    }
}

/// Of a folder of times, only the times are read, as people count; but if the trees are a folder, too, in the order of these.
#[test]
fn a_folder_of_times() {
    let grid = |word: &str| {
        format!("\"ooTextFile\" \"TextGrid\" 0 1 <exists> 1 \"IntervalTier\" \"words\" 0 1 1 0 1 \"{word}\"")
    };
    let place = Place::with(&[
        ("gold", b"(N yes)\n(N no)\n"),
        ("trees/2.txt", b"(N yes)\n"),
        ("trees/10.txt", b"(N no)\n"),
        ("times/2.TextGrid", grid("yes").as_bytes()),
        ("times/2.wav", b"RIFF"),
        ("times/10.TextGrid", grid("no").as_bytes()),
    ]);
    for (trees, ids) in [("gold", ["2", "10"]), ("trees", ["10", "2"])] {
        let ran = place.run(&format!("perturb {trees} --times times --noise 0 {TO}"));
        assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""), "{trees}");
        for (line, id) in place.read("out.jsonl").lines().zip(ids) {
            assert!(
                line.starts_with(&format!(
                    r#"{{"id":"{id}","words":[["{}""#,
                    if id == "2" { "yes" } else { "no" }
                )),
                "{line}"
            );
        }
    }
}

#[test]
fn times_that_no_tree_uses_are_named() {
    let ctm = format!("{CTM}d A 10 1 over\n").replace(['b', 'c', 'd'], "a");
    let place = Place::with(&[("gold", TREES.as_bytes()), ("gold.ctm", ctm.as_bytes())]);
    let ran = place.perturb("--times gold.ctm --insert 0");
    assert_eq!(ran.status, Some(0));
    assert!(ran.stderr.contains("1 word time is left over"), "{}", ran.stderr);

    let place = Place::with(&[("gold", b"(N a)\n(N b)\n"), ("gold.json", b"[[[0, 1]], [[1, 2]]")]);
    let ran = place.perturb("--times gold.json --insert 0");
    let flat = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(ran.status, Some(0));
    assert!(flat.contains("the rest cannot be read: gold.json:1: utterance 3: not JSON"), "{flat}");
}

/// In a recording of many trees, those behind a faulty one find their times all the same.
#[test]
fn an_unreadable_tree_does_not_lose_the_place_in_a_recording() {
    let (trees, running) = (TREES.replace("(V fell))", "(V fell)))"), CTM.replace(['b', 'c'], "a"));
    let place = Place::with(&[
        ("gold", trees.as_bytes()),
        ("own.ctm", CTM.as_bytes()),
        ("run.ctm", running.as_bytes()),
    ]);
    for (times, id) in [("own.ctm", "b"), ("run.ctm", "a")] {
        let ran = place.perturb(&format!("--times {times} --insert 0"));
        assert_eq!(ran.status, Some(1), "{times}");
        assert!(ran.stderr.contains("gold:2:22"), "{times}: {}", ran.stderr);
        assert_eq!(place.read("out.trees").lines().nth(1), Some("(())"), "{times}");
        assert_eq!(place.read("out.jsonl").lines().nth(1), Some(&*format!(r#"{{"id":"{id}","words":[]}}"#)));
        let last = &place.words("out.jsonl")[2];
        assert_eq!(last[..], [("it".to_owned(), 7.0, 8.0), ("stopped".to_owned(), 8.0, 9.0)], "{times}");
    }
}

#[test]
fn standard_input_is_trees_or_times() {
    let place = gold();
    let ran = place.run(&format!("perturb - --times - --insert 0 {TO}"));
    assert_eq!(ran.status, Some(2));
    assert!(ran.stderr.contains("standard input cannot hold both trees and times"), "{}", ran.stderr);
}

#[test]
fn trees_may_go_to_standard_output() {
    let place = gold();
    let ran = place.run("perturb gold --noise 0 --trees-out - --times-out out.ctm");
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(0), GOLD));
    assert_eq!(place.read("out.ctm").lines().last(), Some("3 A 1 1 rained"));
    assert_eq!(place.names(), ["gold", "out.ctm"]);
}

/// Whatever a file is called: two outputs are two files, and nothing that is read is overwritten.
#[cfg(unix)]
#[test]
fn a_file_has_many_names() {
    let place = Place::with(&[
        ("gold", TREES.as_bytes()),
        ("gold.ctm", CTM.as_bytes()),
        ("ids.ctm", b"a\nb\nc\n"),
        ("list", b"gold\n"),
        ("list.ctm", b"gold.ctm\n"),
        ("old.ctm", b""),
        ("in/x", b""),
    ]);
    for (file, name) in [("gold", "gold.link"), ("gold.ctm", "times.link.ctm"), ("old.ctm", "old.link")] {
        std::os::unix::fs::symlink(file, place.path(name)).unwrap();
    }
    let before = place.names();
    for (line, said) in [
        (
            "gold --trees-out a.ctm --times-out ./a.ctm",
            "--trees-out a.ctm and --times-out ./a.ctm are the same file",
        ),
        ("gold --trees-out in/../a.ctm --times-out a.ctm", "are the same file"),
        ("gold --trees-out old.link --times-out old.ctm", "are the same file"),
        ("gold --trees-out gold.link --times-out a.ctm", "--trees-out gold.link would overwrite"),
        ("gold.link --trees-out ./gold --times-out a.ctm", "--trees-out ./gold would overwrite"),
        ("@list --trees-out list --times-out a.ctm", "--trees-out list would overwrite"),
        ("@list --trees-out gold --times-out a.ctm", "--trees-out gold would overwrite"),
        ("gold --times gold.ctm --trees-out a --times-out times.link.ctm", "times.link.ctm would overwrite"),
        ("gold --times @list.ctm --trees-out a --times-out ./list.ctm", "./list.ctm would overwrite"),
        ("gold --times gold.ctm --ids ids.ctm --trees-out a --times-out ids.ctm", "ids.ctm would overwrite"),
    ] {
        let ran = place.run(&format!("perturb {line} --noise 0.1"));
        let flat = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(ran.status, Some(2), "{line}: {flat}");
        assert!(flat.contains(said), "{line}: {flat}");
        assert_eq!((place.names(), place.read("gold")), (before.clone(), TREES.to_owned()), "{line}");
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn what_makes_no_sense_is_said_and_nothing_written() {
    let place = Place::with(&[("gold", GOLD.as_bytes()), ("empty", b""), ("gold.json", GOLD.as_bytes())]);
    for (line, said) in [
        ("perturb gold", "--noise <DELTA>|--insert <DELTA>|--delete <DELTA>"),
        ("perturb gold --noise 0.1 --times-out t.ctm", "--trees-out"),
        ("perturb gold --noise 0.1 --insert 0.1 --trees-out a --times-out t.ctm", "cannot be used with"),
        (
            "perturb gold --noise 0.1 --insert-style flat --trees-out a --times-out t.ctm",
            "cannot be used with",
        ),
        (
            "perturb gold --noise 1.5 --trees-out a --times-out t.ctm",
            "--noise: delta is 1.5; it must be a number from 0 to 1",
        ),
        ("perturb gold --insert -1 --trees-out a --times-out t.ctm", "--insert: delta is -1"),
        ("perturb gold --delete nan --trees-out a --times-out t.ctm", "--delete: delta is NaN"),
        (
            "perturb gold --noise 0.1 --trees-out a --times-out t.txt",
            "t.txt: the name must end in .ctm, .json or .jsonl",
        ),
        ("perturb gold --noise 0.1 --trees-out a --times-out -", "the name must end in"),
        ("perturb gold --noise 0.1 --trees-out a.ctm --times-out a.ctm", "are the same file"),
        (
            "perturb gold --noise 0.1 --trees-out ./gold --times-out t.ctm",
            "--trees-out ./gold would overwrite",
        ),
        (
            "perturb gold.json --noise 0.1 --trees-out a --times-out gold.json",
            "--times-out gold.json would overwrite",
        ),
        (
            "perturb gold --noise 0.1 --trees-out no/a --times-out t.ctm",
            "cannot write no/a: the folder does not exist",
        ),
        ("perturb gold --noise 0.1 --trees-out a --times-out no/t.ctm", "cannot write no/t.ctm: the folder"),
        (
            "perturb gold --times nowhere.ctm --noise 0.1 --trees-out a --times-out t.ctm",
            "cannot read nowhere.ctm",
        ),
        (
            "perturb gold --times gold --noise 0.1 --trees-out a --times-out t.ctm",
            "gold is brackets: trees, but",
        ),
        (
            "perturb gold --times gold.json --noise 0.1 --trees-out a --times-out t.ctm",
            "gold.json is brackets: trees, but",
        ),
        (
            "perturb gold --times gold.json --noise 0.1 --trees-out a --times-out gold.json",
            "--times-out gold.json would",
        ),
        ("perturb gold --tier words --noise 0.1 --trees-out a --times-out t.ctm", "--tier needs --times"),
        (
            "perturb gold --allow-overlaps --noise 0.1 --trees-out a --times-out t.ctm",
            "--allow-overlaps needs --times",
        ),
        ("perturb nowhere --noise 0.1 --trees-out a --times-out t.ctm", "cannot read nowhere"),
        ("perturb empty --noise 0.1 --trees-out a --times-out t.ctm", "empty is empty"),
    ] {
        let ran = place.run(line);
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{line}");
        let flat = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(said), "{line}: {}", ran.stderr);
        assert_eq!(place.names(), ["empty", "gold", "gold.json"], "{line}");
    }
}
