//! Rules: every order is resolved again with the dice of the log, against a fold of its own. What follows from an entry
//! has to stand right behind it, and nothing else may.
//!
//! Every order is resolved by the version of the rules that was in force. A version that this program does not know is not
//! checked; [`laws`] holds even then.
//!
//! | part | what |
//! |---|---|
//! | [`agreed`] | what players agree on, and what follows |
//! | [`due`] | what has to come next, and what is sealed |
//! | [`facts`] | what an order leads to |
//! | [`laws`] | what holds under every version, and in a view with sealed lines |
//! | [`letters`] | what players wrote to each other, in a view |
//! | [`master`] | who is game master, and what one may do |
//! | [`overdue`] | whose time is up, and what follows |
//! | [`people`] | who sits where, and who has agreed to what |
//! | [`questions`] | who is asked what, and by which entry |
//! | [`requests`] | requests and their answers, and changes of time |
//! | [`ready`] | whether a game waits for its players to be ready |
//! | [`time`] | how time passes, and whose is up |
//! | [`seating`] | who sits, asks, agrees and leaves: public, and so checked through sealed lines |
//! | [`version`] | which versions of the rules, and which laws of time, this program knows |

mod agreed;
mod due;
mod facts;
mod laws;
mod letters;
mod master;
mod overdue;
mod people;
mod questions;
mod ready;
mod requests;
pub(super) mod seating;
mod time;
mod version;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::Value;

use agreed::Page;
use due::{Due, Seals, closing, reason_of};
use facts::{in_log, tried};
use people::{People, is_masters};
use questions::Questions;
use ready::Ready;
use time::Time;
pub(super) use version::unknown_law;

use super::Verdict;
use super::evidence::Evidence;
use super::integrity::Logbook;
use crate::game::{Chance, Events, OrderForm, Roll, Seat};
use crate::games::Packed;
use crate::log::{
    self, ConsentEvent, DiceEvent, EndEvent, Entry, FileEvent, Kinds, MasterEvent, PlayEvent, SeatEvent,
    TableEvent,
};
use crate::pace::Overdue;
use crate::reason::Reason;

/// Checks every order of a log by the rules of `G`.
pub fn check<G: Packed>(evidence: &Evidence, book: &Logbook) -> Verdict {
    let Some(opened) = book.opened() else {
        return not_checkable(Reason::of("found-no-opening"));
    };
    let game = evidence.pack.as_ref().and_then(|(_, text)| serde_json::from_str(text).ok());
    let game = match game.map(|pack: Value| G::from_pack(&pack)) {
        Some(Ok(game)) => game,
        Some(Err(error)) => return not_checkable(Reason::of("found-pack").with("why", error.what)),
        None => return not_checkable(Reason::of("found-pack-absent")),
    };
    let (version, unknown) = (version::known::<G>(&opened.rules_version), version::first_unknown::<G>(book));
    let sealed = book.sealed() > 0;
    // A changed log may drive the rules where play never can; that is a finding and must not stop the audit.
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        letters::check::<G>(&evidence.viewer, book)?;
        // In a log that can be resolved as a whole, the checker below finds all of this and more.
        if sealed || unknown.is_some() {
            laws::check(&game, book)?;
        }
        // Behind a sealed line the state is not known, so no order can be resolved.
        match version.filter(|_| !sealed) {
            Some(version) => {
                let end = unknown.as_ref().map(|(seq, _)| *seq);
                Checker::new(game, book, version, end).and_then(Checker::run).map(Some)
            }
            None => Ok(None),
        }
    }));
    match (outcome, unknown) {
        (Ok(Err(difference)), _) => Verdict::Failed { entry: difference.entry, what: difference.what },
        (Err(_), _) => Verdict::failed(None, Reason::of("found-defect")),
        (Ok(Ok(_)), Some((_, version))) => {
            let why = Reason::of("found-unknown-rules").quoting("version", version);
            Verdict::UnknownRules { why: why.quoting("own", G::RULES_VERSION) }
        }
        (Ok(Ok(Some(checked))), None) => Verdict::ok(checked),
        (Ok(Ok(None)), None) => not_checkable(Reason::of("found-sealed").with("sealed", book.sealed())),
    }
}

fn not_checkable(why: Reason) -> Verdict {
    Verdict::NotCheckable { why }
}

/// A difference between a log and the rules.
struct Difference {
    entry: Option<u64>,
    what: Reason,
}

