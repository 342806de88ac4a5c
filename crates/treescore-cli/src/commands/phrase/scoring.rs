//! Scores one system after another. A system that cannot be scored does not stop the others.

use treescore::Which;
use treescore::findings::{Finding, FindingId, Severity};
use treescore::read::chunks::BioColumn;
use treescore::read::{Corpus, Document};
use treescore::report::FindingReport;
use treescore::values::counted;
use treescore_phrase::report::{ModelReport, ModelScores, PhraseReport, SequenceScores};
use treescore_phrase::{
    ChunkSystem, FileFault, FileModel, Floor, Gold, Inventory, PhraseFileError, PhraseProbabilities,
    PhraseScorer, ProbabilityFormat, Sentence,
};

use super::gold::{self, buffered};
use super::inputs::Kind;
use super::score::ScoreCommand;
use super::{Failure, explain, render};
use crate::messages::Messages;
use crate::{advice, interrupt};

/// The scores so far.
pub(super) struct Scoring<'a> {
    args: &'a ScoreCommand,
    golden: &'a Corpus,
    gold: &'a Gold,
    /// The finding that a file of gold is in a code that is not known. It is told at the end, unless that is so of
    /// gold only.
    gold_8bit: Option<Finding>,
    has_other_code: bool,
    models: Vec<ModelReport>,
    /// The categories of the models with bits, and the name of the first.
    inventory: Option<(Inventory, String)>,
    /// The pooled length of each model with bits.
    longest: Vec<u32>,
    /// What was noticed, each with the name of its model.
    findings: Vec<(Option<String>, FindingReport)>,
    refused: Vec<Refused>,
}

/// A system without scores, or (with chunks) without bits.
struct Refused {
    name: String,
    failure: Failure,
    lacks: &'static str,
}

impl<'a> Scoring<'a> {
    /// Begins with what was found about gold.
    pub(super) fn new(
        args: &'a ScoreCommand,
        golden: &'a Corpus,
        gold: &'a Gold,
        mut found: Vec<Finding>,
    ) -> Result<Self, Failure> {
        let mut scoring = Self {
            args,
            golden,
            gold,
            gold_8bit: take_8bit(&mut found),
            has_other_code: false,
            models: Vec::new(),
            inventory: None,
            longest: Vec::new(),
            findings: Vec::new(),
            refused: Vec::new(),
        };
        scoring.tell(None, found)?;
        Ok(scoring)
    }

