//! The toy game as the program would offer it: two seats, a secret choice, then turns.

use wardroom::app::offer::{Offered, SetupFault, SetupOption};
use wardroom::book::{Book, BookFault, Lexicon};
use wardroom::game::{Fact, Form, Node, Options, Prompt, Refusal, Roll, Word};
use wardroom::games::PackFault;
use wardroom::report::{Choice, Listing, Menu, Phrases, Told, Weight};
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

impl Offered for Toy {
    fn from_files(_files: Vec<(String, String)>) -> Result<Toy, PackFault> {
        Ok(Toy::default())
    }

    fn options_help() -> &'static [SetupOption] {
        &[
            SetupOption {
                name: "seats", value: Some("1..2"), help: "How many seats.", help_ja: "席の数。"
            },
            SetupOption { name: "plain", value: None, help: "Nothing special.", help_ja: "特になし。" },
        ]
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

    fn tell(&self, _phrases: &Phrases<'_>, facts: &[Fact<Event>]) -> Vec<Told> {
        let text = |fact: &Fact<Event>| match fact {
            Fact::Event(Event::Happening(Happening::BagFilled { .. } | Happening::Begun { .. }))
            | Fact::Roll(_) => String::new(),
            Fact::Event(Event::Happening(event)) => format!("happened: {event:?}"),
        };
        let told = facts.iter().map(|fact| Told { weight: Weight::Plain, dice: vec![], text: text(fact) });
        told.filter(|told| !told.text.is_empty()).collect()
    }

    fn tell_roll(&self, _phrases: &Phrases<'_>, roll: &Roll) -> String {
        format!("{roll:?}")
    }

    fn board(&self, _phrases: &Phrases<'_>, view: &View) -> Vec<(Weight, String)> {
        let chosen: Vec<String> =
            view.chosen.iter().map(|(seat, number)| format!("{seat} chose {number}")).collect();
        vec![(Weight::Plain, format!("board, turn {}: {}", view.turn, chosen.join(", ")))]
    }

    fn part(&self, _phrases: &Phrases<'_>, _view: &View, _word: Word) -> Option<Vec<String>> {
        None
    }

    fn ask(&self, _phrases: &Phrases<'_>, prompt: &Prompt, _options: &Options) -> String {
        format!("asked of {}: {}", prompt.seat, prompt.ask)
    }

    fn section(&self, _phrases: &Phrases<'_>, _view: &View, _name: Word) -> Option<Vec<(Weight, String)>> {
        None
    }

    fn menu(&self, _phrases: &Phrases<'_>, options: &Options, _few: usize) -> Menu {
        let plain = options.verbs.iter().filter(|(_, node)| matches!(node, Node::End));
        let choice = |verb: &Word| Choice { form: Form::new(*verb), sentence: verb.to_string() };
        Menu { choices: plain.map(|(verb, _)| choice(verb)).collect(), outlines: vec![] }
    }

    fn choices(&self, phrases: &Phrases<'_>, options: &Options, _about: &[String], _limit: usize) -> Listing {
        Listing { choices: self.menu(phrases, options, 9).choices, more: 0 }
    }

    fn refusal(&self, _phrases: &Phrases<'_>, refusal: &Refusal) -> String {
        format!("refused: {}", refusal.reason)
    }

    fn notice(&self, _phrases: &Phrases<'_>) -> String {
        "A toy.".to_owned()
    }
}
