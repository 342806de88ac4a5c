//! The content of a stream that can be read only once, shared by all copies of its document.

use std::io::Cursor;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use crate::values::Meter;

/// What copies of a document share.
#[derive(Clone, Debug, Default)]
pub(super) struct Once(Arc<State>);

#[derive(Debug, Default)]
struct State {
    /// The content, if it was read and is kept.
    content: OnceLock<Vec<u8>>,
    /// True once the stream was opened.
    is_opened: AtomicBool,
    /// Tells when nobody waits for the stream any longer.
    meter: OnceLock<Meter>,
}

impl Once {
    /// Keeps the content from now on.
    pub(super) fn keep(&self, content: Vec<u8>) {
        // Two copies that read the same file at once have the same content.
        let _ = self.0.content.set(content);
    }

    /// True if the content is kept.
    pub(super) fn is_kept(&self) -> bool {
        self.0.content.get().is_some()
    }

    /// Reads the content, if it is kept.
    pub(super) fn reader(&self) -> Option<Cursor<Self>> {
        self.is_kept().then(|| Cursor::new(self.clone()))
    }

    /// Lets the first meter that is given end the waiting for the stream.
    pub(super) fn attach(&self, meter: &Meter) {
        let _ = self.0.meter.set(meter.clone());
    }

    pub(super) fn meter(&self) -> Option<&Meter> {
        self.0.meter.get()
    }

    /// Notes that the stream is opened. Returns false if it was opened before.
    pub(super) fn open(&self) -> bool {
        !self.0.is_opened.swap(true, Ordering::Relaxed)
    }
}

impl AsRef<[u8]> for Once {
    fn as_ref(&self) -> &[u8] {
        self.0.content.get().map_or(&[], Vec::as_slice)
    }
}

impl PartialEq for Once {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.as_ref() == other.as_ref()
    }
}

impl Eq for Once {}
