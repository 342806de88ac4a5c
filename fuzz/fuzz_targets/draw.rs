//! Any trees, drawn in every way: nothing panics, and nothing of the input controls a terminal or is markup.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treescore::Scorer;
use treescore::draw::{Drawn, Folding, Limits, PairPicture, PairTitle, Show, html, latex, svg, text};
use treescore::measure::SketchTree;
use treescore::report::Style;
use treescore_fuzz::trees;

// Input: a byte for the style, then trees; every two of them are a pair.
fuzz_target!(|data: &[u8]| {
    let [options, rest @ ..] = data else { return };
    let style =
        Style { unicode: options & 1 == 0, width: 20 + usize::from(options >> 2), ..Style::default() };
    let limits = if options & 2 == 0 {
        Limits::default()
    } else {
        Limits { words: 5, levels: 3 }
    };
    let folding = if options & 4 == 0 { Folding::Allowed } else { Folding::Forbidden };
    let trees = trees(rest);
    for tree in &trees {
        let drawn = Drawn::new(&SketchTree::from(tree), Show::ALL).prune(limits);
        check(&text::tree(&drawn, &style));
        check(&text::outline(&drawn, &style));
        check(&svg::tree(&drawn, svg::Page::Paper));
        check(&latex::forest(&drawn));
    }
    for pair in trees.chunks_exact(2) {
        for measure in ["parseval", "tree-node", "struct-iou"] {
            let mut scorer = Scorer::of(measure).expect("a measure");
            let Ok(sketch) = scorer.sketch(&pair[0], &pair[1]) else { continue };
            let picture = PairPicture::new(&sketch, PairTitle::default(), Show::default(), limits);
            check(&text::pair(&picture, folding, &style));
            let _ = svg::mirror(&picture.folded(), svg::Page::Clear);
            assert!(!html::page(&[picture], folding).contains("<script"));
        }
    }
});

fn check(text: &str) {
    assert!(text.chars().all(|character| character == '\n' || !character.is_control()), "{text:?}");
}
