//! The witness of the dice: another club's server, whose answer the rolls of each order follow from too, so that whoever holds the
//! seed cannot know them before the order is bound to its number.
//!
//! A table opened with a witness asks it for each order that the rules have accepted, and for the set-up, before anything is stored. What
//! it is asked with follows from the seed and the order digest, so that it learns nothing of the orders. It answers once for each number: an
//! order that was asked for and never stored is accounted for by an entry before the next order.

use chrono::{DateTime, Utc};

use super::batch::{Batch, Origin};
use super::caller::Caller;
use super::dice::{Answers, DiceWitness, NoDice, Service, TableWitness, Unanswered};
use super::effect::{Decision, Draft, Effect, NoEffect};
use super::fold::Table;
use super::reply::{Reply, TableFault};
use super::service::Tables;
use super::silence::Silence;
use crate::game::{Game, OrderForm, Refusal, Seat};
use crate::games::Packed;
use crate::log::stored::StoredLine;
use crate::log::table_event::TALK;
use crate::log::{self, DiceEvent, Head, RequestEvent, Store, chain};
use crate::transparency::dice::{DiceAnswer, DiceAsk};
use crate::words::english;

/// Most requests for one command: after a backup was put back, each accounts for many orders.
pub(super) const MOST_REQUESTS: u32 = 64;

/// The refusal while the witness does not answer.
const SILENT: &str = "witness-silent";
/// The refusal while the witness is asked in the background.
const ASKED: &str = "witness-asked";
/// The refusal of a witness that did not answer in time.
const LATE: &str = "witness-late";
/// The refusal of what the witness answered.
const WRONG: &str = "witness-wrong";
/// The refusal of an answer whose proof does not hold.
const FORGED: &str = "witness-forged";
/// The refusal where the witness does not list the club.
const UNLISTED: &str = "witness-unlisted";
/// The refusal where the witness knows less than the table.
const FORGOT: &str = "witness-forgot";
/// The refusal of a witness that answered twice for one number, and not the same.
const TWICE: &str = "witness-twice";
/// The refusal of a server that does not ask this witness.
const ELSEWHERE: &str = "witness-elsewhere";
/// The refusal of a server whose log has another key than at the table's opening.
const OTHER_KEY: &str = "witness-other-key-of-club";

impl<G: Game> Table<G> {
    /// The witness of the dice; `None` at a table without one.
    pub fn witness(&self) -> Option<&TableWitness> {
        self.witness.as_ref()
    }

    /// Returns whether the next order is witnessed.
    pub(super) fn is_witnessed(&self) -> bool {
        self.witness.as_ref().is_some_and(|witness| witness.own.is_none())
    }
}

impl<G: Packed> Table<G> {
    /// Folds an event of this matter.
    pub(super) fn dice_event(&mut self, seq: u64, event: &DiceEvent) {
        if let DiceEvent::WitnessAsked { log, witness } = event {
            let (log, key) = (log.clone(), witness.clone());
            self.witness = Some(TableWitness { log, key, counter: 0, value: None, abandoned: 0, own: None });
        }
        if let Some(witness) = &mut self.witness {
            witness.follow(seq, event);
        }
        if *event == DiceEvent::OwnDiceAgreed
            && self.request.as_ref().is_some_and(|open| open.ask == RequestEvent::OwnDiceProposed)
        {
            self.request = None;
        }
    }

    /// Accounts for orders that the witness answered for and that were never stored.
    pub(super) fn account_for(
        &self,
        answers: &Answers,
        batch: &mut Batch<'_, G::Event>,
    ) -> Result<(), TableFault> {
        let Some(witness) = self.witness.as_ref().filter(|witness| witness.own.is_none()) else {
            return Ok(());
        };
        let news = answers.lost.iter().filter(|answer| answer.counter > witness.counter);
        for (answer, counter) in news.zip(witness.counter + 1..) {
            // The log may skip no number; what is behind the gap waits for another answer.
            if answer.counter != counter {
                break;
            }
            let [value, output, proof] = written(answer);
            batch
                .add(DiceEvent::DiceAbandoned { counter, value, output, proof }.into(), Origin::default())?;
        }
        Ok(())
    }

