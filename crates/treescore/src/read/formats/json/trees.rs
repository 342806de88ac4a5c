//! Trees in JSON, in any of their shapes.

use std::io::Read;

use super::arrays::ArrayReading;
use super::dom::{At, Dom, Kind, ROOT};
use super::fields::{id, names, wrong_value};
use super::nodes::NodeReader;
use super::shape::{Facts, Shape, TREES, array_tree};
use super::text::TOP;
use super::tree::{OneWord, TreeDraft};
use super::units::JsonUnits;
use super::{lists, strings};
use crate::read::fault::FaultKind;
use crate::read::file_fault::FileFault;
use crate::read::formats::{FormatError, FormatReader};
use crate::read::tape::Tape;
use crate::read::window::Position;
use crate::values::Advice;

/// How trees in JSON are read, where the content does not say.
#[derive(Clone, Debug, Default)]
pub(crate) struct JsonOptions {
    /// The field that holds the tree: `json:FIELD`.
    pub(crate) field: Option<Vec<u8>>,
    /// Whether lists begin with labels.
    pub(crate) arrays: Option<ArrayReading>,
    /// Whether types of nodes are passed over.
    pub(crate) ignores_types: bool,
    /// Whether lists without labels are refused. All of a file decides whether it has them; its beginning, by which
    /// the format is recognised, may not show it.
    pub(crate) needs_labels: bool,
}

/// Reads trees in JSON.
pub(crate) struct JsonTrees {
    stream: Option<Box<dyn Read + Send>>,
    options: JsonOptions,
    reading: Option<Reading>,
}

/// A file whose shape is known.
struct Reading {
    units: JsonUnits,
    plan: Plan,
    draft: TreeDraft,
    ignores_types: bool,
    /// Units so far.
    count: u64,
}

/// Where the trees are, and how they are written.
enum Plan {
    /// In this field, or in one that usually holds trees, or the unit itself.
    Nodes(Option<String>),
    Lists(Option<String>, ArrayReading),
    /// In this field, or the unit itself.
    Strings(Option<String>),
    CoreNlp,
}

impl JsonTrees {
    /// Reads the trees of a stream.
    pub(crate) fn new(stream: Box<dyn Read + Send>, options: JsonOptions) -> Self {
        Self { stream: Some(stream), options, reading: None }
    }
}

impl FormatReader for JsonTrees {
    fn next(&mut self, tape: &mut Tape) -> Result<bool, FormatError> {
        if let Some(stream) = self.stream.take() {
            self.reading = Some(Reading::open(stream, &self.options)?);
        }
        let Some(reading) = &mut self.reading else { return Ok(false) };
        let before = reading.count;
        while reading.count == before {
            let Some(place) = reading.units.next()? else { return Ok(false) };
            reading.write(place, tape)?;
        }
        Ok(true)
    }
}

impl Reading {
    fn open(stream: Box<dyn Read + Send>, options: &JsonOptions) -> Result<Self, FormatError> {
        let mut units = JsonUnits::read(stream)?;
        let field = options.field.as_ref().map(|field| String::from_utf8_lossy(field).into_owned());
        let facts = units.facts(field.as_deref())?;
        let place = units.next()?.unwrap_or(TOP);
        units.rewind();
        let plan = match field {
            Some(field) => plan_for_field(&facts, field, options, place)?,
            None => plan(&facts, options, place)?.ok_or_else(|| units.unknown_shape(&facts))?,
        };
        if options.needs_labels && matches!(plan, Plan::Lists(_, ArrayReading::Bare)) {
            return Err(FileFault::no_labels().into());
        }
        Ok(Self { units, plan, draft: TreeDraft::default(), ignores_types: options.ignores_types, count: 0 })
    }

    /// Writes the units of the value that was read last.
    fn write(&mut self, place: Position, tape: &mut Tape) -> Result<(), FileFault> {
        let Self { units, plan, draft, ignores_types, count } = self;
        let dom = &units.dom;
        if matches!(plan, Plan::CoreNlp) {
            return write_corenlp(dom, place, count, tape);
        }
        *count += 1;
        tape.begin_typed(place);
        if let Some(id) = id(dom, ROOT) {
            tape.id(id);
        }
        let field = |field: &Option<String>| field.as_ref().map(|field| dom.get(ROOT, field));
        match plan {
            Plan::CoreNlp => {}
            Plan::Strings(name) => {
                let at = field(name).unwrap_or(Some(ROOT));
                let text = at.and_then(|at| dom.string(at)).ok_or_else(|| wrong_value(place))?;
                strings::write_tree(text, place, tape);
            }
            Plan::Nodes(name) => {
                let usual =
                    || TREES.iter().filter_map(|name| dom.get(ROOT, name)).find(|&at| dom.is_object(at));
                let at = field(name).unwrap_or_else(|| usual().or(Some(ROOT)));
                let at = at.filter(|&at| dom.is_object(at)).ok_or_else(|| wrong_value(place))?;
                let one_word = one_word(dom);
                let unknown = &mut tape.counts;
                let (ignores_types, has_type_end) = (*ignores_types, false);
                let mut node =
                    NodeReader { dom, place, draft, one_word, unknown, ignores_types, has_type_end };
                node.read(at)?;
                if node.has_type_end {
                    tape.fault(FaultKind::TypeEnd.title(), place, b"");
                } else if let Some(order) = dom.get(ROOT, "order").filter(|_| at != ROOT) {
                    finish_placed(dom, order, draft, place, tape);
                } else {
                    finish(draft, place, tape);
                }
            }
            Plan::Lists(name, reading) => {
                let word = || dom.string(ROOT).map(|_| ROOT);
                let at = array_tree(dom, name.as_deref()).or_else(word);
                lists::read(dom, at.ok_or_else(|| wrong_value(place))?, *reading, place, draft)?;
                if dom.has_type_end() {
                    tape.fault(FaultKind::TypeEnd.title(), place, b"");
                } else {
                    finish(draft, place, tape);
                }
            }
        }
        Ok(())
    }
}

