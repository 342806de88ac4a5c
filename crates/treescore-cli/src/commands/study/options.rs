//! The options of all studies, from the table of the studies.

use std::collections::BTreeMap;

use clap::{Arg, ArgAction, ArgMatches, Command};
use treescore_study::OPTIONS;

/// The options that were given, by name. Which of them a study has, the study says.
#[derive(Clone, Debug, Default)]
pub(super) struct StudyOptions(BTreeMap<String, String>);

impl StudyOptions {
    /// The options that were given; switches have an empty value.
    pub(super) fn given(&self) -> BTreeMap<String, String> {
        self.0.clone()
    }
}

impl clap::Args for StudyOptions {
    fn augment_args(command: Command) -> Command {
        OPTIONS.iter().fold(command, |command, &(name, value, help)| {
            let arg =
                Arg::new(name).long(name).help(help).help_heading("Options of studies").hide_short_help(true);
            command.arg(if value.is_empty() {
                arg.action(ArgAction::SetTrue)
            } else {
                arg.value_name(value).allow_negative_numbers(true)
            })
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for StudyOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = |&(name, value, _): &(&str, &str, &str)| {
            let text = if value.is_empty() {
                matches.get_flag(name).then(String::new)
            } else {
                matches.get_one::<String>(name).cloned()
            };
            Some((name.to_owned(), text?))
        };
        Ok(Self(OPTIONS.iter().filter_map(given).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
