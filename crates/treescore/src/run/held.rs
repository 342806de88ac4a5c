//! The units of a side, read as a run would read them: into memory, or one by one.

use super::pass::passes;
use super::plan::{Input, Opened};
use crate::read::{Corpus, InputLog, OpenError, SideSource, Units};
use crate::setup::Setup;
use crate::tree::{Tree, Which};
use crate::values::Meter;

/// Reads the units of a side as a run with these setups reads them. The words of `partner` decide where two readings are
/// possible. `None` if the setups read files differently, so that there is not one list of units.
pub(crate) fn hold(
    corpus: &Corpus,
    (which, setups): (Which, &[Setup]),
    partner: Option<&Corpus>,
) -> Result<Option<(Units, InputLog)>, OpenError> {
    let Some((mut source, log)) = open(corpus, (which, setups), partner)? else { return Ok(None) };
    Ok(Some((Units::read_from(&mut *source)?, log)))
}

/// Takes the next unit: its tree, or `None` if it is not one. Returns false if no more are wanted.
type TakeTree<'t> = &'t mut dyn FnMut(Option<Tree>) -> bool;

/// Reads the trees of gold one by one, as a run with this setup reads them. Only a block of them is in memory.
pub(crate) fn each_tree(corpus: &Corpus, setup: &Setup, take: TakeTree<'_>) -> Result<(), OpenError> {
    let opened = open(corpus, (Which::Gold, std::slice::from_ref(setup)), None)?;
    let Some((mut source, _)) = opened else { return Ok(()) };
    while let Some(units) = Units::read_block(&mut *source)? {
        for at in 0..units.len() {
            if !take(units.tree(at).and_then(Result::ok)) {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Where the units of a side come from, and what was found when it was opened.
type OpenSide = (Box<dyn SideSource>, InputLog);

/// Opens a side as a run with these setups does.
fn open(
    corpus: &Corpus,
    (which, setups): (Which, &[Setup]),
    partner: Option<&Corpus>,
) -> Result<Option<OpenSide>, OpenError> {
    let passes = passes(setups, 1);
    let [pass] = &passes[..] else { return Ok(None) };
    let mut log = InputLog::default();
    let input = Input::from(corpus.clone());
    let mut opened = Opened::new(&input.trees, false, &Meter::default())?;
    let source = opened.source((which, &pass.reading, false), None, partner, &mut log)?;
    Ok(Some((source, log)))
}
