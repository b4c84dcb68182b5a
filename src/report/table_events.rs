//! The table's own entries in words: opening, seats, takebacks, closing; and the dice page.

use chrono::{DateTime, Utc};

use super::Phrases;
use crate::dice_page::{DicePage, DiceRow, ENOUGH_DICE, Tally};
use crate::game::{Refusal, Seat};
use crate::log::chain::BINDING_DIGITS;
use crate::log::table_event::MASTER;
use crate::log::{
    By, ConsentEvent, DiceEvent, EndEvent, FileEvent, MasterEvent, PageEvent, PlayEvent, ReadyEvent,
    RequestEvent, SeatEvent, TableEvent, TimeChange, TimeEvent,
};
use crate::words::Value;

impl Phrases<'_> {
    /// Why the table refuses an order, a takeback or a seat; `None` for a refusal by a rule of the game.
    pub fn table_refusal(&self, refusal: &Refusal) -> Option<String> {
        if refusal.rule.as_str() != Refusal::BY_TABLE {
            return None;
        }
        let args = refusal.about.iter().map(|(name, value)| {
            // Moments are formatted as moments, by one clock for all.
            let value = match (value.parse::<i64>(), value.parse::<DateTime<Utc>>()) {
                (Ok(number), _) => Value::from(number),
                (_, Ok(_)) => Value::from(self.utc(value)),
                _ => Value::from(value.clone()),
            };
            (name.as_str(), value)
        });
        Some(self.say(&format!("refusal-{}", refusal.reason), &args.collect::<Vec<_>>()))
    }

    /// The message for a table's own entry with its maker; `None` for orders and rolls, which are reported with their results.
    pub fn table_event(&self, table_event: &TableEvent, by: Option<&By>) -> Option<String> {
        let told = Told {
            phrases: self,
            by: by.map(|by| self.named_in_log("seat", &by.seat)).unwrap_or_default(),
            masters: by.is_some_and(|by| by.seat == MASTER),
        };
        Some(match table_event {
            TableEvent::TableOpened(opened) => {
                let key = if opened.practice { "log-opened-practice" } else { "log-opened" };
                self.say(key, &[("game", self.game(&opened.game).into())])
            }
            TableEvent::Rolled(_) => return None,
            TableEvent::Play(event) => return told.play(event),
            TableEvent::Seats(event) => told.seats(event),
            TableEvent::Request(request) => told.request(request),
            TableEvent::Consent(ConsentEvent::Answered { agrees: true, .. }) => told.done("log-agreed"),
            TableEvent::Consent(ConsentEvent::Answered { agrees: false, .. }) => told.done("log-refused"),
            TableEvent::Time(event) => told.time(event),
            TableEvent::Ready(ReadyEvent::ReadyAsked) => self.say("log-ready-asked", &[]),
            TableEvent::Ready(ReadyEvent::ReadySaid { ready: true }) => told.done("log-ready"),
            TableEvent::Ready(ReadyEvent::ReadySaid { ready: false }) => told.done("log-not-ready"),
            TableEvent::Ready(ReadyEvent::WaitEnded { .. }) => self.say("log-wait-ended", &[]),
            TableEvent::Ready(ReadyEvent::PlayBegan) => self.say("log-play-began", &[]),
            TableEvent::Ready(ReadyEvent::EntropyAsked) => self.say("log-entropy-asked", &[]),
            TableEvent::Ready(ReadyEvent::EntropyPromised { .. }) => told.done("log-entropy-promised"),
            TableEvent::Ready(ReadyEvent::EntropyGiven { .. }) => told.done("log-entropy-given"),
            TableEvent::Dice(event) => return self.dice_event(event),
            TableEvent::Page(PageEvent::TablePublished { delay }) => {
                self.say("log-published", &[("delay", (*delay).into())])
            }
            TableEvent::Page(PageEvent::TableUnpublished) => told.done("log-unpublished"),
            TableEvent::Page(PageEvent::NameChanged { name }) => {
                self.say("log-named", &[("name", name.as_str().into())])
            }
            TableEvent::Master(MasterEvent::MasterChanged { player }) => {
                let key = match player {
                    Some(_) => "log-master",
                    // By the master it is a resignation; else the players have ended the office.
                    None if told.masters => "log-master-laid-down",
                    None => "log-no-master",
                };
                self.say(key, &[])
            }
            TableEvent::End(EndEvent::Resigned { seat }) => told.of_seat("log-resigned", seat),
            TableEvent::End(EndEvent::TableClosed { why }) => {
                self.say("log-closed", &[("why", self.closing(why).into())])
            }
            TableEvent::End(EndEvent::SeedRevealed { .. }) => self.say("log-seed", &[]),
            TableEvent::File(FileEvent::Peeked { what, .. }) => {
                self.say("log-peeked", &[("what", self.named_in_log("what", what).into())])
            }
            TableEvent::File(FileEvent::RulesChanged { from, to }) => {
                self.say("log-rules-changed", &[("from", from.as_str().into()), ("to", to.as_str().into())])
            }
            TableEvent::File(FileEvent::LogRestored { chain, seq }) => {
                // As many digits as bind a log, like every head that is shown.
                let lost = format!("{seq}:{}", &chain[..chain.len().min(BINDING_DIGITS)]);
                self.say("log-restored", &[("head", lost.into())])
            }
        })
    }

    /// An event of the witness of the dice; `None` for an answer, which says nothing beside the rolls.
    fn dice_event(&self, event: &DiceEvent) -> Option<String> {
        let named = |key: &str, witness: &str| {
            // A key is written `NAME+ID+KEY`.
            let name = witness.split('+').next().unwrap_or_default();
            self.say(key, &[("witness", name.into())])
        };
        match event {
            DiceEvent::WitnessAsked { witness, .. } => Some(named("log-witness-asked", witness)),
            DiceEvent::DiceWitnessed { .. } => None,
            DiceEvent::DiceAbandoned { counter, .. } => {
                Some(self.say("log-dice-abandoned", &[("counter", (*counter).into())]))
            }
            DiceEvent::OwnDiceAgreed => Some(self.say("log-own-dice", &[])),
        }
    }

    /// The request of a seat in a sentence.
    pub fn request(&self, request: &RequestEvent, seat: Seat, details: &RequestDetails<'_>) -> String {
        let unless_refused = |what: String| {
            self.say("time-silence", &[("what", what.into()), ("hours", details.silence_hours.into())])
        };
        let seat = ("seat", self.seat(seat).into());
        match request {
            RequestEvent::TakeBackAsked { .. } => {
                let before = details.undone.map(|it| it.before.as_str()).unwrap_or_default();
                let before = ("before", before.into());
                match details.undone.and_then(|it| it.orders) {
                    Some(orders) => {
                        self.say("request-take-back-orders", &[seat, before, ("orders", orders.into())])
                    }
                    None => self.say("request-take-back", &[seat, before]),
                }
            }
            RequestEvent::CloseProposed => self.say("request-close", &[seat]),
            RequestEvent::PublishProposed { delay } => {
                self.say("request-publish", &[seat, ("delay", (*delay).into())])
            }
            RequestEvent::TimeProposed { change } => {
                let told = self.time_change_at(change, details.moment);
                let resumes = *change == TimeChange::Resume;
                let what = if resumes { unless_refused(told) } else { told };
                self.say("request-time", &[seat, ("what", what.into())])
            }
            RequestEvent::TimeStopped => self.say("request-stop", &[seat]),
            RequestEvent::NameProposed { name } => {
                self.say("request-name", &[seat, ("name", name.as_str().into())])
            }
            RequestEvent::OwnDiceProposed => self.say("request-own-dice", &[seat]),
            RequestEvent::ClaimProposed { seat: against } => {
                let claimed = self.say("time-claim", &[("seat", self.named("seat", against).into())]);
                self.say("request-time", &[seat, ("what", unless_refused(claimed).into())])
            }
            RequestEvent::MasterProposed { player } => {
                let what = match player {
                    Some(player) => self.say("master-ask", &[("player", (details.name)(player).into())]),
                    None => unless_refused(self.say("master-ask-none", &[])),
                };
                self.say("request-master", &[seat, ("what", what.into())])
            }
        }
    }

    /// The dice page: the last `count` rolls, each worded by `roll`, then the tallies.
    ///
    /// # Errors
    /// Those of `roll`.
    pub fn dice_page<E>(
        &self,
        page: &DicePage,
        count: usize,
        roll: impl Fn(&DiceRow) -> Result<String, E>,
    ) -> Result<Vec<String>, E> {
        let from = page.rolls.len().saturating_sub(count);
        let said =
            |row: &DiceRow| Ok(self.say("dice-row", &[("seq", row.seq.into()), ("text", roll(row)?.into())]));
        let mut lines = page.rolls[from..].iter().map(said).collect::<Result<Vec<_>, E>>()?;
        if lines.is_empty() {
            lines.push(self.say("dice-none", &[]));
        }
        lines.extend(page.tallies.iter().map(|tally| self.tally(tally)));
        Ok(lines)
    }

    fn tally(&self, tally: &Tally) -> String {
        let counts: Vec<String> = tally.counts.iter().map(u32::to_string).collect();
        let key = if tally.enough { "dice-tally" } else { "dice-tally-few" };
        self.say(
            key,
            &[
                (
                    "purpose",
                    tally
                        .purpose
                        .as_deref()
                        .map_or_else(|| self.say("dice-all", &[]), |p| self.purpose(p))
                        .into(),
                ),
                (
                    "side",
                    tally
                        .side
                        .as_deref()
                        .map_or_else(|| self.say("dice-both", &[]), |s| self.side(Some(s)))
                        .into(),
                ),
                ("n", tally.n.into()),
                ("counts", counts.join(" ").into()),
                ("expected", format!("{:.1}", tally.expected).into()),
                ("chi", format!("{:.2}", tally.chi_square).into()),
                ("p", format!("{:.3}", tally.p).into()),
                ("enough", ENOUGH_DICE.into()),
            ],
        )
    }

    /// The purpose of a roll: its message, or its own name for a purpose without one.
    fn purpose(&self, purpose: &str) -> String {
        self.named("purpose", purpose)
    }

    fn side(&self, side: Option<&str>) -> String {
        self.named("side", side.unwrap_or("table"))
    }

    /// A game by its name.
    pub fn game(&self, name: &str) -> String {
        self.named("game", name)
    }

    /// A seat by its name.
    pub fn seat(&self, seat: Seat) -> String {
        self.named("seat", seat.as_str())
    }

    /// Why a table was closed.
    pub(super) fn closing(&self, why: &str) -> String {
        self.named("closing", why)
    }

    /// A word as entries of a log use it.
    fn named_in_log(&self, sort: &str, name: &str) -> String {
        self.named(&format!("log-{sort}"), name)
    }

    pub(crate) fn named(&self, sort: &str, name: &str) -> String {
        self.words.term(self.lang, sort, name)
    }
}

