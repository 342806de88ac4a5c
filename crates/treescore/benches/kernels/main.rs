//! Benchmarks of the kernels, in one program: `cargo bench -p treescore -- reader` runs one of them,
//! `-- --mapping` prints the tables of the mapping kernel, `-- --statistics` the times of tests and intervals.

#![allow(missing_docs, reason = "benchmarks are not an interface")]

mod alignment;
mod bracket_kernel;
mod deep_trees;
mod input;
mod mapping;
mod reader;
mod statistics;
mod whole_run;

fn main() {
    let is_given = |option: &str| std::env::args().any(|argument| argument == option);
    if is_given("--pairs") {
        mapping::lines::write();
    } else if is_given("--statistics") {
        statistics::write();
    } else if is_given("--mapping") {
        mapping::tables();
    } else {
        divan::main();
    }
}