/// A bracket over one word is its tag, unless the unit says that there are no tags.
fn one_word(dom: &Dom) -> OneWord {
    let says_no =
        dom.get(ROOT, "tags").is_some_and(|at| dom.kind(at) == Kind::Flag && dom.text(at) == b"false");
    if says_no { OneWord::Bracket } else { OneWord::Tag }
}

/// Ends a unit with the discontinuous tree that was read.
fn finish_placed(dom: &Dom, order: At, draft: &TreeDraft, place: Position, tape: &mut Tape) {
    let places: Option<Vec<usize>> =
        dom.members(order).map(|at| std::str::from_utf8(dom.text(at)).ok()?.parse().ok()).collect();
    if places.is_some_and(|places| draft.write_placed(&places, tape)) {
        tape.end();
    } else {
        tape.fault("`order` does not hold the place of every word once, from 0", place, b"");
    }
}

/// Ends a unit with the tree that was read.
fn finish(draft: &TreeDraft, place: Position, tape: &mut Tape) {
    if draft.is_empty() {
        return tape.fault("no words", place, b"");
    }
    draft.write(false, tape);
    tape.end();
}

/// How the trees of a file are read. `None` if it has none.
fn plan(facts: &Facts, options: &JsonOptions, place: Position) -> Result<Option<Plan>, FileFault> {
    Ok(match facts.shape() {
        Some(Shape::Nodes) => Some(Plan::Nodes(None)),
        Some(Shape::Arrays(reading, _)) => Some(Plan::Lists(None, options.arrays.unwrap_or(reading))),
        Some(Shape::CoreNlp) => Some(Plan::CoreNlp),
        Some(Shape::Strings) if !facts.first().is_object(ROOT) => Some(Plan::Strings(None)),
        Some(Shape::Strings) => Some(Plan::Strings(Some(only_tree_field(facts, place)?))),
        _ => None,
    })
}

/// The one field that holds trees.
fn only_tree_field(facts: &Facts, place: Position) -> Result<String, FileFault> {
    let fields: Vec<String> =
        facts.tree_fields().map(|name| String::from_utf8_lossy(name).into_owned()).collect();
    if let [field] = &fields[..] {
        return Ok(field.clone());
    }
    let names: Vec<String> = fields.iter().map(|name| format!("`{name}`")).collect();
    let message = format!("{} fields hold trees: {}", fields.len(), names.join(", "));
    let fault = FileFault::at("format-ambiguous", message, place);
    Err(match fields.into_iter().next() {
        Some(first) => fault.with_advice(Advice::NameField(None, first)),
        None => fault,
    })
}

/// How the trees in a field are read, by what the first unit has there.
fn plan_for_field(
    facts: &Facts,
    name: String,
    options: &JsonOptions,
    place: Position,
) -> Result<Plan, FileFault> {
    let first = facts.first();
    let Some(at) = first.get(ROOT, &name) else {
        let message = format!("no field `{name}`; fields here: {}", names(first, ROOT));
        return Err(FileFault::at("unknown-field", message, place));
    };
    match first.kind(at) {
        Kind::Object => Ok(Plan::Nodes(Some(name))),
        Kind::List => {
            let reading = options.arrays.unwrap_or_else(|| facts.array_reading());
            Ok(Plan::Lists(Some(name), reading))
        }
        _ if facts.tree_fields().any(|known| known == name.as_bytes()) => Ok(Plan::Strings(Some(name))),
        _ => {
            let message = format!("field `{name}` holds no trees");
            Err(FileFault::at("format-unknown", message, place))
        }
    }
}

/// Writes the sentences of a document of `CoreNLP`.
fn write_corenlp(dom: &Dom, place: Position, count: &mut u64, tape: &mut Tape) -> Result<(), FileFault> {
    let sentences = dom.get(ROOT, "sentences").filter(|&at| dom.is_list(at));
    for sentence in dom.members(sentences.ok_or_else(|| wrong_value(place))?) {
        let parse = dom.get(sentence, "parse").ok_or_else(|| {
            let message = "CoreNLP's JSON has no `parse`: run it with the annotator parse";
            FileFault::at("unknown-field", message, place)
        })?;
        let text = dom.string(parse).ok_or_else(|| wrong_value(place))?;
        tape.begin_typed(place);
        match dom.get(sentence, "index") {
            Some(index) => tape.id(dom.text(index)),
            None => tape.id(count.to_string().as_bytes()),
        }
        strings::write_tree(text, place, tape);
        *count += 1;
    }
    Ok(())
}
