//! How many threads a run gets.

/// Below this many bytes a further thread costs more than it gives.
const BYTES_PER_THREAD: u64 = 256 * 1024;

/// As many as asked for (option, then `TREESCORE_THREADS`), or as the machine has; fewer where there is little to do. `block` is what one
/// thread takes at a time, if a measure asks for less than usual.
pub(crate) fn useful(asked: Option<usize>, bytes: u64, block: Option<usize>) -> usize {
    asked.or_else(from_environment).unwrap_or_else(|| {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let share = block.map_or(BYTES_PER_THREAD, |bytes| 2 * bytes as u64);
        cores.min(usize::try_from(bytes / share.max(1)).unwrap_or(usize::MAX - 1) + 1)
    })
}

#[expect(clippy::disallowed_methods, reason = "the environment belongs to the faces")]
fn from_environment() -> Option<usize> {
    std::env::var("TREESCORE_THREADS").ok()?.parse().ok().filter(|&threads| threads > 0)
}
