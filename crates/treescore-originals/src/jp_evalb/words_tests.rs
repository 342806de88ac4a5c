use super::*;
use crate::jp_evalb::params::Parameters;
use proptest::prelude::*;
use treescore::tree::Label;

fn aligned(gold: &str, test: &str) -> (Vec<u32>, Vec<u32>, Ending) {
    let parameters = Parameters::none();
    let mut names = Names::new(&parameters);
    let [gold, test] = [gold, test].map(|side| -> Vec<Token> {
        side.split_whitespace().map(|word| Token { tag: Label::EMPTY, word: names.word(word) }).collect()
    });
    let mut groups = Groups::default();
    let ending = groups.align(&gold, &test, &names);
    (groups.gold, groups.test, ending)
}

#[test]
fn known_results() {
    use Ending::{Regular, Repaired};
    for (gold, test, in_gold, in_test, ending, why) in [
        ("a b c", "A b C", &[0, 1, 2][..], &[0, 1, 2][..], Regular, "equal but for case"),
        ("do n't go", "don't go", &[0, 0, 1], &[0, 1], Regular, "two are one"),
        ("don't go", "do n't go", &[0, 1], &[0, 0, 1], Regular, "one is two"),
        ("ca n't be", "can not be", &[0, 1, 2], &[0, 1, 2], Regular, "equally much is left"),
        (
            "B H CL FL HM H NEIM",
            "B CL FL HM HNEIM",
            &[0, 1, 1, 2, 3, 4, 4],
            &[0, 1, 2, 3, 4],
            Regular,
            "the Hebrew example",
        ),
        ("a", "b", &[0], &[0], Regular, "both are last"),
        ("a b c", "x", &[0, 0, 0], &[0], Regular, "the last test word takes the rest"),
        ("x", "a b c", &[0], &[0, 0, 0], Regular, "the last gold word takes the rest"),
        ("a b", "a", &[0, 0], &[0], Regular, "gold words left join the last group"),
        ("a", "a b c", &[0], &[0, 0, 0], Regular, "test words left join the last group"),
        ("", "a b", &[], &[0, 1], Regular, "without a group each is one"),
        ("a b", "", &[0, 1], &[], Regular, "on either side"),
        ("", "", &[], &[], Regular, "nothing"),
        ("aa bb", "cc ddd", &[0, 0], &[0, 0], Repaired, "what is left is never equally much"),
        ("x the b", "y z the b", &[0, 1, 2], &[0, 0, 1, 2], Regular, "up to the next equal words"),
        ("a x the c", "a the the c", &[0, 1, 2, 3], &[0, 1, 2, 3], Regular, "closed by the repeated word"),
    ] {
        let expected = (in_gold.to_vec(), in_test.to_vec(), ending);
        assert_eq!(aligned(gold, test), expected, "{why}: {gold} against {test}");
    }
}

#[test]
fn gold_groups_are_counted() {
    for (groups, expected) in [(vec![], 0), (vec![0], 1), (vec![0, 0, 1], 2)] {
        assert_eq!(Groups { gold: groups, test: Vec::new() }.gold_count(), expected);
    }
}

/// The specification, written down literally; the rest is added up at every step.
#[expect(clippy::many_single_char_names, reason = "the letters are those of the specification")]
fn naive(gold: &[String], test: &[String]) -> (Vec<u32>, Vec<u32>) {
    let (x, y) = (test, gold);
    let (p, q) = (x.len(), y.len());
    let same = |i: usize, j: usize| x[i].to_lowercase() == y[j].to_lowercase();
    let rest = |side: &[String], at: usize| side[at + 1..].concat().chars().count();
    let (mut in_x, mut in_y): (Vec<Range>, Vec<Range>) = (Vec::new(), Vec::new());
    let (mut i, mut j) = (0, 0);
    while !(i == p && j == q) {
        if j >= q {
            leave_over(&mut in_x, i, p);
            break;
        }
        if i >= p {
            leave_over(&mut in_y, j, q);
            break;
        }
        let (s, t) = (i, j);
        if same(i, j) || (i == p - 1 && j == q - 1) {
        } else if i == p - 1 || j == q - 1 {
            (i, j) = (p - 1, q - 1);
        } else {
            loop {
                if i + 1 >= p || j + 1 >= q {
                    (i, j) = (p - 1, q - 1); // R6
                    break;
                }
                if same(i + 1, j + 1) || rest(x, i) == rest(y, j) {
                    break;
                }
                if rest(x, i) > rest(y, j) { i += 1 } else { j += 1 }
            }
        }
        in_x.push(s..i + 1);
        in_y.push(t..j + 1);
        (i, j) = (i + 1, j + 1);
    }
    let numbers = |groups: Vec<Range>| {
        (0..).zip(groups).flat_map(|(number, group)| group.map(move |_| number)).collect()
    };
    (numbers(in_y), numbers(in_x))
}

type Range = std::ops::Range<usize>;

fn leave_over(groups: &mut Vec<Range>, from: usize, to: usize) {
    match groups.last_mut() {
        Some(last) => last.end = to,
        None => groups.extend((from..to).map(|word| word..word + 1)),
    }
}

fn side() -> impl Strategy<Value = Vec<String>> {
    proptest::collection::vec("[aAbé]{1,3}", 0..9)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]
    #[test]
    fn groups_are_those_of_the_specification(gold in side(), test in side()) {
        let (in_gold, in_test, _) = aligned(&gold.join(" "), &test.join(" "));
        prop_assert_eq!((in_gold, in_test), naive(&gold, &test));
    }
}
