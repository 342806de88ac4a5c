//! The memory that all threads share for large pairs.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::align::sequence;
use crate::measure::{Counter, MemoryNeed};

/// Lets large pairs wait for each other, so that all threads together take about as much memory as one pair may.
/// Which pairs are refused does not depend on it.
pub(super) struct Gate {
    threads: u64,
    state: Mutex<State>,
    freed: Condvar,
}

#[derive(Default)]
struct State {
    /// The bytes of the large pairs at work.
    used: u64,
    /// Memory of large pairs, kept for the next one.
    spare: Vec<Spare>,
}

/// The memory of large pairs. Threads that free large memory may not give it back to the system, so it is handed on
/// instead.
struct Spare {
    /// What the largest of its pairs needed.
    bytes: u64,
    memory: Memory,
}

/// Whose memory it is.
enum Memory {
    /// A counter of the setup with this number.
    Counter(usize, Box<dyn Counter>),
    /// An aligner of words.
    Words(Box<sequence::Scratch>),
}

/// The share of a large pair.
#[must_use]
pub(super) struct Share<'g> {
    gate: &'g Gate,
    need: MemoryNeed,
}

impl std::fmt::Debug for Gate {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Gate").field("threads", &self.threads).finish_non_exhaustive()
    }
}

impl Gate {
    pub(super) fn new(threads: usize) -> Self {
        Self { threads: threads.max(1) as u64, state: Mutex::default(), freed: Condvar::new() }
    }

    /// Waits until there is memory for a pair. Returns `None` for small pairs, which never wait: a quarter of the
    /// limit is theirs.
    #[inline]
    pub(super) fn enter(&self, need: Option<MemoryNeed>) -> Option<Share<'_>> {
        let need = need?;
        let is_large = self.threads > 1 && need.bytes > need.limit / (4 * self.threads);
        is_large.then(|| self.wait(MemoryNeed { bytes: need.bytes.min(need.limit), ..need }))
    }

    #[cold]
    fn wait(&self, need: MemoryNeed) -> Share<'_> {
        let mut state = self.lock();
        while state.used > 0 && state.used + need.bytes > need.limit {
            state = self.freed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.used += need.bytes;
        Share { gate: self, need }
    }

    /// Locks the state. A panic in one worker ends the run anyway.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Share<'_> {
    /// Counts the pair with a counter for large pairs of its setup, in place of the thread's own.
    pub(super) fn count<T>(
        self,
        (setup, make): (usize, &dyn Fn() -> Box<dyn Counter>),
        own: &mut Box<dyn Counter>,
        count: impl FnOnce(&mut Box<dyn Counter>) -> T,
    ) -> T {
        let known = self.take(|memory| matches!(memory, Memory::Counter(of, _) if *of == setup));
        let (bytes, mut large) = match known {
            Some(Spare { bytes, memory: Memory::Counter(_, counter) }) => (bytes, counter),
            _ => (0, make()),
        };
        std::mem::swap(own, &mut large);
        let counted = count(own);
        std::mem::swap(own, &mut large);
        self.leave(bytes, Memory::Counter(setup, large));
        counted
    }

    /// Aligns words in memory for large pairs, in place of the thread's own.
    pub(super) fn align<T>(
        self,
        own: &sequence::Scratch,
        align: impl FnOnce(&mut sequence::Scratch) -> T,
    ) -> T {
        let (bytes, mut large) = match self.take(|memory| matches!(memory, Memory::Words(_))) {
            Some(Spare { bytes, memory: Memory::Words(large) }) => (bytes, large),
            _ => (0, Box::new(own.emptied())),
        };
        let aligned = align(&mut large);
        self.leave(bytes, Memory::Words(large));
        aligned
    }

    /// Takes the largest memory of a kind that is kept.
    fn take(&self, is_kind: impl Fn(&Memory) -> bool) -> Option<Spare> {
        let spare = &mut self.gate.lock().spare;
        let known = spare.iter().enumerate().filter(|(_, spare)| is_kind(&spare.memory));
        known.max_by_key(|(_, spare)| spare.bytes).map(|(at, _)| at).map(|at| spare.swap_remove(at))
    }

    /// Gives the share back. The memory is kept while all that is kept fits.
    fn leave(self, bytes: u64, memory: Memory) {
        let bytes = bytes.max(self.need.bytes);
        let mut state = self.gate.lock();
        state.used -= self.need.bytes;
        let kept: u64 = state.spare.iter().map(|spare| spare.bytes).sum();
        if kept + bytes <= self.need.limit {
            state.spare.push(Spare { bytes, memory });
        }
        self.gate.freed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{AnyMeasure, Parseval};
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn small_pairs_never_wait() {
        let gate = Gate::new(4);
        let need = |bytes| Some(MemoryNeed { bytes, limit: 1600 });
        assert!(gate.enter(None).is_none() && gate.enter(need(100)).is_none());
        let first = gate.enter(need(101));
        assert!(first.is_some());
        assert!(Gate::new(1).enter(need(1600)).is_none(), "one thread has all of it");
        let make = || AnyMeasure::counter(&Parseval);
        let mut own = make();
        first.unwrap().count((0, &make), &mut own, |_| ());
        let state = gate.lock();
        assert_eq!((state.used, state.spare.len()), (0, 1));
    }

    #[test]
    fn all_threads_together_keep_to_the_limit() {
        let (gate, held, most) = (Gate::new(16), AtomicU64::new(0), AtomicU64::new(0));
        std::thread::scope(|scope| {
            for thread in 0..16_u64 {
                let (gate, held, most) = (&gate, &held, &most);
                scope.spawn(move || {
                    let make = || AnyMeasure::counter(&Parseval);
                    let mut own = make();
                    for round in 0..200 {
                        // Some need more than the limit, as a mapping may; they are alone.
                        let bytes = 100 + (thread * 37 + round * 61) % 1200;
                        let Some(share) = gate.enter(Some(MemoryNeed { bytes, limit: 1000 })) else {
                            continue;
                        };
                        let taken = bytes.min(1000);
                        share.count((0, &make), &mut own, |_| {
                            most.fetch_max(held.fetch_add(taken, Ordering::SeqCst) + taken, Ordering::SeqCst);
                            std::thread::yield_now();
                            held.fetch_sub(taken, Ordering::SeqCst);
                        });
                    }
                });
            }
        });
        assert!(most.into_inner() <= 1000);
        let kept: u64 = gate.lock().spare.iter().map(|spare| spare.bytes).sum();
        assert!(kept <= 1000, "what is kept fits, too: {kept}");
    }
}
