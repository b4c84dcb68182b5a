//! A table as the fold of its entries, the only source of live state.

mod readers;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde::Deserialize;

use super::clock::Clock;
use super::dice::TableWitness;
use super::entropy::EntropyState;
use super::known::{EntryContent, Known};
use super::order_digest::OrderDigest;
use super::page::Page;
use super::people::People;
use super::platform::moment;
use super::questions::Questions;
use super::ready_check::ReadyCheck;
use super::remembered::Remembered;
use super::reply::{TableFault, word};
use super::request::ConsentRequest;
use super::secrets::Secrets;
use super::undo::{Bar, Given, UndoState};
use crate::game::{Events, Fact, FactPolicy, Game, Options, OrderForm, Seat, Undo};
use crate::games::Packed;
use crate::log::table_event::TableOpened;
use crate::log::visibility::line_of;
use crate::log::{ConsentEvent, FileEvent, Head, MasterEvent, PlayEvent, TableEvent, TimeEvent};

/// What an entry does to the table that is folded over it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Folding {
    /// All it says.
    Whole,
    /// Without the change of the state, which is already known.
    StateKnown,
    /// It was taken back: only what concerns the people at the table.
    Undone,
}

/// A table as of its last entry.
pub struct Table<G: Game> {
    pub(super) id: String,
    pub(super) game: Arc<G>,
    pub(super) opened: Arc<TableOpened>,
    /// The version of the rules in force: of the opening, or of the last change.
    pub(super) rules: Arc<str>,
    pub(super) head: Head,
    /// When the last entry was written.
    pub(super) written_at: String,
    /// Shared until it is changed.
    pub(super) state: Arc<G::State>,
    /// The options computed for seats so far, as of this entry.
    options: Mutex<BTreeMap<Seat, Arc<Options>>>,
    /// Values shown to readers so far, as of this entry.
    pub(super) remembered: Remembered,
    pub(super) people: People,
    /// The open request.
    pub(super) request: Option<ConsentRequest>,
    pub(super) questions: Questions,
    pub(super) undo: UndoState,
    pub(super) secrets: Secrets,
    pub(super) peeks: u32,
    pub(super) closed: Option<Arc<str>>,
    pub(super) page: Page,
    /// The ready check, if the table was opened with one.
    pub(super) ready: Option<ReadyCheck>,
    /// The players' entropy, if the set-up waits for it.
    pub(super) entropy: Option<EntropyState>,
    /// The game master.
    pub(super) master: Option<Arc<str>>,
    /// The way time passes.
    pub(super) clock: Clock,
    /// The order digest, from format 2 of the log on.
    pub(super) orders: Option<OrderDigest>,
    /// The witness of the dice.
    pub(super) witness: Option<TableWitness>,
}

// Derived, it would ask for `G: Clone`.
impl<G: Game> Clone for Table<G> {
    fn clone(&self) -> Table<G> {
        Table {
            id: self.id.clone(),
            game: self.game.clone(),
            opened: self.opened.clone(),
            rules: self.rules.clone(),
            head: self.head,
            written_at: self.written_at.clone(),
            state: self.state.clone(),
            options: Mutex::default(),
            remembered: Remembered::default(),
            people: self.people.clone(),
            request: self.request.clone(),
            questions: self.questions.clone(),
            undo: self.undo.clone(),
            secrets: self.secrets.clone(),
            peeks: self.peeks,
            closed: self.closed.clone(),
            page: self.page.clone(),
            ready: self.ready.clone(),
            entropy: self.entropy.clone(),
            master: self.master.clone(),
            clock: self.clock.clone(),
            orders: self.orders.clone(),
            witness: self.witness.clone(),
        }
    }
}

