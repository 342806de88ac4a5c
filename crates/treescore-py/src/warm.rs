//! Warm scorers: a call for one pair costs hardly more than a pair in a list.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString};
use treescore::Scorer;
use treescore::front::{PairRows, SystemScore};
use treescore::setup::Pairing;

use crate::run::{refused_text, warn};
use crate::setup::{Changes, Setup};
use crate::side::{Item, is_brackets, text_of};
use crate::tree::Tree;

/// What is asked for about one pair.
pub(crate) struct Asked<'a, 'py> {
    pub(crate) measure: Option<&'a Bound<'py, PyAny>>,
    pub(crate) changes: &'a Changes<'a, 'py>,
    pub(crate) name: Option<&'a str>,
    pub(crate) keep_pairs: bool,
}

/// How many scorers are kept.
const KEPT: usize = 16;

/// A scorer with more labels is dropped: it keeps every label that it ever saw.
const LABELS: usize = 100_000;

/// Scorers that nobody uses at the moment, by signature; the one used last comes last.
static IDLE: Mutex<Vec<(Arc<str>, Box<Scorer>)>> = Mutex::new(Vec::new());

/// The setup of a call without arguments.
static USUAL: PyOnceLock<(Setup, Arc<str>)> = PyOnceLock::new();

/// Scores a pair of single trees; `None` if it is something else that is to be scored.
pub(crate) fn one_pair(
    gold: &Bound<'_, PyAny>,
    system: &Bound<'_, PyAny>,
    asked: &Asked<'_, '_>,
) -> PyResult<Option<SystemScore>> {
    let py = gold.py();
    if !is_tree(gold)? || !is_tree(system)? {
        return Ok(None);
    }
    let usual = || -> PyResult<(Setup, Arc<str>)> {
        let setup = Setup::of(PyString::new(py, "parseval").as_any())?;
        let signature: Arc<str> = setup.inner().signature().to_string().into();
        Ok((setup, signature))
    };
    let is_usual = asked.measure.is_none() && asked.changes.is_empty();
    let made;
    let (setup, signature) = if is_usual {
        USUAL.get_or_try_init(py, usual)?
    } else {
        let setup = match asked.measure {
            Some(measure) => Setup::changed(measure, asked.changes)?,
            None => Setup::changed(PyString::new(py, "parseval").as_any(), asked.changes)?,
        };
        let signature: Arc<str> = setup.inner().signature().to_string().into();
        made = (setup, signature);
        &made
    };
    let inner = setup.inner();
    let is_plain = matches!(inner.pairing, Pairing::InOrder) && !inner.by_id && inner.unit.is_none();
    if !is_plain || inner.times.is_some() {
        return Ok(None);
    }
    let texts = [text_of(gold)?, text_of(system)?];
    let mut scorer = take(signature).unwrap_or_else(|| Box::new(Scorer::new(inner.clone())));
    let mut score = SystemScore::empty(inner.clone(), asked.name.unwrap_or_default());
    let counted = match &texts {
        [Item::Text(gold), Item::Text(system)] => {
            let (gold, system) = (gold.as_bytes(), system.as_bytes());
            let keep_pairs = asked.keep_pairs;
            py.detach(|| add(&mut scorer, &mut score, gold, system, keep_pairs));
            true
        }
        _ => false,
    };
    if !counted {
        let brackets = |item: &Item<'_>| match item {
            Item::Text(text) => Some(text.as_bytes().to_vec()),
            Item::Tree(tree) => tree.is_plain().then(|| tree.brackets().into_bytes()),
        };
        let (Some(gold), Some(system)) = (brackets(&texts[0]), brackets(&texts[1])) else { return Ok(None) };
        add(&mut scorer, &mut score, &gold, &system, asked.keep_pairs);
    }
    give_back(signature, scorer);
    if let Some(text) = refused_text(&score) {
        warn(py, &text)?;
    }
    Ok(Some(score))
}

fn add(scorer: &mut Scorer, score: &mut SystemScore, gold: &[u8], system: &[u8], keep_pairs: bool) {
    let counted = scorer.count(gold, system);
    let kind = counted.refusal.as_ref().map(treescore::Refusal::kind);
    score.add_counts(counted.counts, counted.length, kind);
    let mut hash = treescore::setup::GoldHash::default();
    hash.add(0, gold);
    score.gold = Some(hash);
    if keep_pairs {
        let mut rows = PairRows::new(score.info());
        let refused =
            counted.refusal.as_ref().map(|refusal| (refusal.kind().to_owned(), Some(refusal.to_string())));
        rows.add_counts(counted.counts, counted.length, refused);
        score.rows = Some(rows);
    }
}

/// True if Python hands over a single tree.
fn is_tree(given: &Bound<'_, PyAny>) -> PyResult<bool> {
    if let Ok(text) = given.cast::<PyString>() {
        return Ok(is_brackets(text.to_str()?));
    }
    Ok(given.is_instance_of::<Tree>() || given.is_instance_of::<PyBytes>())
}

fn take(signature: &str) -> Option<Box<Scorer>> {
    let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
    let at = idle.iter().rposition(|(known, _)| **known == *signature)?;
    Some(idle.remove(at).1)
}

fn give_back(signature: &Arc<str>, scorer: Box<Scorer>) {
    if scorer.labels() > LABELS {
        return;
    }
    let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
    if idle.len() >= KEPT {
        idle.remove(0);
    }
    idle.push((Arc::clone(signature), scorer));
}
