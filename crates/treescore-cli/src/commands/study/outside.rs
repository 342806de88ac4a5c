//! What a study asks of the program around it: the parser of `--parser`, processor time, and whether to stop.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use treescore_study::Outside;

use crate::interrupt;

/// The command line around a study.
pub(super) struct Around {
    parser: Option<String>,
    start: Instant,
}

impl Around {
    /// With a command for a parser, if there is one.
    pub(super) fn new(parser: Option<String>) -> Self {
        Self { parser, start: Instant::now() }
    }
}

impl Outside for Around {
    fn has_parser(&self) -> bool {
        self.parser.is_some()
    }

    fn parse(&mut self, sentences: &[String]) -> Result<Vec<String>, String> {
        let command = self.parser.as_deref().ok_or("no command is given")?;
        let mut child = start(command).map_err(|error| format!("cannot start `{command}`: {error}"))?;
        let stdin = child.stdin.take();
        // The parser may write before it has read everything, so both go on at once.
        let read = std::thread::scope(|scope| {
            scope.spawn(|| send(stdin, sentences));
            // What was read is closed here, so that a parser that writes on without end ends.
            child.stdout.take().map(|stdout| read_lines(stdout, sentences.len())).transpose()
        });
        let status = child.wait().map_err(|error| format!("`{command}`: {error}"))?;
        let lines = read.map_err(|error| format!("`{command}`: {error}"))?.unwrap_or_default();
        let wrote = |lines: &str| {
            format!(
                "`{command}` wrote {lines} lines for {} sentences: it must write one tree per line, and (()) where it fails",
                sentences.len()
            )
        };
        if lines.len() > sentences.len() {
            return Err(wrote(&format!("at least {}", lines.len())));
        }
        if !status.success() {
            return Err(format!("`{command}` failed ({status}): its messages say why"));
        }
        if lines.len() == sentences.len() { Ok(lines) } else { Err(wrote(&lines.len().to_string())) }
    }

    fn processor_time(&mut self) -> Duration {
        of_thread().unwrap_or_else(|| self.start.elapsed())
    }

    fn is_interrupted(&self) -> bool {
        interrupt::is_requested()
    }
}

/// Starts a command in the shell of the system.
fn start(command: &str) -> std::io::Result<Child> {
    let (shell, option) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    Command::new(shell).args([option, command]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()
}

/// Reads as many lines as there are sentences, and one more if there is one.
fn read_lines(stdout: ChildStdout, sentences: usize) -> std::io::Result<Vec<String>> {
    BufReader::new(stdout).lines().take(sentences + 1).collect()
}

/// Sends sentences, one per line. A parser that stops reading shows that by its lines.
fn send(stdin: Option<ChildStdin>, sentences: &[String]) {
    let Some(mut stdin) = stdin.map(std::io::BufWriter::new) else { return };
    for sentence in sentences {
        if writeln!(stdin, "{sentence}").is_err() {
            return;
        }
    }
    let _ = stdin.flush();
}

/// The processor time of this thread, where the system says it without a call of its own: on Linux.
fn of_thread() -> Option<Duration> {
    #[expect(clippy::disallowed_methods, reason = "the clock of the system, in a face")]
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds)).filter(|time| !time.is_zero())
}
