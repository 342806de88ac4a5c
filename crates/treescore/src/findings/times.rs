//! Findings about the clocks of both sides: another unit, a shift, a clock that starts anew, no overlap.

use super::{Finding, FindingFigure, FindingId, Look, Severity};
use crate::read::times::{Interval, TimeUnit, Times};
use crate::run::survey::{Clocks, PairClock};
use crate::setup::TimesSettings;
use crate::tree::Which;
use crate::values::{Advice, count, counted};

/// All findings about the clocks of a system and gold.
pub(super) fn find(look: &Look<'_>) -> Vec<Finding> {
    let clocks = &look.scored.systems[look.system].times.clocks;
    let settings = look.plan.setups.iter().find_map(|setup| setup.times.clone());
    let mut settings = settings.unwrap_or_default();
    // Each system may have a unit and a shift of its own.
    if let Some(times) = &look.input(Which::System).times {
        settings.unit.system = times.unit.unwrap_or(settings.unit.system);
        settings.shift.system = times.shift.unwrap_or(settings.shift.system);
    }
    of_clocks(clocks, &settings).into_iter().collect()
}

/// Finds out whether two files of times, whose utterances are pairs, are on one clock.
///
/// ```
/// use treescore::findings::{FindingId, compare_times};
/// use treescore::read::times::{Times, TimesOptions};
/// let read = |text: &str| Times::from_bytes("x.ctm", text.into(), &TimesOptions::default());
/// let gold = read("u1 A 0.0 0.2 the\nu1 A 0.2 0.5 gull\nu1 A 0.9 0.5 slept\n")?;
/// let system = read("u1 A 7.0 0.2 the\nu1 A 7.2 0.5 gull\nu1 A 7.9 0.5 slept\n")?;
/// let found = compare_times(&gold, &system);
/// assert_eq!(found[0].id, FindingId::ClockOffset);
/// assert_eq!(found[0].message, "the system's words are 7.00 s later than gold's, all alike");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compare_times(gold: &Times, system: &Times) -> Vec<Finding> {
    of_clocks(&Clocks::of(gold, system), &TimesSettings::default()).into_iter().collect()
}

/// One finding at most: the first explains those that would follow.
fn of_clocks(clocks: &Clocks, settings: &TimesSettings) -> Option<Finding> {
    if clocks.pairs.is_empty() {
        return None;
    }
    clock_unit(clocks, settings)
        .or_else(|| clock_offset(clocks, settings))
        .or_else(|| clock_restarts(clocks))
        .or_else(|| no_overlap(clocks))
}

/// Units that times may be in by mistake: how many of them are a second, and what they are called.
const UNITS: [(f64, TimeUnit, &str); 6] = [
    (1e3, TimeUnit::Milliseconds, "milliseconds"),
    (1e2, TimeUnit::Centiseconds, "hundredths of a second"),
    (16e3, TimeUnit::Samples(16_000), "samples at 16 kHz"),
    (8e3, TimeUnit::Samples(8_000), "samples at 8 kHz"),
    (44_100.0, TimeUnit::Samples(44_100), "samples at 44.1 kHz"),
    (1e7, TimeUnit::Htk, "units of 100 ns (HTK)"),
];

/// How much the ratio of lengths may differ from that of units.
const NEAR: f64 = 1.25;

/// One side's times are in another unit.
fn clock_unit(clocks: &Clocks, settings: &TimesSettings) -> Option<Finding> {
    let length = |(start, end): Interval| end - start;
    let has_length = |pair: &&PairClock| length(pair.gold) > 0.0;
    let ratios = clocks.pairs.iter().filter(has_length).map(|pair| length(pair.system) / length(pair.gold));
    let ratio = median(&mut ratios.collect::<Vec<f64>>())?;
    let is_near = |value: f64| value / NEAR <= ratio && ratio <= value * NEAR;
    let (factor, unit, name, side) = UNITS.iter().find_map(|&(factor, unit, name)| {
        let sides = [(factor, Which::System), (1.0 / factor, Which::Gold)];
        let (_, side) = sides.into_iter().find(|&(value, _)| is_near(value))?;
        Some((factor, unit, name, side))
    })?;
    let message = format!(
        "{} times are about {} times as long: {name}, not seconds",
        whose(side),
        count(factor as u64)
    );
    let scaled = |scaled: Which, (start, end): Interval| {
        if scaled == side { (start / factor, end / factor) } else { (start, end) }
    };
    let then = |pair: &PairClock| PairClock {
        gold: scaled(Which::Gold, pair.gold),
        system: scaled(Which::System, pair.system),
        ..*pair
    };
    let finding = Finding::new(FindingId::ClockUnit, Severity::Refusal, message)
        .on(side)
        .first(clocks.first.as_ref().map(|first| first[side as usize].to_string()))
        .figure(figure(clocks, then));
    // Where the short side was said to be in that unit, that is what is wrong.
    let (side, unit) = match (settings.unit.of(side), settings.unit.of(side.other())) {
        (TimeUnit::Seconds, TimeUnit::Seconds) => (side, unit),
        (TimeUnit::Seconds, other) if other == unit => (side.other(), TimeUnit::Seconds),
        _ => return Some(finding),
    };
    Some(finding.help(Advice::ForSide(side.as_str(), "times-unit", unit.to_string())))
}

