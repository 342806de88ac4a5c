//! Counts and sums survive a round trip through JSON.

use std::fmt::Debug;

use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use treescore::align::WordCounts;
use treescore::align::text::TextCounts;
use treescore::measure::{
    AttachmentCounts, BracketCounts, Counts, DependencyCounts, EditCounts, FieldKind, IouCounts, Sum,
};
use treescore::run::Ask;

use crate::laws::corpora::{Folder, all_setups, lines, manner};
use crate::support::job::run;
use crate::support::sketch::check;

#[test]
fn sums_survive_json() {
    check(100, (lines(9), manner()), |(lines, manner)| {
        let folder = Folder::new(&lines);
        let run = run(&folder.plan(0..folder.systems, all_setups(manner), &Ask::default())).unwrap();
        for system in &run.scored.systems {
            let totals = system.setups.iter().map(|setup| &setup.totals).chain(&system.agreement);
            for sum in
                totals.flat_map(|totals| [totals.all_scored(), totals.all_pairs(), totals.missed.clone()])
            {
                let text = serde_json::to_string(&sum).unwrap();
                prop_assert_eq!(serde_json::from_str::<Sum>(&text).unwrap(), sum, "{}", text);
            }
        }
        Ok(())
    });
}

/// Rows of arbitrary counts survive, even those that no measure would produce.
fn counts_survive<C: Counts + Serialize + DeserializeOwned + Debug>() {
    let value = |kind: FieldKind| match kind {
        FieldKind::Count => (0..1i128 << 53).boxed(),
        FieldKind::Fixed | FieldKind::Millionths => (-(1i128 << 100)..1 << 100).boxed(),
    };
    let row: Vec<_> = C::FIELDS.iter().map(|field| value(field.kind)).collect();
    check(100, row, |row| {
        let counts = C::read(&row);
        let text = serde_json::to_string(&counts).unwrap();
        let back: C = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(&back, &counts, "{}", text);
        let mut again = vec![0; row.len()];
        back.write(&mut again);
        prop_assert_eq!(again, row);
        Ok(())
    });
}

#[test]
fn typed_counts_survive_json() {
    counts_survive::<BracketCounts>();
    counts_survive::<DependencyCounts>();
    counts_survive::<AttachmentCounts>();
    counts_survive::<IouCounts>();
    counts_survive::<EditCounts>();
    counts_survive::<TextCounts>();
    counts_survive::<WordCounts>();
}
