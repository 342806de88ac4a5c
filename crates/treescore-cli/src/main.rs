//! The program `treescore`.

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args = std::env::args_os();
    let program = args.next().unwrap_or_default();
    ExitCode::from(treescore_cli::run(&program, args.collect()))
}
