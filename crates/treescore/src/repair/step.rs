//! The names of repairs and remarks, and sets of them.

use crate::values::choice;

choice! {
    /// A repair, in the order in which repairs are made: outer wrapping first, words last.
    Step {
        /// Text around the tree was left out.
        StripProse = "strip-prose",
        /// The tree was taken out of a fenced block or inline code.
        StripFence = "strip-fence",
        /// The tree was taken out of a JSON value.
        ExtractJson = "extract-json",
        /// Escapes or another notation of brackets or words were undone.
        Unescape = "unescape",
        /// The tree had line breaks.
        JoinLines = "join-lines",
        /// Closing brackets were too many or too early, or nodes had no words.
        DropExtraBrackets = "drop-extra-brackets",
        /// Closing brackets were missing.
        CloseBrackets = "close-brackets",
        /// A root wrapper was removed.
        UnwrapRoot = "unwrap-root",
        /// Words that gold does not have were removed.
        DropExtraWords = "drop-extra-words",
        /// Words of gold were missing, changed or joined.
        RestoreWords = "restore-words",
    }
}

choice! {
    /// A change or finding that is not a repair.
    Remark {
        /// All labels were in lower case.
        LowercaseLabels = "lowercase-labels",
        /// Words had no tags of their own.
        NoTags = "no-tags",
        /// Several trees covered the same number of gold words; the last one was taken.
        SeveralTrees = "several-trees",
        /// Traces were removed.
        Traces = "traces",
    }
}

impl Step {
    /// All steps, in their order.
    pub const ALL: [Self; 10] = [
        Self::StripProse,
        Self::StripFence,
        Self::ExtractJson,
        Self::Unescape,
        Self::JoinLines,
        Self::DropExtraBrackets,
        Self::CloseBrackets,
        Self::UnwrapRoot,
        Self::DropExtraWords,
        Self::RestoreWords,
    ];
}

impl Remark {
    /// All remarks, by name.
    pub const ALL: [Self; 4] = [Self::LowercaseLabels, Self::NoTags, Self::SeveralTrees, Self::Traces];
}

/// What was done so far: a set of steps and one of remarks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Notes {
    steps: u16,
    remarks: u8,
}

impl Notes {
    pub(super) fn add(&mut self, step: Step) {
        self.steps |= 1 << step as u16;
    }

    pub(super) fn with(mut self, step: Step) -> Self {
        self.add(step);
        self
    }

    pub(super) fn add_if(&mut self, step: Step, applies: bool) {
        if applies {
            self.add(step);
        }
    }

    pub(super) fn remark(&mut self, remark: Remark) {
        self.remarks |= 1 << remark as u8;
    }

    pub(super) fn steps(self) -> Vec<Step> {
        Step::ALL.into_iter().filter(|&step| self.steps & (1 << step as u16) != 0).collect()
    }

    pub(super) fn remarks(self) -> Vec<Remark> {
        Remark::ALL.into_iter().filter(|&remark| self.remarks & (1 << remark as u8) != 0).collect()
    }
}
