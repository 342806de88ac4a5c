//! The JSON of the Montreal Forced Aligner: `{"start", "end", "tiers": {name: {"type", "entries"}}}`.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;

use super::build::Builder;
use super::format::stem;
use super::json::{number_of, parse_file};
use super::records::not_a_time;
use super::tier;
use crate::read::FileFault;

#[derive(Deserialize)]
struct File {
    tiers: Tiers,
}

/// The tiers in the order of the file, which a map would lose.
struct Tiers(Vec<(String, Tier)>);

#[derive(Deserialize)]
struct Tier {
    #[serde(rename = "type", default)]
    kind: String,
    #[serde(default)]
    entries: Vec<Value>,
}

impl<'de> Deserialize<'de> for Tiers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Tiers;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of tiers")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tiers, A::Error> {
                let mut tiers = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    tiers.push(entry);
                }
                Ok(Tiers(tiers))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

/// Reads a file as one utterance.
pub(super) fn read(text: &[u8], name: &str, builder: &mut Builder<'_>) -> Result<(), FileFault> {
    let File { tiers: Tiers(tiers) } = parse_file(text)?;
    let (names, mut tiers): (Vec<String>, Vec<Tier>) =
        tiers.into_iter().filter(|(_, tier)| tier.kind == "interval").unzip();
    let chosen = tier::choose(&names, builder.options().tier.as_deref())?;
    builder.file.tier = names.get(chosen).map(|name| name.as_str().into());
    let utterance = builder.new_utterance(&stem(name), 1);
    builder.add_readable();
    for entry in &tiers.swap_remove(chosen).entries {
        let Some([start, end, Value::String(word)]) = entry.as_array().map(Vec::as_slice) else {
            return Err(FileFault::new("not-a-record", "an entry of a tier is: [start, end, word]"));
        };
        let time = |value| number_of(value).map_err(|found| not_a_time(found.as_bytes(), 1));
        builder.word_or_silence(utterance, 1, word.trim().as_bytes(), (time(start)?, time(end)?));
    }
    Ok(())
}
