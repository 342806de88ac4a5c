//! The style of a rendering: width, colour, and allowed characters. The faces decide; the library never asks
//! the terminal.

use unicode_width::UnicodeWidthStr;

use super::columns::ScoreColumn;
use crate::values::{Advice, spell_out};

/// The style of a rendering for people.
///
/// ```
/// use treescore::report::{Style, diagnostic};
///
/// let style = Style { colour: true, ..Style::default() };
/// assert_eq!(diagnostic::warning("no trees", &Style::default()), "warning: no trees\n");
/// assert_eq!(diagnostic::warning("no trees", &style), "\u{1b}[33mwarning:\u{1b}[0m no trees\n");
/// ```
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "the flags are independent")]
pub struct Style {
    /// Line width in columns.
    pub width: usize,
    /// Whether roles become colour escape codes.
    pub colour: bool,
    /// Whether marks and signs may be characters outside ASCII.
    pub unicode: bool,
    /// Whether the signature may be broken across lines. Only for terminals, so that it can be copied from a
    /// file.
    pub break_signature: bool,
    /// Which labels a breakdown by label shows.
    pub labels: LabelRows,
    /// Whether several measures get a block each, with all their figures, instead of one table of headlines.
    pub wide: bool,
    /// The decimals of percentages and amounts in tables; fractions have two more.
    pub digits: usize,
    /// The columns of the table of scores, if they were chosen; otherwise those that fit.
    pub columns: Vec<ScoreColumn>,
    /// Whether cells of CSV that a spreadsheet takes for formulas are made harmless.
    pub spreadsheet: bool,
    /// The wording of advice. Text after the last `: ` is a command or option to type. The default names no
    /// option.
    pub advice: fn(&Advice) -> String,
}

/// Which labels a breakdown by label shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LabelRows {
    /// Labels with fewer than 20 gold brackets share one row, `other`.
    #[default]
    Pooled,
    /// Every label has a row.
    All,
}

impl Default for Style {
    /// The style of a file: 80 columns, no colour, Unicode, the signature in one line.
    fn default() -> Self {
        Self {
            width: 80,
            colour: false,
            unicode: true,
            break_signature: false,
            labels: LabelRows::Pooled,
            wide: false,
            digits: 2,
            columns: Vec::new(),
            spreadsheet: false,
            advice: ToString::to_string,
        }
    }
}

impl Style {
    /// The same content for a page or a paper: any width, no colour.
    pub(crate) fn typeset(&self) -> Self {
        Self { labels: self.labels, digits: self.digits, columns: self.columns.clone(), ..Self::default() }
    }

    /// True if a measure is there only for columns that compare spans, beside those of another that compares labels, too.
    pub(crate) fn is_twin(&self, measure: usize) -> bool {
        self.columns.iter().any(|column| column.is_unlabelled && column.measure == measure)
    }

    /// Returns `text` in the colour of its role, if colour is on.
    pub(crate) fn paint(&self, role: Role, text: &str) -> String {
        match role.sgr() {
            Some(code) if self.colour && !text.is_empty() => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
            _ => text.to_owned(),
        }
    }

    /// The signs of this style.
    pub(crate) fn glyphs(&self) -> &'static Glyphs {
        if self.unicode { &Glyphs::UNICODE } else { &Glyphs::ASCII }
    }

    /// Words advice, and splits off the text to type, if any: `("list them", Some("--refused"))`.
    pub(crate) fn advise(&self, advice: &Advice) -> (String, Option<String>) {
        let text = (self.advice)(advice);
        match text.rsplit_once(": ") {
            Some((what, command)) => (what.to_owned(), Some(command.to_owned())),
            None => (text, None),
        }
    }

    /// Advice to append to a message: separator, role and text. For example `: --refused`, or `; list them`
    /// if there is no command.
    pub(crate) fn append_advice(&self, advice: &Advice) -> (&'static str, Role, String) {
        match self.advise(advice) {
            (_, Some(command)) => (": ", Role::Fix, command),
            (what, None) => ("; ", Role::Plain, what),
        }
    }
}

