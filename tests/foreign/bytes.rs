//! The readers of [`targets`](super::targets) on what is nearly right: what they read, changed at random; and on anything.

use proptest::prelude::*;
use proptest::sample::Index;

use super::targets;

/// A change of some bytes.
#[derive(Debug, Clone)]
enum Change {
    Flip(Index, u8),
    Cut(Index),
    Drop(Index, usize),
    Repeat(Index, usize),
    Put(Index, Vec<u8>),
    Swap(Index, Index, usize),
}

/// What readers trip over.
const PIECES: &[&str] = &[
    "\"",
    "\\",
    "\\u0000",
    "\\ud800",
    "{",
    "}",
    "[",
    "]",
    "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
    ",",
    ":",
    "null",
    "true",
    "-1",
    "1e999",
    "0.5",
    "18446744073709551616",
    "-9223372036854775809",
    "\n",
    "\r\n",
    "\0",
    "\u{feff}",
    "\u{202e}",
    "ゲーベン",
    "ＭＥＳ",
    "「",
    "」",
    ";",
    "=",
    "@",
    "~",
    "..",
    "  ",
    "\t",
    "all",
    "none",
    "\"seq\":0",
    "\"seed\":",
    "\"sealed\":true",
    "[a]\n",
    "a = 1\n",
    "'''",
    "\"\"\"",
    "=?utf-8?b?4oCu?=",
    "<a@b>",
    "From: ",
    "--x",
    "Content-Type: multipart/mixed; boundary=x\n",
    "é\u{301}",
    "𝟡",
    "12d",
    "6h",
    "22:00-06:00",
];

fn change() -> impl Strategy<Value = Change> {
    let at = any::<Index>;
    let piece = prop_oneof![
        prop::sample::select(PIECES).prop_map(|piece| piece.as_bytes().to_vec()),
        prop::collection::vec(any::<u8>(), 1..8),
    ];
    prop_oneof![
        (at(), any::<u8>()).prop_map(|(at, with)| Change::Flip(at, with)),
        at().prop_map(Change::Cut),
        (at(), 1..40usize).prop_map(|(at, count)| Change::Drop(at, count)),
        (at(), 1..40usize).prop_map(|(at, count)| Change::Repeat(at, count)),
        (at(), piece).prop_map(|(at, piece)| Change::Put(at, piece)),
        (at(), at(), 1..20usize).prop_map(|(from, to, count)| Change::Swap(from, to, count)),
    ]
}

/// The bytes after the changes, those before `from` left alone.
fn changed(mut bytes: Vec<u8>, from: usize, changes: &[Change]) -> Vec<u8> {
    for change in changes {
        let room = bytes.len().saturating_sub(from) + 1;
        let place = |at: &Index| (from + at.index(room)).min(bytes.len());
        match change {
            Change::Flip(at, with) => {
                let at = place(at);
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= with;
                }
            }
            Change::Cut(at) => bytes.truncate(place(at)),
            Change::Drop(at, count) => {
                let at = place(at);
                bytes.drain(at..(at + count).min(bytes.len()));
            }
            Change::Repeat(at, count) => {
                let at = place(at);
                let piece = bytes[at..(at + count).min(bytes.len())].to_vec();
                bytes.splice(at..at, piece);
            }
            Change::Put(at, piece) => {
                let at = place(at);
                bytes.splice(at..at, piece.iter().copied());
            }
            Change::Swap(one, other, count) => {
                let (one, other) = (place(one), place(other));
                for step in 0..*count {
                    if one.max(other) + step < bytes.len() {
                        bytes.swap(one + step, other + step);
                    }
                }
            }
        }
    }
    bytes
}

/// One of the seeds, changed; now and then as it is.
fn near(seeds: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> + 'static {
    (prop::sample::select(seeds), prop::collection::vec(change(), 0..4))
        .prop_map(|(seed, changes)| changed(seed, 0, &changes))
}

fn anything() -> impl Strategy<Value = Vec<u8>> {
    let soup = prop::collection::vec(prop::sample::select(PIECES), 0..20);
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..200),
        soup.prop_map(|pieces| pieces.concat().into_bytes()),
    ]
}

/// Tries a reader on so many cases; a failure is told with the bytes, made as few as fail.
fn hold(cases: u32, bytes: impl Strategy<Value = Vec<u8>> + 'static, target: fn(&[u8])) {
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let tried = runner.run(&prop_oneof![9 => bytes.boxed(), 1 => anything().boxed()], |bytes| {
        target(&bytes);
        Ok(())
    });
    if let Err(failed) = tried {
        panic!("{failed}");
    }
}

