//! Tests of mirrored pictures: bracket strings and what is drawn of them.

use super::{mirror, pair};
use crate::Scorer;
use crate::draw::{Folding, Limits, PairPicture, PairTitle, Show};
use crate::report::Style;

const GOLD: &str = "(S (NP (NP (D The) (N shop)) (SBAR (WHNP (W that)) (S (VP (V was) (ADJP (J closed)))))) (VP (V sold) (NP (NP (J old) (N maps)) (C and) (NP (NP (N charts)) (PP (P of) (NP (D the) (J northern) (N coast)))))))";
const SYSTEM: &str = "(S (NP (NP (D The) (N shop)) (SBAR (WHNP (W that)) (S (VP (V was) (VP (J closed)))))) (VP (V sold) (NP (NP (J old) (N maps) (C and) (N charts)) (PP (P of) (NP (D the) (ADJP (J northern)) (N coast))))))";

/// The picture of the design, to the character.
const SHOP: &str = "
gold                                                                  heron
S ┬ NP ┬ NP ┬────────────────────   The    ───────────────────┬ NP ┬ NP ┬ S
  │    │    └────────────────────   shop   ───────────────────┘    │    │
  │    └ SBAR ┬ WHNP ────────────   that   ─────────── WHNP ┬ SBAR ┘    │
  │           └ S ─ VP ┬─────────   was    ────────┬ VP ─ S ┘           │
  │                    └ ≠ADJP ──  closed  ─── ≠VP ┘                    │
  └ VP ┬─────────────────────────   sold   ────────────────────────┬ VP ┘
       └ NP ┬ −NP ┬──────────────   old    ─────────────┬ ×NP ┬ NP ┘
            │     └──────────────   maps   ─────────────┤     │
            ├────────────────────   and    ─────────────┤     │
            └ −NP ┬ −NP ─────────  charts  ─────────────┘     │
                  └ PP ┬─────────    of    ──────────────┬ PP ┘
                       └ NP ┬────   the    ─────────┬ NP ┘
                            ├──── northern ── +ADJP ┤
                            └────  coast   ─────────┘
";

fn picture(gold: &str, system: &str) -> PairPicture {
    let sketch = Scorer::of("parseval").unwrap().sketch(gold, system).unwrap();
    let figure = Some(("F1".to_owned(), "75.86".to_owned()));
    let title =
        PairTitle { number: "17".into(), figure, gold: "gold".into(), system: "heron".into(), refused: None };
    PairPicture::new(&sketch, title, Show::default(), Limits::default())
}

fn mirrored(picture: &PairPicture, style: &Style) -> Option<(String, usize)> {
    mirror(&picture.unfolded(), &picture.title, style)
}

#[test]
fn the_pair_of_the_design() {
    let (found, width) = mirrored(&picture(GOLD, SYSTEM), &Style::default()).unwrap();
    assert_eq!(found, SHOP[1..]);
    assert_eq!(width, 75);
}

#[test]
fn the_same_in_ascii() {
    let ascii = Style { unicode: false, ..Style::default() };
    let (found, _) = mirrored(&picture(GOLD, SYSTEM), &ascii).unwrap();
    let expected = "
S + NP + NP +--------------------   The    -------------------+ NP + NP + S
  |    |    `--------------------   shop   -------------------'    |    |
  |    ` SBAR + WHNP ------------   that   ----------- WHNP + SBAR '    |
  |           ` S - VP +---------   was    --------+ VP - S '           |
  |                    ` ~ADJP --  closed  --- ~VP '                    |
  ` VP +-------------------------   sold   ------------------------+ VP '
       ` NP + -NP +--------------   old    -------------+ xNP + NP '
";
    let lines: Vec<&str> = found.lines().skip(1).take(7).collect();
    assert_eq!(lines.join("\n"), expected.trim_matches('\n'));
}

#[test]
fn the_whole_picture() {
    let found = pair(&picture(GOLD, SYSTEM), Folding::Allowed, &Style::default());
    let first = "17   F1 75.86   11 matched, 3 − missing, 1 ≠ relabelled, 1 + extra, 1 × crossing\n\ngold";
    assert!(found.starts_with(first), "{found}");
    assert!(
        found.ends_with("\n\n×NP \"old maps and charts\" cuts gold NP \"charts of the northern coast\"\n"),
        "{found}"
    );
}

#[test]
fn equal_subtrees_are_folded_before_the_picture_is_divided() {
    let gold = "(S (NP (D the) (J northern) (N coast)) (VP (V is) (ADJP (J far))))";
    let system = "(S (NP (D the) (J northern) (N coast)) (VP (V is) (NP (J far))))";
    let picture = picture(gold, system);
    let folded = mirror(&picture.folded(), &picture.title, &Style::default()).unwrap().0;
    assert_eq!(
        folded,
        "
gold                                          heron
S ┬ NP ══════════ the northern coast ════════ NP ┬ S
  └ VP ┬─────────         is         ───────┬ VP ┘
       └ ≠ADJP ──        far         ── ≠NP ┘
"[1..]
            .replace("          heron", "           heron")
    );
    let narrow = Style { width: 40, ..Style::default() };
    let found = pair(&picture, Folding::Allowed, &narrow);
    assert!(found.contains("\nheron\nS ┬ NP "), "two blocks: {found}");
}

#[test]
fn different_words_have_two_columns() {
    let mut sketch = Scorer::of("tree-node").unwrap();
    let sketch = sketch.sketch("(S (N a) (V b) (V d))", "(S (N a) (V c))").unwrap();
    let picture = PairPicture::new(&sketch, PairTitle::default(), Show::default(), Limits::default());
    let (found, _) = mirrored(&picture, &Style::default()).unwrap();
    assert!(found.contains("a = a"), "{found}");
}

#[test]
fn times_stand_at_the_words_of_their_side() {
    let mut sketch = Scorer::of("parseval").unwrap();
    let sketch =
        sketch.sketch("(S (NP (D the) (N cat)) (V sat))", "(S (NP (D the) (N cat)) (V sat))").unwrap();
    let timed = |tree: &crate::measure::SketchTree, shift: f64| {
        let mut drawn = crate::draw::Drawn::new(tree, Show::default());
        for (at, word) in drawn.words.iter_mut().enumerate() {
            word.time = Some((at as f64 + shift, at as f64 + 0.5));
        }
        drawn
    };
    let picture = PairPicture::new(&sketch, PairTitle::default(), Show::default(), Limits::default());
    let mut view = picture.unfolded();
    (view.gold, view.system) = (timed(&sketch.gold, 0.0), timed(&sketch.system, 0.25));
    let (found, width) = mirror(&view, &picture.title, &Style::default()).unwrap();
    assert_eq!(
        found,
        "

S ┬ NP ┬─ 0.00–0.50  the  0.25–0.50 ─┬ NP ┬ S
  │    └─ 1.00–1.50  cat  1.25–1.50 ─┘    │
  └────── 2.00–2.50  sat  2.25–2.50 ──────┘
"[1..]
    );
    assert_eq!(width, 45);
}
