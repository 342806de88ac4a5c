//! All tests of the program, in one: it is built and linked once.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests read and write files, and stop at the first surprise"
)]

mod cli;
mod conformance;
mod data;
mod docs;
mod evalb;
mod findings;
mod jp_evalb;
mod json;
mod screen;
