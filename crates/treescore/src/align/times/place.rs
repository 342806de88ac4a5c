//! Assigns times to trees.

use std::sync::{Arc, OnceLock};

use crate::values::hash::{HashMap, HashSet};

use super::fault::TimesFault;
use super::running::{Leftover, Place, Running};
use crate::align::text::Normaliser;
use crate::read::times::{Interval, TimedWords, Times};

/// How trees are assigned to utterances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Tree *n* has utterance *n*.
    ByUtterance,
    /// Each tree has the utterance with its id.
    ById(Vec<String>),
    /// Utterances are recordings of many trees: words are assigned in sequence. The numbers of words of all
    /// trees.
    Running(Vec<u32>),
}

impl Order {
    /// Chooses the order: by utterance if there are as many utterances as trees, otherwise running. `words`
    /// has the number of words of each tree.
    ///
    /// ```
    /// use treescore::align::times::Order;
    /// use treescore::read::times::{Times, TimesOptions};
    ///
    /// let times = Times::from_bytes("a.ctm", "u A 0 1 a\nu A 1 1 b\n".into(), &TimesOptions::default())?;
    /// assert_eq!(Order::choose(&times, vec![2]), Order::ByUtterance);
    /// assert_eq!(Order::choose(&times, vec![1, 1]), Order::Running(vec![1, 1]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn choose(times: &Times, words: Vec<u32>) -> Self {
        if times.len() == words.len() { Self::ByUtterance } else { Self::Running(words) }
    }
}

/// The times of one side, by tree.
///
/// ```
/// use treescore::align::times::{Order, TimedSide};
/// use treescore::read::times::{Times, TimesOptions};
///
/// let ctm = "side1 A 0 1 rain\nside1 A 1 1 fell\nside1 A 3 1 again\n";
/// let times = Times::from_bytes("gold.ctm", ctm.into(), &TimesOptions::default())?;
/// let side = TimedSide::new(times, Order::Running(vec![2, 1, 1]));
/// assert_eq!(side.of(1)?.intervals(), [(3.0, 4.0)]);
/// assert_eq!(
///     side.of(2).unwrap_err().to_string(),
///     "no times left for tree 3: gold.ctm has 1 utterance; check that these times belong to these trees"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TimedSide {
    times: Times,
    name: Arc<str>,
    places: Places,
    /// The ids of all utterances; empty if they are only numbers.
    ids: HashSet<Box<str>>,
    /// The first tree that could not be read, if later trees depend on it.
    unread: Option<u64>,
    /// For words that differ from those of their times; made when it is needed.
    normaliser: OnceLock<Normaliser>,
}

/// The place of each tree's times.
#[derive(Clone, Debug)]
enum Places {
    /// The utterance with the tree's number.
    Counted,
    /// The utterance with the tree's id.
    Named(Vec<(Arc<str>, Named)>),
    /// Places of the running words.
    Running(Vec<Place>, Option<Leftover>),
}

/// The utterance with an id.
#[derive(Clone, Copy, Debug)]
enum Named {
    None,
    One(u32),
    Several,
}

impl TimedSide {
    /// Creates a side from its times and the order in which trees get them.
    pub fn new(times: Times, order: Order) -> Self {
        let name = Arc::from(times.name());
        let is_numbered = times.ids().zip(1..).all(|(id, number): (_, u64)| id == number.to_string());
        let ids = if is_numbered { HashSet::default() } else { times.ids().map(Box::from).collect() };
        let places = match order {
            Order::ByUtterance => Places::Counted,
            Order::ById(ids) => Places::Named(find_ids(&times, ids)),
            Order::Running(words) => {
                let mut running = Running::new(&times, 0);
                let places = words.into_iter().map(|words| running.place(words)).collect();
                Places::Running(places, running.leftover())
            }
        };
        Self { times, name, places, ids, unread: None, normaliser: OnceLock::new() }
    }

    /// The same side if a tree, numbered from 0, could not be read: where running words continue after it is
    /// a guess, which [`confirm`](Self::confirm) has to check.
    pub(crate) fn with_unread(self, tree: Option<u64>) -> Self {
        let unread = tree.filter(|_| matches!(self.places, Places::Running(..)));
        Self { unread, ..self }
    }

    /// What makes words comparable that differ from those of their times.
    pub(crate) fn normaliser(&self) -> &Normaliser {
        self.normaliser.get_or_init(Normaliser::standard)
    }

    /// True if words are assigned in sequence.
    pub(crate) fn is_running(&self) -> bool {
        matches!(self.places, Places::Running(..))
    }