/// Differences of starts by this much, in seconds, are a shift; they are alike if they differ by this much.
const SHIFT: f64 = 0.5;
const ALIKE: f64 = 0.2;

/// All words of the system are later, or earlier.
fn clock_offset(clocks: &Clocks, settings: &TimesSettings) -> Option<Finding> {
    let (middle, spread) = middle(&clocks.differences).filter(|_| clocks.differences.len() >= 3)?;
    if middle.abs() < SHIFT || spread > ALIKE {
        return None;
    }
    let direction = if middle > 0.0 { "later" } else { "earlier" };
    let message = format!("the system's words are {:.2} s {direction} than gold's, all alike", middle.abs());
    let is_apart = clocks.apart == clocks.pairs.len();
    let severity = if is_apart { Severity::Refusal } else { Severity::Warning };
    // The figure is that of the shift as it is typed.
    let shift = -(middle * 100.0).round() / 100.0;
    let then =
        |pair: &PairClock| PairClock { system: (pair.system.0 + shift, pair.system.1 + shift), ..*pair };
    Some(
        Finding::new(FindingId::ClockOffset, severity, message)
            .on(Which::System)
            .count(clocks.differences.len() as u64, "word")
            .first(clocks.first.as_ref().map(|[_, system]| system.to_string()))
            .figure(figure(clocks, then))
            .help(Advice::ForSide("system", "shift", format!("{:+.2}", settings.shift.system + shift))),
    )
}

/// One side's clock starts anew with every utterance: the words of each pair are shifted alike, but those of
/// other pairs by more than a second more or less.
fn clock_restarts(clocks: &Clocks) -> Option<Finding> {
    if clocks.differences.len() < 3 || 2 * clocks.apart < clocks.pairs.len() {
        return None;
    }
    let mut rest = &clocks.differences[..];
    let mut middles: Vec<f64> = Vec::new();
    for pair in &clocks.pairs {
        let (here, others) = rest.split_at(pair.words);
        rest = others;
        if let Some((middle, spread)) = middle(here).filter(|_| here.len() > 1) {
            if spread > ALIKE {
                return None;
            }
            middles.push(middle);
        }
    }
    if middles.len() < 2 || range(middles.into_iter()) <= 1.0 {
        return None;
    }
    // The side that starts anew is the one whose utterances begin at nearly the same time.
    let of_gold = range(clocks.pairs.iter().map(|pair| pair.gold.0));
    let of_system = range(clocks.pairs.iter().map(|pair| pair.system.0));
    let side = if of_gold < of_system { Which::Gold } else { Which::System };
    let message =
        format!("{} clock starts anew with every utterance, {} runs on", whose(side), whose(side.other()));
    Some(
        Finding::new(FindingId::ClockRestarts, Severity::Refusal, message)
            .on(side)
            .count(clocks.apart as u64, "pair")
            .of(clocks.pairs.len() as u64)
            .first(clocks.first.as_ref().map(|first| first[side as usize].to_string()))
            .help(Advice::ForSide(side.as_str(), "segments", "FILE".to_owned())),
    )
}

/// Pairs whose sides do not overlap, for no simple reason.
fn no_overlap(clocks: &Clocks) -> Option<Finding> {
    let first = clocks.first_apart.as_ref()?;
    let (apart, all) = (clocks.apart as u64, clocks.pairs.len() as u64);
    let severity = if apart == all { Severity::Refusal } else { Severity::Warning };
    let message =
        format!("the two sides do not overlap in time in {} of {}", count(apart), counted(all, "pair"));
    let finding = Finding::new(FindingId::NoOverlap, severity, message).count(apart, "pair").of(all);
    Some(finding.first(Some(first.to_string())))
}

