//! Phase 1: divides two texts into equal runs and holes (C.5, rules 1 to 4).

use std::collections::HashMap;

/// Lengths of anchors, in the order of trying.
const LENGTHS: [usize; 3] = [24, 12, 6];
/// Holes of up to this many cells are filled exactly.
pub(super) const SMALL: usize = 65_536;
const DEEPEST: usize = 16;
const RESYNC_LENGTH: usize = 12;
const RESYNC_REACH: usize = 256;

/// An offset on each side.
type Point = (usize, usize);

/// A part of the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// This many equal characters.
    Equal(usize),
    /// This many characters on each side, still to be aligned.
    Hole(usize, usize),
}

/// How far the pieces go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// To the end of both texts.
    Everything,
    /// To the last anchor of the first level, or to the last resynchronisation point: more text follows on
    /// both sides.
    Anchored,
}

/// Divides two texts. Equal runs are never neighbours, and no hole is empty.
pub(super) fn pieces(x: &[char], y: &[char], reach: Reach) -> Vec<Piece> {
    let mut made = Vec::new();
    divide(x, y, &LENGTHS, 0, reach, &mut made);
    made
}

pub(super) fn cells(p: usize, q: usize) -> usize {
    (p + 1).saturating_mul(q + 1)
}

fn push_equal(count: usize, made: &mut Vec<Piece>) {
    match made.last_mut() {
        Some(Piece::Equal(run)) => *run += count,
        _ if count > 0 => made.push(Piece::Equal(count)),
        _ => {}
    }
}

fn push_hole(p: usize, q: usize, made: &mut Vec<Piece>) {
    if p + q > 0 {
        made.push(Piece::Hole(p, q));
    }
}

/// Divides two texts recursively. The depth is at most 16 for any texts.
fn divide(x: &[char], y: &[char], lengths: &[usize], depth: usize, reach: Reach, made: &mut Vec<Piece>) {
    let prefix = common_prefix(x, y);
    push_equal(prefix, made);
    let (x, y) = (&x[prefix..], &y[prefix..]);
    let suffix = if reach == Reach::Everything { common_suffix(x, y) } else { 0 };
    let (x, y) = (&x[..x.len() - suffix], &y[..y.len() - suffix]);
    let anchors = if depth < DEEPEST { find_anchors(x, y, lengths) } else { None };
    if let Some((lengths, anchors)) = anchors {
        follow(x, y, &anchors, lengths, depth, reach, made);
    } else if x.is_empty() || y.is_empty() || cells(x.len(), y.len()) <= SMALL {
        if reach == Reach::Everything {
            push_hole(x.len(), y.len(), made);
        }
    } else {
        resync(x, y, reach, made);
    }
    push_equal(suffix, made);
}

fn common_prefix(x: &[char], y: &[char]) -> usize {
    x.iter().zip(y).take_while(|(one, other)| one == other).count()
}

fn common_suffix(x: &[char], y: &[char]) -> usize {
    x.iter().rev().zip(y.iter().rev()).take_while(|(one, other)| one == other).count()
}

/// Returns the anchors of the first length that has any, in order on both sides, and the lengths from that
/// one on.
fn find_anchors<'a>(x: &[char], y: &[char], lengths: &'a [usize]) -> Option<(&'a [usize], Vec<Point>)> {
    for (at, &length) in lengths.iter().enumerate() {
        if length == 6 && cells(x.len(), y.len()) <= SMALL {
            continue;
        }
        let (gold_places, system_places) = (unique(x, length), unique(y, length));
        let mut both: Vec<Point> = Vec::new();
        for start in 0..(x.len() + 1).saturating_sub(length) {
            let part = &x[start..start + length];
            if let (Some(Some(i)), Some(Some(j))) = (gold_places.get(part), system_places.get(part)) {
                both.push((*i, *j));
            }
        }
        if !both.is_empty() {
            return Some((&lengths[at..], increasing(&both)));
        }
    }
    None
}

/// Returns the place of each substring of this length; `None` if it occurs several times.
fn unique(text: &[char], length: usize) -> HashMap<&[char], Option<usize>> {
    let mut places = HashMap::new();
    for (start, part) in text.windows(length).enumerate() {
        places.entry(part).and_modify(|place| *place = None).or_insert(Some(start));
    }
    places
}

