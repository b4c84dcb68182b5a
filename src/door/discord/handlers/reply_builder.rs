//! Long answers: looks are paged, with buttons to turn the page; results of orders take several messages, and a file with
//! everything if that is not enough.

use super::reader::Reader;
use crate::door::discord::interaction::{Interaction, InteractionData, UsedMessage};
use crate::door::discord::limits::{BUTTONS_A_ROW, CONTENT, CUSTOM_ID, ROWS};
use crate::door::discord::outbound::emblems::with_emblems;
use crate::door::discord::outbound::markdown::{plain, render, weighted};
use crate::door::discord::outbound::message::{
    BesideButton, Button, Card, File, Message, Row, SlashReply, Style,
};
use crate::door::discord::outbound::paginate::{length, pages, shorten};
use crate::door::discord::picker::ticket::{Ticket, Tickets};
use crate::report::{Emblems, ReportLine, Weight};
use crate::words::Value;

/// Most messages of an answer.
const MESSAGES: usize = 5;

/// An answer being written.
#[derive(Clone, Default)]
pub(super) struct ReplyBuilder {
    /// Its pieces, each as Discord shows it and as plain text.
    pieces: Vec<(String, String)>,
}

impl ReplyBuilder {
    /// Goes on with what another says.
    pub(super) fn append(&mut self, more: ReplyBuilder) {
        self.pieces.extend(more.pieces);
    }

    /// Lines, or that there is nothing yet.
    pub(super) fn of_lines(lines: &[String], reader: Reader<'_>) -> ReplyBuilder {
        let mut reply = ReplyBuilder::default();
        match lines.is_empty() {
            true => reply.markdown(&reader.say("discord-nothing-yet", &[])),
            false => reply.lines(lines),
        }
        reply
    }

    fn add(&mut self, text: &str, raw: &str) {
        self.pieces.push((text.to_owned(), raw.to_owned()));
    }

    fn text(&self) -> String {
        let pieces: Vec<&str> = self.pieces.iter().map(|(text, _)| text.as_str()).collect();
        pieces.join("\n")
    }

    fn raw(&self) -> String {
        let pieces: Vec<&str> = self.pieces.iter().map(|(_, raw)| raw.as_str()).collect();
        pieces.join("\n")
    }

    /// Without the lines that `before` has already.
    fn but_not(mut self, before: &ReplyBuilder) -> ReplyBuilder {
        let earlier = before.raw();
        self.pieces.retain(|(_, raw)| !earlier.lines().any(|line| line == raw));
        self
    }

    /// Without these lines.
    fn without(mut self, gone: &[String]) -> ReplyBuilder {
        self.pieces.retain(|(_, raw)| !gone.contains(raw));
        self
    }

    /// A line of ours, which may hold mentions, times and escaped text of a user's.
    pub(super) fn markdown(&mut self, line: &str) {
        self.add(line, line);
    }

    /// Adds a line as plain text, whatever characters it has.
    pub(super) fn line(&mut self, line: &str) {
        self.add(&plain(line), line);
    }

    /// The same, in bold.
    pub(super) fn bold(&mut self, line: &str) {
        self.weighted(&[(Weight::Heading, line.to_owned())]);
    }

    pub(super) fn lines(&mut self, lines: &[String]) {
        lines.iter().for_each(|line| self.line(line));
    }

    pub(super) fn report(&mut self, pieces: &[ReportLine]) {
        if !pieces.is_empty() {
            let raw: Vec<String> = pieces.iter().map(ToString::to_string).collect();
            self.add(&render(pieces), &raw.join("\n"));
        }
    }

    pub(super) fn weighted(&mut self, lines: &[(Weight, String)]) {
        if !lines.is_empty() {
            let raw: Vec<&str> = lines.iter().map(|(_, line)| line.as_str()).collect();
            self.add(&weighted(lines), &raw.join("\n"));
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The same with the emblems of names beside them.
    pub(super) fn with_emblems(mut self, emblems: &Emblems) -> ReplyBuilder {
        self.pieces.iter_mut().for_each(|(text, _)| *text = with_emblems(text, emblems));
        self
    }
}

/// The content of a look.
#[derive(Default)]
pub(super) struct Shown {
    /// The part to see first.
    pub(super) head: ReplyBuilder,
    /// The buttons and menus below that.
    pub(super) rows: Vec<Row>,
    /// Everything else.
    pub(super) rest: ReplyBuilder,
}

impl From<ReplyBuilder> for Shown {
    fn from(rest: ReplyBuilder) -> Shown {
        Shown { rest, ..Shown::default() }
    }
}

/// The parts of a question's card besides text and rows.
#[derive(Default)]
pub(super) struct QuestionCard {
    /// The colour of the side that decides.
    pub(super) accent: Option<u32>,
    /// Texts with odds, beside the buttons of their orders.
    pub(super) beside: Vec<BesideButton>,
    /// The lines that tell these odds where there is no card.
    pub(super) gone: Vec<String>,
    /// A picture of the position.
    pub(super) picture: Option<File>,
}

/// A maker of replies for one call.
#[derive(Clone, Copy)]
pub(super) struct Replies<'a> {
    pub(super) reader: Reader<'a>,
    pub(super) tickets: &'a Tickets,
    /// True if what was clicked stands on a message that its reader alone sees.
    on_private: bool,
    /// The form of that message.
    on: &'a UsedMessage,
    /// True if a question comes with a picture.
    pub(super) pictures: bool,
    /// Most bytes of a file.
    pub(super) file_bytes: u64,
}

impl<'a> Replies<'a> {
    pub(super) fn new(
        reader: Reader<'a>,
        tickets: &'a Tickets,
        call: &'a Interaction,
        pictures: bool,
    ) -> Replies<'a> {
        let on_private = match call.what {
            InteractionData::Click { private, .. } | InteractionData::Filled { private, .. } => private,
            InteractionData::Command(_) | InteractionData::Complete { .. } => false,
        };
        Replies { reader, tickets, on_private, on: &call.on, pictures, file_bytes: call.file_bytes }
    }

