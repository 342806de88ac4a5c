//! What a stretch of a run says, in order.

/// Whether a message moves the run towards its error limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// One error.
    Counted,
    /// Only information.
    NotCounted,
    /// EVALB cannot get past the place it complains about: the message repeats until the error limit ends the run.
    RepeatsForEver,
}

/// One message on standard error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// How much of [`Output::stdout`] had been written before.
    pub at: usize,
    /// The bytes, with the newline.
    pub text: Vec<u8>,
    /// What it means for the run.
    pub weight: Weight,
}

/// Text for standard output and the messages that came in between.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// Text for standard output.
    pub stdout: Vec<u8>,
    /// Messages for standard error, in order.
    pub messages: Vec<Message>,
}

impl Output {
    /// Empties the output and keeps its memory.
    pub fn clear(&mut self) {
        self.stdout.clear();
        self.messages.clear();
    }

    /// Adds a message at the present end of standard output.
    pub fn message(&mut self, weight: Weight, text: Vec<u8>) {
        self.messages.push(Message { at: self.stdout.len(), text, weight });
    }

    /// Adds an error in EVALB's form, `LINE : TEXT`.
    pub fn error(&mut self, line: u64, text: &[&[u8]]) {
        self.message(Weight::Counted, evalb_message(line, text));
    }

    /// The error that repeats until the run is over.
    pub(super) fn stuck(&mut self, line: u64) {
        self.message(Weight::RepeatsForEver, evalb_message(line, &[b"Reading sentence"]));
    }

    /// Whether a message from number `first` on was an error.
    pub(super) fn erred_since(&self, first: usize) -> bool {
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
