//! The reading half of the mail door: mails as people's programs write them, as machines do, and as nobody should.

mod authentic;
mod laws;

use std::path::Path;

use serde::Deserialize;
use wardroom::mail::reading::{Incoming, Nature, OwnLine, Unreadable, read};

/// What is expected of a mail of `tests/mail`; what is left out is not looked at.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    /// What wrote it, and what is special about it.
    #[serde(rename = "about")]
    _about: String,
    from: Option<String>,
    name: Option<String>,
    to: Option<Vec<String>>,
    message_id: Option<String>,
    replies_to: Option<Vec<String>>,
    subject: Option<String>,
    /// The lines its sender wrote, and those that may be.
    written: Option<Vec<String>>,
    doubtful: Option<Vec<String>>,
    /// Lines that are left out, each behind what it is taken for.
    left_out: Option<Vec<String>>,
    /// How its text is closed to us.
    sealed: Option<String>,
    /// Whether it arrived whole; it did unless said.
    whole: Option<bool>,
    /// `personal`, `bounce`, or by what a machine is known.
    nature: Option<String>,
    failed: Option<Vec<String>>,
    bounced: Option<String>,
    /// Why it is not read.
    refused: Option<String>,
}

/// The lines of a mail that its sender wrote, and those that may be.
fn lines(mail: &Incoming) -> (Vec<String>, Vec<String>) {
    let (written, doubtful): (Vec<_>, Vec<_>) =
        mail.lines.iter().cloned().partition(|line| matches!(line, OwnLine::Written(_)));
    let text = |line| match line {
        OwnLine::Written(text) | OwnLine::Doubtful(text) | OwnLine::Broken(text) => text,
    };
    (written.into_iter().map(text).collect(), doubtful.into_iter().map(text).collect())
}

/// What of `mail` is not as expected.
fn amiss(mail: &Result<Incoming, Unreadable>, expected: Expected) -> Vec<String> {
    let mut amiss = Vec::new();
    let mut compare = |what: &str, is: String, should: Option<String>| {
        if should.as_ref().is_some_and(|should| *should != is) {
            amiss.push(format!("{what}: {is}, not {}", should.unwrap_or_default()));
        }
    };
    let mail = match mail {
        Ok(mail) => mail,
        Err(why) => {
            compare("refused", format!("{why:?}"), Some(expected.refused.unwrap_or_default()));
            return amiss;
        }
    };
    let (written, doubtful) = lines(mail);
    let list = |list: &[String]| list.join(" | ");
    compare("refused", String::new(), expected.refused);
    compare("from", mail.from.address.clone(), expected.from);
    compare("name", mail.from.name.clone().unwrap_or_default(), expected.name);
    compare("to", list(&mail.to), expected.to.map(|to| list(&to)));
    compare("message_id", mail.message_id.clone().unwrap_or_default(), expected.message_id);
    compare("replies_to", list(&mail.replies_to), expected.replies_to.map(|ids| list(&ids)));
    compare("subject", mail.subject.clone(), expected.subject);
    compare(
        "doubtful",
        list(&doubtful),
        expected.written.is_some().then(|| list(&expected.doubtful.unwrap_or_default())),
    );
    compare("written", list(&written), expected.written.map(|lines| list(&lines)));
    let left_out = mail.left_out.iter().map(|(taken, text)| format!("{taken:?}: {text}"));
    compare("left out", list(&left_out.collect::<Vec<_>>()), expected.left_out.map(|lines| list(&lines)));
    let sealed = mail.sealed.map_or(String::new(), |sealed| format!("{sealed:?}"));
    compare("sealed", sealed, Some(expected.sealed.unwrap_or_default()));
    compare("whole", mail.whole.to_string(), Some(expected.whole.unwrap_or(true).to_string()));
    let (nature, failed, bounced) = match &mail.nature {
        Nature::Personal => ("personal".to_owned(), vec![], None),
        Nature::Automatic(cause) => (format!("{cause:?}"), vec![], None),
        Nature::Bounce(bounce) => {
            let how = |permanent| if permanent { "for good" } else { "for now" };
            let failed = bounce.failed.iter().map(|one| format!("{} {}", one.address, how(one.permanent)));
            ("bounce".to_owned(), failed.collect(), bounce.message_id.clone())
        }
    };
    compare("nature", nature, Some(expected.nature.unwrap_or("personal".to_owned())));
    compare("failed", list(&failed), Some(list(&expected.failed.unwrap_or_default())));
    compare("bounced", bounced.unwrap_or_default(), Some(expected.bounced.unwrap_or_default()));
    amiss
}

/// Every mail of `tests/mail`, with the ends of lines as they are stored and as they are sent.
#[test]
fn mails_are_read_as_peoples_programs_write_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail");
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|end| end != "eml") {
            continue;
        }
        let stored = std::fs::read(&path).unwrap();
        let sent = stored.split(|&byte| byte == b'\n').collect::<Vec<_>>().join(&b"\r\n"[..]);
        for raw in [stored, sent] {
            let text = std::fs::read_to_string(path.with_extension("toml")).unwrap();
            let expected = toml::from_str(&text).unwrap();
            let name = path.file_stem().unwrap().display();
            wrong.extend(amiss(&read(&raw), expected).into_iter().map(|what| format!("{name}: {what}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
