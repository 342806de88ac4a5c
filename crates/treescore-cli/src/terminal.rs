//! The terminal: width, colour, characters.

use treescore::report::Style;

use crate::args::{Color, Look};
use crate::streams;

/// The style of results on standard output or in a file.
pub(crate) fn result_style(look: &Look, is_file: bool) -> Style {
    let is_terminal = !is_file && streams::stdout().is_terminal();
    Style { break_signature: is_terminal, ..style(look, is_terminal) }
}

/// The style of messages on standard error.
pub(crate) fn message_style(look: &Look) -> Style {
    style(look, streams::stderr().is_terminal())
}

/// The style of messages of commands without options for it.
pub(crate) fn plain_style() -> Style {
    Style { unicode: is_utf8_locale(), advice: crate::advice::render, ..Style::default() }
}

fn style(look: &Look, is_terminal: bool) -> Style {
    let colour = match look.color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => is_terminal && variable("NO_COLOR").is_none() && !is_dumb(),
    };
    let width =
        look.width.map_or_else(|| if is_terminal { terminal_width() } else { 80 }, |width| width.max(20));
    Style {
        width,
        colour,
        unicode: !look.ascii && is_utf8_locale(),
        advice: crate::advice::render,
        ..Style::default()
    }
}

/// True if the terminal says that it cannot move its cursor.
pub(crate) fn is_dumb() -> bool {
    variable("TERM").as_deref() == Some("dumb")
}

/// The width of the terminal that shows standard error.
pub(crate) fn error_width() -> usize {
    terminal_size::terminal_size_of(std::io::stderr()).map_or(80, |(width, _)| usize::from(width.0))
}

fn terminal_width() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0).clamp(60, 120))
}

/// The width of help: the terminal's, else `COLUMNS`, else 100; from 60 to 100.
pub(crate) fn help_width() -> usize {
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let width = terminal.or_else(|| variable("COLUMNS")?.parse().ok()).filter(|&width| width > 0);
    width.unwrap_or(100).clamp(60, 100)
}

pub(crate) fn is_utf8_locale() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| variable(name));
    locale.is_some_and(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// The value of an environment variable. An empty one counts as unset.
#[expect(clippy::disallowed_methods, reason = "the environment belongs to the faces")]
pub(crate) fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}
