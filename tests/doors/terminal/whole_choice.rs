//! The whole choice stands at every prompt: random games of the real rules, played through the terminal.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::rc::Rc;
use std::sync::Arc;

use wardroom::app::play;
use wardroom::book::{ArgKind, Verb};
use wardroom::club::GameWords;
use wardroom::door::terminal::{self, Dress, Heard, Manner, Source};
use wardroom::game::{Options, Seat};
use wardroom::games::Playable;
use wardroom::games::goeben::Goeben;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::table::{Caller, SeatSession, Tables};
use wardroom::words::Lang;

use super::{Ship, Steps, ask, lines};
use crate::common::Luck;

/// Lines that a game is played for.
const LINES: usize = 60;

#[test]
fn at_every_prompt_of_goeben_each_open_order_is_on_the_screen() {
    let rules = ["--option", "rules=everything"];
    let campaign = ["--option", "campaign"];
    for (seed, lang) in [(1, Lang::En), (2, Lang::Ja), (3, Lang::En)] {
        whole_at_every_prompt::<Goeben>(seed, lang, &rules);
        whole_at_every_prompt::<Goeben>(seed, lang, &campaign);
    }
}

#[test]
fn at_every_prompt_among_officers_each_open_order_is_on_the_screen() {
    for (seed, lang) in [(4, Lang::En), (5, Lang::Ja)] {
        for how in ["officers=task-force", "officers=ships"] {
            whole_at_every_prompt::<Goeben>(seed, lang, &["--option", how, "--hot-seat"]);
        }
    }
}

#[test]
fn at_every_prompt_of_grand_fleet_each_open_order_is_on_the_screen() {
    for (seed, lang) in [(6, Lang::En), (7, Lang::Ja), (8, Lang::En)] {
        whole_at_every_prompt::<GrandFleet>(seed, lang, &["--hot-seat"]);
    }
}

#[test]
fn what_the_other_side_declined_or_sealed_is_told_to_the_one_who_waits() {
    let ship = Ship::new();
    let app = ship.app("ada");
    let coming = play::place::<GrandFleet>(&app, &ask(&["toy", "--hot-seat"]).0, None).unwrap();
    let seats = coming.sit(|game| Ok(Arc::new(GameWords::of(game, Lang::En)?))).unwrap();
    let mut out = Vec::new();
    let script = "stow-by\ndecline\ndecline\ndecline\ndecline\nthrow 2";
    let manner = Manner { interactive: false, dress: Dress::Plain, columns: None };
    terminal::play(seats, &mut Steps::of(lines(script)), &mut out, manner).unwrap();
    let said = String::from_utf8(out).unwrap();
    let seats: Vec<&str> = said.split("──── ").collect();
    for (at, seat, told) in [
        (3, "Britain", "Germany declines."),
        (4, "Germany", "Britain declines."),
        (5, "Britain", "Germany declines."),
        (6, "Germany", "Britain has decided, in secret."),
    ] {
        assert!(seats[at].starts_with(seat) && seats[at].contains(told), "{at}: {said}");
    }
    assert!(!seats[6].contains("2 initiative dice (sealed)"), "{said}");
}

#[test]
fn a_table_opens_with_its_question_which_names_its_seat() {
    let ship = Ship::new();
    let app = ship.app("ada");
    let coming = play::place::<GrandFleet>(&app, &ask(&["toy", "--hot-seat"]).0, None).unwrap();
    let seats = coming.sit(|game| Ok(Arc::new(GameWords::of(game, Lang::En)?))).unwrap();
    let mut out = Vec::new();
    let manner = Manner { interactive: false, dress: Dress::Plain, columns: None };
    terminal::play(seats, &mut Steps::of(lines("show")), &mut out, manner).unwrap();
    let said = String::from_utf8(out).unwrap();
    let (opening, shown) = said.split_once("> show").unwrap();
    assert!(opening.contains("Britain: Which ships go to which DD boxes"), "{opening}");
    assert!(opening.contains("The whole board: `show`") && opening.lines().count() < 30, "{opening}");
    assert!(!opening.contains("To come:") && shown.contains("To come:"), "{said}");
}

fn whole_at_every_prompt<G: Playable>(seed: u64, lang: Lang, options: &[&str]) {
    let ship = Ship::new();
    let app = ship.app("ada");
    let args: Vec<&str> = ["toy", "--practice"].iter().chain(options).copied().collect();
    let coming = play::place::<G>(&app, &ask(&args).0, None).unwrap();
    let game_words = Arc::new(GameWords::of(&G::from_files(vec![]).unwrap(), lang).unwrap());
    let seats = coming.sit(|_| Ok(game_words.clone())).unwrap();
    let screen = Rc::new(RefCell::new(Vec::new()));
    let mut player = Player::<G> {
        tables: Arc::new(Tables::new(app.store.shared(), app.platform.clone())),
        table: app.store.tables().unwrap()[0].table.clone(),
        caller: Caller::new(&app.local_player().unwrap(), "terminal"),
        game_words,
        lang,
        seat: None,
        seed,
        luck: Luck::of(seed),
        screen: screen.clone(),
        listed: None,
        orders: 0,
        left: LINES,
        met: BTreeSet::new(),
    };
    let manner = Manner { interactive: false, dress: Dress::Plain, columns: None };
    let ending = terminal::play(seats, &mut player, &mut Screen(screen), manner).unwrap();
    assert_eq!(ending.refused, 0, "seed {seed}: {args:?}");
    assert!(player.met.len() > 2, "seed {seed}: {:?}", player.met);
}

/// Where the terminal writes, for the player to read.
struct Screen(Rc<RefCell<Vec<u8>>>);

