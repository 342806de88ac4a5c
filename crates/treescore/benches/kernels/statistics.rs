//! Statistics: tests and intervals of two systems, from made-up counts.

use std::time::Instant;

use treescore::measure::{Better, registry};
use treescore::prepare::Average;
use treescore::stats::{Comparison, Quotient, StatRows, StatSettings, compare};

/// The number of pairs of a usual test set.
const PAIRS: u64 = 2_416;

/// Numbers below a limit, at random.
fn draws(salt: u64) -> impl FnMut(u64) -> i128 {
    let mut state = salt;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i128::from((state >> 33) % below)
    }
}

/// Counts of PARSEVAL that look like those of a parser; `salt` makes systems differ.
fn rows(pairs: u64, salt: u64) -> StatRows {
    let mut rows = StatRows::new(11);
    let mut draw = draws(salt);
    for pair in 0..pairs {
        let gold = i128::from(10 + pair % 17);
        let wrong = draw(5).min(gold);
        let (system, words) = (gold + draw(3) - 1, 2 * gold);
        let exact = i128::from(wrong == 0);
        let counts =
            [1, gold - wrong, gold, system, draw(3), words, words, words - draw(2), exact, exact, exact];
        rows.push(pair..pair + 1, 0, false, &counts);
    }
    rows
}

/// Six figures of two sums each: twelve columns for each system.
fn figures() -> Vec<Quotient> {
    let info = registry::measure("parseval").map(|measure| measure.info());
    let figures = info.map(|info| (0..6).filter_map(|at| Quotient::of_measure(info, at)).collect());
    figures.unwrap_or_default()
}

/// Twelve counts of which no two are equal in all pairs, so that nothing is added up once for several figures.
fn different_rows(pairs: u64, salt: u64) -> StatRows {
    let mut rows = StatRows::new(12);
    let mut draw = draws(salt);
    for pair in 0..pairs {
        let counts: [i128; 12] = std::array::from_fn(|at| 10 + at as i128 + draw(30));
        rows.push(pair..pair + 1, 0, false, &counts);
    }
    rows
}

/// Six figures of all twelve counts.
fn different_figures() -> Vec<Quotient> {
    let figure = |at: usize| Quotient::new(vec![(at, 1)], vec![(at + 6, 1)], 1.0, Better::Higher);
    (0..6).map(figure).collect()
}

fn compared(first: &StatRows, second: &StatRows, figures: &[Quotient]) -> Vec<Comparison> {
    let figures: Vec<(&Quotient, Average)> = figures.iter().map(|figure| (figure, Average::Corpus)).collect();
    compare(first, second, &figures, &StatSettings::default()).unwrap_or_default()
}

/// 10,000 shuffles and 1,000 replicates of six figures.
#[divan::bench(args = [PAIRS, 4 * PAIRS])]
fn two_systems(bencher: divan::Bencher<'_, '_>, pairs: u64) {
    let (first, second, figures) = (rows(pairs, 1), rows(pairs, 2), figures());
    bencher.bench(|| compared(&first, &second, &figures));
}

/// The same for twelve counts that all differ.
#[divan::bench(args = [PAIRS, 4 * PAIRS])]
fn two_systems_twelve_counts(bencher: divan::Bencher<'_, '_>, pairs: u64) {
    let (first, second, figures) = (different_rows(pairs, 1), different_rows(pairs, 2), different_figures());
    bencher.bench(|| compared(&first, &second, &figures));
}

/// Prints the milliseconds of 10,000 shuffles and 1,000 replicates by the number of pairs, the best of a few runs, as
/// lines for `bench/statistics`: pairs, all six figures, F1 alone, six figures of twelve counts that all differ.
#[expect(clippy::print_stdout, reason = "the result of the benchmark")]
pub(crate) fn write() {
    for pairs in [PAIRS, 4 * PAIRS, 16 * PAIRS, 131_072, 1_000_000] {
        let rounds = if pairs > 100_000 { 1 } else { 7 };
        let best = |first: &StatRows, second: &StatRows, figures: &[Quotient]| {
            let time = |_| {
                let start = Instant::now();
                std::hint::black_box(compared(first, second, figures));
                start.elapsed().as_secs_f64() * 1e3
            };
            (0..rounds).map(time).fold(f64::INFINITY, f64::min)
        };
        let (first, second, figures) = (rows(pairs, 1), rows(pairs, 2), figures());
        let (six, one) = (best(&first, &second, &figures), best(&first, &second, &figures[..1]));
        let (first, second) = (different_rows(pairs, 1), different_rows(pairs, 2));
        println!("{pairs}\t{six:.1}\t{one:.1}\t{:.1}", best(&first, &second, &different_figures()));
    }
}