    /// Adds the witness's answer for entry `cause`, at the head; asks for it if there is none yet.
    pub(super) fn witness_rolls(&self, cause: u64, draft: &mut Draft<'_, G::Event>) -> Result<(), NoEffect> {
        let Some(witness) = self.witness.as_ref().filter(|witness| witness.own.is_none()) else {
            return Ok(());
        };
        let Some(line) = draft.batch.orders_at_cause() else { return Ok(()) };
        let value = draft.batch.seed().witness_value(&line);
        // Orders that are accounted for in this batch used up numbers too.
        let counter = draft.batch.counter().unwrap_or(witness.counter) + 1;
        // An order that came in between changed the value: the answer is then to another question.
        let answer = draft.answers.own.as_ref().filter(|it| it.counter == counter && it.value == value);
        let Some(answer) = answer else { return Err(NoEffect::Unanswered(Unanswered { counter, value })) };
        let [value, output, proof] = written(answer);
        draft.batch.add_after(cause, DiceEvent::DiceWitnessed { counter, value, output, proof }.into())?;
        Ok(())
    }

    pub(super) fn propose_own_dice(&self, seat: Seat, draft: &mut Draft<'_, G::Event>) -> Decision<G> {
        self.seated(draft.caller, seat)?;
        match &self.witness {
            None => return Err(Reply::refused("no-witness").into()),
            Some(TableWitness { own: Some(seq), .. }) => {
                return Err(Reply::refused("own-dice-already").about("entry", seq).into());
            }
            Some(_) => {}
        }
        let (event, origin) =
            self.request_or_outcome(seat, RequestEvent::OwnDiceProposed, false, draft.caller)?;
        draft.batch.add(event, origin)?;
        Ok(Effect::by(seat))
    }
}

/// Returns whether the witness is asked for an order: any but texts between players, from which no roll follows.
pub(super) fn is_asked_for(form: &OrderForm) -> bool {
    !TALK.contains(&form.verb.as_str())
}

/// Returns whether a command was refused only because the witness did not answer, so that it can be tried again.
pub fn can_be_tried_again(refusal: &Refusal) -> bool {
    let for_want_of_dice =
        [ASKED, SILENT, LATE, WRONG, FORGED, UNLISTED, FORGOT, TWICE, ELSEWHERE, OTHER_KEY];
    for_want_of_dice.contains(&refusal.reason.as_str())
}

/// When the silence of a table's witness began; `None` while it answers, or is being asked.
///
/// # Errors
/// A store that cannot be read.
pub fn silent_since(store: &(impl Store + ?Sized), table: &str) -> Result<Option<DateTime<Utc>>, log::Fault> {
    Ok(Silence::noted(store, table)?.since())
}

/// The refusal of a command for which there is no answer: nothing was done, and it can be tried again.
fn refusal(why: &NoDice, witness: &TableWitness) -> Refusal {
    let named = |reason| Reply::refused(reason).about("witness", witness.name());
    match why {
        NoDice::Asked => {}
        NoDice::Silent(why) | NoDice::Late(why) | NoDice::Wrong(why) => {
            tracing::warn!(
                witness = witness.name(),
                why = english(why),
                "no valid answer from the witness of the dice"
            );
        }
        NoDice::Forgot(known) => {
            tracing::warn!(witness = witness.name(), known, "the witness of the dice forgot a table");
        }
        NoDice::Twice(counter) => {
            let witness = witness.name();
            tracing::error!(witness, counter, "the witness of the dice gave two answers for one number");
        }
    }
    match why {
        NoDice::Asked => named(ASKED),
        NoDice::Silent(_) => named(SILENT),
        NoDice::Late(_) => named(LATE),
        NoDice::Wrong(why) => named(match why.key {
            "dice-answer-forged" => FORGED,
            "dice-witness-unlisted" => UNLISTED,
            _ => WRONG,
        }),
        NoDice::Forgot(known) => named(FORGOT).about("known", known).about("ours", witness.counter),
        NoDice::Twice(counter) => named(TWICE).about("counter", counter),
    }
}

