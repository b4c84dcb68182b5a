//! The toy game as the program would offer it: two seats, a secret choice, then turns.

use wardroom::book::{Book, BookFault, Lexicon};
use wardroom::game::{Fact, Form, Node, Options, Prompt, Refusal, Roll, Word};
use wardroom::games::PackFault;
use wardroom::games::{Playable, SetupFault, SetupOption};
use wardroom::report::{GameReport, Phrases, Told, Weight};
use wardroom::words::Words;

use crate::toy::{Event, Happening, Setup, Toy, View};

const PAGE: &str = r#"
order = 1
[group]
en = "Toy"
ja = "Toy"

[[verb]]
name = "choose"
ja = "選ぶ"
help = { en = "Chooses.", ja = "選ぶ。" }
examples = []
[[verb.arg]]
name = "number"
ja = "数"
kind = "number"
help = { en = "The number.", ja = "数。" }

[[verb]]
name = "pass"
ja = "パス"
help = { en = "Passes.", ja = "パス。" }
examples = []

[[verb]]
name = "roll"
ja = "振る"
help = { en = "Rolls.", ja = "振る。" }
examples = []

[[verb]]
name = "flip"
ja = "めくる"
help = { en = "Flips.", ja = "めくる。" }
examples = []
"#;

impl Playable for Toy {
    type Report<'a> = ToyReport<'a>;

    const OPTIONS: &'static [SetupOption] = &[
        SetupOption { name: "seats", value: Some("1..2"), help: "How many seats.", help_ja: "席の数。" },
        SetupOption { name: "plain", value: None, help: "Nothing special.", help_ja: "特になし。" },
    ];

    fn from_files(_files: Vec<(String, String)>) -> Result<Toy, PackFault> {
        Ok(Toy::default())
    }

    fn setup(options: &[(String, String)]) -> Result<Setup, SetupFault> {
        let Some((name, value)) = options.iter().find(|(name, _)| name == "seats") else {
            return Ok(Setup { seats: 2 });
        };
        let takes = || SetupFault::Value { name: name.clone(), takes: "1 or 2".to_owned() };
        value.parse().map(|seats| Setup { seats }).map_err(|_| takes())
    }

    fn book() -> Result<Book, BookFault> {
        Book::of_pages(&[("toy.toml", PAGE)])
    }

    fn lexicon(&self, _words: &Words) -> Lexicon {
        Lexicon::default()
    }

    fn report<'a>(&'a self, phrases: Phrases<'a>) -> ToyReport<'a> {
        ToyReport { phrases }
    }
}

/// The toy game told to a reader.
pub struct ToyReport<'a> {
    phrases: Phrases<'a>,
}

impl GameReport for ToyReport<'_> {
    type Event = Event;
    type View = View;

    const PREFIX: &'static str = "toy-";

    fn phrases(&self) -> &Phrases<'_> {
        &self.phrases
    }

    fn concern(&self, word: Word) -> String {
        word.to_string()
    }

    /// What is typed alone is listed; a number is to be thought of.
    fn forms(&self, (verb, node): &(Word, Node)) -> Vec<Form> {
        if matches!(node, Node::End) { vec![Form::new(*verb)] } else { vec![] }
    }

    fn outline(&self, _verb: Word, _node: &Node, _count: usize) -> Vec<String> {
        vec![]
    }

    fn chosen(&self, _name: &str, _value: &str) -> Option<String> {
        None
    }

    fn tell(&self, facts: &[Fact<Event>]) -> Vec<Told> {
        let text = |fact: &Fact<Event>| match fact {
            Fact::Event(Event::Happening(Happening::BagFilled { .. } | Happening::Begun { .. }))
            | Fact::Roll(_) => String::new(),
            Fact::Event(Event::Happening(event)) => format!("happened: {event:?}"),
        };
        let told = facts.iter().map(|fact| Told { weight: Weight::Plain, dice: vec![], text: text(fact) });
        told.filter(|told| !told.text.is_empty()).collect()
    }

    fn roll(&self, roll: &Roll) -> String {
        format!("{roll:?}")
    }

    fn board(&self, view: &View) -> Vec<(Weight, String)> {
        let chosen: Vec<String> =
            view.chosen.iter().map(|(seat, number)| format!("{seat} chose {number}")).collect();
        vec![(Weight::Plain, format!("board, turn {}: {}", view.turn, chosen.join(", ")))]
    }

    fn section(&self, _view: &View, _name: Word) -> Option<Vec<(Weight, String)>> {
        None
    }

    fn part(&self, _view: &View, _word: Word) -> Option<Vec<String>> {
        None
    }

    fn notice(&self) -> String {
        "A toy.".to_owned()
    }

    fn prompt(&self, prompt: &Prompt, _options: &Options) -> String {
        format!("asked of {}: {}", prompt.seat, prompt.ask)
    }

    fn refusal(&self, refusal: &Refusal) -> String {
        format!("refused: {}", refusal.reason)
    }
}
