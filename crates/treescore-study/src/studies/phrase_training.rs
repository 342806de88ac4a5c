//! Models of phrases, trained on some trees of a file and evaluated on others.

use std::ops::{ControlFlow, Range};

use treescore::read::Corpus;
use treescore_phrase::models::{
    Evaluation, EvaluationTally, ModelKind, ModelSettings, PhraseModel, TagSource,
};
use treescore_phrase::report::SequenceScores;
use treescore_phrase::run::{
    EvaluationWork, SentenceInput, SentenceWork, TrainingPass, TrainingSum, sentences,
};
use treescore_phrase::{ChunkOptions, Chunker, Floor, Inventory, PhraseScores, Pp};

use crate::ask::{Ask, wrong};
use crate::error::StudyError;
use crate::outside::Outside;

/// What models are trained on, how, and what they are evaluated on.
pub(super) struct Training {
    first: Range<u64>,
    second: Range<u64>,
    test: Range<u64>,
    settings: ModelSettings,
    trees: Corpus,
    inventory: Inventory,
}

/// The scores of all models.
pub(super) struct Evaluated {
    pub(super) models: Vec<(ModelKind, PhraseScores)>,
    pub(super) sequences: Option<SequenceScores>,
}

impl Evaluated {
    /// The scores of a model.
    pub(super) fn scores(&self, kind: ModelKind) -> Option<&PhraseScores> {
        self.models.iter().find(|(found, _)| *found == kind).map(|(_, scores)| scores)
    }
}

impl Training {
    /// The split of the paper, unless another is given.
    pub(super) fn new(ask: &Ask) -> Result<Self, StudyError> {
        let tags = match ask.value("tags") {
            None | Some("tagger") => TagSource::Tagger,
            Some("gold") => TagSource::Gold,
            Some(other) => return Err(wrong("tags", other.to_owned(), "must be tagger or gold")),
        };
        let pp = match ask.value("pp") {
            None => ModelSettings::default().pp,
            Some(text) => text.parse::<Pp>().map_err(|()| {
                wrong("pp", text.to_owned(), format!("must be one of: {}", Pp::VALUES.join(", ")))
            })?,
        };
        let ranges = [
            ("first", range(ask, "first", 0..1706)?),
            ("second", range(ask, "second", 1706..2365)?),
            ("test", range(ask, "test", 2365..u64::MAX)?),
        ];
        apart(&ranges)?;
        let [(_, first), (_, second), (_, test)] = ranges;
        Ok(Self {
            first,
            second,
            test,
            settings: ModelSettings { tags, pp, ..ModelSettings::default() },
            trees: Corpus::find(ask.file(0)?)?,
            inventory: Inventory::default(),
        })
    }

