//! A mail of ours: its content and its form on the wire. Text first; the same words in HTML beside it.

use std::time::{Duration, UNIX_EPOCH};

use lettre::Address;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Message, MultiPart, SinglePart};
use serde::{Deserialize, Serialize};

pub use super::body::{Body, PieceStyle};
use super::html::HtmlPage;
use crate::club::picture::Picture;
use crate::mail::reading::{ABOVE, LOOP};
use crate::mail::transport::as_sent;

/// Most bytes of a picture in a mail.
pub const PICTURE_BYTES: usize = 1_000_000;

/// A mail of ours, without its recipient.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailLetter {
    /// The part of its `Message-ID` that is its own: the same cause gives the same.
    pub id: String,
    /// The table it is about: its answers are for this one.
    pub table: Option<String>,
    /// The subject, the same for everything about a table.
    pub subject: String,
    /// Its content.
    pub body: Body,
    /// The `Message-ID` of the mail it answers; `None` for one that answers none.
    pub answers: Option<String>,
    /// The table whose log is attached, made when it is sent.
    #[serde(default)]
    pub export: Option<String>,
    /// The entry after which the table is shown in a picture, drawn when the letter is sent; `None` for no picture.
    #[serde(default)]
    pub drawn: Option<u64>,
    /// The last entry of the table that its player knows once it is sent; `None` for one without news.
    #[serde(default)]
    pub told_to: Option<u64>,
}

/// Where a letter goes, and how answers to it come back.
#[derive(Clone, Debug)]
pub struct Envelope<'a> {
    /// Our own address.
    pub from: &'a str,
    /// The name beside it.
    pub sender: &'a str,
    /// The one it is for. Never two players in one mail.
    pub to: &'a str,
    /// The address that answers go to, where it is another than `from`.
    pub reply_to: Option<&'a str>,
    /// The full `Message-ID`, without brackets.
    pub message_id: &'a str,
    /// The id that holds everything about a table together.
    pub thread: &'a str,
    /// Where a program unsubscribes with one click (RFC 8058), if it can.
    pub one_click: Option<&'a str>,
    /// Now, in seconds since 1970.
    pub now: i64,
    /// What to write above it: nothing below that is an answer.
    pub above: &'a str,
    /// What to write below it.
    pub footer: &'a str,
    /// The picture of the table.
    pub picture: Option<&'a Picture>,
    /// A file with its name.
    pub file: Option<(String, Vec<u8>)>,
}

impl MailLetter {
    /// The message as it goes to a mail server.
    ///
    /// # Errors
    /// An address that no mail can be written to.
    pub fn message(&self, envelope: Envelope<'_>) -> Result<Vec<u8>, lettre::error::Error> {
        let to = as_sent(envelope.to).ok_or(lettre::error::Error::EmailMissingAt)?;
        let address = |text: &str| text.parse().map_err(|_| lettre::error::Error::EmailMissingAt);
        // RFC 3834: a machine does not answer a mail with this header.
        let mut headers = vec![
            (
                "Auto-Submitted",
                if self.answers.is_some() { "auto-replied" } else { "auto-generated" }.to_owned(),
            ),
            (LOOP, envelope.from.to_owned()),
        ];
        let at = envelope.reply_to.unwrap_or(envelope.from);
        // Only what comes unasked can be stopped.
        if self.answers.is_none() {
            let by_mail = format!("<mailto:{at}?subject=stop>");
            headers.push(match envelope.one_click {
                Some(url) => ("List-Unsubscribe", format!("<{url}>, {by_mail}")),
                None => ("List-Unsubscribe", by_mail),
            });
            if envelope.one_click.is_some() {
                headers.push(("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
            }
        }
        let from: Address = address(envelope.from)?;
        // Where it is not given, the library reads it from the headers, and no quotes with them.
        let (sender, receivers) = (Some(from.clone()), vec![to.clone()]);
        let mut message = Message::builder()
            .envelope(lettre::address::Envelope::new(sender, receivers)?)
            .from(lettre::message::Mailbox::new(Some(envelope.sender.to_owned()), from))
            .to(lettre::message::Mailbox::new(None, to))
            .subject(&self.subject)
            .date(UNIX_EPOCH + Duration::from_secs(u64::try_from(envelope.now).unwrap_or_default()))
            .message_id(Some(format!("<{}>", envelope.message_id)));
        if let Some(reply_to) = envelope.reply_to {
            message = message.reply_to(lettre::message::Mailbox::new(None, address(reply_to)?));
        }
        let thread = format!("<{}>", envelope.thread);
        message = match self.answers.as_deref().filter(|id| is_id(id)) {
            Some(answers) => {
                message.in_reply_to(format!("<{answers}>")).references(format!("{thread} <{answers}>"))
            }
            None => message.references(thread),
        };
        let (text, html) = self.bodies(&envelope);
        // The boundaries follow from the id, so that a letter that is sent again has the same ones.
        let parts =
            MultiPart::alternative().boundary(format!("=_{}", self.id)).singlepart(SinglePart::plain(text));
        let html = SinglePart::html(html);
        let parts = match envelope.picture.filter(|picture| fits(picture)) {
            None => parts.singlepart(html),
            Some(picture) => {
                let png = ContentType::parse("image/png").unwrap_or(ContentType::TEXT_PLAIN);
                let inline = Attachment::new_inline_with_name(self.cid(), picture.name.clone());
                let inline = inline.body(picture.png.clone(), png);
                let related = MultiPart::related().boundary(format!("=_{}.html", self.id));
                parts.multipart(related.singlepart(html).singlepart(inline))
            }
        };
        for (name, value) in headers {
            message = message.raw_header(HeaderValue::new(HeaderName::new_from_ascii_str(name), value));
        }
        let message = match envelope.file {
            None => message.multipart(parts)?,
            Some((name, bytes)) => {
                let json = ContentType::parse("application/jsonl").unwrap_or(ContentType::TEXT_PLAIN);
                let file = Attachment::new(name).body(bytes, json);
                let whole = MultiPart::mixed().boundary(format!("=_{}.file", self.id));
                message.multipart(whole.multipart(parts).singlepart(file))?
            }
        };
        Ok(message.formatted())
    }

    fn bodies(&self, envelope: &Envelope<'_>) -> (String, String) {
        let Envelope { above, footer, .. } = envelope;
        let body = self.body.text();
        let text = format!("{ABOVE} {above}\n\n{body}\n{footer}\n");
        let page = HtmlPage {
            above,
            footer,
            subject: &self.subject,
            to: envelope.reply_to,
            picture: envelope.picture.filter(|picture| fits(picture)).map(|picture| (self.cid(), picture)),
        };
        (text, page.html(&self.body))
    }

    /// The name of the picture in the HTML.
    fn cid(&self) -> String {
        format!("{}.map", self.id)
    }
}

/// Returns whether a picture is small enough for a mail.
fn fits(picture: &Picture) -> bool {
    picture.png.len() <= PICTURE_BYTES
}

/// Returns whether an id from outside can go into a header: printable, on one line.
fn is_id(id: &str) -> bool {
    id.contains('@') && id.chars().all(|c| c.is_ascii_graphic() && !matches!(c, '<' | '>' | ','))
}
