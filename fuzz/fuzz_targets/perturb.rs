//! Any trees with any times: damaged as asked, with a time for each word, or an error. The same seed gives the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treescore::perturb::{InsertStyle, Perturbation, Perturber};
use treescore::read::times::Interval;
use treescore_fuzz::trees;

const ALL: [Perturbation; 4] = [
    Perturbation::Noise,
    Perturbation::Insert(InsertStyle::Nested),
    Perturbation::Insert(InsertStyle::Flat),
    Perturbation::Delete,
];

// Input: a byte for the perturbation, one for its strength, one for durations; then trees.
fuzz_target!(|data: &[u8]| {
    let [what, delta, step, text @ ..] = data else { return };
    let delta = f64::from(*delta) / 200.0;
    let make = || Perturber::new(ALL[usize::from(*what) % 4], delta, u64::from(*step));
    let (Ok(mut one), Ok(mut other)) = (make(), make()) else { return assert!(delta > 1.0) };
    let duration = match step % 8 {
        0 => f64::NAN,
        1 => f64::INFINITY,
        2 => 0.0,
        3 => -1.0,
        4 => f64::MAX,
        _ => f64::from(*step) / 10.0,
    };
    for tree in trees(text).iter().take(50) {
        let words = tree.words().count();
        let missing = usize::from(step % 16 == 15);
        let times: Vec<Interval> = (0..words.saturating_sub(missing))
            .map(|at| (at as f64 * duration, (at + 1) as f64 * duration))
            .collect();
        let found = one.apply(tree, &times);
        let again = other.apply(tree, &times);
        assert_eq!(found.is_ok(), again.is_ok());
        if let (Ok((tree, times)), Ok((same, same_times))) = (found, again) {
            assert_eq!((tree.to_brackets(), &times), (same.to_brackets(), &same_times));
            assert_eq!(tree.words().count(), times.len());
        }
    }
});
