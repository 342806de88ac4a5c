//! Pictures: trees and pairs of trees as text, SVG and HTML.

use treescore::draw::{Drawn, Folding, Limits, PairPicture, PairTitle, Show, html, svg, text};
use treescore::front::SystemScore;
use treescore::measure::{Sketch, SketchTree};
use treescore::report::Style;
use treescore::report::number;
use treescore::run::PairRow;
use treescore::tree::Tree;

/// The width of pictures in characters, if none is asked for.
const WIDTH: usize = 80;

/// How a picture in characters looks.
pub(crate) fn style(width: Option<usize>, color: bool, ascii: bool) -> Style {
    Style { width: width.unwrap_or(WIDTH), colour: color, unicode: !ascii, ..crate::score::style() }
}

fn drawn(tree: &Tree, tags: bool) -> Drawn {
    Drawn::new(&SketchTree::from(tree), Show { tags, ..Show::ALL }).prune(Limits::default())
}

/// A tree in characters; as an outline if it is wider than the style.
pub(crate) fn tree_as_text(tree: &Tree, tags: bool, style: &Style) -> String {
    text::tree_or_outline(&drawn(tree, tags), style).0
}

/// A tree as SVG.
pub(crate) fn tree_as_svg(tree: &Tree, tags: bool) -> String {
    svg::tree(&drawn(tree, tags), svg::Page::Clear)
}

/// The picture of a pair of a score; `None` if the measure has no pictures.
pub(crate) fn of_pair(score: &SystemScore, row: &PairRow, number: String) -> Option<PairPicture> {
    let info = score.info();
    let sketch: &Sketch = row.sketch.as_deref().filter(|_| info.is_drawn)?;
    let figure = &info.figures[0];
    let value = number::figure((info.derive)(&row.counts)[0], figure.unit, &Style::default());
    let title = PairTitle {
        number,
        figure: Some((figure.title.to_owned(), value)),
        gold: "gold".to_owned(),
        system: if score.name.is_empty() { "system".to_owned() } else { score.name.clone() },
        refused: None,
    };
    let show = Show { tags: false, deleted: false, uncounted: false };
    Some(PairPicture::new(sketch, title, show, Limits::default()))
}

/// A pair in characters.
pub(crate) fn pair_as_text(picture: &PairPicture, folding: Folding, style: &Style) -> String {
    text::pair(picture, folding, style)
}

/// A pair as SVG: mirrored, or gold alone above the system if the words do not correspond.
pub(crate) fn pair_as_svg(picture: &PairPicture) -> Option<String> {
    svg::mirror(&picture.view(Folding::Allowed), svg::Page::Clear)
}

/// A pair as a page of its own.
pub(crate) fn pair_as_page(picture: &PairPicture) -> String {
    html::page(std::slice::from_ref(picture), Folding::Allowed)
}

/// A pair as a part of a page.
pub(crate) fn pair_as_html(picture: &PairPicture) -> String {
    format!("<div class=\"treescore\">{}</div>", html::section(picture, Folding::Allowed))
}
