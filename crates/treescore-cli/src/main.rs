//! The command `treescore`.

mod commands;
mod threads;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use treescore::report::compat::evalb::Dialect;

fn main() -> ExitCode {
    let mut args = std::env::args_os();
    let program = args.next().unwrap_or_default();
    if let Some(dialect) = dialect_of(Path::new(&program).file_name().unwrap_or_default().to_str()) {
        return commands::evalb::run(args, dialect);
    }
    let command: OsString = args.next().unwrap_or_default();
    match dialect_of(command.to_str()) {
        Some(dialect) => commands::evalb::run(args, dialect),
        None => ExitCode::from(2),
    }
}

/// The EVALB dialect that a command, or the name of a link to this program, asks for.
fn dialect_of(name: Option<&str>) -> Option<Dialect> {
    match name? {
        "evalb" => Some(Dialect::Evalb),
        "evalb-spmrl" | "evalb_spmrl" => Some(Dialect::Spmrl),
        _ => None,
    }
}