/// Returns a longest subsequence whose second numbers increase, by the patience algorithm.
fn increasing(pairs: &[Point]) -> Vec<Point> {
    let mut tails: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::new();
    for (at, pair) in pairs.iter().enumerate() {
        let place = tails.partition_point(|&tail| pairs[tail].1 < pair.1);
        before.push(place.checked_sub(1).map(|left| tails[left]));
        tails.truncate(tails.len().max(place));
        if place == tails.len() {
            tails.push(at);
        } else {
            tails[place] = at;
        }
    }
    let mut chosen: Vec<_> =
        std::iter::successors(tails.last().copied(), |&at| before[at]).map(|at| pairs[at]).collect();
    chosen.reverse();
    chosen
}

fn follow(
    x: &[char],
    y: &[char],
    anchors: &[Point],
    lengths: &[usize],
    depth: usize,
    reach: Reach,
    made: &mut Vec<Piece>,
) {
    let length = lengths[0];
    let (mut gold, mut system) = (0, 0);
    for &(i, j) in anchors {
        if i >= gold && j >= system {
            divide(&x[gold..i], &y[system..j], lengths, depth + 1, Reach::Everything, made);
            push_equal(length, made);
        } else if i + system == j + gold {
            push_equal(i + length - gold, made);
        } else {
            continue;
        }
        (gold, system) = (i + length, j + length);
    }
    if reach == Reach::Everything {
        divide(&x[gold..], &y[system..], lengths, depth + 1, reach, made);
    }
}

fn resync(mut x: &[char], mut y: &[char], reach: Reach, made: &mut Vec<Piece>) {
    while !x.is_empty() && !y.is_empty() && cells(x.len(), y.len()) > SMALL {
        let Some((i, j)) = nearest(x, y) else { break };
        push_hole(i, j, made);
        let run = common_prefix(&x[i..], &y[j..]);
        push_equal(run, made);
        (x, y) = (&x[i + run..], &y[j + run..]);
    }
    if reach == Reach::Everything {
        push_hole(x.len(), y.len(), made);
    }
}

/// Returns the pair of equal substrings nearest to the start of both texts.
fn nearest(x: &[char], y: &[char]) -> Option<Point> {
    let (x, y): (Vec<_>, Vec<_>) = (
        x.windows(RESYNC_LENGTH).take(RESYNC_REACH).collect(),
        y.windows(RESYNC_LENGTH).take(RESYNC_REACH).collect(),
    );
    let sums = 0..(x.len() + y.len());
    let mut points = sums.flat_map(|sum| (0..=sum).map(move |i| (i, sum - i)));
    points.find(|&(i, j)| x.get(i).is_some_and(|part| y.get(j) == Some(part)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(x: &str, y: &str, reach: Reach) -> Vec<Piece> {
        let letters = |text: &str| text.chars().collect::<Vec<char>>();
        pieces(&letters(x), &letters(y), reach)
    }

    #[test]
    fn small_texts() {
        use Piece::{Equal, Hole};
        for (x, y, expected) in [
            ("abc", "abc", vec![Equal(3)]),
            ("", "", vec![]),
            ("abc", "abxc", vec![Equal(2), Hole(0, 1), Equal(1)]),
            ("aab", "aaab", vec![Equal(2), Hole(0, 1), Equal(1)]),
            ("xabcdefghijklmx", "yabcdefghijklmy", vec![Hole(1, 1), Equal(13), Hole(1, 1)]),
            ("xabcdefgx", "yabcdefgy", vec![Hole(9, 9)]),
        ] {
            assert_eq!(made(x, y, Reach::Everything), expected, "{x} {y}");
        }
        let open = made("abxabcdefghijklmx", "abyabcdefghijklmy", Reach::Anchored);
        assert_eq!(open, [Equal(2), Hole(1, 1), Equal(13)]);
    }

    #[test]
    fn repeated_text_is_found_again() {
        let again = "abcabcabcabc".repeat(40);
        let expected = [Piece::Hole(1, 2), Piece::Equal(480), Piece::Hole(1, 1)];
        assert_eq!(made(&format!("x{again}x"), &format!("yy{again}y"), Reach::Everything), expected);
        assert_eq!(made(&format!("x{again}x"), &format!("yy{again}y"), Reach::Anchored), expected[..2]);
    }

    #[test]
    fn the_longest_increasing_subsequence() {
        let chosen = increasing(&[(0, 5), (1, 1), (2, 6), (3, 2), (4, 3)]);
        assert_eq!(chosen, [(1, 1), (3, 2), (4, 3)]);
    }
}
