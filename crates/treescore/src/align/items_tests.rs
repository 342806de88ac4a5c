use super::*;
use crate::prepare::{Recipe, Separator, TypeRule};
use crate::read::{Buffer, Syntax};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use std::fmt::Write as _;

/// The items of a line in brackets, each as `type/label`, without the dummy root.
fn shown(syntax: &Syntax, line: &str, recipe: &Recipe, item_rules: &ItemRules) -> String {
    let (mut labels, mut buffer, mut arena) = (Labels::new(), Buffer::default(), Arena::default());
    syntax.read(line.as_bytes(), (0, line.len()), &mut labels, &mut buffer, &mut arena).unwrap();
    let rules = Rules::new(recipe.clone());
    let mut rules = if *syntax == Syntax::Json { rules.with_types_in_names() } else { rules };
    rules.update(&labels);
    let source = Source {
        arena: &arena,
        text: syntax.text(line.as_bytes(), &buffer),
        rules: &rules,
        labels: &labels,
        is_plain: false,
    };
    let (mut numbering, mut items) = (Numbering::default(), Items::default());
    for _ in 0..2 {
        numbering.begin(); // state left from an earlier pair must not matter
        numbering.fill(source, item_rules, &mut items);
    }
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let mut open: Vec<u32> = Vec::new();
    let mut out = String::new();
    for (node, (&item, &end)) in items.items().iter().zip(items.ends()).enumerate().skip(1) {
        while open.pop_if(|end| *end as usize <= node).is_some() {
            out.push(')');
        }
        let bracket = if end as usize == node + 1 { "" } else { "(" };
        let _ = write!(out, " {bracket}{}/{}", text(numbering.kind(item)), text(numbering.label(item)));
        if !bracket.is_empty() {
            open.push(end);
        }
    }
    assert_eq!((items.ends()[0] as usize, items.items()[0].kind), (items.len() + 1, ROOT));
    assert!(items.items()[1..].iter().all(|item| item.kind != ROOT));
    out.trim_start().to_owned() + &")".repeat(open.len())
}

fn raw() -> Recipe {
    Recipe::named("raw").unwrap()
}

fn typed(table: &str) -> ItemRules {
    let table = TypeRule::table(table.as_bytes()).unwrap().into();
    ItemRules { types: TypeRules { table, ..TypeRules::default() }, ..ItemRules::default() }
}

/// The same rules, with types before a colon.
fn separated(rules: ItemRules) -> ItemRules {
    let separator = Some(Separator { character: ':', only: None });
    ItemRules { types: TypeRules { separator, ..rules.types }, ..rules }
}

fn removing(root: Option<&str>, remove: &[&str]) -> ItemRules {
    ItemRules {
        root: root.map(|root| root.as_bytes().to_vec()),
        remove: remove.iter().map(|name| name.as_bytes().to_vec()).collect(),
        ..ItemRules::default()
    }
}

#[test]
fn types_are_found_in_order() {
    let untyped =
        ItemRules { types: TypeRules { untyped: true, ..typed("a\tb").types }, ..ItemRules::default() };
    for (line, rules, expected, why) in [
        ("(A b (C d)) e", ItemRules::default(), "(node/A word/b (node/C word/d)) word/e", "leaf or not"),
        (
            "(X) (Y (X))",
            ItemRules::default(),
            "word/X (node/Y word/X)",
            "a bracket without anything is a leaf",
        ),
        ("() (()) ( ) a (())", ItemRules::default(), "word/a", "without a name, too, it is nothing"),
        (
            "(Y () b) (Z ())",
            ItemRules::default(),
            "(node/Y word/b)",
            "and what holds nothing else goes with it",
        ),
        ("(A b (C d))", typed("C\tclass\nb\tthing"), "(node/A thing/b (class/C word/d))", "a table"),
        ("(A A (A))", typed("leaf:A\tx\nnode:A\ty"), "(y/A x/A x/A)", "leaves and inner nodes apart"),
        ("(A (A))", typed("A\tword"), "(word/A word/A)", "types are names"),
        ("(k:A l:b (k:C:d e))", separated(typed("")), "(k/A l/b (k/C:d word/e))", "types in labels"),
        (
            "(k:A l:b)",
            separated(typed("A\tt")),
            "(t/A l/b)",
            "the table knows labels without types, and comes first",
        ),
        ("(A b a)", untyped, "(any/A any/b any/a)", "no types at all"),
    ] {
        assert_eq!(shown(&Syntax::Forest, line, &raw(), &rules), expected, "{why}: {line}");
    }
    let json =
        r#"[{"label":"A","type":"t","children":["b",{"label":"c","type":"u"}]},{"label":"A","children":[]}]"#;
    for (rules, expected, why) in [
        (typed("A\tx\nc\ty"), "(t/A word/b u/c) x/A", "what the input says comes first"),
        (
            ItemRules { types: TypeRules { untyped: true, ..TypeRules::default() }, ..ItemRules::default() },
            "(any/A any/b any/c) any/A",
            "but not without types",
        ),
    ] {
        assert_eq!(shown(&Syntax::Json, json, &raw(), &rules), expected, "{why}");
    }
}