/// A side as the owner of something.
fn whose(side: Which) -> &'static str {
    match side {
        Which::Gold => "gold's",
        Which::System => "the system's",
    }
}

/// The share of common time now, and if `then` moves the times of each pair.
fn figure(clocks: &Clocks, then: impl Fn(&PairClock) -> PairClock) -> Option<FindingFigure> {
    let now = shared_time(clocks.pairs.iter().copied())?;
    let then = shared_time(clocks.pairs.iter().map(then))?;
    Some(FindingFigure { name: "shared time", now, then })
}

/// The time that both sides share, by the time of either, to four places.
fn shared_time(pairs: impl Iterator<Item = PairClock>) -> Option<f64> {
    let (mut shared, mut either) = (0.0, 0.0);
    for pair in pairs {
        let common = pair.common().max(0.0);
        shared += common;
        either += (pair.gold.1 - pair.gold.0) + (pair.system.1 - pair.system.0) - common;
    }
    (either > 0.0).then(|| (shared / either * 1e4_f64).round() / 1e4)
}

/// From the least to the greatest value.
fn range(values: impl Iterator<Item = f64>) -> f64 {
    let (least, greatest) =
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), value| (a.min(value), b.max(value)));
    greatest - least
}

/// The median, and the median distance from it.
fn middle(values: &[f64]) -> Option<(f64, f64)> {
    let middle = median(&mut values.to_vec())?;
    let mut distances: Vec<f64> = values.iter().map(|value| (value - middle).abs()).collect();
    Some((middle, median(&mut distances)?))
}

