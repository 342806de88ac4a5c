//! Pairs by id, whatever the order of units.

use treescore::Setup;
use treescore::run::RunError;

use super::{figure, refusal, run, text};

const GOLD: &str = "# id = one\n(S (A a) (B b))\n# id = two\n(S (X (C c)) (D d))\n# id = three\n(S (E e))\n";

fn by_id() -> Setup {
    Setup { by_id: true, ..Setup::named("parseval").unwrap() }
}

#[test]
fn order_does_not_matter() {
    let shuffled = "three\t(S (E e))\none\t(S (A a) (B b))\ntwo\t(S (X (C c)) (D d))\n";
    let scored = run(&text("gold", GOLD), &text("system", shuffled), by_id()).unwrap();
    assert_eq!(scored.systems[0].setups[0].totals.scored, 3);
    assert_eq!(figure(&scored, "f1"), Some(1.0));
    let in_order =
        run(&text("gold", GOLD), &text("system", shuffled), Setup::named("parseval").unwrap()).unwrap();
    assert_eq!(in_order.systems[0].setups[0].totals.scored, 0, "other words in every pair");
}

/// A missing id and one too many are pairs without a partner, in the order of gold, then of the system.
#[test]
fn ids_of_one_side_have_no_partner() {
    let system = "four\t(S (F f))\nthree\t(S (E e))\none\t(S (A a) (B b))\n";
    let scored = run(&text("gold", GOLD), &text("system", system), by_id()).unwrap();
    let results = &scored.systems[0].setups[0];
    assert_eq!((results.totals.scored, results.totals.refused), (2, 2));
    let refused: Vec<_> = scored
        .refused
        .iter()
        .map(|refused| (refused.id.pair, refused.refusal.kind(), refused.refusal.to_string()))
        .collect();
    assert_eq!(
        refused,
        [
            (2, "no partner", "no system tree left".to_owned()),
            (4, "no partner", "no gold tree left".to_owned())
        ]
    );
    assert_eq!(figure(&scored, "f1"), Some(1.0));
}

#[test]
fn an_id_must_be_there_once() {
    let cases = [
        (
            "one\t(S (A a))\ntwo\t(S (B b))\none\t(S (C c))\n",
            "3:",
            "the id `one` stands twice; first in line 1",
        ),
        ("# id = one\n(S (A a))\n(S (B b))\n", "3:1", "this unit has no id, which pairing by id needs"),
    ];
    for (system, at, message) in cases {
        let Err(RunError::Open(error)) = run(&text("gold", GOLD), &text("system", system), by_id()) else {
            panic!("{system} was scored")
        };
        let found = refusal(&error);
        assert!(found.1.starts_with(at), "{found:?}");
        assert_eq!((found.0.as_str(), found.2.as_str()), ("ids-differ", message));
    }
}