    /// The ranges, for the signature.
    pub(super) fn ranges(&self) -> [(&'static str, String); 3] {
        let shown = |range: &Range<u64>| {
            let end = if range.end == u64::MAX { String::new() } else { range.end.to_string() };
            format!("{}:{end}", range.start)
        };
        [("first", shown(&self.first)), ("second", shown(&self.second)), ("test", shown(&self.test))]
    }

    /// The settings, for the signature.
    pub(super) fn settings(&self) -> [(&'static str, &'static str); 2] {
        let tags = if self.settings.tags == TagSource::Gold { "gold" } else { "tagger" };
        [("tags", tags), ("pp", self.settings.pp.as_str())]
    }

    /// Trains all models, and evaluates them.
    pub(super) fn run(&self, ask: &Ask, outside: &mut dyn Outside) -> Result<Evaluated, StudyError> {
        let model = self.train(ask)?;
        if outside.is_interrupted() {
            return Err(StudyError::Interrupted);
        }
        let kinds: Vec<ModelKind> = ModelKind::VALUES.iter().filter_map(|name| name.parse().ok()).collect();
        let plan = Evaluation::new(&model, kinds, Some(ModelKind::G), Floor::NONE)
            .map_err(|error| StudyError::data(error.to_string()))?;
        let work = EvaluationWork { plan: &plan, rows: treescore::run::Rows::None };
        let (mut tally, mut failed) = (EvaluationTally::default(), None);
        self.pass(ask, &self.test, &work, |part| {
            tally += std::mem::take(&mut part.tally);
            failed = failed.take().or(part.failed.take());
        })?;
        if let Some(error) = failed {
            return Err(StudyError::data(error.to_string()));
        }
        let inventory = &model.counts().inventory;
        let sequences = plan.sequence(&tally).map(|(_, tally)| SequenceScores::of(tally.clone(), inventory));
        Ok(Evaluated { models: plan.scores(&tally), sequences })
    }

    fn train(&self, ask: &Ask) -> Result<PhraseModel, StudyError> {
        let failed = |error: &dyn std::fmt::Display| StudyError::data(error.to_string());
        let mut sum = TrainingSum::default();
        let first = TrainingPass::First(&self.settings, &self.inventory);
        self.pass(ask, &self.first, &first, |part| sum.merge(std::mem::take(part)))?;
        let second = TrainingPass::SecondTags(&self.settings, &self.inventory);
        self.pass(ask, &self.second, &second, |part| sum.merge(std::mem::take(part)))?;
        let model = sum.model(self.inventory.clone()).map_err(|error| failed(&error))?;
        let model = self.improve(ask, &self.first, model, true)?;
        self.improve(ask, &self.second, model, false)
    }

    /// Finds rules in the first trees, or tests them on the second.
    fn improve(
        &self,
        ask: &Ask,
        range: &Range<u64>,
        model: PhraseModel,
        is_first: bool,
    ) -> Result<PhraseModel, StudyError> {
        let mut sum = TrainingSum::default();
        let pass = if is_first { TrainingPass::Rules(&model) } else { TrainingPass::Second(&model) };
        self.pass(ask, range, &pass, |part| sum.merge(std::mem::take(part)))?;
        sum.improve(model).map_err(|error| StudyError::data(error.to_string()))
    }

    /// Goes over some of the trees; each must be one that has chunks.
    fn pass<W: SentenceWork>(
        &self,
        ask: &Ask,
        range: &Range<u64>,
        work: &W,
        mut take: impl FnMut(&mut W::Part) + Send,
    ) -> Result<(), StudyError> {
        let chunker = Chunker::new(self.inventory.clone(), ChunkOptions { pp: self.settings.pp });
        let input = SentenceInput {
            corpus: &self.trees,
            chunker: &chunker,
            range: Some(range.clone()),
            threads: ask.threads.max(1),
            block: None,
        };
        let (mut faulty, mut count) = (None, 0);
        sentences(&input, work, &mut |part, _| {
            take(&mut part.part);
            count += part.sentences;
            faulty = faulty.take().or_else(|| part.faulty.first().map(|tree| tree.number));
            ControlFlow::Continue(())
        })?;
        let name = self.trees.name();
        if let Some(number) = faulty {
            return Err(StudyError::data(format!(
                "{name}, tree {number} cannot be used: `treescore phrase chunk` says why"
            )));
        }
        if count == 0 {
            let what =
                format!("{name} has no trees from {} on: set --first, --second and --test", range.start);
            return Err(StudyError::data(what));
        }
        Ok(())
    }
}

/// Refuses ranges that share trees: a model knows what it was trained on.
fn apart(ranges: &[(&str, Range<u64>)]) -> Result<(), StudyError> {
    for (at, (name, range)) in ranges.iter().enumerate() {
        for (other, behind) in &ranges[at + 1..] {
            let (from, to) = (range.start.max(behind.start), range.end.min(behind.end));
            if from < to {
                let to = if to == u64::MAX { "the end".to_owned() } else { to.to_string() };
                let what = format!(
                    "--{name} and --{other} share the trees from {from} to {to}: what is trained, tested and scored must be other trees"
                );
                return Err(StudyError::Together(what));
            }
        }
    }
    Ok(())
}

/// A range of trees, `A:B` or `A:`.
fn range(ask: &Ask, option: &'static str, default: Range<u64>) -> Result<Range<u64>, StudyError> {
    let Some(text) = ask.value(option) else { return Ok(default) };
    let parts = text.split_once(':').and_then(|(start, end)| {
        let end = if end.is_empty() { u64::MAX } else { end.parse().ok()? };
        Some(start.parse().ok()?..end)
    });
    let range = parts.filter(|range: &Range<u64>| range.start < range.end);
    range.ok_or_else(|| wrong(option, text.to_owned(), "must be A:B with A below B, or A:"))
}
