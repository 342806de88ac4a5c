//! Findings about files: how they were read, and what was left out.

use super::{Finding, FindingFigure, FindingId, Severity};
use crate::prepare::{Root, join_labels};
use crate::read::{
    DecidedBy, Document, Encoding, Format, Holds, InputFacts, Nbest, PAIRS, Recoded, TextEncoding, find_code,
    name_in_message, recoded,
};
use crate::run::{FolderNote, FoundInputs, Input, Plan, Scored, SystemScored};
use crate::tree::Which;
use crate::values::{Advice, count, counted};

/// How many unknown fields, or files, a note names.
const SHOWN: usize = 5;

/// A finding without the name of its file.
#[derive(Clone, PartialEq)]
struct Told {
    id: FindingId,
    severity: Severity,
    text: String,
    advice: Option<Advice>,
}

fn note(id: FindingId, text: String) -> Told {
    Told { id, severity: Severity::Note, text, advice: None }
}

impl Told {
    fn help(self, advice: Advice) -> Self {
        Self { advice: Some(advice), ..self }
    }

    fn into_warning(self) -> Self {
        Self { severity: Severity::Warning, ..self }
    }
}

/// What people should know about how their files were read: what was recognised, unless it is what the
/// measure reads anyway, and what may change a number.
pub(super) fn find(plan: &Plan, scored: &Scored) -> Vec<Finding> {
    find_in(plan, &scored.inputs, &|| untagged_gold(plan, scored))
}

/// The findings about the files of gold and one system that were read in some other way than for a score, for
/// example to align their texts.
///
/// ```
/// use treescore::Setup;
/// use treescore::findings::of_files;
/// use treescore::read::Units;
/// use treescore::run::{FoundInputs, Plan};
/// let one = || ["(S (N a))"].into_iter().collect::<Units>().into();
/// let plan = Plan::new(one(), vec![one()], vec![Setup::named("parseval")?]);
/// assert!(of_files(&plan, &FoundInputs::default()).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn of_files(plan: &Plan, inputs: &FoundInputs) -> Vec<Finding> {
    let mut found = find_in(plan, inputs, &|| None);
    if let Some(finding) = encoding_differs(plan, inputs, 0) {
        found.retain(|finding| finding.id != FindingId::Encoding8bit);
        found.push(finding);
    }
    super::sort(&mut found);
    found
}

fn find_in(plan: &Plan, inputs: &FoundInputs, untagged_gold: &dyn Fn() -> Option<Told>) -> Vec<Finding> {
    let gold_has_tags = !inputs.gold.iter().any(InputFacts::is_untagged);
    let is_best = plan.setups.iter().any(|setup| setup.input.nbest == Nbest::Best);
    let deletes_words = plan.setups.iter().any(|setup| !setup.recipe.delete.is_empty());
    let reads_lines = plan.setups.iter().any(|setup| setup.measure.demands().syntax.is_by_line());
    let mut findings: Vec<Finding> = Vec::new();
    for (system, input, facts) in sides(plan, inputs) {
        findings.extend(no_text(inputs, (system, input)));
        findings.extend(empty_files(inputs, (system, input), facts));
        let mut told: Vec<Told> = Vec::new();
        for one in facts {
            let mut found = of_file(one, reads_lines, is_best);
            if one.is_untagged() && gold_has_tags && deletes_words {
                let text = "words without tags; gold's tags decide what is punctuation".to_owned();
                found.push(note(FindingId::Format, text));
            }
            if one.is_untagged() && system.is_none() {
                found.extend(untagged_gold());
            }
            if found.is_empty() {
                continue;
            }
            let name = input.document_name(one.document).unwrap_or_else(|| input.name());
            let name = name_in_message(&name);
            for one in found {
                // A folder says it once.
                if told.contains(&one) {
                    continue;
                }
                told.push(one.clone());
                let Told { id, severity, text, advice } = one;
                let which = if system.is_some() { Which::System } else { Which::Gold };
                let mut finding = Finding::new(id, severity, format!("{name}: {text}")).on(which);
                finding.system = system;
                finding.help.extend(advice.map(|advice| advice.on_side(which.as_str())));
                // So do two sides with the same file.
                if !findings.iter().any(|known| known.message == finding.message) {
                    findings.push(finding);
                }
            }
        }
    }
    findings
}

