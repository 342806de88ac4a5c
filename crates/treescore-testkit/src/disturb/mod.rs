//! Disturbs text: makes trees whose tokens, sentences and letters differ from gold, like those of a system
//! that started from plain text.
//!
//! A seed always gives the same bytes. Sentences come one at a time, and only the last one is kept.
//!
//! ```
//! use treescore_testkit::disturb::{Manner, Rates, disturb_lines};
//!
//! let rates = Rates { touched: 1000, split_tokens: 1000, ..Rates::none() };
//! let text = disturb_lines(["(TOP (NP (DT an) (NN ox)))"], 1, &Manner::ByRates(rates));
//! assert_eq!(text, "(TOP (NP (DT a) (DT n) (NN o) (NN x)))\n");
//! ```

mod corpus;
mod flat;
mod letters;
mod rates;
mod tokens;

pub use corpus::{Kind, write_corpus};
pub use rates::{Manner, Rates};

use crate::generate::rng::Rng;
use flat::Flat;

/// Returns the disturbed lines.
pub fn disturb_lines<'a>(lines: impl IntoIterator<Item = &'a str>, seed: u64, manner: &Manner) -> String {
    let (mut disturber, mut out) = (Disturber::new(seed, manner.clone()), String::new());
    for line in lines {
        disturber.take(line, &mut out);
    }
    disturber.finish(&mut out);
    out
}

/// A sentence that waits for the next one.
#[derive(Clone, Debug)]
enum Held {
    /// To be merged with it.
    ToMerge(Flat),
    /// To come after it.
    ToSwap(Flat),
}

/// Disturbs trees, line by line. [`disturb_lines`] does it for a whole text.
#[derive(Clone, Debug)]
struct Disturber {
    manner: Manner,
    seed: u64,
    taken: u64,
    held: Option<Held>,
}

impl Disturber {
    /// Creates a disturber that begins at sentence 0 under `seed`.
    fn new(seed: u64, manner: Manner) -> Self {
        Self { manner, seed, taken: 0, held: None }
    }

    /// Appends what becomes of a line, each tree with a line end. A line that is not one tree of the usual
    /// form is kept as it is.
    fn take(&mut self, line: &str, out: &mut String) {
        // The constant makes the stream differ from the one that made the sentence.
        let mut rng = Rng::at(self.seed ^ 0x5EED_D157, self.taken);
        self.taken += 1;
        let is_touched = rng.chance(self.manner.touched());
        if !is_touched && self.held.is_none() {
            out.push_str(line);
            out.push('\n');
            return;
        }
        let Some(mut tree) = Flat::read(line) else {
            self.finish(out);
            out.push_str(line);
            out.push('\n');
            return;
        };
        if !is_touched {
            self.join_held(&tree, out);
            return;
        }
        match self.manner.clone() {
            Manner::OneTypo => {
                tokens::typo(&mut tree, &mut rng);
                self.join_held(&tree, out);
            }
            Manner::ByRates(rates) => self.disturb(tree, &rates, &mut rng, out),
        }
    }

    /// Appends the waiting sentence.
    fn finish(&mut self, out: &mut String) {
        if let Some(Held::ToMerge(tree) | Held::ToSwap(tree)) = self.held.take() {
            tree.write(out);
        }
    }

    fn disturb(&mut self, mut tree: Flat, rates: &Rates, rng: &mut Rng, out: &mut String) {
        if rng.chance(rates.lost_sentences) {
            return;
        }
        if rng.chance(rates.invented_sentences) {
            let mut invented = tree.clone();
            tokens::invent(&mut invented, rng);
            invented.write(out);
        }
        tokens::disturb(&mut tree, rates, rng);
        // A waiting sentence would come between the two parts.
        if self.held.is_none()
            && rng.chance(rates.split_sentences)
            && let Some(rest) = tree.split_off(rng)
        {
            tree.write(out);
            rest.write(out);
            return;
        }
        if self.held.is_none() && rng.chance(rates.merged_sentences) {
            self.held = Some(Held::ToMerge(tree));
        } else if self.held.is_none() && rng.chance(rates.swapped_sentences) {
            self.held = Some(Held::ToSwap(tree));
        } else {
            self.join_held(&tree, out);
        }
    }

    /// Writes a sentence, and the one that waited for it.
    fn join_held(&mut self, tree: &Flat, out: &mut String) {
        match self.held.take() {
            None => tree.write(out),
            Some(Held::ToSwap(held)) => {
                tree.write(out);
                held.write(out);
            }
            Some(Held::ToMerge(mut held)) => {
                held.append(tree);
                held.write(out);
            }
        }
    }
}
