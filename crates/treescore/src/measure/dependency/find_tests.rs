//! Dependencies computed by hand, and by a recursive twin.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::*;
use crate::prepare::Recipe;
use crate::prepare::heads::{Direction, HeadClass, HeadSyntax};
use crate::read::{Buffer, Syntax};

/// The trees of one line.
struct Forest {
    text: Vec<u8>,
    arena: Arena,
    rules: Rules,
    prepared: Prepared,
}

impl Forest {
    fn new(text: &str, recipe: &Recipe) -> Self {
        let (mut labels, mut buffer, mut arena) = (Labels::new(), Buffer::default(), Arena::default());
        let text = text.as_bytes().to_vec();
        Syntax::Forest.read(&text, (0, text.len()), &mut labels, &mut buffer, &mut arena).unwrap();
        let mut rules = Rules::new(recipe.clone());
        rules.update(&labels);
        let mut prepared = Prepared::default();
        prepared.prepare(&arena, &rules);
        Self { text, arena, rules, prepared }
    }

    fn source(&self) -> Source<'_> {
        Source { arena: &self.arena, text: &self.text, prepared: &self.prepared, rules: &self.rules }
    }

    fn word(&self, counted: u32) -> String {
        let number = self.prepared.kept()[counted as usize] as usize;
        String::from_utf8(self.arena.words()[number].bytes(&self.text).to_vec()).unwrap()
    }

    fn name(&self, class: u32) -> String {
        String::from_utf8(self.rules.class_name(class).to_vec()).unwrap()
    }

    /// `dependent<head:C/P`, followed by `!` if it is not open.
    fn shown(&self, one: &Dependency) -> String {
        let mark = if one.is_open { "" } else { "!" };
        let (word, label) = (self.word(one.dependent), self.name(one.label));
        match one.governor {
            Some(Governor { word: head, label: parent }) => {
                format!("{word}<{}:{label}/{}{mark}", self.word(head), self.name(parent))
            }
            None => format!("{word}<TOP:{label}{mark}"),
        }
    }
}

fn finder(table: &str) -> DependencyFinder {
    let own = || HeadTable::parse(table.as_bytes(), HeadSyntax::Careful).unwrap();
    DependencyFinder::new(Arc::new(HeadTable::named(table).unwrap_or_else(own)))
}

/// Finds dependencies; words that begin with `e-` are edited, tags that begin with `D` are of a closed class.
fn found(forest: &Forest, finder: &mut DependencyFinder) -> Result<Vec<Dependency>, NoHead> {
    let words = forest.arena.words();
    let is_edited = |number: usize| words[number].bytes(&forest.text).starts_with(b"e-");
    let is_closed = |word: &Word| {
        let class = forest.rules.by_label()[word.tag.index()].tag;
        forest.rules.class_name(class).starts_with(b"D")
    };
    let mut found = Vec::new();
    finder.find_where(forest.source(), is_edited, is_closed, &mut found).map(|()| found)
}

