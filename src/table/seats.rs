//! Taking a seat.

use serde_json::json;

use super::batch::Origin;
use super::command::{Act, Caller, Halt};
use super::reply::{Reply, TableFault};
use super::service::Tables;
use crate::game::Seat;
use crate::games::Packed;
use crate::log::{Audience, By, Frame, Store};

impl<G: Packed, S: Store> Tables<G, S> {
    /// `caller` takes a free seat. Taking a seat one holds already is refused as any taken seat is.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn take_seat(&self, table: &str, caller: &Caller, seat: Seat) -> Result<Reply, TableFault> {
        self.command(table, caller, json!({ "take_seat": seat }), |table, batch| {
            let free =
                || table.opened.seats.iter().filter(|seat| !table.seats.keys().any(|s| s.as_str() == *seat));
            if table.closed.is_some() {
                return Err(Halt::Refused(Reply::refused("table-closed")));
            }
            if !table.opened.seats.iter().any(|known| known == seat.as_str()) {
                return Err(Halt::Refused(Reply::refused("no-such-seat").about("seat", seat).legal(free())));
            }
            if table.player_of(seat).is_some() {
                return Err(Halt::Refused(Reply::refused("seat-taken").about("seat", seat).legal(free())));
            }
            let by = Some(By { seat: seat.to_string(), player: caller.player.clone() });
            let frame = Frame::SeatTaken { seat: seat.to_string() };
            batch.frame(&frame, Origin { by, ..caller.origin() }, Audience::Everyone, None)?;
            Ok(Act { actor: Some(seat), direct: None })
        })
    }
}
