//! What is read of texts that the pack does not have.

use std::io::Cursor;

use super::pack_tests::{Found, KNOWN, read_file};
use super::{FormatOptions, Known, Nbest, open};
use crate::read::format::Format;
use crate::read::options::DecidedBy;
use crate::read::tape::Tape;

/// Each unit as `id@place words | tree`, or with its fault.
fn show(found: &Found) -> String {
    let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let id = found.id.as_deref().map(lossy).unwrap_or_default();
    let words: Vec<_> = found.words.iter().map(|word| lossy(word)).collect();
    let rest = match (&found.fault, &found.tree) {
        (Some((message, at)), _) => format!("{at} {message}"),
        (None, Some(tree)) => format!("{} | {tree}", words.join(" ")),
        (None, None) => words.join(" "),
    };
    format!("{id}@{} {rest}", found.at)
}

fn read(format: Format, options: &FormatOptions, text: &str) -> Vec<String> {
    match read_file(format, options, text.as_bytes(), 1 << 20, 100) {
        Ok((found, _)) => found.iter().map(show).collect(),
        Err(fault) => {
            vec![format!("{} {}:{} {}", fault.finding, fault.at.line, fault.at.column, fault.message)]
        }
    }
}

fn check(format: Format, cases: &[(&str, &[&str])]) {
    for (text, expected) in cases {
        assert_eq!(read(format, &FormatOptions::default(), text), *expected, "{format:?}: {text}");
    }
}

#[test]
fn brackets_have_comments_ids_and_faults() {
    check(
        Format::Brackets,
        &[
            ("# id = a b \n(S (A a))\n(B b)", &["a b@2:1 a | (S (A 0))", "@3:1 b | (B 0)"]),
            ("#id=x\n(S (A a)", &["x@2:1 2:1 1 bracket is never closed"]),
            (
                "(S (A a)\n# sent_id = y\n(S (A a))",
                &["@1:1 1:1 1 bracket is never closed", "y@3:1 a | (S (A 0))"],
            ),
            ("( () (S (A a)) (ID x) )", &["x@1:1 a | (S (A 0))"]),
            ("( (S (A a) b) (ID x))", &["x@1:1 1:12 word without a bracket of its own"]),
            ("(ID x)", &["@1:1 x | (ID 0)"]),
            ("( (ID x) (A a))", &["@1:1 x a | ((ID 0) (A 1))"]),
            ("(((S (A a))))", &["@1:1 a | (S (A 0))"]),
            ("(S (NP) (A a) (()))", &["@1:1 a | (S (A 0))"]),
            ("(())\n()\n(TOP)", &["@1:1 ", "@2:1 ", "@3:1 "]),
            ("(S (A a)))", &["@1:1 1:10 `)` without `(`"]),
            ("x (S (A a))", &["@1:1 1:1 text outside brackets"]),
            ("(S\n\n (A é) b)", &["@1:1 3:8 word without a bracket of its own"]),
            ("(S (NP the cat))", &["@1:1 1:12 word without a bracket of its own"]),
            ("(S (NP the (N cat)))", &["@1:1 1:8 word without a bracket of its own"]),
            ("(S (A ()\n (B )))\n", &["@1:1 ( ) | (S (A 0) (B 1))"]),
        ],
    );
}

/// What a file was recognised by holds to its end.
#[test]
fn ids_of_transcripts_stay_ids() {
    check(
        Format::Kaldi,
        &[
            ("a-1 x\n\na-2\n", &["a-1@1:1 x", "a-2@3:1 "]),
            ("a-1 x\nwell y\n", &["not-a-record 2:1 `well` is no id, as the lines before begin with"]),
            ("a-1 x\na-2 y\na-1 z\n", &["not-a-record 3:1 the id `a-1` stands on an earlier line, too"]),
        ],
    );
    check(
        Format::Trn,
        &[
            ("x (a-1)\n;; y\n(a-2)\n", &["a-1@1:1 x", "a-2@3:1 "]),
            ("x (a-1)\ny (a-1)\n", &["not-a-record 2:1 the id `a-1` stands on an earlier line, too"]),
        ],
    );
}

/// Where an option gives the format, any ids will do.
#[test]
fn ids_of_a_given_format_are_taken_as_they_are() {
    let known = Known { by: DecidedBy::Option, ..KNOWN };
    for (format, text) in [(Format::Kaldi, "well x\nwell y\n"), (Format::Trn, "x (well)\ny (well)\n")] {
        let stream = Box::new(Cursor::new(text.as_bytes().to_vec()));
        let mut reader = open(format, known, stream, &FormatOptions::default()).unwrap();
        let mut tape = Tape::default();
        while reader.next(&mut tape).unwrap() {}
        assert_eq!(tape.units(), 2, "{format:?}");
    }
}

