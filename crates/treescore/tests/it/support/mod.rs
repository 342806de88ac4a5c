//! Code shared by the integration tests; the fuzz targets use some of it too.

#![allow(dead_code, unreachable_pub, reason = "every test binary uses a part of it")]
pub mod accounted;
pub mod files;
pub mod job;
pub mod judged;
pub mod recipes;
pub mod sketch;
pub mod twin;
