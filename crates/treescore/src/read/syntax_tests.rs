use super::*;
use crate::read::blocks::pad;
use crate::read::{Dialect, FaultKind, Scanner};
use crate::tree::Tree;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

/// Shows the tree in brackets, or the kind and position of the fault.
fn show(syntax: &Syntax, text: &[u8]) -> Result<String, (FaultKind, usize)> {
    let (mut labels, mut buffer, mut arena) = (Labels::new(), Buffer::default(), Arena::default());
    // Surrounding text must not matter.
    let padded = [b"(X y", text, b" z)"].concat();
    let extent = (4, 4 + text.len());
    syntax
        .read(&padded, extent, &mut labels, &mut buffer, &mut arena)
        .map_err(|fault| (fault.kind, fault.at - 4))?;
    let words = syntax.text(&padded, &buffer);
    Ok(Tree::new(words.into(), arena, &labels).to_string().replace('\x1f', "~"))
}

fn check(syntax: &Syntax, rows: &[(&str, &str, &str)]) {
    for &(text, expected, why) in rows {
        assert_eq!(show(syntax, text.as_bytes()).as_deref(), Ok(expected), "{why}: {text}");
    }
}

fn check_faults(syntax: &Syntax, rows: &[(&str, FaultKind, usize)]) {
    for &(text, kind, at) in rows {
        assert_eq!(show(syntax, text.as_bytes()), Err((kind, at)), "{text}");
    }
}

#[test]
fn forests_are_read() {
    check(
        &Syntax::Forest,
        &[
            ("(A b (C d)) e", "(A b (C d)) e", "trees and words"),
            ("", "", "nothing"),
            (" \t\r\n", "", "blanks"),
            ("a", "a", "a word"),
            ("(X)", "(X)", "an empty bracket"),
            ("(X )(Y)", "(X) (Y)", "two of them, and a blank"),
            ("(A (X) b (Y) c (Z))", "(A (X) b (Y) c (Z))", "empty brackets between words"),
            ("(A a b (Z)) (Y)", "(A a b (Z)) (Y)", "inside and after"),
            ("(A(B)c(D(E))f)g", "(A (B) c (D (E)) f) g", "no blanks"),
            ("( S (N a ) )", "(S (N a))", "blanks before and after"),
            ("( a)", "( a)", "a word with an empty tag"),
            ("( a b)", "(a b)", "a label after a blank"),
            ("( (S a b))", "((S a b))", "an unlabelled outer bracket stays"),
            ("((a b))", "((a b))", "the same without a blank"),
            ("()", "()", "no label, nothing inside"),
            ("(A-1 \u{e9}/=%,|:)", "(A-1 \u{e9}/=%,|:)", "words may contain anything"),
        ],
    );
    check_faults(
        &Syntax::Forest,
        &[
            ("(A b", FaultKind::Unclosed { brackets: 1 }, 0),
            ("c (A (B b) (C (D", FaultKind::Unclosed { brackets: 3 }, 14),
            ("( a", FaultKind::Unclosed { brackets: 1 }, 0),
            ("(A b)) c", FaultKind::ExtraClose, 5),
            (")", FaultKind::ExtraClose, 0),
        ],
    );
}

#[test]
fn an_extra_bracket_is_explained_if_there_is_one_tree() {
    let fault = |syntax: &Syntax, text: &str| {
        let (mut labels, mut buffer, mut arena) = (Labels::new(), Buffer::default(), Arena::default());
        let fault =
            syntax.read(text.as_bytes(), (0, text.len()), &mut labels, &mut buffer, &mut arena).unwrap_err();
        (fault.kind, fault.at, fault.also)
    };
    let line = "(ADestination nach (APlace berlin)) bitte)";
    assert_eq!(fault(&Syntax::Forest, line), (FaultKind::ExtraClose, 41, None), "the first tree is whole");
    for (syntax, at) in [(Syntax::Trees, 34), (Syntax::Wrapped(b"X".to_vec()), 34)] {
        assert_eq!(fault(&syntax, line), (FaultKind::ExtraClose, 41, Some(at)), "{syntax:?}");
    }
}

#[test]
fn bare_words_get_a_bracket() {
    let syntax = Syntax::Wrapped(b"W".to_vec());
    check(
        &syntax,
        &[
            ("(NP the cat)", "(NP (W the) (W cat))", "several words"),
            ("(NP the (N cat))", "(NP (W the) (N cat))", "one has a bracket"),
            ("(NP cat)", "(NP cat)", "alone in a bracket, it has a tag"),
            ("( (NP the cat) )", "(NP (W the) (W cat))", "an unlabelled outer bracket is removed"),
            ("cat", "(W cat)", "a word is a tree"),
        ],
    );
    check_faults(
        &syntax,
        &[("(A a) b", FaultKind::SecondTree, 6), ("(A a) (B b)", FaultKind::SecondTree, 6)],
    );
}

