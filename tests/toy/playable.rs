//! The toy game as it is played: its options, its orders, its words.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex};

use wardroom::book::{BookFault, Lexicon, Pages, pages_in};
use wardroom::game::candidate::Candidate;
use wardroom::game::caution::Caution;
use wardroom::game::odds::Odds;
use wardroom::game::standing::{Gauge, Question};
use wardroom::game::{Dice, Fact, Node, Options, OrderForm, Prompt, Refusal, Roll, Seat, Word};
use wardroom::games::PackFault;
use wardroom::games::{DICE, Playable, SetupFault, SetupOption, Subject};
use wardroom::picture::{Anchor, Scene, Theme};
use wardroom::report::{GameReport, Phrases, ReportLine, Weight};
use wardroom::words::{Lang, Words, WordsFault};

use super::{Event, Happening, Setup, Toy, View, word};

/// Its orders.
pub const PAGE: &str = include_str!("commands/play.toml");
/// Its messages.
const MESSAGES: &[(Lang, &str, &str)] = &[
    (Lang::En, "toy.ftl", include_str!("locales/en.ftl")),
    (Lang::Ja, "toy.ftl", include_str!("locales/ja.ftl")),
];

impl Playable for Toy {
    type Report<'a> = ToyReport<'a>;

    const OPTIONS: &'static [SetupOption] = &[
        SetupOption { name: "seats", value: Some("1..2"), help: "How many seats.", help_ja: "席の数。" },
        SetupOption { name: "talk", value: None, help: "You may speak.", help_ja: "話せる。" },
        DICE,
    ];

    fn from_files(_files: Vec<(String, String)>) -> Result<Toy, PackFault> {
        Ok(Toy::default())
    }

    fn setup(options: &[(String, String)]) -> Result<Setup, SetupFault> {
        let talk = options.iter().any(|(name, _)| name == "talk");
        let Some((name, value)) = options.iter().find(|(name, _)| name == "seats") else {
            return Ok(Setup { seats: 2, talk });
        };
        let takes = || SetupFault::NotOneOf { name: name.clone(), known: vec!["1", "2"] };
        value.parse().map(|seats| Setup { seats, talk }).map_err(|_| takes())
    }

    fn pages() -> Result<Pages, BookFault> {
        pages_in(&[("toy/play.toml".to_owned(), PAGE)])
    }

    fn words() -> Result<Words, WordsFault> {
        static READ: LazyLock<Result<Words, WordsFault>> = LazyLock::new(|| Words::read_with(MESSAGES));
        READ.clone()
    }

    fn lexicon(&self, _words: &Words) -> Lexicon {
        Lexicon::default()
    }

    fn questions(&self, _seat: Seat) -> Vec<Question> {
        vec![
            Question::new("choose", &["choose"]),
            Question::new("act", &["pass", "roll", "flip", "signal"]).passed_by("pass"),
        ]
    }

    /// Whatever may be ordered in a word, but the defect and what calls the other, and a number to choose.
    fn candidates(&self, _: &View, _: &Prompt, options: &Options, _: &mut Dice) -> Vec<Candidate> {
        let all = ["pass", "roll", "flip"].map(|verb| OrderForm::new(word(verb)));
        let all = all.into_iter().chain([OrderForm::new(word("choose")).with("number", 5)]);
        let may = all.filter(|order| options.accept(order).is_ok());
        may.map(|order| Candidate { order, weight: 1, why: word("toy") }).collect()
    }

    /// Nobody chooses nine, or turns the last token over, unless they mean it.
    fn cautions(
        &self,
        view: &View,
        _: &Prompt,
        options: &Options,
        order: Option<&OrderForm>,
    ) -> Vec<Caution> {
        let flip = OrderForm::new(word("flip"));
        let of = |order: &OrderForm| match order.verb.as_str() {
            "choose" if order.number("number") == Some(9) => vec![Caution::grave("warning-nine")],
            "flip" if view.left == 1 => vec![Caution::grave("warning-last").about("tokens", [word("token")])],
            _ => vec![],
        };
        match order {
            Some(order) => of(order),
            None if options.accept(&flip).is_ok() => of(&flip),
            None => vec![],
        }
    }

    fn gauges(&self, view: &View, seat: Seat) -> Vec<Gauge> {
        let score = view.score.get(&seat).copied().unwrap_or_default();
        vec![
            Gauge { name: "score", of: None, value: score.into(), range: (0, 99) },
            Gauge { name: "turn", of: None, value: view.turn.into(), range: (0, 999) },
        ]
    }

    fn report<'a>(&'a self, phrases: Phrases<'a>) -> ToyReport<'a> {
        ToyReport { phrases }
    }

    fn pictures(&self, _view: &View) -> Vec<&'static str> {
        vec!["plan", "broken"]
    }

    /// What was chosen and what it came to, in words; the other kind cannot be drawn.
    fn picture(
        &self,
        kind: &str,
        subject: &Subject<'_, Toy>,
        _phrases: Phrases<'_>,
        theme: &'static Theme,
    ) -> Option<Scene> {
        assert_eq!(kind, "plan", "this picture cannot be drawn");
        let view = subject.view;
        let mut scene = Scene::new(400.0, 60.0, theme.sea);
        scene.title = "Toy.".to_owned();
        scene.description = format!("{:?} {:?} {}", view.chosen, view.score, view.turn);
        *DRAWN.lock().unwrap().entry((scene.description.clone(), subject.reader)).or_default() += 1;
        scene.write_within((200.0, 30.0), 20.0, 380.0, Anchor::Middle, &scene.description.clone(), theme.ink);
        Some(scene)
    }
}

