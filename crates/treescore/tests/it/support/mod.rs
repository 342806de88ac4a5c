//! Code shared by the integration tests; the fuzz targets use some of it too.

#![expect(unreachable_pub, reason = "the fuzz crate includes these files")]

pub mod checked_run;
pub mod evalb;
pub mod files;
pub mod job;
pub mod recipes;
pub mod side;
pub mod sketch;
pub mod twin;
