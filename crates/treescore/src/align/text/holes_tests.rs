use proptest::prelude::*;

use super::*;
use crate::align::text::path::Text;

/// Cost and weight of a path, which must lead through both texts.
fn value(texts: &Texts<'_>, path: &Path) -> (usize, usize) {
    let (mut at, mut cost, mut weight) = (Point::default(), 0, 0);
    for run in &path.runs {
        for _ in 0..run.length {
            let before = at;
            at = run.step.after(at, 1);
            let is_equal = || texts.gold.characters[before.gold] == texts.system.characters[before.system];
            cost += match run.step {
                Step::Equal => {
                    assert!(is_equal());
                    0
                }
                Step::Other => {
                    assert!(!is_equal());
                    5
                }
                Step::Gold | Step::System => 3,
            };
            weight += [0, 1, 0, 4][texts.marks(at) as usize];
        }
    }
    assert_eq!(at, texts.end());
    (cost, weight)
}

/// The best cost and weight of all paths, by brute force.
fn best(texts: &Texts<'_>) -> (usize, usize) {
    let end = texts.end();
    let mut known = vec![vec![(0, 0); end.system + 1]; end.gold + 1];
    for gold in 0..=end.gold {
        for system in 0..=end.system {
            let mut ways = Vec::new();
            let mut from = |gold: usize, system: usize, more: usize| {
                let (cost, weight): (usize, usize) = known[gold][system];
                ways.push((cost + more, std::cmp::Reverse(weight)));
            };
            if gold > 0 && system > 0 {
                let is_equal = texts.gold.characters[gold - 1] == texts.system.characters[system - 1];
                from(gold - 1, system - 1, if is_equal { 0 } else { 5 });
            }
            if gold > 0 {
                from(gold - 1, system, 3);
            }
            if system > 0 {
                from(gold, system - 1, 3);
            }
            if let Some((cost, weight)) = ways.into_iter().min() {
                let here = [0, 1, 0, 4][texts.marks(Point { gold, system }) as usize];
                known[gold][system] = (cost, weight.0 + here);
            }
        }
    }
    known[end.gold][end.system]
}

fn side() -> impl Strategy<Value = (Vec<u32>, Vec<u8>)> {
    (0..9_usize).prop_flat_map(|length| {
        let marks = prop::collection::vec(prop::sample::select(vec![0_u8, 0, 1, 3]), length + 1);
        (prop::collection::vec(0..3_u32, length), marks)
    })
}

proptest! {
    #[test]
    fn no_way_is_better(gold in side(), system in side()) {
        let text = |side: &'_ (Vec<u32>, Vec<u8>)| (side.0.clone(), side.1.clone());
        let ((gold_characters, gold_marks), (system_characters, system_marks)) = (text(&gold), text(&system));
        let texts = Texts {
            gold: Text { characters: &gold_characters, marks: &gold_marks },
            system: Text { characters: &system_characters, marks: &system_marks },
        };
        let mut path = Path::default();
        Filler::default().align(&texts, Stretch { from: Point::default(), to: texts.end() }, &mut path);
        prop_assert_eq!(value(&texts, &path), best(&texts));
    }
}

#[test]
fn ties_prefer_diagonal_then_gold_at_the_end() {
    for (gold, system, expected, why) in [
        (&[1, 2][..], &[3, 3][..], "oo", "substitution is cheaper than two gaps"),
        (&[1], &[2, 2], "so", "the diagonal comes last in the text: it is tried first from the end"),
        (&[1, 2, 3], &[4, 2, 5], "o=o", "what is equal stays"),
    ] {
        let (gold_marks, system_marks) = (vec![0; gold.len() + 1], vec![0; system.len() + 1]);
        let texts = Texts {
            gold: Text { characters: gold, marks: &gold_marks },
            system: Text { characters: system, marks: &system_marks },
        };
        let mut path = Path::default();
        Filler::default().align(&texts, Stretch { from: Point::default(), to: texts.end() }, &mut path);
        let letter = |step: Step| match step {
            Step::Equal => "=",
            Step::Other => "o",
            Step::Gold => "g",
            Step::System => "s",
        };
        let found: String = path.runs.iter().map(|run| letter(run.step).repeat(run.length)).collect();
        assert_eq!(found, expected, "{why}");
    }
}
