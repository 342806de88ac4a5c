//! Which tier holds the words.

use crate::read::FileFault;
use crate::values::Advice;

/// The names that tiers of words usually have, the best first.
const USUAL: [&str; 4] = ["words", "word", "ort-mau", "ort"];

/// Chooses among the interval tiers of a file: the one that is asked for; else the best of the usual names;
/// else the only one that ends with `- words`; else the only one.
pub(super) fn choose(names: &[String], asked: Option<&str>) -> Result<usize, FileFault> {
    let with = |accepts: &dyn Fn(&str) -> bool| -> Vec<usize> {
        (0..names.len()).filter(|&at| names.get(at).is_some_and(|name| accepts(name.trim()))).collect()
    };
    if let Some(asked) = asked {
        return match with(&|name| is_same(name, asked)).as_slice() {
            &[one] => Ok(one),
            _ => Err(fault(format!("no interval tier `{asked}`; tiers: {}", list(names.iter())))),
        };
    }
    if let Some(found) = USUAL.iter().find_map(|usual| with(&|name| is_same(name, usual)).first().copied()) {
        return Ok(found);
    }
    let of_speakers = with(&|name| is_of_speaker(name));
    if of_speakers.len() > 1 {
        let found = of_speakers.iter().filter_map(|&at| names.get(at));
        let first = found.clone().next().map_or("", String::as_str);
        let (count, tiers) = (of_speakers.len(), list(found));
        let fault = fault(format!("{count} tiers of words: {tiers}"));
        return Err(fault.with_advice(Advice::NameTier(first.to_owned())));
    }
    match (of_speakers.first(), names) {
        (Some(&one), _) => Ok(one),
        (None, [_]) => Ok(0),
        (None, []) => Err(fault("no tier of words: the file has no interval tier".to_owned())),
        (None, [first, ..]) => {
            let tiers = list(names.iter());
            let fault = fault(format!("no tier of words: tiers are {tiers}"));
            Err(fault.with_advice(Advice::NameTier(first.clone())))
        }
    }
}

/// True for `anna - words`, a tier of one speaker.
fn is_of_speaker(name: &str) -> bool {
    let name = name.to_lowercase();
    ["words", "word"].iter().any(|word| {
        name.strip_suffix(word).is_some_and(|rest| rest.strip_suffix(' ').unwrap_or(rest).ends_with('-'))
    })
}

fn is_same(name: &str, other: &str) -> bool {
    name.to_lowercase() == other.trim().to_lowercase()
}

fn list<'n>(names: impl Iterator<Item = &'n String>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

fn fault(message: String) -> FileFault {
    FileFault::new("tier", message)
}
