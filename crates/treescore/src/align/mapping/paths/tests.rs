//! The path kernel, way by way: against the other kernels, and its cost against its definition.

use super::super::tests::{Toy, apted_tree, edit, mapping, scattered, toy, value};
use super::super::{DEFAULT_LIMIT, Kernel, Mapper, MappingError, round_up};
use super::*;
use proptest::prelude::*;

/// A tree of so many levels with a leaf on one side of each: on the left where `is_left`.
fn spine(levels: usize, is_left: impl Fn(usize) -> bool) -> Toy {
    let mut ends = Vec::new();
    for level in 0..levels {
        // As many nodes remain on the right as there are leaves on the right above.
        let above = (0..level).filter(|&above| !is_left(above)).count();
        ends.push((2 * levels + 1 - above) as u32);
        if is_left(level) {
            ends.push(ends.len() as u32 + 1);
        }
    }
    ends.push(ends.len() as u32 + 1);
    ends.extend(ends.len() as u32 + 1..=(2 * levels + 1) as u32);
    let labels = (0..ends.len()).map(|node| (node % 3) as u8).collect();
    Toy { ends, labels }
}

/// Left comb, right comb, zig-zag, zig-zag offset by one.
fn spines(levels: usize) -> [Toy; 4] {
    [
        spine(levels, |_| false),
        spine(levels, |_| true),
        spine(levels, |level| level % 2 == 0),
        spine(levels, |level| level % 2 == 1),
    ]
}

fn shape(toy: &Toy) -> Shape {
    let mut shape = Shape::default();
    shape.rebuild(&toy.ends).unwrap();
    shape
}

/// All values, with one way for all pairs of subtrees.
fn values_by(way: u8, gold: &Toy, system: &Toy, weight: &dyn Fn(usize, usize) -> i64) -> Vec<i64> {
    let (mut paths, mut scratch) = (Paths::default(), Scratch::default());
    let shapes = [shape(gold), shape(system)];
    paths.plan(&shapes[0], &shapes[1], DEFAULT_LIMIT).unwrap();
    paths.strategy.force(way);
    let numbered = shapes.each_ref().map(|shape| {
        let mut numbering = Numbering::default();
        numbering.rebuild(shape, Direction::Left);
        numbering
    });
    let [rows, columns] = &numbered;
    let place = |&row: &u32| columns.node.iter().map(move |&column| weight(row as usize, column as usize));
    let mut td: Vec<i64> = rows.node.iter().flat_map(place).collect();
    paths.run([rows, columns], &mut td, &mut scratch).unwrap();
    td
}

fn planned(gold: &Toy, system: &Toy) -> u64 {
    Paths::default().plan(&shape(gold), &shape(system), u64::MAX).unwrap()
}

/// The cost of two subtrees, by definition.
fn cost(gold: &Profile, system: &Profile, pair: (usize, usize)) -> u64 {
    let size = |profile: &Profile, node: usize| u64::from(profile.sizes[node]);
    let (rows, columns) = (size(gold, pair.0), size(system, pair.1));
    if rows == 1 || columns == 1 {
        return rows.max(columns);
    }
    let paths = [Path::Left, Path::Right, Path::Heavy];
    let beside = |profile: &Profile, top: usize, path: Path| -> Vec<usize> {
        let nodes = profile.path(top, path);
        let light = |node| profile.children(node).filter(move |&it| Some(it) != profile.child(node, path));
        nodes.flat_map(light).collect()
    };
    let of_gold = paths.map(|path| {
        let light = beside(gold, pair.0, path).into_iter().map(|node| cost(gold, system, (node, pair.1)));
        rows * system.forests_of(pair.1)[path as usize] + light.sum::<u64>()
    });
    let of_system = paths.map(|path| {
        let light = beside(system, pair.1, path).into_iter().map(|node| cost(gold, system, (pair.0, node)));
        columns * gold.forests_of(pair.0)[path as usize] + light.sum::<u64>()
    });
    of_gold.into_iter().chain(of_system).min().unwrap()
}

