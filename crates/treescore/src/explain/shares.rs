//! The share of each rule, whatever the order: its Shapley value, the mean of what it is worth over all orders.

use super::points::Points;
use crate::stats::random_groups;

/// Up to this many rules, all orders are looked at.
pub(super) const EXACT_UP_TO: usize = 10;

/// How many orders are drawn beyond that. Every second one is the one before it, reversed.
pub(super) const DRAWN: usize = 100;

/// The orders that shares are means over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Orders {
    /// All of this number of rules.
    All(usize),
    /// Some that were drawn; an order lists rules by number.
    Drawn(Vec<Vec<usize>>),
}

impl Orders {
    /// All orders of a few rules, or some of many.
    pub(super) fn new(rules: usize, seed: u64) -> Self {
        if rules <= EXACT_UP_TO {
            return Self::All(rules);
        }
        let keys: Vec<u64> = (0..rules as u64).collect();
        let drawn = (0..DRAWN as u32 / 2).flat_map(|run| {
            let order: Vec<usize> = random_groups(seed, &keys, rules, run).concat();
            let reversed = order.iter().rev().copied().collect();
            [order, reversed]
        });
        Self::Drawn(drawn.collect())
    }

    /// The sets of rules whose figures are needed, as bits; some may come more than once.
    pub(super) fn sets(&self) -> Vec<u64> {
        match self {
            Self::All(rules) => (0..1u64 << rules).collect(),
            Self::Drawn(orders) => orders.iter().flat_map(|order| prefixes(order)).collect(),
        }
    }

    /// The share of each rule. They sum up to the difference between all rules and none. `figure` is that of a set of
    /// rules.
    pub(super) fn shares(&self, rules: usize, figure: impl Fn(u64) -> Points) -> Vec<Points> {
        match self {
            Self::All(_) => exact(rules, figure),
            Self::Drawn(orders) => drawn(rules, orders, figure),
        }
    }
}

/// No rule, the first, the first two, and so on.
fn prefixes(order: &[usize]) -> impl Iterator<Item = u64> {
    let all = order.iter().scan(0, |set, &rule| {
        *set |= 1u64 << rule;
        Some(*set)
    });
    std::iter::once(0).chain(all)
}

fn exact(rules: usize, figure: impl Fn(u64) -> Points) -> Vec<Points> {
    let figures: Vec<i128> = (0..1u64 << rules).map(|set| figure(set).number()).collect();
    let factorial = |number: usize| (1..=number as i128).product::<i128>();
    // In how many orders a rule comes after exactly the rules of a set.
    let orders: Vec<i128> =
        (0..rules).map(|others| factorial(others) * factorial(rules - 1 - others)).collect();
    let part = |rule: usize| -> i128 {
        let bit = 1 << rule;
        let sets = (0..figures.len()).filter(|set| set & bit == 0);
        sets.map(|set| orders[set.count_ones() as usize] * (figures[set | bit] - figures[set])).sum()
    };
    Points::apportion(&(0..rules).map(part).collect::<Vec<_>>(), factorial(rules))
}

fn drawn(rules: usize, orders: &[Vec<usize>], figure: impl Fn(u64) -> Points) -> Vec<Points> {
    let mut parts = vec![0; rules];
    for order in orders {
        let figures: Vec<i128> = prefixes(order).map(|set| figure(set).number()).collect();
        for (rule, step) in order.iter().zip(figures.windows(2)) {
            parts[*rule] += step[1] - step[0];
        }
    }
    Points::apportion(&parts, orders.len() as i128)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Glove games: a pair of a left and a right glove is worth one. The literature has the shares.
    #[test]
    fn known_games() {
        let gloves = |set: u64| Points::of(f64::from(u8::from(set & 1 == 1 && set & 6 != 0)));
        let shares = Orders::new(3, 0).shares(3, gloves);
        let near = |points: Points, expected: f64| (points.value() - expected).abs() < 1e-12;
        assert!(near(shares[0], 4.0 / 6.0) && near(shares[1], 1.0 / 6.0) && near(shares[2], 1.0 / 6.0));
        let add = |set: u64| Points::of(f64::from(set.count_ones()) / 4.0);
        assert_eq!(Orders::new(4, 0).shares(4, add), [Points::of(0.25); 4]);
        assert_eq!(Orders::new(0, 0).shares(0, add), []);
    }

    proptest! {
        #[test]
        fn shares_sum_up_to_the_whole(figures in proptest::collection::vec(-1.0..1.0f64, 64), seed: u64, rules in 0..13usize) {
            let figure = |set: u64| Points::of(figures[(set % 61) as usize]);
            let orders = Orders::new(rules, seed);
            let shares = orders.shares(rules, figure);
            prop_assert_eq!(shares.len(), rules);
            prop_assert_eq!(shares.iter().copied().sum::<Points>(), figure((1 << rules) - 1) - figure(0));
            prop_assert_eq!(orders == Orders::All(rules), rules <= EXACT_UP_TO);
        }
    }
}
