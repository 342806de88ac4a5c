//! Writes the probabilities of a model for each sentence, as a probability file.

use serde::Serialize;

use super::sentences::SentenceWork;
use crate::files::{FORMAT, VERSION};
use crate::models::{Matcher, ModelKind, NoSecondCorpus, PhraseModel};
use crate::{Inventory, ListedCandidate, Sentence};

/// The work of writing the probabilities of a model as JSON lines.
///
/// ```
/// use treescore_phrase::models::{ModelKind, ModelSettings, PhraseModel};
/// use treescore_phrase::run::ExportWork;
/// use treescore_phrase::{ChunkOptions, Inventory, Sentence};
/// let tree = treescore::read::one("(NP (DT the) (NN cat))")?;
/// let inventory = Inventory::default();
/// let corpus = [Sentence::of_tree(&tree, &inventory, ChunkOptions::default())?.unwrap()];
/// let model = PhraseModel::train(&corpus, None, ModelSettings::default(), inventory)?;
/// assert!(ExportWork::new(&model, ModelKind::C).is_err()); // it needs a second corpus
/// let header = ExportWork::new(&model, ModelKind::Xk)?.header();
/// assert!(header.starts_with(br#"{"format":"treescore-phrase-probabilities","version":1,"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ExportWork<'m> {
    model: &'m PhraseModel,
    kind: ModelKind,
}

/// The buffers of one thread.
#[derive(Debug, Default)]
pub struct ExportScratch {
    matcher: Matcher,
    listed: Vec<ListedCandidate>,
}

#[derive(Serialize)]
struct Header<'h> {
    format: &'static str,
    version: u64,
    categories: Vec<&'h str>,
    default: ByLength<'h>,
}

#[derive(Serialize)]
struct ByLength<'h> {
    xk: Table<'h>,
}

/// Probabilities by category and length.
struct Table<'h>(&'h PhraseModel, ModelKind);

impl Serialize for Table<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(model, kind) = self;
        let (inventory, longest) = (&model.counts().inventory, model.counts().settings.longest);
        serializer.collect_map(inventory.categories().map(|category| {
            let row = (1..=longest).map(|length| model.default_of(*kind, category, length));
            (inventory.name(category), row.collect::<Vec<_>>())
        }))
    }
}

#[derive(Serialize)]
struct Record<'r> {
    sent: &'r str,
    cat: &'r str,
    start: u32,
    end: u32,
    p: f64,
}

impl<'m> ExportWork<'m> {
    /// Creates the work for a model as one of its kinds.
    ///
    /// # Errors
    /// If the kind has rules and the model was trained without a second corpus.
    pub fn new(model: &'m PhraseModel, kind: ModelKind) -> Result<Self, NoSecondCorpus> {
        model.probabilities(kind)?;
        Ok(Self { model, kind })
    }

    /// Returns the first line of the file: categories and defaults.
    pub fn header(&self) -> Vec<u8> {
        let mut line = Vec::new();
        let header = Header {
            format: FORMAT,
            version: VERSION,
            categories: self.model.counts().inventory.names().collect(),
            default: ByLength { xk: Table(self.model, self.kind) },
        };
        write_line(&header, &mut line);
        line
    }
}

/// Writes a line of JSON into memory, which cannot fail.
fn write_line(value: &impl Serialize, out: &mut Vec<u8>) {
    if serde_json::to_writer(&mut *out, value).is_ok() {
        out.push(b'\n');
    }
}

impl SentenceWork for ExportWork<'_> {
    type Worker = ExportScratch;
    type Part = Vec<u8>;

    fn worker(&self) -> ExportScratch {
        ExportScratch::default()
    }

    fn begin(&self, part: &mut Vec<u8>) {
        part.clear();
    }

    fn sentence(
        &self,
        scratch: &mut ExportScratch,
        _: u64,
        sentence: &Sentence,
        inventory: &Inventory,
        part: &mut Vec<u8>,
    ) {
        if !self.kind.has_rules() {
            return; // the defaults say everything
        }
        let ExportScratch { matcher, listed } = scratch;
        matcher.fill(self.model, sentence);
        listed.clear();
        self.model.list(self.kind, matcher.found(), listed);
        for &ListedCandidate { category, start, end, probability, .. } in &*listed {
            let (sent, cat) = (sentence.id.as_str(), inventory.name(category));
            write_line(&Record { sent, cat, start, end, p: probability }, part);
        }
    }
}