fn lines() -> Vec<Vec<u8>> {
    let lines = targets::GAMES.iter().flat_map(|game| game.lines().skip(3));
    let mut lines: Vec<Vec<u8>> = lines.step_by(7).map(|line| line.as_bytes().to_vec()).collect();
    let digest = "ab".repeat(32);
    lines
        .push(format!(r#"{{"digest":"{digest}","sealed":true,"seq":9,"table":"goeben-7kq2"}}"#).into_bytes());
    lines
}

#[test]
fn a_line_of_a_log_is_one_or_is_told() {
    lines().iter().for_each(|line| targets::log_line(line));
    hold(2000, near(lines()), targets::log_line);
}

/// Beginnings of games: the pack, whose line is most of such a file, is changed by another test.
fn beginnings() -> Vec<(Vec<u8>, usize)> {
    let mut beginnings = Vec::new();
    for game in targets::GAMES {
        for entries in [1, 5, 30] {
            let begun = targets::begun(game, entries).into_bytes();
            let pack = game.lines().take(2).map(|line| line.len() + 1).sum::<usize>();
            beginnings.push((begun, pack - 200));
        }
    }
    beginnings
}

#[test]
fn an_exported_file_is_read_whole_or_the_line_is_told() {
    for (file, _) in beginnings() {
        targets::exported(&file);
        // The digits of the head that the first line names.
        let head = file.windows(9).position(|nine| nine == br#""chain":""#).unwrap() + 9;
        for digit in (head..head + 64).step_by(13) {
            let mut other = file.clone();
            other[digit] = if other[digit] == b'0' { b'1' } else { b'0' };
            targets::exported(&other);
        }
    }
    let parts = (prop::sample::select(beginnings()), any::<bool>(), prop::collection::vec(change(), 0..3));
    let files = parts.prop_map(|((file, entries), anywhere, changes)| {
        changed(file, if anywhere { 0 } else { entries }, &changes)
    });
    hold(60, files, targets::exported);
}

#[test]
fn a_file_of_a_pack_is_one_or_the_place_is_told() {
    targets::PACKS[1].iter().for_each(|file| targets::pack_file(file));
    hold(100, near(targets::PACKS[1].clone()), targets::pack_file);
}

#[test]
fn a_stored_pack_is_one_or_the_key_is_told() {
    targets::PACKS[0].iter().for_each(|pack| targets::pack_stored(pack));
    hold(60, near(targets::PACKS[0].clone()), targets::pack_stored);
}

/// One of each kind, as Discord sends them.
fn interactions() -> Vec<Vec<u8>> {
    let user = r#""member":{"permissions":"32","user":{"id":"7","username":"ann","global_name":"Ann"}},"guild_id":"1","channel_id":"2","channel":{"id":"2","type":11}"#;
    let around = r#""id":"99","application_id":"3","token":"secret-token","version":1,"locale":"ja""#;
    [
        r#""type":2,"data":{"id":"5","name":"goeben","type":1,"options":[{"name":"move","type":1,"options":[{"name":"ship","type":3,"value":"goeben"},{"name":"count","type":4,"value":3}]}]}"#,
        r#""type":4,"data":{"id":"5","name":"table","type":1,"options":[{"name":"show","type":1,"options":[{"name":"table","type":3,"value":"go","focused":true}]}]}"#,
        r#""type":3,"data":{"custom_id":"1~~1~o~goeben-7kq2","component_type":3,"values":["a","b"]},"message":{"id":"6","flags":64}"#,
        r#""type":5,"data":{"custom_id":"1~~1~o~goeben-7kq2","components":[{"type":1,"components":[{"type":4,"custom_id":"x","value":"move goeben"}]}]}"#,
        r#""type":1"#,
    ]
    .map(|what| format!("{{{around},{user},{what}}}").into_bytes())
    .to_vec()
}

#[test]
fn an_interaction_is_read_or_the_field_is_told() {
    interactions().iter().for_each(|it| targets::interaction(it));
    hold(4000, near(interactions()), targets::interaction);
}

#[test]
fn a_mail_is_read_or_refused() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "eml"));
    files.sort();
    let mails: Vec<Vec<u8>> = files.iter().map(|file| std::fs::read(file).unwrap()).collect();
    mails.iter().for_each(|mail| targets::mail(mail));
    hold(1000, near(mails), targets::mail);
}

#[test]
fn no_file_of_a_clubs_log_but_a_written_one_is_read() {
    let written = targets::club_logs();
    written.iter().for_each(|file| targets::club_log(file));
    hold(2000, near(written), targets::club_log);
}

#[test]
fn no_ticket_but_a_written_one_is_read() {
    let written = targets::tickets();
    written.iter().for_each(|ticket| targets::ticket(ticket));
    hold(4000, near(written), targets::ticket);
}

#[test]
fn words_of_time_are_read_or_told() {
    let typed = [
        "2d",
        "3 days",
        "12h weekdays",
        "1d, 6h before, digest 20:00",
        "22:00-06:00",
        "3日",
        "18:00–22:00",
        "never",
        "off",
        "6時間前",
    ];
    let typed: Vec<Vec<u8>> = typed.iter().map(|text| text.as_bytes().to_vec()).collect();
    hold(4000, near(typed), targets::time_words);
}

#[test]
fn a_typed_order_is_understood_as_it_is_typed_again_or_told() {
    let typed = targets::typed_orders();
    let lines = (prop::sample::select(typed), prop::collection::vec(change(), 0..3))
        .prop_map(|(line, changes)| changed(line, 1, &changes));
    hold(250, lines, targets::orders);
}
