//! The names of findings.

use crate::values::choice;

choice! {
    /// The stable name of a finding, in the order of the manual.
    FindingId {
        /// The format is not the usual one, or another reading is possible.
        Format = "format",
        /// A file has nothing but white space.
        EmptyFile = "empty-file",
        /// XML or JSON that fits no known format.
        FormatUnknown = "format-unknown",
        /// Two readings give other words, and nothing decides between them.
        FormatAmbiguous = "format-ambiguous",
        /// The file does not hold what the measure needs.
        WrongKind = "wrong-kind",
        /// Text around trees, as in replies of language models.
        LlmProse = "llm-prose",
        /// JSON that breaks off.
        NotJson = "not-json",
        /// A field of JSON that is not known, where a known one is missing.
        UnknownField = "unknown-field",
        /// A line with another number of fields.
        ColumnsVary = "columns-vary",
        /// A line that is not of the file's format.
        NotARecord = "not-a-record",
        /// No tier of words, or several.
        Tier = "tier",
        /// UTF-16 or UTF-32 was decoded.
        EncodingUtf16 = "encoding-utf16",
        /// Both sides are in an 8-bit code.
        Encoding8bit = "encoding-8bit",
        /// One side is in an 8-bit code, the other is not.
        EncodingDiffers = "encoding-differs",
        /// Brackets that are words and not escaped.
        RawBracket = "raw-bracket",
        /// Lines of comment.
        Comments = "comments",
        /// An n-best list.
        Nbest = "nbest",
        /// Alternatives and optional words of transcripts.
        Alternations = "alternations",
        /// Silences, sounds, headers and the like were left out.
        LeftOut = "left-out",
        /// A recording with several channels.
        Channels = "channels",
        /// The file ends inside its last tree.
        CutOff = "cut-off",
        /// Words that hang from nothing.
        LooseWords = "loose-words",
        /// A dummy root counts as a bracket on one side, and the roots differ.
        RootDiffers = "root-differs",
        /// The same dummy root counts on both sides.
        RootCounted = "root-counted",
        /// The system's brackets have no labels, and labels are compared.
        NoLabels = "no-labels",
        /// One side has function tags, the other has none.
        FunctionTags = "function-tags",
        /// Traces count as words on one side.
        Traces = "traces",
        /// Words that look like traces under another tag.
        TraceWords = "trace-words",
        /// Labels of a binarised grammar on one side.
        Binarised = "binarised",
        /// Labels that stand for several labels of the other side.
        CollapsedUnaries = "collapsed-unaries",
        /// Labels of the system that gold never has.
        LabelsUnknown = "labels-unknown",
        /// Tags of the system that gold never has.
        TagsUnknown = "tags-unknown",
        /// System trees without words.
        FailedParses = "failed-parses",
        /// System trees with one bracket only.
        FlatTrees = "flat-trees",
        /// Marks of the Switchboard treebank count as words.
        SpeechMarks = "speech-marks",
        /// Trees that are speaker codes.
        SpeakerCodes = "speaker-codes",
        /// Notes about the text count as words.
        Metadata = "metadata",
        /// Both sides are the same text.
        SameFile = "same-file",
        /// Gold and system seem to be exchanged.
        Swapped = "swapped",
        /// The sides have different numbers of units.
        CountDiffers = "count-differs",
        /// System trees have the words of a neighbour.
        Shifted = "shifted",
        /// System trees have the words of the tree before.
        Duplicates = "duplicates",
        /// The same ids in another order.
        OrderDiffers = "order-differs",
        /// Some ids are on one side only.
        IdsDiffer = "ids-differ",
        /// Files of a folder without a partner.
        NoPartner = "no-partner",
        /// Two files with one stem.
        StemsCollide = "stems-collide",
        /// How partners were found.
        Partners = "partners",
        /// More than a tenth of the pairs is refused.
        RefusedMany = "refused-many",
        /// Units that are not trees.
        NotATree = "not-a-tree",
        /// Pairs that a measure refuses because brackets are discontinuous.
        Discontinuous = "discontinuous",
        /// A tag deletes a word as punctuation on one side only.
        PunctuationTags = "punctuation-tags",
        /// Accents are encoded in two ways.
        NormalForm = "normal-form",
        /// Escapes such as `-LRB-`.
        Escapes = "escapes",
        /// Capitals.
        Case = "case",
        /// Characters that cannot be seen.
        Invisible = "invisible",
        /// Quotes and dashes.
        Quotes = "quotes",
        /// Text that was decoded twice.
        Mojibake = "mojibake",
        /// Several of the differences above.
        SeveralSpellings = "several-spellings",
        /// Digits.
        Digits = "digits",
        /// Placeholders of the system.
        UnknownWords = "unknown-words",
        /// One side has no punctuation.
        PunctuationMissing = "punctuation-missing",
        /// The same characters cut into other words.
        Tokens = "tokens",
        /// Other words.
        OtherWords = "other-words",
        /// Words were not compared, because the recipe says so or one side has none.
        WordsNotCompared = "words-not-compared",
        /// Ids of transcripts, which are not words.
        IdsAsWords = "ids-as-words",
        /// Capitals cost a point of WER or more.
        CaseErrors = "case-errors",
        /// Punctuation costs a point of WER or more.
        PunctuationErrors = "punctuation-errors",
        /// Marks that only one side has.
        MarkupWords = "markup-words",
        /// One side's times are in another unit.
        ClockUnit = "clock-unit",
        /// One side's times are all later.
        ClockOffset = "clock-offset",
        /// One side's clock starts anew with every utterance.
        ClockRestarts = "clock-restarts",
        /// The sides do not overlap in time.
        NoOverlap = "no-overlap",
        /// Ends in the place of durations.
        EndColumn = "end-column",
        /// Times of other words.
        TimesOtherWords = "times-other-words",
        /// Times cut finer than words.
        TimesJoined = "times-joined",
        /// Times cut coarser than words.
        TimesSplit = "times-split",
        /// Words without times.
        TimesMissing = "times-missing",
        /// Times of sounds.
        SilenceWords = "silence-words",
        /// Numbers in the place of words.
        SymbolsUnmapped = "symbols-unmapped",
        /// Slots with words around them on one side only.
        FramesDiffer = "frames-differ",
        /// Intents of the system that gold never has.
        IntentsUnknown = "intents-unknown",
        /// Slots of the system that gold never has.
        SlotsUnknown = "slots-unknown",
        /// Two columns of chunk tags.
        BioTwoColumns = "bio-two-columns",
        /// Chunk types of the system that gold never has.
        CategoriesDiffer = "categories-differ",
    }
}

impl FindingId {
    /// The place among findings of equal weight: that of the manual, but words that were repeated come before words that moved,
    /// and the share of refused pairs after their causes.
    pub(super) fn place(self) -> u16 {
        match self {
            Self::Duplicates => 2 * Self::Shifted as u16 - 1,
            Self::RefusedMany => 2 * Self::OtherWords as u16 + 1,
            other => 2 * other as u16,
        }
    }
}
