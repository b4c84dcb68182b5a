//! The report: what happened since the last one, page by page, the chain's head at its end.

use super::Shared;
use super::job::{Stop, Visit};
use super::text;
use crate::club::ClubError;
use crate::door::discord::api::post::{Post, Trouble};
use crate::door::discord::courier::room::Reporting;
use crate::door::discord::outbound::message::Message;
use crate::observe;

impl<P: Post> Shared<P> {
    /// Reports up to the last entry. A report that was begun is finished first, as it was begun.
    pub(super) async fn report(&self, visit: &mut Visit) -> Result<(), Stop> {
        while visit.room.reported < visit.status.last {
            let last = visit.status.last;
            let to = visit.room.reporting.as_ref().map_or(last, |reporting| reporting.to);
            let pages = self.pages(visit, to).await?;
            if !pages.is_empty() {
                self.send_pages(visit, to, pages).await?;
            }
            self.keep(visit, move |room| {
                room.reported = to;
                room.reporting = None;
            })
            .await?;
        }
        Ok(())
    }

    async fn pages(&self, visit: &Visit, to: u64) -> Result<Vec<String>, Stop> {
        let (table, lang, after) = (visit.room.table.clone(), visit.lang(), visit.room.reported);
        let read = self.ask(move |club| -> Result<_, ClubError> {
            let watched = club.watch(&table, lang)?;
            Ok((watched.told(after, to)?, watched.head_at(to)?))
        });
        let (told, head) = read.await??;
        Ok(text::report(&self.words, lang, &told, &head))
    }

    async fn send_pages(&self, visit: &mut Visit, to: u64, pages: Vec<String>) -> Result<(), Stop> {
        if visit.room.reporting.is_none() {
            self.keep(visit, move |room| room.reporting = Some(Reporting { to, sent: 0 })).await?;
        }
        let sent = visit.room.reporting.as_ref().map_or(0, |reporting| reporting.sent);
        for (number, page) in (0_u32..).zip(pages).skip(sent as usize) {
            let place = visit.place();
            let nonce = text::nonce(&[
                "report",
                &visit.room.table,
                &place.to_string(),
                &to.to_string(),
                &number.to_string(),
            ]);
            match self.send(place, &nonce, &Message::from(page)).await {
                Err(Stop::Trouble(Trouble::Never(said))) => {
                    tracing::error!(table = visit.room.table, to, number, %said, "a page is given up");
                    self.lose_page(visit, to, number).await?;
                }
                sent => drop(sent?),
            }
            self.keep(visit, move |room| room.reporting = Some(Reporting { to, sent: number + 1 })).await?;
        }
        Ok(())
    }

    /// Says in the table's place that a page is missing there, and counts it.
    async fn lose_page(&self, visit: &Visit, to: u64, number: u32) -> Result<(), Stop> {
        let place = visit.place();
        let parts = [&visit.room.table, &place.to_string(), &to.to_string(), &number.to_string()];
        let nonce = text::nonce(&["lost", parts[0], parts[1], parts[2], parts[3]]);
        match self.send(place, &nonce, &Message::from(text::lost_page(&self.words, visit))).await {
            // That was refused too: the numbers and the log tell of it.
            Err(Stop::Trouble(Trouble::Never(_))) => {}
            sent => drop(sent?),
        }
        self.memory.lose_page();
        observe::lost_page();
        Ok(())
    }
}
