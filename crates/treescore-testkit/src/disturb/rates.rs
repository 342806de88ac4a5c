//! How much is disturbed.

/// What is done to sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Each kind of change, as often as its rate says.
    ByRates(Rates),
    /// One letter of every sentence is lost, added or changed: all sentences are nearly equal, none is equal.
    OneTypo,
}

impl Manner {
    pub(super) fn touched(&self) -> u32 {
        match self {
            Self::ByRates(rates) => rates.touched,
            Self::OneTypo => 1000,
        }
    }
}

/// How often each kind of change happens, per mille: of sentences, or of tokens in touched sentences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rates {
    /// Sentences that are touched at all; the other rates apply to these.
    pub touched: u32,
    /// Tokens cut in two.
    pub split_tokens: u32,
    /// Tokens joined with the next one.
    pub merged_tokens: u32,
    /// Tokens whose letters change case.
    pub letter_case: u32,
    /// Tokens with quotes or apostrophes that are written differently.
    pub quotes: u32,
    /// Brackets among the words that are written differently.
    pub brackets: u32,
    /// Contractions that are written out or joined.
    pub contractions: u32,
    /// Tokens in another Unicode form: decomposed, or as full-width letters.
    pub forms: u32,
    /// Tokens with a letter lost.
    pub lost_letters: u32,
    /// Tokens with a letter added.
    pub added_letters: u32,
    /// Tokens with a letter changed.
    pub changed_letters: u32,
    /// Sentences cut in two.
    pub split_sentences: u32,
    /// Sentences joined with the next one.
    pub merged_sentences: u32,
    /// Sentences dropped.
    pub lost_sentences: u32,
    /// Sentences preceded by one that is not in the text.
    pub invented_sentences: u32,
    /// Sentences swapped with the next one.
    pub swapped_sentences: u32,
}

impl Rates {
    /// Creates rates at which nothing happens.
    pub fn none() -> Self {
        Self::default()
    }

    /// Creates rates for three sentences out of ten, with a little of everything.
    pub fn mixed() -> Self {
        Self {
            quotes: 500,
            brackets: 500,
            contractions: 500,
            letter_case: 20,
            forms: 10,
            lost_letters: 5,
            added_letters: 5,
            changed_letters: 10,
            split_sentences: 100,
            merged_sentences: 100,
            lost_sentences: 30,
            invented_sentences: 30,
            swapped_sentences: 20,
            ..Self::retokenised()
        }
        .touching(300)
    }

    /// Creates rates for the same text in different tokens: one in twelve is split or merged, everywhere.
    pub fn retokenised() -> Self {
        Self { touched: 1000, split_tokens: 40, merged_tokens: 40, ..Self::none() }
    }

    /// Applies the same rates to `touched` sentences per mille.
    pub fn touching(self, touched: u32) -> Self {
        Self { touched, ..self }
    }
}
