//! One case for each row of the rules, and more where a row has several parts.

use proptest::prelude::*;

use super::{Recognition, recognise};
use crate::read::file_fault::FileFault;
use crate::read::format::Want;

/// What is said of a text, in a few words.
fn said(text: &str, want: Want) -> String {
    summary(&recognise(text.as_bytes(), true, want))
}

pub(super) fn summary(found: &Result<Recognition, FileFault>) -> String {
    match found {
        Err(fault) => format!("{} {}:{}", fault.finding, fault.at.line, fault.at.column),
        Ok(found) => {
            let mut said = format!("{} {}", found.format.as_str(), found.confidence.as_str());
            if let Some(variant) = found.variant {
                said = format!("{said} {variant}");
            }
            for reading in &found.readings {
                said = format!("{said} {}", reading.as_str());
            }
            said
        }
    }
}

fn check(want: Want, cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(said(text, want), *expected, "{text:?}");
    }
}

#[test]
fn first_characters() {
    check(
        Want::Trees,
        &[
            ("", "empty-file 1:1"),
            (" \n\t\r\n", "empty-file 1:1"),
            ("#FORMAT 4\n#BOS 1\n", "export certain 4"),
            ("%% a comment\n\n#BOS 1\nDas - ART - NK\n", "export certain"),
            ("#BOS 1\nDas ART - NK 500\n", "export certain 3"),
            ("#BOS 1\nDas der ART - NK 500\n", "export certain 4"),
            ("#BOT ORIGIN\n#EOT ORIGIN\n", "export certain"),
            ("#BOSS\n", "plain likely plain"),
            ("#begin document (a); part 000\n", "conll-parse certain"),
            ("File type = \"ooTextFile\"\n", "textgrid certain"),
            ("Begin,End,Label,Type,Speaker\n0,1,a,words,x\n", "mfa-csv certain"),
            ("[IN:STOP stop ]\n", "top certain"),
            ("[SL:TIME now ]\n", "top certain"),
            ("[NP the cat]\n", "wrong-kind 1:1"),
            ("Tree('S', [])\n", "wrong-kind 1:1"),
            ("Here:\n  ```\n(S (A a))\n```\n", "llm-prose 2:1"),
            ("~~~\n(S (A a))\n", "llm-prose 1:1"),
            ("```\nno trees\n```\n", "plain likely plain"),
            ("# x\n1\ta\t_\t_\t_\t_\t0\t_\t_\t_\n", "conllu certain"),
        ],
    );
    check(Want::Words, &[("[NP the cat]\n", "plain likely plain")]);
}

#[test]
fn ids_and_scores_before_trees() {
    check(
        Want::Trees,
        &[
            ("a\t(S (A a))\nb\t(S (A a))\n", "id-brackets certain"),
            ("7\t(S (A a))\n8\t(S (A a))\n", "id-brackets certain"),
            ("99\t(S (A a))\n100\t(S (A a))\n", "id-brackets certain"),
            ("7\t(S (A a))\n7\t(S (A a))\n", "nbest certain berkeley"),
            ("-1.5\t(S (A a))\n-2e3\t(S (A a))\n", "nbest certain berkeley"),
            ("x\t(S (A a))\n-2e3\t(S (A a))\n", "id-brackets certain"),
            // What is before the tab must be a field, not a part of the tree.
            ("(S\t(A a) (B b))\n", "brackets certain"),
            ("\t(S (A a) (B b))\n", "brackets certain"),
            ("2 a\n-1\n(S (A a))\n-2\n(S (A a))\n", "nbest certain bllip"),
            ("2 a\n-1 -3\n(S (A a))\n-2 -3\n(S (A a))\n", "nbest certain bllip"),
            ("# Parse 1 with score -3.5\n(S\n (A a))\n", "nbest certain stanford"),
            ("# Parse one with score -3.5\n(S (A a) (B b))\n", "brackets certain"),
        ],
    );
}