/// The middle value, or the mean of the two in the middle.
fn median(values: &mut [f64]) -> Option<f64> {
    let at = values.len() / 2;
    if values.is_empty() {
        return None;
    }
    let is_odd = values.len() % 2 == 1;
    let (before, &mut middle, _) = values.select_nth_unstable_by(at, f64::total_cmp);
    let below = before.iter().copied().max_by(f64::total_cmp).filter(|_| !is_odd);
    Some(below.map_or(middle, |below| f64::midpoint(below, middle)))
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests read the pack and write files")]
mod tests {
    use super::*;
    use crate::read::times::TimesOptions;
    use serde_json::Value;
    use std::path::Path;

    /// The cases of the pack that are two files of times.
    #[test]
    fn clocks_of_the_pack() {
        let pack = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/formats");
        let mut cases = 0;
        for entry in std::fs::read_dir(&pack).unwrap() {
            let folder = entry.unwrap().path();
            let Ok(expected) = std::fs::read(folder.join("expected.json")) else { continue };
            let expected: Value = serde_json::from_slice(&expected).unwrap();
            if expected["kind"] != "times" {
                continue;
            }
            let read = |side: &str| {
                let name = expected[side].as_str().unwrap();
                let bytes = std::fs::read(folder.join(name)).unwrap();
                Times::from_bytes(name, bytes, &TimesOptions::default()).unwrap()
            };
            let found = compare_times(&read("gold"), &read("system"));
            let expected = expected["findings"].as_array().unwrap();
            assert_eq!(found.len(), expected.len(), "{}", folder.display());
            for (found, expected) in found.iter().zip(expected) {
                assert_eq!(found.id.as_str(), expected["id"]);
                assert_eq!(found.severity.as_str(), expected["severity"]);
                assert_eq!(found.message, expected["message"].as_str().unwrap());
                let figure = found.figure.map(|FindingFigure { name, now, then }| (name, now, then));
                assert_eq!(serde_json::to_value(figure).unwrap(), expected["figure"]);
            }
            cases += 1;
        }
        assert!(cases >= 6, "the pack is incomplete: {cases}");
    }

    fn clocks(pairs: &[(&[f64], &[f64])]) -> Clocks {
        let mut text = [String::new(), String::new()];
        for (at, (gold, system)) in pairs.iter().enumerate() {
            for (text, starts) in text.iter_mut().zip([gold, system]) {
                let lines = starts.iter().map(|start| format!("u{at} A {start} 0.2 w\n"));
                text.extend(lines);
            }
        }
        let [gold, system] =
            text.map(|text| Times::from_bytes("x.ctm", text.into_bytes(), &TimesOptions::default()).unwrap());
        Clocks::of(&gold, &system)
    }

    /// What is proposed replaces what was given, so it takes that into account.
    #[test]
    fn help_knows_what_was_given() {
        let (mut settings, gold) = (TimesSettings::default(), [1.0, 2.0, 3.0]);
        settings.shift.system = 2.0;
        let late = of_clocks(&clocks(&[(&gold, &[8.0, 9.0, 10.0])]), &settings).unwrap();
        assert_eq!(late.help, [Advice::ForSide("system", "shift", "-5.00".to_owned())]);
        let short = clocks(&[(&[0.0, 1.0e3, 2.0e3], &gold)]);
        let unit = |settings: &TimesSettings| of_clocks(&short, settings).unwrap().help;
        settings = TimesSettings::default();
        assert_eq!(unit(&settings), [Advice::ForSide("gold", "times-unit", "ms".to_owned())]);
        settings.unit.system = TimeUnit::Milliseconds;
        assert_eq!(unit(&settings), [Advice::ForSide("system", "times-unit", "s".to_owned())]);
    }

    #[test]
    fn gold_may_be_the_side_that_starts_anew() {
        let found = of_clocks(
            &clocks(&[(&[0.0, 0.4], &[0.0, 0.4]), (&[0.0, 0.4], &[9.0, 9.4])]),
            &TimesSettings::default(),
        );
        let found = found.unwrap();
        assert_eq!(found.message, "gold's clock starts anew with every utterance, the system's runs on");
        assert_eq!(found.help, [Advice::ForSide("gold", "segments", "FILE".to_owned())]);
    }

    /// Sums are added in the order of the input, whatever the threads and blocks.
    #[test]
    fn threads_and_blocks_do_not_matter() {
        use crate::read::Corpus;
        use crate::run::{Ask, Input, InputTimes, Plan, TimesMatching, score};
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, line: &dyn Fn(usize) -> String| {
            let path = folder.path().join(name);
            std::fs::write(&path, (0..50).map(line).collect::<String>()).unwrap();
            Corpus::find(&path).unwrap()
        };
        let trees = write("trees", &|_| "(S (X gonna) (X eat) (X it))\n".to_owned());
        let gold = write("gold.ctm", &|at| {
            let (a, b, c) = (at, at as f64 + 0.3, at as f64 + 0.6);
            format!("u{at} A {a} 0.3 gon\nu{at} A {b} 0.3 na\nu{at} A {c} 0.1 eat\nu{at} A {a}.9 0.1 it\n")
        });
        let system = write("system.ctm", &|at| {
            let start = at as f64 + 0.7 + 0.013 * (at % 7) as f64;
            let sound =
                if at % 5 == 3 { format!("u{at} A {} 0.1 [ah]\n", start + 0.9) } else { String::new() };
            let words = format!("u{at} A {start} 0.2 going\nu{at} A {} 0.2 eat\n", start + 0.3);
            format!("{words}u{at} A {} 0.1 it\n{sound}", start + 0.6)
        });
        let input = |times: &Corpus| Input {
            times: Some(InputTimes {
                matching: TimesMatching::Utterance,
                ..InputTimes::new(times.clone(), None)
            }),
            ..Input::from(trees.clone())
        };
        let mut setup = crate::setup::Setup::named("struct-iou").unwrap();
        setup.times = Some(TimesSettings::default());
        let found = |threads, block| {
            let plan = Plan::new(input(&gold), vec![input(&system)], vec![setup.clone()]);
            let plan = Plan { threads, block, ask: Ask { survey: true, ..Ask::default() }, ..plan };
            super::super::find(&plan, &score(&plan, &mut ()).unwrap())
        };
        let expected = found(1, None);
        let ids: Vec<&str> = expected.iter().map(|finding| finding.id.as_str()).collect();
        assert_eq!(
            ids,
            ["times-other-words", "clock-offset", "refused-many", "silence-words", "times-joined"]
        );
        for (threads, block) in [(1, Some(1)), (2, Some(70)), (4, Some(40)), (3, None)] {
            assert_eq!(found(threads, block), expected, "{threads} threads, blocks of {block:?}");
        }
    }

    #[test]
    fn medians() {
        for (values, expected) in [
            (&[][..], None),
            (&[3.0][..], Some(3.0)),
            (&[4.0, 1.0][..], Some(2.5)),
            (&[9.0, 1.0, 2.0][..], Some(2.0)),
        ] {
            assert_eq!(median(&mut values.to_vec()), expected);
        }
    }
}
