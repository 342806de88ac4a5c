//! The units of a side, read into memory as a run would read them.

use super::pass::passes;
use super::plan::{Input, Opened};
use crate::read::{Corpus, InputLog, OpenError, Units};
use crate::setup::Setup;
use crate::tree::Which;
use crate::values::Meter;

/// Reads the units of a side as a run with these setups reads them. The words of `partner` decide where two readings are
/// possible. `None` if the setups read files differently, so that there is not one list of units.
pub(crate) fn hold(
    corpus: &Corpus,
    (which, setups): (Which, &[Setup]),
    partner: Option<&Corpus>,
) -> Result<Option<(Units, InputLog)>, OpenError> {
    let passes = passes(setups, 1);
    let [pass] = &passes[..] else { return Ok(None) };
    let mut log = InputLog::default();
    let input = Input::from(corpus.clone());
    let mut opened = Opened::new(&input.trees, false, &Meter::default())?;
    let mut source = opened.source((which, &pass.reading, false), None, partner, &mut log)?;
    Ok(Some((Units::read_from(&mut *source)?, log)))
}