#[test]
fn markup() {
    check(
        Want::Trees,
        &[
            ("<?xml version=\"1.0\"?>\n<!-- <s> -->\n<corpus id=\"c\">\n<s id=\"1\">", "tigerxml certain"),
            ("<subcorpus><graph/></subcorpus>", "tigerxml certain"),
            ("<!DOCTYPE corpus SYSTEM \"x.dtd\">\n<corpus><s/></corpus>", "tigerxml certain"),
            ("<!DOCTYPE corpus [\n<!ELEMENT corpus ANY>\n]>\n<corpus><s/></corpus>", "tigerxml certain"),
            ("<corpus>\n</corpus>", "format-unknown 1:1"),
            ("<SYSTEM title=\"x\">\n</SYSTEM>", "sclite certain"),
            ("<DOC>\n<S ID=1>\n( (IP (NN a)) )\n</S>\n", "sgml-brackets certain"),
            ("<html>", "wrong-kind 1:1"),
            ("<recipe>\n</recipe>", "format-unknown 1:1"),
            ("<unk> said\n", "plain likely plain"),
            ("<unk>\nsaid\n", "plain likely plain"),
            ("<a <b>></a>\n", "plain likely plain"),
        ],
    );
}

#[test]
fn json_by_its_shape() {
    check(
        Want::Trees,
        &[
            ("{\"label\": \"S\"}", "json certain"),
            ("{ }", "format-unknown 1:1"),
            ("[]", "format-unknown 1:1"),
            ("{\"labl\": \"S\"}", "json certain"),
            ("{\"tiers\": {}}", "mfa-json certain"),
            ("{\"segments\": []}", "whisper certain"),
            ("{\"result\": [], \"text\": \"\"}", "format-unknown 1:1"),
            ("{\"sentences\": []}", "json certain"),
            ("{\"start\": 0, \"end\": 1}", "times-json certain"),
            ("{\"words\": [[\"a\", 0, 1]]}", "times-json certain"),
            ("[[[\"a\", 0, 1]]]", "times-json certain"),
            ("[[{\"start\": 0, \"end\": 1}]]", "times-json certain"),
            ("{\"out\": \"(S (A a))\"}", "json certain"),
            ("{\"out\": \"(S (A a)) x\"}", "format-unknown 1:1"),
            ("{\"tree\": {}}", "json certain"),
            ("{\"tree\": [\"S\", \"a\", \"b\"]}", "json certain"),
            ("{\"sent\": 1, \"chunks\": []}", "chunks-json certain"),
            ("{\"sent\": 1, \"cat\": \"NP\"}", "probabilities certain"),
            ("{\"intent\": \"stop\"}", "frames certain"),
            ("[\"(S (A a))\", \"x\"]", "json certain"),
            ("[\"(S (A a))\", \"x\", \"y\"]", "format-unknown 1:1"),
            ("[[\"a\", \"b\"], [\"c\", \"d\"]]", "json certain bare"),
            ("[\"a\", [\"b\", \"c\"]]", "json ambiguous bare brackets"),
            ("[\"S\", [\"NP\", \"c\"]]", "json likely brackets bare"),
            ("{\"label\": \"S\"", "not-json 1:14"),
            ("{\"label\": \"S\"}\n{\"label\" \"S\"}\n", "not-json 2:10"),
        ],
    );
}

#[test]
fn json_that_the_sample_cuts() {
    let said = |text: &str| summary(&recognise(text.as_bytes(), false, Want::Trees));
    for (text, expected) in [
        ("{\"text\": \"a long te", "whisper certain"),
        ("{\"more\": \"a long te", "format-unknown 1:1"),
        ("{\"text\": \"t\", \"segments\": [{\"wor", "whisper certain"),
        ("{\"text\": \"t\", \"segments\": [{\"start\": 1", "whisper certain"),
        ("[{\"label\": \"S\", \"children\": [\"a\"]}, {\"lab", "json certain"),
        ("[{\"label\": \"S\", \"children\": [\"a", "json certain"),
        ("[[\"S\", [\"NP\", \"a\"]], [\"S\", [\"NP\", \"b\"]], [\"S\"", "json likely brackets bare"),
        ("{\"tree\": \"(S (A a))\"}\n{\"tree\": \"(S (A", "json certain"),
        ("{\"tree\": \"(S (A a))\"}\n{\"tree\" (S (A a))}\n{", "not-json 2:9"),
        ("{\"label\": \"S\", \"x\": tru", "json certain"),
    ] {
        assert_eq!(said(text), expected, "{text:?}");
    }
}

