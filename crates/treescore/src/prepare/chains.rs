//! Transitive equality of names.

use crate::values::hash::HashMap;

use super::recipe::Name;

/// Classes of equal names: if `a` equals `b`, and `b` equals `c`, all three are one class, named after its
/// first name.
///
/// PARSEVAL compares names pair by pair, so `a` and `c` differ there. Kernels that compare by key need
/// transitive classes instead.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chains {
    /// The class names of all names that are not their own class name.
    class_of: HashMap<Name, Name>,
}

impl Chains {
    /// Creates the classes of pairs of equal names.
    pub(crate) fn new(pairs: &[(Name, Name)]) -> Self {
        let mut numbers: HashMap<&Name, usize> = HashMap::default();
        let mut names = Vec::new();
        let mut earlier = Vec::new();
        for (a, b) in pairs.iter().filter(|(a, b)| a != b) {
            let [a, b] = [a, b].map(|name| {
                *numbers.entry(name).or_insert_with(|| {
                    names.push(name);
                    earlier.push(names.len() - 1);
                    names.len() - 1
                })
            });
            let [a, b] = [find_first(&mut earlier, a), find_first(&mut earlier, b)];
            earlier[a.max(b)] = a.min(b);
        }
        let classes = (0..names.len()).map(|number| (number, find_first(&mut earlier, number)));
        let others = classes.filter(|(number, class)| number != class);
        Self {
            class_of: others.map(|(number, class)| (names[number].clone(), names[class].clone())).collect(),
        }
    }

    /// All names that are not their own class name, with their class names.
    pub(super) fn into_names(self) -> impl Iterator<Item = (Name, Name)> {
        self.class_of.into_iter()
    }

    /// The class name of a name, which may be the name itself.
    #[inline]
    pub(crate) fn class_of<'n>(&'n self, name: &'n [u8]) -> &'n [u8] {
        if self.class_of.is_empty() {
            return name; // the usual case
        }
        self.class_of.get(name).map_or(name, Vec::as_slice)
    }
}

/// Finds the first name of a class from any of its names. Halves the path for later searches.
fn find_first(earlier: &mut [usize], mut number: usize) -> usize {
    while earlier[number] != number {
        earlier[number] = earlier[earlier[number]];
        number = earlier[number];
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// All names equal to a name, found by following pairs until nothing new appears.
    fn naive(pairs: &[(Name, Name)], name: &Name) -> Vec<Name> {
        let mut equal = vec![name.clone()];
        while let Some((a, b)) = pairs.iter().find(|(a, b)| equal.contains(a) != equal.contains(b)) {
            let new = if equal.contains(a) { b } else { a };
            equal.push(new.clone());
        }
        equal
    }

    proptest! {
        #[test]
        fn names_are_equal_if_a_chain_leads_from_one_to_the_other(pairs in vec((0_u8..12, 0_u8..12), 0..12)) {
            let pairs: Vec<(Name, Name)> = pairs.into_iter().map(|(a, b)| (vec![a], vec![b])).collect();
            let chains = Chains::new(&pairs);
            for name in (0..12).map(|name| vec![name]) {
                let equal = naive(&pairs, &name);
                for other in (0..12).map(|other| vec![other]) {
                    prop_assert_eq!(chains.class_of(&name) == chains.class_of(&other), equal.contains(&other));
                }
                let mentioned = pairs.iter().filter(|(a, b)| a != b).flat_map(|(a, b)| [a, b]).find(|name| equal.contains(name));
                prop_assert_eq!(chains.class_of(&name), &mentioned.unwrap_or(&name)[..]);
            }
        }
    }
}
