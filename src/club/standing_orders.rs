//! The standing orders of players: stored beside the log, for their owner's eyes only, and carried out when they are due.
//!
//! The time of an automatic answer depends on public facts alone: [`ANSWER_DELAY`] after the entry that asked. Orders that are
//! armed, did not go out or were disarmed are in no log.

use chrono::{DateTime, TimeDelta, Utc};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::consent::grave;
use super::{ClubError, GameWords};
use crate::book::Parsed;
use crate::game::{Options, OrderForm, Seat, Viewer};
use crate::games::Playable;
use crate::log::Store;
use crate::log::notes::of_player;
use crate::standing::{AskedQuestion, STANDING_DOOR, StandingOrder, StandingRule, Weighed};
use crate::table::witness::{can_be_tried_again, silent_since};
use crate::table::{Caller, Order, Reply, Table, TableCommand, Tables};
use crate::words::{Lang, Words};

/// The time between the entry that asked and an automatic answer: enough to answer by hand, or to take back what led to the
/// question.
pub const ANSWER_DELAY: TimeDelta = TimeDelta::minutes(1);
/// Most standing orders of a seat.
pub const MOST_STANDING_ORDERS: usize = 20;
/// Whose notes these are.
const NOTES: &str = "standing-orders";

/// The question that triggers standing orders.
#[derive(Clone, Copy, Debug)]
pub struct Called {
    /// The seat with the prompt.
    pub seat: Seat,
    /// The number of the question.
    pub prompt: u64,
    /// The entry that says that its time is up, where they are called upon because of that.
    pub up: Option<u64>,
}

impl Called {
    /// The entry that triggers them, once.
    fn by(&self) -> u64 {
        self.up.unwrap_or(self.prompt)
    }
}

/// Why a standing order was disarmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Disarmed {
    /// Its order was not legal.
    Illegal,
    /// Its order needs confirmation, and was written without it.
    Unconfirmed,
    /// It did not foresee the prompt.
    Unforeseen,
    /// Something was taken back since it was armed.
    TakenBack,
    /// Its condition to stop came true.
    Over,
}

impl Disarmed {
    /// Told to its owner.
    pub fn in_words(self, words: &Words, lang: Lang, (table, name): (&str, &str)) -> String {
        let key = match self {
            Disarmed::Illegal => "standing-disarmed-illegal",
            Disarmed::Unconfirmed => "standing-disarmed-unconfirmed",
            Disarmed::Unforeseen => "standing-disarmed-unforeseen",
            Disarmed::TakenBack => "standing-disarmed-taken-back",
            Disarmed::Over => "standing-disarmed-over",
        };
        words.say(lang, key, &[("table", table.into()), ("name", name.into())])
    }
}

/// The news that a standing order was disarmed.
pub struct StandingNotice {
    /// The opaque id of its owner.
    pub player: String,
    /// Its name.
    pub name: String,
    /// The reason.
    pub why: Disarmed,
}

/// The standing orders of a player at a seat of a table.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct StandingOrders {
    orders: Vec<KeptOrder>,
    /// The last entry that triggered them: a question or an expiry.
    answered: u64,
}

/// Their state, written by the process that lets them answer. It is in a note of its own, so that a simultaneous change by
/// their owner is not lost.
#[derive(Default, Serialize, Deserialize)]
struct CalledUpon {
    /// The last entry that triggered them.
    answered: u64,
    /// Those that go out no more, as they were armed: the last ones.
    disarmed: Vec<KeptOrder>,
    /// What is gone of a plan.
    #[serde(default)]
    plan: Option<GonePlan>,
}

/// How much of a plan is gone: of the one with this rule, typed at this head.
#[derive(Serialize, Deserialize)]
struct GonePlan {
    typed: u64,
    rule: StandingRule,
    gone: usize,
}

impl CalledUpon {
    /// The orders as they are after what was answered: disarmed, or with the rest of a plan.
    fn applied_to(&self, mut kept: StandingOrders) -> StandingOrders {
        kept.answered = kept.answered.max(self.answered);
        for kept in &mut kept.orders {
            let gone = self.gone_of(kept);
            if self.disarmed.contains(kept) {
                kept.armed = None;
            }
            kept.order.rule.go_on(gone);
        }
        kept.orders.retain(|kept| !kept.order.rule.is_done());
        kept
    }

    /// The number of orders that are gone of a stored plan.
    fn gone_of(&self, kept: &KeptOrder) -> usize {
        let plan = self.plan.as_ref().filter(|plan| plan.typed == kept.typed && plan.rule == kept.order.rule);
        plan.map_or(0, |plan| plan.gone)
    }
}

