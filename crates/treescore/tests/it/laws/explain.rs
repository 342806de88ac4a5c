//! Explanations of differences add up, and are made of the numbers of single runs.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use treescore::Setup;
use treescore::explain::{Effect, End, ExplainError, Explanation, Lattice, Pairs, Points, Rule, rules};
use treescore::measure::Parseval;
use treescore::prepare::{Average, Recipe};
use treescore::run::Totals;

use super::files;
use crate::support::files::Files;
use crate::support::job::run;
use crate::support::recipes::recipe;
use crate::support::sketch::{Sketch, check, pair};

/// How a number is made: any recipe, average and pairs. A number within a cutoff has one.
fn end() -> impl Strategy<Value = End> {
    let averages = select(&[Average::Corpus, Average::Corpus, Average::Sentence][..]);
    let pairs = select(&[Pairs::Scored, Pairs::Scored, Pairs::All, Pairs::Within][..]);
    (recipe(), averages, pairs).prop_map(|(recipe, average, pairs)| {
        let cutoff = if pairs == Pairs::Within { recipe.cutoff.or(Some(3)) } else { recipe.cutoff };
        let setup = Setup::of(Parseval).with_recipe(Recipe { average, cutoff, ..recipe });
        End { pairs, ..End::new("x", setup) }
    })
}

fn pairs() -> impl Strategy<Value = Vec<(Sketch, Sketch)>> {
    vec(pair(), 1..5)
}

fn explain(files: &Files, lattice: &Lattice) -> Result<Explanation, ExplainError> {
    let mut plan = files.job(Recipe::default()).plan(&Parseval);
    lattice.ask(&mut plan);
    lattice.explain(&run(&plan).unwrap().scored, 0)
}

/// The figure of a single run.
fn figure(files: &Files, end: &End) -> Option<f64> {
    let mut plan = files.job(Recipe::default()).plan(&Parseval);
    plan.setups = vec![end.setup.clone()];
    let scored = run(&plan).unwrap().scored;
    let totals: &Totals = &scored.systems[0].setups[0].totals;
    let sum = match end.pairs {
        Pairs::Scored => totals.all_scored(),
        Pairs::All => totals.all_pairs(),
        Pairs::Within => totals.within.clone(),
    };
    sum.figures(end.setup.recipe.average)[0]
}

#[test]
fn steps_and_shares_add_up_to_the_difference() {
    check(60, (pairs(), end(), end(), any::<u64>()), |(pairs, from, to, seed)| {
        let files = files(&pairs);
        let lattice = Lattice::new(from.clone(), to.clone(), &[], seed).unwrap();
        let Ok(found) = explain(&files, &lattice) else {
            prop_assert!(figure(&files, &from).is_none() || figure(&files, &to).is_none());
            return Ok(());
        };
        prop_assert_eq!(found.from.value, figure(&files, &from));
        prop_assert_eq!(found.to.value, figure(&files, &to));
        let whole = found.difference();
        prop_assert_eq!(found.steps.iter().map(|step| step.points).sum::<Points>(), whole);
        prop_assert_eq!(found.steps.iter().map(|step| step.share).sum::<Points>(), whole);
        // As numbers of a machine format, too.
        prop_assert_eq!(found.steps.iter().map(|step| step.points.value()).sum::<f64>(), whole.value());
        prop_assert_eq!(found.steps.iter().map(|step| step.share.value()).sum::<f64>(), whole.value());
        for step in &found.steps {
            let is_idle = step.rule.effect == Effect::Nothing;
            prop_assert!(!is_idle || (step.points, step.share) == Default::default(), "{}", step.rule.name);
        }
        Ok(())
    });
}

/// Every setup on the way is that of a single run, in any order; the last has the settings of the second number.
#[test]
fn the_way_leads_from_one_recipe_to_the_other() {
    let ends = (end(), end()).prop_flat_map(|(from, to)| {
        let ids: Vec<String> = rules(&from, &to).unwrap().iter().map(|rule| rule.id.to_owned()).collect();
        (Just(from), Just(to), Just(ids).prop_shuffle())
    });
    check(60, (pairs(), ends), |(pairs, (from, to, order))| {
        let files = files(&pairs);
        let lattice = Lattice::new(from.clone(), to.clone(), &order, 0).unwrap();
        prop_assert_eq!(lattice.rules().iter().map(|rule| rule.id).collect::<Vec<_>>(), order);
        let on_the_way = lattice.rules().iter().filter(|rule| rule.effect == Effect::Pairs).count();
        let last = &lattice.setups()[on_the_way].recipe;
        let names = |recipe: &Recipe| {
            let sorted = |mut names: Vec<Vec<u8>>| {
                names.sort();
                names.dedup();
                names
            };
            [sorted(recipe.delete.clone()), sorted(recipe.uncounted.clone())]
        };
        prop_assert_eq!(names(last), names(&to.setup.recipe));
        let unread = |recipe: &Recipe| Recipe {
            delete: Vec::new(),
            uncounted: Vec::new(),
            empty: to.setup.recipe.empty,
            average: Average::Corpus,
            cutoff: None,
            ..recipe.clone()
        };
        prop_assert_eq!(unread(last), unread(&to.setup.recipe));
        let Ok(found) = explain(&files, &lattice) else { return Ok(()) };
        // The second of two steps on pairs: the number of a single run.
        let mut setups = lattice.setups().iter().skip(1);
        for (at, step) in found.steps.iter().enumerate().filter(|(_, step)| step.rule.effect == Effect::Pairs)
        {
            let is_on = |effect: Effect| found.steps[..=at].iter().any(|step| step.rule.effect == effect);
            let read = |effect: Effect| if is_on(effect) { &to } else { &from };
            let mut setup = setups.next().unwrap().clone();
            setup.recipe.average = read(Effect::Average).setup.recipe.average;
            let single = End { pairs: read(Effect::Coverage).pairs, ..End::new("", setup) };
            prop_assert_eq!(step.value, figure(&files, &single), "{}", step.rule.name);
        }
        Ok(())
    });
}

