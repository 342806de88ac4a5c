//! What a study asks of the program around it.

use std::time::{Duration, Instant};

/// The program around a study.
pub trait Outside {
    /// True if there is a parser.
    fn has_parser(&self) -> bool {
        false
    }

    /// Parses sentences, with blanks between the words: one tree in brackets for each, in order. A study calls it at most
    /// once.
    ///
    /// # Errors
    /// If there is no parser, or it does not return a line for each sentence.
    fn parse(&mut self, sentences: &[String]) -> Result<Vec<String>, String>;

    /// The processor time that this thread has taken.
    fn processor_time(&mut self) -> Duration;

    /// True if the user asked to stop.
    fn is_interrupted(&self) -> bool {
        false
    }
}

/// No program around the study: no parser, and the time of the clock on the wall.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alone;

impl Outside for Alone {
    fn parse(&mut self, _: &[String]) -> Result<Vec<String>, String> {
        Err("there is no parser".to_owned())
    }

    fn processor_time(&mut self) -> Duration {
        static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
        START.get_or_init(Instant::now).elapsed()
    }
}
