//! The command line `treescore`, as a library: the program is [`run`], and other programs can run commands inside
//! themselves by [`run_inside`].

mod advice;
mod aligning;
mod args;
mod commands;
mod help;
mod interrupt;
mod job;
mod messages;
mod original;
mod output;
mod parquet;
mod pipes;
mod progress;
mod recipes;
mod refusals;
mod screen;
mod speaking;
mod spool;
mod statistics;
mod status;
mod streams;
mod terminal;
mod threads;
mod timing;
mod watch;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use clap::error::ErrorKind;

use args::{Args, Command, Quiet};
use commands::{
    align, check, compare, conllu, convert, correlate, diff, draw, explain, formats, lists, nbest, pages,
    perturb, phrase, report, rerun, score, selftest, study, verify, vote,
};
use messages::{Messages, say};
use original::Original;
use output::Output;
use status::Status;
pub use streams::{Sink, close_output};
use treescore::report::SchemaOf;

/// Runs the command line as a program: `program` is its name, `args` what follows. Signals end it as they end a program.
/// Returns the exit status.
pub fn run(program: &OsString, args: Vec<OsString>) -> u8 {
    interrupt::allow();
    start(program, args).into()
}

/// Runs the command line inside another program: what it writes goes to `sink`, signals are left alone, and nothing ends
/// the process. One command runs at a time; others wait for it. [`stop`] ends it early.
pub fn run_inside(args: Vec<OsString>, sink: Arc<dyn Sink>) -> u8 {
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    interrupt::begin();
    streams::redirect(Some(sink));
    let ended = std::panic::catch_unwind(|| start(&OsString::from("treescore"), args));
    streams::redirect(None);
    match ended {
        Ok(status) => status.into(),
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// Asks the command that runs inside this program to stop, as Ctrl-C asks a program.
pub fn stop() {
    interrupt::request();
}

fn start(program: &OsString, args: Vec<OsString>) -> Status {
    let name = Path::new(program).file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    // The originals read their arguments themselves, so nothing else parses them first.
    let original = Original::named(name).map(|original| (original, 0));
    let original =
        original.or_else(|| args.first().and_then(|first| Some((Original::named(first.to_str()?)?, 1))));
    if let Some((original, first)) = original {
        return match check_start(&args) {
            Ok(()) => original.run(args.into_iter().skip(first)),
            Err(error) => fail(&*error, "start"),
        };
    }
    match Args::read(program, &args) {
        Ok(parsed) => match misplaced_in(&parsed, &args) {
            Some(misplaced) => fail(&misplaced, "score"),
            None => match check_start(&args) {
                Ok(()) => run_parsed(&parsed),
                Err(error) => fail(&*error, "start"),
            },
        },
        Err(error) if error.kind() == ErrorKind::DisplayVersion => print(Ok(error.to_string().into())),
        Err(error) if error.kind() == ErrorKind::DisplayHelp => print(Ok(help::render_for(&args).into())),
        Err(error) if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            say(&help::render_for(&args));
            Status::from(2)
        }
        Err(error) if error.kind() == ErrorKind::MissingRequiredArgument => {
            match parquet::input::given(&args) {
                Some(found) => fail(&found, "score"),
                None => explain_usage_error(&error, &args),
            }
        }
        Err(error) => explain_usage_error(&error, &args),
    }
}

/// Says which command was meant, or what is wrong with the arguments.
fn explain_usage_error(error: &clap::Error, args: &[OsString]) -> Status {
    match help::misplaced(args).filter(|_| error.use_stderr()) {
        Some(misplaced) => fail(&misplaced, "score"),
        None => show_usage_error(error),
    }
}

/// Shows what is wrong with arguments, and returns the exit status.
fn show_usage_error(error: &clap::Error) -> Status {
    let text = error.render();
    let is_coloured = streams::stderr().is_terminal() && terminal::variable("NO_COLOR").is_none();
    say(&if is_coloured { text.ansi().to_string() } else { text.to_string() });
    Status::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// The command that was meant, if the first name is not a file. Most runs name a file, and need not build all
/// commands once more to know that.
fn misplaced_in(parsed: &Args, args: &[OsString]) -> Option<help::Misplaced> {
    let is_file = parsed.score.gold.as_deref().is_some_and(Path::exists);
    if parsed.command.is_some() || is_file { None } else { help::misplaced(args) }
}

/// Checks what concerns every command: the environment, and pipes among the arguments.
fn check_start(args: &[OsString]) -> Result<(), Box<dyn std::error::Error>> {
    threads::check_environment()?;
    pipes::check(args)?;
    Ok(())
}

fn run_parsed(args: &Args) -> Status {
    if let Some(command) = &args.command {
        return run_command(command);
    }
    if args.score.recipe.as_deref() == Some("list") {
        return run_command(&Command::Recipes { recipe: None, quiet: args.score.look.quiet });
    }
    score::run(&args.score).unwrap_or_else(|error| score::fail(&error, &args.score))
}

fn run_command(command: &Command) -> Status {
    let mut out = Vec::new();
    let written = match command {
        Command::Align(args) => return align::run(args),
        Command::Check(args) => return check::run(args),
        Command::Compare(args) => return compare::run(args),
        Command::Conllu(args) => return conllu::run(args),
        Command::Correlate(args) => return correlate::run(args),
        Command::Convert(args) => return convert::run(args),
        Command::Diff(args) => return diff::run(args),
        Command::Draw(args) => return draw::run(args),
        Command::Explain(args) => return explain::run(args),
        Command::Formats(args) => return formats::run(args),
        Command::Nbest(args) => return nbest::run(args),
        Command::Vote(args) => return vote::run(args),
        Command::Perturb(args) => return perturb::run(args),
        Command::Phrase(command) => return phrase::run(command),
        Command::Rerun(args) => return rerun::run(args),
        Command::Verify(args) => return verify::run(args),
        Command::Study(args) => return study::run(args),
        Command::Selftest(args) => return selftest::run(args),
        Command::Report(args) => return report::run(args),
        Command::Measures => lists::measures(&mut out),
        Command::Recipes { recipe: None, .. } => lists::recipes(&mut out),
        Command::Recipes { recipe: Some(name), quiet } => {
            let messages = Messages::plain(*quiet);
            match lists::recipe(name, &messages, &mut out) {
                Ok(()) => Ok(()),
                Err(error) => return fail(&error, "show the recipe"),
            }
        }
        Command::Help { topic } => match help::explain(topic) {
            Ok(text) => out.write_all(text.as_bytes()),
            Err(error) => return fail(&error, "show help"),
        },
        Command::Completions { shell } => {
            pages::completions(*shell, &mut out);
            Ok(())
        }
        Command::Man { command } => match pages::man(command, &mut out) {
            Ok(()) => Ok(()),
            Err(error) => return fail(&error, "print the manual page"),
        },
        Command::Schema { of } => {
            let of = of.parse().unwrap_or(SchemaOf::Report);
            out.write_all(treescore::report::schema(of).as_bytes())
        }
        // `main` runs the originals before arguments are parsed.
        Command::Evalb { .. }
        | Command::EvalbSpmrl { .. }
        | Command::JpEvalb { .. }
        | Command::Sparseval { .. }
        | Command::Headtrees { .. }
        | Command::Strealign { .. } => Ok(()),
    };
    print(written.map(|()| out))
}

/// Shows an error and returns its exit status.
fn fail(error: &dyn std::error::Error, task: &str) -> Status {
    Messages::plain(Quiet::default()).fail(error, task);
    Status::from(2)
}

/// Prints a text to standard output.
fn print(text: io::Result<Vec<u8>>) -> Status {
    let mut stdout = Output::standard();
    let written = text.and_then(|text| stdout.write_all(&text).and_then(|()| stdout.flush()));
    match written {
        Ok(()) => Status::SUCCESS,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Status::SUCCESS,
        Err(error) => {
            say(&format!("treescore: {error}\n"));
            Status::from(2)
        }
    }
}
