//! How many threads a run gets.

/// Below this many bytes a further thread costs more than it gives.
const BYTES_PER_THREAD: u64 = 256 * 1024;

/// As many as asked for (option, then `TREESCORE_THREADS`), or as the machine has; fewer where there is little to do.
pub(crate) fn useful(asked: Option<usize>, bytes: u64) -> usize {
    asked.or_else(from_environment).unwrap_or_else(|| {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        cores.min((bytes / BYTES_PER_THREAD) as usize + 1)
    })
}

#[expect(clippy::disallowed_methods, reason = "the environment belongs to the faces")]
fn from_environment() -> Option<usize> {
    std::env::var("TREESCORE_THREADS").ok()?.parse().ok().filter(|&threads| threads > 0)
}
