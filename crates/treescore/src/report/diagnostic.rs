//! Errors as people see them: what is wrong, where, the source line with a pointer, and what to do.

mod snippet;

use super::style::{Role, Style, display_width, visible, wrap};
use crate::read::ReadError;
use crate::values::{Advice, MESSAGE_MAX, shorten};
use snippet::Snippet;

/// An error at a position in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong: `` `)` without `(` ``.
    pub title: String,
    /// The name of the file.
    pub file: String,
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: u64,
    /// The number of the tree, from 1, if known.
    pub tree: Option<u64>,
    /// The source line, or the part of it around the position.
    pub source: Vec<u8>,
    /// The column of the first character of `source`; above 1 if the beginning of the line was cut off.
    pub source_starts_at: u64,
    /// Whether the end of the line was cut off.
    pub source_is_cut: bool,
    /// The note at the pointer: `closes nothing`.
    pub pointer_note: String,
    /// Another column of the same line, with its note: `(35, "here the tree is already complete")`.
    pub second: Option<(u64, String)>,
    /// What follows from the error.
    pub notes: Vec<String>,
    /// What to do. Text after the last `: ` is a command or option to type.
    pub help: Vec<String>,
}

/// The widest line of a snippet that stands by itself.
const SNIPPET: usize = 76;

/// The line of a fault, and a pointer under it, without colours.
pub(crate) fn snippet_of(error: &ReadError) -> String {
    let diagnostic = Diagnostic {
        line: error.position.line,
        column: error.position.column,
        source: error.window.bytes.clone(),
        source_starts_at: error.window.first_column,
        source_is_cut: error.window.is_cut,
        pointer_note: error.kind.pointer().to_owned(),
        ..Diagnostic::default()
    };
    let style = Style::default();
    let snippet = Snippet::new(&diagnostic, &style, SNIPPET);
    format!("{}\n{}", snippet.text(), snippet.pointer_line(&diagnostic, &style))
}

/// Renders an error at a position.
///
/// ```
/// use treescore::report::{Diagnostic, Style, diagnostic};
///
/// let error = Diagnostic {
///     title: "`)` without `(`".into(),
///     file: "heron.trees".into(),
///     line: 118,
///     column: 9,
///     source: b"(N bees))".to_vec(),
///     source_starts_at: 1,
///     pointer_note: "closes nothing".into(),
///     ..Diagnostic::default()
/// };
/// assert_eq!(diagnostic::render(&error, &Style::default()), "\
/// error: `)` without `(`
///     ╭─ heron.trees:118:9
///     │
/// 118 │ (N bees))
///     │         ^ closes nothing
///     │
/// ");
/// ```
pub fn render(diagnostic: &Diagnostic, style: &Style) -> String {
    let number = diagnostic.line.to_string();
    let gutter = number.len().max(3);
    let bar = style.paint(Role::Dim, style.glyphs().bar);
    let margin = format!("{:gutter$} {bar}", "");
    let mut lines = vec![title(&diagnostic.title, style), position(diagnostic, gutter, style)];
    let mut second = None;
    // Of some formats only the place is known, not the line.
    if !diagnostic.source.trim_ascii().is_empty() {
        let snippet = Snippet::new(diagnostic, style, style.width.saturating_sub(gutter + 3));
        second = snippet.second_line(diagnostic, style);
        let number = style.paint(Role::Dim, &format!("{number:>gutter$}"));
        lines.push(margin.clone());
        lines.push(format!("{number} {bar} {}", snippet.text()));
        lines.push(format!("{margin} {}", snippet.pointer_line(diagnostic, style)));
        lines.extend(second.as_ref().map(|line| format!("{margin} {line}")));
        lines.push(margin);
    }
    // A second place outside the visible part of the line is mentioned as a note.
    let unseen = diagnostic.second.as_ref().filter(|_| second.is_none());
    let unseen = unseen.map(|(column, note)| format!("column {column}: {note}"));
    let notes: Vec<String> = unseen.into_iter().chain(diagnostic.notes.iter().cloned()).collect();
    lines.extend(note_lines(&notes, gutter + 1, style));
    lines.extend(help_lines(&diagnostic.help, style));
    lines.join("\n") + "\n"
}

/// Renders an error without a position that kept the run from scoring anything.
///
/// ```
/// use treescore::report::{Style, diagnostic};
///
/// let notes = ["the first 1,203 have the same words".to_owned()];
/// let help = ["score the first 1,203 anyway: --pair-by line".to_owned()];
/// let text = "dev.gold has 1,204 trees, kite.trees has 1,203";
/// assert_eq!(diagnostic::fatal(text, &notes, &help, &Style::default()), "\
/// error: dev.gold has 1,204 trees, kite.trees has 1,203
///    = the first 1,203 have the same words
/// help: score the first 1,203 anyway: --pair-by line
/// treescore: could not score
/// ");
/// ```
pub fn fatal(text: &str, notes: &[String], help: &[String], style: &Style) -> String {
    error(text, notes, help, style) + NOT_SCORED
}

