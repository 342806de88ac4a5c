//! Any bytes: a parameter file, and a recipe made from it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treescore::prepare::param_file::ParamFile;
use treescore::prepare::{Recipe, Rules};
use treescore::tree::Labels;
use treescore_originals::evalb::{Dialect, Settings};

fuzz_target!(|data: &[u8]| {
    let (file, notes) = ParamFile::parse(data);
    let lines = data.iter().filter(|&&byte| byte == b'\n').count() + 1;
    assert!(notes.len() <= lines + data.len() / 499);
    let mut twice = file.clone();
    twice.merge(file.clone());
    assert_eq!((twice.debug, twice.delete_label.len()), (file.debug, 2 * file.delete_label.len()));
    for dialect in [Dialect::Evalb, Dialect::Spmrl] {
        let mut settings = Settings::new(dialect);
        settings.apply(file.clone());
        let mut labels = Labels::new();
        for name in settings.delete_label.iter().chain(settings.eq_label.iter().flat_map(|(a, b)| [a, b])) {
            labels.intern(name);
        }
        let recipe = Recipe {
            delete: settings.delete_label.clone(),
            equal_labels: settings.eq_label.clone(),
            uncounted: settings.delete_label_for_length.clone(),
            quotes: settings.quote_label.clone(),
            equal_words: settings.eq_word.clone(),
            ..Recipe::evalb()
        };
        check_text(&recipe);
        let mut rules = Rules::new(recipe);
        rules.update(&labels);
        assert_eq!(rules.by_label().len(), labels.len());
        for (a, b) in &settings.eq_label {
            let class = |name: &[u8], labels: &mut Labels| rules.by_label()[labels.intern(name).index()].tag;
            assert!(
                rules.same_class(class(a, &mut labels), class(b, &mut labels)),
                "an EQ_LABEL pair is not equal"
            );
        }
    }
});

/// Checks that a recipe survives as text.
fn check_text(recipe: &Recipe) {
    let mut back = Recipe::evalb();
    for (key, value) in recipe.fields() {
        back.set(key, &value).expect("what a recipe writes it can read");
    }
    assert_eq!(&back, recipe);
}
