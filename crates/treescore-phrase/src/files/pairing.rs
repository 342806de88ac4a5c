//! The sentences of a system and their partners in gold: by id, by the number of their tree, or in order.

use treescore::Which;
use treescore::findings::{Finding, FindingId, Severity};
use treescore::read::Encoding;
use treescore::values::{count, counted};

use super::gold::Ids;
use super::{Gold, PhraseFileError, shorten};

/// The partner of each gold sentence, and what is to be said about that.
pub(super) struct Pairs {
    pub(super) partners: Vec<usize>,
    pub(super) notes: Vec<Finding>,
}

/// Finds the partners of all gold sentences.
pub(super) fn pairs(gold: &Gold, system: &Gold) -> Result<Pairs, PhraseFileError> {
    let by_id: Option<Vec<usize>> =
        (0..gold.len()).map(|at| system.find(gold.id(at)).map(|found| found as usize)).collect();
    let in_order = || Pairs { partners: (0..gold.len()).collect(), notes: Vec::new() };
    let is_even = system.len() == gold.len();
    if let (Some(partners), true) = (&by_id, is_even) {
        let notes = order_differs(gold, system, partners).into_iter().collect();
        return Ok(Pairs { partners: partners.clone(), notes });
    }
    let refusal = |finding| Err(PhraseFileError::Differs(Box::new(finding)));
    if gold.ids() == Ids::Columns || system.ids() == Ids::Columns {
        return match by_number(gold, system) {
            _ if is_even => Ok(in_order()),
            Some(partners) => Ok(Pairs { notes: vec![left_out(gold, system)], partners }),
            None => refusal(count_differs(gold, system)),
        };
    }
    let only = OneSided::of(gold, system);
    match by_id {
        Some(partners) if only.system.is_empty() => {
            Ok(Pairs { notes: vec![left_out(gold, system)], partners })
        }
        None if only.gold.len() == gold.len() && is_even => {
            let notes = vec![paired_in_order(gold, system)];
            Ok(Pairs { notes, ..in_order() })
        }
        None if only.gold.len() == gold.len() => refusal(count_differs(gold, system)),
        _ => refusal(only.finding(gold, system)),
    }
}

/// Sentences in columns for all trees of gold, of which some are not used.
fn by_number(gold: &Gold, system: &Gold) -> Option<Vec<usize>> {
    let trees = gold.trees();
    if system.ids() != Ids::Columns || system.len() != trees.len() {
        return None;
    }
    (0..gold.len()).map(|at| trees.binary_search(&gold.id(at).parse().ok()?).ok()).collect()
}

/// Sentences that only one side has, by their places in it. Those for trees that gold does not use are none of
/// the system's.
struct OneSided {
    gold: Vec<usize>,
    system: Vec<usize>,
}

impl OneSided {
    fn of(gold: &Gold, system: &Gold) -> Self {
        let is_unknown = |at: &usize| {
            let id = system.id(*at);
            gold.find(id).is_none() && !gold.leaves_out(id)
        };
        Self {
            gold: (0..gold.len()).filter(|&at| system.find(gold.id(at)).is_none()).collect(),
            system: (0..system.len()).filter(is_unknown).collect(),
        }
    }

    fn finding(&self, gold: &Gold, system: &Gold) -> Finding {
        let some = |side: &Gold, only: &[usize]| {
            let example = only.first().map(|&at| format!(" ({})", shown_id(side, at)));
            (count(only.len() as u64), example.unwrap_or_default())
        };
        let ((golden, of_gold), (own, of_system)) = (some(gold, &self.gold), some(system, &self.system));
        let message =
            format!("sentences of one side only: {golden} of gold{of_gold}, {own} of the system{of_system}");
        let first = match (self.system.first(), self.gold.first()) {
            (Some(&at), _) => place(system, at),
            (None, Some(&at)) => place(gold, at),
            (None, None) => None,
        };
        let found = (self.gold.len() + self.system.len()) as u64;
        let finding = Finding::new(FindingId::IdsDiffer, Severity::Refusal, message);
        Finding { count: Some(found), noun: "sentence", first, ..finding }
    }
}