/// Heads are numbers of words of the sentence, without circles.
#[test]
fn heads_of_conllu_are_checked() {
    let sentence = |heads: &[&str]| {
        let words = (1..).zip(heads).map(|(at, head)| format!("{at}\tw{at}\t_\tX\t_\t_\t{head}\tr\t_\t_\n"));
        words.collect::<String>()
    };
    for (heads, expected) in [
        (&["2", "0"][..], "@1:1 w1 w2"),
        (&["_", "_"], "@1:1 w1 w2"),
        (&["0", "_"], "@1:1 2:14 no number of a head in column 7"),
        (&["x", "0"], "@1:1 1:14 no number of a head in column 7"),
        (&["-1", "0"], "@1:1 1:14 no number of a head in column 7"),
        (&["3", "0"], "@1:1 1:14 head 3, but the last word is 2"),
        (&["0", "2"], "@1:1 2:14 some words are heads of each other in a circle"),
        (&["0", "3", "4", "2", "1"], "@1:1 2:14 some words are heads of each other in a circle"),
        (&["5", "3", "1", "2", "0"], "@1:1 w1 w2 w3 w4 w5"),
    ] {
        check(Format::Conllu, &[(&sentence(heads), &[expected])]);
    }
    let odd = sentence(&["0", "1"]).replace("2\tw2", "3\tw2");
    check(Format::Conllu, &[(&odd, &["@1:1 2:1 word 3 stands where word 2 is due"])]);
    // A tree needs no heads; the other sentences of the file are read.
    let tree = format!("# constituency = (S (A w1))\n{}\n{}", sentence(&["_"]), sentence(&["7"]));
    let expected = ["@2:1 w1 | (S (A 0))", "@4:1 4:14 head 7, but the last word is 1"];
    check(Format::Conllu, &[(&tree, &expected)]);
}

#[test]
fn double_and_hanging_nodes_are_faults() {
    let export = |lines: &str| format!("#BOS 1\n{lines}#EOS 1\n");
    let word = "a X -- -- 500\n";
    check(
        Format::Export,
        &[
            (&export(&format!("{word}#500 S -- -- 0\n")), &["1@1:1 a | (S (X 0))"]),
            (
                &export(&format!("{word}#500 S -- -- 0\n#500 T -- -- 0\n")),
                &["1@1:1 4:1 node 500 stands twice"],
            ),
            (
                &export(&format!("{word}#500 S -- -- 0\n#501 T -- -- 502\n#502 U -- -- 501\n")),
                &["1@1:1 1:1 some nodes hang in a circle"],
            ),
        ],
    );
    let tiger = |inside: &str| format!("<corpus><s id=\"1\"><graph root=\"n\">{inside}</graph></s></corpus>");
    let edge = "<nt id=\"n\" cat=\"S\"><edge idref=\"t\"/></nt>";
    for (inside, expected) in [
        ("<t id=\"t\" word=\"a\" pos=\"X\"/>", "1@1:9 a | (S (X 0))"),
        ("<t id=\"t\" pos=\"X\"/>", "1@1:9 1:9 `t` has no `word`"),
        ("<t id=\"t\" word=\"\" pos=\"X\"/>", "1@1:9 1:9 `t` has no `word`"),
        (
            "<t id=\"t\" word=\"a\" pos=\"X\"/><t id=\"t\" word=\"b\" pos=\"X\"/>",
            "1@1:9 1:9 `t` stands twice",
        ),
        (
            "<t id=\"t\" word=\"a\" pos=\"X\"/><nt id=\"o\" cat=\"O\"><edge idref=\"o\"/></nt>",
            "1@1:9 1:9 some nodes hang in a circle",
        ),
    ] {
        check(Format::TigerXml, &[(&tiger(&format!("{inside}{edge}")), &[expected])]);
    }
}

