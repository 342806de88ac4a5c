//! The setups between two others, each with some of the rules switched.

use std::collections::BTreeMap;

use super::examples;
use super::rules::{Effect, Rule, rules};
use super::shares::Orders;
use super::{End, ExplainError, Explanation, Number, Pairs, Points, Step};
use crate::prepare::Average;
use crate::run::{Plan, RowKind, Scored, SystemScored, Totals};
use crate::setup::{Pairing, Setup};

/// Two numbers, the rules in which they differ, and the setups between them. A set of rules is bits, the first rule first.
#[derive(Clone, Debug)]
pub struct Lattice {
    from: End,
    to: End,
    rules: Vec<Rule>,
    /// The numbers of the rules that can change the figure.
    effective: Vec<usize>,
    orders: Orders,
    seed: u64,
    setups: Vec<Setup>,
    /// The setup of each set of rules that act on pairs.
    places: BTreeMap<u64, usize>,
    /// How many setups there are on the way from the first number to the second, which come first.
    on_the_way: usize,
}

impl Lattice {
    /// Finds the rules and the setups. `order` names rules that are switched first; the others follow in their own order.
    ///
    /// # Errors
    /// If the ends differ in more than rules, or `order` names anything but rules that differ, each once.
    pub fn new(from: End, to: End, order: &[String], seed: u64) -> Result<Self, ExplainError> {
        let rules = in_order(rules(&from, &to)?, order)?;
        let effective: Vec<usize> =
            (0..rules.len()).filter(|&at| rules[at].effect != Effect::Nothing).collect();
        let orders = Orders::new(effective.len(), seed);
        let lattice = Self {
            from,
            to,
            rules,
            effective,
            orders,
            seed,
            setups: Vec::new(),
            places: BTreeMap::new(),
            on_the_way: 0,
        };
        lattice.with_setups()
    }

    /// Makes the setups: first those on the way, then all others that shares need.
    fn with_setups(mut self) -> Result<Self, ExplainError> {
        for set in (0..=self.rules.len()).map(first) {
            self.add(set)?;
        }
        self.on_the_way = self.setups.len();
        for set in self.orders.sets() {
            self.add(self.spread(set))?;
        }
        Ok(self)
    }