/// The role of a piece of text, which decides its colour. Colour only repeats what marks and words say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// No colour.
    #[default]
    Plain,
    /// The headline number of a row; names of systems.
    Strong,
    /// Headers, captions, the signature, frames.
    Dim,
    /// Only in gold.
    Missing,
    /// Same words, different label; warnings.
    Relabel,
    /// Only in the system.
    Extra,
    /// Crosses a gold bracket.
    Cross,
    /// `help:` and the option it proposes.
    Fix,
    /// The word `error`.
    Error,
}

impl Role {
    /// The SGR parameters of a role. They are among the 16 ANSI colours, so that the user's theme decides.
    fn sgr(self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::Strong => Some("1"),
            Self::Dim => Some("2"),
            Self::Missing => Some("36"),
            Self::Relabel => Some("33"),
            Self::Extra => Some("31"),
            Self::Cross => Some("35;1"),
            Self::Fix => Some("32"),
            Self::Error => Some("1;31"),
        }
    }
}

/// The signs of a rendering, in Unicode or in ASCII.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Glyphs {
    /// Before a negative number.
    pub minus: &'static str,
    /// In place of an undefined number.
    pub undefined: &'static str,
    /// Between the ends of a range: `11–20`.
    pub range: &'static str,
    /// Where text was cut.
    pub ellipsis: &'static str,
    /// Same words, different label.
    pub differs: &'static str,
    /// Crosses a gold bracket.
    pub crossing: &'static str,
    /// "At most".
    pub at_most: &'static str,
    /// Heading of differences.
    pub delta: &'static str,
    /// The points of several systems on one axis, in the order of the systems.
    pub points: [&'static str; 8],
    /// The ends of a drawn interval, and what is between them: left, between, right.
    pub interval: [&'static str; 3],
    /// Before the position of an error.
    pub corner: &'static str,
    /// Left of a source line.
    pub bar: &'static str,
}

impl Glyphs {
    const UNICODE: Self = Self {
        minus: "−",
        undefined: "–",
        range: "–",
        ellipsis: "…",
        differs: "≠",
        crossing: "×",
        at_most: "≤",
        delta: "Δ",
        points: ["●", "■", "▲", "◆", "○", "□", "△", "◇"],
        interval: ["├", "─", "┤"],
        corner: "╭─",
        bar: "│",
    };
    const ASCII: Self = Self {
        minus: "-",
        undefined: "-",
        range: "-",
        ellipsis: "...",
        differs: "~",
        crossing: "x",
        at_most: "<=",
        delta: "diff",
        points: ["o", "x", "+", "*", "a", "b", "c", "d"],
        interval: ["|", "-", "|"],
        corner: "-->",
        bar: "|",
    };

    /// The point of a system, by its number from 0. The ninth system has the point of the first.
    pub(crate) fn point(&self, system: usize) -> &'static str {
        self.points[system % self.points.len()]
    }
}

/// Replaces the characters in `text` that would move the cursor or reverse the writing direction by visible
/// ones, one for one.
///
/// File names, labels and source lines come from outside. An escape code in them must not reach the terminal.
pub fn visible(text: &str, style: &Style) -> String {
    text.chars().map(|character| visible_character(character, style.unicode)).collect()
}

/// As [`visible`]; characters that have no width are numbers: `br<U+200B>ead`.
///
/// ```
/// use treescore::report::{Style, legible};
/// assert_eq!(legible("a\u{200b}\u{1b}", &Style::default()), "a<U+200B>␛");
/// ```
pub fn legible(text: &str, style: &Style) -> String {
    visible(&spell_out(text), style)
}

fn visible_character(character: char, unicode: bool) -> char {
    match character {
        '\t' => {
            if unicode {
                '→'
            } else {
                '>'
            }
        }
        // U+2400 SYMBOL FOR NULL and the characters after it are in the order of the control characters.
        '\0'..='\u{1f}' if unicode => char::from_u32(0x2400 + u32::from(character)).unwrap_or('?'),
        '\u{7f}' if unicode => '␡',
        // Line separators and the controls of writing direction, which could display a line in another order.
        '\u{2028}'
        | '\u{2029}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}' => {
            if unicode {
                '\u{fffd}'
            } else {
                '?'
            }
        }
        control if control.is_control() => {
            if unicode {
                '\u{fffd}'
            } else {
                '?'
            }
        }
        other => other,
    }
}

