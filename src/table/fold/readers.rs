//! The state of a table for its readers.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Table;
use crate::game::{Chance, Fact, Game, Options, OrderForm, Refusal, Seat, Stop, Undo, Viewer};
use crate::games::{AskedSeat, Packed};
use crate::log::Head;
use crate::log::table_event::TableOpened;
use crate::seal::Seed;
use crate::table::lock::locked;
use crate::table::questions::OpenPrompt;
use crate::table::reply::Reply;

impl<G: Packed> Table<G> {
    /// The part of the log in which the game is: a turn or a day.
    pub fn part(&self) -> Option<u32> {
        self.game.part(&self.state)
    }
}

impl<G: Game> Table<G> {
    /// The id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The game with its data pack.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The first entry's body.
    pub fn opened(&self) -> &TableOpened {
        &self.opened
    }

    /// The length of the log, and its hash.
    pub fn head(&self) -> Head {
        self.head
    }

    /// When the last entry was written, in the form of [`crate::log::Entry::at`].
    pub fn written_at(&self) -> &str {
        &self.written_at
    }

    /// Every entry that is still sealed, ascending.
    pub(in crate::table) fn still_sealed(&self) -> Vec<u64> {
        self.secrets.all()
    }

    /// The open prompts; none when the table is closed or the game is over.
    pub fn asked(&self) -> &[OpenPrompt] {
        &self.questions.asked
    }

    /// The open prompts that the game waits for.
    pub fn waited_for(&self) -> impl Iterator<Item = &OpenPrompt> {
        self.questions.asked.iter().filter(|asked| asked.prompt.awaited)
    }

    /// The open prompt of `seat`, if the game waits for its answer.
    pub fn waited_for_at(&self, seat: Seat) -> Option<&OpenPrompt> {
        self.waited_for().find(|asked| asked.prompt.seat == seat)
    }

    /// The seats that the game waits for, each with its prompt if `viewer` may know it.
    pub fn seats_awaited(&self, viewer: Viewer) -> Vec<AskedSeat> {
        AskedSeat::of(self.questions.asked.iter().map(|asked| &asked.prompt), viewer)
    }

    /// The open prompt of `seat`.
    pub fn asked_of(&self, seat: Seat) -> Option<&OpenPrompt> {
        self.questions.asked.iter().find(|asked| asked.prompt.seat == seat)
    }

    /// Why an order of `seat` would be refused now; `None` where it would be carried out.
    pub fn refusal_of(&self, seat: Seat, form: &OrderForm) -> Option<Refusal> {
        let mismatch = self.options(seat).accept(form).err()?;
        Some(self.game.refuse(&self.state, seat, form, &mismatch))
    }

    /// The refusal of the first order that would fail, if `seat` gave these in turn. `next` supplies each order from the options at that
    /// point. `None` if none is known to fail: nothing is foreseen beyond an order that rolls or shows something hidden.
    pub fn foresee(
        &self,
        seat: Seat,
        next: &mut dyn FnMut(&Options) -> Option<OrderForm>,
    ) -> Option<Refusal> {
        let mut state = self.state.clone();
        while self.game.prompts(&state).iter().any(|prompt| prompt.seat == seat) {
            let options = self.game.options(&state, seat);
            let form = next(&options)?;
            // The script of dice is empty, so an order that needs a die stops and nothing is foreseen.
            match self.game.resolve_among(&options, &state, seat, &form, &mut Chance::scripted([])) {
                Ok(resolved) => {
                    let bars = |fact: &Fact<_>| {
                        matches!(fact, Fact::Roll(_)) || G::fact_policy(fact).undo == Undo::Bars
                    };
                    // A refusal from beyond this would tell what the seat may not know yet.
                    if resolved.facts.iter().any(bars) {
                        return None;
                    }
                    state = Arc::new(resolved.state);
                }
                Err(Stop::Refused(refusal)) => return Some(refusal),
                Err(_) => return None,
            }
        }
        None
    }

    /// The key of the dice with which a computer player at `seat` decides now; `None` at a table whose dice follow from the chain.
    pub fn thought_key(&self, seed: &Seed, seat: Seat) -> Option<[u8; 32]> {
        let (base, given) = self.orders.as_ref()?.without_others(seat.as_str());
        Some(seed.thought_key(seat.as_str(), &base, &given))
    }

