//! The command `treescore`.
fn main() {}
