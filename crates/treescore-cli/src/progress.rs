//! The progress line: on a terminal only, from half a second on, at most ten times a second, removed at the
//! end.

use std::io::Write;
use std::time::{Duration, Instant};

use treescore::report::number::count;

use crate::streams;
use crate::terminal::{error_width, is_dumb};

const DELAY: Duration = Duration::from_millis(500);
const INTERVAL: Duration = Duration::from_millis(100);
/// Width of the bar in columns.
const BAR: usize = 24;

/// One run's progress on standard error.
pub(crate) struct Progress {
    began: Instant,
    shown: Option<Instant>,
    /// Number of bytes to read, if known.
    bytes: Option<u64>,
    is_on: bool,
    unicode: bool,
    /// The task and the unit, as in `scoring … pairs`.
    words: (&'static str, &'static str),
    /// The numbers that were shown last.
    last: [u64; 3],
}

impl Progress {
    pub(crate) fn new(bytes: Option<u64>, unicode: bool) -> Self {
        let is_on = streams::stderr().is_terminal() && !is_dumb();
        let words = ("scoring", "pairs");
        Self { began: Instant::now(), shown: None, bytes, is_on, unicode, words, last: [0; 3] }
    }

    /// Sets the task and the unit.
    pub(crate) fn with_task(self, doing: &'static str, things: &'static str) -> Self {
        Self { words: (doing, things), ..self }
    }

    /// Shows nothing from now on.
    pub(crate) fn hidden(self) -> Self {
        Self { is_on: false, ..self }
    }

    /// Updates the line, if the last update is long enough ago.
    pub(crate) fn show(&mut self, pairs: u64, refused: u64, bytes: u64) {
        self.last = [pairs, refused, bytes];
        self.show_at_hand(None);
    }

    /// Updates the line within a pair that takes long, of which this part is done.
    pub(crate) fn show_at_hand(&mut self, in_hand: Option<f64>) {
        let [pairs, refused, bytes] = self.last;
        let now = Instant::now();
        let is_early = now.duration_since(self.began) < DELAY;
        if !self.is_on || is_early || self.shown.is_some_and(|last| now.duration_since(last) < INTERVAL) {
            return;
        }
        self.shown = Some(now);
        let seconds = now.duration_since(self.began).as_secs_f64();
        let part = self.bytes.filter(|&all| all >= bytes && bytes > 0).map(|all| bytes as f64 / all as f64);
        let at = At { pairs, refused, seconds, part, in_hand };
        write(&at.fit(self.words, self.unicode, error_width()));
    }

    /// Removes the line: before a message, or at the end.
    pub(crate) fn clear(&mut self) {
        if self.shown.is_some() {
            write("");
            self.shown = None;
        }
    }
}

/// Replaces the line.
fn write(line: &str) {
    // Failing to write a progress line is not an error.
    let mut stderr = streams::stderr();
    let _ = write!(stderr, "\r\x1b[K{line}");
    let _ = stderr.flush();
}

/// How far a run is.
struct At {
    pairs: u64,
    refused: u64,
    seconds: f64,
    /// The part of the bytes that was read, if their number is known.
    part: Option<f64>,
    /// The part of the pairs at hand that is done, if they take long.
    in_hand: Option<f64>,
}

impl At {
    /// The longest line that fits into a terminal of this width. The last column stays free, because some
    /// terminals go on to the next line there.
    fn fit(&self, words: (&str, &str), unicode: bool, width: usize) -> String {
        let room = width.saturating_sub(1);
        let fits = |line: &String| line.chars().count() <= room;
        let lines = [BAR, 0].map(|bar| self.line(words, unicode, bar));
        let short = || lines[1].chars().take(room).collect();
        lines.iter().find(|line| fits(line)).cloned().unwrap_or_else(short)
    }

    fn line(&self, (doing, things): (&str, &str), unicode: bool, width: usize) -> String {
        let pairs = self.pairs;
        let pace = count((pairs as f64 / self.seconds) as u64);
        let at_hand = self.in_hand.map(|part| format!("  at hand: {} %", (part * 100.0) as u64));
        let at_hand = at_hand.unwrap_or_default();
        let Some(part) = self.part else {
            let refused = count(self.refused);
            return format!("{doing}  {} {things}  {pace}/s  {refused} refused{at_hand}", count(pairs));
        };
        let all = count((pairs as f64 / part) as u64);
        let left = (self.seconds / part - self.seconds) as u64;
        let percent = (part * 100.0) as u64;
        let bar = if width > 0 { bar(part, unicode, width) + "  " } else { String::new() };
        let (minutes, seconds) = (left / 60, left % 60);
        let pairs = count(pairs);
        format!(
            "{doing}  {bar}{percent:>3} %  {pairs} of about {all}  {pace}/s  {minutes}:{seconds:02}{at_hand}"
        )
    }
}

fn bar(part: f64, unicode: bool, width: usize) -> String {
    let full = ((part * width as f64) as usize).min(width);
    let (sign, tip) = if unicode { ("━", "╸") } else { ("#", "#") };
    let tip = if full < width { tip } else { "" };
    let rest = width - full - tip.chars().count();
    format!("{}{tip}{}", sign.repeat(full), " ".repeat(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_bar_count_and_rate_and_fit() {
        let known = At { pairs: 2_411_000, refused: 3, seconds: 39.4, part: Some(0.4822), in_hand: None };
        let unknown = At { part: None, ..known };
        let within = At { in_hand: Some(0.379), ..unknown };
        let short = "scoring   48 %  2,411,000 of about 5,000,000  61,192/s  0:42";
        let long = "scoring  ━━━━━━━━━━━╸               48 %  2,411,000 of about 5,000,000  61,192/s  0:42";
        for (at, width, expected) in [
            (&known, 120, long),
            (&known, 87, long),
            (&known, 86, short),
            (&known, 30, "scoring   48 %  2,411,000 of "),
            (&known, 1, ""),
            (&known, 0, ""),
            (&unknown, 80, "scoring  2,411,000 pairs  61,192/s  3 refused"),
            (&unknown, 20, "scoring  2,411,000 "),
            (&within, 80, "scoring  2,411,000 pairs  61,192/s  3 refused  at hand: 37 %"),
        ] {
            let line = at.fit(("scoring", "pairs"), true, width);
            assert_eq!(line, expected, "{width} columns");
        }
        assert_eq!(bar(0.0, false, BAR), "#                       ");
        assert_eq!(bar(1.0, true, BAR).chars().count(), BAR);
    }
}
