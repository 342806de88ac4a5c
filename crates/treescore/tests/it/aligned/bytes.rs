//! Any bytes on both sides: every unit is in a group, has no words, or is not a tree.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use treescore::measure::{Parseval, StructIou};
use treescore::read::UnitKind;

use crate::aligned::job;
use crate::support::checked_run;
use crate::support::files::Files;
use crate::support::job::Job;
use crate::support::recipes::named;
use crate::support::sketch::check;

/// Trees, parts of trees, and other bytes.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let pieces = [
        "(",
        ")",
        " ",
        "\n",
        "(S (N a) (N b))\n",
        "(S (N ab))",
        "((N a))\n",
        "(N a b)",
        "(-NONE- *)\n",
        "(S)\n",
        "()",
        "(())\n",
        "x",
        "é",
        "\r\n",
        "\u{FEFF}",
        "(S (NP a (N b)) c)\n",
        "(S (-NONE- 0) (N a))\n",
        "\0",
        "\u{200B}",
        "(N \u{200B})\n",
        "(N (N (N a)))",
        "(N -LRB-)",
        "(N '')\n",
    ];
    let piece = prop_oneof![
        12 => select(pieces.to_vec()).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => vec(any::<u8>(), 1..6),
    ];
    vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

#[test]
fn every_unit_is_accounted_for() {
    let files = Files::new(b"", b"");
    let how = (any::<bool>(), any::<bool>(), named(), 1..5usize, 1..60usize);
    check(1500, (bytes(), bytes(), how), |(gold, system, (is_line, is_iou, recipe, threads, block))| {
        files.rewrite(&gold, &system);
        let unit = if is_line { UnitKind::Line } else { UnitKind::Tree };
        let job = Job { unit, ..job(&files, recipe) };
        let several = Job { threads, block: Some(block), ..job.clone() };
        let outcome = |job: &Job| {
            if is_iou {
                format!("{:?}", checked_run::run(job, &StructIou::default()))
            } else {
                format!("{:?}", checked_run::run(job, &Parseval))
            }
        };
        prop_assert_eq!(outcome(&several), outcome(&job));
        Ok(())
    });
}
