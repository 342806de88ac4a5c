use super::*;
use crate::jp_evalb::names::Names;
use crate::jp_evalb::params::Parameters;
use crate::jp_evalb::scan::Line;
use proptest::prelude::*;

/// The texts of sentences given as words separated by spaces.
fn texts(sentences: &[String], names: &mut Names<'_>) -> Texts {
    let mut texts = Texts::default();
    for sentence in sentences {
        let words: Vec<String> = sentence.split_whitespace().map(|word| format!("(X {word})")).collect();
        let tree = format!("(S {})", words.join(" "));
        let mut line = Line::default();
        line.scan(&tree).unwrap();
        texts.add(&line, names);
    }
    texts
}

/// The blocks and the repairs.
fn aligned(gold: &[String], test: &[String]) -> (Vec<Block>, Vec<RepairKind>) {
    let parameters = Parameters::none();
    let mut names = Names::new(&parameters);
    let (gold, test) = (texts(gold, &mut names), texts(test, &mut names));
    let mut repairs = Vec::new();
    let blocks = blocks(&gold, &test, &mut repairs);
    (blocks, repairs.into_iter().map(|repair| repair.kind).collect())
}

fn sentences(text: &str) -> Vec<String> {
    text.split('|').filter(|part| !part.is_empty()).map(|part| part.trim().to_owned()).collect()
}