/// The findings about folders: which files were left out, and how partners were found.
///
/// ```
/// use treescore::findings::{FindingId, of_folders};
/// use treescore::run::FolderNote;
/// let note = FolderNote::LeftOut("runs".into(), vec!["runs/README".into()]);
/// let found = of_folders(&[note]);
/// assert_eq!((found[0].id, found[0].message.as_str()), (FindingId::LeftOut, "runs: left out: runs/README"));
/// ```
pub fn of_folders(notes: &[FolderNote]) -> Vec<Finding> {
    let one = |note: &FolderNote| {
        let id = match note {
            FolderNote::LeftOut(..) => FindingId::LeftOut,
            FolderNote::Partners(..) => FindingId::Partners,
        };
        Finding::note(id, note.to_string())
    };
    notes.iter().map(one).collect()
}

/// Files of a folder that are no text.
fn no_text(inputs: &FoundInputs, (system, input): (Option<usize>, &Input)) -> Option<Finding> {
    let files = inputs.no_text.get(system.map_or(0, |at| at + 1)).filter(|files| !files.is_empty())?;
    let shown: Vec<String> = files.iter().take(SHOWN).filter_map(|&file| input.document_name(file)).collect();
    let more = if files.len() > shown.len() { ", …" } else { "" };
    let message = format!("{}: left out, because not text: {}{more}", input.name(), shown.join(", "));
    let which = if system.is_some() { Which::System } else { Which::Gold };
    let mut finding = Finding::note(FindingId::LeftOut, message).on(which);
    finding.system = system;
    Some(finding)
}

/// Files without anything in them. They may be silent sides of conversations, or what a program left that did not
/// finish.
///
/// Nothing is said of partners that are both empty.
fn empty_files(
    inputs: &FoundInputs,
    (system, input): (Option<usize>, &Input),
    facts: &[InputFacts],
) -> Option<Finding> {
    let is_blank = |side: &[InputFacts], document: usize| {
        side.iter().any(|facts| facts.document == document && facts.is_blank)
    };
    let has_blank_partners = |document: usize| match system {
        Some(_) => is_blank(&inputs.gold, document),
        None => inputs.systems.iter().all(|side| is_blank(side, document)),
    };
    let blank = facts.iter().filter(|facts| facts.is_blank && !has_blank_partners(facts.document));
    let names: Vec<String> = blank.filter_map(|one| input.document_name(one.document)).collect();
    let first = names.first()?;
    let which = if system.is_some() { Which::System } else { Which::Gold };
    // Partners often have the same name.
    let side = which.as_str();
    let message = match names.len() {
        1 => format!("the {side} file {first} is empty"),
        _ => format!("the {side} file {first} and {} are empty", counted(names.len() as u64 - 1, "other")),
    };
    let finding = Finding::warning(FindingId::EmptyFile, message).on(which);
    let finding = finding.count(names.len() as u64, "file").of(facts.len() as u64);
    Some(Finding { system, ..finding.first(Some(format!("{first}:1:1"))) })
}

/// One side is in an 8-bit code, and the other is not.
pub(super) fn encoding_differs(plan: &Plan, inputs: &FoundInputs, system: usize) -> Option<Finding> {
    let is_odd =
        |facts: &[InputFacts]| facts.iter().any(|facts| facts.encoding.finding() == Some("encoding-8bit"));
    let which = match (is_odd(&inputs.gold), is_odd(inputs.systems.get(system)?)) {
        (true, false) => Which::Gold,
        (false, true) => Which::System,
        _ => return None,
    };
    let input = |which: Which| if which == Which::Gold { Some(&plan.gold) } else { plan.systems.get(system) };
    let (own, other) = (input(which)?, input(which.other())?);
    let found = find_code(own.corpus()?, other.corpus()?)?;
    let name = own.document_name(0).unwrap_or_else(|| own.short_name());
    let finding = of_code(which, &name, &found);
    // An option that is given once is for all systems.
    let is_odd = |at: usize| inputs.systems.get(at).is_some_and(|facts| is_odd(facts));
    Some(finding.for_one_of(plan.systems.len(), is_odd))
}

