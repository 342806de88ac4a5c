//! Help texts: `-h` is short, `--help` complete. Both are rendered here, so that `treescore help` shows the
//! same.

mod misplaced;
mod suggest;
mod text;
mod topics;

use std::ffi::OsString;
pub(crate) use suggest::nearest;

use clap::{Arg, Command, CommandFactory};

use crate::args::Args;
use crate::original::Original;
use crate::terminal;

pub(crate) use misplaced::{Misplaced, misplaced};
pub(crate) use text::{COMPLETIONS, EXAMPLES, HELP, MAN, MEASURES, NOTES, PHRASE, RECIPES, SCHEMA};

/// Examples come first, notes and the exit status last.
const TEMPLATE: &str = "{about-with-newline}\n{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}";

/// Options of commands that only `--help` shows.
const RARE: [&str; 43] = [
    "ci",
    "encoding",
    "gold_encoding",
    "input",
    "nbest",
    "only",
    "skip",
    "system_encoding",
    "gold_input",
    "system_input",
    "allow_overlaps",
    "ascii",
    "base",
    "categories",
    "color",
    "deny",
    "exceptions",
    "first_range",
    "floor",
    "ids",
    "ignore",
    "insert_style",
    "json",
    "keep_empty",
    "level",
    "longest",
    "normalise",
    "per_sentence",
    "pp",
    "pseudo",
    "reference",
    "resample_by",
    "resamples",
    "seed",
    "second_range",
    "shuffles",
    "silence",
    "tau",
    "threads",
    "tier",
    "times_by",
    "times_format",
    "width",
];

/// The two lengths of help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    /// `-h`: at most 30 lines of 80 columns.
    Short,
    /// `--help`: everything.
    Long,
}

/// A topic of `treescore help` that does not exist.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no command or topic `{topic}`; {}", self.advice())]
pub(crate) struct UnknownTopic {
    topic: String,
    suggestion: Option<String>,
}

impl UnknownTopic {
    fn advice(&self) -> String {
        match &self.suggestion {
            Some(name) => format!("did you mean: treescore help {name}"),
            None => "list all of them: treescore help".to_owned(),
        }
    }
}

/// Explains a command or topic, given as words: `phrase chunk`.
pub(crate) fn explain(words: &[String]) -> Result<String, UnknownTopic> {
    let topic = words.join(" ");
    let text = match topic.as_str() {
        "" => Some(topics::list()),
        "findings" => Some(topics::findings()),
        "recipes" => Some(topics::recipes()),
        "signature" => Some(topics::signature()),
        name => Original::named(name)
            .map(Original::usage)
            .or_else(|| command(words).map(|command| render(command, Length::Long))),
    };
    text.ok_or_else(|| UnknownTopic { suggestion: nearest(&topic, &topics::names()), topic })
}

/// The first words of all commands and topics, for completion scripts.
pub(crate) fn first_words() -> Vec<&'static str> {
    let names = topics::names();
    let mut words: Vec<&str> = names.iter().filter_map(|name| name.split(' ').next()).collect();
    words.sort_unstable();
    words.dedup();
    // clap keeps values forever; a script is printed once.
    words.into_iter().map(|word| &*word.to_owned().leak()).collect()
}

/// Renders the help that a command line asks for with `-h` or `--help`.
pub(crate) fn render_for(args: &[OsString]) -> String {
    let length = if args.iter().any(|arg| arg == "--help") { Length::Long } else { Length::Short };
    let mut path: Vec<String> = Vec::new();
    for word in args.iter().filter_map(|arg| arg.to_str()) {
        path.push(word.to_owned());
        if command(&path).is_none() {
            path.pop();
            break;
        }
    }
    command(&path).map(|command| render(command, length)).unwrap_or_default()
}

/// Finds the command of this path; the empty path is `treescore` itself.
pub(crate) fn command(path: &[String]) -> Option<Command> {
    let mut root = Args::command();
    root.build();
    path.iter().try_fold(root, |command, name| command.find_subcommand(name).cloned())
}

/// Renders the help of a command.
fn render(command: Command, length: Length) -> String {
    let is_root = command.get_name() == "treescore";
    if is_root && length == Length::Short {
        return text::SHORT.to_owned();
    }
    let mut command = match length {
        Length::Short => shorten(command),
        Length::Long => command.mut_args(|arg| match arg.get_id().as_str() {
            "help" | "version" => describe_help(arg).help_heading("Help and version"),
            _ => arg.hide_short_help(false),
        }),
    };
    // clap's own long form has blank lines between options, so both lengths use its short form.
    command = command.help_template(TEMPLATE);
    if length == Length::Long {
        command = command.term_width(terminal::help_width());
    }
    command.render_help().to_string().trim_end().to_owned() + "\n"
}

/// Options of scores that are used most, for commands that read something off a score.
const OF_SCORES: [&str; 3] = ["help", "measure", "format"];

/// The options of scores that a command has, too, and that only `--help` shows there.
fn rare_of_scores(command: &Command) -> Vec<String> {
    let has_all = command.get_arguments().any(|arg| arg.get_id() == "signature");
    let options = Args::command();
    let options = options.get_arguments().filter(|arg| has_all && !arg.is_positional());
    let ids = options.map(|arg| arg.get_id().to_string());
    ids.filter(|id| !OF_SCORES.contains(&id.as_str())).collect()
}

/// Leaves the options that are used most, in one list.
fn shorten(command: Command) -> Command {
    let of_scores = rare_of_scores(&command);
    let path = command.get_bin_name().unwrap_or_default().trim_start_matches("treescore ").to_owned();
    let more = match (has_rare(&command), text_of_notes(&command).contains("Exit status: ")) {
        (true, true) => Some("All options and the exit status"),
        (true, false) => Some("All options"),
        (false, true) => Some("The exit status"),
        (false, false) => None,
    };
    let command = command.term_width(80);
    let command = match more {
        Some(more) => command.after_help(format!("{more}: treescore help {path}")),
        None => command.after_help(None),
    };
    command.mut_args(|arg| {
        let is_rare = is_rare(&arg) || of_scores.iter().any(|id| arg.get_id() == id.as_str());
        describe_help(arg).help_heading(None).hide_possible_values(true).hide_short_help(is_rare)
    })
}

fn has_rare(command: &Command) -> bool {
    command.get_arguments().any(is_rare)
}

/// True for an option that only `--help` shows: rare in every command, or marked in its own.
fn is_rare(arg: &Arg) -> bool {
    arg.is_hide_short_help_set() || RARE.contains(&arg.get_id().as_str())
}

fn text_of_notes(command: &Command) -> String {
    command.get_after_help().map(ToString::to_string).unwrap_or_default()
}

pub(crate) fn describe_help(arg: Arg) -> Arg {
    if arg.get_id() == "help" { arg.help("Show a summary (-h) or everything (--help)") } else { arg }
}

#[cfg(test)]
mod tests;
