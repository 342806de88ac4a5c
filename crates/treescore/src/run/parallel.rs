//! Threads and order, without any knowledge of trees.
//!
//! Each worker locks the reader, takes the next block, unlocks, works on the block, and hands over its part.
//! The worker that completes the next part in line also hands over the parts that waited for it. No thread
//! only reads or only writes, and there is no communication per pair. Parts arrive in the order of the input,
//! so results do not depend on the number of threads.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::read::{Next, OpenError, PairBlock, PairReader, Uneven};

/// A source of blocks.
pub trait Source: Send {
    /// The unit of work.
    type Block: Default;

    /// Fills `block` with the next units.
    ///
    /// # Errors
    /// If a file cannot be read.
    fn next(&mut self, block: &mut Self::Block) -> Result<Next, OpenError>;

    /// The number of a block, from 0.
    fn number(block: &Self::Block) -> u64;

    /// Bytes read so far on both sides, after decompression.
    fn bytes_read(&self) -> u64;
}

impl Source for PairReader {
    type Block = PairBlock;

    fn next(&mut self, block: &mut PairBlock) -> Result<Next, OpenError> {
        Self::next(self, block)
    }

    fn number(block: &PairBlock) -> u64 {
        block.number
    }

    fn bytes_read(&self) -> u64 {
        Self::bytes_read(self)
    }
}

/// The work on each block.
pub trait Work: Sync {
    /// The unit of work.
    type Block: Default;
    /// The state of a thread, kept between blocks.
    type Worker: Send;
    /// The result of a block.
    type Part: Default + Send;

    /// Creates the state of a thread.
    fn worker(&self) -> Self::Worker;

    /// Does the work on one block. `part` is empty or was handed over before; its buffers may be reused.
    fn block(&self, worker: &mut Self::Worker, block: &Self::Block, part: &mut Self::Part);

    /// True if the run is to stop: blocks at hand are left at once, and no other is begun.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// How a run ended.
#[derive(Debug)]
pub enum Ended {
    /// All blocks were done.
    Complete,
    /// The run was stopped.
    Stopped,
    /// The two sides have different numbers of units.
    Uneven(Uneven),
}

/// A function that the thread that started a run calls again and again until the run has ended. It may feed
/// trees or watch for signals, and should wait a little if it has nothing to do. `Break` ends the run.
pub type Caller<'c> = &'c mut dyn FnMut() -> ControlFlow<()>;

/// The progress of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// Bytes read on both sides, after decompression.
    pub bytes: u64,
}

/// Runs `work` over all blocks; `take` receives the parts in order. If the work stops by itself, the parts of the
/// blocks at hand are handed over as far as they are done.
///
/// # Errors
/// If a file cannot be read. The parts before it were handed over.
pub fn run<W: Work, S: Source<Block = W::Block>>(
    reader: S,
    threads: usize,
    work: &W,
    take: &mut (dyn FnMut(&mut W::Part, Reached) -> ControlFlow<()> + Send),
    caller: &mut Option<Caller<'_>>,
) -> Result<Ended, OpenError> {
    let shared = Shared {
        source: Mutex::new(Reading { reader: Some(reader), ended: None }),
        order: Mutex::new(Line { next: 0, waiting: BTreeMap::new(), spare: Vec::new(), blocked: 0, take }),
        moved: Condvar::new(),
        stopped: AtomicBool::new(false),
        threads: threads.max(1),
    };
    std::thread::scope(|scope| {
        let others = shared.threads - usize::from(caller.is_none());
        let mut workers = Vec::new();
        for _ in 0..others {
            // If the operating system refuses a thread, the run has fewer threads and the same results.
            match std::thread::Builder::new().spawn_scoped(scope, || shared.work(work)) {
                Ok(worker) => workers.push(worker),
                Err(_) => break,
            }
        }
        match caller {
            Some(caller) if !workers.is_empty() => {
                while workers.iter().any(|worker| !worker.is_finished()) {
                    if caller().is_break() {
                        shared.stopped.store(true, Ordering::Relaxed);
                    }
                }
            }
            _ => shared.work(work),
        }
    });
    if shared.stopped.load(Ordering::Relaxed) || work.is_stopped() {
        return Ok(Ended::Stopped);
    }
    let source = shared.source.into_inner().unwrap_or_else(PoisonError::into_inner);
    source.ended.unwrap_or(Ok(Ended::Complete))
}