/// Forests that remain after removing nodes from both sides, counted one by one.
fn forests(toy: &Toy) -> u64 {
    let mut seen = std::collections::BTreeSet::new();
    let mut open: Vec<Vec<usize>> = vec![(0..toy.len()).collect()];
    while let Some(forest) = open.pop() {
        let (Some(&first), true) = (forest.first(), seen.insert(forest.clone())) else { continue };
        let is_root = |&&node: &&usize| !forest.iter().any(|&up| up < node && node < toy.ends[up] as usize);
        let last = *forest.iter().rfind(is_root).unwrap();
        for lost in [first, last] {
            open.push(forest.iter().copied().filter(|&node| node != lost).collect());
        }
    }
    seen.len() as u64 - 1 // without the empty one
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn every_way_gives_the_same_values(a in toy(40), b in toy(40), seed: u64, percent in 2_u64..=100) {
        let weight = scattered(seed, percent);
        let expected = values_by(0, &a, &b, &weight);
        prop_assert_eq!(expected.last().copied(), Some(value(&a, &b, &weight)));
        for way in 1..6 {
            prop_assert_eq!(&values_by(way, &a, &b, &weight), &expected, "way {}", way);
        }
    }

    #[test]
    fn the_cost_is_the_least_of_all_ways(a in toy(9), b in toy(9)) {
        let [gold, system] = [&a, &b].map(|toy| {
            let mut profile = Profile::default();
            profile.rebuild(&shape(toy));
            profile
        });
        prop_assert_eq!(planned(&a, &b), cost(&gold, &system, (0, 0)));
        prop_assert_eq!(gold.forests_of(0)[2], profile::PASSES * forests(&a));
        for direction in [Direction::Left, Direction::Right] {
            prop_assert_eq!(gold.forests_of(0)[direction as usize], shape(&a).key_sum(direction));
        }
    }
}

#[test]
fn spines_of_all_kinds_agree() {
    for gold in spines(17) {
        for system in spines(23) {
            for percent in [10, 100] {
                let weight = scattered(7, percent);
                mapping(&gold, &system, &weight);
                let expected = values_by(0, &gold, &system, &weight);
                for way in 1..6 {
                    assert_eq!(values_by(way, &gold, &system, &weight), expected, "way {way}");
                }
            }
        }
    }
}

#[test]
fn distances_of_spines_are_those_of_another_program() {
    for gold in spines(40) {
        for system in spines(31) {
            let (packing, weight) = edit(&gold, &system, [1, 1, 1], false);
            let distance =
                (gold.len() + system.len()) as i64 - packing.weight(value(&gold, &system, &weight));
            let model = apted::PerEditOperationStringNodeDataCostModel::new(1.0, 1.0, 1.0);
            let (left, right) = (apted_tree(&gold), apted_tree(&system));
            let by_apted = apted::APTED::new(model).compute_edit_distance(&left, &right);
            assert_eq!(distance, by_apted as i64);
        }
    }
}

/// Twice the levels: eight times the cells for two spines, twice the cells for one against a small tree.
#[test]
fn work_grows_with_the_cube_at_most() {
    for (one, other) in [(2, 3), (0, 1), (0, 2), (2, 2)] {
        let [cells, more] = [100, 200].map(|levels| planned(&spines(levels)[one], &spines(levels)[other]));
        assert!(more < cells * 81 / 10, "{one} against {other}: {cells}, {more}");
    }
    let small = &spines(20)[0];
    for spine in 0..4 {
        let [cells, more] = [1000, 2000].map(|levels| planned(small, &spines(levels)[spine]));
        assert!(more < cells * 21 / 10, "{spine}: {cells}, {more}");
    }
}

/// Pairs that need just as many cells as are allowed, and one more.
#[test]
fn what_needs_more_cells_than_allowed_is_refused() {
    for (one, other, levels) in [(2, 3, 94), (0, 1, 94), (0, 0, 3), (2, 0, 60)] {
        let (gold, system) = (&spines(levels)[one], &spines(levels)[other]);
        let run = |effort: u64| {
            let mut mapper = Mapper::new();
            mapper.set_effort(effort);
            let value = mapper.value(&gold.ends, &system.ends, Kernel::Dense, |weights| weights.set(0, 0, 1));
            let traced =
                mapper.mapping(&gold.ends, &system.ends, |i, j| i64::from(i + j == 0), &mut Vec::new());
            assert_eq!(value, traced);
            value
        };
        let Err(MappingError::TooMuchWork { cells, effort: 1, .. }) = run(1) else {
            panic!("{one} against {other} needs more than one cell");
        };
        assert_eq!(run(cells), Ok(1), "{one} against {other}");
        assert!(run(cells - 1).is_err(), "{one} against {other}");
        assert_eq!(run(round_up(cells, 1)), Ok(1), "{one} against {other}: what the message suggests");
    }
}

#[test]
fn figures_are_rounded_up() {
    for (cells, two, one) in [
        (31_700_000_000, "3.2e10", "4e10"),
        (30_000_000_000, "3e10", "3e10"),
        (99_100, "1e5", "1e5"),
        (7, "7e0", "7e0"),
        (0, "0e0", "0e0"),
        (u64::MAX, "1.8446744073709551615e19", "1.8446744073709551615e19"),
    ] {
        assert_eq!(
            (format!("{:e}", round_up(cells, 2)), format!("{:e}", round_up(cells, 1))),
            (two.into(), one.into())
        );
    }
}
