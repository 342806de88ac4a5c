//! PARSEVAL by double loops over lists of brackets: too simple to be wrong.

use treescore::measure::BracketCounts;
use treescore::prepare::{
    Compare, Cut, DeletedWords, Equate, Name, Punctuation, Recipe, Repeats, Root, Trivial,
};

use super::sketch::Sketch;

/// A cut label over counted words.
#[derive(Clone, PartialEq)]
struct Bracket {
    label: Name,
    start: usize,
    end: usize,
}

/// The counts of a pair; `None` if the counted words differ.
pub fn counts(gold: &Sketch, system: &Sketch, recipe: &Recipe) -> Option<BracketCounts> {
    let (gold_kept, system_kept) = kept_words(gold, system, recipe);
    let word = |sketch: &Sketch, at: usize| sketch.steps[at].word.clone().into_bytes();
    let tag = |sketch: &Sketch, at: usize| recipe.tags.apply(sketch.steps[at].tag.as_bytes()).to_vec();
    let both = || gold_kept.iter().zip(&system_kept);
    if gold_kept.len() != system_kept.len() || both().any(|(&a, &b)| word(gold, a) != word(system, b)) {
        return None;
    }
    let (gold_counted, system_counted) =
        (brackets(gold, &gold_kept, recipe), brackets(system, &system_kept, recipe));
    if gold_kept.is_empty() {
        return Some(BracketCounts::default());
    }
    let matched = matched(&gold_counted, &system_counted, recipe);
    let crossing =
        system_counted.iter().filter(|b| gold_counted.iter().any(|a| crosses(a, b))).count() as u64;
    let (gold_brackets, system_brackets) = (gold_counted.len() as u64, system_counted.len() as u64);
    let is_same_tag = |&(&a, &b): &(&usize, &usize)| same_tag(&tag(gold, a), &tag(system, b), recipe);
    Some(BracketCounts {
        pairs: 1,
        matched,
        gold: gold_brackets,
        system: system_brackets,
        crossing,
        words: gold_kept.len() as u64,
        system_words: gold_kept.len() as u64,
        tags: both().filter(is_same_tag).count() as u64,
        exact: u64::from(matched == gold_brackets && matched == system_brackets),
        no_crossing: u64::from(crossing == 0),
        two_or_fewer_crossing: u64::from(crossing <= 2),
        ..BracketCounts::default()
    })
}

/// The numbers of the counted words, of gold and system.
fn kept_words(gold: &Sketch, system: &Sketch, recipe: &Recipe) -> (Vec<usize>, Vec<usize>) {
    let goes = |sketch: &Sketch, at: usize| {
        recipe.deleted_words == DeletedWords::Drop
            && recipe.delete.contains(&sketch.steps[at].tag.clone().into_bytes())
    };
    let real = |sketch: &Sketch| {
        let is_trace = |at: usize| goes(sketch, at) && sketch.steps[at].tag == "-NONE-";
        let is_real = |at: &usize| !is_trace(*at) && !vanishes(sketch, *at, recipe);
        (0..sketch.steps.len()).filter(is_real).collect::<Vec<_>>()
    };
    let by_side =
        |sketch: &Sketch| real(sketch).into_iter().filter(|&at| !goes(sketch, at)).collect::<Vec<_>>();
    let (gold_kept, system_kept) = (real(gold), real(system));
    if recipe.punctuation == Punctuation::OwnTags || gold_kept.len() != system_kept.len() {
        return (by_side(gold), by_side(system));
    }
    let by_gold = gold_kept
        .iter()
        .zip(&system_kept)
        .filter(|&(&gold_word, _)| !goes(gold, gold_word))
        .map(|(_, &system_word)| system_word);
    (by_side(gold), by_gold.collect())
}

/// True if the recipe deletes the word, or a bracket around it with all its words.
fn vanishes(sketch: &Sketch, at: usize, recipe: &Recipe) -> bool {
    let around = sketch.brackets().into_iter().filter(|(_, start, end)| (*start..*end).contains(&at));
    let labels = around.map(|(label, ..)| (label, recipe.labels));
    let names = labels.chain([(sketch.steps[at].tag.clone(), recipe.tags)]);
    names.into_iter().any(|(name, cut)| {
        let is_listed = |name: &Name| recipe.empties.contains(name);
        let is_whole = name.starts_with('-') && is_listed(&name.clone().into_bytes());
        is_whole || connected(cut.apply(name.as_bytes()), recipe).iter().any(is_listed)
    })
}

