//! Orders by thumb: menus, buttons and forms of the picker, clicked as a client would.

mod client;
mod forms;
mod games;
mod goeben;
mod small;
mod typing;

use wardroom::book::{Book, Lexicon};
use wardroom::club::picking::Position;
use wardroom::door::discord::picker::Picking;
use wardroom::door::discord::picker::ticket::Tickets;
use wardroom::game::{Options, OrderForm, Seat};
use wardroom::report::{COLUMNS, Choice, Phrases};
use wardroom::words::{Lang, Words};

/// What it takes to speak of a game.
struct Desk {
    table: &'static str,
    book: Book,
    words: Words,
    lexicon: Lexicon,
    tickets: Tickets,
}

impl Desk {
    fn new(table: &'static str, book: Book, words: Words, lexicon: Lexicon) -> Desk {
        let tickets = Tickets::new(b"a secret of the tests");
        Desk { table, book, words, lexicon, tickets }
    }

    fn phrases(&self, lang: Lang) -> Phrases<'_> {
        Phrases { words: &self.words, lang, book: &self.book, lexicon: &self.lexicon, columns: COLUMNS }
    }

    fn picking<'a>(
        &'a self,
        lang: Lang,
        (seat, prompt): (Seat, u64),
        options: &'a Options,
        choices: Vec<Choice>,
        sentence: &'a dyn Fn(&OrderForm) -> String,
    ) -> Picking<'a> {
        let position = Position { options, phrases: self.phrases(lang) };
        let (table, tickets, can_take_back) = (self.table, &self.tickets, &|_| false);
        Picking { table, seat, prompt, position, choices, tickets, sentence, can_take_back }
    }
}

/// Words in an order that matters to nobody are put into one.
pub fn alike(form: &OrderForm, options: &Options) -> OrderForm {
    use wardroom::game::{Arg, Node, Word};
    let mut node = options.verb(form.verb.as_str());
    while let Some(Node::OneOf { arg, of }) = node {
        node = of.iter().find(|(word, _)| form.word(arg) == Some(*word)).map(|(_, node)| node);
    }
    let mut form = form.clone();
    if let Some(Node::SomeOf { arg, .. }) = node {
        let mut words = form.words(arg).unwrap().to_vec();
        words.sort_unstable();
        form.set(Word::literal(arg), Arg::Words(words));
    }
    form
}