#[test]
fn brackets_are_read_in_other_ways() {
    check(
        Format::Untagged,
        &[
            ("(S (NP She) (VP saw (NP it)))", &["@1:1 She saw it | (S (NP 0) (VP 1 (NP 2)))"]),
            ("( (S a (NP (X))) )", &["@1:1 a | (S 0)"]),
            ("(P ()", &["@1:1 ( | (P 0)"]),
        ],
    );
    check(
        Format::Bare,
        &[
            ("Rain\n (it) \n# c\n()", &["@1:1 Rain | (0)", "@2:2 it | (0)", "@4:1 "]),
            ("((a b) ())\n)", &["@1:1 a b | ((0 1))", "@2:1 2:1 `)` without `(`"]),
            ("two words", &["@1:1 1:1 text outside brackets"]),
        ],
    );
    check(
        Format::LemmaLeaves,
        &[("(S (d La la) (n x) (f a b c))", &["@1:1 La x a b c | (S (d 0) (n 1) (f 2 3 4))"])],
    );
    check(
        Format::Discbracket,
        &[
            ("(S (B 1=b) (VP (A 0=a) (C 2=c)))", &["@1:1 a b c | (S (VP (A 0) (C 2)) (B 1))"]),
            ("( (S 0=a (X) 1==))", &["@1:1 a = | (S 0 1)"]),
            ("(A 0=a)", &["@1:1 a | (A 0)"]),
            ("(S (A 00=a) (B 0=b))", &["@1:1 1:16 position 0 stands twice"]),
            ("(S (A 1=a) (B x=b))", &["@1:1 1:15 `x=b` is no word with a position; write 0=word"]),
            ("(S (A 5=a", &["@1:1 1:4 2 brackets are never closed"]),
        ],
    );
    check(
        Format::SgmlBrackets,
        &[
            (
                "<DOC>\n<S ID=1>\n(A a)\n(B b)\n</S>\n(C c)\n<seg type=\"x\" id=\"7\">(x\n( (S (D d)) )\nx",
                &[
                    "1@3:1 a | (A 0)",
                    "1/2@4:1 b | (B 0)",
                    "@6:1 c | (C 0)",
                    "7@8:1 d | (S (D 0))",
                    "7/2@9:1 9:1 text outside brackets",
                ],
            ),
            (
                "<S ID=1>\n( (S (A a))\n</S>\n<S ID=2>\n(B b)",
                &["1@2:1 2:1 1 bracket is never closed", "2@5:1 b | (B 0)"],
            ),
        ],
    );
}

#[test]
fn exports_and_graphs_name_what_is_wrong() {
    check(
        Format::Export,
        &[
            ("#BOS 1\n#EOS 2\n", &["not-a-record 2:1 #EOS 2 closes no sentence"]),
            ("#FORMAT 3\nx\n", &["not-a-record 2:1 text outside a sentence (#BOS ... #EOS)"]),
            (
                "#BOS 1\na A - - 0\n#BOS 2\na A - - 0\n#EOS 2\n",
                &["1@1:1 1:1 sentence 1 has no #EOS", "2@3:1 a | (VROOT (A 0))"],
            ),
            (
                "#BOS 1\na A - - 500\n#499 B - - 0\n#500 VROOT - - 0\n#501 X - - 0\n#EOS 1\n",
                &["1@1:1 a #499 | (VROOT (VROOT (A 0)) (B 1))"],
            ),
            ("#BOS 1\na A - - 500\n#500 S - - 501\n#501 VROOT - - 0\n#EOS 1\n", &["1@1:1 a | (S (A 0))"]),
            ("#BOS 1\n#500 S - - 0\n#EOS 1\n", &["1@1:1 "]),
        ],
    );
    let graph = |inner: &str| {
        format!("<corpus>\n<body> <s id='é'><graph root='n'>{inner}</graph></s></body></corpus>")
    };
    for (inner, expected) in [
        (
            "<t id='a' word='a&amp;b' pos='A'/><nt id='n' cat='S'><edge idref='a'/></nt>",
            "é@2:8 a&b | (S (A 0))",
        ),
        (
            "<t id='a' word='a'/><nt id='n' cat='VROOT'><edge idref='m'/></nt><nt id='m' cat='S'><edge idref='a'/></nt>",
            "é@2:8 a | (S 0)",
        ),
        (
            "<t id='a' word='a' pos='A'/><nt id='n' cat='S'><edge idref='m'/></nt><nt id='m' cat='T'><edge idref='n'/>\
          <edge idref='a'/></nt>",
            "é@2:8 2:8 some nodes hang in a circle",
        ),
        ("", "é@2:8 "),
    ] {
        assert_eq!(read(Format::TigerXml, &FormatOptions::default(), &graph(inner)), [expected], "{inner}");
    }
    check(
        Format::TigerXml,
        &[
            ("<corpus>\n<s>\n", &["not-a-record 3:1 XML breaks off: 2 elements are never closed"]),
            (
                "<corpus>\n<s id='1'/><s></t>",
                &[
                    "not-a-record 2:15 XML breaks off: ill-formed document: expected `</s>`, but `</t>` was found",
                ],
            ),
        ],
    );
}

