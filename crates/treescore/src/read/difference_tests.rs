use super::*;
use crate::read::{Block, Dialect, Scanner, Syntax, UnitReader, UnitTree};
use proptest::prelude::*;

/// A bracket over words, if it does not cross others.
type Candidate = (usize, usize, &'static str);

/// Brackets around words, written as treebanks write them.
fn write(words: &[(&str, &str)], candidates: &[Candidate]) -> String {
    let mut brackets: Vec<Candidate> = vec![(0, words.len(), "S")];
    for &(a, b, label) in candidates {
        let (start, stop) = (a.min(b) % words.len(), a.max(b) % words.len() + 1);
        let (start, stop) = (start.min(stop - 1), stop.max(start + 1));
        let crosses = |&(from, to, _): &Candidate| {
            (from < start && start < to && to < stop) || (start < from && from < stop && stop < to)
        };
        if !brackets.iter().any(crosses) {
            brackets.push((start, stop, label));
        }
    }
    brackets.sort_by_key(|&(start, stop, _)| (start, std::cmp::Reverse(stop)));
    let mut text = String::new();
    for (at, (tag, word)) in words.iter().enumerate() {
        if at > 0 {
            text.push(' ');
        }
        for (_, _, label) in brackets.iter().filter(|bracket| bracket.0 == at) {
            text.extend(["(", label, " "]);
        }
        text.extend(["(", tag, " ", word, ")"]);
        brackets.iter().filter(|bracket| bracket.1 == at + 1).for_each(|_| text.push(')'));
    }
    text
}

fn words() -> impl Strategy<Value = Vec<(&'static str, &'static str)>> {
    let word = prop_oneof![
        Just("a"),
        Just("cat"),
        Just("eightlet"),
        Just("incomprehensibilities"),
        Just("\u{e9}t\u{e9}")
    ];
    let tag = prop_oneof![Just("D"), Just("NN"), Just("WP$"), Just("A-VERY-LONG-TAG")];
    proptest::collection::vec((tag, word), 1..12)
}

fn candidates() -> impl Strategy<Value = Vec<Candidate>> {
    let label = prop_oneof![Just("NP"), Just("VP"), Just("S"), Just("NP-SBJ-LONG"), Just("X")];
    proptest::collection::vec((0..12usize, 0..12usize, label), 0..10)
}

/// Two trees, mostly with the same words and many of the same brackets.
fn pairs() -> impl Strategy<Value = (String, String)> {
    let sides = (words(), candidates(), candidates(), proptest::collection::vec(any::<u8>(), 30));
    (sides, 0..4u8, any::<bool>()).prop_map(|((words, shared, own, choices), change, is_wrapped)| {
        let mut other = words.clone();
        let at = usize::from(choices[0]) % words.len();
        match change {
            1 => other[at].0 = "JJ",
            2 => other[at].1 = "dog",
            _ => {}
        }
        let kept = |(at, _): &(usize, &Candidate)| choices[at % choices.len()] % 4 > 0;
        let mut system: Vec<Candidate> =
            shared.iter().enumerate().filter(kept).map(|(_, one)| *one).collect();
        system.extend(own.iter().take(usize::from(choices[1]) % 4));
        let wrap = |text: String| if is_wrapped { format!("( {text})") } else { text };
        (wrap(write(&words, &shared)), wrap(write(&other, &system)))
    })
}

/// A text with some bytes taken away or added.
fn spoiled(text: &str, choices: &[u8]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for pair in choices.chunks(2).filter(|pair| pair.len() == 2) {
        let at = usize::from(pair[0]) * bytes.len() / 256;
        match pair[1] % 7 {
            0 => bytes.insert(at, b' '),
            1 => bytes.insert(at, b'('),
            2 => bytes.insert(at, b')'),
            3 => bytes.insert(at, b'\t'),
            4 => bytes.insert(at, b'\0'),
            5 => {
                let piece = bytes[at..].to_vec();
                bytes.splice(at..at, piece);
            }
            _ => {
                bytes.remove(at);
            }
        }
        if bytes.is_empty() {
            break;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn block(units: &[&str]) -> (Block, Scanner) {
    let (mut block, mut scanner) = (Block::default(), Scanner::new());
    for unit in units {
        block.push(unit.as_bytes());
    }
    block.seal();
    scanner.begin(block.padded());
    (block, scanner)
}

type Shown = (Vec<(String, u32, u32)>, Vec<(String, String)>);

/// The brackets and words of a tree, in order.
fn show(units: &UnitReader, text: &[u8], brackets: Vec<(Label, (u32, u32))>, words: &[Word]) -> Shown {
    let name = |label| String::from_utf8_lossy(units.labels().name(label)).into_owned();
    let mut brackets: Vec<_> =
        brackets.into_iter().map(|(label, (start, stop))| (name(label), start, stop)).collect();
    brackets.sort();
    let word = |word: &Word| (name(word.tag), String::from_utf8_lossy(word.bytes(text)).into_owned());
    (brackets, words.iter().map(word).collect())
}

/// The system's tree as it is read usually, and as a difference; `None` if it is declined.
fn read_both_ways(gold: &str, system: &str, dialect: Dialect) -> (Option<Shown>, Option<Shown>) {
    let ((gold, mut first), (system, mut second)) = (block(&["(Z z)", gold]), block(&[system, "(Y y)"]));
    let mut units = UnitReader::new(Syntax::Trees, dialect).noting_pieces();
    let (mut gold_tree, mut tree) = (UnitTree::default(), UnitTree::default());
    first.begin(gold.padded());
    second.begin(system.padded());
    let read = units.read(&second, &system, 0, &mut tree);
    let usual = read.ok().map(|()| {
        let brackets = tree.arena.nodes().iter().map(|node| (node.label, node.bounds())).collect();
        show(&units, units.text(&system, &tree), brackets, tree.arena.words())
    });
    let mut difference = Difference::default();
    // Twice: what is known only since the first time is read the quick way the second time.
    let mut is_read = false;
    for _ in 0..2 {
        is_read = units.read(&first, &gold, 1, &mut gold_tree).is_ok()
            && units.read_difference((&gold, 1, &gold_tree), (&system, 0), &mut difference);
    }
    let quick = is_read.then(|| {
        let nodes = gold_tree.arena.nodes();
        let only_gold = |number: &usize| difference.gold.contains(&(*number as u32));
        let shared = (0..nodes.len()).filter(|number| !only_gold(number));
        let shared = shared.map(|number| (nodes[number].label, nodes[number].bounds()));
        let brackets = shared.chain(difference.system.iter().map(|own| (own.label, own.bounds))).collect();
        let mut words: Vec<(String, String)> =
            show(&units, gold.text(), Vec::new(), gold_tree.arena.words()).1;
        for (number, word) in &difference.words {
            words[*number as usize] = show(&units, system.text(), Vec::new(), &[*word]).1[0].clone();
        }
        (show(&units, system.text(), brackets, &[]).0, words)
    });
    (usual, quick)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn a_difference_is_the_tree_that_is_read_usually((gold, system) in pairs(), evalb in any::<bool>()) {
        let dialect = if evalb { Dialect::Evalb } else { Dialect::Native };
        let (usual, quick) = read_both_ways(&gold, &system, dialect);
        prop_assert!(quick.is_some() || (evalb && gold.starts_with("( ")), "declined: {gold} {system}");
        prop_assert!(quick.is_none() || quick == usual, "{gold} {system}\n{usual:?}\n{quick:?}");
    }

    #[test]
    fn what_is_odd_is_declined_or_read_as_usually(
        (gold, system) in pairs(), choices in proptest::collection::vec(any::<u8>(), 0..6),
        of_gold in proptest::collection::vec(any::<u8>(), 0..3), evalb in any::<bool>(),
    ) {
        let dialect = if evalb { Dialect::Evalb } else { Dialect::Native };
        let (gold, system) = (spoiled(&gold, &of_gold), spoiled(&system, &choices));
        let (usual, quick) = read_both_ways(&gold, &system, dialect);
        prop_assert!(quick.is_none() || quick == usual, "{gold} {system}\n{usual:?}\n{quick:?}");
    }
}

#[test]
fn differences_are_small() {
    let gold = "(S (NP (D the) (N cat)) (VP (V saw) (NP (D a) (N dog))) (. .))";
    let system = "(S (NP (D the) (N cat)) (VP (V saw)) (NP (D a) (N dog)) (. .))";
    let ((gold, first), (system, _)) = (block(&[gold]), block(&[system]));
    let (mut units, mut tree) =
        (UnitReader::new(Syntax::Trees, Dialect::Native).noting_pieces(), UnitTree::default());
    for _ in 0..2 {
        units.read(&first, &gold, 0, &mut tree).unwrap(); // a label that is new is no plain text
    }
    let mut difference = Difference::default();
    assert!(units.read_difference((&gold, 0, &tree), (&system, 0), &mut difference));
    let own: Vec<_> =
        difference.system.iter().map(|own| (units.labels().name(own.label), own.bounds)).collect();
    assert_eq!((difference.gold, own), (vec![2], vec![(&b"VP"[..], (2, 3))]));
    assert_eq!(difference.words.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [2, 4]);
}

#[test]
fn several_trees_and_open_ones_are_declined() {
    let gold = "(S (A a) (B b) (NP (C c) (D d)))";
    for system in [
        "(S (A a)) (B b) (NP (C c) (D d))",
        "(S (A a) (B b)) (NP (C c) (D d))",
        "(S (A a) (B b) (NP (C c) (D d))",
        "(S (A a) (B b) (NP (C c) (D d))))",
        "(S (A a) (B b) (NP (C c)))",
        "(S (A a) (B b) (NP (C c) (D d) (E e)))",
        "(S (A a) (B b) (NP (C c) (D d))) (S (A a))",
        "(S (A a) (B b) (NP) (C c) (D d))",
    ] {
        assert_eq!(read_both_ways(gold, system, Dialect::Native).1, None, "{system}");
        assert_eq!(read_both_ways(gold, system, Dialect::Evalb).1, None, "{system}");
    }
}
