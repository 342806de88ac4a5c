//! From options or a signature to setups.

use treescore::measure::Index;
use treescore::prepare::{self, Punctuation, unescape};
use treescore::read::{Format, Syntax, UnitKind};
use treescore::setup::{Pairing, Setup, Signature, TimesSettings};

use super::{JobError, check};
use crate::args::own::OwnSetting;
use crate::args::{PairBy, ScoreArgs};
use crate::{aligning, recipes, speaking, timing};

/// The setups of a run.
pub(crate) struct Configured {
    pub(crate) setups: Vec<Setup>,
    /// The signature that they come from, if any.
    pub(super) published: Option<Signature>,
}

/// What the setups of a run come from: published scores, a recipe by its name, or the default.
#[derive(Clone, Debug)]
pub(crate) struct Source<'a> {
    pub(crate) recipe: Option<&'a str>,
    /// One for each measure; then they decide everything.
    pub(crate) signatures: Vec<Signature>,
}

impl<'a> Source<'a> {
    /// What the options say.
    pub(super) fn of(args: &'a ScoreArgs) -> Result<Self, JobError> {
        let signatures = args.signature.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
        Ok(Self { recipe: args.recipe.as_deref(), signatures })
    }
}

pub(crate) fn configure(
    args: &ScoreArgs,
    source: Source<'_>,
    notes: &mut Vec<String>,
) -> Result<Configured, JobError> {
    let own = args.own.read_settings()?;
    if !source.signatures.is_empty() {
        let signatures = source.signatures.into_iter();
        let setups = signatures.map(|signature| setup_of_signature(args, &own, signature));
        let (setups, mut published): (Vec<_>, Vec<_>) =
            setups.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
        // How intervals and tests are made is the same for all measures.
        return Ok(Configured { setups, published: Some(published.swap_remove(0)) });
    }
    let pairing = match aligning::alignment(&args.align)? {
        Some(text) => Pairing::Text(text),
        None => speaking::pairing(&args.speech, args.align.one_sided.as_deref(), has_times(args))?,
    };
    let recipe = source.recipe.map(|name| recipes::find(name, notes)).transpose()?;
    if args.measure.iter().any(String::is_empty) {
        return Err(JobError::EmptyMeasure);
    }
    let setups = args.measure.iter().map(|name| {
        let setup = Setup::named(name)?.with_pairing(pairing.clone());
        let setup = match &recipe {
            Some(recipe) => setup.with_recipe(recipe.clone()),
            None => setup,
        };
        // The options changed the recipe; it is fitted to the pairing again.
        let setup = adjust(add_times(setup, args), args, (source.recipe, &own))?;
        let recipe = setup.recipe.clone();
        Ok(setup.with_recipe(recipe))
    });
    let setups = setups.collect::<Result<Vec<_>, JobError>>()?;
    let name = |setup: &Setup| setup.measure.info().name;
    let is_repeated = |at: &usize| setups[..*at].iter().any(|other| name(other) == name(&setups[*at]));
    if let Some(at) = (0..setups.len()).find(is_repeated) {
        return Err(JobError::Repeated(name(&setups[at])));
    }
    check::options(args, &own, &setups)?;
    Ok(Configured { setups, published: None })
}

/// The setup of a published score, changed as options say, and the signature with all its settings: older
/// versions left out some. Files that a signature only names must be given again.
fn setup_of_signature(
    args: &ScoreArgs,
    own: &[OwnSetting],
    signature: Signature,
) -> Result<(Setup, Signature), JobError> {
    let given = if signature.index == Pairing::TEXT {
        aligning::read_signed(&args.align, &signature)?
    } else {
        aligning::check_unused(&args.align)?;
        speaking::check_signature(&args.speech, args.align.one_sided.as_deref(), &signature)?;
        treescore::setup::Given::default()
    };
    let setup = signature.setup(&given)?;
    let may_need = setup.index() == Index::Intervals || setup.pairing.words().is_some();
    if signature.has_times() != has_times(args) && may_need {
        return Err(if signature.has_times() {
            JobError::SignatureTimes
        } else {
            JobError::SignatureNoTimes
        });
    }
    check::options(args, own, std::slice::from_ref(&setup))?;
    let published = signature.completed(&setup);
    Ok((adjust(setup, args, (None, own))?, published))
}

fn has_times(args: &ScoreArgs) -> bool {
    args.times.gold_times.is_some()
}

/// Adds times to a setup, if they are given and it uses them.
fn add_times(setup: Setup, args: &ScoreArgs) -> Setup {
    let is_used = setup.index() == Index::Intervals || setup.pairing.words().is_some();
    let times = (has_times(args) && is_used).then(TimesSettings::default);
    Setup { times, ..setup }
}