/// A label and all labels reachable from it through pairs of equal labels.
fn connected(label: &[u8], recipe: &Recipe) -> Vec<Name> {
    let mut found = vec![label.to_vec()];
    let pairs = recipe.equal_labels.iter().filter(|_| recipe.equate == Equate::Everything);
    let pairs: Vec<_> = pairs.flat_map(|(a, b)| [(a, b), (b, a)]).collect();
    while let Some((_, b)) = pairs.iter().find(|(a, b)| found.contains(a) && !found.contains(b)) {
        found.push((*b).clone());
    }
    found
}

/// The counted brackets.
fn brackets(sketch: &Sketch, kept: &[usize], recipe: &Recipe) -> Vec<Bracket> {
    let before = |word: usize| kept.iter().filter(|&&kept| kept < word).count();
    let mut left = Vec::new();
    for (number, (written, start, end)) in sketch.brackets().into_iter().enumerate() {
        let label = recipe.labels.apply(written.as_bytes()).to_vec();
        let bracket = Bracket { label, start: before(start), end: before(end) };
        let width = bracket.end - bracket.start;
        let is_trivial = match recipe.trivial {
            Trivial::Count => false,
            Trivial::DropWords => width == 1,
            Trivial::DropSentence => width == kept.len(),
            Trivial::DropBoth => width == 1 || width == kept.len(),
        };
        let is_dropped_root = number == 0
            && match recipe.root {
                Root::Count => false,
                Root::Drop => true,
                Root::Dummy => Root::DUMMIES.contains(&&written[..]),
            };
        let is_repeated =
            recipe.repeats == Repeats::Once && left.iter().any(|other| repeats(other, &bracket, recipe));
        if width > 0 && !is_deleted(&bracket.label, recipe) && !is_dropped_root && !is_trivial && !is_repeated
        {
            left.push(bracket);
        }
    }
    left
}

fn is_deleted(label: &Name, recipe: &Recipe) -> bool {
    let values = recipe.delete.iter().map(|value| match recipe.labels {
        Cut::Spmrl => Cut::Spmrl.apply(value).to_vec(),
        _ => value.clone(),
    });
    let is_same = |value: &Name| match recipe.equate {
        Equate::Everything => equal(value, label, recipe),
        Equate::Brackets => value == label,
    };
    values.into_iter().any(|value| is_same(&value))
}

fn same_tag(a: &Name, b: &Name, recipe: &Recipe) -> bool {
    a == b || (recipe.equate == Equate::Everything && equal(a, b, recipe))
}

fn equal(a: &Name, b: &Name, recipe: &Recipe) -> bool {
    let paired = |(x, y): &(Name, Name)| (x == a && y == b) || (x == b && y == a);
    a == b || recipe.equal_labels.iter().any(paired)
}

/// True if `b` is a duplicate of `a`. Where equality is not transitive it does not merge labels, so only the
/// same label is a duplicate.
fn repeats(a: &Bracket, b: &Bracket, recipe: &Recipe) -> bool {
    let same_label = if overlap(recipe) { a.label == b.label } else { equal(&a.label, &b.label, recipe) };
    (a.start, a.end) == (b.start, b.end) && (recipe.compare == Compare::Spans || same_label)
}

/// True if a label occurs in more than one pair.
pub fn overlap(recipe: &Recipe) -> bool {
    let pairs = &recipe.equal_labels;
    let shares = |(a, b): &(Name, Name), (x, y): &(Name, Name)| [x, y].contains(&a) || [x, y].contains(&b);
    let real: Vec<_> = pairs.iter().filter(|(a, b)| a != b).collect();
    (0..real.len()).any(|i| real[..i].iter().any(|other| shares(real[i], other)))
}

/// Counts the matched brackets: each gold bracket, in opening order, takes the first free equal system
/// bracket.
fn matched(gold: &[Bracket], system: &[Bracket], recipe: &Recipe) -> u64 {
    let mut free = vec![true; system.len()];
    let mut matched = 0;
    for (number, of_gold) in gold.iter().enumerate() {
        let is_spent = || gold[..number].iter().any(|other| repeats(other, of_gold, recipe));
        if recipe.repeats == Repeats::MatchOnce && is_spent() {
            continue;
        }
        let equals = |of_system: &Bracket| {
            (of_gold.start, of_gold.end) == (of_system.start, of_system.end)
                && (recipe.compare == Compare::Spans || equal(&of_gold.label, &of_system.label, recipe))
        };
        if let Some(at) = (0..system.len()).find(|&at| free[at] && equals(&system[at])) {
            free[at] = false;
            matched += 1;
        }
    }
    matched
}

fn crosses(a: &Bracket, b: &Bracket) -> bool {
    let cuts = |a: &Bracket, b: &Bracket| a.start < b.start && b.start < a.end && a.end < b.end;
    cuts(a, b) || cuts(b, a)
}
