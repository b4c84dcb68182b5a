//! The report: the events since the last one, with the calls of the players who have to decide, page by page, the chain's
//! head at the end, and buttons for orders. News is added to the last report where [`plan`](super::plan) says so.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use super::notices::in_place;
use super::plan::{DueCall, News, ShownReports, TableStep, plan};
use super::status::card;
use super::table_work::{Stop, TableWork};
use super::text;
use super::{NOTICES_AT_ONCE, Shared, own_lease};
use crate::club::delivery::DueDelivery;
use crate::club::{Club, ClubError};
use crate::door::discord::api::post::{ApiError, Cause, DiscordApi, SentMessage};
use crate::door::discord::id::Id;
use crate::door::discord::outbound::message::Message;
use crate::door::discord::outbound::paginate::length;
use crate::door::discord::outbound::status_text;
use crate::door::discord::outbound::wording::AtDiscord;
use crate::door::discord::table_thread::{LastReport, Reporting};
use crate::door::discord::threads::DiscordThreads;
use crate::observe;
use crate::table::Publication;

/// The calls of a report: who is pinged by it, and what it says to them.
#[derive(Default)]
struct Calls {
    text: String,
    pings: Vec<Id>,
}

/// The sender of a table's reports.
pub(super) struct Reporter<'a, P: DiscordApi> {
    pub(super) courier: &'a Shared<P>,
}

