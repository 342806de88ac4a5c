//! Turns the fields of a model file into consistent counts, or reports what is wrong.

use super::ModelFileError;
use super::layout::{Fields, FileFirst, FileModel, FileRule, FileSecond, FileSettings, FileTagger};
use crate::models::{Evidence, FirstTotals, ModelCounts, ModelSettings, Rule, SecondTotals, TagSource};
use crate::tagger::{BEGIN, END, Tag, TagSet, TaggerCounts, TaggerSettings, UNKNOWN};
use crate::{Category, Inventory};

type Checked<T> = Result<T, ModelFileError>;

/// The greatest sum of counts that is exact as an `f64`.
const MOST: u64 = 1 << 53;

fn wrong<T>(place: impl Into<String>, problem: impl Into<String>) -> Checked<T> {
    Err(ModelFileError::Content { place: place.into(), problem: problem.into() })
}

/// Returns the counts of a model file.
pub(super) fn counts(file: FileModel) -> Checked<ModelCounts> {
    let settings = settings(&file.settings)?;
    let inventory = match Inventory::new(&file.categories) {
        Ok(inventory) => inventory,
        Err(error) => return wrong("categories", error.to_string()),
    };
    let first = first(file.first, &inventory, &settings)?;
    let second = file.second.map(|second| self::second(second, &inventory, &settings)).transpose()?;
    let tagger = match (settings.tags, file.tagger) {
        (TagSource::Tagger, Some(tagger)) => Some(self::tagger(tagger)?),
        (TagSource::Tagger, None) => return wrong("tagger", "is missing, but `tags` is `tagger`"),
        (TagSource::Gold, _) => None,
    };
    let tags = tagger.as_ref().map_or_else(|| tags_of(&file.rules), |tagger| tagger.tags.clone());
    let rules = file.rules.iter().enumerate().map(|(at, file)| rule(at, file, &inventory, &tags));
    let rules = rules.collect::<Checked<Vec<_>>>()?;
    let mut counts = ModelCounts { settings, inventory, first, tags, tagger, second, rules };
    counts.sort_rules();
    let twice = counts
        .rules
        .windows(2)
        .find(|two| matches!(two, [one, other] if one.category == other.category && one.tags == other.tags));
    if let Some([rule, ..]) = twice {
        let tags: Vec<&str> = rule.tags.iter().map(|&tag| counts.tags.name(tag)).collect();
        let name = counts.inventory.name(rule.category);
        return wrong("rules", format!("{name} -> {} occurs twice", tags.join(" ")));
    }
    Ok(counts)
}

fn settings(file: &FileSettings) -> Checked<ModelSettings> {
    let Ok(pp) = file.pp.parse() else {
        return wrong("settings.pp", format!("is {:?}; it must be full or bare", file.pp));
    };
    let Ok(tags) = file.tags.parse() else {
        return wrong("settings.tags", format!("is {:?}; it must be tagger or gold", file.tags));
    };
    let tagger = TaggerSettings { theta: file.theta, mu: file.mu, eps: file.eps };
    let (longest, tau, pseudo) = (file.longest, file.tau, file.m);
    let settings = ModelSettings { pp, longest, tau, pseudo, tags, tagger };
    settings.check().or_else(|error| wrong("settings", error.to_string()))?;
    Ok(settings)
}

fn first(file: FileFirst, inventory: &Inventory, settings: &ModelSettings) -> Checked<FirstTotals> {
    let spans = spans("first.spans", file.spans, settings)?;
    let true_chunks = table("first.true", file.true_chunks, inventory, settings)?;
    for (cell, &count) in true_chunks.iter().enumerate() {
        if spans.get(cell % settings.longest as usize).is_none_or(|&spans| count > spans) {
            let name = inventory.names().nth(cell / settings.longest as usize).unwrap_or_default();
            return wrong(format!("first.true.{name}"), "there are more true chunks than spans");
        }
    }
    Ok(FirstTotals { sentences: file.sentences, spans, true_chunks })
}

