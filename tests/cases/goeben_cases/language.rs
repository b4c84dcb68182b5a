//! The language of the cases of *Goeben, 1914*: orders as a player types them.

use wardroom_language::book::{Book, Lexicon, Parsed};
use wardroom_language::names::goeben::lexicon;
use wardroom_language::words::Words;
use wardroom_rules::game::{Arg, Game, OrderForm, Seat};
use wardroom_rules::games::goeben::Goeben;
use wardroom_rules::games::goeben::ids::{Mission, Power};

use super::given::{game, given, known, quiet_sea};
use super::then;
use crate::casebook::runner::Language;
use crate::casebook::table::{Table, named, words_of};
use crate::casebook::{Amiss, id};

/// A case while it runs.
pub type Run = Table<Goeben>;

/// The book of orders and the names of things.
pub struct Typed {
    book: Book,
    lexicon: Lexicon,
}

impl Typed {
    /// The language on the built-in pack.
    pub fn read() -> Typed {
        let words = Words::of_game(Goeben::NAME).expect("the words");
        Typed {
            book: Book::of(Goeben::NAME).expect("the book"),
            lexicon: lexicon(&words, game().board().pack()),
        }
    }

    fn form(&self, run: &Run, seat: Seat, text: &str) -> Result<OrderForm, String> {
        let options = run.game.options(&run.state, seat);
        match self.book.one(text, &options, &self.lexicon) {
            Ok(Parsed::Order { form, .. }) => Ok(form),
            other => Err(format!("not read as an order: {other:?}")),
        }
    }
}

impl Language for Typed {
    type Game = Goeben;

    fn begin(&self) -> Run {
        let game = game();
        let state = quiet_sea(&game);
        Table::new(game, state)
    }

    fn given(&self, run: &mut Run, words: &[&str]) -> Result<(), String> {
        given(&run.game, &mut run.state, words)?;
        known(&run.game, &run.state)
    }

    fn typed(&self, run: &Run, text: &str) -> Result<(Seat, OrderForm), String> {
        let (seat, order) = seat_of(text);
        match self.form(run, seat, order) {
            Ok(form) => Ok((seat, form)),
            // A verb of another moment: the rules are asked all the same, so that they say why.
            Err(why) => {
                let verb = order.split(' ').next().unwrap_or_default();
                match run.game.options(&run.state, seat).verb(verb) {
                    Some(_) => Err(why),
                    None => self.exact(text),
                }
            }
        }
    }

    fn exact(&self, text: &str) -> Result<(Seat, OrderForm), String> {
        let (seat, text) = seat_of(text);
        let read = |name: &str, value: &str| match name {
            "path" | "ships" => words_of(value),
            _ => id(value).map(Arg::Word),
        };
        named(text, read).map(|form| (seat, form))
    }

    fn legal(&self, run: &Run, text: &str) -> Result<bool, String> {
        let (seat, text) = seat_of(text);
        let options = run.game.options(&run.state, seat);
        let verb = text.split(' ').next().unwrap_or_default();
        if !self.book.verbs().iter().any(|known| known.name.as_str() == verb) {
            return Err(format!("{verb} is no verb"));
        }
        if options.verb(verb).is_none() || verb == text {
            return Ok(options.verb(verb).is_some());
        }
        self.form(run, seat, text).map(|form| options.accept(&form).is_ok())
    }

    fn holds(&self, run: &Run, words: &[&str]) -> Result<(), Amiss> {
        then::holds(run, words)
    }

    fn kinds(&self) -> Vec<Vec<String>> {
        let game = game();
        let pack = game.board().pack();
        fn texts<T: ToString>(words: impl IntoIterator<Item = T>) -> Vec<String> {
            words.into_iter().map(|word| word.to_string()).collect()
        }
        vec![
            texts(pack.spaces.keys()),
            texts(pack.german.keys().chain(pack.ships.keys())),
            texts(pack.ships.keys()).into_iter().chain(texts(pack.incidents.keys())).collect(),
            texts(Mission::ALL),
            texts(Power::ALL),
            texts(["has", "lacks"]),
            texts(["away", "present"]),
            texts(["in-box", "sunk", "damaged", "withdrawn"]),
        ]
    }

    fn otherwise(&self, words: &[&str]) -> Vec<String> {
        match words {
            ["pool", "has", rest @ ..] => vec![format!("pool lacks {}", rest.join(" "))],
            ["pool", "lacks", rest @ ..] => vec![format!("pool has {}", rest.join(" "))],
            ["not", "over"] => vec!["over won".into()],
            ["french-sortie", "none"] => vec!["french-sortie 1".into()],
            ["campaign", "goes", "on"] => vec!["campaign over victory".into()],
            ["no", "roll", purpose] => {
                vec![format!("rolled {purpose} 1"), format!("rolled {purpose} goeben 1")]
            }
            ["at", space, "coast", "none"] => vec![format!("at {space} coast face-down 1")],
            [ship, "sunk"] => vec![format!("{ship} at MES")],
            [ship, "cargo", ..] => vec![format!("{ship} cargo none"), format!("{ship} cargo wireless@1")],
            _ => vec![],
        }
    }
}

/// The seat that an order names before a colon, and the order; without one, the commander.
fn seat_of(text: &str) -> (Seat, &str) {
    let named = text.split_once(": ").filter(|(seat, _)| !seat.contains(' '));
    let seat = named.and_then(|(seat, order)| Some((Seat(seat.parse().ok()?), order)));
    seat.unwrap_or((Goeben::commander(), text))
}
