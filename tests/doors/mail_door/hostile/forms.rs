//! Mails of odd parts, sizes and headers, and mails damaged at random.

use std::fs;
use std::path::Path;

use crate::common::{Luck, few_and_many};
use crate::mail_door::{BOT, MailRoom, Sent};
use wardroom::mail::reading::{ABOVE, read};

use super::{ANN, BOB, EVE, ORDER, Siege, is_whole};

/// A text, so many levels down.
fn nested(kinds: &[&str], levels: usize, text: &str) -> String {
    let mut inner = format!("Content-Type: text/plain\r\n\r\n{text}\r\n");
    for level in 0..levels {
        inner = match kinds[level % kinds.len()] {
            "message/rfc822" => {
                format!("Content-Type: message/rfc822\r\n\r\nFrom: {ANN}\r\nSubject: {level}\r\n{inner}")
            }
            kind => {
                let mark = format!("l{level}");
                format!(
                    "Content-Type: {kind}; boundary=\"{mark}\"\r\n\r\n--{mark}\r\n{inner}\r\n--{mark}--\r\n"
                )
            }
        };
    }
    inner
}

/// What a mail may be made of that nobody sends: each is a head below the addresses, and a body.
fn oddities() -> Vec<(&'static str, Vec<u8>)> {
    let text = |head: &str, body: &str| format!("{head}\r\n\r\n{body}\r\n").into_bytes();
    let mut odd = vec![
        ("a hundred multiparts", nested(&["multipart/mixed"], 100, ORDER).into_bytes()),
        ("a hundred alternatives", nested(&["multipart/alternative"], 100, ORDER).into_bytes()),
        ("a hundred messages", nested(&["message/rfc822"], 100, ORDER).into_bytes()),
        (
            "both, in turns",
            nested(&["message/rfc822", "multipart/mixed", "multipart/digest"], 100, ORDER).into_bytes(),
        ),
        ("a message in it", nested(&["message/rfc822", "multipart/mixed"], 2, ORDER).into_bytes()),
        (
            "levels that never end",
            nested(&["multipart/mixed"], 100, ORDER).replace("--\r\n", "\r\n").into_bytes(),
        ),
        (
            "one boundary for all",
            nested(&["multipart/mixed"], 40, ORDER)
                .replace(char::is_numeric, "")
                .replace(ORDER, "nonsense")
                .into_bytes(),
        ),
        (
            "ten thousand parts",
            text("Content-Type: multipart/mixed; boundary=b", &"--b\r\n\r\nx\r\n".repeat(10_000)),
        ),
        ("no boundary", text("Content-Type: multipart/mixed", ORDER)),
        (
            "an empty boundary",
            text("Content-Type: multipart/mixed; boundary=\"\"", &format!("--\r\n\r\n{ORDER}")),
        ),
        ("an unknown part", text("Content-Type: x/y", ORDER)),
        ("an attachment", text("Content-Disposition: attachment; filename=a.txt", ORDER)),
        ("hidden", text("Content-Type: text/html", &format!("<style>{ORDER}</style><!-- {ORDER} -->"))),
        ("a title", text("Content-Type: text/html", &format!("<head><title>{ORDER}</title></head>"))),
        ("tags without end", text("Content-Type: text/html", &"<div><blockquote>".repeat(20_000))),
        ("a tag without end", text("Content-Type: text/html", &format!("<{}", "a=\"".repeat(50_000)))),
        ("many words", text(&format!("Subject: {}", "=?utf-8?q?a?= ".repeat(5_000)), "nonsense")),
        ("a word without end", text("Subject: =?utf-8?q?a", "nonsense")),
        ("addresses", text(&format!("Cc: {}", "a@b.example, ".repeat(4_000)), "nonsense")),
        ("ids", text(&format!("References: {}", "<a@b.example> ".repeat(4_000)), "nonsense")),
        ("headers", text("X-A: b\r\n".repeat(6_000).trim_end(), "nonsense")),
        ("a million headers", text("X:\r\n".repeat(250_000).trim_end(), "nonsense")),
        ("comments", text(&format!("Cc: {}a@b.example", "(".repeat(50_000)), "nonsense")),
        ("no text at all", text("Content-Type: text/plain", "")),
        ("nothing but breaks", text("Content-Type: text/plain", &"\r".repeat(100_000))),
        ("zeros", text("Content-Type: text/plain", &"\0".repeat(100_000))),
        ("a long word", text("Content-Type: text/plain", &"x".repeat(900_000))),
        ("many lines", text("Content-Type: text/plain", &"x\r\n".repeat(200_000))),
        ("many quotes", text("Content-Type: text/plain; format=flowed", &"> \r\n".repeat(200_000))),
    ];
    let bodies: [&[u8]; 10] = [
        b"nonsense",
        b"\xff\xfe\0n\0o",
        b"\x1b$B\x1b$B\x1b",
        b"=\r\n=3D=\r\n=zz=0",
        b"////====bm9uc2Vuc2U=",
        b"\x82\xa0\x82",
        b"+AGMAbwBsAGwAaQBlAHI-",
        b"\xc0\xaf\xed\xa0\x80\xf8\x88\x80\x80\x80",
        b"begin 644 a\r\n#86)C\r\n`\r\nend",
        b"\x8e\xff\xa4\x1b(J\x0e\x0f",
    ];
    for charset in
        ["utf-8", "utf-7", "utf-16", "us-ascii", "iso-2022-jp", "shift_jis", "x-nothing", "\"", "\0"]
    {
        for encoding in ["7bit", "base64", "quoted-printable", "x-uuencode", "8bit, base64", ""] {
            let head = format!(
                "Content-Type: text/plain; charset={charset}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n"
            );
            odd.extend(bodies.iter().map(|body| ("an encoding", [head.as_bytes(), body].concat())));
        }
    }
    odd
}

