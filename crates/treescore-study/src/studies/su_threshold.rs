//! SParseval, figure 6: where utterances end, by the threshold of a detector, and what that does to scores.

use std::path::{Path, PathBuf};

use treescore::measure::Sum;
use treescore::prepare::Average;
use treescore::run::{Plan, score};
use treescore::setup::{Pairing, Setup, WordAlignment};
use treescore::tree::Tree;

use super::parsed::Parses;
use super::segments::{Posteriors, Side, resegment, sides, to_units};
use crate::ask::Ask;
use crate::checksum::Signing;
use crate::error::StudyError;
use crate::load::{heads_value, set, setup};
use crate::outside::Outside;
use crate::result::{Curve, Digits, Item, Marks, Plot, PlotAxis, Statement, Study, Upright, Xvalue};

const THRESHOLDS: [f64; 11] = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95];
const PERCENT: Digits = Digits::percent(1);
/// The measures, and what they are called.
const MEASURES: [(&str, &str); 3] =
    [("brackets", "parseval"), ("dependencies", "dependency"), ("open class", "open-class")];
/// The thresholds between which the paper's statement is tested.
const FROM: f64 = 0.5;

/// What a threshold comes to.
struct Found {
    threshold: f64,
    missed: i128,
    wrong: i128,
    reference: i128,
    utterances: usize,
    sums: Vec<Sum>,
}

impl Found {
    fn error(&self) -> Option<f64> {
        (self.reference > 0).then(|| (self.missed + self.wrong) as f64 / self.reference as f64)
    }

    fn f1(&self, measure: usize) -> Option<f64> {
        self.sums.get(measure)?.figure("f1", Average::Corpus)
    }
}

/// Runs the study.
pub(crate) fn run(ask: &Ask, outside: &mut dyn Outside) -> Result<Study, StudyError> {
    let is_share = |threshold: f64| (0.0..=1.0).contains(&threshold);
    let why = "must be numbers from 0 to 1 with commas between them";
    let thresholds = ask.list("thresholds", &THRESHOLDS, (is_share, why))?;
    let gold = sides(ask.file(0)?)?;
    let posteriors = Posteriors::read(ask.file(1)?, &gold, ask.has("words"))?;
    let ends: Vec<Vec<Vec<bool>>> = thresholds.iter().map(|&threshold| posteriors.ends(threshold)).collect();
    let source = Source::of(ask, outside)?;
    let (made, parses) = match source {
        Source::Cut(path) => (cut(&sides(path.as_ref())?, &gold, &ends)?, None),
        Source::Parsed(folder) => (parsed(folder, &thresholds, (&gold, &posteriors, &ends))?, None),
        Source::Parser => {
            let (made, parses) = parse(&gold, (&posteriors, &ends), outside)?;
            (made, Some(parses))
        }
    };
    let is_parsed = !matches!(source, Source::Cut(_));
    let setups = setups(ask)?;
    let mut found = Vec::new();
    for (&threshold, system) in thresholds.iter().zip(&made) {
        if outside.is_interrupted() {
            return Err(StudyError::Interrupted);
        }
        found.push(score_sides(threshold, (&gold, system), &setups, ask.threads)?);
    }
    let mut signing = Signing::new("su-threshold").list("thresholds", &thresholds).switch("words", ask);
    signing = signing.file("gold", ask.file(0)?)?.file("posteriors", ask.file(1)?)?;
    signing = signing.files(&["system"], ask)?;
    if let Some(folder) = ask.value("parsed") {
        let all = thresholds.iter().map(|threshold| folder_of(folder, *threshold));
        for folder in all {
            signing = signing.file("parsed", &folder)?;
        }
    }
    if let Some(parser) = ask.value("parser") {
        signing = signing.with("parser", parser);
    }
    Ok(Study {
        items: [scores(&found, is_parsed, parses).worded(), counts(&found)]
            .into_iter()
            .chain(parses.map(Parses::item))
            .collect(),
        remarks: remarks(is_parsed, parses),
        plots: vec![plot(&found)],
        signature: signing.finish(),
        measures: setups.iter().map(|setup| setup.signature().to_string()).collect(),
        ..Study::default()
    })
}

