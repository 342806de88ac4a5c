//! A tree of 200,000 levels is drawn in part, without recursion.

use treescore::draw::{Drawn, Folding, Limits, PairPicture, PairTitle, Show, html, latex, svg, text};
use treescore::measure::SketchTree;
use treescore::report::Style;

const LEVELS: usize = 200_000;

#[test]
fn deep_trees_are_drawn_in_part() {
    let draw = || {
        let tree = format!("{}(D a) (N b){}", "(X ".repeat(LEVELS), ")".repeat(LEVELS));
        let sketch = SketchTree::from(&treescore::read::one(&tree).unwrap());
        let drawn = Drawn::new(&sketch, Show::ALL).prune(Limits::default());
        assert_eq!(drawn.left_out.to_text(), "left out: 2 words, 199,940 brackets, 199,940 levels");
        assert_eq!(drawn.nodes.len(), 60);
        for text in [
            text::outline(&drawn, &Style::default()),
            text::tree(&drawn, &Style::default()),
            svg::tree(&drawn, svg::Page::Clear),
            latex::forest(&drawn),
        ] {
            assert!(text.contains("2 words") && text.len() < 100_000);
        }
        let mut scorer = treescore::Scorer::of("parseval").unwrap();
        let bottom = tree.replace("(X (D a)", "(Y (D a)");
        for (other, marks, above) in [
            // Of equal brackets the inner ones are left over, so that the mark of gold is at the bottom.
            (tree.replacen("(X ", "(Y ", 1), &["≠Y"][..], 0),
            (bottom, &["≠X", "≠Y"][..], 2),
        ] {
            let sketch = scorer.sketch(&*tree, &*other).unwrap();
            let picture = PairPicture::new(&sketch, PairTitle::default(), Show::default(), Limits::default());
            for folding in [Folding::Allowed, Folding::Forbidden] {
                let shown = text::pair(&picture, folding, &Style::default());
                assert!(marks.iter().all(|mark| shown.contains(mark)) && shown.len() < 100_000, "{shown}");
                assert_eq!(shown.matches("199,969 levels above").count(), above, "{shown}");
                assert!(svg::mirror(&picture.view(folding), svg::Page::Clear).unwrap().contains("≠Y"));
            }
            assert!(html::page(&[picture], Folding::Allowed).len() < 200_000);
        }
    };
    let thread = std::thread::Builder::new().stack_size(256 * 1024).spawn(draw).unwrap();
    thread.join().unwrap();
}
