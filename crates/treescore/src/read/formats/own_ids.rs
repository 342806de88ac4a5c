//! Ids that a file was recognised by: each utterance has one of its own, to the end of the file.

use xxhash_rust::xxh3::xxh3_128;

use crate::read::file_fault::FileFault;
use crate::read::options::DecidedBy;
use crate::read::times::shorten;
use crate::values::Advice;
use crate::values::hash::HashSet;

/// The ids so far. Where an option gave the format, any ids will do.
///
/// Of each id a hash of 128 bits is kept, so that a large file costs little.
pub(super) struct OwnIds {
    by: DecidedBy,
    seen: HashSet<u128>,
}

impl OwnIds {
    pub(super) fn new(by: DecidedBy) -> Self {
        Self { by, seen: HashSet::default() }
    }

    /// What decided the format.
    pub(super) fn by(&self) -> DecidedBy {
        self.by
    }

    /// Checks that the id of a line was not there before. `format` is what it would be read as with an option.
    ///
    /// # Errors
    /// If it was.
    pub(super) fn check(&mut self, id: &[u8], line: u64, format: &str) -> Result<(), FileFault> {
        if self.by == DecidedBy::Option || self.seen.insert(xxh3_128(id)) {
            return Ok(());
        }
        let message = format!("the id `{}` stands on an earlier line, too", shorten(id));
        Err(not_an_id(message, line, format))
    }
}

/// The fault of a line whose id is none.
pub(super) fn not_an_id(message: String, line: u64, format: &str) -> FileFault {
    let ways = vec![format.to_owned(), "plain".to_owned()];
    FileFault::on_line("not-a-record", message, line).with_advice(Advice::NameFormat(None, ways))
}