/// Where the parses of each threshold are from.
#[derive(Clone, Copy)]
enum Source<'a> {
    /// Parses of gold's own utterances, which are joined and cut.
    Cut(&'a str),
    /// A folder with a folder for each threshold.
    Parsed(&'a str),
    /// A parser.
    Parser,
}

impl<'a> Source<'a> {
    fn of(ask: &'a Ask, outside: &dyn Outside) -> Result<Self, StudyError> {
        let why = |why: &str| Err(StudyError::Together(why.to_owned()));
        match (ask.value("system"), ask.value("parsed"), outside.has_parser()) {
            (Some(_), None, false) if ask.has("words") => {
                why("--words is for parses of recognised words: --system has parses of gold's utterances")
            }
            (Some(path), None, false) => Ok(Self::Cut(path)),
            (None, Some(folder), false) => Ok(Self::Parsed(folder)),
            (None, None, true) => Ok(Self::Parser),
            _ => why(
                "the study su-threshold needs one of --parser CMD, --parsed DIR and --system SIDES: parses of gold's own utterances",
            ),
        }
    }
}

fn setups(ask: &Ask) -> Result<Vec<Setup>, StudyError> {
    let heads = ask.value("heads").map(heads_value).transpose()?;
    let by_side = |measure| {
        let setup = setup(measure)?.with_pairing(Pairing::Sides(WordAlignment::default()));
        match heads.as_deref().filter(|_| measure != "parseval") {
            Some(heads) => set(setup, "heads", heads),
            None => Ok(setup),
        }
    };
    MEASURES.iter().map(|&(_, measure)| by_side(measure)).collect()
}

/// Where the parses of a threshold are.
fn folder_of(folder: &str, threshold: f64) -> PathBuf {
    Path::new(folder).join(threshold.to_string())
}

/// The parses of each threshold, whose utterances must be those that the threshold gives.
fn parsed(
    folder: &str,
    thresholds: &[f64],
    (gold, posteriors, ends): (&[Side], &Posteriors, &[Vec<Vec<bool>>]),
) -> Result<Vec<Vec<Side>>, StudyError> {
    let mut made = Vec::new();
    for (&threshold, ends) in thresholds.iter().zip(ends) {
        let folder = folder_of(folder, threshold);
        let mut of_sides = Vec::new();
        let mut found = sides(&folder)?;
        for ((number, side), ends) in gold.iter().enumerate().zip(ends) {
            let fault = |what: &str| {
                StudyError::data(format!("--parsed, {}: side {} {what}", folder.display(), side.name))
            };
            let at = found.iter().position(|one| one.name == side.name).ok_or_else(|| fault("is missing"))?;
            let one = found.swap_remove(at);
            let utterances = posteriors.utterances(number, ends);
            let words = one.trees.iter().map(|tree| tree.words().collect::<Vec<_>>());
            if !words.eq(utterances) {
                return Err(fault("has other utterances than the posteriors and this threshold give"));
            }
            of_sides.push(one);
        }
        made.push(of_sides);
    }
    Ok(made)
}

/// The parses of gold's utterances, joined and cut at the ends of each threshold.
fn cut(system: &[Side], gold: &[Side], ends: &[Vec<Vec<bool>>]) -> Result<Vec<Vec<Side>>, StudyError> {
    if system.len() != gold.len() {
        let what = format!("gold has {} sides, --system {}: they must be the same", gold.len(), system.len());
        return Err(StudyError::data(what));
    }
    for (gold, system) in gold.iter().zip(system) {
        if !gold.words().eq(system.words()) {
            let what = format!(
                "side {} of --system has other words than gold: it must hold parses of gold's utterances",
                gold.name
            );
            return Err(StudyError::data(what));
        }
    }
    let of_threshold =
        |ends: &Vec<Vec<bool>>| system.iter().zip(ends).map(|(side, ends)| resegment(side, ends)).collect();
    Ok(ends.iter().map(of_threshold).collect())
}

/// The utterances of all thresholds, parsed. Where the parser fails, an utterance has no brackets.
fn parse(
    gold: &[Side],
    (posteriors, ends): (&Posteriors, &[Vec<Vec<bool>>]),
    outside: &mut dyn Outside,
) -> Result<(Vec<Vec<Side>>, Parses), StudyError> {
    let cut: Vec<Vec<Vec<Vec<&[u8]>>>> = ends
        .iter()
        .map(|ends| ends.iter().enumerate().map(|(side, ends)| posteriors.utterances(side, ends)).collect())
        .collect();
    let sentences: Vec<Vec<&[u8]>> = cut.iter().flatten().flatten().cloned().collect();
    let trees = super::parsed::parse(&sentences, outside)?;
    let counts = Parses::of(&trees);
    let mut trees = trees.into_iter();
    let mut made = Vec::new();
    for of_threshold in &cut {
        let mut of_sides = Vec::new();
        for (side, utterances) in gold.iter().zip(of_threshold) {
            let parsed = utterances.iter().zip(trees.by_ref());
            let trees: Vec<Tree> =
                parsed.map(|(words, tree)| tree.unwrap_or_else(|| super::segments::flat(words))).collect();
            of_sides.push(Side { name: side.name.clone(), trees });
        }
        made.push(of_sides);
    }
    Ok((made, counts))
}

fn score_sides(
    threshold: f64,
    (gold, system): (&[Side], &[Side]),
    setups: &[Setup],
    threads: usize,
) -> Result<Found, StudyError> {
    let plan = Plan {
        threads: threads.max(1),
        ..Plan::new(to_units(gold).into(), vec![to_units(system).into()], setups.to_vec())
    };
    let scored = score(&plan, &mut ())?;
    let of_system = scored.systems.first().ok_or_else(|| StudyError::data("nothing was scored"))?;
    let words = of_system.agreement.first().map(treescore::run::Totals::all_pairs);
    let count = |name: &str| words.as_ref().and_then(|words| words.count(name)).unwrap_or(0);
    let (reference, matched) = (count("gold_breaks"), count("break_matches"));
    Ok(Found {
        threshold,
        missed: reference - matched,
        wrong: count("system_breaks") - matched,
        reference,
        utterances: system.iter().map(|side| side.trees.len()).sum(),
        sums: of_system.setups.iter().map(|setup| setup.totals.all_scored()).collect(),
    })
}

fn scores(found: &[Found], is_parsed: bool, parses: Option<Parses>) -> Item {
    let mut item = Item::new("error of utterance ends, and F1, by threshold", "threshold");
    for one in found {
        let x = || Xvalue::Number(one.threshold);
        item.add("SU error", x(), (one.error(), None), PERCENT);
        item.add("utterances", x(), (Some(one.utterances as f64), None), Digits::plain(0));
        for (at, (name, _)) in MEASURES.iter().enumerate() {
            item.add(name, x(), (one.f1(at), None), PERCENT);
        }
    }
    let text =
        "from the first threshold of at least 0.5 to the highest, brackets lose more than dependencies";
    let middle = found.iter().find(|one| one.threshold >= FROM);
    let lost = |measure| Some(middle?.f1(measure)? - found.last()?.f1(measure)?);
    let is_range = middle.zip(found.last()).is_some_and(|(middle, last)| middle.threshold < last.threshold);
    item.state(match (parses, lost(0).zip(lost(1)).filter(|_| is_range)) {
        (None, _) if !is_parsed => Statement::needs(text, "--parser CMD"),
        (Some(parses), _) if parses.failed == parses.sentences => {
            Statement::needs(text, "a parser that returns trees")
        }
        (_, None) => Statement::needs(text, "two thresholds of at least 0.5 that have scores"),
        (_, Some((brackets, dependencies))) => {
            Statement::test(text, brackets > dependencies, "they do not here")
        }
    });
    item
}

fn counts(found: &[Found]) -> Item {
    let mut item = Item::new("counts by threshold", "threshold");
    for one in found {
        let mut add = |name: &str, count: i128| {
            item.add(name, Xvalue::Number(one.threshold), (Some(count as f64), None), Digits::plain(0));
        };
        add("missed", one.missed);
        add("false", one.wrong);
        add("reference", one.reference);
        for name in ["matched", "gold", "system"] {
            add(&format!("brackets {name}"), one.sums.first().and_then(|sum| sum.count(name)).unwrap_or(0));
        }
    }
    item
}

fn remarks(is_parsed: bool, parses: Option<Parses>) -> Vec<String> {
    let mut remarks = vec!["the paper's values are plotted, not printed".to_owned()];
    match parses {
        None if is_parsed => {}
        None => remarks.push(
            "no parser: this is what the measure does with cuts; the paper's figure is about what parsers do"
                .to_owned(),
        ),
        Some(parses) => remarks.extend(parses.remark("it has no brackets")),
    }
    remarks
}

fn plot(found: &[Found]) -> Plot {
    let line = |name: &str, upright, value: &dyn Fn(&Found) -> Option<f64>| {
        let points = found.iter().filter_map(|one| Some((one.threshold, value(one)?)));
        Curve { upright, ..Curve::new(name, Marks::Line, points.collect::<Vec<_>>()) }
    };
    let mut curves: Vec<Curve> = MEASURES
        .iter()
        .enumerate()
        .map(|(at, (name, _))| line(name, Upright::Left, &|one| one.f1(at)))
        .collect();
    curves.push(line("SU error", Upright::Right, &Found::error));
    Plot {
        x: PlotAxis::new("threshold"),
        y: PlotAxis::new("F1"),
        right: Some(PlotAxis::new("SU error")),
        curves,
        ..Plot::default()
    }
}
