//! Findings about trees: roots, labels, tags, traces, marks.

use std::cell::RefCell;

use super::{Finding, FindingFigure, FindingId, Look, Severity, text};
use crate::prepare::{Compare, Cut, LabelRule, Punctuation, Recipe, Root, Rules, conventions};
use crate::run::is_main;
use crate::run::survey::{CountingRoots, DummyRoots, LabelSeen, PairSurvey, SideSurvey, Spot};
use crate::tree::Which;
use crate::values::{Advice, count, counted, ratio};

/// All findings about the trees of a system and of gold.
pub(super) fn find(look: &Look<'_>) -> Vec<Finding> {
    let Some(trees) = Trees::new(look) else { return Vec::new() };
    let all = [
        trees.roots(),
        trees.function_tags(),
        trees.traces(),
        trees.trace_words(),
        trees.binarised(),
        trees.collapsed(),
        trees.labels_unknown(),
        trees.tags_unknown(),
        trees.flat(),
        trees.speech_marks(),
        trees.speaker_codes(),
        trees.metadata(),
    ];
    all.into_iter().flatten().chain(trees.swapped()).collect()
}

/// What the recipe takes care of: function tags and traces of one side.
pub(super) fn find_mended(look: &Look<'_>) -> Vec<Finding> {
    let Some(trees) = Trees::new(look) else { return Vec::new() };
    trees.function_tags_cut().into_iter().chain(trees.traces_deleted()).collect()
}

/// The findings about trees of measures that read lines: of trees, their words alone may be compared.
pub(super) fn find_in_lines(look: &Look<'_>) -> Vec<Finding> {
    Trees::new(look).map(|trees| trees.traces()).unwrap_or_default()
}

/// Both sides as they were seen, and what the recipe says about their labels.
struct Trees<'a> {
    look: &'a Look<'a>,
    gold: &'a SideSurvey,
    system: &'a SideSurvey,
    pairs: &'a PairSurvey,
    recipe: &'a Recipe,
    /// Asked for each label when it is needed: tables of all labels would take more memory than the labels.
    rules: RefCell<Rules>,
}

/// A label of one side, with what was seen.
type Seen<'a> = (&'a [u8], &'a LabelSeen);

/// A verb that agrees with a count.
fn verb<'v>(count: u64, one: &'v str, many: &'v str) -> &'v str {
    if count == 1 { one } else { many }
}

/// True if `part` is at least this many hundredths of `whole`, and not zero.
pub(super) fn is_share(part: u64, whole: u64, hundredths: u64) -> bool {
    part > 0 && part * 100 >= whole * hundredths
}

/// The most frequent labels with their counts.
pub(super) fn most_frequent<'n>(labels: impl Iterator<Item = (&'n [u8], u64)>, shown: usize) -> String {
    let mut sums: Vec<(&[u8], u64)> = labels.filter(|(_, count)| *count > 0).collect();
    sums.sort_unstable();
    sums.dedup_by(|next, sum| {
        let is_same = next.0 == sum.0;
        sum.1 += if is_same { next.1 } else { 0 };
        is_same
    });
    sums.sort_unstable_by_key(|&(name, count)| (std::cmp::Reverse(count), name));
    let one = |&(name, number): &(&[u8], u64)| {
        let name = if name.is_empty() { "no label".to_owned() } else { text(name) };
        format!("{name} {}", count(number))
    };
    sums.iter().take(shown).map(one).collect::<Vec<_>>().join(", ")
}

impl<'a> Trees<'a> {
    fn new(look: &'a Look<'a>) -> Option<Self> {
        let survey = &look.scored.survey;
        let (system, pairs) = survey.systems.get(look.system)?;
        let gold = &survey.gold;
        let recipe = &look.plan.setups[look.setup].recipe;
        let rules = RefCell::new(Rules::new(recipe.clone()));
        Some(Self { look, gold, system, pairs, recipe, rules })
    }

