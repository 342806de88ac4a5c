#![expect(clippy::float_cmp, reason = "infinities, and what must be exact to the last digit")]

use super::*;
use crate::{Inventory, PhraseProbabilities};

const GOLD: &str = r#"{"sent":"s1","n":4,"chunks":[["NP",0,2],["VP",2,3],["Null",3,4]]}
{"sent":7,"n":2,"chunks":[["NP",0,1]],"words":["a","b"],"tags":["X","Y"],"other":1}
"#;

fn gold() -> Gold {
    let mut gold = Gold::new("gold");
    gold.read("gold", GOLD.as_bytes()).unwrap();
    gold
}

fn error(format: ProbabilityFormat, text: &[u8]) -> String {
    match FileModel::read("f", format, text, &gold()) {
        Ok(_) => "fine".to_owned(),
        Err(PhraseFileError::Line(error)) => format!("{}: {}", error.line, error.fault.code()),
        Err(error) => error.to_string(),
    }
}

const HEADER: &str = r#"{"format":"treescore-phrase-probabilities","version":1"#;

#[test]
fn json_lines_and_their_faults() {
    for (text, expected) in [
        ("", "fine"),
        ("\n \r\n\t\n", "fine"),
        (r#"{"sent":"s1","cat":"NP","start":0,"end":2,"p":1}"#, "fine"),
        (r#"{"sent":7,"cat":"NP","start":0,"end":2,"p":0.5}"#, "fine"),
        (r#"{"p":2,"sent":"s1","cat":"NP","start":0,"end":2,"p":0.5}"#, "fine"), // the last of two counts
        (r#"{"sent":7.0,"cat":"NP","start":0,"end":2,"p":0.5}"#, "1: unknown-sentence"),
        (r#"{"sent":null,"cat":"NP","start":0,"end":2,"p":0.5}"#, "1: unknown-sentence"),
        (r#"{"sent":["s1"],"cat":"NP","start":0,"end":2,"p":0.5}"#, "1: unknown-sentence"),
        (r#"{"sent":"s1","cat":5,"start":0,"end":2,"p":0.5}"#, "1: unknown-category"),
        (r#"{"sent":"s1","cat":{"a":[]},"start":0,"end":2,"p":0.5}"#, "1: unknown-category"),
        (r#"{"sent":"s1","cat":"NP","start":true,"end":2,"p":0.5}"#, "1: bad-span"),
        (r#"{"sent":"s1","cat":"NP","start":0,"end":1.0,"p":0.5}"#, "1: bad-span"),
        (r#"{"sent":"s1","cat":"NP","start":-1,"end":1,"p":0.5}"#, "1: bad-span"),
        (r#"{"sent":"s1","cat":"NP","start":0,"end":18446744073709551616,"p":0.5}"#, "1: bad-span"),
        (r#"{"sent":"s1","cat":"NP","start":0,"end":4294967298,"p":0.5}"#, "1: bad-span"),
        (r#"{"sent":"s1","cat":"NP","start":0,"end":2,"p":-0.1}"#, "1: bad-probability"),
        (r#"{"sent":"s1","cat":"NP","start":0,"end":2,"p":null}"#, "1: bad-probability"),
        (r#"{"sent":"s1","cat":"NP","start":0,"end":2,"p":NaN}"#, "1: bad-probability"),
        (r#"{"sent":"s1","cat":"NP","start":0,"end":2,"p":-Infinity}"#, "1: bad-probability"),
        (r#"{"sent":"s1","cat":"NP","start":0,"end":2,"p":1e400}"#, "1: bad-probability"),
        (r#"{"sent":"s1","cat":"NP","start":0,"end":1e400,"p":NaN}"#, "1: bad-span"),
        (r#"{"sent":"NaN \" NaN","cat":"NP","start":0,"end":2,"p":NaN}"#, "1: unknown-sentence"),
        (r#"{"sent":"s1","cat":"NP","start":0,"end":2,"p":NaN"#, "1: bad-json"),
        (r#"{"sent":"s1","cat":"NP","start":0,"end":2,"p":NaN,"x":"}"#, "1: bad-json"),
        (r#"{"sent":"s1","cat":"NP","start":0,"end":2,"p":.5}"#, "1: bad-json"),
        (r#"{"sent":"x","cat":"Y","start":9,"end":2}"#, "1: missing-field"),
        (r#"{"sent":"x","cat":"Y","start":9,"end":2,"p":7}"#, "1: unknown-sentence"),
        (r#"{"sent":"s1","cat":"Y","start":9,"end":2,"p":7}"#, "1: unknown-category"),
        (r#"{"sent":"s1","cat":"NP","start":9,"end":2,"p":7}"#, "1: bad-span"),
        ("[]", "1: bad-json"),
        ("5", "1: bad-json"),
        ("\n\n{}{}", "3: bad-json"),
        ("{\"sent\":\"\u{0}\"}", "1: bad-json"),
    ] {
        assert_eq!(error(ProbabilityFormat::JsonLines, text.as_bytes()), expected, "{text}");
    }
    let deep = format!("{{\"x\":{}", "[".repeat(100_000));
    assert_eq!(error(ProbabilityFormat::JsonLines, deep.as_bytes()), "1: bad-json");
    assert_eq!(error(ProbabilityFormat::JsonLines, b"{\"sent\":\"\xff\"}"), "1: bad-json");
}

#[test]
fn headers_and_their_faults() {
    for (rest, expected) in [
        ("}", "fine"),
        (r#","default":null}"#, "fine"),
        (
            r#","categories":["NP","VP","Null"],"default":{"p":0.1,"by_category":{"NP":0.2},"xk":{"VP":[0.3]}}}"#,
            "fine",
        ),
        (r#","categories":[]}"#, "1: bad-header"),
        (r#","categories":["NP","NP"]}"#, "1: bad-header"),
        (r#","categories":["NP",""]}"#, "1: bad-header"),
        (r#","default":{"p":NaN}}"#, "1: bad-probability"),
        (r#","default":{"xk":{"NP":[0.1,1e999]}}}"#, "1: bad-probability"),
        (r#","categories":["NP",5]}"#, "1: bad-header"),
        (r#","categories":"NP"}"#, "1: bad-header"),
        (r#","default":0.5}"#, "1: bad-default"),
        (r#","default":{"q":0.5}}"#, "1: bad-default"),
        (r#","default":{"p":"x"}}"#, "1: bad-probability"),
        (r#","default":{"p":-1}}"#, "1: bad-probability"),
        (r#","default":{"by_category":[]}}"#, "1: bad-default"),
        (r#","default":{"by_category":{"NP":2}}}"#, "1: bad-probability"),
        (r#","default":{"by_category":{"ZZ":0.2}}}"#, "1: unknown-category"),
        (r#","default":{"xk":{"NP":0.5}}}"#, "1: bad-default"),
        (r#","default":{"xk":{"NP":[]}}}"#, "1: bad-default"),
        (r#","default":{"xk":{"NP":[0.1,true]}}}"#, "1: bad-probability"),
        (r#","default":{"xk":{"ZZ":[0.1]}}}"#, "1: unknown-category"),
        (r#","categories":["VP"]}"#, "0: gold-category"),
    ] {
        let text = format!("{HEADER}{rest}");
        assert_eq!(error(ProbabilityFormat::JsonLines, text.as_bytes()), expected, "{text}");
    }
    for (text, expected) in [
        (format!("{HEADER}}}\n{HEADER}}}"), "2: misplaced-header"),
        (r#"{"format":"other","version":1}"#.to_owned(), "1: bad-header"),
        (r#"{"format":"treescore-phrase-probabilities"}"#.to_owned(), "1: bad-header"),
    ] {
        assert_eq!(error(ProbabilityFormat::JsonLines, text.as_bytes()), expected, "{text}");
    }
    let long = format!("{HEADER},\"default\":{{\"xk\":{{\"NP\":[{}0]}}}}}}", "0,".repeat(200_000));
    assert_eq!(error(ProbabilityFormat::JsonLines, long.as_bytes()), "1: bad-default", "too many defaults");
}

#[test]
fn columns_and_their_faults() {
    for (text, expected) in [
        ("", "fine"),
        ("# a comment\n# default=0.5\nsent\tcat\tstart\tend\tp\ns1\tNP\t0\t2\t1e-3\r\n", "fine"),
        ("s1\tNP\t0\t2\t.5\n7\tNP\t0\t2\t1\n", "fine"),
        ("# categories=NP,VP,Null\ns1\tNP\t0\t2\t.5\n", "fine"),
        ("# categories=NP, VP , Null\ns1\tNP\t0\t2\t.5\n", "fine"),
        ("# categories=NP,,Null\n", "1: bad-header"),
        ("# categories=NP,\n", "1: bad-header"),
        ("# categories=\n", "1: bad-header"),
        ("# categories=NP,NP\n", "1: bad-header"),
        ("# default=0.1\n# categories=NP,VP,Null\n", "2: bad-header"),
        ("# default=\n", "1: bad-default"),
        ("# default=nan\n", "1: bad-probability"),
        ("s1\tNP\t0\t2\t.5\n# late\n", "2: misplaced-header"),
        ("s1 NP 0 2 .5\n", "1: missing-field"),
        ("s1\tNP\t0\t2\t.5\t\n", "1: missing-field"),
        ("sent\tcat\tstart\tend\tp\nsent\tcat\tstart\tend\tp\n", "2: bad-span"),
        ("s9\tNP\t0\t1.0\t.5\n", "1: bad-span"), // numbers are read before anything is looked up
        ("s9\tNP\t0\t+1\t.5\n", "1: bad-span"),
        ("s9\tNP\t0\t1\tx\n", "1: bad-probability"),
        ("s9\tNP\t0\t1\t7\n", "1: unknown-sentence"),
        ("s1\tNP\t-1\t1\t.5\n", "1: bad-span"),
        ("s1\tNP\t0\t99999999999999999999999\t.5\n", "1: bad-span"),
        ("s1\tNP\t0\t1\tinf\n", "1: bad-probability"),
    ] {
        assert_eq!(error(ProbabilityFormat::Tsv, text.as_bytes()), expected, "{text}");
    }
    assert_eq!(error(ProbabilityFormat::Tsv, b"\xff\tNP\t0\t1\t0.5\n"), "1: unknown-sentence");
}

#[test]
fn the_first_error_in_the_file_is_the_one_that_is_named() {
    let line = "s1\tNP\t0\t2\t.5\n";
    let other = "s1\tVP\t0\t2\t.5\n";
    for (text, expected) in [
        (format!("{line}{other}{line}"), "3: duplicate-candidate"),
        (format!("{other}{line}{line}{other}"), "3: duplicate-candidate"),
        (format!("{line}{line}wrong\n"), "2: duplicate-candidate"),
        (format!("{line}wrong\n{line}"), "2: missing-field"),
    ] {
        assert_eq!(error(ProbabilityFormat::Tsv, text.as_bytes()), expected, "{text}");
    }
}

#[test]
fn candidates_are_found_by_sentence() {
    let text = "7\tNP\t0\t1\t.5\ns1\tVP\t2\t3\t.25\ns1\tNP\t0\t2\t.75\n";
    let gold = gold();
    let mut model = FileModel::read("f", ProbabilityFormat::Tsv, text.as_bytes(), &gold).unwrap();
    let of = |at: usize| model.candidates(at).iter().map(|one| one.probability).collect::<Vec<_>>();
    assert_eq!((of(0), of(1), of(2)), (vec![0.75, 0.25], vec![0.5], vec![]));
    let mut sentence = crate::Sentence::default();
    model.gold_sentence(1, &mut sentence);
    assert_eq!((&*sentence.id, sentence.length, sentence.chunks.len()), ("7", 2, 1));
    let mut listed = Vec::new();
    model.list_candidates(&sentence, &mut listed);
    assert_eq!(listed, model.candidates(1));
}

#[test]
fn defaults_go_from_the_general_to_the_special() {
    let text = format!(
        "{HEADER},\"categories\":[\"NP\",\"VP\",\"Null\"],\"default\":{{\"p\":0.1,\"by_category\":{{\"NP\":0.2,\"VP\":0.3}},\"xk\":{{\"VP\":[0.4,0.5]}}}}}}"
    );
    let gold = gold();
    let model = FileModel::read("f", ProbabilityFormat::JsonLines, text.as_bytes(), &gold).unwrap();
    let inventory = Inventory::new(["NP", "VP", "Null"]).unwrap();
    assert_eq!((model.inventory(), model.longest()), (&inventory, 20));
    for (name, expected) in [("NP", [0.2, 0.2, 0.2]), ("VP", [0.4, 0.5, 0.5]), ("Null", [0.1, 0.1, 0.1])] {
        let category = inventory.find(name.as_bytes()).unwrap();
        assert_eq!([1, 2, 30].map(|length| model.default(category, length)), expected, "{name}");
    }
}

#[test]
fn gold_chunks_and_their_faults() {
    for (text, expected) in [
        (r#"{"sent":"a","n":0,"chunks":[]}"#, "fine"),
        (r#"{"sent":"a","n":3,"chunks":[["NP",0,2],["VP",1,3]]}"#, "fine"), // they need not be a sequence
        ("[]", "1: bad-json"),
        ("{", "1: bad-json"),
        (r#"{"n":3,"chunks":[]}"#, "1: missing-field"),
        (r#"{"sent":"a","chunks":[]}"#, "1: missing-field"),
        (r#"{"sent":"a","n":3}"#, "1: missing-field"),
        (r#"{"sent":true,"n":3,"chunks":[]}"#, "1: missing-field"),
        (r#"{"sent":"a","n":1.5,"chunks":[]}"#, "1: bad-span"),
        (r#"{"sent":"a","n":4000000000,"chunks":[]}"#, "1: bad-span"),
        (r#"{"sent":"a","n":3,"chunks":[["NP",0,4]]}"#, "1: bad-span"),
        (r#"{"sent":"a","n":3,"chunks":[["NP",1,1]]}"#, "1: bad-span"),
        (r#"{"sent":"a","n":3,"chunks":[[5,0,1]]}"#, "1: bad-span"),
        (r#"{"sent":"a","n":3,"chunks":["NP"]}"#, "1: bad-span"),
        (r#"{"sent":"a","n":3,"chunks":[["NP",0,1],["VP",1,2],["NP",0,1]]}"#, "1: duplicate-candidate"),
        (r#"{"sent":"a","n":3,"chunks":[],"words":["x"]}"#, "1: missing-field"),
        (
            "{\"sent\":\"5\",\"n\":1,\"chunks\":[]}\n{\"sent\":5,\"n\":1,\"chunks\":[]}",
            "2: duplicate-sentence",
        ),
    ] {
        let mut gold = Gold::new("gold");
        let found = match gold.read("gold", text.as_bytes()) {
            Ok(()) => "fine".to_owned(),
            Err(PhraseFileError::Line(error)) => format!("{}: {}", error.line, error.fault.code()),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn messages_say_where_and_what_to_do() {
    for (format, text, expected) in [
        (ProbabilityFormat::JsonLines, "\n{\"sent\":]", "f:2: not a JSON object: column 9: expected value"),
        (
            ProbabilityFormat::JsonLines,
            r#"{"sent":"s1","cat":"NP","start":0,"end":2,"p":1e400}"#,
            "f:1: 1e400 is not a number from 0 to 1",
        ),
        (
            ProbabilityFormat::Tsv,
            "s1\tNP\t0\t2\t.5\n\ns1\tNP\t0\t2\t.5\n",
            "f:3: this candidate is already listed in line 1",
        ),
        (
            ProbabilityFormat::Tsv,
            "s1\n",
            "f:1: 1 column instead of five (sent, cat, start, end, p, with tabs between)",
        ),
        (
            ProbabilityFormat::Tsv,
            "# categories=NP,Null\n",
            "gold: sentence s1: category VP is not in the inventory; add it to the categories of \
             the probability file",
        ),
    ] {
        let error = FileModel::read("f", format, text.as_bytes(), &gold()).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
}
