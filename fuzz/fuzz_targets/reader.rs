//! Any bytes: cut into extents that cover them, the same for every block size, each a tree or a fault.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treescore::read::{
    Corpus, Dialect, Next, PairBlock, PairReader, ReadOptions, Scanner, SideReader, SideSource, UnitKind,
    Unmatched,
};
use treescore::tree::{Arena, Labels};
use treescore_fuzz::files;

fuzz_target!(|data: &[u8]| {
    let files = files(data, data);
    for unit in [UnitKind::Tree, UnitKind::Line] {
        let Some(whole) = Pieces::of(files, unit, None) else { return };
        // Text with NUL bytes may be UTF-16, which is decoded.
        let plain = !data.contains(&0)
            && ![&b"\xEF\xBB\xBF"[..], b"\xFF\xFE", b"\xFE\xFF", b"<?xml"]
                .iter()
                .any(|mark| data.trim_ascii_start().starts_with(mark))
            && !data.starts_with(b"\x1F\x8B")
            && !data.starts_with(b"\x28\xB5\x2F\xFD");
        if plain {
            assert!(data.starts_with(&whole.text));
            assert!(is_passed_over(&data[whole.text.len()..]), "text that was never handed out");
        }
        let block = usize::from(data.first().copied().unwrap_or(0)) % 67 + 1;
        for size in [1, block] {
            assert_eq!(Pieces::of(files, unit, Some(size)).as_ref(), Some(&whole), "blocks of {size} bytes");
        }
    }
});

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// True if there is nothing but blanks and comments.
fn is_passed_over(text: &[u8]) -> bool {
    let is_comment =
        |line: &[u8]| ["#", ";;", "%%", "*x*"].iter().any(|mark| line.starts_with(mark.as_bytes()));
    text.split(|&byte| byte == b'\n').all(|line| {
        let blanks = line.iter().take_while(|&&byte| is_blank(byte)).count();
        blanks == line.len() || is_comment(&line[blanks..])
    })
}

/// The reassembled blocks of a file.
#[derive(Debug, PartialEq)]
struct Pieces {
    text: Vec<u8>,
    /// Start, end, line.
    extents: Vec<(usize, usize, u64)>,
    /// The result of scanning in each dialect: words and brackets, or the place of the fault in the file.
    scanned: Vec<[Result<(usize, usize), usize>; 2]>,
}

impl Pieces {
    /// `None` if the file cannot be opened: it looks compressed, or is in UTF-16.
    fn of(
        files: &treescore_fuzz::support::files::Files,
        unit: UnitKind,
        block: Option<usize>,
    ) -> Option<Self> {
        let side = |path: &std::path::Path| {
            // As text: what else a file may be is for the targets of formats.
            let options = ReadOptions { as_wanted: true, ..ReadOptions::default() };
            let corpus = Corpus::find(path).expect("the file was written").with_options(options);
            let reader = SideReader::new(corpus, unit).ok()?;
            let reader = if let Some(bytes) = block { reader.with_block(bytes) } else { reader };
            Some(Box::new(reader) as Box<dyn SideSource>)
        };
        let mut reader =
            PairReader::new(side(&files.gold())?, vec![side(&files.system())?], Unmatched::HandOut);
        let mut pieces = Self { text: Vec::new(), extents: Vec::new(), scanned: Vec::new() };
        let (mut scanner, mut labels, mut pairs) = (Scanner::new(), Labels::new(), PairBlock::default());
        while reader.next(&mut pairs).ok()? == Next::Block {
            pieces.add(&mut scanner, &mut labels, &pairs);
        }
        Some(pieces)
    }

    fn add(&mut self, scanner: &mut Scanner, labels: &mut Labels, pairs: &PairBlock) {
        let (block, base) = (&pairs.gold, self.text.len());
        assert_eq!(block.text(), pairs.systems[0].text());
        scanner.begin(block.padded());
        let mut covered = 0;
        for extent in block.extents() {
            let (start, end) = (extent.start as usize, extent.end as usize);
            assert!(covered <= start && start <= end && end <= block.text().len(), "in order");
            assert!(is_passed_over(&block.text()[covered..start]), "text between extents");
            covered = end;
            self.extents.push((base + start, base + end, block.line(extent)));
            let mut arena = Arena::default();
            let mut scan = |dialect| {
                let scanned = scanner.scan(block.padded(), (start, end), dialect, labels, &mut arena);
                scanned.map(|()| check(&arena)).map_err(|fault| {
                    assert!((start..=end).contains(&fault.at), "a fault outside its extent");
                    base + fault.at
                })
            };
            self.scanned.push([scan(Dialect::Native), scan(Dialect::Evalb)]);
        }
        assert!(is_passed_over(&block.text()[covered..]), "text behind the last extent");
        self.text.extend_from_slice(block.text());
    }
}

/// Returns the numbers of words and brackets. Checks that every bracket is inside its parent and over
/// existing words.
fn check(arena: &Arena) -> (usize, usize) {
    for node in arena.nodes() {
        let span = node.span();
        assert!(span.end() as usize <= arena.words().len());
        let parent = node.parent().map(|parent| arena.nodes()[parent.index()].span());
        assert!(parent.is_none_or(|parent| parent.start() <= span.start() && span.end() <= parent.end()));
    }
    (arena.words().len(), arena.nodes().len())
}
