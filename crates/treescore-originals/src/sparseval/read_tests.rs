//! Lines and their trees or faults.

use super::*;
use crate::sparseval::lines::lines;
use crate::sparseval::sample::{PARAMS, show};

/// All lines under one root, with the fault that ends the reading.
fn read_all(text: &[u8], deletion: Deletion) -> (String, Option<Fault>) {
    let (mut names, mut side, mut reader) = (Names::new(&PARAMS), SideTrees::default(), Reader::default());
    let fault =
        lines(text).find_map(|line| reader.read(&line, Which::Gold, deletion, &mut names, &mut side).err());
    (if side.has_tree() { show(&side.tree, &names) } else { String::new() }, fault)
}

#[test]
fn trees() {
    for (text, expected, why) in [
        (&b"(S (A a))"[..], "(TOP (A a))\n", "every root is TOP"),
        (b"((A a) (B b))", "(TOP (A a))\n(TOP (B b))\n", "a root without a label"),
        (b"( (A a))", "(TOP (A a))\n", "the same with a blank"),
        (b"(S ((A a)))", "(TOP (gU~l (A a)))\n", "no label inside"),
        (b"(S (A-1=2 a b ))", "(TOP (A a b ))\n", "a word runs to the bracket"),
        (b"(S (A\tb a))", "(TOP (A\tb a))\n", "only a space ends a label"),
        (b"(S (A ))", "(TOP (A gU~l))\n", "no word"),
        (b"(S\t(A a)", "(TOP a)", "not even of a root"),
        (b"(S (A a)\t )", "(TOP (A a))\n", "blanks behind a child"),
        (b"(S (B (0 x)) (A a))", "(TOP (A a))\n", "empty nodes, and what is left empty"),
        (b"(S (0 (A x) y) (A a))", "(TOP (A a))\n", "with all their content"),
        (b"(S (A a))\xFFx", "(TOP (A a))\n", "FF ends a line"),
        (b"\t(S (A a)) x)", "(TOP (A a))\n", "behind an indented tree"),
        (b"(S (A a))\n(T\t(B b))", "(TOP (A a))\n(TOP (B b))\n", "a later root, its label ended by a tab"),
        (b"(S (0 x))\n((B b))", "(TOP (B b))\n", "a first tree without words"),
        (b"(S (D a))\n(S (D (A a)))", "(TOP (D a))\n(TOP (D (A a)))\n", "deletable, but not yet"),
    ] {
        assert_eq!(read_all(text, Deletion::Off), (expected.to_owned(), None), "{why}");
    }
    let (shown, fault) = read_all(b"(S (D a) (A a))\n(S (D (A b)))", Deletion::On);
    assert_eq!((shown.as_str(), fault), ("(TOP (A a))\n(TOP (A b))\n", None), "deleted at once");
}

#[test]
fn faults() {
    for (text, node, shown, why) in [
        (&b"(S (A a)"[..], 0, "(TOP (A a))\n", "the root is open"),
        (b"(S (A (B b) (C", 3, "(TOP (null))", "the innermost open node"),
        (b"(S (A a)) x", 0, "(TOP (A a))\n", "text behind a tree in column 0"),
        (b"(S (A a)))", 0, "(TOP (A a))\n", "a bracket behind it"),
        (b"(S (D a))\n(S (A b)) x", 0, "(TOP (A b))\n", "all that was read so far, earlier trees pruned"),
    ] {
        let (found, fault) = read_all(text, Deletion::On);
        assert_eq!((found.as_str(), fault), (shown, Some(Fault::Misbracketed(node))), "{why}");
    }
    for (text, fault) in [
        (&b"S"[..], Fault::NoBracket),
        (b"\r", Fault::NoBracket),
        (b"(S (A (B b) c))", Fault::WordAfterChildren { column: 12 }),
        (b"(S (A a) b)", Fault::WordAfterChildren { column: 9 }),
    ] {
        assert_eq!(read_all(text, Deletion::Off).1, Some(fault), "{}", text.escape_ascii());
    }
}
