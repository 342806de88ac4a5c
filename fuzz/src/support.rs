//! What the library's own tests use, as far as it needs no proptest.

#[path = "../../crates/treescore/tests/support/accounted.rs"]
pub mod accounted;
#[path = "../../crates/treescore/tests/support/files.rs"]
pub mod files;
#[path = "../../crates/treescore/tests/support/job.rs"]
pub mod job;
#[path = "../../crates/treescore/tests/support/judged.rs"]
pub mod judged;