#[tokio::test]
async fn whatever_a_mail_is_made_of_it_is_answered_to_its_sender_or_not_at_all() {
    let mut siege = Siege::lay(true).await;
    let to = siege.ann.reply_to.clone().unwrap();
    for (number, (what, rest)) in oddities().into_iter().enumerate() {
        for from in [ANN, EVE] {
            let head = format!("From: {from}\r\nTo: {to}\r\nMessage-ID: <o{number}@x.example>\r\n");
            let came = siege.nothing(what, &[head.as_bytes(), &rest].concat()).await;
            assert!(came.iter().all(|got| got.to == ANN), "{what}: {came:#?}");
        }
    }
    siege.lift().await;
}

#[tokio::test]
async fn ten_megabytes_on_one_line_are_said_to_be_too_much_and_are_not_read() {
    let mut siege = Siege::lay(true).await;
    let to = siege.ann.reply_to.clone().unwrap();
    let great = "x".repeat(10 << 20);
    for (from, told) in [(ANN, "too large"), (EVE, "another address")] {
        let mail = format!("From: {from}\r\nTo: {to}\r\n\r\n{ORDER}\r\n\r\n{great}");
        let came = siege.tells("in the body", mail.as_bytes(), &[ANN]).await;
        assert!(came[0].text.contains(told), "{came:#?}");
        let mail = format!("From: {from}\r\nTo: {to}\r\nSubject: {great}\r\n\r\n{ORDER}\r\n");
        siege.tells("in the head", mail.as_bytes(), &[]).await;
    }
    siege.tells("nothing else", great.as_bytes(), &[]).await;
    siege.lift().await;
}

