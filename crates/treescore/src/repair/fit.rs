//! A tree of the reply's words becomes a tree of gold's words.

use std::borrow::Cow;

use super::gold::Gold;
use super::labels::{is_phrase, is_punctuation};
use super::nodes::{Event, raise_labels, unwrap, without};
use super::normal::Form;
use super::step::{Notes, Remark, Step};
use super::words::{Aligner, Cell, TooLarge};

/// Gives a tree exactly the words of gold. Returns it and whether it had them before. `None` if no word of it stays.
pub(super) fn fit<'t>(
    events: Vec<Event<'t>>,
    gold: &Gold<'_>,
    aligner: &mut Aligner,
    notes: &mut Notes,
) -> Result<Option<(Vec<Event<'t>>, bool)>, TooLarge> {
    let reply: Vec<Form> = events
        .iter()
        .filter_map(|event| if let Event::Leaf(_, word) = event { Some(Form::new(word)) } else { None })
        .collect();
    let cells = aligner.align(&reply, &gold.forms)?;
    let is_faithful = reply == gold.forms;
    let placed = Places { gold, reply: &reply, notes }.find(&cells);
    let events = without(rename(events, &placed, gold), |_| false);
    if events.is_empty() {
        return Ok(None);
    }
    let events = finish(restore(events, gold), gold, notes);
    Ok(Some((events, is_faithful)))
}

/// What a word of the reply becomes.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// The number of the word in the reply.
    leaf: usize,
    /// The number of the word in gold.
    gold: usize,
    /// The word keeps the tag of the reply's word.
    is_owner: bool,
    /// The word was another one.
    is_renamed: bool,
}

struct Places<'a, 'g> {
    gold: &'a Gold<'g>,
    reply: &'a [Form],
    notes: &'a mut Notes,
}

impl Places<'_, '_> {
    /// The words of gold that words of the reply become, in order.
    fn find(self, cells: &[Cell]) -> Vec<Place> {
        let (mut places, mut leaf, mut word) = (Vec::new(), 0, 0);
        for &cell in cells {
            let place = Place { leaf, gold: word, is_owner: true, is_renamed: true };
            match cell {
                Cell::Match => places.push(Place { is_renamed: false, ..place }),
                Cell::Change => places.push(place),
                Cell::Merge(count) => {
                    let owner = first_word(leaf, count, |at| self.reply[at].is_worded);
                    places.push(Place { leaf: owner, ..place });
                }
                Cell::Split(count) => self.split(place, count, &mut places),
                Cell::Missing | Cell::Extra => {}
            }
            self.notes.add_if(Step::DropExtraWords, matches!(cell, Cell::Merge(_) | Cell::Extra));
            self.notes.add_if(Step::RestoreWords, !matches!(cell, Cell::Match | Cell::Extra));
            let (from_reply, from_gold) = cell.words();
            (leaf, word) = (leaf + from_reply, word + from_gold);
        }
        places
    }

    /// The words into which a word of the reply is split. Punctuation is set aside, and restored as if it were missing.
    fn split(&self, place: Place, count: usize, places: &mut Vec<Place>) {
        let is_kept = |at: &usize| !is_punctuation(self.gold.tags[*at]);
        let mut kept: Vec<usize> = (place.gold..place.gold + count).filter(is_kept).collect();
        if kept.is_empty() {
            kept.push(place.gold);
        }
        let owner = kept.iter().copied().find(|&at| self.gold.forms[at].is_worded).unwrap_or(kept[0]);
        places.extend(kept.iter().map(|&gold| Place { gold, is_owner: gold == owner, ..place }));
    }
}

/// The first of some words that has a letter or digit; if there is none, the first.
fn first_word(start: usize, count: usize, is_worded: impl Fn(usize) -> bool) -> usize {
    (start..start + count).find(|&at| is_worded(at)).unwrap_or(start)
}

