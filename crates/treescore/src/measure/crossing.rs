//! Crossing brackets: system brackets that overlap a gold bracket without either containing the other.

use super::bracket::LeftOver;
use crate::tree::Span;

/// Up to this many combinations, trying them all is faster than a sweep.
const FEW: usize = 64;

/// Counts the unmatched system brackets that cross at least one unmatched gold bracket. Each counts once,
/// however many it crosses, as in EVALB.
pub fn count(left: &LeftOver, open: &mut Open) -> u32 {
    let (gold, system) = (&left.gold, &left.system);
    if gold.is_empty() || system.is_empty() {
        0
    } else if gold.len() * system.len() <= FEW {
        try_all(gold, system)
    } else {
        sweep(gold, system, open)
    }
}

fn try_all(gold: &[u64], system: &[u64]) -> u32 {
    let crosses = |&key: &u64| gold.iter().any(|&other| Span::from_key(other).crosses(Span::from_key(key)));
    system.iter().filter(|key| crosses(key)).count() as u32
}

/// The open brackets at one point of a sweep. Buffers are reused from pair to pair.
#[derive(Clone, Debug, Default)]
pub struct Open {
    /// Ends of the open gold spans, innermost last.
    gold: Vec<u32>,
    /// Ends of the open system spans that are not known to cross, innermost last.
    system: Vec<u32>,
}

/// One pass over both lists by start. At any point the open spans of one side are nested, so their ends are a
/// stack. A system span that begins crosses if the innermost open gold span (that began before it) ends
/// before it does. A gold span that begins crosses every open system span (that began before it) that ends
/// before it does: those are counted and removed.
fn sweep(gold: &[u64], system: &[u64], open: &mut Open) -> u32 {
    open.gold.clear();
    open.system.clear();
    let (mut i, mut j, mut crossing) = (0, 0, 0);
    while i < gold.len() || j < system.len() {
        let start =
            [gold.get(i), system.get(j)].into_iter().flatten().map(|&key| Span::from_key(key).start()).min();
        let Some(start) = start else { break };
        pop_ended(&mut open.gold, start);
        pop_ended(&mut open.system, start);
        let (first_gold, first_system) = (i, j);
        i += begin_here(gold, i, start);
        j += begin_here(system, j, start);
        // Spans that begin together never cross: each group sees only what was open before.
        for &key in &gold[first_gold..i] {
            let end = Span::from_key(key).end();
            while open.system.last().is_some_and(|&innermost| innermost < end) {
                open.system.pop();
                crossing += 1;
            }
        }
        let innermost_gold = open.gold.last().copied();
        for &key in &system[first_system..j] {
            let end = Span::from_key(key).end();
            if innermost_gold.is_some_and(|innermost| innermost < end) {
                crossing += 1;
            } else {
                open.system.push(end);
            }
        }
        open.gold.extend(gold[first_gold..i].iter().map(|&key| Span::from_key(key).end()));
    }
    crossing
}

fn pop_ended(ends: &mut Vec<u32>, start: u32) {
    while ends.last().is_some_and(|&end| end <= start) {
        ends.pop();
    }
}

fn begin_here(spans: &[u64], from: usize, start: u32) -> usize {
    spans[from..].iter().take_while(|&&key| Span::from_key(key).start() == start).count()
}

/// Counts the system brackets that cross at least one gold bracket, where brackets of one side may cross each
/// other. (Cells may hold several words of one side, so brackets over cells need not be nested.)
///
/// A bracket crosses another that begins inside it and ends after it, or that ends inside it and begins
/// before it. The second case is the mirror image of the first.
pub fn count_all(gold: &[u64], system: &[u64], reach: &mut Reach) -> u32 {
    crosses(gold, system, reach).iter().filter(|&&crosses| crosses).count() as u32
}

