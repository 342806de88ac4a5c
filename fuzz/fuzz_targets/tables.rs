//! Any bytes as a head table, a table of types, of exceptions or of normal forms: a table that can be used, or an
//! error with its line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treescore::align::text::{Exceptions, Normaliser};
use treescore::prepare::heads::{HeadChild, HeadFinder, HeadSyntax, HeadTable};
use treescore::prepare::{NodeKind, TypeRule, TypeRules};
use treescore::tree::Labels;
use treescore_fuzz::parts;

// Input: a byte for the kind of table; then the table, and words or labels to look up, separated by 0 0xFF.
fuzz_target!(|data: &[u8]| {
    let Some((&kind, rest)) = data.split_first() else { return };
    let [table, names] = parts(rest);
    let names: Vec<&[u8]> =
        names.split(|byte| byte.is_ascii_whitespace()).filter(|name| !name.is_empty()).collect();
    match kind % 5 {
        0 => heads(table, &names, HeadSyntax::Careful),
        1 => heads(table, &names, HeadSyntax::Original),
        2 => types(table, &names),
        3 => {
            if let Err(error) = Exceptions::parse(table) {
                assert!(!error.to_string().is_empty());
            }
        }
        _ => normal_forms(table, &names),
    }
});

fn heads(table: &[u8], names: &[&[u8]], syntax: HeadSyntax) {
    let table = match HeadTable::parse(table, syntax) {
        Ok(table) => table,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let mut labels = Labels::new();
    let finder = HeadFinder::new(&table, &mut labels);
    let labels: Vec<_> = names.iter().take(50).map(|name| labels.intern(name)).collect();
    let children: Vec<HeadChild> = labels.iter().map(|&label| HeadChild::plain(label)).collect();
    for &label in &labels {
        assert!(finder.find(label, &children).is_none_or(|head| head < children.len()));
        assert_eq!(finder.find(label, &[]), None);
    }
}

fn types(table: &[u8], names: &[&[u8]]) {
    let table = match TypeRule::table(table) {
        Ok(table) => table,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let rules = TypeRules { table: table.into(), ..TypeRules::default() };
    assert!(!rules.value().contains('|'), "a signature is divided by bars");
    for name in names.iter().take(50) {
        for kind in [NodeKind::Leaf, NodeKind::Inner] {
            let _ = rules.in_table(name, kind);
        }
    }
}

fn normal_forms(table: &[u8], names: &[&[u8]]) {
    let normaliser = match Normaliser::parse("table", table) {
        Ok(normaliser) => normaliser,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let (mut once, mut again) = (Vec::new(), Vec::new());
    for name in names.iter().take(50) {
        once.clear();
        again.clear();
        normaliser.normalise(name, &mut once);
        normaliser.normalise(name, &mut again);
        assert_eq!(once, again);
    }
}
