//! Options about replies of language models.

use clap::builder::PossibleValuesParser;
use treescore::read::Cut;
use treescore::repair::Repair;

/// How replies of language models become trees.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Replies of language models (--input replies)")]
pub(crate) struct ReplyArgs {
    /// How much of a reply is repaired: everything (default); only brackets and what is around the tree; nothing
    #[arg(long, value_name = "HOW", value_parser = PossibleValuesParser::new(Repair::VALUES))]
    pub(crate) repair: Option<String>,

    /// Where a file of replies is cut into replies (default: by content)
    #[arg(long, value_name = "WHERE", value_parser = PossibleValuesParser::new(Cut::VALUES))]
    pub(crate) cut: Option<String>,
}

impl ReplyArgs {
    /// The first given option.
    pub(crate) fn first_given(&self) -> Option<&'static str> {
        let all = [("--repair", self.repair.is_some()), ("--cut", self.cut.is_some())];
        all.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }
}
