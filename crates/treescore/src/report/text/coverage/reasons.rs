//! The reasons for refusals, and what to do about them.

use crate::findings::short_cause;
use crate::report::model::{CauseReport, Coverage, Reason};
use crate::report::number::count;
use crate::report::style::{Role, Style, display_width, visible, wrap};
use crate::values::Advice;

/// The layout of the lines of reasons.
pub(super) struct Layout {
    count: usize,
    why: usize,
}

impl Layout {
    pub(super) fn new(reasons: &[Reason], style: &Style) -> Self {
        let count = reasons.iter().map(|reason| count(reason.pairs).len()).max().unwrap_or(0);
        let why = reasons.iter().map(|reason| display_width(&visible(&reason.why, style))).max().unwrap_or(0);
        Self { count, why: why.max(14) }
    }

    fn first_column(&self) -> usize {
        2 + self.count + 2 + self.why + 3
    }

    pub(super) fn lines(&self, reason: &Reason, style: &Style) -> Vec<String> {
        let why = visible(&reason.why, style);
        let spare = " ".repeat(self.why.saturating_sub(display_width(&why)));
        let notes = causes(reason, style).into_iter().chain(reason.note.clone());
        let notes: Vec<String> = notes.map(|note| format!("; {}", visible(&note, style))).collect();
        let note = notes.concat();
        let advice =
            reason.advice.as_ref().map(|advice| format!("; {}", visible(&(style.advice)(advice), style)));
        let first = visible(&reason.first, style);
        let line = format!(
            "  {:>width$}  {why}{spare}   first: {first}{note}{}",
            count(reason.pairs),
            advice.unwrap_or_default(),
            width = self.count
        );
        wrap(&line, style.width, self.first_column())
    }

    /// The advice for refused pairs, indented.
    pub(super) fn advice(&self, coverage: &Coverage, is_listed: bool, style: &Style) -> String {
        let mut ways = Vec::new();
        if !is_listed {
            ways.push(Advice::ListRefused);
        }
        let needs_alignment = |reason: &&Reason| {
            let aligns = |advice: &Option<Advice>| *advice == Some(Advice::Align);
            let is_shifted = reason.note.is_some();
            is_shifted || reason.causes.is_empty() || reason.causes.iter().any(|cause| aligns(&cause.advice))
        };
        if let Some(reason) = coverage.other_words().filter(needs_alignment) {
            ways.push(if reason.note.is_some() { Advice::FixShift } else { Advice::AlignTexts });
        }
        if ways.is_empty() {
            return String::new();
        }
        let indent = self.first_column();
        let width: usize = ways.iter().map(|advice| display_width(&(style.advice)(advice)) + 5).sum();
        let between =
            if indent + width <= style.width + 5 { "     " } else { &format!("\n{}", " ".repeat(indent)) };
        let ways: Vec<String> = ways.iter().map(|advice| paint_advice(advice, style)).collect();
        format!("{}{}\n", " ".repeat(indent), ways.join(between))
    }
}

/// Why words differ: `9 tagged as punctuation on one side (--set punct=gold), 3 other words`.
fn causes(reason: &Reason, style: &Style) -> Option<String> {
    let one = |cause: &CauseReport| {
        let text = format!("{} {}", count(cause.pairs), short_cause(cause.cause));
        match &cause.advice {
            // The line below says it once for all.
            Some(Advice::Align) | None => text,
            Some(advice) => format!("{text} ({})", (style.advice)(advice)),
        }
    };
    let all: Vec<String> = reason.causes.iter().map(one).collect();
    (!all.is_empty()).then(|| all.join(", "))
}

fn paint_advice(advice: &Advice, style: &Style) -> String {
    match style.advise(advice) {
        (what, Some(command)) => format!("{what}: {}", style.paint(Role::Fix, &command)),
        (what, None) => what,
    }
}