fn second(file: FileSecond, inventory: &Inventory, settings: &ModelSettings) -> Checked<SecondTotals> {
    let covered = table("second.covered", file.covered, inventory, settings)?;
    let uncovered_true = table("second.uncovered_true", file.uncovered_true, inventory, settings)?;
    for (place, list) in [("second.covered", &covered), ("second.uncovered_true", &uncovered_true)] {
        list.iter().try_for_each(|&sum| amount(place, sum))?;
    }
    let spans = spans("second.spans", file.spans, settings)?;
    Ok(SecondTotals { sentences: file.sentences, spans, covered, uncovered_true })
}

fn amount(place: &str, value: f64) -> Checked<()> {
    if value >= 0.0 && value <= MOST as f64 {
        Ok(())
    } else {
        wrong(place, format!("{value} is not a valid sum"))
    }
}

fn spans(place: &str, spans: Vec<u64>, settings: &ModelSettings) -> Checked<Vec<u64>> {
    if spans.len() != settings.longest as usize {
        return wrong(place, format!("has {} numbers, but K is {}", spans.len(), settings.longest));
    }
    let sum = spans.iter().try_fold(0u64, |sum, &count| sum.checked_add(count));
    if sum.is_some_and(|sum| sum <= MOST) { Ok(spans) } else { wrong(place, "the sum is too large") }
}

/// Returns one list per category, in the order of the inventory.
fn table<V: Copy>(
    place: &str,
    fields: Fields<Vec<V>>,
    inventory: &Inventory,
    settings: &ModelSettings,
) -> Checked<Vec<V>> {
    let mut rows: Vec<Option<Vec<V>>> = vec![None; inventory.len()];
    for (name, row) in fields.0 {
        let place = format!("{place}.{name}");
        let Some(category) = inventory.find(name.as_bytes()) else {
            return wrong(place, "is not among the categories");
        };
        if row.len() != settings.longest as usize {
            return wrong(place, format!("has {} numbers, but K is {}", row.len(), settings.longest));
        }
        if rows[category.index()].replace(row).is_some() {
            return wrong(place, "occurs twice");
        }
    }
    match inventory.names().zip(&rows).find(|(_, row)| row.is_none()) {
        Some((name, _)) => wrong(format!("{place}.{name}"), "is missing"),
        None => Ok(rows.into_iter().flatten().flatten().collect()),
    }
}

fn tagger(file: FileTagger) -> Checked<TaggerCounts> {
    let names = file.words.0.iter().flat_map(|(_, tags)| tags.0.iter().map(|(tag, _)| tag.as_str().into()));
    let tags = TagSet::new(names);
    for name in [BEGIN, END] {
        if tags.number(name) != UNKNOWN {
            return wrong("tagger.words", format!("{name} cannot be the tag of a word"));
        }
    }
    let mut words: Vec<_> = file.words.0.into_iter().map(|(word, tags)| (word, tags.0)).collect();
    words.sort_unstable();
    let (mut emitted, mut sum) = (Vec::new(), 0u64);
    for (at, (word, list)) in (0..).zip(&words) {
        let place = || format!("tagger.words.{word}");
        for (tag, count) in list {
            sum = sum.saturating_add(*count);
            emitted.push((at, tags.number(tag), *count));
            if *count == 0 || sum > MOST {
                return wrong(place(), format!("{count} is not a valid count of {tag}"));
            }
        }
        if list.is_empty() {
            return wrong(place(), "has no tags");
        }
    }
    emitted.sort_unstable();
    let is_repeated = |two: &[(u32, Tag, u64)]| two[0].0 == two[1].0 && two[0].1 == two[1].1;
    if words.windows(2).any(|two| two[0].0 == two[1].0) || emitted.windows(2).any(is_repeated) {
        return wrong("tagger.words", "a word, or a tag of a word, occurs twice");
    }
    let trigrams = trigrams(file.trigrams, &tags)?;
    let words = words.into_iter().map(|(word, _)| word.into()).collect();
    Ok(TaggerCounts { tags, words, emitted, trigrams })
}