#[test]
fn a_number_is_no_different_from_itself() {
    check(40, (pairs(), end()), |(pairs, end)| {
        let lattice = Lattice::new(end.clone(), end, &[], 0).unwrap();
        prop_assert_eq!(lattice.setups().len(), 1);
        if let Ok(found) = explain(&files(&pairs), &lattice) {
            prop_assert!(found.steps.is_empty() && found.difference() == Points::default());
        }
        Ok(())
    });
}

/// Beyond ten rules, orders are drawn: the same by the same seed.
#[test]
fn many_rules_have_shares_by_drawn_orders() {
    let from = Recipe { average: Average::Corpus, ..Recipe::raw() };
    let changed = "labels=cut del=TOP,NP,-NONE-,punct words=keep eq=ADVP=PRT forms=normal quotes=POS edits=EDITED \
                   match=spans root=drop punct=gold repeats=once trivial=drop-words shortest=2 avg=sentence";
    let mut to = from.clone();
    for setting in changed.split_whitespace() {
        let (key, value) = setting.split_once('=').unwrap();
        to.set(key, value).unwrap();
    }
    let end = |recipe: Recipe| End::new("", Setup::of(Parseval).with_recipe(recipe));
    let lattice = |seed| Lattice::new(end(from.clone()), end(to.clone()), &[], seed).unwrap();
    assert!(lattice(1).rules().len() > 12, "{:?}", lattice(1).rules().len());
    let pairs = [
        ("(TOP (S (NP (NP (N a))) (ADVP (B b)) (. .)))", "(TOP (S (NP (N a)) (PRT (B b) (. .))))"),
        ("(TOP (S (NP-SBJ (N a)) (VP (V b) (N c))))", "(TOP (S (NP (N a) (V b)) (N c)))"),
    ];
    let (gold, system): (Vec<&str>, Vec<&str>) = pairs.into_iter().unzip();
    let files = Files::new(gold.join("\n").as_bytes(), system.join("\n").as_bytes());
    let shares = |seed| {
        let found = explain(&files, &lattice(seed)).unwrap();
        assert_eq!(found.orders, Some(100));
        let shares: Vec<Points> = found.steps.iter().map(|step| step.share).collect();
        assert_eq!(shares.iter().copied().sum::<Points>(), found.difference());
        shares
    };
    assert_eq!(shares(1), shares(1));
    assert_ne!(shares(1), shares(2));
}

#[test]
fn what_is_no_rule_is_refused() {
    let end = |recipe: Recipe| End::new("x", Setup::of(Parseval).with_recipe(recipe));
    let (raw, collins) = (end(Recipe::raw()), end(Recipe::default()));
    let order = |ids: &[&str]| {
        let ids: Vec<String> = ids.iter().map(|id| (*id).to_owned()).collect();
        Lattice::new(raw.clone(), collins.clone(), &ids, 0).unwrap_err().to_string()
    };
    assert!(order(&["colour"]).starts_with("there is no rule `colour`; the rules are root, "));
    assert_eq!(
        order(&["repeats"]),
        "`repeats` is not a rule in which the two differ; those are root, punctuation, function-tags, equal-labels, traces, cutoff"
    );
    assert_eq!(order(&["root", "root"]), "the rule `root` is in the order twice");
    let other = End::new("", Setup::named("word").unwrap());
    assert!(
        rules(&raw, &other).unwrap_err().to_string().starts_with("parseval and word are different measures")
    );
    let mut skipping = collins.clone();
    skipping.setup.set("skip", "CODE").unwrap();
    assert!(rules(&collins, &skipping).unwrap_err().to_string().contains("(skip: none, and CODE)"));
    let within = End { pairs: Pairs::Within, ..raw.clone() };
    assert!(rules(&collins, &within).unwrap_err().to_string().starts_with("x has no cutoff"));
    assert_eq!(Rule::IDS.len(), 20);
}
