//! Signatures: one line that says how a score was made, and that makes the same score again.

use std::fmt;
use std::str::FromStr;

use crate::values::hash::HashSet;

use super::{
    AlignedBy, GoldHash, InputSettings, Pairing, Setup, SignedStatistics, TextAlignment, TimesSettings,
    Traces, WordAlignment, parse_costs, statistics,
};
use crate::align::OneSided;
use crate::align::text::{Exceptions, Normaliser, Tables};
use crate::measure::{Index, registry};
use crate::prepare::{self, Recipe, SettingError};
use crate::read::{Syntax, UnitKind};

/// How a score was made (measure, recipe, settings) and on which data (number of pairs, gold trees).
///
/// ```
/// use treescore::Setup;
/// use treescore::setup::Signature;
/// let signature = Signature { scored: Some(1198), pairs: Some(1204), ..Setup::named("parseval")?.signature() };
/// let text = signature.to_string();
/// assert!(text.contains("|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|"));
/// assert!(text.contains("|n:1198/1204|"));
/// assert_eq!(text.parse::<Signature>()?, signature);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The version of treescore that made the score.
    pub version: String,
    /// The name of the measure.
    pub measure: String,
    /// The recipe.
    pub recipe: Recipe,
    /// The name of the common index: `words`, `time`, …
    pub index: String,
    /// All settings other than the recipe's.
    pub settings: Vec<(String, String)>,
    /// True if lines were paired on request although the measure could pair trees.
    pub by_line: bool,
    /// True if units with the same id were partners.
    pub by_id: bool,
    /// The number of scored pairs.
    pub scored: Option<u64>,
    /// The number of pairs that were read.
    pub pairs: Option<u64>,
    /// The hash of the gold trees.
    pub gold: Option<GoldHash>,
    /// How intervals and tests were made, if there were any. They change no score, so they are not in the hash.
    pub statistics: Vec<(String, String)>,
}