/// Blocks as `gold/test`, with the numbers of trees from 0.
fn shown(blocks: &[Block]) -> String {
    let side =
        |trees: &Range<usize>| trees.clone().map(|tree| tree.to_string()).collect::<Vec<_>>().join("+");
    blocks
        .iter()
        .map(|block| format!("{}/{}", side(&block.gold), side(&block.test)))
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn known_results() {
    use RepairKind::{BlockAtEnd, Dropped, EmptyGold, LeftOver, NearAtEnd, NoTrees};
    let none: &[RepairKind] = &[];
    for (gold, test, expected, repairs, why) in [
        ("a b|c d", "a b|c d", "0/0 1/1", none, "equal"),
        ("A b|c d", "a B|cd", "0/0 1/1", none, "case and spaces do not count"),
        ("i ca n't|x", "i can not|x", "0/0 1/1", none, "the list of exceptions"),
        ("a b c d|e f|g", "a b|c d|e f|g", "0/0+1 1/2 2/3", none, "gold is one, test is two"),
        ("a b|c d|e f|g", "a b c d|e f|g", "0+1/0 2/1 3/2", none, "test is one, gold is two"),
        ("a b c d", "a b|c d", "0/0+1", &[BlockAtEnd], "the file ends in a divided block"),
        ("x|y", "x|z", "0/0 1/1", none, "the last pair, equal or not"),
        ("abcdefghij|y", "abcdefghix|y", "0/0 1/1", none, "near, then equal"),
        ("x|abcdefghij", "x|abcdefghix", "0/0 1/1", &[NearAtEnd], "the last pair is near but not equal"),
        (
            "abcdefghij|xyz|q",
            "abcdefghix|uvw|q",
            "0/0 1/1 2/2",
            none,
            "near is not enough if the next pair is not; equally long",
        ),
        ("x|y", "x", "0+1/0", &[LeftOver], "gold has more"),
        ("x", "x|y", "0/0+1", &[LeftOver], "test has more"),
        ("x|y", "", "0+1/", &[LeftOver], "only gold"),
        ("", "x", "/0", &[LeftOver], "only test"),
        ("", "", "", &[NoTrees], "nothing"),
        (" |y", "x|y", "0/0 1/1", &[EmptyGold], "gold without text"),
        (" |y", " |y", "0/0 1/1", none, "both without text"),
        ("a b c|x", "a|b|c|x|x", "0/0+1+2", &[Dropped], "more test trees used than there are gold trees"),
        ("a b|c d|e", "x y|c d|e", "0/0 1/1 2/2", none, "equally long"),
        ("a b|m|c d|e", "a b|c d|e", "0/0 1+2/1 3/2", none, "a sentence is missing"),
    ] {
        let (blocks, found) = aligned(&sentences(gold), &sentences(test));
        assert_eq!(
            (shown(&blocks).as_str(), &found[..]),
            (expected, repairs),
            "{why}: {gold} against {test}"
        );
    }
}

/// A hundred thousand near pairs take neither a deep stack nor quadratic time.
#[test]
fn long_runs_of_near_pairs() {
    let count = 100_000;
    let side =
        |mark: char| (0..count).map(|number| format!("sentence{number:08}is{mark}")).collect::<Vec<_>>();
    let (gold, test) = (side('g'), side('t'));
    let thread = std::thread::Builder::new().stack_size(128 * 1024);
    let work = move || {
        let (blocks, repairs) = aligned(&gold, &test);
        let all_single = blocks.iter().all(|block| block.gold.len() == 1 && block.gold == block.test);
        (blocks.len(), all_single, repairs)
    };
    let found = thread.spawn(work).unwrap().join().unwrap();
    assert_eq!(found, (count, true, vec![RepairKind::NearAtEnd, RepairKind::LongRun]));
}

/// The specification, written down without regard to cost.
mod naive {
    use super::super::{Block, Ordering, Range};

    struct Files {
        a: Vec<String>,
        b: Vec<String>,
    }

    fn key(text: &str) -> Vec<char> {
        let replace = |token: &str| {
            match token {
                "''" | "``" => "\"",
                "`" => "'",
                "ca" => "can",
                "wo" => "will",
                "n't" => "not",
                _ => return token.to_owned(),
            }
            .to_owned()
        };
        text.split(' ').map(replace).collect::<String>().chars().collect()
    }

    fn levenshtein(a: &[char], b: &[char]) -> usize {
        match (a, b) {
            ([], rest) | (rest, []) => rest.len(),
            ([x, a @ ..], [y, b @ ..]) if x == y => levenshtein(a, b),
            ([_, a_rest @ ..], [_, b_rest @ ..]) => {
                1 + levenshtein(a_rest, b_rest).min(levenshtein(a_rest, b)).min(levenshtein(a, b_rest))
            }
        }
    }

    impl Files {
        fn near(&self, i: usize, j: usize) -> bool {
            let (Some(a), Some(b)) = (self.a.get(i), self.b.get(j)) else {
                return i >= self.a.len() && j >= self.b.len(); // R1
            };
            let (a, b) = (key(a), key(b));
            if a == b {
                return true;
            }
            if b.is_empty() {
                return false; // R4
            }
            levenshtein(&a, &b) as f64 / b.len() as f64 <= 0.15 && self.near(i + 1, j + 1)
        }
    }

    pub(super) fn blocks(gold: &[String], test: &[String]) -> Vec<Block> {
        let lower = |side: &[String]| side.iter().map(|text| text.to_lowercase()).collect::<Vec<_>>();
        let files = Files { a: lower(test), b: lower(gold) };
        let (n, m) = (files.a.len(), files.b.len());
        let mut found: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
        let (mut i, mut j) = (0, 0);
        for _ in 0..=n {
            if i > m || (i == n && j == m) {
                break;
            }
            if i >= n || j >= m {
                let (mut last_a, mut last_b) = found.pop().unwrap_or_default(); // R3
                last_a.extend(i..n);
                last_b.extend(j..m);
                found.push((last_a, last_b));
                break;
            }
            let (mut in_a, mut in_b) = (vec![i], vec![j]);
            let is_last = i == n - 1 && j == m - 1;
            if !files.near(i, j) && !is_last {
                loop {
                    if i + 1 >= n || j + 1 >= m {
                        in_a.extend(i + 1..n); // R2
                        in_b.extend(j + 1..m);
                        (i, j) = (n - 1, m - 1);
                        break;
                    }
                    if files.near(i + 1, j + 1) {
                        break;
                    }
                    match files.a[i].chars().count().cmp(&files.b[j].chars().count()) {
                        Ordering::Less => {
                            i += 1;
                            in_a.push(i);
                        }
                        Ordering::Greater => {
                            j += 1;
                            in_b.push(j);
                        }
                        Ordering::Equal => break,
                    }
                }
            }
            found.push((in_a, in_b));
            (i, j) = (i + 1, j + 1);
        }
        let range = |list: &[usize], end: usize| -> Range<usize> {
            let first = list.first().copied().unwrap_or(end);
            first..first + list.len()
        };
        found.iter().map(|(a, b)| Block { gold: range(b, m), test: range(a, n) }).collect()
    }
}

/// Short sentences from few words, some of them near to each other.
fn side() -> impl Strategy<Value = Vec<String>> {
    let word = prop_oneof![
        Just("aaaaaaa"),
        Just("aaaaaab"),
        Just("Aaaaaab"),
        Just("b"),
        Just("n't"),
        Just("not"),
        Just("``"),
        Just("é"),
    ];
    let sentence = proptest::collection::vec(word, 0..3).prop_map(|words| words.join(" "));
    proptest::collection::vec(sentence, 0..7)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]
    #[test]
    fn blocks_are_those_of_the_specification(gold in side(), test in side()) {
        prop_assert_eq!(aligned(&gold, &test).0, naive::blocks(&gold, &test));
    }
}
