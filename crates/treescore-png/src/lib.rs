//! Drawings of trees as PNG: the same pixels on every machine, because the fonts come along.
//!
//! ```
//! let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20\" height=\"10\"><text x=\"2\" y=\"9\">S</text></svg>";
//! let picture = treescore_png::render(svg)?;
//! assert!(picture.bytes.starts_with(b"\x89PNG") && picture.undrawn.is_empty());
//! # Ok::<(), treescore_png::PngError>(())
//! ```

use std::collections::BTreeSet;

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use skrifa::{FontRef, MetadataProvider};

/// Pixels for each unit of a drawing: fine enough for print.
const SCALE: f32 = 2.0;
/// The most pixels of a picture: more would take more than 400 MB.
const PIXELS_MAX: f32 = 1e8;

/// The fonts of pictures (Liberation, under the SIL Open Font License).
const FONTS: [&[u8]; 3] = [
    include_bytes!("../fonts/LiberationSans-Regular.ttf"),
    include_bytes!("../fonts/LiberationSans-Bold.ttf"),
    include_bytes!("../fonts/LiberationSerif-Regular.ttf"),
];

/// The colours that drawings give names to, which the renderer does not know.
const COLOURS: [(&str, &str); 5] = [
    ("var(--matched)", "#857f73"),
    ("var(--missing)", "#0a5fa5"),
    ("var(--relabel)", "#855600"),
    ("var(--extra)", "#b23c0a"),
    ("var(--cross)", "#9a1457"),
];

/// Why a drawing cannot be rendered.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// It is not a drawing.
    #[error("not a drawing: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// It is too large.
    #[error("the picture would have {0:.0} million pixels, more than 100: use --format svg")]
    TooLarge(f32),
    /// The pixels cannot be written.
    #[error("cannot write the picture: {0}")]
    Write(String),
}

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The file.
    pub bytes: Vec<u8>,
    /// The characters that no font of pictures has: they are not in it.
    pub undrawn: BTreeSet<char>,
}

/// Renders a drawing on white paper.
///
/// # Errors
/// If it is not a drawing, or too large.
pub fn render(svg: &str) -> Result<Picture, PngError> {
    let mut options = Options::default();
    let fonts = options.fontdb_mut();
    for font in FONTS {
        fonts.load_font_data(font.to_vec());
    }
    fonts.set_sans_serif_family("Liberation Sans");
    fonts.set_serif_family("Liberation Serif");
    let tree = Tree::from_str(&plain(svg), &options)?;
    let (width, height) = ((tree.size().width() * SCALE).ceil(), (tree.size().height() * SCALE).ceil());
    if width * height > PIXELS_MAX {
        return Err(PngError::TooLarge(width * height / 1e6));
    }
    let pixmap = Pixmap::new((width as u32).max(1), (height as u32).max(1));
    let mut pixmap = pixmap.ok_or(PngError::TooLarge(width * height / 1e6))?;
    pixmap.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixmap.as_mut());
    let bytes = pixmap.encode_png().map_err(|error| PngError::Write(error.to_string()))?;
    Ok(Picture { bytes, undrawn: undrawn(svg) })
}

/// The characters of a drawing that no font has. All that is markup is in ASCII, which the fonts have.
fn undrawn(svg: &str) -> BTreeSet<char> {
    let other: BTreeSet<char> = svg.chars().filter(|character| !character.is_ascii()).collect();
    if other.is_empty() {
        return other;
    }
    let fonts: Vec<_> = FONTS.iter().filter_map(|font| FontRef::new(font).ok()).collect();
    let is_drawn = |character: char| fonts.iter().any(|font| font.charmap().map(character).is_some());
    other.into_iter().filter(|&character| !character.is_whitespace() && !is_drawn(character)).collect()
}

/// A drawing with colours in place of their names, and without those of dark pages.
fn plain(svg: &str) -> String {
    let mut text = svg.to_owned();
    if let Some(start) = text.find("@media")
        && let Some(end) = text[start..].find("}}")
    {
        text.replace_range(start..start + end + 2, "");
    }
    for (name, colour) in COLOURS {
        text = text.replace(name, colour);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_drawn() {
        let svg = |text: &str| {
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"20\"><style>.a{{fill:var(--matched)}}@media (x){{.a{{fill:red}}}}</style><text class=\"a\" x=\"2\" y=\"15\" style=\"font:15px serif\">{text}</text></svg>"
            )
        };
        let (empty, words) = (render(&svg("")).unwrap().bytes, render(&svg("Sé")).unwrap().bytes);
        assert_ne!(empty, words, "fonts are found");
        assert_eq!(&words[16..24], [0, 0, 0, 80, 0, 0, 0, 40], "twice as many pixels");
    }

    #[test]
    fn characters_without_a_glyph_are_told() {
        let svg = |text: &str| format!("<svg xmlns=\"http://www.w3.org/2000/svg\"><text>{text}</text></svg>");
        let undrawn = |text: &str| render(&svg(text)).unwrap().undrawn.into_iter().collect::<String>();
        assert_eq!(undrawn("Sé … – Ω ж"), "");
        assert_eq!(undrawn("字 é 漢\u{1f426}字"), "字漢\u{1f426}");
    }

    #[test]
    fn what_cannot_be_rendered_is_an_error() {
        assert!(matches!(render("words"), Err(PngError::Svg(_))));
        let huge = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100000\" height=\"100000\"/>";
        assert!(matches!(render(huge), Err(PngError::TooLarge(_))));
    }
}
