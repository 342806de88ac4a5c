//! A warm pipeline allocates nothing, neither per sentence nor per block.

use crate::support::evalb::NAMES;
use crate::support::files::Files;
use allocation_counter::measure;
use treescore::align::mapping::{Direction, Kernel, Mapper, MappingError, Weights, intervals};
use treescore::measure::dependency::{Heads, MatchBy, WordClass};
use treescore::measure::{
    Attachment, BracketCounts, BracketScratch, ConceptAccuracy, DependencyMeasure, Measure, Parseval,
    StructIou, Ted, TreeNode, WordAccuracy,
};
use treescore::prepare::Recipe;
use treescore::read::{
    Block, Buffer, Corpus, Dialect, Extent, Next, PairBlock, PairReader, SideReader, SideSource, Syntax,
    UnitKind, Unmatched,
};
use treescore::run::Pipeline;
use treescore::run::parallel::Work;
use treescore::tree::{Arena, Labels};
use treescore::{Scorer, Setup};
use treescore_originals::evalb::{self, EvalbPart, EvalbWork, Settings};
use treescore_originals::sparseval;
use treescore_testkit::generate;

const PAIRS: usize = 400;

/// All pairs of two files as one block.
fn block(files: &Files, unit: UnitKind) -> PairBlock {
    let side = |path: &std::path::Path| {
        let reader = SideReader::new(Corpus::find(path).unwrap(), unit).unwrap();
        Box::new(reader.with_block(1 << 24)) as Box<dyn SideSource>
    };
    let mut reader = PairReader::new(side(&files.gold()), vec![side(&files.system())], Unmatched::Stop);
    let mut block = PairBlock::default();
    assert_eq!(reader.next(&mut block).unwrap(), Next::Block);
    assert_eq!(block.gold.extents().len(), PAIRS);
    block
}

/// Pairs of a simulated parser, without any that are refused: a refusal may allocate its message.
fn files() -> Files {
    let profile = generate::Profile { failures: 0, mismatches: 0, ..generate::Profile::newspaper() };
    let (mut gold, mut system) = (Vec::new(), Vec::new());
    generate::write_pairs(7, PAIRS as u64, &profile, &mut gold, &mut system).unwrap();
    Files::new(&gold, &system)
}

#[test]
fn a_warm_pipeline_allocates_nothing() {
    let files = files();
    let block = block(&files, UnitKind::Tree);
    for name in ["collins", "raw", "unlabeled", "spmrl", "speech", "unsupervised-sentence"] {
        let mut pipeline = Pipeline::new(Recipe::named(name).unwrap(), Dialect::Native);
        let mut scratch = BracketScratch::default();
        let mut score = || {
            let mut total = BracketCounts::default();
            pipeline.begin(&block);
            for at in 0..PAIRS {
                let (counted, length) = pipeline.count(&block, at).unwrap();
                let pair = pipeline.pair(&block, at).unwrap();
                assert_eq!(length, pair.gold.prepared.length());
                let counts = Parseval.count(&pair, &mut scratch).unwrap();
                assert_eq!(counts, counted, "as a difference and as a whole");
                total += counts;
            }
            total
        };
        let first = score();
        let mut second = BracketCounts::default();
        let allocated = measure(|| second = score());
        assert_eq!(allocated.count_total, 0, "{name}: {allocated:?}");
        assert_eq!(first, second);
        assert!(first.pairs == PAIRS as u64 && first.gold > 0);
    }
}

/// Scores all pairs twice, and asserts that the second time allocates nothing.
fn check_warm<M: Measure>(measured: &M, block: &PairBlock) {
    let lines = |side: &Block| -> Vec<Vec<u8>> {
        let text = |extent: &Extent| side.text()[extent.start as usize..extent.end as usize].to_vec();
        side.extents().iter().map(text).collect()
    };
    let (gold, system) = (lines(&block.gold), lines(&block.systems[0]));
    let mut scorer = Scorer::new(Setup::of(measured.clone()));
    let score = |scorer: &mut Scorer| {
        for (gold, system) in gold.iter().zip(&system) {
            scorer.add(&gold[..], &system[..]).unwrap();
        }
    };
    score(&mut scorer);
    let first = scorer.sum().clone();
    let allocated = measure(|| score(&mut scorer));
    assert_eq!(allocated.count_total, 0, "{}: {allocated:?}", measured.info().name);
    assert_eq!(first.counts()[0], PAIRS as i128);
    assert_eq!(scorer.sum(), &first.clone().and(&first), "the second time as the first");
}

