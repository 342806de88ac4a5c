//! Folders: which files belong together.

use super::plan::{Input, InputTrees, Plan};
use crate::read::{Corpus, Holds, NameStep, OpenError, Want};
use crate::setup::{Pairing, Setup};

/// What was decided about the folders of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FolderNote {
    /// Files were left out: the folder, and their names.
    LeftOut(String, Vec<String>),
    /// Partners were not found by the whole names, but by this step.
    Partners(String, NameStep),
}

impl Plan {
    /// Puts the files of each system's folder in the order of their partners in the gold folder, and leaves
    /// out files that hold something else than the measures take. Call it once, before the run.
    ///
    /// # Errors
    /// If a file has no partner, or two files have one name.
    pub fn pair_folders(&mut self) -> Result<Vec<FolderNote>, OpenError> {
        let mut notes = Vec::new();
        // Texts are aligned across files.
        let is_strict = self.setups.iter().any(|setup| !matches!(setup.pairing, Pairing::Text(_)));
        let takes: Vec<Holds> =
            self.setups.iter().flat_map(|setup| setup.measure.demands().takes).copied().collect();
        let reads_lines = |setup: &Setup| setup.measure.demands().syntax.is_by_line();
        let want = if self.setups.iter().any(reads_lines) { Want::Forests } else { Want::Trees };
        let Some(gold) = corpus_mut(&mut self.gold) else { return Ok(notes) };
        let mut systems: Vec<&mut Corpus> = self.systems.iter_mut().filter_map(corpus_mut).collect();
        if systems.iter_mut().any(|system| system.pair_with(gold).is_err()) {
            gold.put_aside(&takes, want)?;
            systems.iter_mut().try_for_each(|system| system.put_aside(&takes, want))?;
        }
        for system in systems {
            match system.pair_with(gold) {
                Ok(Some(NameStep::Stem) | None) => {}
                Ok(Some(step)) => notes.push(FolderNote::Partners(system.name().to_owned(), step)),
                Err(error) if is_strict => return Err(error),
                Err(_) => {}
            }
            note_left_out(system, &mut notes);
        }
        note_left_out(gold, &mut notes);
        Ok(notes)
    }
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
