//! The crew until the tables are opened to Discord: every call is told that the bot cannot take it in.

use std::sync::Arc;

use super::crew::Crew;
use crate::app::trouble::Trouble;
use crate::door::discord::answering::Handle;
use crate::door::discord::call::{Call, What};
use crate::door::discord::message::{Answer, Message};
use crate::log::{SqliteStore, Store};
use crate::table::World;
use crate::words::Words;

struct Closed(Words);

impl Handle for Closed {
    fn handle(&self, call: &Call) -> Answer {
        match call.what {
            What::Complete { .. } => Answer::Suggest(Vec::new()),
            _ => Answer::private(Message::from(self.0.say(call.user.lang, "discord-serve-busy", &[]))),
        }
    }
}

pub(super) fn crew(store: &SqliteStore, world: &Arc<dyn World>) -> Result<Crew, Trouble> {
    let (store, world) = (store.clone(), world.clone());
    Ok(Crew {
        handle: Arc::new(Closed(Words::read()?)),
        alive: Arc::new(move || store.table("goeben-0000").map(drop).map_err(|fault| fault.to_string())),
        now: Arc::new(move || world.now().timestamp()),
        courier: Box::new(|_, mut stop| {
            Box::pin(async move {
                let _ = stop.wait_for(|stop| *stop).await;
            })
        }),
        register: Arc::new(|_| Box::pin(async { Ok(()) })),
    })
}
