//! The progress line: on a terminal only, from half a second on, at most ten times a second, removed at the
//! end.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use treescore::report::number::count;

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
}

impl Progress {
    pub(crate) fn new(bytes: Option<u64>, unicode: bool) -> Self {
        let is_on = std::io::stderr().is_terminal();
        Self { began: Instant::now(), shown: None, bytes, is_on, unicode, words: ("scoring", "pairs") }
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
        let now = Instant::now();
        let is_early = now.duration_since(self.began) < DELAY;
        if !self.is_on || is_early || self.shown.is_some_and(|last| now.duration_since(last) < INTERVAL) {
            return;
        }
        self.shown = Some(now);
        let seconds = now.duration_since(self.began).as_secs_f64();
        let part = self.bytes.filter(|&all| all >= bytes && all > 0).map(|all| bytes as f64 / all as f64);
        write(&line(self.words, pairs, refused, seconds, part, self.unicode));
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
    let mut stderr = std::io::stderr().lock();
    let _ = write!(stderr, "\r\x1b[K{line}");
    let _ = stderr.flush();
}

fn line(
    (doing, things): (&str, &str),
    pairs: u64,
    refused: u64,
    seconds: f64,
    part: Option<f64>,
    unicode: bool,
) -> String {
    let pace = count((pairs as f64 / seconds) as u64);
    match part {
        Some(part) => {
            let all = count((pairs as f64 / part) as u64);
            let left = (seconds / part - seconds) as u64;
            let percent = (part * 100.0) as u64;
            let bar = bar(part, unicode);
            format!(
                "{doing}  {bar}  {percent:>3} %  {} of about {all}  {pace}/s  {}:{:02}",
                count(pairs),
                left / 60,
                left % 60
            )
        }
        None => format!("{doing}  {} {things}  {pace}/s  {} refused", count(pairs), count(refused)),
    }
}

fn bar(part: f64, unicode: bool) -> String {
    let full = ((part * BAR as f64) as usize).min(BAR);
    let (sign, tip) = if unicode { ("━", "╸") } else { ("#", "#") };
    let tip = if full < BAR { tip } else { "" };
    let rest = BAR - full - tip.chars().count();
    format!("{}{tip}{}", sign.repeat(full), " ".repeat(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_bar_count_and_rate() {
        assert_eq!(
            line(("scoring", "pairs"), 2_411_000, 3, 39.4, Some(0.4822), true),
            "scoring  ━━━━━━━━━━━╸               48 %  2,411,000 of about 5,000,000  61,192/s  0:42"
        );
        assert_eq!(
            line(("scoring", "pairs"), 2_411_000, 3, 39.4, None, true),
            "scoring  2,411,000 pairs  61,192/s  3 refused"
        );
        assert_eq!(bar(0.0, false), "#                       ");
        assert_eq!(bar(1.0, true).chars().count(), BAR);
    }
}