fn written(answer: &DiceAnswer) -> [String; 3] {
    [&answer.value[..], &answer.output, &answer.proof].map(hex::encode)
}

impl<G: Packed, S: Store + ?Sized> Tables<G, S> {
    /// Asks the witness of a table, and adds its answers. Returns the refusal of a command for which there are none.
    pub(super) fn ask_witness(
        &self,
        (table, witness): (&str, &TableWitness),
        (asked, caller): (Unanswered, &Caller),
        answers: &mut Answers,
    ) -> Result<Option<Refusal>, TableFault> {
        let Some(ours) = self.witness_of(witness) else {
            let is_same = self.platform().dice_witness().is_some_and(|ours| ours.keys().1 == witness.key);
            let reason = if is_same { OTHER_KEY } else { ELSEWHERE };
            let (now, silence) = (self.platform().now(), Silence::noted(self.store(), table)?);
            silence.tried_in_vain(now, false).note(self.store(), table)?;
            return Ok(Some(Reply::refused(reason).about("witness", witness.name())));
        };
        let opening = self.opening_of(table)?;
        let ask = DiceAsk { opening, counter: asked.counter, value: asked.value };
        let heard = ours.ask(&ask, witness.last_ask(opening).as_ref(), caller.tries_again());
        let (now, silence) = (self.platform().now(), Silence::noted(self.store(), table)?);
        match heard {
            Ok(heard) => {
                answers.hear(asked, heard);
                silence.ended(now).note(self.store(), table)?;
                Ok(None)
            }
            // A later try notes the answer.
            Err(why @ NoDice::Asked) => Ok(Some(refusal(&why, witness))),
            Err(why) => {
                let is_reached = !matches!(why, NoDice::Silent(_));
                silence.tried_in_vain(now, is_reached).note(self.store(), table)?;
                Ok(Some(refusal(&why, witness)))
            }
        }
    }

    /// Returns whether time may expire at a table now: not before its witness is known to serve it, nor soon after it did not.
    pub(super) fn lets_time_expire(&self, table: &Table<G>) -> Result<bool, TableFault> {
        let Some(witness) = table.witness().filter(|witness| witness.own.is_none()) else { return Ok(true) };
        // Where this server asks another witness now, every order is refused: nobody may lose by time meanwhile.
        let Some(ours) = self.witness_of(witness) else { return Ok(false) };
        // Before the first answer nothing was rolled, and nobody is asked anything.
        let Some(last) = witness.last_ask(self.opening_of(table.id())?) else { return Ok(true) };
        let service = ours.service(&last);
        let (now, silence) = (self.platform().now(), Silence::noted(self.store(), table.id())?);
        let silence = match service {
            Service::Answered(at) => silence.ended_unless_tried_since(at, now),
            Service::Silent => silence.began(now),
            Service::Unknown => return Ok(false),
        };
        silence.note(self.store(), table.id())?;
        Ok(silence.lets_time_expire(now))
    }

    /// The witness of a table, if this server asks it and signs as when the table was opened.
    fn witness_of(&self, witness: &TableWitness) -> Option<&dyn DiceWitness> {
        let ours = self.platform().dice_witness()?;
        (ours.keys() == (witness.log.clone(), witness.key.clone())).then_some(ours)
    }

    /// The chain value at entry 1 of a table, by which a witness knows it.
    fn opening_of(&self, table: &str) -> Result<[u8; 32], TableFault> {
        let first = self.store().read_line_range(table, 1..=1)?;
        let Some(StoredLine::Entry(first)) = first.into_iter().next() else {
            return Err(log::Fault::NoTable { table: table.to_owned() }.into());
        };
        let text = first.canonical().map_err(|error| TableFault::unfit(table, 1, error))?;
        Ok(chain::link(&Head::EMPTY.chain, &chain::digest(&text)))
    }
}
