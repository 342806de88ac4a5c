//! Pairings: how units of gold and system become pairs, and how the two sides of a pair are aligned.

use crate::align::OneSided;
use crate::align::mapping::effort_setting;
use crate::align::sequence::{self, Costs};
use crate::align::text::Tables;
use crate::measure::{Index, Settings};
use crate::prepare::{DeletedWords, Recipe, Root, Rules};
use crate::read::Syntax;
use crate::values::choice;

/// How units of gold and system become pairs.
///
/// ```
/// use treescore::Setup;
/// use treescore::setup::{Pairing, TextAlignment};
/// let setup = Setup::named("parseval")?.with_pairing(Pairing::Text(TextAlignment::default()));
/// assert!(setup.pairing.is_by_group());
/// assert!(setup.signature().to_string().contains("|index:text|"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub enum Pairing {
    /// The first tree (or line) of gold with the first of the system, and so on.
    #[default]
    InOrder,
    /// Groups of trees that cover the same text. Words and sentence breaks may differ.
    Text(TextAlignment),
    /// Conversation sides: all trees of a file, with recognised words. Utterances may end in different
    /// places.
    Sides(WordAlignment),
    /// Utterances: one tree of each side, in order, with recognised words.
    Utterances(WordAlignment),
}

impl Pairing {
    /// The name of the common index of aligned texts, as in signatures.
    pub const TEXT: &'static str = "text";
    /// The name of the common index of conversation sides, as in signatures.
    pub const SIDE: &'static str = "side";
    /// The name of the common index of utterances, as in signatures.
    pub const UTTERANCE: &'static str = "utterance";

    /// The name of the common index, as in signatures; `None` if the measure decides it.
    pub(crate) fn index(&self) -> Option<&'static str> {
        match self {
            Self::InOrder => None,
            Self::Text(_) => Some(Self::TEXT),
            Self::Sides(_) => Some(Self::SIDE),
            Self::Utterances(_) => Some(Self::UTTERANCE),
        }
    }

    /// True if a pair may hold any number of trees.
    pub fn is_by_group(&self) -> bool {
        matches!(self, Self::Text(_) | Self::Sides(_))
    }

    /// The word alignment of speech, if this pairing has one.
    pub fn words(&self) -> Option<&WordAlignment> {
        match self {
            Self::Sides(words) | Self::Utterances(words) => Some(words),
            Self::InOrder | Self::Text(_) => None,
        }
    }

    /// The text alignment, if this pairing has one.
    pub(crate) fn text(&self) -> Option<&TextAlignment> {
        match self {
            Self::Text(text) => Some(text),
            Self::InOrder | Self::Sides(_) | Self::Utterances(_) => None,
        }
    }

    /// The treatment of words that only one side has.
    pub(crate) fn one_sided(&self) -> OneSided {
        match self {
            Self::Text(text) => text.one_sided,
            Self::Sides(words) | Self::Utterances(words) => words.one_sided,
            Self::InOrder => OneSided::Skip,
        }
    }

    /// The settings of the pairing that can change a number of a measure over `index`, in a fixed order.
    pub fn settings(&self, index: Index, has_times: bool) -> Settings {
        match self {
            Self::InOrder => Vec::new(),
            Self::Text(text) => text.settings(index),
            Self::Sides(words) | Self::Utterances(words) => words.settings(index, has_times),
        }
    }

    /// The default recipe of this pairing, derived from the measure's.
    pub(crate) fn default_recipe(&self, of_measure: Recipe, index: Index) -> Recipe {
        match self {
            // Parsers that read raw text differ in roots that only hold the tree, so these do not count as
            // brackets.
            Self::Text(_)
                if matches!(index, Index::Words | Index::Cells) && of_measure.root == Root::Count =>
            {
                Recipe { root: Root::Dummy, ..of_measure }
            }
            Self::InOrder | Self::Text(_) => of_measure,
            Self::Sides(_) | Self::Utterances(_) => Recipe::speech(),
        }
    }

    /// Adapts a recipe to this pairing: traces that are not part of the aligned text do not count either.
    pub(crate) fn adapt(&self, mut recipe: Recipe) -> Recipe {
        let Self::Text(text) = self else { return recipe };
        if text.traces == Traces::Drop && recipe.deleted_words == DeletedWords::Drop {
            let trace = b"-NONE-".to_vec();
            for list in [&mut recipe.delete, &mut recipe.uncounted] {
                if !list.contains(&trace) {
                    list.push(trace.clone());
                }
            }
        }
        recipe
    }

    /// The rules of a recipe for trees under this pairing.
    pub(crate) fn rules(&self, recipe: Recipe, syntax: &Syntax) -> Rules {
        let rules = Rules::for_syntax(recipe, syntax);
        match self {
            Self::Text(text) if text.traces == Traces::Keep => rules.with_aligned_traces(),
            _ => rules,
        }
    }
}

