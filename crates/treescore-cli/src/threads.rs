//! The number of threads of a run.

const VARIABLE: &str = "TREESCORE_THREADS";

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

/// Parses a number of threads.
pub(crate) fn parse(text: &str) -> Result<u16, &'static str> {
    let threads = text.parse().ok().filter(|threads| (1..=1024).contains(threads));
    threads.ok_or("must be a whole number from 1 to 1024")
}

/// Refuses a value of `TREESCORE_THREADS` that is not a number of threads.
pub(crate) fn check_environment() -> Result<(), EnvironmentError> {
    let Some(value) = variable() else { return Ok(()) };
    parse(&value).map(drop).map_err(|reason| EnvironmentError { value, reason })
}

/// An environment variable that is not a number of threads.
#[derive(Debug, thiserror::Error)]
#[error("{VARIABLE}={value}: the variable {reason}; correct or unset it")]
pub(crate) struct EnvironmentError {
    value: String,
    reason: &'static str,
}

fn from_environment() -> Option<usize> {
    parse(&variable()?).ok().map(usize::from)
}

/// The value of the variable. An empty one is a mistake in a script, not a choice.
fn variable() -> Option<String> {
    std::env::var_os(VARIABLE).map(|value| value.to_string_lossy().into_owned())
}
