//! All tests of the test kit, in one program.

#![expect(clippy::unwrap_used, reason = "helpers of tests, too, stop at the first surprise")]

mod aligned;
mod aligned_rules;
mod disturb;
mod generate;