/// A stored standing order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptOrder {
    /// It.
    pub order: StandingOrder,
    /// The head at which it was armed; `None` if it is not armed.
    pub armed: Option<u64>,
    /// It is not called upon because of this entry or an earlier one: it was armed after their delay.
    #[serde(default)]
    past: u64,
    /// The head at which it was typed.
    #[serde(default)]
    typed: u64,
}

impl KeptOrder {
    /// Returns whether it takes part when these are called upon: it is armed since before that, and nothing was taken back since.
    fn is_called(&self, taken_back: Option<u64>, called: Called) -> bool {
        let is_armed = self.armed.is_some_and(|since| taken_back.is_none_or(|back| back <= since));
        is_armed && self.past < called.by()
    }
}

impl StandingOrders {
    /// Those of a player at a seat.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn read(store: &dyn Store, player: &str, table: &str, seat: Seat) -> Result<Self, ClubError> {
        let kept = noted(store, &key(player, table, seat))?;
        let called: CalledUpon = noted(store, &called_key(player, table, seat))?;
        Ok(called.applied_to(kept))
    }

    /// Keeps them.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn keep(&self, store: &dyn Store, player: &str, table: &str, seat: Seat) -> Result<(), ClubError> {
        let key = key(player, table, seat);
        match self.orders.is_empty() {
            true => drop(store.drop_note(NOTES, &key)?),
            false => {
                let text = serde_json::to_string(self).map_err(ClubError::failed)?;
                store.put_note(NOTES, &key, &text)?;
            }
        }
        Ok(())
    }

    /// The orders, in the order in which they are tried.
    pub fn all(&self) -> &[KeptOrder] {
        &self.orders
    }

    /// Adds one, armed at this head; it replaces one of the same name. An entry whose delay is `past` does
    /// not trigger it.
    pub fn put(&mut self, order: StandingOrder, head: u64, past: Option<u64>) {
        self.orders.retain(|kept| kept.order.name != order.name);
        let past = past.unwrap_or_default();
        self.orders.push(KeptOrder { order, armed: Some(head), past, typed: head });
        self.orders.sort_by_key(|kept| kept.order.rule.rank());
    }

    /// Arms or disarms the one of that name; `None` if there is none.
    pub fn arm(&mut self, name: &str, head: Option<u64>, past: Option<u64>) -> Option<()> {
        let kept = self.orders.iter_mut().find(|kept| kept.order.name == name)?;
        kept.armed = head;
        kept.past = kept.past.max(past.unwrap_or_default());
        Some(())
    }

    /// Removes the one of that name; `None` if there is none.
    pub fn drop(&mut self, name: &str) -> Option<()> {
        let at = self.orders.iter().position(|kept| kept.order.name == name)?;
        self.orders.remove(at);
        Some(())
    }
}

fn key(player: &str, table: &str, seat: Seat) -> String {
    of_player(player, &format!("{table}/{seat}"))
}

fn called_key(player: &str, table: &str, seat: Seat) -> String {
    of_player(player, &format!("{table}/{seat}/called"))
}

/// The note under a key; the default without one.
fn noted<T: Default + DeserializeOwned>(store: &dyn Store, key: &str) -> Result<T, ClubError> {
    let note = store.note(NOTES, key)?;
    note.map_or_else(|| Ok(T::default()), |text| serde_json::from_str(&text).map_err(ClubError::failed))
}

/// The order that a text means as an answer to these options, if it is a legal one, and whether the text confirms it.
pub fn legal(game_words: &GameWords, options: &Options, text: &str) -> Option<(OrderForm, bool)> {
    match game_words.book.one(text, options, &game_words.lexicon) {
        Ok(Parsed::Order { form, part: None, anyway }) => {
            options.accept(&form).is_ok().then_some((form, anyway))
        }
        _ => None,
    }
}

/// Returns whether a standing order of a seat answers a question as soon as it may, if its order is legal then.
///
/// # Errors
/// A store that cannot be read.
pub(super) fn has_answer<G: Playable>(
    store: &dyn Store,
    now: &Table<G>,
    called: Called,
) -> Result<bool, ClubError> {
    let Called { seat, prompt, up } = called;
    let asked = now.waited_for_at(seat).filter(|asked| asked.number == prompt);
    let (Some(asked), Some(player)) = (asked, now.player_of(seat)) else { return Ok(false) };
    let kept = StandingOrders::read(store, player, now.id(), seat)?;
    if kept.orders.is_empty() || kept.answered >= called.by() {
        return Ok(false);
    }
    let (questions, view) = (now.game().questions(seat), now.view(Viewer::Seat(seat)));
    let gauges = now.game().gauges(&view, seat);
    let question = AskedQuestion { ask: asked.prompt.ask, up: up.is_some(), part: now.part() };
    let answers = |kept: &KeptOrder| {
        let effect = kept.order.weigh(question, &questions, &gauges);
        kept.is_called(now.last_taken_back(), called)
            && matches!(effect, Weighed::Answers(_) | Weighed::GoesOn(_))
    };
    Ok(kept.orders.iter().any(answers))
}