fn shown_id(side: &Gold, at: usize) -> String {
    shorten(side.id(at).as_bytes())
}

/// A place as people read it, if the sentence was read from a line of a file.
fn place(side: &Gold, at: usize) -> Option<String> {
    let (file, line) = side.place(at);
    (line > 0).then(|| format!("{file}:{line}:1"))
}

/// The same ids in another order.
fn order_differs(gold: &Gold, system: &Gold, partners: &[usize]) -> Option<Finding> {
    let moved = || partners.iter().enumerate().filter(|(at, partner)| at != *partner);
    let (at, _) = moved().next()?;
    let message = format!(
        "the same {} in another order: {} / {}; paired by id",
        counted(gold.len() as u64, "sentence"),
        shown_id(gold, at),
        shown_id(system, at)
    );
    let finding = Finding::new(FindingId::OrderDiffers, Severity::Note, message);
    let (count, of) = (Some(moved().count() as u64), Some(gold.len() as u64));
    Some(Finding { count, of, noun: "sentence", first: place(system, at), ..finding })
}

/// Both sides have ids, but none in common.
fn paired_in_order(gold: &Gold, system: &Gold) -> Finding {
    let message = format!(
        "no sentence has the same id on both sides ({} / {}); paired in order",
        shown_id(gold, 0),
        shown_id(system, 0)
    );
    let finding = Finding::new(FindingId::IdsDiffer, Severity::Note, message);
    Finding { count: Some(gold.len() as u64), noun: "sentence", ..finding }
}

/// The system has sentences for trees that gold does not use.
fn left_out(gold: &Gold, system: &Gold) -> Finding {
    let left = system.len().saturating_sub(gold.len()) as u64;
    let which = if left == 1 { "whose gold tree is" } else { "whose gold trees are" };
    let message =
        format!("{}: left out: {} {which} faulty or not selected", system.name(), counted(left, "sentence"));
    let finding = Finding::new(FindingId::LeftOut, Severity::Note, message);
    let (count, of) = (Some(left), Some(system.len() as u64));
    Finding { side: Some(Which::System), count, of, noun: "sentence", ..finding }
}

/// One side has more sentences.
fn count_differs(gold: &Gold, system: &Gold) -> Finding {
    let (golden, own) = (gold.len(), system.len());
    let pairs = golden.min(own);
    let differing = (0..pairs).find(|&at| !may_be_same(gold, at, system, at));
    let (side, first) = match differing {
        Some(at) => (system, at),
        None if golden > own => (gold, pairs),
        None => (system, pairs),
    };
    let are_known = (0..pairs).all(|at| gold.words(at).is_some() && system.words(at).is_some());
    let more = match differing {
        Some(at) => {
            format!("; words first differ in sentence {}: look for the missing sentence there", at + 1)
        }
        None if !are_known => String::new(),
        None if pairs == 1 => "; sentence 1 has the same words".to_owned(),
        None => format!("; sentences 1 to {} have the same words", count(pairs as u64)),
    };
    let message = format!(
        "{} has {}, {} has {}{more}",
        gold.name(),
        counted(golden as u64, "sentence"),
        system.name(),
        count(own as u64)
    );
    let finding = Finding::new(FindingId::CountDiffers, Severity::Refusal, message);
    let count = Some(golden.abs_diff(own) as u64);
    Finding { count, noun: "sentence", first: place(side, first), ..finding }
}

/// True unless two sentences have other words, or another number of words.
fn may_be_same(gold: &Gold, at: usize, system: &Gold, partner: usize) -> bool {
    match (gold.words(at), system.words(partner)) {
        (Some(golden), Some(own)) => golden.eq(own),
        _ => gold.length(at) == system.length(partner),
    }
}

