//! Seats, requests, consents and departures. All of it is public, so it is checked in every log, through sealed lines too, and
//! needs no rules of any game. `docs/log-format.md` defines it; the page's script and `tests/check_log.py` check it too.
//!
//! A sealed line is an order, a roll or an event. An order that not everyone may see may be a message between players, so it is
//! treated as sealed: it may have voided a request, or not.

mod requests;

use std::collections::{BTreeMap, BTreeSet};

use super::agreed::{self, Agreed, Page};
use super::people::People;
use super::ready::Ready;
use super::time::{Seen, Time};
use super::{Difference, differs};
use crate::audit::Verdict;
use crate::audit::integrity::Logbook;
use crate::log::stored::StoredLine;
use crate::log::table_event::TableOpened;
use crate::log::{
    ConsentEvent, DiceEvent, EndEvent, Entry, EntryAudience, MasterEvent, PlayEvent, ReadyEvent, SeatEvent,
    TableEvent, TimeChange,
};
use crate::pace::Overdue;
use crate::reason::Reason;

/// The door of what computer players do.
const COMPUTER_DOOR: &str = "computer";

/// Adds the first fault of the seating to the verdict of integrity, if it comes before that one's fault.
pub(in crate::audit) fn check(book: &Logbook, integrity: Verdict) -> Verdict {
    let end = match &integrity {
        // A fault of the file as a whole has no place, so nothing comes before it.
        Verdict::Failed { entry: None, .. } => return integrity,
        Verdict::Failed { entry: Some(entry), .. } => *entry,
        _ => u64::MAX,
    };
    let Some(opened) = book.opened() else { return integrity };
    let mut seating = Seating::of(opened, book);
    // The place that an out-of-order line claims for itself is unreliable.
    let in_order = |(at, line): &(u64, &StoredLine)| line.seq() == *at && *at < end;
    let mut lines = (1..).zip(book.lines()).take_while(in_order).map(|(_, line)| line);
    let found = lines.try_for_each(|line| seating.line(line));
    match found.and_then(|()| if integrity.is_failed() { Ok(()) } else { seating.end(book.head().seq) }) {
        Ok(()) => integrity,
        Err(Difference { entry, what }) => Verdict::Failed { entry, what },
    }
}

/// An entry that must come directly after another.
struct Next {
    cause: u64,
    at: String,
    what: Following,
}

/// A consequence that is the next entry after its cause.
enum Following {
    /// A change on which all have agreed.
    Agreed(Agreed),
    /// The beginning of the game, now that all are ready or the wait for the others has ended.
    Beginning,
    /// The end of the table, and why.
    Closing(&'static str),
}

impl Following {
    /// Its entry in the log.
    fn event(&self) -> TableEvent {
        match self {
            Following::Agreed(agreed) => agreed.event(),
            Following::Beginning => TableEvent::Ready(ReadyEvent::PlayBegan),
            Following::Closing(why) => closed(why),
        }
    }

    /// Returns whether `event` is it. A table that all agreed to close is closed as over where its game is.
    fn is(&self, event: &TableEvent) -> bool {
        self.event() == *event || matches!(self, Following::Closing("agreed")) && *event == closed("over")
    }
}

/// The end of a table.
fn closed(why: &str) -> TableEvent {
    TableEvent::End(EndEvent::TableClosed { why: why.to_owned() })
}

/// A table as everybody sees it.
struct Seating<'a> {
    opened: &'a TableOpened,
    book: &'a Logbook,
    people: People,
    ready: Ready,
    page: Page,
    /// True if players may still sit down within the opening of the table.
    opening: bool,
    /// True if the open request may be void: something may have been ordered since.
    unclear: bool,
    time: Time,
    /// The entry from which on no entry is earlier than the one before it.
    ordered_since: Option<u64>,
    /// True if the clock was set back from a time that a sealed line hides: no moment after it can be checked.
    dark: bool,
    /// The last entry that can be read, and its time.
    last: (u64, String),
    /// Entries that may have raised a question.
    raising: BTreeSet<u64>,
    /// Players who did something by a door that no computer player uses.
    humans: BTreeSet<String>,
    /// Players who are computers by their actions: only through the door of computers, or as stand-ins.
    computers: BTreeSet<String>,
    /// Those of them who stood in.
    stood_in: BTreeSet<String>,
    next: Option<Next>,
    /// The last entry without a cause, with its kind and time, or a sealed one after it with consequences.
    root: (u64, String, String),
    closed: bool,
    revealed: bool,
    /// Lines that count, and the sealed ones among them.
    line: BTreeSet<u64>,
    sealed: BTreeSet<u64>,
    /// Orders that everyone may see, and their seats; those that count, and the last of each seat.
    orders: BTreeMap<u64, String>,
    last_orders: BTreeMap<String, u64>,
    /// Entries in force that bar a player alone from going back: rolls and openings.
    bars: BTreeSet<u64>,
    /// Entries that not everyone may see, and the opened ones, by the entry that opened them.
    hidden: BTreeSet<u64>,
    openings: BTreeMap<u64, Vec<u64>>,
}

