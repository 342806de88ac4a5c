//! Trees in memory: the same pipeline without files.

use crate::align;
use crate::measure::{Index, Measure, Pair, Parseval, Side};
use crate::prepare::{self, Prepared, Recipe, Rules, prepare_pair};
use crate::align::Refusal;
use crate::tree::{Arena, Label, Labels, Tree, Which};

/// A tree, and when its words were spoken, if that is known.
pub type Timed<'a> = (&'a Tree, Option<&'a [(f64, f64)]>);

/// Scores pairs of trees with one recipe, one after the other; for training loops and notebooks.
///
/// ```
/// use treescore::{Scorer, prepare::Recipe, read};
/// let mut scorer = Scorer::new(Recipe::default());
/// let gold = read::one("(S (NP (D a) (N b)) (V c))")?;
/// let system = read::one("(S (D a) (VP (N b) (V c)))")?;
/// let mut total = scorer.tally(&gold, &gold)?;
/// total += scorer.tally(&gold, &system)?;
/// assert_eq!(total.f1(), Some(0.75));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Scorer<M: Measure = Parseval> {
    measure: M,
    labels: Labels,
    rules: Rules,
    gold: (Arena, Prepared),
    system: (Arena, Prepared),
    /// Numbers here of the labels of the tree at hand.
    renamed: Vec<Label>,
    scratch: M::Scratch,
}

impl Scorer<Parseval> {
    /// A scorer of brackets.
    pub fn new(recipe: Recipe) -> Self {
        Self::of(Parseval, recipe)
    }
}

impl<M: Measure> Scorer<M> {
    /// A scorer of any measure.
    pub fn of(measure: M, recipe: Recipe) -> Self {
        Self {
            measure,
            labels: Labels::new(),
            rules: Rules::new(recipe),
            gold: <(Arena, Prepared)>::default(),
            system: <(Arena, Prepared)>::default(),
            renamed: Vec::new(),
            scratch: M::Scratch::default(),
        }
    }

    /// The tally of one pair.
    ///
    /// # Errors
    /// Why the pair cannot be measured.
    pub fn tally(&mut self, gold: &Tree, system: &Tree) -> Result<M::Tally, Refusal> {
        self.tally_timed((gold, None), (system, None))
    }

    /// The tally of one pair whose words have times: from when to when, in seconds, one for each word.
    ///
    /// ```
    /// use treescore::measure::{Measure, StructIou};
    /// use treescore::{Scorer, read};
    /// let gold = read::one("(S (NP (D the) (N dog)) (VP (V sleeps)))")?;
    /// let system = read::one("(S (NP (D x1) (N x2)) (VP (V x3) (ADV x4)))")?;
    /// let gold_times = [(0.2, 0.4), (0.4, 0.9), (1.1, 1.6)];
    /// let system_times = [(0.2, 0.5), (0.5, 0.9), (1.0, 1.3), (1.3, 1.6)];
    /// let measure = StructIou::default();
    /// let mut scorer = Scorer::of(measure.clone(), measure.recipe());
    /// let tally = scorer.tally_timed((&gold, Some(&gold_times)), (&system, Some(&system_times)))?;
    /// assert!((tally.struct_iou().unwrap() - 9.8 / 13.0).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Why the pair cannot be measured.
    pub fn tally_timed(&mut self, gold: Timed<'_>, system: Timed<'_>) -> Result<M::Tally, Refusal> {
        let ((gold, gold_times), (system, system_times)) = (gold, system);
        self.load(Which::Gold, gold);
        self.load(Which::System, system);
        self.rules.update(&self.labels);
        if self.measure.index() == Index::Intervals {
            self.gold.0.make_words_of_leaves();
            self.system.0.make_words_of_leaves();
        }
        for (which, arena) in [(Which::Gold, &self.gold.0), (Which::System, &self.system.0)] {
            if arena.words().is_empty() && !self.measure.takes_empty() {
                return Err(Refusal::NoTree(which));
            }
        }
        let ((gold_arena, ours), (system_arena, theirs)) = (&mut self.gold, &mut self.system);
        prepare_pair(
            prepare::Side { arena: gold_arena, text: gold.text(), prepared: ours },
            prepare::Side { arena: system_arena, text: system.text(), prepared: theirs },
            &self.rules,
        );
        if self.measure.index() == Index::Words {
            let (gold, system) =
                ((&*gold_arena, gold.text(), &*ours), (&*system_arena, system.text(), &*theirs));
            align::by_words(gold, system, &self.rules)?;
        }
        let pair = Pair {
            gold: Side {
                arena: gold_arena,
                text: gold.text(),
                prepared: ours,
                times: gold_times,
                positions: None,
                has_other_words: false,
                utterance: None,
            },
            system: Side {
                arena: system_arena,
                text: system.text(),
                prepared: theirs,
                times: system_times,
                positions: None,
                has_other_words: false,
                utterance: None,
            },
            rules: &self.rules,
            labels: &self.labels,
            meeting: None,
            errors: None,
        };
        self.measure.tally(&pair, &mut self.scratch)
    }

    fn load(&mut self, which: Which, tree: &Tree) {
        self.renamed.clear();
        self.renamed.extend(tree.labels().map(|name| self.labels.intern(name)));
        let arena = if which == Which::Gold { &mut self.gold.0 } else { &mut self.system.0 };
        arena.copy_with(tree.arena(), |label| {
            self.renamed.get(label.index()).copied().unwrap_or(Label::EMPTY)
        });
    }
}
