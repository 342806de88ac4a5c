//! What a strategy needs to know about each subtree: its size, its paths and its numbers of forests.

use super::super::shape::Shape;
use super::Path;

/// How often the value of a forest is computed for a node beside or on a heavy path: once in a table, once
/// between tables.
pub(super) const PASSES: u64 = 2;

/// The subtrees of one tree. Nodes are identified by their preorder numbers.
#[derive(Debug, Default, Clone)]
pub(super) struct Profile {
    pub(super) sizes: Vec<u32>,
    parents: Vec<u32>,
    /// The child on each path; 0 for a leaf. (The root is no child.)
    on_path: [Vec<u32>; 3],
    /// Forests of the subtree that a path of the other tree is compared with, by the kind of path.
    forests: [Vec<u64>; 3],
    /// The largest number of nodes beside a heavy path, on one side of it and below one of its nodes.
    pub(super) beside: u64,
}

impl Profile {
    /// Rebuilds the profile. Linear; allocates nothing once warm.
    pub(super) fn rebuild(&mut self, shape: &Shape) {
        let nodes = shape.len();
        self.sizes.clear();
        self.sizes.extend((0..).zip(&shape.ends).map(|(node, end)| end - node));
        self.parents.clone_from(&shape.parents);
        for array in &mut self.on_path {
            array.clear();
            array.resize(nodes, 0);
        }
        for array in &mut self.forests {
            array.clear();
            array.extend(self.sizes.iter().map(|&size| u64::from(size)));
        }
        self.beside = 0;
        // Children come after their parents in preorder.
        for node in (1..nodes).rev() {
            self.add_to_parent(node, shape.parents[node] as usize);
        }
        for (node, &heavy) in self.on_path[Path::Heavy as usize].iter().enumerate().filter(|it| *it.1 > 0) {
            let left = u64::from(heavy) - node as u64 - 1;
            let right = u64::from(shape.ends[node] - shape.ends[heavy as usize]);
            self.beside = self.beside.max(left).max(right);
        }
        // So far, the sums of subtree sizes. The forests that remain after removing nodes from the left and
        // from the right: one for each node, and one for each pair of nodes side by side.
        for (forests, &size) in self.forests[Path::Heavy as usize].iter_mut().zip(&self.sizes) {
            let size = u64::from(size);
            *forests = PASSES * (size * (size + 3) / 2 - *forests);
        }
    }

    /// Children are added last one first. All children of a node are added before it is added itself.
    fn add_to_parent(&mut self, node: usize, up: usize) {
        let [left, right, heavy] = &mut self.on_path;
        let size = u64::from(self.sizes[node]);
        let is_last = right[up] == 0;
        if is_last {
            right[up] = node as u32;
        }
        left[up] = node as u32;
        if heavy[up] == 0 || self.sizes[node] >= self.sizes[heavy[up] as usize] {
            heavy[up] = node as u32;
        }
        // A child on the path is no keyroot of the parent's subtree.
        self.forests[0][up] += self.forests[0][node] - if node == up + 1 { size } else { 0 };
        self.forests[1][up] += self.forests[1][node] - if is_last { size } else { 0 };
        self.forests[2][up] += self.forests[2][node];
    }

    pub(super) fn len(&self) -> usize {
        self.sizes.len()
    }

    pub(super) fn is_leaf(&self, node: usize) -> bool {
        self.sizes[node] == 1
    }

    /// The parent; `None` for the root.
    pub(super) fn parent(&self, node: usize) -> Option<usize> {
        (node > 0).then(|| self.parents[node] as usize)
    }

    /// The numbers of forests of a subtree, by path of the other tree.
    pub(super) fn forests_of(&self, node: usize) -> [u64; 3] {
        self.forests.each_ref().map(|forests| forests[node])
    }

    /// Whether a child is on the paths of its parent.
    pub(super) fn is_on_path(&self, child: usize, parent: usize) -> [bool; 3] {
        self.on_path.each_ref().map(|children| children[parent] as usize == child)
    }

    /// The child on a path; `None` for a leaf.
    pub(super) fn child(&self, node: usize, path: Path) -> Option<usize> {
        let child = self.on_path[path as usize][node] as usize;
        (child > 0).then_some(child)
    }

    /// The nodes of a path, downwards.
    pub(super) fn path(&self, top: usize, path: Path) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(top), move |&node| self.child(node, path))
    }

    /// The children of a node, from the left.
    pub(super) fn children(&self, node: usize) -> impl Iterator<Item = usize> {
        let end = node + self.sizes[node] as usize;
        let next = move |&child: &usize| Some(child + self.sizes[child] as usize).filter(|&next| next < end);
        std::iter::successors(Some(node + 1).filter(|&child| child < end), next)
    }
}
