//! Tables of head rules: parsing, and the choice of the head.

use proptest::prelude::*;

use super::*;
use crate::tree::Labels;

/// The head among the children of `LABEL: A B -C`; `-` marks an avoided child.
fn head(table: &HeadTable, phrase: &str) -> Option<usize> {
    let mut labels = Labels::new();
    let finder = HeadFinder::new(table, &mut labels);
    let (label, children) = phrase.split_once(':').unwrap();
    let child = |name: &str| HeadChild {
        label: labels.intern(name.trim_start_matches('-').as_bytes()),
        is_avoided: name.starts_with('-'),
    };
    let children: Vec<HeadChild> = children.split_whitespace().map(child).collect();
    let label = labels.intern(label.as_bytes());
    finder.find(label, &children)
}

#[test]
fn heads_are_found() {
    for (table, phrase, expected, why) in [
        ("X (l A B)", "X: C B A", Some(1), "leftmost member, at any place in the class"),
        ("X (r A B)", "X: A B C", Some(1), "rightmost member"),
        ("X (l C) (l A)", "X: A B C", Some(2), "classes in order"),
        ("X (l)", "X: A B", Some(0), "an empty class has every member"),
        ("X", "X: A B", Some(1), "no class is the class (r)"),
        ("X (l Q)\n*default* (l)", "X: A B", Some(0), "the default where no class has a member"),
        ("*default* (r B)", "Y: B C", Some(0), "the default where there is no rule"),
        ("X (l Q)", "X: A B", None, "no default"),
        ("X (l Q)\n*default* (l P)", "X: A B", None, "a default without a member"),
        ("X (l A B)", "X: -A B", Some(1), "avoided children are skipped"),
        ("X (l A) (l B)", "X: -A B -A", Some(0), "but a class with only avoided members decides"),
        ("X (r A) (l B)", "X: -A B -A", Some(2), "from its side"),
        ("*default* (l A)\n*default* (r)", "*default*: A A", Some(1), "the second default is a rule"),
        ("*default* (l A)", "*default*: A A", Some(0), "the first is not, but it is the default"),
        ("X (l)\nX (r)", "X: A B", Some(0), "the first rule for a label counts"),
        ("", "X: A", None, "an empty table"),
    ] {
        let table = HeadTable::parse(table.as_bytes(), HeadSyntax::Original).unwrap();
        assert_eq!(head(&table, phrase), expected, "{why}");
    }
}

#[test]
fn rules_are_parsed() {
    use HeadSyntax::{Careful, Original};
    let class = |direction, labels: &[&str]| HeadClass {
        direction,
        labels: labels.iter().map(|label| label.as_bytes().to_vec()).collect(),
    };
    let (left, right) = (Direction::Left, Direction::Right);
    for (line, syntax, label, classes) in [
        ("X (l A B) (r C)", Careful, "X", vec![class(left, &["A", "B"]), class(right, &["C"])]),
        (" \tX\t(\tr \tA )( l)\r\n", Careful, "X", vec![class(right, &["A"]), class(left, &[])]),
        ("X (left B)", Original, "X", vec![class(left, &["eft", "B"])]),
        ("X (z A)(lB)", Original, "X", vec![class(right, &["A"]), class(left, &["B"])]),
        ("X () A)", Original, "X", vec![class(right, &["A"])]),
        ("X (r (A)", Original, "X", vec![class(right, &["(A"])]),
        ("X (r A)\0(", Original, "X", vec![class(right, &["A"])]),
        ("\n", Original, "", vec![class(right, &[])]),
    ] {
        let table = HeadTable::parse(line.as_bytes(), syntax).unwrap();
        assert_eq!(table.rules, [HeadRule { label: label.into(), classes }], "{line:?}");
    }
}

#[test]
fn errors_have_positions() {
    use HeadSyntax::{Careful, Original};
    for (text, syntax, line, column, fault) in [
        ("A (r)\nX Y", Original, 2, 3, HeadFault::NoClass),
        ("X (r)\r\n", Original, 1, 6, HeadFault::NoClass),
        ("X (r A", Original, 1, 7, HeadFault::Unclosed),
        ("X (", Original, 1, 4, HeadFault::Unclosed),
        ("X ()", Original, 1, 5, HeadFault::Unclosed),
        ("\n\nX (left A)", Careful, 3, 4, HeadFault::Direction),
        ("X (z A)", Careful, 1, 4, HeadFault::Direction),
        ("X (r)\nX (l)", Careful, 2, 1, HeadFault::SecondRule),
        ("*default* (r)\n*default*", Careful, 2, 1, HeadFault::SecondRule),
    ] {
        assert_eq!(
            HeadTable::parse(text.as_bytes(), syntax),
            Err(HeadTableError { line, column, fault }),
            "{text:?}"
        );
    }
}

#[test]
fn named_tables() {
    for (name, rules, classes) in [("charniak", 27, 5), ("charniak2000", 27, 5), ("collins", 28, 1)] {
        let table = HeadTable::named(name).unwrap();
        assert_eq!((table.rules.len(), table.default.len()), (rules, classes), "{name}");
        let text = HEAD_TABLES.iter().find(|table| table.name == name).unwrap().text;
        assert_eq!(HeadTable::parse(text.as_bytes(), HeadSyntax::Original), Ok(table), "{name}");
    }
    assert_eq!(HeadTable::named("hwa"), None);
    for (table, phrase, expected) in [
        ("charniak", "NP: NP PP", Some(0)),
        ("charniak", "NP: NP NP", Some(1)),
        ("charniak2000", "NP: NP NP", Some(0)),
        ("collins", "VP: TO VP", Some(0)),
        ("charniak", "PP: IN NP", Some(0)),
        ("collins", "NP: NP POS", Some(1)),
    ] {
        assert_eq!(head(&HeadTable::named(table).unwrap(), phrase), expected, "{table} {phrase}");
    }
}

proptest! {
    #[test]
    fn any_bytes_are_a_table_or_an_error(text in "[Xlr() \t\n\r\\x00\u{7f}*]{0,60}", bytes in any::<Vec<u8>>()) {
        for syntax in [HeadSyntax::Careful, HeadSyntax::Original] {
            let _ = HeadTable::parse(text.as_bytes(), syntax);
            let _ = HeadTable::parse(&bytes, syntax);
        }
    }

    #[test]
    fn tables_are_read_back(rules in proptest::collection::vec("[A-Z(*$]{1,4}( *\\([lr]( [A-Z($]{1,3})* *\\) *){0,3}", 0..6)) {
        if let Ok(table) = HeadTable::parse(rules.join("\n").as_bytes(), HeadSyntax::Careful) {
            prop_assert_eq!(HeadTable::parse(&table.to_text(), HeadSyntax::Careful), Ok(table));
        }
    }
}
