//! Any bytes in any format of times (chosen by the first byte), with any unit, shift and treatment of missing
//! times: finite times in order, or faults inside of the file; a second reading gives the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treescore::read::times::{MissingTimes, Overlaps, TimeUnit, Times, TimesFormat, TimesOptions};

fuzz_target!(|data: &[u8]| {
    let [format, choices, text @ ..] = data else { return };
    let all = TimesFormat::ALL;
    let unit = ["s", "ms", "cs", "htk", "samples:16000"][usize::from(choices & 7) % 5];
    let options = TimesOptions {
        format: all.get(usize::from(*format) % (all.len() + 1)).copied(),
        tier: (choices & 0x40 != 0).then(|| "b".to_owned()),
        overlaps: if choices & 0x80 == 0 { Overlaps::Refuse } else { Overlaps::Allow },
        missing: if choices & 0x20 == 0 { MissingTimes::Refuse } else { MissingTimes::Spread },
        unit: unit.parse::<TimeUnit>().expect("a unit"),
        shift: if choices & 0x10 == 0 { 0.0 } else { -1.5 },
        ..TimesOptions::default()
    };
    assert_eq!(read(text, &options), read(text, &options));
});

/// An utterance: its id, and its words with their times, or its fault.
type Utterance = (String, Result<(Vec<Vec<u8>>, Vec<(u64, u64)>), String>);

fn read(text: &[u8], options: &TimesOptions) -> Result<Vec<Utterance>, String> {
    let times = match Times::from_bytes("x", text.to_vec(), options) {
        Ok(times) => times,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return Err(error.to_string());
        }
    };
    let is_decoded = text.contains(&0);
    let newline = if text.contains(&b'\n') { b'\n' } else { b'\r' };
    let lines = text.split(|&byte| byte == newline).count() as u64;
    for fault in times.faults() {
        assert!(fault.line > 0 && fault.word != Some(0) && (is_decoded || fault.line <= lines), "{fault}");
    }
    let ids: Vec<String> = times.ids().map(str::to_owned).collect();
    Ok((0..times.len())
        .map(|at| {
            let words = times.whole(at).map_err(|fault| fault.to_string()).map(|words| {
                let intervals = words.intervals();
                assert!(
                    intervals.iter().all(|(start, end)| start.is_finite() && end.is_finite() && start <= end)
                );
                let bits = intervals.iter().map(|(start, end)| (start.to_bits(), end.to_bits())).collect();
                (words.words().map(<[u8]>::to_vec).collect(), bits)
            });
            (ids.get(at).cloned().unwrap_or_default(), words)
        })
        .collect())
}