fn trigrams(file: Vec<(String, String, String, u64)>, tags: &TagSet) -> Checked<Vec<([Tag; 3], u64)>> {
    let place = "tagger.trigrams";
    let (mut trigrams, mut sum) = (Vec::with_capacity(file.len()), 0u64);
    // Nothing precedes the beginning of a sentence, and nothing follows its end.
    let mut seen = vec![false; tags.len() + 2];
    for (a, b, c, count) in file {
        let [one, two, three] = [&a, &b, &c].map(|name| tags.number_or_boundary(name));
        let is_inside = [one, two].iter().all(|&tag| tag <= tags.begin());
        let Some(seen) = seen.get_mut(three as usize).filter(|_| is_inside && three != tags.begin()) else {
            return wrong(place, format!("impossible trigram: {a} {b} {c}"));
        };
        *seen = true;
        sum = sum.saturating_add(count);
        if count == 0 || sum > MOST {
            return wrong(place, format!("{count} is not a valid count of {a} {b} {c}"));
        }
        trigrams.push(([one, two, three], count));
    }
    trigrams.sort_unstable();
    if trigrams.windows(2).any(|two| two[0].0 == two[1].0) {
        return wrong(place, "a trigram occurs twice");
    }
    match (0..).zip(&seen).find(|&(tag, &seen)| !seen && tag != tags.begin()) {
        Some((tag, _)) => wrong(place, format!("no trigram ends in {}", tags.name(tag))),
        None => Ok(trigrams),
    }
}

/// Returns the tags of rules and of their followers.
fn tags_of(rules: &[FileRule]) -> TagSet {
    let names =
        rules.iter().flat_map(|rule| rule.tags.iter().chain(rule.follow.0.iter().map(|(tag, _)| tag)));
    TagSet::new(names.filter(|&name| name != END).map(|name| name.as_str().into()))
}

fn rule(at: usize, file: &FileRule, inventory: &Inventory, tags: &TagSet) -> Checked<Rule> {
    let place = format!("rules[{at}]");
    let Some(category) = inventory.find(file.cat.as_bytes()) else {
        return wrong(place, format!("{} is not among the categories", file.cat));
    };
    let numbers: Box<[Tag]> = file.tags.iter().map(|name| tags.number(name)).collect();
    if let Some((name, _)) = file.tags.iter().zip(&numbers).find(|&(_, &tag)| tag == UNKNOWN) {
        return wrong(place, format!("the tagger does not know the tag {name}"));
    }
    if numbers.is_empty() {
        return wrong(place, "has no tags");
    }
    amount(&place, file.weight)?;
    let found = evidence(&place, file.n, file.t)?;
    let follow = follow(&place, file, tags)?;
    Ok(Rule { category, tags: numbers, weight: file.weight, found, follow })
}

fn follow(place: &str, file: &FileRule, tags: &TagSet) -> Checked<Vec<(Tag, Evidence)>> {
    let mut follow = Vec::with_capacity(file.follow.0.len());
    for (name, (all, true_ones)) in &file.follow.0 {
        let (place, tag) = (format!("{place}.follow.{name}"), tags.number_or_boundary(name));
        if tag == UNKNOWN || tag == tags.begin() {
            return wrong(place, "this tag cannot follow");
        }
        follow.push((tag, evidence(&place, *all, *true_ones)?));
    }
    follow.sort_unstable_by_key(|&(tag, _)| tag);
    match follow.windows(2).find(|two| two[0].0 == two[1].0) {
        Some(two) => wrong(place, format!("follow.{} occurs twice", tags.name(two[0].0))),
        None => Ok(follow),
    }
}

fn evidence(place: &str, all: f64, true_ones: f64) -> Checked<Evidence> {
    amount(place, all)?;
    amount(place, true_ones)?;
    if true_ones > all {
        return wrong(place, format!("{true_ones} of {all} cannot be true"));
    }
    Ok(Evidence { all, true_ones })
}

impl ModelCounts {
    /// Sorts the rules: by the name of the category, then by tags.
    pub(in crate::models) fn sort_rules(&mut self) {
        let name = |category: Category| self.inventory.name(category);
        self.rules.sort_unstable_by(|one, other| {
            name(one.category).cmp(name(other.category)).then_with(|| one.tags.cmp(&other.tags))
        });
    }
}