type Take<'t, P> = &'t mut (dyn FnMut(&mut P, Reached) -> ControlFlow<()> + Send);

struct Reading<S> {
    /// Dropped as soon as nobody will read from it again, so that the thread that feeds it does not block.
    reader: Option<S>,
    ended: Option<Result<Ended, OpenError>>,
}

/// The queue of finished parts that wait for an earlier one.
struct Line<'t, P> {
    next: u64,
    waiting: BTreeMap<u64, (P, Reached)>,
    /// Parts whose buffers can be reused.
    spare: Vec<P>,
    /// The number of threads that wait until the queue has room.
    blocked: usize,
    take: Take<'t, P>,
}

struct Shared<'t, P, S> {
    source: Mutex<Reading<S>>,
    order: Mutex<Line<'t, P>>,
    moved: Condvar,
    stopped: AtomicBool,
    threads: usize,
}

/// Locks a mutex. A panic in one worker ends the run anyway, so the others ignore a poisoned lock.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<P: Default + Send, S: Source> Shared<'_, P, S> {
    fn work<W: Work<Part = P, Block = S::Block>>(&self, work: &W) {
        let mut worker = work.worker();
        let mut block = S::Block::default();
        let mut part = P::default();
        while let Some(reached) = self.next_block(work, &mut block) {
            work.block(&mut worker, &block, &mut part);
            self.hand_over(S::number(&block), &mut part, reached);
        }
    }

    fn next_block<W: Work>(&self, work: &W, block: &mut S::Block) -> Option<Reached> {
        let mut source = lock(&self.source);
        if self.stopped.load(Ordering::Relaxed) || work.is_stopped() {
            source.reader = None;
        }
        let reader = source.reader.as_mut()?;
        let ended = match reader.next(block) {
            Ok(Next::Block) => return Some(Reached { bytes: reader.bytes_read() }),
            Ok(Next::End) => Ok(Ended::Complete),
            Ok(Next::Uneven(uneven)) => Ok(Ended::Uneven(uneven)),
            Err(error) => Err(error),
        };
        *source = Reading { reader: None, ended: Some(ended) };
        None
    }

    /// Hands the part over if it is next in line, else queues it. Blocks while the queue is full.
    fn hand_over(&self, number: u64, part: &mut P, reached: Reached) {
        let mut line = lock(&self.order);
        while line.next != number && line.waiting.len() >= 2 * self.threads {
            line.blocked += 1;
            line = self.moved.wait(line).unwrap_or_else(PoisonError::into_inner);
            line.blocked -= 1;
        }
        if line.next != number {
            let fresh = line.spare.pop().unwrap_or_default();
            line.waiting.insert(number, (std::mem::replace(part, fresh), reached));
            return;
        }
        self.take(&mut line, part, reached);
        loop {
            let next = line.next;
            let Some((mut waiting, reached)) = line.waiting.remove(&next) else { break };
            self.take(&mut line, &mut waiting, reached);
            line.spare.push(waiting);
        }
        if line.blocked > 0 {
            self.moved.notify_all(); // a call of the system, which many small files would feel
        }
    }

    fn take(&self, line: &mut Line<'_, P>, part: &mut P, reached: Reached) {
        line.next += 1;
        if !self.stopped.load(Ordering::Relaxed) && (line.take)(part, reached).is_break() {
            self.stopped.store(true, Ordering::Relaxed);
        }
    }
}
