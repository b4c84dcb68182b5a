//! A small game that has what games have: a hidden draw, dice, sealed choices, one seat or two, an end, and a defect.
#![allow(dead_code, clippy::unwrap_used)]

mod playable;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

#[allow(unused_imports)]
pub use crate::common::commands::{Commands, SeatCommands};
use chrono::{DateTime, TimeZone, Utc};
#[allow(unused_imports)]
pub use playable::drawn;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wardroom::game::limits::TEXT_CHARS;
use wardroom::game::{
    Audience, Chance, Chapter, Defect, Events, Fact, FactPolicy, Game, Mismatch, Node, Options, OrderForm,
    OrderPolicy, OwnNotice, Prompt, Refusal, Resolved, RollForm, RollRequest, Seat, Stop, Viewer, Word,
};
use wardroom::games::{PackFault, Packed};
use wardroom::log::Store;
use wardroom::log::table_event::LOG_FORMAT;
use wardroom::reason::Reason;
use wardroom::seal::SealError;
use wardroom::table::{Caller, OpenPrompt, OpenTable, OpeningSeat, Order, Platform, Reply, Tables};

pub fn word(text: &'static str) -> Word {
    Word::literal(text)
}

pub fn seat(text: &'static str) -> Seat {
    Seat(word(text))
}

/// The data pack, played under a version of the rules: under each one a roll scores that many times its face.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToyUnder<const RULES: u32> {
    pub bag: Vec<Word>,
    pub to_win: u32,
}

pub type Toy = ToyUnder<1>;

/// What calls a player.
pub const NUDGE: OwnNotice = OwnNotice { name: "nudge", private: false, awaited: true };
/// What nobody else learns of.
pub const WHISPER: OwnNotice = OwnNotice { name: "whisper", private: true, awaited: false };