fn differs<T>(entry: u64, what: Reason) -> Result<T, Difference> {
    Err(Difference { entry: Some(entry), what })
}

/// A fault for something unreadable, with the underlying error's text.
fn unreadable<T>(entry: u64, why: impl ToString) -> Result<T, Difference> {
    differs(entry, Reason::of("found-form").quoting("what", why))
}

/// An audit under way: its own fold, with where each entry leads back to.
struct Checker<'a, G: Packed> {
    game: G,
    book: &'a Logbook,
    entries: Vec<Entry>,
    state: G::State,
    /// Entries that count.
    line: BTreeSet<u64>,
    /// Events that count, by entry.
    events: BTreeMap<u64, G::Event>,
    /// Orders that count, and the seats that gave them.
    orders: BTreeMap<u64, String>,
    /// Entries on the present line that bar a takeback.
    bars: BTreeSet<u64>,
    people: People,
    page: Page,
    ready: Ready,
    time: Time,
    questions: Questions,
    seals: Seals,
    /// The next required entries, with their cause and time.
    due: VecDeque<Due<G::Event>>,
    cause: Option<u64>,
    at: String,
    /// True if the current order is a message between players.
    aside: bool,
    /// Events of messages between players.
    asides: BTreeSet<u64>,
    /// True if players may still sit down within the opening of the table.
    seating: bool,
    checked: usize,
    /// The version of the rules in force. No takeback undoes its changes.
    version: u32,
}

