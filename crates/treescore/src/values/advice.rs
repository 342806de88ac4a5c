//! Advice: the next step after a message, as a value. Each face (command line, Python) words it with its own
//! options.

use std::fmt;

/// A next step that a message suggests. The library does not know the options of any face, so the texts here
/// name none. A face passes its own wording in [`Style::advice`](crate::report::Style).
///
/// ```
/// use treescore::values::Advice;
/// assert_eq!(Advice::AlignTexts.to_string(), "align the texts");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Advice {
    /// List the refused pairs.
    ListRefused,
    /// Align the texts, because the words of some pairs differ.
    AlignTexts,
    /// Align the texts, because the pairs are shifted.
    FixShift,
    /// Raise the memory limit of the mapping.
    RaiseMemory,
    /// Allow this many cells for one pair.
    AllowWork(u64),
    /// Show the labels that were pooled.
    ShowAllLabels,
    /// Widen the table to this many columns.
    Widen(usize),
    /// Allow words that overlap in time.
    AllowOverlaps,
    /// Spread words without times over the gaps between their neighbours.
    SpreadTimes,
    /// Share a time among the words that it covers.
    SplitTimes,
    /// Give the utterance id of each tree.
    GiveIds,
    /// Give impossible events a minimum probability.
    Floor,
    /// Change a setting of the recipe.
    Set(&'static str, &'static str),
    /// Delete brackets and words with these labels.
    Delete(Vec<String>),
    /// Cut function tags off labels.
    CutLabels,
    /// Pair units with the same id.
    PairById,
    /// Compare conversation sides as a whole.
    AlignSides,
    /// Pair lines: a blank line is a missing tree.
    PairByLine,
    /// Leave out trees with this root.
    Skip(String),
    /// Give this file as gold, and that one as system.
    Exchange(String, String),
    /// Give a setting of one side: `gold` or `system`, the setting, its value.
    ForSide(&'static str, &'static str, String),
    /// Set an option of the systems, to a value for each.
    ForSystems(&'static str, Vec<String>),
    /// Give a setting a value.
    Give(&'static str, String),
    /// Align the texts.
    Align,
    /// Take a recipe without punctuation, or take punctuation out of both sides.
    DropPunctuation,
    /// Silence a finding.
    Ignore(&'static str),
    /// Something to do outside treescore.
    Do(&'static str),
    /// Name the format of a file of this side, `gold` or `system`, or of any; it may be one of these.
    NameFormat(Option<&'static str>, Vec<String>),
    /// Read everything in a line as words, ids too.
    ReadAllAsWords,
    /// Name the field of JSON that holds the trees of this side, or of any, for example this one.
    NameField(Option<&'static str>, String),
    /// Name the tier that holds the words, for example this one.
    NameTier(String),
    /// Name the encoding of all files, or of this side.
    NameEncoding(Option<&'static str>),
    /// Do not give this format, which was given and does not fit; the content then decides.
    RecogniseFormat(String),
    /// Do not give an encoding; what the file says of itself then decides.
    RecogniseEncoding(Option<&'static str>),
    /// Choose the files of a folder by their names, for example those that match this pattern.
    ChooseFiles(Option<String>),
    /// Compare spans only, because some brackets have no labels.
    CompareSpans,
    /// Take this recipe.
    TakeRecipe(&'static str),
    /// Compare spans only, and let gold's tags decide what is punctuation.
    CompareSpansByGold,
    /// Count all words, because those of one side have no tags: delete these labels only.
    CountAllWords(String),
    /// Read the tree of an n-best list that has the highest score.
    ReadBest,
    /// Switch rules in another order.
    OrderRules,
}

impl Advice {
    /// The same advice for files of one side, `gold` or `system`, where it is about how a file is read.
    #[must_use]
    pub(crate) fn on_side(self, side: &'static str) -> Self {
        match self {
            Self::NameFormat(_, names) => Self::NameFormat(Some(side), names),
            Self::NameField(_, name) => Self::NameField(Some(side), name),
            other => other,
        }
    }
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ListRefused => f.write_str("list them"),
            Self::OrderRules => f.write_str("any order can be asked for"),
            Self::AlignTexts | Self::Align => f.write_str("align the texts"),
            Self::FixShift => f.write_str("fix the shift by aligning the texts"),
            Self::RaiseMemory => f.write_str("raise the limit"),
            Self::AllowWork(cells) => write!(f, "allow {cells:e} cells"),
            Self::ShowAllLabels => f.write_str("show all labels"),
            Self::Widen(columns) => write!(f, "needs a width of {columns}"),
            Self::AllowOverlaps => f.write_str("correct the times, or allow overlaps"),
            Self::SpreadTimes => f.write_str("spread them over the gaps"),
            Self::SplitTimes => f.write_str("share the time among them"),
            Self::GiveIds => f.write_str("give the utterance id of each tree"),
            Self::Floor => f.write_str("set a minimum probability"),
            Self::Set(key, value) => write!(f, "{key}={value}"),
            Self::Delete(labels) => write!(f, "delete {}", labels.join(",")),
            Self::CutLabels => f.write_str("cut labels"),
            Self::PairById => f.write_str("pair by id"),
            Self::AlignSides => f.write_str("compare conversation sides"),
            Self::PairByLine => f.write_str("pair by line"),
            Self::Skip(label) => write!(f, "skip trees with the root {label}"),
            Self::Exchange(gold, system) => write!(f, "gold is {gold}, the system is {system}"),
            Self::ForSide(side, key, value) => write!(f, "{side} {key}={value}"),
            Self::ForSystems(key, values) => write!(f, "system {key}={}", values.join(", ")),
            Self::Give(key, value) => write!(f, "{key}={value}"),
            Self::DropPunctuation => f.write_str("take punctuation out of both sides"),
            Self::Ignore(id) => write!(f, "ignore {id}"),
            Self::Do(what) => f.write_str(what),
            Self::NameFormat(_, names) => write!(f, "name the format: {}", names.join(" or ")),
            Self::ReadAllAsWords => f.write_str("or read all of a line as words"),
            Self::NameField(_, name) => write!(f, "name the field, for example {name}"),
            Self::NameTier(name) => write!(f, "name a tier, for example {name}"),
            Self::NameEncoding(_) => f.write_str("name the encoding"),
            Self::RecogniseFormat(name) => {
                write!(f, "the format {name} was given; without it the content decides")
            }
            Self::RecogniseEncoding(_) => f.write_str("without a given encoding the file decides"),
            Self::ChooseFiles(_) => f.write_str("choose files by their names"),
            Self::CompareSpans => f.write_str("compare spans only"),
            Self::TakeRecipe(name) => write!(f, "take the recipe {name}"),
            Self::CompareSpansByGold => f.write_str("compare spans, and take punctuation from gold"),
            Self::CountAllWords(_) => f.write_str("count all words"),
            Self::ReadBest => f.write_str("read the best tree instead"),
        }
    }
}
