//! Every word that is typed is used for what it names, or nothing happens. Lines with slips are typed at the prompts of
//! random games, as each door reads them; what is carried out is held against the typed words without the reader's help.

pub mod account;
pub mod typist;

use std::collections::BTreeMap;

use wardroom::book::{ArgKind, Book, Lexicon, Parsed, ParsedLine};
use wardroom::game::{Options, OrderForm, Word};
use wardroom::words::Lang;

use super::Luck;
use super::laws::{self, Lawful, Moment};
use account::Account;
use typist::{Token, Typist};

/// What speaks of a game's orders.
pub struct Desk {
    pub book: Book,
    pub lexicon: Lexicon,
}

impl Desk {
    /// True for an order that may be typed as a list, one for each question in turn.
    pub fn gives_in_turn(&self, verb: Word) -> bool {
        self.book.verb(verb.as_str()).is_some_and(|spec| spec.args.iter().any(|arg| arg.in_turn))
    }
}

/// What came of the lines.
#[derive(Debug, Default)]
pub struct Tally {
    pub carried_out: usize,
    pub nothing: usize,
    /// How often each verb was carried out.
    pub verbs: BTreeMap<Word, usize>,
}

impl Tally {
    /// How many orders with an argument of this kind were carried out.
    pub fn of_kind(&self, desk: &Desk, kind: ArgKind) -> usize {
        let has = |verb: &Word| {
            let spec = desk.book.verb(verb.as_str());
            spec.is_some_and(|spec| spec.args.iter().any(|arg| arg.kind == kind))
        };
        self.verbs.iter().filter(|(verb, _)| has(verb)).map(|(_, times)| times).sum()
    }
}

/// How a line reaches the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    /// The terminal and `/order`: a line, order by order.
    Line,
    /// A form: exactly one order.
    Form,
    /// A command whose arguments are given by name.
    Named,
}

impl Door {
    /// One of the three.
    pub fn any(luck: &mut Luck) -> Door {
        [Door::Line, Door::Form, Door::Named][luck.below(3) as usize]
    }
}

/// Types lines at the prompts of random games.
pub fn every_word_is_used<G: Lawful>(desk: &Desk, games: u64, one_in: u32, lines: u32) -> Tally {
    let mut tally = Tally::default();
    for seed in 0..games {
        laws::play::<G>(seed, |moment, luck| {
            if luck.below(one_in) == 0 {
                (0..lines).for_each(|_| Trial { desk, moment: &moment }.run(luck, &mut tally));
            }
        });
    }
    tally
}

struct Trial<'a, G: Lawful> {
    desk: &'a Desk,
    moment: &'a Moment<'a, G>,
}

impl<G: Lawful> Trial<'_, G> {
    fn run(&self, luck: &mut Luck, tally: &mut Tally) {
        let options = self.moment.options;
        let typist = Typist { desk: self.desk, options, lang: Lang::ALL[luck.below(2) as usize] };
        let door = Door::any(luck);
        let Some((verb, tokens)) = typist.line(door, luck) else { return };
        let (text, done, whole) = self.give(verb, &tokens, door);
        let say = || format!("seed {}: {door:?} `{text}` did {}", self.moment.seed, told(&done));
        if done.is_empty() {
            tally.nothing += 1;
            return;
        }
        tally.carried_out += 1;
        *tally.verbs.entry(verb).or_default() += 1;
        if self.desk.gives_in_turn(verb) {
            // The rest of a list is for later questions.
            return;
        }
        assert!(whole, "{} and no more", say());
        assert!(Account { desk: self.desk, options }.holds(verb, &tokens, &done), "{}", say());
    }

    /// Gives what is typed, order by order until one is refused. Also says whether nothing of it was left undone.
    fn give(&self, verb: Word, tokens: &[Token], door: Door) -> (String, Vec<OrderForm>, bool) {
        let Desk { book, lexicon } = self.desk;
        let (game, seat) = (self.moment.game, self.moment.seat);
        let mut options: Options = self.moment.options.clone();
        let text = typist::text(verb, tokens);
        let line = match door {
            Door::Line => book.line(&text, &options),
            Door::Form => {
                let done = match book.one(&text, &options, lexicon) {
                    Ok(Parsed::Order { form, .. }) if options.accept(&form).is_ok() => vec![form],
                    _ => vec![],
                };
                return (text, done, true);
            }
            Door::Named => book.named(verb, &typist::given(tokens), &options, lexicon),
        };
        let text = if door == Door::Named { format!("{verb} {:?}", typist::given(tokens)) } else { text };
        let (mut state, mut done): (G::State, Vec<OrderForm>) = (self.moment.state.clone(), vec![]);
        let mut line: ParsedLine = line.unwrap_or_default();
        let mut refused = false;
        while let Some(parsed) = book.next(&mut line, &options, lexicon) {
            let Ok(Parsed::Order { form, .. }) = parsed else { return (text, done, false) };
            match laws::resolve(game, &state, seat, &form, self.moment.key) {
                Ok(facts) if !refused => {
                    assert!(options.accept(&form).is_ok(), "{form}");
                    laws::fold(&mut state, &facts);
                    options = game.options(&state, seat);
                }
                _ if done.is_empty() => return (text, done, true),
                // What came after the first may be against the rules by then; its words were used all the same.
                _ => refused = true,
            }
            done.push(form);
        }
        (text, done, line.is_empty())
    }
}

/// The orders in a line.
pub fn told(done: &[OrderForm]) -> String {
    done.iter().map(OrderForm::to_string).collect::<Vec<_>>().join("; ")
}