impl<G: Packed> Table<G> {
    /// Folds the whole log of table `id`, whose last entry is at `head`.
    ///
    /// # Errors
    /// [`TableFault::Entry`] that names the first entry that does not fit.
    pub(super) fn fold(
        game: Arc<G>,
        id: &str,
        entries: &[Known<'_, G::Event>],
        head: Head,
    ) -> Result<Table<G>, TableFault> {
        let opened = opened(id, entries.first())?.clone();
        let orders = OrderDigest::of(&opened).map_err(|error| TableFault::unfit(id, 1, error))?;
        let mut table = Table {
            id: id.to_owned(),
            state: Arc::new(game.blank()),
            options: Mutex::default(),
            remembered: Remembered::default(),
            game,
            rules: opened.rules_version.as_str().into(),
            opened: Arc::new(opened),
            head: Head::EMPTY,
            written_at: String::new(),
            people: People::default(),
            request: None,
            questions: Questions::raised(1, entries.first().map_or("", |entry| &*entry.at)),
            undo: UndoState::default(),
            secrets: Secrets::default(),
            peeks: 0,
            closed: None,
            page: Page::default(),
            ready: None,
            entropy: None,
            master: None,
            clock: Clock::default(),
            orders,
            witness: None,
        };
        // Most logs have no takeback, and need no search for the entries that count.
        let taken_back = entries.iter().any(|entry| entry.back_to().is_some());
        let line = taken_back.then(|| line_of(entries.iter().map(|entry| (entry.seq, entry.back_to()))));
        for entry in entries {
            let counts = line.as_ref().is_none_or(|line| line.contains(&entry.seq));
            table.follow(entry, if counts { Folding::Whole } else { Folding::Undone })?;
        }
        table.arrive(head);
        Ok(table)
    }

    /// Folds the next entries, none of which is a takeback.
    ///
    /// # Errors
    /// As [`Table::fold`]; the table is then unusable.
    pub(super) fn advance(&mut self, entries: &[Known<'_, G::Event>], head: Head) -> Result<(), TableFault> {
        for entry in entries {
            self.follow(entry, Folding::Whole)?;
        }
        self.arrive(head);
        Ok(())
    }

    /// As [`Table::advance`], where the events among them are known to lead to `state`.
    ///
    /// # Errors
    /// As [`Table::advance`].
    pub(super) fn advance_to(
        &mut self,
        entries: &[Known<'_, G::Event>],
        head: Head,
        state: G::State,
    ) -> Result<(), TableFault> {
        // Finds an event whose `apply` does something else than the rules did.
        if cfg!(debug_assertions) {
            let mut folded = self.clone();
            folded.advance(entries, head)?;
            assert!(*folded.state == state, "the state of an order is the fold of its entries");
        }
        for entry in entries {
            self.follow(entry, Folding::StateKnown)?;
        }
        self.state = Arc::new(state);
        self.arrive(head);
        Ok(())
    }

    fn arrive(&mut self, head: Head) {
        self.settle();
        self.head = head;
        self.options = Mutex::default();
        self.remembered = Remembered::default();
    }

    fn follow(&mut self, entry: &Known<'_, G::Event>, effect: Folding) -> Result<(), TableFault> {
        let seq = entry.seq;
        self.head.seq = seq;
        let before = std::mem::replace(&mut self.written_at, entry.at.to_string());
        if matches!(&*entry.said, EntryContent::TableEvent(TableEvent::Time(TimeEvent::ClockSet))) {
            self.set_back(moment(&before), moment(&entry.at));
        }
        // The next opening must not name what was taken back: only the closing opens it.
        if entry.sealed && effect == Folding::Undone {
            self.secrets.kept.push(seq);
        }
        self.follow_orders(entry)?;
        match &*entry.said {
            EntryContent::TableEvent(table_event) => {
                self.table_event(entry, table_event, effect != Folding::Undone)
            }
            EntryContent::Fact(_) if effect == Folding::Undone => Ok(()),
            EntryContent::Fact(fact) => self.fact(entry, fact, effect),
        }
    }

    /// Orders stay in the order digest when they are taken back.
    fn follow_orders(&mut self, entry: &Known<'_, G::Event>) -> Result<(), TableFault> {
        let Some(orders) = &mut self.orders else { return Ok(()) };
        match &*entry.said {
            EntryContent::TableEvent(event) => {
                let seat = entry.by.as_ref().map(|(seat, _)| &**seat);
                let followed = orders.follow(entry.seq, seat, event);
                followed.map_err(|error| TableFault::unfit(&self.id, entry.seq, error))
            }
            EntryContent::Fact(fact) => {
                if let Fact::Roll(_) = fact {
                    orders.rolled();
                }
                Ok(())
            }
        }
    }

    /// Folds a table event. Seats, offers, requests and the page count even where the entry was taken back (`counts` is false).
    fn table_event(
        &mut self,
        entry: &Known<'_, G::Event>,
        table_event: &TableEvent,
        counts: bool,
    ) -> Result<(), TableFault> {
        match table_event {
            TableEvent::Play(event) => self.play_event(entry, event, counts),
            TableEvent::Seats(event) => self.seat_event(entry, event),
            TableEvent::Request(request) => self.requested(entry, request),
            TableEvent::Consent(ConsentEvent::Answered { agrees, .. }) => self.answered(entry, *agrees),
            TableEvent::Time(event) => self.time_event(entry, event),
            TableEvent::Ready(event) => self.ready_event(entry, event),
            TableEvent::Dice(event) => {
                self.dice_event(entry.seq, event);
                Ok(())
            }
            TableEvent::Page(event) => {
                self.page_event(entry.seq, event);
                Ok(())
            }
            TableEvent::Master(MasterEvent::MasterChanged { player }) => {
                self.master_changed(player.as_deref());
                Ok(())
            }
            TableEvent::End(event) => {
                self.end_event(event);
                Ok(())
            }
            TableEvent::File(FileEvent::RulesChanged { to, .. }) => {
                self.rules = to.as_str().into();
                Ok(())
            }
            TableEvent::File(FileEvent::Peeked { .. }) => {
                self.peeks += 1;
                Ok(())
            }
            // What was lost is not known, and changes nothing.
            TableEvent::File(FileEvent::LogRestored { .. }) => Ok(()),
            // The opening is read before all others, and a roll is a fact.
            TableEvent::TableOpened(_) | TableEvent::Rolled(_) => Ok(()),
        }
    }

    fn play_event(
        &mut self,
        entry: &Known<'_, G::Event>,
        event: &PlayEvent,
        counts: bool,
    ) -> Result<(), TableFault> {
        let seq = entry.seq;
        match event {
            // Messages between players change nothing else. They raise no question either: the open one was raised before.
            PlayEvent::OrderGiven { order, .. } if self.is_aside(entry, order) => {
                self.settle();
                self.secrets.sealed.extend((counts && entry.sealed).then_some(seq));
            }
            PlayEvent::OrderGiven { .. } => self.order(entry, counts)?,
            PlayEvent::TakenBack { .. } => self.taken_back(seq, counts),
            PlayEvent::Opened { entries, .. } => self.opened_up(seq, entries, counts),
        }
        Ok(())
    }

    /// Entries that were sealed are open from here on, unless that was taken back.
    fn opened_up(&mut self, seq: u64, entries: &[u64], counts: bool) {
        if counts {
            self.undo.bar(Bar::Reveal { seq });
            self.secrets.open(entries);
        }
    }

    pub(super) fn seat(&self, seq: u64, seat: &str) -> Result<Seat, TableFault> {
        Ok(Seat(word(&self.id, seq, seat)?))
    }

    /// The seat and the player of an entry; a fault if it names nobody.
    pub(super) fn by(&self, entry: &Known<'_, G::Event>) -> Result<(Seat, Arc<str>), TableFault> {
        let Some((seat, player)) = &entry.by else {
            return Err(self.fault(entry.seq, "it names no player"));
        };
        let seat = self.seat(entry.seq, seat)?;
        let player = match self.people.seats.get(&seat) {
            Some(held) if *held.player == **player => held.player.clone(),
            _ => player.as_ref().into(),
        };
        Ok((seat, player))
    }

    fn order(&mut self, entry: &Known<'_, G::Event>, counts: bool) -> Result<(), TableFault> {
        let seq = entry.seq;
        let (seat, _) = self.by(entry)?;
        // An order taken back since counts here too: it voided the request when it was given.
        self.request = None;
        if !counts {
            self.undo.undone.insert(seat);
            return Ok(());
        }
        self.secrets.sealed.extend(entry.sealed.then_some(seq));
        // With one seat every order answers its only prompt, so asking at the end is enough.
        if self.opened.seats.len() > 1 {
            self.settle();
        }
        self.undo.given.push(Given { order: seq, seat, bar: None });
        // The seat's next prompt is a new one even if it reads the same: the old one is answered.
        self.questions.asked.retain(|asked| asked.prompt.seat != seat);
        self.questions.raise(seq, &self.written_at);
        Ok(())
    }

    fn is_aside(&self, entry: &Known<'_, G::Event>, order: &serde_json::Value) -> bool {
        // A player alone writes no messages, so most orders need not be parsed once more.
        if self.opened.seats.len() < 2 {
            return false;
        }
        let (Ok((seat, _)), Ok(form)) = (self.by(entry), OrderForm::deserialize(order)) else { return false };
        G::order_policy(&self.state, seat, &form).aside
    }

    fn fact(
        &mut self,
        entry: &Known<'_, G::Event>,
        fact: &Fact<G::Event>,
        effect: Folding,
    ) -> Result<(), TableFault> {
        let seq = entry.seq;
        match fact {
            Fact::Roll(_) => self.undo.bar(Bar::Roll { seq }),
            Fact::Event(event) => {
                if effect == Folding::Whole {
                    let applied = event.apply(Arc::make_mut(&mut self.state));
                    applied.map_err(|error| self.fault(seq, error))?;
                }
                if event.policy().undo == Undo::Bars {
                    self.undo.bar(Bar::Reveal { seq });
                }
            }
        }
        // A prompt is numbered by the last roll or event of its order, not by the order.
        self.questions.raised_by = seq;
        if entry.sealed {
            self.seal(seq, &G::fact_policy(fact));
        }
        Ok(())
    }

    fn seal(&mut self, seq: u64, policy: &FactPolicy) {
        if policy.outlasts() { self.secrets.kept.push(seq) } else { self.secrets.sealed.push(seq) }
    }

    /// Asks the game for the prompts, where something changed that may raise other ones.
    pub(super) fn settle(&mut self) {
        let waits = self.closed.is_some() || self.ready.as_ref().is_some_and(ReadyCheck::holds);
        let (game, state) = (&self.game, &self.state);
        self.questions.settle(|| if waits { Vec::new() } else { game.prompts(state) });
    }

    fn fault(&self, seq: u64, what: impl ToString) -> TableFault {
        TableFault::unfit(&self.id, seq, what)
    }
}

/// The first entry's body.
pub(super) fn opened<'a, E: Events>(
    table: &str,
    first: Option<&'a Known<'_, E>>,
) -> Result<&'a TableOpened, TableFault> {
    let first = first.map(|first| first.said.as_ref());
    let Some(EntryContent::TableEvent(TableEvent::TableOpened(opened))) = first else {
        return Err(TableFault::unfit(table, 1, "the first entry of a table is TableOpened"));
    };
    Ok(opened)
}
