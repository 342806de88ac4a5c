//! All tests of phrase recognition from outside, in one program.

#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

mod allocations;
mod data;
mod deep;
mod measures;
mod models;