impl Signature {
    /// Creates the signature of a setup, before any pair is scored.
    pub(crate) fn of(setup: &Setup) -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            measure: setup.measure.info().name.to_owned(),
            recipe: setup.recipe.clone(),
            index: setup.index_name().to_owned(),
            settings: setup.settings().into_iter().map(|(key, value)| (key.to_owned(), value)).collect(),
            by_line: setup.is_by_line_on_request(),
            by_id: setup.by_id,
            scored: None,
            pairs: None,
            gold: None,
            statistics: Vec::new(),
        }
    }

    /// Adds how intervals and tests were made, as [`StatSettings::signature`](super::StatSettings::signature) says it.
    #[must_use]
    pub fn with_statistics(mut self, text: &str) -> Self {
        let fields = text.split('|').filter_map(|part| part.split_once(':'));
        self.statistics = fields.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        self
    }

    /// The settings of intervals and tests, if there were any.
    ///
    /// ```
    /// use treescore::setup::{Setup, Signature};
    /// let signature = Setup::named("parseval")?.signature().with_statistics("boot:500|ar:10000|seed:7");
    /// let again: Signature = signature.to_string().parse()?;
    /// assert_eq!(again.statistics().unwrap().settings.seed, 7);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn statistics(&self) -> Option<SignedStatistics> {
        SignedStatistics::read(&self.statistics).ok().filter(|_| !self.statistics.is_empty())
    }

    fn value(&self, key: &str) -> Option<&str> {
        self.settings.iter().find(|(other, _)| other == key).map(|(_, value)| value.as_str())
    }

    /// True if the score was made with word times. Repeating it needs the times again.
    pub fn has_times(&self) -> bool {
        self.index == Index::Intervals.as_str(true) || self.value("slack").is_some()
    }

    /// True if another program aligned the words. Repeating the score needs its files again.
    pub fn has_word_alignment(&self) -> bool {
        self.value(WordAlignment::BY).is_some()
    }

    /// Restores the setup. Signatures only name tables from files; these tables must be passed in `given`.
    ///
    /// # Errors
    /// If a table is missing or not the one that the signature names, or a setting is unknown.
    ///
    /// ```
    /// use treescore::Setup;
    /// use treescore::setup::Given;
    /// let setup = Setup::named("parseval")?;
    /// assert_eq!(setup.signature().setup(&Given::default())?, setup);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn setup(&self, given: &Given) -> Result<Setup, SignatureError> {
        let measure = registry::measure(&self.measure);
        let mut measure = measure.ok_or_else(|| SignatureError::Measure(self.measure.clone()))?;
        let pairing = self.pairing(given)?;
        let index = measure.demands().index;
        let has_times = self.has_times();
        let mut times = has_times.then(TimesSettings::default);
        let of_pairing: Vec<&str> = pairing.settings(index, has_times).iter().map(|(key, _)| *key).collect();
        let mut recipe = self.recipe.clone();
        let mut input = InputSettings::default();
        let has_own_input = measure.settings().iter().any(|(own, _)| *own == "input");
        for (key, value) in self.settings.iter().filter(|(key, _)| !of_pairing.contains(&key.as_str())) {
            let is_own = key == "input" && has_own_input && Syntax::NAMES.contains(&value.as_str());
            if !is_own && input.set(key, value)? {
                continue;
            }
            let is_of_times = times.as_mut().map_or(Ok(false), |times| times.set(key, value))?;
            if !is_of_times && !measure.set(key, value)? {
                recipe.set(key, value)?;
            }
        }
        let unit = self.by_line.then_some(UnitKind::Line);
        let setup = Setup { measure, recipe, pairing, unit, times, input, by_id: self.by_id };
        if setup.index_name() != self.index {
            return Err(SignatureError::Value { key: "index", value: self.index.clone() });
        }
        Ok(setup)
    }

    fn pairing(&self, given: &Given) -> Result<Pairing, SignatureError> {
        Ok(match self.index.as_str() {
            Pairing::TEXT => Pairing::Text(self.text_alignment(given)?),
            Pairing::SIDE => Pairing::Sides(self.word_alignment()?),
            Pairing::UTTERANCE => Pairing::Utterances(self.word_alignment()?),
            _ => Pairing::InOrder,
        })
    }

    fn text_alignment(&self, given: &Given) -> Result<TextAlignment, SignatureError> {
        let (norm, exc) = (self.value("norm").unwrap_or_default(), self.value("exc").unwrap_or_default());
        let built_in = Tables::named(norm, exc);
        let tables = Tables {
            normaliser: given.normaliser.clone().unwrap_or(built_in.normaliser),
            exceptions: given.exceptions.clone().unwrap_or(built_in.exceptions),
        };
        let found = [("norm", norm, tables.normaliser.name()), ("exc", exc, tables.exceptions.name())];
        for (key, value, found) in found {
            if found != value {
                return Err(SignatureError::Table { key, value: value.to_owned(), found });
            }
        }
        let one_sided = self.choice("one-sided", OneSided::Skip)?;
        let traces = self.choice("traces", Traces::Drop)?;
        Ok(TextAlignment { tables, one_sided, traces })
    }

    fn word_alignment(&self) -> Result<WordAlignment, SignatureError> {
        let usual = WordAlignment::default();
        let wrong = |key: &'static str, value: &str| SignatureError::Value { key, value: value.to_owned() };
        let costs = self
            .value("word-costs")
            .map(|text| parse_costs(text, '/').ok_or_else(|| wrong("word-costs", text)));
        let slack = self.value("slack").map(|text| text.parse::<f64>().map_err(|_| wrong("slack", text)));
        let effort = self
            .value(WordAlignment::EFFORT)
            .map(|text| prepare::cells("effort", text).map_err(|_| wrong(WordAlignment::EFFORT, text)));
        Ok(WordAlignment {
            effort: effort.transpose()?.unwrap_or(usual.effort),
            by: self.choice(WordAlignment::BY, AlignedBy::Costs)?,
            costs: costs.transpose()?.unwrap_or(usual.costs),
            one_sided: self.choice("one-sided", usual.one_sided)?,
            slack: slack.transpose()?.unwrap_or(usual.slack),
            ..usual
        })
    }

    fn choice<T: FromStr>(&self, key: &'static str, usual: T) -> Result<T, SignatureError> {
        match self.value(key) {
            None => Ok(usual),
            Some(text) => text.parse().map_err(|_| SignatureError::Value { key, value: text.to_owned() }),
        }
    }

    /// Compares this published signature with that of a score made now: version, settings, number of pairs,
    /// gold trees, settings of intervals and tests. Returns `(what, then, now)` for each difference.
    ///
    /// ```
    /// use treescore::Setup;
    /// use treescore::setup::Signature;
    /// let published = Signature { pairs: Some(1204), ..Setup::named("parseval")?.signature() };
    /// let now = Signature { pairs: Some(1200), ..published.clone() };
    /// let differences = published.differences(&now);
    /// assert_eq!(differences, [("number of pairs".to_owned(), "1204".to_owned(), "1200".to_owned())]);
    /// # Ok::<(), treescore::setup::UnknownMeasure>(())
    /// ```
    pub fn differences(&self, now: &Self) -> Vec<(String, String, String)> {
        // Signatures of version 0.1 have no gold hash, and their number of pairs is the number that were
        // read.
        let number = |of: &Self| match self.gold {
            Some(_) => of.number(),
            None => of.pairs.map(|pairs| pairs.to_string()),
        };
        let gold = |of: &Self| of.gold.map(|hash| hash.to_string());
        let version = (self.version != now.version)
            .then(|| ("version".to_owned(), self.version.clone(), now.version.clone()));
        let pairs = number(self).zip(number(now)).filter(|(then, now)| then != now);
        let gold = gold(self).zip(gold(now)).filter(|(then, now)| then != now);
        let pairs = pairs.map(|(then, now)| ("number of pairs".to_owned(), then, now));
        let gold = gold.map(|(then, now)| ("gold trees".to_owned(), then, now));
        let statistics = self.statistics().zip(now.statistics());
        let statistics = statistics.map(|(then, now)| then.differences(&now)).unwrap_or_default();
        let data = pairs.into_iter().chain(gold);
        version.into_iter().chain(self.changed_settings(now)).chain(data).chain(statistics).collect()
    }

    /// True if a score made now is the same score: settings, number of pairs, gold trees, intervals and tests. Another
    /// version may well give the same numbers, so that it is no difference in itself.
    pub fn is_repeated_by(&self, now: &Self) -> bool {
        self.differences(now).iter().all(|(what, ..)| what == "version")
    }

    /// The signature with all settings of its setup: older versions left out some.
    #[must_use]
    pub fn completed(self, setup: &Setup) -> Self {
        let Self { recipe, index, settings, .. } = setup.signature();
        Self { recipe, index, settings, ..self }
    }

    /// The settings in which two signatures differ, with both values.
    fn changed_settings(&self, now: &Self) -> Vec<(String, String, String)> {
        let (then, now) = (self.all_settings(), now.all_settings());
        let mut keys: Vec<&String> = then.iter().chain(&now).map(|(key, _)| key).collect();
        let mut seen = HashSet::default();
        keys.retain(|key| seen.insert(*key));
        let value = |settings: &[(String, String)], key: &str| {
            let found = settings.iter().find(|(other, _)| other == key);
            found.map_or_else(|| "none".to_owned(), |(_, value)| value.clone())
        };
        let both = keys.into_iter().map(|key| (key.clone(), value(&then, key), value(&now, key)));
        both.filter(|(_, then, now)| then != now).collect()
    }

    /// Everything that a setup decides, by name.
    fn all_settings(&self) -> Vec<(String, String)> {
        let mut all = vec![("index".to_owned(), self.index.clone())];
        all.extend(self.recipe.fields().into_iter().map(|(key, value)| (key.to_owned(), value)));
        all.extend(self.settings.iter().cloned());
        let pair = if self.by_id { Some("id") } else { self.by_line.then_some("line") };
        all.extend(pair.map(|pair| ("pair".to_owned(), pair.to_owned())));
        all
    }

    /// Formats the number of pairs: `1204`, or `1198/1204` if some were refused.
    fn number(&self) -> Option<String> {
        match (self.scored, self.pairs?) {
            (Some(scored), pairs) if scored != pairs => Some(format!("{scored}/{pairs}")),
            (_, pairs) => Some(pairs.to_string()),
        }
    }
}

