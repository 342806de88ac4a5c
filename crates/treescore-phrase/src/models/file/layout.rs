//! The fields of a model file, and how they are filled from counts.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{FORMAT, VERSION};
use crate::Inventory;
use crate::models::{Evidence, ModelCounts, ModelSettings, Rule};
use crate::tagger::{TagSet, TaggerCounts};

/// What is read first: files of other versions may have any other fields.
#[derive(Deserialize)]
#[serde(expecting = "an object")]
pub(super) struct Header {
    #[serde(default)]
    pub(super) format: String,
    #[serde(default)]
    pub(super) version: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(expecting = "an object")]
pub(super) struct FileModel {
    format: String,
    version: u64,
    pub(super) settings: FileSettings,
    pub(super) categories: Vec<String>,
    pub(super) first: FileFirst,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) tagger: Option<FileTagger>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) second: Option<FileSecond>,
    pub(super) rules: Vec<FileRule>,
}

#[derive(Serialize, Deserialize)]
#[serde(expecting = "an object")]
pub(super) struct FileSettings {
    pub(super) pp: String,
    #[serde(rename = "K")]
    pub(super) longest: u32,
    pub(super) tau: f64,
    pub(super) m: f64,
    pub(super) tags: String,
    pub(super) theta: f64,
    pub(super) mu: f64,
    pub(super) eps: f64,
}

#[derive(Serialize, Deserialize)]
#[serde(expecting = "an object")]
pub(super) struct FileFirst {
    pub(super) sentences: u64,
    pub(super) spans: Vec<u64>,
    #[serde(rename = "true")]
    pub(super) true_chunks: Fields<Vec<u64>>,
}

#[derive(Serialize, Deserialize)]
#[serde(expecting = "an object")]
pub(super) struct FileTagger {
    pub(super) words: Fields<Fields<u64>>,
    pub(super) trigrams: Vec<(String, String, String, u64)>,
}

#[derive(Serialize, Deserialize)]
#[serde(expecting = "an object")]
pub(super) struct FileSecond {
    pub(super) sentences: u64,
    pub(super) spans: Vec<u64>,
    pub(super) covered: Fields<Vec<f64>>,
    pub(super) uncovered_true: Fields<Vec<f64>>,
}

#[derive(Serialize, Deserialize)]
#[serde(expecting = "an object")]
pub(super) struct FileRule {
    pub(super) cat: String,
    pub(super) tags: Vec<String>,
    pub(super) weight: f64,
    pub(super) n: f64,
    pub(super) t: f64,
    pub(super) follow: Fields<(f64, f64)>,
}

/// The fields of a JSON object in their order, so that repeated names are not lost.
pub(super) struct Fields<V>(pub(super) Vec<(String, V)>);

impl<V: Serialize> Serialize for Fields<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Fields<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Each<V>(PhantomData<V>);
        impl<'de, V: Deserialize<'de>> Visitor<'de> for Each<V> {
            type Value = Fields<V>;

            fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
                out.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Fields<V>, M::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(Each(PhantomData))
    }
}

impl FileModel {
    /// Returns the fields for a model.
    pub(super) fn new(counts: &ModelCounts) -> Self {
        let (inventory, longest) = (&counts.inventory, counts.settings.longest as usize);
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            settings: FileSettings::new(&counts.settings),
            categories: inventory.names().map(str::to_owned).collect(),
            first: FileFirst {
                sentences: counts.first.sentences,
                spans: counts.first.spans.clone(),
                true_chunks: by_category(inventory, longest, &counts.first.true_chunks),
            },
            tagger: counts.tagger.as_ref().map(FileTagger::new),
            second: counts.second.as_ref().map(|second| FileSecond {
                sentences: second.sentences,
                spans: second.spans.clone(),
                covered: by_category(inventory, longest, &second.covered),
                uncovered_true: by_category(inventory, longest, &second.uncovered_true),
            }),
            rules: counts.rules.iter().map(|rule| FileRule::new(rule, inventory, &counts.tags)).collect(),
        }
    }
}

impl FileSettings {
    fn new(settings: &ModelSettings) -> Self {
        Self {
            pp: settings.pp.as_str().to_owned(),
            longest: settings.longest,
            tau: settings.tau,
            m: settings.pseudo,
            tags: settings.tags.as_str().to_owned(),
            theta: settings.tagger.theta,
            mu: settings.tagger.mu,
            eps: settings.tagger.eps,
        }
    }
}

impl FileTagger {
    fn new(counts: &TaggerCounts) -> Self {
        let name = |tag| counts.tags.name(tag).to_owned();
        let words = counts.emitted.chunk_by(|one, other| one.0 == other.0).map(|list| {
            let word = counts.words.get(list[0].0 as usize).map_or_else(String::new, ToString::to_string);
            (word, Fields(list.iter().map(|&(_, tag, count)| (name(tag), count)).collect()))
        });
        let trigrams = counts.trigrams.iter().map(|&([a, b, c], count)| (name(a), name(b), name(c), count));
        let (words, mut trigrams) = (Fields(words.collect()), trigrams.collect::<Vec<_>>());
        trigrams.sort_unstable();
        Self { words, trigrams }
    }
}

impl FileRule {
    fn new(rule: &Rule, inventory: &Inventory, tags: &TagSet) -> Self {
        let pair = |found: &Evidence| (found.all, found.true_ones);
        let follow = rule.follow.iter().map(|(tag, found)| (tags.name(*tag).to_owned(), pair(found)));
        let mut follow: Vec<_> = follow.collect();
        follow.sort_unstable_by(|one, other| one.0.cmp(&other.0));
        Self {
            cat: inventory.name(rule.category).to_owned(),
            tags: rule.tags.iter().map(|&tag| tags.name(tag).to_owned()).collect(),
            weight: rule.weight,
            n: rule.found.all,
            t: rule.found.true_ones,
            follow: Fields(follow),
        }
    }
}

fn by_category<V: Clone>(inventory: &Inventory, longest: usize, cells: &[V]) -> Fields<Vec<V>> {
    let rows = cells.chunks(longest.max(1)).map(<[V]>::to_vec);
    Fields(inventory.names().map(str::to_owned).zip(rows).collect())
}
