//! The shape of a tree: its nodes numbered as the kernels need them.

/// The leaf with which a subtree's block begins. Both directions give the same values; one is often many
/// times cheaper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Leftmost leaves: cheap for trees that branch to the left.
    Left,
    /// Leftmost leaves of the mirrored trees: cheap for trees that branch to the right, as English ones do.
    Right,
}

/// The shape of one tree: what can be known about its nodes without choosing a [`Direction`].
#[derive(Debug, Default, Clone)]
pub(super) struct Shape {
    pub(super) ends: Vec<u32>,
    pub(super) parents: Vec<u32>,
    pub(super) depths: Vec<u32>,
    key_sums: [u64; 2],
}

impl Shape {
    /// Reads the shape of the tree in which the subtree of node `i` (in preorder) is `i..ends[i]`. An empty
    /// list is a valid shape.
    ///
    /// # Errors
    /// The first node whose end does not fit, if `ends` is not that of exactly one tree.
    pub(super) fn rebuild(&mut self, ends: &[u32]) -> Result<(), usize> {
        self.ends.clear();
        self.parents.clear();
        self.depths.clear();
        self.key_sums = [0; 2];
        for (node, &end) in ends.iter().enumerate() {
            self.add(node, end, ends.len()).ok_or(node)?;
        }
        Ok(())
    }

    fn add(&mut self, node: usize, end: u32, nodes: usize) -> Option<()> {
        // The parent is the first ancestor of the previous node (or the node itself) that has not ended.
        let mut up = node.checked_sub(1);
        while let Some(ended) = up.filter(|&up| self.ends[up] as usize <= node) {
            up = (ended > 0).then(|| self.parents[ended] as usize);
        }
        let (first, last, stop, depth) = match up {
            Some(up) => (up + 1 == node, self.ends[up] == end, self.ends[up] as usize, self.depths[up] + 1),
            // The root must contain everything, and nothing may follow it. It is a keyroot in both
            // directions.
            None if node > 0 || (end as usize) < nodes => return None,
            None => (false, false, nodes, 0),
        };
        if end as usize <= node || end as usize > stop {
            return None;
        }
        let size = u64::from(end) - node as u64;
        self.key_sums[0] += if first { 0 } else { size };
        self.key_sums[1] += if last { 0 } else { size };
        self.depths.push(depth);
        self.parents.push(up.unwrap_or(0) as u32);
        self.ends.push(end);
        Some(())
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The sum of subtree sizes over the keyroots: the tree's contribution to the cost of a kernel.
    pub(super) fn key_sum(&self, direction: Direction) -> u64 {
        self.key_sums[direction as usize]
    }

    /// The cells of a pair in one direction: the product of [key sums](Self::key_sum).
    pub(super) fn cost(gold: &Self, system: &Self, direction: Direction) -> u64 {
        gold.key_sum(direction).saturating_mul(system.key_sum(direction))
    }

    /// The cheaper direction for a pair.
    pub(super) fn cheaper(gold: &Self, system: &Self) -> Direction {
        let cost = |way| u128::from(gold.key_sum(way)) * u128::from(system.key_sum(way));
        if cost(Direction::Right) < cost(Direction::Left) { Direction::Right } else { Direction::Left }
    }
}

/// The nodes of a tree in (mirrored) postorder. A node is identified by its position.
#[derive(Debug, Default, Clone)]
pub(super) struct Numbering {
    /// Position of each preorder node.
    pub(super) at: Vec<u32>,
    /// Preorder node at each position.
    pub(super) node: Vec<u32>,
    /// Position of the first leaf of the subtree.
    pub(super) first: Vec<u32>,
    /// Position of the parent; the root is its own parent.
    pub(super) parent: Vec<u32>,
    /// Number of keyroots from the root to the node, without the root.
    pub(super) light: Vec<u32>,
    /// Keyroots with branching subtrees, ascending.
    pub(super) keyroots: Vec<u32>,
    /// All other keyroots and the nodes below them, ascending: subtrees without branches.
    pub(super) chains: Vec<u32>,
    /// The largest `light`.
    pub(super) deepest: u32,
}

impl Numbering {
    pub(super) fn len(&self) -> usize {
        self.node.len()
    }