/// For each system bracket, whether it crosses a gold bracket. Brackets of one side may cross each other.
pub fn crosses<'r>(gold: &[u64], system: &[u64], reach: &'r mut Reach) -> &'r [bool] {
    reach.crosses.clear();
    reach.crosses.resize(system.len(), false);
    reach.mark(gold, system, |span| span);
    reach.mark(gold, system, mirror);
    &reach.crosses
}

fn mirror(span: Span) -> Span {
    Span::new(!span.end(), !span.start()).unwrap_or_default()
}

/// The ends of spans by their starts. Buffers are reused from pair to pair.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    crosses: Vec<bool>,
    /// The gold spans by start.
    gold: Vec<Span>,
    /// Greatest ends of ranges of them, as a tree: entry `i` is the greater of entries `2i` and `2i + 1`.
    ends: Vec<u32>,
}

impl Reach {
    /// Marks the system spans inside which a gold span begins that ends after them. `seen` transforms each
    /// span first.
    fn mark(&mut self, gold: &[u64], system: &[u64], seen: impl Fn(Span) -> Span) {
        self.gold.clear();
        self.gold.extend(gold.iter().map(|&key| seen(Span::from_key(key))));
        self.gold.sort_unstable_by_key(|span| span.start());
        let count = self.gold.len();
        self.ends.clear();
        self.ends.resize(count, 0);
        self.ends.extend(self.gold.iter().map(|span| span.end()));
        for at in (1..count).rev() {
            self.ends[at] = self.ends[2 * at].max(self.ends[2 * at + 1]);
        }
        for (at, &key) in system.iter().enumerate() {
            let span = seen(Span::from_key(key));
            let first = self.gold.partition_point(|other| other.start() <= span.start());
            let end = self.gold.partition_point(|other| other.start() < span.end());
            self.crosses[at] |= first < end && self.furthest(first, end) > span.end();
        }
    }

    /// The greatest end of the gold spans `first..end`.
    fn furthest(&self, first: usize, end: usize) -> u32 {
        let (mut low, mut high) = (first + self.gold.len(), end + self.gold.len());
        let mut furthest = 0;
        while low < high {
            if low % 2 == 1 {
                furthest = furthest.max(self.ends[low]);
                low += 1;
            }
            if high % 2 == 1 {
                high -= 1;
                furthest = furthest.max(self.ends[high]);
            }
            (low, high) = (low / 2, high / 2);
        }
        furthest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The spans of a random tree over `words` words, in opening order: nested by construction.
    fn spans(words: u32) -> impl Strategy<Value = Vec<u64>> {
        proptest::collection::vec((0..words, 1..=words), 0..40).prop_map(move |wanted| {
            let mut kept: Vec<Span> = Vec::new();
            for (start, width) in wanted {
                let span = Span::new(start, (start + width).min(words)).unwrap();
                if !kept.iter().any(|other| other.crosses(span)) {
                    kept.push(span);
                }
            }
            let mut keys: Vec<u64> = kept.into_iter().map(Span::key).collect();
            keys.sort_unstable();
            keys
        })
    }

    /// Arbitrary spans, in opening order.
    fn any_spans(words: u32) -> impl Strategy<Value = Vec<u64>> {
        proptest::collection::vec((0..words, 0..=words), 0..40).prop_map(move |wanted| {
            let span =
                |(start, width): (u32, u32)| Span::new(start, (start + width).min(words)).unwrap().key();
            let mut keys: Vec<u64> = wanted.into_iter().map(span).collect();
            keys.sort_unstable();
            keys
        })
    }

    proptest! {
        #[test]
        fn any_spans_at_all(gold in any_spans(16), system in any_spans(16)) {
            prop_assert_eq!(count_all(&gold, &system, &mut Reach::default()), try_all(&gold, &system));
        }

        #[test]
        fn the_sweep_agrees_with_trying_all(gold in spans(24), system in spans(24)) {
            prop_assert_eq!(sweep(&gold, &system, &mut Open::default()), try_all(&gold, &system));
        }
    }
}