#[test]
fn warm_kernels_allocate_nothing() {
    let files = files();
    let block = block(&files, UnitKind::Line);
    let mut typed = TreeNode::default();
    typed.set("types", "N*=noun,leaf%3A*=terminal").unwrap();
    check_warm(&Parseval, &block);
    check_warm(&typed, &block);
    check_warm(&WordAccuracy::default(), &block);
    check_warm(&ConceptAccuracy::default(), &block);
    check_warm(&StructIou::default(), &block);
    check_warm(&Ted::default(), &block);
    check_warm(&Attachment::default(), &block);
    for class in [WordClass::All, WordClass::Open] {
        for match_by in [MatchBy::Place, MatchBy::Order] {
            check_warm(&DependencyMeasure { class, match_by, heads: Heads::default() }, &block);
        }
    }
}

#[test]
fn a_warm_json_reader_allocates_nothing() {
    let line =
        r#"[{"label":"A","type":"t","children":["b",{"children":["c","d"],"label":"E","x":[{}]}]},"f"]"#;
    let (mut labels, mut buffer, mut arena) = (Labels::new(), Buffer::default(), Arena::default());
    let mut read =
        || Syntax::Json.read(line.as_bytes(), (0, line.len()), &mut labels, &mut buffer, &mut arena).unwrap();
    read();
    let allocated = measure(read);
    assert_eq!(allocated.count_total, 0, "{allocated:?}");
}

#[test]
fn a_warm_judge_allocates_nothing() {
    let files = files();
    let block = block(&files, UnitKind::Line);
    let settings = Settings {
        delete_label: vec![b"TOP".to_vec(), b",".to_vec()],
        ..Settings::new(evalb::Dialect::Evalb)
    };
    let judging = EvalbWork::new(&settings, NAMES).unwrap();
    let (mut judge, mut part) = (judging.worker(), EvalbPart::default());
    judging.block(&mut judge, &block, &mut part);
    let allocated = measure(|| judging.block(&mut judge, &block, &mut part));
    assert_eq!(allocated.count_total, 0, "{allocated:?}");
    assert_eq!(part.totals.all.sentences, PAIRS as u64);
}

/// A reader swaps its buffers with the block, so it stops allocating after the first blocks.
#[test]
fn a_warm_reader_allocates_nothing() {
    let files = files();
    let side = |path: &std::path::Path| {
        let reader = SideReader::new(Corpus::find(path).unwrap(), UnitKind::Tree).unwrap();
        Box::new(reader.with_block(8 * 1024)) as Box<dyn SideSource>
    };
    let mut reader = PairReader::new(side(&files.gold()), vec![side(&files.system())], Unmatched::Stop);
    let mut block = PairBlock::default();
    let mut allocations = Vec::new();
    loop {
        let mut next = Next::End;
        allocations.push(measure(|| next = reader.next(&mut block).unwrap()).count_total);
        if next == Next::End {
            break;
        }
    }
    let late = &allocations[allocations.len() / 2..];
    assert!(allocations.len() > 8, "{allocations:?}");
    assert!(late.iter().all(|&count| count == 0), "{allocations:?}");
}

/// Trees as preorder end positions: a chain, a star, a comb to the right, and a comb whose teeth are chains.
fn trees(nodes: u32) -> [Vec<u32>; 4] {
    let chain = vec![nodes; nodes as usize];
    let star = std::iter::once(nodes).chain(2..=nodes).collect();
    let comb = (0..nodes).map(|node| if node % 2 == 0 { nodes } else { node + 1 }).collect();
    let teeth =
        (0..nodes).map(|node| if node % 4 == 0 { nodes } else { (node / 4 * 4 + 4).min(nodes) }).collect();
    [chain, star, comb, teeth]
}

/// All trees of one size against all trees of the other.
fn tree_pairs(gold: u32, system: u32) -> Vec<(Vec<u32>, Vec<u32>)> {
    let pairs = trees(gold).into_iter().map(|gold| trees(system).map(|system| (gold.clone(), system)));
    pairs.flatten().collect()
}

