//! The tree of a candidate as a flat list of events, and what is done to its labels.

use std::borrow::Cow;

use super::brackets::Piece;
use super::labels::{is_phrase, is_root, is_trace};
use super::step::{Notes, Remark, Step};

/// A part of a tree, in the order in which it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Event<'t> {
    Open(Cow<'t, str>),
    Close,
    /// A word that is not yet known to have a tag.
    Word(Cow<'t, str>),
    /// A word of the reply with its tag. `None`: the tag depends on the word that it becomes.
    Leaf(Option<Cow<'t, str>>, Cow<'t, str>),
    /// A word of gold with its tag.
    Gold(Cow<'t, str>, usize),
}

/// The nodes of balanced pieces: the first atom of a bracket is its label, other atoms are words. Nodes without words
/// are removed. `None` if no word is left.
pub(super) fn build<'t>(pieces: Vec<Piece<'t>>, notes: &mut Notes) -> Option<Vec<Event<'t>>> {
    let mut events = Vec::with_capacity(pieces.len());
    let mut is_label = false;
    for piece in pieces {
        let is_open = piece == Piece::Open;
        match piece {
            Piece::Open => events.push(Event::Open(Cow::Borrowed(""))),
            Piece::Close => events.push(Event::Close),
            Piece::Atom(text) => match events.last_mut() {
                Some(Event::Open(label)) if is_label => *label = text,
                _ => events.push(Event::Word(text)),
            },
        }
        is_label = is_open;
    }
    let before = events.len();
    let events = without(events, |_| false);
    notes.add_if(Step::DropExtraBrackets, events.len() < before);
    (!events.is_empty()).then_some(events)
}

/// The events without the nodes that are unwanted, and without nodes that have no words.
pub(super) fn without<'t>(events: Vec<Event<'t>>, is_unwanted: impl Fn(&str) -> bool) -> Vec<Event<'t>> {
    let mut kept: Vec<Event<'t>> = Vec::with_capacity(events.len());
    // Each open node: where it begins, how many words come before it, whether it is unwanted.
    let (mut open, mut words) = (Vec::new(), 0_usize);
    for event in events {
        match &event {
            Event::Open(label) => open.push((kept.len(), words, is_unwanted(label))),
            Event::Close => {
                let Some((start, before, is_unwanted)) = open.pop() else { continue };
                if is_unwanted || words == before {
                    kept.truncate(start);
                    words = before;
                    continue;
                }
            }
            Event::Word(_) | Event::Leaf(..) | Event::Gold(..) => words += 1,
        }
        kept.push(event);
    }
    kept
}

/// Removes traces and root wrappers, gives labels their usual form, and finds the tags of words.
pub(super) fn prepare<'t>(events: Vec<Event<'t>>, notes: &mut Notes) -> Option<Vec<Event<'t>>> {
    let before = events.len();
    let events = without(events, is_trace);
    if events.len() < before {
        notes.remark(Remark::Traces);
    }
    let mut events = unwrap(events, notes);
    name_unlabelled(&mut events);
    raise_labels(&mut events, notes);
    for label in labels(&mut events) {
        match &**label {
            "\u{201c}" | "\u{2018}" => *label = Cow::Borrowed("``"),
            "\u{201d}" | "\u{2019}" => *label = Cow::Borrowed("''"),
            _ => {}
        }
    }
    (!events.is_empty()).then(|| tag_words(events, notes))
}

/// Removes root wrappers: while the root has a root label or none, and exactly one child, which is a node.
pub(super) fn unwrap<'t>(mut events: Vec<Event<'t>>, notes: &mut Notes) -> Vec<Event<'t>> {
    let ends = ends(&events);
    let mut wrappers = 0;
    while wrappers < events.len() / 2 {
        let last = events.len() - 1 - wrappers;
        let is_wrapper = match (&events[wrappers], events.get(wrappers + 1)) {
            (Event::Open(label), Some(Event::Open(_))) => is_root(label) && ends[wrappers + 1] + 1 == last,
            (Event::Open(label), Some(Event::Leaf(..) | Event::Gold(..))) => {
                is_root(label) && wrappers + 2 == last
            }
            _ => false,
        };
        if !is_wrapper {
            break;
        }
        notes.add(Step::UnwrapRoot);
        wrappers += 1;
    }
    events.truncate(events.len() - wrappers);
    events.drain(..wrappers);
    events
}

/// Where each node ends; for other events their own place.
fn ends(events: &[Event<'_>]) -> Vec<usize> {
    let mut ends: Vec<usize> = (0..events.len()).collect();
    let mut open = Vec::new();
    for (at, event) in events.iter().enumerate() {
        match event {
            Event::Open(_) => open.push(at),
            Event::Close => {
                if let Some(start) = open.pop() {
                    ends[start] = at;
                }
            }
            _ => {}
        }
    }
    ends
}

/// Names the root `TOP` and other nodes `X` if they have no label.
fn name_unlabelled(events: &mut [Event<'_>]) {
    for (at, event) in events.iter_mut().enumerate() {
        if let Event::Open(label) = event
            && label.is_empty()
        {
            *label = Cow::Borrowed(if at == 0 { "TOP" } else { "X" });
        }
    }
}

/// All labels and tags.
fn labels<'e, 't>(events: &'e mut [Event<'t>]) -> impl Iterator<Item = &'e mut Cow<'t, str>> {
    events.iter_mut().filter_map(|event| match event {
        Event::Open(label) | Event::Leaf(Some(label), _) | Event::Gold(label, _) => Some(label),
        Event::Close | Event::Word(_) | Event::Leaf(None, _) => None,
    })
}

/// Writes labels in upper case if none has an upper-case letter and some have lower-case ones. Returns whether.
pub(super) fn raise_labels(events: &mut [Event<'_>], notes: &mut Notes) -> bool {
    let (mut has_lower, mut has_upper) = (false, false);
    for label in labels(events) {
        has_lower |= label.chars().any(char::is_lowercase);
        has_upper |= label.chars().any(char::is_uppercase);
    }
    let is_lower = has_lower && !has_upper;
    if is_lower {
        notes.remark(Remark::LowercaseLabels);
        labels(events).for_each(|label| *label = label.to_uppercase().into());
    }
    is_lower
}

/// A word has a tag if it is the only child of a node that is not a phrase.
fn tag_words<'t>(events: Vec<Event<'t>>, notes: &mut Notes) -> Vec<Event<'t>> {
    let mut tagged: Vec<Event<'t>> = Vec::with_capacity(events.len());
    let mut rest = events.into_iter().peekable();
    while let Some(event) = rest.next() {
        let Event::Word(word) = event else {
            tagged.push(event);
            continue;
        };
        let is_only = matches!(tagged.last(), Some(Event::Open(label)) if !is_phrase(label))
            && rest.peek() == Some(&Event::Close);
        let tag = if is_only { tagged.pop() } else { None };
        if let Some(Event::Open(tag)) = tag {
            rest.next();
            tagged.push(Event::Leaf(Some(tag), word));
        } else {
            notes.remark(Remark::NoTags);
            tagged.push(Event::Leaf(None, word));
        }
    }
    tagged
}
