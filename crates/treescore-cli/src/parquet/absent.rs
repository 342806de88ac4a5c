//! What stands in for Parquet files without the feature. Nothing of it is reached: arguments that need it are refused.

use std::fs::File;
use std::io;

use treescore::front::{PairNames, SystemScore};
use treescore::report::Report;
use treescore::run::{PairRow, Plan, Scored};
use treescore::setup::Setup;

use super::WITHOUT;
use super::input::{PairFile, Pairs};
use crate::output::Output;

/// Whether Parquet is built in.
pub(super) const IS_BUILT: bool = false;

fn absent() -> io::Error {
    io::Error::other(WITHOUT)
}

pub(super) fn read(_: File, _: &PairFile) -> io::Result<Pairs> {
    Err(absent())
}

pub(crate) fn write_samples(_: &Report, _: &Plan, _: &Scored, _: Output) -> io::Result<Output> {
    Err(absent())
}

pub(crate) fn write_totals(_: &Setup, _: &[&SystemScore], _: Output) -> io::Result<Output> {
    Err(absent())
}

/// A file of counts, which cannot be made.
pub(crate) enum CountsFile {}

impl CountsFile {
    pub(crate) fn new(_: Output, _: &Plan, _: PairNames) -> io::Result<Self> {
        Err(absent())
    }

    pub(crate) fn push(&mut self, _: &PairRow) -> io::Result<()> {
        match *self {}
    }

    pub(crate) fn finish(self, _: &Setup) -> io::Result<Output> {
        match self {}
    }
}