    fn side(&self, which: Which) -> &'a SideSurvey {
        if which == Which::Gold { self.gold } else { self.system }
    }

    fn rule(&self, label: &[u8]) -> LabelRule {
        self.rules.borrow_mut().rule_of(label)
    }

    /// True for a label that is compared as that of a dummy root: cut, and the first of equal ones.
    fn is_dummy(&self, label: &[u8]) -> bool {
        let class = self.rule(label).bracket;
        let rules = self.rules.borrow();
        Root::DUMMIES.iter().any(|dummy| dummy.as_bytes() == rules.class_name(class))
    }

    /// The label without function tags, if the recipe cuts them.
    fn cut<'n>(&self, label: &'n [u8]) -> &'n [u8] {
        self.recipe.labels.apply(label)
    }

    fn brackets(&self, which: Which) -> impl Iterator<Item = Seen<'a>> {
        self.side(which).labels.iter().filter(|(_, seen)| seen.brackets > 0)
    }

    fn words(&self, which: Which) -> impl Iterator<Item = Seen<'a>> {
        self.side(which).labels.iter().filter(|(_, seen)| seen.words > 0)
    }

    fn compares_labels(&self) -> bool {
        self.recipe.compare == Compare::Labels
    }

    fn is_bare(&self, which: Which) -> bool {
        let inputs = &self.look.scored.inputs;
        let facts = match which {
            Which::Gold => Some(&inputs.gold),
            Which::System => inputs.systems.get(self.look.system),
        };
        facts.is_some_and(|facts| facts.iter().any(crate::read::InputFacts::is_bare))
    }

    /// A finding about brackets with certain labels on one side.
    fn about_brackets(
        &self,
        (id, which): (FindingId, Which),
        labels: &[Seen<'a>],
        message: impl FnOnce(u64, &str) -> String,
    ) -> Finding {
        let found: u64 = labels.iter().map(|(_, seen)| seen.brackets).sum();
        let first = first_of(labels, LabelSeen::first_bracket);
        let example = first.map_or_else(String::new, |(name, _)| text(name));
        Finding::warning(id, message(found, &example))
            .on(which)
            .count(found, "bracket")
            .of(self.side(which).brackets())
            .first(self.look.place(which, first.map(|(_, spot)| spot)))
    }

    fn roots(&self) -> Vec<Finding> {
        let is_bare = [Which::Gold, Which::System].into_iter().any(|which| self.is_bare(which));
        if !self.compares_labels() || is_bare {
            return Vec::new();
        }
        let trees = &self.pairs.trees;
        let CountingRoots { differ, differing, same, same_label, .. } = self.counting_roots();
        let recipe = self.recipe;
        let mut found = Vec::new();
        if let Some((label, is_gold)) = differing
            && is_share(differ.count, *trees, 5)
        {
            let roots = |side: usize| {
                most_frequent(self.pairs.roots.iter().map(|(name, seen)| (self.cut(name), seen[side])), 3)
            };
            let label = Some(self.cut(label)).filter(|label| !label.is_empty());
            let label = label.map_or_else(|| "a root without label".to_owned(), text);
            let which = if *is_gold { Which::Gold } else { Which::System };
            let message =
                format!("roots differ: gold {}; system {}; {label} counts as a bracket", roots(0), roots(1));
            found.push(self.about_roots(FindingId::RootDiffers, message, which, *differ).on(which));
        }
        let deletes_a_root = recipe.delete.iter().any(|label| {
            !label.is_empty() && Root::DUMMIES.iter().any(|dummy| dummy.as_bytes() == &label[..])
        });
        if let Some(label) = same_label
            && same.count * 2 >= *trees
            && deletes_a_root
        {
            let label = text(self.cut(label));
            let message = format!(
                "the root {label} counts as a bracket and matches in every such {}",
                self.look.unit()
            );
            found.push(self.about_roots(FindingId::RootCounted, message, Which::Gold, *same));
        }
        found
    }

    /// The dummy roots that count under the recipe.
    fn counting_roots(&self) -> &'a CountingRoots {
        self.pairs.roots_under(self.look.setup)
    }

    fn about_roots(
        &self,
        id: FindingId,
        message: String,
        which: Which,
        seen: crate::run::survey::Sighting,
    ) -> Finding {
        Finding::warning(id, message)
            .count(seen.count, self.look.unit())
            .of(self.pairs.trees)
            .first(self.look.place(which, seen.first()))
            .help(Advice::Set("root", "dummy"))
            .figure(self.figure_without_roots())
    }

    /// F1 over all pairs, now and if dummy roots did not count: one bracket per tree less.
    fn figure_without_roots(&self) -> Option<FindingFigure> {
        let setup = &self.look.plan.setups[self.look.setup];
        if !is_main(setup.measure.info().name) {
            return None; // other measures count something else
        }
        let sum = self.look.totals().all_pairs();
        let count = |name: &str| sum.count(name).and_then(|count| u64::try_from(count).ok());
        let (matched, gold, system) = (count("matched")?, count("gold")?, count("system")?);
        let roots: DummyRoots = self.counting_roots().dummies;
        if roots.are_matches_unknown || self.look.is_mean() {
            return None;
        }
        let f1 = |matched: u64, brackets: u64| ratio(2 * matched, brackets);
        let then = f1(
            matched.saturating_sub(roots.matched),
            (gold + system).saturating_sub(roots.gold + roots.system),
        );
        Some(FindingFigure { name: "f1", now: f1(matched, gold + system)?, then: then? })
    }

    fn swapped(&self) -> Option<Finding> {
        let traces = |which| self.words_tagged(which, conventions::TRACE).map_or(0, |seen| seen.words);
        let tagged = |which| -> u64 {
            let labels = self.brackets(which).filter(|(name, _)| conventions::has_function_tag(name));
            labels.map(|(_, seen)| seen.brackets).sum()
        };
        if traces(Which::System) == 0 || traces(Which::Gold) > 0 || tagged(Which::Gold) > 0 {
            return None;
        }
        let message = format!(
            "the system has {} and {} with function tags, gold has none: gold comes first",
            counted(traces(Which::System), "trace"),
            counted(tagged(Which::System), "label")
        );
        let name = |which| self.look.input(which).name();
        Some(
            Finding::warning(FindingId::Swapped, message)
                .help(Advice::Exchange(name(Which::System), name(Which::Gold))),
        )
    }

    fn words_tagged(&self, which: Which, tag: &[u8]) -> Option<&'a LabelSeen> {
        self.side(which).labels.get(tag).filter(|seen| seen.words > 0)
    }

    fn function_tags(&self) -> Vec<Finding> {
        if self.recipe.labels != Cut::Keep || !self.compares_labels() {
            return Vec::new();
        }
        self.with_function_tags("").into_iter().map(|about| about.help(Advice::CutLabels)).collect()
    }

    /// Function tags of one side that the recipe cuts off.
    fn function_tags_cut(&self) -> Vec<Finding> {
        if self.recipe.labels == Cut::Keep || !self.compares_labels() {
            return Vec::new();
        }
        let found = self.with_function_tags("; the recipe cuts them off").into_iter();
        found.map(|about| Finding { severity: Severity::Note, ..about }).collect()
    }

    /// Function tags that one side has and the other has not.
    fn with_function_tags(&self, remark: &str) -> Vec<Finding> {
        let tagged = |which| -> Vec<Seen<'a>> {
            self.brackets(which).filter(|(name, _)| conventions::has_function_tag(name)).collect()
        };
        self.on_one_side(tagged, |which, labels| {
            let other = which.other().as_str();
            self.about_brackets((FindingId::FunctionTags, which), labels, |found, example| {
                let labels = counted(found, &format!("{} label", which.as_str()));
                format!("{labels} with function tags ({example}), none in {other}{remark}")
            })
        })
    }

    /// The findings about labels that one side has on a hundredth of its brackets or more, and the other never.
    fn on_one_side(
        &self,
        labels: impl Fn(Which) -> Vec<Seen<'a>>,
        finding: impl Fn(Which, &[Seen<'a>]) -> Finding,
    ) -> Vec<Finding> {
        let mut found = Vec::new();
        for which in [Which::Gold, Which::System] {
            let (here, there) = (labels(which), labels(which.other()));
            let brackets = here.iter().map(|(_, seen)| seen.brackets).sum();
            if there.is_empty() && is_share(brackets, self.side(which).brackets(), 1) {
                found.push(finding(which, &here));
            }
        }
        found
    }

    fn binarised(&self) -> Vec<Finding> {
        let binarised = |which| -> Vec<Seen<'a>> {
            let counts = |name: &[u8]| self.rule(name).keep_bracket;
            let brackets = self.brackets(which);
            brackets.filter(|(name, _)| conventions::is_binarised(name) && counts(name)).collect()
        };
        self.on_one_side(binarised, |which, labels| {
            let names: Vec<String> = labels.iter().map(|(name, _)| text(name)).collect();
            let about = self.about_brackets((FindingId::Binarised, which), labels, |found, _| {
                let brackets = counted(found, &format!("{} bracket", which.as_str()));
                let with = verb(found, "a label", "labels");
                let shown = names[..names.len().min(3)].join(", ");
                format!("{brackets} with {with} of a binarised grammar: {shown}")
            });
            about.help(Advice::Delete(names[..names.len().min(10)].to_vec()))
        })
    }

    fn collapsed(&self) -> Vec<Finding> {
        let mut all = Vec::new();
        for which in [Which::Gold, Which::System] {
            let known = |label: &[u8]| {
                self.side(which.other()).labels.get(label).is_some_and(|seen| seen.brackets > 0)
            };
            let stands_for_several = |name: &[u8]| {
                let parts = conventions::parts(name);
                !known(name) && parts.len() > 1 && parts.iter().all(|part| known(part))
            };
            let labels: Vec<Seen<'a>> =
                self.brackets(which).filter(|(name, _)| stands_for_several(name)).collect();
            let found = labels.iter().map(|(_, seen)| seen.brackets).sum();
            if !is_share(found, self.side(which).brackets(), 1) {
                continue;
            }
            let about =
                self.about_brackets((FindingId::CollapsedUnaries, which), &labels, |found, example| {
                    let brackets = counted(found, &format!("{} bracket", which.as_str()));
                    format!("{brackets} {} for several: {example}", verb(found, "stands", "stand"))
                });
            let help = "split them before scoring: (S+VP ...) is (S (VP ...))";
            all.push(about.help(Advice::Do(help)));
        }
        all
    }

    fn labels_unknown(&self) -> Vec<Finding> {
        if !self.compares_labels() || self.is_bare(Which::System) {
            return Vec::new();
        }
        let mut known: Vec<u32> =
            self.brackets(Which::Gold).map(|(name, _)| self.rule(name).bracket).collect();
        known.sort_unstable();
        known.dedup();
        let (mut all, mut unknown) = (0, Vec::new());
        for (name, seen) in self.brackets(Which::System) {
            let rule = self.rule(name);
            if !rule.keep_bracket {
                continue;
            }
            all += seen.brackets;
            let is_odd = conventions::is_binarised(name) || conventions::parts(name).len() > 1;
            if is_odd || known.binary_search(&rule.bracket).is_ok() {
                continue;
            }
            // A dummy root has findings of its own.
            let roots = self.pairs.roots.get(name).map_or(0, |seen| seen[1]);
            let brackets = seen.brackets - if self.is_dummy(name) { roots.min(seen.brackets) } else { 0 };
            if brackets > 0 {
                unknown.push((name, seen, brackets));
            }
        }
        let found: u64 = unknown.iter().map(|(_, _, brackets)| brackets).sum();
        if !is_share(found, all, 1) {
            return Vec::new();
        }
        let shown = most_frequent(unknown.iter().map(|(name, _, count)| (self.cut(name), *count)), 5);
        let brackets = counted(found, "system bracket");
        let with = verb(found, "a label", "labels");
        let message = format!("{brackets} with {with} that gold never has: {shown}");
        let first = unknown.iter().filter_map(|(_, seen, _)| seen.first_bracket()).min();
        let finding = if is_share(found, all, 5) {
            Finding::warning(FindingId::LabelsUnknown, message)
        } else {
            Finding::note(FindingId::LabelsUnknown, message)
        };
        let finding = finding.on(Which::System).count(found, "bracket").of(all);
        vec![finding.first(self.look.place(Which::System, first))]
    }

    fn tags_unknown(&self) -> Vec<Finding> {
        let all = self.system.tagged_words();
        let is_unknown = |name: &[u8]| self.words_tagged(Which::Gold, name).is_none();
        let unknown: Vec<Seen<'a>> = self.words(Which::System).filter(|(name, _)| is_unknown(name)).collect();
        let found: u64 = unknown.iter().map(|(_, seen)| seen.words).sum();
        let is_mended = self.recipe.punctuation == Punctuation::GoldTags;
        if is_mended || found == 0 || found * 2 < all || self.gold.tagged_words() == 0 {
            return Vec::new();
        }
        let first = first_of(&unknown, |seen| seen.first_word().map(|(spot, _)| *spot));
        let (tag, spot) = first.map_or_else(|| (String::new(), None), |(tag, spot)| (text(tag), Some(spot)));
        let message = format!(
            "{} of {} with tags that gold never has ({tag}): another tag set, so tags do not delete punctuation",
            count(found),
            counted(all, "system word")
        );
        let finding = Finding::warning(FindingId::TagsUnknown, message)
            .on(Which::System)
            .count(found, "word")
            .of(all)
            .first(self.look.place(Which::System, spot))
            .help(Advice::Set("punct", "gold"));
        vec![finding]
    }

    /// The words of one side with this tag, if they count.
    fn counted_words(&self, which: Which, tag: &[u8]) -> Option<&'a LabelSeen> {
        self.words_tagged(which, tag).filter(|_| self.rule(tag).keep_word)
    }

    fn traces(&self) -> Vec<Finding> {
        let mut all = Vec::new();
        for which in [Which::Gold, Which::System] {
            let Some(seen) = self.counted_words(which, conventions::TRACE) else { continue };
            if self.counted_words(which.other(), conventions::TRACE).is_some() {
                continue;
            }
            let message = format!(
                "{} (-NONE-) {}; the other side has none",
                counted(seen.words, &format!("{} trace", which.as_str())),
                verb(seen.words, "counts as a word", "count as words")
            );
            let finding = self.about_words(FindingId::Traces, which, message, seen);
            all.push(finding.help(Advice::Delete(vec!["-NONE-".to_owned()])));
        }
        all
    }

    /// Traces of one side that the recipe deletes.
    fn traces_deleted(&self) -> Vec<Finding> {
        let one = |which: Which| {
            let seen = self.words_tagged(which, conventions::TRACE)?;
            let is_told = self.words_tagged(which.other(), conventions::TRACE).is_none()
                && !self.rule(conventions::TRACE).keep_word;
            let message = format!(
                "{} (-NONE-), none in {}; the recipe deletes {}",
                counted(seen.words, &format!("{} trace", which.as_str())),
                which.other().as_str(),
                verb(seen.words, "it", "them")
            );
            let about = self.about_words(FindingId::Traces, which, message, seen);
            is_told.then_some(Finding { severity: Severity::Note, ..about })
        };
        [Which::Gold, Which::System].into_iter().filter_map(one).collect()
    }

    fn about_words(&self, id: FindingId, which: Which, message: String, seen: &LabelSeen) -> Finding {
        let spot = seen.first_word().map(|(spot, _)| *spot);
        Finding::warning(id, message).on(which).count(seen.words, "word").first(self.look.place(which, spot))
    }

    fn trace_words(&self) -> Vec<Finding> {
        let one = |which: Which| {
            let side = self.side(which);
            let (word, tag) = side.trace_word.as_ref()?;
            let found = side.trace_words.count;
            let message = format!(
                "{} that {} not tagged -NONE-: {} is {}",
                counted(found, &format!("{} word", which.as_str())),
                verb(found, "looks like a trace, but is", "look like traces, but are"),
                text(word),
                text(tag)
            );
            let finding = Finding::warning(FindingId::TraceWords, message).on(which).count(found, "word");
            let first = self.look.place(which, side.trace_words.first());
            Some(finding.first(first).help(Advice::Do("tag traces -NONE-")))
        };
        [Which::Gold, Which::System].into_iter().filter_map(one).collect()
    }

    fn flat(&self) -> Vec<Finding> {
        let (flat, all) = (self.pairs.flat, self.look.totals().read());
        if !is_share(flat.count, all, 5) {
            return Vec::new();
        }
        let message = format!(
            "{} with one bracket only, where gold has three or more: a parser's way to fail",
            counted(flat.count, "system tree")
        );
        let finding = Finding::warning(FindingId::FlatTrees, message).on(Which::System);
        let first = self.look.place(Which::System, flat.first());
        vec![finding.count(flat.count, "pair").of(all).first(first)]
    }

    fn speech_marks(&self) -> Vec<Finding> {
        let one = |which: Which| {
            let seen = self.counted_words(which, conventions::DISFLUENCY)?;
            let example = seen.first_word().map(|(_, word)| text(word)).unwrap_or_default();
            let message = format!(
                "{} tagged -DFL- ({example}): {} of the Switchboard treebank",
                counted(seen.words, &format!("{} word", which.as_str())),
                verb(seen.words, "a mark", "marks")
            );
            let labels = ["-DFL-", "RM", "IP", "RS"].map(str::to_owned).to_vec();
            let finding = self.about_words(FindingId::SpeechMarks, which, message, seen);
            Some(finding.help(Advice::Delete(labels)))
        };
        [Which::Gold, Which::System].into_iter().filter_map(one).collect()
    }

    fn speaker_codes(&self) -> Vec<Finding> {
        let one = |which: Which| {
            let side = self.side(which);
            let code = side.code.as_ref()?;
            let found = side.codes.count;
            let message = format!(
                "{} with the root CODE ({}): {}",
                counted(found, &format!("{} tree", which.as_str())),
                text(code),
                verb(found, "a speaker code, no sentence", "speaker codes, not sentences")
            );
            let finding = Finding::warning(FindingId::SpeakerCodes, message).on(which).count(found, "tree");
            let first = self.look.place(which, side.codes.first());
            Some(finding.first(first).help(Advice::Skip("CODE".to_owned())))
        };
        [Which::Gold, Which::System].into_iter().filter_map(one).collect()
    }

    fn metadata(&self) -> Vec<Finding> {
        let one = |which: Which| {
            let tags = conventions::METADATA.iter();
            let seen: Vec<Seen<'a>> =
                tags.filter_map(|&tag| Some((tag, self.counted_words(which, tag)?))).collect();
            let found: u64 = seen.iter().map(|(_, seen)| seen.words).sum();
            let (tag, spot) = first_of(&seen, |seen| seen.first_word().map(|(spot, _)| *spot))?;
            let first = seen.iter().find(|(name, _)| *name == tag);
            let example = first.and_then(|(_, seen)| seen.first_word()).map(|(_, word)| text(word));
            let message = format!(
                "{} tagged {} ({}): {} about the text",
                counted(found, &format!("{} word", which.as_str())),
                text(tag),
                example.unwrap_or_default(),
                verb(found, "a note", "notes")
            );
            let finding = Finding::warning(FindingId::Metadata, message).on(which).count(found, "word");
            let first = self.look.place(which, Some(spot));
            Some(finding.first(first).help(Advice::Delete(vec![text(tag)])))
        };
        [Which::Gold, Which::System].into_iter().filter_map(one).collect()
    }
}

/// The label that was seen first, and where.
fn first_of<'s>(labels: &[Seen<'s>], spot: impl Fn(&LabelSeen) -> Option<Spot>) -> Option<(&'s [u8], Spot)> {
    labels.iter().filter_map(|(name, seen)| Some((*name, spot(seen)?))).min_by_key(|(_, spot)| *spot)
}