/// The orders that a takeback would undo, as its reader may know them.
pub struct Undone {
    /// The first of them, in words.
    pub before: String,
    /// How many they are, where that is told.
    pub orders: Option<usize>,
}

/// What the reader of a request knows beside it.
pub struct RequestDetails<'a> {
    /// The orders that it would undo, if it is a takeback.
    pub undone: Option<&'a Undone>,
    /// A time of the log, by the reader's clock.
    pub moment: &'a dyn Fn(&str) -> String,
    /// The name of a player, by their opaque id.
    pub name: &'a dyn Fn(&str) -> String,
    /// Hours of silence after which some requests need no more answers.
    pub silence_hours: i64,
}

/// The events of one entry in words, with its maker.
struct Told<'a> {
    phrases: &'a Phrases<'a>,
    /// The seat that did it, in words.
    by: String,
    /// True if the game master did it.
    masters: bool,
}

impl Told<'_> {
    /// A sentence about the maker.
    fn done(&self, key: &str) -> String {
        self.done_with(key, &[])
    }

    fn done_with(&self, key: &str, args: &[(&str, Value<'_>)]) -> String {
        let seat = ("seat", Value::from(self.by.as_str()));
        self.phrases.say(key, &[&[seat], args].concat())
    }

    /// A sentence about a seat.
    fn of_seat(&self, key: &str, seat: &str) -> String {
        self.phrases.say(key, &[("seat", self.seat(seat).into())])
    }

    fn seat(&self, seat: &str) -> String {
        self.phrases.named_in_log("seat", seat)
    }

    fn play(&self, event: &PlayEvent) -> Option<String> {
        match event {
            PlayEvent::OrderGiven { .. } => None,
            PlayEvent::Opened { entries, .. } => {
                Some(self.phrases.say("log-unsealed", &[("count", entries.len().into())]))
            }
            PlayEvent::TakenBack { to } => Some(self.phrases.say("log-taken-back", &[("to", (*to).into())])),
        }
    }

    fn seats(&self, event: &SeatEvent) -> String {
        match event {
            SeatEvent::SeatOffered { seat, .. } => self.of_seat("log-seat-offered", seat),
            SeatEvent::OfferWithdrawn { seat } => self.of_seat("log-offer-withdrawn", seat),
            SeatEvent::SeatTaken { seat } => self.of_seat("log-seat-taken", seat),
            SeatEvent::SeatVacated { seat } if self.masters => self.of_seat("log-seat-vacated", seat),
            SeatEvent::SeatVacated { seat } => self.of_seat("log-seat-left", seat),
            SeatEvent::PlayersSought { sought: true } => self.done("log-players-sought"),
            SeatEvent::PlayersSought { sought: false } => self.done("log-players-not-sought"),
        }
    }

    fn request(&self, request: &RequestEvent) -> String {
        match request {
            RequestEvent::TakeBackAsked { .. } => self.done("log-take-back-asked"),
            RequestEvent::CloseProposed => self.done("log-close-proposed"),
            RequestEvent::PublishProposed { delay } => {
                self.done_with("log-publish-proposed", &[("delay", (*delay).into())])
            }
            RequestEvent::TimeProposed { change } => {
                self.done_with("log-time-proposed", &[("what", self.phrases.time_change(change).into())])
            }
            RequestEvent::TimeStopped => self.done("log-time-stopped"),
            RequestEvent::NameProposed { name } => {
                self.done_with("log-name-proposed", &[("name", name.as_str().into())])
            }
            RequestEvent::OwnDiceProposed => self.done("log-own-dice-proposed"),
            RequestEvent::ClaimProposed { seat } => {
                self.done_with("log-claim-proposed", &[("against", self.seat(seat).into())])
            }
            RequestEvent::MasterProposed { player: Some(_) } => self.done("log-master-proposed"),
            RequestEvent::MasterProposed { player: None } => self.done("log-no-master-proposed"),
        }
    }

    fn time(&self, event: &TimeEvent) -> String {
        let phrases = self.phrases;
        let due = |key: &str, seat: &str, deadline: &str| {
            phrases.say(key, &[("seat", self.seat(seat).into()), ("deadline", phrases.utc(deadline).into())])
        };
        match event {
            TimeEvent::TimeChanged { change } => {
                let key = if self.masters { "log-time-changed-master" } else { "log-time-changed" };
                phrases.say(key, &[("what", phrases.time_change(change).into())])
            }
            TimeEvent::TimeExpired { seat, deadline, .. } => due("log-time-expired", seat, deadline),
            TimeEvent::DeadlineMoved { seat, deadline, .. } => due("log-deadline-moved", seat, deadline),
            TimeEvent::TimeExtended { seat, hours, .. } => phrases.say(
                "log-time-extended",
                &[("seat", self.seat(seat).into()), ("hours", u64::from(hours.count()).into())],
            ),
            TimeEvent::AbsenceBooked { from, until } => self.done_with(
                "log-absence-booked",
                &[("from", phrases.utc(from).into()), ("until", phrases.utc(until).into())],
            ),
            TimeEvent::AbsenceEnded { .. } => self.done("log-absence-ended"),
            TimeEvent::LawChanged { law } => phrases.say("log-law-changed", &[("law", (*law).into())]),
            TimeEvent::ClockSet => phrases.say("log-clock-set", &[]),
        }
    }
}