impl<'a, G: Packed> Checker<'a, G> {
    /// A check from the first entry, under this version of the rules, to right before entry `end` if there is one.
    fn new(game: G, book: &'a Logbook, version: u32, end: Option<u64>) -> Result<Checker<'a, G>, Difference> {
        let kinds = kinds::<G>();
        let current = |entry: &Entry| {
            let seq = entry.seq;
            kinds.current(entry.clone()).or_else(|error| unreadable(seq, error))
        };
        let entries = book.entries().filter(|entry| end.is_none_or(|end| entry.seq < end));
        let entries = entries.map(current).collect::<Result<_, _>>()?;
        let mut state = game.blank();
        G::put_under(&mut state, version);
        Ok(Checker {
            game,
            book,
            entries,
            state,
            line: BTreeSet::new(),
            events: BTreeMap::new(),
            orders: BTreeMap::new(),
            bars: BTreeSet::new(),
            people: People::default(),
            page: Page::default(),
            ready: Ready::default(),
            time: Time::default(),
            questions: Questions::default(),
            seals: Seals::default(),
            due: VecDeque::new(),
            cause: None,
            at: String::new(),
            aside: false,
            asides: BTreeSet::new(),
            seating: false,
            checked: 0,
            version,
        })
    }

    fn run(mut self) -> Result<usize, Difference> {
        let entries = std::mem::take(&mut self.entries);
        let mut rolls: BTreeMap<u64, Vec<(u64, Roll)>> = BTreeMap::new();
        for entry in entries.iter().filter(|entry| entry.kind == "Rolled") {
            let roll = read(entry.seq, entry.body.clone())?;
            // No entry is 0: a roll without a cause belongs to no order, and its own check finds it amiss.
            rolls.entry(entry.cause.unwrap_or(0)).or_default().push((entry.seq, roll));
        }
        for entry in &entries {
            let seq = entry.seq;
            let table_event = entry.table_event().or_else(|error| differs(seq, error.reason()))?;
            self.line.insert(seq);
            // The witness of the dice is checked by itself, and the rules know nothing of it.
            if let Some(TableEvent::Dice(DiceEvent::WitnessAsked { .. } | DiceEvent::DiceWitnessed { .. })) =
                &table_event
            {
                continue;
            }
            let opens = self.is_of_opening(entry);
            match if opens { None } else { self.due.pop_front() } {
                Some(due) => {
                    self.confirm(entry, table_event, due)?;
                    if entry.kind == "PlayBegan" && self.ready.delays_set_up() {
                        self.set_up(seq, rolls.remove(&seq).unwrap_or_default())?;
                    }
                }
                None => self.handle(entry, table_event, rolls.remove(&seq).unwrap_or_default())?,
            }
            self.pass_over_what_is_not_due();
        }
        let last = entries.last().map_or(0, |entry| entry.seq);
        match self.due.front() {
            None => Ok(self.checked),
            Some(due) => differs(last, after(due)),
        }
    }

    /// Returns whether an entry belongs to the opening of the table, beside the facts of the set-up.
    fn is_of_opening(&self, entry: &Entry) -> bool {
        let may = ["SeatTaken", "ReadyAsked", "EntropyAsked"].contains(&entry.kind.as_str());
        self.seating && may && entry.cause == Some(1)
    }

    /// Checks an entry that no other entry caused.
    fn handle(
        &mut self,
        entry: &Entry,
        table_event: Option<TableEvent>,
        rolls: Vec<(u64, Roll)>,
    ) -> Result<(), Difference> {
        let seq = entry.seq;
        let opens = self.is_of_opening(entry);
        let stands_in = self.is_of_computer(entry);
        if entry.cause.is_some() && !opens && !stands_in {
            return differs(seq, Reason::of("found-cause").quoting("kind", &entry.kind));
        }
        if !opens {
            entry.at.clone_into(&mut self.at);
            self.seating = false;
        }
        match table_event {
            Some(TableEvent::TableOpened(opened)) => {
                let setup = serde_json::from_value(opened.options).or_else(|error| unreadable(seq, error))?;
                let seats = self.game.seats(&setup);
                if entry.by.is_some()
                    || !seats.iter().map(Seat::as_str).eq(opened.seats.iter().map(String::as_str))
                {
                    return differs(seq, Reason::of("found-opened-so").quoting("seats", names(&seats)));
                }
                self.seating = true;
                match self.book.entries().any(|entry| entry.kind == "EntropyAsked") {
                    // The set-up follows from the beginning of the game.
                    true => Ok(()),
                    false => self.set_up(seq, rolls),
                }
            }
            Some(TableEvent::Play(event)) => self.play(entry, event, rolls),
            Some(TableEvent::Seats(event)) => self.seats(entry, event, stands_in),
            Some(TableEvent::Request(request)) => self.request(entry, request),
            Some(TableEvent::Consent(ConsentEvent::Answered { request, agrees })) => {
                self.answer(entry, request, agrees)
            }
            Some(TableEvent::Time(event)) => self.time_event(entry, event),
            Some(TableEvent::Ready(event)) => self.ready_event(entry, event),
            Some(TableEvent::Dice(event)) => self.people.go_on_alone(entry, &event),
            Some(TableEvent::Page(event)) => {
                self.people.by(entry)?;
                self.page.change_alone(entry, self.people.count(), event)
            }
            Some(TableEvent::Master(MasterEvent::MasterChanged { player })) => {
                self.people.change_master_alone(entry, player)
            }
            Some(TableEvent::End(event)) => self.end(entry, event),
            Some(TableEvent::File(FileEvent::RulesChanged { to, .. })) => {
                // A change to a version that is not known ends the check before it.
                self.version = version::known::<G>(&to).unwrap_or(self.version);
                G::put_under(&mut self.state, self.version);
                Ok(())
            }
            Some(TableEvent::File(FileEvent::Peeked { .. } | FileEvent::LogRestored { .. })) => Ok(()),
            Some(TableEvent::Rolled(_)) | None => differs(seq, Reason::of("found-follows-from-nothing")),
        }
    }

    /// Queues the set-up, which follows from the entry `seq` with its rolls.
    fn set_up(&mut self, seq: u64, rolls: Vec<(u64, Roll)>) -> Result<(), Difference> {
        let options = self.book.opened().map(|opened| opened.options.clone()).unwrap_or_default();
        let setup = serde_json::from_value(options).or_else(|error| unreadable(seq, error))?;
        let (seqs, mut chance) = recorded(rolls);
        let facts = tried(|| self.game.start(&setup, &mut chance));
        self.await_facts(seq, facts, &seqs, chance.left())
    }

    fn play(&mut self, entry: &Entry, event: PlayEvent, rolls: Vec<(u64, Roll)>) -> Result<(), Difference> {
        match event {
            PlayEvent::OrderGiven { prompt, order } => self.order(entry, prompt, order, rolls),
            PlayEvent::TakenBack { to } => self.take_back_alone(entry, to),
            PlayEvent::Opened { .. } => differs(entry.seq, Reason::of("found-opens-nothing")),
        }
    }

    fn seats(&mut self, entry: &Entry, event: SeatEvent, stands_in: bool) -> Result<(), Difference> {
        match event {
            SeatEvent::SeatTaken { seat } => {
                self.check_seat(entry, &seat)?;
                let question = if self.time.was_up(&seat) { self.question(&seat) } else { None };
                let left = self.time.allows(Overdue::Substitute, &seat, question);
                let replaces = self.people.holder(&seat).is_some();
                match stands_in {
                    true => self.people.stand_in(entry, &seat)?,
                    false => self.people.take_seat(entry, &seat, left)?,
                }
                self.time.seat(entry, &seat);
                self.ready.sit(entry, replaces);
                Ok(())
            }
            SeatEvent::SeatOffered { seat, player } => {
                self.check_seat(entry, &seat)?;
                self.people.offer(entry, &seat, &player)
            }
            SeatEvent::OfferWithdrawn { seat } => self.people.withdraw(entry, &seat),
            SeatEvent::SeatVacated { seat } => self.vacate(entry, &seat),
            SeatEvent::PlayersSought { sought } => {
                let free = self.book.opened().is_some_and(|opened| self.people.leave_free(&opened.seats));
                self.people.seek(entry, sought, free)
            }
        }
    }

    fn end(&mut self, entry: &Entry, event: EndEvent) -> Result<(), Difference> {
        match event {
            EndEvent::Resigned { seat } => self.resign(entry, &seat),
            EndEvent::TableClosed { why } => self.close_alone(entry, &why),
            EndEvent::SeedRevealed { .. } => differs(entry.seq, Reason::of("found-not-closed")),
        }
    }

    fn check_seat(&self, entry: &Entry, seat: &String) -> Result<(), Difference> {
        if self.book.opened().is_some_and(|opened| opened.seats.contains(seat)) {
            return Ok(());
        }
        differs(entry.seq, Reason::of("found-no-seat").quoting("seat", seat))
    }

    fn practice(&self) -> bool {
        self.book.opened().is_some_and(|opened| opened.practice)
    }

    fn order(
        &mut self,
        entry: &Entry,
        prompt: u64,
        order: Value,
        rolls: Vec<(u64, Roll)>,
    ) -> Result<(), Difference> {
        let seq = entry.seq;
        let by = self.people.by(entry)?;
        let seat: Seat = by.seat.parse().or_else(|error| unreadable(seq, error))?;
        self.check_prompt(seq, seat, prompt)?;
        let form: OrderForm = read(seq, order)?;
        let policy = G::order_policy(&self.state, seat, &form);
        let audience = in_log(policy.audience);
        if audience != entry.audience {
            return other_audience(entry, &audience);
        }
        if audience != log::EntryAudience::Everyone {
            self.seals.seal(seq, false);
        }
        // Messages between players change nothing else.
        self.aside = policy.aside;
        if !self.aside {
            self.people.lapse();
            self.orders.insert(seq, by.seat.clone());
            self.questions.answered(seq, &by.seat);
        }
        self.checked += 1;
        let (seqs, mut chance) = recorded(rolls);
        let facts = tried(|| self.game.resolve(&self.state, seat, &form, &mut chance).map(|it| it.facts));
        self.await_facts(seq, facts, &seqs, chance.left())?;
        // Behind the facts of the order, any of which may have ended the game.
        self.due.push_back(Due::End);
        Ok(())
    }

    /// An order names the entry that raised the question it answers.
    fn check_prompt(&mut self, seq: u64, seat: Seat, prompt: u64) -> Result<(), Difference> {
        self.settle();
        match self.questions.of(seat) {
            None => differs(seq, Reason::of("found-not-asked").quoting("seat", seat)),
            Some(raised_by) if prompt == raised_by => Ok(()),
            // Older programs raised the question anew after a message when they read the log again.
            Some(raised_by) if prompt > raised_by && self.asides.contains(&prompt) => Ok(()),
            Some(raised_by) => {
                let answered = Reason::of("found-other-prompt").with("prompt", prompt);
                differs(seq, answered.quoting("seat", seat).with("entry", raised_by))
            }
        }
    }

    /// The number of the question to a seat.
    fn question(&mut self, seat: &str) -> Option<u64> {
        self.settle();
        self.questions.of(Seat(seat.parse().ok()?))
    }

    /// Computes the prompts, unless the game has not begun.
    fn settle(&mut self) {
        let (game, state) = (&self.game, &self.state);
        if !self.ready.holds() {
            self.questions.settle(|| game.prompts(state));
        }
    }

    fn resign(&mut self, entry: &Entry, seat: &str) -> Result<(), Difference> {
        if self.people.by(entry)?.seat != *seat || self.game.is_over(&self.state) {
            return differs(entry.seq, Reason::of("found-resigned-so").quoting("seat", seat));
        }
        self.cause = Some(entry.seq);
        self.due = closing("resigned");
        Ok(())
    }

    /// Closes without a request: for a player alone at the table, a manager of its place, or the game master.
    fn close_alone(&mut self, entry: &Entry, why: &str) -> Result<(), Difference> {
        const MANAGER: &str = "manager";
        if why == "claimed" {
            return self.claim_alone(entry);
        }
        if is_masters(entry) {
            return self.close_as_master(entry, why);
        }
        let manager = entry.by.as_ref().is_some_and(|by| by.seat == MANAGER);
        if !manager {
            self.people.by(entry)?;
        }
        let right = match self.game.is_over(&self.state) {
            true => "over",
            false if manager => MANAGER,
            false => "abandoned",
        };
        if (self.people.count() > 1 && !manager) || why != right {
            return differs(entry.seq, Reason::of("found-closed-so").quoting("why", why));
        }
        // No order led to the closing, so the openings and the seed after it name no cause.
        self.cause = None;
        self.due = VecDeque::from([Due::Rest, Due::Seed]);
        Ok(())
    }

    /// A table goes back to right before an order that counts.
    fn check_step(&self, entry: &Entry, to: u64) -> Result<(), Difference> {
        if self.line.contains(&to) && self.orders.contains_key(&(to + 1)) {
            return Ok(());
        }
        differs(entry.seq, Reason::of("found-no-step").with("to", to))
    }

    /// Checks a takeback without consent: only own orders, and not past a roll or a reveal, unless it is practice and nobody
    /// else sits at the table.
    fn take_back_alone(&mut self, entry: &Entry, to: u64) -> Result<(), Difference> {
        let seq = entry.seq;
        let by = self.people.by(entry)?;
        self.check_step(entry, to)?;
        let mut undone = self.orders.range(to + 1..);
        if let Some((order, seat)) = undone.find(|(_, seat)| !self.people.holds(&by.player, seat)) {
            let what = Reason::of("found-not-agreed").with("entry", *order).quoting("seat", seat);
            return differs(seq, what);
        }
        let lifted = self.practice() && self.people.count() <= 1;
        if let Some(bar) = self.bars.range(to + 1..).next().filter(|_| !lifted) {
            return differs(seq, Reason::of("found-past-bar").with("entry", *bar));
        }
        self.go_back(seq, to)
    }

    /// The state is built again from the events that still count.
    fn go_back(&mut self, seq: u64, to: u64) -> Result<(), Difference> {
        self.people.lapse();
        self.line.split_off(&(to + 1));
        self.line.insert(seq);
        self.events.split_off(&(to + 1));
        self.orders.split_off(&(to + 1));
        self.bars.split_off(&(to + 1));
        self.seals.go_back(to);
        self.questions.go_back(seq, to);
        self.state = self.game.blank();
        // A takeback does not undo the version in force.
        G::put_under(&mut self.state, self.version);
        for (seq, event) in &self.events {
            event.apply(&mut self.state).or_else(|error| unreadable(*seq, error))?;
        }
        Ok(())
    }
}

/// The kinds of entries of a game's logs.
fn kinds<G: Packed>() -> Kinds {
    G::Event::KINDS.iter().fold(Kinds::of_table_events(), |kinds, (kind, v)| kinds.with(kind, *v))
}

fn after<E: serde::Serialize>(due: &Due<E>) -> Reason {
    Reason::of("found-after-it").with("due", reason_of(due))
}

fn other_audience<T>(entry: &Entry, wanted: &log::EntryAudience) -> Result<T, Difference> {
    let found = Reason::of("found-audience").quoting("found", entry.audience.to_value());
    differs(entry.seq, found.quoting("wanted", wanted.to_value()))
}

fn names(seats: &[Seat]) -> String {
    seats.iter().map(Seat::as_str).collect::<Vec<_>>().join(", ")
}

fn read<T: serde::de::DeserializeOwned>(seq: u64, body: Value) -> Result<T, Difference> {
    serde_json::from_value(body).or_else(|error| unreadable(seq, error))
}

/// Rolls of the log as chance, and their entries.
fn recorded(rolls: Vec<(u64, Roll)>) -> (Vec<u64>, Chance<'static>) {
    let (seqs, rolls): (Vec<u64>, Vec<Roll>) = rolls.into_iter().unzip();
    (seqs, Chance::recorded(rolls))
}
