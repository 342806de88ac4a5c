//! Streams that may block forever, read by a thread of their own, so that a stopped run need not wait for them.

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use crate::values::Meter;

/// Bytes that are handed over at once, at most.
const CHUNK: usize = 1 << 18;
/// How long a reader waits before it checks whether to stop.
const PATIENCE: Duration = Duration::from_millis(5);

/// Reads a stream until the meter stops the run; then reading fails.
pub(super) struct Relay {
    receiver: Receiver<io::Result<Vec<u8>>>,
    chunk: io::Cursor<Vec<u8>>,
    meter: Meter,
}

impl Relay {
    /// Opens a stream, which may block, too, and reads it. If the system refuses a thread, the stream is read as it
    /// is.
    ///
    /// # Errors
    /// If the stream cannot be opened, and no thread can do it.
    pub(super) fn open<R: Read + Send + 'static>(
        open: impl Fn() -> io::Result<R> + Clone + Send + 'static,
        meter: &Meter,
    ) -> io::Result<Box<dyn Read + Send>> {
        let (sender, receiver) = sync_channel(2);
        let opens = open.clone();
        let thread = std::thread::Builder::new().name("input".to_owned());
        match thread.spawn(move || relay(opens, &sender)) {
            Ok(_) => Ok(Box::new(Self { receiver, chunk: io::Cursor::default(), meter: meter.clone() })),
            Err(_) => Ok(Box::new(open()?)),
        }
    }
}

/// Hands over the stream, until nobody takes it.
fn relay<R: Read>(open: impl Fn() -> io::Result<R>, sender: &SyncSender<io::Result<Vec<u8>>>) {
    let mut buffer = vec![0; CHUNK];
    let mut stream = match open() {
        Ok(stream) => stream,
        Err(error) => return sender.send(Err(error)).unwrap_or_default(),
    };
    loop {
        let read = match stream.read(&mut buffer) {
            Ok(0) => return,
            Ok(read) => Ok(buffer[..read].to_vec()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        let is_over = read.is_err();
        if sender.send(read).is_err() || is_over {
            return;
        }
    }
}

impl Read for Relay {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.chunk.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            match self.receiver.recv_timeout(PATIENCE) {
                Ok(chunk) => self.chunk = io::Cursor::new(chunk?),
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
                Err(RecvTimeoutError::Timeout) if self.meter.is_stopped() => {
                    return Err(io::Error::other("the run was stopped"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_bytes_arrive_in_order() {
        let bytes: Vec<u8> = (0..3 * CHUNK).map(|at| (at % 251) as u8).collect();
        let stream = bytes.clone();
        let mut relay = Relay::open(move || Ok(io::Cursor::new(stream.clone())), &Meter::default()).unwrap();
        let mut read = Vec::new();
        relay.read_to_end(&mut read).unwrap();
        assert_eq!(read, bytes);
        assert_eq!(relay.read(&mut [0; 8]).unwrap(), 0, "the end stays the end");
    }

    #[test]
    fn errors_arrive_behind_the_bytes() {
        struct Failing(bool);
        impl Read for Failing {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                buffer[0] = b'x';
                if std::mem::replace(&mut self.0, true) { Err(io::Error::other("broken")) } else { Ok(1) }
            }
        }
        let mut relay = Relay::open(|| Ok(Failing(false)), &Meter::default()).unwrap();
        let mut read = Vec::new();
        assert_eq!(relay.read_to_end(&mut read).unwrap_err().to_string(), "broken");
        assert_eq!(read, b"x");
        let missing = || Err::<io::Empty, _>(io::Error::from(io::ErrorKind::NotFound));
        let mut relay = Relay::open(missing, &Meter::default()).unwrap();
        assert_eq!(relay.read(&mut [0; 8]).unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    /// A stream that nobody writes to does not hold up a stopped run.
    #[test]
    fn a_stopped_run_does_not_wait() {
        let (reader, writer) = io::pipe().unwrap();
        let meter = Meter::default();
        meter.stop();
        let mut relay = Relay::open(move || reader.try_clone(), &meter).unwrap();
        assert!(relay.read(&mut [0; 8]).is_err());
        drop(writer);
    }
}
