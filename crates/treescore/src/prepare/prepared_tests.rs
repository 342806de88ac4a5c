use super::*;
use crate::prepare::{Recipe, Repeats, Root, Trivial};
use crate::read::{Dialect, Scanner, pad};
use crate::tree::Labels;

/// Shows the words and brackets of a tree that count, brackets as `label:start-end`.
pub(crate) fn show(tree: &str, recipe: Recipe) -> String {
    let (words, brackets, _) = show_pair(tree, tree, recipe).1;
    [words, brackets].concat().join(" ")
}

type Shown = (Vec<String>, Vec<String>, u32);

fn show_pair(gold: &str, system: &str, recipe: Recipe) -> (Shown, Shown) {
    let mut padded = format!("{gold}\n{system}").into_bytes();
    let (split, length) = (gold.len(), padded.len());
    pad(&mut padded);
    let (mut scanner, mut labels, mut rules) = (Scanner::new(), Labels::new(), Rules::new(recipe));
    let (mut a, mut b) = (Arena::default(), Arena::default());
    scanner.begin(&padded);
    scanner.scan(&padded, (0, split), Dialect::Native, &mut labels, &mut a).unwrap();
    scanner.scan(&padded, (split + 1, length), Dialect::Native, &mut labels, &mut b).unwrap();
    rules.update(&labels);
    let (mut gold, mut system) = (Prepared::default(), Prepared::default());
    let side = |arena, prepared| SideToPrepare { arena, text: &padded, prepared };
    gold.prepare(&a, &rules);
    prepare_partner(side(&a, &mut gold), side(&b, &mut system), &rules);
    (show_prepared(&a, &padded, &gold, &rules), show_prepared(&b, &padded, &system, &rules))
}

/// Like [`show`], for several trees in one arena.
pub(crate) fn show_forest(trees: &str, recipe: Recipe) -> String {
    let mut labels = crate::tree::Labels::new();
    let (mut buffer, mut arena) = (crate::read::Buffer::default(), Arena::default());
    let text = trees.as_bytes();
    crate::read::Syntax::Forest.read(text, (0, text.len()), &mut labels, &mut buffer, &mut arena).unwrap();
    let mut rules = Rules::new(recipe);
    rules.update(&labels);
    let mut prepared = Prepared::default();
    prepared.prepare(&arena, &rules);
    let (words, brackets, _) = show_prepared(&arena, text, &prepared, &rules);
    [words, brackets].concat().join(" ")
}

fn show_prepared(arena: &Arena, bytes: &[u8], prepared: &Prepared, rules: &Rules) -> Shown {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let words = prepared.kept().iter().map(|&w| text(arena.words()[w as usize].bytes(bytes))).collect();
    let bracket = |(&key, &class): (&u64, &u32)| {
        let span = Span::from_key(key);
        format!("{}:{}-{}", text(rules.class_name(class)), span.start(), span.end())
    };
    let brackets = prepared.spans().iter().zip(prepared.classes()).map(bracket).collect();
    (words, brackets, prepared.length())
}

const TREE: &str = "(TOP (S (NP-SBJ (D the) (N cat)) (VP (V sat) (NP (-NONE- *T*)) (PRT (R down))) (. .)))";

#[test]
fn recipes_decide_what_counts() {
    let with = |change: fn(&mut Recipe)| {
        let mut recipe = Recipe::default();
        change(&mut recipe);
        recipe
    };
    for (recipe, shown, why) in [
        (with(|_| ()), "the cat sat down S:0-4 NP:0-2 VP:2-4 ADVP:3-4", "collins"),
        (
            Recipe::named("raw").unwrap(),
            "the cat sat *T* down . TOP:0-6 S:0-6 NP-SBJ:0-2 VP:2-5 NP:3-4 PRT:4-5",
            "raw",
        ),
        (
            with(|r| r.root = Root::Drop),
            "the cat sat down S:0-4 NP:0-2 VP:2-4 ADVP:3-4",
            "TOP is the root, and gone",
        ),
        (with(|r| r.trivial = Trivial::DropWords), "the cat sat down S:0-4 NP:0-2 VP:2-4", "no single words"),
        (
            with(|r| r.trivial = Trivial::DropSentence),
            "the cat sat down NP:0-2 VP:2-4 ADVP:3-4",
            "no whole sentence",
        ),
        (with(|r| r.trivial = Trivial::DropBoth), "the cat sat down NP:0-2 VP:2-4", "neither"),
    ] {
        assert_eq!(show(TREE, recipe), shown, "{why}");
    }
}