    /// Adds the setup of a set of rules, if it is not there yet.
    fn add(&mut self, set: u64) -> Result<(), ExplainError> {
        let set = self.on_pairs(set);
        if self.places.contains_key(&set) {
            return Ok(());
        }
        let mut setup = self.from.setup.clone();
        if self.to.pairs == Pairs::Within && self.from.pairs != Pairs::Within {
            setup.recipe.cutoff = self.to.setup.recipe.cutoff;
        }
        for (_, rule) in self.rules.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1) {
            rule.switch(&mut setup)?;
        }
        self.places.insert(set, self.setups.len());
        self.setups.push(setup);
        Ok(())
    }

    /// The rules of a set that act on pairs.
    fn on_pairs(&self, set: u64) -> u64 {
        let rules = self.rules.iter().enumerate();
        rules.filter(|(_, rule)| rule.effect == Effect::Pairs).fold(0, |found, (at, _)| found | set & 1 << at)
    }

    /// A set of rules from a set of those that can change the figure, by their places among them.
    fn spread(&self, set: u64) -> u64 {
        let places = self.effective.iter().enumerate();
        places.filter(|(at, _)| set >> at & 1 == 1).fold(0, |found, (_, rule)| found | 1 << rule)
    }

    /// The rules, in the order in which they are switched.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The setups to run: the first is that of the first number.
    pub fn setups(&self) -> &[Setup] {
        &self.setups
    }

    /// Asks for what an explanation needs. Other requests of the plan stay, except statistics.
    pub fn ask(&self, plan: &mut Plan) {
        plan.setups.clone_from(&self.setups);
        plan.ask.tables = true;
        plan.ask.tables_of = Some(self.on_the_way);
        plan.ask.statistics = None;
    }

    /// What each rule is worth for a system, with all pairs that change as examples.
    ///
    /// # Errors
    /// If the run is not that of this lattice, or nothing was scored that counts.
    pub fn explain(&self, scored: &Scored, system: usize) -> Result<Explanation, ExplainError> {
        let system = scored.systems.get(system).ok_or(ExplainError::OtherRun("the system"))?;
        if system.setups.len() < self.setups.len() {
            return Err(ExplainError::OtherRun("every setup"));
        }
        let whole = first(self.rules.len());
        let numbers = [self.number(system, 0, &self.from), self.number(system, whole, &self.to)];
        let [from, to] = numbers;
        let info = self.from.setup.measure.info();
        let undefined = [&from, &to].into_iter().find(|end| end.value.is_none());
        if let Some(end) = undefined {
            return Err(ExplainError::Undefined { figure: info.figures[0].title, name: end.name.clone() });
        }
        let figure = |set: u64| self.points(system, self.spread(set));
        let shares = self.orders.shares(self.effective.len(), figure);
        let steps = (0..self.rules.len()).map(|at| {
            let share = self.effective.iter().position(|&rule| rule == at).map(|place| shares[place]);
            self.step(system, at, share.unwrap_or_default())
        });
        Ok(Explanation {
            info,
            kind: kind_of(&self.from.setup.pairing),
            from,
            to,
            steps: steps.collect::<Result<_, _>>()?,
            orders: match &self.orders {
                Orders::All(_) => None,
                Orders::Drawn(orders) => Some(orders.len()),
            },
            seed: self.seed,
        })
    }

    fn number(&self, system: &SystemScored, set: u64, end: &End) -> Number {
        let totals = self.totals(system, set);
        Number {
            name: end.name.clone(),
            value: self.value(system, set),
            points: self.points(system, set),
            average: end.setup.recipe.average,
            pairs: end.pairs,
            scored: totals.scored,
            refused: totals.refused,
            signature: end.setup.signature().to_string(),
        }
    }

    fn step(&self, system: &SystemScored, at: usize, share: Points) -> Result<Step, ExplainError> {
        let rule = self.rules[at].clone();
        let (before, after) = (first(at), first(at + 1));
        let refused = (self.totals(system, before).refused, self.totals(system, after).refused);
        let points = self.points(system, after) - self.points(system, before);
        let table = |set: u64| system.setups[self.place(set)].table.as_ref();
        let tables =
            table(before).zip(table(after)).ok_or(ExplainError::OtherRun("the table of each setup"))?;
        let cutoff = |set: u64| (Pairs::Within, self.setups[self.place(set)].recipe.cutoff);
        let found = match rule.effect {
            Effect::Pairs if rule.id == "cutoff" => {
                examples::covered(tables.1, cutoff(before), cutoff(after))
            }
            Effect::Pairs => examples::changed(tables, points),
            Effect::Coverage => {
                let over = |end: &End| (end.pairs, self.cutoff());
                examples::covered(tables.1, over(&self.from), over(&self.to))
            }
            Effect::Average => examples::all(tables.1),
            Effect::Nothing => examples::Changed::default(),
        };
        let value = self.value(system, after);
        let examples =
            found.examples.into_iter().map(|example| example.between(self.place(before), self.place(after)));
        Ok(Step { rule, points, value, share, pairs: found.pairs, refused, examples: examples.collect() })
    }

    /// The length of the longest sentence that is within, if one of the ends has it.
    fn cutoff(&self) -> Option<u32> {
        let ends = [&self.from, &self.to];
        ends.into_iter().find(|end| end.pairs == Pairs::Within).and_then(|end| end.setup.recipe.cutoff)
    }

    fn place(&self, set: u64) -> usize {
        self.places.get(&self.on_pairs(set)).copied().unwrap_or_default()
    }

    fn totals<'s>(&self, system: &'s SystemScored, set: u64) -> &'s Totals {
        &system.setups[self.place(set)].totals
    }

    /// The end whose value a rule with this effect gives the set.
    fn end_of(&self, set: u64, effect: Effect) -> &End {
        let is_on =
            self.rules.iter().enumerate().any(|(at, rule)| rule.effect == effect && set >> at & 1 == 1);
        if is_on { &self.to } else { &self.from }
    }

    /// The figure with a set of rules switched.
    fn value(&self, system: &SystemScored, set: u64) -> Option<f64> {
        let totals = self.totals(system, set);
        let average: Average = self.end_of(set, Effect::Average).setup.recipe.average;
        let sum = match self.end_of(set, Effect::Coverage).pairs {
            Pairs::Scored => totals.all_scored(),
            Pairs::All => totals.all_pairs(),
            Pairs::Within => totals.within.clone(),
        };
        sum.figures(average)[0]
    }

    /// The same on the grid. An undefined figure is zero, so that the steps before and after it add up.
    fn points(&self, system: &SystemScored, set: u64) -> Points {
        Points::of(self.value(system, set).unwrap_or(0.0))
    }
}

/// The set of the first rules.
fn first(number: usize) -> u64 {
    (1 << number) - 1
}

/// What pairs are.
fn kind_of(pairing: &Pairing) -> RowKind {
    match pairing {
        Pairing::InOrder | Pairing::Utterances(_) => RowKind::Pair,
        Pairing::Text(_) => RowKind::Group,
        Pairing::Sides(_) => RowKind::Side,
    }
}

/// The rules with those that are named first, in the order of their names.
fn in_order(rules: Vec<Rule>, order: &[String]) -> Result<Vec<Rule>, ExplainError> {
    for (at, id) in order.iter().enumerate() {
        if !Rule::IDS.contains(&id.as_str()) {
            return Err(ExplainError::Unknown { id: id.clone() });
        }
        if rules.iter().all(|rule| rule.id != id) {
            let differ = rules.iter().map(|rule| rule.id).collect();
            return Err(ExplainError::Same { id: id.clone(), differ });
        }
        if order[..at].contains(id) {
            return Err(ExplainError::Twice { id: id.clone() });
        }
    }
    let mut rules = rules;
    rules.sort_by_key(|rule| order.iter().position(|id| id == rule.id).unwrap_or(order.len()));
    Ok(rules)
}
