//! Names of fields: which are known, and which may be slips.

use super::dom::{At, Dom};
use crate::read::file_fault::FileFault;
use crate::read::tape::TapeCounts;
use crate::read::window::Position;

/// Fields that name a unit.
pub(super) const IDS: [&str; 5] = ["id", "sent_id", "example_id", "index", "utt_id"];

/// At most so many letters of a name are wrong.
const MOST_SLIPS: usize = 2;

/// The fields that an object of a format may have.
pub(super) struct Schema {
    /// All of them, besides [`IDS`].
    pub(super) known: &'static [&'static str],
    /// The one that must be there.
    pub(super) required: &'static str,
    /// Those of which one should be there: a slip in it would change what is read.
    pub(super) expected: &'static [&'static str],
}

impl Schema {
    /// Checks the fields of an object. The unknown ones are counted.
    pub(super) fn check(
        &self,
        dom: &Dom,
        object: At,
        place: Position,
        counts: &mut TapeCounts,
    ) -> Result<(), FileFault> {
        let is_missing = !dom.has(object, self.required);
        let expects = !self.expected.iter().any(|name| dom.has(object, name));
        let is_known = |key: &[u8]| self.known.iter().chain(&IDS).any(|known| known.as_bytes() == key);
        // Found once, because an object may have any number of unknown fields.
        let known = self.known.iter().chain(&IDS).copied();
        let absent: Vec<&str> = known.filter(|name| !dom.has(object, name)).collect();
        for member in dom.members(object).filter(|&member| !is_known(dom.key(member))) {
            counts.add_unknown_field(dom.key(member));
            if !is_missing && !expects {
                continue;
            }
            let Some(slip) = near(dom.key(member), absent.iter().copied()) else { continue };
            let matters =
                if is_missing { slip == self.required } else { expects && self.expected.contains(&slip) };
            if matters {
                let key = String::from_utf8_lossy(dom.key(member));
                let message = format!("unknown field `{key}`; did you mean `{slip}`?");
                return Err(FileFault::at("unknown-field", message, place));
            }
        }
        if is_missing {
            let message = format!("no field `{}`; fields here: {}", self.required, names(dom, object));
            return Err(FileFault::at("unknown-field", message, place));
        }
        Ok(())
    }
}

/// The known name that a name may be a slip for.
pub(super) fn near<'a>(name: &[u8], known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let name = std::str::from_utf8(name).ok()?;
    let (slips, best) = known
        .filter(|known| name.len() <= known.len() * 4 + MOST_SLIPS)
        .map(|known| (strsim::osa_distance(name, known), known))
        .min()?;
    (slips <= MOST_SLIPS.min(best.len() / 2)).then_some(best)
}

/// The names of an object's fields, for messages.
pub(super) fn names(dom: &Dom, object: At) -> String {
    let names: Vec<String> =
        dom.members(object).map(|member| format!("`{}`", String::from_utf8_lossy(dom.key(member)))).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// The id of a unit.
pub(super) fn id(dom: &Dom, object: At) -> Option<&[u8]> {
    let found = IDS.iter().find_map(|name| dom.get(object, name))?;
    Some(dom.text(found)).filter(|id| !id.is_empty())
}

/// A value that a format does not have there.
pub(super) fn wrong_value(place: Position) -> FileFault {
    let message = "a value is missing, or of another type than this format has";
    FileFault::at("unknown-field", message, place)
}
