//! What remedies are worth: pairs scored once more, as findings advise.

use super::{Finding, FindingFigure, Look};
use crate::run::{Plan, Scored, Totals};
use crate::setup::Setup;
use crate::values::Advice;

/// The remedies of findings that do not say yet what they are worth, as setups. Scoring by all of them at once tells.
///
/// ```
/// use treescore::findings::{FindingId, Remedies, find};
/// use treescore::read::Units;
/// use treescore::run::{Ask, Plan, score};
/// let units = |text: &str| -> Units { [text].into_iter().collect() };
/// let mut setup = treescore::Setup::named("parseval")?;
/// setup.set("labels", "keep")?;
/// let [gold, system] = ["(S (NP-SBJ (N a)) (V b))", "(S (NP (N a)) (V b))"].map(units);
/// let mut plan = Plan::new(gold.into(), vec![system.into()], vec![setup]);
/// plan.ask = Ask { survey: true, ..Ask::default() };
/// let scored = score(&plan, &mut ())?;
/// let mut found = find(&plan, &scored);
/// assert_eq!((found[0].id, found[0].figure), (FindingId::FunctionTags, None));
///
/// let remedies = Remedies::new(&plan, &scored, &found);
/// let again = Plan { setups: remedies.setups().to_vec(), ask: Ask::default(), ..plan };
/// remedies.tell(&score(&again, &mut ())?, &mut found);
/// assert_eq!(found[0].figure.unwrap().then, 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Remedies {
    setups: Vec<Setup>,
    wanted: Vec<Wanted>,
}

/// What is not known of a finding.
#[derive(Debug)]
struct Wanted {
    finding: usize,
    system: usize,
    /// The position of the remedy among the setups.
    setup: usize,
    /// The headline over all pairs without the remedy.
    now: f64,
}

impl Remedies {
    /// Collects the remedies of findings, which are those of [`find`](super::find) in any order.
    pub fn new(plan: &Plan, scored: &Scored, found: &[Finding]) -> Self {
        let mut remedies = Self::default();
        for (at, finding) in found.iter().enumerate().filter(|(_, finding)| finding.figure.is_none()) {
            let system = finding.system.unwrap_or(0);
            let is_of_one = finding.system.is_some() || plan.systems.len() == 1;
            let Some(help) = finding.help.first().filter(|_| is_of_one) else { continue };
            if scored.systems.get(system).is_none_or(|system| system.uneven.is_some()) {
                continue;
            }
            let look = Look::new(plan, scored, system);
            let look = look.under(finding.setup.unwrap_or(look.setup));
            let setup = &plan.setups[look.setup];
            let now = headline(setup, look.totals());
            if let (Some(now), Some(then)) = (now, remedied(setup, help)) {
                let setup = remedies.position_of(then);
                remedies.wanted.push(Wanted { finding: at, system, setup, now });
            }
        }
        remedies
    }

    /// The position of a setup, which is added if it is new.
    fn position_of(&mut self, setup: Setup) -> usize {
        self.setups.iter().position(|known| *known == setup).unwrap_or_else(|| {
            self.setups.push(setup);
            self.setups.len() - 1
        })
    }

    /// The setups that the inputs are to be scored by once more; none if nothing is to be found out.
    pub fn setups(&self) -> &[Setup] {
        &self.setups
    }

    /// Writes what the remedies are worth into the findings, and sorts them again.
    pub fn tell(&self, scored: &Scored, found: &mut [Finding]) {
        for &Wanted { finding, system, setup, now } in &self.wanted {
            let (Some(finding), Some(system)) = (found.get_mut(finding), scored.systems.get(system)) else {
                continue;
            };
            let sums = system.setups.get(setup).filter(|_| system.uneven.is_none() && !scored.interrupted);
            let setup = &self.setups[setup];
            let then = sums.and_then(|sums| headline(setup, &sums.totals));
            let name = setup.measure.info().figures[0].key;
            finding.figure = then.map(|then| FindingFigure { name, now, then });
        }
        super::sort(found);
    }
}

/// The headline over all pairs, in the average of the recipe. Without a single item that counts it is not defined.
fn headline(setup: &Setup, totals: &Totals) -> Option<f64> {
    totals.all_pairs().figures(setup.recipe.average).first().copied().flatten()
}

/// F1 of summed counts, if the measure has such a figure. Without a single bracket it is not defined.
pub(super) fn f1(setup: &Setup, counts: &[i128]) -> Option<f64> {
    let info = setup.measure.info();
    let at = info.figures.iter().position(|figure| figure.key == "f1")?;
    (info.derive)(counts).get(at).copied().flatten()
}

/// A setup that does as advised, if the advice is about a setup. Alignment is not: groups of trees are other pairs, and their
/// score is no worth that adds to the one now.
fn remedied(setup: &Setup, advice: &Advice) -> Option<Setup> {
    let mut then = setup.clone();
    match advice {
        Advice::Set(key, value) => then.set(key, value).ok()?,
        Advice::Delete(labels) => {
            then.recipe.delete.extend(labels.iter().map(|label| label.clone().into_bytes()));
        }
        Advice::CutLabels => then.set("labels", "cut").ok()?,
        Advice::Skip(label) => then.input.skip.push(label.clone().into_bytes()),
        Advice::PairById => then.by_id = true,
        _ => return None,
    }
    then.check().is_ok().then_some(then)
}
