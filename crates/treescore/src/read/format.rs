//! The formats of input files, and what they hold.

use crate::values::choice;

choice! {
    /// A format of input files, under its name in `--input`.
    ///
    /// ```
    /// use treescore::read::{Format, Holds};
    /// assert_eq!("export".parse(), Ok(Format::Export));
    /// assert_eq!(Format::Trn.holds(), Holds::Words);
    /// ```
    Format {
        /// Penn-style trees, every word with a bracket of its own: `(NP (D the) (N cat))`.
        Brackets = "brackets",
        /// Trees with labels and words, but no tags: `(NP the cat)`.
        Untagged = "untagged",
        /// Brackets over words, without labels: `((the cat) (sat down))`.
        Bare = "bare",
        /// Leaves of tag, word and lemma: `(da0ms0 El el)`.
        LemmaLeaves = "lemma-leaves",
        /// Trees whose leaves have numbers, so that they may be discontinuous: `(VP (V 0=is) (A 2=rich))`.
        Discbracket = "discbracket",
        /// The NEGRA export format, versions 3 and 4.
        Export = "export",
        /// `TigerXML`.
        TigerXml = "tigerxml",
        /// Trees between SGML tags, as in the Chinese Treebank.
        SgmlBrackets = "sgml-brackets",
        /// Several trees for each sentence, with scores.
        Nbest = "nbest",
        /// One tree on a line, after an id and a tab.
        IdBrackets = "id-brackets",
        /// CoNLL-2011 and CoNLL-2012: trees as parse bits in a column.
        ConllParse = "conll-parse",
        /// Trees in JSON.
        Json = "json",
        /// CoNLL-U: words and dependencies; also CoNLL-X.
        Conllu = "conllu",
        /// A line of trees and bare words.
        Forest = "forest",
        /// Intents and slots in JSON.
        Frames = "frames",
        /// Intents and slots in square brackets: `[IN:STOP stop [SL:TIME now ] ]`.
        Top = "top",
        /// A line of words.
        Plain = "plain",
        /// Transcripts with an id in brackets at the end of each line.
        Trn = "trn",
        /// Transcripts with an id at the start of each line.
        Kaldi = "kaldi",
        /// Transcripts of segments: recording, channel, speaker, start, end, words.
        Stm = "stm",
        /// Chunks in columns: IOB1, IOB2, IOBES, BILOU.
        Bio = "bio",
        /// Chunks in JSON, as `treescore phrase chunk` writes them.
        ChunksJson = "chunks-json",
        /// Word times: recording, channel, start, duration, word.
        Ctm = "ctm",
        /// Word times of Praat.
        TextGrid = "textgrid",
        /// Word times of the Montreal Forced Aligner, in JSON.
        MfaJson = "mfa-json",
        /// Word times of the Montreal Forced Aligner, in CSV.
        MfaCsv = "mfa-csv",
        /// Word times of Whisper and `WhisperX`.
        Whisper = "whisper",
        /// Word times: utterance, start, end, word.
        Ms98 = "ms98",
        /// Word times in JSON, as `docs/times.md` has them.
        TimesJson = "times-json",
        /// A word alignment by sclite, in SGML.
        Sclite = "sclite",
        /// A word alignment in three columns.
        Sparseval = "sparseval",
        /// Candidates of a phrase model with their probabilities.
        Probabilities = "probabilities",
        /// Replies of a language model, which become trees by the words of gold. Never recognised by content.
        Replies = "replies",
    }
}

choice! {
    /// What a format holds.
    Holds {
        /// Words, tags or none, and a tree.
        Trees = "trees",
        /// Words, heads and relations.
        Dependencies = "dependencies",
        /// Words, trees and bare words.
        Forests = "forests",
        /// Words.
        Words = "words",
        /// Words, and chunks that cover them.
        Chunks = "chunks",
        /// Words with start and end.
        Times = "times",
        /// Pairs of words.
        Alignment = "alignment",
        /// Candidates of a phrase model.
        Probabilities = "probabilities",
    }
}

choice! {
    /// What a file is wanted for. It decides between readings that all fit: a line `(A a) b` is an utterance
    /// where forests are wanted, and faulty where trees are.
    Want {
        /// Trees; also times, alignments and chunks.
        Trees = "trees",
        /// Lines of trees and bare words.
        Forests = "forests",
        /// Lines of words.
        Words = "words",
    }
}

impl Holds {
    /// What one unit of such a file is called.
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Trees => "tree",
            Self::Dependencies => "sentence",
            _ => "utterance",
        }
    }
}