/// Applies the options about input files.
fn adjust_input(setup: &mut Setup, args: &ScoreArgs, recipe: Option<&str>) -> Result<(), JobError> {
    if let Some(given) = &args.files.all.input {
        let name = if given.format == Format::Brackets { "trees".to_owned() } else { given.to_string() };
        let has_own = setup.measure.settings().iter().any(|(key, _)| *key == "input");
        if has_own && Syntax::NAMES.contains(&name.as_str()) {
            setup.measure.set("input", &name)?;
        }
    }
    if let Some(nbest) = &args.files.all.nbest {
        setup.set("nbest", nbest)?;
    }
    setup.input.skip.extend(args.files.all.skipped());
    recipes::add_skipped(recipe, &mut setup.input.skip);
    adjust_replies(setup, recipe, args)
}

/// Applies the options about replies of language models. Their trees have the words of gold, so that gold's tags say which
/// are punctuation, unless a recipe says otherwise.
fn adjust_replies(setup: &mut Setup, recipe: Option<&str>, args: &ScoreArgs) -> Result<(), JobError> {
    let has_replies = (0..args.systems.len()).any(|system| args.files.has_replies(system));
    if let (Some(option), false) = (args.replies.first_given(), has_replies || setup.input.has_replies()) {
        return Err(JobError::NoReplies(option));
    }
    let settings = [("repair", &args.replies.repair), ("cut", &args.replies.cut)];
    for (key, value) in settings.into_iter().filter_map(|(key, value)| Some((key, value.as_ref()?))) {
        setup.set(key, value)?;
    }
    if has_replies && recipe.is_none() && args.signature.is_none() {
        setup.recipe.punctuation = Punctuation::GoldTags;
    }
    Ok(())
}

/// The option that was given beside `--set` for the same setting.
fn given_twice(args: &ScoreArgs, key: &str) -> Option<&'static str> {
    let options = [
        ("labels", "--labels", args.labels.is_some()),
        ("match", "--unlabeled", args.unlabeled),
        ("cutoff", "--cutoff", args.cutoff.is_some()),
    ];
    options.into_iter().find(|(of, _, is_given)| *of == key && *is_given).map(|(_, option, _)| option)
}

/// Sets what a pair consists of.
pub(crate) fn pair_by(by: PairBy, setup: &mut Setup) {
    match by {
        PairBy::Line => setup.unit = Some(UnitKind::Line),
        PairBy::Tree => setup.unit = Some(UnitKind::Tree),
        PairBy::Id => setup.by_id = true,
    }
}

/// Applies the options that change a setup with a recipe of this name.
fn adjust(
    mut setup: Setup,
    args: &ScoreArgs,
    (recipe, own): (Option<&str>, &[OwnSetting]),
) -> Result<Setup, JobError> {
    if let Some(by) = args.pair_by {
        pair_by(by, &mut setup);
    }
    adjust_input(&mut setup, args, recipe)?;
    // Lists that are given whole come before what is added to them.
    for setting in &args.set {
        let (key, value) = setting.split_once('=').ok_or_else(|| JobError::Set(setting.clone()))?;
        if let Some(option) = given_twice(args, key) {
            return Err(JobError::SetTwice { option, key: key.to_owned() });
        }
        setup.set(key, value)?;
    }
    if let Some(labels) = &args.labels {
        setup.recipe.set("labels", labels)?;
    }
    for labels in &args.delete {
        if labels.split(',').all(str::is_empty) {
            return Err(JobError::DeleteNothing);
        }
        let more = labels.split(',').filter(|label| !label.is_empty()).map(unescape);
        setup.recipe.delete.extend(more);
    }
    if args.unlabeled {
        setup.recipe = setup.recipe.unlabeled();
    }
    if let Some(cutoff) = &args.cutoff {
        setup.recipe.set("cutoff", cutoff)?;
    }
    for OwnSetting { key, value, .. } in own {
        setup.measure.set(key, value)?;
    }
    let memory = args.own.memory.as_deref().map(|value| prepare::bytes("memory", value)).transpose()?;
    let effort = args.own.effort.as_deref().map(|value| prepare::cells("effort", value)).transpose()?;
    if let Pairing::Sides(words) | Pairing::Utterances(words) = &mut setup.pairing {
        words.memory = memory.unwrap_or(words.memory);
        words.effort = effort.unwrap_or(words.effort);
    }
    if let Some(times) = setup.times {
        let times = timing::settings(&args.times.how, args.own.allow_overlaps, times);
        setup.times = Some(timing::settings_of_sides(&args.times.sides, times));
    }
    Ok(setup)
}
