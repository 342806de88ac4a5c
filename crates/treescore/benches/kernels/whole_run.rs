//! From files to figures on one thread: the native run, and EVALB's rows.

use std::ops::ControlFlow;

use crate::input::Files;
use divan::Bencher;
use divan::counter::BytesCount;
use treescore::Setup;
use treescore::measure::Parseval;
use treescore::prepare::Recipe;
use treescore::read::UnitKind;
use treescore::run::{self, Plan, parallel};
use treescore_originals::evalb::{Dialect, EvalbPart, EvalbWork, Settings};
use treescore_testkit::generate::Profile;

#[divan::bench]
fn native(bencher: Bencher<'_, '_>) {
    let files = Files::new(&Profile::newspaper());
    let setup = Setup::of(Parseval).with_recipe(Recipe::evalb());
    let plan = Plan::new(files.gold().into(), vec![files.system().into()], vec![setup]);
    bencher
        .counter(BytesCount::new(files.bytes))
        .bench_local(|| run::score(&plan, &mut ()).expect("files").systems[0].setups[0].totals.scored);
}

#[divan::bench]
fn evalb(bencher: Bencher<'_, '_>) {
    let files = Files::new(&Profile::newspaper());
    let settings = Settings::new(Dialect::Evalb);
    let judging = EvalbWork::new(&settings, (b"gold", b"system")).expect("no listings");
    bencher.counter(BytesCount::new(files.bytes)).bench_local(|| {
        let mut written = 0;
        let mut take = |part: &mut EvalbPart, _| {
            written += part.out.stdout.len();
            ControlFlow::Continue(())
        };
        let ended = parallel::run(files.pairs(UnitKind::Line), 1, &judging, &mut take, &mut None);
        ended.map(|_| written).expect("files")
    });
}