#[test]
fn trees_have_no_bare_words() {
    check(&Syntax::Trees, &[("( (S (NP (D a) (N b)) (V c)))", "(S (NP (D a) (N b)) (V c))", "plain")]);
    check_faults(
        &Syntax::Trees,
        &[
            ("(NP the cat)", FaultKind::BareWord, 4),
            ("(A a) b", FaultKind::TextOutside, 6),
            ("b (A (B a))", FaultKind::TextOutside, 0),
            ("(A a)(B b)", FaultKind::SecondTree, 5),
        ],
    );
}

#[test]
fn plain_text_is_words() {
    check(
        &Syntax::Plain,
        &[
            (" von  hamburg\tnach (oslo) ) \r", "von hamburg nach (oslo) )", "brackets are characters"),
            ("", "", "nothing"),
        ],
    );
}

#[test]
fn json_trees_are_read() {
    check(
        &Syntax::Json,
        &[
            (r#"{"label":"A","children":["b",{"label":"C","children":["d"]}]}"#, "(A b (C d))", "strings"),
            (r#"{"label":"A","children":[{"label":"b"},{"label":"c","children":[]}]}"#, "(A b c)", "objects"),
            (r#"[{"label":"A","children":["a"]}, "b", {"label":"c"}]"#, "(A a) b c", "a forest"),
            (r#""a""#, "a", "one word"),
            ("[]", "", "an empty forest"),
            (" \r", "", "a blank line"),
            (r#"{"children":["b","c"],"label":"A"}"#, "(A b c)", "the label last"),
            (r#"{"type":"t","label":"A","children":["b","c"]}"#, "(t~A b c)", "a type"),
            (r#"{"children":["b"],"label":"A","type":"t"}"#, "(t~A b)", "the type of a tag, last"),
            (r#"{"label":"a","type":"t"}"#, "t~a", "the type of a word"),
            (r#"{"label":"a","type":""}"#, "~a", "a type without a name is one"),
            (r#"{"label":"a","type":null,"children":null}"#, "a", "null is nothing"),
            (r#"{"x":{"label":[1,{"y":"\t"}]},"label":"a","z":-1.5e+3,"u":[],"v":true}"#, "a", "other names"),
            (r#"{"l\u0061bel":"\u00e9\ud83d\ude00\"\\\/\b\f\n\r\t"}"#, "é😀\"\\/\u{8}\u{c}\n\r\t", "escapes"),
            (r#"{"label":"","children":["",""]}"#, "()", "words without letters are written as nothing"),
            (r#"{"label":"a b","children":["(x","y)"]}"#, "(a b (x y))", "anything in strings"),
        ],
    );
}

#[test]
fn json_faults_have_positions() {
    let expected = |expected| FaultKind::NotJson { expected };
    check_faults(
        &Syntax::Json,
        &[
            ("(A b)", expected("a value"), 0),
            ("nul", expected("a value"), 0),
            ("01", expected("a value"), 0),
            ("1", expected("an object with a label, or a string"), 0),
            ("[[\"a\"]]", expected("an object with a label, or a string"), 1),
            ("[null]", expected("an object with a label, or a string"), 1),
            ("[\"a\" \"b\"]", expected("`,` or `]`"), 5),
            ("[\"a\",]", expected("a value"), 5),
            ("[\"a\"", expected("`,` or `]`"), 4),
            ("{\"label\" 1}", expected("`:`"), 9),
            ("{label:1}", expected("a name in quotation marks"), 1),
            ("{\"label\":\"a\",}", expected("a name in quotation marks"), 13),
            ("{\"label\":\"a\"", expected("`,` or `}`"), 12),
            ("{\"label\":\"a\"} x", expected("nothing after the value"), 14),
            ("{\"label\":\"a\"]", expected("`,` or `}`"), 12),
            ("{\"label\":3}", expected("a string"), 9),
            ("{\"label\":null}", expected("a string"), 9),
            ("{\"label\":\"a\",\"children\":\"b\"}", expected("a list of children"), 24),
            ("\"a\\\"", expected("a quotation mark that ends this string"), 0),
            ("\"\\x\"", expected("a JSON escape, such as \\n or \\\\"), 1),
            ("\"\\u12g4\"", expected("four hexadecimal digits"), 1),
            ("\"\\ud800\"", expected("both halves of a surrogate pair"), 1),
            ("\"a\tb\"", expected("control characters to be written as escapes"), 2),
            ("{\"x\":\"\\q\"}", expected("a JSON escape, such as \\n or \\\\"), 6),
            ("{\"children\":[\"a\"]}", FaultKind::NoLabel, 0),
            ("[{}]", FaultKind::NoLabel, 1),
            ("{\"label\":\"a\",\"label\":\"a\"}", FaultKind::RepeatedName { name: "label" }, 14),
            ("{\"label\":\"a\\u001fb\"}", FaultKind::TypeEnd, 10),
        ],
    );
}

/// Brackets, blanks, labels and words in any order.
fn pieces() -> impl Strategy<Value = String> {
    let piece =
        select(vec!["(", "(", ")", ")", " ", "\t", "(S ", "(NP (D a) ", "(N b)", " c", "((", "))", "d"]);
    vec(piece, 0..25).prop_map(|pieces| pieces.concat())
}

/// A tree as JSON, and the same tree in brackets. Written by recursion, so not deep.
fn json_tree() -> impl Strategy<Value = (Value, String)> {
    let name = || select(vec!["A", "b", "é", "a \"quoted\"\n\\word"]);
    let kind = select(vec![None, None, Some("t"), Some("")]);
    let leaf = prop_oneof![
        name().prop_map(|name| (json!(name), name.to_owned())),
        (name(), kind).prop_map(|(name, kind)| match kind {
            None => (json!({"label": name, "children": []}), name.to_owned()),
            Some(kind) => (json!({"type": kind, "label": name, "x": [1]}), format!("{kind}~{name}")),
        }),
    ];
    leaf.prop_recursive(6, 40, 5, move |inner| {
        (name(), vec(inner, 1..5)).prop_map(|(name, children)| {
            let (values, texts): (Vec<_>, Vec<_>) = children.into_iter().unzip();
            (json!({"children": values, "label": name}), format!("({name} {})", texts.join(" ")))
        })
    })
}

/// True for a number of any size in the grammar of JSON.
fn is_json_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let text = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))),
        None => (text, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let is_whole = whole == "0" || (digits(whole) && !whole.starts_with('0'));
    is_whole && fraction.is_none_or(digits) && exponent.is_none_or(digits)
}

proptest! {
    #[test]
    fn trees_agree_with_the_scanner(text in pieces()) {
        let mut padded = text.clone().into_bytes();
        pad(&mut padded);
        let (mut scanner, mut labels, mut arena) = (Scanner::new(), Labels::new(), Arena::default());
        scanner.begin(&padded);
        let scanned = scanner.scan(&padded, (0, text.len()), Dialect::Native, &mut labels, &mut arena);
        let scanned = scanned.map(|()| Tree::new(padded.into(), arena, &labels).to_string());
        let read = show(&Syntax::Trees, text.as_bytes());
        prop_assert_eq!(read.as_ref().ok(), scanned.as_ref().ok());
    }

    #[test]
    fn forests_are_read_back(text in pieces()) {
        if let Ok(forest) = show(&Syntax::Forest, text.as_bytes()) {
            let tokens = |text: &str| text.replace('(', " ( ").replace(')', " ) ").split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            prop_assert_eq!(tokens(&forest), tokens(&text), "nothing is lost");
            prop_assert_eq!(show(&Syntax::Forest, forest.as_bytes()), Ok(forest));
        }
    }

    #[test]
    fn json_agrees_with_brackets(trees in vec(json_tree(), 0..4)) {
        let (values, texts): (Vec<_>, Vec<_>) = trees.into_iter().unzip();
        prop_assert_eq!(show(&Syntax::Json, json!(values).to_string().as_bytes()), Ok(texts.join(" ")));
    }

    #[test]
    fn only_json_is_read_as_json(
        parts in vec(select(vec!["{", "}", "[", "]", ",", ":", "\"label\"", "\"children\"", "\"type\"", "\"a\"", "\"\\u00e9\"", "1", "-0.5", "1.", "null", " ", "{\"label\":\"b\"}"]), 0..12),
    ) {
        let text = parts.concat();
        let parsed = serde_json::from_str::<Value>(&text);
        let is_out_of_range = |error: serde_json::Error| error.to_string().contains("out of range");
        let is_json = text.trim().is_empty() || parsed.map_or_else(is_out_of_range, |_| true);
        match show(&Syntax::Json, text.as_bytes()) {
            Ok(_) => prop_assert!(is_json, "{}", text),
            Err((FaultKind::NotJson { .. }, at)) => prop_assert!(at <= text.len()),
            Err(_) => {}
        }
    }

    #[test]
    fn numbers_follow_the_json_grammar(text in "-?[0-9.eE+-]{1,6}") {
        let is_number = is_json_number(&text);
        prop_assert!(is_number || serde_json::from_str::<Value>(&text).is_err());
        prop_assert_eq!(show(&Syntax::Json, format!("{{\"x\":{text},\"label\":\"a\"}}").as_bytes()).is_ok(), is_number);
    }

    #[test]
    fn any_bytes_are_read_or_a_fault(bytes in vec(any::<u8>(), 0..60)) {
        for syntax in [Syntax::Trees, Syntax::Wrapped(b"W".to_vec()), Syntax::Forest, Syntax::Plain, Syntax::Json] {
            if let Err((_, at)) = show(&syntax, &bytes) {
                prop_assert!(at <= bytes.len());
            }
        }
    }
}
