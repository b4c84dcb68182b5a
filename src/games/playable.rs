//! A game with everything that people need to play it: the options for opening a table, the names of things, the book of orders
//! and the report.

use super::{PackFault, Packed};
use crate::book::{self, Book, BookFault, Lexicon, Pages};
use crate::game::candidate::Candidate;
use crate::game::caution::Caution;
use crate::game::hint::Hint;
use crate::game::lesson::{Lesson, Past};
use crate::game::standing::{Gauge, Question};
use crate::game::tally::GameTally;
use crate::game::{Dice, Fact, Game, Options, OrderForm, Prompt, Seat, Viewer, Word};
use crate::picture::{Scene, Theme};
use crate::report::{Emblems, GameReport, Phrases};
use crate::words::{SayFn, Value, Words, WordsFault};

/// An option with which a table can be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetupOption {
    /// Its name, after `--option`.
    pub name: &'static str,
    /// The form of its value, such as `1..6`; `None` if it takes none.
    pub value: Option<&'static str>,
    /// A description.
    pub help: &'static str,
    /// The same in Japanese.
    pub help_ja: &'static str,
}

/// The option that hides the odds of orders from everybody.
pub const WITHOUT_ODDS: SetupOption = SetupOption {
    name: "without-odds",
    value: None,
    help: "Nobody is told the odds of what they may order.",
    help_ja: "命令の見込み（確率）を誰にも示さない。",
};

/// The option that says whose luck the dice follow from: the club's alone, or the players' too, or a witness's as well. It is no part of a game's set-up.
pub const DICE: SetupOption = SetupOption {
    name: "dice",
    value: Some("club|players|witness"),
    help: "With `players`, the game begins when all are ready, and until then each player may add luck of their own with `luck`. With `witness`, another club's server has a part in every roll too.",
    help_ja: "「players」なら、全員の準備ができるとゲームが始まり、それまで各プレイヤーが「運」で自分の運を加えられます。「witness」なら、さらに別のクラブのサーバーがすべてのダイスに加わります。",
};

/// The values of [`DICE`].
const DICE_OF: [&str; 3] = ["club", "players", "witness"];

/// Returns whether these options open a table whose set-up waits for the players' luck.
pub fn waits_for_luck(options: &[(String, String)]) -> bool {
    options.iter().any(|(name, value)| name == DICE.name && DICE_OF[1..].contains(&value.as_str()))
}

/// Returns whether these options open a table whose dice have a witness.
pub fn asks_witness(options: &[(String, String)]) -> bool {
    options.iter().any(|(name, value)| name == DICE.name && value == DICE_OF[2])
}

/// The option of a table that teaches the game. It is for practice and excludes every other option, and its opener holds every
/// seat: a lesson gives the orders of another side itself, and leaves it to the learner afterwards.
pub const LEARN: SetupOption = SetupOption {
    name: "learn",
    value: None,
    help: "A practice table that teaches the game while you play, in about ten minutes.",
    help_ja: "プレイしながら約十分でゲームを学ぶ練習卓。",
};

/// Returns whether these options open a table that teaches the game.
pub fn learns(options: &[(String, String)]) -> bool {
    options.iter().any(|(name, _)| name == LEARN.name)
}

