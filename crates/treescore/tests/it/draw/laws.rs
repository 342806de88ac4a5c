//! Laws of pictures.

use treescore::Scorer;
use treescore::draw::layout::layout;
use treescore::draw::{Drawn, Folding, Limits, PairPicture, PairTitle, Show, html, latex, svg, text};
use treescore::measure::{Sketch, SketchTree, Verdict};
use treescore::report::Style;

use super::made::{self, Dice};

fn picture(sketch: &Sketch) -> PairPicture {
    let title = PairTitle {
        number: "1".into(),
        gold: "gold".into(),
        system: "system".into(),
        ..PairTitle::default()
    };
    PairPicture::new(sketch, title, Show::default(), Limits::default())
}

fn pairs() -> impl Iterator<Item = (String, String)> {
    (0..200).map(|seed| {
        let mut dice = Dice::new(seed);
        let words = 2 + dice.roll(12);
        (made::brackets(&mut dice, words), made::brackets(&mut dice, words))
    })
}

/// How often a label stands in a picture: with each mark, and without.
fn labels(text: &str) -> [usize; 5] {
    let mut found = [0; 5];
    for token in text.split(|character: char| character.is_whitespace() || "┬├└┤┘│─═".contains(character))
    {
        let marks = ["", "−", "≠", "+", "×"];
        for (at, mark) in marks.iter().enumerate() {
            let is_label = |label: &str| token.strip_prefix(mark) == Some(label);
            found[at] += usize::from(["A", "B", "C"].into_iter().any(is_label));
        }
    }
    found
}

/// How many brackets of both sides have each verdict.
fn verdicts(sketch: &Sketch) -> [usize; 5] {
    let order = [Verdict::Matched, Verdict::Missing, Verdict::Relabelled, Verdict::Extra, Verdict::Crossing];
    order.map(|verdict| {
        let of = |tree: &SketchTree| {
            let fates = (0..tree.nodes()).filter_map(|node| tree.fate(node));
            fates.filter(|fate| fate.verdict == verdict).count()
        };
        of(&sketch.gold) + of(&sketch.system)
    })
}

#[test]
fn every_bracket_is_drawn_once_with_its_mark() {
    for (gold, system) in pairs() {
        let sketch = Scorer::of("parseval").unwrap().sketch(&*gold, &*system).unwrap();
        let picture = picture(&sketch);
        let (drawn, _) = text::mirror(&picture.unfolded(), &picture.title, &Style::default()).unwrap();
        assert_eq!(labels(&drawn), verdicts(&sketch), "{gold}\n{system}\n{drawn}");
    }
}

#[test]
fn folding_hides_matched_brackets_only() {
    let mut folded_once = false;
    for (gold, system) in pairs().chain(pairs().map(|(gold, _)| (gold.clone(), gold))) {
        let sketch = Scorer::of("parseval").unwrap().sketch(&*gold, &*system).unwrap();
        let picture = picture(&sketch);
        let (whole, folded) = (picture.unfolded(), picture.folded());
        folded_once |= folded.gold.words.len() < whole.gold.words.len();
        assert_eq!(folded.gold.words.len(), folded.columns.as_ref().unwrap().len(), "{gold}\n{system}");
        let (drawn, _) = text::mirror(&folded, &picture.title, &Style::default()).unwrap();
        assert_eq!(labels(&drawn)[1..], verdicts(&sketch)[1..], "{gold}\n{system}\n{drawn}");
    }
    assert!(folded_once);
}

#[test]
fn bars_of_one_level_do_not_overlap() {
    for seed in 0..300 {
        let mut dice = Dice::new(seed);
        let columns = 1 + dice.roll(20);
        let input = made::input(&mut dice, columns, 5);
        let found = layout(&input);
        for (at, one) in found.nodes.iter().enumerate() {
            for other in &found.nodes[..at] {
                let apart = one.bars.iter().all(|a| other.bars.iter().all(|b| a.1 <= b.0 || b.1 <= a.0));
                assert!(one.level != other.level || apart, "{input:?}");
            }
            let parent = input.nodes[at].parent.map(|parent| found.nodes[parent].level);
            assert!(parent.is_none_or(|parent| parent > one.level), "{input:?}");
        }
    }
}

/// Texts of the input are never markup, and never control a terminal.
#[test]
fn hostile_texts_stay_texts() {
    let hostile = [
        "<script>alert(1)</script>",
        "</style>",
        "\u{1b}]0;x\u{7}",
        "a\"b'c&d",
        "\u{202e}x",
        "\u{200b}",
        "]]>",
        "\\input{x}",
    ];
    for word in hostile {
        let word = word.replace(' ', "_");
        let label = word.replace(['(', ')'], "");
        let word = &label;
        let tree = format!("(S ({label} (T {word}) (T b)) (T c))");
        let other = format!("(S (T {word}) ({label} (T b) (T c)))");
        let Ok(sketch) = Scorer::of("parseval").unwrap().sketch(&*tree, &*other) else { continue };
        let picture = picture(&sketch);
        let drawn = Drawn::new(&sketch.gold, Show::ALL);
        let page = html::page(std::slice::from_ref(&picture), Folding::Allowed);
        let texts = [
            text::pair(&picture, Folding::Allowed, &Style::default()),
            text::tree(&drawn, &Style::default()),
            text::outline(&drawn, &Style::default()),
            svg::tree(&drawn, svg::Page::Clear),
            svg::mirror(&picture.unfolded(), svg::Page::Paper).unwrap(),
            latex::forest(&drawn),
            page.clone(),
        ];
        for text in &texts {
            assert!(
                text.chars().all(|character| character == '\n' || !character.is_control()),
                "{word:?}: {text}"
            );
            assert!(!text.contains(['\u{202e}', '\u{200b}']), "{word:?}: {text}");
        }
        assert!(!page.contains("<script") && page.matches("</style>").count() == 2, "{page}");
        assert!(!texts[5].contains("\\input"), "{}", texts[5]);
    }
}

/// Pictures of which little is drawn: no panic, and what is left out is never more than there is.
#[test]
fn pairs_are_drawn_in_part() {
    for (gold, system) in pairs() {
        let sketch = Scorer::of("parseval").unwrap().sketch(&*gold, &*system).unwrap();
        for (words, levels) in [(1, 1), (2, 9), (3, 2), (5, 3), (5, 9)] {
            let limits = Limits { words, levels };
            let picture = PairPicture::new(&sketch, PairTitle::default(), Show::default(), limits);
            for folding in [Folding::Allowed, Folding::Forbidden] {
                let view = picture.view(folding);
                for drawn in [&view.gold, &view.system] {
                    assert!(drawn.left_out.words <= sketch.gold.words(), "{gold}\n{system}\n{limits:?}");
                    assert!(
                        drawn.nodes.iter().all(|node| node.parent.is_none_or(|at| at < drawn.nodes.len()))
                    );
                }
                assert!(!text::pair(&picture, folding, &Style::default()).is_empty());
                let _ = (svg::mirror(&view, svg::Page::Clear), html::section(&picture, folding));
            }
        }
    }
}
