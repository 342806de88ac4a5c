//! Trees that are written in all formats that can hold them, and read back.

use crate::read::{Corpus, Holds, OpenError, ReadOptions, Taker, TreeAt, Trees, UnitKind, Wanted};
use crate::report::selftest::{FoundAt, Law, LawCheck};
use crate::values::Meter;
use crate::write::trees::{TreeFormat, TreeWriter, first_difference};

use super::SelftestError;

/// Bytes of one format that are written before they are read back.
const CHUNK: usize = 256 * 1024;

/// The formats that hold whole trees. CoNLL-U holds trees of dependencies only.
const FORMATS: [TreeFormat; 5] =
    [TreeFormat::Brackets, TreeFormat::Discbracket, TreeFormat::Export, TreeFormat::Json, TreeFormat::Conllu];

/// Writes and reads back all trees of a file.
pub(super) fn check(gold: &Corpus, meter: &Meter) -> Result<LawCheck, SelftestError> {
    let mut law = LawCheck::new(Law::ReadBack, None);
    let trees = match Trees::wanted(gold.clone(), wanted()) {
        Ok(trees) => trees,
        // Other measures than those of trees read files that hold something else.
        Err(OpenError::Format { .. }) => {
            law.note = Some("does not apply: the file holds no trees".to_owned());
            return Ok(law);
        }
        Err(error) => return Err(error.into()),
    };
    let mut copies = FORMATS.map(Copy::new);
    for unit in trees {
        let unit = unit?;
        let place = |what: String| {
            let file = gold.display_name(unit.document);
            FoundAt { file, line: Some(unit.position.line), what }
        };
        match &unit.tree {
            Ok(_) => law.check(None),
            Err(error) => {
                law.refuse(|| place(error.to_string()));
                continue;
            }
        }
        let mut why_not = None;
        let number = law.checked;
        let mut written = 0;
        for copy in copies.iter_mut().filter(|copy| copy.is_for(&unit)) {
            match copy.write(number, &unit, place) {
                Ok(()) => written += 1,
                Err(why) => why_not = why_not.or(Some(why)),
            }
            if copy.out.len() >= CHUNK {
                copy.compare(&mut law)?;
            }
        }
        if written == 0 {
            law.checked -= 1;
            law.refuse(|| place(why_not.unwrap_or_default()));
        }
        if meter.is_stopped() {
            return Err(SelftestError::Interrupted);
        }
    }
    copies.iter_mut().try_for_each(|copy| copy.compare(&mut law))?;
    let used = copies.iter().filter(|copy| copy.written > 0);
    let used: Vec<String> = used.map(|copy| copy.describe(law.checked)).collect();
    law.note = (!used.is_empty()).then(|| used.join(", "));
    Ok(law)
}

fn wanted() -> Wanted {
    let taker = Taker { name: "selftest".to_owned(), takes: &[Holds::Trees, Holds::Dependencies] };
    Wanted { takers: vec![taker], ..Wanted::from(UnitKind::Tree) }
}

/// Trees in one format.
struct Copy {
    format: TreeFormat,
    writer: TreeWriter,
    out: Vec<u8>,
    /// The trees that were written and not read back yet, with their places.
    trees: Vec<(TreeAt, FoundAt)>,
    written: u64,
}

impl Copy {
    fn new(format: TreeFormat) -> Self {
        Self { format, writer: TreeWriter::new(format), out: Vec::new(), trees: Vec::new(), written: 0 }
    }

    /// True if the format keeps everything of a tree: dependencies are kept by CoNLL-U, and brackets by all others.
    fn is_for(&self, unit: &TreeAt) -> bool {
        let has_heads = unit.tree.as_ref().is_ok_and(|tree| !tree.arena().heads().is_empty());
        has_heads == (self.format == TreeFormat::Conllu)
    }

    /// Writes a tree, or says why the format cannot hold it.
    fn write(&mut self, number: u64, unit: &TreeAt, place: impl Fn(String) -> FoundAt) -> Result<(), String> {
        let Ok(tree) = &unit.tree else { return Ok(()) };
        let written = self.writer.write(number, unit.id.as_deref(), tree, &mut self.out);
        written.map_err(|unwritable| unwritable.to_string())?;
        self.trees.push((unit.clone(), place(String::new())));
        self.written += 1;
        Ok(())
    }

    /// Reads back what was written, compares it, and begins again.
    fn compare(&mut self, law: &mut LawCheck) -> Result<(), OpenError> {
        let format = self.writer.read_as();
        self.writer = TreeWriter::new(self.format);
        let (out, trees) = (std::mem::take(&mut self.out), std::mem::take(&mut self.trees));
        if trees.is_empty() {
            return Ok(());
        }
        let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
        let mut read = match Trees::wanted(Corpus::held("copy", &out).with_options(options), wanted()) {
            Ok(read) => read,
            Err(error) => {
                law.fail(Some(FoundAt::everywhere(format!("{}: {error}", self.format.as_str()))));
                return Ok(());
            }
        };
        for (unit, place) in trees {
            let found = read.next().transpose()?;
            let what = difference(&unit, found.as_ref());
            let what = what.map(|what| format!("{}: {what}", self.format.as_str()));
            law.fail(what.map(|what| FoundAt { what, ..place }));
        }
        let rest = read.count();
        let more =
            || FoundAt::everywhere(format!("{}: {rest} trees more than written", self.format.as_str()));
        law.fail((rest > 0).then(more));
        Ok(())
    }

    /// The format, and how many trees it holds if not all.
    fn describe(&self, all: u64) -> String {
        let name = self.format.as_str();
        if self.written == all { name.to_owned() } else { format!("{name} ({} of {all})", self.written) }
    }
}

/// How a tree differs from what was read back.
fn difference(unit: &TreeAt, found: Option<&TreeAt>) -> Option<String> {
    match (&unit.tree, found.map(|found| &found.tree)) {
        (_, None) => Some("the tree is not read back".to_owned()),
        (_, Some(Err(error))) => Some(format!("the tree is not read back: {error}")),
        (Ok(tree), Some(Ok(found))) => first_difference(tree, found),
        (Err(_), Some(Ok(_))) => None,
    }
}
