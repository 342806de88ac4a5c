//! The recorded tree edit distances, mappings and alignments (`conformance/tree-edit`), through every kernel.

use serde::Deserialize;
use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use treescore::align::mapping::{Direction, Kernel, Mapper, Packing};
use treescore::align::sequence::{self, Item, Relation, Scratch, SequenceCounts};

#[derive(Deserialize)]
struct Costs {
    sub: u32,
    ins: u32,
    del: u32,
}

#[derive(Deserialize)]
struct Case<Input> {
    id: String,
    #[serde(rename = "ref")]
    gold: Input,
    #[serde(rename = "hyp")]
    system: Input,
    costs: Costs,
    #[serde(default)]
    typed: bool,
    distance: u64,
    correct: u64,
    substituted: u64,
    deleted: u64,
    inserted: u64,
    #[serde(alias = "alignment")]
    mapping: Vec<(u32, u32)>,
}

impl<Input> Case<Input> {
    fn counts(&self) -> SequenceCounts {
        let Self { correct, substituted, deleted, inserted, .. } = *self;
        SequenceCounts { correct, substituted, deleted, inserted }
    }

    fn costs(&self) -> sequence::Costs {
        sequence::Costs { substitute: self.costs.sub, insert: self.costs.ins, delete: self.costs.del }
    }
}

/// Gives each text a number, the same on both sides.
#[derive(Default)]
struct Names(HashMap<String, u32>);

impl Names {
    fn number(&mut self, text: &str) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(text.to_owned()).or_insert(next)
    }
}

/// A tree in preorder, and the postorder numbers (from 1) of its nodes.
#[derive(Default)]
struct Tree {
    ends: Vec<u32>,
    items: Vec<Item>,
    numbers: Vec<u32>,
}

impl Tree {
    /// Reads `(A b (C d))`.
    fn read(text: &str, typed: bool, names: &mut Names) -> Self {
        let (mut tree, mut open, mut done) = (Self::default(), Vec::new(), 0);
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut tokens = spaced.split_whitespace();
        while let Some(token) = tokens.next() {
            let node = tree.ends.len();
            let closed = match token {
                ")" => open.pop().expect("brackets match"),
                "(" => {
                    let label = tokens.next().expect("a label follows a bracket");
                    tree.add(label, if typed { kind(label, "node") } else { "any" }, names);
                    open.push(node);
                    continue;
                }
                leaf => {
                    tree.add(leaf, if typed { kind(leaf, "word") } else { "any" }, names);
                    node
                }
            };
            done += 1;
            tree.ends[closed] = tree.ends.len() as u32;
            tree.numbers[closed] = done;
        }
        tree
    }

    fn add(&mut self, label: &str, kind: &str, names: &mut Names) {
        self.ends.push(0);
        self.numbers.push(0);
        self.items.push(Item { label: names.number(label), kind: names.number(kind) });
    }
}

fn kind(label: &str, otherwise: &'static str) -> &'static str {
    match label {
        "D" | "E" => "class",
        "P" | "Q" | "R" => "concept",
        _ => otherwise,
    }
}

fn check_pair(case: &Case<String>) {
    let mut names = Names::default();
    let gold = Tree::read(&case.gold, case.typed, &mut names);
    let system = Tree::read(&case.system, case.typed, &mut names);
    let (n, m, costs) = (gold.ends.len(), system.ends.len(), case.costs());
    let packing = Packing::new(n, m, costs.weight(Relation::Equal)).expect("costs are small");
    let weight = |i: usize, j: usize| {
        let relation = gold.items[i].relation(system.items[j]);
        packing.pack(costs.weight(relation), relation == Relation::Equal)
    };
    for mapper in [
        Mapper::new(),
        Mapper::new().with_direction(Direction::Left),
        Mapper::new().with_direction(Direction::Right),
    ] {
        let mut mapper = mapper;
        let mut pairs = Vec::new();
        let value = mapper.mapping(&gold.ends, &system.ends, weight, &mut pairs).expect("trees are small");
        for kernel in [Kernel::Dense, Kernel::Sparse] {
            assert_eq!(
                mapper.value(&gold.ends, &system.ends, kernel, |w| w.fill(weight)),
                Ok(value),
                "{}",
                case.id
            );
        }
        let counts = SequenceCounts::from_value(n, m, costs, packing, value);
        assert_eq!(counts, case.counts(), "{}", case.id);
        assert_eq!(counts.distance(costs), case.distance, "{}", case.id);
        let number = |&(i, j): &(u32, u32)| (gold.numbers[i as usize], system.numbers[j as usize]);
        let mut found: Vec<_> = pairs.iter().map(number).collect();
        found.sort_unstable();
        assert_eq!(found, case.mapping, "{}", case.id);
    }
}

#[test]
fn trees() {
    let packed = include_bytes!("../conformance/tree-edit/pairs.jsonl.gz");
    let mut cases = 0;
    for line in BufReader::new(flate2::read::GzDecoder::new(&packed[..])).lines() {
        check_pair(&serde_json::from_str(&line.unwrap()).unwrap());
        cases += 1;
    }
    assert_eq!(cases, 672);
}

#[test]
fn sequences() {
    let (mut scratch, mut pairs) = (Scratch::default(), Vec::new());
    let mut cases = 0;
    for line in include_str!("../conformance/tree-edit/sequences.jsonl").lines() {
        let case: Case<Vec<String>> = serde_json::from_str(line).unwrap();
        let (n, m, costs) = (case.gold.len(), case.system.len(), case.costs());
        let relation = |i: usize, j: usize| {
            if case.gold[i] == case.system[j] { Relation::Equal } else { Relation::SameType }
        };
        let counts = sequence::count(n, m, relation, costs, &mut scratch).unwrap();
        assert_eq!(counts, case.counts(), "{}", case.id);
        assert_eq!(counts.distance(costs), case.distance, "{}", case.id);
        assert_eq!(
            sequence::align(n, m, relation, costs, &mut scratch, &mut pairs),
            Ok(counts),
            "{}",
            case.id
        );
        let found: Vec<_> = pairs.iter().map(|&(i, j)| (i + 1, j + 1)).collect();
        assert_eq!(found, case.mapping, "{}", case.id);
        cases += 1;
    }
    assert_eq!(cases, 36);
}
