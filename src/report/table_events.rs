//! The table's own entries in words: opening, seats, takebacks, closing; and the dice page.

use chrono::{DateTime, Utc};

use super::Phrases;
use crate::dice_page::{DicePage, DiceRow, ENOUGH_DICE, Tally};
use crate::game::{Refusal, Seat};
use crate::log::table_event::MASTER;
use crate::log::{By, TableEvent};
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
        let named = |name: &str, value: &str| self.named(&format!("log-{name}"), value);
        let text = |key: &str, name: &str, value: &str| self.say(key, &[(name, named(name, value).into())]);
        let masters = by.is_some_and(|by| by.seat == MASTER);
        let by = by.map(|by| named("seat", &by.seat)).unwrap_or_default();
        let asked = |key: &str| self.say(key, &[("seat", by.as_str().into())]);
        Some(match table_event {
            TableEvent::TableOpened(opened) => {
                let key = if opened.practice { "log-opened-practice" } else { "log-opened" };
                self.say(key, &[("game", self.game(&opened.game).into())])
            }
            TableEvent::SeatOffered { seat, .. } => text("log-seat-offered", "seat", seat),
            TableEvent::OfferWithdrawn { seat } => text("log-offer-withdrawn", "seat", seat),
            TableEvent::SeatTaken { seat } => text("log-seat-taken", "seat", seat),
            TableEvent::TakeBackAsked { .. } => asked("log-take-back-asked"),
            TableEvent::CloseProposed => asked("log-close-proposed"),
            TableEvent::PublishProposed { delay } => {
                self.say("log-publish-proposed", &[("seat", by.as_str().into()), ("delay", (*delay).into())])
            }
            TableEvent::TablePublished { delay } => self.say("log-published", &[("delay", (*delay).into())]),
            TableEvent::TableUnpublished => asked("log-unpublished"),
            TableEvent::Answered { agrees: true, .. } => asked("log-agreed"),
            TableEvent::Answered { agrees: false, .. } => asked("log-refused"),
            TableEvent::Resigned { seat } => text("log-resigned", "seat", seat),
            TableEvent::TakenBack { to } => self.say("log-taken-back", &[("to", (*to).into())]),
            TableEvent::Opened { entries, .. } => {
                self.say("log-unsealed", &[("count", entries.len().into())])
            }
            TableEvent::TableClosed { why } => self.say("log-closed", &[("why", self.closing(why).into())]),
            TableEvent::SeedRevealed { .. } => self.say("log-seed", &[]),
            TableEvent::Peeked { what, .. } => text("log-peeked", "what", what),
            TableEvent::RulesChanged { from, to } => {
                self.say("log-rules-changed", &[("from", from.as_str().into()), ("to", to.as_str().into())])
            }
            TableEvent::TimeProposed { change } => self.say(
                "log-time-proposed",
                &[("seat", by.as_str().into()), ("what", self.time_change(change).into())],
            ),
            TableEvent::TimeChanged { change } => {
                let key = if masters { "log-time-changed-master" } else { "log-time-changed" };
                self.say(key, &[("what", self.time_change(change).into())])
            }
            TableEvent::LawChanged { law } => self.say("log-law-changed", &[("law", (*law).into())]),
            TableEvent::DeadlineMoved { seat, deadline, .. } => self.say(
                "log-deadline-moved",
                &[("seat", named("seat", seat).into()), ("deadline", self.utc(deadline).into())],
            ),
            TableEvent::ClockSet => self.say("log-clock-set", &[]),
            TableEvent::TimeExtended { seat, hours, .. } => self.say(
                "log-time-extended",
                &[("seat", named("seat", seat).into()), ("hours", u64::from(hours.count()).into())],
            ),
            TableEvent::MasterProposed { player: Some(_) } => asked("log-master-proposed"),
            TableEvent::MasterProposed { player: None } => asked("log-no-master-proposed"),
            TableEvent::MasterChanged { player: Some(_) } => self.say("log-master", &[]),
            TableEvent::MasterChanged { player: None } if masters => self.say("log-master-laid-down", &[]),
            TableEvent::MasterChanged { player: None } => self.say("log-no-master", &[]),
            TableEvent::SeatVacated { seat } if masters => text("log-seat-vacated", "seat", seat),
            TableEvent::SeatVacated { seat } => text("log-seat-left", "seat", seat),
            TableEvent::TimeStopped => asked("log-time-stopped"),
            TableEvent::TimeExpired { seat, deadline, .. } => self.say(
                "log-time-expired",
                &[("seat", named("seat", seat).into()), ("deadline", self.utc(deadline).into())],
            ),
            TableEvent::AbsenceBooked { from, until } => self.say(
                "log-absence-booked",
                &[
                    ("seat", by.as_str().into()),
                    ("from", self.utc(from).into()),
                    ("until", self.utc(until).into()),
                ],
            ),
            TableEvent::AbsenceEnded { .. } => asked("log-absence-ended"),
            TableEvent::PlayersSought { sought: true } => asked("log-players-sought"),
            TableEvent::PlayersSought { sought: false } => asked("log-players-not-sought"),
            TableEvent::ReadyAsked => self.say("log-ready-asked", &[]),
            TableEvent::ReadySaid { ready: true } => asked("log-ready"),
            TableEvent::ReadySaid { ready: false } => asked("log-not-ready"),
            TableEvent::PlayBegan => self.say("log-play-began", &[]),
            TableEvent::ClaimProposed { seat } => self.say(
                "log-claim-proposed",
                &[("seat", by.as_str().into()), ("against", named("seat", seat).into())],
            ),
            TableEvent::OrderGiven { .. } | TableEvent::Rolled(_) => return None,
        })
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

    pub(crate) fn named(&self, sort: &str, name: &str) -> String {
        self.words.term(self.lang, sort, name)
    }
}