/// The outcome of a question after its standing orders were tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallOutcome {
    /// It is answered.
    Answered,
    /// It waits for its player.
    Open,
    /// An order goes out once the witness of the dice answers, which is silent since then, or is being asked.
    Held(Option<DateTime<Utc>>),
}

/// Lets the standing orders of a seat answer a question, once per trigger. Returns the orders that were disarmed too.
///
/// # Errors
/// A table or a store that cannot be read or written.
pub(super) fn answer<G: Playable>(
    tables: &Tables<G>,
    now: &Table<G>,
    game_words: &GameWords,
    called: Called,
) -> Result<(CallOutcome, Vec<StandingNotice>), ClubError> {
    let Called { seat, prompt, up } = called;
    let asked = now.waited_for_at(seat).filter(|asked| asked.number == prompt);
    let (Some(asked), Some(player)) = (asked, now.player_of(seat)) else {
        return Ok((CallOutcome::Open, vec![]));
    };
    let store = tables.store();
    let stored: StandingOrders = noted(store, &key(player, now.id(), seat))?;
    let called_key = called_key(player, now.id(), seat);
    let mut known: CalledUpon = noted(store, &called_key)?;
    let kept = known.applied_to(stored.clone());
    if kept.orders.is_empty() || kept.answered >= called.by() {
        return Ok((CallOutcome::Open, vec![]));
    }
    let (questions, view) = (now.game().questions(seat), now.view(Viewer::Seat(seat)));
    let gauges = now.game().gauges(&view, seat);
    let part = now.part();
    let question = AskedQuestion { ask: asked.prompt.ask, up: up.is_some(), part };
    let (mut outcome, mut notices, mut gone) = (CallOutcome::Open, Vec::new(), None);
    for standing in &kept.orders {
        let (name, Some(since)) = (&standing.order.name, standing.armed) else { continue };
        if standing.past >= called.by() {
            continue;
        }
        let effect = standing.order.weigh(question, &questions, &gauges);
        let weighed = match now.last_taken_back() {
            Some(back) if back > since => Err(Disarmed::TakenBack),
            _ => match effect {
                Weighed::Rests => continue,
                Weighed::Unforeseen => Err(Disarmed::Unforeseen),
                Weighed::Over => Err(Disarmed::Over),
                Weighed::Answers(text) | Weighed::GoesOn(text) => {
                    let options = now.options(seat);
                    match legal(game_words, &options, text) {
                        None => Err(Disarmed::Illegal),
                        Some((form, false))
                            if !grave(&**now.game(), &view, &asked.prompt, &options, &form).is_empty() =>
                        {
                            Err(Disarmed::Unconfirmed)
                        }
                        Some((form, _)) => Ok(form),
                    }
                }
            },
        };
        let why = match weighed {
            Ok(form) => {
                let caller = Caller::new(player, &format!("{STANDING_DOOR}{name}"));
                let caller = caller.keyed(&format!("standing {} {seat} {}", now.id(), called.by()), 0);
                match tables.perform(now.id(), &caller, &TableCommand::Order(Order { seat, prompt, form }))? {
                    // Whoever answered meanwhile was first.
                    reply @ (Reply::Accepted { .. } | Reply::Stale { .. }) => {
                        let went = matches!((reply, effect), (Reply::Accepted { .. }, Weighed::GoesOn(_)));
                        gone = went.then_some(name);
                        outcome = CallOutcome::Answered;
                        break;
                    }
                    // Nothing is noted, so it is tried again.
                    Reply::Refused(refusal) if can_be_tried_again(&refusal) => {
                        return Ok((CallOutcome::Held(silent_since(store, now.id())?), vec![]));
                    }
                    Reply::Refused(_) => Disarmed::Illegal,
                }
            }
            Err(why) => why,
        };
        notices.push(StandingNotice { player: player.to_owned(), name: name.clone(), why });
    }
    known.answered = known.answered.max(called.by());
    let is_told = |order: &&KeptOrder| notices.iter().any(|notice| notice.name == order.order.name);
    known.disarmed.extend(stored.orders.iter().filter(is_told).cloned());
    let old = known.disarmed.len().saturating_sub(MOST_STANDING_ORDERS);
    known.disarmed.drain(..old);
    if let Some(plan) = gone.and_then(|name| stored.orders.iter().find(|kept| kept.order.name == *name)) {
        let (typed, rule, gone) = (plan.typed, plan.order.rule.clone(), known.gone_of(plan) + 1);
        known.plan = Some(GonePlan { typed, rule, gone });
    }
    store.put_note(NOTES, &called_key, &serde_json::to_string(&known).map_err(ClubError::failed)?)?;
    Ok((outcome, notices))
}