/// What to say about the only side that is not UTF-8.
fn of_code(which: Which, name: &str, found: &Recoded) -> Finding {
    let (same, before) = found.same;
    let better = found.code.map(|code| {
        let [same, of, before] = [same, found.sentences, before].map(|number| count(number as u64));
        format!("; as {code} {same} of {of} sentences have the same words, as it stands {before}")
    });
    let first = format!("{name}:{}:{}", found.first.line, found.first.column);
    let finding = not_utf8(which, name, &better.unwrap_or_default()).first(Some(first));
    match found.code {
        Some(code) => finding
            .help(Advice::ForSide(which.as_str(), "encoding", code.to_owned()))
            .figure(Some(FindingFigure { name: "same words", now: before as f64, then: same as f64 })),
        None => finding,
    }
}

/// Only the file with this name is not UTF-8; `more` is appended.
fn not_utf8(which: Which, name: &str, more: &str) -> Finding {
    let message = format!("{name} is not UTF-8, the other side is{more}");
    Finding::warning(FindingId::EncodingDiffers, message).on(which)
}

impl Finding {
    /// The finding about the encoding of one of several systems: its help names the code of those that are not UTF-8.
    // For the crates of this workspace; not part of the interface.
    #[doc(hidden)]
    #[must_use]
    pub fn for_one_of(mut self, systems: usize, is_odd: impl Fn(usize) -> bool) -> Self {
        for advice in &mut self.help {
            if let (true, Advice::ForSide("system", key, code)) = (systems > 1, &*advice) {
                let codes = (0..systems).map(|at| if is_odd(at) { code.clone() } else { "utf-8".to_owned() });
                *advice = Advice::ForSystems(key, codes.collect());
            }
        }
        self
    }

    /// The most sentences that [`encoding_differs`](Self::encoding_differs) compares.
    // For the crates of this workspace; not part of the interface.
    #[doc(hidden)]
    pub const RECODED_MAX: usize = PAIRS;

    /// Only this file is not UTF-8. `same` counts the sentences, of so many, that have the words of the other side
    /// in a code, or as the file stands.
    // For the crates of this workspace; not part of the interface.
    #[doc(hidden)]
    pub fn encoding_differs(
        which: Which,
        document: &Document,
        sentences: usize,
        same: impl FnMut(Option<Encoding>) -> Option<usize>,
    ) -> Self {
        let found = recoded(document, sentences, same);
        found.map_or_else(
            || not_utf8(which, &document.name, ""),
            |found| of_code(which, &document.name, &found),
        )
    }
}

/// Gold and the systems, with what is known about their files.
fn sides<'a>(
    plan: &'a Plan,
    inputs: &'a FoundInputs,
) -> impl Iterator<Item = (Option<usize>, &'a Input, &'a [InputFacts])> {
    let gold = std::iter::once((None, &plan.gold, &inputs.gold[..]));
    let systems = plan.systems.iter().zip(&inputs.systems).enumerate();
    gold.chain(systems.map(|(at, (input, facts))| (Some(at), input, &facts[..])))
}

/// What to say if gold has no tags, and the tags of a system delete words that gold keeps.
fn untagged_gold(plan: &Plan, scored: &Scored) -> Option<Told> {
    let is_refused = |(system, facts): (&SystemScored, &Vec<InputFacts>)| {
        let has_tags = !facts.iter().any(InputFacts::is_untagged);
        has_tags && system.setups.iter().any(|setup| setup.kinds.contains_key("words differ"))
    };
    let is_harmless = |label: &Vec<u8>| {
        label == b"-NONE-" || Root::DUMMIES.iter().any(|dummy| dummy.as_bytes() == &label[..])
    };
    let setup = plan.setups.iter().find(|setup| !setup.recipe.delete.iter().all(is_harmless))?;
    if !scored.systems.iter().zip(&scored.inputs.systems).any(is_refused) {
        return None;
    }
    let kept: Vec<Vec<u8>> = setup.recipe.delete.iter().filter(|label| is_harmless(label)).cloned().collect();
    let text = "words without tags, so that tags delete punctuation on the system's side only".to_owned();
    Some(note(FindingId::Format, text).help(Advice::CountAllWords(join_labels(&kept))))
}

