//! The default of a probability file: the probability of candidates that are not listed.

use serde_json::Value;

use super::{FileFault, LineFault, shorten};
use crate::{Category, Defaults, Inventory};

/// Lengths are pooled here, or later if the defaults differ for greater lengths.
const LONGEST: u32 = 20;
/// The largest number of defaults; a file with more is considered a mistake.
const MOST: usize = 1 << 22;
/// What the key `xk` must be.
const XK: &str = "xk must be an object of lists, such as {\"NP\":[0.1,0.05]}";

/// Returns the constant default.
pub(super) fn constant(inventory: &Inventory, probability: f64) -> Defaults {
    Defaults::new(inventory, LONGEST, |_, _| probability)
}

/// Reads the default of a header.
pub(super) fn from_json(value: Option<&Value>, inventory: &Inventory) -> Result<Defaults, LineFault> {
    let bad = |text: &str| FileFault::BadDefault.with(text);
    let object = match value {
        None | Some(Value::Null) => return Ok(constant(inventory, 0.0)),
        Some(Value::Object(object)) => object,
        Some(_) => return Err(bad("the default must be an object, such as {\"p\":0.01}")),
    };
    if let Some(key) = object.keys().find(|key| !["p", "by_category", "xk"].contains(&key.as_str())) {
        return Err(bad(&format!(
            "unknown key {} in the default, which may have p, by_category and xk",
            shorten(key.as_bytes())
        )));
    }
    let constant = object.get("p").map_or(Ok(0.0), probability)?;
    let lists = match object.get("xk") {
        None => Vec::new(),
        Some(Value::Object(lists)) => lists.iter().collect(),
        Some(_) => return Err(bad(XK)),
    };
    let longest = lists.iter().map(|(_, list)| list.as_array().map(Vec::len)).collect::<Option<Vec<_>>>();
    let longest = longest.ok_or_else(|| bad(XK))?;
    let longest = longest.into_iter().max().unwrap_or(0).max(LONGEST as usize);
    let singles = match object.get("by_category") {
        None => Vec::new(),
        Some(Value::Object(singles)) => singles.iter().collect(),
        Some(_) => return Err(bad("by_category must be an object, such as {\"NP\":0.05}")),
    };
    if longest.saturating_mul(inventory.len()) > MOST {
        return Err(bad(&format!("there are more than {MOST} defaults")));
    }
    let mut rows = vec![vec![constant]; inventory.len()];
    for (name, value) in singles {
        rows[category(inventory, name)?.index()] = vec![probability(value)?];
    }
    for (name, list) in lists {
        let list = list.as_array().into_iter().flatten().map(probability);
        let at = category(inventory, name)?.index();
        rows[at] = list.collect::<Result<_, _>>()?;
        if rows[at].is_empty() {
            return Err(bad("a list of xk is empty"));
        }
    }
    Ok(Defaults::new(inventory, longest as u32, |category, length| {
        let row = &rows[category.index()];
        row.get(length as usize - 1).or(row.last()).copied().unwrap_or(0.0)
    }))
}

fn category(inventory: &Inventory, name: &str) -> Result<Category, LineFault> {
    let unknown = || {
        FileFault::UnknownCategory
            .with(format!("category {} is not in the inventory", shorten(name.as_bytes())))
    };
    inventory.find(name.as_bytes()).ok_or_else(unknown)
}

fn probability(value: &Value) -> Result<f64, LineFault> {
    let bad = || {
        FileFault::BadProbability.with(format!("{} is not a number", shorten(value.to_string().as_bytes())))
    };
    check_probability(value.as_f64().ok_or_else(bad)?)
}

/// Checks that a number is a probability.
pub(super) fn check_probability(number: f64) -> Result<f64, LineFault> {
    if (0.0..=1.0).contains(&number) {
        Ok(number)
    } else {
        Err(FileFault::BadProbability.with(format!("{number} is not between 0 and 1")))
    }
}
