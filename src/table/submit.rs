//! Giving an order.

use super::batch::{Batch, log_audience};
use super::caller::Caller;
use super::command::Order;
use super::effect::{Decision, Draft, Effect, NoEffect};
use super::fold::Table;
use super::limits::SINCE_ENTRIES;
use super::reply::{Reply, TableFault};
use super::witness::is_asked_for;
use crate::game::limits::FACTS_AN_ORDER;
use crate::game::{Game, Resolved, Stop};
use crate::games::Packed;
use crate::log::{PlayEvent, TableEvent};

impl<G: Packed> Table<G> {
    pub(super) fn submit(&self, order: &Order, draft: &mut Draft<'_, G::Event>) -> Decision<G> {
        check_order(self, draft.caller, order)?;
        self.bring_rules(&mut draft.batch)?;
        let form = serde_json::to_value(&order.form).map_err(|e| TableFault::SetUp(e.to_string()))?;
        let table_event = TableEvent::Play(PlayEvent::OrderGiven { prompt: order.prompt, order: form });
        let audience = log_audience(G::order_policy(&self.state, order.seat, &order.form).audience);
        let cause = draft.batch.table_event(table_event, draft.caller.at(order.seat), audience, None)?;
        if self.is_witnessed() && is_asked_for(&order.form) {
            // The rules say first whether they accept it. Nothing of these dice is kept.
            resolve(self, order, &draft.batch, cause)?;
            self.witness_rolls(cause, draft)?;
        }
        let Resolved { facts, state } = resolve(self, order, &draft.batch, cause)?;
        draft.batch.facts::<G>(facts, cause)?;
        Ok(Effect { actor: Some(order.seat), state: Some(state) })
    }
}

/// Checks that the caller may give this seat's order now, in answer to that prompt.
fn check_order<G: Game>(table: &Table<G>, caller: &Caller, order: &Order) -> Result<(), NoEffect> {
    if table.player_of(order.seat) != Some(&*caller.player) {
        return Err(Reply::refused("not-your-seat").about("seat", order.seat).into());
    }
    if table.readiness().is_some() {
        return Err(Reply::refused("not-all-ready").into());
    }
    let asked = table.asked_of(order.seat).map(|asked| asked.number);
    if asked == Some(order.prompt) {
        return Ok(());
    }
    if let Some(why) = table.closed() {
        return Err(Reply::refused("table-closed").about("why", why).into());
    }
    let orders = table.undo.given.iter().map(|given| given.order).chain(table.undo.last_takeback);
    let mut since: Vec<u64> = orders.filter(|seq| *seq > order.prompt).collect();
    // The last takeback is at the end of this list, wherever it is in the log.
    since.sort_unstable();
    since.drain(..since.len().saturating_sub(SINCE_ENTRIES));
    Err(NoEffect::Stale { prompt: order.prompt, now: asked, since })
}

fn resolve<G: Game>(
    table: &Table<G>,
    order: &Order,
    batch: &Batch<'_, G::Event>,
    cause: u64,
) -> Result<Resolved<G::State, G::Event>, NoEffect> {
    let fault =
        |what: String| NoEffect::Fault(TableFault::Entry { table: table.id.clone(), seq: cause, what });
    let (game, options) = (&table.game, table.options(order.seat));
    match game.resolve_among(&options, &table.state, order.seat, &order.form, &mut batch.chance()) {
        // Rules that run wild must not fill the log.
        Ok(resolved) if resolved.facts.len() <= FACTS_AN_ORDER => Ok(resolved),
        Ok(Resolved { facts, .. }) => {
            Err(fault(format!("an order led to {} facts, {FACTS_AN_ORDER} are allowed", facts.len())))
        }
        Err(Stop::Refused(refusal)) => Err(refusal.into()),
        Err(stop) => Err(fault(stop.to_string())),
    }
}
