//! Long answers: several messages, and a file with the whole where those are not enough.

use super::request::Request;
use crate::door::discord::inbound::interaction::InteractionData;
use crate::door::discord::limits::CONTENT;
use crate::door::discord::outbound::markdown::{plain, render, weighted};
use crate::door::discord::outbound::message::{Answer, File, Message, Row};
use crate::door::discord::outbound::paginate::{pages, shorten};
use crate::report::{ReportLine, Weight};

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
        let said = before.raw();
        self.pieces.retain(|(_, raw)| !said.lines().any(|line| line == raw));
        self
    }

    /// A line of ours, which may hold mentions, times and escaped text of a user's.
    pub(super) fn markdown(&mut self, line: &str) {
        self.add(line, line);
    }

    /// A line that reads as it is, whatever it holds.
    pub(super) fn line(&mut self, line: &str) {
        self.add(&plain(line), line);
    }

    /// The same, standing out.
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
}

impl Request<'_> {
    /// A private answer with components under its last message.
    pub(super) fn private(&self, reply: ReplyBuilder, rows: Vec<Row>) -> Answer {
        self.private_and(reply, ReplyBuilder::default(), rows)
    }

    /// A private answer that ends with what has to be seen, however long it is before that.
    pub(super) fn private_and(&self, body: ReplyBuilder, end: ReplyBuilder, rows: Vec<Row>) -> Answer {
        Answer::Say { public: false, messages: self.messages(body, end, rows) }
    }

    /// A private answer that begins with what has to be seen, with components under it; where that and the rest are too
    /// many messages, it stands at their end.
    pub(super) fn private_first(&self, head: ReplyBuilder, rows: Vec<Row>, rest: ReplyBuilder) -> Answer {
        let mut messages = self.messages(head.clone(), ReplyBuilder::default(), rows.clone());
        messages.extend(self.messages(rest.clone(), ReplyBuilder::default(), vec![]));
        match messages.len() > MESSAGES {
            true => self.private_and(rest, head, rows),
            false => Answer::Say { public: false, messages },
        }
    }

    /// The same; in place of the message that was clicked where that is private and one message is enough.
    pub(super) fn in_place(&self, body: ReplyBuilder, end: ReplyBuilder, rows: Vec<Row>) -> Answer {
        let private = match self.call.what {
            InteractionData::Click { private, .. } | InteractionData::Filled { private, .. } => private,
            InteractionData::Command(_) | InteractionData::Complete { .. } => false,
        };
        let mut messages = self.messages(body, end, rows);
        match (private, messages.pop()) {
            (true, Some(only)) if messages.is_empty() => Answer::Replace(only),
            (_, last) => {
                messages.extend(last);
                Answer::Say { public: false, messages }
            }
        }
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

    /// The beginning, then the end, with the whole as a file.
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
        let mut more = Message::from(self.say("discord-rest-in-file", &[]));
        let mut bytes = whole.raw().into_bytes();
        let most = usize::try_from(self.call.file_bytes).unwrap_or(usize::MAX);
        if bytes.len() > most {
            bytes = shorten(&whole.raw(), most / 4).into_bytes();
        }
        let description = self.say("discord-file-whole", &[]);
        more.files = vec![File { name: "wardroom.txt".to_owned(), description, bytes }];
        messages.push(more);
        messages.extend(ends);
        messages
    }
}
