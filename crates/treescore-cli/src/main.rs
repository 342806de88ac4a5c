//! The command `treescore`.

mod advice;
mod aligning;
mod args;
mod commands;
mod help;
mod interrupt;
mod job;
mod output;
mod progress;
mod recipes;
mod speaking;
mod terminal;
mod threads;
mod timing;
mod watch;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use treescore::report::diagnostic;
use treescore_originals::evalb::Dialect;

use args::{Args, Command};
use commands::sparseval::Program;
use commands::{align, conllu, evalb, jp_evalb, lists, perturb, phrase, score, sparseval};

fn main() -> ExitCode {
    let mut args = std::env::args_os();
    let program = args.next().unwrap_or_default();
    let name = Path::new(&program).file_stem().unwrap_or_default();
    if let Some(original) = original(name.to_str()) {
        return original.run(args);
    }
    // The originals' switches are not ours to interpret: they go through before anything else looks at them.
    let mut rest: Vec<OsString> = args.collect();
    if let Some(original) = original(rest.first().and_then(|first| first.to_str())) {
        return original.run(rest.drain(1..));
    }
    run(&Args::parse())
}

/// A program whose command line is kept as it is.
enum Original {
    Evalb(Dialect),
    JpEvalb,
    Sparseval(Program),
}

impl Original {
    fn run(self, args: impl Iterator<Item = OsString>) -> ExitCode {
        match self {
            Self::Evalb(dialect) => evalb::run(args, dialect),
            Self::JpEvalb => jp_evalb::run(args),
            Self::Sparseval(program) => sparseval::run(program, args),
        }
    }
}

/// The original that a command, or the name of a link to this program, asks for.
fn original(name: Option<&str>) -> Option<Original> {
    match name? {
        "evalb" => Some(Original::Evalb(Dialect::Evalb)),
        "evalb-spmrl" | "evalb_spmrl" => Some(Original::Evalb(Dialect::Spmrl)),
        "jp-evalb" | "jp_evalb" => Some(Original::JpEvalb),
        "sparseval" => Some(Original::Sparseval(Program::Sparseval)),
        "headtrees" => Some(Original::Sparseval(Program::Headtrees)),
        "strealign" => Some(Original::Sparseval(Program::Strealign)),
        _ => None,
    }
}

fn run(args: &Args) -> ExitCode {
    if let Some(command) = &args.command {
        return other(command);
    }
    if args.score.recipe.as_deref() == Some("list") {
        return other(&Command::Recipes { recipe: None });
    }
    match score::run(&args.score) {
        Ok(status) => status,
        // A reader that has seen enough, such as `head`, is no failure.
        Err(error) if error.is_broken_pipe() => ExitCode::SUCCESS,
        // Whoever pressed Ctrl-C often ended the input, too; that it then seems too short is no news.
        Err(_) if interrupt::asked() => ExitCode::from(130),
        Err(error) => {
            let style = terminal::messages(&args.score.look);
            let _ = io::stderr().write_all(error.render(&style).as_bytes());
            ExitCode::from(2)
        }
    }
}

fn other(command: &Command) -> ExitCode {
    let mut out = Vec::new();
    let made = match command {
        Command::Measures => lists::measures(&mut out),
        Command::Recipes { recipe: None } => lists::recipes(&mut out),
        Command::Recipes { recipe: Some(name) } => match lists::recipe(name, &mut out) {
            Ok(()) => Ok(()),
            Err(error) => {
                let text = diagnostic::fatal(&error.to_string(), &[], &[], &terminal::plain());
                let _ = io::stderr().write_all(text.as_bytes());
                return ExitCode::from(2);
            }
        },
        Command::Align(args) => return align::run(args),
        Command::Conllu(args) => return conllu::run(args),
        Command::Perturb(args) => return perturb::run(args),
        Command::Phrase(command) => return phrase::run(command),
        Command::Completions { shell } => {
            clap_complete::generate(*shell, &mut Args::command(), "treescore", &mut out);
            Ok(())
        }
        Command::Man => lists::man(&mut out),
        Command::Schema => {
            out.extend(treescore::report::schema().into_bytes());
            Ok(())
        }
        // Taken before arguments were parsed.
        Command::Evalb { .. }
        | Command::EvalbSpmrl { .. }
        | Command::JpEvalb { .. }
        | Command::Sparseval { .. }
        | Command::Headtrees { .. }
        | Command::Strealign { .. } => Ok(()),
    };
    match made.and_then(|()| io::stdout().write_all(&out)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "treescore: {error}");
            ExitCode::from(2)
        }
    }
}