impl<const RULES: u32> Default for ToyUnder<RULES> {
    fn default() -> Self {
        ToyUnder { bag: ["mine", "storm", "fog", "calm", "coal", "signal"].map(word).to_vec(), to_win: 12 }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub seats: u32,
    /// Whether players may speak to each other.
    pub talk: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub seats: Vec<Seat>,
    pub bag: Vec<Word>,
    pub shown: Vec<Word>,
    pub chosen: BTreeMap<Seat, i64>,
    pub score: BTreeMap<Seat, u32>,
    pub turn: u32,
    pub choosing: bool,
    pub talk: bool,
    pub ended: bool,
    /// The version of the rules that it follows; 0 for the present one.
    #[serde(skip)]
    pub rules: u32,
}

wardroom::events! {
    /// The only chapter.
    pub enum Happening {
        /// The table is set up.
        1 Begun { seats: Vec<Seat>, choosing: bool, talk: bool } => FactPolicy::PUBLIC,
        /// The hidden draw.
        1 BagFilled { bag: Vec<Word> } => FactPolicy::HIDDEN.outlasting(),
        /// A sealed choice.
        1 Chosen { seat: Seat, number: i64 } => FactPolicy::only([*seat]),
        /// All choices are opened.
        1 ChoicesShown { chosen: BTreeMap<Seat, i64> } => FactPolicy::OPENS,
        /// A turn without anything.
        1 Passed { turn: u32 } => FactPolicy::PUBLIC,
        /// A die is added.
        1 Scored { seat: Seat, score: u32, turn: u32 } => FactPolicy::PUBLIC,
        /// The next token is shown.
        1 Flipped { token: Word, turn: u32 } => FactPolicy::REVEALS,
        /// Something is said to everybody.
        1 Signalled { text: String } => FactPolicy::PUBLIC,
        /// A seat is called.
        1 Nudged { seat: Seat } => FactPolicy::PUBLIC.notifying(*seat, NUDGE),
        /// Something is said to a seat alone.
        1 Whispered { from: Seat, to: Seat, text: String } => FactPolicy::only([*from, *to]).notifying(*to, WHISPER),
        /// The end.
        1 GameEnded {} => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for Happening {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self.clone() {
            Happening::Begun { seats, choosing, talk } => {
                (state.seats, state.choosing, state.talk) = (seats, choosing, talk);
            }
            Happening::BagFilled { bag } => state.bag = bag,
            Happening::Chosen { seat, number } => {
                state.chosen.insert(seat, number);
            }
            Happening::ChoicesShown { chosen } => (state.chosen, state.choosing) = (chosen, false),
            Happening::Passed { turn } => state.turn = turn,
            Happening::Scored { seat, score, turn } => {
                state.score.insert(seat, score);
                state.turn = turn;
            }
            Happening::Flipped { token, turn } => {
                if state.bag.first() != Some(&token) {
                    return Err(Defect(format!("{token} is not the next token")));
                }
                state.bag.remove(0);
                state.shown.push(token);
                state.turn = turn;
            }
            // Talk changes nothing.
            Happening::Signalled { .. } | Happening::Nudged { .. } | Happening::Whispered { .. } => {}
            Happening::GameEnded {} => state.ended = true,
        }
        Ok(())
    }
}

wardroom::chapters! {
    /// All that happens.
    pub enum Event of State {
        /// The only chapter.
        Happening(Happening),
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    pub shown: Vec<Word>,
    pub left: usize,
    pub bag: Option<Vec<Word>>,
    pub decided: Vec<Seat>,
    pub chosen: BTreeMap<Seat, i64>,
    pub score: BTreeMap<Seat, u32>,
    pub turn: u32,
}

fn call(purpose: &'static str, side: Word, form: RollForm, take: u32, of: u32) -> RollRequest {
    RollRequest { purpose: word(purpose), rule: word("1.1"), side, about: vec![], form, of, take }
}

impl<const RULES: u32> Game for ToyUnder<RULES> {
    type Setup = Setup;
    type State = State;
    type Event = Event;
    type View = View;

    const NAME: &'static str = "toy";
    const RULES_VERSION: u32 = RULES;
    const NOTICES: &'static [OwnNotice] = &[NUDGE, WHISPER];

    fn seats(&self, setup: &Setup) -> Vec<Seat> {
        [seat("red"), seat("blue")].into_iter().take(setup.seats as usize).collect()
    }

    fn blank(&self) -> State {
        State::default()
    }

    fn start(&self, setup: &Setup, chance: &mut Chance<'_>) -> Result<Vec<Fact<Event>>, Stop> {
        if !(1..=2).contains(&setup.seats) {
            return Err(Refusal::new("one-or-two-seats", "0.1").into());
        }
        let n = self.bag.len() as u32;
        let shuffle = chance.answer(call("bag", word("table"), RollForm::Shuffle, n, n))?;
        let bag = shuffle.values.iter().map(|at| self.bag[*at as usize]).collect();
        Ok(vec![
            Fact::Event(
                Happening::Begun { seats: self.seats(setup), choosing: setup.seats > 1, talk: setup.talk }
                    .into(),
            ),
            Fact::Roll(shuffle),
            Fact::Event(Happening::BagFilled { bag }.into()),
        ])
    }

    fn prompts(&self, state: &State) -> Vec<Prompt> {
        let ask = |seat: Seat, ask: &'static str| Prompt {
            seat,
            ask: word(ask),
            rule: word("2.1"),
            about: vec![],
            awaited: true,
        };
        if state.ended || state.seats.is_empty() {
            return vec![];
        }
        if state.choosing {
            let open = state.seats.iter().filter(|seat| !state.chosen.contains_key(seat));
            return open.map(|seat| ask(*seat, "choose")).collect();
        }
        vec![ask(state.seats[state.turn as usize % state.seats.len()], "act")]
    }

    fn options(&self, state: &State, _seat: Seat) -> Options {
        let mut options = Options::default();
        if state.choosing {
            options.push("choose", Node::Number { arg: "number", least: 1, most: 9 });
            return options;
        }
        options.push("pass", Node::End);
        options.push("roll", Node::End);
        if !state.bag.is_empty() {
            options.push("flip", Node::End);
        }
        options.push("defect", Node::End);
        if state.talk {
            let text = Node::Text { arg: "text", most: TEXT_CHARS };
            options.push("signal", text.clone());
            if state.seats.len() > 1 {
                options.push("nudge", Node::End);
                options.push("whisper", text);
            }
        }
        options
    }

    fn refuse(&self, _: &State, _: Seat, _: &OrderForm, mismatch: &Mismatch) -> Refusal {
        Refusal::new("not-an-option", "2.1").legal(&mismatch.legal)
    }

    fn carry_out(
        &self,
        state: &State,
        seat: Seat,
        order: &OrderForm,
        chance: &mut Chance<'_>,
    ) -> Result<Resolved<State, Event>, Stop> {
        let turn = state.turn + 1;
        let mut facts = match order.verb.as_str() {
            "choose" => choose(state, seat, order.number("number").unwrap_or_default()),
            "roll" => {
                let roll = chance.answer(call("score", seat.0, RollForm::Dice, 1, 6))?;
                let score = state.score.get(&seat).copied().unwrap_or(0)
                    + roll.total() * if state.rules == 0 { RULES } else { state.rules };
                vec![Fact::Roll(roll), Fact::Event(Happening::Scored { seat, score, turn }.into())]
            }
            "flip" => vec![Fact::Event(Happening::Flipped { token: state.bag[0], turn }.into())],
            "signal" => vec![Fact::Event(Happening::Signalled { text: text(order) }.into())],
            "nudge" => vec![Fact::Event(Happening::Nudged { seat: other(state, seat) }.into())],
            "whisper" => {
                let (to, text) = (other(state, seat), text(order));
                vec![Fact::Event(Happening::Whispered { from: seat, to, text }.into())]
            }
            "defect" => panic!("the defect of the toy"),
            _ => vec![Fact::Event(Happening::Passed { turn }.into())],
        };
        let won = |fact: &Fact<Event>| matches!(fact, Fact::Event(Event::Happening(Happening::Scored { score, .. })) if *score >= self.to_win);
        if facts.iter().any(won) {
            facts.push(Fact::Event(Happening::GameEnded {}.into()));
        }
        let mut state = state.clone();
        for fact in &facts {
            if let Fact::Event(event) = fact {
                event.apply(&mut state)?;
            }
        }
        Ok(Resolved { facts, state })
    }

    fn fact_policy(fact: &Fact<Event>) -> FactPolicy {
        match fact {
            Fact::Event(event) => event.policy(),
            Fact::Roll(roll) if roll.purpose.as_str() == "bag" => FactPolicy::HIDDEN.outlasting(),
            Fact::Roll(_) => FactPolicy::PUBLIC,
        }
    }

    fn order_policy(state: &State, seat: Seat, order: &OrderForm) -> OrderPolicy {
        let audience = match order.verb.as_str() {
            "whisper" | "signal" | "nudge" => Audience::Seats(state.seats.clone()),
            _ if state.choosing => Audience::Seats(vec![seat]),
            _ => Audience::Everyone,
        };
        OrderPolicy { audience, aside: matches!(order.verb.as_str(), "signal" | "nudge" | "whisper") }
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        let all = viewer == Viewer::All;
        let sees = |seat: &Seat| all || !state.choosing || viewer == Viewer::Seat(*seat);
        View {
            shown: state.shown.clone(),
            left: state.bag.len(),
            bag: all.then(|| state.bag.clone()),
            decided: state.chosen.keys().copied().collect(),
            chosen: state.chosen.clone().into_iter().filter(|(seat, _)| sees(seat)).collect(),
            score: state.score.clone(),
            turn: state.turn,
        }
    }

    fn is_over(&self, state: &State) -> bool {
        state.ended
    }
}

fn text(order: &OrderForm) -> String {
    order.text("text").unwrap_or_default().to_owned()
}

/// The other of two seats.
fn other(state: &State, seat: Seat) -> Seat {
    state.seats.iter().copied().find(|other| *other != seat).unwrap_or(seat)
}

fn choose(state: &State, seat: Seat, number: i64) -> Vec<Fact<Event>> {
    let mut facts = vec![Fact::Event(Happening::Chosen { seat, number }.into())];
    if state.chosen.len() + 1 == state.seats.len() {
        let mut chosen = state.chosen.clone();
        chosen.insert(seat, number);
        facts.push(Fact::Event(Happening::ChoicesShown { chosen }.into()));
    }
    facts
}

impl<const RULES: u32> Packed for ToyUnder<RULES> {
    fn put_under(state: &mut State, version: u32) {
        state.rules = version;
    }

    fn from_pack(pack: &Value) -> Result<Self, PackFault> {
        ToyUnder::deserialize(pack)
            .map_err(|e| PackFault { game: "toy", what: Reason::of("pack-unreadable").quoting("what", e) })
    }

    fn pack(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    fn part(&self, state: &State) -> Option<u32> {
        Some(1 + state.turn / 4)
    }

    fn moment(&self, state: &State) -> (u32, Word) {
        (1 + state.turn / 2, word(if state.turn.is_multiple_of(2) { "first" } else { "second" }))
    }
}

/// When the time of tests begins, in seconds since 1970.
const BEGIN: i64 = 1_800_000_000;

/// A platform whose time passes when the test says so.
pub struct Clock {
    seconds: AtomicI64,
    chance: Arc<TestPlatform>,
}

impl Clock {
    pub fn new() -> Arc<Clock> {
        Clock::of_format(LOG_FORMAT)
    }

    /// The same where tables are opened in an older format of the log.
    pub fn of_format(format: u32) -> Arc<Clock> {
        Arc::new(Clock { seconds: AtomicI64::new(BEGIN), chance: TestPlatform::of_format(7, format) })
    }

    pub fn pass(&self, seconds: i64) {
        self.seconds.fetch_add(seconds, Ordering::SeqCst);
    }

    /// Begins anew, with randomness that follows from a seed.
    pub fn begin(&self, seed: u64) {
        self.seconds.store(BEGIN, Ordering::SeqCst);
        *self.chance.0.lock().unwrap() = seed << 20;
    }
}

impl Platform for Clock {
    fn now(&self) -> DateTime<Utc> {
        Utc.timestamp_opt(self.seconds.load(Ordering::SeqCst), 0).unwrap()
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), SealError> {
        self.chance.fill(bytes)
    }

    fn log_format(&self) -> u32 {
        self.chance.log_format()
    }
}

/// A platform whose clock goes on by a second at every look and whose randomness is a counter; and the format of new logs.
pub struct TestPlatform(Mutex<u64>, u32);

impl TestPlatform {
    pub fn new(from: u64) -> Arc<TestPlatform> {
        TestPlatform::of_format(from, LOG_FORMAT)
    }

    /// The same where tables are opened in an older format of the log.
    pub fn of_format(from: u64, format: u32) -> Arc<TestPlatform> {
        Arc::new(TestPlatform(Mutex::new(from), format))
    }

    fn next(&self) -> u64 {
        let mut count = self.0.lock().unwrap();
        *count += 1;
        *count
    }
}

impl Platform for TestPlatform {
    fn now(&self) -> DateTime<Utc> {
        Utc.timestamp_opt(BEGIN + self.next() as i64, 0).unwrap()
    }

    fn log_format(&self) -> u32 {
        self.1
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), SealError> {
        let mut mixed = self.next().wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for byte in bytes {
            mixed ^= mixed << 13;
            mixed ^= mixed >> 7;
            mixed ^= mixed << 17;
            *byte = mixed as u8;
        }
        Ok(())
    }
}

pub type Toys<S, const RULES: u32 = 1> = Tables<ToyUnder<RULES>, S>;

/// The tables in `store`.
pub fn toys<S: Store + Clone>(store: &S, from: u64) -> Toys<S> {
    toys_under(store, from)
}

/// The tables in `store`, as a program with these rules plays them.
pub fn toys_under<const RULES: u32, S: Store + Clone>(store: &S, from: u64) -> Toys<S, RULES> {
    Tables::new(Arc::new(store.clone()), TestPlatform::new(from))
}

/// A player, of the name of the seat, at the terminal.
pub fn caller(player: &str) -> Caller {
    Caller::new(player, "terminal")
}

/// Opens a table with `seats` seats, each held by a player of its name, and says its id.
pub fn open<S: Store>(tables: &Toys<S>, seats: u32, practice: bool) -> String {
    let game = Arc::new(Toy::default());
    let setup = Setup { seats, talk: false };
    let taken =
        game.seats(&setup).into_iter().map(|seat| OpeningSeat { seat, player: seat.to_string() }).collect();
    match tables
        .open(
            &OpenTable { game, setup, practice, ready: false, entropy: false, witness: false, seats: taken },
            &caller("red"),
        )
        .unwrap()
    {
        wardroom::table::open::Opened::Table { id, .. } => id,
        refused => panic!("{refused:?}"),
    }
}

pub fn asked<S: Store, const RULES: u32>(tables: &Toys<S, RULES>, table: &str) -> Vec<OpenPrompt> {
    tables.look(table, |table| table.asked().to_vec()).unwrap()
}

pub fn state<S: Store, const RULES: u32>(tables: &Toys<S, RULES>, table: &str) -> View {
    tables.look(table, |table| table.view(Viewer::Spectator)).unwrap()
}

/// The order `verb` of whoever is asked first.
pub fn order<S: Store, const RULES: u32>(tables: &Toys<S, RULES>, table: &str, verb: &'static str) -> Order {
    let asked = asked(tables, table).remove(0);
    Order { seat: asked.prompt.seat, prompt: asked.number, form: OrderForm::new(word(verb)) }
}

/// Gives the order `verb` for whoever is asked first.
pub fn give<S: Store, const RULES: u32>(tables: &Toys<S, RULES>, table: &str, verb: &'static str) -> Reply {
    let order = order(tables, table, verb);
    tables.submit(table, &caller(order.seat.as_str()), &order).unwrap()
}
