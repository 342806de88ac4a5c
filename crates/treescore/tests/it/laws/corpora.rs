//! Made-up corpora: gold and some systems, with everything that is refused, in every pairing.

use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};
use tempfile::TempDir;
use treescore::Setup;
use treescore::measure::registry::MEASURES;
use treescore::measure::{AnyMeasure, Bins, Facet};
use treescore::prepare::Recipe;
use treescore::read::{Corpus, ReadOptions, UnitKind, Units};
use treescore::run::{Ask, Input, Plan};
use treescore::setup::{Pairing, TextAlignment, WordAlignment};

use crate::support::files::write;
use crate::support::recipes::recipe;
use crate::support::sketch::pair;

/// Gold and some systems, as lines. All sides have the same number.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    pub(crate) gold: Vec<String>,
    pub(crate) systems: Vec<Vec<String>>,
}

/// How a corpus is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    Trees,
    Lines,
    Text,
    Sides,
    Utterances,
}

impl Manner {
    pub(crate) const ALL: [Self; 5] = [Self::Trees, Self::Lines, Self::Text, Self::Sides, Self::Utterances];

    pub(crate) fn pairing(self) -> Pairing {
        match self {
            Self::Trees | Self::Lines => Pairing::InOrder,
            Self::Text => Pairing::Text(TextAlignment::default()),
            Self::Sides => Pairing::Sides(WordAlignment::default()),
            Self::Utterances => Pairing::Utterances(WordAlignment::default()),
        }
    }

    /// A setup of a measure over a corpus that is read in this manner.
    pub(crate) fn setup(self, measure: Box<dyn AnyMeasure>, recipe: Option<Recipe>) -> Setup {
        let mut setup = Setup::new(measure).with_pairing(self.pairing());
        if let Some(recipe) = recipe {
            setup = setup.with_recipe(recipe);
        }
        if self == Self::Lines {
            setup.unit = Some(UnitKind::Line);
        }
        setup
    }
}

pub(crate) fn manner() -> impl Strategy<Value = Manner> {
    select(&Manner::ALL[..])
}

/// Up to `most` lines, and up to three systems. Every odd line is still one tree and one line.
pub(crate) fn lines(most: usize) -> impl Strategy<Value = Lines> {
    let odd = select(&["(())", "(S (N a)", "(S (N a) b)", "(S (, ,))", "(S (-NONE- *))", "(N a)"][..]);
    let line = (vec(pair(), 3), odd, vec(0..12u8, 4)).prop_map(|(pairs, odd, how)| {
        let gold = pairs[0].0.text();
        let system = |(pair, how): (&(_, crate::support::sketch::Sketch), &u8)| match how {
            0 => odd.to_owned(),
            1 => gold.replace("(N ", "(N x"),
            2 => pair.1.text(),
            3..=6 => gold.clone(),
            _ => pairs[0].1.text(),
        };
        let systems: Vec<String> = pairs.iter().zip(&how).map(system).collect();
        (if how[3] == 0 { odd.to_owned() } else { gold }, systems)
    });
    (vec(line, 0..most), 1..=3usize).prop_map(|(lines, systems)| {
        let (gold, of_lines): (Vec<String>, Vec<Vec<String>>) = lines.into_iter().unzip();
        let system = |at: usize| of_lines.iter().map(|systems| systems[at].clone()).collect();
        Lines { gold, systems: (0..systems).map(system).collect() }
    })
}

/// Some measures of the registry with their default recipes or others, all read in one manner.
pub(crate) fn setups(manner: Manner) -> impl Strategy<Value = Vec<Setup>> {
    let places: Vec<usize> = (0..MEASURES.len()).collect();
    let recipes = vec(prop::option::weighted(0.4, recipe()), MEASURES.len());
    (subsequence(places, 1..=4), recipes, any::<Index>()).prop_map(move |(places, recipes, turn)| {
        let mut setups: Vec<Setup> =
            (places.iter()).map(|&at| manner.setup((MEASURES[at].make)(), recipes[at].clone())).collect();
        let turn = turn.index(setups.len());
        setups.rotate_left(turn);
        setups
    })
}

/// All measures with their default recipes.
pub(crate) fn all_setups(manner: Manner) -> Vec<Setup> {
    MEASURES.iter().map(|entry| manner.setup((entry.make)(), None)).collect()
}

/// A facet, or none.
pub(crate) fn facet() -> impl Strategy<Value = Option<Facet>> {
    select(vec![
        None,
        Some(Facet::Label),
        Some(Facet::Type),
        Some(Facet::File),
        Some(Facet::Length(Bins(vec![1, 3]))),
        Some(Facet::MaxLength(Bins(vec![2, 5]))),
    ])
}

/// The lines as files.
#[derive(Debug)]
pub(crate) struct Folder {
    folder: TempDir,
    pub(crate) systems: usize,
}

impl Folder {
    pub(crate) fn new(lines: &Lines) -> Self {
        let folder = Self { folder: tempfile::tempdir().unwrap(), systems: lines.systems.len() };
        write(&folder.folder.path().join("gold"), text(&lines.gold).as_bytes());
        for (at, system) in lines.systems.iter().enumerate() {
            write(&folder.folder.path().join(at.to_string()), text(system).as_bytes());
        }
        folder
    }

    /// The same with each side as a folder of this many files, the lines dealt out in equal parts.
    pub(crate) fn of_files(lines: &Lines, files: usize) -> Self {
        if files < 2 {
            return Self::new(lines);
        }
        let folder = Self { folder: tempfile::tempdir().unwrap(), systems: lines.systems.len() };
        let size = lines.gold.len().div_ceil(files).max(1);
        let sides = std::iter::once(("gold".to_owned(), &lines.gold))
            .chain(lines.systems.iter().enumerate().map(|(at, system)| (at.to_string(), system)));
        for (name, side) in sides {
            std::fs::create_dir(folder.folder.path().join(&name)).unwrap();
            for file in 0..files {
                let end = if file + 1 == files { side.len() } else { (file + 1) * size };
                let range = (file * size).min(side.len())..end.min(side.len());
                let path = folder.folder.path().join(&name).join(format!("{file}.trees"));
                write(&path, text(&side[range.start.min(range.end)..range.end]).as_bytes());
            }
        }
        folder
    }

    pub(crate) fn input(&self, name: &str) -> Input {
        // Made-up lines may look like anything.
        let options = ReadOptions { as_wanted: true, ..ReadOptions::default() };
        Corpus::find(&self.folder.path().join(name)).unwrap().with_options(options).into()
    }

    /// A plan over some of the systems.
    pub(crate) fn plan(
        &self,
        systems: impl IntoIterator<Item = usize>,
        setups: Vec<Setup>,
        ask: &Ask,
    ) -> Plan {
        let systems = systems.into_iter().map(|at| self.input(&at.to_string())).collect();
        Plan { ask: ask.clone(), ..Plan::new(self.input("gold"), systems, setups) }
    }
}

fn text(lines: &[String]) -> String {
    lines.iter().map(|line| line.clone() + "\n").collect()
}

/// Lines in memory, with the name of their file.
pub(crate) fn units(name: &str, lines: &[String]) -> Arc<Units> {
    let mut units = Units::new(name);
    for line in lines {
        units.push(line.as_bytes());
    }
    Arc::new(units)
}
