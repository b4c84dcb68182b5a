//! One mail from its turn to the answer that is sent: it waits for its place, is carried out, and its letters go out.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;

use super::courier::{MailCourier, blocking};
use super::desk::{QueuePlace, queue_of};
use super::handle::{Handled, Standing};
use super::requests::SlowRequest;
use super::slow::work_out;
use crate::club::ClubError;
use crate::mail::reading::authentic::Signature;
use crate::mail::reading::{Incoming, Sender};
use crate::mail::transport::trouble::TroubleKind;
use crate::observe;
use crate::receipt::SenderProof;

/// Trouble with the store is waited out as a line that broke: a database that was restarted is back in seconds.
pub(super) const STORE_TROUBLE: TroubleKind = TroubleKind::Line;

/// The proof of who sent a message, if there is one.
pub(super) type Proven = Pin<Box<dyn Future<Output = Option<SenderProof>> + Send>>;
/// Looks for that proof.
pub type Prove = Arc<dyn Fn(Arc<[u8]>, Sender) -> Proven + Send + Sync>;

/// Timeout of the proof of who sent a mail, in real time: without an answer of the DNS there is no receipt.
const PROOF: Duration = Duration::from_secs(2);

/// Why a mail stays where it is.
pub(super) struct Left {
    /// The trouble with sending, or with the store; `None` where its sender has had all answers of an hour.
    pub(super) kind: Option<TroubleKind>,
    pub(super) by_sender: bool,
    pub(super) why: Option<String>,
}

impl Left {
    pub(super) fn by(kind: TroubleKind, why: impl ToString) -> Left {
        Left { kind: Some(kind), by_sender: false, why: Some(why.to_string()) }
    }
}

/// A mail to answer.
pub(super) struct Answering {
    pub(super) courier: MailCourier,
    pub(super) mail: Arc<Incoming>,
    /// Whether it was too large to read.
    pub(super) cut: bool,
    pub(super) standing: Standing,
    pub(super) signature: Signature,
    pub(super) turn: QueuePlace,
}

impl Answering {
    /// Answers it in its turn, so that it can be moved away. Returns `false` for one that nothing was done with: the program
    /// stops, or another process has the right to answer.
    ///
    /// # Errors
    /// It has to stay where it is.
    pub(super) async fn answer(mut self, prove: Option<Proven>) -> Result<bool, Left> {
        // While it waits for its turn anyway. A name server that never answers delays its own player and table by this much.
        if let Some(prove) = prove
            && let Ok(Some(proof)) = timeout(PROOF, prove).await
        {
            Arc::make_mut(&mut self.mail).proof = Some(Arc::new(proof));
        }
        self.turn.comes().await;
        let desk = self.courier.desk.clone();
        loop {
            let hand = desk.hand(self.standing.writer.is_none()).await;
            if hand.is_none() {
                return Ok(false);
            }
            // Many mails may take longer than the right to attend to them lasts.
            let Some(lease) = self.courier.lease().await.unwrap_or_default() else { return Ok(false) };
            let Some(request) = self.carry_out(lease).await? else { return Ok(true) };
            // Only the later mails of its writer wait for that.
            self.turn.keep_only(&queue_of(&self.mail.from.address));
            // The hand is freed before the wait: what takes seconds is done without one.
            drop(hand);
            let Some(_alone) = desk.alone().await else { return Ok(false) };
            let door = self.courier.door.clone();
            blocking(move || work_out(&door, request)).await.map_err(store_trouble)?;
        }
    }

    /// Carries it out and sends the answers; returns what has to be worked out before.
    async fn carry_out(&self, lease: u64) -> Result<Option<SlowRequest>, Left> {
        let door = self.courier.door.clone();
        let authentic = matches!(self.signature, Signature::Pass(_));
        let (read, reader, whole) = (self.mail.clone(), door.clone(), !self.cut);
        let letters = match blocking(move || reader.handle(&read, authentic, whole)).await {
            Ok(Handled::Done(letters)) => letters,
            Ok(Handled::WorkOut(request)) => return Ok(Some(request)),
            Ok(Handled::Silent(reason)) => {
                let reason = match (reason, &self.signature) {
                    ("unsigned", Signature::Fail) => "bad-signature",
                    ("unsigned", Signature::Unknown) => "unknown",
                    (reason, _) => reason,
                };
                tracing::debug!(reason, "a mail is passed over");
                observe::mail_read("silent", reason);
                return Ok(None);
            }
            Ok(Handled::Later) => return Err(Left { kind: None, by_sender: true, why: None }),
            Err(trouble) => return Err(store_trouble(trouble)),
        };
        for letter in letters {
            match self.courier.send(&letter, lease).await {
                Ok(Ok(())) => {}
                // Its orders are done, and sending the same answer again is useless.
                Ok(Err(trouble)) if trouble.kind.is_permanent() => {
                    tracing::warn!(%trouble, "an answer is refused")
                }
                Ok(Err(trouble)) => {
                    tracing::warn!(%trouble, "an answer cannot be sent now");
                    observe::mail_read("failed", "sending");
                    // Whoever shows no token may have a server that takes nothing, and is no sign of trouble here.
                    let theirs = matches!(trouble.kind, TroubleKind::Later | TroubleKind::Full);
                    let by_sender = theirs && self.standing.writer.is_none();
                    return Err(Left { by_sender, ..Left::by(trouble.kind, trouble) });
                }
                Err(trouble) => return Err(store_trouble(trouble)),
            }
        }
        let mail = self.mail.clone();
        // Only after the sending: a mail that is noted before a crash would never be answered.
        blocking(move || door.note_answered(&mail)).await.map_err(store_trouble)?;
        observe::mail_read("answered", "none");
        Ok(None)
    }
}

/// Why a mail stays that the store does not let answer.
fn store_trouble(trouble: ClubError) -> Left {
    tracing::error!(%trouble, "a mail cannot be answered now");
    observe::mail_read("failed", "store");
    Left::by(STORE_TROUBLE, trouble)
}