impl Format {
    /// What the format holds.
    pub const fn holds(self) -> Holds {
        match self {
            Self::Brackets
            | Self::Untagged
            | Self::Bare
            | Self::LemmaLeaves
            | Self::Discbracket
            | Self::Export
            | Self::TigerXml
            | Self::SgmlBrackets
            | Self::Nbest
            | Self::IdBrackets
            | Self::ConllParse
            | Self::Json
            | Self::Replies => Holds::Trees,
            Self::Conllu => Holds::Dependencies,
            Self::Forest | Self::Frames | Self::Top => Holds::Forests,
            Self::Plain | Self::Trn | Self::Kaldi | Self::Stm => Holds::Words,
            Self::Bio | Self::ChunksJson => Holds::Chunks,
            Self::Ctm
            | Self::TextGrid
            | Self::MfaJson
            | Self::MfaCsv
            | Self::Whisper
            | Self::Ms98
            | Self::TimesJson => Holds::Times,
            Self::Sclite | Self::Sparseval => Holds::Alignment,
            Self::Probabilities => Holds::Probabilities,
        }
    }

    /// What the format is called in a sentence, and what it holds.
    pub const fn title(self) -> (&'static str, &'static str) {
        match self {
            Self::Conllu => ("CoNLL-U", "words and dependencies"),
            Self::Plain => ("plain text", "words"),
            Self::Trn => ("a transcript (trn)", "words"),
            Self::Stm => ("segments (stm)", "words"),
            Self::Kaldi => ("a transcript with ids (Kaldi's text)", "words"),
            Self::Bio => ("columns", "words and chunks"),
            Self::Frames => ("JSON of intents and slots", "slots"),
            Self::Top => ("intents and slots in brackets", "slots"),
            Self::Forest => ("utterances with bare words", "forests"),
            Self::Ctm => ("CTM", "words with times"),
            Self::Ms98 => ("a word alignment (ms98)", "words with times"),
            Self::TextGrid => ("a TextGrid", "words with times"),
            Self::MfaJson => ("JSON of the Montreal Forced Aligner", "words with times"),
            Self::MfaCsv => ("CSV of the Montreal Forced Aligner", "words with times"),
            Self::Whisper => ("JSON of Whisper", "words with times"),
            Self::TimesJson => ("JSON of times", "words with times"),
            Self::ChunksJson => ("a file of gold chunks", "chunks"),
            Self::Probabilities => ("a file of probabilities", "candidates with probabilities"),
            Self::Sclite => ("an alignment of sclite", "pairs of words"),
            Self::Sparseval => ("a word alignment", "pairs of words"),
            Self::Replies => ("replies of a language model", "text"),
            Self::Brackets
            | Self::Untagged
            | Self::Bare
            | Self::LemmaLeaves
            | Self::Discbracket
            | Self::Export
            | Self::TigerXml
            | Self::SgmlBrackets
            | Self::Nbest
            | Self::IdBrackets
            | Self::ConllParse
            | Self::Json => ("brackets", "trees"),
        }
    }

    /// The name of the format as people write it.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Brackets => "trees in brackets",
            Self::Untagged => "trees without tags",
            Self::Bare => "brackets without labels",
            Self::LemmaLeaves => "trees with lemmas",
            Self::Discbracket => "discbracket",
            Self::Export => "NEGRA export",
            Self::TigerXml => "TigerXML",
            Self::SgmlBrackets => "trees in SGML",
            Self::Nbest => "n-best list",
            Self::IdBrackets => "ids and trees",
            Self::ConllParse => "CoNLL parse bits",
            Self::Json => "trees in JSON",
            Self::Conllu => "CoNLL-U",
            Self::Forest => "utterances with trees",
            Self::Frames => "intents and slots in JSON",
            Self::Top => "intents and slots in brackets",
            Self::Plain => "plain text",
            Self::Trn => "transcript (trn)",
            Self::Kaldi => "transcript (Kaldi)",
            Self::Stm => "transcript (stm)",
            Self::Bio => "chunks in columns",
            Self::ChunksJson => "chunks in JSON",
            Self::Ctm => "CTM",
            Self::TextGrid => "TextGrid",
            Self::MfaJson => "MFA JSON",
            Self::MfaCsv => "MFA CSV",
            Self::Whisper => "Whisper JSON",
            Self::Ms98 => "ms98",
            Self::TimesJson => "times in JSON",
            Self::Sclite => "sclite's alignment",
            Self::Sparseval => "word alignment",
            Self::Probabilities => "probabilities",
            Self::Replies => "replies of a language model",
        }
    }
}