fn dependencies(text: &str, recipe: &Recipe, table: &str) -> String {
    let forest = Forest::new(text, recipe);
    let found = found(&forest, &mut finder(table)).unwrap();
    found.iter().map(|one| forest.shown(one)).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_word_has_the_expected_head() {
    let collins = Recipe::default();
    for (text, expected, why) in [
        (
            "(S (NP (DT the) (NN cat)) (VP (VBD saw) (NP (PRP it))))",
            "the<cat:DT/NP! cat<saw:NP/S saw<TOP:S it<saw:NP/VP",
            "a sentence",
        ),
        (
            "(TOP (S (NP (DT the) (NN cat)) (VP (VBD saw))) (, ,) (INTJ (UH oh)))",
            "the<cat:DT/NP! cat<saw:NP/S saw<TOP:S oh<TOP:INTJ",
            "a root that is deleted is the top; commas do not count",
        ),
        ("(S (NP (NN a)) (VP (VB b))) (FRAG (NN c))", "a<b:NP/S b<TOP:S c<TOP:FRAG", "several trees"),
        (
            "(NP-SBJ (NP=2 (NN a)) (PP (IN of) (NP (NN b))))",
            "a<TOP:NP of<a:PP/NP b<of:NP/PP",
            "labels are cut",
        ),
        (
            "(S (NP (-NONE- *)) (VP (TO to) (VP (VB go))))",
            "to<TOP:S go<to:VP/VP",
            "nothing depends on nothing",
        ),
        ("(S (VP (VB go)) (TOP (NN a) (NN b)))", "go<TOP:S a<go:NN/S b<go:NN/S", "a deleted bracket opens"),
        (
            "(S (EDITED (NP (PRP e-i)) (VP (VBP e-go))) (NP (PRP i)) (VP (VBP went)))",
            "i<went:NP/S went<TOP:S",
            "edits have no dependencies",
        ),
        (
            "(S (VP (VBP e-go)) (NP (PRP i)) (NN x))",
            "i<x:NP/S x<TOP:S",
            "and are never heads: without the VP, S is headed by what is left",
        ),
        (
            "(NP (NP (DT the) (NN e-man)) (DT this))",
            "the<TOP:NP! this<the:DT/NP!",
            "a phrase without its head",
        ),
        ("word", "word<TOP:", "a word outside all brackets"),
        ("(NN word)", "word<TOP:NN", "a word with its tag"),
        ("(S (EDITED (UH e-um)))", "", "nothing but an edit"),
    ] {
        assert_eq!(dependencies(text, &collins, "charniak"), expected, "{why}: {text}");
    }
}

#[test]
fn which_roots_are_the_top() {
    for (root, text, expected) in [
        (Root::Count, "(ROOT (S (NN a) (NN b)))", "a<b:NN/S b<TOP:ROOT"),
        (Root::Dummy, "(ROOT (S (NN a) (NN b)) (NN c))", "a<b:NN/S b<TOP:S c<TOP:NN"),
        (Root::Dummy, "(S (ROOT (NN a) (NN b)))", "a<b:NN/ROOT b<TOP:S"),
        (Root::Dummy, "((S (NN a) (NN b)) (NN c))", "a<b:NN/S b<TOP:S c<TOP:NN"),
        (Root::Drop, "(S (NP (NN a) (NN b)) (VB c)) (X (NN d))", "a<b:NN/NP b<TOP:NP c<TOP:VB d<TOP:NN"),
    ] {
        let recipe = Recipe { root, ..Recipe::default() };
        assert_eq!(dependencies(text, &recipe, "*default* (r)"), expected, "{root:?} {text}");
    }
}

#[test]
fn a_table_without_a_head_is_an_error_and_every_word_is_there_all_the_same() {
    let forest = Forest::new("(S (NP (VP (QP a))) (VP (QP b)))", &Recipe::default());
    let mut finder = finder("S\nNP (l QP)\nVP");
    let mut found = Vec::new();
    let error = finder.find(forest.source(), &mut found).unwrap_err();
    assert_eq!(forest.name(error.class), "NP");
    assert_eq!(found.iter().map(|one| one.dependent).collect::<Vec<_>>(), [0, 1]);
    // No state is left for the next tree, whose labels have the same numbers.
    let forest = Forest::new("(S (NP (VP (QP a)) (QP b)))", &Recipe::default());
    finder.find(forest.source(), &mut found).unwrap();
    assert_eq!(found.iter().map(|one| forest.shown(one)).collect::<Vec<_>>(), ["a<b:VP/NP", "b<TOP:S"]);
}

#[test]
fn two_hundred_thousand_levels() {
    let levels = 200_000;
    let mut forest = Forest::new("(S (NN a))", &Recipe::default());
    let (s, nn) = (forest.arena.nodes()[0].label, forest.arena.words()[0].tag);
    let word = Word::from_range(b"a", (0, 1), nn);
    forest.arena.clear();
    for _ in 0..levels {
        forest.arena.open(s);
        forest.arena.word(word);
    }
    forest.arena.close(levels);
    forest.prepared.prepare(&forest.arena, &forest.rules);
    let mut found = Vec::new();
    finder("*default* (l)").find(forest.source(), &mut found).unwrap();
    let before = |two: &[Dependency]| two[1].governor.map(|governor| governor.word) == Some(two[0].dependent);
    assert!(found.windows(2).all(before) && found.len() == levels);
    finder("*default* (r)").find(forest.source(), &mut found).unwrap();
    let last = levels as u32 - 1;
    assert!(found[..levels - 1].iter().all(|one| one.governor.map(|governor| governor.word) == Some(last)));
}

/// A tree as textbooks define it.
#[derive(Clone, Debug)]
enum Book {
    Word(String, String),
    Phrase(String, Vec<Book>),
}

impl Book {
    fn text(&self) -> String {
        match self {
            Self::Word(tag, word) => format!("({tag} {word})"),
            Self::Phrase(label, parts) => {
                format!("({label} {})", parts.iter().map(Self::text).collect::<Vec<_>>().join(" "))
            }
        }
    }

    fn label(&self) -> &str {
        let (Self::Word(label, _) | Self::Phrase(label, _)) = self;
        label
    }
}

/// The counted part of a tree: for each word its number among the counted words, and whether it is open.
enum Left {
    Word(String, u32, bool),
    Phrase(String, Vec<Left>),
}

fn left(book: &Book, deleted: &[&str], counted: &mut u32) -> Vec<Left> {
    match book {
        Book::Word(tag, _) if deleted.contains(&tag.as_str()) => Vec::new(),
        Book::Word(tag, word) => {
            *counted += 1;
            let is_edited = word.starts_with("e-");
            if is_edited {
                Vec::new()
            } else {
                vec![Left::Word(tag.clone(), *counted - 1, !tag.starts_with('D'))]
            }
        }
        Book::Phrase(label, parts) => {
            let parts: Vec<Left> = parts.iter().flat_map(|part| left(part, deleted, counted)).collect();
            if parts.is_empty() || deleted.contains(&label.as_str()) {
                return parts;
            }
            vec![Left::Phrase(label.clone(), parts)]
        }
    }
}

/// Dependent, label, head with the label of the phrase, and whether it is open.
type Named = (u32, String, Option<(u32, String)>, bool);

impl Left {
    fn label(&self) -> &str {
        let (Self::Word(label, ..) | Self::Phrase(label, _)) = self;
        label
    }

    fn head(&self, table: &HeadTable) -> (u32, bool) {
        match self {
            Self::Word(_, number, is_open) => (*number, *is_open),
            Self::Phrase(..) => self.head_child(table).unwrap().head(table),
        }
    }

    fn head_child(&self, table: &HeadTable) -> Option<&Self> {
        let Self::Phrase(label, parts) = self else { return None };
        let rule = table.rules.iter().find(|rule| rule.label == label.as_bytes());
        let mut classes = rule.map_or(&[][..], |rule| &rule.classes).iter().chain(&table.default);
        let has = |class: &HeadClass, part: &Self| {
            class.labels.is_empty() || class.labels.iter().any(|label| label == part.label().as_bytes())
        };
        classes.find_map(|class| match class.direction {
            Direction::Left => parts.iter().find(|part| has(class, part)),
            Direction::Right => parts.iter().rfind(|part| has(class, part)),
        })
    }

    /// All dependencies inside.
    fn inside(&self, table: &HeadTable, all: &mut Vec<Named>) {
        let Self::Phrase(label, parts) = self else { return };
        let head = self.head_child(table).unwrap();
        let (word, is_open) = self.head(table);
        for part in parts {
            part.inside(table, all);
            if !std::ptr::eq(part, head) {
                let (dependent, is_open_too) = part.head(table);
                let governor = Some((word, label.clone()));
                all.push((dependent, part.label().to_owned(), governor, is_open && is_open_too));
            }
        }
    }
}

fn book() -> impl Strategy<Value = Book> {
    let word = (select(&["NN", "DT", "VB", ","][..]), select(&["a", "b", "e-c"][..]))
        .prop_map(|(tag, word)| Book::Word(tag.to_owned(), word.to_owned()));
    word.prop_recursive(5, 24, 4, |part| {
        (select(&["S", "NP", "VP", "X", "TOP"][..]), vec(part, 1..4))
            .prop_map(|(label, parts)| Book::Phrase(label.to_owned(), parts))
    })
}

proptest! {
    #[test]
    fn as_a_recursive_twin_finds_them(books in vec(book(), 1..3), table in select(&["charniak", "collins", "*default* (l NN VP) (r)\nNP (r DT) (l NP)"][..])) {
        let text = books.iter().map(Book::text).collect::<Vec<_>>().join(" ");
        let forest = Forest::new(&text, &Recipe::default());
        let mut finder = finder(table);
        let (mut counted, mut expected) = (0, Vec::new());
        for part in books.iter().flat_map(|book| left(book, &["TOP", ","], &mut counted)).collect::<Vec<_>>() {
            let (head, is_open) = part.head(&finder.table);
            expected.push((head, part.label().to_owned(), None, is_open));
            part.inside(&finder.table, &mut expected);
        }
        expected.sort();
        let found = found(&forest, &mut finder).unwrap().into_iter().map(|one| {
            let governor = one.governor.map(|governor| (governor.word, forest.name(governor.label)));
            (one.dependent, forest.name(one.label), governor, one.is_open)
        });
        prop_assert_eq!(found.collect::<Vec<_>>(), expected, "{}", text);
        prop_assert!(books.iter().all(|book| !book.label().is_empty()));
    }
}