    pub(super) fn is_leaf(&self, position: usize) -> bool {
        self.first[position] as usize == position
    }

    /// Numbers the nodes of `shape`. Linear; allocates nothing once warm.
    pub(super) fn rebuild(&mut self, shape: &Shape, direction: Direction) {
        let nodes = shape.len();
        for array in [&mut self.at, &mut self.node, &mut self.first, &mut self.parent, &mut self.light] {
            array.resize(nodes, 0);
        }
        self.keyroots.clear();
        self.chains.clear();
        self.deepest = 0;
        for node in 0..nodes {
            self.place(shape, direction, node);
        }
        self.find_keyroots();
    }

    fn find_keyroots(&mut self) {
        // The subtree of a node branches if the previous node is not its only child, or if that child's
        // subtree branches.
        let (mut branches, mut last) = (false, None);
        for (at, (&first, &up)) in self.first.iter().zip(&self.parent).enumerate() {
            branches = first as usize != at && (branches || last != Some(first));
            last = Some(first);
            let is_keyroot = at == up as usize || self.first[up as usize] != first;
            if is_keyroot && branches {
                self.keyroots.push(at as u32);
            } else if is_keyroot {
                self.chains.extend(first..=at as u32);
            }
        }
    }

    /// The keyroots with branching subtrees, each with the nodes in the subtrees up to it and in all of them.
    pub(super) fn keyroots_in_steps(&self) -> impl Iterator<Item = (usize, [u64; 2])> {
        let nodes = |&keyroot: &u32| u64::from(keyroot - self.first[keyroot as usize]) + 1;
        let all = self.keyroots.iter().map(nodes).sum();
        self.keyroots.iter().scan(0, move |done, keyroot| {
            *done += nodes(keyroot);
            Some((*keyroot as usize, [*done, all]))
        })
    }

    /// The leaves of the chains.
    pub(super) fn chain_leaves(&self) -> impl Iterator<Item = usize> {
        self.chains.iter().map(|&node| node as usize).filter(|&node| self.is_leaf(node))
    }

    /// The nodes from the first leaf of `node` up to `node`.
    pub(super) fn path(&self, node: usize) -> impl Iterator<Item = usize> {
        let above = move |&at: &usize| (at < node).then(|| self.parent[at] as usize);
        std::iter::successors(Some(self.first[node] as usize), above)
    }

    /// The children of a node, last one first.
    pub(super) fn children(&self, node: usize) -> impl Iterator<Item = usize> {
        let (first, mut end) = (self.first[node], node);
        std::iter::from_fn(move || {
            let child = (end > first as usize).then(|| end - 1)?;
            end = self.first[child] as usize; // a subtree begins where its preceding sibling ends
            Some(child)
        })
    }

    /// Places a node. Parents come before children in preorder, so the parent's place is known.
    fn place(&mut self, shape: &Shape, direction: Direction, node: usize) {
        let (nodes, end) = (shape.len(), shape.ends[node] as usize);
        // A node's postorder number is that of its first leaf plus the number of nodes below it. Before the
        // first leaf come the nodes to the left: all earlier ones except the ancestors. In the mirror, those
        // are the nodes after the end.
        let first = match direction {
            Direction::Left => node - shape.depths[node] as usize,
            Direction::Right => nodes - end,
        };
        let at = first + (end - node - 1);
        let up = if node == 0 { at } else { self.at[shape.parents[node] as usize] as usize };
        self.at[node] = at as u32;
        self.node[at] = node as u32;
        self.first[at] = first as u32;
        self.parent[at] = up as u32;
        let light = if node == 0 { 0 } else { self.light[up] + u32::from(self.first[up] as usize != first) };
        self.light[at] = light;
        self.deepest = self.deepest.max(light);
    }
}