impl<P: DiscordApi> Reporter<'_, P> {
    /// The next steps at the table. What is sealed is passed over in silence: of it alone nobody is told anything.
    pub(super) async fn planned(
        &self,
        work: &mut TableWork,
        due: &mut VecDeque<DueDelivery>,
    ) -> Result<Vec<TableStep>, Stop> {
        let (to, lease) = (work.status.last, own_lease()?);
        let mut is_news = false;
        let mut joined = None;
        if work.thread.reporting.is_none() && work.thread.reported < to {
            is_news = !self.pages(work, work.thread.reported, to, "").await?.is_empty();
            // Only sealed entries: noted as reported without an edit, whose time would tell of them.
            if !is_news {
                self.courier.keep(work, move |thread| thread.reported = to).await?;
            } else {
                self.take_up_later(work, due).await?;
                if let Some(last) = work.thread.last_report.clone() {
                    let pages = self.pages(work, last.after, to, &last.calls).await?;
                    joined = Some(pages.iter().map(|page| length(page)).sum());
                }
            }
        }
        let mut all = Vec::new();
        for it in due.iter() {
            let carried = self.carried(work, it);
            all.push(DueCall { id: it.id, seq: it.seq, carried: carried.map(|text| length(&text)) });
        }
        let asked = asked(work);
        let news = News { to, asked: &asked, over: is_over(work), joined };
        let TableWork { thread, .. } = work;
        let shown = ShownReports {
            reporting: thread.reporting.as_ref(),
            last: thread.last_report.as_ref(),
            reported: thread.reported,
            now: self.courier.club.now(),
            lease,
            cards: !thread.no_cards,
        };
        Ok(plan(&shown, is_news.then_some(&news), &all))
    }

    /// Takes up the notices that were written since the round read its own. Without them the next report would call nobody, and
    /// each would ring by itself.
    async fn take_up_later(&self, work: &TableWork, due: &mut VecDeque<DueDelivery>) -> Result<(), Stop> {
        let (table, entries) = (work.thread.table.clone(), work.thread.reported + 1..=work.status.last);
        let known = due.iter().map(|due| due.id).collect();
        let later =
            move |club: &Club| DiscordThreads(club).due_with_report(&table, entries, &known, NOTICES_AT_ONCE);
        due.extend(self.courier.ask(later).await??);
        Ok(())
    }

    /// Sends a report. If Discord keeps it out at its first try, or refuses it for good, its calls go out by themselves: nobody
    /// waits for a report that Discord does not take.
    pub(super) async fn report(
        &self,
        work: &mut TableWork,
        due: &mut VecDeque<DueDelivery>,
        reporting: Reporting,
    ) -> Result<(), Stop> {
        let is_first = work.thread.reporting.is_none();
        if is_first {
            let begun = reporting.clone();
            self.courier.keep(work, move |thread| thread.reporting = Some(begun)).await?;
        }
        let sent = self.send_report(work, due, &reporting, is_first).await;
        let (kept_out, refused) = match &sent {
            Err(Stop::ApiError(ApiError::Later { cause: Cause::Unreached | Cause::Refused, .. })) => {
                (is_first, false)
            }
            Err(Stop::ApiError(ApiError::Never(_))) => (false, true),
            _ => (false, false),
        };
        if reporting.calls.is_empty() || !(kept_out || refused) {
            return sent;
        }
        self.courier
            .keep(work, |thread| {
                if let Some(reporting) = &mut thread.reporting {
                    reporting.calls.clear();
                }
            })
            .await?;
        self.courier.notices(work, due, &reporting.calls.iter().copied().collect(), true).await?;
        match work.thread.reporting.clone().filter(|_| refused) {
            Some(without) => self.send_report(work, due, &without, false).await,
            None => sent,
        }
    }

    async fn send_report(
        &self,
        work: &mut TableWork,
        due: &mut VecDeque<DueDelivery>,
        reporting: &Reporting,
        is_first: bool,
    ) -> Result<(), Stop> {
        if let Some(message) = reporting.into
            && self.add_to(work, (message, reporting.to), is_first).await?
        {
            return Ok(());
        }
        let (to, after) = (reporting.to, work.thread.reported);
        let calls = self.calls(work, due, reporting);
        let pages = self.pages(work, after, to, &calls.text).await?;
        let count = pages.len();
        let rows = self.courier.buttons.report(&work.status, &carried_by(due, reporting), work.lang());
        let card = Some(card(&work.status)).filter(|_| reporting.card && !calls.pings.is_empty());
        let mut message = None;
        for (number, text) in (0_u32..).zip(pages).skip(reporting.sent as usize) {
            let is_last = number as usize + 1 == count;
            let mut page = Message::from(text);
            if is_last {
                (page.rows, page.pings, page.card) = (rows.clone(), calls.pings.clone(), card.clone());
            }
            message = self.send_page(work, (to, number), &page).await?;
            // After a last page without calls the `keep` at the end is enough, which saves a write.
            if !is_last || !reporting.calls.is_empty() {
                self.courier
                    .keep(work, move |thread| {
                        if let Some(reporting) = &mut thread.reporting {
                            reporting.sent = number + 1;
                        }
                    })
                    .await?;
            }
        }
        self.note_carried(work, due, reporting, message.map(|sent| sent.id)).await?;
        let message = message.filter(|_| count == 1);
        let last = self.last_report(work, message, after, calls.text)?;
        self.courier
            .keep(work, move |thread| {
                thread.reported = to;
                thread.reporting = None;
                thread.last_report = last;
            })
            .await
    }

    /// The report in one message, as more may be added to it.
    fn last_report(
        &self,
        work: &TableWork,
        message: Option<SentMessage>,
        after: u64,
        calls: String,
    ) -> Result<Option<LastReport>, Stop> {
        let Some(SentMessage { id: message, card }) = message else { return Ok(None) };
        let (sent, lease) = (self.courier.club.now(), own_lease()?);
        let (asked, over) = (asked(work), is_over(work));
        Ok(Some(LastReport { message, sent, lease, after, asked, over, calls, card }))
    }

    /// Adds the news to the last report; `false` if its message cannot be edited now, and the news needs one of its own. What an
    /// earlier try may have done is tried until it is known.
    async fn add_to(
        &self,
        work: &mut TableWork,
        (message, to): (Id, u64),
        is_first: bool,
    ) -> Result<bool, Stop> {
        let Some(last) = work.thread.last_report.clone().filter(|last| last.message == message) else {
            return self.begin_anew(work).await;
        };
        let mut pages = self.pages(work, last.after, to, &last.calls).await?;
        let Some(text) = pages.pop().filter(|_| pages.is_empty()) else { return self.begin_anew(work).await };
        let rows = self.courier.buttons.report(&work.status, &[], work.lang());
        let card = Some(card(&work.status)).filter(|_| last.card);
        match self.courier.edit(work.place(), message, &Message { rows, card, ..Message::from(text) }).await {
            Ok(_) => {}
            Err(Stop::ApiError(trouble)) if is_first && is_undone(&trouble) || is_refused(&trouble) => {
                tracing::debug!(table = work.thread.table, %trouble, "the last report takes no more");
                return self.begin_anew(work).await;
            }
            Err(stop) => return Err(stop),
        }
        let (asked, over) = (asked(work), is_over(work));
        self.courier
            .keep(work, move |thread| {
                thread.reported = to;
                thread.reporting = None;
                thread.last_report = Some(LastReport { asked, over, ..last });
            })
            .await?;
        Ok(true)
    }

    async fn begin_anew(&self, work: &mut TableWork) -> Result<bool, Stop> {
        self.courier
            .keep(work, |thread| {
                thread.last_report = None;
                if let Some(reporting) = &mut thread.reporting {
                    reporting.into = None;
                }
            })
            .await?;
        Ok(false)
    }

    /// A report of the entries after one up to another, in pages, the calls at the beginning of the last; none if there is
    /// nothing that everybody may read.
    async fn pages(&self, work: &TableWork, after: u64, to: u64, calls: &str) -> Result<Vec<String>, Stop> {
        let (table, lang) = (work.thread.table.clone(), work.lang());
        let read = self.courier.ask(move |club| -> Result<_, ClubError> {
            let mut watched = club.watch(&table, lang)?;
            watched.at_door(Arc::new(AtDiscord));
            let told = watched.report_lines(after, to)?;
            let news = |published: Publication| (after + 1..=to).contains(&published.since);
            let page = if watched.published()?.is_some_and(news) { watched.status()?.page } else { None };
            Ok((told, watched.head_at(to)?, page))
        });
        let (told, head, page) = read.await??;
        let page = page.map(|page| status_text::page_line(&self.courier.words, lang, &page));
        let head = (head.short(), self.courier.emblems(work));
        let pages = text::report(&self.courier.words, lang, (&told[..], page), (&head.0, &head.1));
        Ok(text::calling(pages, calls))
    }

    /// The text of a notice that a report may carry: one that calls its player in the thread to something new.
    fn carried(&self, work: &TableWork, due: &DueDelivery) -> Option<String> {
        let user = in_place(due)?;
        Some(self.courier.call(work, due, user, false))
    }

    fn calls(&self, work: &TableWork, due: &VecDeque<DueDelivery>, reporting: &Reporting) -> Calls {
        let mut calls = Calls::default();
        for due in carried_by(due, reporting) {
            let Some(user) = in_place(due) else { continue };
            let text = self.courier.call(work, due, user, false);
            calls.text = if calls.text.is_empty() { text } else { format!("{}\n{text}", calls.text) };
            if !calls.pings.contains(&user) {
                calls.pings.push(user);
            }
        }
        calls
    }

    /// Records what became of the notices that a report carried.
    async fn note_carried(
        &self,
        work: &TableWork,
        due: &mut VecDeque<DueDelivery>,
        reporting: &Reporting,
        message: Option<Id>,
    ) -> Result<(), Stop> {
        let mut left = VecDeque::new();
        while let Some(notice) = due.pop_front() {
            match reporting.calls.contains(&notice.id) {
                // After a crash behind the last page its id is unknown; a report is never deleted, so none is
                // needed.
                true => self.courier.note_call(work, &notice, message.unwrap_or(Id(0))).await?,
                false => left.push_back(notice),
            }
        }
        *due = left;
        Ok(())
    }

    /// Sends a page; `None` if Discord refuses it for good, which is said in its place. A page with calls is tried without them
    /// before that.
    async fn send_page(
        &self,
        work: &TableWork,
        (to, number): (u64, u32),
        page: &Message,
    ) -> Result<Option<SentMessage>, Stop> {
        let place = work.place().to_string();
        let of =
            |what| text::nonce(&[what, &work.thread.table, &place, &to.to_string(), &number.to_string()]);
        match self.courier.send(work.place(), &of("report"), page).await {
            Err(Stop::ApiError(ApiError::Never(said))) if page.pings.is_empty() => {
                tracing::error!(table = work.thread.table, to, number, %said, "a page is given up");
            }
            sent => return sent.map(Some),
        }
        let lost = Message::from(text::lost_page(&self.courier.words, work));
        match self.courier.send(work.place(), &of("lost"), &lost).await {
            // Discord refused that too; the metrics and the log record it.
            Err(Stop::ApiError(ApiError::Never(_))) => {}
            sent => drop(sent?),
        }
        self.courier.memory.lose_page();
        observe::lost_page();
        Ok(None)
    }
}

/// The notices that a report carries and that still matter.
fn carried_by<'a>(due: &'a VecDeque<DueDelivery>, reporting: &Reporting) -> Vec<&'a DueDelivery> {
    let calls: BTreeSet<u64> = reporting.calls.iter().copied().collect();
    due.iter().filter(|due| calls.contains(&due.id) && due.settled.is_none()).collect()
}

/// The seats that have to decide.
fn asked(work: &TableWork) -> Vec<String> {
    let seats = work.status.seats.iter().filter(|it| it.asked && it.player.is_some());
    seats.map(|it| it.seat.to_string()).collect()
}

fn is_over(work: &TableWork) -> bool {
    work.status.over || work.status.closed
}

/// Returns whether Discord may do something later, and has not done it now.
fn is_undone(trouble: &ApiError) -> bool {
    trouble.cause().is_some_and(|cause| cause != Cause::Unsure)
}

/// Returns whether a message cannot be edited any more.
fn is_refused(trouble: &ApiError) -> bool {
    // With a token that is rejected nothing can be done now, and the message stays what it is.
    matches!(trouble, ApiError::NoMessage | ApiError::Never(_) | ApiError::Forbidden(_))
        && !trouble.is_of_token()
}
