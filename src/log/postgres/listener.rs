//! Orders of other processes, received by `LISTEN`. The process that stores one sends `NOTIFY` after the commit: within the
//! transaction, all commits would wait for each other.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use deadpool_postgres::Pool;
use futures::StreamExt;
use tokio::sync::broadcast::{Sender, channel};
use tokio::time::sleep;
use tokio_postgres::AsyncMessage;

use super::{PostgresAddress, PostgresStore, error_text};
use crate::log::changes::{ANYWHERE, Changes, Place};
use crate::log::limits::{HEARD_AT_ONCE, HEARD_WITHIN, LISTEN_AGAIN};

/// Says something to everybody who listens.
const SAY: &str = "SELECT pg_notify('wardroom', word) FROM unnest($1::text[]) word";
/// The prefix of a process's announcement to itself; no table's id begins with it.
const TO_ITSELF: &str = "?";

/// The received announcements, from the first listener on.
#[derive(Debug, Default)]
pub(super) struct Listener(OnceLock<Sender<Place>>);

/// The reason why listening ended.
enum Stopped {
    /// This process's own announcement did not arrive.
    Deaf,
    /// The connection was lost, or none could be made.
    Lost(String),
}

impl From<tokio_postgres::Error> for Stopped {
    fn from(error: tokio_postgres::Error) -> Stopped {
        Stopped::Lost(error_text(&error))
    }
}

impl PostgresStore {
    /// Listens from now on.
    pub(super) fn listen(&self) -> Changes {
        let tell = self.shared.listener.0.get_or_init(|| {
            let (tell, _) = channel(HEARD_AT_ONCE);
            let listening =
                keep_listening(self.shared.address.clone(), self.shared.pool.clone(), tell.clone());
            if let Some(runtime) = &self.shared.runtime {
                runtime.spawn(listening);
            }
            tell
        });
        Changes::of(tell.subscribe())
    }

    /// Announces a change of a table, without waiting. A process that misses it finds the change later by polling.
    pub(super) fn announce(&self, table: &str) {
        let mut unannounced = unannounced(&self.shared.announcements);
        // A sender runs, and takes this one along with its next statement.
        if let Some(tables) = &mut *unannounced {
            tables.insert(table.to_owned());
            return;
        }
        *unannounced = Some(BTreeSet::from([table.to_owned()]));
        let (pool, announcements) = (self.shared.pool.clone(), self.shared.announcements.clone());
        if let Some(runtime) = &self.shared.runtime {
            runtime.spawn(async move {
                while let Some(tables) = next_words(&announcements) {
                    if let Err(trouble) = notify(&pool, &tables).await {
                        tracing::debug!(%trouble, "other processes cannot be notified of an order at once");
                    }
                }
            });
        }
    }
}

/// The tables still to be announced; `None` while no sender runs.
pub(super) type Announcements = Arc<Mutex<Option<BTreeSet<String>>>>;

fn unannounced(announcements: &Mutex<Option<BTreeSet<String>>>) -> MutexGuard<'_, Option<BTreeSet<String>>> {
    announcements.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The next text to send; `None` ends the sender.
fn next_words(announcements: &Announcements) -> Option<Vec<String>> {
    let mut unannounced = unannounced(announcements);
    let tables: Vec<String> =
        unannounced.as_mut().map(std::mem::take).unwrap_or_default().into_iter().collect();
    if tables.is_empty() {
        // Under the same lock as the look, so that no announcement is left to a sender that ends.
        *unannounced = None;
        return None;
    }
    Some(tables)
}

async fn notify(pool: &Pool, words: &[String]) -> Result<(), String> {
    let client = pool.get().await.map_err(|error| error.to_string())?;
    client.query(SAY, &[&words]).await.map(drop).map_err(|error| error_text(&error))
}

async fn keep_listening(address: PostgresAddress, pool: Pool, tell: Sender<Place>) {
    let [first, longest] = LISTEN_AGAIN;
    let (mut pause, mut said) = (first, false);
    loop {
        let began = tokio::time::Instant::now();
        match hear(&address, &pool, &tell).await {
            Ok(never) => match never {},
            Err(Stopped::Deaf) => {
                if !said {
                    tracing::warn!(
                        database = %address,
                        "what other processes store is not heard of, as through a pooler in transaction mode: it is looked \
                         for every few seconds"
                    );
                }
                (said, pause) = (true, longest);
            }
            Err(Stopped::Lost(why)) => {
                tracing::debug!(database = %address, why, "listening broke off");
                // A line that held for a while broke anew, so the pauses begin anew.
                pause = if began.elapsed() > longest { first } else { (2 * pause).min(longest) };
            }
        }
        sleep(pause).await;
    }
}

/// Passes on announcements until the connection is lost.
async fn hear(address: &PostgresAddress, pool: &Pool, tell: &Sender<Place>) -> Result<Infallible, Stopped> {
    let (client, messages) = address.line().await.map_err(|fault| Stopped::Lost(fault.to_string()))?;
    let mut messages = pin!(messages);
    let token = format!("{TO_ITSELF}{}", drawn()?);
    let ask = async {
        // First of all, or its own announcement could pass by unheard.
        client.batch_execute("LISTEN wardroom").await?;
        notify(pool, std::slice::from_ref(&token)).await.map_err(Stopped::Lost)
    };
    let (mut ask, mut late) = (pin!(ask), pin!(sleep(HEARD_WITHIN)));
    let (mut asked, mut hears) = (false, false);
    loop {
        let message = tokio::select! {
            done = &mut ask, if !asked => {
                done?;
                asked = true;
                continue;
            }
            () = &mut late, if !hears => return Err(Stopped::Deaf),
            message = messages.next() => message,
        };
        let message = message.ok_or_else(|| Stopped::Lost("the connection was closed".to_owned()))??;
        let AsyncMessage::Notification(heard) = message else { continue };
        // Nobody may be listening just now.
        match heard.payload() {
            own if own == token => {
                hears = true;
                // For changes stored while nobody listened.
                let _ = tell.send(ANYWHERE.into());
            }
            other if other.starts_with(TO_ITSELF) => {}
            table => drop(tell.send(table.into())),
        }
    }
}

fn drawn() -> Result<String, Stopped> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| Stopped::Lost(error.to_string()))?;
    Ok(hex::encode(bytes))
}
