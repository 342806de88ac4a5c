//! The help text: what people do most comes first.

/// Where the parts of the help stand.
pub(crate) const TEMPLATE: &str = "{before-help}{all-args}{after-help}";

/// The first screen.
pub(crate) const OVERVIEW: &str = "\
treescore: scores parse trees in text and speech

  treescore GOLD SYSTEM...                 labelled brackets, one row per system
  treescore GOLD SYSTEM --by length        broken down by length, label or file
  treescore GOLD SYSTEM --align            words or sentence breaks may differ
  treescore align GOLD SYSTEM              what of the two texts meets what
  treescore GOLD SYSTEM --refused          which pairs were not scored, and why
  treescore GOLD SYSTEM -r unlabeled       the number of another community
  treescore -m struct-iou GOLD SYSTEM --gold-times G.ctm --system-times S.ctm
                                           trees over time, no common words needed
  treescore -m tree-node,word GOLD SYSTEM  nodes and words by edit distance
  treescore phrase score GOLD MODEL        what the probabilities of a phrase model are worth
  treescore phrase eval MODEL TREES        what models trained on trees know (phrase train)
  treescore GOLD SYSTEM -f json -o out.json";

/// What is said last.
pub(crate) const MORE: &str = "\
Of several mappings that cost the same, tree-node, word and concept count the one with the most correct items
(with the usual costs, the lowest accuracy of the possible ones).
`-` is standard input; .gz and .zst are read as they are; a folder is all its files.
Exit status: 0 all pairs scored, 1 some refused, 2 could not score, 3 the texts differ (--require-same-text).";