    /// Scores a system, or keeps why it has no scores.
    ///
    /// # Errors
    /// What ends the run: a finding that is denied, or a fault of gold.
    pub(super) fn add(
        &mut self,
        corpus: &Corpus,
        kind: Result<(Kind, Option<Finding>), Failure>,
    ) -> Result<(), Failure> {
        let mut found = Vec::new();
        let name = corpus.short_name();
        let done = kind.and_then(|(kind, note)| {
            found.extend(note);
            self.score(corpus, kind, &name, &mut found)
        });
        self.tell(Some(&name), found)?;
        match done {
            Err(failure) if is_about_gold(&failure) => Err(failure),
            Err(failure) => {
                if let Failure::File(PhraseFileError::Differs(finding)) = &failure {
                    let report = FindingReport::new(finding, advice::render);
                    self.findings.push((Some(name.clone()), report));
                }
                self.refused.push(Refused { name, failure, lacks: "scores" });
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }

    /// If exactly one side is in a code that is not known, finds it by the words of the other, as far as they
    /// could be read.
    fn compare_encodings(&mut self, corpus: &Corpus, chunks: Option<&Gold>, found: &mut Vec<Finding>) {
        let own = take_8bit(found);
        let (which, files, odd) = match (&self.gold_8bit, &own) {
            (Some(odd), None) => (Which::Gold, self.golden, odd),
            (None, Some(odd)) => (Which::System, corpus, odd),
            _ => return found.extend(own),
        };
        self.has_other_code = true;
        let is_odd = |document: &&Document| odd.message.starts_with(&format!("{}: ", document.name));
        let Some(document) = files.documents().iter().find(is_odd) else { return };
        let other = if which == Which::Gold { chunks } else { Some(self.gold) };
        let sentences = other.map_or(0, Gold::len).min(Finding::RECODED_MAX);
        let finding = Finding::encoding_differs(which, document, sentences, |encoding| {
            self.gold.same_words(chunks?, encoding.map(|encoding| (which, encoding)))
        });
        let systems = &self.args.systems;
        let is_own = |at: usize| systems.get(at).is_some_and(|path| path.as_os_str() == corpus.name());
        found.push(finding.for_one_of(systems.len(), is_own));
    }

    /// Shows what was found about a system, or about gold, and keeps it for the report.
    fn tell(&mut self, name: Option<&str>, mut found: Vec<Finding>) -> Result<(), Failure> {
        self.args.findings.apply(&mut found);
        let several = name.filter(|_| self.args.systems.len() > 1);
        let messages = Messages::new(&self.args.results.look);
        let mut denied: Vec<&str> = Vec::new();
        for finding in &found {
            let report = FindingReport::new(finding, advice::render);
            if !self.is_told(&report) {
                messages.show(|style| report.render(several, style));
            }
            self.findings.push((name.map(str::to_owned), report));
            denied.extend((finding.severity == Severity::Refusal).then(|| finding.id.as_str()));
        }
        if denied.is_empty() { Ok(()) } else { Err(Failure::Denied(denied.join(", "))) }
    }

    /// True if the same was said of the same file, as gold or as another system.
    fn is_told(&self, report: &FindingReport) -> bool {
        use FindingId::{Encoding8bit, EncodingUtf16, Format};
        let is_about_file = [Encoding8bit, EncodingUtf16, Format].contains(&report.id);
        is_about_file && self.findings.iter().any(|(_, known)| known.message == report.message)
    }

    fn score(
        &mut self,
        corpus: &Corpus,
        kind: Kind,
        name: &str,
        found: &mut Vec<Finding>,
    ) -> Result<(), Failure> {
        if kind != Kind::Probabilities {
            let messages = Messages::new(&self.args.results.look);
            let chunks = gold::read_chunks(corpus, kind, &messages, found);
            if !matches!(chunks, Err(Failure::Open(_))) {
                self.compare_encodings(corpus, chunks.as_ref().ok(), found);
            }
            self.add_chunks(chunks?, name.to_owned(), found)?;
            let is_one_reading = !matches!(kind, Kind::Columns(BioColumn::Gold | BioColumn::System));
            if is_one_reading && self.golden.has_same_text(corpus) {
                found.push(Finding::same_file());
            }
            return Ok(());
        }
        let [document] = corpus.documents() else {
            return Err(Failure::SeveralFiles(corpus.name().to_owned()));
        };
        let Some(first) = corpus.first_byte()? else {
            return Err(Failure::EmptyFile(document.name.clone()));
        };
        let format = ProbabilityFormat::of(&document.name, first);
        let stream = buffered(gold::open(document, found)?);
        let model = FileModel::read(&document.name, format, stream, self.gold)?;
        found.extend(left_out(&document.name, model.left_out()));
        let floor = self.args.floor.unwrap_or(Floor::NONE);
        self.add_model(model, FileModel::gold_sentence, floor, name.to_owned())
    }

    /// Scores the chunks of a system: bits with a floor, and chunks as shared tasks count them.
    fn add_chunks(&mut self, chunks: Gold, name: String, found: &mut Vec<Finding>) -> Result<(), Failure> {
        let system = ChunkSystem::new(chunks, self.gold)?;
        let tally = system.tally().map_err(PhraseFileError::from)?;
        found.extend_from_slice(system.notes());
        found.extend(system.categories_differ());
        let scores = Box::new(SequenceScores::of(tally, system.inventory()));
        if let Some(floor) = self.args.floor {
            // Chunks are counted whatever the categories of other models are.
            match self.add_model(system, ChunkSystem::gold_sentence, floor, name.clone()) {
                Err(failure @ Failure::OtherCategories { .. }) => {
                    self.refused.push(Refused { name: name.clone(), failure, lacks: "bits" });
                }
                done => done?,
            }
        }
        self.models.push(ModelReport { name, scores: ModelScores::Chunks(scores) });
        Ok(())
    }

    /// Scores the probabilities of a model.
    fn add_model<M: PhraseProbabilities>(
        &mut self,
        model: M,
        fill: impl Fn(&M, usize, &mut Sentence),
        floor: Floor,
        name: String,
    ) -> Result<(), Failure> {
        let inventory = model.inventory().clone();
        match &self.inventory {
            Some((known, first)) if *known != inventory => {
                return Err(Failure::OtherCategories { first: first.clone(), other: name });
            }
            Some(_) => {}
            None => self.inventory = Some((inventory.clone(), name.clone())),
        }
        self.longest.push(model.longest());
        let mut scorer = PhraseScorer::new(model, floor);
        if self.args.sequence {
            scorer = scorer.with_sequences();
        }
        let mut sentence = Sentence::default();
        for at in 0..self.gold.len() {
            fill(scorer.model(), at, &mut sentence);
            scorer
                .add(&sentence)
                .map_err(|error| PhraseFileError::from(self.gold.not_a_partition(&error)))?;
            if interrupt::is_requested() {
                break;
            }
        }
        let phrases = ModelScores::Phrases(Box::new(scorer.scores()));
        self.models.push(ModelReport { name: name.clone(), scores: phrases });
        self.models.extend(scorer.sequences().map(|tally| {
            let chosen = SequenceScores::of(tally.clone(), &inventory);
            ModelReport { name: format!("S on {name}"), scores: ModelScores::Sequences(Box::new(chosen)) }
        }));
        Ok(())
    }

    /// The report and its categories, after saying which systems have no scores.
    ///
    /// # Errors
    /// If no system has scores.
    pub(super) fn report(mut self) -> Result<(PhraseReport, Inventory), Failure> {
        let of_gold = self.gold_8bit.take().filter(|_| !self.has_other_code);
        self.tell(None, of_gold.into_iter().collect())?;
        let Self { args, gold, models, inventory, mut longest, findings, mut refused, .. } = self;
        let last = if models.is_empty() { refused.pop() } else { None };
        let messages = Messages::new(&args.results.look);
        for Refused { name, failure, lacks } in &refused {
            let consequence = format!("no {lacks} for {name}");
            messages.show(|style| render(failure, Some(consequence), style));
        }
        if let Some(Refused { failure, .. }) = last {
            return Err(failure);
        }
        longest.dedup();
        let longest: Vec<String> = longest.iter().map(u32::to_string).collect();
        let mut settings = Vec::new();
        settings.extend((!longest.is_empty()).then(|| ("K", longest.join("/"))));
        settings.extend(args.floor.and_then(Floor::get).map(|floor| ("floor", floor.to_string())));
        let inventory = inventory.map(|(inventory, _)| inventory);
        let categories = inventory.iter().flat_map(Inventory::names).map(str::to_owned).collect();
        let sentences = gold.len() as u64;
        let refused = refused.into_iter().map(|system| (system.name, explain(&system.failure))).collect();
        let report = PhraseReport {
            models,
            categories,
            settings,
            sentences,
            findings,
            refused,
            ..PhraseReport::default()
        };
        Ok((report, inventory.unwrap_or_default()))
    }
}

/// Takes out the finding that a file is in a code that is not known.
fn take_8bit(found: &mut Vec<Finding>) -> Option<Finding> {
    let at = found.iter().position(|finding| finding.id == FindingId::Encoding8bit)?;
    Some(found.remove(at))
}

/// What is said about candidates of trees that gold does not use.
fn left_out(name: &str, candidates: u64) -> Option<Finding> {
    let message = format!(
        "{name}: left out: {} of gold trees that are faulty or not selected",
        counted(candidates, "candidate")
    );
    let finding = Finding::new(FindingId::LeftOut, Severity::Note, message);
    let count = Some(candidates);
    (candidates > 0).then_some(Finding { side: Some(Which::System), count, noun: "candidate", ..finding })
}

/// True if every system would fail in this way.
fn is_about_gold(failure: &Failure) -> bool {
    matches!(failure, Failure::File(PhraseFileError::Line(error)) if error.fault == FileFault::GoldNotPartition)
}