    /// The seq of the last takeback.
    pub fn last_taken_back(&self) -> Option<u64> {
        self.undo.last_takeback
    }

    /// The seats that are taken, each with the opaque id of its player.
    pub fn seats(&self) -> impl Iterator<Item = (Seat, &str)> {
        self.people.seats.iter().map(|(seat, holder)| (*seat, &*holder.player))
    }

    /// The player of a seat.
    pub fn player_of(&self, seat: Seat) -> Option<&str> {
        self.people.seats.get(&seat).map(|holder| &*holder.player)
    }

    /// The seq of the entry by which `player` took the seat or was offered it. Earlier notices of the seat were for others.
    pub fn concerns_since(&self, seat: Seat, player: &str) -> Option<u64> {
        let held = self.people.seats.get(&seat).filter(|holder| *holder.player == *player);
        let offered = self.people.offers.get(&seat).filter(|offer| *offer.player == *player);
        held.map(|holder| holder.since).or(offered.map(|offer| offer.seq))
    }

    /// The distinct players who sit at the table, each with their first seat.
    pub fn players(&self) -> BTreeMap<&str, Seat> {
        let mut players = BTreeMap::new();
        for (seat, player) in self.seats() {
            players.entry(player).or_insert(seat);
        }
        players
    }

    /// The player who opened the table, or to whom they passed their last seat.
    pub fn owner(&self) -> Option<&str> {
        self.people.owner.as_deref()
    }

    /// Why the table was closed, once it is.
    pub fn closed(&self) -> Option<&str> {
        self.closed.as_deref()
    }

    /// The number of looks at hidden information in play.
    pub fn peeks(&self) -> u32 {
        self.peeks
    }

    /// Returns whether the game is over; the table of a practice game stays open after that.
    pub fn is_over(&self) -> bool {
        self.game.is_over(&self.state)
    }

    /// The viewer that `player` is when they ask to look as `wanted`: a seat they hold, or a spectator;
    /// [`Viewer::All`] once the table is closed.
    ///
    /// # Errors
    /// A refusal to look as a seat they do not hold.
    pub fn viewer_of(&self, player: Option<&str>, wanted: Viewer) -> Result<Viewer, Refusal> {
        match wanted {
            _ if self.closed.is_some() => Ok(Viewer::All),
            Viewer::Seat(seat) if player.is_none() || self.player_of(seat) != player => {
                Err(Reply::refused("not-your-seat").about("seat", seat))
            }
            viewer => Ok(self.lowered(viewer)),
        }
    }

    /// The view of `viewer`; on an open table [`Viewer::All`] sees what a spectator sees.
    pub fn view(&self, viewer: Viewer) -> G::View {
        self.game.view(&self.state, self.lowered(viewer))
    }

    /// As [`Table::view`], computed once for each viewer.
    pub fn seen_by(&self, viewer: Viewer) -> Arc<G::View> {
        self.remembered.get(viewer.into(), || self.view(viewer))
    }

    /// The viewer whose view everybody at the table may see: a spectator; at a table of one seat, which hides nothing from its
    /// own player, that seat.
    pub fn public_viewer(&self) -> Viewer {
        let mut seats = self.all_seats();
        match (seats.next(), seats.next()) {
            (Some(seat), None) => Viewer::Seat(seat),
            _ => Viewer::Spectator,
        }
    }

    /// The options of `seat`; empty when it is not asked. They are computed once for each head.
    pub fn options(&self, seat: Seat) -> Arc<Options> {
        if self.asked_of(seat).is_none() {
            return Arc::default();
        }
        let make = || Arc::new(self.game.options(&self.state, seat));
        // Made under the lock: options are costly, and two readers need them only once.
        locked(&self.options).entry(seat).or_insert_with(make).clone()
    }

    /// `viewer`, unless it would see more than may be seen now.
    pub(crate) fn lowered(&self, viewer: Viewer) -> Viewer {
        if viewer == Viewer::All && self.closed.is_none() { Viewer::Spectator } else { viewer }
    }
}
