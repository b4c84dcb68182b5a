//! Pictures that belong to names: flags, ships, coal. A door that can draw shows them beside the names; the words alone say as
//! much.

use std::sync::Arc;

use crate::game::Seat;

/// A picture that belongs to a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emblem {
    /// The flag of Germany.
    Germany,
    /// The flag of Great Britain.
    Britain,
    /// The flag of France.
    French,
    /// The flag of Austria-Hungary.
    AustroHungarian,
    /// The flag of Italy.
    Italian,
    /// The flag of the Ottoman Empire.
    Ottoman,
    /// The flag of Greece.
    Greek,
    /// The flag of Spain.
    Spanish,
    /// A battleship or battlecruiser.
    Battleship,
    /// A cruiser.
    Cruiser,
    /// A flotilla of small ships.
    Flotilla,
    /// A ship without guns.
    Transport,
    /// Coal. Its name has the picture where a number follows.
    Coal,
}

/// The emblems of a game, for a reader of one language.
#[derive(Clone, Debug, Default)]
pub struct Emblems {
    /// By name, the longest first.
    names: Arc<[(String, Emblem)]>,
    seats: Arc<[(Seat, Emblem)]>,
    /// The name of the game, in which no name has its emblem.
    title: Arc<str>,
}

impl Emblems {
    /// The emblems of these names and seats; a name that is empty has none.
    pub fn new(
        names: impl IntoIterator<Item = (String, Emblem)>,
        seats: impl IntoIterator<Item = (Seat, Emblem)>,
    ) -> Emblems {
        let mut names: Vec<(String, Emblem)> =
            names.into_iter().filter(|(name, _)| !name.is_empty()).collect();
        // One name may begin another: the longer one must be found first.
        names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        Emblems { names: names.into(), seats: seats.into_iter().collect(), title: Arc::default() }
    }

    /// The same in a game of this name: in “Goeben, 1914” the ship's name has no emblem.
    #[must_use]
    pub fn titled(self, title: &str) -> Emblems {
        Emblems { title: title.into(), ..self }
    }

    /// The name of the game, if a text begins with it.
    pub fn title_at_start_of<'a>(&self, text: &'a str) -> Option<&'a str> {
        let begins = !self.title.is_empty() && text.starts_with(&*self.title);
        begins.then(|| &text[..self.title.len()])
    }

    /// The names that a text begins with, the longest first.
    pub fn at_start_of<'a>(&'a self, text: &'a str) -> impl Iterator<Item = (&'a str, Emblem)> {
        let begins = move |(name, _): &&(String, Emblem)| text.starts_with(name.as_str());
        self.names.iter().filter(begins).map(|(name, emblem)| (name.as_str(), *emblem))
    }

    /// The flag of a seat.
    pub fn of_seat(&self, seat: Seat) -> Option<Emblem> {
        self.seats.iter().find(|(other, _)| *other == seat).map(|(_, emblem)| *emblem)
    }
}