impl wardroom::door::terminal::Screen for Screen {
    fn steer(&mut self, code: &'static str) -> std::io::Result<()> {
        std::io::Write::write_all(self, code.as_bytes())
    }

    fn data(&mut self) -> &mut dyn std::io::Write {
        self
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Types random orders, takes some back, asks for lists, and reads what the screen shows each time.
struct Player<G: Playable> {
    tables: Arc<Tables<G>>,
    table: String,
    caller: Caller,
    game_words: Arc<GameWords>,
    lang: Lang,
    /// The seat that has the terminal.
    seat: Option<Seat>,
    seed: u64,
    luck: Luck,
    screen: Rc<RefCell<Vec<u8>>>,
    /// The verb whose list was asked for by the last line; none where an order was given or taken back.
    listed: Option<String>,
    /// Orders that can be taken back.
    orders: usize,
    left: usize,
    /// What was asked at the prompts.
    met: BTreeSet<String>,
}

impl<G: Playable> Source for Player<G> {
    fn next(&mut self) -> io::Result<Heard> {
        let shown = String::from_utf8(std::mem::take(&mut *self.screen.borrow_mut())).unwrap();
        let Some((options, ask)) = self.turn(&shown) else { return Ok(Heard::End) };
        match self.listed.take() {
            Some(verb) => self.is_numbered(&shown, &verb),
            None => self.is_whole(&shown, &options),
        }
        self.met.insert(ask);
        if self.left == 0 {
            return Ok(Heard::End);
        }
        self.left -= 1;
        Ok(Heard::Line(self.line(&options)))
    }

    fn wait(&mut self, _first: bool) -> io::Result<Heard> {
        self.next()
    }
}

impl<G: Playable> Player<G> {
    /// What the seat that has the terminal may order, and what it is asked; nothing once the game is over.
    fn turn(&mut self, shown: &str) -> Option<(Arc<Options>, String)> {
        let places: Vec<Seat> =
            self.tables.look(&self.table, |table| table.places().map(|place| place.seat).collect()).unwrap();
        let announced =
            |seat: &Seat| shown.rfind(&format!("──── {} ────", self.game_words.phrases().seat(*seat)));
        let last = places.iter().filter_map(|seat| Some((announced(seat)?, *seat))).max();
        self.seat = last.map(|(_, seat)| seat).or(self.seat).or(places.first().copied());
        let session = SeatSession::new(self.tables.clone(), &self.table, self.seat?, self.caller.clone());
        let snapshot = session.snapshot().unwrap();
        let ask = snapshot.facts.asked.as_ref().map(|asked| asked.prompt.ask.to_string());
        if snapshot.facts.over {
            None
        } else {
            Some((snapshot.facts.options, ask.expect("a seat that is asked")))
        }
    }

    fn verb(&self, name: &str) -> &Verb {
        self.game_words.book.verb(name).unwrap()
    }

    /// Each open verb stands there by itself or in the list of all; what gives something up has no number.
    fn is_whole(&self, shown: &str, options: &Options) {
        let what = || format!("seed {}, {} lines left:\n{shown}", self.seed, self.left);
        let mut named = BTreeSet::new();
        let mut numbered = Vec::new();
        for line in shown.lines() {
            let number = line.split_once(". ").filter(|(number, _)| number.parse::<u32>().is_ok());
            let first = number.map_or(line, |(_, typed)| typed).split(' ').next().unwrap_or_default();
            let verb =
                self.game_words.book.verbs().iter().find(|verb| verb.names().any(|name| name == first));
            if let Some(verb) = verb.filter(|verb| !verb.table) {
                assert!(number.is_none() || !verb.gives_up, "{first} is numbered: {}", what());
                named.insert(verb.name);
                match number {
                    Some(("1", _)) => numbered = vec![verb],
                    Some(_) => numbered.push(verb),
                    None => {}
                }
            }
        }
        // One order of things, the book's, and what ends the phase or the step behind it.
        let place = |verb: &&Verb| self.game_words.book.place(verb.name);
        assert!(numbered.is_sorted_by_key(place), "in no order: {}", what());
        let ends = options.verbs.iter().find(|(verb, _)| self.verb(verb.as_str()).ends);
        let last = numbered.last().map(|verb| verb.name);
        assert!(ends.is_none_or(|(verb, _)| last == Some(*verb)), "{ends:?} is not last: {}", what());
        let lacking: Vec<_> = options.verbs.iter().filter(|(verb, _)| !named.contains(verb)).collect();
        assert!(lacking.is_empty(), "{:?} are not named: {}", lacking, what());
    }

    /// The list of a verb has numbers, but where only the player knows the words.
    fn is_numbered(&self, shown: &str, verb: &str) {
        let free = self.verb(verb).args.iter().any(|arg| arg.kind == ArgKind::Text);
        let numbered = shown.lines().any(|line| line.starts_with("1. "));
        assert!(numbered != free, "seed {}: options {verb}:\n{shown}", self.seed);
    }

    fn line(&mut self, options: &Options) -> String {
        match self.luck.below(12) {
            0 if self.orders > 0 => {
                self.orders -= 1;
                return "undo".to_owned();
            }
            1 | 2 => {
                let verb = self.luck.one_of(&options.verbs).unwrap().0.to_string();
                let line = format!("options {}", self.verb(&verb).label(self.lang));
                self.listed = Some(verb);
                return line;
            }
            _ => {}
        }
        self.orders += 1;
        let luck = &mut self.luck;
        let order = options.sample(&mut |n| luck.below(n)).unwrap();
        // Whatever it costs.
        format!("{} anyway", self.game_words.book.type_out(&order))
    }
}
