//! Two taps: a link in a mail of ours opens a mail that is already written, and a second tap sends it.
//!
//! The body of that mail is the order in words. It names no mail that it answers, so the number of its question is in the
//! subject, as `[#41]`: an order for a question that was answered meanwhile is refused. The token is in the address alone, as
//! in a reply: in other hands the link does nothing.

use serde::{Deserialize, Serialize};

/// Lines that a reader sends with two taps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tap {
    /// The label of the link.
    pub label: String,
    /// The lines.
    pub lines: String,
    /// The number of the question or the request that they answer; `None` for lines that answer none.
    #[serde(default)]
    pub answers: Option<u64>,
}

impl Tap {
    /// A line that answers no question, as its own label.
    pub fn of(line: impl Into<String>) -> Tap {
        let line = line.into();
        Tap { label: line.clone(), lines: line, answers: None }
    }

    /// The same in answer to the question or the request of this number.
    #[must_use]
    pub fn answering(self, number: Option<u64>) -> Tap {
        Tap { answers: number, ..self }
    }

    /// The address of the link (RFC 6068), for mails to `to`.
    pub fn link(&self, to: &str, subject: &str) -> String {
        let mark = self.answers.map_or_else(String::new, |number| format!(" [#{number}]"));
        // Programs put their signature right behind a body without a last line end.
        let body: String = self.lines.lines().map(|line| format!("{line}\r\n")).collect();
        let (local, domain) = to.rsplit_once('@').unwrap_or((to, ""));
        let [local, subject, body] = [local, &format!("{subject}{mark}"), &body].map(encoded);
        format!("mailto:{local}@{domain}?subject={subject}&body={body}")
    }
}

/// The number of the question that such a link wrote into a subject.
pub(super) fn question_in(subject: &str) -> Option<u64> {
    let (_, mark) = subject.trim_end().rsplit_once('[')?;
    mark.strip_suffix(']')?.strip_prefix('#')?.parse().ok()
}

/// A text in a link: everything is encoded but what no program reads otherwise.
fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    text.bytes().fold(String::new(), |mut link, byte| {
        match plain(byte) {
            true => link.push(char::from(byte)),
            false => link.push_str(&format!("%{byte:02X}")),
        }
        link
    })
}
