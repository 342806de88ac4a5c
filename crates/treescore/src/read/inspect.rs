//! What a file is: its format, how sure that is, its encoding, and how many units it has.

use super::blocks::{Block, SideReader};
use super::corpus::{Corpus, Document};
use super::error::OpenError;
use super::format::{Format, Holds, Want};
use super::options::{DecidedBy, InputFacts, Taker, Wanted};
use super::recognise::Recognition;
use super::split::UnitKind;
use super::syntax::Syntax;
use super::text::Text;

/// What a file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inspected {
    /// How it is read.
    pub facts: InputFacts,
    /// True if it was read, and its units were counted: alignments and probabilities are only recognised.
    pub has_units: bool,
}

/// Everything that a file may hold.
const ALL: &[Holds] = &[
    Holds::Trees,
    Holds::Dependencies,
    Holds::Forests,
    Holds::Words,
    Holds::Chunks,
    Holds::Times,
    Holds::Alignment,
    Holds::Probabilities,
];

impl Corpus {
    /// Says what one of its files is, and counts its units. It is taken for trees where it can be, else for
    /// utterances.
    ///
    /// ```
    /// use treescore::read::{Corpus, Format};
    /// let mut file = tempfile::NamedTempFile::new()?;
    /// std::io::Write::write_all(&mut file, b"(NP (D the) (N cat))\n(NP (D the) (N dog))\n")?;
    /// let corpus = Corpus::find(file.path())?;
    /// let found = corpus.inspect(&corpus.documents()[0])?;
    /// assert_eq!((found.facts.format, found.facts.units), (Format::Brackets, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If it cannot be opened, or is of no format that is read, or of two.
    pub fn inspect(&self, document: &Document) -> Result<Inspected, OpenError> {
        if !document.can_be_read_again() {
            document.hold()?; // it is opened twice
        }
        let mut text = document.open_text()?;
        let (found, want, by) = self.kind_of(document, &mut text)?;
        let is_read = !matches!(found.format.holds(), Holds::Alignment | Holds::Probabilities)
            && found.format != Format::ChunksJson;
        if !is_read {
            let facts = InputFacts::new(0, found, by, text.encoding);
            return Ok(Inspected { facts, has_units: false });
        }
        let encoding = text.encoding;
        drop(text);
        let syntax = match want {
            Want::Trees if found.format == Format::Plain => Syntax::Plain,
            Want::Trees => Syntax::Trees,
            Want::Forests | Want::Words => Syntax::Forest,
        };
        let takers = vec![Taker { name: "formats".to_owned(), takes: ALL }];
        let wanted = Wanted { syntax, takers, ..Wanted::from(UnitKind::Tree) };
        let (mut side, mut block) = (SideReader::new(self.only(document), wanted)?, Block::default());
        while side.next(&mut block)? {}
        let recognised = InputFacts::new(0, found, by, encoding);
        // Counting the units may have decided the format once more, by what is wanted.
        let facts = match side.log().facts().into_iter().next() {
            Some(InputFacts { units, counts, .. }) => InputFacts { units, counts, ..recognised },
            None => recognised,
        };
        Ok(Inspected { facts, has_units: true })
    }

    /// The format of a file, and what it can be wanted for.
    fn kind_of(
        &self,
        document: &Document,
        text: &mut Text,
    ) -> Result<(Recognition, Want, DecidedBy), OpenError> {
        if let Some(format) = self.options().format {
            let want = if format.holds() == Holds::Forests { Want::Forests } else { Want::Trees };
            return Ok((Recognition::certain(format), want, DecidedBy::Option));
        }
        let refused = match text.recognise(Want::Trees, &document.name) {
            Ok(found) => return Ok((found, Want::Trees, DecidedBy::Content)),
            Err(refused) => refused,
        };
        let found = text.recognise(Want::Forests, &document.name).map_err(|_| refused)?;
        Ok((found, Want::Forests, DecidedBy::Content))
    }
}