#[test]
fn a_root_with_any_label_is_dropped() {
    let recipe = Recipe { root: Root::Drop, ..Recipe::default() };
    assert_eq!(show("(S (NP (N a)) (VP (V b)))", recipe.clone()), "a b NP:0-1 VP:1-2");
    assert_eq!(
        show("(TOP (S (NP (N a)) (VP (V b))))", recipe),
        "a b S:0-2 NP:0-1 VP:1-2",
        "TOP is deleted already"
    );
}

#[test]
fn repeated_brackets_may_count_once() {
    let recipe = Recipe { repeats: Repeats::Once, ..Recipe::default() };
    assert_eq!(show("(S (NP (NP (NP (N a)))) (V b))", recipe.clone()), "a b S:0-2 NP:0-1");
    assert_eq!(
        show("(S (NP (VP (NP (N a)))) (V b))", recipe.clone().unlabeled()),
        "a b S:0-2 NP:0-1",
        "by span only"
    );
    let recipe = Recipe { root: Root::Drop, ..recipe };
    assert_eq!(
        show("(S (S (N a) (V b)))", recipe),
        "a b S:0-2",
        "a root that does not count is not repeated either"
    );
}

#[test]
fn punctuation_may_go_by_the_gold_tags() {
    let (gold, system) = ("(S (N a) (, ,) (V b))", "(S (N a) (XP (X ,) (. b)))");
    let own = show_pair(gold, system, Recipe::default());
    assert_eq!((own.0.0.len(), own.1.0), (2, vec!["a".to_owned(), ",".to_owned()]));
    let by_gold = Recipe { punctuation: Punctuation::GoldTags, ..Recipe::default() };
    let (gold_side, system_side) = show_pair(gold, system, by_gold);
    assert_eq!(gold_side.0, system_side.0);
    assert_eq!(system_side.1, ["S:0-2", "XP:1-2"]);
}

#[test]
fn kept_traces_are_kept_on_both_sides() {
    let recipe = Recipe {
        punctuation: Punctuation::GoldTags,
        deleted_words: crate::prepare::DeletedWords::Keep,
        ..Recipe::default()
    };
    let (gold_side, system_side) = show_pair(TREE, TREE, recipe);
    assert_eq!(gold_side, system_side);
}

#[test]
fn quotes_are_put_back() {
    let recipe = Recipe::named("new").unwrap();
    let (gold, system) = ("(S (NP (N cats) (POS ')) (N tails))", "(S (NP (N cats)) ('' ') (N tails))");
    let (gold_side, system_side) = show_pair(gold, system, recipe.clone());
    assert_eq!(gold_side.0, system_side.0);
    assert_eq!(system_side.1, ["S:0-3", "NP:0-1"]);
    assert_eq!(
        show_pair(gold, system, Recipe::default()).1.0.len(),
        2,
        "without quote labels nothing is put back"
    );
}

#[test]
fn length_is_counted_by_the_recipe() {
    assert_eq!(show_pair(TREE, TREE, Recipe::default()).0.2, 5, "punctuation counts, traces do not");
}

#[test]
fn dummy_roots_may_not_count() {
    let recipe = Recipe { root: Root::Dummy, delete: Vec::new(), ..Recipe::default() };
    for (tree, expected) in [
        ("(TOP (S (N a) (V b)))", "a b S:0-2"),
        ("(S1 (S (N a) (V b)))", "a b S:0-2"),
        ("(S (TOP (N a)) (V b))", "a b S:0-2 TOP:0-1"),
        ("(TOP-X (S (N a) (V b)))", "a b TOP:0-2 S:0-2"),
        ("(S (N a) (V b))", "a b S:0-2"),
    ] {
        assert_eq!(show(tree, recipe.clone()), expected, "{tree}");
    }
}