/// The number of drawings of each position for each reader.
static DRAWN: Mutex<BTreeMap<(String, Option<Seat>), usize>> = Mutex::new(BTreeMap::new());

/// The number of drawings of the position with this description, by readers.
pub fn drawn(description: &str) -> BTreeMap<Option<Seat>, usize> {
    let drawn = DRAWN.lock().unwrap();
    let of = drawn.iter().filter(|((position, _), _)| position == description);
    of.map(|((_, reader), count)| (*reader, *count)).collect()
}

/// The toy game told to a reader.
pub struct ToyReport<'a> {
    phrases: Phrases<'a>,
}

impl ToyReport<'_> {
    /// One of its messages, which speaks of one text.
    fn say(&self, key: &str, name: &str, text: String) -> String {
        self.phrases.say(&format!("toy-{key}"), &[(name, text.into())])
    }
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
    fn forms(&self, (verb, node): &(Word, Node)) -> Vec<OrderForm> {
        if matches!(node, Node::End) { vec![OrderForm::new(*verb)] } else { vec![] }
    }

    fn outline(&self, _verb: Word, _node: &Node, _count: usize) -> Vec<String> {
        vec![]
    }

    fn chosen(&self, _name: &str, _value: &str) -> Option<String> {
        None
    }

    fn report_lines(&self, facts: &[Fact<Event>], _ahead: &[Fact<Event>]) -> Vec<ReportLine> {
        let text = |fact: &Fact<Event>| match fact {
            Fact::Event(Event::Happening(Happening::BagFilled { .. } | Happening::Begun { .. }))
            | Fact::Roll(_) => String::new(),
            Fact::Event(Event::Happening(event)) => self.say("happened", "what", format!("{event:?}")),
        };
        let told =
            facts.iter().map(|fact| ReportLine { weight: Weight::Plain, dice: vec![], text: text(fact) });
        told.filter(|told| !told.text.is_empty()).collect()
    }

    fn roll(&self, roll: &Roll) -> String {
        format!("{roll:?}")
    }

    fn board(&self, view: &View) -> Vec<(Weight, String)> {
        let chosen = view.chosen.iter().map(|(seat, number)| {
            let args = [("seat", self.phrases.seat(*seat).into()), ("number", (*number).into())];
            self.phrases.say("toy-chose", &args)
        });
        let args = [("turn", view.turn.into()), ("chosen", self.phrases.list(chosen).into())];
        vec![(Weight::Plain, self.phrases.say("toy-board", &args))]
    }

    fn section(&self, _view: &View, _name: Word) -> Option<Vec<(Weight, String)>> {
        None
    }

    fn part(&self, _view: &View, _word: Word) -> Option<Vec<String>> {
        None
    }

    fn odds<'v>(&self, _: &'v View) -> &'v [Odds] {
        &[]
    }

    fn notice(&self) -> String {
        self.phrases.say("toy-notice", &[])
    }

    fn prompt(&self, prompt: &Prompt, _options: &Options) -> String {
        let args = [("seat", self.phrases.seat(prompt.seat).into()), ("ask", prompt.ask.as_str().into())];
        self.phrases.say("toy-asked", &args)
    }

    fn refusal(&self, refusal: &Refusal) -> String {
        self.say("refused", "reason", refusal.reason.to_string())
    }
}
