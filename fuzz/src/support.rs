//! The parts of the library's test support that need no proptest.

#[path = "../../crates/treescore/tests/it/support/accounted.rs"]
pub mod accounted;
#[path = "../../crates/treescore/tests/it/support/files.rs"]
pub mod files;
#[path = "../../crates/treescore/tests/it/support/job.rs"]
pub mod job;
#[path = "../../crates/treescore/tests/it/support/judged.rs"]
pub mod judged;
