//! The error limit: all that connects the sentences of a run.

use std::io::{self, Write};

use super::output::{Output, Weight};

/// Bytes of repeated text per write.
const PIECE: usize = 64 * 1024;

/// Whether the run continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Flow {
    /// It continues.
    Continue,
    /// The error limit has ended the run; nothing more may be written.
    Killed,
}

/// Writes outputs in order, counts their errors and stops right after the fatal one.
///
/// ```
/// use treescore_originals::evalb::{Flow, Output, Writer};
/// let mut output = Output::default();
/// output.error(1, &[b"Length unmatch (3|4)"]);
/// let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
/// let mut writer = Writer::new(&mut stdout, &mut stderr, 0);
/// assert_eq!(writer.write(&output)?, Flow::Continue); // one error more than the limit is tolerated
/// assert_eq!(writer.write(&output)?, Flow::Killed);
/// assert_eq!(stderr, b"1 : Length unmatch (3|4)\n".repeat(2));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Writer<O, E> {
    stdout: O,
    stderr: E,
    max_error: i64,
    errors: i64,
    gathered: Vec<u8>,
}

impl<O: Write, E: Write> Writer<O, E> {
    /// Creates a writer for a run with this error limit.
    pub fn new(stdout: O, stderr: E, max_error: i32) -> Self {
        Self { stdout, stderr, max_error: i64::from(max_error), errors: 0, gathered: Vec::new() }
    }

    /// Writes the next part of the run, as far as the error limit allows.
    ///
    /// # Errors
    /// If a stream cannot be written, a broken pipe included.
    pub fn write(&mut self, output: &Output) -> io::Result<Flow> {
        if output.messages.is_empty() {
            self.stdout.write_all(&output.stdout)?;
            return Ok(Flow::Continue);
        }
        self.gathered.clear();
        for message in &output.messages {
            match message.weight {
                Weight::RepeatsForEver => {
                    self.kill(&output.stdout, message.at)?;
                    self.repeat(&message.text)?;
                    return Ok(Flow::Killed);
                }
                Weight::NotCounted => self.gathered.extend_from_slice(&message.text),
                Weight::Counted => {
                    self.gathered.extend_from_slice(&message.text);
                    if self.errors > self.max_error {
                        self.kill(&output.stdout, message.at)?;
                        return Ok(Flow::Killed);
                    }
                    self.errors += 1;
                }
            }
        }
        self.stdout.write_all(&output.stdout)?;
        self.stderr.write_all(&self.gathered)?;
        Ok(Flow::Continue)
    }

    /// Flushes both streams.
    ///
    /// # Errors
    /// If a stream cannot be flushed.
    pub fn flush(&mut self) -> io::Result<()> {
        self.stdout.flush()?;
        self.stderr.flush()
    }

    /// Writes everything before the fatal message and flushes, because the repeated messages may take long.
    fn kill(&mut self, stdout: &[u8], at: usize) -> io::Result<()> {
        self.stdout.write_all(stdout.get(..at).unwrap_or(stdout))?;
        self.stderr.write_all(&self.gathered)?;
        self.flush()
    }

    /// Repeats a message up to the fatal one, in pieces: there may be two thousand million repetitions.
    fn repeat(&mut self, text: &[u8]) -> io::Result<()> {
        let mut left = (self.max_error - self.errors + 1).max(0) as u64 + 1;
        let per_piece = left.min((PIECE / text.len().max(1)).max(1) as u64);
        let piece = text.repeat(per_piece as usize);
        while left > 0 {
            let now = left.min(per_piece);
            self.stderr.write_all(&piece[..now as usize * text.len()])?;
            left -= now;
        }
        self.stderr.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(max_error: i32, weights: &[Weight]) -> (String, String, Flow) {
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        let mut writer = Writer::new(&mut stdout, &mut stderr, max_error);
        let mut flow = Flow::Continue;
        for &weight in weights {
            let mut output = Output { stdout: b"a".to_vec(), messages: Vec::new() };
            output.message(weight, b"x\n".to_vec());
            output.stdout.push(b'b');
            flow = writer.write(&output).unwrap();
            if flow == Flow::Killed {
                break;
            }
        }
        (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap(), flow)
    }

    #[test]
    fn one_error_more_than_the_limit_is_tolerated() {
        use Flow::{Continue, Killed};
        use Weight::{Counted, NotCounted, RepeatsForEver};
        for (limit, weights, stdout, messages, flow) in [
            (0, vec![Counted], "ab", 1, Continue),
            (0, vec![Counted, Counted], "aba", 2, Killed),
            (-1, vec![Counted], "a", 1, Killed),
            (i32::MIN, vec![Counted], "a", 1, Killed),
            (-1, vec![NotCounted, NotCounted], "abab", 2, Continue),
            (2, vec![RepeatsForEver], "a", 4, Killed),
            (2, vec![Counted, RepeatsForEver], "aba", 4, Killed),
            (-1, vec![RepeatsForEver], "a", 1, Killed),
            (100_000, vec![RepeatsForEver], "a", 100_002, Killed),
        ] {
            let (out, err, end) = run(limit, &weights);
            assert_eq!((out.as_str(), err.len() / 2, end), (stdout, messages, flow), "{limit} {weights:?}");
        }
    }

    #[test]
    fn a_closed_stream_ends_a_long_repetition() {
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut output = Output::default();
        output.message(Weight::RepeatsForEver, b"x\n".to_vec());
        let end = Writer::new(io::sink(), Closed, i32::MAX).write(&output);
        assert_eq!(end.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}