#[test]
fn only_json_has_types_in_names() {
    let (rules, line) = (ItemRules::default(), "(x\x1fA a\x1fb) (y\x1fT x\x1fb)");
    let expected = "(node/x\x1fA word/a\x1fb) (node/y\x1fT word/x\x1fb)";
    assert_eq!(shown(&Syntax::Forest, line, &raw(), &rules), expected);
    assert_eq!(shown(&Syntax::Plain, "a\x1fb x\x1fb", &raw(), &rules), "word/a\x1fb word/x\x1fb");
}

#[test]
fn what_a_parser_writes_when_it_fails_is_nothing() {
    for line in ["()", "( )", "(())", "( ( ) )", "((()))"] {
        for syntax in [Syntax::Trees, Syntax::Forest] {
            assert_eq!(shown(&syntax, line, &raw(), &ItemRules::default()), "", "{line}");
        }
    }
}

#[test]
fn brackets_are_taken_off_and_away() {
    for (line, rules, expected, why) in [
        ("(ROOT (A b) c)", removing(Some("ROOT"), &[]), "(node/A word/b) word/c", "a root"),
        ("(ROOT b)", removing(Some("ROOT"), &[]), "word/b", "a root over one word"),
        ("(ROOT)", removing(Some("ROOT"), &[]), "", "a root over nothing"),
        ("(ROOT (ROOT b c))", removing(Some("ROOT"), &[]), "(node/ROOT word/b word/c)", "only one"),
        ("(ROOT b c) d", removing(Some("ROOT"), &[]), "(node/ROOT word/b word/c) word/d", "not around all"),
        ("(ROOT b) (ROOT c)", removing(Some("ROOT"), &[]), "(node/ROOT word/b) (node/ROOT word/c)", "two"),
        ("(A (ROOT b c))", removing(Some("ROOT"), &[]), "(node/A (node/ROOT word/b word/c))", "inside"),
        ("( (A b c))", removing(Some(""), &[]), "(node/A word/b word/c)", "without a name"),
        ("( b)", removing(Some(""), &[]), "word/b", "without a name, over a word"),
        ("b", removing(Some(""), &[]), "word/b", "a bare word has no bracket"),
        (
            "(n:ROOT (k:A b) (l:C d (k:B)))",
            separated(removing(Some("ROOT"), &["A", "B"])),
            "word/b (l/C word/d)",
            "after the separator",
        ),
        ("(n:ROOT b)", separated(removing(Some("ROOT"), &[])), "word/b", "after the separator, over a word"),
        ("(A (B (C d) e) f)", removing(None, &["B"]), "(node/A (node/C word/d) word/e word/f)", "promoted"),
        ("(A (B (C d)))", removing(None, &["C", "A"]), "(node/B word/d)", "a tag goes, its word stays"),
        ("(A (B)) B", removing(None, &["B"]), "word/B", "empty brackets are deleted; words are not brackets"),
        ("(A (B) c (D (B (B))))", removing(None, &["B"]), "(node/A word/c)", "also several levels of it"),
    ] {
        assert_eq!(shown(&Syntax::Forest, line, &raw(), &rules), expected, "{why}: {line}");
    }
    let json = r#"{"label":"n:ROOT","type":"t","children":[{"label":"k:A","type":"t","children":["b","c"]},"n:ROOT"]}"#;
    let rules = separated(removing(Some("ROOT"), &["A"]));
    assert_eq!(shown(&Syntax::Json, json, &raw(), &rules), "word/b word/c n/ROOT");
}

