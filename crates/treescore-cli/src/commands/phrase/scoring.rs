//! Scores one system after another. A system that cannot be scored does not stop the others.

use treescore::Which;
use treescore::findings::{Finding, FindingId, Severity};
use treescore::read::Corpus;
use treescore::report::FindingReport;
use treescore::values::Advice;
use treescore_phrase::report::{ModelReport, ModelScores, PhraseReport, SequenceScores};
use treescore_phrase::{
    ChunkSystem, FileFault, FileModel, Floor, Gold, Inventory, PhraseFileError, PhraseProbabilities,
    PhraseScorer, ProbabilityFormat, Sentence,
};

use super::gold::{self, buffered};
use super::inputs::Kind;
use super::score::ScoreCommand;
use super::{Failure, explain};
use crate::messages::Messages;
use crate::{advice, interrupt};

/// The scores so far.
pub(super) struct Scoring<'a> {
    args: &'a ScoreCommand,
    gold: &'a Gold,
    /// True if a file of gold is in a code that is not known.
    is_gold_8bit: bool,
    models: Vec<ModelReport>,
    /// The categories of the models with bits, and the name of the first.
    inventory: Option<(Inventory, String)>,
    /// The pooled length of each model with bits.
    longest: Vec<u32>,
    /// What was noticed, each with the name of its model.
    findings: Vec<(Option<String>, FindingReport)>,
    /// Systems without scores, and why.
    refused: Vec<(String, Failure)>,
}

impl<'a> Scoring<'a> {
    /// Begins with what was found about gold.
    pub(super) fn new(args: &'a ScoreCommand, gold: &'a Gold, found: Vec<Finding>) -> Result<Self, Failure> {
        let mut scoring = Self {
            args,
            gold,
            is_gold_8bit: is_8bit(&found),
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
    pub(super) fn add(&mut self, corpus: &Corpus, kind: Result<Kind, Failure>) -> Result<(), Failure> {
        let mut found = Vec::new();
        let name = corpus.short_name();
        let done = kind.and_then(|kind| self.score(corpus, kind, &name, &mut found));
        if is_8bit(&found) != self.is_gold_8bit && !matches!(done, Err(Failure::Open(_))) {
            found.retain(|finding| finding.id != FindingId::Encoding8bit);
            found.push(self.encoding_differs(corpus));
        }
        self.tell(Some(&name), found)?;
        match done {
            Err(failure) if is_about_gold(&failure) => Err(failure),
            Err(failure) => {
                self.refused.push((name, failure));
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }

    /// Exactly one side is in a code that is not known.
    fn encoding_differs(&self, corpus: &Corpus) -> Finding {
        let (which, name) =
            if self.is_gold_8bit { (Which::Gold, self.gold.name()) } else { (Which::System, corpus.name()) };
        let mut finding = Finding::encoding_differs(which, name, "");
        finding.help.push(Advice::ForSide(which.as_str(), "encoding", "NAME".to_owned()));
        finding
    }

    /// Shows what was found about a system, or about gold, and keeps it for the report.
    fn tell(&mut self, name: Option<&str>, mut found: Vec<Finding>) -> Result<(), Failure> {
        self.args.findings.apply(&mut found);
        let several = name.filter(|_| self.args.systems.len() > 1);
        let messages = Messages::new(&self.args.results.look);
        let mut denied: Vec<&str> = Vec::new();
        for finding in &found {
            let report = FindingReport::new(finding, advice::render);
            messages.show(|style| report.render(several, style));
            self.findings.push((name.map(str::to_owned), report));
            denied.extend((finding.severity == Severity::Refusal).then(|| finding.id.as_str()));
        }
        if denied.is_empty() { Ok(()) } else { Err(Failure::Denied(denied.join(", "))) }
    }

    fn score(
        &mut self,
        corpus: &Corpus,
        kind: Kind,
        name: &str,
        found: &mut Vec<Finding>,
    ) -> Result<(), Failure> {
        let [document] = corpus.documents() else {
            return Err(Failure::SeveralFiles(corpus.name().to_owned()));
        };
        if kind != Kind::Probabilities {
            let chunks = gold::read_chunks(corpus, kind, found)?;
            return self.add_chunks(chunks, name.to_owned(), found);
        }
        let Some(first) = corpus.first_byte()? else {
            return Err(Failure::EmptyFile(document.name.clone()));
        };
        let format = ProbabilityFormat::of(&document.name, first);
        let stream = buffered(gold::open(document, found)?);
        let model = FileModel::read(&document.name, format, stream, self.gold)?;
        let floor = self.args.floor.unwrap_or(Floor::NONE);
        self.add_model(model, FileModel::gold_sentence, floor, name.to_owned())
    }

    /// Scores the chunks of a system: bits with a floor, and chunks as shared tasks count them.
    fn add_chunks(&mut self, chunks: Gold, name: String, found: &mut Vec<Finding>) -> Result<(), Failure> {
        let system = ChunkSystem::new(chunks, self.gold).map_err(PhraseFileError::from)?;
        let tally = system.tally().map_err(PhraseFileError::from)?;
        found.extend(system.categories_differ());
        let scores = Box::new(SequenceScores::of(tally, system.inventory()));
        if let Some(floor) = self.args.floor {
            self.add_model(system, ChunkSystem::gold_sentence, floor, name.clone())?;
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
    pub(super) fn report(self) -> Result<(PhraseReport, Inventory), Failure> {
        let Self { args, gold, models, inventory, mut longest, findings, mut refused, .. } = self;
        let last = if models.is_empty() { refused.pop() } else { None };
        let messages = Messages::new(&args.results.look);
        for (name, failure) in &refused {
            messages.error(&explain(failure), &format!("no scores for {name}"));
        }
        if let Some((_, failure)) = last {
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
        let refused = refused.into_iter().map(|(name, failure)| (name, explain(&failure))).collect();
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

fn is_8bit(found: &[Finding]) -> bool {
    found.iter().any(|finding| finding.id == FindingId::Encoding8bit)
}

/// True if every system would fail in this way.
fn is_about_gold(failure: &Failure) -> bool {
    matches!(failure, Failure::File(PhraseFileError::Line(error)) if error.fault == FileFault::GoldNotPartition)
}
