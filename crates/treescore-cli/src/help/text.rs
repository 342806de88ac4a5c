//! The written parts of the help.

/// `treescore -h`.
pub(super) const SHORT: &str = "\
treescore: scores parse trees against gold trees, in text and speech

Usage: treescore [OPTIONS] GOLD SYSTEM...
       treescore COMMAND

Examples:
  treescore gold.trees system.trees             recall, precision and F1
  treescore gold.trees a.trees b.trees          compare systems
  treescore gold.trees system.trees --by label  scores for each label
  treescore gold.trees system.trees --worst 5   the five worst pairs in detail
  treescore gold.trees system.trees --align     words or sentence breaks differ
  treescore gold.trees system.trees -f json -o scores.json

Options:
  -m, --measure NAMES   what to measure (list: treescore measures)
  -r, --recipe NAME     which brackets and words count (list: treescore recipes)
      --signature TEXT  repeat the settings of a published score
      --by WHAT         break down by length, max-length, label, type or file
      --per-sentence    one line per pair
      --refused         the pairs that were not scored, with reasons
      --align           align texts whose words or sentence breaks differ
      --side            speech: align recognised words
  -f, --format FORMAT   table, json, jsonl, csv, markdown or latex
  -o, --output FILE     write to a file
  -q, --quiet           no warnings, no progress
Commands: check compare explain correlate rerun verify selftest report diff
          draw nbest vote align convert conllu formats perturb phrase
          study measures recipes help completions man schema
Original programs: evalb evalb-spmrl jp-evalb sparseval headtrees strealign
More: treescore --help (all options), treescore help COMMAND, docs/cli.md
";

/// The examples of `treescore --help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  treescore gold.trees system.trees               recall, precision and F1 of labelled brackets
  treescore gold.trees a.trees b.trees            compare systems, one row each
  treescore gold.trees system.trees --by length   break down by length, label or file
  treescore gold.trees system.trees --worst 5     the five worst pairs in detail
  treescore gold.trees system.trees --refused     pairs that were not scored, with reasons
  treescore gold.trees system.trees -r unlabeled  scores as other communities report them
  treescore gold.trees system.trees --align       words or sentence breaks differ
  treescore gold.trees system.trees --side        recognised speech, one file per side
  treescore gold.trees system.trees -m tree-node,word
                                                  nodes and words by edit distance
  treescore gold.trees system.trees -m struct-iou --gold-times g.ctm --system-times s.ctm
                                                  trees over time
  treescore gold.trees system.trees -f json -o scores.json
                                                  the full report as JSON";

/// The end of `treescore --help`.
pub(crate) const NOTES: &str = "\
GOLD and SYSTEM may be a file, a folder (all its files), @LIST or - (standard input). gzip and zstd are \
detected from the content. If several mappings have the same cost, tree-node, word and concept use the one \
with the most correct items.

Commands and topics: treescore help. Manual: docs/cli.md.

Exit status: 0 all pairs scored, 1 some pairs refused, 2 could not score, 3 the texts differ \
(--require-same-text), 130 interrupted.";

/// The examples of `treescore measures`.
pub(crate) const MEASURES: &str = "\
Examples:
  treescore measures                               names, figures and settings
  treescore gold.trees system.trees -m dependency  use one";

/// The examples of `treescore recipes`.
pub(crate) const RECIPES: &str = "\
Examples:
  treescore recipes                                names and descriptions
  treescore recipes collins                        settings of a recipe
  treescore recipes my.prm                         settings of a parameter file
  treescore gold.trees system.trees -r unlabeled   use one";

/// The examples of `treescore phrase`.
pub(crate) const PHRASE: &str = "\
Examples:
  treescore phrase chunk gold.trees              find chunks
  treescore phrase score gold.trees model.jsonl  score probabilities
  treescore phrase train --first train.trees --second more.trees -o model.json
  treescore phrase eval model.json test.trees    evaluate trained models";

/// The examples of `treescore help`.
pub(crate) const HELP: &str = "\
Examples:
  treescore help               list commands and topics
  treescore help phrase chunk  all options of a command
  treescore help recipes       a topic";

/// The examples of `treescore completions`.
pub(crate) const COMPLETIONS: &str = "\
Examples:
  treescore completions bash >> ~/.bash_completion
  treescore completions zsh > ~/.zfunc/_treescore
  treescore completions fish > ~/.config/fish/completions/treescore.fish";

/// The examples of `treescore man`.
pub(crate) const MAN: &str = "\
Examples:
  treescore man > treescore.1
  treescore man phrase chunk > treescore-phrase-chunk.1";

/// The examples of `treescore schema`.
pub(crate) const SCHEMA: &str = "\
Examples:
  treescore schema > report.schema.json
  treescore schema compare > compare.schema.json";
