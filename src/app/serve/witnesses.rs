//! The witnesses of the club's log: each is asked for its cosignature of every checkpoint, and what is wrong with an answer is
//! logged. Nothing waits for them.

use std::sync::Mutex;
use std::time::Duration;

use futures::future::join_all;
use reqwest::redirect::Policy;
use reqwest::{Client, Response};
use tokio::runtime::Handle;

use crate::club::ClubError;
use crate::club::club_log::{Checkpoint, Checkpointer};
use crate::config::witness::ListedWitness;
use crate::reason::Reason;
use crate::transparency::merkle::TreeHash;
use crate::transparency::witness::{
    ADD_CHECKPOINT, AddCheckpoint, REQUEST_BYTES, WitnessAnswer, WitnessedLog,
};
use crate::words::english;

/// Timeout of one request.
const ANSWERED_WITHIN: Duration = Duration::from_secs(5);
/// Requests for one checkpoint at most: the first may only tell from where on a proof is wanted.
const TRIES: usize = 2;

/// The listed witnesses.
pub struct Witnesses {
    client: Client,
    asked: Vec<AskedWitness>,
}

/// The request to all witnesses: the checkpoint, the hashes of all leaves under it, and the time in seconds since 1970.
type Asks<'a> = (&'a Checkpoint, &'a [TreeHash], u64);

/// A witness, and how it answered.
struct AskedWitness {
    url: String,
    log: WitnessedLog,
    /// The last fault, so that it is logged once.
    trouble: Option<String>,
}

impl Witnesses {
    /// The witnesses of a club; `None` if it lists none, or there can be no client.
    pub fn new(listed: &[ListedWitness]) -> Option<Witnesses> {
        let asked = listed.iter().map(|ListedWitness { url, key }| AskedWitness {
            url: url.clone(),
            log: WitnessedLog::new(key.clone(), None),
            trouble: None,
        });
        let asked: Vec<_> = asked.collect();
        if asked.is_empty() {
            return None;
        }
        // A redirection would lead to a witness that is not listed.
        let client = Client::builder().timeout(ANSWERED_WITHIN).redirect(Policy::none()).build();
        let client = client.inspect_err(|trouble| tracing::warn!(%trouble, "no witness can be asked"));
        Some(Witnesses { client: client.ok()?, asked })
    }

    /// Asks each witness that has not cosigned the last checkpoint yet, all at once, and keeps what holds.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn ask(&mut self, log: &Checkpointer) -> Result<(), ClubError> {
        // Requests need a runtime, which a test may not have.
        let Ok(runtime) = Handle::try_current() else { return Ok(()) };
        let Some(last) = log.last_of_this_server()? else { return Ok(()) };
        let missing = |asked: &&mut AskedWitness| last.note().verify(asked.log.key()).is_err();
        let (client, known, kept) = (&self.client, log.cosigned()?, Mutex::new(last.clone()));
        let mut missing: Vec<_> = self.asked.iter_mut().filter(missing).collect();
        if missing.is_empty() {
            return Ok(());
        }
        let leaves = log.leaf_hashes(&last)?;
        let asks = (&last, &*leaves, log.now().unsigned_abs());
        let answers = missing.iter_mut().map(|asked| {
            asked.remember(known.as_ref());
            asked.cosign(client, asks, &kept)
        });
        runtime.block_on(join_all(answers));
        let kept = kept.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        if kept != last {
            log.keep_cosigned(&kept)?;
            // One of the signers is the log itself.
            let cosigned = kept.note().signers().count() - 1;
            tracing::info!(checkpoint = kept.short(), cosigned, "witnesses cosigned the checkpoint");
        }
        Ok(())
    }
}

impl AskedWitness {
    /// After a restart: the size that it cosigned last, by its cosignature.
    fn remember(&mut self, known: Option<&Checkpoint>) {
        if let Some(known) = known.filter(|known| known.note().verify(self.log.key()).is_ok())
            && self.log.cosigned().is_none()
        {
            self.log = WitnessedLog::new(self.log.key().clone(), Some(known.size));
        }
    }

    async fn cosign(&mut self, client: &Client, asks: Asks<'_>, kept: &Mutex<Checkpoint>) {
        match self.cosignature(client, asks).await {
            Ok(lines) => {
                self.trouble = None;
                let mut kept = kept.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                if let Ok(cosigned) = kept.with_lines_of(&lines, self.log.key()) {
                    *kept = cosigned;
                }
            }
            Err(why) => {
                let trouble = english(&why);
                if self.trouble.as_ref() != Some(&trouble) {
                    tracing::warn!(trouble, "a witness did not cosign the checkpoint");
                }
                self.trouble = Some(trouble);
            }
        }
    }

    /// The lines with the cosignature of a checkpoint.
    async fn cosignature(
        &mut self,
        client: &Client,
        (last, leaves, now): Asks<'_>,
    ) -> Result<String, Reason> {
        // Where its last size is not known: a witness that has one answers a request from 0 with it.
        let mut old = self.log.cosigned().unwrap_or(0);
        for _ in 0..TRIES {
            let request = AddCheckpoint::extending(old, leaves, last)
                .map_err(|why| self.about("witness-no-proof", english(&why)))?;
            let sent =
                client.post(format!("{}{ADD_CHECKPOINT}", self.url)).body(request.to_string()).send().await;
            let response = sent.map_err(|error| self.unanswered(&error))?;
            let status = response.status().as_u16();
            let body = text_of(response).await.map_err(|error| self.unanswered(&error))?;
            match self.log.hear(&request, (status, &body), now)? {
                WitnessAnswer::Cosigned => return Ok(body),
                WitnessAnswer::Since(known) => old = known,
            }
        }
        Err(Reason::of("witness-never-content").quoting("witness", self.log.key().name()))
    }

    fn about(&self, key: &'static str, why: impl std::fmt::Display) -> Reason {
        Reason::of(key).quoting("witness", self.log.key().name()).quoting("why", why)
    }

    fn unanswered(&self, error: &reqwest::Error) -> Reason {
        match error.is_timeout() {
            true => self.about("witness-late", ANSWERED_WITHIN.as_secs()),
            false => self.about("witness-unreachable", error),
        }
    }
}

/// The text of an answer, as far as a right one would go.
async fn text_of(mut response: Response) -> Result<String, reqwest::Error> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > REQUEST_BYTES {
            break;
        }
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
