//! How files are read: what is asked for, what was found, and what a run wants of them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::encoding::{Encoding, TextEncoding};
use super::format::{Format, Holds, Want};
use super::formats::FormatOptions;
use super::recognise::{Confidence, Recognition};
use super::split::UnitKind;
use super::syntax::Syntax;
use super::tape::TapeCounts;
use crate::tree::Which;
use crate::values::choice;

/// How the files of a side are to be read. By default their content decides everything.
///
/// ```
/// use treescore::read::{Format, ReadOptions};
/// let options = ReadOptions { format: Some(Format::Bare), ..ReadOptions::default() };
/// assert_ne!(options, ReadOptions::default());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The format. `None`: by content.
    pub format: Option<Format>,
    /// The encoding. `None`: by content; only what is certain is decoded.
    pub encoding: Option<Encoding>,
    /// Trees whose root has one of these labels are left out.
    pub skip: Vec<Vec<u8>>,
    /// Takes every file for what the measure reads by default, whatever is in it.
    pub as_wanted: bool,
    /// Options of single formats.
    pub details: FormatOptions,
}

/// What a run wants of the units of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "any of them may be wanted")]
pub struct Wanted {
    /// The unit of text in brackets.
    pub unit: UnitKind,
    /// The syntax of text in brackets.
    pub syntax: Syntax,
    /// True if labels of brackets are compared.
    pub compares_labels: bool,
    /// Who needs the tags of words, if anybody does: heads are found by them.
    pub needs_tags: Option<String>,
    /// True if a side may be silent: one of several files without words is then a side without units.
    pub may_be_silent: bool,
    /// The side whose files are read, if it is one of two.
    pub side: Option<Which>,
    /// True if others are scored beside it, which an empty file does not stop.
    pub has_rivals: bool,
    /// True if types of nodes, as JSON has them, are not read.
    pub ignores_types: bool,
    /// True if replies of language models can be made into trees: the words of gold are known then.
    pub takes_replies: bool,
    /// Who needs the units, and what they take; a file that holds something else is refused in their name.
    pub takers: Vec<Taker>,
}

/// Somebody who needs units of certain kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taker {
    /// The name: of a measure, or of an option with its verb.
    pub name: String,
    /// What it takes.
    pub takes: &'static [Holds],
}

impl From<UnitKind> for Wanted {
    /// Trees, whoever needs them.
    fn from(unit: UnitKind) -> Self {
        Self {
            unit,
            syntax: Syntax::Trees,
            compares_labels: false,
            needs_tags: None,
            may_be_silent: false,
            side: None,
            has_rivals: false,
            ignores_types: false,
            takes_replies: false,
            takers: Vec::new(),
        }
    }
}

impl Wanted {
    /// What decides between readings that all fit.
    pub(super) fn want(&self) -> Want {
        match self.syntax {
            Syntax::Forest | Syntax::Plain | Syntax::Json => Want::Forests,
            Syntax::Trees | Syntax::Wrapped(_) | Syntax::Loose => Want::Trees,
        }
    }

    /// Why a file with such units cannot be used, if it cannot: the sentence after its name.
    pub(super) fn refuse(&self, format: Format, holds: Holds) -> Option<String> {
        let takes_trees = |taker: &&Taker| !taker.takes.contains(&holds);
        let (title, has) = format.title();
        let refused = |needs: String| format!("is {title}: {has}, but {needs}");
        if self.takers.is_empty() {
            return (holds != Holds::Trees).then(|| refused("trees are needed here".to_owned()));
        }
        let taker = self.takers.iter().find(takes_trees)?;
        Some(refused(format!("{} needs {}", taker.name, names(taker.takes))))
    }
}

/// What somebody needs, in words.
fn names(takes: &[Holds]) -> &'static str {
    let has = |holds: Holds| takes.contains(&holds);
    match () {
        () if has(Holds::Times) && !has(Holds::Trees) => "words with times",
        () if has(Holds::Alignment) => "an alignment of words",
        () if has(Holds::Words) => "words",
        () if has(Holds::Chunks) => "trees or chunks",
        () if has(Holds::Forests) => "trees or forests",
        () if has(Holds::Dependencies) => "trees or dependencies",
        () => "trees",
    }
}

