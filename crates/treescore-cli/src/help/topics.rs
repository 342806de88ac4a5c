//! The topics of `treescore help`.

use std::fmt::Write as _;

use clap::{Command, CommandFactory};
use treescore::findings::FindingId;
use treescore::prepare::PRESETS;

use crate::args::Args;

/// Topics that are not commands only, with a description.
const TOPICS: [(&str, &str); 3] = [
    ("findings", "What is noticed about the input: --ignore and --deny"),
    ("recipes", "What counts: named recipes, settings and .prm files"),
    ("signature", "The last line of a report: its fields, and how to repeat a score"),
];

/// The commands, each with its description; nested ones as `phrase chunk`.
pub(super) fn commands() -> Vec<(String, String)> {
    let about = |command: &Command| command.get_about().map(ToString::to_string).unwrap_or_default();
    let mut commands = Vec::new();
    for command in Args::command().get_subcommands() {
        commands.push((command.get_name().to_owned(), about(command)));
        let nested = command.get_subcommands();
        commands.extend(nested.map(|it| (format!("{} {}", command.get_name(), it.get_name()), about(it))));
    }
    commands
}

/// Lists commands and topics.
pub(super) fn list() -> String {
    let mut text = "treescore help NAME explains one of these.\n\nCommands:\n".to_owned();
    for (name, about) in commands() {
        let _ = writeln!(text, "  {name:<13}  {about}"); // a string takes everything
    }
    text += "\nTopics:\n";
    for (name, about) in TOPICS {
        let _ = writeln!(text, "  {name:<13}  {about}");
    }
    text + "\nScoring, the main use: treescore -h (summary), treescore --help (all options).\n"
}

/// The names of all commands and topics.
pub(super) fn names() -> Vec<String> {
    let topics = TOPICS.iter().map(|(name, _)| (*name).to_owned());
    commands().into_iter().map(|(name, _)| name).chain(topics).collect()
}

/// `treescore help findings`.
pub(super) fn findings() -> String {
    let names: Vec<&str> = FindingId::VALUES.to_vec();
    let mut text = "\
A finding is something that treescore notices about its input: a root that costs points, words that differ
only in case, a file that is cut off. It changes no number. It is shown on standard error, and is in the
JSON report.

Do not show findings:              treescore GOLD SYSTEM --ignore root-differs,labels-unknown
End the run at a finding:          treescore GOLD SYSTEM --deny count-differs
End the run at any warning:        treescore GOLD SYSTEM --deny warnings

Findings:
"
    .to_owned();
    for row in names.chunks(4) {
        let cells: Vec<String> = row.iter().map(|name| format!("{name:<20}")).collect();
        let _ = writeln!(text, "  {}", cells.join(" ").trim_end());
    }
    text + "
Manual: docs/findings.md.
"
}

/// `treescore help recipes`.
pub(super) fn recipes() -> String {
    let mut text = "\
A recipe says which brackets and words count: which labels are deleted or cut, what is equal, and how
scores are averaged. Two scores are comparable only if their recipes are equal.

Recipes:
"
    .to_owned();
    for preset in PRESETS {
        let _ = writeln!(text, "  {:<22}  {}", preset.name, preset.about);
    }
    text + "
Use a recipe (without -r: collins; with --side or --utterances: speech):
  treescore gold.trees system.trees -r unlabeled

List the recipes, or show all settings of one:
  treescore recipes
  treescore recipes collins

Change settings of a recipe:
  treescore gold.trees system.trees --set root=drop --set repeats=once
  treescore gold.trees system.trees --delete ROOT,S1 --labels keep --cutoff 70

Use a parameter file (the name must end in .prm):
  treescore gold.trees system.trees -r my.prm           read as EVALB reads it
  treescore gold.trees system.trees -r spmrl:my.prm     read as EVALB for SPMRL reads it
  treescore gold.trees system.trees -r aligned:my.prm   for alignment-based PARSEVAL (--align)
  treescore gold.trees system.trees -r speech:my.prm    parameters of SParseval

The command `treescore recipes [RECIPE]` has one option: -q, --quiet shows no warnings about a .prm file.
Manual: docs/recipes.md.
"
}

/// `treescore help signature`.
pub(super) fn signature() -> String {
    "\
The last line of a report is its signature: everything that decides the score, for a footnote.

  treescore:VERSION|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:865/916|gold:70c1de53|r:1a9865ec

Fields:
  treescore   version of the program
  m           measure
  base        recipe that the settings are relative to, if not collins
  labels, del, eq, match, root, …
              settings of the recipe: the most important ones, and all that differ from the base
              (explained by: treescore recipes collins)
  cost-sub, terminals, heads, …
              settings of the measure (listed by: treescore measures)
  index       what positions are counted in: words, time, text (--align), side, utterance, …
  norm, exc, one-sided, word-costs, …
              how texts or words were aligned
  avg         headline: corpus (sums of all pairs) or sentence (mean of pairs)
  pair        line, if trees were paired by line
  n           number of pairs: 916 if all were scored, 865/916 if 51 were refused
  gold        checksum of the gold trees
  r           checksum of all settings

Repeat the settings on your data; the signature replaces -m and -r:
  treescore gold.trees system.trees --signature 'treescore:VERSION|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|r:1a9865ec'

A warning follows if the version, the number of pairs or the gold trees differ. A signature that lost a
part is refused. Files that it only names (tables, times, word alignments) must be given again.
Manual: docs/recipes.md.
"
    .replace("VERSION", env!("CARGO_PKG_VERSION"))
}
