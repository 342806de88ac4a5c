//! `treescore completions` and `treescore man`: generated from the options.

use std::io::{self, Write};

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, Command, CommandFactory, ValueHint};
use clap_complete::Shell;
use clap_mangen::Man;
use treescore::align::text::Exceptions;
use treescore::measure::registry::MEASURES;
use treescore::prepare::PRESETS;
use treescore::prepare::heads::HEAD_TABLES;
use treescore::report::Format;

use crate::args::Args;
use crate::help;
use crate::original::{Original, Value};

/// The environment variables that the program reads.
const ENVIRONMENT: &str = "\
TREESCORE_FORMAT   output format of scoring, unless --format is given
TREESCORE_SEED     seed of intervals and tests, unless --seed is given
TREESCORE_THREADS  number of threads, unless --threads is given
NO_COLOR           if not empty: no colour, unless --color is given
TERM               if dumb: no colour
TREESCORE_SPMRL_STATUS_FILE
                   file of evalb-spmrl for its status (docs/evalb.md)
COLUMNS            width of help where there is no terminal, from 60 to 100
LC_ALL, LC_CTYPE, LANG
                   the first that is set decides whether output is UTF-8 or ASCII
An empty variable counts as unset.";

/// Prints the completion script for a shell.
pub(crate) fn completions(shell: Shell, out: &mut impl Write) {
    clap_complete::generate(shell, &mut with_values(Args::command()), "treescore", out);
    if shell == Shell::Fish {
        // clap offers the values of arguments that are not options to the other shells only.
        let words = help::first_words().join(" ");
        for command in ["help", "man"] {
            let condition = format!("__fish_treescore_using_subcommand {command}");
            let _ = writeln!(out, "complete -c treescore -n \"{condition}\" -f -a \"{words}\""); // as clap does
        }
    }
}

/// Adds the known values of options that also take others, such as files: completion scripts offer them.
fn with_values(command: Command) -> Command {
    if let Some(original) = Original::named(command.get_name()) {
        return with_switches(command, original);
    }
    let is_root = command.get_name() == "treescore";
    let command = command.mut_args(|arg| {
        let values: Vec<&'static str> = match arg.get_id().as_str() {
            "measure" => MEASURES.iter().map(|entry| (entry.make)().info().name).collect(),
            "recipe" => PRESETS.iter().map(|preset| preset.name).collect(),
            "heads" => HEAD_TABLES.iter().map(|table| table.name).collect(),
            "lang" => Exceptions::languages().iter().copied().chain(["ko"]).collect(),
            "times_format" => vec!["ctm", "textgrid", "json"],
            "format" if is_root => Format::ALL.map(Format::name).to_vec(),
            "topic" => help::first_words(),
            "command" => help::first_words().into_iter().filter(|word| *word != "signature").collect(),
            _ => return arg,
        };
        arg.value_parser(PossibleValuesParser::new(values))
    });
    command.mut_subcommands(with_values)
}

/// Adds the switches of an original, which reads its arguments itself.
fn with_switches(command: Command, original: Original) -> Command {
    original.switches().into_iter().fold(command, |command, switch| {
        let arg = Arg::new(switch.name);
        let mut letters = switch.name.chars();
        let arg = match (letters.next(), letters.next()) {
            (Some(letter), None) => arg.short(letter),
            _ => arg.long(switch.name),
        };
        command.arg(match switch.value {
            Value::None => arg.action(ArgAction::SetTrue),
            Value::Number => arg.value_hint(ValueHint::Other),
            Value::File => arg.value_hint(ValueHint::FilePath),
            Value::Names(names) => arg.value_parser(PossibleValuesParser::new(names)),
        })
    })
}

/// Prints the manual page of all commands, or of the command that `path` names.
pub(crate) fn man(path: &[String], out: &mut impl Write) -> io::Result<()> {
    let Some(command) = help::command(path) else {
        let text = format!("there is no command `{}`; list the commands: treescore help", path.join(" "));
        return Err(io::Error::other(text));
    };
    if path.is_empty() { all_commands(&command, out) } else { one_command(command, out) }
}

/// The page of one command.
fn one_command(command: Command, out: &mut impl Write) -> io::Result<()> {
    let name = command.get_bin_name().unwrap_or(command.get_name()).replace(' ', "-");
    let (examples, notes) = (text_of(command.get_before_help()), text_of(command.get_after_help()));
    let original = Original::named(command.get_name());
    let command = command.after_help(None).mut_args(help::describe_help);
    let is_root = name == "treescore";
    let source = concat!("treescore ", env!("CARGO_PKG_VERSION"));
    Man::new(command).title(name).source(source).render(out)?;
    if let Some(original) = original {
        write_literal("USAGE", &original.usage(), out)?;
    }
    write_literal("EXAMPLES", examples.trim_start_matches("Examples:\n"), out)?;
    let (notes, status) = notes.split_once("Exit status: ").unwrap_or((&notes, ""));
    write_literal("NOTES", notes.trim_end(), out)?;
    write_literal("EXIT STATUS", &status.replace(", ", "\n").replace('.', ""), out)?;
    write_literal("ENVIRONMENT", if is_root { ENVIRONMENT } else { "" }, out)
}

/// One page: scoring first, then a section for each command.
fn all_commands(root: &Command, out: &mut impl Write) -> io::Result<()> {
    one_command(root.clone(), out)?;
    let mut commands = Vec::new();
    collect(root, &mut commands);
    for command in commands {
        let name = command.get_bin_name().unwrap_or_default().to_uppercase();
        let mut page = Vec::new();
        one_command(command, &mut page)?;
        // Its sections become subsections; title, name and version are those of the whole page.
        writeln!(out, ".SH {name}")?;
        let page = String::from_utf8_lossy(&page).into_owned();
        let body = page.split_once(".SH SYNOPSIS").map_or("", |(_, body)| body);
        write!(out, ".SS SYNOPSIS{}", body.replace("\n.SH ", "\n.SS "))?;
    }
    Ok(())
}

fn collect(command: &Command, commands: &mut Vec<Command>) {
    for nested in command.get_subcommands() {
        commands.push(nested.clone());
        collect(nested, commands);
    }
}

fn text_of(text: Option<&clap::builder::StyledStr>) -> String {
    text.map(ToString::to_string).unwrap_or_default()
}

/// Writes a section of lines that are shown as they are.
fn write_literal(title: &str, text: &str, out: &mut impl Write) -> io::Result<()> {
    if text.is_empty() {
        return Ok(());
    }
    writeln!(out, ".SH {title}\n.nf")?;
    for line in text.lines() {
        // A full stop or apostrophe at the beginning of a line would be a request.
        writeln!(out, "\\&{}", line.replace('\\', "\\e").replace('-', "\\-"))?;
    }
    writeln!(out, ".fi")
}