fn third(i: usize, j: usize) -> i64 {
    i64::from(i % 3 == j % 3)
}

#[test]
fn a_mapper_takes_no_more_memory_than_it_says() {
    for (gold, system) in tree_pairs(200, 260) {
        for direction in [Direction::Left, Direction::Right] {
            let mapper = |limit| Mapper::with_limit(limit).with_direction(direction);
            let mut pairs = Vec::with_capacity(gold.len());
            let check = |map: &mut dyn FnMut(Mapper) -> Result<i64, MappingError>| {
                let Err(MappingError::TooLarge { bytes, .. }) = map(mapper(0)) else {
                    panic!("nothing is too large")
                };
                let taken = measure(|| _ = map(mapper(bytes)).unwrap());
                assert!((bytes / 2..=bytes).contains(&taken.bytes_max), "{bytes}: {taken:?}");
            };
            check(&mut |mut mapper| mapper.mapping(&gold, &system, third, &mut pairs));
            for kernel in [Kernel::Dense, Kernel::Sparse] {
                check(&mut |mut mapper| mapper.value(&gold, &system, kernel, |weights| weights.fill(third)));
            }
        }
    }
}

#[test]
fn a_warm_mapper_allocates_nothing() {
    let (cases, mut mapper, mut pairs) = (tree_pairs(130, 90), Mapper::new(), Vec::new());
    let times: Vec<_> = (0..130).map(|node| (f64::from(node), f64::from(node + node % 3))).collect();
    let mut map = || {
        for (gold, system) in &cases {
            for kernel in [Kernel::Dense, Kernel::Sparse] {
                mapper.value(gold, system, kernel, |weights| weights.fill(third)).unwrap();
                let overlap =
                    |weights: &mut Weights<'_>| intervals::fill(weights, &times, &times, |_, _, _| 1);
                mapper.value(gold, system, kernel, overlap).unwrap();
            }
            mapper.mapping(gold, system, third, &mut pairs).unwrap();
        }
    };
    map();
    let allocated = measure(map);
    assert_eq!(allocated.count_total, 0, "{allocated:?}");
}

/// The allocation counter works.
#[test]
fn an_allocation_is_noticed() {
    assert_eq!(measure(|| drop(vec![1u8; 10])).count_total, 1);
}

/// Files in memory; output is only counted.
struct Memory {
    gold: Vec<u8>,
    test: Vec<u8>,
    printed: usize,
}

impl sparseval::Desk for Memory {
    fn open(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        match name {
            b"gold" => Some(self.gold.clone()),
            b"test" => Some(self.test.clone()),
            _ => None,
        }
    }

    fn print(&mut self, text: &[u8]) -> std::io::Result<()> {
        self.printed += text.len();
        Ok(())
    }

    fn warn(&mut self, _: &[u8]) -> std::io::Result<()> {
        Ok(())
    }
}

/// Twice as many sentences of the same kind cost SParseval no extra allocation.
#[test]
fn sparseval_allocates_nothing_per_sentence() {
    let profile = generate::Profile { failures: 0, mismatches: 0, ..generate::Profile::newspaper() };
    let (mut gold, mut test) = (Vec::new(), Vec::new());
    generate::write_pairs(7, PAIRS as u64, &profile, &mut gold, &mut test).unwrap();
    for is_bag in [false, true] {
        let settings = sparseval::Settings {
            gold: b"gold".into(),
            test: b"test".into(),
            params: Some(b"speech".into()),
            heads: Some(b"collins".into()),
            is_verbose: true,
            is_bag,
            ..sparseval::Settings::default()
        };
        let allocations = |times: usize| {
            let mut desk = Memory { gold: gold.repeat(times), test: test.repeat(times), printed: 0 };
            let allocated = measure(|| sparseval::run(&settings, &mut desk).unwrap());
            (allocated.count_total, desk.printed)
        };
        let (once, twice) = (allocations(1), allocations(2));
        assert_eq!(once.0, twice.0, "is_bag: {is_bag}");
        assert_eq!(twice.1, once.1 + PAIRS * 76, "a line of 76 bytes for every pair");
    }
}
