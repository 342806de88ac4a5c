//! The exit status of a command, as a value that can be read.

/// The exit status: 0 fine, 1 scored but some pairs were refused, 2 could not run, 130 interrupted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Status(u8);

impl Status {
    pub(crate) const SUCCESS: Self = Self(0);
    pub(crate) const FAILURE: Self = Self(1);
}

impl From<u8> for Status {
    fn from(code: u8) -> Self {
        Self(code)
    }
}

impl From<Status> for u8 {
    fn from(status: Status) -> Self {
        status.0
    }
}