/// Tables from files, which a signature only names.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// The normalisation from a file, if any.
    pub normaliser: Option<Normaliser>,
    /// The exceptions from a file, if any.
    pub exceptions: Option<Exceptions>,
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "treescore:{}|m:{}", self.version, self.measure)?;
        for (key, value) in self.recipe.short_fields() {
            if key == "avg" {
                write!(f, "|index:{}", self.index)?;
                self.settings.iter().try_for_each(|(key, value)| write!(f, "|{key}:{value}"))?;
            }
            write!(f, "|{key}:{value}")?;
        }
        if self.by_line {
            f.write_str("|pair:line")?;
        }
        if self.by_id {
            f.write_str("|pair:id")?;
        }
        if let Some(number) = self.number() {
            write!(f, "|n:{number}")?;
        }
        if let Some(gold) = self.gold {
            write!(f, "|gold:{gold}")?;
        }
        self.statistics.iter().try_for_each(|(key, value)| write!(f, "|{key}:{value}"))?;
        // The number of pairs and the gold hash are not settings: the same setup has the same hash on any
        // data. `pair:line` is not in the hash either, because signatures of version 0.1 were hashed without
        // it.
        write!(f, "|r:{}", self.recipe.hash(&self.settings))
    }
}

/// Why a signature cannot be parsed or repeated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SignatureError {
    /// A part without `:`, or a signature that does not begin with `treescore:`.
    #[error(
        "`{0}` is not part of a signature, which has the form treescore:VERSION|m:MEASURE|key:value|…|r:HASH"
    )]
    Form(String),
    /// A field that every signature has is missing.
    #[error("the signature has no {0}: part of it was lost; copy it whole, from treescore: to r:HASH")]
    Incomplete(&'static str),
    /// A field appears twice.
    #[error("`{0}` appears twice in the signature")]
    Twice(String),
    /// An unknown measure.
    #[error("unknown measure `{0}`")]
    Measure(String),
    /// An unknown setting or a value that is not valid.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// A setting of the alignment has a value that is not valid.
    #[error("`{value}` in the signature is not a valid value for {key}")]
    Value {
        /// The setting.
        key: &'static str,
        /// The value in the signature.
        value: String,
    },
    /// A table is not the one the score was made with.
    #[error("the signature was made with {key}:{value}, not with {found}")]
    Table {
        /// The setting.
        key: &'static str,
        /// The table named in the signature.
        value: String,
        /// The table in use.
        found: String,
    },
    /// The hash of the settings is not the hash in the signature.
    #[error(
        "the settings of the signature have the hash {found}, not {given}: part of the signature was changed or lost"
    )]
    Hash {
        /// The hash in the signature.
        given: String,
        /// The hash of its settings.
        found: String,
    },
}

