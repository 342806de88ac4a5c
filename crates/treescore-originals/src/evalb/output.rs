//! The output of a part of a run, in order.

/// Whether a message counts towards the error limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    /// Counts as one error.
    Counted,
    /// Information only.
    NotCounted,
    /// EVALB never gets past the byte it complains about: the message repeats until the error limit ends the
    /// run.
    RepeatsForEver,
}

/// One message on standard error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Message {
    /// The length of [`Output::stdout`] when the message was written.
    pub(super) at: usize,
    /// The text, with its newline.
    pub(super) text: Vec<u8>,
    /// How the message counts.
    pub(super) weight: Weight,
}

/// Text for standard output and the messages written in between.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// Text for standard output.
    pub stdout: Vec<u8>,
    /// Messages for standard error, in order.
    pub(super) messages: Vec<Message>,
}

impl Output {
    /// Empties the output but keeps its memory.
    pub fn clear(&mut self) {
        self.stdout.clear();
        self.messages.clear();
    }

    /// Adds a message at the current end of standard output.
    pub(super) fn message(&mut self, weight: Weight, text: Vec<u8>) {
        self.messages.push(Message { at: self.stdout.len(), text, weight });
    }

    /// Adds an error in EVALB's form, `LINE : TEXT`.
    pub fn error(&mut self, line: u64, text: &[&[u8]]) {
        self.message(Weight::Counted, evalb_message(line, text));
    }

    /// Adds the error that repeats until the run ends.
    pub(super) fn report_stuck(&mut self, line: u64) {
        self.message(Weight::RepeatsForEver, evalb_message(line, &[b"Reading sentence"]));
    }

    /// True if any message from number `first` on was an error.
    pub(super) fn has_error_since(&self, first: usize) -> bool {
        self.messages.iter().skip(first).any(|message| message.weight != Weight::NotCounted)
    }
}

fn evalb_message(line: u64, text: &[&[u8]]) -> Vec<u8> {
    let mut message = format!("{line} : ").into_bytes();
    for part in text {
        message.extend_from_slice(part);
    }
    message.push(b'\n');
    message
}
