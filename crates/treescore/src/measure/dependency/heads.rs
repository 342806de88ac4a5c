//! The head table as a setting of a measure.

use std::sync::Arc;

use crate::prepare::heads::{HEAD_TABLES, HeadSyntax, HeadTable};
use crate::prepare::{SettingError, escape, unescape, wrong};

/// A head table, and its name if it is built in.
///
/// ```
/// use treescore::measure::dependency::Heads;
/// use treescore::prepare::heads::{HeadSyntax, HeadTable};
/// let table = HeadTable::parse(b"*default* (r)\nPP (l IN)", HeadSyntax::Careful)?;
/// assert_eq!(Heads::of(table).value(), "*default*%20(r)%0APP%20(l%20IN)%0A");
/// assert_eq!(Heads::of(HeadTable::named("collins").unwrap()).value(), "collins");
/// # Ok::<(), treescore::prepare::heads::HeadTableError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heads {
    name: Option<&'static str>,
    table: Arc<HeadTable>,
}

impl Default for Heads {
    fn default() -> Self {
        Self::of(HeadTable::named("charniak").expect("the table `charniak` is built in"))
    }
}

impl Heads {
    /// Wraps a table. If it equals a built-in one, it gets that name.
    pub fn of(table: HeadTable) -> Self {
        let is_it = |name: &&str| HeadTable::named(name).as_ref() == Some(&table);
        let name = HEAD_TABLES.iter().map(|table| table.name).find(is_it);
        Self { name, table: Arc::new(table) }
    }

    /// The table.
    pub fn table(&self) -> &Arc<HeadTable> {
        &self.table
    }

    /// The name of a built-in table.
    pub fn name(&self) -> Option<&'static str> {
        self.name
    }

    /// The value of the setting: the name or, for other tables, the escaped rules.
    pub fn value(&self) -> String {
        self.name.map_or_else(|| escape(&self.table.to_text()), str::to_owned)
    }

    /// Parses the result of [`value`](Self::value).
    pub(super) fn parse(key: &str, value: &str) -> Result<Self, SettingError> {
        let text = unescape(value);
        // Without this check an unknown name would be parsed as a rule for that label.
        let is_rules = text.is_empty() || text.contains(&b'(');
        let rules = || is_rules.then(|| HeadTable::parse(&text, HeadSyntax::Careful).ok()).flatten();
        HeadTable::named(value).or_else(rules).map(Self::of).ok_or_else(|| {
            let names: Vec<&str> = HEAD_TABLES.iter().map(|table| table.name).collect();
            wrong(key, value, format!("{} or rules such as PP%20(l%20IN%20TO)", names.join(", ")))
        })
    }
}
