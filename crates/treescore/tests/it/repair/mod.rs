//! The repair ladder for replies of language models: recorded cases, and its promises for any reply.

mod cases;
mod deep;
mod laws;

use treescore::read;
use treescore::repair::{Repaired, repair};
use treescore::tree::Tree;

/// The words of a tree.
fn words(tree: &Tree) -> Vec<Vec<u8>> {
    tree.words().map(<[u8]>::to_vec).collect()
}

/// What the ladder makes of a reply, for the words of a gold tree in brackets.
fn repaired(gold: &str, reply: &str) -> Repaired {
    repair(reply, &words(&read::one(gold).unwrap()))
}

/// The tree of a reply in brackets.
fn tree(repaired: &Repaired) -> Option<String> {
    repaired.tree.as_ref().map(ToString::to_string)
}