#[test]
fn brackets_over_another_index() {
    // Words 0 and 1 share position 0, word 2 has none, word 3 has position 1 and word 4 position 2.
    let places = &[(0, 0), (0, 1), (1, 1), (1, 1), (2, 2), (3, 3)][..];
    // Word 0 has position 0, words 1 and 2 share position 1, word 3 has position 2.
    let inside = &[(0, 0), (1, 1), (1, 2), (2, 2), (3, 3)][..];
    for (tree, spans, void, is_nested, why) in [
        ("(S (X (A a) (A b)) (Y (A c) (A d)))", "S:0-3 X:0-2 Y:1-3", "", false, "they cross"),
        ("(S (A a) (A b) (A c) (A d) (A e))", "S:0-3", "", true, "all"),
        (
            "(S (X (A a)) (Y (A b)) (A c) (A d) (A e))",
            "S:0-3 X:0-1 Y:0-1",
            "",
            true,
            "two words in one place",
        ),
        ("(S (A a) (A b) (X (A c)) (A d) (A e))", "S:0-3", "X", true, "no position"),
        ("(S (A a) (A b) (X (A c) (A d)) (A e))", "S:0-3 X:1-2", "", true, "moved inwards"),
        ("(S (X (A a)) (Y (A b) (A c) (A d)) (A e))", "S:0-3 Y:0-2 X:0-1", "", true, "another order"),
    ] {
        let tree_read = crate::read::one(tree).unwrap();
        let mut labels = crate::tree::Labels::new();
        let renamed: Vec<_> = tree_read.labels().map(|name| labels.intern(name)).collect();
        let mut arena = Arena::default();
        arena.copy_relabelled(tree_read.arena(), |label| renamed[label.index()]);
        let mut rules = Rules::new(Recipe::default());
        rules.update(&labels);
        let mut prepared = Prepared::default();
        prepared.prepare(&arena, &rules);
        prepared.reindex(if prepared.kept().len() == 5 { places } else { inside });
        let name = |class: u32| String::from_utf8_lossy(rules.class_name(class)).into_owned();
        let shown = prepared.spans().iter().zip(prepared.classes()).map(|(&key, &class)| {
            let span = Span::from_key(key);
            format!("{}:{}-{}", name(class), span.start(), span.end())
        });
        assert_eq!(shown.collect::<Vec<_>>().join(" "), spans, "{why}");
        assert_eq!(prepared.void().iter().map(|&class| name(class)).collect::<String>(), void, "{why}");
        assert_eq!(prepared.is_nested(), is_nested, "{why}");
    }
}

#[test]
fn removed_words_have_no_partner_and_no_length() {
    let recipe = Recipe {
        punctuation: Punctuation::GoldTags,
        empties: vec![b"Z".to_vec()],
        edits: vec![b"E".to_vec()],
        ..Recipe::default()
    };
    let (gold, system) = ("(S (Z (N x) (N y)) (N a) (, ,) (E (V b)))", "(S (N a) (E (X ,)) (Z (N z)) (. b))");
    let (gold_side, system_side) = show_pair(gold, system, recipe);
    assert_eq!(
        (gold_side.0, gold_side.1, gold_side.2),
        (vec!["a".into(), "b".into()], vec!["S:0-1".into(), "E:1-2".into()], 3)
    );
    assert_eq!(
        (system_side.0, system_side.1, system_side.2),
        (vec!["a".into(), "b".into()], vec!["S:0-2".into()], 3)
    );
}

#[test]
fn removed_quotes_are_not_put_back() {
    let recipe = Recipe { empties: vec![b"Z".to_vec()], ..Recipe::named("new").unwrap() };
    let (gold, system) = ("(S (N a) (POS ') (N b))", "(S (N a) (Z ('' ')) (N b))");
    assert_eq!(show_pair(gold, system, recipe).1.0, ["a", "b"]);
}

#[test]
fn edited_words_are_known() {
    let recipe = Recipe { edits: vec![b"E".to_vec()], ..Recipe::named("speech").unwrap() };
    let tree = crate::read::one("(S (N a) (E (N b) (, ,)) (N c) (E d))").unwrap();
    let mut labels = crate::tree::Labels::new();
    let renamed: Vec<_> = tree.labels().map(|name| labels.intern(name)).collect();
    let mut arena = Arena::default();
    arena.copy_relabelled(tree.arena(), |label| renamed[label.index()]);
    let edited = |recipe: Recipe, prepared: &mut Prepared| {
        let mut rules = Rules::new(recipe);
        rules.update(&labels);
        prepared.prepare(&arena, &rules);
        (0..6).filter(|&number| prepared.is_edited(number)).collect::<Vec<_>>()
    };
    let mut prepared = Prepared::default();
    assert_eq!(edited(recipe, &mut prepared), [1, 2, 4]);
    assert_eq!(edited(Recipe::default(), &mut prepared), [0; 0], "marks of another recipe are cleared");
}