choice! {
    /// What decided the format of a file.
    DecidedBy {
        /// What is in the file.
        Content = "content",
        /// An option.
        Option = "option",
        /// The words of the other side.
        Partner = "partner",
    }
}

/// What is known about a file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputFacts {
    /// The number of the file on its side.
    pub document: usize,
    /// The format.
    pub format: Format,
    /// The variant of the format, if it has any.
    pub variant: Option<&'static str>,
    /// What decided it.
    pub by: DecidedBy,
    /// How sure that is.
    pub confidence: Confidence,
    /// The readings that were possible, the chosen one first, if there were several.
    pub readings: Vec<Format>,
    /// The encoding.
    pub encoding: TextEncoding,
    /// True if there is nothing but white space in it.
    pub is_blank: bool,
    /// The number of units that were read.
    pub units: u64,
    /// What was left out or read in a special way.
    pub counts: TapeCounts,
}

impl InputFacts {
    /// True if the brackets of the file have no labels.
    pub fn is_bare(&self) -> bool {
        match self.format {
            Format::Bare => true,
            Format::Json => self.variant == Some("bare") || self.readings.first() == Some(&Format::Bare),
            _ => false,
        }
    }

    /// True if the file has intents and slots.
    pub fn has_slots(&self) -> bool {
        matches!(self.format, Format::Frames | Format::Top)
    }

    /// True if the words of the file have no tags.
    pub fn is_untagged(&self) -> bool {
        self.format == Format::Untagged || self.is_bare()
    }

    /// The reading that would have been possible, too, where nothing decided between the two.
    pub fn other_reading(&self) -> Option<Format> {
        let is_open = self.by == DecidedBy::Content && self.confidence == Confidence::Likely;
        self.readings.get(1).copied().filter(|_| is_open)
    }

    /// The facts about a file of which nothing was read yet.
    pub(super) fn new(document: usize, found: Recognition, by: DecidedBy, encoding: TextEncoding) -> Self {
        let Recognition { format, confidence, readings, variant } = found;
        let counts = TapeCounts::default();
        Self {
            document,
            format,
            variant,
            by,
            confidence,
            readings,
            encoding,
            is_blank: false,
            units: 0,
            counts,
        }
    }
}

/// Facts about the files of a side, collected while they are read.
#[derive(Clone, Debug, Default)]
pub struct InputLog(Arc<Mutex<Logged>>);

#[derive(Debug, Default)]
struct Logged {
    files: Vec<InputFacts>,
    /// The numbers of files of a folder that are no text.
    no_text: Vec<usize>,
}

impl InputLog {
    fn lock(&self) -> MutexGuard<'_, Logged> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a file.
    pub(super) fn push(&self, facts: InputFacts) {
        self.lock().files.push(facts);
    }

    /// True if no file was opened yet.
    pub(super) fn is_empty(&self) -> bool {
        self.lock().files.is_empty()
    }

    /// True if there is nothing in any of the files so far.
    pub(super) fn is_blank(&self) -> bool {
        self.lock().files.iter().all(|facts| facts.is_blank)
    }

    /// Adds a file that is left out because it is no text.
    pub(super) fn push_no_text(&self, document: usize) {
        self.lock().no_text.push(document);
    }

    /// The numbers of the files of a folder that were left out because they are no text.
    pub fn no_text(&self) -> Vec<usize> {
        self.lock().no_text.clone()
    }

    /// Adds to the last file.
    pub(super) fn update(&self, change: impl FnOnce(&mut InputFacts)) {
        if let Some(last) = self.lock().files.last_mut() {
            change(last);
        }
    }

    /// The facts so far, in the order in which the files were opened.
    pub fn facts(&self) -> Vec<InputFacts> {
        self.lock().files.clone()
    }
}
