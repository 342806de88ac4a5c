//! What a pair is made of, and how the two sides of it are aligned.

use crate::align::OneSided;
use crate::align::sequence::{self, Costs};
use crate::align::text::Tables;
use crate::measure::{Index, Settings};
use crate::prepare::{DeletedWords, Recipe, Root, Rules};
use crate::read::Syntax;
use crate::values::choice;

/// What a pair is made of.
#[derive(Clone, Debug, Default)]
pub enum Pairing {
    /// The first tree (or line) of gold and the first of the system, and so on.
    #[default]
    InOrder,
    /// Groups of trees that cover the same text: words and sentence breaks may differ.
    Text(TextAlignment),
    /// All trees of a file, a conversation side, whose words were recognised: utterances may end in different places.
    Sides(WordAlignment),
    /// One tree of each side, in order, whose words were recognised.
    Utterances(WordAlignment),
}

impl Pairing {
    /// The name that the common index of text has in signatures.
    pub const TEXT: &'static str = "text";
    /// The name that the common index of conversation sides has in signatures.
    pub const SIDE: &'static str = "side";
    /// The name that the common index of utterances has in signatures.
    pub const UTTERANCE: &'static str = "utterance";

    /// The name of the common index in signatures, if the pairing decides it.
    pub fn index(&self) -> Option<&'static str> {
        match self {
            Self::InOrder => None,
            Self::Text(_) => Some(Self::TEXT),
            Self::Sides(_) => Some(Self::SIDE),
            Self::Utterances(_) => Some(Self::UTTERANCE),
        }
    }

    /// Are pairs made of any number of trees?
    pub fn is_by_group(&self) -> bool {
        matches!(self, Self::Text(_) | Self::Sides(_))
    }

    /// How words of speech are aligned, if they are.
    pub fn words(&self) -> Option<&WordAlignment> {
        match self {
            Self::Sides(words) | Self::Utterances(words) => Some(words),
            Self::InOrder | Self::Text(_) => None,
        }
    }

    /// How texts are aligned, if they are.
    pub fn text(&self) -> Option<&TextAlignment> {
        match self {
            Self::Text(text) => Some(text),
            Self::InOrder | Self::Sides(_) | Self::Utterances(_) => None,
        }
    }

    /// What becomes of words that only one side has.
    pub(crate) fn one_sided(&self) -> OneSided {
        match self {
            Self::Text(text) => text.one_sided,
            Self::Sides(words) | Self::Utterances(words) => words.one_sided,
            Self::InOrder => OneSided::Skip,
        }
    }

    /// Its settings, in a fixed order: everything that changes a number of a measure with this index.
    pub fn settings(&self, index: Index, has_times: bool) -> Settings {
        match self {
            Self::InOrder => Vec::new(),
            Self::Text(text) => text.settings(index),
            Self::Sides(words) | Self::Utterances(words) => words.settings(index, has_times),
        }
    }

    /// The recipe used with this pairing if none is asked for, from that of the measure.
    pub fn usual_recipe(&self, of_measure: Recipe, index: Index) -> Recipe {
        match self {
            // Parsers from raw text differ in roots that only hold the tree; they are no brackets.
            Self::Text(_) if index == Index::Words && of_measure.root == Root::Count => {
                Recipe { root: Root::Dummy, ..of_measure }
            }
            Self::InOrder | Self::Text(_) => of_measure,
            Self::Sides(_) | Self::Utterances(_) => Recipe::speech(),
        }
    }

    /// A recipe as it is used with this pairing: traces that are no part of aligned text do not count either.
    pub fn adapt(&self, mut recipe: Recipe) -> Recipe {
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

    /// The rules of a recipe for trees that are paired like this.
    pub(crate) fn rules(&self, recipe: Recipe, syntax: &Syntax) -> Rules {
        let rules = Rules::for_syntax(recipe, syntax);
        match self {
            Self::Text(text) if text.traces == Traces::Keep => rules.with_aligned_traces(),
            _ => rules,
        }
    }
}

/// How texts are aligned.
#[derive(Clone, Debug)]
pub struct TextAlignment {
    /// What counts as the same text.
    pub tables: Tables,
    /// What becomes of words that only one side has.
    pub one_sided: OneSided,
    /// Are traces part of the text?
    pub traces: Traces,
}

choice! {
    /// Are traces (`-NONE-`) part of the text?
    Traces {
        /// No, where the recipe deletes them.
        Drop = "drop",
        /// Yes: they are aligned like words. Whether they count is for the recipe to say.
        Keep = "keep",
    }
}

impl Default for TextAlignment {
    /// The usual tables; words of one side are skipped.
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

/// How the words of speech are aligned.
#[derive(Clone, Debug)]
pub struct WordAlignment {
    /// Who aligns them.
    pub by: AlignedBy,
    /// What errors cost.
    pub costs: Costs,
    /// What becomes of words that only one side has.
    pub one_sided: OneSided,
    /// How many seconds may be between two words that are the same or taken for each other, if it is known when they were spoken.
    pub slack: f64,
    /// How many bytes one alignment may take.
    pub memory: u64,
}

choice! {
    /// Who aligns the words of speech.
    AlignedBy {
        /// treescore, by the costs of errors.
        Costs = "costs",
        /// Another program, whose files are given with the systems. For conversation sides only.
        File = "file",
    }
}

impl Default for WordAlignment {
    /// The usual costs (4, 3 and 3), and half a second; words that only one side has spoil the brackets that begin or end with them.
    fn default() -> Self {
        Self {
            by: AlignedBy::Costs,
            costs: Costs::default(),
            one_sided: OneSided::Strict,
            slack: 0.5,
            memory: sequence::DEFAULT_LIMIT,
        }
    }
}

impl WordAlignment {
    /// The setting that says who aligned the words; left out where treescore did.
    pub const BY: &'static str = "words-by";

    fn settings(&self, index: Index, has_times: bool) -> Settings {
        let one_sided = (index == Index::Words).then(|| ("one-sided", self.one_sided.as_str().to_owned()));
        if self.by == AlignedBy::File {
            return [Some((Self::BY, self.by.as_str().to_owned())), one_sided]
                .into_iter()
                .flatten()
                .collect();
        }
        let costs = ("word-costs", costs_as_text(self.costs));
        let slack = has_times.then(|| ("slack", self.slack.to_string()));
        [Some(costs), slack, one_sided].into_iter().flatten().collect()
    }
}

/// Costs as signatures have them: `4/3/3`.
pub fn costs_as_text(Costs { substitute, insert, delete }: Costs) -> String {
    format!("{substitute}/{insert}/{delete}")
}

/// Reads back costs: three whole numbers with a separator between.
pub fn costs_of_text(text: &str, separator: char) -> Option<Costs> {
    let mut numbers = text.split(separator).map(str::parse);
    let mut next = || numbers.next()?.ok();
    let costs = Costs { substitute: next()?, insert: next()?, delete: next()? };
    numbers.next().is_none().then_some(costs)
}