/// Options with which no table can be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "every variant is its message, `option-…` in `locales/`")]
pub enum SetupFault {
    Unknown { game: &'static str, name: String, options: &'static [SetupOption] },
    Twice(String),
    TakesNoValue(String),
    NeedsValue { name: String, shape: String },
    NotOneOf { name: String, known: Vec<&'static str> },
    Alone { option: String, without: Vec<String> },
    Needs { option: &'static str, needed: String },
}

impl SetupFault {
    /// Its text.
    pub fn in_words(&self, say: SayFn<'_>) -> String {
        let of = |key: &str, name: &str| say(key, &[("option", name.into())]);
        let listed = |names: Vec<&str>| Value::from(names.join(&say("list-separator", &[])));
        match self {
            SetupFault::Unknown { game, name, options: [] } => {
                say("option-unknown-none", &[("game", (*game).into()), ("option", name.as_str().into())])
            }
            SetupFault::Unknown { game, name, options } => {
                let shapes: Vec<String> = options.iter().map(SetupOption::shape).collect();
                let known = listed(shapes.iter().map(String::as_str).collect());
                let args = [("game", (*game).into()), ("option", name.as_str().into()), ("known", known)];
                say("option-unknown", &args)
            }
            SetupFault::Twice(name) => of("option-twice", name),
            SetupFault::TakesNoValue(name) => of("option-takes-no-value", name),
            SetupFault::NeedsValue { name, shape } => say(
                "option-needs-value",
                &[("option", name.as_str().into()), ("shape", shape.as_str().into())],
            ),
            SetupFault::NotOneOf { name, known } => say(
                "option-not-one-of",
                &[("option", name.as_str().into()), ("known", listed(known.clone()))],
            ),
            SetupFault::Alone { option, without } => {
                let without = listed(without.iter().map(String::as_str).collect());
                say("option-alone", &[("option", option.as_str().into()), ("without", without)])
            }
            SetupFault::Needs { option, needed } => {
                say("option-needs", &[("option", (*option).into()), ("needed", needed.as_str().into())])
            }
        }
    }
}

impl SetupOption {
    /// As it is typed: `NAME`, or `NAME=VALUE`.
    pub fn shape(&self) -> String {
        self.value.map_or_else(|| self.name.to_owned(), |value| format!("{}={value}", self.name))
    }
}

/// The set-up with these options, every name of which is checked first.
///
/// # Errors
/// [`SetupFault`].
pub fn setup<G: Playable>(options: &[(String, String)]) -> Result<G::Setup, SetupFault> {
    for (at, (name, value)) in options.iter().enumerate() {
        let Some(option) = G::OPTIONS.iter().find(|option| option.name == name) else {
            return Err(SetupFault::Unknown { game: G::NAME, name: name.clone(), options: G::OPTIONS });
        };
        if options[..at].iter().any(|(before, _)| before == name) {
            return Err(SetupFault::Twice(name.clone()));
        }
        if option.value.is_none() != value.is_empty() {
            return Err(match option.value {
                None => SetupFault::TakesNoValue(name.clone()),
                Some(_) => SetupFault::NeedsValue { name: name.clone(), shape: option.shape() },
            });
        }
    }
    if learns(options) && options.len() > 1 {
        let others = options.iter().map(|(name, _)| name.clone()).filter(|name| name != LEARN.name);
        return Err(SetupFault::Alone { option: LEARN.name.to_owned(), without: others.collect() });
    }
    // The option `dice` is the table's: the game's set-up must not hold it.
    let (dice, own): (Vec<_>, Vec<_>) = options.iter().cloned().partition(|(name, _)| name == DICE.name);
    if dice.iter().any(|(_, value)| !DICE_OF.contains(&value.as_str())) {
        return Err(SetupFault::NotOneOf { name: DICE.name.to_owned(), known: DICE_OF.to_vec() });
    }
    G::setup(&own)
}

/// A seat that the game waits for, as a reader may know of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskedSeat {
    /// The seat.
    pub seat: Seat,
    /// Its prompt; `None` if the reader may not know it.
    pub ask: Option<Word>,
}

impl AskedSeat {
    /// The seats of those prompts that the game waits for, as `viewer` may know of them.
    pub fn of<'p>(prompts: impl IntoIterator<Item = &'p Prompt>, viewer: Viewer) -> Vec<AskedSeat> {
        // That a seat is awaited is public; its question might say something of a secret.
        let known = |seat| viewer == Viewer::All || viewer == Viewer::Seat(seat);
        let prompts = prompts.into_iter().filter(|prompt| prompt.awaited);
        prompts.map(|&Prompt { seat, ask, .. }| AskedSeat { seat, ask: known(seat).then_some(ask) }).collect()
    }
}

