//! The mails of a game day, as the players' programs show them: what the players of `docs/tour/` write is written again, and
//! what comes to them is compared.

use std::path::Path;
use std::sync::atomic::Ordering;

use chrono::DateTime;

use super::{BOT, Got, MailRoom, Sent};

/// How a mail begins and ends on a page.
const FENCE: [&str; 2] = ["```text\n", "\n```"];
/// What stands before our address where a program shows it.
const WARDROOM: &str = "Wardroom";

/// A part of a page.
enum Part {
    /// What the page says of what follows.
    Prose(String),
    /// A mail, headers and text.
    Mail(String),
}

fn parts(page: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    for (at, piece) in page.split(FENCE[0]).enumerate() {
        let (mail, prose) = match piece.split_once(FENCE[1]) {
            Some((mail, prose)) if at > 0 => (Some(mail), prose),
            _ => (None, piece),
        };
        parts.extend(mail.map(|mail| Part::Mail(mail.to_owned())));
        parts.extend(Some(prose.trim()).filter(|prose| !prose.is_empty()).map(|it| Part::Prose(it.into())));
    }
    parts
}

fn header<'a>(mail: &'a str, name: &str) -> &'a str {
    let lines = mail.lines().take_while(|line| !line.is_empty());
    let mut values = lines.filter_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    values.next().unwrap_or_else(|| panic!("no {name} in {mail}"))
}

/// A mail as a program shows it.
fn shown(from: &str, to: &str, subject: &str, date: &str, text: &str) -> String {
    let text = text.trim_end();
    format!("{}From: {from}\nTo: {to}\nSubject: {subject}\nDate: {date}\n\n{text}{}", FENCE[0], FENCE[1])
}

/// The page with what comes to its players now, and what came.
async fn played(page: &str) -> (String, Vec<Got>) {
    let (mut room, mut last) = (MailRoom::new(), Vec::<Got>::new());
    // The story is of these dice.
    room.clock.format.store(1, Ordering::SeqCst);
    let mut pieces = Vec::new();
    for part in parts(page) {
        let mail = match part {
            Part::Prose(text) => {
                pieces.push(text);
                continue;
            }
            Part::Mail(mail) if header(&mail, "From").contains(BOT) => continue,
            Part::Mail(mail) => mail,
        };
        let (from, date) = (header(&mail, "From"), header(&mail, "Date"));
        let (_, text) = mail.split_once("\n\n").expect("a mail has a text");
        let address = from.split(['<', '>']).nth(1).unwrap_or(from);
        let now = DateTime::parse_from_rfc2822(date).expect("a date").timestamp();
        let before = room.clock.now.swap(now, Ordering::SeqCst);
        assert!(before <= now, "{date} comes after what it answers");
        let id = room.id();
        let answered = last.iter().rev().find(|got| got.to == address);
        let sent = match answered {
            Some(got) => Sent { from: from.into(), ..Sent::answer(from, got, &id, text) },
            None => Sent {
                from: from.into(),
                to: BOT.into(),
                id: Some(id),
                subject: header(&mail, "Subject").into(),
                text: text.into(),
                ..Sent::default()
            },
        };
        let ours = format!("{WARDROOM} <{BOT}>");
        pieces.push(shown(from, &ours, &sent.subject, date, text));
        let came = room.deliver(&sent).await;
        assert!(came.iter().any(|got| got.to == address), "{address} is not answered: {text}");
        for got in came {
            let date = header(&got.raw, "Date").trim();
            pieces.push(shown(&got.from, &got.to, &got.subject, date, &got.text));
            last.push(got);
        }
    }
    (pieces.join("\n\n") + "\n", last)
}

/// Holds a page, and of each of these players the mail with most links, as it is shown in HTML.
async fn holds(file: &str, mails: &[(&str, &str)]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/tour");
    let page = std::fs::read_to_string(folder.join(file)).unwrap();
    let (now, came) = played(&page).await;
    let most_links = |who: &str| {
        let to_them = came.iter().filter(|got| got.to == who);
        to_them.max_by_key(|got| got.html.matches("mailto:").count()).unwrap().html.clone()
    };
    let mails = mails.iter().map(|(file, who)| (*file, most_links(who)));
    for (file, now) in [(file, now)].into_iter().chain(mails) {
        let path = folder.join(file);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &now).unwrap();
            continue;
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        let name = path.display();
        assert!(kept == now, "{name} is out of date: run the tests once with UPDATE=1\n{now}");
    }
}

#[tokio::test]
async fn a_day_of_goeben_by_mail_in_english() {
    holds("goeben.md", &[("goeben-mail.html", "ann@home.example")]).await;
}

#[tokio::test]
async fn a_day_of_goeben_by_mail_in_japanese() {
    holds("goeben.ja.md", &[("goeben-mail.ja.html", "haru@kita.example")]).await;
}

#[tokio::test]
async fn a_day_of_grand_fleet_by_mail_one_player_in_english_and_one_in_japanese() {
    let mails =
        [("grand-fleet-mail.html", "ann@home.example"), ("grand-fleet-mail.ja.html", "haru@kita.example")];
    holds("grand-fleet.md", &mails).await;
}
