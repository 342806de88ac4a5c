//! How much is disturbed.

/// What is done to sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Manner {
    /// All kinds of things, each as often as its rate says.
    ByRates(Rates),
    /// One letter of every sentence is lost, added or another: the sentences are near, none is equal.
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

/// How often each kind of thing happens, per mille: of sentences, or of tokens in sentences that are touched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rates {
    /// Sentences that are touched at all; the other rates are about these.
    pub touched: u32,
    /// Tokens cut in two.
    pub split_tokens: u32,
    /// Tokens joined with the next one.
    pub merged_tokens: u32,
    /// Tokens whose letters change between capital and small ones.
    pub letter_case: u32,
    /// Tokens with quotes or apostrophes, written with others.
    pub quotes: u32,
    /// Brackets among the words, written in another way.
    pub brackets: u32,
    /// Contractions, written out or joined.
    pub contractions: u32,
    /// Tokens in another Unicode form: decomposed, or as full-width letters.
    pub forms: u32,
    /// Tokens with a letter less.
    pub lost_letters: u32,
    /// Tokens with a letter more.
    pub added_letters: u32,
    /// Tokens with another letter.
    pub changed_letters: u32,
    /// Sentences cut in two.
    pub split_sentences: u32,
    /// Sentences joined with the next one.
    pub merged_sentences: u32,
    /// Sentences left out.
    pub lost_sentences: u32,
    /// Sentences with one before them that is not in the text.
    pub invented_sentences: u32,
    /// Sentences that come after the next one.
    pub swapped_sentences: u32,
}

impl Rates {
    /// Nothing happens.
    pub fn none() -> Self {
        Self::default()
    }

    /// Three sentences in ten, everything in them now and then.
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

    /// The same text in other tokens: one in twelve is cut or joined, everywhere.
    pub fn retokenised() -> Self {
        Self { touched: 1000, split_tokens: 40, merged_tokens: 40, ..Self::none() }
    }

    /// The same rates for so many sentences.
    pub fn touching(self, touched: u32) -> Self {
        Self { touched, ..self }
    }
}