/// The input of a picture: a table as one reader may know it.
pub struct Subject<'a, G: Game> {
    /// The reader's seat, which texts call "you"; `None` for a spectator and for a viewer of everything.
    pub reader: Option<Seat>,
    /// The position.
    pub view: &'a G::View,
    /// The events since the reader's last order; for [`END`](crate::picture::END), since the beginning.
    pub facts: &'a [Fact<G::Event>],
    /// The seats that the game waits for.
    pub awaited: &'a [AskedSeat],
}

/// A game with everything that people need to play it.
pub trait Playable: Packed {
    /// The game's report for one reader.
    type Report<'a>: GameReport<Event = Self::Event, View = Self::View>
    where
        Self: 'a;

    /// The options with which a table can be opened.
    const OPTIONS: &'static [SetupOption] = &[];
    /// Kinds of sealed events, each with the kind that shows its content later: reporting both would be a repetition.
    const SHOWN_BY: &'static [(&'static str, &'static str)] = &[];
    /// The kind of picture whose ground is the same at every position of a table; none for a game that draws none.
    const MAP: Option<&'static str> = None;
    /// The kind of picture that replaces the map in a table's page while it exists: that of a battle.
    const CARD: Option<&'static str> = None;
    /// The groups of messages for the words of its tally, in order; a word without a message is in the lexicon.
    const TALLY_TERMS: &'static [&'static str] = &[];
    /// The kind of event that begins another part of the game, if it has several: a page comes between them.
    const BEGINS_PART: Option<&'static str> = None;

    /// The game with the data files of a folder, by name and text; without any, with the built-in pack.
    ///
    /// # Errors
    /// [`PackFault`] that names the file, the key and the reason.
    fn from_files(files: Vec<(String, String)>) -> Result<Self, PackFault>;

    /// The set-up for these options: each is one of [`Playable::OPTIONS`] with its value, empty if it takes none, and none
    /// occurs twice. Without options, the usual game.
    ///
    /// # Errors
    /// [`SetupFault`], for a value that the option does not take, or for two options that exclude each other.
    fn setup(options: &[(String, String)]) -> Result<Self::Setup, SetupFault>;

    /// Every seat that a table of this game may have, however it is opened.
    fn every_seat(&self) -> Vec<Seat> {
        Self::setup(&[]).map(|setup| self.seats(&setup)).unwrap_or_default()
    }

    /// True if the map shows anything now. Where it does not, a spectator's page shows it as it last did.
    fn is_on_map(&self, _view: &Self::View) -> bool {
        true
    }

    /// The pages of its orders, each with its file's name: those of its folder in `commands/`.
    ///
    /// # Errors
    /// [`BookFault`]: a fault of the build.
    fn pages() -> Result<Pages, BookFault> {
        book::pages_of(&Self::NAME.replace('_', "-"))
    }

    /// The book of orders.
    ///
    /// # Errors
    /// [`BookFault`]: a fault of the build.
    fn book() -> Result<Book, BookFault> {
        Book::with(Self::pages()?)
    }

    /// The messages, the game's own among them: those in its folders of `locales/`.
    ///
    /// # Errors
    /// [`WordsFault`]: a fault of the build.
    fn words() -> Result<Words, WordsFault> {
        Words::of_game(Self::NAME)
    }

    /// The names of everything, for typing and for reading.
    fn lexicon(&self, words: &Words) -> Lexicon;

    /// Returns whether no order of this verb rolls anything or shows anything hidden now, so that its seat can take it back; by
    /// default none is known to.
    fn can_take_back(&self, _view: &Self::View, _verb: Word) -> bool {
        false
    }

    /// The pictures that belong to names and seats, for a reader with these messages and names; none by default.
    fn emblems(&self, _phrases: &Phrases<'_>) -> Emblems {
        Emblems::default()
    }

    /// The report to a reader with these messages, book and names.
    fn report<'a>(&'a self, phrases: Phrases<'a>) -> Self::Report<'a>;

    /// The orders that advisers of different tempers suggest, from a seat's view and options; empty if the game gives no
    /// advice.
    fn hints(&self, _view: &Self::View, _prompt: &Prompt, _options: &Options) -> Vec<Hint> {
        vec![]
    }

    /// The irreversible and easily overlooked costs, from a seat's view and options: of an order that its options accept, or,
    /// without an order, those shown with the question.
    fn cautions(
        &self,
        _view: &Self::View,
        _prompt: &Prompt,
        _options: &Options,
        _order: Option<&OrderForm>,
    ) -> Vec<Caution> {
        vec![]
    }

    /// The questions that a seat may ever have and a standing order may answer; empty if there are no standing orders.
    fn questions(&self, _seat: Seat) -> Vec<Question> {
        vec![]
    }

    /// The numbers of a seat's view that its standing orders may depend on.
    fn gauges(&self, _view: &Self::View, _seat: Seat) -> Vec<Gauge> {
        vec![]
    }

    /// A world that fits all that a seat has seen, namely `view` and the facts of `past` in their order; no world that does is
    /// beyond the dice. `None` in a game that computers do not play.
    fn imagine(
        &self,
        _view: &Self::View,
        _seat: Seat,
        _past: &[Fact<Self::Event>],
        _dice: &mut Dice,
    ) -> Option<Self::State> {
        None
    }

    /// Drops from a state for playouts the data for the odds of orders, if a game shows odds.
    fn without_odds(_state: &mut Self::State) {}

    /// Orders worth weighing for a seat, by rules of thumb, the best first, each accepted by the options; empty if no rule
    /// applies. The dice break ties.
    fn candidates(
        &self,
        _view: &Self::View,
        _prompt: &Prompt,
        _options: &Options,
        _dice: &mut Dice,
    ) -> Vec<Candidate> {
        vec![]
    }

    /// Returns whether a computer player gives no order now: those that it could give bring nothing on before another seat has acted.
    /// Everybody is told, so the answer must follow from what everybody may see.
    fn holds_back(&self, _view: &Self::View, _prompt: &Prompt, _options: &Options) -> bool {
        false
    }

    /// The chance of a seat to win from here, in thousandths, by rules of thumb. For a finished game it is the result: 0, 500
    /// or 1000.
    fn evaluate(&self, _view: &Self::View, _seat: Seat) -> u32 {
        500
    }

    /// The result of a finished game: its last position, and all that happened.
    fn tally(&self, _state: &Self::State, _facts: &[Fact<Self::Event>]) -> GameTally {
        GameTally::default()
    }

    /// Returns whether a position is one of a table that teaches the game, and the lesson not long over.
    fn is_taught(_view: &Self::View) -> bool {
        false
    }

    /// The text for a learner with the prompt `prompt`, or at the end of the game; `None` if there is nothing more to teach.
    fn lesson(
        &self,
        _view: &Self::View,
        _prompt: Option<&Prompt>,
        _options: &Options,
        _past: &[Past<Self::Event>],
    ) -> Option<Lesson> {
        None
    }

    /// The kinds of picture for a position, the best one first; empty for a game without pictures.
    fn pictures(&self, _view: &Self::View) -> Vec<&'static str> {
        vec![]
    }

    /// A picture of a table for one reader; `None` for a kind that is none of [`Playable::pictures`]. It takes some
    /// hundredths of a second.
    fn picture(
        &self,
        _kind: &str,
        _subject: &Subject<'_, Self>,
        _phrases: Phrases<'_>,
        _theme: &'static Theme,
    ) -> Option<Scene> {
        None
    }
}