/// Formats a signature as complete lines: one line, or several broken after `|` if the style allows it.
pub fn wrap_signature(signature: &str, style: &Style) -> String {
    let mut lines = vec![String::new()];
    for field in signature.split_inclusive('|') {
        match lines.last_mut() {
            Some(line)
                if !style.break_signature || line.is_empty() || line.len() + field.len() <= style.width =>
            {
                line.push_str(field);
            }
            _ => lines.push(field.to_owned()),
        }
    }
    lines.into_iter().map(|line| style.paint(Role::Dim, &line) + "\n").collect()
}

/// The number of terminal columns that `text` takes.
pub(crate) fn display_width(text: &str) -> usize {
    text.width()
}

/// Breaks `text` at spaces into lines of at most `width` columns. Lines after the first are indented by
/// `hang` spaces. A word longer than a line is not broken.
pub(crate) fn wrap(text: &str, width: usize, hang: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_inclusive(' ') {
        let is_started = !line.trim_end().is_empty();
        if is_started && display_width(&line) + display_width(word.trim_end()) > width {
            lines.push(line.trim_end().to_owned());
            line = " ".repeat(hang);
        } else if !is_started && !lines.is_empty() && word == " " {
            // The rest of a run of spaces at a line break.
            continue;
        }
        line.push_str(word);
    }
    lines.push(line.trim_end().to_owned());
    lines
}

#[cfg(test)]
mod tests {
    use super::{Role, Style, visible, wrap};

    #[test]
    fn controls_become_pictures() {
        let unicode = Style::default();
        let ascii = Style { unicode: false, ..Style::default() };
        for (text, expected, expected_ascii, why) in [
            ("NP-SBJ", "NP-SBJ", "NP-SBJ", "nothing to do"),
            ("a\tb", "a→b", "a>b", "tab"),
            ("\u{1b}[2J", "␛[2J", "?[2J", "escape code"),
            ("a\nb\u{7f}", "a␊b␡", "a?b?", "line break, delete"),
            ("\u{202e}x\u{85}", "\u{fffd}x\u{fffd}", "?x?", "direction, next line"),
            ("Bär 木", "Bär 木", "Bär 木", "the user's own letters stay"),
        ] {
            assert_eq!(visible(text, &unicode), expected, "{why}");
            assert_eq!(visible(text, &ascii), expected_ascii, "{why}, ASCII");
        }
    }

    #[test]
    fn every_role_has_its_code() {
        let style = Style { colour: true, ..Style::default() };
        for (role, expected) in [
            (Role::Plain, "x"),
            (Role::Strong, "\u{1b}[1mx\u{1b}[0m"),
            (Role::Dim, "\u{1b}[2mx\u{1b}[0m"),
            (Role::Missing, "\u{1b}[36mx\u{1b}[0m"),
            (Role::Relabel, "\u{1b}[33mx\u{1b}[0m"),
            (Role::Extra, "\u{1b}[31mx\u{1b}[0m"),
            (Role::Cross, "\u{1b}[35;1mx\u{1b}[0m"),
            (Role::Fix, "\u{1b}[32mx\u{1b}[0m"),
            (Role::Error, "\u{1b}[1;31mx\u{1b}[0m"),
        ] {
            assert_eq!(style.paint(role, "x"), expected, "{role:?}");
        }
        assert_eq!(style.paint(Role::Strong, ""), "", "nothing is not painted");
    }

    #[test]
    fn lines_break_at_spaces() {
        for (text, width, hang, expected, why) in [
            ("a bc d", 10, 0, vec!["a bc d"], "fits"),
            ("a bc d", 4, 0, vec!["a bc", "d"], "breaks"),
            ("a bc d", 4, 2, vec!["a bc", "  d"], "hangs"),
            ("abcdef g", 3, 1, vec!["abcdef", " g"], "a long word stays whole"),
            ("a   b", 10, 0, vec!["a   b"], "runs of spaces stay"),
            ("  a b", 4, 3, vec!["  a", "   b"], "the indent counts"),
            ("", 4, 0, vec![""], "nothing"),
        ] {
            assert_eq!(wrap(text, width, hang), expected, "{why}");
        }
    }
}