/// Compares the words of partners. Returns a note if some are not known.
pub(super) fn compare_words(
    gold: &Gold,
    system: &Gold,
    partners: &[usize],
) -> Result<Option<Finding>, PhraseFileError> {
    let mut unknown: [u64; 2] = [0; 2];
    for (at, &partner) in partners.iter().enumerate() {
        if !may_be_same(gold, at, system, partner) {
            return Err(PhraseFileError::Differs(Box::new(words_differ(gold, at, system, partner))));
        }
        if gold.length(at) > 0 {
            unknown[0] += u64::from(gold.words(at).is_none());
            unknown[1] += u64::from(system.words(partner).is_none());
        }
    }
    let side = if unknown[0] >= unknown[1] { gold } else { system };
    let (found, all) = (unknown[0].max(unknown[1]), partners.len() as u64);
    let name = side.name();
    let message = if found == all {
        format!("words are not compared: {name} has none")
    } else {
        let of = counted(all, "sentence");
        format!("words are not compared in {} of {of}: {name} has none there", count(found))
    };
    let finding = Finding::new(FindingId::WordsNotCompared, Severity::Note, message);
    Ok((found > 0).then_some(Finding { count: Some(found), of: Some(all), noun: "sentence", ..finding }))
}

/// Two sentences have other words, or another number of words.
fn words_differ(gold: &Gold, at: usize, system: &Gold, partner: usize) -> Finding {
    let id = shown_id(gold, at);
    let finding = if let (Some(golden), Some(own)) = (gold.words(at), system.words(partner)) {
        Finding::words_differ(&id, golden.collect(), own.collect())
    } else {
        let golden = counted(u64::from(gold.length(at)), "word");
        let own = count(u64::from(system.length(partner)));
        let message = format!("sentence {id}: {golden} in gold, {own} in the system");
        Finding::new(FindingId::OtherWords, Severity::Refusal, message)
    };
    Finding { side: Some(Which::System), first: place(system, partner), ..finding }
}

impl Gold {
    /// Counts the sentences of the first thousand whose partners have the same words if those of one side are in
    /// this encoding; `None` if they are not.
    ///
    /// ```
    /// use treescore::Which;
    /// use treescore_phrase::Gold;
    /// let read = |name: &str, text: &'static [u8]| {
    ///     let mut chunks = Gold::new(name);
    ///     chunks.read_columns(name, Box::new(text), Default::default()).map(|()| chunks)
    /// };
    /// let (gold, system) = (read("gold", "café B-NP\n".as_bytes())?, read("system", b"caf\xe9 B-NP\n")?);
    /// assert_eq!(gold.same_words(&system, None), Some(0));
    /// assert_eq!(gold.same_words(&system, Some((Which::System, "latin1".parse()?))), Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn same_words(&self, system: &Self, recoded: Option<(Which, Encoding)>) -> Option<usize> {
        let partners = pairs(self, system).map(|pairs| pairs.partners);
        let partners = partners.unwrap_or_else(|_| (0..self.len().min(system.len())).collect());
        let mut same = 0;
        for (at, partner) in partners.into_iter().enumerate().take(Finding::RECODED_MAX) {
            let (Some(golden), Some(own)) = (self.words(at), system.words(partner)) else { continue };
            let is_same = match recoded {
                None => golden.eq(own),
                Some((Which::Gold, encoding)) => {
                    decoded(golden, encoding)?.iter().map(String::as_bytes).eq(own)
                }
                Some((Which::System, encoding)) => {
                    golden.eq(decoded(own, encoding)?.iter().map(String::as_bytes))
                }
            };
            same += usize::from(is_same);
        }
        Some(same)
    }
}

fn decoded<'w>(words: impl Iterator<Item = &'w [u8]>, encoding: Encoding) -> Option<Vec<String>> {
    words.map(|word| encoding.decode(word).map(Into::into)).collect()
}

#[cfg(test)]
#[path = "pairing_tests.rs"]
mod tests;