impl FromStr for Signature {
    type Err = SignatureError;

    /// Also parses signatures of version 0.1, which have neither `gold:` nor an `n:` with a slash. Skips the name
    /// that a report of several systems writes before each signature.
    fn from_str(text: &str) -> Result<Self, SignatureError> {
        let starts = text.match_indices("treescore:").map(|(at, _)| at);
        let start = starts.into_iter().find(|&at| at == 0 || text[..at].ends_with(char::is_whitespace));
        let compact: String =
            text[start.unwrap_or(0)..].chars().filter(|character| !character.is_whitespace()).collect();
        let mut signature = Self {
            version: String::new(),
            measure: String::new(),
            recipe: Recipe::default(),
            index: "words".to_owned(),
            settings: Vec::new(),
            by_line: false,
            by_id: false,
            scored: None,
            pairs: None,
            gold: None,
            statistics: Vec::new(),
        };
        let (mut hash, mut seen) = (None, Vec::new());
        for (at, part) in compact.split('|').enumerate() {
            let form = || SignatureError::Form(part.to_owned());
            let (key, value) = part.split_once(':').ok_or_else(form)?;
            if seen.contains(&key) {
                return Err(SignatureError::Twice(key.to_owned()));
            }
            seen.push(key);
            match key {
                "treescore" if at == 0 => value.clone_into(&mut signature.version),
                _ if at == 0 => return Err(form()),
                "m" => value.clone_into(&mut signature.measure),
                "index" => value.clone_into(&mut signature.index),
                "pair" if value == "line" => signature.by_line = true,
                "pair" if value == "id" => signature.by_id = true,
                "n" => {
                    let (scored, pairs) = value.split_once('/').unwrap_or((value, value));
                    signature.scored = Some(scored.parse().map_err(|_| form())?);
                    signature.pairs = Some(pairs.parse().map_err(|_| form())?);
                    if signature.scored > signature.pairs {
                        return Err(form());
                    }
                }
                "gold" => signature.gold = Some(value.parse().map_err(|()| form())?),
                "r" => hash = Some(value.to_owned()),
                _ if statistics::KEYS.contains(&key) => {
                    signature.statistics.push((key.to_owned(), value.to_owned()));
                }
                _ => match signature.recipe.set(key, value) {
                    // Not a recipe setting, so it belongs to the measure or the pairing. They check it in
                    // `setup`.
                    Err(SettingError::Key { key, .. }) => signature.settings.push((key, value.to_owned())),
                    other => other?,
                },
            }
        }
        // Without the hash nothing shows that a part was lost, and the rest would mean another recipe.
        if signature.measure.is_empty() {
            return Err(SignatureError::Incomplete("m:MEASURE"));
        }
        SignedStatistics::read(&signature.statistics)
            .map_err(|(key, value)| SignatureError::Value { key, value })?;
        let given = hash.ok_or(SignatureError::Incomplete("r:HASH"))?;
        let found = signature.recipe.hash(&signature.settings);
        if given == found { Ok(signature) } else { Err(SignatureError::Hash { given, found }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::align::times::TimesWords;
    use crate::prepare::PRESETS;
    use crate::read::times::{MissingTimes, TimeUnit};
    use crate::setup::{BothSides, CtmColumn};

    #[test]
    fn every_recipe_can_be_repeated_from_its_signature() {
        for preset in PRESETS {
            for entry in registry::MEASURES {
                let setup = Setup::new((entry.make)()).with_recipe(preset.recipe());
                let gold = "12ab34cd".parse().ok();
                let signature = Signature { scored: Some(5), pairs: Some(7), gold, ..setup.signature() };
                let broken = signature.to_string().replace('|', "|\n  ");
                assert_eq!(broken.parse(), Ok(signature), "{}, broken over lines", preset.name);
                assert_eq!(broken.parse::<Setup>().unwrap(), setup, "{}", preset.name);
            }
        }
    }

    #[test]
    fn every_pairing_can_be_repeated() {
        let words = WordAlignment { slack: 0.25, one_sided: OneSided::Skip, ..WordAlignment::default() };
        let text = TextAlignment { traces: Traces::Keep, ..TextAlignment::default() };
        let times = TimesSettings {
            overlaps: crate::read::times::Overlaps::Allow,
            tier: Some(b"w%20x".to_vec()),
            silences: Some(Vec::new()),
            unit: BothSides { gold: TimeUnit::Samples(16_000), system: TimeUnit::Seconds },
            shift: BothSides { gold: -100.0, system: -100.0 },
            ctm: BothSides { gold: CtmColumn::Durations, system: CtmColumn::Ends },
            words: TimesWords::Split,
            missing: MissingTimes::Spread,
        };
        for pairing in [Pairing::Text(text), Pairing::Sides(words.clone()), Pairing::Utterances(words)] {
            for entry in registry::MEASURES {
                let of_words = pairing.words().map(|_| times.clone());
                let setup =
                    Setup { times: of_words, ..Setup::new((entry.make)()).with_pairing(pairing.clone()) };
                let text = setup.signature().to_string();
                let again = text.parse::<Setup>().unwrap();
                assert_eq!(again.signature().to_string(), text);
                assert_eq!(again.times, setup.times, "{text}");
                let of_times = "|unit:samples:16000/s|shift:-100|ctm:durations/ends|times-words:split|missing-times:spread|";
                assert_eq!(text.contains(of_times), setup.times.is_some(), "{text}");
            }
        }
    }

    #[test]
    fn lines_that_were_asked_for_stand_in_the_signature_and_not_in_the_hash() {
        let trees = Setup::named("parseval").unwrap();
        let lines = Setup { unit: Some(UnitKind::Line), ..trees.clone() };
        let (trees, text) = (trees.signature().to_string(), lines.signature().to_string());
        assert!(text.contains("|pair:line|"), "{text}");
        assert_eq!(trees.rsplit_once("r:").unwrap().1, text.rsplit_once("r:").unwrap().1);
        assert_eq!(text.parse::<Setup>().unwrap().unit, Some(UnitKind::Line));
    }

    #[test]
    fn tampering_is_noticed() {
        let text = Setup::named("parseval").unwrap().signature().to_string();
        assert!(matches!(text.replace("TOP,", "").parse::<Signature>(), Err(SignatureError::Hash { .. })));
        assert!(matches!("hello".parse::<Signature>(), Err(SignatureError::Form(_))));
        assert!(matches!(text.replace("eq:", "eqq:").parse::<Signature>(), Err(SignatureError::Hash { .. })));
        assert!(matches!(
            text.replace(":corpus", ":c").parse::<Signature>(),
            Err(SignatureError::Setting(_))
        ));
        for (at, _) in text.match_indices('|') {
            let error = text[..at].parse::<Signature>().unwrap_err();
            assert!(matches!(error, SignatureError::Incomplete(_)), "{}: {error}", &text[..at]);
        }
        assert_eq!(
            text.replace("|m:parseval", "").parse::<Signature>(),
            Err(SignatureError::Incomplete("m:MEASURE"))
        );
    }

    #[test]
    fn the_name_of_the_system_is_skipped() {
        let text = Setup::named("parseval").unwrap().signature().to_string();
        for name in ["heron  ", "  ", "x|y "] {
            assert!(format!("{name}{text}").parse::<Signature>().is_ok(), "{name}");
        }
    }

    #[test]
    fn other_data_is_noticed() {
        let hash = Recipe::default().hash::<&str, &str>(&[]);
        let parse = |text: &str| format!("{text}|r:{hash}").parse::<Signature>().unwrap();
        let now = "treescore:0.2.0|m:parseval|n:1204|gold:00000001";
        for (then, expected) in [
            (now, vec![]),
            ("treescore:0.2.0|m:parseval|n:1198/1204|gold:00000001", vec!["number of pairs"]),
            ("treescore:0.2.0|m:parseval|n:1204|gold:00000002", vec!["gold trees"]),
            ("treescore:0.1.0|m:parseval|n:1204", vec!["version"]),
            ("treescore:0.2.0|m:parseval|n:1204|gold:00000001|boot:1000|seed:1", vec![]),
        ] {
            let found = parse(then).differences(&parse(now));
            assert_eq!(found.iter().map(|(what, ..)| what.as_str()).collect::<Vec<_>>(), expected, "{then}");
        }
    }

    /// Where both signatures have intervals or tests, their settings are compared, those that are not written included.
    #[test]
    fn other_statistics_are_noticed() {
        let hash = Recipe::default().hash::<&str, &str>(&[]);
        let parse = |text: &str| format!("treescore:0.2.0|m:parseval|{text}|r:{hash}").parse::<Signature>();
        let now = "boot:1000|ar:10000|seed:12345";
        for (then, expected) in [
            (now, ""),
            ("boot:1000|seed:12345", ""),
            ("boot:1000|ar:10000|fold:65536|seed:12345", ""),
            ("boot:1000|ar:10000|seed:7", "seed 7 12345"),
            ("boot:500|ar:10000|level:99|seed:12345", "replicates 500 1000, level 99 % 95 %"),
            ("boot:1000|ar:5000|ci:bca|seed:12345", "intervals bca percentile, shuffles 5000 10000"),
            ("boot:1000|pb:1000|seed:12345", "test bootstrap randomisation"),
            ("boot:1000|ar:10000|resample:file|seed:12345", "resampled by file pair"),
        ] {
            let found = parse(then).unwrap().differences(&parse(now).unwrap());
            let found: Vec<String> =
                found.into_iter().map(|(what, a, b)| format!("{what} {a} {b}")).collect();
            assert_eq!(found.join(", "), expected, "{then}");
        }
    }
}