#[test]
fn which_brackets() {
    check(
        Want::Trees,
        &[
            ("(S (A a)) b\n(S (A a))\n", "brackets likely brackets bare"),
            ("(S (A a)) b\n(S (A a)) c\n", "wrong-kind 1:1"),
            ("(S (A a))\nHere is the tree:\n(S (A a))\n", "llm-prose 2:1"),
            ("(<T S 0 2> (<L N N a N>) (<L N N a N>))\n", "wrong-kind 1:1"),
            ("(b / boy :ARG (g / go))\n", "wrong-kind 1:1"),
            ("(S (A 0=a) (B 1=b))\n", "discbracket certain"),
            ("  (S the/DT cat/NN)\n", "wrong-kind 1:3"),
            ("((a b) (c d))\n", "bare certain"),
            ("(S (NP a))\n", "brackets likely brackets bare"),
            ("(the (old man))\n", "bare ambiguous bare brackets"),
            ("((a b c) (d e))\n", "bare certain"),
            ("((A B C) (D E))\n", "bare certain"),
            ("( (S (A a) (B b)) (ID 1))\n", "brackets certain"),
            ("(S (A a) (B b))\n", "brackets certain"),
            ("(S (A a b) (B c d) (C e f))\n", "lemma-leaves ambiguous lemma-leaves untagged"),
            ("(S (NP the cat) (VP is here now))\n", "untagged certain"),
            ("(s (np the cat) (vp is here now))\n", "untagged ambiguous untagged bare"),
            ("(S (A a)\n", "brackets certain"),
            ("; a comment\n", "plain likely plain"),
            ("# a comment\n(S (A a) (B b))\n", "brackets certain"),
            // One loose word in a short file is a fault of its tree.
            ("(S (A a) b)\n(S (A a) (B b))\n", "brackets certain"),
            // In a long one, loose words are the rule.
            (&"(S (NP a b) (VP c))\n".repeat(40), "untagged certain"),
        ],
    );
}

#[test]
fn columns() {
    check(
        Want::Trees,
        &[
            ("1\ta\t_\t_\t_\t_\t0\t_\t_\t_\n", "conllu certain"),
            ("1-2\ta\t_\t_\t_\t_\t_\t_\t_\t_\n1\ta\t_\t_\t_\t_\t0\t_\t_\t_\n", "conllu certain"),
            ("a DT (NP*\nb NN *)\n", "conll-parse certain"),
            ("a DT *\nb NN *\n", "plain likely plain"),
            ("r A spk 0.0 1.5 <o> a b\n", "stm certain"),
            ("r 1 2 0.0 1.5 a b\n", "stm certain"),
            ("1 NP 0 2 0.5\n", "probabilities certain"),
            ("r A 0.0 0.5 a\nr A 0.5 0.1 b NA\n", "ctm certain"),
            ("r A * * <ALT_BEGIN>\n", "ctm certain"),
            (";; comment\nr A 0.0 0.5 a\n", "ctm certain"),
            ("u 0.0 0.5 a\n", "ms98 certain"),
            ("u 0.0 0.5 a b\n", "wrong-kind 1:1"),
            ("a\ta\t000\nb\t\t100\n", "sparseval certain"),
            ("a NN B-NP\nb VB O\n\n", "bio certain"),
            ("a NN O\nb VB O\n\n", "plain likely plain"),
            ("a NN B-NP\nb VB O\n", "plain likely plain"),
            (";; only\n;; comments\n", "empty-file 1:1"),
        ],
    );
}

