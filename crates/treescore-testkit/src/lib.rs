//! Made-up trees and packs for treescore's own tests and benchmarks.
