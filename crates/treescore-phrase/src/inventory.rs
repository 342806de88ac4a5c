//! The categories of chunks.

use serde::{Deserialize, Serialize};
use treescore::values::hash::HashMap;

/// The number of a category in one [`Inventory`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Category(u16);

impl Category {
    /// Returns the position in tables by category.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

const DEFAULT: [&str; 27] = [
    "ADJP",
    "ADVP",
    "CONJP",
    "FRAG",
    "INTJ",
    "LST",
    "NAC",
    "NP",
    "NX",
    "PP",
    "PRN",
    "PRT",
    "QP",
    "RRC",
    "S",
    "SBAR",
    "SBARQ",
    "SINV",
    "SQ",
    "UCP",
    "VP",
    "WHADJP",
    "WHADVP",
    "WHNP",
    "WHPP",
    "X",
    Inventory::NULL,
];

/// An ordered list of category names.
///
/// Every category over every span is a candidate, so the inventory is part of every result. Its order decides
/// between categories that are equally probable.
///
/// ```
/// use treescore_phrase::Inventory;
/// let inventory = Inventory::default();
/// assert_eq!(inventory.len(), 27);
/// let np = inventory.find(b"NP").unwrap();
/// assert_eq!(inventory.name(np), "NP");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inventory {
    names: Vec<Box<str>>,
    numbers: HashMap<Box<[u8]>, Category>,
}

/// Why a list of names is not an inventory.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InventoryError {
    /// The list is empty.
    #[error("there are no categories")]
    Empty,
    /// A name is empty.
    #[error("a category has no name")]
    NoName,
    /// A name is repeated.
    #[error("category {0} is named twice")]
    Repeated(Box<str>),
    /// There are more names than numbers.
    #[error("there are more than {} categories", u16::MAX)]
    TooMany,
}

impl Default for Inventory {
    /// Returns the phrase labels of the Penn Treebank, and `Null`.
    fn default() -> Self {
        let mut inventory = Self::none();
        for name in DEFAULT {
            inventory.add(name);
        }
        inventory
    }
}

impl Inventory {
    /// The category of words that are in no phrase.
    pub const NULL: &str = "Null";

    /// Creates an inventory of these names, in this order.
    ///
    /// # Errors
    /// If there are no names, one is empty or repeated, or there are more than 65,535.
    pub fn new<N: AsRef<str>>(names: impl IntoIterator<Item = N>) -> Result<Self, InventoryError> {
        let mut inventory = Self::none();
        for name in names {
            let name = name.as_ref();
            if name.is_empty() {
                return Err(InventoryError::NoName);
            }
            if inventory.find(name.as_bytes()).is_some() {
                return Err(InventoryError::Repeated(name.into()));
            }
            inventory.add(name).ok_or(InventoryError::TooMany)?;
        }
        if inventory.is_empty() { Err(InventoryError::Empty) } else { Ok(inventory) }
    }

    fn none() -> Self {
        Self { names: Vec::new(), numbers: HashMap::default() }
    }

    /// Adds a new name; `None` if all numbers are used.
    pub(super) fn add(&mut self, name: &str) -> Option<Category> {
        let number = u16::try_from(self.names.len()).ok().filter(|&number| number < u16::MAX)?;
        self.names.push(name.into());
        self.numbers.insert(name.as_bytes().into(), Category(number));
        Some(Category(number))
    }

    /// Returns the number of categories.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// True if there are no categories. [`Inventory::new`] never makes such an inventory.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns the name of a category (empty for a category of another, larger inventory).
    pub fn name(&self, category: Category) -> &str {
        self.names.get(category.index()).map_or("", |name| name)
    }

    /// Returns the category with this name.
    pub fn find(&self, name: &[u8]) -> Option<Category> {
        self.numbers.get(name).copied()
    }

    /// Returns all categories, in order.
    pub fn categories(&self) -> impl ExactSizeIterator<Item = Category> + Clone + use<> {
        (0..self.names.len() as u16).map(Category)
    }

    /// Returns all names, in order.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.names.iter().map(|name| &**name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_numbers_in_their_order() {
        let inventory = Inventory::new(["NP", "VP", "Null"]).unwrap();
        assert_eq!(inventory.names().collect::<Vec<_>>(), ["NP", "VP", "Null"]);
        for (category, name) in inventory.categories().zip(["NP", "VP", "Null"]) {
            assert_eq!((inventory.find(name.as_bytes()), inventory.name(category)), (Some(category), name));
        }
        assert_eq!(inventory.find(b"PP"), None);
        assert_eq!(inventory.name(Category(3)), "");
    }

    #[test]
    fn invalid_inventories_are_errors() {
        assert_eq!(Inventory::new([""; 0]), Err(InventoryError::Empty));
        assert_eq!(Inventory::new(["NP", "VP", "NP"]), Err(InventoryError::Repeated("NP".into())));
        let many: Vec<String> = (0..=u32::from(u16::MAX)).map(|number| number.to_string()).collect();
        assert_eq!(Inventory::new(&many), Err(InventoryError::TooMany));
        assert!(Inventory::new(&many[1..]).is_ok());
    }
}
