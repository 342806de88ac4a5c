//! Pictures as PNG, with the feature `png`; without it they are refused by name.

use super::each_tree::Failure;

#[cfg(not(feature = "png"))]
const MISSING: &str = "--format png needs the feature png, which this program was built without: use --format svg, or build it \
                       with `cargo install --path crates/treescore-cli --features png`";

/// Refuses PNG if this program cannot make it.
#[cfg_attr(feature = "png", expect(clippy::unnecessary_wraps, reason = "without the feature it fails"))]
pub(super) fn check_png() -> Result<(), Failure> {
    #[cfg(not(feature = "png"))]
    return Err(Failure::Other(MISSING.to_owned()));
    #[cfg(feature = "png")]
    Ok(())
}

/// Renders a drawing. The second value says which characters are not in the picture.
#[cfg(feature = "png")]
pub(super) fn png(svg: &str) -> Result<(Vec<u8>, Option<String>), String> {
    /// No message lists more characters.
    const LISTED: usize = 8;
    let picture = treescore_png::render(svg).map_err(|error| error.to_string())?;
    let listed: Vec<String> = picture.undrawn.iter().take(LISTED).map(char::to_string).collect();
    let more = if picture.undrawn.len() > LISTED { " …" } else { "" };
    let undrawn = (!listed.is_empty()).then(|| {
        format!("the fonts of PNG pictures have no glyph for {}{more}: use --format svg", listed.join(" "))
    });
    Ok((picture.bytes, undrawn))
}

/// Renders nothing.
#[cfg(not(feature = "png"))]
pub(super) fn png(_svg: &str) -> Result<(Vec<u8>, Option<String>), String> {
    Err(MISSING.to_owned())
}