/// The last line of an error that left nothing scored.
pub const NOT_SCORED: &str = "treescore: could not score\n";

/// Renders an error without a position.
pub fn error(text: &str, notes: &[String], help: &[String], style: &Style) -> String {
    let mut lines = vec![title(text, style)];
    lines.extend(note_lines(notes, 3, style));
    lines.extend(help_lines(help, style));
    lines.join("\n") + "\n"
}

/// Renders a warning in one line: something was left out or may be a mistake.
///
/// ```
/// use treescore::report::{Style, diagnostic};
///
/// assert_eq!(diagnostic::warning("no trees", &Style::default()), "warning: no trees\n");
/// ```
pub fn warning(text: &str, style: &Style) -> String {
    format!("{} {}\n", style.paint(Role::Relabel, "warning:"), bounded(text, style))
}

/// Renders a warning with notes and what helps.
pub(super) fn warning_with(text: &str, notes: &[String], help: &[String], style: &Style) -> String {
    let lines = wrap(&format!("warning: {}", bounded(text, style)), style.width, 9).join("\n");
    let text = style.paint(Role::Relabel, "warning:") + lines.strip_prefix("warning:").unwrap_or(&lines);
    let mut lines = vec![text];
    lines.extend(note_lines(notes, 3, style));
    lines.extend(help_lines(help, style));
    lines.join("\n") + "\n"
}

/// Renders a note in one line.
///
/// ```
/// use treescore::report::{Style, diagnostic};
///
/// assert_eq!(diagnostic::note("dev.xml: TigerXML", &Style::default()), "note: dev.xml: TigerXML\n");
/// ```
pub fn note(text: &str, style: &Style) -> String {
    format!("{} {}\n", style.paint(Role::Dim, "note:"), bounded(text, style))
}

/// Renders the line that replaces the errors of a kind after the first few.
///
/// ```
/// use treescore::report::{Style, diagnostic};
///
/// let text = diagnostic::more_of_this_kind(37, &Style::default());
/// assert_eq!(text, "… and 37 more of this kind; list them\n");
/// ```
pub fn more_of_this_kind(errors: u64, style: &Style) -> String {
    let (sign, role, advice) = style.append_advice(&Advice::ListRefused);
    let (ellipsis, errors) = (style.glyphs().ellipsis, super::number::count(errors));
    format!("{ellipsis} and {errors} more of this kind{sign}{}\n", style.paint(role, &advice))
}

/// The text of a message, visible and not too long: words and lists in it come from files.
fn bounded(text: &str, style: &Style) -> String {
    shorten(visible(text, style), MESSAGE_MAX)
}

fn title(text: &str, style: &Style) -> String {
    let lines = wrap(&format!("error: {}", bounded(text, style)), style.width, 7);
    let text = lines.join("\n");
    style.paint(Role::Error, "error") + text.strip_prefix("error").unwrap_or(&text)
}

fn position(diagnostic: &Diagnostic, gutter: usize, style: &Style) -> String {
    let corner = style.paint(Role::Dim, style.glyphs().corner);
    let file = style.paint(Role::Strong, &visible(&diagnostic.file, style));
    let tree = diagnostic.tree.map(|tree| format!("   tree {tree}")).unwrap_or_default();
    format!("{:gutter$} {corner} {file}:{}:{}{tree}", "", diagnostic.line, diagnostic.column)
}

fn note_lines(notes: &[String], indent: usize, style: &Style) -> Vec<String> {
    let sign = style.paint(Role::Dim, "=");
    let lines = |note: &String| {
        let start = format!("{:indent$}= {}", "", bounded(note, style));
        let mut lines = wrap(&start, style.width, indent + 2);
        if let Some(first) = lines.first_mut() {
            first.replace_range(indent..=indent, &sign);
        }
        lines
    };
    notes.iter().flat_map(lines).collect()
}

fn help_lines(help: &[String], style: &Style) -> Vec<String> {
    let line = |text: &String| {
        let text = visible(text, style);
        let (what, command) = text.rsplit_once(": ").unwrap_or((&text, ""));
        let colon = if command.is_empty() { "" } else { ": " };
        let first = style.paint(Role::Fix, "help:");
        // A command is not broken across lines, so that it can be copied.
        let is_long = display_width(&text) + 6 > style.width && !command.is_empty();
        let colon = if is_long { ":\n      " } else { colon };
        format!("{first} {what}{colon}{}", style.paint(Role::Fix, command))
    };
    help.iter().map(line).collect()
}

#[cfg(test)]
mod tests;
