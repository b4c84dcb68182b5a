//! The report: the events since the last one, page by page, with the chain's head at the end, a picture if the position looks
//! different, and buttons for orders.

use super::Shared;
use super::table_work::{Stop, TableWork};
use super::text;
use crate::club::ClubError;
use crate::club::picture::{Theme, Wanted};
use crate::door::discord::api::post::{ApiError, DiscordApi};
use crate::door::discord::outbound::message::{File, Message};
use crate::door::discord::outbound::status_text;
use crate::door::discord::table_thread::Reporting;
use crate::observe;
use crate::table::Publication;

impl<P: DiscordApi> Shared<P> {
    /// Reports up to the last entry. An unfinished report is finished first, with its original content.
    pub(super) async fn report(&self, work: &mut TableWork) -> Result<(), Stop> {
        while work.thread.reported < work.status.last {
            let last = work.status.last;
            let to = work.thread.reporting.as_ref().map_or(last, |reporting| reporting.to);
            let pages = self.pages(work, to).await?;
            if !pages.is_empty() {
                self.send_pages(work, to, pages).await?;
            }
            let shown = work.picture.as_ref().map(|picture| picture.position.clone());
            self.keep(work, move |thread| {
                thread.reported = to;
                thread.reporting = None;
                thread.pictured = shown.unwrap_or_else(|| std::mem::take(&mut thread.pictured));
            })
            .await?;
        }
        Ok(())
    }

    /// The pages; the last has the picture, if the position looks different from the last report. A past position has none.
    async fn pages(&self, work: &mut TableWork, to: u64) -> Result<Vec<Message>, Stop> {
        let (table, lang, after) = (work.thread.table.clone(), work.lang(), work.thread.reported);
        let pictures = self.pictures;
        let read = self.ask(move |club| -> Result<_, ClubError> {
            let watched = club.watch(&table, lang)?;
            let told = watched.report_lines(after, to)?;
            let wanted = Wanted { after: Some(after), ..Wanted::best(Theme::dark()) };
            let draws = pictures && !told.is_empty() && watched.last() == to;
            let picture = if draws { watched.picture(wanted)? } else { None };
            let news = |published: Publication| (after + 1..=to).contains(&published.since);
            let page = if watched.published()?.is_some_and(news) { watched.status()?.page } else { None };
            Ok((told, watched.head_at(to)?, picture, page))
        });
        let (told, head, picture, page) = read.await??;
        work.picture = picture;
        let page = page.map(|page| status_text::page_line(&self.words, lang, &page));
        let pages = text::report(&self.words, lang, (&told[..], page), &head.short());
        let mut pages: Vec<Message> = pages.into_iter().map(Message::from).collect();
        let news = work.picture.as_ref().filter(|picture| picture.position != work.thread.pictured);
        if let Some(last) = pages.last_mut() {
            last.files = news.map(|picture| vec![File::of(picture)]).unwrap_or_default();
            last.rows = self.buttons.report(&work.status, lang);
        }
        Ok(pages)
    }

    async fn send_pages(&self, work: &mut TableWork, to: u64, pages: Vec<Message>) -> Result<(), Stop> {
        if work.thread.reporting.is_none() {
            self.keep(work, move |thread| thread.reporting = Some(Reporting { to, sent: 0 })).await?;
        }
        let sent = work.thread.reporting.as_ref().map_or(0, |reporting| reporting.sent);
        for (number, page) in (0_u32..).zip(pages).skip(sent as usize) {
            let place = work.place();
            let nonce = text::nonce(&[
                "report",
                &work.thread.table,
                &place.to_string(),
                &to.to_string(),
                &number.to_string(),
            ]);
            match self.send(place, &nonce, &page).await {
                Err(Stop::ApiError(ApiError::Never(said))) => {
                    tracing::error!(table = work.thread.table, to, number, %said, "a page is given up");
                    self.lose_page(work, to, number).await?;
                }
                sent => drop(sent?),
            }
            self.keep(work, move |thread| thread.reporting = Some(Reporting { to, sent: number + 1 }))
                .await?;
        }
        Ok(())
    }

    /// Says in the table's place that a page is missing there, and counts it.
    async fn lose_page(&self, work: &TableWork, to: u64, number: u32) -> Result<(), Stop> {
        let place = work.place();
        let parts = [&work.thread.table, &place.to_string(), &to.to_string(), &number.to_string()];
        let nonce = text::nonce(&["lost", parts[0], parts[1], parts[2], parts[3]]);
        match self.send(place, &nonce, &Message::from(text::lost_page(&self.words, work))).await {
            // Discord refused that too; the metrics and the log record it.
            Err(Stop::ApiError(ApiError::Never(_))) => {}
            sent => drop(sent?),
        }
        self.memory.lose_page();
        observe::lost_page();
        Ok(())
    }
}