#[test]
fn functions_are_appended_if_asked_for() {
    let options = FormatOptions { functions: true, ..FormatOptions::default() };
    let export = "#FORMAT 3\n#BOS 1\na A - SB 500\nb B - -- 500\n#500 NP - OA 501\n#501 S - -- 0\n#EOS 1\n";
    assert_eq!(read(Format::Export, &options, export), ["1@2:1 a b | (S (NP-OA (A 0) (B 1)))"]);
    let tiger = "<corpus><s id='1'><graph root='s'><t id='a' word='a' pos='A'/><nt id='n' cat='NP'>\
        <edge idref='a' label='HD'/></nt><nt id='s' cat='S'><edge idref='n' label='SB'/></nt></graph></s></corpus>";
    assert_eq!(read(Format::TigerXml, &options, tiger), ["1@1:9 a | (S (NP-SB (A 0)))"]);
}

#[test]
fn lists_and_lines_name_what_is_wrong() {
    check(
        Format::Nbest,
        &[
            ("-1\t(S (A a)\n-2\t(S (A a))\n", &["@1:4 1:4 1 bracket is never closed"]),
            ("-1\t(S (A a))\n-2\t(S (B b))\n", &["@1:4 a | (S (A 0))", "@2:4 b | (S (B 0))"]),
            ("-1\t(S (A a))\nx\t(S (B b))\n", &["not-a-record 2:1 no score before the tree"]),
            ("0\tx\n\n1\ty\n-1.5\n (S (A a))\n", &["x@1:1 ", "y@5:2 a | (S (A 0))"]),
            ("2\tx\n-1\n(S (A a))\n", &["not-a-record 1:1 the list of sentence x breaks off"]),
            ("# Parse 1 with score NaN\n\n (S\n (A a))\n", &["@3:2 a | (S (A 0))"]),
        ],
    );
    check(
        Format::IdBrackets,
        &[
            ("a\t (S (A a))\n\nb\t(S\n", &["a@1:4 a | (S (A 0))", "b@3:3 3:3 1 bracket is never closed"]),
            ("a (S (A a))\n", &["not-a-record 1:1 no tab between id and tree"]),
        ],
    );
    check(
        Format::ConllParse,
        &[
            ("a A (S*\nb B *))\n", &["@1:1 1:1 the parse bits do not close"]),
            ("# # (NP*)\n) ) *\n", &["@1:1 # ) | ((NP (# 0)) () 1))"]),
            ("a b (S*) d\n", &["not-a-record 1:1 no parse bit in column 6, or in the last of three"]),
            (
                "#begin document (x)\na A (S*)\n\nb B (S*)\n#end document\n",
                &["x/0/1@2:1 a | (S (A 0))", "x/0/2@4:1 b | (S (B 0))"],
            ),
        ],
    );
    check(
        Format::Conllu,
        &[
            ("x\ta\t_\t_\t_\t_\t0\tr\t_\t_\n", &["not-a-record 1:1 `x` is no number of a word"]),
            (
                "#  constituency = (S (A a)\n1\ta\t_\t_\t_\t_\t0\tr\t_\t_\n",
                &["@2:1 1:19 1 bracket is never closed"],
            ),
        ],
    );
    check(
        Format::Top,
        &[
            ("[IN:A a ] ]", &["@1:1 1:1 `]` without `[`"]),
            ("a", &["@1:1 1:1 text outside brackets"]),
            ("\n[IN:A[SL:B ] [x b]", &["@2:1 x b | (IN:A (SL:B) 0 1)"]),
        ],
    );
    check(
        Format::Stm,
        &[
            (
                "r 1 s 2 1 a\n",
                &["not-a-record 1:1 columns 4 and 5 must be the begin and the end of the segment"],
            ),
            ("r A s 0 1 <> <a> b\n", &["r-A-1@1:1 <a> b"]),
        ],
    );
    check(Format::Plain, &[("a\u{a0}b c\n\nd", &["@1:1 a\u{a0}b c", "@2:1 ", "@3:1 d"])]);
}

#[test]
fn the_best_is_read_if_asked_for() {
    let options = FormatOptions { nbest: Nbest::Best, ..FormatOptions::default() };
    let text = "2\tx\n-2 -1\n(S (A a))\n-1 -3\n(T (A a))\n";
    assert_eq!(read(Format::Nbest, &options, text), ["x@5:1 a | (T (A 0))"]);
    let text = "# Parse 1 with score -2\n(S (A a))\n# Parse 2 with score -1\n(T (A a))\n";
    assert_eq!(read(Format::Nbest, &options, text), ["@4:1 a | (T (A 0))"]);
}