impl<'a> Seating<'a> {
    fn of(opened: &'a TableOpened, book: &'a Logbook) -> Seating<'a> {
        Seating {
            opened,
            book,
            people: People::default(),
            ready: Ready::default(),
            page: Page::default(),
            opening: true,
            unclear: false,
            time: Time::default(),
            ordered_since: None,
            dark: false,
            last: (0, String::new()),
            raising: BTreeSet::new(),
            humans: BTreeSet::new(),
            computers: BTreeSet::new(),
            stood_in: BTreeSet::new(),
            next: None,
            root: (0, String::new(), String::new()),
            closed: false,
            revealed: false,
            line: BTreeSet::new(),
            sealed: BTreeSet::new(),
            orders: BTreeMap::new(),
            last_orders: BTreeMap::new(),
            bars: BTreeSet::new(),
            hidden: BTreeSet::new(),
            openings: BTreeMap::new(),
        }
    }

    fn line(&mut self, line: &StoredLine) -> Result<(), Difference> {
        let seq = line.seq();
        self.line.insert(seq);
        match line {
            StoredLine::Sealed { .. } => {
                self.check_next(seq)?;
                self.sealed.insert(seq);
                self.raising.insert(seq);
                // This seats nobody, so the opening is over; but it may be an order, which voids a request.
                (self.opening, self.unclear) = (false, true);
                Ok(())
            }
            StoredLine::Entry(entry) => {
                let event = entry.table_event().or_else(|error| differs(seq, error.reason()))?;
                self.raising.extend(may_raise(event.as_ref()).then_some(seq));
                self.entry(entry, event)?;
                self.last = (seq, entry.at.clone());
                Ok(())
            }
        }
    }

    /// The log may end here.
    fn end(&self, last: u64) -> Result<(), Difference> {
        self.check_next(last)?;
        match self.closed && !self.revealed {
            true => differs(last, Reason::of("found-next").quoting("kind", "SeedRevealed")),
            false => Ok(()),
        }
    }

    /// Checks that no other entry must come here.
    fn check_next(&self, seq: u64) -> Result<(), Difference> {
        match &self.next {
            None => Ok(()),
            Some(next) => differs(seq, Reason::of("found-next").quoting("kind", next.what.event().kind())),
        }
    }

    fn entry(&mut self, entry: &Entry, event: Option<TableEvent>) -> Result<(), Difference> {
        let seq = entry.seq;
        if entry.audience != EntryAudience::Everyone {
            self.hidden.insert(seq);
        }
        if let Some(next) = self.next.take() {
            let fits = event.is_some_and(|event| next.what.is(&event));
            if !fits || entry.cause != Some(next.cause) || entry.at != next.at || entry.by.is_some() {
                return differs(seq, Reason::of("found-next").quoting("kind", next.what.event().kind()));
            }
            self.follow(entry, next.what);
            return Ok(());
        }
        if entry.cause.is_none() {
            self.root = (seq, entry.kind.clone(), entry.at.clone());
        }
        self.see_door(entry)?;
        let opens = matches!(
            event,
            Some(
                TableEvent::Seats(SeatEvent::SeatTaken { .. })
                    | TableEvent::Ready(ReadyEvent::ReadyAsked | ReadyEvent::EntropyAsked)
                    | TableEvent::Dice(DiceEvent::WitnessAsked { .. })
            )
        );
        self.opening &= seq == 1 || (opens && entry.cause == Some(1));
        if let Some(TableEvent::Rolled(_)) = event {
            self.bars.insert(seq);
            return self.fact(entry);
        }
        let Some(event) = event else { return self.fact(entry) };
        self.table_event(entry, event)
    }

    /// Checks that a fact follows its order, the opening or a delayed beginning directly, and has its time.
    fn fact(&mut self, entry: &Entry) -> Result<(), Difference> {
        let cause = entry.cause.unwrap_or_default();
        if cause > self.root.0 && self.sealed.contains(&cause) {
            self.root = (cause, "OrderGiven".to_owned(), entry.at.clone());
        }
        let (root, kind, at) = &self.root;
        let sets_up = if self.ready.delays_set_up() { "PlayBegan" } else { "TableOpened" };
        if cause != *root || !["OrderGiven", sets_up].contains(&kind.as_str()) {
            return differs(entry.seq, Reason::of("found-follows-from-nothing"));
        }
        if *at != entry.at {
            return differs(entry.seq, Reason::of("found-other-time"));
        }
        // The last of the consequences raises the next questions.
        let root = *root;
        self.raising.retain(|before| !(root..entry.seq).contains(before));
        Ok(())
    }

    fn holder(&self, seat: &str) -> Option<&str> {
        self.people.holder(seat)
    }

    fn check_seat(&self, entry: &Entry, seat: &String) -> Result<(), Difference> {
        match self.opened.seats.contains(seat) {
            true => Ok(()),
            false => differs(entry.seq, Reason::of("found-no-seat").quoting("seat", seat)),
        }
    }

    fn table_event(&mut self, entry: &Entry, event: TableEvent) -> Result<(), Difference> {
        if entry.cause.is_some() && agreed::is_agreed(&event) {
            return differs(entry.seq, Reason::of("found-follows-from-nothing"));
        }
        match event {
            TableEvent::TableOpened(_) | TableEvent::File(_) => Ok(()),
            TableEvent::Rolled(_) => self.fact(entry),
            TableEvent::Play(event) => self.play(entry, event),
            TableEvent::Seats(event) => self.seats(entry, event),
            TableEvent::Request(request) => self.request(entry, request),
            TableEvent::Consent(ConsentEvent::Answered { request, agrees }) => {
                self.answer(entry, request, agrees)
            }
            TableEvent::Time(event) => self.time_event(entry, event),
            TableEvent::Ready(event) => self.ready_event(entry, event),
            TableEvent::Dice(event) => self.people.go_on_alone(entry, &event),
            TableEvent::Page(event) => {
                self.people.by(entry)?;
                self.page.change_alone(entry, self.people.count(), event)
            }
            TableEvent::Master(MasterEvent::MasterChanged { player }) => {
                self.people.change_master_alone(entry, player)
            }
            TableEvent::End(event) => self.end_event(entry, event),
        }
    }

    fn play(&mut self, entry: &Entry, event: PlayEvent) -> Result<(), Difference> {
        match event {
            PlayEvent::OrderGiven { prompt, .. } => self.order(entry, prompt),
            PlayEvent::Opened { entries, .. } => self.open(entry, entries),
            PlayEvent::TakenBack { to } => self.take_back_alone(entry, to),
        }
    }

    fn seats(&mut self, entry: &Entry, event: SeatEvent) -> Result<(), Difference> {
        match event {
            SeatEvent::SeatTaken { seat } => self.take_seat(entry, &seat),
            SeatEvent::SeatOffered { seat, player } => {
                self.check_seat(entry, &seat)?;
                self.people.offer(entry, &seat, &player)
            }
            SeatEvent::OfferWithdrawn { seat } => self.people.withdraw(entry, &seat),
            SeatEvent::SeatVacated { seat } => {
                self.people.vacate(entry, &seat)?;
                self.time.leave(&seat);
                self.ready.leave(&seat);
                Ok(())
            }
            SeatEvent::PlayersSought { sought } => {
                let free = self.people.leave_free(&self.opened.seats);
                self.people.seek(entry, sought, free)
            }
        }
    }

    fn ready_event(&mut self, entry: &Entry, event: ReadyEvent) -> Result<(), Difference> {
        if let ReadyEvent::WaitEnded { deadline } = &event {
            let holders = self.opened.seats.iter().map(|seat| self.people.holder(seat));
            self.time.end_wait_seen(entry, &self.ready.unready(holders), deadline, self.dark)?;
        }
        if self.ready.event(entry, event, (self.opening, &self.people, &self.opened.seats))? {
            self.then(entry, Following::Beginning);
        }
        Ok(())
    }

    fn end_event(&mut self, entry: &Entry, event: EndEvent) -> Result<(), Difference> {
        match event {
            EndEvent::Resigned { seat } => {
                self.people.by(entry)?;
                self.check_seat(entry, &seat)?;
                self.then(entry, Following::Closing("resigned"));
                Ok(())
            }
            EndEvent::TableClosed { why } => self.close(entry, &why),
            EndEvent::SeedRevealed { .. } if !self.closed => {
                differs(entry.seq, Reason::of("found-not-closed"))
            }
            EndEvent::SeedRevealed { .. } => {
                self.revealed = true;
                Ok(())
            }
        }
    }

    fn then(&mut self, entry: &Entry, what: Following) {
        self.next = Some(Next { cause: entry.seq, at: entry.at.clone(), what });
    }

    /// Applies what follows.
    fn follow(&mut self, entry: &Entry, what: Following) {
        match what {
            Following::Agreed(Agreed::Back(to)) => self.go_back(entry.seq, to),
            Following::Agreed(Agreed::Page(event)) => self.page.change(event),
            Following::Agreed(Agreed::OwnDice) => {}
            Following::Agreed(Agreed::Time(change)) => self.change_time(entry, &change),
            Following::Agreed(Agreed::Master(player)) => self.people.change_master(player),
            Following::Closing(_) => self.closed = true,
            Following::Beginning => {
                self.ready.begin();
                self.raising = BTreeSet::from([entry.seq]);
                self.root = (entry.seq, entry.kind.clone(), entry.at.clone());
            }
        }
    }

    fn take_seat(&mut self, entry: &Entry, seat: &String) -> Result<(), Difference> {
        self.check_seat(entry, seat)?;
        let replaces = self.holder(seat).is_some();
        match entry.cause {
            Some(1) if !self.opening || self.ready.holds() => {
                return differs(entry.seq, Reason::of("found-sits-later").quoting("seat", seat));
            }
            None | Some(1) => {
                let left = self.time.overdue() == Overdue::Substitute && self.is_up(seat);
                self.people.take_seat(entry, seat, left)?;
            }
            Some(_) => self.stand_in(entry, seat)?,
        }
        self.time.seat(entry, seat);
        self.ready.sit(entry, replaces);
        Ok(())
    }

    /// Checks a stand-in directly after an expiry: by the terms another player at the table, or a computer player. That one has
    /// never acted as a person, and holds another seat only if the log shows it to be a computer.
    fn stand_in(&mut self, entry: &Entry, seat: &str) -> Result<(), Difference> {
        let (root, kind, at) = &self.root;
        let behind = entry.cause == Some(*root) && entry.seq == root + 1 && kind == "TimeExpired";
        let whose = self.is_up(seat);
        let player = entry.by.as_ref().map(|by| by.player.as_str()).unwrap_or_default();
        let master = self.people.master.as_deref() == Some(player);
        let (sits, others) = (self.people.sits(player), self.holder(seat) != Some(player));
        let may = match self.time.overdue() {
            // The rules of the game say which player stands in for which seat; here any of them may.
            Overdue::StandIn => sits,
            overdue => {
                let shown = !self.humans.contains(player) && (!sits || self.computers.contains(player));
                overdue.computer().is_some() && !master && shown
            }
        };
        if !(behind && whose && may && others && *at == entry.at) {
            return differs(entry.seq, Reason::of("found-stands-in-so").quoting("seat", seat));
        }
        match self.time.overdue() {
            Overdue::StandIn => self.people.hand_over(seat, player.to_owned()),
            _ => {
                self.computers.insert(player.to_owned());
                self.stood_in.insert(player.to_owned());
                self.people.stand_in(entry, seat)?;
            }
        }
        Ok(())
    }

    /// Checks a player's door, which distinguishes people from computers. A computer stand-in uses no other than theirs. The
    /// door by which others are seated in the opening says nothing of them.
    fn see_door(&mut self, entry: &Entry) -> Result<(), Difference> {
        let (Some(by), Some(door), None) = (&entry.by, &entry.door, entry.cause) else { return Ok(()) };
        if door == COMPUTER_DOOR {
            self.computers.insert(by.player.clone());
            return Ok(());
        }
        if self.stood_in.contains(&by.player) {
            return differs(entry.seq, Reason::of("found-stands-in-so").quoting("seat", &by.seat));
        }
        self.humans.insert(by.player.clone());
        Ok(())
    }

    fn order(&mut self, entry: &Entry, prompt: u64) -> Result<(), Difference> {
        let seat = self.people.by(entry)?.seat.clone();
        let last = self.last_orders.get(&seat).copied().unwrap_or_default();
        let raised = self.raising.contains(&prompt) && self.line.contains(&prompt);
        if self.ready.holds() || prompt <= last || !raised {
            return differs(entry.seq, Reason::of("found-not-asked").quoting("seat", seat));
        }
        // It may be a message between players, which answers no question.
        if entry.audience != EntryAudience::Everyone {
            self.unclear = true;
            return Ok(());
        }
        self.people.lapse();
        self.orders.insert(entry.seq, seat.clone());
        self.last_orders.insert(seat, entry.seq);
        Ok(())
    }

    fn change_time(&mut self, entry: &Entry, change: &TimeChange) {
        self.time.change(entry, change);
        if matches!(change, TimeChange::Terms(_)) {
            self.ready.withdraw();
        }
    }

    /// True if the time of a seat is up, as far as everyone can see.
    fn is_up(&self, seat: &str) -> bool {
        let last = self.last_orders.get(seat).copied().unwrap_or_default();
        // An order since then was a late answer, and counts.
        self.time.expired_question(seat).is_some_and(|prompt| prompt > last)
    }

    /// A question that may be open, to a seat that has a player.
    fn check_question(&self, entry: &Entry, seat: &String, prompt: u64) -> Result<(), Difference> {
        self.check_seat(entry, seat)?;
        let last = self.last_orders.get(seat).copied().unwrap_or_default();
        let raised = prompt > last && self.raising.contains(&prompt) && self.line.contains(&prompt);
        match self.holder(seat).is_some() && !self.ready.holds() && raised {
            true => Ok(()),
            false => differs(entry.seq, Reason::of("found-not-asked").quoting("seat", seat)),
        }
    }

    /// A question as far as lines show it. If a sealed line raised it under the law of ordered times, it was no earlier than
    /// the entry before that.
    fn seen<'b>(&self, seat: &'b str, player: &'b str, prompt: u64) -> Seen<'b> {
        let before = self.book.entries().take_while(|entry| entry.seq <= prompt).last();
        let exact = before.is_some_and(|entry| entry.seq == prompt);
        let ordered = self.ordered_since.is_some_and(|since| since < prompt);
        let raised = before.filter(|_| exact || ordered).map(|entry| self.time.when(entry));
        Seen { seat, player, prompt, raised, exact }
    }

    /// Checks that opened entries were hidden, are valid unless the table is closed, and were not opened before.
    fn open(&mut self, entry: &Entry, entries: Vec<u64>) -> Result<(), Difference> {
        let open: BTreeSet<u64> = self.openings.values().flatten().copied().collect();
        let wrong = entries.iter().find(|seq| {
            let counts = self.closed || self.line.contains(seq);
            !(self.hidden.contains(seq) || self.sealed.contains(seq)) || !counts || open.contains(seq)
        });
        if let Some(wrong) = wrong {
            return differs(entry.seq, Reason::of("found-opens-so").with("entry", *wrong));
        }
        self.bars.insert(entry.seq);
        self.openings.insert(entry.seq, entries);
        Ok(())
    }

    /// A table goes back to right before an order that counts, as far as everyone can see.
    fn check_step(&self, entry: &Entry, to: u64) -> Result<(), Difference> {
        let step = to + 1;
        // A line that not everyone sees may be an order, so it is given the benefit of the doubt.
        let is_order = self.orders.contains_key(&step)
            || self.line.contains(&step) && (self.sealed.contains(&step) || self.hidden.contains(&step));
        if self.line.contains(&to) && is_order {
            return Ok(());
        }
        differs(entry.seq, Reason::of("found-no-step").with("to", to))
    }

    fn go_back(&mut self, seq: u64, to: u64) {
        // The last order of each seat is kept: the questions that a takeback raises have higher numbers.
        self.people.lapse();
        self.line.split_off(&(to + 1));
        self.line.insert(seq);
        self.orders.split_off(&(to + 1));
        self.bars.split_off(&(to + 1));
        self.openings.split_off(&(to + 1));
    }
}

/// True if an entry of this kind may raise a question: an order or its consequence, the opening, the beginning of the game, or
/// a takeback.
fn may_raise(event: Option<&TableEvent>) -> bool {
    matches!(
        event,
        None | Some(
            TableEvent::TableOpened(_)
                | TableEvent::Play(PlayEvent::OrderGiven { .. })
                | TableEvent::Rolled(_)
                | TableEvent::Play(PlayEvent::TakenBack { .. })
                | TableEvent::Ready(ReadyEvent::PlayBegan)
        )
    )
}