    pub(super) fn button(&self, key: &str, style: Style, ticket: &Ticket) -> Button {
        Button { label: self.reader.say(key, &[]), custom_id: self.tickets.write(ticket), style }
    }

    /// A private answer of one sentence of ours.
    pub(super) fn sentence(&self, key: &str, args: &[(&str, Value<'_>)]) -> SlashReply {
        self.markdown(&self.reader.say(key, args))
    }

    /// A private answer of Markdown.
    pub(super) fn markdown(&self, text: &str) -> SlashReply {
        let mut reply = ReplyBuilder::default();
        reply.markdown(text);
        self.private(reply, vec![])
    }

    /// A private answer of one sentence, in place of the message that was clicked where that is private.
    pub(super) fn sentence_in_place(&self, key: &str, args: &[(&str, Value<'_>)]) -> SlashReply {
        let mut reply = ReplyBuilder::default();
        reply.markdown(&self.reader.say(key, args));
        self.in_place(reply, ReplyBuilder::default(), vec![])
    }

    /// A private answer, a page at a time where it is long: `turn` is the ticket of a page. Where one is given it takes the
    /// place of the message that was clicked. What no button can carry comes in several messages.
    pub(super) fn paged(
        &self,
        shown: Shown,
        page: Option<usize>,
        turn: &dyn Fn(usize) -> Ticket,
    ) -> SlashReply {
        let Shown { mut head, rows, rest } = shown;
        let mut texts = pages(&head.text(), CONTENT);
        // The components are below the end of the head, however many pages it has.
        let clicked = texts.len().saturating_sub(1);
        texts.extend(pages(&rest.text(), CONTENT));
        let most = texts.len().saturating_sub(1);
        let together = format!("{}\n{}", head.text(), rest.text());
        if most == 0 || pages(&together, CONTENT).len() == 1 {
            head.append(rest);
            return match page {
                Some(_) => self.in_place(head, ReplyBuilder::default(), rows),
                None => self.private(head, rows),
            };
        }
        let at = page.unwrap_or_default().min(most);
        let Some(turning) = self.turning(at, most, turn) else { return self.private_first(head, rows, rest) };
        let mut message = Message::from(texts.swap_remove(at));
        message.rows = if at == clicked { rows } else { vec![] };
        message.rows.push(Row::Buttons(turning));
        match page {
            Some(_) if self.on_private => self.replacing(message),
            _ => SlashReply::private(message),
        }
    }

    /// Buttons to the pages before and after, and one to refresh this page; `None` if a ticket is too long.
    fn turning(&self, at: usize, most: usize, turn: &dyn Fn(usize) -> Ticket) -> Option<Vec<Button>> {
        let number = [("page", (at + 1).into()), ("pages", (most + 1).into())];
        let button = |key: &str, page: usize| Button {
            label: self.reader.say(key, &number),
            custom_id: self.tickets.write(&turn(page)),
            style: Style::Secondary,
        };
        let earlier = at.checked_sub(1).map(|page| button("discord-page-earlier", page));
        let later = (at < most).then(|| button("discord-page-later", at + 1));
        let all: Vec<Button> =
            earlier.into_iter().chain([button("discord-page-now", at)]).chain(later).collect();
        all.iter().all(|button| button.custom_id.len() <= CUSTOM_ID).then_some(all)
    }

    /// A private answer with components under its last message.
    pub(super) fn private(&self, reply: ReplyBuilder, rows: Vec<Row>) -> SlashReply {
        self.private_and(reply, ReplyBuilder::default(), rows)
    }

    /// A private answer that ends with the part to see, however long the rest is.
    pub(super) fn private_and(&self, body: ReplyBuilder, end: ReplyBuilder, rows: Vec<Row>) -> SlashReply {
        SlashReply::Say { public: false, messages: self.messages(body, end, rows) }
    }

    /// A private answer that begins with the part to see, with components below it; if that and the rest are too many messages,
    /// the part comes at their end.
    pub(super) fn private_first(&self, head: ReplyBuilder, rows: Vec<Row>, rest: ReplyBuilder) -> SlashReply {
        let mut messages = self.messages(head.clone(), ReplyBuilder::default(), rows.clone());
        messages.extend(self.messages(rest.clone(), ReplyBuilder::default(), vec![]));
        match messages.len() > MESSAGES {
            true => self.private_and(rest, head, rows),
            false => SlashReply::Say { public: false, messages },
        }
    }

    /// The same; it replaces the clicked message if that is private and one message is enough.
    pub(super) fn in_place(&self, body: ReplyBuilder, end: ReplyBuilder, rows: Vec<Row>) -> SlashReply {
        self.replaced_or_said(self.messages(body, end, rows))
    }

    fn replaced_or_said(&self, mut messages: Vec<Message>) -> SlashReply {
        match (self.on_private, messages.pop()) {
            (true, Some(only)) if messages.is_empty() => self.replacing(only),
            (_, last) => {
                messages.extend(last);
                SlashReply::Say { public: false, messages }
            }
        }
    }

    /// A question after what led to it, as a card; it replaces the clicked message as with [`Replies::in_place`]. Lines that
    /// stand beside a button of the card are not in its text.
    pub(super) fn asking(
        &self,
        body: ReplyBuilder,
        (end, rows): (ReplyBuilder, Vec<Row>),
        question: QuestionCard,
    ) -> SlashReply {
        let QuestionCard { accent, beside, gone, picture } = question;
        let text = |of: &ReplyBuilder| of.clone().without(&gone).text();
        let text = [text(&body), text(&end.clone().but_not(&body))];
        let text: Vec<&str> = text.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
        let mut messages = self.messages(body, end, rows);
        if let [only] = &mut messages[..] {
            // Without lines that go elsewhere it is the text of the message.
            let text = Some(text.join("\n"))
                .filter(|text| !gone.is_empty() && !text.is_empty() && length(text) <= CONTENT);
            only.card = Some(Card { accent, text, beside, ..Card::default() });
            only.files.extend(picture);
        }
        self.replaced_or_said(messages)
    }

    /// A step on the way to an order: on a card it keeps the picture and the colour.
    pub(super) fn next_step(&self, reply: ReplyBuilder, rows: Vec<Row>) -> SlashReply {
        let mut answer = self.in_place(ReplyBuilder::default(), reply, rows);
        if let SlashReply::Replace(Message { card: Some(card), .. }) = &mut answer {
            card.accent = self.on.accent;
            card.kept.clone_from(&self.on.picture);
        }
        answer
    }

    /// Replaces the clicked message in its own form: a card stays one, and no other message becomes one.
    fn replacing(&self, mut message: Message) -> SlashReply {
        let card = message.card.take().unwrap_or_default();
        if !self.on.card {
            // Its text names what a card shows beside buttons, and the picture is one of a card.
            message.files.retain(|file| !file.is_picture());
        }
        message.card = self.on.card.then_some(card);
        SlashReply::Replace(message)
    }

    fn messages(&self, body: ReplyBuilder, end: ReplyBuilder, rows: Vec<Row>) -> Vec<Message> {
        let end = end.but_not(&body);
        let mut together = ReplyBuilder::default();
        for reply in [&body, &end] {
            together.pieces.extend_from_slice(&reply.pieces);
        }
        let whole = pages(&together.text(), CONTENT);
        let mut messages: Vec<Message> = if whole.len() <= 1 || end.is_empty() {
            whole.into_iter().map(Message::from).collect()
        } else {
            let apart = pages(&body.text(), CONTENT).into_iter().chain(pages(&end.text(), CONTENT));
            apart.filter(|page| !page.is_empty()).map(Message::from).collect()
        };
        if messages.len() > MESSAGES {
            messages = self.with_a_file(messages, &end, &together);
        }
        if let Some(last) = messages.last_mut() {
            last.rows = rows;
        }
        messages
    }

    /// The beginning, then the end, with everything as a file.
    fn with_a_file(
        &self,
        mut messages: Vec<Message>,
        end: &ReplyBuilder,
        whole: &ReplyBuilder,
    ) -> Vec<Message> {
        let ends = if end.is_empty() { vec![] } else { pages(&end.text(), CONTENT) };
        // The last message of the beginning says that there is more.
        let ends: Vec<Message> = ends.into_iter().take(MESSAGES - 2).map(Message::from).collect();
        messages.truncate(MESSAGES - 1 - ends.len());
        let mut more = Message::from(self.reader.say("discord-rest-in-file", &[]));
        let mut bytes = whole.raw().into_bytes();
        let most = usize::try_from(self.file_bytes).unwrap_or(usize::MAX);
        if bytes.len() > most {
            // A character has at most 4 bytes.
            bytes = shorten(&whole.raw(), most / 4).into_bytes();
        }
        let description = self.reader.say("discord-file-whole", &[]);
        more.files = vec![File { name: "wardroom.txt".to_owned(), description, bytes }];
        messages.push(more);
        messages.extend(ends);
        messages
    }
}

/// As many of these buttons as there is room for, in rows.
pub(super) fn in_rows(buttons: Vec<Button>) -> Vec<Row> {
    buttons.chunks(BUTTONS_A_ROW).take(ROWS).map(|row| Row::Buttons(row.to_vec())).collect()
}
