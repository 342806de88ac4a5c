use super::*;
use crate::read::split::{self, Place};
use proptest::prelude::*;

fn is_comment(line: &[u8]) -> bool {
    line.starts_with(b"#")
}

fn cut(text: &str, layout: Layout, may_be_raw: bool) -> Vec<Cut> {
    let mut cutter = Cutter::new(layout, may_be_raw, is_comment);
    let mut out = Vec::new();
    for (at, line) in text.split('\n').enumerate() {
        cutter.line(Line { number: at as u64 + 1, bytes: line.as_bytes() }, &mut out);
    }
    cutter.finish(&mut out);
    out
}

fn show(cuts: &[Cut]) -> Vec<String> {
    let show = |cut: &Cut| match cut {
        Cut::Outside(line) => String::from_utf8_lossy(line).into_owned(),
        Cut::Tree(CutTree { text, first, is_raw }) => {
            let raw = if *is_raw { " raw" } else { "" };
            format!("{}:{}{raw} {}", first.line, first.column, String::from_utf8_lossy(text))
        }
    };
    cuts.iter().map(show).collect()
}

#[test]
fn comments_stand_between_trees() {
    for (text, expected) in [
        ("# a\n(S (A a))\n\n# b\n(S", &["# a", "2:1 (S (A a))", "# b", "5:1 (S"][..]),
        ("(S (A a)\n# b\n# c\n(S (B b))", &["1:1 (S (A a)", "# b", "# c", "4:1 (S (B b))"]),
        ("(S (A a)\n# b)\n  (B b))", &["1:1 (S (A a)\n# b)", "3:3 (B b))"]),
        ("(S\n\n (A a)\n\n\n)", &["1:1 (S\n\n (A a)\n\n\n)"]),
        ("(S (A a)\n# b\n", &["1:1 (S (A a)", "# b"]),
        ("é (S) x\n  (A a) (B b)", &["1:1 é (S) x", "2:3 (A a)", "2:9 (B b)"]),
    ] {
        assert_eq!(show(&cut(text, Layout::Indented, true)), expected, "{text}");
    }
}

#[test]
fn raw_brackets_are_decided_for_each_tree() {
    for (text, expected) in [
        ("(S (A () (B )))\n(S (A ()", &["1:1 raw (S (A () (B )))", "2:1 (S (A ()"][..]),
        ("(S\n (A ()\n (B b))\n(S (C c))", &["1:1 raw (S\n (A ()\n (B b))", "4:1 (S (C c))"]),
        ("(S\n (A ()\n (B b)\n(S (C c))", &["1:1 (S\n (A ()\n (B b)", "4:1 (S (C c))"]),
        ("(N :()\n(S (C c))", &["1:1 (N :()", "2:1 (S (C c))"]),
        ("(S (A ()\n# c\n(S (C c))", &["1:1 (S (A ()", "# c", "3:1 (S (C c))"]),
    ] {
        assert_eq!(show(&cut(text, Layout::Indented, true)), expected, "{text}");
    }
}

proptest! {
    #[test]
    fn trees_are_cut_as_in_blocks(
        pieces in prop::collection::vec(
            prop::sample::select(vec!["(", ")", "(A a)", "\n", "\n(", "\n  (", " ", "x", "\n(B b)\n"]), 0..30),
        is_free in any::<bool>(),
    ) {
        let text = pieces.concat();
        let layout = if is_free { Layout::Free } else { Layout::Indented };
        let mut extents = Vec::new();
        split::trees(text.as_bytes(), Place::default(), true, layout, &mut extents);
        let expected: Vec<_> = extents
            .iter()
            .map(|extent| text[extent.start as usize..extent.end as usize].trim_end().to_owned())
            .collect();
        let found: Vec<_> = cut(&text, layout, false)
            .into_iter()
            .map(|cut| match cut {
                Cut::Tree(tree) => String::from_utf8(tree.text).unwrap().trim_end().to_owned(),
                Cut::Outside(line) => panic!("no comment: {line:?}"),
            })
            .collect();
        let lines = |texts: Vec<String>| texts.into_iter().map(|text| {
            text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
        }).collect::<Vec<_>>();
        prop_assert_eq!(lines(found), lines(expected), "{}", text);
    }
}
