//! Reports of both games: whatever happens in play can be told in both languages, and typed.

mod endings;
mod grand_fleet;
mod grand_fleet_snapshots;
mod play;
mod snapshots;
mod wording;

use wardroom::book::{Book, Lexicon};
use wardroom::game::{Chance, Events, Fact, Game, Options, OrderForm, Stop};
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::event::Event;
use wardroom::games::goeben::pack::SeaChart;
use wardroom::games::goeben::report::GoebenReport;
use wardroom::games::goeben::state::{Setup, State};
use wardroom::report::{COLUMNS, Choice, Phrases};
use wardroom::words::{Lang, Words};

struct Desk {
    game: Goeben,
    book: Book,
    words: Words,
    lexicon: Lexicon,
    chart: SeaChart,
}

impl Desk {
    fn new() -> Desk {
        let (words, chart) = (Words::of_game("goeben").unwrap(), SeaChart::builtin());
        let lexicon = wardroom::names::goeben::lexicon(&words, chart.pack());
        Desk { game: Goeben::new(chart.clone()), book: Book::of("goeben").unwrap(), words, lexicon, chart }
    }

    fn teller(&self, lang: Lang) -> GoebenReport<'_> {
        let phrases =
            Phrases { words: &self.words, lang, book: &self.book, lexicon: &self.lexicon, columns: COLUMNS };
        GoebenReport { phrases, chart: &self.chart }
    }
}

/// A list of choices, as the doors number it.
fn listed(phrases: &Phrases<'_>, choices: &[Choice], options: &Options) -> Vec<String> {
    let Phrases { book, lang, lexicon, .. } = *phrases;
    let line = |(choice, number): (&Choice, usize)| {
        let typed = book.type_short_in(lang, &choice.form, options, lexicon);
        phrases.choice(number, &typed, &choice.sentence)
    };
    choices.iter().zip(1..).map(line).collect()
}

/// A question names no order that cannot be given.
fn names_only_open(book: &Book, lang: Lang, question: &str, options: &Options) {
    let quotes = if lang == Lang::Ja { ['「', '」'] } else { ['`', '`'] };
    for quoted in question.split(quotes).skip(1).step_by(2) {
        let typed = quoted.split(' ').next().unwrap_or_default();
        let verb = book.verbs().iter().find(|verb| verb.names().any(|name| name == typed));
        let verb = verb.unwrap_or_else(|| panic!("no verb {typed}: {question}"));
        assert!(options.verb(verb.name.as_str()).is_some(), "{typed} is not open: {question}");
    }
}

/// A game in play with dice of its own.
struct Campaign<'a> {
    desk: &'a Desk,
    state: State,
    seed: u64,
}

impl<'a> Campaign<'a> {
    fn begin(desk: &'a Desk, setup: &Setup, seed: u64) -> (Campaign<'a>, Vec<Fact<Event>>) {
        let mut campaign = Campaign { desk, state: desk.game.blank(), seed };
        let mut chance = campaign.chance();
        let facts = desk.game.start(setup, &mut chance).unwrap();
        drop(chance);
        campaign.fold(&facts);
        (campaign, facts)
    }

    fn chance(&mut self) -> Chance<'static> {
        self.seed += 1;
        let seed = self.seed;
        Chance::seeded(move |number| {
            let mut key = [0; 32];
            key[..8].copy_from_slice(&seed.to_be_bytes());
            key[8..12].copy_from_slice(&number.to_be_bytes());
            key
        })
    }

    fn fold(&mut self, facts: &[Fact<Event>]) {
        for fact in facts {
            if let Fact::Event(event) = fact {
                event.apply(&mut self.state).unwrap();
            }
        }
    }

    fn order(&mut self, form: &OrderForm) -> Result<Vec<Fact<Event>>, Stop> {
        let mut chance = self.chance();
        self.with(form, &mut chance)
    }

    fn with(&mut self, form: &OrderForm, chance: &mut Chance<'_>) -> Result<Vec<Fact<Event>>, Stop> {
        let facts = self.desk.game.resolve(&self.state, Goeben::commander(), form, chance)?.facts;
        self.fold(&facts);
        Ok(facts)
    }
}