fn of_file(facts: &InputFacts, reads_lines: bool, is_best: bool) -> Vec<Told> {
    let mut notes: Vec<Told> = Vec::new();
    let is_usual = match facts.format {
        Format::Brackets => true,
        Format::Forest | Format::Plain => reads_lines,
        _ => false,
    };
    if !is_usual || facts.other_reading().is_some() || facts.by == DecidedBy::Partner {
        notes.push(recognised(facts, is_best));
    }
    let counts = &facts.counts;
    let more = |name: &str| counts.get(name);
    notes.extend(encoding(facts.encoding));
    if more("raw_brackets") > 0 {
        let brackets = counted(more("raw_brackets"), "bracket");
        let verb = if more("raw_brackets") == 1 { "that is a word" } else { "that are words" };
        let text = format!("{brackets} {verb} and not escaped, read as words");
        notes.push(note(FindingId::RawBracket, text));
    }
    if counts.remarks() > 0 {
        let lines = counted(counts.remarks(), "line");
        notes.push(note(FindingId::Comments, format!("{lines} of comment")));
    }
    if more("loose") > 0 {
        let words = counted(more("loose"), "word");
        notes.push(note(FindingId::LooseWords, format!("{words} that no edge leads to, put under VROOT")));
    }
    notes.extend(left_out(facts));
    if more("types") > 0 {
        let types = counted(more("types"), "type");
        notes.push(note(
            FindingId::Format,
            format!("{types} of nodes not read: trees are compared by labels"),
        ));
    }
    if more("unknown_fields") > 0 {
        notes.push(note(FindingId::Format, unknown_fields(facts)));
    }
    notes
}

/// What the encoding of a file calls for.
fn encoding(encoding: TextEncoding) -> Option<Told> {
    Some(match encoding.finding()? {
        "encoding-8bit" => {
            let text = "not UTF-8; bytes are compared as they are".to_owned();
            note(FindingId::Encoding8bit, text).help(Advice::NameEncoding(None))
        }
        _ => note(FindingId::EncodingUtf16, format!("{}, decoded", encoding.name().to_uppercase())),
    })
}

/// The findings about how a file of trees with this name was read, which is one of this side, if there are two.
///
/// ```
/// use treescore::findings::{FindingId, of_facts};
/// use treescore::read::Corpus;
/// let mut file = tempfile::NamedTempFile::new()?;
/// std::io::Write::write_all(&mut file, b"# a comment\n(NP (D the) (N cat))\n")?;
/// let corpus = Corpus::find(file.path())?;
/// let facts = corpus.inspect(&corpus.documents()[0])?.facts;
/// assert_eq!(of_facts("gold.trees", &facts, None)[0].id, FindingId::Comments);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn of_facts(name: &str, facts: &InputFacts, side: Option<Which>) -> Vec<Finding> {
    let told = of_file(facts, false, false).into_iter();
    let finding = |Told { id, severity, text, advice }| {
        let mut finding = Finding::new(id, severity, format!("{name}: {text}"));
        let on_side = |advice: Advice| match side {
            Some(side) => advice.on_side(side.as_str()),
            None => advice,
        };
        finding.help.extend(advice.map(on_side));
        finding
    };
    told.map(finding).collect()
}

/// The finding about the encoding of a file with this name, if there is one: for files that are no side of a
/// score, such as times and chunks.
///
/// ```
/// use treescore::findings::{FindingId, of_encoding};
/// use treescore::read::TextEncoding;
/// let found = of_encoding("gold.txt", TextEncoding::Utf32(false)).unwrap();
/// assert_eq!((found.id, found.message.as_str()), (FindingId::EncodingUtf16, "gold.txt: UTF-32LE, decoded"));
/// assert!(of_encoding("gold.txt", TextEncoding::Utf8).is_none());
/// ```
pub fn of_encoding(name: &str, found: TextEncoding) -> Option<Finding> {
    let Told { id, text, advice, .. } = encoding(found)?;
    let mut finding = Finding::note(id, format!("{name}: {text}"));
    finding.help.extend(advice);
    Some(finding)
}

