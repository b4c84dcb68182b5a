//! The tree of RFC 6962, section 2: hashes of leaves and nodes, roots, inclusion and consistency proofs.

use sha2::{Digest, Sha256};

/// The hash of a leaf, a node or a whole tree.
pub type TreeHash = [u8; 32];

/// Before the data of a leaf.
const LEAF: u8 = 0;
/// Before the two halves of a node.
const NODE: u8 = 1;

/// The hash of a leaf.
pub fn leaf_hash(data: &[u8]) -> TreeHash {
    let mut hash = Sha256::new();
    hash.update([LEAF]);
    hash.update(data);
    hash.finalize().into()
}

fn node(left: &TreeHash, right: &TreeHash) -> TreeHash {
    let mut hash = Sha256::new();
    hash.update([NODE]);
    hash.update(left);
    hash.update(right);
    hash.finalize().into()
}

/// The root of a tree of these leaves' hashes; of none the hash of nothing.
pub fn root(leaves: &[TreeHash]) -> TreeHash {
    let mut tree = Frontier::default();
    leaves.iter().for_each(|leaf| tree.push(*leaf));
    tree.root()
}

/// The largest power of two below `size`, which is 2 at least: so many leaves are on the left.
fn left_half(size: usize) -> usize {
    size.next_power_of_two() / 2
}

/// A proof that the leaf at `index` is in the tree: the hashes beside its way to the root, from below. Nothing, if there is no
/// such leaf.
pub fn inclusion(leaves: &[TreeHash], index: usize) -> Option<Vec<TreeHash>> {
    if index >= leaves.len() {
        return None;
    }
    let (mut tree, mut index, mut proof) = (leaves, index, Vec::new());
    while tree.len() > 1 {
        let (left, right) = tree.split_at(left_half(tree.len()));
        if index < left.len() {
            proof.push(root(right));
            tree = left;
        } else {
            proof.push(root(left));
            index -= left.len();
            tree = right;
        }
    }
    proof.reverse();
    Some(proof)
}

/// A proof that the tree of all leaves extends the tree of the first `size`. Nothing, if there are fewer leaves.
pub fn consistency(leaves: &[TreeHash], size: usize) -> Option<Vec<TreeHash>> {
    if size > leaves.len() {
        return None;
    }
    let (mut tree, mut size, mut is_whole, mut proof) = (leaves, size, true, Vec::new());
    if size == 0 {
        return Some(proof);
    }
    while size < tree.len() {
        let (left, right) = tree.split_at(left_half(tree.len()));
        if size <= left.len() {
            proof.push(root(right));
            tree = left;
        } else {
            proof.push(root(left));
            size -= left.len();
            tree = right;
            is_whole = false;
        }
    }
    // The root of the older tree is known to whoever checks.
    if !is_whole {
        proof.push(root(tree));
    }
    proof.reverse();
    Some(proof)
}

/// Checks an inclusion proof (RFC 9162, section 2.1.3.2).
pub fn includes((size, root): (u64, &TreeHash), (index, leaf): (u64, &TreeHash), proof: &[TreeHash]) -> bool {
    if index >= size {
        return false;
    }
    let mut hash = *leaf;
    let arrives = climb((index, size - 1), proof, |beside, is_left| {
        hash = if is_left { node(beside, &hash) } else { node(&hash, beside) };
    });
    arrives && hash == *root
}

/// Climbs from a node of a tree to the root, by the node `beside` it on each level and the side on which that is. `at` is the place of
/// the node on its level, `last` that of the last node there. Returns whether the proof ends at the root.
fn climb<'p>(
    (mut at, mut last): (u64, u64),
    proof: impl IntoIterator<Item = &'p TreeHash>,
    mut join: impl FnMut(&TreeHash, bool),
) -> bool {
    for beside in proof {
        // At the root already: the proof is too long.
        if last == 0 {
            return false;
        }
        let is_left = at & 1 == 1 || at == last;
        join(beside, is_left);
        // A last node without one to its right is its own parent, on as many levels as it stays alone.
        while is_left && at & 1 == 0 && at != 0 {
            at >>= 1;
            last >>= 1;
        }
        at >>= 1;
        last >>= 1;
    }
    last == 0
}

/// Checks a consistency proof (RFC 9162, section 2.1.4.2). Every tree extends the empty one.
pub fn extends(
    (old_size, old_root): (u64, &TreeHash),
    (size, new_root): (u64, &TreeHash),
    proof: &[TreeHash],
) -> bool {
    if old_size > size {
        return false;
    }
    if old_size == 0 {
        return proof.is_empty() && *old_root == root(&[]);
    }
    if old_size == size {
        return proof.is_empty() && old_root == new_root;
    }
    let mut rest = proof.iter();
    // A tree that is complete in itself is its own first part, and the proof leaves it out.
    let first = match old_size.is_power_of_two() {
        true => *old_root,
        false => match rest.next() {
            Some(first) => *first,
            None => return false,
        },
    };
    let (mut at, mut last) = (old_size - 1, size - 1);
    // From the last old leaf up to the root of the old tree's last complete part, which `first` is.
    while at & 1 == 1 {
        at >>= 1;
        last >>= 1;
    }
    let (mut old, mut new) = (first, first);
    let arrives = climb((at, last), rest, |beside, is_left| match is_left {
        true => (old, new) = (node(beside, &old), node(beside, &new)),
        false => new = node(&new, beside),
    });
    arrives && old == *old_root && new == *new_root
}

/// A tree that grows at its end: the roots of its complete parts, the largest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frontier {
    size: u64,
    parts: Vec<TreeHash>,
}

impl Frontier {
    /// Adds a leaf by its hash.
    pub fn push(&mut self, leaf: TreeHash) {
        let mut hash = leaf;
        for _ in 0..self.size.trailing_ones() {
            // There always is one: the tree has as many parts to join as its size ends in binary ones.
            if let Some(left) = self.parts.pop() {
                hash = node(&left, &hash);
            }
        }
        self.parts.push(hash);
        self.size += 1;
    }

    /// The number of leaves.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The root.
    pub fn root(&self) -> TreeHash {
        let mut parts = self.parts.iter().rev();
        match parts.next() {
            None => Sha256::digest([]).into(),
            Some(last) => parts.fold(*last, |right, left| node(left, &right)),
        }
    }
}
