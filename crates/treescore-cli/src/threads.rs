//! The number of threads of a run.

/// Input bytes that make another thread worthwhile.
const BYTES_PER_THREAD: u64 = 256 * 1024;

/// Chooses the number of threads: the option, else `TREESCORE_THREADS`, else all cores, or fewer for small
/// inputs. `block` is the block size in bytes of a measure that needs smaller blocks than usual.
pub(crate) fn choose(given: Option<usize>, bytes: u64, block: Option<usize>) -> usize {
    given.or_else(from_environment).unwrap_or_else(|| {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let share = block.map_or(BYTES_PER_THREAD, |bytes| 2 * bytes as u64);
        cores.min(usize::try_from(bytes / share.max(1)).unwrap_or(usize::MAX - 1) + 1)
    })
}

#[expect(clippy::disallowed_methods, reason = "the environment belongs to the faces")]
fn from_environment() -> Option<usize> {
    std::env::var("TREESCORE_THREADS").ok()?.parse().ok().filter(|&threads| threads > 0)
}
