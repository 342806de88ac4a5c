//! Finding heads by label numbers.

use crate::values::hash::HashMap;

use super::{Direction, HeadClass, HeadTable};
use crate::tree::{Label, Labels};

/// A child of a phrase, as far as heads depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeadChild {
    /// The label.
    pub label: Label,
    /// True if it is a head only if its class has no other member, as with speech repairs.
    pub is_avoided: bool,
}

impl HeadChild {
    /// A child that is not avoided.
    pub fn plain(label: Label) -> Self {
        Self { label, is_avoided: false }
    }
}

/// A [`HeadTable`] applied to one table of labels.
#[derive(Clone, Debug)]
pub struct HeadFinder {
    rules: HashMap<Label, Vec<Class>>,
    default: Vec<Class>,
}

#[derive(Clone, Debug)]
struct Class {
    direction: Direction,
    /// Sorted; `None` if every label is a member.
    members: Option<Box<[Label]>>,
}

impl HeadFinder {
    /// Applies the table to `labels`, adding its labels.
    pub fn new(table: &HeadTable, labels: &mut Labels) -> Self {
        let mut rules = HashMap::default();
        for rule in &table.rules {
            let label = labels.intern(&rule.label);
            rules.entry(label).or_insert_with(|| compile(&rule.classes, labels));
        }
        Self { rules, default: compile(&table.default, labels) }
    }

    /// Returns the position of the head among the children of a phrase with this label. `None` if neither its
    /// rule nor the default rule has a class with a member.
    ///
    /// The first class with any member decides, even if all its members are avoided: then the first of them
    /// is the head.
    pub fn find(&self, label: Label, children: &[HeadChild]) -> Option<usize> {
        let rule = self.rules.get(&label).map_or(&[][..], Vec::as_slice);
        rule.iter().chain(&self.default).find_map(|class| class.choose(children))
    }
}

fn compile(classes: &[HeadClass], labels: &mut Labels) -> Vec<Class> {
    let mut compile_class = |class: &HeadClass| {
        let mut members: Vec<Label> = class.labels.iter().map(|label| labels.intern(label)).collect();
        members.sort_unstable();
        Class {
            direction: class.direction,
            members: (!members.is_empty()).then(|| members.into_boxed_slice()),
        }
    };
    classes.iter().map(&mut compile_class).collect()
}

impl Class {
    fn choose(&self, children: &[HeadChild]) -> Option<usize> {
        match self.direction {
            Direction::Left => self.first(children.iter().enumerate()),
            Direction::Right => self.first(children.iter().enumerate().rev()),
        }
    }

    fn first<'a>(&self, children: impl Iterator<Item = (usize, &'a HeadChild)>) -> Option<usize> {
        let mut avoided = None;
        for (at, child) in children {
            if !self.has(child.label) {
                continue;
            }
            if !child.is_avoided {
                return Some(at);
            }
            avoided = avoided.or(Some(at));
        }
        avoided
    }

    fn has(&self, label: Label) -> bool {
        self.members.as_ref().is_none_or(|members| members.binary_search(&label).is_ok())
    }
}