#[test]
fn transcripts() {
    check(
        Want::Trees,
        &[
            ("she laughed (har_002)\n", "trn certain"),
            ("she (really) laughed (har-1_2)\n(a-1)\n", "trn certain"),
            ("she laughed (2)\nhe too (3)\n", "trn likely trn forest"),
            ("she laughed (2)\nhe too (2)\n", "plain likely plain"),
            ("she laughed (2)\n", "plain likely plain"),
            ("a-1 she\na-2 he\n", "kaldi likely kaldi plain"),
            ("a-1 she\na-1 he\n", "plain likely plain"),
            ("a-1\na-2\na-3 x\n", "plain likely plain"),
            ("The tree is (S (NP (PRP She)))\n", "llm-prose 1:1"),
            ("she laughed\n", "plain likely plain"),
        ],
    );
    let ids: Vec<String> = (0..9).map(|n| format!("well (a-{n})\n")).collect();
    check(Want::Words, &[(&format!("{}no id\n", ids.concat()), "trn certain")]);
    check(
        Want::Forests,
        &[
            ("(a-1)\n(a-2)\n", "trn certain"),
            ("from (PLACE kiel) please\n", "forest certain"),
            ("(S (A a)\n (B b))\n", "brackets certain"),
            ("The tree is (S (NP (PRP She)))\n", "forest certain"),
            ("# a comment\n;; x\n(APlace new york) (B c)\n", "forest certain"),
            (&format!("{}to (PLACE\n", "from (PLACE kiel) on\n".repeat(9)), "forest likely forest brackets"),
            (&format!("{}(A b\n", "(S (A a) (B b))\n".repeat(9)), "brackets certain"),
        ],
    );
}

/// Words in brackets do not make a forest of records and transcripts: ids and times would be words.
#[test]
fn records_with_words_in_brackets() {
    check(
        Want::Forests,
        &[
            ("r A spk 0.0 1.5 <o> a (uh) b\n", "stm likely stm forest"),
            ("r A 0.0 0.5 (uh)\nr A 0.5 0.1 b\n", "ctm likely ctm forest"),
            ("u 0.0 0.5 (uh)\nu 0.5 0.6 b\n", "ms98 likely ms98 forest"),
            ("u 0.0 0.5 (uh) b\n", "wrong-kind 1:1"),
            ("a-1 she (uh) laughed\na-2 he\n", "kaldi likely kaldi forest"),
            ("a-1 from (PLACE kiel)\nto (PLACE kiel)\n", "forest certain"),
            ("(A-1 kiel) please\n(A-2 bonn) please\n", "forest certain"),
        ],
    );
}

/// Trees, one on a line, whose words are not those of a forest.
#[test]
fn utterances_that_are_trees_of_another_form() {
    check(
        Want::Forests,
        &[
            ("(S (VP (V 0=is) (A 2=rich)) (N 1=she))\n", "discbracket certain"),
            ("((the cat) (sat down))\n(the (cat sat))\nyes\n", "bare likely bare forest"),
            ("((the cat) (sat down)) well yes\n", "forest certain"),
            ("(the (cat sat))\n(go home)\n", "forest likely forest bare"),
            ("(S (NP (N a)))\n", "forest likely forest bare"),
            ("(S (N a) (V b))\n", "forest certain"),
            ("(S (D El el) (N gato gato) (V duerme dormir))\n", "forest likely forest lemma-leaves"),
            ("(S (D El el) (N gato gato)) (V duerme dormir)\n", "forest certain"),
            ("( (IP (N a) (V b)) (ID G,1.1))\n( (IP (N c)) (ID G,1.2))\n", "brackets certain"),
            ("( (IP (N a) (V b)) (ID G,1.1)) (IP (N c))\n", "forest certain"),
            ("( (IP (N a) (V b)))\n", "forest certain"),
        ],
    );
}

proptest! {
    #[test]
    fn any_bytes_are_recognised_or_refused(text in prop::collection::vec(any::<u8>(), 0..200), is_whole: bool) {
        for want in [Want::Trees, Want::Forests, Want::Words] {
            let _ = recognise(&text, is_whole, want);
        }
    }

    #[test]
    fn any_json_is_recognised_or_refused(text in "[\\[\\]{}\",: a-b0-1\\\\\n]{0,60}", is_whole: bool) {
        let _ = recognise(text.as_bytes(), is_whole, Want::Trees);
        let _ = recognise(format!("[{text}").as_bytes(), is_whole, Want::Trees);
    }
}