/// The settings of text alignment.
#[derive(Clone, Debug)]
pub struct TextAlignment {
    /// The normalisation and the exceptions: which texts count as the same.
    pub tables: Tables,
    /// The treatment of words that only one side has.
    pub one_sided: OneSided,
    /// The treatment of traces.
    pub traces: Traces,
}

choice! {
    /// Whether traces (`-NONE-`) are part of the text.
    Traces {
        /// Traces are not part of the text if the recipe deletes them.
        Drop = "drop",
        /// Traces are aligned like words. The recipe decides whether they count.
        Keep = "keep",
    }
}

impl Default for TextAlignment {
    /// The built-in tables; words that only one side has are skipped.
    fn default() -> Self {
        Self { tables: Tables::default(), one_sided: OneSided::Skip, traces: Traces::Drop }
    }
}

impl TextAlignment {
    fn settings(&self, index: Index) -> Settings {
        let one_sided = ("one-sided", self.one_sided.as_str().to_owned());
        let traces = ("traces", self.traces.as_str().to_owned());
        let tables = [("norm", self.tables.normaliser.name()), ("exc", self.tables.exceptions.name())];
        let shown =
            [(index == Index::Words).then_some(one_sided), (self.traces == Traces::Keep).then_some(traces)];
        tables.into_iter().chain(shown.into_iter().flatten()).collect()
    }
}

/// The settings of the word alignment of speech.
///
/// ```
/// use treescore::Setup;
/// use treescore::setup::{Pairing, WordAlignment};
/// let setup = Setup::named("dependency")?.with_pairing(Pairing::Sides(WordAlignment::default()));
/// assert!(setup.signature().to_string().contains("|word-costs:4/3/3|"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WordAlignment {
    /// What aligns the words.
    pub by: AlignedBy,
    /// The costs of errors.
    pub costs: Costs,
    /// The treatment of words that only one side has.
    pub one_sided: OneSided,
    /// The greatest distance in seconds between two aligned words, if word times are known.
    pub slack: f64,
    /// The memory limit of one alignment, in bytes.
    pub memory: u64,
    /// The limit of the work for one alignment, in cells of tables.
    pub effort: u64,
}

choice! {
    /// What aligns the words of speech.
    AlignedBy {
        /// treescore, by error costs.
        Costs = "costs",
        /// Another program, whose alignment files belong to the systems. Conversation sides only.
        File = "file",
    }
}

impl Default for WordAlignment {
    /// Costs 4, 3 and 3, and a slack of half a second. A bracket that begins or ends with a word of only one
    /// side does not match.
    fn default() -> Self {
        Self {
            by: AlignedBy::Costs,
            costs: Costs::default(),
            one_sided: OneSided::Strict,
            slack: 0.5,
            memory: sequence::DEFAULT_LIMIT,
            effort: sequence::DEFAULT_EFFORT,
        }
    }
}

impl WordAlignment {
    /// The key of the setting [`by`](Self::by). Signatures leave it out where treescore aligns the words.
    pub(crate) const BY: &'static str = "words-by";
    /// The key of the setting [`effort`](Self::effort). Signatures leave out the default.
    pub(crate) const EFFORT: &'static str = "word-effort";

    fn settings(&self, index: Index, has_times: bool) -> Settings {
        let one_sided = (index == Index::Words).then(|| ("one-sided", self.one_sided.as_str().to_owned()));
        if self.by == AlignedBy::File {
            return [Some((Self::BY, self.by.as_str().to_owned())), one_sided]
                .into_iter()
                .flatten()
                .collect();
        }
        let costs = ("word-costs", format_costs(self.costs));
        let slack = has_times.then(|| ("slack", self.slack.to_string()));
        let effort = effort_setting(Self::EFFORT, self.effort);
        [Some(costs), slack, effort, one_sided].into_iter().flatten().collect()
    }
}

/// Formats costs as in signatures: `4/3/3`.
pub fn format_costs(Costs { substitute, insert, delete }: Costs) -> String {
    format!("{substitute}/{insert}/{delete}")
}

/// Parses costs: three whole numbers between separators.
///
/// ```
/// use treescore::setup::{format_costs, parse_costs};
/// let costs = parse_costs("4,3,3", ',').unwrap();
/// assert_eq!(format_costs(costs), "4/3/3");
/// assert_eq!(parse_costs("4,3", ','), None);
/// ```
pub fn parse_costs(text: &str, separator: char) -> Option<Costs> {
    let mut numbers = text.split(separator).map(str::parse);
    let mut next = || numbers.next()?.ok();
    let costs = Costs { substitute: next()?, insert: next()?, delete: next()? };
    numbers.next().is_none().then_some(costs)
}