/// What was left out of a file, or read in one of several ways.
fn left_out(facts: &InputFacts) -> Vec<Told> {
    let mut notes = Vec::new();
    let more = |name: &str| facts.counts.get(name);
    let (alternations, optional) = (more("alternations"), more("optional"));
    if alternations + optional > 0 {
        let all = counted_all(&[(alternations, "alternation"), (optional, "optional word")]);
        let text =
            format!("{}: the first alternative is read, where sclite takes the best", all.join(" and "));
        notes.push(note(FindingId::Alternations, text).into_warning());
    }
    let left_out = counted_all(&[(more("silence"), "silence"), (more("sounds"), "sound")]);
    if !left_out.is_empty() {
        notes.push(note(FindingId::LeftOut, format!("left out: {}", left_out.join(", "))));
    }
    if more("channels") > 0 {
        let channels = counted(more("channels"), "channel");
        let text = format!("{channels} of recordings with several: each is an utterance");
        notes.push(note(FindingId::Channels, text));
    }
    if more("skipped") > 0 {
        let text = format!("{} left out by root label", counted(more("skipped"), "tree"));
        notes.push(note(FindingId::LeftOut, text));
    }
    notes
}

/// The numbers that are not zero, with their nouns.
pub(super) fn counted_all(numbers: &[(u64, &str)]) -> Vec<String> {
    numbers.iter().filter(|(number, _)| *number > 0).map(|(number, noun)| counted(*number, noun)).collect()
}

/// Which fields the format does not know.
fn unknown_fields(facts: &InputFacts) -> String {
    let mut names: Vec<String> =
        facts.counts.unknown_fields().take(SHOWN).map(|name| format!("`{name}`")).collect();
    if facts.counts.unknown_fields().count() > SHOWN {
        names.push("…".to_owned());
    }
    let fields = counted(facts.counts.get("unknown_fields"), "unknown field");
    format!("{fields} passed over: {}", names.join(", "))
}

/// What a file was recognised as, and the other reading, if there is one.
fn recognised(facts: &InputFacts, is_best: bool) -> Told {
    let unit = match facts.format.holds() {
        Holds::Words | Holds::Forests => "utterance",
        _ => "sentence",
    };
    let units = counted(facts.units, unit);
    let counts = &facts.counts;
    let name = match (facts.format, facts.variant) {
        (Format::Nbest, _) => {
            let (trees, not_best) = (counts.get("candidates"), counts.get("not_best"));
            let which = if is_best { "the best" } else { "the first" };
            let text = format!("n-best list, {} trees for {units}; {which} of each is read", count(trees));
            return if not_best > 0 && !is_best {
                let text = format!("{text}; in {} another has a higher score", count(not_best));
                note(FindingId::Nbest, text).into_warning().help(Advice::ReadBest)
            } else {
                note(FindingId::Nbest, text)
            };
        }
        (Format::Trn, _) => {
            let verb = if facts.units == 1 { "is no word" } else { "are not words" };
            let text = format!("{} at the ends of lines {verb} (trn)", ids(facts));
            return note(FindingId::IdsAsWords, text).help(Advice::ReadAllAsWords);
        }
        (Format::Kaldi, _) => {
            let verb = if facts.units == 1 { "is no word" } else { "are not words" };
            let text = format!("{} before the words {verb} (Kaldi)", ids(facts));
            return note(FindingId::IdsAsWords, text).help(Advice::ReadAllAsWords);
        }
        (format, Some(variant)) => format!("{} {variant}, {units}", format.label()),
        (format, None) => format!("{}, {units}", format.label()),
    };
    match (facts.by, facts.other_reading()) {
        (DecidedBy::Partner, _) => note(FindingId::Format, format!("{name}, by the words of the other side")),
        (_, Some(other)) => note(FindingId::Format, format!("{name}; another reading is possible"))
            .help(Advice::NameFormat(None, vec![other.as_str().to_owned()])),
        _ => note(FindingId::Format, name),
    }
}

fn ids(facts: &InputFacts) -> String {
    counted(facts.units, "id")
}
