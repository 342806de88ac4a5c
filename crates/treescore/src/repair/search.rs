//! The texts of a reply that may hold the tree, and the choice among all candidates.

use std::rc::Rc;

use super::candidate::{Found, candidates};
use super::fences::fences;
use super::gold::Gold;
use super::json;
use super::readings::{has_place, readings};
use super::step::{Notes, Step};
use super::words::{Aligner, TooLarge};

/// The marks that end the reasoning of a model.
const REASONING: [&str; 3] = ["</think>", "</thinking>", "</reasoning>"];

/// Searches a reply.
pub(super) struct Search<'s, 'g> {
    pub(super) gold: &'s Gold<'g>,
    pub(super) aligner: &'s mut Aligner,
}

impl Search<'_, '_> {
    /// The best candidate of a reply: what follows its reasoning, if that covers a word of gold.
    pub(super) fn reply(&mut self, text: &str, is_valid: bool) -> Result<Found, TooLarge> {
        let ends = REASONING.iter().filter_map(|mark| Some(text.rfind(mark)? + mark.len()));
        if let Some(end) = ends.max().filter(|_| !is_valid) {
            let answer = self.gold.notation.trim(&text[end..]);
            let found = self.blocks(answer, Notes::default().with(Step::StripProse))?;
            if found.best.as_ref().is_some_and(|best| best.covered > 0) {
                return Ok(found);
            }
        }
        self.blocks(text, Notes::default())
    }

    /// The best candidate of fenced blocks, or of the whole text if that covers more.
    fn blocks(&mut self, text: &str, notes: Notes) -> Result<Found, TooLarge> {
        let mut found = Found::default();
        for fence in fences(text) {
            let mut notes = notes.with(Step::StripFence);
            notes.add_if(Step::StripProse, self.is_prose_outside(text, fence.outer));
            let inner = text[fence.inner.0..fence.inner.1].trim_matches('\n');
            found.append(self.text(inner, notes)?);
        }
        if self.is_complete(&found) {
            return Ok(found);
        }
        let whole = self.text(text, notes)?;
        Ok(if whole.covers_more(&found) { whole } else { found })
    }

    /// True if nothing can cover more words of gold.
    fn is_complete(&self, found: &Found) -> bool {
        found.best.as_ref().is_some_and(|best| best.covered == self.gold.words.len())
    }

    fn is_prose_outside(&self, text: &str, (start, end): (usize, usize)) -> bool {
        let notation = &self.gold.notation;
        !notation.is_blank(&text[..start]) || !notation.is_blank(&text[end..])
    }

    /// The best candidate of one text, which may be JSON.
    fn text(&mut self, text: &str, mut notes: Notes) -> Result<Found, TooLarge> {
        let notation = &self.gold.notation;
        if let Some(value) = json::find_value(text, |string| has_place(string, notation)) {
            notes.add(Step::ExtractJson);
            notes.add_if(Step::StripProse, self.is_prose_outside(text, value.extent));
            let mut found = Found::default();
            for string in value.strings {
                found.append(self.notations(&string.into(), notes)?);
            }
            return Ok(found);
        }
        if let Some(plain) = json::broken(text, |character| notation.is_space(character)) {
            notes.add_if(Step::Unescape, plain != text);
            return self.notations(&plain.into(), notes);
        }
        self.notations(&text.into(), notes)
    }

    /// The candidates of the reading that covers most words of gold, the first of equals.
    fn notations(&mut self, text: &Rc<str>, notes: Notes) -> Result<Found, TooLarge> {
        let mut best = candidates(text, self.gold, notes, self.aligner)?;
        for reading in readings(text, &self.gold.notation) {
            if self.is_complete(&best) {
                break;
            }
            let found = candidates(&reading.into(), self.gold, notes.with(Step::Unescape), self.aligner)?;
            if found.covers_more(&best) {
                best = found;
            }
        }
        Ok(best)
    }
}
