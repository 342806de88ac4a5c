//! Commands behind options, and mistyped commands: both are read as the name of the gold file.

use std::ffi::OsString;
use std::path::Path;

use clap::{ArgAction, Command};

use super::{command, suggest, topics};

/// A first name that is no file, but a command or nearly one.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Misplaced {
    #[error("`{0}` is a command: write it first: treescore {0} …")]
    Behind(String),
    #[error("there is no file and no command `{given}`; did you mean: treescore {meant}")]
    Mistyped { given: String, meant: String },
}

/// Finds a command that is read as the name of the gold file.
pub(crate) fn misplaced(args: &[OsString]) -> Option<Misplaced> {
    let root = command(&[])?;
    let at = first_name(&root, args)?;
    let given = args[at].to_str().filter(|given| !given.starts_with('@') && !Path::new(given).exists())?;
    let commands: Vec<String> = topics::commands().into_iter().map(|(name, _)| name).collect();
    if commands.iter().any(|name| name == given) {
        return (at > 0).then(|| Misplaced::Behind(given.to_owned()));
    }
    let meant = suggest::nearest(given, &commands)?;
    Some(Misplaced::Mistyped { given: given.to_owned(), meant })
}

/// The position of the first argument that is neither an option nor the value of one.
fn first_name(root: &Command, args: &[OsString]) -> Option<usize> {
    let mut is_value = false;
    args.iter().position(|arg| {
        let arg = arg.to_string_lossy();
        let is_option = arg.len() > 1 && arg.starts_with('-');
        let is_name = !is_value && !is_option;
        is_value = !is_value && is_option && needs_value(root, &arg);
        is_name
    })
}

/// Returns true if the value of an option is the next argument.
fn needs_value(root: &Command, option: &str) -> bool {
    let takes_value = |arg: &&clap::Arg| {
        matches!(arg.get_action(), ArgAction::Set | ArgAction::Append) && !arg.is_require_equals_set()
    };
    let is_it = |arg: &&clap::Arg| match option.strip_prefix("--") {
        Some(long) => arg.get_long() == Some(long),
        None => option.chars().count() == 2 && arg.get_short() == option.chars().nth(1),
    };
    root.get_arguments().filter(takes_value).any(|arg| is_it(&arg))
}