    /// True if there is an utterance with this name.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.ids.contains(id)
    }

    /// Checks the times of a tree by their words, if it is uncertain that they belong to it. `is_same` takes
    /// the number of a word (from 0), and returns true if the tree has the same word.
    ///
    /// # Errors
    /// If most words differ, or if there are none to compare.
    // For the crates of this workspace; not part of the interface.
    #[doc(hidden)]
    pub fn confirm(
        &self,
        tree: u64,
        words: usize,
        mut is_same: impl FnMut(usize) -> bool,
    ) -> Result<(), TimesFault> {
        match self.unread {
            Some(unread) if tree > unread && 2 * (0..words).filter(|&at| is_same(at)).count() <= words => {
                Err(TimesFault::Doubtful { tree: tree + 1, unread: unread + 1, name: Arc::clone(&self.name) })
            }
            _ => Ok(()),
        }
    }

    /// All times of the side.
    pub fn times(&self) -> &Times {
        &self.times
    }

    /// Returns the times of a tree, numbered from 0.
    ///
    /// # Errors
    /// If it has none.
    pub fn of(&self, tree: u64) -> Result<TimedWords<'_>, TimesFault> {
        let number = tree.saturating_add(1);
        let at = usize::try_from(tree).unwrap_or(usize::MAX);
        match &self.places {
            Places::Counted if at < self.times.len() => self.whole(at),
            Places::Counted => Err(self.none_left(number)),
            Places::Named(ids) => match ids.get(at) {
                Some((id, named)) => self.by_id(number, id, *named),
                None => Err(TimesFault::NoId { tree: number, ids: ids.len() }),
            },
            Places::Running(places, _) => {
                self.by_place(number, places.get(at).copied().unwrap_or(Place::NoneLeft))
            }
        }
    }

    /// The times of all words of these trees, and the words of the first. Trees without times are left out.
    pub(crate) fn all_of(&self, trees: &[(u64, u32)]) -> (Vec<Interval>, Option<TimedWords<'_>>) {
        let (mut all, mut first) = (Vec::new(), None);
        for words in trees.iter().filter_map(|&(tree, _)| self.of(tree).ok()) {
            all.extend_from_slice(words.intervals());
            first.get_or_insert(words);
        }
        (all, first)
    }

    /// Times that none of the first `trees` trees uses. If trees have ids, these select utterances: then ids
    /// that no tree uses.
    pub fn leftover(&self, trees: u64) -> Option<Leftover> {
        match &self.places {
            Places::Counted => {
                Running::new(&self.times, usize::try_from(trees).unwrap_or(usize::MAX)).leftover()
            }
            Places::Named(ids) => {
                let (first, _) = ids.get(usize::try_from(trees).unwrap_or(usize::MAX))?;
                Some(Leftover::Ids { surplus: ids.len() as u64 - trees, first: first.to_string() })
            }
            Places::Running(_, leftover) => leftover.clone(),
        }
    }

    fn whole(&self, utterance: usize) -> Result<TimedWords<'_>, TimesFault> {
        self.times.whole(utterance).map_err(TimesFault::Bad)
    }

    fn by_id(&self, tree: u64, id: &Arc<str>, named: Named) -> Result<TimedWords<'_>, TimesFault> {
        if let Named::One(utterance) = named {
            return self.whole(utterance as usize);
        }
        let (id, name) = (Arc::clone(id), Arc::clone(&self.name));
        Err(match named {
            Named::Several => TimesFault::SharedId { tree, id, name },
            _ => TimesFault::UnknownId { tree, id, name },
        })
    }

    fn by_place(&self, tree: u64, place: Place) -> Result<TimedWords<'_>, TimesFault> {
        match place {
            Place::Words { utterance, first, words } => {
                let part = self.times.part(utterance as usize, first as usize..(first + words) as usize);
                part.map_err(TimesFault::Bad)
            }
            Place::RunsOver { utterance, words, left } => {
                let (utterance, file) = self.times.names_of(utterance as usize);
                Err(TimesFault::RunsOver { tree, words, left, utterance, file })
            }
            Place::NoneLeft => Err(self.none_left(tree)),
            Place::Behind { utterance } => {
                let fault = self.times.broken_off(utterance as usize).cloned();
                Err(fault.map_or_else(
                    || self.none_left(tree),
                    |fault| TimesFault::Behind { tree, fault: Box::new(fault) },
                ))
            }
        }
    }

    fn none_left(&self, tree: u64) -> TimesFault {
        TimesFault::NoneLeft { tree, utterances: self.times.len(), name: Arc::clone(&self.name) }
    }
}

/// Finds the utterance of each id.
fn find_ids(times: &Times, ids: Vec<String>) -> Vec<(Arc<str>, Named)> {
    let mut by_id: HashMap<&str, Named> = HashMap::default();
    for (id, utterance) in times.ids().zip(0..) {
        by_id.entry(id).and_modify(|named| *named = Named::Several).or_insert(Named::One(utterance));
    }
    // Ids of channels may be written in other ways, unless an utterance has that very id.
    let mut of_channels: HashMap<String, Named> = HashMap::default();
    for utterance in 0..times.len() {
        let Some((recording, channel)) = times.channel_of(utterance) else { continue };
        for id in [format!("{recording}_{channel}"), format!("{recording}{channel}")] {
            let named = Named::One(utterance as u32);
            of_channels.entry(id).and_modify(|named| *named = Named::Several).or_insert(named);
        }
    }
    let named = |id: String| {
        let utterance = by_id.get(id.as_str()).or_else(|| of_channels.get(&id)).copied();
        let utterance = utterance.unwrap_or(Named::None);
        (Arc::from(id), utterance)
    };
    ids.into_iter().map(named).collect()
}
