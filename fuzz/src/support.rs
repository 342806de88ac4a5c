//! The parts of the library's test support that need no proptest.

#[path = "../../crates/treescore/tests/it/support/checked_run.rs"]
pub mod checked_run;
#[path = "../../crates/treescore/tests/it/support/evalb.rs"]
pub mod evalb;
#[path = "../../crates/treescore/tests/it/support/files.rs"]
pub mod files;
#[path = "../../crates/treescore/tests/it/support/job.rs"]
pub mod job;
#[path = "../../crates/treescore/tests/it/support/side.rs"]
pub mod side;