#[test]
fn recipes_apply() {
    let line = "(TOP (S (NP-SBJ (-NONE- *)) (VP-1 (VB-X go)) (NP (X)) (, ,) a))";
    let expected = "(node/S (node/VP (node/VB-X word/go)) (node/NP word/X) word/a)";
    assert_eq!(shown(&Syntax::Forest, line, &Recipe::default(), &ItemRules::default()), expected);
    let line = r#"{"label":"NP-1","type":"a-b","children":["x","y"]}"#;
    assert_eq!(
        shown(&Syntax::Json, line, &Recipe::default(), &ItemRules::default()),
        "(a-b/NP word/x word/y)"
    );
}

#[test]
fn labels_may_not_matter_and_words_may_be_equal() {
    let recipe = Recipe {
        equal_words: vec![(b"a".to_vec(), b"an".to_vec()), (b"x".to_vec(), b"x".to_vec())],
        ..raw().unlabeled()
    };
    let shown = shown(&Syntax::Forest, "(A (B an) (X) x a)", &recipe, &ItemRules::default());
    assert_eq!(shown, "(node/ (node/ word/a) word/X word/x word/a)");
}

#[test]
fn chains_of_equal_labels_and_words_are_all_equal() {
    let pair = |(a, b): (&str, &str)| (a.as_bytes().to_vec(), b.as_bytes().to_vec());
    let recipe = Recipe {
        equal_labels: [("A", "B"), ("C", "D"), ("D", "B"), ("X", "Y")].map(pair).to_vec(),
        equal_words: [("b", "c"), ("a", "b"), ("d", "d"), ("e", "d")].map(pair).to_vec(),
        ..raw()
    };
    let line = "(A a (B b (C c (D d (Y e)))))";
    let shown = shown(&Syntax::Forest, line, &recipe, &ItemRules::default());
    assert_eq!(shown, "(node/A word/b (node/A word/b (node/A word/b (node/A word/e (node/X word/e)))))");
    let shown = self::shown(&Syntax::Forest, line, &recipe, &removing(None, &["D", "Y"]));
    assert_eq!(shown, "word/b word/b word/b word/e word/e", "what is taken away, is with all that equals it");
}

/// A tree as a nested value, for the tests only.
#[derive(Clone, Debug)]
enum Nested {
    Word(&'static str),
    Bracket(&'static str, Vec<Nested>),
}

fn nested() -> impl Strategy<Value = Nested> {
    let leaf = prop_oneof![
        select(&["a", "b", "A"][..]).prop_map(Nested::Word),
        select(&["A", "B", "C"][..]).prop_map(|label| Nested::Bracket(label, Vec::new())),
    ];
    leaf.prop_recursive(6, 30, 4, |inner| {
        (select(&["A", "B", "C", "D"][..]), vec(inner, 1..4))
            .prop_map(|(label, children)| Nested::Bracket(label, children))
    })
}

impl Nested {
    fn text(&self) -> String {
        match self {
            Self::Word(word) => (*word).to_owned(),
            Self::Bracket(label, children) => {
                let children: Vec<String> = children.iter().map(Self::text).collect();
                format!("({label} {})", children.join(" "))
            }
        }
    }

    /// As [`shown`], without brackets that have these labels.
    fn without(&self, removed: &[&str]) -> Vec<String> {
        match self {
            Self::Word(word) => vec![format!("word/{word}")],
            Self::Bracket(label, children) => {
                let inside: Vec<String> = children.iter().flat_map(|child| child.without(removed)).collect();
                match (removed.contains(label), children.is_empty(), inside.is_empty()) {
                    (true, ..) => inside,
                    (false, true, _) => vec![format!("word/{label}")],
                    (false, false, true) => Vec::new(),
                    (false, false, false) => vec![format!("(node/{label} {})", inside.join(" "))],
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn items_are_those_of_nested_trees(forest in vec(nested(), 0..4), removed in vec(select(&["A", "B", "C"][..]), 0..3)) {
        let line = forest.iter().map(Nested::text).collect::<Vec<_>>().join(" ");
        let expected = forest.iter().flat_map(|tree| tree.without(&removed)).collect::<Vec<_>>().join(" ");
        prop_assert_eq!(shown(&Syntax::Forest, &line, &raw(), &removing(None, &removed)), expected, "{}", line);
    }
}
