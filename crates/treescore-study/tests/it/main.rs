//! Studies against golden numbers, which independent programs computed (`tests/conformance/README.md`).

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "tests fail by panicking, and read files of their own"
)]

mod golden;
mod options;
mod text;
