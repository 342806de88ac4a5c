//! `treescore convert` and `treescore formats`.

use crate::cli::{GOLD, Place};

const GAPS: &str = "(S (VP (V 0=is) (A 2=rich)) (NP (N 1=he)))\n(S (N 0=it) (V 1=rained))\n";

fn place() -> Place {
    Place::with(&[
        ("gold", GOLD.as_bytes()),
        ("gaps", GAPS.as_bytes()),
        ("named", b"# sent_id = a1\n(S (NP the cat) (VP sat))\n# sent_id = a2\n(S (NP it) (VP fell down))\n"),
        ("bare", b"((the (old gull)) (slept (all day)))\n((a gull) (saw (the sea)))\n"),
        ("words", b"plain text of words\nand more of them\n"),
        (
            "deps",
            b"1\tit\tit\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n2\trained\train\tVERB\tVBD\t_\t0\troot\t_\t_\n\n",
        ),
        ("times.ctm", b"talk A 0.30 0.25 cat\ntalk A 0.60 0.25 sat\n"),
    ])
}

/// Trees go through each format and come back as they were.
#[test]
fn trees_come_back() {
    let place = place();
    for (file, formats, back) in [
        ("gold", &["brackets", "discbracket", "export", "json"][..], "brackets"),
        ("gaps", &["discbracket", "export", "json"], "discbracket"),
        ("named", &["brackets", "json"], "brackets"),
    ] {
        let first = place.run(&format!("convert {file} --to {back} -o first"));
        assert_eq!((first.status, first.stderr.as_str()), (Some(0), ""), "{file}");
        let expected = std::fs::read_to_string(place.path("first")).unwrap();
        for format in formats {
            let ran = place.run(&format!("convert {file} --to {format} -o there"));
            assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""), "{file} to {format}");
            let again = place.run(&format!("convert there --to {back}"));
            let without_numbers: String = again
                .stdout
                .split_inclusive('\n')
                .filter(|line| *format != "export" || !line.starts_with('#'))
                .collect();
            assert_eq!(
                (again.status, without_numbers),
                (Some(0), expected.clone()),
                "{file}, {format}: {}",
                again.stderr
            );
        }
    }
    assert!(
        place
            .run("convert named --to brackets")
            .stdout
            .starts_with("# sent_id = a1\n(S (NP the cat) (VP sat))\n")
    );
}

/// Trees without tags whose brackets hold one word each look like tags: the way back is named.
#[test]
fn a_format_that_content_does_not_tell_is_said() {
    let ones = "(NP cat)\n".repeat(30);
    let place = Place::with(&[
        ("few", format!("{ones}(S (NP the cat) (VP sat down))\n").as_bytes()),
        ("many", format!("(NP cat)\n{}", "(S (NP the big cat) (VP sat right there))\n".repeat(5)).as_bytes()),
        ("tabs.json", b"{\"label\": \"S\\tX\", \"children\": [{\"label\": \"N\", \"children\": [\"a\"]}]}\n"),
    ]);
    let few = place.run("convert few --input untagged --to brackets -o out");
    assert_eq!(few.status, Some(0), "{}", few.stderr);
    assert!(few.stderr.contains("--input untagged"), "{}", few.stderr);
    let again = place.run("convert out --input untagged --to brackets");
    assert_eq!(again.stdout.as_bytes(), place.bytes("out"));
    let many = place.run("convert many --to brackets");
    assert_eq!((many.status, many.stderr.as_str()), (Some(0), ""));
    for command in ["convert tabs.json --to conllu", "conllu tabs.json"] {
        let ran = place.run(command);
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(1), ""), "{command}");
        assert!(ran.stderr.contains("contains a tab"), "{command}: {}", ran.stderr);
    }
}

#[test]
fn what_counts_is_written() {
    let place = place();
    let ran = place.run("convert gold --to brackets -r collins");
    assert!(ran.stdout.starts_with("(S (NP (DT the) (NN cat))"), "{}", ran.stdout);
    assert!(!ran.stdout.contains("(. .)"), "{}", ran.stdout);
    assert_eq!(place.run("convert gold --to conllu").stdout, place.run("conllu gold").stdout);
    let right = place.run("convert gold --to conllu --heads collins");
    assert_eq!(right.stdout, place.run("conllu gold --heads collins").stdout);
}

#[test]
fn what_cannot_be_written_is_left_out() {
    let place = place();
    let ran = place.run("convert gaps --to brackets");
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(1), "(S (N it) (V rained))\n"));
    let said = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("gaps:1: tree 1: is discontinuous, which brackets cannot hold"), "{said}");
    assert!(said.contains("1 of 2 trees left out"), "{said}");
    let strict = place.run("convert gaps --to brackets --strict -o out");
    assert_eq!(strict.status, Some(2));
    assert!(!place.path("out").exists());
    for (command, said) in [
        ("convert gold --to pdf", "pdf"),
        ("convert gold --to json --heads collins", "--heads is for --to conllu"),
        ("convert gold --to json -o gold", "would overwrite an input file"),
        ("convert gold --to json --only *.mrg", "--only needs a folder"),
        ("convert words --to json", "is plain text: words, but convert --to json needs trees"),
        (
            "convert deps --to brackets",
            "is CoNLL-U: words and dependencies, but convert --to brackets needs trees",
        ),
        ("convert nothing --to json", "nothing"),
        ("convert named --to conllu", "named has words without tags, but convert --to conllu needs tags"),
        ("convert bare --to conllu", "bare has brackets without labels, but convert --to conllu needs tags"),
    ] {
        let ran = place.run(command);
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{command}: {}", ran.stderr);
        let stderr = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(stderr.contains(said), "{command}: {stderr}");
    }
}

/// What of CoNLL-U is not kept is said.
#[test]
fn dependencies_keep_their_heads() {
    let ran = place().run("convert deps --to conllu");
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(ran.stdout.contains("\t2\tnsubj\t") && !ran.stdout.contains("PRP"), "{}", ran.stdout);
    assert!(ran.stderr.contains("other columns are not"), "{}", ran.stderr);
}

#[test]
fn formats_are_listed_and_found() {
    let place = place();
    let list = place.run("formats");
    assert_eq!(list.status, Some(0));
    let json: serde_json::Value = serde_json::from_str(&place.run("formats -f json").stdout).unwrap();
    let names: Vec<&str> = json.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names.len(), treescore::read::Format::VALUES.len());
    for name in names {
        assert!(list.stdout.contains(&format!("\n  {name} ")), "{name}");
    }
    let ran = place.run("formats gold gaps named words times.ctm");
    let expected = "\
gold: brackets, 3 trees, certain, utf-8
gaps: discbracket, 2 trees, certain, utf-8
named: untagged, 2 trees, certain, utf-8, comments: 2
words: plain, 2 utterances, likely, utf-8
times.ctm: ctm, 1 utterance, certain, utf-8
";
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(0), expected), "{}", ran.stderr);
    let refused = Place::with(&[("zero", b"(A \0)"), ("gold", GOLD.as_bytes())])
        .run("formats zero gold nothing -f json");
    assert_eq!(refused.status, Some(1));
    let found: serde_json::Value = serde_json::from_str(&refused.stdout).unwrap();
    assert!(found[0]["refused"].is_string() && found[2]["refused"].is_string(), "{found}");
    assert_eq!((&found[1]["format"], &found[1]["units"]), (&"brackets".into(), &3.into()));
}
