//! The witness of the dice: another club's server, whose answer the rolls of each order follow from too, so that whoever holds the
//! seed cannot know them before the order is bound to its number.
//!
//! A table opened with a witness asks it for each order that the rules have accepted, and for the set-up, before anything is stored. What
//! it is asked with follows from the seed and the order digest, so that it learns nothing of the orders. It answers once for each number: an
//! order that was asked for and never stored is accounted for by an entry before the next order.

use super::batch::{Batch, Origin};
use super::dice::{Answers, NoDice, TableWitness, Unanswered};
use super::effect::{Decision, Draft, Effect, NoEffect};
use super::fold::Table;
use super::reply::{Reply, TableFault};
use super::service::Tables;
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
/// The refusal where the witness knows less than the table.
const FORGOT: &str = "witness-forgot";
/// The refusal of a server that does not ask this witness.
const ELSEWHERE: &str = "witness-elsewhere";

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
            self.witness = Some(TableWitness { log, key, counter: 0, abandoned: 0, own: None });
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
        let counter = draft.batch.counter().unwrap_or(witness.counter) + 1;
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
    [SILENT, FORGOT, ELSEWHERE].contains(&refusal.reason.as_str())
}

/// The refusal of a command for which there is no answer: nothing was done, and it can be tried again.
fn refusal(why: &NoDice, witness: &TableWitness) -> Refusal {
    let named = |reason| Reply::refused(reason).about("witness", witness.name());
    match why {
        NoDice::Silent(why) => {
            tracing::warn!(
                witness = witness.name(),
                why = english(why),
                "the witness of the dice does not answer"
            );
            named(SILENT)
        }
        NoDice::Forgot(known) => named(FORGOT).about("known", known).about("ours", witness.counter),
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
        asked: Unanswered,
        answers: &mut Answers,
    ) -> Result<Option<Refusal>, TableFault> {
        let ours = self.platform().dice_witness();
        let same = ours.filter(|ours| ours.keys() == (witness.log.clone(), witness.key.clone()));
        let Some(ours) = same else {
            return Ok(Some(Reply::refused(ELSEWHERE).about("witness", witness.name())));
        };
        let first = self.store().read_line_range(table, 1..=1)?;
        let Some(StoredLine::Entry(first)) = first.into_iter().next() else {
            return Err(log::Fault::NoTable { table: table.to_owned() }.into());
        };
        let text = first.canonical().map_err(|error| TableFault::unfit(table, 1, error))?;
        let opening = chain::link(&Head::EMPTY.chain, &chain::digest(&text));
        match ours.ask(&DiceAsk { opening, counter: asked.counter, value: asked.value }) {
            Ok(heard) => {
                answers.hear(asked, heard);
                Ok(None)
            }
            Err(why) => Ok(Some(refusal(&why, witness))),
        }
    }

    /// Returns whether time may expire at a table now: not while the witness of its dice is silent.
    pub(super) fn lets_time_expire(&self, table: &Table<G>) -> bool {
        let Some(witness) = table.witness().filter(|witness| witness.own.is_none()) else { return true };
        // Where this server asks another witness now, every order is refused: nobody may lose by time meanwhile.
        let keys = (witness.log.clone(), witness.key.clone());
        self.platform().dice_witness().is_some_and(|it| it.keys() == keys && it.lets_time_expire())
    }
}
