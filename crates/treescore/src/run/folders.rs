//! Folders: which files belong together.

use super::plan::{Input, InputTrees, Plan};
use crate::read::{Corpus, Holds, NameStep, OpenError, Want};
use crate::setup::Setup;

/// What was decided about the folders of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FolderNote {
    /// Files were left out: the folder, and their names.
    LeftOut(String, Vec<String>),
    /// Partners were not found by the whole names, but by this step; the first files that are partners.
    Partners(NameStep, [String; 2]),
}

impl std::fmt::Display for FolderNote {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::LeftOut(folder, names) => {
                let more = if names.len() > 5 { ", …" } else { "" };
                write!(f, "{folder}: left out: {}{more}", names[..names.len().min(5)].join(", "))
            }
            Self::Partners(step, [gold, system]) => {
                write!(f, "files are partners by name, {}: {gold}, {system}", step.as_str())
            }
        }
    }
}

impl Plan {
    /// Pairs the files of folders, as [`pair_folders`] does. Call it once, before the run.
    ///
    /// # Errors
    /// If a file has no partner, or two files have one name.
    pub fn pair_folders(&mut self) -> Result<Vec<FolderNote>, OpenError> {
        let Some(gold) = corpus_mut(&mut self.gold) else { return Ok(Vec::new()) };
        let systems = self.systems.iter_mut().filter_map(corpus_mut).collect();
        pair_folders(gold, systems, &self.setups)
    }
}

/// Puts the files of each system's folder in the order of their partners in the gold folder. If names alone do
/// not tell which belong together, files that hold something else than the measures take are left out.
///
/// # Errors
/// If a file has no partner, or two files have one name.
pub fn pair_folders(
    gold: &mut Corpus,
    mut systems: Vec<&mut Corpus>,
    setups: &[Setup],
) -> Result<Vec<FolderNote>, OpenError> {
    let takes: Vec<Holds> = setups.iter().flat_map(|setup| setup.measure.demands().takes).copied().collect();
    let reads_lines = |setup: &Setup| setup.measure.demands().syntax.is_by_line();
    let want = if setups.iter().any(reads_lines) { Want::Forests } else { Want::Trees };
    if systems.iter_mut().any(|system| system.pair_with(gold).is_err()) {
        gold.put_aside(&takes, want)?;
        systems.iter_mut().try_for_each(|system| system.put_aside(&takes, want))?;
    }
    let mut notes = Vec::new();
    for system in systems {
        match system.pair_with(gold)? {
            Some(NameStep::Stem) | None => {}
            Some(step) => {
                let first = |corpus: &Corpus| corpus.documents().first().map(|one| one.name.clone());
                let first = [first(gold), first(system)].map(Option::unwrap_or_default);
                notes.push(FolderNote::Partners(step, first));
            }
        }
        note_left_out(system, &mut notes);
    }
    note_left_out(gold, &mut notes);
    Ok(notes)
}

fn corpus_mut(input: &mut Input) -> Option<&mut Corpus> {
    match &mut input.trees {
        InputTrees::Files(corpus) => Some(corpus),
        InputTrees::Memory(_) | InputTrees::Fed(_) => None,
    }
}

fn note_left_out(corpus: &Corpus, notes: &mut Vec<FolderNote>) {
    if !corpus.left_out().is_empty() {
        notes.push(FolderNote::LeftOut(corpus.name().to_owned(), corpus.left_out().to_vec()));
    }
}
