//! The values of a JSON text that are units: one value for the file, one per line, or the elements of a list.

use super::arrays::ArrayTally;
use crate::read::fault::{Fault, FaultKind};
use crate::read::file_fault::FileFault;
use crate::read::json::{Event, Events, Nesting, is_scalar_byte, unescape};
use crate::read::lines::is_space;
use crate::read::window::{Landmark, Position};

/// Where a value begins and ends.
pub(crate) type Extent = (usize, usize);

/// The first place of a text.
pub(super) const TOP: Position = Position { line: 1, column: 1 };

/// The units of a text.
#[derive(Debug, Default)]
pub(crate) struct Items {
    /// Their extents, in order.
    pub(crate) extents: Vec<Extent>,
    /// True if the end of the text cuts the only one.
    pub(crate) is_cut: bool,
}

/// Finds the units of a text. A text that is not `is_whole` may break off anywhere.
pub(crate) fn items(text: &[u8], is_whole: bool) -> Result<Items, FileFault> {
    let whole = (0, text.len());
    let mut nesting = Vec::new();
    match walk(text, whole, &mut nesting, |_, _, _| {}) {
        Ok(()) => list_items(text, whole, false),
        Err(fault) if !is_whole && is_end_of_text(text, &fault) => list_items(text, whole, true),
        Err(fault) => line_items(text, is_whole, &mut nesting, &fault),
    }
}

/// One value for each line.
fn line_items(
    text: &[u8],
    is_whole: bool,
    nesting: &mut Vec<Nesting>,
    whole: &Fault,
) -> Result<Items, FileFault> {
    let newline = if memchr::memchr(b'\n', text).is_some() { b'\n' } else { b'\r' };
    let mut extents = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let end = memchr::memchr(newline, &text[start..]).map(|at| start + at);
        if end.is_none() && !is_whole && !extents.is_empty() {
            break;
        }
        let extent = trimmed(text, (start, end.unwrap_or(text.len())));
        start = end.map_or(text.len(), |end| end + 1);
        if extent.0 == extent.1 {
            continue;
        }
        if let Err(fault) = walk(text, extent, nesting, |_, _, _| {}) {
            return Err(if extents.is_empty() {
                not_json(text, whole, "JSON breaks off")
            } else {
                not_json(text, &fault, "no JSON")
            });
        }
        extents.push(extent);
    }
    Ok(Items { extents, is_cut: false })
}

/// One value: itself, or the elements of a list that is no tree.
fn list_items(text: &[u8], whole: Extent, is_cut: bool) -> Result<Items, FileFault> {
    let one = trimmed(text, whole);
    if text.get(one.0) != Some(&b'[') {
        return Ok(Items { extents: vec![one], is_cut });
    }
    let (mut tally, mut scratch) = (ArrayTally::default(), Vec::new());
    let (mut extents, mut depth): (Vec<Extent>, usize) = (Vec::new(), 0);
    let mut nesting = Vec::new();
    let walked = walk(text, one, &mut nesting, |event, start, end| {
        tally.event(text, event, &mut scratch);
        depth -= usize::from(matches!(event, Event::End(_)));
        match event {
            Event::End(_) if depth == 1 => {
                if let Some(last) = extents.last_mut() {
                    last.1 = end;
                }
            }
            Event::End(_) | Event::Key(_) => {}
            _ if depth == 1 => extents.push((start, if is_begin(event) { text.len() } else { end })),
            _ => {}
        }
        depth += usize::from(is_begin(event));
    });
    if let Err(fault) = walked
        && !is_cut
    {
        return Err(not_json(text, &fault, "JSON breaks off"));
    }
    if tally.is_tree() {
        return Ok(Items { extents: vec![one], is_cut });
    }
    let is_last_open = is_cut && depth > 1;
    if is_last_open && extents.len() > 1 {
        extents.pop();
        return Ok(Items { extents, is_cut: false });
    }
    Ok(Items { extents, is_cut: is_last_open })
}

fn is_begin(event: Event) -> bool {
    matches!(event, Event::Begin(_))
}

/// Goes over the events of a value, with the start and the end of each.
pub(super) fn walk(
    text: &[u8],
    extent: Extent,
    nesting: &mut Vec<Nesting>,
    mut visit: impl FnMut(Event, usize, usize),
) -> Result<(), Fault> {
    let mut events = Events::new(text, extent, nesting);
    loop {
        let place = events.place();
        let Some(event) = events.next()? else { return Ok(()) };
        let start = value_start(text, place);
        let end = match event {
            Event::Begin(_) | Event::End(_) => start + 1,
            Event::Key(raw) | Event::String(raw) => raw.end + 1,
            Event::Null | Event::Other => {
                let rest = text.get(start..extent.1).unwrap_or_default();
                start + rest.iter().take_while(|&&byte| is_scalar_byte(byte)).count()
            }
        };
        if let Event::Key(raw) | Event::String(raw) = event
            && text[raw.start..raw.end].iter().any(|&byte| byte == b'\\' || byte < b' ')
        {
            unescape(text, raw, &mut Vec::new())?;
        }
        visit(event, start, end);
    }
}

/// Where the next value begins: not at the comma before it.
fn value_start(text: &[u8], place: usize) -> usize {
    let rest = text.get(place..).unwrap_or_default();
    let Some((b',', rest)) = rest.split_first() else { return place };
    place + 1 + rest.iter().take_while(|&&byte| is_space(byte)).count()
}

/// True if a fault shows only because the text ends.
pub(super) fn is_end_of_text(text: &[u8], fault: &Fault) -> bool {
    let rest = text.get(fault.at..).unwrap_or_default();
    rest.is_empty() || rest.iter().all(|&byte| is_scalar_byte(byte)) || is_open_string(rest)
}

/// True for a string without its end.
fn is_open_string(text: &[u8]) -> bool {
    let Some((b'"', mut rest)) = text.split_first() else { return false };
    while let Some(at) = memchr::memchr2(b'"', b'\\', rest) {
        if rest[at] == b'"' {
            return false;
        }
        rest = rest.get(at + 2..).unwrap_or_default();
    }
    true
}

fn not_json(text: &[u8], fault: &Fault, what: &str) -> FileFault {
    let why = match fault.kind {
        FaultKind::NotJson { expected } => format!("expected {expected}"),
        kind => kind.title(),
    };
    FileFault::at("not-json", format!("{what}: {why}"), Landmark::first(TOP).position(text, fault.at))
}

fn trimmed(text: &[u8], (start, end): Extent) -> Extent {
    let part = text.get(start..end).unwrap_or_default();
    let before = part.iter().take_while(|&&byte| is_space(byte)).count();
    let after = part.iter().rev().take_while(|&&byte| is_space(byte)).count();
    (start + before, (end - after.min(end)).max(start + before))
}