#[tokio::test]
async fn what_people_call_themselves_and_write_becomes_no_header() {
    let newline = ["\r\n", "\n", "\r", "\u{2028}", "\u{85}", "\u{b}", "\0"];
    let encoded = |c: &str| c.bytes().map(|byte| format!("={byte:02X}")).collect::<String>();
    for (number, newline) in newline.iter().enumerate() {
        let bcc = format!("{}Bcc:_eve@evil.example{}X:_y", encoded(newline), encoded(newline));
        let name = format!("=?utf-8?q?Ann{bcc}?=");
        let mut room = MailRoom::new();
        let hello =
            Sent { from: format!("{name} <{ANN}>"), to: BOT.into(), text: "hello".into(), ..Sent::default() };
        let welcome = room.deliver(&hello).await.remove(0);
        let mut new = Sent::answer(&hello.from, &welcome, &format!("n{number}@x.example"), "new grand-fleet");
        new.text = "new grand-fleet\ninvite bob@else.example\nwho\nlist".into();
        new.subject = format!("=?utf-8?q?Re{bcc}?=");
        new.more = format!("X-Mailer: {name}\r\nReply-To: {name} <{EVE}>\r\n");
        let came = room.deliver(&new).await;
        let told: Vec<&str> = came.iter().map(|got| got.to.as_str()).collect();
        assert_eq!(told, [ANN, BOB], "{came:#?}");
        assert!(
            came[1].text.starts_with(ABOVE) && came[1].text.contains("invites you to a game"),
            "{came:#?}"
        );
        came.iter().for_each(is_whole);
        // As the sender of a mail names it, and the mails it says to answer.
        for (at, id) in [
            format!("x{newline}Bcc: eve@evil.example{newline}@y.example"),
            format!("=?utf-8?q?x{bcc}?=@y.example"),
            format!("x@y.example>{newline}Bcc: <eve@evil.example"),
            "x@y.example> <z@y.example".to_owned(),
            format!("{}@y.example", "x".repeat(2000)),
        ]
        .into_iter()
        .enumerate()
        {
            let mut show = Sent::answer(ANN, &came[0], &format!("s{number}.{at}@x.example"), "show");
            (show.id, show.answers) = (Some(id.clone()), Some(id));
            let came = room.deliver(&show).await;
            assert!(came.iter().all(|got| got.to == ANN), "{came:#?}");
            came.iter().for_each(is_whole);
        }
    }
}

/// Mails that people, machines and nobody write, and three that carry the token of Ann's table: one of them is hers.
fn seeds(siege: &mut Siege) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.retain(|file| file.extension().is_some_and(|it| it == "eml"));
    let mut seeds: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).unwrap()).collect();
    for from in [ANN, BOB, EVE] {
        let order = siege.order(from);
        seeds.push(Sent { text: "collier WSI\nundo\nshow".into(), ..order }.raw().into_bytes());
    }
    seeds
}

/// A mail that was damaged on its way, or sewn together from several.
fn mutated(seeds: &[Vec<u8>], luck: &mut Luck) -> Vec<u8> {
    // Every other one is of those that carry a token.
    let of_ours = &seeds[seeds.len() - 3..];
    let among = if luck.below(2) == 0 { of_ours } else { seeds };
    let mut mail = luck.one_of(among).unwrap().clone();
    let at = |mail: &[u8], luck: &mut Luck| luck.below(mail.len() as u32 + 1) as usize;
    for _ in 0..=luck.below(4) {
        let here = at(&mail, luck);
        match luck.below(6) {
            0 | 1 => mail.get_mut(here).into_iter().for_each(|byte| *byte ^= 1 << luck.below(8)),
            2 => mail.truncate(here),
            3 => drop(mail.splice(here..here, [luck.below(256) as u8])),
            _ => {
                let other = luck.one_of(seeds).unwrap();
                let (from, to) = (at(other, luck), at(other, luck));
                let rest = if luck.below(2) == 0 { here } else { mail.len() };
                mail.splice(here..rest, other[from.min(to)..from.max(to)].iter().copied());
            }
        }
    }
    mail
}

/// However a mail is damaged: nothing panics, and what it orders is carried out only if it is from Ann with her token.
fn damaged(mails: u32) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (seed, mut siege) = (7, Siege::lay(true).await);
        println!("seed {seed}");
        let (mut luck, mut orders) = (Luck::of(seed), 0);
        let (seeds, token) = (seeds(&mut siege), siege.ann.reply_to.clone().unwrap());
        for _ in 0..mails {
            let mail = mutated(&seeds, &mut luck);
            let is_hers = read(&mail).is_ok_and(|mail| mail.from.address == ANN && mail.to.contains(&token));
            let before = siege.logs();
            siege.room.pass(60 * 60);
            siege.room.lay(&mail);
            let came = siege.room.work().await;
            let shown = String::from_utf8_lossy(&mail);
            assert!(!siege.room.lies(), "it is put away: {shown}");
            assert!(is_hers || before == siege.logs(), "{shown}");
            assert!(came.iter().all(|got| [ANN, BOB].contains(&got.to.as_str())), "{came:#?}\n{shown}");
            came.iter().for_each(is_whole);
            orders += usize::from(before != siege.logs());
        }
        assert!(orders > 0, "a mail that is hers is carried out");
    });
}

few_and_many! {
    damaged: 300, 1_500;
}
