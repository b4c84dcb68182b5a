//! A player who comes to a table through a door.

use std::sync::Arc;

use super::door::Door;
use crate::receipt::ReceiptMaker;
use crate::table::Caller;

/// A player with their door and their outside message.
#[derive(Clone)]
pub struct Visitor {
    /// Their opaque id.
    pub player: String,
    /// The door.
    pub door: Arc<dyn Door>,
    /// The id of the message: the idempotency key of its orders.
    pub key: String,
    /// Makes receipts of the message, where something proves who sent it.
    pub receipts: Option<ReceiptMaker>,
}

impl Visitor {
    /// The caller of the only command of the message.
    pub fn caller(&self) -> Caller {
        Caller::new(&self.player, self.door.name()).keyed(&self.key, 0).proven(self.receipts.clone())
    }
}