/// Replaces the words of the reply by the words of gold that they become. Words without a place are left out.
fn rename<'t>(events: Vec<Event<'t>>, places: &[Place], gold: &Gold<'_>) -> Vec<Event<'t>> {
    let mut renamed = Vec::with_capacity(events.len());
    let (mut leaf, mut rest) = (0, places.iter().peekable());
    for event in events {
        let Event::Leaf(tag, _) = event else {
            renamed.push(event);
            continue;
        };
        while let Some(place) = rest.next_if(|place| place.leaf == leaf) {
            let tag = tag.as_ref().filter(|_| place.is_owner);
            renamed.push(Event::Gold(final_tag(tag, place, gold), place.gold));
        }
        leaf += 1;
    }
    renamed
}

/// The tag of a word that came from the reply. It is the reply's, unless the word is punctuation now and was not, or
/// the other way round.
fn final_tag<'t>(tag: Option<&Cow<'t, str>>, place: &Place, gold: &Gold<'_>) -> Cow<'t, str> {
    let from_table = Cow::Borrowed(gold.tags[place.gold]);
    let Some(tag) = tag else { return from_table };
    let is_worded = gold.forms[place.gold].is_worded;
    if place.is_renamed && !is_worded {
        return from_table;
    }
    let tag = match &**tag {
        "\"" => Cow::Borrowed(if from_table == "``" { "``" } else { "''" }),
        _ => tag.clone(),
    };
    if place.is_renamed && is_punctuation(&tag) { Cow::Borrowed("XX") } else { tag }
}

/// Puts missing words of gold between their neighbours, into the lowest node that contains both: after the brackets
/// that close behind the left one, before those that open in front of the right one. At both ends that is the root.
fn restore<'t>(events: Vec<Event<'t>>, gold: &Gold<'_>) -> Vec<Event<'t>> {
    let missing = |at: usize| Event::Gold(Cow::Borrowed(gold.tags[at]), at);
    let mut places: Vec<usize> = events
        .iter()
        .filter_map(|event| if let Event::Gold(_, place) = event { Some(*place) } else { None })
        .collect();
    places.push(gold.words.len());
    let mut places = places.into_iter().peekable();
    let is_word = !matches!(events.first(), Some(Event::Open(_)));
    let events = if is_word && gold.words.len() > 1 { under_top(events) } else { events };
    let mut restored = Vec::with_capacity(events.len() + gold.words.len());
    let (mut next, last) = (0, events.len() - 1);
    for (at, event) in events.into_iter().enumerate() {
        let until = places.peek().copied().unwrap_or(next);
        let is_gap = !matches!(event, Event::Close) || (at == last && until == gold.words.len());
        if at > 0 && is_gap {
            restored.extend((next..until).map(missing));
            next = next.max(until);
        }
        if let Event::Gold(_, place) = &event {
            next = place + 1;
            places.next();
        }
        restored.push(event);
    }
    restored
}

/// Puts a tree that is only a word under a root, which can have other words.
fn under_top(events: Vec<Event<'_>>) -> Vec<Event<'_>> {
    let mut wrapped = vec![Event::Open(Cow::Borrowed("TOP"))];
    wrapped.extend(events);
    wrapped.push(Event::Close);
    wrapped
}

/// Applies the rules for labels and roots once more, because the nodes that decided them may be gone.
fn finish<'t>(events: Vec<Event<'t>>, gold: &Gold<'_>, notes: &mut Notes) -> Vec<Event<'t>> {
    let mut events = unwrap(events, notes);
    for event in &mut events {
        if let Event::Open(label) = event
            && label == "\""
        {
            *label = Cow::Borrowed("''");
        }
    }
    if !raise_labels(&mut events, notes) {
        return events;
    }
    let mut tagged = Vec::with_capacity(events.len());
    for event in events {
        match event {
            Event::Gold(tag, word) if is_phrase(&tag) => {
                notes.remark(Remark::NoTags);
                let word = Event::Gold(Cow::Borrowed(gold.tags[word]), word);
                tagged.extend([Event::Open(tag), word, Event::Close]);
            }
            event => tagged.push(event),
        }
    }
    tagged
}
