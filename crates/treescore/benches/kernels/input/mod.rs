//! Made-up treebanks in files, with at least 1 MB of different text: the branch predictor would memorise a
//! few sentences.

use std::fs::File;
use std::io::BufWriter;

use tempfile::TempDir;
use treescore::read::{Corpus, Next, PairBlock, PairReader, SideReader, SideSource, UnitKind, Unmatched};
use treescore_testkit::generate::{Profile, write_pairs};

const PAIRS: u64 = 2416;

pub(crate) struct Files {
    folder: TempDir,
    /// Size of both files.
    pub(crate) bytes: u64,
}

impl Files {
    pub(crate) fn new(profile: &Profile) -> Self {
        let files = Self { folder: tempfile::tempdir().expect("a folder"), bytes: 0 };
        let [mut gold, mut system] = ["gold", "system"]
            .map(|name| BufWriter::new(File::create(files.folder.path().join(name)).expect("a file")));
        write_pairs(1, PAIRS, profile, &mut gold, &mut system).expect("room on the disk");
        drop((gold, system));
        let bytes = files.gold().bytes().expect("a file") + files.system().bytes().expect("a file");
        Self { bytes, ..files }
    }

    pub(crate) fn gold(&self) -> Corpus {
        Corpus::find(&self.folder.path().join("gold")).expect("a file")
    }

    pub(crate) fn system(&self) -> Corpus {
        Corpus::find(&self.folder.path().join("system")).expect("a file")
    }

    pub(crate) fn pairs(&self, unit: UnitKind) -> PairReader {
        let side =
            |corpus| -> Box<dyn SideSource> { Box::new(SideReader::new(corpus, unit).expect("a file")) };
        PairReader::new(side(self.gold()), vec![side(self.system())], Unmatched::HandOut)
    }

    pub(crate) fn blocks(&self, unit: UnitKind) -> Vec<PairBlock> {
        let mut reader = self.pairs(unit);
        let next = || {
            let mut block = PairBlock::default();
            matches!(reader.next(&mut block), Ok(Next::Block)).then_some(block)
        };
        std::iter::from_fn(next).collect()
    }
}
