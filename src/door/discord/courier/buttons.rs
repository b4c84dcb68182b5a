//! The components below the status message, reports and notices. They work for ever: each names a table and a request, and is
//! answered with the present state.

use crate::club::delivery::DueDelivery;
use crate::club::{SeatStatus, TableStatus};
use crate::door::discord::limits::{BUTTONS_A_ROW, ROWS};
use crate::door::discord::outbound::message::{Button, Row, Style};
use crate::door::discord::picker::ticket::{Look, Ticket, TicketAction, Tickets};
use crate::game::Seat;
use crate::table::notices::{self, INVITED, REQUEST};
use crate::words::{Lang, Words};

/// The components below the courier's messages.
pub trait Buttons: Send + Sync {
    /// Below the status message.
    fn status(&self, status: &TableStatus, lang: Lang) -> Vec<Row>;
    /// Below the message in the channel that the thread hangs on.
    fn invitation(&self, status: &TableStatus, lang: Lang) -> Vec<Row>;
    /// Below the last page of a report of a table with this status, which carries these notices.
    fn report(&self, status: &TableStatus, carried: &[&DueDelivery], lang: Lang) -> Vec<Row>;
    /// Below a notice.
    fn notice(&self, due: &DueDelivery, lang: Lang) -> Vec<Row>;
}

/// The components of the thread's messages.
pub struct Panel {
    words: Words,
    tickets: Tickets,
}

impl Panel {
    /// Components with tickets of this writer.
    pub fn new(words: Words, tickets: Tickets) -> Panel {
        Panel { words, tickets }
    }

    fn button(
        &self,
        lang: Lang,
        key: &str,
        style: Style,
        (table, seat): (&str, Option<Seat>),
        act: TicketAction,
    ) -> Button {
        let ticket = Ticket { table: table.to_owned(), seat, prompt: 0, act };
        Button { label: self.words.say(lang, key, &[]), custom_id: self.tickets.write(&ticket), style }
    }

    /// The same game once more.
    fn rematch(&self, status: &TableStatus, lang: Lang) -> Row {
        let at = (status.table.as_str(), None);
        Row::Buttons(vec![self.button(lang, "discord-rematch", Style::Secondary, at, TicketAction::Rematch)])
    }

    /// Takes this free seat.
    fn join(&self, lang: Lang, table: &str, free: &SeatStatus) -> Button {
        let act = TicketAction::Join(Some(free.seat));
        let ticket = Ticket { table: table.to_owned(), seat: None, prompt: 0, act };
        let label = self.words.say(lang, "discord-panel-join", &[("seat", free.name.as_str().into())]);
        Button { label, custom_id: self.tickets.write(&ticket), style: Style::Primary }
    }
}

impl Buttons for Panel {
    fn status(&self, status: &TableStatus, lang: Lang) -> Vec<Row> {
        let at = (status.table.as_str(), None);
        let button = |key, style, act| self.button(lang, key, style, at, act);
        let look = vec![
            button("discord-board", Style::Secondary, TicketAction::Look(Look::Board(None))),
            button("discord-panel-hand", Style::Secondary, TicketAction::Look(Look::Hand)),
            button("discord-log", Style::Secondary, TicketAction::Look(Look::Log(None))),
            button("discord-panel-dice", Style::Secondary, TicketAction::Look(Look::Dice(None))),
            button("discord-panel-help", Style::Secondary, TicketAction::Look(Look::Help(None))),
        ];
        if status.closed {
            return vec![Row::Buttons(look), self.rematch(status, lang)];
        }
        let act = vec![
            match status.readiness {
                Some(_) => button("discord-ready", Style::Primary, TicketAction::Ready),
                None => button("discord-orders", Style::Primary, TicketAction::Orders),
            },
            button("discord-panel-why", Style::Secondary, TicketAction::Look(Look::Why)),
        ];
        let mut rows = self.invitation(status, lang);
        rows.extend([Row::Buttons(act), Row::Buttons(look)]);
        rows
    }

    fn invitation(&self, status: &TableStatus, lang: Lang) -> Vec<Row> {
        let free = |it: &&SeatStatus| it.player.is_none() && it.offered_to.is_none() && !status.closed;
        let free = status.seats.iter().filter(free);
        let joins: Vec<Button> = free.map(|it| self.join(lang, &status.table, it)).collect();
        joins.chunks(BUTTONS_A_ROW).map(|row| Row::Buttons(row.to_vec())).collect()
    }

    fn report(&self, status: &TableStatus, carried: &[&DueDelivery], lang: Lang) -> Vec<Row> {
        if status.closed {
            return vec![self.rematch(status, lang)];
        }
        let at = (status.table.as_str(), None);
        let orders = self.button(lang, "discord-orders", Style::Primary, at, TicketAction::Orders);
        let board = TicketAction::Look(Look::Board(None));
        let board = self.button(lang, "discord-board", Style::Secondary, at, board);
        // The only button of a question is "orders", which the last row has anyway.
        let others = carried.iter().filter(|due| !notices::is_of_question(&due.why));
        let mut rows: Vec<Row> = others.flat_map(|due| self.notice(due, lang)).take(ROWS - 1).collect();
        // On a card the last button of the usual choice stands beside the text.
        rows.push(Row::Buttons(vec![orders, board]));
        rows
    }

    fn notice(&self, due: &DueDelivery, lang: Lang) -> Vec<Row> {
        let at = (due.table.as_str(), Some(due.seat));
        // Whoever is invited holds no seat yet, and a ticket with a seat is refused to all but its holder.
        let anybody = (due.table.as_str(), None);
        let buttons = match due.why.as_str() {
            why if notices::is_of_question(why) => {
                vec![self.button(lang, "discord-orders", Style::Primary, at, TicketAction::Orders)]
            }
            INVITED => vec![
                self.button(
                    lang,
                    "discord-panel-take",
                    Style::Primary,
                    anybody,
                    TicketAction::Join(Some(due.seat)),
                ),
                self.button(
                    lang,
                    "discord-panel-decline",
                    Style::Secondary,
                    anybody,
                    TicketAction::Decline(due.seat),
                ),
            ],
            why if notices::is_of_readiness(why) => {
                vec![self.button(lang, "discord-ready", Style::Primary, at, TicketAction::Ready)]
            }
            REQUEST => vec![
                self.button(lang, "discord-agree", Style::Primary, at, TicketAction::Agree(due.seq)),
                self.button(lang, "discord-object", Style::Secondary, at, TicketAction::Object(due.seq)),
            ],
            _ => return vec![],
        };
        vec![Row::Buttons(buttons)]
    }
}
